"""Figures of the paper: how frequent features are in the development sentences, and how hard; the learning curve."""

import pandas as pd

from acceptability.figures.layout import name_rows, row_heights
from acceptability.figures.style import GRID, MARKERS, PAGE, SMALLEST, legend_below, mpl, plt, size
from acceptability.papers.cola.corpus import FIGURE_1, frequencies
from acceptability.papers.cola.divisions.figure import draw_sets

DEVELOPMENT = {"all dev": "all development sentences"}
VIOLATIONS = "Violations"
FIGURE_4 = (*(feature for feature in FIGURE_1 if feature != VIOLATIONS), VIOLATIONS)

SHOWN, LEFT_OUT = {"facecolor": "#0072B2"}, {"facecolor": "#9ECAE1", "hatch": "/////", "edgecolor": "white"}


def figure_1(*, sentences: pd.DataFrame, features: pd.DataFrame, width: float) -> plt.Figure:
    """Draw a bar for each of the 15 features, with its number of sentences; those of the paper's figure are dark."""
    table = frequencies(sentences, features).sort_values("sentences")
    figure, axes = plt.subplots(figsize=size(width, 200))
    looks = [SHOWN if name in FIGURE_1 else LEFT_OUT for name in table.index]
    for place, (share, number, look) in enumerate(zip(table["share"], table["sentences"], looks, strict=True)):
        axes.barh(place, 100 * share, 0.75, linewidth=0, **look)
        axes.annotate(
            f"{number}", (100 * share, place), (2, 0), textcoords="offset points", va="center", fontsize=SMALLEST
        )
    axes.set_yticks(range(len(table)), table.index, fontsize=7 if width == PAGE else SMALLEST)
    axes.tick_params(axis="y", length=0)
    axes.set(xlim=(0, 110 * table["share"].max()), xlabel="development sentences with the feature, %")
    axes.grid(axis="x", **GRID)
    axes.set_axisbelow(True)
    labels = ("in the paper’s Figure 1", "left out there")
    patches = [
        mpl.patches.Patch(linewidth=0, label=label, **look)
        for label, look in zip(labels, (SHOWN, LEFT_OUT), strict=True)
    ]
    legend_below(figure, patches)
    return figure


def figure_3(
    *,
    divisions: pd.DataFrame,
    classifier_labels: dict[str, str],
    classifier_colours: dict[str, str],
    width: float,
) -> plt.Figure:
    """Draw the learning curve on the sentences of both development sets together."""
    return draw_sets(divisions, classifier_labels, classifier_colours, width, DEVELOPMENT)


def released_figure_3(*, size_sheet: pd.DataFrame, width: float) -> plt.Figure:
    """Draw the authors' learning curve: the MCC of each restart, and the mean of each size."""
    figure, axes = plt.subplots(figsize=size(width, 150))
    axes.plot(size_sheet["sentences"], size_sheet["mcc"], color="#9ECAE1", marker="o", markersize=2, linestyle="")
    means = size_sheet.groupby("sentences")["mcc"].mean()
    axes.plot(means.index, means, color="#0072B2", marker="o", markersize=4, linewidth=1)
    axes.set_xscale("log")
    axes.set_xticks(means.index, [f"{sentences:,}" for sentences in means.index], fontsize=SMALLEST)
    axes.set_xticks([], minor=True)
    axes.set(xlabel="training sentences", ylabel="MCC")
    axes.grid(axis="y", **GRID)
    axes.set_axisbelow(True)
    return figure


def released_figure_4(*, runs_by_feature: pd.DataFrame, width: float) -> plt.Figure:
    """Draw a row for each feature of the paper's figure, the easiest first: mean MCC and SD of the authors' runs."""
    table = runs_by_feature.set_index("feature")
    rows = table.loc[list(FIGURE_1)].sort_values("mcc", ascending=False)
    names = [f"{feature} ({sentences})" for feature, sentences in rows["sentences"].items()]
    least = 12
    figure, axes = plt.subplots(figsize=size(width, 30 + row_heights(names, least).sum()))
    places = name_rows(axes, names, least)
    colour = "#0072B2"
    axes.hlines(places, rows["mcc"] - rows["mcc_sd"], rows["mcc"] + rows["mcc_sd"], color=colour, linewidth=0.8)
    axes.plot(rows["mcc"], places, color=colour, marker="o", markersize=4, linestyle="")
    axes.axvline(table.loc["all", "mcc"], color="#555555", linestyle="--", linewidth=0.8)
    axes.axvline(0, color="#BBBBBB", linewidth=0.5, zorder=0)
    axes.grid(axis="x", **GRID)
    axes.set_axisbelow(True)
    axes.set_xlabel("Matthews correlation coefficient")
    return figure


def figure_4(
    *,
    by_feature: pd.DataFrame,
    classifier_labels: dict[str, str],
    classifier_colours: dict[str, str],
    width: float,
) -> plt.Figure:
    """Draw a row for each feature of the paper's figure: each classifier's mean MCC, and its SD over the restarts.

    Almost no sentence with a violation is acceptable, so that an MCC says nothing there: instead, the row gives the
    share that is called unacceptable, in the order of the classifiers.
    """
    table = by_feature[(by_feature["level"] == "major") & (by_feature["split"] == "all dev")]
    cells = table.set_index(["feature", "system"])
    sentences = table.groupby("feature")["sentences"].first()
    names = [f"{feature} ({sentences[feature]})" for feature in FIGURE_4]
    least = 6 + 5 * len(classifier_labels)
    figure, axes = plt.subplots(figsize=size(width, 40 + row_heights(names, least).sum()))
    places = name_rows(axes, names, least)
    handles = []
    for number, (system, label) in enumerate(classifier_labels.items()):
        beside = (number - (len(classifier_labels) - 1) / 2) * 0.8 * least / len(classifier_labels)
        look = {"color": classifier_colours[system], "marker": MARKERS[number % len(MARKERS)], "label": label}
        of_system = cells.loc[[(feature, system) for feature in FIGURE_4[:-1]]]
        spread, at = of_system["sd"].fillna(0), places[:-1] + beside
        axes.hlines(at, of_system["mean"] - spread, of_system["mean"] + spread, color=look["color"], linewidth=0.7)
        handles += axes.plot(of_system["mean"], at, linestyle="", markersize=3.5, **look)
    shares = [1 - cells.loc[(VIOLATIONS, system), "called_acceptable"] for system in classifier_labels]
    percentages = ", ".join(f"{100 * share:.0f}" for share in shares)
    across = axes.get_yaxis_transform()  # x as a share of the axes
    axes.text(
        0.02, places[-1], f"called unacceptable, %: {percentages}", transform=across, va="center", fontsize=SMALLEST
    )
    axes.axvline(0, color="#BBBBBB", linewidth=0.5, zorder=0)
    axes.grid(axis="x", **GRID)
    axes.set_xlabel("Matthews correlation coefficient")
    legend_below(figure, handles)
    return figure
