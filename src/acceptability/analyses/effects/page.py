"""Write the first section of the page: how many participants an experiment about these phenomena needs."""

import pandas as pd

from acceptability.analyses.effects.table import make_effects
from acceptability.figures.parts import Block, Items, Paragraph, Part, frame_grid
from acceptability.messages import counted
from acceptability.rounding import percent
from acceptability.statistics.power.effects import FEWEST_ITEMS, MOST_PARTICIPANTS

USUAL = 0.5  # the difference that the sentences are about, in SD
HOW = (
    "The difference is that between the mean ratings of acceptable and unacceptable sentences of one phenomenon, in "
    "z-scores: 1 SD is the standard deviation of a participant’s ratings of all sentences. In each simulated "
    "experiment, participants and pairs vary in this difference, by the assumptions listed under “Power” "
    "(participant_sd, human_sd_pairs, rater_sd). The test treats both as random, as a mixed model with random slopes "
    "does. It assumes that pairs are independent items, so pairs of one frame count as too many. Each phenomenon is "
    "tested alone; if you test several, correct the p-values."
)


def part(effects: pd.DataFrame) -> Part:
    """Return the section. ``effects`` is the table EFFECTS.

    Its sentences and lines for the terminal are about the phenomenon of the median size, or about the greatest one, if
    that of the median size has too few pairs.
    """
    median, greatest = effects["pairs"].iloc[0], effects["pairs"].max()
    rows = effects[effects["pairs"] == (median if median >= FEWEST_ITEMS else greatest)]
    sentences = say_effects(rows[rows["difference"] == USUAL].iloc[0])
    lines = make_effects(effects=rows).iloc[:, 2:].to_string(index=False).splitlines()
    blocks: list[Block] = [Items(sentences), frame_grid(make_effects(effects=effects)), Paragraph(HOW)]
    return Part("How many participants", blocks, sentences, [f"  {line}" for line in lines])


def say_effects(row: pd.Series) -> list[str]:
    """Return how often a difference is found, and how many participants find it in 80 % of experiments."""
    size, participants = int(row["pairs"]), int(row["participants"])
    many = f"{counted(participants, 'participant')} a list"
    if size < FEWEST_ITEMS or participants < 2:
        return [
            f"With {many} and {counted(size, 'pair')} of a phenomenon, no test generalises over participants and "
            f"pairs: it needs at least {FEWEST_ITEMS} pairs of the phenomenon, and 2 participants a list (RATERS=)."
        ]
    first = (
        f"With {many}, a difference of {row['difference']:g} SD between acceptable and unacceptable sentences is found "
        f"in {percent(row['found'], 0)} of 100 experiments, for a phenomenon of {size:,} pairs."
    )
    if pd.isna(row["needed"]):
        return [first, f"Not even {MOST_PARTICIPANTS} participants a list find it in 80 of 100: more pairs are needed."]
    number, lists = int(row["needed"]), int(row["lists"])
    in_all = f"{number * lists:,} in all {lists} lists" if lists > 2 else f"{number * lists:,} in both lists"
    return [first, f"To find it in 80 of 100, it takes {number:,} participants a list, {in_all}."]
