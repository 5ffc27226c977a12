import numpy as np
import pandas as pd
import pytest

from acceptability.analyses.specifications import table as ranks
from acceptability.analyses.specifications.compute import compute
from acceptability.analyses.specifications.manifest import SPECIFICATIONS
from acceptability.contracts import io
from acceptability.options import OPTIONS
from acceptability.statistics import criteria, specifications

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


def specify(sentences, pairs, scores, thresholds) -> pd.DataFrame:
    tables = {"sentences": sentences, "pairs": pairs, "scores": scores}
    return compute(**tables, thresholds=thresholds, reference="reference", tie=0)


MADE = specify(SENTENCES, PAIRS, SCORES, [0.5, 5])


def chosen(**values) -> pd.DataFrame:
    own = dict(zip(specifications.SPECIFICATION, (0.5, *specifications.DEFAULT_CHOICES), strict=True))
    table = MADE
    for name, value in (own | values).items():
        table = table[table[name] == value]
    return table.set_index("system")


def test_every_row_stands_once_under_every_specification():
    assert len(MADE) == 2 * 2**4 * 4  # no rated pair is of equal length
    assert not MADE.duplicated([*specifications.SPECIFICATION, "system", "measure"]).any()
    assert specifications.DEFAULT_CHOICES == ("participants", "dataset", "none", "any", "pairs")


def test_the_papers_own_choices_are_those_of_criteria():
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
        human, model = deltas["human_delta"], deltas["model_delta"]
        for delta in (0.5, 5):
            row = chosen(threshold=delta).loc[system]
            met = criteria.credit(human, model, "adc", delta).sum()
            assert row[["met", "pairs", "share"]].tolist() == [met, 2, met / 2]
            assert row["blimp"] == criteria.credit(human, model, "blimp").sum() / 2
    assert chosen(threshold=5).loc["y", "met"] == 1.5  # of two pairs, the second is a tie


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
        "plain": chosen(),
        "pairs": chosen(population="pairs"),
        "words": chosen(normaliser="words"),
        "sentences": chosen(human_scale="sentences"),
        "sentences, pairs": chosen(human_scale="sentences", population="pairs"),
    }
    assert {name: table.loc["x", "met"] for name, table in found.items()} == expected
    assert set(MADE["pairs"]) == {2}  # the third pair is not rated
    assert chosen(normaliser="words").loc["y", "share"] == chosen().loc["y", "share"]  # SLOR is no log-probability


def test_references_follow_the_scale_of_the_ratings():
    """The oracle is the ratings with an SD of 1: on that scale it is the humans themselves."""
    rows = MADE[MADE["system"] == "reference"].set_index(["measure", "human_scale"]).sort_index()
    assert (rows.loc[("oracle", "sentences"), "met"] == 2).all()
    own = rows.loc[("oracle", "participants")]
    sd = np.array([1.0, -1.0, 0.5, 0.0, 1.5, 8.0]).std()
    strict = own[(own["threshold"] == 0.5) & (own["population"] == "dataset")]
    assert (strict["met"] == int((np.abs(np.array([2.0, 0.5]) * (1 - 1 / sd)) < 0.5).sum())).all()
    # Of 2 and 0.5, or these divided by one SD, no constant is near both at δ = 0.5.
    constant = rows.loc["best_constant"]
    assert (constant.loc[constant["threshold"] == 0.5, "met"] >= 1).all()
    assert constant.loc[("participants",), :].query("threshold == 0.5")["met"].eq(1).all()
    assert constant.query("threshold == 5")["met"].eq(2).all()


def test_a_released_population_is_that_of_the_dataset_only():
    scores = {"t": SCORES["x"].assign(population_mean=0.0, population_sd=2.5)}
    made = specify(SENTENCES, PAIRS, scores, [0.5])
    made = made[made["system"] == "t"].set_index(["population", "normaliser", "human_scale"]).sort_index()
    assert set(made.loc[("dataset", "none", "participants"), "met"]) == {
        int(abs(2.0 - 5 / 2.5) < 0.5) + int(abs(0.5 - 2 / 2.5) < 0.5)
    }
    plain = MADE[(MADE["system"] == "x") & (MADE["threshold"] == 0.5)]
    plain = plain.set_index(["population", "normaliser", "human_scale"]).sort_index()
    for other in (("pairs", "none", "participants"), ("dataset", "words", "participants")):
        assert made.loc[other, "met"].tolist() == plain.loc[other, "met"].tolist()


def six_pairs() -> tuple[pd.DataFrame, pd.DataFrame, dict[str, pd.DataFrame]]:
    """Pairs p0 … p5, the first four of phenomenon one; p0, p1 and p4 have members of equal length.

    Human deltas are 1. x's are 1.1 (in SDs), but of p1 and p5, of which they are below 0.
    """
    ids = [f"{pair}{side}" for pair in range(6) for side in "gb"]
    lengths = [2, 2, 3, 3, 2, 3, 4, 2, 5, 5, 1, 2]
    texts = [" ".join(["word"] * length) for length in lengths]
    sentences = pd.DataFrame({"sentence_id": ids, "sentence": texts, "rating": [0.5, -0.5] * 6})
    pairs = pd.DataFrame({"pair_id": [f"p{n}" for n in range(6)], "good_id": ids[::2], "bad_id": ids[1::2]})
    pairs = pairs.assign(phenomenon=["one"] * 4 + ["two"] * 2)
    values = [sign * value for sign in (1, -1, 1, 1, 1, -1) for value in (0.55, -0.55)]
    scores = pd.DataFrame({"sentence_id": ids, "measure": "slor", "score": values})
    return sentences, pairs, {"x": scores.assign(population_mean=0.0, population_sd=1.0)}


def test_pairs_of_equal_length_and_phenomena_that_weigh_the_same():
    sentences, pairs, scores = six_pairs()
    made = specify(sentences, pairs, scores, [0.5]).query("system == 'x'")
    made = made.query("human_scale == 'participants' and population == 'dataset' and normaliser == 'none'")
    made = made.set_index(["length", "weight"])
    expected = {
        ("any", "pairs"): (4, 6, 4 / 6),
        ("any", "phenomena"): (4, 6, (3 / 4 + 1 / 2) / 2),
        ("equal", "pairs"): (2, 3, 2 / 3),  # p0, p1; p4
        ("equal", "phenomena"): (2, 3, (1 / 2 + 1) / 2),
    }
    for choices, numbers in expected.items():
        assert made.loc[choices, ["met", "pairs", "share"]].tolist() == pytest.approx(numbers), choices
        assert made.loc[choices, "blimp"] == made.loc[choices, "share"]


def test_cases_have_weights_that_add_up_to_1_and_the_pairs_that_count():
    sentences, pairs, scores = six_pairs()
    sentences.loc[[6, 8], "rating"] = np.nan  # p3 and p4 are not rated
    found = {case.choices: case for case in specifications.cases(sentences, pairs, scores)}
    assert len(found) == 2 ** len(OPTIONS) and specifications.DEFAULT_CHOICES in found
    for choices, case in found.items():
        assert case.weights.sum() == pytest.approx(1) and len(case.weights) == len(case.columns)
        names = ["p0", "p1"] if "equal" in choices else ["p0", "p1", "p2", "p5"]
        assert case.columns.index.tolist() == names and list(case.columns) == ["human", "x/slor", "oracle"]
        if "phenomena" in choices and "any" in choices:
            assert case.weights.tolist() == pytest.approx([1 / 6] * 3 + [1 / 2])
        else:
            assert case.weights.tolist() == pytest.approx([1 / len(names)] * len(names))


def test_where_no_pair_has_equal_length_there_is_no_such_case():
    sentences, pairs, scores = six_pairs()
    sentences["sentence"] = ["a b", "a"] * 6
    choices = [case.choices for case in specifications.cases(sentences, pairs, scores)]
    assert len(choices) == 2 ** (len(OPTIONS) - 1) and not any("equal" in values for values in choices)


@pytest.mark.parametrize(
    ("measure", "a_sum"), [("unigram_log_prob", True), ("log_prob", True), ("norm_lp", False), ("mine", False)]
)
def test_sums_are_divided_by_words_and_nothing_else_is(measure, a_sum):
    made = specify(SENTENCES, PAIRS, {"x": SCORES["x"].assign(measure=measure)}, [0.5])
    by_normaliser = made[made["system"] == "x"].set_index("normaliser")["met"]
    assert (by_normaliser["words"].tolist() != by_normaliser["none"].tolist()) == a_sum


def test_where_nothing_varies_there_are_no_deltas_to_divide(tmp_path):
    """One rated pair, whose members are rated and scored alike: the SDs over the sentences in pairs are 0."""
    sentences = SENTENCES.assign(rating=[1.0, 1.0, np.nan, np.nan, np.nan, np.nan, 0.0])
    scores = {"x": SCORES["x"].assign(score=[1.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0])}
    made = specify(sentences, PAIRS, scores, [0.5])
    io.check_table(made, SPECIFICATIONS, tmp_path / "made.csv")
    assert set(made["pairs"]) == {1} and made["share"].between(0, 1).all()
    in_pairs = made[(made["system"] == "x") & (made["population"] == "pairs")]
    assert set(made["length"]) == {"any"} and (in_pairs["share"] == 0).all()  # a tie, which is missed


def test_ranks_are_the_best_and_the_worst_place():
    made = pd.DataFrame(
        [(0.5, scale, weight, system, share)
         for scale, weight, shares in (("participants", "pairs", (0.9, 0.5, 0.5)), ("participants", "phenomena", (0.4, 0.5, 0.3)),
                                       ("sentences", "pairs", (0.1, 0.2, 0.3)), ("sentences", "phenomena", (0.1, 0.2, 0.3)))
         for system, share in zip("abc", shares, strict=True)],
        columns=["threshold", "human_scale", "weight", "system", "share"],
    ).assign(population="dataset", normaliser="none", length="any", measure="m", pairs=9)  # fmt: skip
    places = specifications.best_and_worst_ranks(made).set_index(["row", "human_scale"])
    assert places[["best", "worst"]].T.to_dict("list") == {
        ("a/m", "participants"): [1, 2],
        ("b/m", "participants"): [1, 2],
        ("c/m", "participants"): [2, 3],
        ("a/m", "sentences"): [3, 3],
        ("b/m", "sentences"): [2, 2],
        ("c/m", "sentences"): [1, 1],
    }
    table = ranks.make_ranks(specifications=made, labels={"c/m": "C", "a/m": "A", "b/m": "B"})
    scales = [f"δ = 0.5, {label}" for label in OPTIONS["human_scale"].values.values()]
    assert table.columns.tolist() == ["System", *scales]
    assert table.to_numpy().tolist() == [["C", "2–3", "1"], ["A", "1–2", "3"], ["B", "1–2", "2"]]
    partly = pd.concat([made, made.query("system == 'a'").assign(system="d", share=1.0, pairs=8)])
    labels = {"c/m": "C", "d/m": "D", "a/m": "A", "b/m": "B"}
    beside = ranks.make_ranks(specifications=partly, labels=labels)  # a row of fewer pairs takes no place of others
    pd.testing.assert_frame_equal(beside.drop(index="d/m"), table)
    assert beside.loc["d/m"].tolist() == ["D", "", ""]
