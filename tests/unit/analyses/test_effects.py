"""Test the power of the effect of a phenomenon: the test, its simulation, and the report."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy.special import stdtrit

from acceptability.analyses.effects.compute import DIFFERENCES, compute
from acceptability.analyses.effects.manifest import EFFECTS
from acceptability.analyses.effects.page import part
from acceptability.contracts import io
from acceptability.statistics import questionnaire
from acceptability.statistics.power.assumptions import assume
from acceptability.statistics.power.declared import ASSUMPTIONS, RATINGS
from acceptability.statistics.power.effects import MOST_PARTICIPANTS, found, needed, simulate
from acceptability.tables.checks import said_of

VALUES = {name: assumption.value for name, assumption in ASSUMPTIONS.items()}
NUMBER = 4000  # simulated experiments: the standard error of a share of 5 % is 0.34 points
DESIGNS = [(4, 2, 20), (8, 2, 13), (9, 4, 6), (20, 4, 10)]  # pairs, lists and participants in each list


def pairs_of(*sizes: int) -> pd.DataFrame:
    phenomenon = np.repeat(np.arange(len(sizes)), sizes).astype(str)
    names = np.arange(len(phenomenon)).astype(str)
    columns = {f"{what}_id": np.char.add(what[0], names) for what in ("pair", "good", "bad")}
    return pd.DataFrame(columns | dict.fromkeys(("paradigm", "phenomenon", "cluster"), phenomenon))


def of_ratings(pairs: int, lists: int, participants: int, values: dict) -> tuple[np.ndarray, np.ndarray]:
    """Return the differences of experiments without an effect, and the limits of the test, from single ratings.

    The lists are those that `make experiment` writes. Items have means of their own, which the test must ignore.
    """
    table = pairs_of(pairs)
    texts = pd.Series({name: name for side in ("good_id", "bad_id") for name in table[side]})
    draw, slope, single = np.random.default_rng(4), values["participant_sd"], values["rater_sd"]
    shape = (NUMBER, pairs)
    deviation, level = draw.normal(0, values["human_sd_pairs"], shape), draw.normal(0, 0.4, shape)
    means, by_participants, squares, freedom = np.zeros((2, *shape)), np.zeros(NUMBER), np.zeros(NUMBER), np.zeros(2)
    for of_list in questionnaire.lists(texts, table, lists, 1):
        items = of_list["sentence_id"].str[1:].astype(int).to_numpy()
        signs = np.where(of_list["sentence_id"].str[0] == "g", 1, -1)
        error = draw.normal(0, np.sqrt(single**2 - slope**2 / 4), (NUMBER, participants, len(items)))
        ratings = error + signs / 2 * draw.normal(0, slope, (NUMBER, participants, 1))
        ratings += (level[:, items] + signs / 2 * deviation[:, items])[:, None]
        of_sentences = ratings.mean(axis=1)
        means[(1 - signs) // 2, :, items] = of_sentences.T
        signed = (ratings - of_sentences[:, None]) * signs
        sums = signed.sum(axis=2) / (participants * pairs)
        by_participants += participants * sums.var(axis=1, ddof=1)
        squares += ((signed - signed.mean(axis=2, keepdims=True)) ** 2).sum(axis=(1, 2))
        freedom += (participants - 1) * np.array([1, len(items) - 1])
    differences = means[0] - means[1]
    variances = [
        by_participants,
        differences.var(axis=1, ddof=1) / pairs,
        2 * squares / freedom[1] / participants / pairs,
    ]
    variance = np.maximum(variances[0] + variances[1] - variances[2], np.maximum(variances[0], variances[1]))
    squared = sum(each**2 / df for each, df in zip(variances, (freedom[0], pairs - 1, freedom[1]), strict=True))
    return differences.mean(axis=1), stdtrit(np.floor(variance**2 / squared), 0.975) * np.sqrt(variance)


@pytest.mark.parametrize("design", DESIGNS)
def test_the_test_finds_nothing_in_95_of_100_experiments_without_an_effect(design):
    """Also if participants and pairs vary almost twice as much as in the literature; three standard errors are allowed."""
    for more in ({}, {"participant_sd": 0.5, "human_sd_pairs": 0.6}):
        differences, limits = of_ratings(*design, VALUES | more)
        assert (np.abs(differences) > limits).mean() <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / NUMBER)
        simulated = simulate(*design, VALUES | more, 20_000)
        assert (np.abs(simulated.differences) > simulated.limits).mean() <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 20_000)


@pytest.mark.parametrize("design", DESIGNS)
def test_what_is_found_is_what_single_ratings_show(design):
    differences, limits = of_ratings(*design, VALUES)
    for difference in (0.25, 0.5, 0.75):
        expected = (differences + difference > limits).mean()
        assert found(difference, *design, VALUES) == pytest.approx(expected, abs=0.035)


def test_the_number_needed_is_the_least_with_80_of_100():
    for difference, pairs in ((0.75, 4), (0.5, 8), (0.25, 20)):
        number = needed(difference, pairs, 2, VALUES)
        assert found(difference, pairs, 2, number - 1, VALUES) < 0.8 <= found(difference, pairs, 2, number, VALUES)
    assert needed(0.25, 8, 2, VALUES) is None  # pairs differ too much, however many participants there are
    assert found(0.25, 8, 2, MOST_PARTICIPANTS, VALUES) < 0.8


def test_where_there_is_no_test_nothing_is_found():
    assert simulate(3, 2, 20, VALUES) is None and simulate(8, 2, 1, VALUES) is None
    assert found(5, 3, 2, 20, VALUES) == 0 and needed(5, 3, 2, VALUES) is None
    assert found(1, 4, 30, 20, VALUES) > 0.8  # more lists than sentences: a few lists have none


def effects_of(*sizes: int, raters: int = 20, lists: int | None = None) -> pd.DataFrame:
    assumptions = pd.DataFrame({"name": list(VALUES), "value": VALUES.values()}).set_index("name")
    assumptions.loc["raters"] = raters
    effects = compute(pairs=pairs_of(*sizes), assumptions=assumptions.reset_index(), lists=lists)
    io.check_table(effects, EFFECTS, "effects")
    return effects


def test_the_table_has_the_median_the_smallest_and_the_greatest_phenomenon():
    effects = effects_of(20, 8, 8, 4, 9, lists=4)
    assert effects["pairs"].tolist() == [size for size in (8, 4, 20) for _ in DIFFERENCES]
    assert effects.groupby("pairs")["phenomena"].first().to_dict() == {4: 1, 8: 2, 20: 1}
    assert effects["lists"].eq(4).all() and effects["participants"].eq(20).all()
    assert effects_of(20, 8, 8, 4, 9, lists=4).equals(effects)  # the same again


def test_the_answer_comes_in_a_sentence_and_a_small_table():
    effects = effects_of(8, 8, 20)
    share = effects.set_index(["pairs", "difference"]).loc[(8, 0.5), "found"]
    shown = part(effects)
    assert shown.summary[0] == (
        "With 20 participants a list, a difference of 0.5 SD between acceptable and unacceptable sentences is found in "
        f"{100 * share:.0f} of 100 experiments, for a phenomenon of 8 pairs."
    )
    assert shown.summary[1] == "To find it in 80 of 100, it takes 12 participants a list, 24 in both lists."
    assert len(shown.lines) == 1 + len(DIFFERENCES) and shown.lines[0].split()[:2] == ["Difference", "(SD)"]
    printed = said_of("x", "8 pairs.", [*shown.summary, *shown.lines], Path("a"), Path("b"), [], "s", 60).split("\n")
    assert set(shown.lines) <= set(printed)  # a table is not wrapped
    assert len(shown.blocks[1].rows) == 2 * len(DIFFERENCES)


@pytest.mark.parametrize(
    ("sizes", "raters", "expected"),
    [
        ((1, 1), 20, "With 20 participants a list and 1 pair of a phenomenon, no test generalises"),
        ((9, 9), 1, "With 1 participant a list and 9 pairs of a phenomenon, no test generalises"),
        ((2, 2, 30), 20, "With 20 participants a list, a difference of 0.5 SD"),
        ((4,), 20, "Not even 200 participants a list find it in 80 of 100: more pairs are needed."),
    ],
)
def test_designs_that_find_little_say_so(sizes, raters, expected):
    shown = part(effects_of(*sizes, raters=raters))
    assert any(sentence.startswith(expected) for sentence in shown.summary)
    assert "nan" not in " ".join([*shown.summary, *shown.lines]).lower()


def test_the_differences_of_participants_come_from_the_tables_own_ratings():
    """60 participants rate one sentence of each of 80 pairs; the SD of their differences is 0.6."""
    pairs, draw, rows = pairs_of(*[8] * 10), np.random.default_rng(2), []
    for person in range(60):
        slope = draw.normal(0, 0.6)
        for place, pair in enumerate(pairs.itertuples()):
            good = (place + person) % 2 == 0
            z_score = (1 if good else -1) * (0.5 + slope / 2) + draw.normal(0, 0.6)
            rows.append((f"P{person}", pair.good_id if good else pair.bad_id, z_score))
    ratings = pd.DataFrame(rows, columns=["participant", "sentence_id", "z_score"])
    means = ratings.groupby("sentence_id")["z_score"].mean()
    sentences = pd.DataFrame({"sentence_id": means.index, "rating": means.to_numpy()})
    assumed = assume(pairs, sentences, ratings)
    assert assumed.sources["participant_sd"] == RATINGS
    assert assumed["participant_sd"] == pytest.approx(0.6, abs=0.15)
    assert assume(pairs, sentences, ratings, assumptions={"participant_sd": 0})["participant_sd"] == 0
    few = assume(pairs, sentences, ratings[ratings["participant"] == "P1"])
    assert few["participant_sd"] == VALUES["participant_sd"]
