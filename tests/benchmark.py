"""Times and memory of whole runs, printed beside their goals: `make bench`.

From fetched files to the paper's PDF on 2 cores, then a second run that has nothing to do. Memory is the
largest sum, over all processes of the run, of what each does not share with others (PSS; RSS off Linux).
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil

from helpers import ROOT, copy_checkout

COMMAND = [sys.executable, "-m", "snakemake", "--quiet", "all", "--cores", "2"]


def memory(process: psutil.Process) -> int:
    """Bytes of a process and all its children now."""
    total = 0
    for member in [process, *process.children(recursive=True)]:
        try:
            info = member.memory_full_info()
            total += getattr(info, "pss", info.rss)
        except psutil.Error:
            continue
    return total


def measure(folder: Path, *targets: str) -> tuple[float, float]:
    """Wall seconds and peak GB of one run."""
    start, peak = time.monotonic(), 0
    with subprocess.Popen([*COMMAND, *targets], cwd=folder) as run:
        while run.poll() is None:
            try:
                peak = max(peak, memory(psutil.Process(run.pid)))
            except psutil.Error:
                break
            time.sleep(0.1)
    if run.returncode:
        sys.exit(f"error: the run failed; run `make paper` to see why (status {run.returncode})")
    return time.monotonic() - start, peak / 1e9


def main() -> None:
    with tempfile.TemporaryDirectory() as temporary:
        folder = copy_checkout(Path(temporary) / "checkout")
        if (ROOT / "resources/raw").is_dir():
            shutil.copytree(ROOT / "resources/raw", folder / "resources/raw")
        raw = [line.split("\t")[0] for line in (folder / "resources/sources.tsv").read_text().splitlines()[1:]]
        measure(folder, *(f"resources/raw/{name}" for name in raw))
        first, peak = measure(folder)
        second, _ = measure(folder)
    print(f"on {os.cpu_count()} cores, Snakemake with 2:")
    print(f"fetched files to PDF   {first:6.1f} s   (goal ≤ 90 s)")
    print(f"its peak memory        {peak:6.2f} GB  (goal ≤ 1 GB)")
    print(f"a second run           {second:6.1f} s   (goal ≤ 6 s)")


if __name__ == "__main__":
    main()
