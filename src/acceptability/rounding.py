"""Write numbers as readers see them: rounded once, with a true minus."""

import re
from decimal import ROUND_HALF_UP, Decimal
from math import isfinite

import pandas as pd

EXACT = 1e-9  # what is nearer to 0 or 1 differs from it by errors of computing alone


def shown(value: float, places: int) -> str:
    """Write a number with so many decimals, or nothing for NaN.

    A half is rounded away from zero, by its decimals, so that 0.8625 and 86.25 % agree. What rounds to zero has no
    sign: −0.0004 is 0.000 at three decimals, not −0.000.
    """
    if pd.isna(value) or not isfinite(value):
        return "" if pd.isna(value) else f"{value}".replace("-", "−")
    number = Decimal(repr(float(value))).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    return f"{number:zf}".replace("-", "−")


def short_of_one(value: float, places: int) -> str:
    """Write a share or a correlation as shown does, so that only what is 1 is written as 1.

    What would round to 1 or −1 without being it is ``>0.999`` or ``<−0.999`` at three decimals. paper/page.typ does the
    same.
    """
    text = shown(value, places)
    if text.lstrip("−") != shown(1, places) or abs(value) > 1 - EXACT:
        return text
    nearest = shown(1 - 10**-places, places)
    return f">{nearest}" if value > 0 else f"<−{nearest}"


def percent(share: float, places: int) -> str:
    """Write a share in per cent, as shown does: 0.5125 is 51.3, though 100 × 0.5125 is a little less than 51.25.

    What would round to 0 or 100 without being it is ``<0.1`` or ``>99.9`` at one decimal.
    """
    text, step = shown(float(100 * Decimal(repr(float(share)))), places), 10**-places
    if EXACT < share < 1 - EXACT and text in (shown(0, places), shown(100, places)):
        return f"<{shown(step, places)}" if share < 0.5 else f">{shown(100 - step, places)}"
    return text


def right_of(right: float, pairs: int) -> str:
    """Write how many of the pairs are right; a tie counts as half."""
    return f"{right:,.1f}".removesuffix(".0") + f" of {pairs:,}"


def beside(printed: str, exact: str) -> str:
    """Round a recomputed value as it is shown next to a printed number: once, to two decimals more than the print.

    ``exact`` is a cell of REPRODUCTION; words and whole numbers stay unchanged. paper/study.typ does the same.
    """
    mantissa, _, power_of_print = printed.partition("e-")
    places = len(mantissa.partition(".")[2]) + 2

    def rounded(number: re.Match[str]) -> str:
        digits, _, power = number[0].partition("e")
        if power_of_print and power:
            return f"{float(digits):.{places}f}e{power}"
        all_places = places + int(power_of_print or 0)
        return f"{float(number[0]):z.{all_places}f}".rstrip("0").rstrip(".")

    return re.sub(r"-?\d+(\.\d+(e[+-]?\d+)?|e[+-]?\d+)", rounded, exact)


def compact(number: float) -> str:
    """Write a number above 0 in short: 512, 64,000, 70.4M, 6.9B."""
    for size, letter in ((1e12, "T"), (1e9, "B"), (1e6, "M")):
        if number >= size:
            return f"{number / size:.3g}{letter}"
    return f"{number:,.0f}" if number >= 1000 else f"{number:.3g}"
