"""Tables 2 to 4 of the paper, recomputed, and its pairs built again from their sources."""

import pandas as pd

from acceptability.analysis.criteria import meets
from acceptability.contracts.data import PAIRS, SENTENCES
from acceptability.contracts.metrics import DELTAS
from acceptability.contracts.studies import PAIR_CONSTRUCTION, PRINTED
from acceptability.datasets import pairs as pairing
from acceptability.datasets.li_adger import reader as li_adger
from acceptability.tables.text import Made, StudyTable, count_table, shown


def table_2(*, sentences: pd.DataFrame, printed: pd.DataFrame) -> Made:
    """A phenomenon with three conditions."""
    members = printed["argument"].str.split().str[0]
    text = sentences.set_index("sentence_id")["sentence"]
    frame = pd.DataFrame({"Sentence id": list(members), "Sentence": list(text[members])})
    return Made(frame, "A phenomenon with three conditions")


def table_3(*, sentences: pd.DataFrame, printed: pd.DataFrame) -> Made:
    """The human ratings of the sentences that the paper chose."""
    rated = sentences.set_index("sentence_id").loc[printed["argument"]]
    frame = pd.DataFrame(
        {
            "Sentence id": list(rated.index),
            "Sentence": list(rated["sentence"]),
            "Rating (z)": [shown(value, 3) for value in rated["rating"]],
        }
    )
    return Made(frame, "Human ratings of two minimal pairs")


def table_4(*, pairs: pd.DataFrame, deltas: pd.DataFrame, printed: pd.DataFrame) -> Made:
    """Deltas of the pairs that the paper chose, for humans and the trigram's log-probability; corrected."""
    shown_pairs = printed.loc[printed["quantity"] == "human_delta", "argument"]
    trigram = deltas[deltas["measure"] == "log_prob"].set_index("pair_id").loc[shown_pairs]
    human, model = trigram["human_delta"], trigram["model_delta"]
    frame = pd.DataFrame(
        {
            "Acceptable sentence": list(pairs.set_index("pair_id").loc[shown_pairs, "good_id"]),
            "Δ human": [shown(value, 3) for value in human],
            "Δ trigram": [shown(value, 3) for value in model],
            "BLiMP": _yes_no(meets(human, model, "blimp")),
            "ADC, δ = 1": _yes_no(meets(human, model, "adc", 1)),
        }
    )
    caption = "Deltas of the same pairs and whether the trigram's log-probability meets the criteria"
    return Made(frame, caption)


def _yes_no(values) -> list[str]:
    """Truth values as words."""
    return ["yes" if value else "no" for value in values]


def pair_construction(
    *, sentences: pd.DataFrame, curated: pd.DataFrame, conditions: pd.DataFrame, renamed: pd.DataFrame
) -> Made:
    """Every pair: built by the paper's rule, in the curated list, or both, and why not."""
    curated_pairs = li_adger.curated_pairs(curated)
    phenomena = {
        "LI": li_adger.li_phenomena(conditions, renamed),
        "Adger": li_adger.adger_phenomena(curated_pairs, sentences),
    }
    constructed = li_adger.construct_pairs(sentences, pd.concat(phenomena.values()))
    comparison = pairing.compare_pairs(constructed, curated_pairs, li_adger.unrated(sentences))
    source = sentences.set_index("sentence_id")["source"]
    comparison.insert(0, "source", comparison["good_id"].map(source))
    comparison["phenomena_from"] = comparison["source"].map(
        {"LI": "the experiments' list of conditions", "Adger": "the curated list itself"}
    )
    return Made(comparison, "Pairs constructed by the paper's rule and pairs of the curated list")


def pair_construction_summary(*, construction: pd.DataFrame) -> Made:
    """Counts of pairs by status and half."""
    summary = count_table(construction, "status", "source", heading="Status")
    return Made(summary, "Pairs constructed by the paper's rule and pairs of the curated list")


TABLES = {
    "table-2": StudyTable({"sentences": SENTENCES, "printed": PRINTED}, table_2),
    "table-3": StudyTable({"sentences": SENTENCES, "printed": PRINTED}, table_3),
    "table-4": StudyTable({"pairs": PAIRS, "deltas": DELTAS, "printed": PRINTED}, table_4),
    "pair_construction": StudyTable(
        {"sentences": SENTENCES, "curated": None, "conditions": None, "renamed": None}, pair_construction
    ),
    "pair_construction_summary": StudyTable({"construction": PAIR_CONSTRUCTION}, pair_construction_summary),
}
