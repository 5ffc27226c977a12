"""The script for R beside the ratings of an experiment."""

import re
import shutil
import subprocess

import pandas as pd
import pytest

import write_r_script
from acceptability.contracts import io
from acceptability.contracts.data import CHOICES, RATINGS
from acceptability.datasets.ratings import participant_z_scores
from acceptability.experiment.exports.documents import MODELS
from acceptability.plan import artefacts
from acceptability.tables.r_script import r_script
from configurations import OWN, OWN_PAIRS, changed, planned
from helpers import ROOT

GIVEN = [("good", 6), ("bad", 2)]
ORDINAL = "ordinal::clmm(rating ~ condition + (1 + condition | participant) + (1 + condition | item), data = d)"


def commands(script: str) -> str:
    """Return the lines that R runs."""
    return "\n".join(line for line in script.splitlines() if line and not line.startswith("#"))


@pytest.mark.parametrize("choices", [[], ["chose_good"], ["chose_good", "good_first"]])
@pytest.mark.parametrize("rated", [True, False])
def test_each_kind_of_answer_that_there_is_has_its_model(rated, choices):
    run = commands(r_script("mine", has_ratings=rated, choices=choices))
    assert (f"m <- {ORDINAL}" in run) == ('read.csv("mine.csv")' in run) == rated
    assert ("lme4::glmer(chose_good ~ 1 + " in run) == ('read.csv("../choices/mine.csv")' in run) == bool(choices)
    assert ("first + (1 | participant)" in run) == ("good_first" in run) == ("good_first" in choices)
    assert "z_score" not in run and "brms" not in run
    assert "{" not in run and run.count("(") == run.count(")") and run.count('"') % 2 == 0


def test_the_columns_that_the_script_names_are_those_of_the_tables():
    ratings, choices = r_script("mine", has_ratings=True, choices=["good_first"]).split("\n# Choices")
    for text, table, names in (
        (ratings, RATINGS, ("rating", "condition", "participant", "item")),
        (choices, CHOICES, ("chose_good", "good_first", "participant", "pair_id", "excluded")),
    ):
        assert {*names} <= table.columns.keys()
        assert all(re.search(rf"\b{name}\b", commands(text)) for name in names)


def test_the_docs_have_the_commands_of_the_script():
    """Both centre the place of the acceptable sentence, and so does the sheet for the preregistration."""
    text = (ROOT / "docs/experiment.md").read_text(encoding="utf-8")
    ratings, choices = re.findall(r"^```r\n(.*?)^```$", text, re.M | re.S)
    script = commands(r_script("my-pairs", has_ratings=True, choices=["good_first"]))
    assert ratings + choices == script + "\n"
    assert "choices$first <- choices$good_first - 0.5" in choices
    (formula,) = re.findall(r"glmer\((chose_good ~ .*?), family", choices)
    assert formula in MODELS["choice"]


def test_z_scores_have_a_mean_of_0_over_all_that_a_participant_rated_not_over_a_part():
    ratings = pd.DataFrame({"participant": ["P1"] * 4 + ["P2"] * 4, "rating": [7, 6, 2, 1, 5, 1, 2, 4]})
    z_scores = participant_z_scores(ratings).groupby(ratings["participant"])
    assert z_scores.mean().tolist() == pytest.approx([0, 0], abs=1e-12)
    assert (z_scores.head(3).groupby(ratings["participant"]).mean().abs() > 0.1).all()


def test_the_script_stands_beside_the_ratings(tmp_path):
    answers = pd.DataFrame({"participant": ["P1"], "pair_id": ["a"], "chose_good": [1], "good_first": [0]})
    io.write_table(pd.DataFrame(columns=["participant", "sentence_id", "z_score"]), tmp_path / "r.csv", RATINGS)
    io.write_table(answers, tmp_path / "c.csv", CHOICES)
    write_r_script.main(tmp_path / "r.csv", tmp_path / "c.csv", "mine", tmp_path / "mine.R")
    assert (tmp_path / "mine.R").read_text() == r_script("mine", has_ratings=False, choices=["good_first"])


def test_a_run_with_answers_of_ones_own_experiment_makes_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.csv").write_text("pair_id,phenomenon,good,bad\na,p,x,y\n")
    rows = ["participant,sentence_id,rating"] + [f"P{n},a.{side},{rating}" for n in (1, 2) for side, rating in GIVEN]
    (tmp_path / "ratings.csv").write_text("\n".join(rows) + "\n")
    assert artefacts.r_scripts(planned(OWN)) == []
    rated = changed(OWN | {"datasets": OWN_PAIRS}, "datasets/mine/ratings", "ratings.csv")
    assert artefacts.r_scripts(planned(rated | {"classifiers": {}})) == ["results/ratings/mine.R"]


@pytest.mark.skipif(not shutil.which("Rscript"), reason="R is not installed")
def test_r_can_read_it(tmp_path):
    script = tmp_path / "mine.R"
    script.write_text(r_script("mine", has_ratings=True, choices=["good_first"]))
    subprocess.run(["Rscript", "-e", f'parse("{script}")'], check=True)
