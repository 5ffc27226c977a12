"""What the rule `score` prints at the end: which tables, figures and pages, and where."""

import shlex
from collections.abc import Mapping
from pathlib import Path

from acceptability.config import artefacts, labels, systems

NAMES = {"tables": "Table", "figures": "Figure", "scores": "Scores"}


def described(config: Mapping, folder: str, command: str) -> dict:
    """``datasets``: of each ``title``, ``table``, ``doubts``, ``labels`` and ``files`` to name; and ``last`` lines.

    ``folder`` is that of the run as the user sees it, ``command`` Snakemake as the user calls it.
    """
    everything = f"{command} --cores 2 --directory {shlex.quote(folder)}"
    last = [("Page", path) for path in artefacts.explorer(config)] + [("Configuration", "config.yaml")]
    return {
        "folder": folder,
        "datasets": [_dataset(config, dataset) for dataset in systems.scored(config)],
        "last": [*_lines(last, folder), f"Report, other figures and tables: {everything}"],
    }


def _dataset(config: Mapping, dataset: str) -> dict:
    made = artefacts.main_artefacts(config, dataset)
    return {
        "title": labels.title(config, dataset),
        "table": next(path for path in made if path.endswith(".csv")),
        "doubts": f"results/metrics/{dataset}/doubts.csv",
        "labels": labels.all_labels(config, systems.systems_of(config, dataset)),
        "files": [(NAMES[path.split("/")[1]], path) for path in made],
    }


def _lines(files: list[tuple[str, str]], folder: str) -> list[str]:
    return [f"{name + ':':<15}{Path(folder, path)}" for name, path in files]
