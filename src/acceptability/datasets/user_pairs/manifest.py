"""Declare a user's table of pairs, with individual ratings in a second table if there is one."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from acceptability import limits, segmentation
from acceptability.contracts.columns import Table
from acceptability.contracts.data import PAIRS
from acceptability.datasets.manifest import SIMULATED, Manifest, Pairs, Ratings
from acceptability.errors import InputError, suggest
from acceptability.messages import setting
from acceptability.reading import facts, pairs, sentences, shared, sheets
from acceptability.reading.report import Reading
from acceptability.responses import files as of_experiment
from acceptability.responses import results
from acceptability.responses.answers import Answered

KIND = "pairs"
PATH = {"type": "string", "pattern": "^[^{}]+$"}
STANDARDISE = {
    "standardise": {
        "description": "For your own tables: `sentences` turns ratings into z-scores, by their mean and SD over the "
        "rated sentences of the file; `none` leaves them unchanged, which is right if they are z-scores already.",
        "type": "string",
        "enum": ["none", "sentences"],
        "default": "none",
    }
}
BY = {
    "by": {
        "description": "For `pairs` and `sentences`: columns by whose values results are also computed, such as "
        "dialect: shares of pairs, correlations with ratings, and how well scores separate labels.",
        "type": "array",
        "items": {"type": "string", "minLength": 1},
        "uniqueItems": True,
    }
}
KEYS = (
    {
        "pairs": PATH
        | {
            "description": "Path of a table of pairs (CSV, spreadsheet or JSON lines), or of a folder, a zip or a "
            "gzipped tar file with several, each of which is a paradigm. Columns are good and bad, and optionally "
            "pair_id, phenomenon, context, good_context, bad_context, good_rating, bad_rating, good_words, bad_words, "
            "good_regions, bad_regions, good_mark, bad_mark, paradigm, cluster, article and notes. The path must not "
            "contain braces."
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
    | BY
    | sheets.KEYS
    | STANDARDISE
    | segmentation.KEYS
    | SIMULATED
)
NEEDED = ("pairs",)
# Columns with a role by which shares may be computed.
BY_ROLES = ("phenomenon", "paradigm", "cluster", "article", "good_mark", "bad_mark")


def options(entry: Mapping) -> dict[str, str]:
    """Return the keyword arguments of the reader that an entry gives."""
    keys = (*STANDARDISE, *segmentation.KEYS, "answers")
    return sheets.of_entry(entry) | {key: entry[key] for key in keys if key in entry}


def described(entry: Mapping) -> str:
    """Return a sentence for the report on what was done to the ratings."""
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
    rated, with_choices, simulated, places = _answered(entry)
    if isinstance(files.get("ratings"), str | list):
        files["ratings"] = of_experiment.files_of(files["ratings"])
    levels = ("paradigm", "phenomenon") if "paradigm" in known else ("phenomenon",)
    return Manifest(
        files=files,
        options=options(entry),
        pairs=Pairs(levels, choices=with_choices),
        ratings=Ratings(rated, responses=rated, places=places) if rated or set(pairs.RATING) <= known else None,
        scored_part=bool(known & {*pairs.CONTEXTS}),
        cluster="clusters" if "cluster" in known else "publications" if "article" in known else "phenomena",
        own=True,
        by=columns_by(entry, PAIRS, BY_ROLES),
        simulated=entry.get("simulated", False) or simulated,
        description=described(entry),
    )


def _answered(entry: Mapping) -> tuple[bool, bool, bool, bool]:
    """Return whether results of an experiment have ratings and choices, are simulated, and have several places.

    Results that ``check`` refuses are taken to have ratings.
    """
    if "ratings" not in entry:
        return False, False, False, False
    further = {name: entry[name] for name in results.FILES if name in entry}
    tables, of_results = sheets.paths_of(entry["pairs"]), of_experiment.paths_of(entry["ratings"])
    files = [*tables, *of_results, *further.values()] if tables and of_results else []
    how = options(entry) | {"files": [len(tables), len(of_results), *further]}
    return tuple(facts.fact("answers of an experiment", files, how, partial(_found_in_answers, entry)))


def _found_in_answers(entry: Mapping) -> list[bool]:
    try:
        read = answers(entry)
    except InputError:
        return [True, False, False, False]
    return [
        read.rated_pairs > 0,
        any(one.response for one in read.choices),
        read.simulated,
        read.places,
    ]


def answers(entry: Mapping) -> Answered:
    """Return the answers of the experiment. InputError for what is wrong in its results."""
    further = {name: entry[name] for name in results.FILES if name in entry}
    how = sheets.of_entry(entry) | entry.get("answers", {})
    return results.read(entry["ratings"], members(entry), **further, **how)


def answers_to_keep(entry: Mapping) -> list[Answered]:
    """Return the answers of the experiment, if there is one, as the job that prepares the dataset reads them."""
    return [answers({**entry, "ratings": manifest(entry).files["ratings"]})] if "ratings" in entry else []


def check(entry: Mapping) -> list[Reading]:
    """Return how the user's files were read. InputError for all that is wrong in them."""
    reading = sheets.of_entry(entry)
    table = pairs.read(entry["pairs"], entry.get(segmentation.COLUMN), **reading)
    check_by(entry, [name for name in BY_ROLES if name in table.columns], table)
    rated = [rating for name in pairs.RATING for rating in table.columns.get(name, ()) if rating is not None]
    if rated and "ratings" in entry:
        raise InputError(f"{entry['pairs']}: has ratings, and {entry['ratings']} has others; keep one of the two")
    raw = pairs.raw_ratings(rated) if entry.get("standardise", "none") == "none" else ""
    columns = table.reading.columns | dict.fromkeys(entry.get("by", ()), "by")
    readings = [replace(table.reading, columns=columns, notes=[*table.reading.notes, *([raw] if raw else [])])]
    if "ratings" in entry:
        shared.check(entry.get("answers", {}).get("standardise_by", shared.ALL), table.columns["phenomenon"])
        readings.append(answers(entry).reading)
    return readings


def columns_by(entry: Mapping, table: Table, roles: Sequence[str]) -> tuple[str, ...]:
    """Return the names that the columns of BY= have in the prepared table; ``roles`` keep their names."""
    return tuple(name if name in roles else table.name_of_note(name) for name in entry.get("by", ()))


def check_by(entry: Mapping, roles: Sequence[str], table: pairs.Pairs | sentences.Sentences) -> None:
    """Raise InputError for a column of BY= that the user's table does not have, or that has too many values.

    Parameters:
        roles: the columns with a role that BY= may name in this table.
        table: the pairs or sentences that were read.
    """
    for name in entry.get("by", ()):
        if name not in (*roles, *table.rest):
            known = [*roles, *table.rest]
            more = f"it has: {', '.join(known)}" if known else "it has no further columns"
            fault = f": there is no such column{suggest(name, known)}; {more}"
            raise InputError(f"{table.reading.path}: ", setting("by", name), fault)
        check_number(name, len({*(table.columns[name] if name in roles else table.rest[name])}))


def check_number(column: str, number: int) -> None:
    """Raise InputError for a column of BY= with too many values, such as one of ids."""
    if number > limits.VALUES_BY_COLUMN.most:
        raise InputError(
            setting("by", column),
            f": has {number:,} values, more than {limits.VALUES_BY_COLUMN.most:,}; name a column whose "
            "values recur, such as a dialect",
        )


def members(entry: Mapping) -> dict[str, tuple[str, str]]:
    """Return the acceptable sentence and the other one of each pair, by its id."""
    return pairs.read(entry["pairs"], entry.get(segmentation.COLUMN), **sheets.of_entry(entry)).members


def texts(entry: Mapping) -> dict[str, str]:
    """Return the sentences by their ids."""
    sides = ("good", "bad")
    return {
        f"{pair}.{side}": text
        for pair, pair_texts in members(entry).items()
        for side, text in zip(sides, pair_texts, strict=True)
    }
