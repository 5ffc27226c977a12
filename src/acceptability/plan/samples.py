"""Expand corpora of which samples of several sizes are drawn, and the models that are trained on them."""

from collections.abc import Mapping

from acceptability.errors import InputError

TRAINED = ("ngram", "models")  # sections of systems that have a corpus


def expanded(
    corpora: Mapping[str, Mapping], sections: Mapping[str, Mapping], where: str
) -> tuple[dict[str, dict], dict[str, dict]]:
    """Return the corpora, with each sample as one of its own, and the sections, with a model for each sample.

    A corpus with ``tokens`` stays, and its samples are added, such as ``brown-1000-2``: the second of 1,000 tokens. A
    model on that corpus is replaced by one for each sample, with the same end of its name, and by a series of them,
    which has the model's name. Raises InputError for a name that is there already.
    """
    every: dict[str, dict] = {}
    ends: dict[str, dict[str, tuple[int, int]]] = {}  # by corpus: size and number of a sample, by the end of its name
    for key, entry in corpora.items():
        every[key] = {name: value for name, value in entry.items() if name not in ("tokens", "samples")}
        sizes = [(size, number) for size in entry.get("tokens", ()) for number in range(1, entry.get("samples", 1) + 1)]
        ends[key] = {f"-{size}-{number}": (size, number) for size, number in sizes}
        for end, (size, number) in ends[key].items():
            _check_new(f"{key}{end}", corpora, f"{where}: corpora.{key}")
            every[f"{key}{end}"] = every[key] | {"sample": {"of": key, "tokens": size, "number": number}}
    joined = {section: dict(entries) for section, entries in sections.items()}
    for section in TRAINED:
        for key, entry in sections[section].items():
            if not ends.get(entry.get("corpus", "")):
                continue
            _check_new(key, sections["series"], f"{where}: {section}.{key}")
            del joined[section][key]
            numbers = {}
            for end, (size, number) in ends[entry["corpus"]].items():
                _check_new(f"{key}{end}", joined[section], f"{where}: {section}.{key}")
                label = f"{entry['label']} {size:,} ({number})"
                joined[section][f"{key}{end}"] = {**entry, "label": label, "corpus": entry["corpus"] + end}
                numbers[f"{key}{end}"] = float(size)
            series = {"label": entry["label"], "number": "tokens", "systems": numbers, "sampled": True}
            joined["series"][key] = series
    return every, joined


def _check_new(name: str, others: Mapping, place: str) -> None:
    """Raise InputError if a name is there already."""
    if name in others:
        raise InputError(f"{place}: becomes {name}, which there is already; rename one")
