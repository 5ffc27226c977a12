"""Speed and memory beside goals and rivals: `make bench`, or `python -m benchmarks` in the project's root folder."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests/support")]  # the package, and the tests' small models
