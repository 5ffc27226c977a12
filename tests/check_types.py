"""Check the types of the package with mypy: no errors but in a few rooms, and in these no more than there were.

`make lint` runs it. Where errors become fewer, lower MOST_ERRORS in the same commit, and take a room without any off
WITH_ERRORS.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
WITH_ERRORS = ("steps.py", "verification")
MOST_ERRORS = 2
ERROR = re.compile(r"src/acceptability/([\w.]+).*: error: ")


def main() -> str | None:
    """Return what is wrong, after the errors themselves; None if nothing is."""
    mypy = subprocess.run([sys.executable, "-m", "mypy"], cwd=ROOT, capture_output=True, text=True, check=False)
    errors = [(found[1], line) for line in mypy.stdout.splitlines() if (found := ERROR.match(line))]
    if mypy.returncode and not errors:
        return f"mypy could not check the package: {mypy.stdout}{mypy.stderr}"
    wrong = [line for room, line in errors if room not in WITH_ERRORS]
    known = [line for room, line in errors if room in WITH_ERRORS]
    if wrong:
        rooms = ", ".join(WITH_ERRORS)
        return "\n".join([*wrong, f"error: {len(wrong)} errors of types outside {rooms}; correct them"])
    if len(known) > MOST_ERRORS:
        number = f"{len(known)} errors of types, more than {MOST_ERRORS}"
        return "\n".join([*known, f"error: {number}; correct those that your change adds"])
    if len(known) < MOST_ERRORS:
        print(f"{len(known)} errors of types: set MOST_ERRORS in {Path(__file__).name} to this number.")
    return None


if __name__ == "__main__":
    sys.exit(main())
