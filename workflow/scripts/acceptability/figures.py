"""Frames → matplotlib figures. Rows are named ``system/measure``; ``labels`` and ``colours`` map them.

Every figure fits the text width, uses colours that colour-blind readers can tell apart and repeats by
shape or text what colour says. Saved files carry no date, so that a rerun makes the same bytes.
"""

from io import BytesIO
from pathlib import Path

import matplotlib as mpl

mpl.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import seaborn as sns

from acceptability import io

plt.style.use(Path(__file__).with_suffix(".mplstyle"))

MARKERS = "osD^vPX*<>"
DASHES = ["--", ":", "-.", (0, (1, 3)), (0, (6, 2, 1, 2, 1, 2)), (0, (8, 3))]
# The choices of a specification (see specifications.py), in words.
CHOICES = {
    "human_scale": {"participants": "ratings as they are", "sentences": "ratings divided by their SD"},
    "population": {"dataset": "SD over all sentences", "pairs": "SD over sentences in pairs"},
    "normaliser": {"none": "log-probabilities as they are", "words": "log-probabilities per word"},
    "ties": {"sign": "ties: 0 is a sign", "missed": "ties: missed"},
    "unrated": {"met": "unrated pairs: met", "dropped": "unrated pairs: left out"},
}
JITTER = 0.05  # standard deviations, along the x-axis (the paper's Figure 4)
ALPHA = 0.3
WEAK_P = 1e-4  # the bound in the caption of the paper's Figure 1
FIT_COLOUR = "#D00000"
POINT_COLOUR = "#0072B2"
COLOURS = ("#0072B2", "#D55E00")
MANY = 40  # phenomena: more of them are too many for a labelled row each
BLIMP_ONLY = "#BBBBBB"
MISSED = "#D55E00"
MARGIN = 0.04  # of the range of the points, at each end of an axis


def save(figure: plt.Figure, *paths: str | Path) -> None:
    """Save a figure under each path (PDF or PNG, by ending) and close it; a file appears whole or not at all."""
    for path in paths:
        ending = Path(path).suffix.removeprefix(".")
        drawn = BytesIO()
        figure.savefig(drawn, format=ending, metadata={"CreationDate": None} if ending == "pdf" else {})
        io.write_bytes(drawn.getvalue(), path)
    plt.close(figure)


def correlations(matrix: pd.DataFrame, labels: dict[str, str], title: str) -> plt.Figure:
    """Heatmap of Pearson's r, lower triangle; ``ns`` marks p ≥ 0.0001.

    ``matrix`` has ``row, column, pearson_r, p_value``; the humans' row is ``human``.
    """
    names = {"human": "Human ratings"} | labels
    order = [name for name in names if name in set(matrix["row"])]
    r = matrix.pivot(index="row", columns="column", values="pearson_r").loc[order, order]
    p = matrix.pivot(index="row", columns="column", values="p_value").loc[order, order]
    text = r.map(lambda value: f"{value:.2f}".replace("-", "−")).mask(p >= WEAK_P, lambda cells: cells + "\nns")
    mask = np.triu(np.ones(r.shape, dtype=bool), k=1)
    size = 1.6 + 0.5 * len(order)
    figure, axes = plt.subplots(figsize=(6.3, min(6.0, size)))
    sns.heatmap(
        r,
        mask=mask,
        annot=text,
        fmt="",
        annot_kws={"fontsize": min(7, 90 / len(order))},
        cmap="vlag",
        vmin=-1,
        vmax=1,
        linewidths=0.5,
        cbar_kws={"label": "Pearson’s r", "shrink": 0.8},
        xticklabels=[names[name] for name in order],
        yticklabels=[names[name] for name in order],
        ax=axes,
    )
    weak = " – ns: p ≥ 0.0001" if (p.to_numpy() >= WEAK_P).any() else ""
    weak += " – blank: constant, or fewer than 3 points" if r.isna().any(axis=None) else ""
    axes.set(xlabel="", ylabel="", title=f"{title}{weak}")
    axes.tick_params(length=0)
    plt.setp(axes.get_xticklabels(), rotation=40, ha="right", rotation_mode="anchor")
    return figure


def _styles(labels: dict[str, str], colours: dict[str, str], references: dict[str, str]) -> dict[str, dict]:
    """How a row's line looks: systems in colour with markers, references thin and grey, told apart by their dashes."""
    systems = {
        row: {"color": colours[row], "marker": MARKERS[number % len(MARKERS)], "markersize": 5}
        for number, row in enumerate(labels)
    }
    greys = {
        row: {"color": "#777777", "linewidth": 1, "linestyle": DASHES[number % len(DASHES)], "zorder": 1}
        for number, row in enumerate(references)
    }
    return {row: style | {"label": (labels | references)[row]} for row, style in (systems | greys).items()}


def criteria(
    table: pd.DataFrame, labels: dict[str, str], colours: dict[str, str], references: dict[str, str], title: str
) -> plt.Figure:
    """Share of pairs that meet each criterion, from the BLiMP criterion through ever smaller δ, with 95 % intervals.

    ``table`` has ``system, measure, criterion, threshold, share, low, high`` of one variant; ``labels`` and
    ``references`` name the rows of systems and of reference systems.
    """
    table = table.assign(row=table["system"] + "/" + table["measure"])
    steps = table[["criterion", "threshold"]].drop_duplicates().sort_values(
        ["criterion", "threshold"], ascending=[False, False]
    )  # fmt: skip
    ticks = [
        "BLiMP\ncriterion" if row.criterion == "blimp" else f"ADC\nδ = {row.threshold:g}" for row in steps.itertuples()
    ]
    figure, axes = plt.subplots(figsize=(6.3, 3.4))
    for number, (row, style) in enumerate(_styles(labels, colours, references).items()):
        found = steps.merge(table[table["row"] == row], on=["criterion", "threshold"], how="left")
        if len(ticks) == 1:
            style |= {"linestyle": "", "marker": style.get("marker", "_")}
        axes.plot(range(len(ticks)), found["share"], **style)
        if row in labels:  # side by side, so that the intervals can be told apart
            places = np.arange(len(ticks)) + 0.3 * ((number + 0.5) / len(labels) - 0.5)
            axes.vlines(places, found["low"], found["high"], color=style["color"], linewidth=0.6, alpha=0.7)
    axes.set_xticks(range(len(ticks)), ticks)
    axes.set_xlim(-0.3, len(ticks) - 0.7)
    axes.set_ylim(0, 1)
    axes.set(ylabel="share of pairs", title=title)
    axes.grid(axis="y", color="#DDDDDD", linewidth=0.6)
    axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False)
    return figure


def phenomena(table: pd.DataFrame, labels: dict[str, str], title: str) -> plt.Figure:
    """Which phenomena each row has; ``table`` as ``phenomena`` in ``io.TABLES``, ``labels`` by ``system/measure``.

    Few phenomena: a heatmap of the share of pairs that meet the BLiMP criterion, in the order of ``table``. Many: a
    strip for each row, with the strictest criterion that a phenomenon's mean deltas meet.
    """
    table = table.assign(row=table["system"] + "/" + table["measure"])
    table = table[table["row"].isin(labels)]
    names = list(table["phenomenon"].drop_duplicates())
    if len(names) > MANY:
        return _phenomenon_strips(table, labels, title)
    table = table[table["criterion"] == "blimp"]
    shares = table.pivot(index="phenomenon", columns="row", values="share").loc[names, list(labels)]
    figure, axes = plt.subplots(figsize=(6.3, 1.6 + 0.22 * len(names)))
    sns.heatmap(
        shares,
        annot=True,
        fmt=".2f",
        annot_kws={"fontsize": 7},
        cmap="vlag_r",
        vmin=0,
        vmax=1,
        linewidths=0.5,
        cbar_kws={"label": "share of pairs"},
        xticklabels=list(labels.values()),
        yticklabels=names,
        ax=axes,
    )
    axes.set(xlabel="", ylabel="", title=f"{title}: BLiMP criterion by phenomenon")
    axes.tick_params(length=0)
    plt.setp(axes.get_xticklabels(), rotation=40, ha="right", rotation_mode="anchor")
    return figure


def _phenomenon_strips(table: pd.DataFrame, labels: dict[str, str], title: str) -> plt.Figure:
    """Above, the phenomena's mean human deltas, greatest first (without ratings: none, in the order of ``table``);
    below, the strictest criterion that each row meets; at its end, the share of phenomena that meet the strictest one.
    """
    human = table.groupby("phenomenon", sort=False)["mean_human_delta"].first()
    human = human.sort_values(ascending=False, kind="stable")
    deltas = sorted(table["threshold"].dropna().unique())
    rated = bool(deltas)
    steps = [f"ADC, δ = {delta:g}" for delta in deltas] + [f"BLiMP criterion{' only' if rated else ''}", "none"]
    blues = mpl.colormaps["Blues"](np.linspace(0.95, 0.35, len(deltas)))
    colours = mpl.colors.ListedColormap([*blues, BLIMP_ONLY, MISSED])
    place = table["threshold"].map({delta: number for number, delta in enumerate(deltas)}).fillna(len(deltas))
    strictest = place.where(table["mean_meets"] == 1, len(deltas) + 1).astype(int)
    grid = strictest.groupby([table["row"], table["phenomenon"]]).min().unstack()
    grid = grid.loc[list(labels), human.index]
    height = 0.6 + 0.2 * len(labels)
    figure, panels = plt.subplots(
        1 + rated,
        1,
        figsize=(6.3, 0.8 + 1.3 * rated + height),
        sharex=True,
        squeeze=False,
        height_ratios=[1.3, height] if rated else [1],
    )
    if rated:
        above = panels[0, 0]
        above.bar(range(len(human)), human, width=1, color="#777777", linewidth=0)
        above.axhline(0, color="#333333", linewidth=0.6)
        above.set(ylabel="mean human Δ")
        above.tick_params(bottom=False)
        above.spines["bottom"].set_visible(False)
    axes = panels[-1, 0]
    axes.pcolormesh(
        np.arange(len(human) + 1) - 0.5,
        np.arange(len(labels) + 1) - 0.5,
        grid.to_numpy(),
        cmap=colours,
        vmin=-0.5,
        vmax=len(steps) - 0.5,
        rasterized=True,
    )
    axes.hlines(np.arange(1, len(labels)) - 0.5, -0.5, len(human) - 0.5, color="white", linewidth=2)
    axes.set_yticks(range(len(labels)), list(labels.values()))
    axes.set_ylim(len(labels) - 0.5, -0.5)
    axes.set_xlim(-0.5, len(human) - 0.5)
    axes.set(xticks=[], xlabel=f"{len(human)} phenomena" + (", by their mean human delta" if rated else ""))
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    strict = f"δ = {deltas[0]:g}" if rated else "BLiMP"
    shares = [f"{share:.2f}" for share in (grid == (0 if rated else len(deltas))).mean(axis=1)]
    for number, text in enumerate([strict, *shares]):
        axes.text(1.01, number - 1, text, transform=axes.get_yaxis_transform(), va="center", fontsize=7)
    handles = [mpl.patches.Patch(color=colours(number), label=step) for number, step in enumerate(steps)]
    figure.legend(handles=handles, loc="outside lower center", ncols=3, frameon=False)
    figure.suptitle(f"{title}: the strictest criterion that mean deltas meet, by phenomenon", fontsize=8)
    return figure


def losses(curve: pd.DataFrame, title: str) -> plt.Figure:
    """Loss per masked token against the tokens seen; ``curve`` has ``tokens, loss, held_out_loss``."""
    figure, axes = plt.subplots(figsize=(6.3, 2.6))
    millions = curve["tokens"] / 1e6
    axes.plot(millions, curve["loss"], color=COLOURS[0], label="training")
    axes.plot(millions, curve["held_out_loss"], color=COLOURS[1], linestyle="--", label="held-out sentences")
    axes.set(xlabel="million tokens seen", ylabel="loss per masked token", title=title)
    axes.set_ylim(bottom=0)
    axes.legend(frameon=False)
    return figure


def scatter(points: pd.DataFrame, fits: pd.DataFrame, labels: dict[str, str], x: str, y: str, title: str) -> plt.Figure:
    """One panel a row: model (x) against human (y), jittered along x, with the best-fit line in red.

    ``points`` has ``row, model, human``; ``fits`` has ``row, slope, intercept, pearson_r``.
    """
    columns = min(3, len(labels))
    rows = -(-len(labels) // columns)
    figure, panels = plt.subplots(
        rows, columns, figsize=(6.3, 0.4 + 1.9 * rows), sharex=True, sharey=True, squeeze=False
    )
    generator = np.random.default_rng(0)
    drawn = points.dropna()
    by_fit = fits.set_index("row")
    limits = {}
    for side in ("model", "human"):
        low, high = points[side].min(), points[side].max()
        margin = MARGIN * (high - low) or 1.0
        limits[side] = (low - margin, high + margin)
    for axes, (row, label) in zip(panels.flat, labels.items(), strict=False):
        model, human = drawn.loc[drawn["row"] == row, ["model", "human"]].to_numpy().T
        axes.scatter(
            model + generator.uniform(-JITTER, JITTER, len(model)),
            human,
            s=4 if len(model) > 500 else 14,
            alpha=ALPHA,
            color=POINT_COLOUR,
            linewidths=0,
            rasterized=True,
        )
        fit = by_fit.loc[row]
        if np.isfinite(fit["slope"]):
            ends = np.array([model.min(), model.max()])
            axes.plot(ends, fit["intercept"] + fit["slope"] * ends, color=FIT_COLOUR)
        r = (
            f"r = {fit['pearson_r']:.2f}".replace("-", "−")
            if np.isfinite(fit["pearson_r"])
            else "no correlation defined"
        )
        axes.set_title(f"{label}\n{r}", fontsize=7)
        axes.axhline(0, color="#BBBBBB", linewidth=0.5, zorder=0)
        axes.axvline(0, color="#BBBBBB", linewidth=0.5, zorder=0)
        axes.set(xlim=limits["model"], ylim=limits["human"])
    for axes in panels.flat[len(labels) :]:
        axes.set_visible(False)
    for number in range(len(labels)):
        panels.flat[number].tick_params(labelbottom=number + columns >= len(labels))
    figure.supxlabel(x, fontsize=8)
    figure.supylabel(y, fontsize=8)
    figure.suptitle(title, fontsize=8)
    return figure


def restarts(
    table: pd.DataFrame, labels: dict[str, str], colours: dict[str, str], lines: dict[str, float], title: str
) -> plt.Figure:
    """MCC of every restart: a row for each system and split, a dot for each restart, a line at their mean.

    ``table`` as ``restarts`` in ``io.TABLES``, of the splits to show; a cross marks a restart that gives all sentences
    one class. ``labels`` and ``colours`` by system. ``lines`` are drawn across, by their labels.
    """
    rows = [(system, split) for system in labels for split in table["split"].drop_duplicates()]
    figure, axes = plt.subplots(figsize=(6.3, 1.2 + 0.32 * len(rows)))
    for place, (system, split) in enumerate(rows):
        group = table[(table["system"] == system) & (table["split"] == split)]
        for collapsed, marker in ((0, "o"), (1, "x")):
            shown = group[group["collapsed"] == collapsed]
            colour = {"color": colours[system], "alpha": 0.6, "linewidths": 1 if collapsed else 0}
            axes.scatter(shown["mcc"], [place] * len(shown), marker=marker, s=22, **colour)
        axes.plot([group["mcc"].mean()] * 2, [place - 0.35, place + 0.35], color=colours[system], linewidth=1.5)
    _across(axes, lines)
    axes.set_yticks(range(len(rows)), [f"{labels[system]}, {split}" for system, split in rows])
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.set(xlabel="Matthews correlation coefficient", title=f"{title}: MCC by restart")
    axes.grid(axis="x", color="#DDDDDD", linewidth=0.6)
    return figure


def _across(axes: plt.Axes, lines: dict[str, float]) -> None:
    """Dotted vertical lines with their labels."""
    for label, value in lines.items():
        axes.axvline(value, color="#555555", linestyle=":", linewidth=1)
        axes.annotate(
            label,
            (value, 1),
            (0, 1),
            xycoords=("data", "axes fraction"),
            textcoords="offset points",
            ha="center",
            va="bottom",
            fontsize=6,
            color="#555555",
        )


def features(
    table: pd.DataFrame,
    means: dict[str, float],
    labels: dict[str, str],
    colours: dict[str, str],
    lines: dict[str, float],
    title: str,
) -> plt.Figure:
    """Mean MCC over the restarts on the sentences with a feature, with its interval: a row a feature.

    ``table`` as ``feature_mcc`` in ``io.TABLES``, of one level; ``means``, ``labels`` and ``colours`` by system, the
    means being dashed lines. An open marker says that some restart's MCC is undefined. Long lists stand in two columns.
    """
    names = list(table["feature"].drop_duplicates())
    columns = 2 if len(names) > 20 else 1
    rows = -(-len(names) // columns)
    figure, panels = plt.subplots(
        1, columns, figsize=(6.3, 1.1 + (0.1 + 0.06 * len(labels)) * rows), sharex=True, squeeze=False
    )
    sentences = table.groupby("feature", sort=False)["sentences"].first()
    for axes, start in zip(panels.flat, range(0, len(names), rows), strict=True):
        shown = names[start : start + rows]
        for number, (system, label) in enumerate(labels.items()):
            found = table[table["system"] == system].set_index("feature").loc[shown]
            places = np.arange(len(shown)) + (number - (len(labels) - 1) / 2) * 0.7 / len(labels)
            has = found["mean"].notna().to_numpy()
            axes.hlines(places[has], found["low"][has], found["high"][has], color=colours[system], linewidth=0.7)
            marker = MARKERS[number % len(MARKERS)]
            for undefined in (False, True):
                chosen = has & ((found["undefined"] > 0).to_numpy() == undefined)
                axes.plot(
                    found["mean"][chosen],
                    places[chosen],
                    linestyle="",
                    marker=marker,
                    markersize=3.5,
                    color=colours[system],
                    markerfacecolor="white" if undefined else colours[system],
                    label=label if not undefined else None,
                )
            axes.axvline(means[system], color=colours[system], linestyle="--", linewidth=0.8)
        _across(axes, lines)
        axes.set_yticks(range(len(shown)), [f"{name} ({sentences[name]})" for name in shown], fontsize=6)
        axes.set_ylim(rows - 0.5, -0.5)
        axes.axvline(0, color="#BBBBBB", linewidth=0.5, zorder=0)
        axes.set_xlabel("Matthews correlation coefficient")
    handles, texts = panels[0, 0].get_legend_handles_labels()
    figure.legend(handles, texts, loc="outside lower center", ncols=2, frameon=False)
    figure.suptitle(title, fontsize=8)
    return figure


def stability(curve: pd.DataFrame, labels: dict[str, str], colours: dict[str, str], title: str) -> plt.Figure:
    """Share of sentences that any two of the first k restarts judge differently, against k.

    ``curve`` as ``stability_curve`` in ``io.TABLES``; ``labels`` and ``colours`` by system.
    """
    figure, axes = plt.subplots(figsize=(6.3, 2.8))
    for number, (system, label) in enumerate(labels.items()):
        group = curve[curve["system"] == system]
        axes.plot(group["restarts"], group["flipped"], color=colours[system], label=label)
        end = group.iloc[-1]
        marker = MARKERS[number % len(MARKERS)]
        axes.plot(end["restarts"], end["flipped"], marker=marker, markersize=5, color=colours[system])
    axes.set_ylim(bottom=0)
    axes.xaxis.set_major_locator(mpl.ticker.MaxNLocator(integer=True))
    axes.set(xlabel="restarts", ylabel="share of sentences that flip", title=title)
    axes.grid(axis="y", color="#DDDDDD", linewidth=0.6)
    axes.legend(frameon=False)
    return figure


def adc_curves(
    curves: pd.DataFrame,
    labels: dict[str, str],
    colours: dict[str, str],
    references: dict[str, str],
    thresholds: list[float],
    title: str,
) -> plt.Figure:
    """The ADC at every δ; the configured ones are marked. ``curves`` as ``adc_curves`` in ``io.TABLES``."""
    figure, axes = plt.subplots(figsize=(6.3, 3.6))
    every = max(1, len(curves["threshold"].unique()) // 8)
    for row, style in _styles(labels, colours, references).items():
        found = curves[curves["row"] == row]
        axes.plot(found["threshold"], found["share"], markevery=(every // 2, every), **(style | {"markersize": 4}))
    for threshold in thresholds:
        axes.axvline(threshold, color="#BBBBBB", linewidth=0.8, zorder=0)
    axes.set_xticks([0, *thresholds], ["0", *(f"{threshold:g}" for threshold in thresholds)])
    axes.set_xlim(0, curves["threshold"].max())
    axes.set_ylim(0, 1)
    axes.set(xlabel="δ, in standard deviations", ylabel="share of pairs that meet the ADC", title=title)
    axes.grid(axis="y", color="#DDDDDD", linewidth=0.6)
    axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False)
    return figure


def differences(table: pd.DataFrame, labels: dict[str, str], references: dict[str, str], title: str) -> plt.Figure:
    """Row minus column, in points of a hundred, by the BLiMP criterion and at the smallest δ: two heatmaps.

    Systems stand in rows and columns, references in rows only.

    ``table`` as ``differences`` in ``io.TABLES``; a bold number has p < 0.05 after Holm's correction.
    """
    smallest = table["threshold"].min()
    chosen = {"BLiMP criterion": table[table["criterion"] == "blimp"]}
    if np.isfinite(smallest):
        chosen[f"ADC, δ = {smallest:g}"] = table[table["threshold"] == smallest]
    every = labels | references
    places = {row: number for number, row in enumerate(every)}
    figure, panels = plt.subplots(
        len(chosen), 1, figsize=(6.3, len(chosen) * (0.5 + 0.21 * len(every)) + 1.0), sharex=True, squeeze=False
    )
    for axes, (name, found) in zip(panels.flat, chosen.items(), strict=True):
        values, sure = np.full((len(every), len(every)), np.nan), np.zeros((len(every), len(every)), dtype=bool)
        for row in found.itertuples():
            first, second = places[row.first], places[row.second]
            values[first, second], values[second, first] = 100 * row.difference, -100 * row.difference
            sure[first, second] = sure[second, first] = row.p_holm < 0.05
        values = values[:, : len(labels)]
        greatest = np.nanmax(np.abs(values), initial=1)
        sns.heatmap(
            values,
            cmap="vlag",
            vmin=-greatest,
            vmax=greatest,
            linewidths=0.5,
            cbar_kws={"label": "row − column, points"},
            xticklabels=list(labels.values()),
            yticklabels=list(every.values()),
            ax=axes,
        )
        for i, j in np.argwhere(np.isfinite(values)):
            colour = "white" if abs(values[i, j]) > 0.7 * greatest else "#000000" if sure[i, j] else "#555555"
            text = f"{round(values[i, j])}".replace("-", "−")
            weight = "bold" if sure[i, j] else "normal"
            axes.text(j + 0.5, i + 0.5, text, ha="center", va="center", fontsize=5.5, fontweight=weight, color=colour)
        unsure = "" if sure.any() else " – no difference has p < 0.05"
        axes.set(xlabel="", ylabel="", title=f"{title}: {name}{unsure}")
        axes.tick_params(length=0)
    plt.setp(panels[-1, 0].get_xticklabels(), rotation=40, ha="right", rotation_mode="anchor")
    return figure


def specifications(
    table: pd.DataFrame,
    choices: dict[str, tuple[str, ...]],
    labels: dict[str, str],
    colours: dict[str, str],
    references: dict[str, str],
    title: str,
) -> plt.Figure:
    """Share of every row under every specification, and below which choices each specification makes.

    ``table`` as ``specifications`` in ``io.TABLES``; ``choices`` lists the values of every choice but δ. Specifications
    are ordered by δ, then by the mean share of all systems' rows.
    """
    names = ["threshold", *choices]
    table = table.assign(row=table["system"] + "/" + table["measure"])
    systems = table[table["row"].isin(labels)]
    order = systems.groupby(names)["share"].mean().reset_index().sort_values(["threshold", "share"], kind="stable")
    places = pd.MultiIndex.from_frame(order[names])
    figure, (above, below) = plt.subplots(
        2,
        1,
        figsize=(6.3, 5.2),
        sharex=True,
        gridspec_kw={"height_ratios": [3, 0.16 * sum(map(len, choices.values()))]},
    )
    drawn = {row: label for row, label in references.items() if row in set(table["row"])}
    for row, style in _styles(labels, colours, drawn).items():
        shares = table[table["row"] == row].set_index(names)["share"].reindex(places)
        width = {"linewidth": 0.5} if row in labels else {}
        above.plot(np.arange(len(order)), shares.to_numpy(), **(style | {"markersize": 2.2} | width))
    starts = order.reset_index(drop=True).groupby("threshold").apply(lambda group: group.index[0], include_groups=False)
    for threshold, start in starts.items():
        for axes in (above, below):
            axes.axvline(start - 0.5, color="#BBBBBB", linewidth=0.8)
        above.text(start, 1.01, f"δ = {threshold:g}", fontsize=7, va="bottom", transform=above.get_xaxis_transform())
    above.set(ylabel="share of pairs")
    above.set_title(title, pad=14)
    above.set_ylim(0, 1)
    above.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False)
    texts = [(name, value) for name, values in choices.items() for value in values]
    for height, (name, value) in enumerate(texts):
        chosen = np.flatnonzero((order[name] == value).to_numpy())
        colour = COLOURS[list(choices).index(name) % 2]
        below.plot(chosen, [height] * len(chosen), linestyle="", marker="s", markersize=2.5, color=colour)
    below.set_yticks(range(len(texts)), [CHOICES[name][value] for name, value in texts], fontsize=6)
    below.set_ylim(len(texts) - 0.5, -0.5)
    below.set_xticks([])
    below.set_xlabel(f"{len(order)} specifications")
    return figure


def ceiling(table: pd.DataFrame, title: str) -> plt.Figure:
    """ADC of one panel of participants against another, by the raters of a sentence on either side: a line a δ.

    ``table`` as ``ceiling`` in ``io.TABLES``. Solid, with a band of 95 % of the splits: observed. Dashed: the noise
    model. Open markers: a judge who knows the expected ratings, against all raters, by the noise model; grey ones: the
    same judge on the scale of systems.
    """
    adc = table[table["criterion"] == "adc"]
    thresholds = sorted(adc["threshold"].unique())
    figure, axes = plt.subplots(figsize=(6.3, 3.2))
    shades = mpl.colormaps["viridis"](np.linspace(0, 0.75, max(len(thresholds), 1)))
    for number, (delta, colour) in enumerate(zip(thresholds, shades, strict=False)):
        rows = adc[adc["threshold"] == delta]
        panels = rows[rows["comparison"] == "equal_panels"]
        observed, model = panels[panels["source"] == "observed"], panels[panels["source"] != "observed"]
        line = {"color": colour, "marker": MARKERS[number % len(MARKERS)], "markersize": 4.5}
        axes.fill_between(observed["raters"], observed["low"], observed["high"], color=colour, alpha=0.2, linewidth=0)
        axes.plot(observed["raters"], observed["mean"], label=f"δ = {delta:g}", **line)
        axes.plot(model["raters"], model["mean"], color=colour, linestyle="--", linewidth=1)
        for comparison, fill in (("expected_ratings", "none"), ("scaled_ratings", "#DDDDDD")):
            best = rows[rows["comparison"] == comparison].tail(1)
            place = best["against"] * (1.03 + 0.03 * number)  # side by side, as some are nearly the same
            axes.plot(place, best["mean"], markerfacecolor=fill, linestyle="", **line)
    if not thresholds:
        axes.text(0.5, 0.5, "too few ratings of each sentence", ha="center", transform=axes.transAxes)
    axes.set_ylim(0, 1)
    axes.set_xlim(left=0)
    axes.xaxis.set_major_locator(mpl.ticker.MaxNLocator(integer=True))
    axes.set(xlabel="raters of a sentence, on either side", ylabel="share of pairs that meet the ADC")
    pairs = f" ({adc['pairs'].max():.0f} pairs)" if thresholds else ""
    axes.set_title(f"{title}: one panel of participants against another{pairs}")
    axes.grid(axis="y", color="#DDDDDD", linewidth=0.6)
    styles = {
        "observed, with 95 % of splits": {},
        "noise model (extrapolated)": {"linestyle": "--", "linewidth": 1},
        "expected ratings against\nall raters (noise model)": {
            "linestyle": "",
            "marker": "o",
            "markerfacecolor": "none",
        },
        "the same, SD 1 as systems": {"linestyle": "", "marker": "o", "markerfacecolor": "#DDDDDD"},
    }
    handles = axes.get_legend_handles_labels()[0]
    handles += [mpl.lines.Line2D([], [], color="#555555", label=label, **style) for label, style in styles.items()]
    axes.legend(handles=handles, loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False)
    return figure
