"""Warstadt et al., BLiMP (TACL 2020): what its printed numbers are computed from.

``QUANTITIES`` are functions of the evidence, the name of a variant (the version of the released results) and the words
of a fact's argument. Accuracies are in %, differences in percentage points, as the paper prints them. A *place* is
``overall``, a phenomenon or a paradigm; the accuracy of several paradigms is their mean.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log10

import pandas as pd

from acceptability.contracts.defaults import LEVEL
from acceptability.options import Options
from acceptability.papers.blimp.accuracies import CONTRASTS, advantage, by_paradigm, phenomena
from acceptability.papers.blimp.outputs import effect, unexpected_columns
from acceptability.papers.blimp.study import MODELS, OUTPUTS, VERSIONS, VOCABULARY
from acceptability.papers.blimp.vocabulary import entries, frames, word_forms
from acceptability.statistics.correlation import pearson
from acceptability.studies import evidence as shared
from acceptability.studies.evidence import Files, NotRecomputable, Quantity, equal_for_all, not_fetched, unexpected

VARIANTS = {name: year for year, name in VERSIONS.items()}
NEURAL = tuple(model for model in MODELS if model != "ngram")
CHANCE = 50.0
RISE = 5.0  # percentage points from the lowest to the highest fifth of the pairs
PASSED = 4  # of 5 pairs: a majority must agree with the labels, or the paradigm is rejected
WIKIPEDIA = 83e6  # tokens that the LSTM was trained on, and Transformer-XL for the learning curves


@dataclass(frozen=True, kw_only=True)
class Evidence(shared.Evidence):
    """Everything that the paper's numbers are recomputed from.

    Attributes:
        variants: the year of the released results, by the name of the variant.
        accuracies: the contract RELEASED_ACCURACIES.
        pairs: the dataset's pairs, indexed by id.
        unequal_lengths: the contract UNEQUAL_LENGTHS.
        vocabulary: the vocabulary of the program that made the sentences, as released; or the reason why there is none.
        vocabulary_pairs: the contract VOCABULARY_PAIRS, indexed by paradigm; or the same reason.
        by_predictor: the contract RELEASED_BY_PREDICTOR; or the reason why there is none.
        judged: the contract CHOSEN_PAIRS: the pairs that people judged.
        humans: the authors' summary of the answers, by condition; rejected paradigms are included.
        answer_sheets: the approved ones, each of five judgments: ``payment`` in dollars and ``minutes`` from accepting
            to submitting.
    """

    variants: Mapping[str, str]
    accuracies: pd.DataFrame
    pairs: pd.DataFrame
    unequal_lengths: pd.DataFrame
    vocabulary: pd.DataFrame | NotRecomputable
    vocabulary_pairs: pd.DataFrame | NotRecomputable
    by_predictor: pd.DataFrame | NotRecomputable
    judged: pd.DataFrame
    humans: pd.DataFrame
    answer_sheets: pd.DataFrame

    @cached_property
    def phenomena(self) -> pd.Series:
        """Return the phenomenon of each paradigm."""
        return phenomena(self.accuracies)

    @cached_property
    def by_paradigm(self) -> dict[str, pd.DataFrame]:
        """By variant, the accuracy of each system in each paradigm: paradigms × systems."""
        return {variant: by_paradigm(self.accuracies, year) for variant, year in self.variants.items()}

    def places(self, *places: str) -> list[str]:
        """Return the paradigms of these places."""
        paradigms = []
        for place in places:
            of_place = self.phenomena.index[self.phenomena.eq(place)] if place != "overall" else self.phenomena.index
            paradigms += list(of_place) if len(of_place) else [self.phenomena.loc[[place]].index[0]]
        return paradigms

    def accuracy(self, variant: str, system: str, *places: str) -> float:
        """Return the mean accuracy over the paradigms of these places."""
        return self.by_paradigm[variant][system][self.places(*places)].mean()

    def by_phenomenon(self, variant: str) -> pd.DataFrame:
        """Return the accuracy of each system in each phenomenon: phenomena × systems."""
        return self.by_paradigm[variant].groupby(self.phenomena).mean()

    def effects(self, predictor: str) -> pd.Series:
        """Return each model's accuracy in the highest fifth of a predictor minus that in the lowest."""
        parts = fetched(self.by_predictor)
        return pd.Series({model: effect(parts, model, predictor) for model in MODELS})

    @cached_property
    def majorities(self) -> pd.Series:
        """In each paradigm, how many pairs a majority agrees with."""
        return self.judged["share"].gt(0.5).groupby(self.judged["paradigm"]).sum()


def fetched(table: pd.DataFrame | NotRecomputable) -> pd.DataFrame:
    """Return a table; raise the reason why there is none."""
    if isinstance(table, NotRecomputable):
        raise table
    return table


def evidence(files: Files, rows: list[str], variants: Mapping[str, Options]) -> Evidence:
    """Gather the evidence from the files that ``reads`` of the study names. Variants are those of the data."""
    return Evidence(
        rows=rows,
        variants=VARIANTS,
        accuracies=files["accuracies"],
        pairs=files["pairs"].set_index("pair_id"),
        unequal_lengths=files["unequal_lengths"],
        vocabulary=files.get("vocabulary", not_fetched(VOCABULARY)),
        vocabulary_pairs=files["vocabulary_pairs"].set_index("paradigm")
        if "vocabulary_pairs" in files
        else not_fetched(VOCABULARY),
        by_predictor=_by_predictor(files),
        judged=files["judged"],
        humans=files["humans"].set_index("Condition"),
        answer_sheets=approved(files["answer_sheets"]),
    )


def _by_predictor(files: Files) -> pd.DataFrame | NotRecomputable:
    """Return the accuracy by predictor, or why there is none."""
    if "by_predictor" not in files:
        return not_fetched(*OUTPUTS.values())
    columns = next(filter(None, (unexpected_columns(files[model]) for model in MODELS)), [])
    return unexpected(columns) if columns else files["by_predictor"]


def approved(sheets: pd.DataFrame) -> pd.DataFrame:
    """Return ``payment`` and ``minutes`` of each approved answer sheet, as released."""
    rows = sheets[sheets["AssignmentStatus"] == "Approved"]
    payment = rows["Reward"].str.strip().str.removeprefix("$").astype(float)
    return pd.DataFrame({"payment": payment, "minutes": rows["WorkTimeInSeconds"].astype(float) / 60})


def _gap(e: Evidence, variant: str, system: str, *places: str) -> float:
    return e.accuracy(variant, "human", *places) - e.accuracy(variant, system, *places)


def _extreme(e: Evidence, variant: str, place: str) -> tuple[str, str]:
    """Return the models with the lowest and the highest accuracy."""
    by_model = {model: e.accuracy(variant, model, place) for model in MODELS}
    return min(by_model, key=by_model.get), max(by_model, key=by_model.get)


def _margin_of_hardest(e: Evidence, variant: str, system: str, phenomenon: str) -> float:
    accuracy = e.by_phenomenon(variant)[system]
    return accuracy.drop(phenomenon).min() - accuracy[phenomenon]


def _below_overall(e: Evidence, variant: str, phenomenon: str) -> float:
    return sum(e.accuracy(variant, model, phenomenon) < e.accuracy(variant, model, "overall") for model in MODELS)


def _best_field(e: Evidence, variant: str, baseline: str = "") -> str:
    """Return the field in which the models' mean accuracy is highest, or exceeds that of ``baseline`` most."""
    table = e.by_paradigm[variant]
    above = table[list(MODELS)].mean(axis=1) - (table[baseline] if baseline else 0)
    return above.groupby(e.pairs.groupby("paradigm")["field"].first()).mean().idxmax()


def _cells(e: Evidence, variant: str, systems: Sequence[str], *places: str) -> pd.Series:
    """Return the accuracy of each of these systems in each paradigm of these places."""
    return e.by_paradigm[variant].loc[e.places(*places), list(systems)].stack()


def _r(e: Evidence, variant: str, one: str, other: str) -> float:
    table = e.by_paradigm[variant]
    return pearson(table[one], table[other])[0]


def _with_people(e: Evidence, variant: str) -> pd.Series:
    """Return Pearson's r of each model's accuracies and people's."""
    return pd.Series({model: _r(e, variant, "human", model) for model in MODELS})


def _neural_excess(e: Evidence, variant: str) -> float:
    between = [_r(e, variant, one, other) for one in NEURAL for other in NEURAL if one < other]
    return min(between) - _with_people(e, variant)[list(NEURAL)].max()


def _fall(e: Evidence, variant: str, system: str, *contrasts: str) -> float:
    """Return how far the accuracy falls from the first set of paradigms of these contrasts to the other sets."""
    sets = [list(CONTRASTS[contrast].values()) for contrast in contrasts]
    first = [paradigm for before, *_ in sets for paradigm in before]
    after = [paradigm for _, *rest in sets for one in rest for paradigm in one]
    return e.accuracy(variant, system, *first) - e.accuracy(variant, system, *after)


def _falls(e: Evidence, variant: str, systems: Sequence[str], *contrasts: str) -> pd.Series:
    return pd.Series({system: _fall(e, variant, system, *contrasts) for system in systems})


def _tokens(e: Evidence, variant: str, slope: str, system: str, phenomenon: str) -> float:
    """Return log10 of the training tokens with which a model would reach people's accuracy.

    ``slope`` says by how much its share rises when the tokens double.
    """
    doublings = _gap(e, variant, system, phenomenon) / 100 / float(slope)
    return log10(WIKIPEDIA) + doublings * log10(2)


def _advantage(e: Evidence, variant: str, method: str) -> pd.DataFrame:
    year = e.variants[variant]
    if method not in set(e.accuracies.loc[e.accuracies["version"] == year, "method"]):
        raise NotRecomputable(f"no accuracies of the {method} method were released")
    return advantage(e.accuracies, year, method)


def _method_difference(e: Evidence, variant: str, method: str, system: str, place: str) -> float:
    table = _advantage(e, variant, method)[system]
    return table[table.index.isin(e.places(place))].mean()


def _largest_method_difference(e: Evidence, variant: str) -> float:
    return max(_advantage(e, variant, method).mean().abs().max() for method in ("one-prefix", "two-prefix"))


def _rising(e: Evidence, predictor: str) -> list[str]:
    """Return the models whose accuracy rises with a predictor."""
    return [model for model, points in e.effects(predictor).items() if points > RISE]


QUANTITIES: dict[str, Quantity] = {
    # the dataset
    "paradigms": lambda e, v, place="overall": len(e.places(place)),
    "paradigms_named": lambda e, v, start: e.phenomena.index.str.startswith(start).sum(),
    "phenomena": lambda e, v: e.phenomena.nunique(),
    "pairs": lambda e, v: len(e.pairs),
    "pairs_in_each": lambda e, v: equal_for_all(e.pairs["paradigm"].value_counts()),
    "is_pair_of": lambda e, v, pair, phenomenon: e.pairs.loc[pair, "phenomenon"] == phenomenon,
    "randomly_unequal": lambda e, v: (e.unequal_lengths["p"] >= LEVEL).sum(),
    # the vocabulary
    "vocabulary_rows": lambda e, v: len(fetched(e.vocabulary)),
    "vocabulary_words": lambda e, v: len(word_forms(entries(fetched(e.vocabulary)))),
    "frames": lambda e, v: frames(fetched(e.vocabulary)),
    "all_pairs_are": lambda e, v, column: bool(
        (fetched(e.vocabulary_pairs)[column] == fetched(e.vocabulary_pairs)["pairs"]).all()
    ),
    # people
    "rated_pairs_in_each": lambda e, v: equal_for_all(e.judged["paradigm"].value_counts()),
    "answers": lambda e, v: e.judged["answers"].sum(),
    "answers_per_pair": lambda e, v: e.judged["answers"].mean(),
    "answers_per_paradigm": lambda e, v: e.judged.groupby("paradigm")["answers"].sum().mean(),
    "aggregate_agreement": lambda e, v: 100 * (e.judged["share"] > 0.5).mean(),
    "individual_agreement": lambda e, v: 100 * e.judged["share"].mean(),
    "fewest_majorities": lambda e, v: e.majorities.min(),
    "payment": lambda e, v: equal_for_all(e.answer_sheets["payment"]),
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
    # predictors
    "weakest_effect": lambda e, v, system, predictor: e.effects(predictor).abs().idxmin() == system,
    "rises_only_for": lambda e, v, system, predictor: _rising(e, predictor) == [system],
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
