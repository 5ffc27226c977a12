"""Messages that name settings: each interface shows what its users type, and a text that is added keeps this."""

import ast
import copy
import json
import pickle
import re
import warnings

import pandas as pd
import pytest

import acceptability
from acceptability.command import request
from acceptability.command.options import EITHER
from acceptability.errors import InputError, collecting, naming, printable, raise_all
from acceptability.messages import ALL, KEY, LISTED, PARTIAL, Message, Setting, joined, setting
from acceptability.reading.report import Reading, fail
from acceptability.responses.answers import reading_setting
from helpers import ROOT

KEEP = Message("ids can tell who somebody is; ", setting("keep_ids", "yes"), " keeps them")
PACKAGE = ROOT / "src/acceptability"
ELSEWHERE = ("command", "plan", "experiment", "analyses", "limits.py")  # what they show, nobody sees in Python


@pytest.mark.parametrize(
    ("named", "run", "yaml", "python"),
    [
        (setting("beginning", False, KEY), "beginning: false", "beginning: false", "beginning=False"),
        (setting("fillers"), "FILLERS=", "fillers:", "fillers="),
        (reading_setting("label", "a,b"), "LABEL=a,b", "answers: {label: 'a,b'}", "label='a,b'"),
        (reading_setting("label", "it's"), "LABEL=it's", "answers: {label: 'it''s'}", "label=\"it's\""),
        (setting("keep_ids", "yes"), "KEEP_IDS=yes", "keep_ids: 'yes'", "keep_ids='yes'"),
        (PARTIAL, "partial: true in the configuration, PARTIAL=yes for make score, partial=True from Python",
         "partial: true", "partial=True"),
        (setting("negate", ["x", "y"], ALL), "negate: [x, y] (NEGATE=x,y for make score, negate=['x', 'y'] from Python)",
         "negate: [x, y]", "negate=['x', 'y']"),
        (setting("too_long", "skip", LISTED),
         "TOO_LONG=skip for make score, too_long='skip' from Python, too_long: skip in the configuration",
         "too_long: skip", "too_long='skip'"),
        (setting("system", "none", "{yaml} ({make} for make score)", option="SYSTEM_PROMPT", more=" or a text"),
         "system: none or a text (SYSTEM_PROMPT=none or a text for make score)",
         "system: none or a text", "system='none' or a text"),
    ],
)  # fmt: skip
def test_each_interface_names_settings_as_its_users_type_them(named, run, yaml, python):
    message = Message("give ", named, ".")
    assert (message, message.yaml, message.python) == (f"give {run}.", f"give {yaml}.", f"give {python}.")
    assert f"give {named}." == message


def test_settings_stay_in_a_message_that_is_added_joined_copied_and_raised():
    """Test what happens to messages on their way: they are put after names of files, listed, copied and raised."""
    python = "a.csv: ids can tell who somebody is; keep_ids='yes' keeps them"
    assert ("a.csv: " + KEEP).python == python and ("a.csv: " + KEEP + "").python == python
    assert joined("\n", ["a", KEEP]).python == f"a\n{KEEP.python}" and joined("\n", []) == ""
    assert copy.deepcopy(KEEP).python == pickle.loads(pickle.dumps(KEEP)).python == KEEP.python
    assert json.loads(json.dumps([KEEP])) == [f"{KEEP}"]
    faults: list[str] = []
    for place in ("a.csv", "b.csv"):
        with collecting(faults), naming(place):
            raise InputError(KEEP)
    with pytest.raises(InputError) as caught:
        raise_all(faults)
    assert caught.value.message.python == f"{python}\n{python.replace('a.csv', 'b.csv')}"
    assert str(caught.value) == f"a.csv: {KEEP}\nb.csv: {KEEP}"
    for wrong in ([KEEP], [KEEP, "row 2: is empty"]):
        with pytest.raises(InputError) as caught:
            fail("a.csv", wrong)
        assert KEEP.python in caught.value.message.python and KEEP in str(caught.value)
    (line,) = Reading("a.csv", "ratings", notes=[KEEP]).noted
    assert line.python == python


def test_users_who_write_a_configuration_are_told_its_keys(capsys):
    reading = Reading("a.csv", "ratings", "2 ratings", notes=[KEEP, "decimal commas"])
    for keys, shown in ((False, KEEP), (True, KEEP.yaml)):
        request.report([reading], keys=keys)
        assert capsys.readouterr().err == f"a.csv: 2 ratings\na.csv: {shown}\na.csv: decimal commas\n"


def test_settings_cannot_change_how_a_terminal_shows_what_follows():
    message = printable(Message("\x1b[1m", setting("participant", "\x1b[2m")))
    assert message == "\\x1b[1mPARTICIPANT=\\x1b[2m" and "\x1b" not in message.python + message.yaml


def test_python_shows_arguments_in_errors_and_in_warnings(tmp_path):
    path = tmp_path / "ratings.csv"
    path.write_text("participant,sentence_id,rating\nAnn,1.good,5\nAnn,1.bad,2\nBob,1.good,4\nBob,1.bad,1\n")
    pairs = [("Dogs bark.", "Dogs barks.")]
    with pytest.raises(InputError, match=r"^scale='7-1': the lower end|: scale='7-1': the lower end"):
        acceptability.pairs(pairs, path, scale="7-1")
    with warnings.catch_warnings(record=True) as raised:
        warnings.simplefilter("always")
        acceptability.pairs(
            pd.DataFrame({"good": ["Dogs bark."], "bad": ["Dogs barks."]}).assign(good_rating=7, bad_rating=2)
        )
    (warning,) = {str(one.message) for one in raised}
    assert "Add standardise='sentences', or" in warning and "make score" not in warning


def test_messages_that_python_shows_name_no_option_by_hand():
    """Test that rooms which Python reaches name options of ``make`` by settings only."""
    by_hand = re.compile(rf"\b({'|'.join(map(str.upper, EITHER.options))})=")
    for path in PACKAGE.rglob("*.py"):
        if path.relative_to(PACKAGE).parts[0] in ELSEWHERE:
            continue
        content = path.read_text(encoding="utf-8")
        if not by_hand.search(content):
            continue
        nodes = list(ast.walk(ast.parse(content)))
        owners = [node for node in nodes if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)]
        allowed = {id(node.body[0].value) for node in owners if node.body and isinstance(node.body[0], ast.Expr)}
        allowed |= {id(part) for node in nodes if _is_setting(node) for part in ast.walk(node)}
        texts = [node for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
        found = [text.value for text in texts if id(text) not in allowed and by_hand.search(text.value)]
        assert found == [], f"{path}: write setting(…) of acceptability.messages in place of {found}"


def _is_setting(node: ast.AST) -> bool:
    """Return whether a node of a program makes a Setting."""
    called = getattr(node, "func", None)
    return getattr(called, "id", getattr(called, "attr", "")) in (setting.__name__, Setting.__name__)
