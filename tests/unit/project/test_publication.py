"""What others find and cite the project by: licence, citation, changes, catalog, and the tests that run on GitHub."""

import importlib.util
import json
import re
import shutil
import subprocess
import sys
import tomllib

import pytest
import yaml
from packaging.version import Version

import acceptability
from helpers import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
ON_GITHUB = yaml.safe_load((ROOT / ".github/workflows/test.yml").read_text(encoding="utf-8"))["jobs"]
WITH_ADDRESS = ("config/README.md", "docs/python.md", "docs/running.md")  # an example, which the owner replaces


def reference(key: str) -> str:
    """An entry of the bibliography."""
    text = (ROOT / "paper/references.bib").read_text(encoding="utf-8")
    return re.search(rf"^@\w+{{{key},\n(.*?)^}}", text, re.DOTALL | re.MULTILINE)[1]


def test_the_licence_and_its_holders_are_the_same_everywhere():
    text = (ROOT / "LICENSE").read_text(encoding="utf-8")
    (holders,) = re.findall(r"^MIT License\n\nCopyright \(c\) \d{4} (.+)\n", text)
    assert PROJECT["license"] == CITATION["license"] == "MIT"
    assert "MIT licence" in README and f"copyright is held by {holders}." in " ".join(README.split())
    for name in ("LICENSE", "CITATION.cff", "CHANGELOG.md"):
        assert f"]({name})" in README


def test_authors_are_the_same_everywhere():
    """`pyproject.toml` has given names first, as its standard allows no comma in a name."""
    names = [RELEASE.name_of(author) for author in CITATION["authors"]]
    assert [author["name"] for author in PROJECT["authors"]] == [" ".join(name.split(", ")[::-1]) for name in names]


def test_versions_agree():
    """Descriptions have the newest released version; the package has that one, or the `.dev0` of a later one."""
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## (.*)$", changes, re.MULTILINE)
    assert headings[0] == "Unreleased"  # the place for changes since the newest version
    assert headings[1] == f"{CITATION['version']} - {CITATION['date-released']}"
    released, version = Version(CITATION["version"]), Version(acceptability.__version__)
    assert not released.is_prerelease
    assert version == released or (version.dev == 0 and version > released)
    assert version.dev == 0 or "### " not in changes.partition("## Unreleased\n")[2].partition("\n## ")[0]


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
    """It searches for these words in READMEs, and reads these settings; standardized usage needs both files as well."""
    assert {"snakemake", "workflow"} <= set(re.findall(r"\w+", README.lower()))
    usage = yaml.safe_load((ROOT / ".snakemake-workflow-catalog.yml").read_text(encoding="utf-8"))["usage"]
    deployment = {"conda": True, "apptainer": False, "report": True}
    assert usage == {"software-stack-deployment": deployment, "report": True}
    assert 'SNAKEFILE = "../Snakefile"' in (ROOT / "workflow/Snakefile").read_text(encoding="utf-8")
    assert all(path.suffix == ".smk" for path in (ROOT / "workflow/rules").iterdir())
    assert (ROOT / "config/README.md").exists() and (ROOT / "config/config.yaml").exists()


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


def script(name: str):
    spec = importlib.util.spec_from_file_location(name, ROOT / f"docs/{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


RELEASE = script("describe_release")
REPRODUCE = script("describe_reproduce")


@pytest.mark.parametrize("name", RELEASE.FILES)
def test_descriptions_of_the_release_are_those_of_the_citation(name):
    """If this fails, run `make docs`."""
    assert (ROOT / name).read_text(encoding="utf-8") == RELEASE.FILES[name]()


def test_what_the_owner_adds_reaches_the_descriptions(monkeypatch):
    person = {"family-names": "Doe", "given-names": "Jo", "orcid": "https://orcid.org/0000-0002-1825-0097"}
    more = {"repository-code": "https://example.org/code", "doi": "10.1/x", "authors": [person]}
    monkeypatch.setattr(RELEASE, "CITATION", CITATION | more)
    described = json.loads(RELEASE.codemeta())
    assert (described["codeRepository"], described["identifier"]) == ("https://example.org/code", "10.1/x")
    assert described["author"][0]["@id"] == person["orcid"]
    assert json.loads(RELEASE.zenodo())["creators"] == [{"name": "Doe, Jo", "orcid": "0000-0002-1825-0097"}]
    assert yaml.safe_load(RELEASE.codecheck())["paper"]["authors"] == [{"name": "Doe, Jo"}]


def test_what_the_owner_adds_breaks_no_test(tmp_path):
    """RELEASING.md, in a copy: persons as authors, a holder of the copyright, an address and a DOI."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout: nothing says which files are part of the project")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in listed.rstrip("\0").split("\0"):
        if (ROOT / name).exists():  # git lists files that were deleted, too, until this is staged
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, tmp_path / name)
    person = "  - family-names: Doe\n    given-names: Jo\n    orcid: https://orcid.org/0000-0002-1825-0097\n"
    address = "github.com/jo-doe/judgments"
    for name, pattern, text in (
        ("CITATION.cff", r"^(repository-code|doi):.*\n", ""),
        (
            "CITATION.cff",
            r"^authors:\n(  .*\n)+",
            f"authors:\n{person}repository-code: https://{address}\ndoi: 10.1/x\n",
        ),
        ("pyproject.toml", r"^authors = .*$", 'authors = [{ name = "Jo Doe" }]'),
        ("LICENSE", r"(?<=Copyright \(c\) )\d{4} .*$", "2027 Jo Doe"),
        ("README.md", r"(?<=copyright is held by )(?s:.+?)(?=\. To cite)", "Jo Doe"),
        *((name, r"github\.com/[\w.-]+/[\w.-]+(?=[ @])", address) for name in WITH_ADDRESS),
    ):
        content, number = re.subn(pattern, text, (tmp_path / name).read_text(encoding="utf-8"), flags=re.MULTILINE)
        assert number or not text, (name, pattern)
        (tmp_path / name).write_text(content, encoding="utf-8")
    subprocess.run([sys.executable, "docs/describe_release.py"], cwd=tmp_path, check=True)
    tests = ["test_publication.py", "test_docs.py::test_every_command_is_tested"]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "not breaks_no_test"]
    command += [f"tests/unit/project/{name}" for name in tests]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:]


def test_the_bill_of_materials_has_every_locked_package_once_with_checksums():
    components = json.loads((ROOT / "sbom.json").read_text(encoding="utf-8"))["components"]
    *packages, kenlm = components
    listed = {(one["name"], one["version"]) for one in packages}
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "envs/locks").glob("*.txt")]
    assert listed == {pin for text in texts for pin in re.findall(r"^([\w.-]+)==(\S+)", text, re.MULTILINE)}
    assert {name for name, _ in listed} > {"torch", "triton", "cuda-toolkit", "numpy"}
    assert (kenlm["name"], kenlm["version"]) == ("kenlm", "0.3.0")
    assert len({one["bom-ref"] for one in components}) == len(components)
    hashes = {one["content"] for package in packages for one in package["externalReferences"][0]["hashes"]}
    assert hashes == {checksum for text in texts for checksum in re.findall("sha256:(.{64})", text)}
    (triton,) = (one for one in packages if one["name"] == "triton")
    assert "sys_platform == 'linux'" in triton["properties"][0]["value"]


def test_codecheck_s_file_is_an_explicit_document_with_files_that_a_run_makes():
    text = (ROOT / "codecheck.yml").read_text(encoding="utf-8")
    assert re.search("^---$", text, re.MULTILINE)
    files = {item["file"] for item in yaml.safe_load(text)["manifest"]}
    assert {f"results/reports/{study}.pdf" for study in ("adc", "blimp", "thesis")} < files


def test_what_only_the_owner_knows_is_listed_and_not_invented():
    listed = (ROOT / "RELEASING.md").read_text(encoding="utf-8")
    for key in ("repository-code", "doi"):
        assert key not in CITATION or CITATION[key].startswith(("https://", "10."))
        assert f"`{key}:`" in listed


def test_badges_are_true():
    badges = dict(re.findall(r"img\.shields\.io/badge/(\w+)-([\w.]+)-blue", README))
    versions = ON_GITHUB["linux"]["strategy"]["matrix"]["python"]
    snakemake = re.search(r'min_version\("(\S+)"\)', (ROOT / "Snakefile").read_text(encoding="utf-8"))[1]
    assert badges == {
        "python": f"{versions[0]}_to_{versions[-1]}",
        "licence": PROJECT["license"],
        "snakemake": f"{snakemake}_or_newer",
    }


def test_the_page_of_claims_is_that_of_the_printed_numbers():
    """If this fails, run `make docs`."""
    assert (ROOT / "docs/reproduce.md").read_text(encoding="utf-8") == REPRODUCE.page()


def test_each_printed_number_has_one_verdict():
    verdicts = REPRODUCE.read(ROOT / "docs/verdicts.csv")
    for study in {claim["study"] for claim in REPRODUCE.read(ROOT / "docs/reproduce.csv")}:
        numbers = [int(row["numbers"]) for row in verdicts if row["study"] == study]
        assert sum(numbers) == len(REPRODUCE.printed(study)), study


THESIS = """prints {all} numbers and statements about numbers. Of these, {reproduced} come out as printed, and
{differs} do not. {definition} are definitions or choices. The data for {not found} were not found, and
{file not fetched} need a file that is not fetched by default."""
PBC = """print {of the paper} numbers and statements about numbers, and we add {checks} checks. Of these {all},
{reproduced} come out as printed, {as published only} only with the published computation, and {consistent} agree with
other printed numbers. {differs} do not come out; {differs by our reading} more do not by our reading of a statement
without a number. {definition} are definitions or choices. The data for {not found} were not found, and
{not recomputable} cannot be recomputed."""
BLIMP = """prints {of the paper} numbers and statements about numbers, and its corrected PDF prints {of the PDF}. Of
these {all}, {reproduced} come out as printed, {journal only} only with the journal's data, and {corrected only} only
with the corrected data. {differs} do not come out; {differs by our reading} more do not by our reading of a statement
without a number. {definition} are definitions or choices. The data for {not found} were not found, {file not fetched}
need a file that is not fetched by default, and {not recomputable} cannot be recomputed."""


@pytest.mark.parametrize(("study", "sentences"), [("thesis", THESIS), ("pbc", PBC), ("blimp", BLIMP)])
def test_the_page_on_papers_has_the_number_of_each_verdict(study, sentences):
    rows = [row for row in REPRODUCE.read(ROOT / "docs/verdicts.csv") if row["study"] == study]
    assert all(f"{{{row['verdict']}}}" in sentences for row in rows)
    printed = REPRODUCE.printed(study)
    checks = sum(row["kind"] == "check" for row in printed)
    of_pdf = sum(row["place"].endswith("(corrected PDF)") for row in printed)
    numbers = {row["verdict"]: row["numbers"] for row in rows} | {"all": len(printed), "checks": checks}
    numbers |= {"of the paper": len(printed) - checks - of_pdf, "of the PDF": of_pdf}
    page = " ".join((ROOT / "docs/papers.md").read_text(encoding="utf-8").split())
    assert " ".join(sentences.format(**numbers).split()) in page


def test_each_claim_has_a_test_and_a_printed_number():
    for claim in REPRODUCE.read(ROOT / "docs/reproduce.csv"):
        path, name = claim["test"].split("::")
        assert f"\ndef {name}(" in (ROOT / path).read_text(encoding="utf-8"), claim
        assert REPRODUCE.expected(claim)
        assert claim["study"] in [folder.parent.name for folder in (ROOT / "paper").glob("*/study.yaml")]
