"""Vázquez Martínez, BLiMPs were meant to fly! (a chapter of his thesis): what its printed numbers are computed from.

``QUANTITIES`` are functions of the evidence, the options of a variant and the words of a fact's argument. Those about
LI-Adger are the ones of ``studies.adc``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import comb
from pathlib import Path

import numpy as np
import pandas as pd

from acceptability.analysis.choices import counted
from acceptability.contracts import io
from acceptability.contracts.data import CHOICES, SENTENCES
from acceptability.datasets.cgi.rows import ORDERS, WORDS
from acceptability.datasets.li_adger.reader import read_estimates
from acceptability.studies.adc import quantities as adc
from acceptability.studies.verdicts import About, NotRecomputable, Quantity

VOLUME_0 = 1969  # Linguistic Inquiry: volume 1 is of 1970


@dataclass(frozen=True)
class Evidence(adc.Evidence):
    """What the paper's numbers are recomputed from, and:

    likert: other people's ratings of LI sentences. five_gram: the share of BLiMP's pairs that it gets right. choices:
    one row a person and pair of BLiMP. elo: ratings of orders of words by id, if the user has them.
    """

    likert: pd.Series
    five_gram: float
    choices: pd.DataFrame
    elo: pd.Series | None

    def rating_of(self, order: str) -> float:
        """The Elo rating of an order."""
        if self.elo is None:
            raise NotRecomputable("the Elo ratings are in a file that is not fetched: see docs/cgi.md")
        return self.elo[order]


def evidence(files: Mapping[str, Path | list[Path]], rows: list[str]) -> Evidence:
    """The files named by the manifest's ``reads``, read; ``rows`` are those of Table 5."""
    paper = adc.evidence(files, rows)
    models = io.read_json_lines(files["blimp_models"], ("UID", "ngram"))
    orders = io.read_table(files["orders"], SENTENCES) if "orders" in files else None
    return Evidence(
        **vars(paper),
        likert=read_estimates(files["likert"], files["renamed"])["rating"],
        five_gram=float(np.mean([row["ngram"] for row in models if row["UID"] in paper.blimp["paradigms"]])),
        choices=counted(io.read_table(files["choices"], CHOICES)),
        elo=None if orders is None else orders.set_index("sentence_id")["elo"].astype(float),
    )


def _years(e: Evidence) -> pd.Series:
    """The year of each LI sentence; ids begin with the volume."""
    return VOLUME_0 + e.of_source("LI").index.str.split(".").str[0].astype(int)


def _is_pair(e: Evidence, options: object, good: str, bad: str) -> bool:
    return bool((e.pairs["good_id"].eq(good) & e.pairs["bad_id"].eq(bad)).any())


def _rated_above(e: Evidence, options: object, order: str) -> float:
    rating = e.rating_of(order)
    return (e.elo > rating).sum()


QUANTITIES: dict[str, Quantity] = adc.QUANTITIES | {
    # LI-Adger
    "about_sentences": lambda e, o, unit: About(len(e.sentences), float(unit)),
    "rated_sentences": lambda e, o: e.sentences["rating"].notna().sum(),
    "about_pairs": lambda e, o, unit: About(adc.QUANTITIES["pairs"](e, o), float(unit)),
    "sources": lambda e, o: e.sentences["source"].nunique(),
    "first_year": lambda e, o: _years(e).min(),
    "last_year": lambda e, o: _years(e).max(),
    "is_pair": _is_pair,
    "likert_points": lambda e, o: e.likert.nunique(),
    # BLiMP
    "blimp_all_pairs": lambda e, o: sum(e.blimp["paradigms"].values()),
    "blimp_five_gram": lambda e, o: 100 * e.five_gram,
    "about_blimp_five_gram": lambda e, o, unit: About(100 * e.five_gram, float(unit)),
    "blimp_answers_per_pair": lambda e, o: e.choices.groupby("pair_id").size().mean(),
    # the orders of colorless green ideas sleep furiously
    "words": lambda e, o: len(WORDS),
    "orders": lambda e, o: len(ORDERS),
    "other_orders": lambda e, o, order: len(ORDERS.keys() - {order}),
    "pairs_of_orders": lambda e, o: comb(len(ORDERS), 2),
    "is_order": lambda e, o, order, *words: ORDERS[order] == words,
    "elo": lambda e, o, order: e.rating_of(order),
    "rated_above": _rated_above,
}
