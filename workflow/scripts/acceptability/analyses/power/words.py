"""What a reader should know of power, in a few sentences."""

from collections.abc import Iterable

import numpy as np
import pandas as pd

from acceptability.rounding import percent
from acceptability.statistics.power.simulation import FEWEST

TWICE = ("twice the pairs", "twice the phenomena", "twice the raters")
ALIKE = 0.03  # two designs whose gains differ by less buy about as much


def say_power(power: pd.DataFrame) -> list[str]:
    """Return sentences about the smallest difference, an interval's width, certain decisions, and what buys most.

    The last one compares twice the pairs of each phenomenon, twice the phenomena and twice the raters, each of which
    doubles the number of ratings. Takes the table POWER.
    """
    plan = power[power["design"] == "as planned"]
    differences, widths, certain = (
        plan[plan["quantity"] == name] for name in ("smallest_difference", "interval_width", "certain")
    )
    first = plan.iloc[0]
    design = f"With {_count(first.pairs, 'pair')} in {_count(first.clusters, 'cluster')}"
    said = [_say_difference(design, differences), _say_width(widths)]
    if len(certain):
        shares = _listed(f"{_points(row.value)} % at δ = {row.threshold:g}" for row in certain.itertuples())
        said.append(
            f"With {_count(first.raters, 'rater')} of each sentence, the share of pairs whose decision by the ADC will "
            f"be the same in the whole 95 % interval of the human delta is {shares}."
        )
    return [*said, _say_gain(power)]


def _say_difference(design: str, rows: pd.DataFrame) -> str:
    known = rows[rows["value"].notna()]
    if known.empty:
        said = f"{design}, no difference between two systems can be found: {rows.iloc[0].note}."
        return said + _say_fewest(rows.iloc[0].clusters)
    said = f"{design}, the smallest difference between two systems that a paired test finds in 80 % of experiments is "
    said += _each(known)
    missing = rows[rows["value"].isna()]
    if len(missing):
        names = _listed(_name(row.criterion, row.threshold) for row in missing.itertuples())
        said += f"; by {names}, {missing.iloc[0].note}"
    return f"{said}."


def _say_fewest(clusters: int) -> str:
    """Return how many clusters a test needs; empty where there are so many."""
    if clusters >= FEWEST:
        return ""
    return f" You need at least {FEWEST} phenomena, or values of the column cluster; your table has {clusters}."


def _say_width(rows: pd.DataFrame) -> str:
    known = rows[rows["value"].notna()]
    if known.empty:
        return f"There is no interval of a share: {rows.iloc[0].note}."
    return f"The expected width of the 95 % interval of one system’s share is {_each(known)}."


def _each(rows: pd.DataFrame) -> str:
    """Return the value of each row, in points, with its criterion."""
    return _listed(f"{_points(row.value)} points by {_name(row.criterion, row.threshold)}" for row in rows.itertuples())


def _say_gain(power: pd.DataFrame) -> str:
    """Return which of the three buys most, by how great a difference of deltas is found (shares grow with raters, too).

    It is the median over criteria; the smallest difference is said of the first one for which there is one.
    """
    rows = power[(power["quantity"] == "smallest_difference") & power["value"].notna()]
    planned = rows[rows["design"] == "as planned"].set_index(["criterion", "threshold"])
    twice = {name: rows[rows["design"] == name].set_index(["criterion", "threshold"]) for name in TWICE}
    able = {name: each for name, each in twice.items() if len(each)}
    if planned.empty and not able:
        return f"Nor would {', '.join(TWICE[:-1])} or {TWICE[-1]} let a test find one."
    if planned.empty:
        firsts = {name: (_points(each["value"].iloc[0]), _name(*each.index[0])) for name, each in able.items()}
        ways = _listed(f"{name} ({points} points by {criterion})" for name, (points, criterion) in firsts.items())
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
        f"Of what doubles the number of ratings, {_listed(alike)} buy{'' if len(alike) > 1 else 's'} most: by "
        f"{_name(*step)}, the smallest difference goes from {_points(planned['value'].iloc[0])} points to "
        f"{_listed(values[name] for name in alike)}{f' ({_listed(others)})' if others else ''}."
        f"{more}"
    )


def _name(criterion: str, threshold: float) -> str:
    """Return what sentences call a criterion."""
    return "the BLiMP criterion" if criterion == "blimp" else f"the ADC at δ = {threshold:g}"


def _points(share: float) -> str:
    """Return a share in percentage points, with a decimal below 10."""
    return percent(share, 1 if share < 0.0995 else 0)


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _listed(parts: Iterable[str]) -> str:
    """Return parts as ``a, b and c``."""
    *most, last = list(parts)
    return f"{', '.join(most)} and {last}" if most else last
