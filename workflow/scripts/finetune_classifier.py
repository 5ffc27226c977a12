"""A pretrained model and labelled sentences → one restart of a classifier, its curve, and what it says of sentences."""

import json
import os
from pathlib import Path

os.environ["HF_HUB_OFFLINE"] = "1"  # before the libraries are imported
os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")  # without it, products on a GPU differ from run to run

import pandas as pd
import torch
from tqdm import tqdm

from acceptability import classifier, io
from acceptability.errors import naming, reporting


def main(
    base: Path,
    sentences: dict[str, Path],
    names: dict,
    settings: classifier.Settings,
    number: int,
    folder: Path,
    checkpoint: Path,
) -> None:
    """``sentences`` are those it judges when it is trained; the first are the labelled ones. ``names`` are recorded."""
    torch.set_num_threads(settings.threads)
    torch.use_deterministic_algorithms(True, warn_only=True)
    labelled, found = next(iter(sentences.values())), []
    table = io.read_table(labelled, "labelled")
    with tqdm(unit=" steps", mininterval=1) as bar, naming(labelled):

        def progress(step: int, steps: int) -> None:
            bar.total = steps
            bar.update(step - bar.n)

        made = classifier.restart(base, table[table["split"] == "train"], settings, checkpoint, progress, number)
    for name, path in sentences.items():
        judged = io.read_table(path, "sentences")
        with naming(path):
            margins = made.judge(judged)
        found.append(pd.DataFrame({"dataset": name, "sentence_id": judged["sentence_id"], "margin": margins}))
    made.model.save_pretrained(folder, max_shard_size="100GB")
    made.tokenizer.save_pretrained(folder)
    io.write_table(made.held_out.to_frame(), folder / "held_out.csv", "held_out")
    io.write_table(made.curve, folder / "curve.csv", "restart_curve")
    io.write_table(pd.concat(found), folder / "margins.csv", "margins")
    provenance = json.dumps(names | made.provenance, indent=2, ensure_ascii=False)
    io.write_text(f"{provenance}\n", folder / "provenance.json")
    checkpoint.unlink(missing_ok=True)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        params = snakemake.params
        main(
            base=Path(snakemake.input.base[0]).parent,
            sentences=dict(zip(params.datasets, map(Path, snakemake.input.sentences), strict=True)),
            names={"model": params.base, "labelled": params.datasets[0]},
            settings=classifier.Settings(restart=int(snakemake.wildcards.restart), **params.training),
            number=params.number,
            folder=Path(snakemake.output.weights).parent,
            checkpoint=Path(params.checkpoint),
        )
