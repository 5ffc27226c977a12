"""The workflow's own cost: made-up scores of many systems on many rated pairs, from the user's tables to all figures.

    python -m benchmarks.workflow [--pairs 10000 --systems 50] [--folder FOLDER]

Each rule's share of processor time is drawn and listed in build/bench/workflow-<commit>.png and .csv.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import pandas as pd

from benchmarks import ROOT, timing
from benchmarks.runs import COMMAND, measure
from helpers import copy_checkout

CORES = 2
PHENOMENA = 60
GOAL = "goals: 600 s, 4 GB"
DATASET = "many-simulated"
SNAKEMAKE = "Snakemake itself"
COLUMNS = ["rule", "jobs", "wall_s", "cpu_s", "startup_cpu_s", "peak_mb"]
# Every Python process of a run writes down what it took when it ends.
AT_EXIT = """
import atexit, contextlib, json, os, re, sys, time

def write(start=time.time(), peak=None):
    used = os.times()
    with contextlib.suppress(OSError):  # of Linux; getrusage would give a parent's peak, too
        with open("/proc/self/status") as status:
            peak = int(re.search(r"VmHWM:\\s+(\\d+)", status.read())[1]) / 1e3
    line = {"script": sys.argv[0], "wall": time.time() - start, "cpu": time.process_time(),
            "children": used.children_user + used.children_system,
            "mb": peak}
    with open(os.environ["BENCHMARK_TIMES"], "a") as file:
        file.write(json.dumps(line) + "\\n")

atexit.register(write)
"""


def make_up(folder: Path, pairs: int, systems: int, phenomena: int = PHENOMENA, seed: int = 1) -> None:
    """A user's table of rated pairs, a table of scores for each system, and the configuration that names them.

    Ratings follow a normal distribution around what is acceptable about a sentence; so do the scores of systems, each
    with its own noise.
    """
    random = np.random.default_rng(seed)
    words = np.array(["".join(random.choice([*"aeioubdgklmnprst"], random.integers(2, 9))) for _ in range(2_000)])
    texts = [" ".join(random.choice(words, random.integers(4, 13))).capitalize() + "." for _ in range(2 * pairs)]
    truth = random.normal(np.repeat([0.6, -0.6], pairs), 0.7)
    ratings = (truth + random.normal(0, 0.3, 2 * pairs)).round(3)
    ids = [f"p{number:05}" for number in range(pairs)]
    table = {"pair_id": ids, "phenomenon": [f"phenomenon {number % phenomena + 1}" for number in range(pairs)]}
    table |= {"good": texts[:pairs], "bad": texts[pairs:]}
    table |= {"good_rating": ratings[:pairs], "bad_rating": ratings[pairs:]}
    pd.DataFrame(table).to_csv(folder / "pairs.csv", index=False)
    names = [f"{name}.{side}" for side in ("good", "bad") for name in ids]
    entries = []
    for number in range(1, systems + 1):
        scores = -30 + 8 * truth + random.normal(0, 4 + 24 * random.random(), 2 * pairs)
        path = f"scores-{number:03}.csv"
        pd.DataFrame({"sentence_id": names, "log_prob": scores.round(4)}).to_csv(folder / path, index=False)
        entries.append(f"  made-up-{number:03}: {{label: Made-up system {number}, path: {path}}}\n")
    dataset = f"  {DATASET}: {{kind: pairs, label: Many pairs, pairs: pairs.csv}}\n"
    settings = "studies: []\nrun: all\ncriteria: {thresholds: [0.5, 1]}\n"
    (folder / "config.yaml").write_text(f"{settings}datasets:\n{dataset}scores:\n{''.join(entries)}", encoding="utf-8")


def run(folder: Path, *targets: str) -> dict:
    """Wall seconds, peak GB and processor seconds of one run, and what each of its Python processes took."""
    hook, times = folder / ".at_exit", folder / ".at_exit/times.jsonl"
    hook.mkdir(exist_ok=True)
    (hook / "sitecustomize.py").write_text(AT_EXIT, encoding="utf-8")
    times.unlink(missing_ok=True)
    environment = os.environ | {"PYTHONPATH": str(hook), "BENCHMARK_TIMES": str(times), "OMP_NUM_THREADS": "1"}
    wall, gb = measure(folder, *targets, environment=environment)
    lines = pd.read_json(times, lines=True) if times.exists() else pd.DataFrame()
    return {"wall": wall, "gb": gb, "processes": lines}


def planned(folder: Path, *targets: str) -> tuple[int, float]:
    """Number of jobs of a dry run, and its seconds of processors."""
    command = [*COMMAND[:3], "--cores", str(CORES), "--dry-run", *targets]
    before = os.times()
    printed = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return int(re.findall(r"^total\s+(\d+)", printed, re.MULTILINE)[-1]), spent


def startup(rule: str) -> float:
    """Seconds of processors that a job takes that imports a rule's script and does nothing."""
    code = f"import sys; sys.path.insert(0, {str(ROOT / 'src')!r}); import {rule}"
    return min(timing.measured([sys.executable, "-c", code])["cpu"] for _ in range(2))


def by_rule(processes: pd.DataFrame) -> pd.DataFrame:
    """One row a rule, and one of Snakemake itself: ``jobs``, seconds of clock and processors, start-up, peak MB.

    What took most comes first. ``processes`` has one row a process, as AT_EXIT writes it.
    """
    rule = processes["script"].str.extract(r"/scripts/tmp\w+\.(\w+)\.py$", expand=False)
    scripts = (
        processes.assign(cpu=processes["cpu"] + processes["children"])[rule.notna()]
        .groupby(rule)
        .agg(jobs=("cpu", "size"), wall_s=("wall", "sum"), cpu_s=("cpu", "sum"), peak_mb=("mb", "max"))
        .rename_axis("rule")
        .reset_index()
    )
    scripts["startup_cpu_s"] = [startup(row.rule) * row.jobs for row in scripts.itertuples()]
    own = processes[rule.isna()].nlargest(1, "wall").rename(columns={"wall": "wall_s", "cpu": "cpu_s", "mb": "peak_mb"})
    both = pd.concat([scripts, own.assign(rule=SNAKEMAKE, jobs=1, startup_cpu_s=0.0)])[COLUMNS]
    return both.sort_values("cpu_s", ascending=False, ignore_index=True).round(2)


def draw(rules: pd.DataFrame, wall: float, title: str, path: Path) -> None:
    """Bars of processor time, of start-up and of the rule's own work; how much of the cores' time that is, in words."""
    from acceptability.figures import style
    from acceptability.figures.style import plt

    names = [f"{row.rule} ({row.jobs})" if row.jobs > 1 else row.rule for row in rules.itertuples()]
    figure, axes = plt.subplots(figsize=style.size(style.PAGE, 11 * len(names) + 60), layout="constrained")
    start, used = rules["startup_cpu_s"], rules["cpu_s"].sum()
    work = (rules["cpu_s"] - start).clip(lower=0)
    axes.barh(names, start, color=style.COLOURS[1], label="starting Python, and imports")
    axes.barh(names, work, left=start, color=style.COLOURS[0], label="own work")
    axes.invert_yaxis()
    axes.grid(axis="x", **style.GRID)
    axes.set_axisbelow(True)
    axes.set_xlabel("seconds of processors (in parentheses: jobs)")
    axes.set_title(f"{title}\n{wall:.0f} s by the clock; {used / (CORES * wall):.0%} of {CORES} cores’ time")
    axes.legend(loc="lower right", frameon=False)
    style.save(figure, path)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--pairs", type=int, default=10_000)
    parser.add_argument("--systems", type=int, default=50)
    parser.add_argument("--folder", type=Path, help="where to run; a temporary folder by default")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = copy_checkout(arguments.folder or Path(temporary) / "checkout")
        make_up(folder, arguments.pairs, arguments.systems)
        jobs, plan = planned(folder, "tables", "figures")
        title = f"{arguments.pairs:,} pairs × {arguments.systems} systems"
        print(f"{title}: {jobs} jobs, planned in {plan:.1f} s of processors", flush=True)
        shown = run(folder, "tables", "figures")
        rules = by_rule(shown["processes"])
        used, started = rules["cpu_s"].sum(), rules["startup_cpu_s"].sum()
        print(
            f"  tables and figures   {shown['wall']:6.1f} s, {used:.1f} s of processors, peak {shown['gb']:.2f} GB  ({GOAL})"
        )
        print(f"  start-up of jobs     {started:6.1f} s of processors: {started / used:.0%}")
        page = run(folder, "results/explorer/index.html")
        print(f"  the explorer         {page['wall']:6.1f} s, peak {page['gb']:.2f} GB")
        whole = [{"wall": shown["wall"], "cpu": used}]
        path = timing.save("workflow", {title: whole}, "run")
        rules.to_csv(path.with_suffix(".csv"), index=False)
        draw(rules, shown["wall"], f"Where a run’s time goes: {title}", path.with_suffix(".png"))
        print(rules.to_string(index=False))
        print(f"  saved as {path.with_suffix('.png').relative_to(ROOT)} and .csv")


if __name__ == "__main__":
    main()
