"""What runs again after an edit: what depends on it, and nothing else."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from helpers import planned_jobs, replaced

Jobs = set[tuple[str, str]]

PACKAGE = "workflow/scripts/acceptability"
CLASSIFIER = {"finetune_classifier", "select_restart", "judge_restart", "gather_restarts", "score_classifier"}
EARLY = CLASSIFIER | {"build_kenlm", "prepare_dataset", "read_corpus", "train_ngram", "score_ngram", "train_masked"}
EARLY |= {"score_model", "gather_tokens", "measure_sentences", "import_published", "import_restarts"}
TABLES = "make_tables_of_dataset_{}".format
TOY, LABELS = TABLES("toy_simulated"), TABLES("toy_labels_simulated")
LOOKED_AT = {"draw_figure", TOY, LABELS, "build_explorer", "compile_report"}
PROVENANCE = ("record_provenance", "")  # it has a checksum of the configuration and its studies
REPORTS = {("compile_report", f"report=toy-simulated{part}") for part in ("", "-details")}
BESIDE_SCATTER = ("correlations", "sentence_correlations", "linking_functions")  # figures in the same file
SKETCH = ("compile_report", "report=sketch")
SKETCHED = ("make_tables_of_study_sketch", "")


def rules(jobs: Jobs) -> set[str]:
    return {rule for rule, _ in jobs}


def wildcards(jobs: Jobs, rule: str) -> set[str]:
    """Wildcards of a rule's jobs."""
    return {found for name, found in jobs if name == rule}


def names(jobs: Jobs, rule: str) -> set[str]:
    """``owner/name`` of the figures or tables among the jobs."""
    pairs = (dict(part.split("=") for part in found.split(", ")) for found in wildcards(jobs, rule))
    return {f"{pair['owner']}/{pair['name']}" for pair in pairs}


def editing(folder: Path) -> Callable[..., Jobs]:
    """A function that edits files of a finished checkout, plans a run, and takes the edit back."""
    assert planned_jobs(folder) == set()

    def planned_after(*names: str, old: str = "", new: str = "\n# edited\n") -> Jobs:
        before = {folder / name: (folder / name).read_text(encoding="utf-8") for name in names}
        for path, text in before.items():
            assert old in text
            path.write_text(replaced(text, old, new, 1) if old else text + new, encoding="utf-8")
        try:
            return planned_jobs(folder)
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
    shutil.copytree(extended, folder, symlinks=True)
    return editing(folder)


@pytest.fixture
def drawn(demo) -> set[str]:
    """All figures of the demo, as ``owner/name``."""
    figures = demo / "results/figures"
    names = {str(path.relative_to(figures).with_suffix("")) for path in figures.rglob("*.pdf")}
    return {name for name in names if not name.endswith("-column")}


def test_a_label_is_drawn_and_tabulated_and_nothing_else(edit):
    of_system = edit("config.yaml", old="label: Toy trigram", new="label: My trigram")
    assert rules(of_system) == LOOKED_AT | {"record_provenance"}
    figures = names(of_system, "draw_figure")
    assert {"toy-simulated/criteria", "toy-simulated/phenomena", "toy-simulated/pairs"} < figures
    assert not {"toy-bert-simulated/losses", "toy-simulated/ceiling", "toy-simulated/stability"} & figures
    of_dataset = edit("config.yaml", old="label: Toy language", new="label: My language")
    assert rules(of_dataset) == LOOKED_AT - {"draw_figure", LABELS} | {"record_provenance"}


def test_a_colour_is_drawn_and_nothing_else(edit):
    jobs = edit("config.yaml", old="label: Toy trigram\n", new='label: Toy trigram\n    colour: "#123456"\n')
    # Declared colours leave the palette, so those of the systems after it move.
    assert names(jobs, "draw_figure") == {
        *(f"toy-simulated/{name}" for name in ("adc_curves", "specifications", "people", "stability")),
        *(f"toy-labels-simulated/{name}" for name in ("restarts", "major_features", "expected_maximum")),
        *(f"toy-labels-simulated/{name}" for name in ("learning_curve", "source_splits", "left_out_sources")),
    }
    assert {job for job in jobs if job[0] != "draw_figure"} == {*REPORTS, PROVENANCE}


def test_a_threshold_changes_what_is_evaluated_and_no_score(edit):
    jobs = edit("config.yaml", old="thresholds: [0.5, 1, 5]", new="thresholds: [0.5, 1]")
    assert {"evaluate_criteria", "compare_systems"} | LOOKED_AT - {LABELS} <= rules(jobs)
    assert not (EARLY | {"compute_deltas", "correlate_systems"}) & rules(jobs)


def test_a_module_of_figures_or_tables_makes_what_is_its_own(edit):
    jobs = edit(
        *(f"{PACKAGE}/{name}.py" for name in ("analyses/criteria/figure", "figures/scatter", "analyses/ceiling/table"))
    )
    drawn = {("draw_figure", f"owner=toy-simulated, name={name}") for name in ("criteria", "sentences", "pairs")}
    drawn |= {("draw_figure", f"owner=toy-simulated, name={name}") for name in BESIDE_SCATTER}
    assert jobs == drawn | {(TOY, "")} | REPORTS


def test_a_caption_makes_what_it_is_about(edit):
    name = f"{PACKAGE}/analyses/criteria/manifest.py"
    jobs = edit(name, old="Share of minimal pairs that meet each criterion, a tie", new="Pairs that meet each, a tie")
    assert ("draw_figure", "owner=toy-simulated, name=criteria") in jobs and (
        "evaluate_criteria",
        "dataset=toy-simulated",
    ) in jobs
    assert not {"compute_deltas", "evaluate_ceiling"} & rules(jobs)


def test_the_style_draws_all_figures_and_the_look_of_tables_makes_all_tables(edit, drawn):
    jobs = edit(f"{PACKAGE}/figures/style.mplstyle", f"{PACKAGE}/tables/text.py")
    assert names(jobs, "draw_figure") == drawn
    assert rules(jobs) == {"draw_figure", TOY, LABELS, "compile_report"}


@pytest.mark.parametrize("name", ["report.typ", "page.typ"])
def test_prose_compiles_the_report(edit, name):
    assert edit(f"paper/{name}", new="\n// edited\n") == REPORTS


def test_plumbing_prepares_trains_and_scores_nothing(edit):
    plumbing = ("contracts/io", "contracts/columns", "contracts/deltas", "contracts/data", "errors", "adapter")
    found = rules(edit(*(f"{PACKAGE}/{name}.py" for name in plumbing)))
    assert {"compute_deltas", "evaluate_criteria", "draw_figure", TOY} <= found
    assert found & EARLY == set()


@pytest.mark.parametrize("name", ["options", "statistics/criteria"])
def test_criteria_and_their_options_are_late(edit, name):
    jobs = edit(f"{PACKAGE}/{name}.py")
    assert {"compute_deltas", "evaluate_criteria", "build_explorer", "compile_report"} <= rules(jobs)
    assert TOY in rules(jobs) and "toy-simulated/criteria" in names(jobs, "draw_figure")
    assert rules(jobs) & EARLY == set()


def test_an_analysis_reruns_what_it_computes(edit):
    statistics = edit(f"{PACKAGE}/statistics/correlation.py")
    assert {"correlate_systems", "compile_report"} <= rules(statistics)
    assert "toy-simulated/correlations" in names(statistics, "draw_figure")
    assert not {"compute_deltas", "evaluate_criteria"} & rules(statistics)
    assert not {"toy-simulated/criteria", "toy-bert-simulated/losses"} & names(statistics, "draw_figure")
    assert rules(statistics) & EARLY == set()
    ceiling = edit(f"{PACKAGE}/analyses/ceiling/compute.py")
    assert {"evaluate_ceiling", "compile_report"} <= rules(ceiling)
    assert TOY in rules(ceiling)
    assert rules(ceiling) & EARLY == set()
    assert rules(edit(f"{PACKAGE}/statistics/restarts.py")) & EARLY == set()


@pytest.mark.parametrize(
    ("name", "early"),
    [
        ("scoring/measures", {"measure_sentences", "score_classifier"}),
        ("kinds/ngram/ngrams", {"train_ngram", "score_ngram", "measure_sentences"}),
        ("kinds/masked/log_probs", {"score_model", "gather_tokens", "measure_sentences"}),
        ("scoring/loop", {"train_masked", "score_model", "gather_tokens", "measure_sentences", *CLASSIFIER}),
        ("kinds/classifier/training", CLASSIFIER),
    ],
)
def test_scoring_reruns_what_it_computes_and_all_later_stages(edit, name, early):
    found = rules(edit(f"{PACKAGE}/{name}.py"))
    assert found & EARLY == early
    assert {"compute_deltas", "evaluate_criteria", *LOOKED_AT} <= found


def test_a_reader_prepares_its_own_dataset(edit):
    jobs = edit(f"{PACKAGE}/datasets/toy_labels/reader.py")
    assert ("prepare_dataset", "dataset=toy-labels-simulated") in jobs
    assert ("prepare_dataset", "dataset=toy-simulated") not in jobs
    both = edit(f"{PACKAGE}/datasets/toy/language.py")
    assert {f"dataset=toy{kind}-simulated" for kind in ("", "-labels")} == wildcards(both, "prepare_dataset")
    assert ("read_corpus", "corpus=toy-simulated") in both
    others = (f"{PACKAGE}/datasets/{name}/reader.py" for name in ("cola", "li_adger"))
    assert edit(*others) == set()  # nothing here reads them


def test_what_a_manifest_says_reruns_what_it_changes(edit):
    """An edit that changes nothing it says reruns nothing: rules, not jobs, read it."""
    name = f"{PACKAGE}/datasets/toy/manifest.py"
    assert edit(name) == set()
    assert edit(name, old="The toy language is a small grammar.", new="It is a grammar.") == REPORTS


def test_a_claim_or_a_printed_number_checks_the_study(edit_study):
    claim = edit_study(
        "paper/sketch/claims.csv",
        old="reaches,sketch-published/log_prob 0.1",
        new="reaches,sketch-published/log_prob 0.2",
    )
    shown = {("draw_figure", "owner=sketch, name=claims"), SKETCHED}
    assert claim == {("check_claims", "study=sketch"), *shown, SKETCH}
    printed = edit_study("paper/sketch/printed/table-1.csv", old="BLiMP,6", new="BLiMP,5")
    assert printed == {("check_printed", "study=sketch"), SKETCHED, SKETCH}


def test_a_studys_quantities_check_its_numbers_and_its_tables_are_made_again(edit_study):
    quantities = edit_study(f"{PACKAGE}/studies/sketch/quantities.py")
    assert quantities == {("check_printed", "study=sketch"), SKETCHED, SKETCH}
    made = edit_study(f"{PACKAGE}/studies/sketch/tables.py")
    assert made == {SKETCHED, SKETCH}
    assert edit_study(f"{PACKAGE}/studies/sketch/manifest.py") == set()


def test_a_published_systems_label_and_colour_import_nothing_again(edit_study):
    label = edit_study("paper/sketch/study.yaml", old="label: Sketched model", new="label: Drawn model")
    tables = {TABLES("doodles"), "make_tables_of_study_sketch"}
    assert rules(label) - tables == {"draw_figure", "build_explorer", "compile_report", "record_provenance"}
    colour = edit_study("paper/sketch/study.yaml", old="#117733", new="#123456")
    assert rules(colour) == {"draw_figure", "compile_report", "record_provenance"}
    title = edit_study("paper/sketch/study.yaml", old="title: A sketch", new="title: The sketch")
    assert title == {PROVENANCE, SKETCH}
    assert edit_study("paper/sketch/report.typ", new="\n// edited\n") == {SKETCH}
