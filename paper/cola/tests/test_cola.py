import pandas as pd
import pytest

from acceptability.contracts import io
from acceptability.contracts.data import FEATURES, REMARKS, SENTENCES
from acceptability.errors import InputError
from acceptability.papers.cola.cola import manifest
from acceptability.papers.cola.cola import reader as cola


@pytest.fixture
def small(monkeypatch):
    monkeypatch.setattr(cola, "COUNTS", {"train": 2, "in_domain_dev": 2, "dev": 3, "test": 1})
    monkeypatch.setattr(cola, "FEATURES", {"major": 2, "minor": 1})
    monkeypatch.setattr(cola, "MOST_MISMATCHES", 2)


def split(*sentences: tuple[str, str]) -> pd.DataFrame:
    return pd.DataFrame(
        [("gj04", label, text) for text, label in sentences], columns=["sentence_source", "label", "sentence"]
    )


SPLITS = {
    "train": split(("One.", "1"), ("Two two.", "0")),
    "in_domain_dev": split(("Three.", "1"), ("Four.", "0")),
    "dev": split(("Same.", "1"), ("Same.", "0"), ("It's five.", "1")),
    "test": split(("Six.", "1")),
}


def annotations(level: str, names: list[str], values: list[str]) -> pd.DataFrame:
    rows = [
        ("In", "1", "Three."),
        ("In", "0", "Four."),
        ("Out", "1", "Same."),
        ("Out", "0", "Same."),
        ("Out", "1", "It's five."),
    ]
    return pd.DataFrame(
        [("gj04", *row, *value) for row, value in zip(rows, values, strict=True)],
        columns=["Source", "Domain", "Acceptability", "Sentence", *names],
    )  # fmt: skip


@pytest.fixture
def annotated():
    return {
        "major": annotations("major", ["Simple", "Question"], ["10", "00", "10", "01", "11"]),
        "minor": annotations("minor", ["Copula"], ["0", "1", "0", "1", "0"]),
    }


def test_sentences_keep_split_label_and_source(small):
    found = cola.sentences(SPLITS)
    assert list(found["sentence_id"]) == [
        "train.0001", "train.0002", "in_domain_dev.0001", "in_domain_dev.0002", "dev.0001", "dev.0002", "dev.0003", "test.0001"
    ]  # fmt: skip
    assert found["sentence"].iloc[6] == "It's five."
    assert list(found["label"]) == ["1", "0", "1", "0", "1", "0", "1", "1"]
    assert found["rating"].isna().all()


def test_features_are_joined_by_place_so_that_repeated_sentences_keep_their_own(small, annotated):
    features, mismatches = cola.features(cola.sentences(SPLITS), annotated)
    found = {tuple(row) for row in features.itertuples(index=False)}
    assert found == {
        ("in_domain_dev.0001", "major", "Simple"),
        ("dev.0001", "major", "Simple"),
        ("dev.0002", "major", "Question"),
        ("dev.0003", "major", "Simple"),
        ("dev.0003", "major", "Question"),
        ("in_domain_dev.0002", "minor", "Copula"),
        ("dev.0002", "minor", "Copula"),
    }
    assert mismatches.empty


def test_differing_text_and_labels_are_listed_and_the_corpus_s_own_count(small, annotated):
    for table in annotated.values():
        table.loc[1, "Acceptability"] = "1"
        table.loc[4, "Sentence"] = "It's fife."
    features, mismatches = cola.features(cola.sentences(SPLITS), annotated)
    assert len(features) == 7
    assert mismatches.to_dict("list") == {
        "sentence_id": ["in_domain_dev.0002", "dev.0003"],
        "field": ["label", "sentence"],
        "corpus": ["0", "It's five."],
        "elsewhere": ["1", "It's fife."],
    }


def test_files_in_another_order_are_refused(small, annotated):
    annotated["major"] = annotated["major"].iloc[::-1]
    with pytest.raises(InputError, match="differ from the corpus"):
        cola.features(cola.sentences(SPLITS), annotated)


def test_missing_annotations_are_refused(small, annotated):
    with pytest.raises(InputError, match="2 sentences of dev have minor features, and 3 should"):
        cola.features(cola.sentences(SPLITS), annotated | {"minor": annotated["minor"].iloc[:4]})
    with pytest.raises(InputError, match="the major features are 1 instead of 2"):
        cola.features(cola.sentences(SPLITS), annotated | {"major": annotated["major"].drop(columns="Simple")})


def test_the_reader_gives_sentences_features_and_remarks_by_contract(small, annotated, tmp_path):
    paths = {name: tmp_path / file for name, file in manifest.SOURCES.items()}
    for name, table in SPLITS.items():
        if paths[name].suffix == ".csv":
            table.to_csv(paths[name], index=False)
        else:  # the corpus's own files have no header, and a column of notes
            rows = table.assign(notes="")[["sentence_source", "label", "notes", "sentence"]]
            rows.to_csv(paths[name], sep="\t", index=False, header=False)
    annotated["minor"].loc[4, "Sentence"] = "It's fife."
    for level, table in annotated.items():
        table.to_csv(paths[level], sep="\t", index=False)
    made = cola.read(**paths)
    assert made.sentences["sentence"].tolist()[2:5] == ["Three.", "Four.", "Same."]
    assert (len(made.features), made.remarks["elsewhere"].tolist()) == (7, ["It's fife."])
    assert made.pairs.empty and made.ratings.empty
    for table, contract in ((made.sentences, SENTENCES), (made.features, FEATURES), (made.remarks, REMARKS)):
        io.check_table(table, contract, "cola")


def test_a_split_that_is_not_whole_is_named_with_the_files(small, annotated, tmp_path):
    paths = {name: tmp_path / file for name, file in manifest.SOURCES.items()}
    for path in paths.values():
        path.write_text("sentence_source,label,sentence\n" if path.suffix == ".csv" else "a\tb\tc\td\n")
    with pytest.raises(InputError, match="cola-train.csv and .*the split train has 0 sentences instead of 2; fetch"):
        cola.read(**paths)
