"""A dataset, and the models of its systems → the dataset without the sentences that are too long for one of them."""

import os
from importlib import import_module
from pathlib import Path

os.environ["HF_HUB_OFFLINE"] = "1"  # before the libraries are imported

import pandas as pd

from acceptability.adapter import arguments
from acceptability.contracts import io
from acceptability.contracts.data import CHOICES, FEATURES, PAIRS, RATINGS, SENTENCES, SKIPPED
from acceptability.datasets.dataset import Dataset
from acceptability.datasets.left_out import without
from acceptability.errors import InputError, naming, reporting
from acceptability.scoring import pretrained

TABLES = {
    "sentences": SENTENCES,
    "pairs": PAIRS,
    "ratings": RATINGS,
    "other_ratings": RATINGS,
    "choices": CHOICES,
    "features": FEATURES,
}


def too_long(table: pd.DataFrame, system: str, described: dict) -> pd.DataFrame:
    """The sentences of a table that are too long for a system, as in the contract SKIPPED."""
    scorer = import_module(f"acceptability.{described['scoring']}").SCORER
    model, tokenizer = pretrained.outline(Path(described["folder"]), scorer.architecture)
    most = described.get("longest") or pretrained.limit(model, tokenizer)
    lengths = scorer.read(tokenizer, table, described)[1]
    all_of_them = table[["sentence_id", "sentence"]].assign(system=system, tokens=lengths, limit=most)
    return all_of_them[all_of_them["tokens"] > most]


def main(tables: list[Path], models: dict[str, dict], to_tables: list[Path], to_skipped: Path) -> None:
    """``tables`` in the order of TABLES; ``models``: what config.limits.with_limits says, by system."""
    read = zip(tables, TABLES.items(), strict=True)
    dataset = Dataset(**{name: io.read_table(path, table) for path, (name, table) in read})
    with naming(tables[0]):
        parts = [too_long(dataset.sentences, system, described) for system, described in models.items()]
        skipped = pd.concat([pd.DataFrame(columns=list(SKIPPED.columns)), *parts], ignore_index=True)
        of_systems = [f"{system} accepts {part['limit'].iloc[0]} tokens" for system, part in skipped.groupby("system")]
        try:
            left = without(dataset, set(skipped["sentence_id"]))
        except InputError as error:
            raise InputError(
                f"{error}, because the others are too long ({', '.join(of_systems)}); shorten the sentences, remove "
                "such a system from run, or set too_long: window"
            ) from error
    counts = [f"{len(getattr(dataset, name)) - len(getattr(left, name))} {name}" for name in ("sentences", "pairs")]
    print(f"left out because too long: {' and '.join(counts)}; {to_skipped} lists them", *of_systems, sep="\n")
    for (name, table), path in zip(TABLES.items(), to_tables, strict=True):
        io.write_table(getattr(left, name), path, table)
    io.write_table(skipped, to_skipped, SKIPPED)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
