"""Compute log-probabilities of tokens, given the tokens before them, with causal language models.

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
from acceptability.kinds.causal import beginning_tokens, tries
from acceptability.kinds.causal.tries import Part, Trie
from acceptability.messages import KEY_AND_ARGUMENT, Message, setting
from acceptability.scoring import batches, predicted
from acceptability.scoring.pretrained import (
    Encoded,
    check_finite,
    encode,
    limit,
    vocabulary_size,
    with_ending,
    without_first,
    word_beginnings,
)

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
    beginning: bool | str,
    ending: bool,
    leading_space: bool,
    segmented: Sequence[Sequence[str] | None] | None = None,
) -> list[Encoded]:
    """Return sentences as ids, ready for ``score``.

    With ``beginning``, the token that it names (see beginning_tokens.token_of) comes first, and every token of the
    sentence is scored. Where it is false, the first token is not: it has nothing before it that it could be predicted
    from. With ``ending``, the tokenizer's end-of-text token comes last, and is scored too. With ``leading_space``, the
    tokenizer gets the sentence with a space before it. ``segmented`` as in encode. Raises InputError where the
    tokenizer has no such token, or nothing is left to score.
    """
    before, eos = beginning_tokens.token_of(tokenizer, beginning), tokenizer.eos_token_id
    if ending and eos is None:
        raise InputError("the tokenizer has no end-of-text token; set ", setting("ending", False, KEY_AND_ARGUMENT))
    texts = [f" {sentence}" for sentence in sentences] if leading_space else sentences
    encoded = encode(tokenizer, texts, names, special_tokens=False, segmented=segmented)
    if ending:
        encoded = [replace(sentence, ids=[*sentence.ids, eos]) for sentence in encoded]
        encoded = with_ending(encoded, texts, segmented, tokenizer.eos_token)
    if before is not None:
        return [with_beginning(sentence, before) for sentence in encoded]
    fix = Message("leave it out, as this tokenizer has no token for the beginning of a sequence")
    if tokenizer.bos_token is not None:
        bos = tokenizer.bos_token
        fix = Message(
            f"put {bos} before each sentence (",
            setting("beginning", True, "{yaml}; from Python, {python}"),
            ")",
        )
    return without_first(encoded, fix)


def with_beginning(sentence: Encoded, token: int) -> Encoded:
    """Return a sentence after a token that precedes it."""
    places = [place + 1 for place in sentence.places]
    return replace(sentence, ids=[token, *sentence.ids], first=1, last=sentence.last + 1, places=places)


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
    words: bool = False,
    sharing: int = 0,
) -> list[dict[str, np.ndarray]]:
    """Return, for each sentence and each of its places, ``log_prob``, natural log p(token | tokens before).

    With ``words``, also what is asked of words: ``rank``, 1 + the number of tokens that are more probable, and, where
    the tokenizer marks the beginning of words, ``log_prob_whitespace`` (see whitespace). With ``savings``, what
    sentences have in common at their beginning goes through the model once, if the model allows it (see _shared).
    Tokens after which nothing is read do not go through it. Hidden states from which nothing is read are not projected
    to the vocabulary, and activations are fused. ``budget`` is the number of tokens that go through the model at once.
    Sentences of up to LONGEST tokens share their beginnings, or of up to ``sharing``, if that is more.
    """
    most = limit(model, tokenizer)
    rows = [
        (number, *window) for number, sentence in enumerate(sentences) for window in windows(len(sentence.ids), most)
    ]
    ids = [sentences[number].ids[start:end] for number, start, end, _ in rows]
    marked = word_beginnings(tokenizer) if words else None
    known = min(vocabulary_size(tokenizer), model.get_input_embeddings().num_embeddings) if words else 0
    marked = None if marked is None else marked[marked < known]
    sets = (() if marked is None else (marked, np.setdiff1d(np.arange(known), marked))) if words else None
    # Every token goes through the vocabulary projection, whose output is many times as large as all else.
    budget = budget or batches.default_budget(model) // 8
    # Nothing is read after a last token, unless a word may be over there.
    ends = marked is not None and any(sentence.last == len(sentence.ids) - 1 for sentence in sentences)
    with _fused(model) if savings else nullcontext():
        shared = _shared(model, ids, sets, ends, budget, sharing) if savings else None
        trie = shared[0] if shared else tries.build(ids, 0)
        _, parts, sample = shared or (trie, tries.rows_alone(trie, ends or not savings), None)
        owners = [sentences[rows[row][0]] for row in trie.rows]
        is_scored = _asked(trie, rows, sentences) if savings else None
        of_tries = _of_nodes(model, trie, parts, sets, budget, owners, is_scored, sample)

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
    scored = [{"log_prob": row[sentence.places]} for sentence, row in zip(sentences, values, strict=True)]
    if words:
        for columns, sentence, rank in zip(scored, sentences, ranks, strict=True):
            columns["rank"] = rank[sentence.places]
    if marked is not None:
        for columns, sentence, row, around, start in zip(scored, sentences, values, begun, inner, strict=True):
            columns["log_prob_whitespace"] = whitespace(sentence, row, around, start, marked)
    return scored


def _asked(trie: Trie, rows: Sequence[tuple[int, int, int, int]], sentences: Sequence[Encoded]) -> np.ndarray:
    """Return for each node whether its log-probability is asked for in a row: a sentence's number and a window."""
    is_scored = np.zeros(len(trie.tokens), dtype=bool)
    for (number, start, end, first), path in zip(rows, trie.paths, strict=True):
        places = np.array(sentences[number].places, dtype=int)
        is_scored[path[places[(places >= first) & (places < end)] - start]] = True
    return is_scored


def _shared(
    model: PreTrainedModel,
    ids: list[list[int]],
    sets: Sequence[np.ndarray] | None,
    ends: bool,
    budget: int,
    sharing: int,
) -> tuple[Trie, list[Part], np.ndarray] | None:
    """Return the rows of token ids as a trie, and the parts in which it goes through the model.

    With ``ends``, the last token of each row goes through it, too. A part is one sequence: each token has its depth as
    its position, and sees its ancestors only. Return None for models that cannot be told so (see _is_packable), and
    where it would save too little. As a check on top, the part of the longest row is scored both ways, in it and some
    of its rows by themselves. The result is None, too, where the scores differ. It is not among those returned: the
    third value has what OF_NODES names, of the nodes that it told about.
    """
    one_by_one = "each sentence goes through the model by itself:"
    if not _is_packable(model):
        print(one_by_one, f"models of the type {model.config.model_type} are not known to take several at once")
        return None
    trie = tries.build(ids, max(LONGEST, sharing))
    parts = tries.parts(trie, PART if sharing <= LONGEST else 2 * sharing, ends)
    others, tried, plain, rows = tries.rows_alone(trie, ends), [], tries.build([], 0), np.array([], dtype=int)
    if parts:
        longest = max((path for path in trie.paths if path[0] < trie.shared), key=len)
        last = int(np.searchsorted([part.own[0] for part in parts], longest[-1], side="right"))
        first = max(0, last - 1 - (last == len(parts)))  # the last of all may be short
        tried, others = parts[first:last], [*parts[:first], *parts[last:], *others]
        part_nodes = np.concatenate([part.own for part in tried])
        rows = np.unique(trie.rows[part_nodes])
        rows = rows[:: max(1, sum(len(ids[row]) for row in rows) // PART)]
        rows = np.union1d(rows, trie.rows[longest[-1:]])
        plain = tries.build([ids[row] for row in rows], 0)
    alone = tries.rows_alone(plain, ends)
    count = sum(len(part.nodes) for part in [*tried, *others, *alone])
    if not tried or count > WORTH * (sum(map(len, ids)) - (0 if ends else len(ids))):
        print(one_by_one, "too few of them begin alike")
        return None
    packed, expected = (_of_nodes(model, *of_sample, sets, budget) for of_sample in ((trie, tried), (plain, alone)))
    known = np.append(
        np.isin(np.arange(len(trie.tokens)), part_nodes), True
    )  # the parent of a first token has number -1
    known = known[:-1] & known[trie.parents]
    pairs = [
        (path[known[path]], other[known[path]])
        for path, other in zip((trie.paths[row] for row in rows), plain.paths, strict=True)
    ]
    compared = [name for name, *_ in OF_NODES.descr if name != "rank"]
    apart = [abs(packed[name][one] - expected[name][other]) for name in compared for one, other in pairs]
    drift = np.concatenate(apart).max(initial=0) / np.max([abs(expected[name]) for name in compared])
    if not drift <= _rounding(model):
        print(one_by_one, f"log-probabilities of several at once differ by {drift:.1g} of the greatest")
        return None
    print("what sentences share at their beginning goes through the model once")
    return trie, others, packed


@contextmanager
def _fused(model: PreTrainedModel) -> Iterator[None]:
    """Compute GPT-2's activation, which the library computes in eight operations, in one in this context: in float32,
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
    """Return the relative tolerance for rounding between two ways of computing a log-probability."""
    is_tf32 = model.device.type == "cuda" and torch.get_float32_matmul_precision() == "high"
    return max(1e-5, 4 * (TF32 if is_tf32 else torch.finfo(model.dtype).eps))


def _of_nodes(
    model: PreTrainedModel,
    trie: Trie,
    parts: list[Part],
    sets: Sequence[np.ndarray] | None,
    budget: int,
    owners: Sequence[Encoded] = (),
    is_scored: np.ndarray | None = None,
    known: np.ndarray | None = None,
) -> np.ndarray:
    """Return what OF_NODES names, of each node in ``parts`` and of those that follow it. What is undefined is 0.

    ``sets``: None, where words are not asked for; else those of tokens that begins and inner are about, or none.
    ``owners``: a sentence of each node, for errors and for the bar of progress. ``is_scored`` says of each node whether
    anything is read of it, so that what only others need is left out; without it, all are read from all logits.
    ``known`` is such an array of nodes in other parts, which is completed and returned.
    """
    of_tries = np.zeros(len(trie.tokens), OF_NODES) if known is None else known
    children = np.argsort(trie.parents, kind="stable")
    children = children if is_scored is None else children[is_scored[children]]
    first_child = np.searchsorted(trie.parents[children], np.arange(len(trie.tokens) + 1))
    of_words = [torch.from_numpy(members).to(model.device) for members in sets or ()]
    is_read = np.ones(len(trie.tokens), bool) if is_scored is None else np.diff(first_child) > 0
    if of_words and is_scored is not None:
        is_read |= is_scored  # a word may be over there
    parts = [part for part in parts if is_read[part.own].any()]

    def forward(model: PreTrainedModel, numbers: list[int]) -> None:
        batch = [parts[number] for number in numbers]
        nodes = np.stack([part.nodes for part in batch])
        options = _packed(model, trie, nodes) if trie.shared else {}
        ids = torch.from_numpy(trie.tokens[nodes]).to(model.device)

        # Where in ``ids`` each node is that is read and not from an earlier part, and its children in the trie.
        places = np.arange(nodes.size).reshape(nodes.shape)
        part_nodes = np.concatenate([part.own for part in batch])
        at = np.concatenate([places[row, part.before :] for row, part in enumerate(batch)])
        part_nodes, at = part_nodes[is_read[part_nodes]], at[is_read[part_nodes]]
        below = np.concatenate([children[first_child[part.own[0]] : first_child[part.own[-1] + 1]] for part in batch])
        rows = np.repeat(np.arange(len(part_nodes)), first_child[part_nodes + 1] - first_child[part_nodes])
        logits = _logits(model, ids, at, is_scored is not None, options)
        read = _read(logits, rows, trie.tokens[below], sets is not None, of_words[:1])
        for name, values in read.items():
            of_tries[name][part_nodes if name == "begins" else below] = values
        if owners and not np.isfinite(read["log_prob"]).all():
            worst = below[np.argmin(np.isfinite(read["log_prob"]))]
            check_finite(owners[worst], of_tries["log_prob"][worst])
        if of_words:
            roots = trie.depths[part_nodes] == 0
            first = logits[torch.from_numpy(np.flatnonzero(roots)).to(model.device)]
            of_tries["inner"][part_nodes[roots]] = _mass(first.float(), of_words[1])

    whole = batches.Part(forward, [len(part.nodes) for part in parts], len(trie.paths))
    batches.run(model, [whole], budget, len(trie.paths) if owners else 0)
    return of_tries


def _logits(model: PreTrainedModel, ids: Tensor, at: np.ndarray, alone: bool, options: dict[str, Tensor]) -> Tensor:
    """Return the logits (places × vocabulary) at places of ``ids``, which are counted row by row.

    With ``alone``, no other hidden states go through the projection to the vocabulary.
    """
    places = torch.from_numpy(at)

    def choose(_module, inputs: tuple[Tensor, ...]) -> tuple[Tensor, ...]:
        states, *more = inputs
        return states.flatten(0, 1)[places.to(states.device)][None], *more

    hook = model.get_output_embeddings().register_forward_pre_hook(choose) if alone else None
    try:
        logits = model(input_ids=ids, return_dict=True, **options).logits.flatten(0, 1)
    finally:
        if hook:
            hook.remove()
    return logits if len(logits) == len(at) else logits[places.to(logits.device)]


def _read(
    logits: Tensor, rows: np.ndarray, tokens: np.ndarray, ranked: bool, beginnings: Sequence[Tensor]
) -> dict[str, np.ndarray]:
    """Return, from logits (rows × vocabulary), the ``log_prob`` of each token in its row (``rows`` ascend).

    Where they are ``ranked``, also the ``rank`` of each; and with ``beginnings``, a set of tokens, ``begins``: the
    log-probability in every row that one of them follows.
    """
    some = max(1, CHUNK.get(logits.device.type, CHUNK["cuda"]) // logits.shape[1])
    pieces = []
    for start in range(0, len(logits), some):
        part = logits[start : start + some].float()
        first, last = np.searchsorted(rows, [start, start + some])
        row, token = (torch.from_numpy(x[first:last]).to(part.device) for x in (rows - start, tokens))
        read = {"log_prob": predicted.values(predicted.log_probs(part, row, token))}
        if ranked:
            read["rank"] = predicted.ranks(part, row, token)
        for members in beginnings:
            read["begins"] = _mass(part, members)
        pieces.append(read)
    return {name: np.concatenate([piece[name] for piece in pieces]) for name in pieces[0]}


def _mass(logits: Tensor, members: Tensor) -> np.ndarray:
    """Return the log-probability of a set of tokens in each row of logits."""
    logits = logits - logits.amax(dim=1, keepdim=True)  # as in predicted.log_probs
    return predicted.values(logits.index_select(1, members).logsumexp(dim=1) - logits.logsumexp(dim=1))


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
    """Return log p of each scored token with the white space after its word, and not before it.

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
