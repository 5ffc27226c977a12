"""The study of released scores: findings by hand, people's shares, series of sizes, and its tables on small data."""

import math
from functools import partial

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from acceptability.papers.released import people, series, tables
from acceptability.papers.released.findings import (
    FAILS,
    FINDINGS,
    HOLDS,
    SMALL,
    UNCERTAIN,
    WEAKER,
    Judgment,
    Number,
    Sample,
    _below,
    carries_over,
    compare,
    difference,
    judge,
)
from acceptability.statistics.choices import by_pair, summarise_choices
from acceptability.statistics.clusters import Estimate, ratio
from acceptability.statistics.single_ratings import share_of_single_ratings

BLIMP = ("blimp", math.nan)


def sample(human, clusters=8, **rows):
    """Return a sample whose pairs have these human deltas, repeated in each cluster, and rows with these deltas."""
    number = len(human)
    names = [f"p{place}" for place in range(number * clusters)]
    columns = pd.DataFrame({"human": np.tile(human, clusters)}, index=pd.Index(names, name="pair_id"))
    for row, deltas in rows.items():
        columns[row.replace("__", "/").replace("_trigram", "-trigram")] = (
            np.tile(deltas, clusters) if len(deltas) == number else deltas
        )
    cluster = np.repeat([f"c{place}" for place in range(clusters)], number)
    ids = {"pair_id": names, "good_id": [f"{name}.good" for name in names], "bad_id": [f"{name}.bad" for name in names]}
    return Sample(columns, pd.DataFrame(ids | {"phenomenon": cluster, "cluster": cluster}))


def test_shares_count_a_tie_as_half():
    given = sample([1.0, 2.0, 1.0, -1.0], brown_trigram__slor=[1.2, -2.0, 0.0, 3.0])
    assert given.share("brown-trigram/slor", BLIMP).value == pytest.approx(2.5 / 4)
    assert given.share("brown-trigram/slor", SMALL).value == pytest.approx(
        1 / 4
    )  # a tie is 1 away from the human delta
    assert given.share("reference/best_constant", SMALL).value == pytest.approx(2 / 4)  # 1.0, twice


def test_a_verdict_needs_the_whole_interval():
    unequal = np.where(np.arange(64) < 30, 1.0, -1.0)  # right in some clusters, wrong in others
    given = sample([1.0] * 8, brown_trigram__slor=[1.0] * 8, brown_trigram__log_prob=unequal)

    def above(first, second):
        return lambda it: [it.share(first, BLIMP) - it.share(second, BLIMP)]

    slor, log_prob = "brown-trigram/slor", "brown-trigram/log_prob"
    asked = {
        "holds": above(slor, log_prob),
        "fails": above(log_prob, slor),
        "not certain": lambda it: [it.share(log_prob, BLIMP) - 0.5],
        "both": lambda it: [it.share(slor, BLIMP) - 0.5, it.share(log_prob, BLIMP) - 0.5],
        "certain": lambda it: [it.share(slor, BLIMP) - 0.5],
        "equal": above(slor, slor),
    }
    judged = judge(given, asked)
    assert {finding: it.verdict for finding, it in judged.items()} == {
        "holds": HOLDS, "fails": FAILS, "not certain": UNCERTAIN, "both": UNCERTAIN, "certain": HOLDS, "equal": UNCERTAIN
    }  # fmt: skip
    assert judged["both"].least.value == pytest.approx(30 / 64 - 0.5)  # the smallest of several numbers
    assert judged["certain"].least.interval == (0.5, 0.5)  # clusters that do not differ


def test_all_findings_are_judged_by_hand_where_scores_are_the_ratings():
    """A system whose deltas are people's loses nothing, and so fails what the paper says of its systems."""
    rng = np.random.default_rng(1)
    human = rng.choice([0.4, 1.0, 2.2], 8)
    given = sample(human, brown_trigram__slor=human, brown_trigram__log_prob=-human, reference__oracle=human)
    verdicts = {finding: it.verdict for finding, it in judge(given).items()}
    assert set(verdicts) == set(FINDINGS)
    assert verdicts["People’s mean ratings agree with the experts on more than 95 % of the pairs"] == HOLDS
    assert verdicts["… and above every system"] == FAILS
    assert verdicts["At δ = 0.5, every system loses more than 0.3 of the pairs (Section 8)"] == FAILS
    assert verdicts["At δ = 5, no system is more than 0.02 from its BLiMP share (Section 8)"] == HOLDS
    assert verdicts["At δ = 0.5, no system meets the ADC on half of the pairs (Table 1)"] == FAILS
    assert verdicts["… and at δ = 0.5 (Table 1)"] == HOLDS


def test_too_few_clusters_prove_nothing():
    for clusters, verdict in ((2, UNCERTAIN), (8, HOLDS)):
        given = sample([1.0] * 4, clusters, brown_trigram__slor=[1.0] * 4)
        judged = judge(given, {"all": lambda it: [it.share("brown-trigram/slor", BLIMP) - 0.5]})["all"]
        low, _ = judged.least.interval
        assert (judged.verdict, judged.least.value, math.isnan(low)) == (verdict, 0.5, clusters == 2)
        assert math.isnan(difference(judged, judged).low) == (clusters == 2)


def test_the_difference_of_two_numbers_adds_what_else_varies():
    first, second = (sample([1.0, -1.0], reference__oracle=[1.0, 1.0]).share("reference/oracle", BLIMP) for _ in "12")
    both = Number(first.estimate, 0.25) - Number(second.estimate, 0.5)
    assert both.more == 0.75 and both.value == 0
    assert (-(first - 0.2)).value == pytest.approx(-0.8)


def number(value, error, clusters=5, more=0.0):
    """Return a number with this jackknife standard error: of five clusters, that of deviations −2, …, 2 is √8."""
    apart = np.arange(clusters) - (clusters - 1) / 2
    scaled = apart * error / np.sqrt((clusters - 1) * apart.var()) if error else apart * 0
    return Number(Estimate(value, value + scaled, clusters), more)


def test_the_difference_of_samples_by_hand():
    """Variances .0009 (.0008 and .0001 more) over 5 clusters and .0016 over 9: in all .05², with 11.96 degrees of
    freedom, .0025² / (.0009² / 4 + .0016² / 8), of which Student's t is 2.179.
    """
    first, second = number(0.3, np.sqrt(0.0008), more=0.0001), number(0.1, 0.04, clusters=9)
    value, low, high, p = difference(Judgment((first,)), Judgment((second,)))
    assert value == pytest.approx(-0.2)
    assert [low, high] == pytest.approx([-0.2 - 2.179 * 0.05, -0.2 + 2.179 * 0.05], abs=5e-5)
    assert p == pytest.approx(2 * stats.t.sf(4, 11.96), rel=1e-3)


def test_the_difference_of_samples_of_single_items_is_welchs():
    rng = np.random.default_rng(1)
    values = rng.normal(0.2, 1, 12), rng.normal(0, 3, 30)
    first, second = (Judgment((Number(ratio(it, np.ones(len(it)), np.arange(len(it)))),)) for it in values)
    welch = stats.ttest_ind(values[1], values[0], equal_var=False)
    interval = welch.confidence_interval()
    assert difference(first, second) == pytest.approx(
        (values[1].mean() - values[0].mean(), interval.low, interval.high, welch.pvalue)
    )


def test_a_sample_whose_clusters_do_not_differ_adds_no_variance():
    silent, other = Judgment((number(0.5, 0),)), Judgment((number(0.1, 0.03),))
    low, high = other.least.interval
    assert difference(silent, other)[:3] == pytest.approx((-0.4, low - 0.5, high - 0.5))
    *same, p = difference(silent, Judgment((number(0.2, 0),)))
    assert same == pytest.approx([-0.3, -0.3, -0.3]) and math.isnan(p)


def test_of_several_numbers_samples_differ_in_that_which_is_smallest_in_the_first():
    first = Judgment((number(0.3, 0.03), number(0.2, 0.03)))
    second = Judgment((number(-0.1, 0.03), number(0.25, 0.03)))
    assert difference(first, second)[0] == pytest.approx(0.05)  # not −0.4, nor −0.1 − 0.2
    assert second.least.value == pytest.approx(-0.1)


@pytest.mark.parametrize(
    ("first", "second", "verdict"),
    [  # value and standard error; intervals are 2.776 of these, of differences of equal ones 2.306 · √2
        ((0.3, 0.05), (0.2, 0.05), HOLDS),
        ((0.3, 0.05), (0.0, 0.05), WEAKER),  # −.3 ± .163
        ((0.3, 0.05), (0.13, 0.05), WEAKER),  # −.17 ± .163, and .13 ± .139 on the second: p = .043
        ((0.3, 0.05), (0.138, 0.05), UNCERTAIN),  # −.162 ± .163: p = .051
        ((0.3, 0.05), (-0.2, 0.05), FAILS),
        ((0.1, 0.05), (0.2, 0.05), None),  # does not hold on the first: .1 ± .139
        ((0.1, 0.05), (-0.3, 0.05), None),
    ],
)
def test_what_carries_over(first, second, verdict):
    both = [Judgment((number(*it),)) for it in (first, second)]
    assert carries_over(*both, difference(*both).p) == verdict


def test_differences_are_corrected_for_all_findings():
    """−.17 ± .163 is clearly weaker alone (p = .043). With another finding whose p is larger, twice this is not."""
    first = {"weaker": Judgment((number(0.3, 0.05),)), "equal": Judgment((number(0.3, 0.05),))}
    second = {"weaker": Judgment((number(0.13, 0.05),)), "equal": Judgment((number(0.29, 0.05),))}
    p = difference(first["weaker"], second["weaker"]).p
    assert p == pytest.approx(2 * stats.t.sf(0.17 / np.hypot(0.05, 0.05), 8))
    alone = compare({"weaker": first["weaker"]}, second)["weaker"]
    assert (alone.verdict, alone.p_holm) == (WEAKER, pytest.approx(p))
    beside = compare(first, second)
    assert beside["weaker"].verdict == UNCERTAIN and beside["weaker"].p_holm == pytest.approx(2 * p)
    assert beside["equal"].verdict == HOLDS
    silent = {"silent": Judgment((number(0.5, 0),))}  # without a test, it does not count
    assert compare(first | silent, second | silent)["weaker"].p_holm == pytest.approx(2 * p)


def test_each_number_says_which_system_it_is_about():
    given = sample([1.0] * 4, brown_trigram__slor=[1.0] * 4, brown_trigram__log_prob=[-1.0] * 4)
    judged = judge(given, {"half": partial(_below, 0.5, SMALL)})["half"]
    assert [(it.row, it.value) for it in judged.numbers] == [
        ("brown-trigram/slor", -0.5), ("brown-trigram/log_prob", 0.5)
    ]  # fmt: skip
    assert judged.least.row == "brown-trigram/slor"


def choices(right, wrong):
    """Return choices of so many people by pair, and the pairs, each of which is a cluster."""
    rows = [
        (f"p{place}", person, int(person < many))
        for place, (many, few) in enumerate(zip(right, wrong, strict=True))
        for person in range(many + few)
    ]
    names = [f"p{place}" for place in range(len(right))]
    clusters = [f"c{place}" for place in range(len(right))]
    pairs = pd.DataFrame({"pair_id": names, "paradigm": clusters, "phenomenon": clusters, "cluster": clusters})
    return pd.DataFrame(rows, columns=["pair_id", "participant", "chose_good"]).astype({"participant": str}), pairs


def test_peoples_shares_of_all_pairs_are_those_of_the_analysis_of_choices():
    answers, pairs = choices([9, 5, 10, 2, 7, 8], [1, 5, 0, 8, 3, 2])
    shares = people.shares_of_choices(by_pair(answers, pairs), answers)
    summary = summarise_choices(answers, pairs, {}).set_index("statistic")
    for name, statistic in (("single", "individual"), ("most", "majority")):
        assert [shares[name][key] for key in ("share", "low", "high", "pairs")] == pytest.approx(
            summary.loc[statistic, ["value", "low", "high", "number"]].tolist()
        )
    assert shares["single"]["share"] == pytest.approx(41 / 60)
    assert shares["most"]["share"] == pytest.approx(4 / 6)  # one is split, one is wrong


def test_single_ratings_by_hand():
    pairs = pd.DataFrame(
        {"good_id": ["a", "c", "e"], "bad_id": ["b", "d", "f"], "cluster": ["1", "2", "3"], "paradigm": ["x", "x", "y"]}
    ).assign(phenomenon="x")
    ratings = pd.DataFrame(
        {"sentence_id": ["a", "a", "b", "b", "c", "d", "e"], "z_score": [1.0, 0.0, 0.0, -1.0, 0.5, 1.0, 2.0]}
    ).assign(participant=list("pqrspqr"))
    share = share_of_single_ratings(pairs, ratings)
    # a above b: 1 > 0, 1 > −1, 0 = 0 (half), 0 > −1; c is below d; nobody rated f.
    assert share["share"] == pytest.approx((3.5 / 4 + 0) / 2) and share["pairs"] == 2
    by_paradigm = people.share_of_paradigms(pairs, pd.Series({"x": 0.9, "y": 0.6}))
    assert by_paradigm["share"] == pytest.approx(0.8) and by_paradigm["pairs"] == 3


def test_series_are_log_probabilities_by_size():
    rows = ["a/log_prob", "b/log_prob", "c/log_prob", "prompted/pythia_1b", "b/mean_lp"]
    declared = {"pythia-d": {"label": "Pythia", "number": "parameters", "systems": {"a": 12e9, "b": 1.4e9}}}
    by_size = dict(series.by_size(pd.DataFrame({"row": rows}), declared))
    assert {name: group[["row", "parameters"]].to_numpy().tolist() for name, group in by_size.items()} == {
        "Pythia": [["b/log_prob", 1.4e9], ["a/log_prob", 12e9]]
    }


def test_comparisons_are_turned_and_corrected_among_themselves():
    differences = pd.DataFrame(
        {
            "first": ["a", "a", "b"],
            "second": ["b", "c", "c"],
            "difference": [0.1, 0.3, 0.2],
            "low": [0.05, 0.1, -0.1],
            "high": [0.15, 0.5, 0.5],
            "p": [0.04, 0.01, 0.5],
        }
    )
    compared = tables._compared(differences, [("b", "a"), ("a", "c")])
    assert compared[["first", "second"]].to_numpy().tolist() == [["b", "a"], ["a", "c"]]
    assert compared.loc[0, ["difference", "low", "high"]].tolist() == [-0.1, -0.15, -0.05]
    assert compared["p_holm"].tolist() == [0.04, 0.02]  # the smaller one twice, the greater one once
    assert tables._difference(compared.loc[0]) == "−0.100 [−0.150, −0.050], p = 0.040"


def trends(p, differ, **slopes):
    """Return a table of trends: the slopes of series by name, all with this p and so many units that differ."""
    rows = [
        {"series": key, "measure": "log_prob", "level": "all", "slope": slope, "low": slope - 0.1, "high": slope + 0.1}
        for key, slope in slopes.items()
    ]
    table = pd.DataFrame(rows).assign(p=p, differ=differ, units=8)
    return pd.concat([table, table.assign(level="phenomenon", p=0.001), table.assign(measure="mean_lp", p=0.002)])


def test_sizes_have_slopes_whose_p_is_corrected_for_the_series_of_their_dataset():
    """Of the first dataset, one series is tested; of the second, both, so that the smaller p counts twice."""
    rows = {f"{key}-{size}/log_prob": f"{key} {size}B" for key in "mn" for size in (1, 2)}
    models = pd.DataFrame({"row": list(rows), "label": list(rows.values()), "share": [0.8, 0.9, 0.7, 0.6]})
    declared = {key: {"label": key.upper(), "systems": {f"{key}-2": 2e9, f"{key}-1": 1e9}} for key in "mn"}
    table = tables.sizes(
        released=pd.concat([models.assign(dataset=name) for name in ("dgl", "blimp-650")]),
        dataset_labels={"dgl": "A", "blimp-650": "B"},
        series_by_dataset={"dgl": declared, "blimp-650": declared},
        trends_dgl=trends([0.03, np.nan], [6, 2], m=0.2, n=-0.1),
        trends_blimp_650=trends([0.4, 0.03], [7, 8], n=0.3, m=0.5),
    )
    assert table.columns.tolist() == ["Dataset", "Series", "Smallest", "Largest", "Slope", "p", "Differ"]
    assert table.to_numpy().tolist() == [
        ["A", "M", "1B, 80.0 %", "2B, 90.0 %", "0.200 [0.100, 0.300]", "0.030", "6 of 8"],
        ["A", "N", "1B, 70.0 %", "2B, 60.0 %", "−0.100 [−0.200, 0.000]", "–", "2 of 8"],
        ["B", "M", "1B, 80.0 %", "2B, 90.0 %", "0.500 [0.400, 0.600]", "0.060", "8 of 8"],
        ["B", "N", "1B, 70.0 %", "2B, 60.0 %", "0.300 [0.200, 0.400]", "0.400", "7 of 8"],
    ]


def test_people_on_the_first_sample_are_those_who_answered_pairs_that_models_cover():
    answers, pairs = choices([9, 5, 10, 2, 7, 8], [1, 5, 0, 8, 3, 2])
    chosen = by_pair(answers, pairs)
    scored = pd.DataFrame({"pair_id": pairs["pair_id"], "human_delta": 1.0, "model_delta": [1.0, 1, np.nan, 1, 1, 1]})
    scored.loc[3, "human_delta"] = np.nan  # does not count
    given = {"choices_li_adger": answers, "choices_dgl": answers}
    known = tables._people("li-adger", pd.DataFrame(), {"chosen_li_adger": chosen, "scored": scored} | given)
    assert known["people/single"]["share"] == pytest.approx((0.9 + 0.5 + 0.7 + 0.8) / 4)
    assert known["people/most"]["pairs"] == 4
    whole = tables._people("dgl", pd.DataFrame(), {"chosen_dgl": chosen} | given)
    assert whole["people/single"]["share"] == pytest.approx(41 / 60)


def test_what_gpt_2_leaves_unanswered_is_shown_as_half():
    criteria = pd.DataFrame(
        {
            "system": ["gpt2-published", "other"],
            "measure": ["log_prob", "pll"],
            "variant": "corrected",
            "criterion": "blimp",
            "pairs": [30, 40],
            "unanswered": [0.25, 0],
            "share": [0.8, 0.9],
            "share_unanswered_half": [0.725, 0.9],
        }
    )
    matches = pd.DataFrame({"way": ["loosely", "not at all"], "rows": [58, 2]})
    names = {"li-adger": "LI", "islands-2016": "I", "islands-dlinking": "D"}
    table = tables.coverage(
        criteria=criteria,
        labels_by_dataset={"li-adger": {"gpt2-published/log_prob": "GPT-2"}},
        dataset_labels=names,
        references_by_dataset={},
        **{f"matches_{name.replace('-', '_')}": matches for name in names},
    )
    assert table.iloc[0].tolist() == ["LI", "0", "58", "2", "GPT-2", "30 of 40", "25.0", "80.0", "72.5"]
    assert table["Dataset"].tolist() == ["LI", "I", "D"]


def released():
    """Return the rows of RELEASED_MODELS of one dataset: two models that tie, one that was asked, and people."""
    return pd.DataFrame(
        {
            "dataset": "d",
            "row": ["m/log_prob", "n/log_prob", "o/log_prob", "q/asked", "people/single"],
            "label": ["M 1B log-prob", "N", "O", "Q, asked", "People, single answers"],
            "asked": ["", "", "", "yes or no", ""],
            "chance": [0.5, 0.5, 0.5, 0.25, np.nan],
            "share": [0.9, 0.9, 0.7, 0.95, 0.8],
            "low": [0.8, 0.8, 0.6, 0.9, np.nan],
            "high": [0.95, 0.95, 0.8, 0.99, np.nan],
            "pairs": [40, 40, 40, 38, 40],
            "unanswered": [0, 0, 0, 0.05, np.nan],
            "share_unanswered_half": [0.9, 0.9, 0.7, 0.9275, np.nan],
            "agreement": [0.75, 0.6, 0.6, 0.7, np.nan],
            "agreement_low": [0.7, 0.5, 0.5, 0.6, np.nan],
            "agreement_high": [0.8, 0.7, 0.7, 0.8, np.nan],
            "ceiling": 0.85,
        }
    )


def test_the_overview_names_all_that_tie_for_the_best_and_none_that_was_asked():
    row = tables.datasets(released=released(), dataset_labels={"d": "Data"}).iloc[0].to_dict()
    assert row == {
        "Dataset": "Data",
        "Pairs": "40",
        "Rows": "3",
        "Best": "M 1B log-prob, N",
        "Right, best model": "90.0 [80, 95]",
        "People’s task": "",
        "People, single answers": "80.0",
        "Agreement with answers, best model": "75.0 [70, 80]",
        "Ceiling": "85.0",
    }


def test_models_that_were_asked_have_a_table_of_their_own_with_what_guessing_gets():
    assert "Q" not in " ".join(tables.models(released=released(), dataset_labels={"d": "Data"})["Model"])
    (row,) = tables.asked(released=released(), dataset_labels={"d": "Data"}).to_dict("records")
    assert row == {
        "Dataset": "Data",
        "Model": "Q",
        "Asked": "yes or no",
        "Right": "95.0 [90, 99]",
        "Guessing": "25",
        "Unanswered": "5.0",
        "Right, unanswered as half": "92.8",  # a half is rounded up
    }
