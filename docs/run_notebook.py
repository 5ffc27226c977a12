"""Run docs/notebook.ipynb and write it, with what its cells print and draw, to build/docs. `make docs` runs it."""

import os
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

ROOT = Path(__file__).parents[1]


def run(folder: Path) -> nbformat.NotebookNode:
    """Return the notebook as it is after all its cells have run in a folder. Raises CellExecutionError."""
    os.environ.pop("MPLBACKEND", None)  # the kernel has its own
    os.environ["PYTHONPATH"] = str(ROOT / "src")  # of the kernel
    notebook = nbformat.read(ROOT / "docs/notebook.ipynb", as_version=4)
    return NotebookClient(notebook, timeout=600, resources={"metadata": {"path": str(folder)}}).execute()


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(run(target.parent), target)
