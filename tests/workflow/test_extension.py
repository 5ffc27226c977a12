"""A paper with its dataset, analysis and kind of model stands in a folder outside the checkout, a measure is a row, and a
platform of experiments is a file; nothing else has to know of them.
"""

import json
import math
import re

import pandas as pd
import pytest

from extension import EXTENSION, PACKAGE, PLATFORM, registry_row
from helpers import ROOT, copy_checkout, files_below, planned_jobs, run_workflow
from pages import text_of

# The user's own files, a measure's row, and a platform.
ADDED = {"config.yaml", "text.txt", "starred.csv", "stars.txt", f"{PACKAGE}/scoring/measures.py", PLATFORM}
RUN = (".snakemake/", "results/", "resources/raw/", "reading.json")


def provenance_of(folder, name: str) -> dict[str, str]:
    """Return the checksum that the record of a run has of an input, by the input's name."""
    inputs = json.loads((folder / "results/provenance.json").read_text(encoding="utf-8"))["same_everywhere"]["inputs"]
    return {path: checksum for path, checksum in inputs.items() if path == name}


@pytest.mark.parametrize("what", ["doodles", "letters", "monkey"])
def test_how_many_files_each_takes(what):
    """This count, which the log shows, is what keeps the house small."""
    files = [path for path in (EXTENSION / "papers/sketch" / what).iterdir() if path.is_file()]
    print(f"{what}: {len(files)} files")
    assert 2 <= len(files) <= 5


def test_how_many_files_a_platform_takes():
    files = [path for path in files_below(EXTENSION / "checkout") if path.startswith(PACKAGE)]
    print(f"stars: {len(files)} file")
    assert files == [PLATFORM]


def test_nothing_else_was_touched(extended, tmp_path):
    before = files_below(copy_checkout(tmp_path / "plain"))
    after = {name: data for name, data in files_below(extended).items() if not name.startswith(RUN)}
    assert before.keys() <= after.keys()
    assert {name for name, data in after.items() if before.get(name) != data} == ADDED


def test_the_dataset_has_its_own_paradigms_phenomena_and_clusters(extended):
    pairs = pd.read_csv(extended / "results/pairs/doodles.csv")
    assert pairs[["paradigm", "phenomenon", "cluster"]].nunique().to_dict() == {
        "paradigm": 3,
        "phenomenon": 2,
        "cluster": 4,
    }
    by_phenomenon = pd.read_csv(extended / "results/metrics/doodles/phenomena.csv")
    assert set(by_phenomenon["phenomenon"]) == {"agreement", "order"}
    report = text_of(extended / "results/reports/sketch.pdf")
    assert "The number of verbs is 4. That is too few for intervals and tests" in report
    assert "Doodles are short." in report


def test_the_measure_is_computed_labelled_and_reported(extended):
    tokens = pd.read_csv(extended / "results/tokens/doodles/my-bigram.csv").groupby("sentence_id")["log_prob"]
    scores = pd.read_csv(extended / "results/scores/doodles/my-bigram.csv").query("measure == 'least_lp'")
    pd.testing.assert_series_equal(
        scores.set_index("sentence_id")["score"].sort_index(), tokens.min(), check_names=False
    )
    for table in ("criteria", "phenomenon_shares", "agreement"):
        rows = pd.read_csv(extended / f"results/tables/doodles/{table}.csv").to_numpy()
        assert "My bigram least log-prob" in rows
    assert "My bigram least log-prob" in text_of(extended / "results/figures/doodles/criteria.pdf")


def test_the_analysis_is_computed_and_shown_for_every_dataset_that_has_what_it_needs(extended):
    sentences = pd.read_csv(extended / "results/sentences/doodles.csv").set_index("sentence_id")["sentence"]
    pairs = pd.read_csv(extended / "results/pairs/doodles.csv").query("phenomenon == 'order'")
    expected = sum(len([c for c in sentences[i] if "a" <= c <= "z"]) for i in pairs["good_id"]) / len(pairs)
    computed = pd.read_csv(extended / "results/metrics/doodles/letters.csv").set_index("phenomenon")
    assert computed["good"]["order"] == pytest.approx(expected)
    table = pd.read_csv(extended / "results/tables/doodles/letters.csv", dtype=str).set_index("Doodles")
    assert table["good"]["order"] == f"{expected:.1f}"
    assert "Doodles" in text_of(extended / "results/figures/doodles/letters.pdf")
    log = [(extended / f"results/logs/{job}/doodles.log").read_text(encoding="utf-8") for job in ("evaluate", "detail")]
    assert sum(text.count("\nletters: ") for text in log) == 1
    assert "letters on average" in text_of(extended / "results/reports/sketch.pdf")
    of_the_study = {path.stem for path in (extended / "results/figures").glob("sketch/*")}
    assert of_the_study == {"claims", "claims-column"}  # it is of datasets


def test_the_kind_of_model_scores_sentences_and_is_reported(extended):
    sentences = pd.read_csv(extended / "results/sentences/doodles.csv").set_index("sentence_id")["sentence"]
    scores = pd.read_csv(extended / "results/scores/doodles/my-monkey.csv").query("measure == 'log_prob'")
    expected = -math.log(27) * (sentences.str.len() + 1)  # a space after each word
    pd.testing.assert_series_equal(scores.set_index("sentence_id")["score"], expected, check_names=False)
    assert "My monkey log-prob" in pd.read_csv(extended / "results/tables/doodles/criteria.csv").to_numpy()
    assert "My monkey" in text_of(extended / "results/reports/sketch.pdf")


def test_results_of_the_platform_are_read_and_reported(extended):
    ratings = pd.read_csv(extended / "results/ratings/starred.csv").set_index(["participant", "sentence_id"])["rating"]
    assert ratings.to_dict() == {
        ("P1", "1.good"): 5,
        ("P1", "2.bad"): 1,
        ("P2", "1.bad"): 3,
        ("P2", "2.good"): 4,
        ("P3", "1.good"): 4,
        ("P3", "2.bad"): 2,
    }
    assert "Starred" in text_of(extended / "results/reports/sketch.pdf")


def test_the_papers_numbers_table_claims_and_report(extended):
    results = extended / "results"
    deltas = pd.read_csv(results / "deltas/doodles/sketch-published.csv").set_index("pair_id")
    raw = pd.read_csv(extended / "resources/raw/sketch-scores.csv").set_index("id")["score"]
    good, bad = (raw[[f"{pair}.{side}" for pair in deltas.index]].to_numpy() for side in ("good", "bad"))
    assert deltas["model_delta"].to_numpy() == pytest.approx((good - bad) / raw.std(ddof=0))
    human, model = deltas["human_delta"], deltas["model_delta"]
    met = {
        "blimp": int((human.notna() & (model > 0)).sum()),
        "adc 1": int(((human * model > 0) & ((human - model).abs() < 1)).sum()),
    }
    found = pd.read_csv(results / "metrics/sketch/reproduction.csv").set_index("argument")
    for argument, count in met.items():
        assert found["corrected"][argument] == count
    # The variant that the paper declares counts the unrated pair as met under the ADC.
    assert found["as_published"].dropna().tolist() == [met["blimp"], met["adc 1"] + 1]
    assert found["verdict"].tolist() == ["reproduced", "as published only", "not recomputable"]
    criteria = pd.read_csv(results / "metrics/doodles/criteria.csv")
    published = criteria.query("variant == 'as_published' and threshold == 1").set_index("system")["met"]
    assert published["sketch-published"] == met["adc 1"] + 1
    assert set(criteria["pairs"]) == {7}
    table = pd.read_csv(results / "tables/sketch/table-1.csv", dtype=str)
    assert table["Δ"].tolist() == [f"{delta:.2f}".replace("-", "−") for delta in model]
    printed = pd.read_csv(results / "tables/sketch/table-2.csv", dtype=str)["printed"].tolist()
    assert printed == found["printed"].astype(str).tolist()
    (recorded,) = provenance_of(extended, "../papers").values()
    assert re.fullmatch("[0-9a-f]{64}", recorded)
    claims = pd.read_csv(results / "metrics/sketch/claims.csv")
    assert claims["verdict"].tolist() == ["holds", "not reproducible here"]
    assert claims["own"][0] == "yes"
    report = text_of(results / "reports/sketch.pdf")
    for said in ("A sketch, recomputed", "Doodle, 2020", "Its Table 1.", *table["Δ"], "pairs that meet nothing"):
        assert said in report
    assert "The model reads minds" in report


def test_without_the_paper_the_dataset_is_reported_on_by_itself(extended):
    jobs = planned_jobs(extended, "all", "results/doodles.txt", "--config", "studies=[]")
    assert ("compile_report", "report=doodles") in jobs and ("count_doodles", "") in jobs  # in rules.smk
    assert not {"prepare_dataset", "import_published", "check_printed", "check_claims"} & {rule for rule, _ in jobs}


def test_the_dataset_of_the_page_is_read_from_a_folder_of_ones_own(tmp_path):
    """The files and the command are in docs/publications.md."""
    page = (ROOT / "docs/publications.md").read_text(encoding="utf-8").partition("## Reproduce a paper")[0]
    files = dict(re.findall(r"`(my-papers/garden/\w+\.py)`.*?```python\n(.*?)```", page, re.DOTALL))
    (config,) = (block for block in re.findall(r"```yaml\n(.*?)```", page, re.DOTALL) if "datasets:" in block)
    (command,) = re.findall(r"snakemake --cores 2 (.* --configfile .*)", page)
    table = tmp_path / "mirror/example.org/garden.csv"
    table.parent.mkdir(parents=True)
    rows = ["p1,order,eat,She ate it.,She it ate.,1.5,-0.5", "p2,order,see,He saw it.,He it saw.,1,-1"]
    header = "pair_id,phenomenon,verb,good,bad,good_rating,bad_rating"
    table.write_text("\n".join([header, *rows, ""]), encoding="utf-8")
    columns = re.search(r"same columns, separated by tabs: (.*?)\.", page)[1].replace("`", "").replace(", ", "\t")
    registered = registry_row(table, tmp_path / "mirror")
    files |= {"my-papers/sources.tsv": f"{columns}\n{registered}", "garden.yaml": config}
    for name, content in files.items():
        (tmp_path / "run" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "run" / name).write_text(content, encoding="utf-8")
    words = ["-s", str(ROOT / "Snakefile"), *command.split()]
    run_workflow(tmp_path / "run", *words, mirror=str(tmp_path / "mirror"))
    pairs = pd.read_csv(tmp_path / "run/results/pairs/garden.csv")
    assert pairs[["pair_id", "phenomenon", "cluster"]].values.tolist() == [
        ["p1", "order", "eat"],
        ["p2", "order", "see"],
    ]
