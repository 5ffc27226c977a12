"""Check the types of the package with mypy: no errors in some rooms, and in the others no more than there were.

`make lint` runs it. Where errors elsewhere become fewer, lower MOST_ELSEWHERE in the same commit.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
WITHOUT_ERRORS = ("api", "evaluation.py", "scoring", "statistics")
MOST_ELSEWHERE = 246
ERROR = re.compile(r"src/acceptability/([\w.]+).*: error: ")


def main() -> str | None:
    """Return what is wrong, after the errors themselves; None if nothing is."""
    mypy = subprocess.run([sys.executable, "-m", "mypy"], cwd=ROOT, capture_output=True, text=True, check=False)
    errors = [(found[1], line) for line in mypy.stdout.splitlines() if (found := ERROR.match(line))]
    if mypy.returncode and not errors:
        return f"mypy could not check the package: {mypy.stdout}{mypy.stderr}"
    wrong = [line for room, line in errors if room in WITHOUT_ERRORS]
    elsewhere = [line for room, line in errors if room not in WITHOUT_ERRORS]
    if wrong:
        return "\n".join([*wrong, f"error: {len(wrong)} errors of types in {', '.join(WITHOUT_ERRORS)}; correct them"])
    if len(elsewhere) > MOST_ELSEWHERE:
        number = f"{len(elsewhere)} errors of types, more than {MOST_ELSEWHERE}"
        return "\n".join([*elsewhere, f"error: {number}; correct those that your change adds"])
    if len(elsewhere) < MOST_ELSEWHERE:
        print(f"{len(elsewhere)} errors of types: set MOST_ELSEWHERE in {Path(__file__).name} to this number.")
    return None


if __name__ == "__main__":
    sys.exit(main())
