"""Select the best restart of many, and estimate what its Matthews correlation (MCC) tells of others (pure)."""

import numpy as np
import pandas as pd

from acceptability.scoring import decisions
from acceptability.statistics import restarts


def select_restarts(predictions: pd.DataFrame, labels: pd.Series, splits: pd.Series) -> pd.DataFrame:
    """Return the restart that either rule selects (see decisions.select).

    Columns: ``variant, selected_on`` (a split), ``restart, collapsed`` (on that split), ``mcc_dev, mcc_test`` and, of
    the latter, ``test_low, test_high``, see interval_of_selected.
    """
    single = restarts.evaluate_restarts(predictions, labels, splits).set_index(["restart", "split"])
    rows = []
    for variant, restart in decisions.select(predictions, labels, splits).items():
        split = decisions.SELECTED_ON[variant]
        mcc = {f"mcc_{name}": single.loc[(restart, name), "mcc"] for name in ("dev", "test")}
        collapsed = single.loc[(restart, split), "collapsed"]
        ends = dict(
            zip(("test_low", "test_high"), interval_of_selected(predictions, labels, splits, split), strict=True)
        )
        rows.append({"variant": variant, "selected_on": split, "restart": restart, "collapsed": collapsed} | mcc | ends)
    return pd.DataFrame(rows)


def interval_of_selected(
    predictions: pd.DataFrame, labels: pd.Series, splits: pd.Series, selected_on: str, draws: int = restarts.DRAWS
) -> tuple[float, float]:
    """Return the 95 % interval of the MCC that the selected restart would have on other sentences like those of
    ``test``.

    Its MCC on the split on which it is the best of many is too high, the more so the more restarts there are. So the
    bootstrap repeats the selection: in each draw of sentences, the restart is selected anew. Its MCC in the draw is too
    high by its difference from the same restart's MCC on all sentences. The interval is the MCC on test minus the
    97.5th and the 2.5th percentile of these differences. It may lie below the MCC. Draws in which the selected restart
    has no MCC are left out; NaN where it has none at all.

    In 600 simulated worlds of equal restarts (an MCC of .473, 500 sentences in dev and in test), this interval contains
    the truth in 93.5 % with 5 restarts selected on test and 93.2 % with 20. The bootstrap of the selected restart alone
    contains it in 88.8 and 71.7 %, as its MCC is .037 and .060 too high. Selected on dev, it is 94.5 and 94.2 %.
    """
    inside = {split: splits.loc[predictions.index] == split for split in dict.fromkeys(("test", selected_on))}
    values, drawn = {}, {}
    for number, (split, rows) in enumerate(inside.items()):  # each split with draws of its own
        part = predictions[rows], labels.loc[predictions.index][rows]
        values[split] = restarts.mcc_of_draws(*part, np.ones((1, rows.sum())))[0]
        sentences, count = part[0].shape
        counts, _ = restarts.bootstrap_counts(sentences, count, draws, restarts.SEED + number)
        drawn[split] = restarts.mcc_of_draws(*part, counts)
    best, again = (
        np.where(np.isnan(mcc), -np.inf, mcc).argmax(axis=-1) for mcc in (values[selected_on], drawn[selected_on])
    )
    too_high = drawn["test"][np.arange(draws), again] - values["test"][again]
    too_high = too_high[~np.isnan(too_high)]
    if np.isnan(values["test"][best]) or not len(too_high):
        return np.nan, np.nan
    low, high = np.clip(values["test"][best] - np.quantile(too_high, [0.975, 0.025]), -1, 1)
    return float(low), float(high)
