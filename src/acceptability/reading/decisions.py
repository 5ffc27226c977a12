"""Read a user's table of decisions: a row for each pair and a column for each system. Cells are 1 for the acceptable
sentence, 0 for the other one, or empty.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from acceptability.errors import InputError
from acceptability.messages import Message, counted, setting
from acceptability.reading import matching
from acceptability.reading.report import Reading
from acceptability.reading.roles import plain
from acceptability.reading.scores import JUDGED, NAMES_ROWS, NUMBERED, Judged, check_columns, of_headers
from acceptability.reading.sheets import Source
from acceptability.reading.table import Table

if TYPE_CHECKING:
    import pandas as pd

CHOSEN = {"1": 1, "0": 0, "1.0": 1, "0.0": 0, "true": 1, "false": 0, "": None}
OTHER_CODINGS = (  # of answers; what they mean is not guessed: “first” may be the good sentence, or the one shown first
    {"yes", "no"},
    {"y", "n"},
    {"right", "wrong"},
    {"correct", "incorrect"},
    {"good", "bad"},
    {"first", "second"},
    {"1", "2"},
    {"1", "-1"},
)
CODING = "1 where it chose the acceptable sentence, 0 where it chose the other one, nothing where it gave no answer"
FIRST, LEAVE_OUT = "first", "leave_out"  # what counts of several answers about one pair: the first, or none
BETWEEN = " / "  # the two sentences of a pair, as one text


def columns_of(path: Source, repeated: str = "", **reading: str) -> dict[str, str]:
    """Find the table's columns of decisions, by the names of their measures.

    InputError where it has none, and for a column of answers that are written otherwise.
    """
    table = Table(path, "decisions", **reading)
    decisions, all_of_them = [], ", ".join((*table.headers.values(), *table.rest))
    for header, cells in table.rest.items():
        filled = [cell for cell in cells if cell]
        if NAMES_ROWS.search(plain(header)) or plain(header) in JUDGED:
            continue
        if 2 * sum(cell.lower() in CHOSEN for cell in filled) > len(filled):  # a few remarks are not decisions
            decisions.append(header)
        elif written := _other_coding(filled):
            codes = " and ".join(map(repr, written))
            table.wrong.append(
                f"the column {header!r} contains {codes}: if these are answers, write {CODING}; else remove it"
            )
    if not decisions and not table.wrong:
        table.wrong.append(f"has no column of decisions; add one for each system: {CODING}; it has: {all_of_them}")
    table.check()
    return of_headers(table.path, decisions)


def _other_coding(filled: list[str]) -> list[str]:
    """Return the values of a column that seems to hold answers in one of OTHER_CODINGS; nothing of any other one."""
    answers = {cell.casefold().removesuffix(".0").replace("−", "-") for cell in filled}
    return sorted({*filled}) if answers and any(answers <= coding for coding in OTHER_CODINGS) else []


def texts_of_pairs(pairs: "pd.DataFrame", sentences: "pd.DataFrame") -> dict[str, tuple[str, str]]:
    """Return the texts of both sentences of each pair, by its id, from the tables PAIRS and SENTENCES."""
    by_id = sentences.set_index("sentence_id")["sentence"]
    members = zip(pairs["good_id"].map(by_id), pairs["bad_id"].map(by_id), strict=True)
    return dict(zip(pairs["pair_id"], members, strict=True))


def check(path: Source, columns: Mapping[str, str], **reading: str) -> None:
    """Raise InputError that lists all cells that are no decisions, where no column names pairs, or one is missing."""
    _opened(path, columns, **reading)


def understood(path: Source, columns: Mapping[str, str], **reading: str) -> Reading:
    """Return how a table of decisions is read, whatever pairs it is about."""
    return _opened(path, columns, **reading)[0].reading


def _opened(
    path: Source, columns: Mapping[str, str], repeated: str = "", **reading: str
) -> tuple[Table, dict[str, list]]:
    """Return the table, and the decisions of each measure: 1, 0 or None."""
    table = Table(path, "decisions", **reading)
    if "pair_id" not in table and not {"good", "bad"} <= table.columns.keys():
        table.check()
    check_columns(table.path, columns, table.rest)
    table.key = ("pair_id",) if "pair_id" in table else ("good", "bad")
    for header in columns.values():
        table.wrong += [
            f"{table.place(row)}: {header} is {cell!r}; write 1, 0, or nothing where there is no answer"
            for row, cell in enumerate(table.rest[header])
            if cell.lower() not in CHOSEN
        ]
    table.check()
    table.reading.columns |= {header: measure for measure, header in columns.items()}
    for header in columns.values():
        if "true" in map(str.lower, table.rest[header]):
            table.reading.values[header] = "true: it chose the acceptable sentence; false: the other one"
    choices = {measure: [CHOSEN[cell.lower()] for cell in table.rest[header]] for measure, header in columns.items()}
    return table, choices


def read(
    path: Source, columns: Mapping[str, str], pairs: Mapping[str, tuple[str, str]], repeated: str = "", **reading: str
) -> Judged:
    """Read what each system chose of each pair.

    Parameters:
        path: the user's table.
        columns: the header of each measure.
        pairs: the texts of both sentences of each pair, by its id, in order. A row belongs to the pair of its pair_id
            (where ids of the file are ids of pairs), or else to all pairs of its two sentences (see matching);
            texts_of_pairs makes it.
        repeated: which of a system's different answers about a pair count: FIRST, or LEAVE_OUT for none; "": an error.

    Raises InputError that lists rows that contradict each other, or whose sentences are not those of the pair that
    their id names; where no row belongs to a pair.
    """
    table, choices = _opened(path, columns, **reading)
    ids, sides = table.columns.get("pair_id", []), [table.columns.get(side, []) for side in ("good", "bad")]
    texts = [good + BETWEEN + bad for good, bad in zip(*sides, strict=True)] if all(sides) else []
    known = {name: BETWEEN.join(sides) for name, sides in pairs.items()}
    by_id = "pair_id" in table and (not texts or matching.are_ids(ids, pairs))
    if by_id and not matching.are_ids(ids, pairs) and any(name in pairs for name in ids):
        table.wrong.append(NUMBERED.format("pairs"))
    if by_id and texts:
        whole = [text if all(text.split(BETWEEN)) and text.strip() != BETWEEN.strip() else "" for text in texts]
        table.check_matches(ids, whole, known)
    names = ids if by_id else texts
    matched = matching.match_ids(names, pairs) if by_id else matching.match(names, known)
    answers: dict[tuple[str, str], tuple[int, int]] = {}
    contradicted: set[tuple[str, str]] = set()
    ways = matching.rows_by_way(matched, names, table.numbers)
    for row, name in enumerate(names):
        for pair, measure in ((pair, measure) for pair in matched.ids[name] for measure in columns):
            if (answer := choices[measure][row]) is None:
                continue
            first, before = answers.setdefault((pair, measure), (row, answer))
            if before != answer:
                contradicted.add((pair, measure))
            if before != answer and not repeated:
                fault = (
                    f"rows {table.numbers[first]} and {table.numbers[row]}: {columns[measure]} has two answers about "
                )
                table.wrong.append(Message(f"{fault}{name!r}; keep one, or use ", setting("repeated", FIRST)))
    table.check()
    if not any(matched.ids.values()):
        raise InputError(
            f"{table.path}: no row belongs to a pair of this dataset, not even {ways[matching.NOT][0]}; write the ids "
            "or the sentences as the dataset has them, or name another dataset"
        )
    table.reading.what = f"{table.length:,} rows of decisions"
    table.reading.matching += matching.notes_on(ways, "pairs")
    if contradicted:
        later = "later answers" if repeated == FIRST else "answers"
        about = counted(len({pair for pair, _ in contradicted}), "pair")
        table.reading.notes.append(Message("left out by ", setting("repeated", repeated), f": {later} about {about}"))
        answers = {key: one for key, one in answers.items() if repeated == FIRST or key not in contradicted}
    order = [(pair, measure) for measure in columns for pair in pairs]
    return Judged([(*key, answers[key][1]) for key in order if key in answers], ways, table.reading)
