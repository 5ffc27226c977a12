"""Settings that each are right, but have no effect, or an impossible one, together."""

from collections.abc import Mapping

from acceptability.config import systems, trainings
from acceptability.datasets.registry import manifest
from acceptability.errors import InputError

WORDS, WIDTH = 10_000, 16  # an LSTM that knows more words than this must be so wide


def check(config: Mapping, where: str) -> None:
    """Raise InputError for the first of them."""
    for key, model in config.get("models", {}).items():
        if model["kind"] == "lstm":
            _check_lstm(model, f"{where}: models.{key}")
        if model.get("devices") == "all" and (model["kind"] == "lstm" or model.get("shards", 1) > 1):
            raise InputError(
                f"{where}: models.{key}.devices: all is for masked and causal models with one shard, since "
                "shards would compete for the GPUs; remove this key or shards"
            )
    for key, system in config.get("classifiers", {}).items():
        transfer = system.get("transfer", {})
        if transfer.get("as_published") and "longest" in transfer:
            raise InputError(
                f"{where}: classifiers.{key}.transfer.longest: has no effect with as_published, which cuts sentences "
                "to 30 tokens; remove one of the two"
            )
        if transfer.get("as_published") and system["encoder"].startswith("real-fake"):
            _check_widths(config, key, where)
    for key, entry in config["datasets"].items():
        if manifest(entry).submission:
            _check_submission(config, key, where)


def _check_lstm(model: Mapping, place: str) -> None:
    for key in ("fakes", "real_fake"):
        if key in model and "corpus" not in model:
            raise InputError(
                f"{place}.{key}: needs real sentences, but this model has no corpus; remove this key, or train the "
                "model here, with corpus and training"
            )
    training = model.get("training", {})
    if training and training["vocabulary"] > WORDS and training["hidden"] < WIDTH:
        raise InputError(
            f"{place}.training.hidden: the adaptive softmax needs hidden of {WIDTH} or more for more than {WORDS:,} "
            "words; set a greater number, or a smaller vocabulary"
        )


def _check_widths(config: Mapping, key: str, where: str) -> None:
    base = config["classifiers"][key]["base"]
    if not trainings.real_fake(config, base)["as_published"]:
        raise InputError(
            f"{where}: classifiers.{key}.transfer.as_published: the encoder must have seen padded sentences, too; set "
            f"as_published under models.{base}.real_fake"
        )


def _check_submission(config: Mapping, dataset: str, where: str) -> None:
    for key in systems.systems_of(config, dataset):
        if key in config.get("classifiers", {}) and trainings.of_restarts(config, key)["as_published"]:
            section = "transfer" if "encoder" in config["classifiers"][key] else "training"
            raise InputError(
                f"{where}: classifiers.{key}.{section}.as_published: uses the labels of test sentences, which the "
                f"benchmark of {dataset} hides; remove this key, or name other systems under run"
            )
