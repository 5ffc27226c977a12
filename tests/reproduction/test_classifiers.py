"""CoLA, the released restarts and contamination as they really are."""

import os
from collections import Counter
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import matthews_corrcoef

from acceptability.analyses.targeted import compute as targeted
from acceptability.papers.cola.cola import manifest as cola_manifest
from acceptability.papers.cola.cola import reader as cola
from acceptability.papers.cola.cola_targeted import manifest as cola_targeted
from acceptability.papers.cola.cola_targeted import reader
from acceptability.sources import fetching
from helpers import MIRROR, ROOT, readme_block, replace_in, run_workflow

RELEASED = "bert-base-uncased-restarts-published"


@pytest.fixture
def labelled(results):
    return pd.read_csv(results / "sentences/cola.csv").set_index("sentence_id")


def test_splits_have_their_known_sizes_and_shares(labelled):
    assert labelled["split"].value_counts().to_dict() == cola.COUNTS
    acceptable = labelled.groupby("split")["label"].sum().to_dict()
    assert acceptable == {"train": 6023, "in_domain_dev": 365, "dev": 354, "test": 372}
    train, others = (set(labelled["source"][labelled["split"] == name]) for name in ("train", "dev"))
    assert not train & others


def test_out_of_domain_sources_of_table_5_but_for_the_hidden_test_sentences(labelled):
    """What our data lack of each source, and of each printed set, are in-domain test sentences: 530 in all."""
    sizes = labelled["source"].value_counts()
    assert set(sizes.index) == set(cola_manifest.ORIGINS) and sizes.sum() == 10_127
    printed = pd.read_csv(ROOT / "paper/cola/printed/table-2.csv").query("quantity == 'sentences'")
    hidden = printed.set_index("argument")["printed"][list(cola_manifest.ORIGINS)].astype(int) - sizes
    assert hidden.sum() == 530 and (hidden >= 0).all()
    assert (hidden[list(cola_manifest.SOURCE_SPLITS[0])] == 0).all()
    ours = [int(sizes[list(split)].sum()) for split in cola_manifest.SOURCE_SPLITS]
    assert ours == [1049, 1069, 922, 1182, 771, 1452]
    lacking = [int(hidden[list(split)].sum()) for split in cola_manifest.SOURCE_SPLITS]
    assert [a + b for a, b in zip(ours, lacking, strict=True)] == [1049, 1139, 963, 1237, 789, 1539]
    assert 963 - sizes["g_81"] - hidden["g_81"] == 853  # which is printed


def test_features_cover_both_development_sets(results, labelled):
    features = pd.read_csv(results / "features/cola.csv")
    names = features.groupby("level")["feature"].nunique().to_dict()
    assert names == {"major": 15, "minor": 63}
    assert set(labelled.loc[features["sentence_id"].unique(), "split"]) == {"in_domain_dev", "dev"}
    dev = labelled.index[labelled["split"] == "dev"]
    violations = features[(features["feature"] == "Violations") & features["sentence_id"].isin(dev)]["sentence_id"]
    assert len(violations) == 66 and (labelled.loc[violations, "label"] == 0).all()  # so that its MCC is undefined


def test_where_corpus_and_annotation_disagree_is_listed(results):
    remarks = pd.read_csv(results / "remarks/cola.csv", dtype=str)
    assert len(remarks) == 6  # 8, four of them in labels, where the in-domain development set is that of version 1.0
    labels = remarks[remarks["field"] == "label"]
    assert len(labels) == 2 and (labels["corpus"] != labels["elsewhere"]).all()
    assert set(labels["sentence_id"]) == {"in_domain_dev.0054", "in_domain_dev.0497"}
    assert remarks["sentence_id"].str.startswith("dev.").sum() == 3


def registered(name: str) -> Path:
    """A registered file as the mirror has it."""
    row = fetching.read_registry(ROOT / "resources/sources.tsv")[name]
    path = fetching.mirror_path(MIRROR, row["url"])
    assert fetching.is_intact(row, path)
    return path


@pytest.mark.parametrize("form", cola_targeted.FORMS)
def test_targeted_sets_have_their_known_sizes_and_length_solves_one(form):
    made = reader.read(form=form, **{key: registered(name) for key, name in cola_targeted.SOURCES.items()})
    sets = made.sentences.groupby("set", sort=False)
    found = sets.agg(all=("label", "size"), good=("label", "sum"), distinct=("sentence", "nunique"))
    assert found.T.to_dict("list") == {
        "SVO": [500, 100, 500],
        "Wh extraction": [520, 260, 370],
        "Causative": [182, 127, 182],
        "Agreement": [676, 338, 676],
        "Reflexive": [144, 24, 144],
    }
    pairs = {"SVO": 400, "Wh extraction": 260, "Causative": 55, "Agreement": 338, "Reflexive": 120}
    assert made.pairs["phenomenon"].value_counts(sort=False).to_dict() == pairs
    text, label = (made.sentences.set_index("sentence_id")[name] for name in ("sentence", "label"))
    assert label[made.pairs["good_id"]].all() and not label[made.pairs["bad_id"]].any()
    assert made.sentences.groupby("sentence")["label"].nunique().max() == 1  # no string has two labels
    # Both sentences of a pair have the same words but for those that the contrast is about.
    words = text.str.lower().str.findall(r"[\w']+|[.?]").map(Counter)
    apart = [
        (sum((words[good] - words[bad]).values()), sum((words[bad] - words[good]).values()))
        for good, bad in zip(made.pairs["good_id"], made.pairs["bad_id"], strict=True)
    ]
    assert pd.Series(apart).groupby(made.pairs["phenomenon"]).unique().map(list).to_dict() == {
        "SVO": [(0, 0)],
        "Wh extraction": [(0, 2)],
        "Causative": [(1, 0)],
        "Agreement": [(1, 1)],
        "Reflexive": [(1, 1)],
    }
    rules = {}
    for name, part in sets:
        part = part.set_index("sentence_id")
        judge, _ = targeted.best_length(part)
        rules[name] = targeted.judge_set(part, made.pairs, judge).get("mcc")
    assert rules["Wh extraction"] == 1 and rules["Causative"] == pytest.approx(0.658, abs=5e-4)
    assert rules["SVO"] is None  # all are equally long
    assert rules["Agreement"] == pytest.approx(0, abs=5e-4) and rules["Reflexive"] == pytest.approx(0, abs=5e-4)


def test_targeted_sets_as_the_docs_have_them(again):
    """Judged by the Brown trigram with thresholds from CoLA's training sentences."""
    replace_in(again / "config.yaml", "\ndatasets:\n", "\ndatasets:\n" + readme_block("  cola-sets:"))
    run_workflow(again, "results/tables/cola-sets/targeted.csv", mirror=os.path.abspath(MIRROR))
    found = pd.read_csv(again / "results/metrics/cola-sets/targeted.csv").set_index(["row", "set"])
    wlpm = found.loc["brown-trigram/word_lp_min_1"]
    expected = {"SVO": 0.412, "Wh extraction": 0.637, "Causative": -0.272, "Agreement": 0.103, "Reflexive": 0.0}
    assert wlpm["mcc"].to_dict() == pytest.approx(expected, abs=5e-4)
    assert wlpm.loc["Wh extraction", "distinct_mcc"] == pytest.approx(0.537, abs=5e-4)
    log_prob = found.loc["brown-trigram/log_prob"]  # it falls with length, and its threshold calls all acceptable
    assert log_prob.loc[["Wh extraction", "Causative"], "pair_accuracy"].tolist() == [1, 0]
    assert (log_prob["collapsed"] == 1).all() and (log_prob["mcc"] == 0).all()


def test_thresholds_from_the_training_set_and_the_published_way(results):
    simple = pd.read_csv(results / "metrics/cola/simple_classifiers.csv").query("split == 'test'")
    found = simple.set_index(["fitted", "row"])
    rows = [f"brown-trigram/{measure}" for measure in ("slor", "log_prob", "word_lp_min_1")]
    assert found.loc["train"].loc[rows, "mcc"].tolist() == pytest.approx([0.060, 0.075, 0.032], abs=5e-4)
    assert found.loc["folds"].loc[rows, "mcc"].tolist() == pytest.approx([0.001, 0.058, 0.030], abs=5e-4)
    assert found.loc["train"].loc[rows, "auc"].tolist() == pytest.approx([0.566, 0.458, 0.524], abs=5e-4)


def test_1272_sentences_flip_between_the_released_restarts(results):
    stability = pd.read_csv(results / "metrics/li-adger/stability.csv").query("system == @RELEASED")
    assert len(stability) == 4178
    assert set(stability["restarts"]) == {200}
    assert (stability["flips"] > 0).sum() == 1272
    curve = pd.read_csv(results / "metrics/li-adger/stability_curve.csv").query("system == @RELEASED")
    assert curve["flipped"].iloc[-1] == pytest.approx(1272 / 4178)
    assert (np.diff(curve["flipped"]) >= 0).all()


def test_shares_of_pairs_vary_little_between_the_released_restarts(results):
    """Their labels only: two sentences of a pair often have the same one, so that BLiMP has many ties."""
    shares = pd.read_csv(results / "metrics/li-adger/restart_shares.csv").query("system == @RELEASED")
    assert set(shares["of"]) == {"labels"} and set(shares["restarts"]) == {200}
    by_criterion = shares.set_index(shares["threshold"].fillna(0))  # 0: blimp
    assert by_criterion["mean"].to_dict() == pytest.approx({0: 0.5570, 0.5: 0.1975, 1: 0.3564, 5: 0.5509}, abs=5e-4)
    assert by_criterion["sd"].to_dict() == pytest.approx({0: 0.0124, 0.5: 0.0098, 1: 0.0117, 5: 0.0120}, abs=5e-4)
    halves = {0: 0.7742, 0.5: 0.2576, 1: 0.4662, 5: 0.7681}
    assert by_criterion["mean_ties_half"].to_dict() == pytest.approx(halves, abs=5e-4)


def test_the_first_restarts_mcc_is_the_one_the_authors_notebook_prints(results):
    mcc = pd.read_csv(results / "metrics/li-adger/stability_mcc.csv").set_index(["restart", "label_source"])["mcc"]
    assert mcc[518, "as_published"] == pytest.approx(0.5253572611643103, abs=1e-12)
    predicted = pd.read_csv(results / f"predictions/li-adger/{RELEASED}.csv").set_index("sentence_id")["518"]
    labels = pd.read_csv(results / "sentences/li-adger.csv").set_index("sentence_id")["label"]
    assert mcc[518, "corrected"] == pytest.approx(matthews_corrcoef(labels, predicted))


def test_85_sentences_are_in_colas_training_set(results, labelled):
    known = pd.read_csv(results / "metrics/li-adger/contamination/cola.csv")
    assert len(known) == 85
    assert (labelled.loc[known["trained_id"], "split"] == "train").all()
    criteria = pd.read_csv(results / "metrics/li-adger/contamination/cola_criteria.csv")
    counts = criteria.groupby("chosen")["pairs"].unique().map(list).to_dict()
    assert counts["all"] == [2365]
    assert counts["known"][0] + counts["unknown"][0] == 2365
    met = criteria.fillna({"threshold": 0}).pivot(
        index=["system", "measure", "criterion", "threshold"], columns="chosen", values="met"
    )
    assert (met["known"] + met["unknown"] == met["all"]).all()


def test_table_5_has_the_printed_rows_and_those_that_run_anywhere(results):
    table = pd.read_csv(results / "tables/cola/classifiers.csv", dtype=str).set_index("Model")
    assert table.loc["BERT large-cased (this paper), printed", ["Mean", "SD", "Max"]].tolist() == [
        "0.574",
        "0.026",
        "0.613",
    ]
    computed = ["Majority class", "Bag of words", "Brown trigram WordLP min-1, threshold"]
    assert set(computed) < set(table.index)
    assert table.loc["Majority class", ["Mean", "Collapsed"]].tolist() == ["–", "1"]
    majority = pd.read_csv(results / "metrics/cola/simple_classifiers.csv").query(
        "row == 'majority-class' and split == 'test'"
    )
    assert majority["accuracy"].item() == pytest.approx(372 / 533)
