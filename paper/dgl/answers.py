"""The items, and what people answered: is this sentence grammatically correct? Dentella, Günther & Leivada (2023)."""

from pathlib import Path

import pandas as pd

from acceptability.datasets import released
from acceptability.papers.dgl.manifest import KIND

ITEM, PHENOMENON, PERSON, TIME = "test_item", "phenomenon", "participant", "repetition"
JUDGED, RIGHT = "condition", "accuracy"
PAIR = (ITEM, PHENOMENON)
COLUMNS = (*PAIR, PERSON, TIME, JUDGED, RIGHT)
SIDES = {"grammatical": "good", "ungrammatical": "bad"}
RENAMED = {"Comparative Sentences": "Comparative Illusion"}  # stimuli and answers do not agree
CHECKS = "attention check"
ITEMS, TIMES = 10, 10


def pair_ids(raw: pd.DataFrame) -> pd.Series:
    """Return the pair_id of each row, by its phenomenon and item: dgl.order-of-adverbs.03."""
    name = raw[PHENOMENON].replace(RENAMED).str.lower().str.replace(" ", "-")
    return f"{KIND}." + name + "." + raw[ITEM].str.removeprefix("TS ").str.zfill(2)


def check_items(path: Path, raw: pd.DataFrame) -> None:
    """Raise InputError, by row, for an item that is not called TS and a number from 1 to ITEMS."""
    wrong = ~raw[ITEM].isin([f"TS {number}" for number in range(1, ITEMS + 1)])
    released.refuse(path, raw, wrong, f"is not an item from TS 1 to TS {ITEMS}")


def read_answers(path: Path, rows: int | None = None) -> pd.DataFrame:
    """Read all answers but those to attention checks: ``participant, pair_id, judged, right, time``.

    ``judged`` is good or bad, by the sentence that was shown; ``right`` is 1 or 0; ``time`` is the number of the
    presentation, from 1. Participants are numbers. Raises InputError, by row, for what is wrong in the file, which has
    so many rows.
    """
    raw = released.read(path, COLUMNS, rows=rows)[list(COLUMNS)]
    raw = raw[raw[PHENOMENON] != CHECKS]
    check_items(path, raw)
    unknown = raw[JUDGED].map(lambda cell: f"condition is {cell!r}, neither grammatical nor ungrammatical")
    released.refuse(path, raw, ~raw[JUDGED].isin(list(SIDES)), unknown)
    table = pd.DataFrame(
        {
            "participant": (pd.factorize(raw[PERSON])[0] + 1).astype(str),
            "pair_id": pair_ids(raw),
            "judged": raw[JUDGED].map(SIDES),
            "right": released.numbers(path, raw, RIGHT, 0, 1, whole=True, needed=True).astype(int),
            "time": released.numbers(path, raw, TIME, 1, TIMES, whole=True, needed=True).astype(int),
        }
    )
    twice = table.duplicated(["participant", "pair_id", "time"])
    released.refuse(path, raw, twice, "has the participant, item and repetition of another row")
    other = table["judged"] != table.groupby("pair_id")["judged"].transform("first")
    released.refuse(path, raw, other, "condition is not that of the item's other rows")
    return table


def acceptance(answers: pd.DataFrame) -> pd.Series:
    """Return the share of a pair's answers that accept its judged sentence, by ``pair_id``; see read_answers."""
    accepted = answers["right"].where(answers["judged"] == "good", 1 - answers["right"])
    return accepted.groupby(answers["pair_id"]).mean()


def shares(answers: pd.DataFrame) -> dict[str, float]:
    """Return the share of answers that accept grammatical sentences, and that reject ungrammatical ones."""
    right = answers.groupby("judged")["right"].mean()
    return {"accepted": right["good"], "rejected": right["bad"]}
