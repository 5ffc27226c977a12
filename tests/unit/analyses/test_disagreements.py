"""Lists of pairs on which humans, experts and systems disagree, by hand."""

import numpy as np
import pandas as pd
import pytest

from acceptability.analyses.disagreements import table as table
from acceptability.analyses.disagreements.compute import list_disagreements
from acceptability.analyses.disagreements.manifest import DISAGREEMENTS
from acceptability.contracts import io

COLUMNS = pd.DataFrame(
    {
        "human": [1.0, 2.0, -0.5, 0.0, np.nan, -1.0, 3.0],
        "a/pll": [1.1, -1.0, -0.4, -1.0, 1.0, 1.0, 0.0],
        "b/slor": [-2.0, -1.0, 0.5, -1.0, -1.0, 1.0, 0.0],
        "b/log_prob": [-2.0, 0.1, 0.5, -1.0, -1.0, 1.0, 0.0],
    },
    index=pd.Index(["one", "b only", "contra", "equal", "unrated", "worst", "flat"], name="pair_id"),
)
FOUND = list_disagreements(COLUMNS, 0.5)


def listed(found: pd.DataFrame, kind: str, criterion: str | None = None) -> list:
    chosen = found[found["kind"] == kind]
    chosen = chosen[chosen["criterion"] == criterion] if criterion else chosen
    return list(chosen["pair_id"])


def test_humans_contradict_experts_below_0_the_worst_first():
    assert listed(FOUND, "humans_against_experts") == ["worst", "contra"]


def test_pairs_that_all_miss_are_rated_and_sorted_by_the_human_delta():
    assert listed(FOUND, "missed_by_all", "blimp") == ["flat", "equal"]
    # "contra" is met by a: both deltas are negative and differ by 0.1; "worst" has the wrong sign.
    assert listed(FOUND, "missed_by_all", "adc") == ["flat", "b only", "equal", "worst"]
    assert set(FOUND["threshold"].dropna()) == {0.5}


def test_the_one_system_is_named_with_the_measures_that_meet():
    one = FOUND[FOUND["kind"] == "met_by_one"].set_index(["criterion", "pair_id"])["met_by"].to_dict()
    assert one == {
        ("blimp", "b only"): "b/log_prob",
        ("blimp", "one"): "a/pll",
        ("blimp", "contra"): "b/slor b/log_prob",  # two measures, one system
        ("adc", "one"): "a/pll",
        ("adc", "contra"): "a/pll",
    }


def test_every_rated_pair_is_missed_by_all_met_by_one_or_met_by_several():
    generator = np.random.default_rng(1)
    columns = pd.DataFrame(generator.normal(size=(200, 4)), columns=["human", "a/x", "b/x", "c/x"])
    found = list_disagreements(columns, 0.5)
    met = (columns[["a/x", "b/x", "c/x"]] > 0).sum(axis=1)
    assert set(listed(found, "missed_by_all", "blimp")) == set(met.index[met == 0])
    assert set(listed(found, "met_by_one", "blimp")) == set(met.index[met == 1])
    assert 0 < (met == 0).sum() < (met == 1).sum() < 200


def test_without_ratings_only_the_blimp_criterion_is_asked():
    found = list_disagreements(COLUMNS.assign(human=np.nan), 0.5)
    assert set(found["criterion"]) == {"blimp"}
    assert listed(found, "humans_against_experts") == []
    assert listed(found, "missed_by_all") == ["equal", "flat"]


@pytest.mark.parametrize("rows", [["a/pll"], ["b/slor", "b/log_prob"]])
def test_a_single_system_is_not_the_only_one(rows):
    assert listed(list_disagreements(COLUMNS[["human", *rows]], 0.5), "met_by_one") == []


def test_a_list_may_be_empty():
    agreed = pd.DataFrame({"human": [1.0], "a/pll": [1.0], "b/pll": [1.0]}, index=["p"])
    assert list_disagreements(agreed, 0.5).empty


@pytest.mark.parametrize("rows", [0, 4])
def test_lists_are_written_and_read_again_even_empty_ones(tmp_path, rows):
    found = FOUND.head(rows).assign(phenomenon="x", good="Good.", bad="Bad.")
    found = found.join(COLUMNS.rename(columns={"human": "human_delta"}), on="pair_id")
    io.write_table(found, tmp_path / "found.csv", DISAGREEMENTS)
    again = io.read_table(tmp_path / "found.csv", DISAGREEMENTS)
    assert again["pair_id"].tolist() == found["pair_id"].tolist()
    assert again["criterion"].isna().tolist() == found["criterion"].isna().tolist()
    kinds = ("humans_against_experts", "missed_by_all", "met_by_one")
    assert sum(len(shown_as(again, kind)) for kind in kinds) == rows


def shown_as(listed: pd.DataFrame, kind: str) -> pd.DataFrame:
    return table.make_disagreements(disagreements=listed, labels=LABELS, part=kind).frame


LABELS = {"a/pll": "A PLL", "b/slor": "B SLOR", "b/log_prob": "B log-prob"}


def test_the_table_shows_sentences_both_ends_of_the_model_deltas_and_who_gets_it():
    found = FOUND.assign(good="Good.", bad="Bad.")
    found = found.join(COLUMNS.rename(columns={"human": "human_delta"}), on="pair_id")
    one = shown_as(found, "met_by_one")
    assert one.set_index(["Pair", "Criterion"]).loc[("contra", "BLiMP")].to_dict() == {
        "Acceptable": "Good.",
        "Unacceptable": "Bad.",
        "Δ human": "−0.50",
        "Δ models": "−0.40 to 0.50",
        "Systems that meet it": "B SLOR, B log-prob",
    }
    assert set(one["Criterion"]) == {"BLiMP", "ADC, δ = 0.5"}
    humans = shown_as(found, "humans_against_experts")
    assert list(humans) == ["Pair", "Acceptable", "Unacceptable", "Δ human", "Δ models"]
    nobody = shown_as(found.iloc[:0], "met_by_one")
    assert nobody.empty and "Acceptable" in nobody
