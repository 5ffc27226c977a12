"""Locks of Snakemake that a killed run has left."""

import os
import platform
import shlex
import signal
import subprocess
import sys

import pytest

from acceptability.command import locks
from helpers import ROOT

RUN = """import sys, time
from pathlib import Path
from acceptability.command import locks
print(locks.hold(is_main=sys.argv[1] == "main"))
if sys.argv[2] == "locks":
    locks.LOCKS.mkdir(exist_ok=True)
    (locks.LOCKS / "0.output.lock").write_text("results/all.csv")
print("running", flush=True)
time.sleep(600)
"""
SCRIPT = """import sys, time
from acceptability.errors import reporting
with reporting("script.log"):
    print("running", file=sys.__stdout__, flush=True)
    time.sleep(600)
"""
BUSY = "note: another run, or a job of a run that was killed, is at work in this folder; wait until it has ended"
REMOVED = "The run before this one was killed; its locks are removed."


@pytest.fixture
def start(tmp_path, monkeypatch):
    """A function that starts what holds the folder, and returns it and what it said; all of them end with the test."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "src"))
    started = []

    def run(kind: str = "main", does: str = "locks") -> tuple[subprocess.Popen, str]:
        code = SCRIPT if kind == "script" else RUN
        process = subprocess.Popen([sys.executable, "-c", code, kind, does], stdout=subprocess.PIPE, text=True)
        started.append(process)
        said = [line.strip() for line in iter(process.stdout.readline, "running\n")]
        return process, "".join(said[:1])

    yield run
    for process in started:
        process.kill()
        process.wait()
        process.stdout.close()


def kill(process: subprocess.Popen) -> None:
    os.kill(process.pid, signal.SIGKILL)
    process.wait()


def test_locks_of_a_killed_run_are_removed_and_the_next_ones_too(start):
    first, said = start()
    assert said == "" and locks.is_locked()
    kill(first)
    second, said = start(does="nothing")
    assert said == REMOVED and not locks.is_locked()
    kill(second)
    assert start()[1] == ""


def test_locks_of_a_run_that_lives_stay(start):
    start()
    assert start(does="nothing")[1] == BUSY and locks.is_locked()


@pytest.mark.parametrize("kind", ["job", "script"])
def test_locks_stay_while_a_job_of_the_killed_run_lives(start, kind):
    """A job is a Snakemake of its own, or the script alone, as Snakemake starts it on this computer."""
    first, _ = start()
    job, said = start(kind=kind, does="nothing")
    assert said == "" and locks.is_locked()
    kill(first)
    other, said = start(does="nothing")
    assert said == BUSY and locks.is_locked()
    kill(other)
    kill(job)
    assert start()[1] == REMOVED


@pytest.mark.parametrize("computers", ["", "elsewhere\n", f"elsewhere\n{platform.node()}\n"])
def test_locks_of_another_computer_stay_and_the_command_that_is_printed_removes_them(start, computers):
    locks.LOCKS.mkdir(parents=True)
    (locks.LOCKS / "0.output.lock").write_text("results/all.csv", encoding="utf-8")
    locks.RUNNING.write_text(computers, encoding="utf-8")
    other, said = start(does="nothing")
    assert locks.is_locked()
    kill(other)
    assert start(does="nothing")[1] == said  # it has not become this computer's
    command = said.split("type: ")[1]
    subprocess.run(shlex.split(command), cwd="/", check=True)
    assert not locks.is_locked()


@pytest.fixture
def released():
    """Leave nothing reserved."""
    yield
    locks._release()


def test_a_folder_is_not_reserved_while_a_process_of_a_run_lives(start, tmp_path, released):
    assert locks.reserve(tmp_path) and locks.reserve(tmp_path)  # by one process, as often as it likes
    locks._release()
    run, _ = start()
    assert not locks.reserve(tmp_path)
    kill(run)
    assert locks.reserve(tmp_path)


COMMAND = """import sys
from pathlib import Path
from acceptability.command import locks
if not locks.reserve(Path(".")):
    sys.exit("busy")
print("reserved", flush=True)
sys.stdin.readline()
sys.argv[1:] = ["main", "none"]
"""


def test_a_folder_is_held_from_the_command_to_its_run(tmp_path, monkeypatch, released):
    """The run holds the folder by itself then, and does not take its own command for another run."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "src"))
    command = [sys.executable, "-c", COMMAND + RUN]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout.readline() == "reserved\n" and not locks.reserve(tmp_path)
        run.stdin.write("\n")
        run.stdin.flush()
        assert [run.stdout.readline(), run.stdout.readline()] == ["\n", "running\n"] and not locks.reserve(tmp_path)
        run.kill()


RACE = """import multiprocessing, os, sys
from acceptability.command import locks
processes, folders = 4, sys.argv[1:]
barrier = multiprocessing.Barrier(processes)
locks.DYING, locks.time.sleep = 0.05, lambda seconds: None  # asks again without a pause

def run():
    for folder in folders:
        os.chdir(folder)
        barrier.wait()
        if locks.reserve(locks.Path(".")):
            print(folder, flush=True)
            locks.hold(is_main=True)
        barrier.wait()
        locks._release()
        locks._held.clear()

started = [multiprocessing.get_context("fork").Process(target=run) for _ in range(processes)]
for process in started:
    process.start()
for process in started:
    process.join()
"""


def test_one_of_several_commands_at_the_same_time_gets_the_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "src"))
    folders = [str(tmp_path / str(number)) for number in range(40)]
    for folder in folders:
        os.mkdir(folder)
    done = subprocess.run([sys.executable, "-c", RACE, *folders], stdout=subprocess.PIPE, text=True, check=True)
    assert done.stdout.splitlines() == folders
