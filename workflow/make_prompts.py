"""`make prompts`: writes prompts about the sentences or pairs of a table. Nothing is sent anywhere."""

import argparse
import os
import sys
from pathlib import Path

BASE = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(BASE / "workflow/scripts"))


from acceptability.command import asking, request  # noqa: E402
from acceptability.errors import InputError  # noqa: E402


def main(arguments: list[str]) -> list[str]:
    """Write the files, and return what to say about them."""
    parser = argparse.ArgumentParser(
        prog="make prompts", epilog="; ".join(f"{word.upper()}=: {said}" for word, said in asking.WORDS.items())
    )
    parser.add_argument("words", nargs="+", metavar="WORD=value", help="what to ask about, and how (docs/prompts.md)")
    given = parser.parse_args(arguments)
    words = request.checked(dict(word.split("=", 1) for word in given.words), asking.COMMAND)
    return asking.write(words, Path(os.path.relpath(BASE)))


if __name__ == "__main__":
    try:
        print(*main(sys.argv[1:]), sep="\n")
    except InputError as error:
        sys.exit(f"error: {error}")
