"""Print the end of `make score`: a table of each dataset's metrics, warnings about them, and where things are."""

import shutil
from collections.abc import Mapping
from pathlib import Path

import pandas as pd

from acceptability.analyses.as_babylm.manifest import AS_BABYLM
from acceptability.analyses.bits.manifest import BITS
from acceptability.analyses.correlations.manifest import FITS
from acceptability.analyses.coverage import with_counts
from acceptability.analyses.criteria.columns import SCREEN, Metrics, filled
from acceptability.analyses.criteria.manifest import CRITERIA
from acceptability.analyses.doubts.manifest import READING
from acceptability.analyses.headlines.manifest import AGAINST_CHANCE
from acceptability.analyses.separation.manifest import SEPARATION
from acceptability.analyses.separation.table import NOT_IN_LATEX, STATISTICS
from acceptability.analyses.signature.manifest import SIGNATURE
from acceptability.analyses.suites.manifest import OVERALL, SUITE_GROUPS
from acceptability.contracts import io
from acceptability.contracts.data import DOUBTS
from acceptability.contracts.systems import row_keys
from acceptability.rounding import shown
from acceptability.tables.text import interval

MOST = 10  # rows of a table of scores, and doubts
GENERAL = ("ratings", "sentences", "pairs", "intervals")  # subjects of warnings that name them themselves


def summary(described: Mapping, width: int | None = None) -> str:
    """Return what command.contents.described says, with the content of its files, for lines of ``width``."""
    width = width or shutil.get_terminal_size((100, 24)).columns
    folder = described["folder"]
    lines = [line for dataset in described["datasets"] for line in [*_of_dataset(dataset, folder, width), ""]]
    lines += [
        *_files(described["files"], folder),
        f"Reports (short, details), figures, tables: {described['command']}",
    ]
    return "\n".join(lines)


def _of_dataset(dataset: Mapping, folder: str, width: int) -> list[str]:
    if dataset["metrics"].startswith("results/metrics/"):
        kind, rows = Path(dataset["metrics"]).stem, dataset["rows"]
        if kind == CRITERIA.name:
            rows = with_counts(rows, io.read_table(dataset["metrics"], CRITERIA))
        lines = [fitted(READ[kind](dataset["metrics"], **dataset["beside"]), rows, dataset["title"], width)]
    else:
        scores = io.read_raw_csv(dataset["metrics"])
        lines = [dataset["title"], aligned(scores[:MOST])]
        lines += [f"… and {len(scores) - MOST} more"] if len(scores) > MOST else []
    if path := dataset.get("as_babylm"):
        lines += ["", fitted(as_babylm(path), dataset["rows"], dataset["title"], width)]
    signatures = io.read_table(dataset["signature"], SIGNATURE)["signature"].tolist()
    lines += [*_files([("Signature", signature) for signature in signatures[:MOST]], "")]
    lines += [f"… and {len(signatures) - MOST} more in {Path(folder, dataset['signature'])}"] * (len(signatures) > MOST)
    doubts = io.read_table(dataset["doubts"], DOUBTS)
    doubts = doubts[doubts["about"] != READING]  # which was printed at the beginning
    for about, doubt in doubts[["about", "doubt"]][:MOST].itertuples(index=False):
        lines.append(f"Note: {doubt}" if about in GENERAL else f"Note: {dataset['labels'][about]}: {doubt}")
    if len(doubts) > MOST:
        lines.append(f"Note: {len(doubts) - MOST} more in {Path(folder, dataset['doubts'])}")
    filled = [(kind, path) for kind, path in dataset["files"] if kind != "Table" or len(io.read_raw_csv(path))]
    return [*lines, *_files(filled, folder)]


def _files(files: list[tuple[str, str]], folder: str) -> list[str]:
    return [f"{kind + ':':<15}{Path(folder, path)}" for kind, path in files]


def shares(path: str, against_chance: str = "", sentences_fits: str = "") -> pd.DataFrame:
    """Return the shares of pairs that meet each criterion, a tie counting as half, with what they are compared with.

    The BLiMP criterion is followed by the number of pairs and the p of 50 %, the ADC at the smallest δ by chance, the
    share above chance and its p. At the end is Pearson's r with the ratings of sentences.

    Columns: ``row`` (system/measure), ``heading``, ``text``, and ``low`` and ``high`` (the 95 % interval, or NaN).

    Parameters:
        path, against_chance, sentences_fits: files of CRITERIA, AGAINST_CHANCE and FITS; empty: there is none.
    """
    tests = io.read_table(against_chance, AGAINST_CHANCE) if against_chance else None
    fits = io.read_table(sentences_fits, FITS) if sentences_fits else None
    metrics = Metrics(io.read_table(path, CRITERIA), against_chance=tests, fits=fits)
    columns = filled(metrics, SCREEN)
    parts = [entry.cells.rename_axis("row").reset_index().assign(heading=entry.heading) for entry in columns]
    return pd.concat(parts, ignore_index=True)


def correlations(path: str) -> pd.DataFrame:
    """Return the correlations of scores with ratings, in the columns of ``shares``."""
    return _cells(io.read_table(path, FITS), "Pearson's r with ratings", "pearson_r", "low", "high")


def separations(path: str) -> pd.DataFrame:
    """Return how well scores separate labels, by the main statistics, in the columns of ``shares``."""
    table = io.read_table(path, SEPARATION).assign(row=row_keys)
    shown_here = [statistic for statistic in STATISTICS if statistic in set(table["statistic"]) - set(NOT_IN_LATEX)]
    parts = [(table[table["statistic"] == statistic], STATISTICS[statistic]) for statistic in shown_here]
    return pd.concat([_cells(part, heading, "value", "low", "high") for part, heading in parts])


def bits(path: str) -> pd.DataFrame:
    """Return how many bits a text takes, in the columns of ``shares``."""
    table = io.read_table(path, BITS).assign(row=row_keys)
    return _cells(table, "Bits per byte", "bits_per_byte", "low", "high")


def as_babylm(path: str) -> pd.DataFrame:
    """Return the shares of right pairs as BabyLM's pipeline counts, in the columns of ``shares``."""
    table = io.read_table(path, AS_BABYLM).assign(row=row_keys, low=None, high=None)
    return _cells(table, "As BabyLM's pipeline counts", "mean", "low", "high")


def suite_groups(path: str) -> pd.DataFrame:
    """Return the mean shares of right items by group of suites, first of all suites, in the columns of ``shares``."""
    table = io.read_table(path, SUITE_GROUPS).rename(columns={"system": "row", "group": "heading", "share": "value"})
    return table.sort_values("heading", key=lambda heading: heading != OVERALL, kind="stable")


READ = {
    "criteria": shares,
    "sentences_fits": correlations,
    "separation": separations,
    "bits": bits,
    "suite_groups": suite_groups,
}


def _cells(table: pd.DataFrame, heading: str, value: str, low: str, high: str) -> pd.DataFrame:
    columns = {value: "value", low: "low", high: "high"}
    return table[["row", *columns]].rename(columns=columns).assign(heading=heading)


def fitted(cells: pd.DataFrame, rows: Mapping[str, str], title: str, width: int) -> str:
    """Return a table of cells, its rows by their labels; if too wide, without intervals, then last columns."""
    numbers = cells["text"] if "text" in cells else cells["value"].map(lambda value: shown(value, 3))
    for text in (numbers + cells.apply(interval, axis=1), numbers):
        table = cells.assign(text=text).pivot(index="row", columns="heading", values="text").fillna("")
        table = table.loc[[row for row in rows if row in table.index], cells["heading"].unique()].reset_index()
        table["row"] = table["row"].map(rows)
        table = table.rename(columns={"row": title})
        if _width(table) <= width:
            return aligned(table)
    fitting = next((number for number in range(table.shape[1], 2, -1) if _width(table.iloc[:, :number]) <= width), 2)
    left_out = f"\nNot shown: {'; '.join(table.columns[fitting:])}" if fitting < table.shape[1] else ""
    return aligned(table.iloc[:, :fitting]) + left_out


def _width(table: pd.DataFrame) -> int:
    return max(map(len, aligned(table).splitlines()))


def aligned(table: pd.DataFrame) -> str:
    """Return the columns of a table of texts side by side, with a line below the headings."""
    rows = [
        [cell if len(cell) <= 60 else f"{cell[:59]}…" for cell in row] for row in [table.columns, *table.to_numpy()]
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join([lines[0], "  ".join("-" * width for width in widths), *lines[1:]])
