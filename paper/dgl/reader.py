"""Sentences that people judged, with counterparts → sentences, pairs, and people's answers as choices.

Dentella, Günther & Leivada (2023) had them judged; Hu, Mahowald, Lupyan, Ivanova & Levy (2024) made the pairs.
"""

from pathlib import Path

import pandas as pd

from acceptability.datasets import released
from acceptability.datasets.dataset import Dataset
from acceptability.papers.dgl.answers import (
    ITEM,
    ITEMS,
    PAIR,
    PHENOMENON,
    RENAMED,
    SIDES,
    acceptance,
    check_items,
    pair_ids,
    read_answers,
)

JUDGED = "original_condition"
TEXTS = {"good": "sentence_grammatical", "bad": "sentence_ungrammatical"}
CONTROLS = "Plural Attraction control"  # pairs that nobody judged


def read(pairs: Path, answers: Path, rows: int | None = None, answer_rows: int | None = None) -> Dataset:
    """Read unrated sentences, pairs by construction, and each person's first answers as choices.

    Notes of the pairs: ``judged``, which of the two people judged, good or bad; ``acceptance``, the share of all
    answers that accepted it; and ``equal_sentences``, true or false. A cluster is a pair, with its twin if it has one:
    the constructions were chosen, so that it is items of these that are drawn. Raises InputError, by row, for what is
    wrong in a file, which has so many rows, and where the two do not fit.
    """
    raw = read_pairs(pairs, rows)
    ids = pair_ids(raw)
    texts = {side: with_twins(raw, column) for side, column in TEXTS.items()}
    for side, text in texts.items():
        released.refuse(pairs, raw, text == "", f"has no {TEXTS[side]}")
    all_answers = read_answers(answers, answer_rows)
    judged = all_answers.drop_duplicates("pair_id").set_index("pair_id")["judged"]
    apart = raw[JUDGED].map(SIDES) != ids.map(judged)
    released.refuse(pairs, raw, apart, f"{JUDGED} is not the condition of its answers", released.BOTH)
    released.check_count(answers, len(judged), len(raw), "judged sentences")
    phenomenon = raw[PHENOMENON].replace(RENAMED)
    members = [
        pd.DataFrame({"sentence_id": ids + f".{side}", "sentence": texts[side], "label": label, "rating": None})
        for side, label in (("good", 1), ("bad", 0))
    ]
    table = pd.DataFrame(
        {
            "pair_id": ids,
            "good_id": ids + ".good",
            "bad_id": ids + ".bad",
            "paradigm": phenomenon,
            "phenomenon": phenomenon,
            "cluster": ids.groupby([texts["good"], texts["bad"]]).transform("first"),
            "judged": ids.map(judged),
            "acceptance": ids.map(acceptance(all_answers)).map("{:.4f}".format),
            "equal_sentences": (texts["good"] == texts["bad"]).map({True: "true", False: "false"}),
        }
    )
    first = all_answers.loc[all_answers["time"] == 1, ["participant", "pair_id", "right"]]
    return Dataset(
        pd.concat(members).sort_index(kind="stable").reset_index(drop=True),
        table.reset_index(drop=True),
        choices=first.rename(columns={"right": "chose_good"}).reset_index(drop=True),
    )


def read_pairs(path: Path, rows: int | None = None, more: tuple[str, ...] = ()) -> pd.DataFrame:
    """Read the pairs of which people judged a sentence, as text, indexed by the rows of the file.

    ``more``: further columns. Raises InputError, by row, for what is wrong in the file, which has so many rows.
    """
    raw = released.read(path, PAIR, (JUDGED, *TEXTS.values(), *more), rows=rows)
    raw = raw[raw[PHENOMENON] != CONTROLS]
    check_items(path, raw)
    released.refuse(path, raw, raw.duplicated(list(PAIR)), "has the phenomenon and item of another row")
    return raw


def with_twins(raw: pd.DataFrame, column: str) -> pd.Series:
    """Return a column's cells, with single spaces; an empty one is that of the phenomenon's item five on, or five back.

    Of the adjectives, items 1 to 5 are the good sentences, and 6 to 10 the bad ones of the same pairs.
    """
    cells = raw[column].str.split().str.join(" ")
    number = raw[ITEM].str.removeprefix("TS ").astype(int)
    twin = raw.assign(**{ITEM: "TS " + ((number + ITEMS // 2 - 1) % ITEMS + 1).astype(str)})
    by_id = pd.Series(cells.to_numpy(), index=pair_ids(raw))
    return cells.where(cells != "", pair_ids(twin).map(by_id).fillna(""))
