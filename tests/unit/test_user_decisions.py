"""Users' tables of which sentence of each pair systems chose."""

import pytest

from acceptability.datasets.matching import BY_ID, EXACTLY, LOOSELY, NOT
from acceptability.datasets.user_decisions import columns_of, read_decisions
from acceptability.errors import InputError
from configurations import changed, planned

PAIRS = {"1": ("He eats.", "He eat."), "2": ("We go.", "We goes."), "3": ("You run.", "You runs.")}


@pytest.fixture
def write(tmp_path):
    def written(text: str, name: str = "chosen.csv"):
        (tmp_path / name).write_text(text, encoding="utf-8")
        return tmp_path / name

    return written


def read(path):
    return read_decisions(path, columns_of(path), PAIRS)


def test_a_column_for_each_system_and_nothing_where_there_is_no_answer(write):
    path = write("pair_id,GPT-4,Another model,remark\n2,1,,fine\n1,0,1,fine\n")
    assert columns_of(path) == {"gpt_4": "GPT-4", "another_model": "Another model"}
    rows, ways = read(path)
    assert rows == [("1", "gpt_4", 0), ("2", "gpt_4", 1), ("1", "another_model", 1)]
    assert {way: len(found) for way, found in ways.items()} == {BY_ID: 2}


def test_pairs_are_found_by_their_sentences_too(write):
    path = write("sentence_good,sentence_bad,model\nHe eats.,He  eat.,1\nwe go .,We goes .,0\nX.,Y.,1\n")
    rows, ways = read(path)
    assert rows == [("1", "model", 1), ("2", "model", 0)]
    assert {way: len(found) for way, found in ways.items()} == {EXACTLY: 1, LOOSELY: 1, NOT: 1}
    assert ways[NOT] == ["row 4: 'X. / Y.'"]


def test_ids_that_are_not_those_of_the_dataset_give_way_to_sentences(write):
    rows, _ = read(write("item,good,bad,model\n77,You run.,You runs.,1\n"))
    assert rows == [("3", "model", 1)]


def test_rows_that_say_the_same_twice_count_once(write):
    assert read(write("pair_id,m\n1,1\n1,1\n2,\n2,0\n"))[0] == [("1", "m", 1), ("2", "m", 0)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "pair_id,m\n1,1\n2,2\n3,1\n",
            "row 3 (pair_id '2'): m is '2'; write 1, 0, or nothing where there is no answer",
        ),
        ("pair_id,m\n1,1\n2,yes\n3,1\n", "row 3 (pair_id '2'): m is 'yes'; write 1, 0, or nothing"),
        ("pair_id,m\n1,1\n1,0\n", "rows 2 and 3: give '1' different m; keep one"),
        ("pair_id,m\n1,-3.5\n2,0.7\n", "has no column of decisions; add one for each system: 1 where it chose the"),
        ("pair_id,m\n1,\n2,\n", "has no column of decisions"),
        ("number,m\n1,1\n", "has neither a column pair_id nor the columns good and bad; it has: number, m"),
        ("pair_id,m\n7,1\n8,0\n", "no row belongs to a pair of this dataset, not even row 2: '7'"),
        ("pair_id,A b,a-b\n1,1,0\n", "the columns 'A b' and 'a-b' have names that are too similar; rename one"),
    ],
)
def test_what_is_wrong_is_said_with_the_row_and_the_mend(write, text, message):
    path = write(text)
    with pytest.raises(InputError) as error:
        read(path)
    assert message in str(error.value) and str(path) in str(error.value)


def test_a_column_that_is_named_must_be_there(write):
    path = write("pair_id,m\n1,1\n")
    with pytest.raises(InputError, match="has no column 'x'; correct measures; it has: m"):
        read_decisions(path, {"x": "x"}, PAIRS)


@pytest.fixture
def config(write) -> dict:
    pairs = write("pair_id,good,bad\n1,He eats.,He eat.\n", "pairs.csv")
    path = write("pair_id,m\n1,1\n")
    entry = {"label": "Chosen", "path": str(path)}
    mine = {"mine": {"kind": "pairs", "label": "Mine", "pairs": str(pairs)}}
    return {"run": ["chosen"], "datasets": mine, "criteria": {"thresholds": [1]}, "decisions": {"chosen": entry}}


def test_a_table_of_decisions_is_a_system_without_scores(config):
    plan = planned(config)
    (dataset,) = plan.scored
    assert plan.systems["chosen"].rows == ("chosen/m",) and dataset.row_labels == {"chosen/m": "Chosen m"}
    assert dataset.scorers == [] and {"partial", "pairs"} <= dataset.has and "scores" not in dataset.has
    assert str(config["decisions"]["chosen"]["path"]) in plan.own_files


def test_nothing_can_be_chosen_where_there_are_no_pairs(config, write):
    sentences = {"kind": "sentences", "label": "x", "sentences": str(write("sentence\nHe eats.\n", "s.csv"))}
    with pytest.raises(InputError, match="decisions.chosen.dataset: has no pairs, so nothing can be chosen"):
        planned(changed(config, "datasets", {"alone": sentences}))
