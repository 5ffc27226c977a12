"""Speed and memory of tables of BLiMP's size, printed beside their goals: `python -m benchmarks.tables`.

Reading and writing by contract, checks included, against the plain way in turns: the csv module, a frame of strings, its
columns made numbers, and pandas' to_csv, without checks. Each is timed in a process of its own, in CPU seconds; memory is
what the process's peak exceeds its size before by.
"""

import csv
import json
import resource
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from statistics import median

import numpy as np
import pandas as pd

from acceptability.contracts import io
from acceptability.contracts.columns import Table
from acceptability.contracts.data import SENTENCES
from acceptability.contracts.deltas import DELTAS
from acceptability.contracts.scoring import TOKENS

SPEED, MEMORY = 1_000_000, 200  # goals: cells a second, bytes a cell
TURNS = 3
PAIRS = 67_000


def tokens(generator: np.random.Generator) -> pd.DataFrame:
    """1.3 million tokens, 10 a sentence, some of them quotation marks and commas."""
    rows = 1_300_000
    words = np.array([*(f"word{i}" for i in range(20_000)), *[",", '"', "."] * 400, "né"], dtype=object)
    return pd.DataFrame(
        {
            "sentence_id": [f"paradigm.{row // 10}" for row in range(rows)],
            "position": np.arange(rows) % 10 + 1,
            "token": generator.choice(words, rows),
            "word": np.arange(rows) % 10 + 1,
            "log_prob": -generator.exponential(5, rows),
            "unigram_log_prob": -generator.exponential(8, rows),
            "oov": generator.integers(0, 2, rows),
        }
    )


def deltas(generator: np.random.Generator) -> pd.DataFrame:
    """Two measures of 67,000 pairs, half of them without a rating."""
    human = np.where(np.arange(2 * PAIRS) % 2, generator.normal(size=2 * PAIRS), np.nan)
    return pd.DataFrame(
        {
            "pair_id": [f"paradigm.{row // 2}" for row in range(2 * PAIRS)],
            "measure": ["pll", "mean_log_prob"] * PAIRS,
            "human_delta": human,
            "model_delta": generator.normal(size=2 * PAIRS),
        }
    )


def sentences(generator: np.random.Generator) -> pd.DataFrame:
    """The members of 67,000 pairs, unrated, a tenth of them with a comma."""
    words = np.array([f"word{i}" for i in range(5000)], dtype=object)
    drawn = generator.choice(words, (2 * PAIRS, 8))
    return pd.DataFrame(
        {
            "sentence_id": [f"paradigm.{row // 2}.{'bad' if row % 2 else 'good'}" for row in range(2 * PAIRS)],
            "sentence": [f"{', ' if row % 10 == 0 else ' '}".join(chosen) for row, chosen in enumerate(drawn)],
            "label": np.arange(2 * PAIRS) % 2,
            "rating": np.nan,
            "source": "simulated",
        }
    )


CASES = {"tokens": (TOKENS, tokens), "deltas": (DELTAS, deltas), "sentences": (SENTENCES, sentences)}


def read_plainly(path: Path, table: Table) -> pd.DataFrame:
    with open(path, encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    frame = pd.DataFrame(rows, columns=header, dtype=str)
    for name, column in table.columns.items():
        if name in frame and column.nullable:
            frame[name] = frame[name].where(frame[name] != "", None)
    return frame.astype({name: column.kind for name, column in table.columns.items() if name in frame})


def write_plainly(frame: pd.DataFrame, path: Path, table: Table) -> None:
    frame.to_csv(path, index=False, lineterminator="\n")


def size(field: str) -> int:
    """Bytes of this process: now (VmRSS), or at its peak (VmHWM)."""
    with suppress(OSError):
        status = Path("/proc/self/status").read_text(encoding="utf-8")
        return int(status.split(f"{field}:")[1].split()[0]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def run(way: str, action: str, name: str, folder: Path) -> None:
    """One of the four in this process: prints CPU seconds and bytes as JSON."""
    table, _ = CASES[name]
    source, target = folder / f"{name}.csv", folder / f"{way}.csv"
    frame = pd.read_pickle(folder / f"{name}.pickle") if action == "write" else None
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5", encoding="utf-8")  # the peak from here on
    before, start = size("VmRSS"), time.process_time()
    if action == "read":
        frame = (io.read_table if way == "contract" else read_plainly)(source, table)
    else:
        (io.write_table if way == "contract" else write_plainly)(frame, target, table)
    print(json.dumps([time.process_time() - start, size("VmHWM") - before]))
    if action == "write":
        assert target.read_bytes() == source.read_bytes()
    assert frame.equals(pd.read_pickle(folder / f"{name}.pickle"))


def main() -> None:
    print(f"{'table':<10} {'cells':>10} {'':<6} {'cells/s':>11} {'plain':>11} {'bytes/cell':>11} {'plain':>6}")
    missed = False
    with tempfile.TemporaryDirectory() as folder:
        for name, (_, make) in CASES.items():
            frame = make(np.random.default_rng(0))
            cells = frame.size
            frame.to_csv(Path(folder) / f"{name}.csv", index=False, lineterminator="\n")
            frame.to_pickle(Path(folder) / f"{name}.pickle")
            del frame
            for action in ("read", "write"):
                results = {"contract": [], "plain": []}
                for way in list(results) * TURNS:
                    command = [sys.executable, "-m", "benchmarks.tables", way, action, name, folder]
                    done = subprocess.run(command, check=True, capture_output=True, text=True)
                    results[way].append(json.loads(done.stdout))
                speed = {way: cells / median(cpu for cpu, _ in turns) for way, turns in results.items()}
                memory = {way: max(peak for _, peak in turns) / cells for way, turns in results.items()}
                missed |= speed["contract"] < SPEED or memory["contract"] > MEMORY
                print(
                    f"{name:<10} {cells:>10,} {action:<6} {speed['contract']:>11,.0f} {speed['plain']:>11,.0f} "
                    f"{memory['contract']:>11.0f} {memory['plain']:>6.0f}",
                    flush=True,
                )
    print(f"goals: at least {SPEED:,} cells/s, less than {MEMORY} bytes/cell: {'missed' if missed else 'met'}")
    sys.exit(missed)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        run(*sys.argv[1:4], Path(sys.argv[4]))
    else:
        main()
