"""What trainings depend on, besides their data: settings of models and classifiers that are trained here."""

from collections.abc import Mapping

NO_INTEGERS = ("learning_rate", "dropout", "lowercase", "as_published")
FINE_TUNING = {  # the defaults of classifiers
    "epochs": 4,
    "batch_size": 20,
    "learning_rate": 2e-5,
    "frozen": False,
    "as_published": False,
    "threads": 2,
}

TRANSFER = {  # of classifiers on an encoder
    "hidden": 256,
    "dropout": 0.2,
    "epochs": 100,
    "patience": 20,
    "batch_size": 32,
    "learning_rate": 0.001,
    "class_weights": True,
    "longest": 64,
    "as_published": False,
    "threads": 1,
}
FAKES = {  # of LSTMs: what their real/fake encoders are trained on
    "sentences": 20_000,
    "sampled": 0.5,
    "shortest": 4,
    "longest": 25,
    "least_moved": 0.2,
    "most_moved": 0.8,
    "seed": 1,
    "as_published": False,
    "threads": 2,
}
REAL_FAKE = {  # the encoders themselves
    "hidden": 128,
    "layers": 1,
    "dropout": 0.2,
    "epochs": 3,
    "batch_size": 64,
    "learning_rate": 0.003,
    "seed": 1,
    "as_published": False,
    "threads": 2,
}


def _given(defaults: Mapping, given: Mapping) -> dict:
    """The defaults where nothing else is given, each value of its default's type: 3.0 is an integer to the schema."""
    return {key: type(default)(given.get(key, default)) for key, default in defaults.items()}


def corpus_of(config: Mapping, section: str, system: str, key: str = "corpus") -> dict:
    """The corpus of a system that is trained here, or another that it names, as its provenance names it."""
    name = config[section][system][key]
    return {"name": name} | config["corpora"][name]


def ngram_training(config: Mapping, system: str) -> dict:
    """What an n-gram model's training depends on, besides its corpus."""
    described = config["ngram"][system]
    return {
        "order": int(described["order"]),  # 3.0 is an integer to the schema
        "tokenisation": described["tokenisation"],
        "lowercase": described["lowercase"],
        "discount_fallback": described.get("discount_fallback", False),
    }


def tokenisation(config: Mapping, system: str) -> list:
    """How an n-gram model splits text, and whether it ignores case; of other models, nothing."""
    described = config.get("ngram", {}).get(system)
    return [described["tokenisation"], described["lowercase"]] if described else []


def training(config: Mapping, system: str) -> dict:
    """The settings of a BERT or an LSTM that is trained here."""
    given = config["models"][system]["training"]
    # 3.0 is an integer to the schema
    return {key: value if key in NO_INTEGERS else int(value) for key, value in given.items()}


def fine_tuning(config: Mapping, system: str) -> dict:
    """The settings of a classifier's restarts, all but the restart's number."""
    return _given(FINE_TUNING, config["classifiers"][system].get("training", {}))


def transfer(config: Mapping, system: str) -> dict:
    """The settings of the restarts of a classifier on an encoder, all but the restart's number."""
    return _given(TRANSFER, config["classifiers"][system].get("transfer", {}))


def of_restarts(config: Mapping, system: str) -> dict:
    """The settings of a classifier's restarts, whatever it is trained on."""
    has_encoder = "encoder" in config["classifiers"][system]
    return transfer(config, system) | {"frozen": True} if has_encoder else fine_tuning(config, system)


def fakes(config: Mapping, system: str) -> dict:
    """How the fakes of an LSTM are made."""
    return _given(FAKES, config["models"][system].get("fakes", {}))


def real_fake(config: Mapping, system: str) -> dict:
    """The settings of an LSTM's real/fake encoders."""
    return _given(REAL_FAKE, config["models"][system].get("real_fake", {}))


def room_for_training(config: Mapping, system: str) -> int:
    """Megabytes besides those for the base model: a fetched one's size is not known beforehand, BERT large fits."""
    return 12_000 if "hub" in config["models"][config["classifiers"][system]["base"]] else 4_000


def selection(config: Mapping, system: str) -> str:
    """By which rule a classifier's restart is selected: as_published (on the test set) or corrected (on dev).

    Those on an encoder are selected on dev in either case, as their authors did.
    """
    on_test = "encoder" not in config["classifiers"][system] and fine_tuning(config, system)["as_published"]
    return "as_published" if on_test else "corrected"
