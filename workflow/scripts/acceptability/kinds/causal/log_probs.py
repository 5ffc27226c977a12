"""Causal language models: log-probabilities of tokens, given the tokens before them.

A model accepts a limited number of tokens at once. A longer sentence is scored in windows of that length, each of which
begins half a window after the one before. A token is scored in the first window that has it. So its context is all
tokens before it, as long as they fit; after that at least half a window of them. The beginning-of-sequence token is in
the first window only, the end-of-text token in the last only.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from functools import partial

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional
from transformers import PreTrainedModel
from transformers import PreTrainedTokenizerBase as Tokenizer
from transformers.activations import NewGELUActivation

from acceptability.errors import InputError
from acceptability.kinds.causal import tries
from acceptability.kinds.causal.tries import Part, Trie
from acceptability.scoring import batches, predicted
from acceptability.scoring.pretrained import LISTED, Encoded, check_finite, encode, limit, word_beginnings
from acceptability.scoring.regions import PER_TOKEN

PART = 256  # tokens in one part of a trie: more of them repeat fewer beginnings, but attention costs more
LONGEST = PART // 2  # tokens of a row in a trie; longer ones go through the model by themselves
PACKABLE = ("gpt2", "gpt_neox", "gptj", "llama", "mistral", "opt", "qwen2", "qwen3")  # types of models
ROPE_TYPES = ("default", "linear", "llama3")
WORTH = 0.9  # a trie of a larger share of all tokens is not worth its attention
TF32 = 2**-10  # its relative rounding
CHUNK = {"cpu": 2**19, "cuda": 2**27}  # logits that are read at once: a processor's cache keeps what is made of them
# Of a node of a trie: natural log p(token | those before it), and its rank there (both undefined for a first token);
# that a word begins after it, or the text ends; and for a first token only, that anything else follows.
OF_NODES = np.dtype([("log_prob", float), ("rank", int), ("begins", float), ("inner", float)])


def prepare(
    tokenizer: Tokenizer,
    sentences: Sequence[str],
    names: Sequence[str],
    beginning: bool,
    ending: bool,
    leading_space: bool,
    segmented: Sequence[Sequence[str] | None] | None = None,
) -> list[Encoded]:
    """Sentences as ids, ready for ``score``.

    With ``beginning``, the tokenizer's beginning-of-sequence token comes first, and every token of the sentence is
    scored. Without, the first token is not: it has nothing before it that it could be predicted from. With ``ending``,
    the tokenizer's end-of-text token comes last, and is scored too. With ``leading_space``, the tokenizer gets the
    sentence with a space before it. ``segmented`` as in encode. Raises InputError where the tokenizer has no such
    token, or nothing is left to score.
    """
    bos, eos = tokenizer.bos_token_id, tokenizer.eos_token_id
    if beginning and bos is None:
        raise InputError(
            "the tokenizer has no beginning-of-sequence token; set beginning: false (beginning=False from Python)"
        )
    if ending and eos is None:
        raise InputError("the tokenizer has no end-of-text token; set ending: false (ending=False from Python)")
    texts = [f" {sentence}" for sentence in sentences] if leading_space else sentences
    encoded = encode(tokenizer, texts, names, special_tokens=False, segmented=segmented)
    if ending:
        given = segmented or [None] * len(encoded)
        encoded = [
            _with_ending(sentence, eos, tokenizer.eos_token, len(words or text.split()) + 1)
            for sentence, text, words in zip(encoded, texts, given, strict=True)
        ]
    if beginning:
        return [with_beginning(sentence, bos) for sentence in encoded]
    _check_preceded(encoded, tokenizer.bos_token)
    return [_without_first(sentence) for sentence in encoded]


def _check_preceded(sentences: Sequence[Encoded], bos: str | None) -> None:
    """Raise InputError for sentences whose only token has nothing before it; ``bos`` could be put there."""
    short = [repr(sentence.name) for sentence in sentences if len(sentence.places) == 1]
    if not short:
        return
    more = f" and {len(short) - LISTED} more" if len(short) > LISTED else ""
    mend = "leave it out, as this tokenizer has no token for the beginning of a sequence"
    if bos is not None:
        mend = f"let {bos} stand before each sentence (beginning: true; from Python, beginning=True)"
    raise InputError(f"sentence_id {', '.join(short[:LISTED])}{more}: is one token, which nothing precedes; {mend}")


def with_beginning(sentence: Encoded, bos: int) -> Encoded:
    """Return a sentence after the token for the beginning of a sequence."""
    places = [place + 1 for place in sentence.places]
    return replace(sentence, ids=[bos, *sentence.ids], first=1, last=sentence.last + 1, places=places)


def _with_ending(sentence: Encoded, eos: int, piece: str, written: int) -> Encoded:
    return replace(
        sentence,
        ids=[*sentence.ids, eos],
        places=[*sentence.places, len(sentence.ids)],
        pieces=[*sentence.pieces, piece],
        words=[*sentence.words, sentence.words[-1] + 1],
        written=[*sentence.written, written],
        written_to=[*sentence.written_to, written],
    )


def _without_first(sentence: Encoded) -> Encoded:
    return replace(sentence, **{name: getattr(sentence, name)[1:] for name in PER_TOKEN})


def windows(count: int, most: int) -> list[tuple[int, int, int]]:
    """Start and end of each window over ``count`` tokens, and the first place that is read from it."""
    cut, read = [(0, min(count, most), 1)], most
    while read < count:
        start = cut[-1][0] + most // 2
        cut.append((start, min(count, start + most), read))
        read = start + most
    return cut


def score(
    model: PreTrainedModel,
    tokenizer: Tokenizer,
    sentences: Sequence[Encoded],
    budget: int | None = None,
    savings: bool = True,
    words: bool = True,
) -> list[dict[str, np.ndarray]]:
    """For each sentence, of each of its places, ``log_prob``, natural log p(token | tokens before), and ``rank``.

    A rank is 1 + the number of tokens that are more probable. With ``words``, and where the tokenizer marks the
    beginning of words, also ``log_prob_whitespace`` (see whitespace). With ``savings``, what sentences have in common
    at their beginning goes through the model once, if the model allows it (see _shared), and activations are fused.
    ``budget`` is the number of tokens that go through the model at once.
    """
    most = limit(model, tokenizer)
    rows = [
        (number, *window) for number, sentence in enumerate(sentences) for window in windows(len(sentence.ids), most)
    ]
    ids = [sentences[number].ids[start:end] for number, start, end, _ in rows]
    marked = word_beginnings(tokenizer) if words else None
    known = min(len(tokenizer), model.get_input_embeddings().num_embeddings)
    marked = None if marked is None else marked[marked < known]
    sets = [] if marked is None else [marked, np.setdiff1d(np.arange(known), marked)]
    # Every token goes through the vocabulary projection, whose output is many times as large as all else.
    budget = budget or batches.default_budget(model) // 8
    # Nothing is read after a last token, unless a word may be over there.
    ends = marked is not None and any(sentence.last == len(sentence.ids) - 1 for sentence in sentences)
    with _fused(model) if savings else nullcontext():
        shared = _shared(model, ids, sets, ends, budget) if savings else None
        trie, parts = shared or (tries.build(ids, 0), None)
        owners = [sentences[rows[row][0]] for row in trie.rows]
        of_tries = _of_nodes(model, trie, parts, sets, budget, owners)

    values, ranks = ([np.empty(len(sentence.ids), kind) for sentence in sentences] for kind in (float, int))
    # What may follow the tokens before each place, and after the last one: the beginning of a word.
    begun = [np.full(len(sentence.ids) + 1, np.nan) for sentence in sentences]
    inner = np.full(len(sentences), np.nan)  # anything else, at the beginning of the sentence
    for (number, start, end, first), path in zip(rows, trie.paths, strict=True):
        values[number][first:end] = of_tries["log_prob"][path[first - start :]]
        ranks[number][first:end] = of_tries["rank"][path[first - start :]]
        begun[number][first : end + 1] = of_tries["begins"][path[first - start - 1 :]]
        if start == 0:
            inner[number] = of_tries["inner"][path[0]]
    scored = [
        {"log_prob": row[sentence.places], "rank": rank[sentence.places]}
        for sentence, row, rank in zip(sentences, values, ranks, strict=True)
    ]
    if marked is not None:
        for columns, sentence, row, around, start in zip(scored, sentences, values, begun, inner, strict=True):
            columns["log_prob_whitespace"] = whitespace(sentence, row, around, start, marked)
    return scored


def _shared(
    model: PreTrainedModel, ids: list[list[int]], sets: list[np.ndarray], ends: bool, budget: int
) -> tuple[Trie, list[Part]] | None:
    """The rows of token ids as a trie, and the parts in which it goes through the model: with rows' ``ends``, or not.

    A part is one sequence: each token has its depth as its position, and sees its ancestors only. None for models that
    cannot be told so (see _is_packable), and where it would save too little. As a check on top, the part of the longest
    row is scored both ways: None, too, where the model does not say the same.
    """
    one_by_one = "each sentence goes through the model by itself:"
    if not _is_packable(model):
        print(one_by_one, f"models of the type {model.config.model_type} are not known to take several at once")
        return None
    trie = tries.build(ids, LONGEST)
    parts = tries.parts(trie, PART, ends)
    tried, plain, rows = [], tries.build([], 0), []
    if parts:
        longest = max((path for path in trie.paths if path[0] < trie.shared), key=len)
        last = int(np.searchsorted([part.own[0] for part in parts], longest[-1], side="right"))
        tried = parts[max(0, last - 1 - (last == len(parts))) : last]  # the last of all may be short
        own = np.concatenate([part.own for part in tried])
        rows = np.unique(trie.rows[own])
        plain = tries.build([ids[row] for row in rows], 0)
    parts += tries.rows_alone(trie, ends)
    count = sum(len(part.nodes) for part in [*parts, *tried]) + len(plain.tokens)
    if not tried or count > WORTH * sum(map(len, ids)):
        print(one_by_one, "too few of them begin alike")
        return None
    packed, expected = _of_nodes(model, trie, tried, sets, budget), _of_nodes(model, plain, None, sets, budget)
    known = np.append(np.isin(np.arange(len(trie.tokens)), own), True)  # the parent of a first token has number -1
    known = known[:-1] & known[trie.parents]
    pairs = [
        (path[known[path]], other[known[path]])
        for path, other in zip((trie.paths[row] for row in rows), plain.paths, strict=True)
    ]
    compared = [name for name in OF_NODES.names if name != "rank"]
    apart = [abs(packed[name][one] - expected[name][other]) for name in compared for one, other in pairs]
    drift = np.concatenate(apart).max(initial=0) / np.max([abs(expected[name]) for name in compared])
    if not drift <= _rounding(model):
        print(one_by_one, f"log-probabilities of several at once differ by {drift:.1g} of the greatest")
        return None
    print("what sentences share at their beginning goes through the model once")
    return trie, parts


@contextmanager
def _fused(model: PreTrainedModel) -> Iterator[None]:
    """Meanwhile, GPT-2's activation, which the library computes in eight operations, is computed in one: in float32,
    since the others round it after each operation.
    """
    activations = [module for module in model.modules() if type(module) is NewGELUActivation]
    activations = [module for module in activations if model.dtype == torch.float32 and "forward" not in vars(module)]
    for module in activations:
        module.forward = partial(functional.gelu, approximate="tanh")
    try:
        yield
    finally:
        for module in activations:
            del module.forward


def _is_packable(model: PreTrainedModel) -> bool:
    """Do a token's position and what it sees depend on position_ids and the attention mask alone?

    Not with ALiBi, recurrent layers, attention to the last few tokens, or angles that depend on a sequence's length.
    """
    config = model.config
    local = getattr(config, "sliding_window", None) is not None and getattr(config, "use_sliding_window", True)
    rope = getattr(config, "rope_parameters", None) or getattr(config, "rope_scaling", None) or {}
    return config.model_type in PACKABLE and not local and rope.get("rope_type", "default") in ROPE_TYPES


def _rounding(model: PreTrainedModel) -> float:
    """Return how far two ways of computing a log-probability may be apart by rounding, relative to the largest."""
    is_tf32 = model.device.type == "cuda" and torch.get_float32_matmul_precision() == "high"
    return max(1e-5, 4 * (TF32 if is_tf32 else torch.finfo(model.dtype).eps))


def _of_nodes(
    model: PreTrainedModel,
    trie: Trie,
    parts: list[Part] | None,
    sets: list[np.ndarray],
    budget: int,
    owners: Sequence[Encoded] = (),
) -> np.ndarray:
    """Return what OF_NODES names, of each node. Two sets of tokens in ``sets`` are those of begins and inner.

    Without ``parts`` each row of the trie, which is not shared then, goes through the model by itself. What is
    undefined is 0. ``owners``: a sentence of each node, for errors and for the bar of progress.
    """
    packed, parts = parts is not None, parts or tries.rows_alone(trie)
    of_tries = np.zeros(len(trie.tokens), OF_NODES)
    children = np.argsort(trie.parents, kind="stable")
    first_child = np.searchsorted(trie.parents[children], np.arange(len(trie.tokens) + 1))
    sets = [torch.from_numpy(members).to(model.device) for members in sets]

    def forward(model: PreTrainedModel, chosen: list[int]) -> None:
        batch = [parts[number] for number in chosen]
        nodes = np.stack([part.nodes for part in batch])
        options = _packed(model, trie, nodes) if packed else {}
        ids = torch.from_numpy(trie.tokens[nodes]).to(model.device)
        logits = model(input_ids=ids, return_dict=True, **options).logits.flatten(0, 1)

        # Where in ``logits`` each node is that is not from an earlier part, and its children in the trie.
        starts = np.arange(len(batch)) * nodes.shape[1]
        own = np.concatenate([part.own for part in batch])
        at = np.concatenate(
            [start + np.arange(part.before, len(part.nodes)) for start, part in zip(starts, batch, strict=True)]
        )
        counts = first_child[own + 1] - first_child[own]
        below = np.concatenate([children[first_child[part.own[0]] : first_child[part.own[-1] + 1]] for part in batch])
        above = np.repeat(at, counts)
        read = _read(logits, above, trie.tokens[below], sets[:1])
        of_tries["log_prob"][below], of_tries["rank"][below] = read[:2]
        if owners and not np.isfinite(read[0]).all():
            worst = below[np.argmin(np.isfinite(read[0]))]
            check_finite(owners[worst], of_tries["log_prob"][worst])
        if sets:
            of_tries["begins"][own] = read[2][at]
            roots = trie.depths[own] == 0
            first = logits[torch.from_numpy(at[roots]).to(model.device)]
            of_tries["inner"][own[roots]] = _mass(first.float().log_softmax(dim=1), sets[1])

    whole = batches.Part(forward, [len(part.nodes) for part in parts], len(trie.paths))
    batches.run(model, [whole], budget, len(trie.paths) if owners else 0)
    return of_tries


def _read(logits: Tensor, rows: np.ndarray, tokens: np.ndarray, sets: Sequence[Tensor]) -> list[np.ndarray]:
    """From logits (rows × vocabulary): log-probability and rank of each token in its row (``rows`` ascend); then, for
    each set, the log-probability in every row that one of its tokens follows.
    """
    some = max(1, CHUNK.get(logits.device.type, CHUNK["cuda"]) // logits.shape[1])
    pieces = []
    for start in range(0, len(logits), some):
        part = logits[start : start + some].float()
        chances = part.log_softmax(dim=1)
        first, last = np.searchsorted(rows, [start, start + some])
        row, token = (torch.from_numpy(x[first:last]).to(part.device) for x in (rows - start, tokens))
        of_tokens = predicted.values(chances[row, token]), predicted.ranks(part, row, token)
        pieces.append((*of_tokens, *(_mass(chances, members) for members in sets)))
    return [np.concatenate(values) for values in zip(*pieces, strict=True)]


def _mass(chances: Tensor, members: Tensor) -> np.ndarray:
    """Return the log-probability of a set of tokens in each row of log-probabilities."""
    return predicted.values(chances.index_select(1, members).logsumexp(dim=1))


def _packed(model: PreTrainedModel, trie: Trie, nodes: np.ndarray) -> dict[str, Tensor]:
    """Return what tells a model that these rows of nodes are parts of a trie: positions, and what each node sees."""
    here, ends = (torch.from_numpy(values).to(model.device) for values in (nodes, trie.ends[nodes]))
    seen = (here[:, None, :] <= here[:, :, None]) & (here[:, :, None] < ends[:, None, :])
    mask = torch.zeros(seen.shape, dtype=model.dtype, device=model.device)
    return {
        "position_ids": torch.from_numpy(trie.depths[nodes]).to(model.device),
        "attention_mask": mask.masked_fill(~seen, torch.finfo(model.dtype).min)[:, None],
        "use_cache": False,
    }


def whitespace(
    sentence: Encoded, log_probs: np.ndarray, begun: np.ndarray, inner: float, marked: np.ndarray
) -> np.ndarray:
    """log p of each scored token with the white space after its word, and not before it.

    Tokenizers that put white space at the beginning of a word leave open, until the next token, whether the word is
    over. So ln p(word) = Σ ln p(its tokens) + B after it − B before it, where B is the log-probability that a word
    begins or the text ends (Pimentel & Meister 2024; Oh & Schuler 2024). The terms of words within a sentence cancel.
    If the first word has no mark, it is divided by the probability of all tokens without one (``inner``).

    ``log_probs`` belong to ``sentence.ids``; ``begun`` is B before each of these, and after the last; ``marked`` are
    the ids that begin a word.
    """
    ids = np.array(sentence.ids)
    begins = np.isin(ids, marked)
    before = np.where(begins, begun[:-1], 0)
    if not begins[sentence.first]:
        before[sentence.first] = inner
    after = np.where(np.append(begins[1:], True), begun[1:], 0)
    after[sentence.last + 1 :] = 0  # nothing follows the end of the text
    return (log_probs - before + after)[sentence.places]
