"""What the pages for a browser are told: the explorer's inputs, and the first page and the names of the HTML report."""

from types import SimpleNamespace

import pytest
from docutils.core import publish_parts
from jinja2 import Environment

from acceptability.plan import artefacts, explorer
from configurations import DEMO, PAPER, changed, is_made, keys, planned
from helpers import ROOT

NASTY = "*My* pairs: a_ `x` | <b> 日本語"


@pytest.mark.parametrize("config", [PAPER, DEMO, PAPER | {"run": "all"}], ids=["paper", "demo", "full"])
def test_the_explorer_reads_what_rules_make_and_has_a_label_for_it(config):
    config = planned(config)
    found = explorer.inputs(config)
    assert all(is_made(path) for paths in found.values() for path in paths)
    for dataset, told in explorer.labels(config).items():
        scored = [path.split("/")[3].removesuffix(".csv") for path in found["tokens"] if f"/{dataset}/" in path]
        assert scored and scored == keys(config.datasets[dataset].token_scorers)
        rows = {row for system in config.datasets[dataset].systems for row in system.rows}
        assert {*scored, *rows} <= told["labels"].keys()
        assert {*told["deciding"]} <= rows == {*told["rows"]}


def test_every_asset_of_the_page_is_used():
    assert set(explorer.ASSETS) == {path.name for path in (ROOT / "workflow/report/explorer").iterdir()}


def test_pairs_are_counted_whatever_their_sentences_are(tmp_path):
    (tmp_path / "pairs.csv").write_text('pair_id,note\n1,"two\nlines"\n2,x\n', encoding="utf-8")
    config = planned(DEMO)
    assert explorer.sizes(config, [tmp_path / "pairs.csv"]) == "2 of Toy language (simulated data)"


def test_categories_are_titles_and_all_different():
    config = planned(DEMO)
    assert artefacts.category(config, "toy-simulated") == "Toy language (simulated data)"
    same = planned(changed(DEMO, "datasets/toy-labels-simulated/label", "Toy language"))
    assert artefacts.category(same, "toy-simulated") == "Toy language (simulated data) (toy-simulated)"
    assert artefacts.category(same, "toy-labels-simulated") == "Toy language (simulated data) (toy-labels-simulated)"


def test_names_of_figures_and_tables_in_words():
    assert artefacts.readable("adc_curves") == "ADC curves"
    assert artefacts.readable("table-2") == "Table 2"
    assert artefacts.readable("examples/words-but-not-their-order") == "Examples: words but not their order"


def result(rule: str, labels: dict | None = None, run: dict | None = None, **params) -> SimpleNamespace:
    """A result, as Snakemake gives it to the template."""
    job = SimpleNamespace(rule=SimpleNamespace(name=rule), params=SimpleNamespace(run=run, **params))
    return SimpleNamespace(job=job, labels=labels or {})


class Category(str):
    """Snakemake's, with what the template asks of it."""

    name = property(str.__str__)
    is_other = property(lambda self: self == "Other")


def first_page(label: str) -> str:
    dataset = {"label": label, "simulated": True, "has": ["pairs"]}
    run = {"title": label, "form": "short", "datasets": [dataset], "labelled": [{"label": label, "simulated": False}]}
    figures = [result("draw_figure", {"figure": "Criteria"}), result("draw_figure", {"figure": "Pairs"})]
    over_all = result("draw_figure", {"figure": "All sets", "shows": "All of them."}, overview=True)
    categories = {
        "Reports": {"Other": [result("compile_report", {"report": label}, run)]},
        "Explore": {"Other": [result("taken_in_build_explorer", {"pairs": f"7 of {label}"})]},
        "Overview": {"Figures": [over_all]},
        label: {"Figures": figures, "Tables": [result("make_table", {"table": "Criteria"})]},
    }
    named = {Category(name): {Category(key): found for key, found in of.items()} for name, of in categories.items()}
    template = (ROOT / "workflow/report/workflow.rst").read_text(encoding="utf-8")
    text = Environment(trim_blocks=True, lstrip_blocks=True).from_string(template).render(categories=named)
    return publish_parts(text, writer="html", settings_overrides={"halt_level": 2})["html_body"]


@pytest.mark.parametrize("label", ["Mine", NASTY])
def test_the_first_page_of_the_html_report_names_everything_as_the_configuration_does(label):
    html = first_page(label)
    shown = label.replace("<", "&lt;").replace(">", "&gt;")
    assert f"<strong>{shown}</strong>, figure <em>Criteria</em>: the share of pairs" in html
    assert f"<strong>Reports</strong>, <em>{shown}</em>: a PDF" in html
    assert html.count(", figure <em>") == 2 and html.index("figure <em>All sets</em>: All of them.") < html.index(
        ": a PDF"
    )
    assert f"every pair with its sentences and deltas: 7 of {shown}." in html
    assert f"<strong>{shown}</strong> (simulated data): minimal pairs\nwithout human ratings." in html
    assert f"<strong>{shown}</strong>: sentences labelled as acceptable or not, for classifiers." in html
    assert f"<strong>{shown}</strong>: 2 figures, 1 table" in html
    assert "<strong>Explore</strong>: 1 file<" in html
