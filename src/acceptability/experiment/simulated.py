"""Simulate people who take part in an experiment, so that the way to the figure can be tried before anybody does.

Their answers are simulated, and say so: in the file's name, in each person's, and in all that is made of them.
"""

import csv
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import numpy as np

from acceptability.contracts import io
from acceptability.experiment.design import Choice, Design, Stimulus
from acceptability.responses.results import SIMULATED

NAME = "simulated-answers.csv"
MEAN = {"good": 0.75, "bad": 0.35, "filler": 0.55}  # of answers, from the lowest (0) to the highest (1)
GOLD = {"good": 0.95, "bad": 0.05}
SD_OF_PEOPLE, SD_OF_ITEMS, SD_OF_ANSWERS = 0.06, 0.08, 0.15
CHOOSE_GOOD = 0.85
MEDIAN_TIME, SPREAD_OF_TIME = 2500, 0.5  # milliseconds, and the SD of its logarithm
COLUMNS = [
    "trial_type",
    "trial_index",
    "participant",
    "list",
    "task",
    "sentence_id",
    "item",
    "condition",
    "sentence",
    "pair_id",
    "good",
    "bad",
    "gold",
    "place",
    "response",
    "rating",
    "good_side",
    "chose_good",
    "rt",
]


def write(design: Design, people: int, folder: Path) -> list[str]:
    """Write the answers of so many simulated people as the page would save them, and return lines to print.

    People get the lists in turn. Ratings are normal around the mean of their condition, with a shift for each person
    and each item, rounded to the scale. The good sentence of a pair is chosen in 85 of 100 cases.
    """
    draw = np.random.default_rng(design.seed)
    lists = design.choices if design.task == "choice" else design.lists
    everything = [one for items in lists for one in items] + list(design.fillers)
    shifts = {_item(one): draw.normal(0, SD_OF_ITEMS) for one in everything}
    text = StringIO()
    rows = csv.DictWriter(text, COLUMNS, restval="", quoting=csv.QUOTE_ALL)
    rows.writeheader()
    for person in range(people):
        number = person % len(lists)
        items = [*lists[number], *design.fillers]
        order = [items[place] for place in draw.permutation(len(items))]
        about = {"participant": f"{SIMULATED}{person + 1}", "list": number + 1}
        for index, row in enumerate(_answers(order, design, shifts, draw)):
            rows.writerow({"trial_index": index} | about | row)
    io.write_text(text.getvalue(), folder / NAME)
    return [f"SIMULATED answers of {people} people: {NAME}, to try the whole way; never report them"]


def _item(item: Stimulus | Choice) -> str:
    return item.pair_id if isinstance(item, Choice) else item.item


def _answers(order: list, design: Design, shifts: dict[str, float], draw: np.random.Generator) -> Iterator[dict]:
    """Yield the rows of a participant's answers, in this order."""
    of_person = draw.normal(0, SD_OF_PEOPLE)
    for place, item in enumerate(order, start=1):
        row = {"place": place, "gold": item.gold, "rt": round(MEDIAN_TIME * np.exp(draw.normal(0, SPREAD_OF_TIME)))}
        if isinstance(item, Choice):
            right, side = (
                int(draw.random() < CHOOSE_GOOD),
                int(draw.random() < 0.5),
            )  # side 1: the good one on the right
            row |= {"trial_type": "html-button-response", "task": "choice", "pair_id": item.pair_id}
            row |= {"good": item.good, "bad": item.bad, "good_side": ("left", "right")[side], "chose_good": right}
            yield row | {"response": side if right else 1 - side}
            continue
        mean = GOLD.get(item.gold, MEAN[item.condition])
        value = np.clip(mean + of_person + shifts[item.item] + draw.normal(0, SD_OF_ANSWERS), 0, 1)
        steps = round(float(value) * (design.points - 1))
        row |= {"task": "rating", "sentence_id": item.sentence_id, "item": item.item, "condition": item.condition}
        slider = design.task == "slider"
        row |= {"trial_type": "html-slider-response" if slider else "html-button-response", "response": steps}
        yield row | {"sentence": item.sentence, "rating": steps + (design.task == "likert")}
