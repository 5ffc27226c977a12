"""Phenomena, with those first that most systems get right."""

import pandas as pd

from acceptability.analysis.phenomena import phenomenon_names, ranked
from acceptability.contracts.data import PAIRS, SENTENCES
from acceptability.contracts.metrics import PHENOMENA
from acceptability.tables.text import Made, by_criterion, row_keys, shown

READS = {"phenomena": PHENOMENA, "sentences": SENTENCES, "pairs": PAIRS}
SHOWN = 20  # in LaTeX


def make(
    *, phenomena: pd.DataFrame, sentences: pd.DataFrame, pairs: pd.DataFrame, labels: dict[str, str], title: str
) -> Made:
    """Ranked phenomena, in LaTeX the first ones: how many systems get each right, by criterion, and its first pair.

    A system counts once, where the mean deltas of at least one of its measures meet the criterion. ``labels`` by
    ``system/measure``; references are left out.
    """
    phenomena = phenomena[row_keys(phenomena).isin(labels)]
    ranking = ranked(phenomena)
    columns = {
        "Phenomenon": phenomenon_names(pairs),
        "Pairs": ranking["pairs"].astype(str),
        "Δ human": ranking["mean_human_delta"].map(lambda value: shown(value, 2)),
        "Difference": ranking["mean_absolute_difference"].map(lambda value: shown(value, 2)),
    }
    for name, group in by_criterion(phenomena):
        had = group.groupby(["phenomenon", "system"])["mean_meets"].max()
        columns[name] = had.groupby("phenomenon").sum().astype(str)
    first = pairs.drop_duplicates("phenomenon").set_index("phenomenon")
    texts = sentences.set_index("sentence_id")["sentence"]
    columns |= {"Acceptable": first["good_id"].map(texts), "Unacceptable": first["bad_id"].map(texts)}
    table = pd.DataFrame(columns).loc[ranking.index]
    table = table[[name for name in table if (table[name] != "").any()]]
    caption = (
        f"{title}: phenomena, with those first that most systems get right: the mean delta of the phenomenon's pairs "
        f"meets the criterion, with at least one measure. BLiMP, ADC: how many of the "
        f"{phenomena['system'].nunique()} systems do so. Sentences: the first pair."
    )
    if len(table) > SHOWN:
        caption += f" The first {SHOWN} of {len(table)} phenomena."
    if "Difference" in table:
        caption += " Difference: mean distance between systems' mean deltas and the human one."
    return Made(table, caption, latex=table.head(SHOWN))
