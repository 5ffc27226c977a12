"""People as exposure grows, panels of a thousand raters, and GPT-2's surprisals beside them, on the released files."""

from importlib import import_module

import numpy as np
import pandas as pd
import pytest

from acceptability.analyses.ceiling.compute import ceiling
from acceptability.analyses.exposure.compute import compute
from acceptability.datasets import registry
from acceptability.reading import matching
from acceptability.statistics import rating_error

MEASURES = {"mean_lp": "mean"}
FILES = {  # parts, and their files
    "satiation-exposure": ("satiation-exposure-{}.txt", ("gpt2-words", "sentences")),
    "satiation-speakers": ("satiation-speakers-{}.txt", ("gpt2-words", "sentences")),
    "disjunction": ("disjunction-gpt2-{}.txt", ("words", "sentences")),
    "gapping-datives": ("gapping-datives-gpt2-{}.txt", ("words", "sentences")),
}


@pytest.fixture
def scored(made, fetched):
    """Return a function that reads a dataset and the scores that were released of it, as the workflow does."""

    def make(kind: str):
        found = made(kind)
        name, parts = FILES[kind]
        files = {part: fetched(name.format(part)) for part in parts}
        module = import_module(f"acceptability.{registry.scores_module_of({'kind': kind})}")
        table = module.scores(files, MEASURES, found.sentences, found.pairs)
        texts = dict(found.sentences[["sentence_id", "sentence"]].to_numpy())
        return found, matching.scores_by_id(table, texts)[0]

    return make


@pytest.mark.parametrize(
    ("kind", "number", "of_means", "r"),
    [
        ("satiation-exposure", 88, 86, 0.82569),
        ("satiation-speakers", 75, 75, 0.77897),
        ("disjunction", 240, 240, 0.36919),
        ("gapping-datives", 64, 64, 0.61531),
    ],
)
def test_released_surprisals_as_scores(scored, kind, number, of_means, r):
    """Check the released means (two are missing) and r over those present."""
    found, scores = scored(kind)
    assert len(scores) == number
    both = found.sentences.merge(scores, on="sentence_id")
    both["gpt2_surprisal"] = pd.to_numeric(both["gpt2_surprisal"], errors="coerce")
    both = both.dropna(subset="gpt2_surprisal")
    assert len(both) == of_means
    assert both["score"].to_numpy() == pytest.approx(-np.log(2) * both["gpt2_surprisal"].to_numpy(), abs=1e-12)
    assert np.corrcoef(both["score"], both["rating"])[0, 1] == pytest.approx(r, abs=5e-6)


def test_islands_as_exposure_grows(scored):
    found, scores = scored("satiation-exposure")
    z = scores.assign(z_score=scores["score"])  # a line does not depend on the scale
    made = compute(sentences=found.sentences, ratings=found.ratings, z_scores={"gpt2": z}, dataset="d")
    stages = made["exposure"].set_index(["row", "construction"])
    values = stages.loc[("human", "whether island"), "value"].round(4).tolist()
    assert values == [-0.2830, -0.0009, 0.0876, 0.1271, 0.1897, 0.2365]
    assert stages.loc[("human", "whether island"), "answers"].tolist() == [1216] * 6
    gaps = stages.loc[("gpt2/mean_lp", "whether island"), "gap"].round(2).tolist()
    assert gaps[0] == -0.29 and gaps[-1] == 0.24
    slopes = made["exposure_slopes"].set_index("construction")
    kinds = found.sentences.set_index("sentence_id")["construction"]
    own = found.ratings[found.ratings["sentence_id"].map(kinds) == "whether island"]
    own = own.assign(z_score=own["z_score"] - own.groupby("sentence_id")["z_score"].transform("mean"))
    by_person = [np.polyfit(rows["place"], rows["z_score"], 1)[0] for _, rows in own.groupby("participant")]
    row = slopes.loc["whether island"]
    assert row["slope"] == pytest.approx(np.mean(by_person), abs=5e-4)
    error = np.std(by_person, ddof=1) / np.sqrt(len(by_person))
    assert row["standard_error"] == pytest.approx(error, rel=0.02)
    assert slopes["slope"].round(3).to_dict() == {
        "whether island": 0.092,
        "subject island": 0.101,
        "polar question": 0.009,
        "acceptable filler": 0.043,
        "scrambled words": 0.004,
    }


def test_the_effect_before_exposure_and_after_it(made):
    """The effect is (object that − subject that) − (object null − subject null), and falls with exposure."""
    found = made("that-trace")
    table = compute(sentences=found.sentences, ratings=found.ratings, z_scores={}, dataset="d")["exposure"]
    z = table.set_index(["construction", "stage"])["value"]
    effects = [
        z["object, that", stage] - z["subject, that", stage] - z["object, null", stage] + z["subject, null", stage]
        for stage in (1, 8)
    ]
    assert effects == pytest.approx([0.59203, 0.36040], abs=5e-6)


@pytest.mark.parametrize("experiment", ["2016-english", "2012-magnitude"])
def test_lists_are_told_from_questionnaires_in_several_orders(made, experiment):
    found = made("islands", experiment=experiment)
    table = compute(sentences=found.sentences, ratings=found.ratings, z_scores={}, dataset="d")["exposure"]
    places = registry.manifest({"kind": "islands", "experiment": experiment}).ratings.places
    assert bool(len(table)) == places == (experiment == "2012-magnitude")


def test_a_ceiling_from_a_thousand_raters(made):
    found = made("satiation-exposure")
    table = ceiling(found.ratings, found.pairs, [], splits=40, seed=1)
    seen = table[table["source"] == "observed"].set_index(["comparison", "raters"])
    formula = table[table["source"] != "observed"].set_index(["comparison", "raters"])["mean"]
    assert seen.loc["rest", "pairs"].tolist() == [88] * 8 + [22, 18]
    for raters in (1, 2, 5, 10, 20, 50, 100, 200):
        assert seen.loc[("rest", raters), "mean"] == pytest.approx(formula["rest", raters], abs=0.015)
    assert seen.loc[("rest", 1), "mean"] == pytest.approx(0.77, abs=0.01)
    assert seen.loc[("rest", 500), "mean"] > 0.999  # of 22 sentences, which are very good or very bad
    error = rating_error.error_without_place(found.ratings, found.sentences, found.pairs).set_index("statistic")
    assert error.loc["place_share", "value"] == pytest.approx(0.0371, abs=5e-5)
    assert error.loc["place_share", "number"] == 5
