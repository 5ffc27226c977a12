"""Frames of results → tables as people read them, and those → LaTeX (booktabs)."""

import pandas as pd

LATEX = {"δ": r"$\delta$", "Δ": r"$\Delta$", "−": "$-$", "“": "``", "”": "''", "’": "'"}


def shown(value: float, places: int) -> str:
    """A number with fixed decimals and a true minus; empty for NaN."""
    return "" if pd.isna(value) else f"{value:.{places}f}".replace("-", "−")


def criteria_table(results: pd.DataFrame, labels: dict[str, str], system_heading: str) -> pd.DataFrame:
    """Table 1: one row a system and measure; the corrected shares, then the ADC's as published.

    The BLiMP criterion has no variants. ``results`` as ``criteria`` in ``io.TABLES``; ``labels`` by
    ``system/measure``, in the order of the rows.
    """
    results = results.assign(row=results["system"] + "/" + results["measure"])
    columns = {system_heading: pd.Series(labels)}
    keys = results[["criterion", "threshold", "variant"]].drop_duplicates()
    for variant, suffix in (("corrected", ""), ("as_published", ", as published")):
        for criterion, threshold in keys.loc[keys["variant"] == variant, ["criterion", "threshold"]].itertuples(
            index=False
        ):
            if criterion == "blimp" and variant == "as_published":
                continue
            name = "BLiMP" if criterion == "blimp" else f"ADC, δ = {threshold:g}{suffix}"
            chosen = results[(results["criterion"] == criterion) & (results["variant"] == variant)]
            if criterion == "adc":
                chosen = chosen[chosen["threshold"] == threshold]
            columns[name] = chosen.set_index("row")["share"].map(lambda share: shown(share, 3))
    return pd.DataFrame(columns).loc[list(labels)]


def example_table(examples: pd.DataFrame, first: list[str], labels: dict[str, str], rows: int = 4) -> pd.DataFrame:
    """The first qualifying pairs, those named in ``first`` before all others.

    ``examples`` has ``pair_id, good, bad, human`` and, in the order shown, columns of model deltas, named as
    in ``labels``.
    """
    rank = {pair: number for number, pair in enumerate(first)}
    order = examples["pair_id"].map(lambda pair: rank.get(pair, len(rank)))
    chosen = examples.loc[order.sort_values(kind="stable").index].head(rows)
    columns = {
        "Acceptable": chosen["good"],
        "Unacceptable": chosen["bad"],
        "Δ human": chosen["human"].astype(float).map(lambda value: shown(value, 2)),
    }
    for row in [column for column in chosen if column in labels]:
        columns[f"Δ {labels[row]}"] = chosen[row].astype(float).map(lambda value: shown(value, 2))
    return pd.DataFrame(columns)


def count_table(frame: pd.DataFrame, rows: str, columns: str, heading: str) -> pd.DataFrame:
    """Counts of one column's values by another's, with totals; values in order of first appearance."""
    counts = pd.crosstab(frame[rows], frame[columns])
    counts = counts.loc[frame[rows].drop_duplicates(), frame[columns].drop_duplicates()]
    counts.loc["all"] = counts.sum()
    counts["all"] = counts.sum(axis=1)
    return counts.rename_axis(heading).reset_index()


def to_latex(table: pd.DataFrame, caption: str, label: str, long: bool = False) -> str:
    """A LaTeX table with booktabs rules; ``long`` breaks across pages (longtable)."""
    text = table.to_latex(index=False, escape=True, caption=caption, label=label, longtable=long, na_rep="")
    for character, command in LATEX.items():
        text = text.replace(character, command)
    return f"% Needs the package{'s booktabs and longtable' if long else ' booktabs'}.\n{text}"
