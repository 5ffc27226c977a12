"""Run `make new-paper`: copy the template of a study of one's own."""

import re
import shlex
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

from acceptability import installation
from acceptability.command.options import Command
from acceptability.errors import InputError
from acceptability.reading.load import read_yaml

OPTIONS = {
    "name": "the name of the study: lower-case letters, digits and hyphens",
    "papers": "the folder of your studies (by default, my-papers)",
}
COMMAND = Command("new-paper", OPTIONS)
TEMPLATE, EXAMPLE = installation.FOLDER / "paper/template", "garden"
NAME = re.compile("[a-z][a-z0-9-]*")


def write(options: Mapping[str, str], base: Path) -> list[str]:
    """Copy the template, and return the lines to print. ``base``, the project's folder, is not used.

    Raises InputError where an option is missing or cannot be met.
    """
    if "name" not in options:
        raise InputError("make new-paper: add NAME=garden, the name of the study (see docs/publications.md)")
    return copy_template(options["name"], Path(options.get("papers", "my-papers")).expanduser()).splitlines()


def copy_template(name: str, folder: Path) -> str:
    """Copy the template into ``folder/name``, and its configuration into ``folder`` if there is none.

    Returns: which files to edit, what to add to a configuration that exists, and the command that runs the study.

    Raises InputError for a name that is not of lower-case letters, digits and hyphens, or that is taken.
    """
    if not NAME.fullmatch(name):
        raise InputError(f"NAME={name}: a study's name consists of lower-case letters, digits and hyphens")
    if (TEMPLATE.parent / name).exists():
        raise InputError(f"NAME={name}: the project has a publication of this name; choose another NAME")
    study, config = folder / name, folder / "config.yaml"
    if study.exists():
        raise InputError(f"{study}: already exists; choose another NAME, or remove the folder")
    settings = _renamed(TEMPLATE / "config.yaml", name)
    studies = (read_yaml(config).get("studies") or []) if config.exists() else []
    shutil.copytree(TEMPLATE / EXAMPLE, study)
    for path in (study / "study.yaml", *study.glob("printed/*.csv")):
        path.write_text(_renamed(path, name), encoding="utf-8")
    files = ", ".join(sorted(str(path.relative_to(study)) for path in study.rglob("*.*")))
    steps = [f"Edit {files} in {study}."]
    if not config.exists():
        config.write_text(settings, encoding="utf-8")
    elif name not in studies:
        steps += [f"In {config}, change the line studies to:", f"studies: [{', '.join([*studies, name])}]"]
        steps += ["Add to the section scores:", settings.partition("\nscores:\n")[2].rstrip()]
    return "\n".join([*steps, f"Then type: {_command_to_run(folder)}"])


def _command_to_run(folder: Path) -> str:
    """Return the command that runs the studies of a folder: of make or, for an installed package, of Snakemake."""
    if not installation.IS_INSTALLED:
        return shlex.join(["make", "paper", f"PAPERS={folder}"])
    snakefile = str(installation.FOLDER / "Snakefile")
    words = [sys.executable, "-m", "snakemake", "--cores", "2", "--snakefile", snakefile, "--directory", str(folder)]
    return shlex.join(words)


def _renamed(path: Path, name: str) -> str:
    """Return the text of a file of the template for a study of this name."""
    text = re.sub(rf"\b{EXAMPLE}\b", name, path.read_text(encoding="utf-8"))
    return text.replace(EXAMPLE.title(), name.title())
