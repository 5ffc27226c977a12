"""Frames → matplotlib figures. Rows are named ``system/measure``; ``labels`` and ``colours`` map them.

Every figure fits the text width, uses colours that colour-blind readers can tell apart and repeats by
shape or text what colour says. Saved files carry no date, so that a rerun makes the same bytes.
"""

from pathlib import Path

import matplotlib as mpl

mpl.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import seaborn as sns

plt.style.use(Path(__file__).with_suffix(".mplstyle"))

MARKERS = "osD^vPX*<>"
JITTER = 0.05  # standard deviations, along the x-axis (the paper's Figure 4)
ALPHA = 0.3
WEAK_P = 1e-4  # the bound in the caption of the paper's Figure 1
FIT_COLOUR = "#D00000"
POINT_COLOUR = "#0072B2"
COLOURS = ("#0072B2", "#D55E00")
MARGIN = 0.04  # of the range of the points, at each end of an axis


def save(figure: plt.Figure, *paths: str | Path) -> None:
    """Save a figure under each path (PDF or PNG, by ending) and close it."""
    for path in paths:
        metadata = {"CreationDate": None} if Path(path).suffix == ".pdf" else {}
        figure.savefig(path, metadata=metadata)
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


def criteria(table: pd.DataFrame, labels: dict[str, str], colours: dict[str, str], title: str) -> plt.Figure:
    """Share of pairs that meet each criterion, from the BLiMP criterion through ever smaller δ.

    ``table`` has ``system, measure, criterion, threshold, share`` of one variant.
    """
    table = table.assign(row=table["system"] + "/" + table["measure"])
    steps = table[["criterion", "threshold"]].drop_duplicates().sort_values(
        ["criterion", "threshold"], ascending=[False, False]
    )  # fmt: skip
    ticks = [
        "BLiMP\ncriterion" if row.criterion == "blimp" else f"ADC\nδ = {row.threshold:g}" for row in steps.itertuples()
    ]
    figure, axes = plt.subplots(figsize=(6.3, 3.4))
    for number, (row, label) in enumerate(labels.items()):
        shares = steps.merge(table[table["row"] == row], on=["criterion", "threshold"], how="left")["share"]
        axes.plot(
            range(len(ticks)),
            shares,
            color=colours[row],
            marker=MARKERS[number % len(MARKERS)],
            markersize=5,
            linestyle="-" if len(ticks) > 1 else "",
            label=label,
        )
    axes.set_xticks(range(len(ticks)), ticks)
    axes.set_xlim(-0.3, len(ticks) - 0.7)
    axes.set_ylim(0, 1)
    axes.set(ylabel="share of pairs", title=title)
    axes.grid(axis="y", color="#DDDDDD", linewidth=0.6)
    axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False)
    return figure


def phenomena(table: pd.DataFrame, labels: dict[str, str], title: str) -> plt.Figure:
    """Heatmap of the share of pairs that meet a criterion: a row for each phenomenon, in the order of ``table``.

    ``table`` has ``system, measure, phenomenon, share`` of one criterion.
    """
    table = table.assign(row=table["system"] + "/" + table["measure"])
    names = list(table["phenomenon"].drop_duplicates())
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


def ceiling(table: pd.DataFrame, title: str) -> plt.Figure:
    """ADC of one panel of participants against another, by the raters of a sentence on either side: a line a δ.

    ``table`` as ``ceiling`` in ``io.TABLES``. Solid, with a band of 95 % of the splits: observed. Dashed: the noise
    model. Open markers: a judge who knows the expected ratings, against all raters, by the noise model.
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
        best = rows[rows["comparison"] == "expected_ratings"].tail(1)
        place = best["against"] * (1.03 + 0.03 * number)  # side by side, as some are nearly the same
        axes.plot(place, best["mean"], markerfacecolor="none", linestyle="", **line)
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
    }
    handles = axes.get_legend_handles_labels()[0]
    handles += [mpl.lines.Line2D([], [], color="#555555", label=label, **style) for label, style in styles.items()]
    axes.legend(handles=handles, loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False)
    return figure
