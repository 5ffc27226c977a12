"""Datasets by declaration: files, steps, roles and rules, on small files with hand-computed values."""

import gzip
import json
import re
import tarfile
import zipfile
from math import sqrt

import pytest
import yaml

from acceptability.contracts import checks, io
from acceptability.contracts.data import CHOICES, PAIRS, RATINGS, SENTENCES
from acceptability.datasets import registry
from acceptability.datasets.declared.manifest import KEYS
from acceptability.datasets.declared.reader import read
from acceptability.datasets.manifest import Designs, Pairs, Ratings
from acceptability.errors import InputError
from acceptability.reading import schemas
from helpers import ROOT

KIND = {"kind": "declared", "label": "Mine"}


@pytest.fixture
def make(tmp_path, monkeypatch):
    """Return a function that reads a declaration in YAML of files; it checks that all tables keep their contracts."""
    monkeypatch.chdir(tmp_path)

    def read_declaration(declaration: str, **files: str):
        for name, text in files.items():
            (tmp_path / f"{name}.csv").write_text(text, encoding="utf-8")
        entry = KIND | yaml.safe_load(declaration)
        manifest = registry.manifest(entry)
        (understood,) = registry.kinds()["declared"].check(entry)
        data = read(**manifest.options, **manifest.files)
        for table, contract in ((data.sentences, SENTENCES), (data.pairs, PAIRS), (data.ratings, RATINGS)):
            io.check_table(table, contract, contract.name)
        io.check_table(data.choices, CHOICES, "choices")
        checks.check_pairs(data.pairs, data.sentences, "pairs")
        return data, manifest, understood

    return read_declaration


ANSWERS = """who,item,condition,sentence,answer,at
anna,1,good,The cat  sleeps.,7,1
anna,1,bad,Cat the sleeps.,1,2
anna,f,filler,Hello.,4,3
ben,1,good,The cat sleeps.,5,1
ben,1,bad,Cat the sleeps.,3,3
ben,f,filler,Hello.,4,2
cleo,1,good,The cat sleeps.,4,1
cleo,1,bad,Cat the sleeps.,4,2
"""
LONG = """
unit: answer
file: answers.csv
row: {participant: who, sentence_id: "{item}.{condition}", sentence: sentence, rating: answer, place: at}
scale: [1, 7]
judged: {condition: [good, bad]}
pairs: {within: item, good: {condition: [good]}, bad: {condition: [bad]}, phenomenon: phenomenon}
steps: [{add: {phenomenon: Word order}}]
"""


def test_a_file_of_answers_becomes_rated_pairs(make, capsys):
    dataset, manifest, understood = make(LONG, answers=ANSWERS)
    assert dataset.sentences.to_dict("list") == {
        "sentence_id": ["1.good", "1.bad"],
        "sentence": ["The cat sleeps.", "Cat the sleeps."],
        "rating": [1, -1],  # anna: (7 − 4) / 3; ben: (5 − 4) / 1
        "mean_rating": ["6.0", "2.0"],
    }
    assert dataset.pairs.to_dict("list") == {
        "pair_id": ["1.good|1.bad"],
        "good_id": ["1.good"],
        "bad_id": ["1.bad"],
        "paradigm": ["Word order"],
        "phenomenon": ["Word order"],
        "cluster": ["1"],
    }
    assert dataset.ratings.to_numpy().tolist() == [
        ["1", "1.good", 1, 7, 1],
        ["1", "1.bad", -1, 1, 2],
        ["2", "1.good", 1, 5, 1],
        ["2", "1.bad", -1, 3, 3],
    ]
    assert understood.notes == [
        "answers.csv: 8 rows",
        "answers.csv: add phenomenon 'Word order' in all rows",
        "answers.csv: rating: 2 of 8 answers left out, those of 1 of 3 participants, who never gave two different ones",
        "answers.csv: 6 answers of 2 participants to 3 sentences",
        "answers.csv: judged: 2 sentences; the others count in z-scores only",
        "answers.csv: pairs: 1",
    ]
    line = "in 0 of 1 rated pairs, the bad sentence has the higher rating"
    assert capsys.readouterr().out.splitlines() == [*understood.notes, line]
    assert understood.what == "2 sentences, 1 pair"
    assert (manifest.pairs, manifest.ratings, manifest.own) == (Pairs(), Ratings(single=True, places=True), True)
    assert manifest.own_files == [("file_1", "answers.csv")] and manifest.cluster == "clusters"
    assert not any(name in f"{dataset.ratings}{understood.notes}" for name in ("anna", "ben", "cleo"))


def test_sentences_and_pairs_of_a_users_entry_are_known_before_a_job(make):
    make(LONG, answers=ANSWERS)
    entry, kind = KIND | yaml.safe_load(LONG), registry.kinds()["declared"]
    assert kind.texts(entry) == {"1.good": "The cat sleeps.", "1.bad": "Cat the sleeps."}
    assert kind.members(entry) == {"1.good|1.bad": ("The cat sleeps.", "Cat the sleeps.")}


def test_z_scores_are_within_a_person_and_people_are_numbered_before_rules_leave_them_out(make, capsys):
    rows = ["who,id,text,answer,kind", "zoe,a,A b.,1,x", "zoe,b,B c.,2,x", "zoe,c,C d.,3,x", "zoe,c,C d.,3,x"]
    rows += ["dan,a,A b.,9,practice", "eve,a,A b.,2,x", "eve,a,A b.,4,x", "eve,b,B c.,,x", "eve,b,B c.,NA,x"]
    rows += ["eve,b,B c.,6,x", "fay,a,A b.,1,x", "fay,b,B c.,5,x"]
    declaration = """
        unit: answer
        file: t.csv
        steps: [{drop: {kind: [practice]}}]
        row: {participant: who, sentence_id: id, sentence: text, rating: answer}
        most_answers: 3
    """
    dataset, _, understood = make(declaration, t="\n".join(rows))
    one = sqrt(2)  # eve: mean 4, SD 2; fay: mean 3, SD 2√2
    assert dataset.ratings["participant"].tolist() == ["2", "2", "3", "3"]  # zoe is person 1
    assert dataset.ratings["z_score"].tolist() == pytest.approx(
        [-0.5, 1, -1 / one, 1 / one]
    )  # eve's first is of 2 answers
    assert dataset.sentences["rating"].tolist() == pytest.approx([(-0.5 - 1 / one) / 2, (1 + 1 / one) / 2])
    assert dataset.sentences["mean_rating"].tolist() == ["2.0", "5.5"]  # (3 + 1) / 2 and (6 + 5) / 2
    assert understood.notes[1:4] == [
        "t.csv: drop kind 'practice': 1 of 12 rows left out",
        "t.csv: rating: 2 of 11 answers left out, which are empty",
        "t.csv: most_answers: 4 of 9 answers left out, those of 1 of 3 participants, whose answers are more than 3",
    ]
    assert "averaged: 1 of 5 answers, to a sentence that the participant had rated before" in capsys.readouterr().out


def test_people_whose_better_fillers_are_not_better_are_left_out(make):
    rows = ["who,id,text,answer"]
    for who, answers in {"a": (3, 1, 2), "b": (2, 2, 1), "c": (3, 2, 2)}.items():
        rows += [f"{who},{name},Text {name}.,{it}" for name, it in zip(("up", "down", "test"), answers, strict=True)]
    rows.append("d,test,Text test.,1\nd,up,Text up.,3")  # and no bad filler
    declaration = """
        unit: answer
        file: t.csv
        row: {participant: who, sentence_id: id, sentence: text, rating: answer}
        attentive: {better: {id: [up]}, worse: {id: down}, by: 1}
        judged: {id: 't.*'}
    """
    dataset, _, understood = make(declaration, t="\n".join(rows))
    assert dataset.ratings.to_numpy().tolist() == [["1", "test", 0, 2], ["3", "test", pytest.approx(-1 / sqrt(3)), 2]]
    assert [note.partition("participants, ")[2] for note in understood.notes[1:3]] == [
        "who answered no better rows, or no worse ones",
        "whose answers to the better rows are not 1 above those to the worse",
    ]
    assert "attentive: 3 of 9 answers left out, those of 1 of 3 participants" in understood.notes[2]


def test_steps_parse_map_add_keep_and_fill_with_zeros(make):
    declaration = """
        unit: sentence
        file: t.csv
        steps:
          - parse: {code: '(?P<side>[gb])(?P<number>\\d+)'}
          - keep: {side: [g, b], number: '\\d'}
          - map: {side: {g: good, b: bad}}
          - add: {name: "{file}-{side}-{number:03}"}
        row: {sentence_id: name, sentence: text, side: side, code: code}
    """
    text = "code;text\ng7;  One  two. \nb8;Three, four.\nx9;Five.\ng12;Six.\n"
    dataset, manifest, understood = make(declaration, t=text)
    assert dataset.sentences.drop(columns="rating").to_numpy().tolist() == [
        ["t-good-007", "One two.", "good", "g7"],
        ["t-bad-008", "Three, four.", "bad", "b8"],
    ]
    assert dataset.sentences["rating"].isna().all() and not manifest.ratings and not manifest.pairs
    assert understood.notes == [
        "t.csv: 4 rows",
        "t.csv: parse code: side, number; 1 of 4 rows without a match, and left empty",
        "t.csv: keep side 'g' or 'b', number \\d: 2 of 4 rows left out",
        "t.csv: map side",
        "t.csv: add name",
    ]


def test_a_wide_file_becomes_long_and_is_joined(make):
    declaration = """
        unit: answer
        file: t.csv
        steps:
          - join:
              file: wide.csv
              steps: [{long: '(?P<column>id|text)_(?P<slot>\\d)'}]
              mine: "{list}-{id}"
              theirs: "{list}-{id}"
              take: {shown: text, slot: slot}
              needed: false
          - keep: {slot: '.+'}
        row: {participant: who, sentence_id: id, sentence: shown, rating: answer, place: slot}
    """
    wide = "list,id_1,id_2,text_1,text_2\n1,x,y,An x.,A y.\n2,y,z,A y.,A z.\n"
    answers = "who,list,id,answer\np,1,x,1\np,1,y,2\nq,2,y,5\nq,2,z,3\nq,2,none,3\n"
    dataset, _, understood = make(declaration, t=answers, wide=wide)
    assert dataset.sentences["sentence"].tolist() == ["An x.", "A y.", "A z."]
    assert dataset.ratings[["sentence_id", "place"]].to_numpy().tolist() == [["x", 1], ["y", 2], ["y", 1], ["z", 2]]
    assert understood.notes[1:5] == [
        "wide.csv: 2 rows",
        "wide.csv: long id, text: 4 rows",
        "t.csv: join wide.csv: shown, slot; 1 of 5 rows without a match, and left empty",
        "t.csv: keep slot .+: 1 of 5 rows left out",
    ]


def test_a_column_of_answers_for_each_person_becomes_rows(make):
    declaration = """
        unit: answer
        file: t.csv
        steps: [{long: '(?P<who>anna|ben)'}]
        row: {participant: who, sentence: text, rating: value}
    """
    dataset, _, understood = make(declaration, t="text,anna,ben\nShe left.,7,6\nLeft she.,1,2\n")
    assert dataset.sentences["mean_rating"].tolist() == ["6.5", "1.5"] and len(dataset.ratings) == 4
    assert understood.notes[1] == understood.noted[1] == "t.csv: long value: 4 rows"


CHINESE = "good,bad,good_words,bad_words,good_regions,bad_regions\n我喜欢你。,我你喜欢。,我|喜欢|你|。,我|你|喜欢|。,s v o x,s o v x\n"


def test_words_and_regions_are_roles_as_in_other_tables(make):
    row = "row: {good: good, bad: bad, good_words: good_words, bad_words: bad_words, good_regions: good_regions"
    declaration = f"unit: pair\nfile: t.csv\n{row}, bad_regions: bad_regions}}"
    dataset, _, _ = make(declaration, t=CHINESE)
    assert dataset.sentences["words"].tolist() == ["我\t喜欢\t你\t。", "我\t你\t喜欢\t。"]
    assert dataset.sentences["regions"].tolist() == ["s v o x", "s o v x"]
    dataset, _, _ = make("unit: pair\nfile: t.csv\nrow: {good: good, bad: bad}\nwords: characters", t=CHINESE)
    assert dataset.sentences["words"].tolist() == ["我\t喜\t欢\t你\t。", "我\t你\t喜\t欢\t。"]
    sentences = "unit: sentence\nfile: t.csv\nrow: {sentence: bad, words: bad_words, regions: bad_regions}"
    dataset, _, _ = make(sentences, t=CHINESE)
    assert dataset.sentences["words"].tolist() == ["我\t你\t喜欢\t。"]
    with pytest.raises(InputError, match=r"row 2 \(id '我你喜欢。'\): words are not the words of the sentence"):
        make(sentences, t=CHINESE.replace("我|你|喜", "我|喜"))
    with pytest.raises(InputError, match="regions has 3 names for 4 words; write one for each word"):
        make(sentences, t=CHINESE.replace("s o v x", "s o v"))


def test_pairs_are_each_good_with_each_bad_sentence_and_texts_of_either_side(make):
    rows = ["id,item,kind,text,label", "a,1,ok,Good one.,1", "b,1,worse,Worse one.,0", "c,1,worst,Worst one.,0"]
    rows += ["d,2,ok,Good two.,1", "e,2,ok,Good too.,1", "f,2,worse,Worse two.,0", "g,3,worst,Alone.,0"]
    declaration = """
        unit: sentence
        file: t.csv
        row: {sentence_id: id, sentence: text, label: label}
        steps: [{add: {phenomenon: Kinds}}]
        pairs:
          within: item
          good: {kind: [ok]}
          bad: {kind: 'wor.*'}
          pair_id: "{item}: {id_good} {id_bad}"
          paradigm: kind_bad
          phenomenon: phenomenon
          cluster: "item {item}"
          ranked: true
        clusters: items
        chosen: kinds
    """
    dataset, manifest, understood = make(declaration, t="\n".join(rows))
    assert dataset.pairs.to_numpy().tolist() == [
        ["1: a b", "a", "b", "worse", "Kinds", "item 1"],
        ["1: a c", "a", "c", "worst", "Kinds", "item 1"],
        ["2: d f", "d", "f", "worse", "Kinds", "item 2"],
        ["2: e f", "e", "f", "worse", "Kinds", "item 2"],
    ]
    assert dataset.sentences["label"].tolist() == [1, 0, 0, 1, 1, 0, 0]
    assert understood.notes[-1] == "t.csv: pairs: 4; without the other side: 1 sentence; in several pairs: 2 sentences"
    assert manifest.pairs == Pairs(levels=("paradigm", "phenomenon"), ranked=True)
    assert (manifest.cluster, manifest.chosen, manifest.ratings) == ("items", "kinds", None)


def test_designs_begin_with_their_baseline(make):
    rows = ["s,set,a,b,text,mean", "1,1,x,q,One.,4", "2,1,y,q,Two.,1", "3,1,x,p,Three.,3", "4,1,y,p,Four.,2"]
    declaration = """
        unit: sentence
        file: t.csv
        steps: [{add: {design: A by B}}]
        row: {sentence_id: s, sentence: text, rating: mean, set: set, design: design, factor_1: a, factor_2: b}
        standardise: sentences
        designs: {baseline: {a: [x], b: [p]}, interaction: effect}
    """
    dataset, manifest, _ = make(declaration, t="\n".join(rows))
    assert dataset.sentences[["sentence_id", "factor_1", "factor_2", "mean_rating"]].to_numpy().tolist() == [
        ["3", "x", "p", "3.0"],
        ["1", "x", "q", "4.0"],
        ["2", "y", "q", "1.0"],
        ["4", "y", "p", "2.0"],
    ]
    assert dataset.sentences["rating"].tolist() == pytest.approx([it / sqrt(5) for it in (1, 3, -3, -1)])
    assert manifest.designs == Designs("effect") and manifest.ratings == Ratings() and manifest.cluster == "sets"


def test_what_is_scored_can_be_a_part(make):
    declaration = """
        unit: sentence
        file: t.csv
        row: {sentence: "{before} {text}", given: before, scored: text, label: ok}
    """
    dataset, manifest, _ = make(declaration, t="before,text,ok\nIt rains.,He sings.,yes\n,,\nI sat.,Him sings.,*\n")
    assert (
        dataset.sentences["sentence_id"].tolist()
        == dataset.sentences["sentence"].tolist()
        == [
            "It rains. He sings.",
            "I sat. Him sings.",
        ]
    )
    assert dataset.sentences["label"].tolist() == [1, 0] and manifest.scored_part and manifest.labelled


def test_rows_about_pairs_have_two_sentences_ratings_and_choices(make):
    declaration = """
        unit: pair
        file: t.csv
        row: {good: g, bad: b, good_rating: rg, bad_rating: rb, phenomenon: kind, note: n}
        choices: {columns: 'p\\d', excluded: [p2]}
    """
    text = "g,b,rg,rb,kind,n,p1,p2\nA b.,B a.,1,-1,order,x,1,0\nC d.,D c.,0.5,,order,y,,1\nE f.,E  f.,0,0,none,z,0,1\n"
    dataset, manifest, understood = make(declaration, t=text)
    assert dataset.sentences["sentence_id"].tolist() == ["1.good", "1.bad", "2.good", "2.bad", "3.good", "3.bad"]
    assert dataset.sentences["label"].tolist() == [1, 0] * 3
    assert dataset.sentences["rating"].fillna(9).tolist() == [1, -1, 0.5, 9, 0, 0]
    assert dataset.pairs.iloc[0].tolist() == ["1", "1.good", "1.bad", "order", "order", "order", "x", "false"]
    assert dataset.choices.to_numpy().tolist() == [
        ["1", "1", 1, 0],
        ["1", "3", 0, 0],
        ["2", "1", 0, 1],
        ["2", "2", 1, 1],
        ["2", "3", 1, 1],
    ]
    assert understood.notes[1] == "t.csv: two equal sentences: in 1 pair"
    assert dataset.pairs["equal_sentences"].tolist() == ["false", "false", "true"]
    assert manifest.pairs == Pairs(choices=True) and manifest.ratings == Ratings() and manifest.cluster == "phenomena"


def test_the_preferred_sentence_is_the_good_one(make):
    declaration = """
        unit: pair
        file: t.csv
        row: {pair_id: "p.{n:02}", first: one, second: two, preference: share, phenomenon: "{preferred} preferred"}
        scale: [0, 100]
        preference: {tie: 50, names: {do: double object, pd: prepositional}}
    """
    dataset, manifest, _ = make(declaration, t="n,one,two,share\n1,A b.,B a.,80\n2,C d.,D c.,50\n3,E f.,F e.,9\n")
    assert dataset.pairs[["good_id", "bad_id", "phenomenon"]].to_numpy().tolist() == [
        ["p.01.do", "p.01.pd", "double object preferred"],
        ["p.03.pd", "p.03.do", "prepositional preferred"],
    ]
    assert (
        len(dataset.sentences) == 6
        and "label" not in dataset.sentences
        and dataset.pairs["preference"].tolist() == ["80", "9"]
    )
    assert manifest.pairs == Pairs(preference="preference", ranked=True)


PAGE = (ROOT / "docs/declared.md").read_text(encoding="utf-8")


def test_the_first_example_of_the_page(make):
    table, declared = (re.findall(f"```{kind}\n(.*?)```", PAGE, re.DOTALL)[0] for kind in ("", "yaml"))
    rows = table.replace("…\n", "p02,test,12a,The key to the cabinets is on the table.,5,2\n")
    rows += "p02,test,12b,The key to the cabinets are on the table.,6,1\np02,filler,f1,The letters were long.,7,3\n"
    dataset, _, understood = make(yaml.safe_dump(yaml.safe_load(declared)["datasets"]["mine"]), results=rows)
    assert dataset.pairs[["good_id", "bad_id", "phenomenon"]].to_numpy().tolist() == [["12a", "12b", "Agreement"]]
    assert dataset.sentences["mean_rating"].tolist() == ["5.5", "4.0"] and sorted(dataset.ratings["place"]) == [
        1,
        2,
        2,
        3,
    ]
    assert "results.csv: drop trial 'practice': 1 of 7 rows left out" in understood.notes


def test_the_example_of_a_publication_is_one_of_the_projects():
    shown = yaml.safe_load(re.findall("```yaml\n(that-trace:.*?)  …", PAGE, re.DOTALL)[0])["that-trace"]
    own = yaml.safe_load((ROOT / "paper/that_trace/datasets.yaml").read_text(encoding="utf-8"))["that-trace"]
    assert shown | {"description": ""} == {key: own[key] for key in ("unit", "file")} | {"description": ""}


def test_each_step_and_each_rule_of_the_page(make):
    shown = re.findall(r"^ +\| `(\w+: .*?)` \|", PAGE.replace(r"\|", "|"), re.MULTILINE)
    examples = list(map(yaml.safe_load, shown))
    steps = [it for it in examples if it.keys() <= KEYS["steps"]["items"]["properties"].keys()]
    assert len(steps) == 7 and len(examples) == 17
    words = "trial,type,item,condition,gap,verb,id_1,rating_1,id_2,rating_2\n"
    rows = words + "practice,test,1a,1,subject,say,x,1,y,2\ntest,filler,2b,2,object,see,z,3,w,4\n"
    for step in steps:
        entry = {"unit": "sentence", "file": "t.csv", "steps": [step], "row": {"sentence": "{item} {file}{trial}"}}
        entry["row"] |= {"sentence_id": "{item} {rating}"} if "long" in step else {}
        table = rows.replace("condition", "cell") if "parse" in step else rows  # which makes this column
        make(yaml.safe_dump(entry), t=table, texts="id,sentence\n1a,One.\n2b,Two.\n")
    known = {"properties": KEYS | KEYS["steps"]["items"]["properties"], "additionalProperties": False}
    for rule in examples:
        schemas.check(rule, known, "the page")


def test_pairs_without_a_phenomenon_are_of_one(make):
    dataset, manifest, _ = make(LONG.replace(", phenomenon: phenomenon", ""), answers=ANSWERS)
    assert dataset.pairs[["paradigm", "phenomenon", "cluster"]].to_numpy().tolist() == [["all pairs", "all pairs", "1"]]
    assert manifest.pairs == Pairs()
    pairs = "{unit: pair, file: t.csv, row: {pair_id: n, good: g, bad: b, cluster: c}}"
    dataset, manifest, _ = make(pairs, t="n,g,b,c\n1,A.,B.,x\n2,C.,D.,x\n")
    assert dataset.pairs["phenomenon"].tolist() == ["all pairs"] * 2 and dataset.pairs["cluster"].tolist() == ["x"] * 2
    assert manifest.cluster == "clusters" and "equal_sentences" not in dataset.pairs


SENTENCES_ONLY = "{unit: sentence, row: {sentence: text, from: file}, "


def texts(dataset) -> list[str]:
    return dataset[0].sentences["sentence"].tolist()


def test_archives_json_blocks_and_files_with_lines_above_the_header_are_read(make, tmp_path):
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("in/one.csv", ",text\n0,One.\n")
        archive.writestr("in/two.tsv", "text\tmore\nTwo, too.\tx\n")
        archive.writestr("in/three.md", "text\nThree.\n")
    dataset = make(SENTENCES_ONLY + "file: a.zip}")
    assert texts(dataset) == ["One.", "Two, too."] and dataset[0].sentences["from"].tolist() == ["one", "two"]
    assert texts(make(SENTENCES_ONLY + "file: a.zip, read: {member: '.*two.*'}}")) == ["Two, too."]
    with tarfile.open(tmp_path / "a.tar.gz", "w:gz") as archive:
        (tmp_path / "one.jsonl").write_text('{"text": "Four."}\n{"text": "Five."}\n', encoding="utf-8")
        archive.add(tmp_path / "one.jsonl", "deep/one.jsonl")
    assert texts(make(SENTENCES_ONLY + "file: a.tar.gz}")) == ["Four.", "Five."]
    (tmp_path / "a.json").write_text(
        json.dumps([{"text": "Six.", "n": 1}, {"text": "Seven."}], indent=1), encoding="utf-8"
    )
    assert texts(make(SENTENCES_ONLY + "file: a.json}")) == ["Six.", "Seven."]
    (tmp_path / "a.txt").write_text("!\nEight.\n!\nNine\nten.\n", encoding="utf-8")
    blocks = SENTENCES_ONLY + 'file: a.txt, read: {between: "!", from: 5}, steps: [{keep: {place: ["6"]}}]}'
    assert texts(make(blocks)) == ["Nine ten."]
    (tmp_path / "b.csv").write_bytes("Notes\nof a\ntext\nÉté.\n".encode("latin-1"))
    assert texts(make(SENTENCES_ONLY + "file: b.csv, read: {skip: 2, encoding: latin-1}}")) == ["Été."]
    (tmp_path / "c.csv").write_text(",text,text\nA,B.,C.\n", encoding="utf-8")
    dataset = make(
        "{unit: sentence, file: c.csv, read: {columns: {id: 1, text: 3, old: 2}}, row: {sentence_id: id, sentence: text}}"
    )
    assert dataset[0].sentences.iloc[0, :2].tolist() == ["A", "C."]


def test_compressed_files_and_archives_of_a_mac_are_read_by_their_names(make, tmp_path):
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("in/one.csv", "text\nOne.\n")
        archive.writestr("__MACOSX/in/._one.csv", b"\x00\x05\x16\x07")
    assert texts(make(SENTENCES_ONLY + "file: a.zip}")) == ["One."]
    (tmp_path / "B.jsonl.gz").write_bytes(gzip.compress(b'{"text": "Two."}'))
    (tmp_path / "c.json.gz").write_bytes(gzip.compress(b'[{"text": "Three."}]'))
    dataset = make(SENTENCES_ONLY + "file: [B.jsonl.gz, c.json.gz]}")
    assert texts(dataset) == ["Two.", "Three."] and dataset[0].sentences["from"].tolist() == ["B", "c"]


def test_what_was_decided_in_reading_a_file_is_said(make, tmp_path):
    (tmp_path / "q.tsv").write_text('text\tn\n"He said "no".\t1\n', encoding="utf-8")
    *_, understood = dataset = make(SENTENCES_ONLY + "file: q.tsv}")
    assert texts(dataset) == ['"He said "no".']
    assert understood.notes[0] == "q.tsv: double quotes are part of the text, because they do not enclose cells"


def test_marks_of_judgment_are_taken_off_and_the_log_says_it(make):
    dataset = make("{unit: sentence, file: t.csv, row: {sentence: text}}", t="text\nHe runs.\n*He run.\n?He ran.\n")
    assert texts(dataset) == ["He runs.", "He run.", "He ran."]
    line = "marks of judgment were taken off: * (1), ? (1), the first in row 3"
    assert dataset[2].notes[-1] == f"t.csv: row.sentence: {line}"
    assert dataset[0].sentences["mark"].tolist() == ["", "*", "?"]
    dataset = make("{unit: pair, file: t.csv, row: {good: g, bad: b}}", t="g,b\nHe runs.,*He run.\nI am.,* I is.\n")
    assert texts(dataset) == ["He runs.", "He run.", "I am.", "I is."]
    assert dataset[2].notes[-1] == "t.csv: row.bad: marks of judgment were taken off: * (2), the first in row 2"
    assert dataset[0].pairs[["good_mark", "bad_mark"]].to_numpy().tolist() == [["", "*"], ["", "*"]]


def test_several_files_stand_one_below_the_other(make):
    dataset = make(SENTENCES_ONLY + "file: [x.csv, y.csv]}", x="text\nOne.\n", y="more,text\n1,Two.\n")
    assert texts(dataset) == ["One.", "Two."] and dataset[0].sentences["from"].tolist() == ["x", "y"]


def test_answers_that_differ_in_a_note_are_said(make):
    declaration = """
        unit: answer
        file: t.csv
        row: {participant: who, sentence: text, rating: answer, set: verb}
    """
    text = "who,text,answer,verb\na,X y.,1,set\na,Z y.,2,go\nb,X y.,2,set about\nb,Z y.,1,go\n"
    dataset, _, understood = make(declaration, t=text)
    assert dataset.sentences["set"].tolist() == ["set", "go"]
    assert understood.notes[-1] == "t.csv: answers to 1 sentence differ in verb, such as 'X y.'; one is taken"


def test_places_from_0_count_from_1_and_the_log_says_it(make):
    text = "who,text,answer,at\np,One.,1,0\np,Two.,3,1\nq,One.,2,1\nq,Two.,4,0\n"
    declared = "unit: answer\nfile: t.csv\nrow: {participant: who, sentence: text, rating: answer, place: at}"
    dataset, _, understood = make(declared, t=text)
    assert sorted(dataset.ratings["place"]) == [1, 1, 2, 2]
    assert "t.csv: place: counts from 0, and is made to count from 1" in understood.notes
    assert "t.csv: rating: 1 to 4; no scale says what can be an answer" in understood.notes


def test_a_choice_is_0_or_1_and_a_missing_mean_stays_missing(make):
    pairs = "unit: pair\nfile: t.csv\nrow: {good: one, bad: two}\nchoices: {columns: p}"
    with pytest.raises(InputError, match="p is neither 0 nor 1; correct it"):
        make(pairs, t="one,two,p\nA.,B.,1\nC.,D.,0.6\n")
    means = "unit: sentence\nfile: t.csv\nrow: {sentence: text, rating: mean}\nstandardise: sentences"
    dataset, _, _ = make(means, t="text,mean\nOne.,1\nTwo.,\nThree.,2\n")
    assert dataset.sentences["mean_rating"].isna().tolist() == [False, True, False]


VERBS = """text,verb,frame,mean
A cat slept.,sleep,NP V,1
A cat slept that.,sleep,NP V NP,-1
A cat saw.,see,NP V,-1
A cat saw that.,see,NP V NP,1
"""
OF_VERBS = """
unit: sentence
file: verbs.csv
row: {sentence: text, rating: mean, set: verb, construction: frame}
"""


def test_a_declaration_says_that_sets_and_constructions_cross(make):
    _, manifest, understood = make(OF_VERBS + "crossed: true", verbs=VERBS)
    assert "crossed" in manifest.has
    assert any("all sentences are one family, and no linking function is fitted" in line for line in understood.notes)
    _, manifest, understood = make(OF_VERBS, verbs=VERBS)
    assert "crossed" not in manifest.has
    assert any("sets and constructions cross; write crossed: true" in line for line in understood.notes)
    nested = VERBS.replace("see,NP V", "see,V")
    _, _, understood = make(OF_VERBS, verbs=nested)
    assert not any("cross" in line for line in understood.notes)
    with pytest.raises(InputError, match="crossed: verbs.csv: sets and constructions do not cross"):
        make(OF_VERBS + "crossed: true", verbs=nested)
    with pytest.raises(InputError, match="row: construction is missing, which goes with crossed"):
        make(OF_VERBS.replace(", construction: frame", "") + "crossed: true", verbs=VERBS)
