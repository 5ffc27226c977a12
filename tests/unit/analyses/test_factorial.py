"""2 × 2 designs: conditions, island effects and their intervals, in the table and from single ratings."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from acceptability.analyses.factorial import compute as factorial
from acceptability.analyses.factorial import figure as figure_of_effects
from acceptability.analyses.factorial import table as table_of_effects
from acceptability.analyses.factorial.manifest import FACTORIAL
from acceptability.contracts import io

CELLS = {"non-island short": 1.0, "non-island long": 0.5, "island short": 0.75, "island long": -1.0}
NO_RATINGS = pd.DataFrame({"participant": [], "sentence_id": [], "z_score": []})


def sentences(items: int = 3, design: str = "whether") -> pd.DataFrame:
    """The four sentences of each item; the long island sentence of item k is worse by k / 10."""
    rows = [
        {
            "sentence_id": f"{design}-{item}-{condition}",
            "sentence": "x",
            "rating": value - (item / 10 if condition == "island long" else 0),
            "set": f"{design} {item}",
            "design": design,
            "factor_1": condition.split()[0],
            "factor_2": condition.split()[1],
        }
        for item in range(items)
        for condition, value in CELLS.items()
    ]
    filler = {"sentence_id": "filler", "sentence": "y", "rating": -2.0, "set": "filler"}
    return pd.DataFrame([*rows, filler | dict.fromkeys(("design", "factor_1", "factor_2"), "")])


def system(texts: pd.DataFrame, factor: float) -> pd.DataFrame:
    return pd.DataFrame({"sentence_id": texts["sentence_id"], "measure": "slor", "z_score": texts["rating"] * factor})


def of(found: pd.DataFrame, row: str, statistic: str) -> pd.Series:
    return found.set_index(["row", "statistic"]).loc[(row, statistic)]


def computed(texts: pd.DataFrame, ratings: pd.DataFrame = NO_RATINGS, z_scores=()) -> pd.DataFrame:
    return factorial.compute(sentences=texts, ratings=ratings, z_scores=dict(z_scores), dataset="toy")


def test_an_island_effect_by_hand():
    texts = sentences()
    found = computed(texts, NO_RATINGS, {"trigram": system(texts, -2)})
    io.check_table(found, FACTORIAL, "factorial")
    assert found["row"].unique().tolist() == ["human", "trigram/slor"] and len(found) == 2 * 7
    values = found[found["row"] == "human"].set_index("statistic")["value"]
    # Island long: −1.0, −1.1, −1.2. (0.5 + 1.1) − (1 − 0.75) = 1.35
    expected = CELLS | {"island long": -1.1, "factor_1": 0.25, "factor_2": 0.5, "interaction": 1.35}
    assert values.to_dict() == pytest.approx(expected)
    assert of(found, "trigram/slor", "interaction")["value"] == pytest.approx(-2.7)
    assert (found["sets"] == 3).all() and (found["people"] == 0).all()


def test_the_interval_over_items_is_students_t_of_the_items_effects():
    effect = of(computed(sentences(5)), "human", "interaction")
    effects = 1.25 + np.arange(5) / 10
    assert (effect["low"], effect["high"]) == pytest.approx(
        stats.t.interval(0.95, 4, effects.mean(), stats.sem(effects))
    )


def test_parallel_lines_have_no_effect_and_equal_items_no_interval():
    texts = sentences().assign(rating=lambda table: (table["factor_2"] == "short") * 1.0)
    effect = of(computed(texts), "human", "interaction")
    assert effect["value"] == 0 and np.isnan(effect["low"])


def variance_of_mean(values) -> float:
    return float(np.var(values, ddof=1) / np.size(values))


def test_people_are_the_mean_of_their_ratings_with_intervals_over_items_and_people():
    texts = sentences(5)
    inside = texts[texts["design"] != ""]
    best = inside["sentence_id"].str.endswith("non-island long")
    ratings = pd.concat(
        inside[["sentence_id"]].assign(participant=person, z_score=inside["rating"] + best * shift)
        for person, shift in zip("abcef", (0.0, 0.4, 0.8, 1.2, 1.6), strict=True)
    )
    one_more = pd.DataFrame([{"participant": "d", "sentence_id": "whether-0-island long", "z_score": -3.0}])
    effect = of(computed(texts, ratings), "human", "interaction")
    # Each person's effect about each item: 1.25, 1.35, …, and the person's own shift.
    effects = np.add.outer([1.25, 1.35, 1.45, 1.55, 1.65], [0.0, 0.4, 0.8, 1.2, 1.6])
    assert effect["value"] == pytest.approx(effects.mean())
    items, people = (variance_of_mean(effects.mean(axis=axis)) for axis in (1, 0))
    assert items + people - variance_of_mean(effects) < people  # so that people alone make the interval
    degrees = max(4, people**2 / (items**2 / 4 + people**2 / 4))
    half = stats.t.ppf(0.975, degrees) * np.sqrt(people)
    assert (effect["low"], effect["high"]) == pytest.approx((effects.mean() - half, effects.mean() + half))
    assert (effect["sets"], effect["people"]) == (5, 5)
    weighted = of(computed(texts, pd.concat([ratings, one_more])), "human", "island long")
    cell = ratings.loc[ratings["sentence_id"].str.contains(r"\d-island long"), "z_score"]
    assert weighted["value"] == pytest.approx((cell.sum() - 3) / 26)  # each rating counts the same


def test_an_interval_is_over_items_and_people_jointly():
    """The variances over 6 items and 9 people, less that over single answers, which is in both."""
    draw = np.random.default_rng(3).normal
    effects = 1 + np.add.outer(0.4 * draw(size=6), 0.5 * draw(size=9)) + 0.3 * draw(size=(6, 9))
    texts = sentences(6)
    inside = texts[texts["design"] != ""].assign(item=lambda table: table["set"].str.split().str[1].astype(int))
    ratings = pd.concat(
        inside[["sentence_id"]].assign(
            participant=str(person),
            z_score=np.where(inside["sentence_id"].str.contains("-island long"), -effects[inside["item"], person], 0),
        )
        for person in range(9)
    )
    ratings.loc[ratings["sentence_id"].str.contains("non-island"), "z_score"] = 0
    effect = of(computed(texts, ratings), "human", "interaction")
    items, people = (variance_of_mean(effects.mean(axis=axis)) for axis in (1, 0))
    variance = items + people - variance_of_mean(effects)
    assert max(items, people) < variance < items + people
    half = stats.t.ppf(0.975, variance**2 / (items**2 / 5 + people**2 / 8)) * np.sqrt(variance)
    assert (effect["low"], effect["high"]) == pytest.approx((effects.mean() - half, effects.mean() + half))


def test_raters_are_those_of_each_design_not_of_all():
    both = pd.concat([sentences(), sentences(design="adjunct").iloc[:-1]], ignore_index=True)
    ratings = pd.concat(
        both.loc[both["design"] == design, ["sentence_id"]].assign(participant=person, z_score=float(number))
        for design, people in (("whether", "abc"), ("adjunct", "cdef"))
        for number, person in enumerate(people)
    )
    found = computed(both, ratings, {"trigram": system(both, 1)})
    raters = found[found["row"] == "human"].groupby("design")["people"].unique().map(list).to_dict()
    assert raters == {"whether": [3], "adjunct": [4]}
    made = table_of_effects.make_factorial(factorial=found, labels={"trigram/slor": "Trigram SLOR"})
    assert made["Raters"].tolist() == ["3", "", "4", ""]


def test_a_condition_without_values_has_no_effect():
    texts = sentences()
    z_scores = system(texts[texts["factor_2"] != "long"], 1)
    found = computed(texts, NO_RATINGS, {"trigram": z_scores})
    io.check_table(found, FACTORIAL, "factorial")
    assert of(found, "trigram/slor", "factor_1")["value"] == pytest.approx(0.25)
    assert all(np.isnan(of(found, "trigram/slor", name)["value"]) for name in ("interaction", "factor_2"))


def test_the_table_has_people_first_in_each_design():
    texts = pd.concat([sentences(5), sentences(5, design="adjunct").iloc[:-1]], ignore_index=True)
    found = computed(texts, NO_RATINGS, {"trigram": system(texts, 1)})
    made = table_of_effects.make_factorial(factorial=found, labels={"trigram/slor": "Trigram SLOR"})
    assert made[["Design", "System"]].to_numpy().tolist() == [
        [design, name] for design in ("whether", "adjunct") for name in ("People", "Trigram SLOR")
    ]
    assert list(made) == ["Design", "System", "non-island − island", "short − long", "Interaction"]
    assert made["non-island − island"].tolist() == ["0.250"] * 4
    assert made["Interaction"].iloc[0].startswith("1.450 [")


def test_levels_in_the_other_order_turn_the_sign_and_the_formula():
    texts = sentences().sort_values("factor_1", ascending=True, kind="stable")  # island before non-island
    found = computed(texts)
    assert of(found, "human", "interaction")["value"] == pytest.approx(-1.35)
    made = table_of_effects.make_factorial(factorial=found, labels={})
    assert list(made)[2] == "island − non-island"


def test_names_of_levels_may_hold_spaces_and_be_alike():
    """``no`` and ``gap gap`` read like ``no gap`` and ``gap``."""
    spaced = {"non-island": "no", "island": "no gap"}, {"short": "gap", "long": "gap gap"}
    texts = sentences()
    texts = texts.assign(factor_1=texts["factor_1"].replace(spaced[0]), factor_2=texts["factor_2"].replace(spaced[1]))
    found = computed(texts)
    io.check_table(found, FACTORIAL, "factorial")
    of_both = found.set_index(["factor_1", "factor_2"])["value"]
    assert of_both["no", "gap gap"] == pytest.approx(0.5) and of_both["no gap", "gap"] == pytest.approx(0.75)
    assert of(found, "human", "interaction")["value"] == pytest.approx(1.35)
    same = found.assign(factor_2=found["factor_2"].replace({"gap": "no", "gap gap": "no gap"}))
    made = table_of_effects.make_factorial(factorial=same, labels={})
    columns = ["no − no gap, factor 1", "no − no gap, factor 2", "Interaction"]
    assert [made[name].iloc[0][:5] for name in columns] == ["0.250", "0.500", "1.350"]
    plot = figure_of_effects.draw_factorial(factorial=found, labels={}, colours={}, width=345)
    drawn = [line.get_ydata().tolist() for line in plot.axes[0].lines]
    assert drawn == [pytest.approx([1.0, 0.5]), pytest.approx([0.75, -1.1])]


def test_where_conditions_stand_at_different_places_people_are_compared_at_the_same_ones():
    """All ratings rise by 1 from stage 1 to 2, and two thirds of the answers about long islands are at stage 2.

    The interaction is (0.5 + 1) − (1 − 0.75) = 1.25 at each stage; over all answers, it is 2/3 − 1/2 = 1/6 smaller.
    """
    texts = sentences(items=5)
    inside = texts[texts["design"] != ""]
    value = inside["factor_1"].add(" " + inside["factor_2"]).map(CELLS).to_numpy()
    long_islands = (inside["factor_1"] + inside["factor_2"] == "islandlong").to_numpy()
    rows = [
        (f"p{person}", name, at + late, 1.0 + late)
        for person in range(60)
        for name, at, much in zip(inside["sentence_id"], value, long_islands, strict=True)
        for late in [int(person % 6 >= (2 if much else 3))]
    ]
    ratings = pd.DataFrame(rows, columns=["participant", "sentence_id", "z_score", "place"])
    found = computed(texts, ratings)
    io.check_table(found, FACTORIAL, "factorial")
    assert of(found, "human", "interaction")["value"] == pytest.approx(1.25 - 1 / 6)
    assert of(found, factorial.BALANCED, "interaction")["value"] == pytest.approx(1.25)
    assert of(found, factorial.BALANCED, "island long")["value"] == pytest.approx(-0.5)
    shown = table_of_effects.make_factorial(factorial=found, labels={})
    assert shown["System"].tolist() == ["People", "People, same places"]
    another = found[found["row"] == "human"].assign(design="another")  # whose conditions are at the same places
    of_both = table_of_effects.make_factorial(factorial=pd.concat([another, found]), labels={})
    assert of_both["System"].tolist() == ["People", "People", "People, same places"]
    assert of_both["Raters"].tolist() == ["60", "60", "60"]
    alike = ratings.assign(place=1.0 + ratings["participant"].str[1:].astype(int) % 2)
    assert set(computed(texts, alike)["row"]) == {"human"}


def test_the_balanced_interval_is_that_of_the_mean_of_both_stages():
    """Without one person or item, each stage is averaged anew."""
    draw = np.random.default_rng(4)
    texts = sentences(items=6)
    inside = texts.loc[texts["design"] != "", "sentence_id"].to_numpy()
    rows = [
        (f"p{p}", name, draw.normal(), 1.0 + ((p + n) % 3 == 0)) for p in range(40) for n, name in enumerate(inside)
    ]
    ratings = pd.DataFrame(rows, columns=["participant", "sentence_id", "z_score", "stage"])
    values = ratings.merge(factorial.conditions_of(texts), on="sentence_id")
    found = factorial.estimates(values, values["participant"])["interaction"]

    def interaction(table: pd.DataFrame) -> float:
        means = table.groupby(["stage", "condition"], observed=False)["z_score"].mean().unstack().mean()
        return means.to_numpy() @ factorial.EFFECTS["interaction"]

    assert found.value == pytest.approx(interaction(values))
    without = [interaction(values[values["participant"] != name]) for name in values["participant"].unique()]
    assert found.left_out == pytest.approx(without)
