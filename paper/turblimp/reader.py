"""TurBLiMP's rated pairs → sentences, pairs, ratings of single participants. Başar, Padovani, Jumelet & Bisazza (2025).

The survey has two versions, v1 and v2, with the two sentences of a pair in the same row. The question Q2.2 is about the
first sentence of v1, Q3.2 about that of v2, and so on; answers to the base and to the experimental items are in two
files with one row a person, in the same order: participants are named by their rows.
"""

import re
from pathlib import Path

import pandas as pd

from acceptability.datasets import released
from acceptability.datasets.dataset import Dataset
from acceptability.datasets.ratings import mean_ratings, participant_z_scores
from acceptability.datasets.released import AGAIN, BOTH
from acceptability.errors import InputError, naming
from acceptability.reading import sheets
from acceptability.reading.report import fail

VERSIONS = {"Q2": "v1", "Q3": "v2"}
QUESTION = re.compile(r"(Q[23])\.(\d+)_1")
FIRST = 2  # the number of a version's first question
WIDER = {"Transitive_": "Argument_Structure_Transitive", "Ditransitive_": "Argument_Structure_Ditransitive"}


def read(survey: Path, ratings: Path, experimental: Path, people: int | None = None) -> Dataset:
    """Read sentences with ``pair`` and ``label``, pairs, and z-scores of single answers.

    An experimental item's phenomenon is the argument structure that it is about. Raises InputError, by row or question,
    for what is wrong in a file, and where two files do not fit. Each file of answers is of so many people.
    """
    pairs = read_pairs(survey)
    sentence_of = {
        (question, FIRST + place): (f"{pair['pair_id']}.{pair[version]}", f"{pair['paradigm']}_{pair[version]}")
        for place, pair in enumerate(pairs)
        for question, version in VERSIONS.items()
    }
    answers = [read_answers(path, sentence_of, people) for path in (ratings, experimental)]
    _check_answered(answers, len(sentence_of), (ratings, experimental))
    raw = pd.concat(answers, ignore_index=True)
    with released.fetched_again(), naming(ratings):
        raw["z_score"] = participant_z_scores(raw)
    texts = [
        {"sentence_id": f"{pair['pair_id']}.{side}", "sentence": pair[f"{side}_text"], "label": int(side == "good")}
        for pair in pairs
        for side in ("good", "bad")
    ]
    sentences = pd.DataFrame(texts)
    sentences["rating"] = sentences["sentence_id"].map(mean_ratings(raw))
    table = pd.DataFrame(pairs)[["pair_id", "paradigm"]]
    table.insert(1, "good_id", table["pair_id"] + ".good")
    table.insert(2, "bad_id", table["pair_id"] + ".bad")
    table["phenomenon"] = table["paradigm"].map(phenomenon)
    table["cluster"] = table["paradigm"]
    table["phenomenon_label"] = table["phenomenon"].str.replace("_", " ")
    return Dataset(sentences, table, raw[["participant", "sentence_id", "z_score"]])


def phenomenon(paradigm: str) -> str:
    """Return the phenomenon that a paradigm belongs to: itself, or argument structure."""
    return next((wider for start, wider in WIDER.items() if paradigm.startswith(start)), paradigm)


def read_pairs(survey: Path) -> list[dict[str, str]]:
    """Read ``pair_id, paradigm, good_text, bad_text``, and ``v1, v2``: which member each version of the survey has."""
    versions = {version: _version(survey, version) for version in VERSIONS.values()}
    first, second = versions.values()
    if len(first) != len(second):
        raise InputError(f"{survey}: v1 has {len(first)} sentences, v2 has {len(second)}; {AGAIN}")
    pairs, wrong = [], []
    for place, (one, other) in enumerate(zip(first, second, strict=True), start=1):
        number, paradigm, _, side = one
        if paradigm != other[1] or {side, other[3]} != {"good", "bad"}:
            wrong.append(
                f"row {number}: v1 has {paradigm!r}, {side!r}, and v2 {other[1]!r}, {other[3]!r}: no pair; {AGAIN}"
            )
            continue
        texts = {f"{member[3]}_text": member[2] for member in (one, other)}
        pairs.append({"pair_id": f"turblimp.{place:03d}", "paradigm": paradigm, "v1": side, "v2": other[3]} | texts)
    fail(survey, wrong)
    return pairs


def _version(survey: Path, version: str) -> list[tuple[int, str, str, str]]:
    """Return row, paradigm, sentence and type of each sentence of a version."""
    with released.fetched_again():
        sheet = sheets.read(survey, sheet=version)
    released.check_columns(f"{survey}, sheet {version!r}", sheet.header, (version, "phenomenon", "type"))
    place = [sheet.header.index(name) for name in ("phenomenon", version, "type")]
    rows = [
        (number, *(" ".join(cells[column].split()) for column in place))
        for number, cells in zip(sheet.numbers, sheet.rows, strict=True)
    ]
    fail(survey, [f"row {number} of {version}: has an empty cell; {AGAIN}" for number, *cells in rows if "" in cells])
    return rows


def read_answers(path: Path, sentence_of: dict[tuple[str, int], tuple[str, str]], people: int | None) -> pd.DataFrame:
    """Read ``participant, sentence_id, rating`` of one file of answers.

    Its header has the questions, its second row what each is about; then there is a row for each person.
    ``sentence_of`` gives the sentence_id and the second row's text of each question.
    """
    with released.fetched_again():
        sheet = sheets.read(path)
    released.check_count(path, len(sheet.rows) - 1, people, "people")
    wrong, sentence_of_question = [], {}
    for question, text in zip(sheet.header, sheet.rows[0], strict=True):
        parts = QUESTION.fullmatch(question)
        known = parts and sentence_of.get((parts[1], int(parts[2])))
        if not known:
            wrong.append(f"row 1: {question!r} is no question about a sentence of the survey; {AGAIN}")
        elif known[1] != text.strip():
            wrong.append(f"row 2 ({question}): is about {text!r}, in the survey about {known[1]!r}; {AGAIN}")
        else:
            sentence_of_question[question] = known[0]
    fail(path, wrong)
    rows = pd.DataFrame(sheet.rows[1:], columns=sheet.header, index=sheet.numbers[1:])
    raw = rows.melt(ignore_index=False, var_name="question", value_name="answer").sort_index(kind="stable")
    rating = released.numbers(path, raw, "answer", **released.LIKERT)
    if rating.isna().all():
        raise InputError(f"{path}: has no answers; {AGAIN}")
    participant = [f"row-{number:02d}" for number in raw.index]
    answers = pd.DataFrame(
        {"participant": participant, "sentence_id": raw["question"].map(sentence_of_question), "rating": rating}
    )
    return answers.dropna(ignore_index=True)


def _check_answered(answers: list[pd.DataFrame], sentences: int, paths: tuple[Path, Path]) -> None:
    """Raise InputError unless every sentence is rated, and each row of both files is of one participant and version."""
    seen = [set(table["sentence_id"]) for table in answers]
    if len(seen[0] | seen[1]) != sentences or seen[0] & seen[1]:
        raise InputError(f"{paths[0]}, {paths[1]}: do not rate each of the survey's sentences; {BOTH}")
    all_answers = pd.concat(answers)
    twice = all_answers[
        all_answers.assign(pair=all_answers["sentence_id"].str.rsplit(".", n=1).str[0]).duplicated(
            ["participant", "pair"]
        )
    ]
    if len(twice):
        person = twice["participant"].iloc[0]
        raise InputError(f"{paths[0]}: {person} rates both sentences of a pair, though no one saw both; {AGAIN}")
