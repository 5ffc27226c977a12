"""An LSTM language model from a corpus: its vocabulary of words, the text as rows of ids, training.

The same corpus, settings and seed give the same data in the same order on every machine, and the same weights on
the same machine with the same number of threads, whether or not the training was interrupted.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
import torch
from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers, processors, trainers
from transformers import PreTrainedTokenizerFast

from acceptability.kinds.masked.training import split
from acceptability.papers.cola.lstm.recurrent import END, SPECIAL, START, UNKNOWN, WordLstm, WordLstmConfig
from acceptability.scoring import loop

CLIP = 0.5
CHUNK = 10_000  # sentences that are tokenised at once
LETTER = r"\p{L}\p{M}\p{N}_"
WORD = rf"[{LETTER}]+(?:'[{LETTER}]+)*|[^\s{LETTER}]"  # as tokenisation.words
STRAIGHT = {"‘": "'", "’": "'", "“": '"', "”": '"'}


@dataclass(frozen=True)
class Settings:
    """What a training depends on, besides its corpus.

    A step sees ``batch_size`` times ``sequence`` tokens at most, and no row is longer than ``sequence`` predictions.
    ``as_published``: the sentences are one running text, in which ``<s>`` follows ``</s>`` and is learnt like a word;
    pieces of it are taken in random order, while each begins with the state that the one before left.
    """

    vocabulary: int
    embedding: int
    hidden: int
    layers: int
    dropout: float
    epochs: int
    batch_size: int
    sequence: int
    learning_rate: float
    seed: int
    threads: int  # of the processor: they change the order of sums, and so the weights
    as_published: bool = False


def train_tokenizer(sentences: Iterable[str], size: int) -> PreTrainedTokenizerFast:
    """Return a tokenizer into lower-cased words and punctuation marks, that knows the ``size`` most frequent ones.

    It splits as tokenisation.tokeniser("words", lowercase=True) does. Of words that are equally frequent, the first in
    the order of the alphabet go before others. As a model reads a sentence, ``<s>`` precedes it.
    """
    tokenizer = Tokenizer(models.WordLevel(unk_token=UNKNOWN))
    straight = [normalizers.Replace(mark, plain) for mark, plain in STRAIGHT.items()]
    tokenizer.normalizer = normalizers.Sequence([*straight, normalizers.Lowercase(), normalizers.NFC()])
    tokenizer.pre_tokenizer = pre_tokenizers.Split(Regex(WORD), behavior="removed", invert=True)
    known = size + len(SPECIAL)
    trainer = trainers.WordLevelTrainer(vocab_size=known, special_tokens=SPECIAL, show_progress=False)
    tokenizer.train_from_iterator(sentences, trainer)
    start = (START, SPECIAL.index(START))
    tokenizer.post_processor = processors.TemplateProcessing(single=f"{START} $A", special_tokens=[start])
    return PreTrainedTokenizerFast(tokenizer_object=tokenizer, unk_token=UNKNOWN, bos_token=START, eos_token=END)


@dataclass(frozen=True)
class Rows:
    """Rows of ids, cut from one long array; neighbours may share an id."""

    ids: np.ndarray
    starts: np.ndarray
    lengths: np.ndarray

    def take(self, rows: np.ndarray, device: torch.device) -> torch.Tensor:
        """Return the rows of one length, as a matrix."""
        places = self.starts[rows, None] + np.arange(self.lengths[rows[0]])
        return torch.from_numpy(self.ids[places].astype(np.int64)).to(device)


def encode(tokenizer: PreTrainedTokenizerFast, sentences: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
    """Return all sentences' ids, one after the other, each as ``<s> … </s>``; and each one's number of ids.

    Sentences without a token are left out. A special token that is in a text is unknown.
    """
    start, end = SPECIAL.index(START), SPECIAL.index(END)
    parts, lengths = [np.empty(0, dtype=np.int32)], []
    for chunk in range(0, len(sentences), CHUNK):
        encoded = tokenizer(list(sentences[chunk : chunk + CHUNK]), add_special_tokens=False, verbose=False)
        rows = [row for row in encoded["input_ids"] if row]
        known = [[0 if token in (start, end) else token for token in row] for row in rows]
        parts.append(np.fromiter(chain.from_iterable([start, *row, end] for row in known), dtype=np.int32))
        lengths += [len(row) + 2 for row in rows]
    return np.concatenate(parts), np.array(lengths, dtype=np.int64)


def rows_of_sentences(ids: np.ndarray, lengths: np.ndarray, most: int) -> Rows:
    """Return a row for each sentence; one with more than ``most`` predictions is cut into several, and none is lost.

    A later part begins with the last token of the part before.
    """
    predictions = lengths - 1
    parts = -(-predictions // most)
    first = np.repeat(np.cumsum(lengths) - lengths, parts)
    before = most * (np.arange(parts.sum()) - np.repeat(np.cumsum(parts) - parts, parts))
    return Rows(ids, first + before, np.minimum(most, np.repeat(predictions, parts) - before) + 1)


def rows_of_text(ids: np.ndarray, streams: int, most: int) -> tuple[Rows, list[np.ndarray]]:
    """The running text in so many streams, each cut into rows of ``most`` predictions; and the rows of each batch.

    A batch has the row of every stream at one place; what is left over when the text is divided is left out.
    """
    streams = max(1, min(streams, len(ids) // (most + 1)))
    of_stream = len(ids) // streams
    places = np.arange(0, of_stream - 1, most)
    starts = (places[:, None] + of_stream * np.arange(streams)).ravel()
    lengths = np.repeat(np.minimum(most, of_stream - 1 - places) + 1, streams)
    return Rows(ids, starts, lengths), list(np.arange(len(starts)).reshape(len(places), streams))


def new_model(settings: Settings, vocabulary: int, ids: np.ndarray) -> WordLstm:
    """Return a model with random weights, drawn from the seed, that has counted the ids of its corpus (see encode)."""
    torch.manual_seed(settings.seed)
    sizes = {key: getattr(settings, key) for key in ("embedding", "hidden", "layers", "dropout")}
    model = WordLstm(WordLstmConfig(vocab_size=vocabulary, **sizes))
    counts = np.bincount(ids, minlength=vocabulary)
    counts[SPECIAL.index(START)] = 0
    model.counts.copy_(torch.from_numpy(counts))
    return model


def plan(model: WordLstm, ids: np.ndarray, lengths: np.ndarray, held_out: Rows, settings: Settings) -> loop.Plan:
    """Return the training of a model on sentences as encode gives them; held-out rows are evaluated."""
    tokens = settings.batch_size * settings.sequence
    if settings.as_published:
        rows, pieces = rows_of_text(ids, settings.batch_size, settings.sequence)
    else:
        rows, pieces = rows_of_sentences(ids, lengths, settings.sequence), []
    carried: dict[str, torch.Tensor] = {}

    def batches(epoch: int) -> list[np.ndarray]:
        if not settings.as_published:
            return loop.batches_of_one_length(rows.lengths, tokens, settings.seed, epoch)
        return [pieces[number] for number in np.random.default_rng([settings.seed, epoch]).permutation(len(pieces))]

    def loss(batch: np.ndarray, step: int) -> tuple[torch.Tensor, int, int]:
        # What is dropped out depends on the step alone, so that a resumed training drops out the same.
        torch.manual_seed(int(np.random.SeedSequence([settings.seed, step]).generate_state(1)[0]))
        before = [(carried[f"{n}/state"], carried[f"{n}/cell"]) for n in range(settings.layers)] if carried else None
        log_probs, handed_on = model.log_probs(rows.take(batch, model.device), before)
        if settings.as_published:
            for number, (state, cell) in enumerate(handed_on):
                carried.update({f"{number}/state": state.detach(), f"{number}/cell": cell.detach()})
        return -log_probs.sum(), log_probs.numel(), log_probs.numel()

    return loop.Plan(
        model=model,
        epochs=settings.epochs,
        batches=batches,
        loss=loss,
        evaluate=lambda: (evaluate(model, held_out, tokens),),
        learning_rate=settings.learning_rate,
        clip=CLIP,
        carried=carried,
    )


def prepare(
    sentences: Sequence[str], settings: Settings, device: torch.device
) -> tuple[PreTrainedTokenizerFast, loop.Plan]:
    """Return a tokenizer that is trained on sentences, and the training of a model. Losses are −log p of a token,
    ``</s>`` included.
    """
    trained_on, held_out = split(sentences, settings.seed)
    tokenizer = train_tokenizer(trained_on, settings.vocabulary)
    ids, lengths = encode(tokenizer, trained_on)
    held_rows = rows_of_sentences(*encode(tokenizer, held_out), settings.sequence)
    model = new_model(settings, len(tokenizer), ids).to(device).train()
    return tokenizer, plan(model, ids, lengths, held_rows, settings)


def evaluate(model: WordLstm, rows: Rows, tokens: int) -> float:
    """Mean of −log p over the tokens of held-out rows; e to its power is the perplexity."""
    model.eval()
    total, counted = 0.0, 0
    with torch.inference_mode():
        for batch in loop.batches_of_one_length(rows.lengths, tokens, 0, 0):
            log_probs, _ = model.log_probs(rows.take(batch, model.device))
            total, counted = total - log_probs.double().sum().item(), counted + log_probs.numel()
    model.train()
    return total / counted
