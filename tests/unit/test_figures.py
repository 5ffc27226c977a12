import inspect
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from itertools import product

import matplotlib as mpl
import pandas as pd
import pytest

import draw_figure
from acceptability.contracts import io
from acceptability.figures import (
    adc_curves,
    correlations,
    criteria,
    differences,
    features,
    losses,
    phenomena,
    restarts,
    scatter,
    specifications,
    stability,
    style,
)
from acceptability.figures.registry import FIGURES
from acceptability.options import OPTIONS

ROWS = {"a/pll": "Model A", "b/slor": "Model B"}
COLOURS = {"a/pll": "#0072B2", "b/slor": "#D55E00"}
REFERENCES = {"reference/random": "Random scores"}
SYSTEMS = {"a": "Model A", "b": "Model B"}
SYSTEM_COLOURS = {"a": "#0072B2", "b": "#D55E00"}
TITLE = "Toy (simulated data)"


def texts(figure) -> list[str]:
    return [text.get_text() for text in figure.findobj(mpl.text.Text)]


def points() -> tuple[pd.DataFrame, pd.DataFrame]:
    frame = pd.DataFrame(
        {"row": ["a/pll"] * 3 + ["b/slor"] * 3, "model": [0, 1, 2, 0, 1, 2.5], "human": [0, 1, 2, 1, 0, -1]}
    )
    fits = pd.DataFrame({"row": list(ROWS), "slope": [1, -1], "intercept": [0, 1], "pearson_r": [1, -0.98]})
    return frame, fits


def draw_points(frame: pd.DataFrame, fits: pd.DataFrame):
    return scatter.draw(points=frame, fits=fits, labels=ROWS, level="pairs", title="t")


def matrix() -> pd.DataFrame:
    names = ["human", *ROWS]
    rows = [(x, y, 1.0 if x == y else -0.25, 0.0 if x == y else 0.4, 1234) for x in names for y in names]
    return pd.DataFrame(rows, columns=["row", "column", "pearson_r", "p_value", "points"])


def draw_matrix(table: pd.DataFrame):
    return correlations.draw(correlations=table, labels=ROWS, level="sentences", title="t")


def by_criterion() -> pd.DataFrame:
    rows = [
        (*row.split("/"), variant, criterion, threshold, share, share - 0.1, share + 0.1, chance)
        for row in [*ROWS, *REFERENCES]
        for variant, more in [("another", 0.05), ("corrected", 0)]
        for criterion, threshold, rounded in [("blimp", None, 0.9), ("adc", 0.5, 0.3), ("adc", 5, 0.8)]
        for share in [rounded + more]
        for chance in [threshold and share - 0.2]
    ]
    names = ["system", "measure", "variant", "criterion", "threshold", "share", "low", "high", "chance"]
    return pd.DataFrame(rows, columns=names)


def by_delta() -> pd.DataFrame:
    rows = [(row, delta, delta / 10) for row in [*ROWS, *REFERENCES] for delta in (0.5, 1, 5)]
    return pd.DataFrame(rows, columns=["row", "threshold", "share"])


def compared() -> pd.DataFrame:
    rows = [
        (first, second, criterion, threshold, 0.123, low, 0.2, family, p)
        for first, second, low, family, p in [
            ("a/pll", "b/slor", 0.1, "other", 0.2),
            ("a/pll", "reference/random", 0.1, "references", None),
            ("b/slor", "reference/random", -0.1, "references", None),
        ]
        for criterion, threshold in [("blimp", None), ("adc", 0.5), ("adc", 5)]
    ]
    names = ["first", "second", "criterion", "threshold", "difference", "low", "high", "family", "p_holm"]
    return pd.DataFrame(rows, columns=names)


def specified() -> pd.DataFrame:
    rows = [
        (delta, *chosen, *row.split("/"), 0.3 + delta / 10)
        for delta in (0.5, 1)
        for chosen in product(*(option.values for option in OPTIONS.values()))
        for row in ROWS
    ]
    return pd.DataFrame(rows, columns=["threshold", *OPTIONS, "system", "measure", "share"])


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
    return pd.DataFrame(rows, columns=names)


def summary() -> pd.DataFrame:
    rows = [("a", "dev", 0.9), ("a", "test", 0.35), ("b", "dev", 0.9), ("b", "test", 0.05)]
    return pd.DataFrame(rows, columns=["system", "split", "mean"])


def curve() -> pd.DataFrame:
    return pd.DataFrame(
        {"system": ["a"] * 3 + ["b"] * 2, "restarts": [1, 2, 3, 1, 2], "flipped": [0, 0.1, 0.2, 0, 0.3]}
    )


def by_phenomenon(count: int, rated: bool = True, word: str = "phenomenon") -> pd.DataFrame:
    """Row a/pll meets every criterion on the even phenomena, b/slor the BLiMP criterion only, and no other on odd."""
    rows = [
        (*row.split("/"), f"{word} {number}", criterion, threshold, 0.5, float(number) if rated else None, meets)
        for row in ROWS
        for number in range(count)
        for criterion, threshold in [("blimp", None), ("adc", 0.5), ("adc", 5.0)][: 3 if rated else 1]
        for meets in [int(number % 2 == 0 and (row == "a/pll" or criterion == "blimp"))]
    ]
    names = ["system", "measure", "phenomenon", "criterion", "threshold", "share", "mean_human_delta", "mean_meets"]
    return pd.DataFrame(rows, columns=names)


def draw_phenomena(*numbers, **options):
    return phenomena.draw(phenomena=by_phenomenon(*numbers, **options), labels=ROWS, title="t")


def losses_by_step() -> pd.DataFrame:
    return pd.DataFrame({"step": [1, 2], "tokens": [1000, 2000], "loss": [6.5, 4.0], "held_out_loss": [6.6, 5.0]})


def drawings(
    rows: Mapping[str, str] = ROWS, systems: Mapping[str, str] = SYSTEMS, title: str = TITLE, word: str = "noun"
) -> dict[str, Callable]:
    """Every figure with rows, not yet drawn; ``word`` is in the names of phenomena and features."""
    of_rows = {"labels": rows, "title": title}
    in_colour = of_rows | {"colours": COLOURS, "references": REFERENCES}
    of_systems = {"classifier_labels": systems, "classifier_colours": SYSTEM_COLOURS, "lines": {"humans": 0.7}}
    frame, fits = points()
    return {
        "restarts": partial(restarts.draw, restarts=by_restart(), **of_systems, title=title),
        "features": partial(
            features.draw, features=by_feature(3, word), summary=summary(), **of_systems, level="major", title=title
        ),
        "stability": partial(
            stability.draw, curve=curve(), unstable_labels=systems, unstable_colours=SYSTEM_COLOURS, title=title
        ),
        "correlations": partial(correlations.draw, correlations=matrix(), **of_rows, level="pairs"),
        "criteria": partial(criteria.draw, criteria=by_criterion(), **in_colour),
        "adc_curves": partial(adc_curves.draw, curves=by_delta(), **in_colour, thresholds=[0.5, 1]),
        "differences": partial(differences.draw, differences=compared(), references=REFERENCES, **of_rows),
        "specifications": partial(specifications.draw, specifications=specified(), **in_colour),
        "phenomena": partial(phenomena.draw, phenomena=by_phenomenon(3, word=word), **of_rows),
        "strips": partial(phenomena.draw, phenomena=by_phenomenon(60, word=word), **of_rows),
        "unrated strips": partial(phenomena.draw, phenomena=by_phenomenon(60, rated=False, word=word), **of_rows),
        "scatter": partial(scatter.draw, points=frame, fits=fits, **of_rows, level="pairs"),
    }


def draw_features(count: int = 3):
    return drawings()["features"](features=by_feature(count))


@pytest.mark.parametrize("name", drawings())
def test_figures_name_their_rows_and_data_and_repeat_byte_for_byte(tmp_path, name):
    for run in ("first", "second"):
        (tmp_path / run).mkdir()
        figure = drawings()[name]()
        shown = " ".join(texts(figure))
        assert "Toy (simulated data)" in shown
        assert all(label in shown for label in ROWS.values())
        style.save(figure, tmp_path / run / "figure.pdf", tmp_path / run / "figure.png")
    for ending in ("pdf", "png"):
        assert (tmp_path / "first" / f"figure.{ending}").read_bytes() == (
            tmp_path / "second" / f"figure.{ending}"
        ).read_bytes()


@pytest.mark.parametrize("name", drawings())
def test_text_is_shown_as_it_is_written(tmp_path, name):
    strange = ["moved $t_i$ & 50% {x}_y", r"_\frac$ #{^"]
    rows, systems = (dict(zip(names, strange, strict=True)) for names in (ROWS, SYSTEMS))
    figure = drawings(rows, systems, title="_$t_i$ \\ %", word="wh_{i} $t")[name]()
    style.save(figure, tmp_path / "figure.pdf", tmp_path / "figure.png")
    shown = " ".join(texts(figure))
    assert all(label in shown for label in [*strange, "_$t_i$ \\ %"])
    assert not any(text.get_parse_math() for text in figure.findobj(mpl.text.Text))
    if name in ("phenomena", "features"):
        assert "wh_{i} $t 0" in shown


@pytest.mark.parametrize("name", FIGURES)
def test_the_registry_tells_a_module_what_it_asks_for(name):
    row = FIGURES[name]
    module = import_module(f"acceptability.figures.{row.module or name}")
    assert module.READS.keys() == row.reads.keys() | row.optional.keys()
    assert set(inspect.signature(module.draw).parameters) == {*module.READS, *row.told, *row.fixed}
    assert row.caption


def test_a_figure_is_drawn_from_its_files(tmp_path):
    io.write_table(losses_by_step(), tmp_path / "losses.csv", losses.READS["losses"])
    reads = {"losses": str(tmp_path / "losses.csv"), "code": "losses.py"}
    draw_figure.draw(
        "figures.losses", reads, {"title": TITLE}, [str(tmp_path / "drawn.pdf"), str(tmp_path / "drawn.png")]
    )
    style.save(losses.draw(losses=losses_by_step(), title=TITLE), tmp_path / "own.pdf", tmp_path / "own.png")
    for ending in ("pdf", "png"):
        assert (tmp_path / f"drawn.{ending}").read_bytes() == (tmp_path / f"own.{ending}").read_bytes()
    assert (tmp_path / "drawn.pdf").read_bytes().startswith(b"%PDF")


def test_the_heatmap_shows_r_and_marks_weak_correlations():
    shown = texts(draw_matrix(matrix()))
    assert "−0.25\nns" in shown
    assert "1.00" in shown
    assert any("ns: p ≥ 0.0001" in text for text in shown)


def test_the_heatmap_keeps_its_diagonal_and_says_why_cells_are_blank():
    assert texts(draw_matrix(matrix())).count("1.00") >= 3
    undefined = matrix()
    undefined.loc[undefined["row"] == "a/pll", ["pearson_r", "p_value"]] = float("nan")
    assert any("constant, or fewer than 3 points" in text for text in texts(draw_matrix(undefined)))


def test_the_heatmap_says_over_how_many_points_where_cells_differ():
    assert not any("over" in text for text in texts(draw_matrix(matrix())))
    table = matrix()
    table.loc[3, "points"] = 1200
    assert any("over 1,200 to 1,234 sentences each" in text for text in texts(draw_matrix(table)))


def test_scatter_without_a_line_or_points_says_so():
    frame, fits = points()
    fits.loc[0, ["slope", "intercept", "pearson_r"]] = float("nan")
    frame = frame[frame["row"] == "b/slor"]
    axes = draw_points(frame, fits).axes[0]
    assert "no correlation defined" in axes.get_title()


def test_criteria_run_from_blimp_through_ever_smaller_delta():
    figure = criteria.draw(criteria=by_criterion(), labels=ROWS, colours=COLOURS, references={}, title="t")
    line = figure.axes[0].get_lines()[0]
    assert line.get_ydata().tolist() == [0.9, 0.8, 0.3]
    assert line.get_color() == COLOURS["a/pll"]
    assert [tick.get_text() for tick in figure.axes[0].get_xticklabels()] == [
        "BLiMP\ncriterion",
        "ADC\nδ = 5",
        "ADC\nδ = 0.5",
    ]


def test_a_dash_marks_the_chance_of_each_system_beside_its_adc():
    lines = drawings()["criteria"]().axes[0].get_lines()
    dashes = [line for line in lines if line.get_marker() == "_" and len(line.get_xdata())]
    assert [line.get_color() for line in dashes] == list(COLOURS.values())
    assert [line.get_ydata().tolist()[1:] for line in dashes] == [pytest.approx([0.6, 0.1])] * 2
    unrated = by_criterion().query("criterion == 'blimp'").assign(chance=float("nan"))
    figure = criteria.draw(criteria=unrated, labels=ROWS, colours=COLOURS, references={}, title="t")
    assert criteria.CHANCE in texts(drawings()["criteria"]()) and criteria.CHANCE not in texts(figure)


def test_a_reference_without_a_curve_is_not_in_the_legend():
    told = {"labels": ROWS, "colours": COLOURS, "references": REFERENCES | {"reference/x": "No curve"}}
    assert "No curve" not in texts(adc_curves.draw(curves=by_delta(), thresholds=[0.5], title="t", **told))


def test_scatter_draws_the_given_line_and_jitters_along_x_only():
    frame, fits = points()
    axes = draw_points(frame, fits).axes[0]
    line = next(line for line in axes.get_lines() if line.get_color() == scatter.FIT_COLOUR)
    assert line.get_xydata().tolist() == [[0, 0], [2, 2]]
    drawn = axes.collections[0].get_offsets()
    assert drawn[:, 1].tolist() == [0, 1, 2]
    shift = drawn[:, 0] - [0, 1, 2]
    assert 0 < abs(shift).max() <= scatter.JITTER


def test_restarts_have_a_dot_each_a_cross_where_they_collapsed_and_their_mean():
    figure = drawings()["restarts"]()
    axes = figure.axes[0]
    drawn = [offset for part in axes.collections for offset in part.get_offsets()]
    assert len(drawn) == 12
    crosses = [part for part in axes.collections if len(part.get_paths()[0].vertices) == 4 and len(part.get_offsets())]
    assert [tuple(part.get_offsets()[0]) for part in crosses] == [(0, 2), (0, 3)]
    means = sorted(line.get_xdata()[0] for line in axes.get_lines())
    assert means == pytest.approx([0.1, 0.1, 0.5, 0.5, 0.7])
    assert axes.get_yticklabels()[0].get_text() == "Model A, dev"


def test_features_keep_their_order_say_how_many_sentences_and_mark_the_undefined():
    axes = draw_features().axes[0]
    assert [tick.get_text() for tick in axes.get_yticklabels()] == [
        "feature 0 (10)",
        "feature 1 (11)",
        "feature 2 (12)",
    ]
    markers = [line for line in axes.get_lines() if line.get_marker() in "os" and len(line.get_xdata())]
    drawn = {(line.get_markerfacecolor() == "white", len(line.get_xdata())) for line in markers}
    assert drawn == {(True, 1), (False, 2), (False, 1)}  # feature 2 has no value for b
    dashed = sorted(line.get_xdata()[0] for line in axes.get_lines() if line.get_linestyle() in ("--", ":"))
    assert dashed == pytest.approx([0.05, 0.35, 0.7])


def test_many_features_stand_in_two_columns():
    panels = draw_features(63).axes
    assert [len(axes.get_yticklabels()) for axes in panels] == [32, 31]


def test_stability_starts_at_0_and_ends_at_the_last_restart():
    lines = drawings()["stability"]().axes[0].get_lines()
    assert lines[0].get_xydata().tolist() == [[1, 0], [2, 0.1], [3, 0.2]]
    assert lines[2].get_xydata().tolist() == [[1, 0], [2, 0.3]]


def test_differences_are_points_of_a_hundred_and_sure_ones_are_bold():
    figure = drawings()["differences"]()
    cells = [text for text in figure.findobj(mpl.text.Text) if text.get_text() in ("12", "−12")]
    assert [text.get_text() for text in cells] == ["12", "−12", "−12", "−12"] * 2  # BLiMP and the smallest δ
    assert [text.get_fontweight() for text in cells[:4]] == ["normal", "normal", "bold", "normal"]


def test_references_are_grey_and_have_no_markers():
    lines = {line.get_label(): line for line in drawings()["adc_curves"]().axes[0].lines}
    assert lines["Random scores"].get_color() == "#777777" and lines["Random scores"].get_marker() == "None"
    assert lines["Model A"].get_color() == "#0072B2" and lines["Model A"].get_marker() == "o"


def test_the_specification_curve_marks_every_choice_of_every_specification():
    above, below = drawings()["specifications"]().axes
    marked = [len(line.get_xdata()) for line in below.lines if line.get_marker() == "s"]
    assert marked == [32] * 10  # 64 specifications, half of them with each value
    assert [len(line.get_xdata()) for line in above.lines if line.get_label() in ROWS.values()] == [64, 64]
    labels = [label for option in OPTIONS.values() for label in option.values.values()]
    assert [tick.get_text() for tick in below.get_yticklabels()] == labels


def test_few_phenomena_are_a_heatmap_of_shares():
    figure = draw_phenomena(3)
    assert [tick.get_text() for tick in figure.axes[0].get_yticklabels()] == [f"phenomenon {n}" for n in range(3)]
    assert texts(figure).count("0.50") == 6


def test_many_phenomena_are_strips_sorted_by_the_human_delta():
    above, strips = draw_phenomena(60).axes
    assert [bar.get_height() for bar in above.patches] == list(range(59, -1, -1))
    drawn = strips.collections[0].get_array().reshape(2, 60)
    # ADC at 0.5 is 0, at 5 is 1, BLiMP only is 2, none is 3; the last phenomenon is number 0.
    assert drawn[:, -3:].tolist() == [[0, 3, 0], [2, 3, 2]]
    assert [tick.get_text() for tick in strips.get_yticklabels()] == list(ROWS.values())
    assert [text.get_text() for text in strips.texts] == ["δ = 0.5", "0.50", "0.00"]


def test_strips_without_ratings_show_the_blimp_criterion_alone():
    (strips,) = draw_phenomena(60, rated=False).axes
    assert set(strips.collections[0].get_array().ravel()) == {0, 1}
    assert [text.get_text() for text in strips.texts] == ["BLiMP", "0.50", "0.50"]
