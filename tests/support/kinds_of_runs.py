"""Nine small datasets in one run, each of another kind: with or without pairs, ratings, labels, scores and systems."""

import random
from pathlib import Path

from helpers import copy_checkout, run_workflow, write_csv
from tiny_models import bert, byte_tokenizer, gpt2, save, wordpiece_tokenizer

PHENOMENA = ["agreement", "binding", "islands", "order", "negation", "quantifiers"]
NOUNS = ["boy", "girl", "dog"]
PEOPLE = [f"p{number}" for number in range(5)]
CONFIG = """studies: [overview]
run: all
datasets:
  rated-causal: {kind: pairs, label: Set A, pairs: rated.csv}
  unrated-causal: {kind: pairs, label: Set B, pairs: unrated.csv}
  rated-masked: {kind: pairs, label: Set C, pairs: rated.csv}
  scores-only: {kind: pairs, label: Set D, pairs: unrated.csv}
  decisions-only: {kind: pairs, label: Set E, pairs: unrated.csv}
  rated-sentences: {kind: sentences, label: Set F, sentences: rated_sentences.csv}
  labelled-sentences: {kind: sentences, label: Set G, sentences: labelled_sentences.csv}
  one-of-each: {kind: pairs, label: Set H, pairs: one.csv, ratings: one_rater.csv}
criteria: {thresholds: [0.5, 1]}
models:
  gpt: {label: Tiny GPT, kind: causal, path: gpt, measures: [log_prob, mean_lp], datasets: [rated-causal, unrated-causal]}
  bert: {label: Tiny BERT, kind: masked, path: bert, measures: [pll, pll_word_l2r], datasets: [rated-masked]}
scores:
  other: {label: Other, path: scores.csv, dataset: scores-only}
  single: {label: Single, path: one_scores.csv, dataset: one-of-each}
  of-rated: {label: Mine, path: rated_scores.csv, dataset: rated-sentences}
  of-labelled: {label: Theirs, path: labelled_scores.csv, dataset: labelled-sentences}
decisions:
  chooser: {label: Chooser, path: decisions.csv, dataset: decisions-only}
"""
KINDS = (
    "rated-causal",
    "unrated-causal",
    "rated-masked",
    "scores-only",
    "decisions-only",
    "rated-sentences",
    "labelled-sentences",
    "one-of-each",
    "people-only",
)
OVERVIEW = """title: Participants
shows: overview
datasets:
  people-only: {kind: pairs, label: Set I, pairs: unrated.csv, ratings: raters.csv}
"""


def run_kinds(folder: Path) -> Path:
    """Write the tables and models of all kinds into a new checkout, make all reports, and return ``results``."""
    copy_checkout(folder)
    draw = random.Random(7)
    pairs = [
        (f"{phenomenon}-{noun}", phenomenon, f"The {noun} {phenomenon} sleeps.", f"The {noun} {phenomenon} sleep.")
        for phenomenon in PHENOMENA
        for noun in NOUNS
    ]
    columns = ["pair_id", "phenomenon", "good", "bad"]
    rated = [(*pair, round(draw.gauss(0.6, 0.4), 2), round(draw.gauss(-0.5, 0.4), 2)) for pair in pairs]
    write_csv(folder / "unrated.csv", columns, pairs)
    write_csv(folder / "rated.csv", [*columns, "good_rating", "bad_rating"], rated)
    write_csv(folder / "one.csv", columns, [pair for pair in pairs if pair[1] == "islands"])
    sentences = [(f"{pair[0]}.{side}", pair[place]) for pair in pairs for side, place in (("good", 2), ("bad", 3))]
    answers = [
        (person, name, draw.randint(3, 7) if name.endswith("good") else draw.randint(1, 5))
        for person in PEOPLE
        for name, _ in sentences
    ]
    write_csv(folder / "raters.csv", ["participant", "sentence_id", "rating"], answers)
    one = [answer for answer in answers if answer[0] == "p0" and answer[1].startswith("islands")]
    write_csv(folder / "one_rater.csv", ["participant", "sentence_id", "rating"], one)
    scores = [(text, round(draw.gauss(-20 + name.endswith("good"), 1.5), 3)) for name, text in sentences]
    write_csv(folder / "scores.csv", ["sentence", "score"], scores)
    write_csv(folder / "one_scores.csv", ["sentence", "score"], [row for row in scores if "islands" in row[0]])
    decisions = [(pair[0], int(draw.random() < 0.8)) for pair in pairs]
    write_csv(folder / "decisions.csv", ["pair_id", "Chooser"], decisions)
    ratings = [(text, round(draw.gauss(4, 1), 1)) for _, text in sentences]
    write_csv(folder / "rated_sentences.csv", ["sentence", "rating"], ratings)
    labels = [(text, int(name.endswith("good"))) for name, text in sentences]
    write_csv(folder / "labelled_sentences.csv", ["sentence", "label"], labels)
    for name in ("rated_scores", "labelled_scores"):
        write_csv(folder / f"{name}.csv", ["sentence", "score"], scores)
    save(folder / "gpt", gpt2(), byte_tokenizer(mask=False))
    save(folder / "bert", bert(), wordpiece_tokenizer())
    (folder / "config.yaml").write_text(CONFIG, encoding="utf-8")
    (folder / "paper/overview").mkdir()
    (folder / "paper/overview/study.yaml").write_text(OVERVIEW, encoding="utf-8")
    run_workflow(folder, *(f"results/reports/{name}{part}.pdf" for name in KINDS for part in ("", "-details")))
    return folder / "results"
