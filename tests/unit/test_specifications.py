from dataclasses import asdict

import numpy as np
import pandas as pd
import pytest

from acceptability.analysis import criteria, specifications
from acceptability.contracts import io
from acceptability.contracts.metrics import SPECIFICATIONS
from acceptability.options import OPTIONS, as_variants
from acceptability.tables import ranks

SENTENCES = pd.DataFrame(
    {
        "sentence_id": list("abcdefg"),
        "sentence": ["one two", "one two three four", "one", "one two", "one two", "a b c", "far away from the others"],
        "rating": [1.0, -1.0, 0.5, 0.0, 1.5, np.nan, 8.0],
    }
)
PAIRS = pd.DataFrame({"pair_id": list("pqr"), "good_id": list("ace"), "bad_id": list("bdf"), "phenomenon": "one"})
IDS = list("abcdefg")
SCORES = {
    "x": pd.DataFrame({"sentence_id": IDS, "measure": "pll", "score": [-4.0, -9.0, -1.0, -3.0, -2.0, -5.0, -30.0]}),
    "y": pd.DataFrame({"sentence_id": IDS, "measure": "slor", "score": [1.0, 0.5, 0.2, 0.2, 0.1, 0.3, 0.0]}),
}
MADE = specifications.specify(SENTENCES, PAIRS, SCORES, [0.5, 5], "reference")
VARIANTS = as_variants({"as_published": {"unrated": "met", "ties": "sign"}})


def chosen(**values) -> pd.DataFrame:
    own = {"threshold": 0.5} | asdict(VARIANTS["as_published"]) | values
    table = MADE
    for name, value in own.items():
        table = table[table[name] == value]
    return table.set_index("system")


def test_every_row_stands_once_under_every_specification():
    assert len(MADE) == 2 * 2**5 * 4
    assert not MADE.duplicated([*specifications.SPECIFICATION, "system", "measure"]).any()


@pytest.mark.parametrize("variant", ["as_published", "corrected"])
def test_the_papers_own_choices_are_those_of_criteria(variant):
    options = VARIANTS[variant]
    for system, table in SCORES.items():
        values = table.set_index("sentence_id")["score"]
        z = pd.Series(criteria.z_scores(values), index=values.index)
        deltas = pd.DataFrame(
            {
                "measure": "m",
                "human_delta": criteria.pair_deltas(PAIRS, SENTENCES.set_index("sentence_id")["rating"]),
                "model_delta": criteria.pair_deltas(PAIRS, z),
            }
        )
        expected = criteria.shares(deltas, [0.5, 5], VARIANTS).set_index(["variant", "criterion", "threshold"])
        for delta in (0.5, 5):
            row = chosen(threshold=delta, ties=options.ties, unrated=options.unrated).loc[system]
            assert row["share"] == expected.loc[(variant, "adc", delta), "share"]
            assert row["blimp"] == expected["share"].iloc[0]  # BLiMP has no variants


def test_choices_by_hand():
    """Two rated pairs: human deltas 2 and 0.5; x's are 5 and 2 by score, 0.25 and 0.5 by word."""
    x = np.array([-4.0, -9.0, -1.0, -3.0, -2.0, -5.0, -30.0])
    ratings = np.array([1.0, -1.0, 0.5, 0.0, 1.5, 8.0])
    human = np.array([2.0, 0.5])

    def met(human, deltas, sd) -> int:
        return int((np.abs(human - deltas / sd) < 0.5).sum())

    by_score, by_word, words = np.array([5, 2]), np.array([0.25, 0.5]), np.array([2, 4, 1, 2, 2, 3, 5])
    expected = {
        "plain": met(human, by_score, x.std()),
        "pairs": met(human, by_score, x[:4].std()),
        "words": met(human, by_word, (x / words).std()),
        "sentences": met(human / ratings.std(), by_score, x.std()),
        "sentences, pairs": met(human / ratings[:4].std(), by_score, x[:4].std()),
    }
    assert expected == {"plain": 1, "pairs": 2, "words": 1, "sentences": 2, "sentences, pairs": 1}
    found = {
        "plain": chosen(unrated="dropped"),
        "pairs": chosen(unrated="dropped", population="pairs"),
        "words": chosen(unrated="dropped", normaliser="words"),
        "sentences": chosen(unrated="dropped", human_scale="sentences"),
        "sentences, pairs": chosen(unrated="dropped", human_scale="sentences", population="pairs"),
    }
    assert {name: table.loc["x", "met"] for name, table in found.items()} == expected
    assert chosen().loc["x", "met"] == chosen(unrated="dropped").loc["x", "met"] + 1
    assert chosen(normaliser="words").loc["y", "share"] == chosen().loc["y", "share"]  # SLOR is no log-probability


def test_references_follow_the_scale_of_the_ratings():
    """The oracle is the ratings with an SD of 1: on that scale it is the humans themselves."""
    rows = MADE[MADE["system"] == "reference"].set_index(["measure", "human_scale"]).sort_index()
    assert (rows.loc[("oracle", "sentences"), "met"] >= 2).all()
    own = rows.loc[("oracle", "participants")]
    sd = np.array([1.0, -1.0, 0.5, 0.0, 1.5, 8.0]).std()
    strict = own[(own["threshold"] == 0.5) & (own["unrated"] == "dropped") & (own["population"] == "dataset")]
    assert (strict["met"] == int((np.abs(np.array([2.0, 0.5]) * (1 - 1 / sd)) < 0.5).sum())).all()


def test_a_released_population_is_that_of_the_dataset_only():
    scores = {"t": SCORES["x"].assign(population_mean=0.0, population_sd=2.5)}
    made = specifications.specify(SENTENCES, PAIRS, scores, [0.5], "reference")
    made = made[made["system"] == "t"].set_index(["population", "normaliser", "unrated"])
    assert made.loc[("dataset", "none", "dropped"), "met"].tolist()[:1] == [
        int(abs(2.0 - 5 / 2.5) < 0.5) + int(abs(0.5 - 2 / 2.5) < 0.5)
    ]


@pytest.mark.parametrize(
    ("measure", "a_sum"), [("unigram_log_prob", True), ("log_prob", True), ("norm_lp", False), ("mine", False)]
)
def test_sums_are_divided_by_words_and_nothing_else_is(measure, a_sum):
    made = specifications.specify(SENTENCES, PAIRS, {"x": SCORES["x"].assign(measure=measure)}, [0.5], "reference")
    by_normaliser = made[made["system"] == "x"].set_index("normaliser")["met"]
    assert (by_normaliser["words"].tolist() != by_normaliser["none"].tolist()) == a_sum


def test_where_nothing_varies_there_are_no_deltas_to_divide(tmp_path):
    """One rated pair, whose members are rated and scored alike: the SDs over the sentences in pairs are 0."""
    sentences = SENTENCES.assign(rating=[1.0, 1.0, np.nan, np.nan, np.nan, np.nan, 0.0])
    scores = {"x": SCORES["x"].assign(score=[1.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0])}
    made = specifications.specify(sentences, PAIRS, scores, [0.5], "reference")
    io.check_table(made, SPECIFICATIONS, tmp_path / "made.csv")
    dropped = made[made["unrated"] == "dropped"]
    assert set(dropped["pairs"]) == {1} and dropped["share"].between(0, 1).all()
    in_pairs = dropped[(dropped["system"] == "x") & (dropped["population"] == "pairs")]
    assert in_pairs.groupby("ties")["share"].first().to_dict() == {"missed": 0, "sign": 1}


def test_ranks_are_the_best_and_the_worst_place():
    made = pd.DataFrame(
        [(0.5, scale, ties, system, share)
         for scale, ties, shares in (("participants", "sign", (0.9, 0.5, 0.5)), ("participants", "missed", (0.4, 0.5, 0.3)),
                                     ("sentences", "sign", (0.1, 0.2, 0.3)), ("sentences", "missed", (0.1, 0.2, 0.3)))
         for system, share in zip("abc", shares, strict=True)],
        columns=["threshold", "human_scale", "ties", "system", "share"],
    ).assign(population="dataset", normaliser="none", unrated="met", measure="m")  # fmt: skip
    places = specifications.ranks(made).set_index(["row", "human_scale"])
    assert places[["best", "worst"]].T.to_dict("list") == {
        ("a/m", "participants"): [1, 2],
        ("b/m", "participants"): [1, 2],
        ("c/m", "participants"): [2, 3],
        ("a/m", "sentences"): [3, 3],
        ("b/m", "sentences"): [2, 2],
        ("c/m", "sentences"): [1, 1],
    }
    table = ranks.make(specifications=made, labels={"c/m": "C", "a/m": "A", "b/m": "B"}, title="Mine").frame
    scales = [f"δ = 0.5, {label}" for label in OPTIONS["human_scale"].values.values()]
    assert table.columns.tolist() == ["System", *scales]
    assert table.to_numpy().tolist() == [["C", "2–3", "1"], ["A", "1–2", "3"], ["B", "1–2", "2"]]
