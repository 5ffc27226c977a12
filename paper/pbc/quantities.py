"""Niu & Penn (2020): what its printed numbers are computed from.

``QUANTITIES`` are functions of the evidence, the variant and the words of a fact's argument. *As published* takes p of
the Mann-Whitney test as scipy computed it then, and the accuracies that Hu et al. released; *corrected* takes p as
scipy computes it today, and accuracies with the right labels, in which all that share the lowest mean have the same
chance to count as the lowest. Accuracies and shares of sets are in %.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import pandas as pd

from acceptability.analyses.separation.manifest import SEPARATION
from acceptability.contracts import io
from acceptability.options import Options
from acceptability.papers.cola.corpus import class_counts, count_parts
from acceptability.papers.pbc.cells import CELL, at_midpoint, scored
from acceptability.papers.pbc.orders import GRAMMATICAL
from acceptability.papers.pbc.significance import LEVEL
from acceptability.papers.pbc.study import COMBINED, ONE_SET
from acceptability.statistics import separation
from acceptability.statistics.correlation import pearson_p
from acceptability.studies import evidence as shared
from acceptability.studies.evidence import Files, NotRecomputable, Quantity, equal_for_all

AS_PUBLISHED = "as_published"
VARIANTS = {  # the columns of SETS (p) and of CELLS (accuracy) that each takes
    AS_PUBLISHED: {"p": "mann_whitney_p_as_published", "accuracy": "released_accuracy"},
    "corrected": {"p": "mann_whitney_p", "accuracy": "accuracy"},
}


@dataclass(frozen=True, kw_only=True)
class Evidence(shared.Evidence):
    """Everything that the paper's numbers are recomputed from.

    Attributes:
        variants: by name, the column of SETS that holds ``p``, and the column of CELLS that holds the ``accuracy``.
        sets, cells, agreement: the contracts SETS, CELLS and AGREEMENT_WITH_ACCURACY.
        li: the raw sentences of LI-Adger.
        minimal_sets, reflexives: sentences of the minimal sets, and the strings of Hu et al.
        cola: the contract CLASS_COUNTS, indexed by part.
        separation: the contract SEPARATION, by dataset.
        scores: scores of the strings of Hu et al., by system.
    """

    variants: Mapping[str, Mapping[str, str]]
    sets: pd.DataFrame
    cells: pd.DataFrame
    agreement: pd.DataFrame
    li: pd.DataFrame
    minimal_sets: pd.DataFrame
    cola: pd.DataFrame
    separation: Mapping[str, pd.DataFrame]
    reflexives: pd.DataFrame
    scores: Mapping[str, pd.DataFrame]

    @cached_property
    def combined(self) -> pd.DataFrame:
        """Return the sets of the systems whose combinations of experiment and pronoun the paper examines."""
        return self.sets[self.sets["system"].isin(COMBINED)]

    @cached_property
    def combinations(self) -> pd.DataFrame:
        """Return the cells of these systems."""
        return self.cells[self.cells["system"].isin(COMBINED)]

    def cell(self, system: str, experiment: str, pronoun: str) -> pd.Series:
        """Return one row of cells. KeyError where there is none."""
        return self.cells.set_index(CELL).sort_index().loc[(system, experiment, pronoun)]

    def of_numerator(self, which: str) -> pd.DataFrame:
        """Return the sets that count as right (``numerator``), or the ``others``."""
        right = self.combined["right"] == 1
        return self.combined[{"numerator": right, "others": ~right}[which]]

    def measured(self, dataset: str, system: str, measure: str, statistic: str) -> float:
        """Return a statistic of a system that may have run on a dataset."""
        table = self.separation[dataset]
        rows = table[(table[["system", "measure", "statistic"]] == [system, measure, statistic]).all(axis=1)]
        if not len(rows):
            raise NotRecomputable(f"{system} has not run; add it under run: in config.yaml")
        return float(rows["value"].iloc[0])


def evidence(files: Files, rows: list[str], variants: Mapping[str, Options]) -> Evidence:
    """Gather the evidence from the files that ``reads`` of the study names. Variants: see VARIANTS."""
    return Evidence(
        rows=rows,
        variants=VARIANTS,
        sets=files["sets"],
        cells=files["cells"],
        agreement=files["agreement"],
        li=files["li"],
        minimal_sets=files["minimal_sets"],
        cola=class_counts(*files["cola"]).set_index("part"),
        separation={path.parent.name: io.read_table(path, SEPARATION) for path in files["separation"]},
        reflexives=files["reflexives"],
        scores={ONE_SET: files["scores"]},
    )


def _not_significant(e: Evidence, variant: str, which: str) -> float:
    return 100 * (e.of_numerator(which)[e.variants[variant]["p"]] >= LEVEL).mean()


def _combinations_never_significant(e: Evidence, variant: str, which: str) -> float:
    """Count the combinations that have such sets, none of which is significant."""
    sets = e.of_numerator(which)
    return (~(sets[e.variants[variant]["p"]] < LEVEL).groupby([sets[name] for name in CELL]).any()).sum()


def _levene(e: Evidence, variant: str, low: str, high: str) -> float:
    return 100 * e.combined["levene_p"].between(float(low), float(high), inclusive="left").mean()


def _spearman(e: Evidence, variant: str) -> tuple[float, int]:
    """Return Spearman's rho of PBC and accuracy over the cells of the five large models, and their number."""
    table = e.agreement.set_index(["systems", "measure", "accuracy"])
    row = table.loc[("large_models", "pbc", e.variants[variant]["accuracy"])]
    return row["spearman_rho"], row["cells"]


def _spearman_p(e: Evidence, variant: str) -> float:
    """Return p of that rho as if the cells were independent, as the paper has it; nothing corrects it."""
    if variant != AS_PUBLISHED:
        raise NotRecomputable("the cells are of the same few models and sentences, so no p of their correlation holds")
    return pearson_p(*_spearman(e, variant))


def _log_or_exp(kind: str, log: str, exp: str) -> str:
    return {"log": log, "exp": exp}[kind]


def _cola(dataset: str) -> Quantity:
    return lambda e, v, system, measure, kind: e.measured(dataset, system, measure, _log_or_exp(kind, "pbc", "exp_pbc"))


def _of_set(e: Evidence, system: str, experiment: str, pronoun: str, item: str) -> pd.DataFrame:
    """Return the strings of a set with their scores; ``letter`` is the condition's first, as a capital."""
    strings = e.reflexives[e.reflexives["set"] == f"{experiment}-{pronoun}.{item}"]
    table = e.scores[system]
    part = scored(strings, {system: table[table["sentence_id"].isin(strings["sentence_id"])]})
    return part.assign(letter=part["condition"].str[0].str.upper())


def _contrast(e: Evidence, *arguments: str) -> tuple[float, float]:
    """Return PBC, and MCC halfway between the means, of a set's conditions; the last word holds their letters."""
    *where, letters = arguments
    part = _of_set(e, *where)
    part = part[part["letter"].isin(list(letters))]
    labels, scores = part["label"].to_numpy(), part["score"].to_numpy()
    return separation.pbc(labels, scores), at_midpoint(labels, scores)[1]


def _distractors_below_baseline(e: Evidence, variant: str, *where: str) -> float:
    part = _of_set(e, *where)
    surprisal = -part["score"]
    return (surprisal[part["letter"] == "D"] < surprisal[part["letter"] == "B"].min()).sum()


def _mcc_excess(e: Evidence, variant: str, *arguments: str) -> float:
    *where, first, second = arguments
    return _contrast(e, *where, first)[1] - _contrast(e, *where, second)[1]


def _pbc_excess(e: Evidence, variant: str, *arguments: str) -> float:
    pbc, mcc = _contrast(e, *arguments)
    return pbc - mcc


def _strings_of_set(e: Evidence, variant: str, experiment: str, pronoun: str, item: str) -> float:
    return (e.reflexives["set"] == f"{experiment}-{pronoun}.{item}").sum()


def _structures(e: Evidence, half: str = "LI") -> pd.DataFrame:
    """Return ``structure`` (the id without its number) and ``mark`` of each sentence of LI, or of Adger."""
    ids = e.li.loc[e.li["dataset"] == half, "id"]
    return pd.DataFrame({"structure": ids.str.rpartition(".")[0], "mark": ids.str.split(".").str[-2]})


QUANTITIES: dict[str, Quantity] = {
    # cells of Hu et al.
    "pbc": lambda e, v, *cell: e.cell(*cell)["pbc"],
    "micro_average": lambda e, v, *cell: e.cell(*cell)["mean_set_pbc"],
    "accuracy": lambda e, v, *cell: 100 * e.cell(*cell)[e.variants[v]["accuracy"]],
    "combinations": lambda e, v: len(e.combinations),
    "incomplete_combinations": lambda e, v: (e.combinations["accuracy"] < 1).sum(),
    "combinations_never_significant": _combinations_never_significant,
    "not_significant": _not_significant,
    "levene": _levene,
    "lowest": lambda e, v, what: _range(e, v, what).min(),
    "highest": lambda e, v, what: _range(e, v, what).max(),
    "spearman": lambda e, v: _spearman(e, v)[0],
    "spearman_p": _spearman_p,
    "less_dispersed": lambda e, v: e.combinations["mean_set_pbc"].std() < e.combinations["pbc"].std(),
    "largest_set": lambda e, v: e.sets["strings"].max(),
    "smallest_set": lambda e, v: e.sets["strings"].min(),
    "most_sets": lambda e, v: e.cells["sets"].max(),
    "strings_of_set": _strings_of_set,
    "conditions": lambda e, v: e.reflexives["condition"].nunique(),
    "distractors_below_baseline": _distractors_below_baseline,
    "mcc_excess": _mcc_excess,
    "pbc_excess": _pbc_excess,
    # CoLA and LI
    "cola_sentences": lambda e, v, *parts: count_parts(e.cola, *parts)["sentences"],
    "cola_pbc": _cola("cola-all"),
    "cola_pbc_downcased": _cola("cola-all-downcased"),
    "li_structures": lambda e, v: _structures(e)["structure"].nunique(),
    "li_sentences": lambda e, v: len(_structures(e)),
    "li_grammatical": lambda e, v: (_structures(e)["mark"] == "g").sum(),
    "li_per_structure": lambda e, v: equal_for_all(_structures(e)["structure"].value_counts()),
    "adger_structures": lambda e, v: _structures(e, "Adger")["structure"].nunique(),
    "grammatical_orders": lambda e, v: len(GRAMMATICAL),
    "minimal_sets": lambda e, v: e.minimal_sets["set"].nunique(),
    "minimal_set_sentences": lambda e, v: len(e.minimal_sets),
    "minimal_sets_median": lambda e, v, system, measure, kind: e.measured(
        "li-minimal-sets", system, measure, _log_or_exp(kind, "median_set_pbc", "exp_median_set_pbc")
    ),
}


def _range(e: Evidence, variant: str, what: str) -> pd.Series:
    """Return the ``pbc`` or the ``accuracy`` (in %) of the combinations."""
    return e.combinations["pbc"] if what == "pbc" else 100 * e.combinations[e.variants[variant]["accuracy"]]
