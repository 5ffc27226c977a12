"""Pairs in contexts in the real workflow: scored after their contexts, as from Python."""

import json

import numpy as np
import pandas as pd
import pytest

import acceptability
from helpers import copy_checkout, snakemake, write_csv
from tiny_models import bert, save, wordpiece_tokenizer

ROWS = [
    ("The girl sees the boys.", "They sleep.", "It sleep."),
    ("The boy sees the girl.", "She sleeps.", "They sleeps."),
    ("The boys see.", "The girl sees.", "The girl see."),
]


@pytest.fixture(scope="module")
def scored(tmp_path_factory):
    """Return a checkout that has scored pairs in contexts with a tiny masked model, and what was said."""
    folder = copy_checkout(tmp_path_factory.mktemp("contexts") / "checkout")
    write_csv(folder / "my_pairs.csv", ("context", "good", "bad"), ROWS)
    save(folder / "small", bert(), wordpiece_tokenizer())
    run = snakemake(folder, "score", "--config", "pairs=my_pairs.csv", "model=small", "folder=run")
    assert run.returncode == 0, run.stdout
    return folder, run.stdout


def test_the_sentence_alone_is_scored_after_its_context(scored):
    folder, said = scored
    assert "columns: good, bad, context" in said
    sentences = pd.read_csv(folder / "run/results/sentences/my-pairs.csv", keep_default_na=False)
    assert sentences["given"].tolist() == [context for context, *_ in ROWS for _ in range(2)]
    assert sentences["scored"].tolist() == [text for _, *pair in ROWS for text in pair]
    pairs = acceptability.pairs(folder / "my_pairs.csv")
    own = acceptability.score(pairs, folder / "small", measures="pll").set_index("sentence_id")["pll"]
    table = pd.read_csv(folder / "run/results/scores/my-pairs.csv").set_index("sentence_id")["small/pll"]
    np.testing.assert_allclose(table[own.index], own, atol=1e-9)
    alone = acceptability.score(sentences["scored"].tolist(), folder / "small", measures="pll")["pll"]
    assert (np.abs(table[sentences["sentence_id"]].to_numpy() - alone) > 1e-3).all()


def test_the_same_shares_as_from_python(scored):
    folder, _ = scored
    pairs = acceptability.pairs(folder / "my_pairs.csv")
    scores = acceptability.score(pairs, folder / "small", measures="pll")
    theirs = pd.read_csv(folder / "run/results/metrics/my-pairs/criteria.csv").query(
        "system == 'small' and measure == 'pll'"
    )
    own = acceptability.evaluate(pairs, {"small": scores})["criteria"].query("system == 'small'")
    assert theirs["share"].tolist() == own["share"].tolist() and len(own)
    recorded = json.loads((folder / "run/reading.json").read_text(encoding="utf-8"))
    assert recorded[0]["columns"]["context"] == "context"
