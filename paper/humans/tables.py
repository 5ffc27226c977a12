"""The table of all datasets."""

import pandas as pd

from acceptability.tables.text import with_interval

PEOPLE = ("people/halves", "people/panels", "people/single", "people/most")


def overview(*, people_and_systems: pd.DataFrame, dataset_labels: dict[str, str]) -> pd.DataFrame:
    """Show a row for each dataset: people with people, and the best system with them."""
    ordered = ordered_rows(people_and_systems)
    text = with_interval(people_and_systems, "value", "low", "high")
    rows = []
    for row in ordered.itertuples():
        cells = {"Dataset": dataset_labels[row.dataset]}
        for statistic, name, heading in (
            ("r", row.agreement, "People, r"),
            ("r", row.best_r, "Best system, r"),
            ("share", "people/single", "One person, pairs right"),
            ("share", "people/most", "Most people"),
            ("share", row.best_share, "Best system, pairs right"),
        ):
            at = people_and_systems.index[
                (people_and_systems["dataset"] == row.dataset)
                & (people_and_systems["statistic"] == statistic)
                & (people_and_systems["row"] == name)
            ]
            cells[heading] = text[at[0]] if len(at) else ""
            if heading.startswith("Best"):
                cells[f"{heading.split(', ')[1]}: which"] = people_and_systems.loc[at[0], "label"] if len(at) else ""
        for statistic, heading in (("r", "Sentences"), ("share", "Pairs")):
            of_row = people_and_systems["dataset"].eq(row.dataset) & people_and_systems["statistic"].eq(statistic)
            cells[heading] = f"{people_and_systems.loc[of_row, 'number'].max():,.0f}" if of_row.any() else ""
        rows.append(cells)
    names = {"r: which": "Which, by r", "pairs right: which": "Which, by pairs"}
    return pd.DataFrame(rows).rename(columns=names)


def ordered_rows(people_and_systems: pd.DataFrame) -> pd.DataFrame:
    """Return a row for each dataset, that on which people agree most first: ``dataset``, the names of the rows of
    people's ``agreement`` in ratings or labels, and of the best systems (``best_r, best_share``), empty where there are
    none, and the ``place`` that it is ordered by.

    By r where it is known, then by how often one person is right; then datasets without single answers, by the best r.
    """
    rows = []
    for number, (dataset, part) in enumerate(people_and_systems.groupby("dataset", sort=False)):
        by_row = {key: those.set_index("row")["value"] for key, those in part.groupby("statistic")}
        r, share = (by_row.get(key, pd.Series(dtype=float)) for key in ("r", "share"))
        agreement = next((name for name in PEOPLE[:2] if name in r), "")
        best_r, best_share = (values.drop(list(PEOPLE), errors="ignore") for values in (r, share))
        if agreement:
            place = (0, -r[agreement], number)
        elif "people/single" in share:
            place = (1, -share["people/single"], number)
        else:
            place = (2, -best_r.max() if len(best_r) else 0.0, number)
        names = [values.idxmax() if len(values) else "" for values in (best_r, best_share)]
        rows.append((dataset, agreement, *names, place))
    table = pd.DataFrame(rows, columns=["dataset", "agreement", "best_r", "best_share", "place"])
    return table.sort_values("place", ignore_index=True)
