"""What classifiers that the authors released make of each half of the sentences (pure)."""

from collections.abc import Collection, Mapping

import numpy as np
import pandas as pd

from acceptability.scoring import decisions
from acceptability.statistics import separation
from acceptability.statistics.clusters import cluster_numbers, jackknife


def mcc(labels: np.ndarray, scores: np.ndarray) -> float:
    """Return the MCC of what classifiers decide: they call a sentence acceptable where their score is above 0."""
    return decisions.mcc(labels, scores > 0)


def by_half(
    sentences: pd.DataFrame,
    pairs: pd.DataFrame,
    scores: Mapping[str, pd.DataFrame],
    known: Collection[str],
    agreement: pd.DataFrame,
) -> pd.DataFrame:
    """Compare systems with the experts' labels, on all sentences and pairs and on those of each source.

    Parameters:
        sentences, pairs, agreement: the contracts SENTENCES, PAIRS and AGREEMENT.
        scores: the contract SCORES of each system.
        known: ids of the sentences that the systems were trained on.

    Returns: the contract HALVES; 95 % intervals are over the clusters of the pairs.
    """
    of_pairs = agreement.set_index(["system", "chosen"]).sort_index()
    clusters = separation.clusters_of(sentences, pairs)
    rows = []
    for system, table in scores.items():
        by_id = table.set_index("sentence_id")["score"]
        for half in ("all", *sentences["source"].unique()):
            part = sentences if half == "all" else sentences[sentences["source"] == half]
            ids = part["sentence_id"]
            labels, values = part["label"].to_numpy(), by_id.loc[ids].to_numpy()
            new = ~ids.isin(known).to_numpy()
            numbers = cluster_numbers(clusters.loc[ids])
            decided = jackknife(mcc, numbers, labels, values)
            ordered = jackknife(separation.auc, numbers, labels, values)
            met = of_pairs.loc[(system, half)]
            blimp = met[met["statistic"] == "blimp"].iloc[0]
            adc = met[met["statistic"] == "adc"].sort_values("threshold").iloc[0]
            mcc_low, mcc_high = decided.r_interval()
            auc_low, auc_high = separation.auc_interval(ordered)
            row = {"system": system, "half": half, "sentences": len(part), "acceptable": int(labels.sum())}
            row |= {"called_acceptable": int((values > 0).sum())}
            row |= {"mcc": decided.value, "mcc_low": mcc_low, "mcc_high": mcc_high}
            row |= {"auc": ordered.value, "auc_low": auc_low, "auc_high": auc_high}
            row |= {"pbc": separation.pbc(labels, values)}
            row |= {"known": int((~new).sum()), "mcc_new": mcc(labels[new], values[new])}
            row |= {
                "pairs": blimp["items"],
                "blimp": blimp["value"],
                "threshold": adc["threshold"],
                "adc": adc["value"],
            }
            rows.append(row)
    return pd.DataFrame(rows)
