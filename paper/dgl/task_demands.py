"""What 13 language models make of minimal pairs, by log-probability and by prompt. Hu & Frank (2024).

There is a file for each model, with a row for each pair: of Dentella, Günther & Leivada's, or of BLiMP's. The prompt
asks which of two sentences, numbered 1 and 2, is more grammatically correct, once with the good one as 1 (*first*),
once as 2 (*second*). The answer is the number with the higher log-probability. Where two log-probabilities are equal,
neither is higher: that is no right answer.

A habit of answering 1, or 2, makes hardly any pair right in both orders, whatever a model knows. *Averaged* over the
orders, the log-odds of the good sentence's number are free of it, as in the measure ``forced_choice`` of prompts.
"""

from collections.abc import Callable, Collection, Mapping
from pathlib import Path

import pandas as pd

from acceptability.datasets import released
from acceptability.errors import InputError

ITEM = "item_id"
LOG_PROB = "direct_sum_logprob"  # with an ending of SENTENCES, the natural log-probability of a sentence
SENTENCES = {"good": "_good_sentence", "bad": "_bad_sentence"}
DIRECT = "direct_correct"
FIRST, SECOND, BOTH = "meta_good_correct", "meta_bad_correct", "meta_correct"  # right where the good one is first, …
ANSWERS = {  # the log-probability of answering 1 or 2
    (order, number): f"meta_sum_logprob_{order}_first_{number}" for order in ("good", "bad") for number in (1, 2)
}
AVERAGED = "averaged"  # ln p(the good sentence's number) − ln p(the other number), the mean of both orders
NUMBERS = (*(LOG_PROB + ending for ending in SENTENCES.values()), *ANSWERS.values())
BETWEEN = "/"  # a part and a column: llama-2-7b-hf/meta_good_correct


def read(path: Path, columns: tuple[str, ...] = (), rows: int | None = None) -> pd.DataFrame:
    """Read a model's file: log-probabilities as floats, what is right as booleans, and ``columns`` as text.

    AVERAGED is added. Raises InputError, by row, for what is wrong in the file, which has so many rows, and where a
    decision is not that of the log-probabilities.
    """
    raw = released.read(path, (ITEM, *columns, *NUMBERS, DIRECT, FIRST, SECOND, BOTH), unique=True, rows=rows)
    table = raw[[ITEM, *columns]].assign(**{name: released.numbers(path, raw, name, needed=True) for name in NUMBERS})
    good, bad = (table[LOG_PROB + ending] for ending in SENTENCES.values())
    answer = {key: table[name] for key, name in ANSWERS.items()}
    table[DIRECT] = good > bad
    table[FIRST] = answer["good", 1] > answer["good", 2]
    table[SECOND] = answer["bad", 2] > answer["bad", 1]
    table[BOTH] = table[FIRST] & table[SECOND]
    table[AVERAGED] = (answer["good", 1] - answer["good", 2] + answer["bad", 2] - answer["bad", 1]) / 2
    for name in (DIRECT, FIRST, SECOND, BOTH):
        wrong = raw[name] != table[name].astype(str)
        faults = raw[name].map(lambda cell, name=name: f"{name} is {cell!r}, against its log-probabilities")
        released.refuse(path, raw, wrong, faults)
    return table


def scores(
    path: Path,
    measures: Mapping[str, str],
    sentences: pd.DataFrame,
    pair_ids: Callable[[pd.DataFrame], pd.Series],
    columns: tuple[str, ...],
    texts: Mapping[str, str],
    rows: int,
) -> pd.DataFrame:
    """Return ``sentence_id, measure, score``: natural log-probabilities of the sentences of a dataset.

    Parameters:
        path: the file of a model.
        measures: LOG_PROB, by measure.
        sentences: the table SENTENCES of the dataset.
        pair_ids, columns, rows: as in decisions.
        texts: the columns with the good and the bad sentence.

    Raises InputError for another column, and what read and member_scores refuse.
    """
    raw = read(path, (*columns, *texts.values()), rows)
    for column in measures.values():
        check_known(path, "column", column, [LOG_PROB])
    members = {side: raw[column] for side, column in texts.items()}
    values = {side: raw[LOG_PROB + ending] for side, ending in SENTENCES.items()}
    table = member_scores(path, raw, pair_ids(raw), members, values, sentences)
    return pd.concat([table.assign(measure=measure) for measure in measures], ignore_index=True)


def member_scores(
    path: Path,
    raw: pd.DataFrame,
    ids: pd.Series,
    texts: Mapping[str, pd.Series],
    values: Mapping[str, pd.Series],
    sentences: pd.DataFrame,
) -> pd.DataFrame:
    """Return ``sentence_id, score`` of the good and the bad sentences of the pairs ``ids``.

    Sentences that the dataset does not have are left out. Raises InputError, by row, where a text is not that of the
    dataset, and where a sentence has two rows.
    """
    by_id = sentences.set_index("sentence_id")["sentence"]
    parts = []
    for side, text in texts.items():
        names = ids + f".{side}"
        known = names.map(by_id)
        other = known.notna() & (text.str.split().str.join(" ") != known)
        released.refuse(path, raw, other, text.map(lambda line: f"{line!r} is not the sentence of the dataset"))
        released.refuse(path, raw, names.duplicated(), names.map(lambda name: f"has the pair of another row: {name!r}"))
        parts.append(pd.DataFrame({"sentence_id": names, "score": values[side]})[known.notna()])
    return pd.concat(parts, ignore_index=True)


def decisions(
    files: Mapping[str, Path],
    measures: Mapping[str, str],
    pair_ids: Callable[[pd.DataFrame], pd.Series],
    columns: tuple[str, ...],
    rows: int,
) -> pd.DataFrame:
    """Return ``pair_id, measure, chose_good``: whether a model's answers to prompts are right.

    Parameters:
        files: the file of each model, by part.
        measures: the part of each measure, where answers in both orders must be right; or the part and a column of
            decisions, FIRST, SECOND or BOTH, with BETWEEN between them.
        pair_ids: gives the pair of each row by these ``columns``.
        rows: how many rows a file has.

    Raises InputError for a part or a column that there is not, and what read refuses.
    """
    parts = []
    for measure, place in measures.items():
        part, _, column = place.partition(BETWEEN)
        check_known(measure, "part", part, files)
        check_known(files[part], "column", column or BOTH, (FIRST, SECOND, BOTH))
        raw = read(files[part], columns, rows)
        is_right = raw[column or BOTH].astype(int)
        parts.append(pd.DataFrame({"pair_id": pair_ids(raw), "measure": measure, "chose_good": is_right}))
    return pd.concat(parts, ignore_index=True)


def check_known(place: Path | str, what: str, name: str, names: Collection[str]) -> None:
    """Raise InputError for a part or a column that the study names, and that there is not."""
    if name not in names:
        raise InputError(f"{place}: has no {what} {name!r}; correct study.yaml; there is: {', '.join(names)}")
