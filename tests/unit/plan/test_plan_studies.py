"""Studies: what their folders declare, and how it joins the configuration."""

import shutil
from pathlib import Path

import pytest
import yaml

from acceptability.errors import InputError
from acceptability.plan import artefacts
from acceptability.plan.systems import Published
from configurations import DEMO, ENCODERS, OWN, STUDY, changed, keys, planned
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
    paper = planned(PAPER)
    (study,) = paper.studies.values()
    assert (study.key, Path(study.folder)) == ("adc", ROOT / "paper/adc")
    assert study.claims == str(ROOT / "paper/adc/claims.csv")
    assert [Path(path).name for path in study.printed][:2] == ["table-1.csv", "table-2.csv"]
    assert list(paper.datasets) == ["li-adger", "cola"]
    systems = {"trigram-published", "bert-base-uncased", "bert-base-uncased-cola", "brown-trigram"}
    assert systems <= set(paper.systems)
    assert list(paper.restarts) == list(STUDY["restarts"])
    assert "table-6-text" in paper.examples
    variants = {"as_published": STUDY["variants"]["as_published"]}
    assert [dataset.variants for dataset in paper.datasets.values()] == [variants, variants]


def test_without_studies_nothing_of_them_is_there():
    own = planned(OWN)
    assert (own.studies, own.systems_of(Published), own.restarts) == ({}, {}, {})
    assert "bert-base-uncased" not in own.systems


def test_a_study_that_shows_its_own_tables_runs_all_that_it_declares():
    """Released scores and decisions: its tables are about them, whatever `run` names."""
    released = planned(PAPER | {"studies": ["released"]})
    declared = {*released.studies["released"].entry["published"], *released.studies["released"].entry["decisions"]}
    assert len(declared) == 61
    assert set(released.runs) == declared | {"brown-trigram"}
    others = planned(PAPER)
    assert "bert-base-uncased" in others.systems and "bert-base-uncased" not in others.runs  # its report shows all


def test_ones_own_system_alone_on_a_papers_dataset():
    """No rows of the paper, no published scores, no variant of its authors."""
    alone = planned(PAPER | {"studies": [], "datasets": LI_ADGER | PAPER["datasets"]}).datasets["li-adger"]
    assert keys(alone.systems) == alone.subject.specification_systems == ["brown-trigram"]
    assert (alone.variants, alone.studies) == ({}, [])


def test_an_unknown_study_is_refused_with_a_suggestion():
    with pytest.raises(InputError, match=r"config.yaml: studies: the study 'acd' is not declared \(did you mean 'adc'"):
        planned(PAPER | {"studies": ["acd"]})


IN_PARTS = {
    "dataset": "li-adger",
    "label": "Trigram",
    "source": "x-{part}.txt",
    "unit": "own",
    "measures": {"score": "surprisal"},
}
DECISIONS = {"dataset": "li-adger", "label": "Chat", "source": "x.csv", "measures": {"gpt": "GPT"}}
BAD = [
    ("rowz", [], r"study.yaml: top level: unknown key 'rowz' \(did you mean 'rows'\?\)"),
    ("title", ..., r"top level: the key 'title' is missing: The report's title"),
    ("datasets", {}, r"datasets: \{\} does not fit: The study's datasets"),
    ("datasets/li-adger/kind", "li-edger", r"'li-edger' is not allowed \(did you mean 'li-adger'\?\)"),
    ("main", ..., r"the key 'main' is missing, which 'rows' needs"),
    ("main", "li-edger", r"main: the dataset 'li-edger' is not declared \(did you mean 'li-adger'\?\)"),
    ("rows", ["trigram-published/slr"], r"rows: the row 'trigram-published/slr' is not declared \(did you mean"),
    ("published/trigram-published/unit", "sentences", r"'sentences' is not allowed \(did you mean 'sentence'\?\)"),
    ("published/trigram-published/unit", "page", r"'page' is not allowed; allowed: sentence, own"),
    (
        "published/trigram-published",
        IN_PARTS | {"dataset": "cola", "parts": ["a", "b"]},
        r"trigram-published: its files are in a format of their own, which nothing reads; add the function scores in paper",
    ),
    (
        "published/trigram-published",
        IN_PARTS,
        r"published.source: must contain {part} if there are `parts`, and only",
    ),
    ("published/trigram-published/parts", ["a"], r"published.source: must contain {part} if there are `parts`, and"),
    ("published/bert-base-uncased-mlm-published/parts", ["a"], r"mlm-published.parts: not allowed for"),
    ("published/trigram-published", IN_PARTS | {"parts": ["a", "b", "a"]}, r"parts: 'a' occurs more than once"),
    ("published/trigram-published/measures", {"slr": "slor"}, r"'slr' is not a known measure \(did you mean 'slor'"),
    ("published/trigram-published/measures", {"x": "x"}, r"measures: 'x' is not a known measure; name it under labels"),
    ("published/trigram-published/measures", {"X": "x"}, r"'X' does not fit: lower-case letters, digits and"),
    ("published/trigram-published/labels", {"slr": "SLOR"}, r"labels: the measure 'slr' is not declared"),
    ("published/trigram-published/dataset", "blimp", r"trigram-published.dataset: the dataset 'blimp' is not declared"),
    ("restarts/bert-base-uncased-restarts-published/like", "trigram", r"like: the system 'trigram' is not declared"),
    ("restarts/bert-base-uncased-restarts-published/dataset", "blimp", r"dataset: the dataset 'blimp' is not"),
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
    ("decisions/chat", DECISIONS | {"dataset": "li-edger"}, r"chat.dataset: the dataset 'li-edger' is not"),
    ("decisions/chat", DECISIONS | {"labels": {"gtp": "GPT-4"}}, r"labels: the measure 'gtp' is not declared"),
    (
        "decisions/chat",
        DECISIONS,
        r"chat: its files are in a format of their own, .*; add the function decisions in paper",
    ),
    ("decisions/chat", DECISIONS | {"measure": {}}, r"chat: unknown key 'measure' \(did you mean 'measures'\?\)"),
]


@pytest.mark.parametrize(("path", "value", "message"), BAD)
def test_mistakes_in_a_studys_file_are_named(tmp_path, path, value, message):
    with pytest.raises(InputError, match=message) as caught:
        planned(PAPER, papers(tmp_path, path, value))
    assert str(caught.value).startswith(str(tmp_path / "adc/study.yaml")) and "\n" not in str(caught.value)


def test_a_measure_that_is_not_known_has_a_label(tmp_path):
    entry = STUDY["published"]["trigram-published"]
    own = entry | {"measures": entry["measures"] | {"mine": "x"}, "labels": {"mine": "my own"}}
    paper = planned(PAPER, papers(tmp_path, "published/trigram-published", own))
    assert paper.systems["trigram-published"].row_labels["trigram-published/mine"] == f"{entry['label']} my own"


def test_printed_numbers_need_the_dataset_that_they_are_about(tmp_path):
    folder = papers(tmp_path)
    study = {key: value for key, value in STUDY.items() if key not in ("main", "rows")}
    (folder / "adc/study.yaml").write_text(yaml.safe_dump(study), encoding="utf-8")
    with pytest.raises(InputError, match="printed numbers and claims need one dataset; name it under main"):
        planned(PAPER | {"run": "all"}, folder)


def test_printed_numbers_are_computed_by_ready_quantities_or_by_modules_of_the_study(tmp_path):
    second(tmp_path, {"datasets": LI_ADGER})
    alone = planned(PAPER | {"studies": ["second"]}, tmp_path)
    assert artefacts.of_study("second", "tables") == {}  # a study that prints nothing needs none
    assert (alone.studies["second"].has, alone.reports) == (frozenset(), ["second"])
    shutil.copytree(ROOT / "paper/adc/printed", tmp_path / "second/printed")
    with pytest.raises(InputError, match="need one dataset; name it under main"):
        planned(PAPER | {"studies": ["second"]}, tmp_path)
    text = yaml.safe_dump({"title": "Second", "datasets": LI_ADGER, "main": "li-adger"})
    (tmp_path / "second/study.yaml").write_text(text, encoding="utf-8")
    ready = planned(PAPER | {"studies": ["second"]}, tmp_path).studies["second"]
    assert ready.quantities == "studies.ready.quantities" and "li-adger.sentences" in artefacts.evidence(ready)
    shutil.copy(ROOT / "paper/adc/quantities.py", tmp_path / "second")
    with pytest.raises(InputError, match="nothing names the files that quantities.py reads; add .*/second/study.py"):
        planned(PAPER | {"studies": ["second"]}, tmp_path)


def test_an_example_names_a_printed_table_that_is_there(tmp_path):
    examples = yaml.safe_load((ROOT / "paper/adc/examples.yaml").read_text(encoding="utf-8"))
    text = yaml.safe_dump(changed(examples, "table-7/printed", "table-77"))
    (papers(tmp_path) / "adc/examples.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match="examples.yaml: printed: the table '.*table-77.csv' is not declared"):
        planned(PAPER, tmp_path)


def test_one_name_means_one_thing():
    same = PAPER | {"datasets": {"cola": STUDY["datasets"]["cola"]}}
    assert planned(same).datasets["cola"].entry == STUDY["datasets"]["cola"]
    other = {"kind": "pairs", "label": "x", "pairs": "x.csv"}
    for path, entry in (("datasets/li-adger", other), ("models/bert-base-uncased", PAPER["models"]["brown-bert"])):
        name = path.replace("/", ".")
        with pytest.raises(InputError, match=f"{name}: a study declares it differently; rename it, or make the two"):
            planned(changed(PAPER, path, entry))


def test_a_name_stands_for_one_kind_of_thing():
    trigram, pairs = PAPER["ngram"]["brown-trigram"], {"kind": "pairs", "label": "x", "pairs": "x.csv"}
    for path, entry, message in (
        ("ngram/trigram-published", trigram, "'trigram-published' is declared under published and under ngram"),
        ("datasets/adc", pairs, r"datasets.adc: has the same name as a study; rename the dataset"),
        ("ngram/adc", trigram, "the system 'adc' has the name of a study; rename it"),
    ):
        with pytest.raises(InputError, match=message):
            planned(changed(PAPER, path, entry))


def test_two_studies_of_one_dataset_agree_on_it_or_are_refused(tmp_path):
    both = PAPER | {"studies": ["adc", "second"]}
    variants = {"as_printed": {"ties": "sign"}}
    folder = second(tmp_path / "agree", {"datasets": LI_ADGER, "variants": variants})
    datasets = planned(both, folder).datasets
    assert list(datasets["li-adger"].variants) == ["as_published", "as_printed"]
    assert list(datasets["cola"].variants) == ["as_published"]
    assert keys(datasets["li-adger"].studies) == ["adc", "second"]
    assert datasets["li-adger"].rows_of_studies == STUDY["rows"]
    other = second(tmp_path / "label", {"datasets": {"li-adger": {"kind": "li-adger", "label": "Other"}}})
    with pytest.raises(InputError, match=r"second: datasets.li-adger: a study declares it differently"):
        planned(both, other)
    clash = {"datasets": LI_ADGER, "variants": {"as_published": {"ties": "sign"}}}
    with pytest.raises(InputError, match="another study declares a different variant as_published of li-adger"):
        planned(both, second(tmp_path / "variant", clash))


def test_released_scores_are_compared_where_the_model_runs():
    assert planned(PAPER).datasets["li-adger"].released == {}
    datasets = planned(PAPER | {"run": ["bert-base-uncased"]}).datasets
    ((model, entry),) = datasets["li-adger"].released.items()
    assert (model.key, entry) == ("bert-base-uncased", STUDY["released"]["bert-base-uncased"])
    assert datasets["cola"].released == {}
    assert planned(DEMO).datasets["toy-simulated"].released == {}


LSTM = PAPER["models"]["brown-lstm"]
PUBLISHED_LSTM = changed(LSTM, "training/as_published", True)
ENCODER = ENCODERS["brown-elmo-cola"] | {"base": "lstm"}


@pytest.mark.parametrize(
    ("model", "transfer", "message"),
    [
        (LSTM | {"fakes": {"as_published": True}}, {}, "lstm.fakes.as_published: needs a language model that has"),
        (LSTM, {"as_published": True, "longest": 64}, "transfer.longest: has no effect with as_published, which cuts"),
        (LSTM, {"as_published": True}, "as_published: the encoder must have seen padded .*models.lstm.real_fake"),
        (PUBLISHED_LSTM | {"fakes": {"as_published": True}, "real_fake": {"as_published": True}}, {}, None),
        (LSTM | {"real_fake": {"as_published": True}}, {"as_published": True}, None),
    ],
)
def test_only_a_study_trains_as_was_published(tmp_path, model, transfer, message):
    cola = {"datasets": {"cola": STUDY["datasets"]["cola"]}}
    study = cola | {"models": {"lstm": model}, "classifiers": {"encoder": ENCODER | {"transfer": transfer}}}
    config = PAPER | {"studies": ["second"]}
    if message is None:
        plan = planned(config, second(tmp_path, study))
        assert plan.systems["encoder"].training["as_published"] == transfer.get("as_published", False)
        assert plan.systems["encoder"].selection == "corrected"
    else:
        with pytest.raises(InputError, match=message):
            planned(config, second(tmp_path, study))
    if transfer or model != LSTM:
        with pytest.raises(InputError, match="unknown key 'as_published'"):
            with_model = changed(PAPER, "models/lstm", model)
            planned(changed(with_model, "classifiers/encoder", study["classifiers"]["encoder"]))


def test_a_part_of_the_plan_is_a_plan_of_its_own_and_leaves_the_whole_one_unchanged():
    whole = planned(ALL)
    part = whole.part({"blimp-full"}, {"blimp"})
    assert (list(part.studies), list(part.datasets), part.examples) == (["blimp"], ["blimp-full"], {})
    assert part.studies["blimp"].datasets == (part.datasets["blimp-full"],)
    assert part.studies["blimp"].main is part.datasets["blimp-full"] is not whole.datasets["blimp-full"]
    assert keys(part.datasets["blimp-full"].studies) == ["blimp"]
    assert keys(whole.datasets["blimp-full"].studies) == ["blimp", "thesis"]
    assert part.systems == whole.systems and len(whole.datasets) == 3


def test_systems_have_what_they_are_made_from():
    plan = planned(ALL)
    classifier = plan.systems["brown-bert-cola"]
    assert classifier.base is plan.models["brown-bert"] and classifier.labelled.key == "cola"
    assert plan.models["brown-bert"].trained_on is plan.corpora["brown"]
    with pytest.raises(
        InputError, match=r"models.brown-bert.corpus: the corpus 'brwn' is not declared .did you mean .brown"
    ):
        planned(changed(ALL, "models/brown-bert/corpus", "brwn"))


def test_what_is_fitted_is_made_from_scores_not_from_another_fit():
    entry = {"label": "x", "row": "other/morcela"}
    config = changed(changed(ALL, "fitted/one", entry), "fitted/other", entry | {"row": "brown-trigram/log_prob"})
    with pytest.raises(InputError, match="fitted.one: other is itself fitted to ratings; name another system"):
        planned(config)
