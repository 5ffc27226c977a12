"""Compute properties of the sentences of a pair, and of pairs together, before anyone judges them (pure)."""

from collections import Counter
from collections.abc import Iterable, Mapping

import numpy as np
import pandas as pd

from acceptability.scoring.tokenisation import tokeniser
from acceptability.scoring.unigrams import END, Unigrams
from acceptability.statistics.families import components

GAP = "\0"  # marks in a frame where its items differ; no sentence has it
TOKENISATION = ("words", True)  # how a corpus is split whose words are counted, and whether capitals are ignored


def count_words(lines: Iterable[str]) -> Counter[str]:
    """Return how often each word and punctuation mark occurs in sentences; ``</s>`` occurs once in each.

    Raises nothing: sentences without words are left out.
    """
    tokenise = tokeniser(*TOKENISATION)
    counts: Counter[str] = Counter()
    for line in lines:
        if tokens := tokenise(line):
            counts.update(tokens)
            counts[END] += 1
    return counts


def word_tokens(text: str) -> list[str]:
    """Return the words of a text as a corpus has them, without punctuation marks."""
    return [token for token in tokeniser(*TOKENISATION)(text) if any(map(str.isalnum, token))]


def own_words(first: list[str], second: list[str]) -> list[str]:
    """Return the words that the first sentence has and the second has not, or not as often, in their order."""
    left = Counter(first) - Counter(second)
    words = []
    for word in reversed(first):  # of a word that both have, the last ones are what one has more
        if left[word] > 0:
            left[word] -= 1
            words.append(word)
    return words[::-1]


def apart(first: list[str], second: list[str]) -> tuple[int, int]:
    """Return how many words both begin with, and how many of the others both end with."""
    shortest = min(len(first), len(second))
    start = next((n for n in range(shortest) if first[n] != second[n]), shortest)
    rest = shortest - start
    return start, next((n for n in range(rest) if first[-1 - n] != second[-1 - n]), rest)


def word_edits(first: list[str], second: list[str]) -> int:
    """Return the Levenshtein distance in words: how many are added, removed or replaced, at least.

    By Wagner and Fischer's (1974) rows; what both begin or end with changes nothing, and is left out to be quick.
    """
    start, end = apart(first, second)
    second = second[start : len(second) - end]
    row = list(range(len(second) + 1))
    for number, word in enumerate(first[start : len(first) - end], start=1):
        diagonal, row[0] = row[0], number
        for place, other in enumerate(second, start=1):
            diagonal, row[place] = row[place], min(row[place] + 1, row[place - 1] + 1, diagonal + (word != other))
    return row[-1]


def mean_log_frequency(words: list[str], unigrams: Unigrams) -> float:
    """Return the mean natural log of the frequencies of words (add-one; see Unigrams); NaN without any."""
    tokens = [token for word in words for token in word_tokens(word)]
    logs = [unigrams.log_probs.get(token, unigrams.unknown) for token in tokens]
    return float(np.mean(logs)) if logs else np.nan


def unknown_words(text: str, known: Mapping[str, object]) -> list[str]:
    """Return the words of a text that a corpus does not have, each once, in their order."""
    return list(dict.fromkeys(token for token in word_tokens(text) if token not in known))


def frame_keys(good: list[list[str]], bad: list[list[str]]) -> list[list[object]]:
    """Return, for each pair, its sentences with each word masked that both have; items of one frame share a key.

    The word is in both sentences of a pair, as often as it likes: *the boy sleeps / the boy sleep* and *the girl
    sleeps / the girl sleep* are items of one frame. Pairs are not compared two by two, so time grows with the number of
    words.
    """
    return [
        [
            (
                " ".join(GAP if token == word else token for token in one),
                " ".join(GAP if token == word else token for token in other),
            )
            for word in dict.fromkeys(one)
            if word in other
        ]
        for one, other in zip(good, bad, strict=True)
    ]


def linked(keys: list[list[object]]) -> np.ndarray:
    """Return the number of each item's component, from 0: items that share a key, and all linked by such steps.

    Parameters:
        keys: what each item can share with others.
    """
    first: dict[object, int] = {}
    links = [(first.setdefault(key, number), number) for number, of_item in enumerate(keys) for key in of_item]
    rows, columns = np.array(links, dtype=int).reshape(-1, 2).T
    return components(rows, columns, len(keys))


def joined_clusters(clusters: pd.Series, together: list[list[object]]) -> pd.Series:
    """Return the clusters of pairs, those joined whose pairs share a key; each has the name of its first pair's.

    Parameters:
        clusters: the cluster of each pair.
        together: what each pair may share with pairs that belong in its cluster; see belonging.
    """
    whole = [[*of_pair, ("cluster", name)] for of_pair, name in zip(together, clusters, strict=True)]
    return clusters.groupby(linked(whole)).transform("first")


def belonging(good: list[list[str]], bad: list[list[str]]) -> list[list[object]]:
    """Return what makes pairs belong together: a frame (see frame_keys), and each of the two sentences."""
    sentences = [(" ".join(one), " ".join(other)) for one, other in zip(good, bad, strict=True)]
    return [[*frames, *key] for frames, key in zip(frame_keys(good, bad), sentences, strict=True)]


def first_others(keys: list[tuple[object, ...]], ids: list[str]) -> list[str]:
    """Return, for each item, the id of the first other one with which it shares a key; empty where there is none.

    Parameters:
        keys: what each item can share, such as its sentences.
        ids: the id of each item.
    """
    places: dict[object, list[int]] = {}
    for number, of_item in enumerate(keys):
        for key in dict.fromkeys(of_item):
            places.setdefault(key, []).append(number)
    others = [
        min((other for key in of_item for other in places[key][:2] if other != number), default=None)
        for number, of_item in enumerate(keys)
    ]
    return ["" if other is None else ids[other] for other in others]
