"""Token tables of all shards → one table, in the order of the sentences; and what they were made with."""

import json
from pathlib import Path

import pandas as pd

from acceptability import io
from acceptability.errors import reporting


def main(sentences: Path, shards: list[Path], provenances: list[Path], to_tokens: Path, to_provenance: Path) -> None:
    tokens = pd.concat([io.read_table(path, "tokens") for path in shards])
    table = io.read_table(sentences, "sentences")[["sentence_id", "sentence"]]
    # Each distinct sentence was scored once, under the id that bears it first.
    scored_as = table.groupby("sentence", sort=False)["sentence_id"].transform("first")
    names = pd.DataFrame({"sentence_id": table["sentence_id"], "scored_as": scored_as})
    gathered = names.merge(tokens.rename(columns={"sentence_id": "scored_as"}), on="scored_as", how="left")
    io.write_table(gathered.drop(columns="scored_as"), to_tokens, "tokens")
    described = [json.loads(io.read_text(path)) for path in provenances]
    devices = sorted({shard.pop("device") for shard in described})
    io.write_text(json.dumps(described[0] | {"devices": devices}, indent=2, ensure_ascii=False) + "\n", to_provenance)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            sentences=Path(snakemake.input.sentences),
            shards=[Path(path) for path in snakemake.input.shards],
            provenances=[Path(path) for path in snakemake.input.provenances],
            to_tokens=Path(snakemake.output.tokens),
            to_provenance=Path(snakemake.output.provenance),
        )
