"""What `make score` prints at the end: the main table of each dataset, what to be careful about, where things are."""

import csv
import shutil
from collections.abc import Mapping
from pathlib import Path

from tabulate import tabulate

from acceptability.config import artefacts, labels, systems

SHOWN = 10  # doubts
GENERAL = ("ratings", "sentences", "pairs", "intervals")  # what doubts are about that say so themselves


def summary(config: Mapping, folder: str) -> str:
    """Text for the terminal. ``folder`` is that of the run, as the user names it."""
    parts = [_of_dataset(config, dataset, folder) for dataset in systems.scored(config)]
    last = [("Page", path) for path in artefacts.explorer(config)] + [("Configuration", "config.yaml")]
    everything = f"Report, other figures and tables: snakemake --cores 2 --directory {folder}"
    return "\n".join([*parts, *_paths(last, folder), everything])


def _of_dataset(config: Mapping, dataset: str, folder: str) -> str:
    of_dataset = [path for path in artefacts.main_artefacts(config) if path.split("/")[2].split(".")[0] == dataset]
    table = next((path for path in of_dataset if path.startswith("results/tables/") and path.endswith(".csv")), None)
    doubts = _rows(Path(f"results/metrics/{dataset}/doubts.csv"))[1:]
    lines = [_table(Path(table)) if table else labels.title(config, dataset)]
    lines += [f"Careful: {doubt if about in GENERAL else f'{about}: {doubt}'}" for about, doubt in doubts[:SHOWN]]
    if len(doubts) > SHOWN:
        lines.append(f"Careful: {len(doubts) - SHOWN} more in {folder}/results/metrics/{dataset}/doubts.csv")
    kinds = {"tables": "Table", "figures": "Figure", "scores": "Scores"}
    made = [(kinds[path.split("/")[1]], path) for path in of_dataset if path.endswith((".csv", ".png"))]
    return "\n".join([*lines, *_paths(made, folder)]) + "\n"


def _paths(files: list[tuple[str, str]], folder: str) -> list[str]:
    return [f"{name + ':':<15}{Path(folder, path)}" for name, path in files]


def _table(path: Path) -> str:
    """The table of a file; without its intervals where the terminal is too narrow for them."""
    header, *rows = _rows(path)
    table = tabulate(rows, header, disable_numparse=True)
    if max(map(len, table.splitlines())) > shutil.get_terminal_size((100, 24)).columns:
        table = tabulate([[cell.split(" [")[0] for cell in row] for row in rows], header, disable_numparse=True)
        table += f"\n(95 % intervals: {path})" if any(" [" in cell for row in rows for cell in row) else ""
    return table


def _rows(path: Path) -> list[list[str]]:
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.reader(file))
