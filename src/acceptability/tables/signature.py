"""Write signatures: one line that says what a system's numbers were computed from, to paste into a paper.

The same inputs have the same line on every machine. It has no path, time or name of a computer, and its checksums are
those of texts and of files that were given, never of computed scores. docs/numbers.md explains each field.
"""

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

import acceptability
from acceptability.contracts.columns import Table
from acceptability.contracts.data import PAIRS, SENTENCES
from acceptability.contracts.defaults import TIE
from acceptability.scoring.measures import MEASURES

if TYPE_CHECKING:
    import pandas as pd

VERSION = acceptability.__version__
LENGTH = 8  # digits of checksums and commits
UNKNOWN = "unknown"
WEIGHTS = (".safetensors", ".gguf")
USUAL = {"discount_fallback": False, "end_of_sentence": True}  # of n-gram models; others are reported
# Settings of a scoring that have a field of their own, follow from the measures, or change scores by rounding alone.
NO_FIELD = {"kind", "precision", "shards", "threads", "devices", "exact_savings", "words", "beginning", "settled"} | {
    *("too_long", "ways", "server", "name", "at_once", "remote", "chat", "system_prompt", "as_published")
}


def line(data: str, fields: Mapping[str, str], version: str = VERSION) -> str:
    """Return a signature: the program's version, the data as of_data names them, and further fields.

    A convention is written without spaces, as names are.
    """
    whole = {"acceptability": version, "data": data} | dict(fields)
    if "convention" in whole:
        whole["convention"] = whole["convention"].replace(" ", "_")
    return "|".join(f"{name}:{value}" for name, value in whole.items()).replace("\n", "\\n")


def of_data(name: str, sentences: "pd.DataFrame", pairs: "pd.DataFrame") -> str:
    """Return the name of a dataset, and the checksum of what the contracts SENTENCES and PAIRS say of it.

    The order of rows and of columns plays no part, and numbers are rounded to six decimals.
    """
    text = "\n\n".join("\n".join(_rows(*part)) for part in ((sentences, SENTENCES), (pairs, PAIRS)))
    return named(name, checksum(text))


def named(label: str, what: str) -> str:
    """Return the label of a system, without spaces and |, with the checksum or the commit of what it was made from."""
    return f"{'_'.join(label.replace('|', ' ').split())}@{what}"


def of_table(table: "pd.DataFrame") -> str:
    """Return the checksum of what a frame holds, which is in no file."""
    return checksum("\n".join(_rows(table, None)))


def of_files(digests: Sequence[str]) -> str:
    """Return the beginning of the SHA-256 of one file; of several, of the list of theirs."""
    return digests[0][:LENGTH] if len(digests) == 1 else checksum("\n".join(sorted(digests)))


def checksum(text: str) -> str:
    """Return the first digits of the SHA-256 of a text."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:LENGTH]


def _rows(table: "pd.DataFrame", contract: Table | None) -> list[str]:
    """Return the rows of a table as text, sorted; of a contract's columns alone, and of no column that is empty."""
    known = table if contract is None else table[[name for name in table if name in contract.columns]]
    known = known.dropna(axis="columns", how="all")
    known = known[sorted(known, key=str)]
    cells = {name: _texts(known[name]) for name in known}
    return ["\t".join(map(str, cells)), *sorted(map("\t".join, zip(*cells.values(), strict=True)))]


def _texts(column: "pd.Series") -> list[str]:
    missing, is_number = column.isna(), column.dtype.kind in "iuf"
    texts = (f"{round(float(value), 6) + 0.0:.6f}" if is_number else str(value) for value in column.where(~missing, 0))
    return ["" if lacks else text for lacks, text in zip(missing, texts, strict=True)]


def of_scoring(label: str, recorded: Mapping, measures: Sequence[str] = ()) -> dict[str, str]:
    """Return the fields about a system, by what is recorded of how it scored, or of how an n-gram model was trained.

    Conventions are those of the log-probabilities that ``measures`` need.
    """
    if "corpus" in recorded:
        corpus, training = recorded["corpus"], recorded["training"]
        training_fields = {key: _said(training[key]) for key in ("order", "tokenisation", "lowercase")}
        training_fields |= {
            key: _said(training[key]) for key, usual in USUAL.items() if training.get(key, usual) != usual
        }
        return {"corpus": named(corpus["name"], corpus["sha256"][:LENGTH])} | training_fields
    system = recorded.get("system", {})
    fields = {"model": _model(label, recorded)}
    if "gguf" in recorded:
        fields["quantisation"] = recorded["gguf"]["quantisation"]
    if system.get("precision", "float32") != "float32":
        fields["precision"] = system["precision"]
    if "beginning_token" in recorded:
        fields["beginning"] = recorded["beginning_token"] or "nothing"
        scored = recorded.get("first_token", "scored" if recorded["beginning_token"] else "not scored") == "scored"
        if scored != bool(recorded["beginning_token"]):  # as some servers have it
            fields["first_token"] = _said(scored)
    if by_column := recorded.get("convention"):
        columns = [column for measure in measures for column in MEASURES[measure].needs if column in by_column]
        fields |= {"convention": "+".join(dict.fromkeys(by_column[name] for name in columns))} if columns else {}
    too_long = system.get("too_long", "skip" if "left_out" in recorded else "refuse")
    if too_long != "refuse":
        fields["too_long"] = too_long
    fields |= {key: _said(value) for key, value in sorted(system.items()) if key not in NO_FIELD and value}
    if "unigrams" in recorded:
        fields["unigrams"] = named(recorded["unigrams"]["name"], recorded["unigrams"]["sha256"][:LENGTH])
    if "prompts" in recorded:
        fields["chat"] = _said(recorded["chat"])
        if recorded["chat"]:
            prompt = system["system_prompt"]
            fields["system_prompt"] = prompt if prompt in ("own", "none") else checksum(prompt)
        fields["prompts"] = checksum(json.dumps(recorded["prompts"], sort_keys=True, ensure_ascii=False))
    return fields


def _model(label: str, recorded: Mapping) -> str:
    """Return what a model is called, with its commit on the hub or the checksum of its weights."""
    if "hub" in recorded:
        model = named(recorded["hub"], recorded["revision"][:LENGTH])
    elif "files" in recorded:
        weights = {file: digest for file, digest in recorded["files"].items() if file.endswith(WEIGHTS)}
        model = named(next(iter(weights)) if "gguf" in recorded else label, of_files(list(weights.values())))
    else:
        model = named(recorded.get("model", label), UNKNOWN)
    if "adapter" in recorded:
        files = recorded["adapter"]["files"]
        model += f"+adapter@{of_files([digest for file, digest in files.items() if file.endswith(WEIGHTS)])}"
    return model


def _said(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def of_negated(measures: Collection[str]) -> dict[str, str]:
    """Return the field about measures of scores from elsewhere whose sign is changed; none where there are none."""
    return {"negate": "+".join(sorted(measures))} if measures else {}


def of_check(assumptions: Mapping[str, float | None]) -> dict[str, str]:
    """Return the fields about what `check` says of stimuli: the ``assumptions`` of the power analysis."""
    return {name: f"{value:g}" for name, value in sorted(assumptions.items()) if value is not None}


def of_measures(measures: Collection[str]) -> dict[str, str]:
    """Return the field about the measures of a system."""
    return {"measure": "+".join(measures)}


def of_criteria(tie: float, thresholds: Sequence[float]) -> dict[str, str]:
    """Return the fields about shares of pairs: how ties count, and which criteria; without thresholds, BLiMP's alone.

    ``tie``: differences of so many nats or less are a tie.
    """
    ties = "half" if tie == TIE else f"half({tie:g})"
    values = ",".join(f"{threshold:g}" for threshold in thresholds)
    return {"ties": ties, "criteria": f"BLiMP,ADC({values})" if thresholds else "BLiMP"}
