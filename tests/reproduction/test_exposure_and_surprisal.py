"""People as exposure grows, panels of a thousand raters, and GPT-2's surprisals beside them, on the released files."""

from importlib import import_module

import numpy as np
import pandas as pd
import pytest

from acceptability.analyses.ceiling.compute import ceiling
from acceptability.analyses.exposure.compute import compute
from acceptability.analyses.factorial import compute as factorial
from acceptability.datasets import registry
from acceptability.reading import matching, presentation
from acceptability.statistics import places, rating_error
from helpers import ROOT

MEASURES = {"mean_lp": "mean"}
STAGES = 6  # of satiation-exposure
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
        dataset = made(kind)
        name, parts = FILES[kind]
        files = {part: fetched(name.format(part)) for part in parts}
        module = import_module(f"acceptability.{registry.scores_module_of({'kind': kind})}")
        table = module.scores(files, MEASURES, dataset.sentences, dataset.pairs)
        texts = dict(dataset.sentences[["sentence_id", "sentence"]].to_numpy())
        return dataset, matching.scores_by_id(table, texts)[0]

    return make


@pytest.mark.parametrize(
    ("kind", "number", "of_means", "r"),
    [
        ("satiation-exposure", 88, 86, 0.73724),
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


def of_mean_per_word(scored, kind: str) -> tuple[pd.DataFrame, pd.DataFrame, pd.DataFrame]:
    """Return the answers with the construction of their sentence, and both tables of exposure with GPT-2's line."""
    found, scores = scored(kind)
    z = scores.assign(z_score=scores["score"])  # a line does not depend on the scale
    made = compute(sentences=found.sentences, ratings=found.ratings, z_scores={"gpt2": z}, dataset="d")
    answers = found.ratings.merge(found.sentences[["sentence_id", "construction"]], on="sentence_id")
    stages = made["exposure"].set_index(["row", "construction"])
    return answers, stages, made["exposure_slopes"].set_index("construction")


def test_islands_as_exposure_grows(scored):
    answers, stages, slopes = of_mean_per_word(scored, "satiation-exposure")
    ends = {
        kind: stages.loc[("human", kind), "value"].round(3).tolist()[:: STAGES - 1]
        for kind in ("whether island", "subject island")
    }
    assert ends == {"whether island": [-0.179, 0.251], "subject island": [-0.437, 0.020]}
    by_sentence = answers.groupby(["construction", "place", "sentence_id"])["rating"].mean()
    raw = by_sentence.groupby(["construction", "place"]).mean().round(2).unstack()[[1, STAGES]]
    assert raw.loc[["whether island", "subject island"]].to_numpy().tolist() == [[0.38, 0.59], [0.27, 0.49]]
    assert raw.loc["acceptable filler"].tolist() == [0.82, 0.92]
    assert stages.loc[("human", "whether island"), "answers"].tolist() == [1216] * STAGES
    gaps = stages["gap"].round(2)
    assert gaps["gpt2/mean_lp", "whether island"].tolist()[:: STAGES - 1] == [-0.36, 0.08]
    assert gaps["gpt2/mean_lp", "subject island"].tolist()[:: STAGES - 1] == [-0.88, -0.43]
    assert stages.loc["gpt2/mean_lp", "r"].round(3).unique().tolist() == [0.718]
    by_hand = one_slope_by_hand(answers[answers["construction"] == "whether island"], "place")
    assert slopes.loc["whether island", "slope"] == pytest.approx(by_hand, abs=1e-6)
    assert slopes[["slope", "low", "high"]].round(3).T.to_dict("list") == {
        "whether island": [0.076, 0.067, 0.086],
        "subject island": [0.084, 0.075, 0.093],
        "polar question": [0.008, 0.004, 0.012],
        "acceptable filler": [0.037, 0.033, 0.042],
        "scrambled words": [0.004, 0.001, 0.006],
    }


def one_slope_by_hand(answers: pd.DataFrame, column: str) -> float:
    """Return the slope in a model with an effect of each sentence and person, by means that are taken off in turn."""
    table = answers[[column, "z_score"]].astype(float)
    for _ in range(200):
        for unit in ("sentence_id", "participant"):
            table = table - table.groupby(answers[unit]).transform("mean")
    return (table[column] @ table["z_score"]) / (table[column] @ table[column])


def test_islands_of_one_questionnaire_in_the_order_of_presentation(scored):
    """Places are from 1 to 45. Whichever way they are put into eight stages, the slope is about the same."""
    answers, stages, slopes = of_mean_per_word(scored, "satiation-speakers")
    whether = answers[answers["construction"] == "whether island"]
    assert slopes.loc["whether island", ["slope", "low", "high"]].round(3).tolist() == [0.072, 0.053, 0.091]
    equal = whether.assign(stage=np.ceil(whether["place"] * 8 / 45))
    slope = places.slope_within_people(equal["z_score"], equal["stage"], equal["sentence_id"], equal["participant"])
    assert [round(it, 3) for it in (slope.value, *slope.interval())] == [0.073, 0.054, 0.091]
    assert slope.value == pytest.approx(one_slope_by_hand(equal, "stage"), abs=1e-6)
    values = stages.loc[("human", "whether island"), "value"]
    assert values.iloc[0] == values.min() and (values.diff().dropna() > -0.02).all()  # no sawtooth


def test_the_noise_that_is_place(made):
    shares = {
        "satiation-exposure": 0.029,
        "satiation-speakers": 0.039,
        "that-trace": 0.018,
        "chinese-bridge": 0.006,
        "chinese-bridge-2": 0.003,
    }
    for kind, share in shares.items():
        dataset = made(kind)
        assert round(rating_error.place_share(dataset.ratings, dataset.sentences), 3) == share


def test_slopes_of_bridge_verbs_are_those_of_least_squares(made):
    dataset = made("chinese-bridge-2")
    slopes = compute(sentences=dataset.sentences, ratings=dataset.ratings, z_scores={}, dataset="d")["exposure_slopes"]
    assert slopes.set_index("construction")["slope"].round(4).to_dict() == {
        "arg, short": 0.0399,
        "arg, long": 0.0315,
        "adj, long": 0.0111,
        "adj, short": 0.0010,
    }


def test_the_effect_before_exposure_and_after_it(made):
    """The effect is (object that − subject that) − (object null − subject null); its fall is not certain."""
    dataset = made("that-trace")
    tables = compute(sentences=dataset.sentences, ratings=dataset.ratings, z_scores={}, dataset="d")
    z = tables["exposure"].set_index(["construction", "stage"])["value"]
    weights = {"object, that": 1, "subject, that": -1, "object, null": -1, "subject, null": 1}
    effects = [sum(weight * z[kind, stage] for kind, weight in weights.items()) for stage in (1, 8)]
    assert effects == pytest.approx([0.59203, 0.36040], abs=5e-6)
    conditions = dataset.sentences.set_index("sentence_id")[["factor_1", "factor_2"]].agg(", ".join, axis=1)
    ends = dataset.ratings[~dataset.ratings["place"].between(5, 28)]
    weight = ends["sentence_id"].map(conditions).map(weights) * np.where(ends["place"] > 28, 1, -1)
    by_person = (ends["z_score"] * weight).groupby(ends["participant"]).sum()
    assert (by_person.mean(), by_person.sem()) == pytest.approx((-0.232, 0.116), abs=5e-4)
    certain = tables["exposure_slopes"].set_index("construction")["low"] > 0
    assert certain.to_dict() == {kind: kind != "object, that" for kind in weights}


def test_the_effect_balanced_by_place(made):
    """It is the mean of the effects at the two stages at which all four conditions occur."""
    dataset = made("that-trace")
    table = factorial.compute(sentences=dataset.sentences, ratings=dataset.ratings, z_scores={}, dataset="d")
    effects = table[table["statistic"] == "interaction"].set_index("row")[["value", "low", "high"]].round(3)
    assert effects.loc["human"].tolist() == [0.438, 0.235, 0.641]
    assert effects.loc["human_balanced"].tolist() == [0.476, 0.295, 0.657]
    assert effects.loc["human_balanced", "value"] == pytest.approx((0.59203 + 0.36040) / 2, abs=5e-4)


@pytest.mark.parametrize("experiment", ["2016-english", "2012-magnitude"])
def test_lists_are_told_from_questionnaires_in_several_orders(made, experiment):
    dataset = made("islands", experiment=experiment)
    table = compute(sentences=dataset.sentences, ratings=dataset.ratings, z_scores={}, dataset="d")["exposure"]
    places = registry.manifest({"kind": "islands", "experiment": experiment}).ratings.places
    assert bool(len(table)) == places == (experiment == "2012-magnitude")


def test_a_ceiling_from_a_thousand_raters(made):
    dataset = made("satiation-exposure")
    table = ceiling(dataset.ratings, dataset.pairs, [], splits=40, seed=1)
    seen = table[table["source"] == "observed"].set_index(["comparison", "raters"])
    formula = table[table["source"] != "observed"].set_index(["comparison", "raters"])["mean"]
    assert seen.loc["rest", "pairs"].tolist() == [88] * 8 + [22, 18]
    for raters in (1, 2, 5, 10, 20, 50, 100, 200):  # the formula takes all raters for equally exact
        assert 0 <= seen.loc[("rest", raters), "mean"] - formula["rest", raters] + 0.002 < 0.035 / raters**0.5
    assert seen.loc[("rest", 1), "mean"] == pytest.approx(0.80, abs=0.01)
    assert seen.loc[("rest", 500), "mean"] > 0.999  # of 22 sentences, which are very good or very bad
    error = rating_error.error_without_place(dataset.ratings, dataset.sentences, dataset.pairs).set_index("statistic")
    assert error.loc["place_share", "value"] == pytest.approx(0.0289, abs=5e-5)
    assert error.loc["place_share", "number"] == 5


@pytest.mark.parametrize(
    ("kind", "keys", "said"),
    [
        ("islands", {"experiment": "2016-english"}, ["26 of 184 participants have several", "at 1 to 6"]),
        ("islands", {"experiment": "2012-magnitude"}, ["the places of 173 of 173 participants have gaps"]),
        ("chinese-bridge", {}, ["the places of 209 of 209 participants have gaps"]),
        ("satiation-speakers", {}, []),
    ],
)
def test_places_of_datasets_are_an_order_of_presentation(made, kind, keys, said):
    """26 people took several surveys of the experiment of 2016; fillers are left out in the others."""
    ratings = made(kind, **keys).ratings
    warned = presentation.doubts(*(ratings[name].tolist() for name in ("participant", "place", "sentence_id")))
    assert len(warned) == len(said) and all(part in line for part, line in zip(said, warned, strict=True))


def test_the_page_has_these_numbers(scored):
    """Numbers of docs/humans.md that are computed here."""
    page = " ".join((ROOT / "docs/humans.md").read_text(encoding="utf-8").split())
    slopes = of_mean_per_word(scored, "satiation-exposure")[2].round(3)
    of_kinds = {name: f"{row['slope']:.3f}"[1:] for name, row in slopes.iterrows()}
    assert f"they rise by {of_kinds['whether island']} and {of_kinds['subject island']} per block" in page
    assert f"by {of_kinds['acceptable filler']} (.033 to .042), from .82 to .92 on the slider" in page
    slopes = of_mean_per_word(scored, "satiation-speakers")[2]
    for name in ("whether island", "subject island", "complex NP island"):
        slope, low, high = (f"{slopes.loc[name, end]:.3f}"[1:] for end in ("slope", "low", "high"))
        assert slope in page and f"({low} to {high})" in page
    assert "−.232 has a standard error of .116" in page and ".438 (.235 to .641)" in page
    assert ".476 (.295 to .657)" in page and "only 15 of 25 (60 %)" in page
