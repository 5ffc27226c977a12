"""Folders of publications: the project's own and those that a configuration adds."""

import os
import re
import subprocess
import sys

import pytest

from acceptability import papers
from acceptability.datasets import registry
from acceptability.errors import InputError
from acceptability.plan import build, schema
from helpers import ROOT

MANIFEST = '''"""A dataset."""

from acceptability.datasets.manifest import Manifest

KIND = "{kind}"
KEYS: dict = {{}}
NEEDED = ()


def manifest(entry) -> Manifest:
    """Describe nothing."""
    return Manifest()
'''


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with a publication of one dataset and another with one in a folder of its own."""
    monkeypatch.setenv(papers.VARIABLE, "")
    monkeypatch.setattr(papers, "__path__", [*papers.__path__])
    for name in [name for name in sys.modules if re.match(r"acceptability\.papers\.(one|two)\b", name)]:
        monkeypatch.delitem(sys.modules, name)  # of another test
    for kind, place in (("first", "one"), ("second", "two/inner")):
        (tmp_path / "more" / place).mkdir(parents=True)
        (tmp_path / "more" / place / "manifest.py").write_text(MANIFEST.format(kind=kind), encoding="utf-8")
    return tmp_path / "more"


def test_datasets_of_an_added_folder_are_kinds_as_the_project_s_own(folder):
    before = set(registry.kinds())
    assert papers.add([str(folder)]) and papers.folders() == (ROOT / "paper", folder)
    assert set(registry.kinds()) - before == {"first", "second"}
    assert registry.module_of({"kind": "second"}) == "papers.two.inner.reader"
    assert papers.path_of("two.inner.manifest") == folder / "two/inner/manifest.py"
    assert papers.path_of("two.inner.reader") is None
    assert papers.add([str(folder)]) and len(papers.folders()) == 2  # a second time changes nothing
    assert not papers.add([]) and not papers.add("a/string, which the schema refuses")


def test_a_process_that_is_started_later_knows_them(folder):
    papers.add([str(folder)])
    program = "from acceptability.datasets import registry; print(*registry.kinds())"
    surroundings = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run([sys.executable, "-c", program], env=surroundings, capture_output=True, text=True, check=True)
    assert {"first", "second"} < set(done.stdout.split())


def test_rules_of_added_folders_are_found_after_the_project_s_own(folder):
    before = papers.rules()
    assert ROOT / "paper/cola/rules.smk" in before
    (folder / "one/rules.smk").touch()
    papers.add([str(folder)])
    assert papers.rules() == [*before, folder / "one/rules.smk"]


def test_registries_of_added_folders_are_read_too(folder):
    papers.add([str(folder)])
    assert papers.registries() == []
    (folder / "sources.tsv").write_text("", encoding="utf-8")
    assert papers.registries() == [folder / "sources.tsv"]


def test_a_folder_that_is_not_one_of_publications_is_refused(folder, tmp_path):
    with pytest.raises(InputError, match=r"my.yaml: papers: no/where: there is no such folder; name the folder that"):
        papers.add(["no/where"], "my.yaml")
    with pytest.raises(InputError, match=r"one: it has no folder of a publication; name the folder that contains"):
        papers.add([str(folder / "one")])
    (tmp_path / "again/two").mkdir(parents=True)
    (tmp_path / "again/two/study.yaml").write_text("title: x\n", encoding="utf-8")
    papers.add([str(folder)])
    with pytest.raises(InputError, match=r"again: .*more has a publication 'two', too; rename the folder"):
        papers.add([str(tmp_path / "again")])
    assert len(papers.folders()) == 2


def test_what_has_a_name_that_is_taken_is_refused_and_both_places_are_named(folder):
    (folder / "one/manifest.py").write_text(MANIFEST.format(kind="blimp"), encoding="utf-8")
    papers.add([str(folder)])
    with pytest.raises(InputError, match="more/one/manifest.py: 'blimp' is the name of .*paper/blimp/.* too; rename"):
        registry.kinds()


@pytest.mark.parametrize("name", ["studies", "folders", "os", "garden.v2"])
def test_a_publication_that_would_take_the_place_of_something_else_is_refused(folder, name):
    (folder / name).mkdir()
    (folder / name / "study.yaml").write_text("title: x\n", encoding="utf-8")
    with pytest.raises(InputError, match=f"a publication must not be called '{name}'; rename its folder"):
        papers.add([str(folder)])


def test_a_dataset_without_a_reader_is_refused_and_its_place_is_named(folder):
    papers.add([str(folder)])
    config = {"run": "all", "datasets": {"mine": {"kind": "first", "label": "Mine"}}}
    with pytest.raises(InputError, match="datasets.mine: the kind first has no reader; add .*one/reader"):
        build.plan_of(config, papers.folders(), schema.read_schemas(ROOT / "workflow/schemas"))
