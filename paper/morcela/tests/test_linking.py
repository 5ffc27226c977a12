"""MORCELA: its coefficients, its predictions out of fold, and the families that are never divided."""

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LinearRegression

from acceptability import measuring
from acceptability.contracts import io
from acceptability.contracts.checks import check_scores
from acceptability.contracts.data import PAIRS, SENTENCES
from acceptability.contracts.scoring import LINKING, SCORES, TOKENS
from acceptability.contracts.systems import stack
from acceptability.errors import InputError
from acceptability.papers.morcela import regression
from acceptability.papers.morcela.linking import table
from acceptability.papers.morcela.linking.manifest import LINKINGS
from acceptability.papers.morcela.manifest import KIND
from acceptability.plan import artefacts
from acceptability.statistics import deltas
from acceptability.statistics.families import families
from configurations import DEMO, PAPER, changed, planned

MEASURES = ["morcela", "morcela_own_scale"]
TRUE = {"alpha": 0.8, "beta": 1.3, "gamma": 5.0, "intercept": -2.0}


def world(noise: float, clusters: int = 30, seed: int = 1) -> tuple[pd.DataFrame, pd.DataFrame, pd.DataFrame]:
    """Sentences, pairs and parts in which ratings are MORCELA's with these coefficients, and noise."""
    draw = np.random.default_rng(seed)
    count = 6 * clusters
    names = [f"s{number}" for number in range(count)]
    length = draw.integers(4, 15, count)
    parts = pd.DataFrame(
        {"log_prob": -length * draw.uniform(2, 6, count), "unigram_log_prob": -length * draw.uniform(5, 8, count)},
        index=names,
    ).assign(length=length)
    rating = (parts["log_prob"] - TRUE["beta"] * parts["unigram_log_prob"] + TRUE["gamma"]) / length
    rating = TRUE["alpha"] * rating + TRUE["intercept"] + noise * draw.normal(size=count)
    sentences = pd.DataFrame({"sentence_id": names, "sentence": [f"sentence {name}" for name in names]})
    sentences["rating"] = rating.to_numpy()
    pairs = pd.DataFrame({"good_id": names[::2], "bad_id": names[1::2]})
    pairs["cluster"] = [f"c{number // 3}" for number in range(len(pairs))]
    pairs = pairs.assign(pair_id=[f"p{n}" for n in range(len(pairs))], paradigm="x", phenomenon="x")
    return sentences, pairs, parts


def rated(noise: float, clusters: int = 30) -> tuple[pd.DataFrame, pd.Series, pd.Series]:
    """The parts of a world, the ratings of its sentences, and their families."""
    sentences, pairs, parts = world(noise, clusters)
    return parts, sentences.set_index("sentence_id")["rating"], families(sentences, pairs)


def test_true_coefficients_are_found():
    parts, ratings, _ = rated(noise=0)
    assert regression.fit(parts, ratings) == pytest.approx(TRUE, rel=1e-8)


def test_coefficients_are_those_of_scikit_learn():
    parts, ratings, _ = rated(noise=1)
    x = pd.DataFrame({"p": parts.log_prob, "u": parts.unigram_log_prob, "one": 1.0}).div(parts.length, axis=0)
    other = LinearRegression().fit(x, ratings)
    alpha, u, one = other.coef_
    expected = {"alpha": alpha, "beta": -u / alpha, "gamma": one / alpha, "intercept": other.intercept_}
    assert regression.fit(parts, ratings) == pytest.approx(expected, rel=1e-8)


def test_no_family_is_predicted_from_itself():
    """Ratings that say nothing but which family it is: a fit that saw the family would know them."""
    parts, ratings, family = rated(noise=0, clusters=10)
    assert sorted(family.value_counts()) == [6] * 10
    before = regression.out_of_fold(parts, ratings, family, folds=10)["score"]
    ratings[family[family == family["s0"]].index] += 100  # does not change what this family's own folds are fitted on
    after = regression.out_of_fold(parts, ratings, family, folds=10)["score"]
    own = family == family["s0"]
    assert np.allclose(before[own], after[own], rtol=0, atol=1e-9)
    assert (abs(before[~own] - after[~own]) > 1e-3).all()


def test_out_of_fold_by_another_library():
    parts, ratings, family = rated(noise=1, clusters=8)
    x = parts[["log_prob", "unigram_log_prob"]].assign(one=1.0).div(parts["length"], axis=0)
    found = regression.out_of_fold(parts, ratings, family, folds=8)[
        "score"
    ]  # each family alone: the same for all seeds
    for name, own in family.groupby(family):
        rest = ~ratings.index.isin(own.index)
        fitted = LinearRegression().fit(x[rest], ratings[rest])
        assert found[own.index].to_numpy() == pytest.approx(fitted.predict(x.loc[own.index]), rel=1e-8), name


def test_predictions_that_know_nothing_correlate_below_0():
    """docs/measures.md says so: a fold with high ratings is predicted from others, whose mean is lower."""
    parts, _, family = rated(noise=1)
    draw, found = np.random.default_rng(0), []
    for _ in range(40):
        ratings = pd.Series(draw.normal(size=len(parts)), index=parts.index)
        found.append(np.corrcoef(regression.out_of_fold(parts, ratings, family, folds=5)["score"], ratings)[0, 1])
    assert np.mean(found) < -2 * np.std(found) / np.sqrt(len(found))


def test_predictions_inherit_the_ties_of_log_probabilities():
    """What a nat more of each log-probability adds is the change per nat, and 1e-5 nats more are a tie."""
    parts, ratings, family = rated(noise=1, clusters=8)
    unrated = parts.assign(log_prob=parts["log_prob"] + 1).set_axis("more " + parts.index)  # never fitted
    both, of_both = pd.concat([parts, unrated]), pd.concat([family, family.set_axis("more " + family.index)])
    made = regression.out_of_fold(both, ratings, of_both, folds=4)
    added = made["score"][unrated.index].to_numpy() - made["score"][parts.index].to_numpy()
    assert np.abs(added) == pytest.approx(made["change_per_nat"][parts.index].to_numpy(), rel=1e-9)


def test_families_by_hand():
    sentences = pd.DataFrame(
        {
            "sentence_id": list("abcdefgh"),
            "sentence": ["1", "2", "3", "4", "5", "1", "6", "7"],
            "set": ["x", "x", "y", "z", "z", "w", "v", "u"],
        }
    )
    pairs = pd.DataFrame({"good_id": ["b"], "bad_id": ["c"], "cluster": ["k"]})
    family = families(sentences, pairs)
    groups = sorted("".join(names.index) for _, names in family.groupby(family))
    assert groups == ["abcf", "de", "g", "h"]  # a, b: set; b, c: cluster; a, f: the same text
    constructions = sentences.assign(construction=list("abcdeffh"))  # g is of f's construction
    assert families(constructions, pairs).loc[["f", "g"]].nunique() == 1
    alone = families(sentences.drop(columns="set"), pairs.iloc[:0])
    assert alone.nunique() == 7


def test_intervals_hold_the_truth_and_grow_with_noise():
    width = []
    for noise in (0.2, 1.0):
        parts, ratings, family = rated(noise, clusters=100)
        ends, resamples = regression.intervals(parts, ratings, family)
        assert resamples == regression.RESAMPLES
        assert all(low < TRUE[name] < high for name, (low, high) in ends.items())
        estimates = regression.fit(parts, ratings)
        assert all(low < estimates[name] < high for name, (low, high) in ends.items())
        width.append(ends["beta"][1] - ends["beta"][0])
    assert width[1] > 3 * width[0]


def test_ratios_to_an_alpha_that_may_be_0_have_no_interval():
    ends, _ = regression.intervals(*rated(noise=20))
    assert ends["alpha"][0] < 0 < ends["alpha"][1] and ends["intercept"][0] < ends["intercept"][1]
    assert np.isnan([*ends["beta"], *ends["gamma"]]).all()
    _, coefficients = regression.predict(*world(noise=20), 5, MEASURES)
    io.check_table(coefficients, LINKING, "linking")
    made = table.make_linking(linkings=coefficients.assign(system="s"), system_labels={"s": "Mine"}, title="Toy")
    assert "[" in made.loc["s", "α"] and "[" not in made.loc["s", "β"] + made.loc["s", "γ"]


def test_resamples_that_do_not_determine_the_coefficients_are_left_out():
    """Slowly: each resample's predictors, and their rank. All families but one have one length."""
    parts, ratings, family = rated(noise=1, clusters=5)
    alike = parts.assign(length=np.where(family.loc[parts.index] == 0, parts["length"], 5))
    drawn = np.random.default_rng(0).multinomial(5, np.full(5, 0.2), size=regression.RESAMPLES)
    ends, resamples = regression.intervals(alike, ratings, family)
    assert resamples == (drawn[:, 0] > 0).sum() < regression.RESAMPLES
    assert np.isnan(list(ends.values())).all()  # a third of them are left out
    ends, resamples = regression.intervals(alike, ratings, pd.Series(range(len(family)), index=family.index))
    assert resamples >= regression.KEPT * regression.RESAMPLES and np.isfinite(ends["alpha"]).all()


def test_intervals_are_percentiles_of_fits_to_resamples():
    """Slowly: the sentences of the families drawn, fitted by another library."""
    parts, ratings, family = rated(noise=1, clusters=12)
    x = parts[["log_prob", "unigram_log_prob"]].assign(one=1.0).div(parts["length"], axis=0).assign(all=1.0).to_numpy()
    y, of_family = ratings.loc[parts.index].to_numpy(), pd.factorize(family.loc[parts.index])[0]
    drawn = np.random.default_rng(0).multinomial(12, np.full(12, 1 / 12), size=regression.RESAMPLES)
    fits = []
    for times in drawn:
        chosen = np.repeat(np.arange(len(y)), times[of_family])
        fits.append(np.linalg.lstsq(x[chosen], y[chosen], rcond=None)[0][0])
    assert regression.intervals(parts, ratings, family)[0]["alpha"] == pytest.approx(np.quantile(fits, [0.025, 0.975]))


def test_folds_whose_rest_does_not_determine_the_coefficients_are_refused():
    sentences, pairs, parts = world(noise=1, clusters=6)
    family = families(sentences, pairs)
    alike = parts.assign(length=np.where(family.loc[parts.index] == 0, parts["length"], 5))
    assert regression.fit(alike, sentences.set_index("sentence_id")["rating"])
    with pytest.raises(InputError, match=r"^30 rated sentences do not determine .* outside one of 6 folds; set more"):
        regression.predict(sentences, pairs, alike, 6, MEASURES)


def test_scores_are_on_their_own_scale_or_have_an_sd_of_1():
    sentences, pairs, parts = world(noise=1)
    scores, coefficients = regression.predict(sentences, pairs, parts.iloc[:-4], 5, MEASURES)
    check_scores(scores, sentences, "scores")
    z, _ = deltas.compute_deltas(scores, sentences, pairs.iloc[:-2])
    by_measure = z.pivot(index="sentence_id", columns="measure", values="z_score")
    assert by_measure["morcela"].std(ddof=0) == pytest.approx(1)
    own = scores[scores["measure"] == "morcela_own_scale"].set_index("sentence_id")["score"]
    assert by_measure["morcela_own_scale"].to_dict() == pytest.approx(own.to_dict())
    assert own.std() < sentences["rating"].std()  # a regression shrinks
    assert coefficients["sentences"].unique().tolist() == [len(parts) - 4]
    io.check_table(coefficients, LINKING, "linking")


def test_sentences_without_a_rating_are_predicted_and_never_fitted():
    sentences, pairs, parts = world(noise=0)
    sentences.loc[:11, "rating"] = np.nan  # two whole clusters
    scores, coefficients = regression.predict(sentences, pairs, parts, 5, ["morcela"])
    assert len(scores) == len(sentences) and coefficients["families"].unique().tolist() == [28]
    expected = (parts["log_prob"] - 1.3 * parts["unigram_log_prob"] + 5) / parts["length"] * 0.8 - 2
    assert scores["score"].to_numpy() == pytest.approx(expected.to_numpy(), rel=1e-8)


def test_what_cannot_be_fitted_is_refused():
    sentences, pairs, parts = world(noise=1, clusters=4)
    with pytest.raises(InputError, match=r"5 folds need as many families .*there are 4; set fewer folds"):
        regression.predict(sentences, pairs, parts, 5, MEASURES)
    with pytest.raises(InputError, match="do not determine MORCELA's coefficients"):
        regression.predict(sentences, pairs, parts.assign(length=5), 4, MEASURES)
    with pytest.raises(InputError, match="no sentence with a score has one"):
        regression.predict(sentences.assign(rating=np.nan), pairs, parts, 4, MEASURES)


def test_parts_of_tokens_and_of_released_scores():
    tokens = pd.DataFrame({"sentence_id": ["a", "b", "a"], "log_prob": -1.0, "unigram_log_prob": [-2.0, -5.0, -3.0]})
    found = regression.lengths_of_tokens(tokens)
    assert found.loc["a"].tolist() == [-5.0, 2] and found.loc["b"].tolist() == [-5.0, 1]
    with pytest.raises(InputError, match="no unigram_log_prob; name a system under unigrams"):
        regression.lengths_of_tokens(tokens.drop(columns="unigram_log_prob"))
    sentences = pd.DataFrame({"sentence_id": ["a", "b"], "sentence": ["one two three", "one"]})
    # SLOR = (−20 + 35) / (3 + 2) = 3, so that u = −20 − 3 · 5 = −35.
    scores = pd.DataFrame({"sentence_id": ["a", "a"], "measure": ["log_prob", "slor"], "score": [-20.0, 3.0]})
    assert regression.lengths_of_scores(scores, sentences).loc["a"].tolist() == [-35.0, 5]
    direct = pd.DataFrame({"sentence_id": ["a"], "measure": "unigram_log_prob", "score": [-35.0]})
    assert regression.lengths_of_scores(direct, sentences).loc["a"].tolist() == [-35.0, 5]


def test_the_script_reads_tokens_or_scores(tmp_path):
    sentences, pairs, parts = world(noise=1)
    lp = parts[["log_prob"]].rename_axis("sentence_id").reset_index().assign(measure="pll")
    lp = lp.rename(columns={"log_prob": "score"})[["sentence_id", "measure", "score"]]
    u = lp.assign(measure="unigram_log_prob", score=parts["unigram_log_prob"].to_numpy())
    sentences["sentence"] = [f"{name} " + "x " * (n - 3) for name, n in parts["length"].items()]  # of so many words
    tokens = parts.loc[parts.index.repeat(parts["length"])].rename_axis("sentence_id").reset_index()
    tokens["unigram_log_prob"] /= tokens["length"]
    tokens = tokens.assign(position=tokens.groupby("sentence_id").cumcount() + 1, token="x", oov=0)
    columns = ["sentence_id", "position", "token", "log_prob", "unigram_log_prob", "oov"]
    for frame, name, contract in (
        (sentences, "sentences", SENTENCES), (pairs, "pairs", PAIRS), (pd.concat([lp, u]), "scores", SCORES),
        (tokens[columns], "tokens", TOKENS),
    ):  # fmt: skip
        io.write_table(frame, tmp_path / f"{name}.csv", contract)
    expected = regression.predict(sentences, pairs, parts, 5, MEASURES)
    for source in ("scores", "tokens"):
        measuring.fit_to_ratings(
            *(tmp_path / f"{name}.csv" for name in ("sentences", "pairs", "scores")), "bert/pll",
            tmp_path / f"{source}.csv", source == "tokens", 5, MEASURES,
            KIND.fitting, tmp_path / "out.csv", tmp_path / "fit.csv",
        )  # fmt: skip
        found = io.read_table(tmp_path / "out.csv", SCORES), io.read_table(tmp_path / "fit.csv", LINKING)
        assert found[0]["score"].to_numpy() == pytest.approx(expected[0]["score"].to_numpy(), rel=1e-8)
        assert found[1]["estimate"].to_numpy() == pytest.approx(expected[1]["estimate"].to_numpy(), rel=1e-8)


def test_the_table_has_a_row_a_system():
    sentences, pairs, parts = world(noise=1)
    _, coefficients = regression.predict(sentences, pairs, parts, 5, MEASURES)
    made = table.make_linking(
        linkings=io.check_table(stack({"b": coefficients, "a": coefficients}), LINKINGS, "x"),
        system_labels={"a": "First", "other": "Other", "b": "Second"},
        title="Toy",
    )
    assert made["Toy"].tolist() == ["First", "Second"]
    assert made.columns.tolist() == ["Toy", "α", "β", "γ", "Intercept", "Number of sentences"]
    assert made.loc["a", "β"].startswith(f"{coefficients['estimate'][1]:.3f} [")


FITTED = {"label": "Toy MORCELA", "row": "toy-trigram-simulated/log_prob"}
KEY = "fitted/toy-morcela-simulated"


def test_it_runs_where_there_are_ratings_and_what_it_needs():
    demo = planned(changed(DEMO, KEY, FITTED))
    toy, morcela = demo.datasets["toy-simulated"], demo.systems["toy-morcela-simulated"]
    assert toy.subject.fitted_systems == [morcela.key]
    assert list(morcela.measures) == MEASURES
    assert morcela.inputs(toy) == {
        "log_probs": "results/scores/toy-simulated/toy-trigram-simulated.csv",
        "unigrams": "results/tokens/toy-simulated/toy-trigram-simulated.csv",
    }
    assert "results/tables/toy-simulated/linking.csv" in artefacts.tables(demo)
    of_bert = {"label": "B", "row": "toy-bert-simulated/pll", "unigrams": "toy-trigram-simulated"}
    assert planned(changed(DEMO, KEY, of_bert)).datasets["toy-simulated"].subject.fitted_systems == [morcela.key]
    released = {"label": "B", "row": "bert-large-uncased-mlm-published/pll", "unigrams": "trigram-published"}
    paper = planned(changed(PAPER | {"run": "all"}, "fitted/released", released))
    li_adger, morcela = paper.datasets["li-adger"], paper.systems["released"]
    assert li_adger.subject.fitted_systems == [morcela.key]  # and not on BLiMP, which has no ratings
    assert morcela.inputs(li_adger)["unigrams"] == "results/scores/li-adger/trigram-published.csv"
    assert not paper.datasets["blimp-full"].subject.fitted_systems


def test_a_figure_shows_it_beside_the_other_linking_functions_of_its_model():
    models = {"label": "Small BERT", "kind": "masked", "path": "folder", "measures": ["pll", "mean_pll", "pen_lp"]}
    config = changed(PAPER | {"studies": ["adc"], "run": ["brown-trigram", "mine", "fitted"]}, "models/mine", models)
    mixed = {"label": "x", "row": "mine/pll", "unigrams": "brown-trigram"}
    config = changed(config, "fitted/fitted", mixed)
    found = planned(config).datasets["li-adger"].subject.linking_functions
    assert not any("cola" in row for row in found)  # a classifier has no log-probabilities
    assert found["fitted/morcela"] == {"model": "mine", "label": "Small BERT", "function": "MORCELA"}
    assert "fitted/morcela_own_scale" not in found  # r is the same on any scale
    assert found["mine/pll"]["function"] == found["brown-trigram/log_prob"]["function"] == "log-prob / PLL"
    assert found["mine/pen_lp"] == {"model": "mine", "label": "Small BERT", "function": "PenLP"}
    rows = ["trigram-published/slor", "mine/pll", "reference/oracle"]
    listed = planned(config | {"figures": {"rows": rows}})
    assert list(listed.datasets["li-adger"].subject.linking_functions) == rows[:2]
    alone = planned(
        PAPER | {"studies": ["adc"], "run": [], "figures": {"rows": ["bert-base-uncased-mlm-published/pll"]}}
    )
    assert "linking_functions" not in alone.datasets["li-adger"].has


BAD = [
    ({"row": "toy-trigram-simulated/slor"}, r"row: 'slor' is no sum of log-probabilities; name one of: log_prob$"),
    ({"row": "toy-trigram-simulated/log_pro"}, r"row: .* 'log_pro' is not declared \(did you mean 'log_prob'\?\)"),
    (
        {"row": "toy-morcela-simulated/morcela"},
        "toy-morcela-simulated is itself fitted to ratings; name another system$",
    ),
    ({"row": "toy-trgram/log_prob"}, r"row: the system 'toy-trgram' is not declared \(did you mean"),
    ({"row": "toy-bert-simulated/pll"}, r"unigrams: toy-bert-simulated has no unigram log-probabilities; add the key"),
    ({"unigrams": "toy"}, r"unigrams: the system 'toy' is not declared"),
    ({"folds": 1}, r"folds: 1 does not fit: Number of parts .*; at least 2, at most 1000$"),
    ({"measures": ["slor"]}, r"'slor' is not allowed; allowed: morcela, morcela_own_scale"),
]


@pytest.mark.parametrize(("change", "message"), BAD)
def test_mistakes_are_named(change, message):
    with pytest.raises(InputError, match=message):
        planned(changed(DEMO, KEY, FITTED | change))


def test_more_mistakes():
    with pytest.raises(InputError, match=r"row: toy-trigram-simulated must run too; add it to run"):
        planned(changed(DEMO | {"run": ["toy-morcela-simulated"]}, KEY, FITTED))
    with pytest.raises(InputError, match=r"unigrams: bert-base-uncased-mlm-published has .* name another system under"):
        entry = {"label": "B", "row": "bert-base-uncased-mlm-published/pll"}
        planned(changed(PAPER, "fitted/mine", entry))
    unrated = changed(PAPER | {"studies": ["blimp"]}, "fitted/mine", {"label": "T", "row": "brown-trigram/log_prob"})
    planned(unrated)  # it does not run
    unrated["run"] = [*unrated["run"], "mine"]
    with pytest.raises(InputError, match=r"mine: is fitted to human ratings, and no dataset .*brown-trigram can score"):
        planned(unrated)
