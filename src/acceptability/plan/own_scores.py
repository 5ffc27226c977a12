"""Turn a user's scores, decisions and answers into systems; read from the files what their entries leave out."""

from collections.abc import Collection, Mapping
from pathlib import Path

from acceptability.errors import InputError
from acceptability.plan import regions
from acceptability.reading import scores, sheets
from acceptability.responses import chosen


def completed(
    section: str,
    entries: Mapping[str, Mapping],
    datasets: list[str],
    where: str = "config.yaml",
    suites: Collection[str] = (),
) -> dict[str, Mapping]:
    """Return the entries of ``scores`` or ``decisions`` with ``dataset``, ``measures`` (name → column) and ``labels``.

    Those of scores also get ``negate``; those of ``prompted``, ``dataset`` alone. Released decisions and models that
    are asked, which have no ``path``, stay unchanged. ``datasets`` are those that systems score; those of ``suites``
    have surprisals of regions for scores, and decisions about items. InputError if there are
    several datasets and an entry names none, if a file has no column of scores or decisions, or if a negated measure is
    not one of its measures.
    """
    of_section = {"scores": _with_scores, "decisions": _with_decisions, "prompted": _as_it_is}[section]

    def complete(key: str, entry: Mapping) -> dict:
        place = f"{where}: {section}.{key}"
        of_dataset = _with_dataset(entry, datasets, section, place)
        if of_dataset["dataset"] in suites and section in regions.CLASSES:
            return regions.completed(section, of_dataset)
        return of_section(of_dataset, place)

    return {key: complete(key, entry) if "path" in entry else dict(entry) for key, entry in entries.items()}


def _with_dataset(entry: Mapping, datasets: list[str], section: str, place: str) -> dict:
    if "dataset" not in entry and len(datasets) != 1:
        raise InputError(f"{place}: the key 'dataset' is missing; name the scored dataset: {', '.join(datasets)}")
    if not (path := Path(entry["path"])).is_file() and not (section != "prompted" and path.is_dir()):
        raise InputError(f"{place}.path: there is no file {entry['path']}; correct the path")
    return {"dataset": datasets[0] if "dataset" not in entry else entry["dataset"]} | dict(entry)


def _with_scores(entry: Mapping, place: str) -> dict:
    measures = entry.get("measures") or scores.columns_of(entry["path"], **sheets.of_entry(entry))
    negate = list(entry.get("negate", []))
    for measure in negate:
        if measure not in measures:
            raise InputError(f"{place}.negate: there is no measure {measure!r}; there are: {', '.join(measures)}")
    scores.check_direction(entry["path"], measures, negate)
    named = {measure: "" if measure == "score" else column for measure, column in measures.items()}
    return dict(entry) | {"measures": dict(measures), "negate": negate, "labels": named}


def _with_decisions(entry: Mapping, place: str) -> dict:
    measures = entry.get("measures") or chosen.columns_of(entry["path"], **chosen.reading_of(entry))
    return dict(entry) | {"measures": dict(measures)}


def _as_it_is(entry: Mapping, place: str) -> dict:
    return dict(entry)
