"""The 120 orders of "colorless green ideas sleep furiously", with Elo ratings from a file that the user has."""

from collections.abc import Mapping
from pathlib import Path

from acceptability.datasets.manifest import SIMULATED, Manifest, Pairs, Ratings
from acceptability.papers.thesis.cgi import rows
from acceptability.reading import sheets
from acceptability.sources.git_blobs import check_blob

KIND = "cgi"
GIT_BLOB = "b10a293b06337067ae373c808af02f716d06767c"
NAMES = {"type": "string", "minLength": 1}
KEYS = (
    {
        "path": {
            "type": "string",
            "pattern": "^[^{}]+$",
            "description": "For `cgi`: the table with the Elo ratings of the 120 orders (docs/cgi.md says where it "
            "is). The path must not contain braces.",
        },
        "git_blob": {
            "type": "string",
            "pattern": "^[0-9a-f]{7,40}$",
            "default": GIT_BLOB,
            "description": "For `cgi`: the beginning of the id that git gives the file's content. Another file is then "
            "refused.",
        },
        "columns": {
            "type": "object",
            "additionalProperties": False,
            "description": "For `cgi`: the file's columns, where they have other names.",
            "properties": {
                "sentence": NAMES | {"description": "The column with the words in order.", "default": "sentence"},
                "elo": NAMES | {"description": "The column with the Elo ratings.", "default": "elo"},
            },
        },
    }
    | sheets.KEYS
    | SIMULATED
)
NEEDED = ("path",)
DESCRIPTION = (
    "Sprouse et al. (2018) had people choose the better of two orders of colorless green ideas sleep furiously, for "
    "all 120 orders, and gave each order an Elo rating from its choices. The ratings are turned into z-scores over "
    "the orders, and not within people, whose single choices are not known. Every two orders make a pair, of which "
    "the one with the higher rating counts as the acceptable one; phenomena are how many exchanges of neighbouring "
    "words the two are apart. All pairs have the same five words, and each order is in 119 pairs. They are therefore "
    "one cluster, and nothing here says how other words would do. What figures mark as significant over pairs means "
    "nothing, because they treat pairs as independent."
)


def manifest(entry: Mapping) -> Manifest:
    """Describe an entry; its description counts the pairs with equal ratings."""
    equal = 0
    if Path(entry["path"]).is_file():  # the check of files says so otherwise
        equal = rows.equally_rated(rows.read_orders(entry["path"], **reading(entry)))
    left_out = {0: "", 1: " One pair has equal ratings, and is left out."}
    return Manifest(
        files={"path": entry["path"]},
        options=reading(entry),
        pairs=Pairs(ranked=True),
        ratings=Ratings(),
        cluster="sets of words",
        simulated=entry.get("simulated", False),
        description=DESCRIPTION + left_out.get(equal, f" {equal:,} pairs have equal ratings, and are left out."),
    )


def reading(entry: Mapping) -> dict[str, str]:
    """Return the keyword arguments with which the file is read."""
    columns = {f"{name}_column": header for name, header in entry.get("columns", {}).items()}
    return columns | sheets.of_entry(entry)


def check(entry: Mapping) -> None:
    """Raise InputError for another file than the expected one, and for all that is wrong in it."""
    check_blob(entry["path"], entry.get("git_blob", GIT_BLOB))
    rows.read_orders(entry["path"], **reading(entry))


def texts(entry: Mapping) -> dict[str, str]:
    """Return the sentences by their ids."""
    return {record["sentence_id"]: record["sentence"] for record in rows.read_orders(entry["path"], **reading(entry))}
