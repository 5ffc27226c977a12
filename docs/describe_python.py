"""Write docs/python.md from the docstrings of what ``import acceptability`` gives. `make docs` runs it."""

import inspect
import re
import sys
import textwrap
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/python.md"
sys.path.insert(0, str(ROOT / "src"))

import acceptability  # noqa: E402
from acceptability import evaluation  # noqa: E402
from acceptability.analyses import registry  # noqa: E402

ORDER = ("pairs", "sentences", "declared", "score", "train_ngram", "ask", "evaluate", "conform", "check", "read")
ORDER += ("suites", "score_suites", "evaluate_suites", "verify")
MEMBERS = ("table", "figure", "save", "to_json", "of_rows", "on", "by", "groups", "common")
START, END = "<!-- written by docs/describe_python.py -->\n", "<!-- until here -->\n"


def page(text: str) -> str:
    """Return the page with the functions between its comments written anew."""
    before, rest = text.split(START)
    sections = [section(getattr(acceptability, name)) for name in ORDER]
    return before + START + "".join([*sections, of_evaluations(), names()]) + END + rest.split(END)[1]


def of_evaluations() -> str:
    """Return what the page says of the object that ``evaluate`` returns."""
    members = [inspect.getattr_static(evaluation.Evaluation, name) for name in ("__getitem__", *MEMBERS)]
    text = "\n## What evaluate returns\n\n"
    for name, member in zip(("e[name]", *(f"e.{name}" for name in MEMBERS)), members, strict=True):
        function = member.fget if isinstance(member, property) else member
        parameters = _parameters(function).removeprefix("self, ").removeprefix("self")
        call = name if isinstance(member, property) or "[" in name else f"{name}({parameters})"
        text += f"\n### {call}\n\n{_formatted(inspect.getdoc(function))}"
    return text


def names() -> str:
    """Return the table of all that an evaluation computes, with the names of its tables and figures."""
    text = "\n## What can be asked for\n\n| what it is | `e[…]` | `e.table(…)` | `e.figure(…)` | needs |\n"
    text += "| --- | --- | --- | --- | --- |\n"
    for folder, analysis in registry.analyses().items():
        of_studies = not analysis.writes or {"example", "labelled"} & {*re.findall(r"{(\w+)}", analysis.writes[0].path)}
        if of_studies or not {*analysis.when} <= {*evaluation.WANTED}:
            continue
        says = inspect.getdoc(import_module(f"acceptability.{registry.package_of(folder)}.manifest")).split("\n\n")[0]
        parts = [[table.name for table in analysis.writes]]
        parts += [[f"{name}/…" if it.parts else name for name, it in those.items() if it.owner == "dataset"]
                  for those in (analysis.tables, analysis.figures)]  # fmt: skip
        needs = [evaluation.WANTED[word] for word in analysis.when] + ["the function check"] * bool(analysis.check)
        cells = [" ".join(says.split()).rstrip("."), *(", ".join(f"`{name}`" for name in part) for part in parts)]
        text += f"| {' | '.join([*cells, '; '.join(dict.fromkeys(needs))])} |\n"
    return text


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
        stars = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")
        texts.append(stars + parameter.name + default)
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
