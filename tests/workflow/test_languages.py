"""`make score` on Chinese pairs in several files: words, characters and bytes, and scores of another program."""

import json

import pandas as pd
import pytest

from helpers import copy_checkout, error_lines, replace_in, run_workflow, snakemake
from tiny_models import save_gpt2

PAIRS = {
    "aspect": [
        ("他们在看书了。", "他们在看了书。"),
        ("猫在睡觉了。", "猫在睡了觉。"),
        ("她在写信了！", "她在写了信！"),
    ],
    "ba": [("他把书看了。", "他把看了书。"), ("狗把鱼吃了。", "狗把吃了鱼。")],
}
TEXTS = [text for pairs in PAIRS.values() for pair in pairs for text in pair]
SCORE = ("--config", "pairs=SLING", "model=gpt", "folder=out")


@pytest.fixture
def checkout(tmp_path):
    folder = copy_checkout(tmp_path / "checkout")
    (folder / "SLING").mkdir()
    for paradigm, pairs in PAIRS.items():
        rows = [{"sentence_good": good, "sentence_bad": bad, "pair_ID": n} for n, (good, bad) in enumerate(pairs)]
        lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        (folder / f"SLING/{paradigm}.jsonl").write_text(lines, encoding="utf-8")
    save_gpt2(folder / "gpt", TEXTS, 320, 1, n_positions=128, n_embd=16, n_layer=2, n_head=2, initializer_range=0.3)
    return folder


def test_chinese_pairs_by_characters(checkout):
    run_workflow(checkout, "score", *SCORE, "words=characters")
    config = checkout / "out/config.yaml"
    assert "words: characters" in config.read_text(encoding="utf-8")
    replace_in(config, "- mean_lp", "- mean_lp\n    - mean_lp_characters\n    - mean_lp_bytes")
    run_workflow(checkout, "score", "words", "--directory", "out", "--configfile", "out/config.yaml")
    tokens = pd.read_csv(checkout / "out/results/tokens/sling/gpt.csv")
    sentences = pd.read_csv(checkout / "out/results/sentences/sling.csv").set_index("sentence_id")["sentence"]
    total = tokens.groupby("sentence_id")["log_prob"].sum()
    scores = pd.read_csv(checkout / "out/results/scores/sling/gpt.csv").pivot(
        index="sentence_id", columns="measure", values="score"
    )
    for measure, length in (("mean_lp_characters", sentences.str.len()), ("mean_lp_bytes", 3 * sentences.str.len())):
        assert (scores[measure] - total / length).abs().max() < 1e-9
    words = pd.read_csv(checkout / "out/results/words/sling/gpt.csv")
    assert words.groupby("sentence_id")["text"].agg("".join).to_dict() == sentences.to_dict()
    assert words["tokens"].sum() == len(tokens) and (words.groupby("sentence_id").size() > 1).all()


def test_words_that_nobody_names_are_one_clear_error(checkout):
    run = snakemake(checkout, "words", *SCORE)
    assert (checkout / "out/results/tokens_of_words/sling/gpt.csv").exists()  # the scores of tokens need no words
    (error,) = set(error_lines(run))
    assert "is in Chinese script, which has no spaces between words, and words are asked for; write each" in error
