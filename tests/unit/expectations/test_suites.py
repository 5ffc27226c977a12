"""Suites in the forms that people have, right and wrong: how they are read, and what messages report."""

import json
import shutil
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import acceptability
from acceptability import InputError
from acceptability.analyses.suites import table
from acceptability.expectations import reading, texts

SAMPLES = Path(__file__).parent / "samples"
FINISHED = SAMPLES / "agreement_surprisals.csv"
PREDICTIONS = SAMPLES / "agreement_predictions.csv"


def read(name: str, predictions: Path | None = None, **options):
    with warnings.catch_warnings(record=True) as raised:
        warnings.simplefilter("always")
        data = acceptability.suites(SAMPLES / name, predictions, **options)
    return data, "\n".join(str(warning.message) for warning in raised)


def results(name: str, predictions: Path | None = None, source: Path = FINISHED, **options):
    return acceptability.evaluate_suites(read(name, predictions)[0], {"Mine": source}, **options)


@pytest.mark.parametrize(
    ("name", "predictions", "source"),
    [
        ("agreement.json", None, FINISHED),
        ("agreement.csv", PREDICTIONS, FINISHED),
        ("agreement_wide.csv", PREDICTIONS, FINISHED),
        ("other_order.json", None, FINISHED),
        ("evaluated.json", None, SAMPLES / "evaluated.json"),
    ],
)
def test_every_form_gives_the_same_results(name, predictions, source):
    tables = results(name, predictions, source)
    items = tables["suite_items"]
    assert items["value_bits"].tolist() == pytest.approx([0.25, -0.5, 0])
    assert items[["right", "tie"]].values.tolist() == [[1, 0], [0, 0], [0, 1]]
    assert tables["suite_predictions"]["parts"].tolist() == ["0.6667 0.6667"]
    (row,) = tables["suite_shares"].to_dict("records")
    assert (row["items"], row["share"], row["ties"]) == (3, pytest.approx(1 / 3), pytest.approx(1 / 3))
    assert (row["low"], row["high"]) == pytest.approx((0.0615, 0.7923), abs=1e-4)  # Wilson, 1 of 3
    sentences = read(name, predictions)[0].sentences
    known = read("agreement.json")[0].sentences
    keys = ["item", "condition"]
    assert sentences.set_index(keys)["words"].to_dict() == known.set_index(keys)["words"].to_dict()


def test_eight_formulas_by_item_and_by_suite():
    tables = results("eight_formulas.json")
    right = tables["suite_items"].groupby("prediction", sort=False)["right"].agg(list).tolist()
    assert right == [[1, 0, 1], [1, 1, 0], [1, 1, 1], [1, 0, 1], [1, 0, 1], [1, 0, 1], [1, 1, 1], [1, 0, 1]]
    values = tables["suite_items"].groupby("prediction")["value_bits"].agg(list)
    assert values["5"] == pytest.approx([2.25, -2.5, 1])
    (row,) = tables["suite_shares"].to_dict("records")
    assert (row["share"], row["share_first"], row["share_all"]) == pytest.approx((1 / 3, 2 / 3, 1 / 3))
    (row,) = results("eight_formulas.json", right="first")["suite_shares"].to_dict("records")
    assert row["share"] == pytest.approx(2 / 3)


def test_spaces_at_ends_are_trimmed_and_marks_have_none_before_them():
    data, said = read("empty_and_spaces.json")
    assert data.sentences["sentence"][0] == "While the boy ate, the dog barked."
    assert data.sentences["sentence"][1] == "While the boy ate the dog barked."
    assert data.sentences["regions"][1] == "1 3 4 5"
    assert said.count("spaces at the ends of 6 regions were removed") == 1
    raw = read("empty_and_spaces.json", spaces="raw")[0].sentences["sentence"]
    assert raw[0] == "While the boy ate , the dog barked ."
    assert texts.sentence(["他", "来了"], "none") == "他来了"
    assert texts.sentence(["It cost", ".5 euros", "(net", ") ,  so ."]) == "It cost .5 euros (net) , so ."
    with pytest.raises(InputError, match="spaces='some': must be one of marks, raw, none"):
        read("agreement.json", spaces="some")


def test_what_readers_should_know_is_said():
    assert "no formula, so surprisals only" in read("no_predictions.json")[1]
    assert "compares equal texts in item 3, so that this comparison is a tie there" in read("same_text.json")[1]
    assert "(metric_value) are used only as finished scores" in read("evaluated.json")[1]
    tables = results("no_predictions.json")
    assert len(tables["surprisals"]) == 48 and tables["suite_items"].empty


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("bad_condition.json", "names the condition wrong_plurl, which no item has (did you mean 'wrong_plural'?)\n"),
        ("bad_region.json", "names region 9, and there are 4\n"),
        ("bad_brackets.json", "bad_brackets, prediction 1: this [ is not closed\n"),
        ("mixed_brackets.json", "a [ is closed by )\n"),
        ("chain.json", "one comparison at a time; join two by &\n"),
        ("not_a_truth.json", "is a number; compare it with something"),
        ("truths_added.json", "+ needs numbers"),
        ("mixed_and_or.json", "& and | are mixed; put brackets"),
        ("at_most.json", "there is no <=; write <, > or =\n"),
        ("condition_missing_in_item.json", "names the condition wrong_plural, which item 2 does not have"),
        ("item_twice.json", "item_number 2 is in two items"),
        (
            "region_missing.json",
            'region_missing, item 2, right_sing: there is no region 3; an empty one has content ""',
        ),
        ("old_relation.json", "has predictions in an old format (relation, region_number, l_operand, r_operand)"),
        ("metric_all.json", "the metric is 'all'; write sum, mean, median, range, max or min"),
        ("row_twice.csv", "rows 8 and 50: the same item, condition and region"),
        ("no_region_column.csv", "the column 'region' is missing"),
        ("wide_unequal.csv", "wide_unequal, item 1, b: has 2 regions, and others have 3"),
    ],
)
def test_wrong_suites_are_refused_with_file_and_place(name, message):
    with pytest.raises(InputError) as raised:
        read(name, PREDICTIONS if name == "row_twice.csv" else None)
    assert str(raised.value).startswith(str(SAMPLES / name)) and message in str(raised.value)


def test_surprisals_that_are_missing_or_cannot_be_are_refused():
    with pytest.raises(InputError, match="agreement, item 3, wrong_plural: lacks regions 2, 3, 4"):
        results("agreement.json", source=SAMPLES / "surprisals_missing.csv")
    with pytest.raises(InputError, match="its metric is mean, which needs the surprisals of tokens"):
        results("metric_mean.json")


def test_surprisals_in_json_belong_to_the_regions_that_have_them(tmp_path):
    """The empty region 2 has none, and region 3 must not get that of region 4."""
    regions = [("The key", 7.0), ("", None), ("is", 3.0), ("", 0.0)]
    told = [
        {"region_number": place, "content": text} | ({} if bits is None else {"metric_value": {"sum": bits}})
        for place, (text, bits) in enumerate(regions, start=1)
    ]
    items = [{"item_number": 1, "conditions": [{"condition_name": "a", "regions": told}]}]
    whole = {"meta": {"name": "s"}, "items": items, "predictions": [{"formula": "(3;%a%) > 2"}]}
    path = write(tmp_path / "s.json", json.dumps(whole))
    with pytest.warns(UserWarning, match="are used only as finished scores"):
        suite = acceptability.suites(path)
    surprisals = acceptability.evaluate_suites(suite, {"x": path})["surprisals"]
    assert surprisals["surprisal_bits"].tolist() == pytest.approx([7, 0, 3, 0])


def test_a_system_that_decided_fewer_items_has_their_number_in_tables():
    rows = {"group": ["all suites"] * 2, "suites": [1, 2], "items": [3, 6], "share": [1.0, 0.5]}
    groups = pd.DataFrame({"system": ["one", "two"], "low": np.nan, "high": np.nan, "chance": np.nan} | rows)
    displayed = table.make_suite_groups(suite_groups=groups, suite_labels={"one": "One", "two": "Two"}).iloc[0]
    assert displayed[["Number of items", "One", "Two"]].tolist() == ["6", "1.000 (3 items)", "0.500"]


def write(path: Path, *lines: str) -> Path:
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_numbers_of_regions_that_can_be_read_in_two_ways_are_asked_about(tmp_path):
    rows = ["suite,item,condition,region,content", 's,1,a,"1,000",The', 's,1,a,"2,000",key']
    with pytest.raises(InputError, match=r"region: '1,000' may be 1000 or 1\.000"):
        acceptability.suites(write(tmp_path / "regions.csv", *rows))


def test_all_faults_of_a_file_are_in_one_message(tmp_path):
    rows = [
        "suite,item,condition,region,content",
        "s,1,a,1,The",
        "s,1,a,1,A",
        "s,1,b,x,The",
        "s,1,b,2,key",
        "s,1,c%,1,",
    ]
    with pytest.raises(InputError) as raised:
        acceptability.suites(write(tmp_path / "many.csv", *rows))
    assert "rows 2 and 3: the same item, condition and region" in str(raised.value)
    assert "row 4 (suite 's', item '1', condition 'b', region 'x'): region is not a number from 1" in str(raised.value)
    with pytest.raises(InputError) as raised:
        acceptability.suites(write(tmp_path / "more.csv", rows[0], "s,1,a,1,The", "s,1,c%,1, ", "s,2,a,2,key"))
    assert "s, item 1, c%: all regions are empty" in str(raised.value)
    assert "s, item 1, c%: the name of a condition cannot have %" in str(raised.value)
    assert "s, item 2, a: there is no region 1" in str(raised.value)


def test_folders_and_archives_have_groups_by_folder_and_suites_by_name(tmp_path):
    (tmp_path / "all/Agreement").mkdir(parents=True)
    shutil.copy(SAMPLES / "agreement.json", tmp_path / "all/Agreement/agreement.json")
    shutil.copy(SAMPLES / "empty_and_spaces.json", tmp_path / "all/empty.json")
    shutil.copy(SAMPLES / "agreement_wide.csv", tmp_path / "all/wide.csv")
    archive = shutil.make_archive(str(tmp_path / "packed"), "zip", tmp_path / "all")
    for path in (tmp_path / "all", Path(archive)):
        suites = reading.read(path).by_name
        assert {name: suite.group for name, suite in suites.items()} == {
            "agreement": "Agreement",
            "empty_and_spaces": "",
            "wide": "",
        }
        assert [len(suite.items) for suite in suites.values()] == [3, 3, 3]
    shutil.copy(SAMPLES / "other_order.json", tmp_path / "all/other_order.json")
    with pytest.raises(InputError, match="two files have a suite 'agreement'"):
        reading.read(tmp_path / "all")


def test_a_table_of_formulas_names_suites_and_groups(tmp_path):
    formulas = write(
        tmp_path / "formulas.csv", "suite,prediction,formula,group", "agreement,verb,(3;%right_sing%) < 3,Agreement"
    )
    suite = reading.read(SAMPLES / "agreement.csv", formulas).by_name["agreement"]
    assert (suite.group, [*suite.predictions]) == ("Agreement", ["verb"])
    with pytest.raises(InputError, match="there is no suite 'agrement'.*did you mean 'agreement'"):
        reading.read(SAMPLES / "agreement.csv", write(formulas, "suite,formula", "agrement,1 < 2"))
    with pytest.raises(InputError, match="the suite 'agreement' has two predictions of one name; rename one"):
        reading.read(SAMPLES / "agreement.csv", write(formulas, "prediction,formula", "2,1 < 2", ",1 < 3"))
    with pytest.raises(InputError, match="has formulas of its own; leave out one of the two"):
        reading.read(SAMPLES / "agreement.json", PREDICTIONS)
    with pytest.raises(InputError, match="formulas.csv: agreement, prediction 1: names region 7, and there are 4"):
        reading.read(SAMPLES / "agreement.csv", write(formulas, "formula", "(7;%right_sing%) < 1"))


def test_a_suite_may_be_in_several_groups_also_one_with_formulas_of_its_own(tmp_path):
    """Suites with and without a modifier are two groups, beside the groups by phenomenon."""
    folder = tmp_path / "suites"
    folder.mkdir()
    shutil.copy(SAMPLES / "agreement.json", folder)
    changed = json.loads((SAMPLES / "eight_formulas.json").read_text("utf-8"))
    changed["meta"]["name"] = "agreement_mod"
    write(folder / "mod.json", json.dumps(changed))
    rows = ["suite,formula,group", "agreement,,Agreement; without", "agreement_mod,,Agreement ;with"]
    assert reading.read(folder, write(tmp_path / "groups.csv", *rows)).reading.beside[0].what == "0 formulas"
    data = acceptability.suites(folder, write(tmp_path / "groups.csv", *rows))
    finished = pd.read_csv(FINISHED)
    both = pd.concat([finished, finished.assign(suite="agreement_mod")])
    groups = acceptability.evaluate_suites(data, {"Mine": both}, right="first")["suite_groups"].set_index("group")
    assert groups["share"].to_dict() == pytest.approx(
        {"Agreement": 1 / 2, "without": 1 / 3, "with": 2 / 3, "all suites": 1 / 2}
    )
    assert groups["suites"].tolist() == [2, 1, 1, 2]
    with pytest.raises(InputError, match="row 3.*: formula is empty; write it, or remove the row"):
        reading.read(folder, write(tmp_path / "groups.csv", *rows[:2], "agreement_mod,,"))


def test_groups_in_several_rows_and_files_are_joined(tmp_path):
    """They are in tables of suites, long or wide, beside JSON files in folders, and in rows for all suites."""
    rows = ["suite,item,condition,sentence,group", "s,1,a,The | key,Old", "s,1,b,A | key,", "s,2,a,No | key,New;Old"]
    suites = write(tmp_path / "s.csv", *rows)
    assert reading.read(suites).by_name["s"].group == "Old; New"
    formulas = write(
        tmp_path / "formulas.csv",
        "suite,formula,group",
        "s,(1;%a%) < 3,Clefts",
        "s,,without; New",
        ",,All",
        "s,,Clefts",
    )
    assert reading.read(suites, formulas).by_name["s"].group == "Old; New; Clefts; without; All"
    (tmp_path / "all/Agreement").mkdir(parents=True)
    shutil.copy(SAMPLES / "agreement.json", tmp_path / "all/Agreement")
    several = write(tmp_path / "groups.csv", "suite,formula,group", "agreement,,Verbs", "agreement,,without a modifier")
    suite = reading.read(tmp_path / "all", several).by_name["agreement"]
    assert suite.group == "Agreement; Verbs; without a modifier" and suite.predictions


def test_decisions_are_systems_and_items_may_be_numbered_from_zero(tmp_path):
    data = read("agreement.json")[0]
    rows = [
        "model,suite,item,correct",
        *(f"run{run},agreement,{item},{item <= run}" for run in (1, 2) for item in range(3)),
    ]
    decisions = {"Released": write(tmp_path / "decisions.csv", *rows)}
    tables = acceptability.evaluate_suites(data, {"Mine": FINISHED}, decisions=decisions)
    shares = tables["suite_shares"].set_index("system")["share"]
    assert shares.to_dict() == pytest.approx({"Mine": 1 / 3, "Released/run1": 2 / 3, "Released/run2": 1})
    differences = tables["suite_differences"].set_index(["first", "second"])
    assert differences.loc[("Mine", "Released/run2"), "difference"] == pytest.approx(-2 / 3)
    with pytest.raises(InputError, match="the suite 'agreement' has no item '4'"):
        rows = [*rows[:1], "run1,agreement,4,True"]
        acceptability.evaluate_suites(data, decisions={"Released": write(tmp_path / "decisions.csv", *rows)})
    with pytest.raises(InputError, match="correct is neither true nor false"):
        rows = [*rows[:1], "run1,agreement,1,perhaps"]
        acceptability.evaluate_suites(data, decisions={"Released": write(tmp_path / "decisions.csv", *rows)})
