"""What others find and cite the project by: licence, citation, changes, catalog, and the tests that run on GitHub."""

import re
import subprocess
import tomllib

import pytest
import yaml

import acceptability
from helpers import ROOT

HOLDERS = "the project's contributors"
README = (ROOT / "README.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
ON_GITHUB = yaml.safe_load((ROOT / ".github/workflows/test.yml").read_text(encoding="utf-8"))["jobs"]


def reference(key: str) -> str:
    """An entry of the bibliography."""
    text = (ROOT / "paper/references.bib").read_text(encoding="utf-8")
    return re.search(rf"^@\w+{{{key},\n(.*?)^}}", text, re.DOTALL | re.MULTILINE)[1]


def test_the_licence_is_the_same_everywhere():
    text = (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert text.startswith(f"MIT License\n\nCopyright (c) 2026 {HOLDERS}\n")
    assert PROJECT["license"] == CITATION["license"] == "MIT"
    assert PROJECT["authors"] == CITATION["authors"] == [{"name": HOLDERS}]
    assert "MIT licence" in README and HOLDERS in README
    for name in ("LICENSE", "CITATION.cff", "CHANGELOG.md"):
        assert f"]({name})" in README


def test_versions_agree():
    newest = re.search(r"^## (\S+)(?:, not yet released| - (.*))$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert newest[1] == acceptability.__version__ == CITATION["version"]
    assert newest[2] == (str(CITATION["date-released"]) if "date-released" in CITATION else None)


def test_the_citation_names_the_project_and_the_papers_that_it_recomputes():
    assert README.startswith(f"# {CITATION['title']}\n")
    files = sorted((ROOT / "paper").glob("*/study.yaml"))
    studies = [path.parent.name for path in files if "citation" in yaml.safe_load(path.read_text(encoding="utf-8"))]
    for study, paper in zip(studies, CITATION["references"], strict=True):
        entry = re.sub(r"{(BLiMPs?|C)}", r"\1", reference(study))
        authors = " and ".join(f"{author['family-names']}, {author['given-names']}" for author in paper["authors"])
        assert f"title   = {{{paper['title']}}}" in entry
        assert f"author  = {{{authors}}}" in entry
        assert ("year" in paper) == ("year " in entry)  # of the thesis, no year is known
        assert "year" not in paper or f"year    = {{{paper['year']}}}" in entry


def test_snakemake_s_catalog_finds_it():
    """It searches for these words in READMEs, and reads these settings."""
    assert {"snakemake", "workflow"} <= set(re.findall(r"\w+", README.lower()))
    usage = yaml.safe_load((ROOT / ".snakemake-workflow-catalog.yml").read_text(encoding="utf-8"))["usage"]
    assert usage == {"software-stack-deployment": {"conda": True, "apptainer": False}, "report": True}
    assert 'SNAKEFILE = "../Snakefile"' in (ROOT / "workflow/Snakefile").read_text(encoding="utf-8")


def test_github_runs_the_readme_s_commands_on_every_python():
    oldest = PROJECT["requires-python"].removeprefix(">=")
    assert ON_GITHUB["linux"]["strategy"]["matrix"]["python"][0] == oldest
    for job in ON_GITHUB.values():
        commands = [step["run"] for step in job["steps"] if "run" in step]
        assert commands and all(re.search(rf"^{command} +#", README, re.MULTILINE) for command in commands), commands
        for step in job["steps"]:
            assert "run" in step or re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", step["uses"])


def test_nothing_that_git_ignores_is_part_of_the_project():
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout: nothing says which files are part of the project")
    listed = subprocess.run(
        ["git", "-C", str(ROOT), "ls-files", "--cached", "--ignored", "--exclude-standard"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert listed.stdout == ""
