"""Write docs/python.md from the docstrings of what ``import acceptability`` gives. `make docs` runs it."""

import inspect
import re
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/python.md"
sys.path.insert(0, str(ROOT / "workflow/scripts"))

import acceptability  # noqa: E402

ORDER = ("pairs", "score", "train_ngram", "evaluate", "compare", "plot", "read")
START, END = "<!-- written by docs/describe_python.py -->\n", "<!-- until here -->\n"


def page(text: str) -> str:
    """Return the page with the functions between its comments written anew."""
    before, rest = text.split(START)
    return before + START + "".join(section(getattr(acceptability, name)) for name in ORDER) + END + rest.split(END)[1]


def section(function: Callable) -> str:
    """Return what the page says of a function: how it is called, its docstring, and the example as a block."""
    described, example = inspect.getdoc(function).split("\nExample:\n")
    call = f"```python\n{function.__name__}({_parameters(function)})\n```\n\n"
    block = f"\n```python\n{textwrap.dedent(example).strip()}\n```\n"
    return f"\n## {function.__name__}\n\n{call}{_formatted(described)}{block}"


def _parameters(function: Callable) -> str:
    """Return the parameters with their defaults, without types; those after ``*`` are given by name."""
    texts: list[str] = []
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and "*" not in texts:
            texts.append("*")
        default = "" if parameter.default is parameter.empty else f"={parameter.default!r}"
        texts.append("**" * (parameter.kind is parameter.VAR_KEYWORD) + parameter.name + default)
    return ", ".join(texts)


def _formatted(docstring: str) -> str:
    """Return a docstring as Markdown: parameters as a list, other headed parts as paragraphs."""
    lines = []
    for part in re.split(r"\n(?=\w+:\n)", docstring.replace("``", "`")):
        head, _, body = part.partition(":\n")
        if head == "Parameters":
            items = re.split(r"\n(?=\S)", textwrap.dedent(body).strip())
            lines += [f"- `{item.partition(': ')[0]}`: {' '.join(item.partition(': ')[2].split())}\n" for item in items]
        elif head in ("Returns", "Raises"):
            lines.append(f"\n{head}: {' '.join(body.split())}\n")
        else:
            lines.append(part.strip() + "\n\n")
    return "".join(lines)


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
