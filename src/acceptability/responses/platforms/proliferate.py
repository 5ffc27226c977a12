"""Read results of Proliferate: a row for each trial, with the columns that the experiment's page saved."""

from collections.abc import Mapping, Sequence

from acceptability.reading.roles import names_of, plain
from acceptability.responses import exported_rows
from acceptability.responses.answers import Results
from acceptability.responses.files import File
from acceptability.responses.platforms import jspsych
from acceptability.responses.registry import Platform
from acceptability.responses.stimuli import Stimuli

PERSON, LIST = "workerid", "proliferate.condition"
PLACE = "slide_number_in_experiment"


def recognises(file: File) -> bool:
    """Return whether a file has the columns of Proliferate; pages with jsPsych have the columns of that."""
    return {PERSON, LIST} <= set(file.header) and not jspsych.recognises(file)


def read(files: Sequence[File], stimuli: Stimuli, words: Mapping[str, str]) -> Results:
    """Return the answers of all files with trials. InputError where it is not known which column has the ratings."""
    names = set(names_of("ratings", "rating"))
    ratings = [header for file in files for header in file.header if plain(header) in names]
    with_trials = [file for file in files if set(file.header) & {*ratings, words.get("rating")}] or list(files)
    header_of = {"participant": PERSON, "list": LIST, "place": PLACE}
    results = exported_rows.read("Proliferate", with_trials, stimuli, words, header_of, list(dict.fromkeys(ratings)))
    for file in files:
        if file not in with_trials:
            results.notes.append(f"{file.name} was not read, because it has no column of answers")
    return results


PLATFORM = Platform("Proliferate", recognises, read)
