"""Vázquez Martínez, BLiMPs were meant to fly! (a chapter of his thesis): what its printed numbers are computed from.

``QUANTITIES`` are functions of the evidence, the name of a variant and the words of a fact's argument. Those about
LI-Adger are the ones of ``papers.adc``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import comb
from pathlib import Path

import numpy as np
import pandas as pd

from acceptability.contracts import io
from acceptability.options import Options
from acceptability.papers.adc import quantities as adc
from acceptability.papers.adc.li_adger.reader import read_estimates
from acceptability.papers.thesis.cgi.rows import COLUMNS, ORDERS, WORDS, read_orders
from acceptability.reading import sheets
from acceptability.reading.roles import plain
from acceptability.studies.evidence import About, Files, NotRecomputable, Quantity, not_fetched, unexpected

VOLUME_0 = 1969  # Linguistic Inquiry: volume 1 is of 1970


@dataclass(frozen=True, kw_only=True)
class Evidence(adc.Evidence):
    """What the paper's numbers are recomputed from, and what the chapter's are recomputed from.

    Attributes:
        likert: other people's ratings of LI sentences.
        five_gram: the share of BLiMP's pairs that the 5-gram model gets right.
        judged: the contract CHOSEN_PAIRS of BLiMP: the pairs that people judged.
        elo: Elo ratings of orders of words, by id; or the reason why there are none.
    """

    likert: pd.Series
    five_gram: float
    judged: pd.DataFrame
    elo: pd.Series | NotRecomputable

    def rating_of(self, order: str) -> float:
        """Return the Elo rating of an order."""
        if isinstance(self.elo, NotRecomputable):
            raise self.elo
        return self.elo[order]


def evidence(files: Files, rows: list[str], variants: Mapping[str, Options]) -> Evidence:
    """Gather the evidence from the files that ``reads`` of the study names; ``rows`` are those of Table 5."""
    paper = adc.evidence(files, rows, variants)
    models = io.read_json_lines(files["blimp_models"], ("UID", "ngram"))
    return Evidence(
        **vars(paper),
        likert=read_estimates(files["likert"], files["renamed"])["rating"],
        five_gram=float(np.mean([row["ngram"] for row in models if row["UID"] in paper.blimp["paradigms"]])),
        judged=files["judged"],
        elo=_elo(files),
    )


def _elo(files: Files) -> pd.Series | NotRecomputable:
    """Return the Elo ratings by order: of the user's dataset, or else of the fetched file; or why there are none."""
    if "orders" in files:
        return files["orders"].set_index("sentence_id")["elo"].astype(float)
    return read_elo(files["elo"]) if "elo" in files else not_fetched("cgi-ratings.csv")


def read_elo(path: Path) -> pd.Series | NotRecomputable:
    """Return the Elo ratings by order in the authors' file, whose columns nobody here has seen."""
    header = sheets.read(path).header
    if not COLUMNS.keys() <= {plain(name) for name in header}:
        return unexpected(header)
    return pd.DataFrame(read_orders(path)).set_index("sentence_id")["elo"]


def _years(e: Evidence) -> pd.Series:
    """Return the year of each LI sentence; ids begin with the volume."""
    return VOLUME_0 + e.of_source("LI").index.str.split(".").str[0].astype(int)


def _is_pair(e: Evidence, variant: str, good: str, bad: str) -> bool:
    return bool((e.pairs["good_id"].eq(good) & e.pairs["bad_id"].eq(bad)).any())


def _rated_above(e: Evidence, variant: str, order: str) -> float:
    rating = e.rating_of(order)
    return (e.elo > rating).sum()


QUANTITIES: dict[str, Quantity] = adc.QUANTITIES | {
    # LI-Adger
    "about_sentences": lambda e, v, unit: About(len(e.sentences), float(unit)),
    "rated_sentences": lambda e, v: e.sentences["rating"].notna().sum(),
    "about_pairs": lambda e, v, unit: About(adc.QUANTITIES["pairs"](e, v), float(unit)),
    "sources": lambda e, v: e.sentences["source"].nunique(),
    "first_year": lambda e, v: _years(e).min(),
    "last_year": lambda e, v: _years(e).max(),
    "is_pair": _is_pair,
    "likert_points": lambda e, v: e.likert.nunique(),
    # BLiMP
    "blimp_all_pairs": lambda e, v: sum(e.blimp["paradigms"].values()),
    "blimp_five_gram": lambda e, v: 100 * e.five_gram,
    "about_blimp_five_gram": lambda e, v, unit: About(100 * e.five_gram, float(unit)),
    "blimp_answers_per_pair": lambda e, v: e.judged["answers"].mean(),
    # the orders of colorless green ideas sleep furiously
    "words": lambda e, v: len(WORDS),
    "orders": lambda e, v: len(ORDERS),
    "other_orders": lambda e, v, order: len(ORDERS.keys() - {order}),
    "pairs_of_orders": lambda e, v: comb(len(ORDERS), 2),
    "is_order": lambda e, v, order, *words: ORDERS[order] == words,
    "elo": lambda e, v, order: e.rating_of(order),
    "rated_above": _rated_above,
}
