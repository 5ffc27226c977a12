"""Read a user's table of pairs, with a row for each pair or for each sentence."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from acceptability.messages import Message, setting
from acceptability.reading import contexts, damage, facts, marks, sheets, values
from acceptability.reading.report import Reading, rows_of
from acceptability.reading.sentences import BESIDE_PAIRS, note_same_fillers
from acceptability.reading.sheets import Sheet, once
from acceptability.reading.table import Table

RATING = ("good_rating", "bad_rating")
SHARED = ("phenomenon", "paradigm", "pair_id")  # by the sentences of a pair
PLURAL = {"paradigm": "paradigms", "file": "files", "phenomenon": "phenomena"}
CONTEXTS = ("context", "good_context", "bad_context")
TARGET = ("good_prefix", "bad_prefix", "target")  # a form of tables: a text that is scored after two others
TARGETS = ("context_1", "context_2", "target_1", "target_2")  # another one: two contexts, and a text that fits each
ALL = "all pairs"  # the phenomenon of a table that names none


@dataclass(frozen=True, eq=False)
class Pairs:
    """Describe checked pairs.

    Attributes:
        columns: what the pairs have: ``row``, ``pair_id``, ``phenomenon``, ``paradigm``, ``cluster``, ``good``,
            ``bad``, ``good_words`` and ``bad_words`` (lists); where there are any, ratings (None: unrated), regions,
            ``article``, ``good_mark`` and ``bad_mark``, and what is given and scored of each sentence with a context.
        rest: the cells of the columns that are not used, by their headers.
        reading: how the file was read.
    """

    columns: dict[str, list]
    rest: dict[str, list[str]]
    reading: Reading

    @property
    def records(self) -> list[dict]:
        """Return a dictionary for each pair."""
        return [dict(zip(self.columns, row, strict=True)) for row in zip(*self.columns.values(), strict=True)]

    @property
    def members(self) -> dict[str, tuple[str, str]]:
        """Return the acceptable sentence and the other one of each pair, by its id."""
        sides = zip(self.columns["good"], self.columns["bad"], strict=True)
        return dict(zip(self.columns["pair_id"], sides, strict=True))


def opened(path: str | Path | Sheet | list[Path], **reading: str) -> Table:
    """Return a table with a row for each pair. Of several files, each is a paradigm, unless it names its own."""
    table = Table(path, "pairs", **reading)
    table.check_alike(*RATING, *CONTEXTS, "article")
    contexts.settle(table, CONTEXTS[0])
    contexts.settle(table, *CONTEXTS[1:])
    if not {"good", "sentence"} & table.columns.keys():
        _put_targets(table)
    for name in (*TARGET, *TARGETS):
        if name in table:
            table.leave_unused(name)
    if {"good", "sentence"} <= table.columns.keys():
        pairs, sentences = table.having["good"][0], table.having["sentence"][0]
        table.wrong.append(f"{sentences}: has a row for each sentence, but {pairs} one for each pair; use two folders")
        table.check()
    elif "sentence" in table:
        table.judged()
        if "label" not in table:
            table.wrong.append("no column and no mark shows which sentences are acceptable; add a column label")
            table.check()
        _put_in_pairs(table)
    if table.origins and "paradigm" not in table:
        for name in ["paradigm"] if {"phenomenon", "article"} & table.columns.keys() else ["paradigm", "phenomenon"]:
            table.columns[name], table.headers[name] = table.origins, f"the names of the files as the {name}"
            table.reading.columns[table.headers[name]] = name
    return table


@once
def read(path: str | Path | Sheet | list[Path], words: str | None = None, kind: str = "pairs", **reading: str) -> Pairs:
    """Read and check a table of pairs. InputError that lists all that is wrong.

    Where it has no ``pair_id``, pairs are numbered; where an id is in several paradigms, or in several files, the
    paradigm or the file is put before it. Without a phenomenon, all pairs of an article are of one, and without
    articles all pairs. A paradigm that occurs in several phenomena is one in each. ``words`` says what words are (see
    Table.words). Ids of pairs do not begin with ``filler.``, ``practice.`` or ``attention.``; those of the ``kind``
    fillers may.
    """
    table = opened(path, **reading)
    columns = table.columns
    table.key = ("pair_id",)
    if not {"good", "bad"} <= columns.keys():
        table.check()
    of_sides = dict(zip(("good", "bad"), table.unmarked("good", "bad"), strict=True))
    texts = {side: table.texts(side) for side in ("good", "bad")}
    _check_marks(table, of_sides["good"], of_sides["bad"])
    table.reading.notes += damage.differences(texts["good"], texts["bad"], table.numbers)
    for name in ("phenomenon", "cluster", "article"):
        if name in table:
            table.texts(name, may_be_empty=bool(table.origins))
    ratings = {name: table.values(name, may_be_empty=True) for name in RATING if name in table}
    if len(ratings) == 1:
        table.wrong.append(
            f"has {next(iter(ratings))} only; good_rating and bad_rating are needed together; add the missing column"
        )
    side_words = {side: table.words(f"{side}_words", side, words) for side in texts}
    for side in texts:
        table.check_regions(f"{side}_regions", side, side_words[side])
    parts = _put_after_contexts(table, texts, side_words, words)
    if table.length > 1 and texts["good"] == texts["bad"]:
        table.wrong.append(
            "in every pair, the two sentences are the same; call the columns of two different sentences good and bad"
        )
    phenomena = columns.get("phenomenon") or columns.get("article") or [ALL] * table.length
    if table.origins:
        phenomena = [name or origin for name, origin in zip(phenomena, table.origins, strict=True)]
    paradigms = _told_apart(
        [a or b for a, b in zip(columns.get("paradigm", phenomena), phenomena, strict=True)], phenomena
    )
    ids = _ids(table, columns.get("paradigm") and paradigms)
    if kind == "pairs":
        _check_beginnings(table, ids)
    else:
        note_same_fillers(table, ids)
    clusters = columns.get("article") or phenomena
    if "cluster" in table:  # which another file may lack
        clusters = [name or other for name, other in zip(columns["cluster"], clusters, strict=True)]
    _check_articles(table, phenomena)
    if len(ratings) == 2 and not any(None not in sides for sides in zip(*ratings.values(), strict=True)):
        table.wrong.append("has no pair with ratings of both sentences; add ratings, or remove their columns")
    table.check()
    pairs: dict[str, list] = {"row": table.numbers, "pair_id": ids, "phenomenon": phenomena, "paradigm": paradigms}
    pairs |= {"cluster": clusters, **texts, **ratings, **{f"{side}_words": side_words[side] for side in side_words}}
    pairs |= {name: columns[name] for name in ("article", "good_regions", "bad_regions") if name in table} | parts
    pairs |= _marks(table, of_sides)
    _describe(table, phenomena)
    return Pairs(pairs, table.rest, table.reading)


def columns_of(path: str | Path | Sheet | list[Path], **reading: str) -> frozenset[str]:
    """Return the roles that columns of a table of pairs have, whatever its rows contain."""
    return frozenset(
        facts.fact("columns of pairs", sheets.paths_of(path), reading, lambda: list(opened(path, **reading).columns))
    )


def _describe(table: Table, phenomena: list[str]) -> None:
    """Count pairs and phenomena, and note what may be meant otherwise."""
    reading, kinds = table.reading, len(set(phenomena))
    reading.what = "1 pair" if table.length == 1 else f"{table.length:,} pairs"
    reading.what += f" of {kinds:,} phenomena" if kinds > 1 else ""
    reading.notes += _similar(phenomena)
    may_say = [
        header
        for header, cells in table.rest.items()
        if 1 < len(set(cells)) <= len(cells) / 2 and values.shape_of(cells) == "text"
    ]
    if phenomena[0] == ALL and may_say:
        reading.notes.append(
            "no column names the phenomenon of a pair, so all pairs count as one phenomenon and one cluster; "
            f"if one of the columns {', '.join(may_say)} does, call it phenomenon"
        )


def _similar(phenomena: list[str]) -> Iterator[str]:
    """Yield a note on names of phenomena that differ only in case and in what separates their words."""
    names = defaultdict(list)
    for name in dict.fromkeys(phenomena):
        names[re.sub(r"[\s_/.,-]+", " ", name.casefold())].append(name)
    for alike in names.values():
        if len(alike) > 1:
            yield f"{' and '.join(map(repr, alike))} count as different phenomena; write one name if they are the same"


def raw_ratings(ratings: Sequence[float]) -> str:
    """Return what to say of ratings that look like answers on a scale; nothing of others, as z-scores are."""
    if not len(ratings):
        return ""
    mean = sum(ratings) / len(ratings)
    sd = (sum((rating - mean) ** 2 for rating in ratings) / len(ratings)) ** 0.5
    whole = len(ratings) > 2 and all(float(rating).is_integer() for rating in ratings)
    if min(ratings) < 0 and sd <= 2 and not whole:
        return ""
    return Message(
        f"Ratings run from {min(ratings):g} to {max(ratings):g}: they look like answers on a scale, not z-scores. The "
        "ADC compares z-scores. Add ",
        setting(
            "standardise",
            "sentences",
            '{yaml} to the dataset ({make} for make score, standardise="sentences" from Python)',
        ),
        ", or name a file with each participant's ratings under ratings.",
    )


def _check_marks(table: Table, good: list[str], bad: list[str]) -> None:
    """Note pairs whose marks say that the other sentence is the better one, or that neither is."""
    for row, (mark, other) in enumerate(zip(good, bad, strict=True)):
        worse, better = marks.MARKS.get(mark, 0), marks.MARKS.get(other, 0)
        if (worse and worse >= better) or (other and not better):
            table.wrong.append(
                f"{table.place(row)}: {table.headers['good']} is marked {mark or 'with nothing'}, and "
                f"{table.headers['bad']} {other or 'with nothing'}, which contradicts their columns; correct them"
            )


def _marks(table: Table, of_sides: dict[str, list[str]]) -> dict[str, list[str]]:
    """Return the columns ``good_mark`` and ``bad_mark``, empty without a mark; no columns if no sentence has one.

    A mark before a sentence (``of_sides``) counts before one in a column of marks.
    """
    columns = {}
    for side, signs in of_sides.items():
        cells = table.cells(f"{side}_mark")
        columns[f"{side}_mark"] = [sign or cell for sign, cell in zip(signs, cells, strict=True)]
    return columns if any(map(any, columns.values())) else {}


def _put_targets(table: Table) -> None:
    """Turn a table in one of the forms TARGET and TARGETS into one with pairs of sentences after contexts.

    A row of TARGETS makes two pairs: after each context, the target that fits it is better than the other one.
    """
    cells = table.columns.copy()
    if cells.keys() >= {*TARGET}:
        origins = {"good_context": "good_prefix", "bad_context": "bad_prefix", "good": "target", "bad": "target"}
        table.columns |= {name: cells[origin] for name, origin in origins.items()}
        table.headers |= {name: table.headers[origin] for name, origin in origins.items()}
        note = "the same text is scored after both prefixes; to score whole sentences, write them into good and bad"
    elif cells.keys() >= {*TARGETS}:
        for group in (table.columns, table.rest):
            group |= {name: [cell for cell in of_rows for _ in range(2)] for name, of_rows in group.items()}
        table.numbers = [number for number in table.numbers for _ in range(2)]
        table.origins = [origin for origin in table.origins for _ in range(2)]
        table.length = len(table.numbers)
        first, second, target, other = TARGETS
        for name, one, two in (("context", first, second), ("good", target, other), ("bad", other, target)):
            table.columns[name] = [cell for texts in zip(cells[one], cells[two], strict=True) for cell in texts]
            table.headers[name] = f"{table.headers[one]} and {table.headers[two]}"
        if "pair_id" in table:
            table.columns["pair_id"] = [f"{name}-{1 + row % 2}" for row, name in enumerate(table.columns["pair_id"])]
        note = "a row is two pairs: after each context, both targets are scored, and the one that fits it is good"
    else:
        return
    for name in (*TARGET, *TARGETS):
        table.columns.pop(name, None)
    for name in (name for name in CONTEXTS if name in table):
        table.columns[name] = contexts.with_single_spaces(table.columns[name])
    table.reading.notes.append(note)


def _put_after_contexts(
    table: Table, texts: dict[str, list[str]], side_words: dict[str, list[list[str]]], way: str | None
) -> dict[str, list[str]]:
    """Put the contexts of a table before the sentences and their words; return what of each is given, and scored."""
    before = {name: table.texts(name, may_be_empty=True) for name in CONTEXTS if name in table}
    nothing = [""] * table.length
    parts: dict[str, list[str]] = {}
    for side in texts if before else ():
        of_rows = list(map(contexts.joined, before.get("context", nothing), before.get(f"{side}_context", nothing)))
        regions = table.columns.get(f"{side}_regions")
        side_words[side], regions = contexts.with_words(of_rows, side_words[side], regions, way)
        table.columns |= {f"{side}_regions": regions} if regions else {}
        whole = contexts.put_before(of_rows, texts[side])
        texts[side] = whole.pop("sentence")
        parts |= {f"{side}_{name}": cells for name, cells in whole.items()}
    return parts


def _put_in_pairs(table: Table) -> None:
    """Turn a table with a row for each sentence into one with a row for each pair: that of its acceptable sentence.

    The two sentences of a pair have the same id in their paradigm and phenomenon; without ids, they follow each other.
    """
    labels, by = table.labels(), [table.columns[name] for name in SHARED if name in table]
    members = defaultdict(list)
    if "pair_id" in table and len(set(zip(*by, strict=True))) == table.length:  # ids of sentences, not of pairs
        by = []
        table.reading.notes.append(f"{table.headers['pair_id']} names sentences; two that follow each other are a pair")
    rows_above: Counter[str] = Counter()  # of the same file
    for row, label in enumerate(labels):
        origin = table.origins[row] if table.origins else ""
        of_row = [column[row] for column in by] if by and "pair_id" in table else [rows_above[origin] // 2]
        members[origin, *of_row].append((label, row))
        rows_above[origin] += 1
    row_pairs = []
    for labelled_rows in members.values():
        if sorted(label for label, _ in labelled_rows) == [0, 1]:
            (_, bad), (_, good) = sorted(labelled_rows)
            row_pairs.append((good, bad))
        elif all(label >= 0 for label, _ in labelled_rows):
            rows = rows_of(table.numbers[row] for _, row in labelled_rows)
            table.wrong.append(f"{rows}: must be a pair, one sentence acceptable, one not")
    sentences, header = table.columns.pop("sentence"), table.headers["sentence"]
    of_sentences = {name: table.columns.pop(name) for name in ("rating", "mark", "context") if name in table}
    if len(row_pairs) > 1 and all(sentences[good] == sentences[bad] for good, bad in row_pairs):
        differing = [header for header, cells in table.rest.items() if all(cells[a] != cells[b] for a, b in row_pairs)]
        beside = f", which differ only in {' and '.join(differing)}" if differing else ""
        table.wrong.append(f"the two sentences of every pair are the same{beside}; write what differs into {header}")
        table.check()
    if "pair_id" not in table:
        _note_strangers(table, sentences, row_pairs)
    table.columns.pop("label")
    for group in (table.columns, table.rest):
        group.update({name: [column[good] for good, _ in row_pairs] for name, column in group.items()})
    for side, place in (("good", 0), ("bad", 1)):
        table.columns[side], table.headers[side] = [sentences[pair[place]] for pair in row_pairs], header
        for name, cells in of_sentences.items():
            table.columns[f"{side}_{name}"] = [cells[pair[place]] for pair in row_pairs]
            table.headers[f"{side}_{name}"] = table.headers.get(name, name)
    of_bad = ("bad", *(f"bad_{name}" for name in of_sentences))
    table.other_numbers = {name: [table.numbers[bad] for _, bad in row_pairs] for name in of_bad}
    table.numbers = [table.numbers[good] for good, _ in row_pairs]
    table.origins = [table.origins[good] for good, _ in row_pairs] if table.origins else []
    table.length = len(row_pairs)


def _note_strangers(table: Table, sentences: list[str], members: list[tuple[int, int]]) -> None:
    """Note that sentences that follow each other, and so are pairs, mostly have no word in common.

    ``members`` are the rows, from 0, of each pair.
    """
    words = [set(re.findall(r"\w+", text.lower())) for text in sentences]
    long = [pair for pair in members if min(len(words[row]) for row in pair) > 1]
    apart = [pair for pair in long if not words[pair[0]] & words[pair[1]]]
    if 2 * len(apart) > len(members):
        first = rows_of(table.numbers[row] for row in sorted(apart[0]))
        table.reading.notes.append(
            f"two rows that follow each other are a pair, but in {len(apart):,} of {len(members):,} pairs, such as "
            f"{first}, the sentences have no word in common; write the same pair_id into both rows of a pair"
        )


def _told_apart(paradigms: list[str], phenomena: list[str]) -> list[str]:
    """Name a paradigm after its phenomenon, too, if it occurs in several."""
    several = defaultdict(set)
    for paradigm, phenomenon in zip(paradigms, phenomena, strict=True):
        several[paradigm].add(phenomenon)
    return [
        f"{phenomenon}: {paradigm}" if len(several[paradigm]) > 1 else paradigm
        for paradigm, phenomenon in zip(paradigms, phenomena, strict=True)
    ]


def _ids(table: Table, paradigms: list[str] | None) -> list[str]:
    """Return an id of each pair, unique in the table; ``wrong`` gets rows whose ids are the same."""
    if "pair_id" not in table:
        return list(map(str, range(1, table.length + 1)))
    cells = table.texts("pair_id")
    own_paradigms = paradigms if table.columns.get("paradigm") is not table.origins else None
    for what, before in (
        ("paradigm", own_paradigms),
        ("file", table.origins),
        ("phenomenon", table.columns.get("phenomenon") if len(set(cells)) <= 0.75 * len(cells) else None),  # no slip
    ):
        ids = [f"{first}-{one}" for first, one in zip(before or cells, cells, strict=True)]
        if before and len(set(cells)) < len(cells) == len(set(ids)):
            table.reading.notes.append(
                f"a pair_id occurs in several {PLURAL[what]}, so the {what} was put before each pair_id"
            )
            return ids
    if paradigms and len(set(cells)) < len(cells):
        table.columns["paradigm"] = paradigms
        table.check_unique("paradigm", "pair_id")
    else:
        table.check_unique("pair_id")
    return cells


def _check_beginnings(table: Table, ids: list[str]) -> None:
    """Note rows whose ids would be taken for those of a filler, of practice or of an attention check."""
    table.wrong += [
        f"row {number}: the pair_id {name!r} must not begin with {begin}, as only ids of {what} do; rename it"
        for number, name in zip(table.numbers, ids, strict=True)
        for begin, what in BESIDE_PAIRS.items()
        if name.startswith(begin)
    ]


def _check_articles(table: Table, phenomena: list[str]) -> None:
    """Note rows whose phenomenon was in another article before."""
    first: dict[str, str] = {}
    for row, article in enumerate(table.columns.get("article", ())):
        if (before := first.setdefault(phenomena[row], article)) != article:
            table.wrong.append(
                f"row {table.numbers[row]}: the phenomenon {phenomena[row]!r} is of the article {article!r}, above of "
                f"{before!r}; write one article for all its pairs, or rename the column"
            )
