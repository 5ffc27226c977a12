"""Compute the ADC under every combination of the choices that the method leaves open."""

import pandas as pd

from acceptability.contracts.names import split_row
from acceptability.statistics import correlation, criteria
from acceptability.statistics.references import best_constant
from acceptability.statistics.specifications import SPECIFICATION, cases


def compute(
    *,
    sentences: pd.DataFrame,
    pairs: pd.DataFrame,
    scores: dict[str, pd.DataFrame],
    thresholds: list[float],
    reference: str,
    tie: float,
) -> pd.DataFrame:
    """Return the shares of every row under every specification, as SPECIFICATIONS.

    A tie is half met (criteria.credit).

    Parameters:
        scores: tables SCORES by system.
        reference: the key of two references: the oracle and the best constant delta, fitted anew for each case and δ.
        tie: what two scores differ by at most where they are tied.
    """
    rows = []
    for case in cases(sentences, pairs, scores, tie):
        human = case.columns["human"]
        for threshold in thresholds:
            constant = pd.Series(best_constant(human, threshold), index=human.index)
            for row, model in case.columns.drop(columns="human").assign(best_constant=constant).items():
                name = split_row(row) if "/" in row else (reference, row)
                hits = criteria.credit(human, model, "adc", threshold)
                by_criterion = hits, criteria.credit(human, model, "blimp")
                # weights add up to 1, except for rounding
                shares = [min(float(met @ case.weights), 1.0) for met in by_criterion]
                r, _ = correlation.pearson(human, model)
                rows.append((threshold, *case.choices, *name, hits.sum(), len(hits), *shares, r))
    names = [*SPECIFICATION, "system", "measure", "met", "pairs", "share", "blimp", "pearson_r"]
    return pd.DataFrame(rows, columns=names).sort_values(SPECIFICATION, kind="stable", ignore_index=True)
