"""A frozen encoder of sentences and labelled sentences → a classifier of acceptability, in several restarts.

Paper: Warstadt, Singh & Bowman (2019, sections 4 and 5). Everything random in a restart follows from its number. The
same settings and data give the same weights on the same machine, whether or not the training was interrupted.
"""

import copy
import hashlib
import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import pandas as pd
import torch
from torch.nn.functional import binary_cross_entropy_with_logits
from transformers import PreTrainedTokenizerBase as Tokenizer

from acceptability.errors import InputError, naming
from acceptability.kinds.classifier import scoring
from acceptability.kinds.classifier.training import Restart
from acceptability.papers.cola.encoder import real_fake
from acceptability.papers.cola.encoder.scoring import leave_out
from acceptability.papers.cola.lstm.recurrent import SentenceClassifier, SentenceClassifierConfig
from acceptability.papers.cola.lstm.scoring import LSTM
from acceptability.scoring import batches, checkpoints, decisions, devices, divisions, pretrained
from acceptability.scoring.too_long import Skipping
from acceptability.sources import model_files

CHECKPOINT_SECONDS = 60
MEND = (
    "shorten them, set a greater number under transfer.longest, or set too_long: skip in config.yaml, which leaves "
    "them without a score from this model"
)


@dataclass(frozen=True)
class Settings:
    """What a restart depends on, besides the encoder and the labelled sentences.

    Training ends after ``epochs``, or when the MCC on dev has not risen for ``patience`` epochs; the weights of the
    best epoch are kept. ``class_weights``: a sentence weighs as much as the other class has a share of the training
    sentences, as in the authors' program. ``as_published``: that share is one of all sentences, test sentences
    included, and sentences are padded or cut to 30 tokens. Otherwise none may have more than ``longest``.
    """

    encoder: str
    restart: int
    hidden: int
    dropout: float
    epochs: int
    patience: int
    batch_size: int
    learning_rate: float
    class_weights: bool
    longest: int
    as_published: bool
    threads: int  # of the processor: they change the order of sums, and so the weights

    def as_dict(self) -> dict:
        """Return all but the encoder, which is recorded beside them."""
        return {name: value for name, value in asdict(self).items() if name != "encoder"}


def load(folder: Path, settings: Settings, seed: int) -> tuple[SentenceClassifier, Tokenizer]:
    """Return a classifier whose head is new, on the encoder of a folder, and its tokenizer.

    The folder has the language model of ``cbow`` and ``lm-states``, and the trained encoder of the others.
    """
    width = real_fake.PUBLISHED_LENGTH if settings.as_published else 0
    options = {"head": settings.hidden, "dropout": settings.dropout, "width": width}
    if settings.encoder in ("cbow", "lm-states"):
        language_model, tokenizer = pretrained.load(folder, LSTM)
        config = SentenceClassifierConfig(encoder=settings.encoder, **options, **real_fake.sizes(language_model))
        model = real_fake.build(config, language_model, seed)
    else:
        trained, tokenizer = scoring.load(folder)
        torch.manual_seed(seed)
        config = copy.deepcopy(trained.config)
        config.update(options)
        model = SentenceClassifier(config)
        model.encoder.load_state_dict(trained.encoder.state_dict())
    if len(tokenizer) != model.config.vocab_size:
        raise InputError(
            f"{folder}: the tokenizer knows {len(tokenizer)} tokens and the model {model.config.vocab_size}; they do "
            "not belong together"
        )
    if not settings.as_published:
        tokenizer.model_max_length = settings.longest + 1  # with <s>
    model.encoder.requires_grad_(False)
    return pretrained.place(model, folder, scoring.CLASSIFIER, devices.device(settings.restart)), tokenizer


def encode(model: SentenceClassifier, tokenizer: Tokenizer, table: pd.DataFrame) -> list[list[int]]:
    """Return each sentence's ids, ``<s>`` first. InputError where some are too long."""
    return list(scoring.encode(model, tokenizer, table, MEND).values())


def vectors(model: SentenceClassifier, rows: list[list[int]]) -> torch.Tensor:
    """Return what the encoder makes of rows of ids, on the model's device, once: it is not trained."""
    model.eval()
    computed = torch.empty(len(rows), model.encoder.width, device=model.device)

    def forward(model: SentenceClassifier, numbers: list[int]) -> None:
        computed[numbers] = model.vectors(torch.tensor([rows[number] for number in numbers], device=model.device))

    whole = batches.Part(forward, [len(row) for row in rows], len(rows))
    batches.run(model, [whole], batches.default_budget(model), len(rows))
    return computed


def class_weights(labels: np.ndarray, settings: Settings) -> tuple[float, float]:
    """Return how much a sentence of each class weighs in the loss, unacceptable ones first."""
    share = float(np.mean(labels))
    return (share, 1 - share) if settings.class_weights else (1.0, 1.0)


@dataclass
class State:
    """Where a restart stands: steps and epochs done, the curve, the best epoch (from 1; 0: none) and its MCC."""

    step: int
    epoch: int
    curve: list[tuple[int, float, float, float]]
    best: int
    mcc: float


def fit(
    model: SentenceClassifier,
    train: tuple[torch.Tensor, np.ndarray],
    dev: tuple[torch.Tensor, np.ndarray],
    weights: tuple[float, float],
    settings: Settings,
    seed: int,
    checkpoint: Path,
    identity: str,
    progress: Callable[[int, int], None],
    seconds: float = CHECKPOINT_SECONDS,
) -> pd.DataFrame:
    """Train the model's head on vectors and labels, and leave it with the weights of the best epoch on dev.

    Adam at one learning rate. At the end of an epoch, a checkpoint is written if the last one is ``seconds`` old; a
    training of the same ``identity`` goes on from it. The curve has ``epoch, loss`` (weighted, natural log, a
    sentence), ``held_out_loss`` (on dev, not weighted) and ``held_out_mcc`` (NaN where it is undefined, which counts
    as 0).
    """
    inputs, labels = train
    truth = torch.tensor(labels).to(inputs)
    weight = torch.where(truth > 0, weights[1], weights[0])
    optimizer = torch.optim.AdamW(model.head.parameters(), lr=settings.learning_rate, weight_decay=0.0)
    best: dict[str, torch.Tensor] = {}
    saved_state = checkpoints.load(checkpoint, model, optimizer, identity, best)
    state = State(**saved_state) if saved_state else State(0, 0, [], 0, -1.0)
    per_epoch, saved = -(-len(labels) // settings.batch_size), time.monotonic()
    while state.epoch < settings.epochs and state.epoch - state.best < settings.patience:
        order = torch.from_numpy(np.random.default_rng([seed, state.epoch]).permutation(len(labels)))
        model.train()
        total = 0.0
        for batch in order.to(inputs.device).split(settings.batch_size):
            # What is dropped out depends on the step alone, so that a resumed training drops out the same.
            torch.manual_seed(int(np.random.SeedSequence([seed, state.step]).generate_state(1)[0]))
            logits = model.head(inputs[batch])[:, 0]
            loss = binary_cross_entropy_with_logits(logits, truth[batch], weight[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            state.step += 1
            total += loss.item()
            progress(state.step, settings.epochs * per_epoch)
        model.eval()
        with torch.inference_mode():
            margins = model.head(dev[0])[:, 0].double().cpu().numpy()
        mcc = decisions.mcc(dev[1], decisions.decide(margins))
        held_out_loss = float(np.logaddexp(0, -margins * (2 * dev[1] - 1)).mean())
        state.epoch += 1
        state.curve.append((state.epoch, total / per_epoch, held_out_loss, mcc))
        counted = float(decisions.zero_where_undefined(mcc))
        if counted > state.mcc:
            state.best, state.mcc = state.epoch, counted
            best |= {name: parameter.detach().clone() for name, parameter in model.head.state_dict().items()}
        if time.monotonic() - saved >= seconds:
            checkpoints.save(checkpoint, model, optimizer, asdict(state), identity, best)
            saved = time.monotonic()
    model.head.load_state_dict(best)
    return pd.DataFrame(state.curve, columns=["epoch", "loss", "held_out_loss", "held_out_mcc"])


def restart(
    folder: Path,
    table: pd.DataFrame,
    settings: Settings,
    checkpoint: Path,
    progress: Callable[[int, int], None],
    where: Path,
    skipping: Skipping | None = None,
) -> Restart:
    """One restart, from the folder of an encoder (see load) and sentences with ``sentence_id, sentence, label, split``.

    Held out are all development sentences, in-domain ones too, which decide when to stop. ``checkpoint`` is left for
    the caller to remove when the result is kept. Errors about sentences name the file ``where``. With ``skipping``,
    sentences that are too long are left out.
    """
    initialisation, order = (int(n) for n in np.random.SeedSequence(settings.restart).generate_state(2))
    model, tokenizer = load(folder, settings, initialisation)
    with naming(where):
        table, left_out = leave_out(model, tokenizer, table, skipping)
        divisions.check_labels(table, "add sentences of both labels")
        splits = table["split"]
        parts = {"train": table[splits == "train"], "dev": table[decisions.development(splits)]}
        labels = {split: part["label"].to_numpy() for split, part in parts.items()}
        weights = class_weights(table["label"].to_numpy() if settings.as_published else labels["train"], settings)
        rows = {split: encode(model, tokenizer, part) for split, part in parts.items()}
        inputs = {split: vectors(model, part) for split, part in rows.items()}
        width = model.config.width
    text = table[["sentence", "label", "split"]].to_csv(index=False, lineterminator="\n")
    made_from = {
        "base": model_files.read_origin(folder),
        "encoder": settings.encoder,
        "sha256": hashlib.sha256(text.encode()).hexdigest(),
    }
    made_with = devices.describe(model)
    identity = json.dumps(made_from | {"settings": settings.as_dict(), "made_with": made_with})
    pair = [(inputs[split], labels[split]) for split in ("train", "dev")]
    curve = fit(model, *pair, weights, settings, order, checkpoint, identity, progress)
    provenance = made_from | {
        "training": settings.as_dict(),
        "class_weights": weights,
        "seeds": {"initialisation": initialisation, "order": order},
        "sentences_cut": sum(len(row) > width for part in rows.values() for row in part) if width else 0,
        "best_epoch": int(curve["held_out_mcc"].fillna(0).idxmax()) + 1,
        "made_with": made_with,
    }
    return Restart(model, tokenizer, table, parts["dev"]["sentence_id"], curve, provenance | left_out)
