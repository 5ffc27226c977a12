"""Encoders that tell real sentences from fakes."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
import torch

from acceptability.kinds.classifier import scoring
from acceptability.kinds.classifier import training as classifier
from acceptability.papers.cola.encoder import real_fake
from acceptability.papers.cola.encoder.real_fake import Settings
from acceptability.papers.cola.lstm import recurrent
from acceptability.papers.cola.lstm import training as lstm_training
from acceptability.papers.cola.lstm.recurrent import END, SPECIAL
from acceptability.scoring import pretrained

SETTINGS = Settings(
    hidden=12, layers=1, dropout=0.1, epochs=25, batch_size=8, learning_rate=0.03, seed=4, as_published=False, threads=1
)  # fmt: skip
NOUNS, VERBS = ["boy", "girl", "king", "nun"], ["sleeps", "sings", "waits"]
REAL = [f"the {noun} {verb} ." for noun in NOUNS for verb in VERBS] * 8
FAKE = [f"{noun} the {verb} ." for noun in NOUNS for verb in VERBS] * 4
FAKE += [f"the the {noun} {verb} {verb} ." for noun in NOUNS for verb in VERBS] * 4


def table() -> pd.DataFrame:
    kinds = ["real"] * len(REAL) + ["permuted"] * (len(FAKE) // 2) + ["sampled"] * (len(FAKE) // 2)
    rows = pd.DataFrame({"sentence": REAL + FAKE, "kind": kinds})
    return rows.assign(split=["held_out" if n % 7 == 0 else "train" for n in range(len(rows))])


@pytest.fixture(scope="module")
def words():
    """An untrained language model of two layers, and its tokenizer."""
    tokenizer = lstm_training.train_tokenizer(REAL + FAKE, 50)
    torch.manual_seed(1)
    config = recurrent.WordLstmConfig(vocab_size=len(tokenizer), embedding=8, hidden=10, layers=2)
    model = recurrent.WordLstm(config).eval()
    with torch.no_grad():  # as if it had been trained
        for parameter in model.body.parameters():
            parameter.mul_(10 if parameter.shape[0] == len(tokenizer) else 4)
    return model, tokenizer


def train(words, folder, encoder="real-fake", progress=lambda _step, _steps: None, seconds=1e9, identity="x"):
    return real_fake.train(*words, table(), encoder, SETTINGS, folder / "c", identity, progress, seconds)


@pytest.fixture(scope="module", params=["real-fake", "real-fake-elmo"])
def trained(request, words, tmp_path_factory):
    return train(words, tmp_path_factory.mktemp("whole"), request.param)


def weights(model) -> dict[str, bytes]:
    return {name: tensor.numpy().tobytes() for name, tensor in model.state_dict().items()}


def test_it_learns_to_tell_them_apart_and_leaves_the_language_model_alone(trained, words):
    model, curve, judged = trained
    assert judged["fakes"].tolist() == ["all", "permuted", "sampled"]
    assert judged["mcc"].iloc[0] > 0.8 and judged["accuracy"].iloc[0] > 0.9
    assert judged["sentences"].tolist() == [28, 21, 21]
    assert curve["held_out_loss"].iloc[-1] < 0.5 * curve["held_out_loss"].iloc[0]
    before = {name: tensor.numpy().tobytes() for name, tensor in words[0].body.state_dict().items()}
    after = {name.removeprefix("encoder.body."): value for name, value in weights(model).items()}
    assert all(after[name] == before[name] for name in before if name in after)
    assert ("layers.0.weight_ih_l0" in after) == (model.config.encoder == "real-fake-elmo")


def test_answers_are_those_of_the_layers_equations(trained, words):
    """Both directions by hand, one sentence at a time; ELMo's mixture has a bias and no softmax."""
    model, *_ = trained
    ids = torch.tensor([[1, *words[1].convert_tokens_to_ids(["the", "nun", "sings", "."])]])
    with torch.no_grad():
        outputs, _ = words[0].body(ids)
        inputs = outputs[0][0]
        if model.config.encoder == "real-fake-elmo":
            weight, bias = model.encoder.mix.weight[0], model.encoder.mix.bias[0]
            inputs = weight[0] * outputs[1][0] + weight[1] * outputs[2][0] + bias
        ways = []
        for end, order in (("", inputs), ("_reverse", inputs.flip(0))):
            cell = torch.nn.LSTMCell(inputs.shape[1], 12)
            names = ("weight_ih", "weight_hh", "bias_ih", "bias_hh")
            cell.load_state_dict({name: getattr(model.encoder.lstm, f"{name}_l0{end}") for name in names})
            state, states = (torch.zeros(12), torch.zeros(12)), []
            for value in order:
                state = cell(value, state)
                states.append(state[0])
            ways.append(torch.stack(states).amax(0))
        linear = model.head[1]
        expected = float(linear(torch.cat(ways))[0])
    assert classifier.margins(model, ids.tolist())[0] == pytest.approx(expected, abs=1e-5)


def test_margins_do_not_depend_on_the_batch(trained):
    rows = [[1, *range(3, 4 + n % 5)] for n in range(30)]
    together = classifier.margins(trained[0], rows)
    alone = np.concatenate([classifier.margins(trained[0], [row]) for row in rows])
    assert np.allclose(together, alone, rtol=0, atol=1e-5)


class Killed(Exception):
    pass


def test_killed_and_resumed_equals_undisturbed(trained, words, tmp_path):
    def stop(done: int, _steps: int) -> None:
        if done == 21:
            raise Killed

    whole, whole_curve, whole_judged = trained
    encoder = whole.config.encoder
    with pytest.raises(Killed):
        train(words, tmp_path, encoder, stop, seconds=0)
    steps = []
    model, curve, judged = train(words, tmp_path, encoder, lambda done, _all: steps.append(done))
    assert steps[0] == 21
    assert weights(model) == weights(whole)
    assert curve.equals(whole_curve) and judged.equals(whole_judged)
    with pytest.raises(Killed):
        train(words, tmp_path, encoder, stop, seconds=0)
    with pytest.raises(Killed):  # at step 21: something else is trained from the start
        train(words, tmp_path, encoder, lambda done, _all: steps.append(done) or stop(done, _all), identity="y")
    assert steps[-21:] == list(range(1, 22))


def test_it_is_saved_and_read_as_a_classifier(trained, words, tmp_path):
    trained[0].save_pretrained(tmp_path)
    words[1].save_pretrained(tmp_path)
    model, tokenizer = scoring.load(tmp_path)
    assert weights(model) == weights(trained[0])
    start, the, nun, *rest = tokenizer("The nun sings.")["input_ids"]
    real, fake = ([start, *words, *rest] for words in ((the, nun), (nun, the)))
    assert classifier.margins(model, [real])[0] > 0 > classifier.margins(model, [fake])[0]
    assert pretrained.limit(model, tokenizer) > 10**6


def test_as_published_it_learns_from_padded_sentences(words, tmp_path):
    """Every sentence has 30 places then, so that what is padded on to it makes no difference."""
    settings = replace(SETTINGS, as_published=True, epochs=8)
    path = tmp_path / "c"
    model, _, judged = real_fake.train(*words, table(), "real-fake", settings, path, "x", lambda *_: None, 1e9)
    assert model.config.width == real_fake.PUBLISHED_LENGTH
    assert judged.set_index("fakes").loc["all", "accuracy"] > 0.8  # padded rows are no news to it
    ids = torch.tensor([[1, 4, 5, 6]])
    longer = torch.nn.functional.pad(ids, (0, 5), value=SPECIAL.index(END))
    with torch.inference_mode():
        torch.testing.assert_close(model(ids).logits, model(longer).logits)


def test_comparison_by_hand():
    kinds = pd.Series(["real", "real", "sampled", "sampled", "permuted"])
    found = real_fake.compare(kinds, np.array([1.0, -1.0, -1.0, 1.0, -2.0])).set_index("fakes")
    assert found.loc["all", "accuracy"] == pytest.approx(3 / 5)
    assert found.loc["permuted", "accuracy"] == pytest.approx(2 / 3)
    assert found.loc["sampled", "mcc"] == 0
    assert found.loc["permuted", "mcc"] == pytest.approx(0.5)
