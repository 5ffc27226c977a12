"""Scores from elsewhere as systems: what their entries leave out is read from their files."""

from collections.abc import Mapping
from pathlib import Path

from acceptability.datasets import user_files, user_scores
from acceptability.errors import InputError


def completed(entries: Mapping[str, Mapping], datasets: list[str], where: str = "config.yaml") -> dict[str, dict]:
    """Return the entries of ``scores`` with ``dataset``, ``measures`` (name → column), ``labels`` and ``negate``.

    ``datasets`` are those that systems score. InputError where there are several and an entry does not say which; where
    a file has no column of scores; where a measure that is negated is not one of its measures.
    """
    return {key: _completed(entry, datasets, f"{where}: scores.{key}") for key, entry in entries.items()}


def _completed(entry: Mapping, datasets: list[str], place: str) -> dict:
    if "dataset" not in entry and len(datasets) != 1:
        raise InputError(f"{place}: the key 'dataset' is missing: say which dataset was scored: {', '.join(datasets)}")
    if not Path(entry["path"]).is_file():
        raise InputError(f"{place}.path: there is no file {entry['path']}; correct the path")
    measures = entry.get("measures") or user_scores.columns_of(entry["path"], **user_files.of_entry(entry))
    negate = list(entry.get("negate", []))
    for measure in negate:
        if measure not in measures:
            raise InputError(f"{place}.negate: there is no measure {measure!r}; there are: {', '.join(measures)}")
    user_scores.check_direction(entry["path"], measures, negate)
    named = {measure: "" if measure == "score" else column for measure, column in measures.items()}
    filled = {"dataset": datasets[0] if "dataset" not in entry else entry["dataset"], "measures": dict(measures)}
    return dict(entry) | filled | {"negate": negate, "labels": named}
