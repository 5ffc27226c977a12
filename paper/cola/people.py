"""The five annotators' answers about 200 development sentences, against CoLA's labels and the majority's answers.

One of the 1,000 answers is 2, which is neither acceptable (1) nor not (0). READINGS are ways to read it. The authors'
repository has the answers twice; the later file (RELEASE) has 1 instead of 2 and four labels of version 1.1.
"""

from pathlib import Path

import numpy as np
import pandas as pd

from acceptability.contracts import io
from acceptability.errors import InputError
from acceptability.papers.cola.cola.reader import RAW_COLUMNS
from acceptability.scoring.decisions import mcc, zero_where_undefined

ANNOTATORS = [f"annotator{number}" for number in range(1, 6)]
MAJORITY = "majority"
READINGS = {"2 as 0": 0.0, "2 as 1": 1.0, "2 left out": np.nan}
PRINTED, RELEASE = "2 as 0", "file of 2019"
DOMAINS = {"in_domain": "in_domain", "out_of_domain": "out_of_domain", "all": ""}
FIX = "fetch it again"


def read_answers(answers: Path, in_domain: Path, out_of_domain: Path) -> pd.DataFrame:
    """Return ``domain``, ``label`` and a column for each of ANNOTATORS (0, 1 or 2), a row for each sentence.

    Raises InputError where the sentences of the answers are not those of the two domains.
    """
    answered = io.read_raw_tsv(answers, ["sentence", *ANNOTATORS])
    domains = {"in_domain": in_domain, "out_of_domain": out_of_domain}
    labelled = pd.concat(io.read_raw_tsv(path, RAW_COLUMNS).assign(domain=name) for name, path in domains.items())
    if sorted(answered["sentence"]) != sorted(labelled["sentence"]) or answered["sentence"].duplicated().any():
        raise InputError(f"{answers}: its sentences are not those of {in_domain} and {out_of_domain}; {FIX}")
    table = answered.merge(labelled, on="sentence", validate="one_to_one")
    return _checked(table[["domain", "label", *ANNOTATORS]], answers)


def read_release(path: Path) -> pd.DataFrame:
    """Return the later file's answers, as read_answers does."""
    raw = io.read_raw_tsv(path)
    domains = raw["domain"].map({"in": "in_domain", "out": "out_of_domain"})
    return _checked(raw[ANNOTATORS].assign(domain=domains, label=raw["CoLA_label"]), path)


def _checked(table: pd.DataFrame, path: Path) -> pd.DataFrame:
    """Return the answers as numbers. InputError for a label or an answer that cannot be one, or an unknown domain."""
    if not table["label"].isin(["0", "1"]).all() or not table[ANNOTATORS].isin(["0", "1", "2"]).all(axis=None):
        raise InputError(f"{path}: a label is not 0 or 1, or an answer is not 0, 1 or 2; {FIX}")
    if not table["domain"].isin(list(DOMAINS)).all():
        raise InputError(f"{path}: a domain is unknown; {FIX}")
    return table.astype(dict.fromkeys(("label", *ANNOTATORS), float))


def agreement(answers: pd.DataFrame, release: pd.DataFrame) -> pd.DataFrame:
    """Measure each annotator and the majority in each reading: the contract ANNOTATORS."""
    readings = {name: answers.assign(**answers[ANNOTATORS].replace(2.0, value)) for name, value in READINGS.items()}
    readings[RELEASE] = release
    rows = []
    for reading, table in readings.items():
        majority = (table[ANNOTATORS].sum(axis=1) >= 3).astype(float)
        for domain, prefix in DOMAINS.items():
            part = table["domain"].str.startswith(prefix)
            for name in (*ANNOTATORS, MAJORITY):
                answer = (majority if name == MAJORITY else table[name])[part]
                accuracy, coefficient = _compared(answer, table.loc[part, "label"])
                with_majority, mcc_with_majority = _compared(answer, majority[part])
                rows.append(
                    {
                        "reading": reading,
                        "domain": domain,
                        "annotator": name,
                        "sentences": int(answer.notna().sum()),
                        "accuracy": accuracy,
                        "mcc": coefficient,
                        "with_majority": with_majority,
                        "mcc_with_majority": mcc_with_majority,
                    }
                )
    return pd.DataFrame(rows)


def _compared(answers: pd.Series, labels: pd.Series) -> tuple[float, float]:
    """Return accuracy and MCC of the answers that there are."""
    answers, labels = answers[answers.notna()], labels[answers.notna()]
    return float((answers == labels).mean()), float(zero_where_undefined(mcc(labels, answers)))
