"""Recompute the tables of a record from its scores and ratings, and report which are equal and which differ."""

import argparse
import json
import sys
import tempfile
import zipfile
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from acceptability import papers, steps
from acceptability.errors import InputError, printable
from acceptability.plan import provenance
from acceptability.sources import archives
from acceptability.sources.git_blobs import blob_id_of
from acceptability.tables.signature import VERSION
from acceptability.verification import compiling, crate
from acceptability.verification.comparing import TOLERANCE, compare
from acceptability.verification.rerun import run_again, tasks_of
from acceptability.written import DAMAGED, of_file

CHANGED, DIFFERS, NOT_RECOMPUTED, UNKNOWN = "changed", "differs", "cannot be recomputed", "not in the record"
EQUAL, NEEDS_MODEL, GIVEN, DRAWN = "equal", "needs the model", "data", "drawn"
MEANING = {  # in the order of lines
    CHANGED: "not as the record describes it",
    DIFFERS: "recomputed, with another result",
    NOT_RECOMPUTED: "a file that is read for it is damaged or missing",
    UNKNOWN: "written by another run or program, and not compared",
    EQUAL: f"recomputed, with the same result (numbers may differ by {TOLERANCE:g} of their size, and rounded ones in "
    "tables by one unit of the last digit)",
    NEEDS_MODEL: "not recomputed; checksums are as recorded",
    GIVEN: "as recorded: sentences, ratings and what is known of the run",
    DRAWN: "as recorded: figures, HTML pages, scripts for R, and reports that cannot be compiled again here",
}
FAULTS = (CHANGED, DIFFERS, NOT_RECOMPUTED)
PLURALS = {DIFFERS: "differ", NEEDS_MODEL: "need the model"}
AGAIN = "A run without a record writes one: delete results/record, and type the command of the run again"
FOLDERS = dict.fromkeys(("figures", "reports", "explorer", "pages", "check"), DRAWN) | dict.fromkeys(
    ("tokens", "answers", "scores", "predictions", "restarts", "divisions", "models"), NEEDS_MODEL
)
PROVENANCE = "results/provenance.json"  # which each report reads
ANOTHER = "compiled again from the recomputed tables, it is another file"
SHA256 = 64  # digits; ids that git gives to contents are shorter


@dataclass(frozen=True, order=True)
class Line:
    """Report a file or another entry of a record: a word of MEANING, and details."""

    name: str
    status: str
    detail: str = ""

    def __str__(self) -> str:
        return f"{self.name}: {self.status}" + f" ({self.detail})" * bool(self.detail)


@dataclass(frozen=True)
class Verification:
    """Contain the lines of a verification, those about faults first, and notes on other versions of libraries."""

    lines: Sequence[Line]
    notes: Sequence[str] = ()

    @property
    def faults(self) -> list[Line]:
        """Return the lines about what differs from the record or from what is recomputed."""
        return [line for line in self.lines if line.status in FAULTS]

    def __str__(self) -> str:
        counts = Counter(line.status for line in self.lines)
        summary = [
            f"{counts[status]} {PLURALS.get(status, status) if counts[status] > 1 else status}: {meaning}"
            for status, meaning in MEANING.items()
            if counts[status]
        ]
        return "\n".join([*self._printed(), *self.notes, "", *summary])

    def _printed(self) -> Iterator[str]:
        """Yield a line for each file that is not drawn; files that cannot be recomputed for one reason share a line."""
        files = Counter(line.detail for line in self.lines if line.status == NOT_RECOMPUTED)
        for line in self.lines:
            number = files.pop(line.detail, 0) if line.status == NOT_RECOMPUTED else 1
            others = f" and {number - 1} other file{'s' * (number > 2)}" * (number > 1)
            if number and line.status != DRAWN:
                yield str(replace(line, name=f"{line.name}{others}"))


def verify(record: str | Path, papers_in: str | Path | None = None) -> Verification:
    """Recompute the tables of a record without a model, and compare each cell with the recorded one.

    Parameters:
        record: the folder of a run, its folder ``results``, or a zip archive of one of them, by any name.
        papers_in: the folder of your own studies, if the record is about one: their quantities and tables are code.

    Returns:
        An object whose text is the lines that ``make verify`` prints. ``lines`` has ``name``, ``status`` and ``detail``
        of each file, and ``faults`` those about what was changed, differs or cannot be recomputed.

    Raises:
        InputError: there is no record, or no version of this program has written it.

    Example:
        >>> verification = acceptability.verify("runs/my_pairs")
        >>> changed = [line.name for line in verification.faults]
    """
    papers.add([str(papers_in)] if papers_in else [], "PAPERS")
    with tempfile.TemporaryDirectory() as temporary:
        results = _results(Path(record), Path(temporary, "unpacked"))
        try:
            run = json.loads((results / crate.RUN).read_text(encoding="utf-8"))
            content = json.loads((results / crate.METADATA).read_text(encoding="utf-8"))
            if strange := [name for name in run["files"] if not crate.is_inside(name)]:
                raise InputError(f"the record names {strange[0]!r}, which is not below the folder results")
            run["reports"] = dict(run["reports"])
            tasks = tasks_of(run)
            now = crate.metadata(run, crate.files_of(results, run["files"]))
            differing = dict(crate.differences(content, now))
            differing |= _changed_configuration(results, run, differing) | _changed_beside(results, run, differing)
        except (OSError, SyntaxError, *DAMAGED) as error:
            raise InputError(
                f"{results}: its record cannot be read ({error!r}). This is acceptability {VERSION}; use the version "
                f"that wrote it. {AGAIN}"
            ) from error
        target = Path(temporary, "recomputed")
        written = {path for task in tasks for step in task.steps if step.kind != "figure" for path in step.writes}
        faults = _link(results, run, written, target, differing) + run_again(tasks, target)
        lines = [Line(name, CHANGED, how) for name, how in differing.items()]
        names = [name for name in run["files"] if (results / name).is_file()]
        reason = "; ".join(faults) or "a file that it needs is missing"
        compared = [_compared(name, results, target, written, reason) for name in names]
        if all(line.name.startswith("tables/") for line in compared if line.status in FAULTS):
            compared = [
                _compared(line.name, results, target, written, reason, is_rounded=True)
                if line.status == DIFFERS
                else line
                for line in compared
            ]
        _link_equal(compared, results, target)
        changed = {f"results/{name}" for name in differing} - written
        reports = {line.name: line for line in _reports(results, run, target, changed, reason)}
        compared = [reports.get(line.name, line) for line in compared]
        lines += [line for line in compared if line.status in FAULTS or line.name not in differing]
        lines += [Line(name, UNKNOWN) for name in _unknown(results, run)]
        missing = sum(not place.is_file() for place, _ in _inputs(results, run).values())
    recorded = {**run["packages"], "acceptability": run["program"]["version"]}
    notes = [
        f"note: {name} is {recorded[name]} in the record and {number} here; numbers may differ for that reason"
        for name, number in (steps.versions() | {"acceptability": VERSION}).items()
        if name != "python" and recorded.get(name, number) != number
    ]
    if missing:
        notes.append(
            f"note: {missing} of {len(run['inputs'])} inputs were not found and not compared; the record does not need "
            "them"
        )
    return Verification(sorted(lines, key=lambda line: ([*MEANING].index(line.status), line)), notes)


def _results(record: Path, unpacked: Path) -> Path:
    """Return the folder that has the record's metadata; an archive is unpacked first."""
    if record.is_file() and (record.suffix.lower() == ".zip" or zipfile.is_zipfile(record)):
        archives.unpack_zip(record, unpacked)
    for place in (*(path.parent for path in unpacked.rglob(crate.METADATA)), record, record / "results", record.parent):
        if (place / crate.METADATA).is_file():
            return place
    raise InputError(f"{record}: has no record ({crate.METADATA}); name the folder of a run. {AGAIN}")


def _changed_configuration(results: Path, run: Mapping, differing: Mapping[str, str]) -> dict[str, str]:
    """Return how the configuration differs from its hash, if it has its recorded checksum; by its name."""
    if crate.CONFIGURATION in differing:
        return {}
    configuration = json.loads((results / crate.CONFIGURATION).read_text(encoding="utf-8"))
    digest = provenance.config_hash(configuration, run["declared"])
    if digest == run["configuration"]:
        return {}
    return {crate.CONFIGURATION: f"with studies, its SHA-256 is {run['configuration']} in {crate.RUN}, {digest} here"}


def _inputs(results: Path, run: Mapping) -> dict[str, tuple[Path, str]]:
    """Return where each input was, as seen from the folder of ``results``, and its recorded checksum, by name."""
    return {
        name: (results.parent / (f"resources/raw/{name}" if name in run["addresses"] else name), checksum)
        for name, checksum in run["inputs"].items()
    }


def _changed_beside(results: Path, run: Mapping, differing: Mapping[str, str]) -> dict[str, str]:
    """Return how inputs and reading.json, which are beside ``results``, differ from the record, by name.

    Inputs that are folders, or not there, are left out.
    """
    changed = {
        name: f"its checksum is {checksum} in {crate.RUN}"
        for name, (place, checksum) in _inputs(results, run).items()
        if place.is_file() and (of_file if len(checksum) == SHA256 else blob_id_of)(place) != checksum
    }
    reading = results.parent / Path(crate.READING).name
    is_known = crate.READING in run["files"] and crate.READING not in differing
    if is_known and reading.is_file() and of_file(reading) != of_file(results / crate.READING):
        changed[reading.name] = f"it differs from {crate.READING}"
    return changed


def _unknown(results: Path, run: Mapping) -> list[str]:
    """Return the names of computed files that the record does not have, except hidden ones."""
    paths = [path for folder in crate.COMPUTED for path in (results / folder).rglob("*") if path.is_file()]
    names = {path.relative_to(results).as_posix() for path in paths if not path.name.startswith(".")}
    return sorted(names - {*run["files"]})


def _link(results: Path, run: Mapping, written: set[str], target: Path, differing: dict[str, str]) -> list[str]:
    """Put links to all files that no step writes into a folder. Return what is missing; add changed ones."""
    faults = []
    places = {path: results / name for name in run["files"] if (path := f"results/{name}") not in written}
    for path, sha256 in run["outside"].items():
        try:
            places[path] = crate.place_of(path, results.parent)
            if of_file(places[path]) != sha256:
                differing[path] = f"its SHA-256 is {sha256} in the record"
        except InputError as error:
            faults.append(str(error))
    for path, place in places.items():
        if place.is_file() and crate.is_inside(path):
            (target / path).parent.mkdir(parents=True, exist_ok=True)
            (target / path).symlink_to(place.absolute())
    return faults


def _compared(name: str, results: Path, target: Path, written: set[str], reason: str, is_rounded: bool = False) -> Line:
    """Return the line about a file that is there; ``reason`` says why files cannot be recomputed, and ``is_rounded``
    is that of compare.
    """
    recomputed = target / "results" / name
    if f"results/{name}" not in written:
        return Line(name, DRAWN if name.endswith(".R") else FOLDERS.get(name.partition("/")[0], GIVEN))
    if not recomputed.is_file():
        return Line(name, NOT_RECOMPUTED, reason)
    size, difference = compare(results / name, recomputed, is_rounded)
    return Line(name, DIFFERS, difference) if difference else Line(name, EQUAL, f"{size} compared")


def _link_equal(compared: Sequence[Line], results: Path, target: Path) -> None:
    """Replace recomputed tables that are equal by links to recorded ones, so that reports have their last digits."""
    for line in compared:
        if line.status == EQUAL:
            (target / "results" / line.name).unlink()
            (target / "results" / line.name).symlink_to((results / line.name).absolute())


def _reports(results: Path, run: Mapping, target: Path, changed: Collection[str], reason: str) -> Iterator[Line]:
    """Yield a line for each report that can be compiled again in a folder that has the recomputed tables.

    Parameters:
        changed: the paths of files that were changed and are not recomputed. A report that reads one is left out.
        reason: why files are missing.
    """
    for name, report in run["reports"].items():
        pdf = f"reports/{name}.pdf"
        try:
            paths = {PROVENANCE, *report["results"]}
            is_as_recorded = compiling.is_as_recorded(report, run["packages"])
            if not (results / pdf).is_file() or paths & {*changed} or not is_as_recorded:
                continue
            is_complete = all((target / path).is_file() for path in paths)
            again = compiling.compile_again(report, target) if is_complete else None
            if not is_complete:
                yield Line(pdf, NOT_RECOMPUTED, reason)
            elif again:
                is_same = of_file(again) == of_file(results / pdf)
                yield Line(pdf, EQUAL, "compiled again") if is_same else Line(pdf, DIFFERS, ANOTHER)
        except Exception as error:  # of any kind: a damaged file may be read in ways that nobody foresaw
            yield Line(pdf, NOT_RECOMPUTED, str(error) if isinstance(error, InputError) else repr(error))


def main(arguments: Sequence[str]) -> int:
    """Verify the record that the command line names, print its lines, and return the exit status: 1 for faults."""
    parser = argparse.ArgumentParser(prog="acceptability verify", description="Recompute the tables of a record.")
    parser.add_argument("record", help="the folder of a run, its folder results, or a zip archive of one of them")
    parser.add_argument("--papers", help="the folder of your own studies, if the record is about one")
    options = parser.parse_args(arguments)
    try:
        verification = verify(options.record, options.papers)
    except InputError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(printable(str(verification)))
    return 1 if verification.faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
