import json
import os
import subprocess
import sys

import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer, models, pre_tokenizers, processors
from transformers import BertConfig, BertForPreTraining, BertModel, PreTrainedTokenizerFast

from acceptability.errors import InputError
from acceptability.kinds.causal import log_probs as causal
from acceptability.kinds.causal.scoring import CAUSAL
from acceptability.kinds.masked import log_probs as masked
from acceptability.kinds.masked.scoring import MASKED
from acceptability.scoring import batches, devices, pretrained
from helpers import ROOT
from tiny_models import (
    END_OF_TEXT,
    SENTENCES,
    SHAPE,
    VOCABULARY,
    bert,
    byte_tokenizer,
    gpt2,
    gpt2_tokenizer,
    other_masked,
    save,
    wordpiece_tokenizer,
)

BEGINNING = (True, False, False)  # a causal model's settings: beginning, neither ending nor leading_space


@pytest.fixture
def folder(tmp_path):
    return save(tmp_path / "bert", bert(), wordpiece_tokenizer())


def refused(folder, kind=MASKED, precision="float32") -> str:
    with pytest.raises(InputError) as caught:
        pretrained.load(folder, kind, precision)
    message = str(caught.value)
    assert "\n" not in message
    return message


def test_a_saved_model_scores_as_before(folder):
    model, tokenizer = pretrained.load(folder, MASKED)
    sentences = pretrained.encode(tokenizer, SENTENCES, SENTENCES)
    expected = masked.score(bert().to(model.device), wordpiece_tokenizer(), sentences, ["log_prob"])
    for one, other in zip(masked.score(model, tokenizer, sentences, ["log_prob"]), expected, strict=True):
        np.testing.assert_allclose(one["log_prob"], other["log_prob"], atol=1e-6)
    assert not model.training


def test_files_that_are_missing(folder):
    torch.save(load_file(folder / "model.safetensors"), folder / "pytorch_model.bin")  # a pickle is not loaded
    for name, what in [
        ("model.safetensors", "has no *.safetensors: its weights, pytorch_model.bin"),
        ("tokenizer.json", "has no tokenizer.json or vocab.txt or vocab.json"),
        ("config.json", "has no config.json"),
    ]:
        (folder / name).rename(folder / "elsewhere")
        assert what in refused(folder)
        (folder / "elsewhere").rename(folder / name)


def test_a_checkpoint_without_its_head(tmp_path):
    config = BertConfig(vocab_size=len(VOCABULARY), **SHAPE)
    save(tmp_path / "bare", BertModel(config), wordpiece_tokenizer())
    message = refused(tmp_path / "bare")
    assert "no weights for 6 parts of a masked language model, the first cls.predictions.bias" in message
    # Google's own checkpoints also hold the next-sentence head, which is left out.
    save(tmp_path / "whole", BertForPreTraining(config), wordpiece_tokenizer())
    pretrained.load(tmp_path / "whole", MASKED)


def test_a_weight_of_another_shape(folder):
    weights = load_file(folder / "model.safetensors")
    weights["cls.predictions.transform.dense.weight"] = torch.zeros(3, 3)
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    assert "cls.predictions.transform.dense.weight" in refused(folder)


def test_a_broken_file(folder):
    data = (folder / "model.safetensors").read_bytes()
    (folder / "model.safetensors").write_bytes(data[: len(data) // 2])
    assert "model.safetensors is damaged, or no safetensors file; copy or fetch it again" in refused(folder)
    for text, what in (("{", "is not JSON"), ("[1, 2]", "is no JSON object")):
        (folder / "config.json").write_text(text)
        assert f"config.json: {what}" in refused(folder)


def test_code_of_the_model_is_never_run(folder):
    code = {"AutoConfig": "strange.Config", "AutoModelForMaskedLM": "strange.Model"}
    config = json.loads((folder / "config.json").read_text()) | {"model_type": "strange", "auto_map": code}
    (folder / "config.json").write_text(json.dumps(config))
    (folder / "strange.py").write_text("raise SystemExit('this ran')")
    assert "needs its own program code (strange.Config, strange.Model), which is never run here" in refused(folder)


def test_the_wrong_kind(folder, tmp_path):
    assert "sees the words that follow" in refused(folder, kind=CAUSAL)
    save(tmp_path / "gpt2", gpt2(), byte_tokenizer(mask=False))
    for reads in (pretrained.load, pretrained.outline):
        with pytest.raises(InputError, match="gpt2 is not a masked language model, but a causal one: KIND=causal"):
            reads(tmp_path / "gpt2", MASKED)


def test_a_tokenizer_without_mask(tmp_path):
    model, _ = other_masked("roberta")
    assert "the tokenizer has no mask token" in refused(save(tmp_path, model, byte_tokenizer(mask=False)))


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU here")
def test_precision_that_needs_a_gpu(folder):
    for precision in ("tf32", "float16"):
        said = refused(folder, precision=precision)
        assert said == f"precision {precision} needs a GPU, and none was found; use float32, bfloat16"


def test_jobs_share_the_gpus_of_a_machine(monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 2)
    assert [devices.device(number).index for number in range(4)] == [0, 1, 0, 1]
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    assert devices.device(3).type == "cpu"


def test_limits():
    assert pretrained.limit(bert(positions=50), wordpiece_tokenizer()) == 50
    assert pretrained.limit(*other_masked("roberta")) == 64  # 66 positions, of which RoBERTa leaves two unused
    assert pretrained.limit(gpt2(), byte_tokenizer(mask=False)) == 64


@pytest.mark.parametrize(
    ("sentence", "message"),
    [
        ("\u200b", "sentence_id 's1': the tokenizer finds no tokens in it"),
        ("The [MASK] sleeps.", r"sentence_id 's1': contains \[MASK\], which this tokenizer does not treat as text"),
        ("See [SEP] see", r"sentence_id 's1': contains \[SEP\]"),
    ],
)
def test_sentences_that_are_refused(sentence, message):
    with pytest.raises(InputError, match=message):
        pretrained.encode(wordpiece_tokenizer(), ["The boy.", sentence], ["s0", "s1"])


def test_what_becomes_of_sentences_that_are_too_long():
    tokenizer = wordpiece_tokenizer()
    fits, long = pretrained.encode(tokenizer, ["boy " * 62, "boy " * 63], ["fits", "long"])
    tokens = [len(fits.ids), len(long.ids)]
    assert tokens == [64, 65]
    assert pretrained.admit([fits, long], tokens, 65, "refuse", "mend it") == [fits, long]
    assert pretrained.admit([fits, long], tokens, 64, "window", "mend it") == [fits, long]
    assert pretrained.admit([fits, long], tokens, 64, "skip", "mend it") == [fits]
    with pytest.raises(InputError) as caught:
        pretrained.admit([fits, long], tokens, 64, "refuse", "mend it")
    assert str(caught.value) == "1 sentence has more tokens than the 64 that the model accepts: 'long' (65); mend it"
    with pytest.raises(InputError, match=r"^2 sentences have .* accepts: 'fits' \(64\), 'long' \(65\); mend it$"):
        pretrained.admit([fits, long], tokens, 9, "refuse", "mend it")
    with pytest.raises(InputError) as caught:
        pretrained.admit([long] * 23, [65] * 23, 64, "refuse", "mend it")
    assert str(caught.value).count("'long' (65)") == 20
    assert str(caught.value).endswith(" and 3 more; mend it")


@pytest.mark.parametrize(
    "name", ["bert", "roberta", "distilbert", "albert", "electra", "deberta", "modernbert", "gpt2"]
)
def test_an_outline_takes_as_many_tokens_as_the_model_and_has_no_weights(tmp_path, name):
    known = {"bert": (bert(positions=50), wordpiece_tokenizer()), "gpt2": (gpt2(), byte_tokenizer(mask=False))}
    model, tokenizer = known[name] if name in known else other_masked(name)
    save(tmp_path, model, tokenizer)
    outline, read = pretrained.outline(tmp_path, CAUSAL if name == "gpt2" else MASKED)
    assert pretrained.limit(outline, read) == pretrained.limit(model, tokenizer) == (50 if name == "bert" else 64)
    assert {parameter.device.type for parameter in outline.parameters()} == {"meta"}
    assert read(SENTENCES)["input_ids"] == tokenizer(SENTENCES)["input_ids"]


def test_special_tokens_are_found_by_the_tokenizers_mask():
    tokenizer = wordpiece_tokenizer()
    tokenizer.backend_tokenizer.post_processor = processors.TemplateProcessing(
        single="$A [SEP] [SEP]", special_tokens=[("[SEP]", 3)]
    )
    sentence = pretrained.encode(tokenizer, ["the boy"], ["s"])[0]
    assert (sentence.places, sentence.pieces, sentence.first) == ([0, 1], ["the", "boy"], 0)


def test_table_of_tokens():
    tokenizer = wordpiece_tokenizer()
    sentences = pretrained.encode(tokenizer, ["boys é", "see"], ["s1", "s2"])
    scored = [{"log_prob": np.array([-1.0, -2.0, -3.0])}, {"log_prob": np.array([-4.0])}]
    table = pretrained.token_table(sentences, sentences, scored, tokenizer.unk_token_id)
    assert table.to_dict("list") == {
        "sentence_id": ["s1", "s1", "s1", "s2"],
        "position": [1, 2, 3, 1],
        "token": ["boy", "##s", "e", "see"],
        "word": [1, 1, 2, 1],
        "written": [1, 1, 2, 1],
        "log_prob": [-1.0, -2.0, -3.0, -4.0],
        "oov": [0, 0, 0, 0],
    }
    unknown = pretrained.encode(tokenizer, ["boy ж"], ["s1"])
    table = pretrained.token_table(unknown, unknown, [{"log_prob": np.zeros(2)}], tokenizer.unk_token_id)
    assert table["oov"].tolist() == [0, 1]


def test_sentences_are_tokenised_in_chunks(monkeypatch):
    tokenizer = wordpiece_tokenizer()
    together = pretrained.encode(tokenizer, SENTENCES, SENTENCES)
    monkeypatch.setattr(pretrained, "CHUNK", 2)
    assert pretrained.encode(tokenizer, SENTENCES, SENTENCES) == together
    with pytest.raises(InputError, match="sentence_id 's3': the tokenizer finds no tokens in it"):
        pretrained.encode(tokenizer, ["boy", "girl", "see", "\u200b"], ["s0", "s1", "s2", "s3"])


def test_sentences_that_are_the_same_to_the_model_get_the_same_rows():
    tokenizer = wordpiece_tokenizer()
    sentences = pretrained.encode(tokenizer, ["The boy", "see", "the boy"], ["s1", "s2", "s3"])
    scored = [{"log_prob": np.array([-1.0, -2.0])}, {"log_prob": np.array([-4.0])}]
    table = pretrained.token_table(sentences, sentences[:2], scored, None)
    assert table["sentence_id"].tolist() == ["s1", "s1", "s3", "s3", "s2"]
    assert table["log_prob"].tolist() == [-1.0, -2.0, -1.0, -2.0, -4.0]


def test_causal_weights_that_are_not_numbers():
    model, tokenizer = gpt2(), byte_tokenizer(mask=False)
    with torch.no_grad():
        model.transformer.wte.weight[tokenizer("?", add_special_tokens=False)["input_ids"][-1]] = float("nan")
    sentences = causal.prepare(tokenizer, SENTENCES, SENTENCES, *BEGINNING)
    with pytest.raises(InputError, match=r"the model computes nan"):
        causal.score(model, tokenizer, sentences)


def test_a_tokenizer_that_the_library_makes_otherwise_than_its_file(folder):
    """Without do_lower_case in tokenizer_config.json, the library lower-cases for a model that does not."""
    plain = json.loads((folder / "tokenizer.json").read_text(encoding="utf-8"))
    plain["normalizer"]["lowercase"] = False
    plain["model"]["vocab"] |= {"The": len(plain["model"]["vocab"])}
    (folder / "tokenizer.json").write_text(json.dumps(plain), encoding="utf-8")
    config = json.loads((folder / "tokenizer_config.json").read_text(encoding="utf-8"))
    config.pop("do_lower_case", None)
    (folder / "tokenizer_config.json").write_text(json.dumps(config), encoding="utf-8")
    message = refused(folder)
    assert "use the tokenizer that belongs to the model" in message or "splits \"The boy's café" in message


def test_models_that_answer_with_tuples_by_default(folder):
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | {"return_dict": False}))
    model, tokenizer = pretrained.load(folder, MASKED)
    sentences = pretrained.encode(tokenizer, SENTENCES, SENTENCES)
    assert len(masked.score(model, tokenizer, sentences, ["log_prob"])) == len(SENTENCES)


def test_scoring_asks_for_no_network():
    program = "import runpy; runpy.run_path('workflow/scripts/score_model.py', run_name='x'); import huggingface_hub.constants as c; print(c.HF_HUB_OFFLINE)"
    environment = {key: value for key, value in os.environ.items() if key != "HF_HUB_OFFLINE"}
    environment["PYTHONPATH"] = str(ROOT / "src")
    run = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == "True"


@pytest.mark.parametrize("leading_space", [True, False])
@pytest.mark.parametrize("ending", [True, False])
@pytest.mark.parametrize("beginning", [True, False])
@pytest.mark.parametrize("tokenizer", [byte_tokenizer(mask=False), gpt2_tokenizer()], ids=["own-space", "gpt2"])
def test_causal_equals_one_prefix_at_a_time(tokenizer, beginning, ending, leading_space):
    model = gpt2()
    texts = [" " * leading_space + text for text in SENTENCES]
    ids = [causal_ids(tokenizer, text, beginning, ending) for text in texts]
    expected = [[one_context(model, row, 0, place) for place in range(1, len(row))] for row in ids]
    sentences = causal.prepare(tokenizer, SENTENCES, SENTENCES, beginning, ending, leading_space)
    assert [sentence.pieces for sentence in sentences] == [tokenizer.convert_ids_to_tokens(row)[1:] for row in ids]
    for budget in (1, 90, None):
        scored = causal.score(model, tokenizer, sentences, budget, words=True)
        check_columns(scored, expected)
    table = pretrained.token_table(sentences, sentences, scored, tokenizer.unk_token_id)
    assert table["position"].iloc[0] == (1 if beginning else 2)
    assert table["position"].iloc[-1] == len(sentences[-1].ids) - beginning
    assert not table["oov"].any()


def test_causal_settings_by_hand():
    tokenizer, model = gpt2_tokenizer(), gpt2()
    end, a, b, space = tokenizer.convert_tokens_to_ids([END_OF_TEXT, "a", "b", "Ġ"])

    def read(*settings: bool) -> tuple[list[int], list[int], list[str]]:
        (sentence,) = causal.prepare(tokenizer, ["ab"], ["s1"], *settings)
        return sentence.ids, sentence.places, sentence.pieces

    assert read(False, False, False) == ([a, b], [1], ["b"])
    assert read(True, False, False) == ([end, a, b], [1, 2], ["a", "b"])
    assert read(True, True, False) == ([end, a, b, end], [1, 2, 3], ["a", "b", END_OF_TEXT])
    assert read(True, False, True) == ([end, space, a, b], [1, 2, 3], ["Ġ", "a", "b"])
    assert read(False, True, True) == ([space, a, b, end], [1, 2, 3], ["a", "b", END_OF_TEXT])
    # The sum over all tokens is the library's own loss, times their number.
    (sentence,) = causal.prepare(tokenizer, ["ab"], ["s1"], True, True, False)
    (scored,) = causal.score(model, tokenizer, [sentence])
    with torch.no_grad():
        loss = float(model(input_ids=torch.tensor([sentence.ids]), labels=torch.tensor([sentence.ids])).loss)
    assert scored["log_prob"].sum() == pytest.approx(-3 * loss, abs=1e-5)


def test_the_end_of_text_token_is_not_an_unknown_word():
    """One token of this tokenizer, like GPT-2's, begins and ends texts and stands for unknown words."""
    plain = Tokenizer(models.WordLevel({END_OF_TEXT: 0, "boy": 1}, unk_token=END_OF_TEXT))
    plain.pre_tokenizer = pre_tokenizers.Whitespace()
    names = dict.fromkeys(("bos_token", "eos_token", "unk_token"), END_OF_TEXT)
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=plain, **names)
    sentences = causal.prepare(tokenizer, ["boy girl", "boy"], ["s1", "s2"], True, True, False)
    scored = [{"log_prob": np.array([-1.0, -2.0, -3.0])}, {"log_prob": np.array([-4.0, -5.0])}]
    table = pretrained.token_table(sentences, sentences, scored, tokenizer.unk_token_id)
    assert table["token"].tolist() == ["boy", END_OF_TEXT, END_OF_TEXT, "boy", END_OF_TEXT]
    assert table["word"].tolist() == table["written"].tolist() == [1, 2, 3, 1, 2]
    assert table["oov"].tolist() == [0, 1, 0, 0, 0]


def test_causal_batches_leave_room_for_the_whole_vocabulary(monkeypatch):
    """4,096 tokens of a masked model's batch would be 2 GB of a vocabulary of 128,000."""
    budgets = []
    monkeypatch.setattr(batches, "run", lambda _model, _parts, budget, _sentences: budgets.append(budget))
    tokenizer = byte_tokenizer(mask=False)
    causal.score(gpt2(), tokenizer, causal.prepare(tokenizer, SENTENCES, SENTENCES, *BEGINNING))
    assert budgets == [512]


def test_causal_refusals():
    with pytest.raises(InputError, match="no beginning-of-sequence token; set beginning: false"):
        causal.prepare(byte_tokenizer(mask=False, bos=False), ["boy"], ["s1"], *BEGINNING)
    with pytest.raises(InputError, match="no end-of-text token; set ending: false"):
        causal.prepare(wordpiece_tokenizer(), ["boy"], ["s1"], False, True, False)
    with pytest.raises(
        InputError, match="sentence_id 's1': has a single token, which cannot be scored because no token precedes it"
    ):
        causal.prepare(gpt2_tokenizer(), ["a"], ["s1"], False, False, False)
    (sentence,) = causal.prepare(gpt2_tokenizer(), ["a"], ["s1"], False, True, False)  # the end is left to score
    assert sentence.pieces == [END_OF_TEXT]


def causal_ids(tokenizer, text: str, beginning: bool, ending: bool) -> list[int]:
    """A text's ids between the special tokens that are asked for."""
    ids = tokenizer(text, add_special_tokens=False)["input_ids"]
    return [tokenizer.bos_token_id] * beginning + ids + [tokenizer.eos_token_id] * ending


def one_context(model, ids: list[int], start: int, place: int) -> tuple[float, int]:
    """log p of the token at ``place``, given those from ``start`` on, and its rank among all: one run of the model."""
    with torch.no_grad():
        logits = model(input_ids=torch.tensor([ids[start:place]])).logits[0, -1]
    rank = logits.argsort(descending=True).tolist().index(ids[place]) + 1
    return float(torch.log_softmax(logits.double(), dim=0)[ids[place]]), rank


def check_columns(scored: list[dict], expected: list[list[tuple[float, int]]]) -> None:
    """Compare what the package says of sentences with ``one_context`` of each of their tokens."""
    for columns, tokens in zip(scored, expected, strict=True):
        values, ranks = zip(*tokens, strict=True)
        np.testing.assert_allclose(columns["log_prob"], values, atol=1e-5)
        assert columns["rank"].tolist() == list(ranks)


LONG = " ".join(SENTENCES)  # 101 letters and spaces


@pytest.mark.parametrize("most", [2, 5, 8, 64, 101, 102, 200])
@pytest.mark.parametrize("ending", [True, False])
@pytest.mark.parametrize("beginning", [True, False])
def test_causal_windows_equal_one_context_at_a_time(beginning, ending, most, monkeypatch):
    """The slow twin counts up from the sentence's start: half a limit further where a token no longer fits."""
    model, tokenizer = gpt2(positions=256), byte_tokenizer(mask=False)
    monkeypatch.setattr(causal, "limit", lambda *_: most)
    texts = [LONG, "Boys see.", LONG[:70]]
    sentences = causal.prepare(tokenizer, texts, texts, beginning, ending, False)
    expected = []
    for text in texts:
        ids, start, tokens = causal_ids(tokenizer, text, beginning, ending), 0, []
        for place in range(1, len(ids)):
            if place >= start + most:
                start += most // 2
            assert place - start >= min(place, most / 2) and place - start < most
            tokens.append(one_context(model, ids, start, place))
        expected.append(tokens)
    for budget in (1, 90, None):
        check_columns(causal.score(model, tokenizer, sentences, budget, words=True), expected)


def test_causal_windows_by_hand():
    assert causal.windows(8, 8) == [(0, 8, 1)]
    assert causal.windows(9, 8) == [(0, 8, 1), (4, 9, 8)]
    assert causal.windows(17, 8) == [(0, 8, 1), (4, 12, 8), (8, 16, 12), (12, 17, 16)]
    assert causal.windows(4, 10**30) == [(0, 4, 1)]


@pytest.mark.parametrize(
    ("beginning", "ending", "way"),
    [(True, False, "log_prob"), (True, True, "log_prob_with_ending"), (False, False, "log_prob_without_beginning")],
)
def test_golden_values_of_minicons_for_a_causal_model(beginning, ending, way, tmp_path):
    """Two independent programs agree on each token (see tests/support/make_golden.py)."""
    fixtures = ROOT / "tests/fixtures/minicons"
    golden = json.loads((fixtures / "causal.json").read_text(encoding="utf-8"))
    texts = (fixtures / "sentences.txt").read_text(encoding="utf-8").splitlines()
    model, tokenizer = pretrained.load(save(tmp_path, gpt2(), gpt2_tokenizer()), CAUSAL)
    scored = causal.score(model, tokenizer, causal.prepare(tokenizer, texts, texts, beginning, ending, False))
    assert len(texts) == len(golden[way])
    for columns, values in zip(scored, golden[way], strict=True):
        np.testing.assert_allclose(columns["log_prob"], values, atol=1e-4)
