"""A study of one's own: the template is copied, edited and run, and its report has printed numbers with verdicts."""

import subprocess
import sys
from pathlib import Path

import pandas as pd
import pypdf
import pytest

from helpers import error_lines, replace_in, snakemake

EXAMPLE = "paper/template"


def new_paper(checkout: Path, name: str) -> subprocess.CompletedProcess:
    command = [sys.executable, "workflow/new_paper.py", f"NAME={name}", "PAPERS=my-papers"]
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
    assert "Add islands to studies and scores in my-papers/config.yaml" in new_paper(checkout, "islands").stdout


def test_a_folder_without_a_configuration_is_refused(checkout):
    (checkout / "empty").mkdir()
    run = snakemake(checkout, "--directory", "empty", "--dry-run")
    assert run.returncode != 0 and "empty: has no config.yaml; write one" in error_lines(run)[0]
