"""LSTM language models over whole words, which predict a word from those before it, and are trained here."""

from collections.abc import Mapping

from acceptability.errors import InputError
from acceptability.kinds import keys
from acceptability.kinds.kind import Kind, Needs, settings

WORDS, WIDTH = 10_000, 16  # an LSTM that knows more words than this must be so wide
TRAINING = {
    "vocabulary": keys.whole("Number of words that it knows, the most frequent ones.", 50, 100_000),
    "embedding": keys.whole("Width of the word vectors.", 1, 4096),
    "hidden": keys.HIDDEN,
    "layers": keys.LAYERS,
    "dropout": keys.number(
        "Share of the numbers that are dropped out before each layer and before the softmax.",
        minimum=0,
        exclusiveMaximum=1,
    ),
    "epochs": keys.CORPUS_EPOCHS,
    "batch_size": keys.whole(
        "Number of rows in one step, if all have `sequence` tokens; more, if they are shorter.", 1, 100_000
    ),
    "sequence": keys.whole(
        "Number of tokens that are predicted in one row at most; longer sentences are cut in several rows.", 1, 10_000
    ),
    "learning_rate": keys.LEARNING_RATE,
    "seed": keys.SEED | {"description": "Seed of weights and order: a whole number, 0 or more."},
    "threads": keys.THREADS,
    "as_published": keys.OF_STUDIES
    | keys.boolean(
        "true or false: whether the corpus is one running text in pieces in random order, as in the program of "
        "Warstadt et al. (2019). Each piece begins with the last state of the one before.",
        default=False,
    ),
}
FAKES = {
    "sentences": keys.whole("Number of real sentences, and of fakes.", 20, 100_000_000, default=20_000),
    "sampled": keys.number(
        "Share of the fakes that is sampled from the model. The words of the others are permuted.",
        minimum=0,
        maximum=1,
        default=0.5,
    ),
    "longest": keys.whole("Tokens of the longest sentences. The shortest have four.", 4, 1000, default=25),
    "seed": keys.SEED
    | {"description": "Seed of the sentences, samples and permutations: a whole number, 0 or more.", "default": 1},
    "as_published": keys.OF_STUDIES
    | keys.boolean(
        "true or false: whether sampling never resets the model's state, as in the program of Warstadt "
        "et al. (2019), so that fakes begin with a literal <s>.",
        default=False,
    ),
    "threads": keys.THREADS | {"description": "Number of processor threads.", "default": 2},
}
REAL_FAKE = {
    "hidden": keys.whole("Width of the layers in each direction.", 1, 4096, default=128),
    "layers": keys.LAYERS | {"default": 1},
    "dropout": keys.number(
        "Share of the numbers that are dropped out before the answer.", minimum=0, exclusiveMaximum=1, default=0.2
    ),
    "epochs": keys.whole("Number of times that the sentences are seen.", 1, 1000, default=3),
    "batch_size": keys.whole(
        "Number of sentences of average length in one step; more, if they are shorter.", 1, 100_000, default=64
    ),
    "learning_rate": keys.LEARNING_RATE | {"default": 0.003},
    "seed": keys.SEED | {"description": "Seed of weights and order: a whole number, 0 or more.", "default": 1},
    "as_published": keys.OF_STUDIES
    | keys.boolean(
        "true or false: whether sentences are padded or cut to 30 tokens, as in the program of Warstadt et al. (2019).",
        default=False,
    ),
    "threads": keys.THREADS | {"default": 2},
}
OF_SENTENCES = {  # with which encoders of sentences are made
    "fakes": keys.section("Real sentences of its corpus, and fakes, on which real/fake encoders are trained.", FAKES),
    "real_fake": keys.section("Encoders that are trained to tell its fakes from real sentences.", REAL_FAKE),
}


def reading(entry: Mapping) -> dict:
    """Name the token ``<s>``, which precedes each sentence."""
    return {"beginning": True, "ending": entry.get("ending", False), "leading_space": False}


def check(entry: Mapping, place: str) -> None:
    """Raise InputError for settings that are right each by itself, and impossible together."""
    training = entry.get("training", {})
    if training and training["vocabulary"] > WORDS and training["hidden"] < WIDTH:
        raise InputError(
            f"{place}.training.hidden: the adaptive softmax needs hidden of {WIDTH} or more for more than {WORDS:,} "
            "words; set a greater number, or a smaller vocabulary"
        )
    fakes = settings(OF_SENTENCES["fakes"], entry.get("fakes", {}))
    if fakes["as_published"] and not training.get("as_published"):
        raise InputError(
            f"{place}.fakes.as_published: needs a language model that has learnt <s>; set training.as_published too"
        )
    for key in OF_SENTENCES:
        if key in entry and "corpus" not in entry:
            raise InputError(
                f"{place}.{key}: needs real sentences, but this model has no corpus; remove this key, or train the "
                "model here, with corpus and training"
            )


KIND = Kind(
    name="lstm",
    section="models",
    description="predicts a word from those before it, as an LSTM over whole words that was trained here",
    keys=keys.FOLDER
    | keys.TRAINED
    | {
        "training": keys.section(
            "The size and the training of an LSTM that is trained here.",
            TRAINING,
            required=[key for key, described in TRAINING.items() if "default" not in described],
        )
    }
    | OF_SENTENCES
    | keys.ENDING,
    conditions=keys.one_of("hub", "path", "corpus") | {"dependentRequired": keys.TRAINED_WITH},
    check=check,
    columns=("log_prob", "unigram_log_prob"),
    usual_measures=("log_prob", "mean_lp", "slor"),
    architectures=("WordLstm",),
    scores_tokens=True,
    has_unigrams=lambda entry: True,
    reading=reading,
    training="papers.cola.lstm.training",
    scoring="papers.cola.lstm.scoring",
    training_needs=Needs(4000, 240, per_mb=12, gpu=1),
)
