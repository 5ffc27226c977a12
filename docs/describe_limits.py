"""Write the table of limits in docs/limits.md from the module of limits. `make docs` runs it."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/limits.md"
sys.path.insert(0, str(ROOT / "src"))

from acceptability import limits  # noqa: E402

START, END = "<!-- written by docs/describe_limits.py -->\n", "<!-- until here -->\n"


def page(text: str) -> str:
    """Return the page with the table between its comments written anew."""
    rows = [f"| {limit.of} | {limit.most:,} {limit.unit} | `{name}` |\n" for name, limit in limits.table().items()]
    table = f"\n| what is limited | limit | name in `limits.py` |\n| --- | --- | --- |\n{''.join(rows)}\n"
    return re.sub(f"({START}).*?({END})", lambda match: f"{match[1]}{table}{match[2]}", text, flags=re.DOTALL)


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
