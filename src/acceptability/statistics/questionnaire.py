"""Turn pairs into lists of sentences for participants, none of whom sees both sentences of a pair (pure)."""

from collections import defaultdict

import numpy as np
import pandas as pd

from acceptability.errors import InputError


def lists(
    sentences: pd.Series, pairs: pd.DataFrame, number: int, seed: int, fillers: pd.Series | None = None
) -> list[pd.DataFrame]:
    """Return so many lists, each with the columns ``place`` (from 1), ``sentence_id`` and ``sentence``.

    Each sentence of a pair is in one list, and the two of a pair are in two. In each run of as many pairs as there are
    lists, each list gets one good and one bad sentence: a Latin square, shifted by one step more from run to run. Pairs
    are taken by paradigm, so the lists share each paradigm's good sentences alike, give or take one, and its bad ones,
    give or take two. Fillers are in every list. The order in a list is random.

    Raises InputError if a list would have a sentence twice, or both sentences of a pair, because pairs share sentences
    and there are too few lists. So it does if a list would have no sentence, because there are too many.

    Parameters:
        sentences: texts by sentence_id.
        pairs: the table PAIRS.
        number: of lists, at least 2.
        fillers: texts of fillers by their ids.
    """
    generator = np.random.default_rng(seed)
    shuffled = pairs.iloc[generator.permutation(len(pairs))]
    shuffled = shuffled.sort_values(["phenomenon", "paradigm"], kind="stable")
    texts = sentences.str.split().str.join(" ")
    partners: dict[str, set[str]] = defaultdict(set)
    for good, bad in zip(shuffled["good_id"].map(texts), shuffled["bad_id"].map(texts), strict=True):
        partners[good].add(bad)
        partners[bad].add(good)
    inside: list[set[str]] = [set() for _ in range(number)]
    members: list[list[str]] = [[] for _ in range(number)]
    for place, (good, bad) in enumerate(zip(shuffled["good_id"], shuffled["bad_id"], strict=True)):
        run, column = divmod(place, number)
        of_good = _free(texts[good], texts[bad], column, inside, partners)
        inside[of_good].add(texts[good])
        of_bad = _free(texts[bad], texts[good], of_good + 1 + run % (number - 1), inside, partners)
        inside[of_bad].add(texts[bad])
        members[of_good].append(good)
        members[of_bad].append(bad)
    if empty := sum(not ids for ids in members):
        raise InputError(
            f"{number} lists are too many for {len(pairs)} pair{'s' * (len(pairs) > 1)}: {empty} would have no "
            f"sentence of a pair; ask for {number - empty} or fewer"
        )
    more = pd.Series(dtype=object) if fillers is None else fillers
    tables = []
    for ids in members:
        together = pd.concat([sentences[ids], more])
        together = together.iloc[generator.permutation(len(together))]
        tables.append(
            pd.DataFrame(
                {
                    "place": np.arange(1, len(together) + 1),
                    "sentence_id": together.index,
                    "sentence": together.to_numpy(),
                }
            )
        )
    return tables


def check_fillers(sentences: pd.Series, pairs: pd.DataFrame, fillers: pd.Series) -> None:
    """Raise InputError for a filler with the text of a sentence of a pair, or of another filler.

    White space does not matter. Parameters as in ``lists``.
    """
    texts = sentences.str.split().str.join(" ")
    owner = {
        texts[name]: f"a sentence of the pair {pair!r}"
        for side in ("good_id", "bad_id")
        for name, pair in zip(pairs[side], pairs["pair_id"], strict=True)
    }
    for row, (name, text) in enumerate(fillers.items(), start=2):
        text = " ".join(text.split())
        if text in owner:
            raise InputError(
                f"row {row}: {text!r} is also {owner[text]}, so that participants would see it "
                "twice; change or remove this filler"
            )
        owner[text] = f"the filler in row {row} ({name!r})"


def _free(text: str, other: str, start: int, inside: list[set[str]], partners: dict[str, set[str]]) -> int:
    """Return the list for a sentence: one that has neither it nor a sentence that forms a pair with it.

    It is the first such list from ``start`` on; before that, one that cannot have the ``other`` sentence of the pair
    anyway, so that a sentence of many pairs finds room. Raises InputError where there is none.
    """

    def can_have(number: int, sentence: str) -> bool:
        return sentence not in inside[number] and not partners[sentence] & inside[number]

    order = [(start + more) % len(inside) for more in range(len(inside))]
    free = [number for number in order if can_have(number, text)]
    if not free:
        raise InputError(
            f"the sentence {text!r} is in several pairs, so that {len(inside)} lists are too few for no participant to "
            f"see it twice or beside its partner; ask for {len(inside) + 1} lists or more, or leave out one of these "
            "pairs"
        )
    return next((number for number in free if not can_have(number, other)), free[0])
