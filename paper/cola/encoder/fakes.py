"""Sentences that no one wrote, beside real ones: sampled from a language model, or with some words moved.

Paper: Warstadt, Singh & Bowman (2019, section 4).
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass

import numpy as np
import pandas as pd
import torch
from torch import nn
from transformers import PreTrainedTokenizerBase as Tokenizer

from acceptability.errors import InputError
from acceptability.papers.cola.lstm.recurrent import END, SPECIAL, START, WordLstm
from acceptability.papers.cola.lstm.training import encode

HELD_OUT = 0.05  # of the sentences of each kind
STREAMS = 256  # sentences that are sampled at once
ROUNDS = 20  # of sampling, in which at least one sentence must have a length that is asked for
START_ID, END_ID = SPECIAL.index(START), SPECIAL.index(END)


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What the sentences depend on, besides corpus and model.

    ``sentences`` real ones and as many fakes, of ``shortest`` to ``longest`` tokens; of the fakes, the share
    ``sampled`` is sampled and the others are permuted. In each of these, the share of the words that move is drawn
    between ``least_moved`` and ``most_moved``: the authors' bounds are not known.
    ``as_published``: sampling never resets the model's state and reads ``</s>`` on, as the authors' program did.
    """

    sentences: int
    sampled: float
    shortest: int = 4
    longest: int
    least_moved: float = 0.2
    most_moved: float = 0.8
    seed: int
    as_published: bool
    threads: int

    def as_dict(self) -> dict:
        return asdict(self)


def permute(
    row: Sequence[int], is_word: np.ndarray, least: float, most: float, generator: np.random.Generator
) -> list[int]:
    """Return a row of ids, some of its words shifted round one random cycle: two at least, and each to another place.

    ``is_word`` says by id what may move; punctuation stays. The row must have two different words. Where the words of a
    cycle are equal, so that nothing changes, another cycle is drawn.
    """
    before = np.array(row)
    places = np.flatnonzero(is_word[before])
    after = before.copy()
    while (after == before).all():
        count = max(2, round(generator.uniform(least, most) * len(places)))
        cycle = generator.permutation(places)[:count]
        after[np.roll(cycle, -1)] = before[cycle]
    return after.tolist()


def draw(
    softmax: nn.AdaptiveLogSoftmaxWithLoss, states: torch.Tensor, generator: torch.Generator, never: Sequence[int]
) -> torch.Tensor:
    """For each state, an id drawn from the adaptive softmax: a frequent word or a cluster, then in the cluster.

    ``never`` are frequent words that cannot be drawn.
    """
    scores = softmax.head(states)
    scores[:, list(never)] = -torch.inf
    first = torch.multinomial(scores.softmax(1), 1, generator=generator)[:, 0]
    drawn = first.clone()
    for cluster, scores_of_rest in enumerate(softmax.tail):
        rows = (first == softmax.shortlist_size + cluster).nonzero()[:, 0]
        if len(rows):
            within = torch.multinomial(scores_of_rest(states[rows]).softmax(1), 1, generator=generator)[:, 0]
            drawn[rows] = softmax.cutoffs[cluster] + within
    return drawn


def sample(
    model: WordLstm, count: int, shortest: int, longest: int, seed: int, progress: Callable[[int, int], None]
) -> list[list[int]]:
    """``count`` sentences of the model at temperature 1, each from ``<s>`` to ``</s>``, without these two.

    Those of other lengths are thrown away, so what is left has the model's probabilities given the lengths. Raises
    InputError where the model hardly makes any of these lengths.
    """
    generator = torch.Generator(model.device).manual_seed(seed)
    sampled: list[list[int]] = []
    rounds = 0
    with torch.inference_mode():
        while len(sampled) < count:
            ids, carried = torch.full((STREAMS,), START_ID, device=model.device), None
            streams, written, ended = torch.arange(STREAMS), [[] for _ in range(STREAMS)], set()
            for _ in range(longest + 1):
                outputs, carried = model.body(ids[:, None], carried)
                ids = draw(model.softmax, outputs[-1][:, 0], generator, never=[START_ID])
                going = ids != END_ID
                ended.update(streams[~going.cpu()].tolist())
                ids, streams = ids[going], streams[going.cpu()]
                carried = [tuple(part[:, going] for part in layer) for layer in carried]
                for stream, token in zip(streams.tolist(), ids.tolist(), strict=True):
                    written[stream].append(token)
                if not len(ids):
                    break
            sampled += [written[stream] for stream in sorted(ended) if len(written[stream]) >= shortest]
            rounds += 1
            if rounds > ROUNDS * (len(sampled) + 1):
                raise InputError(
                    f"the language model makes no sentences of {shortest} to {longest} words; train it for longer, or "
                    "set other lengths under fakes"
                )
            progress(min(len(sampled), count), count)
    return sampled[:count]


def sample_as_published(
    model: WordLstm, count: int, shortest: int, longest: int, seed: int, progress: Callable[[int, int], None]
) -> list[list[int]]:
    """The same by the authors' program, in several streams: the state is never reset, and ``</s>`` is read like a word.

    A model that was trained as published then says ``<s>``, so that nearly every sentence begins with it.
    """
    generator = torch.Generator(model.device).manual_seed(seed)
    sampled: list[list[int]] = []
    steps = 0
    with torch.inference_mode():
        ids, carried = torch.full((STREAMS,), START_ID, device=model.device), None
        written: list[list[int]] = [[] for _ in range(STREAMS)]
        while len(sampled) < count:
            outputs, carried = model.body(ids[:, None], carried)
            ids = draw(model.softmax, outputs[-1][:, 0], generator, never=[])
            for stream, token in enumerate(ids.tolist()):
                if token != END_ID:
                    written[stream].append(token)
                    continue
                if shortest <= len(written[stream]) <= longest:
                    sampled.append(written[stream])
                written[stream] = []
            steps += 1
            if steps > ROUNDS * (longest + 1) * (len(sampled) + 1):
                raise InputError(f"the language model makes no sentences of {shortest} to {longest} words")
            progress(min(len(sampled), count), count)
    return sampled[:count]


def different_rows(ids: np.ndarray, lengths: np.ndarray, shortest: int, longest: int) -> list[np.ndarray]:
    """Return sentences of these lengths (see lstm.training.encode) without ``<s>`` and ``</s>``, each once."""
    rows = [row[1:-1] for row in np.split(ids, np.cumsum(lengths)[:-1])]
    return list({row.tobytes(): row for row in rows if shortest <= len(row) <= longest}.values())


def make(
    model: WordLstm,
    tokenizer: Tokenizer,
    sentences: Sequence[str],
    settings: Settings,
    progress: Callable[[int, int], None],
) -> pd.DataFrame:
    """``sentence`` (tokens with spaces between them), ``kind`` (real, sampled, permuted), ``split`` (train, held_out).

    Real and permuted sentences are different ones of the corpus. Raises InputError where it has too few.
    """
    tokens = np.array(tokenizer.convert_ids_to_tokens(range(len(tokenizer))), dtype=object)
    is_word = np.array([any(letter.isalnum() for letter in token) for token in tokens])
    generator = np.random.default_rng(settings.seed)
    sampled = round(settings.sampled * settings.sentences)
    permuted = settings.sentences - sampled
    rows = different_rows(*encode(tokenizer, sentences), settings.shortest, settings.longest)
    order = [rows[number] for number in generator.permutation(len(rows))]
    real, others = order[: settings.sentences], order[settings.sentences :]
    movable = [row for row in others if len(set(row[is_word[row]])) > 1][:permuted]
    if len(real) < settings.sentences or len(movable) < permuted:
        raise InputError(
            f"has {len(rows)} different sentences of {settings.shortest} to {settings.longest} words, and "
            f"{settings.sentences + permuted} are needed, most of them of two words at least; set fewer sentences "
            "under fakes, or other lengths"
        )
    way = sample_as_published if settings.as_published else sample
    kinds = {
        "real": real,
        "sampled": way(model, sampled, settings.shortest, settings.longest, settings.seed, progress),
        "permuted": [permute(row, is_word, settings.least_moved, settings.most_moved, generator) for row in movable],
    }
    parts = []
    for kind, of_kind in kinds.items():
        held = round(HELD_OUT * len(of_kind))
        texts = [" ".join(tokens[row]) for row in of_kind]
        split = ["held_out"] * held + ["train"] * (len(texts) - held)
        parts.append(pd.DataFrame({"sentence": texts, "kind": kind, "split": split}))
    return pd.concat(parts, ignore_index=True)
