"""Declare the assumptions of power: names, meanings, values from the literature. Imports no package."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf, isfinite

from acceptability.errors import InputError, suggest
from acceptability.messages import Setting

RATINGS, SCORES, GIVEN = "your ratings", "your scores", "given"  # sources of values that replace those below
PEOPLE, SYSTEMS = "Sprouse, Schütze & Almeida (2013)", "Vázquez Martínez (2021)"
ASSUME = Setting(make="ASSUME", yaml="assume", python="assume", workflow="ASSUME")
Z, R = "SD", "correlation"  # units: standard deviations of z-scores, and none


@dataclass(frozen=True)
class Assumption:
    """Describe an assumption: its meaning, unit, value and source, and the range in which it must lie.

    The ends of the range are excluded; with ``from_0``, 0 is allowed.
    """

    meaning: str
    unit: str
    value: float
    source: str
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


# People: 29,975 magnitude estimates of sentences from Linguistic Inquiry, as z-scores of each participant, and human
# deltas of the 1,142 pairs that Vázquez Martínez made of these. Systems: the language models whose scores he released
# (PLL of BERT base uncased, large uncased and large cased; SLOR of a trigram), on the same pairs; medians over
# systems. tests/reproduction/test_power.py computes all of them anew.
ASSUMPTIONS = {
    "raters": Assumption("raters of each sentence", "people", 13, PEOPLE, low=0),
    "rater_sd": Assumption("SD of one rating around the mean rating of its sentence", Z, 0.673, PEOPLE, low=0),
    "participant_sd": Assumption(
        "SD of participants' mean differences between acceptable and unacceptable sentences, without sampling error",
        Z,
        0.283,
        PEOPLE,
        low=0,
        from_0=True,
    ),
    "human_mean": Assumption("mean of human deltas", Z, 1.083, PEOPLE),
    "human_sd_phenomena": Assumption("SD of human deltas between phenomena", Z, 0.574, PEOPLE, low=0, from_0=True),
    "human_sd_pairs": Assumption(
        "SD of human deltas between pairs of one phenomenon, without sampling error",
        Z,
        0.303,
        PEOPLE,
        low=0,
        from_0=True,
    ),
    "share_right": Assumption(
        "share of pairs that the better system gets right (BLiMP criterion)", "share", 0.828, SYSTEMS, 0, 1
    ),
    "system_sd_phenomena": Assumption(
        "SD of a system's deltas between phenomena", Z, 0.521, SYSTEMS, low=0, from_0=True
    ),
    "system_sd_pairs": Assumption(
        "SD of a system's deltas between pairs of one phenomenon", Z, 0.46, SYSTEMS, low=0, from_0=True
    ),
    "people_r_phenomena": Assumption("agreement of a system with people about phenomena", R, 0.596, SYSTEMS, -1, 1),
    "people_r_pairs": Assumption("agreement with people about pairs of one phenomenon", R, 0.208, SYSTEMS, -1, 1),
    "systems_r_phenomena": Assumption("agreement of two systems about phenomena", R, 0.641, SYSTEMS, -1, 1),
    "systems_r_pairs": Assumption("agreement of two systems about pairs of one phenomenon", R, 0.419, SYSTEMS, -1, 1),
}
LEVELS = ("phenomena", "pairs")
SPREAD = ("system_sd_phenomena", "system_sd_pairs")  # both 0: all deltas of a system are the same


def parse_assumptions(text: str) -> dict[str, float]:
    """Return what a text such as ``rater_sd=0.9,share_right=0.7`` says, by name. Raises what check_assumptions does."""
    assumptions: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, sign, value = (piece.strip() for piece in part.partition("="))
        if not sign:
            raise InputError(
                ASSUME, f": {part!r} must be a name and a number, such as rater_sd=0.9, with commas between them"
            )
        if name in assumptions:
            raise InputError(ASSUME, f": {name!r} is given twice; keep one")
        assumptions[name] = value
    return check_assumptions(assumptions)


def check_assumptions(assumptions: Mapping[str, str | float]) -> dict[str, float]:
    """Return given assumptions as numbers. Raises InputError for an unknown name, or a value that is not allowed."""
    numbers = {}
    for name, value in assumptions.items():
        if name not in ASSUMPTIONS:
            hint = suggest(name, ASSUMPTIONS)
            raise InputError(ASSUME, f": unknown name {name!r}{hint}; allowed: {', '.join(ASSUMPTIONS)}")
        try:
            numbers[name] = float(value)
        except (TypeError, ValueError):
            raise InputError(ASSUME, f": {name}: {value!r} is not a number; write one, such as {name}=0.5") from None
        known = ASSUMPTIONS[name]
        if not (isfinite(numbers[name]) and known.allows(numbers[name])):
            raise InputError(ASSUME, f": {name}: {value} is not possible; write a number that is {known.range()}")
    if all(numbers.get(name) == 0 for name in SPREAD):
        raise InputError(ASSUME, f": {' and '.join(SPREAD)}: one of the two must be above 0")
    if not numbers.get("raters", 1.0).is_integer():
        raise InputError(ASSUME, f": raters: {numbers['raters']:g} is not possible; write a whole number")
    return numbers
