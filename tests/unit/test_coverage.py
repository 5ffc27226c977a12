"""Rows that cover a part of the pairs, and rows that only decide: their numbers by hand, and that they change no other."""

from importlib import import_module
from inspect import signature

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from acceptability.analyses.common.compute import compute as on_common_pairs
from acceptability.analyses.coverage import compute_by_coverage
from acceptability.analyses.disagreements.compute import list_disagreements
from acceptability.analyses.registry import analyses
from acceptability.contracts import checks, systems
from acceptability.contracts.deltas import REFERENCE
from acceptability.errors import InputError
from acceptability.statistics import criteria, deltas, specifications, uncertainty
from acceptability.statistics.references import best_constant, reference_deltas

THRESHOLDS = [0.5, 1.0, 5.0]
NUMBER = 24  # pairs, in 6 phenomena
MISSING = ("p3", "p10", "p11")  # pairs of which the partial system lacks a sentence or both
BY_COVERAGE = [name for name, analysis in analyses().items() if analysis.by_coverage]


def world(rated: bool = True, seed: int = 0) -> dict[str, object]:
    """Tables of a dataset: sentences, pairs, ratings of two panels, choices, labelled sentences."""
    draw = np.random.default_rng(seed)
    names = [f"p{number}.{side}" for number in range(NUMBER) for side in ("good", "bad")]
    good = np.arange(2 * NUMBER) % 2 == 0
    rating = np.where(good, 0.6, -0.4) + draw.normal(size=2 * NUMBER) / 2
    sentences = pd.DataFrame(
        {
            "sentence_id": names,
            "sentence": [f"word {'more ' * (place % 4)}{place}" for place in range(2 * NUMBER)],
            "label": good.astype(int),
            "rating": rating if rated else np.nan,
        }
    )
    family = [f"f{number // 4}" for number in range(NUMBER)]
    pairs = pd.DataFrame(
        {
            "pair_id": [f"p{number}" for number in range(NUMBER)],
            "good_id": names[::2],
            "bad_id": names[1::2],
            "paradigm": [f"{name}-{number % 2}" for number, name in enumerate(family)],
            "phenomenon": family,
            "cluster": family,
        }
    )
    answers = pd.DataFrame(
        [
            (f"r{person}", name, value + draw.normal() / 2)
            for person in range(6)
            for name, value in zip(names, rating, strict=True)
        ],
        columns=["participant", "sentence_id", "z_score"],
    )
    choices = pd.DataFrame(
        [(f"c{person}", pair, int(draw.random() < 0.8)) for person in range(7) for pair in pairs["pair_id"]],
        columns=["participant", "pair_id", "chose_good"],
    )
    labelled = pd.DataFrame({"sentence_id": ["t"], "sentence": ["word 0"], "label": [1], "split": ["train"]})
    return {
        "sentences": sentences,
        "pairs": pairs,
        "ratings": answers,
        "other_ratings": answers.assign(z_score=answers["z_score"] + draw.normal(size=len(answers)) / 3),
        "choices": choices,
        "labelled": labelled,
        "accuracies": {},
        "thresholds": THRESHOLDS,
        "variants": {},
        "families": {},
        "reference": REFERENCE,
        "dataset": "toy",
        "preference": None,
        "ranked": False,
        "tie": 0.0001,
    }


def scores(made: dict, *measures: str, seed: int, without: tuple[str, ...] = ()) -> pd.DataFrame:
    """Scores of a system; of the pairs ``without``, the bad sentence has none, and of the first of them neither has."""
    draw = np.random.default_rng(seed)
    names = made["sentences"]["sentence_id"]
    left = ~names.isin([f"{pair}.bad" for pair in without] + [f"{pair}.good" for pair in without[:1]])
    parts = [
        pd.DataFrame({"sentence_id": names, "measure": measure, "score": draw.normal(size=len(names)) - 20})[left]
        for measure in measures
    ]
    table = pd.concat(parts, ignore_index=True)
    table["score"] += table["sentence_id"].str.endswith("good")
    return table


def decided(made: dict, answers: dict[str, int]) -> pd.DataFrame:
    table = pd.DataFrame({"pair_id": list(answers), "measure": "chat", "chose_good": list(answers.values())})
    return deltas.deltas_of_decisions(table, made["sentences"], made["pairs"], ["chat"])


def with_systems(made: dict, tables: dict[str, pd.DataFrame], decisions: dict[str, pd.DataFrame]) -> dict[str, object]:
    """Add the deltas, z-scores and scores of systems, and the references."""
    z_scores, of_pairs = {}, {}
    for system, table in tables.items():
        z_scores[system], of_pairs[system] = deltas.compute_deltas(
            table, made["sentences"], made["pairs"], partial=system.startswith("part")
        )
    references = {REFERENCE: reference_deltas(made["sentences"], made["pairs"])}
    return made | {"scores": tables, "z_scores": z_scores, "deltas": of_pairs | decisions | references}


def computed(name: str, made: dict[str, object]) -> dict[str, pd.DataFrame]:
    """Return the tables of an analysis as its rule computes them: without decisions where it does not read them."""
    analysis = analyses()[name]
    if not analysis.reads.get("deltas") or "all systems" not in analysis.reads["deltas"].systems:
        known = {*made["scores"], REFERENCE}
        made = made | {"deltas": {key: table for key, table in made["deltas"].items() if key in known}}
        if "deltas" not in analysis.reads:
            made = {key: value for key, value in made.items() if key != "deltas"}
        elif "references" not in analysis.reads["deltas"].systems:
            made["deltas"] = {key: table for key, table in made["deltas"].items() if key != REFERENCE}
    compute = import_module(f"acceptability.analyses.{name}.compute").compute
    needs = {*signature(compute).parameters, *analysis.reads, "pairs", "sentences"}
    return compute_by_coverage(compute, {key: made[key] for key in needs & set(made)}, analysis.writes)


@pytest.fixture(scope="module", params=[True, False], ids=["rated", "unrated"])
def tables(request):
    """A dataset with two complete systems; and the same with a partial and a deciding one besides."""
    made = world(request.param)
    whole = {"one": scores(made, "a", "b", seed=1), "two": scores(made, "a", seed=2)}
    part = {"part": scores(made, "a", seed=3, without=MISSING)}
    answers = {pair: int(place % 3 > 0) for place, pair in enumerate(made["pairs"]["pair_id"]) if place > 1}
    alone = with_systems(made, whole, {})
    beside = with_systems(made, {"one": whole["one"], **part, "two": whole["two"]}, {"decider": decided(made, answers)})
    return alone, beside


def of_new(table: pd.DataFrame) -> pd.Series:
    """Which rows are about the partial or the deciding system."""
    new = pd.Series(False, index=table.index)
    for name in ("row", "system", "first", "second", "column"):
        if name in table:
            new |= table[name].astype(str).str.split("/").str[0].isin(["part", "decider"])
    return new


@pytest.mark.parametrize("name", BY_COVERAGE)
def test_a_row_of_a_part_changes_no_number_of_others(tables, name):
    alone, beside = tables
    needs_ratings = {"rated", "single_ratings"} & {*analyses()[name].when}
    if needs_ratings and alone["sentences"]["rating"].isna().all():
        pytest.skip("needs ratings")
    before, after = computed(name, alone), computed(name, beside)
    for table in before:
        new = of_new(after[table])
        pd.testing.assert_frame_equal(
            after[table][~new].reset_index(drop=True), before[table].reset_index(drop=True), check_dtype=False
        )
    assert any(of_new(table).any() for table in after.values())


def test_differences_of_others_stay_as_they_are_and_those_of_a_part_are_a_family_of_their_own(tables):
    alone, _ = tables
    before, after = (
        uncertainty.differences(
            systems.delta_columns(made["deltas"]),
            made["pairs"],
            THRESHOLDS,
            [row for row in systems.delta_columns(made["deltas"]) if row.startswith("reference/")],
            {},
            systems.deciding_rows(made["deltas"]),
        )
        for made in tables
    )
    keys = ["first", "second", "criterion", "threshold"]
    new = of_new(after)
    both = [table.sort_values(keys, ignore_index=True) for table in (before, after[~new])]
    pd.testing.assert_frame_equal(*both)
    assert set(after.loc[new & after["p"].notna(), "family"]) == {"partial"}
    assert (after["p_holm"] >= after["p"])[after["p"].notna()].all()
    rated = alone["sentences"]["rating"].notna().any()
    judged = after[after["first"].eq("decider/chat") | after["second"].eq("decider/chat")]
    assert set(judged["criterion"]) == {"blimp"} and len(judged) > 3
    assert set(after[after["first"].eq("part/a")]["criterion"]) == ({"blimp", "adc"} if rated else {"blimp"})


def test_a_row_of_a_part_has_the_numbers_of_a_dataset_of_these_pairs_alone():
    made = world()
    part = scores(made, "a", seed=3, without=MISSING)
    beside = with_systems(made, {"one": scores(made, "a", seed=1), "part": part}, {})
    covered = made["pairs"][~made["pairs"]["pair_id"].isin(MISSING)].reset_index(drop=True)
    alone = with_systems(made | {"pairs": covered}, {"part": part}, {})
    for name in ("criteria", "curves", "companions", "predictions", "predictors", "people", "phenomena"):
        ours, theirs = computed(name, beside), computed(name, alone)
        for table, expected in theirs.items():
            found, expected = ours[table][of_new(ours[table])], expected[of_new(expected)]
            columns = [column for column in found if column not in ("unanswered", "share_unanswered_half")]
            assert len(expected) or not len(found)
            pd.testing.assert_frame_equal(
                found[columns].reset_index(drop=True), expected[columns].reset_index(drop=True), check_dtype=False
            )


def test_shares_by_hand():
    """Six pairs, human deltas 1, 1, 1, 2, 2, −1; the system has scores of four of them, and of a sentence of a fifth."""
    names = [f"{pair}.{side}" for pair in "abcdef" for side in ("good", "bad")]
    sentences = pd.DataFrame(
        {"sentence_id": names, "sentence": names, "rating": [1.0, 0, 1, 0, 1, 0, 2, 0, 2, 0, 0, 1]}
    )
    pairs = pd.DataFrame(
        {
            "pair_id": list("abcdef"),
            "good_id": names[::2],
            "bad_id": names[1::2],
            "paradigm": "x",
            "cluster": list("112233"),
        }
    ).assign(phenomenon="x")
    values = {
        "a.good": 3,
        "a.bad": 1,
        "b.good": 1,
        "b.bad": 3,
        "c.good": 2,
        "c.bad": 2,
        "d.good": 4,
        "d.bad": 1,
        "e.bad": 1,
    }
    table = pd.DataFrame({"sentence_id": list(values), "measure": "m", "score": list(map(float, values.values()))})
    z_scores, of_pairs = deltas.compute_deltas(table, sentences, pairs, partial=True)
    mean, sd = np.mean([3, 1, 1, 3, 2, 2, 4, 1, 1]), np.std([3, 1, 1, 3, 2, 2, 4, 1, 1])
    assert z_scores.set_index("sentence_id")["z_score"]["d.good"] == pytest.approx((4 - mean) / sd)
    assert of_pairs["pair_id"].tolist() == list("abcd")
    np.testing.assert_allclose(of_pairs["model_delta"], np.array([2, -2, 0, 3]) / sd)
    made = {"deltas": {"s": of_pairs, REFERENCE: reference_deltas(sentences, pairs)}, "pairs": pairs}
    made |= {"thresholds": [1.0], "variants": {}, "reference": REFERENCE, "dataset": "toy"}
    compute = import_module("acceptability.analyses.criteria.compute").compute
    found = compute_by_coverage(compute, made, analyses()["criteria"].writes)["criteria"]
    row = found[found["system"] == "s"].set_index("criterion")
    # BLiMP: a and d right, c a tie. ADC at 1: |1 − 2/1.03| < 1 for a, |2 − 3/1.03| < 1 for d; the tie c could meet none.
    assert row["pairs"].tolist() == [4, 4] and row["met"].tolist() == [2, 2] and row["ties"].tolist() == [1, 1]
    assert row["share"].tolist() == [0.5, 0.5] and row["share_ties_half"].tolist() == [2.5 / 4, 2 / 4]
    assert row["unanswered"].tolist() == pytest.approx([2 / 6] * 2)
    assert row["share_unanswered_half"].tolist() == pytest.approx([(2.5 + 1) / 6, (2 + 1) / 6])
    human = of_pairs["human_delta"].to_numpy()
    low, high = criteria.accepted(human, "adc", 1.0)
    met = [[1.0 if low[i] < delta < high[i] else 0 for delta in of_pairs["model_delta"]] for i in range(4)]
    assert row.loc["adc", "chance"] == pytest.approx(np.sum(met) / 16)
    # The only rows there are: the references are about the same four pairs.
    references = found[found["system"] == REFERENCE].set_index(["measure", "criterion"])
    constant = best_constant(human, 1.0)
    assert references.loc[("best_constant", "adc"), "pairs"] == 4
    assert references.loc[("best_constant", "adc"), "share"] == np.mean(np.abs(human - constant) < 1)


def test_the_common_table_is_the_main_table_of_the_pairs_that_all_cover(tables):
    _, beside = tables
    compute = import_module("acceptability.analyses.criteria.compute").compute
    settings = {"thresholds": THRESHOLDS, "reference": REFERENCE, "dataset": "toy"}
    found = on_common_pairs(deltas=beside["deltas"], pairs=beside["pairs"], **settings)
    common = set(beside["pairs"]["pair_id"]) - set(MISSING) - {"p0", "p1"}
    assert set(found["pairs"]) == {len(common)} and set(found["unanswered"]) == {0}
    few = beside["pairs"][beside["pairs"]["pair_id"].isin(common)].reset_index(drop=True)
    chosen = {
        name: table[table["pair_id"].isin(common)] for name, table in beside["deltas"].items() if name != "decider"
    }
    expected = compute(deltas=chosen, pairs=few, variants={}, **settings)
    ours = found[found["system"] != "decider"].reset_index(drop=True)
    keys = ["system", "measure", "criterion", "threshold"]
    same = [table.sort_values(keys, ignore_index=True).drop(columns="dataset") for table in (ours, expected)]
    pd.testing.assert_frame_equal(*same, check_dtype=False)
    assert found.loc[found["system"] == "decider", "criterion"].tolist() == ["blimp"]


def test_there_is_no_common_table_where_all_cover_all(tables):
    alone, _ = tables
    found = on_common_pairs(
        deltas=alone["deltas"], pairs=alone["pairs"], thresholds=THRESHOLDS, reference=REFERENCE, dataset="toy"
    )
    assert found.empty


def test_what_only_decides_is_asked_for_the_blimp_criterion_alone(tables):
    _, beside = tables
    found = computed("criteria", beside)["criteria"]
    judge = found[found["system"] == "decider"]
    right = (beside["deltas"]["decider"]["model_delta"] > 0).mean()
    assert judge["criterion"].tolist() == ["blimp"]
    assert judge["share"].tolist() == [right] and judge["pairs"].tolist() == [NUMBER - 2]
    assert set(beside["deltas"]["decider"]["model_delta"]) == {-1.0, 1.0}
    for name in ("phenomena",):
        rows = computed(name, beside)[name]
        assert set(rows.loc[rows["system"] == "decider", "criterion"]) == {"blimp"}


@given(st.sets(st.integers(0, NUMBER - 1), max_size=NUMBER - 1), st.integers(0, 3))
def test_whatever_is_covered_the_parts_make_the_whole(left, seed):
    """Covered and unanswered pairs are all pairs; the share with unanswered ones as half lies between the extremes."""
    made = world(seed=seed)
    part = scores(made, "a", seed=seed, without=tuple(f"p{number}" for number in sorted(left)))
    found = computed("criteria", with_systems(made, {"one": scores(made, "a", seed=9), "part": part}, {}))["criteria"]
    row = found[(found["system"] == "part") & (found["criterion"] == "blimp")].iloc[0]
    assert row["pairs"] == NUMBER - len(left)
    assert row["unanswered"] == pytest.approx(len(left) / NUMBER)
    right = row["share_ties_half"] * row["pairs"]
    assert row["share_unanswered_half"] == pytest.approx((right + len(left) / 2) / NUMBER)


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("name", BY_COVERAGE)
def test_one_two_or_three_pairs_are_enough(name, number):
    made = world()
    left = tuple(f"p{place}" for place in range(number, NUMBER))
    beside = with_systems(made, {"one": scores(made, "a", seed=1), "part": scores(made, "a", seed=2, without=left)}, {})
    assert computed(name, beside)


@pytest.mark.parametrize("name", BY_COVERAGE)
def test_there_need_be_no_complete_system(name):
    made = world()
    both = {f"part-{key}": scores(made, "a", seed=key, without=(f"p{key}",)) for key in (1, 2)}
    found = computed(name, with_systems(made, both, {}))
    rows = next(table for table in found.values() if {"system", "row"} & {*table})
    named = rows.get("system", rows.get("row", pd.Series(dtype=str))).astype(str).str.split("/").str[0]
    assert {"part-1", "part-2"} <= set(named)


def test_the_order_of_systems_does_not_matter(tables):
    _, beside = tables
    turned = beside | {"deltas": dict(reversed(beside["deltas"].items()))}
    keys = ["system", "measure", "criterion", "threshold"]
    one, other = (
        computed("criteria", made)["criteria"].sort_values(keys, ignore_index=True) for made in (beside, turned)
    )
    pd.testing.assert_frame_equal(one, other)


def test_measures_of_one_system_may_cover_other_pairs():
    made = world()
    table = pd.concat([scores(made, "a", seed=1, without=("p0",)), scores(made, "b", seed=2, without=("p5", "p6"))])
    beside = with_systems(made, {"part": table.reset_index(drop=True), "one": scores(made, "a", seed=3)}, {})
    found = computed("criteria", beside)["criteria"].query("criterion == 'blimp'").set_index(["system", "measure"])
    assert found.loc[[("part", "a"), ("part", "b"), ("one", "a")], "pairs"].tolist() == [NUMBER - 1, NUMBER - 2, NUMBER]


def test_a_system_that_is_partial_in_name_only_is_like_any_other():
    made = world()
    table = scores(made, "a", seed=1)
    one, other = (with_systems(made, {name: table}, {}) for name in ("part", "whole"))
    tables = [computed("criteria", made)["criteria"].replace({"part": "whole"}) for made in (one, other)]
    pd.testing.assert_frame_equal(*tables)


def test_columns_join_what_covers_other_pairs_in_the_order_of_the_fullest_table():
    first = pd.DataFrame({"pair_id": ["c", "a"], "measure": "m", "human_delta": [3.0, 1.0], "model_delta": [1.0, 2.0]})
    whole = pd.DataFrame({"pair_id": list("abc"), "measure": "m", "human_delta": [1.0, 2.0, 3.0], "model_delta": 0.0})
    judge = first.assign(human_delta=np.nan)
    columns = systems.delta_columns({"first": first, "judge": judge, "whole": whole})
    assert columns.index.tolist() == list("abc") and columns["human"].tolist() == [1.0, 2.0, 3.0]
    assert columns["first/m"].tolist()[::2] == [2.0, 1.0] and np.isnan(columns.loc["b", "first/m"])
    assert systems.deciding_rows({"first": first, "judge": judge, "whole": whole}) == ["judge/m"]
    assert systems.deciding_rows({"judge": judge}) == []


def test_disagreements_and_examples_and_ranks_are_about_rows_that_cover_all():
    columns = pd.DataFrame(
        {"human": [1.0, 1.0, 1.0], "a/m": [1.0, 1.0, -1.0], "b/m": [-1.0, 1.0, -1.0], "c/m": [-1.0, np.nan, np.nan]},
        index=list("xyz"),
    )
    whole = list_disagreements(columns.drop(columns="c/m"), [0.5])
    pd.testing.assert_frame_equal(list_disagreements(columns, [0.5]), whole)
    met, missed = {"criterion": "blimp", "by": ["a/m"]}, {"criterion": "blimp", "by": ["c/m"]}
    assert criteria.qualifying(columns, met, missed).tolist() == [
        True,
        False,
        False,
    ]  # a pair without a score is no miss
    specified = pd.DataFrame(
        dict.fromkeys(specifications.SPECIFICATION, "x"),
        index=range(3),
    ).assign(threshold=0.5, system=list("abc"), measure="m", share=[0.3, 0.2, 0.9], pairs=[3, 3, 1])
    ranks = specifications.best_and_worst_ranks(specified).set_index("row")
    assert ranks["best"].to_dict() == {"a/m": 1, "b/m": 2}


def test_what_may_be_missing_must_be_declared():
    made = world()
    table = scores(made, "a", seed=1, without=("p0",))
    with pytest.raises(InputError, match=r"2 sentences have no a, the first 'p0.bad'; .*PARTIAL=yes for make score"):
        checks.check_scores(table, made["sentences"], "scores.csv")
    checks.check_scores(table, made["sentences"], "scores.csv", partial=True)
    with pytest.raises(InputError, match="a: a member of the pair 'p0' has no score"):
        deltas.compute_deltas(table, made["sentences"], made["pairs"])
    half = table[table["sentence_id"].str.endswith("good")]
    with pytest.raises(InputError, match="no rated pair has a score for both sentences|no pair has a score for both"):
        deltas.compute_deltas(half, made["sentences"], made["pairs"], partial=True)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([("p0", 1), ("p99", 0)], "the pair 'p99' is not in this dataset"),
        ([("p0", 1), ("p0", 1)], "the pair 'p0' has two decisions"),
        ([], "chat: has no answer to any pair that counts"),
    ],
)
def test_decisions_that_cannot_be_used_are_named(rows, message):
    made = world()
    table = pd.DataFrame(rows, columns=["pair_id", "chose_good"]).assign(measure="chat")
    with pytest.raises(InputError, match=message):
        deltas.deltas_of_decisions(table, made["sentences"], made["pairs"], ["chat"])


def test_of_rated_pairs_only_those_that_count_are_decided():
    made = world()
    made["sentences"].loc[0, "rating"] = np.nan
    found = decided(made, {"p0": 1, "p1": 0, "p2": 1})
    assert found["pair_id"].tolist() == ["p1", "p2"] and found["model_delta"].tolist() == [-1.0, 1.0]
    assert found["human_delta"].isna().all()
