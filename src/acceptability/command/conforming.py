"""Run `make conform`: write the conformance kit, or name the conventions of a table of scores."""

from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from acceptability.command.options import Command, files_of, reading_of
from acceptability.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

OPTIONS = {
    "kit": "the folder in which the kit is written: three tiny models and 60 sentences",
    "scores": "a table with scores of the kit's sentences; with MODEL=, of any sentences",
    "model": "the model that made the scores: a folder, a GGUF file or a name on the hub",
    "kind": "causal or masked, if the model does not say it",
    "revision": "the commit, tag or branch of the hub model",
    "base": "the model into which an adapter, the MODEL, is merged",
    "encoding": "how the text of the table is encoded",
    "sheet": "the sheet of the spreadsheet",
}
COMMAND = Command("conform", OPTIONS)
OFFERED = "make conform: add KIT=folder, which writes the kit, or SCORES=my_scores.csv (see docs/conventions.md)"


def write(options: Mapping[str, str], base: Path) -> list[str]:
    """Write the kit or compare the scores, and return what to say about it, in lines.

    ``base`` is the project's folder, which no option needs. Raises InputError where an option cannot be met, or where
    scores follow no convention.
    """
    if ("kit" in options) == ("scores" in options):
        raise InputError(OFFERED)
    if "kit" in options:
        if further := sorted(options.keys() - {"kit"}):
            raise InputError(f"{further[0].upper()}=: applies only to SCORES=; leave it out")
        return _write_kit(Path(options["kit"]).expanduser())
    (path,) = files_of(options, "scores")
    of_model = {name: options[name] for name in ("model", "kind", "revision", "base") if name in options}
    if of_model and "model" not in options:
        raise InputError(f"{next(iter(of_model)).upper()}=: applies only to MODEL=; leave it out")
    findings = _findings(path, of_model, options)
    lines = [f"{row.column}: {row.finding}" for row in findings.itertuples()]
    if not findings["conforms"].all():
        raise InputError("\n  ".join([f"{path}: not every column follows a convention (docs/conventions.md):", *lines]))
    return lines


def with_conventions(options: Mapping[str, str], systems: Mapping[str, tuple[str, dict]]) -> Iterator[str]:
    """Put the convention of each table of scores into its entry, if the only model of a request made the scores.

    Yields a note for each column: what 20 sentences show. A model that is not in local files is not compared.
    """
    models = [entry for section, entry in systems.values() if section == "models"]
    tables = [entry for section, entry in systems.values() if section == "scores"]
    if len(models) != 1 or "path" not in models[0] or find_spec("transformers") is None:
        return
    adapter, path = models[0].get("adapter"), models[0]["path"]
    of_model = {"model": adapter or path, "base": path if adapter else None, "kind": options.get("kind")}
    for entry in tables:
        begin = f"note: {entry['path']} and {of_model['model']}: "
        try:
            findings = _findings(entry["path"], of_model, options)
        except InputError as error:
            yield f"{begin}not compared: {error}"
            continue
        yield from (f"{begin}{row.column}: {row.finding}" for row in findings.itertuples())
        if findings["conforms"].all():
            named = (
                row.convention if row.precision == "float32" else f"{row.convention}, {row.precision}"
                for row in findings.itertuples()
            )
            entry["convention"] = "; ".join(dict.fromkeys(named))


def _findings(path: str, of_model: Mapping[str, Any], options: Mapping[str, str]) -> "pd.DataFrame":
    from acceptability.api.conforming import conform  # here, as it loads SciPy

    return conform(path, **of_model, **reading_of(options))


def _write_kit(folder: Path) -> list[str]:
    from acceptability.conformance import kit  # here, as a list of commands does without it

    if find_spec("safetensors") is None:
        raise InputError("KIT=: safetensors is not installed, which writes models; install acceptability[neural]")
    try:
        *models, sentences = kit.write(folder)
    except OSError as error:
        raise InputError(f"{error.filename}: cannot be written ({error.strerror}); name another KIT=") from error
    return [
        f"Models: {', '.join(map(str, models))}",
        f"Sentences: {sentences}",
        "Score the sentences with one of the models. Put sentence_id and the scores into a table. Then:",
        "make conform SCORES=my_scores.csv",
    ]
