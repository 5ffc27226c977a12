"""Write the data of the conformance kit: tokenizers, configurations, the ranges of weights, and expected scores.

`python -m benchmarks.conformance_kit` writes them anew into the package. Scores are computed here with transformers
alone, one sentence at a time and without any code of the package; a test compares them with the package's scorers.
"""

import json
import re
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import gguf
import numpy as np
import pandas as pd
import torch
from safetensors.numpy import load_file
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers
from transformers import (
    AutoModelForCausalLM,
    AutoModelForMaskedLM,
    AutoTokenizer,
    BertConfig,
    BertForMaskedLM,
    GPT2Config,
    GPT2LMHeadModel,
    LlamaConfig,
    LlamaForCausalLM,
    PreTrainedModel,
    PreTrainedTokenizerFast,
)

from acceptability.conformance import kit
from acceptability.scoring.conventions import Convention, conventions

PIECES, CONTEXT, WIDTH, LONGEST = 400, 64, 32, 8
SHAPE = {"hidden_size": WIDTH, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 64}
SEEDS = {"tiny-gpt2": 73, "tiny-llama": 74, "tiny-bert": 75}
SPREAD = 0.5  # of weights: uniform between −SPREAD and SPREAD
OUTSIDE = "characters outside"  # what sentences test from which tokenizers do not learn
TRANSFORMERS = "transformers_version"
ENDS_ALIKE = "tiny-gpt2"  # its end-of-text token is also its BOS token
IMPOSSIBLE = ("after_bos", "without_eos")  # there: a BOS token counts that has the probability 0
GGUF = ("gpt2", "llama")  # architectures that llama.cpp has, too


def byte_level(texts: Iterable[str], specials: list[str]) -> Tokenizer:
    """Return a byte-level BPE tokenizer that adds no space, with pieces learnt from texts."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    options = {"special_tokens": specials, "initial_alphabet": letters, "show_progress": False}
    tokenizer.train_from_iterator(texts, trainers.BpeTrainer(vocab_size=PIECES, **options))
    return tokenizer


def gpt2(texts: Iterable[str]) -> tuple[GPT2LMHeadModel, PreTrainedTokenizerFast]:
    """Return a model and a tokenizer that puts nothing before a text, as GPT-2's."""
    end = "<|endoftext|>"
    names = dict.fromkeys(("bos_token", "eos_token", "unk_token"), end)
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=byte_level(texts, [end]), model_max_length=CONTEXT, **names)
    shape = {"n_positions": CONTEXT, "n_embd": WIDTH, "n_layer": 2, "n_head": 4}
    config = GPT2Config(vocab_size=len(tokenizer), bos_token_id=0, eos_token_id=0, **shape)
    return GPT2LMHeadModel(config), tokenizer


def llama(texts: Iterable[str]) -> tuple[LlamaForCausalLM, PreTrainedTokenizerFast]:
    """Return a model and a tokenizer that puts its BOS token before a text, as Llama's."""
    whole = byte_level(texts, ["<unk>", "<s>", "</s>"])
    whole.post_processor = processors.TemplateProcessing(single="<s> $A", special_tokens=[("<s>", 1)])
    names = {"bos_token": "<s>", "eos_token": "</s>", "unk_token": "<unk>"}
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=whole, model_max_length=CONTEXT, **names)
    ends = {"bos_token_id": 1, "eos_token_id": 2, "num_key_value_heads": 2, "max_position_embeddings": CONTEXT}
    return LlamaForCausalLM(LlamaConfig(vocab_size=len(tokenizer), **SHAPE, **ends)), tokenizer


def word_pieces(words: list[str], size: int) -> list[str]:
    """Return all letters of words, as beginnings and as continuations, and the frequent pieces of several letters.

    The library's own trainer gives other pieces each time.
    """
    spans = [
        (word, start, end) for word in words for start in range(len(word)) for end in range(start + 1, len(word) + 1)
    ]
    counts = Counter(f"{'##' * bool(start)}{word[start:end]}" for word, start, end in spans if end - start <= LONGEST)
    letters = sorted(piece for piece in counts if len(piece.removeprefix("##")) == 1)
    longer = sorted(counts.keys() - set(letters), key=lambda piece: (-counts[piece] * len(piece), piece))
    return [*letters, *longer][:size]


def bert(texts: Iterable[str]) -> tuple[BertForMaskedLM, PreTrainedTokenizerFast]:
    """Return a masked model and its tokenizer, as BERT's cased ones."""
    specials = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    normalizer = normalizers.BertNormalizer(lowercase=False, strip_accents=False)
    words = [word for text in texts for word in re.findall(r"\w+|[^\w\s]", normalizer.normalize_str(text))]
    vocabulary = {
        piece: number for number, piece in enumerate([*specials, *word_pieces(words, PIECES - len(specials))])
    }
    whole = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
    whole.normalizer = normalizer
    whole.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    whole.decoder = decoders.WordPiece()
    whole.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    names = {f"{name}_token": f"[{name.upper()}]" for name in ("pad", "unk", "cls", "sep", "mask")}
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=whole, model_max_length=CONTEXT, **names)
    config = BertConfig(vocab_size=len(tokenizer), max_position_embeddings=CONTEXT, pad_token_id=0, **SHAPE)
    return BertForMaskedLM(config), tokenizer


def layout(tensor: str, shape: tuple[int, ...], model: PreTrainedModel) -> str:
    """Return how a tensor is laid out in a GGUF file: `transposed`, or by how many heads its rows are reordered.

    llama.cpp transposes GPT-2's matrices of convolutions. In Llama's queries and keys, it pairs neighbouring rows.
    """
    if tensor.startswith("transformer.h.") and len(shape) == 2:
        return "transposed"
    heads = {"q_proj": "num_attention_heads", "k_proj": "num_key_value_heads"}
    part = tensor.removesuffix(".weight").rpartition(".")[2]
    return str(getattr(model.config, heads[part])) if part in heads else ""


def gguf_header(file: Path, name: str, model: PreTrainedModel, tokenizer: Tokenizer, shapes: dict[str, tuple]) -> bytes:
    """Return the beginning of a model's GGUF file, which its float32 weights follow, one after the other.

    ``shapes`` has those of weights in the order of the file, which is overwritten.
    """
    config, kind = model.config, model.config.model_type
    writer = gguf.GGUFWriter(file, kind)
    writer.add_name(name)
    writer.add_file_type(gguf.LlamaFileType.ALL_F32)
    writer.add_block_count(config.num_hidden_layers)
    writer.add_context_length(CONTEXT)
    writer.add_embedding_length(WIDTH)
    writer.add_head_count(config.num_attention_heads)
    if kind == "gpt2":
        writer.add_feed_forward_length(4 * WIDTH)
        writer.add_layer_norm_eps(config.layer_norm_epsilon)
    else:
        writer.add_feed_forward_length(config.intermediate_size)
        writer.add_head_count_kv(config.num_key_value_heads)
        writer.add_layer_norm_rms_eps(config.rms_norm_eps)
        writer.add_rope_freq_base(config.rope_parameters["rope_theta"])
        writer.add_rope_dimension_count(config.head_dim)
    writer.add_vocab_size(config.vocab_size)
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("gpt-2")
    pieces = json.loads(tokenizer.to_str())
    specials = {token["content"] for token in pieces["added_tokens"]}
    vocabulary = sorted(pieces["model"]["vocab"], key=pieces["model"]["vocab"].get)
    writer.add_token_list(vocabulary)
    types = {True: gguf.TokenType.CONTROL, False: gguf.TokenType.NORMAL}
    writer.add_token_types([types[token in specials] for token in vocabulary])
    writer.add_token_merges([" ".join(merge) for merge in pieces["model"]["merges"]])
    writer.add_bos_token_id(config.bos_token_id)
    writer.add_eos_token_id(config.eos_token_id)
    writer.add_add_bos_token(kind == "llama")
    names = gguf.get_tensor_name_map(gguf.MODEL_ARCH[kind.upper()], config.num_hidden_layers)
    for tensor, shape in shapes.items():
        shape = shape[::-1] if layout(tensor, shape, model) == "transposed" else shape
        size = 4 * int(np.prod(shape))
        assert size % gguf.GGUF_DEFAULT_ALIGNMENT == 0, tensor  # otherwise, weights need padding between them
        writer.add_tensor_info(names.get_name(tensor, (".weight", ".bias")), shape, np.dtype(np.float32), size)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_ti_data_to_file()
    writer.close()
    content = file.read_bytes()
    return content + bytes(-len(content) % gguf.GGUF_DEFAULT_ALIGNMENT)


def write_models(texts: list[str]) -> None:
    """Write tokenizers, configurations, beginnings of GGUF files and the ranges of weights of the three models."""
    rows = []
    for name, build in (("tiny-gpt2", gpt2), ("tiny-llama", llama), ("tiny-bert", bert)):
        model, tokenizer = build(texts)
        with tempfile.TemporaryDirectory() as folder:
            model.save_pretrained(folder)
            tokenizer.save_pretrained(folder)
            for file in kit.FILES:
                content = json.loads((Path(folder) / file).read_text(encoding="utf-8"))
                if file == "tokenizer_config.json":  # the plain class, which an older transformers has, too
                    content["tokenizer_class"] = "PreTrainedTokenizerFast"
                content.pop(TRANSFORMERS, None)
                (kit.DATA / name).mkdir(exist_ok=True)
                text = json.dumps(content, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
                (kit.DATA / name / file).write_text(text, encoding="utf-8")
            weights = dict(sorted(load_file(Path(folder) / kit.WEIGHTS).items()))
            if model.config.model_type in GGUF:
                shapes = {tensor: values.shape for tensor, values in weights.items()}
                header = gguf_header(Path(folder) / "model.gguf", name, model, tokenizer.backend_tokenizer, shapes)
                (kit.DATA / name / kit.HEADER).write_bytes(header)
        for tensor, values in weights.items():
            is_norm = values.ndim == 1 and tensor.endswith("weight")
            low, high = (0.5, 1.5) if is_norm else (-SPREAD, SPREAD)
            in_gguf = layout(tensor, values.shape, model)
            rows.append((name, tensor, "x".join(map(str, values.shape)), in_gguf, low, high))
    columns = ["model", "tensor", "shape", "layout", "low", "high"]
    pd.DataFrame(rows, columns=columns).to_csv(kit.DATA / "weights.tsv", sep="\t", index=False, lineterminator="\n")
    digests = [(name, kind, SEEDS[name], kit.digest(kit.weights(name, SEEDS[name])))
               for name, kind in (("tiny-gpt2", "causal"), ("tiny-llama", "causal"), ("tiny-bert", "masked"))]  # fmt: skip
    pd.DataFrame(digests, columns=["model", "kind", "seed", "sha256"]).to_csv(
        kit.DATA / "models.tsv", sep="\t", index=False, lineterminator="\n"
    )


@torch.no_grad()
def causal_score(model, tokenizer, text: str, way) -> tuple[float, int]:
    """Return the sum of log-probabilities of a text under a convention, and how many tokens are counted.

    A text that is too long is cut at its end. The sum is NaN where no token is counted, the end was cut off, or a token is
    impossible.
    """
    bos, eos = tokenizer.bos_token_id, tokenizer.eos_token_id
    before = {"none": [], "bos": [bos], "eos": [eos], "bos_twice": [bos, bos]}[way.beginning]
    text = {"none": text, "before": f" {text}", "after": f"{text} "}[way.space]
    ids = [*before, *tokenizer(text, add_special_tokens=False)["input_ids"]]
    ids += [eos] if way.ending == "yes" else []
    if len(ids) > CONTEXT and way.ending == "yes":
        return np.nan, 0
    ids = ids[:CONTEXT]
    first = len(before) + {"yes": 0, "no": 1, "after_bos": -1}[way.first_token]
    if first >= len(ids):
        return np.nan, 0
    logits = model(torch.tensor([ids])).logits[0].double()
    if way.prediction == "without_eos":
        logits[:, eos] = -np.inf
    total = 0.0
    for place in range(first, len(ids)):
        total += torch.log_softmax(logits[place - 1], 0)[ids[place]].item()
    return (total, len(ids) - first) if np.isfinite(total) else (np.nan, 0)


@torch.no_grad()
def masked_score(model, tokenizer, text: str, way) -> tuple[float, int]:
    """Return the sum of log-probabilities of the tokens of a text, each of them masked as a convention has it."""
    batch = tokenizer(text, truncation=True, max_length=CONTEXT)
    ids, words, mask = batch["input_ids"], batch.word_ids(), tokenizer.mask_token_id
    places = [place for place, word in enumerate(words) if word is not None]
    total = 0.0
    for place in places:
        copy = list(ids)
        later = [p for p in places if p >= place and words[p] == words[place]]
        for masked in [place] if way.prediction == "log_prob" else later:
            copy[masked] = mask
        if way.prediction == "log_prob_as_published":
            pieces = tokenizer.convert_ids_to_tokens([*ids[1:place], mask, *ids[place + 1 : -1]])
            copy = tokenizer(" ".join(pieces).replace(" ##", ""), truncation=True, max_length=CONTEXT)["input_ids"]
        logits = model(torch.tensor([copy])).logits[0, place].double()
        total += torch.log_softmax(logits, 0)[ids[place]].item()
    return total, len(places)


SCORES = {"causal": causal_score, "masked": masked_score}
CLASSES = {"causal": AutoModelForCausalLM, "masked": AutoModelForMaskedLM}


def conventions_of(model: str) -> list[Convention]:
    """Return the conventions that differ for a model of the kit."""
    ways = [way for way in conventions() if way.kind == kit.models()["kind"][model]]
    if model != ENDS_ALIKE:
        return ways
    return [way for way in ways if way.beginning != "eos" and (way.first_token, way.prediction) != IMPOSSIBLE]


def expected(folder: Path) -> Iterator[tuple[str, str, str, float, int]]:
    """Yield model, convention, sentence, sum of log-probabilities and number of counted tokens, for the whole kit."""
    for name, kind in kit.models()["kind"].items():
        model = CLASSES[kind].from_pretrained(folder / name, dtype=torch.float32).eval()
        tokenizer = AutoTokenizer.from_pretrained(folder / name)
        for way in conventions_of(name):
            for sentence, text in kit.sentences().items():
                yield name, way.name, sentence, *SCORES[kind](model, tokenizer, text, way)


def main() -> None:
    """Write all data of the kit but its sentences."""
    tests = kit.tests()
    write_models([text for name, text in kit.sentences().items() if not tests[name].startswith(OUTSIDE)])
    with tempfile.TemporaryDirectory() as folder:
        kit.write(Path(folder))
        table = pd.DataFrame(
            expected(Path(folder)), columns=["model", "convention", "sentence_id", "log_prob", "tokens"]
        )
    table.to_csv(kit.DATA / "expected.tsv", sep="\t", index=False, float_format="%.6f", lineterminator="\n")


if __name__ == "__main__":
    main()
