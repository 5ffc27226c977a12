"""Write the tables of columns in docs/sentences.md and docs/score.md from the table of roles. `make docs` runs it."""

import re
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGES = (ROOT / "docs/sentences.md", ROOT / "docs/score.md", ROOT / "docs/regions.md")
sys.path.insert(0, str(ROOT / "src"))

from acceptability.reading import roles, values  # noqa: E402
from acceptability.reading.roles import Role  # noqa: E402

START, END = r"<!-- ([\w, ]+); written by docs/describe_columns\.py -->\n", "<!-- until here -->\n"
SYMBOLS = re.compile(r"<pair_id>\.\w+|prompts\.csv|\*")  # which a page would not show as they are
CALLED = {
    "labelled": "labelled sentences",
    "predictions": "formulas",
    "regions": "surprisals",
    "item_decisions": "decisions about items",
}
HEADER = "| column | of | other names that are read | meaning |\n| --- | --- | --- | --- |\n"


def page(text: str) -> str:
    """Return a page with the tables between its comments, which name kinds of tables, written anew."""
    return re.sub(
        f"({START}).*?({END})",
        lambda match: f"{match[1]}\n{columns(match[2].split(', '))}\n{match[3]}",
        text,
        flags=re.DOTALL,
    )


def columns(kinds: list[str]) -> str:
    """Return which columns kinds of tables need, and a table of those they may have; two of one pair share a row."""
    needed = " ".join(
        f"A table of {CALLED.get(kind, kind)} needs {', or '.join(_all_of(form) for form in roles.NEEDED[kind])}."
        for kind in kinds
    )
    rows: dict[tuple[str, str], list[Role]] = {}
    for role in roles.ROLES:
        if having := ", ".join(kind for kind in kinds if kind in role.tables):
            rows.setdefault((re.sub(r"^(good|bad)|\d$", "", role.name), having), []).append(role)
    lines = [f"| {_listed(role.name for role in own)} | {of} | {_cells(own)} |\n" for (_, of), own in rows.items()]
    return f"{needed}\n\n{HEADER}{''.join(lines)}"


def _cells(own: list[Role]) -> str:
    names, texts = map(other_names, own), dict.fromkeys(map(_described, own))
    return f"{' / '.join(filter(None, names))} | {' / '.join(texts)}"


def other_names(role: Role) -> str:
    """Return the names of a role but its own. Those that differ in the word for its side are given by one word."""
    side, forms = role.side, [form for form in role.forms if "{" in form]
    parts = [_listed(name for form in role.forms if (name := form.replace(f"{{{side}}}", side)) != role.name)]
    parts += [f"{_listed(roles.SIDES[side][1:])} in place of `{side}`"] if forms else []
    parts += [f"if a few values recur in many rows: {_listed(role.weak)}"] if role.weak else []
    return "; ".join(filter(None, parts))


def _described(role: Role) -> str:
    """Return what a column holds; of labels, all that their cells may say."""
    if role.name == "label":
        cells = [name for name in sorted(values.LABELS, key=len) if not re.search("[ -]", name)]
        good, bad = (_listed(name for name in cells if values.LABELS[name] == label) for label in (1, 0))
        return f"whether it is acceptable ({good}, nothing beside marks) or not ({bad}, a mark such as `*`)"
    text = SYMBOLS.sub(lambda match: f"`{match[0]}`", role.description.replace("|", "&#124;"))
    return text + "; may be empty" * (role.may_be_empty and "empty" not in text)


def _all_of(names: tuple[str, ...]) -> str:
    return " and ".join(_listed(names).rsplit(", ", 1))


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


if __name__ == "__main__":
    for path in PAGES:
        path.write_text(page(path.read_text(encoding="utf-8")), encoding="utf-8")
