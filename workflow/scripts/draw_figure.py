"""Tables → one figure, for a page and for a column, as PDF, PNG and SVG."""

from collections.abc import Mapping
from importlib import import_module

from acceptability.analyses.reading import arguments
from acceptability.errors import reporting
from acceptability.figures import style


def main(made: Mapping, simulated: bool, targets: list[str]) -> None:
    """Draw the figure that ``made`` declares: its ``module``, ``function``, ``reads`` and ``settings``.

    ``reads`` has the path of a file by argument, ``contracts`` what it holds: a table of the catalogue.
    """
    draw = getattr(import_module(f"acceptability.{made['module']}"), made["function"])
    given = arguments(made)
    for width, files in style.by_width(targets).items():
        style.save(draw(**given, width=width), *files, simulated=simulated)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        params = snakemake.params
        main(params.made, params.simulated, list(snakemake.output))
