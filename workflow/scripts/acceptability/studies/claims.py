"""What a paper claims, under every specification of its own rows and for other phenomena (pure).

``paper/<study>/claims.csv`` holds the claims by the contract CLAIMS. ``quantity`` names one of ``QUANTITIES``;
``argument`` holds patterns of rows (system/measure) and, for those of ``BOUNDED``, a bound. Where ``quantity`` is
empty, ``note`` says why nothing can be computed.
"""

from collections.abc import Mapping
from fnmatch import fnmatchcase

import numpy as np
import pandas as pd

from acceptability.analysis.specifications import SPECIFICATION
from acceptability.errors import InputError
from acceptability.options import OPTIONS, Options

QUANTITIES = {  # what each is computed from
    "above": ("share",),
    "blimp_above": ("blimp",),
    "r_above": ("pearson_r",),
    "falls_further": ("share", "blimp"),
    "below": ("share",),
    "reaches": ("share",),
    "apart_less": ("share",),
    "loses_more": ("share", "blimp"),
    "loses_less": ("share", "blimp"),
}
BOUNDED = ("below", "reaches", "apart_less", "loses_more", "loses_less")  # their argument ends with a number
LEVEL = 0.975  # of the bootstraps, in which a robust claim holds: as an end of a 95 % interval
RESULT = ["published", "holding", "specifications", "different", "bootstraps", "depends_on", "verdict"]


def parse(rows, quantity: str, argument: str) -> tuple[list[list[str]], float | None]:
    """Rows that fit each pattern of a claim's argument, and its bound.

    Raises InputError for an unknown quantity and for a pattern that fits no row.
    """
    patterns = argument.split(" ")
    if quantity not in QUANTITIES:
        raise InputError(f"{quantity!r} is no quantity of a claim; there are: {', '.join(QUANTITIES)}")
    bound = float(patterns.pop()) if quantity in BOUNDED else None
    groups = []
    for pattern in patterns:
        groups.append([row for row in rows if fnmatchcase(row, pattern)])
        if not groups[-1]:
            raise InputError(f"a claim is about {pattern!r}, but no such row was scored")
    return groups, bound


def holds(values: Mapping[str, pd.DataFrame], quantity: str, argument: str) -> np.ndarray:
    """In which cases (specifications, bootstraps) a claim holds.

    ``values`` has ``share, blimp, pearson_r``: frames, system/measure × case.

    ``above A B``: every row that fits pattern A has a greater share than every row that fits B; ``blimp_above`` the
    same under the BLiMP criterion, ``r_above`` of the correlation of deltas. ``below A x``: all A are below x;
    ``reaches A x``: none is. ``apart_less A B x``: no A and B are x or more
    apart. ``loses_more A x``: from BLiMP to the ADC, all A lose more than x; ``loses_less A x``: less than x, or win
    less. ``falls_further A B``: from BLiMP to the ADC, each A loses more than each B. Raises InputError as parse does.
    """
    groups, bound = parse(values["share"].index, quantity, argument)
    needed = QUANTITIES[quantity]
    of = values[needed[0]] if len(needed) == 1 else values["blimp"] - values["share"]
    first, *others = (of.loc[group].to_numpy() for group in groups)
    if others and quantity != "apart_less":
        return first.min(axis=0) > others[0].max(axis=0)
    if quantity == "apart_less":
        apart = [first.max(axis=0) - others[0].min(axis=0), others[0].max(axis=0) - first.min(axis=0)]
        return np.maximum(*apart) < bound
    if quantity == "below":
        return first.max(axis=0) < bound
    if quantity == "reaches":
        return first.min(axis=0) >= bound
    if quantity == "loses_more":
        return first.min(axis=0) > bound
    return np.abs(first).max(axis=0) < bound  # loses_less


def check_claims(
    specified: pd.DataFrame,
    claims: pd.DataFrame,
    drawn: Mapping[float, Mapping[str, pd.DataFrame]],
    published: Options,
    clusters: str = "phenomena",
) -> pd.DataFrame:
    """Each claim of a paper under all specifications with its δ (an empty one: each δ), and for other phenomena.

    ``specified`` as SPECIFICATIONS, of the paper's rows; ``claims`` as CLAIMS, with empty strings; ``drawn`` has, by δ,
    the values that holds wants in each of many bootstraps (uncertainty.drawn: corrected); ``published`` is the paper's
    own choice; ``clusters`` is a word for what the bootstraps draw.

    Gives the claims with ``published`` (does it hold under the paper's own choices; empty where it cannot be computed),
    ``holding`` and ``specifications`` (counts), ``different`` (how many of these differ at all in what the claim is
    about), ``bootstraps`` (the share in which it holds, at each δ), ``depends_on`` (the choices that alone can overturn
    it, and ``clusters`` where it holds in less than 97.5 % of the bootstraps) and a ``verdict``: robust, depends, never
    holds, not reproducible here, or that its δ was not asked.
    """
    specified = specified.assign(row=specified["system"] + "/" + specified["measure"])
    values = {
        name: specified.pivot(index="row", columns=SPECIFICATION, values=name)
        for name in ("share", "blimp", "pearson_r")
    }
    rows = [_checked(claim, values, drawn, published, clusters) for claim in claims.itertuples(index=False)]
    return pd.concat([claims.reset_index(drop=True), pd.DataFrame(rows, columns=RESULT)], axis=1)


def _checked(claim, values: Mapping[str, pd.DataFrame], drawn: Mapping, published: Options, clusters: str) -> tuple:
    """What check_claims adds to one claim."""
    if not claim.quantity:
        return "", 0, 0, 0, np.nan, "", "not reproducible here"
    limits = [float(claim.threshold)] if claim.threshold else list(drawn)
    if not set(limits) <= set(drawn):
        return "", 0, 0, 0, np.nan, "", f"δ = {claim.threshold} was not asked"
    fitting = {name: table.loc[:, table.columns.isin(limits, level="threshold")] for name, table in values.items()}
    truth = dict(zip(fitting["share"], holds(fitting, claim.quantity, claim.argument).tolist(), strict=True))
    groups, _ = parse(fitting["share"].index, claim.quantity, claim.argument)
    involved = [fitting[name].loc[group] for name in QUANTITIES[claim.quantity] for group in groups]
    different = len(pd.concat(involved, ignore_index=True).T.round(9).drop_duplicates())
    bootstraps = np.all([holds(drawn[limit], claim.quantity, claim.argument) for limit in limits], axis=0).mean()
    own = tuple(getattr(published, name) for name in OPTIONS)
    holds_as_published = all(value for key, value in truth.items() if key[1:] == own)
    overturning = [name for place, name in enumerate(SPECIFICATION) if _overturns(truth, place)]
    holding = sum(truth.values())
    if holding and bootstraps < LEVEL:
        overturning.append(clusters)
    verdict = "never holds" if not holding else "depends" if overturning else "robust"
    counts = (holding, len(truth), different, bootstraps)
    return "yes" if holds_as_published else "no", *counts, ", ".join(overturning), verdict


def _overturns(truth: dict[tuple, bool], place: int) -> bool:
    """Are there two specifications that differ in this choice only, and in the truth of the claim?"""
    seen: dict[tuple, bool] = {}
    return any(seen.setdefault(key[:place] + key[place + 1 :], value) != value for key, value in truth.items())
