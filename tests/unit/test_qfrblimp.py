"""French pairs with people's choices and models' decisions, with made-up rows in the form of QFrBLiMP."""

from pathlib import Path

import pandas as pd
import pytest

from acceptability.analyses.doubts.compute import find_doubts
from acceptability.contracts import checks, io
from acceptability.contracts.data import CHOICES, PAIRS, SENTENCES
from acceptability.errors import InputError
from acceptability.papers.qfrblimp import manifest, reader, scores
from acceptability.statistics import choices

HEADER = ["id", "sentence_good", "sentence_bad", "category", "type", "subcat"]
HEADER += ["annotator_1", "annotator_3", "annotator_15", "small-model", "large-model"]
ROWS = [
    ["1", "Elle ne dort pas.", "Elle dort  pas.", "syntax", "7", "", "1", "0", "1", "1", "0"],
    ["2", 'Il dit "oui".', "Il dites oui.", "anglicism", "2", "22.0", "1", "1", "1", "0", "1"],
    ["3", "Elle ne dort pas.", "Elle ne dort jamais pas.", "semantic", "7", "", "0", "0", "1", "1", "1"],
    ["4", "Qui a lu ?", "Qui a lu ?", "syntax", "17", "", "1", "1", "0", "0", "1"],
]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "annotations.tsv"


def write(path: Path, rows: list[list[str]], header=HEADER) -> Path:
    path.write_text("".join("\t".join(cells) + "\n" for cells in (header, *rows)), encoding="utf-8")
    return path


def changed(number: int, **cells: str) -> list[list[str]]:
    """The rows, one of them with other cells."""
    other = dict(zip(HEADER, ROWS[number], strict=True)) | cells
    return [list(other.values()) if place == number else row for place, row in enumerate(ROWS)]


def test_pairs_with_choices(path):
    made = reader.read(write(path, ROWS), 4, 3)
    io.check_table(made.sentences, SENTENCES, "sentences")
    io.check_table(made.pairs, PAIRS, "pairs")
    io.check_table(made.choices, CHOICES, "choices")
    checks.check_pairs(made.pairs, made.sentences, "pairs")
    assert made.sentences["sentence"].tolist()[:4] == [
        *("Elle ne dort pas.", "Elle dort pas.", 'Il dit "oui".', "Il dites oui."),
    ]
    assert made.sentences["label"].tolist() == [1, 0] * 4 and made.sentences["rating"].isna().all()
    assert made.pairs["phenomenon"].tolist() == [
        *("Standard negation", "Verb inflection", "Standard negation", "wh-islands"),
    ]
    assert made.pairs["equal_sentences"].tolist() == ["false", "false", "false", "true"]
    assert made.pairs["category"].tolist() == ["syntax", "anglicism", "semantic", "syntax"]
    assert {"pairs", "choices", "labelled"} <= manifest.manifest({}).has
    assert "rated" not in manifest.manifest({}).has


def test_the_annotator_that_is_a_reference_is_excluded(path):
    made = reader.read(write(path, ROWS), 4, 3)
    assert made.choices.groupby("participant")["excluded"].max().to_dict() == {"1": 0, "2": 0, "3": 1}
    assert made.choices.groupby("participant")["chose_good"].sum().to_dict() == {"1": 3, "2": 2, "3": 3}
    counted = choices.without_excluded(made.choices)
    assert choices.by_pair(counted, made.pairs)["share"].tolist() == [0.5, 1, 0, 1]
    shown = choices.with_excluded(made.choices, made.pairs)
    assert shown["statistic"].tolist() == ["individual_all"] and shown["value"].iloc[0] == pytest.approx(8 / 12)


def test_pairs_of_equal_sentences_are_named_among_the_doubts(path):
    made = reader.read(write(path, ROWS), 4, 3)
    deltas = pd.DataFrame({"human": float("nan"), "small/perplexity": [1.0, -1, 1, -1]}, index=made.pairs["pair_id"])
    doubts = find_doubts(made.sentences, made.pairs, deltas, {}, "phenomena")
    assert doubts["doubt"].str.contains("The two sentences of qfrblimp.0004 are the same", regex=False).any()


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (changed(1, type="21"), "row 3 (id '2'): type is '21', not one of 1 to 20"),
        (changed(1, id="1"), "row 3 (id '1'): has the id of another row"),
        (changed(1, sentence_bad=" "), "row 3 (id '2'): has no sentence_bad"),
        (changed(1, annotator_3="2"), "row 3 (id '2'): annotator_3 is '2', not a whole number from 0 to 1"),
        (changed(1, annotator_3=""), "row 3 (id '2'): annotator_3 is '', not a whole number from 0 to 1"),
        ([*ROWS, ROWS[0][:5]], "row 6: has 5 cells instead of 11"),
        ([], "has no rows"),
    ],
)
def test_what_is_wrong_is_said_with_the_row_and_the_mend(path, rows, message):
    with pytest.raises(InputError) as error:
        reader.read(write(path, rows))
    assert message in str(error.value) and "fetch the file again" in str(error.value)


def test_a_cut_file_and_one_without_a_column_are_refused(path):
    options = manifest.manifest({}).options
    with pytest.raises(InputError, match="has 4 rows instead of 1761; fetch the file again"):
        reader.read(write(path, ROWS), **options)
    with pytest.raises(InputError, match="has 3 annotators instead of 13; fetch the file again"):
        reader.read(write(path, ROWS), people=options["people"])
    with pytest.raises(InputError, match="has no column 'annotator_15'; fetch the file again"):
        reader.read(write(path, ROWS, [name.replace("15", "14") for name in HEADER]))


def released(path: Path, measures: dict[str, str]) -> pd.DataFrame:
    made = reader.read(path)
    return scores.decisions({"": path}, measures, made.sentences, made.pairs)


def test_decisions_of_models(path):
    write(path, changed(1, **{"large-model": ""}))
    table = released(path, {"perplexity": "small-model", "other": "large-model"})
    by_measure = table.groupby("measure")[["pair_id", "chose_good"]]
    assert {name: part.set_index("pair_id")["chose_good"].to_dict() for name, part in by_measure} == {
        "perplexity": {"qfrblimp.0001": 1, "qfrblimp.0002": 0, "qfrblimp.0003": 1, "qfrblimp.0004": 0},
        "other": {"qfrblimp.0001": 0, "qfrblimp.0003": 1, "qfrblimp.0004": 1},
    }


@pytest.mark.parametrize("column", ["medium-model", "annotator_1", "type"])
def test_a_column_that_is_no_model_is_refused(path, column):
    with pytest.raises(InputError) as error:
        released(write(path, ROWS), {"perplexity": column})
    assert f"has no model '{column}'; correct study.yaml; it has: small-model, large-model" in str(error.value)


def test_a_decision_that_is_none_is_refused(path):
    message = r"row 3 \(id '2'\): large-model is 'yes', not a whole number from 0 to 1; fetch"
    with pytest.raises(InputError, match=message):
        released(write(path, changed(1, **{"large-model": "yes"})), {"perplexity": "large-model"})
