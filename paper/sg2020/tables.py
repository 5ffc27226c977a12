"""Tables of the released decisions: SG scores by model and corpus, by circuit, with modifiers; mixed models."""

import pandas as pd

from acceptability.papers.sg2020.circuits import CIRCUITS
from acceptability.papers.sg2020.release import CELL, CORPORA, MODELS, MODIFIED, PRETRAINED
from acceptability.rounding import shown
from acceptability.tables.text import or_dash, p_or_dash, with_interval

SIZES = {corpus: f"BLLIP-{corpus.upper()}" for corpus in CORPORA}


def scores(*, scores: pd.DataFrame) -> pd.DataFrame:
    """Show the SG score of each model and corpus, with its interval over items within suites."""
    return pd.DataFrame(
        {
            "Model": scores["name"],
            "Trained on": [SIZES.get(corpus, "other text") for corpus in scores["corpus"]],
            "Runs": scores["runs"],
            "SG score": with_interval(scores, "sg", "low", "high"),
            "All items": scores["all_items"].map(or_dash),
        }
    )


def circuits(*, runs: pd.DataFrame) -> pd.DataFrame:
    """Return the mean accuracy of each model and corpus on the suites of each circuit."""
    means = runs.groupby([*CELL, "circuit"], sort=False)["accuracy"].mean().unstack("circuit")
    means = means[list(dict.fromkeys(CIRCUITS.values()))]
    names = [name + (f", {SIZES[corpus]}" if corpus else "") for _, name, corpus in means.index]
    return pd.DataFrame({"Model": names} | {circuit: means[circuit].map(or_dash).to_numpy() for circuit in means})


def modifiers(*, runs: pd.DataFrame) -> pd.DataFrame:
    """Return the mean accuracy over runs and suites without and with a modifier, and the difference."""
    table = stability(runs)
    return pd.DataFrame(
        {
            "Model": table["name"],
            "Without modifier": table["without"].map(or_dash),
            "With modifier": table["with"].map(or_dash),
            "Difference": table["difference"].map(or_dash),
        }
    )


def stability(runs: pd.DataFrame) -> pd.DataFrame:
    """Return ``name, without, with, difference`` of each model: means over its runs and five suites of each kind."""
    means = pd.DataFrame(
        {
            column: runs[runs["suite"].isin(suites)].groupby("name", sort=False)["accuracy"].mean()
            for column, suites in (("without", MODIFIED.keys()), ("with", MODIFIED.values()))
        }
    )
    means["difference"] = means["with"] - means["without"]
    return means.loc[list((PRETRAINED | MODELS).values())].rename_axis("name").reset_index()


def comparisons(*, fits: pd.DataFrame) -> pd.DataFrame:
    """Show the mixed models, and the likelihood-ratio tests of size and architecture."""
    return pd.DataFrame(
        {
            "Fixed effects": fits["fixed"],
            "Log-likelihood": fits["log_likelihood"].map(lambda value: shown(value, 2)),
            "AIC": fits["aic"].map(lambda value: shown(value, 2)),
            "Tested": fits["without"].fillna(""),
            "χ²": fits["chi2"].map(lambda value: shown(value, 2)),
            "df": fits["df"].map(lambda value: shown(value, 0)),
            "p": fits["p"].map(lambda value: "" if pd.isna(value) else p_or_dash(value)),
        }
    )
