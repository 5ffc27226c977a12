"""`make experiment`, and the whole way from pairs to a figure with simulated people."""

import csv
import shutil
from pathlib import Path

import pandas as pd
import pytest

from acceptability.experiment.exports.page import SOURCES
from helpers import MIRROR, ROOT, copy_checkout, error_lines, make, snakemake, write_csv

NOUNS = ["boy", "girl", "child", "dog", "cat", "man"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """Return a checkout with an experiment about 12 pairs and the answers of 10 simulated people."""
    if not MIRROR and not all((ROOT / "resources/raw" / name).is_file() for name in SOURCES):
        pytest.skip("needs jsPsych: run `make test MIRROR=<folder>` (see README.md)")
    made = copy_checkout(tmp_path_factory.mktemp("experiment") / "checkout")
    pairs = [[f"a{n}", "agreement", f"The {noun} sleeps.", f"The {noun} sleep."] for n, noun in enumerate(NOUNS)]
    pairs += [[f"o{n}", "order", f"A {noun} saw it.", f"A {noun} it saw."] for n, noun in enumerate(NOUNS)]
    write_csv(made / "my_pairs.csv", ["pair_id", "phenomenon", "good", "bad"], pairs)
    write_csv(made / "my_fillers.csv", ["sentence", "gold"], [["It rained.", "good"], ["Rained it.", "bad"]])
    scores = [
        [f"{pair[0]}.{side}", number % 5 + (side == "good")]
        for number, pair in enumerate(pairs)
        for side in ("good", "bad")
    ]
    write_csv(made / "scores.csv", ["sentence_id", "one"], scores)
    (made / "resources/raw").mkdir(exist_ok=True)
    for name in SOURCES if not MIRROR else ():
        shutil.copy(ROOT / "resources/raw" / name, made / "resources/raw")
    words = ["PAIRS=my_pairs.csv", "FILLERS=my_fillers.csv", "LISTS=2", "SIMULATE=10"]
    run = make(made, "experiment", *words, *([f"MIRROR={MIRROR}"] if MIRROR else []))
    assert run.returncode == 0, run.stderr
    return made


def test_the_makefile_writes_the_experiment(folder):
    written = folder / "runs/my_pairs-experiment"
    names = {path.name for path in written.iterdir()}
    assert {"index.html", "texts.yaml", "materials.csv", "README.txt", "design.md", "pcibex", "qualtrics"} <= names
    run = make(folder, "experiment", "PAIRS=nothing.csv")
    assert run.returncode and "PAIRS=nothing.csv: there is no such file" in run.stderr


def test_from_pairs_to_a_figure_with_simulated_people(folder):
    answers = "runs/my_pairs-experiment/simulated-answers.csv"
    words = ["pairs=my_pairs.csv", "fillers=my_fillers.csv", f"ratings={answers}", "scores=scores.csv", "folder=out"]
    run = snakemake(folder, "score", "--config", *words, "scale=1-7", "exclude=fast=2300,gold=0.9")
    assert run.returncode == 0, run.stdout
    assert "the answers are SIMULATED" in run.stdout and "my_pairs (simulated data)" in run.stdout
    results = folder / "out/results"
    assert (results / "figures/my-pairs/criteria.png").is_file() and (results / "ratings/my-pairs.R").is_file()
    script = (results / "ratings/my-pairs.R").read_text(encoding="utf-8")
    assert "ordinal::clmm(written" in script and "is_simulated <- TRUE" in script
    with open(folder / answers, encoding="utf-8", newline="") as file:
        written = [row for row in csv.DictReader(file) if not row["sentence_id"].startswith("filler.")]
    everything = pd.read_csv(results / "responses/my-pairs.csv", keep_default_na=False)
    assert len(everything) == 10 * (12 + 2)
    times = everything.groupby("participant")["rt"].median()
    left_out = set(times.index[times < 2300])
    assert 0 < len(left_out) < 10 and set(everything.loc[everything["excluded"] != "", "participant"]) == left_out
    ratings = pd.read_csv(results / "ratings/my-pairs.csv")
    known = {(row["participant"], row["sentence_id"]): int(row["rating"]) for row in written}
    kept = {key: value for key, value in known.items() if key[0] not in left_out}
    assert ratings.set_index(["participant", "sentence_id"])["rating"].to_dict() == kept
    counted = pd.read_csv(results / "metrics/my-pairs/exclusions.csv")
    assert not counted.empty


def test_words_about_results_need_results(folder):
    run = snakemake(folder, "score", "--config", "pairs=my_pairs.csv", "scores=scores.csv", "exclude=fast", "folder=x")
    assert error_lines(run) == ["error: EXCLUDE=fast: applies only to RATINGS=; leave it out"]
