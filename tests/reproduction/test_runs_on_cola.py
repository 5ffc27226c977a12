"""Table 5 of the paper on the ADC: predictions of others on CoLA, from the real files."""

import pandas as pd
import pytest

from acceptability.contracts import io
from acceptability.contracts.studies import PRINTED
from acceptability.papers.adc import cola_runs, quantities, tables
from acceptability.papers.cola import people
from acceptability.scoring.decisions import mcc
from acceptability.studies.verdicts import agrees
from helpers import ROOT

MODELS = ("elmo", "gpt", "bert")
PEOPLE = ("cola-people.tsv", "cola-people-in-domain.tsv", "cola-people-out-of-domain.tsv")


@pytest.fixture(scope="module")
def answers(fetched):
    return people.read_answers(*map(fetched, PEOPLE))


@pytest.fixture(scope="module")
def frame(fetched, answers):
    folders = {model: fetched(f"cola-analysis-{model}-runs.tar") for model in MODELS}
    return cola_runs.runs_on_cola(fetched("cola-analysis-dev.tsv"), folders, answers)


@pytest.mark.parametrize(
    ("model", "labels", "values"),
    [
        ("elmo", "as analysed", (0.31979, 0.00739, 0.33041, 0.32038)),
        ("gpt", "as analysed", (0.52804, 0.02298, 0.57476, None)),
        ("bert", "as analysed", (0.58197, 0.03184, None, 0.60124)),
        ("elmo", "1.1", (0.3239, None, None, None)),
        ("gpt", "1.1", (0.5285, None, None, None)),
        ("bert", "1.1", (0.5833, None, None, None)),
        ("elmo", "1.0", (0.3198, None, None, None)),
        ("gpt", "1.0", (0.5258, None, None, None)),
        ("bert", "1.0", (0.5769, None, None, None)),
        ("human", "1.0", (0.69692, 0.03272, 0.72578, 0.76149)),
    ],
)
def test_values(frame, model, labels, values):
    row = frame.set_index(["model", "labels"]).loc[(model, labels)]
    for name, value in zip(("mean", "sd", "max", "ensemble"), values, strict=True):
        assert value is None or row[name] == pytest.approx(
            value, abs=6e-5 if labels == "1.1" or labels == "1.0" else 6e-6
        )


def test_sizes(frame):
    assert frame["sentences"].tolist() == [1043] * 9 + [200]
    assert frame.drop_duplicates("model")["runs"].tolist() == [20, 20, 15, 5]
    assert frame.drop_duplicates("model")["acceptable"].tolist()[:3] == [719] * 3


def test_fifteen_of_sixteen_printed_numbers_come_out(frame):
    values = quantities.by_statistic(frame)
    printed = io.read_table(ROOT / "paper/adc/printed/table-5.csv", PRINTED)
    rows = printed[printed["quantity"] == "on_cola"]
    wrong = [row.item for row in rows.itertuples() if not agrees(row.printed, values[tuple(row.argument.split())])]
    assert (len(rows), wrong) == (16, ["Human (Warstadt et al.): SD"])


def test_the_printed_sd_of_the_annotators_is_that_of_the_first_four(answers):
    given = answers[people.ANNOTATORS].replace(2.0, 0.0)
    each = pd.Series([mcc(answers["label"], given[name]) for name in given])
    assert each.std() == pytest.approx(0.03658, abs=6e-6)
    assert each[:4].std() == pytest.approx(0.04191, abs=6e-6)


@pytest.mark.parametrize("model", MODELS)
def test_the_authors_table_has_the_same_ensemble_and_runs(fetched, frame, model):
    path = fetched(f"cola-analysis-{model}.tsv")
    _, _, _, *cells = io.read_text(path).splitlines()[0].split("\t")  # then p-values alternate with MCCs
    ensemble, *runs = [float(cell) for cell in cells[::2]]
    row = frame.set_index(["model", "labels"]).loc[(model, cola_runs.ANALYSED)]
    assert (ensemble, len(runs)) == (pytest.approx(row["ensemble"], abs=6e-7), row["runs"])
    assert sum(runs) / len(runs) == pytest.approx(row["mean"], abs=1e-6)


def test_the_notebook_is_about_the_released_scores(fetched):
    """Its best runs have these MCCs on LI-Adger (its cell 16), and so have the released scores."""
    scores = pd.read_csv(fetched("li-adger-cola-scores.csv"))
    labels = scores["id"].str.contains("g").astype(int)
    printed = {
        "base-uncased": 0.5526028100496759,
        "large-uncased": 0.5760314534458189,
        "large-cased": 0.5947401297473346,
    }
    for model, value in printed.items():
        assert mcc(labels, (scores[f"bert-{model}_acc"] > 0).astype(int)) == pytest.approx(value, abs=1e-12)


def test_flips(fetched):
    files = {"restarts": "restarts", "listed": "restarts-flips", "large_cased": "large-cased-flips"}
    raw = {name: io.read_raw_csv(fetched(f"li-adger-{file}.csv")) for name, file in files.items()}
    made = tables.flips(**raw)
    columns = ["Restarts", "Sentences", "Changing", "As listed"]
    assert made[columns].to_numpy().tolist() == [[200, 4178, 1272, 1272], [20, 4178, 1031, ""]]
