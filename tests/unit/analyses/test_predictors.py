"""Shares by length, score and confidence: hand cases, and bins that sum to the whole."""

import numpy as np
import pandas as pd
import pytest

from acceptability.analyses.predictors.compute import by_predictor
from acceptability.analyses.predictors.manifest import BY_PREDICTOR
from acceptability.contracts import io


def world(number=200, seed=1):
    generator = np.random.default_rng(seed)
    words = generator.integers(2, 9, size=(number, 2))
    sentences = pd.DataFrame(
        [
            (f"{n}.{side}", " ".join(["w"] * words[n, k]))
            for n in range(number)
            for k, side in enumerate(("good", "bad"))
        ],
        columns=["sentence_id", "sentence"],
    )
    pairs = pd.DataFrame({"pair_id": [str(n) for n in range(number)]})
    pairs = pairs.assign(good_id=pairs["pair_id"] + ".good", bad_id=pairs["pair_id"] + ".bad")
    pairs["cluster"] = [str(n % 10) for n in range(number)]
    score = pd.Series(generator.normal(-20, 5, 2 * number), index=sentences["sentence_id"])
    delta = score[pairs["good_id"]].to_numpy() - score[pairs["bad_id"]].to_numpy()
    delta[:10] = 0
    columns = pd.DataFrame({"human": np.nan, "m/log_prob": delta, "m/slor": delta}, index=pd.Index(pairs["pair_id"]))
    scores = {"m/log_prob": score, "m/slor": score}
    return sentences, pairs, columns, scores, words


def test_bins_by_hand_and_their_sum():
    sentences, pairs, columns, scores, words = world()
    made = by_predictor(sentences, pairs, columns, scores)
    io.check_table(made.assign(dataset="d"), BY_PREDICTOR, "made")
    delta = columns["m/log_prob"].to_numpy()
    for (row, predictor), group in made.groupby(["row", "predictor"]):
        assert group["pairs"].sum() == 200, (row, predictor)
        assert group["ties"].sum() == 10
        assert (group["share"] * group["pairs"]).sum() == pytest.approx((delta > 0).sum())
    shorter = made[(made["row"] == "m/log_prob") & (made["predictor"] == "difference") & (made["value"] == -1)]
    these = words[:, 0] < words[:, 1]
    assert shorter["pairs"].item() == these.sum()
    assert shorter["share_ties_half"].item() == pytest.approx(((1 + np.sign(delta[these])) / 2).mean())


def test_pairs_by_what_differs_by_hand():
    """a: the same words in another order; b: longer, from its third word on; c: the very same sentence."""
    texts = {"a": ("Dogs see cats.", "Cats see dogs."), "b": ("He ate dinner.", "He ate it."), "c": ("Yes.", "Yes.")}
    ids = [(f"{name}.{side}", text) for name, both in texts.items() for side, text in zip("gb", both, strict=True)]
    pairs = pd.DataFrame({"pair_id": list("abc"), "good_id": ["a.g", "b.g", "c.g"], "bad_id": ["a.b", "b.b", "c.b"]})
    columns = pd.DataFrame({"human": np.nan, "m/x": [1.0, -1.0, 0.0]}, index=pd.Index(list("abc")))
    sentences = pd.DataFrame(ids, columns=["sentence_id", "sentence"])
    made = by_predictor(sentences, pairs.assign(cluster="k"), columns, {})
    half = made.set_index(["predictor", "value"])["share_ties_half"]
    assert half["characters"].to_dict() == {0: 0.75, 1: 0}
    assert half["same_words"].to_dict() == {0: 0, 1: 0.75}
    assert half["first_difference"].to_dict() == {0: 0.5, 1: 1, 3: 0}


def test_only_sums_have_a_score_per_word():
    made = by_predictor(*world()[:4])
    per_word = made.loc[made["predictor"] == "score_per_word", "row"]
    assert set(per_word) == {"m/log_prob"}


def test_who_is_surer_is_right_more_often_where_scores_hold_the_truth():
    sentences, pairs, columns, _, _ = world(2000)
    truth = np.random.default_rng(4).normal(0.5, 1, 2000)
    made = by_predictor(sentences, pairs, columns.assign(**{"m/log_prob": truth}), {})
    sure = made[(made["row"] == "m/log_prob") & (made["predictor"] == "confidence")].sort_values("value")
    assert sure["share"].iloc[-1] > 0.85 > 0.6 > sure["share"].iloc[0]
    assert "score" not in set(made["predictor"])


def test_scores_that_only_rounding_tells_apart_are_in_one_bin():
    """Eight scores of 25 pairs each, which no bin divides, whatever the rounding adds to them."""
    sentences, pairs, columns, scores, _ = world(200)
    noise = np.random.default_rng(5).uniform(-1e-15, 1e-15, 200)
    row = next(iter(scores))
    scores = {row: pd.Series(np.arange(200) // 25 / 8 + noise, index=pairs["good_id"].to_numpy())}
    again = {row: pd.Series(np.arange(200) // 25 / 8 - noise, index=pairs["good_id"].to_numpy())}
    made, other = (by_predictor(sentences, pairs, columns, of).query("predictor == 'score'") for of in (scores, again))
    assert made["pairs"].tolist() == [25] * 8
    pd.testing.assert_frame_equal(made, other)
