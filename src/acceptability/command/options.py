"""Declare the options of `make score` and `make check`, and parse the values that users write.

A user types ``PAIRS=my.csv MODEL=gpt2``; the functions take ``{"pairs": "my.csv", "model": "gpt2"}``.
"""

import argparse
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from acceptability.errors import InputError, no_such_file
from acceptability.plan import schema
from acceptability.reading import sheets, text
from acceptability.responses import files, results

OF_SCORE = {
    "pairs": "tables of minimal pairs",
    "sentences": "tables of sentences",
    "suites": "sentences in regions: SyntaxGym's JSON, tables, or folders or zip files with these",
    "predictions": "a table of formulas for these suites, which compare the surprisals of regions",
    "spaces": "marks, raw or none: what is between regions (docs/regions.md)",
    "right": "all or first: which formulas of a suite must be true",
    "dataset": "datasets that config.yaml or a study declares",
    "model": "folders of models or of adapters, GGUF files, names on the Hugging Face hub, what a server calls its "
    "models, or systems that config.yaml or a study declares",
    "server": "the address of the server of these models, such as http://localhost:8000",
    "api": "how the server is asked: openai, sglang or tgi",
    "remote": "yes: your sentences may be sent to a server that is not on this computer",
    "ratings": "results of an experiment about the pairs, as its platform exports them, or a table: participant, "
    "sentence_id, rating",
    **results.FILES,
    **results.WORDS,
    "scores": "tables of scores from other programs",
    "decisions": "tables of which sentence of each pair systems chose",
    "answers": "answers to the prompts that `make prompts` wrote",
    "prompts": "english, or a file of prompts of your own: causal models are asked them, too",
    "system_prompt": "own, none or a text: the system prompt in the model's chat template; with ANSWERS=, the text "
    "that `make prompts` was given",
    "kind": "the kind of the model, if its config.json does not say it",
    "base": "the model into which an adapter is merged, if it is not the one that the adapter names",
    "beginning": "the token before each sentence for causal models of your own, usually the beginning-of-sequence "
    "(BOS) token: true, false, auto, harness, tokenizer or the text of a token",
    "revision": "the commit, tag or branch of the hub model",
    "series": "the number in which the models differ, such as parameters, tokens or step",
    "revisions": "revisions of the hub model, which are scored as a series",
    "numbers": "the numbers of the models or revisions, if their names or files do not contain them",
    "keep": "no: deletes the weights of each hub model when it has scored all sentences",
    "encoding": "how the text of the tables is encoded",
    "sheet": "the sheet of the spreadsheets",
    "standardise": "sentences: turns ratings into z-scores",
    "by": "columns of the table of pairs or sentences, with commas between, by whose values results are also computed",
    "words": "characters or whitespace: what a word is in languages that write no spaces",
    "negate": "measures of the scores that are low for good sentences",
    "partial": "yes: some sentences may have no score in the tables of scores",
    "as_babylm": "yes: shares of right pairs are also counted as in BabyLM's evaluation pipeline",
    "too_long": "refuse, skip or window: what to do with a sentence that is too long for a model",
    "folder": "where everything is written (by default, a folder in runs)",
    "mirror": "a folder with the external files",
}
OF_CHECK = {
    "raters": "the number of raters of each sentence",
    "corpus": "a corpus that config.yaml declares, a text with one sentence a line, or none",
    "lists": "how many lists for participants to make",
    "fillers": "a table of fillers, which every list has, or which were rated beside the sentences",
    "first": "how many pairs are to be rated first",
    "seed": "the seed of all random choices",
    "assume": "assumptions of the power analysis: name=number, separated by commas",
}


@dataclass(frozen=True)
class Command:
    """Describe a command: its name, the meaning of each of its options, and whether it needs systems."""

    name: str
    options: Mapping[str, str]
    needs_systems: bool = True


OF_SUITES = ("suites", "predictions", "spaces", "right")
SCORE = Command("score", OF_SCORE)
CHECK = Command(
    "check", {name: use for name, use in OF_SCORE.items() if name not in ("sentences", *OF_SUITES)} | OF_CHECK, False
)
EITHER = Command("score", OF_SCORE | OF_CHECK)  # of a job, which has the options of the run that it belongs to
FOLDERS = ("pairs", "scores", "suites")  # options that may name a folder, whose tables are read as one
OF_PEOPLE = ("ratings", "decisions")  # options that may name a folder of results of an experiment
# One of these, at least, makes a request.
SUBJECTS = {"pairs", "sentences", "suites", "dataset", "model", "scores", "decisions", "answers"}
YES_OR_NO = {"yes": True, "true": True, "no": False, "false": False}


def command_of(arguments: list[str], is_main: bool = True) -> Command:
    """Return the command that Snakemake's arguments name: `check`, or else `score`; in a job, either."""
    if not is_main:
        return EITHER
    return CHECK if "check" in arguments and "score" not in arguments else SCORE


def from_config(config: Mapping[str, Any], configfiles: list[str], command: Command = SCORE) -> dict[str, str]:
    """Return the request in what ``snakemake --config`` was given; empty where that is no request.

    Sections of a configuration, which may be given there, too, are mappings and lists; options are neither.
    """
    values = {
        key: value for key, value in config.items() if not isinstance(value, Mapping | list) and value is not None
    }
    if not SUBJECTS & set(values):
        return {}
    if configfiles:
        raise InputError(f"{configfiles[0]}: use either a configuration file or options such as pairs= and model=")
    return parse(values, command)


def split_options(words: Iterable[str]) -> dict[str, str]:
    """Return the values of options by name, in upper case, from words such as ``PAIRS=my.csv``.

    InputError for a word that is no option, and for an option that occurs twice.
    """
    values: dict[str, str] = {}
    for word in words:
        name, sign, value = word.partition("=")
        if not sign:
            raise InputError(f"{word}: is not an option; options are written as NAME=value, such as PAIRS=my_pairs.csv")
        if name.upper() in values:
            raise InputError(f"{word}: {name.upper()}= occurs twice; write it once, with commas between several values")
        values[name.upper()] = value
    return values


def parse(values: Mapping[str, Any], command: Command = SCORE) -> dict[str, str]:
    """Return the options, in lower case and in the command's order. Raise InputError for one that the command lacks."""
    options = {key.lower(): str(value) for key, value in values.items()}
    for option in options:
        schema.known(option.upper(), [name.upper() for name in command.options], f"make {command.name}: the option")
    return {option: options[option] for option in command.options if options.get(option, "").strip()}


def whole_number(options: Mapping[str, str], option: str, usual: int = 0) -> int:
    """Return the whole number that an option gives, or the usual one where it is not given.

    Raises InputError for another value.
    """
    value = options.get(option, str(usual)).strip()
    if not re.fullmatch("[0-9]{1,9}", value):
        raise InputError(f"{option.upper()}={options[option]}: must be a whole number")
    return int(value)


def is_yes(options: Mapping[str, str], option: str, otherwise: str = "no") -> bool:
    """Return whether an option says yes, or ``otherwise`` does where it is not given.

    Raise InputError where it says neither yes nor no.
    """
    value = options.get(option, otherwise).strip().lower()
    if value not in YES_OR_NO:
        raise InputError(f"{option.upper()}={options[option]}: must be yes or no")
    return YES_OR_NO[value]


def values_of(options: Mapping[str, str], option: str) -> list[str]:
    """Return what an option names: one thing, which may be a path with commas in it, or several between commas."""
    value = os.path.expanduser(options.get(option, "").strip())
    if os.path.exists(value):
        return [value]
    return [os.path.expanduser(part.strip()) for part in value.split(",") if part.strip()]


def files_of(options: Mapping[str, str], option: str) -> Iterator[str]:
    """Yield the files that an option names. Raise InputError at the first that is none."""
    for name in values_of(options, option):
        path = Path(name).expanduser()
        if path.is_dir() and option in (*FOLDERS, *OF_PEOPLE):
            if option != "suites":
                files.files_of(path) if option in OF_PEOPLE else sheets.files_of(path)
        elif not path.is_file():
            wrong = "is a folder; name the table in it" if path.is_dir() else no_such_file(path)
            raise InputError(f"{option.upper()}={name}: {wrong}")
        yield name


def reading_of(options: Mapping[str, str]) -> dict[str, str]:
    """Return how tables are read, as keys of an entry."""
    return {option: options[option] for option in ("encoding", "sheet") if option in options}


def reading_of_file(options: Mapping[str, str], path: str) -> dict[str, str]:
    """Return how a further table is read: as the other tables are, but one in UTF-8 as that."""
    in_utf_8 = text.is_utf_8(Path(path).expanduser())
    return {option: value for option, value in reading_of(options).items() if option != "encoding" or not in_utf_8}


def number_of_series(options: Mapping[str, str]) -> str:
    """Return what the numbers of a series are of."""
    return options.get("series", "step").strip().lower()


def check_several(options: Mapping[str, str], option: str, names: list[str], otherwise: str) -> None:
    """Raise InputError about an option whose several names are only one, or have one twice."""
    place = f"{option.upper()}={options[option]}"
    if twice := [name for number, name in enumerate(names) if name in names[:number]]:
        raise InputError(f"{place}: {twice[0]} occurs twice; write it once")
    if len(names) < 2:
        raise InputError(f"{place}: a series has two or more; {otherwise}")


def write_files(module: ModuleType, meaning: str, arguments: Sequence[str], base: Path) -> list[str]:
    """Write the files of a command, and return what to say about them, in lines.

    ``module`` has its COMMAND and its function write; ``meaning`` says what its options, the ``arguments``, are about.
    ``base`` is the project's folder. Raises InputError where an option cannot be met.
    """
    command = module.COMMAND
    about = "; ".join(f"{option.upper()}=: {use}" for option, use in command.options.items())
    parser = argparse.ArgumentParser(prog=f"make {command.name}", epilog=about)
    parser.add_argument("options", nargs="+", metavar="OPTION=value", help=meaning)
    options = parse(split_options(parser.parse_args(arguments).options), command)
    return module.write(options, Path(os.path.relpath(base)))
