"""Other people, ceilings and companions of the ADC on LI-Adger as it really is."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from acceptability.analyses.ceiling.manifest import CEILING
from acceptability.analyses.choices.manifest import CHOICE_SUMMARY, CHOSEN_PAIRS
from acceptability.analyses.companions.manifest import COMPANIONS
from acceptability.analyses.people.manifest import PEOPLE
from acceptability.contracts import io
from acceptability.contracts.data import CHOICES, PAIRS, SENTENCES
from acceptability.statistics import criteria
from helpers import MIRROR, ROOT


@pytest.fixture
def people(results) -> pd.DataFrame:
    table = io.read_table(results / "metrics/li-adger/people.csv", PEOPLE).fillna({"threshold": 0})
    return table.set_index(["system", "measure", "statistic", "threshold"])


@pytest.fixture
def systems(people) -> pd.DataFrame:
    """The rows of the systems."""
    return people.drop(index=["people", "predicted", "judge", "reference", "human"], level="system")


def test_other_people_on_all_pairs_that_they_rated(people):
    assert set(people["pairs"]) == {1142}
    for measure, shares in (("raw", [0.757, 0.931, 0.943]), ("sd_1", [0.532, 0.836, 0.943])):
        found = [people.loc[("people", measure, "adc", delta), "value"] for delta in (0.5, 1, 5)]
        assert found == pytest.approx(shares, abs=0.0006)
    assert people.loc[("people", "raw", "pair_r", 0), "value"] == pytest.approx(0.839, abs=0.0006)
    assert people.loc[("people", "raw", "pair_rho", 0), "value"] == pytest.approx(0.836, abs=0.0006)


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
    assert (best, left_out) == (pytest.approx(0.491, abs=0.001), pytest.approx(0.470, abs=0.001))
    assert people.loc[("people", "raw", "adc", 0.5), "above_low"] > 0.15
    readme = " ".join((ROOT / "docs/papers.md").read_text(encoding="utf-8").split())
    raw = people.loc[("people", "raw", "adc", 0.5), "value"]
    assert f"reach {raw:.3f} at δ = 0.5" in readme and f"they reach {at_half['value']:.3f}" in readme
    ends = [f"{100 * at_half[name]:.1f}".replace("-", "−") for name in ("above", "above_low", "above_high")]
    said = "{} points above a constant that is fitted to other articles (95 % interval: {} to {})"
    assert said.format(*ends) in readme


def test_other_people_are_above_every_system_on_any_scale(people, systems):
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
    by_row = table.pivot(index="row", columns="companion", values="value").dropna()
    assert (by_row["noise_free_r"] / by_row["pearson_r_known_errors"]).tolist() == pytest.approx(
        [1.082] * len(by_row), abs=6e-4
    )
    assert by_row["lins_concordance"].idxmax() == first["lins_concordance"] == first["adc"]
    assert by_row["lins_concordance"].max() == pytest.approx(0.337, abs=6e-4)


def test_as_a_system_on_the_pairs_with_the_same_names_the_other_panel_has_the_shares_of_another_program(results, raw):
    """1,118 pairs whose ids are the same in all files; means of the z-scores as they are, and at an SD of 1."""
    likert = io.read_raw_csv(raw / "li-likert.csv", encoding="latin-1", skip_rows=5)
    means = io.numbers(likert["zscores"]).groupby(likert["item"]).mean()
    pairs = io.read_table(results / "pairs/li-adger.csv", PAIRS)
    ratings = io.read_table(results / "sentences/li-adger.csv", SENTENCES).set_index("sentence_id")["rating"]
    pairs = pairs[pairs["good_id"].isin(means.index) & pairs["bad_id"].isin(means.index)]
    human = criteria.pair_deltas(pairs, ratings)
    pairs, human = pairs[human.notna()], human.dropna()
    assert len(pairs) == 1118
    for scale, expected in ((1, [0.761, 0.932, 0.945]), (1 / means.std(), [0.536, 0.837, 0.945])):
        deltas = criteria.pair_deltas(pairs, means * scale)
        shares = [criteria.meets(human, deltas, "adc", delta).mean() for delta in (0.5, 1, 5)]
        assert shares == pytest.approx(expected, abs=0.001)
    assert np.corrcoef(deltas, human)[0, 1] == pytest.approx(0.839, abs=0.0006)


def test_people_who_chose_a_sentence_judged_all_pairs_of_the_li_half_but_one(results):
    choices = io.read_table(results / "choices/li-adger.csv", CHOICES)
    assert (len(choices), choices["pair_id"].nunique(), choices["participant"].nunique()) == (15003, 1173, 307)
    summary = io.read_table(results / "metrics/li-adger/choices_summary.csv", CHOICE_SUMMARY)
    value = summary.set_index("statistic")["value"]
    assert (value["individual"], value["majority"]) == pytest.approx((0.903, 0.959), abs=0.0006)
    assert value["rated_r"] > 0.55
    scaled = summary.query("statistic == 'rated_adc' and threshold == 0.5").iloc[0]
    assert (scaled["value"], scaled["fold_sd"]) == pytest.approx((0.591, 0.0026), abs=0.0006)


def test_their_shares_are_those_that_others_released_for_the_same_pairs(results):
    """But for two pairs: the file names the token of one sentence wrongly, and lacks the mark of another."""
    found = list(
        Path(MIRROR).glob("raw.githubusercontent.com/lindiatjuatja/morcela/*/data/linguistic_inquiry_data.csv")
    )
    if not found:
        pytest.skip("the mirror has no linguistic_inquiry_data.csv of lindiatjuatja/morcela")
    table = io.read_raw_csv(found[0])
    released = 1 - io.numbers(table["Bad Sentence FC Mean"]).set_axis(table["Good ID"] + "|" + table["Bad ID"])
    chosen = io.read_table(results / "metrics/li-adger/choices_pairs.csv", CHOSEN_PAIRS).set_index("pair_id")["share"]
    both = pd.concat([chosen, released], axis=1, keys=["ours", "theirs"]).dropna()
    other = both.index[(both["ours"] - both["theirs"]).abs() > 1e-6]
    assert len(both) == 599
    assert set(other.str.rsplit("|").str[1]) == {"34.3.landau.39b.*.08", "40.1.caponigro.25b.*.01"}


def test_with_the_other_panel_as_reference_systems_agree_about_as_well(results, people, systems):
    swapped = io.read_table(results / "metrics/li-adger/people_swapped.csv", PEOPLE).fillna({"threshold": 0})
    assert set(swapped["pairs"]) == {1142}
    swapped = swapped.set_index(["system", "measure", "statistic", "threshold"])
    for step in (("blimp", 0), ("adc", 0.5), ("pair_r", 0)):
        one, other = (table.xs(step, level=("statistic", "threshold"))["value"] for table in (systems, swapped))
        assert (one - other.reindex(one.index)).abs().max() < 0.06
    r = ("people", "raw", "pair_r", 0)
    assert swapped.loc[r, "value"] == pytest.approx(people.loc[r, "value"])


def test_sampling_error_leaves_some_decisions_open(people, systems):
    for delta, least, most in ((0.5, 0.2, 0.8), (5, 0.6, 1)):
        certain = systems.xs(("certain", delta), level=("statistic", "threshold"))["value"]
        met = systems.xs(("certainly_met", delta), level=("statistic", "threshold"))["value"]
        adc = systems.xs(("adc", delta), level=("statistic", "threshold"))["value"]
        assert certain.between(least, most).all() and (met <= adc).all() and (met <= certain).all()
        assert (met <= people.loc[("human", "rating", "certainly_met", delta), "value"]).all()
    published = systems.drop(index="brown-trigram", level="system")
    at_half = [
        published.xs((name, 0.5), level=("statistic", "threshold")) for name in ("certain", "certainly_met", "adc")
    ]
    bound = people.loc[("human", "rating", "certainly_met", 0.5), "value"]
    certain, met = ((table["value"].min(), table["value"].max()) for table in at_half[:2])
    said = f"{100 * certain[0]:.0f} to {100 * certain[1]:.0f} % of the pairs is certain"
    most = f"it is certainly met on {100 * met[0]:.1f} to {100 * met[1]:.1f} % of the pairs. No system could certainly"
    most += f" meet it on more than {100 * bound:.1f} %"
    raters = f"a standard deviation of at most {at_half[2]['rater_sd'].max():.3f} to a published system's share"
    docs = " ".join((ROOT / "docs/humans.md").read_text(encoding="utf-8").split())
    assert said in docs and most in docs and raters in docs
