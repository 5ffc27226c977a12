"""The study over all human judgments, with made-up tables."""

import numpy as np
import pandas as pd
import pytest

from acceptability.analyses.crossed.manifest import SPLITS
from acceptability.contracts import io
from acceptability.figures import style
from acceptability.papers.humans import figures, metrics, study, tables
from acceptability.papers.humans.contracts import PEOPLE_AND_SYSTEMS
from acceptability.statistics import halves, panels

LABELS = {"a": "Data A", "b": "Data B", "c": "Data C", "d": "Data D"}
ROWS = [
    ("a", "r", "people/halves", 0.6),
    ("a", "r", "people/perfect", 0.775),
    ("a", "r", "m/slor", 0.2),
    ("a", "r", "n/slor", 0.3),
    ("a", "share", "people/single", 0.7),
    ("a", "share", "people/most", 0.9),
    ("a", "share", "m/slor", 0.65),
    ("b", "r", "people/panels", 0.8),
    ("c", "share", "people/single", 0.94),
    ("d", "r", "m/slor", -0.1),
]


def numbers() -> pd.DataFrame:
    """Return the table PEOPLE_AND_SYSTEMS with ROWS, whose intervals are 0.1 wide."""
    rows = [(*row, row[2].upper(), value, value - 0.05, value + 0.05, 1200, 1200) for *row, value in ROWS]
    return io.check_table(pd.DataFrame(rows, columns=list(PEOPLE_AND_SYSTEMS.columns)), PEOPLE_AND_SYSTEMS, "numbers")


def covering(number: int, row: str = "n/slor") -> pd.DataFrame:
    """Return the table in which this row of the first dataset covers so many of 1,200 sentences."""
    table = numbers()
    table.loc[table["row"] == row, "number"] = number
    return table


def test_datasets_on_which_participants_agree_most_come_first():
    """Datasets are ordered by r, then by the share of single participants; those without single answers come last."""
    ordered = tables.ordered_rows(numbers())
    assert ordered["dataset"].tolist() == ["b", "a", "c", "d"]
    assert ordered["best_r"].tolist() == ["", "n/slor", "", "m/slor"]
    assert ordered["best_share"].tolist() == ["", "m/slor", "", ""]
    assert set(ordered["part_r"]) == set(ordered["part_share"]) == {""}


def test_the_table_has_participants_and_the_best_system_with_the_number_of_each():
    table = covering(1000, "people/halves")
    shown = tables.overview(people_and_systems=table, dataset_labels=LABELS).set_index("Dataset")
    assert shown.loc["Data A", "Participants, r"] == "0.600 [0.550, 0.650]; 1,000 of 1,200"
    assert shown.loc["Data A", "Perfect predictor, r"] == "0.775 [0.725, 0.825]; 1,200"
    best = shown.loc["Data A", ["Best system on all, r", "Best system on all by r"]]
    assert best.tolist() == ["0.300 [0.250, 0.350]; 1,200", "N/SLOR"]
    assert shown.loc["Data A", "Best system on all by pairs"] == "M/SLOR" and "Best on a part, r" not in shown
    assert shown.loc["Data C", "Participants, r"] == ""
    assert shown.loc["Data C", "Single participant, pairs right"].startswith("0.940")


def test_the_best_system_on_all_and_the_best_on_a_part_are_both_shown():
    """A row that covers a part neither hides what covers all nor is hidden by it, whichever is better."""
    ordered = tables.ordered_rows(covering(800)).set_index("dataset").loc["a"]
    assert ordered[["best_r", "part_r"]].tolist() == ["m/slor", "n/slor"]
    shown = tables.overview(people_and_systems=covering(800), dataset_labels=LABELS).set_index("Dataset").loc["Data A"]
    assert shown["Best system on all, r"] == "0.200 [0.150, 0.250]; 1,200"
    assert shown["Best on a part, r"] == "0.300 [0.250, 0.350]; 800 of 1,200"
    assert shown["Best system on a part by r"] == "N/SLOR"


def test_where_no_system_covers_all_there_is_only_one_on_a_part():
    table = covering(800, "m/slor")
    assert tables.ordered_rows(table).set_index("dataset").loc["d", ["best_r", "part_r"]].tolist() == ["", "m/slor"]


def test_the_figure_marks_a_part_by_another_marker_and_its_percentage():
    left, _ = figures.overview(people_and_systems=covering(800), dataset_labels=LABELS, width=style.PAGE).axes
    certain = [line for line in left.lines if line.get_alpha() == 1]
    at = {line.get_marker(): line.get_xdata()[np.isfinite(line.get_xdata())].tolist() for line in certain}
    assert at["D"] == [0.3] and at["s"] == [0.2, -0.1] and at["|"] == [0.775]
    assert [text.get_text() for text in left.texts if text.get_text().endswith("%")] == ["67 %"]
    style.plt.close(left.figure)


def test_the_figure_has_a_row_for_each_dataset():
    figure = figures.overview(people_and_systems=numbers(), dataset_labels=LABELS, width=style.PAGE)
    assert [text.get_text() for text in figure.axes[0].get_yticklabels()] == ["Data B", "Data A", "Data C", "Data D"]
    style.plt.close(figure)


def test_the_figure_marks_an_interval_that_is_cut_and_a_value_without_one():
    table = numbers()
    table.loc[table["row"] == "people/halves", "low"] = -0.9
    table.loc[table["row"] == "people/panels", ["low", "high"]] = np.nan
    left, _ = figures.overview(people_and_systems=table, dataset_labels=LABELS, width=style.PAGE).axes
    ends = [tuple(point) for marks in left.collections for point in np.ma.getdata(marks.get_offsets()) if any(point)]
    (people,) = {y for x, y in ends if x == left.get_xlim()[0]}
    pale = [line.get_xdata() for line in left.lines if line.get_alpha() == figures.PALE]
    assert left.get_yticks()[1] + figures.PLACES["people"] * figures.APART == people  # in the row of Data A
    assert [values[np.isfinite(values)].tolist() for values in pale] == [[0.8], [], [], [], []]
    style.plt.close(left.figure)


def tables_of(people: dict[str, list[float]], **more: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """Return the tables of a dataset with two pairs, by name: the ratings are those of each person, in order."""
    ids = ["g1", "b1", "g2", "b2"]
    columns = [{"participant": who, "sentence_id": ids, "z_score": z} for who, z in people.items()]
    pairs = {"pair_id": ["1", "2"], "good_id": ["g1", "g2"], "bad_id": ["b1", "b2"], "cluster": ["x", "y"]}
    made = {
        "sentences": pd.DataFrame({"sentence_id": ids, "sentence": ids, "rating": 0.0}),
        "pairs": pd.DataFrame(pairs | {"phenomenon": ["x", "y"]}),
        "ratings": pd.concat(map(pd.DataFrame, columns), ignore_index=True),
    }
    return made | more


def gathered(own: dict[str, pd.DataFrame]) -> pd.DataFrame:
    """Return what is gathered from these tables of one dataset without systems, by row."""
    tables_by_argument = {study.argument(name, "my-set"): table for name, table in own.items()}
    made = metrics.people_and_systems(labels_by_dataset={"my-set": {}}, **tables_by_argument)
    return io.check_table(made, PEOPLE_AND_SYSTEMS, "made").set_index("row")


def test_of_single_ratings_there_are_halves_and_single_participants():
    z = [1.0, 0.0, 0.5, -0.5]
    made = gathered(tables_of({"a": z, "b": z}))
    assert made.loc["people/halves", "value"] == pytest.approx(1) and made.loc["people/halves", "number"] == 4
    assert made.loc["people/single", ["value", "number"]].tolist() == [1, 2]


def test_where_most_sentences_have_one_rater_only_single_participants_are_known():
    own = tables_of({"a": [1.0, 0.0, 0.5, -0.5]})
    own["ratings"]["participant"] = list("aabb")
    assert gathered(own).index.tolist() == ["people/single"]


def test_choices_of_pairs_take_the_place_of_single_ratings():
    chosen = pd.DataFrame([("individual", 0.9, 0.8, 0.95, 7)], columns=["statistic", "value", "low", "high", "number"])
    z = [1.0, 0.0, 0.5, -0.5]
    made = gathered(tables_of({"a": z, "b": z}, choices=chosen))
    assert made.loc["people/single", ["value", "number"]].tolist() == [0.9, 7]


def ratings_that_cross(people: int) -> dict[str, pd.DataFrame]:
    """Return the tables of 36 sentences, six sets in six constructions, with the ratings of so many participants."""
    ids, draw = [f"s{number}" for number in range(36)], np.random.default_rng(1)
    worth = draw.normal(size=36)
    z = (worth + draw.normal(size=(people, 36))).ravel()
    who, what = np.divmod(np.arange(36 * people), 36)
    sets = {"set": [f"verb {number // 6}" for number in range(36)], "construction": [f"{n % 6}" for n in range(36)]}
    return {
        "sentences": pd.DataFrame({"sentence_id": ids, "sentence": ids, "rating": worth} | sets),
        "pairs": pd.DataFrame(columns=["pair_id", "good_id", "bad_id", "cluster", "phenomenon"]),
        "ratings": pd.DataFrame({"participant": who.astype(str), "sentence_id": np.array(ids)[what], "z_score": z}),
    }


def test_a_perfect_predictor_is_expected_to_reach_the_root_of_the_agreement():
    made = gathered(ratings_that_cross(people=8))
    halves, perfect = (made.loc[row, ["value", "low", "high"]] for row in ("people/halves", "people/perfect"))
    assert perfect["value"] ** 2 == pytest.approx(halves["value"]) and perfect["value"] > halves["value"] > 0
    assert made["total"].tolist() == [36, 36]


def test_where_sets_and_constructions_cross_the_interval_is_over_both_and_participants():
    own = ratings_that_cross(people=8)
    crossed = pd.DataFrame(columns=["stratum", "row", "level", "pearson_r", "low", "high", "sentences"])
    joint = gathered(own | {"crossed": crossed}).loc["people/halves"]
    rated = panels.answers(own["ratings"])
    kinds = [np.arange(36) // 6, np.arange(36) % 6]
    order = [int(name[1:]) for name in rated.sentences]
    expected = halves.agreement(rated, [kind[order] for kind in kinds], SPLITS, metrics.SEED)
    assert joint[["value", "low", "high"]].tolist() == pytest.approx([expected.r, *expected.interval()])
    assert np.isfinite(joint["low"]) and len(expected.estimates) == 7
