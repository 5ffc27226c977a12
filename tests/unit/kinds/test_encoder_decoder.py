"""Encoder-decoders: each way of predicting a token, against numbers from an independent program."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
import torch
from transformers import (
    MBartConfig,
    MBartForConditionalGeneration,
    MT5Config,
    MT5ForConditionalGeneration,
    UMT5Config,
    UMT5ForConditionalGeneration,
)

import acceptability
import tiny_models
from acceptability.errors import InputError
from acceptability.kinds.encoder_decoder import log_probs, scoring
from acceptability.kinds.encoder_decoder.manifest import KIND, WAYS
from acceptability.kinds.registry import described_model

SENTENCES = ["The boy sleeps.", "The boy sleep.", "She saw him yesterday.", "a"]
MEASURES = ["log_prob", "pll_infilling", "pll_babylm_mask", "pll_babylm_prefix"]
SUMS = {"t5": 11917.1697, "bart": 14127.7280, "bert": 7324.9444, "gpt2": 7788.8480}  # of the sizes of all weights
NUMBERS = {
    "t5": [
        [-84.0179, -80.3508, -133.2745, -8.2886],
        [-87.3223, -83.4569, -138.0772, -8.2886],
        [-83.5543, -79.0252, -133.4207, -7.7222],
        [-82.7662, -78.9801, -132.5356, -7.7222],
    ],
    "bart": [
        [-92.9363, -85.3292, -144.9034, -9.7066],
        [-94.8924, -84.1559, -150.2066, -9.3787],
        [-95.5107, -88.5466, -145.8295, -8.9721],
        [-101.2870, -93.4380, -160.3688, -8.9721],
    ],
}
NOISE = 5e-5 + 5e-6  # four decimals, and how far sums in float32 may be off


@pytest.fixture(scope="module")
def models() -> dict:
    tokenizers = {"t5": tiny_models.t5_letters(), "bart": tiny_models.bart_letters()}
    return {name: (tiny_models.of_letters(name), tokenizer) for name, tokenizer in tokenizers.items()}


@pytest.fixture(scope="module")
def folders(models, tmp_path_factory) -> dict:
    folder = tmp_path_factory.mktemp("encoder_decoders")
    return {name: tiny_models.save(folder / name, *model) for name, model in models.items()}


def sums(model, **options) -> list[list[float]]:
    """Return the scores of the sentences, a row for each measure."""
    options = {"measures": ["log_prob"]} | options
    return acceptability.score(SENTENCES, model, **options)[options["measures"]].to_numpy().T.tolist()


@pytest.mark.parametrize("name", SUMS)
def test_the_tiny_models_are_those_of_the_numbers(name):
    model = tiny_models.of_letters(name)
    assert sum(weights.detach().double().abs().sum().item() for weights in model.parameters()) == pytest.approx(
        SUMS[name], abs=5e-5
    )


@pytest.mark.parametrize("name", NUMBERS)
def test_each_way_gives_the_number_of_its_formula(name, models):
    for row, expected in zip(sums(models[name], measures=MEASURES), NUMBERS[name], strict=True):
        assert row == pytest.approx(expected, abs=NOISE)


def test_a_sentence_can_be_written_after_an_empty_source_and_its_end_scored(models):
    assert sums(models["t5"], encoder_reads="empty") == [
        pytest.approx([-88.1533, -83.3885, -133.9947, -7.2833], abs=NOISE)
    ]
    ended = sums(models["t5"], encoder_reads="empty", ending=True)
    assert ended == [pytest.approx([-94.3530, -89.6043, -140.2554, -13.8328], abs=NOISE)]
    assert sums(models["bart"], encoder_reads="empty") == sums(models["bart"])
    assert sums(models["bart"], encoder_reads="mask") != sums(models["bart"])


@pytest.mark.parametrize("name", NUMBERS)
def test_the_probabilities_of_all_tokens_in_one_place_sum_to_one(name, models):
    """Whatever token is the last, it is predicted after the same source and the same tokens."""
    model, tokenizer = models[name]
    table = pd.DataFrame({"sentence_id": ["s"], "sentence": ["ab"]})
    (encoded,) = scoring.SCORER.encode(tokenizer, table, {"ending": False})
    before, last = encoded.ids[: encoded.last], encoded.last
    every = [replace(encoded, ids=[*before, token, *encoded.ids[last + 1 :]]) for token in range(261)]
    scored = log_probs.score(model, every, WAYS, log_probs.Marks.of(model, tokenizer, None))
    for way in WAYS:
        assert sum(np.exp(columns[way][-1]) for columns in scored) == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize("name", NUMBERS)
def test_batches_and_companions_change_no_score(name, models):
    model, tokenizer = models[name]
    table = pd.DataFrame({"sentence_id": list("abcd"), "sentence": SENTENCES})
    encoded = scoring.SCORER.encode(tokenizer, table, {"ending": False})
    marks = log_probs.Marks.of(model, tokenizer, None)
    whole = log_probs.score(model, encoded, WAYS, marks)
    alone = [log_probs.score(model, [sentence], WAYS, marks, budget=1)[0] for sentence in encoded]
    for one, other in zip(whole, alone, strict=True):
        assert one.keys() == other.keys() == {*WAYS, "rank"}
        for column in one:
            np.testing.assert_allclose(one[column], other[column], rtol=0, atol=2e-5)


@pytest.mark.parametrize("name", NUMBERS)
def test_a_folder_is_scored_as_the_model_in_memory(name, models, folders):
    for row, other in zip(sums(folders[name], measures=MEASURES), sums(models[name], measures=MEASURES), strict=True):
        assert row == pytest.approx(other, abs=2e-5)


def test_a_checkpoint_without_its_tied_head_is_scored_the_same(models, tmp_path):
    model, tokenizer = models["bart"]
    folder = tiny_models.save(tmp_path / "bart", model.model, tokenizer)  # as the authors of BART saved theirs
    assert sums(folder) == [pytest.approx(NUMBERS["bart"][0], abs=NOISE)]


def test_the_kind_is_read_from_the_config(folders):
    for folder in folders.values():
        entry = described_model({"path": str(folder)}, None)
        assert entry["kind"] == "encoder_decoder" and entry["measures"] == ["log_prob", "mean_lp", "pll_infilling"]


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize("kind", ["causal", "masked", "mntp"])
def test_an_encoder_decoder_is_of_no_other_kind(name, kind, folders):
    with pytest.raises(
        InputError, match=f"is an architecture of the kind encoder_decoder, not {kind}; set kind='encoder_decoder'"
    ):
        acceptability.score(SENTENCES, folders[name], kind=kind)


def test_a_model_without_a_decoder_of_its_own_is_none(tmp_path):
    folder = tiny_models.save(tmp_path / "bert", tiny_models.of_letters("bert"), tiny_models.bart_letters())
    with pytest.raises(InputError, match="bert is not an encoder-decoder"):
        acceptability.score(SENTENCES, folder, kind="encoder_decoder")


def plain(model, tokenizer, text: str) -> list[float]:
    """Return what MEASURES are of a sentence, by a loop over its tokens and the library's model alone."""
    mask, end = tokenizer.convert_tokens_to_ids("<extra_id_0>"), tokenizer.eos_token_id
    ids, start = tokenizer(text, add_special_tokens=False)["input_ids"], model.config.decoder_start_token_id

    def log_prob(source: list[int], written: list[int], token: int) -> float:
        with torch.no_grad():
            logits = model(input_ids=torch.tensor([source]), decoder_input_ids=torch.tensor([written])).logits[0, -1]
        return float(logits.double().log_softmax(0)[token])

    rows = []
    for place, token in enumerate(ids):
        hidden = [*ids[:place], mask, *ids[place + 1 :], end]
        rows.append(
            [
                log_prob([mask, end], [start, mask, *ids[:place]], token),
                log_prob(hidden, [start, mask], token),
                log_prob(hidden, [mask], token),
                log_prob([mask, end], [mask, mask, *ids[:place]], token),
            ]
        )
    return np.sum(rows, axis=0).tolist()


@pytest.mark.parametrize(
    ("config", "model"), [(MT5Config, MT5ForConditionalGeneration), (UMT5Config, UMT5ForConditionalGeneration)]
)
def test_multilingual_t5s_are_scored_as_a_plain_loop_does(config, model):
    torch.manual_seed(0)
    shape = {"d_model": 32, "d_kv": 8, "d_ff": 64, "num_layers": 2, "num_heads": 4, "vocab_size": 261}
    network = model(config(**shape, decoder_start_token_id=0, pad_token_id=0, eos_token_id=1)).eval()
    scored = np.transpose(sums((network, tiny_models.t5_letters()), measures=MEASURES))
    for text, row in zip(SENTENCES[::3], scored[::3], strict=True):
        assert row.tolist() == pytest.approx(plain(network, tiny_models.t5_letters(), text), abs=5e-5)


def test_types_that_were_not_tried_are_refused(tmp_path):
    shape = {"d_model": 32, "decoder_start_token_id": 0, "pad_token_id": 0, "eos_token_id": 1, "vocab_size": 261}
    layers = {"encoder_layers": 1, "decoder_layers": 1, "encoder_ffn_dim": 32, "decoder_ffn_dim": 32}
    mbart = MBartForConditionalGeneration(MBartConfig(**shape, **layers))
    folder = tiny_models.save(tmp_path / "mbart", mbart, tiny_models.t5_letters())
    with pytest.raises(InputError, match=r"MBartForConditionalGeneration; scored are t5, mt5, umt5, bart"):
        acceptability.score(SENTENCES, folder)


@pytest.mark.parametrize(
    ("tokenizer", "said"),
    [
        (tiny_models.letters(["<pad>", "</s>", "<unk>"], "$A </s>", eos_token="</s>"), "neither a mask token nor"),
        (tiny_models.letters(["<pad>", "</s>", "<extra_id_0>"], "$A", eos_token="</s>"), "its end-of-text token after"),
    ],
)
def test_a_tokenizer_that_lacks_what_training_had_is_refused(tokenizer, said, models):
    with pytest.raises(InputError, match=said):
        acceptability.score(SENTENCES, (models["t5"][0], tokenizer))


def test_the_end_is_scored_only_where_training_had_it(models):
    with pytest.raises(InputError, match="ending=True needs encoder_reads='empty'"):
        sums(models["t5"], ending=True)
    with pytest.raises(InputError, match="applies to log_prob"):
        sums(models["bart"], ending=True, measures=["log_prob", "pll_infilling"])
    with pytest.raises(InputError, match=r"models.m.ending: pll_infilling predicts the tokens of the sentence alone"):
        KIND.check({"ending": True, "measures": ["log_prob", "pll_infilling"]}, "models.m")
    KIND.check({"ending": True, "measures": ["log_prob", "slor"]}, "models.m")
    with pytest.raises(InputError, match="encoder_reads='all': must be one of mask, empty"):
        sums(models["t5"], encoder_reads="all")


def test_what_no_measure_needs_is_not_computed():
    assert KIND.reading({"measures": ["mean_lp"]})["ways"] == ["log_prob"]
    assert KIND.reading({"measures": ["pll_babylm_mask"]})["ways"] == ["log_prob", "log_prob_babylm_mask"]


def test_long_sentences_are_refused_or_skipped(models):
    long = ["a" * 127, "a" * 126]  # with <s> and </s>, BART takes 128 tokens
    with pytest.raises(InputError, match="1 sentence has more tokens than the 128"):
        acceptability.score(long, models["bart"])
    with pytest.warns(UserWarning, match="1 sentences are too long"):
        assert (
            len(acceptability.score(long, models["bart"], "encoder_decoder", "log_prob", too_long="skip").dropna()) == 1
        )
    with pytest.raises(InputError, match="too_long=.window. is for masked and causal models"):
        acceptability.score(long, models["bart"], too_long="window")
    assert len(acceptability.score(["a" * 300], models["t5"], measures="log_prob")) == 1  # its positions are relative


def test_words_and_ranks_are_those_of_the_sentence_as_a_whole(models):
    words = acceptability.score(SENTENCES[:1], models["t5"], words=True)
    assert words["text"].tolist() == ["The", "boy", "sleeps."]
    assert -words["surprisal"].sum() == pytest.approx(NUMBERS["t5"][0][0], abs=NOISE)
    tokens = acceptability.score(SENTENCES[:1], models["t5"], tokens=True)
    assert tokens["rank"].between(1, 261).all() and tokens["position"].tolist() == list(range(1, 16))
