"""Outputs of jobs, which are known by their checksums."""

import asyncio
import os
import time
from inspect import getsource, signature
from pathlib import Path
from types import SimpleNamespace

import pytest

from acceptability import written
from acceptability.command import reruns
from acceptability.errors import reporting

TABLE, PAGE = Path("results/tables/pairs.csv"), Path("results/explorer/data/pairs.js")


@pytest.fixture
def outputs(tmp_path, monkeypatch) -> None:
    """The outputs of a job: a file, and a folder with a file."""
    monkeypatch.chdir(tmp_path)
    for path in (TABLE, PAGE):
        path.parent.mkdir(parents=True)
        path.write_text("0.750", encoding="utf-8")
    with reporting("job.log", [str(TABLE), str(PAGE.parent)]):
        pass


def test_a_file_that_is_missing_from_an_output_folder_is_found(outputs):
    """Snakemake itself looks whether the folder is there."""
    for path in (TABLE, PAGE):
        path.unlink()
    assert written.changed() == [str(PAGE)]
    PAGE.with_name("other.js").touch()
    written.record([str(PAGE.parent)])  # a later job no longer writes it
    assert written.changed() == []


def test_two_processes_that_write_one_file_do_not_disturb_each_other(tmp_path, monkeypatch):
    """The file is whole at any time; here, another process writes it while the first one is half done."""
    path = tmp_path / "table.csv"

    def parts():
        yield b"a"
        with monkeypatch.context() as other:
            other.setattr(written.os, "getpid", lambda: 0)
            written.write_whole([b"other"], path)
        assert path.read_bytes() == b"other"
        yield b"b"

    written.write_whole(parts(), path)
    assert path.read_bytes() == b"ab" and list(tmp_path.iterdir()) == [path]


def test_a_failure_while_a_file_is_written_leaves_the_old_one(tmp_path):
    path = tmp_path / "table.csv"
    path.write_bytes(b"old")
    with pytest.raises(ZeroDivisionError):
        written.write_whole((bytes(1 // number) for number in (1, 0)), path)
    assert path.read_bytes() == b"old" and list(tmp_path.iterdir()) == [path]


def test_results_may_be_a_link_to_another_disk(tmp_path, monkeypatch):
    (tmp_path / "disk").mkdir()
    (tmp_path / "run").mkdir()
    monkeypatch.chdir(tmp_path / "run")
    Path("results").symlink_to(tmp_path / "disk")
    Path("results/table.csv").write_text("0.750", encoding="utf-8")
    Path("results/lmplz").symlink_to("/usr/bin/env")  # a program on PATH, which others may install anew
    written.record(["results/table.csv", "results/lmplz"])
    Path("results/table.csv").write_text("0.123", encoding="utf-8")
    assert written.changed() == ["results/table.csv"] and not list(Path(".snakemake").rglob("lmplz*"))


def later(monkeypatch) -> None:
    """Let what was just written be old enough to be remembered."""
    now = time.time()
    monkeypatch.setattr(written.time, "time", lambda: now + 60)


@pytest.mark.parametrize("path", [TABLE, PAGE])
@pytest.mark.parametrize("text", ["", "0.123"])
def test_a_changed_file_is_found_though_its_date_and_size_are_the_same(outputs, monkeypatch, path, text):
    later(monkeypatch)
    assert written.changed() == []
    before = path.stat()
    path.write_text(text, encoding="utf-8")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert written.changed() == [str(path)]


def test_an_unchanged_file_is_read_once_whatever_its_date(outputs, monkeypatch):
    later(monkeypatch)
    os.utime(TABLE)
    assert written.changed() == []
    monkeypatch.setattr(written, "of_file", lambda path: "read again")
    assert written.changed() == []


def test_a_date_in_the_future_becomes_that_of_writing(outputs):
    before = [path.stat().st_mtime_ns for path in (TABLE, PAGE)]
    for path in (TABLE, PAGE):
        os.utime(path, (4 * 10**9, 4 * 10**9))
    assert written.changed() == []
    assert [path.stat().st_mtime_ns for path in (TABLE, PAGE)] == before


@pytest.mark.parametrize("behind", [3600, 10**8])
def test_on_a_disk_whose_clock_is_ahead_files_are_read_twice_at_most_and_keep_their_order(outputs, monkeypatch, behind):
    """All dates on the disk are then in the future, by this number of seconds."""
    os.utime(TABLE, ns=(0, TABLE.stat().st_mtime_ns - behind // 2 * 10**9))
    written.record([str(TABLE)])
    start, reads, read = time.time_ns() - behind * 10**9, [], written.of_file
    monkeypatch.setattr(written, "of_file", lambda path: reads.append(path) or read(path))
    for seconds, times in ((0, 2), (3, 4), (4, 4), (60, 4)):
        now = start + seconds * 10**9
        monkeypatch.setattr(time, "time_ns", lambda now=now: now)
        monkeypatch.setattr(time, "time", lambda now=now: now / 1e9)
        assert written.changed() == [] and len(reads) == times
        assert TABLE.stat().st_mtime_ns <= PAGE.stat().st_mtime_ns <= start + 60 * 10**9


def test_a_removed_file_and_one_without_a_record_are_not_changed(outputs):
    TABLE.unlink()
    PAGE.with_name("other.js").write_text("", encoding="utf-8")
    assert written.changed() == []


ENDLESS = '{"sha256": "a", "time": Infinity, "stamp": null}'


@pytest.mark.parametrize(
    "damage", ["", "[1]", "{}", "[" * 100_000, '{"sha256": "a", "time": "x", "stamp": null}', ENDLESS]
)
def test_a_damaged_record_is_named_and_its_file_counts_as_changed(outputs, capsys, damage):
    (written.WRITTEN / f"{TABLE}.json").write_text(damage, encoding="utf-8")
    assert written.changed() == [str(TABLE)]
    assert capsys.readouterr().err == (
        f"note: .snakemake/written/{TABLE}.json is damaged, so {TABLE} counts as changed\n"
    )


def test_a_job_that_fails_and_a_file_elsewhere_are_not_recorded(tmp_path, monkeypatch):
    (tmp_path / "run").mkdir()
    monkeypatch.chdir(tmp_path / "run")
    for path in ("table.csv", "../elsewhere.csv"):
        Path(path).write_text("", encoding="utf-8")
    with pytest.raises(SystemExit), reporting("job.log", ["table.csv"]):
        raise ValueError
    with reporting("job.log", ["../elsewhere.csv"]):
        pass
    assert not list(tmp_path.rglob("*.json"))


def test_an_output_folder_elsewhere_leaves_the_results_of_the_run(tmp_path, monkeypatch):
    """Below the folder of records, ../../results would be the run's own."""
    (tmp_path / "a/b/results").mkdir(parents=True)
    (tmp_path / "results").mkdir()
    monkeypatch.chdir(tmp_path / "a/b")
    Path("results/table.csv").write_text("0.750", encoding="utf-8")
    written.record(["results/table.csv", "../../results"])
    assert Path("results/table.csv").is_file() and written.changed() == []


class Graph:
    """Stand-in for Snakemake's graph of jobs."""

    def __init__(self, dates: str) -> None:
        self.forcefiles, self.dates = {"asked.csv"}, dates

    async def check_output_mtime(self, job: object, expanded_output: object) -> None:
        raise AssertionError(self.dates)


def test_snakemake_makes_changed_and_outdated_files_again_and_accepts_outputs_older_than_inputs(capsys):
    engine = SimpleNamespace(DAG=Graph)
    reruns.follow_contents(engine, [str(PAGE)], ["outdated.csv"])
    graph = engine.DAG(dates="are compared")
    assert {"asked.csv", "outdated.csv", str(PAGE), str(PAGE.parent)} <= graph.forcefiles
    assert asyncio.run(graph.check_output_mtime(None, [])) is None
    assert capsys.readouterr().err == f"{PAGE}: was changed after it was written; if it is needed, it is made again\n"


def test_snakemake_has_what_is_replaced():
    """A new version of Snakemake with other names would compare dates again, without an error."""
    import snakemake.api  # before its parts, which import each other
    import snakemake.workflow

    graph = snakemake.workflow.DAG
    assert {"self", "job", "expanded_output"} == {*signature(graph.check_output_mtime).parameters}
    assert "self.forcefiles = " in getsource(graph.__init__)
