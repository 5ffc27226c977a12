"""A pretrained model and labelled sentences → one restart of a classifier, its curve, and what it says of them."""

import json
import os
from pathlib import Path

os.environ["HF_HUB_OFFLINE"] = "1"  # before the libraries are imported
os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")  # without it, products on a GPU differ from run to run

import torch
from tqdm import tqdm

from acceptability.contracts import io
from acceptability.contracts.data import SENTENCES
from acceptability.contracts.scoring import HELD_OUT, MARGINS, RESTART_CURVE
from acceptability.errors import reporting
from acceptability.scoring import checkpoints, classifier


def main(
    base: Path, labelled: Path, names: dict, settings: classifier.Settings, folder: Path, checkpoint: Path
) -> None:
    """``names``, of base model and labelled sentences, are recorded."""
    torch.set_num_threads(settings.threads)
    torch.use_deterministic_algorithms(True)
    table = io.read_table(labelled, SENTENCES)
    training = table[table["split"] == "train"]
    with tqdm(unit=" steps", mininterval=1) as bar:

        def progress(step: int, steps: int) -> None:
            bar.total = steps
            bar.update(step - bar.n)

        made = classifier.restart(base, training, settings, checkpoint, progress, labelled)
    margins = classifier.judge(made.model, made.tokenizer, table, labelled)
    made.model.save_pretrained(folder, max_shard_size="100GB")
    made.tokenizer.save_pretrained(folder)
    io.write_table(made.held_out.to_frame(), folder / "held_out.csv", HELD_OUT)
    io.write_table(made.curve, folder / "curve.csv", RESTART_CURVE)
    io.write_table(margins, folder / "margins.csv", MARGINS)
    provenance = json.dumps(names | made.provenance, indent=2, ensure_ascii=False)
    io.write_text(f"{provenance}\n", folder / "provenance.json")
    checkpoints.remove(checkpoint)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        params = snakemake.params
        main(
            base=Path(snakemake.input.base[0]).parent,
            labelled=Path(snakemake.input.labelled),
            names=params.names,
            settings=classifier.Settings(restart=int(snakemake.wildcards.restart), **params.training),
            folder=Path(snakemake.output.weights).parent,
            checkpoint=Path(params.checkpoint),
        )
