"""A report's source, tables and figures → PDF."""

import json
import os
import unicodedata
from pathlib import Path

import typst

from acceptability import fonts
from acceptability.adapter import arguments
from acceptability.errors import InputError, reporting


def main(
    source: Path,
    library: list[Path],
    sections: list[Path],
    cited: list[Path],
    results: list[Path],
    run: dict,
    to: Path,
) -> None:
    """``run`` reaches the source as JSON in ``sys.inputs.run``, and the fonts as ``sys.inputs.fonts``.

    The files of prose may be anywhere: typst is given their contents. ``results`` are read from the working directory.
    Only the fonts of figures and those that come with typst are used, and installed ones for what these lack.
    """
    others, missing = fonts.of_report(run, results)
    families = {"families": [fonts.NAME, *map(fonts.family, others)], "missing": list(map(_described, missing))}
    part = to.with_suffix(".part")
    try:
        typst.compile(
            {
                "main.typ": source.read_bytes(),
                **{f"paper/{path.name}": path.read_bytes() for path in library},
                **{f"paper/{name}": path.read_bytes() for name, path in zip(run["references"], cited, strict=True)},
                **{f"analyses/{path.parent.name}/{path.name}": path.read_bytes() for path in sections},
            },
            output=part,
            root=Path.cwd(),
            format="pdf",
            font_paths=sorted({fonts.FOLDER, *(path.parent for path in others)}),
            ignore_system_fonts=True,
            sys_inputs={"run": json.dumps(run), "fonts": json.dumps(families)},
        )
        os.replace(part, to)
    except typst.TypstError as error:
        raise InputError(f"{source}: {error}") from error
    finally:
        part.unlink(missing_ok=True)


def _described(character: str) -> str:
    """U+1F98A FOX FACE, for one."""
    return f"U+{ord(character):04X} {unicodedata.name(character, '')}".strip()


if __name__ == "__main__":
    with reporting(snakemake.log[0], snakemake.output):
        main(**arguments(main, snakemake))
