"""Evaluate targeted sets: labelled sentences about one contrast, judged by what was fitted on other sentences (pure).

A judgment is 1 (acceptable) or 0. Scores judge by a threshold that was fitted elsewhere; a classifier's, by its own
boundary. The AUC and the share of pairs need no threshold: they say how well scores order the sentences of a set.
Sentences of a set are made from a few words, and are no sample of sentences: there are no intervals over them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd

from acceptability.analyses.targeted.manifest import TARGETED
from acceptability.contracts import systems
from acceptability.errors import required
from acceptability.scoring import decisions, measures
from acceptability.scoring.regions import scored_text
from acceptability.statistics import criteria, references, restarts, separation, simple_classifiers

WITHOUT_SETS = "all"  # the name of the one set of sentences that have none


@dataclass(frozen=True)
class Judge:
    """Describe what is known of each sentence, by its id: a score, or judgments and margins (a column for each
    restart).

    ``rounding``: how far apart two scores may be and still be the same (criteria.rounding_of).
    """

    scores: pd.Series | None = None
    judgments: pd.DataFrame | None = None
    threshold: float = np.nan
    rounding: pd.Series | None = None
    margins: pd.DataFrame | None = None

    @property
    def names(self) -> pd.Index:
        """Return the ids of the sentences with scores, or else with judgments."""
        return required(self.judgments if self.scores is None else self.scores).index


def compute(
    *,
    sentences: pd.DataFrame,
    pairs: pd.DataFrame,
    labelled: pd.DataFrame,
    thresholds: pd.DataFrame,
    scores: Mapping[str, pd.DataFrame],
    predictions: Mapping[str, pd.DataFrame] | None,
    margins: Mapping[str, pd.DataFrame] | None,
    tie: float,
) -> pd.DataFrame:
    """Return how well every system and every simple rule judges every set, as TARGETED.

    Parameters:
        labelled: the sentences on which thresholds were fitted.
        thresholds: their table SIMPLE_CLASSIFIERS.
        scores: tables SCORES by system.
        predictions, margins: decisions and margins by classifier, sentence × restart; None where there are no pairs.
        tie: log-probabilities that are no further apart are the same, in nats.
    """
    judges = dict(judges_by_score(scores, systems.thresholds(thresholds), tie))
    judges |= {
        f"{system}/restarts": Judge(judgments=table, margins=(margins or {}).get(system))
        for system, table in (predictions or {}).items()
    }
    judges |= simple_rules(sentences, labelled)
    sets = sentences["set"] if "set" in sentences else pd.Series(WITHOUT_SETS, index=sentences.index)
    parts = {name: part.set_index("sentence_id") for name, part in sentences.groupby(sets, sort=False)}
    rows = [
        {"row": row, "set": name} | judge_set(part, pairs, judge)
        for row, judge in judges.items()
        for name, part in parts.items()
    ]
    for name, part in parts.items():
        judge, rule = best_length(part)
        rows.append({"row": "best-length", "set": name, "rule": rule} | judge_set(part, pairs, judge))
    rows = [row for row in rows if row["sentences"]]  # a system may know nothing of a set
    return pd.DataFrame(rows).reindex(columns=list(TARGETED.columns))


def judges_by_score(
    scores: Mapping[str, pd.DataFrame], thresholds: Mapping[str, float], tie: float
) -> Iterator[tuple[str, Judge]]:
    """Yield the judge of each row, system/measure; without judgments where no threshold is known."""
    for system, table in scores.items():
        for measure, group in table.groupby("measure", sort=False):
            values, row = group.set_index("sentence_id")["score"], f"{system}/{measure}"
            threshold = measures.boundary(measure)
            threshold = thresholds.get(row) if threshold is None else threshold
            yield row, with_threshold(values, threshold, criteria.rounding_of(group, tie, sd=1))


def with_threshold(scores: pd.Series, threshold: float | None, rounding: pd.Series | None = None) -> Judge:
    """Return a judge with scores and, if there is a threshold, the judgments above it."""
    if threshold is None:
        return Judge(scores, rounding=rounding)
    return Judge(scores, (scores > threshold).astype(int).to_frame(), threshold, rounding)


def simple_rules(sentences: pd.DataFrame, labelled: pd.DataFrame) -> dict[str, Judge]:
    """Return judges that need no model, fitted on the training sentences: the more frequent class, a bag of words, a
    length.
    """
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
    """Return the best rule about the number of words, at most or at least so many, and the rule in words.

    It is chosen on the very set that it judges. The rule is None where all sentences are equally long.
    """
    shorter, labels = part[scored_text(part)].map(references.negative_length), part["label"].to_numpy()
    if shorter.nunique() == 1:
        return Judge(shorter), None
    judges = [
        with_threshold(scores, restarts.best_threshold(scores.to_numpy(), labels)) for scores in (shorter, -shorter)
    ]
    best = max(judges, key=lambda judge: _each(judge.judgments, part["label"])["mcc"].mean())
    accepted = -shorter[required(best.judgments).iloc[:, 0] == 1].astype(int)
    return best, f"at most {accepted.max()} words" if best is judges[0] else f"at least {accepted.min()} words"


def judge_set(part: pd.DataFrame, pairs: pd.DataFrame, judge: Judge) -> dict[str, float]:
    """Return what TARGETED says of one judge on one set, whose sentences are indexed by their ids.

    It is about the sentences of which the judge knows something; only how many there are, 0, where it knows nothing.
    """
    part = part[part.index.isin(judge.names)]
    if part.empty:
        return {"sentences": 0}
    text, labels = scored_text(part), part["label"]
    inside = pairs[pairs["good_id"].isin(part.index) & pairs["bad_id"].isin(judge.names)]
    numbers = {
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
        numbers |= {"restarts": len(single), "collapsed": int(single["collapsed"].sum())}
        numbers |= {"mcc": single["mcc"].mean(), "sd": single["mcc"].std(), "distinct_mcc": once["mcc"].mean()}
        numbers["called_acceptable"] = single["predicted_acceptable"].mean()
    if judge.scores is not None:
        numbers["auc"] = separation.auc(labels.to_numpy(), judge.scores.loc[part.index].to_numpy(dtype=float))
    if judge.margins is not None:
        area = restarts.auc_of_restarts(judge.margins, labels, pd.Series("all", index=labels.index))
        numbers["auc"] = area["auc"].mean()
    if judge.scores is not None and len(inside):
        deltas = criteria.pair_deltas(inside, judge.scores, judge.rounding)
        ties = deltas == 0
        numbers |= {"pair_accuracy": ((deltas > 0) + ties / 2).mean(), "ties": int(ties.sum())}
    return numbers


def _each(judgments: pd.DataFrame, labels: pd.Series) -> pd.DataFrame:
    """Return evaluate_restarts on one set. An undefined MCC counts as 0, as in the paper that has such sets."""
    single = restarts.evaluate_restarts(judgments, labels, pd.Series("all", index=labels.index))
    return single.assign(mcc=decisions.zero_where_undefined(single["mcc"]))
