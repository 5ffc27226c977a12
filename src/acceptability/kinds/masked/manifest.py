"""Declare masked language models, which predict a word from all others, like BERT."""

from collections.abc import Mapping

from acceptability.errors import InputError
from acceptability.kinds import keys
from acceptability.kinds.kind import Kind, Needs
from acceptability.scoring.measures import MEASURES

TRAINING = {
    "vocabulary": keys.whole(
        "Size of the WordPiece vocabulary. It becomes larger if the corpus has more different letters than this.",
        50,
        100_000,
    ),
    "lowercase": keys.boolean("true or false: whether capital letters and accents are ignored."),
    "layers": keys.LAYERS,
    "hidden": keys.HIDDEN | {"description": "Width of the layers, a multiple of `heads`."},
    "heads": keys.whole("Number of attention heads in each layer.", 1, 64),
    "epochs": keys.CORPUS_EPOCHS,
    "batch_tokens": keys.whole("Maximum number of tokens in one step.", 128),
    "learning_rate": keys.LEARNING_RATE,
    "seed": keys.SEED | {"description": "Seed of weights, order and masks: a whole number, 0 or more."},
    "threads": keys.THREADS,
}


def reading(entry: Mapping) -> dict:
    """Return whether masked sentences are written as text and tokenised again, which some measures need."""
    needs = {column for measure in entry["measures"] for column in MEASURES[measure].needs}
    return {"as_published": "log_prob_as_published" in needs}


def check(entry: Mapping, place: str) -> None:
    """Raise InputError where attention heads cannot share the layers' width."""
    training = entry.get("training")
    if training and training["hidden"] % training["heads"]:
        raise InputError(f"{place}.training.hidden: must be a multiple of heads")


KIND = Kind(
    name="masked",
    section="models",
    description="predicts a word from all others, like BERT",
    keys=keys.FOLDER
    | keys.TRAINED
    | {
        "training": keys.section(
            "The size and the training of a BERT that is trained here.", TRAINING, required=list(TRAINING)
        )
    }
    | keys.PRETRAINED,
    conditions=keys.of_pretrained("hub", "path", "corpus") | {"dependentRequired": keys.TRAINED_WITH},
    check=check,
    columns=("log_prob", "unigram_log_prob", "log_prob_word_l2r", "log_prob_as_published"),
    pseudo=True,
    usual_measures=("pll", "pll_word_l2r"),
    architectures=("ForMaskedLM", "ForPreTraining"),
    babylm={"pll": "mlm"},
    scores_tokens=True,
    has_unigrams=lambda entry: "unigrams" in entry,
    limited=lambda entry: True,
    reading=reading,
    training="kinds.masked.training",
    scoring="kinds.masked.scoring",
    conventions="kinds.masked.conventions",
    training_needs=Needs(4000, 120, per_mb=8, gpu=1),
)
