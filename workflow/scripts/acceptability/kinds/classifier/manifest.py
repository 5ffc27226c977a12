"""Classifiers: masked models that are fine-tuned on labelled sentences."""

from collections.abc import Mapping

from acceptability.kinds import keys
from acceptability.kinds.kind import Kind, settings

TRAINING = {
    "epochs": {
        "description": "Number of times that the training sentences are seen.",
        "default": 4,
        "type": "integer",
        "minimum": 1,
        "maximum": 1000,
    },
    "batch_size": {
        "description": "Number of sentences in one step.",
        "default": 20,
        "type": "integer",
        "minimum": 1,
        "maximum": 10_000,
    },
    "learning_rate": keys.LEARNING_RATE
    | {
        "description": "The learning rate at the first step, which falls to 0. Write 0.00002, not 2e-5.",
        "default": 0.00002,
    },
    "frozen": {
        "description": "true or false: whether only the new weights are trained (a probe, on a model that stays as it "
        "is).",
        "type": "boolean",
        "default": False,
    },
    "as_published": keys.OF_STUDIES
    | {
        "description": "true or false: whether to use the authors' split and order, pad to 64 tokens, and select the "
        "restart on the test set.",
        "type": "boolean",
        "default": False,
    },
    "threads": keys.THREADS | {"default": 2},
}
KEYS = {
    "training": {
        "description": "Settings of the fine-tuning.",
        "type": "object",
        "additionalProperties": False,
        "properties": TRAINING,
    }
}


def restarts(entry: Mapping) -> dict:
    """Return the settings of the fine-tuning."""
    return settings(KEYS["training"], entry.get("training", {}))


KIND = Kind(
    name="classifier",
    section="classifiers",
    keys=KEYS,
    columns=("margin",),
    base="masked",
    restarts=restarts,
    selected_on_test=lambda entry: restarts(entry)["as_published"],
    limited=lambda entry: True,
    rule="finetune_classifier",
    training="kinds.classifier.training",
    scoring="kinds.classifier.scoring",
)
