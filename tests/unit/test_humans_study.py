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
    rows = [(key, what, row, row.upper(), value, value - 0.05, value + 0.05, 1200) for key, what, row, value in ROWS]
    return io.check_table(pd.DataFrame(rows, columns=list(PEOPLE_AND_SYSTEMS.columns)), PEOPLE_AND_SYSTEMS, "numbers")


def test_datasets_on_which_people_agree_most_come_first():
    """Datasets are ordered by r, then by how often one person is right; those without single answers come last."""
    ordered = tables.ordered_rows(numbers())
    assert ordered["dataset"].tolist() == ["b", "a", "c", "d"]
    assert ordered["best_r"].tolist() == ["", "n/slor", "", "m/slor"]
    assert ordered["best_share"].tolist() == ["", "m/slor", "", ""]


def test_the_table_has_people_and_the_best_system():
    shown = tables.overview(people_and_systems=numbers(), dataset_labels=LABELS).set_index("Dataset")
    assert shown.loc["Data A", "People, r"] == "0.600 [0.550, 0.650]"
    assert shown.loc["Data A", ["Which, by r", "Which, by pairs", "Pairs"]].tolist() == ["N/SLOR", "M/SLOR", "1,200"]
    assert shown.loc["Data C", "People, r"] == "" and shown.loc["Data C", "One person, pairs right"].startswith("0.940")


def test_the_figure_has_a_row_for_each_dataset():
    figure = figures.overview(people_and_systems=numbers(), dataset_labels=LABELS, width=style.PAGE)
    assert [text.get_text() for text in figure.axes[0].get_yticklabels()] == ["Data B", "Data A", "Data C", "Data D"]
    style.plt.close(figure)


def ratings_of(people: int, sentences: int, noise: float, seed: int = 1) -> tuple[pd.DataFrame, pd.Series]:
    """Return answers of all people to all sentences: the sentence's worth, and noise."""
    draw = np.random.default_rng(seed)
    worth = draw.standard_normal(sentences)
    z = worth + noise * draw.standard_normal((people, sentences))
    who, what = (it.ravel() for it in np.meshgrid(np.arange(people), np.arange(sentences), indexing="ij"))
    ids = [f"s{number}" for number in what]
    table = pd.DataFrame({"participant": who.astype(str), "sentence_id": ids, "z_score": z.ravel()})
    groups = pd.Series(
        [f"s{number}" for number in range(sentences)], index=[f"s{number}" for number in range(sentences)]
    )
    return table, groups


def test_halves_are_stepped_up_to_all_raters():
    """Two panels of k raters have an r of k / (k + σ²), where σ is the noise of one of them and sentences' SD is 1."""
    table, groups = ratings_of(people=10, sentences=4000, noise=2.0)
    r, number = metrics.agreement_of_halves(table, groups)
    assert number == 4000 and r.value == pytest.approx(10 / (10 + 4), abs=0.02)
    low, high = r.r_interval()
    assert low < r.value < high


def test_people_who_do_not_differ_agree_fully():
    table, groups = ratings_of(people=4, sentences=20, noise=0.0)
    r, _ = metrics.agreement_of_halves(table, groups)
    assert r.value == pytest.approx(1)


def test_r_with_a_cluster_left_out_is_that_of_the_others():
    draw = np.random.default_rng(2)
    x, y, numbers_of = draw.standard_normal(30), draw.standard_normal(30), np.arange(30) % 6
    value, without = metrics._r_by_cluster(x + 5, y, numbers_of, 6)
    assert value == pytest.approx(np.corrcoef(x, y)[0, 1])
    expected = [np.corrcoef(x[numbers_of != left], y[numbers_of != left])[0, 1] for left in range(6)]
    assert without == pytest.approx(np.array(expected))


def test_sentences_that_one_half_did_not_rate_do_not_count():
    table, groups = ratings_of(people=6, sentences=50, noise=1.0)
    once = table[(table["sentence_id"] != "s0") | (table["participant"] == "0")]
    assert metrics.agreement_of_halves(once, groups)[1] == 49


def test_the_study_reads_what_its_datasets_have():
    of_people = {*study.RATED_BY_MANY, *study.CROSSED_SETS, study.SUMMED, study.LABELLED}
    assert {*study.RATED_TWICE} <= {*study.RATED_BY_MANY} and {*study.RATED_TWICE} <= {*study.PAIRED}
    assert not {name for name in study.CORRELATED if "chinese" in name or name in (study.SUMMED, study.LABELLED)}
    assert len(of_people) == 14
