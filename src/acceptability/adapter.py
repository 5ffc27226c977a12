"""Turn what Snakemake gives a script into the arguments of its function."""

from collections.abc import Callable
from inspect import signature
from pathlib import Path


def arguments(function: Callable, snakemake) -> dict[str, object]:
    """Return the values of a job that the function has arguments for, by name.

    Inputs and outputs are paths, or lists of paths; an output ``table`` is the argument ``to_table``, and the only
    output of a rule, without a name, is ``to``. Parameters and wildcards are what they are; an input is
    preferred to a wildcard of the same name. ``threads`` are those of the job, where no parameter says otherwise.
    """
    outputs = {f"to_{name}": paths(files) for name, files in snakemake.output.items()}
    values: dict[str, object] = {"threads": snakemake.threads}
    values |= dict(snakemake.wildcards.items()) | dict(snakemake.params.items())
    values |= {name: paths(files) for name, files in snakemake.input.items()}
    values |= outputs or {"to": Path(snakemake.output[0])}
    return {name: values[name] for name in signature(function).parameters if name in values}


def paths(files) -> Path | list[Path]:
    """Return a path, or a list of paths, of what Snakemake gives as text."""
    return Path(files) if isinstance(files, str) else [Path(file) for file in files]
