"""Sentences and a language model → the log-probability of every token of one shard."""

import json
import os
from pathlib import Path

os.environ["HF_HUB_OFFLINE"] = "1"  # before the libraries are imported: scoring needs no network, and asks for none

import torch

from acceptability.contracts import io
from acceptability.contracts.data import SENTENCES
from acceptability.contracts.scoring import TOKENS
from acceptability.errors import InputError, naming, reporting
from acceptability.scoring import devices, language_models, pretrained, reading, recurrent
from acceptability.sources import model_files


def main(sentences: Path, model: list[Path], system: dict, shard: int, to_tokens: Path, to_provenance: Path) -> None:
    """Of the distinct sentences (to the model), shard s of n takes the s-th of n parts: neighbours often begin alike.

    ``system`` as in config.systems.scoring.
    """
    recurrent.register()
    torch.set_num_threads(system["threads"])
    folder = model[0].parent
    origin = model_files.read_origin(folder)
    language_model, tokenizer = pretrained.load(folder, system["kind"], system["precision"], number=shard - 1)
    table = io.read_table(sentences, SENTENCES)
    with naming(sentences):
        encoded, lengths = reading.read(tokenizer, table, system)
        most, too_long = pretrained.limit(language_model, tokenizer), system.get("too_long", "refuse")
        encoded = pretrained.admit(encoded, lengths, most, too_long, reading.MEND)
        distinct = list({pretrained.identity(sentence): sentence for sentence in reversed(encoded)}.values())[::-1]
        if len(distinct) < system["shards"]:
            raise InputError(f"has {len(distinct)} different sentences for {system['shards']} shards; set fewer")
        first, last = (len(distinct) * number // system["shards"] for number in (shard - 1, shard))
        chosen = distinct[first:last]
        scored, recorded = language_models.score(language_model, tokenizer, chosen, system)
    tokens = pretrained.token_table(encoded, chosen, scored, tokenizer.unk_token_id)
    print(f"{int(tokens['oov'].sum())} of {len(tokens)} tokens are unknown to the model")
    io.write_table(tokens, to_tokens, TOKENS)
    added = {"beginning_token": tokenizer.bos_token} if system.get("beginning") else {}
    added |= {"ending_token": tokenizer.eos_token} if system.get("ending") else {}
    provenance = origin | {"system": system} | added | recorded | devices.describe(language_model)
    io.write_text(json.dumps(provenance, indent=2, ensure_ascii=False) + "\n", to_provenance)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            sentences=Path(snakemake.input.sentences),
            model=[Path(path) for path in snakemake.input.model],
            system=snakemake.params.system,
            shard=int(snakemake.wildcards.shard),
            to_tokens=Path(snakemake.output.tokens),
            to_provenance=Path(snakemake.output.provenance),
        )
