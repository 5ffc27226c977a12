"""Check what a plan needs of this computer: registered files, folders, programs, and numbers that studies print."""

import os
import shutil
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from acceptability.errors import InputError, raise_all
from acceptability.kinds.ngram import kenlm_tools
from acceptability.plan import own_files
from acceptability.plan.derived import Classifier, Prompted
from acceptability.plan.plan import Plan
from acceptability.plan.schema import known
from acceptability.plan.systems import Decisions, LanguageModel, NGram, Published, System
from acceptability.reading.report import Reading
from acceptability.sources import adapters, fetching, gguf_header
from acceptability.sources.model_files import is_gguf


def check(
    plan: Plan,
    sources: dict[str, dict[str, str]],
    searches: str,
    mirror: str | None,
    installs: bool,
    where: str = "config.yaml",
    checked: bool = False,
) -> list[Reading]:
    """Return how the user's tables were read.

    Raises InputError unless the plan can be carried out in this folder, on this computer.

    Parameters:
        sources: the registry of external files.
        searches: the path of the contract SEARCHES.
        mirror: the folder with external files that the configuration names, if it names one.
        installs: does Snakemake install what jobs need?
        where: what messages call the configuration.
        checked: are the user's files checked already?
    """
    check_registered(plan, sources)
    if plan.registered:
        fetching.check_mirror(fetching.named_mirror(mirror))
        fetching.check_fetched(sources, "resources/raw")
    readings = [] if checked else own_files.check(plan, where)
    for model in plan.needed_models:
        _ = model.revision  # asked for now, if it is not known
    check_folder("results")
    if not installs:
        check_installed(plan, where)
        _check_printed_numbers(plan, Path(searches))
    elif not shutil.which("conda"):
        raise InputError(
            "--use-conda: the program conda is not installed here, or is not on PATH; install Miniforge "
            "(https://conda-forge.org/download) and open a new terminal, or leave out --use-conda"
        )
    return readings


def _check_printed_numbers(plan: Plan, searches: Path) -> None:
    """Raise one InputError for all mistakes in the numbers that studies print, as far as they show without data."""
    if not any(study.printed for study in plan.studies.values()):
        return
    from acceptability.studies import verdicts  # here, as it imports pandas

    messages: list[str] = []
    for study in plan.studies.values():
        if study.printed:
            try:
                quantities = import_module(f"acceptability.{study.quantities}")
            except (ImportError, SyntaxError) as error:
                messages.append(f"{study.folder}/quantities.py: cannot be imported ({error}); correct it")
                continue
            messages += verdicts.mistakes([Path(path) for path in study.printed], searches, quantities)
    raise_all(messages, verdicts.SHOWN)


def check_registered(plan: Plan, sources: Mapping) -> None:
    """Raise InputError for a file that the configuration or a study draws on and the registry does not have."""
    released: list[Published | Decisions] = [*plan.systems_of(Published).values(), *plan.systems_of(Decisions).values()]
    for system in released:
        for name in system.files:
            known(name, sources, f"{system.section}.{system.key}.source: the file")
    for model in plan.models.values():
        if model.source:
            known(model.source, sources, f"models.{model.key}.source: the file")
    for name in sorted(plan.registered):
        known(name, sources, "sources.tsv: the file")


def check_folder(path: str | Path) -> None:
    """Raise InputError unless results can be written below this folder (made when it is needed)."""
    path = Path(path)
    existing = path if path.exists() else path.absolute().parent
    if not existing.is_dir() or not os.access(existing, os.W_OK | os.X_OK):
        raise InputError(f"{path}: cannot be written to; change its permissions, or run in another --directory")


def check_installed(plan: Plan, where: str = "config.yaml") -> None:
    """Raise InputError if a system that runs needs a package that Snakemake's Python lacks (PyTorch; those that read
    GGUF files and adapters). Likewise for KenLM's programs, if they are missing and cannot be compiled.
    """
    neural: list[System] = [model for model in plan.running(LanguageModel) if not model.elsewhere]
    neural += plan.running(Classifier)
    neural += [prompted for prompted in plan.running(Prompted) if prompted.model]
    if neural and not find_spec("torch"):
        raise InputError(
            f"{where}: run: the system {neural[0].key!r} needs PyTorch, which is not installed here; run `make "
            "neural`, or let conda install it (--use-conda)"
        )
    in_gguf = [model for model in plan.needed_models if any(map(is_gguf, model.files))]
    if in_gguf and (missing := [name for name in gguf_header.PACKAGES if not find_spec(name)]):
        raise InputError(
            f"{where}: run: the system {in_gguf[0].key!r} is a GGUF file, which needs the "
            f"package{'s' * (len(missing) > 1)} {' and '.join(missing)}; run `make formats`, let conda install them "
            "(--use-conda), or remove the system"
        )
    adapted = [model for model in plan.needed_models if model.adapter]
    if adapted and not find_spec(adapters.PACKAGE):
        raise InputError(
            f"{where}: run: the system {adapted[0].key!r} has an adapter, which needs the package {adapters.PACKAGE}; "
            "run `make formats`, let conda install it (--use-conda), or remove the system"
        )
    trained = plan.running(NGram)
    if trained and not kenlm_tools.available(Path(kenlm_tools.BUILT)):
        raise InputError(
            f"{where}: run: the system {trained[0].key!r} needs the programs of KenLM, and there is no C++ compiler to "
            f"compile them: install one ({kenlm_tools.COMPILERS}), {kenlm_tools.ON_PATH}"
        )


def left_behind(plan: Plan, folder: str | Path) -> str:
    """Return a line that names datasets with results in a folder that the configuration no longer names, or ""."""
    names = sorted({path.stem for path in Path(folder).glob("sentences/*.csv")} - set(plan.datasets))
    if not names:
        return ""
    others = ", ".join(names)
    return f"{folder}: also has results of {others}, which this configuration does not name; they are left unchanged"
