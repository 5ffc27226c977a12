"""`make new-paper NAME=garden`: copies the template of a study into a folder of your own."""

import sys
from pathlib import Path

BASE = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(BASE / "src"))


from acceptability.command import new_paper, options  # noqa: E402
from acceptability.errors import InputError  # noqa: E402

if __name__ == "__main__":
    try:
        print(*options.write_files(new_paper, "the study (docs/publications.md)", sys.argv[1:], BASE), sep="\n")
    except InputError as error:
        sys.exit(f"error: {error}")
