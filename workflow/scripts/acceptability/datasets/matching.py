"""Find the sentences of a dataset that texts from elsewhere belong to.

A text belongs to all sentences that are equal to it but for white space: *exactly*. Where there is none, it belongs
*loosely* to those that are equal to it in all letters and digits, if that is unique: these sentences have one text, no
other text of the file belongs to them exactly, and no second text of the file would belong to them loosely.
"""

import unicodedata
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from acceptability.datasets.user_files import fail
from acceptability.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

BY_ID, EXACTLY, LOOSELY, NOT = "by id", "exactly", "loosely", "not at all"
WAYS = (BY_ID, EXACTLY, LOOSELY, NOT)
ROUNDING = 1e-5  # two scores of one sentence that are nearer than this share of them are the same: the first counts
SHOWN = 5  # rows of each way, at most


@dataclass(frozen=True)
class Matched:
    """Say which sentences (or pairs) each name in a file belongs to; a name is an id or a text.

    Attributes:
        ids: those of each name, as it is written; empty where it belongs to none.
        way: how each name was matched: BY_ID, EXACTLY, LOOSELY or NOT.
    """

    ids: Mapping[str, list[str]]
    way: Mapping[str, str]


def match_ids(names: Iterable[str], known: Collection[str]) -> Matched:
    """Match ids of a file with the ids that a dataset has."""
    ids = {name: [name] if name in known else [] for name in names}
    return Matched(ids, {name: BY_ID if ids[name] else NOT for name in ids})


def match(texts: Iterable[str], sentences: Mapping[str, str]) -> Matched:
    """Match the texts of a file with the sentences of a dataset, which are given by their ids."""
    texts = list(dict.fromkeys(texts))
    exact, loose = defaultdict(list), defaultdict(list)
    for name, sentence in sentences.items():
        exact[same(sentence)].append(name)
    for sentence in exact:
        loose[letters(sentence)].append(sentence)
    ids = {text: exact[same(text)] for text in texts if same(text) in exact}
    way = dict.fromkeys(ids, EXACTLY)
    taken = {same(text) for text in ids}
    others = defaultdict(set)  # what is not matched exactly, by its letters
    for text in texts:
        if text not in ids:
            others[letters(text)].add(same(text))
    for text in texts:
        if text in ids:
            continue
        key = letters(text)
        candidates = loose.get(key, [])
        unique = key and len(candidates) == 1 and len(others[key]) == 1 and candidates[0] not in taken
        ids[text] = exact[candidates[0]] if unique else []
        way[text] = LOOSELY if unique else NOT
    return Matched(ids, way)


def matches(ways: Mapping[str, list[str]]) -> "pd.DataFrame":
    """Return how many rows of a file were matched in which way, as MATCHES, and print it.

    ``ways``: the rows in words, by the way.
    """
    import pandas as pd  # here, as the configuration is checked without it

    rows = [(way, len(ways[way]), "; ".join(ways[way][:SHOWN])) for way in WAYS if way in ways]
    print(f"matched: {', '.join(f'{way} {number:,}' for way, number, _ in rows)}")
    return pd.DataFrame(rows, columns=["way", "rows", "first"])


def scores_by_id(table: "pd.DataFrame", sentences: Mapping[str, str]) -> tuple["pd.DataFrame", "pd.DataFrame"]:
    """Return scores of sentences by their ids, as SCORES, and how they were matched, as MATCHES.

    Raises InputError where rows give one sentence different scores, or no row belongs to a sentence.

    Parameters:
        table: ``sentence`` (the text), ``measure`` and ``score``.
        sentences: the texts of the dataset, by id.
    """
    each = table.groupby(["sentence", "measure"], sort=False).size()
    rows = each.groupby("sentence", sort=False).max()  # of the file, by text: not all measures may have a score
    matched = match(rows.index, sentences)
    ways: dict[str, list[str]] = {}
    for text, number in rows.items():
        ways.setdefault(matched.way[text], []).extend([repr(text)] * number)
    if not any(matched.ids.values()):
        raise InputError(f"has no sentence of this dataset, not even {rows.index[0]!r}; correct dataset or source")
    known = table.assign(sentence_id=table["sentence"].map(matched.ids)).explode("sentence_id").dropna()
    by_sentence = known.groupby(["measure", "sentence_id"], sort=False)["score"]
    spread = by_sentence.max() - by_sentence.min()
    apart = spread[spread > ROUNDING * by_sentence.max().abs()]
    if len(apart):
        measure, name = apart.index[0]
        raise InputError(f"sentence {name!r} has two different scores by {measure}: {sentences[name]!r}")
    order = known.drop_duplicates(["measure", "sentence_id"])
    return order[["sentence_id", "measure", "score"]].reset_index(drop=True), matches(ways)


def check_texts(
    path: str | Path, key: str, rows: Iterable[tuple[int, str | None, str | None]], known: Mapping[str, str]
) -> None:
    """Raise InputError that lists rows whose text is not that of what their id names, even loosely.

    Parameters:
        key: the name of the column of ids.
        rows: the number, the id and the text of each; ids that are not known and rows without a text pass.
        known: the texts of the dataset, by id.
    """
    wrong = [
        f"row {number} ({key} {name!r}): its text is {text!r}, but the dataset has {known[name]!r} by this {key}; "
        "correct the one that is wrong, or leave out the column of ids or that of texts"
        for number, name, text in rows
        if text and name in known and not _agree(text, known[name])
    ]
    fail(path, wrong)


def _agree(text: str, other: str) -> bool:
    """Say whether two texts are the same, exactly or loosely."""
    return same(text) == same(other) or letters(text) == letters(other) != ""


def same(text: str) -> str:
    """Return a text as exact matches compare it: white space, and how accents are encoded, do not matter."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def letters(text: str) -> str:
    """Return a text as loose matches compare it: its letters, marks and digits, without case."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    return "".join(sign for sign in plain if sign.isalnum() or unicodedata.category(sign).startswith("M"))
