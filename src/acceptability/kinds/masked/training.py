"""Train a small BERT on a corpus: its WordPiece vocabulary, its weights, its checkpoints.

The same corpus, settings and seed give the same data in the same order on every machine. They give the same weights on
the same machine with the same number of threads, even if the training was interrupted.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers
from transformers import BertConfig, BertForMaskedLM, BertTokenizerFast

from acceptability.errors import InputError
from acceptability.scoring import loop

UNKNOWN = "[UNK]"
SPECIAL = ["[PAD]", UNKNOWN, "[CLS]", "[SEP]", "[MASK]"]
ALPHABET = 1_000  # letters at most, the most frequent ones
MOST = 128  # tokens at once, [CLS] and [SEP] included
HELD_OUT = 500  # sentences at most, and a twentieth of the corpus at most
CHUNK = 10_000  # sentences that are tokenised at once
MASKED = 0.15  # of the tokens (Devlin et al. 2019, section 3.1); of these 80 % become [MASK], 10 % any token
CLIP = 1.0
WEIGHT_DECAY = 0.01
IGNORED = -100  # a label that does not count in the loss


@dataclass(frozen=True)
class Settings:
    """Describe what a training depends on, besides its corpus."""

    vocabulary: int
    lowercase: bool
    layers: int
    hidden: int
    heads: int
    epochs: int
    batch_tokens: int
    learning_rate: float
    seed: int
    threads: int  # of the processor: they change the order of sums, and so the weights


def train_tokenizer(sentences: Iterable[str], size: int, lowercase: bool) -> BertTokenizerFast:
    """Return a WordPiece tokenizer of ``size`` pieces (more where the letters alone are more), made to split as BERT's
    do.
    """
    tokenizer = Tokenizer(models.WordPiece(unk_token=UNKNOWN))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=lowercase)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    words: Counter[str] = Counter()
    for sentence in sentences:
        split = tokenizer.pre_tokenizer.pre_tokenize_str(tokenizer.normalizer.normalize_str(sentence))
        words.update(word for word, _ in split)
    letters: Counter[str] = Counter()
    later_letters: set[str] = set()
    for word, count in words.items():
        for letter in word:
            letters[letter] += count
        later_letters.update(word[1:])
    alphabet = sorted(sorted(letters, key=lambda letter: (-letters[letter], letter))[:ALPHABET])
    # The trainer numbers pieces such as ##a in the order of a hash table, and breaks ties by these numbers. Given
    # as special tokens, they have numbers of their own, and equal corpora make equal vocabularies.
    continuing = [f"##{letter}" for letter in alphabet if letter in later_letters]
    trainer = trainers.WordPieceTrainer(
        vocab_size=size,
        special_tokens=SPECIAL + continuing,
        initial_alphabet=alphabet,
        limit_alphabet=ALPHABET,
        show_progress=False,
    )
    tokenizer.train_from_iterator((word for word, count in words.items() for _ in range(count)), trainer)
    finished = Tokenizer(models.WordPiece(tokenizer.get_vocab(), unk_token=UNKNOWN))
    finished.normalizer, finished.pre_tokenizer = tokenizer.normalizer, tokenizer.pre_tokenizer
    finished.decoder = decoders.WordPiece()
    finished.post_processor = processors.BertProcessing(
        ("[SEP]", SPECIAL.index("[SEP]")), ("[CLS]", SPECIAL.index("[CLS]"))
    )
    return BertTokenizerFast(tokenizer_object=finished, model_max_length=MOST, do_lower_case=lowercase)


def encode(tokenizer: BertTokenizerFast, sentences: Sequence[str]) -> list[np.ndarray]:
    """Return sentences as ids between [CLS] and [SEP]; one of more than ``MOST`` tokens is cut into several.

    Rows without a known piece are left out: there is nothing to learn from them.
    """
    start, end = SPECIAL.index("[CLS]"), SPECIAL.index("[SEP]")
    rows = []
    for chunk in range(0, len(sentences), CHUNK):
        batch = tokenizer(sentences[chunk : chunk + CHUNK], add_special_tokens=False, verbose=False)
        for ids in batch["input_ids"]:
            for first in range(0, len(ids), MOST - 2):
                row = np.array([start, *ids[first : first + MOST - 2], end], dtype=np.int32)
                if row.max() >= len(SPECIAL):
                    rows.append(row)
    return rows


def split(sentences: Sequence[str], seed: int) -> tuple[list[str], list[str]]:
    """Return sentences to train on, and distinct ones that are held out: none of these is among the former."""
    distinct = list(dict.fromkeys(sentences))
    count = min(HELD_OUT, len(distinct) // 20)
    if not count:
        raise InputError(f"{len(distinct)} different sentences are too few to train a model on; at least 20 are needed")
    held_out = [distinct[number] for number in np.random.default_rng(seed).permutation(len(distinct))[:count]]
    hidden = set(held_out)
    return [sentence for sentence in sentences if sentence not in hidden], held_out


def batches_of_epoch(lengths: np.ndarray, batch_tokens: int, seed: int, epoch: int) -> list[np.ndarray]:
    """Return the rows of each batch, of similar length, in an order drawn from seed and epoch; no row is in two."""
    generator = np.random.default_rng([seed, epoch])
    shuffled = generator.permutation(len(lengths))
    ordered = shuffled[np.argsort(lengths[shuffled], kind="stable")]
    batches, start = [], 0
    while start < len(ordered):
        # The longest row of a batch is its last one.
        end = start + 1
        while end < len(ordered) and lengths[ordered[end]] * (end + 1 - start) <= batch_tokens:
            end += 1
        batches.append(ordered[start:end])
        start = end
    return [batches[number] for number in generator.permutation(len(batches))]


def mask(rows: Sequence[np.ndarray], vocabulary: int, generator: np.random.Generator) -> tuple[np.ndarray, ...]:
    """Turn rows into padded ids with masks, attention mask, and labels (``IGNORED`` where nothing is predicted)."""
    width = max(map(len, rows))
    ids = np.full((len(rows), width), SPECIAL.index("[PAD]"), dtype=np.int64)
    for number, row in enumerate(rows):
        ids[number, : len(row)] = row
    attention = np.arange(width) < np.array([len(row) for row in rows])[:, None]
    maskable = ids >= len(SPECIAL)
    draw = np.where(maskable, generator.random(ids.shape), 1)
    is_masked = draw < MASKED
    if not is_masked.any():  # a batch of a few short rows: ask at least for one token
        is_masked = maskable & (draw == draw.min())
    labels = np.where(is_masked, ids, IGNORED)
    fate = generator.random(ids.shape)
    masked = np.where(is_masked & (fate < 0.8), SPECIAL.index("[MASK]"), ids)
    anything = generator.integers(len(SPECIAL), vocabulary, ids.shape)
    return np.where(is_masked & (fate >= 0.9), anything, masked), attention, labels


def new_model(settings: Settings, vocabulary: int) -> BertForMaskedLM:
    """Return a BERT with random weights, drawn from the seed."""
    torch.manual_seed(settings.seed)
    return BertForMaskedLM(
        BertConfig(
            vocab_size=vocabulary,
            hidden_size=settings.hidden,
            num_hidden_layers=settings.layers,
            num_attention_heads=settings.heads,
            intermediate_size=4 * settings.hidden,
            max_position_embeddings=MOST,
            pad_token_id=SPECIAL.index("[PAD]"),
            hidden_dropout_prob=0.0,  # few epochs over little text do not overfit
            attention_probs_dropout_prob=0.0,
        )
    )


def loss_of(model: BertForMaskedLM, batch: tuple[np.ndarray, ...]) -> tuple[torch.Tensor, int]:
    """Return the summed cross-entropy of the masked tokens, and their number. Only they go through the vocabulary
    projection.
    """
    ids, attention, labels = (torch.from_numpy(array).to(model.device) for array in batch)
    hidden = model.bert(input_ids=ids, attention_mask=attention).last_hidden_state
    is_labelled = labels != IGNORED
    logits = model.cls(hidden[is_labelled])
    return torch.nn.functional.cross_entropy(logits, labels[is_labelled], reduction="sum"), int(is_labelled.sum())


def prepare(sentences: Sequence[str], settings: Settings, device: torch.device) -> tuple[BertTokenizerFast, loop.Plan]:
    """Return a tokenizer that is trained on sentences, and the training of a model. Losses are per masked token."""
    trained_on, held_out = split(sentences, settings.seed)
    tokenizer = train_tokenizer(trained_on, settings.vocabulary, settings.lowercase)
    rows, held_rows = encode(tokenizer, trained_on), encode(tokenizer, held_out)
    lengths = np.array([len(row) for row in rows])
    model = new_model(settings, len(tokenizer)).to(device).train()

    def loss(batch: np.ndarray, step: int) -> tuple[torch.Tensor, int, int]:
        generator = np.random.default_rng([settings.seed, step])
        masked = mask([rows[number] for number in batch], model.config.vocab_size, generator)
        return *loss_of(model, masked), int(lengths[batch].sum())

    return tokenizer, loop.Plan(
        model=model,
        epochs=settings.epochs,
        batches=lambda epoch: batches_of_epoch(lengths, settings.batch_tokens, settings.seed, epoch),
        loss=loss,
        evaluate=lambda: (evaluate(model, held_rows, settings),),
        learning_rate=settings.learning_rate,
        clip=CLIP,
        weight_decay=WEIGHT_DECAY,
    )


def evaluate(model: BertForMaskedLM, rows: Sequence[np.ndarray], settings: Settings) -> float:
    """Return the mean loss per masked token; always the same tokens are masked."""
    lengths = np.array([len(row) for row in rows])
    generator = np.random.default_rng(settings.seed)
    total, tokens = 0.0, 0
    with torch.inference_mode():
        for batch in batches_of_epoch(lengths, settings.batch_tokens, settings.seed, 0):
            loss, masked = loss_of(model, mask([rows[n] for n in batch], model.config.vocab_size, generator))
            total, tokens = total + loss.item(), tokens + masked
    return total / tokens
