"""Unigrams of pretrained models, and MORCELA, in the real workflow."""

import math
import random
from collections import Counter

import pandas as pd
import pytest
from transformers import AutoTokenizer

from helpers import error_lines, run_workflow, snakemake
from tiny_models import bert, byte_tokenizer, gpt2, save, wordpiece_tokenizer

CONFIG = """run: all
datasets:
  my-pairs: {kind: pairs, label: My pairs, pairs: my_pairs.csv}
criteria: {thresholds: [0.5]}
corpora:
  mine: {kind: text, path: mine.txt}
models:
  bert: {label: Tiny BERT, kind: masked, path: bert, unigrams: mine, measures: [pll, slor, norm_lp]}
  gpt: {label: Tiny GPT, kind: causal, path: gpt, beginning: true, ending: true, unigrams: mine, measures: [log_prob, slor, uid]}
fitted:
  gpt-morcela: {label: Tiny GPT, row: gpt/log_prob}
  mixed: {label: Mixed, row: bert/pll, unigrams: gpt}
"""
TARGETS = [f"results/metrics/my-pairs/{name}.csv" for name in ("linking", "criteria")]
SCORES = [f"results/scores/my-pairs/{name}.csv" for name in ("bert", "gpt")]


def sentence(draw: random.Random) -> str:
    words = ["the", "boy", "girl", "sleeps", "sees", "boys", "unaffordable"]
    return " ".join(draw.choices(words, k=draw.randint(2, 7))).capitalize() + "."


@pytest.fixture
def own(checkout_with_kenlm):
    """A checkout with 24 rated pairs in 8 phenomena, a small text and two tiny models."""
    draw = random.Random(1)
    (checkout_with_kenlm / "mine.txt").write_text("".join(f"{sentence(draw)}\n" for _ in range(300)), encoding="utf-8")
    rows = [
        f"p{n},kind {n % 8},{sentence(draw)},{sentence(draw)},{draw.gauss(1, 1)},{draw.gauss(0, 1)}" for n in range(24)
    ]
    header = "pair_id,phenomenon,good,bad,good_rating,bad_rating"
    (checkout_with_kenlm / "my_pairs.csv").write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")
    (checkout_with_kenlm / "config.yaml").write_text(CONFIG, encoding="utf-8")
    save(checkout_with_kenlm / "bert", bert(), wordpiece_tokenizer())
    save(checkout_with_kenlm / "gpt", gpt2(), byte_tokenizer(mask=False))
    return checkout_with_kenlm


def test_slor_and_morcela_of_pretrained_models(own):
    run_workflow(own, *TARGETS, *SCORES, "words")
    for key, has_whitespace in (("bert", False), ("gpt", True)):
        words = pd.read_csv(own / f"results/words/my-pairs/{key}.csv")
        scored = pd.read_csv(own / f"results/tokens/my-pairs/{key}.csv")
        tokens = pd.read_csv(own / f"results/tokens_of_words/my-pairs/{key}.csv") if has_whitespace else scored
        assert words["tokens"].sum() == len(tokens)
        assert abs(tokens["log_prob"] - scored["log_prob"]).max() < 1e-5
        assert ("surprisal_whitespace" in words) == ("log_prob_whitespace" in tokens) == has_whitespace
        assert ("rank" in scored) == (not has_whitespace)  # scores of a causal model's sentences need none
        column = "log_prob" if has_whitespace else "log_prob_word_l2r"
        totals = words.groupby("sentence_id")["surprisal"].sum() + tokens.groupby("sentence_id")[column].sum()
        assert totals.abs().max() < 1e-9
    lines = (own / "mine.txt").read_text().split("\n")[:-1]
    sentences = pd.read_csv(own / "results/sentences/my-pairs.csv").set_index("sentence_id")["sentence"]
    for key, first, ending in (("bert", "pll", []), ("gpt", "log_prob", ["</s>"])):
        tokenizer = AutoTokenizer.from_pretrained(own / key)
        counts = Counter(piece for line in lines for piece in [*tokenizer.tokenize(line), *ending])
        total = sum(counts.values()) + len(counts) + 1
        scores = pd.read_csv(own / f"results/scores/my-pairs/{key}.csv").pivot(
            index="sentence_id", columns="measure", values="score"
        )
        for name, text in sentences.items():
            pieces = [*tokenizer.tokenize(text), *ending]
            u = sum(math.log((counts[piece] + 1) / total) for piece in pieces)
            expected = (scores.loc[name, first] - u) / len(pieces)
            assert scores.loc[name, "slor"] == pytest.approx(expected, rel=1e-9)
    linking = pd.read_csv(own / "results/metrics/my-pairs/linking.csv")
    assert linking["system"].unique().tolist() == ["gpt-morcela", "mixed"]
    assert set(linking["families"]) <= set(range(5, 9)) and set(linking["sentences"]) == {len(sentences)}
    criteria = pd.read_csv(own / "results/metrics/my-pairs/criteria.csv")
    assert {"morcela", "morcela_own_scale"} <= set(criteria["measure"])
    # Another corpus changes counts and tokens, and scores no model again.
    (own / "mine.txt").write_text("The boy sleeps.\n", encoding="utf-8")
    plan = snakemake(own, "--dry-run", *SCORES)
    assert "count_unigrams" in plan.stdout and "score_model" not in plan.stdout


def test_without_ratings_one_line_says_so(own):
    table = pd.read_csv(own / "my_pairs.csv").drop(columns=["good_rating", "bad_rating"])
    table.to_csv(own / "my_pairs.csv", index=False)
    run = snakemake(own, *TARGETS)
    assert run.returncode != 0
    assert error_lines(run) == [
        "error: config.yaml: fitted.gpt-morcela: is fitted to human ratings, and no dataset that gpt can score has any, "
        "or only of sentences that are one family (crossed); add ratings, or remove this entry"
    ]
