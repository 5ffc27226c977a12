"""Turn tables of scores in other forms into a row for each sentence: pairs, lm-evaluation-harness samples, tokens."""

import json
import math
import re
from collections.abc import Iterable, Sequence
from pathlib import Path, PurePath

from acceptability.messages import PARTIAL, Message
from acceptability.reading import sheets, values
from acceptability.reading.damage import SPECIAL
from acceptability.reading.report import UNUSED, rows_of
from acceptability.reading.roles import OPPOSITES, plain
from acceptability.reading.sheets import Sheet
from acceptability.reading.table import Table
from acceptability.reading.values import COMPUTED, MISSING, is_written_for

LOG_PROBS = ("logprob", "surprisal")  # of tokens, as headers without case and punctuation
SPACE = re.compile("[Ġ▁]")  # how byte-level BPE and SentencePiece write the space before a token
PIECE = re.compile(r"^##(?=\w)")  # how WordPiece writes that there is none
SAMPLES = {"doc_id", "arguments", "filtered_resps"}  # the columns of lm-evaluation-harness' samples
MODELS = ("model", "modelname", "system", "lm")  # columns, in plain form, that say which model a row is of


def opened(path: str | Path | Sheet | list[Path], **reading: str) -> Table:
    """Return a table of scores with a row for each sentence; ``rest`` has its measures, and further columns."""
    return _opened(path, **reading).copy()


@sheets.once
def _opened(path: str | Path | Sheet | list[Path], **reading: str) -> Table:
    files = sheets.read_all(path, **reading)
    if all(set(sheet.header) >= SAMPLES for sheet in files.values()):
        table = Table(path, "samples", **reading)
        _check_one_model(table, [PurePath(sheet.path.rpartition(": ")[2]).parent.name for sheet in files.values()])
        _put_samples(table)
        return table
    table = Table(path, "scores", **reading)
    of_models = [header for header in table.rest if plain(header) in MODELS]
    _check_one_model(table, table.rest[of_models[0]] if of_models else [])
    names_sentences = {"sentence_id", "sentence"} & table.columns.keys() or {"good", "bad"} <= table.columns.keys()
    if "pair_id" in table and names_sentences:
        table.leave_unused("pair_id")
    if "sentence_id" in table and _are_tokens(table):
        _put_tokens(table)
    elif {"good", "bad"} <= table.columns.keys():
        _put_pairs(table, "sentence", zip(table.columns["good"], table.columns["bad"], strict=True))
    elif "pair_id" in table:
        ids = table.columns["pair_id"]
        _put_pairs(table, "sentence_id", ((f"{name}.good", f"{name}.bad") if name else ("", "") for name in ids))
    return table


def _check_one_model(table: Table, models: list[str]) -> None:
    """Note that rows are of several models, which cannot be one system."""
    names = list(dict.fromkeys(filter(None, models)))
    if len(names) > 1:
        table.wrong.append(
            f"has scores of several models: {', '.join(names[:8])}; use a separate file or folder for each"
        )


def _replace(
    table: Table, names: list[str], rest: dict[str, list[str]], numbers: list, origins: list, role: str = "sentence"
) -> None:
    """Put rows of sentences, by their texts or ids, in the place of those of the file."""
    table.origins = origins
    table.columns, table.headers = {role: names}, table.headers | {role: role}
    table.rest, table.numbers, table.length = rest, numbers, len(numbers)


def _put_pairs(table: Table, role: str, members: Iterable[tuple[str, str]]) -> None:
    """Make two rows of each pair, named by the texts or ids (``role``) of its sentences.

    A measure has two columns, whose names differ in a word: ``lp_good``, ``lp_bad``.
    """
    other = {plain(header): header for header in table.rest}
    measures = {}
    for header in table.rest:
        opposite = next((other[name] for name in _opposites(plain(header)) if name in other), None)
        if opposite:
            measures[_stem(header)] = (header, opposite)
    if not any(table.is_numeric(first) for first, _ in measures.values()):
        alone = [header for header in table.rest if table.is_numeric(header)]
        headers = [f"{header!r} ({_other(header)} is missing)" if _other(header) else repr(header) for header in alone]
        table.wrong.append(
            f"no two numeric columns belong to the good and the bad sentence: {', '.join(headers) or 'none'}; end "
            "their names in _good and _bad"
        )
    taken = {header for pair in measures.values() for header in pair}
    for header in table.rest:
        table.reading.columns[header] = "score of a sentence" if header in taken else table.reading.columns[header]
    names = [name for pair in members for name in pair]
    rest = {
        stem: [cell for cells in zip(*(table.rest[header] for header in pair), strict=True) for cell in cells]
        for stem, pair in measures.items()
    }
    numbers, origins = ([one for one in column for _ in range(2)] for column in (table.numbers, table.origins))
    table.called_good = list(zip(table.numbers, names[::2], strict=True))
    _replace(table, names, rest, numbers, origins, role)


NAMES = [(plain(good), plain(bad)) for good, names in OPPOSITES.items() for bad in names.split()]


def _opposites(name: str) -> list[str]:
    """Return what the column of the other sentence may be called, of the one of the acceptable sentence."""
    bads = {bad for _, bad in NAMES}
    return [
        name[: match.start()] + bad + name[match.end() :]
        for good, bad in NAMES
        for match in re.finditer(good, name)
        if not any(one.endswith(good) and name[: match.end()].endswith(one) for one in bads)
    ]


def _other(header: str) -> str:
    """Return what the column of the other sentence would be called; nothing if the name tells no side."""
    sides = [pair for good, names in OPPOSITES.items() for bad in names.split() for pair in ((bad, good), (good, bad))]
    return next((header.replace(side, other, 1) for side, other in sides if side in header), "")


def _stem(header: str) -> str:
    """Return the name of a measure without the side that its column is about: ``lp_good``, ``good_lp`` → ``lp``."""
    names = "|".join(name.replace("_", "[ _-]?") for name in OPPOSITES)
    stem = re.sub(
        rf"[ _-]?({names})[ _-](sentence|sent|text)|({names})[ _-]?|[ _-]({names})", "", header, flags=re.I, count=1
    )
    return stem.strip(" _-") or header


def _put_samples(table: Table) -> None:
    """Make a row of each choice in lm-evaluation-harness' samples.

    A choice is what follows a context that must be empty, so that its log-likelihood is that of a sentence.
    """
    sentences, scores, numbers = [], [], []
    columns = [table.rest[name] for name in ("arguments", "filtered_resps")]
    for number, *cells in zip(table.numbers, *columns, strict=True):
        try:
            requests, answers = map(json.loads, cells)
            requests = [list(one.values()) for one in requests.values()] if isinstance(requests, dict) else requests
            if any(context.strip() for context, _ in requests):
                table.wrong.append(f"row {number}: a sentence follows a context; only whole sentences can be scored")
            likelihoods = [str(value) for value, _is_greedy in answers]
            if not_computed := [value for value in likelihoods if is_written_for(value, COMPUTED)]:
                table.wrong.append(
                    Message(
                        f"row {number}: the log-likelihood of a sentence is {not_computed[0]}, which is no score; "
                        "score it anew, or leave the row out and declare that some have none (",
                        PARTIAL,
                        ")",
                    )
                )
                continue
            if not all(map(values.is_number, likelihoods)):
                raise ValueError
            for (_, text), value in zip(requests, likelihoods, strict=True):
                sentences.append(text.strip())
                scores.append(value)
                numbers.append(number)
        except (ValueError, TypeError, AttributeError):
            table.wrong.append(f"row {number}: is not a choice between sentences by their log-likelihoods, as of blimp")
    table.reading.columns = {"arguments": "sentence", "filtered_resps": "log_prob"}
    _replace(table, sentences, {"log_prob": scores}, numbers, [])


def _are_tokens(table: Table) -> bool:
    """Return whether rows are tokens; ``wrong`` gets a table that has several rows a sentence, but lacks a column."""
    places = {plain(header): header for header in table.rest}
    missing = ["token"] * ("token" not in places) + [" or ".join(LOG_PROBS)] * (not {*LOG_PROBS} & places.keys())
    ids = table.columns["sentence_id"]
    sentences = set(zip(table.origins, ids, strict=True)) if table.origins else set(ids)
    if len(missing) == 1 and all(map(str.isdecimal, ids)) and len(ids) >= 2 * len(sentences):
        table.wrong.append(
            f"has several rows for each sentence_id, as of tokens, but no column {missing[0]}; add it, or rename the "
            f"column that has it; it has: {', '.join((*table.headers.values(), *table.rest))}"
        )
        table.check()
    return not missing


def _put_tokens(table: Table) -> None:
    """Make a row of the tokens of each sentence, as minicons has them, with the sum and the mean of their scores.

    A sentence_id is a number that counts sentences; their texts are those of their tokens, which are matched loosely. A
    token without a number is not scored, as the first of a sentence may be, for which minicons and lm-zoo write 0.
    Special tokens are no words of the sentence, and are left out.
    """
    headers = {plain(header): header for header in table.rest}
    name = next(name for name in LOG_PROBS if name in headers)
    cells, tokens, ids = table.rest[headers[name]], table.rest[headers["token"]], table.columns["sentence_id"]
    groups: dict[tuple[str, str], list[int]] = {}
    for row, one in enumerate(ids):
        groups.setdefault((table.origins[row] if table.origins else "", one), []).append(row)
    comma, doubt = values.decimal_mark(cells)
    table.wrong += [f"{headers[name]}: {doubt}"] if doubt else []
    left_out = special_tokens(table, tokens)
    sentences, sums, means, numbers = [], [], [], []
    for rows in groups.values():
        token_rows = [row for row in rows if row not in left_out]
        filled = (row for row in token_rows if cells[row] and not is_written_for(cells[row], MISSING))
        scored = {row: values.number_of(cells[row], comma) for row in filled}
        if scored.get(rows[0]) == 0:
            del scored[rows[0]]  # the first token of a sentence has no number
        bad = [row for row, number in scored.items() if number is None]
        table.wrong += [
            f"row {table.numbers[row]}: {headers[name]} is {cells[row]!r}, which is not a number" for row in bad
        ]
        if not bad and scored:
            total = math.fsum(number for number in scored.values() if number is not None) * (
                1 if name == "logprob" else -1
            )
            sentences.append("".join(text_of_token(tokens[row]) for row in token_rows))
            sums.append(repr(total))
            means.append(repr(total / len(scored)))
            numbers.append(table.numbers[rows[0]])
    used = {headers[name]: "log_prob and mean_lp, their sum and mean", headers["token"]: "sentence"}
    table.reading.columns = {
        header: used.get(header, role if role.startswith(UNUSED) else "the sentence of a token")
        for header, role in table.reading.columns.items()
    }
    _replace(table, sentences, {"log_prob": sums, "mean_lp": means}, numbers, [])


def special_tokens(table: Table, tokens: Sequence[str]) -> set[int]:
    """Return the rows whose tokens are special ones, such as </s>; a note reports that they are not used."""
    special = [row for row, token in enumerate(tokens) if SPECIAL.fullmatch(token.strip())]
    if special:
        which = ", ".join(dict.fromkeys(tokens[row].strip() for row in special))
        where = rows_of(table.numbers[row] for row in special)
        table.reading.notes.append(f"{which} is not a word of a sentence, so its score was not used ({where})")
    return set(special)


def text_of_token(token: str) -> str:
    """Return the text of a token without the signs of its tokenizer, and without special tokens in it."""
    return SPACE.sub(" ", PIECE.sub("", SPECIAL.sub("", token)))
