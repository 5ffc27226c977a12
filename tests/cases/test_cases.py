"""Files as people have them, and what is right: a folder a case, each with a case.yaml (see README.md)."""

import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pandas as pd
import pytest
import yaml
from builders import build
from ways import Outcome, by_command, from_python

HERE = Path(__file__).parent
KEYS = {"why", "files", "frames", "command", "words", "ways", "expected"}
RIGHT_COUNT = {"": lambda count: count > 0, "without": lambda count: not count, "once": lambda count: count == 1}
COMMAND_ALONE = {"table", "different_rows", "scores", "answers"}  # values that Python does not have
COMMAND_WORDS = {"answers", "fillers", "corpus"}  # words that Python does not have
SUBJECTS = {"model", "scores", "decisions", "answers"}
FEWEST = 400


@dataclass(frozen=True)
class Case:
    """A case: its folder below this one as its name, and what its case.yaml says."""

    name: str
    content: dict

    @property
    def ways(self) -> list[str]:
        """The command; and Python, where it is about pairs, unless the case says which."""
        words, frames = self.content.get("words", {}), self.content.get("frames", {})
        python = frames or ("pairs" in words and not COMMAND_WORDS & set(words))
        return self.content.get("ways", [*(["command"] if words else []), *(["python"] if python else [])])

    @property
    def models(self) -> bool:
        """Is the case about models, so that they score?"""
        return "model" in self.content.get("words", {})


def cases() -> list[Case]:
    paths = sorted(HERE.glob("*/*/case.yaml"))
    return [Case(str(path.parent.relative_to(HERE)), yaml.safe_load(path.read_text("utf-8"))) for path in paths]


CASES = cases()


def test_no_case_is_lost_or_misspelt():
    folders = {str(path.relative_to(HERE)) for path in HERE.glob("*/*") if path.is_dir() and "__" not in path.name}
    assert folders == {case.name for case in CASES}
    assert len(CASES) >= FEWEST
    for case in CASES:
        assert set(case.content) <= KEYS and case.content["why"] and case.content["expected"] and case.ways, case.name


@pytest.fixture(scope="session")
def tiny(tmp_path_factory) -> Path:
    """The model of all cases that are not about models."""
    folder = tmp_path_factory.mktemp("models") / "tiny"
    build(folder, {"model": "gpt2"})
    return folder


@pytest.mark.parametrize(
    ("case", "way"),
    [(case, way) for case in CASES for way in case.ways],
    ids=lambda value: getattr(value, "name", value),
)
def test_case(case, way, tiny, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    shutil.copytree(HERE / case.name, tmp_path, dirs_exist_ok=True, ignore=shutil.ignore_patterns("case.yaml"))
    for name, recipe in case.content.get("files", {}).items():
        build(Path(name), recipe)
    command, words = case.content.get("command", "score"), dict(case.content.get("words", {}))
    capfd.readouterr()
    if way == "command":
        if command == "check":
            words = {"corpus": "none"} | words
        elif command == "score" and not SUBJECTS & set(words):
            shutil.copytree(tiny, "tiny")
            words["model"] = "tiny"
        outcome = by_command(command, words, case.models)
    else:
        frames = {name: pd.DataFrame(columns) for name, columns in case.content.get("frames", {}).items()}
        outcome = from_python(words, frames, case.models)
    outcome.said += capfd.readouterr()
    either = case.content["expected"] if isinstance(case.content["expected"], list) else [case.content["expected"]]
    wrong = [list(complaints(expected, outcome, way)) for expected in either]
    if outcome.refused and outcome.in_job and not case.models:
        wrong = [[*one, f"is refused by a job, not before: {outcome.refused}"] for one in wrong]
    if all(wrong):
        said = "\n  or: ".join("\n  ".join(one) for one in wrong)
        pytest.fail(f"{case.name}, by {way}: {case.content['why']}\n  {said}", pytrace=False)


def complaints(expected: dict, outcome: Outcome, way: str) -> Iterator[str]:
    """Yield each expectation that is not met, with what there is instead."""
    if bool(outcome.refused) != ("refused" in expected):
        yield f"is refused: {outcome.refused}" if outcome.refused else f"is not refused, but has {outcome.values}"
        return
    texts = outcome.texts | {"refused": outcome.refused, "says": "\n".join(outcome.said)}
    for name, value in expected.items():
        where, _, how = name.partition("_")
        if way == "python" and (name in COMMAND_ALONE or where in outcome.texts):
            continue
        if where in texts:
            wrong = [text for text in value if not RIGHT_COUNT[how](_count(text, texts[where]))]
            yield from [f"{name}: {', '.join(map(repr, wrong))}; but it says: {texts[where]}"] if wrong else []
        elif name not in outcome.values or outcome.values[name] != value:
            yield f"{name} is {outcome.values.get(name, 'not reached')}, not {value}"


def _count(text: str | int | list, whole: str) -> int:
    """Count a text, in any case and with any white space; of a list, its texts; a number, as a number of its own."""
    if isinstance(text, list):
        return sum(_count(one, whole) for one in text)
    if isinstance(text, int):
        return len(re.findall(rf"(?<![\d.,]){text}(?!\d|[.,]\d)", whole))
    return " ".join(whole.split()).casefold().count(" ".join(str(text).split()).casefold())
