"""Compute the BLiMP criterion by paradigm and phenomenon, for systems, released accuracies and people (pure)."""

from collections.abc import Iterator, Mapping

import numpy as np
import pandas as pd

from acceptability.contracts.names import SUMMED
from acceptability.contracts.systems import row_keys
from acceptability.errors import InputError
from acceptability.statistics import choices, criteria
from acceptability.statistics.clusters import FEWEST, Estimate, cluster_numbers, mean, ratio_of_sums

COLUMNS = ["measure", "level", "group", "of", "over", "met", "ties", "pairs", "share", "low", "high"]
COLUMNS += ["share_ties_half", "half_low", "half_high"]
MEANS = ["measure", "level", "groups", "mean", "low", "high", "mean_ties_half", "half_low", "half_high"]


def shares_by_level(
    deltas: Mapping[str, pd.DataFrame],
    accuracies: Mapping[str, pd.DataFrame],
    answers: pd.DataFrame,
    pairs: pd.DataFrame,
) -> dict[str, pd.DataFrame]:
    """Return shares by level of each system that has deltas or accuracies, and of ``people``, where there are answers.

    Tables have the columns COLUMNS.

    Parameters:
        deltas, accuracies: tables DELTAS and ACCURACIES by system.
        answers: the table CHOICES; may be empty.
        pairs: the table PAIRS, indexed by pair_id. Its sums of people's answers count where there are no single ones.
    """
    tables = {system: shares_of_system(table, pairs) for system, table in deltas.items()}
    phenomena = pairs.groupby("paradigm")["phenomenon"].first()
    tables |= {system: shares_of_accuracies(table, phenomena) for system, table in accuracies.items()}
    if len(answers):
        answers = choices.without_excluded(answers)
        rows = shares_of_people(answers, choices.by_pair(answers, pairs))
        tables["people"] = pd.DataFrame([("individual", *row) for row in rows], columns=COLUMNS)
    elif "people_right" in pairs:
        tables["people"] = shares_of_sums(pairs)
    return tables


def shares_of_people(answers: pd.DataFrame, judged: pd.DataFrame) -> Iterator[tuple]:
    """Yield the rows of shares_of_values for people's single answers: intervals are over units of pairs and people
    jointly.

    Parameters:
        answers: the table CHOICES.
        judged: the pairs, as choices.by_pair returns them.
    """
    for level, name, phenomenon, these, over, units in groups(judged):
        share, ends = choices.single_answers(answers, judged[these], units)
        yield level, name, phenomenon, over, share * these.sum(), 0.0, int(these.sum()), *(2 * (share, *ends))


def shares_of_sums(pairs: pd.DataFrame) -> pd.DataFrame:
    """Return shares by level of people of whose answers only sums by paradigm are known, as COLUMNS.

    ``pairs`` counts answers. InputError where pairs of one paradigm have different sums, or more right than asked.
    """
    by_paradigm = pairs.groupby("paradigm", sort=False)
    right, answers = (by_paradigm[name].first() for name in ("people_right", "people_asked"))
    different = (by_paradigm[["people_right", "people_asked"]].nunique() > 1).any(axis=1) | (right > answers)
    if different.any():
        raise InputError(
            f"paradigm {different.idxmax()}: people_right and people_asked must be the same sums for all of its pairs, "
            "and no more right than asked; correct them"
        )
    some = answers > 0
    table = pd.DataFrame(
        {"paradigm": answers.index, "share": (right / answers).to_numpy(), "pairs": answers.to_numpy()}
    )
    table = table[some.to_numpy()].assign(method="sentence")
    return shares_of_accuracies(table, by_paradigm["phenomenon"].first()).assign(measure="summed")


def mean_shares(levels: pd.DataFrame) -> pd.DataFrame:
    """Return means of one system's shares over phenomena, and over paradigms, each counting alike, whatever its size.

    The columns are MEANS; 95 % intervals are over the phenomena, or the paradigms. ``levels`` has the columns COLUMNS.
    """
    rows = []
    parts = levels[levels["level"] != "all"]
    for (measure, level), group in parts.groupby(["measure", "level"], sort=False):
        row = [measure, level, len(group)]
        for name in ("share", "share_ties_half"):
            estimate = ratio_of_sums(group[name].to_numpy(), np.ones(len(group)))
            row += [estimate.value, *estimate.share_interval(group["pairs"].sum())]
        rows.append(row)
    return pd.DataFrame(rows, columns=MEANS)


def with_pairs(labels: Mapping[str, str], others: Mapping[str, str], levels: pd.DataFrame) -> dict[str, str]:
    """Return the labels of those rows that have shares at this level; those of ``others`` with their number of pairs
    where other rows have more.

    People judge a few pairs of a paradigm, where systems score all: 'People (5 pairs of each paradigm)'. Of sums, it is
    the number of answers.

    Parameters:
        labels: of systems with scores or decisions, by ``system/measure``.
        others: of people, and of systems of which only shares of paradigms are known.
        levels: the table BY_LEVEL, with one level only.
    """
    rows, most = row_keys(levels), levels.groupby("group")["pairs"].max()
    labels_of_rows: dict[str, str] = {}
    for row, label in {**labels, **others}.items():
        sizes, counted = levels[rows == row].set_index("group")["pairs"], "answers" if row == SUMMED else "pairs"
        fewer = sizes[sizes < most[sizes.index]]
        if row in others and len(fewer):
            low, high = fewer.min(), fewer.max()
            pairs = f"{low:,}" if low == high else f"{low:,} to {high:,}"
            label += f" ({pairs} {counted} of {'each' if len(fewer) == len(sizes) else 'a'} {levels['level'].iloc[0]})"
        labels_of_rows |= {row: label} if len(sizes) else {}
    return labels_of_rows


def with_pairs_of_sums(levels: pd.DataFrame) -> pd.DataFrame:
    """Return BY_LEVEL in which people of whom only sums are known have the pairs of other rows, not their answers."""
    summed = row_keys(levels) == SUMMED
    most = levels["pairs"].mask(summed).groupby([levels["level"], levels["group"]]).transform("max")
    return levels.assign(pairs=levels["pairs"].mask(summed & most.notna(), most).astype(int))


def shares_of_system(deltas: pd.DataFrame, pairs: pd.DataFrame) -> pd.DataFrame:
    """Return shares of one system's pairs that meet the BLiMP criterion: all, by phenomenon and by paradigm, as
    COLUMNS.

    See shares_of_values. ``deltas`` is the table DELTAS, ``pairs`` the table PAIRS, indexed by pair_id.
    """
    rows = []
    for measure, group in deltas.groupby("measure", sort=False):
        group = group[criteria.counted(group["human_delta"])]
        hits = criteria.meets(group["human_delta"], group["model_delta"], "blimp").astype(float)
        ties = (group["model_delta"] == 0).to_numpy(float)
        rows += [(measure, *row) for row in shares_of_values(hits, ties, pairs.loc[group["pair_id"]])]
    return pd.DataFrame(rows, columns=COLUMNS)


def shares_of_values(hits: np.ndarray, ties: np.ndarray, pairs: pd.DataFrame) -> Iterator[tuple]:
    """Yield the rows of the columns COLUMNS after ``measure``: all pairs, then each phenomenon, then each paradigm.

    95 % intervals are of the strict share, in which a tie is missed, and of that in which it is half; ``over`` says
    what they resample. That of all pairs is over clusters. Where a paradigm has pairs of several clusters (verbs or
    items, say), so is every other. Where none has, a phenomenon's is over its paradigms, or over its pairs if it has
    fewer than FEWEST paradigms, and a paradigm's over its pairs. An interval over pairs is for these very paradigms:
    it says nothing of others of the same phenomenon.

    Parameters:
        hits: a value between 0 and 1 for each pair.
        ties: 1 for each pair that is a tie, else 0.
        pairs: the rows of PAIRS.
    """
    for level, name, phenomenon, these, over, units in groups(pairs):
        yield level, name, phenomenon, over, *_shares(hits[these], ties[these], units)


def groups(pairs: pd.DataFrame) -> Iterator[tuple[str, str, str, np.ndarray, str, np.ndarray]]:
    """Yield groups of pairs: all pairs, then each phenomenon, then each paradigm.

    Each has its level, its name, the phenomenon that it is of, which pairs it has, what its intervals are over (see
    shares_of_values), and the unit of each of its pairs. ``pairs`` are rows of PAIRS.
    """
    phenomenon, paradigm, cluster = (pairs[name].to_numpy() for name in ("phenomenon", "paradigm", "cluster"))
    crossed = (pairs.groupby(paradigm)["cluster"].nunique() > 1).any()

    def group(level: str, name: str, of: str, these: np.ndarray) -> tuple:
        over = "clusters" if crossed or level == "all" else "pairs"
        if not crossed and level == "phenomenon" and len(set(paradigm[these])) >= FEWEST:
            over = "paradigms"
        units = {"clusters": cluster, "paradigms": paradigm, "pairs": np.arange(len(pairs))}[over]
        return level, name, of, these, over, units[these]

    yield group("all", "all", "all", np.full(len(pairs), True))
    for name in dict.fromkeys(phenomenon):
        yield group("phenomenon", name, name, phenomenon == name)
    for name in dict.fromkeys(paradigm):
        these = paradigm == name
        yield group("paradigm", name, phenomenon[these][0], these)


def _shares(hits: np.ndarray, ties: np.ndarray, units: np.ndarray) -> tuple:
    """Return the cells of one row: met, ties, pairs, and both shares with their intervals; ``units`` are resampled."""
    numbers, pairs = cluster_numbers(units), len(hits)
    cells = []
    for values in (hits, hits + ties / 2):
        share = mean(values, numbers)
        cells += [values.sum() / pairs, *share.share_interval(pairs)]
    return (hits.sum(), ties.sum(), pairs, *cells)


def shares_of_accuracies(accuracies: pd.DataFrame, phenomena: Mapping[str, str]) -> pd.DataFrame:
    """Return shares by level where they are known by paradigm only, as COLUMNS; ``measure`` is accuracy.

    Ties are not known, so that the share with ties as half is the share.

    Parameters:
        accuracies: the table ACCURACIES of one system.
        phenomena: the phenomenon of each paradigm.
    """
    table = accuracies[accuracies["method"] == "sentence"].set_index("paradigm")
    met, pairs = table["share"] * table["pairs"], table["pairs"].astype(float)
    phenomenon = table.index.map(phenomena).to_numpy()
    rows = [_summed("all", "all", met, pairs)]
    for name in dict.fromkeys(phenomenon):
        rows.append(_summed("phenomenon", name, *(values[phenomenon == name] for values in (met, pairs))))
    for name in table.index:
        rows.append(
            (
                "paradigm",
                name,
                phenomena[name],
                "pairs",
                *_counts(met[name], pairs[name], _binomial(met[name], pairs[name])),
            )
        )
    return pd.DataFrame([("accuracy", *row) for row in rows], columns=COLUMNS)


def _summed(level: str, group: str, met: pd.Series, pairs: pd.Series) -> tuple:
    """Return one row of shares_of_accuracies after ``measure``: the sum of paradigms; of few, over their pairs."""
    if len(met) < FEWEST:
        over, estimate = "pairs", _binomial(met.sum(), pairs.sum())
    else:
        over, estimate = "paradigms", ratio_of_sums(met.to_numpy(), pairs.to_numpy())
    return (level, group, group, over, *_counts(met.sum(), pairs.sum(), estimate))


def _counts(met: float, pairs: float, estimate: Estimate) -> tuple:
    """Return the cells of a row after ``over``: met, ties (unknown), pairs, and the share with its interval, twice."""
    share = met / pairs
    return (met, np.nan, int(pairs), *(2 * (share, *estimate.share_interval(pairs))))


def _binomial(met: float, pairs: float) -> Estimate:
    """Return the share of pairs of which each is a cluster of its own; ``met`` and ``pairs`` are counts."""
    if pairs < 2:
        return Estimate(met / pairs, np.array([np.nan]))
    hits = round(met)
    left_out = np.repeat([(hits - 1) / (pairs - 1), hits / (pairs - 1)], [hits, int(pairs) - hits])
    return Estimate(met / pairs, left_out)
