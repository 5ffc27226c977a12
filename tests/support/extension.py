"""One of each kind: a paper with a dataset, an analysis and a kind of model, in a folder; a measure; and a platform."""

import hashlib
import shutil
from pathlib import Path

from acceptability.sources.fetching import COLUMNS
from helpers import ROOT, replaced

# The user's files (checkout), more papers (papers), and what their registry names (mirror).
EXTENSION = ROOT / "tests/fixtures/extension"
MIRROR = EXTENSION / "mirror"
PACKAGE = "src/acceptability"
PLATFORM = f"{PACKAGE}/responses/platforms/stars.py"

MEASURE = '''def least_lp(sentence: Sentence) -> float:
    """The smallest log p(w)."""
    return min(sentence["log_prob"])


'''
ROWS = {  # by file: the line before which it goes, and what goes there
    f"{PACKAGE}/scoring/measures.py": [
        ("@dataclass(frozen=True)\nclass Measure:", MEASURE),
        (
            '        _declared(log_prob, "PLL", "log_prob", name="pll"',
            '        _declared(least_lp, "least log-prob", "log_prob"),\n',
        ),
    ],
}


def registry_row(path: Path, mirror: Path = MIRROR) -> str:
    """Return the row of a registry about a file of the mirror."""
    data = path.read_bytes()
    url = f"https://{path.relative_to(mirror)}"
    return "\t".join([path.name, url, hashlib.sha256(data).hexdigest(), str(len(data)), "ours", "yes", "us"]) + "\n"


def extend(folder: Path) -> None:
    """Add the files of ``EXTENSION`` to a checkout, and the folder ``papers``, with a registry, beside it."""
    shutil.copytree(EXTENSION / "checkout", folder, dirs_exist_ok=True)
    papers = shutil.copytree(EXTENSION / "papers", folder.parent / "papers", dirs_exist_ok=True)
    rows = [registry_row(path) for path in sorted(MIRROR.rglob("*.csv"))]
    (papers / "sources.tsv").write_text("\t".join(COLUMNS) + "\n" + "".join(rows), encoding="utf-8")
    for name, added in ROWS.items():
        text = (folder / name).read_text(encoding="utf-8")
        for before, row in added:
            assert text.count(before) == 1, before
            text = replaced(text, before, row + before)
        (folder / name).write_text(text, encoding="utf-8")
