"""What the place of a sentence does to ratings and choices: by hand and in simulated surveys."""

import numpy as np
import pandas as pd
import pytest

from acceptability.analyses.ceiling import table as human_error
from acceptability.analyses.ceiling.manifest import HUMAN_ERROR
from acceptability.analyses.choices.manifest import CHOICE_SUMMARY
from acceptability.contracts import io
from acceptability.statistics import places, rating_error

SENTENCES = pd.DataFrame({"sentence_id": ["a", "b", "c"], "construction": ["one", "one", "other"]})


def ratings(*rows) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=["participant", "sentence_id", "z_score", "place"])


def test_a_sentence_at_two_places_by_hand():
    """a: 0.5 more 10 places later; b: 0.3 less. So the slope is (0.5 − 0.3) / 2; without p or q, all that is left of a
    sentence is its answer by the other, which by the means of all says the same of the slope."""
    rows = ratings(("p", "a", 0.1, 1), ("q", "a", 0.6, 11), ("p", "b", 1.0, 11), ("q", "b", 1.3, 1), ("p", "c", 9, 4))
    made = places.effects_on_ratings(rows, SENTENCES[["sentence_id"]]).set_index("statistic")
    assert made.loc["place_slope", ["value", "number"]].tolist() == pytest.approx([0.1, 2])
    assert made.loc["place_slope_se", "value"] == pytest.approx(0)
    apart = ratings(("p", "a", 0.1, 1), ("q", "a", 0.6, 11), ("r", "b", 1.0, 11), ("s", "b", 1.3, 1))
    # without p or q: (0.25 − 0.3) / 1.5, without r or s: (0.5 − 0.15) / 1.5
    made = places.effects_on_ratings(apart, SENTENCES).set_index("statistic")
    left_out = np.array([-0.05, -0.05, 0.35, 0.35]) / 1.5 * np.sqrt(4 / (4 - 2))  # two means of four answers
    assert made.loc["place_slope_se", "value"] == pytest.approx(np.sqrt(3 * left_out.var()))


def test_sentences_of_one_construction_at_one_place_each_are_compared_over_questionnaires():
    """p and q answered one questionnaire, r and s the other, so there are two units and not four."""
    rows = ratings(("p", "a", 0.0, 1), ("q", "a", 0.2, 1), ("r", "b", 0.5, 11), ("s", "b", 0.3, 11), ("s", "c", 7, 12))
    made = places.effects_on_ratings(rows, SENTENCES).set_index("statistic")
    assert made.index.tolist() == ["place_slope_construction", "place_slope_construction_se"]
    assert made["value"].tolist() == pytest.approx([0.3, 0.0])  # either half of the answers says 0.3
    assert made["number"].tolist() == [1, 1]
    table = io.check_table(made.reset_index().assign(dataset="d"), HUMAN_ERROR, "made")
    assert human_error.make_human_error(human_error=table)["Value"].tolist() == ["0.300", "0.000"]


@pytest.mark.parametrize(
    "rows",
    [ratings(("p", "a", 0.1, 1), ("q", "a", 0.6, 1)), ratings(("p", "a", 0.1, 1)).drop(columns="place")],
)
def test_where_places_are_not_known_or_always_the_same_nothing_is_said(rows):
    assert places.effects_on_ratings(rows, SENTENCES).empty


def test_neither_better_sentences_nor_kinder_people_are_taken_for_an_effect_of_the_place():
    """The good sentences all come late; each person answers in one of two orders, and has a slope of their own."""
    generator, people, items, true = np.random.default_rng(3), 60, 40, 0.05
    hits, errors, values = 0, [], []
    for _ in range(200):
        order = generator.permutation(items)
        place = np.stack([order, items - 1 - order])[np.arange(people) % 2]
        slope = true + 0.1 * generator.normal(size=people)
        z = order / 10 + slope[:, None] * place / 10 + 0.6 * generator.normal(size=(people, items))
        units, numbers = np.tile(np.arange(items), people), np.repeat(np.arange(people), items)
        found = places.slope_within_units(z.ravel(), place.ravel() / 10, units, numbers)
        low, high = found.interval()
        hits += low <= true <= high
        errors.append(found.standard_error())
        values.append(found.value)
    assert abs(np.mean(values) - true) < 0.005
    assert 0.91 <= hits / 200 <= 0.985
    assert np.mean(errors) == pytest.approx(np.std(values), rel=0.2)


def test_choices_by_hand():
    """Paradigm p: right 1 of 2 where the good one is first, 2 of 2 where it is second; q: the place never changes."""
    pairs = pd.DataFrame({"pair_id": list("abc"), "paradigm": list("ppq"), "cluster": list("ppq")})
    rows = [("1", "a", 1, 1, 1), ("2", "a", 0, 1, 1), ("1", "b", 1, 0, 11), ("2", "b", 1, 0, 11), ("1", "c", 0, 0, 5)]
    choices = pd.DataFrame(rows, columns=["participant", "pair_id", "chose_good", "good_first", "place"])
    made = places.effects_on_choices(choices, pairs)
    assert made.set_index("statistic")["value"].to_dict() == pytest.approx({"good_first": -0.5, "place_slope": 0.5})
    assert made["number"].tolist() == [1, 1]
    io.check_table(made.assign(dataset="d"), CHOICE_SUMMARY, "made")
    assert places.effects_on_choices(choices[["participant", "pair_id", "chose_good"]], pairs).empty


NO_PAIRS = pd.DataFrame({"good_id": [], "bad_id": []}, dtype=object)


def test_the_effect_of_the_place_is_taken_off_by_hand():
    """a rises by 0.2 a place and b, of another construction, does not: at the mean place 2, a is 0.3, as it was."""
    rows = ratings(("p", "a", 0.1, 1), ("q", "a", 0.5, 3), ("p", "b", 1.0, 3), ("q", "b", 1.4, 1), ("r", "b", 1.2, 2))
    rows.loc[3:, "z_score"] = [1.0, 1.0]
    texts = SENTENCES.assign(construction=["one", "other", "other"])
    adjusted, slopes = places.without_effects(rows, texts)
    assert adjusted["z_score"].tolist() == pytest.approx([0.3, 0.3, 1.0, 1.0, 1.0]) and slopes == 2
    together, slopes = places.without_effects(rows, texts[["sentence_id"]])  # one slope: 0.4 / (1 + 1 + 1 + 1)
    assert together["z_score"].tolist() == pytest.approx([0.2, 0.4, 0.9, 1.1, 1.0]) and slopes == 1


def test_a_sentence_rated_at_later_places_is_brought_to_the_mean_place_of_all():
    rows = ratings(("p", "a", 0.1, 1), ("q", "a", 0.5, 3), ("p", "b", 1.0, 7), ("q", "b", 1.4, 9))
    adjusted, _ = places.without_effects(rows, SENTENCES[["sentence_id"]])
    assert adjusted["z_score"].tolist() == pytest.approx([0.9, 0.9, 0.6, 0.6])  # as if all stood at place 5


def test_without_places_or_with_one_a_sentence_nothing_is_taken_off():
    rows = ratings(("p", "a", 0.1, 1), ("q", "a", 0.6, 1))
    for table in (rows, rows.drop(columns="place")):
        assert places.without_effects(table, SENTENCES)[1] == 0
        assert rating_error.error_without_place(table, SENTENCES, NO_PAIRS).empty
        assert np.isnan(rating_error.place_share(table, SENTENCES))


def test_the_share_of_the_noise_that_is_place():
    """Each of 80 people rates 40 sentences in an order of their own; the effect's variance is 0.04 × 133.25 / 100."""
    generator = np.random.default_rng(11)
    place = np.stack([generator.permutation(40) + 1.0 for _ in range(80)])
    person, sentence = np.divmod(np.arange(3200), 40)
    noise, quality = 0.5 * generator.normal(size=3200), generator.normal(size=40)
    texts = pd.DataFrame({"sentence_id": [f"s{number}" for number in range(40)]})
    for slope in (0.02, 0.0):
        z = quality[sentence] + slope * place.ravel() + noise
        table = pd.DataFrame(
            {"participant": person, "sentence_id": [f"s{number}" for number in sentence], "z_score": z}
        )
        table["place"] = place.ravel()
        effect = slope**2 * place.ravel().var()
        assert rating_error.place_share(table, texts) == pytest.approx(effect / (effect + 0.25), abs=0.02)
        found = rating_error.error_without_place(table, texts, NO_PAIRS).set_index("statistic")
        assert found.index.tolist() == ["rating_sd_place", "sentence_reliability_place", "place_share"]
        assert found.loc["rating_sd_place", "value"] == pytest.approx(0.5, rel=0.03)
        assert found["number"].tolist() == [40, 40, 1]
        io.check_table(found.reset_index().assign(dataset="d"), HUMAN_ERROR, "made")
