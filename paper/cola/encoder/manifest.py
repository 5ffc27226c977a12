"""Classifiers on an encoder, which turns a sentence into one vector and is not trained further."""

from collections.abc import Mapping

from acceptability.errors import InputError
from acceptability.kinds import keys
from acceptability.kinds.kind import Kind, settings

ENCODER = {
    "description": "How an LSTM represents a sentence, without further training: `cbow`, the sum of its word vectors; "
    "`lm-states`, the greatest values of its states; `real-fake` and `real-fake-elmo`, an encoder over its vectors or "
    "states that tells real sentences from fakes. Without this key, `base` is fine-tuned.",
    "enum": ["cbow", "lm-states", "real-fake", "real-fake-elmo"],
}
TRANSFER = {
    "hidden": keys.whole("Width of the layer between sentence vector and answer.", 1, 10_000, default=256),
    "dropout": keys.number(
        "Share of the numbers that are dropped out in it.", minimum=0, exclusiveMaximum=1, default=0.2
    ),
    "epochs": keys.whole("Number of times that the training sentences are seen, at most.", 1, 100_000, default=100),
    "patience": keys.whole(
        "Number of epochs without a greater MCC on all development sentences, after which training ends. "
        "The weights of the best epoch are kept.",
        1,
        100_000,
        default=20,
    ),
    "batch_size": keys.whole("Number of sentences in one step.", 1, 10_000, default=32),
    "learning_rate": keys.LEARNING_RATE
    | {"description": "The learning rate. Write 0.0001, not 1e-4.", "default": 0.001},
    "class_weights": keys.boolean(
        "true or false: whether acceptable and unacceptable sentences have the same weight in all, as "
        "in the program of Warstadt et al. (2019).",
        default=True,
    ),
    "longest": keys.whole(
        "Number of tokens that a sentence may have. For longer ones, see `too_long`.", 1, 100_000, default=64
    ),
    "as_published": keys.OF_STUDIES
    | keys.boolean(
        "true or false: whether sentences are padded or cut to 30 tokens, and the weights of the "
        "classes are those of all sentences, the test sentences included.",
        default=False,
    ),
    "threads": keys.THREADS | {"default": 1},
}
KEYS = {
    "encoder": ENCODER,
    "transfer": keys.section("Settings of the training with an `encoder`.", TRANSFER),
}


def transfer(entry: Mapping) -> dict:
    """Return the settings of its training."""
    return settings(KEYS["transfer"], entry.get("transfer", {}))


def limited(entry: Mapping) -> bool:
    """Return whether long sentences are refused; if the training is as published, they are cut instead."""
    return not transfer(entry)["as_published"]


def check(entry: Mapping, place: str) -> None:
    """Raise InputError where a setting has no effect."""
    transfer_settings = entry.get("transfer", {})
    if transfer_settings.get("as_published") and "longest" in transfer_settings:
        raise InputError(
            f"{place}.transfer.longest: has no effect with as_published, which cuts sentences to 30 tokens; remove one "
            "of the two"
        )


def check_base(entry: Mapping, base: Mapping, place: str) -> None:
    """Raise InputError where a real/fake encoder has nothing to learn from, or has learnt from other sentences."""
    if not trained_base(entry):
        return
    if "corpus" not in base:
        raise InputError(f"{place}.encoder: needs real sentences, but {entry['base']} has no corpus; use lm-states")
    if transfer(entry)["as_published"] and not base.get("real_fake", {}).get("as_published"):
        raise InputError(
            f"{place}.transfer.as_published: the encoder must have seen padded sentences, too; set as_published under "
            f"models.{entry['base']}.real_fake"
        )


def trained_base(entry: Mapping) -> str | None:
    """Real/fake encoders are trained before the classifier."""
    return f"encoders/{entry['base']}/{entry['encoder']}" if entry["encoder"].startswith("real-fake") else None


KIND = Kind(
    name="encoder",
    section="classifiers",
    mark="encoder",
    keys=KEYS,
    needed=("encoder",),
    check=check,
    columns=("margin",),
    base="lstm",
    check_base=check_base,
    trained_base=trained_base,
    restarts=lambda entry: {"encoder": entry["encoder"]} | transfer(entry),
    limited=limited,
    rule="train_transfer",
    training="papers.cola.encoder.training",
    scoring="papers.cola.encoder.scoring",
)
