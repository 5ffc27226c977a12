"""The targeted sets' raw files → labelled sentences and minimal pairs. Warstadt, Singh & Bowman (2019), section 7.2."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from acceptability.contracts import io
from acceptability.datasets.dataset import Dataset
from acceptability.errors import InputError, naming
from acceptability.papers.cola.cola.reader import RAW_COLUMNS


@dataclass(frozen=True)
class Released:
    """A set as it was released: its name, its numbers of sentences, and the item of the sentence at a place, from 0."""

    name: str
    sentences: int
    acceptable: int
    item: Callable[[int], Hashable]


SETS = {
    "svo": Released("SVO", 500, 100, lambda place: place // 5),  # subject, verb and object, in five orders
    "wh_extraction": Released("Wh extraction", 520, 260, lambda place: place // 2),  # with and without a gap
    "inchoative": Released("Causative", 182, 127, lambda place: place // 2),  # transitive and intransitive
    # A subject with 13 singular predicates, then with the same 13 as plurals.
    "singular_pl": Released("Agreement", 676, 338, lambda place: (place // 26, place % 13)),
    # A subject with 6 reflexives, each after 4 verbs.
    "reflexive": Released("Reflexive", 144, 24, lambda place: (place // 24, place % 4)),
}
CAPITALS = {
    word.lower(): word
    for word in (
        *("Michael", "Christopher", "Jason", "David", "James", "Nicole", "Jessica", "Elizabeth", "Rebecca", "Kelly"),
        *("Mary", "Sarah", "John", "Mr.", "Mrs.", "Smith", "I"),
    )
}


def read(form: str, **paths: Path) -> Dataset:
    """Read labelled sentences with their ``set``, and pairs; for ``paths`` see SETS, for ``form`` the manifest.

    Repeated sentences stay: 260 of the set about wh-extraction are 110 strings. Raises InputError where a set does not
    have the sentences that it is known to have.
    """
    parts = []
    for key, released in SETS.items():
        with naming(paths[key]):
            parts.append(_sentences(key, released, io.read_raw_tsv(paths[key], RAW_COLUMNS)))
    table = pd.concat(parts, ignore_index=True)
    pairs = pairs_of(table)
    if form == "restored":
        table["sentence"] = table["sentence"].map(restored)
    return Dataset(table.drop(columns="item"), pairs=pairs)


def _sentences(key: str, released: Released, raw: pd.DataFrame) -> pd.DataFrame:
    labels = raw["label"].astype(int)
    if (len(raw), labels.sum()) != (released.sentences, released.acceptable):
        raise InputError(
            f"has {len(raw)} sentences, {labels.sum()} of them acceptable, instead of {released.sentences} and "
            f"{released.acceptable}; fetch the file again"
        )
    return pd.DataFrame(
        {
            "sentence_id": [f"{key.replace('_', '-')}.{place:03d}" for place in range(1, len(raw) + 1)],
            "sentence": raw["sentence"],
            "label": labels,
            "rating": None,
            "set": released.name,
            "item": [str(released.item(place)) for place in range(len(raw))],
        }
    )


def pairs_of(sentences: pd.DataFrame) -> pd.DataFrame:
    """Pair every acceptable sentence of an item with every unacceptable one of it; items without both have no pair.

    Takes ``sentence_id, label, set, item``. The set is paradigm, phenomenon and cluster: its items share their words.
    """
    good, bad = (
        sentences.loc[sentences["label"] == label, ["set", "item", "sentence_id"]].rename(columns={"sentence_id": side})
        for label, side in ((1, "good_id"), (0, "bad_id"))
    )
    pairs = good.merge(bad, on=["set", "item"])
    ids = pairs["good_id"] + "|" + pairs["bad_id"]
    same = dict.fromkeys(("paradigm", "phenomenon", "cluster"), pairs["set"])
    return pd.DataFrame({"pair_id": ids, "good_id": pairs["good_id"], "bad_id": pairs["bad_id"]} | same)


def restored(sentence: str) -> str:
    """Write a released sentence as it is usually written.

    The first letter, names, titles and "I" are capitals; "n't" and the final mark are joined to the word before.
    """
    written = ""
    for token in sentence.split():
        joined = not written or token in ("n't", ".", "?")
        written += ("" if joined else " ") + CAPITALS.get(token, token)
    return written[0].upper() + written[1:]
