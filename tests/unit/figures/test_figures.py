import re
from itertools import product

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest

import figure_tables
from acceptability import fonts
from acceptability.analyses.analysis import sentences_of
from acceptability.analyses.correlations.figure import FIT_COLOUR, JITTER
from acceptability.analyses.differences.figure import NONE_FOUND, NONE_POSSIBLE
from acceptability.analyses.people.figure import CONSTANT
from acceptability.analyses.showing import draw_figure
from acceptability.contracts import io
from acceptability.contracts.scoring import LOSSES
from acceptability.errors import InputError
from acceptability.figures import heatmap, layout, style
from acceptability.options import OPTIONS
from figure_faults import CONTRAST, colour_below, contrast, faults
from helpers import ROOT
from shown import FIGURES, function

ROWS = {"a/pll": "Model A", "b/slor": "Model B"}
COLOURS = {"a/pll": "#0072B2", "b/slor": "#D55E00"}
REFERENCES = {"reference/random": "Random scores"}
SYSTEMS = {"a": "Model A", "b": "Model B"}
SYSTEM_COLOURS = {"a": "#0072B2", "b": "#D55E00"}
TOLD = {"labels": ROWS, "colours": COLOURS, "references": REFERENCES, "thresholds": [0.5, 1], "significance": 0.0001}
TOLD |= {"classifier_labels": SYSTEMS, "classifier_colours": SYSTEM_COLOURS, "lines": {"humans": 0.7}}
TOLD |= {"restart_labels": SYSTEMS, "restart_colours": SYSTEM_COLOURS}


@pytest.fixture(autouse=True)
def closed():
    yield
    style.plt.close("all")


def draw(name: str, width: float = style.PAGE, **told) -> mpl.figure.Figure:
    """A registered figure of the tables that are told, with the settings above where no others are."""
    usual = {key: TOLD[key] for key in FIGURES[name].settings if key in TOLD} | dict(FIGURES[name].fixed)
    return function("figures", name)(width=width, **usual | told)


def texts(figure) -> list[str]:
    return [text.get_text() for text in figure.findobj(mpl.text.Text)]


def points() -> tuple[pd.DataFrame, pd.DataFrame]:
    frame = pd.DataFrame(
        {"row": ["a/pll"] * 3 + ["b/slor"] * 3, "model": [0, 1, 2, 0, 1, 2.5], "human": [0, 1, 2, 1, 0, -1]}
    )
    fits = pd.DataFrame({"row": list(ROWS), "slope": [1, -1], "intercept": [0, 1], "pearson_r": [1, -0.98]})
    return frame, fits


def matrix() -> pd.DataFrame:
    names = ["human", *ROWS]
    rows = [(x, y, 1.0 if x == y else -0.25, 0.0 if x == y else 0.4, 1234) for x in names for y in names]
    return pd.DataFrame(rows, columns=["row", "column", "pearson_r", "cluster_p", "points"])


def by_criterion() -> pd.DataFrame:
    rows = [
        (*row.split("/"), variant, criterion, threshold, share, share - 0.1, share + 0.1, chance)
        for row in [*ROWS, *REFERENCES]
        for variant, more in [("another", 0.05), ("corrected", 0)]
        for criterion, threshold, rounded in [("blimp", None, 0.9), ("adc", 0.5, 0.3), ("adc", 5, 0.8)]
        for share in [rounded + more]
        for chance in [threshold and share - 0.2]
    ]
    names = ["system", "measure", "variant", "criterion", "threshold"]
    names += ["share_ties_half", "half_low", "half_high", "chance"]
    return pd.DataFrame(rows, columns=names).assign(pairs=1234)


def by_delta() -> pd.DataFrame:
    rows = [(row, delta, delta / 10) for row in [*ROWS, *REFERENCES] for delta in (0.5, 1, 5)]
    return pd.DataFrame(rows, columns=["row", "threshold", "share"])


def compared(least: float = 0.001) -> pd.DataFrame:
    """Two systems that may differ by chance, and a reference, from which the first one differs for certain."""
    rows = [
        ("a/pll", "b/slor", 0.1, "other", 0.2),
        ("a/pll", "reference/random", 0.1, "references", None),
        ("b/slor", "reference/random", -0.1, "references", None),
    ]
    table = pd.DataFrame(rows, columns=["first", "second", "low", "family", "p"])
    steps = pd.DataFrame({"criterion": ["blimp", "adc", "adc"], "threshold": [None, 0.5, 5]})
    p_least = table["p"].where(table["p"].isna(), least)
    table = table.assign(difference=0.123, high=0.2, p_holm=table["p"], p_least=p_least)
    return table.merge(steps, how="cross")


def specified() -> pd.DataFrame:
    rows = [
        (delta, *chosen, *row.split("/"), 0.3 + delta / 10)
        for delta in (0.5, 1)
        for chosen in product(*(option.values for option in OPTIONS.values()))
        for row in ROWS
    ]
    return pd.DataFrame(rows, columns=["threshold", *OPTIONS, "system", "measure", "share"]).assign(pairs=100)


def by_restart() -> pd.DataFrame:
    rows = [
        (system, restart, split, mcc, int(mcc == 0))
        for system, values in (("a", [0.4, 0.5, 0.6]), ("b", [0.2, 0.0, 0.1]))
        for restart, mcc in enumerate(values)
        for split in ("train", "dev", "test")
    ]
    return pd.DataFrame(rows, columns=["system", "restart", "split", "mcc", "collapsed"])


def by_feature(count: int, word: str = "feature") -> pd.DataFrame:
    rows = [
        (system, level, f"{word} {number}", 10 + number, mean, mean - 0.1, mean + 0.2, int(number == 1))
        for number in range(count)
        for system, mean in (("a", 0.3), ("b", float("nan") if number == 2 else 0.1))
        for level in ("minor", "major")
    ]
    names = ["system", "level", "feature", "sentences", "mean", "low", "high", "undefined"]
    table = pd.DataFrame(rows, columns=names)
    return pd.concat([table.assign(split="dev"), table.assign(split="all dev", mean=-1.0)])


def summary() -> pd.DataFrame:
    rows = [("a", "dev", 0.9), ("a", "test", 0.35), ("b", "dev", 0.9), ("b", "test", 0.05)]
    return pd.DataFrame(rows, columns=["system", "split", "mean"])


def curve() -> pd.DataFrame:
    return pd.DataFrame(
        {"system": ["a"] * 3 + ["b"] * 2, "restarts": [1, 2, 3, 1, 2], "flipped": [0, 0.1, 0.2, 0, 0.3]}
    ).assign(expected_maximum=[0.4, 0.45, 0.5, 0.3, 0.35])


def by_phenomenon(count: int, rated: bool = True, word: str = "phenomenon") -> pd.DataFrame:
    """Row a/pll meets every criterion on the even phenomena, b/slor the BLiMP criterion only, and no other on odd."""
    rows = [
        (*row.split("/"), f"{word} {number}", criterion, threshold, float(number) if rated else None, meets)
        for row in ROWS
        for number in range(count)
        for criterion, threshold in [("blimp", None), ("adc", 0.5), ("adc", 5.0)][: 3 if rated else 1]
        for meets in [int(number % 2 == 0 and (row == "a/pll" or criterion == "blimp"))]
    ]
    names = ["system", "measure", "phenomenon", "criterion", "threshold", "mean_human_delta", "mean_meets"]
    return pd.DataFrame(rows, columns=names).assign(pairs=20, share=0.5)


def by_level(count: int, word: str = "phenomenon", levels: tuple[str, ...] = ("phenomenon",)) -> pd.DataFrame:
    """Shares of these groups of each level, and of all pairs, with their intervals."""
    groups = [("all", "all"), *((level, f"{word} {number}") for level in levels for number in range(count))]
    rows = [(*row.split("/"), level, group, group, 20, 0, 0.5, 0.4, 0.6) for row in ROWS for level, group in groups]
    names = ["system", "measure", "level", "group", "of", "pairs", "ties", "share_ties_half", "half_low", "half_high"]
    return pd.DataFrame(rows, columns=names).assign(share=0.5)


def of_phenomena(count: int, word: str = "phenomenon", **told) -> dict[str, pd.DataFrame]:
    return {"phenomena": by_phenomenon(count, word=word, **told), "by_level": by_level(count, word)}


def losses_by_step() -> pd.DataFrame:
    return pd.DataFrame({"step": [1, 2], "tokens": [1000, 2000], "loss": [6.5, 4.0], "held_out_loss": [6.6, 5.0]})


@pytest.mark.parametrize("name", ["pairs", "criteria", "specifications", "restarts", "phenomena"])
def test_figures_repeat_byte_for_byte_and_say_that_data_are_simulated(tmp_path, name):
    drawn = []
    for run in ("first", "second"):
        figure = figure_tables.drawing(name)(width=style.PAGE)
        paths = [tmp_path / f"{run}.{ending}" for ending in ("pdf", "png")]
        style.save(figure, *paths, simulated=True)
        assert "Simulated data" in texts(figure)
        ends = [axes.title.get_window_extent().y1 for axes in figure.axes if axes.get_title()]
        assert figure._suptitle.get_window_extent().y0 - max(ends, default=0) > 2 * figure.dpi / 72  # points
        drawn.append([path.read_bytes() for path in paths])
    assert drawn[0] == drawn[1]


LABELS = {"labels", "classifier_labels", "restart_labels", "series_labels"}


@pytest.mark.parametrize("name", [name for name, row in FIGURES.items() if LABELS & {*row.settings}])
def test_names_of_systems_are_shown_as_they_are_written(name):
    strange = r"moved $t_i$ & 50% {x}_y _\frac$ #{^"
    drawing = figure_tables.drawing(name, systems=2, phenomena=3)
    keys = LABELS & {*drawing.keywords}
    told = {key: dict(zip(drawing.keywords[key], [strange, "B"], strict=True)) for key in keys}
    figure = drawing(width=style.PAGE, **told)
    assert strange in " ".join(texts(figure)).replace("\n", " ")
    assert not any(text.get_parse_math() for text in figure.findobj(mpl.text.Text))


def test_names_of_phenomena_and_features_are_shown_as_they_are_written(tmp_path):
    word = "wh_{i} $t"
    of_features = draw("major_features", feature_mcc=by_feature(3, word), classifiers=summary())
    for figure in (draw("phenomena", **of_phenomena(3, word)), of_features):
        style.save(figure, tmp_path / "figure.pdf")
        assert "wh_{i} $t 0" in " ".join(texts(figure)).replace("\n", " ")


def test_captions_are_sentences():
    assert all(text.endswith(".") for row in FIGURES.values() for text, *_ in sentences_of(row.caption))


def test_a_figure_is_drawn_from_its_files(tmp_path):
    io.write_table(losses_by_step(), tmp_path / "losses.csv", LOSSES)
    made = {"module": "analyses.losses.figure", "function": "draw_losses", "settings": {}}
    made |= {"reads": {"losses": str(tmp_path / "losses.csv")}, "contracts": {"losses": "losses"}}
    made["simulated"] = False
    draw_figure(made, [str(tmp_path / f"drawn{end}.pdf") for end in ("", "-column")])
    for end, width in (("", 452), ("-column", 219)):
        style.save(draw("losses", width, losses=losses_by_step()), tmp_path / f"own{end}.pdf")
        assert (tmp_path / f"drawn{end}.pdf").read_bytes() == (tmp_path / f"own{end}.pdf").read_bytes()
        assert f"/MediaBox [ 0 0 {width} ".encode() in (tmp_path / f"own{end}.pdf").read_bytes()
    assert (tmp_path / "drawn.pdf").read_bytes().startswith(b"%PDF")


def corners(axes) -> int:
    """Cells that are marked in a corner."""
    return sum(len(line.get_xdata()) for line in axes.lines if not isinstance(line.get_marker(), str))


def test_the_heatmap_shows_r_below_the_diagonal_and_marks_weak_correlations():
    figure = draw("sentence_correlations", correlations=matrix())
    assert texts(figure).count("−.25") == 3 and "1.00" not in texts(figure)
    assert corners(figure.axes[0]) == 3 and "p ≥ 0.0001" in texts(figure)
    figure = draw("correlations", correlations=matrix(), significance=0.5)  # the user's choice
    assert corners(figure.axes[0]) == 0 and not any("p ≥" in text for text in texts(figure))


@pytest.mark.parametrize("systems", [3, 20])
def test_heatmaps_without_numbers_have_a_minus_sign_in_the_lower_half(systems):
    """In grey, both ends of the colours are dark."""
    world = figure_tables.World(systems=systems, phenomena=12)
    shares = figure_tables.by_level(world)
    shares["share_ties_half"] *= 0.7
    tables = {"phenomena": figure_tables.phenomena(world), "by_level": shares}
    figure = draw("phenomena", style.COLUMN, **tables, labels=world.labels)
    shares = shares[(shares["system"] + "/" + shares["measure"]).isin(world.labels)]
    below = (shares[shares["level"] == "phenomenon"]["share_ties_half"] < 0.5).sum()
    assert texts(figure).count("−") == (below if systems == 20 else 0) and below > 0
    assert ("−: below chance" in " ".join(texts(figure)).replace("\n", " ")) == (systems == 20)


@pytest.mark.parametrize("palette", ["vlag", "vlag_r", "viridis", "Greys", "hsv"])
def test_text_can_be_read_on_every_colour_of_a_heatmap(palette):
    """Every value of palettes that are in use, and of others, which hold all shades of grey and all hues."""
    values = np.linspace(-1, 1, 257)[None]
    axes = style.plt.figure().subplots()
    texts = np.full(values.shape, ".00")
    heatmap.draw_heatmap(axes, values, [""] * 257, ["row"], (-1, 1), texts, palette)
    contrasts = [contrast(text.get_color(), colour_below(text)) for text in axes.texts]
    assert len(contrasts) == 257 and min(contrasts) >= CONTRAST


def test_corners_are_seen_on_every_colour_of_a_difference_or_correlation():
    """Of marks that are not text, the guidelines ask for a contrast of 3."""
    mark = heatmap.mark_of("").get_color()
    assert min(contrast(mark, mpl.colormaps["vlag"](value)) for value in np.linspace(0, 1, 257)) >= 3


@pytest.mark.parametrize(
    ("value", "expected"),
    [(-0.004, ".00"), (-0.45, "−.45"), (0.454, ".45"), (-0.999, "−1.00"), (1, "1.00"), (0, ".00")],
)
def test_numbers_in_cells_have_no_leading_zero_and_zero_has_no_sign(value, expected):
    assert heatmap.short(value) == expected


def test_the_heatmap_says_why_cells_are_blank_and_over_how_many_points():
    assert "Pearson’s r over 1,234 sentences" in texts(draw("sentence_correlations", correlations=matrix()))
    table = matrix()
    table.loc[3, "points"] = 1200
    table.loc[table["row"] == "a/pll", ["pearson_r", "cluster_p"]] = float("nan")
    some = draw("sentence_correlations", correlations=table)
    assert "Pearson’s r over 1,200 to 1,234 sentences; blank: undefined" in texts(some)
    untested = draw("sentence_correlations", correlations=matrix().assign(cluster_p=float("nan")))
    assert "Pearson’s r over 1,234 sentences; too few clusters for a test" in texts(untested)
    assert corners(untested.axes[0]) == 0


def test_scatter_without_a_line_or_points_says_so():
    frame, fits = points()
    fits.loc[0, ["slope", "intercept", "pearson_r"]] = float("nan")
    frame = frame[frame["row"] == "b/slor"]
    axes = draw("pairs", points=frame, fits=fits).axes[0]
    assert "no correlation defined" in axes.get_title()


def test_criteria_have_a_panel_each_from_blimp_through_ever_greater_delta_with_intervals_on_their_points():
    panels = draw("criteria", criteria=by_criterion()).axes
    assert [axes.get_title() for axes in panels] == ["BLiMP criterion", "ADC, δ = 0.5", "ADC, δ = 5"]
    for axes, share in zip(panels, (0.9, 0.3, 0.8), strict=True):
        systems, references, chance = axes.lines[1:]
        assert systems.get_xdata().tolist() == [share, share] and references.get_xdata().tolist() == [share]
        intervals = [path for part in axes.collections[1:] for path in part.get_segments()]
        ends = [[share - 0.1, share + 0.1]] * 3
        assert [path[:, 0].tolist() for path in intervals] == [pytest.approx(two) for two in ends]
        assert [path[0, 1] for path in intervals] == [*systems.get_ydata(), *references.get_ydata()]
        assert list(chance.get_xdata()[:2]) == pytest.approx([share - 0.2] * 2, nan_ok=True) or share == 0.9
    assert [tick.get_text() for tick in panels[0].get_yticklabels()] == [*ROWS.values(), *REFERENCES.values()]


def test_criteria_say_what_chance_is_where_it_is_known():
    meaning = "chance: its deltas, permuted"
    unrated = by_criterion().query("criterion == 'blimp'").assign(chance=float("nan"))
    figure = draw("criteria", style.COLUMN, criteria=unrated, references={})
    assert meaning in texts(draw("criteria", criteria=by_criterion())) and meaning not in texts(figure)
    assert len(figure.axes) == 1 and "baseline" not in texts(figure)


def test_scatter_draws_the_given_line_and_jitters_along_x_only():
    frame, fits = points()
    axes = draw("pairs", points=frame, fits=fits).axes[0]
    line = next(line for line in axes.get_lines() if line.get_color() == FIT_COLOUR)
    assert line.get_xydata().tolist() == [[0, 0], [2, 2]]
    drawn = axes.collections[0].get_offsets()
    assert drawn[:, 1].tolist() == [0, 1, 2]
    shift = drawn[:, 0] - [0, 1, 2]
    assert 0 < abs(shift).max() <= JITTER


def test_restarts_have_a_dot_each_a_cross_where_they_collapsed_and_their_mean():
    axes = draw("restarts", restarts=by_restart()).axes[0]
    drawn = [offset for part in axes.collections for offset in part.get_offsets()]
    assert len(drawn) == 12
    crosses = [part for part in axes.collections if len(part.get_paths()[0].vertices) == 4 and len(part.get_offsets())]
    assert [tuple(part.get_offsets()[0]) for part in crosses] == [(0, place) for place in axes.get_yticks()[2:]]
    means = sorted(line.get_xdata()[0] for line in axes.get_lines())
    assert means == pytest.approx([0.1, 0.1, 0.5, 0.5, 0.7])
    assert axes.get_yticklabels()[0].get_text() == "Model A, dev"


def test_features_keep_their_order_say_how_many_sentences_and_mark_the_undefined():
    axes = draw("major_features", feature_mcc=by_feature(3), classifiers=summary()).axes[0]
    names = [tick.get_text() for tick in axes.get_yticklabels()]
    assert names == ["feature 0 (10)", "feature 1 (11)", "feature 2 (12)"]
    markers = [line for line in axes.get_lines() if line.get_marker() in "os" and len(line.get_xdata())]
    drawn = {(line.get_markerfacecolor() == "white", len(line.get_xdata())) for line in markers}
    assert drawn == {(True, 1), (False, 2), (False, 1)}  # feature 2 has no value for b
    dashed = sorted(line.get_xdata()[0] for line in axes.get_lines() if line.get_linestyle() in ("--", ":"))
    assert dashed == pytest.approx([0.05, 0.35, 0.7])
    of_many = draw("major_features", feature_mcc=by_feature(63), classifiers=summary()).axes
    assert [len(axes.get_yticklabels()) for axes in of_many] == [32, 31]


def test_stability_starts_at_0_and_has_a_marker_at_the_last_restart():
    above, below = draw("stability", stability_curve=curve()).axes
    lines = above.get_lines()
    assert lines[0].get_xydata().tolist() == [[1, 0], [2, 0.1], [3, 0.2]]
    assert lines[1].get_xydata().tolist() == [[1, 0], [2, 0.3]]
    assert [max(line.get_markevery()) for line in lines] == [2, 1]
    best = [line.get_xydata().tolist() for line in below.get_lines()]
    assert best == [[[1, 0.4], [2, 0.45], [3, 0.5]], [[1, 0.3], [2, 0.35]]]


EXPECTED = pd.DataFrame(
    {
        "system": ["a"] * 5 + ["b"] * 2,
        "split": ["other", "dev", "dev", "test", "test", "dev", "test"],
        "restarts": [1, 1, 2, 1, 2, 1, 1],
        "expected_maximum": [0.9, 0.3, 0.4, 0.2, 0.5, 0.1, 0.1],
        "selected": [None, None, None, 0.2, 0.15, None, 0.1],
    }
)


def test_the_expected_maximum_on_dev_is_dashed_and_what_it_selects_is_solid():
    lines = draw("expected_maximum", expected_maximum=EXPECTED).axes[0].get_lines()
    assert [line.get_linestyle() for line in lines] == ["--", "-"] * 2
    assert [line.get_xydata().tolist() for line in lines] == [
        [[1, 0.3], [2, 0.4]],
        [[1, 0.2], [2, 0.15]],
        [[1, 0.1]],
        [[1, 0.1]],
    ]
    assert [max(line.get_markevery()) for line in lines] == [1, 1, 0, 0]  # a single restart is seen


def test_reliability_has_points_where_sentences_are_and_names_the_error():
    rows = [
        (system, split, variant, number, share, p, p, p, p)
        for system in SYSTEMS
        for split in ("dev", "test")
        for variant, ps in (("as_trained", [0.05, None]), ("temperature", [0.25, 0.75]))
        for number, (share, p) in enumerate(zip((0.6, 0.4), ps, strict=True), 1)
    ]
    names = ["system", "split", "variant", "bin", "share", "mean_p", "acceptable", "low", "high"]
    table = pd.DataFrame(rows, columns=names).assign(low=0.2, high=0.8)
    errors = table.groupby(["system", "split", "variant"], as_index=False)["share"].sum()
    errors["ece"] = [0.9, 0.9, 0.12, 0.034] * 2
    first, second = draw("calibration", reliability=table, calibration=errors).axes
    assert (first.get_title(), second.get_title()) == tuple(f"{name}\nECE 0.120 → 0.034" for name in SYSTEMS.values())
    points = [part for part in first.collections if isinstance(part, mpl.collections.PathCollection)]
    assert [part.get_offsets().tolist() for part in points] == [[[0.05, 0.05]], [[0.25, 0.25], [0.75, 0.75]]]
    assert [bar.get_height() for bar in first.patches] == [0.6, 0.4, 0.6, 0.4]
    assert [round(bar.get_x() + bar.get_width(), 3) for bar in first.patches] == [0.25, 0.75, 0.5, 1]


def test_differences_are_points_of_a_hundred_and_unsure_ones_have_a_corner():
    figure = draw("differences", differences=compared())
    cells = [text for text in figure.findobj(mpl.text.Text) if text.get_text() in ("12", "−12")]
    assert [text.get_text() for text in cells] == ["12", "−12", "−12", "−12"] * 2  # BLiMP and the smallest δ
    assert [corners(axes) for axes in figure.axes] == [3, 3]  # all but a/pll against random scores
    assert "none is significant" not in texts(figure) and "not significant" in texts(figure)


def said_of(table: pd.DataFrame, **told) -> list[str]:
    """The titles of the panels of differences."""
    axes = draw("differences", style.COLUMN, differences=table, **told).axes
    return [title for one in axes if (title := one.get_title().replace("\n", " "))]


def test_differences_say_when_no_test_could_have_found_any():
    for least, said in ((0.25, NONE_POSSIBLE), (0.001, NONE_FOUND)):
        assert said_of(compared(least), references={}) == [f"BLiMP criterion {said}", f"ADC, δ = 0.5 {said}"]
    unknown = dict.fromkeys(["p", "p_least", "p_holm", "low", "high"], float("nan"))
    for rows in (ROWS, {"a/pll": "Model A"}):  # systems that cannot be tested; a system that has references only
        said = said_of(compared().assign(**unknown), labels=rows)
        assert all(title.endswith(NONE_POSSIBLE) for title in said)
    # Of references, one difference is certain.
    assert said_of(compared(0.25))[0].endswith(NONE_POSSIBLE)
    assert said_of(compared(0.001)) == ["BLiMP criterion", "ADC, δ = 0.5"]
    only = {"labels": {"a/pll": "Model A"}, "references": {}}
    assert said_of(compared(), **only) == ["BLiMP criterion", "ADC, δ = 0.5"]


def test_people_have_their_share_their_interval_and_their_chance():
    rows = [
        ("people", "raw", "adc", 0.5, 0.75, 0.7, 0.8, 0.4, 90),
        ("predicted", "raw", "adc", 0.5, 0.78, None, None, None, 90),  # has no deltas: it is not drawn
        ("a", "pll", "adc", 0.5, 0.3, 0.2, 0.4, 0.25, 90),
        ("a", "pll", "adc", 1, 0.6, 0.5, 0.7, 0.5, 90),
        ("reference", "best_constant", "adc", 0.5, 0.5, 0.45, 0.55, None, 90),
    ]
    names = ["system", "measure", "statistic", "threshold", "value", "low", "high", "chance", "pairs"]
    panels = {"people/raw": "Other people", "predicted/raw": "Predicted"}
    figure = draw("people", style.COLUMN, people=pd.DataFrame(rows, columns=names), panels=panels)
    axes = figure.axes[0]
    assert [tick.get_text() for tick in axes.get_yticklabels()] == ["Other people", "Model A"]
    intervals, shares, chances = axes.collections
    assert [line[:, 0].tolist() for line in intervals.get_segments()] == [[0.7, 0.8], [0.2, 0.4]]
    assert shares.get_offsets()[:, 0].tolist() == [0.75, 0.3]
    assert chances.get_offsets()[:, 0].tolist() == [0.4, 0.25]
    assert axes.lines[0].get_xdata() == [0.5, 0.5] and CONSTANT in texts(figure)
    assert "share of 90 pairs that meet the ADC, δ = 0.5" in texts(figure)


def test_claims_have_bars_that_add_up_and_their_verdicts():
    rows = [
        ("Table 1 (our reading)", "A", 8, 2, 4, "depends"),
        ("Section 2", "B", 8, 8, 0, "robust"),
        ("Section 3", "C", 0, 0, 0, "not reproducible here"),
    ]
    table = pd.DataFrame(rows, columns=["place", "claim", "specifications", "supported", "refuted", "verdict"])
    axes = draw("claims", checked_claims=table).axes[0]
    bars = [[(bar.get_x(), bar.get_width()) for bar in part] for part in axes.containers]
    assert bars == [[(0, 0.25), (0, 1)], [(0.25, 0.25)], [(0.5, 0.5)]]  # supported, undecided, refuted
    assert [tick.get_text() for tick in axes.get_yticklabels()] == ["A (our reading)", "B"]
    assert [text.get_text() for text in axes.texts] == ["depends", "robust"]
    assert not draw("claims", checked_claims=table[2:]).axes[0].patches  # none can be computed


def test_references_are_grey_lines_without_markers_each_with_dashes_of_its_own_in_the_legend():
    references = {f"reference/{number}": f"Reference {number}" for number in range(8)}
    rows = [(row, delta, delta / 10) for row in [*ROWS, *references] for delta in (0.5, 1, 5)]
    curves = pd.DataFrame(rows, columns=["row", "threshold", "share"])
    figure = draw("adc_curves", adc_curves=curves, references=references | {"reference/x": "No curve"})
    lines = {line.get_label(): line for line in figure.axes[0].lines}
    greys = [lines[label] for label in references.values()]
    assert {(line.get_color(), line.get_marker()) for line in greys} == {(style.GREY, "None")}
    assert len({str(line._unscaled_dash_pattern) for line in greys}) == len(greys)
    assert lines["Model A"].get_color() == "#0072B2" and lines["Model A"].get_marker() == "o"
    named = [text.get_text() for text in figure.legends[0].get_texts() if text.get_text().strip()]
    assert named == [*ROWS.values(), *references.values()] and not figure.axes[0].texts


def test_twenty_systems_can_be_told_apart_without_colours():
    rows = {f"{number}/slor": f"System {number}" for number in range(20)}
    looks = style.row_styles(rows, dict.fromkeys(rows, "#000000"), {}).values()
    assert len({(look["marker"], look.get("markerfacecolor")) for look in looks}) == 20


def test_names_are_broken_into_lines_of_about_the_same_length():
    assert layout.wrap("one line", 100) == "one line"
    assert layout.wrap("a name of many words that goes on", 70) == "a name of many\nwords that goes on"
    assert style.wrapped("a name of many words that goes on", 70, 6) == "a name of many words that\ngoes on"
    assert layout.wrap("aaaa verylongword zz", 43) == "aaaa\nverylongword\nzz"  # no word that fits is broken


def test_rows_are_as_high_as_their_names():
    axes = style.plt.figure().subplots()
    places = layout.name_rows(axes, ["one", "two\nlines", "one"], least=12)
    two = 2 + layout.height_of("two\nlines")
    assert places.tolist() == pytest.approx([6, 12 + two / 2, 18 + two])
    assert axes.get_ylim() == pytest.approx((24 + two, 0))


def test_panels_fill_their_page():
    assert [layout.grid(count, style.PAGE) for count in (1, 3, 4, 5, 8, 11, 20)] == [
        (1, 1), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4), (5, 4),
    ]  # fmt: skip
    assert [layout.grid(count, style.COLUMN) for count in (1, 3, 12, 13, 20)] == [
        (1, 1),
        (2, 2),
        (6, 2),
        (5, 3),
        (7, 3),
    ]


@pytest.mark.parametrize(("apart", "others"), [(5, 11), (1, 1), (5, 1), (2, 20)])
def test_shades_and_numbers_have_columns_of_their_own_in_a_legend(apart, others):
    handles = [mpl.lines.Line2D([], [], label=f"{number}  name") for number in range(apart + others)]
    filled, columns = style._columns_apart(handles, apart, 3)
    assert [handle for handle in filled if handle.get_label().strip()] == handles and columns <= 3
    for column in np.array_split(np.arange(len(filled)), columns):  # as matplotlib fills them
        numbers = [handles.index(filled[place]) for place in column if filled[place] in handles]
        assert len({number < apart for number in numbers}) == 1


def test_the_specification_curve_marks_every_choice_of_every_specification():
    above, below = draw("specifications", specifications=specified()).axes
    marked = [len(line.get_xdata()) for line in below.lines if line.get_marker() == "|"]
    assert marked == [32] * 10  # 64 specifications, half of them with each value
    lines = [line.get_xydata() for line in above.lines if line.get_label() in ROWS.values()]
    assert [np.isfinite(line).all(axis=1).sum() for line in lines] == [64, 64]
    assert [np.isnan(line[32]).all() for line in lines] == [True, True]  # lines break between one δ and the next
    labels = [label for option in OPTIONS.values() for label in option.values.values()]
    assert [tick.get_text() for tick in below.get_yticklabels()] == labels
    narrow = draw("specifications", style.COLUMN, specifications=specified()).axes[1]
    assert [text.get_text() for text in narrow.texts] == labels  # above the bars


def test_few_phenomena_have_bars_with_their_intervals_that_fill_the_canvas():
    figure = draw("phenomena", **of_phenomena(3))
    names = [f"phenomenon {number} (20)" for number in range(3)]
    assert [axes.get_title() for axes in figure.axes] == list(ROWS.values())
    assert [tick.get_text() for tick in figure.axes[0].get_yticklabels()] == names
    for axes in figure.axes:
        assert [bar.get_width() for bar in axes.patches] == [0.5] * 3
        assert [path[:, 0].tolist() for path in axes.collections[0].get_segments()] == [[0.4, 0.6]] * 3
    figure.get_layout_engine().execute(figure)
    assert figure.axes[-1].get_position().x1 > 0.97 and figure.axes[0].get_tightbbox().x0 < 0.03 * figure.bbox.width


def test_more_phenomena_than_have_room_for_bars_are_a_heatmap_of_shares():
    figure = draw("phenomena", **of_phenomena(50))
    assert [tick.get_text() for tick in figure.axes[0].get_xticklabels()] == list(ROWS.values())
    assert texts(figure).count(".50") == 100
    assert any("0.5, in white, is chance" in text for text in texts(figure))


@pytest.mark.parametrize("name", ["phenomena", "phenomenon_bars"])
def test_another_level_of_shares_is_not_drawn_among_phenomena(name):
    table = by_level(3, levels=("phenomenon", "field", "paradigm"))
    told = {"phenomenon_bars": {"others": {}}, "phenomena": {"phenomena": by_phenomenon(3)}}
    axes = draw(name, by_level=table, **told[name]).axes[0]
    assert len(axes.patches) == (3 if name == "phenomena" else 4)  # and all pairs


def test_many_phenomena_are_sorted_by_the_human_delta_and_show_the_strictest_criterion():
    blocks = draw("phenomena", **of_phenomena(80)).axes
    names = [tick.get_text() for axes in blocks for tick in axes.get_yticklabels()]
    assert names == [f"phenomenon {number} (20)" for number in range(79, -1, -1)]
    assert [tick.get_text() for axes in blocks for tick in axes.get_xticklabels()] == [*ROWS.values()] * len(blocks)
    drawn = np.concatenate([axes.collections[0].get_array().reshape(-1, 2) for axes in blocks])
    # ADC at 0.5 is 0, at 5 is 1, BLiMP only is 2, none is 3; the last phenomenon is number 0.
    assert drawn[-3:].tolist() == [[0, 2], [3, 3], [0, 2]]


def test_many_phenomena_without_ratings_show_shares():
    figure = draw("phenomena", **of_phenomena(80, rated=False))
    assert set(figure.axes[0].collections[0].get_array().ravel()) == {0.5}


def test_names_of_systems_are_numbered_where_they_do_not_fit():
    labels = {f"{letter}/pll": f"A system with a long name, {letter}" for letter in "abcdefghijklmnopqrst"}
    each = {name: [] for name in ("phenomena", "by_level")}
    for letter in "abcdefghijklmnopqrst":
        for name, table in of_phenomena(12).items():
            each[name].append(table[table["system"] == "a"].assign(system=letter))
    figure = draw("phenomena", **{name: pd.concat(tables) for name, tables in each.items()}, labels=labels)
    assert [tick.get_text() for tick in figure.axes[0].get_xticklabels()] == [str(n) for n in range(1, 21)]
    assert {f"{n}  {label}" for n, label in enumerate(labels.values(), start=1)} < set(texts(figure))


def test_characters_of_other_scripts_come_from_another_font_or_are_named(tmp_path, monkeypatch):
    drawn = draw("losses", style.COLUMN, losses=losses_by_step())
    drawn.axes[0].set_xlabel("✗")  # DejaVu Sans has it, ours has not
    style.save(drawn, tmp_path / "figure.png")
    assert "DejaVu Sans" in drawn.axes[0].xaxis.label.get_fontfamily()
    monkeypatch.setattr(fonts, "_installed", lambda: [])
    drawn = draw("losses", style.COLUMN, losses=losses_by_step())
    drawn.axes[0].set_xlabel("日本")
    with pytest.raises(InputError, match=r"no installed font has 日 \(U\+65E5\), 本 \(U\+672C\).*fonts-noto-cjk"):
        style.save(drawn, tmp_path / "other.png")
    assert not (tmp_path / "other.png").exists()


def test_lines_are_broken_at_blanks_and_no_wider_than_their_room():
    for text in ("a name of several words", "one-very-long-name-without-any-blank-in-it", "日本語の名前"):
        lines = style.wrapped(text, 40).split("\n")
        assert len(lines) > 1 and all(style.text_width(line) <= 40 for line in lines)
        assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert style.wrapped("", 40) == "" and style.wrapped("short", 40) == "short"


def test_linking_functions_have_one_look_and_stand_in_the_band_of_their_model():
    functions = {
        "a/pll": {"model": "a", "label": "Model A", "function": "log-prob / PLL"},
        "b/slor": {"model": "b", "label": "Model B", "function": "SLOR"},
        "b/log_prob": {"model": "b", "label": "Model B", "function": "log-prob / PLL"},
        "c/morcela": {"model": "a", "label": "Model A", "function": "MORCELA"},
    }
    r = {"a/pll": 0.5, "b/slor": 0.3, "b/log_prob": -0.1, "c/morcela": 0.6, "d/cola": 0.9}
    fits = pd.DataFrame({"row": list(r), "pearson_r": r.values(), "low": 0.0, "high": 0.7, "points": 4124})
    fits.loc[1, ["low", "high"]] = float("nan")
    figure = draw("linking_functions", fits=fits, linking_functions=functions)
    axes = figure.axes[0]
    looks = {line.get_marker(): line for line in axes.lines if line.get_linestyle() == "None"}
    drawn = [sorted(line.get_xdata().tolist()) for line in looks.values()]
    assert drawn == [[-0.1, 0.5], [0.3], [0.6]]  # each function has a marker, and all rows but the classifier are there
    (boundary,) = [path[0, 1] for path in axes.collections[-1].get_segments()]
    above = {x for line in looks.values() for x, y in zip(*line.get_data(), strict=True) if y < boundary}
    assert above == {0.5, 0.6} and [label.get_text() for label in axes.get_yticklabels()] == ["Model A", "Model B"]
    places = [y for line in looks.values() for y in line.get_ydata()]
    assert len(set(places)) == 4  # none is on another
    names = [text.get_text() for text in figure.legends[0].get_texts()]
    assert names == ["log-prob / PLL", "SLOR", "MORCELA"] and len({line.get_color() for line in looks.values()}) == 3


def test_outer_labels_of_shares_are_inside_their_panel():
    figure, panels = style.plt.subplots(1, 2, figsize=(2, 1))
    for axes in panels:
        axes.set_xlim(0, 1)
        layout.share_ticks(axes)
    figure.get_layout_engine().execute(figure)
    figure.draw_without_rendering()
    for axes in panels:
        ends = [label.get_window_extent() for label in axes.get_xticklabels()]
        assert [label.get_text() for label in axes.get_xticklabels()] == ["0", ".5", "1"]
        assert ends[0].x0 >= axes.bbox.x0 - 1 and ends[-1].x1 <= axes.bbox.x1 + 1


@pytest.mark.parametrize("last", [2, 5.5, 13.6, 41])
def test_an_axis_of_raters_ends_at_a_tick_with_a_label(last):
    figure, axes = style.plt.subplots()
    axes.plot([1, last], [0, 1])
    layout.end_at_tick(axes)
    figure.draw_without_rendering()
    assert axes.get_xlim() == (0, axes.get_xticks()[-1]) and last <= axes.get_xticks()[-1] <= last + 10
    assert axes.get_xticklabels()[-1].get_text() == f"{axes.get_xticks()[-1]:.0f}"


def test_a_few_long_labels_do_not_take_a_column_from_a_legend():
    names = [*(f"system {number}" for number in range(11)), "a reference with a name that is much longer than others"]
    figure = style.plt.figure(figsize=style.size(style.PAGE, 100))
    style.legend_below(figure, [mpl.lines.Line2D([], [], label=name) for name in names])
    (legend,) = figure.legends
    assert legend._ncols >= 3 and "\n" in legend.get_texts()[-1].get_text()


def test_reports_print_a_figure_that_is_not_too_high_as_wide_as_it_is():
    source = (ROOT / "paper/page.typ").read_text(encoding="utf-8")
    height = int(re.search(r"#let text-height = (\d+)pt", source)[1])
    assert f"#let text-width = {style.PAGE:g}pt" in source
    assert set(re.findall(r"text-height - (\d+)pt", source)) == {f"{height - style.PRINTED:g}"}


def marked(**look) -> mpl.figure.Figure:
    figure, axes = style.plt.subplots(figsize=style.size(style.COLUMN, 100))
    axes.plot([0, 1], [0.5, 1], marker="o", **look)
    axes.set(xlim=(0, 1), ylim=(0, 1))
    return figure


def test_faults_of_figures_are_seen():
    assert any("cut" in fault for fault in faults(marked(), style.COLUMN))
    assert faults(marked(clip_on=False), style.COLUMN) == []
    high, axes = style.plt.subplots(figsize=style.size(style.PAGE, 1.25 * style.PRINTED))
    axes.tick_params(labelsize=8)
    assert any("6.4 points" in fault for fault in faults(high, style.PAGE))
    beside, panels = style.plt.subplots(1, 2, figsize=style.size(style.COLUMN, 100))
    for axes in panels:
        axes.set_title("a title that is so long that it is wider than its panel", fontsize=7.5)
    assert any("titles touch" in fault or "overlap" in fault for fault in faults(beside, style.COLUMN))
    cells = style.plt.figure(figsize=style.size(style.COLUMN, 100)).subplots()
    heatmap.draw_heatmap(cells, np.ones((1, 2)), ["a", "b"], ["row"], (0, 1))
    cells.set_xlim(0, 3)
    assert any("in a panel from" in fault for fault in faults(cells.figure, style.COLUMN))
