"""Sentences and a language model of the Hugging Face kind → the log-probability of every token of one shard."""

import json
from pathlib import Path

import torch

from acceptability import causal, devices, io, masked, model_files, pretrained
from acceptability.errors import InputError, reporting


def main(
    sentences: Path, files: list[Path], system: dict, shard: int, threads: int, to_tokens: Path, to_provenance: Path
) -> None:
    """Of the distinct sentences, shard s of n takes the s-th, the (s + n)-th and so on."""
    torch.set_num_threads(threads)
    distinct = io.read_table(sentences, "sentences").drop_duplicates("sentence")
    chosen = distinct.iloc[shard - 1 :: system["shards"]]
    if chosen.empty:
        raise InputError(f"{sentences}: has {len(distinct)} sentences for {system['shards']} shards; set fewer")
    model, tokenizer = pretrained.load(files[0].parent, system["kind"], system["precision"], number=shard - 1)
    try:
        if system["kind"] == "masked":
            most = pretrained.limit(model, tokenizer)
            encoded = pretrained.encode(tokenizer, chosen["sentence"], chosen["sentence_id"], most)
            scored = masked.score(model, tokenizer, encoded)
        else:
            encoded = causal.prepare(model, tokenizer, chosen["sentence"], chosen["sentence_id"], system["beginning"])
            scored = causal.score(model, encoded)
        table = pretrained.token_table(chosen["sentence_id"], encoded, scored, tokenizer.unk_token_id)
    except InputError as error:
        raise InputError(f"{sentences}: {error}") from error
    print(f"{int(table['oov'].sum())} of {len(table)} tokens are unknown to the model")
    io.write_table(table, to_tokens, "tokens")
    provenance = {"files": model_files.checksums(files), "system": system} | devices.describe(model)
    io.write_text(json.dumps(provenance, indent=2, ensure_ascii=False) + "\n", to_provenance)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            sentences=Path(snakemake.input.sentences),
            files=model_files.model_files(Path(snakemake.input.model[0]).parent),
            system=snakemake.params.system,
            shard=int(snakemake.wildcards.shard),
            threads=snakemake.threads,
            to_tokens=Path(snakemake.output.tokens),
            to_provenance=Path(snakemake.output.provenance),
        )
