"""What tables and figures call things, and in which colours they draw them."""

import csv
from collections.abc import Collection, Mapping

from acceptability.config.systems import (
    REFERENCE,
    accurate,
    declared,
    fitted_from,
    is_simulated,
    measures_of,
    rows_of,
    systems_of,
    thresholded,
    unstable,
)
from acceptability.scoring.measures import MEASURES, is_of_log_probs, label_of

# Okabe & Ito's palette, safe for colour-blind readers, without yellow, which is too light for lines; then some of
# Tol's. Markers and order tell rows apart too.
COLOURS = ["#0072B2", "#56B4E9", "#009E73", "#D55E00", "#E69F00", "#CC79A7", "#000000", "#999999"]
COLOURS += ["#332288", "#AA4499", "#117733", "#CC6677", "#44AA99", "#999933", "#661100", "#6699CC", "#4B4B8F"]
COLOURS += ["#A5AA99", "#E73F74", "#80BA5A", "#805000"]

# References, not systems: what no system, or the humans themselves, would score (analysis/references.py).
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
PANELS = {  # people who rated, and what a model of sampling error predicts (analysis/people.py)
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
NEEDED = {  # what a dataset must have for a reference, in the words of artefacts.traits
    **dict.fromkeys(
        ("oracle", "permuted_within", "permuted_across", "best_constant", "best_constant_left_out"), "rated"
    ),
    "usual_choice": "preference",
}


def title(config: Mapping, key: str) -> str:
    """The label of a dataset; it says when the dataset is simulated."""
    return config["datasets"][key]["label"] + (" (simulated data)" if is_simulated(key) else "")


def row_labels(config: Mapping, systems: list[str]) -> dict[str, str]:
    """Label of each row ``system/measure``, for tables and figures: the system's label and the measure's.

    A system may call a measure otherwise than the registry of measures does, under its key ``labels``. The measure
    ``score``, of which no more is known, has no name.
    """
    every = declared(config)
    return {
        f"{system}/{measure}": f"{every[system]['label']} {_measure_label(every[system], measure)}".strip()
        for system, measure in rows_of(config, systems)
    }


def _measure_label(system: Mapping, measure: str) -> str:
    own = {"score": ""} | system.get("labels", {})
    return own[measure] if measure in own else label_of(measure, system.get("kind"))


def linking_functions(config: Mapping, dataset: str) -> dict[str, dict[str, str]]:
    """``model, label`` (the model's) and ``function`` of each row that is a linking function of log-probabilities.

    Of one that is fitted to ratings, the model is that of its log-probabilities. A function has the same name for all
    models; of two rows of a system with one function, the first stands for both. Only rows that figures list, in their
    order, if they list any.
    """
    every, fitted, found = declared(config), config.get("fitted", {}), {}
    for system, measure in rows_of(config, systems_of(config, dataset)):
        if system in fitted or is_of_log_probs(measure):
            function = FUNCTIONS.get(measure, MEASURES[measure].label)
            found.setdefault((system, function), f"{system}/{measure}")
    rows = {row: key for key, row in found.items()}
    of = {key: fitted_from(entry)[0] for key, entry in fitted.items()}
    return {
        row: {"model": model, "label": every[model]["label"], "function": function}
        for row in [row for row in config["figures"]["rows"] if row in rows] or rows
        for system, function in [rows[row]]
        for model in [of.get(system, system)]
    }


def reference_labels(traits: Collection[str]) -> dict[str, str]:
    """Label of each row of the references that a dataset with these traits (artefacts.traits) has."""
    has = [key for key in REFERENCES if key not in NEEDED or NEEDED[key] in traits]
    return {f"{REFERENCE}/{key}": REFERENCES[key] for key in has}


def other_labels(config: Mapping, dataset: str, chosen: bool) -> dict[str, str]:
    """Label of what is known by paradigm only: people who chose, and systems whose accuracies were released."""
    people = {"people/individual": "People, single answers"} if chosen else {}
    known = {key: config["accuracies"][key] for key in accurate(config, dataset)}
    return people | {f"{key}/accuracy": entry["label"] for key, entry in known.items() if "label" in entry}


def row_colours(config: Mapping, systems: list[str]) -> dict[str, str]:
    """Colour of each row ``system/measure``, the same whatever runs beside it.

    A declared colour is that of the system's first row. All other declared rows take, in order, the colours of
    the default palette that nobody declared (from the start again when they are used up).
    """
    every = declared(config)
    taken = {system["colour"] for system in every.values() if "colour" in system}
    free = [colour for colour in COLOURS if colour not in taken] or COLOURS
    colours, used = {}, 0
    for key, system in every.items():
        for number, measure in enumerate(measures_of(config, key)):
            if number == 0 and "colour" in system:
                colours[f"{key}/{measure}"] = system["colour"]
            else:
                colours[f"{key}/{measure}"] = free[used % len(free)]
                used += 1
    return {row: colours[row] for row in row_labels(config, systems)}


def restarted_rows(config: Mapping, systems: list[str]) -> dict[str, str]:
    """The row of the system that each classifier's restarts belong to: its first; of released ones, of what they are
    ``like``."""
    like = {key: config["restarts"].get(key, {}).get("like", key) for key in systems}
    return {key: f"{system}/{measures_of(config, system)[0]}" for key, system in like.items()}


def system_colours(config: Mapping, systems: list[str]) -> dict[str, str]:
    """Colour of each system: that of its first row. Released restarts have that of the system they are ``like``."""
    rows = restarted_rows(config, systems)
    colours = row_colours(config, [row.split("/")[0] for row in rows.values()])
    return {key: colours[row] for key, row in rows.items()}


def system_labels(config: Mapping, systems: list[str]) -> dict[str, str]:
    """Label of each system, without its measures; released restarts are systems too."""
    every = declared(config) | config["restarts"]
    return {key: every[key]["label"] for key in systems}


def all_labels(config: Mapping, systems: list[str]) -> dict[str, str]:
    """Label of each system and of each of its rows, by their keys."""
    return system_labels(config, systems) | row_labels(config, systems)


def simple_labels(config: Mapping, labelled: str) -> dict[str, str]:
    """Label of each of the simplest classifiers on labelled sentences."""
    rows = row_labels(config, thresholded(config, labelled))
    return {row: f"{label}, threshold" for row, label in rows.items()} | TRAINED_SIMPLY


def judge_labels(config: Mapping, dataset: str) -> dict[str, str]:
    """Label of each row that judges targeted sets: scores, restarts of classifiers, simple rules."""
    restarts = system_labels(config, unstable(config, dataset))
    rows = row_labels(config, systems_of(config, dataset))
    return rows | {f"{key}/restarts": f"{label}, restarts" for key, label in restarts.items()} | SIMPLE_RULES


def printed(study: Mapping, table: str) -> list[dict[str, str]]:
    """The rows of a table that a study prints: ``item, printed`` and more."""
    with open(f"{study['folder']}/printed/{table}.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def lines(config: Mapping, dataset: str) -> dict[str, float]:
    """Values that studies draw as lines across figures of this dataset, with their labels."""
    drawn = {}
    for study in config["studies"].values():
        for line in study.get("lines", {}).get(dataset, []):
            (value,) = (row["printed"] for row in printed(study, line["printed"]) if row["item"] == line["item"])
            drawn[f"{line['label']}, {value}"] = float(value)
    return drawn


def printed_rows(config: Mapping, dataset: str) -> list[dict[str, str]]:
    """``item, printed`` of the rows that studies print beside this dataset's classifiers."""
    return [
        {key: row[key] for key in ("item", "printed")}
        for study in config["studies"].values()
        if dataset in study.get("printed_rows", {})
        for row in printed(study, study["printed_rows"][dataset])
    ]


def first_pairs(config: Mapping, example: str) -> list[str]:
    """The pairs that a study prints as an example, by their ids: they stand first where they qualify."""
    for study in config["studies"].values():
        if table := study["examples"].get(example, {}).get("printed"):
            ids = [row["argument"].split()[-1] for row in printed(study, table) if row["quantity"] == "qualifies"]
            return list(dict.fromkeys(ids))
    return []
