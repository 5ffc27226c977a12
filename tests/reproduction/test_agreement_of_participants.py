"""Test the agreement of participants on real datasets against docs/humans.md and the audited widths of intervals."""

import re

import numpy as np
import pandas as pd
import pytest

from acceptability.papers.humans import metrics, study
from acceptability.statistics import halves, panels
from acceptability.statistics.clusters import crossed_r_interval
from helpers import ROOT

KINDS = {  # by what the first cell of the table in docs/humans.md begins with
    "Satiation by exposure": {"kind": "satiation-exposure"},
    "Islands, 2016": {"kind": "islands", "experiment": "2016-english"},
    "LI-Adger": {"kind": "li-adger"},
    "MegaAcceptability": {"kind": "mega-acceptability"},
    "Chinese bridge verbs, second experiment": {"kind": "chinese-bridge-2"},
    "Chinese bridge verbs, first experiment": {"kind": "chinese-bridge"},
}
WIDER = {"LI-Adger": 1.40, "MegaAcceptability": 1.33, "Islands, 2016": 1.22}  # than an interval over clusters alone
CROSSED = pd.DataFrame(columns=["stratum", "row", "level", "pearson_r", "low", "high", "sentences"])


def tables_of(data) -> dict[str, pd.DataFrame]:
    """Return what the overview reads of a dataset to know how well its participants agree."""
    tables = {"sentences": data.sentences, "pairs": data.pairs, "ratings": data.ratings}
    return tables | (
        {"crossed": CROSSED} if {"set", "construction"} <= {*data.sentences} and not len(data.pairs) else {}
    )


def written(value: float) -> str:
    """Write a correlation as the documentation does."""
    return ">.999" if value > 0.9995 else f"{value:.3f}".lstrip("0")


LONG = ("LI-Adger", "MegaAcceptability")  # more than a minute each


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.thorough) if name in LONG else name for name in KINDS]
)
def test_agreement_is_as_documented_and_its_interval_is_over_participants_too(made, name):
    data = made(**KINDS[name])
    tables = tables_of(data)
    by_argument = {study.argument(key, "x"): table for key, table in tables.items()}
    rows = metrics.people_and_systems(labels_by_dataset={"x": {}}, **by_argument).set_index("row")
    r, perfect = rows.loc["people/halves"], rows.loc["people/perfect", "value"]
    ends = r[["low", "high"]].tolist()
    docs = (ROOT / "docs/humans.md").read_text(encoding="utf-8")
    line = re.search(rf"^\| {re.escape(name)}.* \| (\S+ \[.*\]) \| (\S+) \|$", docs, re.M)
    assert line[1] == f"{written(r['value'])} [{', '.join(map(written, ends))}]"
    assert line[2] == written(perfect) and perfect == pytest.approx(np.sqrt(r["value"]))
    if name in WIDER:
        rated = panels.answers(data.ratings)
        kinds = metrics._kinds(tables, rated.sentences)
        estimates = halves.agreement(rated, kinds, splits=20, seed=metrics.SEED).estimates
        alone = (
            crossed_r_interval(estimates[0], estimates[1], estimates[3])
            if len(kinds) == 2
            else estimates[0].r_interval()
        )
        assert np.ptp(np.arctanh(ends)) / np.ptp(np.arctanh(alone)) == pytest.approx(WIDER[name], abs=0.03)
