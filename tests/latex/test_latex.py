"""Every table compiles in a two-column article that has the measures of ACL's style, and none is too wide for it."""

import re
import subprocess
from pathlib import Path

import pandas as pd
import pytest

from acceptability.tables.latex import to_latex
from helpers import MIRROR, debian_packages

TEXT = r"""\documentclass[11pt,twocolumn]{article}
\usepackage[a4paper,margin=2.5cm]{geometry}
\setlength\columnsep{0.6cm}
"""
FONTS = r"\usepackage{times}\usepackage[T1]{fontenc}\usepackage[utf8]{inputenc}"
CAPTIONS = r"\usepackage{caption}\captionsetup{font=normalsize}"
SIGNS = r"50 % & more_or less #1 {x} \alpha ~ ^ <b> | “so” ’n’ -- – ±0.5 δ = 1 [±wh] *what? ??Who did he say that left"
ID = "34.4.boskovic.7c.g.03|34.4.boskovic.7a.??.03"


@pytest.fixture(scope="module", autouse=True)
def latex_is_here() -> None:
    packages = ["texlive-latex-base", "texlive-latex-recommended", "texlive-fonts-recommended"]
    debian_packages("pdflatex", *packages)


@pytest.fixture(scope="module")
def run(request) -> Path:
    """A finished run: of the paper where there is a mirror, else of the demo."""
    return request.getfixturevalue("paper" if MIRROR else "demo")


def compiled(folder: Path, tables: list[str], engine: str = "pdflatex") -> str:
    """The log of a document that shows these tables; it must compile.

    It is compiled again while columns of longtables change: headings that span several make them need it.
    """
    packages = sorted({name for table in tables for name in re.search(r"usepackage{(.*?)}", table)[1].split(",")})
    used = rf"\usepackage{{{','.join(packages)}}}"
    parts = [TEXT, FONTS if engine == "pdflatex" else "", CAPTIONS, used, r"\begin{document}", "Text."]
    parts += [f"{table}\nMore text.\n\\clearpage\n" for table in tables]
    (folder / "tables.tex").write_text("\n".join([*parts, r"\end{document}"]), encoding="utf-8")
    for _ in range(4):
        made = subprocess.run(
            [engine, "-interaction=nonstopmode", "-halt-on-error", "tables.tex"],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        assert made.returncode == 0, made.stdout.decode(errors="replace")[-2000:]
        log = (folder / "tables.log").read_text(encoding="utf-8", errors="replace")
        if "widths have changed" not in log:
            break
    return log


def complaints(log: str) -> list[str]:
    """Return what sticks out, and characters that are not shown."""
    return re.findall(r"Overfull.*|.*too large for page.*|Missing character.*", log)


def strange() -> dict[str, pd.DataFrame]:
    """Tables that are hard to set."""
    shares = ["0.852 [0.817, 0.882]", "−0.020 [−0.103, 0.001]", "", "0.500 ± 0.011"] * 5
    text = {"System": [f"A model with a rather long name, number {number}" for number in range(20)]}
    many = text | {f"ADC, δ = {number}": shares for number in range(20)}
    return {
        "signs": pd.DataFrame({SIGNS: [SIGNS, "[a]", "*b"], "R&D, 50 %": [ID, "x" * 200, None]}),
        "narrow": pd.DataFrame(text | {"BLiMP": ["0.852"] * 20, "ADC, δ = 0.5": ["0.301"] * 20}),
        "wide": pd.DataFrame(text | {f"ADC, δ = {number}": shares for number in range(5)}),
        "many": pd.DataFrame(many),
        "tall": pd.concat([pd.DataFrame(many)] * 5, ignore_index=True),
        "long": pd.DataFrame({"Pair": [ID] * 90, "Sentence": [SIGNS * 3] * 90, "Δ human": ["−1.25"] * 90}),
        "words": pd.DataFrame(
            {f"Donaudampfschifffahrtsgesellschaft{n}": ["Straßenbahnhaltestelle"] for n in range(12)}
        ),
        "empty": pd.DataFrame({"Acceptable": [], "Unacceptable": []}),
    }


def test_tables_that_are_hard_to_set_compile_and_fit(tmp_path):
    tables = [to_latex(frame, f"{SIGNS} {name}", f"tab:{name}") for name, frame in strange().items()]
    assert complaints(compiled(tmp_path, tables)) == []


def test_any_script_compiles(tmp_path):
    frame = pd.DataFrame(
        {"Предложение": ["彼は本を読んだ。" * 9, "כלב נובח", "يقرأ"], "ADC, δ = 1": ["0.5", "", "−0.1"]}
    )
    compiled(tmp_path, [to_latex(frame, "日本語", "tab:script")], engine="lualatex")


def test_every_table_of_a_run_compiles_and_fits(run, tmp_path):
    files = sorted((run / "results/tables").rglob("*.tex"))
    assert len(files) >= 20
    tables = [path.read_text(encoding="utf-8") for path in files]
    assert complaints(compiled(tmp_path, tables)) == []
    labels = [label for table in tables for label in re.findall(r"\\label{(.*?)}", table)]
    assert len(labels) == len(set(labels)) == len(files)


def test_a_table_that_is_too_wide_is_noticed(tmp_path):
    table = to_latex(pd.DataFrame({"a": ["b"]}), "c", "tab:d")
    assert complaints(compiled(tmp_path, [table])) == []
    wide = table.replace("b \\\\", r"\rule{220pt}{1pt} \\")
    assert any("Overfull" in line for line in complaints(compiled(tmp_path, [wide])))
