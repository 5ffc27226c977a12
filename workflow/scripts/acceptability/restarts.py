"""Many restarts of one classifier beside each other (pure): Table 5, Figures 2 and 3, and which sentences flip.

Predictions have one row a sentence and one column a restart: 1 acceptable, 0 not. An MCC that is undefined, because
a restart gives all sentences one class, counts as 0 and is flagged.
"""

import numpy as np
import pandas as pd

from acceptability import decisions
from acceptability.errors import InputError

DRAWS = 1_000  # of the bootstrap
SEED = 2021
FOLDS = 10
WAYS = 100  # of cutting the sentences into folds
# What the paper's figures leave out: two major features, and minor ones whose MCC is not between 0 and 1.
NOT_IN_FIGURE_2 = ("Imperative", "Violations")


def evaluate(predictions: pd.DataFrame, labels: pd.Series, splits: pd.Series) -> pd.DataFrame:
    """Each restart on each split but the training set.

    Gives ``restart, split, sentences, mcc, accuracy, predicted_acceptable`` (a share) and ``collapsed``, 1 where the
    restart gives all sentences one class.
    """
    rows = []
    for restart in predictions:
        for split in [name for name in splits.unique() if name != "train"]:
            chosen = splits == split
            predicted, truth = predictions.loc[chosen, restart], labels[chosen]
            rows.append(
                {
                    "restart": restart,
                    "split": split,
                    "sentences": int(chosen.sum()),
                    "mcc": np.nan_to_num(decisions.mcc(truth, predicted)),
                    "accuracy": float((predicted == truth).mean()),
                    "predicted_acceptable": float(predicted.mean()),
                    "collapsed": int(predicted.nunique() == 1),
                }
            )
    return pd.DataFrame(rows)


def summarise(predictions: pd.DataFrame, labels: pd.Series, splits: pd.Series) -> pd.DataFrame:
    """One row a split, as Table 5 has it.

    Gives ``split, sentences, restarts, collapsed`` (counts), ``mean`` of the restarts' MCC with its interval (``low,
    high``, see interval), ``sd`` (ddof = 1; NaN for one restart), ``maximum``, the MCC of the majority vote in both
    variants (``ensemble_as_published, ensemble_corrected``) and ``ties``.
    """
    single = evaluate(predictions, labels, splits)
    usual = int(labels[splits == "train"].mean() >= 0.5)
    rows = []
    for split, group in single.groupby("split", sort=False):
        chosen = splits == split
        votes = decisions.majority(predictions[chosen], labels[chosen], usual)
        low, high = interval(predictions[chosen], labels[chosen])
        rows.append(
            {
                "split": split,
                "sentences": int(chosen.sum()),
                "restarts": len(group),
                "collapsed": int(group["collapsed"].sum()),
                "mean": group["mcc"].mean(),
                "low": low,
                "high": high,
                "sd": group["mcc"].std(),
                "maximum": group["mcc"].max(),
                **{
                    f"ensemble_{variant}": np.nan_to_num(decisions.mcc(labels[chosen], vote))
                    for variant, vote in votes.items()
                },
                "ties": int((predictions[chosen].mean(axis=1) == 0.5).sum()),
            }
        )
    return pd.DataFrame(rows)


def interval(predictions: pd.DataFrame, labels: pd.Series, draws: int = DRAWS) -> tuple[float, float]:
    """95 % percentile interval of the restarts' mean MCC, sentences and restarts both drawn with replacement.

    Where there is one restart, only sentences are drawn. Undefined values count as 0, also those of a draw without
    sentences of both classes, which pulls the ends towards 0 where there are few. Both ends are NaN where all labels
    are the same.
    """
    if labels.nunique() < 2:
        return np.nan, np.nan
    predicted, truth = predictions.to_numpy(dtype=float), labels.to_numpy(dtype=float)[:, None]
    sentences, restarts = predicted.shape
    generator = np.random.default_rng(SEED)
    drawn = generator.multinomial(sentences, np.full(sentences, 1 / sentences), size=draws)
    cells = ((truth, predicted), (1 - truth, predicted), (truth, 1 - predicted), (1 - truth, 1 - predicted))
    values = np.nan_to_num(decisions.mcc_of_counts(*(drawn @ (is_so * said) for is_so, said in cells)))
    picked = generator.multinomial(restarts, np.full(restarts, 1 / restarts), size=draws)
    means = (values * picked).sum(axis=1) / restarts
    return float(np.quantile(means, 0.025)), float(np.quantile(means, 0.975))


def by_feature(predictions: pd.DataFrame, labels: pd.Series, features: pd.DataFrame) -> pd.DataFrame:
    """MCC on the sentences that have a feature, over the restarts (Figures 2 and 3).

    All are indexed by sentence, except ``features``, which has ``sentence_id, level, feature``. Gives ``level,
    feature, sentences, acceptable`` (of these), ``mean, low, high, sd`` as summarise does, ``undefined`` (restarts
    whose MCC is) and ``mean_as_published``: NaN where Figure 2 leaves the feature out; for minor features, the mean of
    the values between 0 and 1 only, as in Figure 3. All numbers but the counts are NaN where no sentence has it.
    """
    rows = []
    for (level, feature), group in features.groupby(["level", "feature"], sort=False):
        chosen = group.loc[group["sentence_id"].isin(predictions.index), "sentence_id"]
        if chosen.empty:  # other sentences have it
            rows.append({"level": level, "feature": feature, "sentences": 0, "acceptable": 0, "undefined": 0})
            continue
        predicted, truth = predictions.loc[chosen], labels[chosen]
        values = np.array([decisions.mcc(truth, predicted[restart]) for restart in predicted])
        counted = np.nan_to_num(values)
        shown = counted if level == "major" else counted[(counted > 0) & (counted < 1)]
        if level == "major" and feature in NOT_IN_FIGURE_2:
            shown = shown[:0]
        low, high = interval(predicted, truth)
        rows.append(
            {
                "level": level,
                "feature": feature,
                "sentences": len(chosen),
                "acceptable": int(truth.sum()),
                "mean": counted.mean(),
                "low": low,
                "high": high,
                "sd": counted.std(ddof=1) if len(counted) > 1 else np.nan,
                "undefined": int(np.isnan(values).sum()),
                "mean_as_published": shown.mean() if len(shown) else np.nan,
            }
        )
    columns = ["level", "feature", "sentences", "acceptable", "mean", "low", "high", "sd", "undefined"]
    return pd.DataFrame(rows, columns=[*columns, "mean_as_published"])


def stability(predictions: pd.DataFrame) -> pd.DataFrame:
    """For each sentence (the index): ``restarts``, ``acceptable`` (restarts that call it so) and ``flips``.

    ``flips`` counts neighbouring restarts that disagree, the last and the first being neighbours too. A sentence flips
    where it is not 0.
    """
    values = predictions.to_numpy()
    flips = (values != np.roll(values, -1, axis=1)).sum(axis=1)
    return pd.DataFrame(
        {"restarts": values.shape[1], "acceptable": values.sum(axis=1), "flips": flips}, index=predictions.index
    )


def flipped_after(predictions: pd.DataFrame) -> np.ndarray:
    """Share of sentences that at least two of the first k restarts judge differently, for k = 1, 2, …"""
    values = predictions.to_numpy()
    return (np.minimum.accumulate(values, axis=1) != np.maximum.accumulate(values, axis=1)).mean(axis=0)


def against_labels(predictions: pd.DataFrame, sources: dict[str, pd.Series]) -> pd.DataFrame:
    """MCC of each restart with labels: ``restart, label_source, mcc``; undefined values count as 0.

    ``sources`` holds labels by sentence, by the name of where they are from.
    """
    return pd.DataFrame(
        [
            (restart, source, np.nan_to_num(decisions.mcc(labels[predictions.index], predictions[restart])))
            for source, labels in sources.items()
            for restart in predictions
        ],
        columns=["restart", "label_source", "mcc"],
    )


def best_threshold(scores: np.ndarray, labels: np.ndarray) -> float:
    """The threshold above which to call a sentence acceptable, for the highest MCC; the lowest of equally good ones."""
    order = np.argsort(scores, kind="stable")
    ordered, truth = scores[order], labels[order]
    cuts = np.flatnonzero(np.diff(ordered)) + 1  # so many sentences lie below the threshold
    if not len(cuts):
        raise InputError("all sentences have the same score, so that no threshold divides them")
    fn = np.cumsum(truth)[cuts - 1]
    tn = cuts - fn
    tp = truth.sum() - fn
    fp = len(truth) - cuts - tp
    best = cuts[int(np.argmax(np.nan_to_num(decisions.mcc_of_counts(tp, fp, fn, tn))))]
    return float((ordered[best - 1] + ordered[best]) / 2)


def cross_validated(scores, labels) -> np.ndarray:
    """Decisions by a threshold on the scores, each found on the other nine tenths of the sentences: (sentences, ways).

    The scheme of Warstadt, Singh & Bowman (2019) for Word LP Min-1, with the MCC as what is best. What comes out
    depends on which sentences make up a tenth; so each column has another way of cutting them.
    """
    scores, labels = np.asarray(scores, dtype=float), np.asarray(labels, dtype=int)
    generator = np.random.default_rng(SEED)
    predicted = np.zeros((len(scores), WAYS), dtype=int)
    for way in range(WAYS):
        fold = generator.permutation(len(scores)) % FOLDS
        for number in range(FOLDS):
            inside = fold == number
            predicted[inside, way] = scores[inside] > best_threshold(scores[~inside], labels[~inside])
    return predicted
