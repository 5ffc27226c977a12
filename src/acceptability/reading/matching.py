"""Find the sentences of a dataset that texts from elsewhere belong to.

A text belongs to all sentences that are equal to it except for white space: *exactly*. Where there is none, it belongs
*loosely* to those that are equal to it in all letters and digits, or else in all but their accents, if that is unique.
That is, these sentences have one text, and no other text of the file belongs, or would belong, to them. In files that
others released, accents count: what a model read with another letter is another string, which nobody can correct.
"""

import unicodedata
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from acceptability.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

BY_ID, EXACTLY, LOOSELY, NOT = "by id", "exactly", "loosely", "not at all"
WAYS = (BY_ID, EXACTLY, LOOSELY, NOT)
ROUNDING = 1e-5  # two scores of one sentence that are nearer than this share of them are the same: the first counts
SHOWN = 5  # rows of each way, at most


@dataclass(frozen=True)
class Matched:
    """Match each name in a file with its sentences (or pairs); a name is an id or a text.

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


def match(texts: Iterable[str], sentences: Mapping[str, str], accents: bool = False) -> Matched:
    """Match the texts of a file with the sentences of a dataset, which are given by their ids.

    ``accents``: whether accents count, so that a text with other accents belongs to no sentence.
    """
    texts = list(dict.fromkeys(texts))
    exact = defaultdict(list)
    for name, sentence in sentences.items():
        exact[same(sentence)].append(name)
    ids = {text: exact[same(text)] for text in texts if same(text) in exact}
    way = dict.fromkeys(ids, EXACTLY)
    taken = {same(text) for text in ids}
    for fold in (letters,) if accents else (letters, unaccented):
        loose, others = defaultdict(list), defaultdict(set)  # sentences, and what is not matched yet, by their letters
        for sentence in exact:
            loose[fold(sentence)].append(sentence)
        for text in (text for text in texts if text not in ids):
            others[fold(text)].add(same(text))
        for text in [text for text in texts if text not in ids]:
            key = fold(text)
            candidates = loose.get(key, [])
            if key and len(candidates) == 1 and len(others[key]) == 1 and candidates[0] not in taken:
                ids[text], way[text] = exact[candidates[0]], LOOSELY
        taken |= {same(sentences[ids[text][0]]) for text in ids}
    for text in texts:
        ids.setdefault(text, [])
        way.setdefault(text, NOT)
    return Matched(ids, way)


def rows_by_way(
    matched: Matched, names: Iterable[str], numbers: Iterable[object], short: Callable[[str], str] = str
) -> dict[str, list[str]]:
    """Return the rows of a file, in words, by how their names were matched; ``short`` shortens a name."""
    ways: dict[str, list[str]] = {}
    for name, number in zip(names, numbers, strict=True):
        ways.setdefault(matched.way[name], []).append(f"row {number}: {short(name)!r}")
    return ways


def are_ids(names: Collection[str], known: Collection[str]) -> bool:
    """Return whether names of a file are ids of a dataset: some of them are.

    Names that count from 0 are not, where the dataset's ids count from 1, as those of a table without ids do.
    """
    numbered = list(known) == list(map(str, range(1, len(known) + 1)))
    return any(name in known for name in names) and not (numbered and "0" in names)


def notes_on(ways: Mapping[str, list[str]], what: str) -> list[str]:
    """Return notes on rows that belong loosely, or not at all, to ``what``: the sentences or pairs of the dataset."""
    words = {
        LOOSELY: f"matched with {what} loosely: only without case, punctuation or accents",
        NOT: f"left out, because they are no {what} of this dataset",
    }
    return [f"rows {text}: {len(ways[way]):,}, the first: {ways[way][0]}" for way, text in words.items() if way in ways]


def matches(ways: Mapping[str, list[str]]) -> "pd.DataFrame":
    """Return how many rows of a file were matched in which way, as MATCHES; ``ways`` has the rows in words, by way."""
    import pandas as pd  # here, as the configuration is checked without it

    rows = [(way, len(ways[way]), "; ".join(ways[way][:SHOWN])) for way in WAYS if way in ways]
    return pd.DataFrame(rows, columns=["way", "rows", "first"])


def say(matches: "pd.DataFrame") -> "pd.DataFrame":
    """Print a table MATCHES in one line, and return it."""
    ways = zip(matches["way"], matches["rows"], strict=True)
    print(f"matched: {', '.join(f'{way} {number:,}' for way, number in ways)}")
    return matches


def scores_by_id(table: "pd.DataFrame", sentences: Mapping[str, str]) -> tuple["pd.DataFrame", "pd.DataFrame"]:
    """Return released scores of sentences by their ids, as SCORES, and how they were matched, as MATCHES.

    Raises InputError where rows give one sentence different scores, or no row belongs to a sentence.

    Parameters:
        table: ``sentence`` (the text), ``measure`` and ``score``.
        sentences: the texts of the dataset, by id.
    """
    each = table.groupby(["sentence", "measure"], sort=False).size()
    rows = each.groupby("sentence", sort=False).max()  # of the file, by text: not all measures may have a score
    matched = match(rows.index, sentences, accents=True)
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
    return order[["sentence_id", "measure", "score"]].reset_index(drop=True), say(matches(ways))


def agree(text: str, other: str) -> bool:
    """Return whether two texts are the same, exactly or loosely."""
    return same(text) == same(other) or letters(text) == letters(other) != ""


def same(text: str) -> str:
    """Return a text as exact matches compare it: white space, and how accents are encoded, do not matter."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def letters(text: str) -> str:
    """Return a text as loose matches compare it: its letters, marks and digits, without case."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    return "".join(sign for sign in plain if sign.isalnum() or unicodedata.category(sign).startswith("M"))


def unaccented(text: str) -> str:
    """Return the letters of a text without case and the accents of Latin, Greek and Cyrillic letters."""
    return letters("".join(sign for sign in unicodedata.normalize("NFKD", text) if not "\u0300" <= sign <= "\u036f"))
