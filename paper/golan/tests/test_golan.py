"""Controversial pairs of strings and people's choices, with made-up rows in the form of their release."""

from pathlib import Path

import pytest

from acceptability.contracts import checks, io
from acceptability.contracts.data import CHOICES, PAIRS, SENTENCES
from acceptability.errors import InputError
from acceptability.papers.golan import manifest, reader, scores
from helpers import write_csv

SCORES = ["bert_prob", "bert_has_a_mouth_prob"]
HEADER = ["", "subject", "sentence_pair", "Trial Number", "rating", "sentence1", "sentence2"]
HEADER += ["sentence1_model", "sentence2_model", *(f"sentence{side}_{name}" for side in "12" for name in SCORES)]
HEADER += ["sentence1_location", "binarized_choice_probability_NC_LB"]
STRINGS = {
    "x": ("Dogs do eat", "Eat dog dogs", "bert", "bert_has_a_mouth", ("-10", "-9", "-20.5", "-2")),
    "y": ("Nets of of", "We like it", "roberta_has_a_mouth", "roberta", ("-30", "-3", "-8", "-7")),
    "z": ("Kim sang well", "well sang Kim", "all", "all", ("-5", "-4", "-15", "-14")),
}
ANSWERS = [  # person, pair, place, answer, where the first string stood, the share of the others that chose the second
    ("7", "x", "1", "1.0", "left", "0.5"),
    ("7", "y", "2", "6.0", "right", "0.5"),
    ("7", "z", "3", "3.0", "left", "0"),
    ("4", "x", "3", "2.0", "right", "0.5"),
    ("4", "y", "2", "3.0", "left", "1"),
    ("4", "z", "1", "2.0", "right", "0"),
    ("9", "x", "2", "5.0", "left", "0"),
    ("9", "y", "3", "4.0", "right", "0.5"),
    ("9", "z", "1", "1.0", "left", "0"),
]


def row(person: str, pair: str, place: str, answer: str, location: str, others: str, **changes: str) -> dict[str, str]:
    first, second, *models, values = STRINGS[pair]
    cells = ["0", person, f"{first}_{second}", place, answer, first, second, *models, *values, location, others]
    return dict(zip(HEADER, cells, strict=True)) | changes


def rows(changed: int | None = None, **changes: str) -> list[dict[str, str]]:
    """The answers, one of them with other cells."""
    return [row(*answer, **(changes if place == changed else {})) for place, answer in enumerate(ANSWERS)]


def write(folder: Path, table: list[dict[str, str]], header=HEADER) -> Path:
    return write_csv(folder / "answers.csv", header, ([cells[name] for name in header] for cells in table))


def test_the_string_that_most_people_chose_is_the_good_one(tmp_path):
    made = reader.read(write(tmp_path, rows()), 9)
    io.check_table(made.sentences, SENTENCES, "sentences")
    io.check_table(made.pairs, PAIRS, "pairs")
    io.check_table(made.choices, CHOICES, "choices")
    checks.check_pairs(made.pairs, made.sentences, "pairs")
    assert made.sentences["sentence"].tolist() == [text for strings in STRINGS.values() for text in strings[:2]]
    assert "label" not in made.sentences and made.sentences["rating"].isna().all()
    columns = ["pair_id", "good_id", "bad_id", "phenomenon", "cluster", "mean_answer", "made_for"]
    assert made.pairs[columns].to_numpy().tolist() == [
        ["golan.001", "golan.001.1", "golan.001.2", "BERT: chain or PLL", "golan.001", "4.3333", "chain"],
        ["golan.002", "golan.002.2", "golan.002.1", "RoBERTa: chain or PLL", "golan.002", "4.3333", "chain"],
        ["golan.003", "golan.003.1", "golan.003.2", reader.KINDS["all"], "golan.003", "5.0000", "both"],
    ]
    columns = ["participant", "pair_id", "chose_good", "place", "good_first"]
    assert made.choices[columns].to_numpy().tolist() == [
        ["1", "golan.001", 1, 1, 1],
        ["1", "golan.002", 1, 2, 1],
        ["1", "golan.003", 1, 3, 1],
        ["2", "golan.001", 1, 3, 0],
        ["2", "golan.002", 0, 2, 0],
        ["2", "golan.003", 1, 1, 0],
        ["3", "golan.001", 0, 2, 1],
        ["3", "golan.002", 1, 3, 1],
        ["3", "golan.003", 1, 1, 1],
    ]


def test_a_pair_that_splits_people_evenly_makes_no_pair_and_no_choices(tmp_path):
    split = [(*ANSWERS[0][:5], "1"), (*ANSWERS[3][:3], "4.0", "left", "0")]
    agreed = [(*ANSWERS[2][:5], "0"), (*ANSWERS[5][:5], "0")]
    made = reader.read(write(tmp_path, [row(*answer) for answer in (*split, *agreed)]))
    assert made.pairs["pair_id"].tolist() == ["golan.002"] and set(made.choices["pair_id"]) == {"golan.002"}
    assert len(made.sentences) == 4
    with pytest.raises(InputError, match="has no pair with a preference; fetch the file again"):
        reader.read(write(tmp_path, [row(*answer) for answer in split]))


def test_there_are_choices_and_no_labels():
    assert manifest.manifest({}).has == {"scored", "pairs", "choices"}


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (rows(1, rating="7"), "rating is '7', not a whole number from 1 to 6"),
        (rows(1, rating="2.5"), "rating is '2.5', not a whole number from 1 to 6"),
        (rows(1, rating=""), "has no rating"),
        (rows(1, rating="1"), "binarized_choice_probability_NC_LB is not what the other answers give"),
        (rows(1, **{"Trial Number": "0"}), "Trial Number is '0', not a whole number"),
        (rows(1, sentence1="Nets"), "sentence_pair is not its two sentences"),
        (rows(1, sentence2="Nets of of", sentence_pair="Nets of of_Nets of of"), "its two sentences are the same"),
        (rows(1, sentence1_location="top"), "sentence1_location is not left or right"),
        (rows(1, sentence1_model="xlm"), "xlm and roberta are not two scores of a model"),
        (rows(1, sentence1_model="roberta"), "roberta and roberta are not two scores of a model"),
        (
            rows(4, sentence1_model="roberta", sentence2_model="roberta_has_a_mouth"),
            "sentence1_model is not that of the pair's other rows",
        ),
        (rows(3, subject="7"), "subject '7' answers the pair twice"),
    ],
)
def test_what_is_wrong_is_said_with_the_row_and_the_mend(tmp_path, table, message):
    with pytest.raises(InputError) as error:
        reader.read(write(tmp_path, table))
    assert message in str(error.value) and "fetch the file again" in str(error.value)
    assert "answers.csv, row " in str(error.value) or "answers.csv: " in str(error.value)


def test_a_cut_file_and_one_without_a_column_are_refused(tmp_path):
    with pytest.raises(InputError, match="has 9 rows instead of 3960; fetch the file again"):
        reader.read(write(tmp_path, rows()), manifest.manifest({}).options["rows"])
    with pytest.raises(InputError, match=r"has 8 answers by 3 people to 3 pairs instead of 9; fetch the file again"):
        reader.read(write(tmp_path, rows()[:-1]))
    with pytest.raises(InputError, match="has no column 'subject'; fetch the file again"):
        reader.read(write(tmp_path, rows(), [name for name in HEADER if name != "subject"]))


MEASURES = {"chain": "bert_prob", "pll": "bert_has_a_mouth_prob"}


def released(path: Path, measures=MEASURES):
    made = reader.read(path)
    return scores.scores({"": path}, measures, made.sentences, made.pairs)


def test_each_string_has_one_score_of_a_measure(tmp_path):
    table = released(write(tmp_path, rows()))
    assert len(table) == 12
    by_text = table.set_index(["sentence", "measure"])["score"]
    assert by_text["Eat dog dogs", "chain"] == -20.5 and by_text["Eat dog dogs", "pll"] == -2
    assert by_text["Kim sang well", "chain"] == -5
    empty = [cells | ({"sentence1_bert_prob": ""} if cells["sentence1"] == "Kim sang well" else {}) for cells in rows()]
    assert len(released(write(tmp_path, empty))) == 11


def test_two_scores_of_a_string_and_an_unknown_column_are_refused(tmp_path):
    path = write(tmp_path, rows(4, sentence2_bert_prob="-8.5"))
    with pytest.raises(InputError, match="row 6 .*sentence2_bert_prob is not that of the sentence's other rows; fetch"):
        released(path)
    path = write(tmp_path, rows(4, sentence2_bert_prob="x"))
    with pytest.raises(InputError, match="sentence2_bert_prob is 'x', not a number; fetch the file again"):
        released(path)
    with pytest.raises(InputError, match="has no scores 'gpt2_prob'; correct study.yaml; it has: bert_prob, bert_has"):
        released(write(tmp_path, rows()), {"log_prob": "gpt2_prob"})
