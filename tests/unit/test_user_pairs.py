"""A user's CSV of pairs, with or without ratings, and a CSV of single ratings."""

import pandas as pd
import pytest

from acceptability.contracts import io
from acceptability.contracts.data import PAIRS, RATINGS, SENTENCES
from acceptability.datasets.user_pairs import reader as user_pairs
from acceptability.errors import InputError

HEADER = "pair_id,phenomenon,good,bad"
ROWS = ["a,agreement,The boy sleeps.,The boy sleep.", "b,order,Boys see.,See boys the."]


def table(folder, *columns: str, cells=("", "")) -> object:
    """A file of two pairs with more columns, whose cells these are."""
    path = folder / "pairs.csv"
    rows = [f"{row},{more}" if columns else row for row, more in zip(ROWS, cells, strict=True)]
    path.write_text("\n".join([",".join([HEADER, *columns]), *rows]) + "\n")
    return path


def ratings(folder, *rows: str):
    path = folder / "ratings.csv"
    path.write_text("\n".join(["participant,sentence_id,rating", *rows]) + "\n")
    return path


def test_a_users_table_becomes_sentences_and_pairs():
    given = pd.DataFrame(
        {
            "pair_id": ["x", "y"],
            "phenomenon": ["agreement", "order"],
            "good": [" Dogs bark. ", "He left."],
            "bad": ["Dogs barks.", "Left he."],
            "good_rating": [1.0, None],
            "bad_rating": [-0.5, None],
        }
    )
    found, made = user_pairs.from_user_table(given)
    assert found["sentence_id"].tolist() == ["x.good", "x.bad", "y.good", "y.bad"]
    assert found["sentence"].tolist()[:2] == ["Dogs bark.", "Dogs barks."]
    assert found["label"].tolist() == [1, 0, 1, 0]
    assert found["rating"].tolist()[:2] == [1.0, -0.5]
    assert found["rating"].isna().tolist() == [False, False, True, True]
    assert user_pairs.any_rated(found)
    assert not user_pairs.any_rated(found.tail(2))
    assert not user_pairs.any_rated(found.assign(rating=[1.0, None, None, 1.0]))
    assert made[["good_id", "bad_id"]].to_numpy().tolist() == [["x.good", "x.bad"], ["y.good", "y.bad"]]
    assert (
        made["paradigm"].tolist() == made["cluster"].tolist() == made["phenomenon"].tolist() == ["agreement", "order"]
    )


def test_paradigm_and_cluster_are_the_users_where_given(tmp_path):
    made = user_pairs.read(table(tmp_path, "paradigm", "cluster", cells=("p1,c", "p2,c"))).pairs
    assert made["paradigm"].tolist() == ["p1", "p2"]
    assert made["cluster"].tolist() == ["c", "c"]
    assert made["phenomenon"].tolist() == ["agreement", "order"]


def test_what_is_read_fits_the_contracts(tmp_path):
    rated = table(tmp_path, "good_rating", "bad_rating", cells=("1,-1", ","))
    made = user_pairs.read(rated)
    assert made.sentences["rating"].tolist()[:2] == [1.0, -1.0]  # the other pair is not rated, which is allowed
    assert made.ratings.empty
    for frame, contract in ((made.sentences, SENTENCES), (made.pairs, PAIRS), (made.ratings, RATINGS)):
        io.check_table(frame, contract, "mine")


def test_single_ratings_are_standardised_by_participant_and_averaged(tmp_path):
    given = ratings(tmp_path, "p,a.good,30", "p,a.bad,10", "p,b.good,20", "q,a.good,3", "q,a.bad,1", "q,b.good,2")
    made = user_pairs.read(table(tmp_path), given)
    assert made.sentences["rating"].tolist()[:3] == [1, -1, 0]
    assert made.sentences["rating"].isna().tolist() == [False, False, False, True]
    assert made.ratings["z_score"].tolist() == [1, -1, 0, 1, -1, 0]
    assert list(made.ratings) == ["participant", "sentence_id", "z_score"]


@pytest.mark.parametrize(
    ("cells", "rows", "message"),
    [
        (("1,2", "1,2"), ("p,a.good,1", "p,a.bad,2"), "pairs.csv: has ratings, and .*ratings.csv has others; keep one"),
        ((",", ","), ("p,a.good,1", "p,b.good,2"), "ratings.csv: rates both members of no pair; add ratings, or leave"),
        ((",", ","), ("p,a.good,1", "p,c.good,2"), "ratings.csv, row 3: 'c.good' is not a sentence of this dataset; w"),
        ((",", ","), ("p,a.good,1", "p,a.bad,1"), "ratings.csv: participant 'p' gave fewer than two different ratings"),
        (("1,", ",1"), (), "pairs.csv: rates both members of no pair; add ratings, or leave them out altogether"),
    ],
)
def test_ratings_that_cannot_be_used_are_refused(tmp_path, cells, rows, message):
    path = table(tmp_path, "good_rating", "bad_rating", cells=cells)
    with pytest.raises(InputError, match=message):
        user_pairs.read(path, ratings(tmp_path, *rows) if rows else None)
