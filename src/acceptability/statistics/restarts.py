"""Compare many restarts of one classifier: MCC by split and by feature, and which sentences flip (pure).

Predictions have one row a sentence and one column a restart: 1 acceptable, 0 not. A restart that gives all sentences
one class has *collapsed*: its MCC is undefined (NaN), and means over restarts are over the others.
"""

from collections.abc import Collection, Mapping

import numpy as np
import pandas as pd

from acceptability.errors import InputError
from acceptability.scoring import decisions, measures
from acceptability.statistics import criteria, separation

DRAWS = 1_000  # of the bootstrap
SEED = 2021
FOLDS = 10
WAYS = 100  # of cutting the sentences into folds


def evaluate_restarts(predictions: pd.DataFrame, labels: pd.Series, splits: pd.Series) -> pd.DataFrame:
    """Return how well each restart does on each split but the training set.

    Columns: ``restart, split, sentences, mcc, accuracy, predicted_acceptable`` (a share) and ``collapsed``, 1 where the
    restart gives all sentences one class. ``mcc`` is NaN there, and where all labels are the same.

    Parameters:
        predictions: sentence × restart.
        labels, splits: by sentence_id, in the same order.
    """
    parts, predictions = [], predictions.loc[labels.index]
    for split in [name for name in splits.unique() if name != "train"]:
        inside = (splits == split).to_numpy()
        tp, fp, fn, tn = decisions.counts(labels[inside], predictions[inside].to_numpy().T)
        columns = {
            "restart": predictions.columns,
            "split": split,
            "sentences": int(inside.sum()),
            "mcc": decisions.mcc_of_counts(tp, fp, fn, tn),
            "accuracy": (tp + tn) / inside.sum(),
            "predicted_acceptable": (tp + fp) / inside.sum(),
            "collapsed": ((tp + fp) * (fn + tn) == 0).astype(int),
        }
        parts.append(pd.DataFrame(columns))
    return pd.concat(parts).sort_index(kind="stable", ignore_index=True)


def auc_of_restarts(margins: pd.DataFrame, labels: pd.Series, splits: pd.Series) -> pd.DataFrame:
    """Return how well each restart's margins order the sentences of a split: ``restart, split, auc``.

    No boundary is needed for it, so that it is defined where a restart has collapsed; the training set is left out.
    ``margins`` are sentence × restart, ``labels`` and ``splits`` by sentence_id.
    """
    margins = margins.loc[labels.index]
    rows = []
    for split in splits[splits != "train"].unique():
        inside = (splits == split).to_numpy()
        truth = labels[inside].to_numpy()
        rows += [
            (restart, split, separation.auc(truth, margins.loc[inside, restart].to_numpy())) for restart in margins
        ]
    return pd.DataFrame(rows, columns=["restart", "split", "auc"])


def summarise_restarts(margins: pd.DataFrame, labels: pd.Series, splits: pd.Series) -> pd.DataFrame:
    """Return numbers on all restarts together, one row for each split but the training set.

    Columns: ``split, sentences, restarts, collapsed`` (counts), ``mean`` of the restarts' MCC with its interval (``low,
    high``, see mean_mcc_interval), ``sd`` (ddof = 1; NaN for one restart), ``maximum``, ``auc`` (the mean of theirs,
    see auc_of_restarts), the MCC of the majority vote in both variants (``ensemble_as_published, ensemble_corrected``)
    and ``ties`` of the vote. ``margins`` are sentence × restart, ``labels`` and ``splits`` by sentence_id.
    """
    predictions = margins.loc[labels.index].apply(decisions.decide)
    single = evaluate_restarts(predictions, labels, splits)
    area = auc_of_restarts(margins, labels, splits).groupby("split")["auc"].mean()
    usual = int(labels[splits == "train"].mean() >= 0.5)
    rows = []
    for split, group in single.groupby("split", sort=False):
        inside = splits == split
        votes = decisions.majority(predictions[inside], labels[inside], usual)
        low, high = mean_mcc_interval(predictions[inside], labels[inside])
        rows.append(
            {
                "split": split,
                "sentences": int(inside.sum()),
                "restarts": len(group),
                "collapsed": int(group["collapsed"].sum()),
                "mean": group["mcc"].mean(),
                "low": low,
                "high": high,
                "sd": group["mcc"].std(),
                "maximum": group["mcc"].max(),
                "auc": area[split],
                **{f"ensemble_{variant}": decisions.mcc(labels[inside], vote) for variant, vote in votes.items()},
                "ties": int((predictions[inside].mean(axis=1) == 0.5).sum()),
            }
        )
    return pd.DataFrame(rows)


def bootstrap_counts(
    sentences: int, restarts: int, draws: int = DRAWS, seed: int = SEED
) -> tuple[np.ndarray, np.ndarray]:
    """Return how often each bootstrap sample has each sentence, and each restart: (draws, sentences), (draws,
    restarts).
    """
    generator = np.random.default_rng(seed)
    of_sentences, of_restarts = (
        generator.multinomial(count, np.full(count, 1 / count), size=draws).astype(float)
        for count in (sentences, restarts)
    )
    return of_sentences, of_restarts


def mean_mcc_interval(predictions: pd.DataFrame, labels: pd.Series, draws: int = DRAWS) -> tuple[float, float]:
    """Return the 95 % percentile interval of the restarts' mean MCC, sentences and restarts both drawn with
    replacement.

    Where there is one restart, only sentences are drawn. The mean of a draw is over the restarts whose MCC is defined
    in it; a draw without any is left out. Both ends are NaN where all are left out.
    """
    if labels.nunique() < 2:
        return np.nan, np.nan
    drawn, picked = bootstrap_counts(len(predictions), len(predictions.columns), draws)
    values = mcc_of_draws(predictions, labels, drawn)
    defined = picked * ~np.isnan(values)
    has_defined = defined.sum(axis=1) > 0
    if not has_defined.any():
        return np.nan, np.nan
    means = np.nansum(values * picked, axis=1)[has_defined] / defined.sum(axis=1)[has_defined]
    return float(np.quantile(means, 0.025)), float(np.quantile(means, 0.975))


def mcc_of_draws(predictions: pd.DataFrame, labels: pd.Series, drawn: np.ndarray) -> np.ndarray:
    """Return the MCC of each restart in each draw: (draws, restarts); ``drawn`` says how often it has each sentence."""
    predicted, truth = predictions.to_numpy(dtype=float), labels.to_numpy(dtype=float)[:, None]
    tp, positive, true = drawn @ (truth * predicted), drawn @ predicted, drawn @ truth
    return decisions.mcc_of_counts(tp, positive - tp, true - tp, len(predicted) - positive - true + tp)


def mcc_by_feature(
    predictions: pd.DataFrame, labels: pd.Series, features: pd.DataFrame, left_out: Collection[str]
) -> pd.DataFrame:
    """Return the MCC on the sentences that have a feature, over the restarts, a row for each feature.

    Columns: ``level, feature, sentences, acceptable`` (of these), ``mean, low, high, sd`` as in summarise_restarts,
    ``undefined`` (restarts whose MCC is), ``called_acceptable`` (share of sentences, mean) and ``mean_as_published``,
    in which an undefined MCC counts as 0: NaN for major features that are ``left_out``; for minor ones, the mean of the
    values between 0 and 1 only. All numbers but the counts are NaN where no sentence has the feature.

    Parameters:
        predictions, labels: by sentence_id; predictions are sentence × restart.
        features: columns ``sentence_id, level, feature``.
        left_out: major features without ``mean_as_published``.
    """
    rows = []
    for (level, feature), group in features.groupby(["level", "feature"], sort=False):
        having = group.loc[group["sentence_id"].isin(predictions.index), "sentence_id"]
        if having.empty:  # other sentences have it
            rows.append({"level": level, "feature": feature, "sentences": 0, "acceptable": 0, "undefined": 0})
            continue
        predicted, truth = predictions.loc[having], labels[having]
        values = pd.Series([decisions.mcc(truth, predicted[restart]) for restart in predicted])
        counted = decisions.zero_where_undefined(values.to_numpy())
        published = counted if level == "major" else counted[(counted > 0) & (counted < 1)]
        if level == "major" and feature in left_out:
            published = published[:0]
        low, high = mean_mcc_interval(predicted, truth)
        rows.append(
            {
                "level": level,
                "feature": feature,
                "sentences": len(having),
                "acceptable": int(truth.sum()),
                "mean": values.mean(),
                "low": low,
                "high": high,
                "sd": values.std(),
                "undefined": int(values.isna().sum()),
                "called_acceptable": predicted.to_numpy().mean(),
                "mean_as_published": published.mean() if len(published) else np.nan,
            }
        )
    columns = ["level", "feature", "sentences", "acceptable", "mean", "low", "high", "sd", "undefined"]
    return pd.DataFrame(rows, columns=[*columns, "called_acceptable", "mean_as_published"])


def mcc_by_feature_on_development(
    predictions: pd.DataFrame,
    labels: pd.Series,
    splits: pd.Series,
    features: pd.DataFrame,
    left_out: Collection[str],
) -> pd.DataFrame:
    """Return mcc_by_feature for the ``split`` ``dev``, and for ``all dev``, all sentences for development.

    In-domain development sentences may be a split of their own.
    """
    parts = {"dev": splits == "dev", "all dev": decisions.development(splits)}
    return pd.concat(
        [
            mcc_by_feature(predictions[inside.loc[predictions.index]], labels, features, left_out).assign(split=name)
            for name, inside in parts.items()
        ]
    )


def stability(predictions: pd.DataFrame, sentences: pd.DataFrame) -> pd.DataFrame:
    """Return each sentence with how restarts judge it: ``sentence_id, sentence, label, restarts, acceptable, flips``.

    ``acceptable`` counts the restarts that call it so, ``flips`` neighbouring restarts that disagree, the last and the
    first being neighbours too. A sentence flips where it is not 0. Those that restarts do not judge are left out.
    """
    sentences = sentences[sentences["sentence_id"].isin(predictions.index)]
    values = predictions.loc[sentences["sentence_id"]].to_numpy()
    flips = (values != np.roll(values, -1, axis=1)).sum(axis=1)
    counts = {"restarts": values.shape[1], "acceptable": values.sum(axis=1), "flips": flips}
    return sentences[["sentence_id", "sentence", "label"]].assign(**counts)


def flipped_after(predictions: pd.DataFrame) -> pd.DataFrame:
    """Return ``restarts`` k = 1, 2, …, and ``flipped``: the share of sentences that two of the first k judge
    differently.
    """
    values = predictions.to_numpy()
    flipped = (np.minimum.accumulate(values, axis=1) != np.maximum.accumulate(values, axis=1)).mean(axis=0)
    return pd.DataFrame({"restarts": range(1, len(flipped) + 1), "flipped": flipped})


def label_sources(sentences: pd.DataFrame, variants: Collection[str]) -> dict[str, pd.Series]:
    """Return labels by sentence_id: the experts' (``corrected``), and a variant's where there is a column
    ``label_<variant>``.
    """
    columns = {"corrected": "label"} | {name: f"label_{name}" for name in variants if f"label_{name}" in sentences}
    by_id = sentences.set_index("sentence_id")
    return {name: by_id[column].astype(int) for name, column in columns.items()}


def mcc_with_labels(predictions: pd.DataFrame, sources: dict[str, pd.Series]) -> pd.DataFrame:
    """Return the MCC of each restart with each source's labels: ``restart, label_source, mcc``.

    ``sources`` holds labels by sentence_id, by the name of where they are from.
    """
    return pd.DataFrame(
        [
            (restart, source, decisions.mcc(labels[predictions.index], predictions[restart]))
            for source, labels in sources.items()
            for restart in predictions
        ],
        columns=["restart", "label_source", "mcc"],
    )


def scores_of_restarts(predictions: pd.DataFrame, margins: pd.DataFrame | None) -> dict[str, pd.DataFrame]:
    """Return scores, sentence × restart, by kind: ``labels`` (1 or −1) and, where margins are known, ``cola_score``.

    The latter is equation (5) (measures.cola_score).
    """
    scores = {"labels": 2 * predictions - 1}
    if margins is not None:
        scores["cola_score"] = margins.map(measures.cola_score)
    return scores


def shares_of_restarts(
    scores: Mapping[str, pd.DataFrame], sentences: pd.DataFrame, pairs: pd.DataFrame, thresholds: list[float]
) -> pd.DataFrame:
    """Return how much the share of pairs that meet a criterion varies between restarts, as RESTART_SHARES without
    ``system``.

    A pair counts if both its sentences have a score. A restart that gives all sentences one score has no z-scores: all
    its deltas are ties, 0.

    Parameters:
        scores: what scores_of_restarts returns, of ``sentences``.
        sentences, pairs: the tables SENTENCES and PAIRS.
    """
    human = criteria.pair_deltas(pairs, sentences.set_index("sentence_id")["rating"])
    pairs, human = pairs[criteria.counted(human)], human[criteria.counted(human)]
    rows = []
    for kind, table in scores.items():
        names = [name for name in sentences["sentence_id"] if name in table.index]
        are_scored = pairs["good_id"].isin(names) & pairs["bad_id"].isin(names)
        if not are_scored.any():
            raise InputError("no pair has both sentences judged by the restarts; remove their classifier from run")
        deltas = [
            criteria.pair_deltas(pairs[are_scored], criteria.z_scores_or_0(table.loc[names, restart])).to_numpy()
            for restart in table
        ]
        for criterion, threshold in criteria.steps(human, thresholds):
            strict, ties_half = (
                np.array([add(human[are_scored].to_numpy(), delta, criterion, threshold).mean() for delta in deltas])
                for add in (criteria.meets, criteria.credit)
            )
            rows.append(
                {
                    "of": kind,
                    "criterion": criterion,
                    "threshold": threshold,
                    "pairs": int(are_scored.sum()),
                    "restarts": len(strict),
                    "mean": strict.mean(),
                    "sd": strict.std(ddof=1) if len(strict) > 1 else np.nan,
                    "low": np.quantile(strict, 0.025),
                    "high": np.quantile(strict, 0.975),
                    "mean_ties_half": ties_half.mean(),
                }
            )
    return pd.DataFrame(rows)


def best_threshold(scores: np.ndarray, labels: np.ndarray) -> float:
    """Return the threshold above which to call a sentence acceptable, for the highest MCC.

    Of equally good thresholds it is the lowest. Raises InputError where all scores are the same.
    """
    order = np.argsort(scores, kind="stable")
    return _best_threshold(scores[order], labels[order])


def _best_threshold(ordered: np.ndarray, truth: np.ndarray) -> float:
    """Return best_threshold of scores in ascending order; ``truth`` are the labels in the same order."""
    cuts = np.flatnonzero(np.diff(ordered)) + 1  # so many sentences lie below the threshold
    if not len(cuts):
        raise InputError("all sentences have the same score, so that no threshold divides them")
    fn = np.cumsum(truth)[cuts - 1]
    tn = cuts - fn
    tp = truth.sum() - fn
    fp = len(truth) - cuts - tp
    best = cuts[int(np.argmax(decisions.mcc_of_counts(tp, fp, fn, tn)))]  # all are undefined, or none
    return float((ordered[best - 1] + ordered[best]) / 2)


def cross_validated_decisions(scores, labels) -> np.ndarray:
    """Return decisions by a threshold on the scores, each fitted on the other nine tenths of the sentences: (sentences,
    WAYS).

    The scheme of Warstadt, Singh & Bowman (2019) for Word LP Min-1, with the MCC as what is best. The result
    depends on which sentences make up a tenth; so each column has another way of cutting them.
    """
    scores, labels = np.asarray(scores, dtype=float), np.asarray(labels, dtype=int)
    generator = np.random.default_rng(SEED)
    order = np.argsort(scores, kind="stable")
    predicted = np.zeros((len(scores), WAYS), dtype=int)
    for way in range(WAYS):
        fold = generator.permutation(len(scores)) % FOLDS
        for number in range(FOLDS):
            inside, others = fold == number, order[fold[order] != number]
            predicted[inside, way] = scores[inside] > _best_threshold(scores[others], labels[others])
    return predicted


def mean_over_ways(predictions: pd.DataFrame, labels: pd.Series) -> dict[str, float]:
    """Return means over the columns: ``mcc`` and ``accuracy``; ``sd`` and 95 % interval (``low, high``) of the MCC; and
    ``collapsed``, 1 where every column gives all sentences one class.
    """
    single = evaluate_restarts(predictions, labels, pd.Series("all", index=labels.index))
    low, high = mean_mcc_interval(predictions, labels)
    numbers = {"mcc": single["mcc"].mean(), "sd": single["mcc"].std(), "low": low, "high": high}
    return numbers | {"accuracy": single["accuracy"].mean(), "collapsed": int(single["collapsed"].all())}
