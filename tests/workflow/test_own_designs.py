"""A user's own 2 × 2 designs with regions of words, without pairs, in the real workflow."""

import pandas as pd
import pytest

import pages
from helpers import error_lines, run_workflow, snakemake

CONFIG = """studies: []
run: all
datasets:
  attraction:
    kind: sentences
    label: Attraction
    sentences: designs.csv
criteria: {thresholds: [0.5]}
corpora:
  mine: {kind: text, path: text.txt}
ngram:
  trigram:
    label: My trigram
    corpus: mine
    order: 3
    tokenisation: words
    lowercase: true
    end_of_sentence: true
    discount_fallback: true
    measures: [log_prob, slor]
"""
TEXT = "The key is old.\nThe keys are old.\nThe key to the box is here.\nThe box is here.\nThe boxes are here.\n"
VERBS, BOXES = {"right": "is", "wrong": "are"}, {"singular": "box", "plural": "boxes"}


@pytest.fixture
def own(checkout_with_kenlm):
    """Two designs of four items and a filler, in a checkout with a small text."""
    rows = [
        (item, design, verb, number, f"The {noun} {where} the {BOXES[number]} {VERBS[verb]} old.", "s s s s s v a")
        for design, where in (("near", "to"), ("far", "beside"))
        for item, noun in enumerate(("key", "cat", "dog", "boy"), start=1)
        for verb in VERBS
        for number in BOXES
    ]
    table = pd.DataFrame(rows, columns=["item", "design", "factor_1", "factor_2", "sentence", "regions"])
    table = pd.concat([table, pd.DataFrame({"sentence": ["The boxes are here."]})])
    table.astype({"item": "Int64"}).to_csv(checkout_with_kenlm / "designs.csv", index=False)
    (checkout_with_kenlm / "text.txt").write_text(TEXT, encoding="utf-8")
    (checkout_with_kenlm / "config.yaml").write_text(CONFIG, encoding="utf-8")
    return checkout_with_kenlm


def test_effects_of_systems_without_ratings(own):
    run_workflow(own, "results/reports/attraction.pdf", "results/reports/attraction-details.pdf", "words")
    table = pd.read_csv(own / "results/tables/attraction/factorial.csv")
    assert table["Design"].tolist() == ["near", "near", "far", "far"]
    assert list(table)[2:] == ["right − wrong", "singular − plural", "Interaction"]
    assert set(table["System"]) == {"My trigram log-prob", "My trigram SLOR"}
    effects = pd.read_csv(own / "results/metrics/attraction/factorial.csv")
    sentences = pd.read_csv(own / "results/sentences/attraction.csv").set_index("sentence_id")
    scores = pd.read_csv(own / "results/z_scores/attraction/trigram.csv")
    of_sentence = scores[scores["measure"] == "slor"].set_index("sentence_id")["z_score"]
    near = sentences[sentences["design"] == "near"]
    means = of_sentence.groupby([near["factor_1"], near["factor_2"]]).mean()
    expected = (means["right", "plural"] - means["wrong", "plural"]) - (
        means["right", "singular"] - means["wrong", "singular"]
    )
    found = effects.set_index(["row", "design", "statistic"])["value"]
    assert found["trigram/slor", "near", "interaction"] == pytest.approx(expected, abs=1e-9)
    words = pd.read_csv(own / "results/words/attraction/trigram.csv")
    assert words.loc[words["text"].isin(["is", "are"]) & words["region"].notna(), "region"].unique().tolist() == ["v"]
    assert "rank" not in words
    assert (own / "results/figures/attraction/factorial.pdf").is_file()
    names = pages.row_labels(own / "results/tables/attraction/factorial.csv")
    assert pages.problems(own / "results/reports/attraction-details.pdf", names, summary=False) == []


def test_an_incomplete_design_is_refused_before_any_work(own):
    lines = (own / "designs.csv").read_text(encoding="utf-8").splitlines()
    (own / "designs.csv").write_text("\n".join([*lines[:2], *lines[3:]]) + "\n", encoding="utf-8")
    run = snakemake(own)
    assert run.returncode != 0
    assert error_lines(run) == [
        "error: config.yaml: datasets.attraction: designs.csv: design 'near', set '1': has no sentence 'right plural'; "
        "add it, or leave the set out"
    ]
