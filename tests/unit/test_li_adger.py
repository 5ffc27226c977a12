import math

import pandas as pd
import pytest

from acceptability.contracts import io
from acceptability.datasets import li_adger
from acceptability.errors import InputError


@pytest.mark.parametrize(
    ("name", "condition", "mark", "token"),
    [
        ("32.1.martin.1a.g.01", "32.1.martin.1a.g", "g", "01"),
        ("ch8.150.*.01", "ch8.150.*", "*", "01"),
        ("41.1.Muller.25b.??(*).08", "41.1.Muller.25b.??(*)", "??(*)", "08"),
        ("34.1.phillips.93b.?*.01", "34.1.phillips.93b.?*", "?*", "01"),
        ("33.2.bowers.7b.i.*.03", "33.2.bowers.7b.i.*", "*", "03"),
        # the authors looked for a letter g anywhere in the id: these two are starred
        ("41.4.Bruening.9b.*.05", "41.4.Bruening.9b.*", "*", "05"),
        ("41.4.Haegeman.18b.*.02", "41.4.Haegeman.18b.*", "*", "02"),
    ],
)
def test_marks_come_from_the_last_field_but_one(name, condition, mark, token):
    assert li_adger.parse_ids(pd.Series([name])).iloc[0].tolist() == [condition, mark, token]


@pytest.mark.parametrize("name", ["g.01", "a.x.01", "a.g.1", "a.g", "", ".g.01"])
def test_other_ids_are_refused_by_name(name):
    with pytest.raises(InputError, match="two digits"):
        li_adger.parse_ids(pd.Series([name]))


def raw_files(folder, sentence="Which chef cooked which entrée?", rating="0.5"):
    header = "dataset,notes,typo?,id,sentence"
    cells = f"LI,a note ,‘do' → 'are',1.x.1a.g.01,\"{sentence}\""
    (folder / "s.csv").write_bytes(f"{header},sent_length\r\n{cells},7\r\n".encode())
    (folder / "r.csv").write_bytes(f"{header},judgement\r\n{cells},{rating}\r\n".encode())
    return io.read_raw_csv(folder / "s.csv"), io.read_raw_csv(folder / "r.csv")


def test_sentences_with_crlf_curly_quotes_and_stray_spaces(tmp_path):
    table = li_adger.sentences(*raw_files(tmp_path, sentence=" The  guard’s “dog”, a café’s. "))
    row = table.iloc[0]
    assert row["sentence"] == "The guard's \"dog\", a café's."
    assert (row["rating"], row["label"], row["source"], row["token"]) == (0.5, 1, "LI", "01")
    assert (row["note"], row["typo"]) == ("a note", "‘do' → 'are'")


@pytest.mark.parametrize("missing", ["", "NA", "#N/A"])
def test_a_missing_rating_is_nan(tmp_path, missing):
    assert math.isnan(li_adger.sentences(*raw_files(tmp_path, rating=missing))["rating"].iloc[0])


def test_files_that_disagree_are_refused(tmp_path):
    sentences, ratings = raw_files(tmp_path)
    ratings["sentence"] = "Another."
    with pytest.raises(InputError, match="same column 'sentence'"):
        li_adger.sentences(sentences, ratings)


def test_cr_line_ends(tmp_path):
    (tmp_path / "c.csv").write_bytes(b"bad,good,list\ra.*.01,a.g.01,2\rb.*.01,b.g.01,3")
    conditions = io.read_raw_csv(tmp_path / "c.csv")
    renamed = pd.DataFrame({"bad": ["b.*"], "good": ["b.g"], "li_adger_bad": ["b.*"], "li_adger_good": ["b1.g"]})
    phenomena = li_adger.li_phenomena(conditions, renamed)
    assert dict(phenomena.itertuples(index=False, name=None)) == {
        "a.*": "a.*",
        "a.g": "a.*",
        "b.*": "b.*",
        "b1.g": "b.*",
    }


def test_a_renamed_condition_that_is_not_listed_is_refused():
    conditions = pd.DataFrame({"bad": ["a.*.01"], "good": ["a.g.01"]})
    renamed = pd.DataFrame({"bad": ["z.*"], "good": ["z.g"], "li_adger_bad": ["y.*"], "li_adger_good": ["y.g"]})
    with pytest.raises(InputError, match="1 of the renamed"):
        li_adger.li_phenomena(conditions, renamed)


def test_pairs_of_the_release_leave_out_the_discarded_but_keep_the_unrated():
    curated = pd.DataFrame(
        {
            "pair_id": ["kept", "discarded", "unrated"],
            "good_id": ["a", "b", "c"],
            "bad_id": ["x", "y", "z"],
            "discarded": [False, True, True],
            "note": ["", "ng", "no data"],
        }
    )
    sentences = pd.DataFrame({"sentence_id": list("abcxyz"), "rating": [1, 1, None, 1, 1, 1]})
    released = li_adger.released_pairs(curated, sentences)
    assert released["pair_id"].tolist() == ["kept", "unrated"]
    assert not {"discarded", "note"} & set(released)
