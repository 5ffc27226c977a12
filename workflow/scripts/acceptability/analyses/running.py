"""Run an analysis: read what its manifest names, compute, and write its tables."""

from collections.abc import Mapping
from contextlib import nullcontext
from importlib import import_module
from inspect import signature
from pathlib import Path

from acceptability.analyses.coverage import compute_by_coverage
from acceptability.analyses.reading import read
from acceptability.analyses.registry import analyses
from acceptability.contracts import io
from acceptability.errors import naming


def run(name: str, inputs: Mapping[str, Path | list[Path]], outputs: list[Path], settings: Mapping) -> None:
    """Read ``inputs``, compute, and write the tables of the analysis ``name`` to ``outputs``, in their order."""
    analysis = analyses()[name]
    compute = import_module(f"acceptability.analyses.{name}.compute").compute
    optional = {argument: named for argument, (_, named) in analysis.optional.items()}
    reads = analysis.reads | optional
    given = dict(settings) | {argument: read(named, inputs.get(argument)) for argument, named in reads.items()}
    with naming(inputs[analysis.blames]) if analysis.blames else nullcontext():
        if analysis.by_coverage:
            computed = compute_by_coverage(compute, given, analysis.writes)
        else:
            computed = compute(**{argument: given[argument] for argument in signature(compute).parameters})
    frames = computed if isinstance(computed, dict) else {analysis.writes[0].name: computed}
    for table, path in zip(analysis.writes, outputs, strict=True):
        io.write_table(frames[table.name], path, table)
