"""Signs and sizes of deltas, and whether ratings can measure strength: cases by hand and simulated raters."""

import numpy as np
import pandas as pd
import pytest

from acceptability.analyses.strength.compute import compute, measurable
from acceptability.analyses.strength.table import make_strength
from acceptability.statistics import noise
from acceptability.statistics.panels import answers

NAN = float("nan")


def data(pairs: int, raters: int, noise_sd: float, spread: float):
    """Return sentences, pairs, single ratings of simulated participants, and the expected rating of each sentence.

    Deltas have an SD of ``spread``, and expected ratings one of about 1.
    """
    generator = np.random.default_rng(5)
    deltas = 1.0 + spread * generator.normal(size=pairs)
    ids = [f"p{number}.{side}" for number in range(pairs) for side in ("good", "bad")]
    common = 0.8 * generator.normal(size=pairs)
    truth = np.column_stack([common + deltas / 2, common - deltas / 2]).ravel()
    rows = [
        (f"r{person}", name, value + noise_sd * generator.normal())
        for person in range(raters)
        for name, value in zip(ids, truth, strict=True)
    ]
    ratings = pd.DataFrame(rows, columns=["participant", "sentence_id", "z_score"])
    sentences = pd.DataFrame({"sentence_id": ids, "sentence": ids})
    sentences["rating"] = sentences["sentence_id"].map(ratings.groupby("sentence_id")["z_score"].mean())
    table = pd.DataFrame({"pair_id": [f"p{number}" for number in range(pairs)], "phenomenon": "all"})
    table["good_id"], table["bad_id"] = table["pair_id"] + ".good", table["pair_id"] + ".bad"
    table["cluster"] = table["pair_id"]
    return sentences, table, ratings, truth


def strengths(sentences, pairs, ratings, model) -> dict[str, pd.DataFrame]:
    human = sentences.set_index("sentence_id")["rating"]
    human_delta = human[pairs["good_id"]].to_numpy() - human[pairs["bad_id"]].to_numpy()
    deltas = pairs[["pair_id"]].assign(measure="m", human_delta=human_delta, model_delta=model)
    given = {"sentences": sentences, "pairs": pairs, "ratings": ratings, "deltas": {"lm": deltas}}
    return compute(**given, thresholds=[0.5], dataset="mine")


def test_signs_and_sizes_are_taken_apart():
    """Human deltas 0.2, 1, 2 and −1; δ = 0.5.

    Own: 0.3 and 2.1 meet it. All signs right: so does 1.2 for 1. Of four sizes for four signs, those of the first pair
    (0.3 alone), of the second (negative: none), of the third (2.1) and of the fourth (1.2 and 0.9).
    """
    pairs = pd.DataFrame({"pair_id": list("abcd"), "phenomenon": "all", "cluster": list("abcd")})
    for side in ("good", "bad"):
        pairs[f"{side}_id"] = pairs["pair_id"] + side
    human, model = np.array([0.2, 1, 2, -1]), np.array([0.3, -1.2, 2.1, -0.9])
    sentences = pd.DataFrame({"sentence_id": [*pairs["good_id"], *pairs["bad_id"]], "rating": [*human, 0, 0, 0, 0]})
    tables = strengths(sentences.assign(sentence="x"), pairs, pd.DataFrame(), model)
    (row,) = tables["strength"].itertuples()
    assert (row.share, row.signs_right) == (0.75, 0.75)
    assert row.random_sizes == pytest.approx((1 + 0 + 1 + 2) / 16)
    assert (row.measurable, len(tables["perfect"])) == ("unknown", 0)
    shown = make_strength(strength=tables["strength"], labels={"lm/m": "LM"})
    assert shown.iloc[0].tolist()[:3] == ["LM", "0.750", "0.250"]


@pytest.mark.parametrize(
    ("perfect", "scaled", "constant", "high", "answer"),
    [
        (NAN, NAN, 0.5, 0.6, "unknown"),
        (0.39, 0.08, 0.45, 0.6, "no"),
        (0.99, 0.02, 0.88, 0.98, "scale"),
        (0.91, 0.58, 0.47, 0.54, "yes"),
        (0.58, 0.50, 0.48, 0.62, "unclear"),
        (0.58, 0.50, NAN, NAN, "unclear"),
    ],
)
def test_ratings_measure_strength_if_a_perfect_predictor_would_be_above_a_constant(
    perfect, scaled, constant, high, answer
):
    assert measurable(perfect, scaled, constant, high) == answer


def test_many_raters_can_measure_strength_and_one_or_two_cannot():
    """Deltas whose spread is mostly sampling error say nothing about strength."""
    answered = {}
    for raters, sd in ((60, 0.5), (2, 2.5)):
        sentences, pairs, ratings, truth = data(80, raters, sd, 0.7)
        truth = truth.reshape(-1, 2)
        tables = strengths(sentences, pairs, ratings, truth[:, 0] - truth[:, 1])
        answered[raters] = tables["strength"]["measurable"][0]
    assert answered == {60: "yes", 2: "no"}


def test_the_expected_r_of_a_perfect_predictor_is_what_simulated_ones_have():
    sentences, _, ratings, truth = data(3000, 3, 1.0, 0.8)
    rated = answers(ratings)
    observed = np.corrcoef(pd.Series(truth, sentences["sentence_id"])[rated.sentences], rated.means())[0, 1]
    assert noise.perfect_r(rated) == pytest.approx(observed, abs=0.02)
    single = answers(ratings.drop_duplicates("sentence_id"))
    assert np.isnan(noise.perfect_r(single))
