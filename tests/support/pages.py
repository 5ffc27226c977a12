"""Where things are on the pages of a report."""

import csv
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pypdf
from pypdf.generic import ContentStream, NameObject

LEFT, RIGHT = (595.276 - 452) / 2, (595.276 + 452) / 2  # of the text of a report, in points
TOP, BOTTOM = (841.89 + 720) / 2, (841.89 - 720) / 2
SMALLEST = 7 - 1e-3  # points, of type
HANGING = 5  # a space or a comma at the end of a line


def text_of(path: Path) -> str:
    """Return the text of a PDF, with a blank wherever there is white space."""
    return " ".join(" ".join(page.extract_text() for page in pypdf.PdfReader(path).pages).split())


def text_without_figures(path: Path) -> str:
    """Return the text of a PDF, with a blank wherever there is white space, but nothing inside of a figure."""
    reader = pypdf.PdfReader(path)
    for page in reader.pages:
        for drawn in page["/Resources"].get("/XObject", {}).values():
            drawn.get_object()[NameObject("/Subtype")] = NameObject("/Image")  # of which no text is extracted
    return " ".join(" ".join(page.extract_text() for page in reader.pages).split())


@dataclass
class Box:
    """Something on a page, in points from its lower left corner."""

    kind: str  # text, image or line
    left: float
    bottom: float
    right: float
    top: float
    type: float = 0  # of text: its size, in points


def boxes(page: pypdf.PageObject) -> Iterator[Box]:
    """Runs of text, images and horizontal lines, but nothing inside of an image."""
    matrix, stack, fonts, font, at = (1, 0, 0, 1, 0, 0), [], {}, None, None
    resources = page["/Resources"]
    for operands, operator in ContentStream(page["/Contents"].get_object(), page.pdf).operations:
        match operator:
            case b"q":
                stack.append(matrix)
            case b"Q":
                matrix = stack.pop()
            case b"cm":
                matrix = product(operands, matrix)
            case b"Tf":
                font, size = operands[0], float(operands[1])
                if font not in fonts:
                    fonts[font] = widths(resources["/Font"][font])
            case b"Tm":
                text = product(operands, matrix)
            case b"TJ" | b"Tj":
                width = sum(advance(part, fonts[font]) for part in (operands[0] if operator == b"TJ" else operands))
                yield box("text", text, width * size / 1000, size * 0.7, size * math.hypot(*text[2:4]))
            case b"m":
                at = operands
            case b"l" if at and at[1] == operands[1]:
                yield box("line", product((1, 0, 0, 1, *at), matrix), float(operands[0] - at[0]), 0)
            case b"Do":
                _, _, width, height = map(float, resources["/XObject"][operands[0]].get("/BBox", (0, 0, 1, 1)))
                yield box("image", matrix, width, height)


def product(first, then) -> tuple[float, ...]:
    a, b, c, d, e, f = map(float, first)
    g, h, i, j, k, m = then
    return a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m


def box(kind: str, matrix, width: float, height: float, size: float = 0) -> Box:
    a, b, c, d, e, f = matrix
    x = [e, e + a * width, e + c * height, e + a * width + c * height]
    y = [f, f + b * width, f + d * height, f + b * width + d * height]
    return Box(kind, min(x), min(y), max(x), max(y), size)


def widths(font) -> dict[int, float]:
    """Width of each glyph, in thousandths of the size of the type."""
    found, entries = {}, list(font["/DescendantFonts"][0].get_object()["/W"])
    while entries:
        start, then = entries.pop(0), entries.pop(0)
        if isinstance(then, list):
            found |= {start + number: float(width) for number, width in enumerate(then)}
        else:
            found |= dict.fromkeys(range(start, then + 1), float(entries.pop(0)))
    return found


def advance(part, glyphs: dict[int, float]) -> float:
    if isinstance(part, (int, float)):
        return -float(part)
    raw = part.original_bytes
    return sum(glyphs.get(int.from_bytes(raw[i : i + 2]), 0) for i in range(0, len(raw), 2))


def row_labels(table: Path) -> list[str]:
    """The first column of a table: names that never break."""
    with open(table, encoding="utf-8", newline="") as file:
        return [row[0] for row in csv.reader(file)][1:]


def overprinted(things: list[Box]) -> list[tuple[Box, Box]]:
    """Runs of text that stand on others: they share more than a point in both directions."""
    runs = sorted((it for it in things if it.kind == "text"), key=lambda it: it.left)
    found = []
    for place, one in enumerate(runs):
        for other in runs[place + 1 :]:
            if other.left > one.right - 1:
                break
            if (
                min(one.right, other.right) - other.left > 1
                and min(one.top, other.top) - max(one.bottom, other.bottom) > 1
            ):
                found.append((one, other))
    return found


def white(page: pypdf.PageObject) -> list[float]:
    """Heights of the white spaces between things on a page, from the top, and below the last of them; in points."""
    things = sorted((it for it in boxes(page) if it.bottom > BOTTOM), key=lambda it: -it.top)
    heights, at = [], TOP
    for thing in things:
        heights.append(at - thing.top)
        at = min(at, thing.bottom)
    return [*heights, at - BOTTOM]


def problems(path: Path, names: list[str], summary: bool = True) -> list[str]:
    """Return what is wrong with the pages of a report; ``names`` never break over lines.

    ``summary``: whether the first page has the main table, and the first or, after a long table, the second page the
    main figure; the details of own data have none.
    """
    found = []
    reader = pypdf.PdfReader(path)
    for number, page in enumerate(reader.pages, 1):
        things = list(boxes(page))
        for image in page["/Resources"].get("/XObject", {}).values():
            image.get_object()[NameObject("/Subtype")] = NameObject("/Image")  # so that no text is read from it
        if over := overprinted(things):
            found.append(f"page {number}: {len(over)} times text over text, first {over[0][0]} and {over[0][1]}")
        lines = page.extract_text().splitlines()
        small = sorted({round(it.type, 2) for it in things if it.kind == "text" and it.type < SMALLEST})
        found += [f"page {number}: type of {small} points"] if small else []
        beyond = [it for it in things if not (it.left > LEFT - 1 and it.right < RIGHT + HANGING and it.bottom > 20)]
        found += [f"page {number}: beyond the margin: {it}" for it in beyond]
        whole = " ".join(" ".join(lines).split())
        broken = [name for name in names if whole.count(name) > sum(line.count(name) for line in lines)]
        found += [f"page {number}: broken over lines: {name}" for name in broken]
        captions = {kind: len(re.findall(rf"^{kind} \d+\.", "\n".join(lines), re.M)) for kind in ("Figure", "Table")}
        images = sum(it.kind == "image" for it in things)
        if images != captions["Figure"]:
            found.append(f"page {number}: {images} figures, {captions['Figure']} captions of figures")
        rules = sum(it.kind == "line" and it.right - it.left > 20 for it in things)
        if rules < 3 * captions["Table"]:
            found.append(f"page {number}: {rules} lines of tables, {captions['Table']} captions of tables")
    first, *second = (page.extract_text() for page in reader.pages[:2])
    begins = {"Table 1.": first, "Figure 1.": "".join([first, *second])}
    return found + [f"page 1: no {start}" for start, there in begins.items() if summary and start not in there]
