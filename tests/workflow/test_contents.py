"""Contents of what a user gives decide what is computed again, and dates never do."""

import csv
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from helpers import copy_checkout, planned, run_workflow, small_text, snakemake
from tiny_models import bert, byte_tokenizer, gpt2, save, wordpiece_tokenizer

NOUNS = ["boy", "girl", "child", "dog", "cat", "man"]
LONG_AGO = 10**9  # seconds: in 2001
PROMPTS = """- id: choice
  language: en
  measure: forced_choice
  study: none
  template: "Best? {first} / {second} ="
  options:
    first: [" 1", "1"]
    second: [" 2", "2"]
"""
SCORE = ["score", "--config", "pairs=pairs.csv", "ratings=ratings.csv", "scores=scores.csv",
         "decisions=decisions.csv", "prompts=prompts.yaml", "model=tiny", "folder=scored"]  # fmt: skip
RATED = ["score", "--config", "sentences=sentences.csv", "model=tiny", "folder=rated"]
ANSWERED = ["score", "--config", "pairs=pairs.csv", "prompts=prompts.yaml", "answers=answers.csv", "folder=answered"]
CHECK = ["check", "--config", "pairs=pairs.csv", "fillers=fillers.csv", "corpus=small.txt", "lists=4", "folder=checked"]
CONFIGURED = ["results/deltas/mine/tiny.csv", "results/unigrams/tiny.csv", "results/scores/mine/other.csv",
              "results/provenance.json"]  # fmt: skip
CONFIG = """run: all
datasets:
  mine: {kind: pairs, label: Mine, pairs: pairs.csv, ratings: ratings.csv}
  labels: {kind: labelled, label: Labels, sentences: labels.csv}
criteria: {thresholds: [0.5]}
corpora:
  small: {kind: text, path: small.txt}
models:
  tiny: {label: Tiny, kind: causal, path: tiny, beginning: true, unigrams: small, measures: [log_prob], threads: 1}
  base: {label: Base, kind: masked, path: base, measures: [pll], threads: 1}
scores:
  other: {label: Other, dataset: mine, path: scores.csv, measures: {score: score}}
classifiers:
  judge:
    label: Judge
    base: base
    labelled: labels
    restarts: [1]
    training: {epochs: 1, batch_size: 5, learning_rate: 0.001, threads: 1}
    measures: [cola_score]
"""


def write(path: Path, *rows: list) -> None:
    with open(path, "w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)


def of_user(folder: Path) -> None:
    """Write what a user may have: tables, prompts, answers, a text, a model."""
    draw = random.Random(1)
    pairs = [[f"p{n}", "agreement", f"The {noun} sleeps.", f"The {noun} sleep."] for n, noun in enumerate(NOUNS)]
    ids = [f"{pair[0]}.{side}" for pair in pairs for side in ("good", "bad")]
    write(folder / "pairs.csv", ["pair_id", "phenomenon", "good", "bad"], *pairs)
    people = [[f"rater{person}", name, draw.randint(1, 7)] for person in range(3) for name in ids]
    write(folder / "ratings.csv", ["participant", "sentence_id", "rating"], *people)
    write(folder / "sentences.csv", ["sentence", "rating"], *([f"A {noun} sees.", len(noun)] for noun in NOUNS))
    write(folder / "scores.csv", ["sentence_id", "score"], *([name, 100 + draw.randint(0, 99)] for name in ids))
    write(folder / "decisions.csv", ["pair_id", "GPT"], *([pair[0], int(n != 0)] for n, pair in enumerate(pairs)))
    write(folder / "fillers.csv", ["sentence"], ["It rained."], ["Rained it."])
    small_text(folder)
    save(folder / "tiny", gpt2(), byte_tokenizer(mask=False))
    (folder / "prompts.yaml").write_text(PROMPTS, encoding="utf-8")


def prompts(folder: Path) -> bytes:
    """Return what `make prompts` writes."""
    words = ["PAIRS=pairs.csv", "PROMPTS=prompts.yaml", "FOLDER=sent"]
    subprocess.run([sys.executable, "workflow/make_prompts.py", *words], cwd=folder, check=True, capture_output=True)
    return (folder / "sent/prompts.csv").read_bytes()


@pytest.fixture(scope="module")
def computed(tmp_path_factory) -> Path:
    """A checkout in which everything has been scored and checked."""
    folder = copy_checkout(tmp_path_factory.mktemp("contents") / "checkout")
    of_user(folder)
    prompts(folder)
    with open(folder / "sent/prompts.csv", newline="", encoding="utf-8") as file:
        write(folder / "answers.csv", ["id", "answer"], *([row["id"], "1"] for row in csv.DictReader(file)))
    for command in (SCORE, RATED, ANSWERED, CHECK):
        run_workflow(folder, *command)
    return folder


def unpack(path: Path, data: bytes) -> None:
    """Put a file in another one's place, last modified before all results were made."""
    part = path.with_name("unpacked")
    part.write_bytes(data)
    os.utime(part, (LONG_AGO, LONG_AGO))
    os.replace(part, path)


@contextmanager
def older(path: Path, old: bytes, new: bytes) -> Iterator[None]:
    """Meanwhile, an older file of the same size, with other bytes, is in a file's place."""
    data = path.read_bytes()
    assert old in data and len(old) == len(new)
    unpack(path, data.replace(old, new, 1))
    try:
        yield
    finally:
        unpack(path, data)


def rules_after(folder: Path, command: list[str], name: str, old: bytes, new: bytes) -> set[str]:
    """The rules that run when a file is replaced; it is put back."""
    with older(folder / name, old, new):
        return planned(folder, *command)


@pytest.mark.parametrize(
    ("command", "name", "old", "new", "rules"),
    [
        (SCORE, "pairs.csv", b"dog sleep.", b"dog slept.", {"prepare_dataset"}),
        (SCORE, "ratings.csv", b"rater1,p1.good,", b"rater9,p1.good,", {"prepare_dataset"}),
        (SCORE, "scores.csv", b"good,1", b"good,9", {"import_scores"}),
        (SCORE, "decisions.csv", b"p0,0", b"p0,1", {"import_decisions"}),
        (SCORE, "prompts.yaml", b"Best", b"Good", {"ask_model"}),
        (SCORE, "tiny/config.json", b"\n}", b" }", {"score_model"}),
        (RATED, "sentences.csv", b"A man", b"A fan", {"prepare_dataset"}),
        (ANSWERED, "answers.csv", b",1\r", b",2\r", {"read_answers"}),
        (CHECK, "pairs.csv", b"dog sleep.", b"dog slept.", {"prepare_dataset", "build_check"}),
        (CHECK, "fillers.csv", b"It rained", b"It snowed", {"make_lists"}),
        (CHECK, "small.txt", b"the", b"The", {"count_words"}),
    ],
)
def test_an_older_file_is_scored_and_checked(computed, command, name, old, new, rules):
    assert rules <= rules_after(computed, command, name, old, new)


def test_older_weights_are_scored(computed):
    path = computed / "tiny/model.safetensors"
    end = path.read_bytes()[-8:]
    found = rules_after(computed, SCORE, "tiny/model.safetensors", end, bytes(byte ^ 1 for byte in end))
    assert {"score_model", "ask_model"} <= found


def test_a_touch_computes_nothing(computed):
    for path in [*computed.glob("*.csv"), *computed.glob("tiny/*"), computed / "small.txt", computed / "prompts.yaml"]:
        os.utime(path)
    for command in (SCORE, RATED, ANSWERED, CHECK):
        assert planned(computed, *command) == {command[0]}


def test_prompts_are_about_the_older_table(computed):
    before = prompts(computed)
    for name, old, new in (("pairs.csv", b"dog sleep.", b"dog slept."), ("prompts.yaml", b"Best?", b"Good?")):
        with older(computed / name, old, new):
            after = prompts(computed)
        assert old in before and new not in before and new in after and old not in after
        assert prompts(computed) == before


def test_the_numbers_are_those_of_the_older_table(computed):
    target = computed / "scored/results/logs/score.txt"  # what is printed
    before = target.read_text(encoding="utf-8")
    with older(computed / "decisions.csv", b"p0,0", b"p0,1"):
        run = snakemake(computed, *SCORE)
    assert run.returncode == 0 and target.read_text(encoding="utf-8") != before, run.stdout[-4000:]


@pytest.fixture(scope="module")
def configured(tmp_path_factory) -> Path:
    """A checkout whose config.yaml names a user's files, in which what reads them has run."""
    folder = copy_checkout(tmp_path_factory.mktemp("configured") / "checkout")
    of_user(folder)
    save(folder / "base", bert(), wordpiece_tokenizer())
    splits = {"train": ("sees", "seen"), "dev": ("sees", "see"), "test": ("sees", "be")}
    rows = [[f"The {noun} {verb}.", int(verb == "sees"), split]
            for split, verbs in splits.items() for noun in NOUNS for verb in verbs]  # fmt: skip
    write(folder / "labels.csv", ["sentence", "label", "split"], *rows)
    (folder / "config.yaml").write_text(CONFIG, encoding="utf-8")
    run_workflow(folder, *CONFIGURED)
    return folder


@pytest.mark.parametrize(
    ("name", "old", "new", "rules"),
    [
        ("pairs.csv", b"dog sleep.", b"dog slept.", {"prepare_dataset", "score_model", "record_provenance"}),
        ("ratings.csv", b"rater1,p1.good,", b"rater9,p1.good,", {"prepare_dataset", "record_provenance"}),
        ("scores.csv", b"good,1", b"good,9", {"import_scores", "record_provenance"}),
        ("labels.csv", b"The man seen", b"The cat seen", {"prepare_dataset", "finetune_classifier"}),
        ("small.txt", b"the", b"The", {"read_corpus", "count_unigrams"}),
        ("tiny/tokenizer_config.json", b"\n}", b" }", {"score_model", "count_unigrams"}),
        ("base/config.json", b"\n}", b" }", {"finetune_classifier"}),
    ],
)
def test_an_older_file_of_the_configuration_is_computed(configured, name, old, new, rules):
    assert rules <= rules_after(configured, CONFIGURED, name, old, new)


def test_a_touch_of_the_configurations_files_computes_nothing(configured):
    for path in [*configured.glob("*.csv"), *configured.glob("[tb]*/*"), configured / "small.txt"]:
        os.utime(path)
    assert planned(configured, *CONFIGURED) == set()
