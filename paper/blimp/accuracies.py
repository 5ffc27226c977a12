"""The released accuracies by paradigm, in both versions: chosen by version and method, and contrasts of paradigms."""

import pandas as pd

from acceptability.papers.blimp.blimp.reader import LABELS
from acceptability.papers.blimp.study import SYSTEMS

# What is compared in the paper's Figures 3 and 4: sets of paradigms, by contrast and label.
_DETERMINER, _VERB = "determiner_noun_agreement", "subject_verb_agreement"
_REGULAR, _REGULAR_ADJECTIVE = ["1", "2"], ["with_adjective_1", "with_adj_2"]
_IRREGULAR, _IRREGULAR_ADJECTIVE = ["irregular_1", "irregular_2"], ["with_adj_irregular_1", "with_adj_irregular_2"]


def _determiner(endings: list[str]) -> list[str]:
    """Name the paradigms of agreement between determiner and noun with these endings."""
    return [f"{_DETERMINER}_{ending}" for ending in endings]


CONTRASTS = {
    "adjective": {
        "without adjective": _determiner(_REGULAR + _IRREGULAR),
        "with adjective": _determiner(_REGULAR_ADJECTIVE + _IRREGULAR_ADJECTIVE),
    },
    "attractor": {
        "no attractor": [f"regular_plural_{_VERB}_1"],
        "relational noun": ["distractor_agreement_relational_noun"],
        "relative clause": ["distractor_agreement_relative_clause"],
    },
    "plural_of_noun": {
        "regular": _determiner(_REGULAR + _REGULAR_ADJECTIVE),
        "irregular": _determiner(_IRREGULAR + _IRREGULAR_ADJECTIVE),
    },
    "plural_of_subject": {
        plural: [f"{plural}_plural_{_VERB}_{number}" for number in (1, 2)] for plural in ("regular", "irregular")
    },
}


def by_paradigm(accuracies: pd.DataFrame, version: str, method: str = "sentence") -> pd.DataFrame:
    """Return the accuracy in %, paradigms × systems, of one version and method of RELEASED_ACCURACIES."""
    rows = accuracies[(accuracies["version"] == version) & (accuracies["method"] == method)]
    wide = 100 * rows.pivot(index="paradigm", columns="system", values="share")
    return wide[[system for system in SYSTEMS if system in wide]]


def advantage(accuracies: pd.DataFrame, version: str, method: str) -> pd.DataFrame:
    """Subtract another method's accuracy from that of full sentences, in points: its paradigms × models."""
    other = by_paradigm(accuracies, version, method)
    return by_paradigm(accuracies, version).loc[other.index, list(other)] - other


def phenomena(table: pd.DataFrame) -> pd.Series:
    """Return the phenomenon of each paradigm, in the order of a table that has a column of either."""
    return table.drop_duplicates("paradigm").set_index("paradigm")["phenomenon"]


def advantages(accuracies: pd.DataFrame) -> dict[tuple[str, str], pd.DataFrame]:
    """Return what the paper's Figure 6 shows, by the names of a phenomenon and a method: see advantage."""
    tables = {name: advantage(accuracies, "2020", method) for method, name in METHODS.items()}
    parts = {}
    for phenomenon, title in SHOWN.items():
        for method, table in tables.items():
            inside = phenomena(accuracies)[table.index] == phenomenon
            parts[title, method] = table[inside] if phenomenon else table
    return parts


METHODS = {"one-prefix": "one-prefix method", "two-prefix": "two-prefix method"}
SHOWN = {name: LABELS[name] for name in ("determiner_noun_agreement", "binding", "subject_verb_agreement")}
SHOWN |= {"": "All phenomena"}
