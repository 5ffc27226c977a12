"""An encoder of sentences, trained to tell real sentences from fakes (Warstadt, Singh & Bowman 2019, section 4)."""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import pandas as pd
import torch
from torch.nn.functional import binary_cross_entropy_with_logits
from transformers import PreTrainedTokenizerBase as Tokenizer

from acceptability.papers.cola.lstm.recurrent import (
    SPECIAL,
    START,
    SentenceClassifier,
    SentenceClassifierConfig,
    WordLstm,
)
from acceptability.papers.cola.lstm.training import Rows
from acceptability.scoring import decisions, loop

CLIP = 1.0
PUBLISHED_LENGTH = 30  # tokens that the authors padded or cut every sentence to


@dataclass(frozen=True)
class Settings:
    """What a training depends on, besides the sentences and the language model.

    A step sees ``batch_size`` sentences of average length: more, if they are shorter. ``as_published``: sentences are
    padded or cut to 30 tokens.
    """

    hidden: int
    layers: int
    dropout: float
    epochs: int
    batch_size: int
    learning_rate: float
    seed: int
    as_published: bool
    threads: int  # of the processor: they change the order of sums, and so the weights

    def as_dict(self) -> dict:
        return asdict(self)


def sizes(language_model: WordLstm) -> dict[str, int]:
    """Return those of a classifier's sizes that its language model decides."""
    config = language_model.config
    known = {"vocab_size": config.vocab_size, "embedding": config.embedding}
    return known | {"states": config.hidden, "state_layers": config.layers}


def build(config: SentenceClassifierConfig, language_model: WordLstm, seed: int) -> SentenceClassifier:
    """A classifier with new weights, drawn from the seed, above the word vectors and states of a language model."""
    torch.manual_seed(seed)
    model = SentenceClassifier(config)
    parameters = model.encoder.body.state_dict().keys()
    model.encoder.body.load_state_dict({k: v for k, v in language_model.body.state_dict().items() if k in parameters})
    return model


def rows_of(tokenizer: Tokenizer, sentences: Sequence[str]) -> Rows:
    """Return sentences of a table of fakes as ids, ``<s>`` before each."""
    start = SPECIAL.index(START)
    ids = [[start, *tokenizer.convert_tokens_to_ids(sentence.split(" "))] for sentence in sentences]
    lengths = np.array([len(row) for row in ids])
    return Rows(np.concatenate([np.array(row, dtype=np.int32) for row in ids]), np.cumsum(lengths) - lengths, lengths)


def train(
    language_model: WordLstm,
    tokenizer: Tokenizer,
    fakes: pd.DataFrame,
    encoder: str,
    settings: Settings,
    checkpoint: Path,
    identity: str,
    progress: Callable[[int, int], None],
    seconds: float = loop.CHECKPOINT_SECONDS,
) -> tuple[SentenceClassifier, pd.DataFrame, pd.DataFrame]:
    """Train an encoder (``real-fake`` or ``real-fake-elmo``); returns it, the loss curve and what it says of held-out
    sentences.

    ``fakes`` as in the contract FAKES. ``identity`` says in words what is trained on what; ``checkpoint``, ``progress``
    and ``seconds`` as in loop.run. The curve has ``step, tokens, loss, held_out_loss``, natural logarithms, per
    sentence; the last table is that of ``compare``.
    """
    options = {"hidden": settings.hidden, "layers": settings.layers, "dropout": settings.dropout}
    options["width"] = PUBLISHED_LENGTH if settings.as_published else 0
    config = SentenceClassifierConfig(encoder=encoder, **options, **sizes(language_model))
    device = language_model.device
    model = build(config, language_model, settings.seed).to(device).train()
    parts = {split: part.reset_index(drop=True) for split, part in fakes.groupby("split")}
    rows = {split: rows_of(tokenizer, part["sentence"]) for split, part in parts.items()}
    real = {split: (part["kind"] == "real").to_numpy() for split, part in parts.items()}
    trained_on, held_out = rows["train"], rows["held_out"]
    tokens = settings.batch_size * round(trained_on.lengths.mean())

    def loss(batch: np.ndarray, step: int) -> tuple[torch.Tensor, int, int]:
        # What is dropped out depends on the step alone, so that a resumed training drops out the same.
        torch.manual_seed(int(np.random.SeedSequence([settings.seed, step]).generate_state(1)[0]))
        ids = trained_on.take(batch, device)
        answers = torch.from_numpy(real["train"][batch]).to(device, torch.float32)
        total = binary_cross_entropy_with_logits(model(ids).logits[:, 1], answers, reduction="sum")
        return total, len(batch), ids.numel()

    def held_out_loss() -> tuple[float]:
        signs = 2 * real["held_out"] - 1
        return (float(np.logaddexp(0, -signs * margins(model, held_out, tokens)).mean()),)

    plan = loop.Plan(
        model=model,
        epochs=settings.epochs,
        batches=lambda epoch: loop.batches_of_one_length(trained_on.lengths, tokens, settings.seed, epoch),
        loss=loss,
        evaluate=held_out_loss,
        learning_rate=settings.learning_rate,
        clip=CLIP,
    )
    whole = json.dumps({"kind": encoder, "of": identity, "settings": settings.as_dict()})
    curve = loop.run(plan, checkpoint, whole, progress, seconds)
    judged = compare(parts["held_out"]["kind"], margins(model, held_out, tokens))
    return model.eval(), pd.DataFrame(curve, columns=["step", "tokens", "loss", "held_out_loss"]), judged


def margins(model: SentenceClassifier, rows: Rows, tokens: int) -> np.ndarray:
    """Return how real each row is: the answer's logit. ``tokens`` go through the model at once."""
    model.eval()
    computed = np.empty(len(rows.lengths))
    with torch.inference_mode():
        for batch in loop.batches_of_one_length(rows.lengths, tokens, 0, 0):
            computed[batch] = model(rows.take(batch, model.device)).logits[:, 1].double().cpu().numpy()
    model.train()
    return computed


def compare(kinds: pd.Series, margins: np.ndarray) -> pd.DataFrame:
    """``fakes, sentences, accuracy, mcc``: real sentences against each kind of fakes, and against all."""
    rows = []
    for fakes in ["all", *(kind for kind in kinds.unique() if kind != "real")]:
        rows_compared = ((kinds == "real") | (kinds == fakes) | (fakes == "all")).to_numpy()
        real, called = (kinds[rows_compared] == "real").to_numpy().astype(int), decisions.decide(margins[rows_compared])
        rows.append((fakes, len(real), float((real == called).mean()), decisions.mcc(real, called)))
    return pd.DataFrame(rows, columns=["fakes", "sentences", "accuracy", "mcc"])
