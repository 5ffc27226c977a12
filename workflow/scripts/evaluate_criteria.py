"""Deltas of all systems of a dataset → BLiMP criterion and ADC in every variant, with intervals over clusters."""

from pathlib import Path

import pandas as pd

from acceptability.adapter import arguments
from acceptability.analysis import uncertainty
from acceptability.contracts import io, systems
from acceptability.contracts.data import PAIRS
from acceptability.contracts.metrics import CRITERIA, DELTAS
from acceptability.errors import reporting
from acceptability.options import as_variants


def main(deltas: list[Path], pairs: Path, reference: str, variants: dict, thresholds: list, dataset: str, to: Path):
    """``reference`` names the reference systems, which nobody published: they have the corrected variant only."""
    of_pairs, tables = (
        io.read_table(pairs, PAIRS).set_index("pair_id", drop=False),
        systems.read_by_system(deltas, DELTAS),
    )
    more = of_pairs, thresholds, as_variants(variants)
    shares = systems.stack_each(tables, uncertainty.shares_with_intervals, *more)
    shares = shares[shares["system"].ne(reference) | shares["variant"].eq("corrected")]
    human = systems.delta_columns(tables)["human"]
    others = uncertainty.shares_of_references(human, of_pairs.loc[human.index], thresholds)
    shares = pd.concat([shares, others.assign(system=reference)], ignore_index=True)
    shares.insert(0, "dataset", dataset)
    io.write_table(shares, to, CRITERIA)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
