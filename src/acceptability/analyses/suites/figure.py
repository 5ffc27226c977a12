"""Draw shares of items that are right, and surprisals by region and condition."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from acceptability.analyses.suites.manifest import OVERALL
from acceptability.contracts.names import row_colours
from acceptability.expectations import grammar
from acceptability.figures.layout import name_rows, share_ticks
from acceptability.figures.style import GREY, GRID, SMALLEST, legend_below, plt, row_styles, size, widest, wrapped
from acceptability.statistics.clusters import mean

HIGH, HIGHEST = 90, 550  # points: a panel with surprisals, all rows of shares


def draw_suite_shares(
    *, suite_shares: pd.DataFrame, suite_groups: pd.DataFrame, suite_labels: dict[str, str], width: float
) -> plt.Figure:
    """Draw the share of each group of suites, or of each suite if there are no groups, with systems side by side."""
    has_groups = set(suite_groups["group"]) - {OVERALL}
    rows = suite_groups if has_groups else suite_shares.assign(group=suite_shares["suite"])
    if not has_groups and suite_shares["suite"].nunique() > 1:
        rows = pd.concat([rows, suite_groups])
    names = list(dict.fromkeys(rows["group"]))
    room = min(0.4 * width, widest(names) + 8)
    looks = _looks({system: label for system, label in suite_labels.items() if system in set(rows["system"])})
    least = max(9.5, min(5.5 * len(looks) + 3, HIGHEST / len(names)))
    figure, axes = plt.subplots(figsize=size(width, 40))
    places = dict(zip(names, name_rows(axes, [wrapped(name, room, SMALLEST) for name in names], least), strict=True))
    figure.set_size_inches(*size(width, axes.get_ylim()[0] + 24))
    handles: list[plt.Line2D] = []
    for aside, (system, look) in zip(_aside(len(looks), least - 3), looks.items(), strict=True):
        of_system = rows[rows["system"] == system]
        at = of_system["group"].map(places) + aside
        axes.hlines(at, of_system["low"], of_system["high"], color=look["color"], linewidth=0.8)
        handles += axes.plot(of_system["share"], at, linestyle="", clip_on=False, **look)
    chances = rows.dropna(subset="chance").drop_duplicates("group")
    at = chances["group"].map(places)
    axes.vlines(chances["chance"], at - least / 2 + 1, at + least / 2 - 1, color=GREY, linewidth=1, zorder=0)
    axes.set_xlim(0, 1)
    share_ticks(axes)
    axes.grid(axis="x", **GRID)
    legend_below(figure, handles, "share of items that are right")
    return figure


def _looks(labels: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    return {name: look | {"markersize": 3} for name, look in row_styles(labels, row_colours(labels, {}), {}).items()}


def _aside(number: int, room: float) -> np.ndarray:
    """Return how far aside each of so many marks is drawn."""
    return (np.arange(number) - (number - 1) / 2) * room / number


def draw_region_surprisals(
    *,
    surprisals: pd.DataFrame,
    suites: dict[str, Any],
    suite_names: dict[str, str],
    suite_labels: dict[str, str],
    part: str,
    width: float,
) -> plt.Figure:
    """Draw the mean surprisal of each region of a suite by condition, with a panel for each system."""
    suite = suite_names[part]
    table = surprisals[surprisals["suite"] == suite]
    systems = [system for system in suite_labels if system in set(table["system"])]
    looks = _looks({condition: condition for condition in table["condition"].unique()})
    regions = range(1, int(table["region"].max()) + 1)
    names = suites["region_names"].get(suite) or [str(number) for number in regions]
    trees = [grammar.parse(one["formula"]) for one in suites["predictions"] if one["suite"] == suite]
    height = HIGH * len(systems) + 20
    figure, grid = plt.subplots(len(systems), 1, figsize=size(width, height), sharex=True, squeeze=False)
    handles: list[plt.Line2D] = []
    for axes, system in zip(grid[:, 0], systems, strict=True):
        for region in {node.region for node in grammar.references(*trees) if node.region}:
            axes.axvspan(region - 0.45, region + 0.45, color="#EEEEEE", zorder=0, linewidth=0)
        for aside, (condition, look) in zip(_aside(len(looks), 0.2), looks.items(), strict=True):
            means = _means(table[(table["system"] == system) & (table["condition"] == condition)])
            axes.vlines(means.index + aside, means["low"], means["high"], color=look["color"], linewidth=0.6)
            handles += axes.plot(means.index + aside, means["mean"], linewidth=0.8, **look)
        axes.set_ylabel(wrapped(f"{suite_labels[system]}, bits", HIGH - 8, SMALLEST), fontsize=SMALLEST)
        axes.set_ylim(bottom=0)
        axes.grid(axis="y", **GRID)
        axes.tick_params(labelsize=SMALLEST)
    room = (width - 40) / len(names) - 4
    grid[-1, 0].set_xticks(regions, [wrapped(name.replace("_", " "), room, SMALLEST) for name in names])
    legend_below(figure, handles[: len(looks)], "region")
    return figure


def _means(table: pd.DataFrame) -> pd.DataFrame:
    """Return the mean of each region over items, and its 95 % interval."""
    by_region = table.dropna(subset="surprisal_bits").groupby("region")["surprisal_bits"]
    estimates = {region: mean(bits, np.arange(len(bits))) for region, bits in by_region}
    rows = {region: [estimate.value, *estimate.interval()] for region, estimate in estimates.items()}
    return pd.DataFrame.from_dict(rows, orient="index", columns=["mean", "low", "high"])
