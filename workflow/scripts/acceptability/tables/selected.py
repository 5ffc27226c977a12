"""The restart of each classifier that each rule selects."""

import pandas as pd

from acceptability.contracts.classifiers import SELECTED
from acceptability.tables.text import Made, or_dash, with_interval

READS = {"selected": SELECTED}


def make(*, selected: pd.DataFrame, classifier_labels: dict[str, str], title: str) -> Made:
    """A row for each classifier and rule, with the restart's MCC on both splits."""
    on_test = with_interval(selected, "mcc_test", "test_low", "test_high").where(selected["mcc_test"].notna(), "–")
    table = pd.DataFrame(
        {
            "Model": selected["system"].map(classifier_labels),
            "Selected on": selected["selected_on"],
            "Restart": selected["restart"],
            "Collapsed": selected["collapsed"].map({0: "no", 1: "yes"}),
            "MCC on dev": [or_dash(value, 3) for value in selected["mcc_dev"]],
            "MCC on test": on_test,
        }
    )
    caption = (
        f"{title}: the restart of each classifier with the highest Matthews correlation coefficient (MCC), selected on "
        "the development set, and selected on the test set, which overestimates its MCC there. 95 % "
        "intervals are of its MCC on other such sentences, and allow for the selection: they may lie below it. A dash: "
        "not defined, since it gives all sentences the same label."
    )
    return Made(table, caption)
