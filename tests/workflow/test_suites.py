"""`make score SUITES=…`: sentences in regions, scored by a model, beside finished surprisals and decisions."""

import warnings
from pathlib import Path

import pandas as pd
import pytest

import acceptability
from helpers import ROOT, copy_checkout, make
from tiny_models import gpt2, gpt2_tokenizer, save

SAMPLES = ROOT / "tests/unit/expectations/samples"
SUITES, FORMULAS = SAMPLES / "agreement_wide.csv", SAMPLES / "agreement_predictions.csv"


@pytest.fixture(scope="module")
def scored(tmp_path_factory) -> tuple[Path, str]:
    """Return a checkout in which a suite was scored, and what the command printed."""
    folder = copy_checkout(tmp_path_factory.mktemp("suites") / "checkout")
    save(folder / "tiny", gpt2(), gpt2_tokenizer())
    rows = [f"run{run},agreement_wide,{item},{item < run}" for run in (1, 2) for item in range(3)]
    (folder / "runs.csv").write_text("\n".join(["model,suite,item,correct", *rows]) + "\n", encoding="utf-8")
    suite = acceptability.suites(SUITES, FORMULAS)
    tokens = acceptability.score(suite, folder / "tiny", tokens=True, beginning=True)
    keys = suite.sentences.set_index("sentence_id").loc[tokens["sentence_id"], ["suite", "item", "condition"]]
    keys.assign(**tokens.set_index("sentence_id")[["token", "log_prob"]]).to_csv(folder / "tokens.csv", index=False)
    scores = f"SCORES={SAMPLES / 'agreement_surprisals.csv'},tokens.csv"
    tables = [f"PREDICTIONS={FORMULAS}", scores, "DECISIONS=runs.csv"]
    run = make(
        folder, "score", f"SUITES={SUITES}", *tables, "MODEL=tiny", "FOLDER=run", "BEGINNING=true", "RIGHT=first"
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return folder, run.stdout + run.stderr


def test_suites_are_scored_and_evaluated_as_from_python(scored):
    folder, said = scored
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        suite = acceptability.suites(SUITES, FORMULAS)
        surprisals = acceptability.score_suites(suite, folder / "tiny", beginning=True)
        given = {"tiny": surprisals, "agreement-surprisals": SAMPLES / "agreement_surprisals.csv"}
        given["tokens"] = folder / "tokens.csv"
        tables = acceptability.evaluate_suites(suite, given, decisions={"runs": folder / "runs.csv"}, right="first")
    for name, ours in tables.items():
        theirs = acceptability.read(folder / f"run/results/metrics/agreement-wide/{name}.csv")
        keys = [
            key for key in ("system", "first", "second", "suite", "item", "condition", "region", "group") if key in ours
        ]
        both = [table.sort_values(keys).reset_index(drop=True) for table in (ours, theirs)]
        pd.testing.assert_frame_equal(*both, check_dtype=False, atol=1e-4)
    bits = tables["surprisals"].set_index("system")["surprisal_bits"]
    assert bits["tokens"].tolist() == pytest.approx(bits["tiny"].tolist(), abs=1e-4)
    assert "tokens.csv: log_prob: natural log-probabilities, turned into bits" in said
    assert "agreement_surprisals.csv: surprisal: read as bits" in said
    for label in ("tiny", "agreement_surprisals", "runs run1", "runs run2"):
        assert label in said
    assert "0.333 [0.061, 0.792]" in said and "|spaces:marks|right:first" in said


def test_the_page_has_figures_tables_and_each_item(scored):
    folder, said = scored
    page = (folder / "run/results/pages/agreement-wide.html").read_text(encoding="utf-8")
    assert "run/results/pages/agreement-wide.html" in said
    assert "Please check" in page and "tiny: The mean log-probability of a token is" in page
    assert page.count("data:image/svg+xml;base64,") == 2
    assert "The key | near the cabinets | is | lost" in page and "wrong, tie (0.00)" in page
    figures = folder / "run/results/figures/agreement-wide"
    assert (figures / "region_surprisals/agreement-wide.pdf").exists() and (figures / "suite_shares.png").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([f"SUITES={SUITES}", "PAIRS=x.csv", "MODEL=tiny"], "cannot be combined with PAIRS=; use one at a time"),
        (["PAIRS=pairs.csv", f"PREDICTIONS={FORMULAS}", "MODEL=tiny"], "applies only to SUITES=; leave it out"),
        ([f"SUITES={SAMPLES / 'chain.json'}", "MODEL=tiny"], "one comparison at a time; join two by &"),
        (
            [f"SUITES={SAMPLES / 'agreement.json'}", f"SCORES={SAMPLES / 'surprisals_missing.csv'}"],
            "agreement, item 3, wrong_plural: lacks regions 2, 3, 4",
        ),
        ([f"SUITES={SUITES}", "SPACES=some", "MODEL=tiny"], "spaces"),
        ([f"SUITES={SUITES}", "MODEL=tiny", "PROMPTS=english"], "cannot be combined with PROMPTS="),
        ([f"SUITES={SUITES}", "MODEL=brown-bert-cola"], "suites need log-probabilities of tokens"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_runs(scored, words, message):
    (scored[0] / "pairs.csv").write_text("good,bad\nA b.,B a.\nC d.,D c.\n", encoding="utf-8")
    (scored[0] / "x.csv").write_text("good,bad\nA b.,B a.\n", encoding="utf-8")
    run = make(scored[0], "score", *words)
    assert run.returncode and message in run.stderr + run.stdout and "Traceback" not in run.stderr
