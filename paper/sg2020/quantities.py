"""Hu et al. (2020): what the numbers of its abstract and of the authors' notebooks are computed from."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd

from acceptability.options import Options
from acceptability.papers.sg2020 import release
from acceptability.papers.sg2020.chance import expected
from acceptability.sources.folders import read_folder
from acceptability.studies import evidence as shared
from acceptability.studies.evidence import About, Files, Quantity


@dataclass(frozen=True, kw_only=True)
class Evidence(shared.Evidence):
    """Contain what the numbers are recomputed from.

    Attributes:
        runs, fits, effects: the contracts RUNS, FITS and EFFECTS.
        perplexities: the released table, as text.
        suites: the JSON text of each suite, by its file's name.
    """

    runs: pd.DataFrame
    fits: pd.DataFrame
    effects: pd.DataFrame
    perplexities: pd.DataFrame
    suites: Mapping[str, bytes]

    def of_model(self, model: str, corpus: str = "", seed: str = "") -> pd.DataFrame:
        """Return the rows of RUNS of a model. Raises KeyError if there are none."""
        rows = self.runs[self.runs["model"].eq(model) & self.runs["corpus"].fillna("").eq(corpus)]
        rows = rows[rows["seed"].eq(int(seed))] if seed else rows
        if rows.empty:
            raise KeyError(" ".join((model, corpus, seed)).strip())
        return rows

    def fit(self, *fixed: str) -> pd.Series:
        """Return the row of FITS of a model by its fixed effects."""
        return self.fits.set_index("fixed").loc[" ".join(fixed)]


def evidence(files: Files, rows: list[str], variants: Mapping[str, Options]) -> Evidence:
    """Gather the evidence from the files that ``reads`` of the study names."""
    tables = {name: files[name] for name in ("runs", "fits", "effects", "perplexities")}
    return Evidence(rows=rows, variants=variants, suites=read_folder(files["suites"]), **tables)


def _sg(e: Evidence, v: str, *run: str) -> float:
    """Return the SG score: the mean over suites, each alike, then over runs."""
    return e.of_model(*run).groupby("seed")["accuracy"].mean().mean()


def _of_circuit(column: str) -> Quantity:
    def of_circuit(e: Evidence, v: str, model: str, corpus: str, *circuit: str) -> float:
        rows = e.of_model(model, "" if corpus == "-" else corpus)
        return rows.loc[rows["circuit"].eq(" ".join(circuit)), column].mean()

    return of_circuit


def _effect(e: Evidence, v: str, effect: str, *circuit: str) -> float:
    return e.effects.set_index(["circuit", "effect"]).loc[(" ".join(circuit), effect), "estimate"]


def _effect_difference(e: Evidence, v: str, effect: str, *circuit: str) -> float:
    """Return the effect in a circuit minus that in the baseline of the notebook, agreement."""
    return _effect(e, v, effect, *circuit) - _effect(e, v, effect, "Agreement")


def _combinations(e: Evidence, v: str) -> int:
    return len(release.controlled(e.runs)[["model", "corpus"]].drop_duplicates())


QUANTITIES: dict[str, Quantity] = {
    "suites": lambda e, v: len(e.suites),
    "used_suites": lambda e, v: e.runs["suite"].nunique(),
    "used_items": lambda e, v: e.runs.drop_duplicates("suite")["items"].sum(),
    "combinations": _combinations,
    "smallest_corpus": lambda e, v: min(release.CORPORA.values()),
    "largest_corpus": lambda e, v: np.floor(max(release.CORPORA.values()) / 10) * 10,
    "modified_suites": lambda e, v: len(release.MODIFIED),
    "sg": _sg,
    "line": lambda e, v, unit, *run: About(_sg(e, v, *run), float(unit)),
    "chance": lambda e, v: expected(e.suites),
    "circuit": _of_circuit("accuracy"),
    "circuit_delta": _of_circuit("delta"),
    "effect": _effect,
    "effect_difference": _effect_difference,
} | {
    name: (lambda e, v, *fixed, column=name: e.fit(*fixed)[column])
    for name in ("log_likelihood", "aic", "chi2", "p", "run_sd", "residual_sd")
}
