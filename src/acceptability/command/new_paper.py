"""Copy the template of a study of one's own: ``make new-paper NAME=garden``."""

import re
import shutil
from pathlib import Path

from acceptability import installation
from acceptability.errors import InputError
from acceptability.reading.load import read_yaml

TEMPLATE, EXAMPLE = installation.FOLDER / "paper/template", "garden"
NAME = re.compile("[a-z][a-z0-9-]*")


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
    return f"Edit {files} in {study}. {also}Then type: make paper PAPERS={folder}"


def _rename(path: Path, to: Path, name: str) -> None:
    text = path.read_text(encoding="utf-8")
    to.write_text(re.sub(rf"\b{EXAMPLE}\b", name, text).replace(EXAMPLE.title(), name.title()), encoding="utf-8")
