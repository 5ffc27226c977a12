"""Models that are asked, beside log-probabilities and people: by hand."""

import numpy as np
import pandas as pd
import pytest

from acceptability.analyses.prompting import compute as prompting
from acceptability.analyses.prompting import figure, table
from acceptability.analyses.prompting.manifest import BY_PHENOMENON, PROMPTING, UNREAD, WORDINGS
from acceptability.contracts import io
from acceptability.contracts.scoring import ANSWERS
from acceptability.figures import style
from acceptability.scoring.answers import change_per_nat, scores_of_items
from acceptability.statistics import deltas as of_deltas

TIE = 1e-4
PAIRS = pd.DataFrame({"pair_id": list("abcd"), "paradigm": "x", "phenomenon": ["one", "one", "two", "two"]})
PAIRS = PAIRS.assign(good_id=PAIRS["pair_id"] + ".good", bad_id=PAIRS["pair_id"] + ".bad", cluster=PAIRS["phenomenon"])
NAMES = [f"{pair}.{side}" for pair in "abcd" for side in ("good", "bad")]
SENTENCES = pd.DataFrame({"sentence_id": NAMES, "sentence": "x", "rating": np.nan})
RATED = SENTENCES.assign(rating=[1.0, 0.0, 2.0, 0.0, 1.0, 2.0, 3.0, 1.0])  # c is rated the other way round


def choices(scores: dict, listed: float | None = 0.5, prompt: str = "p", answer: str = "") -> pd.DataFrame:
    """ANSWERS of forced choices: scores in both orders, or lists of several answers, by pair."""
    rows = [
        ("forced_choice", prompt, pair, order, number, score, listed, answer if score is None else "")
        for pair, both in scores.items()
        for order, given in zip(("good_first", "bad_first"), both, strict=True)
        for number, score in enumerate(given if isinstance(given, list) else [given], start=1)
    ]
    made = pd.DataFrame(rows, columns=list(ANSWERS.columns)).astype({"score": float, "listed": float})
    io.check_table(made, ANSWERS, "answers")
    return made


def computed(answers: pd.DataFrame, sentences=SENTENCES, direct=(1.0, 1.0, -1.0, 1.0), people=None):
    scored = scores_of_items(answers).rename(columns={"item": "pair_id"})
    deltas = {"asked": of_deltas.deltas_of_choices(scored, sentences, PAIRS, ["forced_choice"], TIE)}
    deltas["model"] = PAIRS[["pair_id"]].assign(measure="log_prob", human_delta=np.nan, model_delta=direct)
    found = prompting.compute(
        sentences=sentences,
        pairs=PAIRS,
        answers={"asked": answers},
        deltas=deltas,
        log_prob_rows={"asked/forced_choice": "model/log_prob"},
        tie=TIE,
        dataset="mine",
        choices=people,
    )
    for contract in (PROMPTING, WORDINGS, BY_PHENOMENON, UNREAD):
        io.check_table(found[contract.name], contract, contract.name)
    return found


# a is right in both orders; b and c name the sentence that stands first; d is wrong in both.
SCORES = {"a": (2.0, 1.0), "b": (3.0, -1.0), "c": (1.0, -2.0), "d": (-1.0, -1.0)}


def test_shares_bias_and_both_orders_by_hand():
    """Means: a 1.5, b 1, c −0.5, d −1: half are right, and three of four by log-probability. First: a, b, b, c, c, d."""
    found = computed(choices(SCORES))["prompting"].iloc[0]
    assert found[["pairs", "share", "direct_share", "difference"]].tolist() == [4, 0.5, 0.75, -0.25]
    assert found[["strict", "alike", "first_option"]].tolist() == [0.25, 0.5, 0.75]
    assert found[["listed", "unanswered", "unread"]].tolist() == [0.5, 0, 0]
    assert np.isnan(found["pearson_r"]) and found["direct"] == "model/log_prob"


def test_a_tie_is_half_right_and_neither_strict_nor_alike():
    found = computed(choices(dict.fromkeys("abcd", (0.5 * TIE, -0.5 * TIE))))["prompting"].iloc[0]
    assert found[["share", "strict", "alike", "first_option"]].tolist() == [0.5, 0, 0, 0.5]


def test_a_wording_in_one_order_only_says_nothing():
    one_order = choices(SCORES, prompt="q").query("order == 'good_first'")
    assert scores_of_items(one_order).empty
    found = computed(pd.concat([choices(SCORES), one_order]))
    row, wordings = found["prompting"].iloc[0], found["wordings"].set_index("prompt")
    assert row[["share", "strict", "alike", "least", "most"]].tolist() == [0.5, 0.25, 0.5, 0.5, 0.5]
    assert wordings["pairs"].to_dict() == {"p": 4, "q": 0} and np.isnan(wordings.loc["q", "share"])


def test_repetitions_count_by_their_shares():
    """One of two answers right in the first order, two of two in the other: of four combinations, two are right."""
    scores = {"a": ([1, -1], [1, 1]), "b": ([1, 1], [-1, -1]), "c": ([1], [None]), "d": ([None], [None])}
    answers = choices(scores, listed=None, answer="?")
    assert scores_of_items(answers).set_index("item")["score"].to_dict() == {"a": 0.5, "b": 0.0}
    found = computed(answers)
    row = found["prompting"].iloc[0]
    assert row[["pairs", "share", "strict", "alike"]].tolist() == [2, 0.75, 0.25, 0.25]
    assert row["first_option"] == (1 + 0 + 2 + 2 + 1) / 9  # of nine answers that were read
    assert row[["unanswered", "unread"]].tolist() == [3 / 8, 3] and np.isnan(row["listed"])
    assert found["unread_answers"][["answer", "number"]].to_numpy().tolist() == [["?", 3]]


def test_wordings_are_averaged_and_their_range_is_shown():
    """The other wording gets all but a wrong, so the means of both wordings are a 0.75, b 0, c −0.75 and d −1."""
    other = choices({"a": (0.0, 0.0), "b": (-1.0, -1.0), "c": (-1.0, -1.0), "d": (-1.0, -1.0)}, prompt="q")
    found = computed(pd.concat([choices(SCORES), other]))
    row, wordings = found["prompting"].iloc[0], found["wordings"].set_index("prompt")
    assert row["share"] == (1 + 0.5) / 4
    assert wordings["share"].to_dict() == {"p": 0.5, "q": 0.125}
    assert row[["least", "most"]].tolist() == [0.125, 0.5]
    assert row["strict"] == (1 + 0) / 8  # of a, by the first wording


def test_r_is_with_human_deltas_and_phenomena_stand_beside_people():
    """Human deltas 1, 2, −1, 2; means 1.5, 1, −0.5, −1."""
    found = computed(choices(SCORES), RATED)
    expected = np.corrcoef([1, 2, -1, 2], [1.5, 1, -0.5, -1])[0, 1]
    assert found["prompting"]["pearson_r"].iloc[0] == pytest.approx(expected)
    by_phenomenon = found["prompting_phenomena"].set_index("phenomenon")[["share", "direct_share", "people"]]
    assert by_phenomenon.loc["one"].tolist() == [1, 1, 1] and by_phenomenon.loc["two"].tolist() == [0, 0.5, 0.5]


def test_people_who_chose_go_before_ratings():
    people = pd.DataFrame({"participant": list("vwxyz"), "pair_id": list("aabcd"), "chose_good": [1, 0, 1, 0, 0]})
    found = computed(choices(SCORES), RATED, people=people)["prompting_phenomena"]
    assert found.set_index("phenomenon")["people"].to_dict() == {"one": 0.75, "two": 0.0}


def test_sentences_that_are_asked_about():
    """Yes to a and b, whatever the sentence; rightly to the good one alone of c; nothing of d's bad one."""
    said = {"a": (1, 1), "b": (2, 1), "c": (1, -1), "d": (1, None)}
    rows = [
        ("yes_no", "p", f"{pair}.{side}", "", 1, score, 0.5, "")
        for pair, both in said.items()
        for side, score in zip(("good", "bad"), both, strict=True)
    ]
    answers = pd.DataFrame(rows, columns=list(ANSWERS.columns)).astype({"score": float})
    deltas = pd.DataFrame({"pair_id": list("abc"), "measure": "yes_no", "model_delta": [0.0, 1.0, 2.0]})
    found = prompting.compute(
        sentences=SENTENCES,
        pairs=PAIRS,
        answers={"asked": answers},
        deltas={"asked": deltas.assign(human_delta=np.nan)},
        log_prob_rows={},
        tie=TIE,
        dataset="mine",
    )["prompting"].iloc[0]
    assert found[["pairs", "share", "strict", "first_option"]].tolist() == [3, 2.5 / 3, 1 / 3, 6 / 7]
    assert np.isnan(found[["direct_share", "difference", "alike"]].astype(float)).all()
    assert found["direct"] == "" and found["unanswered"] == 1 / 8


def test_wordings_that_are_each_read_for_one_side_have_no_range():
    """One wording was read only for good sentences, the other only for bad ones; together, they have each pair."""
    rows = [
        ("yes_no", prompt, f"{pair}.{side}", "", 1, score if side == known else None, 0.5, "" if side == known else "?")
        for prompt, known, score in (("p", "good", 1.0), ("q", "bad", -1.0))
        for pair in "abcd"
        for side in ("good", "bad")
    ]
    answers = pd.DataFrame(rows, columns=list(ANSWERS.columns)).astype({"score": float})
    deltas = pd.DataFrame({"pair_id": list("abcd"), "measure": "yes_no", "model_delta": 2.0, "human_delta": np.nan})
    found = prompting.compute(
        sentences=SENTENCES,
        pairs=PAIRS,
        answers={"asked": answers},
        deltas={"asked": deltas},
        log_prob_rows={},
        tie=TIE,
        dataset="mine",
    )
    io.check_table(found["prompting"], PROMPTING, "prompting")
    assert found["prompting"]["share"].tolist() == [1] and found["wordings"]["pairs"].tolist() == [0, 0]
    assert found["prompting"][["least", "most"]].isna().all(axis=None)
    labels = {"asked/yes_no": "My model"}
    assert table.make_prompting(prompting=found["prompting"], labels=labels)["Wordings"].tolist() == [""]


def test_a_rating_changes_by_less_than_its_expected_number():
    """The expected number of options 1 to 7 has the derivative p(d) (d − E) by the log-probability of option d."""
    rng = np.random.default_rng(1)
    for logits in rng.normal(0, 3, (200, 7)):
        p = np.exp(logits) / np.exp(logits).sum()
        expected = p @ np.arange(1, 8)
        answers = pd.DataFrame({"score": [expected], "listed": [0.5]})
        assert (p * abs(np.arange(1, 8) - expected)).max() <= change_per_nat("rating", answers)
    assert np.isnan(change_per_nat("yes_no", pd.DataFrame({"score": [1.0], "listed": [np.nan]})))


@pytest.mark.parametrize("width", [style.PAGE, style.COLUMN])
def test_the_tables_and_the_figure_show_what_there_is(width):
    found = computed(choices(SCORES), RATED)
    labels = {"asked/forced_choice": "My model, asked forced choice"}
    shown = table.make_prompting(prompting=found["prompting"], labels=labels).iloc[0]
    assert shown["System"] == labels["asked/forced_choice"] and shown["By log-prob"] == "0.750"
    assert shown["Difference"].startswith("−0.250") and shown["Wordings"] == "0.500 to 0.500"
    assert (shown["Strict"], shown["Alike"], shown["First option"]) == ("0.250", "0.500", "0.750")
    rows = table.make_prompting_phenomena(prompting_phenomena=found["prompting_phenomena"], labels=labels)
    assert rows["Change"].tolist() == ["−0.500", "0.000"]  # what loses most stands first
    drawn = figure.draw_prompting(prompting=found["prompting"], labels=labels, width=width)
    right, first = drawn.axes
    offsets = [collection.get_offsets()[0, 0] for collection in right.collections[-2:]]
    assert offsets == [0.5, 0.75] and first.collections[-1].get_offsets()[0, 0] == 0.75
    style.plt.close(drawn)
