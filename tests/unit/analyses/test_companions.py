import numpy as np
import pandas as pd
import pytest
from scipy import stats

from acceptability.analyses.companions import table as table
from acceptability.analyses.companions.compute import below, companions, r_without_error, same_order
from acceptability.analyses.companions.manifest import COMPANIONS
from acceptability.contracts import io
from acceptability.statistics import criteria
from acceptability.statistics.correlation import lins_concordance

DRAW = np.random.default_rng(4)
CLUSTER = np.repeat(np.arange(8), [1, 2, 3, 4, 5, 6, 7, 2])
HUMAN = DRAW.normal(1, 1, len(CLUSTER)).round(1)  # with ties
MODEL = (0.5 * HUMAN + DRAW.normal(0, 0.5, len(CLUSTER))).round(1)
ERRORS = DRAW.uniform(0.01, 0.2, len(CLUSTER))


def world() -> tuple[pd.DataFrame, pd.DataFrame]:
    names = [f"p{number}" for number in range(len(CLUSTER))]
    columns = pd.DataFrame({"human": HUMAN, "x/m": MODEL, "y/m": -MODEL, "reference/oracle": 2 * HUMAN}, index=names)
    return columns.rename_axis("pair_id"), pd.DataFrame({"pair_id": names, "cluster": CLUSTER})


def ordered(human, model) -> float:
    """Return how often two pairs with different human deltas are in the same order, pair by pair."""
    found = [
        0.5 if model[i] == model[j] else float((human[i] < human[j]) == (model[i] < model[j]))
        for i in range(len(human))
        for j in range(i)
        if human[i] != human[j]
    ]
    return float(np.mean(found))


def test_same_order_is_that_of_all_twos_of_pairs_with_each_cluster_left_out():
    found = same_order(HUMAN, MODEL, CLUSTER)
    assert found.value == pytest.approx(ordered(HUMAN, MODEL))
    for cluster, left in enumerate(found.left_out):
        kept = cluster != CLUSTER
        assert left == pytest.approx(ordered(HUMAN[kept], MODEL[kept]))


@pytest.mark.parametrize("size", [1, 2, 7, 64, 65, 200])
@pytest.mark.parametrize("places", [0, 1, 9])  # from many ties to none
def test_points_below_others_of_their_group_are_counted(size, places):
    draw = np.random.default_rng(size)
    x, y = draw.normal(size=(2, size)).round(places)
    groups = draw.integers(0, 4, size)
    expected = [((x < x[i]) & (y < y[i]) & (groups == groups[i])).sum() for i in range(size)]
    assert below(x, y, groups).tolist() == expected


def test_same_order_of_the_same_order_of_the_opposite_one_and_of_none():
    one = np.zeros(3, dtype=int)
    assert same_order(np.array([1.0, 2, 3]), np.array([0.1, 5, 9]), one).value == 1
    assert same_order(np.array([1.0, 2, 3]), np.array([9.0, 5, 1]), one).value == 0
    assert same_order(np.array([1.0, 2, 3]), np.zeros(3), one).value == 0.5
    assert np.isnan(same_order(np.ones(3), np.array([1.0, 2, 3]), one).value)


def test_r_without_errors_is_pearsons_and_errors_are_taken_off_the_human_variance():
    plain = r_without_error(HUMAN, MODEL, 0 * HUMAN, CLUSTER)
    assert plain.value == pytest.approx(stats.pearsonr(HUMAN, MODEL).statistic)
    cleaned = r_without_error(HUMAN, MODEL, ERRORS, CLUSTER)
    reliability = 1 - ERRORS.mean() / HUMAN.var()
    assert cleaned.value == pytest.approx(plain.value / np.sqrt(reliability))  # Spearman (1904)
    for cluster, left in enumerate(cleaned.left_out):
        kept = cluster != CLUSTER
        own = stats.pearsonr(HUMAN[kept], MODEL[kept]).statistic
        assert left == pytest.approx(own / np.sqrt(1 - ERRORS[kept].mean() / HUMAN[kept].var()))


def test_lins_concordance_by_hand_and_by_its_parts():
    """1 of what is equal; half the deltas, or deltas that are 1 too high, agree less, though their r is 1."""
    x, one = np.array([0.0, 1, 2, 3]), np.zeros(4, dtype=int)
    assert lins_concordance(x, x, one).value == pytest.approx(1)
    assert lins_concordance(x, -x + 3, one).value == pytest.approx(-1)
    assert lins_concordance(x, x + 1, one).value == pytest.approx(2 * 1.25 / (1.25 + 1.25 + 1))
    assert lins_concordance(x, x / 2, one).value == pytest.approx(2 * 0.625 / (1.25 + 0.3125 + 0.75**2))
    assert np.isnan(lins_concordance(x, 0 * x + 0.3, one).value)
    made = lins_concordance(HUMAN, MODEL, CLUSTER)
    for value, kept in [(made.value, CLUSTER >= 0)] + [(v, c != CLUSTER) for c, v in enumerate(made.left_out)]:
        h, m = HUMAN[kept], MODEL[kept]
        r, scale, shift = np.corrcoef(h, m)[0, 1], m.std() / h.std(), (h.mean() - m.mean()) ** 2 / (h.std() * m.std())
        assert value == pytest.approx(2 * r / (scale + 1 / scale + shift))  # r times Lin's bias correction factor


def test_equal_rows_have_equal_places():
    """Rows that only rounding tells apart share a place, and the next row comes after all of them."""
    values = pd.Series([0.3, 0.1 + 0.2, 0.5, np.nan, 0.1])
    assert values[0] != values[1]
    assert criteria.places(values).tolist() == pytest.approx([2, 2, 1, np.nan, 4], nan_ok=True)
    columns, pairs = world()
    columns = columns.assign(**{"z/m": columns["x/m"] * 0.1 / 0.1 * (1 + 1e-15)})
    made = companions(columns, pairs, pd.Series(ERRORS, index=columns.index), [0.5], ["reference/oracle"])
    of = made.pivot(index="companion", columns="row", values="place")
    assert (of["x/m"] == 1).all() and (of["z/m"] == 1).all() and (of["y/m"] == 3).all()


def test_no_r_where_a_side_does_not_vary_or_varies_less_than_its_errors():
    assert np.isnan(r_without_error(HUMAN, 0 * MODEL + 0.3, 0 * HUMAN, CLUSTER).value)
    assert np.isnan(r_without_error(HUMAN, MODEL, 0 * HUMAN + 9, CLUSTER).value)


@pytest.mark.parametrize("unit", [1e-7, 1e-4, 1e6])
@pytest.mark.parametrize("start", [0, 3])
def test_r_and_concordance_do_not_depend_on_the_unit(unit, start):
    """Values whose variance is 1e-14 differ by more than rounding errors."""
    human, model = start + unit * HUMAN, start + unit * MODEL
    r, concordance = r_without_error(HUMAN, MODEL, ERRORS, CLUSTER), lins_concordance(HUMAN, MODEL, CLUSTER)
    for scaled, plain in [
        (r_without_error(HUMAN, model, ERRORS, CLUSTER), r),
        (r_without_error(human, MODEL, unit**2 * ERRORS, CLUSTER), r),
        (lins_concordance(human, model, CLUSTER), concordance),
    ]:
        assert np.isfinite([plain.value, *plain.left_out]).all()
        assert [scaled.value, *scaled.left_out] == pytest.approx([plain.value, *plain.left_out], rel=1e-6)
        assert scaled.clusters == plain.clusters


def test_no_r_or_concordance_without_the_one_cluster_that_differs():
    alone = np.where(CLUSTER == 3, MODEL, 0.3) * 1e-4
    for estimate in (r_without_error(HUMAN, alone, 0 * HUMAN, CLUSTER), lins_concordance(HUMAN, alone, CLUSTER)):
        assert np.isfinite(estimate.value) and np.isnan(estimate.left_out).tolist() == [n == 3 for n in range(8)]


def test_companions_of_each_row_and_their_places():
    columns, pairs = world()
    errors = pd.Series(ERRORS, index=columns.index)[::2]
    made = companions(columns, pairs, errors, [0.5, 5], ["reference/oracle"])
    found = made.set_index(["row", "companion", "threshold"]).sort_index()
    for threshold in (0.5, 5):
        share = criteria.credit(HUMAN, MODEL, "adc", threshold).mean()
        assert found.loc[("x/m", "adc", threshold), "value"] == pytest.approx(share)
    assert made.loc[made["row"] == "y/m", "place"].eq(2).all() and made.loc[made["row"] == "x/m", "place"].eq(1).all()
    references = made[made["row"] == "reference/oracle"]
    assert references["place"].isna().all() and "noise_free_r" not in set(references["companion"])
    known = made[made["companion"].isin(["pearson_r_known_errors", "noise_free_r"])]
    assert set(known["pairs"]) == {len(errors)} and set(made["pairs"]) == {len(errors), len(HUMAN)}
    # Noise taken off the human side is one factor for all systems on the same pairs.
    raw, clean = (known[known["companion"] == name].set_index("row")["value"] for name in known["companion"].unique())
    assert (clean / raw).tolist() == pytest.approx([1 / np.sqrt(1 - errors.mean() / HUMAN[::2].var())] * 2)
    # The oracle is twice the human delta: at half its scale it is the human delta itself.
    rescaled = references[references["companion"] == "rescaled_adc"].set_index("threshold")
    assert rescaled.loc[0.5, "value"] > 0.9 and rescaled.loc[0.5, "factor"] == pytest.approx(0.5, abs=0.1)
    known = made[made["low"].notna()]
    assert ((known["low"] <= known["value"]) & (known["value"] <= known["high"])).all()
    assert set(made.loc[made["low"].isna(), "row"]) == {"reference/oracle"}  # its r is 1 whatever is left out
    io.check_table(made.assign(dataset="d"), COMPANIONS, "companions.csv")
    shown = table.make_companions(companions=made, labels={"x/m": "X", "y/m": "Y"}, references={})
    assert list(shown)[:3] == ["System", "ADC, δ = 0.5", "ADC, δ = 0.5, best scale"] and len(shown) == 2
    assert shown["Same order"].str.endswith(("(1)", "(2)")).all()
    assert list(shown)[-2:] == ["r, 15 pairs", "r, 15 pairs, raters' noise removed"]


def test_without_single_ratings_there_is_no_r_without_their_noise():
    columns, pairs = world()
    made = companions(columns, pairs, pd.Series(dtype=float), [0.5], ["reference/oracle"])
    assert set(made["companion"]) == {"adc", "rescaled_adc", "pearson_r", "lins_concordance", "same_order"}
    shown = table.make_companions(companions=made, labels={"x/m": "X"}, references={})
    assert not [name for name in shown if "noise" in name]
