"""Compute which share of the pairs meets each criterion, in every variant, with intervals over clusters."""

import pandas as pd

from acceptability.analyses.criteria.manifest import BASELINES
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
    number_of_pairs: int | None = None,
) -> pd.DataFrame:
    """Return the shares of every row in every variant, as CRITERIA.

    Parameters:
        deltas: tables DELTAS by system; the references are the system ``reference``. Nobody published them, so they
            have the corrected variant only.
        variants: what studies declare besides the corrected variant.
        number_of_pairs: how many pairs count, of which the rows here may cover a part; None: they cover all.
    """
    by_id = pairs.set_index("pair_id", drop=False)
    shares = systems.stack_each(deltas, uncertainty.shares_with_intervals, by_id, thresholds, as_variants(variants))
    shares = shares[shares["system"].ne(reference) | shares["variant"].eq("corrected")]
    human = systems.delta_columns(deltas)["human"]
    references = uncertainty.shares_of_references(human, by_id.loc[human.index], thresholds)
    shares = pd.concat([shares, references.assign(system=reference)], ignore_index=True)
    shares = _with_baselines(shares, reference)
    unanswered = 0 if number_of_pairs is None else number_of_pairs - shares["pairs"]
    shares["unanswered"] = unanswered / (shares["pairs"] + unanswered)
    answered = 1 - shares["unanswered"]
    shares["share_unanswered_half"] = shares["share_ties_half"] * answered + shares["unanswered"] / 2
    shares.insert(0, "dataset", dataset)
    return shares


def _with_baselines(shares: pd.DataFrame, reference: str) -> pd.DataFrame:
    """Return shares with what each of BASELINES reaches on the same pairs and the same scale, by the same criterion."""
    keys = ["variant", "criterion", "threshold"]
    for name in BASELINES:
        reached = shares[shares["system"].eq(reference) & shares["measure"].eq(name)].set_index(keys)["share_ties_half"]
        shares = shares.merge(reached.rename(name).reset_index(), "left", on=keys, validate="many_to_one")
    return shares
