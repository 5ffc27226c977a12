"""Tabulate differences between ratings of the same string."""

import pandas as pd

from acceptability.tables.text import p_or_dash, shown


def make_noise_floor(*, noise_floor: pd.DataFrame) -> pd.DataFrame:
    """Return a row for all differences and for each two sources that the sentences come from; ratings in z-units."""

    def numbers(column: str) -> list[str]:
        return [shown(value, 3) for value in noise_floor[column]]

    cells = pd.DataFrame(
        {
            "Sources": noise_floor["sources"],
            "Strings": noise_floor["strings"].astype(str),
            "Differences": noise_floor["differences"].astype(str),
            "SD": numbers("sd"),
            "Mean absolute": numbers("mean_absolute"),
            "Raters known": noise_floor["known"].astype(str),
            "SD, raters known": numbers("sd_known"),
            "Expected SD": numbers("sd_expected"),
            "p": noise_floor["p"].map(p_or_dash).tolist(),
            "Variance by place": numbers("place_share"),
        }
    )
    return cells if noise_floor["place_share"].notna().any() else cells.drop(columns="Variance by place")
