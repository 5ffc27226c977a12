"""Run an analysis: read what its manifest names, compute, and write its tables."""

from collections.abc import Mapping
from contextlib import nullcontext
from importlib import import_module
from pathlib import Path

import pandas as pd

from acceptability.analyses.coverage import compute_by_coverage, computed
from acceptability.analyses.reading import read
from acceptability.analyses.registry import analyses, package_of
from acceptability.contracts import io
from acceptability.errors import naming


def run(name: str, inputs: Mapping[str, Path | list[Path]], outputs: list[Path], settings: Mapping) -> None:
    """Read ``inputs``, compute, and write the tables of the analysis ``name`` to ``outputs``, in their order."""
    analysis = analyses()[name]
    optional = {argument: named for argument, (_, named) in analysis.optional.items()}
    reads = analysis.reads | optional
    given = dict(settings) | {argument: read(named, inputs.get(argument)) for argument, named in reads.items()}
    with naming(inputs[analysis.blames]) if analysis.blames else nullcontext():
        frames = compute(name, given)
    for table, path in zip(analysis.writes, outputs, strict=True):
        io.write_table(frames[table.name], path, table)


def compute(name: str, given: Mapping[str, object]) -> dict[str, pd.DataFrame]:
    """Return the tables of the analysis ``name``, by their names; ``given`` has the arguments of its function."""
    analysis = analyses()[name]
    function = import_module(f"acceptability.{package_of(name)}.compute").compute
    return (compute_by_coverage if analysis.by_coverage else computed)(function, given, analysis.writes)
