"""Each model folder is scored rightly, or refused by one message that says what to do."""

import json
import math

import pytest
import torch
from safetensors.torch import load_file, save_file
from transformers import (
    AutoConfig,
    Gemma3Config,
    Gemma3ForCausalLM,
    Gemma3ForConditionalGeneration,
    Gemma4Config,
    Gemma4ForCausalLM,
    Gemma4ForConditionalGeneration,
    LlamaConfig,
    LlamaForCausalLM,
    MBartConfig,
    MBartForConditionalGeneration,
    ViTConfig,
)

import acceptability
from acceptability.command import entries
from acceptability.errors import InputError
from acceptability.sources import model_folder
from helpers import ROOT
from tiny_models import END_OF_TEXT, SHAPE, bert, byte_tokenizer, gpt2, gpt2_tokenizer, save, wordpiece_tokenizer

TEXTS = ["Dogs bark.", "Dogs barks."]
POINTER = "version https://git-lfs.github.com/spec/v1\noid sha256:abc\nsize 548105171\n"
WEIGHTS = "model.safetensors"


@pytest.fixture
def causal(tmp_path):
    return save(tmp_path / "gpt2", gpt2(), byte_tokenizer(mask=False))


@pytest.fixture
def masked(tmp_path):
    return save(tmp_path / "bert", bert(), wordpiece_tokenizer())


def refused(folder, texts=TEXTS, **options) -> str:
    """The message of Python for a folder; make score's is the same where the files alone tell it."""
    with pytest.raises(InputError) as error:
        acceptability.score(texts, folder, **options)
    return str(error.value)


def changed(folder, change):
    """Save other weights in a folder: ``change`` gives the new ones."""
    save_file(change(load_file(folder / WEIGHTS)), folder / WEIGHTS, {"format": "pt"})
    return folder


def configured(folder, **entries):
    path = folder / "config.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | entries))
    return folder


def shards(folder):
    """Save the weights in two files with an index."""
    weights = load_file(folder / WEIGHTS)
    (folder / WEIGHTS).unlink()
    names = {name: f"model-0000{1 + number % 2}-of-00002.safetensors" for number, name in enumerate(sorted(weights))}
    for file in sorted(set(names.values())):
        save_file({name: weights[name] for name in weights if names[name] == file}, folder / file, {"format": "pt"})
    (folder / "model.safetensors.index.json").write_text(json.dumps({"metadata": {}, "weight_map": names}))
    return folder


def test_a_model_in_several_files_is_scored_or_says_which_is_missing(causal):
    whole = acceptability.score(TEXTS, causal)["log_prob"]
    shards(causal)
    assert acceptability.score(TEXTS, causal)["log_prob"].tolist() == whole.tolist()
    second = causal / "model-00002-of-00002.safetensors"
    data = second.read_bytes()
    second.write_text(POINTER)
    assert f"{second.name} is a pointer of Git LFS" in refused(causal) and "`git lfs pull`" in refused(causal)
    second.write_bytes(data[:-1])
    assert f"{second.name} is damaged" in refused(causal)
    second.unlink()
    assert f"has no {second.name}, which model.safetensors.index.json names" in refused(causal)


@pytest.mark.parametrize("name", ["config.json", "tokenizer.json", "tokenizer_config.json"])
def test_a_pointer_in_the_place_of_any_file(masked, name):
    (masked / name).write_text(POINTER)
    assert f"{name} is a pointer of Git LFS" in refused(masked)


@pytest.mark.parametrize(
    ("part", "value", "said"),
    [
        ("word_embeddings", math.nan, "NaN"),
        ("LayerNorm.weight", math.nan, "NaN"),
        ("query.bias", -math.inf, "infinite"),
    ],
)
def test_one_number_that_is_none_names_its_weight(masked, part, value, said):
    def damage(weights):
        name = next(name for name in weights if part in name)
        weights[name].view(-1)[3] = value
        return weights

    message = refused(changed(masked, damage))
    assert part in message and said in message and "atol" not in message
    with pytest.raises(InputError, match=f"the weight .*{part}"):
        model, _ = bert(), wordpiece_tokenizer()
        model.load_state_dict(load_file(masked / WEIGHTS), strict=False)
        acceptability.score(TEXTS, (model, wordpiece_tokenizer()))


@pytest.mark.parametrize("prefix", ["_orig_mod.", "module."])
def test_the_lines_that_take_a_prefix_away(causal, prefix):
    before = acceptability.score(TEXTS, causal)["log_prob"].tolist()
    changed(causal, lambda weights: {f"{prefix}{name}": weight for name, weight in weights.items()})
    message = refused(causal)
    lines = message.split("in Python: ")[1].split("; and change")[0]
    exec(lines, {"FOLDER": str(causal)})
    assert acceptability.score(TEXTS, causal)["log_prob"].tolist() == before


def test_layers_that_the_model_does_not_use_are_refused_and_other_heads_are_not(causal, capsys):
    before = acceptability.score(TEXTS, causal)["log_prob"].tolist()
    changed(causal, lambda weights: weights | {"v_head.summary.weight": torch.ones(1, 16)})
    assert acceptability.score(TEXTS, causal)["log_prob"].tolist() == before
    configured(causal, n_layer=1)
    assert "weights of layers unused, the first transformer.h.1." in refused(causal)


def test_weights_within_a_layer_that_another_architecture_has(tmp_path):
    folder = save(tmp_path, LlamaForCausalLM(LlamaConfig(vocab_size=261, **SHAPE)), byte_tokenizer(mask=False))
    changed(folder, lambda weights: weights | {"model.layers.0.self_attn.rotary_emb.inv_freq": torch.ones(4)})
    acceptability.score(TEXTS, folder)
    changed(folder, lambda weights: weights | {"model.layers.0.self_attn.q_norm.weight": torch.ones(8)})
    assert "leaves 1 weights of layers unused, the first model.layers.0.self_attn.q_norm.weight" in refused(folder)


def test_adapters(causal, tmp_path):
    adapter = tmp_path / "run/lora"  # see also test_adapters.py
    adapter.mkdir(parents=True)
    config = {"peft_type": "LORA", "base_model_name_or_path": "gpt2", "task_type": "CAUSAL_LM"}
    (adapter / "adapter_config.json").write_text(json.dumps(config))
    with pytest.raises(
        InputError, match=r"contains an adapter \(LORA\) of gpt2, not a whole model; name its base, too"
    ):
        model_folder.check(adapter)
    fault = model_folder.fault_of_files(["adapter_config.json"], lambda name: config, "choose another", here=False)
    assert (
        "download it (hf download REPOSITORY --local-dir my_adapter), and name that folder: MODEL=my_adapter and BASE=gpt2"
        in fault
    )
    assert "has no config.json, but models in its folders (lora); name one of them" in refused(adapter.parent)
    (causal / "adapter_config.json").write_text(json.dumps(config))
    assert "contains a whole model, and an adapter next to it (adapter_config.json)" in refused(causal)


def test_formats_of_other_programs(causal, tmp_path):
    (tmp_path / "q").mkdir()
    for name in ("model-q4.gguf", "model-q8.gguf"):
        (tmp_path / "q" / name).touch()
    assert "contains 2 GGUF files (model-q4.gguf, model-q8.gguf); name one of them" in refused(tmp_path / "q")
    with pytest.raises(InputError, match=r"model-q4.gguf: is not a GGUF file, although its name ends in .gguf"):
        model_folder.check(tmp_path / "q/model-q4.gguf")
    blob = tmp_path / "sha256-abc"
    blob.touch()
    copied = r"sha256-abc: is not a folder, and its name does not end in \.gguf; .*copy it to a name that ends so"
    with pytest.raises(InputError, match=copied):
        acceptability.score(TEXTS, str(blob))
    with pytest.raises(InputError, match=copied):
        entries.system_entries({"model": str(blob)}, {}, entries.declared_entries(ROOT))
    torch.save(load_file(causal / WEIGHTS), causal / "pytorch_model.bin")
    (causal / WEIGHTS).unlink()
    message = refused(causal)
    assert "has no *.safetensors: its weights, pytorch_model.bin" in message
    exec(message.split("in Python: ")[1], {"FOLDER": str(causal)})
    (causal / "pytorch_model.bin").unlink()
    assert len(acceptability.score(TEXTS, causal)) == 2


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"quant_method": "gptq"}, "(gptq), which need optimum and gptqmodel, with which they were not tried here"),
        ({"load_in_4bit": True}, "(bitsandbytes), which need bitsandbytes, with which they were not tried here"),
        ({"quant_method": "fp8"}, "(fp8), which the library dequantises silently"),
        ({"quant_method": "mxfp8"}, "(mxfp8), which the library dequantises silently"),
        ({"quant_method": "bitnet"}, "(bitnet), in a way that was not tried here"),
    ],
)
def test_quantised_weights_of_any_method(causal, settings, said):
    message = refused(configured(causal, quantization_config=settings))
    assert f"has quantised weights {said}" in message and "or a GGUF file of it" in message


TEXT = {"vocab_size": 257, "head_dim": 8, "num_key_value_heads": 1, "max_position_embeddings": 32, "pad_token_id": 0}
TEXT |= {"layer_types": ["sliding_attention", "full_attention"], "sliding_window": 8, **SHAPE}
PICTURES = {"num_hidden_layers": 1, "num_attention_heads": 1, "hidden_size": 8, "intermediate_size": 8}
GEMMA_4 = {
    "global_head_dim": 8,
    "vocab_size_per_layer_input": 257,
    "hidden_size_per_layer_input": 8,
    "num_kv_shared_layers": 0,
}


@pytest.mark.parametrize(
    ("config", "whole", "alone"),
    [
        (
            Gemma3Config(
                text_config=TEXT, vision_config=PICTURES | {"image_size": 28, "patch_size": 14}, mm_tokens_per_image=4
            ),
            Gemma3ForConditionalGeneration,
            Gemma3ForCausalLM,
        ),
        (
            Gemma4Config(text_config=TEXT | GEMMA_4, vision_config=PICTURES | {"head_dim": 8}, audio_config=None),
            Gemma4ForConditionalGeneration,
            Gemma4ForCausalLM,
        ),
    ],
)
def test_a_model_that_reads_pictures_too_scores_text_as_its_text_model(tmp_path, config, whole, alone):
    tokenizer = gpt2_tokenizer()
    model, text = whole(config).eval(), alone(config.text_config).eval()
    weights = model.state_dict().items()
    own = {name.replace("model.language_model.", "model."): weight for name, weight in weights}
    text.load_state_dict({name: weight for name, weight in own.items() if name in text.state_dict()})
    folder = save(tmp_path / "whole", model, tokenizer)
    scores = acceptability.score(TEXTS, folder, beginning=True)["log_prob"]
    assert scores.tolist() == acceptability.score(TEXTS, (text, tokenizer), beginning=True)["log_prob"].tolist()
    assert "than the 32 that the model accepts" in refused(folder, ["Dogs bark at us, and we bark at them."])


def test_other_models_that_read_pictures_are_refused_by_name(causal):
    configured(causal, model_type="qwen2_vl", vision_config={}, architectures=["Qwen2VLForConditionalGeneration"])
    for kind in (None, "causal"):
        message = refused(causal, kind=kind)
        assert "reads images or sound, too (Qwen2VLForConditionalGeneration)" in message and "gemma3" in message


def test_program_code_that_is_not_needed_is_named_and_not_run(causal):
    before = acceptability.score(TEXTS, causal, beginning=True)["log_prob"].tolist()
    configured(causal, auto_map={"AutoModelForCausalLM": "modeling.Strange"})
    with pytest.warns(UserWarning, match=r"names program code of its own \(modeling.Strange\), which is never run"):
        assert acceptability.score(TEXTS, causal, beginning=True)["log_prob"].tolist() == before
    configured(causal, model_type="strange", auto_map={"AutoConfig": "code.Config", "AutoModel": "code.Strange"})
    assert "needs its own program code (code.Config, code.Strange), which is never run here" in refused(causal)


def test_a_model_of_vectors_of_sentences(masked):
    configured(masked, architectures=["BertModel"])
    (masked / "modules.json").write_text("[]")
    for kind in (None, "masked", "causal"):
        assert "sentence-transformers (BertModel)" in refused(masked, kind=kind)


@pytest.mark.parametrize("kind", [None, "masked", "causal"])
def test_encoder_decoders_that_were_not_tried_end_the_matter_for_any_kind(tmp_path, kind):
    shape = {"d_model": 16, "encoder_layers": 1, "decoder_layers": 1, "encoder_ffn_dim": 16, "decoder_ffn_dim": 16}
    config = MBartConfig(vocab_size=261, encoder_attention_heads=2, decoder_attention_heads=2, **shape)
    model, tokenizer = MBartForConditionalGeneration(config), byte_tokenizer(mask=True)
    for given in (save(tmp_path, model, tokenizer), (model, tokenizer)):
        message = refused(given, kind=kind)
        assert "a type that was not tried here (MBartForConditionalGeneration" in message and "kind=" not in message


@pytest.mark.parametrize("kind", ["masked", "causal"])
def test_a_model_of_neither_kind_is_sent_in_no_circle(causal, kind):
    config = ViTConfig(hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=16)
    config.save_pretrained(causal)
    assert AutoConfig.from_pretrained(causal).model_type == "vit"
    message = refused(causal, kind=kind)
    assert "vit is neither a masked nor a causal language model" in message and "kind=" not in message


def with_added(tokenizer, special, *tokens):
    tokenizer.add_tokens(list(tokens), special_tokens=special)
    return tokenizer


@pytest.mark.parametrize("special", [True, False])
def test_tokens_that_were_added_to_the_tokenizer_alone(causal, tmp_path, special):
    tokenizer = with_added(byte_tokenizer(mask=False), special, "<new>")
    folder = save(tmp_path / "added", gpt2(), tokenizer)
    for measure in ("log_prob", "mean_lp"):
        ours, theirs = (acceptability.score(TEXTS, place)[measure].tolist() for place in (folder, causal))
        assert ours == theirs
    message = refused(folder, ["Dogs bark.", "Dogs <new> bark."])
    assert ("'2': contains <new>" if special else "'2': has the token 261, which was added to the tokenizer") in message


def test_a_tokenizer_of_another_model_is_refused(tmp_path):
    folder = save(tmp_path, gpt2(), gpt2_tokenizer(TEXTS * 30, size=264))
    assert "use the tokenizer that belongs to the model" in refused(folder)
    tokenizer = byte_tokenizer(mask=False)
    tokenizer.add_special_tokens({"eos_token": "<end>"})
    assert "use the tokenizer that belongs to the model" in refused(save(tmp_path / "end", gpt2(), tokenizer))


def test_special_tokens_in_a_sentence(masked, tmp_path):
    for token in ("[SEP]", "[UNK]", "[PAD]"):
        assert f"sentence_id '2': contains {token}" in refused(masked, ["the boy sees.", f"the {token} sees."])
    unknown = acceptability.score(["the boy sees 漢."], masked, tokens=True)
    assert unknown["oov"].tolist().count(1) == 1
    tokenizer = gpt2_tokenizer()
    folder = save(tmp_path / "one", gpt2(), tokenizer)
    assert f"contains {END_OF_TEXT}" in refused(folder, [f"Dogs bark.{END_OF_TEXT}"])
    chat = with_added(byte_tokenizer(mask=False), True, "<|im_end|>")
    chat.add_tokens(["<think>"])
    model = gpt2()
    model.resize_token_embeddings(263)
    folder = save(tmp_path / "chat", model, chat)
    assert "contains <|im_end|>" in refused(folder, ["Dogs bark.<|im_end|>"])
    assert len(acceptability.score(["Dogs <think> bark."], folder)) == 1


def test_a_sentence_of_one_token_is_mended_where_it_can_be(tmp_path):
    folder = save(tmp_path, gpt2(), gpt2_tokenizer())
    message = refused(folder, ["I"], beginning=False)
    assert (
        f"has a single token, which cannot be scored because no token precedes it; put {END_OF_TEXT} before each"
        in message
    )
    assert len(acceptability.score(["I"], folder, beginning=True)) == 1


def test_too_long_from_python(tmp_path):
    folder = save(tmp_path, gpt2(32), byte_tokenizer(mask=False))
    texts = ["Dogs bark.", "We said that they left, and she cried a lot."]
    assert "(too_long='skip')" in refused(folder, texts)
    skipped = acceptability.score(texts, folder, too_long="skip")["log_prob"]
    windowed = acceptability.score(texts, folder, too_long="window")["log_prob"]
    assert skipped.isna().tolist() == [False, True] and windowed.notna().all() and skipped[0] == windowed[0]
    assert "too_long='cut': must be one of refuse, skip, window" in refused(folder, texts, too_long="cut")


def test_a_sentence_of_many_characters_is_refused_at_once(tmp_path):
    """Its tokens are looked at once each: with twice as many, it would not take four times as long."""
    folder = save(tmp_path, gpt2(32), byte_tokenizer(mask=False))
    assert "has more tokens than the 32 that the model accepts: '2' (100004)" in refused(folder, ["I.", "ab " * 33334])


def test_two_models_and_two_tables_of_one_name_have_labels_that_differ(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("small", "large"):
        save(tmp_path / name / "final", gpt2(), byte_tokenizer(mask=False))
        (tmp_path / name / "pairs.csv").write_text("good,bad\nDogs bark.,Dogs barks.\n")
        (tmp_path / name / "scores.csv").write_text("sentence,lp\nDogs bark.,1\nDogs barks.,0\n")
    words = {
        "pairs": "small/pairs.csv",
        "model": "small/final,large/final/",
        "scores": "small/scores.csv,large/scores.csv",
    }
    systems = entries.system_entries(words, {}, entries.declared_entries(ROOT))
    assert [entry["label"] for _, entry in systems.values()] == [
        *("small/final", "large/final"),
        *("small/scores", "large/scores"),
    ]
    assert len(systems) == 4
    tables = entries.dataset_entries({"pairs": "small/pairs.csv,large/pairs.csv"}, entries.declared_entries(ROOT))
    assert [entry["label"] for entry in tables.values()] == ["small/pairs", "large/pairs"]
