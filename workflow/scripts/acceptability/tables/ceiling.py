"""How well so many raters agree with others."""

import pandas as pd

from acceptability.contracts.metrics import CEILING
from acceptability.tables.text import Made, shown

READS = {"ceiling": CEILING}

NAMES = {"blimp": "BLiMP (against experts)", "sentence_r": "r of sentences", "pair_r": "r of deltas"}
COMPARISONS = ["equal_panels", "rest", "expected_ratings", "scaled_ratings"]
JUDGES = {"expected_ratings": "expected ratings", "scaled_ratings": "the same, SD 1"}


def make(*, ceiling: pd.DataFrame, title: str) -> Made:
    """Shares of pairs and Pearson's r, observed and predicted.

    Shown are the rows for up to six raters, for the most that were observed and for all; one panel against all other
    raters for a single rater only. r is predicted by Spearman and Brown's formula, all else by the noise model. The
    BLiMP criterion asks the first side alone.
    """
    columns = [NAMES.get(row.criterion, f"ADC, δ = {row.threshold:g}") for row in ceiling.itertuples()]
    predicted = ceiling["source"].ne("observed")
    ceiling = ceiling.assign(
        column=columns,
        predicted=predicted,
        size=ceiling["raters"].fillna(ceiling["against"]),
        comparison=pd.Categorical(ceiling["comparison"], COMPARISONS),
    )
    most = ceiling.loc[~predicted, "size"].max()
    sizes = (ceiling["size"] <= min(most, 6)) | ceiling["size"].isin([most, ceiling["size"].max()])
    ceiling = ceiling[sizes & (ceiling["comparison"].ne("rest") | ceiling["size"].eq(1))]
    rows = []
    for (comparison, size, predicted), group in ceiling.groupby(["comparison", "size", "predicted"], observed=True):
        raters = f"{size:.3g} rater{'s' if size > 1 else ''}"
        heads = {
            "As system": JUDGES.get(comparison, raters),
            "As humans": "all others" if comparison == "rest" else raters,
            "Source": "predicted" if predicted else "observed",
            "Pairs": f"{group['pairs'].max():.0f}",
        }
        rows.append(heads | {row.column: shown(row.mean, 3) for row in group.itertuples()})
    heads = ["As system", "As humans", "Source", "Pairs"]
    table = pd.DataFrame(rows, columns=[*heads, *dict.fromkeys(columns)]).fillna("")
    caption = f"{title}: agreement of participants with other participants, by the number of raters a sentence"
    return Made(table, caption)
