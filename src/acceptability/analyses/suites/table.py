"""Make the tables of suites: shares by suite and group, formulas, and differences between systems."""

import pandas as pd

from acceptability.segmentation import BETWEEN
from acceptability.tables.text import or_dash, p_or_dash, shown, with_interval


def make_suite_shares(*, suite_shares: pd.DataFrame, suite_labels: dict[str, str]) -> pd.DataFrame:
    """Return a row for each suite, and a column for each system; where first and all differ, both are written."""
    table = suite_shares.assign(cell=with_interval(suite_shares, "share", "low", "high"))
    differ = (table["share_first"] != table["share_all"]).to_numpy()
    by_each = "; first " + table["share_first"].map(or_dash) + ", all " + table["share_all"].map(or_dash)
    table.loc[differ, "cell"] += by_each[differ]
    beside = {"items": "Number of items", "ties": "Ties (most)", "chance": "Chance"}
    return _wide(table, ["group", "suite"], {"group": "Group", "suite": "Suite"}, beside, suite_labels)


def make_suite_groups(*, suite_groups: pd.DataFrame, suite_labels: dict[str, str]) -> pd.DataFrame:
    """Return a row for each group of suites, the last one for all, and a column for each system."""
    table = suite_groups.assign(cell=with_interval(suite_groups, "share", "low", "high"))
    beside = {"suites": "Number of suites", "items": "Number of items", "chance": "Chance"}
    return _wide(table, ["group"], {"group": "Group"}, beside, suite_labels)


def _wide(
    table: pd.DataFrame, keys: list[str], names: dict[str, str], beside: dict[str, str], labels: dict[str, str]
) -> pd.DataFrame:
    """Return cells with a row for each of the keys, numbers beside them, and a column for each system.

    The cell of a system that decided fewer items than another one has their number.
    """
    fewer = table["items"] < table.groupby(keys)["items"].transform("max")
    table.loc[fewer, "cell"] += " (" + table["items"].map("{:,}".format)[fewer] + " items)"
    rows = table.groupby(keys, sort=False)[list(beside)].max()
    columns = {name: rows[name].map("{:,}".format if rows[name].dtype.kind == "i" else or_dash) for name in beside}
    by_system = table.pivot(index=keys if keys[1:] else keys[0], columns="system", values="cell").reindex(rows.index)
    columns = {beside[name]: cells for name, cells in columns.items()}
    columns |= {labels[system]: by_system[system].fillna("") for system in labels if system in by_system}
    whole = pd.DataFrame(columns).reset_index().rename(columns=names)
    return whole.drop(columns=[name for name in ("Group",) if keys[1:] and not whole["Group"].any()])


def make_suite_predictions(*, suite_predictions: pd.DataFrame, suite_labels: dict[str, str]) -> pd.DataFrame:
    """Return a row for each formula and system."""
    table = suite_predictions
    ends = table["value_low"].map(lambda low: "" if pd.isna(low) else f" [{shown(low, 2)}, ")
    ends += table["value_high"].map(lambda high: "" if pd.isna(high) else f"{shown(high, 2)}]")
    return pd.DataFrame(
        {
            "Suite": table["suite"],
            "Prediction": table["prediction"],
            "Formula": table["formula"],
            "System": table["system"].map(suite_labels),
            "Share": with_interval(table, "share", "low", "high"),
            "Value in bits": table["value_bits"].map(lambda value: shown(value, 2)) + ends,
            "Share of items, by part of the formula": table["parts"],
            "Ties": table["ties"].map(or_dash),
        }
    )


def make_suite_differences(*, suite_differences: pd.DataFrame, suite_labels: dict[str, str]) -> pd.DataFrame:
    """Return a row for each two systems and group of suites."""
    table = suite_differences
    return pd.DataFrame(
        {
            "First": table["first"].map(suite_labels),
            "Second": table["second"].map(suite_labels),
            "Group": table["group"],
            "Number of items": table["items"].map("{:,}".format),
            "Difference": with_interval(table, "difference", "low", "high"),
            "p": table["p_adjusted"].map(p_or_dash),
        }
    )


def items_with_regions(suite_items: pd.DataFrame, sentences: pd.DataFrame, labels: dict[str, str]) -> pd.DataFrame:
    """Return the sentences of a suite with ``|`` between regions, and whether each system has their item right."""
    frame = sentences[["item", "condition"]].assign(regions=sentences["words"].str.replace(BETWEEN, " | ", regex=False))
    for (system, prediction), table in suite_items.groupby(["system", "prediction"], sort=False):
        words = table["right"].map({1: "right", 0: "wrong"}) + table["tie"].map({1: ", tie", 0: ""})
        words += table["value_bits"].map(lambda value: "" if pd.isna(value) else f" ({shown(value, 2)})")
        by_item = frame["item"].map(dict(zip(table["item"], words, strict=True))).fillna("")
        heading = labels.get(system, system) + (f", prediction {prediction}" if prediction else "")
        frame[heading] = by_item.where(~frame["item"].duplicated(), "")
    return frame
