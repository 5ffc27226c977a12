import re

import numpy as np
import pytest
import torch
from torch import nn
from torch.utils.flop_counter import FlopCounterMode
from transformers import AutoModelForMaskedLM, BertForMaskedLM, CamembertConfig, XLMRobertaConfig
from transformers.models.bert.modeling_bert import BertLayer

from acceptability.kinds.masked import log_probs as masked
from acceptability.kinds.masked.savings import ARCHITECTURES, Predictor, _distinct, operations
from acceptability.scoring import pretrained
from tiny_models import SENTENCES, SHAPE, VOCABULARY, bert, other_masked, wordpiece_tokenizer

SAVED = ["bert", "roberta", "xlm-roberta", "camembert", "distilbert", "albert", "electra"]
OTHERS = ["deberta", "modernbert"]


def model_of(name: str, **changes):
    """A tiny model with weights, biases and layer norms that differ from each other and from 0 and 1."""
    kin = {"xlm-roberta": XLMRobertaConfig, "camembert": CamembertConfig}
    if name == "bert":
        model = bert()
    elif name in kin:
        config = kin[name](vocab_size=261, max_position_embeddings=66, pad_token_id=1, **SHAPE)
        model = AutoModelForMaskedLM.from_config(config)
    else:
        model = other_masked(name)[0]
    if changes:
        for key, value in changes.items():
            setattr(model.config, key, value)
        model = type(model)(model.config)
    torch.manual_seed(2)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.normal_(0, 0.4)
    return model.eval()


def rows(count: int, length: int, highest: int = 60) -> tuple[np.ndarray, np.ndarray]:
    """Rows of ids, few of them different at a place (none of padding), and a place in each."""
    chance = np.random.default_rng(count * 100 + length)
    ids = np.where(
        chance.random((count, length)) < 0.7, np.arange(5, 5 + length), chance.integers(5, highest, (count, length))
    )
    return ids.astype(np.int32), chance.integers(0, length, count)


def plainly(model, ids: np.ndarray, places: np.ndarray) -> torch.Tensor:
    """By the library alone, one row after the other."""
    one = [
        model(input_ids=torch.from_numpy(row[None])).logits[0, place] for row, place in zip(ids, places, strict=True)
    ]
    return torch.stack(one).float()


def difference(model, ids, places, **options) -> float:
    with torch.inference_mode():
        return float((Predictor(model, **options)(ids, places) - plainly(model, ids, places)).abs().max())


@pytest.mark.parametrize("name", SAVED)
@pytest.mark.parametrize(("count", "length"), [(1, 1), (1, 3), (3, 1), (4, 2), (5, 7), (40, 12)])
def test_equals_the_plain_way(name, count, length):
    model = model_of(name)
    assert Predictor(model).known
    assert difference(model, *rows(count, length)) < 1e-5


@pytest.mark.parametrize("name", SAVED)
def test_in_double_precision_only_rounding_differs(name):
    """float32 may hide a small error of method: in float64 there is none."""
    assert difference(model_of(name).double(), *rows(8, 9)) < 1e-5  # logits are compared as float32
    model, (ids, places) = model_of(name).double(), rows(8, 9)
    hidden = []
    hook = model.get_output_embeddings().register_forward_hook(
        lambda _module, inputs, _output: hidden.append(inputs[0])
    )
    with torch.inference_mode():
        Predictor(model)(ids, places)
        Predictor(model, savings=False)(ids, places)
    hook.remove()
    assert hidden[0].shape == hidden[1].shape and float((hidden[0] - hidden[1]).abs().max()) < 1e-12


@pytest.mark.parametrize("attention", ["eager", "sdpa"])
@pytest.mark.parametrize("name", ["bert", "distilbert", "albert"])
def test_whichever_attention_the_library_uses(name, attention):
    model = model_of(name)
    model.set_attn_implementation(attention)
    assert difference(model, *rows(6, 8)) < 1e-5


@pytest.mark.parametrize(
    ("name", "key"), [("bert", "num_hidden_layers"), ("distilbert", "n_layers"), ("albert", "num_hidden_layers")]
)
@pytest.mark.parametrize("layers", [1, 2, 5])
def test_any_number_of_layers(name, key, layers):
    """With one layer, the first is the last."""
    assert difference(model_of(name, **{key: layers}), *rows(6, 8)) < 1e-5


def test_groups_of_albert():
    model = model_of("albert", num_hidden_layers=5, num_hidden_groups=2, inner_group_num=2)
    assert len(Predictor(model).known[0]) == 10
    assert difference(model, *rows(6, 8)) < 1e-5


@pytest.mark.parametrize("name", SAVED)
def test_a_row_does_not_depend_on_its_batch(name):
    model, (ids, places) = model_of(name), rows(30, 9)
    with torch.inference_mode():
        predict = Predictor(model)
        together = predict(ids, places)
        for size in (1, 4, 29):
            parts = [predict(ids[start : start + size], places[start : start + size]) for start in range(0, 30, size)]
            assert float((torch.cat(parts) - together).abs().max()) < 1e-5


@pytest.mark.parametrize("name", SAVED)
def test_padding_is_left_to_the_library(name):
    """RoBERTa counts places without padding, so that a token's place in the row is not enough."""
    model, (ids, places) = model_of(name), rows(6, 8)
    ids[2, 5:] = ids[4, 0] = model.config.pad_token_id
    predict = Predictor(model)
    with torch.inference_mode():
        assert float((predict(ids, places) - plainly(model, ids, places)).abs().max()) < 1e-5
    assert predict.plain == 0


@pytest.mark.parametrize("name", OTHERS)
def test_other_architectures_are_computed_by_the_library(name):
    model = model_of(name)
    assert Predictor(model).known is None
    assert difference(model, *rows(6, 8)) < 1e-5
    assert "no exact savings: exact_savings is false, or" in Predictor(model).report()


class OtherLayer(BertLayer):
    def forward(self, *inputs, **named):
        return 2 * super().forward(*inputs, **named)


class OtherLinear(nn.Linear):
    def forward(self, states):
        return 2 * super().forward(states)


class OtherModel(BertForMaskedLM):
    pass


def other_last_layer(model):
    model.bert.encoder.layer[-1].__class__ = OtherLayer


def other_projection(model):
    model.bert.encoder.layer[0].attention.self.key.__class__ = OtherLinear


def other_model(model):
    model.__class__ = OtherModel


def hook(model):
    model.bert.encoder.layer[-1].intermediate.register_forward_hook(lambda _module, _inputs, output: 2 * output)


def own_forward(model):
    layer = model.bert.encoder.layer[0]
    forward = layer.forward
    layer.forward = lambda *inputs, **named: 2 * forward(*inputs, **named)


def decoder(model):
    model.config.is_decoder = True


@pytest.mark.parametrize("change", [other_last_layer, other_projection, other_model, hook, own_forward, decoder])
def test_changed_models_are_computed_by_the_library(change):
    model = model_of("bert")
    change(model)
    predict = Predictor(model)
    assert predict.known is None
    assert difference(model, *rows(6, 8)) < 1e-5


def test_nothing_is_left_behind_in_the_model():
    model, before = model_of("albert"), rows(6, 8)
    expected = plainly(model, *before)
    predict = Predictor(model)
    with torch.inference_mode():
        predict(*before)
        with pytest.raises(IndexError):
            predict(np.full((2, 8), 10**6, np.int32), np.zeros(2, int))
    assert Predictor(model).known and not any("forward" in vars(module) for module in model.modules())
    assert torch.equal(plainly(model, *before), expected)


@pytest.mark.parametrize("name", SAVED)
@pytest.mark.parametrize("precision", [torch.bfloat16, torch.float16])
def test_half_precision_stays_as_near_to_single_as_without(name, precision):
    """The savings round otherwise, and not worse."""
    model, (ids, places) = model_of(name), rows(40, 9)
    with torch.inference_mode():
        exact = plainly(model, ids, places).log_softmax(dim=1)
        model = model.to(precision)
        errors = [
            float((Predictor(model, savings)(ids, places).log_softmax(dim=1) - exact).abs().mean())
            for savings in (True, False)
        ]
    assert 0 < errors[0] < 1.5 * errors[1]


def test_scores_are_the_same_with_and_without(capsys):
    model, tokenizer = model_of("bert"), wordpiece_tokenizer()
    sentences = pretrained.encode(tokenizer, [*SENTENCES, "boy"], [*SENTENCES, "boy"])
    ways = list(masked.MASKINGS)
    without = masked.score(model, tokenizer, sentences, ways, savings=False)
    assert "no exact savings: exact_savings is false, or" in capsys.readouterr().out
    for budget in (1, 30, 500):
        scored = masked.score(model, tokenizer, sentences, ways, budget)
        assert re.search(r"multiply-adds instead of .*: [1-9]\d\.\d% saved", capsys.readouterr().out)
        for one, other in zip(scored, without, strict=True):
            for way in ways:
                np.testing.assert_allclose(one[way], other[way], atol=1e-5)


def test_distinct_tokens_at_their_places_by_hand():
    first, same = _distinct(torch.tensor([[7, 8, 9], [7, 9, 9], [8, 8, 9]]))
    # In the order of token, then place: 7 at 0, 8 at 0, 8 at 1, 9 at 1, 9 at 2.
    assert first.tolist() == [0, 6, 1, 4, 2]
    assert same.tolist() == [[0, 2, 4], [0, 3, 4], [1, 2, 4]]


def test_operations_by_hand():
    """2 rows of 3 tokens, 4 wide, 5 within, 2 heads, 7 words, embeddings of 4 numbers."""
    shape = {"hidden": 4, "inner": 5, "embedding": 4, "vocabulary": 7}
    projections, attention, feed_forward = 6 * 4 * 16, 2 * (9 + 9) * 4, 6 * 2 * 20
    layer = projections + attention + feed_forward
    head = 2 * (16 + 28)
    assert operations(2, 3, 3, **shape) == 3 * layer + head
    # Of the 6 tokens in the first layer, 4 are different: 2 have no query, key and value of their own.
    first = layer - 2 * 3 * 16
    # For one token a row: query to keys (2 products), values, output; and for each head, scores and means of 3 states.
    last = 2 * (4 * 16 + 2 * 20) + 2 * 2 * (3 * 4 + 3 * 4)
    assert operations(2, 3, 3, **shape, heads=2, distinct=4) == first + layer + last + head
    assert operations(2, 3, 1, **shape, heads=2, distinct=4) == last + head
    narrow = shape | {"embedding": 2}
    assert operations(2, 3, 3, **narrow) == 3 * layer + 2 * 2 * (4 + 7) + 6 * 2 * 4


@pytest.mark.parametrize("name", SAVED)
def test_operations_are_those_that_pytorch_counts(name):
    model, (ids, places) = model_of(name), rows(20, 7)
    model.set_attn_implementation("eager")
    predict = Predictor(model)
    with torch.inference_mode():
        with FlopCounterMode(display=False) as saved:
            predict(ids, places)
        with FlopCounterMode(display=False) as plain:
            Predictor(model, savings=False)(ids, places)
    assert (saved.get_total_flops(), plain.get_total_flops()) == (2 * predict.done, 2 * predict.plain)


def test_what_a_base_model_saves():
    """10 copies of a sentence of 10 tokens between [CLS] and [SEP]: 12 tokens, and a mask in each of 10 places."""
    shape = {"hidden": 768, "inner": 3072, "embedding": 768, "vocabulary": 30_522}
    saved = 1 - operations(10, 12, 12, **shape, heads=12, distinct=12 + 10) / operations(10, 12, 12, **shape)
    assert 0.08 < saved < 0.1


def test_every_architecture_is_tested():
    assert {type(model_of(name)) for name in SAVED} == set(ARCHITECTURES)
    assert model_of("bert").config.vocab_size == len(VOCABULARY)
