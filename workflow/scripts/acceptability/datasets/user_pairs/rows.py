"""The rows of a user's table of pairs, and of one of single answers."""

from pathlib import Path

from acceptability.datasets import user_columns, user_files
from acceptability.datasets.user_columns import Field
from acceptability.datasets.user_files import Sheet, fail
from acceptability.datasets.user_fillers import START
from acceptability.errors import InputError

PAIR_FIELDS = {
    "pair_id": Field("a name for the pair, unique in the file", ("id", "pair", "item", "item_id")),
    "phenomenon": Field("what the pair is about; any word", ("linguistics_term", "category", "construction")),
    "good": Field(
        "the acceptable sentence",
        ("sentence_good", "good_sentence", "acceptable", "acceptable_sentence", "grammatical", "grammatical_sentence"),
        needed=True,
    ),
    "bad": Field(
        "the less acceptable sentence",
        (
            *("sentence_bad", "bad_sentence", "unacceptable", "unacceptable_sentence", "ungrammatical"),
            *("ungrammatical_sentence", "less_acceptable"),
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
    "good_regions": user_columns.REGIONS,
    "bad_regions": user_columns.REGIONS,
    "paradigm": Field("the contrast that the pair is an instance of; without it, the phenomenon", ("uid",)),
    "cluster": Field("the unit that intervals and tests take whole; without it, the article, or else the phenomenon"),
    "article": Field("the publication or chapter that the phenomenon is from", ("publication",)),
}
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


def read_pairs(pairs: str | Path, **reading: str) -> tuple[list[dict], Sheet, dict[str, int]]:
    """Read the rows of a table of pairs (see PAIR_FIELDS), the table itself, and the places of its notes.

    Where the file has no ``pair_id``, pairs are numbered; where it has none that is unique, as when files of several
    paradigms were joined, the paradigm goes before it. Without a phenomenon, all pairs of an article are of one, and
    without articles all pairs.
    """
    sheet = user_files.read(pairs, **reading)
    known, notes = user_columns.match(sheet, PAIR_FIELDS)
    key = tuple(name for name in ("paradigm", "pair_id") if name in known) if "pair_id" in known else ()
    by_paradigm = len(key) == 2 and _repeats(sheet, known["pair_id"])
    records = user_columns.read_records(sheet, PAIR_FIELDS, key if by_paradigm else key[-1:])
    for number, record in enumerate(records, start=1):
        record["pair_id"] = (
            f"{record['paradigm']}-{record['pair_id']}" if by_paradigm else record.get("pair_id", str(number))
        )
        record.setdefault("phenomenon", record.get("article", "all pairs"))
        record.setdefault("paradigm", record["phenomenon"])
        record.setdefault("cluster", record.get("article", record["phenomenon"]))
    _check_articles(pairs, records)
    user_columns.check_regions(pairs, records, "pair_id", {"good_regions": "good", "bad_regions": "bad"})
    rated = [record for record in records if all(record.get(column) is not None for column in RATING)]
    if RATING[0] in known and not rated:
        raise InputError(f"{pairs}: has no pair with ratings of both sentences; add ratings, or remove their columns")
    return records, sheet, notes


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
