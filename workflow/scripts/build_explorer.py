"""Sentences, pairs, deltas and tokens of all datasets → one page to explore them in a browser."""

from pathlib import Path

from acceptability.adapter import arguments
from acceptability.contracts import io, systems
from acceptability.contracts.data import PAIRS, SENTENCES
from acceptability.contracts.scoring import TOKENS
from acceptability.errors import reporting
from acceptability.figures import explorer


def main(
    datasets: dict[str, dict],
    sentences: list[Path],
    pairs: list[Path],
    deltas: list[Path],
    tokens: list[Path],
    thresholds: list[float],
    parts: list[Path],
    to: Path,
) -> None:
    described = []
    for (key, told), of_sentences, of_pairs in zip(datasets.items(), sentences, pairs, strict=True):
        columns = systems.read_delta_columns(path for path in deltas if path.parent.name == key)
        scored = systems.read_by_system((path for path in tokens if path.parent.name == key), TOKENS)
        tables = io.read_table(of_sentences, SENTENCES), io.read_table(of_pairs, PAIRS)
        described.append(explorer.describe_dataset(key, told["label"], *tables, columns, told["labels"], scored))
    page = explorer.page(described, thresholds, {path.name: io.read_text(path) for path in parts})
    io.write_text(page, to)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
