"""Measure how people's ratings of each kind of sentence change with exposure, and how far systems are from them (pure).

Exposure grows with the place of a sentence in the questionnaire: people may come to accept what they have seen before
(satiation). A system has one score of a sentence, whatever the place. So that the two compare, scores predict ratings
on people's own scale (see line), and a gap is about the very answers that people gave at a stage.
"""

from collections.abc import Iterator, Mapping

import numpy as np
import pandas as pd

from acceptability.analyses.exposure.line import Line, fitted_line
from acceptability.contracts import systems
from acceptability.contracts.names import HUMAN
from acceptability.statistics import places
from acceptability.statistics.clusters import crossed_interval, holm, mean

KIND = ["design", "construction"]


def compute(
    *, sentences: pd.DataFrame, ratings: pd.DataFrame, z_scores: Mapping[str, pd.DataFrame], dataset: str
) -> dict[str, pd.DataFrame]:
    """Return the tables EXPOSURE and EXPOSURE_SLOPES; both are empty where no sentence stands at several stages.

    Parameters:
        ratings: ratings of single participants, with the place of the sentence.
        z_scores: tables Z_SCORES by system.
    """
    ratings = ratings.assign(answer=range(len(ratings)))
    answers = answers_by_stage(sentences, ratings)
    of_rows = lines(sentences, ratings, systems.by_row(z_scores, "z_score"))
    cells, kinds = answers.groupby([*KIND, "stage"], sort=False), answers.groupby(KIND, sort=False)
    rows = [row for key, cell in cells for row in _at_stage(cell, key, of_rows)]
    rows.sort(key=lambda row: [HUMAN, *of_rows].index(row[0]))
    slopes = pd.DataFrame([_slope(kind, key) for key, kind in kinds], columns=SLOPE)
    slopes["p_holm"] = pd.Series(holm(slopes["p"].dropna()), slopes["p"].dropna().index, dtype=float)
    tables = {"exposure": pd.DataFrame(rows, columns=STAGE), "exposure_slopes": slopes}
    return {name: table.assign(dataset=dataset) for name, table in tables.items()}


def answers_by_stage(sentences: pd.DataFrame, ratings: pd.DataFrame) -> pd.DataFrame:
    """Return the answers to sentences that are of a kind and stand at several stages, with both.

    They are in the order of the kinds in ``sentences``, then of stages. Columns: those of ``ratings``, KIND, ``stage``.
    """
    if "place" not in ratings:
        return pd.DataFrame(columns=[*ratings, *KIND, "stage", "place"])
    answers = ratings.assign(stage=places.stages_of(ratings["place"]))
    kinds = places.kinds_of(sentences)
    answers = answers[places.at_several(answers, "stage")].merge(kinds, left_on="sentence_id", right_index=True)
    order = pd.MultiIndex.from_frame(kinds.drop_duplicates())
    answers["kind"] = order.get_indexer(pd.MultiIndex.from_frame(answers[KIND]))
    return answers.sort_values(["kind", "stage"], kind="stable", ignore_index=True).drop(columns="kind")


def lines(sentences: pd.DataFrame, ratings: pd.DataFrame, scores: Mapping[str, pd.Series]) -> dict[str, Line]:
    """Return the line that predicts ratings from each row's scores, over all sentences that have both.

    There is none of a row whose scores, or the ratings of whose sentences, do not vary.

    Parameters:
        ratings: single ratings, whose means are those of the sentences; ``answer`` numbers them.
        scores: by row and sentence_id.
    """
    rating, kinds = sentences.set_index("sentence_id")["rating"].dropna(), places.kinds_of(sentences)
    kind = (kinds["design"] + ": " + kinds["construction"]).reindex(rating.index).fillna("")
    lines = {row: fitted_line(row_scores, rating, kind, ratings) for row, row_scores in scores.items()}
    return {row: line for row, line in lines.items() if np.isfinite(line.slope)}


STAGE = ["row", *KIND, "stage", "first", "last", "value", "low", "high", "gap", "gap_low", "gap_high", "r"]
STAGE += ["answers", "sentences", "people"]


def _at_stage(cell: pd.DataFrame, key: tuple[str, str, int], of_rows: Mapping[str, Line]) -> Iterator[tuple]:
    """Yield the row of people at a stage, and that of each system that covers any of its answers."""
    at = (*key, cell["place"].min(), cell["place"].max())
    yield HUMAN, *at, *_joint_mean(cell, cell["z_score"]), *[np.nan] * 4, *_counts(cell)
    for row, line in of_rows.items():
        covered = cell[cell["sentence_id"].isin(line.scores.index)]
        if len(covered):
            predicted = line.intercept + line.slope * line.scores[covered["sentence_id"]].mean()
            yield row, *at, predicted, np.nan, np.nan, *line.gap(covered), line.pearson_r, *_counts(covered)


def _joint_mean(cell: pd.DataFrame, values: pd.Series) -> tuple[float, float, float]:
    """Return the mean of a value by answer, with its interval over sentences and people jointly."""
    sentence, person, answer = (
        pd.factorize(names)[0] for names in (cell["sentence_id"], cell["participant"], cell.index)
    )
    over = [mean(values, numbers) for numbers in (sentence, person, answer)]
    return over[0].value, *crossed_interval(*over)


def _counts(cell: pd.DataFrame) -> tuple[int, int, int]:
    return len(cell), cell["sentence_id"].nunique(), cell["participant"].nunique()


SLOPE = [*KIND, "slope", "standard_error", "low", "high", "p", "people", "sentences", "stages", "stages_of_sentence"]


def _slope(kind: pd.DataFrame, key: tuple[str, str]) -> tuple:
    """Return the row of EXPOSURE_SLOPES about a kind of sentences."""
    slope = places.slope_within_people(kind["z_score"], kind["stage"], kind["sentence_id"], kind["participant"])
    several = (kind.groupby("participant")["stage"].nunique() > 1).sum()
    by_sentence = kind.groupby("sentence_id")["stage"].nunique()
    counts = several, len(by_sentence), kind["stage"].nunique(), by_sentence.mean()
    return *key, slope.value, slope.standard_error(), *slope.interval(), slope.p(), *counts
