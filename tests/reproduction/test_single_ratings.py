"""The mixed model of single ratings on LI-Adger as it really is.

GPBoost 1.8.0 (Cholesky, delta_rel_conv 1e-12) gives the same log-likelihoods to 1e-6.
"""

import pandas as pd
import pytest

from acceptability.analyses.mixed_model.manifest import MIXED_MODEL
from acceptability.contracts import io

BEST_FIRST = {  # slopes
    "bert-large-cased-cola-published/cola_score": 0.494,
    "bert-large-uncased-cola-published/cola_score": 0.481,
    "bert-large-uncased-mlm-published/pll": 0.446,
    "bert-base-uncased-mlm-published/pll": 0.433,
    "bert-base-uncased-cola-published/cola_score": 0.474,
    "bert-large-cased-mlm-published/pll": 0.417,
    "trigram-published/log_prob": 0.117,
    "brown-trigram/log_prob": 0.036,
    "trigram-published/slor": 0.343,
    "brown-trigram/slor": 0.165,
    "brown-trigram/word_lp_min_1": 0.089,
}


@pytest.fixture
def model(results) -> pd.DataFrame:
    return io.read_table(results / "metrics/li-adger/mixed_model.csv", MIXED_MODEL).set_index("row")


def test_order_of_the_rows_and_slopes(model):
    assert list(model.sort_values("delta_aic").index) == [*BEST_FIRST, "none"]
    assert model["slope"].dropna().to_dict() == pytest.approx(BEST_FIRST, abs=0.005)


def test_intervals_of_slopes_are_over_articles(model):
    """The model's own standard errors, which take slopes to be the same in all articles, are .015 and .020."""
    errors = model["slope_se"]
    assert errors["bert-large-cased-cola-published/cola_score"] == pytest.approx(0.0286, abs=0.001)
    assert errors["trigram-published/slor"] == pytest.approx(0.0392, abs=0.001)


def test_what_counts(model):
    assert model[["ratings", "sentences", "participants"]].drop_duplicates().to_numpy().tolist() == [[29314, 2316, 304]]
    assert model.loc["none", "log_likelihood"] == pytest.approx(-33136.888, abs=0.5)


def test_log_probabilities_gain_from_participants_who_differ_about_length_alone(model):
    """Their AIC beats SLOR's, though their slopes and what they explain are far smaller. Where models know the number of
    words, SLOR's AIC is the better one."""
    for system in ("trigram-published", "brown-trigram"):
        length, slor = model.loc[f"{system}/log_prob"], model.loc[f"{system}/slor"]
        assert length["delta_aic"] < slor["delta_aic"] and length["delta_aic_one_slope"] > slor["delta_aic_one_slope"]
        assert length["explained"] < slor["explained"]
        assert length["delta_aic_length"] > slor["delta_aic_length"] + 30
        assert length["participant_slope_variance"] > 5 * slor["participant_slope_variance"]
