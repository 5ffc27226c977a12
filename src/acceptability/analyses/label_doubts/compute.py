"""Warn about doubtful classifiers and thresholds on labelled sentences."""

from collections.abc import Mapping

import pandas as pd

from acceptability.statistics.doubtful_scores import doubt_classifiers


def compute(
    *,
    simple_classifiers: pd.DataFrame,
    scorings: Mapping[str, Mapping],
    trainings: Mapping[str, Mapping],
    classifiers: pd.DataFrame | None,
) -> pd.DataFrame:
    """Return what is doubtful, as DOUBTS; warnings about it go to the log.

    Parameters:
        simple_classifiers: the table SIMPLE_CLASSIFIERS.
        scorings, trainings: what is recorded of the scoring by each language model, and of each classifier's training.
        classifiers: the table CLASSIFIERS, where classifiers are trained on these sentences.
    """
    recorded = [*scorings.items(), *trainings.items()]
    recorded_doubts = [(system, doubt) for system, record in recorded for doubt in record.get("doubts", [])]
    parts = [
        doubt_classifiers(simple_classifiers, classifiers),
        pd.DataFrame(recorded_doubts, columns=["about", "doubt"]),
    ]
    doubts = pd.concat(parts, ignore_index=True)
    print(*(f"warning: {doubt.about}: {doubt.doubt}" for doubt in doubts.itertuples()), sep="\n")
    return doubts
