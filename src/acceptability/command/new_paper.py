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
    """Copy the template, and return what to say about it, in lines. No option needs ``base``, the project's folder.

    Raises InputError where an option is missing or cannot be met.
    """
    if "name" not in options:
        raise InputError("make new-paper: add NAME=garden, the name of the study (see docs/publications.md)")
    return [copy_template(options["name"], Path(options.get("papers", "my-papers")).expanduser())]


def copy_template(name: str, folder: Path) -> str:
    """Copy the template into ``folder/name``, and its configuration into ``folder`` if there is none; say how to go on.

    Raises InputError for a name that is not of lower-case letters, digits and hyphens, or a folder that exists.
    """
    if not NAME.fullmatch(name):
        raise InputError(f"NAME={name}: a study's name consists of lower-case letters, digits and hyphens")
    study, config = folder / name, folder / "config.yaml"
    if study.exists():
        raise InputError(f"{study}: already exists; choose another NAME, or remove the folder")
    listed = config.exists() and name in (read_yaml(config).get("studies") or [])
    shutil.copytree(TEMPLATE / EXAMPLE, study)
    for path in (study / "study.yaml", *study.glob("printed/*.csv")):
        _rename(path, path, name)
    if not config.exists():
        _rename(TEMPLATE / "config.yaml", config, name)
        listed = True
    files = ", ".join(sorted(str(path.relative_to(study)) for path in study.rglob("*.*")))
    also = "" if listed else f"Add {name} to studies and scores in {config}. "
    return f"Edit {files} in {study}. {also}Then type: {_command_to_run(folder)}"


def _command_to_run(folder: Path) -> str:
    """Return the command that runs the studies of a folder: of make or, for an installed package, of Snakemake."""
    if not installation.IS_INSTALLED:
        return f"make paper PAPERS={folder}"
    snakefile = str(installation.FOLDER / "Snakefile")
    words = [sys.executable, "-m", "snakemake", "--cores", "2", "--snakefile", snakefile, "--directory", str(folder)]
    return shlex.join(words)


def _rename(path: Path, to: Path, name: str) -> None:
    text = path.read_text(encoding="utf-8")
    to.write_text(re.sub(rf"\b{EXAMPLE}\b", name, text).replace(EXAMPLE.title(), name.title()), encoding="utf-8")
