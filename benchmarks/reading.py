"""A user's table of 67,000 pairs, from the file to checked pairs, against a rival: `python -m benchmarks.reading`.

The rival is pandas, which reads the same file into strings and checks nothing; with --rival FOLDER, another checkout
(the commit before, say). Each turn is a process of its own: seconds of the clock and of the processors, and the peak of
memory.
"""

import argparse
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

import numpy as np

from benchmarks import ROOT

PAIRS, PARADIGMS, TURNS = 67_000, 67, 5
WORDS = [
    "the",
    "a",
    "boy",
    "girl",
    "dog",
    "cat",
    "sees",
    "likes",
    "runs",
    "sleeps",
    "near",
    "with",
    "small",
    "old",
    "green",
    "house",
    "tree",
    "book",
    "never",
    "often",
]
OURS = """
from acceptability.datasets.user_pairs import manifest, reader
manifest.check({{"kind": "pairs", "label": "x", "pairs": {path!r}}})
made = reader.read({path!r})
assert len(made.pairs) == {pairs}
"""
PANDAS = """
import pandas as pd
assert len(pd.read_csv({path!r}, dtype=str, keep_default_na=False)) == {pairs}
"""


def write(path: Path) -> None:
    """Write pairs whose sentences have nine words, two of which are exchanged in the second one."""
    words = np.random.default_rng(1).choice(WORDS, (PAIRS, 9))
    with open(path, "w", encoding="utf-8") as file:
        file.write("pair_id,phenomenon,paradigm,good,bad,note\n")
        for number, own in enumerate(words):
            turned = [*own[:3], own[4], own[3], *own[5:]]
            group = number // (PAIRS // PARADIGMS)
            file.write(f"{number},p{group // 6},u{group},{' '.join(own)}.,{' '.join(turned)}.,n{number % 7}\n")


def turn(code: str, folder: Path) -> tuple[float, float]:
    """Return the seconds of the processors that Python takes for the code, and its peak of memory in MB."""
    script = f"import sys; sys.path.insert(0, {str(folder / 'src')!r})\n{code}"
    script += "\nimport resource; print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, int(run.stdout.split()[-1]) / 1024


def main() -> None:
    """Print the medians of both sides, and their ratios."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rival", type=Path, help="another checkout")
    rival = parser.parse_args().rival
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "pairs.csv"
        write(path)
        here, there = (code.format(path=str(path), pairs=PAIRS) for code in (OURS, OURS if rival else PANDAS))
        turns = [(turn(here, ROOT), turn(there, rival or ROOT)) for _ in range(TURNS)]
    for place, (what, unit) in enumerate({"processors": "s", "peak of memory": "MB"}.items()):
        ours, theirs = (median(one[side][place] for one in turns) for side in (0, 1))
        print(f"{what}: {ours:.2f} {unit} here, {theirs:.2f} {unit} {rival or 'pandas'}: ratio {ours / theirs:.2f}")


if __name__ == "__main__":
    main()
