"""The numbers that Niu & Penn (2020) print: are all there, once each, and are what the rows about them compare?"""

import re
from itertools import product

import pandas as pd
import pytest

from acceptability.contracts import io
from acceptability.contracts.studies import PRINTED
from acceptability.papers.pbc.study import SYSTEMS
from acceptability.studies.verdicts import OF_THE_PRINT, agrees
from helpers import ROOT

PAPERS = ROOT / "paper"
COUNTS = {"Table 1": 12, "Table 2": 60, "Table 3": 40, "Table 4": 240, "Table 5": 40, "Table 6": 20}
TRAINED = ("Pereira", "Mikolov", "QRNN regular", "QRNN TAS")
CORPORA = ("BNC", "WikiText-103")
GPT = ("GPT-2", "GPT-2 XL")
SCALES = ("log", "exp")
EXCEPTION = "QRNN TAS WikiText-103"  # the one model whose sensicality is low


def read(study: str) -> pd.DataFrame:
    return pd.concat([io.read_table(path, PRINTED) for path in sorted((PAPERS / study / "printed").glob("*.csv"))])


FACTS = read("pbc")
NUMBERS = {place: dict(zip(of.item, of.printed, strict=True)) for place, of in FACTS.groupby("place")}


def numbers(place: str, *items: str) -> list[float]:
    return [float(NUMBERS[place][item]) for item in items]


def verdict(place: str, item: str) -> tuple[list[float], bool]:
    """Return what a row about other printed numbers compares, and whether the print is consistent."""
    row = FACTS[FACTS["place"].eq(place) & FACTS["item"].eq(item)].squeeze()
    words = row["argument"].split()
    return [float(word) for word in words], agrees(
        row["printed"], OF_THE_PRINT[row["quantity"]](None, "corrected", *words)
    )


def table_2(norm: str, scale: str) -> list[float]:
    """The models in the order of Table 4."""
    trained = [f"{model}, {norm}: {corpus}, {scale}" for model, corpus in product(TRAINED, CORPORA)]
    return numbers("Table 2", *trained, *(f"{model}, {norm}: {scale}" for model in GPT))


OF_GROUPS = ("median", "upper breakpoint", "lower breakpoint")
MODELS = [*(f"{model} {corpus}" for model, corpus in product(TRAINED, CORPORA)), *GPT]
SCORES = [f"{norm} {scale}" for norm, scale in product(("raw", "norm"), SCALES)]


def listed(*words) -> list[str]:
    """Every way to take one of each of these, in the words of the tables."""
    return [", ".join(chosen) for chosen in product(*words)]


def medians(score: str, groups: str = "all groups") -> list[float]:
    return numbers("Table 4", *(f"{model}, {score}: {groups}, median" for model in MODELS))


def paired(first: list[float], second: list[float]) -> list[float]:
    return [number for pair in zip(first, second, strict=True) for number in pair]


def test_every_number_of_the_tables_is_there():
    places = FACTS["place"].value_counts()
    assert {place: places[place] for place in COUNTS} == COUNTS
    assert sum(COUNTS.values()) == 412
    assert not FACTS.duplicated(["place", "item"]).any()


@pytest.mark.parametrize(
    ("place", "models", "of_row", "columns"),
    [
        ("Table 1", [*TRAINED, *GPT], [], CORPORA),
        ("Table 2", [*TRAINED, *GPT], ["raw", "norm", "SLOR"], listed(CORPORA, SCALES)),
        ("Table 3", [*TRAINED, *GPT], ["raw", "norm"], listed(CORPORA, SCALES)),
        ("Table 4", MODELS, SCORES, listed(("all groups", "groups > 4"), OF_GROUPS)),
        ("Table 5", [*TRAINED[1:], *GPT], ["raw", "norm"], listed(SCALES, ("with case", "lower case"))),
        ("Table 6", ["Pereira", "Mikolov", "QRNN", "QRNN-R", *GPT], ["raw", "SLOR"], CORPORA),
    ],
)
def test_tables_have_the_papers_rows_and_columns(place, models, of_row, columns):
    """Tables 2, 3 and 6 have no columns of corpora for the GPT-2 models, which the authors did not train."""
    of_gpt = {"Table 2": SCALES, "Table 3": SCALES, "Table 6": ("",)}.get(place, columns)
    cells = set()
    for model in models:
        rows = listed([model], of_row) if of_row else [model]
        names = of_gpt if model in GPT else columns
        cells |= {f"{row}: {name}" if name else row for row in rows for name in names}
    assert set(NUMBERS[place]) == cells


def test_what_is_printed_can_be_compared():
    for row in FACTS.itertuples():
        pattern = r"-?\d+(\.\d+)?" if row.place in COUNTS else r"[<>]?-?\d+(\.\d+)?(e-\d+)?|yes|no"
        assert re.fullmatch(pattern, row.printed), f"{row.place}, {row.item}"
    correlations = FACTS[FACTS["place"].isin(COUNTS.keys() - {"Table 1"})]["printed"].astype(float)
    assert correlations.abs().max() == 1


def test_breakpoints_lie_around_their_median():
    for model, score, groups in product(MODELS, SCORES, ("all groups", "groups > 4")):
        low, middle, high = (
            float(NUMBERS["Table 4"][f"{model}, {score}: {groups}, {place}"])
            for place in ("lower breakpoint", "median", "upper breakpoint")
        )
        assert low < middle < high


def test_rows_about_the_print_compare_numbers_of_the_print():
    known = {float(value) for value in FACTS["printed"] if value not in ("yes", "no") and value[0] not in "<>"} | {0}
    for row in FACTS[FACTS["quantity"].isin(OF_THE_PRINT)].itertuples():
        words = [float(word) for word in row.argument.split()]
        if row.quantity == "lies_within":
            words.pop()  # the margin is a reading
        assert set(words) <= known, row.item


@pytest.mark.parametrize("score", SCORES)
def test_medians_exceed_table_2_but_once(score):
    found = paired(medians(score), table_2(*score.split()))
    item = f"Table 4: the median over all groups exceeds the PBC of Table 2 for every model, {score}"
    assert verdict("Section 6", item) == (found, score != "norm exp")


@pytest.mark.parametrize(("score", "falling"), list(zip(SCORES, (6, 8, 10, 10), strict=True)))
def test_medians_fall_in_34_of_40_rows(score, falling):
    found = paired(medians(score), medians(score, "groups > 4"))
    assert sum(first > second for first, second in zip(found[::2], found[1::2], strict=True)) == falling
    item = f"Table 4: the median is lower in groups > 4 than in all groups for every model, {score}"
    assert verdict("Section 6", item) == (found, falling == 10)


@pytest.mark.parametrize(
    ("scale", "place", "columns", "norms", "consistent"),
    [
        ("log", "Table 2", [f"{corpus}, {{}}" for corpus in CORPORA], ("raw", "norm", "SLOR"), True),
        ("exp", "Table 2", [f"{corpus}, {{}}" for corpus in CORPORA], ("raw", "norm", "SLOR"), False),
        ("log", "Table 5", ["{}, with case", "{}, lower case"], ("raw", "norm"), True),
        ("exp", "Table 5", ["{}, with case", "{}, lower case"], ("raw", "norm"), False),
    ],
)
def test_gpt_2_is_compared_with_the_best_other_model(scale, place, columns, norms, consistent):
    found = []
    for norm in norms:
        columns_of = [column.format(scale) for column in columns]
        if place == "Table 2":
            *others, small, large = table_2(norm, scale)
            found += [min(small, large), max(others)]
        else:
            for column in columns_of:
                of = {item: float(x) for item, x in NUMBERS[place].items() if item.endswith(f", {norm}: {column}")}
                gpt = [x for item, x in of.items() if item.startswith("GPT-2")]
                found += [min(gpt), max(x for item, x in of.items() if not item.startswith("GPT-2"))]
    what = "raw, norm, SLOR" if place == "Table 2" else "raw and norm, with case and lower case"
    item = f"{place}: both GPT-2 models exceed every other model, {scale} ({what})"
    assert verdict("Section 6", item) == (found, consistent)


def test_table_3_sets_gpt_2_apart_and_xl_above_small():
    best, xl = [], []
    for norm, scale in product(("raw", "norm"), SCALES):
        others = numbers("Table 3", *(f"{m}, {norm}: {c}, {scale}" for m, c in product(TRAINED, CORPORA)))
        small, large = numbers("Table 3", *(f"{model}, {norm}: {scale}" for model in GPT))
        best += [min(small, large), max(others)]
        xl += [large, small]
    item = "Table 3: both GPT-2 models exceed every other model (raw log, raw exp, norm log, norm exp)"
    assert verdict("Section 6", item) == (best, True)
    assert verdict("Section 6", "Table 3: GPT-2 XL exceeds GPT-2 in all four cells") == (xl, True)


def test_table_5_has_other_models_than_it_says():
    def with_case(model: str) -> list[float]:
        return numbers("Table 5", *(f"{model}, {n}: {s}, with case" for n, s in product(("raw", "norm"), SCALES)))

    def of_table_2(model: str) -> list[float]:
        return [table_2(*score.split())[MODELS.index(model)] for score in SCORES]

    for model, other in zip(GPT, reversed(GPT), strict=True):
        found = of_table_2(model)
        item = f"{model} (with case) has the same four numbers in both"
        assert verdict("Tables 2 and 5", item) == (paired(with_case(model), found), False)
        assert with_case(other) == found
    for model in TRAINED[1:]:
        second = of_table_2(f"{model} WikiText-103")
        item = f"{model} of Table 5, with case: numbers of the WikiText-103 model in Table 2"
        assert verdict("Section 5.5", item) == (paired(with_case(model), second), False)
        same = model != "QRNN TAS"  # of which Table 2 has the raw numbers of regular as norm
        assert (with_case(model) == of_table_2(f"{model} BNC")) == same
    regular, tas = of_table_2("QRNN regular BNC"), of_table_2("QRNN TAS BNC")
    assert regular[:2] == tas[2:]
    assert not verdict("Tables 2 and 5", "QRNN TAS BNC, norm: the same two numbers in both")[1]


def test_slor_lowers_sensicality_and_one_model_is_the_exception():
    cells = [item for item in NUMBERS["Table 6"] if ", raw" in item]
    raw = numbers("Table 6", *cells)
    slor = numbers("Table 6", *(cell.replace("raw", "SLOR") for cell in cells))
    assert verdict("Section 6", "Table 6: SLOR is below raw for every model") == (paired(raw, slor), True)
    names = [cell.replace(", raw", "").replace(":", "") for cell in cells]
    names = [re.sub("^QRNN ", "QRNN TAS ", name).replace("QRNN-R", "QRNN regular") for name in names]
    by_model = dict(zip(names, raw, strict=True))
    assert set(by_model) == set(MODELS)
    nine = [model for model in names if model != EXCEPTION]
    for second, item in (
        (table_2("raw", "log"), "Table 2's raw log"),
        (medians("raw log"), "the medians of Table 4 (all groups, raw log)"),
    ):
        second = dict(zip(MODELS, second, strict=True))
        found = paired([by_model[model] for model in nine], [second[model] for model in nine])
        item = f"Table 6: raw scores are higher than {item} for all models but QRNN WikiText-103"
        assert verdict("Section 6", item) == (found, True)
    exception = [medians("raw log")[MODELS.index(EXCEPTION)], by_model[EXCEPTION]]
    item = "Table 6: the raw score of QRNN WikiText-103 is the one exception"
    assert verdict("Section 6", item) == (exception, True)


@pytest.mark.parametrize("score", SCORES)
def test_gpt_2_loses_most_without_case_but_in_raw_exp(score):
    norm, scale = score.split()
    falls = {
        model: numbers("Table 5", f"{model}, {norm}: {scale}, with case", f"{model}, {norm}: {scale}, lower case")
        for model in (*TRAINED[1:], *GPT)
    }
    least = min((falls.pop(model) for model in GPT), key=lambda pair: pair[0] - pair[1])
    item = f"Table 5: both GPT-2 models lose more without case than every other model, {score}"
    assert verdict("Section 6", item) == ([*least, *(x for pair in falls.values() for x in pair)], score != "raw exp")


def test_nothing_in_table_2_is_above_0_3():
    greatest = max(map(abs, map(float, NUMBERS["Table 2"].values())))
    item = "Table 2: every model has a weak correlation at most"
    assert verdict("Section 6", item) == ([greatest, 0, 0.3], True)


@pytest.mark.parametrize("score", ["raw log", "norm log", "norm exp"])
def test_xl_without_case_is_compared_with_small(score):
    norm, scale = score.split()
    found = numbers("Table 5", f"GPT-2 XL, {norm}: {scale}, lower case", f"GPT-2, {norm}: {scale}, with case")
    item = f"Table 5: GPT-2 XL loses about as much from case as from its size, {score}"
    assert verdict("Section 6", item) == ([*found, 0.02], score != "norm exp")


def test_every_comparison_of_printed_numbers_is_used_by_a_paper():
    used = {quantity for folder in PAPERS.glob("*/printed") for quantity in read(folder.parent.name)["quantity"]}
    assert set(OF_THE_PRINT) <= used


def test_systems_are_called_alike_in_the_study_and_its_report():
    text = (PAPERS / "pbc/report.typ").read_text(encoding="utf-8")
    named = re.search(r"#let system-names = \((.*?)\)", text)[1]
    assert dict(re.findall(r'"(\w+)": "([^"]+)"', named)) == SYSTEMS
