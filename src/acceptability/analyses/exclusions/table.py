"""Make the tables of this analysis."""

import pandas as pd

from acceptability.contracts.systems import row_keys
from acceptability.responses.exclusions import meaning_of
from acceptability.rounding import percent
from acceptability.tables.text import or_dash

NAMES = {"adc": "ADC, δ = {:g}", "pair_r": "r of deltas"}
ENDS = {"all": "all", "none": "after all exclusions"}


def make_exclusions(*, exclusions: pd.DataFrame) -> pd.DataFrame:
    """Return a row for all people, one for each rule that left out anybody, and one for those who count."""
    return pd.DataFrame(
        {
            "Group": [ENDS.get(rule) or f"{rule}: {meaning_of(rule)}" for rule in exclusions["rule"]],
            "Participants": exclusions["participants"].astype(str),
            "Participants, %": [percent(share, 1) for share in exclusions["share"]],
            "Ratings": exclusions["answers"].map("{:,}".format),
            "Questions without answer": exclusions["unanswered"].map("{:,}".format),
        }
    )


def make_exclusion_results(*, exclusion_results: pd.DataFrame, labels: dict[str, str]) -> pd.DataFrame:
    """Return a row for each system and measure, with each statistic of all people and of those who count."""
    results = exclusion_results.assign(row=row_keys(exclusion_results))
    columns = {}
    for (statistic, threshold), group in results.groupby(["statistic", "threshold"], sort=False, dropna=False):
        by_row, name = group.set_index("row"), NAMES[statistic].format(threshold)
        columns[f"{name}: all"] = by_row["with_all"].map(or_dash)
        columns[f"{name}: after exclusions"] = by_row["without"].map(or_dash)
    pairs = results.drop_duplicates("row").set_index("row")
    columns["Pairs: all"] = pairs["pairs_with_all"].map("{:,}".format)
    columns["Pairs: after exclusions"] = pairs["pairs_without"].map("{:,}".format)
    table = pd.DataFrame(columns).reindex([row for row in labels if row in pairs.index])
    table.insert(0, "System", [labels[row] for row in table.index])
    return table
