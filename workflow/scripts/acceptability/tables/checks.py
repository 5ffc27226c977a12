"""What `make check` prints at the end."""

import shutil
import textwrap
from collections.abc import Sequence
from pathlib import Path

import pandas as pd


def size_of(stimuli: pd.DataFrame) -> str:
    """Say how many pairs, phenomena and paradigms a table STIMULI has."""
    phenomena, paradigms = stimuli["phenomenon"].nunique(), stimuli["paradigm"].nunique()
    parts = [f"{len(stimuli):,} pair{'s' * (len(stimuli) > 1)}"]
    parts += [f"{phenomena:,} phenomena"] if phenomena > 1 else []
    parts += [f"{paradigms:,} paradigms"] if paradigms > phenomena else []
    return ", ".join(parts) + "."


def said_of(
    title: str,
    size: str,
    said: Sequence[str],
    folder: Path,
    page: Path,
    lists: Sequence[Path],
    width: int | None = None,
) -> str:
    """Return the sentences and the places of the files, for lines of ``width``."""
    width = width or shutil.get_terminal_size((100, 24)).columns
    lines = [f"{title}: {size}", *said]
    wrapped = [textwrap.fill(line, width, subsequent_indent="  ", break_on_hyphens=False) for line in lines]
    places = [f"{'Page:':<15}{folder / page}", f"{'Tables:':<15}{folder / page.parent}"]
    places += [f"{'Lists:':<15}{folder / lists[0].parent}"] if lists else []
    return "\n".join([*wrapped, *places]) + "\n"
