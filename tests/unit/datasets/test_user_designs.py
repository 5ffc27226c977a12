"""2 × 2 designs in a user's table of sentences, and regions of words in tables of sentences and of pairs."""

import pytest

from acceptability.analyses.factorial import compute as factorial
from acceptability.contracts import io
from acceptability.contracts.data import RATINGS, SENTENCES
from acceptability.datasets.user_pairs import manifest as pairs_manifest
from acceptability.datasets.user_pairs.reader import read as read_pairs
from acceptability.datasets.user_sentences import manifest
from acceptability.datasets.user_sentences.reader import read
from acceptability.errors import InputError

HEADER = "item,design,factor_1,factor_2,sentence,rating"
ROWS = [  # 0.5, 0.25, 0 and −1: the wrong verb costs 0.5, the plural 0.25, both together 0.75 more
    "1,attraction,right,singular,The key to the box is old.,0.5",
    "1,attraction,wrong,singular,The key to the box are old.,0",
    "1,attraction,right,plural,The key to the boxes is old.,0.25",
    "1,attraction,wrong,plural,The key to the boxes are old.,-1",
]
FILLER = ",,,,The dog sleeps.,1"


def file(folder, *rows: str, header: str = HEADER):
    path = folder / "mine.csv"
    path.write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")
    return path


def check(path):
    manifest.check({"kind": "sentences", "label": "Mine", "sentences": str(path)})


def test_the_first_levels_of_the_table_are_the_baseline(tmp_path):
    path = file(tmp_path, FILLER, *ROWS, *(row.replace("attraction", "again") for row in ROWS[::-1]))
    check(path)
    found = manifest.manifest({"kind": "sentences", "label": "Mine", "sentences": str(path)})
    assert found.designs and found.ratings and found.cluster == "sets"
    made = io.check_table(read(path).sentences, SENTENCES, "mine")
    assert made["set"].tolist() == ["1", *["attraction 1"] * 4, *["again 1"] * 4]
    no_ratings = io.read_table(file(tmp_path, header="participant,sentence_id,z_score"), RATINGS)
    effects = factorial.compute(sentences=made, ratings=no_ratings, z_scores={}, dataset="mine").set_index(
        ["design", "statistic"]
    )
    for design in ("attraction", "again"):
        of = effects.loc[design]
        assert of.index.tolist()[:4] == ["right singular", "right plural", "wrong singular", "wrong plural"]
        assert of["value"][["factor_1", "factor_2", "interaction"]].tolist() == [0.5, 0.25, 0.75]
        assert of.loc["wrong plural", ["factor_1", "factor_2"]].tolist() == ["wrong", "plural"]
    unrated = file(tmp_path, *(row.rsplit(",", 1)[0] for row in ROWS), header=HEADER.removesuffix(",rating"))
    check(unrated)
    z_scores = made[["sentence_id"]].iloc[1:5].assign(sentence_id=["1", "2", "3", "4"], measure="slor", z_score=0.5)
    only = factorial.compute(
        sentences=read(unrated).sentences, ratings=no_ratings, z_scores={"trigram": z_scores}, dataset="mine"
    )
    assert only["row"].unique().tolist() == ["trigram/slor"]  # nobody's ratings, and nobody's row
    plain = manifest.manifest({"sentences": str(file(tmp_path, "He left.", header="sentence"))})
    assert not plain.designs


def test_sets_of_the_same_name_stay_apart(tmp_path):
    """Design ``a`` and set ``b c``, design ``a b`` and set ``c``; a filler whose number is a set's name."""
    rows = [row.replace("1,attraction", names) for names in ("b c,a", "c,a b") for row in ROWS]
    sets = read(file(tmp_path, *rows)).sentences["set"]
    assert sets.tolist() == ["a b c"] * 4 + ["a b c′"] * 4
    plain = ["1,The dog sleeps.", "1,The dog sleep.", "3,It rains.", ",Go.", "4,Went."]
    sets = read(file(tmp_path, *plain, header="set,sentence")).sentences["set"]
    assert sets.tolist() == ["1", "1", "3", "4", "4′"]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (ROWS[:3], "mine.csv: design 'attraction', set '1': has no sentence 'wrong plural'; add it, or leave the set"),
        (
            [*ROWS, ROWS[2]],
            "rows 4 and 6: are all 'right plural' in set '1' of design 'attraction'; write a different set",
        ),
        (
            [*ROWS, "2,attraction,odd,plural,x,0"],
            r"row 6 .sentence_id '5'.: factor_1 is 'odd', beside 'right' and 'wrong'; a fac",
        ),
        (
            [*ROWS, "2,attraction,right,,x,0"],
            r"mine.csv, row 6 .sentence_id '5'.: factor_2 is empty; fill it in, or leave design",
        ),
        (
            [*ROWS, ",attraction,right,plural,x,0"],
            r"mine.csv, row 6 .sentence_id '5'.: set is empty; fill it in, or leave design",
        ),
        (ROWS[:1] + ROWS[2:3], "mine.csv: factor_1 has fewer than two levels; add sentences, or remove"),
        ([FILLER, FILLER], "factor_1 has fewer than two levels"),
    ],
)
def test_designs_that_are_not_two_by_two(tmp_path, rows, message):
    with pytest.raises(InputError, match=message):
        check(file(tmp_path, *rows))


def test_all_columns_of_a_design_are_needed(tmp_path):
    with pytest.raises(InputError, match="has no column 'set'; 2 × 2 designs need design, set, factor_1 and factor_2"):
        check(file(tmp_path, "a,b,c,x", header="design,factor_1,factor_2,sentence"))
    with pytest.raises(InputError, match="has no column 'design'; 2 × 2"):
        check(file(tmp_path, "1,b,c,x", header="set,factor_1,factor_2,sentence"))


def test_regions_of_sentences(tmp_path):
    header = "sentence_id,sentence,Regions"
    path = file(tmp_path, "a,The boy sleeps.,subject subject verb", "b,He left.,", header=header)
    check(path)
    assert io.check_table(read(path).sentences, SENTENCES, "mine")["regions"].tolist() == ["subject subject verb", ""]
    with pytest.raises(
        InputError,
        match=r"mine.csv, row 2 \(sentence_id 'a'\): regions has 2 names for 3 words; write one for each word, with "
        "spaces between them, or leave the cell empty",
    ):
        check(file(tmp_path, "a,The boy sleeps.,subject verb", header=header))


def test_regions_of_pairs(tmp_path):
    header = "pair_id,good,bad,good_regions,bad_regions"
    path = file(tmp_path, "a,The boy sleeps.,The boy sleep.,s s v,s s v", "b,Go.,Went.,v,", header=header)
    pairs_manifest.check({"kind": "pairs", "label": "Mine", "pairs": str(path)})
    made = io.check_table(read_pairs(path).sentences, SENTENCES, "mine").set_index("sentence_id")
    assert made["regions"].to_dict() == {"a.good": "s s v", "a.bad": "s s v", "b.good": "v", "b.bad": ""}
    path = file(tmp_path, "a,The boy sleeps.,The boy sleep.,s s v,s v v v", header=header)
    with pytest.raises(InputError, match=r"mine.csv, row 2 \(pair_id 'a'\): bad_regions has 4 names for 3 words"):
        pairs_manifest.check({"kind": "pairs", "label": "Mine", "pairs": str(path)})
    without = read_pairs(file(tmp_path, "The boy sleeps.,The boy sleep.", header="good,bad"))
    assert "regions" not in without.sentences
