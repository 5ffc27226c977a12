"""Read exports that have a header and a row for each answer, in columns that a platform always calls the same."""

from collections.abc import Mapping, Sequence

from acceptability.errors import InputError
from acceptability.messages import Message, counted, joined
from acceptability.responses import columns
from acceptability.responses.answers import Answer, Results, reading_setting
from acceptability.responses.files import File
from acceptability.responses.stimuli import Stimuli


def read(
    platform: str,
    files: Sequence[File],
    stimuli: Stimuli,
    words: Mapping[str, str],
    header_of: Mapping[str, str],
    ratings: Sequence[str],
    test: str = "",
) -> Results:
    """Return the answers in all rows that have one.

    InputError where rows have several ratings, or no column says which sentence it is.

    Parameters:
        platform: its name.
        header_of: what the platform calls the columns of roles, such as ``participant`` and ``list``.
        ratings: the headers that may have the ratings.
        test: the column that says whether a participant only tested the experiment, with yes and no.
    """
    results = Results(platform, in_order=False)
    path = files[0].path
    trials = list(columns.trials(files))
    headers = list(dict.fromkeys(header for _, trial in trials for header in trial))
    rating = _rating_column([trial for _, trial in trials], headers, ratings, words, path)
    answered = [(row, trial) for row, trial in trials if rating in trial]
    person = columns.chosen("participant", header_of["participant"], headers, words, path)
    about = columns.about(headers, [trial for _, trial in answered], stimuli, words, path)
    with_sentence = [(row, trial) for row, trial in answered if columns.sentence(trial, about, stimuli)]
    if nameless := len(answered) - len(with_sentence):
        results.notes.append(f"left out, because they name no sentence: {counted(nameless, 'row')}")
    answered = with_sentence
    results.columns = {"participant": person, "rating": rating, **about}
    for role in columns.DETAILS:
        if header := header_of.get(role, "") or columns.column(headers, role, words, path):
            results.columns |= {role: header} if header in headers else {}
    others = [header for header in headers if header not in results.columns.values()]
    results.personal = columns.personal(others)
    results.beside = {
        header: {row: trial.get(header, "") for row, trial in answered}
        for header in others
        if header not in results.personal
    }
    tests = {trial.get(person, "") for _, trial in answered if trial.get(test, "").casefold() in ("yes", "true")}
    if tests:
        results.left_out[f"test trials ({test})"] = len(tests)
    for row, trial in answered:
        if trial.get(person, "") not in tests:
            attributes = columns.attributes(trial, results.columns, about, stimuli)
            results.answers.append(Answer(row, trial.get(person, ""), columns.response(trial[rating]), **attributes))
    if any(one.place == 0 for one in results.answers):  # places count from 0
        for one in results.answers:
            one.place = None if one.place is None else one.place + 1
    return results


def _rating_column(
    trials: Sequence[Mapping[str, str]],
    headers: Sequence[str],
    ratings: Sequence[str],
    words: Mapping[str, str],
    path: str,
) -> str:
    """Return the column of ratings: the one that RATING= names, or the only one with answers."""
    if words.get("rating"):
        return columns.header_named("rating", words["rating"], headers, path)
    filled = [header for header in ratings if any(trial.get(header) for trial in trials)]
    if len(filled) == 1:
        return filled[0]
    if not filled:
        fault = f"{path}: has no answers in {' or '.join(ratings) or 'any column'}; name the column of ratings: "
        raise InputError(fault, reading_setting("rating"), f"; it has: {', '.join(filter(None, headers))}")
    ways = joined(" or ", [Message(reading_setting("rating", header)) for header in filled])
    raise InputError(f"{path}: has answers in {' and '.join(filled)}; name the column of ratings: ", ways)
