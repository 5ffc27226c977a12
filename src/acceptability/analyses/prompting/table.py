"""Make the tables of this analysis."""

import pandas as pd

from acceptability.contracts.systems import row_keys
from acceptability.tables.text import shown, with_interval

BIAS = {"first_option": "First option", "listed": "Listed", "unanswered": "No answer"}


def _numbers(frame: pd.DataFrame, names: dict[str, str]) -> dict[str, pd.Series]:
    """Return columns of numbers under their headings; without those that no row has."""
    filled = {name: heading for name, heading in names.items() if frame[name].notna().any()}
    return {heading: frame[name].map(_three) for name, heading in filled.items()}


def _three(value: float) -> str:
    return shown(value, 3)


def _labelled(frame: pd.DataFrame, labels: dict[str, str]) -> list[str]:
    return [labels.get(row, row) for row in row_keys(frame)]


def make_prompting(*, prompting: pd.DataFrame, labels: dict[str, str]) -> pd.DataFrame:
    """Return a row for each system and measure that is asked for; ``labels`` by system/measure."""
    columns = {
        "System": _labelled(prompting, labels),
        "N": prompting["pairs"].astype(str),
        "Right": with_interval(prompting, "share", "low", "high"),
    }
    if prompting["direct_share"].notna().any():
        columns["By log-prob"] = prompting["direct_share"].map(_three)
        ends = with_interval(prompting, "difference", "difference_low", "difference_high")
        columns["Difference"] = ends.where(prompting["difference"].notna(), "")
    columns["Wordings"] = [
        "" if pd.isna(row.least) else f"{shown(row.least, 3)} to {shown(row.most, 3)}" for row in prompting.itertuples()
    ]
    columns |= _numbers(prompting, {"strict": "Strict", "alike": "Alike"} | BIAS | {"pearson_r": "r"})
    return pd.DataFrame(columns)


def make_wordings(*, wordings: pd.DataFrame, labels: dict[str, str]) -> pd.DataFrame:
    """Return a row for each wording; ``labels`` by system/measure."""
    columns = {"System": _labelled(wordings, labels), "Prompt": wordings["prompt"], "N": wordings["pairs"].astype(str)}
    return pd.DataFrame(columns | _numbers(wordings, {"share": "Right"} | BIAS))


def make_prompting_phenomena(*, prompting_phenomena: pd.DataFrame, labels: dict[str, str]) -> pd.DataFrame:
    """Return a row for each phenomenon of each system, those that lose most first; ``labels`` by system/measure."""
    change = prompting_phenomena["share"] - prompting_phenomena["direct_share"]
    order = prompting_phenomena.assign(change=change, place=pd.factorize(row_keys(prompting_phenomena))[0])
    order = order.sort_values(["place", "change"], kind="stable", ignore_index=True)
    columns = {"System": _labelled(order, labels), "Phenomenon": order["phenomenon"], "N": order["pairs"].astype(str)}
    names = {"share": "Right", "direct_share": "By log-prob", "change": "Change", "people": "People"}
    return pd.DataFrame(columns | _numbers(order, names))


def make_unread_answers(*, unread_answers: pd.DataFrame, system_labels: dict[str, str]) -> pd.DataFrame:
    """Return a row for each answer that could not be read, the most frequent first; ``system_labels`` by system."""
    return pd.DataFrame(
        {
            "System": [system_labels.get(system, system) for system in unread_answers["system"]],
            "Answer": unread_answers["answer"].str.slice(0, 200),
            "Times": unread_answers["number"].astype(str),
        }
    )
