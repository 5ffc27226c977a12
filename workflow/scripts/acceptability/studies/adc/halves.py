"""What classifiers that the authors released make of each half of the sentences (pure)."""

from collections.abc import Collection, Mapping

import numpy as np
import pandas as pd

from acceptability.analysis import separation
from acceptability.analysis.statistics import cluster_numbers, jackknife
from acceptability.scoring import decisions


def mcc(labels: np.ndarray, scores: np.ndarray) -> float:
    """MCC of what classifiers decide: their score is above 0 where they call a sentence acceptable."""
    return decisions.mcc(labels, scores > 0)


def by_half(
    sentences: pd.DataFrame,
    pairs: pd.DataFrame,
    scores: Mapping[str, pd.DataFrame],
    known: Collection[str],
    agreement: pd.DataFrame,
) -> pd.DataFrame:
    """Each system on all sentences and pairs, and on those of each source: as the contract HALVES.

    Tables as in the contracts SENTENCES, PAIRS, SCORES (by system) and AGREEMENT; ``known`` are the ids of sentences
    that the systems were trained on. Labels are the experts'; 95 % intervals are over the clusters of the pairs.
    """
    of_pairs = agreement.set_index(["system", "chosen"]).sort_index()
    clusters = separation.clusters_of(sentences, pairs)
    rows = []
    for system, table in scores.items():
        by_id = table.set_index("sentence_id")["score"]
        for half in ("all", *sentences["source"].unique()):
            part = sentences if half == "all" else sentences[sentences["source"] == half]
            ids = part["sentence_id"]
            labels, own, new = part["label"].to_numpy(), by_id.loc[ids].to_numpy(), ~ids.isin(known).to_numpy()
            numbers = cluster_numbers(clusters.loc[ids])
            decided, ordered = (jackknife(function, numbers, labels, own) for function in (mcc, separation.auc))
            met = of_pairs.loc[(system, half)]
            blimp = met[met["statistic"] == "blimp"].iloc[0]
            adc = met[met["statistic"] == "adc"].sort_values("threshold").iloc[0]
            mcc_low, mcc_high = decided.r_interval()
            auc_low, auc_high = separation.auc_interval(ordered)
            row = {"system": system, "half": half, "sentences": len(part), "acceptable": int(labels.sum())}
            row |= {"called_acceptable": int((own > 0).sum())}
            row |= {"mcc": decided.value, "mcc_low": mcc_low, "mcc_high": mcc_high}
            row |= {"auc": ordered.value, "auc_low": auc_low, "auc_high": auc_high}
            row |= {"pbc": separation.pbc(labels, own)}
            row |= {"known": int((~new).sum()), "mcc_new": mcc(labels[new], own[new])}
            row |= {
                "pairs": blimp["items"],
                "blimp": blimp["value"],
                "threshold": adc["threshold"],
                "adc": adc["value"],
            }
            rows.append(row)
    return pd.DataFrame(rows)
