"""Sentences and a language model → the log-probability of every token of one shard."""

import json
import os
from pathlib import Path

os.environ["HF_HUB_OFFLINE"] = "1"  # before the libraries are imported: scoring needs no network, and asks for none

import torch

from acceptability.adapter import arguments
from acceptability.contracts import io
from acceptability.contracts.data import PAIRS, SENTENCES
from acceptability.contracts.scoring import TOKENS
from acceptability.errors import InputError, naming, reporting
from acceptability.scoring import against_float32, devices, language_models, pretrained, reading, recurrent
from acceptability.sources import model_files


def main(
    sentences: Path,
    model: list[Path],
    system: dict,
    shard: str,
    to_tokens: Path,
    to_provenance: Path,
    pairs: Path | None = None,
) -> None:
    """Of the distinct sentences (to the model), shard s of n takes the s-th of n parts: neighbours often begin alike.

    ``system`` as in config.systems.scoring; ``pairs`` where the scores are compared with those in float32.
    """
    recurrent.register()
    torch.set_num_threads(system["threads"])
    folder = model[0].parent
    origin = model_files.read_origin(folder)
    number, way = int(shard) - 1, (system["kind"], system["precision"])
    language_model, tokenizer = pretrained.load(folder, *way, number, system.get("devices", "one"))
    table = io.read_table(sentences, SENTENCES)
    with naming(sentences):
        encoded, lengths = reading.read(tokenizer, table, system)
        most, too_long = pretrained.limit(language_model, tokenizer), system.get("too_long", "refuse")
        encoded = pretrained.admit(encoded, lengths, most, too_long, reading.MEND)
        distinct = list({pretrained.identity(sentence): sentence for sentence in reversed(encoded)}.values())[::-1]
        if len(distinct) < system["shards"]:
            raise InputError(f"has {len(distinct)} different sentences for {system['shards']} shards; set fewer")
        first, last = (len(distinct) * part // system["shards"] for part in (number, number + 1))
        chosen = distinct[first:last]
        scored, recorded = language_models.score(language_model, tokenizer, chosen, system)
    tokens = pretrained.token_table(encoded, chosen, scored, tokenizer.unk_token_id)
    print(f"{int(tokens['oov'].sum())} of {len(tokens)} tokens are unknown to the model")
    io.write_table(tokens, to_tokens, TOKENS)
    added = {"beginning_token": tokenizer.bos_token} if system.get("beginning") else {}
    added |= {"ending_token": tokenizer.eos_token} if system.get("ending") else {}
    provenance = origin | {"system": system} | added | recorded | devices.describe(language_model)
    if pairs:
        del language_model  # before the other one is loaded
        compared = encoded, chosen, scored, io.read_table(pairs, PAIRS)
        provenance["precision_change"] = against_float32.change(folder, system, number, *compared)
    io.write_text(json.dumps(provenance, indent=2, ensure_ascii=False) + "\n", to_provenance)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
