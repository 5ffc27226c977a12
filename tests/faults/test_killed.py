"""A workflow that is killed again and again ends with the bytes of one that nothing disturbed."""

import os
import random
import re
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from fake_hub import NAME, commit_of, serving
from helpers import copy_checkout, files_below, replaced, small_pairs, small_text, snakemake, snakemake_command
from helpers import results_of as results
from tiny_models import byte_tokenizer, gpt2, save

KILLS = int(os.environ.get("ACCEPTABILITY_KILLS", "0"))  # `make test-thorough`: 20
TARGETS = ["results/tables/mine/criteria.csv" if KILLS else "results/scores/mine/tiny-bert.csv"]
CONFIG = """run: RUN
datasets:
  mine: {kind: pairs, label: Mine, pairs: pairs.csv}
  toy-labels-simulated: {kind: toy-labels, label: Toy}
criteria: {thresholds: [0.5]}
corpora:
  small: {kind: text, path: small.txt}
models:
  tiny-bert:
    label: Tiny BERT
    kind: masked
    corpus: small
    training:
      {vocabulary: 60, lowercase: true, layers: 1, hidden: 16, heads: 2, epochs: 3, batch_tokens: 200, learning_rate: 0.01, seed: 1, threads: 1}
    measures: [pll]
classifiers:
  tiny-classifier-simulated:
    label: Tiny classifier
    base: tiny-bert
    labelled: toy-labels-simulated
    restarts: [1]
    training: {epochs: 2, batch_size: 5, learning_rate: 0.001, threads: 1}
    measures: [cola_score]
"""


@pytest.fixture
def small(tmp_path) -> Path:
    """A checkout whose workflow trains a model and scores a few pairs, in less than half a minute."""
    folder = copy_checkout(tmp_path / "checkout")
    small_text(folder)
    small_pairs(folder, replaced(CONFIG, "RUN", "[tiny-bert]"))
    return folder


def killed_when(folder: Path, it_is_time: Callable[[], bool], *targets: str) -> bool:
    """Start the workflow and kill it with all its jobs when it is time; False where it had finished by then."""
    with subprocess.Popen(
        snakemake_command(*targets),
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as run:
        while not it_is_time():
            if run.poll() is not None:
                assert run.returncode == 0
                return False
            time.sleep(0.01)
        os.killpg(run.pid, signal.SIGKILL)
    return True


def after(seconds: float) -> Callable[[], bool]:
    """Whether so many seconds have passed from now on."""
    end = time.monotonic() + seconds
    return lambda: time.monotonic() > end


CASES = {
    "training": ("[tiny-bert]", KILLS, TARGETS, "tiny-bert.safetensors"),
    "fine-tuning": (
        "all",
        3,
        ["results/scores/mine/tiny-classifier-simulated.csv"],
        "tiny-classifier-simulated-1.safetensors",
    ),
}


@pytest.mark.parametrize("case", CASES if KILLS else ["training"])
def test_killed_at_random_moments_it_ends_as_if_undisturbed(small, case):
    run, kills, targets, checkpoint = CASES[case]
    small_pairs(small, replaced(CONFIG, "RUN", run))
    trainings = 0
    code = [*(small / "src/acceptability").rglob("*.py"), *(small / "paper").rglob("*.py")]
    for path in code:  # a checkpoint at every step
        text, changes = re.subn(r"(?m)^CHECKPOINT_SECONDS = \d+", "CHECKPOINT_SECONDS = 0", path.read_text("utf-8"))
        trainings += changes
        if changes:
            path.write_text(text, encoding="utf-8")
    assert trainings >= 3
    start = time.monotonic()
    run = snakemake(small, *targets)
    seconds = time.monotonic() - start
    assert run.returncode == 0, run.stdout
    undisturbed = results(small)
    shutil.rmtree(small / "results")
    generator = random.Random(6)
    while kills > 0:
        if killed_when(small, after(generator.uniform(1, min(8, 0.4 * seconds))), *targets):
            kills -= 1
        else:  # from the beginning
            assert results(small) == undisturbed
            shutil.rmtree(small / "results")
    path = small / "results/checkpoints" / checkpoint
    for _ in range(5):  # and once for certain within a training, whose end may be missed on a busy machine
        shutil.rmtree(small / "results", ignore_errors=True)
        if killed_when(small, path.exists, *targets) and path.exists():
            break
    assert path.exists(), "no kill fell into a training"
    (small / "results/half.csv.1.part").touch()  # as if a kill had fallen into writing
    run = snakemake(small, *targets)
    assert run.returncode == 0, run.stdout
    assert not list((small / "results").rglob("*.part"))
    assert not files_below(small / "results/checkpoints")
    made = results(small)
    assert made.keys() == undisturbed.keys()
    assert [name for name in made if made[name] != undisturbed[name]] == []


def test_a_second_workflow_in_the_same_folder_is_refused_and_disturbs_nothing(small):
    target = "results/scores/mine/tiny-bert.csv"
    with subprocess.Popen(
        snakemake_command(target), cwd=small, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as first:
        while not (small / "results/sentences/mine.csv").exists():
            assert first.poll() is None
            time.sleep(0.1)
        second = snakemake(small, target)
        assert second.returncode != 0
        assert "LockException" in second.stdout and "Traceback" not in second.stdout
        assert first.wait(timeout=600) == 0
    assert (small / target).exists()


SERIES = """run: [steps]
datasets: {mine: {kind: pairs, label: Mine, pairs: pairs.csv}}
criteria: {thresholds: [0.5]}
models:
  tiny: {label: Tiny, kind: causal, hub: HUB, beginning: true, measures: [log_prob], threads: 1, keep_weights: false}
series:
  steps: {label: Tiny, number: step, model: tiny, revisions: {REVISIONS}}
"""
SEPARATE = """run: all
datasets: {mine: {kind: pairs, label: Mine, pairs: pairs.csv}}
criteria: {thresholds: [0.5]}
models:
"""


@contextmanager
def counting(folder: Path) -> Iterator[list[int]]:
    """Meanwhile, count again and again how many models' weights are there."""
    counts, ended = [0], threading.Event()

    def count() -> None:
        while not ended.wait(0.005):
            counts.append(len(list(folder.glob("*/*/*.safetensors"))))

    thread = threading.Thread(target=count)
    thread.start()
    try:
        yield counts
    finally:
        ended.set()
        thread.join()


def are_there(number: int, paths: list[Path]) -> bool:
    """Whether so many of the files are there, at least."""
    return sum(path.exists() for path in paths) >= number


@pytest.mark.skipif(not KILLS, reason="takes a minute and a half: make test-thorough")
def test_a_series_of_checkpoints_is_killed_twice_and_never_has_three_models_on_the_disk(tmp_path, monkeypatch):
    folder = copy_checkout(tmp_path / "checkout")
    steps = {}
    for number in range(1, 9):
        steps[f"step{number}000"] = save(tmp_path / f"origin-{number}", gpt2(seed=number), byte_tokenizer(mask=False))
    small_pairs(folder, replaced(replaced(SERIES, "HUB", NAME), "REVISIONS", ", ".join(steps)))
    for key in [key for key in os.environ if key.startswith("HF_")]:
        monkeypatch.delenv(key)
    monkeypatch.setenv("HF_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("HF_HUB_DISABLE_XET", "1")
    weights, figure = folder / "results/weights", "results/figures/mine/series.png"
    shards = {step: folder / f"results/shards/mine/tiny-{step}/1.csv" for step in steps}

    with serving(steps["step1000"], steps) as hub, counting(weights) as counts:
        monkeypatch.setenv("HF_ENDPOINT", hub.url)

        def fetched(step: str) -> int:
            path = f"/{NAME}/resolve/{commit_of(step)}/model.safetensors"
            return sum(request[:2] == ("GET", path) for request in hub.requests)

        for number in (2, 5):  # models that have scored; which, and what is made of their scores, is as it comes
            enough = partial(are_there, number, list(shards.values()))
            assert killed_when(folder, enough, figure)
            scored = {step: shard.read_bytes() for step, shard in shards.items() if shard.exists()}
            assert 1 <= len(scored) < 8
        finished = sorted(scored, key=lambda step: shards[step].stat().st_mtime_ns)[:-2]  # two were perhaps just made
        assert finished
        before = {step: fetched(step) for step in finished}
        run = snakemake(folder, figure, "results/tables/mine/series.csv")
        assert run.returncode == 0, run.stdout
        assert {step: fetched(step) for step in finished} == before
        assert {step: shards[step].read_bytes() for step in scored} == scored
        assert max(counts) == 2 and not list(weights.glob("*/*"))

        # What a killed run may have left: weights that no job reads any more.
        left = weights / f"tiny-step1000/{commit_of('step1000')}"
        left.mkdir(parents=True)
        os.utime(left, (1, 1))  # older than its scores
        (folder / figure).unlink()
        run = snakemake(folder, figure)
        assert run.returncode == 0 and not left.exists(), run.stdout
        asked = len(hub.requests)
        run = snakemake(folder, "--dry-run", figure)
        assert "Nothing to be done" in run.stdout and len(hub.requests) == asked

        separate = copy_checkout(tmp_path / "separate")
        of_hub = f"hub: {NAME}, revision: {commit_of('step2000')}"
        models = {step: f"path: {origin}" for step, origin in steps.items()} | {"step2000": of_hub}
        entry = "  tiny-{}: {{label: x, kind: causal, {}, beginning: true, measures: [log_prob], threads: 1}}\n"
        small_pairs(separate, SEPARATE + "".join(entry.format(*model) for model in models.items()))
        run = snakemake(separate, *(f"results/scores/mine/tiny-{step}.csv" for step in steps))
        assert run.returncode == 0, run.stdout
    made, alone = results(folder), results(separate)
    for step in steps:
        for kind in ("scores", "tokens"):
            assert made[f"{kind}/mine/tiny-{step}.csv"] == alone[f"{kind}/mine/tiny-{step}.csv"]
    assert made["tokens/mine/tiny-step2000.json"] == alone["tokens/mine/tiny-step2000.json"]
    assert len({made[f"scores/mine/tiny-{step}.csv"] for step in steps}) == 8
