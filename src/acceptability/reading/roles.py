"""Read roles.tsv, the one table that says what columns are for. A new name of a column is a word in it."""

import csv
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

# The columns that a table needs, in one of these forms, by its kind, after the word of ``make score`` that names it.
NEEDED: dict[str, tuple[tuple[str, ...], ...]] = {
    "pairs": (
        ("good", "bad"),
        ("sentence", "label"),
        ("good_prefix", "bad_prefix", "target"),
        ("context_1", "context_2", "target_1", "target_2"),
    ),
    "sentences": (("sentence",),),
    "labelled": (("sentence", "label", "split"),),
    "fillers": (("sentence",),),
    "ratings": (
        ("participant", "sentence_id", "rating"),
        ("participant", "sentence", "rating"),
        ("participant", "item", "condition", "rating"),
        ("participant", "item", "chose_good"),
    ),
    "scores": (("sentence_id",), ("sentence",), ("pair_id",), ("good", "bad")),
    "samples": ((),),
    "decisions": (("pair_id",), ("good", "bad")),
    "answers": (("id", "answer"),),
    "suites": (("item", "condition", "region", "content"), ("item", "condition", "sentence")),
    "predictions": (("formula",),),
    "regions": (("item", "condition", "region", "surprisal"), ("item", "condition", "token", "surprisal")),
    "item_decisions": (("suite", "item", "right"),),
}
OPPOSITES = {  # how the sentences of a pair are called: the acceptable one, and the other one
    "good": "bad",
    "acceptable": "unacceptable",
    "grammatical": "ungrammatical",
    "correct": "incorrect wrong",
    "well_formed": "ill_formed",
    "felicitous": "infelicitous",
    "licit": "illicit",
    "more_acceptable": "less_acceptable",
    "gramm": "ungramm",
}
SIDES = {"good": list(OPPOSITES), "bad": " ".join(OPPOSITES.values()).split()}
SENTENCE, NUMBER, LABEL, NAME = "sentence", "number", "label", "name"
REVERSED = "reversed_label"  # the role of labels that are 1 where a sentence is unacceptable
CHANGING = (SENTENCE, NUMBER, LABEL)  # two columns of such a role are a fault: either would change results


@dataclass(frozen=True)
class Role:
    """Describe what a column is for: a row of roles.tsv.

    Attributes:
        tables: the kinds of tables that may have it.
        looks: how its cells look: a SENTENCE is a text, a LABEL one of two classes, a NAME anything. A column of one of
            its names that looks otherwise has another role.
        may_be_empty: whether single cells may be empty.
        names: its names, the likelier first; case, blanks and punctuation never matter. Of a role that is not CHANGING,
            the likelier name wins where two columns have one, and a note reports that.
        weak: names that mean it only where a few values recur in many rows.
        forms: its names as roles.tsv has them; ``{good}`` is replaced by each word in SIDES, such as ``good``.
    """

    name: str
    tables: tuple[str, ...]
    looks: str
    may_be_empty: bool
    names: tuple[str, ...]
    weak: tuple[str, ...]
    description: str
    forms: tuple[str, ...]

    @property
    def side(self) -> str:
        """Return which sentence of a pair the column is about, ``good`` or ``bad``; empty of other columns."""
        return next((side for side in SIDES if self.name.split("_")[0] == side), "")

    def ranks(self) -> dict[str, int]:
        """Return its plain names, the weak ones last, with their ranks."""
        return {plain(name): rank for rank, name in reversed([*enumerate((*self.names, *self.weak))])}


def plain(name: str) -> str:
    """Return a header without case, blanks and punctuation; ``* sentence`` is the starred sentence."""
    return re.sub(r"[\W_]+", "", re.sub(r"^\s*\*", "starred", name.casefold()))


def _read() -> tuple[Role, ...]:
    """Read the table of roles."""
    with open(Path(__file__).with_suffix(".tsv"), encoding="utf-8", newline="") as file:
        rows: list[dict[str, Any]] = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    for row in rows:
        side = next((side for side in SIDES if f"{{{side}}}" in row["names"]), "")
        forms = [row["names"].replace(f"{{{side}}}", name) for name in SIDES.get(side, [""])]
        row["forms"] = tuple(row["names"].split())
        row["names"] = tuple(dict.fromkeys(" ".join(forms).split()))
        row |= {"tables": tuple(row["tables"].split()), "weak": tuple(row["weak"].split())}
        row["may_be_empty"] = row["may_be_empty"] == "yes"
    return tuple(Role(**row) for row in rows)


ROLES = _read()
KNOWN = frozenset(name for role in ROLES for name in role.ranks())  # by these, a header is known


@cache
def of_table(kind: str) -> tuple[Role, ...]:
    """Return the roles that the columns of a kind of table may have."""
    return tuple(role for role in ROLES if kind in role.tables)


@cache
def names_of(kind: str, name: str) -> tuple[str, ...]:
    """Return the plain names of the columns with a role in a kind of table, the likelier first; none is empty."""
    of_role = (role for role in of_table(kind) if role.name == name)
    return tuple(dict.fromkeys(plain(other) for role in of_role for other in (*role.names, *role.weak)))
