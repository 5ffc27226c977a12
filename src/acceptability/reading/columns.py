"""Turn columns into roles: which column of a table is what, by its header and by how its cells look."""

import difflib
import re
from collections.abc import Iterator

from acceptability.messages import Message, setting
from acceptability.reading import marks, roles, values
from acceptability.reading.roles import CHANGING, LABEL, REVERSED, SENTENCE, SIDES, Role, plain
from acceptability.reading.sheets import Sheet

# How RuBLiMP calls its sentences; elsewhere, the target is rather the corrected one.
CORRECTIONS, MINIMAL = {"sourcesentence", "targetsentence"}, {"phenomenon", "uid", "paradigm", "subtype", "psubtype"}


def assigned(
    sheet: Sheet, kind: str, wrong: list[str], notes: list[str]
) -> tuple[dict[str, int], dict[str, int], bool]:
    """Return the places of columns by their roles, of others by their headers, and if all that are needed are there.

    ``wrong`` gets columns that are missing or that mean the same, and headers that look misspelt; ``notes``, what was
    decided.
    """
    headers = [plain(header) for header in sheet.header]
    places: dict[str, int] = {}
    lost: list[tuple[Role, int]] = []  # columns of a role that another column has
    for insist in (False, True):  # what looks right first; then the names alone, so that wrong cells are named
        for role in roles.of_table(kind):
            ranks = role.ranks()
            free = [place for place, name in enumerate(headers) if name in ranks and place not in places.values()]
            free = [place for place in free if insist or _fits(sheet, place, role)]
            free = [
                place for place in free if not insist or headers[place] not in {*map(plain, role.weak), *CORRECTIONS}
            ]
            free.sort(key=lambda place: (ranks[headers[place]], sheet.header[place] != role.name))
            other = insist and (role.name == REVERSED or _is_other_form(kind, role.name, places))
            if free and role.name not in places and not other:
                places[role.name] = free.pop(0)
            if not insist:
                lost += [(role, place) for place in free if role.name in places]
    for role, place in lost:
        if place not in places.values():
            headers_in_words = f"{sheet.header[places[role.name]]!r} and {sheet.header[place]!r}"
            if role.looks in CHANGING:
                wrong.append(
                    f"row 1: the columns {headers_in_words} are both read as {role.name}; rename or remove one of them"
                )
            else:
                notes.append(f"the columns {headers_in_words} could both be the {role.name}; the first one is used")
    if kind == "pairs" and "good" in places and "bad" not in places and REVERSED in places:
        places["bad"] = places.pop(REVERSED)  # its sentences are numbers, which is a fault of theirs
    if kind == "pairs" and {"good", "bad"} <= places.keys():  # rows are pairs, whatever else sounds like a sentence
        others = ("sentence", "label", REVERSED, "mark", "rating")
        places = {role: place for role, place in places.items() if role not in others}
    if "label" in places:
        places.pop(REVERSED, None)
    taken = set(places.values())
    unused = {header: place for place, header in enumerate(sheet.header) if place not in taken}
    wrong += _misspelt(kind, places, unused)
    notes += _reversed_ratings(sheet, kind, places, unused)
    missing = _missing(sheet, kind, places)
    wrong += missing
    return places, unused, not missing


def _fits(sheet: Sheet, place: int, role: Role) -> bool:
    """Return whether cells look like those of a role; under a weak name, labels must be words and names recur."""
    cells = [row[place] for row in sheet.rows]
    if plain(sheet.header[place]) in CORRECTIONS and not {*map(plain, sheet.header)} & MINIMAL:
        return False
    is_weak = plain(sheet.header[place]) in map(plain, role.weak)
    if role.looks in CHANGING:
        is_said = not is_weak or all(values.is_judgment(cell) for cell in cells if cell.strip())
        return is_said and values.looks_like(role.looks, cells)
    if is_weak:
        different = len({cell.strip() for cell in cells})
        return 1 < different <= len(cells) / 2 and not values.mostly_numbers(cells)
    return True


def _is_other_form(kind: str, role: str, places: dict[str, int]) -> bool:
    """Return whether a role belongs to another form of the table than the one whose columns are all there."""
    forms = roles.NEEDED[kind]
    return any(set(form) <= places.keys() and role not in form for form in forms) and any(
        role in form for form in forms
    )


def _misspelt(kind: str, places: dict[str, int], unused: dict[str, int]) -> Iterator[str]:
    """Yield what to say of headers that are nearly the name of a role that the table lacks.

    Which sentence is meant, and what is acceptable, is never guessed.
    """
    all_roles = roles.of_table(kind)
    known = {name for role in all_roles for name in role.ranks()}
    absent = {plain(name): (name, role) for role in all_roles if role.name not in places for name in role.names}
    for header in (header for header in unused if plain(header) not in known):
        close = difflib.get_close_matches(plain(header), absent, n=1, cutoff=0.85)
        name, role = absent[close[0]] if close else ("", None)
        if role is None or role.looks in (SENTENCE, LABEL) or _means_something_else(header, name):
            continue
        if not role.side:
            yield (
                f"row 1: the column {header!r} is not known; did you mean {name!r}? Rename it, or give a column of "
                "notes a less similar name"
            )
        else:
            what = role.name.partition("_")[2]
            yield (
                f"row 1: the column {header!r} is not known; if it is the {what} of one of the two sentences, write "
                f"good_{what} or bad_{what}"
            )


def _reversed_ratings(sheet: Sheet, kind: str, places: dict[str, int], unused: dict[str, int]) -> Iterator[str]:
    """Yield notes on numbers whose header is the opposite of ratings, such as ``unacceptability``."""
    names = {name for role in roles.of_table(kind) if role.name == "rating" for name in role.ranks()}
    for header, place in unused.items() if names and "rating" not in places else ():
        is_opposite = any(values.is_negated(plain(header), name) and plain(header).endswith(name) for name in names)
        if is_opposite and values.mostly_numbers([cells[place] for cells in sheet.rows]):
            yield (
                f"{header}: sounds like ratings that are low for good sentences; to use them, reverse the scale and "
                "call the column rating"
            )


def _means_something_else(header: str, name: str) -> bool:
    """Return whether a header that resembles a name adds or drops a part, such as ``rating_sd`` or ``unacceptability``.

    A plural adds nothing.
    """
    whole, known = plain(header), plain(name)
    parts = re.findall(r"[^\W\d_]+|\d+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", header))
    is_part = whole in known or (known in whole and whole != f"{known}s")
    return is_part or len(parts) > len(name.split("_")) or values.is_negated(whole, known)


def _marked(sheet: Sheet, places: dict[str, int]) -> bool:
    """Return whether some sentences, but not all, have marks of judgment."""
    if "sentence" not in places:
        return False
    ((_, signs),) = marks.taken_off([cells[places["sentence"]] for cells in sheet.rows])
    return any(signs) and not all(signs)


def _is_text_of_a_side(sheet: Sheet, place: int) -> bool:
    """Return whether a column has texts, and a word of its header says that they are about one sentence of a pair."""
    words = set(re.split(r"[\W_]+", sheet.header[place].casefold()))
    is_side = any(words & set(names) for names in SIDES.values())
    return is_side and not values.mostly_numbers([cells[place] for cells in sheet.rows])


def _missing(sheet: Sheet, kind: str, places: dict[str, int]) -> list[str]:
    """Return what to say of columns that the table cannot do without."""
    forms = roles.NEEDED[kind]
    has_labels = {"mark", REVERSED} & places.keys()
    present = {*places, *(["label"] if has_labels or _marked(sheet, places) else [])}
    if any(present.issuperset(form) for form in forms):
        return []
    form = max(forms, key=lambda form: sum(name in places for name in form))
    lacking = [name for name in form if name not in places]
    has = f"it has: {', '.join(sheet.header)}" + (f" ({sheet.doubt})" if sheet.doubt else "")
    if kind == "pairs" and not {"good", "bad", "sentence"} & places.keys():
        sides = [header for place, header in enumerate(sheet.header) if _is_text_of_a_side(sheet, place)]
        if sides:
            has += f"; if {' and '.join(sides)} have parts of sentences, write the whole sentences into good and bad"
        return [
            "no column shows which sentence is acceptable: it needs the columns good and bad, or sentence and label; "
            + has
        ]
    if len(forms) > 1 and lacking == list(form):
        names = " nor ".join(f"the columns {' and '.join(one)}" if one[1:] else f"a column {one[0]}" for one in forms)
        return [f"has neither {names}; add {'them' if forms[-1][1:] else 'one'}; " + has]
    of_pairs = {name for role in roles.of_table("pairs") if role.name == "good" for name in role.ranks()}
    if kind == "sentences" and of_pairs & set(map(plain, sheet.header)):
        has += Message("; if a row is a pair, use ", setting("pairs"))
    messages = []
    for name in lacking:
        role = next(role for role in roles.of_table(kind) if role.name == name)
        others = ", ".join(role.names[1:9])
        messages.append(f"the column {name!r} is missing: {role.description} (also understood: {others}); " + has)
    return messages
