"""`make experiment`: writes an experiment about the pairs of a table. Nothing is sent anywhere."""

import argparse
import os
import sys
from pathlib import Path

BASE = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(BASE / "workflow/scripts"))


from acceptability.command import experimenting, request  # noqa: E402
from acceptability.errors import InputError  # noqa: E402


def main(arguments: list[str]) -> list[str]:
    """Write the files, and return what to say about them."""
    parser = argparse.ArgumentParser(
        prog="make experiment",
        epilog="; ".join(f"{word.upper()}=: {said}" for word, said in experimenting.WORDS.items()),
    )
    parser.add_argument("words", nargs="+", metavar="WORD=value", help="what to make (docs/experiment.md)")
    given = parser.parse_args(arguments)
    words = request.checked(dict(word.split("=", 1) for word in given.words), experimenting.COMMAND)
    return experimenting.write(words, Path(os.path.relpath(BASE)))


if __name__ == "__main__":
    try:
        print(*main(sys.argv[1:]), sep="\n")
    except InputError as error:
        sys.exit(f"error: {error}")
