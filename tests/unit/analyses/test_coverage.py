"""Rows that cover a part of the pairs, and rows that only decide: their numbers by hand, and that they change no other."""

from importlib import import_module
from inspect import signature
from itertools import product
from pathlib import Path

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import build_explorer
import import_decisions
import import_scores
from acceptability import measuring
from acceptability.analyses.analysis import POPULATIONS, Each, Other
from acceptability.analyses.coverage import compute_by_coverage, with_counts
from acceptability.analyses.disagreements.compute import list_disagreements
from acceptability.analyses.doubts.compute import find_doubts
from acceptability.analyses.phenomena.manifest import BY_LEVEL
from acceptability.analyses.registry import analyses, package_of
from acceptability.analyses.registry import tables as catalogue
from acceptability.contracts import checks, io, systems
from acceptability.contracts.data import CHOICES, PAIRS, RATINGS, RESPONSES, SENTENCES
from acceptability.contracts.deltas import DELTAS, REFERENCE
from acceptability.contracts.scoring import SCORES
from acceptability.errors import InputError
from acceptability.statistics import clusters, criteria, deltas, levels, specifications
from acceptability.statistics.references import best_constant, reference_deltas
from helpers import ROOT, explorer_data
from shown import analysed, function, reads

THRESHOLDS = [0.5, 1.0, 5.0]
NUMBER = 24  # pairs, in 6 phenomena
MISSING = ("p3", "p10", "p11")  # pairs of which the partial system lacks a sentence or both
SETTINGS = {"thresholds": THRESHOLDS, "reference": REFERENCE, "dataset": "toy", "by": ["phenomenon"]}
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
            "set": [f"s{place // 4}" for place in range(2 * NUMBER)],
            "design": [f"d{place // 24}" for place in range(2 * NUMBER)],
            "factor_1": ["short", "long"] * NUMBER,
            "factor_2": [("plain", "island")[place // 2 % 2] for place in range(2 * NUMBER)],
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
            (f"r{person}", name, value + draw.normal() / 2, 1.0 + (person + place) % 12)
            for person in range(6)
            for place, (name, value) in enumerate(zip(names, rating, strict=True))
        ],
        columns=["participant", "sentence_id", "z_score", "place"],
    )
    choices = pd.DataFrame(
        [(f"c{person}", pair, int(draw.random() < 0.8)) for person in range(7) for pair in pairs["pair_id"]],
        columns=["participant", "pair_id", "chose_good"],
    )
    responses = answers.assign(place=1.0, list="", phenomenon="", rt=np.nan, sentence="", gold="")
    responses = responses.assign(
        rating=answers["z_score"],
        item=answers["sentence_id"].str.partition(".")[0],
        condition=answers["sentence_id"].str.partition(".")[2],
        excluded=answers["participant"].map({"r5": "gold=0.2 (0.5)"}).fillna(""),
    )
    labelled = pd.DataFrame({"sentence_id": ["t"], "sentence": ["word 0"], "label": [1], "split": ["train"]})
    return {
        "sentences": sentences,
        "pairs": pairs,
        "ratings": answers,
        "other_ratings": answers.assign(z_score=answers["z_score"] + draw.normal(size=len(answers)) / 3),
        "choices": choices,
        "responses": responses[list(RESPONSES.columns)],
        "labelled": labelled,
        "accuracies": {},
        "variants": {},
        "families": {},
        "preference": None,
        "ranked": False,
        "tie": 0.0001,
        **SETTINGS,
    }


def scores(frames: dict, *measures: str, seed: int, without: tuple[str, ...] = ()) -> pd.DataFrame:
    """Scores of a system; of the pairs ``without``, the bad sentence has none, and of the first of them neither has."""
    draw = np.random.default_rng(seed)
    names = frames["sentences"]["sentence_id"]
    left = ~names.isin([f"{pair}.bad" for pair in without] + [f"{pair}.good" for pair in without[:1]])
    parts = [
        pd.DataFrame({"sentence_id": names, "measure": measure, "score": draw.normal(size=len(names)) - 20})[left]
        for measure in measures
    ]
    table = pd.concat(parts, ignore_index=True)
    table["score"] += table["sentence_id"].str.endswith("good")
    return table


def decided(frames: dict, answers: dict[str, int]) -> pd.DataFrame:
    table = pd.DataFrame({"pair_id": list(answers), "measure": "chat", "chose_good": list(answers.values())})
    return deltas.deltas_of_decisions(table, frames["sentences"], frames["pairs"], ["chat"])


def choosing(frames: dict, left: int = 2) -> dict[str, pd.DataFrame]:
    """Who decides on all pairs but the first, and chooses two of three good sentences."""
    answers = {pair: int(place % 3 > 0) for place, pair in enumerate(frames["pairs"]["pair_id"]) if place >= left}
    return {"decider": decided(frames, answers)}


def with_systems(
    frames: dict, tables: dict[str, pd.DataFrame], decisions: dict[str, pd.DataFrame]
) -> dict[str, object]:
    """Add the deltas, z-scores and scores of systems, and the references."""
    z_scores, of_pairs = {}, {}
    for system, table in tables.items():
        z_scores[system], of_pairs[system] = deltas.compute_deltas(
            table, frames["sentences"], frames["pairs"], partial=system.startswith("part")
        )
    references = {REFERENCE: reference_deltas(frames["sentences"], frames["pairs"])}
    tables = {"scores": tables, "z_scores": z_scores, "deltas": of_pairs | decisions | references}
    return frames | tables | {"scored_sentences": z_scores, "every_sentence": frames["sentences"]}


def beside_complete(frames: dict) -> dict[str, object]:
    """The dataset with two complete systems, a partial one and one that only decides."""
    whole = {"one": scores(frames, "a", "b", seed=1), "two": scores(frames, "a", seed=2)}
    part = {"part": scores(frames, "a", seed=3, without=MISSING)}
    return with_systems(frames, {"one": whole["one"], **part, "two": whole["two"]}, choosing(frames))


def compared(frames: dict[str, object]) -> pd.DataFrame:
    """The differences between all rows, as the analysis computes them."""
    compute = import_module("acceptability.analyses.differences.compute").compute
    return compute(**{key: frames[key] for key in signature(compute).parameters})


def computed(name: str, frames: dict[str, object]) -> dict[str, pd.DataFrame]:
    """Return the tables of an analysis as its rule computes them: without decisions where it does not read them."""
    analysis = analyses()[name]
    if not analysis.reads.get("deltas") or "every_system" not in analysis.reads["deltas"].systems:
        known = {*frames["scores"], REFERENCE}
        frames = frames | {"deltas": {key: table for key, table in frames["deltas"].items() if key in known}}
        if "deltas" not in analysis.reads:
            frames = {key: value for key, value in frames.items() if key != "deltas"}
        elif "references" not in analysis.reads["deltas"].systems:
            frames["deltas"] = {key: table for key, table in frames["deltas"].items() if key != REFERENCE}
    compute = import_module(f"acceptability.{package_of(name)}.compute").compute
    needs = {*signature(compute).parameters, *analysis.reads, *analysis.optional, "pairs", "sentences"}
    return compute_by_coverage(compute, {key: frames[key] for key in needs & set(frames)}, analysis.writes)


@pytest.fixture(scope="module", params=[True, False], ids=["rated", "unrated"])
def tables(request):
    """A dataset with two complete systems; and the same with a partial and a deciding one besides."""
    beside = beside_complete(world(request.param))
    new = ("part", "decider")
    kinds = ("scores", "z_scores", "deltas")
    complete = {kind: {key: table for key, table in beside[kind].items() if key not in new} for kind in kinds}
    return beside | complete, beside


def of_new(table: pd.DataFrame) -> pd.Series:
    """Which rows are about the partial or the deciding system."""
    new = pd.Series(False, index=table.index)
    for name in ("row", "system", "first", "second", "column", "about"):
        if name in table:
            new |= table[name].astype(str).str.split("/").str[0].isin(["part", "decider"])
    return new


ELSEWHERE = {  # analyses of scores of which each row is judged by itself, or that no table of scores or decisions meets
    "as_babylm": "tests/unit/analyses/test_as_babylm.py",
    "crossed": "tests/unit/analyses/test_crossed.py",
    "panels": "paper/colac/tests/test_two_panels.py",
    "prompting": "a model that is asked beside the scores of the same model",
    "released": "scores of a model beside released scores of the same model",
    "sentences_by_column": "about sentences that are in no pairs",
    "series": "a series is about the pairs that all of its systems cover",
    "simple_classifiers": "thresholds on scores of models",
    "targeted": "tests/unit/analyses/test_targeted.py",
}
OF_SYSTEMS = [
    name
    for name, analysis in analyses().items()
    if name not in {*ELSEWHERE, "common"}
    and "text" not in analysis.when  # of sentences that nobody judged
    and not analysis.check  # of pairs before they are judged, by what all systems make of them together
    and any(
        isinstance(read, Each) and read.table in ("deltas", "z_scores", "scores") for read in analysis.reads.values()
    )
]
COMPLETE, NEW = ["one", "two"], ["part", "decider"]


@pytest.fixture(scope="module", params=[True, False], ids=["rated", "unrated"])
def folder(request, tmp_path_factory) -> Path:
    """A dataset's files; those of two complete systems, and of a partial and a deciding one, as scripts make them."""
    frames, folder = world(request.param), tmp_path_factory.mktemp("covered")
    people = {"ratings": RATINGS, "choices": CHOICES, "responses": RESPONSES}
    for name, table in {"sentences": SENTENCES, "pairs": PAIRS, **people}.items():
        io.write_table(frames[name], folder / f"{name}.csv", table)
    io.write_table(frames["other_ratings"], folder / "other_ratings.csv", catalogue()["other_ratings"])
    io.write_table(frames["labelled"].assign(rating=np.nan), folder / "labelled.csv", SENTENCES)
    dataset = {"sentences": folder / "sentences.csv", "pairs": folder / "pairs.csv"}
    for kind in ("scores", "z_scores", "deltas", "matches"):
        (folder / kind).mkdir()
    for system, measures in {"one": "ab", "two": "a"}.items():
        table = scores(frames, *measures, seed=len(measures))
        io.write_table(table, folder / f"scores/{system}.csv", SCORES)
    first, second = (
        scores(frames, "a", seed=3, without=MISSING),
        scores(frames, "b", seed=4, without=("p5", *MISSING)),
    )
    wide = first.merge(second, on="sentence_id", how="left")
    wide = wide.set_axis(["sentence_id", "measure", "a", "measure_2", "b"], axis=1)[["sentence_id", "a", "b"]]
    wide.to_csv(folder / "part.csv", index=False)
    importing = {"table": folder / "part.csv", "measures": {"a": "a", "b": "b"}, "negate": [], "reading": {}}
    to = {f"to_{kind}": folder / kind / "part.csv" for kind in ("scores", "matches")}
    import_scores.main(folder / "sentences.csv", **importing, partial=True, **to)
    for system in [*COMPLETE, "part"]:
        to = {f"to_{kind}": folder / kind / f"{system}.csv" for kind in ("z_scores", "deltas")}
        measuring.compute_deltas(
            **dataset, scores=folder / f"scores/{system}.csv", tie=0.0001, **to, partial=system == "part"
        )
    answers = pd.DataFrame({"pair_id": frames["pairs"]["pair_id"], "chat": [int(n % 3 > 0) for n in range(NUMBER)]})
    answers[2:].to_csv(folder / "chosen.csv", index=False)
    to = {f"to_{kind}": folder / kind / "decider.csv" for kind in ("deltas", "matches")}
    import_decisions.main(
        [folder / "chosen.csv"], **dataset, measures={"chat": "chat"}, parts=[], reading={}, module=None, **to
    )
    measuring.compute_references(**dataset, preference=None, to=folder / f"deltas/{REFERENCE}.csv")
    return folder


def inputs(folder: Path, name: str, new: bool) -> dict[str, Path | list[Path]]:
    """Return the files that an analysis reads, without those of the partial and the deciding system unless ``new``."""
    scorers = ["one", "part", "two"] if new else COMPLETE
    those = {
        "scorers": scorers,
        "scorers_and_references": [*scorers, REFERENCE],
        "every_system": [*scorers, *["decider"][: int(new)]],
        "every_system_and_references": [*scorers, *["decider"][: int(new)], REFERENCE],
        "specification_systems": scorers,
        "example_systems": scorers,
        "imported_systems": NEW if new else [],
    }
    return {
        argument: [folder / read.table / f"{system}.csv" for system in those.get(read.systems, [])]
        if isinstance(read, Each)
        else folder / f"{argument if isinstance(read, Other) else read}.csv"
        for argument, read in analyses()[name].reads.items()
    }


@pytest.mark.parametrize("name", OF_SYSTEMS)
def test_a_row_of_a_part_changes_no_number_of_others(folder, tmp_path, name):
    """In no file of any analysis: what is added to a table are rows, or columns, of the new systems."""
    unrated = io.read_table(folder / "sentences.csv", SENTENCES)["rating"].isna().all()
    if unrated and {"rated", "single_ratings"} & {*analyses()[name].when}:
        return
    example = {"met": {"criterion": "blimp", "by": ["one/a"]}, "missed": {"criterion": "blimp", "by": ["two/a"]}}
    arguments = {name: value for name, value in world().items() if not isinstance(value, pd.DataFrame)}
    arguments |= {"smallest_threshold": 0.5, "clusters": "families", "own": True, "understood": [], "example": example}
    arguments |= {"labels": LABELS | {"part/b": "Part b"}, "deciding": ["decider/chat"], "ranked": False}
    arguments.pop("accuracies")
    for level in ("pairs", "sentences") if name == "correlations" else ("",):
        files = []
        for place, new in enumerate((False, True)):
            (to := tmp_path / f"{level}{place}").mkdir()
            read = inputs(folder, name, new)
            if "chance_steps" in read:
                read["chance_steps"] = analysed(to, "curves", inputs(folder, "curves", new), **arguments)[
                    "chance_steps"
                ]
            files.append(analysed(to, name, read, **arguments, level=level, labelled=""))
        added = 0
        for table in analyses()[name].writes:
            before, after = (io.read_table(paths[table.name], table) for paths in files)
            rows = of_new(after)
            columns = [column for column in after if column.split("/")[0] not in NEW]
            added += rows.sum() + len(after.columns) - len(columns)
            pd.testing.assert_frame_equal(after.loc[~rows, columns].reset_index(drop=True), before, check_dtype=False)
        assert added or name == "examples"


def test_differences_of_a_part_are_a_family_of_their_own_and_those_of_choices_by_one_criterion(tables):
    _, beside = tables
    found = compared(beside)
    new = of_new(found)
    assert set(found.loc[new & found["p"].notna(), "family"]) == {"partial"}
    assert (found["p_holm"] >= found["p"])[found["p"].notna()].all()
    rated = beside["sentences"]["rating"].notna().any()
    judged = found[found["first"].eq("decider/chat") | found["second"].eq("decider/chat")]
    assert set(judged["criterion"]) == {"blimp"} and len(judged) > 3
    assert set(found[found["first"].eq("part/a")]["criterion"]) == ({"blimp", "adc"} if rated else {"blimp"})


def of_these_pairs(frames: dict, left: tuple[str, ...]) -> dict[str, object]:
    """A dataset without some pairs, and what people chose of the others."""
    inside = {name: ~frames[name]["pair_id"].isin(left) for name in ("pairs", "choices")}
    return frames | {name: frames[name][rows].reset_index(drop=True) for name, rows in inside.items()}


OF_ALL = ["unanswered", "share_unanswered_half", "place"]  # about pairs or rows beside those of the row
ABOUT_PEOPLE = {"chosen_pairs", "choosers", "choice_summary"}  # about all pairs that people judged, whatever rows cover


@pytest.mark.parametrize("beside", [True, False], ids=["beside a complete one", "alone"])
@pytest.mark.parametrize("rated", [True, False], ids=["rated", "unrated"])
@pytest.mark.parametrize("name", BY_COVERAGE)
def test_a_row_of_a_part_has_the_numbers_of_a_dataset_of_these_pairs_alone(name, rated, beside):
    if not rated and {"rated", "single_ratings"} & {*analyses()[name].when}:
        return
    frames = world(rated)
    part = scores(frames, "a", seed=3, without=MISSING)
    other = {"one": scores(frames, "a", seed=1)} if beside else {}
    ours = computed(name, with_systems(frames, other | {"part": part}, {}))
    theirs = computed(name, with_systems(of_these_pairs(frames, MISSING), {"part": part}, {}))
    for table in {*theirs} - ABOUT_PEOPLE:
        found, expected = ours[table], theirs[table]
        if beside:
            found, expected = found[of_new(found)], expected[of_new(expected)]
        columns = [column for column in found if column not in OF_ALL]
        assert len(expected) or not len(found)
        pd.testing.assert_frame_equal(
            found[columns].reset_index(drop=True), expected[columns].reset_index(drop=True), check_dtype=False
        )


def test_what_people_chose_is_said_of_all_pairs_whatever_rows_cover():
    frames = world()
    part = scores(frames, "a", seed=3, without=MISSING)
    answers = dict.fromkeys(frames["pairs"]["pair_id"][5:], 1)
    whole = computed("choices", with_systems(frames, {"one": scores(frames, "a", seed=1)}, {}))
    for beside in (
        with_systems(frames, {"part": part}, {}),
        with_systems(frames, {}, {"decider": decided(frames, answers)}),
        with_systems(frames, {"part": part}, {"decider": decided(frames, answers)}),
    ):
        found = computed("choices", beside)
        for table in ABOUT_PEOPLE:
            pd.testing.assert_frame_equal(*(it[table].reset_index(drop=True) for it in (found, whole)))


def test_shares_by_hand():
    """Six pairs, human deltas 1, 1, 1, 2, 2, −1; the system has scores of four of them, and of a sentence of a fifth."""
    names = [f"{pair}.{side}" for pair in "abcdef" for side in ("good", "bad")]
    sentences = pd.DataFrame(
        {"sentence_id": names, "sentence": names, "rating": [1.0, 0, 1, 0, 1, 0, 2, 0, 2, 0, 0, 1]}
    )
    pairs = pd.DataFrame({"pair_id": list("abcdef"), "good_id": names[::2], "bad_id": names[1::2]})
    pairs = pairs.assign(paradigm="x", phenomenon="x", cluster=list("112233"))
    scored = [name for name in names if name[0] in "abcd"] + ["e.bad"]
    values = dict(zip(scored, [3, 1, 1, 3, 2, 2, 4, 1, 1], strict=True))
    table = pd.DataFrame({"sentence_id": list(values), "measure": "m", "score": list(map(float, values.values()))})
    z_scores, of_pairs = deltas.compute_deltas(table, sentences, pairs, partial=True)
    mean, sd = np.mean([*values.values()]), np.std([*values.values()])
    assert z_scores.set_index("sentence_id")["z_score"]["d.good"] == pytest.approx((4 - mean) / sd)
    assert of_pairs["pair_id"].tolist() == list("abcd")
    np.testing.assert_allclose(of_pairs["model_delta"], np.array([2, -2, 0, 3]) / sd)
    frames = {"deltas": {"s": of_pairs, REFERENCE: reference_deltas(sentences, pairs)}, "pairs": pairs}
    frames |= SETTINGS | {"thresholds": [1.0], "variants": {}}
    compute = import_module("acceptability.analyses.criteria.compute").compute
    found = compute_by_coverage(compute, frames, analyses()["criteria"].writes)["criteria"]
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


def on_common_pairs(frames: dict[str, object]) -> pd.DataFrame:
    """The main table of the pairs that all rows cover."""
    compute = import_module("acceptability.analyses.common.compute").compute
    return compute(**{key: frames[key] for key in signature(compute).parameters})


def test_the_common_table_is_the_main_table_of_the_pairs_and_sentences_that_all_cover(tables):
    """Its numbers are those of a dataset that has no other pairs, and no sentence that a row does not score."""
    alone, beside = tables
    assert on_common_pairs(alone).empty
    found = on_common_pairs(beside)
    common = set(beside["pairs"]["pair_id"]) - set(MISSING) - {"p0", "p1"}
    assert set(found["pairs"]) == {len(common)} and set(found["unanswered"]) == {0}
    few = beside["pairs"][beside["pairs"]["pair_id"].isin(common)].reset_index(drop=True)
    by_all = set(beside["scores"]["part"]["sentence_id"])
    sentences, *scored = (
        table[table["sentence_id"].isin(by_all)].reset_index(drop=True)
        for table in (beside["sentences"], *beside["scores"].values())
    )
    fewer = with_systems(
        beside | {"sentences": sentences, "pairs": few}, dict(zip(beside["scores"], scored, strict=True)), {}
    )
    expected = computed("criteria", fewer)["criteria"]
    ours = found[found["system"] != "decider"].reset_index(drop=True)
    keys = ["system", "measure", "criterion", "threshold"]
    same = [table.sort_values(keys, ignore_index=True) for table in (ours, expected)]
    pd.testing.assert_frame_equal(*same, check_dtype=False)
    assert found.loc[found["system"] == "decider", "criterion"].tolist() == ["blimp"]


def shares_at(table: pd.DataFrame, threshold: float) -> pd.Series:
    """The share of each row by the ADC at one δ."""
    rows = table[table["threshold"] == threshold]
    return rows.set_index(rows["system"] + "/" + rows["measure"])["share"]


def test_rows_and_references_share_one_standardisation():
    """A row that is identical to the ratings of a part, and a complete one, have the share of the oracle beside them.

    By hand: ratings 0, 1, 0, 2, 0, 1, 8, −8 of the sentences of four pairs. Over the first six, their SD is 0.745; over
    all, 4.06. So the delta of the first pair, 1, is 1.34 or 0.246 as a score: at δ = 0.5, it is met on the part alone.
    """
    names = [f"{pair}.{side}" for pair in "abcd" for side in ("bad", "good")]
    ratings = pd.Series([0.0, 1, 0, 2, 0, 1, 8, -8], index=names)
    sentences = pd.DataFrame({"sentence_id": names, "sentence": names, "rating": ratings.to_numpy()})
    pairs = pd.DataFrame({"pair_id": list("abcd"), "good_id": names[1::2], "bad_id": names[::2]})
    pairs = pairs.assign(paradigm="x", phenomenon=list("1122"), cluster=list("1122"))
    frames = SETTINGS | {"sentences": sentences, "pairs": pairs, "variants": {}, "families": {}, "thresholds": [0.5]}
    scored = pd.DataFrame({"sentence_id": names, "measure": "m", "score": ratings.to_numpy()})
    beside = with_systems(frames, {"whole": scored, "part": scored[:6]}, {})
    assert np.std(ratings[:6]) == pytest.approx(0.745, abs=5e-4)
    assert np.std(ratings) == pytest.approx(4.06, abs=5e-3)
    common = shares_at(on_common_pairs(beside), 0.5)
    assert common[["part/m", "whole/m", "reference/oracle"]].tolist() == [2 / 3] * 3  # of b, the delta 2 is 2.68
    main = computed("criteria", beside)["criteria"]
    assert shares_at(main, 0.5)[["part/m", "whole/m", "reference/oracle"]].tolist() == [2 / 3, 0, 0]
    beside_each = main[main["threshold"] == 0.5].set_index("system")["oracle"]
    assert beside_each[["part", "whole"]].tolist() == [2 / 3, 0]
    alone = with_systems(frames, {"part": scored[:6]}, {})
    assert (
        shares_at(computed("criteria", alone)["criteria"], 0.5)[["part/m", "reference/oracle"]].tolist() == [2 / 3] * 2
    )
    differences = compared(beside).query("criterion == 'adc'").set_index(["first", "second"])["difference"]
    for two in (("part/m", "whole/m"), ("part/m", "reference/oracle"), ("whole/m", "reference/oracle")):
        assert differences.get(two, -differences.get(two[::-1], 0)) == 0, two


def test_a_choice_is_compared_with_scores_by_hand():
    """Eight pairs in four clusters; the one who chose gave no answer to the last, the system has no score of the first.

    Δ are 1 or −1, so that the BLiMP criterion is all that can be asked: −1 is a miss, whatever people say.
    """
    names = [f"{pair}.{side}" for pair in "abcdefgh" for side in ("good", "bad")]
    for rated in (True, False):
        rating = np.tile([1.0, 0.5], 8) if rated else np.full(16, np.nan)
        sentences = pd.DataFrame({"sentence_id": names, "sentence": "x", "rating": rating})
        pairs = pd.DataFrame({"pair_id": list("abcdefgh"), "good_id": names[::2], "bad_id": names[1::2]})
        pairs = pairs.assign(paradigm="x", phenomenon=list("11223344"), cluster=list("11223344"))
        right = {"scored": [None, 1, 1, 1, 0, 1, 1, 1], "chosen": [1, 0, 1, 0, 0, 0, 0, None]}
        table = pd.DataFrame(
            [
                (f"{pair}.{side}", "m", float((side == "good") == hit))
                for pair, hit in zip("abcdefgh", right["scored"], strict=True)
                for side in ("good", "bad")
                if hit is not None
            ],
            columns=["sentence_id", "measure", "score"],
        )
        answers = pd.DataFrame({"pair_id": list("abcdefgh"), "measure": "chat", "chose_good": right["chosen"]}).dropna()
        deltas_of_systems = {
            "s": deltas.compute_deltas(table, sentences, pairs, partial=True)[1],
            "t": deltas.deltas_of_decisions(answers, sentences, pairs, ["chat"]),
            REFERENCE: reference_deltas(sentences, pairs),
        }
        assert systems.deciding_rows(deltas_of_systems) == (["t/chat"] if rated else [])
        arguments = SETTINGS | {"deltas": deltas_of_systems, "pairs": pairs, "thresholds": [0.5]}
        found = compared(arguments | {"families": {}} | dict.fromkeys(POPULATIONS))
        row = found[(found["first"] == "s/m") & (found["second"] == "t/chat")].squeeze()
        assert (row["criterion"], row["pairs"], row["family"]) == ("blimp", 6, "partial")
        assert row["difference"] == pytest.approx(5 / 6 - 1 / 6)  # of b to g
        by_cluster = np.array([1, 1, 1, 1])  # b; c, d; e, f; g
        flipped = [abs(np.dot(signs, by_cluster)) >= by_cluster.sum() for signs in product([1, -1], repeat=4)]
        assert row["p"] == pytest.approx(np.mean(flipped), abs=0.003) and row["p_least"] == 2**-3
        criterion = import_module("acceptability.analyses.criteria.compute").compute
        shares = compute_by_coverage(criterion, arguments | {"variants": {}}, analyses()["criteria"].writes)["criteria"]
        chosen = shares[shares["system"] == "t"].squeeze()
        assert (chosen["met"], chosen["pairs"], chosen["ties"], chosen["unanswered"]) == (2, 7, 0, 1 / 8)
        assert chosen["share_unanswered_half"] == pytest.approx(2.5 / 8) and np.isnan(chosen["chance"])


def test_comparisons_without_a_test_do_not_count_in_corrections():
    """Rows that share the pairs of only one cluster have no test, as no cluster can be flipped."""
    frames = world()
    few = {1: range(3, NUMBER), 2: (0, 9), 3: (0, 1, 2, 4)}  # which pairs part-1, part-2 and part-3 lack
    few = {
        f"part-{key}": scores(frames, "a", seed=key, without=tuple(f"p{n}" for n in left)) for key, left in few.items()
    }
    with_few = with_systems(frames, {"one": scores(frames, "a", seed=9)} | few, {})
    found = compared(with_few)
    partial = found[found["family"] == "partial"]
    tested = partial[partial["p"].notna()]
    assert 0 < len(tested) < len(partial)
    np.testing.assert_allclose(tested["p_holm"], clusters.holm(tested["p"]))
    assert partial.loc[partial["p"].isna(), ["p_holm", "p_least"]].isna().all(axis=None)
    del with_few["deltas"]["part-1"]  # the row of one cluster
    theirs = compared(with_few)
    theirs = theirs[theirs["family"] == "partial"]
    ours = tested[~(tested["first"].eq("part-1/a") | tested["second"].eq("part-1/a"))]
    np.testing.assert_allclose(ours["p_holm"], theirs["p_holm"])
    np.testing.assert_allclose(ours["p_least"], theirs["p_least"])


def test_who_decides_on_all_pairs_is_compared_like_any_complete_system():
    """In the family of other comparisons, which grows: their corrected p are all that changes. On a part, nothing does."""
    frames = world() | {"families": {"paper": ["one/a", "two/a"]}}
    whole = {"one": scores(frames, "a", "b", seed=1), "two": scores(frames, "a", seed=2)}
    keys = ["first", "second", "criterion", "threshold"]
    alone, every, part = (
        compared(with_systems(frames, whole, decisions)).set_index(keys)
        for decisions in ({}, choosing(frames, left=0), choosing(frames, left=1))
    )
    corrected = ["p_holm", "p_least", "p_holm_over_phenomena", "depends_on_clusters"]
    theirs = every.loc[alone.index]
    pd.testing.assert_frame_equal(theirs.drop(columns=corrected), alone.drop(columns=corrected))
    pd.testing.assert_frame_equal(theirs[theirs["family"] != "other"], alone[alone["family"] != "other"])
    new = every.drop(alone.index)
    other = every[every["family"] == "other"]
    assert set(new.loc[new["p"].notna(), "family"]) == {"other"} and new["p"].notna().sum() == 3
    np.testing.assert_allclose(other["p_holm"], clusters.holm(other["p"]))
    pd.testing.assert_frame_equal(part.loc[alone.index], alone)
    new = part.drop(alone.index)
    assert set(new.loc[new["p"].notna(), "family"]) == {"partial"}


def test_where_all_only_decide_references_are_asked_the_same():
    frames = world()
    only = with_systems(frames, {}, choosing(frames))
    found = computed("criteria", only)["criteria"]
    assert set(found["criterion"]) == {"blimp"} and set(found["pairs"]) == {NUMBER - 2}
    shares = found.set_index(found["system"] + "/" + found["measure"])["share"]
    human = only["deltas"][REFERENCE].query("measure == 'oracle' and pair_id not in ['p0', 'p1']")["human_delta"]
    assert shares["reference/oracle"] == (human > 0).mean() and shares["reference/random"] == 0.5
    assert shares["decider/chat"] == pytest.approx(15 / 22)
    for name in ("phenomena", "choices"):
        assert all(len(table) for table in computed(name, only).values())
        assert "criterion" not in (table := computed(name, only)[analyses()[name].writes[0].name]) or set(
            table["criterion"]
        ) == {"blimp"}
    common = on_common_pairs(only)
    assert set(common["criterion"]) == {"blimp"} and set(common["pairs"]) == {NUMBER - 2}


@given(st.sets(st.integers(0, NUMBER - 1), max_size=NUMBER - 1), st.integers(0, 3))
def test_whatever_is_covered_the_parts_make_the_whole(left, seed):
    """Covered and unanswered pairs are all pairs; the row's numbers are those of a dataset of its pairs alone."""
    frames, left = world(seed=seed), tuple(f"p{number}" for number in sorted(left))
    part = scores(frames, "a", seed=seed, without=left)
    found = computed("criteria", with_systems(frames, {"one": scores(frames, "a", seed=9), "part": part}, {}))[
        "criteria"
    ]
    rows = found[found["system"] == "part"].reset_index(drop=True)
    alone = computed("criteria", with_systems(of_these_pairs(frames, left), {"part": part}, {}))["criteria"]
    alone = alone[alone["system"] == "part"].reset_index(drop=True)
    pd.testing.assert_frame_equal(rows.drop(columns=OF_ALL[:2]), alone.drop(columns=OF_ALL[:2]))
    row = rows[rows["criterion"] == "blimp"].iloc[0]
    assert row["pairs"] == NUMBER - len(left)
    assert row["unanswered"] == pytest.approx(len(left) / NUMBER)
    right = row["share_ties_half"] * row["pairs"]
    assert row["share_unanswered_half"] == pytest.approx((right + len(left) / 2) / NUMBER)


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("name", BY_COVERAGE)
def test_one_two_or_three_pairs_are_enough(name, number):
    frames = world()
    left = tuple(f"p{place}" for place in range(number, NUMBER))
    beside = with_systems(
        frames, {"one": scores(frames, "a", seed=1), "part": scores(frames, "a", seed=2, without=left)}, {}
    )
    assert computed(name, beside)


@pytest.mark.parametrize("name", BY_COVERAGE)
def test_there_need_be_no_complete_system(name):
    frames = world()
    both = {f"part-{key}": scores(frames, "a", seed=key, without=(f"p{key}",)) for key in (1, 2)}
    found = computed(name, with_systems(frames, both, {}))
    rows = next(table for table in found.values() if {"system", "row"} & {*table})
    named = rows.get("system", rows.get("row", pd.Series(dtype=str))).astype(str).str.split("/").str[0]
    assert {"part-1", "part-2"} <= set(named)


@pytest.mark.parametrize("name", ["criteria", "phenomena", "agreement", "predictions", "specifications", "companions"])
def test_the_order_of_systems_does_not_matter(tables, name):
    alone, beside = tables
    if alone["sentences"]["rating"].isna().all() and "rated" in analyses()[name].when:
        return
    turned = {kind: dict(reversed(beside[kind].items())) for kind in ("deltas", "z_scores", "scores")}
    one, other = (computed(name, frames) for frames in (beside, beside | turned))
    for table in analyses()[name].writes:
        keys = [key for key, column in table.columns.items() if column.unique] or list(table.unique)
        ordered = [frames[table.name].sort_values(keys, ignore_index=True) for frames in (one, other)]
        pd.testing.assert_frame_equal(*ordered)


def test_measures_of_one_system_may_cover_other_pairs():
    frames = world()
    table = pd.concat([scores(frames, "a", seed=1, without=("p0",)), scores(frames, "b", seed=2, without=("p5", "p6"))])
    beside = with_systems(frames, {"part": table.reset_index(drop=True), "one": scores(frames, "a", seed=3)}, {})
    found = computed("criteria", beside)["criteria"].query("criterion == 'blimp'").set_index(["system", "measure"])
    assert found.loc[[("part", "a"), ("part", "b"), ("one", "a")], "pairs"].tolist() == [NUMBER - 1, NUMBER - 2, NUMBER]


def test_a_system_that_is_partial_in_name_only_is_like_any_other():
    frames = world()
    table = scores(frames, "a", seed=1)
    one, other = (with_systems(frames, {name: table}, {}) for name in ("part", "whole"))
    tables = [computed("criteria", frames)["criteria"].replace({"part": "whole"}) for frames in (one, other)]
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
    apart = pd.DataFrame(
        {"human": [1.0, 1, 1, 1], "a/m": [np.nan, 1.0, -1.0, -1.0], "b/m": [1.0, -1.0, -1.0, np.nan]},
        index=list("wxyz"),
    )
    listed = list_disagreements(apart, 0.5).query("criterion == 'blimp'")
    # Neither row covers w and z as well: there, none is the only one that gets it, and none is missed by all.
    assert listed[["kind", "met_by", "pair_id"]].fillna("").to_numpy().tolist() == [
        ["missed_by_all", "", "y"],
        ["met_by_one", "a/m", "x"],
    ]
    met, missed = {"criterion": "blimp", "by": ["a/m"]}, {"criterion": "blimp", "by": ["c/m"]}
    # A pair without a score is no miss.
    assert criteria.qualifying(columns, met, missed).tolist() == [True, False, False]
    specified = pd.DataFrame(dict.fromkeys(specifications.SPECIFICATION, "x"), index=range(3)).assign(
        threshold=0.5, system=list("abc"), measure="m", share=[0.3, 0.2, 0.9], pairs=[3, 3, 1]
    )
    ranks = specifications.best_and_worst_ranks(specified).set_index("row")
    assert ranks["best"].to_dict() == {"a/m": 1, "b/m": 2}


def test_what_may_be_missing_must_be_declared():
    frames = world()
    table = scores(frames, "a", seed=1, without=("p0",))
    with pytest.raises(InputError, match=r"2 sentences have no a, the first 'p0.bad'; .*PARTIAL=yes for make score"):
        checks.check_scores(table, frames["sentences"], "scores.csv")
    checks.check_scores(table, frames["sentences"], "scores.csv", partial=True)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([("p0", 1), ("p99", 0)], "the pair 'p99' is not in this dataset"),
        ([("p0", 1), ("p0", 1)], "the pair 'p0' has two decisions"),
        ([], "chat: has no answer to any pair that counts"),
    ],
)
def test_decisions_that_cannot_be_used_are_named(rows, message):
    frames = world()
    table = pd.DataFrame(rows, columns=["pair_id", "chose_good"]).assign(measure="chat")
    with pytest.raises(InputError, match=message):
        deltas.deltas_of_decisions(table, frames["sentences"], frames["pairs"], ["chat"])


def test_of_rated_pairs_only_those_that_count_are_decided():
    frames = world()
    frames["sentences"].loc[0, "rating"] = np.nan
    found = decided(frames, {"p0": 1, "p1": 0, "p2": 1})
    assert found["pair_id"].tolist() == ["p1", "p2"] and found["model_delta"].tolist() == [-1.0, 1.0]
    assert found["human_delta"].isna().all()


LABELS = {"one/a": "One a", "one/b": "One b", "two/a": "Two", "part/a": "Part", "decider/chat": "Chat"}


@pytest.fixture(scope="module")
def results() -> dict[str, pd.DataFrame]:
    """Returns all tables computed with two complete systems, a partial one and one that only decides."""
    beside = beside_complete(world())
    return {key: table for name in BY_COVERAGE for key, table in computed(name, beside).items()}


def made_from(results: dict[str, pd.DataFrame], kind: str, name: str, **settings):
    """A table or figure of these results, with labels that say how many pairs a row covers."""
    labels = with_counts(LABELS, results["criteria"])
    of_all = {"labels": labels, "references": {}, "others": {}, "panels": {}, "title": "System"}
    make = function(kind, name)
    arguments = {argument: results[table] for argument, table in reads(kind, name).items()}
    settings = of_all | settings
    return make(**arguments, **{key: settings[key] for key in settings.keys() & signature(make).parameters.keys()})


@pytest.mark.parametrize(
    "name",
    [
        *("companions", "predictions", "people", "rating_noise", "swapped", "choices", "contamination"),
        *("phenomenon_shares", "level_means", "mixed_model", "chance_steps"),
    ],
)
def test_tables_say_which_rows_cover_fewer_pairs(results, name):
    presented = made_from(results, "tables", name)
    shown = getattr(presented, "frame", presented).iloc[:, 0].tolist()
    assert f"Part ({NUMBER - len(MISSING)} pairs)" in shown and "Two" in shown
    if name in ("choices", "phenomenon_shares", "level_means"):
        assert f"Chat ({NUMBER - 2} pairs)" in shown


def labels_beside(tables: dict[str, pd.DataFrame], decisions: dict[str, pd.DataFrame] | None = None) -> dict[str, str]:
    """Labels of the rows, references and a panel of people, as tables and figures get them."""
    criteria = computed("criteria", with_systems(world(), tables, decisions or {}))["criteria"]
    rows = [*(criteria["system"] + "/" + criteria["measure"]).unique(), "people/raw"]
    return with_counts({row: row for row in rows}, criteria)


def test_rows_of_equally_many_but_other_pairs_say_so():
    """No row covers more than these two do, and they do not cover the same: so none is like a row of all pairs."""
    frames = world()
    both = {f"part-{key}": scores(frames, "a", seed=key, without=(f"p{key}",)) for key in (1, 2)}
    labels = labels_beside(both)
    assert set(labels.values()) == {f"{row} (23 pairs)" for row in labels}  # references are about those of the first
    labels = labels_beside(both | {"one": scores(frames, "a", seed=3)})
    assert [label for label in labels.values() if "pairs)" in label] == ["part-1/a (23 pairs)", "part-2/a (23 pairs)"]


def test_references_follow_the_scores_where_only_decisions_cover_all_pairs():
    frames = world()
    chose = decided(frames, dict.fromkeys(frames["pairs"]["pair_id"], 1))
    tables = {"part": scores(frames, "a", seed=1, without=("p1", "p2"))}
    labels = labels_beside(tables, {"decider": chose})
    assert labels.pop("decider/chat") == "decider/chat"
    assert set(labels.values()) == {f"{row} (22 pairs)" for row in labels}
    found = computed("criteria", with_systems(frames, tables, {"decider": chose}))["criteria"]
    assert set(found.loc[found["system"] != "decider", "unanswered"]) == {2 / NUMBER}


def test_no_row_of_a_part_has_a_place_among_others_and_choices_are_asked_one_criterion(results):
    places = results["companions"].set_index("row")["place"]
    assert places["part/a"].isna().all() and places["two/a"].notna().all()
    ranks = function("tables", "ranks")(specifications=results["specifications"], labels=LABELS)
    assert set(ranks.set_index("System").loc["Part"]) == {""}
    assert "" not in set(ranks.set_index("System").loc["Two"])
    for name in ("criteria", "phenomena"):
        assert set(results[name].query("system == 'decider'")["criterion"]) == {"blimp"}


def test_a_doubt_names_the_table_that_compares_rows_where_there_is_one():
    frames = world()
    for left, said in (((12, 13), "the table of the pairs"), (range(12, 24), "(no pair is covered by all rows)")):
        sides = {"part-1": range(12), "part-2": left}
        tables = {
            key: scores(frames, "a", seed=3, without=tuple(f"p{number}" for number in numbers))
            for key, numbers in sides.items()
        }
        columns = systems.delta_columns(with_systems(frames, tables, {})["deltas"])
        columns = columns.drop(columns=["reference/oracle", "reference/negative_length"])
        doubts = find_doubts(frames["sentences"], frames["pairs"], columns, {}, "families").set_index("about")["doubt"]
        assert "It covers 12 of 24 pairs" in " ".join(doubts.loc[["part-1/a"]])
        assert said in " ".join(doubts.loc[["part-1/a"]]) and said in " ".join(doubts.loc[["part-2/a"]])


@pytest.mark.parametrize(
    "name", ["criteria", "people", "choices", "lengths", "specifications", "phenomena", "adc_curves"]
)
def test_figures_say_which_rows_cover_fewer_pairs(results, name):
    labels = with_counts(LABELS, results["criteria"])
    if name in ("people", "lengths", "specifications", "adc_curves"):  # about scores
        labels.pop("decider/chat")
    settings = {"labels": labels, "colours": dict.fromkeys(LABELS, "#000000"), "thresholds": THRESHOLDS, "width": 400}
    figure = made_from(results, "figures", name, **settings)
    figure.canvas.draw()
    texts = " ".join(text.get_text() for text in figure.findobj(mpl.text.Text))
    assert f"Part ({NUMBER - len(MISSING)} pairs)" in " ".join(texts.split())


@pytest.mark.parametrize("rows_of", [["part"], ["decider"], ["part", "decider"]])
def test_the_page_has_the_ratings_of_pairs_that_no_row_covers_and_knows_who_only_decides(folder, tmp_path, rows_of):
    (to := tmp_path / "results/explorer").mkdir(parents=True)
    by_id = io.read_table(folder / "pairs.csv", PAIRS).set_index("pair_id", drop=False)
    tables = {system: io.read_table(folder / f"deltas/{system}.csv", DELTAS) for system in rows_of}
    by_level = {system: levels.shares_of_system(table, by_id) for system, table in tables.items()}
    io.write_table(systems.stack(by_level, "deltas"), tmp_path / "by_level.csv", BY_LEVEL)
    labels = LABELS | {"part/b": "Part b"}
    shown = {"label": "Toy", "understood": [], "labels": labels, "rows": labels, "others": {}}
    build_explorer.main(
        {"deltas": shown | {"deciding": ["decider/chat"]}},
        sentences=[folder / "sentences.csv"],
        pairs=[folder / "pairs.csv"],
        deltas=[folder / f"deltas/{system}.csv" for system in rows_of],
        levels=[tmp_path / "by_level.csv"],
        tokens=[],
        signatures=[],
        thresholds=THRESHOLDS,
        assets=sorted((ROOT / "workflow/report/explorer").iterdir()),
        to_page=to / "index.html",
        to_data=to / "data",
    )
    (dataset,) = explorer_data(tmp_path)["datasets"]
    ratings = io.read_table(folder / "sentences.csv", SENTENCES).set_index("sentence_id")["rating"]
    human = criteria.pair_deltas(io.read_table(folder / "pairs.csv", PAIRS), ratings)
    assert dataset["rated"] == human.notna().any()
    assert [np.nan if delta is None else delta for delta in dataset["human"]] == pytest.approx([*human], nan_ok=True)
    rows = {row["row"]: row for row in dataset["rows"]}
    if "part" in rows_of:
        of_part = dict(zip(dataset["pairs"], rows["part/a"]["model"], strict=True))
        assert [name for name, delta in of_part.items() if delta is None] == [*MISSING]
        assert "decides" not in rows["part/a"]
    if "decider" in rows_of:
        assert rows["decider/chat"]["decides"]
    whole = dict(zip(dataset["shares"]["systems"], dataset["shares"]["lines"][0]["cells"], strict=True))
    if "decider" in rows_of and "part" in rows_of:  # each cell says how many pairs its row covers
        assert whole["Chat"][3] > whole["Part"][3]
