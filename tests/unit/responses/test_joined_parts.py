"""The page of `make experiment` saves each trial at once and all of them at the end: each counts once when it is read."""

import csv
import json

from acceptability.responses import files
from acceptability.responses.platforms import jspsych
from acceptability.responses.stimuli import Stimuli

STIMULI = Stimuli({"p1": ("A dog.", "Dog a."), "p2": ("A cat.", "Cat a.")}, {}, {}, {})


def row(participant: str, index: int, sentence_id: str = "", rating: int = 0, **more) -> dict:
    """Return a row of the page: a rating, or the last row, which has no sentence."""
    session = {
        "participant": participant,
        "list": 1,
        "list_from": "random",
        "version": "0a1b2c3d",
        "trial_index": index,
    }
    if not sentence_id:
        return session | {"trial_type": "end", "task": "end"} | more
    about = {"trial_type": "html-button-response", "task": "rating", "sentence_id": sentence_id, "rating": rating}
    return session | about | {"response": rating - 1} | more


def table(path, *rows: dict):
    """Write rows as the page does, and return the path."""
    header = list(dict.fromkeys(name for one in rows for name in one))
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, header, quoting=csv.QUOTE_ALL)
        writer.writeheader()
        writer.writerows(rows)
    return path


def read(folder):
    """Return the answers of a folder as (participant, sentence, rating), and the notes."""
    results = jspsych.read(files.read(folder), STIMULI, {})
    return [(one.participant, one.sentence_id, one.response) for one in results.answers], results.notes


def test_parts_are_joined_and_the_last_state_of_a_trial_counts(tmp_path):
    first, changed, second = row("pa", 3, "p1.good", 6), row("pa", 3, "p1.good", 7), row("pa", 4, "p2.bad", 2)
    table(tmp_path / "1.csv", first)
    table(tmp_path / "2.csv", second)
    table(tmp_path / "3.csv", changed, second, row("pa", 5))
    answers, notes = read(tmp_path)
    assert answers == [("pa", "p1.good", "7"), ("pa", "p2.bad", "2")]
    assert "rows that the page saved again later, read once: 2" in notes
    assert not any("did not reach the end" in note for note in notes)


def test_participants_who_stopped_are_kept_and_reported_also_from_json(tmp_path):
    table(tmp_path / "1.csv", row("pa", 3, "p1.good", 6), row("pa", 4))
    table(tmp_path / "2.csv", row("pb", 3, "p1.bad", 1))
    (tmp_path / "3.partial.json").write_text(json.dumps([row("pc", 3, "p2.good", 5), row("pc", 4, "p1.bad", 2)]))
    answers, notes = read(tmp_path)
    assert [answer[0] for answer in answers] == ["pa", "pb", "pc", "pc"]
    assert "participants who did not reach the end: 2 of 3 (their answers without practice: 1, 2)" in notes


def test_simulated_participants_are_not_counted_beside_real_ones(tmp_path):
    table(tmp_path / "1.csv", row("pa", 3, "p1.good", 6), row("pa", 4))
    table(tmp_path / "2.csv", row("pb", 3, "p1.bad", 1))
    table(tmp_path / "3.csv", row("simulated-1", 3, "p1.bad", 1))
    assert "did not reach the end: 1 of 2 (" in "".join(read(tmp_path)[1])
    assert "did not reach the end: 1 of 1 (" in "".join(jspsych.read(files.read(tmp_path / "3.csv"), STIMULI, {}).notes)


def test_rows_of_other_pages_are_not_joined(tmp_path):
    other = row("pa", 3, "p1.good", 6)
    del other["version"]
    table(tmp_path / "1.csv", other)
    table(tmp_path / "2.csv", other)
    answers, notes = read(tmp_path)
    assert len(answers) == 2 and not any("did not reach the end" in note for note in notes)
