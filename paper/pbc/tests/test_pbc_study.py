"""The study of the point-biserial correlation: sets, cells, tests, quantities, tables and figures by hand."""

from dataclasses import fields, replace
from functools import cache
from itertools import permutations, product
from math import sqrt

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from scipy.stats import norm

from acceptability.contracts import io
from acceptability.contracts.studies import PRINTED
from acceptability.figures.style import COLUMN, PAGE, plt
from acceptability.papers.cola import quantities as cola
from acceptability.papers.pbc import cells, figures, orders, quantities, significance, tables
from acceptability.papers.pbc import study as declared
from acceptability.papers.pbc.contracts import AGREEMENT_WITH_ACCURACY, CELLS, SETS
from acceptability.studies.evidence import NotRecomputable
from acceptability.studies.verdicts import OF_THE_PRINT
from helpers import ROOT

PAPER = ROOT / "paper/pbc"
CONDITIONS = {"baseline": 1, "distractor": 1, "ungrammatical": 0}


def strings(experiment: str = "exp1b", pronoun: str = "herself", items: int = 3, each: int = 2) -> pd.DataFrame:
    """Sets of ``each`` strings a condition."""
    part = f"{experiment}-{pronoun}"
    rows = [
        (f"{part}.{item}", condition, label)
        for item in range(1, items + 1)
        for condition, label in CONDITIONS.items()
        for _ in range(each)
    ]
    frame = pd.DataFrame(rows, columns=["set", "condition", "label"])
    ids = [f"{part}.{number:04d}" for number in range(1, len(frame) + 1)]
    frame = frame.assign(sentence_id=ids, sentence=ids, rating=np.nan, experiment=experiment, pronoun=pronoun)
    return frame.assign(label_as_released=frame["label"].astype(str))


def scores(sentences: pd.DataFrame, values) -> pd.DataFrame:
    return pd.DataFrame(
        {"sentence_id": sentences["sentence_id"], "measure": "score", "score": np.asarray(values, float)}
    )


# one set: baseline, distractor, ungrammatical strings, two each
ONE = strings(items=1)
CLASSES = pd.DataFrame(
    {"kind": ["source", "source", "split", "split", "split"], "domain": "in_domain", "sentences": [4, 3, 4, 2, 1]},
    index=["a", "b", "in_domain_train", "in_domain_test", "out_of_domain_test"],
).assign(acceptable=1)


@pytest.mark.parametrize(
    ("values", "right", "by_released_rule", "tied"),
    [
        ([5, 5, 4, 4, 3, 3], 1, 1, False),
        ([9, 1, 5, 5, 4, 4], 1, 1, False),  # means count
        ([5, 5, 2, 2, 3, 3], 0, 0, False),
        ([2, 2, 5, 5, 3, 3], 0, 0, False),
        ([5, 5, 3, 3, 3, 3], 1 / 2, 0, True),  # Hu et al. draw only where all three are equal
        ([3, 3, 5, 5, 3, 3], 1 / 2, 0, True),
        ([3, 3, 3, 3, 3, 3], 1 / 3, 1 / 3, True),
        ([2, 2, 2, 2, 3, 3], 0, 0, False),  # others are tied, below
        ([4, 4, 4, 4, 3, 3], 1, 1, False),  # others are tied, above
        ([0.1 + 0.2, 0.3, 0.3, 0.3, 0.3, 0.3], 1 / 3, 1 / 3, True),  # except for rounding
    ],
)
def test_a_set_is_right_if_ungrammatical_strings_score_lowest(values, right, by_released_rule, tied):
    scored = cells.scored(ONE, {"a": scores(ONE, values)})
    made = cells.chance_of_being_right(scored, ONE["condition"] == "ungrammatical")
    assert made["right"].tolist() == pytest.approx([right])
    assert made["right_by_released_rule"].tolist() == pytest.approx([by_released_rule])
    assert made["tied"].tolist() == [int(tied)]


def test_released_labels_decide_what_is_ungrammatical_and_the_distractors_stay():
    """With the released rule, a swapped string counts with the distractors and with the ungrammatical strings."""
    swapped = ONE.assign(label_as_released=["1", "1", "0", "1", "1", "0"])  # a distractor, and an ungrammatical string
    made = cells.sets(cells.scored(swapped, {"a": scores(ONE, [5, 5, 1, 4.5, 4, 1.5])}))
    # corrected: (4 + 1.5)/2 = 2.75 is not below (1 + 4.5)/2 = 2.75; released: (1 + 1.5)/2 = 1.25 is
    assert (made["right"][0], made["right_as_released"][0]) == (0.5, 1)
    assert made["pbc"][0] == pytest.approx(np.corrcoef([1, 1, 1, 1, 0, 0], [5, 5, 1, 4.5, 4, 1.5])[0, 1])
    assert made["auc"][0] == 6 / 8  # of the four acceptable scores, 3 are above 4 and 3 above 1.5


def test_the_rule_of_the_released_program_is_applied_to_the_released_labels():
    """Two means are equal and lowest: the released program counts the set as wrong, whichever labels it has."""
    two = strings(items=2)
    scored = cells.scored(two, {"a": scores(two, [5, 5, 3, 3, 3, 3, 9, 8, 7, 6, 4, 2])})
    made = cells.sets(scored)
    ways = ["right", "right_by_released_rule", "right_as_released"]
    assert made[ways].to_numpy().tolist() == [[0.5, 0, 0], [1, 1, 1]]
    released = pd.Series([0.25], index=pd.MultiIndex.from_frame(made[cells.CELL].drop_duplicates()))
    cell = cells.cells(scored, made, released).iloc[0]
    shares = ["accuracy", "accuracy_by_released_rule", "accuracy_as_released", "released_accuracy"]
    assert cell[shares].tolist() == [0.75, 0.5, 0.5, 0.25]
    assert cell["mean_set_auc"] == (6 / 8 + 1) / 2  # in the first set, two of four acceptable scores are tied with both


def test_a_set_of_equal_scores_has_no_pbc_but_an_auc_of_one_half():
    made = cells.sets(cells.scored(ONE, {"a": scores(ONE, [3] * 6)}))
    assert np.isnan(made["pbc"][0]) and made["auc"][0] == 0.5


def test_the_smallest_p_of_six_strings_is_above_five_per_cent():
    least = significance.smallest_p(4, 2)
    z = (8 - 4 - 0.5) / sqrt(4 * 2 * 7 / 12)  # U is 8 of 8; its mean 4; continuity correction
    assert least["as_published"] == pytest.approx(norm.sf(z)) == pytest.approx(0.0526, abs=1e-4)
    assert least["two_sided"] == pytest.approx(2 * norm.sf(z))
    assert least["exact"] == pytest.approx(2 / 15)  # 15 ways to choose 2 of 6, two of them extreme
    assert significance.smallest_p(8, 4)["exact"] < significance.LEVEL


def test_p_values_are_those_of_each_set_alone():
    """Sets of several sizes, with and without ties, are tested together as they are one by one."""
    generator = np.random.default_rng(1)
    sizes = {"a": (4, 2), "b": (8, 4), "c": (4, 2), "d": (4, 2)}
    labels = {name: [1] * good + [0] * bad for name, (good, bad) in sizes.items()}
    values = {name: generator.normal(size=len(label)) for name, label in labels.items()}
    values["c"] = np.array([1.0, 2, 2, 3, 2, 0])  # ties
    flat = [np.concatenate(list(part.values())) for part in (labels, values)]
    names = np.repeat(list(labels), [len(label) for label in labels.values()])
    order = generator.permutation(len(names))
    together = significance.p_values(*(part[order] for part in (*flat, names)))
    assert sorted(together.index) == ["a", "b", "c", "d"]
    for name in labels:
        good, bad = (np.array(values[name])[np.array(labels[name]) == label][None] for label in (1, 0))
        for test, function in significance.TESTS.items():
            assert together.loc[name, test] == pytest.approx(function(good, bad)[0]), (name, test)
    assert together["mann_whitney_p_as_published"]["c"] != pytest.approx(together["mann_whitney_p"]["c"])


def test_levene_ignores_means_and_needs_spread():
    good, bad = np.array([[1.0, 2, 3, 4], [1, 1, 1, 1]]), np.array([[101.0, 102, 103, 104], [2, 2, 2, 2]])
    found = significance.levene_p(good, bad)
    assert found[0] == pytest.approx(1)
    assert not found[1] > 0  # NaN or 0: it says nothing


def test_the_threshold_lies_between_the_means_not_at_the_mean_of_all():
    labels, values = np.array([1, 1, 1, 0]), np.array([4.0, 4, 1, 0.0])
    threshold, mcc = cells.at_midpoint(labels, values)  # means 3 and 0; the mean of all is 2.25
    assert threshold == 1.5
    assert mcc == pytest.approx((2 * 1 - 0 * 1) / sqrt(2 * 2 * 3 * 1))


@cache
def world() -> dict[str, pd.DataFrame]:
    """Four items of three pronouns in two experiments, scored by seven systems; the first knows most."""
    parts = product(("exp1b", "exp2"), ("herself", "himself", "themselves"))
    sentences = pd.concat([strings(*part, items=4) for part in parts], ignore_index=True)
    swap = sentences["set"].str.startswith("exp2-herself") & (sentences["condition"] != "baseline")
    sentences.loc[swap, "label_as_released"] = (1 - sentences.loc[swap, "label"]).astype(str)
    generator = np.random.default_rng(2)
    tables_ = {}
    for number, system in enumerate(declared.SYSTEMS):
        noise = generator.normal(size=len(sentences)) * number
        values = np.zeros(len(sentences)) if system == "5gram" else 2 * sentences["label"] + noise - 12
        tables_[system] = scores(sentences, values)
    of_sets = cells.sets(cells.scored(sentences, tables_))
    index = pd.MultiIndex.from_frame(of_sets[cells.CELL].drop_duplicates())
    released = pd.Series(np.linspace(0.2, 1, len(index)), index=index)
    of_cells = cells.cells(cells.scored(sentences, tables_), of_sets, released)
    return {"sentences": sentences, "sets": of_sets, "cells": of_cells, **tables_}


def test_sets_and_cells_are_as_their_contracts_and_parts_sum_to_the_whole(tmp_path):
    io.write_table(world()["sets"], tmp_path / "sets.csv", SETS)
    io.write_table(world()["cells"], tmp_path / "cells.csv", CELLS)
    table = io.read_table(tmp_path / "cells.csv", CELLS)
    assert len(table) == 7 * 6
    assert (table["sets"] == 4).all()
    known = table.dropna(subset=["set_centred_pbc"])
    from_parts = known["set_centred_pbc"] * np.sqrt(known["within_share"])
    assert known["pbc"].to_numpy() == pytest.approx(from_parts.to_numpy())
    assert (known["pbc"] <= known["most_possible_pbc"] + 1e-12).all()
    with_interval = known.dropna(subset=["pbc_low"])  # where no set differs, there is none
    assert (with_interval["pbc_low"] < with_interval["pbc"]).all()
    best = table[table["system"] == "bert"]
    assert best["pbc"].tolist() == pytest.approx([1] * 6)  # no noise
    none = table[table["system"] == "5gram"]
    assert none["pbc"].isna().all()
    assert none["accuracy"].tolist() == pytest.approx([1 / 3] * 6)
    assert (none["tied_sets"] == 4).all()
    swapped = table[(table["system"] == "bert") & (table["experiment"] == "exp2") & (table["pronoun"] == "herself")]
    assert swapped["accuracy"].item() == 1
    assert swapped["accuracy_as_released"].item() == pytest.approx(1 / 3)  # all three are acceptable strings


def separation(*rows: tuple[str, str, float]) -> pd.DataFrame:
    """Statistics of one row of scores, ``x/log_prob``."""
    frame = pd.DataFrame(rows, columns=["statistic", "sentence_id", "value"])
    return frame.assign(dataset="d", system="x", measure="log_prob", low=np.nan, high=np.nan, items=5)


@cache
def evidence() -> quantities.Evidence:
    made = world()
    ids = [f"32.1.a.1.{mark}.{number:02d}" for mark in ("g", "*") for number in range(1, 9)]
    raw = pd.DataFrame({"dataset": ["LI"] * 16 + ["Adger"] * 2, "id": [*ids, "ch3.1.g.01", "ch3.2.*.01"]})
    minimal = pd.DataFrame({"sentence_id": ids, "set": "32.1.a.1"})
    of_minimal = separation(("median_set_pbc", "", 0.5), ("exp_median_set_pbc", "", 0.25))
    of_cola = separation(("pbc", "", 0.1), ("exp_pbc", "", -0.2))
    return quantities.Evidence(
        rows=[],
        variants=quantities.VARIANTS,
        sets=made["sets"],
        cells=made["cells"],
        agreement=cells.agreement_with_accuracy(made["cells"], declared.CORRELATIONS),
        li=raw,
        minimal_sets=minimal,
        cola=CLASSES,
        separation={"li-minimal-sets": of_minimal, "cola-all": of_cola, "cola-all-downcased": of_cola},
        reflexives=made["sentences"],
        scores={"grnn": made["grnn"]},
    )


def test_orders_that_are_labelled_grammatical():
    every = ["".join(order) for order in permutations(orders.WORDS)]
    assert [order for order in every if order in orders.GRAMMATICAL] == orders.GRAMMATICAL  # each once, in this order
    assert orders.GRAMMATICAL[0] == orders.WORDS


def test_cola_is_counted_as_in_its_own_study():
    empty = {field.name: pd.DataFrame() for field in fields(cola.Evidence)}
    of_cola = cola.Evidence(**empty | {"counts": CLASSES})
    for parts in (["all"], ["in_domain_train"], ["in_domain_test", "out_of_domain_test"]):
        own = quantities.QUANTITIES["cola_sentences"](evidence(), "corrected", *parts)
        assert own == cola.QUANTITIES["sentences"](of_cola, "corrected", *parts)


BY_HAND = [
    ("grammatical_orders", "", 28),
    ("combinations", "", 24),
    ("largest_set", "", 6),
    ("smallest_set", "", 6),
    ("most_sets", "", 4),
    ("conditions", "", 3),
    ("strings_of_set", "exp2 herself 1", 6),
    ("pbc", "bert exp1b himself", 1),
    ("micro_average", "bert exp1b himself", 1),
    ("accuracy", "bert exp1b himself", 100),
    ("combinations_never_significant", "numerator", 24),  # six strings in each set
    ("not_significant", "numerator", 100),
    ("not_significant", "others", 100),
    ("highest", "accuracy", 100),
    ("highest", "pbc", 1),
    ("cola_sentences", "all", 7),
    ("cola_sentences", "in_domain_test out_of_domain_test", 3),
    ("cola_pbc", "x log_prob log", 0.1),
    ("cola_pbc_downcased", "x log_prob exp", -0.2),
    ("minimal_sets", "", 1),
    ("minimal_set_sentences", "", 16),
    ("minimal_sets_median", "x log_prob log", 0.5),
    ("minimal_sets_median", "x log_prob exp", 0.25),
    ("li_structures", "", 2),
    ("li_sentences", "", 16),
    ("li_grammatical", "", 8),
    ("li_per_structure", "", 8),
    ("adger_structures", "", 2),
]


@pytest.mark.parametrize(("quantity", "argument", "expected"), BY_HAND)
def test_quantities_by_hand(quantity, argument, expected):
    value = quantities.QUANTITIES[quantity](evidence(), "corrected", *argument.split())
    assert value == pytest.approx(expected)


def test_quantities_of_a_set_by_hand():
    """Ungrammatical strings score 4, 6; baseline 9, 8; distractors 7, 5: minus surprisals."""
    made = world()
    one = made["sentences"]["set"] == "exp1b-himself.2"
    table = made["grnn"].copy()
    table.loc[one, "score"] = [-9.0, -8, -7, -10, -4, -6]
    changed = replace(evidence(), scores={"grnn": table})

    def value(quantity: str, *arguments: str) -> float:
        return quantities.QUANTITIES[quantity](changed, "corrected", "grnn", "exp1b", "himself", "2", *arguments)

    assert value("distractors_below_baseline") == 1  # surprisal 7 is below 8; 10 is not
    labels, distractors = [1, 1, 0, 0], [-7, -10, -4, -6]
    pbc = np.corrcoef(labels, distractors)[0, 1]
    assert value("pbc_excess", "DU") == pytest.approx(pbc + 1)  # both labels on the wrong side of -6.75: MCC -1
    assert value("mcc_excess", "BU", "DU") == pytest.approx(0)  # -1 in both


def test_p_and_accuracies_are_as_published_or_corrected():
    e = evidence()
    p = e.sets["mann_whitney_p"] / 2
    changed = replace(e, sets=e.sets.assign(mann_whitney_p_as_published=p * 0))
    assert quantities.QUANTITIES["not_significant"](changed, "as_published", "numerator") == 0
    assert quantities.QUANTITIES["not_significant"](changed, "corrected", "numerator") == 100
    cell = ("jrnn", "exp2", "himself")
    released = e.cell(*cell)["released_accuracy"]
    assert quantities.QUANTITIES["accuracy"](e, "as_published", *cell) == pytest.approx(100 * released)
    assert quantities.QUANTITIES["accuracy"](e, "corrected", *cell) == pytest.approx(100 * e.cell(*cell)["accuracy"])


def test_rank_correlations_leave_out_and_count_cells_whose_measure_is_undefined():
    values = [0.9, 0.5, 0.3, 0.8, np.nan, 0.1, -1e-14, 1e-14]
    systems = [*declared.COMBINED, "5gram", "5gram", "tiny", "rnng"]
    accuracies = [1, 0.9, 0.8, 0.95, 0.85, 0.4, 0.2, 0.3]
    table = pd.DataFrame({"system": systems, **dict.fromkeys(cells.MEASURES, values)})
    table = table.assign(**dict.fromkeys(cells.ACCURACIES, accuracies))
    made = cells.agreement_with_accuracy(table, declared.CORRELATIONS)
    assert len(made) == 3 * 5 * 3
    of_pbc = made[(made["measure"] == "pbc") & (made["accuracy"] == "accuracy")].set_index("systems")
    assert of_pbc[["cells", "undefined"]].to_numpy().tolist() == [[7, 1], [5, 1], [4, 0]]
    of_all = np.corrcoef([7, 5, 4, 6, 3, 1.5, 1.5], [7, 5, 4, 6, 3, 1, 2])[0, 1]  # the last two differ by rounding
    assert of_pbc["spearman_rho"].tolist() == pytest.approx([of_all, 1, 1])


def test_the_p_of_the_print_is_recomputed_as_published_and_no_other():
    e = evidence()
    rho = quantities.QUANTITIES["spearman"](e, "as_published")
    chosen = e.cells[e.cells["system"].isin(declared.CORRELATED)]
    expected = stats.spearmanr(chosen["pbc"], chosen["released_accuracy"], nan_policy="omit")
    assert rho == pytest.approx(expected.statistic)
    assert 0 < quantities.QUANTITIES["spearman_p"](e, "as_published") < 1
    with pytest.raises(NotRecomputable, match="the same few models"):
        quantities.QUANTITIES["spearman_p"](e, "corrected")


def test_what_has_not_run_cannot_be_recomputed():
    with pytest.raises(NotRecomputable, match="gpt2 has not run; add it under run: in config.yaml"):
        quantities.QUANTITIES["cola_pbc"](evidence(), "corrected", "gpt2", "log_prob", "log")


def test_every_fact_names_a_known_quantity_or_says_why_not():
    facts = pd.concat([io.read_table(path, PRINTED) for path in sorted((PAPER / "printed").glob("*.csv"))])
    known = {**quantities.QUANTITIES, **OF_THE_PRINT}
    assert set(facts["quantity"]) - {""} <= set(known)
    assert set(quantities.QUANTITIES) <= set(facts["quantity"])
    assert (facts.loc[facts["quantity"] == "", "argument"] == "").all()


def test_tables_show_swapped_labels_sizes_and_ranks():
    made = tables.labels(sentences=world()["sentences"], cells=world()["cells"])
    assert made["Experiment"].unique().tolist() == ["exp2"]
    bert = world()["cells"].set_index(cells.CELL).loc[("bert", "exp2", "herself")]
    assert made.iloc[0].tolist()[-2:] == [f"{bert['released_accuracy']:.4f}", "1.0000"]
    assert bert["released_accuracy"] != pytest.approx(bert["accuracy_as_released"])  # of the world, made up
    sizes = tables.significance(sets=world()["sets"])
    assert sizes["Strings"].tolist() == ["6 (4 + 2)"]
    assert sizes["Sets: right"][0] + sizes["Sets: others"][0] == sizes["Sets"][0] == 4 * 24
    assert sizes["Not significant today: right"][0] == sizes["Sets: right"][0]
    ranks = tables.agreement_with_accuracy(cells=world()["cells"])
    io.check_table(ranks.frame, AGREEMENT_WITH_ACCURACY, "made")
    assert ranks.latex["Measure"].tolist() == 3 * list(tables.NAMES.values())
    counted = ranks.frame.groupby("systems", sort=False)[["cells", "undefined"]].sum().sum(axis=1)
    assert (counted / (5 * 3)).tolist() == [42, 30, 24]


def test_one_sentence_alone_gives_a_correlation_that_its_label_determines():
    sentences = pd.DataFrame({"sentence_id": list("abcde"), "sentence": list("abcde"), "label": [1, 1, 1, 0, 0]})
    alone = np.corrcoef(sentences["label"], [0, 0, 0, 1, 0])[0, 1]
    rows = separation(("pbc", "", 0.3), ("exp_pbc", "", -0.4), ("exp_heaviest", "d", 0.99))
    made = tables.one_sentence(sentences=sentences, separation=rows)
    assert made["Alone, not acceptable"].tolist() == [f"{alone:.4f}".replace("-", "−")]
    other = np.corrcoef(sentences["label"], [0, 1, 0, 0, 0])[0, 1]
    assert made["Alone, acceptable"].tolist() == [f"{other:.4f}"]
    assert made[["Sentence", "Label", "Weight of the heaviest sentence"]].iloc[0].tolist() == ["d", "0", "0.990"]


def test_letter_case_stands_side_by_side_by_row():
    one = separation(("pbc", "", 0.1), ("exp_pbc", "", 0.2))
    other = separation(("pbc", "", 0.3), ("exp_pbc", "", 0.4))
    made = tables.letter_case(cola_all=one, cola_all_downcased=other)
    assert made.iloc[0].tolist() == ["x", "log_prob", "0.1000", "0.3000", "0.2000", "0.4000"]


@pytest.mark.parametrize("width", [PAGE, COLUMN])
@pytest.mark.parametrize("name", declared.FIGURES)
def test_figures_are_drawn_for_both_widths(name, width, monkeypatch):
    monkeypatch.setattr(figures, "SET_SHOWN", ("exp1b", "himself", "2"))
    made = world()
    draw = getattr(figures, name.replace("-", "_"))
    figure = draw(**{key: made[key] for key in declared.FIGURES[name].reads}, width=width)
    assert figure.get_size_inches()[0] == pytest.approx(width / 72)
    points = sum(len(drawn.get_offsets()) for axes in figure.axes for drawn in axes.collections)
    assert points == {"figure-1": 2 * 24, "figure-2": 4 + 4 + 6, "measures": 2 * 42}[name]
    plt.close(figure)
