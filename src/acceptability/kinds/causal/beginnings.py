"""Choose what precedes a sentence that a causal model scores by a trial on a sample, and report doubtful results.

A token after the first is predicted whatever precedes the sentence. So the mean log-probability of these tokens
tells what the model expects there: the tokenizer's own token, another one that parts texts, or nothing.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
from transformers import PreTrainedModel
from transformers import PreTrainedTokenizerBase as Tokenizer

from acceptability.kinds.causal import beginning_tokens as tokens
from acceptability.kinds.causal import log_probs as causal
from acceptability.messages import KEY, Message, Setting, setting
from acceptability.rounding import shown
from acceptability.scoring.pretrained import Encoded, token_ids

MOST, LEAST, SHARE = 50, 10, 40  # sentences in a sample: one in so many, and no more and no fewer than this
WORSE = 0.1  # nats by which a token is less probable on average, and at least two standard errors
NOTHING = "nothing"
NOT_COMPARED = "There was nothing to compare: no sentence has a second token, or the tokenizer has no candidates."
NOTHING_EXCLUDED = " Nothing before the sentence was not tried, since some sentences are a single token."

Tried = Mapping[int | None, Sequence[np.ndarray]]  # log-probabilities of each sentence's tokens after the first


def chosen(
    model: PreTrainedModel,
    tokenizer: Tokenizer,
    sentences: Sequence[str],
    beginning: bool | str,
    *,
    leading_space: bool = False,
    needs_token: bool = False,
) -> tuple[int | None, dict]:
    """Return the token that precedes each sentence, or None for nothing, and what is recorded of the choice.

    ``beginning`` as in beginning_tokens.token_of, which settles it; or ``auto``: then candidates are tried on a sample
    of the texts. The one after which tokens are most probable is chosen; the tokenizer's own, unless another is better
    by WORSE and by two standard errors. ``needs_token``: nothing is no candidate. The numbers are printed.

    Recorded are ``beginning_token``, its text or None, and ``doubts``; and of ``auto``, ``beginning_chosen``: the
    tokenizer's ``own`` token, the numbers of ``sentences`` and ``tokens``, and of all that was ``compared`` the
    ``mean_log_prob`` and its difference from that of the own one, with the ``standard_error``.
    """
    if beginning != tokens.AUTO:
        token = tokens.token_of(tokenizer, beginning)
        return token, {"beginning_token": tokens.text_of(tokenizer, token), "doubts": []}
    candidates = tokens.candidates(tokenizer, _known(model, tokenizer))
    tokenizers_own = tokens.own(tokenizer)
    excludes_nothing = needs_token and len(candidates) > 1
    if excludes_nothing:
        candidates.remove(None)
    tokenizers_own = tokenizers_own if tokenizers_own in candidates else candidates[0]
    rows = _sample(model, tokenizer, sentences, leading_space) if len(candidates) > 1 else []
    tried = _tried(model, tokenizer, rows, candidates) if rows else {}
    gains = {token: _gain(tried[token], tried[tokenizers_own]) for token in tried}
    better = [token for token, gain in gains.items() if _is_clear(*gain)]
    best = max(better, key=lambda token: _mean(tried[token]), default=tokenizers_own)
    line = _line(tokenizer, tried, best, tokenizers_own) if tried else NOT_COMPARED
    line += f" So {_name(tokenizer, best)} precedes each sentence"
    top = max(tried, key=lambda token: _mean(tried[token]), default=best)
    line += "." if top == best else f", as {_name(tokenizer, top)} is not clearly better."
    line += NOTHING_EXCLUDED if excludes_nothing else ""
    print(line)
    recorded = {
        "own": tokens.text_of(tokenizer, tokenizers_own),
        "sentences": len(rows),
        "tokens": sum(len(row) - 1 for row in rows),
        "compared": [
            {
                "beginning": tokens.text_of(tokenizer, token),
                "mean_log_prob": round(_mean(tried[token]), 4),
                "better_than_own": round(gain, 4),
                "standard_error": round(error, 4) if np.isfinite(error) else None,
            }
            for token, (gain, error) in gains.items()
        ],
    }
    choose = Setting(
        make="BEGINNING= to true, false or the text of a token",
        yaml="beginning to true, false or the text of a token",
        python="beginning to True, False or the text of a token",
        workflow="beginning to true, false or the text of a token (BEGINNING= for make score)",
    )
    warnings = [] if best == tokenizers_own else [Message(f"{line} To choose, set ", choose, ".")]
    described = {"beginning_token": tokens.text_of(tokenizer, best), "beginning_chosen": recorded, "doubts": warnings}
    return best, described


def doubts(
    model: PreTrainedModel,
    tokenizer: Tokenizer,
    sentences: Sequence[Encoded],
    scored: Sequence[dict[str, np.ndarray]],
    beginning: bool | str,
) -> list[str]:
    """Return what is doubtful about how these sentences were scored: ``scored`` as causal.score gives it.

    ``beginning`` is what was asked for. Unless it is auto, which has tried them, a sample is scored after each of the
    other candidates, too, and each token that has a log-probability both ways is compared.
    """
    of_token = np.concatenate([columns["log_prob"] for columns in scored]).mean()
    reasons = list(_of_chance(of_token, _known(model, tokenizer)))
    if beginning == tokens.AUTO:
        return reasons
    token = tokens.token_of(tokenizer, beginning)
    return [
        *_of_tokenizer(model, tokenizer, beginning, token),
        *reasons,
        *_of_sample(model, tokenizer, sentences, scored, token),
    ]


def _known(model: PreTrainedModel, tokenizer: Tokenizer) -> int:
    """Return the number of tokens that both the tokenizer and the model know."""
    return min(len(tokenizer), model.get_input_embeddings().num_embeddings)


def _of_tokenizer(
    model: PreTrainedModel, tokenizer: Tokenizer, beginning: bool | str, token: int | None
) -> Iterator[str]:
    itself, bos = tokens.added(tokenizer), tokenizer.bos_token
    added_tokens = " ".join(tokenizer.convert_ids_to_tokens(itself))
    configured_bos = getattr(model.config, "bos_token_id", None)
    if itself and token is None:
        without = setting("beginning", False, KEY)
        yield Message(f"Its tokenizer puts {added_tokens} before a text, and ", without, " leaves it out.")
    if beginning is not True:
        return
    if itself and itself != [token]:
        yield Message(
            f"Its tokenizer puts {added_tokens} before a text, but names {bos} as the beginning of a sequence; with ",
            setting("beginning", True, KEY),
            f", one {bos} is put there. Correct bos_token in tokenizer_config.json.",
        )
    elif not itself and isinstance(configured_bos, int) and configured_bos != token:
        yield (
            f"Its tokenizer names {bos} as the beginning of a sequence (token {token}), its config.json token "
            f"{configured_bos}; {bos} is put there."
        )
    if tokens.begins_turns(tokenizer, token):
        yield Message(
            f"Its chat template puts {bos} at every turn, so a text that is no chat may not have begun with it in "
            "training. With ",
            setting("beginning", "auto", KEY),
            ", the program tries several beginning-of-sequence tokens, and none, and chooses the best.",
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
    token: int | None,
) -> Iterator[str]:
    """Yield that tokens are more probable after another candidate than ``token``, which precedes these sentences."""
    candidates = [other for other in tokens.candidates(tokenizer, _known(model, tokenizer)) if other != token]
    if any(sentence.first == sentence.last for sentence in sentences):  # of one token: nothing cannot go before it
        candidates = [other for other in candidates if other is not None]
    most, bare, log_probs = causal.limit(model, tokenizer) - 1, [], []
    for number in _spread(len(sentences)):
        sentence = sentences[number] if token is None else _without(sentences[number])
        values = scored[number]["log_prob"][-len(sentence.places) :]
        if sentence.places and len(sentence.ids) <= most:
            bare.append(sentence)
            log_probs.append(values)
    if not bare or not candidates:
        return
    tried: Tried = {token: log_probs, **_scored(model, tokenizer, bare, candidates)}
    better = [other for other in candidates if _is_clear(*_gain(tried[other], log_probs))]
    best = max(better, key=lambda other: _mean(tried[other]), default=token)
    line = _line(tokenizer, tried, token, tokens.own(tokenizer))
    print(line)
    if best != token:
        value = tokens.setting(tokenizer, best)
        choose = Setting(
            make=f"BEGINNING={value}",
            yaml=f"beginning: {value}",
            python=f"beginning={value.capitalize() if value in ('true', 'false') else value}",
            workflow=f"beginning: {value} (BEGINNING={value} for make score)",
        )
        yield Message(f"{line} Set ", choose, ", unless you have a reason not to.")


def _without(sentence: Encoded) -> Encoded:
    """Return a sentence without the token before it, and without its first token among those to score."""
    places = [place - 1 for place in sentence.places if place > 1]
    return replace(sentence, ids=sentence.ids[1:], first=sentence.first - 1, last=sentence.last - 1, places=places)


def _spread(count: int) -> np.ndarray:
    """Return the numbers of the sentences in a sample of so many, evenly spread."""
    size = min(max(LEAST, min(MOST, count // SHARE)), count)
    return np.arange(size) * count // max(size, 1)


def _sample(
    model: PreTrainedModel, tokenizer: Tokenizer, sentences: Sequence[str], leading_space: bool
) -> list[list[int]]:
    """Return the tokens of some of the different sentences that have a second token, and that the model takes."""
    most, known = causal.limit(model, tokenizer) - 1, model.get_input_embeddings().num_embeddings
    rows = token_ids(tokenizer, list(dict.fromkeys(sentences)), " " if leading_space else "")
    rows = [row for row in rows if 2 <= len(row) <= most and max(row) < known]
    return [rows[number] for number in _spread(len(rows))]


def _tried(
    model: PreTrainedModel, tokenizer: Tokenizer, rows: Sequence[list[int]], candidates: Sequence[int | None]
) -> Tried:
    """Return the log-probabilities of the tokens after the first of each row, after each candidate."""
    bare = [
        Encoded(tokenizer.decode(row), row, 0, len(row) - 1, list(range(1, len(row))), [], [], [], []) for row in rows
    ]
    return _scored(model, tokenizer, bare, candidates)


def _scored(
    model: PreTrainedModel, tokenizer: Tokenizer, bare: Sequence[Encoded], candidates: Sequence[int | None]
) -> Tried:
    """Return, for each candidate, the log-probabilities of the tokens of sentences that have nothing before them.

    Each of their places to score has a token before it.
    """
    rows = [
        sentence if token is None else causal.with_beginning(sentence, token)
        for token in candidates
        for sentence in bare
    ]
    values = [columns["log_prob"] for columns in causal.score(model, tokenizer, rows, savings=False, words=False)]
    return {token: values[start * len(bare) :][: len(bare)] for start, token in enumerate(candidates)}


def _mean(values: Sequence[np.ndarray]) -> float:
    """Return the mean over all tokens."""
    return float(np.concatenate(values).mean())


def _gain(values: Sequence[np.ndarray], others: Sequence[np.ndarray]) -> tuple[float, float]:
    """Return by how much a token is more probable than the same one in ``others``, and the standard error of that.

    It is Σ dᵢ / Σ nᵢ, of sentences with nᵢ tokens and the sum of differences dᵢ; sentences are independent, not tokens.
    """
    sums = np.array([(one - other).sum() for one, other in zip(values, others, strict=True)])
    counts = np.array([len(one) for one in values])
    mean = sums.sum() / counts.sum()
    if len(sums) < 2:
        return float(mean), np.inf
    squares = ((sums - mean * counts) ** 2).sum() * len(sums) / (len(sums) - 1)
    return float(mean), float(np.sqrt(squares) / counts.sum())


def _is_clear(gain: float, error: float) -> bool:
    return gain > max(WORSE, 2 * error)


def _name(tokenizer: Tokenizer, token: int | None) -> str:
    return tokens.text_of(tokenizer, token) or NOTHING


def _line(tokenizer: Tokenizer, tried: Tried, first: int | None, tokenizers_own: int | None) -> str:
    """Return the mean log-probability of a token after the first, after all that was tried, in words."""
    parts = []
    for token in sorted(tried, key=lambda token: token != first):
        about = ""
        if token == tokenizers_own and token is not None:
            turns = ", which its chat template puts at every turn" * tokens.begins_turns(tokenizer, token)
            about = f" (its tokenizer's own{turns})"
        parts.append(f"{shown(_mean(tried[token]), 2)} after {_name(tokenizer, token)}{about}")
    count = len(next(iter(tried.values())))
    opening = f"In {count} sentence{'s' * (count > 1)}, the mean log-probability of a token after the first is "
    return f"{opening}{', '.join(parts)}."
