"""List what the summary of a run shows: metrics, labels and files of each dataset, and how to make all else."""

import shlex
from pathlib import Path

from acceptability.command.unchanged import COMMAND, PROFILE
from acceptability.plan import artefacts
from acceptability.plan.datasets import Dataset
from acceptability.plan.plan import Plan

# The metrics that the main table of a dataset shows, by the table's name.
METRICS = {
    "criteria": "criteria",
    "ratings": "sentences_fits",
    "separation": "separation",
    "bits": "bits",
    "suite_shares": "suite_groups",
}
KINDS = {"tables": "Table", "figures": "Figure", "scores": "Scores"}


def described(plan: Plan, base: Path, folder: str) -> dict:
    """Return what command.summary.summary takes.

    ``base`` is the project's folder; ``folder``, that of the run, which is the current one, as the user sees it.
    """
    return {
        "folder": folder,
        "datasets": [_dataset(dataset) for dataset in plan.scored],
        "files": [
            *(("R script", path) for path in artefacts.r_scripts(plan)),
            *(("Page", path) for path in artefacts.explorer(plan)),
            ("Configuration", "config.yaml"),
        ],
        "command": f"{_command(base, folder)} --directory {shlex.quote(folder)}",
    }


def _command(base: Path, folder: str) -> str:
    """Return how to start Snakemake so that it says little: from the project's folder if that is where the user is."""
    if Path(folder).is_absolute() or (base / folder).resolve() != Path.cwd():
        return shlex.join([*COMMAND.split()[:-1], f"{base}/{PROFILE}", "--snakefile", f"{base}/Snakefile"])
    return f".venv/bin/{COMMAND}" if (base / ".venv/bin/snakemake").exists() else COMMAND


def metrics(dataset: Dataset) -> str:
    """Return the file of the dataset's main metrics; if it has none, the file of all scores."""
    paths = [path for path in artefacts.main_artefacts(dataset) if path.endswith(".csv")]
    tables = [path for path in paths if path.startswith("results/tables/")]
    return f"results/metrics/{dataset.key}/{METRICS[Path(tables[0]).stem]}.csv" if tables else paths[0]


def beside(dataset: Dataset) -> dict[str, str]:
    """Return the files of further metrics that the main table shows, by name; none of a dataset without pairs."""
    if not {"pairs", "systems"} <= dataset.has:
        return {}
    names = ["against_chance", *(["sentences_fits"] if {"rated", "scores"} <= dataset.has else [])]
    return {name: f"results/metrics/{dataset.key}/{name}.csv" for name in names}


def _dataset(dataset: Dataset) -> dict:
    return {
        "title": dataset.title,
        "metrics": metrics(dataset),
        "beside": beside(dataset),
        "as_babylm": f"results/metrics/{dataset.key}/as_babylm.csv" if {"pairs", "as_babylm"} <= dataset.has else None,
        "signature": f"results/metrics/{dataset.key}/signature.csv",
        "doubts": f"results/metrics/{dataset.key}/doubts.csv",
        "rows": dataset.row_labels | dataset.subject.references | dataset.subject.suite_labels,
        "labels": dataset.labels,
        "files": [(KINDS[path.split("/")[1]], path) for path in artefacts.main_artefacts(dataset)],
    }
