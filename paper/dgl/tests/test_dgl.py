"""Sentences that people judged in pairs with others, with made-up rows in the form of their releases."""

from pathlib import Path

import pytest

from acceptability.contracts import checks, io
from acceptability.contracts.data import CHOICES, PAIRS, SENTENCES
from acceptability.errors import InputError
from acceptability.papers.dgl import answers, manifest, reader, scores
from helpers import write_csv

HEADER = ["phenomenon", "test_item", "original_condition", "sentence_grammatical", "sentence_ungrammatical"]
GOOD, BAD = "grammatical", "ungrammatical"
ITEMS = [
    ("NPIs", "TS 1", GOOD, "Nobody ever left", "Kim ever left"),
    ("NPIs", "TS 2", BAD, "Nobody  has ever sung", "Kim has ever sung"),
    ("Comparative Sentences", "TS 10", BAD, "More people left", "More people left"),
    ("Order of Adjectives", "TS 3", GOOD, "I saw a big red bus", ""),
    ("Order of Adjectives", "TS 8", BAD, "", "I saw a red big bus"),
    ("Plural Attraction control", "TS 1", "NA", "The keys are here", "The keys is here"),
]
PAIRS_MADE = 5
ANSWERS_HEADER = ["participant", "age", "test_item", "phenomenon", "condition", "accuracy", "repetition"]
ANSWERS = [
    ("a.csv", "CHECK1", "attention check", GOOD, "1", "1"),
    ("a.csv", "TS 1", "NPIs", GOOD, "1", "1"),
    ("a.csv", "TS 1", "NPIs", GOOD, "0", "2"),
    ("a.csv", "TS 2", "NPIs", BAD, "0", "1"),
    ("b.csv", "TS 1", "NPIs", GOOD, "1", "1"),
    ("b.csv", "TS 2", "NPIs", BAD, "1", "2"),
    ("c.csv", "TS 10", "Comparative Illusion", BAD, "1", "1"),
    ("d.csv", "TS 3", "Order of Adjectives", GOOD, "0", "1"),
    ("d.csv", "TS 8", "Order of Adjectives", BAD, "1", "1"),
]


def changed(table: list[tuple], place: int, **cells: str) -> list[tuple]:
    """The rows of a table, one of them with other cells, by their places (c0, c1 …)."""
    rows = [list(row) for row in table]
    for key, cell in cells.items():
        rows[place][int(key[1:])] = cell
    return [tuple(row) for row in rows]


def write_answers(folder: Path, table: list[tuple]) -> Path:
    return write_csv(folder / "humans.csv", ANSWERS_HEADER, [(person, "33", *cells) for person, *cells in table])


def made(folder: Path, items=ITEMS, table=ANSWERS, **rows: int):
    return reader.read(write_csv(folder / "pairs.csv", HEADER, items), write_answers(folder, table), **rows)


def test_right_first_answers_are_choices_of_the_good_sentence(tmp_path):
    found = made(tmp_path, rows=6, answer_rows=9)
    for name, contract in (("sentences", SENTENCES), ("pairs", PAIRS), ("choices", CHOICES)):
        io.check_table(getattr(found, name), contract, name)
    checks.check_pairs(found.pairs, found.sentences, "pairs")
    columns = ["pair_id", "bad_id", "phenomenon", "cluster", "judged", "acceptance", "equal_sentences"]
    illusion, order = "dgl.comparative-illusion.10", "dgl.order-of-adjectives"
    assert found.pairs[columns].to_numpy().tolist() == [
        ["dgl.npis.01", "dgl.npis.01.bad", "NPIs", "dgl.npis.01", "good", "0.6667", "false"],
        ["dgl.npis.02", "dgl.npis.02.bad", "NPIs", "dgl.npis.02", "bad", "0.5000", "false"],
        [illusion, f"{illusion}.bad", "Comparative Illusion", illusion, "bad", "0.0000", "true"],
        [f"{order}.03", f"{order}.03.bad", "Order of Adjectives", f"{order}.03", "good", "0.0000", "false"],
        [f"{order}.08", f"{order}.08.bad", "Order of Adjectives", f"{order}.03", "bad", "0.0000", "false"],
    ]
    assert found.sentences["sentence"].tolist()[2:4] == ["Nobody has ever sung", "Kim has ever sung"]
    assert found.sentences["sentence"].tolist()[6:] == ["I saw a big red bus", "I saw a red big bus"] * 2
    assert found.sentences["label"].tolist() == [1, 0] * PAIRS_MADE and found.sentences["rating"].isna().all()
    assert found.choices[["participant", "pair_id", "chose_good"]].to_numpy().tolist() == [
        ["1", "dgl.npis.01", 1],
        ["1", "dgl.npis.02", 0],
        ["2", "dgl.npis.01", 1],
        ["3", "dgl.comparative-illusion.10", 1],
        ["4", "dgl.order-of-adjectives.03", 0],
        ["4", "dgl.order-of-adjectives.08", 1],
    ]
    assert manifest.manifest({}).has == {"scored", "pairs", "choices", "labelled"}


def test_acceptance_and_shares_of_people(tmp_path):
    given = answers.read_answers(write_answers(tmp_path, ANSWERS))
    assert answers.acceptance(given).round(4).to_dict() == {
        "dgl.comparative-illusion.10": 0,
        "dgl.npis.01": 0.6667,
        "dgl.npis.02": 0.5,
        "dgl.order-of-adjectives.03": 0,
        "dgl.order-of-adjectives.08": 0,
    }
    assert answers.shares(given) == {"accepted": 0.5, "rejected": 0.75}
    assert answers.shares(given[given["time"] == 1]) == pytest.approx({"accepted": 2 / 3, "rejected": 2 / 3})


@pytest.mark.parametrize(
    ("items", "table", "message"),
    [
        (changed(ITEMS, 0, c1="TS 11"), ANSWERS, "row 2 (test_item 'TS 11'): is not an item from TS 1 to TS 10"),
        ([*ITEMS, ITEMS[0]], ANSWERS, "row 8 (test_item 'TS 1'): has the phenomenon and item of another row"),
        (changed(ITEMS, 0, c4=""), ANSWERS, "row 2 (test_item 'TS 1'): has no sentence_ungrammatical; fetch the file"),
        (changed(ITEMS, 3, c3=""), ANSWERS, "has no sentence_grammatical; fetch the file again"),
        (changed(ITEMS, 0, c2=BAD), ANSWERS, "row 2 (test_item 'TS 1'): original_condition is not the condition of"),
        (ITEMS, ANSWERS[:-1], "original_condition is not the condition of its answers; fetch both files again"),
        (ITEMS[:1] + ITEMS[2:], ANSWERS, "has 5 judged sentences instead of 4; fetch the file again"),
        (ITEMS, changed(ANSWERS, 1, c1="TS"), "row 3 (test_item 'TS'): is not an item from TS 1 to TS 10"),
        (ITEMS, changed(ANSWERS, 1, c3="good"), "row 3 (test_item 'TS 1'): condition is 'good', neither grammatical"),
        (ITEMS, changed(ANSWERS, 2, c3=BAD), "row 4 (test_item 'TS 1'): condition is not that of the item's other"),
        (ITEMS, changed(ANSWERS, 2, c4="2"), "accuracy is '2', not a whole number from 0 to 1; fetch the file again"),
        (ITEMS, changed(ANSWERS, 2, c4="NA"), "accuracy is 'NA', not a whole number from 0 to 1; fetch the file again"),
        (ITEMS, changed(ANSWERS, 2, c5="11"), "repetition is '11', not a whole number from 1 to 10; fetch the file"),
        (ITEMS, changed(ANSWERS, 2, c5="1"), "row 4 (test_item 'TS 1'): has the participant, item and repetition"),
        (ITEMS, changed(ANSWERS, 2, c0=" "), "row 4 (test_item 'TS 1'): has no participant; fetch the file again"),
    ],
)
def test_what_is_wrong_is_said_with_the_row_and_the_mend(tmp_path, items, table, message):
    with pytest.raises(InputError) as error:
        made(tmp_path, items, table)
    assert message in str(error.value) and "again" in str(error.value) and "a.csv" not in str(error.value)


def test_a_cut_file_and_one_without_a_column_are_refused(tmp_path):
    rows = manifest.manifest({}).options
    with pytest.raises(InputError, match="pairs.csv: has 6 rows instead of 90; fetch the file again"):
        made(tmp_path, rows=rows["rows"])
    with pytest.raises(InputError, match="humans.csv: has 9 rows instead of 8800; fetch the file again"):
        made(tmp_path, answer_rows=rows["answer_rows"])
    with pytest.raises(InputError, match="has no column 'repetition'; fetch the file again"):
        reader.read(tmp_path / "pairs.csv", write_csv(tmp_path / "x.csv", ANSWERS_HEADER[:-1], [("a", *["1"] * 5)]))


@pytest.fixture
def five(monkeypatch):
    """The release has five pairs."""
    monkeypatch.setattr(scores, "ROWS", PAIRS_MADE)


def surprisals(folder: Path, **cells: str) -> Path:
    table = [(*item, str(place + 0.5), str(place)) for place, item in enumerate(ITEMS)]
    table = changed(changed(table, 3, c6=""), 4, c5="")
    header = [*HEADER, "sum_surprisal_grammatical", "sum_surprisal_ungrammatical"]
    return write_csv(folder / "surprisals.csv", header, changed(table, 0, **cells))


def scored(path: Path, folder: Path, measures=None):
    data = made(folder)
    return scores.scores({"": path}, measures or {"score": "sum_surprisal"}, data.sentences, data.pairs)


def test_minus_surprisals_the_adjectives_from_each_other_s_rows(tmp_path, five):
    table = scored(surprisals(tmp_path), tmp_path)
    assert set(table["measure"]) == {"score"} and len(table) == 2 * PAIRS_MADE
    by_id = table.set_index("sentence_id")["score"]
    assert (by_id["dgl.npis.02.good"], by_id["dgl.npis.02.bad"]) == (-1.5, -1)
    for item in ("03", "08"):
        assert by_id[f"dgl.order-of-adjectives.{item}.good"] == -3.5
        assert by_id[f"dgl.order-of-adjectives.{item}.bad"] == -4


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ({"c5": "x"}, "row 2 (test_item 'TS 1'): sum_surprisal_grammatical is 'x', not a number"),
        ({"c6": ""}, "row 2 (test_item 'TS 1'): sum_surprisal_ungrammatical is '', not a number"),
        ({"c4": "Kim left"}, "row 2 (test_item 'TS 1'): 'Kim left' is not the sentence of the dataset"),
        ({"c0": "Plural Attraction control"}, "has 4 pairs instead of 5"),
    ],
)
def test_a_damaged_file_of_surprisals_is_refused(tmp_path, five, cells, message):
    with pytest.raises(InputError) as error:
        scored(surprisals(tmp_path, **cells), tmp_path)
    assert message in str(error.value) and "fetch the file again" in str(error.value)


def test_a_column_that_there_is_not_is_refused(tmp_path, five):
    with pytest.raises(InputError, match="surprisals.csv: has no column 'x'; correct study.yaml; .*: sum_surprisal"):
        scored(surprisals(tmp_path), tmp_path, {"a": "sum_surprisal", "b": "x"})
    with pytest.raises(InputError, match="single.csv: has no column 'gpt'; correct study.yaml; .*: sentence, phenom"):
        answered(single(tmp_path), tmp_path, {"a": "gpt"})


LOG_PROBS = [f"direct_sum_logprob_{side}_sentence" for side in ("good", "bad")]
NUMBERS = [f"meta_sum_logprob_{order}_first_{number}" for order in ("good", "bad") for number in (1, 2)]
RIGHT = ["direct_correct", "meta_good_correct", "meta_bad_correct", "meta_correct"]


def demands(folder: Path) -> Path:
    """A model's file: the good sentence is more probable in all pairs; prompted, 1 is the answer to all."""
    completed = [*ITEMS[:3], *((*item[:3], "I saw a big red bus", "I saw a red big bus") for item in ITEMS[3:5])]
    cells = ["-8", "-9", "-1", "-2", "-1", "-2", "True", "True", "False", "False"]
    table = [(*item, str(place), *cells) for place, item in enumerate(completed)]
    return write_csv(folder / "demands.csv", [*HEADER, "item_id", *LOG_PROBS, *NUMBERS, *RIGHT], table)


def test_log_probabilities_and_prompted_decisions(tmp_path, five):
    path = demands(tmp_path)
    table = scored(path, tmp_path, {"log_prob": "direct_sum_logprob"})
    assert len(table) == 2 * PAIRS_MADE
    assert (table["score"] == table["sentence_id"].str.endswith("good").map({True: -8, False: -9})).all()
    data = made(tmp_path)
    measures = {"both": "m", "first": "m/meta_good_correct"}
    chosen = scores.decisions({"m": path}, measures, data.sentences, data.pairs)
    assert chosen.groupby("measure")["chose_good"].agg(["size", "mean"]).to_numpy().tolist() == [[5, 0], [5, 1]]
    assert set(chosen["pair_id"]) == set(data.pairs["pair_id"])


def single(folder: Path, cells="CC NN CN NC C-", check=("attention check", "The door is red", "C", "C")) -> Path:
    """Answers of two models about the sentences that people judged; - for one that is neither."""
    texts = [item[3] if item[2] == GOOD else item[4] for item in ITEMS[:PAIRS_MADE]]
    said = [word.replace("-", " ") for word in cells.split()]
    table = [
        (item[0], text, *(cell.strip() for cell in two)) for item, text, two in zip(ITEMS, texts, said, strict=False)
    ]
    return write_csv(folder / "single.csv", ["phenomenon", "sentence", "one", "response_clean"], [check, *table])


def answered(path: Path, folder: Path, measures=None):
    data = made(folder)
    return scores.decisions({"": path}, measures or {"a": "one", "b": "response_clean"}, data.sentences, data.pairs)


def test_right_answers_about_single_sentences(tmp_path, five):
    table = answered(single(tmp_path), tmp_path)
    chosen = {measure: group.set_index("pair_id")["chose_good"] for measure, group in table.groupby("measure")}
    assert chosen["a"].tolist() == [1, 1, 0, 0, 0]  # C N C N C about good, bad, bad, good, bad
    assert chosen["b"].tolist() == [1, 1, 1, 1] and "dgl.order-of-adjectives.08" not in chosen["b"]


def test_answers_about_a_sentence_that_the_dataset_lacks_are_left_out(tmp_path, five):
    data = made(tmp_path)
    table = scores.decisions({"": single(tmp_path)}, {"a": "one"}, data.sentences.iloc[2:], data.pairs.iloc[1:])
    assert table["pair_id"].tolist() == data.pairs["pair_id"].tolist()[1:]


@pytest.mark.parametrize(
    ("cells", "check", "message"),
    [
        ("CC NN CN NC Cc", None, "row 7 (sentence 'I saw a red big bus'): response_clean is 'c', neither C nor N nor"),
        ("CC NN CN NC", None, "has 4 sentences instead of 5"),
        ("CC NN CN NC", ("NPIs", "Kim ever left", "C", "C"), "has 4 sentences of the dataset instead of 5"),
        ("CC NN CN NC", ("NPIs", "Nobody ever left", "C", "C"), "row 3 (sentence 'Nobody ever left'): is the sentence"),
    ],
)
def test_damaged_answers_are_refused(tmp_path, five, cells, check, message):
    path = single(tmp_path, cells, check) if check else single(tmp_path, cells)
    with pytest.raises(InputError) as error:
        answered(path, tmp_path)
    assert message in str(error.value) and "fetch the file again" in str(error.value)
