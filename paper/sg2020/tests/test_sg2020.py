"""The released decisions of Hu et al. (2020), and mixed models: by hand, against other code and published values."""

import io as streams
import tarfile
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy.stats import multivariate_normal

from acceptability.contracts import io
from acceptability.errors import InputError
from acceptability.papers.sg2020 import comparisons, contracts, metrics, release, tables
from acceptability.papers.sg2020.mixed import fit
from acceptability.sources import fetching
from helpers import MIRROR, ROOT


@pytest.fixture(scope="module")
def syntaxgym_results(tmp_path_factory) -> Path:
    return registered("syntaxgym-results.tar", tmp_path_factory.mktemp("results"))


def registered(name: str, folder: Path) -> Path:
    """Return a registered file from the mirror."""
    if not MIRROR:
        pytest.skip("needs the external files: name a mirror in ACCEPTABILITY_MIRROR")
    row = fetching.read_registry(ROOT / "resources/sources.tsv")[name]
    fetching.fetch(row, folder / name, MIRROR)
    return folder / name


def archive(path, files: dict[str, str]):
    """Write a tar file of these texts."""
    with tarfile.open(path, "w") as tar:
        for name, text in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(text.encode())
            tar.addfile(member, streams.BytesIO(text.encode()))
    return path


def decisions(*runs: tuple[str, str, str]) -> str:
    """Return a table of decisions: a run, a suite, and a letter for each item, t (right) or f."""
    rows = [
        f"{run},{suite},{item},{letter == 't'}" for run, suite, letters in runs for item, letter in enumerate(letters)
    ]
    return "model,suite,item,correct\n" + "\n".join(rows) + "\n"


def test_decisions_are_prepared_as_in_the_notebook(tmp_path):
    votes = [(f"ngram_bllip-lg_{seed}", "npz_obj", letters) for seed, letters in enumerate(["tt", "tf", "ff", "tf"])]
    files = {
        "ngram.csv": decisions(*votes),
        "1gram.csv": decisions(("1gram_bllip-lg_0", "npz_obj", "tt")),
        "lstm.csv": decisions(("vanilla_bllip-xs_0111", "npz_obj", "ft"), ("vanilla_bllip-xs_0111", "fgd-embed3", "t")),
        "gpt.csv": decisions(("gpt-2_bllip-md-gptbpe_1581861474", "cleft", "t"), ("jrnn__0", "cleft", "f")),
    }
    items = io.check_table(metrics.sg_items(results=archive(tmp_path / "x.tar", files)), contracts.ITEMS, "items")
    assert items[["name", "corpus", "seed", "suite", "item", "right"]].to_numpy().tolist() == [
        ["JRNN", "", 0, "cleft", 1, 0],
        ["GPT-2", "md", 1581861474, "cleft", 1, 1],
        ["LSTM", "xs", 111, "npz_obj", 1, 0],
        ["LSTM", "xs", 111, "npz_obj", 2, 1],
        ["n-gram", "lg", 0, "npz_obj", 1, 1],  # 3 of 4
        ["n-gram", "lg", 0, "npz_obj", 2, 0],  # 1 of 4
    ]
    runs = io.check_table(metrics.sg_runs(items=items), contracts.RUNS, "runs").set_index("name")
    assert runs.loc["LSTM", "accuracy"] == 0.5 and runs.loc["LSTM", "circuit"] == "Garden path"
    assert runs["delta"].to_dict() == {"JRNN": -1, "GPT-2": 0, "LSTM": 0, "n-gram": 0}


def test_half_of_the_votes_is_wrong():
    votes = pd.DataFrame({"model": "ngram", "corpus": "lg", "suite": "cleft", "item": 1, "seed": [0, 1]})
    assert release.as_the_authors(votes.assign(right=[0, 1]))["right"].tolist() == [0]


def test_another_file_is_refused(tmp_path):
    with pytest.raises(InputError, match="b.csv: the columns are a, b, not model, suite, item, correct"):
        release.read_decisions(archive(tmp_path / "x.tar", {"b.csv": "a,b\n1,2\n"}))


@pytest.fixture(scope="module")
def made_up() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Accuracies of 12 runs on 7 suites in two groups, and their design."""
    rng = np.random.default_rng(3)
    design = np.column_stack([np.ones(12), rng.normal(size=12), np.repeat([0, 1], 6)])
    by_suite = rng.normal(0, [0.3, 0.1, 0.2], (7, 3))
    noise = rng.normal(0, 0.1, (12, 1)) + rng.normal(0, 0.15, (12, 7))
    return design @ (by_suite.T + np.array([[0.5], [0.1], [-0.2]])) + noise, design, np.array([0, 0, 0, 1, 1, 1, 1])


def test_the_likelihood_is_that_of_the_whole_covariance(made_up):
    accuracies, design, groups = made_up
    none = np.zeros(3, bool)
    fitted = fit(accuracies, design, groups, none, none)
    means = design @ fitted.effects[:, groups]
    covariance = fitted.covariance
    runs, suites = accuracies.shape
    whole = np.kron(np.eye(suites), design @ covariance @ design.T + fitted.residual_sd**2 * np.eye(runs))
    whole += np.kron(np.ones((suites, suites)), fitted.run_sd**2 * np.eye(runs))
    direct = multivariate_normal(means.T.ravel(), whole).logpdf(accuracies.T.ravel())
    assert fitted.log_likelihood == pytest.approx(direct, abs=1e-6)


def test_a_model_with_fewer_effects_fits_worse_and_restrictions_are_kept(made_up):
    accuracies, design, groups = made_up
    none, second = np.zeros(3, bool), np.array([False, True, False])
    full = fit(accuracies, design, groups, none, none)
    shared = fit(accuracies, design, groups, second, none)
    dropped = fit(accuracies, design, groups, none, second)
    assert full.log_likelihood > shared.log_likelihood > dropped.log_likelihood
    assert (full.parameters, shared.parameters, dropped.parameters) == (14, 13, 12)
    assert shared.effects[1, 0] == shared.effects[1, 1] and (dropped.effects[1] == 0).all()


def test_published_values_come_out(syntaxgym_results):
    items = metrics.sg_items(results=syntaxgym_results)
    runs = metrics.sg_runs(items=items)
    assert (len(items), len(runs), runs["items"].sum() // 46) == (36754, 1426, 799)
    sg = release.scores(runs).groupby(["name", "corpus"])["sg"].mean()
    expected = {("GPT-2", "lg"): 0.750934, ("GPT-2-XL", ""): 0.842415, ("GRNN", ""): 0.5514, ("n-gram", "lg"): 0.281401}
    assert {key: sg[key] for key in expected} == pytest.approx(expected, abs=5e-7)
    effects = metrics.sg_effects(runs=runs).set_index(["circuit", "effect"])["estimate"]
    assert effects["all"].loc[["intercept", "size", "ngram"]].tolist() == pytest.approx(
        [0.474348, 0.037631, -0.316112], abs=5e-7
    )
    assert effects["Agreement", "vanilla"] == pytest.approx(-0.432724, abs=5e-7)
    table, design = comparisons.matrix(runs)
    none, groups = np.zeros(6, bool), np.zeros(31, int)
    likelihoods = [
        fit(table.to_numpy(), design, groups, none, dropped).log_likelihood
        for dropped in (none, *comparisons.DROPPED.values())
    ]
    assert likelihoods == pytest.approx([323.9518, 318.3527, 311.7935], abs=2e-4)
    scores = metrics.sg_scores(items=items).set_index("name")
    assert scores.loc["GPT-2-XL", ["sg", "low", "high"]].tolist() == pytest.approx([0.8424, 0.8173, 0.8675], abs=5e-5)
    stability = tables.stability(runs).set_index("name")
    assert stability.loc["n-gram", ["without", "with"]].tolist() == pytest.approx([0.4871, 0.5286], abs=5e-5)


def test_the_page_on_papers_has_these_numbers(syntaxgym_results):
    page = (ROOT / "docs/papers.md").read_text(encoding="utf-8").partition("## Syntactic generalization")[2]
    items = metrics.sg_items(results=syntaxgym_results)
    shown = tables.scores(scores=metrics.sg_scores(items=items)).set_index("Model")["SG score"]
    for model in ("GPT-2-XL", "GPT-2 (pretrained)", "Transformer-XL", "GRNN"):
        assert f"| {model} | {shown[model]} |" in page
    printed = pd.read_csv(ROOT / "paper/sg2020/printed/release.csv", dtype=str).fillna("")
    missing = printed["quantity"].eq("").sum()
    assert f"Of {len(printed)} numbers" in page and f"{len(printed) - missing} come out" in page


def test_perplexities_of_the_runs(syntaxgym_results, tmp_path):
    runs = metrics.sg_runs(items=metrics.sg_items(results=syntaxgym_results))
    perplexities = io.read_raw_csv(registered("syntaxgym-perplexity.csv", tmp_path))
    table = release.with_perplexities(release.scores(runs), perplexities)
    assert len(table) == 41 and table["perplexity"].corr(table["sg"]) == pytest.approx(-0.4761, abs=5e-5)
    assert np.log(table["perplexity"]).corr(table["sg"]) == pytest.approx(-0.6370, abs=5e-5)
