"""The study of CoLA: confusion matrices, counts, quantities, tables and figures by hand, and the committed facts."""

import re
import zipfile
from itertools import product
from math import sqrt
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from acceptability.analyses.registry import shown
from acceptability.contracts import io
from acceptability.contracts.studies import PRINTED
from acceptability.errors import InputError
from acceptability.figures.style import COLUMN, PAGE, plt
from acceptability.options import as_variants
from acceptability.papers.cola import corpus, figures, matrices, people, quantities, tables
from acceptability.papers.cola import study as declared
from acceptability.papers.cola.contracts import CLASS_COUNTS
from acceptability.plan import artefacts, reports
from acceptability.statistics import simple_classifiers
from acceptability.studies.verdicts import OF_THE_PRINT, agrees, compare
from configurations import ENCODERS, keys, planned
from configurations import PAPER as DEFAULT
from helpers import ROOT

PAPER = ROOT / "paper/cola"
QUANTITIES = quantities.QUANTITIES | quantities.OF_THE_PRINT | quantities.OF_A_SHEET
ALONE = DEFAULT | {"studies": ["cola"]}


# Confusion matrices


def mcc_of(tp: int, fn: int, fp: int, tn: int) -> float:
    """The definition, one matrix at a time; 0 where it is undefined."""
    product_ = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
    return (tp * tn - fp * fn) / sqrt(product_) if product_ else 0.0


def slowly(acceptable: int, unacceptable: int, mcc: str, accuracy: str) -> set[tuple[int, ...]]:
    """All matrices whose accuracy and MCC round to the printed ones, each tried by itself."""
    found = set()
    for tp, tn in product(range(acceptable + 1), range(unacceptable + 1)):
        matrix = (tp, acceptable - tp, unacceptable - tn, tn)
        right = not accuracy or agrees(accuracy, (tp + tn) / (acceptable + unacceptable))
        if right and agrees(mcc, mcc_of(*matrix)):
            found.add(matrix)
    return found


def as_set(found: np.ndarray) -> set[tuple[int, ...]]:
    return {tuple(map(int, row)) for row in found}


def test_matrices_by_hand():
    # 4 acceptable, 2 others; 3 and 1 are right: accuracy 4/6, MCC (3·1 − 1·1)/√(4·4·2·2) = 0.25
    assert as_set(matrices.fitting(4, 2, "0.250", "0.667")) == {(3, 1, 1, 1)}
    assert as_set(matrices.fitting(4, 2, "1.000", "1.000")) == {(4, 0, 0, 2)}
    assert as_set(matrices.fitting(4, 2, "0.250")) == slowly(4, 2, "0.250", "")
    assert len(matrices.fitting(4, 2, "0.251", "0.667")) == 0
    assert (4, 0, 2, 0) in as_set(matrices.fitting(4, 2, "0.000", "0.667"))  # all called acceptable: undefined, 0


@pytest.mark.parametrize(("mcc", "accuracy"), [("0.18", "0.7"), ("0.0", "0.5"), ("-0.20", "0.45"), ("0.25", "")])
def test_matrices_are_those_of_a_slow_search(mcc, accuracy):
    assert as_set(matrices.fitting(23, 11, mcc, accuracy)) == slowly(23, 11, mcc, accuracy)


def test_digits_are_rounded_or_cut_off():
    values = np.array([0.2534, 0.2535, 0.25349, 0.2539, 0.254, -0.2539])
    assert matrices.shows(values, "0.253").tolist() == [True, True, True, False, False, False]
    assert matrices.shows(values, "0.254").tolist() == [False, True, False, True, True, False]  # a half, both ways
    assert matrices.shows(values, "0.253", cut=True).tolist() == [True, True, True, True, False, False]
    assert matrices.shows(values, "-0.253", cut=True).tolist() == [False] * 5 + [True]
    assert matrices.shows(np.array([0.652, 0.3]), "0.652", cut=True).tolist() == [True, False]  # 0.652 · 1000 < 652


cells = st.integers(min_value=0, max_value=40)


@given(st.tuples(cells, cells, cells, cells).filter(any), st.integers(1, 4), st.booleans())
def test_the_true_matrix_is_among_those_found(matrix, digits, cut):
    tp, fn, fp, tn = matrix
    values = {"mcc_": mcc_of(*matrix), "accuracy": (tp + tn) / sum(matrix)}
    scale = 10**digits
    if cut:
        values = {name: np.trunc(value * scale * (1 + 1e-12)) / scale for name, value in values.items()}
    printed = {name: f"{value:.{digits}f}" for name, value in values.items()}
    found = matrices.fitting(tp + fn, fp + tn, cut=cut, **printed)
    assert matrix in as_set(found)
    assert (found.sum(axis=1) == sum(matrix)).all() and (found >= 0).all()


def test_what_a_matrix_says():
    found = matrices.described([30, 10, 20, 40])
    expected = {"precision": 0.6, "recall": 0.75, "found": 2 / 3, "called_acceptable": 0.5}
    assert {name: found[name] for name in expected} == pytest.approx(expected)
    mcc = mcc_of(30, 10, 20, 40)
    assert mcc - 0.25 < found["mcc_low"] < mcc - 0.12 and mcc + 0.12 < found["mcc_high"] < mcc + 0.25  # SE 0.09
    none = matrices.described([0, 10, 0, 10])
    assert np.isnan(none["precision"]) and none["recall"] == 0 and none["mcc_low"] == none["mcc_high"] == 0


def test_digits_are_cut_off_only_where_no_rounded_matrix_fits():
    assert matrices.fitting_print("0.250", "0.667", 4, 2)["digits"].tolist() == ["rounded"]
    cut = matrices.fitting_print("0.250", "0.666", 4, 2)
    assert cut.to_numpy().tolist() == [[3, 1, 1, 1, "cut off"]]
    assert matrices.fitting_print("0.990", "0.100", 4, 2).empty


# The corpus


def lines(*rows: tuple[str, str, str]) -> str:
    return "".join(f"{source}\t{label}\t\t{sentence}\n" for source, label, sentence in rows)


@pytest.fixture
def raw(tmp_path) -> dict[str, Path]:
    """Five in-domain sentences of two sources, of which three are released; three out-of-domain ones, two released."""
    paths = {
        name: tmp_path / f"{name}.{'zip' if name == 'released' else 'tsv'}"
        for name in ("in_domain", "out_of_domain", "released")
    }
    train, dev = [("a", "1", "One."), ("a", "0", "Two.")], [("b", "1", "Three.")]
    out = [("c", "1", "Six."), ("c", "0", "Seven.")]
    paths["in_domain"].write_text(lines(*train, *dev, ("b", "1", "Four."), ("b", "0", "Five.")), encoding="utf-8")
    paths["out_of_domain"].write_text(lines(*out, ("c", "1", "Eight.")), encoding="utf-8")
    with zipfile.ZipFile(paths["released"], "w") as archive:
        for split, rows in zip(corpus.RELEASED, (train, dev, out), strict=True):
            archive.writestr(f"cola_public_1.0/raw/{split}.tsv", lines(*rows))
    return paths


def test_sources_and_splits_are_counted_and_test_sets_are_what_remains(raw):
    made = tables.class_counts(**raw)
    assert io.check_table(made.frame, CLASS_COUNTS, "x").to_numpy().tolist() == [
        ["a", "source", "in_domain", 2, 1],
        ["b", "source", "in_domain", 3, 2],
        ["c", "source", "out_of_domain", 3, 2],
        ["in_domain_train", "split", "in_domain", 2, 1],
        ["in_domain_dev", "split", "in_domain", 1, 1],
        ["out_of_domain_dev", "split", "out_of_domain", 2, 1],
        ["in_domain_test", "split", "in_domain", 2, 1],
        ["out_of_domain_test", "split", "out_of_domain", 1, 1],
    ]
    assert "Two." not in made.frame.to_csv()
    raw["in_domain"].write_text(lines(("a", "yes", "One.")), encoding="utf-8")
    with pytest.raises(InputError, match="in_domain.tsv, .*: a label is neither 0 nor 1; fetch it again"):
        tables.class_counts(**raw)


def test_a_sentence_is_known_by_its_letters():
    assert corpus.digest("It's A cat .") == corpus.digest("its a Cat") != corpus.digest("its a cut")
    assert re.fullmatch("[0-9a-f]{12}", corpus.digest("A cat."))


SENTENCES = pd.DataFrame(
    [
        ("train.1", "A cat sleeps.", 1, "train", "a"),
        ("train.2", "Cat a sleeps.", 0, "train", "a"),
        ("train.3", "A dog.", 0, "train", "b"),
        ("train.4", "A cow.", 0, "train", "b"),
        ("in.1", "A cat, too.", 1, "in", "b"),
        ("in.2", "Who sleeps?", 1, "in", "b"),
        ("dev.1", "Who does sleep?", 1, "dev", "c"),
        ("dev.2", "Who does sleeps?", 0, "dev", "c"),
        ("test.1", "Who?", 1, "test", "c"),
    ],
    columns=["sentence_id", "sentence", "label", "split", "source"],
)
FEATURES = pd.DataFrame(
    [
        ("in.1", "major", "Simple"),
        ("in.2", "major", "Simple"),
        ("in.2", "major", "Arg Altern"),
        ("dev.1", "major", "Arg Altern"),
        ("dev.2", "major", "Arg Altern"),
        ("dev.2", "major", "Violations"),
        ("dev.2", "minor", "Infl/Agr Violation"),
    ],
    columns=["sentence_id", "level", "feature"],
)


def test_features_are_counted_among_the_annotated_sentences():
    assert len(corpus.annotated(SENTENCES, FEATURES)) == 4
    found = corpus.frequencies(SENTENCES, FEATURES)
    assert found.index.tolist() == ["Simple", "Arg Altern", "Violations"]
    assert found.to_numpy().tolist() == [[2, 0.5, 2], [3, 0.75, 2], [1, 0.25, 0]]


# Quantities

COUNTS = pd.DataFrame(
    [
        ("a", "source", "in_domain", 10, 6),
        ("b", "source", "in_domain", 20, 15),
        ("c", "source", "out_of_domain", 10, 7),
        ("in_domain_train", "split", "in_domain", 24, 18),
        ("in_domain_test", "split", "in_domain", 6, 4),
    ],
    columns=list(CLASS_COUNTS.columns),
)
TARGETED = {
    "order": [(1, "bo read it ."), (1, "bo read it ."), (0, "bo it read ."), (1, "al read it .")],
    "gap": [
        (0, "what did bo fry the egg ?"),
        (1, "what did bo fry ?"),
        (0, "what did bo boil the egg ?"),
        (1, "what did bo boil ?"),
        (0, "what did bo read the book ?"),
        (1, "what did bo read ?"),
    ],
    "agreement": [(1, "the guests of honor seem nice ."), (1, "she seems nice ."), (0, "she seem nice .")],
    "alternation": [(1, "bo popped it ."), (1, "it popped ."), (1, "bo blew it ."), (0, "it blew .")],
}


def of_authors() -> dict[str, pd.DataFrame | list[str]]:
    """Annotators, runs and sheets of the authors."""
    measures = ["accuracy", "mcc", "with_majority", "mcc_with_majority"]
    people_ = [
        (reading, domain, name, 20 if domain == "all" else 10, *[(number if name != "majority" else 8) / 10] * 4)
        for reading in ("2 as 0", "2 as 1")
        for domain in ("in_domain", "out_of_domain", "all")
        for number, name in enumerate([*people.ANNOTATORS, "majority"], start=1 if reading == "2 as 0" else 2)
    ]
    runs_ = [(variant, "all", mcc) for variant, mcc in (("as_published", 0.5), ("corrected", 0.4))]
    features_ = [("all", 0.3), *zip(corpus.FIGURE_1, (0.5, 0.4, 0.32, 0.2, 0.25, 0.1, 0.05, -0.1), strict=True)]
    return {
        "annotators": pd.DataFrame(people_, columns=["reading", "domain", "annotator", "sentences", *measures]),
        "split_runs": pd.DataFrame(runs_, columns=["variant", "part", "mcc"]),
        "split_sheet": pd.DataFrame([("1", "in_domain", 0.3)], columns=["split", "part", "mcc"]),
        "encoder_sheet": pd.DataFrame([("a b", "in_domain", 0.2)], columns=["encoder", "part", "mcc"]),
        "size_sheet": pd.DataFrame(
            [(10, 0.1), (10, 0.3), (100, 0.3), (1000, 0.36), (10_000, 0.4)], columns=["sentences", "mcc"]
        ),
        "runs_by_feature": pd.DataFrame(features_, columns=["feature", "mcc"]),
        "vocabulary": ["the", "a", "the"],
    }


def small() -> quantities.Evidence:
    """Every quantity below can be counted by eye."""
    targeted = {name: pd.DataFrame(rows, columns=["label", "sentence"]) for name, rows in TARGETED.items()}
    return quantities.Evidence(
        rows=[],
        variants=as_variants({}),
        counts=COUNTS.set_index("part"),
        sentences=SENTENCES,
        features=FEATURES,
        targeted=targeted,
        **of_authors(),
    )


BY_HAND = [
    ("sentences", "a", 10),
    ("sentences", "a c", 20),
    ("sentences", "in_domain", 30),
    ("sentences", "all", 40),
    ("sentences", "in_domain_test", 6),
    ("percent_acceptable", "in_domain", 70),
    ("percent_acceptable", "c", 70),
    ("percent_of_corpus", "out_of_domain", 25),
    ("sources", "all", 3),
    ("sources", "out_of_domain", 1),
    ("number_of_sources", "a b", 2),
    ("largest_sources", "b", True),
    ("largest_sources", "a", False),
    ("unacceptable_among", "in_domain_train 8", 2),
    ("stands_in", f"train {corpus.digest('a cat sleeps')} a 1", True),
    ("stands_in", f"train {corpus.digest('a cat sleeps')} a 0", False),
    ("stands_in", f"train {corpus.digest('a cat sleeps')} b 1", False),
    ("stands_in", f"train {corpus.digest('who?')} c 1", False),
    ("stands_in", f"corpus {corpus.digest('who?')} c 1", True),
    ("features", "major", 3),
    ("has_feature", "minor Infl/Agr_Violation", True),
    ("has_feature", "major Infl/Agr_Violation", False),
    ("mean_features", "major", 1.5),
    ("percent_with", "Arg_Altern", 75),
    ("percent_with", "Infl/Agr_Violation", 25),
    ("most_frequent", "Arg_Altern", True),
    ("most_frequent", "Simple", False),
    ("most_frequent", "Simple Violations", True),
    ("features_between", "25 50 Simple Arg_Altern Violations", 2),
    ("share_lies_near", "Violations Simple 0.5 0.1", True),
    ("share_lies_near", "Simple Arg_Altern 0.5 0.1", False),
    ("targeted_sets", "", 4),
    ("groups", "gap 2", 3),
    ("unacceptable", "order", 1),
    ("sentences_for_each_acceptable", "gap", 2),
    ("strings_with", "order read", 2),  # different ones
    ("strings_with", "order read bo", 1),
    ("verb_classes", "gap", 2),  # fry and boil; read
    ("most_words_of_subjects", "agreement", 4),
    ("most_words_before_gap", "gap", 3),
    ("alternating", "alternation", 1),  # of two pairs
    ("has_matrix", "in_domain_test 0.250 0.667", True),
    ("has_matrix", "in_domain_test 0.251 0.667", False),
    ("has_mccs", "gap 1.000 0.333", True),
    ("has_mccs", "gap 1.000 0.999", False),
    ("annotators", "", 5),
    ("judged", "", 20),
    ("judged_evenly", "", True),
    ("agreement", "average mcc all", 0.3),  # of 0.1 to 0.5
    ("agreement", "majority accuracy in_domain", 0.8),
    ("percent_agreement", "average with_majority out_of_domain", 30),
    ("labels_contradicting", "", 20),
    ("labels_contradicting", "5", 15),
    ("split_runs", "all mcc", 0.4),
    ("mcc_exceeds", "Simple all", True),
    ("mcc_exceeds", "to-VP all", False),
    ("mcc_lies_near", "Comp_Clause all 0.021", True),
    ("mcc_lies_near", "Comp_Clause all 0.01", False),
    ("mcc_lower_than_all_but", "Binding Question Violations", True),
    ("mcc_lower_than_all_but", "Binding Question", False),
    ("thousand_words", "", 0.002),
    ("split_sheet", "1 in_domain mcc", 0.3),
    ("encoder_sheet", "a_b in_domain mcc", 0.2),
    ("grows_log_linearly", "0.9", True),  # 0.2, 0.3, 0.36, 0.4: r = 0.985
    ("grows_log_linearly", "0.99", False),
    ("curve_exceeds", "100 10", True),
    ("curve_exceeds", "10 100", False),
    ("fewest_with_share", "0.5", 100),  # more than 0.2
]


@pytest.mark.parametrize(("quantity", "argument", "expected"), BY_HAND)
def test_quantities_by_hand(quantity, argument, expected):
    value = QUANTITIES[quantity](small(), "corrected", *argument.split())
    assert value == (expected if isinstance(expected, bool) else pytest.approx(expected))


def test_every_quantity_has_a_case_by_hand():
    assert {quantity for quantity, *_ in BY_HAND} == set(QUANTITIES)
    assert len(QUANTITIES) == len(quantities.OF_THE_PRINT) + len(quantities.QUANTITIES) + len(quantities.OF_A_SHEET)


def test_results_of_the_original_split_depend_on_the_cut_of_the_variant():
    values = [QUANTITIES["split_runs"](small(), variant, "all", "mcc") for variant in ("as_published", "corrected")]
    assert values == [0.5, 0.4]
    with pytest.raises(KeyError, match="nowhere"):
        QUANTITIES["agreement"](small(), "corrected", "average", "mcc", "nowhere")


def print_of(place: str, *rows: tuple[str, ...]) -> pd.DataFrame:
    """Printed numbers: of each the item and the number, and its quantity and argument where it has them."""
    facts_ = [(place, *row[:2], "result", *(row[2:] or ("", "")), "", "") for row in rows]
    return pd.DataFrame(facts_, columns=list(PRINTED.columns))


def test_what_compares_printed_numbers_is_consistent_not_reproduced():
    printed = print_of(
        "Table",
        ("x", "yes", "has_matrix", "in_domain_test 0.250 0.667"),
        ("x", "10", "sentences", "a"),
        ("x", "yes", "has_matrix", "in_domain_test 0.251 0.667"),
    )
    found = compare(printed, small(), quantities.QUANTITIES, quantities.OF_THE_PRINT)
    assert found["verdict"].tolist() == ["consistent", "reproduced", "differs"]


# Tables and figures


def rows_of(place: str, *rows: tuple[str, ...]) -> pd.DataFrame:
    columns = ["item", "printed", "quantity", "argument", "corrected"]
    return pd.DataFrame(rows, columns=columns).assign(place=place)


def test_table_2_sets_counts_beside_the_print():
    made = tables.table_2(
        reproduction=rows_of(
            "Table 2",
            ("Total: sentences", "40", "sentences", "all", "41"),
            ("Total: acceptable, in %", "70.0", "percent_acceptable", "all", "69.97"),
            ("Total minus In-Domain is Out-of-Domain", "10", "difference", "40 30", "10"),
        )
    )
    assert made.to_numpy().tolist() == [["Total", "40", "41", "70.0", "70.0"]]


def test_the_table_of_matrices_has_each_that_fits():
    values = ("0.667", "0.250", "0.666", "0.250")  # the second pair is cut off
    printed = print_of("Table 4", *((f"x: {name}", value) for name, value in zip(COLUMNS, values, strict=True)))
    tests = pd.DataFrame(
        [(f"{domain}_test", "split", domain, 6, 4) for domain in corpus.DOMAINS], columns=list(CLASS_COUNTS.columns)
    )
    made = tables.matrices(printed=printed, counts=tests)
    shown = made.frame[["system", "test_set", "fitting", *matrices.CELLS, "digits", "recall"]]
    assert shown.to_numpy().tolist() == [
        ["x", "in-domain", 1, 3, 1, 1, 1, "rounded", 0.75],
        ["x", "out-of-domain", 1, 3, 1, 1, 1, "cut off", 0.75],
    ]
    assert made.latex["Precision"].tolist() == ["0.750", "0.750"]


def test_table_5_counts_the_listed_sources():
    rows = rows_of("Table 5", ("split 1: out-of-domain sentences", "30", "sentences", "a b", "30"))
    made = tables.table_5(reproduction=rows, counts=COUNTS)
    assert made.to_numpy().tolist() == [["1", "a b", "30", "30", "70.0"]]


def test_targeted_sets_are_counted(tmp_path):
    paths = {name: tmp_path / f"{name}.tsv" for name in declared.TARGETED}
    for path in paths.values():
        path.write_text(lines(("", "1", "a b ."), ("", "1", "a b ."), ("", "0", "b a .")), encoding="utf-8")
    mccs = ("1.000", "0.5")
    printed = print_of("Table 6", *((f"x: {label}", mcc) for label in declared.TARGETED.values() for mcc in mccs))
    made = tables.targeted_sets(printed=printed, **paths)
    assert made.iloc[0].tolist() == ["SVO", 3, 2, 2, 1, 1]  # (2, 0, 0, 1); (1, 1, 0, 1) has 0.5
    assert made["Set"].tolist() == list(declared.TARGETED.values())


def test_frequent_features_come_first():
    made = tables.feature_frequencies(sentences=SENTENCES, features=FEATURES)
    assert made.to_numpy().tolist() == [
        ["Arg Altern", 3, "75.0", 2, "yes"],
        ["Simple", 2, "50.0", 2, "yes"],
        ["Violations", 1, "25.0", 0, "yes"],
    ]


@pytest.mark.parametrize("width", [PAGE, COLUMN])
def test_the_figure_has_a_bar_for_each_feature(width):
    figure = figures.figure_1(sentences=SENTENCES, features=FEATURES.replace("Simple", "Auxiliary"), width=width)
    figure.canvas.draw()
    (axes,) = figure.axes
    assert [bar.get_width() for bar in axes.patches] == pytest.approx([25, 50, 75])
    assert [bool(bar.get_hatch()) for bar in axes.patches] == [False, True, False]  # the paper leaves Auxiliary out
    assert [text.get_text() for text in axes.texts] == ["1", "2", "3"]
    assert figure.get_size_inches()[0] * 72 == pytest.approx(width)
    plt.close(figure)


@pytest.mark.parametrize("width", [PAGE, COLUMN])
def test_the_fourth_figure_has_means_and_deviations_and_no_mcc_of_violations(width):
    rows = [
        (system, split, level, feature, 10, mean + place / 10, 0.05, 0.25)
        for system, mean in (("a", 0.1), ("b", 0.2))
        for split in ("dev", "all dev")
        for level in ("major", "minor")
        for place, feature in enumerate(corpus.FIGURE_1)
    ]
    names = ["system", "split", "level", "feature", "sentences", "mean", "sd", "called_acceptable"]
    both = {"classifier_labels": {"a": "A", "b": "B"}, "classifier_colours": {"a": "#000000", "b": "#0072B2"}}
    figure = figures.figure_4(by_feature=pd.DataFrame(rows, columns=names), width=width, **both)
    figure.canvas.draw()
    (axes,) = figure.axes
    drawn = [line for line in axes.lines if line.get_marker() not in ("", "None", None)]
    assert [line.get_xdata()[0] for line in drawn] == pytest.approx([0.1, 0.2])
    assert all(len(line.get_xdata()) == len(corpus.FIGURE_1) - 1 for line in drawn)
    spread = axes.collections[0].get_segments()[0][:, 0]
    assert spread == pytest.approx([0.05, 0.15])
    assert [text.get_text() for text in axes.texts] == ["called unacceptable, %: 75, 75"]
    plt.close(figure)


def test_the_third_figure_is_the_learning_curve_on_all_development_sentences():
    rows = [
        ("a", "size", part, size, mcc, mcc - 0.1, mcc + 0.1)
        for part, start in (("in_domain_dev", 0.1), ("dev", 0.2), ("all dev", 0.15), ("test", 0.9))
        for size, mcc in ((100, start), (1000, start + 0.1))
    ]
    names = ["system", "kind", "part", "trained_on", "mean", "low", "high"]
    told = {"classifier_labels": {"a": "A"}, "classifier_colours": {"a": "#000000"}}
    for width in (PAGE, COLUMN):
        figure = figures.figure_3(divisions=pd.DataFrame(rows, columns=names), width=width, **told)
        (axes,) = figure.axes
        assert axes.lines[0].get_ydata() == pytest.approx([0.15, 0.25])
        assert axes.get_title() == "all development sentences"
        plt.close(figure)


# The study beside its dataset, which has the same name


def test_the_study_runs_alone():
    config = planned(ALONE)
    assert keys(config.scored) == ["cola-sets"] and keys(config.labelled) == ["cola"]
    assert config.reports == ["cola"]
    found = reports.describe(config, "cola")
    assert (found["title"], found["study"]) == ("Neural Network Acceptability Judgments, recomputed", "cola")
    assert [entry["key"] for entry in found["labelled"]] == ["cola"]
    assert [entry["key"] for entry in found["datasets"]] == ["cola-sets"]
    assert found["ngram"] == [{"key": "brown-trigram", "label": "Brown trigram"}]
    folder, every = "results/tables/cola/", artefacts.tables(config, ".csv")
    made = {path.removeprefix(folder) for path in every if path.startswith(folder)}
    assert "results/tables/cola-sets/targeted.csv" in every
    of_dataset = {"classifiers.csv", "separation.csv"}
    shared = {"reproduction.csv", "reproduction_summary.csv", "searches.csv"}
    assert made == {f"{name}.csv" for name in declared.TABLES} | of_dataset | shared
    trained = planned(ALONE | {"run": ["brown-bert-cola"]})
    assert keys(trained.datasets["cola"].classifiers) == ["brown-bert-cola"]
    assert "results/tables/cola/selected.csv" in artefacts.tables(trained)
    with_curve = planned(ALONE | {"classifiers": ENCODERS, "run": ["brown-elmo-cola"]})
    drawn = [
        {number for number in (1, 3, 4) if f"results/figures/cola/figure-{number}.pdf" in artefacts.figures(way)}
        for way in (config, trained, with_curve)
    ]
    assert drawn == [{1}, {1, 4}, {1, 3, 4}]  # they need a classifier, and one with a learning curve


def test_another_papers_report_has_the_dataset_but_not_the_study():
    config = planned(DEFAULT | {"studies": ["adc", "cola"]})
    own, other = (set(reports.inputs(config, report)) for report in ("cola", "adc"))
    of_study = {f"results/tables/cola/{name}.csv" for name in (*declared.TABLES, "reproduction")}
    of_study |= {"results/metrics/cola/reproduction.csv", "results/figures/cola/figure-1.pdf"}
    assert of_study <= own and not of_study & other
    assert "results/tables/cola/classifiers.csv" in own & other
    assert artefacts.recipe(config, "tables", "cola", "separation")["settings"]["title"] == "CoLA"


def test_no_table_or_figure_of_the_study_is_called_like_one_of_its_dataset():
    for kind in ("tables", "figures"):
        assert not set(artefacts.of_study("cola", kind)) & set(shown(kind))


def test_a_dataset_of_another_study_may_not_have_its_name():
    with pytest.raises(InputError, match=r"datasets.adc: has the same name as a study; rename the dataset"):
        planned(ALONE | {"studies": ["adc", "cola"], "datasets": {"adc": {"kind": "cola", "label": "x"}}})


# The facts


def facts() -> pd.DataFrame:
    paths = sorted((PAPER / "printed").glob("*.csv"))
    return pd.concat([io.read_table(path, PRINTED) for path in paths], ignore_index=True)


FACTS = facts()
NUMBERS = {place: dict(zip(of["item"], of["printed"], strict=True)) for place, of in FACTS.groupby("place")}
MODELS = list(dict.fromkeys(item.split(": ")[0] for item in NUMBERS["Table 4"]))
CBOW, *LAU = MODELS[:5]
REAL_FAKE, ON_COLA = MODELS[5:8], MODELS[8:12]
BEST, PEOPLE = MODELS[11], MODELS[12]
COLUMNS = ["in-domain accuracy", "in-domain MCC", "out-of-domain accuracy", "out-of-domain MCC"]
ACCURACY, MCC = COLUMNS[::2], COLUMNS[1::2]


def values(column: str, models: list[str]) -> list[float]:
    return [float(NUMBERS["Table 4"][f"{model}: {column}"]) for model in models]


def fact(start: str) -> tuple[list[float], bool]:
    """Return what a row about printed numbers compares, and whether they agree with it."""
    (row,) = FACTS[FACTS["item"].str.startswith(start)].drop_duplicates(["printed", "argument"]).itertuples()
    words = row.argument.split()
    return [float(word) for word in words], agrees(row.printed, OF_THE_PRINT[row.quantity](None, "corrected", *words))


def lowest_and_highest(first: list[str], second: list[str], columns: list[str]) -> list[float]:
    return [number for name in columns for number in (min(values(name, first)), max(values(name, second)))]


def from_to(models: list[str], one: str, other: str) -> list[float]:
    return [number for pair in zip(values(one, models), values(other, models), strict=True) for number in pair]


def test_every_number_of_the_tables_is_there():
    places = FACTS["place"].value_counts()
    cells_ = {"Table 1": 7, "Table 2": 26 * 2 + 1, "Table 3": 10, "Table 4": 14 * 4, "Table 5": 6 * 7, "Table 6": 5 * 5}
    assert {place: places[place] for place in cells_} == cells_
    assert (places["Table 4, pairs"], places["Table 6, sets"]) == (24, 5)
    assert not FACTS.duplicated(["place", "item"]).any()


def test_what_is_printed_can_be_compared_and_every_quantity_is_used():
    assert set(QUANTITIES) <= set(FACTS["quantity"])
    for row in FACTS.itertuples():
        assert re.fullmatch(r"[<>]?-?\d+(\.\d+)?(e-\d+)?|yes|no", row.printed), row.item
        assert row.quantity in {**OF_THE_PRINT, **QUANTITIES} or (not row.quantity and not row.argument)


def test_no_sentence_of_the_corpus_is_committed_with_the_facts():
    assert not FACTS["item"].str.removesuffix("SV Agr.").str.endswith((".", "?", "!")).any()
    assert FACTS.loc[FACTS["quantity"] == "stands_in", "argument"].str.fullmatch(r"\w+ [0-9a-f]{12} \S+ [01]").all()


def test_pairs_and_sets_are_those_of_the_tables():
    for model, (domain, name) in product(MODELS[:12], (("in", "in-domain"), ("out_of", "out-of-domain"))):
        row = FACTS[FACTS["item"] == f"{model}: some confusion matrix has the {name} accuracy and MCC"].squeeze()
        part = f"{'in_domain' if domain == 'in' else 'out_of_domain'}_test"
        cells_ = [NUMBERS["Table 4"][f"{model}: {name} {what}"] for what in ("MCC", "accuracy")]
        assert row["argument"].split() == [part, *cells_]
    for name, label in declared.TARGETED.items():
        row = FACTS[FACTS["item"] == f"{label}: some confusion matrix has each of the five MCCs"].squeeze()
        mccs = [printed for item, printed in NUMBERS["Table 6"].items() if item.endswith(f": {label}")]
        assert row["argument"].split() == [name, *mccs] and len(mccs) == 5


def test_results_by_split_name_their_split_part_and_measure():
    rows = FACTS[(FACTS["place"] == "Table 5") & (FACTS["quantity"] != "sentences")]
    assert len(rows) == 36
    parts = {"in-domain": "in_domain", "out-of-domain": "out_of_domain", "overall": "all"}
    for row in rows.itertuples():
        split, _, column = row.item.partition(": ")
        part, measure = column.split(" ")
        words = [parts[part], measure.lower()]
        expected = ("split_runs", words) if split == "original split" else ("split_sheet", [split[-1], *words])
        assert (row.quantity, row.argument.split()) == expected


def test_people_and_encoders_of_table_4_name_their_part_and_measure():
    parts = {"in-domain": "in_domain", "out-of-domain": "out_of_domain"}
    rows = FACTS[(FACTS["place"] == "Table 4") & (FACTS["quantity"] != "")]
    assert len(rows) == 8 + 12
    for row in rows.itertuples():
        model, _, column = row.item.partition(": ")
        part, measure = column.split(" ")
        who = {"Human average": "average", "Human aggregate": "majority"}.get(model)
        words = [who, measure.lower(), parts[part]] if who else [model.replace(" ", "_"), parts[part], measure.lower()]
        assert (row.quantity, row.argument.split()) == ("agreement" if who else "encoder_sheet", words)


@pytest.mark.parametrize(
    ("start", "first", "second", "columns", "holds"),
    [
        ("the best model exceeds all models of Lau et al.", [BEST], LAU, MCC, True),
        ("the human average exceeds every model", [PEOPLE], MODELS[:12], COLUMNS, True),
        ("the best model exceeds every other", [BEST], MODELS[:11], COLUMNS, True),
        ("the best model exceeds the models with GloVe", [BEST], [MODELS[6], MODELS[10]], COLUMNS, True),
        ("all models with real/fake encoders and CoLA", ON_COLA[1:], LAU, COLUMNS[:2], True),
        ("the LSTM language model is second", LAU[:1], [CBOW, *LAU[1:], *MODELS[5:11]], COLUMNS[2:], True),
        ("the LSTM models exceed CBOW in-domain", [LAU[0], *MODELS[5:12]], [CBOW], MCC[:1], True),
        ("the LSTM models exceed CBOW out-of-domain", [LAU[0], *MODELS[5:12]], [CBOW], MCC[1:], False),
        ("the LSTM language model exceeds the n-gram models", LAU[:1], LAU[1:], COLUMNS, True),
        ("an encoder with real/fake training", [BEST], ON_COLA[:1], COLUMNS, True),
        ("all pooling classifiers trained on CoLA exceed", ON_COLA, LAU + REAL_FAKE, MCC, False),
        ("the models of Lau et al. and the real/fake classifiers exceed random guessing and CBOW, in", LAU + REAL_FAKE, [CBOW], MCC[:1], False),
        ("the models of Lau et al. and the real/fake classifiers exceed random guessing and CBOW, out", LAU + REAL_FAKE, [CBOW], MCC[1:], False),
    ],
)  # fmt: skip
def test_the_lowest_of_some_models_is_compared_with_the_highest_of_others(start, first, second, columns, holds):
    assert fact(start) == (lowest_and_highest(first, second, columns), holds)


@pytest.mark.parametrize(
    ("start", "models", "columns", "holds"),
    [
        ("all pooling classifiers are worse out-of-domain than in-domain (accuracy)", MODELS[5:12], ACCURACY, True),
        ("all pooling classifiers are worse out-of-domain than in-domain (MCC)", MODELS[5:12], MCC, True),
        ("largest drop of the MCC", MODELS[5:12], MCC, False),
        ("supervised models: all five fall", [CBOW, *ON_COLA], MCC, False),
        ("models of Lau et al.: largest distance of in-domain and out-of-domain MCC", LAU, MCC, True),
        ("models of Lau et al.: largest distance of in-domain and out-of-domain accuracy", LAU, ACCURACY, False),
    ],
)
def test_models_are_compared_in_and_out_of_domain(start, models, columns, holds):
    assert fact(start) == (from_to(models, *columns), holds)


@pytest.mark.parametrize(("what", "columns", "holds"), [("MCC", MCC, True), ("accuracy", ACCURACY, False)])
def test_training_on_cola_is_compared_with_real_fake_alone(what, columns, holds):
    trained = [number for name in columns for number in values(name, ON_COLA[1:])]
    alone = [number for name in columns for number in values(name, REAL_FAKE)]
    start = f"real/fake encoders in three styles, in-domain and out-of-domain: in how many cases the {what}"
    assert fact(start) == ([number for pair in zip(trained, alone, strict=True) for number in pair], holds)


@pytest.mark.parametrize(("column", "holds"), [*zip(COLUMNS, (False, True, True, True), strict=True)])
def test_the_best_model_is_ahead_by_so_much(column, holds):
    expected = [*values(column, [BEST]), max(values(column, MODELS[:11]))]
    assert fact(f"best model minus the second, {column}") == (expected, holds)


def test_training_sentences_are_counted_by_source_by_hand():
    rows = [
        ("train", "a", 1, "The boy, the girl."),  # the boy , the girl . are 6 tokens of 5 types
        ("train", "a", 0, "Boy!"),
        ("train", "b", 1, "It's a boy."),  # it ' s a boy .
        ("dev", "b", 1, "Not counted."),
    ]
    sentences = pd.DataFrame(rows, columns=["split", "source", "label", "sentence"])
    made = tables.training_counts(sentences=sentences)
    assert made.to_numpy().tolist() == [["a", 2, 1, 8, 6], ["b", 1, 1, 6, 6], ["all", 3, 2, 14, 10]]
    bag = simple_classifiers.bag_of_words(sentences["sentence"][:3], sentences["label"][:3])
    assert set(bag[0].vocabulary_) == {"the", "boy", ",", "girl", ".", "!", "it", "'", "s", "a"}
