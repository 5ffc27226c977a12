"""A model and labelled sentences → one restart of a classifier, and what it says of the sentences."""

import os
from importlib import import_module
from pathlib import Path

os.environ["HF_HUB_OFFLINE"] = "1"  # before the libraries are imported
os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")  # without it, products on a GPU differ from run to run

import torch

from acceptability.contracts import io
from acceptability.contracts.data import SENTENCES
from acceptability.errors import naming, reporting
from acceptability.kinds.classifier import restart_files
from acceptability.scoring import divisions, progress
from acceptability.scoring.too_long import TRAINING, Skipping


def main(
    module: str,
    base: Path,
    labelled: Path,
    names: dict,
    settings: dict,
    folder: Path,
    checkpoint: Path,
    division: dict,
    leaves_out: str = "",
) -> None:
    """``module`` trains a classifier of its kind on what is in ``base``.

    ``names``, of the base model and of the labelled sentences, are recorded. ``leaves_out``: the classifier's own name,
    if it leaves out sentences that are too long.
    """
    training = import_module(f"acceptability.{module}")
    parameters = training.Settings(**settings)
    torch.set_num_threads(parameters.threads)
    torch.use_deterministic_algorithms(True)
    with naming(labelled):
        table = divisions.divide(io.read_table(labelled, SENTENCES), division, parameters.restart)
    with progress.bar("steps") as report:
        skipping = Skipping(leaves_out, fate=TRAINING) if leaves_out else None
        restart = training.restart(base, table, parameters, checkpoint, report, labelled, skipping)
    restart_files.write(restart, labelled, names, folder, checkpoint, division)


if __name__ == "__main__":
    with reporting(snakemake.log[0], snakemake.output):
        params = snakemake.params
        main(
            module=params.module,
            base=Path(snakemake.input.base[0]).parent,
            labelled=Path(snakemake.input.labelled),
            names=params.names,
            settings=params.training | {"restart": int(snakemake.wildcards.restart)},
            folder=Path(snakemake.output.margins).parent,
            checkpoint=Path(params.checkpoint),
            division=params.get("division", divisions.WHOLE),
            leaves_out=snakemake.wildcards.system if params.skip else "",
        )
