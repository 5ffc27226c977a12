"""Measure how well each system's scores predict the ratings of single participants, in a mixed model (pure)."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from acceptability import segmentation
from acceptability.analyses.mixed_model.fit import Fit, fit
from acceptability.contracts import systems
from acceptability.statistics.clusters import Estimate

NONE = "none"  # the row of the model without a system
SENTENCES, PARTICIPANTS, GROUPS = 20, 3, 3  # with fewer, nothing is fitted
NUMBERS = ["slope", "slope_se", "slope_low", "slope_high", "log_likelihood", "aic", "delta_aic"]
NUMBERS += ["delta_aic_one_slope", "delta_aic_length", "item_variance", "phenomenon_variance", "article_variance"]
NUMBERS += ["participant_slope_variance", "residual_variance", "explained"]


def compute(
    *,
    sentences: pd.DataFrame,
    pairs: pd.DataFrame,
    ratings: pd.DataFrame,
    z_scores: Mapping[str, pd.DataFrame],
    dataset: str,
) -> pd.DataFrame:
    """Return, for each row, the model: rating of one participant ~ 1 + the system's z-score, for each row; and a first
    row ``none`` without the score.

    Random effects: intercepts of items (sentences), phenomena, and articles where ``pairs`` have them; and slopes of
    participants. Participants have no intercept: their z-scores have the mean 0 over all that each rated, so that
    their means over the sentences here differ little. Fitted by maximum likelihood to the same ratings in all rows:
    those of sentences that are in pairs and that every row scores.

    Slopes may also differ between phenomena and articles. So the interval of a slope is a jackknife: each article (or
    phenomenon, where there is no effect of articles) is left out in turn, with the variances of all ratings. The part
    of the model's own variance that is due to participants' slopes is added, as no article says how these differ.

    ``ratings, sentences, pairs`` and the tables of ``z_scores`` (by system) are as in the contracts RATINGS, SENTENCES,
    PAIRS and Z_SCORES. Columns: ``dataset, row`` (system/measure) and

    - ``slope``: SDs of a rating for an SD of the score, with ``slope_se, slope_low, slope_high`` (95 %, Student's t)
    - ``log_likelihood, aic, delta_aic``: the last to the least AIC of all rows; ``delta_aic_one_slope``: the same of
      models in which all participants have one slope; ``delta_aic_length``: of models that also know how many words
      a sentence has, and in which each participant has a slope for that, too
    - ``item_variance, phenomenon_variance, article_variance, participant_slope_variance, residual_variance``
    - ``explained``: share that the system takes away of the variance between sentences (the first three) that the
      model without a system has; below 0 where it adds some
    - ``ratings, sentences, participants``: counts

    Numbers are NaN where the data are too few: fewer than 20 sentences, 3 participants or 3 phenomena. So are those of
    a row whose scores are all the same, and all where no two participants differ about a sentence. Those with the
    number of words are also NaN where it does not differ, or the score is nothing else.
    """
    scores = systems.by_row(z_scores, "z_score")
    groups = sentence_groups(pairs)
    common = [groups.index.isin(score.index) for score in scores.values()]
    groups = groups[np.all(common, axis=0)] if common else groups
    ratings = ratings[ratings["sentence_id"].isin(groups.index)]
    levels = _levels(groups.loc[ratings["sentence_id"]])
    words = _words(ratings["sentence_id"], sentences)
    fits, with_one_slope, with_length = {}, {}, {}
    if _enough(ratings, levels):
        fits[NONE] = with_one_slope[NONE] = _fit(ratings, levels)
        if np.ptp(words) > 0:
            with_length[NONE] = _fit(ratings, levels, [words])
        for row, score in scores.items():
            values = ratings["sentence_id"].map(score).to_numpy()
            if np.ptp(values) > 0:
                fits[row] = _fit(ratings, levels, [values], jackknife=True)
                with_one_slope[row] = _fit(ratings, levels, [values], own_slopes=False)
                if np.linalg.matrix_rank(np.column_stack([np.ones(len(words)), values, words])) == 3:
                    with_length[row] = _fit(ratings, levels, [values, words])
    table = pd.DataFrame([_numbers(fits[row], levels, row) if row in fits else {} for row in [NONE, *scores]])
    table = table.reindex(columns=NUMBERS).astype(float)
    table.insert(0, "dataset", dataset)
    table.insert(1, "row", [NONE, *scores])
    between = table[["item_variance", "phenomenon_variance", "article_variance"]].sum(axis=1, min_count=1)
    table["delta_aic"] = table["aic"] - table["aic"].min()
    for column, others in (("delta_aic_one_slope", with_one_slope), ("delta_aic_length", with_length)):
        aic = table["row"].map({row: fitted.aic for row, fitted in others.items()}).astype(float)
        table[column] = aic - aic.min()
    table["explained"] = (1 - between / between.iloc[0]).where(table["row"].ne(NONE) & (between.iloc[0] > 0))
    counts = {"sentences": ratings["sentence_id"].nunique(), "participants": ratings["participant"].nunique()}
    return table.assign(ratings=len(ratings), **counts)


def _words(sentence_ids: pd.Series, sentences: pd.DataFrame) -> np.ndarray:
    """Return how many words the sentence of each rating has, in SDs from their mean; 0 where all have as many."""
    words = sentences.set_index("sentence_id")["sentence"].map(segmentation.length)
    number = sentence_ids.map(words).to_numpy(dtype=float)
    return (number - number.mean()) / number.std() if len(number) and np.ptp(number) else np.zeros(len(number))


def sentence_groups(pairs: pd.DataFrame) -> pd.DataFrame:
    """Return the ``phenomenon`` of each sentence in pairs, by sentence_id, and ``article`` where the pairs have it.

    They are those of the first pair that the sentence is in. A phenomenon without an article is one of its own.
    """
    columns = [name for name in ("phenomenon", "article") if name in pairs]
    sides = [pairs[columns].assign(sentence_id=pairs[side]) for side in ("good_id", "bad_id")]
    groups = pd.concat(sides).sort_index(kind="stable").drop_duplicates("sentence_id").set_index("sentence_id")
    if "article" in groups:
        groups["article"] = groups["article"].where(groups["article"].notna(), groups["phenomenon"])
    return groups


def _levels(groups: pd.DataFrame) -> dict[str, np.ndarray]:
    """Return codes of each rating's item, phenomenon and article, by name, each level within the next.

    A phenomenon in two articles counts as two. There are no articles where they are too few, or one for each
    phenomenon.
    """
    levels = {"item": pd.factorize(groups.index)[0], "phenomenon": pd.factorize(groups["phenomenon"])[0]}
    if "article" in groups and GROUPS <= groups["article"].nunique() < groups["phenomenon"].nunique():
        levels["phenomenon"] = groups.groupby(["article", "phenomenon"]).ngroup().to_numpy()
        levels["article"] = pd.factorize(groups["article"])[0]
    return levels


def _enough(ratings: pd.DataFrame, levels: dict[str, np.ndarray]) -> bool:
    """Return whether a model can be fitted; the residual variance needs two answers to one sentence that differ."""
    sizes = (len(np.unique(levels["item"])), ratings["participant"].nunique(), len(np.unique(levels["phenomenon"])))
    if any(size < fewest for size, fewest in zip(sizes, (SENTENCES, PARTICIPANTS, GROUPS), strict=True)):
        return False
    of_sentence = ratings.groupby("sentence_id")["z_score"]
    return bool((of_sentence.max() > of_sentence.min()).any())


def _fit(
    ratings: pd.DataFrame,
    levels: dict,
    scores: Sequence[np.ndarray] = (),
    own_slopes: bool = True,
    jackknife: bool = False,
) -> Fit:
    """Return the model of some scores; with ``own_slopes``, each participant has a slope for each of them."""
    fixed = np.column_stack([np.ones(len(ratings)), *scores])
    slopes = scores if own_slopes else ()
    return fit(
        ratings["z_score"].to_numpy(),
        fixed,
        list(levels.values()),
        slopes,
        ratings["participant"].to_numpy(),
        jackknife=jackknife,
    )


def _numbers(fitted: Fit, levels: dict, row: str) -> dict[str, float]:
    """Return what a row says of its model alone, by the names of NUMBERS."""
    names = [*levels, "participant_slope"]
    numbers = {f"{name}_variance": variance for name, variance in zip(names, fitted.variances, strict=False)}
    numbers |= {"residual_variance": fitted.residual, "log_likelihood": fitted.log_likelihood, "aic": fitted.aic}
    if row == NONE:
        return numbers
    slope, by_participants = Estimate(fitted.coefficients[1], fitted.left_out[:, 1]), fitted.by_groups[1]
    error = np.sqrt(slope.standard_error() ** 2 + by_participants)
    low, high = slope.interval(by_participants)
    return numbers | {"slope": slope.value, "slope_se": error, "slope_low": low, "slope_high": high}
