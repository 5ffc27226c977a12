"""A table of simulated Elo ratings of the orders of five words: numbers by a formula, which nobody's choices gave."""

import hashlib
from collections.abc import Mapping
from pathlib import Path

from acceptability.papers.thesis.cgi.rows import ORDERS, exchanges

SIMULATED = {name: 200 - 30 * exchanges("cgi.0", name) + number / 8 for number, name in enumerate(ORDERS)}


def write_simulated(path: Path, elo: Mapping[str, float] = SIMULATED) -> Path:
    """Write ``sentence,elo,note``, one row an order."""
    rows = [f"{' '.join(ORDERS[name])},{value},simulated" for name, value in elo.items()]
    path.write_text("\n".join(["sentence,elo,note", *rows]) + "\n", encoding="utf-8")
    return path


def git_blob(path: Path) -> str:
    """The id that git gives a file's content."""
    data = path.read_bytes()
    return hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest()
