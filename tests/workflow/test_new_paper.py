"""A study of one's own: the template is copied, edited and run, and its report has printed numbers with verdicts."""

import re
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pypdf
import pytest

from helpers import ROOT, error_lines, planned_jobs, replace_in, run_workflow, snakemake

EXAMPLE = "paper/template"


def new_paper(checkout: Path, name: str, papers: str = "my-papers") -> subprocess.CompletedProcess:
    command = [sys.executable, "workflow/new_paper.py", f"NAME={name}", f"PAPERS={papers}"]
    return subprocess.run(command, cwd=checkout, capture_output=True, text=True)


def test_the_template_is_short(checkout):
    files = [path for path in (checkout / EXAMPLE).rglob("*") if path.suffix in (".yaml", ".csv")]
    written = [path for path in files if path.name not in ("pairs.csv", "scores.csv")]  # which are the paper's data
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in written) <= 40


def test_a_copied_and_edited_study_has_a_report_with_verdicts(checkout):
    said = new_paper(checkout, "islands-2031").stdout
    assert said.endswith("Then type: make paper PAPERS=my-papers\n")
    study = checkout / "my-papers/islands-2031"
    replace_in(study / "study.yaml", "title: Islands-2031 sentences, recomputed", "title: A study of islands")
    replace_in(study / "printed/table-1.csv", "0.67", "0.75")
    without = "Section 3,kappa of the raters,0.71,result,,,no single answers were released\n"
    replace_in(study / "printed/table-1.csv", "Table 1,model: right pairs,", f"{without}Table 1,model: right pairs,")
    run = snakemake(checkout, "--directory", "my-papers")
    assert run.returncode == 0, run.stdout
    results = checkout / "my-papers/results"
    table = pd.read_csv(results / "tables/islands-2031/reproduction.csv", dtype=str).set_index("item")
    assert table["verdict"].to_dict() == {
        "pairs": "reproduced",
        "kappa of the raters": "not recomputable",
        "model: right pairs": "differs",  # 8 of 12
        "model: right pairs of reflexives (%)": "reproduced",
        "model: correlation with ratings": "differs",
    }
    pdf = results / "reports/islands-2031.pdf"
    text = "\n".join(page.extract_text() for page in pypdf.PdfReader(pdf).pages)
    assert text.index("A study of islands") < text.index("The paper prints 5 numbers")
    assert "2 differ, and all others are reproduced" in " ".join(text.split())
    assert "Section 3, kappa of the raters: no single answers were released" in " ".join(text.split())
    assert "Table 1. Share of the 12 rated pairs" in text and "Figure 1. Share of minimal pairs" in text
    assert "Simulated data" in text and ".pdf has all other results" not in text


def test_all_mistakes_in_printed_numbers_are_reported_before_any_job(checkout):
    assert new_paper(checkout, "garden").returncode == 0
    table = checkout / "my-papers/garden/printed/table-1.csv"
    replace_in(table, "0.67,result,share,", "67%,result,share,")
    table.with_name("table-2.csv").write_text(
        "place,item,printed,kind,quantity,argument,note\n"
        "Table 2,pairs,12,results,count,pairs,\n"
        "Table 2,right pairs,0.67,result,share,garden-model/log_prob,\n"
    )
    run = snakemake(checkout, "--directory", "my-papers", "--dry-run")
    assert run.returncode != 0
    assert run.stdout.partition("error: ")[2].splitlines() == [
        "garden/printed/table-2.csv, row 2 (place 'Table 2'): kind 'results' must be result or reading or definition "
        "or check",
        "garden/printed/table-1.csv, row 3 (Table 1, model: right pairs): '67%' is not a number (60), a bound (<0.05), "
        "yes or no; correct it",
        "garden/printed/table-2.csv, row 3 (Table 2, right pairs): the quantity 'share' cannot use the argument "
        "'garden-model/log_prob': missing a required argument: 'criterion'",
    ]


@pytest.mark.parametrize("text", ["def share(\n", "from acceptability import nothing\n"])
def test_quantities_that_cannot_be_imported_are_one_line(checkout, text):
    assert new_paper(checkout, "garden").returncode == 0
    (checkout / "my-papers/garden/study.py").write_text("METRICS = {}\n\n\ndef reads(study):\n    return {}\n")
    (checkout / "my-papers/garden/quantities.py").write_text(text)
    run = snakemake(checkout, "--directory", "my-papers", "--dry-run")
    (line,) = error_lines(run)
    assert run.returncode and line.startswith("error: garden/quantities.py: cannot be imported (")


def test_a_name_that_is_taken_or_wrong_is_refused(checkout):
    assert new_paper(checkout, "garden").returncode == 0
    assert "already exists; choose another NAME" in new_paper(checkout, "garden").stderr
    assert "lower-case letters, digits and hyphens" in new_paper(checkout, "Garden path").stderr
    assert "the project has a publication of this name" in new_paper(checkout, "islands").stderr


def test_a_folder_with_a_space_is_quoted_in_the_command_to_type(checkout):
    assert new_paper(checkout, "garden", "my papers").stdout.endswith("Then type: make paper 'PAPERS=my papers'\n")


def test_make_passes_only_the_name_and_the_folder_of_the_studies():
    words = ["NAME=garden", "PAPERS=my papers", "LOCKED=yes", "MIRROR=mirror"]
    command = ["make", "--dry-run", "--no-print-directory", "-o", ".venv/installed", "new-paper", *words]
    printed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert printed.splitlines()[-1].endswith(" workflow/new_paper.py 'NAME=garden' 'PAPERS=my papers'")


def test_a_second_study_is_planned_with_the_lines_that_are_printed(checkout):
    assert "config.yaml" not in new_paper(checkout, "garden").stdout
    _, change, studies, add, scores, _ = new_paper(checkout, "rivers").stdout.splitlines()
    assert (change, add) == ("In my-papers/config.yaml, change the line studies to:", "Add to the section scores:")
    config = checkout / "my-papers/config.yaml"
    replace_in(config, "studies: [garden]", studies)
    config.write_text(config.read_text(encoding="utf-8") + f"{scores}\n", encoding="utf-8")
    jobs = planned_jobs(checkout, "--directory", "my-papers")
    assert {("compile_report", f"report={study}") for study in ("garden", "rivers")} <= jobs
    systems = {"dataset=garden-pairs, system=garden-model", "dataset=rivers-pairs, system=rivers-model"}
    assert {wildcards for rule, wildcards in jobs if rule == "import_scores"} == systems


def test_the_computations_of_the_page_are_run(checkout):
    """The files and the printed number are in docs/publications.md."""
    page = (ROOT / "docs/publications.md").read_text(encoding="utf-8").partition("### Your own computations")[2]
    files = dict(re.findall(r"`(my-papers/garden/\w+\.py)`:\n\n```python\n(.*?)```", page, re.DOTALL))
    assert sum(len(text.splitlines()) for text in files.values()) <= 25
    assert new_paper(checkout, "garden").returncode == 0
    for name, text in files.items():
        (checkout / name).write_text(text, encoding="utf-8")
    printed = checkout / "my-papers/garden/printed/table-1.csv"
    row, item, number = re.search(r"`(Section 3,(deltas.*?),(\d+),result,large_deltas,.*?)`", page).groups()
    printed.write_text(f"{printed.read_text(encoding='utf-8')}{row}\n", encoding="utf-8")
    tables = [f"results/tables/garden/{name}.csv" for name in ("reproduction", "misses")]
    run_workflow(checkout, "--directory", "my-papers", "--", *tables)
    reproduction, misses = (pd.read_csv(checkout / "my-papers" / path, dtype=str) for path in tables)
    assert reproduction["verdict"].tolist() == ["reproduced"] * 3 + ["differs", "reproduced"]
    scores = pd.read_csv(checkout / "my-papers/garden/scores.csv")["log_prob"].to_numpy()
    deltas = (scores[::2] - scores[1::2]) / scores.std()
    assert (deltas >= 0.3).sum() == int(number) == int(reproduction.set_index("item")["corrected"][item])
    assert len(misses) == (deltas <= 0).sum() == 4


def test_a_folder_without_a_configuration_is_refused(checkout):
    (checkout / "empty").mkdir()
    run = snakemake(checkout, "--directory", "empty", "--dry-run")
    assert run.returncode != 0 and "empty: has no config.yaml; write one" in error_lines(run)[0]
