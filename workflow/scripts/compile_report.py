"""A report's source, tables and figures → PDF."""

import json
import os
from pathlib import Path

import typst

from acceptability.adapter import arguments
from acceptability.errors import InputError, reporting


def main(source: Path, library: Path, references: Path, run: dict, to: Path) -> None:
    """``run`` reaches the source as JSON in ``sys.inputs.run``. Only fonts that come with typst are used.

    The three files of prose may stand anywhere: typst is given what they hold. Results are read from the working
    directory.
    """
    part = to.with_suffix(".part")
    try:
        typst.compile(
            {
                "main.typ": source.read_bytes(),
                "paper/lib.typ": library.read_bytes(),
                "paper/references.bib": references.read_bytes(),
            },
            output=part,
            root=Path.cwd(),
            format="pdf",
            ignore_system_fonts=True,
            sys_inputs={"run": json.dumps(run)},
        )
        os.replace(part, to)
    except typst.TypstError as error:
        raise InputError(f"{source}: {error}") from error
    finally:
        part.unlink(missing_ok=True)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
