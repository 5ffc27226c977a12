"""The demo's LSTM, fakes, encoder and the classifier on it."""

import json
import math
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import torch
from safetensors.torch import load_file
from sklearn.metrics import matthews_corrcoef

from helpers import files_below

LSTM, ENCODER = "toy-lstm-simulated", "toy-encoder-simulated"


@pytest.fixture
def run(demo: Path) -> Path:
    return demo / "results"


def read(path: Path) -> pd.DataFrame:
    return pd.read_csv(path, keep_default_na=False)


def test_tokens_are_scored_as_the_saved_weights_say(run):
    """By the library's LSTM and the definition of the adaptive softmax, from the files alone."""
    tensors = load_file(run / f"models/{LSTM}/model.safetensors")
    vocabulary = json.loads((run / f"models/{LSTM}/tokenizer.json").read_text())["model"]["vocab"]
    layer = torch.nn.LSTM(32, 64, batch_first=True)
    layer.load_state_dict({name.split(".")[-1]: tensor for name, tensor in tensors.items() if "layers.0" in name})
    head, tail = tensors["softmax.head.weight"], [tensors[f"softmax.tail.0.{n}.weight"] for n in (0, 1)]
    tokens = read(run / f"tokens/toy-simulated/{LSTM}.csv")
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
    made = json.loads((run / f"models/{LSTM}/provenance.json").read_text())
    losses = read(run / f"models/{LSTM}/losses.csv")
    assert made["held_out_perplexity"] == pytest.approx(math.exp(losses["held_out_loss"].iloc[-1]))
    assert made["held_out_perplexity"] < len(vocabulary) / 4


def test_encoders_tell_fakes_from_real_sentences(run):
    fakes = read(run / f"fakes/{LSTM}.csv")
    assert fakes["kind"].value_counts().to_dict() == {"real": 2000, "sampled": 1000, "permuted": 1000}
    assert not fakes["sentence"].str.contains("<s>").any()
    judged = read(run / f"encoders/{LSTM}/real-fake-elmo/real_fake.csv").set_index("fakes")
    assert judged["accuracy"].astype(float).between(0, 1).all()  # what so small a model learns depends on the machine
    assert {"sampled", "permuted"} < set(judged.index)
    assert not (run / f"encoders/{LSTM}/real-fake").exists()  # nothing needs it
    made = json.loads((run / f"encoders/{LSTM}/real-fake-elmo/provenance.json").read_text())
    assert made["fakes"]["longest"] == 12 and made["held_out"][0]["sentences"] == 200


def test_restarts_go_through_the_chain_of_all_classifiers(run):
    labelled = read(run / "sentences/toy-labels-simulated.csv").set_index("sentence_id")
    predictions = read(run / f"predictions/toy-labels-simulated/{ENCODER}.csv").set_index("sentence_id")
    dev = labelled["split"] == "dev"
    on_dev = {name: matthews_corrcoef(labelled["label"][dev], predictions[name][dev]) for name in ("1", "2")}
    made = json.loads((run / f"models/{ENCODER}/provenance.json").read_text())
    assert str(made["training"]["restart"]) == max(on_dev, key=on_dev.get)
    assert (made["encoder"], made["selected_on"], made["restarts"]) == ("real-fake-elmo", "dev", ["1", "2"])
    curve = read(run / f"restarts/{ENCODER}/1/curve.csv")
    assert pd.to_numeric(curve["held_out_mcc"]).max() == pytest.approx(on_dev["1"])
    kept = {name.split("/")[-1] for name in files_below(run / f"restarts/{ENCODER}")}
    assert kept == {"margins.csv", "curve.csv", "held_out.csv", "provenance.json", "toy-simulated.csv"}
    table = read(run / "tables/toy-labels-simulated/classifiers.csv")
    assert "Toy encoder" in table.iloc[:, 0].tolist()
    calibration = read(run / "metrics/toy-labels-simulated/calibration.csv").query("system == @ENCODER")
    assert calibration["restarts"].tolist() == [2] * 4 and calibration["ece"].astype(float).between(0, 1).all()
    chosen = made["training"]["restart"]
    judged = read(run / f"restarts/{ENCODER}/{chosen}/judged/toy-simulated.csv").set_index("sentence_id")["margin"]
    scores = read(run / f"scores/toy-simulated/{ENCODER}.csv").set_index("sentence_id")["score"]
    np.testing.assert_allclose(judged, scores[judged.index], atol=1e-4)


def test_classifiers_are_trained_under_other_divisions(run):
    labelled = read(run / "sentences/toy-labels-simulated.csv").set_index("sentence_id")
    label, source, split = (labelled[column] for column in ("label", "source", "split"))
    found = read(run / "metrics/toy-labels-simulated/divisions.csv").set_index(["division", "part"])
    folder = run / f"divisions/{ENCODER}"
    assert not list(folder.rglob("*.safetensors"))

    def mcc(name: str, judged: pd.Index):
        """The mean over the restarts that give these sentences both labels; NaN where none does."""
        said = [read(folder / name / restart / "margins.csv").set_index("sentence_id")["margin"] for restart in "12"]
        assert all(set(judged) <= set(margins.index) for margins in said)
        decisions = [margins[judged] > 0 for margins in said]
        defined = [matthews_corrcoef(label[judged], decided) for decided in decisions if decided.nunique() == 2]
        return pytest.approx(np.mean(defined) if defined else np.nan, nan_ok=True)

    def mean(division: str, part: str) -> float:
        return float(found.loc[(division, part), "mean"] or "nan")

    test = split.index[split == "test"]
    assert mean("50", "test") == mcc("size-50", test)
    whole = found[(found["kind"] == "size") & (found["trained_on"] == (split == "train").sum())]
    restarts = read(run / "metrics/toy-labels-simulated/restarts.csv").query("system == @ENCODER")
    for part in ("dev", "test"):
        expected = pd.to_numeric(restarts.loc[restarts["split"] == part, "mcc"]).mean()
        shown = pd.to_numeric(whole.xs(part, level="part")["mean"]).iloc[0]
        assert shown == pytest.approx(expected, nan_ok=True)
    for number, name in enumerate(("agreement", "reflexives", "structure"), start=1):
        left_out = source.index[source == name]
        assert mean(name, "source") == mcc(f"without-{number}", left_out)
        made = json.loads((folder / f"without-{number}/2/provenance.json").read_text())
        assert made["division"]["source"] == name and made["training"]["restart"] == 2
    assert found.loc[("all", "pooled"), "sentences"] == len(labelled)
    assert found.loc[("reflexives", "in"), "sentences"] == found.loc[("reflexives", "out"), "sentences"] == 84
    table = read(run / "tables/toy-labels-simulated/divisions.csv")
    assert set(table["System"]) == {"Toy encoder"} and len(table) == len(found)
