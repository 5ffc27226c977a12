"""Read the sets of event sentences of Kauf et al. (2023): sentences in pairs, people's ratings, released scores.

Kauf, Ivanova, Rambelli, Chersoni, She, Chowdhury, Fedorenko & Lenci (2023), "Event knowledge in large language models:
the gap between the impossible and the unlikely", Cognitive Science 47.
"""

from collections.abc import Mapping
from pathlib import Path

import pandas as pd

from acceptability.contracts import io
from acceptability.datasets import released
from acceptability.datasets.ratings import mean_ratings, participant_z_scores
from acceptability.datasets.released import AGAIN, BOTH
from acceptability.errors import InputError, naming
from acceptability.reading.matching import same

ITEM, TEXT, PLAUSIBILITY, VOICE = "ItemNum", "Sentence", "Plausibility", "Voice"
PERSON, RATING = "WorkerId", "Score"
LABELS = {"Plausible": 1, "Implausible": 0}
VOICES = ("active", "passive")

METRICS = {  # how a file of scores ends: the measure, and the columns of the file
    "sentence-ll": ("log_prob", ("index", "sentence", "score", "tokens", "words")),
    "sentence-pll": ("pll", ("index", "sentence", "score", "tokens", "words")),
    "sentence-l2r-pll": ("l2r_context_masked", ("index", "sentence", "score")),
}
BROKEN = "deberta"


def read_sentences(path: Path, kind: str, rows: int | None = None, more: tuple[str, ...] = ()) -> pd.DataFrame:
    """Read ``sentence_id, sentence, label, pair_id``, and ITEM, VOICE and ``more`` columns as released.

    The label of a sentence that is called plausible is 1. Raises InputError, by row, for what is wrong in the file,
    which has so many rows: each item has one sentence of both kinds in each of its voices.
    """
    raw = released.read(path, (ITEM, TEXT, PLAUSIBILITY, VOICE, *more), rows=rows)
    item = released.numbers(path, raw, ITEM, 1, whole=True, needed=True).astype(int)
    for column, words in ((PLAUSIBILITY, LABELS), (VOICE, VOICES)):
        released.refuse(path, raw, ~raw[column].isin(list(words)), f"{column} is not {' or '.join(words)}")
    sentence = raw[TEXT].map(same)
    released.refuse(path, raw, sentence.duplicated(), "has the sentence of another row")
    kinds = raw.groupby([ITEM, VOICE])[PLAUSIBILITY]
    paired = (kinds.transform("size") == len(LABELS)) & (kinds.transform("nunique") == len(LABELS))
    released.refuse(path, raw, ~paired, "is not in a pair of a plausible and an implausible sentence")
    pair = f"{kind}." + item.map("{:03d}.".format) + raw[VOICE]
    names = {
        "sentence_id": pair + "." + raw[PLAUSIBILITY].str.lower(),
        "sentence": sentence,
        "label": raw[PLAUSIBILITY].map(LABELS),
        "pair_id": pair,
    }
    return pd.concat([pd.DataFrame(names), raw[[ITEM, VOICE, *more]]], axis=1).reset_index(drop=True)


def pairs_of(table: pd.DataFrame) -> pd.DataFrame:
    """Return PAIRS of a frame of read_sentences that also has ``paradigm, phenomenon, cluster``."""
    good, bad = (table[table["label"] == label] for label in (1, 0))
    both = good.merge(bad[["pair_id", "sentence_id"]], on="pair_id", suffixes=("", "_bad"), validate="one_to_one")
    named = both.rename(columns={"sentence_id": "good_id", "sentence_id_bad": "bad_id"})
    return named[["pair_id", "good_id", "bad_id", "paradigm", "phenomenon", "cluster"]]


def read_mean_ratings(path: Path, table: pd.DataFrame, rows: int | None = None) -> pd.Series:
    """Read the mean rating, from 1 to 7, of each sentence of a frame of read_sentences, by sentence_id.

    Raises InputError, by row, for what is wrong in the file, which has so many rows.
    """
    raw = released.read(path, (TEXT, RATING), unique=True, rows=rows)
    rating = released.numbers(path, raw, RATING, 1, 7, needed=True)
    mean = rating.set_axis(_identified(path, raw, table))
    return _of_all(path, mean, table)


def read_answers(path: Path, table: pd.DataFrame, rows: int | None = None) -> pd.DataFrame:
    """Read ``participant, sentence_id, z_score`` and ``rating`` (as given) of each person and sentence.

    People are numbered. Who never gave two different answers has no z-scores, and is left out; how many these are is
    printed. Who rated a sentence twice has the mean of both answers. Raises InputError, by row, for what is wrong in
    the file, which has so many rows, and where nobody rates a sentence of ``table``, a frame of read_sentences.
    """
    raw = released.read(path, (TEXT, PERSON), (RATING,), rows=rows)
    answers = pd.DataFrame(
        {
            "participant": (pd.factorize(raw[PERSON])[0] + 1).astype(str),
            "sentence_id": _identified(path, raw, table),
            "rating": released.numbers(path, raw, RATING, **released.LIKERT),
        }
    )
    different = answers.groupby("participant")["rating"].transform("nunique") > 1
    if without := answers.loc[~different, "participant"].nunique():
        print(f"{path}: {without:,} people never gave two different answers; left out, as they have no z-scores")
    answers = answers[different].dropna()
    with released.fetched_again(), naming(path):
        answers["z_score"] = participant_z_scores(answers)
    single = answers.groupby(["participant", "sentence_id"], sort=False)[["z_score", "rating"]].mean()
    _of_all(path, single["rating"].droplevel("participant"), table)
    return single.reset_index()


def rated(table: pd.DataFrame, answers: pd.DataFrame) -> pd.DataFrame:
    """Return a frame of read_sentences with ``rating``, mean z-scores, and the note ``mean_rating``, from 1 to 7."""
    mean = answers.groupby("sentence_id")["rating"].mean()
    return table.assign(
        rating=table["sentence_id"].map(mean_ratings(answers)), mean_rating=table["sentence_id"].map(mean).map(repr)
    )


def _identified(path: Path, raw: pd.DataFrame, table: pd.DataFrame) -> pd.Series:
    """Return the sentence_id of each row. InputError for sentences that the table does not have."""
    ids = raw[TEXT].map(same).map(table.set_index("sentence")["sentence_id"])
    released.refuse(path, raw, ids.isna(), "is no sentence of the set", BOTH)
    return ids


def _of_all(path: Path, ratings: pd.Series, table: pd.DataFrame) -> pd.Series:
    """Return ratings by sentence_id. InputError unless all sentences of the table have one."""
    without = table[~table["sentence_id"].isin(ratings.index)]
    if len(without):
        raise InputError(f"{path}: nobody rates {without['sentence'].iloc[0]!r}; {BOTH}")
    return ratings


def scores(
    files: Mapping[str, Path], measures: Mapping[str, str], sentences: pd.DataFrame, pairs: pd.DataFrame
) -> pd.DataFrame:
    """Return ``sentence, measure, score``, with scores in nats, of measures that stand in one file each.

    ``measures`` names the metric of each, which is also how its file's name ends, and its part where there are several.
    Sentences that the files have beside those of the dataset are superseded ones, and are returned, too. Raises
    InputError for other metrics, for a metric under the name of another measure, for what is wrong in a file or is
    missing there, and for the scores of DeBERTa.
    """
    tables = []
    for measure, metric in measures.items():
        path = files.get(metric, files.get(""))
        if metric not in METRICS or path is None or not path.stem.endswith(f".{metric}"):
            names = ", ".join(file.name for file in files.values())
            raise InputError(f"{names}: has no scores {metric!r}; correct study.yaml; metrics are {', '.join(METRICS)}")
        name, columns = METRICS[metric]
        if measure != name:
            raise InputError(f"{path}: {metric} is no {measure}; correct study.yaml: the measure is called {name}")
        if BROKEN in path.name:
            raise InputError(
                f"{path}: the released PLL of DeBERTa is not used: its sentences were tokenised wrongly, and on DTFit "
                "it has a correlation of -.003 with people's ratings; declare another model in study.yaml"
            )
        tables.append(_read_scores(path, columns, sentences["sentence"]).assign(measure=measure))
    return pd.concat(tables, ignore_index=True)


def _read_scores(path: Path, columns: tuple[str, ...], texts: pd.Series) -> pd.DataFrame:
    """Read ``sentence, score`` of a file, whose rows are numbered from 0. InputError unless all ``texts`` are there."""
    with released.fetched_again():
        raw = io.read_raw_tsv(path, list(columns))
    raw.index += 1
    released.refuse(path, raw, raw["index"] != pd.Series(range(len(raw)), raw.index).astype(str), "is not in its place")
    score = released.numbers(path, raw, "score", needed=True)
    released.refuse(path, raw, score > 0, "score is above 0, and so no log-probability")
    table = pd.DataFrame({"sentence": raw["sentence"], "score": score}).drop_duplicates()
    missing = texts[~texts.map(same).isin(table["sentence"].map(same))]
    if len(missing):
        raise InputError(
            f"{path}: has no score of {len(missing):,} of the {len(texts):,} sentences, the first "
            f"{missing.iloc[0]!r}; correct study.yaml or {AGAIN}"
        )
    return table
