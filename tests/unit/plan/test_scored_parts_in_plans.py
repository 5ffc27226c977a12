"""Systems and a user's sentences in contexts: which of them score these, and what is reported of the others."""

import subprocess
import sys

import pytest

from acceptability.errors import InputError
from acceptability.plan import own_files
from configurations import ADC, CAUSAL, changed, planned
from helpers import ROOT, write_csv

PAIRS = [
    ("The dogs were tired.", "They slept.", "It slept."),
    ("We bought one lamp.", "It is bright.", "They are bright."),
]


def config(folder, *systems: str, contexts: bool = True) -> dict:
    """Return a configuration with a user's pairs, in contexts or not, and these systems."""
    rows = PAIRS if contexts else [pair[1:] for pair in PAIRS]
    pairs = write_csv(folder / "mine.csv", ("context", "good", "bad")[not contexts :], rows)
    scores = write_csv(
        folder / "scores.csv", ("sentence_id", "lp"), [("1.good", 1), ("1.bad", 2), ("2.good", 3), ("2.bad", 0)]
    )
    added = {
        "studies": [],
        "datasets/mine": {"kind": "pairs", "label": "Mine", "pairs": str(pairs)},
        "models/small": CAUSAL | {"label": "Small"},
        "prompted/asked": {"label": "Asked", "model": "small", "measures": ["forced_choice"]},
        "scores/theirs": {"label": "Theirs", "path": str(scores), "dataset": "mine"},
        "run": list(systems),
    }
    whole = ADC
    for path, value in added.items():
        whole = changed(whole, path, value)
    return whole


def test_who_judges_whole_sentences_is_left_out_with_a_reason(tmp_path):
    dataset = planned(config(tmp_path, "brown-trigram", "small", "asked", "theirs")).datasets["mine"]
    assert [system.key for system in dataset.systems] == ["brown-trigram", "small"]
    asked, theirs, trigram = dataset.notes_on_parts
    assert asked == "Asked is left out: prompts are about whole sentences, and here a part of each is scored"
    assert theirs.startswith("Theirs is left out: a finished table of scores") and "remove the columns" in theirs
    assert "it was trained on single sentences" in trigram
    assert {asked, theirs, trigram} <= set(dataset.understood)


def test_the_reasons_are_said_with_how_the_table_was_read(tmp_path):
    whole = config(tmp_path, "brown-trigram", "theirs")
    for path in ("models/small", "prompted/asked"):  # whose files are looked for
        whole = changed(whole, path, ...)
    plan = planned(whole)
    (notes,) = [reading.notes for reading in own_files.check(plan) if reading.path.endswith("mine.csv")]
    assert notes == plan.datasets["mine"].notes_on_parts and len(notes) == 2


def test_without_contexts_all_score(tmp_path):
    dataset = planned(config(tmp_path, "brown-trigram", "asked", "theirs", contexts=False)).datasets["mine"]
    assert {system.key for system in dataset.systems} == {
        "brown-trigram",
        "asked",
        "theirs",
    } and not dataset.notes_on_parts


def test_without_another_system_the_reason_is_the_error(tmp_path):
    with pytest.raises(
        InputError, match="no system under run can score the dataset 'mine'.*; Theirs is left out: a finished"
    ):
        planned(config(tmp_path, "theirs"))


def test_make_score_gives_the_reason_once_and_no_other_advice(tmp_path):
    write_csv(tmp_path / "mine.csv", ("context", "good", "bad"), PAIRS)
    write_csv(tmp_path / "lp.csv", ("sentence", "lp"), [(text, 1) for pair in PAIRS for text in pair[1:]])
    command = [sys.executable, str(ROOT / "workflow/run_words.py"), "score", "PAIRS=mine.csv", "SCORES=lp.csv"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert run.returncode == 1 and not run.stdout
    begin = "error: make score: no system under run can score the dataset 'mine'; lp is left out: a finished table of"
    (line,) = run.stderr.splitlines()
    assert line.startswith(begin) and line.count("left out") == 1


def test_a_classifier_judges_whole_sentences(tmp_path):
    whole = config(tmp_path, "brown-trigram", *ADC["classifiers"])
    notes = planned(whole).datasets["mine"].notes_on_parts
    assert sum("is left out: a classifier judges whole sentences, not parts of them" in note for note in notes) == len(
        ADC["classifiers"]
    )
