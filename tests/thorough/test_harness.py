"""lm-evaluation-harness, an independent program with its own tasks, decides all pairs of BLiMP as the workflow does."""

import json
import subprocess
import zipfile
from pathlib import Path

import numpy as np
import pytest

from acceptability.kinds.causal import log_probs as causal
from acceptability.kinds.causal.scoring import CAUSAL
from acceptability.scoring import pretrained
from acceptability.sources.fetching import mirror_path, read_registry
from helpers import MIRROR, ROOT
from tiny_models import save_gpt2

PYTHON = ROOT / "build/lm_eval/bin/python"  # `make test-thorough` installs it
CLOSE = 1e-4  # pairs whose two scores differ by less are ties but for rounding


@pytest.fixture(scope="module")
def paradigms(tmp_path_factory) -> Path:
    """BLiMP's own files of pairs, one a paradigm."""
    if not MIRROR:
        pytest.skip("needs BLiMP: run `make test-thorough MIRROR=<folder>`")
    archive = mirror_path(MIRROR, read_registry(ROOT / "resources/sources.tsv")["blimp.zip"]["url"])
    folder = tmp_path_factory.mktemp("blimp")
    with zipfile.ZipFile(archive) as files:
        for name in files.namelist():
            if name.startswith("data/") and name.endswith(".jsonl"):
                (folder / Path(name).name).write_bytes(files.read(name))
    return folder


def read(path: Path) -> list[tuple[str, str]]:
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [(row["sentence_good"], row["sentence_bad"]) for row in rows]


def test_lm_evaluation_harness_decides_every_pair_of_blimp_alike(paradigms, tmp_path, capsys):
    assert PYTHON.is_file(), "lm-evaluation-harness is not installed; run `make test-thorough`"
    pairs = {path.stem: read(path) for path in sorted(paradigms.glob("*.jsonl"))}
    sentences = list(dict.fromkeys(text for rows in pairs.values() for pair in rows for text in pair))
    assert (len(pairs), sum(map(len, pairs.values())), len(sentences)) == (67, 67_000, 133_945)
    shape = {"n_positions": 128, "n_embd": 64, "n_layer": 2, "n_head": 2, "initializer_range": 0.2}
    folder = save_gpt2(tmp_path / "model", sentences, size=2_000, seed=1, **shape)

    model, tokenizer = pretrained.load(folder, CAUSAL)
    encoded = causal.prepare(tokenizer, sentences, sentences, beginning=True, ending=False, leading_space=True)
    scored = causal.score(model, tokenizer, encoded)
    ours = {text: columns["log_prob"].sum() for text, columns in zip(sentences, scored, strict=True)}

    command = [PYTHON, ROOT / "benchmarks/rival_harness.py", folder, paradigms, tmp_path / "theirs.json"]
    subprocess.run(command, check=True)
    theirs = json.loads((tmp_path / "theirs.json").read_text(encoding="utf-8"))
    assert set(theirs) == set(pairs)

    our_scores = np.array([[ours[text] for text in pair] for name in pairs for pair in pairs[name]])
    their_scores = np.array([row["scores"] for name in pairs for row in theirs[name]])
    np.testing.assert_allclose(our_scores, their_scores, atol=1e-3)
    correct = np.array([row["correct"] for name in pairs for row in theirs[name]], dtype=bool)
    delta = our_scores[:, 0] - our_scores[:, 1]
    tied = np.abs(delta) < CLOSE
    differ = (delta > 0) != correct
    assert not differ[~tied].any()
    same = np.array([good == bad for rows in pairs.values() for good, bad in rows])
    assert (same.sum(), correct[same].all()) == (7, True)  # the harness counts ties as correct
    with capsys.disabled():
        print(
            f" {tied.sum()} of {len(tied):,} pairs are ties, {differ[tied].sum()} of them decided differently ", end=""
        )
