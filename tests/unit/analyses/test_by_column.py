"""Shares by the values of columns that the user names: `BY=dialect`."""

import numpy as np
import pandas as pd
import pytest

import acceptability
from acceptability import InputError
from acceptability.analyses.by_column.manifest import NONE
from acceptability.datasets.user_pairs import manifest
from helpers import write_csv

HEADER = ["pair_id", "phenomenon", "dialect", "good", "bad"]
PAIRS = [  # a system that prefers the good sentence in the north and the bad one in the south
    [f"p{n}", f"kind {n % 2}", dialect, f"The cats {n} sleep.", f"The cats {n} sleeps."]
    for n, dialect in enumerate(["north"] * 4 + ["south"] * 4 + [""] * 2)
]
SCORES = [[f"{pair[0]}.{side}", {"good": 2, "bad": 1}[side] * (-1) ** (pair[2] == "south")]
          for pair in PAIRS for side in ("good", "bad")]  # fmt: skip


@pytest.fixture
def frames() -> tuple[pd.DataFrame, pd.DataFrame]:
    return pd.DataFrame(PAIRS, columns=HEADER), pd.DataFrame(SCORES, columns=["sentence_id", "score"])


def test_each_value_has_its_own_share_and_interval(frames):
    pairs, scores = frames
    e = acceptability.evaluate(acceptability.pairs(pairs), {"GPT": scores}, by="dialect")
    by_value = e["by_column"].set_index("value")
    assert by_value["share"].to_dict() == {"north": 1, "south": 0, NONE: 1}
    assert by_value["pairs"].to_dict() == {"north": 4, "south": 4, NONE: 2} and set(by_value["column"]) == {"dialect"}
    north = e.on([row[0] for row in PAIRS[:4]])["criteria"]
    assert by_value.loc["north", ["half_low", "half_high"]].tolist() == pytest.approx(
        north.query("system == 'GPT'")[["half_low", "half_high"]].iloc[0].tolist(), nan_ok=True
    )
    assert e.table("by_column").frame["Value"].tolist() == ["north", "south", NONE]
    plain = acceptability.evaluate(acceptability.pairs(pairs), {"GPT": scores})
    pd.testing.assert_frame_equal(plain.by("dialect")["by_column"], e["by_column"])
    assert "by_column" not in plain.frames


def test_pairs_without_ratings_have_the_blimp_criterion_alone(frames):
    pairs, scores = frames
    draw = np.random.default_rng(1)
    rated = pairs.assign(good_rating=draw.normal(1, 1, 10), bad_rating=draw.normal(-1, 1, 10))
    rated.loc[rated["dialect"] == "", ["good_rating", "bad_rating"]] = np.nan
    data = acceptability.pairs(rated, standardise="sentences")
    by_value = acceptability.evaluate(data, {"GPT": scores}, by=["dialect", "phenomenon"])["by_column"]
    criteria = by_value[by_value["column"] == "dialect"].groupby("value")["criterion"].agg(set).to_dict()
    assert criteria == {"north": {"blimp", "adc"}, "south": {"blimp", "adc"}, NONE: {"blimp"}}
    assert set(by_value.query("column == 'phenomenon'")["value"]) == {"kind 0", "kind 1"}


def test_rows_that_cover_a_part_are_counted_on_that_part(frames):
    pairs, scores = frames
    part = scores[~scores["sentence_id"].str.startswith("p0.")]
    data = acceptability.pairs(pairs)
    by_value = acceptability.evaluate(data, {"GPT": scores, "part": part}, by="dialect", partial=True)["by_column"]
    counted = by_value[by_value["value"] == "north"].set_index("system")["pairs"].to_dict()
    assert counted == {"GPT": 4, "part": 3}


def test_without_by_there_is_no_such_table(frames):
    pairs, scores = frames
    e = acceptability.evaluate(acceptability.pairs(pairs), {"GPT": scores})
    assert "by_column" not in e.frames
    with pytest.raises(InputError, match="by_column: needs by="):
        e["by_column"]


def test_a_column_that_is_not_there_is_refused_everywhere(frames, tmp_path):
    pairs, scores = frames
    with pytest.raises(InputError, match="by='dialct': there is no such column .did you mean 'dialect'"):
        acceptability.evaluate(acceptability.pairs(pairs), {"GPT": scores}, by="dialct")
    with pytest.raises(InputError, match="by=.* applies only to pairs"):
        of_sentences = pd.DataFrame({"sentence": ["A cat.", "A dog."], "score": [1, 2]})
        acceptability.evaluate(acceptability.sentences(["A cat.", "A dog."]), {"GPT": of_sentences}, by="dialect")


MARKED = [  # the system prefers the good sentence of the starred pairs, and of one of the two pairs with ??
    ["Birds sing.", "*Birds sings.", 2, 1],
    ["Cats sleep.", "* Cats sleeps.", 2, 1],
    ["?Who left?", "??Whom left?", 2, 1],
    ["Dogs bark.", "??Dogs barks.", 1, 2],
    ["Hens lay.", "Hens lays.", 1, 2],
]


def test_marks_before_sentences_are_columns_for_by():
    rows = [[good, bad] for good, bad, *_ in MARKED]
    scores = pd.DataFrame(
        [[f"{n}.{side}", row[place]] for n, row in enumerate(MARKED, 1) for side, place in (("good", 2), ("bad", 3))],
        columns=["sentence_id", "score"],
    )
    e = acceptability.evaluate(
        acceptability.pairs(pd.DataFrame(rows, columns=["good", "bad"])), {"GPT": scores}, by=["bad_mark", "good_mark"]
    )
    assert e.data.pairs["bad_mark"].tolist() == ["*", "*", "??", "??", ""]
    assert e.data.pairs["good_mark"].tolist() == ["", "", "?", "", ""]
    assert e.data.sentences["sentence"].tolist()[:6:2] == ["Birds sing.", "Cats sleep.", "Who left?"]
    shares = e["by_column"].set_index(["column", "value"])["share"].to_dict()
    of_bad = {("bad_mark", "*"): 1, ("bad_mark", "??"): 0.5, ("bad_mark", NONE): 0}
    assert shares == of_bad | {("good_mark", NONE): 0.5, ("good_mark", "?"): 1}
    missed = e["disagreements"].query("kind == 'missed_by_all'")
    assert missed[["good", "bad"]].to_numpy().tolist() == [["Dogs bark.", "??Dogs barks."], ["Hens lay.", "Hens lays."]]


def test_marks_of_rows_of_sentences_and_of_columns_are_those_of_pairs(tmp_path):
    table = tmp_path / "pairs.csv"
    rows = [[sentence, mark, n // 2, 1 - n % 2] for n, (sentence, mark) in enumerate(
        [("Birds sing.", ""), ("*Birds sings.", ""), ("Cats sleep.", ""), ("Cats sleeps.", "??")])]  # fmt: skip
    write_csv(table, ["sentence", "mark", "pair_id", "label"], rows)
    entry = {"pairs": str(table), "label": "Mine", "kind": "pairs", "by": ["bad_mark"]}
    assert manifest.check(entry)[0].columns["bad_mark"] == "by" and manifest.manifest(entry).by == ("bad_mark",)
    assert acceptability.pairs(table).pairs["bad_mark"].tolist() == ["*", "??"]
    columns = pd.DataFrame({"good": ["Birds sing."], "bad": ["Birds sings."], "bad_mark": ["**"]})
    assert acceptability.pairs(columns).pairs[["good_mark", "bad_mark"]].to_numpy().tolist() == [["", "**"]]
    assert not {"good_mark", "bad_mark"} & {*acceptability.pairs(columns[["good", "bad"]]).pairs}


def test_columns_of_too_many_values_and_columns_with_names_of_the_contract(tmp_path):
    """A column that is called like one of the program's own is still the user's."""
    table = tmp_path / "pairs.csv"
    rows = [[*pair, f"note {n}", "a" if n % 2 else "b"] for n, pair in enumerate(PAIRS)]
    write_csv(table, [*HEADER, "note", "good_id"], rows)
    entry = {"pairs": str(table), "label": "Mine", "kind": "pairs"}
    assert manifest.manifest(entry | {"by": ["good_id", "phenomenon"]}).by == ("note_good_id", "phenomenon")
    assert manifest.check(entry | {"by": ["dialect"]})[0].columns["dialect"] == "by"
    for name in ("article", "bad_mark"):
        with pytest.raises(InputError, match=f"pairs.csv: BY={name}: there is no such column"):
            manifest.check(entry | {"by": [name]})
    with pytest.raises(InputError, match="BY=note: has 201 values, more than 200"):
        manifest.check_number("note", 201)
