"""The toy grammar and its phenomena → a corpus, minimal pairs, simulated participants' ratings, labelled sentences."""

from pathlib import Path

from nltk import CFG

from acceptability import io, toy_language
from acceptability.errors import InputError, reporting


def main(
    grammar: Path,
    phenomena: Path,
    to_corpus: Path,
    to_pairs: Path,
    to_ratings: Path,
    to_labelled: Path,
    to_features: Path,
) -> None:
    try:
        rules = CFG.fromstring(io.read_text(grammar).splitlines())
    except ValueError as error:
        raise InputError(f"{grammar}: {error}") from error
    table = io.read_table(phenomena, "toy_phenomena")
    try:
        sentences = toy_language.corpus(rules)
        pairs = toy_language.minimal_pairs(rules, table)
        labelled, features = toy_language.labelled_sentences(rules, table)
    except InputError as error:
        raise InputError(f"{grammar}, {phenomena}: {error}") from error
    ratings = toy_language.simulated_ratings(pairs, dict(zip(table["phenomenon"], table["effect"], strict=True)))
    io.write_lines(sentences, to_corpus)
    io.write_table(pairs, to_pairs, "user_pairs")
    io.write_table(ratings, to_ratings, "user_ratings")
    io.write_table(labelled, to_labelled, "labelled")
    io.write_table(features, to_features, "features")


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            grammar=Path(snakemake.input.grammar),
            phenomena=Path(snakemake.input.phenomena),
            to_corpus=Path(snakemake.output.corpus),
            to_pairs=Path(snakemake.output.pairs),
            to_ratings=Path(snakemake.output.ratings),
            to_labelled=Path(snakemake.output.labelled),
            to_features=Path(snakemake.output.features),
        )
