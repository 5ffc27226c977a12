"""Turn a pretrained encoder into a classifier of acceptability: fine-tuning on labelled sentences, and its decisions.

Paper: section 7 and appendix D. It speaks of a probe on frozen layers; the released code trains all parameters, and
so does this, unless ``frozen`` is set. A restart is one fine-tuning; everything random in it follows from its number.
The same settings and data give the same weights on the same machine, whether or not the training was interrupted.
"""

import hashlib
import json
import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import pandas as pd
import torch
from transformers import PreTrainedModel
from transformers import PreTrainedTokenizerBase as Tokenizer

from acceptability.errors import InputError, naming
from acceptability.kinds.classifier.scoring import CLASSIFIER, encode, leave_out, margins
from acceptability.scoring import decisions, devices, loop, pretrained
from acceptability.scoring.too_long import Skipping
from acceptability.sources import model_files

HELD_OUT = 0.1  # of the training sentences: never trained on, their loss is reported
PUBLISHED_LENGTH = 64  # tokens that every sentence was padded or cut to
POOL = 50  # batches' worth of shuffled sentences that are sorted by length together
EPSILON = 1e-8
BETAS = (0.9, 0.999)
WEIGHT_DECAY = 0.0  # the default of the optimiser that the authors used
CLIP = 1.0
CHECKPOINT_SECONDS = 300


@dataclass(frozen=True)
class Settings:
    """Describe what a restart depends on, besides the base model and the labelled sentences.

    ``as_published``: the authors' split, order of sentences and padding to 64 tokens, all from the restart's number.
    Their seed for the new weights is unknown, and what their GPU dropped out too. The optimiser's ε is added where
    their library added it.
    ``frozen``: only the weights that the base model does not have are trained.
    """

    restart: int
    epochs: int
    batch_size: int
    learning_rate: float
    frozen: bool
    as_published: bool
    threads: int  # of the processor: they change the order of sums, and so the weights


@dataclass(frozen=True)
class Seeds:
    """Describe the seeds of one restart: which sentences are held out, the new weights, the order of sentences with
    dropout.
    """

    split: int
    initialisation: int
    order: int


def seeds(settings: Settings) -> Seeds:
    """Return three unrelated seeds from a restart's number; as published, split and order take the number itself."""
    split, initialisation, order = (int(seed) for seed in np.random.SeedSequence(settings.restart).generate_state(3))
    if settings.as_published:
        return Seeds(settings.restart, initialisation, settings.restart)
    return Seeds(split, initialisation, order)


def split(count: int, seed: int, as_published: bool) -> tuple[np.ndarray, np.ndarray]:
    """Return rows to train on and rows held out, a tenth of ``count``.

    As published: the rows are shuffled by pandas' ``sample``, then cut by scikit-learn's ``train_test_split``, both
    of which permute with NumPy's legacy generator.
    """
    held = math.ceil(HELD_OUT * count)
    if as_published:
        shuffled = np.random.RandomState(seed).permutation(count)
        order = shuffled[np.random.RandomState(seed).permutation(count)]
    else:
        order = np.random.default_rng(seed).permutation(count)
    return order[held:], order[:held]


def batches_of_epochs(lengths: np.ndarray, settings: Settings, seed: int) -> list[list[np.ndarray]]:
    """Return the rows of each batch of each epoch. Every row is in one batch of an epoch, in the same number of steps.

    Sentences of similar length go together, so that little is padded: the shuffled rows are sorted in pools, and the
    batches shuffled again. As published: in random order, as PyTorch's loader drew it then (a seed for its workers,
    the order, and after each epoch a seed for the workers of the held-out sentences).
    """
    count, size = len(lengths), settings.batch_size
    published = torch.Generator().manual_seed(seed)
    epochs = []
    for epoch in range(settings.epochs):
        if settings.as_published:
            torch.empty((), dtype=torch.int64).random_(generator=published)
            order = torch.randperm(count, generator=published).numpy()
            torch.empty((), dtype=torch.int64).random_(generator=published)
            epochs.append([order[start : start + size] for start in range(0, count, size)])
            continue
        generator = np.random.default_rng([seed, epoch])
        order = generator.permutation(count)
        pools = [order[start : start + POOL * size] for start in range(0, count, POOL * size)]
        order = np.concatenate([pool[np.argsort(lengths[pool], kind="stable")] for pool in pools])
        cut = [order[start : start + size] for start in range(0, count, size)]
        epochs.append([cut[number] for number in generator.permutation(len(cut))])
    return epochs


def load_base(folder: Path, seed: int, number: int = 0) -> tuple[PreTrainedModel, Tokenizer, list[str]]:
    """Return a pretrained model with a new head for two classes, its tokenizer, and the names of the new parameters.

    New matrices are drawn from the seed alone (normal, the model's own standard deviation). What may be new is the
    head, and the pooler, which models trained on masked words only do not have. Raises InputError where anything else
    is missing, nothing is (the folder contains a classifier already), or the folder cannot be used.
    """
    tokenizer = pretrained.load_tokenizer(folder, CLASSIFIER)
    model, report = pretrained.load_weights(folder, CLASSIFIER, num_labels=2)
    new = sorted(report["missing_keys"])
    body = f"{model.base_model_prefix}."
    lost = [name for name in new if name.startswith(body) and ".pooler." not in name]
    lost += [key for key, *_ in report["mismatched_keys"]]
    if lost:
        raise InputError(f"{folder}: the checkpoint has no matching weights for {lost[0]}; use a complete model")
    if not new:
        raise InputError(
            f"{folder}: is already a classifier, so there is nothing new to train; use a model without a "
            "classification head"
        )
    generator = torch.Generator().manual_seed(seed)
    parameters = dict(model.named_parameters())
    for name in new:
        if parameters[name].ndim > 1:
            parameters[name].data.normal_(0.0, model.config.initializer_range, generator=generator)
    return pretrained.place(model, folder, CLASSIFIER, devices.device(number)), tokenizer, new


def finetune(
    model: PreTrainedModel,
    new: Sequence[str],
    padding: int,
    rows: Sequence[list[int]],
    labels: np.ndarray,
    settings: Settings,
    checkpoint: Path,
    identity: str,
    progress: Callable[[int, int], None],
    seconds: float = CHECKPOINT_SECONDS,
) -> tuple[np.ndarray, pd.DataFrame]:
    """Train ``model`` in place; returns the held-out rows and the curve.

    ``new`` names the parameters that the base model does not have; ``padding`` is the padding token's id; ``rows`` are
    the training sentences' token ids and ``labels`` their classes. AdamW, linear decay to 0 without warm-up, gradients
    clipped to norm 1. ``checkpoint``, ``identity`` (of base model and sentences), ``progress`` and ``seconds`` as in
    loop.run.
    The curve has ``epoch, loss`` (mean of the epoch's steps, cross-entropy with natural log, a sentence),
    ``held_out_loss`` and ``held_out_mcc`` (NaN where it is undefined).
    """
    if settings.as_published:
        rows = [row[:PUBLISHED_LENGTH] for row in rows]
    drawn = seeds(settings)
    training_rows, held = split(len(rows), drawn.split, settings.as_published)
    if not len(training_rows):
        raise InputError(f"{len(rows)} labelled sentences are too few to train on; at least 2 are needed")
    for name, parameter in model.named_parameters():
        parameter.requires_grad_(not settings.frozen or name in new)
    epochs = batches_of_epochs(np.array([len(rows[number]) for number in training_rows]), settings, drawn.order)
    width = PUBLISHED_LENGTH if settings.as_published else 0

    def loss(batch: np.ndarray, step: int) -> tuple[torch.Tensor, int, int]:
        model.train()
        if settings.frozen:
            model.base_model.eval()  # what is frozen drops nothing out
        # What is dropped out depends on the step alone, so that a resumed training drops out the same.
        torch.manual_seed(int(np.random.SeedSequence([drawn.order, step, 1]).generate_state(1)[0]))
        numbers = training_rows[batch]
        ids, attention = pad([rows[number] for number in numbers], padding, width)
        logits = model(input_ids=ids.to(model.device), attention_mask=attention.to(model.device)).logits
        answers = torch.as_tensor(labels[numbers]).to(model.device)
        return torch.nn.functional.cross_entropy(logits, answers), 1, ids.numel()

    def schedule(step: int, steps: int) -> dict[str, float]:
        rate = {"lr": settings.learning_rate * (steps - step) / steps}
        if settings.as_published:  # their optimiser added ε to the root before correcting its bias
            rate["eps"] = EPSILON / math.sqrt(1 - BETAS[1] ** (step + 1))
        return rate

    def evaluate() -> tuple[float, float]:
        held_margins = margins(model, [rows[number] for number in held])
        held_out_loss = float(np.logaddexp(0, -held_margins * (2 * labels[held] - 1)).mean())
        return held_out_loss, decisions.mcc(labels[held], decisions.decide(held_margins))

    plan = loop.Plan(
        model=model,
        epochs=settings.epochs,
        batches=epochs.__getitem__,
        loss=loss,
        evaluate=evaluate,
        learning_rate=settings.learning_rate,
        clip=CLIP,
        weight_decay=WEIGHT_DECAY,
        betas=BETAS,
        eps=EPSILON,
        schedule=schedule,
        by_epoch=True,
    )
    identity = json.dumps({"trained_on": identity, "settings": asdict(settings)})
    points = loop.run(plan, checkpoint, identity, progress, seconds)
    curve = [(epoch, *point[2:]) for epoch, point in enumerate(points, start=1)]
    return held, pd.DataFrame(curve, columns=["epoch", "loss", "held_out_loss", "held_out_mcc"])


@dataclass(frozen=True)
class Restart:
    """Describe a finished restart: the classifier, the sentences that it takes, the ids of the held-out ones, the
    curve, and what it was made from.
    """

    model: PreTrainedModel
    tokenizer: Tokenizer
    table: pd.DataFrame
    held_out: pd.Series
    curve: pd.DataFrame
    provenance: dict


def restart(
    base: Path,
    table: pd.DataFrame,
    settings: Settings,
    checkpoint: Path,
    progress: Callable[[int, int], None],
    where: Path,
    skipping: Skipping | None = None,
) -> Restart:
    """Return one restart, from a base model's folder and sentences with ``sentence_id, sentence, label, split``.

    ``checkpoint`` is left for the caller to remove when the result is kept. Errors about sentences name the file
    ``where``. With ``skipping``, sentences that are too long are left out. Where there are several GPUs, restarts take
    them in turn.
    """
    drawn = seeds(settings)
    model, tokenizer, new = load_base(base, drawn.initialisation, settings.restart)
    with naming(where):
        table, left_out = leave_out(model, tokenizer, table, skipping)
        training = table[table["split"] == "train"]
        rows = list(encode(model, tokenizer, training).values())
    text = training[["sentence", "label"]].to_csv(index=False, lineterminator="\n")
    made_from = {"base": model_files.read_origin(base), "sha256": hashlib.sha256(text.encode()).hexdigest()}
    held, curve = finetune(
        model,
        new,
        tokenizer.pad_token_id,
        rows,
        training["label"].to_numpy(),
        settings,
        checkpoint,
        json.dumps(made_from | {"made_with": devices.describe(model)}),
        progress,
    )
    provenance = made_from | {
        "training": asdict(settings),
        "seeds": asdict(drawn),
        "new_parameters": new,
        "sentences_cut": sum(len(row) > PUBLISHED_LENGTH for row in rows) if settings.as_published else 0,
        "made_with": devices.describe(model),
    }
    held_out = training["sentence_id"].iloc[sorted(held)]
    return Restart(model, tokenizer, table, held_out, curve, provenance | left_out)


def pad(rows: Sequence[list[int]], padding: int, width: int = 0) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the rows of token ids as one matrix, as wide as the longest or ``width``, and its attention mask."""
    width = max(width, *map(len, rows))
    ids = torch.tensor([row + [padding] * (width - len(row)) for row in rows])
    return ids, torch.tensor([[1] * len(row) + [0] * (width - len(row)) for row in rows])
