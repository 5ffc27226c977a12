import numpy as np
import pandas as pd
import pytest

from acceptability.statistics import agreement, fit_line, pearson_matrix


def entry(matrix, row, column):
    return matrix[(matrix["row"] == row) & (matrix["column"] == column)].iloc[0]


def test_pearson_by_hand():
    # deviations -1 0 1 and -1 1 0: r = 1 / sqrt(2 * 2) = 0.5
    matrix = pearson_matrix(pd.DataFrame({"a": [1.0, 2, 3], "b": [4.0, 6, 5]}))
    assert entry(matrix, "a", "b")["pearson_r"] == pytest.approx(0.5)
    assert entry(matrix, "b", "a")["pearson_r"] == pytest.approx(0.5)
    # two-sided p of r = 0.5 with 1 degree of freedom: t = 1/sqrt(3), p = 2/3
    assert entry(matrix, "a", "b")["p_value"] == pytest.approx(2 / 3)
    assert entry(matrix, "a", "a")["pearson_r"] == 1


def test_rows_with_a_gap_are_left_out_everywhere():
    matrix = pearson_matrix(pd.DataFrame({"a": [1.0, 2, 3, 99], "b": [4.0, 6, 5, np.nan]}))
    assert set(matrix["points"]) == {3}
    assert entry(matrix, "a", "b")["pearson_r"] == pytest.approx(0.5)


def test_a_constant_column_has_no_correlation():
    matrix = pearson_matrix(pd.DataFrame({"a": [1.0, 2, 3], "b": [4.0, 4, 4]}))
    assert np.isnan(entry(matrix, "a", "b")["pearson_r"])


def test_numpy_agrees():
    values = np.random.default_rng(1).normal(size=(50, 3))
    matrix = pearson_matrix(pd.DataFrame(values, columns=list("abc")))
    r = matrix.pivot(index="row", columns="column", values="pearson_r").to_numpy()
    np.testing.assert_allclose(r, np.corrcoef(values.T), atol=1e-12)


@pytest.mark.parametrize(("x", "y"), [([1, 1, 1], [1, 2, 3]), ([1], [1]), ([], []), ([1, np.nan], [1, 2])])
def test_no_line_is_fitted_where_none_is_determined(x, y):
    line = fit_line(x, y)
    assert np.isnan([line["slope"], line["intercept"], line["pearson_r"]]).all()
    assert line["points"] == (~np.isnan(np.array(x, dtype=float))).sum()


def test_fit_line_is_of_y_on_x_and_skips_gaps():
    line = fit_line([0, 1, 2, np.nan], [1, 3, 5, 100])
    assert (line["slope"], line["intercept"], line["pearson_r"]) == (
        pytest.approx(2),
        pytest.approx(1),
        pytest.approx(1),
    )
    assert line["points"] == 3


def test_agreement_by_hand():
    ours = pd.Series({"a": 1.0, "b": 2.0, "c": 3.0, "d": 9.0})
    theirs = pd.Series({"c": 3.0005, "b": 2.5, "a": -1.0, "e": 0.0})
    found = agreement(ours, theirs)
    assert (found["sentences"], found["equal"]) == (3, 1)
    assert found["median_difference"] == pytest.approx(0.5)
    assert found["greatest_difference"] == pytest.approx(2)
    assert found["pearson_r"] == pytest.approx(np.corrcoef([1, 2, 3], [-1, 2.5, 3.0005])[0, 1])
