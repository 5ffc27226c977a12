"""Read results of PCIbex (PennController) and Ibex: lines of comments name the columns, and nothing is quoted.

Or a table with a header, as R or a spreadsheet saves them.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from acceptability.errors import InputError
from acceptability.messages import counted
from acceptability.reading.roles import names_of, plain
from acceptability.responses import columns, exclusions
from acceptability.responses.answers import CHOICE, Answer, Results, Row, reading_setting
from acceptability.responses.files import File
from acceptability.responses.registry import Platform
from acceptability.responses.repetition import FIRST, LEAVE_OUT
from acceptability.responses.stimuli import Stimuli

COLUMN = re.compile(r"#\s+(?:Col\. )?(\d+)[.:] (.*?)\.?\s*$")
GROUPS = re.compile(r"# The lines below this comment are in groups of (\d+)")
LINE = re.compile(r"# Line (\d+):")
DATA = re.compile(r"[^#,][^,]*(,[^,]*){6,}$")
ESCAPED = re.compile(r"%(2C|0A|0D|09|7F|[01][0-9A-F])")
TIME, MD5, CONTROLLER, ITEM, ELEMENT, LABEL, GROUP = range(7)  # columns that every row begins with
FIRST_COLUMNS = (  # what R and spreadsheets call these, as plain names; the MD5 hash has several
    {"timeresultswerereceived", "resultsreceptiontime"},
    {"md5hash"},
    {"controllername"},
    {"itemnumber", "ordernumberofitem"},
    {"elementnumber", "innerelementnumber"},
    {"type", "label"},
    {"group", "latinsquaregroup"},
)
NAMES = (
    *("PennElementType", "PennElementName", "Parameter", "Value", "EventTime", "Comments", "Field name", "Field value"),
    *("Sentence (or sentence MD5)", "Question (NULL if none)", "Answer", "Time taken to answer"),
)
BY_PLAIN_NAME = {plain(name): name for name in NAMES}
RATED = {"Scale": "scale", "Slider": "slider", "DropDown": "list of options"}
JUDGMENT = "AcceptabilityJudgment"
SELECTED = "Selection"
OUR_ID = "participant"  # what the script of ``make experiment`` logs of each session
Sender = tuple[str, str, str]  # the file, the time and the MD5 hash
PLACES = {"good": "1", "bad": "0"}


def recognises(file: File) -> bool:
    """Return whether a file begins with the comments of Ibex, or has a header with the columns of all its rows."""
    top = file.text[:4000]
    if top.startswith("#"):
        return "# Results on" in top and "MD5 hash" in file.text[:20000]
    return len(_first_columns(file.header)) == len(FIRST_COLUMNS)


def _first_columns(header: Sequence[str]) -> list[int]:
    """Return the places of the columns that every row begins with, as far as a header has them."""
    names = ["md5hash" if plain(name).startswith("md5hash") else plain(name) for name in header]
    places = [next((place for place, name in enumerate(names) if name in known), -1) for known in FIRST_COLUMNS]
    return [place for place in places if place >= 0]


def read(files: Sequence[File], stimuli: Stimuli, words: Mapping[str, str]) -> Results:
    """Return the answers of all files. InputError where there are none, or a choice is not known."""
    results = Results("PCIbex or Ibex")
    rows = [row for file in files for row in _rows(file, len(files) > 1)]
    names = list(dict.fromkeys(name for row in rows for name in row.logged))
    rows = _without_copies(rows, names)
    people = _people(rows, names, words, files[0].path, results)
    rows = [row for row in rows if row.sender in people]
    results.personal = ["MD5 hash of the IP address", *columns.personal(names)]
    about = ("sentence_id", "sentence", "item", "condition", "pair_id")
    for role in (*about, *(role for role in columns.DETAILS if role not in ("label", "rt"))):
        if name := columns.column(names, role, words, files[0].path):
            results.columns[role] = name
    trials: dict[tuple, list[_Row]] = {}
    questions = exclusions.questions_of(words.get("exclude", ""))
    for place, row in enumerate(rows):
        if questions:
            _note_questions(results, people[row.sender], row, questions)
        alone = place if row.is_trial else -1
        key = (*row.sender, row.cells[ITEM], row.cells[LABEL], row.cells[GROUP], alone)
        trials.setdefault(key, []).append(row)
    for trial in trials.values():
        results.answers += _answers(trial, people, results.columns, files[0].path)
    if not results.answers:
        for trial in trials.values():
            results.answers += _answers_of_others(trial, people, results.columns, stimuli)
        controllers = sorted({row.cells[CONTROLLER] for row in rows if "Answer" in row.logged})
        if results.answers:
            results.notes.append(f"answers of controllers that are not Ibex's own: {', '.join(controllers)}")
    if not results.answers:
        controllers = sorted({row.get("PennElementType") or row.cells[CONTROLLER] for row in rows})
        raise InputError(
            f"{files[0].path}: has no ratings (Scale, Slider, DropDown or AcceptabilityJudgment) and no choices "
            f"(Selector); it has: {', '.join(controllers)}"
        )
    return results


@dataclass(slots=True)
class _Row:
    """Contain a row of data.

    Attributes:
        place: where it is.
        file: the name of its file.
        cells: all cells, with escapes resolved.
        logged: the cells of the columns that are not in every row, by name; of two with one name, the first.
    """

    place: Row
    file: str
    cells: list[str]
    logged: dict[str, str] = field(default_factory=dict)

    @property
    def sender(self) -> Sender:
        """Return what tells results apart: the file, the time and the MD5 hash."""
        return self.file, self.cells[TIME], self.cells[MD5]

    @property
    def is_trial(self) -> bool:
        """Return whether a row has both the sentence and the answer, as in tables that were saved from R."""
        return bool(self.get("Sentence (or sentence MD5)") and self.get("Answer"))

    def get(self, name: str) -> str:
        """Return what a column of this name holds; nothing where there is none, or NULL."""
        cell = self.logged.get(name, "")
        return "" if cell == "NULL" else cell


def _rows(file: File, several: bool) -> Iterator[_Row]:
    """Yield the rows of data, with their columns as the comments above them say.

    A comment that names column N drops all columns after it. In groups of lines, each line has columns of its own.
    """
    if not file.text.startswith("#"):
        yield from _rows_below_header(file, several)
        return
    lines: dict[int, list[str]] = {0: []}
    size, current, place = 1, 0, 0
    for number, line in enumerate(file.text.split("\n"), start=1):
        if line.startswith("#"):
            if groups := GROUPS.match(line):
                size, place, lines = int(groups[1]), 0, {}
            elif start := LINE.match(line):
                current = int(start[1]) - 1
                lines[current] = []
            elif match := COLUMN.match(line):
                if "Col." not in line and size > 1:  # columns of all lines again
                    size, lines = 1, {0: lines.get(0, [])}
                if "Col." not in line:
                    current = 0
                line_columns = lines.setdefault(current, [])
                del line_columns[int(match[1]) - 1 :]
                line_columns.append(match[2])
        elif line.strip():
            if not DATA.match(line):
                raise InputError(f"{file.path}, row {number}: is not a row of results; export it again, unchanged")
            cells = [_unescaped(cell) if "%" in cell else cell for cell in line.split(",")]
            names = lines.get(place % size, [])
            place += 1
            named_cells = list(zip(names[GROUP + 1 :], cells[GROUP + 1 :], strict=False))
            logged = dict(reversed(named_cells))  # of two columns with one name, the first counts
            yield _Row(Row(number, file.name if several else ""), file.name, cells, logged)


def _rows_below_header(file: File, several: bool) -> Iterator[_Row]:
    """Yield the rows of a table with a header, whose names R may have changed."""
    places = _first_columns(file.header)
    others = [place for place in range(len(file.header)) if place not in places]
    names = {place: BY_PLAIN_NAME.get(plain(file.header[place]), file.header[place].strip(" .")) for place in others}
    for number, cells in columns.rows(file):
        cells = [_unescaped(cell) for cell in cells]
        logged = {names[place]: "" if cells[place] == "NA" else cells[place] for place in reversed(others)}
        where = Row(number, file.name if several else "")
        yield _Row(where, file.name, [cells[place] for place in places], logged)


def _unescaped(cell: str) -> str:
    """Return a cell with the commas and control characters that Ibex escapes; ``%`` itself it does not escape."""
    return ESCAPED.sub(lambda sign: chr(int(sign[1], 16)), cell)


def _people(
    rows: Sequence[_Row], names: Sequence[str], words: Mapping[str, str], path: str, results: Results
) -> dict[Sender, str]:
    """Return who sent results, by file, time and MD5: by an id that the page logged, if all have one.

    InputError where a participant sent results twice.
    """
    sent = {row.sender: "" for row in rows}
    computers = len({row.cells[MD5] for row in rows})
    by_name = {plain(name): name for name in reversed(names)}
    ids = sorted(names_of("results", "participant"), key=lambda name: not columns.is_personal(name))
    headers = [words["participant"]] if words.get("participant") else [by_name[name] for name in ids if name in by_name]
    if header := next((header for header in headers if header not in names), ""):
        fault = f": is not logged; there are: {', '.join(names)}"
        raise InputError(f"{path}: ", reading_setting("participant", header), fault)
    for header in headers:
        sent |= {row.sender: value for row in rows if (value := row.get(header))}
        if all(sent.values()):
            results.columns["participant"] = header
            results.notes.append(
                f"values of {header}: {len(set(sent.values())):,}; computers or networks that sent them: {computers:,}"
            )
            return _sent_once(rows, sent, header, words.get("repeated", ""), path, results)
        sent = dict.fromkeys(sent, "")
    results.columns["participant"] = "time and MD5"
    return {key: " ".join(key) for key in sent}


def _without_copies(rows: Sequence[_Row], names: Sequence[str]) -> list[_Row]:
    """Return the rows without those that an earlier sending of the same participant has, too.

    An experiment may send its results several times, and some hosts then store all earlier rows again.
    """
    header = next((name for name in names if plain(name) == OUR_ID), "")
    first: dict[tuple, Sender] = {}
    return [
        row
        for row in rows
        if not row.get(header) or first.setdefault((row.get(header), *row.cells[MD5:]), row.sender) == row.sender
    ]


def _sent_once(
    rows: Sequence[_Row], sent: dict[Sender, str], header: str, repeated: str, path: str, results: Results
) -> dict[Sender, str]:
    """Return the senders without results that REPEATED= leaves out. InputError where it is to be asked.

    Results that a participant sent several times are parts of one session, if they have no trial in common.
    ``sent`` has the sender of results by file, time and MD5.
    """
    trials: dict[Sender, set[str]] = defaultdict(set)
    for row in rows:
        trials[row.sender].add(row.cells[ITEM])
    sessions: dict[str, list[list[Sender]]] = {}
    for key, name in sorted(sent.items(), key=lambda one: (len(one[0][1]), one[0][1])):
        of_name = sessions.setdefault(name, [])
        if session := next((keys for keys in of_name if not any(trials[key] & trials[part] for part in keys)), None):
            session.append(key)
        else:
            of_name.append([key])
    twice = {name: keys for name, keys in sessions.items() if len(keys) > 1}
    if twice and repeated not in (FIRST, LEAVE_OUT):
        of_first = list(twice.values())[:3]
        first = ", ".join(f"one at {' and '.join(keys[0][1] for keys in of_name)}" for of_name in of_first)
        more = f" and {len(twice) - 3:,} more" if len(twice) > 3 else ""
        raise InputError(
            f"{path}: {counted(len(twice), 'value')} of {header} sent results several times: {first}{more}; ",
            reading_setting("repeated", FIRST),
            " keeps their first results, ",
            reading_setting("repeated", LEAVE_OUT),
            " leaves out these participants",
        )
    if twice:
        of_all = "later results of participants who sent several" if repeated == FIRST else "sent results several times"
        results.left_out[of_all] = len(twice)
    that_count = {key for name, keys in sessions.items() if name not in twice or repeated == FIRST for key in keys[0]}
    return {key: name for key, name in sent.items() if key in that_count}


def _note_questions(results: Results, name: str, row: _Row, questions: Collection[str]) -> None:
    """Keep the answers to questions that EXCLUDE= names: elements, fields of forms and logged columns."""
    answer = row.get("Value") or row.get("Field value")
    cells = [(row.get(header), answer) for header in ("PennElementName", "Parameter", "Field name")]
    for question, value in [*cells, *row.logged.items()]:
        if plain(question) in questions and value != "NULL":
            results.note_question(name, question, value)


def _answers(trial: Sequence[_Row], people: Mapping, column_by_role: Mapping[str, str], path: str) -> Iterator[Answer]:
    """Yield the answers of one trial; of several values of one element, the last counts."""
    started: float | None = None
    sentence, answers = "", {}
    for row in trial:
        kind, value = row.get("PennElementType"), row.get("Value")
        if row.get("Parameter") == "_Trial_" and value == "Start":
            started = columns.milliseconds(row.get("EventTime"))
        rt = columns.milliseconds(row.get("EventTime"))
        rt = rt - started if rt is not None and started is not None else None
        judged = JUDGMENT in kind or row.cells[CONTROLLER] == JUDGMENT
        sentence_cell = row.get("Parameter") if kind else row.get("Sentence (or sentence MD5)")
        if judged and sentence_cell:
            sentence = sentence_cell
        if judged and (not sentence_cell or row.is_trial):
            taken = columns.milliseconds(row.get("Time taken to answer"))
            answers[kind or JUDGMENT] = _answer(
                row, people, column_by_role, value or row.get("Answer"), taken, JUDGMENT, sentence
            )
        elif kind in RATED:
            element = f"{RATED[kind]} {row.get('PennElementName')}"
            answers[element] = _answer(row, people, column_by_role, "" if value == "NA" else value, rt, element)
        elif kind == "Selector" and row.get("Parameter") in (SELECTED, "Choice"):
            answers[kind] = _choice(row, people, column_by_role, value, rt, path)
    yield from answers.values()


def _answers_of_others(
    trial: Sequence[_Row], people: Mapping, column_by_role: Mapping[str, str], stimuli: Stimuli
) -> Iterator[Answer]:
    """Yield the answers of a trial with a controller of one's own, whose rows have a sentence, or a question.

    The sentence is in the column of sentences, or any cell of the trial that has a sentence of the dataset.
    """
    cells = [cell for row in trial for cell in row.logged.values()]
    sentence_cells = [row.get("Sentence (or sentence MD5)") for row in trial]
    sentence = next(filter(stimuli.by_text, cells), "") or next(filter(None, sentence_cells), "")
    for row in trial:
        if sentence and row.get("Answer"):
            taken = columns.milliseconds(row.get("Time taken to answer"))
            scale = row.cells[CONTROLLER]
            yield _answer(row, people, column_by_role, row.get("Answer"), taken, scale, sentence)


def _cells(row: _Row, column_by_role: Mapping[str, str]) -> defaultdict[str, str]:
    """Return what is logged of a trial, by role."""
    return defaultdict(str, {role: row.get(name) for role, name in column_by_role.items() if role != "participant"})


def _answer(
    row: _Row,
    people: Mapping,
    column_by_role: Mapping[str, str],
    value: str,
    rt: float | None,
    scale: str,
    sentence: str = "",
) -> Answer:
    """Return a rating. Without PennController, item and condition are the group and the type."""
    cell = _cells(row, column_by_role)
    group = "" if row.cells[GROUP] == "NULL" else row.cells[GROUP]
    in_trial = bool(row.logged.get("PennElementType"))
    return Answer(
        row.place,
        people[row.sender],
        value,
        sentence_id=cell["sentence_id"],
        sentence=cell["sentence"] or sentence,
        item=cell["item"] if in_trial else group,
        condition=cell["condition"] if in_trial else row.cells[LABEL],
        scale=scale,
        **columns.details(cell.__getitem__)
        | {
            "label": row.cells[LABEL] if in_trial else "",
            "list": cell["list"] or row.get("group") or (group if in_trial else ""),
            "rt": rt,
        },
    )


def _choice(
    row: _Row, people: Mapping, column_by_role: Mapping[str, str], value: str, rt: float | None, path: str
) -> Answer:
    """Return a choice. InputError where it is not known whether the element chosen has the acceptable sentence."""
    cell = _cells(row, column_by_role)
    good, bad = row.get("good"), row.get("bad")
    chose_good = PLACES.get(value) or {good: "1", bad: "0"}.get(value, "")
    if value and not chose_good:
        raise InputError(
            f"{path}, {row.place}: {value!r} was chosen, and it is not known which sentence that is; call the "
            "elements good and bad"
        )
    order = row.get("Comments").split(";")
    return Answer(
        row.place,
        people[row.sender],
        chose_good,
        CHOICE,
        pair_id=cell["pair_id"] or cell["item"],
        good=good,
        bad=bad,
        good_first=order[0] == "good" if set(order) == set(PLACES) else None,
        **columns.details(cell.__getitem__) | {"label": row.cells[LABEL], "rt": rt},
    )


PLATFORM = Platform("PCIbex or Ibex", recognises, read, keeps_questions=True)
