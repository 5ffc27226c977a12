"""A user's labelled sentences in splits."""

import pandas as pd
import pytest

from acceptability.contracts import io
from acceptability.contracts.data import SENTENCES
from acceptability.datasets.registry import manifest
from acceptability.datasets.user_labelled import reader
from acceptability.errors import InputError
from acceptability.scoring import divisions

HEADER = "sentence,label,split,source\n"
WHOLE = "".join(f"{split} {label}.,{label},{split},book\n" for split in ("train", "dev", "test") for label in (0, 1))


def written(folder, text):
    path = folder / "labelled.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_sentences_have_labels_splits_and_sources(tmp_path):
    table = reader.read(written(tmp_path, HEADER + WHOLE.replace(",dev,", ",Validation,"))).sentences
    io.check_table(table, SENTENCES, "labelled")
    assert table["sentence_id"].tolist() == list("123456")
    assert table["label"].tolist() == [0, 1] * 3
    assert table["split"].tolist() == ["train"] * 2 + ["dev"] * 2 + ["test"] * 2
    assert set(table["source"]) == {"book"}
    found = manifest({"kind": "labelled", "label": "x", "sentences": "labelled.csv", "encoding": "latin-1"})
    assert found.splits and not found.pairs and found.options == {"encoding": "latin-1"}


def test_sources_are_known_before_anything_runs(tmp_path):
    path = written(tmp_path, HEADER + WHOLE.replace("book", "thesis", 2))
    splits = manifest({"kind": "labelled", "label": "x", "sentences": str(path)}).splits
    assert splits.origins == {"book": "book", "thesis": "thesis"}
    table = pd.concat([reader.read(path).sentences] * 40, ignore_index=True)
    division = {"kind": "without", "source": "thesis", "sources": ["book", "thesis"]}
    assert set(divisions.divide(table, division, 1).query("split == 'source'")["source"]) == {"thesis"}
    without = written(tmp_path, "sentence,label,split\nHe left.,1,train\n")
    assert not manifest({"kind": "labelled", "label": "x", "sentences": str(without)}).splits.origins


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            HEADER + WHOLE + "He left.,2,train,b\n",
            r"labelled.csv, row 8 .sentence_id '7'.: label is '2'; write 1 for acceptable",
        ),
        (HEADER + WHOLE + "He left.,fine,train,b\n", r"row 8.*label is 'fine'; write 1 for acceptable"),
        (
            HEADER + WHOLE + "He left.,1,held out,b\n",
            r"row 8 .sentence_id '7'.: split is 'held out'; write train, dev or test",
        ),
        (HEADER + WHOLE.replace(" 0.,0,dev", " 0.,1,dev"), r"dev has only sentences with label 1; add acceptable and"),
        (HEADER + WHOLE.replace(",test,", ",train,"), r"test has no sentences; add"),
        (
            HEADER + WHOLE + "He left.,1,train,Kim | Sells\n",
            r"row 8 .sentence_id '7'.: source is 'Kim \| Sells'; write it without ' \| '",
        ),
        ("sentence,label\nHe left.,1\n", r"the column 'split' is missing: train, dev or test"),
    ],
)
def test_what_is_wrong_is_said_in_one_message(tmp_path, text, message):
    with pytest.raises(InputError, match=message):
        reader.read(written(tmp_path, text))
