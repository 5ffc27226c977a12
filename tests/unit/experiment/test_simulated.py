"""Simulated participants differ as much as the raters whose numbers power analyses assume."""

from io import StringIO

import numpy as np
import pandas as pd
import pytest

from acceptability.datasets.ratings import participant_z_scores
from acceptability.experiment import simulated
from acceptability.experiment.design import POINTS, Choice, Design, Stimulus
from acceptability.responses import results
from acceptability.statistics.power.declared import ASSUMPTIONS
from experiment_designs import PAIRS as NAMED_PAIRS
from experiment_designs import TEXTS, design_of

PAIRS = [(f"p{number}", f"phenomenon {number // 6}") for number in range(240)]
SIDES = ("good", "bad")


def design(task: str) -> Design:
    """Return a design with 240 pairs of 40 phenomena, and 20 gold items."""
    lists = [
        tuple(
            Stimulus(f"{pair}.{SIDES[(place + which) % 2]}", "x", pair, SIDES[(place + which) % 2], phenomenon)
            for place, (pair, phenomenon) in enumerate(PAIRS)
        )
        for which in (0, 1)
    ]
    gold = tuple(Stimulus(f"filler.{n}", "x", f"filler.{n}", "filler", "", SIDES[n % 2]) for n in range(20))
    choices = (tuple(Choice(pair, phenomenon, "x", "y") for pair, phenomenon in PAIRS),)
    critical = {"lists": (), "choices": choices} if task == "choice" else {"lists": tuple(lists), "choices": ()}
    fillers = () if task == "choice" else gold
    return Design("large", task, POINTS[task], **critical, fillers=fillers, practice=(), texts={}, seed=1)


def answers(task: str, folder) -> pd.DataFrame:
    """Return the answers of 40 simulated participants."""
    simulated.write(design(task), 40, folder)
    return pd.read_csv(StringIO((folder / simulated.NAME).read_text(encoding="utf-8")))


@pytest.mark.parametrize("task", ["slider", "likert"])
def test_ratings_vary_as_those_of_real_raters(task, tmp_path):
    table = answers(task, tmp_path)
    table["z"] = participant_z_scores(table)
    by_sentence = table.groupby("sentence_id")["z"]
    squares = ((table["z"] - by_sentence.transform("mean")) ** 2).sum()
    rater_sd = np.sqrt(squares / (len(table) - table["sentence_id"].nunique()))
    assert rater_sd == pytest.approx(ASSUMPTIONS["rater_sd"].value, abs=0.05)
    means = table[table["condition"] != "filler"].groupby(["item", "condition"])["z"].mean().unstack()
    deltas = means["good"] - means["bad"]
    assert deltas.mean() == pytest.approx(ASSUMPTIONS["human_mean"].value, abs=0.2)
    variances = [ASSUMPTIONS[f"human_sd_{level}"].value ** 2 for level in ("phenomena", "pairs")]
    assert deltas.std() == pytest.approx(np.sqrt(sum(variances) + 2 * rater_sd**2 / 20), abs=0.1)


def test_gold_items_are_sometimes_on_the_wrong_side(tmp_path):
    table = answers("slider", tmp_path).dropna(subset="gold")
    wrong = (table["rating"] < 50).eq(table["gold"] == "good") & table["rating"].ne(50)
    assert 0.005 < wrong.mean() < 0.1


def test_some_choices_are_of_the_other_sentence(tmp_path):
    assert 0.75 < answers("choice", tmp_path)["chose_good"].mean() < 0.88


@pytest.mark.parametrize("task", POINTS)
def test_attention_checks_are_failed_at_the_rate_that_is_reported(task, tmp_path):
    """Check that between 3 and 7 % of 1,200 checks are failed, and that participants who fail one are excluded."""
    design = design_of(task, texts=TEXTS | {"attention_checks": 4})
    (line,) = simulated.write(design, 300, tmp_path)
    assert "they fail 5% of the attention checks" in line
    pairs = {pair: (good, bad) for pair, _, good, bad in NAMED_PAIRS}
    answered = results.read(tmp_path / simulated.NAME, pairs, exclude="attention=1")
    (note,) = [note for note in answered.reading.notes if note.startswith("attention checks: 1,200 answers")]
    failed = int(note.rpartition(", ")[2].split(" ")[0])
    assert 36 <= failed <= 84 and failed >= len(answered.reasons) > failed / 2
    assert set(answered.reasons.values()) <= {f"attention=1 ({number})" for number in (1, 2, 3, 4)}


@pytest.mark.parametrize("task", POINTS)
def test_every_answer_is_on_the_scale(task, tmp_path):
    simulated.write(design_of(task), 6, tmp_path)
    table = pd.read_csv(tmp_path / simulated.NAME)
    assert set(table["participant"]) == {f"simulated-{number}" for number in range(1, 7)}
    low, high = {"likert": (1, 7), "slider": (0, 100), "yes_no": (0, 1), "choice": (0, 1)}[task]
    assert table["chose_good" if task == "choice" else "rating"].between(low, high).all()
