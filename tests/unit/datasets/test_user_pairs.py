"""A user's own pairs and sentences: tables → sentences, pairs, ratings; what is refused before any work."""

import json

import pytest

from acceptability.contracts import io
from acceptability.contracts.data import PAIRS, RATINGS, SENTENCES
from acceptability.datasets import registry
from acceptability.datasets.user_pairs import manifest as pairs_manifest
from acceptability.datasets.user_pairs.reader import from_records, read
from acceptability.datasets.user_sentences import manifest as sentences_manifest
from acceptability.datasets.user_sentences.reader import read as read_sentences
from acceptability.errors import InputError
from spreadsheets import xlsx

HEADER = "pair_id,phenomenon,good,bad"
ROWS = ["a,agreement,The boy sleeps.,The boy sleep.", "b,order,Boys see.,See boys the."]


def table(folder, *columns: str, cells=("", "")):
    """A file of two pairs with more columns, whose cells these are."""
    rows = [f"{row},{more}" if columns else row for row, more in zip(ROWS, cells, strict=True)]
    return file(folder, ",".join([HEADER, *columns]), *rows)


def file(folder, *lines: str, name="pairs.csv", encoding="utf-8"):
    path = folder / name
    path.write_bytes(("\n".join(lines) + "\n").encode(encoding))
    return path


def ratings(folder, *rows: str):
    return file(folder, "participant,sentence_id,rating", *rows, name="ratings.csv")


def entry(path, **more):
    return {"kind": "pairs", "label": "Mine", "pairs": str(path)} | {key: str(value) for key, value in more.items()}


def test_answers_are_in_several_files_or_folders(tmp_path):
    (tmp_path / "more").mkdir()
    files = [
        file(folder, "participant,sentence_id,rating", f"{name},a.good,6", f"{name},a.bad,2", name=f"{name}.csv")
        for name, folder in (("P1", tmp_path), ("P2", tmp_path / "more"))
    ]
    of_user = entry(table(tmp_path)) | {"ratings": [str(files[0]), str(tmp_path / "more")]}
    made = pairs_manifest.manifest(of_user)
    assert made.files["ratings"] == [str(path) for path in files]
    assert "4 ratings of 2 participants" in pairs_manifest.check(of_user)[1].what
    assert set(read(**made.files).ratings["participant"]) == {"P1", "P2"}


@pytest.mark.parametrize("begin", ["filler.", "practice.", "attention."])
def test_ids_that_begin_like_those_of_other_parts_of_an_experiment_are_refused(tmp_path, begin):
    """Their ratings would be taken for those of a filler, and left out."""
    path = file(tmp_path, HEADER, ROWS[0], f"{begin}1,order,Boys see.,See boys the.")
    with pytest.raises(InputError, match=f"row 3: the pair_id '{begin}1' must not begin with {begin}, .*; rename it"):
        pairs_manifest.check(entry(path))
    read(file(tmp_path, HEADER, ROWS[0], f"{begin[:-1]}s.1,order,Boys see.,See boys the."))


def test_rows_become_sentences_and_pairs():
    rows = [("x", "p", " Dogs bark. ", "Dogs barks.", 1.0, -0.5), ("y", "q", "He left.", "Left he.", None, None)]
    columns = ["pair_id", "phenomenon", "good", "bad", "good_rating", "bad_rating"]
    found, made = from_records([dict(zip(columns, row, strict=True)) for row in rows])
    assert found["sentence_id"].tolist() == ["x.good", "x.bad", "y.good", "y.bad"]
    assert found["sentence"].tolist()[:2] == ["Dogs bark.", "Dogs barks."]
    assert found["label"].tolist() == [1, 0, 1, 0]
    assert found["rating"].tolist()[:2] == [1.0, -0.5]
    assert found["rating"].isna().tolist() == [False, False, True, True]
    assert made[["good_id", "bad_id"]].to_numpy().tolist() == [["x.good", "x.bad"], ["y.good", "y.bad"]]
    assert made["paradigm"].tolist() == made["cluster"].tolist() == made["phenomenon"].tolist() == ["p", "q"]


def test_paradigm_and_cluster_are_the_users_where_given(tmp_path):
    path = table(tmp_path, "paradigm", "cluster", cells=("p1,c", "p2,c"))
    made = read(path).pairs
    assert made["paradigm"].tolist() == ["p1", "p2"]
    assert made["cluster"].tolist() == ["c", "c"]
    assert made["phenomenon"].tolist() == ["agreement", "order"]
    assert pairs_manifest.manifest(entry(path)).cluster == "clusters"


def test_articles_hold_whole_phenomena(tmp_path):
    columns = "article", "phenomenon"
    assert "article" not in read(table(tmp_path)).pairs
    rows = ["good,bad,Publication,phenomenon", "A.,B.,one,p", "C.,D.,one,q", "E.,F.,two,r", "G.,H.,two,r"]
    made = read(file(tmp_path, *rows)).pairs
    assert made[[*columns]].to_numpy().tolist() == [["one", "p"], ["one", "q"], ["two", "r"], ["two", "r"]]
    assert made["cluster"].tolist() == made["article"].tolist()  # phenomena of one article are not independent
    clustered = [f"{row},{name}" for row, name in zip(rows, ["cluster", *"klmm"], strict=True)]
    theirs = read(file(tmp_path, *clustered)).pairs
    assert theirs["cluster"].tolist() == list("klmm")
    io.check_table(made, PAIRS, "mine")
    without = read(file(tmp_path, *[row.rsplit(",", 1)[0] for row in rows])).pairs
    assert without["phenomenon"].tolist() == without["article"].tolist() == ["one", "one", "two", "two"]
    with pytest.raises(InputError, match="row 5: the phenomenon 'r' is of the article 'three', above of 'two'"):
        read(file(tmp_path, *rows[:4], "G.,H.,three,r"))


def test_the_least_that_a_table_needs_is_two_columns(tmp_path):
    made = read(file(tmp_path, "good,bad", "Dogs bark.,Dogs barks.", "He left.,Left he."))
    assert made.pairs["pair_id"].tolist() == ["1", "2"]
    assert made.pairs["phenomenon"].tolist() == ["all pairs"] * 2
    assert made.sentences["rating"].isna().all()


def test_what_is_read_fits_the_contracts(tmp_path):
    rated = table(tmp_path, "good_rating", "bad_rating", "Who checked it", "good_id", cells=("1,-1,me,1", ",,,2"))
    made = read(rated)
    assert made.sentences["rating"].tolist()[:2] == [1.0, -1.0]  # the other pair is not rated, which is allowed
    assert made.ratings.empty
    assert made.pairs["Who checked it"].tolist() == ["me", ""]  # notes are kept
    assert made.pairs["note_good_id"].tolist() == ["1", "2"]
    assert made.pairs["good_id"].tolist() == ["a.good", "b.good"]
    for frame, contract in ((made.sentences, SENTENCES), (made.pairs, PAIRS), (made.ratings, RATINGS)):
        io.check_table(frame, contract, "mine")


def test_the_file_of_a_spreadsheet_user(tmp_path):
    """Semicolons, decimal commas, a BOM, curly quotes, an empty column at the end, notes, blanks among the ratings."""
    rows = [
        f"P{i};agreement;The child says “it’s {i}”.;The child say “it’s {i}”.;{'' if i < 3 else f'0,{i:02}'};-1,5;see {i};"
        for i in range(30)
    ]
    path = file(tmp_path, "Pair ID;Phenomenon;Good;Bad;Good rating;Bad Rating;Notes;", *rows, encoding="utf-8-sig")
    pairs_manifest.check(entry(path))
    made = read(path)
    assert len(made.pairs) == 30
    assert made.sentences["rating"].isna().sum() == 3
    assert made.sentences["rating"].tolist()[6:8] == [0.03, -1.5]
    assert made.sentences["sentence"].iloc[0] == "The child says “it’s 0”."
    assert made.pairs["Notes"].iloc[29] == "see 29"
    assert not [name for name in made.pairs if not name]


def test_blimps_lines(tmp_path):
    rows = [
        {"sentence_good": f"Kedi {i} içti.", "sentence_bad": f"他{i}。", "UID": uid, "pairID": str(i)}
        for uid in ("one", "two")
        for i in range(2)
    ]
    lines = [json.dumps(row | {"linguistics_term": "agr"}, ensure_ascii=False) for row in rows]
    made = read(file(tmp_path, *lines, name="blimp.jsonl"))
    assert made.pairs["pair_id"].tolist() == ["one-0", "one-1", "two-0", "two-1"]  # pairID begins anew in each paradigm
    assert made.pairs["paradigm"].tolist() == ["one", "one", "two", "two"]
    assert made.pairs["phenomenon"].unique().tolist() == ["agr"]
    assert made.sentences["sentence"].tolist()[:2] == ["Kedi 0 içti.", "他0。"]
    alone = read(file(tmp_path, *lines[:2], name="one.jsonl"))
    assert alone.pairs["pair_id"].tolist() == ["0", "1"]


def test_a_spreadsheet_of_pairs(tmp_path):
    rows = [
        ["Item", "Acceptable", "Unacceptable", "rating_good", "rating_bad"],
        [1, "Dogs bark.", "Dogs barks.", 1.5, -1],
    ]
    made = read(xlsx(tmp_path / "pairs.xlsx", {"Sheet1": rows}))
    assert made.pairs["pair_id"].tolist() == ["1"]
    assert made.sentences["rating"].tolist() == [1.5, -1.0]


def test_single_answers_are_standardised_by_participant_and_averaged(tmp_path):
    given = ratings(tmp_path, "p,a.good,30", "p,a.bad,10", "p,b.good,20", "q,a.good,3", "q,a.bad,1", "q,b.good,2")
    made = read(table(tmp_path), given)
    assert made.sentences["rating"].tolist()[:3] == [1, -1, 0]
    assert made.sentences["rating"].isna().tolist() == [False, False, False, True]
    assert made.ratings["z_score"].tolist() == [1, -1, 0, 1, -1, 0]
    known = ["participant", "sentence_id", "z_score", "phenomenon", "rating", "item", "condition"]
    assert list(made.ratings) == known  # neither place, list nor response time


def test_answers_on_a_scale_are_standardised_where_asked(tmp_path):
    path = table(tmp_path, "good_rating", "bad_rating", cells=("7,1", "4,"))
    assert read(path).sentences["rating"].tolist()[:3] == [7, 1, 4]
    z = read(path, standardise="sentences").sentences["rating"]
    assert z.dropna().tolist() == pytest.approx([3 / 6**0.5, -3 / 6**0.5, 0])  # (7, 1, 4): mean 4, SD √6
    assert z.isna().tolist() == [False, False, False, True]
    same = table(tmp_path, "good_rating", "bad_rating", cells=("7,7", "7,7"))
    with pytest.raises(InputError, match="pairs.csv: its ratings are all the same, so there are no z-scores"):
        read(same, standardise="sentences")


@pytest.mark.parametrize(
    ("cells", "rows", "message"),
    [
        (
            (",", ","),
            ("p,a.good,1", "p,b.good,2"),
            "ratings.csv: has no pair with ratings of both sentences; add ratings, or leave",
        ),
        ((",", ","), ("p,a.good,1", "p,c.good,2"), "ratings.csv, row 3: 'c.good' is not a sentence of this dataset; w"),
        (
            (",", ","),
            ("p,a.good,1", "p,a.good,1"),
            "ratings.csv: 1 participant answered the same sentence several times: 1 sentence twice .rows 2–3.; REPEATED=first",
        ),
        (
            ("1,", ",1"),
            (),
            "pairs.csv: has no pair with ratings of both sentences; add ratings, or remove their columns",
        ),
    ],
)
def test_ratings_that_cannot_be_used_are_refused_before_any_work(tmp_path, cells, rows, message):
    if rows:
        of_user = entry(table(tmp_path), ratings=ratings(tmp_path, *rows))
    else:
        of_user = entry(table(tmp_path, "good_rating", "bad_rating", cells=cells))
    with pytest.raises(InputError, match=message):
        pairs_manifest.check(of_user)


def test_ratings_in_both_files_or_in_one_column(tmp_path):
    path = table(tmp_path, "good_rating", "bad_rating", cells=("1,2", "1,2"))
    with pytest.raises(InputError, match="pairs.csv: has ratings, and .*ratings.csv has others; keep one"):
        pairs_manifest.check(entry(path, ratings=ratings(tmp_path, "p,a.good,1")))
    with pytest.raises(
        InputError,
        match="pairs.csv: has good_rating only; good_rating and bad_rating are needed together; add the missing column",
    ):
        pairs_manifest.check(entry(table(tmp_path, "good_rating", cells=("1", "2"))))


def test_pairs_of_a_file_without_clusters_are_in_those_of_their_phenomena(tmp_path):
    (tmp_path / "both").mkdir()
    table(tmp_path / "both", "cluster", cells=("1", "1"))
    file(tmp_path / "both", HEADER, "c,order,He left.,Left he.", "d,agreement,We go.,We goes.", name="more.csv")
    clusters = read(tmp_path / "both").pairs.set_index("pair_id")["cluster"].to_dict()
    assert clusters == {"c": "order", "d": "agreement", "a": "1", "b": "1"}


@pytest.mark.parametrize(
    ("sentence", "rating", "message"),
    [
        ("", "1", "row 3 .*: sentence is empty"),
        ("He (*do) see.", "1", "row 3 .*: sentence has alternatives"),
        ("He see.", "much", "row 3 .*: rating is 'much', which is not a number"),
    ],
)
def test_a_fault_of_the_second_row_of_a_pair_is_named_with_that_row(tmp_path, sentence, rating, message):
    path = file(tmp_path, "pair_id,sentence,label,rating", "1,He sees.,1,2", f"1,{sentence},0,{rating}")
    with pytest.raises(InputError, match=message):
        read(path)


def test_a_participant_without_spread(tmp_path):
    given = ratings(tmp_path, "p,a.good,1", "p,a.bad,1")
    with pytest.raises(InputError, match="ratings.csv: participant 'P1' gave fewer than two different ratings"):
        read(table(tmp_path), given)


def test_sentences_without_pairs(tmp_path):
    path = file(tmp_path, "Text;Judgment;source", "He left.;1,5;x", "Left he.;;", "She left.;-1;y", name="s.csv")
    found = sentences_manifest.manifest({"kind": "sentences", "label": "S", "sentences": str(path)})
    assert (found.pairs, bool(found.ratings), found.splits) == (None, True, None)
    made = read_sentences(path)
    assert made.sentences["sentence_id"].tolist() == ["1", "2", "3"]
    assert made.sentences["rating"].dropna().tolist() == [1.5, -1.0]
    assert made.sentences["note_source"].tolist() == ["x", "", "y"]
    assert made.pairs.empty
    io.check_table(made.sentences, SENTENCES, "mine")
    labelled = read_sentences(file(tmp_path, "sentence,label", "He left.,1", "Left he.,0", name="l.csv")).sentences
    assert labelled["label"].tolist() == [1, 0] and labelled["rating"].isna().all()


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (("sentence,label", "He left.,2"), "row 2: label is '2'; write 1 for acceptable, 0 for not"),
        (
            ("sentence,label", "He left.,1", "He sleeps.,1"),
            "all labels are 1 .acceptable.; add sentences with the other label",
        ),
        (("sentence,rating", "He left.,", "x,1"), "has ratings of fewer than two sentences"),
        (("sentence_id,sentence", "a,He left.", "a,x"), "rows 2 and 3: have the same sentence_id 'a'"),
    ],
)
def test_sentences_that_cannot_be_used(tmp_path, lines, message):
    with pytest.raises(InputError, match=message):
        sentences_manifest.check({"kind": "sentences", "sentences": str(file(tmp_path, *lines))})


def test_texts_are_those_of_the_table_of_sentences(tmp_path):
    """Scores from elsewhere are matched before any work with what the jobs will see."""
    path = table(tmp_path)
    assert pairs_manifest.texts(entry(path)) == read(path).sentences.set_index("sentence_id")["sentence"].to_dict()
    path = file(tmp_path, "He left.", "She left.", name="s.txt")
    of_user = {"kind": "sentences", "sentences": str(path)}
    expected = read_sentences(path).sentences.set_index("sentence_id")["sentence"].to_dict()
    assert sentences_manifest.texts(of_user) == expected
    assert {"pairs", "sentences"} < set(registry.kinds())


def test_choices_alone_are_results_too(tmp_path):
    chosen = file(tmp_path, "participant,pair_id,chose_good", "p,a,1", "q,a,0", name="chosen.csv")
    made = read(table(tmp_path), chosen)
    assert made.ratings.empty and made.responses.empty and made.choices["chose_good"].tolist() == [1, 0]
