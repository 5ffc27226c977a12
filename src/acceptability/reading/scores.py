"""Turn a user's table of scores into one score for each sentence and measure.

A row is a sentence; or a pair, with two columns of each measure (forms.py); a sample of lm-evaluation-harness; or a
token, as minicons has them. Or a line is the response of a server of language models (saved_responses.py).
"""

import math
import re
import unicodedata
from array import array
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Generic, TypeVar

from acceptability.errors import InputError
from acceptability.messages import ALL, PARTIAL, Message, setting
from acceptability.reading import facts, forms, matching, saved_responses, values
from acceptability.reading.report import UNUSED, Reading, rows_of
from acceptability.reading.roles import ROLES, plain
from acceptability.reading.sheets import Source, paths_of
from acceptability.reading.table import Table

if TYPE_CHECKING:
    import pandas as pd

# Names of columns that are low where sentences are good, with what stands before and after it.
LOW_IS_GOOD = re.compile(
    r"^[-−]|(?<![a-z])(mean|sum|avg|total)?(surp|ppl|pplx|perplex|loss(?!less)|nll|nlog|cost(?!_?free)|neg(?![a-z])|negative|"
    r"neglog|minus|bits|bpc|bpb|xent|ce(?![a-z])|error|rank(?![a-z])|unaccept|ungramm)|surprisal|perplex|entropy|(ppl|nll)$|"
    r"(lm|ce|mean|avg|sum|total|eval)loss$"
)
IDS = "id|ids|idx|index|item|pair|unnamed"  # how names of columns end that name or count rows
NAMES_ROWS = re.compile(rf"({IDS}|order|seed|list|first|participant|subject)\d*$")
COUNTS = "trial|row|line|nr|num|number|position|count|order|tokens|length|layer|seed|year|^n|^no"
NO_MEASURE = re.compile(rf"({IDS}|{COUNTS})\d*$")
PEOPLE = ("label", "mark", "rating")  # roles of what people said; "correct" is rather what a system did
JUDGED = frozenset(name for role in ROLES if role.name in PEOPLE for name in role.ranks()) - {"correct"}
NUMBERED = "its ids are not those of the {}, which have none, and were numbered from 1; add the texts"
LOG_PROB = re.compile(r"(sum|mean|total|avg|average)?(logprob(s|ability|abilities)?|logp)")  # plain names of columns
WHOLE = re.compile(r"\d+(\.0*)?")


class Rows(Collection):
    """Describe the rows ``(sentence_id, measure, score)`` of a table, one measure after another, in the order of its
    sentences.

    Scores are kept as plain numbers, and each row is made when it is read: a table may have millions.
    """

    def __init__(self, names: list[str], scores: Mapping[str, array]) -> None:
        """Take the ids of the sentences, and of each measure a score of each sentence, NaN where there is none."""
        self.names, self.scores = names, scores

    def __iter__(self) -> Iterator[tuple[str, str, float]]:
        """Yield the rows that have a score."""
        for measure, column in self.scores.items():
            for name, score in zip(self.names, column, strict=True):
                if not math.isnan(score):
                    yield name, measure, score

    def frame(self) -> "pd.DataFrame":
        """Return the rows that have a score, as a table: ``sentence_id, measure, score``."""
        import pandas as pd  # here, as the configuration is checked without it

        parts = [
            pd.DataFrame({"sentence_id": self.names, "measure": measure, "score": column})
            for measure, column in self.scores.items()
        ]
        return pd.concat([part[part["score"].notna()] for part in parts], ignore_index=True)

    def __len__(self) -> int:
        """Return the number of rows."""
        return sum(1 for _ in self)

    def __contains__(self, row: object) -> bool:
        """Return whether this is one of the rows."""
        return any(row == other for other in self)


R = TypeVar("R", bound=Collection[tuple[str, str, float]])


@dataclass(frozen=True)
class Judged(Generic[R]):
    """Describe the scores of sentences, or decisions about pairs, of systems.

    Attributes:
        rows: ``(sentence_id, measure, score)``, or ``(pair_id, measure, chose_good)``, in the order of the dataset;
            none where there is no answer.
        ways: the rows of the file, in words, by how they were matched; see matching.
        reading: how the file was read.
        called_good: row and sentence_id of each sentence that a table with a row for each pair calls good.
    """

    rows: R
    ways: dict[str, list[str]]
    reading: Reading
    called_good: list[tuple[int | str, str]] = field(default_factory=list)


def measure_of(column: str) -> str:
    """Turn the name of a column into that of a measure: lower-case letters, digits and underscores."""
    plain = unicodedata.normalize("NFKD", column).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "_", plain).strip("_") or "score"


def columns_of(path: Source, **reading: str) -> dict[str, str]:
    """Find the table's columns of numbers, by the names of their measures. InputError where it has none."""
    return facts.fact("columns of scores", paths_of(path), reading, partial(_columns_of, path, **reading))


def _columns_of(path: Source, **reading: str) -> dict[str, str]:
    if saved_responses.are_responses(path, **reading):
        return dict(saved_responses.COLUMNS)
    return by_measure(forms.opened(path, **reading))


def by_measure(table: Table) -> dict[str, str]:
    """Name the measure of each column of scores. InputError where two names are too similar, and where there are none.

    Columns that count or name rows are no measures.
    """
    headers = _measures(table)
    if not headers and not table.wrong:
        table.wrong.append("has no column of numbers; add one with a score for each sentence")
    table.check()
    return of_headers(table.path, headers)


def of_headers(path: str, headers: Iterable[str]) -> dict[str, str]:
    """Name the measure of each column. InputError where two columns have names that are too similar."""
    columns: dict[str, str] = {}
    for header in headers:
        if measure_of(header) in columns:
            in_words = f"{columns[measure_of(header)]!r} and {header!r}"
            raise InputError(f"{path}: the columns {in_words} have names that are too similar; rename one of them")
        columns[measure_of(header)] = header
    return columns


def _measures(table: Table) -> list[str]:
    """Return the columns of numbers, without those of whole numbers that name or count rows, by their headers."""
    numeric = [header for header in table.rest if table.is_numeric(header)]
    numeric = [header for header in numeric if plain(header) not in JUDGED]  # what people said of the sentences
    whole = {header for header in numeric if all(WHOLE.fullmatch(cell) for cell in table.rest[header] if cell)}
    count = list(map(str, range(1, table.length + 1)))  # under X, which R writes
    numeric = [header for header in numeric if header != "X" or table.rest[header] != count]
    counts, names = (
        [header for header in numeric if header not in whole or not form.search(plain(header))]
        for form in (NO_MEASURE, NAMES_ROWS)
    )
    return counts or names  # a table of nothing but lengths, say, means them


def check_direction(path: object, columns: Mapping[str, str], negate: list[str]) -> None:
    """Raise InputError for columns that are low where a sentence is good, by their names, unless they are negated."""
    split = {measure: re.sub(r"(?<=[a-z])(?=[A-Z])", "_", header).lower() for measure, header in columns.items()}
    low = [measure for measure, header in split.items() if LOW_IS_GOOD.search(header) and measure not in negate]
    if low:
        headers = ", ".join(repr(columns[measure]) for measure in low)
        what = f"the column {headers} sounds" if len(low) == 1 else f"the columns {headers} sound"
        raise InputError(
            f"{path}: {what} as if low scores meant acceptable, but acceptable sentences must have high scores: write ",
            setting("negate", low, ALL),
            f", or rename {'it' if len(low) == 1 else 'them'}",
        )


def check_columns(path: object, columns: Mapping[str, str], others: Iterable[str]) -> None:
    """Raise InputError for a measure whose column the table does not have among its ``others``."""
    for header in columns.values():
        if header not in others:
            raise InputError(f"{path}: has no column {header!r}; correct measures; it has: {', '.join(others)}")


def read(
    path: Source,
    columns: Mapping[str, str],
    negate: list[str],
    sentences: Mapping[str, str],
    *,
    complete: bool = True,
    **reading: str,
) -> Judged[Rows]:
    """Read the score of each sentence by each measure.

    Parameters:
        path: the user's table.
        columns: the header of each measure.
        negate: the measures whose sign is changed.
        sentences: the texts of the dataset, by id, in order. A row belongs to the sentence of its id (where ids of the
            file are ids of sentences) or to all sentences of its text (see matching). Rows that belong to none are left
            out.
        complete: whether every sentence must have a score. Otherwise, cells may be empty, too.

    Raises InputError that lists rows whose sentence is not the one that their id names (where they have both). It also
    lists rows that contradict each other and, if ``complete``, sentences without a score and the rows that belong to
    none; otherwise, where no row belongs to a sentence.
    """
    is_saved = saved_responses.are_responses(path, **reading)
    table = saved_responses.opened(path, sentences, complete, **reading) if is_saved else forms.opened(path, **reading)
    if "sentence_id" not in table and "sentence" not in table:
        table.check()
    check_columns(table.path, columns, table.rest)
    instead = Message("declare that some have none (", PARTIAL, ")") if complete else "leave the cell empty"
    fix = "write a finite score, or " + instead
    ids, texts = table.columns.get("sentence_id", []), table.columns.get("sentence", [])
    by_id = "sentence_id" in table and ("sentence" not in table or matching.are_ids(ids, sentences))
    if by_id and not matching.are_ids(ids, sentences) and any(name in sentences for name in ids):
        table.wrong.append(NUMBERED.format("sentences"))
    names = ids if by_id else texts
    table.key = ("sentence_id",) if by_id else ("sentence",)
    for row in (row for row, name in enumerate(names) if not name):
        table.wrong.append(f"row {table.numbers[row]}: {table.key[0]} is empty; fill it in, or leave the row out")
    scores = {
        measure: array(
            "d", [math.nan if score is None else score for score in table.numbers_in(cells, header, not complete, fix)]
        )
        for measure, header, cells in ((measure, header, table.rest[header]) for measure, header in columns.items())
    }
    if by_id and "sentence" in table:
        table.check_matches(ids, texts, sentences)
    matched = (matching.match_ids if by_id else matching.match)(names, sentences)
    ways = matching.rows_by_way(matched, names, table.numbers, _short)
    sentence_scores = _by_sentence(table, names, matched, list(sentences), scores)
    if complete:
        scored = {sentence for name in names for sentence in matched.ids[name]}
    else:
        scored = {
            name
            for column in sentence_scores.values()
            for name, score in zip(sentences, column, strict=True)
            if score == score
        }
    _check_missing(table, sentences, columns, sentence_scores, scored, ways, complete)
    table.check()
    for measure in set(negate) & sentence_scores.keys():
        sentence_scores[measure] = array("d", [-score for score in sentence_scores[measure]])
    rows = Rows(list(sentences), sentence_scores)
    _describe(table, columns, negate, ways)
    called_good = [(number, name) for number, text in table.called_good for name in matched.ids.get(text, ())]
    return Judged(rows, ways, table.reading, called_good)


def understood(path: Source, columns: Mapping[str, str], negate: list[str], **reading: str) -> Reading:
    """Return what can be read of a table of scores while the sentences are not known."""
    is_saved = saved_responses.are_responses(path, **reading)
    table = saved_responses.opened(path, None, True, **reading) if is_saved else forms.opened(path, **reading)
    table.check()
    _describe(table, columns, negate, {})
    return table.reading


def _by_sentence(
    table: Table,
    names: list[str],
    matched: matching.Matched,
    sentences: list[str],
    scores: Mapping[str, array],
) -> dict[str, array]:
    """Return the first score of each sentence by measure, NaN where there is none.

    ``scores`` has those of the rows. ``wrong`` gets rows that contradict the first one of a sentence.
    """
    places = {name: place for place, name in enumerate(sentences)}
    sentence_scores = {measure: array("d", [math.nan]) * len(sentences) for measure in scores}
    firsts = {measure: array("l", [0]) * len(sentences) for measure in scores}  # rows
    of_measures = [(scores[measure], sentence_scores[measure], firsts[measure]) for measure in scores]
    for row, name in enumerate(names):
        apart = None
        for place in map(places.__getitem__, matched.ids[name]):
            for of_rows, of_sentences, first in of_measures:
                score = of_rows[row]
                if score != score:
                    continue
                if of_sentences[place] != of_sentences[place]:
                    of_sentences[place], first[place] = score, row
                elif apart is None and not math.isclose(of_sentences[place], score, rel_tol=matching.ROUNDING):
                    apart = first[place]
        if apart is not None:
            in_words = f"rows {table.numbers[apart]} and {table.numbers[row]}"
            table.wrong.append(f"{in_words}: have different scores of {_short(name)!r}; keep one")
    return sentence_scores


def _check_missing(
    table: Table,
    sentences: Mapping[str, str],
    columns: Mapping[str, str],
    sentence_scores: Mapping[str, array],
    scored: set[str],
    ways: Mapping[str, list[str]],
    complete: bool,
) -> None:
    """Note sentences without a score, with the rows that belong to none; or measures without any, if some may lack."""
    missing = [f"{name} ({_short(text)}) has no score" for name, text in sentences.items() if name not in scored]
    missing[:1] = [Message(f"{first}; add it, or declare that some have none (", PARTIAL, ")") for first in missing[:1]]
    strangers = [f"{row} is not a sentence of this dataset" for row in ways.get(matching.NOT, [])]
    if missing and complete:
        table.wrong += [*strangers, *missing]
    elif not scored:
        table.wrong += strangers
    if not complete and not table.wrong:
        filled = {measure for measure, column in sentence_scores.items() if not all(map(math.isnan, column))}
        table.wrong += [
            f"{header} has no score of any sentence of this dataset; add one, or leave the column out of measures"
            for measure, header in columns.items()
            if measure not in filled
        ]


def _describe(table: Table, columns: Mapping[str, str], negate: list[str], ways: Mapping[str, list[str]]) -> None:
    """Report which columns are measures, and how rows were matched with sentences."""
    reading, measures = table.reading, _measures(table)
    reading.what = f"{table.length:,} rows of scores"
    for measure, header in columns.items():
        if header in reading.columns:
            reading.columns[header] = measure
        if measure in negate:
            form = reading.values.get(header, "numbers")
            reading.values[header] = f"{form}, low for good sentences, negated"
    for header in table.rest:
        if reading.columns.get(header, "").startswith(UNUSED) and table.is_numeric(header):
            reading.columns[header] = UNUSED + (
                " (numbers)" if header in measures else " (numbers, but no scores by their name)"
            )
    for header in (header for measure, header in columns.items() if measure not in negate):
        reading.notes += _positive(table, header)
    reading.matching += matching.notes_on(ways, "sentences")


def _positive(table: Table, header: str) -> list[str]:
    """Return a note with the rows where a column called a log-probability is above 0, which none can be."""
    if not LOG_PROB.fullmatch(plain(header)) or not table.rest.get(header):  # no cells: of answers not yet matched
        return []
    comma, _ = values.decimal_mark(table.rest[header])
    numbers = [values.number_of(cell, comma) for cell in table.rest[header]]
    above = [row for row, value in zip(table.numbers, numbers, strict=True) if value is not None and value > 0]
    if not above:
        return []
    return [f"{header} is above 0 in {rows_of(above)}, but no log-probability is; check the column, or rename it"]


def check_pairs(
    path: object,
    columns: Mapping[str, str],
    scores: Iterable[tuple[str, str, float]],
    sentences: Mapping[str, str],
    pairs: Collection[tuple[str, str]],
) -> None:
    """Raise InputError for a column that has no pair with a score of both sentences.

    ``scores`` as ``read`` returns them, one measure after another; ``sentences`` by their ids, ``pairs`` as both
    sentences of each.
    """
    compared = set()
    for measure, rows in groupby(scores, key=itemgetter(1)):
        texts = {sentences[name] for name, *_ in rows}
        if any(all(text in texts for text in sides) for sides in pairs):
            compared.add(measure)
    for measure, header in columns.items():
        if measure not in compared:
            raise InputError(
                f"{path}: {header} has no pair with scores of both sentences; add those of some pairs, or leave the "
                "column out"
            )


def contradicted_sides(judged: Judged, sentences: Mapping[str, str], pairs: Mapping[str, tuple[str, str]]) -> list[str]:
    """Return a note with the rows that call a sentence good which is only the bad one of pairs; none without such rows.

    ``sentences`` by their ids, ``pairs`` as the acceptable sentence and the other one of each, by its id.
    """
    goods = {good for good, _ in pairs.values()}
    of_bad = {bad: name for name, (_, bad) in pairs.items() if bad not in goods}
    wrong = {row: of_bad[sentences[name]] for row, name in judged.called_good if sentences[name] in of_bad}
    if not wrong:
        return []
    plural = len(wrong) > 1
    which = ", ".join(list(wrong.values())[:5]) + (f" and {len(wrong) - 5:,} more" if len(wrong) > 5 else "")
    return [
        f"{rows_of(wrong)}: the sentence{'s' if plural else ''} called good {'are' if plural else 'is'} the bad one of "
        f"{'pairs' if plural else 'pair'} {which}; scores were matched by text, so check which column is which"
    ]


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:60]}…"
