"""Whether places of answers are the order of presentation: by hand, and in tables as people have them."""

import warnings

import numpy as np
import pandas as pd
import pytest

import acceptability
from acceptability.errors import InputError
from acceptability.reading import presentation


def table(*places_of_people: list, sentences: str = "abcd") -> dict[str, list]:
    """Return the answers of p, q … to the first sentences, at these places."""
    rows = [
        (name, place, sentence)
        for name, places in zip("pqrs", places_of_people, strict=False)
        for place, sentence in zip(places, sentences, strict=False)
    ]
    return dict(zip(("people", "places", "sentences"), map(list, zip(*rows, strict=True)), strict=True))


@pytest.mark.parametrize("places", [[1, 2, 3, 4], [4, 2, 1, 3], [1, None, 3, 2]])
def test_places_that_count_answers_are_not_doubtful(places):
    assert presentation.doubts(**table(places, [2, 1, 4, 3] if None not in places else places)) == []


def test_several_answers_at_one_place_are_reported_unless_places_are_blocks():
    blocks = table([1, 1, 2, 2], [2, 1, 1, 2])
    (said,) = presentation.doubts(**blocks, header="block")
    assert said.startswith("block: 2 of 2 participants have several answers at one place (such as 2 at 1);")
    assert presentation.doubts(**blocks, numbers="block") == []


@pytest.mark.parametrize(
    ("places", "said"),
    [
        (
            ([1, 3, 4, 6], [2, 3, 5, 6]),
            "the places of 2 of 2 participants have gaps, as where other sentences, such as",
        ),
        (([1, 2, 4, 5], [1, 2, 3, 4]), "the places of 1 of 2 participants have gaps"),
        (([5, 6, 7, 8], [8, 7, 6, 5]), "nobody has an answer at 1 to 4: this is right if other sentences"),
        (([2, 4, 6, 8], [8, 6, 4, 2]), "nobody has an answer at 1, 3, 5 and others"),
        (([2, 3, 10, 11], [2, 3, 10, 11]), "nobody has an answer at 1 and 4 to 9"),
        (([1, 1.5, 2, 3], [1, 2, 3, 4]), "has places that are not whole numbers"),
    ],
)
def test_gaps_are_reported_in_one_line(places, said):
    (found,) = presentation.doubts(**table(*places))
    assert found.startswith(f"place: {said}")


def test_another_column_that_counts_the_answers_of_everybody_is_named():
    labels = table([2, 2, 10, 10], [10, 10, 2, 2])
    order = {"trial": ["1", "2", "3", "4", "4", "3", "1", "2"]}
    assert "the column trial counts 1, 2, 3" in presentation.doubts(**labels, columns=order)[-1]
    assert len(presentation.doubts(**labels, numbers="block", columns=order)) == 1  # a gap
    other = {"trial": ["3", "4", "1", "2", "1", "2", "3", "4"]}
    assert "in another order" in presentation.doubts(**labels, numbers="block", columns=other)[-1]
    chronological = table([1, 1, 2, 2], [2, 2, 1, 1])
    assert presentation.doubts(**chronological, numbers="block", columns=order) == []
    whole = table([1, 2, 3, 4], [4, 3, 1, 2])
    assert presentation.doubts(**whole, columns=order) == []
    assert presentation.doubts(**whole, columns={"index": ["0", "1", "2", "3", "3", "2", "0", "1"]}) == []


@pytest.mark.parametrize(
    "column",
    [
        ["1", "2", "3", "4", "1", "2", "3", "4"],  # one number for each sentence: items
        ["1", "2", "3", "3", "4", "3", "1", "2"],
        ["1", "2", "3", "", "4", "3", "1", "2"],
        ["x", "y", "z", "u", "x", "y", "z", "v"],
        ["1", "2", "3", "4", "4", "3", "1", "6"],
    ],
)
def test_items_and_other_numbers_are_no_order(column):
    places = table([1, 1, 2, 2], [2, 2, 1, 1])
    assert presentation.doubts(**places, numbers="block", columns={"other": column}) == []
    assert len(presentation.doubts(**places, columns={"other": column})) == 1


PAIRS = [(f"Good {number}.", f"Bad {number}.") for number in range(3)]


def answers(block: bool = True) -> pd.DataFrame:
    """Return the answers of five people to six sentences, each in an order of their own, in blocks of two."""
    draw = np.random.default_rng(2)
    rows = [
        {
            "participant": f"p{person}",
            "sentence_id": f"{1 + name // 2}.{('good', 'bad')[name % 2]}",
            "rating": 6 - 3 * (name % 2) + draw.integers(0, 2),
            "place": 10 - trial // 2 if block else trial,
            "trial": trial,
        }
        for person in range(5)
        for trial, name in enumerate(draw.permutation(6), start=1)
    ]
    return pd.DataFrame(rows)


def test_a_users_table_of_answers_is_warned_about():
    with pytest.warns(UserWarning) as raised:
        made = acceptability.pairs(PAIRS, answers())
    said = "\n".join(str(one.message) for one in raised)
    assert "place: 5 of 5 participants have several answers at one place (such as 2 at " in said
    assert "add place_is='block'" in said
    assert "place: the column trial counts 1, 2, 3 … within every participant, in another order" in said
    assert "place: nobody has an answer at 1 to 6" in said
    assert any("several answers at one place" in line for line in made.reading.lines)
    for words, absent in (({"place_is": "block"}, "several answers"), ({"place": "trial"}, "place")):
        with warnings.catch_warnings(record=True) as raised:
            warnings.simplefilter("always")
            acceptability.pairs(PAIRS, answers(), **words)
        assert not any(absent in str(one.message) for one in raised)


def test_what_a_place_numbers_is_one_of_two_words():
    with pytest.raises(InputError, match="place_is=|PLACE_IS=list: write answer or block"):
        acceptability.pairs(PAIRS, answers(), place_is="list")


def test_declared_answers_are_warned_about(tmp_path):
    path = tmp_path / "answers.csv"
    answers().to_csv(path, index=False)
    row = {"participant": "participant", "sentence": "sentence_id", "rating": "rating", "place": "place"}
    entry = {"unit": "answer", "file": str(path), "row": row}
    with pytest.warns(UserWarning, match="the column trial counts 1, 2, 3"):
        acceptability.declared(entry)
    with pytest.warns(UserWarning) as raised:
        acceptability.declared(entry | {"place_is": "block", "row": row | {"place": "place"}})
    assert "several answers" not in str(raised[0].message)
