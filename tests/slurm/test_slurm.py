"""A small run through a real SLURM, with every kind of fault in it, ends with the bytes of a local run."""

import os
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from helpers import SMALL_CONFIG, UNLIKE, debian_packages, replaced, results_of, small_checkout, small_pairs, snakemake
from tiny_models import bert, save, wordpiece_tokenizer

SCRIPT = Path(__file__).with_name("cluster.sh")
CONFIG = f"""{SMALL_CONFIG}models:
  tiny-bert: {{label: Tiny BERT, kind: masked, path: tiny_bert, shards: 2, measures: [pll]}}
"""
CLASSIFIER = """classifiers:
  tiny-classifier-simulated:
    label: Tiny classifier
    base: tiny-bert
    labelled: toy-labels-simulated
    restarts: [1, 2, 3, 4, 5]
    training: {epochs: 1, batch_size: 5, learning_rate: 0.001, threads: 1}
    measures: [cola_score]
"""
TARGETS = [
    "results/tables/mine/criteria.csv",
    "results/figures/mine/criteria.png",
    "results/tables/mine/agreement.csv",
    "results/figures/mine/phenomena.png",
    "results/metrics/mine/differences.csv",
    "results/explorer/index.html",
]
PROFILE = ["--workflow-profile", "workflow/profiles/slurm", "--jobs", "8"]
QUICK = ["--slurm-init-seconds-before-status-checks", "3", "--latency-wait", "5"]


@pytest.fixture(scope="module")
def cluster():
    """SLURM's daemons, started here."""
    if os.geteuid():
        pytest.skip("needs root, to start SLURM's daemons")
    if os.environ.get("ACCEPTABILITY_PACKAGES") != "install":
        pytest.skip("writes /etc/slurm and starts daemons: `make test-slurm`, on a machine that is no cluster's")
    debian_packages("slurmctld", "munge", "slurmctld", "slurmd", "slurm-client")
    start = subprocess.run(["bash", SCRIPT, "start"], stderr=subprocess.PIPE, text=True, check=False)
    if start.returncode == 3:
        pytest.skip(start.stderr.strip())
    try:
        assert start.returncode == 0, start.stderr
        yield
    finally:
        subprocess.run(["bash", SCRIPT, "stop"], check=True)


@pytest.fixture(scope="module")
def small(tmp_path_factory) -> Iterator[Path]:
    """A checkout with a small configuration, of pairs without ratings, which fewer figures and tables are made of."""
    folder = small_checkout(tmp_path_factory.mktemp("slurm") / "checkout")
    save(folder / "tiny_bert", bert(), wordpiece_tokenizer())
    small_pairs(folder, CONFIG)
    pairs = [line.rsplit(",", 2)[0] for line in (folder / "pairs.csv").read_text(encoding="utf-8").splitlines()]
    (folder / "pairs.csv").write_text("\n".join(pairs) + "\n", encoding="utf-8")
    yield folder
    end_processes(folder)


def end_processes(folder: Path) -> None:
    """Kill what jobs of a node that went down have left behind: processes that work in this checkout."""
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            if Path(process.cwd()).is_relative_to(folder):
                process.kill()


@pytest.fixture(scope="module")
def undisturbed(small) -> dict[str, bytes]:
    """What a local run makes."""
    run = snakemake(small, *TARGETS)
    assert run.returncode == 0, run.stdout
    made = results_of(small, unlike=(*UNLIKE, "provenance.json"))
    for path in set((small / "results").iterdir()) - {small / "results/tools"}:
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    return made


def through_slurm(folder: Path, *arguments: str) -> subprocess.CompletedProcess:
    """Run the workflow as docs/cluster.md says it, sooner; stdout and stderr come together in ``stdout``."""
    return subprocess.run(
        [sys.executable, "-m", "snakemake", *PROFILE, *QUICK, *arguments],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=600,
    )


def listed() -> list[list[str]]:
    """Of each job that SLURM knows, what it is for (the comment that the executor gives it), and its number."""
    lines = subprocess.run(["squeue", "-h", "-t", "all", "-o", "%k %i"], capture_output=True, text=True, check=True)
    return [line.split() for line in lines.stdout.splitlines()]


def jobs() -> dict[str, str]:
    """The number of the last job of each kind."""
    return dict(listed())


def requested(job: str) -> dict[str, str]:
    """Return what a job asks SLURM for: ``MinMemoryNode, NumCPUs, TimeLimit`` and more."""
    shown = subprocess.run(["scontrol", "show", "job", job], capture_output=True, text=True, check=True).stdout
    return dict(pair.split("=", 1) for pair in shown.split() if "=" in pair)


def memory_of(folder: Path, rule: str) -> list[int]:
    """Megabytes that each submission of a rule's job asked for, as Snakemake's log tells them, in order."""
    log = max((folder / ".snakemake/log").glob("*.log"), key=lambda path: path.stat().st_mtime).read_text()
    return [int(asked) for asked in re.findall(rf"\nrule {rule}:\n(?: .*\n)*?    resources: .*?mem_mb=(\d+)", log)]


def once(folder: Path, script: str, name: str, what: str) -> None:
    """Let a script of this checkout do something the first time it runs, before its work."""
    path = folder / f"workflow/scripts/{script}.py"
    text = path.read_text(encoding="utf-8")
    start = text.index("if __name__ ==")
    fault = f'    import os, time\n    if {name} and not os.path.exists("{what[:4]}.fault"):\n'
    fault += f'        open("{what[:4]}.fault", "w").close()\n        {what}\n'
    head, body = text[:start], text[start:]
    line, rest = body.split("\n", 1)
    path.write_text(f"{head}{line}\n{fault}{rest}", encoding="utf-8")


def wait_for(path: Path, seconds: float = 120) -> None:
    end = time.monotonic() + seconds
    while not path.exists():
        assert time.monotonic() < end, f"{path} never came"
        time.sleep(0.2)


def test_a_run_through_slurm_with_every_fault_ends_with_the_bytes_of_a_local_one(cluster, small, undisturbed):
    """The node goes down under the first job, one job is cancelled, one takes too much memory, one too long."""
    node = subprocess.run(["hostname", "-s"], capture_output=True, text=True, check=True).stdout.strip()
    once(small, "prepare_dataset", "True", "down = time.sleep(600)")
    once(small, "score_ngram", "True", "eats = bytearray(3 * 10**9); time.sleep(600)")
    once(small, "score_model", 'snakemake.wildcards.shard == "1"', "calm = time.sleep(600)")
    once(small, "score_model", 'snakemake.wildcards.shard == "2"', "long = time.sleep(600)")
    asked: dict[str, str] = {}

    def disturb() -> None:
        wait_for(small / "down.fault")
        subprocess.run(["scontrol", "update", f"nodename={node}", "state=down", "reason=test"], check=True)
        time.sleep(2)
        # It may have come back by itself: then this is refused.
        subprocess.run(["scontrol", "update", f"nodename={node}", "state=resume"], check=False)
        wait_for(small / "calm.fault")
        first = next(job for comment, job in jobs().items() if "score_model" in comment and comment.endswith("_1"))
        asked.update(requested(first))
        subprocess.run(["scancel", first], check=True)

    thread = threading.Thread(target=disturb, daemon=True)
    thread.start()
    run = through_slurm(small, "--set-resources", "score_model:runtime=1", "--", *TARGETS)
    thread.join(10)
    assert run.returncode == 0, run.stdout[-4000:]
    assert {path.name for path in small.glob("*.fault")} == {"down.fault", "eats.fault", "calm.fault", "long.fault"}
    assert run.stdout.count("Trying to restart job") >= 4
    ends = set(re.findall(r"SLURM status is: '(\w+)'", run.stdout))
    assert {"NODE_FAIL", "CANCELLED", "TIMEOUT"} < ends
    assert ends & {"FAILED", "OUT_OF_MEMORY"}  # killed for its memory, and not for its time
    made = results_of(small, unlike=(*UNLIKE, "provenance.json"))
    assert made.keys() == undisturbed.keys()
    assert [name for name in made if made[name] != undisturbed[name]] == []
    assert "gpu:1" in asked["TresPerJob"], asked
    assert (asked["NumCPUs"], asked["MinMemoryNode"]) == ("2", "6000M")
    # What eats too much is given more the next time.
    attempts = memory_of(small, "score_ngram")
    assert attempts == sorted(set(attempts)) and len(attempts) >= 2, attempts
    # What says nothing itself has the profile's defaults, and more the next time.
    assert memory_of(small, "prepare_dataset") == [1000, 2000]
    # Measuring, evaluating, drawing and tabulating took one submission, of less than two hours.
    comments = [comment for comment in jobs() if "evaluation" in comment]
    assert len(comments) == 1
    small_steps = ("evaluate_", "draw_", "make_", "compile_")
    assert not any(step in comment for comment in jobs() if "evaluation" not in comment for step in small_steps)
    group = requested(jobs()[comments[0]])
    assert re.fullmatch(r"0[01]:\d\d:00", group["TimeLimit"]) and group["TimeLimit"] > "00:10:00", group
    # An evaluation has four processors and 2 GB; one further step runs beside it.
    assert group["NumCPUs"] == "5"
    assert 3000 <= int(group["MinMemoryNode"].removesuffix("M")) < 3030


def test_restarts_share_a_gpu(cluster, small):
    """With the profile's lines for it, four restarts are one job with one GPU, and the fifth another."""
    text = (
        replaced(CONFIG, "datasets:\n", "datasets:\n  toy-labels-simulated: {kind: toy-labels, label: Toy}\n")
        + CLASSIFIER
    )
    (small / "config.yaml").write_text(text, encoding="utf-8")
    folder = "results/restarts/tiny-classifier-simulated"
    targets = [f"{folder}/{restart}/margins.csv" for restart in range(1, 6)]
    run = snakemake(small, "--notemp", *targets)
    assert run.returncode == 0, run.stdout
    alone = [(small / path).read_bytes() for path in targets]
    shutil.rmtree(small / folder)
    profile = small / "workflow/profiles/slurm/config.yaml"
    lines = profile.read_text(encoding="utf-8").splitlines()
    lines = [line.removeprefix("#") if line.endswith("# shared") else line for line in lines]
    profile.write_text("\n".join(lines) + "\n", encoding="utf-8")
    run = through_slurm(small, "--", *targets)
    assert run.returncode == 0, run.stdout[-4000:]
    assert [(small / path).read_bytes() for path in targets] == alone
    shared = [requested(job) for comment, job in listed() if "restarts" in comment]
    assert sorted(asked["NumCPUs"] for asked in shared) == ["1", "4"], shared
    assert all(asked["TresPerNode"] == "gres:gpu:1" for asked in shared), shared
