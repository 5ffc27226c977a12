"""Island effects: interactions in 2 × 2 designs, of people and of systems."""

import pandas as pd

from acceptability.analysis.factorial import HUMAN
from acceptability.contracts.parts import FACTORIAL
from acceptability.tables.text import Made, in_brackets, with_interval

READS = {"factorial": FACTORIAL}
PEOPLE = "People"
STATISTICS = {"structure": "Structure", "length": "Length", "dd": "Island effect"}


def make(*, factorial: pd.DataFrame, labels: dict[str, str], title: str) -> Made:
    """A row for each design and each of its rows, people first; people's effects also with intervals over people."""
    names = {HUMAN: PEOPLE} | labels
    keys = pd.MultiIndex.from_product(
        [factorial["design"].unique(), [row for row in names if row in set(factorial["row"])]]
    )
    table = factorial.set_index(["design", "row"])
    of = {name: table[table["statistic"] == name].reindex(keys) for name in STATISTICS}
    columns = {label: with_interval(of[name], "value", "low", "high") for name, label in STATISTICS.items()}
    if of["dd"]["people_low"].notna().any():
        columns["Over people"] = with_interval(of["dd"], "value", "people_low", "people_high").where(
            of["dd"]["people_low"].notna(), ""
        )
    made = pd.DataFrame(columns, index=keys)
    made.insert(0, "Design", keys.get_level_values(0))
    made.insert(1, "System", keys.get_level_values(1).map(names))
    caption = (
        f"{title}: island effects in 2 × 2 designs of structure and length, in z-scores. Structure: what an island "
        "costs a short dependency. Length: what a long dependency costs without an island. Island effect: what both "
        f"together cost beyond that.{in_brackets(made, '95 % intervals over items; in the last column, over people')}"
    )
    return Made(made.reset_index(drop=True), caption)
