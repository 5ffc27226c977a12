import csv
from pathlib import Path

import pandas as pd
import pytest

from acceptability import reproduction
from acceptability.errors import InputError
from acceptability.reproduction import agrees, compare

PUBLISHED = Path(__file__).resolve().parents[2] / "resources" / "published"


@pytest.mark.parametrize(
    ("printed", "value", "expected"),
    [
        ("0.852", 0.85249, True),
        ("0.852", 0.8525, True),  # a half rounds either way
        ("0.852", 0.85251, False),
        ("0.852", 0.85149, False),
        ("726", 726, True),
        ("726", 724, False),
        ("94", 93.57, True),
        ("94", 93.49, False),
        ("-0.55", -0.5549, True),
        ("-0.55", 0.55, False),
        ("<0.0001", 0.00009, True),
        ("<0.0001", 0.0001, False),
        (">0", 1, True),
        (">0", 0, False),
        ("yes", True, True),
        ("yes", False, False),
        ("no", False, True),
        ("0.3", float("nan"), False),
    ],
)
def test_agreement_is_rounding_to_the_printed_decimals(printed, value, expected):
    assert agrees(printed, value) == expected


def evidence() -> reproduction.Evidence:
    empty = pd.DataFrame()
    columns = pd.DataFrame({"human": [1.0, 1.0, None], "a/pll": [1.1, -1.0, 0.4]}, index=["p", "q", "r"])
    return reproduction.Evidence(empty, empty, empty, columns, {}, {}, {}, empty, {})


def printed(*rows: tuple[str, str, str]) -> pd.DataFrame:
    return pd.DataFrame([("Table 1", "x", *row, "") for row in rows], columns=reproduction.COLUMNS)


def test_verdicts():
    table = compare(
        printed(
            ("0.50", "share", "a/pll blimp"),
            ("1.00", "share", "a/pll adc 0.5"),  # 1 of 2, and 1 unrated pair as published
            ("1", "met", "a/pll adc 0.5"),
            ("7", "pairs", ""),
            ("0.697", "", ""),
        ),
        evidence(),
    )
    assert table["verdict"].tolist() == [
        "reproduced",
        "as published only",
        "corrected only",
        "differs",
        "not recomputable",
    ]
    assert table["as_published"].tolist() == ["0.5", "1", "2", "2", ""]
    assert table["corrected"].tolist() == ["0.5", "0.5", "1", "2", ""]
    assert table["difference"].tolist() == ["0", "-0.5", "0", "-5", ""]


def test_mistakes_in_the_facts_are_named():
    with pytest.raises(InputError, match="the quantity 'shaer' is unknown"):
        compare(printed(("1", "shaer", "")), evidence())
    with pytest.raises(InputError, match="Table 1, x: nothing is called 'b/pll'"):
        compare(printed(("1", "met", "b/pll blimp")), evidence())


def facts() -> list[dict[str, str]]:
    return [row for path in sorted(PUBLISHED.glob("*.csv")) for row in csv.DictReader(path.open(encoding="utf-8"))]


def test_every_fact_is_recomputed_or_says_why_not():
    for row in facts():
        assert row["quantity"] in reproduction.QUANTITIES or (row["quantity"] == "" and row["note"])
        assert row["printed"] and row["item"] and row["place"]


def test_every_table_is_there_and_every_quantity_is_used():
    places = [row["place"] for row in facts()]
    assert places.count("Table 1") == 32
    assert {f"Table {number}" for number in range(1, 9)} < set(places)
    assert set(reproduction.QUANTITIES) == {row["quantity"] for row in facts()} - {""}


def test_no_sentence_of_the_data_is_committed_with_the_facts():
    # ids name the examples; a sentence would have several words and a full stop
    for row in facts():
        assert not row["item"].endswith((".", "?"))
