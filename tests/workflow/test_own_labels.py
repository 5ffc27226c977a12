"""Labelled sentences and a classifier, without any pairs or ratings: they have a report of their own."""

import re

import pandas as pd
import pytest
import torch

from helpers import COMPILED, copy_checkout, run_workflow
from named_paths import missing_files
from pages import text_of
from tiny_models import bert, save, wordpiece_tokenizer

CONFIG = """studies: []
run: all
datasets:
  mine: {kind: labelled, label: My labels, sentences: mine.csv}
criteria: {thresholds: [0.5]}
models:
  flat: {label: Flat, kind: masked, path: flat, measures: [pll]}
classifiers:
  judge: {label: My judge, base: flat, labelled: mine, restarts: [1, 2], training: {epochs: 1, frozen: true}, measures: [logit_margin]}
"""


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A finished run on 48 sentences, with a classifier that gives all of them the same label.

    It is trained on vectors that are 0, whatever the sentence.
    """
    folder = copy_checkout(tmp_path_factory.mktemp("labels") / "checkout", built=COMPILED)
    model = bert()
    torch.nn.init.zeros_(model.bert.encoder.layer[-1].output.LayerNorm.weight)
    save(folder / "flat", model, wordpiece_tokenizer())
    nouns = ["boy", "girl", "child", "dog", "cat", "man", "cow", "fox"]
    rows = [
        (f"The {noun} {verb}.", int(verb in ("sees", "is")), split)
        for split, verbs in (
            ("train", ("sees", "is", "seen")),
            ("dev", ("sees", "seen")),
            ("test", ("is", "be", "seen")),
        )
        for noun in nouns
        for verb in verbs
    ]
    pd.DataFrame(rows, columns=["sentence", "label", "split"]).to_csv(folder / "mine.csv", index=False)
    (folder / "config.yaml").write_text(CONFIG, encoding="utf-8")
    run_workflow(folder)
    return folder / "results"


def test_the_report_names_the_best_classifier_and_the_collapsed_ones(run):
    shown = text_of(run / "reports/mine.pdf")
    assert "sentences of the test set of My labels" in shown
    trained, simple = (
        pd.read_csv(run / f"metrics/mine/{name}.csv").query("split == 'test'")
        for name in ("classifiers", "simple_classifiers")
    )
    simple = simple[simple["fitted"] == "train"]
    best = simple["mcc"].max()
    assert f"{best:.3f}".replace("-", "−") in re.search(r"The highest is that of .*?\]", shown)[0]
    doubts = pd.read_csv(run / "metrics/mine/doubts.csv")
    collapsed = [*trained.loc[trained["collapsed"] > 0, "system"]]
    collapsed += [*simple.loc[(simple["collapsed"] == 1) & simple["threshold"].notna(), "row"]]
    assert doubts["about"].tolist() == collapsed and collapsed[0] == "judge"
    assert "Please check." in shown
    assert "2 of its 2 restarts assign the same label to all 24 sentences of the test set" in shown
    assert (trained["collapsed"] == 2).all() and trained["auc"].isna().all()  # equal scores order nothing


def test_what_the_report_names_is_there(run):
    assert missing_files(run.parent) == {}
