import warnings
from statistics import NormalDist

import numpy as np
import pandas as pd
import pytest

from acceptability.analyses.ceiling import figure as figure_of_ceiling
from acceptability.analyses.ceiling import table as tables
from acceptability.analyses.ceiling.compute import ceiling, whole_ceiling
from acceptability.analyses.ceiling.manifest import CEILING, HUMAN_ERROR
from acceptability.analyses.noise_floor import table as table_of_floor
from acceptability.analyses.noise_floor.manifest import NOISE_FLOOR
from acceptability.contracts import io
from acceptability.figures.style import plt
from acceptability.statistics import noise, panels, rating_error

NOISE = 0.7


def table(**answers: dict[str, float]) -> pd.DataFrame:
    rows = [(who, sentence, value) for who, by in answers.items() for sentence, value in by.items()]
    return pd.DataFrame(rows, columns=["participant", "sentence_id", "z_score"])


def pairs(*names: str) -> pd.DataFrame:
    return pd.DataFrame([(f"{name}.g", f"{name}.b") for name in names], columns=["good_id", "bad_id"])


def simulated(number: int, raters: int, seed: int = 1) -> tuple[pd.DataFrame, pd.DataFrame, np.ndarray]:
    """Ratings by ``raters`` participants of each member of ``number`` pairs (two lists, so that no participant rates
    both members), the pairs, and the error-free deltas."""
    generator = np.random.default_rng(seed)
    rows, delta = [], generator.normal(1, 0.6, number)
    for side, sign in (("g", 0.5), ("b", -0.5)):
        z = sign * delta[:, None] + generator.normal(0, NOISE, (number, raters))
        rows += [(f"{side}{who}", f"{pair}.{side}", z[pair, who]) for pair in range(number) for who in range(raters)]
    ratings = pd.DataFrame(rows, columns=["participant", "sentence_id", "z_score"])
    return ratings, pairs(*map(str, range(number))), delta


def shares(found: pd.DataFrame, comparison: str, criterion: str, source: str, threshold: float | None = None):
    chosen = found[(found["comparison"] == comparison) & (found["criterion"] == criterion)]
    chosen = chosen[chosen["source"] == source]
    if threshold is not None:
        chosen = chosen[chosen["threshold"] == threshold]
    return chosen.set_index("against" if comparison == "expected_ratings" else "raters")["mean"]


TWO = table(p={"a.g": 0.7, "a.b": -0.7}, q={"a.g": 0.3, "a.b": -0.3})


def test_two_participants_by_hand():
    # one against the other: deltas 1.4 and 0.6, which differ by 0.8, whoever is first
    ceilings = ceiling(TWO, pairs("a"), [0.5, 1], splits=5, seed=1)
    seen = ceilings[ceilings["source"] == "observed"]
    for comparison in ("equal_panels", "rest"):
        assert shares(seen, comparison, "blimp", "observed").to_dict() == {1: 1}
        assert shares(seen, comparison, "adc", "observed", 0.5).to_dict() == {1: 0}
        assert shares(seen, comparison, "adc", "observed", 1).to_dict() == {1: 1}
    adc = seen[(seen["criterion"] == "adc") & (seen["comparison"] != "scaled_panels")]
    assert (adc["low"] == adc["mean"]).all() and (adc["high"] == adc["mean"]).all()
    # Each one's two ratings at an SD of 1 are 1 and −1: a delta of 2, which is 0.6 from 1.4 and 1.4 from 0.6.
    scaled = shares(seen, "scaled_panels", "adc", "observed", 1)
    assert scaled[1] in (0, 0.2, 0.4, 0.6, 0.8, 1)
    assert shares(seen, "scaled_panels", "adc", "observed", 0.5).to_dict() == {1: 0}
    assert set(seen["pairs"]) == {1}
    # SD within sentences: of 0.7 and 0.3, the variance with ddof = 1 is 0.08
    assert noise.pooled_variance(panels.answers(TWO)) == pytest.approx(0.08)
    # a third rating of one of them, 0.5: its variance, 0.04, has two degrees of freedom, the other's 0.08 one
    three = panels.answers(pd.concat([TWO, table(r={"a.g": 0.5})]))
    assert noise.pooled_variance(three) == pytest.approx((2 * 0.04 + 0.08) / 3)


def test_a_panel_that_rates_all_sentences_alike_has_no_scale():
    """One participant answers with one number: its ratings cannot be brought to an SD of 1."""
    ratings = table(p={"a.g": 0.5, "a.b": 0.5}, q={"a.g": 1.0, "a.b": -1.0})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        seen = ceiling(ratings, pairs("a"), [0.5], splits=20, seed=1)
    seen = seen[(seen["source"] == "observed") & (seen["criterion"] == "blimp")].set_index("comparison")["mean"]
    assert 0.5 < seen["equal_panels"] < 1 and seen["scaled_panels"] == 1  # only the other one is scaled


def test_opposite_signs_and_a_difference_of_exactly_delta_miss():
    against = table(p={"a.g": 0.1, "a.b": -0.1}, q={"a.g": -0.1, "a.b": 0.1})
    exactly = table(p={"a.g": 0.75, "a.b": 0.0}, q={"a.g": 0.25, "a.b": 0.0})
    for ratings in (against, exactly):
        ceilings = ceiling(ratings, pairs("a"), [0.5], splits=3, seed=1)
        assert shares(ceilings, "equal_panels", "adc", "observed", 0.5).to_dict() == {1: 0}


def test_means_of_the_first_raters_and_of_the_rest_by_hand():
    answers_of_raters = panels.answers(table(p={"s": 1, "t": 5}, q={"s": 2}, r={"s": 6, "t": 7}))
    order = np.array([2, 0, 1])  # q, r, p
    first, rest = panels.running_means(answers_of_raters, order, np.ones(3, dtype=bool), sizes=[1, 2])
    np.testing.assert_array_equal(first, [[2, 7], [4, 6]])  # of s: q; q and r. Of t: r; r and p
    np.testing.assert_array_equal(rest, [[3.5, 5], [1, np.nan]])
    first, _ = panels.running_means(answers_of_raters, order, np.array([True, False, True]), sizes=[1, 2])  # without q
    np.testing.assert_array_equal(first, [[6, 7], [3.5, 6]])


def test_groups_are_those_who_rated_sentences_in_common_and_halves_are_even():
    lists = table(a={"s": 1, "t": 2}, b={"t": 1, "u": 2}, c={"x": 1}, d={"x": 2}, e={"x": 0})
    group = panels.answers(lists).group
    assert group[0] == group[1] != group[2] == group[3] == group[4]
    group = np.repeat([0, 1, 2], [11, 12, 13])
    seen = set()
    for seed in range(20):
        side = panels.halves(group, np.random.default_rng(seed).permutation(len(group)))
        assert [abs((side[group == g] * 2 - 1).sum()) for g in range(3)] == [1, 0, 1]
        seen.add(tuple(side))
    assert len(seen) == 20


DELTAS = np.array([-1.5, -0.6, -0.1, 0.0, 0.4, 1.0, 1.8])


@pytest.fixture(scope="module")
def errors() -> np.ndarray:
    """Draws of the standard normal distribution for two panels."""
    return np.random.default_rng(3).normal(size=(2, 200_000, len(DELTAS)))


@pytest.mark.parametrize("threshold", [0.3, 1.0, 5.0])
@pytest.mark.parametrize(
    ("first", "second", "stretch"),
    [(0.2, 0.1, 1), (0.5, 0.05, 1), (0, 0.1, 1), (0, 0.1, 1.3), (0.2, 0.15, 0.7), (0.2, 0.15, 1.3), (0.2, 0.15, 2)],
)
def test_the_expected_adc_is_that_of_a_simulation(errors, first, second, stretch, threshold):
    """The two panels have these variances, or know the expected ratings (0); one may use another scale."""
    judge, panel = stretch * (DELTAS + errors[0] * np.sqrt(first)), DELTAS + errors[1] * np.sqrt(second)
    met = ((np.sign(judge) == np.sign(panel)) & (np.abs(judge - panel) < threshold)).mean(axis=0)
    expected = noise.expected_adc(DELTAS, first, second, threshold, stretch)
    np.testing.assert_allclose(expected, met, atol=4 * np.sqrt(0.25 / len(panel)))


def test_a_judge_without_error_is_the_limit_of_ever_more_raters():
    deltas = np.array([-0.7, -0.05, 0.2, 1.5])
    limit = noise.expected_adc(deltas, 0, 0.1, 0.5)
    np.testing.assert_allclose(noise.expected_adc(deltas, 1e-5, 0.1, 0.5), limit, atol=2e-3)
    assert noise.expected_blimp(deltas, 1e-9).tolist() == [0, 0, 1, 1]
    assert noise.expected_adc(np.array([0.0]), 0, 0.1, 0.5) == 0  # a tie is a miss


def test_simulated_raters_with_known_noise():
    ratings, minimal, delta = simulated(number=400, raters=12)
    ceilings = ceiling(ratings, minimal, [0.5, 1], splits=20, seed=1)
    assert set(ceilings["raters"].dropna()) == set(range(1, 13))
    for threshold in (0.5, 1):
        seen = shares(ceilings, "equal_panels", "adc", "observed", threshold)
        model = shares(ceilings, "equal_panels", "adc", "noise model", threshold)
        true = [noise.expected_adc(delta, *[2 * NOISE**2 / k] * 2, threshold).mean() for k in range(1, 13)]
        np.testing.assert_allclose(seen, true[:6], atol=0.03)
        np.testing.assert_allclose(model, true, atol=0.03)
        # another experiment with as many raters: what the extrapolation to all raters is about
        generator = np.random.default_rng(9)
        one, other = delta + generator.normal(0, NOISE * np.sqrt(2 / 12), (2, len(delta)))
        met = (np.sign(one) == np.sign(other)) & (np.abs(one - other) < threshold)
        assert model[12] == pytest.approx(met.mean(), abs=3 * np.sqrt(0.25 / len(delta)))
        best = shares(ceilings, "expected_ratings", "adc", "noise model", threshold)
        assert (best > model).all()
    assert noise.pooled_variance(panels.answers(ratings)) == pytest.approx(NOISE**2, rel=0.03)
    # r of deltas of one panel with those of another: the share of variance that is no error
    predicted = shares(ceilings, "equal_panels", "pair_r", "Spearman-Brown")
    variance = delta.var()
    assert predicted[12] == pytest.approx(variance / (variance + 2 * NOISE**2 / 12), abs=0.03)


def test_more_raters_agree_better_and_nothing_is_missing():
    ratings, minimal, _ = simulated(number=100, raters=10, seed=4)
    ceilings = ceiling(ratings, minimal, [0.5, 5], splits=20, seed=1)
    assert ceilings["mean"].notna().all() and ceilings["mean"].between(0, 1).all()
    for criterion in ("blimp", "sentence_r", "pair_r"):
        source = "Spearman-Brown" if criterion.endswith("_r") else "noise model"
        for comparison, which in (("equal_panels", "observed"), ("rest", "observed"), ("equal_panels", source)):
            assert shares(ceilings, comparison, criterion, which).is_monotonic_increasing
    io.check_table(ceilings.assign(dataset="x"), CEILING, "here")


def test_neither_order_of_rows_nor_a_second_run_changes_anything():
    ratings, minimal, _ = simulated(number=20, raters=6)
    once = ceiling(ratings, minimal, [0.5], splits=10, seed=5)
    pd.testing.assert_frame_equal(once, ceiling(ratings, minimal, [0.5], splits=10, seed=5))
    shuffled = ratings.sample(frac=1, random_state=2)
    pd.testing.assert_frame_equal(once, ceiling(shuffled, minimal, [0.5], splits=10, seed=5))
    other = ceiling(ratings, minimal, [0.5], splits=10, seed=6)
    assert not once["mean"].equals(other["mean"])


def test_sentences_with_few_answers_drop_out_of_large_panels_only():
    ratings, minimal, _ = simulated(number=12, raters=8)
    few = ratings["sentence_id"].eq("0.g") & ratings["participant"].ge("g3")
    ceilings = ceiling(ratings[~few], minimal, [0.5], splits=30, seed=1)
    seen = ceilings[(ceilings["comparison"] == "equal_panels") & (ceilings["source"] == "observed")].groupby("raters")[
        "pairs"
    ]
    assert seen.first()[4] == 11
    assert 11 < seen.first()[1] <= 12  # three answers may all be on one side


def test_of_panels_that_do_not_agree_no_r_is_predicted():
    row = {"comparison": "equal_panels", "raters": 2.0, "criterion": "sentence_r", "pairs": 9}
    for r, expected in ((0.5, 2 / 3), (-0.1, np.nan)):
        (*_, predicted) = noise.correlations_of(pd.DataFrame([row | {"mean": r}]), [("equal_panels", 4.0, 4.0)])[0]
        assert predicted == pytest.approx(expected, nan_ok=True)


def test_deconvolution_takes_the_errors_out():
    generator = np.random.default_rng(7)
    true = generator.choice([0.0, 2.0], 3000, p=[0.3, 0.7])
    observed = true + generator.normal(0, 0.5, len(true))
    values, weights = noise.deconvolve(observed, np.full(len(true), 0.25))
    assert weights.sum() == pytest.approx(1)
    assert (weights * values).sum() == pytest.approx(observed.mean(), abs=0.005)
    assert weights[values < 1].sum() == pytest.approx(0.3, abs=0.03)
    assert (weights * values**2).sum() - (weights * values).sum() ** 2 == pytest.approx(true.var(), rel=0.05)
    assert observed.var() > 1.2 * true.var()


def statistics(found: pd.DataFrame) -> dict:
    return {
        (row.statistic, row.threshold if pd.notna(row.threshold) else None): row.value for row in found.itertuples()
    }


def test_standard_errors_by_hand():
    # a: variances 0.08 and 0.08 over 2 raters each: √(0.04 + 0.04). b: the same mean twice: no error
    ratings = pd.concat([TWO, table(p={"b.g": 0.2, "b.b": -0.2}, q={"b.g": 0.2, "b.b": -0.2})])
    errors = rating_error.human_error(ratings, pairs("a", "b", "unrated"), [0.2, 0.5])
    numbers = statistics(errors)
    error = np.sqrt(0.08)
    assert numbers["raters", None] == 2
    assert numbers["rating_sd", None] == pytest.approx(np.sqrt(0.04))  # pooled over four sentences
    assert numbers["se_median", None] == pytest.approx(error / 2)
    assert numbers["se_upper_quartile", None] == pytest.approx(0.75 * error)
    assert numbers["se_above", 0.2] == 0.5 and numbers["se_above", 0.5] == 0
    assert numbers["below_two_se", None] == 0  # 1.0 > 2 · 0.283, and 0.4 > 0
    # deltas 1.0 and 0.4: variance 0.18, of which 0.04 is error
    assert numbers["delta_sd", None] == pytest.approx(np.sqrt(0.18))
    assert numbers["reliability", None] == pytest.approx(1 - 0.04 / 0.18)
    assert errors.set_index("statistic").loc["se_median", "number"] == 2
    for delta in (0.2, 0.6):  # beside an error of 0.4
        close = table(p={"a.g": 0.5 + delta, "a.b": 0.1}, q={"a.g": delta - 0.3, "a.b": 0.1})
        assert statistics(rating_error.human_error(close, pairs("a"), [0.5]))["below_two_se", None] == 1


SENTENCES = pd.DataFrame(
    {
        "sentence_id": ["a", "b", "c", "d", "e", "f"],
        "sentence": ["It rained.", "It rained.", "It rained.", "Dogs bark.", "Dogs bark.", "Alone."],
        "rating": [0.1, 0.4, 0.0, 1.0, None, 0.5],
        "source": ["LI", "LI", "Adger", "LI", "Adger", "LI"],
    }
)


def test_identical_strings_by_hand():
    ratings = table(p={"a": 0.0, "b": 0.3}, q={"a": 0.2, "b": 0.5})  # variance 0.02 within each
    floor = rating_error.noise_floor(SENTENCES, ratings).set_index("sources")
    assert floor.index.tolist() == ["all", "Adger–LI", "LI–LI"]
    everything = floor.loc["all"]
    assert (everything["strings"], everything["differences"], everything["known"]) == (1, 3, 1)
    assert everything["sd"] == pytest.approx(np.sqrt((0.3**2 + 0.1**2 + 0.4**2) / 3))
    assert everything["mean_absolute"] == pytest.approx(0.8 / 3)
    assert floor.loc["LI–LI", "sd_known"] == pytest.approx(0.3)
    assert floor.loc["LI–LI", "sd_expected"] == pytest.approx(np.sqrt(0.02 / 2 + 0.02 / 2))
    assert np.isnan(floor.loc["Adger–LI", "sd_expected"]) and np.isnan(floor.loc["Adger–LI", "p"])
    # one difference of 0.3 / √0.02 = 2.12 standard deviations: the two tails of the normal distribution
    assert floor.loc["LI–LI", "p"] == pytest.approx(2 * (1 - NormalDist().cdf(0.3 / 0.02**0.5)))
    # the dataset's order of rows means nothing
    turned = rating_error.noise_floor(SENTENCES[::-1], ratings).set_index("sources")
    pd.testing.assert_frame_equal(floor, turned)


@pytest.mark.parametrize("ratings", [None, TWO])
def test_no_identical_strings(ratings):
    floor = rating_error.noise_floor(SENTENCES.drop(columns="source").tail(3), ratings)
    assert floor[["sources", "differences", "known"]].to_numpy().tolist() == [["all", 0, 0]]
    io.check_table(floor.assign(dataset="x"), NOISE_FLOOR, "here")
    assert table_of_floor.make_noise_floor(noise_floor=floor)["SD"].tolist() == [""]


def test_participants_who_never_differ_leave_no_noise_model():
    same = table(**{who: {"a.g": 0.7, "a.b": -0.7} for who in "pqrs"})
    ceilings = ceiling(same, pairs("a"), [0.5], splits=3, seed=1)
    assert set(ceilings["source"]) == {"observed", "Spearman-Brown"}
    assert shares(ceilings, "equal_panels", "adc", "observed", 0.5).to_dict() == {1: 1, 2: 1}


@pytest.mark.parametrize("minimal", [pairs("a"), pairs("of another list")])
def test_one_answer_a_sentence_splits_nothing(minimal):
    alone = table(p={"a.g": 0.7, "a.b": -0.7})
    ceilings = ceiling(alone, minimal, [0.5], splits=3, seed=1)
    assert ceilings.empty
    io.check_table(ceilings.assign(dataset="x"), CEILING, "here")
    error = rating_error.human_error(alone, minimal, [0.5])
    io.check_table(error.assign(dataset="x"), HUMAN_ERROR, "here")
    assert tables.make_human_error(human_error=error)["Value"].tolist() == ["1.000"]
    assert tables.make_ceiling(ceiling=ceilings).empty
    figure = figure_of_ceiling.draw_ceiling(ceiling=ceilings, width=219)
    assert "too few ratings of each sentence" in [text.get_text() for text in figure.axes[0].texts]
    plt.close(figure)


def test_the_figure_and_the_table_show_what_was_found():
    ratings, minimal, _ = simulated(number=30, raters=16)
    ceilings = ceiling(ratings, minimal, [0.5, 1], splits=5, seed=1)
    figure = figure_of_ceiling.draw_ceiling(ceiling=ceilings, width=452)
    lines = [line.get_linestyle() for line in figure.axes[0].lines]
    assert (lines.count("-"), lines.count("--"), lines.count("None")) == (2, 2, 4)
    assert figure.legends[0].get_title().get_text() == "30 pairs"
    plt.close(figure)
    shown = tables.make_ceiling(ceiling=ceilings)
    panels = shown[shown["As system"] == shown["As humans"]]
    assert panels["As system"].drop_duplicates().tolist() == [
        "1 rater",
        *(f"{k} raters" for k in (2, 3, 4, 5, 6, 8, 16)),
    ]
    assert shown["As humans"].eq("all others").sum() == 2
    one = ceilings[
        (ceilings["raters"] == 1) & (ceilings["comparison"] == "equal_panels") & (ceilings["source"] == "observed")
    ]
    value = one[(one["criterion"] == "adc") & (one["threshold"] == 1)]["mean"].item()
    assert shown.iloc[0]["ADC, δ = 1"] == f"{value:.3f}"
    assert "nan" not in shown.to_string().lower()


def test_the_whole_set_where_all_single_ratings_are_known_is_the_panels_ceiling():
    """Every rating known, the same number everywhere: the assumption adds nothing."""
    generator = np.random.default_rng(3)
    expected = generator.normal(size=60)
    z = expected[:, None] + generator.normal(0, 0.7, (60, 12))
    ids = [f"{number}.{side}" for number in range(30) for side in ("g", "b")]
    single = pd.DataFrame(
        [(f"p{rater}", name, z[row, rater]) for row, name in enumerate(ids) for rater in range(12)],
        columns=["participant", "sentence_id", "z_score"],
    )
    of_pairs = pd.DataFrame({"good_id": ids[::2], "bad_id": ids[1::2]})
    sentences = pd.DataFrame({"sentence_id": ids, "rating": z.mean(axis=1)})
    whole = whole_ceiling(single, sentences, of_pairs, [0.5, 1], assumed=3)
    parts = ceiling(single, of_pairs, [0.5, 1], splits=2, seed=1)
    for name, comparison in (("whole_panels", "equal_panels"), ("whole_expected", "expected_ratings")):
        for threshold in (0.5, 1):
            modelled = shares(parts, comparison, "adc", "noise model", threshold)[12]
            assert shares(whole, name, "adc", "noise model", threshold).iloc[0] == pytest.approx(modelled, abs=1e-6)
    # Fewer raters of half of the sentences: the panels agree less.
    half = single[single["sentence_id"].isin(ids[:30])]
    fewer = whole_ceiling(half, sentences, of_pairs, [0.5], assumed=3)
    known = shares(whole, "whole_panels", "adc", "noise model", 0.5).iloc[0]
    assert shares(fewer, "whole_panels", "adc", "noise model", 0.5).iloc[0] < known
    assert whole_ceiling(single.assign(z_score=1.0), sentences, of_pairs, [0.5], assumed=3).empty


def of_sentences(number: int, raters: int, seed: int = 1) -> pd.DataFrame:
    """Ratings of sentences whose expected ratings have an SD of 1, by people who err by NOISE."""
    generator = np.random.default_rng(seed)
    expected = generator.normal(0, 1, number)
    expected = (expected - expected.mean()) / expected.std()
    rows = [
        (f"p{who}", f"s{sentence}", expected[sentence] + generator.normal(0, NOISE))
        for who in range(raters)
        for sentence in range(number)
    ]
    return pd.DataFrame(rows, columns=["participant", "sentence_id", "z_score"])


NO_PAIRS = pd.DataFrame({"good_id": [], "bad_id": []}, dtype=object)


def test_two_people_and_four_sentences_in_no_pairs_by_hand():
    """p and q stand against each other in every split: r of their ratings."""
    p, q = [0.1, 0.5, -0.2, 0.9], [0.3, 0.2, -0.4, 1.1]
    ratings = table(p=dict(zip("abcd", p, strict=True)), q=dict(zip("abcd", q, strict=True)))
    ceilings = ceiling(ratings, NO_PAIRS, [0.5], splits=3, seed=1)
    io.check_table(ceilings.assign(dataset="x"), CEILING, "here")
    assert set(ceilings["criterion"]) == {"sentence_r"}
    r = np.corrcoef(p, q)[0, 1]
    seen = ceilings[ceilings["source"] == "observed"].set_index("comparison")
    assert seen["mean"].to_dict() == pytest.approx({"equal_panels": r, "rest": r})
    assert seen["splits"].tolist() == [3, 3] and ceilings.loc[ceilings["source"] != "observed", "splits"].isna().all()
    assert seen["pairs"].tolist() == [4, 4] and seen.loc["rest", "against"] == 1
    both = ceilings[(ceilings["source"] == "Spearman-Brown") & (ceilings["against"] == 2)].set_index("comparison")[
        "mean"
    ]
    assert both["equal_panels"] == pytest.approx(2 * r / (1 + r))
    assert both["expected_ratings"] == pytest.approx(np.sqrt(2 * r / (1 + r)))


def test_panels_of_sentences_agree_as_much_as_sampling_error_lets_them():
    """k raters against k: r = 1 / (1 + NOISE² / k), of expected ratings with an SD of 1."""
    ceilings = ceiling(of_sentences(400, 30), NO_PAIRS, [0.5], splits=20, seed=1)
    seen = ceilings[(ceilings["source"] == "observed") & (ceilings["comparison"] == "equal_panels")].set_index(
        "raters"
    )["mean"]
    assert seen.index.tolist() == [1, 2, 5, 10]
    formula = ceilings[(ceilings["source"] != "observed") & (ceilings["comparison"] == "equal_panels")].set_index(
        "raters"
    )
    assert formula.index.tolist() == [1, 2, 5, 10, 20, 30]
    for raters, r in formula["mean"].items():
        assert r == pytest.approx(1 / (1 + NOISE**2 / raters), abs=0.02)
    assert seen.to_numpy() == pytest.approx(formula["mean"].to_numpy()[:4], abs=0.02)
    shown = tables.make_ceiling_of_sentences(ceiling=ceilings)
    assert shown["As system"].tolist()[:4] == ["1 rater", "2 raters", "5 raters", "10 raters"]
    assert shown["As humans"].tolist()[4] == "29 others" and shown["Number of sentences"].unique().tolist() == ["400"]
    figure = figure_of_ceiling.draw_ceiling_of_sentences(ceiling=ceilings, width=219)
    assert [text.get_text() for text in figure.axes[0].get_xticklabels()] == ["1", "2", "5", "10", "20"]
    plt.close(figure)


def test_of_sentences_with_unequal_raters_those_with_enough_count():
    """Half of the sentences have 4 raters, half 12: panels of 5 against the rest are about the latter alone."""
    ratings = of_sentences(20, 12)
    few = ratings["sentence_id"].isin([f"s{number}" for number in range(10)])
    ratings = ratings[~few | ratings["participant"].isin(["p0", "p1", "p2", "p3"])]
    ceilings = ceiling(ratings, NO_PAIRS, [0.5], splits=10, seed=1)
    rest = ceilings[(ceilings["comparison"] == "rest") & (ceilings["source"] == "observed")].set_index("raters")
    assert rest["pairs"].to_dict() == {1: 20, 2: 20, 5: 10, 10: 10}
    assert rest["against"].to_dict() == {1: 7, 2: 6, 5: 7, 10: 2}
    assert ceilings.loc[ceilings["source"] != "observed", "pairs"].unique().tolist() == [20]


def test_reliability_of_sentences_by_hand():
    """Means 0 and 1, and variances .02 and .08 of two raters each: 1 − (.01 + .04) / 2 / .5."""
    ratings = table(p={"a": -0.1, "b": 0.8, "c": 5.0}, q={"a": 0.1, "b": 1.2})
    numbers = statistics(rating_error.human_error(ratings, NO_PAIRS, [0.5]))
    assert numbers["sentence_sd", None] == pytest.approx(np.sqrt(0.5))  # c has one rater
    assert numbers["sentence_reliability", None] == pytest.approx(1 - 0.025 / 0.5)
    assert ("delta_sd", None) not in numbers and ("se_median", None) not in numbers


def test_what_places_make_of_the_noise_stands_beside_the_noise_floor():
    """Each id is rated once early and once late, and 0.4 higher then; with one place each, nothing is said of it."""
    ratings = table(p={"a": 0.0, "b": 0.5}, q={"a": 0.4, "b": 0.1}, r={"a": 0.1, "b": 0.0}, s={"a": 0.5, "b": 0.4})
    ratings["place"] = np.where(ratings["z_score"] > 0.3, 11.0, 1.0)
    floor = rating_error.noise_floor(SENTENCES, ratings)
    assert floor["place_share"].between(0.9, 1).all()
    assert table_of_floor.make_noise_floor(noise_floor=floor)["Variance by place"].iloc[0].startswith("0.9")
    alike = rating_error.noise_floor(SENTENCES, ratings.assign(place=3.0))
    assert alike["place_share"].isna().all() and "Variance by place" not in table_of_floor.make_noise_floor(
        noise_floor=alike
    )
