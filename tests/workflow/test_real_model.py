"""SmolLM2, a real language model, as a registered file: clear pairs, and what is recorded of the scores."""

import json
import shutil

import pandas as pd
import pytest

from acceptability.sources import fetching
from helpers import ROOT, copy_checkout, replaced, run_workflow, snakemake, write_csv

NAME = "smollm2-135m-instruct.q4_1.gguf"
ROW = fetching.read_registry(ROOT / "resources/sources.tsv")[NAME]
CLEAR = [  # agreement, case, order, reflexives, negative polarity
    ("The dog is sleeping.", "The dog are sleeping."),
    ("The dogs are sleeping.", "The dogs is sleeping."),
    ("My sister has a car.", "My sister have a car."),
    ("These books were expensive.", "These books was expensive."),
    ("The keys to the cabinet are on the table.", "The keys to the cabinet is on the table."),
    ("She saw him yesterday.", "Her saw he yesterday."),
    ("They invited us to the party.", "Them invited we to the party."),
    ("I gave her the letter.", "Me gave she the letter."),
    ("We met them at the station.", "Us met they at the station."),
    ("The cat sat on the mat.", "The cat sat on mat the."),
    ("He drank a cup of hot tea.", "He drank a hot cup tea of."),
    ("What did you buy at the store?", "What you did buy at store the?"),
    ("The old man opened the door.", "The man old opened door the."),
    ("The girl hurt herself.", "The girl hurt himself."),
    ("The boys washed themselves.", "The boys washed himself."),
    ("My father introduced himself to the guests.", "My father introduced themselves to the guests."),
    ("I have never seen anything like it.", "I have always seen anything like it."),
    ("Nobody said anything about it.", "Everybody said anything about it."),
    ("She does not want any help.", "She does want any help."),
    ("No student has ever read that book.", "Some student has ever read that book."),
]
CONFIG = f"""studies: []
run: all
datasets:
  clear: {{kind: pairs, label: Clear pairs, pairs: clear.csv}}
criteria: {{thresholds: [0.5]}}
models:
  smollm2: {{label: SmolLM2, kind: causal, source: {NAME}, beginning: "<|endoftext|>", measures: [log_prob]}}
"""


@pytest.fixture(scope="module")
def scored(smollm2, tmp_path_factory):
    """Return a checkout in which the registered file lies as if it had been fetched, and has scored the clear pairs."""
    folder = copy_checkout(tmp_path_factory.mktemp("real") / "checkout")
    write_csv(folder / "clear.csv", ("good", "bad"), CLEAR)
    (folder / "config.yaml").write_text(CONFIG, encoding="utf-8")
    (folder / "resources/raw").mkdir()
    shutil.copy2(smollm2, folder / "resources/raw" / NAME)
    run_workflow(folder, "results/scores/clear/smollm2.csv")
    return folder / "results"


def test_all_clear_pairs_are_right(scored):
    scores = pd.read_csv(scored / "scores/clear/smollm2.csv").set_index("sentence_id")["score"]
    pairs = pd.read_csv(scored / "pairs/clear.csv")
    deltas = scores[pairs["good_id"]].to_numpy() - scores[pairs["bad_id"]].to_numpy()
    assert len(deltas) == 20 and (deltas > 0).all()
    texts = pd.read_csv(scored / "sentences/clear.csv").set_index("sentence")["sentence_id"]
    assert scores[texts["The cat sat on the mat."]] == pytest.approx(-20.9165, abs=0.001)


def test_the_provenance_names_the_registered_file_and_its_quantisation(scored):
    recorded = json.loads((scored / "tokens/clear/smollm2.json").read_text(encoding="utf-8"))
    assert recorded["files"] == {NAME: ROW["sha256"]}
    assert recorded["gguf"]["quantisation"] == "Q4_1" and recorded["beginning_token"] == "<|endoftext|>"


def test_a_registered_model_is_planned_as_a_fetched_file_and_an_unknown_one_is_named(checkout):
    write_csv(checkout / "clear.csv", ("good", "bad"), CLEAR)
    (checkout / "config.yaml").write_text(CONFIG, encoding="utf-8")
    planned = snakemake(checkout, "--dry-run", "results/scores/clear/smollm2.csv")
    assert planned.returncode == 0 and f"output: resources/raw/{NAME}" in planned.stdout
    (checkout / "config.yaml").write_text(replaced(CONFIG, NAME, "smollm.gguf"), encoding="utf-8")
    refused = snakemake(checkout, "--dry-run")
    assert "models.smollm2.source: the file 'smollm.gguf' is not declared" in refused.stdout
