"""An LSTM, fakes, encoders and classifiers on them in the real workflow, on the toy language."""

import json
import math
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import torch
from safetensors.torch import load_file
from sklearn.metrics import matthews_corrcoef

from helpers import copy_checkout, error_lines, files_below, snakemake

CONFIG = """studies: []
run: all
datasets:
  toy-simulated: {kind: toy, label: Toy language}
  toy-labels-simulated: {kind: toy-labels, label: Toy labels}
criteria: {thresholds: [0.5]}
corpora:
  toy-simulated: {kind: toy}
models:
  lstm-simulated:
    label: Toy LSTM
    kind: lstm
    corpus: toy-simulated
    training: {vocabulary: 60, embedding: 16, hidden: 32, layers: 1, dropout: 0.1, epochs: 1, batch_size: 64, sequence: 20, learning_rate: 0.01, seed: 1, threads: 1}
    ending: true
    fakes: {sentences: 400, longest: 12, threads: 1}
    real_fake: {hidden: 16, epochs: 4, batch_size: 16, learning_rate: 0.01, threads: 1}
    measures: [log_prob, slor]
classifiers:
"""
CLASSIFIER = """  {kind}-simulated:
    label: Toy {kind}
    base: lstm-simulated
    encoder: {kind}
    labelled: toy-labels-simulated
    restarts: [1, 2]
    stability: all
    transfer: {{hidden: 32, epochs: 8, learning_rate: 0.005}}
    measures: [logit_margin]
"""
DIVISIONS = """    learning_curve: [50]
    source_splits: 1
    leave_one_source_out: true
"""
KINDS = ["cbow", "real-fake-elmo"]
TARGETS = [
    "results/scores/toy-simulated.csv",
    "results/tables/toy-labels-simulated/classifiers.csv",
    "results/tables/toy-labels-simulated/selected.csv",
    "results/metrics/toy-labels-simulated/calibration.csv",
    "results/metrics/toy-simulated/stability.csv",
    "results/figures/lstm-simulated/losses.png",
    "results/figures/toy-labels-simulated/left_out_sources.png",
    "results/tables/toy-labels-simulated/divisions.csv",
]


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Path:
    folder = copy_checkout(tmp_path_factory.mktemp("run") / "checkout")
    classifiers = "".join(CLASSIFIER.format(kind=kind) + DIVISIONS * (kind == "cbow") for kind in KINDS)
    (folder / "config.yaml").write_text(CONFIG + classifiers, encoding="utf-8")
    done = snakemake(folder, "--", *TARGETS)
    assert done.returncode == 0, done.stdout[-4000:]
    return folder / "results"


def read(path: Path) -> pd.DataFrame:
    return pd.read_csv(path, keep_default_na=False)


def test_tokens_are_scored_as_the_saved_weights_say(run):
    """By the library's LSTM and the definition of the adaptive softmax, from the files alone."""
    tensors = load_file(run / "models/lstm-simulated/model.safetensors")
    vocabulary = json.loads((run / "models/lstm-simulated/tokenizer.json").read_text())["model"]["vocab"]
    layer = torch.nn.LSTM(16, 32, batch_first=True)
    layer.load_state_dict({name.split(".")[-1]: tensor for name, tensor in tensors.items() if "layers.0" in name})
    head, tail = tensors["softmax.head.weight"], [tensors[f"softmax.tail.0.{n}.weight"] for n in (0, 1)]
    tokens = read(run / "tokens/toy-simulated/lstm-simulated.csv")
    for _, rows in list(tokens.groupby("sentence_id"))[::30]:
        assert rows["token"].iloc[-1] == "</s>"
        ids = [1, *(vocabulary[token] for token in rows["token"])]
        with torch.no_grad():
            states = layer(tensors["body.embedding.weight"][ids[:-1]][None])[0][0]
            first = (states @ head.T).log_softmax(1)
            rare = first[:, -1:] + (states @ tail[0].T @ tail[1].T).log_softmax(1)
            whole = torch.cat([first[:, :-1], rare], dim=1)
        expected = [float(whole[place, token]) for place, token in enumerate(ids[1:])]
        np.testing.assert_allclose(rows["log_prob"], expected, atol=1e-4)
        counts = tensors["counts"]
        unigram = [math.log((int(counts[token]) + 1) / (int(counts.sum()) + len(vocabulary) - 1)) for token in ids[1:]]
        np.testing.assert_allclose(rows["unigram_log_prob"], unigram, rtol=1e-12)
    made = json.loads((run / "models/lstm-simulated/provenance.json").read_text())
    losses = read(run / "models/lstm-simulated/losses.csv")
    assert made["held_out_perplexity"] == pytest.approx(math.exp(losses["held_out_loss"].iloc[-1]))
    assert made["held_out_perplexity"] < len(vocabulary) / 4


def test_encoders_tell_fakes_from_real_sentences(run):
    fakes = read(run / "fakes/lstm-simulated.csv")
    assert fakes["kind"].value_counts().to_dict() == {"real": 400, "sampled": 200, "permuted": 200}
    assert not fakes["sentence"].str.contains("<s>").any()
    judged = read(run / "encoders/lstm-simulated/real-fake-elmo/real_fake.csv").set_index("fakes")
    assert judged["accuracy"].astype(float).between(0, 1).all()  # what so small a model learns depends on the machine
    assert {"sampled", "permuted"} < set(judged.index)
    assert not (run / "encoders/lstm-simulated/real-fake").exists()  # nothing needs it
    made = json.loads((run / "encoders/lstm-simulated/real-fake-elmo/provenance.json").read_text())
    assert made["fakes"]["longest"] == 12 and made["held_out"][0]["sentences"] == 40


@pytest.mark.parametrize("kind", KINDS)
def test_restarts_go_through_the_chain_of_all_classifiers(run, kind):
    system = f"{kind}-simulated"
    labelled = read(run / "sentences/toy-labels-simulated.csv").set_index("sentence_id")
    predictions = read(run / f"predictions/toy-labels-simulated/{system}.csv").set_index("sentence_id")
    dev = labelled["split"] == "dev"
    on_dev = {name: matthews_corrcoef(labelled["label"][dev], predictions[name][dev]) for name in ("1", "2")}
    made = json.loads((run / f"models/{system}/provenance.json").read_text())
    assert str(made["training"]["restart"]) == max(on_dev, key=on_dev.get)
    assert (made["encoder"], made["selected_on"], made["restarts"]) == (kind, "dev", ["1", "2"])
    curve = read(run / f"restarts/{system}/1/curve.csv")
    assert pd.to_numeric(curve["held_out_mcc"]).max() == pytest.approx(on_dev["1"])
    kept = {name.split("/")[-1] for name in files_below(run / f"restarts/{system}")}
    assert kept == {"margins.csv", "curve.csv", "held_out.csv", "provenance.json", "toy-simulated.csv"}
    table = read(run / "tables/toy-labels-simulated/classifiers.csv")
    assert f"Toy {kind}" in table.iloc[:, 0].tolist()
    calibration = read(run / "metrics/toy-labels-simulated/calibration.csv").query("system == @system")
    assert calibration["restarts"].tolist() == [2] * 4 and calibration["ece"].astype(float).between(0, 1).all()
    chosen = made["training"]["restart"]
    judged = read(run / f"restarts/{system}/{chosen}/judged/toy-simulated.csv").set_index("sentence_id")["margin"]
    scores = read(run / f"scores/toy-simulated/{system}.csv").set_index("sentence_id")["score"]
    np.testing.assert_allclose(judged, scores[judged.index], atol=1e-4)


def test_classifiers_are_trained_under_other_divisions(run):
    labelled = read(run / "sentences/toy-labels-simulated.csv").set_index("sentence_id")
    label, source, split = (labelled[column] for column in ("label", "source", "split"))
    found = read(run / "metrics/toy-labels-simulated/divisions.csv").set_index(["division", "part"])
    folder = run / "divisions/cbow-simulated"
    assert not list(folder.rglob("*.safetensors"))

    def mcc(name: str, judged: pd.Index) -> float:
        said = [read(folder / name / restart / "margins.csv").set_index("sentence_id")["margin"] for restart in "12"]
        assert all(set(judged) <= set(margins.index) for margins in said)
        return np.mean([matthews_corrcoef(label[judged], margins[judged] > 0) for margins in said])

    test = split.index[split == "test"]
    assert float(found.loc[("50", "test"), "mean"]) == pytest.approx(mcc("size-50", test))
    whole = found[(found["kind"] == "size") & (found["trained_on"] == (split == "train").sum())]
    restarts = read(run / "metrics/toy-labels-simulated/restarts.csv").query("system == 'cbow-simulated'")
    for part in ("dev", "test"):
        expected = restarts.loc[restarts["split"] == part, "mcc"].astype(float).mean()
        assert float(whole.xs(part, level="part")["mean"].iloc[0]) == pytest.approx(expected)
    for number, name in enumerate(("agreement", "reflexives", "structure"), start=1):
        left_out = source.index[source == name]
        assert float(found.loc[(name, "source"), "mean"]) == pytest.approx(mcc(f"without-{number}", left_out))
        made = json.loads((folder / f"without-{number}/2/provenance.json").read_text())
        assert made["division"]["source"] == name and made["training"]["restart"] == 2
    assert found.loc[("all", "pooled"), "sentences"] == len(labelled)
    assert found.loc[("reflexives", "in"), "sentences"] == found.loc[("reflexives", "out"), "sentences"] == 84
    table = read(run / "tables/toy-labels-simulated/divisions.csv")
    assert set(table["System"]) == {"Toy cbow"} and len(table) == len(found)


def test_sentences_longer_than_the_cut_stop_the_run_or_are_left_out(run, tmp_path):
    folder = copy_checkout(tmp_path / "checkout")
    config = CONFIG + CLASSIFIER.format(kind="cbow").replace("epochs: 8", "epochs: 1, longest: 6")
    for part in ("models/lstm-simulated", "corpora"):
        (folder / "results" / part).parent.mkdir(parents=True, exist_ok=True)
    (folder / "config.yaml").write_text(config, encoding="utf-8")
    target = "results/scores/toy-simulated/cbow-simulated.csv"
    done = snakemake(folder, "--", target)
    assert done.returncode != 0
    assert "sentences have more tokens than the 7 that the model accepts" in error_lines(done)[0]
    assert "transfer.longest" in error_lines(done)[0]
    (folder / "config.yaml").write_text(f"too_long: skip\n{config}", encoding="utf-8")
    done = snakemake(folder, "--", target)
    assert done.returncode == 0, done.stdout[-4000:]
    skipped = read(folder / "results/metrics/toy-simulated/skipped.csv")
    assert set(skipped["system"]) == {"cbow-simulated"} and (skipped["tokens"] > 7).all()
    assert len(read(folder / target)) == len(read(folder / "results/sentences/toy-simulated.csv"))
