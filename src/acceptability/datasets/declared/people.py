"""Select the answers that count, report who is left out and why, and number participants."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import sub
from statistics import fmean
from typing import Any

from acceptability.datasets.declared.table import ANY, Table, fields
from acceptability.reading import presentation
from acceptability.reading.shared import ALL, rated_by_all


def answers(declaration: Mapping, table: Table) -> tuple[Table, dict[str, list]]:
    """Return the rows whose answers count, and ``participant, sentence_id, rating, counted`` and perhaps ``place``.

    ``counted`` says whether an answer counts in its participant's mean and SD. People are numbered in the order of the
    rows. Each reason to leave answers out is noted, and so is what is doubtful about places. InputError for what is
    wrong in a row, and for a rule that leaves everyone out.
    """
    row = declaration["row"]
    who = table.texts(row["participant"], "row.participant")
    table.refuse_empty(who, "participant is empty; drop such rows")
    numbers = {name: str(number) for number, name in enumerate(dict.fromkeys(who), start=1)}
    ratings = table.values(row["rating"], "row.rating", declaration.get("scale", ANY))
    by_person: dict[str, list[int]] = defaultdict(list)
    for at, rating in enumerate(ratings):
        if rating is not None:
            by_person[who[at]].append(at)
    if empty := ratings.count(None):
        table.say(f"rating: {empty:,} of {len(table):,} answers left out, which are empty")
    if not by_person:
        table.fail("row.rating", f"no row of {table.path} has an answer; correct it")
    for rule, why, leaves_out in _rules(declaration, table, ratings):
        by_person = _without(by_person, rule, why, leaves_out, table)
    by_person, reference = _standardised(declaration.get("standardise_by", ALL), table, ratings, by_person)
    rows = sorted(at for person_rows in by_person.values() for at in person_rows)
    table = table.at(rows)
    columns: dict[str, list[Any]] = {"participant": [numbers[who[at]] for at in rows]}
    columns |= {"sentence_id": table.ids, "rating": [ratings[at] for at in rows]}
    columns["counted"] = [reference[at] for at in rows]
    if "place" in row:
        columns["place"] = table.values(row["place"], "row.place", (0, 1_000_000))
        table.refuse_empty(columns["place"], "place is empty; fill it in, or leave row.place out")
        if 0 in columns["place"]:
            table.say("place: counts from 0, and is made to count from 1")
            columns["place"] = [place + 1 for place in columns["place"]]
        numbers = declaration.get("place_is", presentation.ANSWER)
        others = {name: cells for name, cells in table.columns.items() if name not in fields(row["place"])}
        of_each = columns["participant"], columns["place"], columns["sentence_id"]
        for doubt in presentation.doubts(*of_each, header=row["place"], numbers=numbers, columns=others):
            table.doubt(doubt)
    if "scale" not in declaration:
        table.say(
            f"rating: {min(columns['rating']):g} to {max(columns['rating']):g}; no scale says what can be an answer"
        )
    people, sentences = len(set(columns["participant"])), len(set(table.ids))
    table.say(f"{len(rows):,} answers of {people:,} participants to {sentences:,} sentences")
    return table, columns


def _without(
    by_person: dict[str, list[int]], rule: str, why: str, leaves_out: Callable[[list[int]], bool], table: Table
) -> dict[str, list[int]]:
    """Return the rows of the people whom a rule does not leave out, which is noted. InputError if that is nobody."""
    counting = {name: rows for name, rows in by_person.items() if not leaves_out(rows)}
    if people := len(by_person) - len(counting):
        before, left = (sum(map(len, groups.values())) for groups in (by_person, counting))
        if not left:
            table.fail(rule, f"all {len(by_person):,} participants are left out, {why}; correct it")
        answered = f"{before - left:,} of {before:,} answers left out"
        table.say(
            f"{rule.removeprefix('row.')}: {answered}, those of {people:,} of {len(by_person):,} participants, {why}"
        )
    return counting


def _standardised(
    by: str | Mapping[str, str | list[str]], table: Table, ratings: Sequence, by_person: dict[str, list[int]]
) -> tuple[dict[str, list[int]], list[bool]]:
    """Return the rows of the people who can be standardised, and whether each row counts in its person's mean and SD.

    InputError where no sentence is shared by all.
    """
    if by == ALL:
        return by_person, [True] * len(table)
    if isinstance(by, str):
        answered = [(name, table.ids[at]) for name, rows in by_person.items() for at in rows]
        shared = rated_by_all(*zip(*answered, strict=True))
        counted = [name in shared for name in table.ids]
        if not shared:
            table.fail(
                "standardise_by",
                f"no sentence was rated by all {len(by_person):,} participants; name kinds of rows that all of them "
                "rated, such as standardise_by: {kind: [filler]}",
            )
    else:
        counted = table.where(by, "standardise_by")
    by_person = _without(
        by_person,
        "standardise_by",
        "who gave no two different answers to its rows",
        lambda rows: len({ratings[at] for at in rows if counted[at]}) < 2,
        table,
    )
    counts = {sum(counted[at] for at in rows) for rows in by_person.values()}
    many = " to ".join(map(str, sorted({min(counts), max(counts)})))
    table.say(f"standardise_by: each participant's mean and SD are over {many} answers")
    return by_person, counted


def _rules(declaration: Mapping, table: Table, ratings: Sequence) -> Iterator[tuple[str, str, Callable]]:
    """Yield the rules that leave people out: name, reason, and whether a person with these rows is left out."""
    if most := declaration.get("most_answers"):
        yield "most_answers", f"whose answers are more than {most}", lambda rows: len(rows) > most
    if rule := declaration.get("attentive"):
        sides = [table.where(rule[side], f"attentive.{side}") for side in ("better", "worse")]

        def means(rows: list[int]) -> list[float]:
            return [fmean(side_ratings) for fits in sides if (side_ratings := [ratings[at] for at in rows if fits[at]])]

        yield "attentive", "who answered no better rows, or no worse ones", lambda rows: len(means(rows)) < 2
        why = f"whose answers to the better rows are not {rule['by']} above those to the worse"
        yield "attentive", why, lambda rows: sub(*means(rows)) < rule["by"] - 1e-9  # means are rounded
    yield "row.rating", "who never gave two different ones", lambda rows: len({ratings[at] for at in rows}) < 2
