"""Write the lists of tables and figures in docs/results.md from the captions in manifests. `make docs` runs it."""

import re
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/results.md"
sys.path.insert(0, str(ROOT / "src"))

from acceptability import papers  # noqa: E402
from acceptability.analyses import registry  # noqa: E402
from acceptability.analyses.analysis import Caption, sentences_of  # noqa: E402
from acceptability.analyses.disagreements.manifest import KINDS  # noqa: E402

START, END = "<!-- written by docs/describe_results.py -->\n", "<!-- until here -->\n"
PARTS = {"disagreements": "; ".join(KINDS.values()), "examples": "The pairs of an example of the configuration."}


def page(text: str) -> str:
    """Return the page with the lists between its comments written anew."""
    before, rest = text.split(START)
    return before + START + lists() + END + rest.split(END)[1]


def lists() -> str:
    """Return a list of all tables, one of all figures, and those of each study, with what their captions begin with."""
    text = ""
    for kind in ("tables", "figures"):
        rows = [
            (name + "/" * bool(row.parts), row.caption, row.parts) for name, (_, row) in registry.shown(kind).items()
        ]
        text += f"\n## {kind.capitalize()}\n\n{_list(rows)}"
    for study, declared in papers.studies().items():
        for kind in ("metrics", "tables", "figures"):
            rows = [(name, row.caption, "") for name, row in getattr(declared, kind.upper(), {}).items()]
            text += f"\n### {kind.capitalize()} of `{study}`\n\n{_list(rows)}" if rows else ""
    return text + "\n"


def _list(rows: Iterable[tuple[str, Caption, str]]) -> str:
    """Return a table of names and of the first sentences of captions; ``rows`` also say what parts there are."""
    lines = "| name | what it shows |\n| --- | --- |\n"
    for name, caption, parts in rows:
        text = sentences_of(caption)[0][0].replace("{clusters}", "clusters")
        sentence = re.match(r".*?[.?](?= [A-Z]|$)", text.replace("{part}", PARTS.get(parts, "the classifiers")))[0]
        lines += f"| `{name}` | {sentence} |\n"
    return lines


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
