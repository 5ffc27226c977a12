"""Read what a spreadsheet contains beside its values: errors, formulas without a value, merged cells, hidden rows."""

import re
import zipfile
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from xml.etree import ElementTree

from acceptability.errors import InputError
from acceptability.limits import COLUMNS
from acceptability.reading import binary_workbooks, old_workbooks
from acceptability.reading.sheet_details import Details
from acceptability.sources.archives import DAMAGED, LARGEST, open_zip

EXCEL = (".xlsx", ".xlsm")
XLSX = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
ODS = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
TRUE = ("1", "true")
MOST_REPEATED = 10_000  # rows; longer stretches are empty
ODS_CELLS = (f"{ODS}table-cell", f"{ODS}covered-table-cell")
ODS_TYPES = (  # attributes that say what kind of value a cell has
    "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}value-type",
    "{urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0}value-type",
)
ODS_HIDDEN = ("collapse", "filter")
FORMULA = "a formula without a stored value (open and save the file in a spreadsheet program)"


def details(path: str, place: int) -> Details:
    """Return the details of the sheet at a place, from 0. InputError for a damaged file."""
    if path.lower().endswith(".xls"):
        surveys = old_workbooks.surveys(Path(path).read_bytes())
        return surveys[place].details if place < len(surveys) else Details()
    ods, binary = path.lower().endswith(".ods"), path.lower().endswith(".xlsb")
    if not zipfile.is_zipfile(path) or not (ods or binary or path.lower().endswith(EXCEL)):
        return Details()
    try:
        with open_zip(path, "save the table as CSV UTF-8") as archive:
            parts = ["content.xml"] * (place + 1) if ods else parts_of_sheets(archive, binary)
            part = part_named(archive, parts[place]) if place < len(parts) else None
            if part is None or part.file_size > LARGEST:
                return Details()
            if binary:
                return binary_workbooks.survey(archive.read(part)).details
            with archive.open(part) as file:
                if ods:
                    return _of_ods(ElementTree.iterparse(file, ("start", "end")), place)
                return _of_excel(ElementTree.iterparse(file))
    except (*DAMAGED, ElementTree.ParseError) as error:
        raise InputError(f"{path}: is a damaged spreadsheet ({error}); save it as CSV UTF-8") from error


@lru_cache(maxsize=COLUMNS.most)
def column_number(letters: str) -> int:
    """Return the number, from 1, of a column such as ``B``."""
    return sum(26**power * (ord(sign) - 64) for power, sign in enumerate(reversed(letters.upper())))


def column_letters(number: int) -> str:
    """Return the letters of a column, such as ``B``, by its number from 1."""
    letters = ""
    while number:
        number, place = divmod(number - 1, 26)
        letters = chr(65 + place) + letters
    return letters


def parts_of_sheets(archive: zipfile.ZipFile, binary: bool) -> list[str]:
    """Return the name of the part of an Excel file that contains each sheet; empty if there is none."""
    related = _elements(archive, f"xl/_rels/workbook.{'bin' if binary else 'xml'}.rels")
    targets = {relation.get("Id"): f"xl/{relation.get('Target', '')}".replace("xl//xl/", "xl/") for relation in related}
    if binary:
        part = part_named(archive, "xl/workbook.bin")
        ids = binary_workbooks.ids_of_sheets(archive.read(part) if part else b"")
    else:
        sheets = (part for part in _elements(archive, "xl/workbook.xml") if part.tag == f"{XLSX}sheet")
        ids = [sheet.get(RELATION, "") for sheet in sheets]
    return [targets.get(one, "") for one in ids]


def part_named(archive: zipfile.ZipFile, name: str) -> zipfile.ZipInfo | None:
    """Return the part of a file that has a name, in whatever case, as the library that reads it takes them."""
    return {part.filename.replace("\\", "/").lower(): part for part in archive.infolist()}.get(name.lower())


def _elements(archive: zipfile.ZipFile, name: str) -> list[ElementTree.Element]:
    part = part_named(archive, name)
    return list(ElementTree.fromstring(archive.read(part)).iter()) if part else []


def _of_excel(elements: Iterator[tuple[str, ElementTree.Element]]) -> Details:
    details, number = Details(), 0
    cell, row, column = f"{XLSX}c", f"{XLSX}row", f"{XLSX}col"
    for _, element in elements:
        if element.tag == row:
            number = int(element.get("r") or number + 1)
            if element.get("hidden") in TRUE:
                details.hidden_rows.append(number)
            element.clear()
        elif element.tag == column and element.get("hidden") in TRUE:
            details.hide_columns(int(element.get("min", 1)), int(element.get("max", 0)))
        if element.tag != cell:
            continue
        value = element.findtext(f"{XLSX}v")
        is_text = value is not None and element.get("t") == "str"  # as of a formula whose result is an empty text
        computed = value or is_text or element.find(f"{XLSX}f") is None
        fault = value if element.get("t") == "e" else "" if computed else FORMULA
        if fault and (address := re.fullmatch(r"([A-Za-z]+)(\d+)", element.get("r", ""))):
            details.faults.append((int(address[2]) - 1, column_number(address[1]) - 1, fault))
        element.clear()
    return details


def _of_ods(elements: Iterator[tuple[str, ElementTree.Element]], place: int) -> Details:
    """Return the details of a sheet; rows, columns and cells that repeat are written once."""
    details, table, rows, columns = Details(), -1, 0, 0
    for event, element in elements:
        if event == "start":
            table += element.tag == f"{ODS}table"
            continue
        is_hidden = element.get(f"{ODS}visibility") in ODS_HIDDEN
        if element.tag == f"{ODS}table-row" and table == place:
            first, rows = rows + 1, rows + int(element.get(f"{ODS}number-rows-repeated", 1))
            if is_hidden and rows - first < MOST_REPEATED:
                details.hidden_rows += range(first, rows + 1)
            if rows - first < MOST_REPEATED:
                _add_ods_cells(details, element, range(first - 1, rows))
        if element.tag == f"{ODS}table-column" and table == place:
            first, columns = columns + 1, columns + int(element.get(f"{ODS}number-columns-repeated", 1))
            if is_hidden:
                details.hide_columns(first, columns)
        if element.tag == f"{ODS}table-row":
            element.clear()
    return details


def _add_ods_cells(details: Details, row: ElementTree.Element, numbers: range) -> None:
    """Add the merged cells, errors and formulas without a value of a row, which is repeated for each of the numbers."""
    column = 0
    for cell in (cell for cell in row if cell.tag in ODS_CELLS):
        first, column = column, column + int(cell.get(f"{ODS}number-columns-repeated", 1))
        if column > COLUMNS.most:
            return
        kinds = [cell.get(attribute) for attribute in ODS_TYPES]
        fault = "".join(cell.itertext()).strip() or "an error" if "error" in kinds else ""
        if cell.get(f"{ODS}formula") and not any(kinds):
            fault = FORMULA
        if fault:
            details.faults += [(number, place, fault) for number in numbers for place in range(first, column)]
        down, right = (int(cell.get(f"{ODS}number-{what}-spanned", 1)) for what in ("rows", "columns"))
        if down > 1 or right > 1:
            details.merged.append(((numbers[0], first), (numbers[0] + down - 1, first + right - 1)))
