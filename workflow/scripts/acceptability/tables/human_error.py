"""Sampling error of human ratings."""

import pandas as pd

from acceptability.contracts.raters import HUMAN_ERROR
from acceptability.tables.text import Made, shown

READS = {"human_error": HUMAN_ERROR}

STATISTICS = {
    "raters": "mean number of raters of a sentence",
    "rating_sd": "SD of one rating around its sentence's mean",
    "delta_sd": "SD of the human deltas",
    "reliability": "share of their variance that is not sampling error",
    "se_lower_quartile": "standard error of a delta, lower quartile",
    "se_median": "standard error of a delta, median",
    "se_upper_quartile": "standard error of a delta, upper quartile",
    "se_above": "share of pairs whose standard error exceeds δ",
    "below_two_se": "share of deltas within two standard errors of 0",
    "place_slope": "change of a sentence's rating over ten places of the questionnaire",
    "place_slope_se": "its standard error over participants",
    "place_slope_construction": "change over ten places, between sentences of one construction",
    "place_slope_construction_se": "its standard error over questionnaires",
}


def make(*, human_error: pd.DataFrame, title: str) -> Made:
    """A row for each statistic, in z-units where it is not a share or a count."""
    limits = [f" = {limit:g}" if pd.notna(limit) else "" for limit in human_error["threshold"]]
    table = pd.DataFrame(
        {
            "Statistic": [STATISTICS[key] + limit for key, limit in zip(human_error["statistic"], limits, strict=True)],
            "Value": [shown(value, 3) for value in human_error["value"]],
            "Sentences, pairs or constructions": human_error["number"].astype(str),
        }
    )
    return Made(table, f"{title}: how precisely human deltas are known. Ratings are z-scores.")
