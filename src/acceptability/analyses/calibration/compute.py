"""Test whether a classifier's probabilities are right: p(acceptable) = 1 / (1 + e^−margin), over the restarts (pure).

Margins have one row a sentence and one column a restart; labels and splits are indexed by sentence. A restart's
*temperature* T divides its margins; it is fitted on dev (Guo et al. 2017). Log-likelihoods are natural.
"""

from collections.abc import Iterator

import numpy as np
import pandas as pd
from scipy.optimize import minimize_scalar
from scipy.special import expit, xlogy

from acceptability.contracts import systems
from acceptability.statistics import restarts

BINS = 10
SPLITS = ("dev", "test")
LIMITS = (0.01, 100.0)  # between which temperatures are looked for


def nll(margins, labels) -> float:
    """Return the mean negative log-likelihood of the labels."""
    signs = 2 * np.asarray(labels) - 1
    return float(np.logaddexp(0, -signs * np.asarray(margins, dtype=float)).mean())


def brier(p, labels) -> float:
    """Return the mean squared distance of p(acceptable) from the label, 1 or 0."""
    return float(np.mean((np.asarray(p) - np.asarray(labels)) ** 2))


def ece(p, labels) -> float:
    """Return the expected calibration error: |mean p − share acceptable| in bins of equal width, weighted by their
    sentences.
    """
    p, labels = np.asarray(p), np.asarray(labels)
    return float(np.abs(np.bincount(bins(p), p - labels, BINS)).sum() / len(p))


def bins(p) -> np.ndarray:
    """Return the bin of each p, from 0; each includes its lower end, and the last one p = 1."""
    return np.minimum((np.asarray(p) * BINS).astype(int), BINS - 1)


def temperature(margins, labels) -> float:
    """Return the temperature with the least NLL; one of LIMITS where none between them is better."""

    def loss(log_t: float) -> float:
        return nll(np.asarray(margins) * np.exp(-log_t), labels)

    ends = np.log(LIMITS)
    optimum = minimize_scalar(loss, bounds=ends, method="bounded", options={"xatol": 1e-6}).x
    best = min(ends[0], ends[1], optimum, key=loss)
    return LIMITS[list(ends).index(best)] if best in ends else float(np.exp(best))


def summarise_calibration(margins: pd.DataFrame, labels: pd.Series, splits: pd.Series) -> pd.DataFrame:
    """Return calibration on dev and test, as CALIBRATION without ``system``.

    ``margins`` are sentence × restart, ``labels`` and ``splits`` by sentence_id.
    """
    usual = labels[splits == "train"].mean()
    rows = []
    for split, variant, logits, truth, fitted in _variants(margins, labels, splits):
        p = expit(logits)
        values = {
            "ece": [ece(p[name], truth) for name in p],
            "brier": [brier(p[name], truth) for name in p],
            "nll": [nll(logits[name], truth) for name in p],
        }
        row = {"split": split, "variant": variant, "sentences": len(truth), "restarts": p.shape[1]}
        for name, by_restart in values.items():
            row |= {
                name: np.mean(by_restart),
                f"{name}_sd": np.std(by_restart, ddof=1) if len(by_restart) > 1 else np.nan,
            }
        row["reference_brier"] = brier(np.full(len(truth), usual), truth)
        row["reference_nll"] = float(-(xlogy(truth, usual) + xlogy(1 - truth, 1 - usual)).mean())
        row |= {"temperature": fitted.mean(), "temperature_low": fitted.min(), "temperature_high": fitted.max()}
        rows.append(row | {"at_limit": int(fitted.isin(LIMITS).sum())})
    return pd.DataFrame(rows)


def reliability(margins: pd.DataFrame, labels: pd.Series, splits: pd.Series) -> pd.DataFrame:
    """Return what p(acceptable) is worth in each bin, as RELIABILITY without ``system``.

    Sentences are pooled over restarts. The 95 % interval is a percentile bootstrap over sentences and restarts, as in
    restarts.mean_mcc_interval; draws without a sentence in the bin do not count.
    """
    rows = []
    for split, variant, logits, truth, _ in _variants(margins, labels, splits):
        p = expit(logits.to_numpy())
        weights = restarts.bootstrap_counts(*p.shape)
        for number in range(BINS):
            inside = bins(p) == number
            row = {"split": split, "variant": variant, "bin": number + 1, "share": inside.mean()}
            if inside.any():
                good = inside & (truth.to_numpy() == 1)[:, None]
                low, high = _interval(good, inside, *weights)
                row |= {"mean_p": p[inside].mean(), "acceptable": good.sum() / inside.sum(), "low": low, "high": high}
            rows.append(row)
    return pd.DataFrame(rows, columns=["split", "variant", "bin", "share", "mean_p", "acceptable", "low", "high"])


def _variants(
    margins: pd.DataFrame, labels: pd.Series, splits: pd.Series
) -> Iterator[tuple[str, str, pd.DataFrame, pd.Series, pd.Series]]:
    """Yield split, variant, margins, labels and each restart's temperature (1 as trained)."""
    margins, dev = margins.loc[labels.index], splits == "dev"
    fitted = pd.Series({name: temperature(margins.loc[dev, name], labels[dev]) for name in margins})
    for split in SPLITS:
        inside = splits == split
        for variant, used in (("as_trained", fitted * 0 + 1), ("temperature", fitted)):
            yield split, variant, margins[inside] / used, labels[inside], used


def _interval(good: np.ndarray, inside: np.ndarray, sentences: np.ndarray, restarts: np.ndarray) -> tuple[float, float]:
    """Return the 95 % interval of the share of ``inside`` that is ``good`` (both sentence × restart).

    ``sentences`` and ``restarts`` say how often each draw has each, as restarts.bootstrap_counts returns them.
    """
    good, inside = (((sentences @ cells) * restarts).sum(axis=1) for cells in (good, inside))
    values = good[inside > 0] / inside[inside > 0]
    return float(np.quantile(values, 0.025)), float(np.quantile(values, 0.975))


def compute(*, sentences: pd.DataFrame, margins: dict[str, pd.DataFrame]) -> dict[str, pd.DataFrame]:
    """Return the tables CALIBRATION and RELIABILITY.

    Parameters:
        margins: what the restarts of each classifier say of the labelled sentences: sentence × restart.
    """
    truth = systems.truth(sentences)
    return {
        "calibration": systems.stack_judged(margins, summarise_calibration, *truth),
        "reliability": systems.stack_judged(margins, reliability, *truth),
    }
