"""Hu, Gauthier, Qian, Wilcox & Levy, Syntactic generalization (ACL 2020): what its numbers are made from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acceptability.contracts.artefact import CSV, PATH, Artefact, File, fetched, one
from acceptability.papers.sg2020.contracts import EFFECTS, FITS, ITEMS, RUNS, SCORES

if TYPE_CHECKING:
    from acceptability.plan.studies import Study

ITEMS_FILE, RUNS_FILE = one(ITEMS, study="sg2020"), one(RUNS, study="sg2020")
PERPLEXITIES = fetched("syntaxgym-perplexity.csv", CSV)
SUITES = fetched("syntaxgym-suites.tar", PATH)
CORRECTED = (
    "The authors later trained GPT-2 again on the two larger corpora (branch gpt-2-repro, 2021): these runs have SG "
    "scores of 0.30 to 0.35 instead of 0.75 to 0.77."
)


def reads(study: Study) -> dict[str, File | list[File]]:
    """Name the files that ``evidence`` of the quantities takes."""
    return {
        "runs": RUNS_FILE,
        "fits": one(FITS, study="sg2020"),
        "effects": one(EFFECTS, study="sg2020"),
        "perplexities": PERPLEXITIES,
        "suites": SUITES,
    }


METRICS = {
    "sg_items": Artefact(
        reads={"results": fetched("syntaxgym-results.tar", PATH)},
        caption="Decisions of 46 runs on the items of 31 suites, as the authors’ notebook prepares them.",
    ),
    "sg_runs": Artefact(reads={"items": ITEMS_FILE}, caption="Accuracy of each run on each suite."),
    "sg_scores": Artefact(reads={"items": ITEMS_FILE}, caption="SG score of each model and corpus."),
    "sg_fits": Artefact(
        reads={"runs": RUNS_FILE}, caption="Mixed models of the accuracies of the models that were trained on BLLIP."
    ),
    "sg_effects": Artefact(reads={"runs": RUNS_FILE}, caption="Fixed effects of the two full mixed models."),
}
TABLES = {
    "scores": Artefact(
        reads={"scores": one(SCORES, study="sg2020")},
        caption="SG score of each model: the mean over 31 suites of the share of items that are right, averaged over "
        "runs. In brackets: 95 % intervals over the items of these suites. All items: the mean over all 799 items. An "
        "n-gram model’s decisions are a vote of 51 runs. " + CORRECTED,
    ),
    "circuits": Artefact(
        reads={"runs": RUNS_FILE},
        caption="Mean accuracy on the suites of each circuit, over runs and suites. " + CORRECTED,
    ),
    "modifiers": Artefact(
        reads={"runs": RUNS_FILE},
        caption="Stability to modifiers: mean accuracy over runs and over five suites without and with a modifier. "
        + CORRECTED,
    ),
    "comparisons": Artefact(
        reads={"fits": one(FITS, study="sg2020")},
        caption="Mixed models of the accuracies of 41 runs on 31 suites, fitted by maximum likelihood. Random effects: "
        "coefficients of size and architecture by suite, and an intercept by run. Tested: the effect that the model "
        "lacks, by a likelihood-ratio test against the full model above it. " + CORRECTED,
    ),
}
FIGURES = {
    "scores": Artefact(
        reads={"runs": RUNS_FILE, "suites": SUITES},
        caption="SG score of each run. Dashed line: the share that is expected if all regions have independent "
        "surprisals of one distribution. LG, MD, SM, XS: parts of BLLIP with 42, 14, 4.8 and 1 million tokens. "
        + CORRECTED,
    ),
    "perplexity": Artefact(
        reads={"runs": RUNS_FILE, "perplexities": PERPLEXITIES},
        caption="SG score of each run that was trained on BLLIP, by its perplexity. Perplexities of models with words "
        "and with subwords do not compare. " + CORRECTED,
    ),
    "circuits": Artefact(
        reads={"runs": RUNS_FILE},
        caption="Mean accuracy of each model on the suites of each circuit, over runs and corpora. " + CORRECTED,
    ),
    "modifiers": Artefact(
        reads={"runs": RUNS_FILE},
        caption="Stability to modifiers: mean accuracy over runs and over five suites of each kind. " + CORRECTED,
    ),
    "architecture_and_size": Artefact(
        reads={"runs": RUNS_FILE},
        caption="Accuracy minus the mean of the models on the same suite, by architecture and by corpus (BLLIP’s parts "
        "have 42, 14, 4.8 and 1 million tokens). Diamonds: mean over runs and suites. Small dots: runs. " + CORRECTED,
    ),
}
