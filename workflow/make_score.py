"""`make score`: writes the configuration that the words of the command line mean, and runs it in its folder."""

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
    parser = argparse.ArgumentParser(
        prog="make score", epilog="; ".join(f"{word.upper()}=: {said}" for word, said in request.WORDS.items())
    )
    parser.add_argument("--cores", default="2", help="processor cores to use")
    parser.add_argument("words", nargs="+", metavar="WORD=value", help="what to score, and with what (docs/score.md)")
    given = parser.parse_args(arguments)
    words = request.checked(dict(word.split("=", 1) for word in given.words))
    folder = request.write(words, Path(os.path.relpath(BASE)), schema.read_schemas(BASE / "workflow/schemas"))
    options = [f"--snakefile={BASE}/Snakefile", f"--workflow-profile={BASE}/workflow/profiles/default"]
    return [sys.executable, "-m", "snakemake", f"--cores={given.cores}", *options, f"--directory={folder}", "score"]


if __name__ == "__main__":
    try:
        command = main(sys.argv[1:])
    except InputError as error:
        sys.exit(f"error: {error}")
    os.execv(command[0], command)
