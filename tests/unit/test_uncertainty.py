import numpy as np
import pandas as pd
import pytest
from scipy import stats

from acceptability.analysis import criteria, references, statistics, uncertainty
from acceptability.config.labels import REFERENCES
from acceptability.options import as_variants

VARIANTS = as_variants({"as_published": {"unrated": "met", "ties": "sign"}})
PHENOMENA = pd.Series({"a1": "a", "a2": "a", "b1": "b", "b2": "b", "c1": "c"})
COLUMNS = pd.DataFrame(
    {"human": [1.0, 2.0, -0.5, 0.2, np.nan], "x/m": [0.8, 0.5, 0.4, 0.3, 1.0], "y/m": [1.2, -1.0, -0.4, 0.0, 2.0]},
    index=PHENOMENA.index,
)


def deltas(columns: pd.DataFrame, row: str) -> pd.DataFrame:
    return pd.DataFrame(
        {"pair_id": columns.index, "measure": row, "human_delta": columns["human"], "model_delta": columns[row]}
    )


def test_the_cluster_bootstrap_draws_whole_phenomena():
    weights = statistics.bootstrap_weights(3, 500, seed=4)
    assert weights.shape == (500, 3) and (weights.sum(axis=1) == 3).all()
    sums, sizes = np.array([[2.0], [0.0], [1.0]]), np.array([2.0, 2.0, 1.0])
    low, high = statistics.bootstrap_interval(sums, sizes, weights)
    plain = []
    for drawn in weights:
        chosen = np.repeat(np.arange(3), drawn)
        plain.append(sums[chosen, 0].sum() / sizes[chosen].sum())
    assert (low[0], high[0]) == pytest.approx(tuple(np.percentile(plain, [2.5, 97.5])))


def test_one_phenomenon_has_no_interval():
    one = PHENOMENA.map(lambda _: "a")
    table = uncertainty.shares_with_intervals(deltas(COLUMNS, "x/m"), one, [0.5], VARIANTS)
    assert table[["low", "high"]].isna().all(axis=None)
    assert table["share"].notna().all()


def test_intervals_stand_beside_the_shares_that_criteria_gives():
    table = uncertainty.shares_with_intervals(deltas(COLUMNS, "x/m"), PHENOMENA, [0.5, 5], VARIANTS)
    pd.testing.assert_frame_equal(
        table.drop(columns=["low", "high"]), criteria.shares(deltas(COLUMNS, "x/m"), [0.5, 5], VARIANTS)
    )
    corrected = table[table["variant"] == "corrected"]
    assert ((corrected["low"] <= corrected["share"]) & (corrected["share"] <= corrected["high"])).all()
    # BLiMP: all four rated pairs, whichever phenomena are drawn. δ = 0.5: one pair of a, one of b.
    assert corrected.iloc[0][["share", "low", "high"]].tolist() == [1, 1, 1]
    assert corrected.iloc[1][["share", "low", "high"]].tolist() == [0.5, 0.5, 0.5]


def test_an_unrated_pair_counts_as_published_in_every_draw_of_its_phenomenon():
    table = uncertainty.shares_with_intervals(deltas(COLUMNS, "x/m"), PHENOMENA, [0.5], VARIANTS)
    published = table[(table["variant"] == "as_published") & (table["criterion"] == "adc")].iloc[0]
    assert (published["met"], published["pairs"]) == (3, 4)
    assert published["high"] > 0.75 >= published["low"] == 0.5


def test_sign_flips_against_all_flips_and_holm_by_hand():
    differences = np.array([[3.0], [2.0], [-1.0], [4.0]])
    every = np.array(np.meshgrid(*[[-1, 1]] * 4)).reshape(4, -1).T @ differences
    exact = (np.abs(every[:, 0]) >= 8).mean()
    assert statistics.sign_flip_p(differences, 20_000, seed=1)[0] == pytest.approx(exact, abs=0.01)
    assert statistics.sign_flip_p(np.zeros((4, 1)), 100, seed=1)[0] == 1
    assert statistics.holm([0.01, 0.04, 0.03]).tolist() == pytest.approx([0.03, 0.06, 0.06])
    assert statistics.holm([0.5, 0.9]).tolist() == [1, 1]


def test_sign_flips_of_whole_numbers_and_of_others_are_the_same_flips():
    differences = np.random.default_rng(4).integers(-3, 4, size=(30, 5)).astype(float)
    p = statistics.sign_flip_p(differences, 12_000, seed=3)
    assert p.tolist() == statistics.sign_flip_p(differences / 8, 12_000, seed=3).tolist()  # exact in floats too


def test_holm_leaves_the_order_and_never_lowers_a_p():
    p = np.random.default_rng(3).uniform(size=50) ** 3
    adjusted = statistics.holm(p)
    assert (adjusted >= p).all() and (np.diff(adjusted[np.argsort(p)]) >= 0).all()


def test_sign_flips_agree_with_a_t_test_where_both_apply():
    draw = np.random.default_rng(8)
    differences = draw.normal(0.25, 1, size=(80, 1))
    p = statistics.sign_flip_p(differences, 20_000, seed=2)[0]
    assert p == pytest.approx(stats.ttest_1samp(differences[:, 0], 0).pvalue, abs=0.015)


def test_differences_are_those_of_the_shares():
    table = uncertainty.differences(COLUMNS, PHENOMENA, [0.5, 5], references=[])
    assert list(zip(table["first"], table["second"], strict=True)) == [("x/m", "y/m")] * 3
    # BLiMP: x all four, y one. δ = 0.5: x gets a1 and b2, y gets a1 and b1. δ = 5: x gets 3, y gets a1 and b1.
    assert table["difference"].tolist() == [0.75, 0.0, 0.25]
    assert (table["p_holm"] >= table["p"]).all()
    assert table.loc[1, "p"] == 1  # one pair more in one phenomenon, one fewer in the other


def test_references_are_not_compared_with_each_other():
    table = uncertainty.differences(COLUMNS.assign(**{"z/m": 1.0}), PHENOMENA, [0.5], references=["x/m", "z/m"])
    assert set(zip(table["first"], table["second"], strict=True)) == {("x/m", "y/m"), ("y/m", "z/m")}
    # Corrected apart: the one comparison of two systems keeps its p.
    three = uncertainty.differences(
        COLUMNS.assign(**{"z/m": [9.0, -1, 1, -1, 0]}), PHENOMENA, [0.5], references=["z/m"]
    )
    of_systems = three[(three["first"] == "x/m") & (three["second"] == "y/m")]
    assert (of_systems["p_holm"] == of_systems["p"]).all()
    alone = uncertainty.differences(COLUMNS[["human", "x/m"]], PHENOMENA, [0.5], references=[])
    assert alone.empty


def test_the_curve_is_the_adc_at_every_threshold_and_the_area_its_mean():
    points, areas = uncertainty.curves(COLUMNS, PHENOMENA, [0.5, 5])
    # At 0.5 the best constant is 1.5 or 0.6, …: of 1, 2, 0.2 its window holds two at most.
    assert areas["share"].tolist() == [0.5, 0.5]
    constant = references.best_constant(COLUMNS["human"].dropna(), 0.5)
    for row, share in zip(areas["row"], areas["constant_share"], strict=True):
        met = criteria.meets(COLUMNS["human"], constant * np.sign(COLUMNS[row]), "adc", 0.5)
        assert share == met.sum() / 4
    for row in ("x/m", "y/m"):
        curve = points[points["row"] == row].set_index("threshold")["share"]
        assert len(curve) == 100
        for threshold in (0.05, 0.5, 1.5, 1.55, 5):
            met = criteria.meets(COLUMNS["human"], COLUMNS[row], "adc", threshold)
            assert curve[threshold] == met.sum() / 4
    # x: right and 0.2, 1.5 and 0.1 away, one wrong; y: right and 0.2 and 0.1 away, two wrong (one a tie).
    assert areas.set_index("row")["area"].tolist() == pytest.approx([(0.96 + 0.7 + 0.98) / 4, (0.96 + 0.98) / 4])
    fine = np.linspace(0.0005, 4.9995, 5000)
    mean = np.mean([criteria.meets(COLUMNS["human"], COLUMNS["x/m"], "adc", d).sum() / 4 for d in fine])
    assert areas["area"].iloc[0] == pytest.approx(mean, abs=0.001)


@pytest.mark.slow
def test_the_interval_covers_the_truth_in_95_of_100_samples():
    """Phenomena differ in how easy they are; the interval is of the share over all phenomena there could be."""
    draw, hits, repetitions, phenomena = np.random.default_rng(11), 0, 1000, 230
    weights = statistics.bootstrap_weights(phenomena, 1000, seed=5)
    for _ in range(repetitions):
        sizes = draw.choice([4, 8, 12, 24], size=phenomena)
        easy = draw.beta(0.9, 2.1, size=phenomena)  # mean 0.3
        met = draw.binomial(sizes, easy)
        low, high = statistics.bootstrap_interval(met[:, None].astype(float), sizes.astype(float), weights)
        hits += low[0] <= 0.3 <= high[0]
    assert 0.93 <= hits / repetitions <= 0.97


SENTENCES = pd.DataFrame(
    {
        "sentence_id": list("abcdef"),
        "sentence": ["one two", "one two three", "one", "one two", "one two three", "one"],
        "rating": [1.0, -1.0, 0.5, 0.0, 2.0, np.nan],
    }
)
PAIRS = pd.DataFrame(
    {
        "pair_id": ["p", "q", "r", "s"],
        "good_id": ["a", "c", "e", "f"],
        "bad_id": ["b", "d", "d", "d"],
        "phenomenon": ["one", "one", "two", "two"],
    }
)


def reference(sentences: pd.DataFrame = SENTENCES) -> pd.DataFrame:
    table = references.reference_deltas(sentences, PAIRS, 0.5)
    return table.pivot(index="pair_id", columns="measure", values="model_delta").assign(
        human=table.groupby("pair_id")["human_delta"].first()
    )


def test_references_by_hand():
    made = reference()
    assert made["human"].tolist()[:3] == [2.0, 0.5, 2.0] and np.isnan(made["human"]["s"])
    sd = SENTENCES["rating"].std(ddof=0)
    assert made["oracle"].tolist()[:3] == pytest.approx([2 / sd, 0.5 / sd, 2 / sd]) and np.isnan(made["oracle"]["s"])
    assert made["best_constant"].tolist() == [2.0] * 4
    assert np.sign(made["negative_length"]).tolist() == [1, 1, -1, 1]
    assert sorted(made["permuted_across"].dropna()) == [0.5, 2.0, 2.0]
    assert sorted(made["permuted_within"][["p", "q"]]) == [0.5, 2.0] and made["permuted_within"]["r"] == 2.0


def test_references_without_ratings_or_with_sentences_of_one_length():
    made = reference(SENTENCES.assign(rating=np.nan, sentence="one two"))
    assert list(made) == ["negative_length", "random", "human"]
    assert (made["negative_length"] == 0).all()


def test_length_counts_words_and_shorter_is_better():
    assert references.negative_length("The  old dog.") == -3.0


def test_every_reference_has_a_label():
    assert set(reference()) - {"human"} == set(REFERENCES)


def test_the_best_constant_is_the_best_of_many():
    draw = np.random.default_rng(5)
    human = draw.normal(0.8, 0.9, size=400)
    found = references.best_constant(human, 0.5)

    def met(constant: float) -> int:
        return criteria.meets(human, np.full(400, constant), "adc", 0.5).sum()

    assert met(found) >= max(met(constant) for constant in np.arange(0.0005, 3, 0.0005))


def test_all_equal_ratings_and_none_above_zero():
    assert references.best_constant(np.array([-1.0, 0.0]), 0.5) == 1.0
    made = reference(SENTENCES.assign(rating=1.0))
    assert (made["oracle"] == 0).all()


def test_what_the_bootstraps_draw_is_what_any_program_computes_on_the_drawn_pairs():
    generator = np.random.default_rng(3)
    phenomena = pd.Series({f"p{number}": "abcd"[number % 4] for number in range(22)})
    human = generator.normal(size=22)
    columns = pd.DataFrame({"human": human, "x/m": human + generator.normal(size=22), "y/m": -human}, phenomena.index)
    columns.loc["p5", "human"] = np.nan
    drawn = uncertainty.drawn(columns, phenomena, [0.5, 5])
    rated = columns.dropna()
    weights = statistics.bootstrap_weights(4, uncertainty.REPETITIONS, uncertainty.SEED)
    for bootstrap in (0, 1, 2, 999):
        times = dict(zip("abcd", weights[bootstrap], strict=True))
        sample = rated.loc[[pair for pair in rated.index for _ in range(times[phenomena[pair]])]]
        for row in ("x/m", "y/m"):
            same, apart = sample[row] * sample["human"] > 0, (sample[row] - sample["human"]).abs()
            for threshold in (0.5, 5):
                values = {name: table.loc[row, bootstrap] for name, table in drawn[threshold].items()}
                assert values["share"] == pytest.approx((same & (apart < threshold)).mean())
                assert values["blimp"] == pytest.approx((sample[row] > 0).mean())
                assert values["pearson_r"] == pytest.approx(stats.pearsonr(sample["human"], sample[row]).statistic)
