"""BLiMP's archive and files in its format: what is read, and one line for each thing that is wrong."""

import json
import zipfile

import pandas as pd
import pytest

from acceptability.contracts import checks, io
from acceptability.contracts.data import CHOICES, PAIRS, SENTENCES
from acceptability.datasets.manifest import Pairs
from acceptability.errors import InputError
from acceptability.papers.blimp.blimp import manifest, reader, release, rows
from acceptability.statistics.choices import without_excluded


def pair(uid="agreement", number=0, good="The cats eat.", bad="The cats eats.", term="agreement_x", **more):
    flags = {"simple_LM_method": True, "one_prefix_method": False, "two_prefix_method": False}
    names = {"sentence_good": good, "sentence_bad": bad, "UID": uid, "pairID": str(number), "linguistics_term": term}
    return names | {"field": "syntax/semantics", "lexically_identical": True} | flags | more


ONE = [
    pair(number=0, one_prefix_prefix="The cats", one_prefix_word_good="eat", one_prefix_word_bad="eats"),
    pair(
        number=1,
        good="Dogs bark loudly.",
        bad="Dogs barks loudly.",
        one_prefix_prefix="Dogs",
        one_prefix_word_good="bark",
        one_prefix_word_bad=" barks",
    ),
]
TWO = [
    pair(
        "raising",
        0,
        "Ann seems here.",
        "Bob seems there.",
        two_prefix_prefix_good="Ann ",
        two_prefix_prefix_bad="Bob",
        two_prefix_word=" seems",
    ),
    pair("raising", 1, "He is late now.", "Now he is late.", two_prefix_prefix_good="He is",
         two_prefix_prefix_bad="Now he", two_prefix_word="late")
    | {"sentence_bad": "Now he late is."},
]  # fmt: skip
NEITHER = [
    pair("islands", number, f"Who saw it {number}?", f"Who it saw {number}?", "s-selection") for number in (0, 1)
]
SUMMARY = [
    {"UID": "agreement", "linguistics_term": "agreement_x"},
    {"UID": "raising", "linguistics_term": "agreement_x"},
    {"UID": "islands", "linguistics_term": "argument_structure"},
    {"UID": "overall", "linguistics_term": "overall"},
]


def lines(table):
    return "".join(json.dumps(row) + "\n" for row in table)


@pytest.fixture
def summary(tmp_path):
    (tmp_path / "summary.jsonl").write_text(lines(SUMMARY), encoding="utf-8")
    return tmp_path / "summary.jsonl"


def archive(folder, **members):
    """A zip with one file for each paradigm, and what macOS adds; a member may be replaced, added or None."""
    given = {"agreement": lines(ONE), "raising": lines(TWO), "islands": lines(NEITHER)} | members
    with zipfile.ZipFile(folder / "BLiMP.zip", "w") as file:
        file.writestr("__MACOSX/data/._agreement.jsonl", b"\0\1")
        for name, text in given.items():
            if text is not None:
                file.writestr(f"data/{name}.jsonl", text)
    return folder / "BLiMP.zip"


def test_pairs_and_sentences(tmp_path, summary):
    made = reader.read(archive(tmp_path), summary)
    assert made.pairs["pair_id"].tolist() == [
        f"{uid}-{n}" for uid in ("agreement", "raising", "islands") for n in (0, 1)
    ]
    first = made.pairs.iloc[4]
    assert (first["paradigm"], first["phenomenon"], first["phenomenon_label"]) == (
        "islands",
        "argument_structure",
        "Argument structure",
    )
    assert (first["cluster"], first["field"], first["lexically_identical"]) == ("islands", "syntax_semantics", "true")
    assert made.sentences["sentence_id"].tolist()[:3] == ["agreement-0.good", "agreement-0.bad", "agreement-1.good"]
    assert made.sentences["sentence"].tolist()[:2] == ["The cats eat.", "The cats eats."]
    assert made.sentences["label"].tolist()[:2] == [1, 0]
    assert "scored" not in made.sentences
    for table, contract in ((made.pairs, PAIRS), (made.sentences, SENTENCES)):
        io.check_table(table.copy(), contract, "made")
    checks.check_pairs(made.pairs, made.sentences, "made")


def test_whether_the_words_are_the_same_is_computed_not_read(tmp_path, summary):
    same = reader.read(archive(tmp_path), summary).pairs.set_index("pair_id")["same_words"]
    assert same.to_dict() == {
        "agreement-0": "false",
        "agreement-1": "false",
        "islands-0": "true",
        "islands-1": "true",
        "raising-0": "false",
        "raising-1": "true",  # in another order, and another letter is capital
    }


def test_the_first_pairs_of_each_paradigm(tmp_path, summary):
    made = reader.read(archive(tmp_path), summary, pairs_per_paradigm=1)
    assert made.pairs["pair_id"].tolist() == ["agreement-0", "raising-0", "islands-0"]
    assert len(made.sentences) == 6


@pytest.mark.parametrize(
    ("method", "regions"),
    [
        ("prefix", [("The cats", "eat"), ("The cats", "eats"), ("Ann", "seems"), ("Bob", "seems")]),
        ("prefix-and-word", [("", "The cats eat"), ("", "The cats eats"), ("", "Ann seems"), ("", "Bob seems")]),
    ],
)
def test_what_is_scored_by_the_prefix_methods(tmp_path, summary, method, regions):
    made = reader.read(archive(tmp_path), summary, pairs_per_paradigm=1, method=method)
    assert made.pairs["pair_id"].tolist() == ["agreement-0", "raising-0"]  # islands have no critical word
    assert list(made.sentences[["given", "scored"]].itertuples(index=False, name=None)) == regions
    io.check_table(made.sentences.copy(), SENTENCES, "made")


def test_a_prefix_that_is_not_the_sentences_beginning(tmp_path, summary):
    wrong = lines([ONE[0] | {"one_prefix_prefix": "The dogs"}])
    with pytest.raises(
        InputError, match=r"BLiMP.zip: sentence_id 'agreement-0.good': does not begin with the given and"
    ):
        reader.read(archive(tmp_path, agreement=wrong), summary, method="prefix")


def answered(folder, answers):
    """A file of answers: each (participant, status, [(condition, first, second, choice)] of up to five items)."""
    header = [*reader.ANSWERS, "Answer.useragent"]
    table = []
    for person, status, items in answers:
        row = dict.fromkeys(header, "") | {"anonCode": person, "AssignmentStatus": status}
        for k, (condition, first, second, choice) in enumerate(items, start=1):
            row |= {f"Input.item_{k}_condition": condition, f"Answer.Choice{k}": choice}
            row |= {f"Input.field_{k}_1": first, f"Input.field_{k}_2": second}
        table.append(row)
    pd.DataFrame(table, columns=header).to_csv(folder / "answers.csv", index=False)
    return folder / "answers.csv"


def test_choices_are_the_answers_to_pairs_of_the_dataset_and_those_not_approved_are_excluded(tmp_path, summary):
    good, bad = "The cats eat.", "The cats eats."
    path = answered(
        tmp_path,
        [
            ("7", "Approved", [("agreementans1", good, bad, "1. The cats"), ("attnchkans1", "yes", "no", "1. yes")]),
            ("8", "Approved", [("agreementans2", bad, good, "1. The cats eats."), ("droppedans1", "x", "y", "1. x")]),
            ("9", "Approved", [("agreementans2", bad, good, "2. The cats eat."), ("islandsans1", "?", "!", "1. ?")]),
            ("10", "Approved", [("agreementans1", good, bad, "")]),
            ("11", "Rejected", [("agreementans1", good, bad, "2. The cats eats.")]),
        ],
    )
    choices = reader.read(archive(tmp_path), summary, path).choices
    assert list(choices.itertuples(index=False, name=None)) == [
        ("11", "agreement-0", 0, 1, 1),
        ("7", "agreement-0", 1, 1, 0),
        ("8", "agreement-0", 0, 0, 0),
        ("9", "agreement-0", 1, 0, 0),
    ]
    assert without_excluded(choices)["participant"].tolist() == ["7", "8", "9"]
    io.check_table(choices.copy(), CHOICES, "made")


@pytest.mark.parametrize(
    ("members", "message"),
    [
        ({"raising": None}, "BLiMP.zip: has no file for the paradigm raising; fetch it again"),
        ({"extra": lines(ONE)}, "BLiMP.zip: has a file for extra, which is no paradigm of BLiMP; remove it"),
        (
            {"raising": lines([TWO[0], TWO[1] | {"UID": "rasing"}])},
            r"data/raising.jsonl, row 2: the UID is 'rasing', but the file is that of 'raising'; correct one",
        ),
        (
            {"islands": lines([NEITHER[0], NEITHER[1] | {"pairID": "0"}])},
            r"data/islands.jsonl, rows 1 and 2: have the same UID 'islands' and pairID '0'; give each pair its own",
        ),
        ({"islands": "{}\n"}, "data/islands.jsonl: 4 things are wrong:\n  row 1: UID is missing; add it"),
        ({"islands": ""}, "data/islands.jsonl: is empty; it needs a pair in each row"),
        ({"islands": "no\n"}, r"data/islands.jsonl, row 1: is not JSON"),
    ],
)
def test_archives_that_cannot_be_used(tmp_path, summary, members, message):
    with pytest.raises(InputError, match=message):
        reader.read(archive(tmp_path, **members), summary)


def test_a_damaged_archive(tmp_path, summary):
    path = archive(tmp_path)
    path.write_bytes(path.read_bytes()[:-30])
    with pytest.raises(InputError, match="BLiMP.zip: is not a complete zip file; fetch it again"):
        reader.read(path, summary)


def own(folder, table):
    path = folder / "mine.jsonl"
    path.write_text(table if isinstance(table, str) else lines(table), encoding="utf-8")
    return path


def test_a_users_own_file_with_the_columns_of_another_collection(tmp_path):
    """lm-evaluation-harness reads pair_id, which is a number there."""
    table = [{k: v for k, v in row.items() if k != "pairID"} | {"pair_id": n} for n, row in enumerate(ONE)]
    made = reader.read(own(tmp_path, table))
    assert made.pairs["pair_id"].tolist() == ["agreement-0", "agreement-1"]
    assert made.pairs["phenomenon"].tolist() == ["agreement_x"] * 2
    assert made.pairs["cluster"].tolist() == ["agreement-0", "agreement-1"]  # of one paradigm, pairs are drawn
    assert len(made.choices) == 0


def test_without_a_phenomenon_the_paradigm_is_one(tmp_path):
    table = [{key: row[key] for key in rows.NEEDED} for row in (ONE[0], NEITHER[0])]
    made = reader.read(own(tmp_path, table))
    assert made.pairs[["paradigm", "phenomenon", "cluster"]].to_numpy().tolist() == [
        ["agreement"] * 3,
        ["islands"] * 3,
    ]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"sentence_bad": None}, "sentence_bad is missing; add it"),
        ({"sentence_good": "  "}, "sentence_good is empty; fill it in, or leave the row out"),
        ({"sentence_good": 3}, "sentence_good is 3, which is not text; put it in double quotes"),
        ({"UID": ""}, "UID is empty"),
        ({"one_prefix_word_bad": None}, "one_prefix_word_bad is missing; it belongs to one_prefix_prefix, one_prefix"),
        ({"two_prefix_word": "is"}, "two_prefix_prefix_good is missing; it belongs to two_prefix_word"),
        ({"one_prefix_prefix": 3}, "one_prefix_prefix is 3, which is not text"),
        ({"field": 3}, "field is 3, which is not text"),
        ({"linguistics_term": ["x"]}, r"linguistics_term is \['x'\], which is not text"),
        ({"linguistics_term": ""}, "linguistics_term is empty; fill it in, or leave the key out"),
        ({"lexically_identical": "yes"}, "lexically_identical is 'yes'; write true or false"),
    ],
)
def test_one_line_for_each_thing_that_is_wrong(tmp_path, row, message):
    path = own(tmp_path, [ONE[0], ONE[1] | row])
    with pytest.raises(InputError, match=rf"mine.jsonl, row 2 \(pairID '1'\): {message}") as caught:
        manifest.check({"path": str(path)})
    assert "\n" not in str(caught.value)


def test_a_pair_without_an_id_of_its_own(tmp_path):
    for value, message in ((None, "row 2.*: pairID is missing; add it"), ("0", "rows 1 and 2: have the same UID 'agr")):
        with pytest.raises(InputError, match=f"mine.jsonl, {message}"):
            manifest.check({"path": str(own(tmp_path, [ONE[0], ONE[1] | {"pairID": value}]))})


def test_a_file_that_is_no_text(tmp_path):
    path = tmp_path / "mine.jsonl"
    path.write_bytes(lines(ONE).encode() + b"\xff")
    with pytest.raises(InputError, match="mine.jsonl, row 3: is not utf-8 text"):
        rows.read(path)


def test_manifests(tmp_path):
    fetched = manifest.manifest({"kind": "blimp"})
    assert set(fetched.sources) == {"archive", "answers", "summary"}
    assert (fetched.cluster, fetched.ratings) == ("paradigms", None)
    assert fetched.pairs == Pairs(levels=("paradigm", "phenomenon"), choices=True)
    rated = manifest.manifest({"pairs_per_paradigm": "human-rated", "method": "prefix"})
    assert rated.options == {"method": "prefix", "pairs_per_paradigm": 5}
    assert "critical word" in rated.description
    one = manifest.manifest({"path": str(own(tmp_path, ONE))})
    assert (one.cluster, one.pairs, one.sources) == ("pairs", Pairs(levels=("phenomenon",)), {})
    assert one.files == {"archive": str(tmp_path / "mine.jsonl")}
    assert manifest.manifest({"path": "copy.zip"}).sources == {"summary": "blimp-models.jsonl"}
    assert manifest.texts({"path": str(tmp_path / "mine.jsonl")})["agreement-0.bad"] == "The cats eats."


def test_summary_of_a_release(tmp_path):
    with zipfile.ZipFile(tmp_path / "blimp.zip", "w") as file:
        file.writestr("data/one.jsonl", "{}\n{}\n")
        file.writestr("data/two.jsonl", "{}\n{}\n")
        file.writestr("data/notes.txt", "no paradigm")
    (tmp_path / "models.jsonl").write_text(
        '{"UID": "one", "linguistics_term": "binding"}\n'
        '{"UID": "overall", "linguistics_term": "binding"}\n'
        '{"UID": "overall", "linguistics_term": "overall"}\n'
    )
    humans = pd.DataFrame({"Condition": ["one", "two", "dropped"], "total_mean": ["0.9", "0.8", "0.1"]})
    found = release.summary(tmp_path / "blimp.zip", tmp_path / "models.jsonl", humans)
    assert found["paradigms"] == {"one": 2, "two": 2}
    assert found["phenomena"] == {"binding"}
    assert found["humans"] == pytest.approx(0.85)
