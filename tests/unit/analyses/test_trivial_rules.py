"""Rules that need no grammar: shares and intervals by hand and beside scipy's, and the fewest pairs to change."""

import itertools
import math
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from acceptability.analyses.rules.compute import compute, sentence
from acceptability.analyses.rules.figure import draw_rules
from acceptability.analyses.rules.manifest import RULES, RULES_TABLE
from acceptability.analyses.rules.page import part
from acceptability.analyses.stimuli.compute import compute as stimuli_of
from acceptability.contracts.io import check_table
from acceptability.datasets.user_pairs.reader import from_records
from acceptability.figures.style import PAGE
from acceptability.scoring.unigrams import END, Unigrams
from acceptability.statistics.clusters import holm
from acceptability.statistics.trivial_rules import exceedance, preferences, shares, to_balance


def pairs_of(groups, clusters=None):
    columns = {"phenomenon": groups, "paradigm": groups, "cluster": groups if clusters is None else clusters}
    return pd.DataFrame({"pair_id": [f"p{n}" for n in range(len(groups))]} | columns)


@given(st.lists(st.sampled_from([-1.0, 0.0, 1e-9, 1.0, np.nan]), min_size=1, max_size=40))
def test_shares_intervals_and_tests_are_scipys_on_decided_pairs(deltas):
    table = shares(pd.DataFrame({"rule": deltas}), pairs_of(["x"] * len(deltas)), ["all"], 1e-4, 0.05)
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
    assert np.isnan(row["p_holm"]) == (right + wrong < 6)  # 2 · 2^−5 is above .05
    assert row["decides"] == (max(7, known / 2) <= right + wrong and max(right, wrong) >= 0.9 * (right + wrong))
    test = binomtest(right, right + wrong)
    interval = test.proportion_ci(method="exact")
    assert row["p"] == pytest.approx(test.pvalue)
    ends = [(end * (right + wrong) + row["ties"] / 2) / known for end in interval]
    assert row[["low", "high"]].tolist() == pytest.approx(ends)
    assert (row["p"] < 0.05) == (not row["low"] <= 0.5 <= row["high"])


def test_tests_are_corrected_within_each_level():
    groups = ["a"] * 8 + ["b"] * 8
    deltas = pd.DataFrame({"one": [1.0] * 14 + [-1.0] * 2, "two": [1.0, -1.0] * 8})
    table = shares(deltas, pairs_of(groups), ["all", "phenomenon"], 0, 0.05).query("level == 'phenomenon'")
    assert table["p_holm"].tolist() == pytest.approx(holm(table["p"]).tolist())
    by_group = table.set_index(["group", "rule"])
    assert by_group.loc[("a", "one"), "p_holm"] == pytest.approx(4 * 2 * 0.5**8)


def test_tests_that_can_never_be_significant_do_not_count():
    """Five decided pairs give 2 · 2^−5 at best; so of three tests, one is corrected."""
    deltas = pd.DataFrame({"rule": [1.0] * 5 + [1.0] * 6 + [1.0] * 4 + [0.0] * 3})
    table = shares(deltas, pairs_of(["five"] * 5 + ["six"] * 6 + ["ties"] * 7), ["phenomenon"], 0, 0.05)
    table = table.set_index("group")
    assert table["p"].tolist() == pytest.approx([2 / 32, 2 / 64, 2 / 16])
    assert table["p_holm"].tolist() == pytest.approx([np.nan, 2 / 64, np.nan], nan_ok=True)
    assert table["decides"].tolist() == [0, 0, 0] and table["by_chance"].tolist() == [0, 0, 0]  # fewer than seven


def test_a_rule_decides_seven_pairs_and_half_of_a_group_and_a_coin_rarely_does():
    """Of 7 decided pairs, all must be alike: 2 · 2^−7. Of 10, nine: 2 · (1 + 10) · 2^−10. Of 7 of 15, it is no half."""
    groups = ["seven"] * 7 + ["ten"] * 10 + ["most are ties"] * 15 + ["mixed"] * 7
    deltas = [1.0] * 7 + [-1.0] * 9 + [1.0] + [1.0] * 7 + [0.0] * 8 + [1.0] * 6 + [-1.0]
    table = shares(pd.DataFrame({"rule": deltas}), pairs_of(groups), ["phenomenon"], 0, 0.05).set_index("group")
    assert table["decides"].to_dict() == {"seven": 1, "ten": 1, "most are ties": 0, "mixed": 0}
    assert table["by_chance"].tolist() == pytest.approx([2**-6, 22 / 1024, 0, 2**-6])
    # Two of three: 1 − P(none) − P(one), with the chances above, which is below .05.
    chances = np.array([2**-6, 22 / 1024, 2**-6])
    none, ratio = np.prod(1 - chances), chances / (1 - chances)
    assert exceedance(pd.Series(chances), 2) == pytest.approx(1 - none * (1 + ratio.sum()))
    assert table["beyond_chance"].to_dict() == {"seven": 1, "ten": 1, "most are ties": 0, "mixed": 0}


@given(st.lists(st.floats(0, 1), max_size=5), st.integers(0, 6))
def test_exceedance_is_the_sum_over_all_outcomes(chances, number):
    outcomes = itertools.product((0, 1), repeat=len(chances))
    each = ((sum(it), math.prod(c if hit else 1 - c for c, hit in zip(chances, it, strict=True))) for it in outcomes)
    expected = sum(p for hits, p in each if hits >= number)
    assert exceedance(pd.Series(chances, dtype=float), number) == pytest.approx(expected)


def of_random_words(seed: int, phenomena: int, size: int) -> pd.DataFrame:
    """Returns the shares of all rules on pairs of random words, with a corpus of random counts."""
    draw = np.random.default_rng(seed)
    words = np.array(["".join(draw.choice(list("abcdefghijkl"), draw.integers(2, 9))) for _ in range(200)])
    unigrams = Unigrams(dict.fromkeys(words[:150], 1) | {words[n]: 1 + n % 40 for n in range(150)}, False)
    texts = pd.Series([" ".join(draw.choice(words, draw.integers(4, 9))) for _ in range(2 * phenomena * size)])
    preferred = preferences(texts, unigrams)
    apart = pd.DataFrame(np.subtract(*np.split(preferred.to_numpy(), 2)), columns=preferred.columns)
    pairs = pairs_of(np.repeat([f"kind {n}" for n in range(phenomena)], size))
    return shares(apart, pairs, ["all", "phenomenon"], 1e-4, 0.05)


@pytest.mark.parametrize(("size", "decided"), [(4, 0), (7, 0.9), pytest.param(10, 1.4, marks=pytest.mark.thorough)])
def test_random_words_are_hardly_ever_an_error_of_design(size, decided):
    """Of 40 tables of 20 phenomena, one has an error at most; how many phenomena rules decide is what is expected."""
    made = [of_random_words(seed, 20, size).query("rule != 'alphabetical'") for seed in range(40)]
    assert sum(table["beyond_chance"].any() for table in made) <= 1
    rows = pd.concat(made).query("level == 'phenomenon'")
    expected, number = rows["by_chance"].sum() / 40, rows["decides"].sum() / 40
    assert expected == pytest.approx(decided, abs=0.25)
    assert abs(number - expected) <= 4 * np.sqrt(2 * expected / 40)  # rules depend on each other: about twice Poisson's


def test_pairs_of_one_cluster_are_one_observation():
    """Signs of three clusters, all in one direction: p = 2 · 2^−3, whatever their number of pairs; of ten, about 2^−9."""
    deltas = pd.DataFrame({"rule": [1.0] * 60})
    three, ten = (shares(deltas, pairs_of(["x"] * 60, np.arange(60) % n), ["all"], 0, 0.05) for n in (3, 10))
    assert three["p"].tolist() == [pytest.approx(0.25, abs=0.02)] and three["p_holm"].isna().all()
    assert ten["p"].tolist() == [pytest.approx(2**-9, abs=0.002)] and ten["p_holm"].equals(ten["p"].rename("p_holm"))


@given(st.lists(st.sampled_from([-2.0, -1.0, 0.0, 1.0, 3.0]), min_size=1, max_size=30))
def test_after_the_change_the_rule_gets_half_right_and_no_fewer_pairs_would_do(deltas):
    frame, pairs = pd.DataFrame({"rule": deltas}), pairs_of(["x"] * len(deltas))
    table = shares(frame, pairs, ["all"], 0, 0.05)
    change = to_balance(frame, pairs, table, tie=0)
    places = [int(name.removeprefix("p")) for name in change["pair_id"]]
    changed = [-delta if place in places else delta for place, delta in enumerate(deltas)]
    left = abs(np.sign(changed).sum())
    assert left <= 1 and left + 2 * len(places) == abs(np.sign(deltas).sum())


def test_first_are_pairs_that_help_against_two_rules_and_then_those_that_differ_least():
    frame = pd.DataFrame({"one": [3.0, 1.0, 2.0, 5.0], "two": [-1.0, -1.0, 1.0, 1.0]})
    table = shares(frame, pairs_of(["x"] * 4), ["all"], 0, 0.05)
    table.loc[1, ["right", "wrong"]] = [3, 1]  # as if it liked good sentences
    made = to_balance(frame, pairs_of(["x"] * 4), table, tie=0).groupby("rule")["pair_id"].agg(list)
    assert made["one"] == ["p2", "p3"] and made["two"] == ["p2"]


def test_what_rules_go_by():
    texts = pd.Series({"a": "Ab c.", "b": "ab C d?"})
    table = preferences(texts, Unigrams({"ab": 3, "c": 1, ".": 1, END: 1}, end_of_sentence=True))
    assert list(table) == [*RULES]
    assert table["shorter"].tolist() == [-2, -3] and table["fewer_characters"].tolist() == [-5, -7]
    assert table["known_words"].tolist() == [0, -1]
    logs = np.log(np.array([4, 2, 2, 1]) / (6 + 4 + 1))
    assert table["unigram_log_prob"].tolist() == pytest.approx([logs[[0, 1, 2]].sum(), logs[[0, 1, 3, 3]].sum()])
    assert table["word_frequency"].tolist() == pytest.approx([logs[[0, 1, 2]].mean(), logs[[0, 1, 3, 3]].mean()])
    assert table.loc["b", "alphabetical"] > table.loc["a", "alphabetical"]  # a blank goes before a full stop
    assert list(preferences(texts)) == ["shorter", "fewer_characters", "alphabetical"]


def checked(records, **more):
    """The rules on pairs, and the part of the page that shows them."""
    sentences, pairs = from_records(records)
    given_to = {"pairs": pairs, "sentences": sentences, "word_counts": None}
    settings = {"deltas": None, "significance": 0.05, "tie": 1e-4, "labels": {}, "dataset": "d"} | more
    made = compute(**given_to, **settings) | stimuli_of(**given_to)
    check_table(made["rules"], RULES_TABLE, "rules")
    described = {"labels": settings["labels"], "simulated": False}
    return made, part(made["rules"], made["balance"], made["stimuli"], described)


def test_a_rule_that_decides_a_phenomenon_is_flagged_said_and_balanced_and_the_page_says_the_whole_first():
    """30 pairs of two phenomena: the good sentence is the shorter one in all of the first and in half of the second."""
    records = []
    for n in range(30):
        short, long = f"Noun{n} slept.", f"Noun{n} slept it away."
        good, bad = (short, long) if n < 15 or n % 2 else (long, short)
        records.append({"pair_id": str(n), "phenomenon": "first" if n < 15 else "second", "good": good, "bad": bad})
    tables, shown = checked(records)
    rules = tables["rules"].set_index(["group", "rule"])
    row = rules.loc[("first", "shorter")]
    assert row[["right", "wrong", "share", "decides", "flagged", "to_change"]].tolist() == [15, 0, 1, 1, 1, 7]
    assert row["sentence"] == "The smaller number of words gets 15 of 15 pairs of first right."
    second = rules.loc[("second", "shorter")]
    assert second["sentence"] == "The smaller number of words gets 53 % of second right, which may be chance."
    assert second["flagged"] == 0 and not (tables["balance"]["group"] == "second").any()
    assert len(tables["balance"].query("group == 'first' and rule == 'shorter'")) == 7
    assert set(tables["rules"]["level"]) == {"all", "phenomenon"}  # paradigms are the phenomena
    assert shown.summary[0] == "The smaller number of words gets 15 of 15 pairs of first right."
    assert not any("(a placebo)" in sentence for sentence in shown.summary)
    assert any(getattr(block, "closed", "").startswith("Fewer words, first: change 7 of 15") for block in shown.blocks)


def test_the_page_says_in_how_many_phenomena_a_rule_tells_sentences_apart():
    _, shown = checked(list(records_of(*((name, 8, True) for name in "abc"), ("d", 1, True), ("d", 1, False))))
    said = "In all, a rule tells the sentences apart in all pairs together and 3 of 4 phenomena: see beyond_chance and"
    assert any(sentence.startswith(said) for sentence in shown.summary)


def test_scores_of_an_ngram_are_a_rule_too():
    records = [{"pair_id": str(n), "phenomenon": "x", "good": f"a{n} b", "bad": f"b a{n}"} for n in range(9)]
    deltas = pd.DataFrame({"pair_id": [record["pair_id"] for record in records], "measure": "log_prob"})
    deltas = deltas.assign(human_delta=np.nan, model_delta=1.0)
    made, _ = checked(records, deltas={"tri": deltas}, labels={"tri/log_prob": "Trigram log-prob"})
    row = made["rules"].set_index("rule").loc["tri/log_prob"]
    assert row["sentence"] == "Trigram log-prob gets 9 of 9 pairs right." and row["flagged"] == 1


def records_of(*groups):
    """Pairs (phenomenon, number, good sentence is shorter?) whose sentences differ in the number of words alone."""
    for phenomenon, number, shorter in groups:
        for n in range(number):
            texts = (f"{phenomenon} {n} ran", f"{phenomenon} {n} ran it")
            good, bad = texts if shorter else texts[::-1]
            yield {"pair_id": f"{phenomenon}{n}{shorter}", "phenomenon": phenomenon, "good": good, "bad": bad}


def test_small_phenomena_that_a_rule_decides_are_errors_of_design_though_no_test_can_say_so():
    made, shown = checked(list(records_of(*[(f"kind{n}", 7, n % 2 == 0) for n in range(4)])))
    rows = made["rules"].query("rule == 'shorter' and level == 'phenomenon'")
    assert rows["beyond_chance"].tolist() == [1] * 4 and rows["flagged"].tolist() == [0] * 4
    assert rows["sentence"].iloc[1] == "The greater number of words gets 7 of 7 pairs of kind1 right."
    closed = [block.closed for block in shown.blocks if getattr(block, "closed", "")]
    assert "Fewer words, kind1: change 3 of 7 pairs" in closed
    said = "A rule solves 4 of 4 phenomena; by chance, at most 0.1 would be expected."  # 4 · 2 · 2^−6
    assert said in shown.summary
    assert (made["balance"]["rule"] != "alphabetical").all()


def test_phenomena_of_few_pairs_are_no_errors_of_design():
    """Four phenomena of five pairs, each decided, and one phenomenon of seven among others: chance can do that."""
    made, shown = checked(list(records_of(*[(f"kind{n}", 5, n % 2 == 0) for n in range(4)])))
    assert made["rules"]["decides"].sum() == 0 and len(made["balance"]) == 0
    assert "4 of 4 phenomena are too small for a test of any rule: go by the counts." in shown.summary
    mixed = [group for n in range(9) for group in ((f"mixed{n}", 4, True), (f"mixed{n}", 4, False))]
    made, shown = checked(list(records_of(("one", 7, True), *mixed)))
    row = made["rules"].query("rule == 'shorter' and group == 'one'").iloc[0]
    assert row[["decides", "beyond_chance"]].tolist() == [1, 0] and row["sentence"].endswith(", which may be chance.")
    said = "A rule solves 1 of 10 phenomena; by chance, at most "
    assert any(it.startswith(said) and it.endswith("so this may be chance.") for it in shown.summary)


def test_where_no_phenomenon_is_marked_pairs_to_change_are_those_of_all():
    """Three of four pairs of each phenomenon are shorter, each a cluster: 24 of 32, and no phenomenon can be tested."""
    groups = [group for n in range(8) for group in ((f"kind{n}", 3, True), (f"kind{n}", 1, False))]
    records = [record | {"cluster": f"c{n}"} for n, record in enumerate(records_of(*groups))]
    made, shown = checked(records)
    rows = made["rules"].query("rule == 'shorter'").groupby("level")[["decides", "flagged"]].max()
    assert rows.loc["all"].tolist() == [0, 1] and rows.loc["phenomenon"].tolist() == [0, 0]
    closed = [block.closed for block in shown.blocks if getattr(block, "closed", "").startswith("Fewer words")]
    assert closed == ["Fewer words, all pairs: change 8 of 32 pairs"]
    assert "The smaller number of words gets 75 % of all 32 pairs right." in shown.summary


def test_a_flagged_placebo_says_that_marks_are_easy_to_get():
    records = [{"pair_id": str(n), "phenomenon": "x", "good": f"a {n} ran", "bad": f"b {n} ran"} for n in range(12)]
    made, shown = checked(records)
    assert made["rules"].set_index("rule").loc["alphabetical", "flagged"] == 1 and made["balance"].empty
    assert any("Even the placebo" in sentence and "1 group of pairs" in sentence for sentence in shown.summary)


def test_a_placebo_that_decides_phenomena_says_that_rules_do_so_by_chance():
    """The alphabet puts "x ran" before "x ran it" and "zoo" after "ran", so the last two pairs are one each way."""
    records = list(records_of(("a", 9, True), ("b", 9, False), ("c", 1, True), ("c", 1, False)))
    made, shown = checked(records)
    rows = made["rules"].query("rule == 'alphabetical' and level == 'phenomenon'")
    assert rows["decides"].tolist() == [1, 1, 0]
    said = "Even the placebo, alphabetical order, solves 2 of 3 phenomena: where pairs are few, "
    assert any(sentence.startswith(said) for sentence in shown.summary)
    headings = [block.text for block in shown.blocks if block.kind == "paragraph"]
    assert "Decided by a rule, though not each is an error of design (see below):" in headings


def test_a_placebo_that_decides_nothing_is_not_mentioned():
    words = ["ant", "zoo"] * 5
    records = [
        {"pair_id": str(n), "phenomenon": "x", "good": f"{one} {n}", "bad": f"{other} {n} it"}
        for n, (one, other) in enumerate(zip(words, words[::-1], strict=True))
    ]
    made, shown = checked(records)
    decides = made["rules"].set_index("rule")["decides"].to_dict()
    assert decides == {"shorter": 1, "fewer_characters": 1, "alphabetical": 0}
    assert not any("Even the placebo" in sentence for sentence in shown.summary)


def test_a_phenomenon_may_be_called_all():
    made, shown = checked(list(records_of(("all", 8, True), ("other", 8, False))))
    assert set(made["rules"].query("group == 'all'")["level"]) == {"all", "phenomenon"}
    assert "The smaller number of words gets 8 of 8 pairs of all right." in shown.summary
    draw_rules(rules=made["rules"], labels={}, width=PAGE)


@pytest.mark.parametrize(
    ("right", "wrong", "ties", "said"),
    [
        (45, 20, 935, "The smaller number of words decides 65 of 1,000 pairs of x, 69 % of them rightly (51 % of all, "
         "ties half), which may be chance."),
        (20, 45, 935, "The greater number of words decides 65 of 1,000 pairs of x, 69 % of them rightly (51 % of all, "
         "ties half), which may be chance."),
        (0, 0, 9, "The smaller number of words decides no pair of x."),
        (5, 3, 0, "The smaller number of words gets 63 % of x right, which may be chance."),
    ],
)  # fmt: skip
def test_sentences_say_how_many_pairs_a_rule_decides(right, wrong, ties, said):
    pairs = right + wrong + ties
    row = SimpleNamespace(rule="shorter", level="phenomenon", group="x", right=right, wrong=wrong, ties=ties,
                          pairs=pairs, share=(right + ties / 2) / pairs, flagged=0, decides=0, beyond_chance=0)  # fmt: skip
    assert sentence(row, {}) == said
