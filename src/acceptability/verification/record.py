"""Write the record of a run: what it was made from and with, its steps, and the checksums of its files."""

import shutil
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import chdir
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from acceptability.contracts.steps import FROM_FILES, SCRIPT, Step
from acceptability.errors import InputError
from acceptability.plan import artefacts, provenance
from acceptability.plan.evaluating import Job
from acceptability.plan.plan import Plan
from acceptability.plan.studies import Study
from acceptability.sources import digests, fetching
from acceptability.tables.signature import VERSION
from acceptability.verification import compiling, crate
from acceptability.written import of_file, write_json

RESULTS, READING = Path("results"), Path("reading.json")  # in the folder of a run
PAGE, PARTS_OF_PAGE = "results/explorer/index.html", "results/explorer/data"  # which one rule writes


def write(
    plan: Plan,
    jobs: Sequence[Job],
    outputs: Collection[str],
    base: Path,
    config: Mapping,
    sources: Mapping[str, dict[str, str]],
) -> None:
    """Write the record of a run, which is in the current folder, into its folder ``results``.

    Parameters:
        jobs: those that evaluate datasets.
        outputs: the paths of all outputs of the run, those that were there before, too. Only they are recorded.
        base: the project's folder.
        config: the configuration.
        sources: the registry of external files.
    """
    works = [job.work for job in jobs if {*job.outputs} <= {*outputs}]
    studies = [step for study in plan.studies.values() for step in _checks(plan, study)] + [*_tables(plan)]
    studies = [step for step in studies if {*step.writes} <= {*outputs}]
    steps = [*(step for work in works for step in work.steps), *studies]
    drawn = {
        "results/provenance.json",
        *map(_report, plan.reports),
        *(f"results/check/{dataset.key}/page.html" for dataset in plan.checked),
        *artefacts.figures(plan),
        *artefacts.explorer(plan),
        *artefacts.r_scripts(plan),
    }
    paths = {path for step in steps for path in (*step.reads, *step.writes)} | drawn & {*outputs}
    paths |= {path for path in outputs if path.startswith(tuple(f"results/{folder}/" for folder in crate.COMPUTED))}
    if PAGE in paths:
        paths |= {path.as_posix() for path in Path(PARTS_OF_PAGE).glob("*.js")}
    reports = {name: compiling.described(plan, name) for name in plan.reports if _report(name) in paths}
    paths |= {path for report in reports.values() for path in report["results"]}
    outside = sorted(path for path in paths if not path.startswith("results/"))
    declared = {key: study.entry for key, study in plan.studies.items()}
    listed = "\n".join((base / name).read_text(encoding="utf-8") for name in provenance.REQUIREMENTS)
    run = {
        "program": {"version": VERSION} | provenance.program(base),
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "titles": [plan.title(key) for key in dict.fromkeys([*plan.studies, *plan.reported])],
        "configuration": provenance.config_hash(config, declared),
        "declared": provenance.without_folders(declared),
        "packages": {name: version for name, version in provenance.packages(listed).items() if version},
        "inputs": {name: fetching.checksum_of(sources[name]) for name in sorted(plan.registered)}
        | provenance.publications()
        | {path: digests.of_given(Path(path)) for path in plan.own_files},
        "addresses": {name: {"url": sources[name]["url"]} for name in sorted(plan.registered)},
        "outside": {path: of_file(crate.place_of(path, Path())) for path in outside},
        "reports": reports,
        "files": [*_own_files(base, config), *sorted(path.removeprefix("results/") for path in paths - {*outside})],
        "works": [{"subject": repr(work.subject), "steps": [*map(_described, work.steps)]} for work in works],
        "studies": [*map(_described, studies)],
    }
    write_json(run, RESULTS / crate.RUN)
    write_json(crate.metadata(run, crate.files_of(RESULTS, run["files"])), RESULTS / crate.METADATA)


def _report(name: str) -> str:
    return f"results/reports/{name}.pdf"


def write_at_end(workflow: Any, write_with: Callable[..., None]) -> None:
    """Write the record of a run that has succeeded, or a note; ``write_with`` is ``write`` without the outputs."""
    try:
        write_with(outputs=[path for job in workflow.dag.jobs for path in job.output])
    except (OSError, InputError) as error:
        print(f"note: the record of this run, which make verify reads, cannot be written: {error}", file=sys.stderr)


def write_lost(workflow: Any, write_with: Callable[..., None], folder: Path) -> None:
    """Do the same in a folder if nothing had to be done in its run, and its record is not there.

    Commands such as ``--summary`` and ``--rulegraph`` run nothing: they have no executor.
    """
    complete = all((folder / RESULTS / name).is_file() for name in (crate.RUN, crate.METADATA))
    is_run = workflow.executor_plugin is not None and workflow.dag is not None and workflow.dag.targetjobs
    if is_run and not (complete or workflow.dryrun or len(workflow.dag)):
        with chdir(folder):
            write_at_end(workflow, write_with)


def _own_files(base: Path, config: Mapping) -> list[str]:
    """Write the files of the record that are about the run as a whole, and return their names."""
    names = [crate.RUN, crate.CONFIGURATION, crate.WORKFLOW]
    write_json({key: value for key, value in config.items() if key not in ("mirror", "papers")}, RESULTS / names[1])
    shutil.copy(base / "Snakefile", RESULTS / crate.WORKFLOW)
    if READING.is_file():
        shutil.copy(READING, RESULTS / crate.READING)
        names.append(crate.READING)
    return names


def _described(step: Step) -> str:
    """Return what is needed to run a step, as text; settings of others than measures follow from the subject."""
    return repr(replace(step, settings=step.settings if step.function or step.kind == FROM_FILES else {}, code=""))


def _checks(plan: Plan, study: Study) -> Iterator[Step]:
    """Yield the steps that compare printed numbers, and check claims, of a study."""
    metric, place = f"results/metrics/{study.key}", f"{study.folder}/"
    if study.printed:
        evidence = artefacts.evidence(study)
        single = {name: entry for name, entry in evidence.items() if not isinstance(entry, list)}
        inputs: dict = {name: entry.path for name, entry in single.items()}
        inputs |= {name: [file.path for file in entry] for name, entry in evidence.items() if isinstance(entry, list)}
        inputs |= {"printed": [f"paper/{study.key}/{path.removeprefix(place)}" for path in study.printed]}
        inputs["searches"] = "resources/searches.csv"
        settings: dict = {"held": {name: entry.holds for name, entry in single.items()}, "quantities": study.quantities}
        settings |= {"rows": study.rows, "variants": dict(study.variants)}
        yield Step("printed", SCRIPT, inputs, {"to": f"{metric}/reproduction.csv"}, settings, "", "check_printed")
    if study.claims and study.main:
        inputs = {"claims": f"paper/{study.key}/claims.csv", "scores": study.scores_of_rows}
        inputs |= {name: f"results/{name}/{study.main.key}.csv" for name in ("sentences", "pairs")}
        settings = {"rows": study.rows, "thresholds": list(plan.thresholds), "tie": plan.tie}
        yield Step("claims", SCRIPT, inputs, {"to": f"{metric}/claims.csv"}, settings, "", "check_claims")


def _tables(plan: Plan) -> Iterator[Step]:
    """Yield a step for each table or metric of a study or of a model."""
    for owner, entries in artefacts.jobs_of_tables(plan).values():
        for entry in entries.values():
            written = {ending: f"{entry['path']}{ending}" for ending in artefacts.ENDINGS[entry["kind"]]}
            yield Step(entry["name"], FROM_FILES, entry["reads"], written, {"owner": owner, "made": entry})
