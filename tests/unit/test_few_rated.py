"""Thirty pairs of which all but one are unrated: every step from scores on has a result, and counts the one pair."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import compare_systems
import compute_deltas
import compute_references
import correlate_systems
import evaluate_agreement
import evaluate_contamination
import evaluate_criteria
import evaluate_curves
import evaluate_phenomena
import evaluate_specifications
import list_disagreements
import select_examples
from acceptability.config.labels import REFERENCES
from acceptability.contracts import io
from acceptability.contracts.data import CHOICES, PAIRS, RATINGS, SENTENCES
from acceptability.contracts.metrics import CRITERIA
from acceptability.contracts.scoring import SCORES

DELTAS = ["x", "y", "reference"]
THRESHOLDS = [0.5, 5]


@pytest.fixture
def folder(tmp_path) -> Path:
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
        compute_deltas.main(**dataset, scores=files[0], tie=0.0001, to_z_scores=files[1], to_deltas=files[2])
    compute_references.main(**dataset, preference=None, to=tmp_path / "deltas/reference.csv")
    return tmp_path


def test_a_study_s_variant_may_let_unrated_pairs_meet_the_adc(folder):
    """More than all: 29 unrated pairs are added to what the one rated pair can have."""
    deltas, published = [folder / "deltas/x.csv"], {"as_published": {"unrated": "met", "ties": "sign"}}
    more = {"reference": "reference", "thresholds": THRESHOLDS, "dataset": "mine", "to": folder / "made.csv"}
    evaluate_criteria.main(deltas, folder / "pairs.csv", variants=published, **more)
    shares = io.read_table(folder / "made.csv", CRITERIA).set_index(["variant", "criterion"])["share"]
    assert shares["as_published", "adc"].min() >= 29 and shares["corrected"].between(0, 1).all()


def test_every_step_works_and_counts_the_rated_pair_only(folder):
    sentences, pairs = folder / "sentences.csv", folder / "pairs.csv"
    all_deltas = [folder / f"deltas/{system}.csv" for system in DELTAS]
    of_all = {"deltas": all_deltas, "thresholds": THRESHOLDS}
    common = {"pairs": pairs, "dataset": "mine", "to": folder / "made.csv"}

    def pairs_that_count() -> set[str]:
        return set(io.read_raw_csv(folder / "made.csv")["pairs"])

    evaluate_criteria.main(**of_all, **common, reference="reference", variants={})
    criteria = io.read_table(folder / "made.csv", CRITERIA)
    assert set(criteria["variant"]) == {"corrected"} and set(criteria["pairs"]) == {1}
    assert criteria["share"].between(0, 1).all() and criteria["low"].isna().all()
    assert set(criteria.loc[criteria["system"] == "reference", "measure"]) == {*REFERENCES} - {
        "best_constant_left_out",
        "usual_choice",
    }
    oracle = criteria[criteria["measure"] == "oracle"].set_index("criterion")
    assert oracle.loc["adc", "chance"].tolist() == oracle.loc["adc", "share"].tolist()  # one pair cannot be permuted
    compare_systems.main(**of_all, **common, reference="reference", families={"paper": ["x/pll", "y/pll"]})
    compared = io.read_raw_csv(folder / "made.csv")
    assert set(compared["p"]) == {""} and set(compared["family"]) == {"paper", "references"}
    io.write_table(pd.DataFrame(columns=list(CHOICES.columns)), folder / "choices.csv", CHOICES)
    made = {"to_phenomena": folder / "made.csv", "to_levels": folder / "levels.csv", "to_means": folder / "means.csv"}
    given = {key: common[key] for key in ("pairs", "dataset")} | {"accuracies": [], "choices": folder / "choices.csv"}
    evaluate_phenomena.main(**of_all, **given, **made)
    assert set(io.read_raw_csv(folder / "levels.csv")["pairs"]) == {"1"}
    assert set(io.read_raw_csv(folder / "means.csv")["groups"]) == {"1"}
    assert pairs_that_count() == {"1"}
    z_scores = [folder / f"z_scores/{system}.csv" for system in ("x", "y")]
    evaluate_agreement.main(**of_all, **common, sentences=sentences, z_scores=z_scores)
    items = io.read_raw_csv(folder / "made.csv").groupby("statistic")["items"].agg(set).to_dict()
    assert items.pop("sentence_pearson") == items.pop("sentence_spearman") == {"2"} and set(
        map(tuple, items.values())
    ) == {("1",)}
    to = {f"to_{name}": folder / f"{name}.csv" for name in ("curves", "areas", "steps")}
    evaluate_curves.main(**of_all, pairs=pairs, **to)
    steps = io.read_raw_csv(folder / "steps.csv").set_index(["row", "known", "threshold"])["share"]
    assert steps[("reference/oracle", "chance", "0.5")] == steps[("reference/oracle", "share", "0.5")]  # of one pair
    scores = [folder / f"scores/{system}.csv" for system in ("x", "y")]
    evaluate_specifications.main(sentences, pairs, scores, THRESHOLDS, "reference", 0.0001, folder / "made.csv")
    assert pairs_that_count() == {"1"}
    list_disagreements.main(sentences, pairs, all_deltas[:1], 1e-6, folder / "made.csv")
    assert set(io.read_raw_csv(folder / "made.csv")["pair_id"]) == {"p0"}  # no system is as near as that
    oracle = {"criterion": "adc", "threshold": 5, "by": ["reference/oracle"]}
    example = {"met": oracle, "missed": {"criterion": "blimp", "by": []}}
    select_examples.main(sentences, pairs, all_deltas, example, folder / "made.csv")
    assert set(io.read_raw_csv(folder / "made.csv")["pair_id"]) == {"p0"}
    targets = {"to_contamination": folder / "contamination.csv", "to_criteria": folder / "made.csv"}
    evaluate_contamination.main(sentences, pairs, folder / "labelled.csv", **of_all, **targets)
    assert pairs_that_count() == {"1"}


@pytest.mark.parametrize(("level", "values", "rated"), [("sentences", "z_scores", "2"), ("pairs", "deltas", "1")])
def test_correlations_are_of_rated_pairs_and_between_systems_of_all_sentences(folder, level, values, rated):
    paths = [folder / f"{values}/{system}.csv" for system in ("x", "y")]
    made = [folder / f"{name}.csv" for name in ("points", "fits", "correlations")]
    inputs = [folder / f"{name}.csv" for name in ("sentences", "pairs", "ratings")]
    io.write_table(pd.DataFrame(columns=list(RATINGS.columns)), inputs[2], RATINGS)
    correlate_systems.main(level, *inputs, paths, "mine", *made)
    table = io.read_raw_csv(made[2]).set_index(["row", "column"])
    assert table.loc[("human", "x/pll"), "points"] == rated and table.loc[("human", "x/pll"), "pearson_r"] == ""
    between = table.loc[("x/pll", "y/pll")]
    if level == "sentences":
        assert between["points"] == "60" and between["pearson_r"] != ""
    else:  # an unrated pair counts nowhere
        assert between["points"] == "1" and between["pearson_r"] == ""
    assert set(table["common_points"]) == {rated}
