"""docs/convention_effects.tsv, what docs/conventions.md says of it, and the correction for the number of comparisons."""

import numpy as np
import pandas as pd
import pytest

from acceptability.statistics.clusters import holm
from docs import describe_conventions

TABLE = pd.read_csv(describe_conventions.EFFECTS, sep="\t")
SHARES = TABLE[TABLE["measure"] != "bits per word"]
COMPARED = SHARES[SHARES["convention"] != describe_conventions.REFERENCE]
ROUNDED = 2e-6  # the table has six digits


def test_p_values_are_corrected_for_all_comparisons():
    assert len(COMPARED) == 22 and TABLE["p_holm"].notna().sum() == 22
    assert COMPARED["p_holm"].to_numpy() == pytest.approx(holm(COMPARED["p"]), abs=22 * ROUNDED)
    in_order = COMPARED.sort_values("p")
    assert in_order["p_holm"].is_monotonic_increasing and (in_order["p_holm"] >= in_order["p"]).all()


def test_intervals_and_uncorrected_p_values_agree():
    """They come from different methods (a jackknife; flipped signs), so those near the level may differ."""
    excludes = (COMPARED["difference_low"] > 0) | (COMPARED["difference_high"] < 0)
    assert excludes[COMPARED["p"] < 0.02].all() and not excludes[COMPARED["p"] > 0.1].any()


def test_differences_are_those_of_the_shares_and_in_the_middle_of_their_intervals():
    reference = SHARES.groupby("measure")["value"].transform("first")
    assert (SHARES["value"] - reference)[COMPARED.index].to_numpy() == pytest.approx(
        COMPARED["difference"], abs=ROUNDED
    )
    middle = (COMPARED["difference_low"] + COMPARED["difference_high"]) / 2
    assert middle.to_numpy() == pytest.approx(COMPARED["difference"], abs=ROUNDED)


def test_every_share_has_chance():
    chance = {measure: part["chance"] for measure, part in SHARES.groupby("measure")}
    assert (chance["BLiMP share"] == 0.5).all() and chance["ADC at δ = 0.5"].between(0, 1, inclusive="neither").all()
    assert chance["ADC at δ = 0.5"].nunique() > 1  # each convention has its own


def test_the_page_has_the_table_and_counts_corrected_differences():
    page = describe_conventions.PAGE.read_text(encoding="utf-8")
    written = describe_conventions.table_of_effects()
    assert written in page
    excluding = np.sign(COMPARED["difference_low"]) == np.sign(COMPARED["difference_high"])
    text = " ".join(written.split())
    assert f"{excluding.sum()} of 22 exclude 0" in text
    assert f"After Holm's correction, {(COMPARED['p_holm'] < 0.05).sum()} of 22 differences has p < 0.05:" in text
