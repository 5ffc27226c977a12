"""Reports describe only what their run has: nine kinds of runs, and terms whose object some of them lack."""

import re
from pathlib import Path

import pytest

from kinds_of_runs import KINDS, run_kinds
from pages import text_without_figures

SCORED = {"systems", "scores"}
OF_MODELS = {"log-probabilities", "several rows"}
HAS = {  # what the datasets of kinds_of_runs have
    "rated-causal": {"pairs", "ratings", "intervals", "a causal model", *SCORED, *OF_MODELS},
    "unrated-causal": {"pairs", "intervals", "a causal model", *SCORED, *OF_MODELS},
    "rated-masked": {"pairs", "ratings", "intervals", "a masked model", *SCORED, *OF_MODELS},
    "scores-only": {"pairs", "intervals", *SCORED},
    "decisions-only": {"pairs", "intervals", "systems", "decisions"},
    "rated-sentences": {"ratings", "intervals", *SCORED},
    "labelled-sentences": {"labels", "intervals", *SCORED},
    "one-of-each": {"pairs", "ratings", "single ratings", *SCORED},
    "people-only": {"pairs", "ratings", "single ratings", "several raters", "intervals", "scores"},  # of baselines
}
TERMS = {  # what a term is about; a report may use it if its dataset has all of these
    r"minimal pairs?|BLiMP": {"pairs"},
    r"ADC|Acceptability Delta|strokes?|δ =|smallest δ|oracle|best constant": {"pairs", "ratings"},
    r"ratings?|rated|human|people|people’s|people's": {"ratings"},
    r"PLL|PLL-word-l2r|pseudo-log-likelihood|masked": {"a masked model"},
    r"causal": {"a causal model"},
    r"log-prob\w*|logarithms?": {"log-probabilities"},
    r"z-scores?|higher score": {"scores"},
    r"95 % (?:CI|intervals?)|jackknife": {"intervals"},
    r"Holm[’']s|ranks?": {"several rows"},
    r"single ratings|individual ratings|participants?": {"single ratings"},
    r"panels?|splits": {"several raters"},
    r"chose|chooses": {"decisions"},
    r"point-biserial|AUC": {"scores"},
    # what none of them has
    r"other people|another experiment": {"a second panel"},
    r"paradigms?": {"paradigms"},
    r"articles?|publications?|claims?": {"publications"},
    r"questionnaires?|places?": {"places"},
    r"restarts?|classifiers?|temperature": {"classifiers"},
    r"n-grams?|Kneser–Ney|SLOR|WordLP|PenLP": {"n-grams"},
    r"prompts?|wordings?": {"prompts"},
    r"fitted to ratings|own scale": {"fitted functions"},
    r"unanswered": {"missing scores"},
    r"strict": {"ties"},
    r"series": {"series"},
    r"simulated": {"simulated data"},
}
STATED = {  # sentences that say why something is not there, or that are about the baselines of every dataset
    "Too few participants rated the same sentences for halves of them to be compared.",
    "No mixed model of single ratings is fitted: that takes at least 20 sentences in pairs of 3 phenomena, rated by 3 "
    "participants.",
}


@pytest.fixture(scope="module")
def texts(tmp_path_factory) -> dict[str, str]:
    """Return the text of both reports of each kind, without figures and without titles of publications."""
    results = run_kinds(tmp_path_factory.mktemp("kinds") / "checkout")
    return {kind: report_text(results, kind) for kind in KINDS}


def report_text(results: Path, kind: str) -> str:
    """Return the text of the short report and the details of one kind."""
    text = " ".join(text_without_figures(results / f"reports/{kind}{part}.pdf") for part in ("", "-details"))
    for sentence in STATED:
        text = text.replace(sentence, "")
    return re.sub(r"References (?:[A-Z][\w-]+, [A-Z]\..*? \d+–\d+\. ?)+", "", text)


def places(term: str, text: str) -> list[str]:
    """Return each place of a term, with the words around it."""
    found = re.finditer(rf"(?<![\w./-])(?:{term})(?![\w/-]|\.\w)", text, re.IGNORECASE)
    return [text[max(0, it.start() - 60) : it.end() + 40] for it in found]


@pytest.mark.parametrize(("term", "about"), TERMS.items())
def test_no_report_has_a_term_whose_object_is_missing(texts, term, about):
    assert {kind: found for kind in KINDS if not about <= HAS[kind] if (found := places(term, texts[kind]))} == {}


@pytest.mark.parametrize("term", [term for term, about in TERMS.items() if any(about <= has for has in HAS.values())])
def test_reports_use_a_term_where_its_object_is_there(texts, term):
    """Otherwise, the test above would find nothing, whatever reports say."""
    with_it = {kind for kind in KINDS if TERMS[term] <= HAS[kind]}
    assert with_it and any(places(term, texts[kind]) for kind in with_it)
