"""The Benchmark of Linguistic Minimal Pairs, or a user's own pairs in its format."""

from collections.abc import Mapping

from acceptability.datasets.manifest import SIMULATED, Manifest, Pairs
from acceptability.papers.blimp.blimp import rows

KIND = "blimp"
HUMAN_RATED = "human-rated"
RATED_PAIRS = 5  # of each paradigm: the first ones
METHODS = {
    "full-sentence": "the whole sentence is scored",
    "prefix": "the critical word is scored, given what comes before it: BLiMP's one-prefix and two-prefix methods",
    "prefix-and-word": "the sentence is scored up to the critical word",
}
KEYS = {
    "path": {
        "type": "string",
        "pattern": "^[^{}]+$",
        "description": "For `blimp`: your own pairs in BLiMP's format, a .jsonl file with UID, pairID (or pair_id), "
        "sentence_good and sentence_bad in each row, and optionally linguistics_term; or your copy of BLiMP.zip. "
        "Without this key, BLiMP is fetched. The path must not contain braces.",
    },
    "pairs_per_paradigm": {
        "description": f"For `blimp`: so many pairs of each paradigm, the first ones; or `{HUMAN_RATED}`, the pairs "
        "that people judged. Without this key, all pairs.",
        "oneOf": [{"type": "integer", "minimum": 1}, {"const": HUMAN_RATED}],
    },
    "method": {
        "description": "For `blimp`: what is scored. "
        + "; ".join(f"`{key}`: {text}" for key, text in METHODS.items())
        + ". The last two keep only the paradigms that are made for them.",
        "enum": list(METHODS),
        "default": next(iter(METHODS)),
    },
} | SIMULATED
NEEDED = ()
DESCRIPTION = (
    "BLiMP has 67 paradigms of 1,000 generated minimal pairs, in 12 phenomena. Its sentences have no ratings, so there "
    "is no ADC. People judged 5 pairs of each paradigm: they chose the better sentence."
)
OF_METHOD = {
    "prefix": " Only the critical word is scored, given what comes before it (one-prefix and two-prefix method). A "
    "masked model sees what follows, too.",
    "prefix-and-word": " Sentences are scored up to the critical word. A masked model sees what follows, too.",
}


def manifest(entry: Mapping) -> Manifest:
    """Describe an entry; one without a path is the registered archive, for which alone people's choices are known."""
    path, method = entry.get("path"), entry.get("method", next(iter(METHODS)))
    several = not path or rows.is_archive(path) or rows.count_paradigms(path) > 1
    sources = {} if path else {"archive": "blimp.zip", "answers": "blimp-answers.csv"}
    pairs = entry.get("pairs_per_paradigm")
    return Manifest(
        sources=sources | ({"summary": "blimp-models.jsonl"} if not path or rows.is_archive(path) else {}),
        files={"archive": path} if path else {},
        options={"method": method} | ({"pairs_per_paradigm": _number(pairs)} if pairs else {}),
        scored_part=method != next(iter(METHODS)),
        pairs=Pairs(levels=("paradigm", "phenomenon") if several else ("phenomenon",), choices=not path),
        cluster="paradigms" if several else "pairs",
        simulated=entry.get("simulated", False),
        description=("" if path else DESCRIPTION) + OF_METHOD.get(method, ""),
    )


def _number(pairs: int | str) -> int:
    return RATED_PAIRS if pairs == HUMAN_RATED else int(pairs)


def check(entry: Mapping) -> None:
    """Raise InputError for all that is wrong in the user's file, before the first job."""
    if "path" in entry:
        rows.read(entry["path"])


def texts(entry: Mapping) -> dict[str, str]:
    """Return the sentences of a user's file by their ids; none of the archive, which may have to be fetched first."""
    pairs = rows.read(entry["path"]) if "path" in entry else []
    return {f"{row['pair_id']}.{side}": row[f"sentence_{side}"] for row in pairs for side in ("good", "bad")}
