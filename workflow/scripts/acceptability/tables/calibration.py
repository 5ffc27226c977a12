"""Whether classifiers' probabilities are right, as they were trained and with a temperature."""

import pandas as pd

from acceptability.contracts.classifiers import CALIBRATION
from acceptability.tables.text import Made, shown

READS = {"calibration": CALIBRATION}
NAMES = {"as_trained": "as trained", "temperature": "with temperature"}
MEASURES = {"ECE": "ece", "Brier score": "brier", "NLL": "nll"}


def make(*, calibration: pd.DataFrame, classifier_labels: dict[str, str], title: str, split: str) -> Made:
    """Two rows for each classifier, and one for a p that is the same for all sentences."""
    found = calibration[calibration["split"] == split]
    table = pd.DataFrame(
        {
            "Classifier": found["system"].map(classifier_labels),
            "Probabilities": found["variant"].map(NAMES),
            **{heading: found[name].map(_number) + found[f"{name}_sd"].map(_sd) for heading, name in MEASURES.items()},
            "Temperature": [_temperature(row) for row in found.itertuples()],
            "At a limit": [f"{row.at_limit} of {row.restarts}" if row.at_limit else "" for row in found.itertuples()],
        }
    )
    first = found.iloc[0]
    reference = {"Classifier": "Share of acceptable training sentences", "Probabilities": "the same for all"}
    reference |= {"Brier score": _number(first["reference_brier"]), "NLL": _number(first["reference_nll"])}
    table = pd.concat([table, pd.DataFrame([reference])], ignore_index=True).fillna("")
    limits = ""
    if found["at_limit"].any():
        limits = " At a limit: restarts whose temperature is as low or as high as any that is tried; no mean is shown."
    else:
        table = table.drop(columns="At a limit")
    caption = (
        f"{title}: are the classifiers' probabilities right? On the {first['sentences']:,} sentences of the {split} "
        "set; mean over restarts ± SD. ECE: expected calibration error, how far the share of acceptable sentences is "
        "from the mean probability, in 10 bins. Brier score: mean squared distance of the probability from the label. "
        "NLL: mean negative log-likelihood of the label (natural logarithm). Lower is better. Temperature: the number "
        f"that a restart's margins are divided by, fitted on the development set: mean (range).{limits}"
    )
    return Made(table, caption)


def _number(value: float) -> str:
    return shown(value, 3)


def _sd(value: float) -> str:
    return "" if pd.isna(value) else f" ± {shown(value, 3)}"


def _temperature(row) -> str:
    if row.variant == "as_trained":
        return ""
    mean, low, high = (shown(value, 2) for value in (row.temperature, row.temperature_low, row.temperature_high))
    return mean if low == high else f"{low} to {high}" if row.at_limit else f"{mean} ({low} to {high})"
