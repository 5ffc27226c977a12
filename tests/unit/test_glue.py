"""GLUE's test file, and the file of judgments that GLUE takes."""

import importlib.util

import pandas as pd
import pytest

from acceptability.config import artefacts
from acceptability.contracts import io
from acceptability.contracts.classifiers import SIMPLE_CLASSIFIERS
from acceptability.contracts.data import SENTENCES
from acceptability.contracts.scoring import SCORES
from acceptability.datasets.glue_cola import reader, rows
from acceptability.errors import InputError
from configurations import OWN, PAPER, changed, checked
from helpers import ROOT

ENTRY = {"kind": "glue-cola", "label": "GLUE", "test": "test.tsv", "thresholds_from": "cola"}
WHOLE = 'index\tsentence\n2\tAnn said "No\n0\tHe left.\n1\tLeft he.\n'


@pytest.fixture
def write(monkeypatch, tmp_path):
    monkeypatch.setattr(rows, "SENTENCES", 3)

    def written(text: str, encoding: str = "utf-8"):
        path = tmp_path / "test.tsv"
        path.write_bytes(text.encode(encoding))
        return path

    return written


@pytest.mark.parametrize("text", [WHOLE, WHOLE.replace("\n", "\r\n"), "\ufeff" + WHOLE, WHOLE.rstrip("\n")])
def test_sentences_stand_in_the_order_of_their_index(write, text):
    table = reader.read(write(text)).sentences
    assert table["sentence_id"].tolist() == ["0", "1", "2"]
    assert table["sentence"].tolist() == ["He left.", "Left he.", 'Ann said "No']
    io.check_table(table, SENTENCES, "glue")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            WHOLE.replace("index", "id"),
            "test.tsv, row 1: the columns are 'id, sentence'; GLUE's test.tsv has index and",
        ),
        (WHOLE.replace("\t", ","), "row 1: the columns are 'index,sentence'"),
        ("", "row 1: the columns are ''"),
        (WHOLE.replace("2\t", "2\t1\t"), "row 2: has 3 cells instead of 2"),
        (WHOLE.replace("\n2\t", "\n3\t"), "row 2: index is '3'; it must be a number from 0 to 2"),
        (WHOLE.replace("\n2\t", "\n-2\t"), "row 2: index is '-2'"),
        (WHOLE.replace("\n2\t", "\n0\t"), "row 3: the index 0 is used twice"),
        (WHOLE.replace("Left he.", " "), r"row 4 \(index 1\): the sentence is empty"),
        (WHOLE.replace("0\tHe left.\n", ""), "1 of 3 sentences are missing, the first with index 0"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(write, text, message):
    with pytest.raises(InputError, match=message) as error:
        rows.read_test(write(text))
    assert "\n" not in str(error.value)


def test_text_that_is_not_utf_8_is_refused(write):
    with pytest.raises(InputError, match="is not UTF-8 text"):
        rows.read_test(write(WHOLE.replace("He", "José"), "latin-1"))


def test_every_row_with_a_threshold_gets_a_file():
    own = checked(changed(OWN | {"run": ["brown-trigram", "brown-bert-cola"]}, "datasets/glue", ENTRY))
    folder = "results/submissions/glue"
    assert artefacts.submissions(own) == [
        *(f"{folder}/brown-trigram/{measure}/CoLA.tsv" for measure in ("slor", "log_prob", "word_lp_min_1")),
        *(f"{folder}/brown-bert-cola/{measure}/CoLA.tsv" for measure in ("cola_score", "logit_margin", "p_acceptable")),
    ]
    assert artefacts.traits(own, "glue") == {"sentences_only"}
    assert artefacts.submissions(checked(PAPER)) == []


@pytest.mark.parametrize(("classifier", "key"), [("brown-bert-cola", "training"), ("brown-cbow-cola", "transfer")])
def test_no_classifier_that_used_test_labels_judges_a_benchmark(classifier, key):
    own = changed(OWN | {"run": ["brown-trigram", classifier]}, "datasets/glue", ENTRY)
    own = changed(own, f"classifiers/{classifier}/{key}", {"as_published": True})
    with pytest.raises(
        InputError, match=rf"{classifier}\.{key}\.as_published: uses the labels of test .* glue hides; re"
    ):
        checked(own)
    checked(own | {"run": ["brown-trigram"]})
    checked(changed(own, f"classifiers/{classifier}/datasets", ["mine"]))


def test_the_labelled_dataset_must_be_one_with_splits():
    wrong = changed(OWN, "datasets/glue", ENTRY | {"thresholds_from": "mine"})
    with pytest.raises(InputError, match="datasets.glue.thresholds_from: the labelled dataset 'mine' is not declared"):
        checked(wrong)


def test_the_file_has_glues_header_numbers_and_labels(tmp_path):
    spec = importlib.util.spec_from_file_location("write", ROOT / "workflow/scripts/write_submission.py")
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    ids = [str(index) for index in range(11)]
    scores = pd.DataFrame({"sentence_id": ids[::-1], "measure": "slor", "score": [float(i) for i in range(11)]})
    io.write_table(pd.concat([scores, scores.assign(measure="log_prob")]), tmp_path / "scores.csv", SCORES)
    fitted = pd.DataFrame({"row": ["x/slor"], "split": ["test"], "fitted": ["train"], "sentences": [5]})
    numbers = {
        "threshold": 2.5,
        "train_mcc": 0.1,
        "auc": 0.5,
        "mcc": 0.0,
        "sd": None,
        "low": 0.0,
        "high": 0.0,
        "accuracy": 0.5,
    }
    io.write_table(fitted.assign(**numbers, collapsed=0), tmp_path / "thresholds.csv", SIMPLE_CLASSIFIERS)
    paths = tmp_path / "scores.csv", tmp_path / "thresholds.csv"
    script.main(*paths, system="x", measure="slor", to=tmp_path / "CoLA.tsv")
    lines = (tmp_path / "CoLA.tsv").read_text().split("\n")
    assert lines == ["index\tprediction", *(f"{i}\t{int(i < 8)}" for i in range(11)), ""]
