"""Two panels that labelled the same sentences, by hand and by brute force."""

from itertools import product

import numpy as np
import pandas as pd
import pytest

from acceptability.analyses.subject import Row
from acceptability.contracts import io
from acceptability.datasets.dataset import Dataset
from acceptability.datasets.declared import declaration
from acceptability.datasets.manifest import Manifest
from acceptability.errors import InputError
from acceptability.evaluation import Evaluation, subject_of
from acceptability.papers.colac.panels.compute import cohens_kappa, compute
from acceptability.papers.colac.panels.manifest import PANEL_AGREEMENT, PANEL_SEPARATION
from acceptability.papers.colac.panels.table import make_panel_agreement, make_panels

NAMES = ["most people", "a linguist"]
# Four sentences are acceptable to both, one to the first panel only, two to the second only, three to neither.
FIRST, SECOND = [1, 1, 1, 1, 1, 0, 0, 0, 0, 0], [1, 1, 1, 1, 0, 1, 1, 0, 0, 0]


def sentences_of(first: list[int], second: list[int], **columns: list) -> pd.DataFrame:
    ids = [f"s{number}" for number in range(len(first))]
    made = {"sentence_id": ids, "sentence": ids, "label": first, "other_label": second, "rating": np.nan}
    return pd.DataFrame(made | columns)


def scores_of(values: list[float]) -> dict[str, pd.DataFrame]:
    ids = [f"s{number}" for number in range(len(values))]
    return {"m": pd.DataFrame({"sentence_id": ids, "measure": "slor", "score": values})}


def computed(sentences: pd.DataFrame, scores: dict[str, pd.DataFrame]) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return PANEL_AGREEMENT and PANEL_SEPARATION, after a check of their contracts."""
    made = compute(sentences=sentences, pairs=pd.DataFrame(), scores=scores, dataset="d")
    for table in (PANEL_SEPARATION, PANEL_AGREEMENT):
        io.check_table(made[table.name], table, table.name)
    return made["panel_separation"], made["panel_agreement"].set_index("statistic")


def cells(panels: pd.DataFrame, statistic: str, system: str = "m") -> pd.DataFrame:
    """Return the rows about a statistic of a system, by the panel that it is judged by."""
    return panels[(panels["statistic"] == statistic) & (panels["system"] == system)].set_index("against")


def test_the_four_cells_and_what_follows_from_them():
    agreement = computed(sentences_of(FIRST, SECOND), {})[1]
    counts = {"both": 4, "first_only": 1, "second_only": 2, "neither": 3, "agree": 7}
    counts |= {"first_acceptable": 5, "second_acceptable": 6, "mcc": 10, "kappa": 10}
    assert agreement["sentences"].to_dict() == counts
    assert agreement["value"]["agree"] == pytest.approx(0.7)
    assert agreement["value"]["mcc"] == pytest.approx((4 * 3 - 1 * 2) / np.sqrt(5 * 6 * 5 * 4))
    assert agreement["value"]["kappa"] == pytest.approx((0.7 - 0.5) / 0.5)  # by chance, .5 · .6 + .5 · .4
    assert (agreement["low"] < agreement["value"]).all() and (agreement["high"] > agreement["value"]).all()


def test_kappa_is_undefined_where_both_panels_accept_everything():
    assert np.isnan(cohens_kappa(5, 0, 0, 0))
    assert cohens_kappa(3, 0, 0, 2) == 1


def brute_auc(labels: list[int], scores: list[float]) -> float:
    pairs = [(a, b) for (x, a), (y, b) in product(zip(labels, scores, strict=True), repeat=2) if x > y]
    return float(np.mean([(a > b) + (a == b) / 2 for a, b in pairs]))


def test_scores_are_judged_by_either_panel_and_where_both_agree():
    values = [9.0, 7, 8, 3, 2, 6, 7, 5, 1, 0]
    panels, _ = computed(sentences_of(FIRST, SECOND), scores_of(values))
    auc = cells(panels, "auc")
    assert auc["value"]["first"] == pytest.approx(brute_auc(FIRST, values))
    assert auc["value"]["second"] == pytest.approx(brute_auc(SECOND, values))
    assert auc["value"]["difference"] == pytest.approx(auc["value"]["first"] - auc["value"]["second"])
    agreed = [place for place in range(10) if FIRST[place] == SECOND[place]]
    assert auc["value"]["agreed"] == pytest.approx(
        brute_auc([FIRST[it] for it in agreed], [values[it] for it in agreed])
    )
    assert auc["sentences"].to_dict() == {"first": 10, "second": 10, "difference": 10, "agreed": 7}
    assert cells(panels, "pbc")["value"]["first"] == pytest.approx(np.corrcoef(FIRST, values)[0, 1])


def test_the_interval_of_the_difference_is_the_jackknife_of_the_paired_difference():
    values = [9.0, 7, 8, 3, 2, 6, 7, 5, 1, 0]
    row = cells(computed(sentences_of(FIRST, SECOND), scores_of(values))[0], "pbc").loc["difference"]

    def difference(kept: list[int]) -> float:
        parts = ([part[it] for it in kept] for part in (FIRST, SECOND))
        one, other = (np.corrcoef(part, [values[it] for it in kept])[0, 1] for part in parts)
        return one - other

    without = [difference([it for it in range(10) if it != left]) for left in range(10)]
    half = 2.262157 * np.sqrt(9 * np.var(without))  # Student's t, 9 degrees of freedom
    assert (row["low"], row["high"]) == pytest.approx((row["value"] - half, row["value"] + half))


def test_sentences_of_one_set_are_left_out_together_and_four_sets_are_too_few():
    values = [9.0, 7, 8, 3, 2, 6, 7, 5, 1, 0]
    few = sentences_of(FIRST, SECOND, set=[*"aabbccddaa"])
    assert cells(computed(few, scores_of(values))[0], "auc")["low"].isna().all()
    enough = sentences_of(FIRST, SECOND, set=[*"aabbccddee"])
    assert cells(computed(enough, scores_of(values))[0], "auc").loc["difference", ["low", "high"]].notna().all()


def test_the_labels_of_one_panel_stand_in_for_scores():
    panels, agreement = computed(sentences_of(FIRST, SECOND), {})
    assert set(panels["system"]) == {"people"}
    for statistic in ("pbc", "cross_validated_mcc"):
        other = cells(panels, statistic, "people")["value"]
        assert other[["first", "second"]].tolist() == pytest.approx([agreement["value"]["mcc"]] * 2)
    auc = cells(panels, "auc", "people")["value"]
    assert auc["first"] == pytest.approx((4 / 5 + 3 / 5) / 2)  # of those acceptable to the first, and of its others
    assert auc["second"] == pytest.approx((4 / 6 + 3 / 4) / 2)


def test_sentences_without_a_score_do_not_count():
    values = [9.0, 7, 8, 3, 2, 6, 7, 5, 1, np.nan]
    auc = cells(computed(sentences_of(FIRST, SECOND), scores_of(values[:9]))[0], "auc")
    assert auc.equals(cells(computed(sentences_of(FIRST, SECOND), scores_of(values))[0], "auc"))
    assert auc["sentences"]["first"] == 9


def test_panels_that_never_agree_leave_nothing_to_agree_on():
    opposite = [1 - label for label in FIRST]
    panels, agreement = computed(sentences_of(FIRST, opposite), scores_of([float(it) for it in range(10, 0, -1)]))
    auc = cells(panels, "auc")
    assert auc["value"][["first", "second"]].tolist() == [1, 0]
    assert np.isnan(auc["value"]["agreed"]) and auc["sentences"]["agreed"] == 0
    assert agreement["value"]["mcc"] == -1


def test_a_panel_that_accepts_everything_is_no_measure():
    panels, agreement = computed(sentences_of(FIRST, [1] * 10), scores_of([float(it) for it in range(10)]))
    assert np.isnan(agreement["value"]["mcc"]) and agreement["value"]["kappa"] == 0
    assert cells(panels, "auc")["value"][["second", "difference"]].isna().all()


def many(noise: float, follows: str) -> tuple[pd.DataFrame, dict[str, pd.DataFrame]]:
    """Return 300 sentences on which the panels differ in a fifth, and scores that follow one of them."""
    generator = np.random.default_rng(5)
    first = generator.integers(0, 2, 300)
    second = np.where(generator.random(300) < 0.2, 1 - first, first)
    values = {"first": first, "second": second}[follows] + noise * generator.standard_normal(300)
    return sentences_of(first.tolist(), second.tolist()), scores_of(values.tolist())


@pytest.mark.parametrize(("follows", "name"), [("first", NAMES[0]), ("second", NAMES[1])])
def test_scores_that_follow_a_panel_are_nearer_to_it(follows, name):
    sentences, scores = many(0.7, follows)
    shown = make_panels(
        panel_separation=computed(sentences, scores)[0], labels={"m/slor": "M"}, panel_names=NAMES, title="Mine"
    )
    assert shown.loc[shown["Mine"] == "M", "Nearer to"].tolist() == [name] * 3
    assert shown.loc[shown["Mine"] == "The other panel", "Nearer to"].tolist() == [""] * 3


def test_scores_that_are_worse_than_chance_by_both_are_near_to_neither():
    sentences, scores = many(0.7, "first")
    against = {"m": scores["m"].assign(score=-scores["m"]["score"])}
    shown = make_panels(
        panel_separation=computed(sentences, against)[0], labels={"m/slor": "M"}, panel_names=NAMES, title="Mine"
    )
    assert shown.loc[shown["Mine"] == "M", "Nearer to"].tolist()[:2] == ["neither"] * 2


def test_readers_see_names_of_the_panels():
    _, agreement = computed(sentences_of(FIRST, SECOND), {})
    shown = make_panel_agreement(panel_agreement=agreement.reset_index(), panel_names=NAMES, title="Mine")
    assert shown.loc[1, "Mine"] == "Acceptable to most people only" and shown.loc[1, "Number of sentences"] == "1"
    assert shown.loc[4, "Value"].startswith("0.700 [")


def test_python_reaches_it():
    sentences, scores = many(0.7, "first")
    manifest = Manifest(labelled=True, panels=tuple(NAMES))
    data = Dataset(sentences, manifest=manifest)
    rows = [Row("m", "slor", "M")]
    evaluation = Evaluation(data, subject_of(data, rows), {"scores": scores})
    assert {"panel_separation", "panel_agreement"} <= {*evaluation.frames}
    assert "By a linguist" in evaluation.table("panels").frame
    assert evaluation.figure("panels") is not None
    data = Dataset(sentences, manifest=Manifest(labelled=True))
    plain = Evaluation(data, subject_of(data, rows), {"scores": scores})
    assert "panel_separation" not in plain.frames


DECLARED = {
    "unit": "sentence",
    "file": "mine.csv",
    "description": "Mine.",
    "row": {"sentence": "text", "label": "a", "other_label": "b"},
}


def test_a_declaration_names_both_panels():
    declaration.check(DECLARED | {"panels": NAMES}, "mine")
    with pytest.raises(InputError, match="panels is missing, which goes with other_label"):
        declaration.check(DECLARED, "mine")
    with pytest.raises(InputError, match="row: other_label is missing, which goes with panels"):
        declaration.check(DECLARED | {"row": {"sentence": "text", "label": "a"}, "panels": NAMES}, "mine")
    with pytest.raises(InputError, match="panels"):
        declaration.check(DECLARED | {"panels": ["one"]}, "mine")
