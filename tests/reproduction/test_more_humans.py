"""Released human judgments that are off by default, read from the files as they are."""

from dataclasses import replace

import pandas as pd
import pytest
from scipy import stats

from acceptability.analyses.factorial import compute as factorial
from acceptability.analyses.predictions.compute import human_differences, predictions
from acceptability.contracts import io
from acceptability.contracts.names import HUMAN
from acceptability.datasets import registry
from acceptability.papers.islands import reader as islands
from acceptability.papers.islands.experiments import EXPERIMENTS
from acceptability.statistics import deltas, places
from acceptability.statistics.references import reference_deltas

DAIS = {"kind": "dais", "label": "x"}


def test_250_sentences_in_and_out_of_context(made):
    kinds = {"none": "lau-2020", "real": "lau-2020-real", "random": "lau-2020-random"}
    tables = {context: made(kind).sentences for context, kind in kinds.items()}
    assert all(len(table) == 250 for table in tables.values())
    answers = {context: table["answers"].str.split(",").explode() for context, table in tables.items()}
    assert {context: len(single) for context, single in answers.items()} == {
        "none": 4107,
        "real": 4458,
        "random": 3821,
    }
    for context, single in answers.items():
        mean = single.astype(float).groupby(level=0).mean()
        assert mean.to_numpy() == pytest.approx(tables[context]["mean_rating"].astype(float).to_numpy(), abs=1e-6)
    means = pd.DataFrame({context: table["mean_rating"].astype(float) for context, table in tables.items()})
    assert means.corr().round(3).loc["none"].tolist() == [1, 0.940, 0.911]
    assert means.std()["real"] < means.std()["none"]  # with a context, ratings lie nearer together
    assert (tables["none"]["sentence"] == tables["real"]["scored"]).all()
    assert not tables["real"]["given"].duplicated().any()


def test_216_turkish_pairs_with_15_ratings_a_sentence(made):
    dataset = made("turblimp")
    assert (len(dataset.sentences), len(dataset.pairs), dataset.pairs["paradigm"].nunique()) == (432, 216, 36)
    assert dataset.pairs["phenomenon"].nunique() == 16
    assert dataset.ratings["participant"].nunique() == 30
    assert (dataset.ratings.groupby("sentence_id").size() == 15).all()
    rating = dataset.sentences.set_index("sentence_id")["rating"]
    assert (rating[dataset.pairs["good_id"]].to_numpy() > rating[dataset.pairs["bad_id"]].to_numpy()).all()


DD = {  # (non-island long − island long) − (non-island short − island short), of all single ratings
    "2016-english": {
        "WH, whether": 1.15,
        "WH, complex NP": 1.05,
        "WH, adjunct": 0.71,
        "WH, subject": 0.56,
        "RC, wh": 0.40,
        "RC, complex NP": 0.52,
        "RC, adjunct": 0.01,
        "RC, subject": 0.50,
    },
    "2016-italian": {
        "WH, whether": 1.69,
        "WH, complex NP": 0.89,
        "WH, adjunct": 1.31,
        "WH, subject": 1.37,
        "RC, wh": 0.67,
        "RC, complex NP": 0.60,
        "RC, adjunct": 1.04,
        "RC, subject": -0.07,
    },
    "2016-dlinking": {"WH, whether": 0.62, "WH, complex NP": 0.53, "WH, adjunct": 0.75, "WH, subject": 0.53},
    "2012-magnitude": {"whether": 0.58, "complex NP": 0.81, "adjunct": 0.69, "subject": 1.26},
}
SIZES = {  # sentences, pairs, ratings, people
    "2016-english": (384, 48, 10548, 184),
    "2016-italian": (288, 32, 9264, 193),
    "2016-dlinking": (384, 48, 10647, 190),
    "2012-magnitude": (256, 48, 11055, 173),
}
MOVED = {  # change of a rating over ten places, and its standard error
    "2016-english": (0.016, 0.007),
    "2016-italian": (0.003, 0.007),
    "2016-dlinking": (0.015, 0.007),
    "2012-magnitude": (0.011, 0.004),
}
RATERS = {  # fewest and most people who rated a design
    "2016-english": (55, 55),
    "2016-italian": (47, 50),
    "2016-dlinking": (54, 56),
    "2012-magnitude": (173, 173),
}


@pytest.mark.parametrize("key", DD)
def test_island_effects_of_people(made, key):
    dataset = made("islands", experiment=key)
    single = dataset.ratings
    assert (len(dataset.sentences), len(dataset.pairs), len(single), single["participant"].nunique()) == SIZES[key]
    assert not dataset.sentences["sentence"].duplicated().any()
    by_design = dataset.sentences[dataset.sentences["design"] != ""].groupby("design")
    assert (by_design.size() == 4 * by_design["set"].nunique()).all()
    assert by_design["set"].nunique().unique().tolist() == [16 if key.startswith("2012") else 8]
    effects = factorial.compute(sentences=dataset.sentences, ratings=single, z_scores={}, dataset=key)
    effects = effects[effects["statistic"] == "interaction"]
    found_dd = effects[effects["row"] == HUMAN].set_index("design")
    for design, value in DD[key].items():
        row = found_dd.loc[design]
        assert row["value"] == pytest.approx(value, abs=0.01), design
        assert row["low"] < row["value"] < row["high"]
    assert (found_dd["people"].min(), found_dd["people"].max()) == RATERS[key]
    moved = places.effects_on_ratings(single, dataset.sentences).set_index("statistic")["value"]
    assert moved[["place_slope", "place_slope_se"]].tolist() == pytest.approx(MOVED[key], abs=0.0005)


def test_island_effects_of_the_first_experiment_of_2012(fetched):
    """Its sentences cannot be told from its codes; the conditions can."""
    path = fetched("islands-2012-likert.csv")
    raw = io.read_raw_csv(path)
    single = islands.read_ratings(path, replace(EXPERIMENTS["2012-magnitude"], likert=True, place=""))
    assert len(single) == len(raw) == 6816 and single["participant"].nunique() == 142
    assert single["z_score"].to_numpy() == pytest.approx(raw["zscores"].astype(float).to_numpy(), abs=1e-6)
    codes = raw[raw["subdesign"].isin(["adj", "np", "sub", "wh"])].drop_duplicates("item")
    sentences = pd.DataFrame(
        {
            "sentence_id": codes["item"],
            "rating": None,
            "set": codes["item"].str[-3:],
            "design": codes["subdesign"],
            "factor_1": codes["structure"].map({"island": "island", "non": "non-island"}),
            "factor_2": codes["distance"].map({"matrix": "short", "embedded": "long"}),
        }
    )
    effects = factorial.compute(sentences=sentences, ratings=single, z_scores={}, dataset="likert")
    found = effects[effects["statistic"] == "interaction"].set_index("design")["value"]
    assert found.to_dict() == pytest.approx({"adj": 1.05, "np": 0.98, "sub": 0.80, "wh": 0.74}, abs=0.01)


def test_a_second_sample_from_linguistic_inquiry_with_other_sentences(made):
    data, li_adger = made("li-2016"), made("li-adger")
    pairs, rating = data.pairs, data.sentences.set_index("sentence_id")["rating"]
    assert (len(pairs), pairs["phenomenon"].nunique(), pairs["article"].nunique()) == (1179, 100, 43)
    assert pairs["phenomenon"].value_counts().between(10, 12).all()
    texts = set(data.sentences["sentence"])
    assert (len(texts), len(texts & set(li_adger.sentences["sentence"]))) == (2344, 11)
    human = pairs["good_id"].map(rating) - pairs["bad_id"].map(rating)
    assert (human < 0).sum() == 49 and human.notna().all()


def test_5_000_preferences_between_datives_without_ratings(made):
    dataset = made("dais")
    assert (len(dataset.sentences), len(dataset.pairs), dataset.pairs["cluster"].nunique()) == (10_000, 4998, 200)
    double_object = dataset.pairs["good_id"].str.endswith(".do")
    assert double_object.mean() == pytest.approx(0.0918, abs=0.0001)
    assert (double_object == (dataset.pairs["preference"].astype(float) > 50)).all()
    right = ((dataset.pairs["gpt2-large_ratio"].astype(float) > 0) == double_object).mean()
    always = (~double_object).mean()
    assert right == pytest.approx(0.843, abs=0.001) and always == pytest.approx(0.908, abs=0.001)
    references = reference_deltas(dataset.sentences, dataset.pairs, registry.manifest(DAIS).pairs.preference)
    usual = references[references["measure"] == "usual_choice"]["model_delta"]
    assert (usual > 0).mean() == always and (usual != 0).all()


def test_how_much_people_prefer_a_dative_is_compared_in_one_order(made):
    """Released log ratios of GPT-2 large, as if they were the score of the double object, and the other's were 0."""
    dataset = made("dais")
    preference, ratio = (dataset.pairs[name].astype(float) for name in ("preference", "gpt2-large_ratio"))
    of_double_objects = dict(zip(dataset.pairs["pair_id"] + ".do", ratio, strict=True))
    scores = dataset.sentences[["sentence_id"]].assign(measure="log_prob")
    scores["score"] = scores["sentence_id"].map(of_double_objects).fillna(0.0)
    z_scores, of_pairs = deltas.compute_deltas(scores, dataset.sentences, dataset.pairs)
    columns = of_pairs.set_index("pair_id")[["human_delta", "model_delta"]].set_axis(["human", "x/log_prob"], axis=1)
    people = human_differences(
        dataset.pairs, columns["human"], pd.DataFrame(), registry.manifest(DAIS).pairs.preference
    )
    z = {"x/log_prob": z_scores.set_index("sentence_id")["z_score"]}
    value = predictions(columns, z, dataset.pairs, people, ranked=True).set_index("statistic")["value"]
    assert "auc" not in value
    assert value["pair_r"] == pytest.approx(stats.pearsonr(preference, ratio).statistic)
    assert value["pair_r"] == pytest.approx(0.567, abs=0.001) and value["paired"] == pytest.approx(0.843, abs=0.001)
