"""The table of all datasets."""

import pandas as pd

from acceptability.papers.humans.contracts import PEOPLE
from acceptability.tables.text import with_interval


def overview(*, people_and_systems: pd.DataFrame, dataset_labels: dict[str, str]) -> pd.DataFrame:
    """Show a row for each dataset: participants, the best system that covers all, and the best that covers a part."""
    keys = ["dataset", "statistic", "row"]
    by_key = people_and_systems.assign(text=_texts(people_and_systems)).set_index(keys)[["text", "label"]]
    rows = []
    for row in ordered_rows(people_and_systems).itertuples():

        def cell(statistic: str, name: str, column: str = "text", dataset: str = row.dataset) -> str:
            key = (dataset, statistic, name)
            return by_key.at[key, column] if key in by_key.index else ""

        rows.append(
            {
                "Dataset": dataset_labels[row.dataset],
                "Participants, r": cell("r", row.agreement),
                "Perfect predictor, r": cell("r", "people/perfect"),
                "Best system on all, r": cell("r", row.best_r),
                "Best system on all by r": cell("r", row.best_r, "label"),
                "Best on a part, r": cell("r", row.part_r),
                "Best system on a part by r": cell("r", row.part_r, "label"),
                "Single participant, pairs right": cell("share", "people/single"),
                "Most participants": cell("share", "people/most"),
                "Best system on all, pairs right": cell("share", row.best_share),
                "Best system on all by pairs": cell("share", row.best_share, "label"),
                "Best on a part, pairs right": cell("share", row.part_share),
                "Best system on a part by pairs": cell("share", row.part_share, "label"),
            }
        )
    table = pd.DataFrame(rows)
    return table.loc[:, (table != "").any()]


def _texts(people_and_systems: pd.DataFrame) -> pd.Series:
    """Return each row's value with its interval, the number that it is about and, if that is a part, the total."""
    number, total = (people_and_systems[name].map("{:,.0f}".format) for name in ("number", "total"))
    about = number.where(~partial(people_and_systems), number + " of " + total)
    return with_interval(people_and_systems, "value", "low", "high") + "; " + about


def partial(people_and_systems: pd.DataFrame) -> pd.Series:
    """Return whether each row covers a part of the sentences or pairs only."""
    return people_and_systems["number"] < people_and_systems["total"]


def ordered_rows(people_and_systems: pd.DataFrame) -> pd.DataFrame:
    """Return a row for each dataset, that on which participants agree most first.

    By r where it is known, then by the share of single participants; then datasets without single answers, by the best
    r. Columns: ``dataset``; the names of the rows of participants' ``agreement`` in ratings or labels, of the best
    systems that cover all (``best_r, best_share``) and a part (``part_r, part_share``), empty where there are none; and
    the ``place`` that it is ordered by.
    """
    rows = []
    for number, (dataset, part) in enumerate(people_and_systems.groupby("dataset", sort=False)):
        by_row = {key: statistic_rows.set_index("row") for key, statistic_rows in part.groupby("statistic")}
        values = {key: statistic_rows["value"] for key, statistic_rows in by_row.items()}
        r, share = (values.get(key, pd.Series(dtype=float)) for key in ("r", "share"))
        best = {key: best_systems(by_row[key]) if key in by_row else ("", "") for key in ("r", "share")}
        agreement = next((name for name in ("people/halves", "people/panels") if name in r), "")
        if agreement:
            place = (0, -r[agreement], number)
        elif "people/single" in share:
            place = (1, -share["people/single"], number)
        else:
            place = (2, -r.get(best["r"][0], 0.0), number)
        rows.append((dataset, agreement, *best["r"], *best["share"], place))
    names = ["dataset", "agreement", "best_r", "part_r", "best_share", "part_share", "place"]
    return pd.DataFrame(rows, columns=names).sort_values("place", ignore_index=True)


def best_systems(by_row: pd.DataFrame) -> tuple[str, str]:
    """Return the names of the systems' rows with the greatest ``value``: of those that cover all, and a part.

    Parameters:
        by_row: rows of PEOPLE_AND_SYSTEMS on one statistic of a dataset, by name; a name is empty where there is none.
    """
    systems = by_row.drop(list(PEOPLE), errors="ignore")
    best = [systems.loc[some, "value"] for some in (~partial(systems), partial(systems))]
    return tuple(values.idxmax() if len(values) else "" for values in best)
