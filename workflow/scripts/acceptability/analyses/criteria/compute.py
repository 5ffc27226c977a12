"""Which share of the pairs meets each criterion, in every variant, with intervals over clusters."""

import pandas as pd

from acceptability.contracts import systems
from acceptability.options import as_variants
from acceptability.statistics import uncertainty


def compute(
    *,
    deltas: dict[str, pd.DataFrame],
    pairs: pd.DataFrame,
    thresholds: list[float],
    variants: dict,
    reference: str,
    dataset: str,
) -> pd.DataFrame:
    """Return the shares of every row in every variant, as CRITERIA.

    Parameters:
        deltas: tables DELTAS by system; the references are the system ``reference``. Nobody published them, so they
            have the corrected variant only.
        variants: what studies declare besides the corrected variant.
    """
    by_id = pairs.set_index("pair_id", drop=False)
    shares = systems.stack_each(deltas, uncertainty.shares_with_intervals, by_id, thresholds, as_variants(variants))
    shares = shares[shares["system"].ne(reference) | shares["variant"].eq("corrected")]
    human = systems.delta_columns(deltas)["human"]
    references = uncertainty.shares_of_references(human, by_id.loc[human.index], thresholds)
    shares = pd.concat([shares, references.assign(system=reference)], ignore_index=True)
    shares.insert(0, "dataset", dataset)
    return shares
