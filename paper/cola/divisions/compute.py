"""Classifiers under other divisions of their sentences than the dataset's own (pure); see scoring/divisions.py."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from acceptability.contracts import systems
from acceptability.datasets.manifest import BETWEEN_SOURCES
from acceptability.scoring import decisions
from acceptability.scoring.divisions import divide, out_of_domain
from acceptability.statistics import restarts


def evaluate_divisions(
    margins: Mapping[str, pd.DataFrame], divisions: Mapping[str, Mapping], table: pd.DataFrame, takes: pd.Index
) -> pd.DataFrame:
    """Return the MCC of one classifier under each division, as DIVISIONS without ``system``.

    ``margins`` has, by the names of ``divisions``, the margins of sentences × restarts; ``table`` the labelled
    sentences, of which the classifier ``takes`` some, or all.
    Parts are the splits that are not trained on, ``all`` in-domain and out-of-domain test sentences, and, in a learning
    curve, ``all dev`` where there are several development sets. The sentences of all sources that are left out in turn
    are ``pooled``: none is judged by a classifier that knows its source.
    """
    rows, left_out = [], []
    for name, division in divisions.items():
        first = margins[name].columns[0]
        divided = divide(table, division, int(first)).set_index("sentence_id")
        divided = divided[divided.index.isin(takes)]
        kind = {"whole": "size"}.get(division["kind"], division["kind"])
        usual = int(divided.loc[divided["split"] == "train", "label"].mean() >= 0.5)
        trained_on = int((divided["split"] == "train").sum())
        about = {"kind": kind, "division": _name(table, division, trained_on), "trained_on": trained_on}
        parts = {split: [split] for split in sorted(set(divided["split"]) - {"train"})}
        development = list(divided.loc[decisions.development(divided["split"]), "split"].unique())
        if kind == "size" and len(development) > 1:
            parts |= {"all dev": development}
        if kind == "sources":
            parts |= {"all": ["in", "out"]}
        for part, splits in parts.items():
            truth = divided.loc[divided["split"].isin(splits), "label"]
            decided = margins[name].loc[truth.index].apply(decisions.decide)
            judged = decided, truth, truth == usual
            if part == "source":
                left_out.append((about["trained_on"], *judged))
            if kind != "without" or part == "source":
                rows.append(about | {"part": part} | _of_part(*judged))
    if left_out:
        trained_on, *judged = zip(*left_out, strict=True)
        about = {"kind": "without", "division": "all", "trained_on": round(np.mean(trained_on)), "part": "pooled"}
        rows.append(about | _of_part(*map(pd.concat, judged)))
    return pd.DataFrame(rows)


def _name(table: pd.DataFrame, division: Mapping, trained_on: int) -> str:
    """Return how tables call a division: its out-of-domain sources; its source; its number of training sentences."""
    if division["kind"] == "sources":
        return BETWEEN_SOURCES.join(out_of_domain(table, division))
    return division["source"] if division["kind"] == "without" else str(trained_on)


def _of_part(decided: pd.DataFrame, truth: pd.Series, usual: pd.Series) -> dict[str, float]:
    """Return the numbers of one part by column; ``usual`` is 1 where a label is that of most training sentences."""
    single = restarts.evaluate_restarts(decided, truth, pd.Series("part", index=truth.index))
    low, high = restarts.mean_mcc_interval(decided, truth)
    return {
        "sentences": len(truth),
        "acceptable": int(truth.sum()),
        "restarts": len(single),
        "collapsed": int(single["collapsed"].sum()),
        "mean": single["mcc"].mean(),
        "low": low,
        "high": high,
        "sd": single["mcc"].std(),
        "accuracy": single["accuracy"].mean(),
        "majority": usual.mean(),
    }


def compute(
    *,
    sentences: pd.DataFrame,
    margins: dict[str, dict[str, pd.DataFrame]],
    whole: dict[str, pd.DataFrame],
    divisions: dict[str, dict[str, dict]],
) -> pd.DataFrame:
    """Return the MCC under every division, as DIVISIONS.

    Parameters:
        margins: what the restarts say of the labelled sentences, by classifier and division: sentence × restart.
        whole: what they say where they are trained on the dataset's own splits: of all sentences that they take.
        divisions: the divisions of each classifier by name.
    """
    return systems.stack(
        {
            system: evaluate_divisions(margins[system], division_settings, sentences, whole[system].index)
            for system, division_settings in divisions.items()
        }
    )
