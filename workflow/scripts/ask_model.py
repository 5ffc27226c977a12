"""Sentences or pairs, prompts and a causal model → its answers, as log-probabilities of options."""

import json
import os
from pathlib import Path

os.environ["HF_HUB_OFFLINE"] = "1"  # before the libraries are imported: scoring needs no network, and asks for none

from acceptability.adapter import arguments
from acceptability.contracts import io
from acceptability.contracts.data import PAIRS, SENTENCES
from acceptability.contracts.scoring import ANSWERS
from acceptability.errors import naming, reporting
from acceptability.kinds.prompted import asking
from acceptability.scoring import prompts


def main(
    sentences: Path,
    pairs: Path,
    model: list[Path],
    asked: list,
    source: str,
    measures: list[str],
    system: dict,
    to_answers: Path,
    to_provenance: Path,
) -> None:
    """``asked`` are the contents of ``source``, a file of prompts; ``system`` says how the model is scored."""
    items = prompts.items_of_tables(io.read_table(sentences, SENTENCES), io.read_table(pairs, PAIRS))
    chosen = prompts.asked_for(asked, measures, source)
    with naming(sentences):
        answers, provenance = asking.ask(model, chosen, items, system)
    io.write_table(answers, to_answers, ANSWERS)
    io.write_text(json.dumps(provenance, indent=2, ensure_ascii=False) + "\n", to_provenance)


if __name__ == "__main__":
    with reporting(snakemake.log[0], snakemake.output):
        main(**arguments(main, snakemake))
