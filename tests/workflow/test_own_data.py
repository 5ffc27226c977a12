"""Pairs as users write them: names with every special character, pairs without ratings; a released dataset, own systems."""

import os
import re

import pandas as pd
import pypdf
import pytest

import pages
from acceptability.papers.thesis.cgi.rows import ORDERS
from helpers import MIRROR, copy_checkout, explorer_data, planned_jobs, run_workflow
from named_paths import missing_files
from orders import SIMULATED, git_blob, write_simulated

SYSTEM = "My $n$-gram_{1} & 100 % #1 ~ \\x^2"
DATASET = "Pairs_of $t_i$ & {co}"
PHENOMENA = ["$t_i$ islands & 50 %", "_{braces}^2 \\emph{wh}", "#hash *star* _under_ @ref <tag>", '$x "quoted", comma']
NAMED = [SYSTEM, DATASET, *PHENOMENA]
ENTRY = """
    corpus: my-text
    order: 2
    tokenisation: words
    lowercase: true
    end_of_sentence: true
    discount_fallback: true
    measures: [log_prob, slor]
"""
CONFIG = f"""studies: []
run: all
datasets:
  named:
    kind: pairs
    label: '{DATASET}'
    pairs: named.csv
  hardly-rated:
    kind: pairs
    label: Hardly rated
    pairs: hardly_rated.csv
criteria:
  thresholds: [0.5, 1]
corpora:
  my-text: {{kind: text, path: text.txt}}
ngram:
  my-bigram:
    label: '{SYSTEM}'{ENTRY}
examples:
  easy-ones:
    dataset: named
    caption: 'Pairs_with $t_i$ & 50 % of {{all}}'
    met: {{criterion: blimp, by: [my-bigram/log_prob]}}
    missed: {{criterion: adc, threshold: 0.5, by: [my-bigram/log_prob]}}
"""
TEXT = "The boy sleeps.\nThe girls sleep here.\nThe girl sees the boys.\nHere the boys run.\n"
VERBS = {"sleep": "sleeps", "run": "runs", "sing": "sings"}


def sentences() -> list[tuple[str, str]]:
    """Thirty minimal pairs."""
    subjects = ["boy", "girl", "dog", "cat", "man", "cow", "fox", "hen", "pig", "owl"]
    return [(f"The {noun} {verb}.", f"The {noun} {bare}.") for noun in subjects for bare, verb in VERBS.items()]


@pytest.fixture(scope="module")
def own(demo, tmp_path_factory):
    """A finished run on two datasets."""
    folder = copy_checkout(tmp_path_factory.mktemp("own") / "checkout", built=demo)
    rows = [(f"p{n}", PHENOMENA[n % 4], *pair) for n, pair in enumerate(sentences()[:12])]
    table = pd.DataFrame(rows, columns=["pair_id", "phenomenon", "good", "bad"])
    table["good_rating"] = [None if n == 3 else 0.5 + n / 10 for n in range(12)]
    table["bad_rating"] = [None if n == 3 else -0.9 + n / 10 * (-1) ** n for n in range(12)]
    table.to_csv(folder / "named.csv", index=False)
    rows = [(f"p{n}", "agreement", *pair, None, None) for n, pair in enumerate(sentences())]
    rows[7] = (*rows[7][:4], 0.8, -0.4)
    columns = ["pair_id", "phenomenon", "good", "bad", "good_rating", "bad_rating"]
    pd.DataFrame(rows, columns=columns).to_csv(folder / "hardly_rated.csv", index=False)
    (folder / "text.txt").write_text(TEXT, encoding="utf-8")
    (folder / "config.yaml").write_text(CONFIG, encoding="utf-8")
    run_workflow(folder)
    return folder


def text(path) -> str:
    """Without white space, since lines may break anywhere."""
    return re.sub(r"\s", "", "".join(page.extract_text() for page in pypdf.PdfReader(path).pages))


def test_names_are_shown_as_they_are_written_in_figures_and_in_the_report(own):
    figures = own / "results/figures/named"
    for figure in ("criteria", "phenomena", "differences", "adc_curves", "specifications", "correlations", "pairs"):
        shown = text(figures / f"{figure}.pdf")
        assert re.sub(r"\s", "", SYSTEM) in shown, figure
    shown = text(figures / "phenomena.pdf")
    report = text(own / "results/reports/named.pdf") + text(own / "results/reports/named-details.pdf")
    for name in NAMED:
        assert re.sub(r"\s", "", name) in report
        if name in PHENOMENA:
            assert re.sub(r"\s", "", name) in shown


def test_names_are_written_out_in_tables_and_escaped_in_latex(own):
    tables = own / "results/tables/named"
    criteria = pd.read_csv(tables / "criteria.csv")
    assert criteria.columns[0] == DATASET
    assert criteria.iloc[0, 0] == f"{SYSTEM} log-prob"
    assert set(pd.read_csv(tables / "phenomenon_ranking.csv").iloc[:, 0]) == set(PHENOMENA)
    latex = (tables / "phenomenon_ranking.tex").read_text(encoding="utf-8")
    assert r"\$t\_i\$ islands \& 50 \%" in latex
    assert r"\_\{braces\}\textasciicircum{}2 \textbackslash{}emph\{wh\}" in latex
    for path in tables.rglob("*.tex"):
        rows = re.findall(r"^(.*) \\\\(?:\\addlinespace)?$", path.read_text(encoding="utf-8"), re.MULTILINE)
        commands = r"\$(\\[a-zA-Z]+|-|')\$(~=)?~?|\\scriptsize |\\text[a-z]+\{\}|\\[a-z]+(\[\])?\{|[,±]~|\{\}"
        for row in rows:
            for cell in row.split(" & "):
                bare = re.sub(rf"\\[&%$#_{{}}]|{commands}", "", cell)
                assert not re.search(r"[&%$#_~^\\]", bare), (path.name, cell)


def test_names_reach_the_page_to_explore_pairs(own):
    datasets = explorer_data(own)["datasets"]
    assert {dataset["label"] for dataset in datasets} == {DATASET, "Hardly rated"}
    named = str(next(dataset for dataset in datasets if dataset["label"] == DATASET))
    assert all(repr(name)[1:-1] in named for name in (SYSTEM, PHENOMENA[0]))


@pytest.mark.parametrize(
    ("dataset", "rated", "unrated"), [("named", 11, "1 more has"), ("hardly-rated", 1, "29 more have")]
)
def test_unrated_pairs_are_counted_and_count_nowhere(own, dataset, rated, unrated):
    criteria = pd.read_csv(own / f"results/metrics/{dataset}/criteria.csv")
    assert set(criteria["pairs"]) == {rated}
    assert set(criteria["variant"]) == {"corrected"}
    assert criteria["share"].between(0, 1).all()
    shown = text(own / f"results/reports/{dataset}.pdf")
    assert f"of{rated}ratedpairs." in shown
    assert f"{unrated} no human rating.".replace(" ", "") in shown
    assert "aspublished" not in shown.lower() and "corrected" not in shown.lower()
    names = pages.row_labels(own / f"results/tables/{dataset}/criteria.csv")
    for report in (dataset, f"{dataset}-details"):
        assert pages.problems(own / f"results/reports/{report}.pdf", names, summary=report == dataset) == []
    table = pd.read_csv(own / f"results/tables/{dataset}/criteria.csv")
    assert not [column for column in table if "published" in column]


@pytest.fixture
def li_adger(demo, tmp_path):
    """A checkout that has LI-Adger, and no system but one's own."""
    folder = copy_checkout(tmp_path / "checkout", built=demo)
    (folder / "text.txt").write_text(TEXT, encoding="utf-8")
    (folder / "config.yaml").write_text(
        "studies: []\nrun: all\ndatasets:\n  li-adger: {kind: li-adger, label: LI-Adger}\n"
        "criteria: {thresholds: [0.5]}\ncorpora:\n  my-text: {kind: text, path: text.txt}\n"
        f"ngram:\n  my-bigram:\n    label: My bigram{ENTRY}",
        encoding="utf-8",
    )
    return folder


def test_li_adger_with_ones_own_systems_alone_is_planned(li_adger):
    jobs = planned_jobs(li_adger)
    assert {("prepare_dataset", "dataset=li-adger"), ("compile_report", "report=li-adger")} < jobs
    assert not {"import_published", "import_restarts", "check_printed", "check_claims"} & {rule for rule, _ in jobs}
    fetched = {wildcards.removeprefix("source=") for rule, wildcards in jobs if rule == "fetch_source"}
    names = ("adger-sentences", "adger-ratings", "adger-pairs", "magnitude-estimates", "likert", "forced-choice")
    assert fetched == {"li-conditions.csv", *(f"li-{name}.csv" for name in names)}


@pytest.mark.skipif(not MIRROR, reason="needs the external files: run `make test MIRROR=<folder>` (see README.md)")
def test_li_adger_with_ones_own_systems_alone_runs(li_adger):
    run_workflow(li_adger, "results/tables/li-adger/criteria.csv", mirror=os.path.abspath(MIRROR))
    criteria = pd.read_csv(li_adger / "results/metrics/li-adger/criteria.csv")
    assert set(criteria["system"]) == {"my-bigram", "reference"}
    assert set(criteria["variant"]) == {"corrected"}
    assert set(criteria["pairs"]) == {2365}


def test_simulated_elo_ratings_of_orders_and_scores_of_them(checkout):
    path = write_simulated(checkout / "elo-simulated.csv")
    scores = [f"{' '.join(ORDERS[name])},{elo / 100}" for name, elo in SIMULATED.items()]
    (checkout / "scores.csv").write_text("\n".join(["sentence,log_prob", *scores]), encoding="utf-8")
    (checkout / "config.yaml").write_text(
        "studies: []\nrun: all\ndatasets:\n  orders-simulated:\n    kind: cgi\n    label: Orders (simulated)\n"
        f"    path: elo-simulated.csv\n    git_blob: {git_blob(path)}\ncriteria: {{thresholds: [0.5]}}\n"
        "scores:\n  elo-simulated: {label: Elo itself, path: scores.csv}\n",
        encoding="utf-8",
    )
    table = "results/tables/orders-simulated/agreement.csv"
    run_workflow(checkout, table)
    row = pd.read_csv(checkout / table).iloc[0]
    assert row["N"] == 7140 and row["BLiMP"] == row["ADC, δ = 0.5"] == row["Pearson, sentences"] == 1


def test_what_reports_and_the_page_name_is_there(own):
    assert missing_files(own) == {}
