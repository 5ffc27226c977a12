"""Sentences, and what systems say of them → scores, deltas, analyses, tables and figures of one dataset, in steps."""

import os

for library in ("OMP", "OPENBLAS", "MKL"):  # before NumPy is loaded: steps run side by side, and sums have one order
    os.environ[f"{library}_NUM_THREADS"] = "1"

from pathlib import Path  # noqa: E402

from acceptability.errors import reporting  # noqa: E402
from acceptability.steps import run  # noqa: E402

if __name__ == "__main__":
    with reporting(snakemake.log[0], snakemake.output):
        run(snakemake.params.work, Path(snakemake.params.cache), snakemake.threads)
