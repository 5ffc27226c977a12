"""Return whether classifiers' probabilities are right, as they were trained and with a temperature."""

import pandas as pd

from acceptability.tables.text import plus_minus, shown

NAMES = {"as_trained": "as trained", "temperature": "with temperature"}
MEASURES = {"ECE": "ece", "Brier score": "brier", "NLL": "nll"}


def make_calibration(*, calibration: pd.DataFrame, classifier_labels: dict[str, str], split: str) -> pd.DataFrame:
    """Return two rows for each classifier, and one for a p that is the same for all sentences."""
    of_split = calibration[calibration["split"] == split]
    table = pd.DataFrame(
        {
            "Classifier": of_split["system"].map(classifier_labels),
            "Probabilities": of_split["variant"].map(NAMES),
            **{
                heading: of_split[name].map(_number) + plus_minus(of_split[f"{name}_sd"])
                for heading, name in MEASURES.items()
            },
            "Temperature": [_temperature(row) for row in of_split.itertuples()],
            "At a limit": [
                f"{row.at_limit} of {row.restarts}" if row.at_limit else "" for row in of_split.itertuples()
            ],
        }
    )
    first = of_split.loc[of_split["sentences"].idxmax()]
    reference = {"Classifier": "Share of acceptable training sentences", "Probabilities": "the same for all"}
    reference |= {"Brier score": _number(first["reference_brier"]), "NLL": _number(first["reference_nll"])}
    table = pd.concat([table, pd.DataFrame([reference])], ignore_index=True).fillna("")
    if not of_split["at_limit"].any():
        table = table.drop(columns="At a limit")
    return table


def _number(value: float) -> str:
    return shown(value, 3)


def _temperature(row) -> str:
    if row.variant == "as_trained":
        return ""
    mean, low, high = (shown(value, 2) for value in (row.temperature, row.temperature_low, row.temperature_high))
    return mean if low == high else f"{low} to {high}" if row.at_limit else f"{mean} ({low} to {high})"
