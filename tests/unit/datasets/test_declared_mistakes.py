"""Mistakes in a declaration or in its files are refused, and the message names the key or the row, and the mend."""

import os
import re
from dataclasses import replace

import pytest
import yaml

from acceptability import papers
from acceptability.datasets import registry
from acceptability.datasets.declared import declaration, files, tables
from acceptability.errors import InputError
from acceptability.plan import build, schema
from configurations import SCHEMAS
from helpers import ROOT

ANSWERS = """
unit: answer
file: t.csv
row: {participant: who, sentence_id: id, sentence: text, rating: answer}
"""
PAIRED = ANSWERS + "pairs: {within: item, good: {kind: [a]}, bad: {kind: [b]}, phenomenon: item}\n"
TABLE = "who,id,text,answer,item,kind\np,1,One.,1,x,a\np,2,Two.,3,x,b\nq,1,One.,2,x,a\nq,2,Two.,4,x,b\n"


def of_publication(folder, text: str) -> dict:
    """Return the kinds that a folder of publications with this file declares."""
    (folder / "more/mine").mkdir(parents=True)
    (folder / "more/mine/datasets.yaml").write_text(text, encoding="utf-8")
    papers.add([str(folder / "more")])
    return registry.kinds()


@pytest.fixture(autouse=True)
def no_other_folders(monkeypatch):
    monkeypatch.setenv(papers.VARIABLE, "")
    monkeypatch.setattr(papers, "__path__", [*papers.__path__])


@pytest.fixture
def check(tmp_path, monkeypatch):
    """Return a function that checks a user's entry as a run does before the first job."""
    monkeypatch.chdir(tmp_path)

    def run(declaration: str, table: str = TABLE, **more: str):
        for name, text in ({"t": table} | more).items():
            (tmp_path / f"{name}.csv").write_text(text, encoding="utf-8")
        entry = {"kind": "declared", "label": "Mine"} | yaml.safe_load(declaration)
        config = {"run": "all", "criteria": {"thresholds": [1]}, "datasets": {"mine": entry}}
        schema.check(config, SCHEMAS["config"], "config.yaml")
        registry.manifest(entry)
        registry.kinds()["declared"].check(entry)

    return run


def test_the_examples_of_this_page_are_right(check):
    check(ANSWERS)
    check(PAIRED)


@pytest.mark.parametrize(
    ("more", "fault"),
    [
        (
            "steps: [{keep: {kind: [TRUE]}}]",
            "steps.1.keep.kind.1: True does not fit: .*; put quotation marks around it",
        ),
        (
            "steps: [{keep: {kind: 1}}]",
            "keep.kind: 1 does not fit: What a cell .* list of cells.*; put quotation marks",
        ),
        ("steps: [{keep: {on: [a]}}]", "steps.1.keep: the name True does not fit: .*; put quotation marks around it"),
        (
            "steps: [{keep: 'kind == a'}]",
            r"steps.1.keep: 'kind == a' does not fit: Keep rows, such as {kind: \[a, b\]}",
        ),
        ("steps: [{keep: [kind, a]}]", "steps.1.keep: .* does not fit: Keep rows, such as"),
        (
            "steps: [{map: {kind: {1: a}}}]",
            "steps.1.map.kind: the name 1 does not fit: .*; put quotation marks around it",
        ),
        (
            "steps: [{map: {kind: {a: null}}}]",
            "steps.1.map.kind.a: None does not fit: .*; put quotation marks around it",
        ),
        ("steps: [{add: {x: yes}}]", "steps.1.add.x: True does not fit: A text.*; put quotation marks around it"),
        ("steps: [{parse: {kind: '(?P<x>'}}]", "steps.1.parse.kind: .* is not a regular expression: missing"),
        (
            "steps: [{parse: {kind: 'a(b)'}}]",
            r"parse.kind: 'a\(b\)' does not fit: .* with a group such as \(\?P<number>",
        ),
        ("steps: [{keep: {kind: '['}}]", "steps.1.keep.kind: '.' is not a regular expression"),
        (
            "steps: [{long: 'x_(.)'}]",
            r"steps.1.long: .* does not fit: .*Its group \(\?P<column>…\) says what each becomes",
        ),
        ("steps: [{add: {x: '{kind'}}]", "steps.1.add.x: '{kind' has a brace that names no column; write {column}"),
        ("steps: [{add: {x: a}, drop: {kind: [a]}}]", "steps.1: .* does not fit: A step with one key; write - before"),
        ("steps: {add: {x: a}}", "steps: .* does not fit: Changes of the rows, in order: a list of steps"),
        (
            "steps: [{kep: {kind: [a]}}]",
            r"steps.1: unknown key 'kep' \(did you mean 'keep'\?\); allowed: add, drop, join",
        ),
        (
            "steps: [{join: {file: x, mine: a}}]",
            "steps.1.join: the key 'take' is missing: New columns: {new name: column of",
        ),
        ("attentive: {better: {kind: [a]}, by: 1}", "attentive: the key 'worse' is missing: The rows that are worse"),
        (
            "pairs: {within: item, bad: {kind: [b]}}",
            "pairs: the key 'good' is missing: The acceptable sentences, such as",
        ),
        (
            "pairs: {within: i, good: kind, bad: {k: [b]}}",
            "pairs.good: 'kind' does not fit: The acceptable sentences, such",
        ),
        (
            "pairs: {within: i, good: {}, bad: {k: [b]}}",
            "pairs.good: {} does not fit: The acceptable sentences, such as",
        ),
        ("pairs: {within: i, god: {k: [a]}, bad: {k: [b]}}", r"pairs: unknown key 'god' \(did you mean 'good'\?\)"),
        ("scale: 1-7", r"scale: '1-7' does not fit: The lowest and the highest answer.*, such as \[1, 7\]"),
        (
            "row: [who, text, answer]",
            "row: .* does not fit: The columns that are used, such as {participant: subject, ",
        ),
        (
            "row: {Sentence: text}",
            "row: the name 'Sentence' does not fit: Lower-case letters, digits, hyphens and under",
        ),
        ("row: {sentence: null}", "row.sentence: None does not fit: The sentence; put quotation marks around it"),
        (
            "unit: answers",
            r"unit: 'answers' is not allowed \(did you mean 'answer'\?\); allowed: answer, sentence, pair",
        ),
        (
            "clusters: 5",
            "clusters: 5 does not fit: What intervals and tests treat as a unit.*; put quotation marks around it",
        ),
        ("cluster: item", r"unknown key 'cluster' \(did you mean 'clusters'\?\)"),
        (
            "standardise: sentences",
            "standardise: is only for unit: sentence or pair; remove it, or correct unit",
        ),
        ("choices: {columns: x}", "choices: is only for unit: pair; remove it, or correct unit"),
        (
            "designs: {interaction: x}",
            "row: design is missing, which goes with designs; add it, or remove designs",
        ),
        (
            "read: {from: 2}",
            "read: the key 'between' is missing, which 'from' needs: A line above each text",
        ),
        ("file: [t.csv, t.csv]", "file: 't.csv' occurs more than once; write it once"),
        (
            "row: {sentence: text}\nunit: sentence\nscale: [1, 7]",
            "scale: goes with one of rating, good_rating, preference in row; add one, or remove scale",
        ),
        (
            "row: {good: text, bad: id}\nunit: pair\nstandardise: sentences",
            "standardise: goes with one of rating, good_rating in row; add one, or remove standardise",
        ),
        (
            "row: {good: a, bad: b, first: c}\nunit: pair",
            "preference is missing, which goes with first; add it, or remove first",
        ),
        (
            "row: {good: a, first: b, second: c, preference: d}\nunit: pair\npreference: {tie: 1, names: {a: a, b: b}}",
            "row.good: does not go with preference; remove one of them",
        ),
        ("panels: [a, b]", "row: other_label is missing, which goes with panels; add it, or remove panels"),
        ("row: {participant: who, sentence: text}", "row: rating is missing, which goes with unit: answer"),
        (
            "row: {participant: who, sentence: text, rating: answer, person: 'p {who}'}",
            "row.person: names the column of row.participant, and who people are is not kept; remove it",
        ),
        (
            "row: {participant: who, sentence: text, rating: answer, split: kind}",
            "row.split: is the name of a column with another meaning; give the note another name",
        ),
        (
            "row: {participant: w, sentence: t, rating: a, design: d, factor_1: f, factor_2: g}",
            "row: set is missing, which goes with design",
        ),
        (
            "row: {participant: who, sentence: text, rating: answer, cluster: item}",
            r"row.cluster: is only for unit: pair; write pairs: \{cluster: …\}, or correct unit",
        ),
        (
            "row: {participant: w, sentence: t, rating: a, design: d}",
            "row: factor_1 is missing.*\n.*factor_2 is missing",
        ),
        (
            "row: {participant: who, sentence: text, rating: answer, places: id}",
            "row: places is a note; write place, or give the note another name",
        ),
        ("unit: sentence", "row.participant: is only for unit: answer; remove it, or correct unit"),
        ("unit: pair", "row: good is missing.*\n.*row: bad is missing.*\n.*row.participant: is only for unit: answer"),
    ],
)
def test_a_fault_of_a_declaration_is_named_with_its_key(check, tmp_path, more, fault):
    key = more.partition(":")[0]
    declared = {name: it for name, it in yaml.safe_load(ANSWERS).items() if name != key} | yaml.safe_load(more)
    with pytest.raises(InputError, match=f"^(config.yaml: datasets.mine|its declaration).*(\n.*)*{fault}"):
        check(yaml.safe_dump(declared))
    content = {"mine": declared | {"description": "x"}}
    with pytest.raises(InputError, match=f"more/mine/datasets.yaml: mine[:,] .*(\n.*)*{fault}"):
        of_publication(tmp_path, yaml.safe_dump(content))


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (
            "mine: {unit: answer, file: a.csv, fill: 1}",
            r"mine: top level: unknown key 'fill' \(did you mean 'file'\?\)",
        ),
        ("mine: {unit: answer, file: a.csv, row: {a: b}}", "mine: top level: the key 'description' is missing: A sen"),
        (
            "mine: {unit: person, file: a.csv, row: {a: b}, description: x}",
            "unit: 'person' is not allowed; allowed: answ",
        ),
        ("- a", "datasets.yaml: must map names of kinds to their declarations"),
        ("mine:", "mine: top level: None does not fit: A kind of dataset."),
        (
            "dais: {unit: sentence, file: a, row: {sentence: b}, description: x}",
            "'dais' is the name of what .*paper/dais",
        ),
    ],
)
def test_a_file_of_a_publication_that_declares_nothing_right_is_refused(tmp_path, content, fault):
    with pytest.raises(InputError, match=fault):
        of_publication(tmp_path, content)


def test_a_publication_may_have_declarations_alone_and_templates(tmp_path):
    text = """
_all: &all {unit: sentence, row: {sentence: text}, description: Made up.}
first: {<<: *all, file: a.csv}
second: {<<: *all, file: [b.csv, a.csv], steps: [{join: {file: c.csv, mine: x, theirs: y, take: {z: z}}}]}
"""
    kinds = of_publication(tmp_path, text)
    entry = {"kind": "second", "label": "x"}
    assert registry.module_of(entry) == "datasets.declared.reader" and "_all" not in kinds
    declared = registry.manifest(entry)
    assert dict(declared.sources) == {"file_1": "b.csv", "file_2": "a.csv", "file_3": "c.csv"} and not declared.own
    assert declared.description == "Made up." and "description" not in declared.options["declaration"]
    assert kinds["first"].__file__ == str(tmp_path / "more/mine/datasets.yaml") and kinds["first"].KEYS == {}


@pytest.mark.parametrize(
    ("declaration", "fault"),
    [
        (ANSWERS.replace("id: id", "id: ide"), "row.sentence_id: t.csv has no column 'ide'.*it has: who, id, text, an"),
        (ANSWERS + "steps: [{add: {who: x}}]", "steps.1.add: t.csv has a column 'who' already; choose another name"),
        (ANSWERS + "steps: [{add: {x: kind}}]", "steps.1.add.x: 'kind' is a column; write '{kind}' for its cells"),
        (
            ANSWERS + "steps: [{keep: {kind: [A]}}]",
            r"steps.1.keep.kind: no whole cell of t.csv is 'A'.*; its cells are .*; correct it",
        ),
        (ANSWERS + "steps: [{keep: {kind: [a], id: ['2']}}]", "steps: no rows are left; correct them"),
        (
            ANSWERS + "steps: [{parse: {kind: '(?P<x>c)'}}]",
            "steps.1.parse.kind: no whole cell of t.csv is .*; correct it",
        ),
        (
            ANSWERS + "steps: [{long: '(?P<column>who|id)(?P<n>x)'}]",
            "steps.1.long: .* fits no column of t.csv; it has: who",
        ),
        (
            ANSWERS + "steps: [{long: '(?P<column>i)(d|tem)'}]",
            "steps.1.long: .* fits 2 columns of t.csv, and not one",
        ),
        (
            ANSWERS + "scale: [1, 3]",
            r"t.csv, row 5 \(id '2'\): answer is '4', not a number from 1 to 3; correct it, or",
        ),
        (
            ANSWERS.replace("}", ", set: id, design: item, factor_1: item, factor_2: kind}"),
            "row.factor_1: a factor has two levels, and t.csv has 'x'; judge two by the key judged, or keep two by a",
        ),
        (
            ANSWERS + "scale: [7, 1]",
            "scale: its first number is greater than its second; write the lowest answer first",
        ),
        (
            PAIRED.replace("phenomenon: item", "phenomenon: who"),
            "pairs.phenomenon: names the column of row.participant",
        ),
        (
            PAIRED.replace("phenomenon: item", "phenomenon: answer"),
            r"row 4 \(id '1'\): answer is '2', and in row 2 '1'; give different sentences ids of their own",
        ),
        (ANSWERS + "judged: {kind: [c]}", "judged.kind: no whole cell of t.csv is 'c'"),
        (
            ANSWERS + "most_answers: 1",
            "most_answers: all 2 participants are left out, whose answers are more than 1; correct",
        ),
        (
            ANSWERS + "steps: [{map: {answer: {'1': '', '2': '', '3': '', '4': NA}}}]",
            "row.rating: no row of t.csv has an answer; correct it",
        ),
        (PAIRED.replace("bad: {kind: [b]}", "bad: {kind: '[ab]'}"), r"row 2 \(id '1'\): is both good and bad; correct"),
        (
            PAIRED.replace("within: item", "within: id"),
            r"pairs.within: no good and bad sentence have the same id \(good: .*; bad: .*\)",
        ),
        (PAIRED.replace("phenomenon: item", "phenomenon: kind"), "its sentences differ in kind; write kind_good or"),
        (PAIRED.replace("phenomenon: item", "phenomenon: kinds_bad"), "pairs.phenomenon: t.csv has no column 'kinds'"),
        (PAIRED.replace("phenomenon: item", "phenomenon: nothing"), "pairs.phenomenon: t.csv has no column 'nothing'"),
        (PAIRED + "read: {member: x}", r"read.member: t.csv is no archive \(zip, tar.gz\); remove read.member"),
        (PAIRED + "read: {sheet: x}", "read.sheet: t.csv is no spreadsheet; remove read.sheet"),
        (
            PAIRED.replace("phenomenon: item", "phenomenon: Order"),
            "pairs.phenomenon: t.csv has no column 'Order'.*add:",
        ),
        (
            ANSWERS + "steps: [{join: {file: t.csv, mine: '{id}.{who}', take: {x: kinds}}}]",
            r"steps.1.join.take.x: t.csv has no column 'kinds' \(did you mean 'kind'\?\)",
        ),
        (PAIRED + "read: {columns: {x: 7}}", "t.csv: has 6 columns, and none at 7; correct read.columns"),
    ],
)
def test_what_does_not_fit_the_files_is_refused_before_the_first_job(check, declaration, fault):
    with pytest.raises(InputError, match=fault):
        check(declaration)


@pytest.mark.parametrize("key", ["encoding", "between"])
def test_how_text_is_read_says_nothing_of_a_spreadsheet(key):
    with pytest.raises(InputError, match=f"mine: read.{key}: t.xlsx is a spreadsheet; remove read.{key}"):
        files.read(["t.xlsx"], {key: "x"}, "mine: ", [])


@pytest.mark.parametrize(
    ("table", "fault"),
    [
        (
            TABLE.replace("2,Two.,4", "2,Tow.,4"),
            r"row 5 \(id '2'\): text is 'Tow.', and in row 3 'Two.'; give different",
        ),
        (TABLE.replace("q,2,Two.,4,x,b", "q,2,Two.,4,x,a"), r"row 5 \(id '2'\): kind is 'a', and in row 3 'b'"),
        (TABLE.replace("q,2,Two.,4,x", "q,2,Two.,4,y"), r"row 5 \(id '2'\): item is 'y', and in row 3 'x'"),
        (
            TABLE.replace("p,2,Two.,3", "p,2,Two.,three"),
            r"row 3 \(id '2'\): answer is 'three', not a number; correct it",
        ),
        (
            TABLE.replace("p,2,Two.,3", "p,2,Two.,1e999"),
            r"row 3 \(id '2'\): answer is '1e999', not a number; correct it",
        ),
        (TABLE.replace("p,2,Two.,3", ",2,Two.,3"), r"row 3 \(id '2'\): participant is empty; drop such rows"),
        (TABLE.replace("2,Two.", ",Two."), "2 things are wrong:\n  row 3.*sentence_id is empty; drop such rows"),
        (TABLE.replace("Two.", ""), r"row 3 \(id '2'\): the sentence is empty; drop such rows"),
        (TABLE.replace("q,1,One.,2,x,a", "q,1,One.,2"), "row 4: has 4 cells where the header has 6; fix it"),
        (TABLE.replace("item,kind", "kind,kind"), "t.csv: the column 'kind' occurs twice; name one by its place"),
        ("who,id\n", "t.csv: has no rows under its header; get the file again"),
    ],
)
def test_a_fault_of_a_row_is_named_with_its_row_and_id(check, table, fault):
    with pytest.raises(InputError, match=fault):
        check(PAIRED, table)


@pytest.mark.parametrize(
    ("join", "other", "fault"),
    [
        (
            "theirs: key",
            "key,more\n1,x\n1,y\n2,z\n",
            "u.csv, row 3: '1' is in row 2, too, with other cells; .*theirs",
        ),
        (
            "theirs: key",
            "key,more\n1,x\n",
            "row 3: u.csv lacks '2'; correct its declaration: steps.1.join.mine, or write needed",
        ),
        ("theirs: kay", "key,more\n1,x\n", r"steps.1.join.theirs: u.csv has no column 'kay' \(did you mean 'key'\?\)"),
        ("theirs: key", "key,mare\n1,x\n", "steps.1.join.take.more: u.csv has no column 'more'"),
    ],
)
def test_a_join_that_is_not_one_to_one_or_lacks_rows_is_refused(check, join, other, fault):
    declaration = f"{ANSWERS}steps: [{{join: {{file: u.csv, mine: id, {join}, take: {{more: more}}}}}}]"
    with pytest.raises(InputError, match=fault):
        check(declaration, u=other)


@pytest.mark.parametrize(
    ("declaration", "fault"),
    [
        (
            "{unit: sentence, file: t.csv, row: {sentence_id: id, sentence: text}}",
            "row 2 .*: another row has this id, too",
        ),
        (
            "{unit: pair, file: t.csv, row: {pair_id: id, good: text, bad: id, phenomenon: item}}",
            "give each pair its own",
        ),
        (
            "{unit: sentence, file: t.csv, steps: [{keep: {who: [p]}}], row: {sentence: text, label: kind}}",
            "label is 'a'",
        ),
        (
            "{unit: pair, file: t.csv, row: {good: text, bad: id, phenomenon: item}, choices: {columns: c}}",
            "column 'c'",
        ),
        ("{unit: pair, file: t.csv, row: {good: text, bad: id, phenomenon: item}, choices: {columns: id}}", "'2', not"),
    ],
)
def test_rows_about_sentences_and_pairs_are_checked_too(check, declaration, fault):
    with pytest.raises(InputError, match=fault):
        check(declaration)


def test_a_sentence_of_a_preference_is_named_by_its_role(check):
    row = "{unit: pair, file: t.csv, row: {first: item, second: txt, preference: answer}"
    with pytest.raises(InputError, match=r"row.second: t.csv has no column 'txt' \(did you mean 'text'"):
        check(f"{row}, preference: {{tie: 2, names: {{a: one, b: other}}}}}}")


def test_rows_are_numbered_as_in_the_file_where_lines_above_the_header_are_skipped(check):
    with pytest.raises(InputError, match="t.csv, row 7: .*check its double quotes: one may be missing"):
        check(ANSWERS + "read: {skip: 1}", f'A title\n{TABLE}p,3,"Three.,1,x,a\n')
    with pytest.raises(InputError, match="t.csv: has no rows under its header"):
        check(ANSWERS + "read: {skip: 9}")


def test_people_who_are_excluded_are_among_those_who_chose(check):
    pairs = "{unit: pair, file: t.csv, row: {good: a, bad: b}, choices: {columns: 'p.*', excluded: [p1, q1]}}"
    with pytest.raises(InputError, match="choices.excluded: choices.columns does not name 'q1', but p1, p2; correct"):
        check(pairs, "a,b,p1,p2,q1\nOne.,Two.,1,0,1\n")


def test_a_configuration_says_which_entry_is_wrong(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    entry = {"kind": "declared", "label": "Mine"} | yaml.safe_load(PAIRED)

    def fault(**keys) -> str:
        with pytest.raises(InputError) as error:
            build.plan_of({"run": "all", "datasets": {"mine": entry | keys}}, papers.folders(), SCHEMAS)
        return str(error.value)

    assert "datasets.mine.pairs: unknown key 'god' (did you mean 'good'?)" in fault(pairs=entry["pairs"] | {"god": {}})
    assert "datasets.mine.steps.1.keep.kind.1: True does not fit" in fault(steps=[{"keep": {"kind": [True]}}])
    del entry["row"]
    assert "datasets.mine: the key 'row' is missing: The columns that are used" in fault()


def test_every_key_is_described():
    def lacking(node, name: str) -> list[str]:
        inner = [one for key, it in node.get("properties", {}).items() for one in lacking(it, f"{name}.{key}")]
        return inner if node.get("description") else [*inner, name]

    keys = registry.kinds()["declared"].KEYS
    assert [one for key, node in keys.items() for one in lacking(node, key)] == []
    steps = keys["steps"]["items"]["properties"]
    assert list(steps) == ["keep", "drop", "parse", "map", "add", "long", "join"]
    assert [one for key, node in steps.items() for one in lacking(node, key)] == []
    assert os.path.relpath(registry.kinds()["declared"].__file__, ROOT).endswith("declared/manifest.py")
    assert not [key for key in keys if not re.fullmatch("[a-z_]+", key)]


UNITS = {
    "answer": {"participant": "who", "sentence": "text", "rating": "answer"},
    "sentence": {"sentence": "text"},
    "pair": {"good": "text", "bad": "other"},
}
ROWS = "who,text,other,answer,n,kind\np,Éne.,A.,1,1,a\np,Two.,B.,3,0,b\nq,Three.,C.,2,1,b\nq,Four.,D.,4,0,a\n"
SIDES = {"within": "who", "good": {"kind": ["a"]}, "bad": {"kind": ["b"]}}
ALONE = {  # a value of each key, which says something where the key has a meaning
    "read": {
        "member": "x",
        "skip": 1,
        "encoding": "latin-1",
        "sheet": "x",
        "columns": {"who": 6},
        "between": "x",
        "from": 2,
    },
    "steps": [{"keep": {"n": ["1"]}}, {"drop": {"kind": ["a"]}}],
    "row": dict.fromkeys(("place", "label", "other_label", "people_right", "people_asked", "preference"), "n"),
    "scale": [3, 7],
    "most_answers": 1,
    "place_is": "block",
    "standardise_by": {"kind": ["a"]},
    "attentive": {"better": {"kind": ["a"]}, "worse": {"kind": ["b"]}, "by": 1},
    "judged": {"kind": ["a"]},
    "designs": {"interaction": "x"},
    "pairs": {"": SIDES} | {name: SIDES | {name: "who"} for name in ("pair_id", "phenomenon", "paradigm", "cluster")},
    "preference": {"tie": 1, "names": {"a": "b", "c": "d"}},
    "choices": {"columns": "n"},
    "panels": ["one", "other"],
    "crossed": True,
    "clusters": "x",
    "chosen": "x",
    "description": "x",
    "standardise": "sentences",
    "simulated": True,
    "words": "characters",
}


def test_no_key_alone_is_without_effect_and_accepted(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text(ROWS, encoding="utf-8")
    kind = registry.kinds()["declared"]
    assert ALONE.keys() | {"unit", "file"} == kind.KEYS.keys()
    assert ALONE["read"].keys() == kind.KEYS["read"]["properties"].keys()
    alone = {(key, ""): value for key, value in ALONE.items() if key not in ("read", "row", "pairs")}
    alone |= {("read", name): {name: value} for name, value in ALONE["read"].items()}
    alone |= {("pairs", name): value for name, value in ALONE["pairs"].items()}
    alone |= {("pairs", "ranked"): SIDES | {"ranked": True}}
    roles = kind.KEYS["row"]["properties"]

    def outcome(entry: dict):
        try:
            declaration.check({"description": "x"} | entry, "mine")
            made, _ = tables.made(declaration.used(entry), ["t.csv"], "mine")
        except InputError:
            return "refused"
        return made, replace(kind.manifest(entry), options={})

    for unit, row in UNITS.items():
        entry = {"unit": unit, "file": "t.csv", "row": row}
        entries = {one: entry | {one[0]: value} for one, value in alone.items()}
        entries |= {("row", role): entry | {"row": row | {role: ALONE["row"].get(role, "kind")}} for role in roles}
        assert [one for one, it in entries.items() if one[1] not in row and outcome(it) == outcome(entry)] == [], unit
