"""Tables 1 to 5 of the paper, recomputed where they can be, and its pairs built again from their sources."""

import pandas as pd

from acceptability.analysis.criteria import meets
from acceptability.contracts.data import PAIRS, SENTENCES
from acceptability.contracts.metrics import AGREEMENT, CONTAMINATION, DELTAS
from acceptability.contracts.scoring import SCORES
from acceptability.contracts.studies import PAIR_CONSTRUCTION, PRINTED, REPRODUCTION
from acceptability.datasets import pairs as pairing
from acceptability.datasets.li_adger import reader as li_adger
from acceptability.studies.adc.halves import by_half
from acceptability.studies.adc.manifest import CLASSIFIERS
from acceptability.tables.text import Made, StudyTable, count_table, in_brackets, shown, with_interval


def table_1(*, reproduction: pd.DataFrame) -> Made:
    """The share of pairs that meet each criterion: printed, recomputed as published, and corrected.

    In the CSV these three are columns, in LaTeX rows.
    """
    printed = _items(reproduction, "Table 1").set_index(["row", "column"])
    rows, lines = [], []
    for system in printed.index.unique("row"):
        row = {"System": system}
        for variant in ("printed", "as_published", "corrected"):
            name = variant.replace("_", " ")
            shares = {
                heading: shown(pd.to_numeric(printed.loc[(system, item), variant]), 3)
                for heading, item in _TABLE_1.items()
            }
            row |= {f"{heading}, {name}": share for heading, share in shares.items()}
            lines.append({"System": system if variant == "printed" else "", "Share": name, **shares})
        rows.append(row)
    columns = [f"{heading}, {line['Share']}" for heading in _TABLE_1 for line in lines[:3]]
    pairs = reproduction.loc[reproduction[["quantity", "argument"]].eq(["pairs", ""]).all(axis=1), "corrected"].iloc[0]
    caption = (
        f"Share of the {int(pairs):,} rated minimal pairs of LI-Adger that meet each criterion: as the paper's Table 1 "
        "prints it, as recomputed with the published computation, and as corrected."
    )
    return Made(pd.DataFrame(rows)[["System", *columns]], caption, latex=pd.DataFrame(lines))


def table_5(*, reproduction: pd.DataFrame) -> Made:
    """MCC of classifiers, as printed, and why it is not recomputed."""
    rows = _items(reproduction, "Table 5")
    printed = rows.pivot(index="row", columns="column", values="printed").loc[rows["row"].drop_duplicates()].fillna("")
    frame = pd.DataFrame(
        {
            "Model": printed.index,
            **{heading: printed[name] for heading, name in _TABLE_5.items()},
            "Why it is not recomputed": rows.groupby("row")["note"].first(),
        },
        index=printed.index,
    )
    caption = (
        "Matthews correlation coefficient (MCC) of classifiers on CoLA's test set, as the paper's Table 5 prints it."
    )
    return Made(frame, caption)


_TABLE_1 = {"BLiMP": "BLiMP"} | {f"ADC, δ = {delta}": f"ADC δ = {delta}" for delta in ("0.5", "1", "5")}
_TABLE_5 = {"Mean": "mean", "SD": "SD", "Max": "max", "Ensemble": "ensemble"}


def _items(reproduction: pd.DataFrame, place: str) -> pd.DataFrame:
    """The printed numbers of a table, by ``row`` and ``column``."""
    rows = reproduction[reproduction["place"] == place]
    return rows.join(rows["item"].str.rpartition(": ").rename(columns={0: "row", 2: "column"})[["row", "column"]])


def table_2(*, sentences: pd.DataFrame, printed: pd.DataFrame) -> Made:
    """A phenomenon with three conditions."""
    members = printed["argument"].str.split().str[0]
    text = sentences.set_index("sentence_id")["sentence"]
    frame = pd.DataFrame({"Sentence id": list(members), "Sentence": list(text[members])})
    return Made(frame, "A phenomenon with three conditions, which makes two minimal pairs (the paper's Table 2).")


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
    return Made(frame, "Human ratings of the sentences of two minimal pairs (the paper's Table 3).")


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
    caption = (
        "Deltas of the same two pairs, for humans and the trigram's log-probability, and whether they meet the "
        "criteria (the paper's Table 4)."
    )
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
    different = comparison[comparison["status"] != "same"]
    caption = (
        f"The {len(different)} of {len(comparison):,} minimal pairs that the paper's rule and the curated list do not "
        "share, with why."
    )
    latex = different[["source", "good_id", "bad_id", "status"]]
    headings = ["Source", "Acceptable sentence", "Unacceptable sentence", "Status"]
    return Made(comparison, caption, latex=latex.set_axis(headings, axis=1))


def pair_construction_summary(*, construction: pd.DataFrame) -> Made:
    """Counts of pairs by status and half."""
    summary = count_table(construction, "status", "source", heading="Status")
    return Made(summary, "Minimal pairs that the paper's rule constructs, and those of the curated list, by source.")


def halves(
    *,
    sentences: pd.DataFrame,
    pairs: pd.DataFrame,
    agreement: pd.DataFrame,
    known: pd.DataFrame,
    **scores: pd.DataFrame,
) -> Made:
    """The released classifiers on all sentences and on each half, as HALVES."""
    by_system = {system: scores[name] for name, (system, _) in CLASSIFIERS.items()}
    made = by_half(sentences, pairs, by_system, set(known["sentence_id"]), agreement)
    names = dict(CLASSIFIERS.values())
    latex = pd.DataFrame({"Classifier": made["system"].map(names), "Half": made["half"]})
    latex["Sentences"] = made["sentences"].map("{:,}".format)
    latex["MCC"] = with_interval(made, "mcc", "mcc_low", "mcc_high")
    latex["AUC"] = with_interval(made, "auc", "auc_low", "auc_high")
    headings = {"pbc": "PBC", "mcc_new": "MCC, new", "blimp": "BLiMP", "adc": f"ADC, δ = {made['threshold'].iloc[0]:g}"}
    for name, heading in headings.items():
        latex[heading] = made[name].map(lambda value: shown(value, 3))
    caption = (
        "The classifiers that the authors released on LI-Adger and on its halves. Matthews correlation coefficient "
        "(MCC) of their decisions, AUC and point-biserial correlation (PBC) of their scores with the experts' labels. "
        "MCC, new: without the sentences that they were trained on. BLiMP and ADC: share of pairs that meet the "
        f"criterion.{in_brackets(latex)}"
    )
    return Made(made, caption, latex=latex)


TABLES = {
    "table-1": StudyTable({"reproduction": REPRODUCTION}, table_1),
    "table-2": StudyTable({"sentences": SENTENCES, "printed": PRINTED}, table_2),
    "table-3": StudyTable({"sentences": SENTENCES, "printed": PRINTED}, table_3),
    "table-4": StudyTable({"pairs": PAIRS, "deltas": DELTAS, "printed": PRINTED}, table_4),
    "table-5": StudyTable({"reproduction": REPRODUCTION}, table_5),
    "halves": StudyTable(
        {"sentences": SENTENCES, "pairs": PAIRS, "agreement": AGREEMENT, "known": CONTAMINATION}
        | dict.fromkeys(CLASSIFIERS, SCORES),
        halves,
    ),
    "pair_construction": StudyTable(
        {"sentences": SENTENCES, "curated": None, "conditions": None, "renamed": None}, pair_construction
    ),
    "pair_construction_summary": StudyTable({"construction": PAIR_CONSTRUCTION}, pair_construction_summary),
}
