"""What runs again after an edit: what depends on it, and nothing else."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from helpers import planned_jobs, replaced

PACKAGE = "src/acceptability"
CLASSIFIER = {"finetune_classifier", "select_restart", "judge_restart", "gather_restarts", "score_classifier"}
EARLY = CLASSIFIER | {"build_kenlm", "prepare_dataset", "read_corpus", "train_ngram", "score_ngram", "train_masked"}
EARLY |= {"score_model", "gather_tokens", "import_published", "import_restarts"}
PAIRS, LABELS = "toy-simulated", "toy-labels-simulated"
FIRST, REST = "evaluate_{}".format, "detail_{}".format
OF_PAIRS, OF_LABELS = ({f"{rule}_toy{kind}_simulated" for rule in ("evaluate", "detail")} for kind in ("", "_labels"))
SHOWN = {"build_explorer", "compile_report"}
PROVENANCE = ("record_provenance", "")  # it has a checksum of the configuration and its studies
REPORTS = {("compile_report", f"report=toy-simulated{part}") for part in ("", "-details")}
BESIDE_SCATTER = ("correlations", "sentence_correlations", "linking_functions")  # figures in the same file
SKETCH = ("compile_report", "report=sketch")
OF_SKETCH = {PROVENANCE, SKETCH}  # provenance has a checksum of each folder of publications, and the report shows it
SKETCHED = ("make_tables_of_study_sketch", "")
LIST_STEPS = """
import json
from pathlib import Path
from acceptability import papers
from acceptability.reading import load
from acceptability.plan import build, evaluating, schema
from acceptability.plan.paths import expanded
config = expanded(load.read_yaml("config.yaml"))
papers.add(config.get("papers", []))
jobs = evaluating.jobs(build.plan_of(config, papers.folders(), schema.read_schemas(Path("workflow/schemas"))))
print(json.dumps({f"{job.dataset}/{step.name}": repr(step) for job in jobs for step in job.steps}))
"""


@dataclass
class Planned:
    """Holds the ``jobs`` (rule, wildcards) that run after an edit, and the ``steps`` that it changes, as
    ``dataset/step``. Steps after these run if what they read changes.
    """

    jobs: set[tuple[str, str]]
    steps: set[str]

    @property
    def rules(self) -> set[str]:
        """Return the names of the rules."""
        return {rule for rule, _ in self.jobs}

    def wildcards(self, rule: str) -> set[str]:
        """Return the wildcards of a rule's jobs."""
        return {given for name, given in self.jobs if name == rule}

    def of(self, dataset: str) -> set[str]:
        """Return the names of the steps of a dataset."""
        return {step.removeprefix(f"{dataset}/") for step in self.steps if step.startswith(f"{dataset}/")}


def listed_steps(folder: Path) -> dict[str, str]:
    """Return all that decides what a step does, but for the contents of what it reads, by ``dataset/step``."""
    surroundings = {**os.environ, "PYTHONPATH": str(folder / "src")}
    command = [sys.executable, "-c", LIST_STEPS]
    run = subprocess.run(command, cwd=folder, env=surroundings, capture_output=True, text=True, check=True)
    return json.loads(run.stdout)


def editing(folder: Path) -> Callable[..., Planned]:
    """Return a function that edits files of a finished checkout, plans a run, and takes the edit back."""
    assert planned_jobs(folder) == set()
    unedited = listed_steps(folder)

    def planned_after(*names: str, old: str = "", new: str = "\n# edited\n") -> Planned:
        before = {folder / name: (folder / name).read_text(encoding="utf-8") for name in names}
        for path, text in before.items():
            assert old in text
            path.write_text(replaced(text, old, new, 1) if old else text + new, encoding="utf-8")
        try:
            edited = listed_steps(folder)
            return Planned(planned_jobs(folder), {name for name in edited if edited[name] != unedited.get(name)})
        finally:
            for path, text in before.items():
                path.write_text(text, encoding="utf-8")

    return planned_after


@pytest.fixture(scope="module")
def edit(demo, tmp_path_factory):
    folder = tmp_path_factory.mktemp("edited") / "demo"
    shutil.copytree(demo, folder, symlinks=True)
    return editing(folder)


@pytest.fixture(scope="module")
def edit_study(extended, tmp_path_factory):
    folder = tmp_path_factory.mktemp("edited") / "study"
    shutil.copytree(extended.parent, folder, symlinks=True)
    return editing(folder / extended.name)


def test_a_label_is_drawn_and_tabulated_and_nothing_else(edit):
    of_system = edit("config.yaml", old="label: Toy trigram", new="label: My trigram")
    assert of_system.rules == OF_PAIRS | OF_LABELS | SHOWN | {"record_provenance"}
    signatures = {f"{dataset}/signature" for dataset in (PAIRS, LABELS)}  # which name systems by their labels
    sentences = {f"{PAIRS}/headlines"}  # for a paper, which name rows by their labels
    assert all(step.split("/")[1] in ("figures", "tables") for step in of_system.steps - signatures - sentences)
    assert {"figures/criteria", "figures/phenomena", "figures/pairs", "tables/criteria"} < of_system.of(PAIRS)
    assert not {"figures/ceiling", "figures/stability"} & of_system.of(PAIRS)
    of_dataset = edit("config.yaml", old="label: Toy language", new="label: My language")
    assert of_dataset.rules == OF_PAIRS | SHOWN | {"record_provenance"}
    assert of_dataset.of(LABELS) == set()
    assert all(step.startswith("tables/") for step in of_dataset.of(PAIRS) - {"signature"})


def test_a_colour_is_drawn_and_nothing_else(edit):
    made = edit("config.yaml", old="label: Toy trigram\n", new='label: Toy trigram\n    colour: "#123456"\n')
    # Declared colours leave the palette, so those of the systems after it move.
    assert made.steps == {
        *(f"{PAIRS}/figures/{name}" for name in ("adc_curves", "specifications", "people", "stability")),
        *(f"{LABELS}/figures/{name}" for name in ("restarts", "major_features", "expected_maximum")),
        *(f"{LABELS}/figures/{name}" for name in ("learning_curve", "source_splits", "left_out_sources")),
    }
    assert made.jobs == {*REPORTS, PROVENANCE, *((REST(f"toy{kind}_simulated"), "") for kind in ("", "_labels"))}


def test_a_threshold_changes_what_is_evaluated_and_no_score(edit):
    made = edit("config.yaml", old="thresholds: [0.5, 1, 5]", new="thresholds: [0.5, 1]")
    assert {"criteria", "differences", "figures/adc_curves"} < made.of(PAIRS)
    assert not [step for step in made.of(PAIRS) if step.startswith(("scores", "deltas", "correlations"))]
    assert made.rules == OF_PAIRS | SHOWN | {"record_provenance"}


def test_a_module_of_figures_or_tables_makes_what_is_its_own(edit):
    made = edit(
        *(f"{PACKAGE}/analyses/{name}.py" for name in ("criteria/figure", "correlations/figure", "ceiling/table"))
    )
    drawn = {f"figures/{name}" for name in ("criteria", "sentences", "pairs", *BESIDE_SCATTER)}
    assert made.of(PAIRS) == drawn | {"tables/ceiling", "tables/human_error"} and made.of(LABELS) == set()
    assert made.rules == OF_PAIRS | SHOWN


def test_a_caption_makes_what_it_is_about(edit):
    name = f"{PACKAGE}/analyses/criteria/manifest.py"
    made = edit(name, old="Open circles: baselines", new="Circles: baselines")
    steps = ("criteria", "figures/criteria", "tables/criteria", "tables/first_page")
    assert made.steps == {f"{PAIRS}/{step}" for step in steps}


def test_the_style_draws_all_figures_and_the_look_of_tables_makes_all_tables(edit, demo):
    made = edit(f"{PACKAGE}/figures/style.mplstyle", f"{PACKAGE}/tables/text.py")
    assert made.rules == OF_PAIRS | OF_LABELS | SHOWN | {"draw_figure"}  # draw_figure: those of models and studies
    for dataset in (PAIRS, LABELS):
        shown = {f"{kind}/{path.stem}" for kind, end in (("figures", "pdf"), ("tables", "tex"))
                 for path in (demo / f"results/{kind}/{dataset}").glob(f"*.{end}") if "-" not in path.stem}  # fmt: skip
        assert shown <= made.of(dataset)
        assert all(step.startswith(("figures/", "tables/")) for step in made.of(dataset))


@pytest.mark.parametrize("name", ["report.typ", "page.typ"])
def test_prose_compiles_the_report(edit, name):
    assert edit(f"paper/{name}", new="\n// edited\n").jobs == REPORTS


def test_plumbing_prepares_trains_and_scores_nothing(edit):
    plumbing = ("contracts/io", "contracts/columns", "contracts/deltas", "contracts/data", "errors", "adapter")
    made = edit(*(f"{PACKAGE}/{name}.py" for name in plumbing))
    assert OF_PAIRS | OF_LABELS | {"draw_figure"} <= made.rules
    assert {"deltas/toy-bert-simulated", "criteria", "tables/criteria"} < made.of(PAIRS)
    assert made.rules & EARLY == set()


@pytest.mark.parametrize("name", ["options", "statistics/criteria"])
def test_criteria_and_their_options_are_late(edit, name):
    made = edit(f"{PACKAGE}/{name}.py")
    assert made.rules >= OF_PAIRS | SHOWN
    assert {"deltas/toy-bert-simulated", "criteria"} < made.of(PAIRS)
    assert made.rules & EARLY == set()


def test_an_analysis_reruns_what_it_computes(edit):
    statistics = edit(f"{PACKAGE}/statistics/correlation.py")
    assert {"correlations/pairs", "correlations/sentences"} < statistics.of(PAIRS)
    assert not {"criteria", "figures/criteria", "deltas/toy-bert-simulated"} & statistics.of(PAIRS)
    ceiling = edit(f"{PACKAGE}/analyses/ceiling/compute.py")
    assert ceiling.steps == {f"{PAIRS}/ceiling"}
    for made in (statistics, ceiling, edit(f"{PACKAGE}/statistics/restarts.py")):
        assert made.rules & EARLY == set() and made.rules >= OF_PAIRS | SHOWN


@pytest.mark.parametrize(
    ("name", "early", "measured"),
    [
        ("scoring/measures", {"score_classifier"}, True),
        ("kinds/ngram/ngrams", {"train_ngram", "score_ngram"}, False),
        ("kinds/masked/log_probs", {"score_model", "gather_tokens"}, False),
        ("scoring/loop", {"train_masked", "score_model", "gather_tokens", *CLASSIFIER}, False),
        ("kinds/classifier/training", CLASSIFIER, False),
    ],
)
def test_scoring_reruns_what_it_computes_and_all_later_stages(edit, name, early, measured):
    made = edit(f"{PACKAGE}/{name}.py")
    assert made.rules & EARLY == early
    assert ("scores/toy-bert-simulated" in made.of(PAIRS)) == measured
    assert made.rules >= OF_PAIRS | SHOWN


def test_a_reader_prepares_its_own_dataset(edit):
    made = edit("paper/toy/toy_labels/reader.py")
    assert made.wildcards("prepare_dataset") == {f"dataset={LABELS}"}
    both = edit("paper/toy/language.py")
    assert both.wildcards("prepare_dataset") == {f"dataset={PAIRS}", f"dataset={LABELS}"}
    assert ("read_corpus", "corpus=toy-simulated") in both.jobs
    others = (f"paper/{name}/reader.py" for name in ("cola/cola", "adc/li_adger"))
    assert edit(*others).jobs == set()  # nothing here reads them


def test_what_a_manifest_says_reruns_what_it_changes(edit):
    """An edit that changes nothing it says reruns nothing: rules, not jobs, read it."""
    name = "paper/toy/manifest.py"
    assert edit(name).jobs == set()
    assert edit(name, old="The toy language is a small grammar.", new="It is a grammar.").jobs == REPORTS


def test_a_claim_or_a_printed_number_checks_the_study(edit_study):
    claim = edit_study(
        "../papers/sketch/claims.csv",
        old="reaches,sketch-published/log_prob 0.1",
        new="reaches,sketch-published/log_prob 0.2",
    )
    shown = {("draw_figure", "owner=sketch, name=claims"), SKETCHED}
    assert claim.jobs == {("check_claims", "study=sketch"), *shown, *OF_SKETCH}
    printed = edit_study("../papers/sketch/printed/table-1.csv", old="BLiMP,6", new="BLiMP,5")
    assert printed.jobs == {("check_printed", "study=sketch"), SKETCHED, *OF_SKETCH}


def test_a_studys_quantities_check_its_numbers_and_its_tables_are_made_again(edit_study):
    quantities = edit_study("../papers/sketch/quantities.py")
    assert quantities.jobs == {("check_printed", "study=sketch"), SKETCHED, *OF_SKETCH}
    made = edit_study("../papers/sketch/tables.py")
    assert made.jobs == {SKETCHED, *OF_SKETCH}
    assert edit_study("../papers/sketch/study.py").jobs == OF_SKETCH


def test_a_published_systems_label_and_colour_import_nothing_again(edit_study):
    label = edit_study("../papers/sketch/study.yaml", old="label: Sketched model", new="label: Drawn model")
    doodles = {FIRST("doodles"), REST("doodles")}
    reads_deltas = {"check_printed"}  # they are made by the job that makes the tables
    assert label.rules == {SKETCHED[0], "record_provenance"} | doodles | reads_deltas | SHOWN
    colour = edit_study("../papers/sketch/study.yaml", old="#117733", new="#123456")
    assert colour.rules == {"compile_report", "record_provenance", REST("doodles")}
    title = edit_study("../papers/sketch/study.yaml", old="title: A sketch", new="title: The sketch")
    assert title.jobs == OF_SKETCH
    assert edit_study("../papers/sketch/report.typ", new="\n// edited\n").jobs == OF_SKETCH
