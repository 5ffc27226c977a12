"""A job runs each step once for the same contents, settings, code and libraries, whatever happens in between."""

import json
import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from acceptability import steps
from acceptability.analyses.subject import Subject
from acceptability.contracts.steps import Step, Work
from acceptability.datasets.manifest import Manifest
from acceptability.errors import InputError

KEPT = Path("cache")
SUBJECT = Subject("mine", "Mine", Manifest())


def step(name: str, reads: list[str], **settings) -> Step:
    """Return a step that writes ``<name>.txt``; see _join."""
    return Step(name, "measure", {"files": reads}, {"to": f"out/{name}.txt"}, settings, "code")


def _join(made: Step, _: Subject) -> None:
    """Write what the step reads, or the setting ``text``; stop where a file has "bad"."""
    with open("ran.txt", "a", encoding="utf-8") as file:
        file.write(f"{made.name} ")
    text = made.settings.get("text") or "".join(Path(path).read_text(encoding="utf-8") for path in made.reads)
    if "bad" in text:
        Path(made.writes[0]).write_text("half", encoding="utf-8")
        raise InputError(f"{made.name} reads what is bad")
    Path(made.writes[0]).write_text(text, encoding="utf-8")


@pytest.fixture
def ran(tmp_path, monkeypatch) -> Callable[..., list[str]]:
    """Return a function that runs steps, as a job does, and returns the names of those that were computed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(steps.RUNS, "measure", _join)
    Path("a.txt").write_text("a", encoding="utf-8")
    Path("b.txt").write_text("b", encoding="utf-8")

    def computed(wanted: list[Step], workers: int = 1) -> list[str]:
        shutil.rmtree("out", ignore_errors=True)  # Snakemake removes a job's outputs before it starts
        Path("ran.txt").write_text("", encoding="utf-8")
        steps.run(Work(wanted, SUBJECT), KEPT, workers)
        return Path("ran.txt").read_text(encoding="utf-8").split()

    return computed


THREE = [step("first", ["a.txt"]), step("other", ["b.txt"]), step("last", ["out/first.txt", "out/other.txt"])]


def out(name: str) -> str:
    return Path(f"out/{name}.txt").read_text(encoding="utf-8")


def test_what_did_not_change_is_taken(ran, capsys):
    assert ran(THREE) == ["first", "other", "last"]
    assert out("last") == "ab"
    assert re.fullmatch(r"first: \d+\.\d s\nother: \d+\.\d s\nlast: \d+\.\d s\n", capsys.readouterr().err)
    assert ran(THREE) == []
    assert (out("first"), out("other"), out("last")) == ("a", "b", "ab")
    assert capsys.readouterr().err == "first: unchanged\nother: unchanged\nlast: unchanged\n"


@pytest.mark.parametrize(
    "change",
    [{"code": "edited"}, {"settings": {"tie": 1}}, {"function": "another"}, {"outputs": {"to": "out/new.txt"}}],
)
def test_a_step_runs_again_when_it_is_another_and_later_ones_where_what_they_read_changes(ran, change):
    ran(THREE)
    if "outputs" not in change:
        assert ran([replace(THREE[0], **change), *THREE[1:]]) == ["first"]  # it writes the same
        ran(THREE)
    assert ran([*THREE[:2], replace(THREE[2], **change)]) == ["last"]


def test_a_step_runs_again_when_what_it_reads_changes(ran):
    ran(THREE)
    Path("b.txt").write_text("c", encoding="utf-8")
    assert ran(THREE) == ["other", "last"]
    assert out("last") == "ac"
    Path("b.txt").touch()
    assert ran(THREE) == []


def test_another_version_of_a_library_runs_all_again(ran, monkeypatch):
    ran(THREE)
    monkeypatch.setattr(steps, "versions", lambda: {"numpy": "0"})
    assert ran(THREE) == ["first", "other", "last"]


def test_damage_to_what_is_kept_does_not_spread_to_results_nor_the_other_way_round(ran):
    ran(THREE)
    (KEPT / "first/0.txt").write_text("x", encoding="utf-8")
    Path("out/other.txt").write_text("x", encoding="utf-8")
    assert out("first") == "a"
    assert ran(THREE) == ["first"]
    assert (out("other"), out("last")) == ("b", "ab")


@pytest.mark.parametrize("damage", ["edited", "no file", "no key", "half a key", "another key", "a list", "too deep"])
def test_what_is_kept_and_damaged_is_named_and_computed(ran, damage, capsys):
    ran(THREE)
    key = KEPT / "first/key.json"
    if damage == "edited":
        (KEPT / "first/0.txt").write_text("x", encoding="utf-8")
    elif damage == "no file":
        (KEPT / "first/0.txt").unlink()
    elif damage == "no key":
        key.unlink()
    else:
        text = key.read_text(encoding="utf-8")
        others = {
            "half a key": text[:9],
            "another key": json.dumps({"key": "x"}),
            "a list": "[1]",
            "too deep": "[" * 100_000,
        }
        key.write_text(others[damage], encoding="utf-8")
    capsys.readouterr()
    assert ran(THREE) == ["first"]
    notes = [line for line in capsys.readouterr().err.splitlines() if line.startswith("note: ")]
    is_of_another_key = damage == "another key"
    assert notes == ([] if is_of_another_key else ["note: cache/first is damaged; it is ignored, and written again"])
    assert out("first") == "a" and out("last") == "ab"
    assert ran(THREE) == []


@pytest.mark.parametrize("workers", [1, 3])
def test_what_finished_before_a_failure_is_there_when_it_is_mended(ran, workers, monkeypatch):
    monkeypatch.setattr(steps, "LARGE", 0)  # as for large data: several processes, where there are several workers
    Path("b.txt").write_text("bad", encoding="utf-8")
    with pytest.raises(InputError, match="^other reads what is bad$"):
        ran(THREE, workers)
    assert not Path("out/last.txt").exists() and not (KEPT / "other").exists()
    assert json.loads((KEPT / "first/key.json").read_text(encoding="utf-8"))["key"]
    Path("b.txt").write_text("b", encoding="utf-8")
    assert ran(THREE, workers) == ["other", "last"]


def test_an_error_that_is_no_fault_of_the_input_names_the_step(ran, monkeypatch):
    monkeypatch.setitem(steps.RUNS, "measure", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError) as caught:
        ran(THREE)
    assert caught.value.__notes__ == ["This was the step first."]


def test_killed_while_it_is_kept_a_step_is_computed_again(ran, monkeypatch):
    rename = Path.rename

    def killed(path: Path, to: Path) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "rename", killed)
    with pytest.raises(KeyboardInterrupt):
        ran(THREE)
    monkeypatch.setattr(Path, "rename", rename)
    assert ran(THREE) == ["first", "other", "last"]
    assert sorted(path.name for path in KEPT.iterdir()) == ["first", "last", "other"]


def test_several_processes_write_what_one_does(ran, monkeypatch):
    chain = [step(f"s{n}", [f"out/s{m}.txt" for m in range(n) if m % 3 != n % 3] or ["a.txt"]) for n in range(12)]
    ran(chain)
    alone = {path.name: path.read_bytes() for path in Path("out").iterdir()}
    shutil.rmtree(KEPT)
    monkeypatch.setattr(steps, "LARGE", 0)
    assert sorted(ran(chain, workers=3)) == sorted(made.name for made in chain)
    assert {path.name: path.read_bytes() for path in Path("out").iterdir()} == alone
    assert ran(chain, workers=3) == []


def test_what_is_kept_of_steps_that_are_no_more_is_removed(ran):
    ran([*THREE, step("tables/gone", ["a.txt"])])
    assert (KEPT / "tables+gone").exists()
    ran(THREE)
    assert sorted(path.name for path in KEPT.iterdir()) == ["first", "last", "other"]


def test_files_of_a_file_manager_beside_what_is_kept_stop_no_run(ran):
    ran(THREE)
    (KEPT / ".DS_Store").touch()
    assert ran(THREE) == [] and (KEPT / "first").exists()


def test_steps_print_as_a_digest_that_changes_with_them():
    assert repr(Work(THREE, SUBJECT)) == repr(Work(THREE, SUBJECT)) == str(Work(THREE, SUBJECT))
    assert repr(Work(THREE, SUBJECT)).startswith("3 steps, ")
    changed = [*THREE[:2], replace(THREE[2], settings={"tie": 1})]
    assert repr(Work(changed, SUBJECT)) != repr(Work(THREE, SUBJECT))
