import pandas as pd
import pytest

from acceptability import figures

ROWS = {"a/pll": "Model A", "b/slor": "Model B"}
COLOURS = {"a/pll": "#0072B2", "b/slor": "#D55E00"}


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
        (*row.split("/"), criterion, threshold, share)
        for row in ROWS
        for criterion, threshold, share in [("blimp", None, 0.9), ("adc", 0.5, 0.3), ("adc", 5, 0.8)]
    ]
    return pd.DataFrame(rows, columns=["system", "measure", "criterion", "threshold", "share"])


def drawings():
    return {
        "correlations": figures.correlations(matrix(), ROWS, "Toy (simulated data)"),
        "criteria": figures.criteria(criteria(), ROWS, COLOURS, "Toy (simulated data)"),
        "scatter": figures.scatter(*points(), ROWS, "model", "human", "Toy (simulated data)"),
    }


@pytest.mark.parametrize("name", ["correlations", "criteria", "scatter"])
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
    figure = figures.criteria(criteria(), ROWS, COLOURS, "t")
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
