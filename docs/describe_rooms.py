"""Write the map of the package in docs/design.md from the floors and docstrings. `make docs` runs it."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/design.md"
PACKAGE = ROOT / "src/acceptability"
START, END = "<!-- written by docs/describe_rooms.py -->\n", "<!-- until here -->\n"

# Bottom to top. A room is a folder or a module of the package; it imports only rooms of lower floors.
FLOORS = [
    {"written", "installation"},
    {"limits", "messages"},
    {"errors", "adapter", "fonts", "rounding"},
    {"options", "segmentation", "papers"},
    {"contracts"},
    {"sources"},
    {"reading"},
    {"expectations", "responses"},
    {"scoring", "datasets"},
    {"kinds"},
    {"statistics", "conformance"},
    {"figures", "tables", "measuring"},
    {"analyses"},
    {"evaluation"},
    {"api", "studies", "steps"},
    {"publication"},
    {"plan"},
    {"experiment", "verification"},
    {"command"},
]
PUBLICATION = (
    "Contain what concerns one publication each; the modules of `paper/<name>` are `acceptability.papers.<name>`."
)


def page(text: str) -> str:
    """Return the page with the table between its comments written anew."""
    rows = [
        f"| {number} | {_described(room)} |\n" for number, rooms in enumerate(FLOORS, start=1) for room in sorted(rooms)
    ]
    table = f"\n| floor | room | purpose |\n| --- | --- | --- |\n{''.join(rows)}\n"
    return re.sub(f"({START}).*?({END})", lambda match: f"{match[1]}{table}{match[2]}", text, flags=re.DOTALL)


def _described(room: str) -> str:
    """Return the name of a room's folder or file, and the first line of its docstring, as cells of the table."""
    if room == "publication":
        return f"`paper/` | {PUBLICATION}"
    folder = PACKAGE / room
    name, file = (f"{room}/", folder / "__init__.py") if folder.is_dir() else (f"{room}.py", PACKAGE / f"{room}.py")
    docstring = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8")))
    first_line = docstring.partition("\n")[0].replace("``", "`")
    return f"`{name}` | {first_line}"


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
