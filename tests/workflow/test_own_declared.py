"""A user's long file of answers, with conditions, becomes pairs by a few lines of a configuration."""

import pandas as pd
import pytest
import yaml

from helpers import error_lines, snakemake, write_csv

DECLARED = """
kind: declared
label: Mine
unit: answer
file: answers.csv
row: {participant: subject, sentence: sentence, rating: answer}
judged: {condition: [good, bad]}
pairs: {within: item, good: {condition: [good]}, bad: {condition: [bad]}}
"""


def test_a_declared_dataset_is_added_to_the_configuration_that_make_score_wrote(checkout):
    write_csv(checkout / "pairs.csv", ["good", "bad"], [["He sleeps.", "He sleep."], ["We go.", "We goes."]])
    texts = [f"{text}{number}." for number in range(6) for text in ("The cat sleeps ", "The cat sleep ")]
    scores = [[text, place % 2 - place] for place, text in enumerate(["He sleeps.", "He sleep.", "We go.", "We goes."])]
    write_csv(checkout / "scores.csv", ["sentence", "score"], scores)
    run = snakemake(checkout, "score", "--config", "pairs=pairs.csv", "scores=scores.csv", "folder=out")
    assert run.returncode == 0, run.stdout
    rows = [[who, "f", "filler", "Hello.", 4] for who in ("anna", "ben")]
    for place, text in enumerate(texts):
        condition = "bad" if place % 2 else "good"
        rows += [
            ["anna", place // 2, condition, text, 7 - place % 2 * 5],
            ["ben", place // 2, condition, text, 5 - place],
        ]
    write_csv(checkout / "out/answers.csv", ["subject", "item", "condition", "sentence", "answer"], rows)
    write_csv(checkout / "out/mine.csv", ["sentence", "score"], [[text, -place] for place, text in enumerate(texts)])
    config = yaml.safe_load((checkout / "out/config.yaml").read_text(encoding="utf-8"))
    config["datasets"]["mine"] = yaml.safe_load(DECLARED)
    config["scores"]["scores"]["dataset"] = "pairs"
    config["scores"]["of-mine"] = {"label": "Theirs", "path": "mine.csv", "dataset": "mine"}
    config["run"] = "all"
    (checkout / "out/config.yaml").write_text(yaml.safe_dump(config), encoding="utf-8")
    run = snakemake(checkout, "--directory", "out", "score")
    assert run.returncode == 0, run.stdout
    assert "answers.csv: judged: 12 sentences; the others count in z-scores only" in run.stdout
    results = checkout / "out/results"
    pairs = pd.read_csv(results / "pairs/mine.csv")
    assert len(pairs) == 6 and set(pairs["phenomenon"]) == {"all pairs"} and pairs["cluster"].tolist() == list(range(6))
    single = pd.read_csv(results / "ratings/mine.csv")
    anna = single[single["participant"] == 1]["z_score"]  # of 7 and 2, each six times, and 4
    assert sorted(set(anna.round(9))) == pytest.approx([(it - 58 / 13) / (978 / 13 / 12) ** 0.5 for it in (2, 7)])
    deltas = pd.read_csv(results / "deltas/mine/of-mine.csv")
    assert (deltas["human_delta"] > 0).all() and (deltas["model_delta"] > 0).all()
    assert "Mine" in run.stdout and "Theirs" in run.stdout
    config["datasets"]["mine"]["pairs"]["bad"] = {"condition": ["Bad"]}
    (checkout / "out/config.yaml").write_text(yaml.safe_dump(config), encoding="utf-8")
    run = snakemake(checkout, "--directory", "out", "score")
    assert (
        "no whole cell of answers.csv is 'Bad' (did you mean 'bad'?); its cells are 'good', 'bad'"
        in error_lines(run)[0]
    )
