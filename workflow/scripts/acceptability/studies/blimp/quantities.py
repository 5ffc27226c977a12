"""Warstadt et al., BLiMP (TACL 2020): what its printed numbers are computed from.

``QUANTITIES`` are functions of the evidence, the version of the released results (2020 or 2021) and the words of a
fact's argument. Accuracies are in %, differences in percentage points, as the paper prints them. A *place* is
``overall``, a phenomenon or a paradigm; the accuracy of several paradigms is their mean.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import log10
from pathlib import Path

import pandas as pd

from acceptability.analysis.choices import counted
from acceptability.analysis.correlation import pearson
from acceptability.contracts import io
from acceptability.contracts.data import CHOICES, PAIRS, SENTENCES
from acceptability.contracts.studies import RELEASED_ACCURACIES
from acceptability.studies.blimp.accuracies import CONTRASTS, advantage, by_paradigm, phenomena
from acceptability.studies.blimp.lengths import LEVEL, unequal
from acceptability.studies.blimp.manifest import MODELS, VERSIONS
from acceptability.studies.verdicts import NotRecomputable, Quantity

VARIANTS = {name: version for version, name in VERSIONS.items()}  # of the data
NEURAL = tuple(model for model in MODELS if model != "ngram")
CHANCE = 50.0
PASSED = 4  # of 5 pairs: a majority must agree with the labels, or the paradigm is rejected
WIKIPEDIA = 83e6  # tokens that the LSTM was trained on, and Transformer-XL for the learning curves


@dataclass(frozen=True)
class Evidence:
    """Everything that the paper's numbers are recomputed from.

    accuracies: as RELEASED_ACCURACIES. pairs: indexed by id. sentences: text by id. choices: one row a person and pair.
    humans: the authors' summary of the answers, by condition, rejected paradigms included. answer_sheets: the approved
    ones, each of five judgments: ``payment`` in dollars and ``minutes`` from accepting to submitting. rows: none.
    """

    accuracies: pd.DataFrame
    pairs: pd.DataFrame
    sentences: pd.Series
    choices: pd.DataFrame
    humans: pd.DataFrame
    answer_sheets: pd.DataFrame
    rows: Sequence[str] = field(default=())

    @cached_property
    def phenomena(self) -> pd.Series:
        """The phenomenon of each paradigm."""
        return phenomena(self.accuracies)

    def places(self, *places: str) -> list[str]:
        """The paradigms of these places."""
        found = []
        for place in places:
            of_place = self.phenomena.index[self.phenomena.eq(place)] if place != "overall" else self.phenomena.index
            found += list(of_place) if len(of_place) else [self.phenomena.loc[[place]].index[0]]
        return found

    def accuracy(self, version: str, system: str, *places: str) -> float:
        """Mean accuracy over the paradigms of these places."""
        return by_paradigm(self.accuracies, version)[system][self.places(*places)].mean()

    def by_phenomenon(self, version: str) -> pd.DataFrame:
        """Accuracy: phenomena × systems."""
        return by_paradigm(self.accuracies, version).groupby(self.phenomena).mean()

    @cached_property
    def agreement(self) -> pd.DataFrame:
        """Of each rated pair: ``answers`` and the ``share`` that agrees with its label; and its ``paradigm``."""
        found = self.choices.groupby("pair_id")["chose_good"].agg(answers="size", share="mean")
        return found.assign(paradigm=self.pairs["paradigm"])

    @cached_property
    def majorities(self) -> pd.Series:
        """In each paradigm, how many pairs a majority agrees with."""
        return self.agreement["share"].gt(0.5).groupby(self.agreement["paradigm"]).sum()


def evidence(files: Mapping[str, Path], rows: list[str]) -> Evidence:
    """The files named by the manifest's ``reads``, read."""
    return Evidence(
        accuracies=io.read_table(files["accuracies"], RELEASED_ACCURACIES),
        pairs=io.read_table(files["pairs"], PAIRS).set_index("pair_id"),
        sentences=io.read_table(files["sentences"], SENTENCES).set_index("sentence_id")["sentence"],
        choices=counted(io.read_table(files["choices"], CHOICES)),
        humans=io.read_raw_csv(files["humans"]).set_index("Condition"),
        answer_sheets=approved(io.read_raw_csv(files["answer_sheets"])),
        rows=rows,
    )


def approved(sheets: pd.DataFrame) -> pd.DataFrame:
    """``payment`` and ``minutes`` of each approved answer sheet, as released."""
    rows = sheets[sheets["AssignmentStatus"] == "Approved"]
    payment = rows["Reward"].str.strip().str.removeprefix("$").astype(float)
    return pd.DataFrame({"payment": payment, "minutes": rows["WorkTimeInSeconds"].astype(float) / 60})


def _same(counts: pd.Series) -> float:
    """The number that all have; NaN where they differ."""
    return counts.iloc[0] if counts.nunique() == 1 else float("nan")


def _unequal(e: Evidence) -> pd.DataFrame:
    """Of each paradigm with pairs of unequal length in words: in how many the acceptable one is ``shorter, longer``."""
    return unequal(e.sentences, e.pairs)


def _randomly_unequal(e: Evidence, version: str) -> int:
    return (_unequal(e)["p"] >= LEVEL).sum()


def _gap(e: Evidence, version: str, system: str, *places: str) -> float:
    return e.accuracy(version, "human", *places) - e.accuracy(version, system, *places)


def _extreme(e: Evidence, version: str, place: str) -> tuple[str, str]:
    """The models with the lowest and the highest accuracy."""
    by_model = {model: e.accuracy(version, model, place) for model in MODELS}
    return min(by_model, key=by_model.get), max(by_model, key=by_model.get)


def _margin_of_hardest(e: Evidence, version: str, system: str, phenomenon: str) -> float:
    accuracy = e.by_phenomenon(version)[system]
    return accuracy.drop(phenomenon).min() - accuracy[phenomenon]


def _below_overall(e: Evidence, version: str, phenomenon: str) -> float:
    return sum(e.accuracy(version, model, phenomenon) < e.accuracy(version, model, "overall") for model in MODELS)


def _best_field(e: Evidence, version: str, baseline: str = "") -> str:
    """The field in which the models' mean accuracy is highest; or, with a system, exceeds that system's most."""
    table = by_paradigm(e.accuracies, version)
    above = table[list(MODELS)].mean(axis=1) - (table[baseline] if baseline else 0)
    return above.groupby(e.pairs.groupby("paradigm")["field"].first()).mean().idxmax()


def _cells(e: Evidence, version: str, systems: Sequence[str], *places: str) -> pd.Series:
    """Accuracies of each of these systems in each paradigm of these places."""
    return by_paradigm(e.accuracies, version).loc[e.places(*places), list(systems)].stack()


def _r(e: Evidence, version: str, one: str, other: str) -> float:
    table = by_paradigm(e.accuracies, version)
    return pearson(table[one], table[other])[0]


def _with_people(e: Evidence, version: str) -> pd.Series:
    """How strongly each model's accuracies are correlated with people's."""
    return pd.Series({model: _r(e, version, "human", model) for model in MODELS})


def _neural_excess(e: Evidence, version: str) -> float:
    between = [_r(e, version, one, other) for one in NEURAL for other in NEURAL if one < other]
    return min(between) - _with_people(e, version)[list(NEURAL)].max()


def _fall(e: Evidence, version: str, system: str, *contrasts: str) -> float:
    """From the first set of paradigms of these contrasts to the others."""
    sets = [list(CONTRASTS[contrast].values()) for contrast in contrasts]
    first = [paradigm for before, *_ in sets for paradigm in before]
    after = [paradigm for _, *rest in sets for one in rest for paradigm in one]
    return e.accuracy(version, system, *first) - e.accuracy(version, system, *after)


def _falls(e: Evidence, version: str, systems: Sequence[str], *contrasts: str) -> pd.Series:
    return pd.Series({system: _fall(e, version, system, *contrasts) for system in systems})


def _tokens(e: Evidence, version: str, slope: str, system: str, phenomenon: str) -> float:
    """Logarithm (base 10) of the training tokens with which a model would reach people's accuracy.

    ``slope``: by how much its share rises when the tokens double.
    """
    doublings = _gap(e, version, system, phenomenon) / 100 / float(slope)
    return log10(WIKIPEDIA) + doublings * log10(2)


def _advantage(e: Evidence, version: str, method: str) -> pd.DataFrame:
    if method not in set(e.accuracies.loc[e.accuracies["version"] == version, "method"]):
        raise NotRecomputable(f"no accuracies of the {method} method were released")
    return advantage(e.accuracies, version, method)


def _method_difference(e: Evidence, version: str, method: str, system: str, place: str) -> float:
    table = _advantage(e, version, method)[system]
    return table[table.index.isin(e.places(place))].mean()


def _largest_method_difference(e: Evidence, version: str) -> float:
    return max(_advantage(e, version, method).mean().abs().max() for method in ("one-prefix", "two-prefix"))


QUANTITIES: dict[str, Quantity] = {
    # the dataset
    "paradigms": lambda e, v, place="overall": len(e.places(place)),
    "paradigms_named": lambda e, v, start: e.phenomena.index.str.startswith(start).sum(),
    "phenomena": lambda e, v: e.phenomena.nunique(),
    "pairs": lambda e, v: len(e.pairs),
    "pairs_in_each": lambda e, v: _same(e.pairs["paradigm"].value_counts()),
    "is_pair_of": lambda e, v, pair, phenomenon: e.pairs.loc[pair, "phenomenon"] == phenomenon,
    "randomly_unequal": _randomly_unequal,
    # people
    "rated_pairs_in_each": lambda e, v: _same(e.agreement["paradigm"].value_counts()),
    "answers": lambda e, v: len(e.choices),
    "answers_per_pair": lambda e, v: e.agreement["answers"].mean(),
    "answers_per_paradigm": lambda e, v: e.agreement.groupby("paradigm")["answers"].sum().mean(),
    "aggregate_agreement": lambda e, v: 100 * (e.agreement["share"] > 0.5).mean(),
    "individual_agreement": lambda e, v: 100 * e.agreement["share"].mean(),
    "fewest_majorities": lambda e, v: e.majorities.min(),
    "payment": lambda e, v: _same(e.answer_sheets["payment"]),
    "minutes": lambda e, v: e.answer_sheets["minutes"].median(),
    "passed": lambda e, v: (e.majorities >= PASSED).sum(),
    "rejected": lambda e, v: (e.humans["accepted"].astype(int) < PASSED).sum(),
    # accuracy
    "accuracy": lambda e, v, system, *places: e.accuracy(v, system, *places),
    "lowest": lambda e, v, system, place: _extreme(e, v, place)[0] == system,
    "highest": lambda e, v, system, place: _extreme(e, v, place)[1] == system,
    "phenomena_lowest": lambda e, v, system: (e.by_phenomenon(v)[list(MODELS)].idxmin(axis=1) == system).sum(),
    "gap": _gap,
    "smallest_gap": lambda e, v, place: min(_gap(e, v, model, place) for model in MODELS),
    "largest_gap": lambda e, v, system, *places: max(abs(_gap(e, v, system, place)) for place in places),
    "phenomena_of_people": lambda e, v, system: (e.by_phenomenon(v)[system] >= e.by_phenomenon(v)["human"]).sum(),
    "farthest_from_chance": lambda e, v, place: max(abs(e.accuracy(v, model, place) - CHANCE) for model in MODELS),
    "models_above": lambda e, v, bound, place: sum(e.accuracy(v, model, place) > float(bound) for model in MODELS),
    "margin_of_hardest": _margin_of_hardest,
    "below_overall": _below_overall,
    "is_best_field": lambda e, v, name: _best_field(e, v) == name,
    "is_closest_field": lambda e, v, name: _best_field(e, v, "human") == name,
    "lowest_cell": lambda e, v, *places: _cells(e, v, MODELS, *places).min(),
    "lowest_neural_cell": lambda e, v, *places: _cells(e, v, NEURAL, *places).min(),
    "highest_cell": lambda e, v, *places: _cells(e, v, MODELS, *places).max(),
    "paradigms_above": lambda e, v, system, bound, place: (_cells(e, v, [system], place) > float(bound)).sum(),
    "easiest": lambda e, v, system, *names: set(e.by_phenomenon(v)[system].nlargest(len(names)).index) == set(names),
    "hardest": lambda e, v, system, *names: set(e.by_phenomenon(v)[system].nsmallest(len(names)).index) == set(names),
    "lies_near": lambda e, v, system, share, margin: (
        abs(e.accuracy(v, system, "overall") / 100 - float(share)) <= float(margin)
    ),
    # correlations
    "r": _r,
    "most_like_people": lambda e, v, system: _with_people(e, v).idxmax() == system,
    "least_like_people": lambda e, v, system: _with_people(e, v).idxmin() == system,
    "neural_excess": _neural_excess,
    # contrasts of paradigms, training size, methods
    "fall": _fall,
    "largest_neural_fall": lambda e, v, *contrasts: _falls(e, v, NEURAL, *contrasts).max(),
    "smallest_neural_fall": lambda e, v, *contrasts: _falls(e, v, NEURAL, *contrasts).min(),
    "falls_most": lambda e, v, system, *contrasts: _falls(e, v, MODELS, *contrasts).idxmax() == system,
    "tokens": _tokens,
    "method_difference": _method_difference,
    "largest_method_difference": _largest_method_difference,
}
