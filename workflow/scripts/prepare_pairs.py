"""A user's CSV of pairs, and raw ratings where there are any → sentences and pairs."""

from pathlib import Path

from acceptability import io, pairs
from acceptability.errors import InputError, reporting
from acceptability.ratings import mean_ratings


def main(table: Path, ratings: Path | None, to_sentences: Path, to_pairs: Path) -> None:
    user_pairs = io.read_table(table, "user_pairs")
    sentences, minimal_pairs = pairs.from_user_table(user_pairs)
    if ratings:
        if sentences["rating"].notna().any():
            raise InputError(f"{table}: has ratings, and {ratings} has others; keep one of the two")
        raw = io.read_table(ratings, "user_ratings")
        io.check_known(raw, sentences, ratings)
        try:
            sentences["rating"] = sentences["sentence_id"].map(mean_ratings(raw))
        except InputError as error:
            raise InputError(f"{ratings}: {error}") from error
    if (ratings or "good_rating" in user_pairs) and not pairs.any_rated(sentences):
        raise InputError(
            f"{ratings or table}: rates both members of no pair; add ratings, or leave them out altogether"
        )
    io.write_table(sentences, to_sentences, "sentences")
    io.write_table(minimal_pairs, to_pairs, "pairs")


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            table=Path(snakemake.input.pairs),
            ratings=Path(snakemake.input.ratings) if snakemake.input.ratings else None,
            to_sentences=Path(snakemake.output.sentences),
            to_pairs=Path(snakemake.output.pairs),
        )
