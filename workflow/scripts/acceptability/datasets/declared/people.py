"""Answers that count: who is left out, and why; people as numbers."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import fmean

from acceptability.datasets.declared.table import ANY, Table


def answers(declaration: Mapping, table: Table) -> tuple[Table, dict[str, list]]:
    """Return the rows whose answers count, and ``participant, sentence_id, rating`` and perhaps ``place`` of each.

    People are numbered as they first stand in the files, in rows that steps drop as well. Each reason to leave answers
    out is noted. InputError for what is wrong in a row.
    """
    row, numbers = declaration["row"], {}
    who = table.texts(row["participant"], "row.participant")
    table.refuse([not name for name in who], "participant is empty; drop such rows")
    for name in (*table.whole.get(row["participant"], ()), *who):
        numbers.setdefault(name, str(len(numbers) + 1))
    ratings = table.values(row["rating"], "row.rating", declaration.get("scale", ANY))
    rows = [at for at, rating in enumerate(ratings) if rating is not None]
    if len(rows) < len(table):
        table.say(f"rating: {len(table) - len(rows):,} of {len(table):,} answers are left out, as they are empty")
    for rule, why, leaves_out in _rules(declaration, table, ratings):
        by_person = defaultdict(list)
        for at in rows:
            by_person[who[at]].append(at)
        if out := {name for name, own in by_person.items() if leaves_out(own)}:
            kept = [at for at in rows if who[at] not in out]
            said = f"{len(rows) - len(kept):,} of {len(rows):,} answers are left out, those of {len(out):,} of"
            table.say(f"{rule}: {said} {len(by_person):,} people, {why}")
            rows = kept
    if not rows:
        table.fail("row.rating", "nobody's answers are left; correct the rules")
    table = table.at(rows)
    made = {"participant": [numbers[who[at]] for at in rows], "sentence_id": table.ids}
    made["rating"] = [ratings[at] for at in rows]
    if "place" in row:
        made["place"] = table.values(row["place"], "row.place", (0, 1_000_000))
        table.refuse([it is None for it in made["place"]], "place is empty; fill it in, or leave row.place out")
        if 0 in made["place"]:
            table.say("place: counts from 0, and is made to count from 1")
            made["place"] = [it + 1 for it in made["place"]]
    if "scale" not in declaration:
        table.say(f"rating: {min(made['rating']):g} to {max(made['rating']):g}; no scale says what can be an answer")
    people, sentences = len(set(made["participant"])), len(set(table.ids))
    table.say(f"{len(rows):,} answers of {people:,} people to {sentences:,} sentences")
    return table, made


Rule = tuple[str, str, Callable[[list[int]], bool]]


def _rules(declaration: Mapping, table: Table, ratings: Sequence) -> Iterator[Rule]:
    """Yield the rules that leave people out: name, reason, and whether a person with these rows is left out."""
    if most := declaration.get("most_answers"):
        yield "most_answers", f"with more than {most}", lambda rows: len(rows) > most
    if rule := declaration.get("attentive"):
        better, worse = (table.where(rule[side], f"attentive.{side}") for side in ("better", "worse"))

        def inattentive(rows: list[int]) -> bool:
            high, low = ([ratings[at] for at in rows if fits[at]] for fits in (better, worse))
            return not (high and low and fmean(high) - fmean(low) >= rule["by"] - 1e-9)  # means are rounded

        why = f"whose answers to the better rows are not {rule['by']} above those to the worse"
        yield "attentive", why, inattentive
    yield "rating", "who never gave two different ones", lambda rows: len({ratings[at] for at in rows}) < 2
