"""Python and `make score` describe the same files by equal Subjects, and ask for the same tables and figures."""

from dataclasses import fields, replace
from pathlib import Path

import pandas as pd
import pytest

import acceptability
from acceptability.analyses import recipes
from acceptability.command import request
from acceptability.command.options import CHECK
from acceptability.evaluation import Evaluation
from acceptability.reading.load import read_yaml
from configurations import SCHEMAS, planned
from helpers import ROOT

HEADER = ["pair_id", "phenomenon", "dialect", "good", "bad", "good_rating", "bad_rating"]
PAIRS = [
    (f"p{n}", "ab"[n % 2], "north" if n < 5 else "south", f"Dog {n} barks.", f"Dog {n} bark.", 1 + n / 10, -n / 10)
    for n in range(10)
]
SIDES = [f"p{n}.{side}" for n in range(10) for side in ("good", "bad")]
# What only a configuration or only a call names: the label of a table, where files are, and colours.
NAMED = {"key", "label", "files", "rows", "manifest", "labelled_sets", "origins"}
NAMED_OF_ROWS = {"colour", "label", "system_label", "model", "model_label"}


@pytest.fixture
def tables(tmp_path, monkeypatch) -> Path:
    """Return a folder with rated pairs of two dialects, scores of two systems and decisions of a third."""
    monkeypatch.chdir(tmp_path)
    pd.DataFrame(PAIRS, columns=HEADER).to_csv("pairs.csv", index=False)
    for name, start in (("small", 3), ("large", 1)):
        scores = [(-start * (place % 7) - place / 10) for place, _ in enumerate(SIDES)]
        pd.DataFrame({"sentence_id": SIDES, "log_prob": scores}).to_csv(f"{name}.csv", index=False)
    pd.DataFrame({"pair_id": [row[0] for row in PAIRS], "chat": [1, 0] * 5}).to_csv("chosen.csv", index=False)
    pd.read_csv("small.csv").iloc[:12].to_csv("part.csv", index=False)
    return tmp_path


OPTIONS = {
    "scores": ({"scores": "small.csv,large.csv"}, {"scores": {"small": "small.csv", "large": "large.csv"}}),
    "decisions": (
        {"scores": "small.csv", "decisions": "chosen.csv"},
        {"scores": "small.csv", "decisions": "chosen.csv"},
    ),
    "a part": ({"scores": "part.csv", "partial": "yes"}, {"scores": "part.csv", "partial": True}),
    "by": ({"scores": "small.csv", "by": "dialect"}, {"scores": "small.csv", "by": "dialect"}),
    "as BabyLM": ({"scores": "small.csv", "as_babylm": "yes"}, {"scores": "small.csv", "as_babylm": True}),
}


@pytest.mark.parametrize("name", OPTIONS)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_both_describe_the_same(tables, name):
    options, arguments = OPTIONS[name]
    folder = request.write({"pairs": "pairs.csv", "folder": "run"} | options, ROOT, SCHEMAS)
    config = read_yaml(f"{folder}/config.yaml")
    e = acceptability.evaluate(acceptability.pairs("pairs.csv"), **arguments)
    (tables / "run").mkdir(exist_ok=True)
    check_equal(planned_in(folder, config), e)


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_both_check_the_same(tables):
    given = {"pairs": "pairs.csv", "scores": "small.csv,large.csv", "raters": "20", "first": "3", "folder": "run"}
    folder = request.write(given, ROOT, SCHEMAS, command=CHECK)
    scores = {"small": "small.csv", "large": "large.csv"}
    corpus = ["Dogs bark at night."]  # make check takes the Brown corpus if it is not told another
    e = acceptability.check(acceptability.pairs("pairs.csv"), scores=scores, raters=20, first=3, corpus=corpus)
    planned_subject = planned_in(folder, read_yaml(f"{folder}/config.yaml"))
    checking = e.subject.checking
    for name in ("raters", "first", "seed", "assume"):
        assert getattr(planned_subject.checking, name) == getattr(checking, name)
    check_equal(replace(planned_subject, checking=checking), e)


def test_both_describe_labelled_sentences_alike(tables):
    pd.DataFrame({"sentence": ["Dogs bark.", "Dogs barks."] * 3, "label": [1, 0] * 3}).to_csv(
        "labelled.csv", index=False
    )
    pd.DataFrame({"sentence": ["Dogs bark.", "Dogs barks."], "lp": [-1, -2]}).to_csv("mine.csv", index=False)
    given = {"sentences": "labelled.csv", "scores": "mine.csv", "folder": "run"}
    folder = request.write(given, ROOT, SCHEMAS)
    with pytest.warns(UserWarning, match="label"):
        e = acceptability.evaluate(acceptability.sentences("labelled.csv"), "mine.csv")
    check_equal(planned_in(folder, read_yaml(f"{folder}/config.yaml")), e)


def planned_in(folder: Path, config: dict):
    """Return the Subject that the plan makes of the user's only dataset."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        (dataset,) = (it for it in planned(config).datasets.values() if it.manifest.own)
        return dataset.subject_as_read


def check_equal(planned_subject, e: Evaluation) -> None:
    ours = e.subject
    differ = [
        field.name
        for field in fields(ours)
        if field.name not in NAMED and getattr(ours, field.name) != getattr(planned_subject, field.name)
    ]
    assert not differ, {name: (getattr(ours, name), getattr(planned_subject, name)) for name in differ}
    assert ours.has == planned_subject.has
    plain = [[replace(row, **dict.fromkeys(NAMED_OF_ROWS, "")) for row in it.rows] for it in (ours, planned_subject)]
    assert plain[0] == plain[1]
    assert {*recipes.computed(ours)} == {*recipes.computed(planned_subject)}
    for kind in ("tables", "figures"):
        assert {*recipes.displayed(ours, kind)} == {*recipes.displayed(planned_subject, kind)}
