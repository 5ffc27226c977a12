"""Write docs/messages.md from the texts of errors, notes and warnings in the package. `make docs` runs it."""

import ast
import re
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/messages.md"
PACKAGE = ROOT / "src/acceptability"
sys.path.insert(0, str(ROOT / "src"))

from acceptability import messages as settings  # noqa: E402

# Where messages are made: what an error or a warning is called with, and what is added to lists of faults and notes.
ERRORS = {"InputError", "UnreachableError", "Unreachable", "OtherModelError", "NoScoreError", "NoRoom"}
LISTS = {"wrong": "error", "notes": "note", "doubts": "warning"}
CALLS = {"warn": "warning"} | dict.fromkeys(ERRORS, "error")
ORDER = ("error", "warning", "note")
DEFAULTS = (ast.Constant(None), ast.Constant(settings.OPTION))  # of the second and third argument of `setting`

INTRODUCTION = """# Messages

All messages about your files, options and configuration, by topic. `{…}` is a part that the program fills in: a name,
a number or a reason. Settings are shown as a run names them: as options of `make`, such as `SCALE=1-7`, or as keys of
the configuration, such as `ending: false`. Python shows its own arguments instead.

- An *error* ends the run: change what it names, and run the same command again.
- A *warning* does not end the run: check what it names before you use the numbers.
- A *note* tells you how a file was read.

A topic is a folder or module of the package. The name above a list is the file that contains the messages.
"""


def page() -> str:
    """Return the page: a heading for each topic, and below it the messages of each file."""
    sections: dict[str, list[str]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        if not (lines := _listed(path)):
            continue
        topic = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        file = f"`{path.relative_to(ROOT / 'src').as_posix()}`"
        sections.setdefault(topic, []).append(f"\n{file}\n\n{''.join(lines)}")
    text = "".join(f"\n## {topic}\n{''.join(files)}" for topic, files in sections.items())
    return INTRODUCTION + text


def messages(path: Path) -> set[tuple[str, str]]:
    """Return the kind and the text of each message of a module. Those without words of their own are left out."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    texts = _constants(tree)
    found = {(kind, " ".join(_text(one, texts).split())) for kind, one in _made(tree)}
    return {(kind, text) for kind, text in found if len(re.findall(r"\w{2,}", re.sub("{…}", "", text))) > 2}


def _listed(path: Path) -> list[str]:
    ordered = sorted(messages(path), key=lambda message: (ORDER.index(message[0]), message[1]))
    return [f"{_wrapped(f'- *{kind}*: {_escaped(text)}')}\n" for kind, text in ordered]


def _wrapped(item: str) -> str:
    return textwrap.fill(item, 120, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)


def _made(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """Yield the kind and the expression of each message."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        function = node.func
        name = getattr(function, "id", getattr(function, "attr", ""))
        if name in CALLS:
            yield CALLS[name], ast.JoinedStr(values=node.args if name in ERRORS else node.args[:1])
        elif name in ("append", "extend") and isinstance(function, ast.Attribute):
            of = getattr(function.value, "id", getattr(function.value, "attr", ""))
            if of in LISTS and not isinstance(node.args[0], ast.GeneratorExp | ast.ListComp):
                yield LISTS[of], node.args[0]


def _constants(tree: ast.Module) -> dict[str, str]:
    """Return the texts that a module names in capital letters."""
    texts: dict[str, str] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id.isupper():
            text = _text(node.value, texts)
            if text != "{…}":
                texts[node.targets[0].id] = text
    return texts


def _text(node: ast.expr, texts: dict[str, str]) -> str:
    """Return the text of an expression, with ``{…}`` for each part that only a run knows."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.Name):
        return texts.get(node.id, "{…}")
    if isinstance(node, ast.FormattedValue):
        return _text(node.value, texts) if isinstance(node.value, ast.Name) else "{…}"
    if isinstance(node, ast.JoinedStr):
        return "".join(_text(value, texts) for value in node.values)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return _text(node.left, texts) + _text(node.right, texts)
    if isinstance(node, ast.IfExp):
        return f"{_text(node.body, texts)} / {_text(node.orelse, texts)}" if _has_words(node) else "{…}"
    if isinstance(node, ast.Call):
        return _called(node, texts)
    return "{…}"


def _has_words(node: ast.IfExp) -> bool:
    return all(len(_text(one, {}).split()) > 2 for one in (node.body, node.orelse))


def _called(node: ast.Call, texts: dict[str, str]) -> str:
    """Return the text of a message, of a setting or of a template that is filled in."""
    name = getattr(node.func, "id", getattr(node.func, "attr", ""))
    if name == "Message":
        return "".join(_text(one, texts) for one in node.args)
    if name == "Setting":
        return _text(node.args[0], texts) if node.args else "{…}"
    if name == "setting" and isinstance(node.args[0], ast.Constant):
        return _setting(node, texts)
    if name == "format" and isinstance(node.func, ast.Attribute):
        return re.sub(r"{\w*}", "{…}", _text(node.func.value, texts))
    return "{…}"


def _setting(node: ast.Call, texts: dict[str, str]) -> str:
    """Return a setting as a run names it; only its option of make if a run names several interfaces."""
    key, value, template = [*node.args, *DEFAULTS[len(node.args) - 1 :]]
    literal = value.value if isinstance(value, ast.Constant) else "{…}"
    name = getattr(template, "id", getattr(template, "attr", ""))
    known = vars(settings) | texts
    names = template.value if isinstance(template, ast.Constant) else known.get(name, settings.OPTION)
    keywords = {keyword.arg: _text(keyword.value, texts) for keyword in node.keywords}
    setting = settings.setting(key.value, literal, names, **keywords)
    return setting.make if "{make}" in names else str(setting)


def _escaped(text: str) -> str:
    """Return text that Markdown shows unchanged."""
    parts = re.split(r"(`[^`]*`)", text)
    plain = [part if number % 2 else re.sub(r"([*_<>\[\]|\\#])", r"\\\1", part) for number, part in enumerate(parts)]
    return "".join(plain)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
