"""The claims of a paper, under every specification of its own rows and for other clusters → verdicts."""

from pathlib import Path

from acceptability.adapter import arguments
from acceptability.contracts import io, systems
from acceptability.contracts.data import PAIRS, SENTENCES
from acceptability.contracts.scoring import SCORES
from acceptability.contracts.studies import CHECKED_CLAIMS, CLAIMS
from acceptability.errors import naming, reporting
from acceptability.statistics import specifications
from acceptability.statistics.clusters import parts_of_clusters
from acceptability.studies.claims import check_claims


def main(
    sentences: Path,
    pairs: Path,
    scores: list[Path],
    claims: Path,
    rows: list[str],
    thresholds: list[float],
    tie: float,
    to: Path,
) -> None:
    """Verdicts by clusters; where phenomena are parts of these, also the verdicts by phenomena."""
    of_pairs = io.read_table(pairs, PAIRS)
    by_id = of_pairs.set_index("pair_id")
    scored = systems.read_by_system(scores, SCORES)
    cases = list(specifications.cases(io.read_table(sentences, SENTENCES), of_pairs, scored, tie))
    phenomena, table = parts_of_clusters(by_id), io.read_table(claims, CLAIMS)
    with naming(claims):
        checked = check_claims(table, cases, rows, by_id["cluster"], thresholds)
        finer = "" if phenomena is None else check_claims(table, cases, rows, phenomena, thresholds)["verdict"]
    checked["verdict_over_phenomena"] = finer
    io.write_table(checked, to, CHECKED_CLAIMS)


if __name__ == "__main__":
    with reporting(snakemake.log[0], snakemake.output):
        main(**arguments(main, snakemake))
