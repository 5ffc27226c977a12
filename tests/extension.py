"""One of each kind, to be added to a copied checkout: a dataset, a paper, a measure, an analysis and a kind of model."""

import hashlib
import shutil
from pathlib import Path

from helpers import ROOT, replaced

EXTENSION = ROOT / "tests/fixtures/extension"  # checkout: files to add; mirror: what the registry then names
MIRROR = EXTENSION / "mirror"
PACKAGE = "workflow/scripts/acceptability"

MEASURE = '''def least_lp(sentence: Sentence) -> float:
    """The smallest log p(w)."""
    return min(sentence["log_prob"])


'''
ROWS = {  # by file: the line before which it goes, and what goes there
    f"{PACKAGE}/scoring/measures.py": [
        ("@dataclass(frozen=True)\nclass Measure:", MEASURE),
        (
            '        _declared(pll, "PLL"',
            '        _declared(least_lp, "least log-prob", "log_prob"),\n',
        ),
    ],
}


def registry_row(path: Path) -> str:
    """A row of resources/sources.tsv about a file of the mirror."""
    data = path.read_bytes()
    url = f"https://{path.relative_to(MIRROR)}"
    return "\t".join([path.name, url, hashlib.sha256(data).hexdigest(), str(len(data)), "ours", "yes", "us"]) + "\n"


def extend(folder: Path) -> None:
    """Add the files of ``EXTENSION`` to a checkout, and their rows to its registries."""
    shutil.copytree(EXTENSION / "checkout", folder, dirs_exist_ok=True)
    for name, rows in ROWS.items():
        text = (folder / name).read_text(encoding="utf-8")
        for before, row in rows:
            assert text.count(before) == 1, before
            text = replaced(text, before, row + before)
        (folder / name).write_text(text, encoding="utf-8")
    with open(folder / "resources/sources.tsv", "a", encoding="utf-8") as file:
        file.writelines(registry_row(path) for path in sorted(MIRROR.rglob("*.csv")))
