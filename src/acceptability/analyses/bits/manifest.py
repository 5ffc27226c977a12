"""Measure how many bits a text takes by the log-probabilities of a model (bits per byte)."""

from acceptability.analyses.analysis import Analysis, Section, Shown
from acceptability.contracts.columns import DATASET, INTERVAL, NOT_NEGATIVE, SYSTEM, count, dataset_table, number

BITS = dataset_table(
    "bits",
    {
        **DATASET,
        **SYSTEM,
        "sentences": count("sentences with a score, which all that follows is about"),
        "bytes": count("their bytes in UTF-8, without line ends and white space around a sentence"),
        "characters": count("their characters (grapheme clusters)"),
        "words": number("their words; empty: not known in their script", NOT_NEGATIVE, nullable=True),
        "bits": number("−Σ log₂ p"),
        "bits_per_byte": number("bits / bytes"),
        **INTERVAL,
        "bits_per_character": number("bits / characters"),
        "bits_per_word": number("bits / words; 2 to this power is the perplexity per word", nullable=True),
    },
    unique=("system",),
)

ANALYSIS = Analysis(
    writes=(BITS,),
    when=("text",),
    section=Section(245, own="short"),
    tables={
        "bits": Shown(
            caption=(
                "Bits that a text takes by each model: −log₂ of the probabilities of its sentences, summed and divided "
                "by the bytes (UTF-8), characters and words of the text; fewer are better. In brackets: 95 % intervals "
                "over sentences, or over their sets. Each sentence is scored by itself. A word outside an n-gram "
                "model's vocabulary counts as one unknown word, which takes fewer bits than spelling it."
            ),
        ),
    },
)
