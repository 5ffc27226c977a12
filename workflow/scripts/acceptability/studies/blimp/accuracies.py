"""The released accuracies by paradigm, in both versions: chosen by version and method, and contrasts of paradigms."""

import pandas as pd

from acceptability.datasets.blimp.reader import LABELS
from acceptability.studies.blimp.manifest import SYSTEMS

# What is compared in the paper's Figures 3 and 4: sets of paradigms, by contrast and label.
_DETERMINER, _VERB = "determiner_noun_agreement", "subject_verb_agreement"
_REGULAR, _REGULAR_ADJECTIVE = ["1", "2"], ["with_adjective_1", "with_adj_2"]
_IRREGULAR, _IRREGULAR_ADJECTIVE = ["irregular_1", "irregular_2"], ["with_adj_irregular_1", "with_adj_irregular_2"]


def _determiner(endings: list[str]) -> list[str]:
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
    """Accuracy in %: paradigms × systems, of one version and method; ``accuracies`` as RELEASED_ACCURACIES."""
    chosen = accuracies[(accuracies["version"] == version) & (accuracies["method"] == method)]
    wide = 100 * chosen.pivot(index="paradigm", columns="system", values="share")
    return wide[[system for system in SYSTEMS if system in wide]]


def advantage(accuracies: pd.DataFrame, version: str, method: str) -> pd.DataFrame:
    """Accuracy of full sentences minus that of another method, in points: its paradigms × models."""
    other = by_paradigm(accuracies, version, method)
    return by_paradigm(accuracies, version).loc[other.index, list(other)] - other


def phenomena(accuracies: pd.DataFrame) -> pd.Series:
    """The phenomenon of each paradigm, in the order of the release."""
    return accuracies.drop_duplicates("paradigm").set_index("paradigm")["phenomenon"]


def advantages(accuracies: pd.DataFrame) -> dict[tuple[str, str], pd.DataFrame]:
    """What the paper's Figure 6 shows, by the names of a phenomenon and a method: paradigms × models, see advantage."""
    of = phenomena(accuracies)
    tables = {name: advantage(accuracies, "2020", method) for method, name in METHODS.items()}
    return {
        (title, method): table[table.index.isin(of.index[of == phenomenon] if phenomenon else of.index)]
        for phenomenon, title in SHOWN.items()
        for method, table in tables.items()
    }


METHODS = {"one-prefix": "one-prefix method", "two-prefix": "two-prefix method"}
SHOWN = {name: LABELS[name] for name in ("determiner_noun_agreement", "binding", "subject_verb_agreement")}
SHOWN |= {"": "All phenomena"}
