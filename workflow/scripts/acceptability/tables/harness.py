"""Results of a system on minimal pairs, in the JSON form of lm-evaluation-harness (0.4): results, and samples."""

import hashlib
import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence

import pandas as pd

from acceptability.statistics import criteria

FILTER = "none"  # the filter of the first measure; others go by their names


def results(deltas: pd.DataFrame, pairs: pd.DataFrame, dataset: str, system: Mapping[str, str]) -> dict:
    """Return what the harness writes as results.json.

    A paradigm is a task, and the dataset the group of them; the only paradigm of a dataset is its task. ``acc,none`` is
    the share of pairs whose good sentence has the higher score by the first measure, ``acc,<measure>`` by another one.
    Unlike the harness, a tie is not right. A standard error is that of a mean over pairs.

    Parameters:
        deltas, pairs: the tables DELTAS (of the system) and PAIRS. Pairs that count are those of the other tables.
        system: the model's name, as ``model_name``, and what else is said of it.
    """
    table = deltas[criteria.counted(deltas["human_delta"])].merge(pairs[["pair_id", "paradigm"]], on="pair_id")
    table["right"] = (table["model_delta"] > 0).astype(float)
    filters = _filters(table)
    paradigms = dict(list(table.groupby("paradigm", sort=False)))
    named = zip(_names(dataset, paradigms), paradigms.values(), strict=True)
    tasks = dict(named) if len(paradigms) > 1 else {dataset: table}
    every = tasks if dataset in tasks else {dataset: table} | tasks
    document = {
        task: {"alias": task} | {
            f"{name},{filters[measure]}": value
            for measure, group in part.groupby("measure", sort=False)
            for name, value in _shares(group["right"]).items()
        }
        for task, part in every.items()
    }  # fmt: skip
    sizes = {task: int(part["pair_id"].nunique()) for task, part in tasks.items()}
    return {
        "results": document,
        "groups": {} if dataset in tasks else {dataset: document[dataset]},
        "group_subtasks": {} if dataset in tasks else {dataset: list(tasks)},
        "configs": {
            task: {"task": task, "output_type": "multiple_choice", "doc_to_text": "", "num_fewshot": 0}
            for task in tasks
        },
        "versions": dict.fromkeys(every, 1),
        "n-shot": dict.fromkeys(every, 0),
        "higher_is_better": {task: {"acc": True} for task in every},
        "n-samples": {task: {"original": size, "effective": size} for task, size in sizes.items()},
        **system,
    }


def samples(scores: pd.DataFrame, sentences: pd.DataFrame, deltas: pd.DataFrame, pairs: pd.DataFrame) -> list[dict]:
    """Return a sample of the harness for each pair: its sentences as choices, and their scores by the first measure.

    It is not known whether a sentence is what a model would write, so that ``is_greedy`` is null.
    """
    measure = deltas["measure"].iloc[0]
    score = scores[scores["measure"] == measure].set_index("sentence_id")["score"]
    text = sentences.set_index("sentence_id")["sentence"]
    counted = deltas[(deltas["measure"] == measure) & criteria.counted(deltas["human_delta"])]
    table = pairs.merge(counted[["pair_id", "model_delta"]], on="pair_id")
    columns = [table[side].map(values) for values in (text, score) for side in ("good_id", "bad_id")]
    docs = table[["pair_id", "paradigm", "phenomenon"]].to_dict("records")
    rows = zip(docs, table["model_delta"], *columns, strict=True)
    return [
        _sample(number, doc, both[:2], both[2:], float(delta > 0)) for number, (doc, delta, *both) in enumerate(rows)
    ]


def _sample(number: int, pair: Mapping, texts: Sequence[str], scores: Sequence[float], right: float) -> dict:
    doc = {"sentence_good": texts[0], "sentence_bad": texts[1]} | dict(pair)
    answers = [[str(score), None] for score in scores]
    return {
        "doc_id": number,
        "doc": doc,
        "target": "0",
        "arguments": {f"gen_args_{place}": {"arg_0": "", "arg_1": text} for place, text in enumerate(texts)},
        "resps": [[answer] for answer in answers],
        "filtered_resps": answers,
        "filter": FILTER,
        "metrics": ["acc"],
        "doc_hash": _hash(json.dumps(doc, indent=2, ensure_ascii=False)),
        "prompt_hash": _hash(""),
        "target_hash": _hash("0"),
        "acc": right,
    }


def _filters(table: pd.DataFrame) -> dict[str, str]:
    measures = list(table["measure"].unique())
    return {measure: measure if number else FILTER for number, measure in enumerate(measures)}


def _shares(right: pd.Series) -> dict[str, float | str]:
    error = float(right.std(ddof=1) / math.sqrt(len(right))) if len(right) > 1 else "N/A"
    return {"acc": float(right.mean()), "acc_stderr": error}


def _names(dataset: str, paradigms: Iterable[str]) -> list[str]:
    """Return the names of tasks: letters, digits and underscores; numbered, if they would not be unique."""
    names = [f"{dataset}_{re.sub(r'[^0-9a-zA-Z]+', '_', paradigm).strip('_')}" for paradigm in paradigms]
    unique = len(set(names)) == len(names)
    return names if unique else [f"{name}_{number}" for number, name in enumerate(names, start=1)]


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
