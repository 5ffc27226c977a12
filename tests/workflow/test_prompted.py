"""Models that are asked, and answers to the same prompts, in the real workflow: the example of docs/prompts.md."""

import csv
import json
import re
import subprocess
import sys

import pandas as pd
import pytest
import yaml

from helpers import ROOT, copy_checkout, snakemake, write_csv

EXAMPLE = re.findall(r"```python\n(.*?)```", (ROOT / "docs/prompts.md").read_text(encoding="utf-8"), re.DOTALL)


def make(folder, script: str, *words: str) -> subprocess.CompletedProcess:
    command = [sys.executable, f"workflow/{script}.py", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


@pytest.fixture(scope="module")
def asked(tmp_path_factory):
    """A checkout in which the example's model was asked, and answers to the same prompts were read."""
    folder = copy_checkout(tmp_path_factory.mktemp("prompted") / "checkout")
    (example,) = EXAMPLE
    subprocess.run([sys.executable, "-c", example], cwd=folder, check=True)
    made = make(folder, "make_prompts", "PAIRS=tiny_pairs.csv", "FOLDER=sent", "REPETITIONS=2")
    assert made.returncode == 0, made.stderr
    with open(folder / "sent/prompts.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 3 * 3 * 2 * 2  # prompts, pairs, orders, repetitions
    said = [[row["id"], row["options"].split(" | ")[row["order"] != "good_first"]] for row in rows]
    said[0][1] = "I cannot say"  # of two repetitions, one
    write_csv(folder / "answers.csv", ["id", "answer"], said)
    words = "pairs=tiny_pairs.csv", "model=tiny", "prompts=english", "answers=answers.csv", "folder=run"
    run = snakemake(folder, "score", "results/reports/tiny-pairs.pdf", "--config", *words)
    assert run.returncode == 0, run.stdout
    return folder / "run/results", run.stdout


def test_the_report_has_both_ways_side_by_side(asked):
    results, _ = asked
    table = pd.read_csv(results / "metrics/tiny-pairs/prompting.csv").set_index(["system", "measure"])
    deltas = pd.read_csv(results / "deltas/tiny-pairs/tiny.csv").query("measure == 'log_prob'")["model_delta"]
    right = ((deltas > 0) + 0.5 * (deltas == 0)).mean()
    assert set(table.index) == {
        ("tiny-asked", "yes_no"), ("tiny-asked", "rating"), ("tiny-choice", "forced_choice"), ("answers", "forced_choice"),
    }  # fmt: skip
    assert table.loc["tiny-choice"]["direct_share"].iloc[0] == pytest.approx(right)
    assert table.loc["tiny-choice"]["direct"].iloc[0] == "tiny/log_prob"
    elsewhere = table.loc[("answers", "forced_choice")]
    assert elsewhere[["share", "strict", "alike", "unanswered", "unread"]].tolist() == [1, 1, 1, 0, 1]
    assert (results / "reports/tiny-pairs.pdf").exists()


def test_every_answer_is_kept_and_pairs_are_decided_by_their_means(asked):
    results, _ = asked
    answers = pd.read_csv(results / "answers/tiny-pairs/tiny-choice.csv", keep_default_na=False)
    assert len(answers) == 3 * 3 * 2 and (answers["listed"] > 0).all()
    deltas = pd.read_csv(results / "deltas/tiny-pairs/tiny-choice.csv").set_index("pair_id")
    means = answers.groupby("item")["score"].mean()
    means.index = means.index.astype(deltas.index.dtype)
    tied = means.abs() <= 1e-4
    assert deltas["model_delta"].to_dict() == pytest.approx(means.where(~tied, 0).to_dict(), abs=1e-9)
    assert deltas["human_delta"].isna().all()
    made = json.loads((results / "answers/tiny-pairs/tiny-choice.json").read_text())
    assert made["chat"] is False and made["questions"] == 18
    assert made["prompts"] == yaml.safe_load((ROOT / "resources/prompts/english.yaml").read_text())[:3]


def test_a_model_that_hardly_answers_is_named_where_results_are_summed_up(asked):
    _, said = asked
    assert "Asked by prompts (forced_choice), it gives" in said.replace("\n", " ")


def test_answers_to_another_table_end_the_run_with_one_line(asked):
    folder = asked[0].parents[1]
    (folder / "other.csv").write_text("good,bad\nBoys sleep.,Boys sleeps.\nGirls see.,Girls sees.\n")
    run = snakemake(folder, "score", "--config", "pairs=other.csv", "answers=answers.csv", "folder=other")
    assert run.returncode != 0
    assert any("belongs to other sentences" in line for line in run.stdout.splitlines())
