"""Targeted sets: labelled sentences, each set about one contrast, judged by what was fitted on other sentences (pure).

A judgment is 1 (acceptable) or 0. Scores judge by a threshold that was fitted elsewhere; a classifier's, by its own
boundary. The AUC and the share of pairs need no threshold: they say how well scores order the sentences of a set.
Sentences of a set are made from a few words, and are no sample of sentences: there are no intervals over them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd

from acceptability.analysis import criteria, references, restarts, separation, simple_classifiers
from acceptability.contracts.classifiers import TARGETED
from acceptability.scoring import decisions, measures
from acceptability.scoring.regions import scored_text

WITHOUT_SETS = "all"  # the name of the one set of sentences that have none


@dataclass(frozen=True)
class Judge:
    """What is known of each sentence, by its id: a score, or judgments and margins (a column a restart), or several.

    ``rounding``: how far apart two scores may be and still be the same (criteria.rounding_of).
    """

    scores: pd.Series | None = None
    judgments: pd.DataFrame | None = None
    threshold: float = np.nan
    rounding: pd.Series | None = None
    margins: pd.DataFrame | None = None


def evaluate(
    sentences: pd.DataFrame,
    pairs: pd.DataFrame,
    labelled: pd.DataFrame,
    thresholds: Mapping[str, float],
    scores: Mapping[str, pd.DataFrame],
    predictions: Mapping[str, pd.DataFrame],
    margins: Mapping[str, pd.DataFrame],
    tie: float,
) -> pd.DataFrame:
    """Every system and every simple rule on every set, as in the contract TARGETED.

    ``sentences`` and ``pairs`` as in SENTENCES and PAIRS, with labels; ``labelled`` are the sentences with splits on
    which the thresholds of rows (system/measure) were fitted. ``scores`` as in SCORES, by system; ``predictions`` of
    all restarts, by classifier, and their ``margins`` where these are known. ``tie``: log-probabilities that are no
    further apart are the same, in nats.
    """
    judges = dict(of_scores(scores, thresholds, tie))
    judges |= {
        f"{system}/restarts": Judge(judgments=table, margins=margins.get(system))
        for system, table in predictions.items()
    }
    judges |= simple_rules(sentences, labelled)
    sets = sentences["set"] if "set" in sentences else pd.Series(WITHOUT_SETS, index=sentences.index)
    parts = {name: part.set_index("sentence_id") for name, part in sentences.groupby(sets, sort=False)}
    rows = [
        {"row": row, "set": name} | of_set(part, pairs, judge)
        for row, judge in judges.items()
        for name, part in parts.items()
    ]
    for name, part in parts.items():
        judge, rule = best_length(part)
        rows.append({"row": "best-length", "set": name, "rule": rule} | of_set(part, pairs, judge))
    return pd.DataFrame(rows).reindex(columns=list(TARGETED.columns))


def of_scores(
    scores: Mapping[str, pd.DataFrame], thresholds: Mapping[str, float], tie: float = criteria.TIE
) -> Iterator[tuple[str, Judge]]:
    """The judge of each row, system/measure; without judgments where no threshold is known."""
    for system, table in scores.items():
        for measure, group in table.groupby("measure", sort=False):
            values, row = group.set_index("sentence_id")["score"], f"{system}/{measure}"
            threshold = measures.boundary(measure)
            threshold = thresholds.get(row) if threshold is None else threshold
            yield row, with_threshold(values, threshold, criteria.rounding_of(group, tie, sd=1))


def with_threshold(scores: pd.Series, threshold: float | None, rounding: pd.Series | None = None) -> Judge:
    """Scores, and the judgments above a threshold if there is one."""
    if threshold is None:
        return Judge(scores, rounding=rounding)
    return Judge(scores, (scores > threshold).astype(int).to_frame(), threshold, rounding)


def simple_rules(sentences: pd.DataFrame, labelled: pd.DataFrame) -> dict[str, Judge]:
    """What needs no model, fitted on the training sentences: the more frequent class, a bag of words, a length."""
    training = labelled[labelled["split"] == "train"]
    texts, truth = sentences.set_index("sentence_id")[scored_text(sentences)], training["label"].to_numpy()
    bag = simple_classifiers.bag_of_words(training["sentence"], truth)
    lengths = training["sentence"].map(references.negative_length).to_numpy()
    return {
        "majority-class": Judge(judgments=pd.DataFrame({"": int(truth.mean() >= 0.5)}, index=texts.index)),
        "bag-of-words": with_threshold(pd.Series(bag.decision_function(texts), index=texts.index), 0.0),
        "shorter": with_threshold(texts.map(references.negative_length), restarts.best_threshold(lengths, truth)),
    }


def best_length(part: pd.DataFrame) -> tuple[Judge, str | None]:
    """The best rule about the number of words, at most or at least so many, chosen on the very set that it judges.

    Also says the rule; None where all sentences are equally long.
    """
    shorter, labels = part[scored_text(part)].map(references.negative_length), part["label"].to_numpy()
    if shorter.nunique() == 1:
        return Judge(shorter), None
    judges = [
        with_threshold(scores, restarts.best_threshold(scores.to_numpy(), labels)) for scores in (shorter, -shorter)
    ]
    best = max(judges, key=lambda judge: _each(judge.judgments, part["label"])["mcc"].mean())
    accepted = -shorter[best.judgments.iloc[:, 0] == 1].astype(int)
    return best, f"at most {accepted.max()} words" if best is judges[0] else f"at least {accepted.min()} words"


def of_set(part: pd.DataFrame, pairs: pd.DataFrame, judge: Judge) -> dict[str, float]:
    """What the contract TARGETED says of one judge on one set, whose sentences are indexed by their ids."""
    text, labels = scored_text(part), part["label"]
    inside = pairs[pairs["good_id"].isin(part.index)]
    found = {
        "sentences": len(part),
        "acceptable": int(labels.sum()),
        "distinct": part[text].nunique(),
        "threshold": judge.threshold,
        "restarts": 0,
        "collapsed": 0,
        "pairs": len(inside),
        "ties": 0,
    }
    if judge.judgments is not None:
        single = _each(judge.judgments, labels)
        once = _each(judge.judgments, labels[~part.duplicated([text, "label"])])
        found |= {"restarts": len(single), "collapsed": int(single["collapsed"].sum())}
        found |= {"mcc": single["mcc"].mean(), "sd": single["mcc"].std(), "distinct_mcc": once["mcc"].mean()}
        found["called_acceptable"] = single["predicted_acceptable"].mean()
    if judge.scores is not None:
        found["auc"] = separation.auc(labels.to_numpy(), judge.scores.loc[part.index].to_numpy(dtype=float))
    if judge.margins is not None:
        area = restarts.areas(judge.margins, labels, pd.Series("all", index=labels.index))
        found["auc"] = area["auc"].mean()
    if judge.scores is not None and len(inside):
        deltas = criteria.pair_deltas(inside, judge.scores, judge.rounding)
        ties = deltas == 0
        found |= {"pair_accuracy": ((deltas > 0) + ties / 2).mean(), "ties": int(ties.sum())}
    return found


def _each(judgments: pd.DataFrame, labels: pd.Series) -> pd.DataFrame:
    """restarts.of_each on one set. An undefined MCC counts as 0, as in the paper that has such sets."""
    single = restarts.of_each(judgments, labels, pd.Series("all", index=labels.index))
    return single.assign(mcc=decisions.zero_where_undefined(single["mcc"]))
