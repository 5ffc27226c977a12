"""What the manifests of datasets say, and their readers."""

import inspect
from importlib import import_module

import pytest

from acceptability.datasets import registry
from acceptability.errors import InputError
from acceptability.papers.cola.cola.reader import FEATURES
from acceptability.plan import modules
from acceptability.sources import fetching
from helpers import ROOT

REGISTERED = fetching.read_registry(ROOT / "resources/sources.tsv")
ENTRIES = {
    "blimp": {},
    "cola": {},
    "cola-all": {},
    "cola-targeted": {},
    "hu2020": {},
    "labelled": {"sentences": "labelled.csv"},
    "li-adger": {},
    "pairs": {"pairs": "pairs.csv", "ratings": "ratings.csv"},
    "toy": {},
    "toy-labels": {},
}


def manifest(kind: str, **keys: str):
    return registry.manifest({"kind": kind, "label": "x"} | keys)


def reader(kind: str):
    return import_module(f"acceptability.{registry.module_of({'kind': kind})}")


@pytest.mark.parametrize("kind", ENTRIES)
def test_a_user_can_correct_own_tables_only(kind):
    assert manifest(kind, **ENTRIES[kind]).own == (kind in ("labelled", "pairs", "sentences"))


@pytest.mark.parametrize("kind", ENTRIES)
def test_a_reader_takes_the_files_that_its_manifest_names(kind):
    declared, found = registry.kinds()[kind], manifest(kind, **ENTRIES[kind])
    files = [*found.sources, *found.files, *found.resources]
    assert len(set(files)) == len(files)
    parameters = inspect.signature(reader(kind).read).parameters
    if not any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values()):
        assert set(files) == set(parameters) - ((declared.KEYS.keys() | found.options.keys()) - set(files))
    assert set(found.sources.values()) <= set(REGISTERED)
    assert all((ROOT / path).is_file() for path in found.resources.values())
    assert set(declared.NEEDED) <= set(declared.KEYS)
    assert all(key["description"] and key.keys() & {"type", "enum", "oneOf"} for key in declared.KEYS.values())


@pytest.mark.parametrize("kind", ENTRIES)
def test_a_manifest_says_what_the_workflow_would_ask_by_name(kind):
    found = manifest(kind, **ENTRIES[kind])
    assert bool(found.pairs) + bool(found.splits) + found.labelled == 1  # minimal pairs, or labels, in splits or not
    assert found.pairs or not found.ratings
    levels = found.pairs.levels if found.pairs else ("phenomenon",)
    assert levels in (("phenomenon",), ("paradigm", "phenomenon"))
    of_pairs = ("articles and chapters", "phenomena") if len(levels) == 1 else ("paradigms",)
    assert found.cluster in (("sets", "publications") if found.labelled else of_pairs)


def test_what_is_simulated_is_said_by_the_demos_manifests():
    said = {kind: manifest(kind, **keys).simulated for kind, keys in ENTRIES.items()}
    assert {kind for kind, simulated in said.items() if simulated} == {"toy", "toy-labels"}


def test_users_say_of_their_own_data_whether_they_are_simulated():
    kinds = ("blimp", "cgi", "declared", "labelled", "pairs", "sentences", "suites")
    assert tuple(kind for kind, dataset in registry.kinds().items() if "simulated" in dataset.KEYS) == kinds
    for kind in ("labelled", "pairs"):
        assert manifest(kind, **ENTRIES[kind], simulated=True).simulated


def test_a_table_says_whether_it_is_rated(tmp_path):
    path = tmp_path / "pairs.csv"

    def of(header):
        path.write_text(f"{header}\n{','.join('1' for _ in header.split(','))}\n", encoding="utf-8")
        return manifest("pairs", pairs=str(path))

    assert not of("pair_id,phenomenon,good,bad").ratings
    assert of("pair_id,phenomenon,good,bad,good_rating,bad_rating").ratings
    assert of("\ufeffgood_rating,pair_id,phenomenon,good,bad,bad_rating").ratings  # that mark is no letter of a name
    assert of("Good,Bad,Rating good,Rating bad").ratings

    def checked(header):
        of(header)
        registry.kinds()["pairs"].check({"pairs": str(path)})

    with pytest.raises(
        InputError, match="has bad_rating only; good_rating and bad_rating are needed together; add the missing column"
    ):
        checked("pair_id,phenomenon,good,bad,bad_rating")
    with pytest.raises(InputError, match="has good_rating only"):
        checked("pair_id,phenomenon,good,bad,good_rating")


def test_single_ratings_are_known_of_li_adger_the_toy_language_and_a_csv_of_ratings():
    assert manifest("pairs", pairs="p.csv").ratings is None
    assert manifest("pairs", **ENTRIES["pairs"]).ratings.single
    assert all(manifest(kind).ratings.single for kind in ("li-adger", "toy"))


def test_a_second_panel_rated_li_adger_and_the_toy_language():
    assert [kind for kind in ENTRIES if "other_ratings" in manifest(kind, **ENTRIES[kind]).has] == ["li-adger", "toy"]


def test_features_are_the_corpus_own():
    assert manifest("cola").splits.features == tuple(FEATURES) == ("major", "minor")
    assert manifest("toy-labels").splits.features == ("major",)


def test_a_readers_module_is_an_input_of_its_rule():
    assert registry.module_of({"kind": "pairs"}) == "datasets.user_pairs.reader"
    files = modules.files("prepare_dataset.py", "datasets.user_pairs.reader")
    of_datasets = {path.removeprefix("acceptability/datasets/") for path in files if "/datasets/" in path}
    assert of_datasets == {"user_pairs/reader.py", "dataset.py", "ratings.py"}  # and no manifest
    assert {"acceptability/reading/pairs.py", "acceptability/reading/roles.py"} <= set(files)


def test_a_csv_says_what_intervals_resample(tmp_path):
    headers = {"pair_id": "phenomena", "article": "publications", "cluster": "clusters", "article,cluster": "clusters"}
    for header, cluster in headers.items():
        (tmp_path / "pairs.csv").write_text(f"{header},good,bad\n{header},y,z\n")
        assert manifest("pairs", pairs=str(tmp_path / "pairs.csv")).cluster == cluster
    for header, cluster in (("sentence,label,set", "sets"), ("sentence,label,notes", "sentences")):
        (tmp_path / "sentences.csv").write_text(f"{header}\nx,1,z\n")
        assert manifest("sentences", sentences=str(tmp_path / "sentences.csv")).cluster == cluster
