import numpy as np
import pandas as pd
import pytest
from scipy import stats

from acceptability.statistics.correlation import (
    compare_scores,
    fit_line,
    fit_lines,
    over_clusters,
    pearson,
    pearson_matrix,
    pearson_p,
    point_columns,
)
from acceptability.statistics.panels import answers


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


def test_each_cell_is_over_the_points_that_both_have_and_over_those_that_all_have():
    columns = pd.DataFrame(
        {"a": [1.0, 2, 3, 99, 7], "b": [4.0, 6, 5, np.nan, 1], "c": [np.nan, 1.0, 5, 2, 4], "d": [1.0, 3, 2, 5, 4]}
    )
    matrix = pearson_matrix(columns)
    points = {(row.row, row.column): row.points for row in matrix.itertuples()}
    assert (points["a", "b"], points["a", "c"], points["b", "c"], points["a", "d"], points["b", "b"]) == (4, 4, 3, 5, 4)
    assert set(matrix["common_points"]) == {3}
    common = columns.dropna()
    for row in matrix.itertuples():
        if row.row == row.column:
            assert (row.pearson_r, row.p_value, row.common_r, row.common_p) == (1, 0, 1, 0)
            continue
        both = columns[[row.row, row.column]].dropna().to_numpy().T
        assert (row.pearson_r, row.p_value) == pytest.approx(tuple(stats.pearsonr(*both)), rel=1e-9)
        shared = common[[row.row, row.column]].to_numpy().T
        assert (row.common_r, row.common_p) == pytest.approx(tuple(stats.pearsonr(*shared)), rel=1e-9)


def test_correlations_over_clusters_leave_whole_clusters_out():
    """Copies of ten points say no more than ten: by points, p becomes as small as one likes; by clusters, it does not."""
    few = pd.DataFrame(np.random.default_rng(18).normal(size=(10, 2)), columns=["a", "b"])
    few["c"] = few["a"] + few["b"]
    copied = pd.concat([few] * 200, ignore_index=True)
    groups = pd.Series(copied.index % 10)
    one, many = (over_clusters(pearson_matrix(columns), columns, groups[columns.index]) for columns in (few, copied))
    assert entry(many, "a", "b")["p_value"] < 1e-3 < 0.05 < entry(one, "a", "b")["p_value"]
    ends = ["low", "high", "cluster_p"]
    for first, second in (("a", "b"), ("a", "c")):
        made = entry(many, first, second)
        assert made[ends].tolist() == pytest.approx(entry(one, first, second)[ends].tolist())
        assert made[ends].tolist() == entry(many, second, first)[ends].tolist()
        left = [stats.pearsonr(few[first].drop(i), few[second].drop(i)).statistic for i in range(10)]
        se = np.sqrt(9 * np.arctanh(left).var())
        z = np.arctanh(stats.pearsonr(few[first], few[second]).statistic)
        assert made["cluster_p"] == pytest.approx(2 * stats.t.sf(abs(z) / se, 9))
        assert (made["cluster_p"] < 0.05) == (made["low"] > 0 or made["high"] < 0)
    assert entry(many, "a", "b")["cluster_p"] > 0.05 > entry(many, "a", "c")["cluster_p"]
    assert np.isnan(entry(many, "a", "a")[ends].astype(float)).all()
    untested = over_clusters(pearson_matrix(few), few, pd.Series([0, 1] * 5))
    assert untested[ends].isna().all(axis=None)  # of two clusters
    same = few.assign(b=few["a"])
    assert entry(over_clusters(pearson_matrix(same), same, groups), "a", "b")["cluster_p"] == 0


@pytest.mark.parametrize("r", [0.0, 0.3, -0.7, 0.999999])
@pytest.mark.parametrize("points", [3, 10, 4000])
def test_the_p_of_r_is_that_of_students_t(r, points):
    t = abs(r) * np.sqrt((points - 2) / (1 - r**2))
    assert pearson_p(r, points) == pytest.approx(2 * stats.t.sf(t, points - 2), rel=1e-8)


def test_pearson_leaves_points_out_that_are_not_finite():
    assert pearson([1, 2, 3, np.nan, 5], [4, 6, 5, 1, np.inf]) == (pytest.approx(0.5), 3)
    assert pearson([1, 2], [1, 2]) == (pytest.approx(np.nan, nan_ok=True), 2)


def test_points_become_columns_in_the_order_of_their_rows():
    points = pd.DataFrame(
        {"row": ["y", "y", "x"], "id": ["q", "p", "q"], "model": [1.0, 2.0, 3.0], "human": [0.1, 0.2, 0.1]}
    )
    columns = point_columns(points)
    assert columns.columns.tolist() == ["human", "y", "x"] and columns.index.tolist() == ["p", "q"]
    assert columns.loc["q"].tolist() == [0.1, 1.0, 3.0] and np.isnan(columns.loc["p", "x"])
    assert fit_lines(points, pd.Series({"q": "c", "p": "d"}))["points"].tolist() == [2, 1]


def test_the_interval_of_a_line_s_r_is_the_jackknife_over_groups_in_fisher_s_z():
    x, y = np.random.default_rng(5).normal(size=(2, 40)) + np.repeat(np.arange(8), 5) / 2
    groups = pd.Series(np.repeat(list("abcdefgh"), 5), index=[f"s{number}" for number in range(40)])
    points = pd.DataFrame({"row": "x", "id": groups.index, "model": x, "human": y})
    unrated = pd.DataFrame({"row": "x", "id": "s0", "model": [9.0], "human": np.nan})
    line = fit_lines(pd.concat([points, unrated]), groups).iloc[0]
    z = np.arctanh([stats.pearsonr(x[groups != left], y[groups != left]).statistic for left in "abcdefgh"])
    half = stats.t.ppf(0.975, 7) * np.sqrt(7 / 8 * ((z - z.mean()) ** 2).sum())
    middle = np.arctanh(stats.pearsonr(x, y).statistic)
    assert (line["low"], line["high"]) == pytest.approx(np.tanh([middle - half, middle + half]))
    assert np.isnan(fit_lines(points, groups.map(lambda _: "one"))[["low", "high"]]).all(axis=None)
    assert np.isfinite(fit_lines(points[::4], groups)[["low", "high"]]).all(axis=None)
    assert np.isnan(fit_lines(points[:9], groups)[["low", "high"]]).all(axis=None)  # of nine points, nothing is said
    none = fit_lines(points.assign(human=np.nan), groups)
    assert none["points"].tolist() == [0] and np.isnan(none["pearson_r"]).all()


def rated_world(style: float) -> tuple[pd.DataFrame, pd.DataFrame, pd.Series]:
    """Points of one row, single ratings of 12 people, and the 10 groups of 60 sentences.

    People differ in how much they agree with the model, which is the same for all groups.
    """
    draw = np.random.default_rng(3)
    model, names = draw.normal(size=60), [f"s{number}" for number in range(60)]
    slopes = draw.normal(0.5, style, 12)
    z = model[:, None] * slopes + draw.normal(0, 1, 60)[:, None] + draw.normal(0, 0.5, (60, 12))
    single = pd.DataFrame(z, index=names, columns=[f"p{who}" for who in range(12)])
    points = pd.DataFrame({"row": "x", "id": names, "model": model, "human": z.mean(axis=1)})
    single = single.rename_axis("sentence_id").melt(var_name="participant", value_name="z_score", ignore_index=False)
    return points, single.reset_index(), pd.Series(np.repeat(range(10), 6), index=names)


def test_who_rated_is_in_the_interval_of_a_line_s_r():
    """Slowly: r's change without each participant, cluster by cluster, along its slope in each rating."""
    points, single, groups = rated_world(style=0.5)
    line = fit_lines(points, groups, answers(single).without_each()).iloc[0]
    x, y = points["model"].to_numpy(), points["human"].to_numpy()
    r, tiny = stats.pearsonr(x, y).statistic, 1e-6
    slopes = [(stats.pearsonr(x, y + tiny * one).statistic - r) / tiny for one in np.eye(60)]
    by_person = single.pivot(index="sentence_id", columns="participant", values="z_score").loc[points["id"]]
    changes = [(by_person.drop(columns=who).mean(axis=1).to_numpy() - y) * slopes for who in by_person]
    parts = pd.DataFrame(np.array(changes) - np.mean(changes, axis=0)).T.groupby(groups.to_numpy()).sum()
    shared = 11 / 12 * ((parts.sum() ** 2).sum() - (parts**2).to_numpy().sum())
    own = np.arctanh([stats.pearsonr(x[groups != left], y[groups != left]).statistic for left in range(10)])
    variance = 9 / 10 * ((own - own.mean()) ** 2).sum() + shared / (1 - r**2) ** 2
    half = stats.t.ppf(0.975, 9) * np.sqrt(variance)
    assert shared > 0
    assert (line["low"], line["high"]) == pytest.approx(np.tanh([np.arctanh(r) - half, np.arctanh(r) + half]), rel=1e-5)


def test_raters_who_differ_widen_the_interval_of_r_and_unknown_ones_do_not():
    for style, least, most in ((0.0, 0.85, 1.05), (1.0, 1.1, 3)):
        points, single, groups = rated_world(style)
        without = answers(single).without_each()
        known, alone = (fit_lines(points, groups, table).iloc[0] for table in (without, None))
        ratio = (known["high"] - known["low"]) / (alone["high"] - alone["low"])
        assert least < ratio < most, style
        nobody = fit_lines(points, groups, without.rename(columns=lambda name: "other " + name)).iloc[0]
        assert (nobody["low"], nobody["high"]) == (alone["low"], alone["high"])


def test_constant_columns_and_two_common_points_have_no_correlation():
    matrix = pearson_matrix(pd.DataFrame({"a": [1.0, 2, 3], "b": [4.0, 4, 4], "c": [1.0, 2, np.nan]}))
    assert np.isnan(entry(matrix, "a", "b")["pearson_r"])
    assert np.isnan(entry(matrix, "a", "c")["common_r"]) and set(matrix["common_points"]) == {2}


@pytest.mark.parametrize(("x", "y"), [([1, 1, 1], [1, 2, 3]), ([1], [1]), ([], []), ([1, np.nan], [1, 2])])
def test_no_line_is_fitted_where_none_is_determined(x, y):
    line = fit_line(x, y)
    assert np.isnan([line["slope"], line["intercept"], line["pearson_r"]]).all()
    assert line["points"] == (~np.isnan(np.array(x, dtype=float))).sum()


def test_lines_of_y_on_x_agree_with_scipy_and_skip_gaps():
    x, y = np.random.default_rng(2).normal(size=(2, 60))
    line, theirs = fit_line([*x, np.nan], [*y, 100]), stats.linregress(x, y)
    assert (line["slope"], line["intercept"]) == pytest.approx((theirs.slope, theirs.intercept), rel=1e-12)
    assert line["pearson_r"] == pytest.approx(theirs.rvalue, rel=1e-12) and line["points"] == 60


def test_agreement_by_hand():
    ours = pd.Series({"a": 1.0, "b": 2.0, "c": 3.0, "d": 9.0})
    theirs = pd.Series({"c": 3.0005, "b": 2.5, "a": -1.0, "e": 0.0})
    found = compare_scores(ours, theirs)
    assert (found["sentences"], found["equal"]) == (3, 1)
    assert found["median_difference"] == pytest.approx(0.5)
    assert found["greatest_difference"] == pytest.approx(2)
    assert found["pearson_r"] == pytest.approx(np.corrcoef([1, 2, 3], [-1, 2.5, 3.0005])[0, 1])
