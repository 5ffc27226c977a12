"""Turn plain text into HTML, for platforms whose texts are HTML, and fill in texts that linguists read."""

import re
import textwrap
from collections.abc import Mapping
from html import escape
from string import Template
from typing import Any

from acceptability import installation
from acceptability.contracts import io
from acceptability.experiment.texts import unfilled

DOCUMENTS = installation.FOLDER / "resources/experiment/documents"
WIDTH = 100


def paragraphs(text: str) -> list[str]:
    """Return the paragraphs of a text, which are apart by empty lines."""
    return [" ".join(part.split()) for part in re.split(r"\n\s*\n", text) if part.strip()]


def prose(heading: str, text: str) -> str:
    """Return a heading, which may be empty, and paragraphs as HTML."""
    lines = [f'<h2 dir="auto">{escape(heading)}</h2>'] if heading else []
    return "\n".join([*lines, *(f'<p dir="auto">{escape(part)}</p>' for part in paragraphs(text))]) + "\n"


def end(texts: Mapping[str, Any]) -> str:
    """Return the last screen as HTML: the debriefing, and the completion code, if there is one."""
    code = texts["completion"]["code"]
    completion = f"{prose('', texts['completion']['text'])}<p><b>{escape(code)}</b></p>\n" if code else ""
    return prose(texts["debriefing"]["heading"], texts["debriefing"]["text"]) + completion


def warning(texts: Mapping[str, Any]) -> str:
    """Return as HTML that the experiment is not ready, and what has to be filled in; nothing where it is ready."""
    left = unfilled(texts)
    if not left:
        return ""
    listed = " ".join(f"<b>{escape(bracket)}</b>" for bracket in left)
    return f'<p style="background: #b00020; color: white; padding: 0.5em">{escape(texts["not_ready"])} {listed}</p>\n'


def filled(document: str, **values: str | int) -> str:
    """Return a text of DOCUMENTS in which each ``$name`` is its value."""
    return Template(io.read_text(DOCUMENTS / document)).substitute(values)


def wrapped(text: str) -> str:
    """Return a text whose lines are at most WIDTH long, except for commands, which four spaces begin.

    The lines of a numbered point, or of an entry of a list in columns, stand below its first word.
    """
    wrapper = textwrap.TextWrapper(WIDTH, break_long_words=False, break_on_hyphens=False)
    lines = []
    for line in text.split("\n"):
        start = re.match(r"\d+\. |\S+   *", line)
        wrapper.subsequent_indent = " " * (start.end() if start else 0)
        lines.append(line if line.startswith("    ") else wrapper.fill(line))
    return "\n".join(lines)
