"""The BLiMP criterion by paradigm and by phenomenon, of systems, of released accuracies and of people (pure)."""

from collections.abc import Iterator, Mapping

import numpy as np
import pandas as pd

from acceptability.analysis import choices, criteria, statistics
from acceptability.analysis.statistics import Estimate

COLUMNS = ["measure", "level", "group", "of", "over", "met", "ties", "pairs", "share", "low", "high"]
COLUMNS += ["share_ties_half", "half_low", "half_high"]
MEANS = ["measure", "level", "groups", "mean", "low", "high", "mean_ties_half", "half_low", "half_high"]
LEVELS = ("all", "phenomenon", "paradigm")


def by_level(
    deltas: Mapping[str, pd.DataFrame],
    accuracies: Mapping[str, pd.DataFrame],
    answers: pd.DataFrame,
    pairs: pd.DataFrame,
) -> dict[str, pd.DataFrame]:
    """The table of each system that has deltas or accuracies, and of ``people``, where there are answers of theirs.

    Takes tables as in the contracts DELTAS and ACCURACIES, by system, and CHOICES; ``pairs`` as in PAIRS, indexed by
    pair_id.
    """
    tables = {system: of_system(table, pairs) for system, table in deltas.items()}
    phenomena = pairs.groupby("paradigm")["phenomenon"].first()
    tables |= {system: of_accuracies(table, phenomena) for system, table in accuracies.items()}
    if len(answers):
        judged = choices.by_pair(choices.counted(answers), pairs)
        rows = of_values(judged["share"].to_numpy(), np.zeros(len(judged)), judged, judged["answers"].to_numpy())
        tables["people"] = pd.DataFrame([("individual", *row) for row in rows], columns=COLUMNS)
    return tables


def means(levels: pd.DataFrame) -> pd.DataFrame:
    """Means of one system's shares over phenomena, and over paradigms, in which each counts alike, whatever its size.

    ``levels`` has the columns COLUMNS. Gives MEANS; 95 % intervals are over the phenomena, or the paradigms.
    """
    rows = []
    parts = levels[levels["level"] != "all"]
    for (measure, level), group in parts.groupby(["measure", "level"], sort=False):
        row = [measure, level, len(group)]
        for name in ("share", "share_ties_half"):
            mean = statistics.ratio_of_sums(group[name].to_numpy(), np.ones(len(group)))
            row += [mean.value, *mean.share_interval(group["pairs"].sum())]
        rows.append(row)
    return pd.DataFrame(rows, columns=MEANS)


def with_pairs(labels: Mapping[str, str], levels: pd.DataFrame) -> dict[str, str]:
    """The labels of those rows that have shares at this level, with their number of pairs where others have more.

    ``labels`` by ``system/measure``; ``levels`` as in the contract BY_LEVEL, with one level only. People judge a few
    pairs of a paradigm, where systems score all: 'People (5 pairs of each paradigm)'.
    """
    rows, most = levels["system"] + "/" + levels["measure"], levels.groupby("group")["pairs"].max()
    named = {}
    for row, label in labels.items():
        own = levels[rows == row].set_index("group")["pairs"]
        fewer = own[own < most[own.index]]
        if len(fewer):
            low, high = fewer.min(), fewer.max()
            pairs = f"{low:,}" if low == high else f"{low:,} to {high:,}"
            label += f" ({pairs} pairs of {'each' if len(fewer) == len(own) else 'a'} {levels['level'].iloc[0]})"
        named |= {row: label} if len(own) else {}
    return named


def of_system(deltas: pd.DataFrame, pairs: pd.DataFrame) -> pd.DataFrame:
    """Shares of one system's pairs that meet the criterion: all, by phenomenon and by paradigm; see of_values.

    ``deltas`` as in the contract DELTAS, ``pairs`` as in PAIRS, indexed by pair_id.
    """
    rows = []
    for measure, group in deltas.groupby("measure", sort=False):
        group = group[criteria.counted(group["human_delta"])]
        hits = criteria.meets(group["human_delta"], group["model_delta"], "blimp").astype(float)
        ties = (group["model_delta"] == 0).to_numpy(float)
        rows += [(measure, *row) for row in of_values(hits, ties, pairs.loc[group["pair_id"]])]
    return pd.DataFrame(rows, columns=COLUMNS)


def of_values(
    hits: np.ndarray, ties: np.ndarray, pairs: pd.DataFrame, answers: np.ndarray | None = None
) -> Iterator[tuple]:
    """Rows of the columns COLUMNS after ``measure``, for values between 0 and 1 of each pair.

    Each value is the share of so many ``answers``; without these, of one.

    95 % intervals of the strict share, in which a tie is missed, and of that in which it is half; ``over`` says what
    they resample. That of all pairs is over clusters. Where a paradigm has pairs of several clusters (verbs or items,
    say), so is every other. Where none has, a phenomenon's is over its paradigms, or over its pairs if it has one
    paradigm, and a paradigm's over its pairs.
    """
    phenomenon, paradigm, cluster = (pairs[name].to_numpy() for name in ("phenomenon", "paradigm", "cluster"))
    answers = np.ones(len(pairs)) if answers is None else answers
    crossed = (pairs.groupby(paradigm)["cluster"].nunique() > 1).any()

    def row(level: str, these: np.ndarray) -> tuple:
        over = "clusters" if crossed or level == "all" else "pairs"
        if not crossed and level == "phenomenon" and len(set(paradigm[these])) > 1:
            over = "paradigms"
        units = {"clusters": cluster, "paradigms": paradigm, "pairs": np.arange(len(pairs))}[over]
        return over, *_shares(hits[these], ties[these], units[these], answers[these])

    yield "all", "all", "all", *row("all", np.full(len(pairs), True))
    for name in dict.fromkeys(phenomenon):
        yield "phenomenon", name, name, *row("phenomenon", phenomenon == name)
    for name in dict.fromkeys(paradigm):
        these = paradigm == name
        yield "paradigm", name, phenomenon[these][0], *row("paradigm", these)


def _shares(hits: np.ndarray, ties: np.ndarray, units: np.ndarray, answers: np.ndarray) -> tuple:
    numbers, pairs = statistics.cluster_numbers(units), len(hits)
    cells = []
    for values in (hits, hits + ties / 2):
        share = statistics.ratio(values, np.ones(pairs), numbers)
        cells += [values.sum() / pairs, *share.share_interval(answers.sum())]
    return (hits.sum(), ties.sum(), pairs, *cells)


def of_accuracies(accuracies: pd.DataFrame, phenomena: Mapping[str, str]) -> pd.DataFrame:
    """The same of shares that are known by paradigm only, as in the contract ACCURACIES; ``measure`` is accuracy.

    ``phenomena``: that of each paradigm. Ties are not known, so that the share with ties as half is the share.
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
    if len(met) == 1:
        over, estimate = "pairs", _binomial(met.iloc[0], pairs.iloc[0])
    else:
        over, estimate = "paradigms", statistics.ratio_of_sums(met.to_numpy(), pairs.to_numpy())
    return (level, group, group, over, *_counts(met.sum(), pairs.sum(), estimate))


def _counts(met: float, pairs: float, estimate: Estimate) -> tuple:
    share = met / pairs
    return (met, np.nan, int(pairs), *(2 * (share, *estimate.share_interval(pairs))))


def _binomial(met: float, pairs: float) -> Estimate:
    """A share of so many pairs, of which each is a cluster of its own."""
    if pairs < 2:
        return Estimate(met / pairs, np.array([np.nan]))
    hits = round(met)
    left_out = np.repeat([(hits - 1) / (pairs - 1), hits / (pairs - 1)], [hits, int(pairs) - hits])
    return Estimate(met / pairs, left_out)
