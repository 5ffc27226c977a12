"""Declare what files, archives, models and servers may cost, in one table, which docs/limits.md shows.

Each reader takes its own limits from here; a file or an answer that is beyond one is refused with a message.
"""

from typing import NamedTuple


class Limit(NamedTuple):
    """Declare a limit: the most that is allowed, its unit, and what is counted."""

    most: int
    unit: str
    of: str


# Tables
ARCHIVE_BYTES = Limit(256 * 2**20, "bytes", "an archive or a compressed file, unpacked, with all that is in it")
RECORD_BYTES = Limit(2**35, "bytes", "a record of a run in a zip file, unpacked")
RECORD_RATIO = Limit(200, "bytes", "a record of a run in a zip file, unpacked, for each byte of the zip file")
TAR_HEADER_BYTES = Limit(2**20, "bytes", "a header in a tar file")
ARCHIVE_TABLES = Limit(5_000, "tables", "a folder or an archive")
ARCHIVE_FILES = Limit(50_000, "files", "an archive, counting files of all kinds")
TABLE_CELLS = Limit(50_000_000, "cells", "a table: its rows times the cells of its longest row")
COLUMNS = Limit(16_384, "columns", "a table, as in Excel")
CELL_CHARACTERS = Limit(2**27, "characters", "a cell of a text file, such as a text that is one line")
SHEET_CELLS = Limit(10_000_000, "cells", "a spreadsheet: all its sheets, each up to its last row and column")
SHEET_TEXT = Limit(2**20, "bytes", "one text in a spreadsheet, with its formats")
SHEET_SHARED_BYTES = Limit(256 * 2**20, "bytes", "the texts of all cells of a spreadsheet, where cells share texts")
VALUES_BY_COLUMN = Limit(200, "values", "a column of BY=, by whose values results are computed")
# Models
GGUF_DIMENSIONS = Limit(8, "dimensions", "a tensor in a GGUF file; llama.cpp has 4")
GGUF_VALUE_BYTES = Limit(2**26, "bytes", "a value in the header of a GGUF file, such as a list of numbers")
NORMALIZER_GROWTH = Limit(1_000, "times", "the output of a tokenizer's normalizer, relative to the length of its input")
CHAT_CHARACTERS = Limit(
    2**20, "characters", "the text that a chat template makes of a question, its examples and the system prompt"
)
# Servers
SOURCE_SECONDS = Limit(60, "seconds", "the wait between two tries that a server of registered files asks for")
BLOB_BYTES = Limit(2**30, "bytes", "a registered file of unknown size, or the archive that a registered file is in")
ANSWER_BYTES = Limit(2**24, "bytes", "an answer of a server")
TOKENS_PER_BYTE = Limit(2, "tokens", "a server's answer about a sentence, for each byte of the sentence")
FURTHER_TOKENS = Limit(256, "tokens", "a server's answer about a sentence, in addition to the limit per byte")
ANSWER_SECONDS = Limit(150, "seconds", "a request for log-probabilities, with all its tries and pauses")
MODELS_SECONDS = Limit(30, "seconds", "the request for what a server serves, with all its tries and pauses")


def table() -> dict[str, Limit]:
    """Return all limits by their names, in the order in which they are declared."""
    return {name: value for name, value in globals().items() if isinstance(value, Limit)}
