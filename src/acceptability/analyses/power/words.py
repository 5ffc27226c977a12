"""Summarise the power of an experiment in a few sentences."""

import numpy as np
import pandas as pd

from acceptability.analyses.stimuli.manifest import ACROSS, MARKS
from acceptability.messages import conjunction, counted
from acceptability.rounding import percent
from acceptability.statistics.power.simulation import FEWEST
from acceptability.statistics.stimuli import linked

TWICE = ("twice the pairs", "twice the phenomena", "twice the raters")
PLANNED = "as planned"
GROWS = 0.005  # a share that changes by less stays about the same
ALIKE = 0.03  # two designs whose gains differ by less buy about as much


def say_power(power: pd.DataFrame) -> list[str]:
    """Return sentences about the smallest difference, an interval's width, certain decisions, and what buys most.

    The last one compares twice the pairs of each phenomenon, twice the phenomena and twice the raters, each of which
    doubles the number of ratings. Takes the table POWER.
    """
    plan = power[power["design"] == PLANNED]
    differences, widths, certain = (
        plan[plan["quantity"] == name] for name in ("smallest_difference", "interval_width", "certain")
    )
    first = plan.iloc[0]
    design = f"With {counted(first.pairs, 'pair')} in {counted(first.clusters, 'cluster')}"
    sentences = [_say_difference(design, differences), _say_width(widths)]
    if len(certain):
        shares = conjunction(f"{_points(row.value)} % at δ = {row.threshold:g}" for row in certain.itertuples())
        sentences.append(
            f"With {counted(first.raters, 'rater')} of each sentence, the share of pairs whose decision by the ADC "
            f"will be the same in the whole 95 % interval of the human delta is {shares}."
        )
    return [*sentences, *_say_raters(power), _say_gain(power)]


def _say_raters(power: pd.DataFrame) -> list[str]:
    """Describe by how much shares grow with twice the raters, and what compares then; empty if by less than GROWS."""
    grown, shifted = [], []
    for threshold, rows in power[power["criterion"] == "adc"].groupby("threshold"):
        values, shifts = (
            rows.pivot(index="design", columns="quantity", values=column) for column in ("value", "shift")
        )
        before, after = values["share"][[PLANNED, TWICE[-1]]]
        if after - before < GROWS:
            continue
        grown.append(f"from {percent(before, 1)} to {percent(after, 1)} % at δ = {threshold:g}")
        apart = shifts["smallest_difference"][[PLANNED, TWICE[-1]]]
        if apart.notna().all():
            shifted.append(f"from {apart.iloc[0]:.2f} to {apart.iloc[1]:.2f} SD at δ = {threshold:g}")
    if not grown:
        return []
    sentence = (
        f"With twice the raters, the better system’s share by the ADC is itself expected to go {conjunction(grown)}, "
        "as ratings have less noise: differences and widths in points are then those of another share."
    )
    more = f" In the two systems’ deltas, the smallest difference goes {conjunction(shifted)}." if shifted else ""
    return [sentence + more]


def _say_difference(design: str, rows: pd.DataFrame) -> str:
    known = rows[rows["value"].notna()]
    if known.empty:
        sentence = f"{design}, no difference between two systems can be found: {rows.iloc[0].note}."
        return sentence + _say_fewest(rows.iloc[0].clusters)
    sentence = (
        f"{design}, the smallest difference between two systems that a paired test finds in 80 % of experiments is "
    )
    sentence += _each(known)
    missing = rows[rows["value"].isna()]
    if len(missing):
        names = conjunction(_name(row.criterion, row.threshold) for row in missing.itertuples())
        sentence += f"; by {names}, {missing.iloc[0].note}"
    return f"{sentence}."


def say_clusters(stimuli: pd.DataFrame, clusters: int) -> list[str]:
    """Return what is wrong with a table's clusters, which power depends on; empty where nothing is.

    Parameters:
        stimuli: the table STIMULI.
        clusters: how many power is computed with: the table's own, those joined that share a frame or a sentence.
    """
    across = int(stimuli["marks"].str.split("; ").map(lambda marks: ACROSS in marks).sum())
    if across:
        return [
            f"For {counted(across, 'pair')}, {MARKS[ACROSS]}.",
            f"For power, these are joined, which makes {counted(clusters, 'cluster')}: copy the column cluster of "
            "pairs.csv into your table, so that tests and intervals of scores have the same.",
        ]
    keys = stimuli[["pair_id", "frame", "twin", "shares_sentence"]].to_numpy().tolist()
    items = int(linked([[name for name in of_pair if name] for of_pair in keys]).max()) + 1
    if clusters > 1 or stimuli["phenomenon"].nunique() > 1 or items < FEWEST:
        return []
    return [
        f"All pairs are of one phenomenon and one cluster. By their frames and sentences, they are {items:,} items: if "
        "these are independent of each other, give each a value of its own in the column cluster of your table; tests "
        "and intervals are then about other items of this phenomenon."
    ]


def _say_fewest(clusters: int) -> str:
    """Return how many clusters a test needs; empty where there are so many."""
    if clusters >= FEWEST:
        return ""
    number = f"there {'is' if clusters == 1 else 'are'} {clusters}"
    return f" You need at least {FEWEST} phenomena, or values of the column cluster; {number}."


def _say_width(rows: pd.DataFrame) -> str:
    known = rows[rows["value"].notna()]
    if known.empty:
        return f"There is no interval of a share: {rows.iloc[0].note}."
    return f"The expected width of the 95 % interval of one system’s share is {_each(known)}."


def _each(rows: pd.DataFrame) -> str:
    """Return the value of each row, in points, with its criterion."""
    return conjunction(
        f"{_points(row.value)} points by {_name(row.criterion, row.threshold)}" for row in rows.itertuples()
    )


def _say_gain(power: pd.DataFrame) -> str:
    """Return which of the three buys most, by how great a difference of deltas is found (shares grow with raters, too).

    It is the median over criteria; the smallest difference is reported for the first one for which there is one.
    """
    rows = power[(power["quantity"] == "smallest_difference") & power["value"].notna()]
    planned = rows[rows["design"] == PLANNED].set_index(["criterion", "threshold"])
    twice = {name: rows[rows["design"] == name].set_index(["criterion", "threshold"]) for name in TWICE}
    able = {name: each for name, each in twice.items() if len(each)}
    if planned.empty and not able:
        return f"Nor would {', '.join(TWICE[:-1])} or {TWICE[-1]} let a test find one."
    if planned.empty:
        firsts = {name: (_points(each["value"].iloc[0]), _name(*each.index[0])) for name, each in able.items()}
        ways = conjunction(f"{name} ({points} points by {criterion})" for name, (points, criterion) in firsts.items())
        return f"A difference can be found only with {ways}."
    gains = {name: float((each["shift"] / planned["shift"]).median()) for name, each in able.items()}
    alike = [name for name in gains if gains[name] <= min(gains.values()) + ALIKE]
    step = planned.index[0]
    values = {name: _points(each["value"].get(step, np.nan)) for name, each in able.items()}
    raters = TWICE[-1]
    no_matter = step[0] == "blimp" and raters not in alike
    others = [
        f"{name}: {values[name]}"
        for name in able
        if name not in alike and values[name] and not (no_matter and name == raters)
    ]
    more = " The number of raters does not matter for the BLiMP criterion." if no_matter else ""
    return (
        f"Of what doubles the number of ratings, {conjunction(alike)} buy{'' if len(alike) > 1 else 's'} most: by "
        f"{_name(*step)}, the smallest difference goes from {_points(planned['value'].iloc[0])} points to "
        f"{conjunction(values[name] for name in alike)}{f' ({conjunction(others)})' if others else ''}."
        f"{more}"
    )


def _name(criterion: str, threshold: float) -> str:
    """Return what sentences call a criterion."""
    return "the BLiMP criterion" if criterion == "blimp" else f"the ADC at δ = {threshold:g}"


def _points(share: float) -> str:
    """Return a share in percentage points, with a decimal below 10."""
    return percent(share, 1 if share < 0.0995 else 0)
