"""`make new-paper NAME=garden`: copy the template of a study into a folder of your own."""

import argparse
import sys
from pathlib import Path

BASE = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(BASE / "src"))

from acceptability.command.new_paper import copy_template  # noqa: E402
from acceptability.errors import InputError  # noqa: E402

if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="make new-paper")
    parser.add_argument("name", help="of the study: lower-case letters, digits and hyphens")
    parser.add_argument("--papers", type=Path, default=Path("my-papers"), help="the folder of your studies")
    given = parser.parse_args()
    try:
        print(copy_template(given.name, given.papers))
    except InputError as error:
        sys.exit(f"error: {error}")
