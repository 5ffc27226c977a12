"""The targeted sets' reader: how sentences are written, and which make pairs."""

import pandas as pd
import pytest

from acceptability.contracts import io
from acceptability.contracts.data import PAIRS, SENTENCES
from acceptability.datasets import registry
from acceptability.errors import InputError
from acceptability.papers.cola.cola_targeted import reader
from acceptability.papers.cola.cola_targeted.reader import Released


@pytest.mark.parametrize(
    ("released", "restored"),
    [
        ("michael read the book .", "Michael read the book."),
        ("the book read michael .", "The book read Michael."),
        ("what did michael read the book ?", "What did Michael read the book?"),
        ("mr. and mrs. smith has n't been there .", "Mr. and Mrs. Smith hasn't been there."),
        ("john and his wife are n't going to come .", "John and his wife aren't going to come."),
        ("i saw myself .", "I saw myself."),
        ("most people is n't going to come .", "Most people isn't going to come."),
    ],
)
def test_case_and_clitics_are_restored(released, restored):
    assert reader.restored(released) == restored


@pytest.fixture
def paths(monkeypatch, tmp_path):
    sets = {
        "svo": Released("SVO", 4, 2, lambda place: place // 2),
        "wh_extraction": Released("Wh", 3, 2, lambda place: place // 3),
    }
    monkeypatch.setattr(reader, "SETS", sets)
    files = {
        "svo": "\t1\t\tdavid read it .\n\t0\t\tdavid it read .\n\t1\t\ti ran .\n\t0\t\tran i .\n",
        "wh_extraction": "\t1\t\twhat fell ?\n\t0\t\twhat fell it ?\n\t1\t\twhat fell ?\n",
    }
    for name, text in files.items():
        (tmp_path / f"{name}.tsv").write_text(text)
    return {name: tmp_path / f"{name}.tsv" for name in files}


def test_pairs_are_the_good_and_the_bad_sentences_of_an_item(paths):
    made = reader.read(form="as_released", **paths)
    io.check_table(made.sentences, SENTENCES, "sentences")
    io.check_table(made.pairs, PAIRS, "pairs")
    assert made.sentences["sentence"].iloc[3] == "ran i ."
    assert made.sentences["set"].tolist() == ["SVO"] * 4 + ["Wh"] * 3
    assert made.pairs[["good_id", "bad_id", "phenomenon"]].to_numpy().tolist() == [
        ["svo.001", "svo.002", "SVO"],
        ["svo.003", "svo.004", "SVO"],
        ["wh-extraction.001", "wh-extraction.002", "Wh"],
        ["wh-extraction.003", "wh-extraction.002", "Wh"],
    ]
    restored = reader.read(form="restored", **paths)
    assert restored.sentences["sentence"].tolist()[:4] == ["David read it.", "David it read.", "I ran.", "Ran I."]
    pd.testing.assert_frame_equal(restored.pairs, made.pairs)


def test_another_file_is_refused(paths):
    paths["svo"].write_text("\t1\t\tdavid read it .\n")
    with pytest.raises(InputError, match="svo.tsv: has 1 sentences, 1 of them acceptable, instead of 4 and 2; fetch"):
        reader.read(form="restored", **paths)


def test_the_description_says_which_form_was_used():
    entry = {"kind": "cola-targeted", "label": "x"}
    assert registry.manifest(entry).options == {"form": "restored"}
    assert "with capital letters" in registry.manifest(entry).description
    assert "in lower case" in registry.manifest(entry | {"form": "as_released"}).description
    assert registry.manifest(entry).thresholds_from is None
