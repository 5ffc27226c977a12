"""Make the tables of this analysis."""

import pandas as pd

from acceptability.tables.text import or_dash, shown, with_interval

COLUMNS = ["Model", "Mean", "95 %", "AUC", "SD", "Max", "Max of", "Best on dev", "Ensemble", "Ensemble, as published"]
COLUMNS += ["Restarts", "Collapsed", "By folds", "On train"]


def make_classifiers(
    *,
    classifiers: pd.DataFrame | None,
    expected_maximum: pd.DataFrame | None,
    simple_classifiers: pd.DataFrame,
    classifier_labels: dict[str, str],
    simple_labels: dict[str, str],
    printed_rows: list[dict[str, str]],
    split: str,
) -> pd.DataFrame:
    """Return printed rows first, then the classifiers trained here (``classifiers``; None: there are none), then simple
    ones.

    ``expected_maximum`` is of as many restarts as every classifier has; the maximum is left out where all have as many.
    ``printed_rows`` have ``item`` (``<model>: <statistic>``) and ``printed``.
    """
    rows: list[dict[str, str]] = []
    printed: dict[str, dict[str, str]] = {}
    for fact in printed_rows:
        model, _, statistic = fact["item"].rpartition(": ")
        printed.setdefault(model, {})[statistic] = fact["printed"]
    for model, values in printed.items():
        rows.append(
            {
                "Model": f"{model}, printed",
                "Mean": values["mean"],
                "SD": values.get("SD", ""),
                "Max": values["max"],
                "Ensemble": "",
                "Ensemble, as published": values["ensemble"],
            }
        )
    counts = set() if classifiers is None else set(classifiers["restarts"])
    for row in (
        [] if classifiers is None else _with_expected(classifiers, expected_maximum, min(counts), split).itertuples()
    ):
        rows.append(
            {
                "Model": classifier_labels[row.system],
                "Mean": or_dash(row.mean),
                "95 %": _range(row),
                "SD": shown(row.sd, 3),
                "Max": or_dash(row.maximum),
                "Max of": or_dash(row.expected_maximum),
                "Best on dev": or_dash(row.selected),
                "Ensemble": or_dash(row.ensemble_corrected),
                "Ensemble, as published": or_dash(row.ensemble_as_published),
                "AUC": shown(row.auc, 3),
                "Restarts": str(row.restarts),
                "Collapsed": str(row.collapsed),
            }
        )
    by_folds = simple_classifiers[
        (simple_classifiers["split"] == split) & (simple_classifiers["fitted"] == "folds")
    ].set_index("row")["mcc"]
    for row in simple_classifiers[
        (simple_classifiers["split"] == split) & (simple_classifiers["fitted"] == "train")
    ].itertuples():
        rows.append(
            {
                "Model": simple_labels[row.row],
                "Mean": or_dash(row.mcc),
                "95 %": _range(row),
                "Collapsed": str(row.collapsed),
                "AUC": shown(row.auc, 3),
                "By folds": shown(by_folds.get(row.row), 3),
                "On train": shown(row.train_mcc, 3),
            }
        )
    table = pd.DataFrame(rows, columns=COLUMNS, dtype=object).fillna("")
    if not printed_rows:
        table = table.drop(columns="Ensemble, as published")
    table = table.drop(columns=[] if counts else "Best on dev").drop(columns=[] if len(counts) > 1 else "Max of")
    return table.rename(columns={"Max of": f"Max of {min(counts, default=0)}"})


def _range(row) -> str:
    """Return the interval of a row of the table; nothing where it has none."""
    return "" if pd.isna(row.low) else f"{shown(row.low, 3)} to {shown(row.high, 3)}"


def _with_expected(summary: pd.DataFrame, expected: pd.DataFrame, restarts: int, split: str) -> pd.DataFrame:
    """Return the summary of a split, with what is expected of the best of so many restarts."""
    best = expected[expected["restarts"] == restarts].drop(columns="restarts")
    return summary[summary["split"] == split].merge(best, on=["system", "split"], validate="one_to_one")


def make_selected(*, selected: pd.DataFrame, classifier_labels: dict[str, str]) -> pd.DataFrame:
    """Return a row for each classifier and rule, with the restart's MCC on both splits."""
    on_test = with_interval(selected, "mcc_test", "test_low", "test_high").where(selected["mcc_test"].notna(), "–")
    return pd.DataFrame(
        {
            "Model": selected["system"].map(classifier_labels),
            "Selected on": selected["selected_on"],
            "Restart": selected["restart"],
            "Collapsed": selected["collapsed"].map({0: "no", 1: "yes"}),
            "MCC on dev": [or_dash(value) for value in selected["mcc_dev"]],
            "MCC on test": on_test,
        }
    )
