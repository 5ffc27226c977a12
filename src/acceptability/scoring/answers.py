"""Turn answers to prompts into scores of sentences or pairs (pure)."""

import math

import pandas as pd

from acceptability.scoring.prompts import PAIR_MEASURES

PROMPT = ["measure", "item", "prompt"]


def scores_of_items(answers: pd.DataFrame, by_prompt: bool = False) -> pd.DataFrame:
    """Return ``measure, item, score``: the mean over prompts of what each prompt says of an item.

    That is the mean over orders of the mean over repetitions; a prompt that got no answer in one of the orders of a
    pair says nothing. Items of which no prompt says anything have no row. ``by_prompt``: with a column ``prompt``,
    without the mean over prompts. ``answers`` is a table ANSWERS.
    """
    by_order = answers.groupby([*PROMPT, "order"], sort=False)["score"].mean()
    by_prompts = by_order.groupby(PROMPT, sort=False)
    answered, means = by_prompts.count(), by_prompts.mean()
    whole = means[answered == 1 + answered.index.get_level_values("measure").isin(PAIR_MEASURES)]
    return (whole if by_prompt else whole.groupby(PROMPT[:2], sort=False).mean()).reset_index()


def change_per_nat(measure: str, answers: pd.DataFrame) -> float:
    """Return how much a score changes at most with a nat of the log-probability of one option; see SCORES.

    NaN where answers were not computed from log-probabilities. An expected number E changes by p(d) |d − E|, which is
    E at most.
    """
    if answers["listed"].isna().all():
        return math.nan
    return float(answers["score"].max()) if measure == "rating" else 1.0
