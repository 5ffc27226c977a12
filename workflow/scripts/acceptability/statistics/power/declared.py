"""What power is computed from: names, meanings, LI-Adger's values, and what users may say instead. Imports no package."""

import difflib
from collections.abc import Mapping
from dataclasses import dataclass
from math import inf, isfinite

from acceptability.errors import InputError

SOURCE, RATINGS, SCORES, GIVEN = "LI-Adger", "your ratings", "your scores", "given"
Z = "z-scores"


@dataclass(frozen=True)
class Assumption:
    """What one number means, in which unit, its value on LI-Adger, and between what it must lie (both ends excluded, but
    for ``from_0``).
    """

    meaning: str
    unit: str
    value: float
    low: float = -inf
    high: float = inf
    from_0: bool = False

    def allows(self, value: float) -> bool:
        return self.low < value < self.high or (self.from_0 and value == 0)

    def range(self) -> str:
        """Return what is allowed, in words."""
        if isfinite(self.low) and isfinite(self.high):
            return f"between {self.low:g} and {self.high:g}"
        if self.from_0:
            return "0 or above"
        return f"above {self.low:g}" if isfinite(self.low) else "finite"


def _sd(meaning: str, value: float, from_0: bool = True) -> Assumption:
    return Assumption(meaning, Z, value, low=0, from_0=from_0)


def _r(meaning: str, value: float) -> Assumption:
    return Assumption(meaning, "correlation", value, -1, 1)


# Values: of_ratings and of_systems on the LI half of LI-Adger (Vázquez Martínez 2021), on the 1,142 pairs whose single
# ratings are known (29,314 magnitude estimates of Sprouse, Schütze & Almeida 2013); systems are the four language models
# that the paper released: PLL of BERT base uncased, large uncased and large cased, and SLOR of the trigram.
# tests/reproduction/test_power.py computes them anew.
ASSUMPTIONS = {
    "raters": Assumption("raters of each sentence", "people", 13, low=0),
    "rater_sd": _sd("SD of one rating around the mean of its sentence", 0.673, from_0=False),
    "human_mean": Assumption("mean human delta", Z, 1.083),
    "human_sd_phenomena": _sd("SD between phenomena of human deltas without sampling error", 0.574),
    "human_sd_pairs": _sd("their SD between pairs of one phenomenon", 0.303),
    "share_right": Assumption("share of pairs that the better system gets right (BLiMP criterion)", "share", 0.828, 0, 1),
    "system_sd_phenomena": _sd("SD between phenomena of a system's deltas", 0.521),
    "system_sd_pairs": _sd("their SD between pairs of one phenomenon", 0.46),
    "people_r_phenomena": _r("agreement of a system with people: correlation of deltas between phenomena", 0.596),
    "people_r_pairs": _r("the same between pairs of one phenomenon", 0.208),
    "systems_r_phenomena": _r("agreement of two systems: correlation of deltas between phenomena", 0.641),
    "systems_r_pairs": _r("the same between pairs of one phenomenon", 0.419),
}
LEVELS = ("phenomena", "pairs")


def parse_assumptions(text: str) -> dict[str, float]:
    """Return what a text such as ``rater_sd=0.9,share_right=0.7`` says, by name. Raises what check_assumptions does."""
    given: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals:
            raise InputError(f"ASSUME: {part!r} must be a name and a number, such as rater_sd=0.9, with commas between them")
        if name in given:
            raise InputError(f"ASSUME: {name!r} is given twice; keep one")
        given[name] = value
    return check_assumptions(given)


def check_assumptions(given: Mapping[str, object]) -> dict[str, float]:
    """Return given assumptions as numbers. Raises InputError for an unknown name, or a value that is not allowed."""
    numbers = {}
    for name, value in given.items():
        if name not in ASSUMPTIONS:
            close = difflib.get_close_matches(str(name), list(ASSUMPTIONS), n=1)
            hint = f" (did you mean {close[0]!r}?)" if close else ""
            raise InputError(f"ASSUME: unknown name {name!r}{hint}; allowed: {', '.join(ASSUMPTIONS)}")
        try:
            numbers[name] = float(value)
        except (TypeError, ValueError):
            raise InputError(f"ASSUME: {name}: {value!r} is not a number; write one, such as {name}=0.5") from None
        known = ASSUMPTIONS[name]
        if not (isfinite(numbers[name]) and known.allows(numbers[name])):
            raise InputError(f"ASSUME: {name}: {value} is not possible; give a number that is {known.range()}")
    if not numbers.get("raters", 1.0).is_integer():
        raise InputError(f"ASSUME: raters: {numbers['raters']:g} is not possible; give a whole number")
    return numbers
