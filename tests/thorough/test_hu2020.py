"""Reflexive pronouns as Hu et al. (2020) released them: sentences, labels, and surprisals of seven models."""

import numpy as np
import pandas as pd
import pytest

from acceptability.analyses.separation.manifest import SEPARATION
from acceptability.contracts import io
from acceptability.contracts.data import REMARKS, SENTENCES
from acceptability.contracts.scoring import SCORES
from acceptability.statistics import separation

LARGE = ("bert-hu", "transformer-xl", "jrnn", "grnn", "5gram")
LATER = ("tiny-lstm", "rnng")  # experiments 2 to 4 only


@pytest.fixture
def results(pbc):
    return pbc


@pytest.fixture
def sentences(results):
    return io.read_table(results / "sentences/hu2020.csv", SENTENCES)


@pytest.fixture
def scores(results, sentences):
    """Each system's scores, with what is known of the sentences."""
    tables = {
        system: io.read_table(results / f"scores/hu2020/{system}-published.csv", SCORES) for system in LARGE + LATER
    }
    return {system: table.merge(sentences, on="sentence_id", validate="1:1") for system, table in tables.items()}


def cells(table: pd.DataFrame):
    return table.groupby(["experiment", "pronoun"])


def test_18_000_sentences_in_15_cells_of_sets_of_equal_size(sentences):
    assert len(sentences) == 18_000
    sizes = cells(sentences).size().unstack()
    assert sizes.loc["exp1a"].tolist() == [3360] * 3 and sizes.loc["exp1b"].tolist() == [840] * 3
    assert sizes.loc["exp2":].to_numpy().tolist() == [[450, 450, 900]] * 3
    sets = sentences.groupby(["experiment", "pronoun", "set"]).size().groupby(["experiment", "pronoun"]).unique()
    assert sets["exp1a"].explode().tolist() == [48] * 3 and sets["exp1b"].explode().tolist() == [12] * 3
    assert sets["exp3"].explode().tolist() == [6, 6, 12]
    assert sentences["set"].nunique() == 3 * 2 * 70 + 3 * 3 * 75
    assert (cells(sentences)["label"].mean() == 2 / 3).all()
    assert sentences["condition"].value_counts().to_dict() == dict.fromkeys(sentences["condition"], 6000)


def test_the_released_labels_of_1_120_sentences_are_swapped(results, sentences):
    wrong = sentences[sentences["label"].astype(str) != sentences["label_as_released"]]
    assert wrong.groupby(["experiment", "pronoun", "condition"]).size().to_dict() == {
        ("exp1a", "themselves", "distractor"): 560,
        ("exp1a", "themselves", "ungrammatical"): 560,
    }
    assert set(wrong["sentence"].str.extract(r" that the \w+ (\w+)")[0]) == {"hated", "admired"}
    remarks = io.read_table(results / "remarks/hu2020.csv", REMARKS)
    assert set(remarks.loc[remarks["field"] == "label", "sentence_id"]) == set(wrong["sentence_id"])
    assert remarks.loc[remarks["field"] == "sentence", "sentence_id"].tolist() == ["exp3-herself.0271"]


def test_93_cells_have_scores(scores):
    assert sum(cells(table).ngroups for table in scores.values()) == 93
    assert sum(map(len, scores.values())) == 100_800
    for system in LATER:
        table = scores[system]
        assert set(table["experiment"]) == {"exp2", "exp3", "exp4"}
        np.testing.assert_allclose(table["population_mean"], table["score"].mean())
        np.testing.assert_allclose(table["population_sd"], table["score"].std(ddof=0))
    assert not any("population_mean" in scores[system] for system in LARGE)


@pytest.mark.parametrize(
    ("system", "experiment", "pronoun", "corrected", "released"),
    [
        ("grnn", "exp1b", "herself", 0.2532, 0.2532),
        ("transformer-xl", "exp1b", "themselves", 0.7315, 0.7315),
        ("transformer-xl", "exp3", "themselves", 0.8164, 0.8164),
        ("bert-hu", "exp1a", "themselves", 0.2095, 0.1256),
        ("transformer-xl", "exp1a", "themselves", 0.5671, 0.2130),
        ("grnn", "exp1a", "themselves", 0.3694, 0.2433),
        ("5gram", "exp1b", "herself", 0, 0),
    ],
)
def test_pbc_of_a_cell(scores, system, experiment, pronoun, corrected, released):
    cell = cells(scores[system]).get_group((experiment, pronoun))
    for labels, value in ((cell["label"], corrected), (cell["label_as_released"].astype(int), released)):
        assert separation.pbc(labels.to_numpy(), cell["score"].to_numpy()) == pytest.approx(value, abs=5e-5)


def test_other_words_were_scored_than_those_of_the_stimuli(results):
    """Four of the models were given a few sentences with another noun or verb, which the logs count."""
    logs = {system: results / f"logs/import_published/hu2020/{system}-published.log" for system in LARGE + LATER}
    counts = {
        system: [int(line.split(": ")[1].split(" of ")[0]) for line in path.read_text().splitlines() if " of " in line]
        for system, path in logs.items()
    }
    assert {system: sum(numbers) for system, numbers in counts.items() if numbers} == {
        "transformer-xl": 390,
        "jrnn": 180,
        "grnn": 360,
        "rnng": 1,
    }


def test_a_trigram_sees_nothing_of_what_the_pronoun_agrees_with(results):
    table = io.read_table(results / "metrics/hu2020/separation.csv", SEPARATION)
    values = table.set_index(["system", "measure", "statistic"])["value"]
    assert values["transformer-xl-published", "score", "pbc"] == pytest.approx(0.3376, abs=5e-5)
    assert abs(values["brown-trigram", "log_prob", "pbc"]) < 0.01
    items = table[table["statistic"] == "pbc"].set_index("system")["items"]
    assert (
        set(items.loc[[f"{system}-published" for system in LATER]]) == {5400} and items["brown-trigram"].max() == 18_000
    )
