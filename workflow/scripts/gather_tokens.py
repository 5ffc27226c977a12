"""Token tables of all shards → one table, in the order of the sentences, with unigrams; and their provenance."""

import json
from pathlib import Path

import pandas as pd

from acceptability.adapter import arguments
from acceptability.contracts import io
from acceptability.contracts.data import SENTENCES
from acceptability.contracts.scoring import TOKENS, UNIGRAMS
from acceptability.errors import InputError, reporting
from acceptability.scoring import precision_change
from acceptability.scoring.unigrams import with_unigrams


def main(
    sentences: Path,
    shards: list[Path],
    provenances: list[Path],
    unigrams: list[Path],
    to_tokens: Path,
    to_provenance: Path,
) -> None:
    """``unigrams``: none, or the recorded of a corpus's tokens and what they were made from."""
    described = [json.loads(io.read_text(path)) for path in provenances]
    devices = sorted({shard.pop("device") for shard in described})
    recorded = {
        name: sum(shard.pop(name) for shard in described)
        for name in ("tokens", "tokens_computed")
        if name in described[0]
    }
    if chosen := [shard.pop("beginning_chosen") for shard in described if "beginning_chosen" in shard]:
        recorded["beginning_chosen"] = chosen[0]  # all try the same sentences, and the last digits may differ
    if "doubts" in described[0]:
        doubts = [shard.pop("doubts") for shard in described]
        common = [doubt for doubt in doubts[0] if all(doubt in of_shard for of_shard in doubts)]
        others = ([doubt for doubt in of_shard if doubt not in common] for of_shard in doubts)
        recorded["doubts"] = [*common, *next(filter(None, others), [])]  # shards say the same with other numbers
    if "precision_change" in described[0]:
        change = precision_change.merged([shard.pop("precision_change") for shard in described])
        of_change = precision_change.doubts(change, described[0]["system"]["precision"])
        recorded |= {"precision_change": change, "doubts": [*recorded.get("doubts", []), *of_change]}
    for path, shard in zip(provenances, described, strict=True):
        if shard != described[0]:
            raise InputError(
                f"{path}: was made with other settings than {provenances[0]}; remove the folder, and run again"
            )
    tokens = pd.concat([io.read_table(path, TOKENS) for path in shards])
    if "written_to" in tokens:  # of some shards
        tokens["written_to"] = tokens["written_to"].fillna(tokens["written"]).astype(int)
    if unigrams:
        tokens = with_unigrams(tokens, io.read_table(unigrams[0], UNIGRAMS))
        described[0]["unigrams"] = json.loads(io.read_text(unigrams[1]))["corpus"]
    names = io.read_table(sentences, SENTENCES)[["sentence_id"]]
    names = names[~names["sentence_id"].isin(described[0].get("left_out", {}).get("tokens", ()))]
    io.write_table(names.merge(tokens, on="sentence_id", how="left"), to_tokens, TOKENS)
    io.write_text(
        json.dumps(described[0] | recorded | {"devices": devices}, indent=2, ensure_ascii=False) + "\n", to_provenance
    )


if __name__ == "__main__":
    with reporting(snakemake.log[0], snakemake.output):
        main(**arguments(main, snakemake))
