"""Sizes and times of the page to explore pairs, in headless Chromium: part of `make bench`.

First a page that a run has made; then one of a made-up dataset of 67,000 unrated pairs, which is built here.
"""

import argparse
import resource
import statistics
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pandas as pd

from acceptability.contracts.systems import stack
from acceptability.statistics.levels import shares_of_system
from benchmarks import ROOT
from browsing import chromium, open_page

OPENINGS = 5
PARADIGMS, PHENOMENA, SYSTEMS = 67, 12, 6
# Moves the slider, one step after the other; each ends when the browser has painted what the step changed.
STEPS = """
const done = arguments[0], slider = document.getElementById("delta-slider"), times = [];
function step() {
  if (times.length === 60) return done(times);
  const start = performance.now();
  slider.value = 0.1 + 0.05 * times.length;
  slider.dispatchEvent(new Event("input", { bubbles: true }));
  requestAnimationFrame(() => setTimeout(() => { times.push(performance.now() - start); step(); }));
}
step();
"""
# Does something; gives how long it takes until the browser has loaded all that this needs, and painted it.
TIMED = """
const done = arguments[0], start = performance.now();
function look() {
  if (document.querySelector("[aria-busy]")) return setTimeout(look);
  requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));
}
%s;
look();
"""
CHANGE = """
const control = document.getElementById("%s");
control.value = "%s";
control.dispatchEvent(new Event("%s", { bubbles: true }))
"""
PAINT = "return performance.getEntriesByName('first-contentful-paint')[0].startTime"
DRAWN = "return performance.getEntriesByName('drawn')[0].startTime"


def opened(driver, page: Path) -> None:
    """Open the page several times and print the slowest."""
    paints, drawn = [], []
    for _ in range(OPENINGS):
        open_page(driver, page)
        paints.append(driver.execute_script(PAINT))
        drawn.append(driver.execute_script(DRAWN))
    pairs = driver.execute_script("return current().dataset.all.length")
    rows = driver.execute_script("return current().dataset.rows.length")
    print(f"the explorer, with {pairs:,} pairs and {rows} rows of systems:")
    print(f"  first paint          {max(paints) / 1e3:6.2f} s   (goal ≤ 2 s); all drawn {max(drawn) / 1e3:.2f} s")
    print(f"  the page             {page.stat().st_size / 1e6:6.2f} MB  (goal ≤ 5 MB)")


def of_a_run(page: Path) -> None:
    with chromium() as driver:
        opened(driver, page)
        steps = driver.execute_async_script(STEPS)
    print(
        f"  a step of the slider {statistics.median(steps):6.0f} ms  (goal ≤ 100 ms); the slowest {max(steps):.0f} ms"
    )


def make_up(folder: Path, of_each: int) -> dict[str, list[Path]]:
    """Tables of two datasets without ratings, the second with as many pairs of each paradigm as are asked for; gives their paths, as build_explorer takes them."""
    random = np.random.default_rng(1)
    vocabulary = np.array(["".join(random.choice([*"aeioubdgklmnprst"], random.integers(2, 9))) for _ in range(4_000)])
    paths = {"sentences": [], "pairs": [], "deltas": [], "levels": [], "tokens": []}

    def write(kind: str, name: str, table: pd.DataFrame) -> None:
        path = folder / kind / f"{name}.csv"
        path.parent.mkdir(parents=True, exist_ok=True)
        table.to_csv(path, index=False)
        paths[kind].append(path)

    for dataset, size in (("small", 1), ("large", of_each)):
        paradigm = np.repeat(np.arange(PARADIGMS), size)
        pairs = pd.DataFrame({"pair_id": [f"paradigm_{one}-{n}" for n, one in enumerate(paradigm)]})
        pairs["good_id"], pairs["bad_id"] = pairs["pair_id"] + "-good", pairs["pair_id"] + "-bad"
        pairs["paradigm"] = [f"paradigm_{one}" for one in paradigm]
        pairs["phenomenon"] = pairs["cluster"] = [f"phenomenon_{one % PHENOMENA}" for one in paradigm]
        write("pairs", dataset, pairs)
        ids = pairs[["good_id", "bad_id"]].to_numpy().ravel()
        lengths = random.integers(5, 13, len(ids))
        words = vocabulary[(random.zipf(1.2, lengths.sum()) - 1) % len(vocabulary)]
        ends = lengths.cumsum()
        sentences = [" ".join(words[end - length : end]) for end, length in zip(ends, lengths, strict=True)]
        write("sentences", dataset, pd.DataFrame({"sentence_id": ids, "sentence": sentences, "rating": np.nan}))
        tokens = pd.DataFrame({"sentence_id": np.repeat(ids, lengths), "token": words, "oov": 0})
        tokens["position"] = tokens.groupby("sentence_id", sort=False).cumcount() + 1
        shares = {}
        for system in range(SYSTEMS):
            model = random.normal(0.5, 1, len(pairs))
            model[:: max(1, of_each // 10)] = 0
            deltas = pd.DataFrame({"pair_id": pairs["pair_id"], "measure": "x", "model_delta": model})
            deltas = deltas.assign(human_delta=np.nan)
            write("deltas", f"{dataset}/system-{system}", deltas)
            shares[f"system-{system}"] = shares_of_system(deltas, pairs.set_index("pair_id", drop=False))
            tokens["log_prob"] = -random.gamma(2, 3, len(tokens))
            write("tokens", f"{dataset}/system-{system}", tokens)
        write("levels", dataset, stack(shares, dataset))
    return paths


def build(paths: dict[str, list[Path]], page: Path) -> tuple[float, float]:
    """Seconds and peak GB of a process that makes the page of these tables."""
    start = time.monotonic()
    from build_explorer import main as build_explorer

    systems = [f"system-{number}" for number in range(SYSTEMS)]
    rows = {f"{system}/x": system for system in systems}
    told = {"labels": {system: system for system in systems} | rows, "deciding": [], "understood": []}
    told |= {"rows": rows, "others": {}}
    datasets = {key: told | {"label": f"The {key} one"} for key in ("small", "large")}
    assets = list((ROOT / "workflow/report/explorer").iterdir())
    build_explorer(datasets, **paths, thresholds=[0.5], assets=assets, to_page=page, to_data=page.with_name("data"))
    return time.monotonic() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6


def of_many_pairs(folder: Path, of_each: int) -> None:
    """Print how long everything takes that a person does with many pairs."""
    paths, page = make_up(folder, of_each), folder / "page/index.html"
    page.parent.mkdir()
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        seconds, peak = pool.submit(build, paths, page).result()
    first = "document.querySelector('#pairs .pick').click()"
    steps = {
        "choosing the dataset": (CHANGE % ("dataset", 1, "change"), 2_000),
        "typing a word": (CHANGE % ("words", "tab", "input"), 300),
        "clearing it": (CHANGE % ("words", "", "input"), 300),
        "a phenomenon": (CHANGE % ("phenomenon", 3, "change"), 300),
        "all phenomena": (CHANGE % ("phenomenon", -1, "change"), 300),
        "another system": (CHANGE % ("system", 2, "change"), 300),
        "sorting by delta": ("document.querySelector('#pairs [data-column=model] button').click()", None),
        "sorting by sentence": ("document.querySelector('#pairs [data-column=good] button').click()", None),
        "a pair, with tokens": (first, None),
        "a second pair": (f"byId('pair-close').click(); {first}", None),
        "comparing, with chart": ("document.querySelector('#systems input:enabled').click()", None),
    }
    with chromium() as driver:
        opened(driver, page)
        took = {name: driver.execute_async_script(TIMED % script) for name, (script, _) in steps.items()}
        pairs = driver.execute_script("return current().dataset.all.length")
    print(f"the same with {pairs:,} made-up pairs and {SYSTEMS} rows of systems, in files beside the page:")
    for name, (_, goal) in steps.items():
        print(f"  {name:<21}{took[name] / 1e3:6.2f} s  {f' (goal ≤ {goal / 1e3:g} s)' if goal else ''}")
    of_pairs, *of_tokens = (
        path.stat().st_size / 1e6 for path in sorted(page.parent.rglob("*.js"), key=lambda p: len(p.parts))
    )
    print(
        f"  the dataset's file   {of_pairs:6.2f} MB; its {len(of_tokens)} files of tokens {of_tokens[-1]:.2f} MB each"
    )
    print(f"  building             {seconds:6.1f} s   (goal ≤ 20 s)")
    print(f"  its peak memory      {peak:6.2f} GB  (goal ≤ 1 GB)")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.explorer", description=__doc__)
    parser.add_argument("page", type=Path, help="a page that a run has made")
    parser.add_argument("--of-each", type=int, default=1_000, help="made-up pairs of each of 67 paradigms")
    arguments = parser.parse_args()
    of_a_run(arguments.page)
    with tempfile.TemporaryDirectory() as temporary:
        of_many_pairs(Path(temporary), arguments.of_each)
