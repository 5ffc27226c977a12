"""Is a causal model scored with the beginning-of-sequence token that it expects? Doubts, in words."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from transformers import PreTrainedModel
from transformers import PreTrainedTokenizerBase as Tokenizer

from acceptability.kinds.causal import log_probs as causal
from acceptability.scoring.pretrained import Encoded

MOST, LEAST, SHARE = 100, 10, 20  # sentences in a sample: one in so many, and no more and no fewer than this
WORSE = 0.1  # nats by which a token is less probable on average, and at least two standard errors


def doubts(
    model: PreTrainedModel,
    tokenizer: Tokenizer,
    sentences: Sequence[Encoded],
    scored: Sequence[dict[str, np.ndarray]],
    beginning: bool,
) -> list[str]:
    """Return what is doubtful about how these sentences were scored: ``scored`` as causal.score gives it.

    ``beginning`` says whether they have the tokenizer's beginning-of-sequence token. A sample of them is scored the
    other way, too, and each token that has a log-probability both ways is compared.
    """
    of_token = np.concatenate([columns["log_prob"] for columns in scored]).mean()
    vocabulary = min(len(tokenizer), model.get_input_embeddings().num_embeddings)
    reasons = [*_of_tokenizer(model, tokenizer, beginning), *_of_chance(of_token, vocabulary)]
    if tokenizer.bos_token_id is not None:
        reasons += _of_sample(model, tokenizer, sentences, scored, beginning)
    return reasons


def added(tokenizer: Tokenizer) -> list[int]:
    """Return the tokens that a tokenizer itself puts before a text."""
    ids, bare = tokenizer("a")["input_ids"], tokenizer("a", add_special_tokens=False)["input_ids"]
    return ids[: next((start for start in range(len(ids) + 1) if ids[start : start + len(bare)] == bare), 0)]


def _of_tokenizer(model: PreTrainedModel, tokenizer: Tokenizer, beginning: bool) -> Iterator[str]:
    own, token = added(tokenizer), tokenizer.bos_token
    said = " ".join(tokenizer.convert_ids_to_tokens(own))
    named = getattr(model.config, "bos_token_id", None)
    if own and not beginning:
        yield f"Its tokenizer puts {said} before a text, and beginning: false leaves it out."
    elif own and own != [tokenizer.bos_token_id]:
        yield (
            f"Its tokenizer puts {said} before a text, but names {token} as the beginning of a sequence; with "
            f"beginning: true, one {token} is put there. Correct bos_token in tokenizer_config.json."
        )
    elif beginning and not own and isinstance(named, int) and named != tokenizer.bos_token_id:
        yield (
            f"Its tokenizer names {token} as the beginning of a sequence (token {tokenizer.bos_token_id}), its "
            f"config.json token {named}; {token} is put there."
        )


def _of_chance(of_token: float, vocabulary: int) -> Iterator[str]:
    if of_token <= -np.log(vocabulary):
        yield (
            f"The mean log-probability of a token is {of_token:.2f}. If all {vocabulary:,} tokens were equally "
            f"probable, it would be {-np.log(vocabulary):.2f}. The model does not know this language, or its weights "
            "are damaged."
        )


def _of_sample(
    model: PreTrainedModel,
    tokenizer: Tokenizer,
    sentences: Sequence[Encoded],
    scored: Sequence[dict[str, np.ndarray]],
    beginning: bool,
) -> Iterator[str]:
    count = min(max(LEAST, min(MOST, len(sentences) // SHARE)), len(sentences))
    numbers = np.arange(count) * len(sentences) // count
    most, others, kept = causal.limit(model, tokenizer) - 1, [], []
    for sentence, columns in ((sentences[number], scored[number]) for number in numbers):
        values = columns["log_prob"][[place - beginning > 0 for place in sentence.places]]
        if len(values) and len(sentence.ids) <= most:
            others.append(_without(sentence) if beginning else causal.with_beginning(sentence, tokenizer.bos_token_id))
            kept.append(values)
    if not others:
        return
    again = causal.score(model, tokenizer, others, savings=False)
    better = [one.mean() - other["log_prob"].mean() for one, other in zip(kept, again, strict=True)]
    mean = float(np.mean(better)) if beginning else -float(np.mean(better))
    ways = ("less", "more") if mean < 0 else ("more", "less")
    error = np.std(better, ddof=1) / np.sqrt(len(better)) if len(better) > 1 else np.inf
    lines = (
        f"In {len(better)} sentences, a token after the first is {abs(mean):.2f} nats {ways[0]} probable with "
        f"{tokenizer.bos_token} before the sentence than without"
    )
    print(f"{lines} (standard error {error:.2f})")
    if np.mean(better) < -max(WORSE, 2 * error):
        yield f"{lines}. Set beginning: {str(not beginning).lower()}, unless you have a reason not to."


def _without(sentence: Encoded) -> Encoded:
    places = [place - 1 for place in sentence.places if place > 1]
    return replace(sentence, ids=sentence.ids[1:], first=sentence.first - 1, last=sentence.last - 1, places=places)
