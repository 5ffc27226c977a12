"""Scores from elsewhere: a user's table of scores → one score a sentence and measure.

A row is a sentence; or a pair, with the columns sentence_good and sentence_bad, and two of each measure, which end in
_good and _bad (or good_sentence, bad_sentence, and measures that begin with good_ and bad_); a sample of
lm-evaluation-harness; or a token, as minicons has them.
"""

import json
import math
import re
import unicodedata
from collections.abc import Iterable, Mapping
from pathlib import Path

from acceptability.datasets import matching, user_columns, user_files
from acceptability.datasets.user_columns import COMPUTED, MISSING, Field, is_written_for
from acceptability.datasets.user_files import Sheet, fail
from acceptability.errors import PARTIAL, InputError

NAMES = {
    "sentence_id": Field("the sentence's id, <pair_id>.good or <pair_id>.bad for your own pairs", ("id",)),
    "sentence": Field("the sentence, as the dataset has it", ("text", "stimulus", "sentences")),
}
LOW_IS_GOOD = re.compile(r"surprisal|perplex|ppl|loss|nll|entropy|cost|negative", re.IGNORECASE)


SIDES = ("good", "bad")
WAYS_OF_SIDES = ("{stem}_{side}", "{side}_{stem}")
LOG_PROBS = ("logprob", "surprisal")  # of tokens, as headers without case and punctuation
SPECIAL = re.compile(r"\[(CLS|SEP|PAD|MASK)\]|<\|?/?(s|pad|bos|eos|mask|endoftext|begin_of_text)\|?>")


def _read(path: str | Path, **reading: str) -> Sheet:
    """Read the table, with a row for each sentence."""
    sheet = user_files.read(path, **reading)
    for of_form in (_of_pairs, _of_samples, _of_tokens):
        if (made := of_form(sheet)) is not None:
            return made
    user_columns.check_alike(sheet, NAMES)
    return sheet


def _of_pairs(sheet: Sheet) -> Sheet | None:
    """Return the two rows of each pair, or None if rows are no pairs.

    InputError for numbers of one side alone, if there are no others.
    """
    places = {header: place for place, header in enumerate(sheet.header)}
    for form in WAYS_OF_SIDES:
        if all(form.format(stem="sentence", side=side) in places for side in SIDES):
            break
    else:
        return None
    good = form.format(stem="", side="good")
    starts = [header.replace(good, "", 1) for header in sheet.header if _has(header, good)]
    stems = [stem for stem in starts if form.format(stem=stem, side="bad") in places]
    if not any(_has_numbers(sheet, form.format(stem=stem, side="good")) for stem in stems):
        _check_sides(sheet, form)
    columns = [[places[form.format(stem=stem, side=side)] for stem in stems] for side in SIDES]
    rows = [[cells[place] for place in of_side] for cells in sheet.rows for of_side in columns]
    return Sheet(sheet.path, stems, rows, [number for number in sheet.numbers for _ in SIDES])


def _check_sides(sheet: Sheet, form: str) -> None:
    """Raise InputError for a column of numbers of one side whose column of the other side is missing."""
    for side, other in (SIDES, SIDES[::-1]):
        affix, its = form.format(stem="", side=side), form.format(stem="", side=other)
        for header in sheet.header:
            needed = header.replace(affix, its, 1)
            if _has(header, affix) and needed not in sheet.header and _has_numbers(sheet, header):
                raise InputError(f"{sheet.path}: has a column {header}, but no column {needed}; add it")


def _has_numbers(sheet: Sheet, header: str) -> bool:
    place = sheet.header.index(header)
    return _mostly_numbers([cells[place] for cells in sheet.rows])


def _has(header: str, affix: str) -> bool:
    return header.endswith(affix) if affix.startswith("_") else header.startswith(affix)


def _of_samples(sheet: Sheet) -> Sheet | None:
    """Return a row for each choice in lm-evaluation-harness' samples, or None if rows are no samples.

    A choice is what follows a context that must be empty, so that its log-likelihood is that of a sentence. InputError
    that lists samples that are no choices between sentences.
    """
    if not {"doc_id", "arguments", "filtered_resps"} <= set(sheet.header):
        return None
    places = [sheet.header.index(name) for name in ("arguments", "filtered_resps")]
    rows, numbers, wrong = [], [], []
    for number, cells in zip(sheet.numbers, sheet.rows, strict=True):
        try:
            asked, answers = (json.loads(cells[place]) for place in places)
            asked = [list(one.values()) for one in asked.values()] if isinstance(asked, dict) else asked
            if any(context.strip() for context, _ in asked):
                wrong.append(f"row {number}: a sentence follows a context; only whole sentences can be scored")
            values = [str(value) for value, _is_greedy in answers]
            if not_computed := [value for value in values if is_written_for(value, COMPUTED)]:
                wrong.append(
                    f"row {number}: the log-likelihood of a sentence is {not_computed[0]}, which is no score; score it "
                    f"anew, or leave the row out and declare that some have none ({PARTIAL})"
                )
                continue
            if not all(map(user_columns.is_number, values)):
                raise ValueError
            rows += [[text, value] for (_, text), value in zip(asked, values, strict=True)]
            numbers += [number] * len(asked)
        except (ValueError, TypeError, AttributeError):
            wrong.append(f"row {number}: is not a choice between sentences by their log-likelihoods, as of blimp")
    fail(sheet.path, wrong)
    return Sheet(sheet.path, ["sentence", "log_prob"], rows, numbers)


def _of_tokens(sheet: Sheet) -> Sheet | None:
    """Return sums and means over the tokens of each sentence of a data frame of minicons, or None if it is none.

    Its sentence_id is a number that counts sentences; their texts are those of their tokens, which are matched loosely.
    A token without a number is not scored, as the first of a sentence may be, for which minicons writes 0; special
    tokens are no part of the text. InputError where one of its columns is missing.
    """
    places = {user_columns.plain(header): place for place, header in enumerate(sheet.header)}
    column = next((name for name in LOG_PROBS if name in places), None)
    missing = ["token"] * ("token" not in places) + [" or ".join(LOG_PROBS)] * (column is None)
    if "sentenceid" in places and len(missing) == 1 and _counts_sentences(sheet, places["sentenceid"]):
        raise InputError(
            f"{sheet.path}: has several rows for each sentence_id, as of tokens, but no column {missing[0]}; add it, "
            f"or rename the column that has it; it has: {', '.join(sheet.header)}"
        )
    if missing or "sentenceid" not in places:
        return None
    sentences: dict[tuple[str, str], list] = {}
    origins = sheet.origins or [""] * len(sheet.rows)
    for number, cells, origin in zip(sheet.numbers, sheet.rows, origins, strict=True):
        sentences.setdefault((origin, cells[places["sentenceid"]]), []).append((number, cells))
    rows, numbers, wrong = [], [], []
    for tokens in sentences.values():
        cells = {number: cells[places[column]].strip() for number, cells in tokens}
        scored = {number: cell for number, cell in cells.items() if cell and not is_written_for(cell, MISSING)}
        first = next(iter(scored), None)
        if first == tokens[0][0] and scored[first] in ("0", "0.0", "-0.0"):
            del scored[first]  # minicons writes 0 where the first token of a sentence has no number
        bad = [number for number, cell in scored.items() if not user_columns.is_number(cell)]
        wrong += [
            f"row {number}: {sheet.header[places[column]]} is {cells[number]!r}, which is not a number"
            for number in bad
        ]
        if not bad and scored:
            total = math.fsum(float(cell) for cell in scored.values()) * (1 if column == "logprob" else -1)
            text = "".join(SPECIAL.sub("", cells[places["token"]]) for _, cells in tokens)
            rows.append([text, repr(total), repr(total / len(scored))])
            numbers.append(tokens[0][0])
    fail(sheet.path, wrong)
    return Sheet(sheet.path, ["sentence", "log_prob", "mean_lp"], rows, numbers)


def _counts_sentences(sheet: Sheet, place: int) -> bool:
    """Say whether the cells are whole numbers that stand in several rows each, as in a table of tokens."""
    numbers = [cells[place].strip() for cells in sheet.rows]
    sentences = set(zip(sheet.origins, numbers, strict=True)) if sheet.origins else set(numbers)
    return all(map(str.isdecimal, numbers)) and len(numbers) >= 2 * len(sentences)


def measure_of(column: str) -> str:
    """Turn the name of a column into that of a measure: lower-case letters, digits and underscores."""
    plain = unicodedata.normalize("NFKD", column).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "_", plain).strip("_") or "score"


def columns_of(path: str | Path, **reading: str) -> dict[str, str]:
    """Find the table's columns of numbers, by the names of their measures. InputError where it has none."""
    sheet = _read(path, **reading)
    _, others = user_columns.match(sheet, NAMES)
    numbers = [header for header, place in others.items() if _mostly_numbers([cells[place] for cells in sheet.rows])]
    if not numbers:
        raise InputError(f"{path}: has no column of numbers; add one with a score for each sentence")
    return by_measure(path, numbers)


def by_measure(path: str | Path, headers: Iterable[str]) -> dict[str, str]:
    """Name the measure of each column. InputError where two columns have names that are too similar."""
    columns: dict[str, str] = {}
    for header in headers:
        if measure_of(header) in columns:
            both = f"{columns[measure_of(header)]!r} and {header!r}"
            raise InputError(f"{path}: the columns {both} have names that are too similar; rename one")
        columns[measure_of(header)] = header
    return columns


def check_columns(path: str | Path, columns: Mapping[str, str], others: Mapping[str, int]) -> None:
    """Raise InputError for a measure whose column the table does not have among its ``others``."""
    for header in columns.values():
        if header not in others:
            raise InputError(f"{path}: has no column {header!r}; correct measures; it has: {', '.join(others)}")


def _mostly_numbers(cells: list[str]) -> bool:
    """Say whether most cells are numbers, or what programs write in their place; all others are then listed as errors.

    Words for a missing number count only beside numbers: a column of remarks may have many.
    """
    filled = [cell for cell in cells if cell.strip()]
    computed = sum(user_columns.is_number(cell) or is_written_for(cell, COMPUTED) for cell in filled)
    missing = sum(is_written_for(cell, MISSING) and not is_written_for(cell, COMPUTED) for cell in filled)
    return computed > 0 and 2 * (computed + missing) > len(filled)


def check_direction(path: str | Path, columns: Mapping[str, str], negate: list[str]) -> None:
    """Raise InputError for a column that is low where a sentence is good, by its name, unless it is negated."""
    for measure, header in columns.items():
        if LOW_IS_GOOD.search(header) and measure not in negate:
            raise InputError(
                f"{path}: the column {header!r} sounds as if low scores were good, but scores must be high for "
                f"acceptable sentences: write negate: [{measure}] (NEGATE={measure} for make score, "
                f"negate={[measure]} from Python), or rename it"
            )


def read_scores(
    path: str | Path,
    columns: Mapping[str, str],
    negate: list[str],
    sentences: Mapping[str, str],
    *,
    complete: bool = True,
    **reading: str,
) -> tuple[list[tuple[str, str, float]], dict[str, list[str]]]:
    """Read the score of each sentence by each measure.

    Parameters:
        path: the user's table.
        columns: the header of each measure.
        negate: the measures whose sign is changed.
        sentences: the texts of the dataset, by id, in order. A row belongs to the sentence of its id (where ids of the
            file are ids of sentences) or to all sentences of its text (see matching). Rows that belong to none are left
            out.
        complete: whether every sentence must have a score. Otherwise, cells may be empty, too.

    Returns: ``(sentence_id, measure, score)`` in the order of ``sentences``, and the rows, in words, by how they were
    matched.

    Raises InputError that lists rows whose sentence is not the one that their id names (where they have both); rows
    that contradict each other and, if ``complete``, sentences without a score and the
    rows that belong to none; otherwise, where no row belongs to a sentence.
    """
    sheet = _read(path, **reading)
    path = sheet.path
    known, others = user_columns.match(sheet, NAMES)
    if not known:
        raise InputError(f"{path}: has neither a column sentence_id nor a column sentence; it has: {', '.join(others)}")
    check_columns(path, columns, others)
    instead = f"declare that some have none ({PARTIAL})" if complete else "leave the cell empty"
    mend = f"give the sentence a finite score, or {instead}"
    score = Field("a score", number=True, needed=True, may_be_empty=not complete, mend=mend)
    fields = NAMES | dict.fromkeys(columns.values(), score)
    by_id = "sentence_id" in known and any(cells[known["sentence_id"]].strip() in sentences for cells in sheet.rows)
    key = "sentence_id" if by_id or "sentence" not in known else "sentence"
    rows = user_columns.read_records(sheet, fields, (key,), unique=False)
    if by_id and "sentence" in known:
        matching.check_texts(path, key, ((row["row"], row[key], row["sentence"]) for row in rows), sentences)
    names = [record[key] for record in rows]
    matched = (matching.match_ids if key == "sentence_id" else matching.match)(names, sentences)
    records: dict[tuple[str, str], dict] = {}
    wrong, ways = [], {}
    for record, name in zip(rows, names, strict=True):
        ways.setdefault(matched.way[name], []).append(f"row {record['row']}: {_short(name)!r}")
        for sentence in matched.ids[name]:
            firsts = {
                header: records.setdefault((sentence, header), record)
                for header in columns.values()
                if record[header] is not None
            }
            apart = (
                first
                for header, first in firsts.items()
                if first is not record and not math.isclose(first[header], record[header], rel_tol=matching.ROUNDING)
            )
            if first := next(apart, None):
                wrong.append(
                    f"rows {first['row']} and {record['row']}: give {_short(name)!r} different scores; keep one"
                )
    scored = {sentence for sentence, _ in records}
    missing = [f"{name} ({_short(text)}) has no score" for name, text in sentences.items() if name not in scored]
    missing[:1] = [f"{first}; add it, or declare that some have none ({PARTIAL})" for first in missing[:1]]
    strangers = [f"{row} is not a sentence of this dataset" for row in ways.get(matching.NOT, [])]
    if missing and complete:
        wrong += [*strangers, *missing]
    elif not scored:
        wrong += strangers
    if not complete:
        filled = {header for _, header in records}
        wrong += [
            f"{header} has no score of any sentence of this dataset; add one, or leave the column out of measures"
            for header in columns.values()
            if header not in filled
        ]
    fail(path, wrong)
    sign = {measure: -1.0 if measure in negate else 1.0 for measure in columns}
    return [
        (name, measure, sign[measure] * records[name, header][header])
        for measure, header in columns.items()
        for name in sentences
        if (name, header) in records
    ], ways


def check_pairs(
    path: str | Path, columns: Mapping[str, str], scores: Iterable[tuple[str, str, float]], pairs: Iterable[str]
) -> None:
    """Raise InputError for a column that has no pair with a score of both sentences.

    ``scores`` as read_scores returns them, ``pairs`` by their ids.
    """
    scored = {(name, measure) for name, measure, _ in scores}
    for measure, header in columns.items():
        if not any(all((f"{pair}.{side}", measure) in scored for side in SIDES) for pair in pairs):
            raise InputError(
                f"{path}: {header} has no pair with scores of both sentences; add those of some pairs, or leave the "
                "column out"
            )


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:60]}…"
