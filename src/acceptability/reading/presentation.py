"""Return whether the places of answers are the order in which participants saw the sentences."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from acceptability.messages import ALL, Message, conjunction, setting

ANSWER, BLOCK = "answer", "block"  # what a place may number
FEWEST = 3  # answers of a participant, for a column that counts them


def doubts(
    people: Sequence[str],
    places: Sequence[float | None],
    sentences: Sequence[str],
    header: str = "place",
    numbers: str = ANSWER,
    columns: Mapping[str, Sequence[str]] | None = None,
) -> list[str]:
    """Return what is doubtful about the places of answers, in words; nothing where each participant's are 1, 2, 3 …

    Parameters:
        people, places, sentences: of each answer; answers whose place is None are left out.
        header: the column that the places are from.
        numbers: what a place numbers: ANSWER, or BLOCK where several answers share one.
        columns: the cells of other columns, one of which may be the order.
    """
    place_of_row = {row: place for row, place in enumerate(places) if place is not None}
    of_person: dict[str, list[int]] = defaultdict(list)
    for row in place_of_row:
        of_person[people[row]].append(row)
    shared_places = list(_shared(of_person, place_of_row)) if numbers == ANSWER else []
    tied = bool(shared_places)
    shared_places += _gaps(of_person, place_of_row)
    for name, cells in (columns or {}).items():
        order = _order_in(cells, of_person, sentences)
        if order and (tied or not _follows(place_of_row, order, of_person)):
            shared_places.append(
                f"the column {name} counts 1, 2, 3 … within every participant, in another order: it is probably the "
                "order of presentation; if so, name it as the place"
            )
    return [f"{header}: " + doubt for doubt in shared_places]


def _shared(of_person: Mapping[str, list[int]], places: Mapping[int, float]) -> Iterator[str]:
    """Yield that participants have several answers at one place, if any has."""
    most = [Counter(places[row] for row in rows).most_common(1)[0] for rows in of_person.values()]
    several = [(place, count) for place, count in most if count > 1]
    if several:
        place, count = several[0]
        yield Message(
            f"{len(several):,} of {len(of_person):,} participants have several answers at one place (such as {count} "
            f"at {place:g}); name the column of the order of presentation, or, if places are blocks, add ",
            setting("place_is", "block", ALL),
        )


def _gaps(of_person: Mapping[str, list[int]], places: Mapping[int, float]) -> Iterator[str]:
    """Yield that places are no whole numbers, or which numbers are missing: of everybody, or of some."""
    known = {name: {places[row] for row in rows} for name, rows in of_person.items()}
    occurring = set().union(*known.values())
    if not all(place == int(place) for place in occurring):
        yield "has places that are not whole numbers; name the column of the order of presentation"
        return
    last = int(max(occurring, default=0))
    if nobody := [place for place in range(1, last + 1) if place not in occurring]:
        yield (
            f"nobody has an answer at {_ranges(nobody)}: this is right if other sentences, such as fillers, were there "
            "and are left out"
        )
    elif gaps := sum(len(of_participant) < max(of_participant) for of_participant in known.values()):
        yield (
            f"the places of {gaps:,} of {len(known):,} participants have gaps, as where other sentences, such as "
            "fillers, are left out"
        )


def _ranges(numbers: Sequence[int]) -> str:
    """Return numbers in words, such as ``1 and 4 to 9``, of which at most three runs are named."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    words = [" to ".join(map(str, run)) for run in runs]
    return conjunction(words if len(words) <= 3 else [*words[:3], "others"])


def _order_in(cells: Sequence[str], of_person: Mapping[str, list[int]], sentences: Sequence[str]) -> dict[int, int]:
    """Return the number in a column by row if it counts the answers of every participant, else nothing.

    A column that has one number for each sentence names sentences, or items: it is no order.
    """
    numbers: dict[int, int] = {}
    for of_participant in of_person.values():
        counted = [_whole(cells[row]) for row in of_participant]
        first = min(counted)
        if first < 0 or sorted(counted) != list(range(first, first + len(of_participant))):
            return {}
        numbers.update(zip(of_participant, counted, strict=True))
    names = {(sentences[row], number) for row, number in numbers.items()}
    several = len(names) > len({name for name, _ in names})
    return numbers if several and max(map(len, of_person.values())) >= FEWEST else {}


def _whole(cell: str) -> int:
    """Return a whole number; −1 where the cell has none."""
    try:
        number = float(cell)
        return int(number) if number == int(number) else -1
    except (ValueError, OverflowError):
        return -1


def _follows(places: Mapping[int, float], order: Mapping[int, int], of_person: Mapping[str, list[int]]) -> bool:
    """Return whether the places of each participant rise, or stay, in the order of a column."""
    by_order = (sorted(of_participant, key=order.__getitem__) for of_participant in of_person.values())
    return all(places[one] <= places[after] for of_participant in by_order for one, after in pairwise(of_participant))
