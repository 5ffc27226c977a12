"""The script for R beside the ratings of an experiment."""

import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import write_r_script
from acceptability.contracts import io
from acceptability.contracts.data import CHOICES, RATINGS
from acceptability.datasets.ratings import participant_z_scores
from acceptability.experiment.exports.documents import MODELS
from acceptability.plan import artefacts
from acceptability.tables.r_script import PACKAGES, r_script, task_of
from configurations import OWN, OWN_PAIRS, changed, planned
from helpers import ROOT

GIVEN = [("good", 6), ("bad", 2)]
NOBODY = pd.Series(dtype=float)
ANSWERS = {  # values on the scale of each task
    "likert": pd.Series([1.0, 4, 7]),
    "slider": pd.Series([0.0, 31, 77, 100]),
    "yes_no": pd.Series([0.0, 1]),
}
FUNCTIONS = {"likert": "ordinal::clmm", "slider": "lme4::lmer", "yes_no": "lme4::glmer"}


def script_of(task: str, **more) -> str:
    return r_script("mine", **({"ratings": ANSWERS[task], "choices": []} | more))


def commands(script: str) -> str:
    """Return the lines that R runs."""
    return "\n".join(line for line in script.splitlines() if line and not line.startswith("#"))


@pytest.mark.parametrize(
    ("answers", "task"),
    [
        *((answers, task) for task, answers in ANSWERS.items()),
        (pd.Series([0, 10.0, 5]), "likert"),  # eleven steps
        (pd.Series([1.0, 2, 2.5]), "slider"),
        (pd.Series([np.nan, 1, 2]), "yes_no"),
        (NOBODY, ""),
    ],
)
def test_the_task_follows_from_the_answers(answers, task):
    assert task_of(answers) == task


@pytest.mark.parametrize("choices", [[], ["chose_good"], ["chose_good", "good_first"]])
@pytest.mark.parametrize("task", [*ANSWERS, ""])
def test_each_kind_of_answer_that_there_is_has_its_model(task, choices):
    script = r_script("mine", ratings=ANSWERS.get(task, NOBODY), choices=choices)
    of_ratings, _, of_choices = commands(script).partition("choices <- ")
    fitted = re.search(r"fit_by_rule <- function.*?\n}", of_ratings, re.S)[0]
    of_task = of_ratings.replace(fitted, "")
    for name, function in FUNCTIONS.items():
        assert (f"{function}(" in of_task) == (name == task)
    assert ('read.csv("mine.csv")' in of_ratings) == bool(task)
    assert ("lme4::glmer(" in of_choices) == ('read.csv("../choices/mine.csv")' in of_choices) == bool(choices)
    assert ("chose_good ~ 1 + first" in of_choices) == ("good_first" in of_choices) == ("good_first" in choices)
    needed = {package for name in [task, *["choices"] * bool(choices)] for package in PACKAGES.get(name, ())}
    listed = ", ".join(f'"{package}"' for package in sorted(needed))
    assert f"needed <- c({listed})" in script
    assert not needed or f"install.packages(c({listed}))" in script
    assert all(f"r-cran-{package}" in script for package in needed)
    assert "z_score" not in script and script.count("(") == script.count(")") and script.count("{") == script.count("}")
    assert not re.search(r"\{\w+\}|^#:", script, re.M)


def test_the_ends_of_a_slider_are_those_of_the_page_unless_answers_are_beyond_them():
    assert "(d$rating - 0) / (100 - 0)" in script_of("slider")
    assert "(d$rating - -3.5) / (120 - -3.5)" in r_script("mine", ratings=pd.Series([-3.5, 4, 120]), choices=[])


def test_the_script_and_its_output_report_simulated_answers():
    assert "is_simulated <- TRUE" in script_of("likert", simulated=True)
    assert "# THE ANSWERS ARE SIMULATED" in script_of("likert", simulated=True)
    assert "is_simulated <- FALSE" in script_of("likert") and "ANSWERS ARE SIMULATED" not in script_of("likert")


def test_the_columns_that_the_script_names_are_those_of_the_tables():
    ratings, choices = script_of("likert", choices=["good_first"]).split("\n# Choices")
    for text, table, names in (
        (ratings, RATINGS, ("rating", "condition", "participant", "item")),
        (choices, CHOICES, ("chose_good", "good_first", "participant", "pair_id", "excluded")),
    ):
        assert {*names} <= table.columns.keys()
        assert all(re.search(rf"\b{name}\b", commands(text)) for name in names)


@pytest.mark.parametrize("task", [*ANSWERS, "choice"])
def test_the_sheet_for_the_preregistration_has_the_random_effects_of_the_script(task):
    """The first model, the rule, and for a choice, the place of the acceptable sentence."""
    script = commands(script_of("likert", choices=["good_first"]) if task == "choice" else script_of(task))
    formula = re.search(r"`(?:\w+::\w+)\((.*?)(?:, family = binomial)?\)`", MODELS[task])[1]
    fixed, random = re.fullmatch(r"(.*?) \+ (\(1.*)", formula).groups()
    assert f'"{random}"' in script and f'"{fixed}"' in script


def test_the_docs_name_the_models_of_the_script():
    text = (ROOT / "docs/experiment.md").read_text(encoding="utf-8")
    section = text[text.index("## 6. Test it in R") :]
    assert all(f"`{function}`" in section for function in FUNCTIONS.values())
    for step in re.findall(r'^  "(.*?)",?(?:  #.*)?$', script_of("likert"), re.M):
        assert f"`{step}`" in section


def test_z_scores_have_a_mean_of_0_over_all_that_a_participant_rated_not_over_a_part():
    ratings = pd.DataFrame({"participant": ["P1"] * 4 + ["P2"] * 4, "rating": [7, 6, 2, 1, 5, 1, 2, 4]})
    z_scores = participant_z_scores(ratings).groupby(ratings["participant"])
    assert z_scores.mean().tolist() == pytest.approx([0, 0], abs=1e-12)
    assert (z_scores.head(3).groupby(ratings["participant"]).mean().abs() > 0.1).all()


def test_the_script_stands_beside_the_ratings(tmp_path):
    answers = pd.DataFrame({"participant": ["P1"], "pair_id": ["a"], "chose_good": [1], "good_first": [0]})
    io.write_table(pd.DataFrame(columns=["participant", "sentence_id", "z_score"]), tmp_path / "r.csv", RATINGS)
    io.write_table(answers, tmp_path / "c.csv", CHOICES)
    write_r_script.main(tmp_path / "r.csv", tmp_path / "c.csv", "mine", True, tmp_path / "mine.R")
    expected = r_script("mine", ratings=NOBODY, choices=["good_first"], simulated=True)
    assert (tmp_path / "mine.R").read_text() == expected


def test_a_run_with_answers_of_ones_own_experiment_makes_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.csv").write_text("pair_id,phenomenon,good,bad\na,p,x,y\n")
    rows = ["participant,sentence_id,rating"] + [f"P{n},a.{side},{rating}" for n in (1, 2) for side, rating in GIVEN]
    (tmp_path / "ratings.csv").write_text("\n".join(rows) + "\n")
    assert artefacts.r_scripts(planned(OWN)) == []
    rated = changed(OWN | {"datasets": OWN_PAIRS}, "datasets/mine/ratings", "ratings.csv")
    assert artefacts.r_scripts(planned(rated | {"classifiers": {}})) == ["results/ratings/mine.R"]


# In R


def drawn(task: str, effect: float) -> pd.DataFrame:
    """Return the ratings of 10 participants, who rate one sentence of each of 6 pairs, with a strong or no effect."""
    draw, rows = np.random.default_rng(1), []
    for person in range(10):
        level = draw.normal(0, 0.8)
        for item in range(6):
            side = ("good", "bad")[(person + item) % 2]
            value = level + effect * (0.5 if side == "good" else -0.5) + draw.logistic()
            rating = {"likert": np.clip(round(4 + value), 1, 7), "slider": np.clip(round(50 + 15 * value), 0, 100)}
            rows.append((f"P{person}", f"i{item}", side, int(rating.get(task, value > 0))))
    return pd.DataFrame(rows, columns=["participant", "item", "condition", "rating"])


def in_r(script: str, folder: Path, **tables: pd.DataFrame) -> str:
    """Run the script where its tables are, and return what it prints. Skip the test where R or a package is missing."""
    run = run_in_r(script, folder, **tables)
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


def run_in_r(script: str, folder: Path, **tables: pd.DataFrame) -> subprocess.CompletedProcess[str]:
    """Run the script where its tables are. Skip the test where R or a package is missing."""
    if not shutil.which("Rscript"):
        pytest.skip("R is not installed (Debian: r-base-core)")
    packages = re.search(r"needed <- (c\(.*\))", script)[1]
    present = f"q(status = !all(vapply({packages}, requireNamespace, TRUE, quietly = TRUE)))"
    if subprocess.run(["Rscript", "-e", present], capture_output=True).returncode:
        pytest.skip(f"packages of R are missing: {packages} (Debian: r-cran-lme4 r-cran-ordinal)")
    for name, table in tables.items():
        (folder / name).mkdir()
        table.to_csv(folder / name / "mine.csv", index=False)
    (folder / "ratings").mkdir(exist_ok=True)
    (folder / "ratings/mine.R").write_text(script, encoding="utf-8")
    return subprocess.run(["Rscript", "mine.R"], cwd=folder / "ratings", capture_output=True, text=True)


@pytest.mark.parametrize("task", ANSWERS)
def test_r_finds_a_strong_effect_by_the_rule(task, tmp_path):
    """The estimate is positive, and the model that is reported is the first without a fault, if there is one."""
    table = drawn(task, 2 if task == "yes_no" else 4)  # with more, a logistic model has hardly an estimate
    printed = in_r(r_script("mine", ratings=table["rating"], choices=[], simulated=True), tmp_path, ratings=table)
    tried = re.findall(r"^Model (\d) of 5 : (.*) - (.*?) *$", printed, re.M)
    number, low, p = re.search(
        r"Reported: model (\d)\. good: .*interval ([\d.-]+) to .*p = ([\d.e-]+)\.$", printed, re.M
    ).groups()
    faultless = [step for step, _, fault in tried if fault == "no fault"]
    converging = [step for step, _, fault in tried if "fit" not in fault and "converge" not in fault]
    assert number == (faultless or converging)[0] and len(faultless) <= 1
    assert [step for step, _, _ in tried] == [str(step + 1) for step in range(len(tried))]
    assert float(low) > 0 and float(p) < 0.05
    assert "SIMULATED DATA: nobody gave these answers." in printed


def test_r_finds_which_sentence_is_chosen(tmp_path):
    draw = np.random.default_rng(2)
    rows = [(f"P{n % 12}", f"p{n // 12}", int(draw.random() < 0.8), n % 2, int(n == 0)) for n in range(120)]
    table = pd.DataFrame(rows, columns=["participant", "pair_id", "chose_good", "good_first", "excluded"])
    printed = in_r(r_script("mine", ratings=NOBODY, choices=list(table)), tmp_path, choices=table)
    estimate, low = re.search(r"\(Intercept\): ([\d.]+), 95 % interval ([\d.-]+) to", printed).groups()
    share = table.loc[table["excluded"] == 0, "chose_good"].mean()
    assert float(estimate) == pytest.approx(np.log(share / (1 - share)), abs=0.25) and float(low) > 0
    assert "number of obs: 119" in printed.lower() and "SIMULATED" not in printed


@pytest.mark.parametrize(("task", "low", "high"), [("yes_no", 0, 1), ("likert", 1, 6)])
def test_answers_without_overlap_are_named_as_the_cause(task, low, high, tmp_path):
    table = drawn(task, 0)
    table["rating"] = np.where(table["condition"] == "good", high, low)
    table.loc[table.index % 5 == 0, "rating"] += int(task == "likert")
    run = run_in_r(r_script("mine", ratings=table["rating"], choices=[]), tmp_path, ratings=table)
    printed = run.stdout + run.stderr
    assert "answers are separated" in printed and "too few answers" not in printed
    assert run.returncode or "Do not report this estimate" in printed
    assert "vcov" not in printed


def test_a_slider_is_tested_if_ordered_beta_regression_fails(tmp_path):
    """No answer is at an end of the slider, so that its thresholds cannot be estimated."""
    table = drawn("slider", 0)
    table["rating"] = np.where(table["condition"] == "good", 80, 20) + table.index % 7
    script = r_script("mine", ratings=table["rating"], choices=[])
    script = script.replace('needed <- c("lme4")', 'needed <- c("glmmTMB", "lme4")')
    run = run_in_r(script, tmp_path, ratings=table)
    assert run.returncode == 0 and "Reported: model" in run.stdout and "Error" not in run.stderr
    assert "Ordered beta regression does not converge with these answers." in run.stdout


def test_r_names_a_package_that_is_missing(tmp_path):
    script = script_of("yes_no").replace('"lme4"', '"nosuchpackage"')
    if not shutil.which("Rscript"):
        pytest.skip("R is not installed (Debian: r-base-core)")
    (tmp_path / "mine.R").write_text(script, encoding="utf-8")
    run = subprocess.run(["Rscript", "mine.R"], cwd=tmp_path, capture_output=True, text=True)
    assert run.returncode and 'install.packages(c("nosuchpackage"))' in run.stderr
