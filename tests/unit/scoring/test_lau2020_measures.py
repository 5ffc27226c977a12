"""Measures of a causal model by the formulas of Lau et al. (2020), computed straight from its logits.

Their program puts the end-of-text token in front and scores the sentence's own tokens; penalties divide by
((5 + n) / (5 + 1))^0.8. Its unigrams are plain shares of counts; ours are add-one smoothed, as a token that the corpus
lacks has no share. So the two agree with our unigrams, and with theirs where the corpus is so large that smoothing
changes nothing.
"""

import math
from collections import Counter
from pathlib import Path

import pandas as pd
import pytest
import torch

import count_unigrams
import gather_tokens
import score_model
from acceptability import measuring
from acceptability.contracts import io
from acceptability.contracts.data import SENTENCES
from acceptability.contracts.scoring import SCORES, UNIGRAMS
from acceptability.kinds.registry import kinds
from tiny_models import SENTENCES as TEXTS
from tiny_models import gpt2, gpt2_tokenizer, save

MEASURES = ["log_prob", "mean_lp", "pen_lp", "norm_lp", "slor"]
CORPUS = [*TEXTS, *TEXTS[:3], "Boys sleep.", "An able girl sees the boys."]
SYSTEM = {
    "kind": "causal",
    "precision": "float32",
    "threads": 1,
    "shards": 1,
    "beginning": True,
    "ending": False,
    "exact_savings": True,
    "leading_space": False,
}


SCORING = kinds()["causal"].scoring


def ours(folder: Path, copies: int) -> pd.DataFrame:
    """The scores that the rules make with a corpus of so many copies; a row a sentence, a column a measure."""
    model = [save(folder / "model", gpt2(), gpt2_tokenizer(TEXTS, 261)) / "config.json"]
    table = pd.DataFrame({"sentence_id": TEXTS, "sentence": TEXTS, "rating": float("nan")})
    io.write_table(table, folder / "sentences.csv", SENTENCES)
    (folder / "corpus.txt").write_text("".join(f"{line}\n" for line in CORPUS), encoding="utf-8")
    unigrams = [folder / "unigrams.csv", folder / "unigrams.json"]
    count_unigrams.main(folder / "corpus.txt", model, {"name": "mine", "kind": "text"}, SCORING, SYSTEM, *unigrams)
    counts = io.read_table(unigrams[0], UNIGRAMS)
    io.write_table(counts.assign(count=counts["count"] * copies), unigrams[0], UNIGRAMS)
    shard, tokens = ([folder / f"{name}.csv", folder / f"{name}.json"] for name in ("shard", "tokens"))
    score_model.main(folder / "sentences.csv", model, SCORING, SYSTEM, "mine", "1", *shard)
    gather_tokens.main(folder / "sentences.csv", shard[:1], shard[1:], unigrams, *tokens)
    measuring.measure_sentences(folder / "sentences.csv", tokens[0], MEASURES, folder / "scores.csv")
    scores = io.read_table(folder / "scores.csv", SCORES)
    return scores.pivot(index="sentence_id", columns="measure", values="score")


def theirs(text: str, smoothed: bool) -> dict[str, float]:
    model, tokenizer = gpt2(), gpt2_tokenizer(TEXTS, 261)
    ids = tokenizer(text)["input_ids"]
    with torch.no_grad():
        log_probs = model(torch.tensor([[tokenizer.eos_token_id, *ids]])).logits[0].double().log_softmax(-1)
    lp = sum(float(log_probs[place, token]) for place, token in enumerate(ids))
    counts = Counter(token for line in CORPUS for token in tokenizer(line)["input_ids"])
    more, all_others = (1, len(counts) + 1) if smoothed else (0, 0)
    u = sum(math.log((counts[token] + more) / (counts.total() + all_others)) for token in ids)
    n = len(ids)
    penalty = (5 + n) ** 0.8 / (5 + 1) ** 0.8
    return {"log_prob": lp, "mean_lp": lp / n, "pen_lp": lp / penalty, "norm_lp": -lp / u, "slor": (lp - u) / n}


@pytest.mark.parametrize(("copies", "smoothed"), [(1, True), (10**6, False)])
def test_measures_are_those_of_the_reference_program(tmp_path, copies, smoothed):
    found = ours(tmp_path, copies)
    for text in TEXTS:
        assert found.loc[text].to_dict() == pytest.approx(theirs(text, smoothed), abs=1e-4), text
