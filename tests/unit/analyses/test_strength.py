"""Signs and sizes of deltas, and whether ratings can measure strength: cases by hand and simulated raters."""

import numpy as np
import pandas as pd
import pytest

from acceptability.analyses.strength.compute import compute, measurable
from acceptability.analyses.strength.table import make_strength
from acceptability.contracts import systems
from acceptability.statistics import chance, noise, rating_error
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


def strengths(sentences, pairs, ratings, model, scored=None) -> pd.DataFrame:
    human = sentences.set_index("sentence_id")["rating"]
    human_delta = human[pairs["good_id"]].to_numpy() - human[pairs["bad_id"]].to_numpy()
    deltas = pairs[["pair_id"]].assign(measure="m", human_delta=human_delta, model_delta=model)
    deltas = deltas.dropna(subset="model_delta")
    steps = chance.shares_by_knowledge(systems.delta_columns({"lm": deltas}), pairs, [0.5])
    tables = {
        "pairs": pairs,
        "ratings": ratings,
        "deltas": {"lm": deltas},
        "chance_steps": steps,
        "scored_sentences": scored,
    }
    return compute(**tables, thresholds=[0.5], dataset="mine")


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
    table = strengths(sentences.assign(sentence="x"), pairs, pd.DataFrame(), model)
    (row,) = table.itertuples()
    assert (row.share, row.signs_right) == (0.75, 0.75)
    assert row.random_sizes == pytest.approx((1 + 0 + 1 + 2) / 16)
    assert row.measurable == "unknown"
    shown = make_strength(strength=table, labels={"lm/m": "LM"})
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
        table = strengths(sentences, pairs, ratings, truth[:, 0] - truth[:, 1])
        answered[raters] = table["measurable"][0]
    assert answered == {60: "yes", 2: "no"}


def test_at_sd_1_a_row_that_covers_a_part_refers_to_the_sentences_that_it_scores():
    """Pairs of the row have about the same ratings; the SD of all sentences is larger."""
    sentences, pairs, ratings, _ = data(40, 30, 0.3, 0.3)
    far = sentences["sentence_id"].iloc[40:]
    ratings["z_score"] *= np.where(ratings["sentence_id"].isin(far), 4.0, 1.0)
    sentences["rating"] = sentences["sentence_id"].map(ratings.groupby("sentence_id")["z_score"].mean())
    model = np.where(np.arange(40) < 20, 1.0, np.nan)
    kept = sentences["sentence_id"].iloc[:40]
    scored = {"lm": pd.DataFrame({"sentence_id": kept, "measure": "m", "z_score": 0.0})}
    (part,) = strengths(sentences, pairs, ratings, model, scored).itertuples()
    alone = ratings[ratings["sentence_id"].isin(kept)]
    (of_part,) = strengths(sentences.iloc[:40], pairs.iloc[:20], alone, model[:20]).itertuples()
    (of_all,) = strengths(sentences, pairs, ratings, model).itertuples()
    assert part.perfect_sd_1 == of_part.perfect_sd_1 != of_all.perfect_sd_1


def test_few_ratings_have_no_less_variance_without_error_than_they_should():
    """Means of six sentences, simulated 20,000 times: 1.2² / 4 is the variance of their errors."""
    generator = np.random.default_rng(1)
    truth = generator.normal(size=6)
    means = truth + generator.normal(0, 0.6, (20_000, 6))
    squares = [noise.error_free_sd(each, np.full(6, 0.36)) ** 2 for each in means]
    assert np.mean(squares) == pytest.approx(truth.var(), rel=0.02)


def test_the_expected_r_of_a_perfect_predictor_is_what_simulated_ones_have():
    sentences, pairs, ratings, truth = data(3000, 3, 1.0, 0.8)
    rated = answers(ratings)
    observed = np.corrcoef(pd.Series(truth, sentences["sentence_id"])[rated.sentences], rated.means())[0, 1]
    assert noise.perfect_r(rated) == pytest.approx(observed, abs=0.02)
    error = rating_error.human_error(ratings, pairs, []).set_index("statistic").loc["perfect_r"]
    assert (error["value"], error["number"]) == (noise.perfect_r(rated), 6000)
    single = answers(ratings.drop_duplicates("sentence_id"))
    assert np.isnan(noise.perfect_r(single))
