"""Measure how well panels of people agree with each other, and how precisely the human deltas are known."""

import pandas as pd

from acceptability.tables.text import shown, with_interval

NAMES = {"blimp": "BLiMP (against experts)", "sentence_r": "r of sentences", "pair_r": "r of deltas"}
JUDGES = {
    "equal_panels": "{}",
    "scaled_panels": "{}, SD 1",
    "rest": "{}",
    "expected_ratings": "expected ratings",
    "scaled_ratings": "expected ratings, SD 1",
    "whole_panels": "whole set: {}",
    "whole_scaled_panels": "whole set: {}, SD 1",
    "whole_expected": "whole set: expected ratings",
    "whole_scaled_expected": "whole set: expected ratings, SD 1",
}


def make_ceiling(*, ceiling: pd.DataFrame) -> pd.DataFrame:
    """Return a row for each pair of panels: shares of pairs and Pearson's r, observed and predicted.

    The table shows the rows for up to six raters, for the most that were observed and for all. One panel against all
    other raters is shown for a single rater only. r is predicted by Spearman and Brown's formula, all else by the noise
    model. The BLiMP criterion asks the first side alone. The whole set rests on an assumption: see
    compute.whole_ceiling.
    """
    columns = [NAMES.get(row.criterion, f"ADC, δ = {row.threshold:g}") for row in ceiling.itertuples()]
    predicted = ceiling["source"].ne("observed")
    ceiling = ceiling.assign(
        column=columns,
        predicted=predicted,
        size=ceiling["raters"].fillna(ceiling["against"]),
        comparison=pd.Categorical(ceiling["comparison"], list(JUDGES)),
    )
    most = ceiling.loc[~predicted, "size"].max()
    whole = ceiling["comparison"].astype(str).str.startswith("whole")
    sizes = (ceiling["size"] <= min(most, 6)) | ceiling["size"].isin([most, ceiling["size"].max()]) | whole
    ceiling = ceiling[sizes & (ceiling["comparison"].ne("rest") | ceiling["size"].eq(1))]
    rows = []
    for (comparison, size, predicted), group in ceiling.groupby(["comparison", "size", "predicted"], observed=True):
        raters = _raters(size)
        heads = {
            "As system": JUDGES[comparison].format(raters),
            "As humans": "all others" if comparison == "rest" else raters,
            "Source": "predicted" if predicted else "observed",
            "Number of pairs": f"{group['pairs'].max():.0f}",
        }
        rows.append(heads | {row.column: shown(row.mean, 3) for row in group.itertuples()})
    headings = ["As system", "As humans", "Source", "Number of pairs"]
    return pd.DataFrame(rows, columns=[*headings, *dict.fromkeys(columns)]).fillna("")


def make_ceiling_of_sentences(*, ceiling: pd.DataFrame) -> pd.DataFrame:
    """Return a row for every two panels: their numbers of raters of a sentence, and Pearson's r of their ratings.

    r is observed where the people could be split into such panels; else it is predicted.
    """
    ceiling = ceiling.drop_duplicates(["comparison", "raters", "against"])  # what is observed comes first
    predicted = ceiling["source"].ne("observed")
    others = ceiling["against"].map("{:.4g}".format).astype(str)
    return pd.DataFrame(
        {
            "As system": [JUDGES[row.comparison].format(_raters(row.raters)) for row in ceiling.itertuples()],
            "As humans": others.where(ceiling["comparison"].ne("rest"), others + " others"),
            "Source": predicted.map({True: "predicted", False: "observed"}),
            "Number of sentences": ceiling["pairs"].map("{:.0f}".format),
            NAMES["sentence_r"]: with_interval(ceiling, "mean", "low", "high"),
        }
    )


def _raters(number: float) -> str:
    return f"{number:.4g} rater{'s' if number > 1 else ''}"


STATISTICS = {
    "raters": "mean number of raters of a sentence",
    "rating_sd": "SD of one rating around its sentence's mean",
    "perfect_r": "expected Pearson's r of a perfect predictor with the mean ratings",
    "delta_sd": "SD of the human deltas",
    "reliability": "share of their variance that is not sampling error",
    "sentence_sd": "SD of the sentences' ratings",
    "sentence_reliability": "share of their variance that is not sampling error",
    "rating_sd_place": "SD of one rating around its sentence's mean, without the effect of the place",
    "reliability_place": "share of the variance of deltas that is not sampling error, without the effect of the place",
    "sentence_reliability_place": "share of the variance of sentences' ratings that is not sampling error, without "
    "the effect of the place",
    "place_share": "share of the variance of one rating around its sentence's mean that is an effect of the place",
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


def make_human_error(*, human_error: pd.DataFrame) -> pd.DataFrame:
    """Return a row for each statistic that is known, in z-units where it is not a share or a count."""
    human_error = human_error.dropna(subset="value")
    limits = [f" = {limit:g}" if pd.notna(limit) else "" for limit in human_error["threshold"]]
    return pd.DataFrame(
        {
            "Statistic": [STATISTICS[key] + limit for key, limit in zip(human_error["statistic"], limits, strict=True)],
            "Value": [shown(value, 3) for value in human_error["value"]],
            "Sentences, pairs or constructions": human_error["number"].astype(str),
        }
    )
