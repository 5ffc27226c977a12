"""Tables → one figure, as PDF and PNG."""

from collections.abc import Mapping
from importlib import import_module

from acceptability.contracts import io
from acceptability.errors import reporting
from acceptability.figures import style


def draw(module: str, reads: Mapping[str, str], told: Mapping[str, object], targets: list[str]) -> None:
    """``module`` of the package draws the tables of ``reads`` (argument → path; an absent one is None)."""
    figure = import_module(f"acceptability.{module}")
    tables = {name: io.read_table(reads[name], kind) if name in reads else None for name, kind in figure.READS.items()}
    style.save(figure.draw(**tables, **told), *targets)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        draw(
            module=snakemake.params.module,
            reads=dict(snakemake.input.items()),
            told=snakemake.params.told,
            targets=list(snakemake.output),
        )
