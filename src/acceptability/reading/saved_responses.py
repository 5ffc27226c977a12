"""Turn saved responses of a server, one in each line, into a table of scores with a row for each sentence.

A line is what providers return of a batch, ``custom_id`` and ``response``, or the body of a response alone.
"""

import json
import math
from collections.abc import Callable, Collection, Mapping
from pathlib import Path

from acceptability.errors import InputError
from acceptability.reading import completions, sheets
from acceptability.reading.cells import NotText
from acceptability.reading.completions import ONE_TOKEN, Listed, NoScoreError, Scored
from acceptability.reading.sheets import Sheet
from acceptability.reading.table import Table

BODIES = ("choices", "meta_info", "generated_text")  # keys of the body of a response, in any format
MEASURES: Mapping[str, Callable[[list[float]], float]] = {
    "log_prob": math.fsum,
    "mean_lp": lambda known: math.fsum(known) / len(known),
}
COLUMNS = {measure: measure for measure in MEASURES}


def are_responses(path: str | Path | Sheet | list[Path], **reading: str) -> bool:
    """Return whether a file has responses of a server, and no table."""
    files = sheets.read_all(path, **reading).values()
    headers = [set(sheet.header) for sheet in files if sheet.how.endswith("JSON lines")]
    are = [{"custom_id", "response"} <= header or bool(header & set(BODIES)) for header in headers]
    return len(are) == len(files) and all(are)


def opened(
    path: str | Path | Sheet | list[Path], sentences: Mapping[str, str] | None, complete: bool = True, **reading: str
) -> Table:
    """Return a table with the log-probability of each sentence, and its mean over tokens.

    Raises InputError that lists responses from which nothing can be right: see completions.

    Parameters:
        sentences: the texts of the dataset, by id; None where they are not known yet. Then the table has no columns.
        complete: whether every sentence must have a score. Otherwise a response without one is left out, and named.
    """
    table = Table(path, "samples", **reading)
    lines = [_parsed(table, row) for row in range(table.length)]
    has_ids = any("custom_id" in line for line in lines)
    table.wrong += [
        f"row {number}: has no custom_id, but others have one; write one into each line"
        for number, line in zip(table.numbers, lines, strict=True)
        if has_ids and "custom_id" not in line
    ]
    table.check()
    known = {"custom_id", "response", "error"} if "response" in table.rest else set(table.rest)
    used = {"custom_id": "sentence_id", "response": "log_prob and mean_lp, sum and mean of its tokens"}
    others = {header: role for header, role in table.reading.columns.items() if header not in known}
    table.reading.columns = {header: role for header, role in used.items() if header in table.rest} | others
    numbers, names, scored = _scored(table, lines, sentences, complete) if sentences is not None else ([], [], [])
    table.columns = {"sentence_id" if has_ids else "sentence": names}
    table.headers |= {"sentence_id": "custom_id", "sentence": "sentence"}
    table.rest = {measure: [repr(value(one.known)) for one in scored] for measure, value in MEASURES.items()}
    if sentences is not None:
        table.numbers, table.origins, table.length = numbers, [], len(numbers)
    return table


def _parsed(table: Table, row: int) -> dict[str, object]:
    """Return a line of the file as an object, without what is empty in it."""
    cells = {header: column[row] for header, column in table.rest.items() if column[row] != ""}
    return {
        header: json.loads(cell) if isinstance(cell, NotText) and header != "custom_id" else str(cell)
        for header, cell in cells.items()
    }


def _scored(
    table: Table, lines: list[dict], sentences: Mapping[str, str], complete: bool
) -> tuple[list[int | str], list[str], list[Scored]]:
    """Return the row, the name and the tokens of each response that scores a sentence of the dataset.

    A name is an id, where lines have ``custom_id``, or else a text. Notes and faults of others go to the table.
    """
    texts = sentences.values()
    lengths = {length: {text for text in texts if len(text) == length} for length in sorted(set(map(len, texts)))}
    places: dict[str, tuple[int | str, str]] = {}
    responses: dict[str, Scored] = {}
    models: dict[str, None] = {}
    lost: list[str] = []
    strangers: list[str] = []
    for number, line in zip(table.numbers, lines, strict=True):
        name = line.get("custom_id")
        place = f"row {number}" + (f" (custom_id {name!r})" if name else "")
        try:
            if name and name not in sentences:
                strangers.append(f"{place}: is no sentence_id of this dataset")
                continue
            body = _body(line)
            text = sentences[name] if name else _repeated(completions.listed(body), lengths)
            if text is None:
                strangers.append(f"{place}: repeats no sentence of this dataset")
                continue
            responses[place] = completions.of_response(body, text)
            models[str(body.get("model")) if isinstance(body, Mapping) else ""] = None
            places[place] = number, name or text
        except NoScoreError as error:
            lost.append(f"{place}: " + error.message)
        except InputError as error:
            table.wrong.append(f"{place}: " + error.message)
    try:
        completions.check_alike(responses)
    except InputError as error:
        table.wrong.insert(0, error.message)
    if len(models) > 1:
        table.wrong.append(f"has responses of several models: {', '.join(models)}; use a separate file for each")
    if table.wrong:
        table.wrong += lost
    table.check()
    for place in [place for place, one in responses.items() if not one.known]:
        lost.append(f"{place}: {ONE_TOKEN}")
        del responses[place]
    table.reading.notes += completions.notes_on(responses.values()) if responses else []
    table.reading.notes += _first(lost, "responses without a score") + _first(strangers, "responses left out")
    missing = set(sentences) - {name for _, name in places.values()}
    if complete:
        table.wrong += lost + (strangers if missing else [])
    elif not responses:
        table.wrong += lost + strangers
    numbers, names = zip(*(places[place] for place in responses), strict=True) if responses else ((), ())
    return list(numbers), list(names), list(responses.values())


def _first(lines: list[str], what: str) -> list[str]:
    """Return a note that says how many there are of what, and which is the first; none where there is none."""
    return [f"{what}: {len(lines):,}, the first: {lines[0]}"] if lines else []


def _body(line: Mapping) -> object:
    """Return the body of the response on a line. NoScoreError where the server answered with an error."""
    if "response" not in line and "custom_id" not in line:
        return line
    response = line.get("response")
    if not isinstance(response, Mapping):
        raise NoScoreError(f"has no response: {completions.message_of(line.get('error'))}")
    body = response.get("body", response)
    if (status := response.get("status_code", 200)) != 200:
        raise NoScoreError(f"the server answered with status {status}: {completions.message_of(body)}")
    return body


def _repeated(listed: Listed, texts: Mapping[int, Collection[str]]) -> str | None:
    """Return the sentence that a response repeats; None where it is none of ``texts``, which are given by length.

    InputError where it repeats none by its form, or may repeat several.
    """
    if listed.tokens and listed.tokens[0] is None:
        raise InputError("prompt_logprobs do not repeat the whole sentence; write a custom_id into each line")
    rest = listed.text if listed.text is not None else "".join(listed.named_tokens)
    while match := completions.SPECIAL.match(rest):
        rest = rest[match.end() :]
    rest = rest.lstrip()
    able = [rest[:length] for length, of_length in texts.items() if rest[:length] in of_length]
    fitting = {text: one for text in able if (one := _tried(listed, text))}
    if len(fitting) > 1:
        fitting = {text: one for text, one in fitting.items() if one.counted == listed.prompt_tokens} or fitting
    if len(fitting) > 1:
        raise InputError(f"could belong to {' or '.join(map(repr, fitting))}; write a custom_id into each line")
    return next(iter(fitting or able), None)


def _tried(listed: Listed, text: str) -> Scored | None:
    """Return the tokens of a sentence in a response; None where it does not have them."""
    try:
        return completions.of_sentence(listed, text)
    except InputError:
        return None
