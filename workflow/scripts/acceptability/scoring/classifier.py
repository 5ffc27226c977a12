"""A pretrained encoder → a classifier of acceptability: fine-tuning on labelled sentences, and its decisions.

Paper: section 7 and appendix D. It speaks of a probe on frozen layers; the released code trains all parameters, and
so does this, unless ``frozen`` is set. A restart is one fine-tuning; everything random in it follows from its number.
The same settings and data give the same weights on the same machine, whether or not the training was interrupted.
"""

import hashlib
import json
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import pandas as pd
import torch
from transformers import AutoModelForSequenceClassification, PreTrainedModel
from transformers import PreTrainedTokenizerBase as Tokenizer

from acceptability.errors import InputError, naming
from acceptability.scoring import batches, checkpoints, decisions, devices, onednn, pretrained
from acceptability.sources import model_files

HELD_OUT = 0.1  # of the training sentences: never trained on, their loss is reported
PUBLISHED_LENGTH = 64  # tokens that every sentence was padded or cut to
POOL = 50  # batches' worth of shuffled sentences that are sorted by length together
EPSILON = 1e-8
BETAS = (0.9, 0.999)
WEIGHT_DECAY = 0.0  # the default of the optimiser that the authors used
CLIP = 1.0
CHECKPOINT_SECONDS = 300
MEND = (
    "shorten them, or set too_long: skip in config.yaml to leave them and their pairs out for all systems (too_long: "
    "window does not help, because a classifier reads whole sentences)"
)


@dataclass(frozen=True)
class Settings:
    """What a restart depends on, besides the base model and the labelled sentences.

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

    def as_dict(self) -> dict:
        return asdict(self)


@dataclass(frozen=True)
class Seeds:
    """The seeds of one restart: which sentences are held out, the new weights, the order of sentences with dropout."""

    split: int
    initialisation: int
    order: int


def seeds(settings: Settings) -> Seeds:
    """Three unrelated seeds from a restart's number; as published, split and order take the number itself."""
    split, initialisation, order = (int(seed) for seed in np.random.SeedSequence(settings.restart).generate_state(3))
    if settings.as_published:
        return Seeds(settings.restart, initialisation, settings.restart)
    return Seeds(split, initialisation, order)


def split(count: int, seed: int, as_published: bool) -> tuple[np.ndarray, np.ndarray]:
    """Rows to train on and rows held out, a tenth of ``count``.

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
    """For each epoch, the rows of each batch. Every row stands in one batch of an epoch, in the same number of steps.

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
    """A pretrained model with a new head for two classes, its tokenizer, and the names of the new parameters.

    New matrices are drawn from the seed alone (normal, the model's own standard deviation). What may be new is the
    head, and the pooler, which models trained on masked words only do not have. Raises InputError where anything else
    is missing, nothing is (the folder holds a classifier already), or the folder cannot be used.
    """
    tokenizer = pretrained.load_tokenizer(folder, "classifier")
    model, report = pretrained.load_weights(AutoModelForSequenceClassification, folder, "classifier", num_labels=2)
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
    return pretrained.place(model, folder, "classifier", number), tokenizer, new


def load(folder: Path, number: int = 0) -> tuple[PreTrainedModel, Tokenizer]:
    """A finished classifier and its tokenizer, ready to score."""
    tokenizer = pretrained.load_tokenizer(folder, "classifier")
    model, report = pretrained.load_weights(AutoModelForSequenceClassification, folder, "classifier")
    if report["missing_keys"] or model.config.num_labels != 2:
        raise InputError(f"{folder}: is not a classifier with two classes; remove the folder, and run again")
    return pretrained.place(model, folder, "classifier", number), tokenizer


def encode(model: PreTrainedModel, tokenizer: Tokenizer, table: pd.DataFrame, skip=False) -> dict[str, list[int]]:
    """Token ids, special ones included, by sentence_id. What is too long is left out by ``skip``, or an InputError."""
    encoded = pretrained.encode(tokenizer, table["sentence"], table["sentence_id"])
    lengths, most = [len(sentence.ids) for sentence in encoded], pretrained.limit(model, tokenizer)
    admitted = pretrained.admit(encoded, lengths, most, "skip" if skip else "refuse", MEND)
    return {sentence.name: sentence.ids for sentence in admitted}


def margins(model: PreTrainedModel, rows: Sequence[list[int]]) -> np.ndarray:
    """The logit of the acceptable class minus the other's, for each row of token ids; no row is padded."""
    model.eval()
    found = np.empty(len(rows))

    def forward(model: PreTrainedModel, numbers: list[int]) -> None:
        ids = torch.tensor([rows[number] for number in numbers], device=model.device)
        logits = model(input_ids=ids, attention_mask=torch.ones_like(ids)).logits.double()
        found[numbers] = (logits[:, 1] - logits[:, 0]).cpu().numpy()

    whole = batches.Part(forward, [len(row) for row in rows], len(rows))
    batches.run(model, [whole], batches.default_budget(model), len(rows))
    if not np.isfinite(found).all():
        raise InputError("the classifier's answers are not finite numbers; set a smaller learning_rate in config.yaml")
    return found


@dataclass
class State:
    """Where a fine-tuning stands: steps done, the curve, and the epoch's loss so far."""

    step: int
    curve: list[tuple[int, float, float, float]]
    loss: float


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
    clipped to norm 1. Every ``seconds`` a checkpoint is written; a training with the same settings, base model and
    sentences (``identity``) goes on from it. ``progress`` is called with the step and the number of all.
    The curve has ``epoch, loss`` (mean of the epoch's steps, cross-entropy with natural log, a sentence),
    ``held_out_loss`` and ``held_out_mcc`` (NaN where it is undefined).
    """
    if settings.as_published:
        rows = [row[:PUBLISHED_LENGTH] for row in rows]
    drawn = seeds(settings)
    kept, held = split(len(rows), drawn.split, settings.as_published)
    if not len(kept):
        raise InputError(f"{len(rows)} labelled sentences are too few to train on; give 2 at least")
    for name, parameter in model.named_parameters():
        parameter.requires_grad_(not settings.frozen or name in new)
    parameters = [parameter for _, parameter in checkpoints.trained(model)]
    optimizer = torch.optim.AdamW(
        parameters, lr=settings.learning_rate, betas=BETAS, eps=EPSILON, weight_decay=WEIGHT_DECAY, fused=True
    )
    epochs = batches_of_epochs(np.array([len(rows[number]) for number in kept]), settings, drawn.order)
    identity = json.dumps({"trained_on": identity, "settings": settings.as_dict()})
    saved_state = checkpoints.load(checkpoint, model, optimizer, identity)
    state = State(**saved_state) if saved_state else State(0, [], 0.0)
    steps, saved = sum(map(len, epochs)), time.monotonic()
    width = PUBLISHED_LENGTH if settings.as_published else 0
    for epoch, batches_of_epoch in enumerate(epochs):
        first = sum(map(len, epochs[:epoch]))
        for batch in batches_of_epoch[max(0, state.step - first) :]:
            model.train()
            if settings.frozen:
                model.base_model.eval()  # what is frozen drops nothing out
            # What is dropped out depends on the step alone, so that a resumed training drops out the same.
            torch.manual_seed(int(np.random.SeedSequence([drawn.order, state.step, 1]).generate_state(1)[0]))
            numbers = kept[batch]
            for group in optimizer.param_groups:
                group["lr"] = settings.learning_rate * (steps - state.step) / steps
                if settings.as_published:  # their optimiser added ε to the root before correcting its bias
                    group["eps"] = EPSILON / math.sqrt(1 - BETAS[1] ** (state.step + 1))
            padded = pad([rows[number] for number in numbers], padding, width)
            state.loss += _step(model, optimizer, parameters, *padded, torch.as_tensor(labels[numbers]))
            state.step += 1
            if state.step == first + len(batches_of_epoch):
                held_margins = margins(model, [rows[number] for number in held])
                state.curve.append(
                    (
                        epoch + 1,
                        state.loss / len(batches_of_epoch),
                        float(np.logaddexp(0, -held_margins * (2 * labels[held] - 1)).mean()),
                        decisions.mcc(labels[held], decisions.decide(held_margins)),
                    )
                )
                state.loss = 0.0
            progress(state.step, steps)
            if time.monotonic() - saved >= seconds:
                checkpoints.save(checkpoint, model, optimizer, asdict(state), identity)
                saved = time.monotonic()
    return held, pd.DataFrame(state.curve, columns=["epoch", "loss", "held_out_loss", "held_out_mcc"])


@onednn.linear_layers()
def _step(
    model: PreTrainedModel,
    optimizer: torch.optim.AdamW,
    parameters: list[torch.nn.Parameter],
    ids: torch.Tensor,
    attention: torch.Tensor,
    labels: torch.Tensor,
) -> float:
    """One batch forward and backward; returns its loss, the mean over its sentences."""
    logits = model(input_ids=ids.to(model.device), attention_mask=attention.to(model.device)).logits
    loss = torch.nn.functional.cross_entropy(logits, labels.to(model.device))
    optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(parameters, CLIP)
    optimizer.step()
    return loss.item()


@dataclass(frozen=True)
class Restart:
    """A finished restart: the classifier, the ids of the held-out sentences, the curve, and what it was made from."""

    model: PreTrainedModel
    tokenizer: Tokenizer
    held_out: pd.Series
    curve: pd.DataFrame
    provenance: dict


def judge(
    model: PreTrainedModel, tokenizer: Tokenizer, table: pd.DataFrame, where: Path, skip: bool = False
) -> pd.DataFrame:
    """``sentence_id, margin`` of each ``sentence`` of a table, but for those that are too long where ``skip`` is true.

    Errors about sentences name the file ``where``.
    """
    with naming(where):
        rows = encode(model, tokenizer, table, skip)
    return pd.DataFrame({"sentence_id": rows.keys(), "margin": margins(model, list(rows.values()))})


def restart(
    base: Path,
    training: pd.DataFrame,
    settings: Settings,
    checkpoint: Path,
    progress: Callable[[int, int], None],
    where: Path,
) -> Restart:
    """One restart, from a base model's folder and sentences with ``sentence_id, sentence, label``.

    ``checkpoint`` is left for the caller to remove when the result is kept. Errors about sentences name the file
    ``where``. Where there are several GPUs, restarts take them in turn.
    """
    drawn = seeds(settings)
    model, tokenizer, new = load_base(base, drawn.initialisation, settings.restart)
    with naming(where):
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
        "training": settings.as_dict(),
        "seeds": asdict(drawn),
        "new_parameters": new,
        "sentences_cut": sum(len(row) > PUBLISHED_LENGTH for row in rows) if settings.as_published else 0,
        "made_with": devices.describe(model),
    }
    return Restart(model, tokenizer, training["sentence_id"].iloc[sorted(held)], curve, provenance)


def pad(rows: Sequence[list[int]], padding: int, width: int = 0) -> tuple[torch.Tensor, torch.Tensor]:
    """Rows of token ids as one matrix, as wide as the longest or ``width``, and its attention mask."""
    width = max(width, *map(len, rows))
    ids = torch.tensor([row + [padding] * (width - len(row)) for row in rows])
    return ids, torch.tensor([[1] * len(row) + [0] * (width - len(row)) for row in rows])
