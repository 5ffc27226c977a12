"""`make conform`: writes the conformance kit, or names the conventions of a table of scores."""

import sys
from pathlib import Path

BASE = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(BASE / "src"))


from acceptability.command import conforming, options  # noqa: E402
from acceptability.errors import InputError  # noqa: E402

if __name__ == "__main__":
    try:
        print(
            *options.write_files(conforming, "the scores, and their model (docs/conventions.md)", sys.argv[1:], BASE),
            sep="\n",
        )
    except InputError as error:
        sys.exit(f"error: {error}")
