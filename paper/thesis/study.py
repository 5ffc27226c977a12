"""Vázquez Martínez, BLiMPs were meant to fly! (a chapter of his thesis): what its numbers are made from.

The chapter argues for the method of the paper in ``papers.adc``, and shares its data and most of its quantities.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from acceptability.analyses.choices.manifest import CHOSEN_PAIRS
from acceptability.contracts.artefact import PATH, File, fetched, one
from acceptability.contracts.data import SENTENCES
from acceptability.papers.adc import study as adc

if TYPE_CHECKING:
    from acceptability.plan.studies import Study


ELO = "cgi-ratings.csv"


def reads(study: Study) -> dict[str, File | list[File]]:
    """Name the files that ``evidence`` of the quantities takes.

    ``orders`` is among them if the configuration has a dataset of the kind cgi that is not simulated, and ``elo`` if
    the file of the Elo ratings is fetched.
    """
    files = adc.reads_li_adger(study) | {
        "likert": fetched("li-likert.csv", PATH),
        "judged": one(CHOSEN_PAIRS, dataset="blimp-full"),
    }
    orders = [
        dataset.key for dataset in study.declared.datasets.values() if dataset.kind == "cgi" and not dataset.simulated
    ]
    files |= {"elo": fetched(ELO, PATH)} if ELO in study.optional_sources else {}
    return files | ({"orders": one(SENTENCES, dataset=orders[0])} if orders else {})


METRICS = adc.METRICS
