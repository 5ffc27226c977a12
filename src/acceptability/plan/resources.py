"""Compute what a job requests from a machine or a cluster."""

import os
from collections.abc import Callable, Iterable


def needs(mb: int | Callable, minutes: int, per_mb: float = 0, gpu: int = 0) -> dict:
    """Return the resources of a rule for Snakemake, which grow if a job is retried: ``mem_mb``, ``runtime``, ``gpu``.

    Memory is ``mb``, or what ``mb`` makes of the wildcards, and ``per_mb`` for each megabyte of input.
    """

    def mem_mb(wildcards, input, attempt: int) -> int:
        base = mb(wildcards) if callable(mb) else mb
        return attempt * int(base + per_mb * _megabytes(input))

    def runtime(wildcards, attempt: int) -> int:
        return attempt * minutes

    return {"mem_mb": mem_mb, "runtime": runtime} | ({"gpu": gpu} if gpu else {})


def _megabytes(files: Iterable[str]) -> float:
    """Return the size of those files that are there; the job's own group may have yet to make some."""
    return sum(os.path.getsize(file) for file in files if os.path.exists(file)) / 1e6
