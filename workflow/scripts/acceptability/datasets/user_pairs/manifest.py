"""A user's own pairs: a table and, if there is one, a second one of individual ratings."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from acceptability import segmentation
from acceptability.datasets.manifest import SIMULATED, Manifest, Pairs, Ratings
from acceptability.errors import InputError
from acceptability.reading import pairs, shared, sheets
from acceptability.reading.report import Reading
from acceptability.responses import files as of_experiment
from acceptability.responses import results

KIND = "pairs"
PATH = {"type": "string", "pattern": "^[^{}]+$"}
STANDARDISE = {
    "standardise": {
        "description": "For your own tables: `sentences` turns ratings into z-scores, by their mean and SD over the "
        "rated sentences of the file; `none` leaves them as they are, which is right if they are z-scores already.",
        "type": "string",
        "enum": ["none", "sentences"],
        "default": "none",
    }
}
KEYS = (
    {
        "pairs": PATH
        | {
            "description": "Path of a table of pairs (CSV, spreadsheet or JSON lines), or of a folder, a zip or a "
            "gzipped tar file with several, each of which is a paradigm. Columns are good and bad, and optionally "
            "pair_id, phenomenon, good_rating, bad_rating, good_words, bad_words, good_regions, bad_regions, paradigm, "
            "cluster, article and notes. The path must not contain braces."
        },
        "ratings": {
            "description": "For `pairs`: results of an experiment: what jsPsych, PCIbex, Qualtrics and others export, "
            "or a table with the columns participant, sentence_id and rating. A file, a list of files, a folder or an "
            "archive. Ratings are turned into z-scores for each participant, then averaged. Paths must not contain "
            "braces.",
            "oneOf": [PATH, {"type": "array", "items": PATH, "minItems": 1}],
        },
        "answers": {
            "description": "For `ratings`: how the results are read.",
            "type": "object",
            "additionalProperties": False,
            "properties": {
                word: {"description": f"{meaning[0].upper()}{meaning[1:]}.", "type": "string", "minLength": 1}
                for word, meaning in results.WORDS.items()
            },
        },
    }
    | {
        name: PATH | {"description": f"For `ratings`: path of {meaning}. It must not contain braces."}
        for name, meaning in results.FILES.items()
    }
    | sheets.KEYS
    | STANDARDISE
    | segmentation.KEYS
    | SIMULATED
)
NEEDED = ("pairs",)


def options(entry: Mapping) -> dict[str, str]:
    """Return the keyword arguments of the reader that an entry gives."""
    keys = (*STANDARDISE, *segmentation.KEYS, "answers")
    return sheets.of_entry(entry) | {key: entry[key] for key in keys if key in entry}


def described(entry: Mapping) -> str:
    """Say for the report what was done to the ratings."""
    by = entry.get("answers", {}).get("standardise_by", shared.ALL)
    if by != shared.ALL:
        which = "the sentences that all participants rated" if by == shared.SHARED else by
        return f"Each participant's ratings were turned into z-scores by mean and standard deviation over {which}."
    if entry.get("standardise", "none") == "none":
        return ""
    return "Human ratings were turned into z-scores, by mean and standard deviation of the file's rated sentences."


def manifest(entry: Mapping) -> Manifest:
    """Describe an entry by the columns of its table; ``check`` says what is wrong with it."""
    files = {key: entry[key] for key in ("pairs", "ratings", *results.FILES) if key in entry}
    if not isinstance(entry["pairs"], sheets.Sheet) and Path(entry["pairs"]).is_dir():
        files["pairs"] = list(sheets.files_of(entry["pairs"]))
    known: frozenset[str] = frozenset()
    if isinstance(entry["pairs"], sheets.Sheet) or Path(entry["pairs"]).exists():  # else the check of files says so
        known = pairs.columns_of(entry["pairs"], **sheets.of_entry(entry))
    rated, chosen, simulated, places = _answered(entry)
    if isinstance(files.get("ratings"), str | list):
        files["ratings"] = of_experiment.files_of(files["ratings"])
    levels = ("paradigm", "phenomenon") if "paradigm" in known else ("phenomenon",)
    return Manifest(
        files=files,
        options=options(entry),
        pairs=Pairs(levels, choices=chosen),
        ratings=Ratings(rated, responses=rated, places=places) if rated or set(pairs.RATING) <= known else None,
        cluster="clusters" if "cluster" in known else "publications" if "article" in known else "phenomena",
        own=True,
        simulated=entry.get("simulated", False) or simulated,
        description=described(entry),
    )


def _answered(entry: Mapping) -> tuple[bool, bool, bool, bool]:
    """Say whether results of an experiment have ratings, choices, are simulated, and have sentences at several places.

    Results that ``check`` refuses are taken to have ratings.
    """
    if "ratings" not in entry:
        return False, False, False, False
    try:
        made = answers(entry)
    except InputError:
        return True, False, False, False
    return made.rated_pairs > 0, any(one.response for one in made.choices), made.simulated, made.places


def answers(entry: Mapping) -> results.Answered:
    """Return the answers of the experiment. InputError for what is wrong in its results."""
    further = {name: entry[name] for name in results.FILES if name in entry}
    how = sheets.of_entry(entry) | entry.get("answers", {})
    return results.read(entry["ratings"], members(entry), **further, **how)


def check(entry: Mapping) -> list[Reading]:
    """Return what was understood of the user's files. InputError for all that is wrong in them."""
    reading = sheets.of_entry(entry)
    table = pairs.read(entry["pairs"], entry.get(segmentation.COLUMN), **reading)
    rated = [rating for name in pairs.RATING for rating in table.columns.get(name, ()) if rating is not None]
    if rated and "ratings" in entry:
        raise InputError(f"{entry['pairs']}: has ratings, and {entry['ratings']} has others; keep one of the two")
    raw = pairs.raw_ratings(rated) if entry.get("standardise", "none") == "none" else ""
    made = [replace(table.reading, notes=[*table.reading.notes, *([raw] if raw else [])])]
    if "ratings" in entry:
        shared.check(entry.get("answers", {}).get("standardise_by", shared.ALL), table.columns["phenomenon"])
        made.append(answers(entry).reading)
    return made


def members(entry: Mapping) -> dict[str, tuple[str, str]]:
    """Return the acceptable sentence and the other one of each pair, by its id."""
    return pairs.read(entry["pairs"], entry.get(segmentation.COLUMN), **sheets.of_entry(entry)).members


def texts(entry: Mapping) -> dict[str, str]:
    """Return the sentences by their ids."""
    sides = ("good", "bad")
    return {
        f"{pair}.{side}": text for pair, both in members(entry).items() for side, text in zip(sides, both, strict=True)
    }
