"""`make check` of 60, 1,000 and 67,000 pairs, with the corpus at hand, in seconds and memory beside their goals."""

import argparse
from pathlib import Path

from benchmarks.runs import measure

GOALS = {60: 10, 1_000: 20, 67_000: 90}  # seconds of the clock on two cores, by pairs
MOST = 1.5  # GB
NOUNS = ["boy", "girl", "child", "doctor", "king"]


def write_pairs(path: Path, pairs: int) -> None:
    """A table of pairs of ten phenomena, whose items are those of a few frames."""
    rows = ["pair_id,phenomenon,good,bad"]
    for number in range(pairs):
        noun, other = NOUNS[number % 5], NOUNS[number // 5 % 5]
        good = f"The {noun}s near the {other} of house {number} sleep."
        rows.append(f"p{number},phenomenon {number % 10},{good},{good.replace('sleep', 'sleeps')}")
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkout", type=Path, help="a checkout with the Brown corpus and BLiMP fetched")
    parser.add_argument(
        "--pairs", type=int, nargs="+", default=list(GOALS), choices=list(GOALS), help="the last is BLiMP"
    )
    arguments = parser.parse_args()
    folder = arguments.checkout
    for pairs in arguments.pairs:
        goal = GOALS[pairs]
        subject = "dataset=blimp-full"
        if pairs < max(GOALS):
            write_pairs(folder / f"pairs-{pairs}.csv", pairs)
            subject = f"pairs=pairs-{pairs}.csv"
        wall, gb = measure(folder, "check", "--config", subject, f"folder=check-{pairs}")
        verdict = "reached" if wall <= goal and gb <= MOST else "MISSED"
        print(f"make check, {pairs:,} pairs: {wall:.1f} s (goal ≤ {goal}), {gb:.2f} GB (goal ≤ {MOST})  {verdict}")


if __name__ == "__main__":
    main()
