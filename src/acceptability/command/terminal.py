"""Run the commands of `make` from an installed package: `acceptability score PAIRS=my_pairs.csv MODEL=gpt2`.

A command starts the script that `make` calls, with the same options. `verify` and `completion` run in this process.
"""

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.util import find_spec

import acceptability
from acceptability import installation
from acceptability.command import asking, conforming, experimenting, new_paper
from acceptability.command.completion import script
from acceptability.command.options import CHECK, SCORE, split_options
from acceptability.errors import InputError

CORES = "CORES"  # an option of every command that runs Snakemake, as of `make`


@dataclass(frozen=True)
class Program:
    """Describe a command: its use, its options with their meanings, and the script in workflow/ that it starts."""

    use: str
    options: Mapping[str, str]
    script: str
    arguments: tuple[str, ...] = ()
    runs_snakemake: bool = False


PROGRAMS = {
    "score": Program("score sentences or pairs with models", SCORE.options, "run_words.py", ("score",), True),
    "check": Program("check pairs before they are judged", CHECK.options, "run_words.py", ("check",), True),
    "experiment": Program("write an experiment about pairs", experimenting.COMMAND.options, "make_experiment.py"),
    "prompts": Program("write prompts about sentences or pairs", asking.COMMAND.options, "make_prompts.py"),
    "conform": Program("find the convention of scores", conforming.COMMAND.options, "conform.py"),
    "new-paper": Program("copy the template of a study", new_paper.COMMAND.options, "new_paper.py"),
}
SHELLS = ("bash", "zsh")
VERIFY = {
    "RECORD": "the folder of a run, its folder results, or a zip archive of one of them",
    "PAPERS": "the folder of your own studies, if the record is about one",
}
OTHERS = {
    "verify": "recompute the tables of a run from its record, and compare them",
    "completion": f"print what completes these commands: {' or '.join(SHELLS)}",
}


def main() -> None:
    """Start the command that the arguments name; `sys.exit` reports what is wrong with them."""
    name, *words = sys.argv[1:] or ["--help"]
    if name == "--version":
        print(acceptability.__version__)
    elif name in ("--help", "-h"):
        print(_usage())
    elif name == "completion":
        if words not in ([shell] for shell in SHELLS):
            sys.exit(f"error: name your shell; type: acceptability completion {' | '.join(SHELLS)}")
        options: dict[str, Iterable[str]] = {key: _options(program) for key, program in PROGRAMS.items()}
        print(script(options | {"verify": VERIFY}), end="")
    elif name == "verify" and _asks_for_help(words):
        print(_usage_of(name, OTHERS[name], VERIFY))
    elif name == "verify":
        from acceptability.verification import verify  # here, as it loads SciPy

        sys.exit(verify.main([*_arguments_of_verify(words)]))
    elif name not in PROGRAMS:
        sys.exit(f"error: {name}: is not a command; there are {', '.join([*PROGRAMS, *OTHERS])}")
    elif _asks_for_help(words):
        print(_usage_of(name, PROGRAMS[name].use, _options(PROGRAMS[name])))
    else:
        _start(PROGRAMS[name], words)


def _asks_for_help(words: list[str]) -> bool:
    """Return whether a command lists its options: without options, or with --help."""
    return not words or bool({"--help", "-h"} & {*words})


def _start(program: Program, words: list[str]) -> None:
    """Replace this process by the program's script."""
    try:
        options = split_options(words)
    except InputError as error:
        sys.exit(f"error: {error}")
    if program.runs_snakemake and not find_spec("snakemake"):
        sys.exit(
            "error: Snakemake is not installed; type: pip install 'acceptability[workflow]'. With pipx, write "
            "'acceptability[workflow]' after pipx install --force, or in the --spec of pipx run (see docs/python.md)"
        )
    cores = options.pop(CORES, str(os.cpu_count() or 2))
    arguments = [*program.arguments, *(["--cores", cores] if program.runs_snakemake else [])]
    arguments += [f"{name}={value}" for name, value in options.items()]
    os.execv(sys.executable, [sys.executable, str(installation.FOLDER / "workflow" / program.script), *arguments])


def _options(program: Program) -> dict[str, str]:
    """Return the options as users type them, with their meanings."""
    options = {option.upper(): use for option, use in program.options.items()}
    return options | ({CORES: "the number of processor cores to use"} if program.runs_snakemake else {})


def _usage() -> str:
    uses = {name: program.use for name, program in PROGRAMS.items()} | OTHERS
    lines = [f"  acceptability {name:<11} {use}" for name, use in uses.items()]
    return "\n".join(["The options are those of make. Without options, a command lists them:", *lines])


def _arguments_of_verify(words: list[str]) -> Iterator[str]:
    """Yield the arguments of verify for options that are written as those of make."""
    for word in words:
        name, _, value = word.partition("=")
        yield from {"RECORD": [value], "PAPERS": ["--papers", value]}.get(name.upper(), [word])


def _usage_of(name: str, use: str, options: Mapping[str, str]) -> str:
    lines = [f"  {option}=  {meaning}" for option, meaning in options.items()]
    return "\n".join([f"acceptability {name} OPTION=value …: {use}", *lines])
