"""From a page in Chromium to numbers: what comes back is what people answered, and what follows from it by hand.

What each person saw is taken from the screens, and not from the file that the page saves.
"""

import json
import subprocess
import sys
import zipfile
import zlib
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from statistics import mean, pstdev, stdev

import pandas as pd
import pytest

from acceptability.responses import chosen, results
from experimenting import FILLER_PAIRS, FILLERS, PAIRS, answer, make, rows_of
from helpers import ROOT, write_csv

TEXTS = {f"{pair}.{side}": text for pair, _, *both in PAIRS for side, text in zip(("good", "bad"), both, strict=True)}
IDS = {text: name for name, text in TEXTS.items()} | {text: f"filler.{name}" for name, text, _ in FILLERS}
BOTH = {pair: tuple(both) for pair, _, *both in PAIRS}
FILLER_BOTH = {f"filler.{name}": (good, bad) for name, good, bad, _ in FILLER_PAIRS}
GOLD = {f"filler.{name}": side for name, _, side in FILLERS}
PEOPLE = range(6)  # three of each list
POINTS = {"likert": range(1, 8), "slider": range(101), "yes_no": range(2), "choice": range(1_000_000)}
SCORES = {name: -10 - zlib.crc32(name.encode()) % 1000 / 100 for name in TEXTS}


def rating_of(task: str, person: int, text: str) -> int:
    """Return what a person answers about a sentence: mostly more of an acceptable one."""
    points = POINTS[task]
    drawn = zlib.crc32(f"{person} {text}".encode()) % len(points)
    is_good = IDS.get(text, "").endswith(".good")
    return points[max(drawn, len(points) // 2) if is_good and person % 3 else drawn]


class Taken:
    """Hold the downloads of six people, and what each of them answered about each sentence on the screen."""

    def __init__(self, folder: Path, task: str, browser) -> None:
        self.page = make(folder, task)
        self.pairs, self.fillers = folder / "pairs.csv", folder / "fillers.csv"
        shown_in: dict[Path, dict[str, int]] = {}
        for person in PEOPLE:
            shown: dict[str, int] = {}
            link = f"list={person % 2 + 1}&seed={person}"
            path = answer(browser, self.page, folder / "downloads", asked(task, person, shown), link)
            shown_in[path] = shown
        self.downloads = sorted(shown_in)
        ids = {rows_of(path)[0]["participant"] for path in self.downloads}
        assert len(ids) == len(PEOPLE)
        # The ids that the page drew are not kept: participants are called by their places.
        self.answers = {f"P{place}": shown_in[path] for place, path in enumerate(self.downloads, start=1)}

    @property
    def ratings(self) -> dict[tuple[str, str], int]:
        """Return the rating of each person and sentence of the experiment, which those of practice are not."""
        return {
            (person, IDS[text]): value
            for person, shown in self.answers.items()
            for text, value in shown.items()
            if text in IDS
        }

    def choices(self, pairs: dict[str, tuple[str, str]]) -> dict[tuple[str, str], int]:
        """Return whether each person chose the acceptable sentence of each pair."""
        return {
            (person, pair): int(shown[good] > shown[bad])
            for person, shown in self.answers.items()
            for pair, (good, bad) in pairs.items()
            if good in shown
        }


def asked(task: str, person: int, shown: dict[str, int]) -> Callable[[str], int]:
    """Return how a person answers, which also notes what was shown."""

    def rating(text: str) -> int:
        shown[text] = rating_of(task, person, text)
        return shown[text]

    return rating


@pytest.fixture(scope="module")
def taken(browser, tmp_path_factory) -> Callable[[str], Taken]:
    """Return what makes the experiment of a task and lets six people take part."""
    return lambda task: Taken(tmp_path_factory.mktemp(task), task, browser)


def test_ratings_of_a_folder_give_z_scores_means_and_the_adc(taken, tmp_path):
    likert = taken("likert")
    scores = write_csv(tmp_path / "made-up.csv", ["sentence_id", "score"], SCORES.items())
    words = {"PAIRS": likert.pairs, "FILLERS": likert.fillers, "RATINGS": likert.downloads[0].parent, "SCORES": scores}
    given = [f"{word}={value}" for word, value in (words | {"FOLDER": "out"}).items()]
    command = [sys.executable, str(ROOT / "workflow/run_words.py"), "score", *given]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr[-4000:]
    assert "downloads: 84 ratings of 6 participants (6 files, jsPsych)" in run.stderr

    z_scores, by_sentence = {}, defaultdict(list)
    for person in likert.answers:
        own = {name: value for (who, name), value in likert.ratings.items() if who == person}
        assert len(own) == len(PAIRS) + len(FILLERS)
        for name, value in own.items():
            z_scores[person, name] = (value - mean(own.values())) / stdev(own.values())
            by_sentence[name].append(z_scores[person, name])
    means = {name: mean(values) for name, values in by_sentence.items() if name in TEXTS}
    assert means.keys() == TEXTS.keys() and {len(values) for values in by_sentence.values()} == {3, 6}

    made = tmp_path / "out/results"
    rated = pd.read_csv(made / "ratings/pairs.csv").set_index(["participant", "sentence_id"])
    critical = {key: value for key, value in likert.ratings.items() if key[1] in TEXTS}
    assert rated["rating"].to_dict() == critical
    assert rated["z_score"].to_dict() == pytest.approx({key: z_scores[key] for key in critical}, abs=1e-9)
    everything = pd.read_csv(made / "responses/pairs.csv").set_index(["participant", "sentence_id"])
    assert everything["rating"].to_dict() == likert.ratings and everything["excluded"].isna().all()
    sentences = pd.read_csv(made / "sentences/pairs.csv").set_index("sentence_id")
    assert sentences["rating"].to_dict() == pytest.approx(means, abs=1e-9)

    spread = pstdev(SCORES.values())
    human = {pair: means[f"{pair}.good"] - means[f"{pair}.bad"] for pair in BOTH}
    model = {pair: (SCORES[f"{pair}.good"] - SCORES[f"{pair}.bad"]) / spread for pair in BOTH}
    criteria = pd.read_csv(made / "metrics/pairs/criteria.csv").query("system == 'made-up' and measure == 'score'")
    adc = criteria[criteria["criterion"] == "adc"].set_index("threshold")["met"].to_dict()
    same_sign = [pair for pair in BOTH if human[pair] * model[pair] > 0]
    by_hand = {limit: sum(abs(human[pair] - model[pair]) < limit for pair in same_sign) for limit in (0.5, 1, 5)}
    assert adc == by_hand and 0 < by_hand[0.5] < by_hand[5] < len(PAIRS)
    blimp = criteria[criteria["criterion"] == "blimp"]
    assert blimp["met"].tolist() == [sum(delta > 0 for delta in model.values())]
    assert set(criteria["pairs"]) == {len(PAIRS)}


def check_ratings(path: Path, taken: Taken, where: str) -> None:
    """Assert that a file gives the known ratings, and nothing else."""
    read = results.read(path, BOTH, fillers=taken.fillers)
    assert {(one.participant, one.sentence_id): one.response for one in read.ratings} == {
        key: str(value) for key, value in taken.ratings.items()
    }
    assert len(read.ratings) == len(taken.ratings) == 6 * (len(PAIRS) + len(FILLERS)) and not read.choices
    assert read.rated_pairs == len(PAIRS) and not read.reasons
    for one in read.ratings:
        assert one.gold == GOLD.get(one.sentence_id, "") and one.rt > 0
    for person in taken.answers:
        own = {one.place: one.sentence_id for one in read.ratings if one.participant == person}
        order = [IDS[text] for text in taken.answers[person] if text in IDS]
        assert [own[place] for place in range(1, len(own) + 1)] == order
    assert any(where in line for line in read.reading.lines)


def test_ratings_of_one_table_that_a_host_joined_are_those_given(taken, tmp_path):
    slider = taken("slider")
    rows = [row for path in slider.downloads for row in rows_of(path)]
    header = list(dict.fromkeys(column for row in rows for column in row))
    path = write_csv(tmp_path / "all.csv", header, [[row.get(column, "") for column in header] for row in rows])
    check_ratings(path, slider, "all.csv: 84 ratings of 6 participants (jsPsych)")


def test_ratings_of_a_text_of_jatos_are_those_given(taken, tmp_path):
    """JATOS gives one text in which what each person sent stands below what the one before sent."""
    yes_no = taken("yes_no")
    tables, records = tmp_path / "jatos.txt", tmp_path / "jatos-json.txt"
    tables.write_text("\n".join(path.read_text(encoding="utf-8") for path in yes_no.downloads), encoding="utf-8")
    lines = [json.dumps(rows_of(path), ensure_ascii=False) for path in yes_no.downloads]
    records.write_text("\n".join(lines), encoding="utf-8")
    for path in (tables, records):
        check_ratings(path, yes_no, f"{path.name}: 84 ratings of 6 participants (jsPsych)")


def test_choices_of_an_archive_are_those_made(taken, tmp_path):
    choice = taken("choice")
    path = tmp_path / "all.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for file in choice.downloads:
            archive.write(file, f"study/{file.name}")
    known = choice.choices(BOTH)
    assert set(known.values()) == {0, 1}
    read = results.read(path, BOTH, fillers=choice.fillers)
    made = {(one.participant, one.pair_id): one.response for one in read.choices}
    assert made == {key: str(value) for key, value in (known | choice.choices(FILLER_BOTH)).items()}
    assert len(read.choices) == len(made) and not read.ratings
    for one in read.choices:
        good, bad = (BOTH | FILLER_BOTH)[one.pair_id]
        order = list(choice.answers[one.participant])
        assert one.good_first == (order.index(good) < order.index(bad))

    table = chosen.table(path)
    people = list(choice.answers)
    assert table.header[:3] == ["pair_id", "good", "bad"] and sorted(table.header[3:]) == sorted(people)
    rows = [dict(zip(table.header, cells, strict=True)) for cells in table.rows]
    assert {row["pair_id"]: (row["good"], row["bad"]) for row in rows} == BOTH and len(rows) == len(BOTH)
    cells = {(person, row["pair_id"]): row[person] for row in rows for person in people if row[person]}
    assert cells == {key: str(value) for key, value in known.items()}
