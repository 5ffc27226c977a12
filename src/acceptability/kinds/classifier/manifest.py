"""Declare classifiers: masked models that are fine-tuned on labelled sentences."""

from collections.abc import Mapping

from acceptability.kinds import keys
from acceptability.kinds.kind import Kind, settings

TRAINING = {
    "epochs": keys.whole("Number of times that the training sentences are seen.", 1, 1000, default=4),
    "batch_size": keys.whole("Number of sentences in one step.", 1, 10_000, default=20),
    "learning_rate": keys.LEARNING_RATE
    | {
        "description": "The learning rate at the first step, which falls to 0. Write 0.00002, not 2e-5.",
        "default": 0.00002,
    },
    "frozen": keys.boolean(
        "true or false: whether only the new weights are trained (a probe, on a model that stays unchanged).",
        default=False,
    ),
    "as_published": keys.OF_STUDIES
    | keys.boolean(
        "true or false: whether to use the authors' split and order, pad to 64 tokens, and select the "
        "restart on the test set.",
        default=False,
    ),
    "threads": keys.THREADS | {"default": 2},
}
KEYS = {"training": keys.section("Settings of the fine-tuning.", TRAINING)}


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
