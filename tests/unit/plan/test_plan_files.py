"""YAML as it is written, the files that a configuration names, the registry, the folder of results."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from acceptability.errors import InputError
from acceptability.plan import build, environment, own_files, schema
from acceptability.plan.paths import expanded
from acceptability.plan.plan import Plan
from acceptability.reading import load
from acceptability.sources import fetching
from configurations import DEMO, OWN, PAPER, SCHEMAS, STUDY, changed, planned
from helpers import ROOT

REGISTRY = fetching.read_registry(ROOT / "resources/sources.tsv")


def unchecked(config: Mapping) -> Plan:
    return build.joined(config, {}, SCHEMAS)


@pytest.mark.parametrize("config", [PAPER, DEMO])
def test_our_own_configurations_are_valid(config):
    environment.check_registered(planned(config), REGISTRY)


def test_our_own_registry_is_valid():
    schema.check_sources(REGISTRY, SCHEMAS["sources"])
    name = next(iter(REGISTRY))
    wrong = REGISTRY | {name: dict(REGISTRY[name]) | {"sha256": "abc"}}
    with pytest.raises(InputError, match=f"sources.tsv, name '{name}': sha256: 'abc' does not fit: Its SHA-256"):
        schema.check_sources(wrong, SCHEMAS["sources"])


def test_a_key_that_stands_twice_is_refused(tmp_path):
    path = tmp_path / "config.yaml"
    path.write_text("run: all\ncriteria: {thresholds: [1]}\nrun: [a]\n")
    with pytest.raises(InputError, match=r"config.yaml, row 3: the key 'run' occurs twice"):
        load.read_yaml(path)
    path.write_text("run: [all\n")
    with pytest.raises(InputError, match=r"config.yaml: is not YAML: [^\n]*$"):
        load.read_yaml(path)
    with pytest.raises(InputError, match="there is no .*nowhere.yaml here"):
        load.read_yaml(tmp_path / "nowhere.yaml")
    for good in ("config.yaml", "resources/demo/config.yaml", "paper/adc/study.yaml", "paper/adc/examples.yaml"):
        load.read_yaml(ROOT / good)


def test_a_published_system_must_name_a_registered_file():
    wrong = planned(PAPER)
    trigram = wrong.systems["trigram-published"]
    wrong.systems[trigram.key] = replace(trigram, entry=trigram.entry | {"source": "li-adger-all-model.csv"})
    with pytest.raises(InputError, match=r"trigram-published.source: .*did you mean 'li-adger-all-models.csv'"):
        environment.check_registered(wrong, REGISTRY)


def test_every_part_of_published_scores_must_be_registered():
    wrong = planned(PAPER | {"studies": ["pbc"]})
    environment.check_registered(wrong, REGISTRY)
    grnn = wrong.systems["grnn-published"]
    assert {f"hu2020-{part}-grnn.txt" for part in grnn.parts} < wrong.registered
    wrong.systems[grnn.key] = replace(grnn, entry=grnn.entry | {"parts": [*grnn.parts, "exp4-herselves"]})
    with pytest.raises(InputError, match=r"source: the file 'hu2020-exp4-herselves-grnn.txt' is not") as error:
        environment.check_registered(wrong, REGISTRY)
    assert "did you mean 'hu2020-exp4-" in str(error.value) and len(str(error.value)) < 2000


def test_every_file_that_a_run_draws_on_must_be_registered():
    without = {name: row for name, row in REGISTRY.items() if name != "li-adger-pairs.csv"}
    with pytest.raises(InputError, match=r"sources.tsv: the file 'li-adger-pairs.csv' is not declared"):
        environment.check_registered(planned(PAPER), without)


def test_what_runs_without_pytorch(monkeypatch):
    neural = ("brown-bert", "brown-bert-cola", "bert-base-uncased")
    plans = {system: planned(PAPER | {"run": ["brown-trigram", system]}) for system in neural}
    without, everything = planned(PAPER), planned(PAPER | {"run": "all"})
    monkeypatch.setattr(environment, "find_spec", lambda name: None)
    environment.check_installed(without)  # what `make paper` runs
    for system, plan in plans.items():
        with pytest.raises(InputError, match=f"config.yaml: run: the system '{system}' needs PyTorch"):
            environment.check_installed(plan)
    monkeypatch.setattr(environment, "find_spec", {"torch": "found"}.get)
    environment.check_installed(everything)


def test_a_registered_gguf_file_needs_its_row_and_the_packages_that_read_it(monkeypatch):
    name = "smollm2-135m-instruct.q4_1.gguf"
    entry = {"label": "Small", "kind": "causal", "source": name, "measures": ["log_prob"]}
    plan = planned(PAPER | {"run": ["small"], "models": PAPER["models"] | {"small": entry}})
    assert plan.models["small"].files == [f"resources/raw/{name}"] and name in plan.registered
    environment.check_registered(plan, REGISTRY)
    with pytest.raises(InputError, match=rf"^models.small.source: the file '{name}' is not declared"):
        environment.check_registered(plan, {row: REGISTRY[row] for row in REGISTRY if row != name})
    environment.check_installed(plan)
    monkeypatch.setattr(environment, "find_spec", {"torch": "found", "gguf": "found"}.get)
    with pytest.raises(InputError, match="'small' is a GGUF file, which needs the package accelerate; run `make f"):
        environment.check_installed(plan)
    with pytest.raises(InputError, match="source: 'small.safetensors' does not fit"):
        planned(PAPER | {"models": PAPER["models"] | {"small": entry | {"source": "small.safetensors"}}})


def test_what_an_encoder_reads_is_no_registered_file():
    entry = {"label": "T5", "kind": "encoder_decoder", "path": "t5", "encoder_reads": "empty", "measures": ["log_prob"]}
    plan = planned(PAPER | {"run": ["t5"], "models": PAPER["models"] | {"t5": entry}})
    assert plan.models["t5"].scoring["encoder_reads"] == "empty" and "empty" not in plan.registered
    assert plan.models["t5"].origin == "folder t5"
    environment.check_registered(plan, REGISTRY)


def test_an_adapter_needs_the_package_that_merges_it_and_its_files_are_the_users(monkeypatch, tmp_path):
    entry = {"label": "Small", "kind": "causal", "path": "small.gguf", "adapter": "lora", "measures": ["log_prob"]}
    plan = planned(PAPER | {"run": ["small"], "models": PAPER["models"] | {"small": entry}})
    model = plan.models["small"]
    assert model.files == ["small.gguf", "lora/adapter_config.json", "lora/adapter_model.safetensors"]
    assert model.given_files == model.files
    of_hub = {name: value for name, value in entry.items() if name != "path"} | {"hub": "a/b", "revision": "0" * 40}
    model = planned(PAPER | {"models": PAPER["models"] | {"small": of_hub}}).models["small"]
    assert model.given_files == model.files[1:] and model.files[0].endswith("fetched.json")
    assert model.origin == "a/b at 00000000, with the adapter lora"
    monkeypatch.setattr(environment, "find_spec", lambda name: name != "peft")
    with pytest.raises(InputError, match="'small' has an adapter, which needs the package peft; run `make formats`"):
        environment.check_installed(plan)
    with pytest.raises(InputError, match="models.small.adapter: is for `causal` only"):
        planned(PAPER | {"models": PAPER["models"] | {"small": entry | {"kind": "masked", "measures": ["pll"]}}})


def test_a_compiler_is_asked_for_where_kenlm_is_built_and_nowhere_else(monkeypatch, tmp_path):
    trained, others = planned(PAPER), planned(DEMO | {"run": ["toy-lstm-simulated"]})
    monkeypatch.chdir(tmp_path)
    environment.check_installed(trained)  # there is a compiler here
    monkeypatch.setenv("CXX", "no-such-compiler -O2")
    monkeypatch.setattr(environment.kenlm_tools, "on_path", lambda: None)
    environment.check_installed(others)
    said = r"config.yaml: run: the system 'brown-unigram' needs the programs of KenLM, and there is no C\+\+ compiler"
    with pytest.raises(InputError, match=said):
        environment.check_installed(trained)
    folder = tmp_path / "results/tools/kenlm"
    folder.mkdir(parents=True)
    for program in ("lmplz", "build_binary"):
        (folder / program).touch()
    environment.check_installed(trained)


def test_a_folder_that_is_a_file_or_without_permission_is_refused(tmp_path, monkeypatch):
    message = "results: cannot be written to"
    (tmp_path / "results").write_text("")
    with pytest.raises(InputError, match=message):
        environment.check_folder(tmp_path / "results")
    (tmp_path / "results").unlink()
    environment.check_folder(tmp_path / "results")  # not yet there
    (tmp_path / "results").mkdir()
    environment.check_folder(tmp_path / "results")
    monkeypatch.setattr(environment.os, "access", lambda path, mode: False)
    with pytest.raises(InputError, match=message):
        environment.check_folder(tmp_path / "results")


@pytest.mark.parametrize(
    ("section", "entry", "key"),
    [
        ("datasets", {"kind": "pairs", "pairs": "nowhere.txt"}, "pairs"),
        ("datasets", {"kind": "pairs", "pairs": "here.txt", "ratings": "nowhere.txt"}, "ratings"),
        ("corpora", {"kind": "text", "path": "nowhere.txt"}, "path"),
    ],
)
def test_a_file_that_is_not_there_is_named(section, entry, key, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "here.txt").write_text("good\tbad\nx\ty\n")
    label = {} if section == "corpora" else {"label": "Mine"}
    config = {"run": "all", "criteria": {"thresholds": [1]}, section: {"mine": entry | label}}
    with pytest.raises(InputError, match=rf"config.yaml: {section}.mine.{key}: there is no file nowhere.txt; correct"):
        own_files.check(unchecked(config))
    answers = [("p", "1.good", 1), ("p", "1.bad", 0)] if key == "ratings" else [("good", "bad", ""), ("x", "y", "")]
    header = [("participant", "sentence_id", "rating")] if key == "ratings" else []
    rows = ["\t".join(map(str, row)) for row in header + answers]
    (tmp_path / "nowhere.txt").write_text("\n".join(rows) + "\n")
    own_files.check(unchecked(config))


def test_a_bnc_that_is_not_there_comes_with_instructions(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    bnc = {"bnc": {"kind": "bnc", "path": "BNC"}}
    config = unchecked(PAPER | {"studies": [], "corpora": PAPER["corpora"] | bnc})
    with pytest.raises(InputError, match=r"corpora.bnc.path: there is no file or folder BNC; get the BNC XML edition"):
        own_files.check(config)
    (tmp_path / "BNC").mkdir()
    own_files.check(config)


def test_a_header_with_one_rating_column_is_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.csv").write_text("pair_id,phenomenon,good,bad,bad_rating\na,p,x,y,1\n")
    with pytest.raises(
        InputError,
        match="mine.csv: has bad_rating only; good_rating and bad_rating are needed together; add the missing column",
    ):
        own_files.check(unchecked(OWN))


def test_where_a_models_files_are(tmp_path):
    paper = planned(PAPER)
    revision = STUDY["models"]["bert-base-uncased"]["revision"]
    fetched = [f"resources/models/bert-base-uncased/{revision}/fetched.json"]
    assert paper.systems["bert-base-uncased"].files == fetched
    assert "results/models/brown-bert/model.safetensors" in paper.systems["brown-bert"].files
    entry = {"label": "x", "kind": "masked", "path": str(tmp_path), "measures": ["pll"]}
    config = planned(changed(PAPER, "models/mine", entry))
    with pytest.raises(InputError, match=r"models.mine.path: .*: has no config.json; correct the path"):
        own_files.check(config)
    for name in ("vocab.txt", "merges.txt", "pytorch_model.bin", "README.md"):
        (tmp_path / name).touch()
    (tmp_path / "config.json").write_text("{}")
    (tmp_path / "model.safetensors").write_bytes((2).to_bytes(8, "little") + b"{}")
    own_files.check(config)
    found = [Path(path).name for path in config.systems["mine"].files]
    assert found == ["config.json", "merges.txt", "model.safetensors", "vocab.txt"]


def test_paths_of_a_declared_dataset_are_expanded_and_names_of_columns_are_not(monkeypatch):
    monkeypatch.setenv("HOME", "/home/me")
    entry = {
        "kind": "declared",
        "file": ["~/a.csv", "b.csv"],
        "steps": [
            {"keep": {"file": ["~a"], "path": "~.*"}},
            {"join": {"file": "~/c.csv", "mine": "~id", "take": {"path": "~path"}}},
        ],
        "row": {"sentence": "~text", "path": "~path"},
        "pairs": {"within": "item", "good": {"test": ["~"]}, "bad": {"file": ["~b"]}},
    }
    changed = expanded({"datasets": {"mine": entry}})["datasets"]["mine"]
    assert changed["file"] == ["/home/me/a.csv", "b.csv"]
    assert changed["steps"][1]["join"] == entry["steps"][1]["join"] | {"file": "/home/me/c.csv"}
    assert changed["steps"][0] == entry["steps"][0] and entry["file"][0] == "~/a.csv"
    assert {key: changed[key] for key in ("row", "pairs")} == {key: entry[key] for key in ("row", "pairs")}
    assert expanded({"datasets": {"mine": {"kind": "declared", "steps": "x", "file": 5}}})
