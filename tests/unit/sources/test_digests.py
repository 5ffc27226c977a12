"""Digests of what a user gives: the same for the same bytes, whatever the dates; another one for any other byte."""

import json
import os
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acceptability.sources import digests

LONG_AGO = 10**9  # seconds: in 2001


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("digests")


@given(data=st.binary(min_size=1, max_size=200), place=st.integers(0, 199), other=st.integers(1, 255))
def test_any_changed_byte_is_another_digest(folder, data, place, other):
    path, memory = folder / "table.csv", folder / "memory.json"
    path.write_bytes(data)
    before = digests.of_given(path, memory), digests.of_weights(path)
    changed = bytearray(data)
    changed[place % len(data)] ^= other
    path.write_bytes(changed)
    os.utime(path, (LONG_AGO, LONG_AGO))
    after = digests.of_given(path, memory), digests.of_weights(path)
    assert before[0] != after[0] and before[1] != after[1]
    path.write_bytes(data)
    assert (digests.of_given(path, memory), digests.of_weights(path)) == before


def test_what_is_remembered_is_read_once_and_a_replaced_file_again(tmp_path, monkeypatch):
    path, memory = tmp_path / "table.csv", tmp_path / "state/digests.json"
    path.write_bytes(b"one")
    os.utime(path, (LONG_AGO, LONG_AGO))
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 10)
    first = digests.of_given(path, memory)
    digests._remembered.cache_clear()  # as in another process
    monkeypatch.setattr(digests, "of_file", lambda path: "read again")
    assert digests.of_given(path, memory) == first
    part = tmp_path / "part"
    part.write_bytes(b"two")
    os.utime(part, (LONG_AGO, LONG_AGO))
    os.replace(part, path)
    assert digests.of_given(path, memory) == "read again"


@pytest.mark.parametrize("behind", [0, 3600, 10**8])
def test_what_was_just_changed_is_read_again_at_the_next_look_only(tmp_path, monkeypatch, behind):
    """Also where the clock of a network disk is ahead of this computer's by some seconds."""
    path, memory, start = tmp_path / "table.csv", tmp_path / "digests.json", time.time() - behind
    path.write_bytes(b"one")
    reads = []
    monkeypatch.setattr(digests, "of_file", lambda path: reads.append(path) or "digest")
    for seconds, times in ((0, 1), (1, 2), (3, 3), (4, 3), (60, 3)):  # since the file was changed
        monkeypatch.setattr(time, "time", lambda now=start + seconds: now)
        digests._remembered.cache_clear()  # as in another process
        assert digests.of_given(path, memory) == "digest" and len(reads) == times


def test_a_folder_is_the_names_and_contents_of_its_files(tmp_path):
    folder, memory = tmp_path / "tables", tmp_path / "digests.json"
    (folder / "below").mkdir(parents=True)
    (folder / "below/a.csv").write_bytes(b"one")
    before = digests.of_given(folder, memory)
    (folder / ".DS_Store").write_bytes(b"what a file manager keeps")
    assert digests.of_given(folder, memory) == before
    os.rename(folder / "below/a.csv", folder / "below/b.csv")
    assert digests.of_given(folder, memory) != before


def test_only_files_with_these_endings_count(tmp_path):
    (tmp_path / "a.py").write_bytes(b"1")
    before = digests.of_folder(tmp_path, {".py"})
    for name in ("a.pyc", "notes.txt", "._a.py"):
        (tmp_path / name).touch()
    assert digests.of_folder(tmp_path, {".py"}) == before != digests.of_folder(tmp_path)
    (tmp_path / "b.py").touch()
    assert digests.of_folder(tmp_path, {".py"}) != before


def weights(path: Path, tensors: int, each: int) -> None:
    """A sparse file of safetensors, which takes no room on the disk."""
    data = {
        f"t{n}": {"dtype": "U8", "shape": [each], "data_offsets": [n * each, (n + 1) * each]} for n in range(tensors)
    }
    header = json.dumps(data).encode()
    with open(path, "wb") as file:
        file.write(len(header).to_bytes(8, "little") + header)
        file.truncate(8 + len(header) + tensors * each)


@pytest.mark.parametrize("tensor", [0, 7, 99])
def test_large_weights_differ_by_each_of_their_tensors(tmp_path, tensor):
    path, each = tmp_path / "model.safetensors", 100 * 2**20
    weights(path, 100, each)
    before, size = digests.of_weights(path), path.stat().st_size
    for place in (tensor * each, (tensor + 1) * each - 1):
        with open(path, "r+b") as file:
            file.seek(size - 100 * each + place)
            file.write(b"x")
        changed = digests.of_weights(path)
        assert changed != before
        before = changed


def test_large_weights_differ_by_their_size_and_by_a_header_that_is_damaged(tmp_path):
    path = tmp_path / "model.safetensors"
    weights(path, 2, 100 * 2**20)
    before = digests.of_weights(path)
    os.truncate(path, path.stat().st_size + 8)
    longer = digests.of_weights(path)
    with open(path, "r+b") as file:
        file.seek(8)
        file.write(b"x")
    assert len({before, longer, digests.of_weights(path)}) == 3


LATER = '{"a": {"stamp": [1, 2, 3, 4], "sha256": "x", "unsettled_since": "later"}}'


@pytest.mark.parametrize(
    "damage",
    ["", "{{{", "[]", "[1]", "[" * 100_000, '{"a": 1}', '{"a": {"stamp": [1], "sha256": "x"}}', LATER, "\u2028"],
)
def test_a_damaged_memory_is_reported_and_written_again(tmp_path, capsys, damage):
    path, memory = tmp_path / "table.csv", tmp_path / "digests.json"
    path.write_text("good,bad", encoding="utf-8")
    memory.write_text(damage, encoding="utf-8")
    later = time.time() + 60  # nothing was changed within the last tick
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(time, "time", lambda: later)
        assert digests.of_given(path, memory) == digests.of_file(path)
    assert "digests.json is damaged; it is ignored" in capsys.readouterr().err
    assert list(json.loads(memory.read_text(encoding="utf-8"))) == [str(path)]
