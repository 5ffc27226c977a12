"""An encoder of sentences and labelled sentences → one restart of a classifier on it, and what it says of them."""

import os
from pathlib import Path

os.environ["HF_HUB_OFFLINE"] = "1"  # before the libraries are imported
os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")  # without it, products on a GPU differ from run to run

import torch

from acceptability.contracts import io
from acceptability.contracts.data import SENTENCES
from acceptability.errors import naming, reporting
from acceptability.scoring import divisions, progress, recurrent, restart_files, transfer


def main(
    base: Path,
    encoder: str,
    labelled: Path,
    names: dict,
    settings: transfer.Settings,
    folder: Path,
    checkpoint: Path,
    division: dict,
) -> None:
    """``base`` as in transfer.load; ``names``, of base model and labelled sentences, are recorded."""
    recurrent.register()
    torch.set_num_threads(settings.threads)
    torch.use_deterministic_algorithms(True)
    with naming(labelled):
        table = divisions.divide(io.read_table(labelled, SENTENCES), division, settings.restart)
    with progress.bar("steps") as report:
        made = transfer.restart(base, encoder, table, settings, checkpoint, report, labelled)
    restart_files.write(made, table, labelled, names, folder, checkpoint, division)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        params = snakemake.params
        main(
            base=Path(snakemake.input.base[0]).parent,
            encoder=params.encoder,
            labelled=Path(snakemake.input.labelled),
            names=params.names,
            settings=transfer.Settings(restart=int(snakemake.wildcards.restart), **params.training),
            folder=Path(snakemake.output.margins).parent,
            checkpoint=Path(params.checkpoint),
            division=params.get("division", divisions.WHOLE),
        )
