"""Decisions from elsewhere: a user's table with a row for each pair, and a column for each system that says what it
chose: 1 the acceptable sentence, 0 the other one, nothing where it gave no answer.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from acceptability.datasets import matching, user_columns, user_files
from acceptability.datasets.user_columns import Field
from acceptability.datasets.user_files import fail
from acceptability.datasets.user_pairs.rows import PAIR_FIELDS
from acceptability.datasets.user_scores import by_measure, check_columns
from acceptability.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

NAMES = {
    "pair_id": PAIR_FIELDS["pair_id"],
    "good": Field("the acceptable sentence, as the dataset has it", PAIR_FIELDS["good"].others),
    "bad": Field("the other sentence, as the dataset has it", PAIR_FIELDS["bad"].others),
}
CHOSEN = {"1": 1, "0": 0, "1.0": 1, "0.0": 0, "": None}
OTHER_CODINGS = (  # of answers; what they mean is not guessed: “first” may be the good sentence, or the one shown first
    {"yes", "no"},
    {"y", "n"},
    {"true", "false"},
    {"right", "wrong"},
    {"correct", "incorrect"},
    {"good", "bad"},
    {"first", "second"},
    {"1", "2"},
    {"1", "-1"},
)
CODING = "1 where it chose the acceptable sentence, 0 where it chose the other one, nothing where it gave no answer"
BETWEEN = " / "  # the two sentences of a pair, as one text


def columns_of(path: str | Path, **reading: str) -> dict[str, str]:
    """Find the table's columns of decisions, by the names of their measures.

    InputError where it has none, and for a column of answers that are written otherwise.
    """
    sheet = user_files.read(path, **reading)
    _, others = user_columns.match(sheet, NAMES)
    decisions, wrong = [], []
    for header, place in others.items():
        filled = [cell for row in sheet.rows if (cell := row[place].strip())]
        if _mostly_decisions(filled):
            decisions.append(header)
        elif written := _other_coding(filled):
            values = " and ".join(map(repr, written))
            wrong.append(f"the column {header!r} holds {values}: if these are answers, write {CODING}; else remove it")
    fail(path, wrong)
    if not decisions:
        raise InputError(
            f"{path}: has no column of decisions; add one for each system: {CODING}; it has: {', '.join(sheet.header)}"
        )
    return by_measure(path, decisions)


def _mostly_decisions(filled: list[str]) -> bool:
    """Say whether most filled cells are decisions; a few remarks are not."""
    return 2 * sum(cell in CHOSEN for cell in filled) > len(filled)


def _other_coding(filled: list[str]) -> list[str]:
    """Return the values of a column that seems to hold answers in one of OTHER_CODINGS; nothing of any other one."""
    values = {cell.casefold().removesuffix(".0").replace("−", "-") for cell in filled}
    return sorted({*filled}) if values and any(values <= coding for coding in OTHER_CODINGS) else []


def other_columns(path: str | Path, columns: Mapping[str, str], **reading: str) -> list[str]:
    """Return the headers of the columns that neither name pairs nor are among the ``columns`` of decisions."""
    _, others = user_columns.match(user_files.read(path, **reading), NAMES)
    return [header for header in others if header not in columns.values()]


def texts_of_pairs(pairs: "pd.DataFrame", sentences: "pd.DataFrame") -> dict[str, tuple[str, str]]:
    """Return the texts of both sentences of each pair, by its id, from the tables PAIRS and SENTENCES."""
    by_id = sentences.set_index("sentence_id")["sentence"]
    members = zip(pairs["good_id"].map(by_id), pairs["bad_id"].map(by_id), strict=True)
    return dict(zip(pairs["pair_id"], members, strict=True))


def read_rows(path: str | Path, columns: Mapping[str, str], **reading: str) -> list[dict]:
    """Read a dictionary for each row: ``row`` (its number), what names the pair, and by measure 1, 0 or None.

    Raises InputError that lists all cells that are neither, where no column names pairs, or where one is missing.
    """
    sheet = user_files.read(path, **reading)
    known, others = user_columns.match(sheet, NAMES)
    if "pair_id" not in known and not {"good", "bad"} <= known.keys():
        raise InputError(
            f"{path}: has neither a column pair_id nor the columns good and bad, so nothing says which pair a row is "
            f"about; add them; it has: {', '.join(sheet.header)}"
        )
    check_columns(path, columns, others)
    rows, wrong = [], []
    for number, cells in zip(sheet.numbers, sheet.rows, strict=True):
        row = {"row": number} | {name: cells[place].strip() for name, place in known.items()}
        for measure, header in columns.items():
            cell = cells[others[header]].strip()
            row[measure] = CHOSEN.get(cell)
            if cell not in CHOSEN:
                place = user_columns.place_of(number, tuple(NAMES), known, cells)
                wrong.append(f"{place}: {header} is {cell!r}; write 1, 0, or nothing where there is no answer")
        rows.append(row)
    fail(path, wrong)
    return rows


def read_decisions(
    path: str | Path, columns: Mapping[str, str], pairs: Mapping[str, tuple[str, str]], **reading: str
) -> tuple[list[tuple[str, str, int]], dict[str, list[str]]]:
    """Read what each system chose of each pair.

    Parameters:
        path: the user's table.
        columns: the header of each measure.
        pairs: the texts of both sentences of each pair, by its id, in order. A row belongs to the pair of its pair_id
            (where ids of the file are ids of pairs), or else to all pairs of its two sentences (see matching);
            texts_of_pairs makes it.

    Returns: ``(pair_id, measure, chose_good)`` in the order of ``pairs``, without a row where there is no answer; and
    the rows of the file, in words, by how they were matched.

    Raises InputError that lists rows that contradict each other, or whose sentences are not those of the pair that
    their id names; where no row belongs to a pair.
    """
    rows = read_rows(path, columns, **reading)
    by_id, with_texts = any(row.get("pair_id") in pairs for row in rows), {"good", "bad"} <= rows[0].keys()
    known = {name: BETWEEN.join(texts) for name, texts in pairs.items()}
    if by_id and with_texts:
        both = [(row, row["good"] + BETWEEN + row["bad"]) for row in rows if row["good"] and row["bad"]]
        matching.check_texts(path, "pair_id", ((row["row"], row["pair_id"], text) for row, text in both), known)
    if by_id or not with_texts:
        names = [row["pair_id"] for row in rows]
        matched = matching.match_ids(names, pairs)
    else:
        names = [row["good"] + BETWEEN + row["bad"] for row in rows]
        matched = matching.match(names, known)
    answers: dict[tuple[str, str], dict] = {}
    wrong = list(_contradictions(rows, names, matched.ids, columns, answers))
    fail(path, wrong)
    ways: dict[str, list[str]] = {}
    for row, name in zip(rows, names, strict=True):
        ways.setdefault(matched.way[name], []).append(f"row {row['row']}: {name!r}")
    if not any(matched.ids.values()):
        raise InputError(
            f"{path}: no row belongs to a pair of this dataset, not even {ways[matching.NOT][0]}; write the ids or the "
            "sentences as the dataset has them, or name another dataset"
        )
    order = [(pair, measure) for measure in columns for pair in pairs]
    return [(*key, answers[key][key[1]]) for key in order if key in answers], ways


def _contradictions(
    rows: list[dict],
    names: list[str],
    ids: Mapping[str, list[str]],
    columns: Mapping[str, str],
    answers: dict[tuple[str, str], dict],
) -> Iterator[str]:
    """Put the row with each answer into ``answers``, by pair and measure; yield rows that contradict an earlier one."""
    for row, name in zip(rows, names, strict=True):
        for pair in ids[name]:
            for measure, header in columns.items():
                if row[measure] is None:
                    continue
                first = answers.setdefault((pair, measure), row)
                if first[measure] != row[measure]:
                    yield f"rows {first['row']} and {row['row']}: {header} has two answers about {name!r}; keep one"
