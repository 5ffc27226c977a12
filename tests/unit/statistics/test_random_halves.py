"""Random halves of raters, and what they say of all raters."""

from itertools import product

import numpy as np
import pandas as pd
import pytest

from acceptability.statistics import halves, panels
from acceptability.statistics.panels import answers


def rated(people: int, sentences: int, noise: float, seed: int = 1) -> pd.DataFrame:
    """Return answers of all people to all sentences: the sentence's worth, whose SD is 1, and noise."""
    draw = np.random.default_rng(seed)
    z = draw.standard_normal(sentences) + noise * draw.standard_normal((people, sentences))
    who, what = np.divmod(np.arange(people * sentences), sentences)
    return pd.DataFrame({"participant": who.astype(str), "sentence_id": what, "z_score": z.ravel()})


def agreement(table: pd.DataFrame, splits: int = 100) -> halves.Agreement:
    panel = answers(table)
    return halves.agreement(panel, [np.arange(len(panel.sentences)) % 500], splits, seed=1)


def test_spearman_and_browns_formula():
    assert halves.spearman_brown(0.5, 2) == pytest.approx(2 / 3)
    assert halves.spearman_brown(0.36, 2.5) == pytest.approx(0.9 / 1.54)
    assert halves.spearman_brown(0.6, 1) == pytest.approx(0.6)
    assert halves.spearman_brown(halves.spearman_brown(0.3, 5), 1 / 5) == pytest.approx(0.3)
    assert halves.spearman_brown(0.3, np.inf) == 1
    assert np.isnan(halves.spearman_brown(np.nan, 2))
    assert halves.spearman_brown(np.array([-0.9, -0.1, 0.0, 0.5]), 2) == pytest.approx([-0.9, -0.1, 0, 2 / 3])


def test_halves_have_all_answers_and_their_means():
    table = rated(people=5, sentences=3, noise=1.0)
    table = table[(table["participant"] != "4") | (table["sentence_id"] != 2)]
    means, counts = halves.random_halves(answers(table), splits=7, seed=1)
    assert means.shape == counts.shape == (7, 2, 3) and (counts.sum(axis=1) == [5, 5, 4]).all()
    total = table.groupby("sentence_id")["z_score"].sum().to_numpy()
    assert np.nansum(means * counts, axis=1) == pytest.approx(np.tile(total, (7, 1)))


def test_the_number_of_raters_steps_up_by_harmonic_means():
    """Sentences have 4, 2 and 1 raters; halves 2 and 2, 1 and 1, and in the other split, 3 and 1, 2 and 0."""
    counts = np.array([[[2, 1, 1], [2, 1, 0]], [[3, 2, 0], [1, 0, 1]]])
    of_halves = 6 / (1 / 2 + 1 / 2 + 1 + 1 + 1 / 3 + 1)
    assert halves.times_larger(counts) == pytest.approx(3 / (1 / 4 + 1 / 2 + 1) / of_halves)
    assert np.isnan(halves.times_larger(counts[:, :, [0, 2, 2]]))  # most have one rater
    assert np.isnan(halves.times_larger(counts[:1, :, 2:]))


def test_halves_of_equal_size_are_stepped_up_to_all_raters():
    """Two panels of k raters have an r of k / (k + σ²), where σ is the noise of one of them."""
    found = agreement(rated(people=10, sentences=4000, noise=2.0), splits=20)
    assert found.sentences == 4000 and found.r == pytest.approx(10 / (10 + 4), abs=0.02)
    low, high = found.interval()
    assert low < found.r < high


@pytest.mark.parametrize(("people", "most"), [(20, 0.9), (10, 0.5)])
def test_unequal_numbers_of_raters_are_stepped_up_to_the_panel_that_there_is(people, most):
    """Two panels with these raters of each sentence agree as well as halves do that are stepped up, not doubled."""
    table, draw = rated(people, sentences=8000, noise=1.5), np.random.default_rng(3)
    panel = table[draw.random(len(table)) < draw.uniform(0.1, most, 8000)[table["sentence_id"]]]
    truth = 1 / (1 + 1.5**2 * (1 / panel.groupby("sentence_id").size()).mean())
    means, counts = halves.random_halves(answers(panel), splits=10, seed=1)
    both = (counts > 0).all(axis=1)
    r = np.mean([np.corrcoef(*means[split][:, both[split]])[0, 1] for split in range(10)])
    estimate = agreement(panel, splits=10).r
    assert abs(estimate - truth) < 0.005 and abs(halves.spearman_brown(r, 2) - truth) > 0.015


def test_participants_who_do_not_differ_agree_fully():
    assert agreement(rated(people=4, sentences=20, noise=0.0)).r == pytest.approx(1)


def test_r_with_a_cluster_left_out_is_that_of_the_other_sentences():
    """Halve two people, which gives the same halves in each split; only one of them rated the last cluster's sentence."""
    table = rated(people=2, sentences=21, noise=1.0)
    table = table[(table["sentence_id"] < 20) | (table["participant"] == "0")]
    numbers = np.append(np.arange(20) % 4, 4)
    result = halves.agreement(answers(table), [numbers], splits=3, seed=1)
    r = result.estimates[0]
    times = 21 / (20 / 2 + 1)
    x, y = (table["z_score"][table["participant"] == who].to_numpy()[:20] for who in "01")
    kept = [numbers[:20] != cluster for cluster in range(5)]
    expected = [halves.spearman_brown(np.corrcoef(x[those], y[those])[0, 1], times) for those in kept]
    assert result.sentences == 20 and r.left_out == pytest.approx(np.array(expected))
    assert r.value == pytest.approx(expected[4])


def test_where_most_sentences_have_one_rater_nothing_is_said_of_all():
    table = rated(people=2, sentences=30, noise=1.0)
    place = table["sentence_id"]
    once = table[(place < 10) | (place % 2 == (table["participant"] == "1"))]
    found = agreement(once)
    assert np.isnan(found.r) and np.isnan(found.interval()).all() and found.sentences == 10


SPLITS = 2


def some_answers() -> pd.DataFrame:
    """Return the answers of nine participants to 30 sentences, of which each rated about two thirds."""
    table, draw = rated(people=9, sentences=30, noise=0.8), np.random.default_rng(5)
    return table[draw.random(len(table)) < 0.7].reset_index(drop=True)


def by_hand(table: pd.DataFrame, kept: np.ndarray, sentences: np.ndarray) -> float:
    """Return the agreement of the kept answers, by the halves of all of them; only these sentences count."""
    panel, generator, rs, errors = answers(table), np.random.default_rng(1), [], []
    for _ in range(SPLITS):
        side = panels.halves(panel.group, generator.permutation(len(panel.group)))
        half = side[pd.factorize(table["participant"], sort=True)[0]]
        cells = table[kept].groupby(["sentence_id", half[kept]])["z_score"].agg(["mean", "size"]).unstack().dropna()
        cells = cells[cells.index.isin(sentences)]
        rs.append(np.corrcoef(cells["mean"][0], cells["mean"][1])[0, 1])
        errors.append(1 / cells["size"].to_numpy())
    raters = table.groupby("sentence_id").size()
    return halves.spearman_brown(np.mean(rs), np.vstack(errors).mean() / (1 / raters).mean())


def test_r_without_a_participant_and_without_a_participants_answers_in_a_cluster_is_that_of_the_other_answers():
    table, every = some_answers(), np.arange(30)
    cluster, who = (table["sentence_id"] % 6).to_numpy(), table["participant"].to_numpy()
    result = halves.agreement(answers(table), [every % 6], SPLITS, seed=1)
    _, participants, cells = result.estimates
    names = np.unique(who)
    assert result.r == pytest.approx(by_hand(table, who != "", every))
    assert participants.left_out == pytest.approx([by_hand(table, who != name, every) for name in names])
    shared = {(name, number) for name, number in zip(who, cluster, strict=True)}
    expected = [by_hand(table, (who != name) | (cluster != number), every) for name, number in sorted(shared)]
    assert np.sort(cells.left_out) == pytest.approx(np.sort(expected))


def test_of_two_kinds_of_cluster_each_two_and_all_three_are_left_out():
    table, every = some_answers(), np.arange(30)
    kinds = [every % 6, every // 6]
    estimates = halves.agreement(answers(table), kinds, SPLITS, seed=1).estimates
    who = table["participant"].to_numpy()
    of_answers = [*(each[table["sentence_id"]] for each in kinds), who]
    both = halves.agreement(answers(table), [every], SPLITS, seed=1).estimates  # a sentence is what both kinds share
    assert [len(each.left_out) for each in estimates] == [6, 5, 9, 30, 53, 45, len(table)]
    assert np.sort(estimates[3].left_out) == pytest.approx(np.sort(both[0].left_out))
    assert np.sort(estimates[6].left_out) == pytest.approx(np.sort(both[2].left_out))
    without = [
        by_hand(table, (who != name) | (of_answers[1] != number), every)
        for name, number in product(np.unique(who), range(5))
    ]
    assert np.sort(estimates[5].left_out) == pytest.approx(np.sort(without))


def test_participants_are_drawn_within_groups_who_share_sentences():
    """Two lists, each rated by six participants: the variance over participants is the sum of those of the lists."""
    lists = [rated(people=6, sentences=20, noise=0.8, seed=seed) for seed in (1, 2)]
    lists[1] = lists[1].assign(participant="x" + lists[1]["participant"], sentence_id=lists[1]["sentence_id"] + 20)
    _, participants, _ = agreement(pd.concat(lists, ignore_index=True), splits=10).estimates
    values = participants.left_out.reshape(2, 6)
    assert participants.standard_error() == pytest.approx(np.sqrt((5 * values.var(axis=1)).sum()))


def test_the_interval_adds_participants_and_is_none_for_fewer_than_five_of_them():
    found = agreement(rated(people=8, sentences=60, noise=1.0), splits=10)
    variances = [np.arctanh(each.left_out).var(ddof=0) * (len(each.left_out) - 1) for each in found.estimates]
    low, high = np.arctanh(found.interval())
    alone = np.subtract(*np.arctanh(found.estimates[0].r_interval())[::-1])
    assert variances[0] + variances[1] > variances[2] and high - low > alone
    assert np.isnan(agreement(rated(people=4, sentences=60, noise=1.0), splits=10).interval()).all()


def test_a_system_that_knows_all_expected_ratings_is_expected_to_reach_the_root_of_the_agreement():
    """Its mean r with 200 simulated panels is that; with about half of them it has more."""
    draw = np.random.default_rng(1)
    known = draw.normal(size=400)
    drawn = known + 0.7 * draw.normal(size=(200, 400))
    rs = np.array([np.corrcoef(known, panel)[0, 1] for panel in drawn])
    agreement_of_two = np.mean([np.corrcoef(*two)[0, 1] for two in zip(drawn[::2], drawn[1::2], strict=True)])
    assert rs.mean() == pytest.approx(np.sqrt(agreement_of_two), abs=0.003)
    assert 0.3 < (rs > np.sqrt(agreement_of_two)).mean() < 0.7
