"""Sentences and a language model → the log-probability of every token of one shard."""

import json
import os
from importlib import import_module
from pathlib import Path

os.environ["HF_HUB_OFFLINE"] = "1"  # before the libraries are imported: scoring needs no network, and asks for none

from acceptability.adapter import arguments
from acceptability.contracts import io
from acceptability.contracts.data import PAIRS, SENTENCES
from acceptability.contracts.scoring import TOKENS
from acceptability.errors import naming, reporting
from acceptability.scoring.too_long import Skipping


def main(
    sentences: Path,
    model: list[Path],
    scoring: str,
    system: dict,
    key: str,
    shard: str,
    to_tokens: Path,
    to_provenance: Path,
    pairs: Path | None = None,
    paired: Path | None = None,
    at_once: int | None = None,
) -> None:
    """``scoring`` is the module of the model's kind that scores sentences.

    ``system`` says how. What a scorer kept of an unfinished run, the attribute ``checkpoint`` of its tokens, is removed
    when they are written. ``pairs`` are given where the scores are compared with those in float32, and ``paired``, the
    same, where the system, whose name is ``key``, leaves out what is too long for it. Of a server, ``at_once`` requests
    are made at the same time.
    """
    scorer = import_module(f"acceptability.{scoring}").SCORER
    table, compared = io.read_table(sentences, SENTENCES), io.read_table(pairs, PAIRS) if pairs else None
    skipping = Skipping(key, io.read_table(paired, PAIRS), says=shard == "1") if paired else None
    system = system | ({} if at_once is None else {"at_once": at_once})
    with naming(sentences):
        tokens, provenance = scorer.token_table(model, table, system, int(shard) - 1, compared, skipping)
    print(f"{int(tokens['oov'].sum())} of {len(tokens)} tokens are unknown to the model")
    io.write_table(tokens, to_tokens, TOKENS)
    io.write_text(json.dumps(provenance, indent=2, ensure_ascii=False) + "\n", to_provenance)
    if "checkpoint" in tokens.attrs:
        Path(tokens.attrs["checkpoint"]).unlink(missing_ok=True)


if __name__ == "__main__":
    with reporting(snakemake.log[0], snakemake.output):
        main(**arguments(main, snakemake))
