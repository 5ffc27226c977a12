"""Minimal pairs of other languages, read as their authors release them: made-up files of the same shapes."""

import io
import json
import tarfile
import zipfile

import pytest

from acceptability.contracts import io as tables
from acceptability.contracts.data import PAIRS, SENTENCES
from acceptability.datasets.user_pairs import manifest
from acceptability.datasets.user_pairs.reader import read
from acceptability.errors import InputError


def lines(*rows: dict) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


MULTIBLIMP = (
    "sen\twrong_sen\tphenomenon\tfeature_vals\tdistance\tverb\tswap_verb\tprefix\n"
    "{0} 1\t{0} 2\tSV-#\tSG -> PL\t1\ta\tb\t{0}\n{0} 3\t{0} 4\tSV-P\t1 -> 2\t2\tc\td\t{0}\n"
)
RUBLIMP = (
    "id,source_sentence,target_sentence,source_word,target_word,level,phenomenon,PID,subtype,domain,tree_depth\n"
    '7,Она спит.,Она спят.,спит,спят,Syntax,{0},{1},{1},wiki,2\n8,"Да, он ел.","Да, он ели.",ел,ели,Syntax,{0},{1},{1},wiki,3\n'
)
BLIMP_NL = (
    "Number (phenomenon),Phenomenon,Number (paradigm),Paradigm,Item,Grammaticality,Sentence,Critical word(s),Cue word(s)\n"
    "1,Passive,{0},{1},1,Grammatical,Zij slaapt.,slaapt,zij\n1,Passive,{0},{1},1,Ungrammatical,Zij slapen.,slapen,zij\n"
    "1,Passive,{0},{1},2,Ungrammatical,Wij slaapt.,slaapt,wij\n1,Passive,{0},{1},2,Grammatical,Wij slapen.,slapen,wij\n"
)
CLIMP = ",0,1,2,3\n0,{0},{1},猫睡了,1\n1,{0},{1},睡猫了,0\n2,{0},{1},狗吃了,1\n3,{0},{1},吃狗了,0\n"
TURBLIMP = (
    "good_sentence;bad_sentence;good_cue;bad_cue;critical_region;phenomenon\n"
    "O uyuyor.;O uyuyorsun.;uyuyor;uyuyorsun;uyuyor;{0}\nBiz uyuruz.;Biz uyurum.;uyuruz;uyurum;uyuruz;{0}\n"
)
SLING = {"sentence_good": "她们在看书了。", "sentence_bad": "她们在看了书。", "field": "syntax"}
ZHOBLIMP = {"sentence_good": "他把书看了。", "sentence_bad": "他把看了书。"}
JBLIMP = {
    "good_sentence": "太郎が本を読んだ。",
    "bad_sentence": "太郎が本に読んだ。",
    "type": "acceptability",
    "phenomenon-2": None,
}
OLD_JBLIMP = {"year": 1998, "author": "A", "good_num": "1a", "bad_num": "1b", "good_diacritic": "", "bad_diacritic": "*",
              "good_sentence_raw": "本を", "bad_sentence_raw": "本に", "good_gloss": "x", "bad_gloss": "x",
              "good_translation": "y", "bad_translation": "y"}  # fmt: skip

# By name: the files, and for each pair its id, paradigm and phenomenon, its good and its bad sentence.
RELEASED = {
    "multiblimp": (
        {"eng/data.tsv": MULTIBLIMP.format("He"), "fra/data.tsv": MULTIBLIMP.format("Il")},
        [
            ("1", "SV-#: eng", "SV-#", "He 1", "He 2"),
            ("2", "SV-P: eng", "SV-P", "He 3", "He 4"),
            ("3", "SV-#: fra", "SV-#", "Il 1", "Il 2"),
            ("4", "SV-P: fra", "SV-P", "Il 3", "Il 4"),
        ],
    ),
    "rublimp": (
        {"negation.csv": RUBLIMP.format("Negation", "negation"), "tense.csv": RUBLIMP.format("Tense", "tense")},
        [
            (f"{name}-{number}", name, name.capitalize(), good, bad)
            for name in ("negation", "tense")
            for number, good, bad in ((7, "Она спит.", "Она спят."), (8, "Да, он ел.", "Да, он ели."))
        ],
    ),
    "zhoblimp": (
        {
            f"{uid}.jsonl": lines(*(ZHOBLIMP | {"UID": uid, "phenomenon": "BA", "pairID": n} for n in (0, 1)))
            for uid in ("BA_a", "BA_b")
        },
        [(f"{uid}-{n}", uid, "BA", "他把书看了。", "他把看了书。") for uid in ("BA_a", "BA_b") for n in (0, 1)],
    ),
    "sling": (
        {
            "Anaphor/Plural/men.jsonl": lines(SLING | {"phenomenon": "Anaphor", "paradigm": "men", "pair_ID": 0}),
            "Aspect/zai_le.jsonl": lines(*(SLING | {"phenomenon": "Aspect", "paradigm": "zai_le", "pair_ID": n} for n in (0, 1))),
            "README.md": "@@@",
            "Aspect/.DS_Store": "x",
        },
        [
            (name, name[:-2], phenomenon, "她们在看书了。", "她们在看了书。")
            for name, phenomenon in (("men-0", "Anaphor"), ("zai_le-0", "Aspect"), ("zai_le-1", "Aspect"))
        ],
    ),
    "jblimp": (
        {
            "validated.jsonl": lines(
                JBLIMP | {"ID": 4, "phenomenon": "argument structure", "paradigm": "case"},
                JBLIMP | {"ID": 5, "phenomenon": "morphology", "paradigm": "case"},
                JBLIMP | {"ID": 6, "phenomenon": "quantifiers", "paradigm": None},
            )
        },
        [
            ("4", "argument structure: case", "argument structure", JBLIMP["good_sentence"], JBLIMP["bad_sentence"]),
            ("5", "morphology: case", "morphology", JBLIMP["good_sentence"], JBLIMP["bad_sentence"]),
            ("6", "quantifiers", "quantifiers", JBLIMP["good_sentence"], JBLIMP["bad_sentence"]),
        ],
    ),
    "jblimp-raw": (
        {"raw.jsonl": lines(JBLIMP | OLD_JBLIMP | {"ID": 1, "phenomenon": "binding", "paradigm": "anaphor"})},
        [("1", "anaphor", "binding", JBLIMP["good_sentence"], JBLIMP["bad_sentence"])],
    ),
    "climp": (
        {"classifier_1000.csv": CLIMP.format("classifier", "classifier"), "coverb_with_1000.csv": CLIMP.format("coverb", "coverb_with")},
        [
            (str(n), paradigm, paradigm.partition("_")[0], good, bad)
            for n, (paradigm, good, bad) in enumerate(
                [(name, *pair) for name in ("classifier", "coverb_with") for pair in (("猫睡了", "睡猫了"), ("狗吃了", "吃狗了"))], 1
            )
        ],
    ),
    "blimp-nl": (
        {"Phenomenon01.csv": BLIMP_NL.format(1, "aci") + BLIMP_NL.format(2, "impersonal").partition("\n")[2]},
        [
            (f"{paradigm}-{item}", paradigm, "Passive", good, bad)
            for paradigm in ("aci", "impersonal")
            for item, good, bad in ((1, "Zij slaapt.", "Zij slapen."), (2, "Wij slapen.", "Wij slaapt."))
        ],
    ),
    "turblimp": (
        {"augmented_binding.csv": TURBLIMP.format("binding"), "transitive_OSV.csv": TURBLIMP.format("argument_structure")},
        [
            (str(n), file, phenomenon, good, bad)
            for n, (file, phenomenon, good, bad) in enumerate(
                [
                    (*names, *pair)
                    for names in (("augmented_binding", "binding"), ("transitive_OSV", "argument_structure"))
                    for pair in (("O uyuyor.", "O uyuyorsun."), ("Biz uyuruz.", "Biz uyurum."))
                ],
                1,
            )
        ],
    ),
}  # fmt: skip


def folder(path, files):
    for name, text in files.items():
        file = path / "released" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return path / "released"


def zipped(path, files):
    with zipfile.ZipFile(path / "released.zip", "w") as archive:
        for name, text in files.items():
            archive.writestr(f"Corpus/{name}", text)
        archive.writestr("__MACOSX/Corpus/._a.csv", "\x00")
    return path / "released.zip"


def tarred(path, files):
    with tarfile.open(path / "released.tar.gz", "w:gz") as archive:
        for name, text in files.items():
            member = tarfile.TarInfo(f"Corpus/{name}")
            member.size = len(text.encode())
            archive.addfile(member, io.BytesIO(text.encode()))
    return path / "released.tar.gz"


@pytest.mark.parametrize("packed", [folder, zipped, tarred])
@pytest.mark.parametrize("name", RELEASED)
def test_released_pairs_are_read_as_they_come(tmp_path, name, packed):
    files, expected = RELEASED[name]
    path = packed(tmp_path, files)
    entry = {"kind": "pairs", "label": "Released", "pairs": str(path)}
    manifest.check(entry)
    described = manifest.manifest(entry)
    assert "paradigm" in described.pairs.levels
    given = described.files["pairs"]
    made = read([*map(type(tmp_path), given)] if isinstance(given, list) else path)  # as a job gets it
    texts = made.sentences.set_index("sentence_id")["sentence"]
    found = made.pairs.assign(good=made.pairs["good_id"].map(texts), bad=made.pairs["bad_id"].map(texts))
    assert (
        list(found[["pair_id", "paradigm", "phenomenon", "good", "bad"]].itertuples(index=False, name=None)) == expected
    )
    assert manifest.texts(entry) == texts.to_dict()
    tables.check_table(made.sentences, SENTENCES, name)
    tables.check_table(made.pairs, PAIRS, name)


def test_a_single_file_is_read_too(tmp_path):
    path = folder(tmp_path, RELEASED["multiblimp"][0]) / "fra/data.tsv"
    made = read(path).pairs
    assert made["phenomenon"].tolist() == made["paradigm"].tolist() == ["SV-#", "SV-P"]
    assert made["feature_vals"].tolist() == ["SG -> PL", "1 -> 2"]  # notes are kept


def test_files_without_any_names_are_paradigms_and_phenomena(tmp_path):
    made = read(folder(tmp_path, {"a.csv": "good,bad\nA.,B.\n", "b/c.csv": "bad,good,note\nD.,C.,x\n"})).pairs
    assert made[["paradigm", "phenomenon", "note"]].to_numpy().tolist() == [["a", "a", ""], ["c", "c", "x"]]


@pytest.mark.parametrize(
    ("names", "paradigms"),
    [
        (("a.csv", "a.tsv", "b.csv"), ["a.csv", "a.tsv", "b.csv"]),
        (("data.csv", "fra/data.csv"), ["data", "fra/data"]),
        (("eng/data.csv", "eng/data.tsv", "fra/data.csv"), ["eng/data.csv", "eng/data.tsv", "fra/data.csv"]),
        (("eng/data.csv", "old/fra/data.csv"), ["eng", "fra"]),
    ],
)
def test_every_file_has_a_name_of_its_own(tmp_path, names, paradigms):
    made = read(folder(tmp_path, {name: f"good,bad\n{name} 1,{name} 2\n" for name in names})).pairs
    assert made["paradigm"].tolist() == made["phenomenon"].tolist() == paradigms


@pytest.mark.parametrize("packed", [folder, zipped, tarred])
def test_files_may_name_their_columns_differently(tmp_path, packed):
    files = {"a.csv": "good,bad,note\nA.,B.,x\n", "b.csv": "sentence_bad,Sentence good\nD.,C.\n", "~$a.xlsx": "\0"}
    made = read(packed(tmp_path, files))
    assert made.sentences["sentence"].tolist() == ["A.", "B.", "C.", "D."]
    assert made.pairs[["paradigm", "note"]].to_numpy().tolist() == [["a", "x"], ["b", ""]]


NO_PAIRS = "released/b.csv: no column shows which sentence is acceptable: it needs the columns good and bad, or "


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"a.csv": "good,bad\nA.,\n", "b.csv": "good,bad\nC.,D.\n"}, r"released, row 2 of a.csv: bad is empty"),
        ({"a.csv": "good,bad\nA.,B.\n", "b.csv": "gut,schlecht\nC.,D.\n"}, NO_PAIRS),
        ({"a.csv": "good,bad\nA.,B.\n", "b.csv": "好猫睡了\n睡猫了\n"}, NO_PAIRS),
        (
            {"a.csv": "good,bad\nA.,B.\n", "b.csv": "sentence,label\nC.,1\nD.,0\n"},
            "b.csv: has a row for each sentence, but .*a.csv one for each pair; use two folders",
        ),
        (
            {"b.csv": "good,bad\nA.,B.\n", "a.csv": "sentence_good,category\nC.,x\n"},
            "released/a.csv: the column 'bad' is missing: the less acceptable sentence",
        ),
        (
            {"a.csv": "good,bad\nA.,B.\n", "notes.csv": "who,category\nI,this\n"},
            "released/notes.csv: no column shows which sentence is acceptable",
        ),
        (
            {"a.csv": "sentence,label\nA.,1\nB.,0\n", "notes.csv": "who,what\nI,this\n"},
            "released/notes.csv: no column shows which sentence is acceptable",
        ),
        (
            {"a.csv": "good,bad\nA.,B.\n", "b.csv": "good,sentence_good,bad\nC.,C.,D.\n"},
            "released/b.csv: row 1: the columns 'good' and 'sentence_good' are both read as good; rename or remove one",
        ),
        ({"README.md": "x"}, r"released: has no tables, which are files that end in .csv, .tsv"),
        ({"a.csv": "sentence,label\nA.,1\nB.,1\n"}, "rows 2 and 3: must be a pair, one sentence acceptable, one not"),
        ({"a.csv": "sentence,label\nA.,1\nB.,0\nC.,1\n"}, "row 4: must be a pair"),
        (
            {"a.csv": "sentence,label\nA.,1\nB.,0\nC.,1\n", "b.csv": "sentence,label\nD.,1\nE.,0\nF.,1\nG.,0\n"},
            r"released, row 4 of a.csv: must be a pair, one sentence acceptable, one not$",
        ),
        ({"a.csv": "sentence,label\nA.,fine\nB.,0\n"}, "row 2: label is 'fine'; write 1 for acceptable, 0 for not"),
        ({"a.csv": "item,sentence,label\n1,A.,1\n1,B.,0\n1,C.,0\n"}, "rows 2, 3 and 4: must be a pair"),
        ({"a.parquet": "x"}, r"a.parquet: is a (damaged )?.parquet file.*pandas.read_parquet"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_file(tmp_path, files, message):
    with pytest.raises(InputError, match=message):
        read(folder(tmp_path, files))


def test_other_archives_and_binary_tables(tmp_path):
    with pytest.raises(InputError, match=r"train.parquet: is a (damaged )?.parquet file.*pandas.read_parquet"):
        read(folder(tmp_path, {"train.parquet": "PAR1"}) / "train.parquet")
    (tmp_path / "x.zip").write_bytes(b"no zip")
    with pytest.raises(InputError, match="x.zip: is not a complete zip file; unpack it, and name the folder"):
        read(tmp_path / "x.zip")
    (tmp_path / "x.tar.gz").write_bytes(b"no tar")
    with pytest.raises(InputError, match="x.tar.gz: cannot be unpacked"):
        read(tmp_path / "x.tar.gz")
    with pytest.raises(InputError, match="has no tables"):
        read(zipped(tmp_path, {"README.md": "x"}))
