"""A corpus, one sentence a line → a compiled n-gram model, counts of its tokens, and what it was made from."""

import json
from pathlib import Path

import pandas as pd
from tqdm import tqdm

from acceptability.contracts import io
from acceptability.contracts.scoring import UNIGRAMS
from acceptability.errors import InputError, reporting
from acceptability.kinds.ngram import kenlm_tools
from acceptability.kinds.ngram import ngrams as ngram
from acceptability.scoring.tokenisation import tokeniser
from acceptability.sources.digests import of_file


def main(
    corpus: Path,
    described: dict,
    training: dict,
    tools: Path,
    requirement: Path,
    model: Path,
    to_unigrams: Path,
    to_provenance: Path,
    memory_mb: int,
    scratch: Path,
) -> None:
    tokenise = tokeniser(training["tokenisation"], training["lowercase"])
    with open(corpus, encoding="utf-8") as lines:
        sentences = map(tokenise, tqdm(lines, unit=" sentences"))
        try:
            counts = ngram.train(
                sentences, training["order"], training["discount_fallback"], tools, model, memory_mb, scratch
            )
        except InputError as error:
            raise InputError(f"{corpus}: {error}") from error
    unigrams = pd.DataFrame(sorted(counts.items()), columns=["token", "count"])
    io.write_table(unigrams, to_unigrams, UNIGRAMS)
    size = {"sentences": counts[ngram.END], "tokens": counts.total() - counts[ngram.END], "types": len(counts) - 1}
    smoothing = {
        "smoothing": "modified Kneser-Ney, interpolated, unpruned",
        "lmplz": kenlm_tools.described(tools, requirement),
    }
    provenance = {"corpus": described | {"sha256": of_file(corpus)} | size, "training": training | smoothing}
    io.write_text(json.dumps(provenance, indent=2, ensure_ascii=False) + "\n", to_provenance)


if __name__ == "__main__":
    with reporting(snakemake.log[0], snakemake.output):
        main(
            corpus=Path(snakemake.input.corpus),
            described=snakemake.params.corpus,
            training=snakemake.params.training,
            tools=Path(snakemake.input.tools[0]).parent,
            requirement=Path(snakemake.input.requirement),
            model=Path(snakemake.output.model),
            to_unigrams=Path(snakemake.output.unigrams),
            to_provenance=Path(snakemake.output.provenance),
            memory_mb=snakemake.resources.mem_mb // 2,  # the rest is for vocabulary, counts and the compiled model
            scratch=Path(snakemake.resources.tmpdir),
        )
