"""Name baselines and other rows that are no systems of the configuration, and choose the colours of systems."""

from collections.abc import Collection, Iterable, Mapping

from acceptability.contracts.deltas import REFERENCE

# Okabe & Ito's palette, safe for colour-blind readers, without yellow, which is too light for lines; then some of
# Tol's. Markers and order tell rows apart too.
COLOURS = ["#0072B2", "#56B4E9", "#009E73", "#D55E00", "#E69F00", "#CC79A7", "#000000", "#999999"]
COLOURS += ["#332288", "#AA4499", "#117733", "#CC6677", "#44AA99", "#999933", "#661100", "#6699CC", "#4B4B8F"]
COLOURS += ["#A5AA99", "#E73F74", "#80BA5A", "#805000"]

HUMAN = "human"  # the row of the people whose ratings are the reference
SUMMED = "people/summed"  # the row of people of whose answers only sums by paradigm are known

# Baselines: what no system, or the humans themselves, would score (statistics/references.py).
REFERENCES = {
    "oracle": "Human ratings, SD 1 (oracle)",
    "permuted_within": "Human deltas, shuffled within phenomena",
    "permuted_across": "Human deltas, shuffled",
    "best_constant": "Best constant delta",
    "best_constant_left_out": "Best constant, cross-validated",
    "negative_length": "Shorter is better",
    "usual_choice": "Always the usual choice",
    "random": "Random scores",
}
NEEDED = {  # what a dataset must have for a reference, in the words of ``when``
    **dict.fromkeys(
        ("oracle", "permuted_within", "permuted_across", "best_constant", "best_constant_left_out"), "rated"
    ),
    "usual_choice": "preference",
}
PANELS = {  # people who rated, and what a model of sampling error predicts (analyses/people/compute.py)
    "people/raw": "Other people",
    "predicted/raw": "Other people, predicted",
    "judge/raw": "Expected ratings, predicted",
    "people/sd_1": "Other people, SD 1",
    "predicted/sd_1": "Other people, SD 1, predicted",
    "judge/sd_1": "Expected ratings, SD 1, predicted",
    "human/rating": "Human deltas themselves",
}
FUNCTIONS = {  # measures that are one linking function: of masked models too, or on another scale
    **dict.fromkeys(("log_prob", "pll"), "log-prob / PLL"),
    **dict.fromkeys(("mean_lp", "mean_pll"), "MeanLP / mean PLL"),
    "morcela_own_scale": "MORCELA",
}
TRAINED_SIMPLY = {"bag-of-words": "Bag of words", "majority-class": "Majority class"}
SIMPLE_RULES = TRAINED_SIMPLY | {"shorter": "Shorter is better", "best-length": "Best rule of length"}


def split_row(row: str) -> tuple[str, str]:
    """Return the system and the measure of a row, ``system/measure``."""
    system, _, measure = row.partition("/")
    return system, measure


def reference_labels(has: Collection[str]) -> dict[str, str]:
    """Return the label of each row of the references of a dataset; ``has`` is what it has, in the words of ``when``."""
    names = [key for key in REFERENCES if key not in NEEDED or NEEDED[key] in has]
    return {f"{REFERENCE}/{key}": REFERENCES[key] for key in names}


def people_by_paradigm(has: Collection[str]) -> dict[str, str]:
    """Return {row: label} for the people whose choices have shares by paradigm; empty where there are none.

    ``has`` is what a dataset has, in the words of ``when``.
    """
    rows = {"choices": "people/individual", "summed_choices": SUMMED}
    return {row: "People, single answers" for word, row in rows.items() if word in has}


def row_colours(rows: Iterable[str], declared: Mapping[str, str]) -> dict[str, str]:
    """Return the colour of each row: the declared one, or, in order, the colours of the palette that nobody declared.

    When these are used up, they are taken from the start again.
    """
    free = [colour for colour in COLOURS if colour not in declared.values()] or COLOURS
    others = [row for row in rows if row not in declared]
    return dict(declared) | {row: free[number % len(free)] for number, row in enumerate(others)}
