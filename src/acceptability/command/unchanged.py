"""Write the configurations of `make score` and `make check`, but never over a file that somebody changed."""

import hashlib
import shlex
from collections.abc import Mapping
from pathlib import Path

import yaml

from acceptability.errors import InputError
from acceptability.written import of_file, write_whole

WRITTEN = "# Written by: "
DESCRIBED = "# Every key is described in docs/configuration.md."
CHECKSUM = "# Checksum of the lines below, as they were written: "
PROFILE = "workflow/profiles/default"
COMMAND = f"snakemake --cores 2 --workflow-profile {PROFILE}"  # in the project's folder
_checked: set[str] = set()  # digests of the configurations whose files this process has checked


def write(by: str, config: Mapping, target: Path) -> None:
    """Write a configuration as YAML, below comments that say ``by`` what it was written; whole or not at all."""
    text = yaml.safe_dump(dict(config), sort_keys=False, allow_unicode=True, width=100)
    write_whole([f"{WRITTEN}{by}\n{DESCRIBED}\n{CHECKSUM}{_digest(text)}\n{text}".encode()], target)


def hand_over(target: Path) -> None:
    """Tell the run that follows that the files of this configuration are checked, so that they are not read again."""
    _checked.add(of_file(target))


def is_checked(target: Path) -> bool:
    """Return whether this process has checked the files of just this configuration."""
    return target.is_file() and of_file(target) in _checked


def is_written(target: Path) -> bool:
    """Return whether a file begins as what ``write`` writes."""
    return target.is_file() and target.read_text(encoding="utf-8").startswith(WRITTEN)


def read(target: Path) -> dict | None:
    """Return what was written there; None where there is nothing.

    Raises InputError where it was changed since, or written by hand.
    """
    if not target.exists():
        return None
    head, _, text = target.read_text(encoding="utf-8").partition(CHECKSUM)
    digest, _, text = text.partition("\n")
    if not head.startswith(WRITTEN):
        raise InputError(
            f"{target}: was not written by make score or make check, so it is not overwritten; choose another FOLDER="
        )
    command = head.removeprefix(f"{WRITTEN}make ").split()[0]
    if digest != _digest(text):
        raise InputError(
            f"{target}: was changed by hand, so it is not overwritten. To run it unchanged: {COMMAND} --directory "
            f"{shlex.quote(str(target.parent))} {command}. Otherwise, remove it or choose another FOLDER="
        )
    return yaml.safe_load(text)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
