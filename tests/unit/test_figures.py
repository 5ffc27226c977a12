import pandas as pd
import pytest

from acceptability import figures

ROWS = {"a/pll": "Model A", "b/slor": "Model B"}
COLOURS = {"a/pll": "#0072B2", "b/slor": "#D55E00"}
REFERENCES = {"reference/random": "Random scores"}


def texts(figure) -> list[str]:
    return [text.get_text() for text in figure.findobj(figures.mpl.text.Text)]


def points() -> tuple[pd.DataFrame, pd.DataFrame]:
    frame = pd.DataFrame(
        {"row": ["a/pll"] * 3 + ["b/slor"] * 3, "model": [0, 1, 2, 0, 1, 2.5], "human": [0, 1, 2, 1, 0, -1]}
    )
    fits = pd.DataFrame({"row": list(ROWS), "slope": [1, -1], "intercept": [0, 1], "pearson_r": [1, -0.98]})
    return frame, fits


def matrix() -> pd.DataFrame:
    names = ["human", *ROWS]
    rows = [(x, y, 1.0 if x == y else -0.25, 0.0 if x == y else 0.4) for x in names for y in names]
    return pd.DataFrame(rows, columns=["row", "column", "pearson_r", "p_value"])


def criteria() -> pd.DataFrame:
    rows = [
        (*row.split("/"), criterion, threshold, share, share - 0.1, share + 0.1)
        for row in [*ROWS, *REFERENCES]
        for criterion, threshold, share in [("blimp", None, 0.9), ("adc", 0.5, 0.3), ("adc", 5, 0.8)]
    ]
    return pd.DataFrame(rows, columns=["system", "measure", "criterion", "threshold", "share", "low", "high"])


def adc_curves() -> pd.DataFrame:
    rows = [(row, delta, delta / 10) for row in [*ROWS, *REFERENCES] for delta in (0.5, 1, 5)]
    return pd.DataFrame(rows, columns=["row", "threshold", "share"])


def differences() -> pd.DataFrame:
    rows = [
        (first, second, criterion, threshold, 0.123, p)
        for first, second, p in [("a/pll", "b/slor", 0.2), ("a/pll", "reference/random", 0.01)]
        for criterion, threshold in [("blimp", None), ("adc", 0.5), ("adc", 5)]
    ]
    return pd.DataFrame(rows, columns=["first", "second", "criterion", "threshold", "difference", "p_holm"])


CHOICES = {"human_scale": ("participants", "sentences"), "ties": ("sign", "missed")}


def specifications() -> pd.DataFrame:
    rows = [
        (delta, scale, ties, *row.split("/"), 0.3 + delta / 10)
        for delta in (0.5, 1)
        for scale in CHOICES["human_scale"]
        for ties in CHOICES["ties"]
        for row in ROWS
    ]
    return pd.DataFrame(rows, columns=["threshold", *CHOICES, "system", "measure", "share"])


SYSTEMS = {"a": "Model A", "b": "Model B"}
SYSTEM_COLOURS = {"a": "#0072B2", "b": "#D55E00"}


def by_restart() -> pd.DataFrame:
    rows = [
        (system, restart, split, mcc, int(mcc == 0))
        for system, values in (("a", [0.4, 0.5, 0.6]), ("b", [0.2, 0.0, 0.1]))
        for restart, mcc in enumerate(values)
        for split in ("dev", "test")
    ]
    return pd.DataFrame(rows, columns=["system", "restart", "split", "mcc", "collapsed"])


def by_feature(count: int) -> pd.DataFrame:
    rows = [
        (system, f"feature {number}", 10 + number, mean, mean - 0.1, mean + 0.2, int(number == 1))
        for number in range(count)
        for system, mean in (("a", 0.3), ("b", float("nan") if number == 2 else 0.1))
    ]
    return pd.DataFrame(rows, columns=["system", "feature", "sentences", "mean", "low", "high", "undefined"])


def curve() -> pd.DataFrame:
    return pd.DataFrame(
        {"system": ["a"] * 3 + ["b"] * 2, "restarts": [1, 2, 3, 1, 2], "flipped": [0, 0.1, 0.2, 0, 0.3]}
    )


def features(count: int = 3):
    means = {"a": 0.35, "b": 0.05}
    return figures.features(by_feature(count), means, SYSTEMS, SYSTEM_COLOURS, {"humans": 0.7}, "Toy (simulated data)")


def by_phenomenon(count: int, rated: bool = True) -> pd.DataFrame:
    """Row a/pll meets every criterion on the even phenomena, b/slor the BLiMP criterion only, and no other on odd."""
    rows = [
        (*row.split("/"), f"phenomenon {number}", criterion, threshold, 0.5, float(number) if rated else None, meets)
        for row in ROWS
        for number in range(count)
        for criterion, threshold in [("blimp", None), ("adc", 0.5), ("adc", 5.0)][: 3 if rated else 1]
        for meets in [int(number % 2 == 0 and (row == "a/pll" or criterion == "blimp"))]
    ]
    names = ["system", "measure", "phenomenon", "criterion", "threshold", "share", "mean_human_delta", "mean_meets"]
    return pd.DataFrame(rows, columns=names)


def drawings():
    return {
        "restarts": figures.restarts(by_restart(), SYSTEMS, SYSTEM_COLOURS, {"humans": 0.7}, "Toy (simulated data)"),
        "features": features(),
        "stability": figures.stability(curve(), SYSTEMS, SYSTEM_COLOURS, "Toy (simulated data)"),
        "correlations": figures.correlations(matrix(), ROWS, "Toy (simulated data)"),
        "criteria": figures.criteria(criteria(), ROWS, COLOURS, REFERENCES, "Toy (simulated data)"),
        "adc_curves": figures.adc_curves(adc_curves(), ROWS, COLOURS, REFERENCES, [0.5, 1], "Toy (simulated data)"),
        "differences": figures.differences(differences(), ROWS, REFERENCES, "Toy (simulated data)"),
        "specifications": figures.specifications(
            specifications(), CHOICES, ROWS, COLOURS, REFERENCES, "Toy (simulated data)"
        ),
        "phenomena": figures.phenomena(by_phenomenon(3), ROWS, "Toy (simulated data)"),
        "strips": figures.phenomena(by_phenomenon(60), ROWS, "Toy (simulated data)"),
        "unrated strips": figures.phenomena(by_phenomenon(60, rated=False), ROWS, "Toy (simulated data)"),
        "scatter": figures.scatter(*points(), ROWS, "model", "human", "Toy (simulated data)"),
    }


NAMES = ["correlations", "criteria", "scatter", "restarts", "features", "stability"]
NAMES += ["phenomena", "strips", "unrated strips", "adc_curves", "differences", "specifications"]


@pytest.mark.parametrize("name", NAMES)
def test_figures_name_their_rows_and_data_and_repeat_byte_for_byte(tmp_path, name):
    for run in ("first", "second"):
        (tmp_path / run).mkdir()
        figure = drawings()[name]
        shown = " ".join(texts(figure))
        assert "Toy (simulated data)" in shown
        assert all(label in shown for label in ROWS.values())
        figures.save(figure, tmp_path / run / "figure.pdf", tmp_path / run / "figure.png")
    for ending in ("pdf", "png"):
        assert (tmp_path / "first" / f"figure.{ending}").read_bytes() == (
            tmp_path / "second" / f"figure.{ending}"
        ).read_bytes()


def test_the_heatmap_shows_r_and_marks_weak_correlations():
    shown = texts(figures.correlations(matrix(), ROWS, "t"))
    assert "−0.25\nns" in shown
    assert "1.00" in shown
    assert any("ns: p ≥ 0.0001" in text for text in shown)


def test_the_heatmap_keeps_its_diagonal_and_says_why_cells_are_blank():
    assert texts(figures.correlations(matrix(), ROWS, "t")).count("1.00") >= 3
    undefined = matrix()
    undefined.loc[undefined["row"] == "a/pll", ["pearson_r", "p_value"]] = float("nan")
    assert any("constant, or fewer than 3 points" in text for text in texts(figures.correlations(undefined, ROWS, "t")))


def test_scatter_without_a_line_or_points_says_so():
    frame, fits = points()
    fits.loc[0, ["slope", "intercept", "pearson_r"]] = float("nan")
    frame = frame[frame["row"] == "b/slor"]
    axes = figures.scatter(frame, fits, ROWS, "x", "y", "t").axes[0]
    assert "no correlation defined" in axes.get_title()


def test_criteria_run_from_blimp_through_ever_smaller_delta():
    figure = figures.criteria(criteria(), ROWS, COLOURS, {}, "t")
    line = figure.axes[0].get_lines()[0]
    assert line.get_ydata().tolist() == [0.9, 0.8, 0.3]
    assert line.get_color() == COLOURS["a/pll"]
    assert [tick.get_text() for tick in figure.axes[0].get_xticklabels()] == [
        "BLiMP\ncriterion",
        "ADC\nδ = 5",
        "ADC\nδ = 0.5",
    ]


def test_scatter_draws_the_given_line_and_jitters_along_x_only():
    frame, fits = points()
    axes = figures.scatter(frame, fits, ROWS, "x", "y", "t").axes[0]
    line = next(line for line in axes.get_lines() if line.get_color() == figures.FIT_COLOUR)
    assert line.get_xydata().tolist() == [[0, 0], [2, 2]]
    drawn = axes.collections[0].get_offsets()
    assert drawn[:, 1].tolist() == [0, 1, 2]
    shift = drawn[:, 0] - [0, 1, 2]
    assert 0 < abs(shift).max() <= figures.JITTER


def test_restarts_have_a_dot_each_a_cross_where_they_collapsed_and_their_mean():
    figure = drawings()["restarts"]
    axes = figure.axes[0]
    drawn = [offset for part in axes.collections for offset in part.get_offsets()]
    assert len(drawn) == 12
    crosses = [part for part in axes.collections if len(part.get_paths()[0].vertices) == 4 and len(part.get_offsets())]
    assert [tuple(part.get_offsets()[0]) for part in crosses] == [(0, 2), (0, 3)]
    means = sorted(line.get_xdata()[0] for line in axes.get_lines())
    assert means == pytest.approx([0.1, 0.1, 0.5, 0.5, 0.7])
    assert axes.get_yticklabels()[0].get_text() == "Model A, dev"


def test_features_keep_their_order_say_how_many_sentences_and_mark_the_undefined():
    axes = features().axes[0]
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
    panels = features(63).axes
    assert [len(axes.get_yticklabels()) for axes in panels] == [32, 31]


def test_stability_starts_at_0_and_ends_at_the_last_restart():
    lines = figures.stability(curve(), SYSTEMS, SYSTEM_COLOURS, "t").axes[0].get_lines()
    assert lines[0].get_xydata().tolist() == [[1, 0], [2, 0.1], [3, 0.2]]
    assert lines[2].get_xydata().tolist() == [[1, 0], [2, 0.3]]


def test_differences_are_points_of_a_hundred_and_sure_ones_are_bold():
    figure = drawings()["differences"]
    cells = [text for text in figure.findobj(figures.mpl.text.Text) if text.get_text() in ("12", "−12")]
    assert [text.get_text() for text in cells] == ["12", "−12", "−12"] * 2  # BLiMP and the smallest δ
    assert [text.get_fontweight() for text in cells[:3]] == ["normal", "normal", "bold"]


def test_references_are_grey_and_have_no_markers():
    lines = {line.get_label(): line for line in drawings()["adc_curves"].axes[0].lines}
    assert lines["Random scores"].get_color() == "#777777" and lines["Random scores"].get_marker() == "None"
    assert lines["Model A"].get_color() == "#0072B2" and lines["Model A"].get_marker() == "o"


def test_the_specification_curve_marks_every_choice_of_every_specification():
    above, below = drawings()["specifications"].axes
    marked = [len(line.get_xdata()) for line in below.lines if line.get_marker() == "s"]
    assert marked == [4, 4, 4, 4]  # 8 specifications, half of them with each value
    assert [len(line.get_xdata()) for line in above.lines if line.get_label() in ROWS.values()] == [8, 8]


def test_few_phenomena_are_a_heatmap_of_shares():
    figure = figures.phenomena(by_phenomenon(3), ROWS, "t")
    assert [tick.get_text() for tick in figure.axes[0].get_yticklabels()] == [f"phenomenon {n}" for n in range(3)]
    assert texts(figure).count("0.50") == 6


def test_many_phenomena_are_strips_sorted_by_the_human_delta():
    above, strips = figures.phenomena(by_phenomenon(60), ROWS, "t").axes
    assert [bar.get_height() for bar in above.patches] == list(range(59, -1, -1))
    drawn = strips.collections[0].get_array().reshape(2, 60)
    # ADC at 0.5 is 0, at 5 is 1, BLiMP only is 2, none is 3; the last phenomenon is number 0.
    assert drawn[:, -3:].tolist() == [[0, 3, 0], [2, 3, 2]]
    assert [tick.get_text() for tick in strips.get_yticklabels()] == list(ROWS.values())
    assert [text.get_text() for text in strips.texts] == ["δ = 0.5", "0.50", "0.00"]


def test_strips_without_ratings_show_the_blimp_criterion_alone():
    (strips,) = figures.phenomena(by_phenomenon(60, rated=False), ROWS, "t").axes
    assert set(strips.collections[0].get_array().ravel()) == {0, 1}
    assert [text.get_text() for text in strips.texts] == ["BLiMP", "0.50", "0.50"]
