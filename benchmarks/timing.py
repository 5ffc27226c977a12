"""Programs that do the same, in turns (A B A B …), each in a process of its own: noise of the machine meets all alike.

    python -m benchmarks.timing old.json new.json

compares two files of results (build/bench/<part>-<commit>.json). Times are seconds for one unit of work, of the clock
(``wall``) and of the processors (``cpu``, user and system). Other work on the machine lengthens the first; much less
the second.
"""

import json
import os
import platform
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median

import numpy as np
from scipy.stats import bootstrap

from benchmarks import ROOT

KINDS = {"wall": "of the clock", "cpu": "of processors"}
RESULTS = ROOT / "build/bench"
Turns = Mapping[str, Sequence[Mapping[str, float]]]  # by program, of each turn: wall and cpu


def worked(work: Callable[[], object], units: int) -> dict[str, float]:
    """Seconds of some work in this process, to be printed as JSON in the last line (see measured)."""
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    return {"wall": (time.perf_counter() - wall) / units, "cpu": (time.process_time() - cpu) / units}


def measured(command: Sequence[str], said: bool = False, **options) -> dict[str, float]:
    """Seconds of a program with all processes that it starts; or, if ``said``, those that its last line says."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    run = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False, **options)
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    if run.returncode:
        sys.exit(f"error: {' '.join(map(str, command))} failed:\n{run.stdout[-1000:]}{run.stderr[-1000:]}")
    if said:
        last = (run.stdout.splitlines() or [""])[-1]
        try:
            return {kind: float(json.loads(last)[kind]) for kind in KINDS}
        except (ValueError, KeyError, TypeError):
            sys.exit(
                f"error: {' '.join(map(str, command))}: its last line must be a JSON object with wall and cpu: {last!r}"
            )
    return {"wall": wall, "cpu": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime}


def in_turns(commands: Mapping[str, Sequence[str]], turns: int, **options) -> dict[str, list[dict[str, float]]]:
    """Each program as often as there are turns, one after the other; every other turn goes through them backwards.

    ``options`` as in measured.
    """
    found: dict[str, list[dict[str, float]]] = {name: [] for name in commands}
    for turn in range(turns):
        for name in list(commands)[:: -1 if turn % 2 else 1]:
            found[name].append(measured(commands[name], **options))
    return found


def rates_in_turns(*works: Callable[[], int], turns: int) -> list[tuple[float, float]]:
    """Tokens a second, by the clock and by the processors, of each work's fastest turn; a work says its tokens."""
    rates: list[list[tuple[float, float]]] = [[] for _ in works]
    for _ in range(turns):
        for work, own in zip(works, rates, strict=True):
            clock, processors = time.perf_counter(), time.process_time()
            tokens = work()
            own.append((tokens / (time.perf_counter() - clock), tokens / (time.process_time() - processors)))
    return [(max(clock for clock, _ in own), max(processors for _, processors in own)) for own in rates]


def ratio(ours: Sequence[float], theirs: Sequence[float]) -> tuple[float, float, float]:
    """The median of theirs divided by that of ours, and its 95 % interval: a bootstrap over turns, which both share."""
    value = median(theirs) / median(ours)
    if len(ours) < 2:
        return value, np.nan, np.nan

    def of_medians(ours, theirs, axis):
        return np.median(theirs, axis=axis) / np.median(ours, axis=axis)

    drawn = bootstrap((ours, theirs), of_medians, paired=True, method="percentile", rng=np.random.default_rng(1))
    return value, *map(float, drawn.confidence_interval)


def described(results: Turns, unit: str) -> list[str]:
    """Lines to print: median and range of each program; how many times as fast the first is as each other one."""
    first, *rivals = results
    width = max(map(len, results))
    lines = []
    for kind, of in KINDS.items():
        lines.append(f"  seconds {of} for one {unit}: median of {len(results[first])} turns (least to most)")
        for name, turns in results.items():
            times = [turn[kind] for turn in turns]
            line = f"    {name:<{width}}  {median(times):9.4g} ({min(times):.4g} to {max(times):.4g})"
            if name in rivals:
                value, low, high = ratio([turn[kind] for turn in results[first]], times)
                line += f"   {first} is {value:.2f} × as fast [{low:.2f}, {high:.2f}]"
            lines.append(line)
    return lines


def commit() -> str:
    """The short name of the commit, with ``-edited`` if files differ from it; ``unknown`` outside a clone."""
    git = ["git", "-C", str(ROOT)]
    found = subprocess.run([*git, "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    edited = subprocess.run([*git, "status", "--porcelain"], capture_output=True, text=True, check=False).stdout
    return (found.stdout.strip() + ("-edited" if edited.strip() else "")) if found.returncode == 0 else "unknown"


def save(part: str, results: Turns, unit: str) -> Path:
    """Write the file of results of one part of the benchmarks."""
    RESULTS.mkdir(parents=True, exist_ok=True)
    path = RESULTS / f"{part}-{commit()}.json"
    machine = {"processor": platform.processor() or platform.machine(), "cores": os.cpu_count()}
    about = {"part": part, "commit": commit(), "unit": unit, "machine": machine, "turns": results}
    path.write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")
    return path


def report(part: str, results: Turns, unit: str) -> None:
    """Print what was measured, and save it."""
    print(*described(results, unit), f"  saved as {save(part, results, unit).relative_to(ROOT)}", sep="\n", flush=True)


def compared(old: Mapping, new: Mapping) -> list[str]:
    """Two files of results beside each other, by processor time.

    What runs at different times, or on different machines, is told apart best by the ratios to rivals, which ran in
    turns with ours both times.
    """
    lines = [f"{old['part']}, seconds of processors for one {old['unit']}: {old['commit']}, then {new['commit']}"]
    both = [name for name in old["turns"] if name in new["turns"]]
    for name in both:
        times = [median(turn["cpu"] for turn in side["turns"][name]) for side in (old, new)]
        line = (
            f"  {name:<{max(map(len, both))}}  {times[0]:9.4g}, {times[1]:9.4g}: {times[1] / times[0]:.2f} × the time"
        )
        if name != both[0]:
            ratios = [
                ratio(*([turn["cpu"] for turn in side["turns"][one]] for one in (both[0], name))) for side in (old, new)
            ]
            said = ", then ".join(f"{value:.2f} [{low:.2f}, {high:.2f}]" for value, low, high in ratios)
            line += f"; {both[0]} is {said} × as fast"
        lines.append(line)
    return lines


def main(old: str, new: str) -> None:
    read = [json.loads(Path(path).read_text(encoding="utf-8")) for path in (old, new)]
    if read[0]["part"] != read[1]["part"] or read[0]["unit"] != read[1]["unit"]:
        sys.exit(f"error: {old} and {new} are of different parts: {read[0]['part']} and {read[1]['part']}")
    print(*compared(*read), sep="\n")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("error: name two files of results, the older one first")
    main(*sys.argv[1:])
