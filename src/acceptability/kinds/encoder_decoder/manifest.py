"""Declare encoder-decoders, which read a text and write another, like T5 and BART."""

from collections.abc import Mapping

from acceptability.errors import InputError
from acceptability.kinds import keys
from acceptability.kinds.kind import Kind
from acceptability.messages import KEY, setting
from acceptability.scoring.measures import MEASURES

ENCODER_READS = {
    "encoder_reads": {
        "description": "What the encoder reads where the decoder writes the whole sentence: `mask`, one mask, or "
        "`empty`, nothing but the tokens that the tokenizer puts around a text. By default `mask` for T5, which learnt "
        "to write the masked text, and `empty` for BART.",
        "enum": ["mask", "empty"],
    }
}
WAYS = ("log_prob", "log_prob_infilling", "log_prob_babylm_mask", "log_prob_babylm_prefix")  # of reading a token


def reading(entry: Mapping) -> dict:
    """Return how sentences are read; tokens are predicted only in the ways of which a measure is made."""
    needs = {column for measure in entry["measures"] for column in MEASURES[measure].needs}
    ways = [way for way in WAYS if way == "log_prob" or way in needs]
    return {"ways": ways, "encoder_reads": entry.get("encoder_reads"), "ending": entry.get("ending", False)}


def check(entry: Mapping, place: str) -> None:
    """Raise InputError where the end of the text is to be scored by a measure that has no place for it."""
    other = [name for name in entry["measures"] if not set(MEASURES[name].needs) <= {"log_prob", "unigram_log_prob"}]
    if entry.get("ending") and other:
        raise InputError(
            f"{place}.ending: {other[0]} predicts the tokens of the sentence alone; set ",
            setting("ending", False, KEY),
            f", or remove {other[0]} from measures",
        )


KIND = Kind(
    name="encoder_decoder",
    section="models",
    description="writes a sentence token by token after it has read another text, like T5 and BART",
    keys=keys.FOLDER | keys.PRETRAINED | ENCODER_READS | keys.ENDING,
    conditions=keys.of_pretrained("hub", "path"),
    check=check,
    columns=("unigram_log_prob", *WAYS),
    usual_measures=("log_prob", "mean_lp", "pll_infilling"),
    architectures=("T5ForConditionalGeneration", "BartForConditionalGeneration"),
    babylm={"pll_babylm_mask": "enc_dec_mask", "pll_babylm_prefix": "enc_dec_prefix"},
    scores_tokens=True,
    has_unigrams=lambda entry: "unigrams" in entry,
    limited=lambda entry: True,
    reading=reading,
    scoring="kinds.encoder_decoder.scoring",
)
