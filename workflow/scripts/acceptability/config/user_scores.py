"""Scores from elsewhere as systems: what their entries leave out is read from their files."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from acceptability.datasets import user_files, user_scores
from acceptability.datasets.registry import kinds
from acceptability.errors import InputError, naming
from acceptability.sources.git_blobs import check_blob


def completed(entries: Mapping[str, Mapping], datasets: list[str], where: str = "config.yaml") -> dict[str, dict]:
    """Entries of the section ``scores`` with ``dataset``, ``measures`` (name → column), ``labels`` and ``negate``.

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


def check_files(config: Mapping, names: list[str], complete: bool, where: str) -> None:
    """Raise InputError for what is wrong in the tables of these scores, before the first job; see read_scores."""

    @cache  # many systems score one dataset
    def texts(dataset: str) -> dict[str, str] | None:
        entry = config["datasets"][dataset]
        read = getattr(kinds()[entry["kind"]], "texts", None)
        return read(entry) if read else None

    for key in names:
        entry = config["scores"][key]
        with naming(f"{where}: scores.{key}"):
            if "git_blob" in entry:
                check_blob(entry["path"], entry["git_blob"])
            if (sentences := texts(entry["dataset"])) is not None:
                settings = entry["path"], entry["measures"], entry["negate"], sentences
                user_scores.read_scores(*settings, complete=complete, **user_files.of_entry(entry))
