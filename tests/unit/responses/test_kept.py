"""Answers that one process of a run has read are the same for another one, which runs in another folder."""

import json
import zipfile
from dataclasses import asdict

import pytest

from acceptability.datasets.user_pairs import manifest, reader
from acceptability.messages import of_yaml
from acceptability.responses import kept, results
from helpers import replaced, write_csv

PAIRS = [["p1", "The dogs bark.", "The dogs barks."], ["p2", "Ann sees it.", "Ann see it."]]
PARTICIPANTS = ("José García", "Ann O'Neil")
ENTRY = {"kind": "pairs", "pairs": "pairs.csv", "ratings": "answers.csv", "fillers": "fillers.csv"}


def ratings(name, ip="192.0.2.1"):
    """Return the rows of a participant, who left one sentence without an answer."""
    sentences = ("p1.good", "p1.bad", "p2.good", "p2.bad", "It rained.")
    return [
        [name, ip, sentence, rating, place, 910.5 - place]
        for place, (sentence, rating) in enumerate(zip(sentences, (6, 2.5, 7, "", 5), strict=True), start=1)
    ]


HEADER = ["participant", "ip", "sentence", "rating", "place", "rt"]


@pytest.fixture
def user(tmp_path, monkeypatch):
    """Return the user's folder, in which the first process runs, with answers in several forms."""
    folder = tmp_path / "user"
    (folder / "out").mkdir(parents=True)
    monkeypatch.chdir(folder)
    write_csv(folder / "pairs.csv", ["pair_id", "good", "bad"], PAIRS)
    write_csv(folder / "fillers.csv", ["sentence", "gold"], [["It rained.", "good"]])
    write_csv(folder / "answers.csv", HEADER, [row for name in PARTICIPANTS for row in ratings(name)])
    for number, name in enumerate(PARTICIPANTS):
        lines = [";".join(map(str, row)) for row in [HEADER, *ratings(name)]]
        (folder / f"P{number}.csv").write_bytes("\n".join(lines).encode("cp1252"))
    with zipfile.ZipFile(folder / "answers.zip", "w") as archive:
        archive.write("answers.csv")
        archive.writestr("notes.md", "x")
    trials = [
        {"trial_type": "html-keyboard-response", "trial_index": at, "participant": name, "task": "response",
         "stimulus": sentence, "response": rating, "rt": 800}
        for name in PARTICIPANTS
        for at, (sentence, rating) in enumerate(zip(PAIRS[0][1:], "62", strict=True))
    ]  # fmt: skip
    (folder / "answers").mkdir()
    (folder / "answers/a.json").write_text(json.dumps(trials))
    (folder / "answers/b.md").write_text("x")
    choices = [[name, pair, choice] for name in PARTICIPANTS for pair, choice in (("p1", 1), ("p2", 0))]
    write_csv(folder / "choices.csv", ["participant", "pair_id", "chose_good"], choices)
    results._once.cache_clear()
    yield folder
    results._once.cache_clear()


def keep(entry):
    """Keep the answers as the process does that checks the user's files."""
    kept.write(manifest.answers_to_keep(entry), manifest.Path("out"))


def in_the_run(user, monkeypatch, entry):
    """Return the entry as another process of the run knows it."""
    monkeypatch.chdir(user / "out")
    results._once.cache_clear()
    below = {name: entry[name] for name in ("pairs", "ratings", "fillers") if name in entry}
    moved = {
        key: [f"../{one}" for one in path] if isinstance(path, list) else f"../{path}" for key, path in below.items()
    }
    return entry | moved


def never(*_, **__):
    raise AssertionError("the answers are read again")


def described(answered):
    """Return all that is used of answers: without where they were in the file."""
    drop = {"row", "item", "condition", "label", "scale", "good", "bad"}
    answers = [{key: value for key, value in asdict(one).items() if key not in drop} for one in answered.ratings]
    choices = [{key: value for key, value in asdict(one).items() if key not in drop} for one in answered.choices]
    lines = [*answered.reading.lines, *map(of_yaml, answered.reading.lines), *map(of_yaml, answered.doubts)]
    rest = answered.reasons, answered.rated_pairs, answered.simulated, answered.key, answered.paths, answered.places
    return answers, choices, lines, answered.reading.as_json(), rest


def tables(entry):
    """Return the tables that the job prepares."""
    declared = manifest.manifest(entry)
    dataset = reader.read(**declared.files, **declared.options)
    return [
        getattr(dataset, name).to_csv() for name in ("sentences", "ratings", "choices", "responses")
    ], dataset.doubts


FORMS = {
    "a table": {},
    "with rules": {"answers": {"exclude": "fast=902,gold", "scale": "1-7"}},
    "answers that are left out alone": {"answers": {"exclude": "fast_answers=908"}},
    "ids that stay": {"answers": {"keep_ids": "yes"}},
    "several files": {"ratings": ["P0.csv", "P1.csv"], "encoding": "cp1252"},
    "an archive": {"ratings": "answers.zip"},
    "a folder, of jsPsych": {"ratings": "answers"},
    "choices": {"ratings": "choices.csv"},
}


@pytest.mark.parametrize("form", FORMS)
def test_other_processes_use_the_answers_that_one_has_read(user, monkeypatch, form):
    entry = ENTRY | FORMS[form]
    keep(entry)
    moved = in_the_run(user, monkeypatch, entry)
    with monkeypatch.context() as patched:
        patched.setattr(results, "_read", never)
        used, prepared = described(manifest.answers(moved)), tables(moved)
    monkeypatch.setattr(kept, "read", lambda *_: None)
    results._once.cache_clear()
    assert used == described(manifest.answers(moved)) and prepared == tables(moved)
    assert used[2]  # lines on how the answers were read


@pytest.mark.parametrize("change", ["answers", "pairs", "fillers", "option", "code"])
def test_answers_are_read_again_after_any_change(user, monkeypatch, change):
    entry = ENTRY
    keep(entry)
    moved = in_the_run(user, monkeypatch, entry)
    if change in ("answers", "pairs", "fillers"):
        path = user / f"{change}.csv"
        path.write_text(
            replaced(path.read_text(), ".", " .", 1) if change != "fillers" else "sentence,gold\nIt rained.,bad\n"
        )
    elif change == "option":
        moved |= {"answers": {"scale": "1-7"}}
    else:
        monkeypatch.setattr(results.facts, "_code", lambda: ["other"])
    monkeypatch.setattr(results, "_read", never)
    with pytest.raises(AssertionError, match="read again"):
        manifest.answers(moved)


@pytest.mark.parametrize("text", ["", "[1]", "edited"])
def test_a_damaged_file_is_ignored_with_a_line(user, monkeypatch, capsys, text):
    keep(ENTRY)
    moved = in_the_run(user, monkeypatch, ENTRY)
    (path,) = kept.FOLDER.iterdir()
    path.write_text(text if text != "edited" else replaced(path.read_text(), '"2.5"', '"2.6"'))
    assert {one.response for one in manifest.answers(moved).ratings} == {"6", "2.5", "7", "5", ""}
    assert "is damaged; it is ignored" in capsys.readouterr().err


def test_only_the_owner_reads_answers_and_nothing_personal_is_in_them(user):
    keep(ENTRY)
    (path,) = (user / "out" / kept.FOLDER).iterdir()
    assert path.stat().st_mode & 0o777 == 0o600
    text = path.read_text()
    assert "P1" in text and not [part for part in ("Garc", "Neil", "192.0.2.") if part in text]


def test_answers_of_earlier_runs_are_removed(user):
    keep(ENTRY)
    (before,) = (user / "out" / kept.FOLDER).iterdir()
    keep(ENTRY | {"ratings": "choices.csv"})
    (after,) = (user / "out" / kept.FOLDER).iterdir()
    assert before != after
    keep({"kind": "pairs", "pairs": "pairs.csv"})
    assert not list((user / "out" / kept.FOLDER).iterdir())
