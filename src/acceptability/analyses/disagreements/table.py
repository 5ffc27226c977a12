"""Tabulate pairs of one kind of disagreement between humans, experts and systems."""

import pandas as pd

from acceptability.tables.text import PresentedTable, criterion_name, shown

SHOWN = 12  # in LaTeX, for each criterion


def make_disagreements(*, disagreements: pd.DataFrame, labels: dict[str, str], part: str) -> PresentedTable:
    """Return pairs of the kind ``part``; in LaTeX the first of each criterion. ``labels`` by ``system/measure``.

    Columns that no pair fills are left out, except the sentences. ``Δ models`` runs from the lowest to the highest
    model delta.
    """
    of_kind = disagreements[disagreements["kind"] == part]
    deltas = of_kind[list(labels)].apply(pd.to_numeric)
    ends = zip(deltas.min(axis=1), deltas.max(axis=1), strict=True)
    table = pd.DataFrame(
        {
            "Pair": of_kind["pair_id"],
            "Criterion": [
                "" if pd.isna(criterion) else criterion_name(criterion, threshold)
                for criterion, threshold in zip(of_kind["criterion"], of_kind["threshold"], strict=True)
            ],
            "Acceptable": of_kind["good"],
            "Unacceptable": of_kind["bad"],
            "Δ human": [shown(value, 2) for value in of_kind["human_delta"]],
            "Δ models": ["" if pd.isna(low) else f"{shown(low, 2)} to {shown(high, 2)}" for low, high in ends],
            "Systems that meet it": [
                "" if pd.isna(rows) else ", ".join(labels[row] for row in rows.split(" ")) for rows in of_kind["met_by"]
            ],
        },
        dtype=object,
    )
    unfilled = [
        name for name in ("Criterion", "Δ human", "Systems that meet it") if len(table) and (table[name] == "").all()
    ]
    table = table.drop(columns=unfilled)
    first = table[(of_kind.groupby(["criterion", "threshold"], dropna=False).cumcount() < SHOWN).to_numpy()]
    note = f"The first {SHOWN} of each criterion, of {len(table)} rows." if len(first) < len(table) else ""
    return PresentedTable(table, first.drop(columns="Pair"), note)
