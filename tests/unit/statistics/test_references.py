"""References against grids, recomputation without each cluster, simulations and numbers by hand."""

import numpy as np
import pandas as pd
import pytest

from acceptability.contracts.names import NEEDED, REFERENCES
from acceptability.statistics import chance, criteria, references
from acceptability.statistics.clusters import cluster_numbers

ADC = ("adc", 0.5)
BLIMP = ("blimp", np.nan)
CLUSTERS = cluster_numbers(np.random.default_rng(1).integers(0, 7, size=60))


def deltas(seed: int, number: int = 60) -> tuple[np.ndarray, np.ndarray]:
    draw = np.random.default_rng(seed)
    human = draw.normal(0.8, 0.9, size=number)
    model = 0.4 * human + draw.normal(0.1, 0.4, size=number)
    model[draw.integers(0, number, size=4)] = 0.0
    human[draw.integers(0, number, size=2)] = 0.0
    return human, model


def met(human, model, factor: float, step=ADC) -> float:
    return criteria.credit(human, factor * np.asarray(model), *step).sum()


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("threshold", [0.5, 1.0])
def test_the_factor_is_the_best_of_a_fine_grid(seed, threshold):
    human, model = deltas(seed)
    step = ("adc", threshold)
    fitted = references.fit_factor(human, model, CLUSTERS, step)
    assert met(human, model, fitted.factor, step) == pytest.approx(fitted.best.value * 60)
    grid = np.arange(0.001, 20, 0.001)
    of_grid = np.array([met(human, model, factor, step) for factor in grid])
    most = met(human, model, fitted.factor, step)
    assert most >= of_grid.max()
    # It is in the lowest place where so many are met: from the first such place of the grid to it, all are.
    if of_grid.max() == most:
        first, last = sorted([grid[of_grid.argmax()], fitted.factor])
        assert (of_grid[(grid >= first) & (grid <= last)] == most).all()


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("step", [ADC, ("adc", 1.0), BLIMP])
def test_without_a_cluster_the_factor_is_found_anew(seed, step):
    human, model = deltas(seed)
    fitted = references.fit_factor(human, model, CLUSTERS, step)
    expected = np.zeros(60)
    for cluster in range(7):
        rest = cluster != CLUSTERS
        alone = references.fit_factor(human[rest], model[rest], cluster_numbers(CLUSTERS[rest]), step)
        assert fitted.best.left_out[cluster] == pytest.approx(alone.best.value)
        expected[~rest] = criteria.credit(human[~rest], alone.factor * model[~rest], *step)
    assert criteria.credit(human, fitted.factors * model, *step).tolist() == [expected.tolist()]  # each is a fold
    assert fitted.cross_validated.value == pytest.approx(expected.mean())
    for cluster in range(7):
        rest = cluster != CLUSTERS
        assert fitted.cross_validated.left_out[cluster] == pytest.approx(expected[rest].mean())


def test_divisions_are_random_and_of_whole_clusters_whatever_the_order_of_the_pairs():
    clusters = pd.Series([f"c{number % 25}" for number in range(80)])
    of = references.cluster_folds(clusters)
    assert of.shape == (references.REPETITIONS, 80) and len(np.unique(of, axis=0)) == references.REPETITIONS
    for fold in of:
        by_cluster = pd.Series(fold).groupby(clusters)
        assert by_cluster.nunique().eq(1).all()
        assert sorted(by_cluster.first().value_counts()) == [2] * 5 + [3] * 5  # 25 clusters in 10 folds
    mixed = clusters.sample(frac=1, random_state=2)
    assert (references.cluster_folds(mixed) == of[:, mixed.index]).all()
    few = references.cluster_folds(list("bcabbc"))
    assert few.tolist() == [[1, 2, 0, 1, 1, 2]]  # no more clusters than folds: one division


@pytest.mark.parametrize("step", [ADC, ("adc", 1.0), BLIMP])
def test_a_fold_gets_the_factor_of_the_other_folds_in_every_division(step):
    human, model = deltas(6)
    clusters = np.arange(60) % 25
    fitted = references.fit_factor(human, model, clusters, step)
    shares, by_pair = [], np.zeros(60)
    for of in references.cluster_folds(clusters):
        hits = np.zeros(60)
        for fold in range(references.FOLDS):
            rest = of != fold
            factor = references.fit_factor(human[rest], model[rest], np.zeros(rest.sum()), step).factor
            hits[~rest] = criteria.credit(human[~rest], factor * model[~rest], *step)
        shares.append(hits.mean())
        by_pair += hits / references.REPETITIONS
    assert fitted.cross_validated.value == pytest.approx(np.mean(shares))
    assert fitted.fold_sd == pytest.approx(np.std(shares, ddof=1)) and (fitted.fold_sd > 0) == (step != BLIMP)
    for cluster in range(25):
        assert fitted.cross_validated.left_out[cluster] == pytest.approx(by_pair[clusters != cluster].mean())
    order = np.random.default_rng(3).permutation(60)
    again = references.fit_factor(human[order], model[order], clusters[order], step)
    assert again.cross_validated.value == pytest.approx(fitted.cross_validated.value)
    assert again.fold_sd == pytest.approx(fitted.fold_sd)


def test_a_cluster_more_or_less_does_not_turn_what_is_cross_validated():
    """Clusters have deltas near 1 or near 2.2, so that a constant fits the one half or the other, whichever is larger.

    With each cluster left out alone, the share jumps: of 20 and 20 clusters, each gets the constant of the other half.
    """
    shares = []
    for small, great in ((20, 22), (20, 21), (20, 20), (21, 20), (22, 20)):
        clusters = np.repeat(np.arange(small + great), 5)
        human = np.where(clusters < small, 1.0, 2.2) + np.tile([-0.1, -0.05, 0, 0.05, 0.1], small + great)
        fitted = references.fit_factor(human, np.ones(len(human)), clusters, ADC)
        assert fitted.fold_sd > 0.05  # it depends on the division
        shares.append(fitted.cross_validated.value)
    assert np.ptp(shares) < 0.25


@pytest.mark.thorough
@pytest.mark.parametrize("constant", [True, False])
def test_intervals_of_what_is_cross_validated_hold_the_truth_with_unequal_clusters(constant):
    """67 clusters of 1 to some hundred pairs, as publications have: 95.0 and 94.8 of 100 intervals hold the truth."""

    def world(seed: int, clusters: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        draw = np.random.default_rng([7, seed])
        size = np.maximum(1, np.round(np.exp(draw.normal(2.6, 1.1, clusters)))).astype(int)
        cluster = np.repeat(np.arange(clusters), size)
        human = draw.normal(1.0, 0.5, clusters)[cluster] + draw.normal(0, 0.7, len(cluster))
        model = 0.5 * human + draw.normal(0.3, 0.3, clusters)[cluster] + draw.normal(0, 0.5, len(cluster))
        return cluster, human, np.ones(len(human)) if constant else model

    _, human, model = world(1_000, 20_000)
    truth = references.fit_factor(human, model, np.zeros(len(human)), ADC).best.value
    hits = 0
    for seed in range(400):
        cluster, human, model = world(seed, 67)
        fitted = references.fit_factor(human, model, cluster, ADC)
        low, high = fitted.cross_validated.share_interval(len(human), fitted.choosing)
        hits += low <= truth <= high
    assert 0.92 <= hits / 400 <= 0.98


def test_by_the_blimp_criterion_every_factor_is_as_good():
    human, model = deltas(3)
    fitted = references.fit_factor(human, model, CLUSTERS, BLIMP)
    assert fitted.factor == 1 and fitted.best.value == fitted.cross_validated.value == ((1 + np.sign(model)) / 2).mean()


def test_the_factor_is_in_the_middle_of_the_lowest_best_place():
    human, model = [1.0, 2.0, 6.0, 7.5, -1.0, 0.0], [0.5, 0.5, 0.5, 0.5, 0.5, 0.5]
    fitted = references.fit_factor(human, model, np.arange(6), ("adc", 0.5))
    # Ranges are 1 to 3, 3 to 5, 11 to 13 and 14 to 16: none overlap, so the first.
    assert (fitted.factor, fitted.best.value) == (2.0, 1 / 6)
    fitted = references.fit_factor(human, model, np.arange(6), ("adc", 0.75))
    # 0.5 to 3.5, 2.5 to 5.5; 10.5 to 13.5, 13.5 to 16.5, which only touch.
    assert (fitted.factor, fitted.best.value) == (3.0, 2 / 6)
    fitted = references.fit_factor(human[2:], model[2:], np.arange(4), ("adc", 1))
    assert (fitted.factor, fitted.best.value) == (13.5, 2 / 4)  # 10 to 14, 13 to 17
    # Negative deltas of both sides have positive factors, too.
    assert references.fit_factor([-1.0], [-0.5], np.array([0]), ("adc", 0.5)).factor == 2.0


def test_where_no_factor_helps_it_is_1():
    for human, model in (([-1.0, 0.0], [1.0, 1.0]), ([1.0, 1.0], [0.0, 0.0]), ([1.0, 0.0], [-1.0, 0.0])):
        fitted = references.fit_factor(human, model, np.array([0, 1]), ADC)
        assert (fitted.factor, fitted.best.value, fitted.cross_validated.value) == (1.0, 0.0, 0.0)


def test_a_cluster_of_all_that_can_be_met_leaves_nothing():
    fitted = references.fit_factor([1.0, 1.1, -1.0], [1.0, 1.0, 1.0], np.array([0, 0, 1]), ADC)
    assert fitted.best.value == pytest.approx(2 / 3) and fitted.best.left_out.tolist() == [0.0, 1.0]


def test_the_best_constant_is_the_best_of_many():
    human = np.random.default_rng(5).normal(0.8, 0.9, size=400)
    best = references.best_constant(human, 0.5)
    assert met(human, np.full(400, best), 1) >= max(met(human, np.ones(400), c) for c in np.arange(0.0005, 3, 0.0005))
    assert best == references.fit_factor(human, np.ones(400), cluster_numbers(np.arange(400)), ADC).factor
    assert references.best_constant(np.array([-1.0, 0.0]), 0.5) == 1.0


SENTENCES = pd.DataFrame(
    {
        "sentence_id": list("abcdef"),
        "sentence": ["one two", "one two three", "one", "one two", "one two three", "one"],
        "rating": [1.0, -1.0, 0.5, 0.0, 2.0, np.nan],
    }
)
PAIRS = pd.DataFrame(
    {
        "pair_id": ["p", "q", "r", "s"],
        "good_id": ["a", "c", "e", "f"],
        "bad_id": ["b", "d", "d", "d"],
        "phenomenon": ["one", "one", "two", "two"],
        "cluster": ["one", "one", "two", "two"],
    }
)


def of_sentences(sentences: pd.DataFrame = SENTENCES) -> pd.DataFrame:
    table = references.reference_deltas(sentences, PAIRS)
    return table.pivot(index="pair_id", columns="measure", values="model_delta").assign(
        human=table.groupby("pair_id")["human_delta"].first()
    )


def test_references_with_deltas_by_hand():
    made = of_sentences()
    assert sorted(made) == ["human", "negative_length", "oracle"]
    assert made["human"].tolist()[:3] == [2.0, 0.5, 2.0] and np.isnan(made["human"]["s"])
    sd = SENTENCES["rating"].std(ddof=0)
    assert made["oracle"].tolist()[:3] == pytest.approx([2 / sd, 0.5 / sd, 2 / sd]) and np.isnan(made["oracle"]["s"])
    assert np.sign(made["negative_length"]).tolist() == [1, 1, -1, 1]
    assert references.negative_length("The  old dog.") == -3.0


def test_references_without_ratings_or_with_sentences_of_one_length():
    unrated = SENTENCES.assign(rating=np.nan, sentence="one two")
    made = of_sentences(unrated)
    assert list(made) == ["negative_length", "human"] and (made["negative_length"] == 0).all()
    human = criteria.pair_deltas(PAIRS, unrated.set_index("sentence_id")["rating"])
    assert [made.measure for made in references.reference_shares(human, PAIRS, BLIMP)] == ["random"]
    assert (of_sentences(SENTENCES.assign(rating=1.0))["oracle"] == 0).all()


def test_the_usual_choice_is_right_as_often_as_people_prefer_it():
    """Of four pairs, people prefer the second sentence in three, whichever of the two is the good one."""
    pairs = PAIRS.assign(preference=["20", "49", "80", "0"])
    table = references.reference_deltas(SENTENCES.assign(rating=np.nan), pairs, "preference")
    usual = table[table["measure"] == "usual_choice"]
    assert usual["model_delta"].tolist() == [1, 1, -1, 1] and usual["pair_id"].tolist() == pairs["pair_id"].tolist()
    other = references.reference_deltas(SENTENCES, pairs.assign(preference=["20", "51", "80", "60"]), "preference")
    assert other[other["measure"] == "usual_choice"]["model_delta"].tolist() == [-1, 1, 1, 1]


def shares(step) -> dict[str, references.Reference]:
    rated = PAIRS[:3]
    human = criteria.pair_deltas(rated, SENTENCES.set_index("sentence_id")["rating"])
    return {made.measure: made for made in references.reference_shares(human, rated, step)}


def test_references_without_deltas_by_hand():
    """Human deltas 2 and 0.5 of phenomenon one, and 2 of phenomenon two."""
    made = shares(ADC)
    assert made["permuted_within"].share.value == pytest.approx((2 / 2 + 1) / 3)  # of p and q, an expected one
    assert made["permuted_across"].share.value == pytest.approx((2 + 1 + 2) / 9)
    assert made["best_constant"].share.value == pytest.approx(2 / 3)
    # Without phenomenon two, 0.5 and 2 are as good as each other, and the lower one is taken: 2 is missed. Without
    # one, it is 2: p is met and q is not.
    assert made["best_constant_left_out"].share.value == pytest.approx(1 / 3)
    drawn = {name for name, reference in made.items() if np.isfinite(reference.draw_sd)}
    assert drawn == {"permuted_within", "permuted_across", "random"}
    by_blimp = shares(BLIMP)
    assert [by_blimp[name].share.value for name in list(by_blimp)[:4]] == [1, 1, 1, 1]
    assert by_blimp["random"].share.value == 0.5


def test_every_reference_has_a_label_and_those_of_ratings_are_known():
    made = {*of_sentences(), *shares(ADC)} - {"human"}
    assert made == set(REFERENCES) - {"usual_choice"}  # only with preferences
    unrated = of_sentences(SENTENCES.assign(rating=np.nan))
    human = pd.Series([np.nan] * 4)
    without = {*unrated, *(made.measure for made in references.reference_shares(human, PAIRS, BLIMP))} - {"human"}
    assert made - without == {name for name, trait in NEEDED.items() if trait == "rated"}


@pytest.mark.parametrize("threshold", [0.5, 1.0, 5.0])
def test_expected_shares_are_those_with_intervals(threshold):
    human, _ = deltas(8)
    pairs = pd.DataFrame({"good_id": [f"g{n // 2}" for n in range(60)], "bad_id": [f"b{n}" for n in range(60)]})
    pairs = pairs.assign(cluster=CLUSTERS, phenomenon=CLUSTERS // 2)
    made = references.reference_shares(pd.Series(human), pairs, ("adc", threshold))
    slow = {reference.measure: reference.share.value for reference in made}
    quick = references.expected_shares(human, pairs["phenomenon"], threshold)
    assert slow.keys() - quick.keys() == {"best_constant_left_out"}
    assert quick == pytest.approx({name: slow[name] for name in quick})
    within, _ = chance.permuted_within(human, human, pairs["phenomenon"], CLUSTERS, ("adc", threshold))
    assert quick["permuted_within"] == pytest.approx(within.value)


def simulated(human: np.ndarray, pairs: pd.DataFrame, step, draws: int) -> tuple[np.ndarray, np.ndarray]:
    """Of so many draws of scores of all sentences: how often each pair is met, and the share of each draw."""
    ids = pd.unique(pd.concat([pairs["good_id"], pairs["bad_id"]]))
    places = pd.Series(range(len(ids)), index=ids)
    scores = np.random.default_rng(12).normal(size=(draws, len(ids)))
    apart = scores[:, pairs["good_id"].map(places)] - scores[:, pairs["bad_id"].map(places)]
    hits = np.array([criteria.meets(human, drawn, *step) for drawn in apart])
    return hits.mean(axis=0), hits.mean(axis=1)


@pytest.mark.parametrize("step", [BLIMP, ADC, ("adc", 1.0), ("adc", 5.0)])
def test_random_scores_are_what_draws_of_sentences_have(step):
    """Sentences are shared: as the acceptable member, as the other one, and as either."""
    pairs = pd.DataFrame({"good_id": list("aaabcdefge"), "bad_id": list("bcdhhhahaf")})
    human = np.array([1.0, 0.3, -0.4, 2.0, 0.8, 0.0, 1.4, -1.1, 0.2, 0.6])
    p, sd = references.random_scores(pd.Series(human), pairs, step)
    draws = 20_000
    often, of_draws = simulated(human, pairs, step, draws)
    assert (np.abs(often - p) <= 3.3 * np.sqrt(p * (1 - p) / draws) + 1e-12).all()
    assert of_draws.mean() == pytest.approx(p.mean(), abs=3 * sd / np.sqrt(draws))
    fourth = ((of_draws - of_draws.mean()) ** 4).mean()
    error = np.sqrt((fourth - of_draws.var() ** 2) / draws) / (2 * of_draws.std())  # standard error of an SD
    assert of_draws.std() == pytest.approx(sd, abs=3 * error)
    independent = np.sqrt((p * (1 - p)).sum()) / 10
    assert abs(sd - independent) > 3 * error or step == ("adc", 0.5)  # that sentences are shared matters


def test_random_scores_of_two_pairs_that_share_a_sentence_by_hand():
    """Both win together in 1 of 3 orders where the shared sentence is on the same side, and in 1 of 6 otherwise."""
    human = pd.Series([1.0, 1.0])
    for bad, good, together in (
        (["b", "c"], ["a", "a"], 1 / 3),
        (["a", "a"], ["b", "c"], 1 / 3),
        (["b", "c"], ["a", "b"], 1 / 6),
    ):
        p, sd = references.random_scores(human, pd.DataFrame({"good_id": good, "bad_id": bad}), BLIMP)
        assert p.tolist() == [0.5, 0.5]
        assert sd == pytest.approx(np.sqrt(2 * 0.25 + 2 * (together - 0.25)) / 2, rel=1e-3)
    _, apart = references.random_scores(human, pd.DataFrame({"good_id": ["a", "b"], "bad_id": ["c", "d"]}), BLIMP)
    assert apart == pytest.approx(np.sqrt(2 * 0.25) / 2)


@pytest.mark.parametrize("step", [("blimp", np.nan), ("adc", 0.5)])
def test_a_tie_counts_as_half_with_every_factor(step):
    """The last two pairs are ties; a coin would meet the ADC on that with 0.3 only."""
    human, model = np.array([1.0, 2.0, -0.5, 0.3, 2.0]), np.array([0.5, 1.0, 0.2, 0.0, 0.0])
    fitted = references.fit_factor(human, model, np.arange(5), step)
    shares = [criteria.credit(human, factor * model, *step).mean() for factor in (0.5, fitted.factor, 4)]
    assert fitted.best.value == max(shares) == pytest.approx(0.8 if step[0] == "blimp" else 0.5)
    for place, left_out in enumerate(fitted.best.left_out):
        rest = np.arange(5) != place
        alone = references.fit_factor(human[rest], model[rest], np.arange(4), step)
        assert left_out == pytest.approx(alone.best.value)
    hits = [criteria.credit(human, factors * model, *step) for factors in fitted.factors]
    assert fitted.cross_validated.value == pytest.approx(np.mean(hits))
