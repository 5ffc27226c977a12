"""The workflow runs in any folder: its own files are found where they are, results where it is run."""

import os
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest
import yaml

from helpers import (
    COMPILED,
    ROOT,
    SMALL_PAIRS,
    copy_checkout,
    files_below,
    planned,
    planned_jobs,
    replaced,
    run_workflow,
    snakemake,
)

TARGETS = ("--", "results/pairs/toy-simulated.csv", "results/figures/toy-simulated/ceiling.pdf")
MODULE = """configfile: "demo.yaml"

module acceptability:
    snakefile: {snakefile}
    config: config

use rule * from acceptability
"""
INSTALL = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--target"]
ONE_SYSTEM = (
    "studies: []\nrun: all\ndatasets: {mine: {kind: pairs, label: Mine, pairs: pairs.csv}}\n"
    "criteria: {thresholds: [1]}\ncorpora: {demo-simulated: {kind: toy}}\n"
    "ngram:\n  two-simulated: {label: Two, corpus: demo-simulated, order: 2, tokenisation: words,\n"
    "    lowercase: true, end_of_sentence: true, measures: [log_prob]}\n"
)


def write_demo(other: Path) -> None:
    """Write ``demo.yaml``, which is the demo with one system, a trigram; KenLM's programs are there, too."""
    config = yaml.safe_load((ROOT / "resources/demo/config.yaml").read_text(encoding="utf-8"))
    config["run"] = ["toy-trigram-simulated"]
    del config["examples"]  # which name rows of other systems
    (other / "demo.yaml").write_text(yaml.safe_dump(config, allow_unicode=True), encoding="utf-8")
    if (COMPILED / "results/tools").exists():
        shutil.copytree(COMPILED / "results/tools", other / "results/tools")


@pytest.fixture(scope="module")
def house(tmp_path_factory) -> Path:
    """A checkout in which nothing ever runs."""
    return copy_checkout(tmp_path_factory.mktemp("house") / "checkout")


def by_directory(house: Path, other: Path) -> tuple[Path, list[str]]:
    """As the Makefile does it."""
    return house, ["--directory", str(other), "--configfile", str(other / "demo.yaml")]


def by_snakefile(house: Path, other: Path) -> tuple[Path, list[str]]:
    near = Path(os.path.relpath(house, other))
    return other, ["-s", str(near / "Snakefile"), "--configfile", "demo.yaml"]


def as_module(house: Path, other: Path) -> tuple[Path, list[str]]:
    """In a workflow of the user's own."""
    (other / "Snakefile").write_text(MODULE.format(snakefile=repr(str(house / "Snakefile"))), encoding="utf-8")
    return other, []


def tagged(folder: Path, house: Path) -> str:
    """Put a checkout into a new repository, under a tag, and return the address of its Snakefile there."""
    shutil.copytree(house, folder, ignore=shutil.ignore_patterns(".snakemake", "__pycache__"))
    for name in ("pyproject.toml", "setup.py", "LICENSE"):
        shutil.copy2(ROOT / name, folder)
    shutil.copytree(ROOT / "config", folder / "config")
    who = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
    for command in (["init", "--quiet"], ["add", "."], [*who, "commit", "--quiet", "-m", "x"], ["tag", "v1"]):
        subprocess.run(["git", *command], cwd=folder, check=True)
    return f"git+file://{folder}/workflow/Snakefile@v1"


def test_a_module_from_a_tag_needs_the_installed_package_and_no_checkout(house, tmp_path, monkeypatch):
    snakefile = tagged(tmp_path / "repository", house)
    other = tmp_path / "other"
    other.mkdir()
    (other / "Snakefile").write_text(MODULE.format(snakefile=repr(snakefile)), encoding="utf-8")
    write_demo(other)
    lacking = snakemake(other, "--dry-run")
    assert "error: a module needs the package" in lacking.stdout
    subprocess.run([*INSTALL, str(tmp_path / "site"), str(tmp_path / "repository")], check=True)
    shutil.move(tmp_path / "repository/workflow", tmp_path / "gone")  # what is read is in the repository's history
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "site"))
    run_workflow(other, *TARGETS)
    for target in TARGETS[1:]:
        assert (other / target).exists()
    assert planned_jobs(other, *TARGETS) == set()
    installed = tmp_path / "site/acceptability"
    copies = [path for path in (installed / "workflow_files/src").rglob("*") if path.suffix != ".pyc"]
    assert [path.name for path in copies if path.is_file()] == ["__init__.py"]  # nothing is installed twice
    assert (installed / "py.typed").exists()
    for name in ("__init__.py", "workflow_files/Snakefile", "workflow_files/workflow/rules/words.smk"):
        own = tmp_path / "site/acceptability" / name
        text = own.read_text(encoding="utf-8")
        own.write_text(text + "# another version\n", encoding="utf-8")
        assert "is of another version than the workflow" in snakemake(other, "--dry-run").stdout
        own.write_text(text, encoding="utf-8")


def test_snakedeploy_deploys_the_workflow_with_a_configuration_that_runs(house, tmp_path, monkeypatch):
    """As Snakemake's catalog tells its readers to type it; git finds the repository here in place of its address."""
    snakedeploy = ROOT / "build/snakedeploy/bin/snakedeploy"
    if not snakedeploy.exists():
        pytest.skip("snakedeploy is not installed: `make test-workflow` does it")
    tagged(tmp_path / "repository", house)
    subprocess.run([*INSTALL, str(tmp_path / "site"), str(tmp_path / "repository")], check=True)
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", f"url.file://{tmp_path}/repository.insteadOf")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", address := "https://github.com/owner/repository")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    other = tmp_path / "other"
    other.mkdir()
    subprocess.run([snakedeploy, "deploy-workflow", address, other, "--tag", "v1"], check=True)
    files = {path.relative_to(other).as_posix() for path in other.rglob("*") if path.is_file()}
    assert files == {"LICENSE", "config/README.md", "config/config.yaml", "config/pairs.csv", "workflow/Snakefile"}
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "site"))
    jobs = planned_jobs(other)
    assert {("train_ngram", "system=brown-trigram"), ("compile_report", "report=my-pairs")} < jobs
    run_workflow(other, "--", "results/pairs/my-pairs.csv")
    assert (other / "results/pairs/my-pairs.csv").read_text(encoding="utf-8").count("\n") == 5


def test_the_module_of_the_page_runs_with_its_configuration(house, tmp_path):
    """docs/running.md: the configuration and the Snakefile below each other."""
    page = (ROOT / "docs/running.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```(?:yaml)?\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    (configuration,) = (block for block in blocks if block.startswith("studies: []"))
    (snakefile,) = (block for block in blocks if block.startswith("configfile:"))
    (tmp_path / "config.yaml").write_text(configuration, encoding="utf-8")
    (tmp_path / "Snakefile").write_text(replaced(snakefile, "folder/Snakefile", str(house / "Snakefile")))
    (tmp_path / "my_pairs.csv").write_text(SMALL_PAIRS, encoding="utf-8")
    scores = [
        [sentence, str(len(sentence))] for line in SMALL_PAIRS.splitlines()[1:] for sentence in line.split(",")[2:4]
    ]
    (tmp_path / "my_scores.csv").write_text("sentence,score\n" + "".join(f"{a},{b}\n" for a, b in scores))
    run_workflow(tmp_path, "--", "results/metrics/mine/criteria.csv")
    assert ("compile_report", "report=mine") in planned_jobs(tmp_path)


def test_the_demo_runs_in_another_folder(house, tmp_path):
    before = files_below(house)
    other = tmp_path / "another folder"
    other.mkdir()
    write_demo(other)
    folder, arguments = as_module(house, other)
    run_workflow(folder, *arguments, *TARGETS)
    for target in TARGETS[1:]:
        assert (other / target).exists()
    assert not [path for path in other.rglob("*") if path.is_symlink()]
    jobs = planned_jobs(folder, *arguments)
    assert {("build_explorer", ""), ("compile_report", "report=toy-simulated")} < jobs
    for way in (as_module, by_directory, by_snakefile):  # whichever way it is asked for, all is there
        folder, arguments = way(house, other)
        assert planned_jobs(folder, *arguments, *TARGETS) == set()
        assert planned_jobs(folder, *arguments) == jobs
    after = files_below(house)
    assert {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)} == set()


def test_the_project_runs_in_a_folder_of_any_name(tmp_path):
    """Snakemake itself writes the path of Python into commands unquoted."""
    folder = copy_checkout(tmp_path / 'ä b\'c "d" 中文' / "main")
    venv.create(folder / ".venv", symlinks=True)
    (packages,) = folder.glob(".venv/lib/python*/site-packages")
    (packages / "those_of_the_tests.pth").write_text("\n".join(path for path in sys.path if "site-packages" in path))
    (folder / "My pairs.csv").write_text(SMALL_PAIRS, encoding="utf-8")
    (folder / "config.yaml").write_text(replaced(ONE_SYSTEM, "pairs.csv", "My pairs.csv"), encoding="utf-8")
    run = snakemake(folder, "--", "results/pairs/mine.csv", python=folder / ".venv/bin/python")
    assert run.returncode == 0, run.stdout
    assert (folder / "results/pairs/mine.csv").exists()


def test_a_configuration_and_its_files_are_those_of_the_folder_where_it_runs(house, tmp_path):
    (tmp_path / "pairs.csv").write_text(SMALL_PAIRS, encoding="utf-8")
    (tmp_path / "config.yaml").write_text(ONE_SYSTEM, encoding="utf-8")
    arguments = ["-s", str(house / "Snakefile")]
    run_workflow(tmp_path, *arguments, "--", "results/pairs/mine.csv")
    assert (tmp_path / "results/pairs/mine.csv").read_text(encoding="utf-8").count("\n") == 5
    jobs = planned_jobs(tmp_path, *arguments)
    assert ("compile_report", "report=mine") in jobs
    assert ("train_ngram", "system=two-simulated") in jobs
    assert not any("li-adger" in wildcards for _, wildcards in jobs)


def test_the_catalog_s_entry_plans_what_the_other_plans(house):
    """Snakemake's catalog takes the folder workflow/ for the workflow, and a Snakefile in it."""
    arguments = ["--configfile", "resources/demo/config.yaml", "--workflow-profile", "none"]
    jobs = planned_jobs(house, *arguments)
    assert ("compile_report", "report=toy-simulated") in jobs
    assert planned_jobs(house, "-s", "workflow/Snakefile", *arguments) == jobs | {("everything", "")}
    assert planned(house, "-s", "workflow/Snakefile", *arguments, "figures") == planned(house, *arguments, "figures")


def test_the_makefile_runs_the_demo_in_a_folder_of_its_own_without_links():
    printed = subprocess.run(["make", "--dry-run", "demo"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    *_, command = (line for line in printed.splitlines() if "bin/snakemake" in line)
    assert "--directory build/demo --configfile resources/demo/config.yaml" in command
    assert "ln -s" not in printed


def test_the_first_demo_compiles_kenlm_while_pytorch_is_installed(tmp_path):
    (tmp_path / "envs").symlink_to(ROOT / "envs")
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv/installed").touch()
    command = ["make", "--file", ROOT / "Makefile", "--dry-run", "--old-file=.venv/installed", "demo"]
    for is_first in (True, False):
        printed = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
        assert ("lmplz" in printed, "requirements-neural" in printed) == (is_first, is_first)
        (tmp_path / ".venv/neural").touch()
