"""CoLA's raw files → labelled sentences, their features, and where annotations and corpus differ."""

from pathlib import Path

from acceptability import cola, io
from acceptability.errors import naming, reporting


def main(
    splits: dict[str, Path],
    annotations: dict[str, Path],
    to_sentences: Path,
    to_features: Path,
    to_mismatches: Path,
) -> None:
    columns = ["sentence_source", "label", "label_notes", "sentence"]
    raw = {
        split: io.read_raw_tsv(path, columns) if path.suffix == ".tsv" else io.read_raw_csv(path)
        for split, path in splits.items()
    }
    with naming(" and ".join(map(str, [*splits.values(), *annotations.values()]))):
        sentences = cola.sentences(raw)
        features, mismatches = cola.features(
            sentences, {level: io.read_raw_tsv(path) for level, path in annotations.items()}
        )
    print(f"{len(mismatches)} annotated sentences differ from the corpus, in text or label: see {to_mismatches}")
    io.write_table(sentences, to_sentences, "labelled")
    io.write_table(features, to_features, "features")
    io.write_table(mismatches, to_mismatches, "mismatches")


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        files = snakemake.input
        main(
            splits={split: Path(files[split]) for split in cola.COUNTS},
            annotations={level: Path(files[level]) for level in cola.FEATURES},
            to_sentences=Path(snakemake.output.sentences),
            to_features=Path(snakemake.output.features),
            to_mismatches=Path(snakemake.output.mismatches),
        )
