"""The rows of a user's table of sentences."""

from collections import defaultdict
from collections.abc import Mapping
from itertools import product
from pathlib import Path

from acceptability.datasets import user_columns, user_files
from acceptability.datasets.user_columns import Field
from acceptability.datasets.user_files import Sheet, fail
from acceptability.errors import InputError

FIELDS = {
    "sentence_id": Field("a name for the sentence, unique in the file", ("id",)),
    "sentence": Field("the sentence", ("text", "stimulus", "sentences"), needed=True),
    "rating": Field(
        "its human rating, in z-units; empty = unrated",
        ("mean_rating", "rating_mean", "judgment", "judgement", "acceptability", "z_score"),
        number=True,
        may_be_empty=True,
    ),
    "label": Field("expert label: 1 acceptable, 0 not", number=True),
    "set": Field(
        "the set of sentences that it belongs to, such as the versions of one item; empty = none",
        ("item_set", "item"),
        may_be_empty=True,
    ),
    "words": user_columns.WORDS,
    "regions": user_columns.REGIONS,
    "design": Field("the 2 × 2 design that it belongs to; empty = none", may_be_empty=True),
    "factor_1": Field("its level of the design's first factor", may_be_empty=True),
    "factor_2": Field("its level of the second factor", may_be_empty=True),
}
FACTORS = ("factor_1", "factor_2")
OWN = (*FIELDS, "split", "source", "construction")  # not for notes


def read_sentences(
    path: str | Path, words: str | None = None, **reading: str
) -> tuple[list[dict], Sheet, dict[str, int]]:
    """Read the rows of the table (see FIELDS; numbered if they have no ids), the table, and the places of its notes.

    ``words`` says what words are (see user_columns.read_words).
    """
    sheet = user_files.read(path, **reading)
    known, notes = user_columns.match(sheet, FIELDS)
    records = user_columns.read_records(sheet, FIELDS, ("sentence_id",) if "sentence_id" in known else ())
    for number, record in enumerate(records, start=1):
        record.setdefault("sentence_id", str(number))
    fail(
        path,
        [
            f"row {record['row']}: label is {record['label']:g}; write 1 for acceptable, 0 for not"
            for record in records
            if record.get("label") not in (None, 0, 1)
        ],
    )
    if "label" in known and len(labels := {int(record["label"]) for record in records}) == 1:
        raise InputError(
            f"{path}: all labels are {labels.pop()}; add sentences with the other label, or remove their column"
        )
    if "rating" in known and sum(record["rating"] is not None for record in records) < 2:
        raise InputError(f"{path}: has ratings of fewer than two sentences; add ratings, or remove their column")
    user_columns.read_words(path, records, "sentence_id", {"words": "sentence"}, words)
    user_columns.check_regions(path, records, "sentence_id", {"regions": ("sentence", "words")})
    if {"design", *FACTORS} & known.keys():
        check_designs(path, records, known)
    if "set" in known:
        name_sets(records)
    return records, sheet, notes


def name_sets(records: list[dict]) -> None:
    """Give sets names that are unique in the table: items are numbered within designs, and some sentences have none."""
    names: dict[tuple, str] = {}
    taken: set[str] = set()
    for record in records:
        key = (record.get("design") or "", record["set"] or "", "" if record["set"] else record["sentence_id"])
        if key not in names:
            name = " ".join(filter(None, key))
            while name in taken:
                name += "′"
            names[key] = name
            taken.add(name)
        record["set"] = names[key]


def check_designs(path: str | Path, records: list[dict], known: Mapping[str, int]) -> None:
    """Raise InputError unless each set of a design has one sentence for each of the four combinations of levels."""
    if missing := [name for name in ("design", "set", *FACTORS) if name not in known]:
        raise InputError(f"{path}: has no column {missing[0]!r}; 2 × 2 designs need design, set, factor_1 and factor_2")
    inside = [record for record in records if record["design"]]
    fail(
        path,
        [
            f"row {record['row']} ({record['sentence_id']}): {name} is empty; fill it in, or leave design empty too"
            for record in inside
            for name in ("set", *FACTORS)
            if not record[name]
        ],
    )
    levels = {factor: list(dict.fromkeys(record[factor] for record in inside)) for factor in FACTORS}
    for factor, names in levels.items():
        if len(names) < 2:
            raise InputError(f"{path}: {factor} has fewer than two levels; add sentences, or remove the column design")
        fail(
            path,
            [
                f"row {record['row']} ({record['sentence_id']}): {factor} is {record[factor]!r}, beside {names[0]!r} "
                f"and {names[1]!r}; a factor has two levels, the same in all designs of a table"
                for record in inside
                if record[factor] not in names[:2]
            ],
        )
    rows = defaultdict(list)
    for record in inside:
        rows[record["design"], record["set"], record["factor_1"], record["factor_2"]].append(str(record["row"]))
    wrong = []
    for design, item in dict.fromkeys((record["design"], record["set"]) for record in inside):
        for condition in product(*levels.values()):
            of_condition, what = rows[design, item, *condition], f"{' '.join(condition)!r}"
            if not of_condition:
                wrong.append(f"design {design!r}, set {item!r}: has no sentence {what}; add it, or leave the set out")
            if len(of_condition) > 1:
                wrong.append(
                    f"rows {', '.join(of_condition[:-1])} and {of_condition[-1]}: are all {what} in set {item!r} of "
                    f"design {design!r}; give each item a set of its own"
                )
    fail(path, wrong)
