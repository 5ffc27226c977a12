"""Return whether z-scores within participants have a common scale, where these rated different conditions (pure)."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy.special import stdtrit

from acceptability.contracts.defaults import LEVEL
from acceptability.messages import Message, setting
from acceptability.statistics import places
from acceptability.statistics.clusters import FEWEST

MOST = 200  # conditions, for the memory's sake: those with most answers
SHOWN = 6  # conditions that are named


@dataclass(frozen=True)
class Reversal:
    """Describe conditions that raw answers and z-scores put in different orders.

    Attributes:
        raw, z: the mean of each condition, by its name, in descending order; only conditions of which two are reversed.
        r: Pearson's r of the two means, over all conditions.
        conditions: how many these are.
        groups: how many groups of participants rated different conditions.
    """

    raw: pd.Series
    z: pd.Series
    r: float
    conditions: int
    groups: int

    @property
    def described(self) -> str:
        """Return it in words, with what to do."""
        return Message(
            f"{self.groups:,} groups of participants rated different conditions, so z-scores have no common scale: "
            f"they put conditions in another order than the answers themselves. By mean answers: {_ordered(self.raw)}; "
            f"by mean z-scores: {_ordered(self.z)} (r of the means of all {self.conditions:,} conditions: "
            f"{self.r:.3f}). Let sentences that all participants rated give each participant's mean and SD: add ",
            setting("standardise_by", "shared", "{yaml} to the dataset ({make} for make score, {python} from Python)"),
            ", or name shared conditions, such as fillers, in place of shared.",
        )


def _ordered(means: pd.Series) -> str:
    """Return the names of conditions with their means, in words."""
    listed = ", ".join(f"{name} {mean:.3f}" for name, mean in means.iloc[:SHOWN].items())
    return listed + (f" and {len(means) - SHOWN:,} more" if len(means) > SHOWN else "")


def conditions_of(sentences: pd.DataFrame, pairs: pd.DataFrame) -> pd.Series:
    """Return the condition of each sentence, by sentence_id.

    It is the condition in its design or its construction, where there are these (places.kinds_of); else the phenomenon
    of its pair and its side; else what the expert label says.
    """
    if not {"design", "construction"} & {*sentences} and len(pairs):
        sides = [
            pd.Series((pairs["phenomenon"] + ending).to_numpy(), index=pairs[side])
            for side, ending in (("good_id", ", acceptable"), ("bad_id", ", unacceptable"))
        ]
        conditions = pd.concat(sides)
        return conditions[~conditions.index.duplicated()]
    kinds = places.kinds_of(sentences)
    return kinds["construction"].where(kinds["design"] == "", kinds["design"] + ": " + kinds["construction"])


def reversal(answers: pd.DataFrame, conditions: pd.Series) -> Reversal | None:
    """Return conditions that raw answers and z-scores put in different orders; None where there are none.

    There are none where all participants rated the same conditions. Two conditions are reversed where the difference
    of their mean answers and that of their mean z-scores have different signs, and both signs are certain over
    participants: that of z-scores at LEVEL for all pairs of conditions together, that of answers at LEVEL, over all
    participants or within those who rated both conditions. Conditions of fewer than FEWEST participants do not count.

    Parameters:
        answers: columns ``participant, sentence_id, rating, z_score``.
        conditions: by sentence_id; answers to other sentences are left out.
    """
    answers = answers.assign(condition=answers["sentence_id"].map(conditions)).dropna(subset=["condition", "z_score"])
    raters = answers.groupby("condition")["participant"].nunique()
    most = answers["condition"].value_counts().index[:MOST].intersection(raters.index[raters >= FEWEST])
    answers = answers[answers["condition"].isin(most)]
    counts = answers.groupby(["participant", "condition"], sort=False).size().unstack(fill_value=0)
    groups = len((counts > 0).drop_duplicates())
    if groups < 2:
        return None
    pairs = len(counts.columns) * (len(counts.columns) - 1) // 2
    raw, apart = _differences(answers, counts, "rating", LEVEL)
    z, z_apart = _differences(answers, counts, "z_score", LEVEL / max(pairs, 1))
    paired = _paired_signs(answers, counts)
    apart = np.where(apart != 0, apart, paired * (paired == np.sign(raw.to_numpy()[:, None] - raw.to_numpy())))
    reversed_ = (apart * z_apart) < 0
    if not reversed_.any():
        return None
    among = reversed_.any(axis=0)
    order = {"ascending": False, "kind": "stable"}
    r = float(np.corrcoef(raw, z)[0, 1])
    return Reversal(raw[among].sort_values(**order), z[among].sort_values(**order), r, len(raw), groups)


def _differences(
    answers: pd.DataFrame, counts: pd.DataFrame, column: str, level: float
) -> tuple[pd.Series, np.ndarray]:
    """Return the mean of each condition, and the sign of each difference of two: 0 where it is not certain.

    The variance of a difference is that of the sum over participants of their influence on both means. Its degrees of
    freedom are the number of participants of the smaller condition, minus one.
    """
    sums = answers.groupby(["participant", "condition"], sort=False)[column].sum().unstack(fill_value=0.0)
    sums = sums.reindex(index=counts.index, columns=counts.columns)
    means = sums.sum() / counts.sum()
    influence = ((sums - counts * means) / counts.sum()).to_numpy()
    products = influence.T @ influence
    variances = np.diag(products)
    error = np.sqrt(np.maximum(variances[:, None] + variances - 2 * products, 0))
    apart = means.to_numpy()[:, None] - means.to_numpy()
    raters = (counts > 0).sum().to_numpy()
    return means, _certain_signs(apart, error, np.minimum(raters[:, None], raters), level)


def _paired_signs(answers: pd.DataFrame, counts: pd.DataFrame) -> np.ndarray:
    """Return the sign of each difference of two conditions within those who rated both; 0 if it is not certain."""
    means = answers.pivot_table(index="participant", columns="condition", values="rating", aggfunc="mean")
    means = means.reindex(columns=counts.columns).to_numpy()
    known = ~np.isnan(means)
    apart, error, raters = np.zeros((3, means.shape[1], means.shape[1]))
    for number, column in enumerate(means.T):
        differences = np.where(known & known[:, [number]], column[:, None] - means, 0.0)
        raters[number] = (known & known[:, [number]]).sum(axis=0)
        several = np.maximum(raters[number], 2)
        apart[number] = differences.sum(axis=0) / several
        squares = (differences**2).sum(axis=0) - several * apart[number] ** 2
        error[number] = np.sqrt(np.maximum(squares, 0) / (several - 1) / several)
    return _certain_signs(apart, error, raters, LEVEL)


def _certain_signs(apart: np.ndarray, error: np.ndarray, raters: np.ndarray, level: float) -> np.ndarray:
    """Return the signs of differences (conditions × conditions); 0 of one that is not certain, or of too few raters."""
    enough = raters >= FEWEST
    certain = -stdtrit(np.where(enough, raters - 1, 1), level / 2)
    return np.where(enough & (np.abs(apart) > certain * error), np.sign(apart), 0)


def doubt(sentences: pd.DataFrame, pairs: pd.DataFrame, answers: pd.DataFrame) -> str:
    """Return in words that z-scores have no common scale; empty where nothing shows it, or raw answers are not known.

    Parameters:
        answers: RATINGS or RESPONSES.
    """
    if "rating" not in answers or answers.empty:
        return ""
    reversed_conditions = reversal(answers, conditions_of(sentences, pairs))
    return reversed_conditions.described if reversed_conditions else ""
