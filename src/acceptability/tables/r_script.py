"""Write a script for R that fits mixed models to the participants' answers of an experiment."""

import re
from collections.abc import Collection
from pathlib import Path

import pandas as pd

from acceptability.contracts import io

TEMPLATE = Path(__file__).with_suffix(".R")
PACKAGES = {"likert": ("ordinal",), "slider": ("lme4",), "yes_no": ("lme4",), "choices": ("lme4",)}
MOST_STEPS = 10  # of a scale of whole numbers from the lowest to the highest; with more, it is a slider
SLIDER = (0.0, 100.0)  # the ends of the slider of `make experiment`
SIDE = "choices$first <- choices$good_first - 0.5  # 0.5 if the acceptable sentence is shown first\n"
SIDE_NOTE = """, midway between its two places. The
# coefficient of first is how much higher they are if it is shown first"""


def task_of(ratings: pd.Series) -> str:
    """Return the task of these answers, which decides the model: likert, slider, yes_no, or nothing without answers."""
    values = ratings.dropna().unique()
    if len(values) <= 2:
        return "yes_no" if len(values) else ""
    return "likert" if (values % 1 == 0).all() and values.max() - values.min() <= MOST_STEPS else "slider"


def r_script(dataset: str, *, ratings: pd.Series, choices: Collection[str], simulated: bool = False) -> str:
    """Return the text of the script, which names tables as seen from ``results/ratings``.

    Parameters:
        dataset: the name of the tables of ratings and choices.
        ratings: the answers on the scale; empty if nobody rated sentences.
        choices: the columns of the table of choices; empty if nobody chose between sentences.
        simulated: whether the answers are simulated.
    """
    parts = dict(re.findall(r"^#: (\w+)\n(.*?)(?=^#: |\Z)", io.read_text(TEMPLATE), re.M | re.S))
    task = task_of(ratings)
    tasks = [*([task] if task else []), *(["choices"] if choices else [])]
    packages = sorted({package for name in tasks for package in PACKAGES[name]})
    low, high = SLIDER if ratings.between(*SLIDER).all() else (ratings.min(), ratings.max())
    side = "good_first" in choices
    note = "# THE ANSWERS ARE SIMULATED: they are for trying all steps. Never report them.\n" * simulated
    values = {
        "dataset": dataset,
        "simulated": f"{note}is_simulated <- {str(simulated).upper()}\n",
        "packages": ", ".join(f'"{package}"' for package in packages),
        "debian": " ".join(f"r-cran-{package}" for package in packages),
        "low": f"{low:g}",
        "high": f"{high:g}",
        "side": SIDE_NOTE * side,
        "first": SIDE * side,
        "more": " + first" * side,
    }
    text = "".join(parts[name] for name in ("head", *(["ratings"] if task else []), *tasks))
    return re.sub(r"\{(\w+)\}", lambda place: values[place[1]], text)
