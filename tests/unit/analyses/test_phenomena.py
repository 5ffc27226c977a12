"""Criteria by phenomenon, of pairs and of mean deltas, and their ranking, by hand."""

import numpy as np
import pandas as pd
import pytest

from acceptability.analyses.phenomena.table import (
    make_levels,
    make_phenomenon_ranking,
    make_phenomenon_shares,
    make_phenomenon_systems,
)
from acceptability.contracts.systems import stack
from acceptability.papers.adc.li_adger import reader as li_adger
from acceptability.statistics import levels, phenomena
from acceptability.statistics.clusters import ratio

PHENOMENON = pd.Series({"p": "wh", "q": "wh", "r": "npi", "s": "npi", "t": "unrated"})
DELTAS = pd.DataFrame(
    {
        "pair_id": list("pqrst"),
        "measure": "pll",
        "human_delta": [1.0, 3.0, 0.5, 0.7, np.nan],
        "model_delta": [-1.0, 4.6, -0.1, -0.3, 1.0],
    }
)


def table() -> pd.DataFrame:
    other = DELTAS.assign(model_delta=[2.1, 2.1, 0.5, 0.6, 0.0])
    parts = [phenomena.criteria_by_phenomenon(deltas, PHENOMENON, [0.5, 5]) for deltas in (DELTAS, other)]
    return pd.concat([parts[0].assign(system="a"), parts[1].assign(system="b")], ignore_index=True)


def test_single_pairs_and_their_mean_may_say_different_things():
    found = table().query("system == 'a' and phenomenon == 'wh'")
    assert found["criterion"].tolist() == ["blimp", "adc", "adc"]
    # Deltas 1 and 3 have the mean 2, −1 and 4.6 have 1.8: half the pairs, but the whole phenomenon.
    assert found["share"].tolist() == [0.5, 0, 0.5]
    assert found["mean_human_delta"].tolist() == [2, 2, 2]
    assert found["mean_model_delta"].tolist() == pytest.approx([1.8] * 3)
    assert found["mean_meets"].tolist() == [1, 1, 1]
    lost = table().query("system == 'a' and phenomenon == 'npi'")
    assert lost["mean_meets"].tolist() == [0, 0, 0]


def test_unrated_pairs_count_only_where_none_is_rated():
    assert set(table()["phenomenon"]) == {"wh", "npi"}
    unrated = phenomena.criteria_by_phenomenon(DELTAS.assign(human_delta=np.nan), PHENOMENON, [0.5])
    assert set(unrated["criterion"]) == {"blimp"}
    assert unrated.set_index("phenomenon")["mean_meets"].to_dict() == {"wh": 1, "npi": 0, "unrated": 1}
    assert unrated["mean_human_delta"].isna().all()
    assert phenomena.rank_phenomena(unrated.assign(system="a")).index.tolist() == ["wh", "unrated", "npi"]


@pytest.mark.parametrize("sign", [1, -1])
def test_deltas_that_cancel_have_the_mean_0(sign):
    """Answers are averaged over prompts, so deltas are such fractions; added as floats, these give ±1e-17."""
    cancelling = DELTAS.assign(human_delta=np.nan, model_delta=sign * np.array([1 / 6, 0, -1 / 2, 1 / 6, 1 / 6]))
    found = phenomena.criteria_by_phenomenon(cancelling, pd.Series("npi", index=PHENOMENON.index), [0.5])
    assert found[["mean_model_delta", "mean_meets"]].to_numpy().tolist() == [[0, 0]]


PAIRS = pd.DataFrame(
    {
        "pair_id": list("pqrst"),
        "good_id": ["W", "x", "N", "x", "x"],
        "bad_id": ["w", "x", "n", "x", "x"],
        "phenomenon": PHENOMENON.tolist(),
        "phenomenon_label": ["Questions", "Questions", "NPIs", "NPIs", "Unrated"],
    }
)
SENTENCES = pd.DataFrame({"sentence_id": ["W", "w", "N", "n", "x"], "sentence": ["W.", "w.", "N.", "n.", "x."]})


def test_first_the_phenomena_that_most_systems_have_then_the_closest():
    found = phenomena.rank_phenomena(table())
    assert found.index.tolist() == ["wh", "npi"]
    assert found["had_by"].tolist() == [2, 1]
    assert found["pairs"].tolist() == [2, 2]
    # |2 − 1.8| and |2 − 2.1|; |0.6 + 0.2| and |0.6 − 0.55|
    assert found["mean_absolute_difference"].tolist() == pytest.approx([0.15, 0.425])
    tied = table()
    tied.loc[tied["phenomenon"] == "npi", "mean_meets"] = 1
    tied.loc[tied["phenomenon"] == "npi", "mean_model_delta"] = 0.6
    assert phenomena.rank_phenomena(tied).index.tolist() == ["npi", "wh"]


def test_a_system_counts_once_whichever_of_its_measures_has_the_phenomenon():
    several = pd.concat([table(), *(table().assign(measure=name) for name in ("slor", "mean_pll"))])
    assert phenomena.rank_phenomena(several)["had_by"].to_dict() == {"wh": 2, "npi": 1}
    only_one_measure = table()
    only_one_measure.loc[only_one_measure["system"] == "b", ["system", "measure"]] = ["a", "slor"]
    assert phenomena.rank_phenomena(only_one_measure)["had_by"].to_dict() == {"wh": 1, "npi": 1}
    # The distance is still the mean over measures.
    for ranked in (phenomena.rank_phenomena(several), phenomena.rank_phenomena(only_one_measure)):
        assert ranked["mean_absolute_difference"].to_dict() == pytest.approx({"wh": 0.15, "npi": 0.425})


SYSTEMS_OF_ROWS = {"a/pll": "a", "b/pll": "b"}


def test_which_row_has_which_phenomenon():
    found = phenomena.meets_strictest(table())  # by the ADC at δ = 0.5
    assert found.loc["wh"].to_dict() == {"a/pll": True, "b/pll": True}
    assert found.loc["npi"].to_dict() == {"a/pll": False, "b/pll": True}
    made = {"phenomena": table(), "systems_of_rows": SYSTEMS_OF_ROWS}
    pairs = PAIRS.assign(phenomenon_label=PAIRS["phenomenon_label"].replace("Questions", None))
    shown = make_phenomenon_systems(pairs=pairs, labels={"b/pll": "B", "a/pll": "A"}, **made)
    assert shown.columns.tolist() == ["Phenomenon", "B", "A"]
    assert shown.to_numpy().tolist() == [["wh", "yes", "yes"], ["NPIs", "yes", ""]]
    twins = make_phenomenon_systems(pairs=PAIRS, labels={"b/pll": "X", "a/pll": "X"}, **made)
    assert twins.to_numpy().tolist()[1] == ["NPIs", "yes", ""]


def test_the_tables_count_systems_by_phenomenon_and_phenomena_by_row():
    made = {"phenomena": table(), "labels": {"b/pll": "B", "a/pll": "A"}}
    ranking = make_phenomenon_ranking(sentences=SENTENCES, pairs=PAIRS, systems_of_rows=SYSTEMS_OF_ROWS, **made).frame
    assert ranking.to_dict("records")[1] == {
        "Phenomenon": "NPIs",
        "Number of pairs": "2",
        "Δ human": "0.60",
        "Difference": "0.43",
        "BLiMP": "1",
        "ADC, δ = 0.5": "1",
        "ADC, δ = 5": "1",
        "Acceptable": "N.",
        "Unacceptable": "n.",
    }
    shares = make_phenomenon_shares(references={}, **made)
    assert shares.to_numpy().tolist() == [["B", *["2 of 2"] * 3], ["A", *["1 of 2"] * 3]]


# Each pair of word order is a cluster. "all" has two clusters, so no interval; it is another line than that of all pairs.
BY_SHARE = pd.DataFrame({"pair_id": [f"p{n}" for n in range(9)], "phenomenon": ["word_order"] * 6 + ["all"] * 3})
BY_SHARE["phenomenon_label"] = ["Order"] * 6 + [None] * 3
BY_SHARE = BY_SHARE.assign(paradigm=BY_SHARE["phenomenon"], cluster=[*"abcdefghh"]).set_index("pair_id", drop=False)
SIGNS = {"a": [1, 1, 1, 0, -1, 1, 1, -1, 0], "b": [1, -1, 1, 1, 1, -1, 1, 1, 1]}


def shares_by_level() -> pd.DataFrame:
    deltas = pd.DataFrame({"pair_id": BY_SHARE["pair_id"].to_numpy(), "measure": "pll", "human_delta": np.nan})
    of = {key: levels.shares_of_system(deltas.assign(model_delta=signs), BY_SHARE) for key, signs in SIGNS.items()}
    return stack(of, "toy")


def interval(values: list[float]) -> str:
    low, high = ratio(np.array(values), np.ones(len(values)), np.arange(len(values))).share_interval(len(values))
    return f"[{low:.3f}, {high:.3f}]"


def test_shares_by_phenomenon_have_intervals_where_there_are_five_clusters():
    made = make_levels(
        by_level=shares_by_level(),
        pairs=BY_SHARE,
        labels={"b/pll": "B", "a/pll": "A"},
        others={"people/individual": "People"},
        level="phenomenon",
    )
    assert made.frame.columns.tolist() == [
        *("Phenomenon", "Number of pairs", "Intervals over", "B", "A", "A, strict", "A, ties met"),
    ]
    order, every = made.frame.iloc[1].tolist(), made.frame.iloc[0].tolist()
    assert order == [
        *("Order", "6", "clusters", f"0.667 {interval([1, 0, 1, 1, 1, 0])}"),
        *(f"0.750 {interval([1, 1, 1, 0.5, 0, 1])}", "0.667", "0.833"),
    ]
    assert made.frame.iloc[2].tolist() == ["all", "3", "clusters", "1.000", "0.500", "0.333", "0.667"]
    assert every[:3] == ["All pairs", "9", "clusters"] and every[3].startswith("0.778 [")
    assert every[5:] == ["0.556", "0.778"]
    assert made.latex.iloc[1].tolist() == ["Order", "6", "0.667", "0.750"]


def test_rows_with_the_same_label_each_have_a_column_and_groups_without_pairs_no_line():
    pairs = pd.concat([BY_SHARE.iloc[:1].assign(phenomenon="unrated"), BY_SHARE])
    made = make_levels(
        by_level=shares_by_level(), pairs=pairs, labels={"b/pll": "X", "a/pll": "X"}, others={}, level="phenomenon"
    ).frame
    assert made["X"].iloc[2].tolist() == ["1.000", "0.500"]
    assert made["Phenomenon"].tolist() == ["All pairs", "Order", "all"]


def test_names_of_li_and_adger_phenomena():
    label = li_adger.phenomenon_label
    assert label(["41.3.Costantini.2b.g|41.3.Costantini.2b.??"]) == "LI 41.3 Costantini 2b, ??2b"
    assert label(["ch5. 43-44.g|ch5.45-46.*"]) == "Adger ch. 5: 43-44, *45-46"
