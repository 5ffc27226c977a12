"""Materials of the experiments on islands → sentences by their ids. Each layout is another way to lay out a file."""

import html
import re
from pathlib import Path

from acceptability.datasets.released import AGAIN, fetched_again
from acceptability.errors import InputError
from acceptability.reading.cells import sheets_of as read_sheets
from acceptability.sources.archives import open_zip, read_member

ITEM = re.compile(r"(WH|RC)\.(whe|wh|np|sub|adj)\.(non|isl)\.(sh|lg)\.\d\d")
FILLER = re.compile(r"F\.\d+\.U?G")
FILLERS = re.compile(r"Fillers (\d)")
LISTED = {  # the words of the list, and the parts of an id that they name
    "adjunct island": "adj",
    "complex np": "np",
    "subject island": "sub",
    "whether island": "whe",
    "wh island": "wh",
    "island": "isl",
    "non-island": "non",
    "short": "sh",
    "long": "lg",
}
SECTIONS = {"whether islands": "WH", "complex np islands": "NP", "subject islands": "SUB", "adjunct islands": "ADJ"}
STRUCTURES = {"non-island": "non", "island": "isl"}
LENGTHS = {"matrix": "ma", "embedded": "em"}


def clean(text: str) -> str:
    """Return a text with single spaces, none at its edges, and straight apostrophes."""
    return " ".join(text.replace("’", "'").replace("‘", "'").split())


def sheets_of(path: Path) -> dict[str, list[list[str]]]:
    """Return the cells of each sheet of a released spreadsheet."""
    with fetched_again():
        return read_sheets(path)


def blocks(path: Path) -> dict[str, str]:
    """Read a spreadsheet in which ids stand anywhere, each with its sentence as the next text of its row.

    A filler's id ends in its version.
    """
    sentences: dict[str, str] = {}
    for name, rows in sheets_of(path).items():
        version = FILLERS.fullmatch(name.strip())
        for number, row in enumerate(rows, start=1):
            cells = [cell.strip() for cell in row if cell.strip()]
            for cell, following in zip(cells, [*cells[1:], ""], strict=False):
                if not (ITEM.fullmatch(cell) or (version and FILLER.fullmatch(cell))):
                    continue
                item = f"{cell}.{version[1]}" if version else cell
                if not following or ITEM.fullmatch(following) or item in sentences:
                    what = "stands there twice" if item in sentences else "has no sentence beside it"
                    raise InputError(f"{path}, sheet {name!r}, row {number}: {item} {what}; {AGAIN}")
                sentences[item] = clean(following)
    return sentences


def rows(path: Path) -> dict[str, str]:
    """Read a spreadsheet with a sentence in each row.

    Items are numbered on through the designs: within a design, the lowest number becomes 01. Fillers have one version.
    """
    sheets = sheets_of(path)
    if missing := [name for name in ("Stimuli", "Fillers") if name not in sheets]:
        raise InputError(f"{path}: has no sheet {missing[0]!r}; {AGAIN}; it has: {', '.join(sheets)}")
    listed: dict[str, dict[int, dict[str, str]]] = {}
    for number, row in enumerate(sheets["Stimuli"][1:], start=2):
        if not any(cell.strip() for cell in row):
            continue
        island, clause, length, structure, item, sentence = (cell.strip() for cell in [*row, *[""] * 6][:6])
        words = [LISTED.get(word.casefold()) for word in (island, structure, length)]
        if None in words or clause.upper() not in ("WH", "RC") or not item.isdecimal() or not sentence:
            raise InputError(f"{path}, sheet 'Stimuli', row {number}: is not a sentence of a design; {AGAIN}")
        of_design = listed.setdefault(f"{clause.upper()}.{words[0]}", {}).setdefault(int(item), {})
        if (condition := f"{words[1]}.{words[2]}") in of_design:
            raise InputError(f"{path}, sheet 'Stimuli', row {number}: item {item} has this condition twice; {AGAIN}")
        of_design[condition] = clean(sentence)
    sentences = {
        f"{design}.{condition}.{place:02d}": sentence
        for design, items in listed.items()
        for place, item in enumerate(sorted(items), start=1)
        for condition, sentence in items[item].items()
    }
    for row in sheets["Fillers"]:
        cells = [cell.strip() for cell in row if cell.strip()]
        code = next((place for place, cell in enumerate(cells) if FILLER.fullmatch(cell)), None)
        if code is not None and code + 1 < len(cells):
            sentences[cells[code]] = clean(cells[code + 1])
    return sentences


def document(path: Path) -> dict[str, str]:
    """Read a docx with a section for each design, in which a condition's sentences follow the two words that name it.

    The words are next to the first sentences, in a column of their own. Items are numbered in their order.
    """
    with open_zip(path, AGAIN) as archive:
        if "word/document.xml" not in archive.namelist():
            raise InputError(f"{path}: is not a docx document; {AGAIN}")
        text = read_member(archive, "word/document.xml", AGAIN).decode("utf-8", "replace")
    sentences: dict[str, str] = {}
    section = structure = length = None
    waiting: list[str] = []  # sentences that stand before the second word

    for paragraph in re.findall(r"<w:p[ >].*?</w:p>", text, re.DOTALL):
        line = clean(html.unescape("".join(re.findall(r"<w:t(?: [^>]*)?>([^<]*)</w:t>", paragraph))))
        word = line.casefold().rstrip(" |")
        if (heading := re.sub(r"^[ivx]+\. ", "", word)) in SECTIONS:
            section, structure, waiting = SECTIONS[heading], None, []
        elif word in STRUCTURES:
            structure, length, waiting = STRUCTURES[word], None, []
        elif word in LENGTHS and structure:
            length, count = LENGTHS[word], 0
            for sentence in waiting:
                count += 1
                sentences[f"{section}.{structure}.{length}.{count:02d}"] = sentence
        elif line and structure and length is None:
            waiting.append(line)
        elif line and structure:
            count += 1
            sentences[f"{section}.{structure}.{length}.{count:02d}"] = line
    return sentences


LAYOUTS = {"blocks": blocks, "list": rows, "document": document}
