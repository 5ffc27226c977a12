"""Values of records are read without running code; tables are compared cell by cell."""

import mimetypes
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


def test_signatures_are_recomputed_with_the_version_of_the_record():
    run = {"program": {"version": "0.0.9"}, "works": [{"subject": repr(SUBJECT), "steps": []}], "studies": []}
    (task,) = tasks_of(run)
    assert task.subject == replace(SUBJECT, version="0.0.9") != SUBJECT


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
        {"outputs": {"to": "results//tmp/a.csv"}},
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


@pytest.mark.parametrize("name", ["/tmp/a.tex", "../a.tex", "tables/../../a.tex", "tables//a.tex", "./a.tex"])
def test_a_path_that_is_not_below_the_folder_is_not_inside(name):
    assert not crate.is_inside(name)
    assert crate.is_inside("tables/a.tex")


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
        ("a,b\nx,nan\n", "a,b\nx,0.5\n", "line 2 (x), b: 'nan' in the record, '0.5' recomputed"),
        ("a,b\nx,inf\n", "a,b\nx,0.5\n", "line 2 (x), b: 'inf' in the record, '0.5' recomputed"),
        ("a,b\nx,0.5\n", "a,b\nx,nan\n", "line 2 (x), b: '0.5' in the record, 'nan' recomputed"),
    ],
)
def test_the_cell_that_differs_most_is_named(recorded, recomputed, named, tmp_path):
    (tmp_path / "old.csv").write_text(recorded, encoding="utf-8")
    (tmp_path / "new.csv").write_text(recomputed, encoding="utf-8")
    difference = compare(tmp_path / "old.csv", tmp_path / "new.csv")[1]
    assert named in difference and bool(named) == bool(difference)


@pytest.mark.parametrize(
    ("name", "content", "fault"),
    [
        ("criteria.csv", b"a,b\nx,0.\xff5\n", "cannot be read as a table: 'utf-8' codec can't decode byte 0xff"),
        ("criteria.csv", b"a,b\nx," + b"5" * 200_000 + b"\n", "cannot be read as a table: field larger than"),
        ("criteria.tex", b"0.\xff5", "cannot be read as a text: 'utf-8' codec can't decode byte 0xff"),
    ],
)
def test_a_recorded_file_that_is_no_table_is_a_fault(name, content, fault, tmp_path):
    recorded, recomputed = tmp_path / name, tmp_path / f"recomputed-{name}"
    recorded.write_bytes(content)
    recomputed.write_text("a,b\nx,0.5\n", encoding="utf-8")
    assert compare(recorded, recomputed)[1].startswith(fault)


@pytest.mark.parametrize(
    ("recorded", "recomputed", "is_equal"),
    [
        ("0.541 [0.400, 0.612]", "0.542 [0.399, 0.612]", True),
        ("−0.001", "0.000", True),
        ("0.999", "1.000", True),
        ("0.541", "0.543", False),
        ("12 of 20", "13 of 20", False),
        ("0.54", "0.541", False),
        ("a 0.541", "b 0.541", False),
        ("0.541", "", False),
    ],
)
@pytest.mark.parametrize("ending", ["csv", "tex"])
def test_rounded_numbers_may_differ_by_one_unit_of_the_last_digit(recorded, recomputed, is_equal, ending, tmp_path):
    for name, value in (("old", recorded), ("new", recomputed)):
        cell = value.replace("−", "$-$") if ending == "tex" else f'"{value}"'
        (tmp_path / f"{name}.{ending}").write_text(f"a,b\nx,{cell}\n", encoding="utf-8")
    paths = tmp_path / f"old.{ending}", tmp_path / f"new.{ending}"
    assert bool(compare(*paths)[1])
    assert bool(compare(*paths, is_rounded=True)[1]) != is_equal


def test_entities_that_differ_are_named_with_both_values():
    one = {"@context": "x", "@graph": [{"@id": "a", "version": "1"}, {"@id": "b"}]}
    assert crate.differences(one, one) == []
    assert crate.differences(one, {"@context": "y", "@graph": [{"@id": "a", "version": "2"}]}) == [
        ("@context", "value 'x' in ro-crate-metadata.json, 'y' here"),
        ("a", "version '1' in ro-crate-metadata.json, '2' here"),
        ("b", "is missing here"),
    ]


def test_checksums_are_whole_and_longer_values_are_cut():
    sha256 = "5" * 64
    one, other = ({"@graph": [{"@id": "a", "sha256": value}]} for value in (sha256, "x" * 100))
    (line,) = crate.differences(one, other)
    assert line[1] == f"sha256 '{sha256}' in ro-crate-metadata.json, '{'x' * 79}…' here"


def test_a_computer_with_other_formats_of_files_finds_no_difference(monkeypatch):
    run = {"date": "", "program": {"version": "", "commit": None}, "titles": [], "packages": {}, "configuration": ""}
    run |= {"inputs": {}, "outside": {}, "addresses": {}}
    recorded = crate.metadata(run, {"tables/a.tex": {}})
    monkeypatch.setattr(mimetypes, "guess_type", lambda _: ("text/other", None))  # Debian has a list of its own
    rebuilt = crate.metadata(run, {"tables/a.tex": {}})
    assert recorded != rebuilt and crate.differences(recorded, rebuilt) == []


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
