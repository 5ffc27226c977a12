"""The BLiMP criterion by paradigm and phenomenon: hand cases, and parts that sum to the whole."""

import numpy as np
import pandas as pd
import pytest
from scipy.special import expit

from acceptability.analyses.phenomena import table as level_means
from acceptability.analyses.phenomena import table as table
from acceptability.analyses.phenomena.manifest import BY_LEVEL, LEVEL_MEANS
from acceptability.contracts import io
from acceptability.contracts.systems import stack
from acceptability.statistics import choices, levels
from acceptability.statistics.clusters import Estimate, crossed_share_interval, ratio

PAIRS = pd.DataFrame(
    {
        "pair_id": list("abcdefgh"),
        "paradigm": ["p", "p", "p", "p", "q", "q", "r", "r"],
        "phenomenon": ["x"] * 6 + ["y"] * 2,
    }
)
PAIRS = PAIRS.assign(cluster=PAIRS["paradigm"], good_id="g", bad_id="b").set_index("pair_id", drop=False)
DELTAS = pd.DataFrame({"pair_id": list("abcdefgh"), "measure": "m", "human_delta": np.nan})
DELTAS["model_delta"] = [1, 1, 1, 0, -1, 2, 0, 0.5]


def shares(table):
    return table.set_index(["level", "group"])[["met", "ties", "pairs", "share", "share_ties_half"]]


def test_shares_by_hand():
    found = shares(levels.shares_of_system(DELTAS, PAIRS))
    assert found.loc[("all", "all")].tolist() == [5, 2, 8, 5 / 8, 6 / 8]
    assert found.loc[("phenomenon", "x")].tolist() == [4, 1, 6, 4 / 6, 4.5 / 6]
    assert found.loc[("paradigm", "p")].tolist() == [3, 1, 4, 3 / 4, 3.5 / 4]
    assert found.loc[("paradigm", "r")].tolist() == [1, 1, 2, 1 / 2, 1.5 / 2]


@pytest.mark.parametrize("level", ["phenomenon", "paradigm"])
def test_parts_sum_to_the_whole(level):
    generator = np.random.default_rng(3)
    deltas = DELTAS.assign(model_delta=generator.integers(-2, 3, size=8).astype(float))
    found = levels.shares_of_system(deltas, PAIRS)
    whole = found[found["level"] == "all"].iloc[0]
    parts = found[found["level"] == level]
    assert parts[["met", "ties", "pairs"]].sum().tolist() == whole[["met", "ties", "pairs"]].tolist()


def test_accuracies_give_the_same_shares_as_the_pairs_that_they_summarise():
    """Intervals agree, too: that of a phenomenon is over its paradigms, that of one or few paradigms over pairs."""
    generator = np.random.default_rng(5)
    number, paradigms = 400, "pqrstu"
    pairs = pd.DataFrame({"pair_id": [str(n) for n in range(6 * number)]})
    pairs["paradigm"] = np.repeat(list(paradigms), number)
    pairs["cluster"] = pairs["paradigm"]
    phenomena = dict(zip(paradigms, "xxxxxy", strict=True))
    pairs["phenomenon"] = pairs["paradigm"].map(phenomena)
    pairs = pairs.set_index("pair_id", drop=False)
    chances = pairs["paradigm"].map(dict(zip(paradigms, (0.6, 0.7, 0.9, 0.8, 0.75, 0.65), strict=True)))
    right = generator.random(len(pairs)) < chances
    deltas = pd.DataFrame({"pair_id": pairs["pair_id"].to_numpy(), "measure": "m", "human_delta": np.nan})
    deltas["model_delta"] = np.where(right, 1.0, -1.0)
    by_paradigm = right.groupby(pairs["paradigm"].to_numpy()).mean()
    released = pd.DataFrame({"method": "sentence", "paradigm": by_paradigm.index, "share": by_paradigm.to_numpy()})
    other = pd.DataFrame({"method": "other", "paradigm": ["p"], "share": [0.1], "pairs": [number]})
    released = pd.concat([released.assign(pairs=number), other], ignore_index=True)
    computed = levels.shares_of_system(deltas, pairs).set_index(["level", "group"])
    summed = levels.shares_of_accuracies(released, phenomena).set_index(["level", "group"])
    columns = ["met", "pairs", "share", "low", "high"]
    assert summed.loc["phenomenon", "over"].to_dict() == {"x": "paradigms", "y": "pairs"}
    assert computed["low"].notna().all()
    pd.testing.assert_frame_equal(computed[columns], summed.loc[computed.index, columns], check_dtype=False)


def test_people_and_the_contract():
    answers = pd.DataFrame({"participant": list("12345"), "pair_id": list("aaabb"), "chose_good": [1, 1, 0, 1, 1]})
    tables = levels.shares_by_level({"m": DELTAS}, {}, answers, PAIRS)
    people = shares(tables["people"])
    assert people.loc[("paradigm", "p")].tolist() == pytest.approx([2 / 3 + 1, 0, 2, 5 / 6, 5 / 6])
    assert "q" not in people.index.get_level_values("group")
    io.check_table(stack(tables, "d"), BY_LEVEL, "made")
    assert list(levels.shares_by_level({"m": DELTAS}, {}, answers[:0], PAIRS)) == ["m"]
    more = pd.DataFrame({"participant": ["6"], "pair_id": ["a"], "chose_good": [0], "excluded": [1]})
    more = pd.concat([answers.assign(excluded=0), more], ignore_index=True)
    pd.testing.assert_frame_equal(levels.shares_by_level({}, {}, more, PAIRS)["people"], tables["people"])


def test_labels_say_how_few_pairs_people_judged():
    rows = [("a/pll", "x", 1000), ("a/pll", "y", 1000), ("people/one", "x", 5), ("people/one", "y", 5)]
    rows += [("b/pll", "x", 1000), ("b/pll", "y", 20), ("c/pll", "x", 7), ("c/pll", "y", 900)]
    shares = pd.DataFrame(
        [(*row.split("/"), group, pairs) for row, group, pairs in rows], columns=["system", "measure", "group", "pairs"]
    )
    others = {"people/one": "People", "b/pll": "B", "c/pll": "C", "d/pll": "D"}
    assert levels.with_pairs({"a/pll": "A"}, others, shares.assign(level="paradigm")) == {
        "a/pll": "A",
        "people/one": "People (5 pairs of each paradigm)",
        "b/pll": "B (20 pairs of a paradigm)",
        "c/pll": "C (7 to 900 pairs of each paradigm)",
    }
    labels = {"a/pll": "A", "b/pll": "B (1,020 pairs)"}  # what covers a part says so already
    assert levels.with_pairs(labels, {}, shares.assign(level="paradigm")) == labels


def test_intervals_are_over_clusters_where_paradigms_have_several():
    """Slowly: clusters (verbs, say) cross paradigms, and are left out one at a time inside each."""
    generator = np.random.default_rng(7)
    pairs = pd.DataFrame({"pair_id": [str(n) for n in range(240)], "phenomenon": np.repeat(["x", "y"], 120)})
    pairs["paradigm"], pairs["cluster"] = np.repeat(list("pqrstu"), 40), np.tile(np.arange(8), 30).astype(str)
    pairs = pairs.set_index("pair_id", drop=False)
    hits = (generator.random(240) < 0.5 + 0.05 * pairs["cluster"].astype(int)).to_numpy(float)
    columns = levels.COLUMNS[1:]
    found = pd.DataFrame(levels.shares_of_values(hits, np.zeros(240), pairs), columns=columns).set_index("group")
    assert set(found["over"]) == {"clusters"}
    for group, these in (("x", np.arange(240) < 120), ("q", np.arange(240) // 40 == 1)):
        share = hits[these].mean()
        left_out = [hits[these & (pairs["cluster"] != str(left))].mean() for left in range(8)]
        expected = Estimate(share, np.array(left_out)).share_interval(these.sum())
        assert found.loc[group, ["low", "high"]].tolist() == pytest.approx(expected)


@pytest.mark.parametrize("easy", [0.8, 0.9, 0.95])
def test_intervals_of_people_over_few_pairs_with_many_answers_cover(easy):
    """5 pairs with 20 answers each, as BLiMP has them: .962, .964 and .969 of these worlds (.811, .593 and .593 with
    half a pair in place of half an answer)."""
    draw, covered, known = np.random.default_rng(8), 0, 0
    worlds = 1000
    for _ in range(worlds):
        shares = draw.binomial(20, easy, size=5) / 20
        estimate = ratio(shares, np.ones(5), np.arange(5))
        low, high = estimate.share_interval(100)
        if np.ptp(shares):
            assert low < shares.mean() < high
        known += not np.isnan(low)
        covered += low <= easy <= high
    assert known > 0.98 * worlds and 0.93 <= covered / known <= 0.97


def test_the_interval_of_people_is_over_pairs_and_people():
    """The slow way leaves a pair, a person, or one answer of a person out of all eight by six answers."""
    given = np.random.default_rng(3).random((8, 6)) < np.linspace(0.4, 0.95, 8)[:, None]
    answers = pd.DataFrame({"participant": list("123456") * 8, "pair_id": np.repeat(list("abcdefgh"), 6)})
    answers["chose_good"] = given.ravel().astype(int)
    pairs = PAIRS.assign(cluster=list("abcdefgh"), phenomenon="x", paradigm="p")
    rows = levels.shares_by_level({}, {}, answers, pairs)["people"].set_index("level")
    share = given.mean()
    over_pairs = Estimate(share, np.array([np.delete(given, place, axis=0).mean() for place in range(8)]))
    over_people = Estimate(share, np.array([np.delete(given, person, axis=1).mean() for person in range(6)]))
    singly = [
        np.where(np.arange(8) == place, np.delete(given[place], person).mean(), given.mean(axis=1)).mean()
        for place in range(8)
        for person in range(6)
    ]
    expected = crossed_share_interval(over_pairs, over_people, Estimate(share, np.array(singly)), 48)
    for level in ("all", "phenomenon", "paradigm"):
        assert rows.loc[level, ["share", "low", "high"]].tolist() == pytest.approx([share, *expected])
    assert expected[0] < over_pairs.share_interval(48)[0] and expected[1] > over_pairs.share_interval(48)[1]


def test_people_who_judged_one_of_the_chosen_constructions_are_drawn_within_it():
    """Two constructions have six items and eight people each: what differs between the two does not count."""
    draw = np.random.default_rng(4)
    given = {name: draw.random((6, 8)) < share for name, share in (("x", 0.9), ("y", 0.3))}
    rows = [
        (f"{name}{person}", f"{name}{item}", name, int(right[item, person]))
        for name, right in given.items()
        for item in range(6)
        for person in range(8)
    ]
    answers = pd.DataFrame(rows, columns=["participant", "pair_id", "phenomenon", "chose_good"])
    pairs = answers.drop_duplicates("pair_id")[["pair_id", "phenomenon"]]
    pairs = pairs.assign(paradigm=pairs["phenomenon"], cluster=pairs["pair_id"])
    judged = choices.by_pair(answers, pairs)
    share, (low, high) = choices.single_answers(answers, judged, judged["cluster"])
    each = [choices.single_answers(answers, part, part["cluster"]) for _, part in judged.groupby("phenomenon")]
    assert share == pytest.approx(np.mean([value for value, _ in each]))
    assert high - low < np.mean([np.ptp(ends) for _, ends in each])  # two halves, each known as well as its own
    whole = judged.assign(cluster=judged["phenomenon"])  # one unit of a phenomenon says nothing of others in it
    assert np.isnan(choices.single_answers(answers, whole, whole["cluster"])[1]).all()  # of two units, nothing is said
    mixed = judged.assign(phenomenon="x")
    _, wider = choices.single_answers(answers, mixed, mixed["cluster"])
    assert high - low < 0.7 * np.ptp(wider)


def test_people_of_one_phenomenon_each_have_an_interval_over_phenomena():
    """Six phenomena are the clusters: none can be a stratum of its own. Where one has nearly all pairs, there is none."""
    draw = np.random.default_rng(6)
    rows = [
        (f"{name}{person}", f"{name}{item}", name, int(draw.random() < share))
        for name, share in zip("uvwxyz", (0.9, 0.8, 0.7, 0.6, 0.5, 0.4), strict=True)
        for item in range(10 if name != "u" else 200)
        for person in range(5)
    ]
    answers = pd.DataFrame(rows, columns=["participant", "pair_id", "phenomenon", "chose_good"])
    pairs = answers.drop_duplicates("pair_id")[["pair_id", "phenomenon"]]
    pairs = pairs.assign(paradigm=pairs["phenomenon"], cluster=pairs["phenomenon"])
    uneven = choices.by_pair(answers, pairs)
    even = uneven[~uneven["pair_id"].isin([f"u{item}" for item in range(10, 200)])]
    share, (low, high) = choices.single_answers(answers, even, even["cluster"])
    assert low < share < high
    assert np.isnan(choices.single_answers(answers, uneven, uneven["cluster"])[1]).all()


def test_joint_intervals_of_people_cover():
    """Items differ, people differ, and single answers are drawn: 95 ± 3 of 100 worlds, where items alone hold fewer."""
    draw, held, alone, worlds = np.random.default_rng(5), 0, 0, 400
    pairs = pd.DataFrame({"pair_id": [str(item) for item in range(40)], "phenomenon": "x", "paradigm": "x"})
    pairs["cluster"] = pairs["pair_id"]
    asked = pd.DataFrame(
        {"participant": np.tile(np.arange(12), 40), "pair_id": np.repeat(np.arange(40), 12)}, dtype=str
    )
    truth = expit(1 + np.hypot(0.8, 0.8) * draw.normal(size=400_000)).mean()
    for _ in range(worlds):
        easy = 1 + np.add.outer(0.8 * draw.normal(size=40), 0.8 * draw.normal(size=12))
        right = draw.random((40, 12)) < expit(easy)
        answers = asked.assign(chose_good=right.ravel().astype(int))
        judged = choices.by_pair(answers, pairs)
        _, (low, high) = choices.single_answers(answers, judged, judged["cluster"])
        held += low <= truth <= high
        low, high = ratio(judged["share"], np.ones(40), np.arange(40)).share_interval(480)
        alone += low <= truth <= high
    assert 0.92 <= held / worlds <= 0.98 and alone / worlds < 0.9


@pytest.mark.parametrize("clusters", ["paradigm", "phenomenon"])
def test_intervals_are_over_the_parts_of_a_level_where_clusters_are_no_finer(clusters):
    """The interval of a phenomenon is over its paradigms if it has five, and over their pairs if it has fewer."""
    paradigm = ["p", "q", "r", "s", "t", "u", "v", "w"]
    pairs = PAIRS.assign(paradigm=paradigm, phenomenon=["x"] * 5 + ["y"] * 3)
    pairs = pairs.assign(cluster=pairs[clusters])
    found = levels.shares_of_system(DELTAS, pairs).set_index(["level", "group"])["over"]
    assert found["all", "all"] == "clusters" and found["phenomenon", "x"] == "paradigms"
    assert found["phenomenon", "y"] == "pairs" and set(found["paradigm"]) == {"pairs"}


def test_in_a_mean_over_phenomena_each_counts_alike():
    """Phenomenon x has 6 pairs, y 2; paradigm p has 4, q 2, r 2."""
    of_levels = levels.shares_of_system(DELTAS, PAIRS)
    means = levels.mean_shares(of_levels).set_index("level")
    assert means["groups"].to_dict() == {"phenomenon": 2, "paradigm": 3}
    assert means.loc["phenomenon", "mean"] == pytest.approx((4 / 6 + 1 / 2) / 2)
    assert means.loc["phenomenon", "mean_ties_half"] == pytest.approx((4.5 / 6 + 1.5 / 2) / 2)
    assert means.loc["paradigm", "mean"] == pytest.approx((3 / 4 + 1 / 2 + 1 / 2) / 3)
    assert means.loc["paradigm", "mean_ties_half"] == pytest.approx((3.5 / 4 + 1 / 2 + 1.5 / 2) / 3)
    assert means[["low", "high"]].isna().all(axis=None)  # two, or three, say too little
    six = PAIRS.assign(paradigm=list("ppqqrstu"), cluster=list("ppqqrstu"))
    shares = np.array([1.0, 1 / 2, 0.0, 1.0, 0.0, 1.0])
    of_six = levels.mean_shares(levels.shares_of_system(DELTAS, six)).set_index("level")
    expected = Estimate(shares.mean(), (shares.sum() - shares) / 5).share_interval(8)
    assert of_six.loc["paradigm", ["low", "high"]].tolist() == pytest.approx(expected)
    stacked = stack({"s": levels.mean_shares(of_levels)}, "d")
    io.check_table(stacked, LEVEL_MEANS, "made")
    made = level_means.make_level_means(
        by_level=stack({"s": of_levels}, "d"), level_means=stacked, labels={"s/m": "S"}, others={}
    )
    assert list(made)[1:] == ["All pairs", "Mean of 3 paradigms", "Mean of 2 phenomena"]
    assert made.iloc[0, 0] == "S" and made.iloc[0, 3] == "0.750"


@pytest.mark.parametrize("pairs", [1, 7])
def test_means_of_groups_of_one_size_are_the_share_of_all_pairs(pairs):
    hits = np.repeat([1.0, 0.0, 1.0], pairs)
    table_of = pd.DataFrame({"pair_id": np.arange(3 * pairs).astype(str), "phenomenon": np.repeat(list("xyz"), pairs)})
    table_of = table_of.assign(paradigm=table_of["phenomenon"], cluster=table_of["phenomenon"])
    rows = [("m", *row) for row in levels.shares_of_values(hits, np.zeros(3 * pairs), table_of)]
    found = levels.mean_shares(pd.DataFrame(rows, columns=levels.COLUMNS))
    assert found["mean"].tolist() == pytest.approx([2 / 3, 2 / 3])
