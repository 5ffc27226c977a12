"""Studies: what their folders declare, and how it joins the configuration."""

import shutil
from pathlib import Path

import pytest
import yaml

from acceptability.config import artefacts, studies, systems
from acceptability.errors import InputError
from configurations import DEMO, OWN, STUDY, changed, checked, joined
from configurations import PAPER as ALL
from helpers import ROOT

PAPER = ALL | {"studies": ["adc"]}
LI_ADGER = {"li-adger": STUDY["datasets"]["li-adger"]}


def papers(folder: Path, path: str | None = None, value=None) -> Path:
    """A folder of papers with a copy of ours, with one key of its study.yaml set (removed, where it is ...)."""
    shutil.copytree(ROOT / "paper/adc", folder / "adc")
    if path:
        (folder / "adc/study.yaml").write_text(yaml.safe_dump(changed(STUDY, path, value)), encoding="utf-8")
    return folder


def second(folder: Path, study: dict) -> Path:
    """Our papers and another one."""
    (papers(folder) / "second").mkdir()
    text = yaml.safe_dump({"title": "Second", "citation": "second"} | study)
    (folder / "second/study.yaml").write_text(text, encoding="utf-8")
    return folder


def test_a_study_brings_its_datasets_systems_and_examples_along():
    paper = checked(PAPER)
    (study,) = paper["studies"].values()
    assert (study["key"], Path(study["folder"]), study["claims"]) == (
        "adc",
        ROOT / "paper/adc",
        str(ROOT / "paper/adc/claims.csv"),
    )
    assert [Path(path).name for path in study["printed"]][:2] == ["table-1.csv", "table-2.csv"]
    assert list(paper["datasets"]) == ["li-adger", "cola"]
    assert {"trigram-published", "bert-base-uncased", "bert-base-uncased-cola", "brown-trigram"} <= set(
        systems.declared(paper)
    )
    assert list(paper["restarts"]) == list(STUDY["restarts"])
    assert "table-6-text" in paper["examples"]
    assert paper["variants"] == {
        dataset: {"as_published": STUDY["variants"]["as_published"]} for dataset in paper["datasets"]
    }


def test_without_studies_nothing_of_them_is_there():
    own = checked(OWN)
    assert (own["studies"], own["published"], own["restarts"], own["variants"]) == ({}, {}, {}, {})
    assert "bert-base-uncased" not in systems.declared(own)


def test_ones_own_system_alone_on_a_papers_dataset():
    """No rows of the paper, no published scores, no variant of its authors."""
    alone = checked(PAPER | {"studies": [], "datasets": LI_ADGER, "models": {}, "classifiers": {}})
    assert systems.systems_of(alone, "li-adger") == systems.specified(alone, "li-adger") == ["brown-trigram"]
    assert alone["variants"] == {}
    assert studies.studies_of(alone, "li-adger") == []


def test_an_unknown_study_is_refused_with_a_suggestion():
    with pytest.raises(InputError, match=r"config.yaml: studies: the study 'acd' is not declared \(did you mean 'adc'"):
        joined(PAPER | {"studies": ["acd"]})


TOKENS = {
    "dataset": "li-adger",
    "label": "Trigram",
    "source": "x-{part}.txt",
    "unit": "token",
    "parts": ["a", "b"],
    "measures": {"score": "surprisal"},
}
BAD = [
    ("rowz", [], r"study.yaml: top level: unknown key 'rowz' \(did you mean 'rows'\?\)"),
    ("title", ..., r"top level: the key 'title' is missing: The report's title"),
    ("datasets", {}, r"datasets: \{\} does not fit: The study's datasets"),
    ("datasets/li-adger/kind", "li-edger", r"'li-edger' is not allowed \(did you mean 'li-adger'\?\)"),
    ("main", ..., r"the key 'main' is missing, which 'rows' needs"),
    ("main", "li-edger", r"main: the dataset 'li-edger' is not declared \(did you mean 'li-adger'\?\)"),
    ("rows", ["trigram-published/slr"], r"rows: the row 'trigram-published/slr' is not declared \(did you mean"),
    ("published/trigram-published/unit", "word", r"unit: 'word' is not allowed; allowed: sentence, pair, token"),
    ("published/trigram-published/unit", "token", r"the key 'parts' is missing: the parts of the dataset, with"),
    ("published/trigram-published/parts", ["a"], r"trigram-published.parts: \['a'\] does not fit: not allowed for"),
    (
        "published/trigram-published",
        TOKENS | {"parts": ["a", "b", "a"]},
        r"parts: 'a' occurs more than once; write it once",
    ),
    ("published/trigram-published", TOKENS | {"source": "x.txt"}, r"source: 'x.txt' does not fit: with parts, {part} "),
    ("published/trigram-published", TOKENS | {"log_base": 2}, r"log_base: 2 does not fit: not allowed for this kind"),
    ("published/trigram-published/measures", {"slr": "slor"}, r"'slr' is not allowed \(did you mean 'slor'\?\)"),
    ("published/trigram-published/log_base", 1, r"log_base: 1 does not fit: The base of the logarithms"),
    ("published/trigram-published/dataset", "blimp", r"trigram-published.dataset: the dataset 'blimp' is not declared"),
    ("restarts/bert-base-uncased-restarts-published/like", "trigram", r"like: the system 'trigram' is not declared"),
    (
        "restarts/bert-base-uncased-restarts-published/dataset",
        "blimp",
        r"restarts-published.dataset: the dataset 'blimp' is not declared",
    ),
    ("released/nobody", {"system": "trigram-published", "measures": {"pll": "slor"}}, r"released.nobody: the model"),
    ("released/bert-base-uncased/system", "nobody", r"bert-base-uncased.system: the published system 'nobody' is not"),
    ("released/bert-base-uncased/measures", {"slor": "pll"}, r"measures: the model's measure 'slor' is not declared"),
    ("released/bert-base-uncased/measures", {"pll": "slor"}, r"measures: the measure 'slor' is not declared"),
    ("variants/as_published", {"tie": "sign"}, r"unknown key 'tie' \(did you mean 'ties'\?\)"),
    ("variants/as_published", {"ties": "won"}, r"ties: 'won' is not allowed; allowed: sign, missed"),
    ("lines/cola", [{"label": "x", "printed": "table-9", "item": "x"}], r"cola: the printed table 'table-9' is not"),
    ("lines/cola", [{"label": "x", "printed": "table-5", "item": "x"}], r"lines.cola: the item 'x' is not declared"),
    ("lines/coal", [], r"lines: the dataset 'coal' is not declared \(did you mean 'cola'\?\)"),
    ("printed_rows", {"cola": "table-55"}, r"printed_rows.cola: the printed table 'table-55' is not declared"),
    ("printed_rows", {"blimp": "table-5"}, r"printed_rows: the dataset 'blimp' is not declared"),
]


@pytest.mark.parametrize(("path", "value", "message"), BAD)
def test_mistakes_in_a_studys_file_are_named(tmp_path, path, value, message):
    with pytest.raises(InputError, match=message) as caught:
        checked(PAPER, papers(tmp_path, path, value))
    assert str(caught.value).startswith(str(tmp_path / "adc/study.yaml")) and "\n" not in str(caught.value)


def test_printed_numbers_need_the_dataset_that_they_are_about(tmp_path):
    folder = papers(tmp_path)
    study = {key: value for key, value in STUDY.items() if key not in ("main", "rows")}
    (folder / "adc/study.yaml").write_text(yaml.safe_dump(study), encoding="utf-8")
    with pytest.raises(InputError, match="printed numbers and claims are about one dataset: name it under main"):
        checked(PAPER | {"run": "all"}, folder)


def test_printed_numbers_need_a_module_that_computes_them(tmp_path):
    second(tmp_path, {"datasets": LI_ADGER})
    alone = checked(PAPER | {"studies": ["second"]}, tmp_path)
    assert artefacts.of_study("second", "tables") == {}  # a study that prints nothing needs none
    assert artefacts.traits(alone, "second") == set()
    assert artefacts.reports(alone) == ["second"]
    assert not [path for path in artefacts.tables(alone) if "/second/" in path]
    shutil.copytree(ROOT / "paper/adc/printed", tmp_path / "second/printed")
    with pytest.raises(
        InputError, match="nothing says how its printed numbers are recomputed; add .*/studies/second, with"
    ):
        checked(PAPER | {"studies": ["second"]}, tmp_path)


def test_the_rows_of_a_study_must_stay_declared(tmp_path):
    with pytest.raises(InputError, match="rows: the row 'trigram-published/slor' is not declared"):
        checked(PAPER | {"run": "all"}, papers(tmp_path, "published/trigram-published", ...))


def test_an_example_names_a_printed_table_that_is_there(tmp_path):
    examples = yaml.safe_load((ROOT / "paper/adc/examples.yaml").read_text(encoding="utf-8"))
    text = yaml.safe_dump(changed(examples, "table-7/printed", "table-77"))
    (papers(tmp_path) / "adc/examples.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match="examples.yaml: printed: the table '.*table-77.csv' is not declared"):
        checked(PAPER, tmp_path)


def test_one_name_means_one_thing():
    same = PAPER | {"datasets": {"cola": STUDY["datasets"]["cola"]}}
    assert checked(same)["datasets"]["cola"] == STUDY["datasets"]["cola"]
    other = changed(PAPER, "datasets/li-adger", {"kind": "pairs", "label": "x", "pairs": "x.csv"})
    with pytest.raises(
        InputError, match=r"datasets.li-adger: a study declares it differently; rename it, or make the two equal"
    ):
        joined(other)
    mine = changed(PAPER, "models/bert-base-uncased", PAPER["models"]["brown-bert"])
    with pytest.raises(
        InputError, match=r"models.bert-base-uncased: a study declares it differently; rename it, or make the two equal"
    ):
        joined(mine)


def test_a_name_stands_for_one_kind_of_thing():
    clash = changed(PAPER, "ngram/trigram-published", PAPER["ngram"]["brown-trigram"])
    with pytest.raises(InputError, match="'trigram-published' is declared under published and under ngram"):
        checked(clash)
    dataset = changed(PAPER, "datasets/adc", {"kind": "pairs", "label": "x", "pairs": "x.csv"})
    with pytest.raises(InputError, match=r"datasets.adc: has the same name as a study; rename the dataset"):
        checked(dataset)
    with pytest.raises(InputError, match="the system 'adc' has the name of a study; rename it"):
        checked(changed(PAPER, "ngram/adc", PAPER["ngram"]["brown-trigram"]))


def test_two_studies_of_one_dataset_agree_on_it_or_are_refused(tmp_path):
    both = PAPER | {"studies": ["adc", "second"]}
    variants = {"as_printed": {"ties": "sign"}}
    folder = second(tmp_path / "agree", {"datasets": LI_ADGER, "variants": variants})
    found = checked(both, folder)
    assert list(found["variants"]["li-adger"]) == ["as_published", "as_printed"]
    assert list(found["variants"]["cola"]) == ["as_published"]
    assert [study["key"] for study in studies.studies_of(found, "li-adger")] == ["adc", "second"]
    assert studies.rows_about(found, "li-adger") == STUDY["rows"]
    other = second(tmp_path / "label", {"datasets": {"li-adger": {"kind": "li-adger", "label": "Other"}}})
    with pytest.raises(InputError, match=r"second: datasets.li-adger: a study declares it differently"):
        joined(both, other)
    clash = {"datasets": LI_ADGER, "variants": {"as_published": {"ties": "sign"}}}
    with pytest.raises(InputError, match="another study declares a different variant as_published of li-adger"):
        joined(both, second(tmp_path / "variant", clash))


def test_released_scores_are_compared_where_the_model_runs():
    paper = checked(PAPER)
    assert studies.released(paper, "li-adger", systems.systems_of(paper, "li-adger")) == {}
    some = checked(PAPER | {"run": ["bert-base-uncased"]})
    assert studies.released(some, "li-adger", systems.systems_of(some, "li-adger")) == {
        "bert-base-uncased": STUDY["released"]["bert-base-uncased"]
    }
    assert studies.released(some, "cola", systems.systems_of(some, "li-adger")) == {}
    assert studies.released(checked(DEMO), "toy-simulated", ["toy-bert-simulated"]) == {}
