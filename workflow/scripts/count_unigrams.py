"""A corpus, one sentence a line, and a model's tokenizer → how often each of its tokens occurs."""

import json
import os
from importlib import import_module
from pathlib import Path

os.environ["HF_HUB_OFFLINE"] = "1"  # before the libraries are imported: counting needs no network, and asks for none

from acceptability.adapter import arguments
from acceptability.contracts import io
from acceptability.contracts.scoring import UNIGRAMS
from acceptability.errors import naming, reporting
from acceptability.scoring import pretrained, progress, token_counts
from acceptability.sources import model_files


def main(
    corpus: Path, model: list[Path], described: dict, scoring: str, system: dict, to_unigrams: Path, to_provenance: Path
) -> None:
    """``described`` names the corpus; ``scoring`` is the module of the model's kind."""
    folder = model_files.folder_of(model)
    architecture = import_module(f"acceptability.{scoring}").SCORER.architecture
    tokenizer = pretrained.load_tokenizer(folder, architecture)
    with progress.bar("MB") as report, naming(corpus):
        counts, counted = token_counts.count(corpus, tokenizer, system["ending"], system["leading_space"], report)
    io.write_table(counts, to_unigrams, UNIGRAMS)
    provenance = model_files.read_origin(folder) | {"system": system, "corpus": described | counted}
    io.write_text(json.dumps(provenance, indent=2, ensure_ascii=False) + "\n", to_provenance)


if __name__ == "__main__":
    with reporting(snakemake.log[0], snakemake.output):
        main(**arguments(main, snakemake))
