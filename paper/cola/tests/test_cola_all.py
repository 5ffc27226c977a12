"""CoLA's file of all sentences as a dataset."""

import pytest

from acceptability.contracts import io
from acceptability.contracts.data import SENTENCES
from acceptability.datasets import registry
from acceptability.errors import InputError
from acceptability.papers.cola.cola_all import reader as cola_all
from configurations import PAPER, changed, planned

ENTRY = {"kind": "cola-all", "label": "All"}


@pytest.fixture
def path(monkeypatch, tmp_path):
    monkeypatch.setattr(cola_all, "COUNT", 3)
    (tmp_path / "all.tsv").write_text('ad03\t1\t\tJosé said "No".\nad03\t0\t*\tI said.\nb_82\t1\t\tI said.\n')
    return tmp_path / "all.tsv"


def test_repeated_sentences_stay_and_are_told_apart_by_their_places(path):
    table = cola_all.read(path).sentences
    assert table["sentence_id"].tolist() == ["all.00001", "all.00002", "all.00003"]
    assert table["sentence"].tolist() == ['José said "No".', "I said.", "I said."]
    assert table["label"].tolist() == ["1", "0", "1"] and table["source"].tolist() == ["ad03", "ad03", "b_82"]
    io.check_table(table, SENTENCES, "cola-all")


def test_downcased_only_the_letters_change(path):
    cased, downcased = cola_all.read(path).sentences, cola_all.read(path, downcased=True).sentences
    assert downcased["sentence"].tolist() == ['josé said "no".', "i said.", "i said."]
    assert downcased.drop(columns="sentence").equals(cased.drop(columns="sentence"))


def test_a_file_of_another_length_is_refused(path):
    path.write_text("ad03\t1\t\tOne.\n")
    with pytest.raises(InputError, match=r"all.tsv: has 1 sentences instead of 3; fetch the file again"):
        cola_all.read(path)


def test_nothing_is_trained_or_tuned_on_it():
    """A classifier is trained on a dataset's splits, and its restarts are selected on them: here there are none."""
    found = registry.manifest(ENTRY)
    assert found.labelled and not (found.splits or found.pairs or found.ratings)
    assert "nothing is trained or tuned on it" in found.description
    config = changed(changed(PAPER, "datasets/all-of-it", ENTRY), "classifiers/brown-bert-cola/labelled", "all-of-it")
    with pytest.raises(InputError, match="labelled: the labelled dataset 'all-of-it' is not declared"):
        planned(config | {"run": "all"})


def test_letter_case_is_an_option_that_the_description_names():
    assert registry.manifest(ENTRY).options == {"downcased": False}
    downcased = registry.manifest(ENTRY | {"downcased": True})
    assert downcased.options == {"downcased": True} and "lower case" in downcased.description
    assert "lower case" not in registry.manifest(ENTRY).description
