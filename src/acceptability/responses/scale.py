"""Ratings as participants gave them, numbers or labels → numbers on the scale that SCALE= names."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import isfinite, nan

from acceptability.errors import InputError
from acceptability.messages import Message, Setting, counted
from acceptability.reading import matching
from acceptability.reading.values import decimal_mark, is_number, mostly_numbers, number_of
from acceptability.responses import columns
from acceptability.responses.answers import Answer, Row, reading_setting
from acceptability.responses.columns import rows_named

ENDS = re.compile(r"(-?\d+(?:\.\d+)?)\s*(?:-|–|to|\.\.)\s*(-?\d+(?:\.\d+)?)")
CODES = frozenset((-9, -99, -999, 99, 999, 9999))  # what some programs write where there is no answer
SHOWN = 3  # labels in a message about ratings that are not on the scale
OF_WORDS = Setting(
    make="SCALE='…|…|…'", yaml="answers: {scale: '…|…|…'}", python="scale='…|…|…'", workflow="SCALE='…|…|…'"
)


def to_numbers(
    ratings: Sequence[Answer], words: Mapping[str, str], wrong: list[str], notes: list[str]
) -> tuple[float, float]:
    """Turn the responses into numbers, and return the ends of the scale; ``wrong`` gets what cannot be a rating.

    Labels have the places that SCALE= gives them, from 1. They are compared as written, without regard to case;
    labels that are numbers are compared as numbers.
    """
    responses = [one.response for one in ratings if one.response]
    scale_option = words.get("scale", "").strip()
    ends = ENDS.fullmatch(scale_option.replace("−", "-"))
    if scale_option and not ends and "|" not in scale_option:
        fault = ": write the ends of the scale, such as 1-7, or its labels with | between them"
        raise InputError(reading_setting("scale", scale_option), fault)
    comma, mixed_marks = decimal_mark(responses)
    if mixed_marks:
        wrong.append(f"the ratings: {mixed_marks}")
    order = {} if ends else _order(scale_option, comma)
    unknown: dict[str, list[Answer]] = defaultdict(list)
    for one in ratings:
        value = order.get(folded(one.response, comma), "" if order else one.response) if one.response else ""
        number = number_of(value, comma) if value else None
        if one.response and (number is None or not isfinite(number)):
            unknown[one.response].append(one)
        elif number is not None:
            one.response = f"{number:g}" if f"{number:g}" == f"{number!r}".removesuffix(".0") else repr(number)
    if unknown and mostly_numbers([order.get(folded(cell, comma), cell) for cell in responses]):
        fault = Message("not a number; correct it, or leave it empty")
        if order:
            answers = reading_setting("scale", scale_option)
            fault = Message("not one of the answers in ", answers, "; correct it, leave it empty, or add it there")
        labels = columns.listed([repr(label[:40]) for label in unknown], SHOWN)
        rows = rows_named([one for group in unknown.values() for one in group])
        wrong.append(f"{rows}: the rating is {labels}, which is " + fault)
    elif unknown:
        groups = [f"{label[:40]!r} ({len(group):,}, the first in {group[0].row})" for label, group in unknown.items()]
        examples = columns.listed(groups)
        fault = f"ratings are words: {examples}; write their order, from the worst to the best: "
        wrong.append(Message(fault, OF_WORDS))
    if comma == "," and any("," in cell for cell in responses):
        notes.append("ratings have decimal commas")
    _check_one_scale(ratings, wrong)
    if unknown or not responses:
        return nan, nan
    if order:
        return 1.0, float(len(order))
    if not ends:
        _check_codes([one for one in ratings if one.response], wrong)
        return nan, nan
    return _checked_ends(ratings, scale_option, (float(ends[1]), float(ends[2])), wrong)


def _order(scale_option: str, comma: str) -> dict[str, str]:
    """Return the place of each label of SCALE=, from 1, by its folded text.

    Raises InputError for labels that are equal after folding, and for one that means a missing answer.
    """
    labels = [label.strip() for label in scale_option.split("|") if label.strip()]
    order: dict[str, str] = {}
    first: dict[str, str] = {}
    for place, label in enumerate(labels, start=1):
        response = columns.response(label)
        key = folded(response, comma)
        if not response:
            fault = f": {label!r} is read as a missing answer; write another label, in the file too"
            raise InputError(reading_setting("scale", scale_option), fault)
        if key in order:
            fault = f": the labels {first[key]!r} and {label!r} cannot be told apart; write them differently, in the "
            raise InputError(reading_setting("scale", scale_option), f"{fault}file too, or leave one out")
        order[key], first[key] = str(place), label
    return order


def folded(label: str, comma: str = ".") -> str:
    """Return a label without case and superfluous white space; a number as the number that it is."""
    return f"{number_of(label, comma)!r}" if is_number(label) else matching.same(label.casefold())


def _check_one_scale(ratings: Sequence[Answer], wrong: list[str]) -> None:
    """Note participants who rated on several scales, such as buttons and a slider."""
    scales: dict[str, dict[str, Row]] = defaultdict(dict)
    for one in ratings:
        scales[one.participant].setdefault(one.scale, one.row)
    if mixed := [rows for rows in scales.values() if len(rows) > 1]:
        places = " and ".join(f"in {row} on {scale}" for scale, row in mixed[0].items())
        wrong.append(
            Message(
                f"{counted(len(mixed), 'participant')} rated on several scales, such as {places}; ratings on "
                "different scales cannot be compared; name the part to use with ",
                reading_setting("label"),
            )
        )


def _checked_ends(
    ratings: Sequence[Answer], scale_option: str, ends: tuple[float, float], wrong: list[str]
) -> tuple[float, float]:
    """Return the ends of the scale; ``wrong`` gets ratings outside, and ends in the wrong order."""
    low, high = ends
    outside = [one for one in ratings if one.response and not low <= float(one.response) <= high]
    if low > high:
        turned = reading_setting("scale", f"{high:g}-{low:g}")
        wrong.append(Message(reading_setting("scale", scale_option), ": the lower end comes first: ", turned))
    elif outside:
        fault = f"{rows_named(outside)}: the rating is outside the scale {low:g} to {high:g}"
        wrong.append(Message(f"{fault}; correct it, or set the ends: ", _ends([low, high, *map(_number, outside)])))
    return low, high


def _number(answer: Answer) -> float:
    return float(answer.response)


def _ends(numbers: Sequence[float]) -> Setting:
    """Return SCALE= with the ends of a scale that has all of these numbers."""
    return reading_setting("scale", f"{min(numbers):g}-{max(numbers):g}")


def _check_codes(rated: Sequence[Answer], wrong: list[str]) -> None:
    """Note numbers far from all others that programs write where there is no answer."""
    others = [number for number in map(_number, rated) if number not in CODES]
    if not others:
        return
    low, high = min(others), max(others)
    far = [one for one in rated if not low - (high - low) <= _number(one) <= high + (high - low)]
    for code in sorted({_number(one) for one in far}):
        rows = rows_named([one for one in far if _number(one) == code])
        wrong.append(
            Message(
                f"{rows}: the rating is {code:g}, and all others are from {low:g} to {high:g}; leave the cell empty if "
                "there is no answer, or set the ends of the scale: ",
                _ends([low, high, code]),
            )
        )
