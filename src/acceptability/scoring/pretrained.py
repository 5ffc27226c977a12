"""Read language models of the Hugging Face kind from a folder: no network, no foreign code, no pickles.

What cannot be scored rightly is refused here, before time is spent on it.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import torch
import transformers
from tokenizers import Tokenizer as PlainTokenizer
from transformers import AutoConfig, AutoTokenizer, PreTrainedConfig, PreTrainedModel
from transformers import PreTrainedTokenizerBase as Tokenizer

from acceptability import limits, segmentation
from acceptability.errors import InputError, naming, without_panic
from acceptability.messages import setting
from acceptability.scoring import adapters, gguf_files, precisions, weights
from acceptability.scoring.devices import device
from acceptability.scoring.library_errors import LOCAL, code_of, explained
from acceptability.scoring.regions import PER_TOKEN
from acceptability.sources import model_files, model_folder
from acceptability.sources.model_config import kind_is

if TYPE_CHECKING:
    from transformers.models.auto.auto_factory import _BaseAutoModelClass

MARKS = ("Ġ", "▁")  # how tokenizers write a piece's white space: byte-level BPE, SentencePiece
CHUNK = 10_000  # sentences that are tokenised at once
LISTED = 20  # sentences in one error
LONGER, SHORT_TEXT = limits.NORMALIZER_GROWTH.most, 10  # times; characters of a text to which a rule adds a prefix
SAMPLING = {"dropout": "BPE dropout", "alpha": "subword sampling"}  # keys of the models of tokenizer.json
PROBES = ["The boy's café, don't you  see?", "unaffordable Straße — NEVER (1,000)"]

transformers.utils.logging.set_verbosity_error()
transformers.utils.logging.disable_progress_bar()


@dataclass(frozen=True)
class Architecture:
    """Describe what makes a model in a folder one of its kind.

    name, model_class
        How the kind is called, and the class of the library that loads its models.
    alternative
        What a user could do with a folder whose architecture is another one, if the library does not know it.
    adds_special_tokens
        Must the tokenizer put its special tokens ([CLS], [SEP]) around a text?
    left_to_right
        Do a token's predictions depend on the tokens before it only?
    is_encoder_decoder
        Does a decoder write the text, after an encoder has read another?
    check
        Raises InputError, given model, tokenizer and folder, for what else makes a model unfit.
    """

    name: str
    model_class: "type[_BaseAutoModelClass]"
    alternative: str = ""
    adds_special_tokens: bool = False
    left_to_right: bool = False
    is_encoder_decoder: bool = False
    check: Callable[[PreTrainedModel, Tokenizer, str | Path], None] = lambda model, tokenizer, folder: None


@dataclass(frozen=True)
class Encoded:
    """Describe a sentence as a model takes it; ``name`` is its id.

    ``ids`` holds all tokens, with the special ones around them; ``first`` and ``last`` are the places of the sentence's
    own first and last token in it. ``places`` are those of the tokens to score, ``pieces`` their texts, and ``words``
    says by equal numbers which of them make up one word. ``written`` are the numbers of the words of the sentence (see
    segmentation) that they are in, from 1. Words that a token goes across are one: ``written`` is the number of the
    first, and ``written_to`` that of the last.
    """

    name: str
    ids: list[int]
    first: int
    last: int
    places: list[int]
    pieces: list[str]
    words: list[int]
    written: list[int]
    written_to: list[int]


def load(
    folder: Path,
    kind: Architecture,
    precision: str = "float32",
    number: int = 0,
    devices: str = "one",
    where: torch.device | None = None,
    adapter: Path | None = None,
) -> tuple[PreTrainedModel, Tokenizer]:
    """Return the model and the tokenizer of a folder, on the device ``where`` or on ``device(number)``, ready to score.

    ``folder`` may also be a GGUF file; ``precision`` and ``devices`` (one, all) as in precisions; ``adapter`` is the
    folder of one that is merged. Raises InputError if this computer lacks what they need, if the folder lacks
    safetensors weights or a tokenizer, or if the architecture is of another kind or needs code from the folder. So it
    does if weights are missing from the checkpoint, if the library would split text otherwise than tokenizer.json, or
    if the adapter is of another model.
    """
    if adapter:
        adapters.check(adapter)
    where = where or device(number)
    spread = precisions.check(precision, where, devices)
    empty, tokenizer = outline(folder, kind)
    precisions.announce(folder, empty, precision, where, spread)
    options = precisions.options(precision, spread)
    known = {"config": empty.config} if model_files.gguf_of(folder) else {}  # which takes seconds to read there
    model, report = load_weights(folder, kind, **options, **known)
    made_up = sorted(report["missing_keys"] | {key for key, *_ in report["mismatched_keys"]})
    if made_up:
        raise InputError(
            f"{folder}: the checkpoint has no weights for {len(made_up)} parts of a {kind.name} language model, "
            f"the first {made_up[0]}; use a checkpoint with its language-modelling head"
        )
    weights.check_unused(sorted(report["unexpected_keys"]), model, folder)
    check_together(model, tokenizer, kind, folder)
    if adapter:
        model = adapters.merge(model, tokenizer, adapter)
    torch.set_float32_matmul_precision("high" if precision == "tf32" else "highest")
    precisions.check_devices(model, folder)
    if "device_map" not in options:
        model = place(model, folder, kind, where)
    try_model(model, tokenizer, kind, folder)
    return model, tokenizer


def check_together(model: PreTrainedModel, tokenizer: Tokenizer, kind: Architecture, folder: str | Path) -> None:
    """Raise InputError where a model and a tokenizer do not belong together, or are not of this kind."""
    _check_type(model.config, kind, folder)
    known = model.get_input_embeddings().num_embeddings
    roles = ("bos", "eos", "unk", "cls", "sep", "mask")
    needed = {*tokenizer.get_vocab().values()} - {*tokenizer.added_tokens_decoder}  # no sentence need have an added one
    needed |= {number for role in roles if (number := getattr(tokenizer, f"{role}_token_id")) is not None}
    if max(needed) >= known:
        raise InputError(
            f"{folder}: the tokenizer knows {len(tokenizer)} tokens and the model {known}; "
            "use the tokenizer that belongs to the model"
        )
    kind.check(model, tokenizer, folder)


def check_tokenizer(tokenizer: Tokenizer, kind: Architecture, folder: str | Path) -> None:
    """Raise InputError for a tokenizer that does not say which pieces make up a word, splits at random, or has lost
    its special tokens."""
    if not tokenizer.is_fast:
        raise InputError(
            f"{folder}: the tokenizer does not tell which pieces make up a word; use one with tokenizer.json"
        )
    if sampling := [*_sampling(tokenizer.backend_tokenizer)]:
        raise InputError(
            f"{folder}: the tokenizer splits the same text differently each time ({SAMPLING[sampling[0]]}); switch "
            f"that off: tokenizer.backend_tokenizer.model.{sampling[0]} = None"
        )
    if kind.adds_special_tokens and (lost := _lost(tokenizer)):
        raise InputError(
            f"{folder}: the tokenizer does not add {lost} to a text, as it did when the model was trained; use the "
            "tokenizer.json of the model's authors, or save it again with a newer version of transformers"
        )


def try_model(model: PreTrainedModel, tokenizer: Tokenizer, kind: Architecture, folder: str | Path) -> None:
    """Raise InputError where a model is damaged, does not run, or does not see what a model of this kind sees."""
    weights.check_finite(model, folder)
    with explained(folder, kind.name, kind.alternative):
        _check_model(model, kind, min(8, limit(model, tokenizer)), folder)


def outline(folder: Path, kind: Architecture) -> tuple[PreTrainedModel, Tokenizer]:
    """Return the model without its weights, and the tokenizer: enough to know what is too long. Raises as load."""
    model_folder.check_scored(folder)
    tokenizer = load_tokenizer(folder, kind)
    with explained(folder, kind.name, kind.alternative):
        config = AutoConfig.from_pretrained(**gguf_files.options(folder), **LOCAL)
        gguf_files.check_config(folder, config)
        _check_type(config, kind, folder)
        with torch.device("meta"):
            model = kind.model_class.from_config(config, trust_remote_code=False)
        gguf_files.check_tensors(folder, model)
        if code := code_of(folder):
            print(f"note: {folder}: names program code of its own ({code}), which is never run; the library's is used")
        return model, tokenizer


def _check_type(config: PreTrainedConfig, kind: Architecture, folder: str | Path) -> None:
    """Raise InputError where a model has an encoder and a decoder, and its kind has not, or the other way round."""
    if kind.is_encoder_decoder and not config.is_encoder_decoder:
        raise InputError(
            f"{folder}: {config.model_type} is not an encoder-decoder; leave out ",
            setting("kind", None, "{make} (kind)"),
        )
    if config.is_encoder_decoder and not kind.is_encoder_decoder:
        raise InputError(
            f"{folder}: {config.model_type} is not a {kind.name} language model, but an encoder-decoder: ",
            kind_is("encoder_decoder"),
        )


def load_tokenizer(folder: Path, kind: Architecture) -> Tokenizer:
    """Return the tokenizer of a model of this kind. InputError where files are missing, or say that it splits
    otherwise.
    """
    model_folder.check(folder)
    with explained(folder, kind.name, kind.alternative):
        _check_growth(folder)
        tokenizer = AutoTokenizer.from_pretrained(**gguf_files.options(folder), **LOCAL)
    if tokenizer.is_fast and (note := _sampling_note(_sampling(tokenizer.backend_tokenizer))):
        _switch_off_sampling(tokenizer.backend_tokenizer)
        print(f"note: {folder}: {note}")
    check_tokenizer(tokenizer, kind, folder)
    _check_against_file(tokenizer, folder)
    return tokenizer


def switched_off(folder: Path) -> str:
    """Return a note on what load_tokenizer switches off in a folder's tokenizer, if there is anything."""
    if not (folder / "tokenizer.json").is_file():
        return ""
    model = model_folder.read(folder, "tokenizer.json").get("model") or {}
    return _sampling_note({key: model[key] for key in SAMPLING if model.get(key)})


def _sampling_note(sampling: Mapping[str, float]) -> str:
    """Return a note on the keys of SAMPLING that a tokenizer has; empty if it has none."""
    settings = [f"{SAMPLING[key]} ({value:g})" for key, value in sampling.items()]
    how = "it splits the same text differently each time, which is meant for training. It is switched off here"
    return f"the tokenizer has {' and '.join(settings)}: {how}" if settings else ""


def _sampling(tokenizer: PlainTokenizer) -> dict[str, float]:
    """Return the keys of SAMPLING by which a tokenizer splits texts at random, with their values."""
    values = {key: getattr(tokenizer.model, key, None) for key in SAMPLING}
    return {key: value for key, value in values.items() if value}


def _switch_off_sampling(tokenizer: PlainTokenizer) -> None:
    """Make a tokenizer split the same text in the same way each time."""
    for key in _sampling(tokenizer):
        setattr(tokenizer.model, key, None)


def load_weights(
    folder: Path, kind: Architecture, dtype: torch.dtype = torch.float32, **options
) -> tuple[PreTrainedModel, dict]:
    """Return a model from its safetensors or GGUF file, and the library's report of what that lacks or has besides."""
    with explained(folder, kind.name, kind.alternative):
        model, report = kind.model_class.from_pretrained(
            **gguf_files.options(folder),
            **gguf_files.weights_options(folder),
            dtype=dtype,
            output_loading_info=True,
            ignore_mismatched_sizes=True,  # reported, for the caller to refuse
            **LOCAL,
            **options,
        )
        gguf_files.divide_angles(folder, model)
        return model, report


def place(model: PreTrainedModel, folder: Path, kind: Architecture, where: torch.device) -> PreTrainedModel:
    """Return the model on a device, ready to score."""
    with explained(folder, kind.name, kind.alternative):
        return model.to(where).eval()


def _check_growth(folder: Path) -> None:
    """Raise InputError where rules of tokenizer.json would make texts more than LONGER times as long."""
    if not (folder / "tokenizer.json").is_file():
        return
    rules = model_folder.read(folder, "tokenizer.json").get("normalizer") or {}
    longer = _growth(rules)
    if longer > LONGER:
        raise InputError(
            f"{folder}: tokenizer.json makes texts {longer:,} times as long; put the model's own file there"
        )


def _growth(rule: Mapping) -> int:
    """Return how many times as long a normalizer of tokenizer.json may make a text, with all that are in it.

    A regular expression may match a single character, or nothing.
    """
    parts = rule.get("normalizers") or []
    pattern = (rule.get("pattern") or {}).get("String", "")
    longer = len(rule.get("content") or "") // max(1, len(pattern))
    return max(1, longer, len(rule.get("prepend") or "") // SHORT_TEXT) * prod(map(_growth, parts))


def _check_against_file(tokenizer: Tokenizer, folder: Path) -> None:
    """Raise InputError where the library's tokenizer differs from that of tokenizer.json.

    For some architectures the library makes the tokenizer anew, from tokenizer_config.json and defaults of its own.
    """
    if not model_files.gguf_of(folder) and (folder / "tokenizer.json").is_file():
        plain = PlainTokenizer.from_file(str(folder / "tokenizer.json"))
        plain.no_padding()
        plain.no_truncation()
        _switch_off_sampling(plain)
        for text in PROBES:
            if plain.encode(text).ids != tokenizer(text)["input_ids"]:
                raise InputError(
                    f"{folder}: tokenizer.json splits {text!r} differently from the library, which goes by "
                    "tokenizer_config.json; complete the latter (do_lower_case, add_prefix_space, special tokens)"
                )


def _lost(tokenizer: Tokenizer) -> str:
    """Return special tokens of an encoder ([CLS], [SEP]) that its tokenizer knows and does not add to a text."""
    ids = tokenizer(PROBES[0])["input_ids"]
    around = dict.fromkeys((tokenizer.cls_token, tokenizer.sep_token))
    return " and ".join(token for token in around if token and tokenizer.convert_tokens_to_ids(token) not in ids)


def _check_model(model: PreTrainedModel, kind: Architecture, length: int, folder: str | Path) -> None:
    """Try the model once. Raise InputError where a causal one's predictions depend on later tokens, as BERT's would."""
    vocabulary = model.get_input_embeddings().num_embeddings
    ids = torch.arange(length, device=model.device).unsqueeze(0) % vocabulary
    other = ids.clone()
    other[0, -1] = vocabulary - 1
    inputs = ["input_ids", *(["decoder_input_ids"] if kind.is_encoder_decoder else [])]
    with torch.inference_mode():
        before, after = (
            model(**dict.fromkeys(inputs, x), return_dict=True).logits[0, :-1].float() for x in (ids, other)
        )
    near = 1e-3 * float(before.abs().max())
    if kind.left_to_right and not torch.allclose(before, after, rtol=0, atol=near):
        raise InputError(
            f"{folder}: sees the words that follow, so it is not a causal model; if its tokenizer has a mask token, "
            "score it as a masked one (",
            kind_is("masked"),
            "), and otherwise not at all",
        )


def limit(model: PreTrainedModel, tokenizer: Tokenizer) -> int:
    """Return the greatest number of tokens, special ones included, that the model takes at once."""
    limits = [tokenizer.model_max_length]
    for name, module in model.named_modules():
        if name.endswith("position_embeddings") and isinstance(module, torch.nn.Embedding):
            unused = 0 if module.padding_idx is None else module.padding_idx + 1  # RoBERTa's first positions
            limits.append(module.num_embeddings - unused)
    if len(limits) == 1 and (declared := getattr(model.config.get_text_config(), "max_position_embeddings", None)):
        limits.append(declared)
    return min(limits)


def encode(
    tokenizer: Tokenizer,
    sentences: Sequence[str],
    names: Sequence[str],
    special_tokens: bool = True,
    segmented: Sequence[Sequence[str] | None] | None = None,
) -> list[Encoded]:
    """Return sentences as token ids, of any number, with the tokenizer's special tokens or without any.

    ``names`` are the sentences' ids, for errors. ``segmented`` are the words of sentences whose table names them; then
    these make up words, and not what the tokenizer takes for words. Raises InputError for a sentence of no tokens, or
    one whose text holds a special token: one that is written there, as the unknown one may also represent other text.
    """
    rows = list(zip(names, sentences, segmented or [None] * len(names), strict=True))
    added = {number for number, token in tokenizer.added_tokens_decoder.items() if token.special}
    special = added | set(tokenizer.all_special_ids)
    pieces = {number: piece for piece, number in tokenizer.get_vocab().items()}
    encoded = []
    for start in range(0, len(rows), CHUNK):
        chunk = rows[start : start + CHUNK]
        texts = [sentence for _, sentence, _ in chunk]
        breaks_off = without_panic("the tokenizer crashed ({}); use another model, or remove these sentences")
        with naming(f"sentence_id {chunk[0][0]!r} to {chunk[-1][0]!r}"), breaks_off:
            batch = tokenizer(texts, add_special_tokens=special_tokens, return_special_tokens_mask=True, verbose=False)
        for number, (name, text, text_words) in enumerate(chunk):
            ids, place = batch["input_ids"][number], f"sentence_id {name!r}"
            places = [i for i, added in enumerate(batch["special_tokens_mask"][number]) if not added]
            if not places:
                raise InputError(f"{place}: the tokenizer finds no tokens in it; write words, or leave it out")
            offsets = batch.encodings[number].offsets  # a new list each time that it is asked for
            spans = [offsets[i] for i in places]
            for i, (start_of, end_of) in zip(places, spans, strict=True):
                written = text[start_of:end_of].strip() == pieces[ids[i]]
                if ids[i] in special and (written or ids[i] != tokenizer.unk_token_id):
                    raise InputError(
                        f"{place}: contains {pieces[ids[i]]}, which this tokenizer does not treat as text; leave it "
                        "out, or write it differently"
                    )
            token_pieces = [pieces[ids[i]] for i in places]
            written, upto = zip(*segmentation.of_tokens(text, spans, text_words or text.split() or [text]), strict=True)
            word_ids = batch.word_ids(number)
            words = list(written) if text_words else [word_ids[i] for i in places]
            encoded.append(
                Encoded(name, ids, places[0], places[-1], places, token_pieces, words, list(written), list(upto))
            )
    return encoded


def without_first(sentences: Sequence[Encoded], fix: str) -> list[Encoded]:
    """Return sentences of which the first token is not scored, since nothing precedes it.

    Raise InputError, which ends in ``fix``, for those of one token.
    """
    short = [repr(sentence.name) for sentence in sentences if len(sentence.places) == 1]
    if short:
        more = f" and {len(short) - LISTED} more" if len(short) > LISTED else ""
        why = "has a single token, which cannot be scored because no token precedes it; "
        raise InputError(f"sentence_id {', '.join(short[:LISTED])}{more}: {why}", fix)
    return [replace(sentence, **{name: getattr(sentence, name)[1:] for name in PER_TOKEN}) for sentence in sentences]


def with_ending(
    sentences: Sequence[Encoded],
    texts: Iterable[str],
    segmented: Sequence[Sequence[str] | None] | None,
    piece: str,
) -> list[Encoded]:
    """Return sentences of which the end-of-text token, which follows their last one, is scored, too.

    ``texts`` and ``segmented`` are those of ``encode``; ``piece`` is the text of that token, a word of its own.
    """
    ended = []
    for sentence, text, text_words in zip(sentences, texts, segmented or [None] * len(sentences), strict=True):
        written = len(text_words or text.split()) + 1
        ended.append(
            replace(
                sentence,
                places=[*sentence.places, sentence.last + 1],
                pieces=[*sentence.pieces, piece],
                words=[*sentence.words, sentence.words[-1] + 1],
                written=[*sentence.written, written],
                written_to=[*sentence.written_to, written],
            )
        )
    return ended


def vocabulary_size(tokenizer: Tokenizer) -> int:
    """Return one more than the greatest id of a token, which is more than the number of tokens if ids have gaps."""
    return max(tokenizer.get_vocab().values()) + 1


def word_beginnings(tokenizer: Tokenizer) -> np.ndarray | None:
    """Return ids of the pieces that begin with white space, and of the end-of-text token: with each, a word before is
    over.

    None where the tokenizer marks something else: what continues a word (BERT), or nothing.
    """
    vocabulary = tokenizer.get_vocab().items()
    by_mark = [[number for piece, number in vocabulary if piece.startswith(mark)] for mark in MARKS]
    marked = max(by_mark, key=len)
    end = [] if tokenizer.eos_token_id is None else [tokenizer.eos_token_id]
    return np.unique([*marked, *end]) if marked else None


def token_ids(tokenizer: Tokenizer, texts: Sequence[str], space: str) -> list[list[int]]:
    """Return the tokens of texts, without special ones; ``space`` is put before a text that is not empty."""
    spaced = [f"{space}{text}" if text else "" for text in texts]
    return tokenizer(spaced, add_special_tokens=False, verbose=False)["input_ids"]


def identity(sentence: Encoded) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return what makes two sentences the same to a model: their tokens, and which of them are scored."""
    return tuple(sentence.ids), tuple(sentence.places)


def admit(sentences: Sequence[Encoded], tokens: Sequence[int], most: int, too_long: str, fix: str) -> list[Encoded]:
    """Return the sentences that are scored.

    ``tokens`` says how many the model would have to take at once for each, and ``most`` how many it takes. Longer ones
    are scored all the same where ``too_long`` is window, and left out where it is skip. Where it is refuse they raise
    one InputError, which lists them and ends in ``fix``.
    """
    longer = [number > most for number in tokens]
    if too_long == "window" or not any(longer):
        return list(sentences)
    if too_long == "skip":
        return [sentence for sentence, is_longer in zip(sentences, longer, strict=True) if not is_longer]
    refused = [f"{s.name!r} ({count})" for s, count in zip(sentences, tokens, strict=True) if count > most]
    more = f" and {len(refused) - LISTED} more" if len(refused) > LISTED else ""
    raise InputError(
        f"{len(refused)} {'sentence has' if len(refused) == 1 else 'sentences have'} more tokens than the {most} that "
        f"the model accepts: {', '.join(refused[:LISTED])}{more}; ",
        fix,
    )


def check_known(model: PreTrainedModel, sentences: Sequence[Encoded]) -> None:
    """Raise InputError where a sentence has a token that was added to the tokenizer, and not to the model."""
    known = model.get_input_embeddings().num_embeddings
    for sentence in sentences:
        if max(sentence.ids) >= known:
            raise InputError(
                f"sentence_id {sentence.name!r}: has the token {max(sentence.ids)}, which was added to the tokenizer, "
                f"and not to the model, which knows {known}; write it differently, or resize the model's embeddings"
            )


def check_finite(sentence: Encoded, value: float) -> None:
    """Raise InputError where a log-probability of a token is not a finite number."""
    if not np.isfinite(value):
        raise InputError(
            f"sentence_id {sentence.name!r}: the model computes {value} for one of its tokens; its weights are "
            "damaged, or the numbers too large for float16 (use float32)"
        )


def token_table(
    sentences: Sequence[Encoded], distinct: Sequence[Encoded], scored: Sequence[Mapping], unknown: int | None
) -> pd.DataFrame:
    """Return a row for each scored token: ``sentence_id, position, token, word, written``, the columns of ``scored``,
    ``oov``.

    And ``written_to``, if any token goes across words.

    ``scored`` belongs to ``distinct``; all of ``sentences`` that are the same to the model get rows. ``position`` and
    ``word`` count from 1 in the sentence; ``oov`` is 1 for a piece of the sentence that the model does not know (its
    id is ``unknown``).
    """
    names = defaultdict(list)
    for sentence in sentences:
        names[identity(sentence)].append(sentence.name)
    same = [(number, name) for number, sentence in enumerate(distinct) for name in names[identity(sentence)]]
    tokens = {
        "number": np.repeat(np.arange(len(distinct)), [len(sentence.places) for sentence in distinct]),
        "position": [place - sentence.first + 1 for sentence in distinct for place in sentence.places],
        "token": [piece for sentence in distinct for piece in sentence.pieces],
        "word": [word + 1 for sentence in distinct for word in sentence.words],
        "written": [word for sentence in distinct for word in sentence.written],
        "written_to": [word for sentence in distinct for word in sentence.written_to],
        **{name: np.concatenate([columns[name] for columns in scored]) for name in scored[0]},
        "oov": [
            int(sentence.ids[place] == unknown and place <= sentence.last)
            for sentence in distinct
            for place in sentence.places
        ],
    }
    if tokens["written_to"] == tokens["written"]:
        del tokens["written_to"]
    table = pd.DataFrame(same, columns=["number", "sentence_id"]).merge(pd.DataFrame(tokens), on="number")
    return table.drop(columns="number")
