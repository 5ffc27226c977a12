"""Plausible and implausible events, with made-up rows in the form of their release."""

from importlib import import_module

import numpy as np
import pandas as pd
import pytest

from acceptability.contracts import checks, io
from acceptability.contracts.data import PAIRS, RATINGS, SENTENCES
from acceptability.datasets import registry
from acceptability.errors import InputError
from acceptability.papers.events import events
from helpers import write_csv

TYPICAL = [
    ("1", "The cat drank the milk.", "Plausible", "active"),
    ("1", "The cat drank the ink.", "Implausible", "active"),
    ("2", "The dog dug  the hole.", "Plausible", "active"),
    ("2", "The dog dug the pool.", "Implausible", "active"),
]
MEANS = [(text, kind, score) for (_, text, kind, _), score in zip(TYPICAL, ("6.5", "2", "7", "3"), strict=True)]
ROLES = [
    ("1", "The aunt is feeding the baby.", "Plausible", "active"),
    ("1", "The baby is feeding the aunt.", "Implausible", "active"),
    ("2", "The owl is hunting the mouse.", "Plausible", "active"),
    ("2", "The mouse is hunting the owl.", "Implausible", "active"),
]
ANSWERS = [  # the person's code, the answer, the sentence
    ("W9", "7", 0),
    ("W9", "2", 3),
    ("W4", "1", 1),
    ("W4", "5", 2),
    ("W4", "3", 1),
    ("W7", "7", 0),
    ("W7", "NA", 1),
    ("W7", "7", 3),
    ("W2", "NA", 0),
]
VOICES = [
    ("1", "The cook ate the soup.", "Plausible", "active", "AI", "1"),
    ("1", "The soup ate the cook.", "Implausible", "active", "AI", "1"),
    ("1", "The soup was eaten by the cook.", "Plausible", "passive", "AI", "1"),
    ("1", "The cook was eaten by the soup.", "Implausible", "passive", "AI", "1"),
    ("2", "The chef drank the broth.", "Plausible", "active", "AI", "1"),
    ("2", "The broth drank the chef.", "Implausible", "active", "AI", "1"),
    ("5", "The nurse healed the king.", "Plausible", "active", "AAN", "NA"),
    ("5", "The king healed the nurse.", "Implausible", "active", "AAN", "NA"),
    ("7", "The poet met the duke.", "Plausible", "active", "AAR", "3"),
    ("7", "The duke met the poet.", "Implausible", "active", "AAR", "3"),
]
HEADER = ("ItemNum", "Sentence", "Plausibility", "Voice")
MORE = (*HEADER, "TrialType", "SynonymPair")


def module(kind: str, name: str):
    return import_module(f"acceptability.papers.events.{kind.replace('-', '_')}.{name}")


def changed(rows: list[tuple[str, ...]], place: int, column: int, cell: str) -> list[tuple[str, ...]]:
    row = list(rows[place])
    row[column] = cell
    return [*rows[:place], tuple(row), *rows[place + 1 :]]


@pytest.fixture
def read(tmp_path):
    """Reads a dataset from made-up rows, and checks that its tables keep their contracts."""

    def make(kind, table, rated=None, header=None, answered=None, **options):
        files = {"sentences": write_csv(tmp_path / "sentences.csv", header or HEADER, table)}
        if rated is not None:
            names = ("Sentence", "Plausibility", "Score") if kind == "dtfit" else ("WorkerId", "Score", "Sentence")
            files["ratings"] = write_csv(tmp_path / "ratings.csv", answered or names, rated)
        made = module(kind, "reader").read(**files, **options)
        for name, table in (("sentences", SENTENCES), ("pairs", PAIRS), ("ratings", RATINGS)):
            io.check_table(getattr(made, name), table, name)
        checks.check_pairs(made.pairs, made.sentences, "pairs")
        return made

    return make


def said(answers: list[tuple[str, str, int]], rows=ROLES) -> list[tuple[str, str, str]]:
    return [(person, answer, rows[place][1]) for person, answer, place in answers]


def test_mean_ratings_become_z_scores_over_the_sentences(read):
    made = read("dtfit", TYPICAL, MEANS[::-1])
    assert made.sentences["sentence"].tolist()[2] == "The dog dug the hole."
    assert made.sentences["label"].tolist() == [1, 0, 1, 0]
    assert made.sentences["mean_rating"].tolist() == ["6.5", "2.0", "7.0", "3.0"]
    assert np.allclose(made.sentences["rating"], (np.array([6.5, 2, 7, 3]) - 4.625) / np.std([6.5, 2, 7, 3]))
    assert made.pairs.to_numpy().tolist() == [
        [f"dtfit.{item}.active", f"dtfit.{item}.active.plausible", f"dtfit.{item}.active.implausible", *rest]
        for item, *rest in (
            ("001", "Typical patient", "Typical patient", "The cat drank"),
            ("002", "Typical patient", "Typical patient", "The dog dug"),
        )
    ]
    assert made.ratings.empty


def test_items_with_one_agent_and_verb_are_one_cluster(read):
    rows = [*TYPICAL, ("3", "The cat drank the cream.", "Plausible", "active")]
    rows.append(("3", "The cat drank the tar.", "Implausible", "active"))
    means = [*MEANS, (rows[4][1], "Plausible", "6"), (rows[5][1], "Implausible", "1")]
    assert read("dtfit", rows, means).pairs["cluster"].tolist() == ["The cat drank", "The dog dug", "The cat drank"]


def test_single_answers_become_z_scores_within_people_who_are_numbered(read, capsys):
    made = read("events-rev", ROLES, said(ANSWERS))
    assert "2 people never gave two different answers; left out" in capsys.readouterr().out
    single = made.ratings.set_index(["participant", "sentence_id"])["z_score"]
    assert set(made.ratings["participant"]) == {"1", "2"}
    half = 0.5**0.5
    assert single["1", "events-rev.001.active.plausible"] == pytest.approx(half)
    assert single["1", "events-rev.002.active.implausible"] == pytest.approx(-half)
    assert single["2", "events-rev.001.active.implausible"] == pytest.approx(-0.5)  # the mean of both answers
    assert made.sentences["rating"].tolist() == pytest.approx([half, -0.5, 1, -half])
    assert made.sentences["mean_rating"].tolist() == ["7.0", "2.0", "5.0", "2.0"]
    assert made.pairs["cluster"].tolist() == made.pairs["pair_id"].tolist()


def test_events_that_are_plausible_in_both_orders_make_no_pair(read):
    made = read("events-adapt", VOICES, header=MORE, rows=10)
    assert made.sentences["rating"].isna().all() and made.ratings.empty
    assert made.sentences["label"].tolist() == [1, 0, 1, 0, 1, 0, 1, 0, 1, 1]
    assert made.sentences["trial_type"].tolist() == [row[4] for row in VOICES]
    pairs = ("001.active", "001.passive", "002.active", "005.active")
    assert made.pairs["pair_id"].tolist() == [f"events-adapt.{pair}" for pair in pairs]
    assert made.pairs["cluster"].tolist() == ["events-adapt synonyms 1"] * 3 + ["events-adapt event 5"]
    assert made.sentences["set"].nunique() == 3
    impossible, unlikely = module("events-adapt", "reader").PHENOMENA.values()
    assert made.pairs["phenomenon"].tolist() == [impossible] * 3 + [unlikely]
    assert made.pairs["paradigm"].tolist()[:2] == [f"{impossible}, active", f"{impossible}, passive"]


def test_the_user_may_have_the_single_ratings_of_events_in_two_voices(read):
    answers = [
        (person, str(1 + (place + shift) % 7), place) for person, shift in (("A", 0), ("B", 3)) for place in range(10)
    ]
    made = read("events-adapt", VOICES, said(answers, VOICES), header=MORE)
    assert len(made.ratings) == 20 and made.sentences["rating"].notna().all()
    with pytest.raises(InputError, match=r"ratings\.csv: nobody rates 'The duke met the poet\.'; fetch both files"):
        read("events-adapt", VOICES, said(answers[:9], VOICES), header=MORE)


@pytest.mark.parametrize(
    ("kind", "has"),
    [("dtfit", {"rated"}), ("events-rev", {"rated", "single_ratings"}), ("events-adapt", {"paradigms"})],
)
def test_what_each_set_has(kind, has):
    assert registry.manifest({"kind": kind}).has == {"pairs", "labelled", "scored"} | has
    assert module(kind, "scores").scores is events.scores  # the released ones


def test_a_users_file_of_ratings_is_an_argument_of_the_reader():
    manifest = registry.manifest({"kind": "events-adapt", "ratings": "people.csv"})
    assert manifest.files == {"ratings": "people.csv"} and manifest.ratings.single
    assert "z-scores within each person" in manifest.description


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (changed(TYPICAL, 1, 0, "one"), "row 3 (ItemNum 'one'): ItemNum is 'one', not a whole number"),
        (changed(TYPICAL, 1, 1, " "), "row 3 (ItemNum '1'): has no Sentence"),
        (changed(TYPICAL, 1, 1, TYPICAL[0][1]), "row 3 (ItemNum '1'): has the sentence of another row"),
        (changed(TYPICAL, 1, 2, "plausible"), "row 3 (ItemNum '1'): Plausibility is not Plausible or Implausible"),
        (changed(TYPICAL, 1, 3, "middle"), "row 3 (ItemNum '1'): Voice is not active or passive"),
        (changed(TYPICAL, 1, 2, "Plausible"), "is not in a pair of a plausible and an implausible sentence"),
        (changed(TYPICAL, 1, 3, "passive"), "is not in a pair of a plausible and an implausible sentence"),
        (changed(TYPICAL, 1, 0, "3"), "is not in a pair of a plausible and an implausible sentence"),
    ],
)
def test_a_wrong_row_of_sentences_is_named_with_the_mend(read, rows, message):
    with pytest.raises(InputError) as error:
        read("dtfit", rows, MEANS)
    assert message in str(error.value)
    assert "sentences.csv" in str(error.value) and "fetch the file again" in str(error.value)


@pytest.mark.parametrize(
    ("kind", "rows", "answers", "message"),
    [
        ("dtfit", TYPICAL, changed(MEANS, 1, 2, "8"), "row 3 (Sentence 'The cat drank the ink.'): Score is '8', not a"),
        ("dtfit", TYPICAL, changed(MEANS, 1, 2, "NA"), "Score is 'NA', not a number from 1 to 7"),
        ("dtfit", TYPICAL, changed(MEANS, 1, 0, MEANS[0][0]), "has the Sentence of another row"),
        ("dtfit", TYPICAL, changed(MEANS, 1, 0, "Else."), "row 3 (Sentence 'Else.'): is no sentence of the set"),
        ("dtfit", TYPICAL, MEANS[:3], "nobody rates 'The dog dug the pool.'; fetch both files again"),
        ("dtfit", TYPICAL, [(*row[:2], "4") for row in MEANS], "its ratings are all the same"),
        ("events-rev", ROLES, changed(said(ANSWERS), 1, 1, "0"), "Score is '0', not a whole number from 1 to 7"),
        ("events-rev", ROLES, changed(said(ANSWERS), 1, 1, "2.5"), "Score is '2.5', not a whole number from 1 to 7"),
        ("events-rev", ROLES, changed(said(ANSWERS), 1, 0, ""), "has no WorkerId"),
        ("events-rev", ROLES, changed(said(ANSWERS), 1, 2, "Else."), "row 3 (Sentence 'Else.'): is no sentence"),
        ("events-rev", ROLES, said(ANSWERS[:3]), "nobody rates 'The baby is feeding the aunt.'; fetch both files"),
    ],
)
def test_a_wrong_rating_is_named_with_the_mend(read, kind, rows, answers, message):
    with pytest.raises(InputError) as error:
        read(kind, rows, answers)
    assert message in str(error.value) and "ratings.csv" in str(error.value)
    assert "fetch the file again" in str(error.value) or "fetch both files again" in str(error.value)
    assert "W9" not in str(error.value)  # nobody's code is shown


def test_cut_files_unknown_types_and_missing_columns_are_refused(read):
    with pytest.raises(InputError, match=r"sentences\.csv: has 4 rows instead of 790; fetch the file again"):
        read("dtfit", TYPICAL, MEANS, **registry.manifest({"kind": "dtfit"}).options)
    with pytest.raises(InputError, match=r"ratings\.csv: has 9 rows instead of 3648; fetch the file again"):
        read("events-rev", ROLES, said(ANSWERS), rows=4, answers=3648)
    with pytest.raises(InputError, match=r"row 8 \(ItemNum '5'\): TrialType is not one of AI, AAN, AAR; fetch"):
        read("events-adapt", changed(VOICES, 6, 4, "ANA"), header=MORE)
    with pytest.raises(InputError, match="has no column 'TrialType'; fetch the file again"):
        read("events-adapt", [row[:4] for row in VOICES])
    with pytest.raises(InputError, match="has no column 'WorkerId'; fetch the file again"):
        read("events-rev", ROLES, said(ANSWERS), answered=("Worker", "Score", "Sentence"))


SCORES = [("0", text, str(-10.5 - place), "8", "5") for place, (_, text, *_) in enumerate(TYPICAL)]


@pytest.fixture
def score(tmp_path):
    """Reads released scores of TYPICAL from files of these names, which have these rows."""

    def make(measures, rows=None, **names):
        files = {}
        for part, name in names.items():
            files[part.replace("_", "-") if part != "file" else ""] = tmp_path / name
            cells = numbered(SCORES) if rows is None else rows
            cells = [row[:3] for row in cells] if "l2r" in name else cells
            (tmp_path / name).write_text("".join("\t".join(row) + "\n" for row in cells), encoding="utf-8")
        texts = [" ".join(row[1].split()) for row in TYPICAL]
        sentences = pd.DataFrame({"sentence_id": list("abcd"), "sentence": texts})
        return events.scores(files, measures, sentences, pd.DataFrame())

    return make


def numbered(rows: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    return [(str(place), *row[1:]) for place, row in enumerate(rows)]


LL = {"log_prob": "sentence-ll"}


def test_a_causal_models_scores_stand_in_one_file(score):
    table = score(LL, file="x.gpt2.sentence-ll.txt")
    assert table["sentence"].tolist() == [row[1] for row in TYPICAL]
    assert table["score"].tolist() == [-10.5, -11.5, -12.5, -13.5] and set(table["measure"]) == {"log_prob"}


def test_each_score_of_a_masked_model_stands_in_a_file_of_its_own(score):
    measures = {"pll": "sentence-pll", "l2r_context_masked": "sentence-l2r-pll"}
    table = score(measures, sentence_pll="x.bert.sentence-pll.txt", sentence_l2r_pll="x.bert.sentence-l2r-pll.txt")
    assert table["measure"].value_counts().to_dict() == {"pll": 4, "l2r_context_masked": 4}


def test_superseded_sentences_are_kept_and_equal_rows_counted_once(score):
    rows = numbered([*SCORES, SCORES[1], ("", 'The "cat" ate.', "-4", "5", "3")])
    table = score(LL, rows, file="x.gpt2.sentence-ll.txt")
    assert len(table) == 5 and table["sentence"].tolist()[-1] == 'The "cat" ate.'


@pytest.mark.parametrize(
    ("measures", "name", "message"),
    [
        ({"log_prob": "surprisal"}, "x.gpt2.sentence-ll.txt", "has no scores 'surprisal'; correct study.yaml"),
        ({"pll": "sentence-pll"}, "x.bert.sentence-l2r-pll.txt", "has no scores 'sentence-pll'; correct study.yaml"),
        ({"pll": "sentence-pll"}, "x.gpt2.sentence-ll.txt", "has no scores 'sentence-pll'; correct study.yaml"),
        (
            {"pll_word_l2r": "sentence-l2r-pll"},
            "x.bert.sentence-l2r-pll.txt",
            "the measure is called l2r_context_masked",
        ),
        ({"pll": "sentence-pll"}, "x.deberta-xxlarge-v2.sentence-pll.txt", "the released PLL of DeBERTa is not used"),
    ],
)
def test_other_metrics_and_deberta_are_refused(score, measures, name, message):
    with pytest.raises(InputError) as error:
        score(measures, file=name)
    assert name in str(error.value) and message in str(error.value) and "study.yaml" in str(error.value)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (SCORES, "row 2 (index '0'): is not in its place; fetch the file again"),
        (numbered(changed(SCORES, 1, 2, "x")), "row 2 (index '1'): score is 'x', not a number; fetch the file again"),
        (numbered(changed(SCORES, 1, 2, "NA")), "row 2 (index '1'): score is 'NA', not a number; fetch the file again"),
        (numbered(changed(SCORES, 1, 2, "11.5")), "row 2 (index '1'): score is above 0, and so no log-probability"),
        (numbered(SCORES[:3]), "has no score of 1 of the 4 sentences, the first 'The dog dug the pool.'; correct"),
        ([row[:3] for row in numbered(SCORES)], "row 1: has 3 cells instead of 5; fetch the file again"),
        ([], "is empty; fetch the file again"),
    ],
)
def test_what_is_wrong_in_a_file_of_scores_is_named_with_the_mend(score, rows, message):
    with pytest.raises(InputError) as error:
        score(LL, rows, file="x.gpt2.sentence-ll.txt")
    assert message in str(error.value) and "fetch the file again" in str(error.value)
    assert "x.gpt2.sentence-ll.txt" in str(error.value)
