"""Tables that the study's other tables, figures and numbers are made from."""

from pathlib import Path

import pandas as pd

from acceptability.analyses.suites.compute import mean_of_suites
from acceptability.papers.sg2020 import comparisons, release
from acceptability.papers.sg2020.circuits import circuit
from acceptability.papers.sg2020.release import CELL


def sg_items(*, results: Path) -> pd.DataFrame:
    """Return the contract ITEMS: the decisions of 46 runs, prepared as the authors' notebook does."""
    decisions = release.as_the_authors(release.read_decisions(results))
    decisions.insert(1, "name", decisions["model"].map(release.MODELS | release.PRETRAINED))
    decisions.insert(4, "circuit", decisions["suite"].map(circuit))
    return release.ordered(decisions)


def sg_runs(*, items: pd.DataFrame) -> pd.DataFrame:
    """Return the contract RUNS."""
    return release.accuracies(items)


def sg_scores(*, items: pd.DataFrame) -> pd.DataFrame:
    """Return the contract SCORES: the SG score of each model and corpus, with its interval over items within suites."""
    means = items.groupby([*CELL, "suite", "item"], sort=False)["right"].mean().reset_index()
    rows = []
    for (model, name, corpus), cell in means.groupby(CELL, sort=False):
        mean = mean_of_suites(suite["right"] for _, suite in cell.groupby("suite"))
        low, high = mean.interval(0, 1)
        runs = items.loc[items["model"].eq(model) & items["corpus"].eq(corpus), "seed"].nunique()
        row = {"model": model, "name": name, "corpus": corpus, "runs": runs, "sg": mean.value, "low": low, "high": high}
        rows.append(row | {"all_items": cell["right"].mean()})
    return pd.DataFrame(rows)


def sg_fits(*, runs: pd.DataFrame) -> pd.DataFrame:
    """Return the contract FITS: six mixed models of the models that were trained on BLLIP."""
    return comparisons.fits(runs)


def sg_effects(*, runs: pd.DataFrame) -> pd.DataFrame:
    """Return the contract EFFECTS: fixed effects of the two full models."""
    return comparisons.effects(runs)
