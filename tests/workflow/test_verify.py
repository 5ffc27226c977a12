"""`make verify`: records of the demo, of a table of scores and of an experiment, as they are and with single changes."""

import csv
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

import pytest

from acceptability.errors import InputError
from acceptability.tables.signature import VERSION
from acceptability.verification import crate, rerun
from acceptability.verification.verify import (
    CHANGED,
    DIFFERS,
    DRAWN,
    EQUAL,
    NEEDS_MODEL,
    NOT_RECOMPUTED,
    UNKNOWN,
    Verification,
    main,
    verify,
)
from acceptability.written import write_json
from helpers import MIRROR, ROOT, copy_checkout, make, replace_in, run_workflow, write_csv

NOUNS = ["boy", "girl", "child", "dog", "cat", "man"]
PEOPLE = 6
WORDS = ["score", "--config", "pairs=my_pairs.csv", "scores=scores.csv"]
OWN = [*WORDS, "ratings=ratings.csv", "folder=own"]
BLOCKED = """
import sys
class Blocked:
    def find_spec(self, name, *_):
        if name.split(".")[0] in ("torch", "snakemake", "transformers", "tokenizers"):
            raise ImportError(f"{name} is blocked")
sys.meta_path.insert(0, Blocked())
from acceptability.verification.verify import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture(scope="module")
def records(demo, tmp_path_factory) -> dict[str, Path]:
    """Return the folders of three runs: the demo, a user's table of scores, and an experiment with simulated answers."""
    folder = copy_checkout(tmp_path_factory.mktemp("records") / "checkout")
    pairs = [[f"a{n}", "agreement", f"The {noun} sleeps.", f"The {noun} sleep."] for n, noun in enumerate(NOUNS)]
    pairs += [[f"o{n}", "order", f"A {noun} saw it.", f"A {noun} it saw."] for n, noun in enumerate(NOUNS)]
    write_csv(folder / "my_pairs.csv", ["pair_id", "phenomenon", "good", "bad"], pairs)
    ids = [f"{pair[0]}.{side}" for pair in pairs for side in ("good", "bad")]
    scores = [[name, place % 5 + 2 * name.endswith("good") + place / 50] for place, name in enumerate(ids)]
    write_csv(folder / "scores.csv", ["sentence_id", "one"], scores)
    ratings = [
        [f"p{person}", name, 1 + (3 * name.endswith("good") + person + place) % 7]
        for person in range(PEOPLE)
        for place, name in enumerate(ids)
    ]
    write_csv(folder / "ratings.csv", ["participant", "sentence_id", "rating"], ratings)
    run_workflow(folder, *OWN)
    folders = {"demo": demo, "own": folder / "own"}
    if MIRROR:
        run = make(folder, "experiment", "PAIRS=my_pairs.csv", "LISTS=2", "SIMULATE=10", f"MIRROR={MIRROR}")
        assert run.returncode == 0, run.stderr
        answers = "ratings=runs/my_pairs-experiment/simulated-answers.csv"
        run_workflow(folder, *WORDS, answers, "scale=1-7", "folder=experiment")
        folders["experiment"] = folder / "experiment"
    return folders


@pytest.fixture(scope="module")
def cache(tmp_path_factory) -> Path:
    """Return a folder in which all tests keep what steps wrote, so that only what follows from a change runs again."""
    return tmp_path_factory.mktemp("cache")


def copied(record: Path, target: Path) -> Path:
    """Copy what a record has of a run into another folder, and return the copy of ``results``."""
    ignored = shutil.ignore_patterns("cache", "shards", "tools", "benchmarks", "logs")
    return shutil.copytree(record / "results", target / "results", ignore=ignored, symlinks=True)


def write_metadata(results: Path) -> None:
    """Write the metadata of a record anew, with the checksums that its files have now."""
    run = json.loads((results / crate.RUN).read_text(encoding="utf-8"))
    write_json(crate.metadata(run, crate.files_of(results, run["files"])), results / METADATA)


def verified(record: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> Verification:
    """Return the verification of a record; what its steps wrote at the last time is used again."""
    monkeypatch.setattr(rerun, "CACHE", cache)
    return verify(record)


@pytest.mark.parametrize("name", ["demo", "own", "experiment"])
def test_all_tables_of_a_run_are_equal(name, records, cache, monkeypatch):
    if name not in records:
        pytest.skip("needs jsPsych: run `make test MIRROR=<folder>` (see README.md)")
    verification = verified(records[name], cache / name, monkeypatch)
    assert verification.faults == [] and verification.notes == []
    assert not [line for line in verification.lines if line.status == UNKNOWN]
    run = json.loads((records[name] / "results" / crate.RUN).read_text(encoding="utf-8"))
    assert {"pandas", "torch", "gguf"} <= run["packages"].keys()  # of each file of requirements
    by_status: dict[str, set[str]] = {}
    for line in verification.lines:
        by_status.setdefault(line.status, set()).add(line.name)
    results = records[name] / "results"
    computed = {
        str(path.relative_to(results)) for kind in ("tables", "metrics") for path in results.glob(f"{kind}/**/*.csv")
    }
    assert computed and computed <= by_status[EQUAL]
    if name == "demo":
        assert {"tokens/toy-simulated/toy-bert-simulated.csv"} <= by_status[NEEDS_MODEL]
        assert {f"reports/{path.name}" for path in results.glob("reports/*.pdf")} <= by_status[EQUAL]
        assert {"scores/toy-simulated/toy-bert-simulated.csv"} <= by_status[EQUAL]
    else:
        assert {"scores/my-pairs/scores.csv"} <= by_status[NEEDS_MODEL]


def test_pytorch_and_snakemake_are_not_needed(records):
    command = [sys.executable, "-c", BLOCKED, str(records["own"])]
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    run = subprocess.run(command, cwd=records["own"], env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "tables/my-pairs/criteria.csv: equal (" in run.stdout


def cell(column: str, change: Callable[[str], str], row: int = 0) -> Callable[[Path], None]:
    """Return a function that changes one cell of a table."""

    def changed(path: Path) -> None:
        with open(path, encoding="utf-8", newline="") as file:
            rows = list(csv.reader(file))
        place = rows[0].index(column)
        rows[row + 1][place] = change(rows[row + 1][place])
        with open(path, "w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows(rows)

    return changed


def more(value: str) -> str:
    """Return a number that is a little larger."""
    return str(float(value or 0) + 0.01)


def entry(*keys: str, value: object) -> Callable[[Path], None]:
    """Return a function that changes one entry of a file of JSON."""

    def changed(path: Path) -> None:
        content = part = json.loads(path.read_text(encoding="utf-8"))
        for key in keys[:-1]:
            part = next(it for it in part if it["@id"] == key) if isinstance(part, list) else part[key]
        assert part[keys[-1]] != value
        part[keys[-1]] = value
        path.write_text(json.dumps(content), encoding="utf-8")

    return changed


def text(pattern: str, new: str) -> Callable[[Path], None]:
    """Return a function that replaces the first match of a pattern."""

    def changed(path: Path) -> None:
        before = path.read_text(encoding="utf-8")
        after = re.sub(pattern, new, before, count=1)
        assert after != before
        path.write_text(after, encoding="utf-8")

    return changed


def bad_byte(path: Path) -> None:
    """Put a byte that is no UTF-8 into the last cell of a file."""
    path.write_bytes(path.read_bytes().rstrip() + b"\xff\n")


METADATA = "ro-crate-metadata.json"
NUMPY = "https://pypi.org/project/numpy/"
# The record, the file that is changed, the change, and what is named: a line of the verification.
CHANGES = [
    ("own", "scores/my-pairs/scores.csv", cell("score", more, 3), "scores/my-pairs/scores.csv: changed"),
    (
        "own",
        "scores/my-pairs/scores.csv",
        cell("score", more, 3),
        r"scores/my-pairs\.csv: differs \(1 of .* line 5 \(a1\.bad,",
    ),
    ("own", "ratings/my-pairs.csv", cell("z_score", more), "ratings/my-pairs.csv: changed"),
    ("own", "sentences/my-pairs.csv", cell("rating", more), "sentences/my-pairs.csv: changed"),
    ("own", "pairs/my-pairs.csv", cell("phenomenon", lambda _: "order"), r"metrics/my-pairs/.*: differs"),
    (
        "own",
        "deltas/my-pairs/scores.csv",
        cell("model_delta", more),
        r"deltas/my-pairs/scores\.csv: differs \(1 of .*model_delta",
    ),
    ("own", "z_scores/my-pairs/scores.csv", cell("z_score", more), r"z_scores/my-pairs/scores\.csv: differs \(1 of"),
    (
        "own",
        "metrics/my-pairs/criteria.csv",
        cell("share", more),
        r"metrics/my-pairs/criteria\.csv: differs \(1 of .*share",
    ),
    (
        "own",
        "metrics/my-pairs/criteria.csv",
        cell("high", more),
        r"metrics/my-pairs/criteria\.csv: differs \(1 of .*high",
    ),
    (
        "own",
        "metrics/my-pairs/signature.csv",
        text("acceptability:0", "acceptability:9"),
        r"signature\.csv: differs \(1 of",
    ),
    ("own", "tables/my-pairs/criteria.csv", text(r",0\.", ",1."), r"tables/my-pairs/criteria\.csv: differs \(1 of"),
    ("own", "tables/my-pairs/criteria.tex", text(r"& 0\.", "& 1."), r"tables/my-pairs/criteria\.tex: differs \(1 of"),
    (
        "own",
        "metrics/my-pairs/criteria.csv",
        bad_byte,
        r"criteria\.csv: differs \(cannot be read as a table: 'utf-8' codec",
    ),
    (
        "own",
        "tables/my-pairs/criteria.tex",
        bad_byte,
        r"criteria\.tex: differs \(cannot be read as a text: 'utf-8' codec",
    ),
    ("own", "record/configuration.json", entry("run", value=["two"]), "record/configuration.json: changed"),
    ("own", "record/run.json", entry("packages", "numpy", value="0.1"), rf"{NUMPY}: changed \(version '[\d.]+' in"),
    ("own", METADATA, entry("@graph", NUMPY, "version", value="0.1"), rf"{NUMPY}: changed \(version '0\.1' in"),
    ("own", METADATA, entry("@context", value="https://example.org"), "@context: changed .value "),
    ("own", METADATA, entry("@graph", "#configuration", "value", value="0"), "#configuration: changed"),
    ("own", METADATA, entry("@graph", "#run", "endTime", value="2020-01-01"), "#run: changed .endTime '2020-01-01'"),
    (
        "demo",
        "tokens/toy-simulated/toy-bert-simulated.csv",
        cell("log_prob", more, 7),
        "scores/toy-simulated/toy-bert-sim.*: differs",
    ),
    (
        "demo",
        "figures/toy-simulated/criteria.svg",
        text("<svg", "<svg "),
        "figures/toy-simulated/criteria.svg: changed",
    ),
    ("demo", "explorer/index.html", text("<html", "<html "), "explorer/index.html: changed"),
    ("demo", "provenance.json", entry("here", "packages", "numpy", value="0.1"), "provenance.json: changed"),
    (
        "demo",
        "metrics/toy-labels-simulated/classifiers.csv",
        cell("mean", more),
        r"classifiers\.csv: differs \(1 of .*mean",
    ),
    (
        "demo",
        "tables/toy-simulated/mixed_model.csv",
        text(r",0\.\d", ",9.9"),
        r"tables/.*/mixed_model\.csv: differs \(1 of",
    ),
    ("experiment", "responses/my-pairs.csv", cell("rt", lambda _: "1"), "responses/my-pairs.csv: changed"),
    ("experiment", "ratings/my-pairs.R", text("Mixed models", "Models"), r"ratings/my-pairs\.R: changed"),
    ("experiment", "metrics/my-pairs/ceiling.csv", cell("mean", more), r"ceiling\.csv: differs \(1 of .*mean"),
]


@pytest.mark.parametrize(
    ("record", "name", "change", "named"), CHANGES, ids=[f"{it[0]}-{it[1]}-{place}" for place, it in enumerate(CHANGES)]
)
def test_a_single_change_is_named(record, name, change, named, records, cache, tmp_path, monkeypatch):
    if record not in records:
        pytest.skip("needs jsPsych: run `make test MIRROR=<folder>` (see README.md)")
    copied(records[record], tmp_path)
    (tmp_path / "results" / name).chmod(0o600)
    change(tmp_path / "results" / name)
    faults = verified(tmp_path, cache / record, monkeypatch).faults
    assert any(re.match(f".*{named}", str(line)) for line in faults), "\n".join(map(str, faults))
    if named.endswith(": changed") and name.startswith(("figures", "provenance", "record")):
        assert {line.status for line in faults} == {CHANGED}
    if name.startswith(("deltas", "z_scores", "metrics", "tables")):  # what follows from it is recomputed without it
        assert {line.name for line in faults} == {name} and DIFFERS in {line.status for line in faults}


def test_a_damaged_file_is_named_once_with_the_number_of_its_tables(records, tmp_path):
    copied(records["own"], tmp_path)
    text("pair_id", "pair")(tmp_path / "results/pairs/my-pairs.csv")
    verification = verify(tmp_path)
    lost = [line for line in verification.faults if line.status == NOT_RECOMPUTED]
    assert len(lost) > 2 and DIFFERS not in {line.status for line in verification.faults}
    printed = [line for line in str(verification).splitlines() if "cannot be recomputed" in line]
    assert len(printed) == 2 and printed[0].count("pairs/my-pairs.csv") == 1
    assert printed[0].startswith(f"{lost[0].name} and {len(lost) - 1} other files: cannot be recomputed (")
    assert printed[1].startswith(f"{len(lost)} cannot be recomputed: a file that")


def test_a_configuration_that_differs_from_its_hash_is_named(records, cache, tmp_path, monkeypatch):
    results = copied(records["own"], tmp_path)
    entry("run", value=["two"])(results / crate.CONFIGURATION)
    write_metadata(results)  # with the new checksum
    faults = verified(tmp_path, cache / "own", monkeypatch).faults
    assert [line.name for line in faults] == [crate.CONFIGURATION]
    assert "SHA-256 is" in faults[0].detail


def test_what_is_beside_the_results_and_changed_is_named(records, cache, tmp_path, monkeypatch):
    folder = tmp_path / "own"
    copied(records["own"], folder)
    without = verified(folder, cache / "own", monkeypatch)
    assert without.faults == []
    assert without.notes == ["note: 3 of 3 inputs were not found and not compared; the record does not need them"]
    for name in ("my_pairs.csv", "scores.csv", "ratings.csv"):
        shutil.copy(records["own"].parent / name, tmp_path)
    shutil.copy(records["own"] / "reading.json", folder)
    unchanged = verified(folder, cache / "own", monkeypatch)
    assert unchanged.faults == [] and unchanged.notes == []
    cell("one", more)(tmp_path / "scores.csv")
    text("{", "{ ")(folder / "reading.json")
    faults = verified(folder, cache / "own", monkeypatch).faults
    assert [(line.name, line.status) for line in faults] == [("../scores.csv", CHANGED), ("reading.json", CHANGED)]


def test_a_report_with_another_number_is_named(records, cache, tmp_path, monkeypatch):
    results = copied(records["demo"], tmp_path)
    report = results / "reports/toy-simulated.pdf"
    report.write_bytes(report.read_bytes() + b"\n")
    write_metadata(results)  # with the new checksum
    faults = verified(tmp_path, cache / "demo", monkeypatch).faults
    assert [(line.name, line.status) for line in faults] == [("reports/toy-simulated.pdf", DIFFERS)]
    entry("packages", "typst", value="0.1")(results / crate.RUN)
    write_metadata(results)
    verification = verified(tmp_path, cache / "demo", monkeypatch)
    assert verification.faults == []
    assert "reports/toy-simulated.pdf" in {line.name for line in verification.lines if line.status == DRAWN}


def test_a_last_digit_of_a_table_may_differ_if_all_else_is_equal(records, cache, tmp_path, monkeypatch):
    results = copied(records["own"], tmp_path)

    def next_digit(match: re.Match) -> str:
        return f"{float(match[0]) + 0.001:.3f}"

    for ending in ("csv", "tex"):
        table = results / f"tables/my-pairs/criteria.{ending}"
        table.write_text(re.sub(r"0\.\d{3}", next_digit, table.read_text(encoding="utf-8")), encoding="utf-8")
    write_metadata(results)
    assert verified(tmp_path, cache / "own", monkeypatch).faults == []
    cell("high", more)(results / "metrics/my-pairs/criteria.csv")
    write_metadata(results)
    faults = verified(tmp_path, cache / "own", monkeypatch).faults
    names = ["metrics/my-pairs/criteria.csv", "tables/my-pairs/criteria.csv", "tables/my-pairs/criteria.tex"]
    assert [(line.name, line.status) for line in faults] == [(name, DIFFERS) for name in names]


def test_computed_files_that_the_record_lacks_are_named(records, cache, tmp_path, monkeypatch):
    results = copied(records["own"], tmp_path)
    for name in ("tables/my-pairs/more.csv", "metrics/more.csv", "scores/my-pairs/.hidden"):
        (results / name).write_text("a\n1\n", encoding="utf-8")
    verification = verified(tmp_path, cache / "own", monkeypatch)
    assert verification.faults == []
    unknown = [line.name for line in verification.lines if line.status == UNKNOWN]
    assert unknown == ["metrics/more.csv", "tables/my-pairs/more.csv"]
    assert "metrics/more.csv: not in the record" in str(verification).splitlines()


def test_a_record_of_another_version_is_equal_with_a_note(records, tmp_path):
    results = copied(records["own"], tmp_path)
    entry("program", "version", value="0.0.9")(results / crate.RUN)
    text(f"acceptability:{re.escape(VERSION)}", "acceptability:0.0.9")(results / "metrics/my-pairs/signature.csv")
    write_metadata(results)
    verification = verify(tmp_path)
    assert verification.faults == []
    assert [note for note in verification.notes if "acceptability is 0.0.9 in the record" in note]


def test_an_archive_of_the_results_is_verified_by_any_name(records, tmp_path, capsys):
    archive = Path(shutil.make_archive(str(tmp_path / "record"), "zip", records["own"], "results"))
    assert main([str(archive.rename(tmp_path / "record.eln"))]) == 0
    assert "equal: recomputed" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda content: content[:-30], "is not a complete zip file"),
        (lambda content: content.replace(b"a,b", b"b,a", 1), r"cannot be unpacked \(Bad CRC-32"),
        (None, "unpacks to 20 MB, more than [0-9] MB; unpack it, and name the folder"),
    ],
)
def test_an_archive_that_is_damaged_or_too_large_is_refused(damage, message, tmp_path, capsys):
    path = tmp_path / "record.zip"
    with ZipFile(path, "w", ZIP_DEFLATED if damage is None else ZIP_STORED) as archive:
        archive.writestr("results/table.csv", b"a,b\n" if damage else bytes(20_000_000))
    if damage:
        path.write_bytes(damage(path.read_bytes()))
    assert main([str(path)]) == 2
    assert re.search(rf"^error: {path}: {message}", capsys.readouterr().err)


def test_a_deleted_record_is_written_by_the_next_run(records, cache, monkeypatch):
    results = records["own"] / "results"
    shutil.rmtree(results / "record")
    (results / METADATA).unlink()
    for looking in ("--summary", "--rulegraph"):
        run_workflow(records["own"].parent, looking, "--directory", "own", "results/tables/my-pairs/criteria.csv")
        assert not (results / METADATA).exists() and not (results / "record").exists()
    printed = run_workflow(records["own"].parent, "--directory", "own", "results/tables/my-pairs/criteria.csv")
    assert "Nothing to be done" in printed
    assert verified(records["own"], cache / "own", monkeypatch).faults == []


def test_without_a_record_the_message_says_what_to_do(tmp_path, capsys):
    with pytest.raises(InputError, match="has no record"):
        verify(tmp_path)
    assert main([str(tmp_path)]) == 2
    assert "delete results/record" in capsys.readouterr().err


def test_a_record_cannot_write_outside_its_folder(records, tmp_path):
    (tmp_path / "results").mkdir()
    shutil.copytree(records["own"] / "results/record", tmp_path / "results/record")
    shutil.copy(records["own"] / "results" / METADATA, tmp_path / "results")
    replace_in(
        tmp_path / "results/record/run.json", "'to_z_scores': 'results/z_scores/", "'to_z_scores': 'results/../../"
    )
    with pytest.raises(InputError, match="that no version of this program writes"):
        verify(tmp_path)


@pytest.mark.parametrize("name", ["/etc/hostname", "../ratings.csv", "tables//a.csv"])
def test_a_record_names_no_file_outside_its_folder(name, records, tmp_path):
    """A file that is compared and equal is replaced by a link: no other file may be named."""
    (tmp_path / "results").mkdir()
    shutil.copytree(records["own"] / "results/record", tmp_path / "results/record")
    shutil.copy(records["own"] / "results" / METADATA, tmp_path / "results")
    path = tmp_path / "results/record/run.json"
    run = json.loads(path.read_text(encoding="utf-8"))
    run["files"].append(name)
    path.write_text(json.dumps(run), encoding="utf-8")
    with pytest.raises(InputError, match=f"names '{name}', which is not below the folder results"):
        verify(tmp_path)


@pytest.mark.parametrize("reports", [[], {"my-pairs": {}}, {"my-pairs": {"results": 3}}, {"my-pairs": None}])
def test_a_damaged_description_of_reports_is_an_error_or_a_fault(reports, records, cache, tmp_path, monkeypatch):
    results = copied(records["own"], tmp_path)
    path = results / crate.RUN
    path.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8")) | {"reports": reports}), encoding="utf-8")
    try:
        verification = verified(tmp_path, cache / "own", monkeypatch)
    except InputError as error:
        assert "cannot be read" in str(error)
    else:
        assert verification.faults


def test_make_verify_names_what_it_needs(tmp_path):
    run = make(tmp_path, "verify")
    assert run.returncode and "type: make verify RECORD=build/demo" in run.stdout
