"""Users' tables of which sentence of each pair systems chose."""

from pathlib import Path

import pandas as pd
import pytest

import acceptability
import import_decisions
from acceptability.contracts import io
from acceptability.contracts.data import PAIRS as PAIRS_TABLE
from acceptability.contracts.data import SENTENCES
from acceptability.contracts.deltas import DELTAS
from acceptability.contracts.scoring import MATCHES
from acceptability.errors import InputError
from acceptability.reading.decisions import check as read_rows
from acceptability.reading.decisions import columns_of
from acceptability.reading.decisions import read as read_decisions
from acceptability.reading.matching import BY_ID, EXACTLY, LOOSELY, NOT
from acceptability.reading.table import Table
from configurations import ADC, changed, planned
from spreadsheets import xlsx

PAIRS = {"1": ("He eats.", "He eat."), "2": ("We go.", "We goes."), "3": ("You run.", "You runs.")}


@pytest.fixture
def write(tmp_path):
    def written(text: str, name: str = "chosen.csv"):
        (tmp_path / name).write_text(text, encoding="utf-8")
        return tmp_path / name

    return written


def read(path, pairs=PAIRS, **reading):
    made = read_decisions(path, columns_of(path, **reading), pairs, **reading)
    return made.rows, made.ways


def test_a_column_for_each_system_and_nothing_where_there_is_no_answer(write):
    path = write("pair_id,GPT-4,Another model,remark\n2,1,,fine\n1,0,1,fine\n")
    assert columns_of(path) == {"gpt_4": "GPT-4", "another_model": "Another model"}
    rows, ways = read(path)
    assert rows == [("1", "gpt_4", 0), ("2", "gpt_4", 1), ("1", "another_model", 1)]
    assert {way: len(found) for way, found in ways.items()} == {BY_ID: 2}


def test_pairs_are_found_by_their_sentences_where_ids_are_not_those_of_the_dataset_too(write):
    assert read(write("item,good,bad,model\n77,You run.,You runs.,1\n"))[0] == [("3", "model", 1)]
    path = write("sentence_good,sentence_bad,model\nHe eats.,He  eat.,1\nwe go .,We goes.,0\nX.,Y.,1\n")
    rows, ways = read(path)
    assert rows == [("1", "model", 1), ("2", "model", 0)]
    assert {way: len(found) for way, found in ways.items()} == {EXACTLY: 1, LOOSELY: 1, NOT: 1}
    assert ways[NOT] == ["row 4: 'X. / Y.'"]


def test_rows_that_repeat_a_pair_count_as_asked(write):
    path = write("pair_id,m,n\n1,1,0\n1,0,0\n2,0,1\n1,0,1\n2,0,\n3,1,1\n")
    equal = [("2", "m", 0), ("3", "m", 1)]
    rows, _ = read(path, repeated="first")
    assert rows == [("1", "m", 1), *equal, ("1", "n", 0), ("2", "n", 1), ("3", "n", 1)]
    rows, _ = read(path, repeated="leave_out")
    assert rows == [*equal, ("2", "n", 1), ("3", "n", 1)]
    columns = columns_of(path)
    for how, beginning in (("first", "later answers"), ("leave_out", "answers")):
        (note,) = read_decisions(path, columns, PAIRS, repeated=how).reading.notes
        assert note == f"left out by REPEATED={how}: {beginning} about 1 pair"
    assert read_decisions(write("pair_id,m\n1,1\n1,1\n"), {"m": "m"}, PAIRS, repeated="first").reading.notes == []


def test_the_plan_and_python_read_repeated_pairs_alike(write):
    path = write("good,bad,m\nHe eats.,He eat.,1\nHe eats.,He eat.,0\nWe go.,We goes.,1\n")
    data = acceptability.pairs(pd.DataFrame(list(PAIRS.values()), columns=["good", "bad"]))
    for how, pairs in (("first", 2), ("leave_out", 1)):
        with pytest.warns(UserWarning, match=f"left out by repeated='{how}'"):
            criteria = acceptability.evaluate(data, decisions={"M": path}, repeated=how)["criteria"]
        assert criteria.query("system == 'M'")[["pairs", "share"]].to_numpy().tolist() == [[pairs, 1.0]]
    with pytest.raises(InputError, match="m has two answers .*keep one, or use repeated='first'"):
        acceptability.evaluate(data, decisions={"M": path})
    with pytest.raises(InputError, match="repeated='last': write first or leave_out"):
        acceptability.evaluate(data, decisions={"M": path}, repeated="last")
    whole = changed(ADC, "decisions/m", {"label": "M", "path": str(path), "dataset": "li-adger", "repeated": "first"})
    assert planned(changed(whole, "run", ["m"])).systems["m"].reading == {"repeated": "first"}


def test_pairs_of_the_same_sentences_get_the_same_answer_and_turned_ones_none(write):
    rows, ways = read(write("good,bad,m\nHe eats.,He eat.,0\nWe goes.,We go.,1\n"), PAIRS | {"4": PAIRS["1"]})
    assert rows == [("1", "m", 0), ("4", "m", 0)]
    assert ways[NOT] == ["row 3: 'We goes. / We go.'"]  # its acceptable sentence is the other one of the dataset


def test_rows_of_pairs_that_the_dataset_does_not_have_are_left_out(write):
    rows, ways = read(write("pair_id,m\n9,1\n,0\n2,0\n"))
    assert rows == [("2", "m", 0)] and ways == {NOT: ["row 2: '9'", "row 3: ''"], BY_ID: ["row 4: '2'"]}


def test_rows_that_say_the_same_twice_count_once(write):
    assert read(write("pair_id,m\n1,1\n1,1\n2,\n2,0\n"))[0] == [("1", "m", 1), ("2", "m", 0)]


def test_columns_of_remarks_and_of_other_numbers_are_no_systems_and_are_named(write):
    path = write("pair_id,m,remark,certain,grade,said\n1,1,,0.7,1,\n2,0,,0.2,2,yes\n3,1,0 of 3,0.4,3,yes and no\n")
    assert columns_of(path) == {"m": "m"}
    assert list(Table(path, "decisions").rest) == ["m", "remark", "certain", "grade", "said"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("chosen.tsv", "pair_id\tm\n1\t1\n2\t\n3\t0\n"),
        ("chosen.csv", "\ufeffpair_id;m\r\n1; 1 \r\n2;\r\n\r\n3;0.0\r\n"),
        ("chosen.jsonl", '{"pair_id": 1, "m": 1}\n{"pair_id": 2, "m": null}\n{"pair_id": 3, "m": 0.0}\n'),
    ],
)
def test_tables_of_any_dialect(write, name, text):
    assert read(write(text, name))[0] == [("1", "m", 1), ("3", "m", 0)]


def test_a_spreadsheet_and_its_sheet(tmp_path):
    rows = [["pair_id", "m"], [1.0, 1.0], [2.0, None], [3.0, 0.0]]
    path = xlsx(tmp_path / "chosen.xlsx", {"Pilot": [["pair_id", "m"], ["1", "0"]], "Main": rows})
    assert read(path, sheet="Main")[0] == [("1", "m", 1), ("3", "m", 0)]


NUMBER_OR_NOTHING = "write 1, 0, or nothing where there is no answer"
NO_COLUMN = (
    ": has no column of decisions; add one for each system: 1 where it chose the acceptable sentence, 0 where it "
)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("pair_id,m\n1,1\n2,2\n3,1\n", f", row 3 (pair_id '2'): m is '2'; {NUMBER_OR_NOTHING}"),
        ("pair_id,m\n1,1\n2,yes\n3,1\n", f", row 3 (pair_id '2'): m is 'yes'; {NUMBER_OR_NOTHING}"),
        ("pair_id,m\n1,1\n2,NA\n3,1\n", f", row 3 (pair_id '2'): m is 'NA'; {NUMBER_OR_NOTHING}"),
        ("pair_id,m\n1,1\n2,-1\n3,0.5\n4,1\n5,1\n", ": 2 things are wrong:\n  row 3 (pair_id '2'): m is '-1'; write"),
        (
            "good,bad,m\nHe eats.,He eat.,1\nWe go.,We goes.,good\nA.,B.,1\n",
            f", row 3 (good 'We go.', bad 'We goes.'): m is 'good'; {NUMBER_OR_NOTHING}",
        ),
        ("pair_id,m\n1,1\n1,0\n", ", rows 2 and 3: m has two answers about '1'; keep one, or use REPEATED=first"),
        (
            "good,bad,m\nHe eats.,He eat.,1\nhe eats,he eat,0\nHE EATS,HE EAT,0\n",
            "",  # these are matched with nothing, so there is no contradiction
        ),
        ("pair_id,m\n1,-3.5\n2,0.7\n", NO_COLUMN),
        (
            "pair_id,m\n1,yes\n2,no\n3,\n4,\n",
            ": the column 'm' contains 'no' and 'yes': if these are answers, write 1 where it chose the acceptable sentence, "
            "0 where it chose the other one, nothing where it gave no answer; else remove it",
        ),
        (
            "pair_id,m,n\n1,1,RIGHT\n2,0,Wrong\n3,1,\n",
            ": the column 'n' contains 'RIGHT' and 'Wrong': if these are answers",
        ),
        ("pair_id,m,n\n1,1,2\n2,0,2\n3,1,1\n", ": the column 'n' contains '1' and '2': if these are answers, write 1"),
        ("pair_id,m,n\n1,1,-1.0\n2,0,−1\n3,1,1\n", ": the column 'n' contains '-1.0' and '1' and '−1': if these are"),
        ("pair_id,m,n\n1,Yes,2\n2,Yes,2\n", ": 2 things are wrong:\n  the column 'm' contains 'Yes': if these"),
        (
            "pair_id,x,y\n1,3,fine\n",
            f"{NO_COLUMN}chose the other one, nothing where it gave no answer; it has: pair_id, x, y",
        ),
        ("pair_id,m\n1,\n2,\n", NO_COLUMN),
        ("pair_id\n1\n", NO_COLUMN),
        ("pair_id,m\n", ": has no rows under its header"),
        ("", ": is empty; it needs a header row"),
        (
            "number,m\n1,1\n",
            ": has neither a column pair_id nor the columns good and bad; add them; it has: number, m",
        ),
        ("good,m\nHe eats.,1\n", ": the column 'bad' is missing: the less acceptable sentence"),
        (
            "pair_ids,m\n1,1\n",
            ": 2 things are wrong:\n  row 1: the column 'pair_ids' is not known; did you mean 'pair_id'?",
        ),
        (
            "pair_id,m\n7,1\n8,0\n",
            ": no row belongs to a pair of this dataset, not even row 2: '7'; write the ids or the sentences as the "
            "dataset has them, or name another dataset",
        ),
        ("pair_id,good,m\n7,He eats.,1\n", ": no row belongs to a pair of this dataset, not even row 2: '7'"),
        ("good,bad,m\nA.,B.,1\n", ": no row belongs to a pair of this dataset, not even row 2: 'A. / B.'; write"),
        (
            "pair_id,good,bad,m\n1,he eats,he eat,1\n2,You run.,You runs.,0\n3,,,1\n",
            ", row 3 (pair_id '2'): its text is 'You run. / You runs.', but the dataset has 'We go. / We goes.' by this "
            "pair_id; correct the one that is wrong, or leave out the column of ids or that of texts",
        ),
        (
            "pair_id,A b,a-b\n1,1,0\n",
            ": the columns 'A b' and 'a-b' have names that are too similar; rename one of them",
        ),
    ],
)
def test_what_is_wrong_is_said_with_the_row_and_the_mend(write, text, message):
    path = write(text)
    if not message:
        assert read(path)[0] == [("1", "m", 1)]
        return
    with pytest.raises(InputError) as error:
        read(path)
    assert str(error.value).startswith(f"{path}{message}")


def test_a_column_that_is_named_must_be_there(write):
    path = write("pair_id,m\n1,1\n")
    with pytest.raises(InputError, match="has no column 'x'; correct measures; it has: m"):
        read_decisions(path, {"x": "x"}, PAIRS)
    read_rows(path, {"x": "m"})


@pytest.mark.parametrize("rated", [True, False])
def test_the_script_writes_deltas_of_the_pairs_that_count_and_says_what_it_left_out(write, tmp_path, capsys, rated):
    names = [f"{pair}.{side}" for pair in PAIRS for side in ("good", "bad")]
    texts = [text for pair in PAIRS.values() for text in pair]
    rating = [1.0, 0.0, None, 0.5, 1.0, 1.5] if rated else None
    sentences = pd.DataFrame({"sentence_id": names, "sentence": texts, "rating": rating}).astype({"rating": float})
    pairs = pd.DataFrame({"pair_id": [*PAIRS], "good_id": names[::2], "bad_id": names[1::2]})
    io.write_table(sentences, tmp_path / "sentences.csv", SENTENCES)
    io.write_table(pairs.assign(paradigm="x", phenomenon="x", cluster="x"), tmp_path / "pairs.csv", PAIRS_TABLE)
    path = write(
        "good,bad,GPT,Other,Note,List\nhe eats,he eat,1,,x,3\nWe go.,We goes.,0,1,,4\nYou run.,You runs.,0,1,,5\nA,B,1,1,,6\n"
    )
    to: dict[str, Path] = {f"to_{name}": tmp_path / f"{name}.csv" for name in ("deltas", "matches")}
    dataset = {name: tmp_path / f"{name}.csv" for name in ("sentences", "pairs")}
    import_decisions.main([path], **dataset, measures=columns_of(path), parts=[], reading={}, module=None, **to)
    made = io.read_table(to["to_deltas"], DELTAS)
    expected = [["1", "gpt", 1], ["2", "gpt", -1], ["3", "gpt", -1], ["2", "other", 1], ["3", "other", 1]]
    if rated:  # a rating is missing of pair 2: it counts nowhere
        expected = [row for row in expected if row[0] != "2"]
    assert made[["pair_id", "measure", "model_delta"]].to_numpy().tolist() == expected
    assert made["human_delta"].isna().all()
    ways = io.read_table(to["to_matches"], MATCHES).set_index("way")["rows"]
    assert ways.to_dict() == {EXACTLY: 2, LOOSELY: 1, NOT: 1}
    said = capsys.readouterr().out
    assert "row 5: 'A / B' is not a pair of this dataset; left out" in said
    assert f"{path}: not used: Note (text), List (numbers)\n" in said
    assert f"gpt: 1 of {2 if rated else 3} answers are right" in said


@pytest.fixture
def config(write) -> dict:
    pairs = write("pair_id,good,bad\n1,He eats.,He eat.\n", "pairs.csv")
    path = write("pair_id,m\n1,1\n")
    entry = {"label": "Chosen", "path": str(path)}
    mine = {"mine": {"kind": "pairs", "label": "Mine", "pairs": str(pairs)}}
    return {"run": ["chosen"], "datasets": mine, "criteria": {"thresholds": [1]}, "decisions": {"chosen": entry}}


def test_a_table_of_decisions_is_a_system_without_scores(config):
    plan = planned(config)
    (dataset,) = plan.scored
    assert plan.systems["chosen"].rows == ("chosen/m",) and dataset.row_labels == {"chosen/m": "Chosen m"}
    assert dataset.scorers == [] and {"partial", "pairs"} <= dataset.has and "scores" not in dataset.has
    assert str(config["decisions"]["chosen"]["path"]) in plan.own_files


def test_nothing_can_be_chosen_where_there_are_no_pairs(config, write):
    sentences = {"kind": "sentences", "label": "x", "sentences": str(write("sentence\nHe eats.\n", "s.csv"))}
    with pytest.raises(InputError, match="decisions.chosen.dataset: has no pairs, and a choice needs pairs"):
        planned(changed(config, "datasets", {"alone": sentences}))


def test_an_entry_names_a_file_a_dataset_and_columns_that_there_are(config, write):
    other = config["datasets"] | {"other": config["datasets"]["mine"] | {"label": "Other"}}
    with pytest.raises(InputError, match=r"decisions.chosen: the key 'dataset' is missing; name the scored dataset"):
        planned(changed(config, "datasets", other))
    with pytest.raises(InputError, match=r"decisions.chosen.path: there is no file gone.csv; correct the path"):
        planned(changed(config, "decisions", {"chosen": {"label": "x", "path": "gone.csv"}}))
    empty = {"label": "x", "path": str(write("pair_id,m\n1,-2.5\n", "scores.csv"))}
    with pytest.raises(InputError, match="scores.csv: has no column of decisions; add one for each system"):
        planned(changed(config, "decisions", {"chosen": empty}))
