"""Classifiers on frozen encoders, each beside a plain computation."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import torch

from acceptability.errors import InputError
from acceptability.kinds.classifier import restart_files, scoring
from acceptability.kinds.classifier import training as classifier
from acceptability.papers.cola.encoder import training as transfer
from acceptability.papers.cola.encoder.training import Settings
from acceptability.papers.cola.lstm import recurrent
from acceptability.papers.cola.lstm import training as lstm_training
from acceptability.papers.cola.lstm.recurrent import SentenceClassifier, SentenceClassifierConfig
from acceptability.scoring import decisions, divisions
from acceptability.scoring.too_long import TRAINING, Skipping

SETTINGS = Settings(
    encoder="cbow", restart=7, hidden=16, dropout=0.1, epochs=12, patience=12, batch_size=8, learning_rate=0.01, class_weights=True, longest=10,
    as_published=False, threads=1,
)  # fmt: skip
WORDS = ["boy", "girl", "sleeps", "sees", "the", "boys", "unaffordable", "able"]
SENTENCES = [" ".join(WORDS[(i * k + i // 3) % 8] for k in range(1, 3 + i % 7)) + "." for i in range(90)]
TABLE = pd.DataFrame(
    {
        "sentence_id": [str(number) for number in range(90)],
        "sentence": SENTENCES,
        "label": [int("boy" in sentence.split()) for sentence in SENTENCES],
        "split": ["train", "train", "train", "dev", "test"] * 18,
    }
)


def settings(**changes) -> Settings:
    return replace(SETTINGS, **changes)


@pytest.fixture(scope="module")
def folders(tmp_path_factory) -> dict[str, Path]:
    """For each kind of encoder, the folder that it is read from: one language model, and two encoders on it."""
    tokenizer = lstm_training.train_tokenizer(SENTENCES, 50)
    torch.manual_seed(1)
    sizes = {"vocab_size": len(tokenizer), "embedding": 12}
    language_model = recurrent.WordLstm(recurrent.WordLstmConfig(**sizes, hidden=10, layers=2))
    with torch.no_grad():
        language_model.body.embedding.weight.mul_(10)
    models = {"lm": language_model}
    for kind in ("real-fake", "real-fake-elmo"):
        config = SentenceClassifierConfig(encoder=kind, **sizes, states=10, state_layers=2, hidden=9, layers=1)
        models[kind] = SentenceClassifier(config)
    made = {}
    for name, model in models.items():
        made[name] = tmp_path_factory.mktemp(name)
        model.save_pretrained(made[name])
        tokenizer.save_pretrained(made[name])
    return made | {"cbow": made["lm"], "lm-states": made["lm"]}


def restart(
    folders, folder, encoder="cbow", chosen=SETTINGS, table=TABLE, progress=lambda _step, _steps: None, skipping=None
):
    chosen = replace(chosen, encoder=encoder)
    return transfer.restart(folders[encoder], table, chosen, folder / "c", progress, Path("labelled.csv"), skipping)


def weights(model) -> dict[str, bytes]:
    return {name: tensor.numpy().tobytes() for name, tensor in model.state_dict().items()}


@pytest.mark.parametrize("encoder", recurrent.ENCODERS)
def test_answers_are_those_of_the_layers_one_sentence_at_a_time(folders, tmp_path, encoder):
    made = restart(folders, tmp_path, encoder, settings(epochs=2))
    judged = scoring.judge(made.model, made.tokenizer, TABLE, Path("x")).set_index("sentence_id")["margin"]
    parts = list(made.model.head)
    assert len(parts) == (5 if encoder == "cbow" else 4)  # a bag of words drops some of its vector out, too
    first, last = parts[-4], parts[-1]
    for number in range(0, 90, 13):
        ids = torch.tensor([made.tokenizer(SENTENCES[number])["input_ids"]])
        assert ids[0, 0] == 1
        with torch.no_grad():
            vectors, *states = made.model.encoder.body(ids)[0]
            if encoder == "cbow":
                vector = vectors[0].sum(0)
            elif encoder == "lm-states":
                vector = states[1][0].amax(0)
            else:
                mixed = vectors if encoder == "real-fake" else made.model.encoder.mix(torch.stack(states, -1))[..., 0]
                vector = made.model.encoder.lstm(mixed)[0][0].amax(0)
            expected = last.weight @ torch.tanh(first.weight @ vector + first.bias) + last.bias
        assert judged[str(number)] == pytest.approx(float(expected), abs=1e-5)


@pytest.mark.parametrize("encoder", recurrent.ENCODERS)
def test_only_the_head_is_trained(folders, tmp_path, encoder):
    made = restart(folders, tmp_path, encoder)
    seed = int(np.random.SeedSequence(SETTINGS.restart).generate_state(2)[0])
    before, _ = transfer.load(folders[encoder], replace(SETTINGS, encoder=encoder), seed)
    changed = {name for name, value in weights(made.model).items() if value != weights(before)[name]}
    assert changed == {name for name in weights(made.model) if name.startswith("head.")}


def test_restarts_follow_from_their_numbers(folders, tmp_path):
    first, again, other = (restart(folders, tmp_path, chosen=settings(restart=number)) for number in (7, 7, 8))
    assert weights(first.model) == weights(again.model)
    assert weights(first.model) != weights(other.model)
    assert first.curve.equals(again.curve)


def test_it_learns_what_the_labels_say_and_keeps_the_best_epoch(folders, tmp_path):
    made = restart(folders, tmp_path, chosen=settings(epochs=60, patience=60))
    judged = scoring.judge(made.model, made.tokenizer, TABLE, Path("x"))
    on = {split: (TABLE["split"] == split).to_numpy() for split in ("train", "dev", "test")}
    decided = decisions.decide(judged["margin"])
    mcc = {split: decisions.mcc(TABLE["label"][rows], decided[rows]) for split, rows in on.items()}
    assert mcc["train"] > 0.9 and mcc["test"] > 0.5
    curve = made.curve.set_index("epoch")["held_out_mcc"].fillna(0)
    assert mcc["dev"] == pytest.approx(curve.max())
    assert made.provenance["best_epoch"] == curve.idxmax()
    assert made.held_out.tolist() == TABLE["sentence_id"][on["dev"]].tolist()


def test_training_ends_when_dev_no_longer_gains(folders, tmp_path):
    made = restart(folders, tmp_path, chosen=settings(epochs=500, patience=5, learning_rate=0.05))
    curve = made.curve.set_index("epoch")["held_out_mcc"].fillna(0)
    assert len(curve) < 500
    assert len(curve) - curve.idxmax() == 5


class Killed(Exception):
    pass


@pytest.mark.parametrize("epoch", [1, 4])
def test_killed_and_resumed_equals_undisturbed(folders, tmp_path, monkeypatch, epoch):
    steps = -(-54 // 8)  # of an epoch

    def stop(done: int, _steps: int) -> None:
        if done == epoch * steps + 2:
            raise Killed

    whole = restart(folders, tmp_path / "whole")
    monkeypatch.setattr(transfer.fit, "__defaults__", (0,))  # a checkpoint after each epoch
    with pytest.raises(Killed):
        restart(folders, tmp_path, progress=stop)
    for chosen in (SETTINGS, settings(dropout=0.0)):
        seen = []
        made = restart(folders, tmp_path, chosen=chosen, progress=lambda done, _all, seen=seen: seen.append(done))
        assert seen[0] == (epoch * steps + 1 if chosen == SETTINGS else 1)
        if chosen == SETTINGS:
            assert weights(made.model) == weights(whole.model)
            assert made.curve.equals(whole.curve)


def test_class_weights_are_the_other_class_s_share_of_the_sentences_trained_on(folders, tmp_path):
    table = TABLE.assign(label=[1] * 60 + [0] * 30)
    train = table["label"][table["split"] == "train"].mean()
    weighted = {
        "ours": restart(folders, tmp_path, table=table),
        "published": restart(folders, tmp_path, chosen=settings(as_published=True), table=table),
        "none": restart(folders, tmp_path, chosen=settings(class_weights=False), table=table),
    }
    found = {name: made.provenance["class_weights"] for name, made in weighted.items()}
    assert found["ours"] == pytest.approx((train, 1 - train))
    assert found["published"] == pytest.approx((2 / 3, 1 / 3))
    assert found["none"] == (1, 1)


@pytest.mark.parametrize(("split", "part"), [("train", "training"), ("dev", "development")])
def test_both_labels_are_needed_to_train_and_to_stop(folders, tmp_path, split, part):
    only = TABLE.assign(label=TABLE["label"].where(TABLE["split"] != split, 1))
    with pytest.raises(InputError, match=rf"labelled\.csv: all {part} sentences have the label 1, and a classifier"):
        restart(folders, tmp_path, table=only)
    with pytest.raises(InputError, match=rf"labelled\.csv: there are no {part} sentences"):
        restart(folders, tmp_path, table=TABLE[TABLE["split"] != split])


def test_provenance_counts_the_sentences_that_were_cut(folders, tmp_path):
    """Of training and development: <s>, 29 words or 30, and no more."""
    long = TABLE.assign(sentence=TABLE["sentence"].where(~TABLE.index.isin([0, 3, 4]), "boy " * 30))
    long.loc[1, "sentence"] = "boy " * 29
    made = restart(folders, tmp_path, chosen=settings(as_published=True, epochs=1), table=long)
    assert made.provenance["sentences_cut"] == 2
    assert restart(folders, tmp_path, chosen=settings(epochs=1)).provenance["sentences_cut"] == 0


def test_the_loss_is_the_weighted_cross_entropy(folders, tmp_path):
    """The first epoch's, with one step an epoch: of the new weights."""
    chosen = settings(epochs=1, batch_size=100, dropout=0.0)
    made = restart(folders, tmp_path, chosen=chosen)
    seed = int(np.random.SeedSequence(7).generate_state(2)[0])
    model, tokenizer = transfer.load(folders["cbow"], chosen, seed)
    train = TABLE[TABLE["split"] == "train"]
    margins = classifier.margins(model, transfer.encode(model, tokenizer, train))
    share, labels = train["label"].mean(), train["label"].to_numpy()
    p = 1 / (1 + np.exp(-margins))
    losses = np.where(labels == 1, -(1 - share) * np.log(p), -share * np.log(1 - p))
    assert made.curve["loss"].iloc[0] == pytest.approx(losses.mean(), rel=1e-5)


@pytest.mark.parametrize("encoder", recurrent.ENCODERS)
def test_as_published_sentences_are_padded_or_cut_to_30_tokens(folders, tmp_path, encoder):
    made = restart(folders, tmp_path, encoder, settings(as_published=True, epochs=1))
    long = pd.DataFrame({"sentence_id": ["a", "b"], "sentence": ["boy sees " * 20, "the boy sees"]})
    judged = scoring.judge(made.model, made.tokenizer, long, Path("x"))["margin"].to_numpy()
    rows = [made.tokenizer(sentence)["input_ids"] for sentence in long["sentence"]]
    assert [len(row) for row in rows] == [41, 4]
    padded = torch.tensor([rows[0][:30], rows[1] + [2] * 26])
    with torch.no_grad():
        expected = made.model.head(made.model.encoder(padded))[:, 0].numpy()
    assert judged == pytest.approx(expected, abs=1e-5)


def test_sentences_that_are_too_long_are_named(folders, tmp_path):
    long = TABLE.copy()
    long.loc[3, "sentence"] = "boy " * 11
    with pytest.raises(InputError, match=r"labelled\.csv: 1 sentence has more tokens .*'3' \(12\).*transfer\.longest"):
        restart(folders, tmp_path, table=long)
    made = restart(folders, tmp_path, chosen=settings(epochs=1))
    with pytest.raises(InputError, match="1 sentence has more tokens than the 11 that"):
        scoring.judge(made.model, made.tokenizer, long, Path("x"))
    skipping = Skipping("mine", fate=TRAINING)
    left = restart(folders, tmp_path, table=long, chosen=settings(epochs=1), skipping=skipping)
    alone = restart(folders, tmp_path, table=long.drop(3), chosen=settings(epochs=1))
    pd.testing.assert_frame_equal(left.table, alone.table)
    assert weights(left.model) == weights(alone.model) and left.provenance["sha256"] == alone.provenance["sha256"]
    assert left.provenance["left_out"] == {"limit": 11, "tokens": {"3": 12}} and "left_out" not in alone.provenance
    message = r"^labelled\.csv: no sentence is left of 90 for mine, .* set a greater number under transfer\.longest, or"
    with pytest.raises(InputError, match=message):
        restart(folders, tmp_path, table=TABLE.assign(sentence="boy " * 11), skipping=skipping)


@pytest.mark.parametrize("encoder", ["cbow", "real-fake"])
def test_a_vocabulary_that_does_not_fit_its_model_is_refused(folders, tmp_path, encoder):
    for path in folders[encoder].iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    lstm_training.train_tokenizer(["boy"], 50).save_pretrained(tmp_path)
    with pytest.raises(
        InputError, match=r"the tokenizer knows 4 tokens and the model \d+; (they do not|use the tokenizer that) belong"
    ):
        transfer.load(tmp_path, replace(SETTINGS, encoder=encoder), 1)


@pytest.mark.parametrize("encoder", recurrent.ENCODERS)
def test_a_restart_is_kept_and_judges_as_before(folders, tmp_path, encoder):
    made = restart(folders, tmp_path, encoder)
    written = Path("labelled.csv"), {"model": "m"}, tmp_path / "kept", tmp_path / "c"
    restart_files.write(made, *written, divisions.WHOLE)
    model, tokenizer = scoring.load(tmp_path / "kept")
    before, after = (scoring.judge(*of, TABLE, Path("x")) for of in ((made.model, made.tokenizer), (model, tokenizer)))
    pd.testing.assert_frame_equal(before, after)
    assert {path.name for path in (tmp_path / "kept").iterdir()} == {
        "config.json", "model.safetensors", "tokenizer.json", "tokenizer_config.json", "margins.csv", "curve.csv",
        "held_out.csv", "provenance.json",
    }  # fmt: skip
    if encoder == "cbow":  # under another division, only what was not trained on is judged, and no weights are kept
        (tmp_path / "divided").mkdir()
        restart_files.write(made, *written[:2], tmp_path / "divided", written[3], {"kind": "size", "size": 9})
        assert {path.name for path in (tmp_path / "divided").iterdir()} == {"margins.csv", "provenance.json"}
        judged = pd.read_csv(tmp_path / "divided/margins.csv", dtype={"sentence_id": str})["sentence_id"]
        assert judged.tolist() == TABLE.loc[TABLE["split"] != "train", "sentence_id"].tolist()
