"""Small models with random weights and a vocabulary of our own: for tests without a network."""

from collections.abc import Iterable
from pathlib import Path

import torch
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers
from transformers import (
    AlbertConfig,
    AlbertForMaskedLM,
    BartConfig,
    BartForConditionalGeneration,
    BertConfig,
    BertForMaskedLM,
    BertTokenizerFast,
    DebertaV2Config,
    DebertaV2ForMaskedLM,
    DistilBertConfig,
    DistilBertForMaskedLM,
    ElectraConfig,
    ElectraForMaskedLM,
    GPT2Config,
    GPT2LMHeadModel,
    ModernBertConfig,
    ModernBertForMaskedLM,
    PreTrainedTokenizerFast,
    RobertaConfig,
    RobertaForMaskedLM,
    T5Config,
    T5ForConditionalGeneration,
)

END_OF_TEXT = "<|endoftext|>"
LETTERS = "abcdefghijklmnopqrstuvwxyz"
PIECES = ["the", "boy", "sleep", "##s", "##ing", "un", "##aff", "##ord", "##able", "afford", "able", "girl", "see"]
VOCABULARY = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", ".", "?", "'", *PIECES]
VOCABULARY += [*LETTERS, *(f"##{letter}" for letter in LETTERS)]
SENTENCES = [
    "The boy sleeps.",
    "An unaffordable girl sees the boy.",
    "Boys see.",
    "The girl's sleeping?",
    "See the boy.",
]
SHAPE = {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 32}


def wordpiece_tokenizer(length: int = 64) -> BertTokenizerFast:
    """BERT's uncased tokenizer over ``VOCABULARY``."""
    tokenizer = Tokenizer(models.WordPiece({piece: i for i, piece in enumerate(VOCABULARY)}, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.WordPiece()
    tokenizer.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    return BertTokenizerFast(tokenizer_object=tokenizer, model_max_length=length)


def byte_tokenizer(*, mask: bool, bos: bool = True) -> PreTrainedTokenizerFast:
    """A byte-level BPE tokenizer without merges, so that every letter is a piece."""
    symbols = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    alphabet = [*symbols, *sorted(pre_tokenizers.ByteLevel.alphabet())]
    tokenizer = Tokenizer(models.BPE({symbol: i for i, symbol in enumerate(alphabet)}, [], unk_token="<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=True)
    tokenizer.decoder = decoders.ByteLevel()
    if mask:
        tokenizer.post_processor = processors.RobertaProcessing(("</s>", 2), ("<s>", 0))
    options = {"mask_token": "<mask>"} if mask else {}
    options |= {"bos_token": "<s>"} if bos else {}
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, pad_token="<pad>", eos_token="</s>", unk_token="<unk>", **options
    )


def gpt2_tokenizer(sentences: Iterable[str] = (), size: int = 257) -> PreTrainedTokenizerFast:
    """A tokenizer like GPT-2's: byte-level BPE that adds no space, and one token that begins, ends and is unknown.

    Its pieces are learnt from the sentences, up to this size of the vocabulary; without any, each letter is one.
    """
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=size,
        special_tokens=[END_OF_TEXT],
        initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()),
        show_progress=False,
    )
    tokenizer.train_from_iterator(sentences, trainer)
    names = dict.fromkeys(("bos_token", "eos_token", "unk_token"), END_OF_TEXT)
    return PreTrainedTokenizerFast(tokenizer_object=tokenizer, **names)


def bert(positions: int = 64) -> BertForMaskedLM:
    """A tiny BERT for ``wordpiece_tokenizer``."""
    torch.manual_seed(1)
    config = BertConfig(vocab_size=len(VOCABULARY), max_position_embeddings=positions, initializer_range=0.3, **SHAPE)
    return BertForMaskedLM(config).eval()


def gpt2(positions: int = 64, seed: int = 1) -> GPT2LMHeadModel:
    """A tiny GPT-2 for ``byte_tokenizer``."""
    torch.manual_seed(seed)
    config = GPT2Config(
        vocab_size=261, n_positions=positions, n_embd=16, n_layer=2, n_head=2, bos_token_id=0, eos_token_id=2, initializer_range=0.3
    )  # fmt: skip
    return GPT2LMHeadModel(config).eval()


def other_masked(name: str):
    """A tiny masked model of another architecture and a tokenizer for it."""
    torch.manual_seed(1)
    wordpieces, range_ = {"vocab_size": len(VOCABULARY)}, {"initializer_range": 0.3}
    if name == "roberta":
        config = RobertaConfig(vocab_size=261, max_position_embeddings=66, pad_token_id=1, **SHAPE, **range_)
        return RobertaForMaskedLM(config).eval(), byte_tokenizer(mask=True)
    if name == "distilbert":
        model = DistilBertForMaskedLM(
            DistilBertConfig(**wordpieces, dim=16, n_layers=2, n_heads=2, hidden_dim=32, max_position_embeddings=64)
        )
    elif name == "albert":
        model = AlbertForMaskedLM(
            AlbertConfig(**wordpieces, embedding_size=8, max_position_embeddings=64, **SHAPE, **range_)
        )
    elif name == "electra":
        model = ElectraForMaskedLM(
            ElectraConfig(**wordpieces, embedding_size=8, max_position_embeddings=64, **SHAPE, **range_)
        )
    elif name == "deberta":
        model = DebertaV2ForMaskedLM(
            DebertaV2Config(**wordpieces, max_position_embeddings=64, relative_attention=True, **SHAPE)
        )
    else:
        model = ModernBertForMaskedLM(
            ModernBertConfig(
                **wordpieces, **SHAPE, max_position_embeddings=64, pad_token_id=0, cls_token_id=2, sep_token_id=3,
                bos_token_id=2, eos_token_id=3,
            )
        )  # fmt: skip
    return model.eval(), wordpiece_tokenizer()


def letters(specials: list[str], template: str, **names: str) -> PreTrainedTokenizerFast:
    """Return a tokenizer with a token for each byte after the special ones, which puts those of a template around a text."""
    pieces = [*specials, *sorted(pre_tokenizers.ByteLevel.alphabet())]
    tokenizer = Tokenizer(models.BPE({piece: number for number, piece in enumerate(pieces)}, []))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    around = [(token, pieces.index(token)) for token in template.split() if token != "$A"]
    if around:
        tokenizer.post_processor = processors.TemplateProcessing(single=template, special_tokens=around)
    return PreTrainedTokenizerFast(tokenizer_object=tokenizer, **names)


def t5_letters() -> PreTrainedTokenizerFast:
    """Return a tokenizer like T5's over letters: sentinels, and the end of the text after a text."""
    specials = ["<pad>", "</s>", "<unk>", "<extra_id_0>", "<extra_id_1>"]
    return letters(specials, "$A </s>", pad_token="<pad>", eos_token="</s>", unk_token="<unk>")


def bart_letters(template: str = "<s> $A </s>", **names: str) -> PreTrainedTokenizerFast:
    """Return a tokenizer like BART's over letters."""
    usual = {"bos_token": "<s>", "cls_token": "<s>", "eos_token": "</s>", "sep_token": "</s>"}
    usual |= {"pad_token": "<pad>", "unk_token": "<unk>", "mask_token": "<mask>"}
    return letters(["<s>", "<pad>", "</s>", "<unk>", "<mask>"], template, **usual | names)


def of_letters(name: str):
    """Return a tiny t5, bart, bert or gpt2 for tokenizers over letters, with random weights."""
    torch.manual_seed(0)
    if name == "t5":
        shape = {"d_model": 32, "d_kv": 8, "d_ff": 64, "num_layers": 2, "num_heads": 4}
        ends = {"decoder_start_token_id": 0, "pad_token_id": 0, "eos_token_id": 1}
        model = T5ForConditionalGeneration(T5Config(vocab_size=261, **shape, **ends, tie_word_embeddings=True))
    elif name == "bart":
        shape = {f"{part}_{what}": number for part in ("encoder", "decoder") for what, number in
                 (("layers", 2), ("attention_heads", 4), ("ffn_dim", 64))}  # fmt: skip
        ends = {"bos_token_id": 0, "pad_token_id": 1, "eos_token_id": 2, "decoder_start_token_id": 2}
        shape |= {"d_model": 32, "max_position_embeddings": 128, "init_std": 0.3}
        model = BartForConditionalGeneration(BartConfig(vocab_size=261, forced_eos_token_id=2, **shape, **ends))
    elif name == "bert":
        shape = SHAPE | {"hidden_size": 32, "num_attention_heads": 4, "intermediate_size": 64}
        model = BertForMaskedLM(BertConfig(vocab_size=261, max_position_embeddings=128, initializer_range=0.3, **shape))
    else:
        shape = {"n_positions": 128, "n_embd": 32, "n_layer": 2, "n_head": 4}
        model = GPT2LMHeadModel(
            GPT2Config(vocab_size=261, initializer_range=0.3, bos_token_id=0, eos_token_id=2, **shape)
        )
    return model.eval()


def save_gpt2(folder: Path, sentences: Iterable[str], size: int, seed: int, **shape) -> Path:
    """A folder with a GPT-2 of this shape with random weights, and its tokenizer, whose pieces are learnt from sentences.

    Its end-of-text token is also the one at the beginning.
    """
    torch.manual_seed(seed)
    tokenizer = gpt2_tokenizer(sentences, size=size)
    end = tokenizer.convert_tokens_to_ids(END_OF_TEXT)
    config = GPT2Config(vocab_size=len(tokenizer), bos_token_id=end, eos_token_id=end, **shape)
    return save(folder, GPT2LMHeadModel(config), tokenizer)


def save(folder: Path, model, tokenizer) -> Path:
    """A folder with the model and its tokenizer."""
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder
