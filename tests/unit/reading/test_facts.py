"""Test that facts about tables are kept for the other processes of a run, and found anew after a change."""

import json
import os

import pytest

from acceptability.reading import facts, scores
from helpers import replaced

TABLE = "sentence_id,lp\na,-1.5\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder of a run, and a process that knows nothing yet."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scores.csv").write_text(TABLE)
    another_process(monkeypatch)
    return tmp_path


def another_process(monkeypatch) -> None:
    monkeypatch.setattr(facts, "_known", {})
    facts._kept.cache_clear()


def never(*_, **__) -> None:
    raise AssertionError("the table is read again")


def test_another_process_reads_no_table_again(folder, monkeypatch):
    assert scores.columns_of("scores.csv") == {"lp": "lp"}
    facts.keep(folder)
    another_process(monkeypatch)
    monkeypatch.setattr(scores, "_columns_of", never)
    assert scores.columns_of(folder / "scores.csv") == {"lp": "lp"}
    with pytest.raises(AssertionError):
        scores.columns_of("scores.csv", encoding="latin-1")


def test_other_contents_are_read_even_at_the_same_date(folder, monkeypatch):
    assert scores.columns_of("scores.csv") == {"lp": "lp"}
    facts.keep(folder)
    another_process(monkeypatch)
    (folder / "scores.csv").write_text(replaced(TABLE, "lp", "pl"))
    assert scores.columns_of("scores.csv") == {"pl": "pl"}


def test_other_code_reads_the_tables_again_and_other_dates_do_not(folder, monkeypatch, tmp_path):
    code = tmp_path / "package/reading/cells.py"
    code.parent.mkdir(parents=True)
    monkeypatch.setattr(facts.installation, "PACKAGE", tmp_path / "package")
    keys = []
    for text, date in (("a = 1", 1), ("a = 1", 2), ("a = 2", 2)):
        code.write_text(text)
        os.utime(code, (date, date))
        facts._code.cache_clear()
        keys.append(facts.key_of("any", [folder / "scores.csv"], {}))
    facts._code.cache_clear()
    assert keys[0] == keys[1] != keys[2]


@pytest.mark.parametrize("text", ["", "[1]", '{"sha256": "x", "facts": {}}', "edited"])
def test_a_damaged_file_is_ignored_with_a_line(folder, monkeypatch, capsys, text):
    scores.columns_of("scores.csv")
    facts.keep(folder)
    whole = (folder / facts.KEPT).read_text()
    (folder / facts.KEPT).write_text(text if text != "edited" else replaced(whole, '"lp"', '"pl"'))
    another_process(monkeypatch)
    assert scores.columns_of("scores.csv") == {"lp": "lp"}
    assert "tables.json is damaged; it is ignored, and written again" in capsys.readouterr().err
    facts.keep(folder)
    assert json.loads((folder / facts.KEPT).read_text())["facts"] == json.loads(whole)["facts"]


def test_what_is_not_there_is_asked_each_time(folder):
    asked = []
    for _ in range(2):
        assert facts.fact("any", ["missing.csv"], {}, lambda: asked.append(1) or [1]) == [1]
    assert len(asked) == 2
