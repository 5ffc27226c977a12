"""The study over all human judgments, with made-up tables."""

import numpy as np
import pandas as pd
import pytest

from acceptability.contracts import io
from acceptability.figures import style
from acceptability.papers.humans import figures, metrics, study, tables
from acceptability.papers.humans.contracts import PEOPLE_AND_SYSTEMS

LABELS = {"a": "Data A", "b": "Data B", "c": "Data C", "d": "Data D"}
ROWS = [
    ("a", "r", "people/halves", 0.6),
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
    rows = [(key, what, row, row.upper(), value, value - 0.05, value + 0.05, 1200) for key, what, row, value in ROWS]
    return io.check_table(pd.DataFrame(rows, columns=list(PEOPLE_AND_SYSTEMS.columns)), PEOPLE_AND_SYSTEMS, "numbers")


def test_datasets_on_which_people_agree_most_come_first():
    """Datasets are ordered by r, then by how often one person is right; those without single answers come last."""
    ordered = tables.ordered_rows(numbers())
    assert ordered["dataset"].tolist() == ["b", "a", "c", "d"]
    assert ordered["best_r"].tolist() == ["", "n/slor", "", "m/slor"]
    assert ordered["best_share"].tolist() == ["", "m/slor", "", ""]


def test_the_table_has_people_and_the_best_system_with_the_number_of_each():
    table = numbers()
    table.loc[table["row"] == "people/halves", "number"] = 1000
    shown = tables.overview(people_and_systems=table, dataset_labels=LABELS).set_index("Dataset")
    assert shown.loc["Data A", "People, r"] == "0.600 [0.550, 0.650]; 1,000"
    assert shown.loc["Data A", ["Best system, r", "Which, by r"]].tolist() == ["0.300 [0.250, 0.350]; 1,200", "N/SLOR"]
    assert shown.loc["Data A", "Which, by pairs"] == "M/SLOR"
    assert shown.loc["Data C", "People, r"] == "" and shown.loc["Data C", "One person, pairs right"].startswith("0.940")


def test_a_system_that_covers_less_is_not_the_best():
    table = numbers()
    table.loc[(table["row"] == "n/slor"), "number"] = 1199
    assert tables.ordered_rows(table).set_index("dataset").loc["a", "best_r"] == "m/slor"


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
    assert left.get_yticks()[1] - figures.APART == people  # in the row of Data A
    assert [values[np.isfinite(values)].tolist() for values in pale] == [[0.8], [], []]
    style.plt.close(left.figure)


def tables_of(people: dict[str, list[float]], **more: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """Return the tables of a dataset with two pairs, by name: the ratings are those of each person, in order."""
    ids = ["g1", "b1", "g2", "b2"]
    columns = [{"participant": who, "sentence_id": ids, "z_score": z} for who, z in people.items()]
    pairs = {"pair_id": ["1", "2"], "good_id": ["g1", "g2"], "bad_id": ["b1", "b2"], "cluster": ["x", "y"]}
    made = {
        "sentences": pd.DataFrame({"sentence_id": ids, "sentence": ids}),
        "pairs": pd.DataFrame(pairs | {"phenomenon": ["x", "y"]}),
        "ratings": pd.concat(map(pd.DataFrame, columns), ignore_index=True),
    }
    return made | more


def gathered(own: dict[str, pd.DataFrame]) -> pd.DataFrame:
    """Return what is gathered from these tables of one dataset without systems, by row."""
    tables_by_argument = {study.argument(name, "my-set"): table for name, table in own.items()}
    made = metrics.people_and_systems(labels_by_dataset={"my-set": {}}, **tables_by_argument)
    return io.check_table(made, PEOPLE_AND_SYSTEMS, "made").set_index("row")


def test_of_single_ratings_there_are_halves_and_one_person():
    z = [1.0, 0.0, 0.5, -0.5]
    made = gathered(tables_of({"a": z, "b": z}))
    assert made.loc["people/halves", "value"] == pytest.approx(1) and made.loc["people/halves", "number"] == 4
    assert made.loc["people/single", ["value", "number"]].tolist() == [1, 2]


def test_where_most_sentences_have_one_rater_only_one_person_is_known():
    own = tables_of({"a": [1.0, 0.0, 0.5, -0.5]})
    own["ratings"]["participant"] = list("aabb")
    assert gathered(own).index.tolist() == ["people/single"]


def test_choices_of_pairs_take_the_place_of_single_ratings():
    chosen = pd.DataFrame([("individual", 0.9, 0.8, 0.95, 7)], columns=["statistic", "value", "low", "high", "number"])
    z = [1.0, 0.0, 0.5, -0.5]
    made = gathered(tables_of({"a": z, "b": z}, choices=chosen))
    assert made.loc["people/single", ["value", "number"]].tolist() == [0.9, 7]


def test_where_sets_and_constructions_cross_r_is_that_of_the_table_crossed():
    columns = ["stratum", "row", "level", "pearson_r", "low", "high", "sentences"]
    rows = [("", "human", "all", 0.7, 0.6, 0.8, 3), ("", "human", "within_sets", 0.1, 0.0, 0.2, 3)]
    z = [1.0, 0.0, 0.5, -0.5]
    made = gathered(tables_of({"a": z, "b": z}, crossed=pd.DataFrame(rows, columns=columns)))
    assert made.loc["people/halves", ["value", "low", "high", "number"]].tolist() == [0.7, 0.6, 0.8, 3]
