"""`make score`, `make check`: write the configuration that the words of the command line mean, and run it."""

import argparse
import os
import sys
from pathlib import Path

BASE = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(BASE / "workflow/scripts"))


from acceptability.command import request  # noqa: E402
from acceptability.errors import InputError  # noqa: E402
from acceptability.plan import schema  # noqa: E402


def main(arguments: list[str]) -> list[str]:
    """Write the configuration, and return the command that runs it."""
    known = request.SCORE.words | request.CHECK.words
    parser = argparse.ArgumentParser(
        prog="make", epilog="; ".join(f"{word.upper()}=: {said}" for word, said in known.items())
    )
    commands = {command.name: command for command in (request.SCORE, request.CHECK)}
    parser.add_argument("command", choices=commands, help="score sentences, or check pairs before they are judged")
    parser.add_argument("--cores", default="2", help="processor cores to use")
    parser.add_argument(
        "words", nargs="+", metavar="WORD=value", help="what to score, and with what (docs/score.md, docs/check.md)"
    )
    given = parser.parse_args(arguments)
    command = commands[given.command]
    words = request.checked(dict(word.split("=", 1) for word in given.words), command)
    schemas = schema.read_schemas(BASE / "workflow/schemas")
    folder = request.write(words, Path(os.path.relpath(BASE)), schemas, command=command)
    options = [f"--snakefile={BASE}/Snakefile", f"--workflow-profile={BASE}/workflow/profiles/default"]
    return [
        sys.executable,
        "-m",
        "snakemake",
        f"--cores={given.cores}",
        *options,
        f"--directory={folder}",
        command.name,
    ]


if __name__ == "__main__":
    try:
        command = main(sys.argv[1:])
    except InputError as error:
        sys.exit(f"error: {error}")
    os.execv(command[0], command)
