"""Thirty pairs of which all but one are unrated: every step from scores on has a result, and counts the one pair."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from acceptability import measuring
from acceptability.analyses.criteria.manifest import CRITERIA
from acceptability.contracts import io
from acceptability.contracts.data import CHOICES, PAIRS, RATINGS, SENTENCES
from acceptability.contracts.names import REFERENCES
from acceptability.contracts.scoring import SCORES
from shown import analysed

DELTAS = ["x", "y", "reference"]
THRESHOLDS = [0.5, 5]


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    tmp_path = tmp_path_factory.mktemp("few_rated")
    ids = [f"p{number}.{side}" for number in range(30) for side in ("good", "bad")]
    generator = np.random.default_rng(1)
    rating = [1.0, -1.0, *[np.nan] * 58]
    sentences = pd.DataFrame({"sentence_id": ids, "sentence": [f"Word {name}" for name in ids], "rating": rating})
    io.write_table(sentences, tmp_path / "sentences.csv", SENTENCES)
    io.write_table(sentences.assign(label=1, split="train"), tmp_path / "labelled.csv", SENTENCES)
    phenomena = [f"f{number % 3}" for number in range(30)]
    names = [f"p{number}" for number in range(30)]
    pairs = pd.DataFrame({"pair_id": names, "good_id": ids[::2], "bad_id": ids[1::2]})
    pairs = pairs.assign(paradigm=phenomena, phenomenon=phenomena, cluster=phenomena)
    io.write_table(pairs, tmp_path / "pairs.csv", PAIRS)
    for kind in ("scores", "z_scores", "deltas"):
        (tmp_path / kind).mkdir()
    dataset = {"sentences": tmp_path / "sentences.csv", "pairs": tmp_path / "pairs.csv"}
    for system in ("x", "y"):
        files = [tmp_path / kind / f"{system}.csv" for kind in ("scores", "z_scores", "deltas")]
        scores = pd.DataFrame({"sentence_id": ids, "measure": "pll", "score": generator.normal(size=60)})
        io.write_table(scores, files[0], SCORES)
        measuring.compute_deltas(**dataset, scores=files[0], tie=0.0001, to_z_scores=files[1], to_deltas=files[2])
    measuring.compute_references(**dataset, preference=None, to=tmp_path / "deltas/reference.csv")
    return tmp_path


def given(folder: Path, *names: str) -> dict[str, Path | list[Path]]:
    """Return files of these names; of ``deltas``, ``scores`` and ``z_scores``, those of all systems."""
    systems = {"deltas": DELTAS, "scores": DELTAS[:2], "z_scores": DELTAS[:2]}
    return {
        name: [folder / name / f"{system}.csv" for system in systems[name]]
        if name in systems
        else folder / f"{name}.csv"
        for name in names
    }


def test_a_study_s_variant_may_let_unrated_pairs_meet_the_adc(folder):
    """More than all: 29 unrated pairs are added to what the one rated pair can have."""
    inputs = {"deltas": [folder / "deltas/x.csv"], "pairs": folder / "pairs.csv"}
    settings = {"reference": "reference", "thresholds": THRESHOLDS, "dataset": "mine"}
    published = {"as_published": {"unrated": "met", "ties": "sign"}}
    made = analysed(folder, "criteria", inputs, variants=published, **settings)
    shares = io.read_table(made["criteria"], CRITERIA).set_index(["variant", "criterion"])["share"]
    assert shares["as_published", "adc"].min() >= 29 and shares["corrected"].between(0, 1).all()


def test_every_step_works_and_counts_the_rated_pair_only(folder):
    of_all = given(folder, "deltas", "pairs")
    all_four = given(folder, "deltas", "pairs", "sentences", "z_scores")
    settings = {"thresholds": THRESHOLDS, "dataset": "mine", "reference": "reference"}

    made = analysed(folder, "criteria", of_all, variants={}, **settings)
    criteria = io.read_table(made["criteria"], CRITERIA)
    assert set(criteria["variant"]) == {"corrected"} and set(criteria["pairs"]) == {1}
    assert criteria["share"].between(0, 1).all() and criteria["low"].isna().all()
    assert set(criteria.loc[criteria["system"] == "reference", "measure"]) == {*REFERENCES} - {
        "best_constant_left_out",
        "usual_choice",
    }
    oracle = criteria[criteria["measure"] == "oracle"].set_index("criterion")
    assert oracle.loc["adc", "chance"].tolist() == oracle.loc["adc", "share"].tolist()  # one pair cannot be permuted

    made = analysed(folder, "differences", of_all, families={"paper": ["x/pll", "y/pll"]}, **settings)
    compared = io.read_raw_csv(made["differences"])
    assert set(compared["p"]) == {""} and set(compared["family"]) == {"paper", "references"}

    io.write_table(pd.DataFrame(columns=list(CHOICES.columns)), folder / "choices.csv", CHOICES)
    inputs = of_all | given(folder, "choices") | {"accuracies": []}
    made = analysed(folder, "phenomena", inputs, **settings)
    for name, column in (("phenomena", "pairs"), ("by_level", "pairs"), ("level_means", "groups")):
        assert set(io.read_raw_csv(made[name])[column]) == {"1"}

    made = analysed(folder, "agreement", all_four, **settings)
    items = io.read_raw_csv(made["agreement"]).groupby("statistic")["items"].agg(set).to_dict()
    assert items.pop("sentence_pearson") == items.pop("sentence_spearman") == {"2"}
    assert all(counts == {"1"} for counts in items.values())

    made = analysed(folder, "curves", of_all, **settings)
    steps = io.read_raw_csv(made["chance_steps"]).set_index(["row", "known", "threshold"])["share"]
    assert steps[("reference/oracle", "chance", "0.5")] == steps[("reference/oracle", "share", "0.5")]  # of one pair

    made = analysed(folder, "specifications", given(folder, "sentences", "pairs", "scores"), tie=0.0001, **settings)
    assert set(io.read_raw_csv(made["specifications"])["pairs"]) == {"1"}

    one = given(folder, "sentences", "pairs") | {"deltas": [folder / "deltas/x.csv"]}
    made = analysed(folder, "disagreements", one, smallest_threshold=1e-6)
    assert set(io.read_raw_csv(made["disagreements"])["pair_id"]) == {"p0"}  # no system is as near as that

    met = {"criterion": "adc", "threshold": 5, "by": ["reference/oracle"]}
    example = {"met": met, "missed": {"criterion": "blimp", "by": []}}
    made = analysed(folder, "examples", given(folder, "sentences", "pairs", "deltas"), example=example)
    assert set(io.read_raw_csv(made["examples"])["pair_id"]) == {"p0"}

    inputs = given(folder, "sentences", "pairs", "labelled", "deltas")
    made = analysed(folder, "contamination", inputs, **settings, labelled="a wildcard of the rule")
    assert set(io.read_raw_csv(made["contaminated_criteria"])["pairs"]) == {"1"}


@pytest.mark.parametrize(("level", "rated"), [("sentences", "2"), ("pairs", "1")])
def test_correlations_are_of_rated_pairs_and_between_systems_of_all_sentences(folder, level, rated):
    io.write_table(pd.DataFrame(columns=list(RATINGS.columns)), folder / "ratings.csv", RATINGS)
    inputs = given(folder, "sentences", "pairs", "ratings", "z_scores", "deltas")
    inputs["deltas"] = inputs["deltas"][:2]
    made = analysed(folder, "correlations", inputs, level=level, dataset="mine")
    table = io.read_raw_csv(made["correlations"]).set_index(["row", "column"])
    assert table.loc[("human", "x/pll"), "points"] == rated and table.loc[("human", "x/pll"), "pearson_r"] == ""
    between = table.loc[("x/pll", "y/pll")]
    if level == "sentences":
        assert between["points"] == "60" and between["pearson_r"] != ""
    else:  # an unrated pair counts nowhere
        assert between["points"] == "1" and between["pearson_r"] == ""
    assert set(table["common_points"]) == {rated}
