"""Count the pairs that rules without grammar get right, and choose pairs to change so that they do not (pure)."""

import numpy as np
import pandas as pd
from scipy.special import bdtr, betaincinv

from acceptability.scoring.tokenisation import tokeniser
from acceptability.scoring.unigrams import Unigrams
from acceptability.segmentation import script
from acceptability.statistics.clusters import cluster_numbers, cluster_sums, holm, least_sign_flip_p, sign_flip_p
from acceptability.statistics.references import negative_length
from acceptability.statistics.stimuli import TOKENISATION, unknown_words

LEVELS = ("all", "phenomenon", "paradigm")
REPETITIONS, SEED = 10_000, 1  # of sign flips
CLEAR, FEWEST = 0.9, 7  # a rule solves a group: what share of its decisions agrees, and how many pairs it decides


def preferences(sentences: pd.Series, unigrams: Unigrams | None = None) -> pd.DataFrame:
    """Return the values of each sentence (row) by each rule (column); a rule chooses the sentence with the higher one.

    Rules: ``shorter`` (minus the number of words between white space; left out if most sentences are in a script
    without spaces), ``fewer_characters``, ``alphabetical`` (minus
    the place in the alphabet, a placebo); with ``unigrams``, ``word_frequency`` (mean log-probability of the words and
    punctuation marks as unigrams), ``unigram_log_prob`` (their sum) and ``known_words`` (minus the number of different
    words that the corpus does not have).

    Parameters:
        sentences: texts by sentence_id.
    """
    folded = sentences.str.casefold()
    table = pd.DataFrame(
        {
            "shorter": sentences.map(negative_length),
            "fewer_characters": -sentences.str.len().astype(float),
            "alphabetical": -pd.Series(pd.factorize(folded, sort=True)[0], index=sentences.index).astype(float),
        }
    )
    if sentences.map(script).astype(bool).mean() > 0.5:
        del table["shorter"]
    if unigrams is None:
        return table
    tokenise = tokeniser(*TOKENISATION)
    logs = [[unigrams.log_probs.get(token, unigrams.unknown) for token in tokenise(text)] for text in sentences]
    place = table.columns.get_loc("alphabetical")
    table.insert(place, "word_frequency", [float(np.mean(of_text)) if of_text else 0.0 for of_text in logs])
    table.insert(place + 1, "unigram_log_prob", [float(np.sum(of_text)) for of_text in logs])
    table.insert(place + 2, "known_words", [-float(len(unknown_words(text, unigrams.log_probs))) for text in sentences])
    return table


def shares(
    deltas: pd.DataFrame, pairs: pd.DataFrame, levels: list[str], tie: float, significance: float
) -> pd.DataFrame:
    """Return the share of pairs that each rule gets right, by level and group, as in the table RULES.

    A tie counts as half. Of D decided pairs of n, of which R are right, the share is (R + (n − D)/2)/n; it is one half
    where R is D/2. ``p`` tests that, on both sides. A group of several clusters is tested by random signs of whole
    clusters (sign_flip_p), a single cluster by the exact binomial test of R of D, which takes pairs as independent. So
    does the interval, Clopper and Pearson's (1934) of R/D, brought to the share's scale for the given number of ties.

    ``p_holm`` is corrected for the tests of a level (Holm 1979) whose p can be below ``significance`` at all; NaN for
    the others. The smallest p of a binomial test is 2 · 2^−D, that of sign flips follows from the number of clusters.

    ``decides`` describes, and tests nothing: 1 where the rule decides FEWEST pairs and half of the group or more, and
    at least CLEAR of its decisions, or at most 1 − CLEAR, are right. ``by_chance`` is the probability of that if each
    decision were made at random. ``beyond_chance`` is 1 where, in addition, the rule solves more groups of the level
    than by chance (exceedance of their number, times the number of rules, is below ``significance``): of 20 groups, a
    rule solves some by chance.

    Parameters:
        deltas: how much more each rule likes the good sentence (pair × rule), in the order of ``pairs``; NaN: unknown.
        levels: of LEVELS.
        tie: differences up to this are ties.
    """
    parts = []
    signs = np.sign(deltas.where(deltas.abs() > tie, 0)).to_numpy(dtype=float)
    for level in levels:
        groups = pd.Series("all", index=pairs.index) if level == "all" else pairs[level]
        codes, names = pd.factorize(groups)
        flips = [_flipped(signs[codes == code], pairs["cluster"][codes == code]) for code in range(len(names))]
        for number, rule in enumerate(deltas):
            delta = deltas[rule].to_numpy(dtype=float)
            counts = {
                "right": np.bincount(codes, delta > tie, len(names)),
                "wrong": np.bincount(codes, delta < -tie, len(names)),
                "ties": np.bincount(codes, np.abs(delta) <= tie, len(names)),
            }
            counts |= {
                name: np.array([flip[part][number] for flip in flips]) for part, name in enumerate(("p", "least_p"))
            }
            parts.append(pd.DataFrame({"level": level, "group": names, "rule": rule} | counts))
    table = pd.concat(parts, ignore_index=True).astype(dict.fromkeys(("right", "wrong", "ties"), int))
    table = table[table[["right", "wrong", "ties"]].sum(axis=1) > 0].reset_index(drop=True)
    right, wrong, ties = (table[name].to_numpy() for name in ("right", "wrong", "ties"))
    decided, pairs_in = right + wrong, right + wrong + ties
    table["pairs"] = pairs_in
    table["share"] = (right + ties / 2) / pairs_in
    with np.errstate(invalid="ignore", divide="ignore"):
        low = np.where(right > 0, betaincinv(right, wrong + 1, 0.025), 0)
        high = np.where(wrong > 0, betaincinv(right + 1, wrong, 0.975), 1)
    for name, end in (("low", low), ("high", high)):
        table[name] = np.where(decided > 0, (end * decided + ties / 2) / pairs_in, np.nan)
    binomial = np.minimum(1, 2 * bdtr(np.minimum(right, wrong), decided, 0.5))
    p = table.pop("p").fillna(pd.Series(binomial, index=table.index))
    least = table.pop("least_p").fillna(pd.Series(2.0 ** (1 - decided), index=table.index))
    table["p"] = np.where(decided > 0, p, np.nan)
    able = table["p"][(least < significance) & (decided > 0)]
    table["p_holm"] = able.groupby(table["level"]).transform(holm)
    agreeing = np.maximum(right, wrong)
    large = (decided >= FEWEST) & (2 * decided >= pairs_in)
    fewest_alike = np.ceil(CLEAR * decided - 1e-9)
    table["decides"] = (large & (agreeing >= fewest_alike)).astype(int)
    table["by_chance"] = np.where(large, 2 * bdtr(decided - fewest_alike, decided, 0.5), 0)
    p_of_number = np.ones(len(table))
    for _, rows in table.groupby(["level", "rule"]):
        p_of_number[rows.index] = len(deltas.columns) * exceedance(rows["by_chance"], rows["decides"].sum())
    table["beyond_chance"] = ((table["decides"] == 1) & (p_of_number < significance)).astype(int)
    return table


def exceedance(chances: pd.Series, number: int) -> float:
    """Return the probability that at least ``number`` of independent events happen, whose ``chances`` differ."""
    of_number = np.ones(1)  # the probability of 0, 1, … events (Poisson binomial distribution)
    for chance in chances[chances > 0]:
        of_number = np.convolve(of_number, [1 - chance, chance])
    return float(of_number[number:].sum())


def _flipped(signs: np.ndarray, clusters: pd.Series) -> tuple[np.ndarray, np.ndarray]:
    """Return p by sign flips of clusters, and the smallest that it can be, for each column; NaN in one cluster."""
    numbers = cluster_numbers(clusters)
    if numbers.max() == 0:
        return (np.full(signs.shape[1], np.nan),) * 2
    sums = cluster_sums(signs, numbers)
    return sign_flip_p(sums, REPETITIONS, SEED), least_sign_flip_p(sums, REPETITIONS)


def to_balance(deltas: pd.DataFrame, pairs: pd.DataFrame, marked: pd.DataFrame, tie: float) -> pd.DataFrame:
    """Return the fewest pairs to change, for each marked row of ``shares``, so that the rule gets half of them right.

    A changed pair is one that the rule decides the other way afterwards, so R right and W wrong pairs need |R − W|/2,
    rounded down. First are pairs that several marked rules of the group decide in the direction that they mostly
    decide in, then those whose sentences differ least by the rule.

    Columns: ``level, group, rule, pair_id, difference``.

    Parameters:
        deltas, tie: as in shares.
        pairs: the table PAIRS, in the order of ``deltas``.
        marked: rows of ``shares``.
    """
    parts = []
    for (level, group), rows in marked.groupby(["level", "group"], sort=False):
        inside = np.ones(len(pairs), dtype=bool) if level == "all" else (pairs[level] == group).to_numpy()
        places = np.flatnonzero(inside)
        direction = np.sign(rows["right"].to_numpy() - rows["wrong"].to_numpy())
        along = deltas[rows["rule"]].to_numpy()[places] * direction  # above 0: decided as most are
        common = (along > tie).sum(axis=1)
        for number, row in enumerate(rows.itertuples(index=False)):
            candidates = np.flatnonzero(along[:, number] > tie)
            order = np.lexsort((candidates, along[candidates, number], -common[candidates]))
            change = places[candidates[order[: abs(row.right - row.wrong) // 2]]]
            part = {"level": level, "group": group, "rule": row.rule, "pair_id": pairs["pair_id"].to_numpy()[change]}
            parts.append(pd.DataFrame(part | {"difference": deltas[row.rule].to_numpy()[change]}))
    columns = ["level", "group", "rule", "pair_id", "difference"]
    return pd.concat(parts, ignore_index=True) if parts else pd.DataFrame(columns=columns).astype({"difference": float})
