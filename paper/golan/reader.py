"""Controversial sentence pairs → pairs, the sentence that most people chose first, and people's choices.

Golan, Siegelman, Kriegeskorte & Baldassano (2023), Nature Machine Intelligence 5:952-964: their second experiment.
"""

from pathlib import Path

import numpy as np
import pandas as pd

from acceptability.datasets import released
from acceptability.datasets.dataset import Dataset
from acceptability.errors import InputError
from acceptability.papers.golan.manifest import KIND

PERSON, PAIR, ANSWER, PLACE = "subject", "sentence_pair", "rating", "Trial Number"
TEXTS = {"1": "sentence1", "2": "sentence2"}
MODELS = {"1": "sentence1_model", "2": "sentence2_model"}  # whose score each string was synthesised to be good for
LOCATION = "sentence1_location"
LOCATIONS = {"left": 1, "right": 0}
OTHERS = "binarized_choice_probability_NC_LB"  # the share of the other people who chose the second sentence
COLUMNS = (PAIR, PERSON, ANSWER, PLACE, *TEXTS.values(), *MODELS.values(), LOCATION, OTHERS)
LOWEST, HIGHEST, LAST_FIRST = 1, 6, 3  # answers from LOWEST to LAST_FIRST choose the first sentence
PLL = "_has_a_mouth"  # the end of a model's name where its pseudo-log-likelihood is meant
SHUFFLED = "all"
KINDS = {
    SHUFFLED: "Sentence or its words in disorder",
    "bert": "BERT: chain or PLL",
    "electra": "ELECTRA: chain or PLL",
    "roberta": "RoBERTa: chain or PLL",
}
ROUNDING = 1e-9


def read(answers: Path, rows: int | None = None) -> Dataset:
    """Read unrated sentences, pairs whose good member most people chose, and each person's choices.

    A pair that splits people evenly is left out, with its choices. Phenomena are the model that a pair was made for, or
    that it is a sentence in two orders of words. Notes of the pairs: ``mean_answer``, from 1 to 6, where 6 prefers the
    good sentence most; and ``made_for``: the score that the good sentence was made to be good for (chain or pll), or
    both. Raises InputError, by row, for what is wrong in the file, which has so many rows.
    """
    raw = read_answers(answers, rows)
    number = pd.Series(pd.factorize(raw[PAIR])[0] + 1, index=raw.index)
    table = pd.DataFrame(
        {
            "participant": (pd.factorize(raw[PERSON])[0] + 1).astype(str),
            "pair_id": f"{KIND}." + number.astype(str).str.zfill(3),
            "answer": raw[ANSWER],
            "second": (raw[ANSWER] > LAST_FIRST).astype(int),
            "place": raw[PLACE],
            "first_left": raw[LOCATION].map(LOCATIONS),
        }
    )
    by_pair = table.groupby("pair_id")
    share, answer = by_pair["second"].mean(), by_pair["answer"].mean()
    ids = share.index[share != 0.5]
    if not len(ids):
        raise InputError(f"{answers}: has no pair with a preference; {released.AGAIN}")
    first_rows = raw.set_axis(table["pair_id"]).loc[lambda frame: ~frame.index.duplicated()]
    members = [
        pd.DataFrame({"sentence_id": first_rows.index + f".{side}", "sentence": first_rows[column], "rating": None})
        for side, column in TEXTS.items()
    ]
    second = share[ids] > 0.5
    good, other = (pd.Series(np.where(second, *sides), index=ids) for sides in (("2", "1"), ("1", "2")))
    model = first_rows.loc[ids, MODELS["1"]].where(~second, first_rows.loc[ids, MODELS["2"]])
    kind = model.str.removesuffix(PLL)
    made_for = pd.Series(np.where(model.str.endswith(PLL), "pll", "chain"), index=ids)
    pairs = pd.DataFrame(
        {
            "pair_id": ids,
            "good_id": ids + "." + good,
            "bad_id": ids + "." + other,
            "paradigm": kind.map(KINDS),
            "phenomenon": kind.map(KINDS),
            "cluster": ids,
            "mean_answer": answer[ids].where(second, LOWEST + HIGHEST - answer[ids]).map("{:.4f}".format),
            "made_for": made_for.where(kind != SHUFFLED, "both"),
        }
    )
    table = table[table["pair_id"].isin(ids)]
    good_is_second = table["pair_id"].map(second).astype(int)
    choices = table[["participant", "pair_id", "place"]].assign(
        chose_good=(table["second"] == good_is_second).astype(int),
        good_first=(table["first_left"] != good_is_second).astype(int),
    )
    return Dataset(
        pd.concat(members).sort_index(kind="stable").reset_index(drop=True),
        pairs.reset_index(drop=True),
        choices=choices.reset_index(drop=True),
    )


def read_answers(path: Path, rows: int | None = None) -> pd.DataFrame:
    """Read COLUMNS of all answers, answers and places as numbers, indexed by the rows of the file.

    Raises InputError, by row, for what is wrong in an answer; where two rows of a pair differ in what all have; where
    not each person answers each pair once; and where OTHERS is not what the other answers give.
    """
    raw = released.read(path, COLUMNS, rows=rows)[list(COLUMNS)]
    pair_name = raw[TEXTS["1"]] + "_" + raw[TEXTS["2"]]
    released.refuse(path, raw, raw[PAIR] != pair_name, f"{PAIR} is not its two sentences")
    released.refuse(path, raw, raw[TEXTS["1"]] == raw[TEXTS["2"]], "its two sentences are the same")
    released.refuse(path, raw, ~raw[LOCATION].isin(list(LOCATIONS)), f"{LOCATION} is not left or right")
    first, second = (raw[column] for column in MODELS.values())
    kind = first.str.removesuffix(PLL)
    right = kind.isin(list(KINDS)) & (kind == second.str.removesuffix(PLL)) & ((first == second) == (kind == SHUFFLED))
    released.refuse(path, raw, ~right, first + " and " + second + " are not two scores of a model")
    for column in MODELS.values():
        differs = raw[column] != raw.groupby(PAIR)[column].transform("first")
        released.refuse(path, raw, differs, f"{column} is not that of the pair's other rows")
    numbered = {ANSWER: released.numbers(path, raw, ANSWER, LOWEST, HIGHEST, whole=True, needed=True)}
    numbered[PLACE] = released.numbers(path, raw, PLACE, 1, whole=True, needed=True)
    others = released.numbers(path, raw, OTHERS, 0, 1, needed=True)
    twice = raw.duplicated([PERSON, PAIR])
    released.refuse(path, raw, twice, raw[PERSON].map(lambda person: f"{PERSON} {person!r} answers the pair twice"))
    people, pairs = raw[PERSON].nunique(), raw[PAIR].nunique()
    released.check_count(path, len(raw), people * pairs, f"answers by {people} people to {pairs} pairs")
    chose_second = (numbered[ANSWER] > LAST_FIRST).groupby(raw[PAIR])
    share = (chose_second.transform("sum") - (numbered[ANSWER] > LAST_FIRST)) / (people - 1)
    released.refuse(path, raw, (share - others).abs() > ROUNDING, f"{OTHERS} is not what the other answers give")
    return raw.assign(**numbered)
