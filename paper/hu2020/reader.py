"""Stimuli of Hu et al. (2020) → labelled sentences in sets, of which the pronoun is scored.

"A closer look at the performance of neural language models on reflexive anaphor licensing". Niu & Penn (2020)
correlate the pronouns' surprisals with these labels.
"""

from pathlib import Path

import pandas as pd

from acceptability.contracts import io
from acceptability.datasets.dataset import Dataset
from acceptability.errors import InputError
from acceptability.reading.report import fail

CONDITIONS = {  # by the noun that does not agree with the pronoun: in no experiment does a name mean another condition
    "none": "baseline",
    "matrix_subj": "ungrammatical",
    "local_subj": "ungrammatical",
    "head": "ungrammatical",
    "rc_subj": "distractor",
    "nonlocal_subj": "distractor",
    "distractor": "distractor",
}
COLUMNS = ("item", "grammatical", "mismatch_position", "pronoun", "sentence", "sentence_no_eos")
END = " <eos>"


def read(method: str = "pronoun", **stimuli: Path) -> Dataset:
    """Read sentences, and as remarks those whose released label or second text differs.

    Each argument is one file: ``exp1a_herself`` holds the part ``exp1a-herself``. ``method``: see the manifest.
    """
    parts = {argument.replace("_", "-"): path for argument, path in stimuli.items()}
    raw = {part: io.read_raw_csv(path) for part, path in parts.items()}
    sentences = pd.concat([_part(part, raw[part], path) for part, path in parts.items()], ignore_index=True)
    if method != "pronoun":
        sentences = sentences.drop(columns=["given", "scored"])
    return Dataset(sentences, remarks=_remarks(sentences, pd.concat(raw.values(), ignore_index=True)))


def _part(part: str, raw: pd.DataFrame, path: Path) -> pd.DataFrame:
    """Read the sentences of one file: the contract SENTENCES, with further columns.

    label: 1 for baseline and distractor, 0 for ungrammatical.
    label_as_released: the column ``grammatical``, which is wrong for half of the mismatches in exp1a-themselves.
    set: ``<part>.<item>``: the versions of one item.
    experiment, pronoun, condition: exp1a, exp1b, exp2, exp3, exp4; the pronoun; baseline, distractor,
        ungrammatical.
    """
    _check(raw, path)
    sentence = raw["sentence"].str.removesuffix(END)
    contexts = [text[: _place(text, pronoun)].strip() for text, pronoun in zip(sentence, raw["pronoun"], strict=True)]
    condition = raw["mismatch_position"].map(CONDITIONS)
    return pd.DataFrame(
        {
            "sentence_id": [f"{part}.{row:04d}" for row in range(1, len(raw) + 1)],
            "sentence": sentence,
            "label": (condition != "ungrammatical").astype(int),
            "rating": None,
            "set": part + "." + raw["item"],
            "experiment": part.split("-")[0],
            "pronoun": raw["pronoun"],
            "condition": condition,
            "label_as_released": raw["grammatical"],
            "given": contexts,
            "scored": raw["pronoun"],
        }
    )


def _check(raw: pd.DataFrame, path: Path) -> None:
    """Raise InputError for what is wrong in a file of stimuli."""
    if missing := [name for name in COLUMNS if name not in raw]:
        raise InputError(f"{path}: has no column {missing[0]!r}; fetch it again; it has: {', '.join(raw)}")
    if raw.empty:
        raise InputError(f"{path}: has no rows; fetch it again")
    wrong = []
    for number, row in enumerate(raw.itertuples(index=False), start=2):
        if row.mismatch_position not in CONDITIONS:
            wrong.append(
                f"row {number}: mismatch_position is {row.mismatch_position!r}; write one of {', '.join(CONDITIONS)}"
            )
        if row.grammatical not in ("0", "1"):
            wrong.append(f"row {number}: grammatical is {row.grammatical!r}; write 1 or 0")
        if not row.pronoun or f" {row.sentence} ".count(f" {row.pronoun} ") != 1:
            wrong.append(
                f"row {number}: {row.sentence!r} does not have its pronoun {row.pronoun!r} once; correct one of the two"
            )
    fail(path, wrong)
    if raw["mismatch_position"].map(CONDITIONS).eq("ungrammatical").nunique() == 1:
        raise InputError(f"{path}: all sentences have the same label; fetch it again")


def _place(sentence: str, word: str) -> int:
    """Return the place of a word in a sentence whose words are separated by spaces."""
    return f" {sentence} ".index(f" {word} ")


def _remarks(sentences: pd.DataFrame, raw: pd.DataFrame) -> pd.DataFrame:
    """List sentences whose released label is not that of the condition, or whose text without end differs otherwise."""
    parts = []
    for field, other in (("label", raw["grammatical"]), ("sentence", raw["sentence_no_eos"])):
        used = sentences[field].astype(str)
        differs = used != other
        remarks = {"sentence_id": sentences["sentence_id"], "field": field, "corpus": used, "elsewhere": other}
        parts.append(pd.DataFrame(remarks)[differs])
    return pd.concat(parts, ignore_index=True)
