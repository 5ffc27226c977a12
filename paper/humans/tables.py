"""The table of all datasets."""

import pandas as pd

from acceptability.papers.humans.contracts import PEOPLE
from acceptability.tables.text import with_interval


def overview(*, people_and_systems: pd.DataFrame, dataset_labels: dict[str, str]) -> pd.DataFrame:
    """Show a row for each dataset: people with people, and the best system with them, with numbers of what counts."""
    keys = ["dataset", "statistic", "row"]
    text = with_interval(people_and_systems, "value", "low", "high")
    text += people_and_systems["number"].map("; {:,.0f}".format)
    texts = dict(zip(people_and_systems[keys].itertuples(index=False, name=None), text, strict=True))
    labels = people_and_systems.set_index(keys)["label"].to_dict()
    rows = []
    for row in ordered_rows(people_and_systems).itertuples():
        best_r, best_share = (row.dataset, "r", row.best_r), (row.dataset, "share", row.best_share)
        rows.append(
            {
                "Dataset": dataset_labels[row.dataset],
                "People, r": texts.get((row.dataset, "r", row.agreement), ""),
                "Best system, r": texts.get(best_r, ""),
                "Which, by r": labels.get(best_r, ""),
                "One person, pairs right": texts.get((row.dataset, "share", "people/single"), ""),
                "Most people": texts.get((row.dataset, "share", "people/most"), ""),
                "Best system, pairs right": texts.get(best_share, ""),
                "Which, by pairs": labels.get(best_share, ""),
            }
        )
    return pd.DataFrame(rows)


def ordered_rows(people_and_systems: pd.DataFrame) -> pd.DataFrame:
    """Return a row for each dataset, that on which people agree most first: ``dataset``, the names of the rows of
    people's ``agreement`` in ratings or labels, and of the best systems (``best_r, best_share``), empty where there are
    none, and the ``place`` that it is ordered by.

    By r where it is known, then by how often one person is right; then datasets without single answers, by the best r.
    """
    rows = []
    for number, (dataset, part) in enumerate(people_and_systems.groupby("dataset", sort=False)):
        by_row = {key: those.set_index("row") for key, those in part.groupby("statistic")}
        values = {key: those["value"] for key, those in by_row.items()}
        r, share = (values.get(key, pd.Series(dtype=float)) for key in ("r", "share"))
        best_r, best_share = (best_system(by_row[key]) if key in by_row else "" for key in ("r", "share"))
        agreement = next((name for name in ("people/halves", "people/panels") if name in r), "")
        if agreement:
            place = (0, -r[agreement], number)
        elif "people/single" in share:
            place = (1, -share["people/single"], number)
        else:
            place = (2, -r[best_r] if best_r else 0.0, number)
        rows.append((dataset, agreement, best_r, best_share, place))
    table = pd.DataFrame(rows, columns=["dataset", "agreement", "best_r", "best_share", "place"])
    return table.sort_values("place", ignore_index=True)


def best_system(by_row: pd.DataFrame) -> str:
    """Return the name of the system's row with the greatest ``value``, of those with the greatest ``number``.

    Parameters:
        by_row: rows of PEOPLE_AND_SYSTEMS on one statistic of a dataset, by name; without a system, the name is empty.
    """
    systems = by_row.drop(list(PEOPLE), errors="ignore")
    return systems.loc[systems["number"] == systems["number"].max(), "value"].idxmax() if len(systems) else ""
