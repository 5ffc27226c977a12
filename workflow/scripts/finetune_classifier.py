"""A pretrained model and labelled sentences → one restart of a classifier, its curve, and what it says of sentences."""

import hashlib
import json
import os
from dataclasses import asdict
from pathlib import Path

os.environ["HF_HUB_OFFLINE"] = "1"  # before the libraries are imported
os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")  # without it, products on a GPU differ from run to run

import pandas as pd
import torch
from tqdm import tqdm

from acceptability import classifier, devices, io, model_files
from acceptability.errors import InputError, reporting


def main(
    base: Path,
    labelled: Path,
    datasets: dict[str, Path],
    settings: classifier.Settings,
    number: int,
    folder: Path,
    checkpoint: Path,
) -> None:
    """``datasets`` are the sentences that it judges when it is trained; ``number`` says which GPU to use."""
    torch.set_num_threads(settings.threads)
    torch.use_deterministic_algorithms(True, warn_only=True)
    seeds = classifier.seeds(settings)
    origin = model_files.read_origin(base)
    model, tokenizer, new = classifier.load_base(base, seeds.initialisation, number)
    table = io.read_table(labelled, "labelled")
    training = table[table["split"] == "train"].reset_index(drop=True)
    text = training[["sentence", "label"]].to_csv(index=False)
    trained_on = {"base": origin, "sha256": hashlib.sha256(text.encode()).hexdigest()}
    with tqdm(unit=" steps", mininterval=1) as bar:

        def progress(step: int, steps: int) -> None:
            bar.total = steps
            bar.update(step - bar.n)

        try:
            rows = classifier.encode(model, tokenizer, training)
            held, curve = classifier.finetune(
                model,
                new,
                tokenizer.pad_token_id,
                rows,
                training["label"].to_numpy(),
                settings,
                checkpoint,
                json.dumps(trained_on),
                progress,
            )
        except InputError as error:
            raise InputError(f"{labelled}: {error}") from error
    found = []
    for name, path in datasets.items():
        sentences = io.read_table(path, "sentences")
        try:
            margins = classifier.margins(model, classifier.encode(model, tokenizer, sentences))
        except InputError as error:
            raise InputError(f"{path}: {error}") from error
        found.append(pd.DataFrame({"dataset": name, "sentence_id": sentences["sentence_id"], "margin": margins}))
    cut = classifier.PUBLISHED_LENGTH if settings.as_published else None
    provenance = trained_on | {
        "training": settings.as_dict(),
        "seeds": asdict(seeds),
        "new_parameters": new,
        "sentences_cut": sum(len(row) > cut for row in rows) if cut else 0,
        "made_with": devices.describe(model),
    }
    model.save_pretrained(folder, max_shard_size="100GB")
    tokenizer.save_pretrained(folder)
    io.write_table(training.loc[sorted(held), ["sentence_id"]], folder / "held_out.csv", "held_out")
    io.write_table(curve, folder / "curve.csv", "restart_curve")
    io.write_table(pd.concat(found), folder / "margins.csv", "margins")
    io.write_text(json.dumps(provenance, indent=2, ensure_ascii=False) + "\n", folder / "provenance.json")
    checkpoint.unlink(missing_ok=True)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        files, params = snakemake.input, snakemake.params
        main(
            base=Path(files.base[0]).parent,
            labelled=Path(files.labelled),
            datasets=dict(zip(params.datasets, map(Path, files.datasets), strict=True)),
            settings=classifier.Settings(restart=int(snakemake.wildcards.restart), **params.training),
            number=params.number,
            folder=Path(snakemake.output.weights).parent,
            checkpoint=Path(params.checkpoint),
        )
