"""Tables → one figure, for a page and for a column, as PDF, PNG and SVG."""

from collections.abc import Mapping
from importlib import import_module

from acceptability.contracts import io
from acceptability.errors import reporting
from acceptability.figures import style


def draw(module: str, reads: Mapping[str, str], told: Mapping, simulated: bool, targets: list[str]) -> None:
    """``module`` of the package draws the tables of ``reads`` (argument → path; an absent one is None)."""
    figure = import_module(f"acceptability.{module}")
    tables = {name: io.read_table(reads[name], kind) if name in reads else None for name, kind in figure.READS.items()}
    for width, paths in style.by_width(targets).items():
        style.save(figure.draw(**tables, **told, width=width), *paths, simulated=simulated)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        params = snakemake.params
        draw(params.module, dict(snakemake.input.items()), params.told, params.simulated, list(snakemake.output))
