"""`make score`, `make check`: write the configuration that the words of the command line mean, and run it."""

import argparse
import gc
import os
import sys
from pathlib import Path

gc.disable()  # modules and large tables are no garbage, and looking through them takes a third of the time
BASE = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(BASE / "src"))


from acceptability.command import request, unchanged  # noqa: E402
from acceptability.command.options import CHECK, SCORE, parse, split_options  # noqa: E402
from acceptability.errors import InputError  # noqa: E402
from acceptability.plan import schema  # noqa: E402


def main(arguments: list[str]) -> list[str]:
    """Write the configuration, and return Snakemake's arguments to run it."""
    known = SCORE.options | CHECK.options
    parser = argparse.ArgumentParser(
        prog="make", epilog="; ".join(f"{word.upper()}=: {use}" for word, use in known.items())
    )
    commands = {command.name: command for command in (SCORE, CHECK)}
    parser.add_argument("command", choices=commands, help="score sentences, or check pairs before they are judged")
    parser.add_argument("--cores", default="2", help="processor cores to use")
    parser.add_argument(
        "options", nargs="+", metavar="OPTION=value", help="what to score, and with what (docs/score.md, docs/check.md)"
    )
    parsed = parser.parse_args(arguments)
    command = commands[parsed.command]
    options = parse(split_options(parsed.options), command)
    schemas = schema.read_schemas(BASE / "workflow/schemas")
    folder = request.write(options, Path(os.path.relpath(BASE)), schemas, command=command)
    unchanged.hand_over(folder / "config.yaml")
    places = [f"--snakefile={BASE}/Snakefile", f"--workflow-profile={BASE}/workflow/profiles/default"]
    return [f"--cores={parsed.cores}", *places, f"--directory={folder}", command.name]


if __name__ == "__main__":
    try:
        sys.argv[1:] = main(sys.argv[1:])
    except InputError as error:
        sys.exit(f"error: {error}")
    from snakemake.cli import main as run  # here, and in this process, as the package is imported already

    gc.enable()
    run()
