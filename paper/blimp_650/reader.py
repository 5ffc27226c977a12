"""A sample of BLiMP, from a file with what a model makes of it → sentences, pairs. Hu & Frank (2024)."""

from pathlib import Path

import pandas as pd

from acceptability.datasets import released
from acceptability.datasets.dataset import Dataset
from acceptability.papers.blimp.blimp.reader import LABELS
from acceptability.papers.dgl.task_demands import ITEM

PARADIGM, NUMBER, PHENOMENON = "blimp_UID", "blimp_pairID", "category_fine"
PAIR = (PARADIGM, NUMBER)
TEXTS = {"good": "good_sentence", "bad": "bad_sentence"}
WIDER = {"s-selection": "argument_structure"}  # BLiMP's archive has two names for one phenomenon of its paper


def read(pairs: Path, rows: int | None = None) -> Dataset:
    """Read unrated sentences, and pairs by phenomenon and paradigm, with BLiMP's own ids: ``<UID>-<pairID>``.

    Raises InputError, by row, for what is wrong in the file, which has so many rows.
    """
    raw = released.read(pairs, (ITEM, *PAIR, PHENOMENON, *TEXTS.values()), unique=True, rows=rows)
    phenomenon = raw[PHENOMENON].replace(WIDER)
    other = raw[PHENOMENON].map(lambda name: f"{name!r} is not a phenomenon of BLiMP")
    released.refuse(pairs, raw, ~phenomenon.isin(list(LABELS)), other)
    ids = pair_ids(raw)
    released.refuse(pairs, raw, ids.duplicated(), ids.map(lambda name: f"has the pair of another row: {name!r}"))
    texts = {side: raw[column].str.split().str.join(" ") for side, column in TEXTS.items()}
    released.refuse(pairs, raw, texts["good"] == texts["bad"], "its two sentences are the same")
    members = [
        pd.DataFrame({"sentence_id": ids + f".{side}", "sentence": texts[side], "label": label, "rating": None})
        for side, label in (("good", 1), ("bad", 0))
    ]
    return Dataset(
        pd.concat(members).sort_index(kind="stable").reset_index(drop=True),
        pd.DataFrame(
            {
                "pair_id": ids,
                "good_id": ids + ".good",
                "bad_id": ids + ".bad",
                "paradigm": raw[PARADIGM],
                "phenomenon": phenomenon,
                "cluster": raw[PARADIGM],
                "phenomenon_label": phenomenon.map(LABELS),
            }
        ).reset_index(drop=True),
    )


def pair_ids(raw: pd.DataFrame) -> pd.Series:
    """Return the pair_id of each row."""
    return raw[PARADIGM] + "-" + raw[NUMBER]
