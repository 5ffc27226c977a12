"""Compute companions of the ADC that do not depend on the scale of a system's deltas (pure).

The ADC asks for deltas of the right size in standard deviations, so the scale of the scores and of the ratings matters.
Most of these do not ask for it: a correlation, the order of pairs, and the ADC at the scale that serves the system
best. Lin's concordance coefficient, which is next to the correlation, asks for the right scale and mean, too.
"""

import numpy as np
import pandas as pd

from acceptability.contracts import systems
from acceptability.statistics import criteria
from acceptability.statistics.clusters import Estimate, cluster_numbers, effective_number, ratio, sums_by
from acceptability.statistics.correlation import lins_concordance, r_without_error
from acceptability.statistics.panels import answers
from acceptability.statistics.rating_error import delta_errors
from acceptability.statistics.references import fit_factor

COLUMNS = ["row", "companion", "threshold", "value", "low", "high", "fold_sd", "place", "factor", "pairs"]


def companions(
    columns: pd.DataFrame, pairs: pd.DataFrame, errors: pd.Series, thresholds: list[float], references: list[str]
) -> pd.DataFrame:
    """Return every companion of every row, beside the ADC itself, as COLUMNS.

    ``low, high``: 95 % interval over clusters; ``place``: 1 for the greatest value of all rows but ``references``. The
    companions:

    - ``adc``: the share of pairs, at each δ, a tie counting as half (criteria.credit);
    - ``pearson_r``: of model and human deltas;
    - ``lins_concordance``: Lin's coefficient of the same, which is 1 only where the two are equal;
    - ``pearson_r_known_errors``: Pearson's r on the pairs with known errors only;
    - ``noise_free_r``: the same on the same pairs, with the raters' sampling error taken out of the human deltas
      (Spearman 1904), and not of ``references``;
    - ``same_order``: of two pairs with different human deltas, how often the model's order is the human one, ties
      counting half; 0.5 is chance;
    - ``rescaled_adc``: the ADC where the deltas of each cluster are multiplied by the factor that is best for the
      clusters of other folds (references.Fitted), at each δ; ``factor`` is that of all pairs, ``fold_sd`` the SD of the
      share over divisions into folds.

    Parameters:
        columns: deltas by pair_id, as systems.delta_columns returns them.
        pairs: the table PAIRS.
        errors: squared standard errors of human deltas by pair_id, where they are known.
        references: rows that are no systems.
    """
    columns = columns[criteria.counted(columns["human"])]
    pairs = pairs.set_index("pair_id", drop=False).loc[columns.index]
    human, models = columns["human"].to_numpy(), columns.drop(columns="human")
    numbers, ones = cluster_numbers(pairs["cluster"]), np.ones(len(human))
    known = columns.index.isin(errors.index)
    error = errors.reindex(columns.index[known]).to_numpy()
    rows = []

    def add(row: str, companion: str, estimate: Estimate, ends: tuple, threshold=np.nan, items=None, fitted=None):
        of_fit = (fitted.fold_sd, fitted.factor) if fitted else (np.nan, np.nan)
        rows.append((row, companion, threshold, estimate.value, *ends, *of_fit, items or len(human)))

    for row in models:
        model = models[row].to_numpy()
        for threshold in thresholds:
            step = ("adc", threshold)
            share = ratio(criteria.credit(human, model, *step), ones, numbers)
            add(row, "adc", share, share.share_interval(len(human)), threshold)
            if numbers.max() > 0:  # else there is no other cluster to find the scale on
                fitted = fit_factor(human, model, pairs["cluster"], step)
                ends = fitted.cross_validated.share_interval(len(human), fitted.choosing)
                add(row, "rescaled_adc", fitted.cross_validated, ends, threshold, fitted=fitted)
        r = r_without_error(human, model, np.zeros(len(human)), numbers)
        add(row, "pearson_r", r, r.r_interval())
        agreement = lins_concordance(human, model, numbers)
        add(row, "lins_concordance", agreement, agreement.r_interval())
        if known.sum() > 2 and row not in references:  # the oracle's error is that of the human deltas themselves
            known_numbers = cluster_numbers(pairs["cluster"][known])
            for companion, taken_off in (("pearson_r_known_errors", 0 * error), ("noise_free_r", error)):
                r = r_without_error(human[known], model[known], taken_off, known_numbers)
                add(row, companion, r, r.r_interval(), items=int(known.sum()))
        ordered = same_order(human, model, numbers)
        add(row, "same_order", ordered, ordered.share_interval(len(human)))
    table = pd.DataFrame(rows, columns=[name for name in COLUMNS if name != "place"])
    ranked = table[~table["row"].isin(references)].groupby(["companion", "threshold"], dropna=False)["value"]
    table["place"] = ranked.transform(criteria.places)
    return table[COLUMNS]


def same_order(human: np.ndarray, model: np.ndarray, numbers: np.ndarray) -> Estimate:
    """Return how often two pairs with different human deltas have model deltas in the same order; equal ones count
    half.

    ``numbers`` are those of the pairs' clusters.
    """
    all_together = np.zeros(len(human), dtype=int)
    agree, compared = np.zeros((2, numbers.max() + 1)), np.zeros((2, numbers.max() + 1))
    for place, groups in enumerate((all_together, numbers)):  # with all pairs; with those of the same cluster
        size = pd.Series(groups).groupby(groups).transform("size").to_numpy()
        different = size - pd.Series(groups).groupby([groups, human]).transform("size").to_numpy()
        same = below(human, model, groups) + below(-human, -model, groups)
        opposite = below(human, -model, groups) + below(-human, model, groups)
        compared[place] = sums_by(numbers, different)
        agree[place] = (compared[place] + sums_by(numbers, same - opposite)) / 2
    totals = [sums[0].sum() for sums in (agree, compared)]
    left_out = [total - 2 * sums[0] + sums[1] for total, sums in zip(totals, (agree, compared), strict=True)]
    with np.errstate(divide="ignore", invalid="ignore"):
        value = totals[0] / totals[1] if totals[1] else np.nan
        return Estimate(value, left_out[0] / left_out[1], effective_number(np.bincount(numbers)))


def below(x: np.ndarray, y: np.ndarray, groups: np.ndarray) -> np.ndarray:
    """Return, for each point, how many of the same group have a smaller x and a smaller y.

    A merge sort: in the order of x, each half of a block is counted against the other, in blocks of 2, 4, 8, …
    """
    order = np.lexsort((-y, x, groups))  # at the same x the greater y first, which is below none of them
    upwards = np.lexsort((y, -groups))  # groups the other way round, so that earlier ones are never below
    new = (np.diff(y[upwards], prepend=0) != 0) | (np.diff(groups[upwards], prepend=0) != 0)
    rank = np.empty(len(x), dtype=int)
    rank[upwards] = np.cumsum(new)  # equal y of a group have the same
    rank = rank[order]
    count, block, width = np.zeros(len(x), dtype=int), np.arange(len(x)), 1
    while width < len(x):
        second = block % 2 == 1
        keys = block // 2 * (len(x) + 1) + rank
        earlier = block[second] // 2 * width  # first halves of other blocks
        count[second] += np.searchsorted(np.sort(keys[~second]), keys[second]) - earlier
        block, width = block // 2, 2 * width
    in_given_order = np.empty_like(count)
    in_given_order[order] = count
    return in_given_order


def compute(
    *,
    pairs: pd.DataFrame,
    ratings: pd.DataFrame,
    deltas: dict[str, pd.DataFrame],
    thresholds: list[float],
    reference: str,
    dataset: str,
    number_of_pairs: int | None = None,
) -> pd.DataFrame:
    """Return the companions of every row, as COMPANIONS.

    Parameters:
        ratings: ratings of single participants; may be empty.
        deltas: tables DELTAS by system; the references are the system ``reference``.
        number_of_pairs: how many pairs count; None: as many as the rows cover. Rows that cover fewer have no place.
    """
    columns = systems.delta_columns(deltas)
    errors = delta_errors(answers(ratings), pairs) if len(ratings) else ratings["z_score"]
    references = [row for row in columns if row.startswith(reference)]
    table = companions(columns, pairs, errors, thresholds, references).assign(dataset=dataset)
    covers_all = number_of_pairs in (None, int(criteria.counted(columns["human"]).sum()))
    return table if covers_all else table.assign(place=np.nan)
