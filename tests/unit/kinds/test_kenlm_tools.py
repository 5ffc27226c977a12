import os
from pathlib import Path

import pytest

from acceptability.errors import InputError
from acceptability.kinds.ngram import kenlm_tools


def program(path: Path, script: str = "exit 0") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


def test_programs_on_path_are_used(tmp_path, monkeypatch):
    for name in kenlm_tools.PROGRAMS:
        program(tmp_path / "bin" / name)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    kenlm_tools.provide(tmp_path / "unread.txt", tmp_path / "tools", jobs=1)
    for name in kenlm_tools.PROGRAMS:
        assert os.readlink(tmp_path / "tools" / name) == str(tmp_path / "bin" / name)


def test_one_program_on_path_is_not_enough(tmp_path, monkeypatch):
    program(tmp_path / "bin/lmplz")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    assert kenlm_tools.on_path() is None


def test_provenance_names_the_place_on_path_or_the_release(tmp_path):
    requirement = tmp_path / "kenlm.txt"
    requirement.write_text("# a comment\nkenlm==0.3.0 --hash=sha256:" + "0" * 64 + "\n")
    for name in ("compiled", "linked"):
        (tmp_path / name).mkdir()
    program(tmp_path / "compiled/lmplz")
    (tmp_path / "linked/lmplz").symlink_to("/usr/bin/lmplz")
    assert kenlm_tools.described(tmp_path / "compiled", requirement) == "compiled from kenlm 0.3.0"
    assert kenlm_tools.described(tmp_path / "linked", requirement) == "/usr/bin/lmplz"


def test_tests_and_other_programs_are_not_compiled_in(tmp_path):
    for name in ("util/a.cc", "util/a_test.cc", "lm/b.cc", "lm/query_main.cc", "lm/builder/c.cc", "lm/x_benchmark.cc"):
        program(tmp_path / name)
    sources = kenlm_tools.source_files(tmp_path)
    names = {key: [str(path.relative_to(tmp_path)) for path in paths] for key, paths in sources.items()}
    assert names["build_binary"] == ["util/a.cc", "lm/b.cc", "lm/build_binary_main.cc"]
    assert names["lmplz"] == ["util/a.cc", "lm/b.cc", "lm/builder/c.cc", "lm/builder/lmplz_main.cc"]


def test_the_files_of_a_folder_are_compiled_as_one_but_for_main_files_and_constants_defined_twice(tmp_path):
    names = ("util/a.cc", "util/float_to_string.cc", "util/b.cc", "lm/c.cc", "lm/build_binary_main.cc")
    paths = kenlm_tools.units([program(tmp_path / name) for name in names])
    units = ["util/all.cc", "lm/all.cc", "util/float_to_string.cc", "lm/build_binary_main.cc"]
    assert paths == [tmp_path / name for name in units]
    assert (tmp_path / "util/all.cc").read_text(encoding="utf-8") == '#include "a.cc"\n#include "b.cc"\n'


def test_a_missing_or_failing_compiler_is_one_line(tmp_path, monkeypatch):
    for name in ("util/a.cc", "lm/build_binary_main.cc", "lm/builder/lmplz_main.cc"):
        program(tmp_path / name)
    for compiler in ("no-such-compiler", str(program(tmp_path / "fails", "exit 1"))):
        monkeypatch.setenv("CXX", compiler)
        with pytest.raises(InputError, match=r"install a C\+\+ compiler .* put lmplz and build_binary on PATH"):
            kenlm_tools.compile_programs(tmp_path, tmp_path / "tools", jobs=1)
    assert not (tmp_path / "tools").exists()


def test_a_source_that_is_not_the_registered_one_is_refused(tmp_path, monkeypatch):
    """pip compares the archive with the checksum; here it finds an empty folder instead of an index."""
    (tmp_path / "kenlm.txt").write_text("kenlm==0.3.0 --hash=sha256:" + "0" * 64 + "\n")
    (tmp_path / "index").mkdir()
    (tmp_path / "index/kenlm-0.3.0.tar.gz").write_bytes(b"something else")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "index"))
    with pytest.raises(
        InputError, match="no source of KenLM: pip could not download .*kenlm.txt; connect to the package index"
    ):
        kenlm_tools.download(tmp_path / "kenlm.txt", tmp_path)


def test_programs_are_compiled_once_on_a_computer(tmp_path, monkeypatch, capsys):
    """A kept program that was changed, another compiler and another release are compiled again."""
    compiled = []

    def compiles(root: Path, target: Path, jobs: int) -> None:
        compiled.append(target.name)
        for name in kenlm_tools.PROGRAMS:
            program(target / name, f"echo {len(compiled)}")

    for name, value in (("on_path", lambda: None), ("download", lambda *_: tmp_path), ("compile_programs", compiles)):
        monkeypatch.setattr(kenlm_tools, name, value)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "kenlm.txt").write_text("kenlm==0.3.0")
    for name in ("first", "second"):
        kenlm_tools.provide(tmp_path / "kenlm.txt", tmp_path / name, jobs=1)
    assert compiled == ["first"] and os.access(tmp_path / "second/lmplz", os.X_OK)
    assert (tmp_path / "second/lmplz").read_bytes() == (tmp_path / "first/lmplz").read_bytes()
    (kept,) = (tmp_path / "cache/acceptability").iterdir()
    program(kept / "lmplz", "echo changed")
    kenlm_tools.provide(tmp_path / "kenlm.txt", tmp_path / "third", jobs=1)
    assert compiled == ["first", "third"] and "KenLM is compiled again" in capsys.readouterr().err
    monkeypatch.setenv("CXX", str(program(tmp_path / "g++", "echo 99")))
    kenlm_tools.provide(tmp_path / "kenlm.txt", tmp_path / "fourth", jobs=1)
    (tmp_path / "kenlm.txt").write_text("kenlm==0.4.0")
    kenlm_tools.provide(tmp_path / "kenlm.txt", tmp_path / "fifth", jobs=1)
    assert compiled == ["first", "third", "fourth", "fifth"]


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_CACHE_HOME", str(program(tmp_path / "a_file")))
    for name in kenlm_tools.PROGRAMS:
        program(tmp_path / "tools" / name)
    kenlm_tools._keep(tmp_path / "tools", Path(tmp_path / "a_file/acceptability/kenlm"))
    assert "KenLM is not kept for other runs" in capsys.readouterr().err
