"""Whole runs, in seconds and memory beside their goals.

From fetched files to the paper's PDF on 2 cores, then a second run that has nothing to do; of the demo, how much is the
workflow's own cost; BLiMP by a trigram. Memory is the largest sum, over all processes of the run, of what each does not
share with others (PSS; RSS off Linux).
"""

import resource
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import psutil

from benchmarks import ROOT
from helpers import copy_checkout, replace_in

COMMAND = [sys.executable, "-m", "snakemake", "--quiet", "all", "--cores", "2"]
TOOLS = ["results/tools/kenlm/lmplz", "results/tools/kenlm/build_binary"]


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


def measure(folder: Path, *targets: str, environment: dict[str, str] | None = None) -> tuple[float, float]:
    """Wall seconds and peak GB of one run; ``environment`` in place of this program's."""
    start, peak = time.monotonic(), 0
    with subprocess.Popen([*COMMAND, *targets], cwd=folder, env=environment) as run:
        while run.poll() is None:
            try:
                peak = max(peak, memory(psutil.Process(run.pid)))
            except psutil.Error:
                break
            time.sleep(0.1)
    if run.returncode:
        sys.exit(f"error: the run in {folder} failed (status {run.returncode})")
    return time.monotonic() - start, peak / 1e9


def fetched(folder: Path) -> list[str]:
    """Make ready what a measured run needs: the external files, copied where they are at hand, and KenLM's programs."""
    if (ROOT / "resources/raw").is_dir():
        shutil.copytree(ROOT / "resources/raw", folder / "resources/raw", dirs_exist_ok=True)
    raw = [line.split("\t")[0] for line in (folder / "resources/sources.tsv").read_text().splitlines()[1:]]
    return [*(f"resources/raw/{name}" for name in raw), *TOOLS]


def against(rival: Path, turns: int, scratch: Path) -> None:
    """Measure the way from fetched files to PDF, with KenLM compiled: ours and a rival checkout in turns, and how many times as fast."""
    folders, commands, seconds = {}, {}, {}
    for side, source in (("ours", ROOT), ("rival", rival)):
        folders[side] = copy_checkout(scratch / side, source=source)
        own = source / ".venv/bin/python"
        commands[side] = [str(own.absolute()) if own.exists() else sys.executable, *COMMAND[1:]]
        seconds[side] = []
        subprocess.run([*commands[side], *fetched(folders[side])], cwd=folders[side], check=True)
        (folders[side] / "results/tools").rename(scratch / f"tools-{side}")
    for turn in range(1, turns + 1):
        for side, folder in folders.items():
            for name in ("results", ".snakemake"):
                shutil.rmtree(folder / name, ignore_errors=True)
            shutil.copytree(scratch / f"tools-{side}", folder / "results/tools")
            before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
            subprocess.run(commands[side], cwd=folder, check=True)
            wall, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
            seconds[side].append((wall, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime))
            print(f"turn {turn}, {side:<5}  {wall:6.1f} s, {seconds[side][-1][1]:6.1f} s of processors", flush=True)
    for what, name in enumerate(("of the clock", "of processors")):
        ours, theirs = (statistics.median(turn[what] for turn in seconds[side]) for side in ("ours", "rival"))
        print(
            f"seconds {name:<13}  {ours:6.1f}, rival {theirs:6.1f}: {theirs / ours:.2f} × as fast  (medians of {turns})"
        )


def whole_runs(folder: Path) -> None:
    replace_in(folder / "config.yaml", "studies: [adc, blimp, thesis]", "studies: [adc]")
    measure(folder, *fetched(folder))
    first, peak = measure(folder)
    second, _ = measure(folder)
    print(f"fetched files to PDF   {first:6.1f} s   (goal ≤ 90 s)")
    print(f"its peak memory        {peak:6.2f} GB  (goal ≤ 1 GB)")
    print(f"a second run           {second:6.1f} s   (goal ≤ 6 s)")
    replace_in(folder / "config.yaml", "studies: [adc]", "studies: [pbc]")
    measure(folder, *fetched(folder))
    shutil.rmtree(folder / "results")
    measure(folder, *TOOLS)
    third, peak = measure(folder, "results/reports/pbc.pdf")
    print(f"the third paper        {third:6.1f} s   (goal ≤ 60 s)")
    print(f"its peak memory        {peak:6.2f} GB  (goal ≤ 1 GB)")
    trained = (folder / "results/benchmarks/train_ngram/brown-trigram.tsv").read_text().splitlines()[1].split("\t")
    print(f"training on Brown      {float(trained[0]):6.1f} s, {float(trained[2]) / 1e3:.2f} GB  (goal ≤ its 4 GB)")


def overhead(folder: Path) -> None:
    """Print how much of the wall time of a copy's run no rule's script is at work, and what Snakemake itself computes."""
    measure(folder, *TOOLS)
    start, idle, own, at_work_by_turns = time.monotonic(), 0.0, 0.0, 0.0
    with subprocess.Popen(COMMAND, cwd=folder) as run:
        snakemake, before = psutil.Process(run.pid), start
        while run.poll() is None:
            scripts = set()
            for process in snakemake.children(recursive=True):
                with suppress(psutil.Error):
                    scripts |= {word for word in process.cmdline() if "/.snakemake/scripts/" in word}
            with suppress(psutil.Error):
                times = snakemake.cpu_times()
                own = times.user + times.system
            now = time.monotonic()
            idle += 0 if scripts else now - before
            at_work_by_turns += len(scripts) * (now - before)
            before = now
            time.sleep(0.02)
    if run.returncode:
        sys.exit(f"error: the demo failed; run `make demo` to see why (status {run.returncode})")
    wall = time.monotonic() - start
    print(
        f"the demo               {wall:6.1f} s, in {idle:.1f} s of which no rule is at work: {idle / wall:.0%}  (goal ≤ 25 %)"
    )
    print(f"  scripts at work      {at_work_by_turns / wall:6.2f} at a time, of 2 (starting Python counts as work)")
    print(f"  Snakemake's own CPU  {own:6.1f} s")


SIZES = (100, 500, 1000)  # pairs of each of the 67 paradigms of BLiMP
BLIMP = """studies: []
run: [brown-trigram]
datasets: {{blimp: {{kind: blimp, label: BLiMP, pairs_per_paradigm: {pairs}}}}}
criteria: {{thresholds: [0.5]}}
corpora: {{brown: {{kind: brown}}}}
ngram:
  brown-trigram: {{label: Brown trigram, corpus: brown, order: 3, tokenisation: words, lowercase: true,
    end_of_sentence: true, measures: [slor, log_prob, unigram_log_prob]}}
"""


def blimp_by_trigram(folder: Path, sizes: Sequence[int] = SIZES) -> None:
    """Measure the way from the archive and the corpus to all tables and figures, and what a part of the pairs costs."""
    print("BLiMP by the Brown trigram, from the fetched files to all tables and figures:")
    seconds = {}
    for pairs in sizes:
        for made in (folder / "results").iterdir():
            if made.name != "tools":
                shutil.rmtree(made) if made.is_dir() else made.unlink()
        (folder / "config.yaml").write_text(BLIMP.format(pairs=pairs), encoding="utf-8")
        measure(folder, *(target for target in fetched(folder) if "blimp" in target or "brown" in target), *TOOLS)
        wall, peak = measure(folder, "tables", "figures")
        seconds[67 * pairs] = wall
        goal = "  (goals ≤ 90 s, ≤ 1.5 GB)" if pairs == max(SIZES) else ""
        print(
            f"  {67 * pairs:6,} pairs  {wall:6.1f} s, {1e3 * wall / (67 * pairs):6.2f} ms a pair, peak {peak:.2f} GB{goal}"
        )
    counts = list(seconds)
    for less, more in pairwise(counts):
        times = seconds[more] / seconds[less]
        print(f"  {more / less:.0f} × as many pairs take {times:.1f} × as long  (goal: no more × than pairs)")
    rates = [(seconds[more] - seconds[less]) / (more - less) for less, more in pairwise(counts)]
    print(f"  a further pair takes {1e3 * rates[0]:.2f} ms, then {1e3 * rates[-1]:.2f} ms  (goal: not more)")
