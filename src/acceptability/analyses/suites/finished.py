"""Read surprisals of regions or tokens, and decisions about items, that another program made."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

import pandas as pd

from acceptability import segmentation
from acceptability.analyses.suites import alignment
from acceptability.errors import InputError, collecting, naming
from acceptability.expectations import reading
from acceptability.reading import forms, sheets
from acceptability.reading.report import Reading, fail, listed
from acceptability.reading.roles import plain
from acceptability.reading.table import Table
from acceptability.reading.values import label_of

Key: TypeAlias = tuple[str, str, str]  # suite, item, condition
Pieces: TypeAlias = list[tuple[int | str, float]]  # numbers of regions, or the tokens in order, with their bits
UNITS = {  # by a part of the plain header of a column: what a number is in bits, and how a message says it
    ("logprob", "logp"): (-1 / math.log(2), "natural log-probabilities, turned into bits"),
    ("nats",): (1 / math.log(2), "natural logarithms, turned into bits"),
    ("bits",): (1.0, "bits"),
    ("",): (1.0, "read as bits; if they are natural logarithms, name the column surprisal_nats"),
}
ROUNDING = 0.001  # bits: a log-probability of about 0 may be positive by an error of this size
_IMPOSSIBLE = (
    "and no surprisal is negative; the sign may be wrong, or the column contains log-probabilities (name it log_prob)",
    "and no log-probability is positive; the sign may be wrong, or the column contains surprisals (name it surprisal)",
)
COLUMNS = ["sentence_id", "position", "token", "word", "written", "written_to", "log_prob", "oov"]


def read_surprisals(
    source: sheets.Source, sentences: pd.DataFrame, metrics: Mapping[str, str], **how: str
) -> tuple[pd.DataFrame, Reading]:
    """Return finished surprisals as the table TOKENS, and how they were read; a region counts as a token.

    They are in a table with a row for each region or each token, or in SyntaxGym's JSON. Tokens are matched with the
    text of their sentence. Suites that are not among the sentences are left out. InputError where a suite lacks the
    surprisal of a region or a token, or where regions need those of tokens (``metrics``).
    """
    name = sheets.name_of(source)
    pieces, read = _of_json(name) if name.endswith(reading.JSON) else _of_table(Table(source, "regions", **how))
    suites, names = list(dict.fromkeys(sentences["suite"])), list(dict.fromkeys(key[0] for key in pieces))
    if len(names) == len(suites) == 1:  # one suite, whatever the two files call it
        pieces = {(suites[0], *key[1:]): of_sentence for key, of_sentence in pieces.items()}
    elif names == [""]:
        raise InputError(f"{name}: has no column suite, and there are {len(suites)} suites; add it")
    keys = list(zip(*(sentences[column] for column in ("suite", "item", "condition")), strict=True))
    known, scored = {*keys}, {key[0] for key in pieces} & {*suites}
    if not scored:
        raise InputError(f"{name}: has no surprisals of these suites, but of {listed(names)}; correct the names")
    if others := [", ".join(key) for key in pieces if key not in known]:
        read.notes.append(f"not used, as the suites have no such sentence: {listed(others)}")
    by_token = "token" in read.columns.values()
    faults = [
        f"{suite}: its metric is {metrics[suite]}, which needs the surprisals of tokens; write a row for each"
        for suite in suites
        if suite in scored and metrics[suite] != reading.METRICS[0] and not by_token
    ]
    rows: list[tuple] = []
    for key, row in zip(keys, sentences.to_dict("records"), strict=True):
        if key[0] in scored:
            with collecting(faults), naming(f"{key[0]}, item {key[1]}, {key[2]}"):
                of_row = pieces.get(key, [])
                rows += _in_regions(row, of_row if by_token else _texts_of_regions(row, dict(of_row)), by_token)
    fail(name, faults)
    return pd.DataFrame(rows, columns=COLUMNS), read


def _texts_of_regions(row: Mapping, bits: Mapping) -> Pieces:
    """Return the text of each region that has one, with its bits. InputError where a region lacks them."""
    regions = list(map(int, row["regions"].split()))
    lacking = [str(one) for place, one in enumerate(regions) if one not in bits or (place and math.isnan(bits[one]))]
    if lacking:
        raise InputError(f"lacks region{'s' * (len(lacking) > 1)} {', '.join(lacking)}")
    return [(text, bits[one]) for text, one in zip(row["words"].split(segmentation.BETWEEN), regions, strict=True)]


def _in_regions(row: Mapping, pieces: Pieces, by_token: bool) -> Iterator[tuple]:
    """Yield rows of TOKENS, with the first and the last region that a token is in; the first may have no bits."""
    tokens = [str(token) for token, _ in pieces]
    numbers = _numbers(tokens, row) if by_token else [(number, number) for number in range(1, len(tokens) + 1)]
    for place, (token, (_, bits), (first, last)) in enumerate(zip(tokens, pieces, numbers, strict=True), start=1):
        if not math.isnan(bits):
            written = token.strip() or "▁"
            yield row["sentence_id"], place, written, first, first, last, -bits * math.log(2), 0
        elif place > 1:
            raise InputError(f"the token {token!r} has no surprisal, which only the first token may lack")


def _numbers(tokens: list[str], row: Mapping) -> list[tuple[int, int]]:
    """Return the numbers of the first and the last region that each token is in. InputError where they are unclear."""
    text, words = row["sentence"], row["words"].split(segmentation.BETWEEN)
    spans = alignment.spans(tokens, text, words)
    if not spans:
        raise InputError(
            f"its tokens make up {''.join(tokens).strip()!r}, and the sentence is {text!r}; write all of its tokens"
        )
    return segmentation.of_tokens(text, spans, words)


def _of_json(path: str) -> tuple[dict[Key, Pieces], Reading]:
    suites = reading.read(path)
    pieces: dict[Key, Pieces] = {
        (suite.name, *key): list(enumerate(bits, start=1))
        for suite in suites.by_name.values()
        for key, bits in suite.bits.items()
    }
    fail(
        path,
        [
            f"{', '.join(key)}, region {number}: the surprisal is {bits:g}, {_IMPOSSIBLE[0]}"
            for key, of_regions in pieces.items()
            for number, bits in of_regions
            if bits < -ROUNDING
        ],
    )
    return pieces, Reading(path, "regions", f"surprisals of {len(pieces):,} sentences", suites.reading.files)


def _of_table(table: Table) -> tuple[dict[Key, Pieces], Reading]:
    table.check()
    table.key = ("suite", "item", "condition")
    header, by_token = table.headers["surprisal"], "token" in table
    factor, unit = next(unit for ends, unit in UNITS.items() if any(end in plain(header) for end in ends))
    table.reading.values[header] = unit
    numbers = table.values("surprisal", may_be_empty=True)
    bits = [math.nan if one is None else one * factor for one in numbers]
    table.wrong += [
        f"{table.place(row)}: {header} is {numbers[row]:g}, {_IMPOSSIBLE[factor < 0]}"
        for row, of_piece in enumerate(bits)
        if of_piece < -ROUNDING
    ]
    if by_token and "region" in table:
        table.leave_unused("region")
    special = forms.special_tokens(table, table.columns["token"]) if by_token else ()
    tokens = map(forms.text_of_token, table.cells("token"))
    parts: Sequence[int | str] = list(tokens) if by_token else reading.region_numbers(table)
    keys = zip(*map(table.cells, table.key), strict=True)
    pieces: dict[Key, Pieces] = {}
    for row, (key, part, of_part) in enumerate(zip(keys, parts, bits, strict=True)):
        of_sentence = pieces.setdefault(key, [])
        if not by_token and part in dict(of_sentence):
            table.wrong.append(f"{table.place(row)}: region {part} has 2 surprisals; write one for each region")
        if row not in special:
            is_unscored = by_token and not of_sentence and not of_part  # 0, as minicons writes
            of_sentence.append((part, math.nan if is_unscored else of_part))
    table.check()
    what = f"{table.length:,} {'tokens' if by_token else 'regions'} in {len(pieces):,} sentences"
    return pieces, replace(table.reading, what=what)


def read_decisions(source: sheets.Source, sentences: pd.DataFrame, **how: str) -> tuple[pd.DataFrame, Reading]:
    """Return decisions about items as the table ITEM_DECISIONS, and how they were read.

    Those about other suites are left out. Items that are numbered from 0, as in the results that were released with
    SyntaxGym, are those of the suite in its order.
    """
    table = Table(source, "item_decisions", **how)
    table.check()
    right = [label_of(cell) for cell in table.columns["right"]]
    table.wrong += [
        f"{table.place(row)}: {table.headers['right']} is neither true nor false; write 1 or 0"
        for row, value in enumerate(right)
        if value is None
    ]
    table.check()
    items = {suite: list(dict.fromkeys(table["item"])) for suite, table in sentences.groupby("suite", sort=False)}
    decisions = list(zip(*map(table.cells, ("system", "suite", "item")), right, strict=True))
    from_zero = {suite for _, suite, item, _ in decisions if item == "0" and item not in items.get(suite, [item])}
    rows: dict[tuple[str, str, str], int] = {}
    for system, suite, item, value in decisions:
        if suite not in items:
            continue
        if suite in from_zero and item.isdecimal():
            item = items[suite][int(item)] if int(item) < len(items[suite]) else f"{item} (from 0)"
        if item not in items[suite]:
            raise InputError(f"{table.path}: the suite {suite!r} has no item {item!r}; number items as the suite does")
        if (system, suite, item) in rows:
            raise InputError(f"{table.path}: {system or 'the system'}, {suite}: item {item} is in two rows; remove one")
        rows[system, suite, item] = int(value or 0)
    if not rows:
        raise InputError(f"{table.path}: has no decisions about these suites: {listed([*items])}; correct the names")
    frame = pd.DataFrame([(*key, value) for key, value in rows.items()], columns=["measure", "suite", "item", "right"])
    return frame, replace(table.reading, what=f"{len(rows):,} decisions about items")
