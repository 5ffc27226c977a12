"""MORCELA, a linking function that is fitted to human ratings (Tjuatja, Neubig, Linzen & Hao 2025) (pure).

Acceptability = (lp − β·u + γ) / ℓ, where lp is a sentence's log-probability, u its unigram log-probability and ℓ its
length. SLOR is β = 1, γ = 0. The coefficients are those of a least-squares regression of ratings:
α·lp/ℓ + β′·u/ℓ + γ′/ℓ + intercept, with β = −β′/α and γ = γ′/α.

Logarithms are natural. A table of *parts* is indexed by sentence_id and has the columns ``log_prob, unigram_log_prob,
length``. What is predicted and what is fitted are sentences of different families (see statistics.families).
"""

import numpy as np
import pandas as pd

from acceptability import segmentation
from acceptability.errors import InputError
from acceptability.scoring.regions import scored_text
from acceptability.statistics.families import families

SEEDS = range(5)  # of the folds: predictions are means over them
RESAMPLES = 2000  # of the bootstrap
KEPT = 0.95  # of the resamples: where fewer determine the coefficients, there are no intervals
SINGULAR = 1e-10  # ratio of the least to the greatest eigenvalue of scaled predictors
COEFFICIENTS = ("alpha", "beta", "gamma", "intercept")


def lengths_of_tokens(tokens: pd.DataFrame) -> pd.DataFrame:
    """``unigram_log_prob, length`` of each sentence, from a table as in the contract TOKENS."""
    if "unigram_log_prob" not in tokens:
        raise InputError("these tokens have no unigram_log_prob; name a system under unigrams that has them")
    sums = tokens.groupby("sentence_id", sort=False)["unigram_log_prob"].agg(["sum", "size"])
    return sums.set_axis(["unigram_log_prob", "length"], axis=1)


def lengths_of_scores(scores: pd.DataFrame, sentences: pd.DataFrame) -> pd.DataFrame:
    """Return the same from released scores, where the length is the number of words + 2.

    ``scores`` as in SCORES has ``unigram_log_prob``; or ``log_prob`` and ``slor``, so that u = log_prob − slor · n.
    """
    wide = scores.pivot(index="sentence_id", columns="measure", values="score")
    by_id = sentences.set_index("sentence_id")
    words = segmentation.known(segmentation.of_table(by_id, scored_text(sentences)), by_id, "the length is in words")
    length = words.map(len).reindex(wide.index) + 2
    u = wide["unigram_log_prob"] if "unigram_log_prob" in wide else wide["log_prob"] - wide["slor"] * length
    return pd.DataFrame({"unigram_log_prob": u, "length": length})


def _predictors(parts: pd.DataFrame) -> np.ndarray:
    """lp/ℓ, u/ℓ, 1/ℓ and 1 of each sentence."""
    columns = [parts["log_prob"], parts["unigram_log_prob"], np.ones(len(parts))]
    return np.column_stack([*(column / parts["length"] for column in columns), np.ones(len(parts))])


def _coefficients(slopes: np.ndarray) -> np.ndarray:
    """α, β, γ, intercept, from the regression's α, β′, γ′, intercept in the last axis."""
    alpha, u, inverse, intercept = np.moveaxis(slopes, -1, 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.stack([alpha, -u / alpha, inverse / alpha, intercept], axis=-1)


def _slopes(x: np.ndarray, rating: np.ndarray, advice: str) -> np.ndarray:
    """Return the regression's slopes by least squares. InputError where the sentences do not determine them."""
    slopes, _, rank, _ = np.linalg.lstsq(x, rating, rcond=None)
    if rank < len(slopes):
        raise InputError(f"{len(x)} rated sentences do not determine MORCELA's coefficients; {advice}")
    return slopes


def fit(parts: pd.DataFrame, ratings: pd.Series) -> dict[str, float]:
    """Return the COEFFICIENTS by least squares. InputError where the sentences do not determine them."""
    advice = "it needs sentences of different lengths, log-probabilities and unigram log-probabilities"
    slopes = _slopes(_predictors(parts), ratings.to_numpy(dtype=float), advice)
    return dict(zip(COEFFICIENTS, _coefficients(slopes).tolist(), strict=True))


def out_of_fold(parts: pd.DataFrame, ratings: pd.Series, family: pd.Series, folds: int) -> pd.DataFrame:
    """``score``, a prediction of each sentence's rating, from fits to sentences of other families only.

    ``change_per_nat``: how much the prediction changes with a nat of log-probability. ``ratings`` may lack some
    sentences: they are predicted and never fitted. Families are put into folds at random; the prediction is the mean
    over SEEDS. InputError where fewer families than folds are rated, or the sentences of the other folds do not
    determine the coefficients.
    """
    numbers, names = pd.factorize(family.loc[parts.index])
    rating, x = ratings.reindex(parts.index).to_numpy(dtype=float), _predictors(parts)
    rated = np.isfinite(rating)
    known = np.unique(numbers[rated])
    if len(known) < folds:
        raise InputError(
            f"{folds} folds need as many families of rated sentences (clusters of pairs, or sets), and there are "
            f"{len(known)}; set fewer folds, rate more sentences, or leave this system out of run"
        )
    advice = f"these are the sentences outside one of {folds} folds; set more folds, or leave this system out of run"
    predictions, alphas = [], []
    for seed in SEEDS:
        fold = np.zeros(len(names), dtype=int)  # without ratings, it does not matter which
        fold[np.random.default_rng(seed).permutation(known)] = np.arange(len(known)) % folds
        predicted, alpha = np.empty((2, len(parts)))
        for held_out in range(folds):
            inside = fold[numbers] == held_out
            training = rated & ~inside
            slopes = _slopes(x[training], rating[training], advice)
            predicted[inside], alpha[inside] = x[inside] @ slopes, slopes[0]
        predictions.append(predicted)
        alphas.append(alpha)
    change = np.abs(np.mean(alphas, axis=0)) / parts["length"]
    return pd.DataFrame({"score": np.mean(predictions, axis=0), "change_per_nat": change}, index=parts.index)


def intervals(parts: pd.DataFrame, ratings: pd.Series, family: pd.Series) -> tuple[dict[str, tuple[float, float]], int]:
    """95 % interval of each coefficient: percentiles of a bootstrap that draws whole families; of how many resamples.

    Resamples that do not determine the coefficients are left out; where fewer than KEPT remain, all ends are NaN. β and
    γ are ratios to α: where its interval holds 0, they may be anything, and theirs are NaN.
    """
    numbers, names = pd.factorize(family.loc[parts.index])
    x, rating = _predictors(parts), ratings.to_numpy(dtype=float)
    scale = np.linalg.norm(x, axis=0)
    x = x / scale
    squares, products = np.zeros((len(names), 4, 4)), np.zeros((len(names), 4))
    np.add.at(squares, numbers, x[:, :, None] * x[:, None, :])
    np.add.at(products, numbers, x * rating[:, None])
    drawn = np.random.default_rng(0).multinomial(len(names), np.full(len(names), 1 / len(names)), size=RESAMPLES)
    squares, products = np.tensordot(drawn, squares, axes=1), drawn @ products
    eigenvalues = np.linalg.eigvalsh(squares)  # ascending
    is_determined = eigenvalues[:, 0] > SINGULAR * eigenvalues[:, -1]
    ends = np.full((2, 4), np.nan)
    if is_determined.mean() >= KEPT:
        slopes = np.linalg.solve(squares[is_determined], products[is_determined][..., None])[..., 0] / scale
        ends = np.quantile(_coefficients(slopes), [0.025, 0.975], axis=0)
    if ends[0, 0] <= 0 <= ends[1, 0]:
        ends[:, 1:3] = np.nan
    return {name: tuple(ends[:, place].tolist()) for place, name in enumerate(COEFFICIENTS)}, int(is_determined.sum())


def predict(
    sentences: pd.DataFrame, pairs: pd.DataFrame, parts: pd.DataFrame, folds: int, measures: list[str]
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return the tables SCORES and LINKING: predictions of all sentences with parts, and the coefficients.

    Scores are out-of-fold predictions only. ``morcela`` refers to their own mean and SD; ``morcela_own_scale`` stays on
    the scale of the ratings, which is that of z-scores. Coefficients are fitted to all rated sentences.
    """
    family = families(sentences, pairs)
    rated = sentences.set_index("sentence_id")["rating"].dropna()
    parts = parts.reindex([name for name in sentences["sentence_id"] if name in parts.index]).dropna()
    known = parts[parts.index.isin(rated.index)]
    if known.empty:
        raise InputError("MORCELA is fitted to ratings, and no sentence with a score has one")
    rating = rated.loc[known.index]
    estimates, (ends, resamples) = fit(known, rating), intervals(known, rating, family)
    prediction = out_of_fold(parts, rated, family, folds)
    population = {
        "morcela": (prediction["score"].mean(), prediction["score"].std(ddof=0)),
        "morcela_own_scale": (0.0, 1.0),
    }
    scores = pd.concat(
        [
            prediction.rename_axis("sentence_id")
            .reset_index()
            .assign(measure=measure, population_mean=population[measure][0], population_sd=population[measure][1])
            for measure in measures
        ],
        ignore_index=True,
    )
    coefficients = pd.DataFrame(
        [(name, value, *ends[name]) for name, value in estimates.items()],
        columns=["coefficient", "estimate", "low", "high"],
    ).assign(sentences=len(known), families=family.loc[known.index].nunique(), folds=folds, resamples=resamples)
    order = ["sentence_id", "measure", "score", "change_per_nat", "population_mean", "population_sd"]
    return scores[order], coefficients
