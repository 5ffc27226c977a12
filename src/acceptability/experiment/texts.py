"""Read and check texts.yaml: the texts that participants see, and the settings of an experiment."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from acceptability.errors import suggest
from acceptability.reading.load import read_yaml
from acceptability.reading.report import fail

NAME = "texts.yaml"
FIELDS = ("questions.fields", "questions.demographic_fields")
ENTRIES = {  # the keys of the entries of lists
    "practice": ("sentence", "end"),
    "practice_pairs": ("good", "bad"),
    **dict.fromkeys(FIELDS, ("name", "label", "options")),
}
ENDS = ("good", "bad", "middle")
FURTHER = {place: {"accept": list, "optional": bool} for place in FIELDS}  # keys that an entry may have
FORMS = {  # of settings: a pattern, and the same in words
    "save": (r"download|jatos|datapipe:\w+|post:\S+", "download, jatos, datapipe:<experiment id> or post:<address>"),
    "direction": ("ltr|rtl", "ltr or rtl"),
    "language": ("[A-Za-z]{2,3}(-[A-Za-z0-9]+)*", "a code such as en, ar or zh-Hans"),
    "times": ("date|clock|none", "date, clock or none"),
}
EARLIEST, LATEST = 250, 10_000  # milliseconds
FORMER = {"record_prolific_id": "record_ids"}  # earlier names of keys
BRACKETS = re.compile(r"\[[^\[\]]+\]")


def read(path: Path, shipped: Path, notes: list[str] | None = None) -> dict[str, Any]:
    """Return the words of a file that has the same keys as the shipped one. InputError that lists what is wrong.

    The fields of questions include those of demographics, if these are switched on.

    A file of an earlier version lacks keys. Their values are those of the shipped file in its language, if there is
    one; ``notes`` gets a line that names them.
    """
    texts = read_yaml(path)
    if isinstance(texts, dict):
        texts = {FORMER.get(key, key): value for key, value in texts.items()}
        if source := _shipped_in(texts.get("language"), shipped):
            missing: list[str] = []
            texts = _filled(texts, read_yaml(source), missing)
            if missing and notes is not None:
                notes.append(
                    f"{path}: has no {', '.join(missing)}; the texts and settings of resources/experiment/"
                    f"{source.name} are used; to change them, copy them into your file"
                )
    fail(path, list(_faults(texts, read_yaml(shipped))))
    if texts["questions"]["demographics"]:
        texts["questions"]["fields"] += texts["questions"]["demographic_fields"]
    fail(path, list(_faults_of_settings(texts)))
    return texts


def _shipped_in(language: Any, shipped: Path) -> Path | None:
    """Return the shipped file in a language; None if there is none."""
    if language == read_yaml(shipped)["language"]:
        return shipped
    source = shipped.with_name(f"{shipped.stem}.{language}.yaml")
    return source if source.is_file() else None


def _filled(texts: Any, shipped: Any, missing: list[str], place: str = "") -> Any:
    """Return texts with the values of the keys that only the shipped ones have; ``missing`` gets these keys."""
    if not (isinstance(texts, dict) and isinstance(shipped, dict)):
        return texts
    missing += [_inside(place, key) for key in shipped if key not in texts]
    filled = {key: _filled(value, shipped.get(key), missing, _inside(place, key)) for key, value in texts.items()}
    return shipped | filled


def _faults(texts: Any, shipped: Any, place: str = "") -> Iterator[str]:
    """Yield keys that are missing or unknown, and values of another type than the shipped ones."""
    if isinstance(shipped, dict):
        if not isinstance(texts, dict):
            yield f"{place or 'the file'}: must have the keys {', '.join(shipped)}"
            return
        for key in [key for key in texts if key not in shipped]:
            yield f"{_inside(place, key)}: there is no such key{suggest(key, shipped)}; remove or correct it"
        for key, value in shipped.items():
            if key in texts:
                yield from _faults(texts[key], value, _inside(place, key))
            else:
                yield f"{_inside(place, key)}: is missing; add it"
    elif place in ENTRIES:
        yield from _faults_of_entries(texts, place)
    elif isinstance(shipped, bool):
        if not isinstance(texts, bool):
            yield f"{place}: must be true or false"
    elif isinstance(shipped, int):
        if not isinstance(texts, int) or isinstance(texts, bool) or texts < 0:
            yield f"{place}: must be a whole number"
    elif not isinstance(texts, str):
        yield f'{place}: must be text; put it in quotes, as in {place.rpartition(".")[2]}: "{texts}"'


def _faults_of_entries(entries: Any, place: str) -> Iterator[str]:
    """Yield what is wrong with the entries of a list."""
    keys, further = ENTRIES[place], FURTHER.get(place, {})
    if not isinstance(entries, list):
        yield f"{place}: must be a list of entries with {', '.join(keys)}"
        return
    for number, entry in enumerate(entries, start=1):
        if not isinstance(entry, Mapping) or not set(keys) <= set(entry) <= {*keys, *further}:
            may = f" (and may have {', '.join(further)})" if further else ""
            yield f"{place}, entry {number}: must have {', '.join(keys)}, and nothing else{may}"
            continue
        for key, kind in further.items():
            if not isinstance(entry.get(key, kind()), kind):
                what = "a list of options" if kind is list else "true or false"
                yield f"{place}, entry {number}: {key} must be {what}"
        for key, value in ((key, entry[key]) for key in keys):
            in_order = isinstance(value, list) and all(isinstance(one, str) for one in value)
            if key == "options" and not in_order:
                yield f"{place}, entry {number}: options must be a list of texts, or [] for a field to write in"
            elif key != "options" and not (isinstance(value, str) and value.strip()):
                yield f"{place}, entry {number}: {key} must be text"


def _faults_of_settings(texts: Mapping[str, Any]) -> Iterator[str]:
    """Yield settings that have no meaning, in a file whose keys and types are right."""
    for name, (pattern, form) in FORMS.items():
        if not re.fullmatch(pattern, texts[name]):
            yield f"{name}: is {texts[name]!r}; write {form}"
    if not EARLIEST <= texts["minimum_time"] <= LATEST:
        yield f"minimum_time: is {texts['minimum_time']}; write a number of milliseconds from {EARLIEST} to {LATEST}"
    if not re.fullmatch(r"(https?://\S+)?", texts["completion"]["link"]):
        yield f"completion.link: is {texts['completion']['link']!r}; write an address that begins with https://"
    for name in ("likert", "yes_no", "slider"):
        if "{answer}" not in texts["attention"][name]:
            yield f"attention.{name}: must contain {{answer}}, which becomes the answer that participants are to give"
    for field in texts["questions"]["fields"]:
        if others := [option for option in field.get("accept", []) if option not in field["options"]]:
            yield f"questions.fields, {field['name']}: accept has {others[0]!r}, which is not among its options"
    ends = [entry["end"] for entry in texts["practice"]]
    for end in dict.fromkeys(ends):
        if end not in ENDS:
            yield f"practice: end is {end!r}; write {', '.join(ENDS[:-1])} or {ENDS[-1]}"
    if ends and not {"good", "bad"} <= set(ends):
        yield "practice: must show both ends of the scale; add a sentence with end: good, and one with end: bad"
    names = [entry["name"] for entry in texts["questions"]["fields"]]
    for name in names:
        if not re.fullmatch(r"[a-z]\w*", name, re.ASCII) or names.count(name) > 1:
            yield f"questions.fields: the name {name!r} must consist of letters, digits and _, and occur once"


def unfilled(texts: Any) -> list[str]:
    """Return what is still in brackets, each once."""
    if isinstance(texts, str):
        return list(dict.fromkeys(" ".join(bracket.split()) for bracket in BRACKETS.findall(texts)))
    values = texts.values() if isinstance(texts, Mapping) else texts if isinstance(texts, list) else ()
    return list(dict.fromkeys(bracket for value in values for bracket in unfilled(value)))


def _inside(place: str, key: Any) -> str:
    """Name a key by those that it is in."""
    return f"{place}.{key}" if place else str(key)
