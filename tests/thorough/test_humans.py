"""`make humans` on the real data: every dataset has its tables, figures and report."""

import os

import numpy as np
import pandas as pd
import pytest

from acceptability.papers.morcela import regression
from acceptability.statistics.clusters import jackknife
from helpers import COMPILED, MIRROR, copy_checkout, run_workflow

RATED = [
    "li-adger",
    "lau-none",
    "lau-real",
    "lau-random",
    "islands-2016",
    "islands-dlinking",
    "islands-2012",
    "li-2016",
]
NEW = [
    "that-trace",
    "chinese-bridge",
    "chinese-bridge-2",
    "satiation-exposure",
    "satiation-speakers",
    "disjunction",
    "gapping-datives",
    "aann",
    "aann-adjectives",
    "mega-acceptability",
    "zhoblimp",
    "colac",
]


@pytest.mark.skipif(not MIRROR, reason="needs the external files: run `make test-thorough MIRROR=<folder>`")
def test_rated_datasets_and_preferences_from_one_command(tmp_path):
    folder = copy_checkout(tmp_path / "checkout", built=COMPILED)
    options = ("--configfile", "resources/humans.yaml")
    run_workflow(folder, *options, mirror=os.path.abspath(MIRROR))
    results = folder / "results"
    reports = {path.stem for path in (results / "reports").glob("*.pdf")}
    whole = {"adc", "humans"}  # LI-Adger is in the former
    of_datasets = {"dais", *RATED, *NEW} - {"li-adger"}
    assert reports == whole | of_datasets | {f"{dataset}-details" for dataset in of_datasets}
    for dataset in RATED:
        table = pd.read_csv(results / f"metrics/{dataset}/sentences_correlations.csv")
        r = table[table["column"] == "human"].set_index("row")["pearson_r"]
        assert {"brown-trigram/slor", "brown-trigram/log_prob", "brown-trigram-morcela/morcela"} <= set(r.index)
        assert r.abs().between(0, 0.6).all()  # a trigram of a small corpus knows something, and never much
    assert len(pd.read_csv(results / "pairs/dais.csv")) == 4998
    overview = pd.read_csv(results / "tables/humans/overview.csv")
    assert len(overview) == len(RATED) + len(NEW) + 1
    _check_parts(overview.set_index("Dataset"))
    # What docs/humans.md says of the second sample from Linguistic Inquiry.
    criteria = pd.read_csv(results / "metrics/li-2016/criteria.csv")
    criteria.index = criteria["system"] + "/" + criteria["measure"]
    at_half = criteria[criteria["threshold"] == 0.5]
    assert at_half["share"]["reference/best_constant_left_out"] == pytest.approx(0.555, abs=0.0005)
    assert at_half["share"]["reference/oracle"] == pytest.approx(0.546, abs=0.0005)
    assert at_half["share"]["brown-trigram/slor"] == pytest.approx(0.244, abs=0.0005)
    assert at_half["chance"]["brown-trigram/slor"] == pytest.approx(0.262, abs=0.0005)
    # What it says of sentences in context: the means of English and of translated sentences, and the SD of all.
    of_contexts = {"none": (3.71, 2.54, 0.87), "real": (3.66, 2.70, 0.74), "random": (3.60, 2.55, 0.79)}
    for context, expected in of_contexts.items():
        sentences = pd.read_csv(results / f"sentences/lau-{context}.csv")
        mean, english = sentences["mean_rating"], sentences["source_language"] == "en"
        measured = (mean[english].mean(), mean[~english].mean(), mean.std(ddof=0))
        assert measured == pytest.approx(expected, abs=0.005), context
    _check_morcela_of_lau(results)
    _check_islands(results)


def _check_parts(overview):
    """GPT-2, which covers a part of the sentences on islands, does not hide the best system on all, nor is it hidden."""
    on_all, on_a_part = overview["Best system on all, r"], overview["Best on a part, r"]
    assert on_all["Islands"] == "0.230 [0.127, 0.328]; 384" and on_a_part["Islands"].startswith("0.489 [0.396, 0.572]")
    assert on_all["Islands, D-linking"] == "0.220 [0.122, 0.314]; 384"
    assert on_a_part["Islands, D-linking"] == "0.526 [0.398, 0.634]; 288 of 384"
    which = overview["Best system on a part by r"]
    assert which["Islands"].startswith("GPT-2") and which["LI-Adger"].startswith("Trigram")


def _check_islands(results):
    """The results have the numbers of docs/humans.md on places in the experiments on islands, and on mean ratings."""
    slopes = {"islands-2016": (0.016, 0.007), "islands-dlinking": (0.015, 0.007), "islands-2012": (0.011, 0.004)}
    for dataset, expected in slopes.items():
        error = pd.read_csv(results / f"metrics/{dataset}/human_error.csv").set_index("statistic")["value"]
        assert (error["place_slope"], error["place_slope_se"]) == pytest.approx(expected, abs=0.0005), dataset
        sentences = pd.read_csv(results / f"sentences/{dataset}.csv").set_index("sentence_id")
        assert 0.685 <= sentences["rating"].std(ddof=0) <= 0.765, dataset
        places = pd.read_csv(results / f"ratings/{dataset}.csv").groupby("sentence_id")["place"].nunique()
        moved = places.index[places > 1]
        of_designs = sentences.index[sentences["design"].notna()]
        if dataset == "islands-2012":
            assert set(of_designs) <= set(moved)
        else:  # only fillers stand at several places
            assert len(moved) and not set(of_designs) & set(moved), dataset


def _check_morcela_of_lau(results):
    """The results have the numbers of docs/measures.md on MORCELA, the Brown trigram and Lau et al.'s 250 sentences."""
    correlations = pd.read_csv(results / "metrics/lau-none/sentences_correlations.csv")
    r = correlations[correlations["row"] == "human"].set_index("column")["pearson_r"]
    assert r["brown-trigram/log_prob"] == pytest.approx(0.147, abs=0.0005)
    assert r["brown-trigram-morcela/morcela"] == pytest.approx(0.072, abs=0.0005)
    ratings = pd.read_csv(results / "sentences/lau-none.csv").set_index("sentence_id")["rating"]
    tokens = pd.read_csv(results / "tokens/lau-none/brown-trigram.csv")
    parts = regression.lengths_of_tokens(tokens).assign(log_prob=tokens.groupby("sentence_id")["log_prob"].sum())
    parts = parts.loc[ratings.index]
    alone = pd.Series(range(len(parts)), index=parts.index)

    def out_of_fold(rating):
        return regression.out_of_fold(parts, rating, alone, folds=5)["score"]

    assert np.corrcoef(out_of_fold(ratings), ratings)[0, 1] == pytest.approx(r["brown-trigram-morcela/morcela"])
    draw = np.random.default_rng(0)
    shuffled = [pd.Series(draw.permutation(ratings.to_numpy()), index=ratings.index) for _ in range(400)]
    by_chance = [np.corrcoef(out_of_fold(rating), rating)[0, 1] for rating in shuffled]
    assert np.mean(by_chance) == pytest.approx(-0.08, abs=0.01)
    assert np.std(by_chance) == pytest.approx(0.11, abs=0.01)
    ends = np.array([over_clusters_of_one(out_of_fold(rating), rating) for rating in shuffled])
    assert (ends[:, 1] < 0).mean() == pytest.approx(0.33, abs=0.02)
    assert (ends[:, 0] > 0).mean() == pytest.approx(0.01, abs=0.005)
    # The log-probability alone, with the same folds as regression.out_of_fold makes.
    predicted, x = np.zeros(len(parts)), np.column_stack([parts["log_prob"], np.ones(len(parts))])
    for seed in regression.SEEDS:
        fold = np.zeros(len(parts), dtype=int)
        fold[np.random.default_rng(seed).permutation(len(parts))] = np.arange(len(parts)) % 5
        for held_out in range(5):
            inside = fold == held_out
            predicted[inside] += x[inside] @ np.linalg.lstsq(x[~inside], ratings.to_numpy()[~inside], rcond=None)[0]
    assert np.corrcoef(predicted, ratings)[0, 1] == pytest.approx(0.095, abs=0.0006)


def over_clusters_of_one(predicted, rating):
    """Return the interval of Pearson's r over single sentences."""
    columns = predicted.to_numpy(), rating.to_numpy()
    return jackknife(lambda x, y: np.corrcoef(x, y)[0, 1], np.arange(len(rating)), *columns).r_interval()
