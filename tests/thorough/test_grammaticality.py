"""Labelled sentences without pairs: CoLA in both cases, LI's minimal sets, and what was computed of them elsewhere."""

import pandas as pd
import pytest

from acceptability.analyses.separation.manifest import SEPARATION
from acceptability.contracts import io
from acceptability.contracts.data import SENTENCES
from acceptability.contracts.scoring import SCORES


@pytest.fixture(scope="module")
def sentences(pbc):
    return {path.stem: io.read_table(path, SENTENCES) for path in (pbc / "sentences").glob("*.csv")}


@pytest.fixture(scope="module")
def found(pbc):
    """Statistics, by dataset, row (system/measure) and name."""
    tables = [io.read_table(path, SEPARATION) for path in (pbc / "metrics").glob("*/separation.csv")]
    table = pd.concat(tables)
    key = [table["dataset"], table["system"] + "/" + table["measure"], table["statistic"]]
    return table.set_index(key).sort_index()


def test_all_of_cola(sentences):
    table = sentences["cola-all"]
    assert len(table) == 10_656 and table["sentence"].duplicated().sum() == 64
    assert table["label"].mean() == pytest.approx(0.7046, abs=5e-5)
    assert table["source"].nunique() == 23 and "split" not in table
    downcased = sentences["cola-all-downcased"]
    assert downcased["sentence"].tolist() == table["sentence"].str.lower().tolist()
    assert downcased["sentence_id"].equals(table["sentence_id"]) and downcased["label"].equals(table["label"])


def test_57_minimal_sets_of_8_and_8(sentences):
    table = sentences["li-minimal-sets"]
    assert len(table) == 912 and table["rating"].isna().all() and set(table["source"]) == {"LI"}
    sizes = table.groupby("set")["label"].agg(["size", "sum"])
    assert len(sizes) == 57 and set(sizes["size"]) == {16} and set(sizes["sum"]) == {8}


@pytest.mark.parametrize(
    ("row", "log", "exp"),
    [
        ("bert-base-uncased-mlm-sets-published/pll", 0.5289, 0.2654),
        ("bert-large-uncased-mlm-sets-published/pll", 0.4898, 0.2672),
        ("bert-large-cased-mlm-sets-published/pll", 0.4980, 0.2741),
        ("bert-base-uncased-cola-sets-published/cola_score", 0.5303, None),
        ("bert-large-uncased-cola-sets-published/cola_score", 0.6743, None),
        ("bert-large-cased-cola-sets-published/cola_score", 0.6748, None),
        ("trigram-sets-published/slor", 0.2526, 0.2722),
        ("trigram-sets-published/log_prob", 0.0783, 0.2098),
        ("people-sets-published/score", 0.9166, None),
        ("brown-trigram/log_prob", 0.0297, 0.1068),
    ],
)
def test_medians_of_the_57_sets(found, row, log, exp):
    values = found["value"]["li-minimal-sets", row]
    assert values["median_set_pbc"] == pytest.approx(log, abs=5e-5)
    assert (values.get("exp_median_set_pbc")) == (exp and pytest.approx(exp, abs=5e-5))
    assert (values["sets"], values["undefined_sets"]) == (57, 0)


def test_correlations_over_all_912_sentences(found):
    values = found["value"]["li-minimal-sets"]
    expected = {
        "bert-base-uncased-mlm-sets-published/pll": 0.3496,
        "bert-large-uncased-mlm-sets-published/pll": 0.3669,
        "bert-base-uncased-cola-sets-published/cola_score": 0.4987,
        "bert-large-cased-cola-sets-published/cola_score": 0.6048,
        "people-sets-published/score": 0.7860,
        "brown-trigram/log_prob": 0.0162,
    }
    assert {row: values[row, "pbc"] for row in expected} == pytest.approx(expected, abs=5e-5)


@pytest.mark.parametrize(
    ("dataset", "row", "log", "exp"),
    [
        ("cola-all", "brown-trigram/log_prob", 0.0220, -0.0135),
        ("cola-all", "brown-trigram/slor", 0.1134, 0.1067),
        ("cola-all", "brown-trigram-cased/log_prob", 0.0225, -0.0136),
        ("cola-all", "brown-trigram-cased/mean_lp", 0.0432, 0.0566),
        ("cola-all", "brown-trigram-cased/slor", 0.1098, 0.1014),
        ("cola-all-downcased", "brown-trigram-cased/log_prob", 0.0210, 0.0112),
        ("cola-all-downcased", "brown-trigram-cased/mean_lp", 0.0389, 0.0486),
        ("cola-all-downcased", "brown-trigram-cased/slor", 0.1137, 0.1090),
    ],
)
def test_a_trigram_on_cola(found, dataset, row, log, exp):
    values = found["value"][dataset, row]
    assert [values["pbc"], values["exp_pbc"]] == pytest.approx([log, exp], abs=5.5e-5)


def test_a_model_without_letter_case_sees_no_difference(pbc):
    cased, downcased = (
        io.read_table(pbc / f"scores/{dataset}/brown-trigram.csv", SCORES)
        for dataset in ("cola-all", "cola-all-downcased")
    )
    assert cased.equals(downcased)


def test_one_short_starred_sentence_holds_the_variance_of_the_probabilities(found, sentences):
    row = found.loc["cola-all", "brown-trigram/log_prob", "exp_heaviest"]
    assert row["value"] == pytest.approx(0.986, abs=5e-4)
    heaviest = sentences["cola-all"].set_index("sentence_id").loc[row["sentence_id"]]
    assert (len(heaviest["sentence"].split()), heaviest["label"]) == (2, 0)
