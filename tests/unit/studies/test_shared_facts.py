"""Facts that two papers print: both studies treat them alike, and every fact is of the kind that it should be."""

import pandas as pd
import pytest

from acceptability.contracts import io
from acceptability.contracts.studies import PRINTED
from acceptability.studies.verdicts import OF_THE_PRINT
from helpers import ROOT

PAPERS = ROOT / "paper"
STUDIES = sorted(folder.parent.name for folder in PAPERS.glob("*/printed"))


def facts(study: str) -> pd.DataFrame:
    paths = sorted((PAPERS / study / "printed").glob("*.csv"))
    return pd.concat([io.read_table(path, PRINTED) for path in paths], ignore_index=True)


FACTS = pd.concat([facts(study).assign(study=study) for study in STUDIES], ignore_index=True).fillna("")
IN_TABLES = r"Table \d"  # whose items may have the same name by chance


def shared() -> dict[tuple[str, str], pd.DataFrame]:
    """Facts with one name and one printed number in more than one study."""
    groups = FACTS.groupby(["item", "printed"])
    return {key: rows for key, rows in groups if rows["study"].nunique() > 1}


def test_what_two_papers_print_is_recomputed_in_both_or_in_neither():
    different = [
        key for key, rows in shared().items() if rows["kind"].nunique() > 1 or rows["quantity"].eq("").nunique() > 1
    ]
    assert not different


@pytest.mark.parametrize(
    ("item", "printed", "studies"),
    [
        ("sentences of CoLA", "10657", {"cola", "pbc"}),
        ("sentences of CoLA: training set", "8551", {"cola", "pbc"}),
        ("sizes of GPT-2", "4", {"blimp", "pbc"}),
        ("paradigms of BLiMP", "67", {"adc", "blimp", "thesis"}),
        ("pairs in each paradigm of BLiMP", "1000", {"adc", "blimp", "thesis"}),
        ("phenomena of BLiMP", "12", {"adc", "blimp", "thesis"}),
        ("pairs of BLiMP", "67000", {"blimp", "thesis"}),
        ("people who judged a pair of BLiMP", "20", {"blimp", "thesis"}),
        ("sentence types of the LI half", "300", {"adc", "pbc", "thesis"}),
        ("phenomena of the LI sample", "148", {"adc", "thesis"}),
        ("sentences in LI-Adger", "4179", {"adc", "thesis"}),
    ],
)
def test_what_several_papers_print_has_one_name(item, printed, studies):
    assert set(shared()[item, printed]["study"]) == studies


def test_the_same_quantity_of_the_same_argument_is_computed_alike():
    """ADC, BLiMP and the thesis share names of quantities only where they share the function or nothing at all."""
    own = FACTS[~FACTS["quantity"].isin(["", *OF_THE_PRINT])]
    rows = own[own["study"].isin(["adc", "thesis"])].groupby(["quantity", "argument", "printed"])
    assert all(of["kind"].nunique() == 1 for _, of in rows)
    assert sum(of["study"].nunique() == 2 for _, of in rows) > 20


def test_readings_are_those_whose_note_says_how_they_are_read():
    said = FACTS["note"].str.contains(r"read (?:as|so|into)\b")
    assert FACTS.loc[said != FACTS["kind"].eq("reading"), ["study", "item"]].to_numpy().tolist() == []


def test_definitions_have_a_reason_and_nothing_to_recompute():
    reasons = r"by definition|a choice|a property of a model|by the construction"
    said = FACTS["note"].str.match(reasons) & FACTS["quantity"].eq("")
    assert FACTS.loc[said != FACTS["kind"].eq("definition"), ["study", "item"]].to_numpy().tolist() == []


def test_checks_compare_printed_numbers():
    of_cola = ["has_matrix", "has_mccs"]
    assert set(FACTS.loc[FACTS["kind"] == "check", "quantity"]) <= {*OF_THE_PRINT, *of_cola}
    assert set(FACTS.loc[FACTS["quantity"].isin(of_cola), "kind"]) == {"check"}
