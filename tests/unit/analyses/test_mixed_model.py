from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from acceptability.analyses.mixed_model import fit as mixed_fit
from acceptability.analyses.mixed_model import table as table_of_mixed_model
from acceptability.analyses.mixed_model.compute import NUMBERS, sentence_groups
from acceptability.analyses.mixed_model.manifest import MIXED_MODEL
from acceptability.contracts import io
from rated_worlds import TRUTH, mixed_model, world


def add(scores: dict[str, pd.DataFrame], measure: str, z) -> dict[str, pd.DataFrame]:
    first = scores["toy"].drop_duplicates("sentence_id")
    return {"toy": pd.concat([scores["toy"], first.assign(measure=measure, z_score=z)], ignore_index=True)}


def test_a_balanced_design_has_the_closed_form():
    generator = np.random.default_rng(1)
    units, size = 30, 5
    item = np.repeat(np.arange(units), size)
    y = generator.normal(size=units)[item] + generator.normal(size=units * size)
    found = mixed_fit.fit(y, np.ones((len(y), 1)), [item])
    means = y.reshape(units, size).mean(axis=1)
    within = ((y - means[item]) ** 2).sum() / (units * (size - 1))
    between = size * ((means - y.mean()) ** 2).mean()
    assert found.residual == pytest.approx(within, rel=1e-6)
    assert found.variances == pytest.approx([(between - within) / size], rel=1e-5)
    assert found.coefficients == pytest.approx([y.mean()])
    assert found.errors == pytest.approx([np.sqrt(between / len(y))], rel=1e-6)
    deviance = len(y) * (1 + np.log(2 * np.pi)) + units * ((size - 1) * np.log(within) + np.log(between))
    assert found.log_likelihood == pytest.approx(-deviance / 2, abs=1e-8)
    assert found.aic == pytest.approx(deviance + 2 * 3)


def covariance_of(nested, slopes, group, variances, residual) -> np.ndarray:
    of_slopes = [np.equal.outer(group, group) * np.outer(slope, slope) for slope in slopes]
    blocks = [*(np.equal.outer(codes, codes) for codes in nested), *of_slopes]
    return residual * np.eye(len(group)) + sum(size * block for size, block in zip(variances, blocks, strict=True))


def weights_of(fixed, covariance) -> np.ndarray:
    """Return what each row adds to each fixed effect (effect × row), by generalised least squares."""
    weighted = np.linalg.solve(covariance, fixed).T
    return np.linalg.solve(weighted @ fixed, weighted)


def arrays(ratings, _, pairs, scores):
    """Return the ratings, and for each its score, the numbers of its sentence, phenomenon and article, and who gave it."""
    groups = sentence_groups(pairs).loc[ratings["sentence_id"]]
    x = ratings["sentence_id"].map(scores["toy"].set_index("sentence_id")["z_score"]).to_numpy()
    nested = [pd.factorize(codes)[0] for codes in (groups.index, groups["phenomenon"], groups["article"])]
    return ratings["z_score"].to_numpy(), x, nested, pd.factorize(ratings["participant"])[0]


@pytest.mark.parametrize("slopes", [0, 1, 2])
def test_derivatives_are_the_limits_of_differences(slopes):
    """40 items in 8 phenomena in 3 articles, unequally often rated by 9 people, each with a slope or two."""
    generator, rows, groups = np.random.default_rng(1), 400, 9
    item = generator.integers(0, 40, rows)
    x, group = generator.normal(size=(2, rows)), np.eye(groups)[generator.integers(0, groups, rows)]
    columns = [*(group * one[:, None] for one in x[:slopes]), np.ones((rows, 1)), x.T, generator.normal(size=(rows, 1))]
    sums = mixed_fit._sums(sparse.csr_array(np.hstack(columns)), [item, item // 5, item // 15])

    def deviance(ratios):
        nested = mixed_fit._without_nested(sums, ratios[:3])
        return nested, mixed_fit._profile(nested.gram, nested.log_determinant, np.repeat(ratios[3:], groups), rows)

    ratios = np.array([0.3, 0.2, 0.5, 0.4, 0.7])[: 3 + slopes]
    nested, profile = deviance(ratios)
    by_gram, by_slopes = mixed_fit._derivatives(profile, nested.gram, ratios[3:], groups)
    gradient = [*mixed_fit._gradient(nested, sums, ratios[:3], by_gram), *by_slopes]
    steps = 1e-5 * np.eye(len(ratios))
    higher, lower = ([deviance(ratios + sign * step)[1].deviance for step in steps] for sign in (1, -1))
    assert gradient == pytest.approx(np.subtract(higher, lower) / 2e-5, rel=1e-5)


@pytest.fixture(scope="module", params=["one slope", "two slopes"])
def rated(request):
    """A fit, what it is made from, and the covariance of the rows at its variances."""
    y, x, nested, who = arrays(*world(4, articles=6, phenomena=18, tokens=3, participants=9))
    slopes = [x]
    if request.param == "two slopes":
        draw = np.random.default_rng(14).normal
        slopes.append(draw(size=nested[0].max() + 1)[nested[0]])
        y = y + 0.4 * draw(size=9)[who] * slopes[1]
    fixed = np.column_stack([np.ones(len(x)), *slopes])
    found = mixed_fit.fit(y, fixed, nested, slopes, who, jackknife=True)
    covariance = covariance_of(nested, slopes, who, found.variances, found.residual)
    return SimpleNamespace(y=y, fixed=fixed, nested=nested, slopes=slopes, who=who, found=found, covariance=covariance)


def test_the_likelihood_is_that_of_the_normal_distribution_and_greatest_there(rated):
    found, effects = rated.found, rated.fixed.shape[1]
    assert (found.variances > 0.001).all()
    best = np.array([*found.coefficients, *found.variances, found.residual])

    def likelihood(parameters):
        covariance = covariance_of(rated.nested, rated.slopes, rated.who, parameters[effects:-1], parameters[-1])
        error, log_determinant = rated.y - rated.fixed @ parameters[:effects], np.linalg.slogdet(covariance)[1]
        return -(len(error) * np.log(2 * np.pi) + log_determinant + error @ np.linalg.solve(covariance, error)) / 2

    assert likelihood(best) == pytest.approx(found.log_likelihood, abs=1e-8)
    for place in range(len(best)):
        for factor in (0.99, 1.01):
            elsewhere = best.copy()
            elsewhere[place] *= factor
            assert likelihood(elsewhere) < found.log_likelihood


def test_errors_and_the_part_of_slopes_are_those_of_generalised_least_squares(rated):
    weights = weights_of(rated.fixed, rated.covariance)
    errors = np.sqrt(np.diag(weights @ rated.covariance @ weights.T))
    assert rated.found.errors == pytest.approx(errors, rel=1e-6)
    without = covariance_of(rated.nested, (), rated.who, rated.found.variances[:3], rated.found.residual)
    by_slopes = np.diag(weights @ (rated.covariance - without) @ weights.T)
    assert rated.found.by_groups == pytest.approx(by_slopes, rel=1e-6) and by_slopes[1] > 0


def test_each_article_is_left_out_with_the_variances_of_all(rated):
    articles = rated.nested[2]
    assert len(rated.found.left_out) == articles.max() + 1 == 6
    for article, coefficients in enumerate(rated.found.left_out):
        kept = articles != article
        weights = weights_of(rated.fixed[kept], rated.covariance[np.ix_(kept, kept)])
        assert coefficients == pytest.approx(weights @ rated.y[kept], abs=1e-8)


def test_variances_that_are_kept_change_the_jackknife_little():
    """Beside fits without each article. On the rated pairs of the first paper, standard errors are .0392 and .0392."""
    y, x, nested, who = arrays(*world(7, articles=12, phenomena=60, tokens=4, of_phenomena=0.2, of_articles=0.2))

    def fitted(kept, jackknife=False):
        levels, fixed = [codes[kept] for codes in nested], np.column_stack([np.ones(kept.sum()), x[kept]])
        return mixed_fit.fit(y[kept], fixed, levels, [x[kept]], who[kept], jackknife)

    left_out = fitted(np.full(len(y), True), jackknife=True).left_out[:, 1]
    again = np.array([fitted(nested[2] != article).coefficients[1] for article in range(12)])
    one_step, slow = (np.sqrt(11 * values.var()) for values in (left_out, again))
    assert one_step == pytest.approx(slow, rel=0.03) and np.corrcoef(left_out, again)[0, 1] > 0.99


def test_an_article_without_which_a_score_is_constant_leaves_no_slope():
    ratings, sentences, pairs, scores = world(11, articles=6, phenomena=12, tokens=2, participants=6)
    first = set(pairs.loc[pairs["article"] == "0", ["good_id", "bad_id"]].to_numpy().ravel())
    table = scores["toy"].assign(z_score=scores["toy"]["z_score"].where(scores["toy"]["sentence_id"].isin(first), 0.5))
    found = mixed_model(ratings, sentences, pairs, {"toy": table}).set_index("row").loc["toy/right"]
    assert np.isfinite(found["slope"]) and found[["slope_low", "slope_high"]].isna().all()


def test_a_unit_may_not_lie_in_two_of_the_next_level():
    with pytest.raises(ValueError, match="two units"):
        mixed_fit.fit(np.arange(4.0), np.ones((4, 1)), [np.array([0, 0, 1, 1]), np.array([0, 1, 1, 1])])


def shown(found: pd.DataFrame, path, labels=None) -> pd.DataFrame:
    """The table that readers see of one that was written to a file."""
    table = found.assign(dataset="toy")[list(MIXED_MODEL.columns)]
    io.write_table(table, path / "mixed_model.csv", MIXED_MODEL)
    read = io.read_table(path / "mixed_model.csv", MIXED_MODEL)
    return table_of_mixed_model.make_mixed_model(mixed_model=read, labels=labels or {})


def test_a_known_truth_comes_out():
    found = [mixed_model(*world(seed)).set_index("row").loc["toy/right"] for seed in range(4)]
    for row in found:
        assert abs(row["slope"] - TRUTH["slope"]) < 4 * row["slope_se"]
        assert row["slope_low"] < row["slope"] < row["slope_high"]
    mean = pd.DataFrame(found).mean(numeric_only=True)
    for name in ("item", "phenomenon", "article", "participant_slope", "residual"):
        assert np.sqrt(mean[f"{name}_variance"]) == pytest.approx(TRUTH[name], abs=0.12), name
    # the score has 0.16 of 0.16 + 0.25 + 0.09 + 0.16
    assert mean["explained"] == pytest.approx(0.16 / 0.66, abs=0.1)


def test_a_slope_without_an_interval_stands_alone(tmp_path):
    found = mixed_model(*world(5)).assign(slope_low=np.nan, slope_high=np.nan)
    assert shown(found, tmp_path)["Slope"].tolist() == ["", f"{found['slope'].iloc[1]:.2f}"]


def test_the_right_system_is_best_and_what_is_compared(tmp_path):
    ratings, sentences, pairs, scores = world(5)
    right = scores["toy"]["z_score"].to_numpy()
    generator = np.random.default_rng(105)
    scores = add(scores, "noisy", 0.7 * right + 0.7 * generator.normal(size=len(right)))
    scores = add(scores, "random", generator.normal(size=len(right)))
    found = mixed_model(ratings, sentences, pairs, scores)
    assert list(found["row"]) == ["none", "toy/right", "toy/noisy", "toy/random"]
    by_row = found.set_index("row")
    for column in ("delta_aic", "delta_aic_one_slope"):
        assert by_row.loc["toy/right", column] == 0
        assert 10 < by_row.loc["toy/noisy", column] < by_row.loc["toy/random", column]
        assert by_row.loc["toy/random", column] == pytest.approx(by_row.loc["none", column], abs=8)
    assert by_row["explained"].idxmax() == "toy/right" and abs(by_row.loc["toy/random", "explained"]) < 0.05
    assert by_row.loc["toy/random", "slope_low"] < 0 < by_row.loc["toy/random", "slope_high"]
    # 1 coefficient and 4 variances; the slope and its variance
    assert list(by_row["aic"] + 2 * by_row["log_likelihood"]) == pytest.approx([10, 14, 14, 14])
    assert found["ratings"].unique() == [len(ratings)] and found["sentences"].unique() == [len(right)]
    again = mixed_model(ratings.sample(frac=1, random_state=1), sentences, pairs, scores)
    pd.testing.assert_frame_equal(found, again, rtol=1e-4, atol=1e-5)
    made = shown(found, tmp_path, {"toy/right": "Right"})
    assert list(made["System"]) == ["no system", "Right", "toy/noisy", "toy/random"]
    assert by_row["delta_aic_length"].isna().all()  # no two sentences differ in their number of words
    assert "Var., articles" in made and made.loc[1, "ΔAIC"] == "0.0" and made.loc[0, "Slope"] == ""
    assert "Var., articles" not in shown(found.assign(article_variance=np.nan), tmp_path)


def test_a_score_that_participants_follow_to_different_degrees_gains_with_slopes_only():
    ratings, sentences, pairs, scores = world(6)
    length = np.random.default_rng(106).normal(size=len(scores["toy"]))
    scores = add(scores, "length", length)
    taste = dict(zip(ratings["participant"].unique(), np.tile([-0.5, 0.5], 12), strict=True))
    of_sentence = ratings["sentence_id"].map(dict(zip(scores["toy"]["sentence_id"], length, strict=False)))
    ratings["z_score"] += ratings["participant"].map(taste) * of_sentence
    found = mixed_model(ratings, sentences, pairs, scores).set_index("row")
    assert found["delta_aic"].idxmin() == "toy/length" and found["delta_aic_one_slope"].idxmin() == "toy/right"
    assert found.loc["toy/length", "participant_slope_variance"] == pytest.approx(0.25, abs=0.05)


def test_a_score_that_stands_for_length_gains_nothing_beside_it():
    """Ratings fall with the number of words, by how much differs from person to person, and rise with the score."""
    ratings, sentences, pairs, scores = world(12)
    words = np.random.default_rng(112).integers(3, 15, size=len(sentences))
    sentences = sentences.assign(sentence=[" ".join("w" * number) for number in words])
    length = (words - words.mean()) / words.std()
    scores = add(scores, "short", -length + 0.02 * np.random.default_rng(113).normal(size=len(length)))
    scores = add(scores, "words", length)
    taste = dict(zip(ratings["participant"].unique(), np.tile([0.2, 0.8], 12), strict=True))
    of_sentence = ratings["sentence_id"].map(dict(zip(sentences["sentence_id"], length, strict=True)))
    ratings["z_score"] -= ratings["participant"].map(taste) * of_sentence
    found = mixed_model(ratings, sentences, pairs, scores).set_index("row")
    assert found["delta_aic"].idxmin() in ("toy/short", "toy/words") and found.loc["toy/right", "delta_aic"] > 500
    assert found["delta_aic_length"].idxmin() == "toy/right"
    assert found.loc["toy/short", "delta_aic_length"] == pytest.approx(found.loc["none", "delta_aic_length"], abs=10)
    assert np.isnan(found.loc["toy/words", "delta_aic_length"])  # the score is nothing but the number of words


def test_articles_are_left_out_where_there_are_none_or_one_for_each_phenomenon():
    ratings, sentences, pairs, scores = world(7, articles=5, phenomena=10)
    without = mixed_model(ratings, sentences, pairs.drop(columns="article"), scores)
    assert without["article_variance"].isna().all() and without["phenomenon_variance"].notna().all()
    pd.testing.assert_frame_equal(
        mixed_model(ratings, sentences, pairs.assign(article=pairs["phenomenon"]), scores), without
    )
    pd.testing.assert_frame_equal(mixed_model(ratings, sentences, pairs.assign(article=np.nan), scores), without)
    assert mixed_model(ratings, sentences, pairs, scores)["article_variance"].notna().all()


def test_a_sentence_has_the_phenomenon_of_its_first_pair():
    pairs = pd.DataFrame(
        [("a", "b", "one", "x"), ("c", "a", "two", "x"), ("d", "c", "three", None)],
        columns=["good_id", "bad_id", "phenomenon", "article"],
    )
    groups = sentence_groups(pairs)
    assert groups["phenomenon"].to_dict() == {"a": "one", "b": "one", "c": "two", "d": "three"}
    assert groups["article"].to_dict() == {"a": "x", "b": "x", "c": "x", "d": "three"}
    assert list(sentence_groups(pairs.drop(columns="article"))) == ["phenomenon"]


def test_only_sentences_count_that_stand_in_pairs_and_that_every_row_scores():
    ratings, sentences, pairs, scores = world(8, articles=5, phenomena=10)
    more = pd.DataFrame({"participant": ["p0", "p1"], "sentence_id": "elsewhere", "z_score": [1.0, -1.0]})
    more_sentences = pd.concat([sentences, pd.DataFrame({"sentence_id": ["elsewhere"], "sentence": "w " * 40})])
    expected = mixed_model(ratings, sentences, pairs, scores)
    pd.testing.assert_frame_equal(mixed_model(pd.concat([ratings, more]), more_sentences, pairs, scores), expected)
    scores["other"] = scores["toy"].iloc[1:].assign(z_score=0.5)
    found = mixed_model(ratings, sentences, pairs, scores)
    assert set(found["sentences"]) == {79} and set(found["ratings"]) == {len(ratings) - 12}


def empty(found: pd.DataFrame) -> bool:
    return found[NUMBERS].isna().all(axis=None)


@pytest.mark.parametrize("fewer", ["sentences", "participants", "phenomena", "answers", "differences"])
def test_too_few_data_give_no_numbers_and_no_crash(fewer, tmp_path):
    ratings, sentences, pairs, scores = world(9, articles=4, phenomena=6, tokens=3, participants=6)
    if fewer == "sentences":
        pairs = pairs.groupby("phenomenon").head(1).head(9)
    elif fewer == "participants":
        ratings = ratings[ratings["participant"].isin(["p0", "p1"])]
    elif fewer == "phenomena":
        pairs["phenomenon"] = np.where(pairs["phenomenon"] > "3", "more", "less")
    elif fewer == "answers":
        ratings = ratings.iloc[:0]
    else:
        ratings["z_score"] = ratings["sentence_id"].str.len().astype(float)
    found = mixed_model(ratings, sentences, pairs, scores)
    assert list(found["row"]) == ["none", "toy/right"] and empty(found)
    made = shown(found, tmp_path)
    assert (made.drop(columns="System") == "").all(axis=None)


def test_a_row_whose_scores_are_all_the_same_has_no_numbers():
    ratings, sentences, pairs, scores = world(10, articles=4, phenomena=8, tokens=3, participants=6)
    found = mixed_model(ratings, sentences, pairs, add(scores, "same", 0.0))
    assert empty(found[found["row"] == "toy/same"])
    pd.testing.assert_frame_equal(found[found["row"] != "toy/same"], mixed_model(ratings, sentences, pairs, scores))
