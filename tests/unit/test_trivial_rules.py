"""Rules that need no grammar: shares and intervals by hand and beside scipy's, and the fewest pairs to change."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from acceptability.analyses.rules.compute import compute
from acceptability.analyses.rules.manifest import RULES
from acceptability.analyses.rules.page import part
from acceptability.analyses.stimuli.compute import compute as stimuli_of
from acceptability.datasets.user_pairs.reader import from_records
from acceptability.scoring.unigrams import END, Unigrams
from acceptability.statistics.clusters import holm
from acceptability.statistics.trivial_rules import preferences, shares, to_balance


def pairs_of(groups):
    return pd.DataFrame({"pair_id": [f"p{n}" for n in range(len(groups))], "phenomenon": groups, "paradigm": groups})


@given(st.lists(st.sampled_from([-1.0, 0.0, 1e-9, 1.0, np.nan]), min_size=1, max_size=40))
def test_shares_intervals_and_tests_are_scipys_on_decided_pairs(deltas):
    table = shares(pd.DataFrame({"rule": deltas}), pairs_of(["x"] * len(deltas)), ["all"], tie=1e-4)
    right, wrong = deltas.count(1.0), deltas.count(-1.0)
    known = sum(not np.isnan(delta) for delta in deltas)
    if not known:
        assert table.empty
        return
    row = table.iloc[0]
    assert row[["right", "wrong", "ties", "pairs"]].tolist() == [right, wrong, known - right - wrong, known]
    assert row["share"] == pytest.approx((right + (known - right - wrong) / 2) / known)
    if right + wrong == 0:
        assert row[["low", "high", "p", "p_holm"]].isna().all()
        return
    test = binomtest(right, right + wrong)
    interval = test.proportion_ci(method="exact")
    assert row["p"] == pytest.approx(test.pvalue)
    ends = [(end * (right + wrong) + row["ties"] / 2) / known for end in interval]
    assert row[["low", "high"]].tolist() == pytest.approx(ends)
    assert (row["p"] < 0.05) == (not row["low"] <= 0.5 <= row["high"])


def test_tests_are_corrected_within_each_level():
    groups = ["a"] * 8 + ["b"] * 8
    deltas = pd.DataFrame({"one": [1.0] * 14 + [-1.0] * 2, "two": [1.0, -1.0] * 8})
    table = shares(deltas, pairs_of(groups), ["all", "phenomenon"], tie=0)
    for _, level in table.groupby("level"):
        assert level["p_holm"].tolist() == pytest.approx(holm(level["p"]).tolist())
    by_group = table.set_index(["group", "rule"])
    assert by_group.loc[("a", "one"), "p_holm"] == pytest.approx(4 * 2 * 0.5**8)


@given(st.lists(st.sampled_from([-2.0, -1.0, 0.0, 1.0, 3.0]), min_size=1, max_size=30))
def test_after_the_change_the_rule_gets_half_right_and_no_fewer_pairs_would_do(deltas):
    frame, pairs = pd.DataFrame({"rule": deltas}), pairs_of(["x"] * len(deltas))
    table = shares(frame, pairs, ["all"], tie=0)
    change = to_balance(frame, pairs, table, tie=0)
    places = [int(name.removeprefix("p")) for name in change["pair_id"]]
    changed = [-delta if place in places else delta for place, delta in enumerate(deltas)]
    left = abs(np.sign(changed).sum())
    assert left <= 1 and left + 2 * len(places) == abs(np.sign(deltas).sum())


def test_first_are_pairs_that_help_against_two_rules_and_then_those_that_differ_least():
    frame = pd.DataFrame({"one": [3.0, 1.0, 2.0, 5.0], "two": [-1.0, -1.0, 1.0, 1.0]})
    table = shares(frame, pairs_of(["x"] * 4), ["all"], tie=0)
    table.loc[1, ["right", "wrong"]] = [3, 1]  # as if it liked good sentences
    made = to_balance(frame, pairs_of(["x"] * 4), table, tie=0).groupby("rule")["pair_id"].agg(list)
    assert made["one"] == ["p2", "p3"] and made["two"] == ["p2"]


def test_what_rules_go_by():
    texts = pd.Series({"a": "Ab c.", "b": "ab C d?"})
    table = preferences(texts, Unigrams({"ab": 3, "c": 1, ".": 1, END: 1}, end_of_sentence=True))
    assert list(table) == list(dict.fromkeys([*RULES][:2] + [*RULES][2:]))
    assert table["shorter"].tolist() == [-2, -3] and table["fewer_characters"].tolist() == [-5, -7]
    assert table["known_words"].tolist() == [0, -1]
    logs = np.log(np.array([4, 2, 2, 1]) / (6 + 4 + 1))
    assert table["unigram_log_prob"].tolist() == pytest.approx([logs[[0, 1, 2]].sum(), logs[[0, 1, 3, 3]].sum()])
    assert table["word_frequency"].tolist() == pytest.approx([logs[[0, 1, 2]].mean(), logs[[0, 1, 3, 3]].mean()])
    assert table.loc["b", "alphabetical"] > table.loc["a", "alphabetical"]  # a blank goes before a full stop
    assert list(preferences(texts)) == ["shorter", "fewer_characters", "alphabetical"]


@pytest.fixture(scope="module")
def tables():
    """30 pairs of two phenomena: the good sentence is the shorter one in all of the first and in half of the second."""
    records = []
    for n in range(30):
        short, long = f"Noun{n} slept.", f"Noun{n} slept it away."
        good, bad = (short, long) if n < 15 or n % 2 else (long, short)
        records.append({"pair_id": str(n), "phenomenon": "first" if n < 15 else "second", "good": good, "bad": bad})
    sentences, pairs = from_records(records)
    given_to = {"pairs": pairs, "sentences": sentences, "counts": None}
    more = {"deltas": None, "significance": 0.05, "tie": 1e-4, "labels": {}, "dataset": "d"}
    return compute(**given_to, **more) | stimuli_of(**given_to)


def test_a_rule_that_decides_a_phenomenon_is_flagged_said_and_balanced(tables):
    rules = tables["rules"].set_index(["group", "rule"])
    row = rules.loc[("first", "shorter")]
    assert row[["right", "wrong", "share", "flagged", "to_change"]].tolist() == [15, 0, 1, 1, 7]
    assert row["sentence"] == "The smaller number of words gets 100 % of first right."
    second = rules.loc[("second", "shorter")]
    assert second["sentence"] == "The smaller number of words gets 53 % of second right, which may be chance."
    assert second["flagged"] == 0 and not (tables["balance"]["group"] == "second").any()
    assert len(tables["balance"].query("group == 'first' and rule == 'shorter'")) == 7
    assert set(tables["rules"]["level"]) == {"all", "phenomenon"}  # paradigms are the phenomena


def test_the_page_says_the_whole_first_and_the_placebo_last(tables):
    shown = part(tables["rules"], tables["balance"], tables["stimuli"], {"labels": {}, "simulated": False})
    assert shown.said[0].endswith("of all 30 pairs right.")
    assert "(a placebo)" not in shown.said[1]
    assert any(getattr(block, "closed", "").startswith("Fewer words, first: change 7 of 15") for block in shown.blocks)


def test_scores_of_an_ngram_are_a_rule_too():
    sentences, pairs = from_records(
        [{"pair_id": str(n), "phenomenon": "x", "good": f"a{n} b", "bad": f"b a{n}"} for n in range(9)]
    )
    deltas = pd.DataFrame(
        {"pair_id": pairs["pair_id"], "measure": "log_prob", "human_delta": np.nan, "model_delta": [1.0] * 9}
    )
    made = compute(
        pairs=pairs, sentences=sentences, counts=None, deltas={"tri": deltas}, significance=0.05, tie=1e-4,
        labels={"tri/log_prob": "Trigram log-prob"}, dataset="d",
    )  # fmt: skip
    row = made["rules"].set_index("rule").loc["tri/log_prob"]
    assert row["sentence"] == "Trigram log-prob gets 100 % of all 9 pairs right." and row["flagged"] == 1
