"""Predictions of others on CoLA: by hand, and from folders of files in the released formats."""

import numpy as np
import pandas as pd
import pytest

from acceptability.contracts import io
from acceptability.contracts.studies import PRINTED
from acceptability.errors import InputError
from acceptability.papers.adc import cola_runs, quantities, tables
from acceptability.papers.adc.contracts import NOTEBOOK, RUNS_ON_COLA
from acceptability.papers.cola import people, runs
from acceptability.sources import folders
from acceptability.studies.verdicts import agrees
from helpers import ROOT

LABELS = [1, 1, 0, 0]
CONTENTS = {  # the same decisions in the format of each model: 1 0 0 0, 1 1 1 0
    "elmo": ["0.9\n0.5\n0.1\n0.2\n", "0.9\n0.51\n0.8\n0.2\n"],
    "gpt": ["index\tprediction\n0\t1\tx\n1\t0\ty\n2\t0\tz\n3\t0\tw\n", "index\tprediction\n0\t1\n1\t1\n2\t1\n3\t0\n"],
    "bert": ["0.1\t0.9\n0.5\t0.5\n0.9\t0.1\n0.9\t0.1\n", "0.2\t0.8\n0.2\t0.8\n0.2\t0.8\n0.7\t0.3\n"],
}


def packed(folder, *contents: str):
    """A fetched folder with a file for each run."""
    for number, content in enumerate(contents):
        (folder / f"run{number}.tsv").write_text(content, encoding="utf-8")
    with open(folder / "runs.tar", "wb") as file:
        folders.pack(folder, [f"run{number}.tsv" for number in range(len(contents))], file)
    return folder / "runs.tar"


@pytest.mark.parametrize("model", CONTENTS)
def test_each_format_gives_the_same_decisions(tmp_path, model):
    decisions = cola_runs.read_decisions(packed(tmp_path, *CONTENTS[model]), model, 4)
    assert decisions.tolist() == [[1, 0, 0, 0], [1, 1, 1, 0]]


def test_mean_sd_best_and_ensemble_by_hand():
    described = cola_runs.described(np.array(LABELS), np.array([[1, 0, 0, 0], [1, 1, 1, 0]]))
    mcc = 1 / np.sqrt(3)  # of both runs: one error of four
    assert described["mean"] == pytest.approx(mcc) and described["max"] == pytest.approx(mcc)
    assert described["sd"] == pytest.approx(0)
    assert described["ensemble"] == pytest.approx(mcc)  # the two runs tie on the second and the third: 1 0 0 0
    three = cola_runs.described(np.array(LABELS), np.array([[1, 1, 0, 0], [1, 1, 1, 1], [0, 0, 1, 1]]))
    assert [three[name] for name in ("mean", "max", "ensemble")] == pytest.approx([0, 1, 0])  # all are called 1
    assert three["sd"] == pytest.approx(np.sqrt(2 / 3))  # of a population


@pytest.mark.parametrize(
    ("model", "content", "message"),
    [
        ("elmo", "0.9\n0.1\n", "run0.tsv has 2 sentences instead of 4; fetch it again"),
        ("elmo", "0.9\nx\n0.1\n0.2\n", "run0.tsv: could not convert string to float"),
        ("gpt", "index\tprediction\n0\n1\t0\n2\t0\n3\t0\n", "run0.tsv: list index out of range"),
        ("bert", "", "run0.tsv has 0 sentences instead of 4"),
    ],
)
def test_a_file_of_another_form_is_refused(tmp_path, model, content, message):
    with pytest.raises(InputError, match=message):
        cola_runs.read_decisions(packed(tmp_path, content), model, 4)


@pytest.fixture
def development(tmp_path):
    """530 sentences, as the authors annotated them; all are unacceptable but the first 100."""
    rows = [{"Source": "x", "In/Out": "In", "Accept": int(n < 100), "Sent": f"s{n}"} for n in range(530)]
    rows[53]["Accept"] = 0
    pd.DataFrame(rows).to_csv(tmp_path / "dev.tsv", sep="\t", index=False)
    return tmp_path / "dev.tsv"


def test_each_set_of_labels_and_the_annotators_have_rows(tmp_path, development):
    content = "".join("0.9\n" if n < 100 else "0.1\n" for n in range(530))
    answers = pd.DataFrame({"domain": "in_domain", "label": [1.0, 1.0, 0.0, 0.0]})
    answers[people.ANNOTATORS] = [[1, 1, 1, 1, 1], [2, 1, 1, 1, 1], [0, 0, 0, 0, 1], [0, 0, 0, 0, 1]]
    answers[people.ANNOTATORS] = answers[people.ANNOTATORS].astype(float)
    frame = cola_runs.runs_on_cola(development, {"elmo": packed(tmp_path, content)}, answers)
    assert io.check_table(frame, RUNS_ON_COLA, "x") is not None
    assert frame[["model", "labels", "sentences", "acceptable", "runs"]].to_numpy().tolist() == [
        ["elmo", cola_runs.ANALYSED, 530, 101, 1],  # with 53 and 496
        ["elmo", "1.1", 530, 99, 1],
        ["elmo", "1.0", 530, 103, 1],  # with 53, 496, 522 and 526
        ["human", "1.0", 4, 2, 5],
    ]
    human = frame.iloc[-1]  # the first annotator's 2 counts as 0, the last calls all acceptable
    assert human["mean"] == pytest.approx((1 / np.sqrt(3) + 3 + 0) / 5)
    assert (human["max"], human["ensemble"]) == (1, 1)
    values = quantities.by_statistic(frame)
    assert values["elmo", "mean"] == frame["mean"].iloc[0] and values["human", "max"] == 1


def test_version_1_0_has_the_two_labels_of_the_analysis():
    assert set(runs.AS_IN_1_0) < set(cola_runs.ACCEPTABLE_IN_1_0) and set(runs.AS_IN_1_0.values()) == {1}


def test_the_numbers_of_the_notebook_round_to_the_printed_ones():
    notebook = io.read_table(ROOT / "paper/adc/notebook.csv", NOTEBOOK)
    values = quantities.logged(notebook)
    printed = io.read_table(ROOT / "paper/adc/printed/table-5.csv", PRINTED)
    own = printed[printed["quantity"] == "notebook"]
    assert len(own) == len(values) == 12 and set(notebook["place"]) == {"bert_replicability.ipynb, cell 12"}
    for row in own.itertuples():
        assert agrees(row.printed, values[tuple(row.argument.split())]), row.item


def test_changes_are_counted_round_in_a_circle():
    labels = [[0, 0, 0, 0], [1, 0, 1, 1], [0, 0, 1, 1], [1, 0, 1, 0]]
    restarts = pd.DataFrame(labels, columns=["seed9", "seed10", "seed2", "seed1"], dtype=str).assign(id=list("abcd"))
    listed = pd.DataFrame({"id": ["b", "c", "d"], "num_flips": ["2", "1", "4"]})  # of c, the last and first differ, too
    large_cased = pd.DataFrame({"id": ["a", "b"], "num_flips": ["2", "4"]})
    made = tables.flips(restarts=restarts.assign(baseline="0"), listed=listed, large_cased=large_cased)
    assert made.to_numpy().tolist() == [
        ["BERT base uncased", 4, 4, 3, 2, 4, 2],
        ["BERT large cased", 20, 4, 2, 3, 4, ""],
    ]
