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
LOOKED_AT = {"draw_figure", "make_table", "build_explorer", "compile_report"}
PROVENANCE = ("record_provenance", "")  # it has a checksum of the configuration and its studies
REPORT = ("compile_report", "report=toy-simulated")
SKETCH = ("compile_report", "report=sketch")


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


@pytest.fixture
def tabulated(demo) -> set[str]:
    """All tables of the demo, as ``owner/name``."""
    tables = demo / "results/tables"
    return {str(path.relative_to(tables).with_suffix("")) for path in tables.rglob("*.csv")}


def test_a_label_is_drawn_and_tabulated_and_nothing_else(edit, tabulated):
    of_system = edit("config.yaml", old="label: Toy trigram", new="label: My trigram")
    assert rules(of_system) == LOOKED_AT | {"record_provenance"}
    figures = names(of_system, "draw_figure")
    assert {"toy-simulated/criteria", "toy-simulated/phenomena", "toy-simulated/pairs"} < figures
    assert not {"toy-bert-simulated/losses", "toy-simulated/ceiling", "toy-simulated/stability"} & figures
    tables = names(of_system, "make_table")
    assert {"toy-simulated/criteria", "toy-labels-simulated/classifiers"} < tables
    assert not {"toy-simulated/ceiling", "toy-simulated/stability", "toy-labels-simulated/selected"} & tables
    of_dataset = edit("config.yaml", old="label: Toy language", new="label: My language")
    assert rules(of_dataset) == LOOKED_AT - {"draw_figure"} | {"record_provenance"}
    assert names(of_dataset, "make_table") == {name for name in tabulated if name.startswith("toy-simulated/")}


def test_a_colour_is_drawn_and_nothing_else(edit):
    jobs = edit("config.yaml", old="label: Toy trigram\n", new='label: Toy trigram\n    colour: "#123456"\n')
    # Declared colours leave the palette, so those of the systems after it move.
    assert names(jobs, "draw_figure") == {
        *(f"toy-simulated/{name}" for name in ("adc_curves", "specifications", "people", "stability")),
        *(f"toy-labels-simulated/{name}" for name in ("restarts", "major_features", "expected_maximum")),
        *(f"toy-labels-simulated/{name}" for name in ("learning_curve", "source_splits", "left_out_sources")),
    }
    assert {job for job in jobs if job[0] != "draw_figure"} == {REPORT, PROVENANCE}


def test_a_threshold_changes_what_is_evaluated_and_no_score(edit):
    jobs = edit("config.yaml", old="thresholds: [0.5, 1, 5]", new="thresholds: [0.5, 1]")
    assert {"evaluate_criteria", "compare_systems"} | LOOKED_AT <= rules(jobs)
    assert not (EARLY | {"compute_deltas", "correlate_systems"}) & rules(jobs)


def test_a_module_of_figures_or_tables_makes_what_is_its_own(edit):
    jobs = edit(*(f"{PACKAGE}/{name}.py" for name in ("figures/criteria", "figures/scatter", "tables/ceiling")))
    drawn = {("draw_figure", f"owner=toy-simulated, name={name}") for name in ("criteria", "sentences", "pairs")}
    drawn |= {("draw_figure", "owner=toy-labels-simulated, name=calibration")}  # has panels like scatter's
    assert jobs == drawn | {("make_table", "owner=toy-simulated, name=ceiling"), REPORT}


def test_a_figures_row_draws_that_figure(edit):
    jobs = edit(f"{PACKAGE}/figures/registry.py", old="Share of minimal pairs that meet", new="Pairs that meet")
    assert jobs == {("draw_figure", "owner=toy-simulated, name=criteria"), REPORT}


def test_the_style_draws_all_figures_and_the_look_of_tables_makes_all_tables(edit, drawn, tabulated):
    jobs = edit(f"{PACKAGE}/figures/style.mplstyle", f"{PACKAGE}/tables/text.py")
    assert names(jobs, "draw_figure") == drawn
    assert names(jobs, "make_table") == tabulated
    assert rules(jobs) == {"draw_figure", "make_table", "compile_report"}


@pytest.mark.parametrize("name", ["report.typ", "page.typ"])
def test_prose_compiles_the_report(edit, name):
    assert edit(f"paper/{name}", new="\n// edited\n") == {REPORT}


def test_plumbing_prepares_trains_and_scores_nothing(edit):
    plumbing = ("contracts/io", "contracts/columns", "contracts/metrics", "contracts/data", "errors", "adapter")
    found = rules(edit(*(f"{PACKAGE}/{name}.py" for name in plumbing)))
    assert {"compute_deltas", "evaluate_criteria", "draw_figure", "make_table"} <= found
    assert found & EARLY == set()


@pytest.mark.parametrize("name", ["options", "analysis/criteria"])
def test_criteria_and_their_options_are_late(edit, name):
    jobs = edit(f"{PACKAGE}/{name}.py")
    assert {"compute_deltas", "evaluate_criteria", "build_explorer", "compile_report"} <= rules(jobs)
    assert "toy-simulated/criteria" in names(jobs, "draw_figure") & names(jobs, "make_table")
    assert rules(jobs) & EARLY == set()


def test_an_analysis_reruns_what_it_computes(edit):
    statistics = edit(f"{PACKAGE}/analysis/correlation.py")
    assert {"correlate_systems", "compile_report"} <= rules(statistics)
    assert "toy-simulated/correlations" in names(statistics, "draw_figure")
    assert not {"compute_deltas", "evaluate_criteria"} & rules(statistics)
    assert not {"toy-simulated/criteria", "toy-bert-simulated/losses"} & names(statistics, "draw_figure")
    assert rules(statistics) & EARLY == set()
    ceiling = edit(f"{PACKAGE}/analysis/ceiling.py")
    assert {"evaluate_ceiling", "compile_report"} <= rules(ceiling)
    assert names(ceiling, "make_table") >= {"toy-simulated/ceiling"}
    assert rules(ceiling) & EARLY == set()
    assert rules(edit(f"{PACKAGE}/analysis/restarts.py")) & EARLY == set()


@pytest.mark.parametrize(
    ("name", "early"),
    [
        ("measures", {"measure_sentences", "score_classifier"}),
        ("ngram", {"train_ngram", "score_ngram", "measure_sentences"}),
        ("masked", {"score_model", "gather_tokens", "measure_sentences"}),
        ("training", {"train_masked", "score_model", "gather_tokens", "measure_sentences", *CLASSIFIER}),
        ("classifier", CLASSIFIER),
    ],
)
def test_scoring_reruns_what_it_computes_and_all_later_stages(edit, name, early):
    found = rules(edit(f"{PACKAGE}/scoring/{name}.py"))
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
    assert edit(name, old="The toy language is a small grammar.", new="It is a grammar.") == {REPORT}


def test_a_claim_or_a_printed_number_checks_the_study(edit_study):
    claim = edit_study(
        "paper/sketch/claims.csv",
        old="reaches,sketch-published/log_prob 0.1",
        new="reaches,sketch-published/log_prob 0.2",
    )
    shown = {(rule, "owner=sketch, name=claims") for rule in ("make_table", "draw_figure")}
    assert claim == {("check_claims", "study=sketch"), *shown, SKETCH}
    printed = edit_study("paper/sketch/printed/table-1.csv", old="BLiMP,6", new="BLiMP,5")
    tables = {("make_table", f"owner=sketch, name={name}") for name in ("reproduction", "reproduction_summary")}
    assert printed == {("check_printed", "study=sketch"), *tables, SKETCH}


def test_a_studys_quantities_check_its_numbers_and_its_tables_are_made_again(edit_study):
    tables = {("make_table", f"owner=sketch, name={name}") for name in ("reproduction", "reproduction_summary")}
    assert edit_study(f"{PACKAGE}/studies/sketch/quantities.py") == {("check_printed", "study=sketch"), *tables, SKETCH}
    made = edit_study(f"{PACKAGE}/studies/sketch/tables.py")
    assert made == {("make_table", "owner=sketch, name=table-1"), SKETCH}
    assert edit_study(f"{PACKAGE}/studies/sketch/manifest.py") == set()


def test_a_published_systems_label_and_colour_import_nothing_again(edit_study):
    label = edit_study("paper/sketch/study.yaml", old="label: Sketched model", new="label: Drawn model")
    assert rules(label) == LOOKED_AT | {"record_provenance"}
    colour = edit_study("paper/sketch/study.yaml", old="#117733", new="#123456")
    assert rules(colour) == {"draw_figure", "compile_report", "record_provenance"}
    title = edit_study("paper/sketch/study.yaml", old="title: A sketch", new="title: The sketch")
    assert title == {PROVENANCE, SKETCH}
    assert edit_study("paper/sketch/report.typ", new="\n// edited\n") == {SKETCH}
