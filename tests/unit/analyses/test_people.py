import warnings

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from acceptability.analyses.people.compute import people, swapped
from acceptability.analyses.people.manifest import PEOPLE
from acceptability.analyses.people.table import make_people, make_rating_noise, make_swapped
from acceptability.contracts import io
from acceptability.contracts.names import PANELS
from acceptability.statistics import criteria
from acceptability.statistics.clusters import Estimate
from acceptability.statistics.panels import answers
from acceptability.statistics.rating_error import delta_errors, delta_half_intervals

NUMBER, RATERS = 40, 6
NAMES = [f"{pair}.{side}" for pair in range(NUMBER) for side in "gb"]
PAIRS = pd.DataFrame({"pair_id": [f"p{pair}" for pair in range(NUMBER)], "good_id": NAMES[::2], "bad_id": NAMES[1::2]})
PAIRS = PAIRS.assign(phenomenon=np.arange(NUMBER) // 4, cluster=np.arange(NUMBER) // 4)


def panel(seed: int, prefix: str, style: float = 0.0, noise: float = 0.5) -> pd.DataFrame:
    """Answers of participants who differ in the scale that they use, by ``style``."""
    generator = np.random.default_rng(seed)
    true = np.random.default_rng(0).normal(0, 1, len(NAMES)) + np.tile([0.8, -0.8], NUMBER)
    stretch = generator.normal(1, style, RATERS)
    z = true[:, None] * stretch + generator.normal(0, noise, (len(NAMES), RATERS))
    who = [f"{prefix}{rater}" for rater in range(RATERS)]
    index = pd.MultiIndex.from_product([NAMES, who], names=["sentence_id", "participant"])
    return pd.DataFrame({"z_score": z.ravel()}, index=index).reset_index()


def sentences(ratings: pd.DataFrame) -> pd.DataFrame:
    return ratings.groupby("sentence_id", sort=False)["z_score"].mean().rename("rating").reset_index()


def human_deltas(ratings: pd.DataFrame) -> np.ndarray:
    return criteria.pair_deltas(PAIRS, sentences(ratings).set_index("sentence_id")["rating"]).to_numpy()


def statistics_of(ratings: pd.DataFrame, others: pd.DataFrame) -> pd.DataFrame:
    human = human_deltas(ratings)
    columns = pd.DataFrame({"human": human, "x/m": 0.7 * human + 0.1}, index=PAIRS["pair_id"])
    return people(sentences(ratings), PAIRS, ratings, others, columns, [0.5, 1.0])


def cell(table: pd.DataFrame, system: str, measure: str, statistic: str, threshold: float = np.nan) -> pd.Series:
    rows = table[(table["system"] == system) & (table["measure"] == measure) & (table["statistic"] == statistic)]
    return (rows if np.isnan(threshold) else rows[rows["threshold"] == threshold]).iloc[0]


def test_the_same_ratings_again_meet_everything_and_at_another_scale_less():
    ratings = panel(1, "a")
    statistics = statistics_of(ratings, ratings.assign(participant="b" + ratings["participant"]))
    for statistic, threshold in (("adc", 0.5), ("adc_se", 1.0), ("adc_se", 2.0), ("pair_r", np.nan)):
        assert cell(statistics, "people", "raw", statistic, threshold)["value"] == pytest.approx(1)
    human = human_deltas(ratings)
    sd = sentences(ratings)["rating"].std(ddof=0)
    share = criteria.meets(human, human / sd, "adc", 0.5).mean()
    assert cell(statistics, "people", "sd_1", "adc", 0.5)["value"] == pytest.approx(share) != 1
    assert set(statistics["pairs"]) == {NUMBER}
    io.check_table(statistics.assign(dataset="d"), PEOPLE, "people.csv")


def test_deltas_in_units_of_their_standard_errors_by_hand():
    ratings = panel(2, "a")
    statistics = statistics_of(ratings, panel(3, "b"))
    human = human_deltas(ratings)
    z = ratings.pivot(index="sentence_id", columns="participant", values="z_score").loc[NAMES].to_numpy()
    errors = z.var(axis=1, ddof=1) / RATERS
    errors = errors[::2] + errors[1::2]
    np.testing.assert_allclose(delta_errors(answers(ratings), PAIRS), errors)
    model = 0.7 * human + 0.1
    for units in (1.0, 2.0):
        met = (np.sign(human) == np.sign(model)) & (np.abs(human - model) < units * np.sqrt(errors))
        assert cell(statistics, "x", "m", "adc_se", units)["value"] == pytest.approx(met.mean())


def test_who_rated_matters_where_participants_differ_in_what_they_do_to_many_sentences():
    alike = statistics_of(panel(4, "a", noise=0.7), panel(5, "b", noise=0.7))
    apart = statistics_of(panel(4, "a", style=0.6), panel(5, "b", style=0.6))
    for system, measure in (("x", "m"), ("people", "raw")):
        few, many = (cell(statistics, system, measure, "adc", 0.5) for statistics in (alike, apart))
        assert many["rater_sd"] > few["rater_sd"]
    widened = cell(apart, "people", "raw", "pair_r")
    assert widened["low"] < widened["value"] < widened["high"]


def test_spearman_stands_beside_pearson_and_sees_the_order_alone():
    ratings, others = panel(4, "a", noise=1.5), panel(5, "b", style=2.0)
    human, judged = human_deltas(ratings), human_deltas(others)
    columns = pd.DataFrame({"human": human, "x/m": judged, "y/m": np.exp(judged)}).set_axis(PAIRS["pair_id"])
    statistics = people(sentences(ratings), PAIRS, ratings, others, columns, [0.5])
    rho = cell(statistics, "people", "raw", "pair_rho")
    assert rho["value"] == pytest.approx(stats.spearmanr(human, judged).statistic)
    assert rho["low"] < rho["value"] < rho["high"] and rho["rater_sd"] > 0
    by_order, again = (cell(statistics, system, "m", "pair_rho") for system in ("x", "y"))
    ends = ["value", "low", "high", "rater_sd"]
    assert by_order[ends].tolist() == pytest.approx(again[ends].tolist())
    assert cell(statistics, "y", "m", "pair_r")["value"] != pytest.approx(
        cell(statistics, "x", "m", "pair_r")["value"], abs=0.01
    )
    for correlate, name in ((stats.pearsonr, "pair_r"), (stats.spearmanr, "pair_rho")):
        alike = people(sentences(ratings), PAIRS, ratings, others.iloc[:0], columns, [0.5])
        value = cell(alike, "x", "m", name)
        masks = [PAIRS["cluster"].to_numpy() != cluster for cluster in range(10)]
        without_cluster = np.array([correlate(human[keep], judged[keep]).statistic for keep in masks])
        clusters = np.diff(np.tanh(Estimate(np.arctanh(value["value"]), np.arctanh(without_cluster)).interval()))[0]
        assert value["high"] - value["low"] > 0.86 * clusters  # raters add variance, or take a quarter away at most


def test_a_constant_that_is_as_good_as_people_is_not_beaten():
    """People at random scales around one true delta: the best constant is that delta."""
    statistics = statistics_of(panel(6, "a"), panel(7, "b"))
    row = cell(statistics, "people", "raw", "adc", 0.5)
    constant = cell(statistics, "reference", "best_constant_left_out", "adc", 0.5)
    assert row["above"] == pytest.approx(row["value"] - constant["value"])
    assert row["above_low"] < row["above"] < row["above_high"]
    assert row["excess"] == pytest.approx(row["value"] - row["chance"])


def test_the_noise_model_predicts_another_panel_of_the_same_kind():
    statistics = statistics_of(panel(8, "a", noise=0.6), panel(9, "b", noise=0.6))
    for statistic, threshold in (("adc", 0.5), ("adc", 1.0), ("pair_r", np.nan)):
        seen = cell(statistics, "people", "raw", statistic, threshold)["value"]
        assert cell(statistics, "predicted", "raw", statistic, threshold)["value"] == pytest.approx(seen, abs=0.15)
        assert cell(statistics, "judge", "raw", statistic, threshold)["value"] > seen
    assert statistics[statistics["system"].isin(["predicted", "judge"])]["low"].isna().all()


def test_without_another_panel_there_are_systems_only_and_without_common_pairs_nothing():
    ratings = panel(1, "a")
    alone = statistics_of(ratings, ratings.iloc[:0])
    assert set(alone["system"]) == {"x", "reference", "judge", "human"}
    some = statistics_of(ratings, panel(3, "b")[lambda ratings: ratings["sentence_id"].isin(NAMES[:20])])
    assert set(some["pairs"]) == {10}
    assert statistics_of(ratings, panel(3, "b").assign(sentence_id="other")).empty
    labels = {"x/m": "X"}
    told = {"panels": PANELS, "references": {"reference/random": "Random"}, "title": "Toy"}
    shown = make_people(people=alone, labels=labels, **told).frame
    assert shown["Toy"].tolist() == ["Expected ratings, predicted", "Expected ratings, SD 1, predicted", "X", "Random"]


def test_equal_deltas_have_no_predicted_correlation():
    """Test one pair: the noise model has one delta, whose variance is 0 and may be computed as less."""
    ratings = panel(1, "a")
    ratings = ratings[ratings["sentence_id"].isin(NAMES[:2])]
    columns = pd.DataFrame({"human": human_deltas(ratings)[:1], "x/m": 0.5}, index=PAIRS["pair_id"][:1])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        statistics = people(sentences(ratings), PAIRS[:1], ratings, ratings[:0], columns, [0.5])
    judge = statistics[statistics["system"] == "judge"]
    assert set(judge["statistic"]) == {"adc"} and judge["value"].notna().all()


def test_one_answer_a_sentence_has_no_standard_error():
    ratings = panel(1, "a")
    single = ratings[ratings["participant"] == "a0"]
    statistics = statistics_of(single, panel(2, "b"))
    assert "adc_se" not in set(statistics["statistic"]) and {"x", "people", "reference"} == set(statistics["system"])


def test_a_second_run_changes_nothing():
    ratings, others = panel(1, "a", style=0.3), panel(2, "b", style=0.3)
    first, second = statistics_of(ratings, others), statistics_of(ratings.sample(frac=1, random_state=1), others)
    columns = ["value", "low", "high", "rater_sd", "above_low"]
    np.testing.assert_allclose(first[columns], second[columns], atol=1e-9)


def test_a_decision_is_certain_where_no_human_delta_of_the_interval_changes_it():
    """Slowly: the ADC at many human deltas between the ends of each interval, which is Welch's."""
    ratings = panel(2, "a", noise=0.25)
    statistics = statistics_of(ratings, panel(3, "b"))
    human = human_deltas(ratings)
    by_sentence = ratings.groupby("sentence_id")["z_score"].apply(list)
    ends = [
        stats.ttest_ind(by_sentence[good], by_sentence[bad], equal_var=False).confidence_interval()
        for good, bad in zip(PAIRS["good_id"], PAIRS["bad_id"], strict=True)
    ]
    low, high = np.array(ends).T
    np.testing.assert_allclose(delta_half_intervals(answers(ratings), PAIRS), high - human)
    model = 0.7 * human + 0.1
    steps = np.linspace(0, 1, 2001)[:, None]
    for threshold in (0.5, 1.0):
        met = criteria.meets(low + steps * (high - low), model, "adc", threshold)
        sure, missed = met.all(axis=0).mean(), (~met).all(axis=0).mean()
        assert 0 < sure < met[1000].mean() < 1
        assert cell(statistics, "x", "m", "certainly_met", threshold)["value"] == pytest.approx(sure)
        assert cell(statistics, "x", "m", "certain", threshold)["value"] == pytest.approx(sure + missed)
    # No deltas, whatever they are, meet it for certain on more pairs than the human deltas themselves.
    draw = np.random.default_rng(3)
    for threshold in (0.5, 1.0):
        most = cell(statistics, "human", "rating", "certainly_met", threshold)["value"]
        sure = criteria.meets(low + steps * (high - low), human, "adc", threshold).all(axis=0)
        assert 0 < most == sure.mean() < 1
        for scale in (0.01, 0.1, 0.3):
            for _ in range(20):
                others = human + draw.normal(0, scale, NUMBER)
                met = criteria.meets(np.array([low, human, high]), others, "adc", threshold).all(axis=0)
                assert (met <= sure).all()
    assert set(statistics.loc[statistics["system"] == "human", "statistic"]) == {"certain", "certainly_met"}
    of_people = statistics.loc[statistics["system"] == "people", "statistic"]  # whose own deltas are uncertain, too
    assert "adc" in set(of_people) and not of_people.isin(["certain", "certainly_met"]).any()
    same = ratings.assign(z_score=ratings.groupby("sentence_id")["z_score"].transform("first"))
    assert (delta_half_intervals(answers(same), PAIRS) < 1e-6).all()


def test_panels_in_each_others_place():
    ratings, others = panel(4, "a"), panel(5, "b", style=0.2)
    columns = pd.DataFrame({"human": 0.0, "x/m": np.linspace(-1, 2, NUMBER)}, index=PAIRS["pair_id"])
    statistics = swapped(PAIRS, ratings, others, columns, [0.5, 1.0])
    turned = people(sentences(others), PAIRS, others, ratings, columns, [0.5, 1.0])
    pd.testing.assert_frame_equal(statistics, turned)
    share = criteria.meets(human_deltas(others), columns["x/m"], "adc", 0.5).mean()
    assert cell(statistics, "x", "m", "adc", 0.5)["value"] == pytest.approx(share)
    both = cell(statistics_of(ratings, others), "people", "raw", "pair_r")["value"]
    assert cell(statistics, "people", "raw", "pair_r")["value"] == pytest.approx(both)
    assert swapped(PAIRS, ratings, others.iloc[:0], columns, [0.5]).empty


def test_tables_of_noise_and_of_both_panels():
    ratings, others = panel(4, "a"), panel(5, "b", style=0.2)
    first = statistics_of(ratings, others)
    columns = pd.DataFrame({"human": 0.0, "x/m": np.linspace(-1, 2, NUMBER)}, index=PAIRS["pair_id"])
    second = swapped(PAIRS, ratings, others, columns, [0.5, 1.0])
    of_noise = make_rating_noise(people=first, panels=PANELS, labels={"x/m": "X"}, title="T").frame
    head = ["T", "ADC, δ = 0.5", "Certain, δ = 0.5", "Met for certain, δ = 0.5", "ADC, δ = 1", "Certain, δ = 1"]
    assert list(of_noise) == [*head, "Met for certain, δ = 1", "ADC, δ = 1 SE", "ADC, δ = 2 SE"]
    certain = cell(first, "x", "m", "certain", 0.5)["value"]
    assert of_noise.set_index("T").loc["X", "Certain, δ = 0.5"].startswith(f"{certain:.3f} [")
    choices = pd.DataFrame({"row": ["x/m"], "statistic": "pair_r", "value": 0.25, "low": 0.1, "high": 0.4})
    told = {"people": first, "people_swapped": second, "labels": {"x/m": "X", "y/m": "Y"}, "title": "T"}
    of_both = make_swapped(choice_agreement=choices, **told).frame.set_index("T")
    assert list(of_both.index) == ["The other panel", "The other panel, SD 1", "X"]
    for name, table_of in (("ratings", first), ("other people", second)):
        value = cell(table_of, "x", "m", "adc", 0.5)["value"]
        assert of_both.loc["X", f"ADC, δ = 0.5: {name}"].startswith(f"{value:.3f}")
    assert of_both.loc["X", "r with choices"] == "0.250 [0.100, 0.400]" and of_both.iloc[0]["r with choices"] == ""
    assert "r with choices" not in make_swapped(choice_agreement=None, **told).frame


def test_how_much_of_the_noise_is_place():
    """All that raters differ in is the place: half of them see each sentence 10 places later, and rate it 0.5 higher."""
    ratings = panel(1, "a", noise=0.0)
    late = ratings["participant"].isin(["a0", "a1", "a2"])
    ratings = ratings.assign(z_score=ratings["z_score"] + 0.5 * late, place=1.0 + 10 * late)
    noise = np.random.default_rng(4).normal(0, 0.01, len(ratings))
    statistics = statistics_of(ratings.assign(z_score=ratings["z_score"] + noise), ratings[:0])
    io.check_table(statistics.assign(dataset="d"), PEOPLE, "here")
    assert cell(statistics, "human", "rating", "place_share")["value"] == pytest.approx(1, abs=0.01)
    shown = make_rating_noise(people=statistics, panels=PANELS, labels={"x/m": "X"}, title="T")
    assert "0.99" in shown.note or "1.000" in shown.note
    without = statistics_of(ratings.drop(columns="place"), ratings[:0])
    assert "place_share" not in set(without["statistic"])
    assert make_rating_noise(people=without, panels=PANELS, labels={"x/m": "X"}, title="T").note == ""
