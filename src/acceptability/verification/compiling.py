"""Compile the reports of a record again, from its description of them and its tables and figures."""

import hashlib
import runpy
from collections.abc import Mapping
from contextlib import chdir
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from acceptability import installation
from acceptability.analyses import registry
from acceptability.errors import InputError
from acceptability.plan import reports
from acceptability.plan.plan import Plan
from acceptability.verification import crate
from acceptability.written import of_file

LIBRARIES = ("typst", "matplotlib")  # which write the PDF, and contain its fonts


def described(plan: Plan, name: str) -> dict[str, Any]:
    """Return what a record contains of a report: its ``source``, the bibliographies that are ``cited``, their checksum
    with that of all other prose, the paths of its ``results``, and the description of the ``run`` in it.
    """
    study = plan.studies.get(name)
    source = f"{'study-report' if study else 'report'}.typ"
    if study and study.report:
        source = f"{study.key}/{study.report.removeprefix(f'{study.folder}/')}"
    keys = {f"{study.folder}/references.bib": study.key for study in plan.studies.values()}
    cited = ["references.bib", *(f"{keys[path]}/references.bib" for path in reports.references(plan))]
    report = {"source": source, "cited": cited}
    about = {"results": reports.inputs(plan, name), "run": reports.describe(plan, name)}
    return report | about | {"sha256": _digest(_prose(report))}


def is_as_recorded(report: Mapping, packages: Mapping[str, str]) -> bool:
    """Return whether a report would be compiled from the recorded prose, by the recorded versions of LIBRARIES."""
    try:
        is_inside = all(map(crate.is_inside, (report["source"], *report["cited"], *report["results"])))
        same = is_inside and all(version(library) == packages.get(library) for library in LIBRARIES)
        return same and _digest(_prose(report)) == report["sha256"]
    except (PackageNotFoundError, InputError):
        return False


def compile_again(report: Mapping, folder: Path) -> Path | None:
    """Compile a report from the results in a folder, and return the path of the PDF.

    None: it has characters that only fonts of some computers have, so that PDFs differ.
    """
    from acceptability import fonts  # here, as it loads Matplotlib

    main = runpy.run_path(str(installation.SCRIPTS / "compile_report.py"))["main"]
    prose, results, target = _prose(report), [Path(path) for path in report["results"]], Path("report.pdf")
    with chdir(folder):
        installed, missing = fonts.of_report(report["run"], results)
        if missing or any(path.parent != fonts.FOLDER for path in installed):
            return None
        main(**prose, results=results, run=report["run"], to=target)
    return folder / target


def _prose(report: Mapping) -> dict[str, Any]:
    """Return the files of prose of a report, as arguments of the script that compiles it."""
    names = [f"paper/{name}" for name in (report["source"], *report["cited"])]
    source, *cited = (crate.place_of(name, installation.FOLDER).absolute() for name in names)
    library = sorted(
        path for path in (installation.FOLDER / "paper").glob("*.typ") if not path.name.endswith("report.typ")
    )
    return {"source": source, "library": library, "sections": registry.section_files(), "cited": cited}


def _digest(prose: Mapping[str, Any]) -> str:
    paths = [prose["source"], *prose["library"], *prose["sections"], *prose["cited"]]
    return hashlib.sha256("".join(map(of_file, paths)).encode()).hexdigest()
