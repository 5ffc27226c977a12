"""Released human judgments that are off by default, read from the files as they are."""

import os
from importlib import import_module
from pathlib import Path

import pandas as pd
import pytest

from acceptability.contracts import checks, io
from acceptability.contracts.data import PAIRS, RATINGS, SENTENCES
from acceptability.datasets import registry
from acceptability.datasets.dataset import Dataset
from acceptability.sources import fetching
from helpers import MIRROR, ROOT

REGISTERED = fetching.read_registry(ROOT / "resources/sources.tsv")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Reads a dataset of this kind, whose tables keep their contracts."""
    folder = tmp_path_factory.mktemp("raw")

    def make(kind: str, **keys: str) -> Dataset:
        entry = {"kind": kind, "label": "x"} | keys
        manifest = registry.manifest(entry)
        for name in manifest.sources.values():
            if not (folder / name).exists():
                fetching.fetch(REGISTERED[name], folder / name, os.path.abspath(MIRROR))
        files = {argument: folder / name for argument, name in manifest.sources.items()}
        resources = {argument: ROOT / path for argument, path in manifest.resources.items()}
        read = import_module(f"acceptability.{registry.module_of(entry)}").read
        found = read(**files, **resources, **manifest.options)
        for table, contract in (("sentences", SENTENCES), ("pairs", PAIRS), ("ratings", RATINGS)):
            io.check_table(getattr(found, table), contract, Path(table))
        checks.check_pairs(found.pairs, found.sentences, "pairs")
        assert (len(found.pairs) > 0, len(found.ratings) > 0) == (manifest.pairs, manifest.single_ratings)
        assert found.sentences["rating"].notna().any() == manifest.rated
        assert ("scored" in found.sentences) == manifest.scored_part
        return found

    return make


def test_250_sentences_in_and_out_of_context(made):
    tables = {context: made("lau-2020", context=context).sentences for context in ("none", "real", "random")}
    assert all(len(table) == 250 for table in tables.values())
    assert {context: table["raters"].astype(int).sum() for context, table in tables.items()} == {
        "none": 4107,
        "real": 4458,
        "random": 3821,
    }
    means = pd.DataFrame({context: table["mean_rating"].astype(float) for context, table in tables.items()})
    assert means.corr().round(3).loc["none"].tolist() == [1, 0.940, 0.911]
    assert means.std()["real"] < means.std()["none"]  # with a context, ratings lie nearer together
    assert (tables["none"]["sentence"] == tables["real"]["scored"]).all()
    assert not tables["real"]["given"].duplicated().any()


def test_216_turkish_pairs_with_15_ratings_a_sentence(made):
    found = made("turblimp")
    assert (len(found.sentences), len(found.pairs), found.pairs["paradigm"].nunique()) == (432, 216, 36)
    assert found.pairs["phenomenon"].nunique() == 16
    assert found.ratings["participant"].nunique() == 30
    assert (found.ratings.groupby("sentence_id").size() == 15).all()
    rating = found.sentences.set_index("sentence_id")["rating"]
    assert (rating[found.pairs["good_id"]].to_numpy() > rating[found.pairs["bad_id"]].to_numpy()).all()
