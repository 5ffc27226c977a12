"""Values of records are read without running code; tables are compared cell by cell."""

from dataclasses import replace

import pytest

from acceptability.analyses.analysis import Files
from acceptability.analyses.subject import Row, Subject
from acceptability.contracts.steps import Step
from acceptability.datasets.manifest import Manifest, Pairs, Ratings
from acceptability.errors import InputError
from acceptability.verification import crate
from acceptability.verification.comparing import compare
from acceptability.verification.rerun import parsed, tasks_of
from acceptability.verification.verify import DIFFERS, DRAWN, NEEDS_MODEL, NOT_RECOMPUTED, Line, Verification

SUBJECT = Subject(
    "my-pairs",
    "Mine",
    Manifest(pairs=Pairs(), ratings=Ratings(single=True)),
    (Row("one", "score", 'One\'s "score"'),),
    files={Files.SCORINGS: ["results/tokens/my-pairs/one.json"]},
    division_kinds=frozenset({"learning_curve"}),
    tie=1e-4,
)


@pytest.mark.parametrize("value", [SUBJECT, replace(SUBJECT, division_kinds=frozenset()), -1.5, ("a",), [None, True]])
def test_a_value_is_read_as_it_was_written(value):
    assert parsed(repr(value)) == value


@pytest.mark.parametrize(
    "text", ["__import__('os').getcwd()", "open('x')", "Subject.__init__", "[x for x in 'ab']", "1 +"]
)
def test_nothing_else_is_read(text):
    with pytest.raises((KeyError, ValueError, SyntaxError, TypeError)):
        parsed(text)


GATHERING = Step(
    "scores",
    "measure",
    {"sentences": "results/sentences/a.csv", "scores": ["results/scores/a/one.csv"]},
    {"to": "results/scores/a.csv"},
    function="gather_scores",
)


def test_a_step_that_writes_its_outputs_is_run():
    (task,) = tasks_of({"works": [], "studies": [repr(GATHERING)]})
    assert task.steps == [GATHERING]


@pytest.mark.parametrize(
    "change",
    [
        {"outputs": {"to": "/tmp/a.csv"}},
        {"outputs": {"to": "results/../a.csv"}},
        {"outputs": {}, "settings": {"to": "/tmp/a.csv"}},
        {"settings": {"to": "/tmp/a.csv"}},
        {"outputs": {}, "inputs": GATHERING.inputs | {"to": "results/scores/a.csv"}},
        {"outputs": GATHERING.outputs | {"sentences": "results/sentences/a.csv"}},
        {"function": "import_module"},
        {"function": "Path"},
        {"kind": "another"},
    ],
)
def test_a_step_that_could_write_or_run_something_else_is_refused(change):
    step = replace(GATHERING, **change)
    with pytest.raises(InputError, match="a step 'scores' that no version of this program writes"):
        tasks_of({"works": [], "studies": [repr(step)]})


@pytest.mark.parametrize(
    ("recorded", "recomputed", "named"),
    [
        ("a,b\nx,0.5\n", "a,b\nx,0.5000000001\n", ""),
        ("a,b\nx,0\n", "a,b\nx,1e-13\n", ""),
        ("a,b\nx,1e-9\n", "a,b\nx,3e-9\n", "1 of 2 differ; line 2 (x), b: '1e-9' in the record, '3e-9' recomputed"),
        ("a,b\nx,0.5\ny,0.5\n", "a,b\nx,0.6\ny,0.8\n", "2 of 4 differ; line 3 (y), b: '0.5' in the record"),
        ("a,b\nx,\n", "a,b\nx,1\n", "line 2 (x), b: '' in the record, '1' recomputed"),
        ("a,b\nx,1\n", "a,c\nx,1\n", "the header or the shape differs"),
        ("a,b\nx,1\n", "a,b\n", "the header or the shape differs: 2 lines in the record, 1 recomputed"),
        ("a,b\nx,1,2\n", "a,b\nx,1\n", "the header or the shape differs"),
    ],
)
def test_the_cell_that_differs_most_is_named(recorded, recomputed, named, tmp_path):
    (tmp_path / "old.csv").write_text(recorded, encoding="utf-8")
    (tmp_path / "new.csv").write_text(recomputed, encoding="utf-8")
    difference = compare(tmp_path / "old.csv", tmp_path / "new.csv")[1]
    assert named in difference and bool(named) == bool(difference)


def test_entities_that_differ_are_named_with_both_values():
    one = [{"@id": "a", "version": "1"}, {"@id": "b"}]
    assert crate.differences(one, one) == []
    assert crate.differences(one, [{"@id": "a", "version": "2"}]) == [
        ("a", "version '1' in ro-crate-metadata.json, '2' here"),
        ("b", "is missing here"),
    ]


def test_checksums_are_whole_and_longer_values_are_cut():
    sha256 = "5" * 64
    (line,) = crate.differences([{"@id": "a", "sha256": sha256}], [{"@id": "a", "sha256": "x" * 100}])
    assert line[1] == f"sha256 '{sha256}' in ro-crate-metadata.json, '{'x' * 79}…' here"


@pytest.mark.parametrize(("number", "words"), [(1, ("differs", "needs the model")), (2, ("differ", "need the model"))])
def test_the_summary_agrees_with_the_number_of_files(number, words):
    lines = [Line(f"{n}.csv", status) for status in (DIFFERS, NEEDS_MODEL, DRAWN) for n in range(number)]
    printed = str(Verification(lines)).splitlines()
    assert [line.partition(":")[0] for line in printed[-3:]] == [f"{number} {word}" for word in (*words, DRAWN)]
    assert len(printed) == 2 * number + 4  # none for files that are drawn


def test_tables_with_one_reason_have_one_line():
    lines = [Line("a", NOT_RECOMPUTED, "x"), Line("b", NOT_RECOMPUTED, "y"), Line("c", NOT_RECOMPUTED, "x")]
    assert str(Verification(lines)).splitlines()[:2] == [
        "a and 1 other file: cannot be recomputed (x)",
        "b: cannot be recomputed (y)",
    ]
