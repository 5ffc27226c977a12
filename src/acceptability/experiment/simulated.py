"""Simulate people who take part in an experiment, so that the way to the figure can be tried before anybody does.

Their answers are simulated, and say so: in the file's name, in each person's, and in all that is made of them.
"""

import csv
import re
from collections.abc import Iterator
from io import StringIO
from math import sqrt
from pathlib import Path

import numpy as np

from acceptability.contracts import io
from acceptability.experiment.design import CHECK, Choice, Design, Stimulus
from acceptability.responses.answers import SIMULATED
from acceptability.statistics.power.declared import ASSUMPTIONS

NAME = "simulated-answers.csv"
LIKE = {name: assumption.value for name, assumption in ASSUMPTIONS.items()}  # real raters, in SDs of their ratings
OF_DELTAS = LIKE["human_mean"] ** 2 + LIKE["human_sd_phenomena"] ** 2 + LIKE["human_sd_pairs"] ** 2
SD_OF_SENTENCES = sqrt(1 - LIKE["rater_sd"] ** 2)  # of expected ratings, since a participant's z-scores have an SD of 1
SD_OF_MIDDLES = sqrt(SD_OF_SENTENCES**2 - OF_DELTAS / 4)  # of the mean expected rating of the sentences of a pair
GOLD = {"good": 1.3, "bad": -1.3}  # expected ratings of sentences whose answer is beyond doubt
MIDDLE, SPREAD = 0.55, 0.28  # of a participant's answers, from the lowest (0) to the highest (1)
SD_OF_MIDDLE, SD_OF_SPREAD = 0.06, 0.05
FAILED_CHECKS = 0.05  # the share of attention checks that are answered wrongly
MEDIAN_TIME, SPREAD_OF_TIME = 2500, 0.5  # milliseconds, and the SD of its logarithm
COLUMNS = [
    *("trial_type", "trial_index", "participant", "list", "task", "sentence_id", "item", "condition", "sentence"),
    *("pair_id", "good", "bad", "gold", "attention_answer", "place", "response", "rating", "good_side", "chose_good"),
    "rt",
]


def write(design: Design, people: int, folder: Path) -> list[str]:
    """Write the answers of so many simulated people as the page would save them, and return lines to print.

    People get the lists in turn. They differ as much as the raters whose numbers power analyses assume (LIKE): how much
    the sentences of a pair differ varies over phenomena and pairs, and each answer has an error. Of two sentences, the
    one with the higher rating is chosen.
    """
    draw = np.random.default_rng(design.seed)
    expected = _expected_ratings(design, draw)
    text = StringIO()
    rows = csv.DictWriter(text, COLUMNS, restval="", quoting=csv.QUOTE_ALL)
    rows.writeheader()
    for person in range(people):
        number = person % len(design.critical)
        items = [*design.critical[number], *design.shared]
        order = [items[place] for place in draw.permutation(len(items))]
        about = {"participant": f"{SIMULATED}{person + 1}", "list": number + 1}
        for index, row in enumerate(_answers(order, design, expected, draw)):
            rows.writerow({"trial_index": index} | about | row)
    io.write_text(text.getvalue(), folder / NAME)
    rate = f"; they fail {FAILED_CHECKS:.0%} of the attention checks" if design.checks else ""
    return [f"SIMULATED answers of {people} participants: {NAME}, to try all steps; never report them{rate}"]


def _expected_ratings(design: Design, draw: np.random.Generator) -> dict[tuple[str, str], float]:
    """Return the expected z-score of each sentence, by its item and condition; the sentences of a choice are apart."""
    everything = [one for items in (*design.critical, design.fillers) for one in items]
    of_phenomenon: dict[str, float] = {}
    expected: dict[tuple[str, str], float] = {}
    for one in everything:
        item = one.pair_id if isinstance(one, Choice) else one.item
        if isinstance(one, Stimulus) and one.condition == "filler":
            expected[item, "filler"] = GOLD.get(one.gold) or draw.normal(0, SD_OF_SENTENCES)
        elif (item, "good") not in expected:
            shift = of_phenomenon.setdefault(one.phenomenon, draw.normal(0, LIKE["human_sd_phenomena"]))
            delta = LIKE["human_mean"] + shift + draw.normal(0, LIKE["human_sd_pairs"])
            middle = 0 if one.gold else draw.normal(0, SD_OF_MIDDLES)
            delta = GOLD["good"] - GOLD["bad"] if one.gold else delta
            expected |= {(item, "good"): middle + delta / 2, (item, "bad"): middle - delta / 2}
    return expected


def _answers(
    order: list, design: Design, expected: dict[tuple[str, str], float], draw: np.random.Generator
) -> Iterator[dict]:
    """Yield the rows of a participant's answers, in this order."""
    middle, spread = draw.normal(MIDDLE, SD_OF_MIDDLE), draw.normal(SPREAD, SD_OF_SPREAD)
    for place, item in enumerate(order, start=1):
        row = {"place": place, "gold": item.gold, "rt": round(MEDIAN_TIME * np.exp(draw.normal(0, SPREAD_OF_TIME)))}
        errors = draw.normal(0, LIKE["rater_sd"], 2)
        is_failed = bool(item.attention_answer) and draw.random() < FAILED_CHECKS
        row["attention_answer"] = item.attention_answer
        if isinstance(item, Choice):
            good, bad = (expected.get((item.pair_id, side), 0) for side in ("good", "bad"))
            right, side = int(good + errors[0] > bad + errors[1]), int(draw.random() < 0.5)  # 1: the good one is right
            right = int(not is_failed) if item.attention_answer else right
            task = CHECK if item.attention_answer else "choice"
            row |= {"trial_type": "html-button-response", "task": task, "pair_id": item.pair_id}
            row |= {"good": item.good, "bad": item.bad, "good_side": ("left", "right")[side], "chose_good": right}
            yield row | {"response": side if right else 1 - side}
            continue
        if item.attention_answer:
            answer = int(re.split(r"\D", item.attention_answer)[0]) - (design.task == "likert")
            steps = (answer + is_failed * design.points // 2) % design.points
        else:
            value = np.clip(middle + spread * (expected[item.item, item.condition] + errors[0]), 0, 1)
            steps = round(float(value) * (design.points - 1))
        task = CHECK if item.attention_answer else "rating"
        row |= {"task": task, "sentence_id": item.sentence_id, "item": item.item, "condition": item.condition}
        slider = design.task == "slider"
        row |= {"trial_type": "html-slider-response" if slider else "html-button-response", "response": steps}
        yield row | {"sentence": item.sentence, "rating": steps + (design.task == "likert")}
