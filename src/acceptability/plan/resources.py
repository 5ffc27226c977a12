"""Compute what a job requests from a machine or a cluster."""

import os
from collections.abc import Callable


def needs(mb: int | Callable, minutes: int, per_mb: float = 0, gpu: int = 0) -> dict:
    """Return the resources of a rule for Snakemake, which grow if a job is retried: ``mem_mb``, ``runtime``, ``gpu``.

    Memory is ``mb``, or what ``mb`` makes of the wildcards, and ``per_mb`` for each megabyte of input.
    """

    def mem_mb(wildcards, input, attempt: int) -> int:
        base = mb(wildcards) if callable(mb) else mb
        megabytes = sum(os.path.getsize(file) for file in input if os.path.exists(file)) / 1e6  # a group may lack some
        return attempt * int(base + per_mb * megabytes)

    def runtime(wildcards, attempt: int) -> int:
        return attempt * minutes

    return {"mem_mb": mem_mb, "runtime": runtime} | ({"gpu": gpu} if gpu else {})
