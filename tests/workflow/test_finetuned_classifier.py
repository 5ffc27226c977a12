"""The demo's classifier against independent readings of its files."""

import json
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
import torch
from sklearn.metrics import brier_score_loss, log_loss, matthews_corrcoef
from transformers import AutoModelForSequenceClassification, AutoTokenizer

from acceptability.analyses.contamination import compute as contamination
from helpers import files_below

SYSTEM = "toy-classifier-simulated"
RESTARTS = ["1", "2", "3"]


@pytest.fixture(scope="module")
def labelled(demo):
    return pd.read_csv(demo / "results/sentences/toy-labels-simulated.csv").set_index("sentence_id")


@pytest.fixture(scope="module")
def predictions(demo):
    path = demo / f"results/predictions/toy-labels-simulated/{SYSTEM}.csv"
    return pd.read_csv(path).set_index("sentence_id")


def test_only_the_selected_restarts_weights_are_kept(demo):
    weights = {name for name in files_below(demo / "results") if name.endswith(".safetensors") and SYSTEM in name}
    assert weights == {f"models/{SYSTEM}/model.safetensors"}
    kept = {name.split("/")[-1] for name in files_below(demo / f"results/restarts/{SYSTEM}")}
    assert kept == {"margins.csv", "curve.csv", "held_out.csv", "provenance.json", "toy-simulated.csv"}


def test_scores_are_equation_5_of_the_kept_weights_one_sentence_at_a_time(demo):
    folder = demo / f"results/models/{SYSTEM}"
    model = AutoModelForSequenceClassification.from_pretrained(folder).eval()
    tokenizer = AutoTokenizer.from_pretrained(folder)
    sentences = pd.read_csv(demo / "results/sentences/toy-simulated.csv").set_index("sentence_id")["sentence"]
    scores = pd.read_csv(demo / f"results/scores/toy-simulated/{SYSTEM}.csv").pivot(
        index="sentence_id", columns="measure", values="score"
    )
    assert len(scores) == len(sentences)
    for name, sentence in sentences.iloc[::7].items():
        with torch.no_grad():
            logits = model(**tokenizer(sentence, return_tensors="pt")).logits[0]
        probabilities = logits.softmax(dim=0)
        signed = (1 if logits.argmax() == 1 else -1) * float(probabilities.max())
        assert scores.loc[name, "cola_score"] == pytest.approx(signed, abs=1e-5)
        assert scores.loc[name, "logit_margin"] == pytest.approx(float(logits[1] - logits[0]), abs=1e-4)
        assert scores.loc[name, "p_acceptable"] == pytest.approx(float(probabilities[1]), abs=1e-5)


def test_the_selected_restart_is_the_best_on_dev_and_scores_as_it_did_when_it_was_trained(demo, labelled, predictions):
    made = json.loads((demo / f"results/models/{SYSTEM}/provenance.json").read_text(encoding="utf-8"))
    dev = labelled["split"] == "dev"
    on_dev = {name: matthews_corrcoef(labelled["label"][dev], predictions[name][dev]) for name in RESTARTS}
    chosen = str(made["training"]["restart"])
    assert chosen == max(on_dev, key=on_dev.get)
    assert (made["selected_on"], made["restarts"]) == ("dev", RESTARTS)
    assert made["model"] == "toy-bert-simulated"
    margins = pd.read_csv(demo / f"results/restarts/{SYSTEM}/{chosen}/judged/toy-simulated.csv")
    scores = pd.read_csv(demo / f"results/scores/toy-simulated/{SYSTEM}.csv").query("measure == 'logit_margin'")
    np.testing.assert_allclose(
        margins.set_index("sentence_id")["margin"], scores.set_index("sentence_id")["score"], atol=1e-4
    )


def test_table_5_can_be_recomputed_by_hand(demo, labelled, predictions):
    test = labelled["split"] == "test"
    truth, predicted = labelled["label"][test], predictions[test]
    single = [matthews_corrcoef(truth, predicted[name]) for name in RESTARTS]
    votes = (predicted[RESTARTS].sum(axis=1) >= 2).astype(int)  # of three: no tie
    row = pd.read_csv(demo / "results/tables/toy-labels-simulated/classifiers.csv", dtype=str).iloc[0]
    assert row["Mean"] == f"{np.mean(single):.3f}" and row["SD"] == f"{np.std(single, ddof=1):.3f}"
    assert row["Max"] == f"{max(single):.3f}"
    assert row["Ensemble"] == f"{matthews_corrcoef(truth, votes):.3f}" and "Ensemble, as published" not in row
    assert (row["Restarts"], row["Collapsed"]) == ("3", "0")


def test_the_maximum_over_restarts_is_that_of_every_set_of_them(demo, labelled, predictions):
    found = pd.read_csv(demo / "results/metrics/toy-labels-simulated/expected_maximum.csv")
    found = found.query("system == @SYSTEM").set_index(["split", "restarts"])
    mcc = {}
    for split in ("dev", "test"):
        inside = labelled["split"] == split
        mcc[split] = [matthews_corrcoef(labelled["label"][inside], predictions[name][inside]) for name in RESTARTS]
        of_two = np.mean([max(pair) for pair in combinations(mcc[split], 2)])
        expected = [np.mean(mcc[split]), of_two, max(mcc[split])]
        assert found.loc[split, "expected_maximum"].tolist() == pytest.approx(expected)
    best = [test for dev, test in zip(mcc["dev"], mcc["test"], strict=True) if dev == max(mcc["dev"])]
    assert found.loc[("test", 3), "selected"] == pytest.approx(np.mean(best))
    row = pd.read_csv(demo / "results/tables/toy-labels-simulated/classifiers.csv", dtype=str).iloc[0]
    assert row["Best on dev"] == f"{found.loc[('test', 2), 'selected']:.3f}"  # the other classifier has two restarts
    assert row["Max of 2"] == f"{found.loc[('test', 2), 'expected_maximum']:.3f}" and "Max of 3" not in row
    on_pairs = pd.read_csv(demo / "results/metrics/toy-simulated/stability_curve.csv").query("system == @SYSTEM")
    each = pd.read_csv(demo / "results/metrics/toy-simulated/stability_mcc.csv").query("system == @SYSTEM")["mcc"]
    assert on_pairs["expected_maximum"].tolist()[::2] == pytest.approx([each.mean(), each.max()])


def test_calibration_is_that_of_the_restarts_margins(demo, labelled):
    results = demo / "results"
    test = labelled.index[labelled["split"] == "test"]
    margins = [
        pd.read_csv(results / f"restarts/{SYSTEM}/{n}/margins.csv", index_col=0)["margin"][test] for n in RESTARTS
    ]
    found = pd.read_csv(results / "metrics/toy-labels-simulated/calibration.csv")
    found = found.query("system == @SYSTEM").set_index(["split", "variant"])
    row = found.loc[("test", "as_trained")]
    p = [1 / (1 + np.exp(-margin)) for margin in margins]
    assert row["brier"] == pytest.approx(np.mean([brier_score_loss(labelled["label"][test], one) for one in p]))
    assert row["nll"] == pytest.approx(np.mean([log_loss(labelled["label"][test], one) for one in p]), rel=1e-3)
    assert (found["temperature_low"] <= found["temperature"]).all() and (found["restarts"] == 3).all()
    assert found.loc[("dev", "temperature"), "nll"] <= found.loc[("dev", "as_trained"), "nll"] + 1e-9
    bins = pd.read_csv(results / "metrics/toy-labels-simulated/reliability.csv").query("system == @SYSTEM")
    assert bins.groupby(["split", "variant"])["share"].sum().tolist() == pytest.approx([1] * 4)
    shown = pd.read_csv(results / "tables/toy-labels-simulated/calibration.csv", dtype=str)
    assert (
        shown["ECE"][0].startswith(f"{row['ece']:.3f} ± ") and len(shown) == 5
    )  # two classifiers, and what says the same of all


def test_restarts_differ_and_hold_out_a_tenth_each(demo, labelled, predictions):
    assert len({tuple(predictions[name]) for name in RESTARTS}) == 3
    training = set(labelled.index[labelled["split"] == "train"])
    held = [set(pd.read_csv(demo / f"results/restarts/{SYSTEM}/{n}/held_out.csv")["sentence_id"]) for n in RESTARTS]
    assert all(ids < training and len(ids) == -(-len(training) // 10) for ids in held)
    assert held[0] != held[1] != held[2]


def test_flips_are_counted_over_the_pairs_sentences(demo):
    predicted = pd.read_csv(demo / f"results/predictions/toy-simulated/{SYSTEM}.csv").set_index("sentence_id")
    stable = pd.read_csv(demo / "results/metrics/toy-simulated/stability.csv")
    stable = stable.query("system == @SYSTEM").set_index("sentence_id")
    assert (stable["flips"] > 0).equals(predicted.nunique(axis=1) > 1)
    curve = pd.read_csv(demo / "results/metrics/toy-simulated/stability_curve.csv").query("system == @SYSTEM")
    assert curve["flipped"].iloc[-1] == pytest.approx((stable["flips"] > 0).mean())


def test_shares_of_pairs_are_those_of_each_restarts_own_z_scores(demo):
    results = demo / "results"
    pairs = pd.read_csv(results / "pairs/toy-simulated.csv")
    rating = pd.read_csv(results / "sentences/toy-simulated.csv").set_index("sentence_id")["rating"]
    shares = []
    for restart in RESTARTS:
        margin = pd.read_csv(results / f"restarts/{SYSTEM}/{restart}/judged/toy-simulated.csv", index_col=0)["margin"]
        score = np.sign(margin) / (1 + np.exp(-margin.abs()))  # equation (5)
        z = (score - score.mean()) / score.std(ddof=0)
        human, model = ([of[pair.good_id] - of[pair.bad_id] for pair in pairs.itertuples()] for of in (rating, z))
        met = [h * m > 0 and abs(h - m) < 0.5 for h, m in zip(human, model, strict=True) if h == h]
        shares.append(np.mean(met))
    found = pd.read_csv(results / "metrics/toy-simulated/restart_shares.csv")
    assert set(found["of"]) == {"labels", "cola_score"}
    row = found.query("of == 'cola_score' and threshold == 0.5").iloc[0]
    expected = (np.mean(shares), np.std(shares, ddof=1), *np.percentile(shares, [2.5, 97.5]))
    assert tuple(row[["mean", "sd", "low", "high"]]) == pytest.approx(expected)


def test_no_pair_is_known_from_training(demo, labelled):
    pairs = pd.read_csv(demo / "results/sentences/toy-simulated.csv")
    training = labelled[labelled["split"] == "train"].reset_index()
    assert contamination.sentences_in_training(pairs, training).empty
    criteria = pd.read_csv(demo / "results/metrics/toy-simulated/contamination/toy-labels-simulated_criteria.csv")
    assert set(criteria["chosen"]) == {"all", "unknown"}
    whole, unknown = (criteria[criteria["chosen"] == name].drop(columns="chosen") for name in ("all", "unknown"))
    assert whole.reset_index(drop=True).equals(unknown.reset_index(drop=True))
    table = pd.read_csv(demo / "results/metrics/toy-simulated/criteria.csv").query("ties.notna()")  # rows with deltas
    assert whole["met"].tolist() == pytest.approx((table["share_ties_half"] * table["pairs"]).tolist())
