import math
import re

import pandas as pd
import pytest

from acceptability.contracts import io
from acceptability.contracts.data import RATINGS, SENTENCES
from acceptability.datasets import registry
from acceptability.errors import InputError
from acceptability.papers.adc.li_adger import manifest
from acceptability.papers.adc.li_adger import reader as li_adger
from helpers import replaced


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
    return folder / "s.csv", folder / "r.csv"


def test_sentences_with_crlf_curly_quotes_and_stray_spaces(tmp_path):
    table = li_adger.read_sentences(*raw_files(tmp_path, sentence=" The  guard’s “dog”, a café’s. "), {})
    row = table.iloc[0]
    assert row["sentence"] == "The guard's \"dog\", a café's."
    assert (row["rating"], row["label"], row["source"], row["token"]) == (0.5, 1, "LI", "01")
    assert (row["note"], row["typo"]) == ("a note", "‘do' → 'are'")


@pytest.mark.parametrize("missing", ["", "NA", "#N/A"])
def test_a_missing_rating_is_nan(tmp_path, missing):
    assert math.isnan(li_adger.read_sentences(*raw_files(tmp_path, rating=missing), {})["rating"].iloc[0])


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


def test_pairs_of_the_release_leave_out_the_discarded_but_keep_the_unrated():
    curated = pd.DataFrame(
        {
            "pair_id": ["kept", "discarded", "unrated"],
            "good_id": ["a", "b", "c"],
            "bad_id": ["x", "y", "z"],
            "paradigm": "32.1.martin.1a.g|32.1.martin.2c.*",
            "phenomenon": "32.1.martin.1a.g",
            "discarded": [False, True, True],
            "note": ["", "ng", "no data"],
        }
    )
    sentences = pd.DataFrame({"sentence_id": list("abcxyz"), "rating": [1, 1, None, 1, 1, 1]})
    released = li_adger.released_pairs(curated, sentences)
    assert released["pair_id"].tolist() == ["kept", "unrated"]
    assert not {"discarded", "note"} & set(released)
    assert released["phenomenon_label"].tolist() == ["LI 32.1 Martin 1a, *2c"] * 2


@pytest.mark.parametrize(
    ("paradigms", "label"),
    [
        (["32.1.martin.1a.g|32.1.martin.2c.*"], "LI 32.1 Martin 1a, *2c"),
        (["ch8.151.g|ch8.150.*", "ch8.152.g|ch8.150.*"], "Adger ch. 8: 151, 152, *150"),
        (["34.4.Haegeman.2a.?|34.4.Haegeman.2b.??"], "LI 34.4 Haegeman ?2a, ??2b"),
    ],
)
def test_a_phenomenon_is_called_by_where_its_examples_stand(paradigms, label):
    assert li_adger.phenomenon_label(paradigms) == label


@pytest.mark.parametrize(
    ("name", "article"),
    [
        ("32.1.martin.1a.g.01", "32.1.martin"),
        ("41.1.Muller.25b.??(*).08", "41.1.muller"),
        ("33.2.bowers.7b.i.*.03", "33.2.bowers"),
        ("ch8.150.*.01", "ch8"),
        ("ch10.1.g.01", "ch10"),
    ],
)
def test_an_article_is_volume_issue_and_author_or_a_chapter(name, article):
    assert li_adger.articles(pd.Series([name])).tolist() == [article]


def test_a_phenomenon_is_of_the_article_of_its_first_pair():
    raw = pd.DataFrame(
        {
            "gramm_id": ["1.1.Lee.1a.g.01", "1.2.lee.1a.g.01", "2.1.x.1a.g.01"],
            "ungramm_id": ["1.1.lee.1b.*.01", "1.1.lee.1b.*.01", "2.1.X.1b.*.01"],
            **{key: ["", "", ""] for key in ("dataset", "discard", "notes")},
        }
    )
    assert li_adger.curated_pairs(raw)["article"].tolist() == ["1.1.lee", "1.1.lee", "2.1.x"]


def test_curated_pairs_have_the_contrast_as_paradigm_and_the_connected_ones_as_phenomenon():
    raw = pd.DataFrame(
        {
            "gramm_id": ["ch8.151.g.01", "ch8.152.g.01", "1.1.x.1a.g.01"],
            "ungramm_id": ["ch8.150.*.01", "ch8.150.*.01", "1.1.x.1b.*.01"],
            "dataset": ["Adger", "Adger", "LI"],
            "discard": ["", "X", ""],
            "notes": ["", " why ", ""],
        }
    )
    table = li_adger.curated_pairs(raw)
    assert table["pair_id"].tolist()[0] == "ch8.151.g.01|ch8.150.*.01"
    assert table["paradigm"].tolist() == ["ch8.151.g|ch8.150.*", "ch8.152.g|ch8.150.*", "1.1.x.1a.g|1.1.x.1b.*"]
    assert table["phenomenon"].tolist() == ["ch8.150.*", "ch8.150.*", "1.1.x.1a.g"]
    assert table["cluster"].tolist() == table["article"].tolist() == ["ch8", "ch8", "1.1.x"]
    assert (table["discarded"].tolist(), table["note"].tolist()) == ([False, True, False], ["", "why", ""])


ESTIMATES = """above
above
above
above
above
order,participant,item,judgment
7,p,1.x.0a.g.01,200
8,p,1.x.0b.*.01,100
9,p,1.x.0a.g.02,
7,q,1.x.0a.g.01,30
8,q,1.x.0b.*.01,10
9,q,9.elsewhere.1.g.01,20
"""
LIKERT = """above
above
above
above
above
participant,survey,order,judgment,item,condition,zscores
p,1.1,1,7,1.x.0a.g.01,1.x.0a.g,1
p,1.1,2,1,1.x.0b.*.01,1.x.0b.*,-1
p,1.1,3,,1.x.0a.g.02,1.x.0a.g,
q,1.2,1,6,1.x.0a.g.02,1.x.0a.g,0
q,1.2,2,5,1.x.0b.*.01,1.x.0b.*,-1
q,1.2,3,7,9.elsewhere.1.g.01,9.elsewhere.1.g,1
"""


def test_minimal_sets_are_examples_of_the_li_half_with_an_acceptable_and_an_unacceptable_version(tmp_path):
    ids = ["1.x.1a.g.01", "1.x.1a.*.01", "1.x.1a.*.02", "1.x.1a.?.01", "1.x.2.g.01", "1.x.3.??.01", "1.x.3.*.01"]
    ids += ["33.2.y.7b.i.*.01", "33.2.y.7b.i.g.01", "ch8.1.g.01", "ch8.1.*.01"]
    raw = pd.DataFrame({"id": ids, "sentence": "x", "dataset": "LI", "judgement": "1", "notes": "", "typo?": ""})
    raw.loc[raw["id"].str.startswith("ch"), "dataset"] = "Adger"
    raw.to_csv(tmp_path / "raw.csv", index=False)
    found = li_adger.minimal_sets(li_adger.read_sentences(tmp_path / "raw.csv", tmp_path / "raw.csv", {}))
    assert found["sentence_id"].tolist() == [*ids[:3], *ids[7:9]]
    assert found["set"].tolist() == ["1.x.1a"] * 3 + ["33.2.y.7b.i"] * 2
    assert found["label"].tolist() == [1, 0, 0, 0, 1]
    assert found["rating"].isna().all()


def files(folder) -> dict:
    """Small raw files, by the reader's arguments. The experiment numbered otherwise."""
    texts = {
        "sentences": "dataset,notes,typo?,id,sentence,sent_length\n"
        "LI,,,1.x.1a.g.01,Good.,1\nLI,,,1.x.1b.*.01,Bad.,1\nLI,,,1.x.1a.g.02,Unrated.,1\n",
        "ratings": "dataset,notes,typo?,id,sentence,judgement\n"
        "LI,,,1.x.1a.g.01,Good.,1.1\nLI,,,1.x.1b.*.01,Bad.,-1.2\nLI,,,1.x.1a.g.02,Unrated.,NA\n",
        "pairs": "gramm_id,ungramm_id,dataset,discard,notes\n1.x.1a.g.01,1.x.1b.*.01,LI,,\n",
        "estimates": ESTIMATES,
        "likert": LIKERT,
        "choices": "\n" * 5 + "participant,survey,order,item,condition,judgment\n"
        "p,1,1,1.x.0b.*.01,1.x.0b.*,0\np,1,1,good.1.x.0b.*.01,good.1.x.0b.*,1\n"
        "q,1,1,1.x.0b.*.02,1.x.0b.*,0\nq,1,1,good.1.x.0b.*.02,good.1.x.0b.*,1\n",
        "conditions": "bad,good\n1.x.0b.*.01,1.x.0a.g.01\n",
        "renamed": "bad,good,li_adger_bad,li_adger_good\n1.x.0b.*,1.x.0a.g,1.x.1b.*,1.x.1a.g\n",
    }
    for name, text in texts.items():
        (folder / f"{name}.csv").write_text(text)
    return {name: folder / f"{name}.csv" for name in texts}


def test_the_reader_gives_sentences_pairs_and_standardised_single_ratings_of_known_sentences(tmp_path):
    made = li_adger.read(**files(tmp_path))
    assert made.sentences["rating"].tolist()[:2] == [1.1, -1.2]
    assert made.pairs["pair_id"].tolist() == ["1.x.1a.g.01|1.x.1b.*.01"]
    assert list(made.ratings) == ["participant", "sentence_id", "z_score", "place"]
    rows = list(made.ratings.itertuples(index=False, name=None))
    half = math.sqrt(0.5)
    assert rows == [
        ("p", "1.x.1a.g.01", pytest.approx(half), 7),
        ("p", "1.x.1b.*.01", pytest.approx(-half), 8),
        ("q", "1.x.1a.g.01", 1, 7),
        ("q", "1.x.1b.*.01", -1, 8),
    ]
    assert made.choices.to_numpy().tolist() == [["choice-p", "1.x.1a.g.01|1.x.1b.*.01", 1, 1]]  # the other is no pair
    assert made.features.empty and made.remarks.empty


def test_minimal_sets_have_no_pairs_and_no_ratings(tmp_path):
    entry = {"kind": "li-adger", "label": "x", "selection": "minimal-sets"}
    raw = files(tmp_path)
    raw["sentences"].write_text(replaced(raw["sentences"].read_text(), "1.x.1b.*", "1.x.1a.*"))
    raw["ratings"].write_text(replaced(raw["ratings"].read_text(), "1.x.1b.*", "1.x.1a.*"))
    found = registry.manifest(entry)
    made = li_adger.read(**{name: raw[name] for name in found.sources})
    assert made.sentences["set"].tolist() == ["1.x.1a"] * 3
    assert made.pairs.empty and made.ratings.empty and made.other_ratings.empty
    io.check_table(made.sentences, SENTENCES, "sentences")
    assert found.labelled and not (found.pairs or found.ratings)


def test_the_reader_gives_the_ratings_of_the_other_panel_as_those_of_other_people(tmp_path):
    """p and q stand in both files; what is not a sentence of the dataset counts in q's mean and SD all the same."""
    made = li_adger.read(**files(tmp_path))
    half = math.sqrt(0.5)
    assert list(made.other_ratings.drop(columns="place").itertuples(index=False, name=None)) == [
        ("likert-p", "1.x.1a.g.01", pytest.approx(half)),
        ("likert-p", "1.x.1b.*.01", pytest.approx(-half)),
        ("likert-q", "1.x.1a.g.02", 0),
        ("likert-q", "1.x.1b.*.01", -1),
    ]
    io.check_table(made.other_ratings, RATINGS, "other_ratings")


def test_whoever_gave_always_the_same_answer_is_named_with_the_file(tmp_path):
    raw = files(tmp_path)
    raw["likert"].write_text(replaced(LIKERT, ",7,", ",1,"))
    with pytest.raises(InputError, match="likert.csv: participant 'p' gave fewer than two different .*; fetch"):
        li_adger.read(**raw)


def test_a_choice_is_of_the_pair_that_the_acceptable_sentence_names():
    """The unacceptable one may have another token, a condition a space more; one row lacks the mark ``good.``."""
    conditions = pd.DataFrame(
        [("1.x.2.*", "1.x.1.g", "1.x.2.*", "1.x.1.g"), ("2.yz.4.??", "2.yz.3.g", "2.yz.4b.??", "2.yz.3.g")],
        columns=["bad", "good", "li_adger_bad", "li_adger_good"],
    )
    rows = [
        ("7", 4, "1.x.2.*.01", "1.x.2.*", 0),
        ("7", 4, "good.1.x.2.*.02", "good.1.x.2.*", 1),
        ("8", 9, "2.y z.4.??.03", "2.y z.4.??", 1),
        ("8", 9, "2.y z.4.??.03", "good.2.y z.4.??", 0),
    ]
    raw = pd.DataFrame(rows, columns=["participant", "order", "item", "condition", "judgment"])
    made = li_adger.forced_choices(raw, conditions)
    assert list(made.itertuples(index=False, name=None)) == [
        ("choice-7", "1.x.1.g.02|1.x.2.*.02", 1, 4),
        ("choice-8", "2.yz.3.g.03|2.yz.4b.??.03", 0, 9),
    ]


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        ("estimates", ",200", ",five", r"row 7 \(item '1.x.0a.g.01'\): judgment is 'five', not a number"),
        ("estimates", "q,1.x.0a.g.01", ",1.x.0a.g.01", r"row 10 \(item '1.x.0a.g.01'\): has no participant"),
        ("estimates", "1.x.0b.*.01,10", "foo,10", "row 8: item 'foo' must be <condition>.<mark>.<two digits>"),
        ("estimates", "above\n" * 5, "", r"has no column 'item'; fetch the file again; it has: 8, q, 1.x.0b.\*.01, 10"),
        ("estimates", "judgment", "answer", "has no column 'judgment'"),
        ("likert", "participant", "person", "has no column 'participant'"),
        ("likert", ",7,1.x", ",77,1.x", r"row 7 \(item .*\): judgment is '77', not a whole number from 1 to 7"),
        ("likert", ",7,1.x", ",3.5,1.x", "row 7 .*: judgment is '3.5', not a whole number from 1 to 7"),
        ("likert", ",7,1.x", ",five,1.x", "row 7 .*: judgment is 'five', not a whole number from 1 to 7"),
        ("choices", "0b.*,1\nq", "0b.*,2\nq", "row 8 .*: judgment is '2', not a whole number from 0 to 1"),
        ("choices", "0b.*,1\nq", "0b.*,NA\nq", "row 8 .*: judgment is 'NA', not a whole number from 0 to 1"),
        ("choices", "0b.*,1\nq", "0b.*,\nq", r"row 8 \(item .*\): has no judgment"),
        ("choices", "0b.*,1\nq", "0b.*,0\nq", r"row 7 \(item '1.x.0b.\*.01'\): is not in an answer about two sent"),
        ("choices", "0b.*,0\np", "0b.*,1\np", "row 7 .*: is not in an answer about two sentences"),
        (
            "choices",
            "q,1,1,1",
            "q,1,2,1",
            "2 things are wrong:\n  row 9 .*\n  row 10 .*: is not in an answer about two",
        ),
        ("choices", "good.1.x.0b.*,1\nq", "1.x.0b.*,1\nq", "row 7 .*: is not in an answer about two sentences"),
        ("choices", "good.1.x.0b.*.02", "good.1.z.*.02", r"row 10: the condition of 'good.1.z.\*.02' is not in the"),
        ("choices", "judgment", "answer", "has no column 'judgment'"),
        ("ratings", "-1.2", "low", r"row 3 \(id '1.x.1b.\*.01'\): judgement is 'low', not a number"),
        ("ratings", "LI,,,1.x.1a.g.02,Unrated.,NA\n", "", "has 2 rows instead of 3"),
        ("ratings", "Good.", "Well.", r"row 2 \(id '1.x.1a.g.01'\): is not so in .*sentences.csv; fetch both files"),
        ("pairs", "gramm_id", "good", "has no column 'gramm_id'"),
        ("pairs", "1b.*.01", "9.*.01", r"row 2 .*: ungramm_id '1.x.9.\*.01' is no sentence of this dataset; fetch"),
        ("sentences", "typo?", "typo", r"has no column 'typo\?'"),
        ("conditions", "\n1.x.0b", "\n1.x.0b.*.02,1.x.2.g.01\n1.x.0b", r"row 3: '1.x.0b.\*' is the bad one twice"),
        ("conditions", "1.x.0a.g.01", "foo", "row 2: good 'foo' must be <condition>"),
        ("conditions", "0a.g.01", "0.g.01", "1 of the renamed condition pairs are not in the experiments' list"),
    ],
)
def test_a_damaged_file_is_refused_by_row(tmp_path, name, old, new, message):
    raw = files(tmp_path)
    raw[name].write_text(replaced(raw[name].read_text(), old, new, 1))
    with pytest.raises(InputError, match=rf"{name}.csv(, |: ){message}") as error:
        li_adger.read(**raw)
    assert re.search("; fetch (the file|both files) again", str(error.value))


@pytest.mark.parametrize("name", manifest.ROWS)
def test_a_file_that_is_cut_off_is_refused(tmp_path, name):
    rows = {name: manifest.ROWS[name]}
    with pytest.raises(InputError, match=rf"{name}.csv: has \d rows instead of {rows[name]}; fetch the file again"):
        li_adger.read(**files(tmp_path), rows=rows)
