"""Results of rated and labelled sentences by the values of columns that the user names: `BY=dialect`."""

import pandas as pd
import pytest

import acceptability
from acceptability import InputError
from acceptability.analyses.by_column.manifest import NONE
from acceptability.command import entries
from acceptability.datasets.user_sentences import manifest
from acceptability.evaluation import Evaluation
from helpers import write_csv

HEADER = ["sentence_id", "sentence", "dialect", "label", "rating"]
SENTENCES = [  # scores rise with ratings and labels in the north, and fall with them in the south
    ["a", "Cats sleep.", "north", 0, -1.0],
    ["b", "Dogs sleep.", "north", 0, 0.0],
    ["c", "Cows sleep.", "north", 1, 1.0],
    ["d", "Cats bark.", "south", 1, 1.0],
    ["e", "Dogs bark.", "south", 0, 0.0],
    ["f", "Cows bark.", "south", 1, -0.5],
    ["g", "Hens bark.", "", 1, 0.5],
]
SCORES = {"a": 1.0, "b": 3.0, "c": 4.0, "d": 1.0, "e": 2.0, "f": 3.0, "g": 2.0}


def evaluated(columns: list[str], **more) -> Evaluation:
    """Return an evaluation of the sentences with these columns beside ids, texts and dialects."""
    sentences = pd.DataFrame(SENTENCES, columns=HEADER)[[*HEADER[:3], *columns]]
    scores = pd.DataFrame({"sentence_id": list(SCORES), "score": list(SCORES.values())})
    return acceptability.evaluate(acceptability.sentences(sentences), {"GPT": scores}, **more)


def of_statistic(table: pd.DataFrame, name: str) -> dict[str, float]:
    """Return the estimates of one statistic by value."""
    return table[table["statistic"] == name].set_index("value")["estimate"].to_dict()


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_ratings_and_labels_by_hand():
    e = evaluated(["label", "rating"], by="dialect")
    table = e["sentences_by_column"]
    # North: ratings −1, 0, 1; scores minus their mean −5/3, 1/3, 4/3: r = 3 / √(2 · 42/9). South: ratings minus their
    # mean 5/6, −1/6, −4/6; scores −1, 0, 1: r = −1.5 / √(42/36 · 2).
    assert of_statistic(table, "pearson_r") == pytest.approx(
        {"north": 0.98198, "south": -0.98198, NONE: float("nan")}, abs=1e-5, nan_ok=True
    )
    # North: c scores above a and b. South: of d and f, only f scores above e.
    assert of_statistic(table, "auc") == pytest.approx({"north": 1, "south": 0.5, NONE: float("nan")}, nan_ok=True)
    assert table.groupby("value")["items"].max().to_dict() == {"north": 3, "south": 3, NONE: 1}
    shown = e.table("sentences_by_column").frame
    assert shown["Value"].tolist() == ["north", "south", NONE]
    assert shown["AUC"].str[:5].tolist()[:2] == ["1.000", "0.500"]
    pd.testing.assert_frame_equal(evaluated(["label", "rating"]).by("dialect")["sentences_by_column"], table)


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_marks_before_sentences_are_a_column():
    texts = ["Cats sleep.", "*Cats sleeps.", "?Cat sleep.", "?Cats bark.", "?Cats sings.", "Cats bite."]
    data = acceptability.sentences(pd.DataFrame({"sentence": texts, "rating": [2, -2, 0, 1, 2, 1.5]}))
    scores = pd.DataFrame({"sentence_id": data.sentences["sentence_id"], "score": [5, 1, 2, 4, 0, 4]})
    assert data.sentences["mark"].tolist() == ["", "*", "?", "?", "?", ""]
    table = acceptability.evaluate(data, {"GPT": scores}, by="mark")["sentences_by_column"]
    # Without a mark: two points on a line. With ?: ratings −1, 0, 1 from their mean, scores 0, 2, −2: r = −2 / √(2 · 8).
    found = of_statistic(table, "pearson_r")
    assert found["?"] == pytest.approx(-0.5)
    assert set(found) == {NONE, "*", "?"}


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_sentences_with_one_value_have_the_numbers_of_all():
    """The intervals are those of the tables about all sentences."""
    number = range(24)
    sentences = pd.DataFrame(
        {
            "sentence_id": [f"s{place}" for place in number],
            "sentence": [f"Sentence {place}." for place in number],
            "label": [place % 2 for place in number],
            "rating": [(place * 7 % 11) / 11 for place in number],
            "source": "a book",
        }
    )
    scores = sentences[["sentence_id"]].assign(score=[place * 5 % 13 + place % 2 for place in number])
    e = acceptability.evaluate(acceptability.sentences(sentences), {"GPT": scores}, by="source")
    table = e["sentences_by_column"].set_index("statistic")
    assert set(table["column"]) == {"note_source"}  # the contract has another column with this name
    separation = e["separation"].set_index("statistic").loc["auc", ["value", "low", "high", "items"]]
    assert table.loc["auc", ["estimate", "low", "high", "items"]].tolist() == separation.tolist()
    fits = e["fits"].iloc[0][["pearson_r", "low", "high"]]
    assert table.loc["pearson_r", ["estimate", "low", "high"]].tolist() == pytest.approx(fits.tolist(), abs=1e-12)


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_either_ratings_or_labels_are_enough():
    assert set(evaluated(["rating"], by="dialect")["sentences_by_column"]["statistic"]) == {"pearson_r"}
    assert "pearson_r" not in set(evaluated(["label"], by="dialect")["sentences_by_column"]["statistic"])
    with pytest.raises(InputError, match="sentences_by_column: needs by="):
        evaluated(["label"])["sentences_by_column"]


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_wrong_columns_are_refused(tmp_path):
    with pytest.raises(InputError, match="by='dialct': there is no such column .did you mean 'dialect'"):
        evaluated(["label"], by="dialct")
    table = tmp_path / "sentences.csv"
    entry = {"sentences": str(table), "label": "Mine", "kind": "sentences", "by": ["dialect"]}
    write_csv(table, HEADER, SENTENCES)
    assert manifest.check(entry)[0].columns["dialect"] == "by"
    assert {"sentences_by", "labelled", "rated"} <= manifest.manifest(entry).has
    with pytest.raises(InputError, match="sentences.csv: BY=dialct: there is no such column .did you mean 'dialect'"):
        manifest.check(entry | {"by": ["dialct"]})
    write_csv(table, HEADER[:3], [row[:3] for row in SENTENCES])
    with pytest.raises(InputError, match="sentences.csv: BY=dialect: needs ratings or labels"):
        manifest.check(entry)


def test_the_option_reaches_tables_of_sentences(tmp_path):
    table = tmp_path / "mine.csv"
    write_csv(table, HEADER, SENTENCES)
    declared = {"names": {}, "datasets": {}}
    made = entries.dataset_entries({"sentences": str(table), "by": "dialect,genre"}, declared)
    assert [entry["by"] for entry in made.values()] == [["dialect", "genre"]]
