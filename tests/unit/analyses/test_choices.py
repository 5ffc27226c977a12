"""People who chose a sentence of a pair: shares, reliability and systems beside them, by hand and in made worlds."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binomtest, norm

from acceptability.analyses.choices.manifest import CHOICE_AGREEMENT, CHOICE_SUMMARY, CHOOSERS, CHOSEN_PAIRS
from acceptability.contracts import io
from acceptability.statistics import choices

PAIRS = pd.DataFrame({"pair_id": list("abcde"), "paradigm": list("ppqqr"), "phenomenon": list("xxxyy")})
PAIRS["cluster"] = PAIRS["paradigm"]
#          a: 3 of 4, b: 4 of 4, c: 1 of 4, d: 2 of 4; e was not judged
CHOSEN = {"a": [1, 1, 1, 0], "b": [1, 1, 1, 1], "c": [0, 1, 0, 0], "d": [1, 0, 1, 0]}
CHOICES = pd.DataFrame(
    [(str(person), pair, good) for pair, given in CHOSEN.items() for person, good in enumerate(given)],
    columns=["participant", "pair_id", "chose_good"],
)


def test_pairs_and_people():
    table = choices.by_pair(CHOICES, PAIRS)
    assert table["share"].tolist() == [0.75, 1, 0.25, 0.5]
    assert table["majority"].tolist() == ["right", "right", "wrong", "split"]
    people = choices.by_person(CHOICES)
    assert people["right"].tolist() == [3, 3, 3, 1]
    assert people["p"].tolist() == pytest.approx([binomtest(k, 4, alternative="greater").pvalue for k in (3, 3, 3, 1)])
    io.check_table(table, CHOSEN_PAIRS, "made")
    io.check_table(people, CHOOSERS, "made")


def test_summary_by_hand():
    made = choices.summarise_choices(CHOICES, PAIRS, choices.reliabilities(CHOICES, PAIRS))
    value = made.set_index("statistic")["value"]
    assert value["answers"] == 16 and value["participants"] == 4
    assert value["individual"] == (0.75 + 1 + 0.25 + 0.5) / 4
    assert (value["majority"], value["split"], value["unanimous"]) == (2 / 4, 1 / 4, 1 / 4)
    assert value["best_guess"] == (0.75 + 1 + 0.75 + 0.5) / 4
    # a: three agree with two of their three others, one with none; c the same; d: each disagrees with two of three
    assert value["one_against_others"] == pytest.approx((3 / 4 + 1 + 3 / 4 + 0) / 4)
    io.check_table(made.assign(dataset="d"), CHOICE_SUMMARY, "made")


def test_excluded_answers_count_only_where_the_summary_says_so():
    """A fifth person, excluded, chose the wrong sentence of a: 3 of 5 of its answers would be right."""
    more = pd.DataFrame({"participant": ["4"], "pair_id": ["a"], "chose_good": [0], "excluded": [1]})
    every = pd.concat([CHOICES.assign(excluded=0), more], ignore_index=True)
    pd.testing.assert_frame_equal(choices.without_excluded(every), CHOICES)
    made = choices.with_excluded(every, PAIRS)
    assert made["statistic"].tolist() == ["individual_all"]
    assert made["value"].item() == pytest.approx((0.6 + 1 + 0.25 + 0.5) / 4)
    assert choices.without_excluded(CHOICES) is CHOICES and choices.with_excluded(CHOICES, PAIRS).empty


def test_what_one_person_and_the_others_choose_is_counted_over_people():
    """The slow way: each person against the majority of the others, a split counting as half."""
    generator = np.random.default_rng(2)
    given = {name: generator.integers(0, 2, size) for name, size in zip("abcde", (5, 6, 7, 3, 4), strict=True)}
    made = pd.DataFrame([(str(i), pair, c) for pair, cs in given.items() for i, c in enumerate(cs)])
    table = choices.by_pair(made.set_axis(["participant", "pair_id", "chose_good"], axis=1), PAIRS)
    for value, chosen in zip(choices._one_against_others(table), given.values(), strict=True):
        slow = []
        for person, answer in enumerate(chosen):
            others = np.delete(chosen, person)
            sign = np.sign(2 * others.sum() - len(others))
            slow.append(0.5 if sign == 0 else float((sign > 0) == (answer == 1)))
        assert value == pytest.approx(np.mean(slow))


RELIABLE = {"pairs_over_people": (0.81, 4), "paradigms_over_people": (0.64, 2), "paradigms_over_pairs": (0.25, 2)}


def agreement(deltas, accuracies=None):
    columns = pd.DataFrame({"human": np.nan, "m/x": deltas}, index=pd.Index(PAIRS["pair_id"]))
    made = choices.agreement(columns, CHOICES, PAIRS, accuracies or {}, RELIABLE)
    io.check_table(made.assign(dataset="d"), CHOICE_AGREEMENT, "made")
    return made.set_index(["row", "statistic"])


def test_agreement_by_hand():
    found = agreement([2, -1, 0, 1, 9])["value"]
    assert found["m/x", "answers"] == pytest.approx((0.75 + 0 + 0.5 + 0.5) / 4)
    assert found["m/x", "majority"] == pytest.approx((1 + 0 + 0.5) / 3)  # people are split on d
    assert found["m/x", "pair_r"] == pytest.approx(np.corrcoef([2, -1, 0, 1], [0.75, 1, 0.25, 0.5])[0, 1])


def test_ceilings_are_those_of_what_is_compared():
    """A system is scored on other pairs of the paradigms than people, unless all were judged."""
    found = agreement([2, -1, 0, 1, 9], {"g/accuracy": pd.Series({"p": 0.5, "q": 0.8, "r": 0.1})})["ceiling"]
    assert found["m/x", "pair_r"] == pytest.approx(0.9)
    assert found["m/x", "paradigm_r"] == found["g/accuracy", "paradigm_r"] == pytest.approx(0.5)
    columns = pd.DataFrame({"human": np.nan, "m/x": [2, -1, 0, 1]}, index=pd.Index(list("abcd")))
    judged = choices.agreement(columns, CHOICES, PAIRS[:4], {}, RELIABLE).set_index("statistic")["ceiling"]
    assert judged["paradigm_r"] == pytest.approx(0.8)


def test_somebody_who_guesses_is_found():
    pairs = pd.DataFrame({"pair_id": [str(n) for n in range(24)], "paradigm": "p", "phenomenon": "x", "cluster": "p"})
    right = {"sure": [1] * 24, "guess": [1, 0] * 12}
    rows = [(who, str(n), good) for who, given in right.items() for n, good in enumerate(given)]
    rows += [("few", "0", 0), ("few", "1", 1)]  # of two answers, nothing is said
    made = pd.DataFrame(rows, columns=["participant", "pair_id", "chose_good"])
    row = choices.summarise_choices(made, pairs, {}).set_index("statistic").loc["at_chance"]
    assert (row["value"], row["number"]) == (1, 2)


def test_no_fixed_choice_agrees_more_than_the_ceiling():
    best = agreement([1, 1, -1, 1, 1]).loc[("m/x", "answers")]
    assert best["value"] == pytest.approx(best["ceiling"])
    assert agreement([1, 1, -1, 1, 1]).loc[("m/x", "majority"), "value"] == 1


def reliabilities(truth: np.ndarray, people: int, generator) -> dict:
    """Return the reliabilities of choices by people who are right with these probabilities; a paradigm has five pairs."""
    table = pd.DataFrame({"pair_id": [str(n) for n in range(len(truth))], "phenomenon": "x"})
    table["paradigm"] = table["cluster"] = [str(n // 5) for n in range(len(truth))]
    given = generator.random((len(truth), people)) < truth[:, None]
    made = pd.DataFrame({"participant": np.tile(np.arange(people), len(truth)).astype(str)})
    made = made.assign(pair_id=np.repeat(table["pair_id"], people).to_numpy(), chose_good=given.ravel().astype(int))
    return choices.reliabilities(made, table)


def test_reliability_in_a_world_where_it_is_known():
    """Pairs' true shares have variance v; n answers add p(1 − p)/n: reliability v / (v + mean of that)."""
    generator = np.random.default_rng(7)
    pairs, people = 400, 20
    truth = generator.uniform(0.3, 1, pairs)
    expected = truth.var() / (truth.var() + (truth * (1 - truth)).mean() / people)
    found = reliabilities(truth, people, generator)
    assert found["pairs_over_people"][0] == pytest.approx(expected, abs=0.03)
    means = pd.Series(truth).groupby(np.arange(pairs) // 5).mean()
    noise = (truth * (1 - truth)).mean() / people / 5
    assert found["paradigms_over_people"][0] == pytest.approx(means.var(ddof=0) / (means.var(ddof=0) + noise), abs=0.06)
    assert abs(found["paradigms_over_pairs"][0]) < 0.35  # paradigms do not differ in truth: nothing carries over


def test_reliability_over_pairs_where_paradigms_differ():
    """Shares of a paradigm's pairs scatter around its own: variances of paradigms, and of five pairs' mean."""
    generator = np.random.default_rng(8)
    number, people = 100, 20
    level = generator.uniform(0.4, 0.9, number)
    shares = (level[:, None] + generator.uniform(-0.1, 0.1, (number, 5))).ravel()
    noise = (0.2**2 / 12 + (shares * (1 - shares)).mean() / people) / 5
    expected = level.var() / (level.var() + noise)
    found = reliabilities(shares, people, generator)
    assert found["paradigms_over_pairs"][0] == pytest.approx(expected, abs=0.03)


def test_a_pair_with_one_answer_leaves_the_reliability_of_its_paradigm():
    """Ten paradigms of four pairs with eight answers each; then each has one more pair, with one answer."""
    generator = np.random.default_rng(9)
    paradigms = np.repeat(np.arange(10), 5)
    table = pd.DataFrame({"pair_id": [str(n) for n in range(50)], "paradigm": paradigms.astype(str)})
    table = table.assign(phenomenon="x", cluster=table["paradigm"])
    answers = np.where(np.arange(50) % 5 == 4, 1, 8)
    who = np.concatenate([np.arange(number) for number in answers]).astype(str)
    right = generator.random(answers.sum()) < np.repeat(0.3 + paradigms / 20, answers)
    every = pd.DataFrame({"participant": who, "pair_id": np.repeat(table["pair_id"], answers).to_numpy()})
    every["chose_good"] = right.astype(int)
    repeated = table["pair_id"][answers > 1]
    of_all = choices.reliabilities(every, table)
    expected = choices.reliabilities(every[every["pair_id"].isin(repeated)], table)
    for name in ("pairs_over_people", "paradigms_over_people"):
        assert of_all[name][0] == pytest.approx(expected[name][0], abs=0.02)  # by other splits
    assert (of_all["pairs_over_people"][1], of_all["paradigms_over_people"][1]) == (40, 10)
    assert of_all["paradigms_over_pairs"][1] == 10  # shares of one answer are shares


def test_choices_as_a_system_have_thurstones_deltas_at_the_best_scale_of_other_clusters():
    human = pd.Series({"a": 0.5, "b": 1.2, "c": -0.4, "d": 0.3, "e": 2.0})
    made = choices.beside_ratings(CHOICES, PAIRS, human, [0.5]).set_index("statistic")
    p = np.array([3.5, 4.5, 1.5, 2.5]) / 5
    deltas = np.sqrt(2) * norm.ppf(p)
    assert made.loc["rated_r", "value"] == pytest.approx(np.corrcoef(deltas, human[:4])[0, 1])
    assert (made["number"] == 4).all() and deltas[3] == 0
    # p: a .74, b 1.81; q: c -.74, d 0, a tie. On q, factors between 0 and 1.21 keep c; their middle brings a to .45 and
    # b to 1.10. On p, factors between .39 and .94 keep both; their middle brings c to -.49. All but
    # d, which counts as half.
    assert made.loc["rated_adc", "value"] == 3.5 / 4
    assert choices.beside_ratings(CHOICES, PAIRS, human.iloc[3:], [0.5]).empty
    whole = pd.concat([choices.summarise_choices(CHOICES, PAIRS, {}), made.reset_index()])
    io.check_table(whole.assign(dataset="d"), CHOICE_SUMMARY, "made")
