"""Formulas that compare surprisals: what they mean, beside a slow evaluator, and what is refused, with its place."""

import json
import os
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from acceptability.expectations import sums, texts, values
from acceptability.expectations.grammar import FormulaError, comparisons, parse, references

CONDITIONS, REGIONS = ("a", "b c", "d_e-1"), 3


@pytest.mark.parametrize(
    ("formula", "fault", "place"),
    [
        ("", "the formula is empty", 0),
        ("(1;%a%) <= (1;%b%)", "there is no <=; write <, > or =", 8),
        ("[(1;%a%) < (1;%b%) & [(1;%c%) < 2]", "this [ is not closed", 0),
        ("[(1;%a%) < (1;%b%))", "a [ is closed by )", 18),
        ("(1;%a%) < (1;%b%)]", "the ] closes no bracket", 17),
        ("(1;%a%) < (1;%b%) < 0", "one comparison at a time", 18),
        ("(1;%a%) - (1;%b%)", "is a number; compare it with something", 0),
        ("1 + [(1;%a%) > 1] > 1", "+ needs numbers", 4),
        ("[(1;%a%) > 1] > 1", "> compares numbers", 0),
        ("1<2 | 1<2 & 2<1", "& and | are mixed", 10),
        ("1<2 & (1;%a%)", "& joins comparisons, and this is a number", 6),
        ("(0;%a%) < 1", "regions are numbered from 1", 0),
        ("(00;%a%) < 1", "regions are numbered from 1", 0),
        ("(1;%a%) * 2 < 1", "is neither", 8),
        ("(1;a) < 1", "is neither", 2),
        ("< 1", "a region or a number is missing here", 0),
        ("1 < 2 3", "a sign such as < or & is missing", 6),
        ("(" * 101 + "1<2" + ")" * 101, "has more than 100 brackets", 100),
        ("1" + "+1" * 201 + " < 1", "has more than 200 signs + and -", 401),
    ],
)
def test_what_has_no_meaning_is_refused_with_its_place(formula, fault, place):
    with pytest.raises(FormulaError) as raised:
        parse(formula)
    first, shown, mark = str(raised.value).split("\n")
    assert first.startswith(fault)
    assert shown == f"    {formula}" and mark == f"    {' ' * place}^"


def test_all_released_formulas_are_read():
    folder = Path(os.environ.get("ACCEPTABILITY_MIRROR", "")) / "raw.githubusercontent.com/cpllab"
    files = sorted(folder.glob("syntactic-generalization/*/test_suites/json/*.json"))
    if not files:
        pytest.skip("needs a mirror with SyntaxGym's suites (ACCEPTABILITY_MIRROR)")
    formulas = [one["formula"] for path in files for one in json.loads(path.read_text("utf-8"))["predictions"]]
    assert len(files) == 34 and len(formulas) == 36
    for formula in formulas:
        swapped = formula.translate(str.maketrans("[]", "()"))
        assert len(comparisons(parse(formula))) == len(comparisons(parse(swapped)))
        assert len(references(parse(formula))) == len(references(parse(swapped))) > 1


# A slow evaluator: formulas are made together with what they mean, in fractions, and never parsed.

NUMBERS = st.integers(0, 8).map(lambda eighths: (str(eighths / 8), lambda _, value=eighths: Fraction(value, 8)))
REFERENCES = st.tuples(st.sampled_from(CONDITIONS), st.sampled_from([1, 2, 3, "*"])).map(
    lambda one: (
        f"( {one[1]} ;%{one[0]}%)",
        lambda item: sum(item[one[0]]) if one[1] == "*" else item[one[0]][one[1] - 1],
    )
)


def bracketed(parts):
    return st.tuples(parts, st.sampled_from(["()", "[]"])).map(
        lambda one: (f"{one[1][0]}{one[0][0]}{one[1][1]}", one[0][1])
    )


def _total(left, sign, right):
    return lambda item: left(item) + (right(item) if sign == "+" else -right(item))


def sums_of(terms):
    def joined(first, more):
        text, meaning = first
        for sign, (other, value) in more:
            text += f" {sign}{other}"
            meaning = _total(meaning, sign, value)
        return text, meaning

    return st.builds(joined, terms, st.lists(st.tuples(st.sampled_from("+-"), terms), max_size=3))


SUMS = st.recursive(sums_of(NUMBERS | REFERENCES), lambda inner: sums_of(REFERENCES | bracketed(inner)), max_leaves=4)


def compared(left, sign, right):
    def holds(item):
        first, second = left[1](item), right[1](item)
        if sign == "=":
            return abs(first - second) <= Fraction(1, 1000) + Fraction(1, 100_000) * abs(second)
        return first < second if sign == "<" else first > second

    return f"{left[0]}{sign} {right[0]}", holds


COMPARISONS = st.builds(compared, SUMS, st.sampled_from("<>="), SUMS)


def junctions(parts):
    def joined(sign, of_all):
        combine = all if sign == "&" else any
        return f" {sign} ".join(text for text, _ in of_all), lambda item: combine(one(item) for _, one in of_all)

    return st.builds(joined, st.sampled_from("&|"), st.lists(bracketed(parts), min_size=1, max_size=3))


FORMULAS = st.recursive(COMPARISONS, junctions, max_leaves=4)
ITEMS = st.lists(
    st.fixed_dictionaries(
        {
            name: st.lists(
                st.integers(0, 24).map(lambda eighths: Fraction(eighths, 8)), min_size=REGIONS, max_size=REGIONS
            )
            for name in CONDITIONS
        }
    ),
    min_size=1,
    max_size=4,
)


@pytest.mark.hypothesis
@given(FORMULAS, ITEMS)
def test_formulas_mean_what_a_slow_evaluator_says(formula, items):
    text, meaning = formula
    bits = {name: np.array([[float(value) for value in item[name]] for item in items]).T for name in CONDITIONS}
    tree = parse(text)
    truths, near = (
        np.broadcast_to(of_items(tree, bits), len(items)) for of_items in (values.truths, values.values)
    )  # a formula without regions has one value
    assert truths.tolist() == [meaning(item) for item in items]
    assert ((near > 0) <= truths).all() and ((near < 0) <= ~truths).all()
    for place, item in enumerate(items):  # item by item, ties are the same
        alone = {name: [float(value) for value in item[name]] for name in CONDITIONS}
        assert np.broadcast_to(sums.ties(tree, bits), len(items))[place] == sums.ties(tree, alone)


def test_sums_are_read_from_left_to_right_and_their_values_are_differences():
    bits = {"a": np.array([[5.0], [4.0], [3.0]]), "b": np.array([[1.0], [2.0], [4.0]])}
    assert values.values(parse("5 - 4 - 3 > (1;%a%)"), bits).tolist() == [-7]
    assert values.values(parse("(1;%a%) > (1;%b%) & (2;%a%) < (3;%b%)"), bits).tolist() == [0]
    assert sums.ties(parse("(1;%a%) > (1;%b%) & (2;%a%) < (3;%b%)"), bits).tolist() == [True]
    assert values.values(parse("(*;%a%) > (*;%b%) | (2;%a%) < 1"), bits).tolist() == [5]
    assert values.truths(parse("(2;%a%) = (3;%b%)"), bits).tolist() == [True]


def test_rounding_of_sums_decides_nothing():
    bits = {"a": np.array([[0.1], [0.2], [0.3]])}
    assert 0.1 + 0.2 > 0.3
    tree = parse("(1;%a%) + (2;%a%) > (3;%a%)")
    assert not values.truths(tree, bits)[0] and sums.ties(tree, bits)[0] and values.values(tree, bits)[0] == 0


@pytest.mark.parametrize(
    "formula", ["[(1;%a%) - (2;%a%)] - [(3;%a%) - (4;%a%)] > 0", "0 > (1;%a%) - (2;%a%) - (3;%a%)"]
)
def test_rounding_of_terms_that_cancel_decides_nothing(formula):
    """In floating point, the first sum is above 0 by 5e-17, and the second below it by 3e-17."""
    bits = {"a": np.array([[0.3, 0.1, 0.2, 0.0] if "[" not in formula else [0.8, 0.6, 0.4, 0.2]]).T}
    tree = parse(formula)
    left, right = (sums.number(part, bits) for part in tree.parts)
    assert np.all(left > right)
    assert not values.truths(tree, bits)[0] and sums.ties(tree, bits)[0] and values.values(tree, bits)[0] == 0


def test_the_longest_formula_is_evaluated():
    formula = "(" * 99 + "1" + "+1)" * 99 + "+1" * 101 + " < (1;%a%)"
    assert values.truths(parse(formula), {"a": np.array([[201.0, 202.0]])}).tolist() == [False, True]


def test_comparisons_of_equal_texts_are_found():
    same = {"a": ["The", " key"], "b": ["The ", "key"], "c": ["A", ""]}
    numbers = {name: texts.numbers(contents) for name, contents in same.items()}
    assert sums.ties(parse("(2;%a%) < (2;%b%)"), numbers)
    assert sums.ties(parse("(2;%a%) + (1;%c%) < (1;%c%) + (2;%b%) & (1;%a%) < (1;%c%)"), numbers)
    assert sums.ties(parse("(2;%c%) > 0"), numbers)  # an empty region
    assert not sums.ties(parse("(2;%a%) < (1;%a%)"), numbers)
    assert not sums.ties(parse("(2;%a%) + 2 < (2;%b%)"), numbers)
    assert not sums.ties(parse("(2;%a%) = (2;%b%)"), numbers)


def test_differences_of_differences_of_other_texts_are_no_ties():
    tree = parse("(3;%a1%) - (3;%a2%) > (3;%b1%) - (3;%b2%)")
    for number in range(300):
        conditions = product(("a", f"the ship {number}"), ("", ","))
        numbers = {
            f"{'ab'[place // 2]}{place % 2 + 1}": texts.numbers([*one, "sank"]) for place, one in enumerate(conditions)
        }
        assert not sums.ties(tree, numbers)
