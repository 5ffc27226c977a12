"""Make the tables of this analysis."""

import pandas as pd

from acceptability.tables.text import PresentedTable, shown, with_interval

NAMES = {
    "answers": "Single answers",
    "majority": "Majority",
    "pair_r": "r with pairs",
    "paradigm_r": "r with paradigms",
}


def make_choices(
    *,
    choice_agreement: pd.DataFrame,
    choice_summary: pd.DataFrame,
    labels: dict[str, str],
    references: dict[str, str],
    others: dict[str, str],
) -> PresentedTable:
    """Return a row for each system, then one for a single participant and one for the ceilings."""
    people = choice_summary.set_index("statistic")
    rows = {row: label for row, label in (labels | others | references).items() if row in set(choice_agreement["row"])}
    columns = {}
    for statistic, group in choice_agreement.groupby("statistic", sort=False):
        columns[NAMES[statistic]] = with_interval(group.set_index("row"), "value", "low", "high")
        columns[NAMES[statistic]]["ceiling"] = shown(group["ceiling"].iloc[0], 3)
    one = people.loc[["one_against_others"]]
    columns["Single answers"]["participant"] = with_interval(one, "value", "low", "high").iloc[0]
    rows |= {"participant": "A single participant and most others", "ceiling": "Ceiling"}
    table = pd.DataFrame(columns).reindex(list(rows)).fillna("")
    table.insert(0, "System", list(rows.values()))
    return PresentedTable(table, table)


def make_choice_pairs(*, chosen_pairs: pd.DataFrame, pairs: pd.DataFrame, sentences: pd.DataFrame) -> pd.DataFrame:
    """Return a row for each pair, those with the smallest share of right answers first."""
    not_chosen = (
        chosen_pairs[chosen_pairs["majority"] != "right"].sort_values(["share", "pair_id"]).set_index("pair_id")
    )
    members = pairs.set_index("pair_id").loc[not_chosen.index]
    texts = sentences.set_index("sentence_id")["sentence"]
    table = pd.DataFrame(
        {
            "Paradigm": not_chosen["paradigm"],
            "Acceptable": members["good_id"].map(texts),
            "Unacceptable": members["bad_id"].map(texts),
            "Right": [f"{row.right} of {row.answers}" for row in not_chosen.itertuples()],
        }
    )
    return table.reset_index(drop=True)
