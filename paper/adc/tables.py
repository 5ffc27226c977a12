"""Tables 1 to 5 of the paper, recomputed where they can be, and its pairs built again from their sources."""

from pathlib import Path

import numpy as np
import pandas as pd

from acceptability.papers.adc import cola_runs
from acceptability.papers.adc.halves import by_half
from acceptability.papers.adc.study import CLASSIFIERS
from acceptability.papers.cola import people
from acceptability.rounding import beside
from acceptability.statistics.criteria import meets
from acceptability.studies.evidence import printed_cells
from acceptability.tables.text import PresentedTable, count_table, shown, with_interval


def table_1(*, reproduction: pd.DataFrame) -> PresentedTable:
    """Show the share of pairs that meet each criterion: printed, recomputed as published, and corrected.

    In the CSV these three are columns, in LaTeX rows.
    """
    cells = printed_cells(reproduction, "Table 1").set_index(["row", "column"])
    rows, lines = [], []
    for system in cells.index.unique("row"):
        row = {"System": system}
        for variant in ("printed", "as_published", "corrected"):
            name = variant.replace("_", " ")
            shares = {
                heading: shown(pd.to_numeric(cells.loc[(system, item), variant]), 3)
                for heading, item in _TABLE_1.items()
            }
            row |= {f"{heading}, {name}": share for heading, share in shares.items()}
            lines.append({"System": system if variant == "printed" else "", "Share": name, **shares})
        rows.append(row)
    columns = [f"{heading}, {line['Share']}" for heading in _TABLE_1 for line in lines[:3]]
    return PresentedTable(pd.DataFrame(rows)[["System", *columns]], pd.DataFrame(lines))


def table_5(*, reproduction: pd.DataFrame) -> pd.DataFrame:
    """Show the MCC of classifiers, as printed, with recomputed or logged numbers in brackets, and their sentences."""
    cells = printed_cells(reproduction, "Table 5")
    values = [
        f"{printed} ({beside(printed, value)})" if value else printed
        for printed, value in zip(cells["printed"], cells["corrected"], strict=True)
    ]
    table = cells.assign(value=values).pivot(index="row", columns="column", values="value")
    rows = cells["row"].unique()
    sources = cells.groupby("row")["compared_with"].first()
    return pd.DataFrame(
        {
            "Model": rows,
            **{heading: table.loc[rows, name].fillna("").to_list() for heading, name in _TABLE_5.items()},
            "In brackets": [_SOURCES[sources[row]] for row in rows],
            "Sentences": [next((text for name, text in _SENTENCES.items() if name in row), "") for row in rows],
        }
    )


LARGE_CASED = 20  # restarts of BERT large cased
_TABLE_1 = {"BLiMP": "BLiMP"} | {f"ADC, δ = {delta}": f"ADC δ = {delta}" for delta in ("0.5", "1", "5")}
_TABLE_5 = {"Mean": "mean", "SD": "SD", "Max": "max", "Ensemble": "ensemble"}
_SOURCES = {"data": "recomputed", "log": "the authors' notebook", "nothing": ""}
_SENTENCES = {  # of the rows of Table 5, by a part of their names
    "(Warstadt & Bowman)": "1,043 development",
    "(Warstadt et al.)": "200 development",
    "(this paper)": "533 test",
    "(Devlin)": "GLUE's test",
}


def runs_on_cola(
    *, development: Path, elmo: Path, gpt: Path, bert: Path, answers: Path, in_domain: Path, out_of_domain: Path
) -> PresentedTable:
    """Describe the MCCs of Warstadt & Bowman's runs and of CoLA's annotators: the contract RUNS_ON_COLA."""
    judged = people.read_answers(answers, in_domain, out_of_domain)
    frame = cola_runs.runs_on_cola(development, {"elmo": elmo, "gpt": gpt, "bert": bert}, judged)
    names = {"elmo": "CoLA baseline", "gpt": "GPT", "bert": "BERT large", "human": "Annotators"}
    latex = frame[["model", "labels", "sentences", "runs"]].replace({"model": names}).rename(columns=str.capitalize)
    for name, heading in {"mean": "Mean", "sd": "SD", "max": "Max", "ensemble": "Ensemble"}.items():
        latex[heading] = [shown(value, 3) for value in frame[name]]
    return PresentedTable(frame, latex)


def flips(*, restarts: pd.DataFrame, listed: pd.DataFrame, large_cased: pd.DataFrame) -> pd.DataFrame:
    """Count the sentences whose label changes between restarts, and the changes from one restart to the next.

    Parameters:
        restarts: the labels of each restart of BERT base uncased, in the columns ``seed<number>``.
        listed, large_cased: the authors' lists of sentences with changes, of this model and of BERT large cased.
    """
    labels = restarts.filter(regex=r"^seed\d+$").to_numpy()
    changes = pd.Series((labels != np.roll(labels, 1, axis=1)).sum(axis=1), index=restarts["id"])
    changing = changes[changes > 0]
    as_listed = changing.eq(listed.set_index("id")["num_flips"].astype(int).reindex(changing.index))
    of_large = large_cased["num_flips"].astype(int)
    rows = [
        ("BERT base uncased", labels.shape[1], len(changing), changing.median(), changing.max(), as_listed.sum()),
        ("BERT large cased", LARGE_CASED, len(of_large), of_large.median(), of_large.max(), ""),
    ]
    table = pd.DataFrame(
        rows, columns=["Classifier", "Restarts", "Changing", "Median changes", "Most changes", "As listed"]
    )
    table.insert(2, "Sentences", len(restarts))
    return table.astype({"Median changes": int})


def table_2(*, sentences: pd.DataFrame, printed: pd.DataFrame) -> pd.DataFrame:
    """List the sentences of a phenomenon with three conditions."""
    members = printed["argument"].str.split().str[0]
    text = sentences.set_index("sentence_id")["sentence"]
    frame = pd.DataFrame({"Sentence id": list(members), "Sentence": list(text[members])})
    return frame


def table_3(*, sentences: pd.DataFrame, printed: pd.DataFrame) -> pd.DataFrame:
    """List the human ratings of the sentences that the paper chose."""
    rated = sentences.set_index("sentence_id").loc[printed["argument"]]
    frame = pd.DataFrame(
        {
            "Sentence id": list(rated.index),
            "Sentence": list(rated["sentence"]),
            "Rating (z)": [shown(value, 3) for value in rated["rating"]],
        }
    )
    return frame


def table_4(*, pairs: pd.DataFrame, deltas: pd.DataFrame, printed: pd.DataFrame) -> pd.DataFrame:
    """List the deltas of the pairs that the paper chose, for humans and the trigram's log-probability; corrected."""
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
    return frame


def _yes_no(values) -> list[str]:
    """Write truth values as words."""
    return ["yes" if value else "no" for value in values]


def pair_construction_summary(*, construction: pd.DataFrame) -> pd.DataFrame:
    """Count the pairs of each half by their status."""
    summary = count_table(construction, "status", "source", heading="Status")
    return summary


def halves(
    *,
    sentences: pd.DataFrame,
    pairs: pd.DataFrame,
    agreement: pd.DataFrame,
    known: pd.DataFrame,
    **scores: pd.DataFrame,
) -> PresentedTable:
    """Compare the released classifiers on all sentences and on each half.

    Parameters:
        sentences, pairs, agreement: the contracts SENTENCES, PAIRS and AGREEMENT of LI-Adger.
        known: the contract CONTAMINATION: sentences that the classifiers were trained on.
        scores: the contract SCORES of each of CLASSIFIERS, by its name.

    Returns: the contract HALVES.
    """
    by_system = {system: scores[name] for name, (system, _) in CLASSIFIERS.items()}
    rows = by_half(sentences, pairs, by_system, set(known["sentence_id"]), agreement)
    labels = dict(CLASSIFIERS.values())
    latex = pd.DataFrame({"Classifier": rows["system"].map(labels), "Half": rows["half"]})
    latex["Sentences"] = rows["sentences"].map("{:,}".format)
    latex["MCC"] = with_interval(rows, "mcc", "mcc_low", "mcc_high")
    latex["AUC"] = with_interval(rows, "auc", "auc_low", "auc_high")
    headings = {"pbc": "PBC", "mcc_new": "MCC, new", "blimp": "BLiMP", "adc": f"ADC, δ = {rows['threshold'].iloc[0]:g}"}
    for name, heading in headings.items():
        latex[heading] = rows[name].map(lambda value: shown(value, 3))
    return PresentedTable(rows, latex)
