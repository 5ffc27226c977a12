"""Read results of L-Rex: a row for each item that a participant rated, with a column for each question about it."""

import re
from collections.abc import Mapping, Sequence

from acceptability.responses import exported_rows
from acceptability.responses.answers import Results
from acceptability.responses.files import File
from acceptability.responses.registry import Platform
from acceptability.responses.stimuli import Stimuli

HEADER = {"item", "condition", "position", "content"}
PEOPLE = ("participant", "subject")  # of new and of old versions
TEST = "is_test_trial"
RATING = re.compile(r"rating\d+")


def recognises(file: File) -> bool:
    """Return whether a file has the columns that L-Rex always writes."""
    header = set(file.header)
    return header >= HEADER and bool(header & set(PEOPLE)) and any(map(RATING.fullmatch, header))


def read(files: Sequence[File], stimuli: Stimuli, words: Mapping[str, str]) -> Results:
    """Return the answers of all files. InputError where an item has answers to several questions."""
    header = list(dict.fromkeys(name for file in files for name in file.header))
    header_of = {"participant": next(name for name in PEOPLE if name in header), "place": "position"}
    header_of |= {"label": "materials"}
    ratings = [name for name in header if RATING.fullmatch(name)]
    return exported_rows.read("L-Rex", files, stimuli, words, header_of, ratings, TEST)


PLATFORM = Platform("L-Rex", recognises, read)
