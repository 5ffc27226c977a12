"""Write a line for each system that records what its numbers were computed from."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import pandas as pd

from acceptability.analyses.signature.manifest import SIGNATURE
from acceptability.contracts.names import split_row
from acceptability.tables import signature


def compute(
    *,
    sentences: pd.DataFrame,
    pairs: pd.DataFrame,
    provenances: Mapping[str, Mapping],
    trainings: Mapping[str, Mapping],
    origins: Mapping[str, Mapping[str, str]],
    labels: Mapping[str, str],
    system_labels: Mapping[str, str],
    deciding: Sequence[str],
    thresholds: Sequence[float],
    tie: float,
    version: str,
    dataset: str,
    fields_of_suites: Mapping[str, str] = MappingProxyType({}),
) -> pd.DataFrame:
    """Return the table SIGNATURE, with the systems in the order of ``labels``.

    Parameters:
        provenances: what is recorded of the scoring by each language model, classifier and model that was asked.
        trainings: what is recorded of the training of each n-gram model.
        origins: further fields of systems, such as the checksum of a file with their scores.
        labels, system_labels: of rows, ``system/measure``, and of systems.
        deciding: the rows of which only decisions are known.
        version: of the program.
        fields_of_suites: how regions were joined, and which formulas decide; empty for other datasets.
    """
    data = signature.of_data(dataset, sentences, pairs)
    rated = bool(sentences["rating"].notna().any())
    measures: dict[str, list[str]] = {}
    for row in labels:
        system, measure = split_row(row)
        measures.setdefault(system, []).append(measure)
    rows = []
    for system, its_measures in measures.items():
        recorded = trainings.get(system) or provenances.get(system)
        fields = signature.of_scoring(system_labels[system], recorded, its_measures) if recorded else {}
        fields |= {**origins.get(system, {}), **signature.of_measures(its_measures), **fields_of_suites}
        if len(pairs):
            decides = all(f"{system}/{measure}" in deciding for measure in its_measures)
            fields |= signature.of_criteria(tie, thresholds if rated and not decides else ())
        rows.append((dataset, system, signature.line(data, fields, version)))
    if not rows:  # people alone
        rows.append((dataset, "people", signature.line(data, {}, version)))
    return pd.DataFrame(rows, columns=list(SIGNATURE.columns))
