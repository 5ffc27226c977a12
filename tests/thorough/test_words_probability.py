"""wordsprobability, the program of Pimentel & Meister (2024), gives the words of sentences the surprisals that we do.

But for the first word. It has no white space before it, so both divide it by the probability of all tokens without
one. Ours leaves out the end-of-text token, which begins no word; theirs counts it twice.
"""

import json
import subprocess

import numpy as np
import pandas as pd
import pytest

from acceptability.contracts import io
from acceptability.kinds.causal import log_probs as causal
from acceptability.kinds.causal.scoring import CAUSAL
from acceptability.scoring import pretrained, words
from acceptability.sources.fetching import mirror_path, read_registry
from helpers import MIRROR, ROOT
from tiny_models import save_gpt2

PYTHON = ROOT / "build/wordsprobability/bin/python"  # `make test-thorough` installs it


def test_wordsprobability_gives_all_words_but_the_first_alike(tmp_path, capsys):
    if not MIRROR:
        pytest.skip("needs LI-Adger: run `make test-thorough MIRROR=<folder>`")
    assert PYTHON.is_file(), "wordsprobability is not installed; run `make test-thorough`"
    released = mirror_path(MIRROR, read_registry(ROOT / "resources/sources.tsv")["li-adger-sentences.csv"]["url"])
    texts = io.read_raw_csv(released)["sentence"].str.split().str.join(" ").drop_duplicates().head(1_000)
    shape = {"n_positions": 128, "n_embd": 64, "n_layer": 2, "n_head": 2, "initializer_range": 0.2}
    folder = save_gpt2(tmp_path / "model", texts, size=1_000, seed=1, **shape)

    model, tokenizer = pretrained.load(folder, CAUSAL)
    encoded = causal.prepare(tokenizer, texts, texts, beginning=True, ending=False, leading_space=False)
    scored = causal.score(model, tokenizer, encoded, words=True)
    tokens = pretrained.token_table(encoded, encoded, scored, tokenizer.unk_token_id)
    ours = words.of_tokens(tokens, pd.DataFrame({"sentence_id": texts, "sentence": texts}))

    (tmp_path / "texts.txt").write_text("\n".join(texts), encoding="utf-8")
    command = [
        PYTHON,
        ROOT / "tests/support/rival_wordsprobability.py",
        folder,
        tmp_path / "texts.txt",
        tmp_path / "theirs.json",
    ]
    subprocess.run(command, check=True)
    theirs = json.loads((tmp_path / "theirs.json").read_text(encoding="utf-8"))
    assert len(theirs) == len(texts) == 1_000
    differences, first = [], []
    for (_, found), (known, surprisals) in zip(ours.groupby("sentence_id", sort=False), theirs, strict=True):
        assert len(found) == len(known)
        difference = found["surprisal_whitespace"].to_numpy() - surprisals
        first.append(difference[0])
        differences.extend(difference[1:])
    with capsys.disabled():
        print(f" {len(differences):,} words differ by {np.abs(differences).max():.1e} nats at most ", end="")
    np.testing.assert_allclose(differences, 0, atol=1e-5)
    np.testing.assert_allclose(first, first[0], atol=1e-5)  # a constant of the model
    assert abs(first[0]) > 1e-4
