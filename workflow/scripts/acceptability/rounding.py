"""Numbers as readers see them: rounded once, with a true minus."""

import pandas as pd


def shown(value: float, places: int) -> str:
    """A number with so many decimals; empty where there is none.

    What rounds to zero has no sign: −0.0004 is 0.000 at three decimals, not −0.000.
    """
    return "" if pd.isna(value) else f"{value:z.{places}f}".replace("-", "−")
