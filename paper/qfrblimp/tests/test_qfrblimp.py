"""Released decisions of models about French pairs, with made-up rows in the form of QFrBLiMP."""

from pathlib import Path

import pandas as pd
import pytest

from acceptability.errors import InputError
from acceptability.papers.qfrblimp import scores

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


def released(path: Path, measures: dict[str, str]) -> pd.DataFrame:
    pairs = pd.DataFrame({"pair_id": [f"qfrblimp.{row[0]:0>4}" for row in ROWS]})
    return scores.decisions({"": path}, measures, pd.DataFrame(), pairs)


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
