"""Magnitude estimates of single participants → their z-scores of the dataset's sentences."""

from pathlib import Path

from acceptability import io, li_adger
from acceptability.errors import naming, reporting
from acceptability.ratings import participant_z_scores


def main(sentences: Path, raw: Path, renamed: Path | None, target: Path) -> None:
    """``renamed`` goes with the raw file of LI-Adger's LI half, and only with it."""
    if renamed:
        estimates = io.read_raw_csv(raw, encoding="latin-1", skip_rows=5)
        ratings = li_adger.magnitude_estimates(estimates, io.read_raw_csv(renamed))
    else:
        ratings = io.read_table(raw, "user_ratings")
    with naming(raw):
        ratings["z_score"] = participant_z_scores(ratings)
    known = ratings["sentence_id"].isin(io.read_table(sentences, "sentences")["sentence_id"])
    answered = ratings.loc[known & ratings["z_score"].notna(), ["participant", "sentence_id", "z_score"]]
    io.write_table(answered, target, "ratings")


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            sentences=Path(snakemake.input.sentences),
            raw=Path(snakemake.input.ratings),
            renamed=Path(snakemake.input.renamed) if snakemake.input.renamed else None,
            target=Path(snakemake.output[0]),
        )
