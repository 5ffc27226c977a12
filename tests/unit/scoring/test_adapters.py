"""Adapters are merged exactly, or refused where they do not fit their base."""

import json
import warnings

import numpy as np
import pytest
import torch
from peft import (
    AdaLoraConfig,
    HRAConfig,
    IA3Config,
    LoHaConfig,
    LoKrConfig,
    LoraConfig,
    OFTConfig,
    VeraConfig,
    get_peft_model,
)
from safetensors.torch import load_file, save_file
from transformers import LlamaConfig, LlamaForCausalLM

import acceptability
from acceptability.api import neural
from acceptability.command import configuration, entries, hub_commits, options
from acceptability.errors import InputError
from acceptability.scoring import adapters as merging
from acceptability.sources import adapters, commits, model_files, model_folder
from helpers import ROOT
from tiny_models import bert, gpt2_tokenizer, save, wordpiece_tokenizer

TEXTS = ["Dogs bark.", "The cats see it."]
QUERIES = {"target_modules": ["q_proj", "v_proj"]}
WAYS = {
    "lora": LoraConfig(r=4, lora_alpha=8, task_type="CAUSAL_LM", **QUERIES),
    "rslora": LoraConfig(r=4, use_rslora=True, **QUERIES),
    "dora": LoraConfig(r=4, use_dora=True, **QUERIES),
    "lora of the head and the embeddings": LoraConfig(
        r=4, target_modules=["embed_tokens"], modules_to_save=["lm_head"]
    ),
    "lora with tokens of its own": LoraConfig(r=4, trainable_token_indices=[40, 41], **QUERIES),
    "adalora": AdaLoraConfig(init_r=4, total_step=10, **QUERIES),
    "loha": LoHaConfig(r=4, **QUERIES),
    "lokr": LoKrConfig(r=4, **QUERIES),
    "ia3": IA3Config(target_modules=["k_proj", "down_proj"], feedforward_modules=["down_proj"]),
    "oft": OFTConfig(oft_block_size=8, **QUERIES),
    "vera": VeraConfig(r=4, target_modules=["q_proj"]),
    "hra": HRAConfig(r=4, target_modules=["q_proj"]),
}


TIED = {
    "lora of the embeddings": LoraConfig(r=4, target_modules=["embed_tokens"]),
    "lora of the head": LoraConfig(r=4, target_modules=["lm_head"]),
    "lora of both, which stay tied": LoraConfig(r=4, target_modules=["embed_tokens"], ensure_weight_tying=True),
    "a head of its own": LoraConfig(r=4, modules_to_save=["lm_head"], **QUERIES),
    "tokens of both": LoraConfig(r=4, trainable_token_indices=[40, 41], **QUERIES),
    "queries alone": WAYS["lora"],
}


def llama(layers: int = 2, hidden: int = 32, vocabulary: int = 257, tied: bool = False) -> LlamaForCausalLM:
    torch.manual_seed(0)
    config = LlamaConfig(
        vocab_size=vocabulary, hidden_size=hidden, intermediate_size=64, num_hidden_layers=layers, num_attention_heads=4,
        num_key_value_heads=2, max_position_embeddings=64, tie_word_embeddings=tied,
    )  # fmt: skip
    return LlamaForCausalLM(config).eval()


def trained(folder, way, model=None):
    """Save an adapter with random weights, and return the model that has it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        network = get_peft_model(model or llama(), way).eval()
        torch.manual_seed(2)
        for weight in filter(lambda weight: weight.requires_grad, network.parameters()):
            weight.data.normal_(0, 0.05)
        network.save_pretrained(folder)
    return network


@pytest.fixture
def base(tmp_path):
    return save(tmp_path / "base", llama(), gpt2_tokenizer())


@pytest.fixture
def lora(tmp_path):
    trained(tmp_path / "lora", WAYS["lora"])
    return tmp_path / "lora"


def refused(adapter, base) -> str:
    with pytest.raises(InputError) as error:
        acceptability.score(TEXTS, adapter, base=base)
    assert "\n" not in str(error.value)
    return str(error.value)


def configured(folder, **entries):
    path = folder / "adapter_config.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | entries))
    return folder


def sum_of(model, ids) -> float:
    with torch.no_grad():
        log_probs = model(input_ids=ids).logits[0].double().log_softmax(dim=-1)
    return float(log_probs[:-1].gather(1, ids[0, 1:, None]).sum())


def test_the_sum_of_a_known_case(tmp_path):
    model, ids = llama(vocabulary=64), torch.arange(10)[None]
    assert sum_of(model, ids) == pytest.approx(-38.0700, abs=5e-5)
    assert sum_of(trained(tmp_path, WAYS["lora"], model), ids) == pytest.approx(-38.0156, abs=5e-5)
    merged = merging.merge(llama(vocabulary=64), gpt2_tokenizer(), tmp_path)
    assert type(merged) is LlamaForCausalLM
    assert sum_of(merged, ids) == pytest.approx(-38.0156, abs=5e-5)


@pytest.mark.parametrize("way", TIED)
def test_an_adapter_of_a_model_whose_head_is_its_embeddings(tmp_path, way):
    ids = torch.arange(10, 60, 5)[None]
    expected = sum_of(trained(tmp_path, TIED[way], llama(tied=True)), ids)
    merged = merging.merge(llama(tied=True), gpt2_tokenizer(), tmp_path)
    assert sum_of(merged, ids) == pytest.approx(expected, abs=1e-5)
    still = merged.lm_head.weight is merged.model.embed_tokens.weight
    assert still == (way == "queries alone")


@pytest.mark.parametrize("way", WAYS)
def test_a_merged_adapter_scores_as_the_model_with_it(tmp_path, base, way):
    network = trained(tmp_path / "adapter", WAYS[way])
    scored = acceptability.score(TEXTS, tmp_path / "adapter", base=base, beginning=True, tokens=True)
    tokenizer = gpt2_tokenizer()
    for number, text in enumerate(TEXTS, 1):
        ids = torch.tensor([[tokenizer.bos_token_id, *tokenizer(text)["input_ids"]]])
        own = scored.loc[scored["sentence_id"] == str(number), "log_prob"].sum()
        assert own == pytest.approx(sum_of(network, ids), abs=1e-5)
    plain = acceptability.score(TEXTS, base, beginning=True)["log_prob"]
    assert abs(plain - scored.groupby("sentence_id")["log_prob"].sum().to_numpy()).max() > 1e-6


@pytest.mark.parametrize("way", ["lora", "ia3"])
def test_a_loaded_adapter_is_of_the_kind_of_its_base(tmp_path, base, way):
    """Test adapters with a task, which the library wraps in a class of that name, and without one (PeftModel)."""
    network = trained(tmp_path / way, WAYS[way])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        loaded = acceptability.score(TEXTS, (network, gpt2_tokenizer()), beginning=True)
        merged = acceptability.score(TEXTS, tmp_path / way, base=base, beginning=True)
    assert loaded.kind == "causal" and loaded["log_prob"].tolist() == pytest.approx(
        merged["log_prob"].tolist(), abs=1e-4
    )


def test_the_base_is_the_one_that_the_adapter_names(base, lora):
    configured(lora, base_model_name_or_path=str(base))
    named = acceptability.score(TEXTS, lora, beginning=True)["log_prob"]
    assert named.tolist() == acceptability.score(TEXTS, lora, base=base, beginning=True)["log_prob"].tolist()
    for said, mend in (
        (str(base / "gone"), f"its base, {base}/gone, is not here"),
        (None, "contains an adapter, and it does not say what its base is"),
    ):
        assert mend in refused(configured(lora, base_model_name_or_path=said), None)
    assert adapters.entry_of(configured(lora, base_model_name_or_path="owner/name"), None)["hub"] == "owner/name"
    with pytest.raises(InputError, match="applies only to an adapter"):
        acceptability.score(TEXTS, base, base=base)


def test_the_revision_of_the_base_is_the_one_that_the_adapter_names(lora, monkeypatch):
    configured(lora, base_model_name_or_path="owner/name", revision="v1")
    entry = adapters.entry_of(lora, None)
    assert entry == {"hub": "owner/name", "adapter": str(lora), "revision": "v1"}
    assert adapters.entry_of(lora, "owner/other") == {"hub": "owner/other", "adapter": str(lora)}
    commits_of = {None: "0" * 40, "v1": "1" * 40, "v2": "2" * 40}
    monkeypatch.setattr(commits, "resolve", lambda name, revision=None: commits_of[revision])
    for module in (hub_commits, neural):
        monkeypatch.setattr(module, "described_model", lambda entry, kind: dict(entry) | {"kind": "causal"})
    for asked in (None, "v2"):
        expected = commits_of[asked or "v1"]
        assert hub_commits.describe_model(entry, {"revision": asked} if asked else {}, {})["revision"] == expected
        assert neural.described(str(lora), None, asked, {})["revision"] == expected


def test_words_make_an_entry(base, lora):
    words = {"model": f"{lora},{base}", "base": str(base)}
    systems = entries.system_entries(words, {}, entries.declared_entries(ROOT))
    assert [entry for _, entry in systems.values()] == [
        {"label": "lora", "path": str(base), "adapter": str(lora)},
        {"label": "base", "path": str(base)},
    ]
    with pytest.raises(InputError, match="BASE=x: applies only to the folder of an adapter in MODEL="):
        configuration._check_applicable({"base": "x"}, {"base": ("models", {"path": str(base)})}, options.SCORE)


@pytest.mark.parametrize(
    ("shape", "said"),
    [
        ({"layers": 3}, "of 3 layers: the adapter has no weights for 4 parts that it is to change there"),
        ({"layers": 1}, "of 1 layers: the adapter has weights for 4 parts that are not there"),
        ({"hidden": 64}, "does not fit the model that is given as its base"),
    ],
)
def test_another_base_is_refused(tmp_path, lora, shape, said):
    other = save(tmp_path / "other", llama(**shape), gpt2_tokenizer())
    assert said in refused(lora, other)


@pytest.mark.parametrize(
    ("entries", "said"),
    [
        ({"peft_type": "PREFIX_TUNING"}, "contains an adapter (PREFIX_TUNING), which cannot be merged"),
        ({"peft_type": None}, "contains an adapter (of an unnamed type)"),
        ({"task_type": "SEQ_CLS"}, "contains an adapter for the task SEQ_CLS"),
        ({"megatron_config": {"x": 1}}, "whose own program code is never run here"),
    ],
)
def test_adapters_that_cannot_be_merged(base, lora, entries, said):
    assert said in refused(configured(lora, **entries), base)


def test_weights_of_an_adapter(base, lora):
    path = lora / adapters.WEIGHTS
    weights, data = {name: weight.clone() for name, weight in load_file(path).items()}, path.read_bytes()
    path.write_bytes(data[:-1])
    assert f"{adapters.WEIGHTS} is damaged" in refused(lora, base)
    path.write_text("version https://git-lfs.github.com/spec/v1\n")
    assert f"{adapters.WEIGHTS} is a pointer of Git LFS" in refused(lora, base)
    next(iter(weights.values()))[0, 0] = np.nan
    save_file(weights, path)
    assert "does not fit" in refused(lora, base) or "NaN" in refused(lora, base)
    path.unlink()
    assert f"has no {adapters.WEIGHTS}; put the adapter's weights there" in refused(lora, base)
    torch.save(weights, lora / adapters.PICKLE)
    message = refused(lora, base)
    assert "in a format that is never loaded here" in message
    exec(message.split("in Python: ")[1], {"FOLDER": str(lora)})
    assert path.is_file()


def test_a_tokenizer_with_more_tokens_is_refused_and_the_same_one_is_not(base, lora):
    tokenizer = gpt2_tokenizer()
    tokenizer.save_pretrained(lora)
    assert len(acceptability.score(TEXTS, lora, base=base, beginning=True)) == 2
    tokenizer.add_tokens(["<think>"])
    tokenizer.save_pretrained(lora)
    message = refused(lora, base)
    assert "has 1 tokens that its base has not" in message and "'<think>'" in message
    assert "base.resize_token_embeddings(len(tokenizer))" in message
    (lora / "tokenizer.json").unlink()  # as older versions of the library save one
    (lora / "added_tokens.json").write_text(json.dumps({"<think>": 257}))
    message = refused(lora, base)
    assert "has 1 tokens that its base has not" in message and "remove added_tokens.json from the adapter's" in message


def test_the_package_is_asked_for_by_name(base, lora, monkeypatch):
    monkeypatch.setattr(merging, "find_spec", lambda name: None)
    assert "needs the package peft; install it (`make formats`" in refused(lora, base)


def test_an_adapter_beside_its_base_or_named_as_a_model_says_what_to_do(base, lora):
    with pytest.raises(InputError, match="not a whole model; name its base, too"):
        model_folder.check(lora)
    (base / "adapter_config.json").write_text((lora / "adapter_config.json").read_text())
    assert "contains a whole model, and an adapter next to it (adapter_config.json)" in refused(base, None)


def test_what_is_recorded_of_an_adapter(base, lora):
    origin = model_files.read_origin(base, lora)
    assert origin["adapter"]["way"] == "LORA" and len(origin["adapter"]["files"]) == 2
    assert origin["files"] == model_files.read_origin(base)["files"]
    files = [*model_files.model_files(base), *model_files.adapter_files(lora)]
    assert (model_files.folder_of(files), model_files.adapter_of(files)) == (base, lora)


def test_an_adapter_of_a_masked_model_is_refused(tmp_path, lora):
    folder = save(tmp_path / "bert", bert(), wordpiece_tokenizer())
    assert "is an adapter, and its base is masked; only adapters of causal models can be merged" in refused(
        lora, folder
    )
