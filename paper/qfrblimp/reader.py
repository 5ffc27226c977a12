"""QFrBLiMP, the Quebec-French benchmark of minimal pairs → sentences, pairs, people's choices.

Beauchemin, Veilleux, Khoury & Roy (2026), Findings of the ACL: EACL.
"""

import re
from pathlib import Path

import pandas as pd

from acceptability.contracts import io
from acceptability.datasets import released
from acceptability.datasets.dataset import Dataset
from acceptability.errors import InputError
from acceptability.papers.qfrblimp.manifest import KIND

ID, TYPE, CATEGORY, DETAIL = "id", "type", "category", "subcat"
TEXTS = {"good": "sentence_good", "bad": "sentence_bad"}
ANNOTATOR = re.compile(r"annotator_\d+")
REFERENCE = "annotator_15"  # no person: right in every pair whose sentences differ, and in no other
PHENOMENA = {
    "1": "Past participle agreement",
    "2": "Verb inflection",
    "3": "ne … que",
    "4": "Functional morphology",
    "5": "Clitics of negated infinitives",
    "6": "Clitic climbing",
    "7": "Standard negation",
    "8": "Determiners",
    "9": "Lexical semantics",
    "10": "Agreement in idioms",
    "11": "Adjective agreement",
    "12": "-é or -er",
    "13": "Selection of complements",
    "14": "Negated infinitives",
    "15": "Subject islands",
    "16": "Adjunct islands",
    "17": "wh-islands",
    "18": "Complex NP islands",
    "19": "Parasitic dependencies with dont",
    "20": "Orphan prepositions",
}


def read(annotations: Path, rows: int | None = None, people: int | None = None) -> Dataset:
    """Read unrated sentences, pairs by phenomenon, and the choices of so many ``people``; those of REFERENCE are
    excluded.

    Notes of the pairs: ``type`` and ``category`` as released, and ``equal_sentences``, true or false. Raises
    InputError, by row, for what is wrong in the file, which has so many rows.
    """
    raw = read_pairs(annotations, (*TEXTS.values(), CATEGORY, TYPE, REFERENCE), rows)
    known = raw[TYPE].isin(list(PHENOMENA))
    released.refuse(annotations, raw, ~known, raw[TYPE].map(lambda cell: f"type is {cell!r}, not one of 1 to 20"))
    annotators = [column for column in raw if ANNOTATOR.fullmatch(column)]
    released.check_count(annotations, len(annotators), people, "annotators")
    texts = {side: raw[column].str.split().str.join(" ") for side, column in TEXTS.items()}
    ids = pair_ids(raw)
    members = [
        pd.DataFrame({"sentence_id": ids + f".{side}", "sentence": texts[side], "label": label})
        for side, label in (("good", 1), ("bad", 0))
    ]
    phenomenon = raw[TYPE].map(PHENOMENA)
    pairs = pd.DataFrame(
        {
            "pair_id": ids,
            "good_id": ids + ".good",
            "bad_id": ids + ".bad",
            "paradigm": phenomenon,
            "phenomenon": phenomenon,
            "cluster": phenomenon,
            "type": raw[TYPE],
            "category": raw[CATEGORY],
            "equal_sentences": (texts["good"] == texts["bad"]).map({True: "true", False: "false"}),
        }
    )
    chosen = [
        pd.DataFrame(
            {
                "participant": str(number),
                "pair_id": ids,
                "chose_good": zeros_and_ones(annotations, raw, column).astype(int),
                "excluded": int(column == REFERENCE),
            }
        )
        for number, column in enumerate(annotators, start=1)
    ]
    return Dataset(
        pd.concat(members).sort_index(kind="stable").reset_index(drop=True).assign(rating=None),
        pairs.reset_index(drop=True),
        choices=pd.concat(chosen, ignore_index=True),
    )


def read_pairs(path: Path, needed: tuple[str, ...] = (), rows: int | None = None) -> pd.DataFrame:
    """Read all columns as text, indexed by the rows of the file, the id first.

    Raises InputError unless the ``needed`` columns are there and have no empty cell, no id occurs twice, and the file
    has so many ``rows``.
    """
    with released.fetched_again():
        raw = io.read_raw_tsv(path)
    raw.index += 2
    released.check_columns(path, raw, (ID, *needed))
    released.check_count(path, len(raw), rows)
    if raw.empty:
        raise InputError(f"{path}: has no rows; {released.AGAIN}")
    raw.insert(0, ID, raw.pop(ID))
    for column in (ID, *needed):
        released.refuse(path, raw, raw[column].str.strip() == "", f"has no {column}")
    released.refuse(path, raw, raw[ID].duplicated(), "has the id of another row")
    return raw


def pair_ids(raw: pd.DataFrame) -> pd.Series:
    """Return the pair_id of each row."""
    return f"{KIND}." + raw[ID].str.zfill(4)


def zeros_and_ones(path: Path, raw: pd.DataFrame, column: str, *, needed: bool = True) -> pd.Series:
    """Return a column of choices, 1 for the good sentence; NaN for empty cells, unless they are ``needed``."""
    return released.numbers(path, raw, column, 0, 1, whole=True, needed=needed)
