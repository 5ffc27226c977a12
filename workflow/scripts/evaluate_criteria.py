"""Deltas of all systems of a dataset → BLiMP criterion and ADC in every variant, with intervals over clusters."""

from pathlib import Path

from acceptability.adapter import arguments
from acceptability.analysis import uncertainty
from acceptability.contracts import io, systems
from acceptability.contracts.data import PAIRS
from acceptability.contracts.metrics import CRITERIA, DELTAS
from acceptability.errors import reporting
from acceptability.options import as_variants


def main(deltas: list[Path], pairs: Path, reference: str, variants: dict, thresholds: list, dataset: str, to: Path):
    """``reference`` names the reference systems, which nobody published: they have the corrected variant only."""
    clusters = io.read_table(pairs, PAIRS).set_index("pair_id")["cluster"]
    more = clusters, thresholds, as_variants(variants)
    shares = systems.stack_each(systems.read_by_system(deltas, DELTAS), uncertainty.shares_with_intervals, *more)
    shares.insert(0, "dataset", dataset)
    io.write_table(shares[shares["system"].ne(reference) | shares["variant"].eq("corrected")], to, CRITERIA)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
