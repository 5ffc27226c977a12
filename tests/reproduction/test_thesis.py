"""The numbers of the thesis chapter, and of its two pairs."""

import pandas as pd
import pytest

import pages
from claims_page import assert_as_on_the_page


@pytest.fixture
def reproduction(results):
    return pd.read_csv(results / "tables/thesis/reproduction.csv", dtype=str, keep_default_na=False)


def test_the_page_of_claims_has_the_numbers_of_the_run(reproduction):
    assert_as_on_the_page("thesis", reproduction)


def test_so_many_numbers_agree(reproduction):
    assert reproduction["verdict"].value_counts().to_dict() == {
        "reproduced": 50,
        "not found": 27,
        "file not fetched": 5,
        "differs": 12,
        "definition": 3,
    }
    differs = reproduction[reproduction["verdict"] == "differs"]
    shown = differs.assign(corrected=differs["corrected"].astype(float).map("{:g}".format))
    assert shown[["printed", "corrected"]].value_counts().to_dict() == {
        ("104", "13"): 3,  # two of Table 4's sentences, one of them named again in the text
        ("104", "12"): 2,
        ("4179", "4178"): 2,
        ("104", "101.263"): 1,
        ("148", "150"): 1,
        ("219", "222"): 1,
        ("105", "83"): 1,
        ("8", "9"): 1,
    }


def test_both_pairs_come_out_to_the_last_decimal(reproduction):
    table = reproduction[reproduction["place"] == "Table 5"]
    assert set(table["verdict"]) == {"reproduced"}
    deltas = table.loc[table["quantity"].str.endswith("_delta"), "corrected"].astype(float)
    assert deltas.tolist() == pytest.approx([2.320552, 0.633896671, 0.023432, -0.158799029], abs=1e-9)
    assert table.loc[table["quantity"] == "pair_meets", "corrected"].tolist() == ["yes", "no", "no", "no"]


def test_the_5_gram_model_s_share_of_blimp(reproduction):
    (share,) = reproduction.loc[reproduction["quantity"] == "blimp_five_gram", "corrected"]
    assert float(share) == pytest.approx(61.24, abs=0.005)


def test_what_is_about_a_number_is_shown_with_the_number(reproduction):
    about = reproduction[reproduction["quantity"].str.startswith("about_")]
    assert about["corrected"].str.extract(r"^(\d+) \((\d+)").to_numpy().tolist() == [
        ["4200", "4178"],
        ["60", "61"],
        ["60", "61"],
        ["2400", "2365"],
    ]


def test_two_studies_give_the_same_fact_the_same_verdict(results):
    """ADC, BLiMP and the thesis; facts are the same where they have one name and one printed number."""
    studies = {
        name: pd.read_csv(results / f"tables/{name}/reproduction.csv", dtype=str, keep_default_na=False)
        for name in ("adc", "blimp", "thesis")
    }
    facts = pd.concat(table.assign(study=name) for name, table in studies.items())
    groups = facts.groupby(["item", "printed"])
    shared = [rows for _, rows in groups if rows["study"].nunique() > 1]
    assert len(shared) > 40
    assert [rows["item"].iloc[0] for rows in shared if rows["verdict"].nunique() > 1] == []


def test_without_the_elo_ratings_their_rows_are_empty_and_the_report_says_so(reproduction, results):
    elo = reproduction[reproduction["quantity"].isin(["elo", "rated_above"])]
    assert set(elo["corrected"]) == {""} and len(elo) == 5
    report = results / "reports/thesis.pdf"
    text = pages.text_of(report)
    assert "docs/cgi.md" in text and "0.633896671" in text
    assert pages.problems(report, []) == ["page 1: no Figure 1."]  # the chapter has none
