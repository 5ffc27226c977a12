"""Read a table with a row for each answer: who, which sentence, which rating, in columns of any name."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any

from acceptability.messages import Message
from acceptability.reading import roles, sheets, values
from acceptability.reading.report import Reading, rows_of
from acceptability.reading.roles import plain
from acceptability.reading.sentences import PARTICIPANT
from acceptability.reading.sheets import Sheet
from acceptability.reading.table import Table
from acceptability.responses import columns, exclusions
from acceptability.responses.answers import CHOICE, RATING, Answer, Results, Row, reading_setting
from acceptability.responses.stimuli import Stimuli

ROLES = ("participant", "rating", "place", "rt")  # what words name columns for, beside the sentence
SECONDS = 50  # a median response time below so many milliseconds is one in seconds
NOT_USED = " (not used)"  # after the header of a column that has the name of a role of another one
COLUMNS = {"label": "part"}  # what the table calls the roles of columns.DETAILS


def read(
    path: str | Path | list[Path] | Sheet, stimuli: Stimuli, words: Mapping[str, str], how: Mapping[str, str]
) -> tuple[Results, Reading]:
    """Return the answers of a table, of several, or of a folder or an archive of them. InputError for what is wrong."""
    files = [_long(sheet, stimuli, words) for sheet in sheets.read_all(path, **how).values()]
    words = _with_codes(files, stimuli, words)
    headers = list(dict.fromkeys(header for sheet in files for header in sheet.header))
    for role in {*ROLES, "sentence"} & words.keys():
        columns.header_named(role, words[role], headers, str(path))
    _check_participants(files, words, str(path))
    results = Results("table")
    results.personal = columns.personal(header for header in headers if not _is_participant(header, words))
    table = Table([_renamed(sheet, stimuli, words, results.personal) for sheet in files], "ratings")
    if not any(set(form) <= table.columns.keys() for form in roles.NEEDED["ratings"]):
        participant, sentence, rating = map(reading_setting, ("participant", "sentence", "rating"))
        fault = "if these columns have other names, name them: "
        table.wrong.append(Message(fault, participant, ", ", sentence, " and ", rating))
        table.check()
    task = RATING if "rating" in table else CHOICE
    names, answers = table.columns["participant"], table.columns["rating" if task == RATING else "chose_good"]
    about = ("sentence_id", "sentence", "item", "condition")
    cells = {
        role: table.columns.get(COLUMNS.get(role, role)) or [""] * table.length for role in (*about, *columns.DETAILS)
    }
    faults: dict[tuple[str, str], list[tuple[int, str]]] = defaultdict(list)
    names_of_files = sheets.file_names([sheet.path for sheet in files]) if len(files) > 1 else [""]
    rows = [
        Row(number, file)
        for file, sheet in zip(names_of_files, files, strict=True)
        if sheet.path in table.having["participant"]  # others lack a column, which table.wrong has
        for number in sheet.numbers
    ]
    for row, (name, answer) in enumerate(zip(names, answers, strict=True)):
        in_row = {role: column[row] for role, column in cells.items()}
        attributes: dict[str, Any] = {role: in_row[role] for role in about} | columns.details(in_row.__getitem__)
        if attributes["rt"] is None and (time := cells["rt"][row]).casefold() not in columns.MISSING:
            faults["rt", "a number of milliseconds, or nothing"].append((row, time))
        if task == CHOICE and answer not in ("1", "0", ""):
            faults["chose_good", "1, 0 or nothing"].append((row, answer))
        pair = attributes["item"] if task == CHOICE else ""
        results.answers.append(Answer(rows[row], name, columns.response(answer), task, pair_id=pair, **attributes))
    for (role, fix), wrong in faults.items():
        where = rows_of(table.numbers[row] for row, _ in wrong)
        more = f" and {len(wrong) - 1:,} more" if len(wrong) > 1 else ""
        table.wrong.append(f"{where}: {table.headers[role]} is {wrong[0][1]!r}{more}; write {fix}")
    times = [one.rt for one in results.answers if one.rt is not None]
    if times and median(times) < SECONDS:
        table.wrong.append(
            f"the median of {table.headers['rt']} is {median(times):g}, but response times are in milliseconds; "
            "multiply seconds by 1000, or leave the column out"
        )
    _note_questions(results, files, names, exclusions.questions_of(words.get("exclude", "")))
    results.in_order = False
    results.wrong = table.wrong
    results.columns = dict(table.headers) | ({"place": words["place"]} if "place" in words else {})
    results.beside = {
        header.removesuffix(NOT_USED): dict(zip(rows, column, strict=False)) for header, column in table.rest.items()
    }
    return results, table.reading


def _with_codes(files: Sequence[Sheet], stimuli: Stimuli, words: Mapping[str, str]) -> Mapping[str, str]:
    """Return the words with ``sentence``, where most cells of one column only are codes of QUESTIONS=."""
    if "sentence" in words or not stimuli.key:
        return words
    counts: Counter = Counter()
    for sheet in files:
        for header, cells in zip(sheet.header, zip(*sheet.rows, strict=True), strict=False):
            counts[header] += 2 * sum(cell.strip() in stimuli.key for cell in cells) > len(cells)
    of_codes = [header for header, number in counts.items() if number == len(files)]
    return {**words, "sentence": of_codes[0]} if len(of_codes) == 1 else words


def _note_questions(results: Results, files: Sequence[Sheet], names: Sequence[str], questions: Collection[str]) -> None:
    """Keep the answers to questions that EXCLUDE= names, which are columns of the files.

    ``names`` are the participants of all rows of all files.
    """
    start = 0
    for sheet in files:
        for place in [place for place, header in enumerate(sheet.header) if plain(header) in questions]:
            for name, cells in zip(names[start:], sheet.rows, strict=False):
                results.note_question(name, sheet.header[place], cells[place])
        start += len(sheet.rows)


def _long(sheet: Sheet, stimuli: Stimuli, words: Mapping[str, str]) -> Sheet:
    """Return a table with a row for each answer, of one with a column for each participant or for each sentence.

    Participants are columns where a table has sentences, but neither participants nor ratings, and two or more columns
    of numbers. Sentences are columns where headers are texts or ids of the dataset's sentences.
    """
    names_of = {role.name: role.ranks() for role in roles.of_table("ratings")}
    role_of = {
        header: next((role for role in names_of if plain(header) in names_of[role]), "") for header in sheet.header
    }
    roles_present = set(role_of.values()) | words.keys()
    if "rating" in roles_present or "chose_good" in roles_present:
        return sheet
    wide = [header for header, role in role_of.items() if not role and stimuli.sentence(text=header)]
    if "participant" in roles_present or len(wide) > 1:
        name = "sentence_id" if {*wide} <= stimuli.sentences.keys() else "sentence"
        if "participant" not in roles_present:
            sheet = replace(
                sheet,
                header=["participant", *sheet.header],
                rows=[[str(number), *row] for number, row in enumerate(sheet.rows, start=1)],
                notes=[*sheet.notes, "no column says who answered; each row was read as a participant"],
            )
    elif {"sentence", "sentence_id"} & roles_present:
        columns_of = dict(zip(sheet.header, zip(*sheet.rows, strict=True), strict=True))
        wide = [header for header, role in role_of.items() if not role and values.mostly_numbers(columns_of[header])]
        name = "participant"
    else:
        return sheet
    if len(wide) < 2:
        return sheet
    others = [place for place, header in enumerate(sheet.header) if header not in wide]
    places = [(header, sheet.header.index(header)) for header in wide]
    answered_rows = [  # an empty cell is no question: in a Latin square, nobody sees all sentences
        (number, [*(row[place] for place in others), header, row[at]])
        for number, row in zip(sheet.numbers, sheet.rows, strict=True)
        for header, at in places
        if columns.response(row[at])
    ]
    note = f"{len(wide)} columns of answers were read as {'participants' if name == 'participant' else 'sentences'}"
    header = [*(sheet.header[place] for place in others), name, "rating"]
    numbers, rows = [number for number, _ in answered_rows], [row for _, row in answered_rows]
    return replace(sheet, header=header, rows=rows, numbers=numbers, notes=[*sheet.notes, note])


def _check_participants(files: list[Sheet], words: Mapping[str, str], path: str) -> None:
    """Raise InputError where two columns tell people apart in different ways, and no word says which counts."""
    for sheet in files:
        headers = [header for header in sheet.header if plain(header) in PARTICIPANT]
        if len(headers) > 1:
            rows = [dict(zip(sheet.header, row, strict=False)) for row in sheet.rows]
            columns.participant_column(headers, rows, words, path)


def _is_participant(header: str, words: Mapping[str, str]) -> bool:
    """Return whether a column says who answered; its ids are not kept where they are personal."""
    return header == words.get("participant") or plain(header) in PARTICIPANT


def _renamed(sheet: Sheet, stimuli: Stimuli, words: Mapping[str, str], personal: list[str]) -> Sheet:
    """Return a table whose columns have the roles that the words give them, without those that are personal.

    Another column with a name of such a role has none. A column that SENTENCE= names has ids, or else texts.
    """
    renamed = {words[role]: role for role in ROLES if role in words}
    if sentence_header := words.get("sentence"):
        place = sheet.header.index(sentence_header) if sentence_header in sheet.header else None
        cells = [] if place is None else [row[place].strip() for row in sheet.rows]
        are_ids = sum(name in stimuli.sentences for name in cells) * 2 > len(cells)
        renamed[sentence_header] = "sentence_id" if are_ids else "sentence"
        roles_named = {*renamed.values(), "sentence_id", "sentence"}
    else:
        roles_named = set(renamed.values())
    names = {name for role in roles.of_table("ratings") if role.name in roles_named for name in role.ranks()}
    places = [place for place, header in enumerate(sheet.header) if header not in personal]
    headers = [sheet.header[place] for place in places]
    new_header = [
        renamed.get(header) or (f"{header}{NOT_USED}" if plain(header) in names else header) for header in headers
    ]
    return replace(sheet, header=new_header, rows=[[row[place] for place in places] for row in sheet.rows])
