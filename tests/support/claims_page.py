"""The numbers on docs/reproduce.md, compared with those of a run."""

import csv

import pandas as pd

from helpers import ROOT


def _rows(name: str, study: str) -> list[dict[str, str]]:
    with open(ROOT / f"docs/{name}.csv", encoding="utf-8", newline="") as lines:
        return [row for row in csv.DictReader(lines) if row["study"] == study]


def assert_as_on_the_page(study: str, reproduction: pd.DataFrame, first: str = "as_published") -> None:
    """Compare a study's claims and the numbers of its verdicts with ``reproduction.csv`` of a run, read as text.

    Parameters:
        first: the column with the numbers by the published data or computation, if the study has one.
    """
    counts = {row["verdict"]: int(row["numbers"]) for row in _rows("verdicts", study)}
    assert reproduction["verdict"].value_counts().to_dict() == counts
    claims = _rows("reproduce", study)
    assert claims
    for claim in claims:
        rows = reproduction[(reproduction["place"] == claim["place"]) & (reproduction["item"] == claim["item"])]
        assert rows["verdict"].tolist() == [claim["verdict"]], claim
        columns = {"published": first, "corrected": "corrected"}
        for column, name in columns.items():
            (value,) = rows.get(name, [""])
            decimals = len(claim[column].partition(".")[2])
            assert (f"{float(value):.{decimals}f}" if value else "") == claim[column], claim
