"""Lists for participants: nobody sees both sentences of a pair, phenomena are balanced, fillers are in all."""

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import make_lists
from acceptability.datasets.user_pairs.reader import from_records, read
from acceptability.errors import InputError
from acceptability.reading.sentences import read_fillers
from acceptability.statistics.questionnaire import check_fillers, lists


def table(sizes):
    records = [
        {"pair_id": f"{name}{n}", "phenomenon": name, "good": f"good {name} {n}", "bad": f"bad {name} {n}"}
        for name, size in sizes.items()
        for n in range(size)
    ]
    sentences, pairs = from_records(records)
    return sentences.set_index("sentence_id")["sentence"], pairs


@given(st.integers(2, 7), st.integers(6, 30), st.integers(0, 30), st.integers(0, 3))
def test_each_sentence_is_in_one_list_and_the_two_of_a_pair_are_in_two(number, first, second, seed):
    texts, pairs = table({"a": first, "b": second})
    made = lists(texts, pairs, number, seed)
    where = {name: place for place, one in enumerate(made) for name in one["sentence_id"]}
    assert len(where) == sum(map(len, made)) == len(texts)
    assert all(where[f"{name}.good"] != where[f"{name}.bad"] for name in pairs["pair_id"])
    for name in "ab":
        for side, most in (("good", 1), ("bad", 2)):
            counts = [sum(it.startswith(name) and it.endswith(side) for it in one["sentence_id"]) for one in made]
            assert max(counts) - min(counts) <= most
    assert all(one["place"].tolist() == list(range(1, len(one) + 1)) for one in made)


def test_a_seed_makes_the_same_lists_and_another_one_others():
    texts, pairs = table({"a": 12})
    once, again, other = (lists(texts, pairs, 2, seed) for seed in (1, 1, 2))
    assert all(one.equals(same) for one, same in zip(once, again, strict=True))
    assert not once[0].equals(other[0])


def test_fillers_are_in_every_list():
    texts, pairs = table({"a": 4})
    made = lists(texts, pairs, 2, 1, pd.Series({"filler.1": "It rained.", "filler.2": "It snowed."}))
    assert all({"filler.1", "filler.2"} < set(one["sentence_id"]) and len(one) == 6 for one in made)


def test_pairs_that_share_a_sentence_need_more_lists():
    records = [{"pair_id": str(n), "phenomenon": "x", "good": "The same  one.", "bad": f"bad {n}"} for n in range(3)]
    sentences, pairs = from_records(records)
    texts = sentences.set_index("sentence_id")["sentence"]
    with pytest.raises(InputError, match="'The same one.' is in several pairs, so that 3 lists are too few"):
        lists(texts, pairs, 3, 1)
    made = lists(texts, pairs, 4, 1)
    for one in made:
        sides = [name.split(".")[1] for name in one["sentence_id"]]
        assert sides.count("good") <= 1 and len(set(sides)) == 1


@pytest.mark.parametrize(("size", "number"), [(1, 3), (3, 5), (3, 40)])
def test_a_list_without_a_sentence_is_one_list_too_many(size, number):
    texts, pairs = table({"a": size})
    with pytest.raises(InputError, match=f"^{number} lists are too many .* ask for {size + 1} or fewer$"):
        lists(texts, pairs, number, 1)
    assert all(len(one) for one in lists(texts, pairs, size + 1, 1))


def test_fewer_lists_replace_those_of_before_and_nothing_else(tmp_path):
    for name in ("1.csv", "2.csv", "3.csv", "4.csv", "notes.csv", "4.txt"):
        (tmp_path / name).write_text("x")
    make_lists.remove_further([tmp_path / "1.csv", tmp_path / "2.csv"])
    assert {path.name for path in tmp_path.iterdir()} == {"1.csv", "2.csv", "notes.csv", "4.txt"}


def test_answers_to_lists_are_ratings_and_fillers_count_in_z_scores(tmp_path):
    """By hand: 1, 3 and a filler, 5, have the mean 3 and the SD 2."""
    (tmp_path / "pairs.csv").write_text("pair_id,good,bad\n1,A b.,B a.\n2,C d.,D c.\n")
    answers = ["participant,sentence_id,rating"]
    for person in ("x", "y"):
        answers += [f"{person},1.good,3", f"{person},1.bad,1", f"{person},filler.9,5"]
    (tmp_path / "answers.csv").write_text("\n".join(answers))
    made = read(tmp_path / "pairs.csv", tmp_path / "answers.csv")
    assert made.sentences.set_index("sentence_id")["rating"].dropna().to_dict() == {"1.good": 0, "1.bad": -1}
    assert set(made.ratings["sentence_id"]) == {"1.good", "1.bad"}


def test_a_table_of_fillers(tmp_path):
    path = tmp_path / "fillers.csv"
    path.write_text("sentence\nIt rained. \nIt snowed.\n")
    assert read_fillers(path)[0] == {"filler.1": "It rained.", "filler.2": "It snowed."}
    path.write_text("id,text\nf,It rained.\n")
    assert read_fillers(path)[0] == {"filler.f": "It rained."}
    path.write_text("id,text\nf,It rained.\nf,It snowed.\n")
    with pytest.raises(InputError, match="fillers.csv, rows 2 and 3: have the same sentence_id 'f'"):
        read_fillers(path)
    path.write_text("id,text\n1,It rained.\nfiller.1,It snowed.\n")
    with pytest.raises(InputError, match="fillers.csv: '1' and 'filler.1' are ids of the same filler; rename one"):
        read_fillers(path)
    path.write_text("words\nx\n")
    with pytest.raises(InputError, match="fillers.csv: the column 'sentence' is missing"):
        read_fillers(path)


@pytest.mark.parametrize(
    ("fillers", "message"),
    [
        (["It rained.", "good  a 1"], "row 3: 'good a 1' is also a sentence of the pair 'a1'"),
        (["It rained.", "It snowed.", "It rained."], "row 4: 'It rained.' is also the filler in row 2"),
    ],
)
def test_a_filler_that_a_list_already_has_is_one_error(fillers, message):
    texts, pairs = table({"a": 4})
    with pytest.raises(InputError, match=message):
        check_fillers(texts, pairs, pd.Series(fillers, index=[f"filler.{n}" for n in range(len(fillers))]))
