"""Lay out the tables of this analysis."""

import pandas as pd

from acceptability.rounding import percent, shown
from acceptability.statistics.power.effects import MOST_PARTICIPANTS


def make_effects(*, effects: pd.DataFrame) -> pd.DataFrame:
    """Return a row for each size of a phenomenon and each difference."""
    of_all = effects["needed"] * effects["lists"]
    return pd.DataFrame(
        {
            "Pairs of the phenomenon": effects["pairs"].map("{:,}".format),
            "Phenomena of this size": effects["phenomena"].map("{:,}".format),
            "Difference (SD)": effects["difference"].map(lambda value: shown(value, 2)),
            f"Found with {effects['participants'].iloc[0]:,} a list (%)": effects["found"].map(
                lambda value: percent(value, 0)
            ),
            "Participants a list (80 %)": effects["needed"].map(_number),
            "All lists": of_all.map(lambda value: shown(value, 0)),
        }
    )


def _number(value: float) -> str:
    """Return a number of participants; more than those tried, if there is none."""
    return f"more than {MOST_PARTICIPANTS}" if pd.isna(value) else shown(value, 0)
