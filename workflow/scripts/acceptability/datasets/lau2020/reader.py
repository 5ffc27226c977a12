"""Ratings of Lau et al. (2020) → rated sentences, in or out of context.

"How Furiously Can Colorless Green Ideas Sleep? Sentence Acceptability in Context", TACL 8:296-310.
"""

from pathlib import Path

import pandas as pd

from acceptability.contracts import io
from acceptability.datasets.dataset import Dataset
from acceptability.datasets.ratings import brought_to_z_scores
from acceptability.datasets.user_files import fail
from acceptability.errors import InputError, naming

COLUMNS = ("ID", "source-language", "sentence", "context", "full-ratings", "mean-ratings")
SCALE = {text: point for point in (1, 2, 3, 4) for text in (str(point), f"{point}.0")}


def read(ratings: Path, context: str = "none") -> Dataset:
    """Sentences with ``rating`` (the z-score of the mean, over this file) and the notes

    source_language
        en: an English sentence; cs, de, es, fr: a translation from there.
    raters, mean_rating
        How many people rated the sentence, and their mean on the scale from 1 to 4.

    Where there is a context, it stands before the sentence, in the column ``given``; ``scored`` is the sentence. An id
    is the same in all three files. Raises InputError, by row, for what is wrong in the file.
    """
    raw = io.read_raw_csv(ratings)
    _check(raw, ratings, in_context=context != "none")
    answers = raw["full-ratings"].str.split(",")
    mean = answers.map(_mean)
    with naming(ratings):
        rating = brought_to_z_scores(mean, "sentences")
    sentence, given = (raw[column].map(lambda text: " ".join(text.split())) for column in ("sentence", "context"))
    table = pd.DataFrame(
        {
            "sentence_id": "lau." + raw["ID"],
            "sentence": sentence,
            "rating": rating,
            "source_language": raw["source-language"],
            "raters": answers.map(len).astype(str),
            "mean_rating": mean.map(repr),
        }
    )
    if context != "none":
        table["sentence"] = given + " " + sentence
        table = table.assign(given=given, scored=sentence)
    return Dataset(table)


def _check(raw: pd.DataFrame, path: Path, in_context: bool) -> None:
    """Raise InputError for what the file must not be; single ratings must give the released mean."""
    if missing := [name for name in COLUMNS if name not in raw]:
        raise InputError(f"{path}: has no column {missing[0]!r}; fetch it again; it has: {', '.join(raw)}")
    if raw.empty:
        raise InputError(f"{path}: has no rows; fetch it again")
    wrong = []
    seen: dict[str, int] = {}
    for number, row in enumerate(raw.to_dict("records"), start=2):
        place, answers = f"row {number} (ID {row['ID']!r})", row["full-ratings"].split(",")
        if seen.setdefault(row["ID"], number) != number:
            wrong.append(f"row {number}: has the ID {row['ID']!r} of row {seen[row['ID']]}; fetch the file again")
        if not row["sentence"].strip() or in_context != bool(row["context"].strip()):
            what = "sentence" if not row["sentence"].strip() else "context"
            has = "has no" if not row[what].strip() else "has a"
            wrong.append(f"{place}: {has} {what}; fetch the file again")
        if others := [answer for answer in answers if answer not in SCALE]:
            wrong.append(f"{place}: a rating is {others[0]!r}, not 1 to 4; fetch the file again")
        elif not _near(row["mean-ratings"], _mean(answers)):
            wrong.append(
                f"{place}: mean-ratings is {row['mean-ratings']!r}, which is not the mean of "
                "full-ratings; fetch the file again"
            )
    fail(path, wrong)


def _mean(answers: list[str]) -> float:
    return sum(map(SCALE.__getitem__, answers)) / len(answers)


def _near(text: str, number: float) -> bool:
    try:
        return abs(float(text) - number) < 1e-6
    except ValueError:
        return False
