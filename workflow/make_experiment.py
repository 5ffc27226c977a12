"""`make experiment`: writes an experiment about the pairs of a table. Nothing is sent anywhere."""

import sys
from pathlib import Path

BASE = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(BASE / "src"))


from acceptability.command import experimenting, options  # noqa: E402
from acceptability.errors import InputError  # noqa: E402

if __name__ == "__main__":
    try:
        print(*options.write_files(experimenting, "what to make (docs/experiment.md)", sys.argv[1:], BASE), sep="\n")
    except InputError as error:
        sys.exit(f"error: {error}")
