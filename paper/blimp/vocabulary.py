"""The vocabulary of the program that made the sentences, and pairs of sentences in its entries (pure)."""

from collections import Counter
from collections.abc import Collection, Iterable
from functools import cache

import pandas as pd

MARKS = str.maketrans("", "", ".,?!")
VERB = "1"  # in the column verb


def entries(vocabulary: pd.DataFrame) -> list[str]:
    """Return the different expressions of the vocabulary: one or several words."""
    return [expression for expression in vocabulary["expression"].str.split().str.join(" ").unique() if expression]


def word_forms(expressions: Iterable[str]) -> set[str]:
    """Return the different words of these expressions."""
    return {word for expression in expressions for word in expression.split()}


def frames(vocabulary: pd.DataFrame) -> int:
    """Count the different categories of verbs, which are their subcategorisation frames; one row of a verb has none."""
    return vocabulary.loc[vocabulary["verb"].eq(VERB) & vocabulary["category"].ne(""), "category"].nunique()


def by_paradigm(sentences: pd.Series, pairs: pd.DataFrame, expressions: Collection[str]) -> pd.DataFrame:
    """Count the pairs that are equal in entries of the vocabulary, and those that differ in one entry at most.

    Parameters:
        sentences: texts by id. Capitals and the marks ``. , ? !`` do not matter.
        pairs: the contract PAIRS.
        expressions: those of the vocabulary; every single word is an entry, too.

    Returns: the contract VOCABULARY_PAIRS. A pair is equal in entries if the two sentences can be divided into the same
    number of entries. One entry differs if the words that only one sentence has are one entry at most, in both.
    """
    several = {tuple(expression.lower().split()) for expression in expressions if " " in expression}
    longest = max(map(len, several), default=1)

    @cache
    def numbers(words: tuple[str, ...]) -> frozenset[int]:
        """Return the numbers of entries into which a sentence can be divided."""
        if not words:
            return frozenset({0})
        lengths = [1, *(n for n in range(2, min(longest, len(words)) + 1) if words[:n] in several)]
        return frozenset(1 + rest for length in lengths for rest in numbers(words[length:]))

    def is_entry(words: tuple[str, ...]) -> bool:
        return len(words) <= 1 or words in several

    words = sentences.str.lower().str.translate(MARKS).str.split().map(tuple)
    rows = []
    for paradigm, good_id, bad_id in zip(pairs["paradigm"], pairs["good_id"], pairs["bad_id"], strict=True):
        good, bad = words[good_id], words[bad_id]
        rows.append(
            {
                "paradigm": paradigm,
                "pairs": 1,
                "equal_in_words": len(good) == len(bad),
                "equal_in_entries": len(good) == len(bad) or bool(numbers(good) & numbers(bad)),
                "one_entry_differs": is_entry(_without(good, bad)) and is_entry(_without(bad, good)),
            }
        )
    return pd.DataFrame(rows).groupby("paradigm", sort=False).sum().reset_index()


def _without(words: tuple[str, ...], others: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words, in order, without those that the other sentence has, too, each as often as there."""
    shared = Counter(others)
    rest = []
    for word in words:
        if shared[word]:
            shared[word] -= 1
        else:
            rest.append(word)
    return tuple(rest)
