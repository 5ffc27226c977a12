"""The numbers of Niu & Penn (2020) that can be recomputed, and the study's own tables and report."""

import pandas as pd
import pytest

import pages
from claims_page import assert_as_on_the_page


@pytest.fixture(scope="module")
def reproduction(pbc):
    return pd.read_csv(pbc / "metrics/pbc/reproduction.csv", dtype=str, keep_default_na=False)


def test_the_page_of_claims_has_the_numbers_of_the_run(reproduction):
    assert_as_on_the_page("pbc", reproduction)


@pytest.fixture(scope="module")
def cells(pbc):
    return pd.read_csv(pbc / "tables/pbc/cells.csv")


def value(reproduction: pd.DataFrame, quantity: str, argument: str = "", variant: str = "as_published") -> float:
    rows = reproduction[(reproduction["quantity"] == quantity) & (reproduction["argument"] == argument)]
    return float(rows[variant].iloc[0])


def test_so_many_numbers_agree(reproduction):
    in_tables = reproduction["place"].str.match(r"Table \d$")
    assert in_tables.sum() == 412
    counts = reproduction.loc[in_tables, "verdict"].value_counts()
    assert counts.to_dict() == {"not found": 380, "not recomputable": 32}  # GPT-2 does not run here
    assert reproduction.loc[~in_tables, "verdict"].value_counts().to_dict() == {
        "reproduced": 35,
        "not found": 4,
        "not recomputable": 6,
        "definition": 14,
        "consistent": 19,
        "differs": 16,
        "differs by our reading": 4,
        "as published only": 4,
    }
    assert (reproduction.loc[reproduction["verdict"].isin(["not found", "not recomputable"]), "note"] != "").all()


@pytest.mark.parametrize(
    ("quantity", "argument", "expected"),
    [
        ("pbc", "grnn exp1b herself", 0.2532),
        ("pbc", "trans exp1b themselves", 0.7315),
        ("micro_average", "grnn exp1b herself", 0.7666),
        ("micro_average", "trans exp1b themselves", 0.8912),
        ("combinations", "", 60),
        ("combinations_never_significant", "numerator", 24),
        ("incomplete_combinations", "", 42),
        ("combinations_never_significant", "others", 32),
        ("not_significant", "numerator", 100 * 1557 / 3511),
        ("not_significant", "others", 100 * 782 / 869),
        ("levene", "0 0.05", 22.21),
        ("levene", "0.05 0.1", 7.99),
        ("spearman", "", 0.8761),
    ],
)
def test_numbers_of_the_text(reproduction, quantity, argument, expected):
    assert value(reproduction, quantity, argument) == pytest.approx(expected, abs=6e-3 if expected > 1 else 6e-5)


def test_p_of_the_rank_correlation(reproduction):
    assert value(reproduction, "spearman_p") == pytest.approx(8.0e-25, rel=0.01)
    assert reproduction.loc[reproduction["quantity"] == "spearman_p", "corrected"].tolist() == [""]


def test_rank_correlations_with_accuracy(pbc):
    """All 93 cells, the 75 of the five large models, and the 60 without the 5-gram; undefined ones are left out."""
    table = pd.read_csv(pbc / "tables/pbc/agreement_with_accuracy.csv").set_index(["systems", "measure", "accuracy"])
    expected = {
        ("all", "pbc", "released_accuracy"): (0.8881, 93),
        ("all", "mean_set_auc", "released_accuracy"): (0.9372, 93),
        ("large_models", "pbc", "released_accuracy"): (0.8761, 75),
        ("large_models", "pbc", "accuracy_by_released_rule"): (0.8824, 75),
        ("large_models", "pbc", "accuracy"): (0.8752, 75),
        ("large_models", "auc", "accuracy_by_released_rule"): (0.8678, 75),
        ("large_models", "mean_set_pbc", "released_accuracy"): (0.9269, 66),
        ("without_5gram", "pbc", "released_accuracy"): (0.8166, 60),
        ("without_5gram", "mean_set_auc", "released_accuracy"): (0.9211, 60),
    }
    for key, (rho, number) in expected.items():
        assert table.loc[key, "spearman_rho"] == pytest.approx(rho, abs=5e-5), key
        assert table.loc[key, "cells"] == number, key


def test_78_released_accuracies_come_out_exactly(cells):
    assert len(cells) == 93
    exact = (cells["accuracy_as_released"] - cells["released_accuracy"]).abs() < 1e-12
    assert exact.sum() == exact[cells["system"] != "5gram"].sum() == 78
    grnn = cells.set_index(["system", "experiment", "pronoun"]).loc[("grnn", "exp1a", "themselves")]
    assert grnn["accuracy_as_released"] == pytest.approx(0.6429, abs=5e-5)
    assert grnn["accuracy"] == pytest.approx(0.8286, abs=5e-5)


def test_ties_of_the_5_gram_in_experiment_4_by_both_rules(cells):
    gram = cells[(cells["system"] == "5gram") & (cells["experiment"] == "exp4")].set_index("pronoun")
    pronouns = ["herself", "himself", "themselves"]
    assert gram.loc[pronouns, "accuracy"].tolist() == pytest.approx([0.338, 0.333, 0.273], abs=5e-4)
    by_released_rule = gram.loc[pronouns, "accuracy_by_released_rule"].tolist()
    assert by_released_rule == pytest.approx([0.271, 0.253, 0.240], abs=5e-4)


def test_accuracies_as_released_are_the_authors_own_numbers(pbc):
    labels = pd.read_csv(pbc / "tables/pbc/labels.csv", dtype=str).set_index("System")
    assert labels.loc["5-gram", ["Accuracy, as released", "Accuracy, corrected"]].tolist() == ["0.3286", "0.3333"]


def test_within_and_between_sets_make_up_the_whole(cells):
    known = cells.dropna(subset=["set_centred_pbc"])
    assert known["pbc"].to_numpy() == pytest.approx(
        (known["set_centred_pbc"] * known["within_share"] ** 0.5).to_numpy()
    )


def test_six_strings_are_never_significant(pbc):
    table = pd.read_csv(pbc / "tables/pbc/significance.csv").set_index("Strings")
    assert table["Sets"].sum() == 4380 and table["Sets: right"].sum() == 3511
    six = table.loc["6 (4 + 2)"]
    assert six["Not significant then: right"] == six["Sets: right"] == 1358
    assert table["Not significant then: right"].sum() == 1557 and table["Not significant then: others"].sum() == 782


def test_the_report_fits_its_pages(pbc):
    report = pbc / "reports/pbc.pdf"
    assert "I said." in pages.text_of(report)  # the sentence that decides
    assert pages.problems(report, []) == []
