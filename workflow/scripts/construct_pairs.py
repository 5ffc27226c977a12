"""Sentences and phenomena → pairs by the paper's rule, compared with the curated list."""

from pathlib import Path

import pandas as pd

from acceptability import io, li_adger, pairs
from acceptability.errors import reporting


def main(sentences: Path, curated: Path, conditions: Path, renamed: Path, table: Path) -> None:
    all_sentences = io.read_table(sentences, "sentences")
    curated_pairs = li_adger.curated_pairs(io.read_raw_csv(curated))
    phenomena = {
        "LI": li_adger.li_phenomena(io.read_raw_csv(conditions), io.read_raw_csv(renamed)),
        "Adger": li_adger.adger_phenomena(curated_pairs, all_sentences),
    }
    constructed = li_adger.construct_pairs(all_sentences, pd.concat(phenomena.values()))
    comparison = pairs.compare_pairs(constructed, curated_pairs, li_adger.unrated(all_sentences))
    source = all_sentences.set_index("sentence_id")["source"]
    comparison.insert(0, "source", comparison["good_id"].map(source))
    comparison["phenomena_from"] = comparison["source"].map(
        {"LI": "the experiments' list of conditions", "Adger": "the curated list itself"}
    )
    io.write_table(comparison, table)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            sentences=Path(snakemake.input.sentences),
            curated=Path(snakemake.input.curated),
            conditions=Path(snakemake.input.conditions),
            renamed=Path(snakemake.input.renamed),
            table=Path(snakemake.output[0]),
        )
