"""Sentences, pairs, deltas and tokens → what is doubtful about them, in words, and how many there are."""

import json
from pathlib import Path

from acceptability.adapter import arguments
from acceptability.analysis.doubts import find_doubts, sizes
from acceptability.contracts import io, systems
from acceptability.contracts.data import PAIRS, SENTENCES
from acceptability.contracts.metrics import DOUBTS, SIZES, SKIPPED
from acceptability.contracts.scoring import SCORES, TOKENS
from acceptability.errors import reporting


def main(
    sentences: Path,
    pairs: Path,
    scores: list[Path],
    deltas: list[Path],
    tokens: list[Path],
    provenances: list[Path],
    clusters: str,
    own: bool,
    to_doubts: Path,
    to_sizes: Path,
    skipped: Path | None = None,
    thresholds: Path | None = None,
) -> None:
    tables = io.read_table(sentences, SENTENCES), io.read_table(pairs, PAIRS)
    of_tokens = systems.read_by_system(tokens, TOKENS)
    left_out = io.read_table(skipped, SKIPPED) if skipped else None
    said = {path.stem: json.loads(io.read_text(path)).get("doubts", []) for path in provenances}
    judged = systems.read_by_system(scores, SCORES), systems.read_thresholds(thresholds) if thresholds else {}
    more = clusters, left_out, said, own, *judged
    doubts = find_doubts(*tables, systems.read_delta_columns(deltas), of_tokens, *more)
    print(*(f"warning: {doubt.about}: {doubt.doubt}" for doubt in doubts.itertuples()), sep="\n")
    io.write_table(doubts, to_doubts, DOUBTS)
    io.write_table(sizes(*tables), to_sizes, SIZES)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
