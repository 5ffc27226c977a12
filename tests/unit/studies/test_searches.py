"""Records of searches for the data that printed numbers need, and the verdicts on numbers that are not recomputed."""

import re
from types import SimpleNamespace

import pandas as pd
import pytest

from acceptability.analyses.reproduction.manifest import ANALYSIS
from acceptability.contracts import io
from acceptability.contracts.studies import FOUND, PRINTED, REPRODUCTION, SEARCHES, VERDICTS
from acceptability.errors import InputError
from acceptability.studies.evidence import NotFetched
from acceptability.studies.verdicts import AGREEING, SHOWN, compare, mistakes, read_printed
from helpers import ROOT

PATHS = sorted(ROOT.glob("paper/*/printed/*.csv"))
FACTS = pd.concat([io.read_table(path, PRINTED) for path in PATHS], ignore_index=True).fillna("")
RECORDS = io.read_table(ROOT / SEARCHES.path, SEARCHES)


def test_each_result_without_a_quantity_names_a_reason_and_nothing_else_does():
    without = FACTS["quantity"].eq("") & FACTS["kind"].ne("definition")
    assert FACTS.loc[without != FACTS["reason"].ne(""), ["place", "item"]].to_numpy().tolist() == []
    assert FACTS.loc[FACTS["kind"] == "definition", "note"].ne("").all()


def test_each_record_is_used_and_each_reason_has_one():
    assert set(FACTS["reason"]) - {""} == set(RECORDS["reason"])


def test_a_search_has_a_date_and_repositories_or_neither():
    unsearched = RECORDS["found"] == "unsearched"
    assert RECORDS["looked"].eq("").equals(unsearched) and RECORDS["date"].eq("").equals(unsearched)
    assert not RECORDS["missing"].str.contains(";").any()  # which separates it from what a row adds


@pytest.mark.parametrize(
    ("column", "value", "message"),
    [
        ("looked", f"a/b@{'0' * 39}", "must be repositories as owner/name@commit with all 40 digits"),
        ("looked", f"a@{'0' * 40}", "must be repositories as owner/name@commit"),
        ("looked", f"a/b@{'0' * 40} ", "must be repositories as owner/name@commit"),
        ("looked", f"a/b@{'0' * 40},c/d@{'0' * 40}", "must be repositories as owner/name@commit"),
        ("date", "2026-28-11", "must be a date such as 2026-11-28"),
        ("date", "28.11.2026", "must be a date such as 2026-11-28"),
        ("found", "yes", "must be no or part or linked or unsearched"),
        ("missing", " ", "is empty"),
    ],
)
def test_a_malformed_record_is_refused(tmp_path, column, value, message):
    record = {"reason": "x", "missing": "it", "looked": f"a/b@{'0f' * 20}", "date": "2026-11-28", "found": "no"}
    io.write_table(pd.DataFrame([record]), tmp_path / "searches.csv", SEARCHES)
    with pytest.raises(InputError, match=message):
        io.write_table(pd.DataFrame([record | {column: value}]), tmp_path / "searches.csv", SEARCHES)


EVIDENCE = SimpleNamespace(variants={"as_published": None, "corrected": None}, rows=[])
TWO = f"a/b@{'0' * 40} c/d@{'1' * 40}"


def judged(*rows: tuple[str, str, str, str], **more) -> pd.DataFrame:
    """Compare rows of printed number, quantity, reason and note."""
    facts = [("Table 1", "x", printed, "result", name, "", *rest) for printed, name, *rest in rows]
    records = [(found, "the scores", TWO, "2026-11-28", found) for found in FOUND if found != "unsearched"]
    records += [("unsearched", "an estimate", "", "", "unsearched"), ("once", "it", TWO[:44], "2026-01-02", "no")]
    searches = pd.DataFrame(records, columns=list(SEARCHES.columns))
    return compare(pd.DataFrame(facts, columns=list(PRINTED.columns)), EVIDENCE, more, searches=searches, **AUTHORS)


AUTHORS = {"of_a_log": {"logged": lambda e, v: 0.4786}, "of_a_sheet": {"listed": lambda e, v: 0.702}}


@pytest.mark.parametrize(
    ("reason", "note", "verdict", "expected"),
    [
        ("no", "", "not found", "not found: the scores (looked in 2 repositories, 2026-11-28)"),
        ("once", "", "not found", "not found: it (looked in 1 repository, 2026-01-02)"),
        (
            "linked",
            "",
            "not found",
            "linked from the authors' README, not in a repository: the scores (looked in 2 repositories, 2026-11-28)",
        ),
        ("part", "see B", "not found", "not found: the scores (looked in 2 repositories, 2026-11-28); see B"),
        ("unsearched", "", "not recomputable", "not searched: an estimate"),
        ("unsearched", "by hand", "not recomputable", "not searched: an estimate; by hand"),
    ],
)
def test_a_number_without_data_gets_the_words_of_its_search(reason, note, verdict, expected):
    row = judged(("1", "", reason, note)).iloc[0]
    assert (row["verdict"], row["note"], row["compared_with"]) == (verdict, expected, "nothing")


def test_a_log_and_a_sheet_are_apart_from_recomputed_numbers():
    rows = judged(
        ("0.479", "logged", "", ""),
        ("0.500", "logged", "", ""),
        ("0.702", "listed", "", ""),
        ("0.707", "listed", "", ""),
    )
    assert rows["verdict"].tolist() == [
        "as the authors' log prints it",
        "differs from the authors' log",
        "as the authors' sheet has it",
        "differs from the authors' sheet",
    ]
    assert rows["compared_with"].tolist() == ["log", "log", "sheet", "sheet"]
    assert rows["corrected"].tolist() == ["0.4786", "0.4786", "0.702", "0.702"]


def test_a_file_that_is_not_fetched_is_a_verdict_with_its_command():
    def lacking(evidence, variant):
        raise NotFetched("run: snakemake resources/raw/x.csv")

    row = judged(("1", "lacking", "", "a remark"), lacking=lacking).iloc[0]
    assert (row["verdict"], row["note"]) == ("file not fetched", "run: snakemake resources/raw/x.csv")
    assert (row["compared_with"], row["corrected"]) == ("nothing", "")


def test_a_reason_that_is_unknown_or_beside_a_quantity_is_refused():
    with pytest.raises(
        InputError, match="Table 1, x: the reason 'lost' is unknown; add its row to resources/searches.csv"
    ):
        judged(("1", "", "lost", ""))
    with pytest.raises(InputError, match="only a result without a quantity has a reason"):
        judged(("1", "logged", "no", ""))


def mistakes_in(folder, **tables: list[str]) -> list[str]:
    """Return the lines of the error about tables of printed numbers, each given by its rows.

    The error is the same when the configuration is read and in the job.
    """
    for name, rows in tables.items():
        (folder / f"{name}.csv").write_text("\n".join(["place,item,printed,kind,quantity,argument,note", *rows, ""]))
    faults: list[str] = []
    paths = [folder / f"{name}.csv" for name in tables]
    facts, places = read_printed(paths, faults)
    with pytest.raises(InputError) as caught:
        compare(facts, EVIDENCE, {}, places=places, faults=faults, **AUTHORS)
    lines = caught.value.message.splitlines()
    messages = mistakes(paths, ROOT / SEARCHES.path, SimpleNamespace(QUANTITIES={}, OF_A_LOG=AUTHORS["of_a_log"]))
    assert messages[:SHOWN] == lines[:SHOWN]
    return lines


def test_all_mistakes_in_printed_tables_are_in_one_error_with_their_file_and_row(tmp_path):
    sound = "Table 1,x,0.5,result,logged,,"
    first = [sound, "Table 1,y,0.5,results,logged,,", sound, "Table 1,z,0.5,result,loged,,", "Table 1,,1,result,,,none"]
    assert mistakes_in(
        tmp_path, first=first, second=["Table 2,v,half,result,logged,,", "Table 2,w,1,result,logged,9,"]
    ) == [
        f"{tmp_path}/first.csv, row 3 (place 'Table 1'): kind 'results' must be "
        "result or reading or definition or check",
        f"{tmp_path}/first.csv, row 6 (place 'Table 1'): item is empty; fill it in or leave the row out",
        f"{tmp_path}/first.csv, row 5 (Table 1, z): the quantity 'loged' is unknown (did you mean 'logged'?)",
        f"{tmp_path}/second.csv, row 2 (Table 2, v): 'half' is not a number (60), a bound (<0.05), yes or no; correct it",
        f"{tmp_path}/second.csv, row 3 (Table 2, w): the quantity 'logged' cannot use the argument '9': "
        "too many positional arguments",
    ]


def test_the_list_of_mistakes_ends_at_a_number_and_counts_the_others(tmp_path):
    lines = mistakes_in(tmp_path, long=[f"Table 1,{number},1,result,loged,," for number in range(SHOWN + 3)])
    assert len(lines) == SHOWN + 1 and lines[-1] == "… and 3 more"
    assert f"row {SHOWN + 1} " in lines[SHOWN - 1]


def test_a_file_that_is_no_table_is_reported_with_the_mistakes_of_the_others(tmp_path):
    mistaken = "Table 1,y,1,result,loged,,"
    broken, sound = mistakes_in(tmp_path, broken=["Table 1,x"], sound=["Table 1,x,1,result,,,none", mistaken])
    assert broken.startswith(f"{tmp_path}/broken.csv, row 2: has 2 cells where the header has 7")
    assert sound.startswith(f"{tmp_path}/sound.csv, row 3 (Table 1, y): the quantity 'loged' is unknown")
    assert mistakes_in(tmp_path, broken=["Table 1,x"]) == [broken]


def test_a_table_without_the_column_of_reasons_is_read(tmp_path):
    facts = pd.DataFrame([("Table 1", "x", "1", "result", "", "", "", "no file")], columns=list(PRINTED.columns))
    facts = facts.drop(columns="reason")
    io.write_table(facts, tmp_path / "old.csv", PRINTED)
    row = compare(io.read_table(tmp_path / "old.csv", PRINTED), EVIDENCE, {}).iloc[0]
    assert (row["verdict"], row["note"], row["reason"]) == ("not recomputable", "no file", "")


def test_every_verdict_is_declared():
    assert {*AGREEING.values()} <= set(VERDICTS)
    assert list(REPRODUCTION.columns)[:8] == [*PRINTED.columns]


def test_the_caption_of_the_summary_explains_verdicts_by_their_names():
    caption = ANALYSIS.tables["reproduction_summary"].caption
    explained = re.findall(r'"([^"]+)"', caption)
    assert set(explained) < set(VERDICTS) and "not recomputable" in explained
    assert (
        '"not recomputable": cannot be recomputed here, for a reason that the note in reproduction.csv gives' in caption
    )
