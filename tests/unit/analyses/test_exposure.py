"""People's ratings at each stage of the questionnaire, and the gaps of systems: by hand and in simulated surveys."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from acceptability.analyses.exposure.compute import compute
from acceptability.analyses.exposure.figure import draw_exposure
from acceptability.analyses.exposure.manifest import EXPOSURE, EXPOSURE_SLOPES, MOST
from acceptability.analyses.exposure.table import make_exposure
from acceptability.contracts import io
from acceptability.figures.style import plt
from acceptability.statistics import places

ITEMS, PEOPLE, STAGES = 6, 10, 2
SENTENCES = pd.DataFrame(
    {
        "sentence_id": [f"{kind}{item}" for kind in "ab" for item in range(ITEMS)],
        "sentence": "x",
        "rating": np.linspace(-1, 1, 2 * ITEMS),
        "construction": ["island"] * ITEMS + ["filler"] * ITEMS,
    }
)


def survey(seed: int = 1) -> pd.DataFrame:
    """Return ratings in which everyone rates each sentence once; half the people see each half early."""
    draw = np.random.default_rng(seed).normal
    rows = [
        (f"p{person}", name, 0.3 * (kind == "a") * late + 0.4 * draw(), 1.0 + 10 * late)
        for person in range(PEOPLE)
        for name in SENTENCES["sentence_id"]
        for kind, item in [(name[0], int(name[1]))]
        for late in [(person + item) % 2]
    ]
    return pd.DataFrame(rows, columns=["participant", "sentence_id", "z_score", "place"])


def system(values: pd.Series, names: pd.Series = SENTENCES["sentence_id"]) -> pd.DataFrame:
    return pd.DataFrame({"sentence_id": names, "measure": "slor", "z_score": values})


def computed(sentences=SENTENCES, ratings=None, **systems: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return EXPOSURE and EXPOSURE_SLOPES, after a check of their contracts."""
    ratings = survey() if ratings is None else ratings
    made = compute(sentences=sentences, ratings=ratings, z_scores=systems, dataset="d")
    return io.check_table(made["exposure"], EXPOSURE, "e"), io.check_table(
        made["exposure_slopes"], EXPOSURE_SLOPES, "s"
    )


def test_up_to_eight_places_are_stages_and_more_are_put_into_bins():
    found = places.stages_of(pd.Series([10.0, 2.0, 40.0, 10.0]))
    assert found.tolist() == [2, 1, 3, 2]
    assert places.stages_of(pd.Series(range(1, 33))).tolist() == [stage for stage in range(1, 9) for _ in range(4)]
    assert places.stages_of(pd.Series(range(1, 51))).value_counts().sort_index().tolist() == [7, 7, 6, 6, 6, 6, 6, 6]


@given(st.lists(st.integers(1, 200), min_size=1, max_size=60))
def test_stages_are_in_the_order_of_places_and_of_equal_numbers_of_places(drawn):
    table = pd.DataFrame({"place": drawn, "stage": places.stages_of(pd.Series(drawn))})
    ends = table.groupby("stage")["place"].agg(["min", "max", "nunique"])
    assert ends.index.tolist() == list(range(1, min(8, table["place"].nunique()) + 1))
    assert (ends["min"].iloc[1:].to_numpy() > ends["max"].iloc[:-1].to_numpy()).all()
    assert ends["nunique"].max() - ends["nunique"].min() <= 1


def test_the_kind_is_the_condition_the_construction_or_the_label():
    design = {"design": ["d", "d", ""], "factor_1": ["a", "b", ""], "factor_2": ["c", "c", ""], "label": [1, 0, 1]}
    table = pd.DataFrame({"sentence_id": ["x", "y", "filler"], "construction": ["one", "two", "two"]} | design)
    assert places.kinds_of(table).to_numpy().tolist() == [["d", "a, c"], ["d", "b, c"]]
    many = pd.concat([table[:2].assign(sentence_id=[f"x{n}", f"y{n}"], design=f"d{n}") for n in range(9)])
    assert places.kinds_of(many).drop_duplicates().to_numpy().tolist() == [["", "a, c"], ["", "b, c"]]
    assert len(places.kinds_of(many[:16]).drop_duplicates()) == 16  # eight designs
    assert places.kinds_of(table.drop(columns="design"))["construction"].tolist() == ["one", "two", "two"]
    labelled = places.kinds_of(table[["sentence_id", "label"]])
    assert labelled["construction"].tolist() == ["acceptable", "unacceptable", "acceptable"]
    assert places.kinds_of(table[["sentence_id"]])["construction"].unique().tolist() == ["all sentences"]


def test_means_of_people_and_their_intervals_over_people_and_sentences_jointly():
    """Each sentence has as many answers at a stage as others, and each person: the variances are those of means."""
    found, _ = computed()
    ratings = survey()
    late = ratings[ratings["sentence_id"].str.startswith("a") & ratings["place"].eq(11)]
    row = found.set_index(["construction", "stage"]).loc[("island", 2)]
    assert row["value"] == pytest.approx(late["z_score"].mean())
    over = [late.groupby(name)["z_score"].mean() for name in ("sentence_id", "participant")]
    items, people = (values.var(ddof=1) / len(values) for values in over)
    single = late["z_score"].var(ddof=1) / len(late)
    variance = max(items, people, items + people - single)
    degrees = max(ITEMS - 1, variance**2 / (items**2 / (ITEMS - 1) + people**2 / (PEOPLE - 1)))
    half = stats.t.ppf(0.975, degrees) * np.sqrt(variance)
    assert (row["low"], row["high"]) == pytest.approx((row["value"] - half, row["value"] + half))
    assert row[["answers", "sentences", "people"]].tolist() == [ITEMS * PEOPLE / 2, ITEMS, PEOPLE]
    assert (row["first"], row["last"]) == (11, 11) and np.isnan(row["gap"])
    assert found["construction"].unique().tolist() == ["island", "filler"]  # in the order of the sentences


def test_a_gap_is_the_mean_of_people_minus_the_line_of_least_squares():
    scores = pd.Series(np.random.default_rng(2).normal(size=2 * ITEMS))
    found, _ = computed(one=system(scores))
    slope, intercept = np.polyfit(scores, SENTENCES["rating"], 1)
    predicted = dict(zip(SENTENCES["sentence_id"], intercept + slope * scores, strict=True))
    rows = found.set_index(["row", "construction", "stage"])
    ratings = survey()
    early = ratings[ratings["sentence_id"].str.startswith("b") & ratings["place"].eq(1)]
    expected = early["sentence_id"].map(predicted).mean()
    row = rows.loc[("one/slor", "filler", 1)]
    assert row["value"] == pytest.approx(expected)
    assert row["gap"] == pytest.approx(early["z_score"].mean() - expected)
    assert row["gap_low"] < row["gap"] < row["gap_high"] and np.isnan(row["low"])
    assert row["r"] == pytest.approx(np.corrcoef(scores, SENTENCES["rating"])[0, 1])
    turned, _ = computed(one=system(3 - 2 * scores))  # on another scale, and the other way round
    assert turned["gap"].tolist() == pytest.approx(found["gap"].tolist(), nan_ok=True)


def test_what_a_system_does_not_cover_changes_no_other_row_and_constant_scores_predict_nothing():
    scores = pd.Series(np.arange(2.0 * ITEMS))
    alone, _ = computed(one=system(scores))
    part = system(scores[3:], SENTENCES["sentence_id"][3:])
    beside, _ = computed(one=system(scores), part=part, constant=system(scores * 0))
    assert set(beside["row"]) == {"human", "one/slor", "part/slor"}
    pd.testing.assert_frame_equal(beside[beside["row"] != "part/slor"].reset_index(drop=True), alone)
    covered = beside[(beside["row"] == "part/slor") & (beside["construction"] == "island")]
    assert covered["sentences"].tolist() == [3, 3]
    assert covered["gap_low"].isna().all()  # over three sentences, there is no interval
    assert beside.loc[beside["row"].eq("part/slor") & beside["construction"].eq("filler"), "gap_low"].notna().all()


@pytest.mark.parametrize("column", ["place", None])
def test_lists_in_which_each_sentence_has_one_place_are_not_compared(column):
    """Sentence 0 stands first in all questionnaires, and so on: whatever changes may be the sentences' own doing."""
    ratings = survey().assign(place=lambda table: table["sentence_id"].str[1].astype(float) + 1)
    found, slopes = computed(ratings=ratings if column else ratings.drop(columns="place"))
    assert found.empty and slopes.empty
    assert make_exposure(exposure=found, exposure_slopes=slopes, labels={"one/slor": "One"}).empty
    figure = draw_exposure(exposure=found, labels={}, colours={}, width=219)
    assert "no sentence stands at several stages" in [text.get_text() for text in figure.axes[0].texts]
    plt.close(figure)


def test_a_sentence_with_one_place_beside_others_counts_nowhere():
    ratings = survey()
    ratings.loc[ratings["sentence_id"] == "a0", "place"] = 1.0
    found, slopes = computed(ratings=ratings)
    human = found.set_index(["construction", "stage"])["sentences"]
    assert human.loc[("island", 1)] == human.loc[("island", 2)] == ITEMS - 1
    assert slopes.set_index("construction")["sentences"].tolist() == [ITEMS - 1, ITEMS]


def test_a_slope_within_a_person_by_hand():
    """p's answers rise by 0.4 from stage 1 to 3, q's by 0.8: 0.2 and 0.4 a stage; on average 0.3.

    Sentence s is better than r by 5, and stands late as often as early, so that nothing of it is in the slopes.
    """
    answers = [("p", "r", 0.0, 1), ("p", "s", 5.4, 3), ("q", "s", 5.0, 1), ("q", "r", 0.8, 3)]
    table = pd.DataFrame(answers, columns=["person", "sentence", "value", "stage"])
    found = places.slope_within_people(table["value"], table["stage"], table["sentence"], table["person"])
    assert found.value == pytest.approx(0.3)
    apart = [("p", "r", 0.0, 1), ("p", "s", 0.4, 3), ("q", "r", 0.0, 1), ("q", "s", 0.8, 3)]
    table = pd.DataFrame(apart, columns=["person", "sentence", "value", "stage"])
    found = places.slope_within_people(table["value"], table["stage"], table["sentence"], table["person"])
    assert np.isnan(found.value)  # each sentence has one stage


def test_slopes_are_the_means_of_the_persons_own_where_all_answer_at_all_stages():
    """Their standard error is that of these means, and their interval Student's t over people."""
    draw, stages = np.random.default_rng(5).normal, np.arange(6)
    own = 0.1 + 0.05 * draw(size=40)
    rows = [
        (person, f"s{(person + stage) % 6}", own[person] * stage + 0.2 * draw(), stage)
        for person in range(40)
        for stage in stages
    ]
    table = pd.DataFrame(rows, columns=["person", "sentence", "value", "stage"])
    found = places.slope_within_people(table["value"], table["stage"], table["sentence"], table["person"])
    centred = table["value"] - table.groupby("sentence")["value"].transform("mean")
    shift = table["stage"] - table.groupby("sentence")["stage"].transform("mean")
    by_person = [np.polyfit(shift[rows.index], centred[rows.index], 1)[0] for _, rows in table.groupby("person")]
    assert found.value == pytest.approx(np.mean(by_person), abs=0.003)
    assert found.standard_error() == pytest.approx(stats.sem(by_person), rel=0.05)


@pytest.mark.parametrize(("people", "items"), [(30, 12), (40, 120)])
def test_intervals_of_slopes_hold_the_true_one(people, items):
    """People have slopes of their own, and rate 12 of the sentences, in an order of their own: 30 or 4 raters each."""
    generator, hits, values = np.random.default_rng(7), 0, []
    person = np.repeat(np.arange(people), 12)
    for _ in range(300):
        stage = np.stack([generator.permutation(12) // 2 for _ in range(people)])
        slope = 0.05 + 0.05 * generator.normal(size=(people, 1))
        value = slope * stage + 0.4 * generator.normal(size=stage.shape)
        sentence = np.concatenate([generator.permutation(items) for _ in range(12 * people // items)])
        value += generator.normal(size=items)[sentence].reshape(stage.shape)
        found = places.slope_within_people(value.ravel(), stage.ravel(), sentence, person)
        low, high = found.interval()
        hits += low <= 0.05 <= high
        values.append(found.value)
    assert np.mean(values) == pytest.approx(0.05, abs=0.005)
    assert 0.91 <= hits / 300 <= 0.985


def test_the_table_and_the_figure_show_people_and_gaps():
    scores = pd.Series(np.arange(2.0 * ITEMS))
    names = [f"s{number}" for number in range(5)]
    noise = np.random.default_rng(3)
    systems = {name: system(scores + 4 * number * noise.normal(size=12)) for number, name in enumerate(names)}
    found, slopes = computed(**systems)
    labels = {f"{name}/slor": f"System {name}" for name in names}
    made = make_exposure(exposure=found, exposure_slopes=slopes, labels=labels)
    main = ["People’s mean", "Gap of System s0"] * 2  # that with the highest correlation
    assert made.latex["Value"].tolist() == main
    assert made.frame["Value"].tolist() == main + [f"Gap of System s{number}" for number in range(1, 5)] * 2
    assert made.frame["Kind of sentences"].tolist() == [
        kind for times in (2, 4) for kind in ["island"] * times + ["filler"] * times
    ]
    first = found[(found["row"] == "human") & (found["stage"] == 1)].iloc[0]
    assert made.frame["First stage"].iloc[0].startswith(f"{first['value']:.3f}".replace("-", "−"))
    assert made.frame["First stage"].iloc[0].endswith("(30)")
    for heading in ("Change per stage", "p"):
        assert (made.frame[heading] == "").tolist() == [False, True] * 2 + [True] * 8
    colours = dict.fromkeys(labels, "#0072B2")
    for shown, lines in ((labels, 1), (dict(list(labels.items())[:2]), 2)):
        figure = draw_exposure(exposure=found, labels=shown, colours=colours, width=452)
        panel = figure.axes[0]
        assert [line.get_linestyle() for line in panel.lines].count("-") == 1 and len(panel.lines) == lines + 1
        assert panel.get_title() == "island" and len(figure.axes) == 2
        plt.close(figure)


def test_of_many_kinds_latex_and_the_figure_show_those_with_most_answers():
    ratings = survey().assign(sentence_id=lambda table: table["sentence_id"].str[1])  # each item is a kind
    kinds = SENTENCES[:ITEMS].assign(sentence_id=list("012345"), construction=[f"kind {item}" for item in range(ITEMS)])
    many = pd.concat(
        [
            kinds.assign(sentence_id=f"{n}." + kinds["sentence_id"], construction=f"{n} " + kinds["construction"])
            for n in range(5)
        ]
    )
    answers = pd.concat([ratings.assign(sentence_id=f"{n}." + ratings["sentence_id"]) for n in range(5)])
    fewer = answers["sentence_id"].str.startswith("0.") & answers["participant"].eq("p3")
    found, slopes = computed(many, answers[~fewer])
    made = make_exposure(exposure=found, exposure_slopes=slopes, labels={})
    assert len(made.frame) == 30 and len(made.latex) == MOST == 24
    assert made.latex["Kind of sentences"].str[0].unique().tolist() == list("1234")
    figure = draw_exposure(exposure=found, labels={}, colours={}, width=452)
    assert [axes.get_title() for axes in figure.axes] == made.latex["Kind of sentences"].tolist()
    plt.close(figure)


def test_changes_are_tested_for_all_kinds_together():
    """p: Student's t over people; Holm: the smaller p counts twice, the other once, but not less."""
    _, slopes = computed()
    t = slopes["slope"] / slopes["standard_error"]
    assert slopes["p"].tolist() == pytest.approx((2 * stats.t.sf(t.abs(), PEOPLE - 1)).tolist(), rel=0.2)
    small, large = sorted(slopes["p"])
    assert sorted(slopes["p_holm"]) == pytest.approx([min(1, 2 * small), min(1, max(2 * small, large))])
    assert ((slopes["p"] < 0.05) == (slopes["low"] * slopes["high"] > 0)).all()
