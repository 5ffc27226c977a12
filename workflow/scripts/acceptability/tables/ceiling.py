"""How well so many raters agree with others."""

import pandas as pd

from acceptability.contracts.raters import CEILING
from acceptability.tables.text import Made, shown

READS = {"ceiling": CEILING}

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


def make(*, ceiling: pd.DataFrame, title: str) -> Made:
    """Shares of pairs and Pearson's r, observed and predicted.

    Shown are the rows for up to six raters, for the most that were observed and for all; one panel against all other
    raters for a single rater only. r is predicted by Spearman and Brown's formula, all else by the noise model. The
    BLiMP criterion asks the first side alone. The whole set rests on an assumption (analysis.ceiling.whole_ceiling).
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
        raters = f"{size:.3g} rater{'s' if size > 1 else ''}"
        heads = {
            "As system": JUDGES[comparison].format(raters),
            "As humans": "all others" if comparison == "rest" else raters,
            "Source": "predicted" if predicted else "observed",
            "Pairs": f"{group['pairs'].max():.0f}",
        }
        rows.append(heads | {row.column: shown(row.mean, 3) for row in group.itertuples()})
    heads = ["As system", "As humans", "Source", "Pairs"]
    table = pd.DataFrame(rows, columns=[*heads, *dict.fromkeys(columns)]).fillna("")
    caption = (
        f"{title}: agreement of participants with other participants, by the number of raters of each sentence: share "
        "of the pairs that meet each criterion, and Pearson's r. Observed: mean over splits of the participants. "
        "Predicted: by a model of sampling error, for r by Spearman and Brown's formula."
    )
    return Made(table, caption)
