"""z-scores of sentences, or deltas of pairs, of all systems and humans → points, best-fit lines, Pearson matrix."""

from pathlib import Path

from acceptability.adapter import arguments
from acceptability.analysis import correlation, criteria
from acceptability.analysis.panels import answers
from acceptability.contracts import io, systems
from acceptability.contracts.data import PAIRS, RATINGS, SENTENCES
from acceptability.contracts.metrics import CORRELATIONS, DELTAS, FITS, POINTS, Z_SCORES
from acceptability.errors import reporting
from acceptability.scoring import linking


def main(
    level: str,
    sentences: Path,
    pairs: Path,
    ratings: Path,
    scored: list[Path],
    dataset: str,
    to_points: Path,
    to_fits: Path,
    to_correlations: Path,
) -> None:
    """``scored`` are files of z-scores, where the ``level`` is sentences, or of deltas, where it is pairs."""
    texts, minimal_pairs = io.read_table(sentences, SENTENCES), io.read_table(pairs, PAIRS)
    if level == "pairs":
        points = correlation.points_of_pairs(systems.read_by_system(scored, DELTAS))
        groups, without = minimal_pairs.set_index("pair_id")["cluster"], None
    else:
        rated = texts.set_index("sentence_id")["rating"]
        points = correlation.points_of_sentences(systems.read_by_system(scored, Z_SCORES), rated)
        groups, single = linking.families(texts, minimal_pairs), io.read_table(ratings, RATINGS)
        without = answers(single).without_each() if len(single) else None
    io.write_table(points, to_points, POINTS)
    io.write_table(correlation.fit_lines(points, groups, without), to_fits, FITS)
    columns = correlation.point_columns(points)
    if level == "pairs":
        columns = columns[criteria.counted(columns["human"])]  # corrected: an unrated pair counts nowhere
    matrix = correlation.over_clusters(correlation.pearson_matrix(columns), columns, groups)
    matrix.insert(0, "dataset", dataset)
    io.write_table(matrix, to_correlations, CORRELATIONS)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
