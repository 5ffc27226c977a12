"""Vázquez Martínez, The Acceptability Delta Criterion (BlackboxNLP 2021): what its numbers and tables are made from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acceptability.analyses.agreement.manifest import AGREEMENT
from acceptability.analyses.contamination.manifest import CONTAMINATION
from acceptability.analyses.correlations.manifest import CORRELATIONS
from acceptability.analyses.criteria.manifest import CRITERIA
from acceptability.analyses.examples.manifest import EXAMPLES
from acceptability.contracts.artefact import CSV, PATH, Artefact, File, fetched, one
from acceptability.contracts.data import PAIRS, SENTENCES
from acceptability.contracts.deltas import DELTAS, Z_SCORES
from acceptability.contracts.scoring import SCORES
from acceptability.contracts.studies import PRINTED, REPRODUCTION
from acceptability.papers.adc.contracts import NOTEBOOK, PAIR_CONSTRUCTION, RUNS_ON_COLA
from acceptability.papers.adc.li_adger.manifest import RENAMED

if TYPE_CHECKING:
    from acceptability.plan.studies import Study


def reads_li_adger(study: Study) -> dict[str, File | list[File]]:
    """Name the files that ``evidence`` takes, without those of classifiers on CoLA."""
    main = study.main.key
    by_system = {"deltas": DELTAS, "z_scores": Z_SCORES, "scores": SCORES}
    return {
        name: [one(table, dataset=main, system=system) for system in study.systems_of_rows]
        for name, table in by_system.items()
    } | {
        "sentences": one(SENTENCES, dataset=main),
        "pairs": one(PAIRS, dataset=main),
        "construction": one(PAIR_CONSTRUCTION, study=study.key),
        "criteria": one(CRITERIA, dataset=main),
        "correlations": one(CORRELATIONS, dataset=main, level="pairs"),
        "examples": [one(EXAMPLES, dataset=main, example=example) for example in study.examples],
        "magnitude_estimates": fetched("li-magnitude-estimates.csv", PATH),
        "renamed": File(RENAMED, PATH),
        "blimp": fetched("blimp.zip", PATH),
        "blimp_models": fetched("blimp-models.jsonl", PATH),
        "blimp_humans": fetched("blimp-humans.csv"),
    }


def reads(study: Study) -> dict[str, File | list[File]]:
    """Name the files that ``evidence`` of the quantities takes."""
    return reads_li_adger(study) | {table.name: one(table, study=study.key) for table in (RUNS_ON_COLA, NOTEBOOK)}


CLASSIFIERS = {  # fine-tuned on CoLA; their scores were released
    f"bert_{name.replace(' ', '_')}": (f"bert-{name.replace(' ', '-')}-cola-published", f"BERT {name} CoLA")
    for name in ("base uncased", "large uncased", "large cased")
}
_SENTENCES = one(SENTENCES, dataset="li-adger")
_PAIRS = one(PAIRS, dataset="li-adger")
_REPRODUCTION = one(REPRODUCTION, study="adc")
METRICS = {
    "pair_construction": Artefact(
        reads={
            "sentences": _SENTENCES,
            "curated": fetched("li-adger-pairs.csv"),
            "conditions": fetched("li-conditions.csv"),
            "renamed": File(RENAMED, CSV),
        },
        caption="Every minimal pair: built by the paper's rule, in the curated list, or both, and why not.",
    ),
}
TABLES = {
    "table-1": Artefact(
        reads={"reproduction": _REPRODUCTION},
        caption="The paper's Table 1: share of minimal pairs that meet each criterion, as printed, as recomputed with "
        "the published computation, and as corrected.",
    ),
    "table-2": Artefact(
        reads={"sentences": _SENTENCES, "printed": one(PRINTED, study="adc", printed="table-2")},
        caption="A phenomenon with three conditions, which makes two pairs (the paper's Table 2).",
    ),
    "table-3": Artefact(
        reads={"sentences": _SENTENCES, "printed": one(PRINTED, study="adc", printed="table-3")},
        caption="Human ratings of the sentences of two minimal pairs (the paper's Table 3).",
    ),
    "table-4": Artefact(
        reads={
            "pairs": _PAIRS,
            "deltas": one(DELTAS, dataset="li-adger", system="trigram-published"),
            "printed": one(PRINTED, study="adc", printed="table-4"),
        },
        caption=(
            "Deltas of two minimal pairs, for humans and the trigram's log-probability, and whether they meet the "
            "criteria (the paper's Table 4)."
        ),
    ),
    "table-5": Artefact(
        reads={"reproduction": _REPRODUCTION},
        caption="The paper's Table 5: Matthews correlation coefficient (MCC) of classifiers on CoLA, as printed. In "
        "brackets: recomputed, or as the authors' notebook prints it. Classifiers trained here are in the table "
        "classifiers of CoLA.",
    ),
    "runs_on_cola": Artefact(
        reads={
            "development": fetched("cola-analysis-dev.tsv", PATH),
            **{name: fetched(f"cola-analysis-{name}-runs.tar", PATH) for name in ("elmo", "gpt", "bert")},
            "answers": fetched("cola-people.tsv", PATH),
            "in_domain": fetched("cola-people-in-domain.tsv", PATH),
            "out_of_domain": fetched("cola-people-out-of-domain.tsv", PATH),
        },
        caption="Classifiers of Warstadt & Bowman (2019) and CoLA's annotators: Matthews correlation coefficient (MCC) "
        "on development sentences of CoLA, from the predictions and answers that were released. SD: standard deviation "
        "of the runs, as a population. Ensemble: what more than half of the runs decide. As analysed: labels of "
        "version 1.1, except for two sentences with labels of version 1.0.",
    ),
    "flips": Artefact(
        reads={
            "restarts": fetched("li-adger-restarts.csv"),
            "listed": fetched("li-adger-restarts-flips.csv"),
            "large_cased": fetched("li-adger-large-cased-flips.csv"),
        },
        caption="Sentences of LI-Adger that not all restarts of a classifier give the same label, and how often the "
        "label changes from one restart to the next; the last restart is followed by the first. As "
        "listed: those with as many changes in the authors' list. Of BERT large cased, only the list was found.",
    ),
    "halves": Artefact(
        reads={
            "sentences": _SENTENCES,
            "pairs": _PAIRS,
            "agreement": one(AGREEMENT, dataset="li-adger"),
            "known": one(CONTAMINATION, dataset="li-adger", labelled="cola"),
        }
        | {name: one(SCORES, dataset="li-adger", system=system) for name, (system, _) in CLASSIFIERS.items()},
        caption=(
            "The released classifiers on LI-Adger and on its halves: Matthews correlation coefficient (MCC) of their "
            "decisions, and AUC and point-biserial correlation (PBC) of their scores, with the experts' labels. MCC, "
            "new: without the sentences that they were trained on. BLiMP and ADC: share of the rated pairs that meet "
            "the criterion, a tie counting as half. In square brackets: 95 % intervals."
        ),
    ),
    "pair_construction_summary": Artefact(
        reads={"construction": one(PAIR_CONSTRUCTION, study="adc")},
        caption=(
            "Minimal pairs that the paper's rule constructs and those of the curated list, by their half and by what "
            "became of them."
        ),
    ),
}
