"""Warn about doubtful scores and judgments: one score beyond all others, one answer for all (pure)."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from unicodedata import combining, normalize

import numpy as np
import pandas as pd

from acceptability.contracts import systems
from acceptability.contracts.names import split_row
from acceptability.messages import Message, setting
from acceptability.rounding import shown
from acceptability.scoring import measures
from acceptability.statistics import criteria, separation

HEAVY = 0.8  # of the variance of all scores: more than that, one score holds only if it is beyond all others
SHOWN = 5  # names, at most
FAR_BELOW = 0.25  # share of pairs below which scores may have the wrong sign
UNLIKELY = 0.001  # probability of so few pairs by chance, at most
Doubts = Iterator[tuple[str, str]]


def names(things: Iterable) -> str:
    """Return the first SHOWN names, and how many more there are, in words."""
    texts = list(map(str, things))
    return ", ".join(texts[:SHOWN]) + (f" and {len(texts) - SHOWN} more" if len(texts) > SHOWN else "")


def doubt_scores(scores: Mapping[str, pd.DataFrame], pairs: pd.DataFrame, columns: pd.DataFrame) -> Doubts:
    """Yield ``(row, doubt)`` for each row whose z-scores depend on a few sentences.

    Parameters:
        scores: tables SCORES by system.
        pairs: the table PAIRS.
        columns: deltas by pair_id, as systems.delta_columns returns them.
    """
    for system, table in scores.items():
        for measure, group in table.groupby("measure", sort=False):
            row, values = f"{system}/{measure}", group.set_index("sentence_id")["score"]
            away = (values - values.mean()) ** 2
            distance = (values - values.median()).abs()
            usual = distance[distance > 0].median()
            if not (away.max() > HEAVY * away.sum() or criteria.ROUNDING_ERROR * values.std(ddof=0) > usual):
                continue
            low, high = values.quantile([0.25, 0.75])
            doubt = (
                f"The score of {distance.idxmax()} is {values[distance.idxmax()]:g}, while half of all scores lie "
                f"between {low:g} and {high:g}. Other sentences therefore have nearly equal z-scores"
            )
            if row in columns and (tied := _tied_by_scale(values, pairs, columns[row])):
                doubt += f", and {tied} of {len(pairs)} pairs count as ties although their scores differ"
            yield row, f"{doubt}. Check this score."


def _tied_by_scale(values: pd.Series, pairs: pd.DataFrame, deltas: pd.Series) -> int:
    """Return how many pairs have two different scores, but a delta of 0."""
    good, bad = (values.reindex(pairs[side]).to_numpy() for side in ("good_id", "bad_id"))
    return int(((good != bad) & (deltas.reindex(pairs["pair_id"]).to_numpy() == 0)).sum())


def doubt_ties(scores: Mapping[str, pd.DataFrame], pairs: pd.DataFrame, columns: pd.DataFrame, tie: float) -> Doubts:
    """Yield ``(row, doubt)`` for each row with many ties, which says whether their two scores are equal.

    Parameters as in doubt_scores; ``tie``: two log-probabilities that are so many nats or less apart are a tie.
    """
    by_row = systems.by_row(scores, "score")
    for row in columns.columns.drop("human", errors="ignore"):
        deltas = columns.loc[criteria.counted(columns["human"]), row].dropna()
        ties, met, number = int((deltas == 0).sum()), int((deltas > 0).sum()), len(deltas)
        if not number or ties < criteria.MANY_TIES * number:
            continue
        values = by_row.get(row, pd.Series(dtype=float))
        near = _tied_by_scale(values, pairs[pairs["pair_id"].isin(deltas.index)], deltas) if len(values) else 0
        what = "have two equal scores"
        if near:
            what = f"are ties: the two scores are equal or differ by less than {tie:g} nats ({near:,} pairs)"
        doubt = (
            f"{ties:,} of {number:,} pairs ({100 * ties / number:.1f} %) {what}, so each of them counts as half. Under "
            f"the BLiMP criterion, the share of pairs is {(met + ties / 2) / number:.3f}; it would be "
            f"{met / number:.3f} (strict) if these met no criterion, and {(met + ties) / number:.3f} if the first of "
            "two equal scores won, as in some other programs."
        )
        if near and values.between(0, 1).all():
            doubt += " All scores lie between 0 and 1. If they are probabilities, use their logarithms."
        yield row, doubt


def doubt_identical(scores: Mapping[str, pd.DataFrame]) -> Doubts:
    """Yield ``(system, doubt)`` for each system whose scores are all the same as those of a system before it.

    Takes tables SCORES by system. Only measures that both have are compared. Of several such systems before it, the
    first is named.
    """
    contents: dict[str, dict[str, int]] = {system: {} for system in scores}
    for row, values in systems.by_row(scores, "score").items():
        system, measure = split_row(row)
        if values.nunique() > 1:
            contents[system][measure] = int(pd.util.hash_pandas_object(values).sum())
    doubted = set()
    for (first, one), (second, other) in combinations(contents.items(), 2):
        shared = [measure for measure in one if measure in other]
        if second not in doubted and shared and all(one[measure] == other[measure] for measure in shared):
            doubted.add(second)
            yield (
                second,
                f"Its scores ({', '.join(shared)}) are all the same as those of {first}. If these are two systems, one "
                "of the files is probably a copy.",
            )


def doubt_direction(scores: Mapping[str, pd.DataFrame], columns: pd.DataFrame) -> Doubts:
    """Yield ``(row, doubt)`` for each row that prefers the acceptable sentence in far fewer pairs than chance.

    Parameters as in doubt_scores; ``scores`` has only systems whose scores come from a file or a frame.
    """
    for row in columns.columns.intersection(list(systems.by_row(scores, "score"))):
        deltas = columns.loc[criteria.counted(columns["human"]), row].dropna()
        number, right = len(deltas), float(criteria.right(deltas).sum())
        if number and right < FAR_BELOW * number and _chance_of(right, number) < UNLIKELY:
            yield (
                row,
                Message(
                    f"It prefers the acceptable sentence in {right:g} of {number:,} pairs, which is far below chance. "
                    "If low scores are good, negate them: ",
                    setting("negate", [split_row(row)[1]], "{make} (negate= from Python)"),
                    ".",
                ),
            )


def _chance_of(right: float, number: int) -> float:
    """Return how likely at most so many pairs of this number are right by chance."""
    from scipy.stats import binom  # here, as few need it and it takes most of a second

    return binom.cdf(right, number, 0.5)


def doubt_tokens(tokens: pd.DataFrame) -> Iterator[str]:
    """Yield how many tokens a system does not know, if there are any; ``tokens`` is its table TOKENS."""
    if not tokens["oov"].any():
        return
    mostly = tokens.groupby("sentence_id", sort=False)["oov"].mean() > 0.5
    doubt = f"{100 * tokens['oov'].mean():.1f} % of the tokens are unknown to it"
    if mostly.any():
        doubt += f"; in {mostly.sum()} of {len(mostly):,} sentences, most are: {names(mostly.index[mostly])}"
    yield f"{doubt}."


def doubt_equal_tokens(tokens: pd.DataFrame, sentences: pd.DataFrame, pairs: pd.DataFrame) -> Iterator[str]:
    """Yield in which pairs two different sentences have the same tokens, by what the tokenizer ignores.

    Takes a system's table TOKENS, and the tables SENTENCES and PAIRS. Sentences of which a part is scored have no
    tokens of the rest, and are left out.
    """
    if "scored" in sentences:
        return
    sums = tokens.groupby("sentence_id", sort=False)["log_prob"].sum()
    near = pairs[pairs["good_id"].map(sums).eq(pairs["bad_id"].map(sums))]
    if near.empty:
        return
    near_tokens = tokens[tokens["sentence_id"].isin([*near["good_id"], *near["bad_id"]])]
    known = near_tokens["token"].where(near_tokens["oov"].eq(0), "")
    sequence = known.groupby(near_tokens["sentence_id"]).agg(tuple)
    texts = sentences.set_index("sentence_id")["sentence"]
    groups: dict[str, list[str]] = {}
    for name, good, bad in zip(near["pair_id"], near["good_id"], near["bad_id"], strict=True):
        if texts[good] != texts[bad] and sequence[good] == sequence[bad]:
            groups.setdefault(_ignored(texts[good], texts[bad]), []).append(name)
    if groups:
        number = sum(map(len, groups.values()))
        what = "1 pair has" if number == 1 else f"{number:,} pairs have"
        how = "; ".join(f"{ignored} ({names(pair_ids)})" for ignored, pair_ids in groups.items())
        yield f"{what} two different sentences with the same tokens, so their scores are equal. They differ in {how}."


def _ignored(text: str, other: str) -> str:
    """Return what makes two texts differ that have the same tokens."""
    forms = {
        "spaces": lambda one: "".join(one.split()),
        "case": str.casefold,
        "accents": lambda one: "".join(sign for sign in normalize("NFD", one) if not combining(sign)),
        "case, accents and spaces": lambda one: "".join(
            sign for sign in normalize("NFKD", one.casefold()) if not combining(sign) and not sign.isspace()
        ),
    }
    return next((name for name, form in forms.items() if form(text) == form(other)), "what its tokenizer does not know")


def doubt_judgments(
    scores: Mapping[str, pd.DataFrame], sentences: pd.DataFrame, thresholds: Mapping[str, float]
) -> Doubts:
    """Yield ``(system or row, doubt)`` where all sentences get the same judgment.

    A classifier judges by the boundary of its measures, and is named once; any other row, system/measure, judges by its
    threshold, if ``thresholds`` has one.
    """
    classifiers = set()
    for system, table in scores.items():
        for measure, group in table.groupby("measure", sort=False):
            boundary, row = measures.boundary(measure), f"{system}/{measure}"
            threshold = thresholds.get(row) if boundary is None else boundary
            values = group.set_index("sentence_id")["score"]
            called = values > (np.nan if threshold is None else threshold)
            if threshold is None or system in classifiers or called.nunique() > 1:
                continue
            if boundary is not None:
                classifiers.add(system)
            area = np.nan
            if "label" in sentences:
                labels = sentences.set_index("sentence_id")["label"].reindex(values.index)
                area = separation.auc(labels.to_numpy(dtype=float), values.to_numpy())
            word = "acceptable" if called.all() else "unacceptable"
            yield (system if boundary is not None else row), _one_answer(f"all {len(values):,} sentences {word}", area)


def doubt_classifiers(simple: pd.DataFrame, summary: pd.DataFrame | None, split: str = "test") -> pd.DataFrame:
    """Return ``about, doubt`` for classifiers on labelled sentences that give all sentences of a split the same label.

    The class that most training sentences have is meant to be one answer for all: there is no doubt about it.

    Parameters:
        simple: the table SIMPLE_CLASSIFIERS.
        summary: the table CLASSIFIERS, if there is one.
    """
    doubts = []
    if summary is not None:
        for row in summary[(summary["split"] == split) & (summary["collapsed"] > 0)].itertuples():
            what = f"{row.collapsed} of its {row.restarts} restarts"
            more = "" if row.collapsed == row.restarts else " Means are over the others."
            text = f"{what} assign the same label to all {row.sentences:,} sentences of the {split} set"
            doubts.append((row.system, f"{text}: their MCC is not defined.{more}{_order(row.auc)}"))
    judged = simple[(simple["split"] == split) & (simple["fitted"] == "train") & simple["threshold"].notna()]
    for row in judged[judged["collapsed"] == 1].itertuples():
        doubts.append((row.row, _one_answer(f"all {row.sentences:,} sentences of the {split} set the same", row.auc)))
    return pd.DataFrame(doubts, columns=["about", "doubt"])


def _one_answer(what: str, area: float) -> str:
    """Return the warning about judgments that are all the same; ``what`` says which, ``area`` is the AUC."""
    return f"It calls {what}: its judgments tell none apart, and their MCC is not defined.{_order(area)}"


def _order(area: float) -> str:
    """Return a sentence on how well scores order the sentences, by their AUC; empty where it is NaN."""
    if pd.isna(area):
        return ""
    return f" Its scores order them with an AUC of {shown(area, 3)} (0.5 is chance): look at the boundary."
