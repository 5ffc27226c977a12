from dataclasses import replace
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from scipy.special import expit, logit

from acceptability.analyses.differences.manifest import DIFFERENCES
from acceptability.contracts import io
from acceptability.options import as_variants
from acceptability.statistics import chance, criteria, references, uncertainty
from acceptability.statistics.clusters import (
    MOST,
    Estimate,
    bootstrap_weights,
    cluster_numbers,
    cluster_sums,
    crossed_share_interval,
    effective_number,
    holm,
    least_sign_flip_p,
    mean,
    parts_of_clusters,
    ratio,
    ratio_of_sums,
    sign_flip_p,
)
from helpers import ROOT

MADE = ["permuted_within", "permuted_across", "best_constant", "best_constant_left_out", "random"]
VARIANTS = as_variants({"as_published": {"unrated": "met", "ties": "sign"}})
PHENOMENA = pd.Series({"a1": "a", "a2": "a", "b1": "b", "b2": "b", "c1": "c"})
PAIRS = pd.DataFrame(
    {
        "pair_id": PHENOMENA.index,
        "good_id": list("ABCDE"),
        "bad_id": list("FGGHI"),
        "phenomenon": PHENOMENA.to_numpy(),
        "cluster": PHENOMENA.to_numpy(),
    },
    index=PHENOMENA.index,
)
COLUMNS = pd.DataFrame(
    {"human": [1.0, 2.0, -0.5, 0.2, np.nan], "x/m": [0.8, 0.5, 0.4, 0.3, 1.0], "y/m": [1.2, -1.0, -0.4, 0.0, 2.0]},
    index=PHENOMENA.index,
)


def deltas(columns: pd.DataFrame, row: str) -> pd.DataFrame:
    return pd.DataFrame(
        {"pair_id": columns.index, "measure": row, "human_delta": columns["human"], "model_delta": columns[row]}
    )


def shares_of(columns: pd.DataFrame, row: str, clusters: pd.Series, thresholds, variants=VARIANTS) -> pd.DataFrame:
    """Shares of a row with intervals, of pairs whose phenomena are their clusters."""
    pairs = pd.DataFrame({"cluster": clusters, "phenomenon": clusters})
    return uncertainty.shares_with_intervals(deltas(columns, row), pairs, thresholds, variants)


def world(seed: int, number: int = 40) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Columns and pairs of eight phenomena, with negative human deltas, ties and unrated pairs."""
    draw = np.random.default_rng(seed)
    human = draw.normal(0.8, 0.9, size=number)
    columns = {"human": human} | {
        f"{name}/m": 0.6 * human + draw.normal(0, sd, size=number)
        for name, sd in zip("vwxyz", (0.2, 0.4, 0.8, 1.6, 3), strict=True)
    }
    columns = pd.DataFrame(columns, index=[f"p{place}" for place in range(number)])
    columns.iloc[:3, 2] = 0.0
    columns.iloc[5, 0] = 0.0
    columns.iloc[[1, 9], 0] = np.nan
    clusters = draw.permutation(np.arange(number) % 8).astype(str)
    pairs = pd.DataFrame({"pair_id": columns.index, "phenomenon": clusters, "cluster": clusters}, columns.index)
    return columns, pairs.assign(good_id=[f"g{n // 2}" for n in range(number)], bad_id=[f"b{n}" for n in range(number)])


def effective(columns: pd.DataFrame, pairs: pd.DataFrame) -> float:
    """The effective number of clusters with rated pairs."""
    sizes = pairs.loc[columns["human"].notna(), "cluster"].value_counts()
    return sizes.sum() ** 2 / (sizes**2).sum()


def jackknife(left_out) -> float:
    """The standard error from estimates that leave out one cluster each, by its definition."""
    left_out = np.asarray(left_out)
    return np.sqrt((len(left_out) - 1) / len(left_out) * ((left_out - left_out.mean()) ** 2).sum())


def test_of_single_items_the_standard_error_of_a_mean_is_the_usual_one():
    values = np.random.default_rng(3).normal(size=17)
    estimate = mean(values, np.arange(17))
    assert estimate.value == pytest.approx(values.mean())
    error = values.std(ddof=1) / np.sqrt(17)
    assert estimate.standard_error() == pytest.approx(error)
    assert estimate.interval() == pytest.approx(stats.t.interval(0.95, 16, values.mean(), error))


def test_of_clusters_of_one_size_as_many_are_effective_and_of_unequal_ones_fewer():
    assert effective_number([8] * 12) == 12
    assert effective_number([30, 10, 10, 10]) == pytest.approx(3)
    one, other = (ratio(np.ones(60), np.ones(60), np.repeat(range(4), sizes)) for sizes in ([15] * 4, [30, 10, 10, 10]))
    assert (one.clusters, other.clusters, (one - other).clusters) == pytest.approx((4, 3, 3))
    few = Estimate(0.3, np.array([0.2, 0.3, 0.35, 0.4, 0.25]), clusters=2.0)
    assert np.isnan(few.interval()).all() and np.isnan(few.share_interval(50)).all()


@pytest.mark.parametrize(("easy", "most"), [(0.3, 0.97), (0.9, 0.99)])
def test_intervals_cover_where_few_clusters_hold_most_pairs(easy, most):
    """With as many degrees of freedom as clusters, 85 to 90 of 100 intervals would contain the truth.

    Of a share of .9, more contain it than 97: they allow for clusters that fail as a whole.
    """
    sizes, draw, held, runs = np.array([300, 250, 200] + [10] * 17), np.random.default_rng(2), 0, 3000
    for _ in range(runs):
        met = draw.binomial(sizes, draw.beta(20 * easy, 20 * (1 - easy), size=20))
        low, high = ratio_of_sums(met.astype(float), sizes.astype(float)).share_interval(sizes.sum())
        held += low <= easy <= high
    assert 0.93 <= held / runs <= most


def test_a_ratio_leaves_out_whole_clusters():
    above, below = np.array([1.0, 0.0, 2.0, 1.0]), np.array([1.0, 1.0, 2.0, 4.0])
    estimate = ratio(above, below, cluster_numbers(["a", "b", "a", "c"]))
    assert estimate.value == 4 / 8
    assert estimate.left_out.tolist() == [1 / 5, 4 / 7, 3 / 4]
    assert estimate.standard_error() == pytest.approx(jackknife([1 / 5, 4 / 7, 3 / 4]))
    assert estimate.standard_error() == pytest.approx(np.sqrt(2 / 3 * (3 * np.var([1 / 5, 4 / 7, 3 / 4]))))


def test_differences_of_estimates_leave_the_same_clusters_out():
    first, second = Estimate(0.5, np.array([0.4, 0.6])), Estimate(0.2, np.array([0.1, 0.3]))
    apart = first - second
    assert apart.value == 0.3 and apart.left_out.tolist() == pytest.approx([0.3, 0.3])
    assert apart.standard_error() == pytest.approx(0, abs=1e-15)


def test_further_variance_is_added_to_that_of_clusters():
    estimate = Estimate(0.3, np.array([0.2, 0.3, 0.45, 0.25, 0.3]))
    half = stats.t.ppf(0.975, 4) * np.sqrt(jackknife(estimate.left_out) ** 2 + 0.04)
    assert estimate.interval(0.04) == pytest.approx((0.3 - half, 0.3 + half))
    assert estimate.interval(0.0) == estimate.interval()


def test_an_interval_of_a_share_by_hand():
    """On the scale of logits, with half an item on either side; further variance by the slope there.

    Of few clusters, the share is jackknifed and its error divided by the slope; of 20 or more, the logit is jackknifed.
    """
    for size, by_logits in ((5, False), (19, False), (20, True)):
        left_out = np.resize([0.2, 0.3, 0.45, 0.25, 0.3], size)
        estimate, items = Estimate(0.3, left_out), 20
        smooth = (left_out * 20 + 0.5) / 21
        middle, slope = logit(6.5 / 21), 1 / (6.5 / 21 * (1 - 6.5 / 21))
        own = jackknife(logit(smooth)) if by_logits else jackknife(smooth) * slope
        for more in (0.0, 0.01):
            half = stats.t.ppf(0.975, size - 1) * np.sqrt(own**2 + more * slope**2)
            assert estimate.share_interval(items, more) == pytest.approx((expit(middle - half), expit(middle + half)))


def test_one_cluster_that_holds_all_failures_leaves_an_interval_that_says_something():
    """Eight constructions of ten pairs: one is all wrong; or that one, and half of each other one."""
    sizes = np.full(8, 10.0)
    better, worse = (ratio_of_sums(np.array([0.0] + [met] * 7), sizes).share_interval(80) for met in (10, 5))
    assert better[0] > 0.3  # by jackknifed logits, it would be 0.01
    assert better[0] > worse[0] and better[1] > worse[1]


def test_strata_add_up_their_variances():
    left_out = np.array([0.2, 0.4, 0.6, 0.5, 0.8])
    estimate = Estimate(0.5, left_out, strata=np.array(list("aaabb")))
    expected = np.sqrt(2 * np.var([0.2, 0.4, 0.6]) + np.var([0.5, 0.8]))
    assert estimate.standard_error() == pytest.approx(expected) and estimate.free == 3
    assert replace(estimate, strata=None).free == 4
    half = stats.t.ppf(0.975, 3) * expected
    assert estimate.interval() == pytest.approx((0.5 - half, 0.5 + half))
    assert estimate.p() == pytest.approx(2 * stats.t.sf(0.5 / expected, 3))
    assert not replace(estimate, strata=np.array(list("aabcd"))).enough  # one degree of freedom is left


def test_where_all_items_count_or_none_the_number_of_clusters_makes_the_interval():
    for clusters in (5, 10, 230):
        ends = stats.binomtest(clusters, clusters).proportion_ci(method="wilson")
        assert Estimate(1.0, np.ones(clusters)).share_interval(1000) == pytest.approx((ends.low, 1))
        assert Estimate(0.0, np.zeros(clusters)).share_interval(1000) == pytest.approx((0, 1 - ends.low))
    assert Estimate(1.0, np.ones(10)).share_interval(1000, more=1e-3) == pytest.approx((10 / (10 + 1.959964**2), 1))
    assert np.isnan(Estimate(0.5, np.full(10, 0.5)).share_interval(1000)).all()  # nothing says how others would differ


@pytest.mark.parametrize("clusters", [8, 13])
def test_intervals_of_shares_cover_where_clusters_that_fail_may_not_be_in_the_data(clusters):
    """One cluster in eight fails, the others have a share of .97: by the jackknife alone, 76 and 82 of 100 would cover.

    The interval over items and people allows for such items, too.
    """
    draw, sizes, runs, true = np.random.default_rng(5), np.full(clusters, 10.0), 1000, 0.97 * 7 / 8
    shares = np.where(draw.random((runs, clusters)) < 1 / 8, 0, 0.97)
    made = [ratio_of_sums(met, sizes) for met in draw.binomial(10, shares).astype(float)]
    people = Estimate(0.97, np.linspace(0.965, 0.975, 30))
    held = [low <= true <= high for low, high in (each.share_interval(sizes.sum()) for each in made)]
    assert np.mean(held) >= 0.97
    alike = Estimate(0.97, np.linspace(0.968, 0.972, clusters))
    low, high = crossed_share_interval(alike, people, alike, 10 * clusters)
    assert (low, alike.share_interval(10 * clusters)[0]) == pytest.approx((clusters / (clusters + 1.959964**2),) * 2)
    assert 0.97 < high < 1


def test_the_docs_have_an_example_of_the_bound():
    perfect, nearly = (
        ratio_of_sums(np.array([10.0] * 7 + [met]), np.full(8, 10.0)).share_interval(80) for met in (10, 9)
    )
    text = (ROOT / "docs/numbers.md").read_text(encoding="utf-8")
    assert perfect[0] == nearly[0] and f"has the interval [{perfect[0]:.2f}, 1]".replace("[0.", "[.") in text


@pytest.mark.parametrize("clusters", [5, 8, 13, 30])
def test_a_better_system_has_no_higher_lower_end_than_one_that_is_always_right(clusters):
    """Each cluster but one has 100 pairs right of 100, the other 99 to 0: clusters that fail may not be in the data."""
    sizes = np.full(clusters, 100.0)
    perfect = ratio_of_sums(sizes, sizes).share_interval(sizes.sum())
    ends = []
    for missed in range(1, 101):
        met = sizes - missed * (np.arange(clusters) == 0)
        low, high = ratio_of_sums(met, sizes).share_interval(sizes.sum())
        opposite = ratio_of_sums(sizes - met, sizes).share_interval(sizes.sum())
        assert opposite == pytest.approx((1 - high, 1 - low))
        ends.append((low, high))
    assert max(low for low, _ in ends) == pytest.approx(perfect[0]) and max(high for _, high in ends) < 1
    assert ends[0][0] == pytest.approx(perfect[0])  # one pair is missed; by the jackknife alone, it would be above 0.99


def test_where_all_items_count_their_sizes_do_not_matter_as_long_as_there_is_an_interval():
    """Clusters of 900 and four of 25 say no more than 1.2 do: all right, or all but one, has no interval."""
    sizes = np.array([40.0, 10, 10, 10, 10])
    for value, expected in ((1, (5 / (5 + 1.959964**2), 1)), (0, (0, 1 - 5 / (5 + 1.959964**2)))):
        assert ratio_of_sums(value * sizes, sizes).share_interval(80) == pytest.approx(expected)
    sizes = np.array([900.0, 25, 25, 25, 25])
    for met in (sizes, 0 * sizes, sizes - [0, 1, 0, 0, 0]):
        assert np.isnan(ratio_of_sums(met, sizes).share_interval(1000)).all()


@pytest.mark.parametrize("clusters", [5, 16, 400])
def test_clusters_that_differ_by_the_rounding_of_scores_make_no_interval(clusters):
    """Differences of 1e-7 are those of rounded scores; of 1e-4, they are of clusters."""
    for value in (0.4, -37.0):
        for size, known in ((1e-7, False), (1e-4 * abs(value), True)):
            values = value + size * (-1.0) ** np.arange(clusters)
            estimate = ratio(values, np.ones(clusters), np.arange(clusters))
            assert np.isfinite(estimate.interval()).all() == known
            if 0 < value < 1:
                assert np.isfinite(estimate.share_interval(clusters)).all() == known


def test_a_share_above_1_has_an_interval_on_its_own_scale():
    estimate = Estimate(1.2, np.array([1.1, 1.3, 1.25, 1.2, 1.15]))
    assert estimate.share_interval(30) == estimate.interval() and estimate.interval()[1] > 1


def test_five_clusters_have_intervals_and_fewer_have_none():
    for clusters, known in ((5, True), (4, False), (2, False), (1, False)):
        numbers = np.repeat(np.arange(clusters), 2)
        some = ratio(np.resize([1.0, 0, 1, 1, 0], 2 * clusters), np.ones(2 * clusters), numbers)
        every = Estimate(1.0, np.ones(clusters))
        for ends in (some.interval(), some.share_interval(10), some.r_interval(), every.share_interval(10)):
            assert np.isfinite(ends).all() == known
        assert np.isfinite(some.detectable()) == known


def test_an_interval_of_a_correlation_by_hand():
    left_out = np.array([0.5, 0.62, 0.7, 0.6, 0.58])
    estimate = Estimate(0.6, left_out)
    for more in (0.0, 0.02):
        half = stats.t.ppf(0.975, 4) * np.sqrt(jackknife(np.arctanh(left_out)) ** 2 + more / (1 - 0.36) ** 2)
        ends = np.tanh(np.arctanh(0.6) - half), np.tanh(np.arctanh(0.6) + half)
        assert estimate.r_interval(more) == pytest.approx(ends)
    for above in (Estimate(1.02, left_out), Estimate(0.98, np.array([0.9, 1.0, 1.1, 1.0, 0.95]))):  # noise removed
        assert above.r_interval(0.01) == above.interval(0.01)


def test_of_many_clusters_several_are_left_out_at_a_time_each_whole():
    names = [f"c{number}" for number in range(1200) for _ in range(3)]
    numbers = cluster_numbers(names)
    assert set(numbers) == set(range(MOST))
    assert (pd.Series(numbers).groupby(names).nunique() == 1).all()
    assert set(pd.Series(names).groupby(numbers).nunique()) == {2, 3}
    assert cluster_numbers(["b", "a", "b"]).tolist() == [0, 1, 0]


def test_the_cluster_bootstrap_draws_whole_phenomena():
    weights = bootstrap_weights(3, 500, seed=4)
    assert weights.shape == (500, 3) and (weights.sum(axis=1) == 3).all() and weights.std(axis=0).min() > 0.5
    values = np.array([[1.0, 10.0], [2.0, 20.0], [3.0, 30.0], [4.0, 40.0]])
    assert cluster_sums(values, ["b", "a", "b", "c"]).tolist() == [[2, 20], [4, 40], [4, 40]]
    assert cluster_sums(values[:, 0], ["b", "a", "b", "c"]).ravel().tolist() == [2, 4, 4]


def test_one_phenomenon_has_no_interval():
    table = shares_of(COLUMNS, "x/m", PHENOMENA.map(lambda _: "a"), [0.5])
    assert table[["low", "high", "excess_low", "excess_high"]].isna().all(axis=None)
    assert table["share"].notna().all()


def test_intervals_stand_beside_the_shares_that_criteria_gives():
    rated = COLUMNS.fillna({"human": 0.7})  # of the last pair, the only one of c
    for columns in (COLUMNS, rated):
        table = shares_of(columns, "x/m", PHENOMENA, [0.5, 5])
        alone = criteria.shares(deltas(columns, "x/m"), [0.5, 5], VARIANTS)
        pd.testing.assert_frame_equal(table[criteria.COLUMNS], alone)
        assert list(table) == criteria.COLUMNS + uncertainty.ADDED
        corrected = table[table["variant"] == "corrected"]
        assert corrected["low"].isna().all() and corrected["high"].isna().all()  # of two or three phenomena
    columns, pairs = world(2)
    table = shares_of(columns, "w/m", pairs["cluster"], [0.5, 5])
    known = table[(table["variant"] == "corrected") & table["low"].notna()]
    assert ((known["low"] <= known["share"]) & (known["share"] <= known["high"])).all() and len(known) > 1


def test_an_interval_is_that_of_the_clusters_left_out():
    columns, pairs = world(2)
    for row in ("w/m", "z/m"):
        table = shares_of(columns, row, pairs["cluster"], [0.5])
        for line in table.itertuples():
            without = []
            for cluster in sorted(set(pairs["cluster"])):
                rest = deltas(columns, row)[(pairs["cluster"] != cluster).to_numpy()]
                same = criteria.shares(rest, [0.5], VARIANTS).query("variant == @line.variant")
                without.append(same.loc[same["criterion"] == line.criterion, "share"].item())
            estimate = Estimate(line.share, np.array(without), effective(columns, pairs))
            assert (line.low, line.high) == pytest.approx(estimate.share_interval(38))


def test_phenomena_without_a_rated_pair_make_no_interval_narrower():
    columns, pairs = world(4)
    more = pd.DataFrame({"human": np.nan, "x/m": 1.0}, index=[f"q{number}" for number in range(20)])
    clusters = pd.concat([pairs["cluster"], pd.Series(more.index, more.index)])
    alone, beside = (
        shares_of(table, "x/m", clusters, [0.5], as_variants({}))
        for table in (columns, pd.concat([columns[["human", "x/m"]], more]))
    )
    pd.testing.assert_frame_equal(alone, beside)


def test_an_unrated_pair_counts_as_published_with_its_phenomenon():
    table = shares_of(COLUMNS, "x/m", PHENOMENA, [0.5])
    published = table[(table["variant"] == "as_published") & (table["criterion"] == "adc")].iloc[0]
    assert (published["met"], published["pairs"]) == (3, 4)
    more = pd.DataFrame({"human": 1.0, "x/m": [0.9, -1.0] * 3}, index=["d1", "d2", "e1", "e2", "f1", "f2"])
    phenomena = pd.concat([PHENOMENA, pd.Series([name[0] for name in more.index], more.index)])
    line = shares_of(pd.concat([COLUMNS, more]), "x/m", phenomena, [0.5]).iloc[1]
    # Of ten rated pairs, a1, b2, c1, d1, e1 and f1 meet it. Without c, five of ten; without another, five of eight.
    left_out = np.array([5 / 8, 5 / 8, 5 / 10, 5 / 8, 5 / 8, 5 / 8])
    estimate = Estimate(6 / 10, left_out, clusters=5.0)  # five have rated pairs, two each
    assert (line["variant"], line["criterion"], line["share"]) == ("as_published", "adc", 6 / 10)
    assert (line["low"], line["high"]) == pytest.approx(estimate.share_interval(10))
    assert published[["chance", "chance_sd", "excess", "excess_low", "excess_high"]].isna().all()


def test_ties_are_counted_and_halved():
    table = shares_of(COLUMNS, "y/m", PHENOMENA, [0.1, 0.5], as_variants({}))
    assert table["ties"].tolist() == [1, 1, 1]
    # b2 is the tie, 0.2 from 0. Met are a1; none, as a1 is 0.2 away and b1 0.1 (a rounding error above); a1 and b1.
    met = [1, criteria.meets(COLUMNS["human"], COLUMNS["y/m"], "adc", 0.1).sum(), 2]
    assert table["met"].tolist() == met
    assert table["share_ties_half"].tolist() == [(met[0] + 0.5) / 4, met[1] / 4, (met[2] + 0.5) / 4]
    assert table["share_ties_met"].fillna(-1).tolist() == [(met[0] + 1) / 4, -1, -1]  # of the BLiMP criterion only


def test_the_excess_over_chance_and_its_interval():
    columns, pairs = world(6)
    table = shares_of(columns, "w/m", pairs["cluster"], [0.5, 1])
    table = table[table["variant"] == "corrected"].set_index("threshold")
    assert table.loc[table["criterion"] == "blimp", uncertainty.ADDED[9:]].isna().all(axis=None)
    rated = columns.dropna()
    clusters = pairs.loc[rated.index, "cluster"].to_numpy()

    def excess(kept: np.ndarray, threshold: float) -> float:
        human, model = rated.loc[kept, "human"].to_numpy(), rated.loc[kept, "w/m"].to_numpy()
        every = [criteria.credit(human, np.roll(model, shift), "adc", threshold).mean() for shift in range(len(human))]
        return every[0] - np.mean(every)  # each pair gets each delta once

    for threshold in (0.5, 1.0):
        row = table.loc[threshold]
        assert row["excess"] == pytest.approx(excess(np.ones(38, dtype=bool), threshold))
        assert row["chance"] == pytest.approx(row["share_ties_half"] - row["excess"])
        without = [excess(clusters != cluster, threshold) for cluster in sorted(set(clusters))]
        half = stats.t.ppf(0.975, effective(columns, pairs) - 1) * jackknife(without)
        assert (row["excess_low"], row["excess_high"]) == pytest.approx((row["excess"] - half, row["excess"] + half))
        _, sd = chance.permuted(rated["human"], rated["w/m"], np.arange(38), ("adc", threshold))
        assert row["chance_sd"] == pytest.approx(sd)


def test_references_without_deltas_have_the_same_columns():
    columns, pairs = world(5)
    table = uncertainty.shares_of_references(columns["human"], pairs, [0.5, 5])
    assert list(table) == criteria.COLUMNS + uncertainty.ADDED
    assert (table["pairs"] == 38).all() and (table["variant"] == "corrected").all()
    assert table["measure"].tolist() == [name for name in MADE for _ in range(3)]
    assert table["met"].tolist() == pytest.approx((38 * table["share"]).tolist())
    drawn = table["measure"].isin(["permuted_within", "permuted_across", "random"])
    by_definition = table["share"].eq(1) & table["criterion"].eq("blimp")  # a constant
    sure = drawn | by_definition
    assert by_definition.sum() == 2 and table.loc[sure, ["low", "high"]].isna().all(axis=None)
    assert ((table["low"] <= table["share"]) & (table["share"] <= table["high"]))[~sure].all()
    assert (table["chance_sd"].notna() == drawn).all()
    assert (table["fold_sd"].notna() == table["measure"].eq("best_constant_left_out")).all()
    halves = {"share_ties_half": "share", "half_low": "low", "half_high": "high"}  # no ties of their own
    for half, strict in halves.items():
        assert table[half].equals(table[strict])
    empty = [name for name in uncertainty.ADDED if name not in ("low", "high", "chance_sd", "fold_sd", *halves)]
    assert table[empty].isna().all(axis=None)
    rated = columns["human"].dropna()
    at_half = table[table["threshold"] == 0.5].set_index("measure")
    for made in references.reference_shares(rated, pairs.loc[rated.index], ("adc", 0.5)):
        line = at_half.loc[made.measure]
        if made.measure in ("best_constant", "best_constant_left_out"):
            ends = made.share.share_interval(38, made.more)
            assert (line["share"], line["low"], line["high"]) == (made.share.value, *ends)
        else:
            assert line["chance_sd"] == pytest.approx(made.draw_sd)


def test_sign_flips_against_all_flips_and_holm_by_hand():
    differences = np.array([[3.0], [2.0], [-1.0], [4.0]])
    every = np.array(np.meshgrid(*[[-1, 1]] * 4)).reshape(4, -1).T @ differences
    exact = (np.abs(every[:, 0]) >= 8).mean()
    assert sign_flip_p(differences, 20_000, seed=1)[0] == pytest.approx(exact, abs=0.01)
    assert sign_flip_p(np.zeros((4, 1)), 100, seed=1)[0] == 1
    hundredths = 100 * sign_flip_p(differences, 99, seed=1)[0]
    assert 1 < hundredths == pytest.approx(round(hundredths), abs=1e-9)
    assert sign_flip_p(np.ones((60, 1)), 99, seed=1)[0] == 1 / 100  # the data themselves are one of the flips


def test_columns_have_the_same_p_alone_and_among_many(monkeypatch):
    many = np.random.default_rng(3).normal(size=(9, 23))
    together = sign_flip_p(many, 2_000, seed=1)
    monkeypatch.setattr("acceptability.statistics.clusters.AT_ONCE", (10_000, 5))
    assert sign_flip_p(many, 2_000, seed=1).tolist() == together.tolist()
    assert [sign_flip_p(many[:, [n]], 2_000, seed=1)[0] for n in range(23)] == together.tolist()
    assert holm([0.01, 0.04, 0.03]).tolist() == pytest.approx([0.03, 0.06, 0.06])
    assert holm([0.5, 0.9]).tolist() == [1, 1]


def test_the_least_p_is_that_of_clusters_that_all_differ_in_one_direction():
    apart = np.array([[1, 1, 0], [2, 0, 0], [0.5, 0, 0], [3, 0, 0]])
    assert least_sign_flip_p(apart, 10_000).tolist() == [2 / 16, 1, 1]
    assert sign_flip_p(apart, 10_000, 1) == pytest.approx([2 / 16, 1, 1], abs=0.01)
    assert min(sign_flip_p(apart, 40, seed)[0] for seed in range(20)) == 2 / 16  # whatever so few draws happen to give
    assert least_sign_flip_p(np.ones((60, 1)), 999).tolist() == [1 / 1000]


def test_sign_flips_of_whole_numbers_and_of_others_are_the_same_flips():
    differences = np.random.default_rng(4).integers(-3, 4, size=(30, 5)).astype(float)
    p = sign_flip_p(differences, 12_000, seed=3)
    assert p.tolist() == sign_flip_p(differences / 8, 12_000, seed=3).tolist()  # exact in floats too


def test_holm_leaves_the_order_and_never_lowers_a_p():
    p = np.random.default_rng(3).uniform(size=50) ** 3
    adjusted = holm(p)
    assert (adjusted >= p).all() and (np.diff(adjusted[np.argsort(p)]) >= 0).all()


def test_sign_flips_agree_with_a_t_test_where_both_apply():
    draw = np.random.default_rng(8)
    differences = draw.normal(0.25, 1, size=(80, 1))
    p = sign_flip_p(differences, 20_000, seed=2)[0]
    assert p == pytest.approx(stats.ttest_1samp(differences[:, 0], 0).pvalue, abs=0.015)


def test_differences_are_those_of_the_shares():
    table = uncertainty.differences(COLUMNS, PAIRS, [0.5, 5], [], {})
    table = table[table["family"] != "references"]
    assert list(zip(table["first"], table["second"], strict=True)) == [("x/m", "y/m")] * 3
    # BLiMP: x all four, y one. δ = 0.5: x gets a1 and b2, y gets a1 and b1. δ = 5: x gets 3, y gets a1 and b1. For y,
    # b2 is a tie, which a coin would decide as well as not under each criterion.
    assert table["difference"].tolist() == [0.625, -0.125, 0.125]
    assert table["p_holm"].tolist() == holm(table["p"]).tolist() and set(table["family"]) == {"other"}
    assert table["p"].iloc[1] == 1  # one pair more in one phenomenon, one fewer in the other


def test_differences_have_intervals_over_clusters_and_flipped_signs():
    columns, pairs = world(9)
    table = uncertainty.differences(columns, pairs, [0.5], [], {}).query("criterion == 'adc'")
    rated = columns.dropna()
    clusters = pairs.loc[rated.index, "cluster"].to_numpy()
    for first, second in (("v/m", "w/m"), ("x/m", "z/m")):
        line = table[(table["first"] == first) & (table["second"] == second)].iloc[0]
        met = [criteria.credit(rated["human"], rated[row], "adc", 0.5) for row in (first, second)]
        apart = met[0] - met[1]
        assert line["difference"] == pytest.approx(apart.mean())
        error = jackknife([apart[clusters != name].mean() for name in sorted(set(clusters))])
        half = stats.t.ppf(0.975, effective(columns, pairs) - 1) * error
        assert (line["low"], line["high"]) == pytest.approx((apart.mean() - half, apart.mean() + half))
        by_cluster = pd.Series(apart).groupby(clusters).sum().to_numpy()
        every = np.array(np.meshgrid(*[[-1, 1]] * 8)).reshape(8, -1).T @ by_cluster
        assert line["p"] == pytest.approx((np.abs(every) >= abs(by_cluster.sum())).mean(), abs=0.01)


def of_rows(table: pd.DataFrame, rows: list[str]) -> pd.DataFrame:
    return table[table["first"].isin(rows) & table["second"].isin(rows)].reset_index(drop=True)


def test_what_runs_beside_a_papers_rows_changes_no_p_of_theirs():
    columns, pairs = world(7)
    paper = ["v/m", "w/m", "x/m"]
    families = {"adc": paper, "absent": ["not/run", "neither/run"]}
    alone = uncertainty.differences(columns[["human", *paper]], pairs, [0.5, 1], [], families)
    beside = uncertainty.differences(columns, pairs, [0.5, 1], [], families)
    pd.testing.assert_frame_equal(of_rows(alone, paper), of_rows(beside, paper))
    systems = beside[beside["family"] != "references"]
    assert systems.groupby("threshold", dropna=False)["family"].value_counts().tolist() == [7, 3] * 3
    for _, family in systems.groupby("family"):  # both criteria and both δ together
        assert len(family) in (3 * 7, 3 * 3)
        assert family["p_holm"].tolist() == holm(family["p"]).tolist()
        assert family["p_least"].nunique() == 1 and (family["p_least"] <= family["p_holm"] + 1e-12).all()
    between = systems[(systems["p"] < systems["p_holm"]) & (systems["p_holm"] < 1)]
    assert set(between["family"]) == {"adc", "other"} and between["threshold"].nunique(dropna=False) == 3
    assert (of_rows(beside, paper)["family"] == "adc").all()


def test_references_have_intervals_and_no_p_and_are_not_compared_with_each_other():
    columns, pairs = world(3)
    columns = columns.rename(columns={"y/m": "reference/oracle", "z/m": "reference/negative_length"})
    with_deltas = ["reference/oracle", "reference/negative_length"]
    table = uncertainty.differences(columns, pairs, [0.5], with_deltas, {"adc": [*columns]})
    systems, others = ["v/m", "w/m", "x/m"], table[table["family"] == "references"]
    assert others["p"].isna().all() and others["p_holm"].isna().all()
    assert others[["low", "high"]].notna().all(axis=None)
    assert set(others["first"]) == set(systems)
    assert set(others["second"]) == {*with_deltas, *(f"reference/{name}" for name in MADE)}
    assert len(others) == 2 * 3 * 7
    # Three comparisons of systems by two criteria are corrected for six, however many references there are.
    assert set(zip(*(of_rows(table, systems)[name] for name in ("first", "second")), strict=True)) == set(
        combinations(systems, 2)
    )
    family = of_rows(table, systems)
    assert len(family) == 6 and family["p_holm"].tolist() == holm(family["p"]).tolist()
    assert family["p_least"].nunique() == 1 and (family["p_least"] <= family["p_holm"] + 1e-12).all()
    # A difference from what is random is that from its expected share, cluster by cluster.
    rated = columns.dropna()
    made = references.reference_shares(rated["human"], pairs.loc[rated.index], ("adc", 0.5))
    shares = {each.measure: each.share for each in made}
    numbers = cluster_numbers(pairs.loc[rated.index, "cluster"])
    own = ratio(criteria.credit(rated["human"], rated["w/m"], "adc", 0.5), np.ones(38), numbers)
    line = others.query("criterion == 'adc' and first == 'w/m' and second == 'reference/random'").iloc[0]
    apart = own - shares["random"]
    assert line[["difference", "low", "high"]].tolist() == pytest.approx([apart.value, *apart.interval()])


def test_one_row_is_compared_with_references_only_and_one_phenomenon_has_no_test():
    columns, pairs = world(1)
    alone = uncertainty.differences(columns[["human", "x/m"]], pairs, [0.5], [], {})
    assert set(alone["family"]) == {"references"} and len(alone) == 2 * 5
    one = uncertainty.differences(columns, pairs.assign(cluster="a"), [0.5], [], {})
    assert one[["p", "p_holm", "low", "high"]].isna().all(axis=None) and one["difference"].notna().all()
    nothing = uncertainty.differences(columns[["human"]], pairs, [0.5], [], {})
    assert nothing.empty and "family" in nothing


def test_the_curve_is_the_adc_at_every_threshold_and_the_area_its_mean():
    points, areas = uncertainty.curves(COLUMNS, PAIRS, [0.5, 5])
    # At 0.5 the best constant is 1.5 or 0.6, …: of 1, 2, 0.2 its window holds two at most.
    assert areas["share"].tolist() == [0.5, 0.625]  # y's tie is half right
    constant = references.best_constant(COLUMNS["human"].dropna(), 0.5)
    for row, share in zip(areas["row"], areas["constant_share"], strict=True):
        met = criteria.credit(COLUMNS["human"], constant * np.sign(COLUMNS[row]), "adc", 0.5)
        assert share == met.sum() / 4
    for row in ("x/m", "y/m"):
        curve = points[points["row"] == row].set_index("threshold")["share"]
        assert len(curve) == 100
        for threshold in (0.05, 0.5, 1.5, 1.55, 5):
            met = criteria.credit(COLUMNS["human"], COLUMNS[row], "adc", threshold)
            assert curve[threshold] == met.sum() / 4
    # x: right and 0.2, 1.5 and 0.1 away, one wrong; y: right and 0.2 and 0.1 away, one wrong, one a tie 0.2 from 0.
    expected = [(0.96 + 0.7 + 0.98) / 4, (0.96 + 0.98 + 0.96 / 2) / 4]
    assert areas.set_index("row")["area"].tolist() == pytest.approx(expected)
    fine = np.linspace(0.0005, 4.9995, 5000)
    for row, area in zip(areas["row"], areas["area"], strict=True):
        mean = np.mean([criteria.credit(COLUMNS["human"], COLUMNS[row], "adc", d).sum() / 4 for d in fine])
        assert area == pytest.approx(mean, abs=0.001)


def test_a_system_that_ties_is_level_with_one_that_guesses():
    """Guesses are right about as often as not. Ties are no worse, in differences, chance and curves, and p."""
    draw = np.random.default_rng(12)
    human = draw.normal(0.2, 0.3, size=600)
    guess = np.where(draw.random(600) < 0.5, 1e-6, -1e-6)
    columns = pd.DataFrame({"human": human, "guess/m": guess, "ties/m": 0.0}, [f"p{n}" for n in range(600)])
    clusters = (np.arange(600) // 10).astype(str)
    pairs = pd.DataFrame({"pair_id": columns.index, "phenomenon": clusters, "cluster": clusters}, columns.index)
    pairs = pairs.assign(good_id="g" + columns.index, bad_id="b" + columns.index)
    found = uncertainty.differences(columns, pairs, [0.5], [], {}).query("family == 'other'")
    assert (found["difference"].abs() < 0.05).all() and (found["p_holm"] > 0.1).all()
    by_random = uncertainty.differences(columns, pairs, [0.5], [], {}).query("second == 'reference/random'")
    of_ties = by_random[by_random["first"] == "ties/m"].set_index("criterion")
    assert of_ties.loc["blimp", "difference"] == 0
    points, areas = uncertainty.curves(columns, pairs, [0.5])
    curve = points.pivot(index="threshold", columns="row", values="share")
    assert (curve["guess/m"] - curve["ties/m"]).abs().max() < 0.05
    assert np.ptp(areas["area"]) < 0.05 and np.ptp(areas["share"]) < 0.05
    for row in ("guess/m", "ties/m"):
        table = uncertainty.shares_with_intervals(deltas(columns, row), pairs, [0.5], as_variants({})).iloc[1]
        assert abs(table["excess"]) < 0.05 and table["excess"] == table["share_ties_half"] - table["chance"]
        assert table["half_low"] < table["share_ties_half"] < table["half_high"]
        assert (table["share"] == 0) == (row == "ties/m")  # as papers print it, a tie is missed


def test_where_phenomena_are_parts_of_clusters_both_stand_side_by_side():
    columns, pairs = world(9)
    pairs["cluster"] = pairs["phenomenon"].map(lambda name: str(int(name) // 2))
    parts = pairs.assign(cluster=pairs["phenomenon"])
    both, finer = (uncertainty.differences(columns, table, [0.5], ["z/m"], {}) for table in (pairs, parts))
    named = ["first", "second", "criterion"]
    assert finer[["low_over_phenomena", "p_holm_over_phenomena", "depends_on_clusters"]].isna().all(axis=None)
    assert (both[named] == finer[named]).all(axis=None)
    with_deltas = ~both["second"].isin([f"reference/{name}" for name in MADE])
    for mine, theirs in (("low_over_phenomena", "low"), ("high_over_phenomena", "high")):
        assert both.loc[with_deltas, mine].tolist() == finer.loc[with_deltas, theirs].tolist()
        assert both.loc[~with_deltas, mine].isna().all()
    assert not both["low"].equals(both["low_over_phenomena"])
    tested = both["p"].notna()
    assert both.loc[tested, "p_holm_over_phenomena"].tolist() == finer.loc[tested, "p_holm"].tolist()
    verdicts = (both["p_holm"] < 0.05) != (both["p_holm_over_phenomena"] < 0.05)
    assert both["depends_on_clusters"].equals(verdicts.astype(float).where(tested))
    opposite = columns[["human"]].assign(**{"a/m": columns["human"], "b/m": -columns["human"]})
    one = uncertainty.differences(opposite, pairs, [0.5], [], {}).iloc[0]  # all 8 phenomena, and all 4 clusters
    found = one[["p_holm", "p_holm_over_phenomena", "depends_on_clusters"]].tolist()
    assert found == pytest.approx([0.25, 2 / 128, 1], abs=0.01)
    table, alone = (
        uncertainty.shares_with_intervals(deltas(columns, "x/m"), of, [0.5], VARIANTS) for of in (pairs, parts)
    )
    assert table["low_over_phenomena"].tolist() == alone["low"].tolist()
    assert table["high_over_phenomena"].tolist() == alone["high"].tolist()
    assert alone["low_over_phenomena"].isna().all()


def test_what_is_not_finite_has_no_p():
    apart = np.column_stack([np.arange(6.0), np.arange(6.0)])
    alone = sign_flip_p(apart[:, :1], 2_000, 1)
    for wrong in (np.nan, np.inf):
        apart[2, 1] = wrong
        p = sign_flip_p(apart, 2_000, 1)
        assert p[0] == alone[0] and np.isnan(p[1])


def test_areas_have_intervals_over_clusters_and_curves_have_references():
    columns, pairs = world(8)
    points, areas = uncertainty.curves(columns, pairs, [0.5, 2])
    rated = columns.dropna()
    clusters = pairs.loc[rated.index, "cluster"].to_numpy()
    left_out = [uncertainty.curves(rated[clusters != name], pairs, [0.5, 2])[1] for name in sorted(set(clusters))]
    for line in areas.itertuples():
        without = np.array([of_rest.set_index("row").loc[line.row, "area"] for of_rest in left_out])
        ends = Estimate(line.area, without, effective(columns, pairs)).share_interval(38)
        assert (line.low, line.high) == pytest.approx(ends)
    names = [name for name in MADE if name != "best_constant_left_out"]
    assert list(points["row"].unique()) == [*columns.columns[1:], *(f"reference/{name}" for name in names)]
    phenomena = pairs.loc[rated.index, "phenomenon"]
    for threshold in (0.05, 1.0, 2.0):
        expected = references.expected_shares(rated["human"].to_numpy(), phenomena, threshold)
        at = points[points["threshold"] == threshold].set_index("row")["share"]
        assert {name: at[f"reference/{name}"] for name in names} == expected


def test_phenomena_are_parts_of_clusters_where_these_hold_several_whole_ones():
    def parts(phenomena: str, clusters: str) -> bool:
        return parts_of_clusters(pd.DataFrame({"phenomenon": [*phenomena], "cluster": [*clusters]})) is not None

    assert parts("aabc", "xxxy") and parts("abc", "xxx")
    assert not parts("aabb", "xxyy") and not parts("aabb", "wxyz")  # they are the clusters, or these are finer
    assert not parts("abca", "xxyy")  # a is in two clusters


def test_a_detectable_difference_is_found_in_80_of_100_samples():
    draw, found = np.random.default_rng(5), 0
    detectable = np.mean([ratio(draw.normal(size=20), np.ones(20), np.arange(20)).detectable() for _ in range(300)])
    for _ in range(1000):
        low, _ = ratio(draw.normal(detectable, size=20), np.ones(20), np.arange(20)).interval()
        found += low > 0
    assert 0.76 < found / 1000 < 0.84


def test_a_comparison_without_a_test_depends_on_nothing(tmp_path):
    columns, pairs = world(9)
    pairs["cluster"] = pairs["phenomenon"].map(lambda name: str(int(name) // 2))
    made = uncertainty.differences(columns, pairs, [0.5], [], {}).assign(dataset="toy")
    io.write_table(made, tmp_path / "differences.csv", DIFFERENCES)
    written = io.read_table(tmp_path / "differences.csv", DIFFERENCES)
    assert (written["depends_on_clusters"].notna() == (written["family"] != "references")).all()
