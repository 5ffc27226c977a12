"""Scores beside ratings within and between sets and constructions that cross: levels, intervals, people's halves."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from acceptability.analyses.correlations import compute as correlations_of_rows
from acceptability.analyses.crossed import compute as analysis
from acceptability.analyses.crossed import figure as figure_of_levels
from acceptability.analyses.crossed import table as table_of_levels
from acceptability.analyses.crossed.manifest import CROSSED, LEVELS
from acceptability.contracts import io
from acceptability.datasets.dataset import Dataset
from acceptability.datasets.manifest import are_crossed
from acceptability.evaluation import subject_of
from acceptability.statistics import crossed
from acceptability.statistics.clusters import crossed_r_interval
from acceptability.statistics.families import families
from configurations import keys, planned

NO_RATINGS = pd.DataFrame({"participant": [], "sentence_id": [], "z_score": []})


def without_effects(values: np.ndarray, *clusters: np.ndarray) -> np.ndarray:
    """Return the residuals of least squares with a column of ones for each cluster."""
    dummies = np.hstack([(numbers[:, None] == np.unique(numbers)).astype(float) for numbers in clusters])
    return values - dummies @ np.linalg.lstsq(dummies, values, rcond=None)[0]


def r_of(level: str, x: np.ndarray, y: np.ndarray, sets: np.ndarray, constructions: np.ndarray) -> float:
    """Return Pearson's r at a level, by its definition."""
    taken = {"within_sets": (sets,), "within_constructions": (constructions,), "within_both": (sets, constructions)}
    if level in taken:
        x, y = (without_effects(side, *taken[level]) for side in (x, y))
    elif level != "all":
        names = sets if level == "between_sets" else constructions
        x, y = (pd.Series(side).groupby(names).mean().to_numpy() for side in (x, y))
    return np.corrcoef(x, y)[0, 1]


def table_of(sets: int, constructions: int, complete: bool) -> tuple[np.ndarray, ...]:
    """Return two columns that effects of both kinds share, with the numbers of sets and of constructions."""
    draw = np.random.default_rng(1)
    first, second = np.divmod(np.arange(sets * constructions), constructions)
    if not complete:
        kept = draw.random(len(first)) < 0.7
        first, second = (np.append(numbers[kept], numbers[kept][:9]) for numbers in (first, second))
    of_sets, of_constructions = draw.normal(size=(2, sets)), draw.normal(size=(2, constructions))
    x, y = 0.7 * of_sets[:, first] + of_constructions[:, second] + draw.normal(size=(2, len(first)))
    return x, y + 0.6 * x, first, second


@pytest.mark.parametrize("complete", [True, False])
@pytest.mark.parametrize("level", [*crossed.WITHIN, *crossed.BETWEEN])
def test_each_level_is_what_it_is_without_each_cluster(level, complete):
    x, y, first, second = table_of(9, 6, complete)
    estimates = crossed.correlations(x, y, crossed.crossing(first, second))[level]
    exact = complete or level != "within_both"
    for estimate, numbers in zip(estimates, (first, second, first * 100 + second), strict=True):
        assert estimate.value == pytest.approx(r_of(level, x, y, first, second), abs=1e-12)
        left = [numbers != number for number in pd.unique(numbers)]
        expected = np.array([r_of(level, *(side[rest] for side in (x, y, first, second))) for rest in left])
        nearly = np.abs(estimate.left_out - expected) < (1e-10 if exact else 0.2 * expected.std())
        assert nearly.all() and len(expected) == len(estimate.left_out)


def test_two_effects_are_taken_off_by_least_squares_also_where_parts_of_the_table_are_not_linked():
    x, y, first, second = table_of(8, 5, complete=False)
    apart = np.append(first, first + 8), np.append(second, second + 5)
    values = np.stack([np.append(x, y), np.append(y, x)])
    model = crossed.two_way(crossed.crossing(*apart))
    assert model.residuals(values) == pytest.approx(np.stack([without_effects(side, *apart) for side in values]))
    assert model.parameters == 2 * (8 + 5 - 1)


@pytest.mark.parametrize("sets", [4, 9])
def test_the_leverage_is_the_hat_matrix_whichever_kind_has_more_clusters(sets):
    x, _, first, second = table_of(sets, 6, complete=False)
    dummies = np.hstack([names[:, None] == np.unique(names) for names in (first, second)]).astype(float)
    model = crossed.two_way(crossed.crossing(first, second))
    assert model.leverage(np.arange(len(x))) == pytest.approx(dummies @ np.linalg.pinv(dummies), abs=1e-10)


def test_a_slope_within_both_is_that_of_a_model_with_dummies_also_without_each_cluster():
    x, y, first, second = table_of(8, 5, complete=False)

    def slope(rest: np.ndarray) -> float:
        dummies = [names[rest, None] == np.unique(names[rest]) for names in (first, second)]
        return np.linalg.lstsq(np.hstack([x[rest, None], *dummies]).astype(float), y[rest], rcond=None)[0][0]

    estimate = crossed.slope_within_both(y, x, crossed.crossing(first, second))
    assert estimate.value == pytest.approx(slope(np.full(len(x), True)))
    assert estimate.left_out == pytest.approx([slope(first != name) for name in pd.unique(first)])


def test_effects_of_both_kinds_are_gone_within_both_by_hand():
    """Ratings: a set is worth 0, 1 or 2, a construction 0, 3 or 6; one cell is 1 better. Scores know that cell alone."""
    first, second = np.divmod(np.arange(9), 3)
    odd = (first == 0) & (second == 0)
    rating, score = first + 3.0 * second + odd, odd * 1.0
    levels = {
        name: each[0].value
        for name, each in crossed.correlations(score, rating, crossed.crossing(first, second)).items()
    }
    assert levels["within_both"] == pytest.approx(1)
    # Means of sets: 3 1/3, 4, 5; scores 1/3, 0, 0. Of constructions: 1 1/3, 4, 7.
    assert levels["between_sets"] == pytest.approx(np.corrcoef([1, 0, 0], [10, 12, 15])[0, 1])
    assert levels["between_constructions"] == pytest.approx(np.corrcoef([1, 0, 0], [4, 12, 21])[0, 1])
    # In thirds, the first set's ratings are −7, −1 and 8 from their mean and its scores 2, −1 and −1; in the other two
    # sets, ratings are −9, 0 and 9 from theirs, and scores 0.
    product, of_scores, of_ratings = 2 * -7 + 1 - 8, 4 + 1 + 1, 49 + 1 + 64 + 4 * 81
    assert levels["within_sets"] == pytest.approx(product / np.sqrt(of_scores * of_ratings))


def test_the_interval_adds_variances_over_sets_and_constructions_and_takes_off_that_over_cells():
    x, y, first, second = table_of(12, 6, complete=True)
    sets, constructions, cells = crossed.correlations(x, y, crossed.crossing(first, second))["within_constructions"]
    variances = [
        (len(z) - 1) ** 2 / len(z) * z.var(ddof=1)
        for z in (np.arctanh(it.left_out) for it in (sets, constructions, cells))
    ]
    variance = max(variances[0] + variances[1] - variances[2], *variances[:2])
    free = max(5, variance**2 / (variances[0] ** 2 / 11 + variances[1] ** 2 / 5))
    half = stats.t.ppf(0.975, free) * np.sqrt(variance)
    ends = np.tanh(np.arctanh(sets.value) + np.array([-half, half]))
    assert crossed_r_interval(sets, constructions, cells) == pytest.approx(ends)


@pytest.mark.parametrize(("sets", "constructions"), [(9, 4), (4, 9)])
def test_fewer_than_five_sets_or_constructions_give_no_interval(sets, constructions):
    x, y, first, second = table_of(sets, constructions, complete=True)
    for estimates in crossed.correlations(x, y, crossed.crossing(first, second)).values():
        assert np.isfinite(estimates[0].value) and np.isnan(crossed_r_interval(*estimates)).all()


def test_what_does_not_vary_has_no_r():
    _, y, first, second = table_of(9, 6, complete=True)
    both = crossed.crossing(first, second)
    by_level = crossed.correlations(second * 1.0, y, both)
    assert {level for level, each in by_level.items() if np.isnan(each[0].value)} == {
        "within_constructions",
        "within_both",
        "between_sets",
    }
    for x in (np.zeros(54), first + 10.0 * second):
        assert np.isnan(crossed.correlations(x, y, both)["within_both"][0].value)
    assert np.isnan(crossed.correlations(y[:2], y[:2], crossed.crossing(first[:2], second[:2]))["all"][0].value)


def test_one_degree_of_freedom_gives_no_r():
    """Two sets in two constructions: one number is left within both, so that r would be 1 or −1 whatever it is."""
    first, second = np.divmod(np.arange(4), 2)
    values = np.array([0.0, 1.0, 5.0, 2.0])
    by_level = crossed.correlations(values, values**2, crossed.crossing(first, second))
    assert np.isnan(by_level["within_both"][0].value) and np.isfinite(by_level["within_sets"][0].value)


def test_a_mean_elsewhere_leaves_the_own_cell_out():
    sets, constructions = np.array(["see", "see", "see", "know", "know"]), np.array(["NP", "NP", "S", "NP", "S"])
    both = crossed.crossing(sets, constructions)
    rating = np.array([1.0, 3.0, 5.0, 7.0, 11.0])
    assert crossed.mean_elsewhere(rating, both, 0).tolist() == [5, 5, 2, 11, 7]
    assert crossed.mean_elsewhere(rating, both, 1).tolist() == [7, 7, 11, 2, 5]
    alone = crossed.crossing(["a", "a", "b"], ["NP", "NP", "S"])
    assert np.isnan(crossed.mean_elsewhere(np.arange(3.0), alone, 0)).all()


def sentences(complete: bool = True) -> pd.DataFrame:
    _, rating, first, second = table_of(9, 6, complete)
    texts = [f"{'very ' * number}good {place}" for place, number in enumerate(second)]
    return pd.DataFrame(
        {
            "sentence_id": [f"s{place}" for place in range(len(rating))],
            "sentence": texts,
            "rating": rating,
            "set": [f"verb {number}" for number in first],
            "construction": [f"frame {number}" for number in second],
        }
    )


def scored(table: pd.DataFrame, values) -> dict[str, pd.DataFrame]:
    return {"lm": pd.DataFrame({"sentence_id": table["sentence_id"], "measure": "slor", "z_score": values})}


def computed(table: pd.DataFrame, ratings: pd.DataFrame = NO_RATINGS, z_scores=None) -> pd.DataFrame:
    """Return what the analysis computes, after a check of its contract."""
    made = analysis.compute(sentences=table, ratings=ratings, z_scores=z_scores or {}, dataset="toy")
    io.check_table(made, CROSSED, "crossed")
    return made


def row_at(made: pd.DataFrame, row: str, level: str, stratum: str = "") -> pd.Series:
    """Return the line of the table CROSSED about a row at a level."""
    return made.set_index(["stratum", "row", "level"]).loc[(stratum, row, level)]


def rated_by(texts: pd.DataFrame, **people) -> pd.DataFrame:
    """Return the answers of people to all sentences."""
    return pd.concat(texts[["sentence_id"]].assign(participant=who, z_score=z) for who, z in people.items())


def test_of_two_people_one_stands_against_the_other_stepped_up_to_both():
    """One person left a sentence out: 53 sentences have two raters, and one has one."""
    texts = sentences()
    answers = {"a": texts["rating"], "b": texts["rating"] + 2 * np.sin(np.arange(54))}
    ratings = rated_by(texts, **answers)
    texts.loc[3, "rating"] += 9  # as others would rate it: halves do not ask
    made = computed(texts, ratings[(ratings["sentence_id"] != "s3") | (ratings["participant"] != "b")])
    r = np.corrcoef(*(one.drop(3) for one in answers.values()))[0, 1]
    times = 54 / (53 / 2 + 1)
    people = row_at(made, "human", "all")
    assert people["pearson_r"] == pytest.approx(times * r / (1 + (times - 1) * r)) and people["sentences"] == 53
    kept = texts["sentence_id"] != "s3"
    both = crossed.crossing(*(texts.loc[kept, side] for side in ("set", "construction")))
    estimates = crossed.correlations(*(one[kept].to_numpy() for one in answers.values()), both)["all"]
    low, high = (times * end / (1 + (times - 1) * end) for end in crossed_r_interval(*estimates))
    assert low > 0 and people[["low", "high"]].tolist() == pytest.approx([low, high])


def test_people_have_the_mean_of_random_halves_in_each_stratum():
    """Halve two pairs of people who agree fully within a pair: r depends on who is in which half."""
    texts = sentences().assign(stratum=lambda table: np.where(table["construction"] < "frame 3", "past", "present"))
    odd = np.sin(np.arange(54.0))
    made = computed(texts, rated_by(texts, a=texts["rating"], b=texts["rating"], c=odd, d=odd))
    for stratum in ("", "past", "present"):
        inside = np.ones(54, dtype=bool) if not stratum else (texts["stratum"] == stratum).to_numpy()
        apart = np.corrcoef(texts["rating"][inside], odd[inside])[0, 1]
        steps = [(1 - share) * apart + share for share in np.arange(21) / 20]  # so many halvings part those who agree
        assert row_at(made, "human", "all", stratum)["pearson_r"] in [
            pytest.approx(2 * r / (1 + r)) for r in steps[1:-1]
        ]


def test_where_most_sentences_have_one_rater_people_have_no_row():
    """Two people rate every other sentence each, and both rate a fifth of them."""
    texts = sentences()
    own = rated_by(texts, a=texts["rating"], b=-texts["rating"])
    place = own["sentence_id"].str[1:].astype(int)
    made = computed(texts, own[(place % 2 == (own["participant"] == "b")) | (place < 11)])
    assert made["row"].unique().tolist() == ["negative_length", "set_mean", "construction_mean"]


def test_rows_are_about_the_sentences_that_they_score_and_levels_in_each_stratum():
    texts = sentences().assign(stratum=lambda table: np.where(table["construction"] == "frame 0", "past", "present"))
    values = np.where(np.arange(54) < 50, texts["rating"] + np.arange(54) % 5, np.nan)
    made = computed(texts, z_scores=scored(texts, values))
    assert made["stratum"].unique().tolist() == ["", "past", "present"]
    present = texts.index[(texts["stratum"] == "present") & np.isfinite(values)]
    found = row_at(made, "lm/slor", "between_constructions", "present")
    numbers = texts["construction"].to_numpy()[present]
    expected = r_of("between_constructions", values[present], texts["rating"].to_numpy()[present], numbers, numbers)
    assert found["pearson_r"] == pytest.approx(expected)
    assert found[["sentences", "sets", "constructions"]].tolist() == [len(present), 9, 5]
    whole = row_at(made, "lm/slor", "all")
    assert whole["sentences"] == 50 and whole["pearson_r"] == pytest.approx(
        np.corrcoef(values[:50], texts["rating"][:50])[0, 1]
    )
    assert np.isnan(row_at(made, "lm/slor", "within_sets", "past")["pearson_r"])  # one construction: nothing is left
    assert set(computed(texts.assign(stratum="past"))["stratum"]) == {""}


def test_sentences_without_a_rating_count_nowhere_and_references_say_what_they_know():
    texts = sentences()
    texts.loc[0, "rating"] = np.nan
    made = computed(texts)
    shorter = row_at(made, "negative_length", "all")
    words = texts["construction"].str[-1].astype(int)[1:]
    assert shorter["pearson_r"] == pytest.approx(-np.corrcoef(words, texts["rating"][1:])[0, 1])
    assert shorter["sentences"] == 53
    known = made[made["pearson_r"].notna()].groupby("row")["level"].agg(list).to_dict()
    assert known["set_mean"] == ["all", "within_constructions"] and known["construction_mean"] == ["all", "within_sets"]
    assert known["negative_length"] == ["all", "within_sets", "between_sets", "between_constructions"]


def test_the_order_of_sentences_and_names_of_clusters_change_nothing():
    texts = sentences(complete=False)
    z_scores = scored(texts, np.sin(np.arange(len(texts))) + texts["rating"])
    other = texts.sample(frac=1, random_state=1).assign(set=lambda table: "x" + table["set"])
    both = (
        of_table.set_index(["row", "level"]).sort_index()
        for of_table in (computed(texts, z_scores=z_scores), computed(other, z_scores=z_scores))
    )
    pd.testing.assert_frame_equal(*both)


def test_the_table_has_people_first_and_a_block_for_each_stratum():
    texts = sentences().assign(
        stratum=lambda table: np.where(table["construction"] < "frame 3", "past_progressive", "past")
    )
    ratings = pd.concat(
        texts[["sentence_id"]].assign(participant=who, z_score=texts["rating"] + np.arange(54) % number)
        for number, who in enumerate("abcd", start=2)
    )
    made = computed(texts, ratings, scored(texts, texts["rating"] ** 3))
    shown = table_of_levels.make_crossed(crossed=made, labels={"lm/slor": "LM SLOR"}, title="Toy")
    assert list(shown) == ["Toy", "Number of sentences", *LEVELS.values()] and len(shown) == 15
    assert shown["Toy"][9:11].tolist() == ["LM SLOR, past progressive", "Participants, half against half, past"]
    assert shown["Toy"][:5].tolist() == [
        "Participants, half against half",
        "Shorter is better",
        "Ratings of the set elsewhere",
        "Ratings of the construction elsewhere",
        "LM SLOR",
    ]
    assert shown["Within sets"][2] == "" and shown["All sentences"][4].endswith("]")
    plain = table_of_levels.make_crossed(crossed=made[made["stratum"] == ""], labels={"lm/slor": "LM"}, title="Toy")
    assert plain["Toy"].tolist()[3:] == ["Ratings of the construction elsewhere", "LM"]
    plot = figure_of_levels.draw_crossed(
        crossed=made, labels={"lm/slor": "LM"}, colours={"lm/slor": "#0072B2"}, width=452
    )
    assert len(plot.axes) == 6 and plot.axes[0].get_xlim()[1] == 1.05
    figure_of_levels.plt.close(plot)


def test_the_figure_shows_each_of_ten_strata():
    texts = sentences()
    whole = computed(texts, z_scores=scored(texts, texts["rating"] ** 3))
    made = pd.concat(whole.assign(stratum=stratum) for stratum in ("", *(f"tense {number}" for number in range(10))))
    plot = figure_of_levels.draw_crossed(crossed=made, labels={}, colours={}, width=452)
    named = [text.get_text() for text in plot.legends[0].get_texts()]
    assert named == ["95 % interval", *(f"tense {number}" for number in range(10))]
    assert len(plot.axes[0].collections) == 12  # the intervals, all sentences and each part
    figure_of_levels.plt.close(plot)


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        ("aX aY bX bY", True),
        ("aX bX bY", True),  # a table that is not complete, but linked
        ("aX bX cY dY", False),  # sets lie within constructions
        ("aX aY bZ bW", False),  # constructions lie within sets
        ("aX aY bX bY cZ dZ", False),  # two families
        ("aX bX", False),
        ("aX aY", False),
        ("", False),
    ],
)
def test_sets_and_constructions_cross_where_they_link_all_sentences(cells, expected):
    own_sets, constructions = ([cell[side] for cell in cells.split()] for side in (0, 1))
    assert are_crossed(own_sets, constructions) is expected
    texts = pd.DataFrame({"set": own_sets, "construction": constructions}, dtype=object)
    texts = texts.assign(sentence_id=texts.index.astype(str), sentence=texts.index.astype(str), rating=1.0)
    no_pairs = Dataset(texts).pairs
    if expected:
        assert families(texts, no_pairs).nunique() == 1
    assert ("crossed" in subject_of(Dataset(texts), []).has) is expected


def test_what_is_fitted_to_ratings_of_other_families_is_not_asked_about_one_family():
    names = ("mega-acceptability", "that-trace")
    datasets = {name: {"kind": name, "label": name} for name in names}
    ngram = {"label": "Trigram", "corpus": "brown", "order": 3, "tokenisation": "words", "measures": ["log_prob"]}
    ngram |= {"lowercase": True, "end_of_sentence": True}
    fitted = {"label": "Fitted", "row": "trigram/log_prob"}
    config = {"studies": [], "run": "all", "datasets": datasets, "corpora": {"brown": {"kind": "brown"}}}
    plan = planned(config | {"ngram": {"trigram": ngram}, "fitted": {"fitted": fitted}})
    verbs, items = (plan.datasets[name] for name in names)
    assert keys(verbs.systems) == ["trigram"] and keys(items.systems) == ["trigram", "fitted"]
    assert {"crossed", "rated", "scores"} <= verbs.has and "crossed" not in items.has


def test_what_raters_add_is_not_asked_for_where_all_sentences_are_one_family(monkeypatch):
    """Such a table has a row a person and a column a sentence: of large data, gigabytes."""
    texts = sentences()
    ratings = texts[["sentence_id"]].assign(participant="a", z_score=texts["rating"])
    monkeypatch.setattr(correlations_of_rows, "answers", None)
    pairs = pd.DataFrame(columns=["pair_id", "good_id", "bad_id", "cluster"], dtype=object)
    made = correlations_of_rows.compute(
        level="sentences",
        sentences=texts,
        pairs=pairs,
        ratings=ratings,
        z_scores=scored(texts, texts["rating"]),
        deltas={},
        dataset="toy",
    )
    assert made["fits"][["low", "high"]].isna().all(axis=None) and made["fits"]["pearson_r"].tolist() == [1]
