"""Other people, ceilings and companions of the ADC on LI-Adger as it really is."""

import pandas as pd
import pytest

from acceptability.contracts import io
from acceptability.contracts.metrics import COMPANIONS
from acceptability.contracts.raters import CEILING, PEOPLE
from helpers import ROOT


@pytest.fixture
def people(results) -> pd.DataFrame:
    table = io.read_table(results / "metrics/li-adger/people.csv", PEOPLE).fillna({"threshold": 0})
    return table.set_index(["system", "measure", "statistic", "threshold"])


def test_other_people_are_what_another_program_counts(people):
    """On the 1,118 pairs with the same names: .761/.932/.945, and .536/.837/.945 at an SD of 1."""
    assert set(people["pairs"]) == {1142}
    for measure, shares in (("raw", [0.757, 0.931, 0.943]), ("sd_1", [0.532, 0.836, 0.943])):
        found = [people.loc[("people", measure, "adc", delta), "value"] for delta in (0.5, 1, 5)]
        assert found == pytest.approx(shares, abs=0.0006)
    assert people.loc[("people", "raw", "pair_r", 0), "value"] == pytest.approx(0.839, abs=0.0006)


def test_the_noise_model_predicts_people_whom_it_never_saw(people):
    for measure in ("raw", "sd_1"):
        for delta in (0.5, 1, 5):
            seen, said = (people.loc[(who, measure, "adc", delta), "value"] for who in ("people", "predicted"))
            assert said == pytest.approx(seen, abs=0.03)


def test_on_the_scale_of_systems_nothing_shows_that_the_adc_tells_people_from_a_constant(people):
    at_half = people.loc[("people", "sd_1", "adc", 0.5)]
    assert at_half["above_low"] < 0 < at_half["above"] < at_half["above_high"]
    assert people.loc[("people", "sd_1", "adc", 1), "above"] < 0
    best, left_out = (
        people.loc[("reference", f"best_constant{end}", "adc", 0.5), "value"] for end in ("", "_left_out")
    )
    assert (best, left_out) == (pytest.approx(0.491, abs=0.001), pytest.approx(0.466, abs=0.001))
    assert people.loc[("people", "raw", "adc", 0.5), "above_low"] > 0.15
    readme = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    raw = people.loc[("people", "raw", "adc", 0.5), "value"]
    assert f"reach {raw:.3f} at δ = 0.5" in readme and f"they reach {at_half['value']:.3f}" in readme
    ends = [f"{100 * at_half[name]:.1f}".replace("-", "−") for name in ("above", "above_low", "above_high")]
    said = "{} points above a constant that is fitted to the other phenomena (95 % interval: {} to {})"
    assert said.format(*ends) in readme


def test_other_people_are_above_every_system_on_any_scale(people):
    systems = people.drop(index=["people", "predicted", "judge", "reference"], level="system")
    for statistic, threshold in (("adc", 0.5), ("adc_se", 1), ("pair_r", 0)):
        best = systems.xs((statistic, threshold), level=("statistic", "threshold"))["value"].max()
        for measure in ("raw", "sd_1"):
            assert people.loc[("people", measure, statistic, threshold), "low"] > best


def test_ceilings_of_noisy_panels_at_the_scale_of_systems_and_of_the_whole_set(results):
    table = io.read_table(results / "metrics/li-adger/ceiling.csv", CEILING)
    adc = table[(table["criterion"] == "adc") & (table["threshold"] == 0.5) & (table["source"] == "noise model")]
    last = adc.groupby("comparison")["mean"].last()
    assert last["equal_panels"] == pytest.approx(0.777, abs=0.005)
    assert last["scaled_panels"] == pytest.approx(0.546, abs=0.005)
    assert last["whole_panels"] == pytest.approx(0.678, abs=0.005)
    assert last["whole_scaled_panels"] == pytest.approx(0.517, abs=0.005)
    judged = table["comparison"].isin(["expected_ratings", "scaled_ratings"])
    assert "blimp" not in set(table.loc[judged, "criterion"])  # hardly identified


def test_pll_is_first_by_the_adc_and_cola_at_the_best_scale(results):
    table = io.read_table(results / "metrics/li-adger/companions.csv", COMPANIONS)
    table = table[table["threshold"].isna() | (table["threshold"] == 0.5)]
    first = table[table["place"] == 1].set_index("companion")["row"]
    assert first["adc"] == first["pearson_r"] == first["noise_free_r"] == "bert-large-uncased-mlm-published/pll"
    assert first["rescaled_adc"] == "bert-large-uncased-cola-published/cola_score"
    noise_free = table[(table["companion"] == "noise_free_r") & (table["place"] == 1)].iloc[0]
    assert (noise_free["value"], noise_free["pairs"]) == (pytest.approx(0.480, abs=0.001), 1142)
