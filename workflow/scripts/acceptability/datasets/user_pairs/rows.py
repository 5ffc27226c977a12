"""The rows of a user's table of pairs, and of one of single answers."""

from collections import defaultdict
from dataclasses import replace
from pathlib import Path

from acceptability.datasets import user_columns, user_files
from acceptability.datasets.user_columns import Field, plain
from acceptability.datasets.user_files import Sheet, fail
from acceptability.datasets.user_fillers import START
from acceptability.errors import InputError

PAIR_FIELDS = {
    "pair_id": Field("a name for the pair, unique in the file", ("id", "pair", "item", "item_id")),
    "phenomenon": Field("what the pair is about; any word", ("linguistics_term", "category", "construction")),
    "good": Field(
        "the acceptable sentence",
        (
            *("sentence_good", "good_sentence", "acceptable", "acceptable_sentence", "grammatical"),
            *("grammatical_sentence", "sen", "source_sentence"),
        ),
        needed=True,
    ),
    "bad": Field(
        "the less acceptable sentence",
        (
            *("sentence_bad", "bad_sentence", "unacceptable", "unacceptable_sentence", "ungrammatical"),
            *("ungrammatical_sentence", "less_acceptable", "wrong_sen", "target_sentence"),
        ),
        needed=True,
    ),
    "good_rating": Field(
        "human rating of the acceptable sentence, in z-units; empty = unrated",
        ("rating_good", "acceptable_rating", "rating_acceptable", "grammatical_rating", "good_mean", "mean_good"),
        number=True,
        may_be_empty=True,
    ),
    "bad_rating": Field(
        "human rating of the less acceptable sentence, in z-units; empty = unrated",
        ("rating_bad", "unacceptable_rating", "rating_unacceptable", "ungrammatical_rating", "bad_mean", "mean_bad"),
        number=True,
        may_be_empty=True,
    ),
    "good_words": user_columns.WORDS,
    "bad_words": user_columns.WORDS,
    "good_regions": user_columns.REGIONS,
    "bad_regions": user_columns.REGIONS,
    "paradigm": Field(
        "the contrast that the pair is an instance of; without it, the phenomenon", ("uid",), may_be_empty=True
    ),
    "cluster": Field("the unit that intervals and tests take whole; without it, the article, or else the phenomenon"),
    "article": Field("the publication or chapter that the phenomenon is from", ("publication",)),
}
SENTENCE_FIELDS = {  # of a table with a row for each sentence; what its pairs have in common is as above
    "sentence": Field("a sentence of the pair", ("text",)),
    "label": Field("whether it is the acceptable one", ("grammaticality", "acceptability", "is_acceptable")),
}
SHARED = ("phenomenon", "paradigm", "pair_id")  # by the sentences of a pair
GOOD = ("1", "grammatical", "acceptable", "good", "true")
BAD = ("0", "ungrammatical", "unacceptable", "bad", "false")
NAMELESS = {("0", "1", "2", "3"): ("phenomenon", "paradigm", "sentence", "label")}  # headers that name nothing
ANSWER_FIELDS = {
    "participant": Field(
        "who gave the rating", ("subject", "participant_id", "subject_id", "worker", "rater", "annotator"), needed=True
    ),
    "sentence_id": Field("the sentence: <pair_id>.good or <pair_id>.bad", ("id",), needed=True),
    "rating": Field(
        "the answer, on any scale",
        ("answer", "response", "judgment", "judgement", "estimate"),
        number=True,
        needed=True,
    ),
}
RATING = ("good_rating", "bad_rating")
OWN = (
    "pair_id",
    "good_id",
    "bad_id",
    "paradigm",
    "phenomenon",
    "cluster",
    "article",
    "phenomenon_label",
)  # not for notes


def read_pairs(pairs: str | Path, words: str | None = None, **reading: str) -> tuple[list[dict], Sheet, dict[str, int]]:
    """Read the rows of a table of pairs (see PAIR_FIELDS), the table itself, and the places of its notes.

    Where the file has no ``pair_id``, pairs are numbered; where it has none that is unique, as when files of several
    paradigms were joined, the paradigm goes before it. Without a phenomenon, all pairs of an article are of one, and
    without articles all pairs. A paradigm that occurs in several phenomena is one in each. ``words`` says what words
    are (see user_columns.read_words).
    """
    sheet = read_sheet(pairs, **reading)
    pairs = sheet.path
    known, notes = user_columns.match(sheet, PAIR_FIELDS)
    key = tuple(name for name in ("paradigm", "pair_id") if name in known) if "pair_id" in known else ()
    by_paradigm = len(key) == 2 and _repeats(sheet, known["pair_id"])
    records = user_columns.read_records(sheet, PAIR_FIELDS, key if by_paradigm else key[-1:])
    for number, record in enumerate(records, start=1):
        record.setdefault("phenomenon", record.get("article", "all pairs"))
        record["paradigm"] = record.get("paradigm") or record["phenomenon"]
        record["pair_id"] = (
            f"{record['paradigm']}-{record['pair_id']}" if by_paradigm else record.get("pair_id", str(number))
        )
        record.setdefault("cluster", record.get("article", record["phenomenon"]))
    _tell_paradigms_apart(records)
    _check_articles(pairs, records)
    user_columns.read_words(pairs, records, "pair_id", {"good_words": "good", "bad_words": "bad"}, words)
    regions = {"good_regions": ("good", "good_words"), "bad_regions": ("bad", "bad_words")}
    user_columns.check_regions(pairs, records, "pair_id", regions)
    rated = [record for record in records if all(record.get(column) is not None for column in RATING)]
    if RATING[0] in known and not rated:
        raise InputError(f"{pairs}: has no pair with ratings of both sentences; add ratings, or remove their columns")
    return records, sheet, notes


def read_sheet(pairs: str | Path | list[Path], **reading: str) -> Sheet:
    """Read a table of pairs with a row for each pair. Each of several files is a paradigm, unless it names its own."""
    sheet = user_files.read(pairs, **reading)
    if tuple(sheet.header) in NAMELESS:
        sheet = replace(sheet, header=list(NAMELESS[tuple(sheet.header)]))
    names = {plain(name) for name in sheet.header}
    in_pairs = bool(names & (_names("good") | _names("bad")))
    if sheet.origins and in_pairs:
        sheet = user_columns.merged(sheet, PAIR_FIELDS)
    elif sheet.origins:
        user_columns.check_alike(sheet, SENTENCE_FIELDS)
    if sheet.origins and not names & _names("paradigm"):
        columns = ["paradigm"] if names & (_names("phenomenon") | _names("article")) else ["paradigm", "phenomenon"]
        rows = [cells + [origin] * len(columns) for cells, origin in zip(sheet.rows, sheet.origins, strict=True)]
        sheet = replace(sheet, header=sheet.header + columns, rows=rows)
    return sheet if in_pairs else _in_pairs(sheet)


def _names(field: str) -> set[str]:
    return {plain(name) for name in (field, *(PAIR_FIELDS | SENTENCE_FIELDS)[field].others)}


def _in_pairs(sheet: Sheet) -> Sheet:
    """Return a table with a row for each sentence as one with a row for each pair: that of its acceptable sentence.

    The two sentences of a pair have the same id in their paradigm and phenomenon; without ids, they follow each other.
    InputError where a label is neither good nor bad, and where a pair has not one sentence of each.
    """
    meaning = {plain_name: name for name in (*SENTENCE_FIELDS, *SHARED) for plain_name in _names(name)}
    headers = [plain(header) for header in sheet.header]
    places = {meaning[header]: place for place, header in enumerate(headers) if header in meaning}
    if not SENTENCE_FIELDS.keys() <= places.keys():
        return sheet
    pairs, wrong = {}, []
    for count, (number, cells) in enumerate(zip(sheet.numbers, sheet.rows, strict=True)):
        label = cells[places["label"]].strip().lower()
        if label not in (*GOOD, *BAD):
            wrong.append(
                f"row {number}: {sheet.header[places['label']]} is {label!r}; write 1 for acceptable, 0 for not"
            )
        by = [cells[places[name]].strip() for name in SHARED if name in places]
        key = tuple(by) if "pair_id" in places else (sheet.origins[count] if sheet.origins else "", count // 2)
        pairs.setdefault(key, []).append((label in GOOD, number, count))
    fail(sheet.path, wrong)
    for members in pairs.values():
        if sorted(good for good, *_ in members) != [False, True]:
            rows = " and ".join(str(number) for _, number, _ in members)
            wrong.append(
                f"{'rows' if len(members) > 1 else 'row'} {rows}: must be a pair, one sentence acceptable, one not"
            )
    fail(sheet.path, wrong)
    others = [place for place in range(len(sheet.header)) if place not in (places["sentence"], places["label"])]
    made = []
    for members in pairs.values():
        (_, _, bad), (_, number, good) = sorted(members)
        texts = [sheet.rows[place][places["sentence"]] for place in (good, bad)]
        made.append((number, [*texts, *(sheet.rows[good][place] for place in others)]))
    header = ["good", "bad", *(sheet.header[place] for place in others)]
    return Sheet(sheet.path, header, [cells for _, cells in made], [number for number, _ in made])


def _tell_paradigms_apart(records: list[dict]) -> None:
    """Name a paradigm after its phenomenon, too, if it occurs in several."""
    phenomena = defaultdict(set)
    for record in records:
        phenomena[record["paradigm"]].add(record["phenomenon"])
    for record in records:
        if len(phenomena[record["paradigm"]]) > 1:
            record["paradigm"] = f"{record['phenomenon']}: {record['paradigm']}"


def _check_articles(pairs: str | Path, records: list[dict]) -> None:
    """Raise InputError for rows whose phenomenon stood in another article before."""
    first: dict[str, str] = {}
    wrong = [
        f"row {record['row']}: the phenomenon {record['phenomenon']!r} is of the article {record['article']!r}, above "
        f"of {first[record['phenomenon']]!r}; write one article for all its pairs, or rename the column"
        for record in records
        if "article" in record and first.setdefault(record["phenomenon"], record["article"]) != record["article"]
    ]
    fail(pairs, wrong)


def _repeats(sheet: Sheet, place: int) -> bool:
    ids = [cells[place] for cells in sheet.rows]
    return len(set(ids)) < len(ids)


def read_answers(ratings: str | Path, records: list[dict], **reading: str) -> list[dict]:
    """Read the rows of a table of single answers (see ANSWER_FIELDS) to the sentences of these pairs, and to fillers.

    Fillers are what begins with user_fillers.START.
    """
    answers = user_columns.read_records(
        user_files.read(ratings, **reading), ANSWER_FIELDS, ("participant", "sentence_id")
    )
    ids = {f"{record['pair_id']}.{side}" for record in records for side in ("good", "bad")}
    wrong = [
        f"row {answer['row']}: {answer['sentence_id']!r} is not a sentence of this dataset; write <pair_id>.good or "
        "<pair_id>.bad"
        for answer in answers
        if answer["sentence_id"] not in ids and not answer["sentence_id"].startswith(START)
    ]
    fail(ratings, wrong)
    answered = {answer["sentence_id"] for answer in answers}
    if not any({f"{record['pair_id']}.good", f"{record['pair_id']}.bad"} <= answered for record in records):
        raise InputError(f"{ratings}: has no pair with ratings of both sentences; add ratings, or leave the table out")
    return answers
