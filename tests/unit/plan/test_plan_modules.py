"""The modules that a script imports are found in its code, and a digest of them is a parameter of its rule."""

import os

import pytest

from acceptability import installation, papers
from acceptability.plan import modules

A = "acceptability"


@pytest.fixture
def scripts(tmp_path, monkeypatch):
    """A small package with a script, in the place of the real one."""
    texts = {
        "draw.py": "from acceptability.rooms import high\nfrom acceptability.errors import InputError\nimport os",
        "lonely.py": "import acceptability.rooms.low",
        "forms.py": "if TYPE_CHECKING:\n    from acceptability.rooms import low\n\n"
        "from acceptability.rooms import (  # one (of two)\n    high,\n    late as low_rooms,  # here :)\n    unused,\n)  # all\n"
        "import os, \\\n    acceptability.contracts.io\nfrom acceptability.errors import *",
        f"{A}/__init__.py": "",
        f"{A}/errors.py": "class InputError(Exception): ...",
        f"{A}/contracts/io.py": "from acceptability.errors import InputError",
        f"{A}/rooms/__init__.py": "",
        f"{A}/rooms/high.py": "from acceptability.rooms.low import thing, other\n\ndef lazy():\n    from acceptability.rooms import late",
        f"{A}/rooms/low.py": "from acceptability.contracts import io\nfrom elsewhere import acceptability",
        f"{A}/rooms/late.py": "",
        f"{A}/rooms/unused.py": "",
        f"{A}/rooms/high.css": "",
        f"{A}/rooms/highest.py": "",
    }
    for name, text in texts.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    monkeypatch.setattr(installation, "SCRIPTS", tmp_path)
    monkeypatch.setattr(installation, "PACKAGE", tmp_path / A)
    forget()
    yield tmp_path
    forget()


def forget() -> None:
    """Forget what was read of files, so that they are read again."""
    for function in vars(modules).values():
        if hasattr(function, "cache_clear"):
            function.cache_clear()


def test_imports_are_found_in_every_form_and_place(scripts):
    assert modules.imported(scripts / "draw.py") == {"rooms.high", "errors"}
    assert modules.imported(scripts / A / "rooms/high.py") == {"rooms.low", "rooms.late"}
    assert modules.imported(scripts / "lonely.py") == {"rooms.low"}
    every = {"rooms.high", "rooms.late", "rooms.unused", "contracts.io", "errors"}
    assert modules.imported(scripts / "forms.py") == every
    assert modules.imported(scripts / A / "rooms/low.py") == {"contracts.io"}


def test_expressions_find_what_the_syntax_has():
    paths = [*installation.PACKAGE.rglob("*.py"), *installation.SCRIPTS.glob("*.py")]
    assert len(paths) > 500
    for path in paths:
        text = path.read_text(encoding="utf-8")
        of_syntax = {(level, start, word) for level, start, words in modules.parsed(text) for word in words}
        of_expressions = {(level, start, word) for level, start, words in modules.matched(text) for word in words}
        assert of_syntax <= of_expressions, path


def test_modules_are_needed_directly_or_through_others(scripts):
    assert modules.needed("draw.py") == ("contracts.io", "errors", "rooms.high", "rooms.late", "rooms.low")
    assert modules.needed("lonely.py") == ("contracts.io", "errors", "rooms.low")
    assert modules.needed("lonely.py", "rooms.unused") == ("contracts.io", "errors", "rooms.low", "rooms.unused")


def test_files_are_the_code_and_what_stands_beside_it_by_the_same_name(scripts):
    assert list(modules.files("draw.py")) == [
        f"{A}/contracts/io.py",
        f"{A}/errors.py",
        f"{A}/rooms/high.css",
        f"{A}/rooms/high.py",
        f"{A}/rooms/late.py",
        f"{A}/rooms/low.py",
    ]


def test_plumbing_is_left_out_where_scores_depend_on_the_code(scripts):
    assert list(modules.files("lonely.py", plumbing=False)) == [f"{A}/rooms/low.py"]


def test_a_digest_follows_the_code_that_is_needed_and_no_date(scripts):
    before = modules.digest("draw.py"), modules.digest("lonely.py", plumbing=False)
    for path in scripts.rglob("*"):
        os.utime(path, (0, 0))
    forget()
    assert before == (modules.digest("draw.py"), modules.digest("lonely.py", plumbing=False))
    changes = {"rooms/unused.py": (False, False), "contracts/io.py": (True, False), "rooms/low.py": (True, True)}
    for name, changed in changes.items():
        path = scripts / A / name
        text = path.read_text()
        path.write_text(f"{text}\n# edited")
        forget()
        now = modules.digest("draw.py"), modules.digest("lonely.py", plumbing=False)
        assert tuple(a != b for a, b in zip(now, before, strict=True)) == changed, name
        path.write_text(text)


def test_a_figures_module_brings_the_style_sheet_and_no_other_figure():
    one = set(modules.files("draw_figure.py", "analyses.criteria.figure"))
    assert {f"{A}/analyses/criteria/figure.py", f"{A}/figures/style.mplstyle"} <= one
    assert not {f"{A}/analyses/{other}/figure.py" for other in ("restarts", "curves", "phenomena")} & one


def test_what_reads_and_writes_tables_changes_no_score():
    scored = modules.files("score_model.py", "kinds.masked.scoring", plumbing=False)
    assert scored and not [path for path in scored if "/contracts/" in path or path.endswith("/errors.py")]
    assert f"{A}/contracts/io.py" in modules.files("score_model.py")


def test_a_publication_may_import_what_is_beside_it_in_any_way(tmp_path, monkeypatch):
    texts = {
        "my-paper/study.yaml": "title: x",
        "my-paper/__init__.py": "",
        "my-paper/quantities.py": "import math; from .cells import X\ntry: from . import(rows)\nfinally: pass",
        "my-paper/cells.py": "from .inner.deep import Y",
        "my-paper/rows.py": "",
        "my-paper/inner/deep.py": "from ..shared import Z",
        "my-paper/shared.py": "",
    }
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.setenv(papers.VARIABLE, str(tmp_path))
    forget()
    names = ("cells", "inner.deep", "quantities", "rows", "shared")
    assert modules.needed("papers.my-paper.quantities") == tuple(f"papers.my-paper.{name}" for name in names)
    files = modules.files("papers.my-paper.quantities")
    assert files.keys() == {f"{A}/papers/{name}" for name in texts if name.endswith(".py")}
    assert set(files.values()) == {tmp_path / name for name in texts if name.endswith(".py")}
    forget()


def test_what_recipes_are_made_of_is_no_code_of_a_step():
    """Their effect is among the settings of steps, so that an edit of a label or a caption computes nothing again."""
    needed = modules.needed("analyses.criteria.manifest", "analyses.criteria.compute", "analyses.computing")
    assert "analyses.coverage" in needed
    assert not {"analyses.subject", "analyses.recipes", "analyses.disagreements.manifest"} & {*needed}
