"""What the numbers mean: references, intervals, specifications and claims on the real data."""

import numpy as np
import pandas as pd
import pytest

import pages
from acceptability.analyses.criteria.manifest import CRITERIA
from acceptability.analyses.differences.manifest import DIFFERENCES
from acceptability.analyses.specifications.manifest import SPECIFICATIONS
from acceptability.contracts import io
from acceptability.contracts.data import PAIRS, SENTENCES
from acceptability.contracts.deltas import DELTAS
from acceptability.contracts.studies import CHECKED_CLAIMS
from acceptability.options import OPTIONS
from acceptability.reading.load import read_yaml
from acceptability.statistics import criteria, references
from acceptability.statistics.clusters import holm
from acceptability.statistics.specifications import DEFAULT_CHOICES
from helpers import ROOT

STUDY = read_yaml(ROOT / "paper/adc/study.yaml")


@pytest.fixture
def shares(results) -> pd.DataFrame:
    table = io.read_table(results / "metrics/li-adger/criteria.csv", CRITERIA)
    table = table[table["variant"] == "corrected"].fillna({"threshold": 0})
    return table.set_index(["system", "measure", "threshold"])


def test_the_pages_of_the_report_are_those_of_a_paper(results):
    names = pages.row_labels(results / "tables/li-adger/criteria.csv")
    assert pages.problems(results / "reports/adc.pdf", names) == []


def test_what_needs_no_model_is_known_exactly(shares):
    """Other programs have 49.9 % and 76.7 % of the best constant and of the oracle, too."""
    of = shares.loc["reference"]
    for measure, threshold, share in (
        ("best_constant", 0, 1),
        ("random", 0, 0.5),
        ("best_constant", 0.5, 0.4994),
        ("best_constant", 1, 0.8490),
        ("best_constant", 5, 0.9611),
        ("best_constant_left_out", 0.5, 0.4833),
        ("best_constant_left_out", 1, 0.8415),
        ("best_constant_left_out", 5, 0.9611),
        ("permuted_across", 0.5, 0.3739),
        ("permuted_within", 0.5, 0.6459),
        ("random", 0.5, 0.1744),
    ):
        assert of.loc[(measure, threshold), "share"] == pytest.approx(share, abs=0.00005), (measure, threshold)
    assert of.loc[("oracle", 0.5), "share"] == pytest.approx(0.767, abs=0.0005)
    assert of.loc[("permuted_across", 0.5), "chance_sd"] == pytest.approx(0.0093, abs=0.00005)
    # That the constant is fitted to these pairs adds less than two percentage points.
    best, left_out = (of.loc[name, "share"].drop(0) for name in ("best_constant", "best_constant_left_out"))
    assert (best - left_out).between(0, 0.02).all()


def test_permutations_of_the_human_deltas_reach_what_is_expected(results, shares):
    deltas = io.read_table(results / "deltas/li-adger/reference.csv", DELTAS)
    human = deltas.loc[deltas["measure"] == "oracle", "human_delta"].dropna().to_numpy()
    shifted = [criteria.credit(human, np.roll(human, shift), "adc", 0.5).mean() for shift in range(len(human))]
    draw = np.random.default_rng(1)
    drawn = [criteria.credit(human, draw.permutation(human), "adc", 0.5).mean() for _ in range(2000)]
    expected = shares.loc[("reference", "permuted_across", 0.5)]
    assert np.mean(shifted) == pytest.approx(expected["share"])  # each pair gets each delta once
    assert np.mean(drawn) == pytest.approx(expected["share"], abs=5 * expected["chance_sd"] / np.sqrt(2000))
    assert np.std(drawn) == pytest.approx(expected["chance_sd"], rel=0.06)


def test_the_constant_is_1_3(results, shares):
    deltas = io.read_table(results / "deltas/li-adger/reference.csv", DELTAS)
    human = deltas.loc[deltas["measure"] == "oracle", "human_delta"].dropna()
    constant = references.best_constant(human, 0.5)
    assert constant == pytest.approx(1.3, abs=0.05)
    met = criteria.meets(human, np.full(len(human), constant), "adc", 0.5)
    assert met.sum() == shares.loc[("reference", "best_constant", 0.5), "met"] == 1181


def test_most_of_what_systems_reach_at_half_is_due_to_the_size_of_their_deltas(shares):
    at_half = shares.xs(0.5, level="threshold").reset_index("system", drop=True)
    at_half = at_half.assign(part=at_half["chance"] / at_half["share"])
    bert = at_half.loc[["pll", "cola_score"]]
    assert len(bert) == 6 and bert["part"].round(2).between(0.74, 0.85).all()
    assert bert.loc["pll", "part"].min() > bert.loc["cola_score", "part"].max()
    assert (bert["excess_low"] > 0).all()
    below = shares.loc[("trigram-published", "log_prob", 0.5)]
    assert below["share"] < below["chance"] and below["excess_high"] < 0
    assert np.allclose(shares["excess"].dropna(), (shares["share_ties_half"] - shares["chance"]).dropna())


def test_ties_are_exact_and_what_a_coin_would_add(results, shares):
    deltas = io.read_table(results / "deltas/li-adger/brown-trigram.csv", DELTAS)
    deltas = deltas.set_index(["measure", "pair_id"])["model_delta"]
    assert deltas[("log_prob", "ch6.107.g.06|ch6.106.*.06")] == 0
    assert not deltas.abs().between(0, 1e-9, inclusive="neither").any()
    row = shares.loc[("brown-trigram", "word_lp_min_1", 0)]
    assert (row["share"], row["share_ties_half"]) == pytest.approx((0.473, 0.613), abs=0.0005)
    assert row["ties"] == (deltas["word_lp_min_1"] == 0).sum() == 661


def test_intervals_are_over_67_publications_and_wider_than_over_230_phenomena_or_pairs(results, shares):
    pairs = io.read_table(results / "pairs/li-adger.csv", PAIRS)
    sentences = io.read_table(results / "sentences/li-adger.csv", SENTENCES).set_index("sentence_id")
    rated = pairs[criteria.counted(criteria.pair_deltas(pairs, sentences["rating"]))]
    assert rated.groupby("source")["cluster"].nunique().to_dict() == {"Adger": 9, "LI": 58}
    row = shares.loc[("bert-large-uncased-mlm-published", "pll", 0.5)]
    over_pairs = 2 * 1.96 * np.sqrt(row["share"] * (1 - row["share"]) / 2365)
    over_phenomena = row["high_over_phenomena"] - row["low_over_phenomena"]
    assert row["high"] - row["low"] > over_phenomena > 1.3 * over_pairs


def test_restandardised_ratings_reverse_the_order_of_pll_and_cola(results):
    made = io.read_table(results / "metrics/li-adger/specifications.csv", SPECIFICATIONS)
    made = made[(made["threshold"] == 0.5) & (made["normaliser"] == "none") & (made["population"] == "dataset")]
    made = made[(made["length"] == "any") & (made["weight"] == "pairs")]
    best = made.groupby(["human_scale", "measure"])["share"].max().unstack()
    worst = made.groupby(["human_scale", "measure"])["share"].min().unstack()
    assert worst.loc["participants", "pll"] > best.loc["participants", "cola_score"]
    assert worst.loc["sentences", "cola_score"] > best.loc["sentences", "pll"]
    by_row = made.pivot(index=["system", "measure"], columns="human_scale", values="share")
    rises = by_row["sentences"] > by_row["participants"]
    assert rises.xs("cola_score", level="measure").all() and not rises.xs("pll", level="measure").any()


def test_the_papers_own_specification_gives_table_1_but_for_two_unrated_pairs_and_ties_as_half(results, shares):
    made = io.read_table(results / "metrics/li-adger/specifications.csv", SPECIFICATIONS)
    for name, value in zip(OPTIONS, DEFAULT_CHOICES, strict=True):
        made = made[made[name] == value]
    made = made.set_index(made["system"] + "/" + made["measure"])
    printed = pd.read_csv(ROOT / "paper/adc/printed/table-1.csv", dtype=str)
    adc = printed[printed["argument"].str.contains(" adc ")]
    assert len(adc) == 24
    for cell in adc.itertuples():
        row, _, threshold = cell.argument.split(" ")
        found = made[(made.index == row) & (made["threshold"] == float(threshold))]
        assert found["pairs"].item() == 2365
        strict = shares.loc[(*row.split("/"), float(threshold))]
        assert found["share"].item() == pytest.approx(strict["share_ties_half"])
        assert f"{(strict['met'] + 2) / 2365:.3f}" == cell.printed


VERDICTS = {
    "The BERT that gets 94 % under BLiMP gets 38 % at δ = 0.5": "never holds",
    "At δ = 0.5, large-cased CoLA and trigram SLOR are level (less than 0.02 apart)": "undecided",
    "From BLiMP to δ = 0.5, trigram SLOR loses more than large-cased CoLA": "never holds",
    "At δ = 0.5, every system loses more than 0.3 of the pairs": "robust",
    "At δ = 1, every system loses more than 0.2 of the pairs": "depends",
    "At δ = 5, no system is more than 0.02 from its BLiMP share": "undecided",
    "The deltas of every MLM model correlate better with the human ones than those of every CoLA model": "undecided",
    "The deltas of every MLM model correlate better with the human ones than the trigram's SLOR": "undecided",
    "The deltas of every CoLA model correlate better with the human ones than the trigram's SLOR": "undecided",
    "At δ = 0.5, no system meets the ADC on half of the pairs": "robust",
    "Every CoLA model does better under BLiMP than every MLM model": "holds",
    "The trigram does better with SLOR than with the log-probability": "holds",
    "At δ = 0.5, every MLM model is above every CoLA model": "depends",
    "At δ = 0.5, every MLM model is above trigram SLOR": "holds",
    "At δ = 1, every CoLA model is above trigram SLOR": "undecided",
}


def test_every_claim_has_a_verdict_that_its_counts_bear_out(results):
    claims = io.read_table(results / "metrics/adc/claims.csv", CHECKED_CLAIMS).set_index("claim")
    asked = claims[claims["own"] != ""]
    assert asked["verdict"].to_dict() == VERDICTS
    assert claims["verdict"].drop(asked.index).tolist() == ["not reproducible here"] * 4
    supported, refuted, every = asked["supported"], asked["refuted"], asked["specifications"]
    is_, own = asked["verdict"].eq, asked["own"] == "yes"
    assert (supported == every)[is_("robust")].all() and (refuted == every)[is_("never holds")].all()
    holds = is_("holds")
    assert ((supported > 0) & (supported < every) & (refuted == 0) & own)[holds].all()
    assert ((supported > 0) & (refuted > 0))[is_("depends")].all()
    assert not ((supported > 0) & (refuted > 0))[is_("undecided")].any()
    assert (asked["verdict_over_phenomena"] == asked["verdict"]).all()
    assert (asked["bootstraps"] >= 0.975)[is_("robust") | holds].all()
    assert asked["bootstraps"][is_("undecided")].between(0.025, 0.975).all()
    assert (asked.loc[is_("depends"), "depends_on"] == "human_scale").all()
    assert (asked["holding"] >= supported).all() and (every - asked["holding"] >= refuted).all()
    assert set(every) == {32, 96}
    inside = (asked["bound_from"].fillna(-1) <= asked["bound"]) & (asked["bound"] <= asked["bound_to"].fillna(1))
    assert inside[asked["bound"].notna()].all()
    small = asked["quantity"].isin(["apart_less", "loses_less"])
    assert (asked["equivalence_p"].notna() == small).all() and (asked.loc[small, "equivalence_p"] > 0.05).all()


def test_near_claims_are_open(results):
    """r of large-cased CoLA is 0.3346, of trigram SLOR 0.3333: which is greater depends on the publications."""
    claims = io.read_table(results / "metrics/adc/claims.csv", CHECKED_CLAIMS).set_index("claim")
    close = claims.loc["The deltas of every CoLA model correlate better with the human ones than the trigram's SLOR"]
    assert (close["supported"], close["refuted"], close["different"]) == (0, 0, 4) and 0.3 < close["bootstraps"] < 0.7
    level = claims.loc["At δ = 0.5, large-cased CoLA and trigram SLOR are level (less than 0.02 apart)"]
    assert level["own"] == "yes" and 0.05 < level["bound_to"] < 0.08  # to show that they are, it must be so great


def test_a_papers_comparisons_are_28_at_each_criterion_whatever_runs_beside(results):
    table = io.read_table(results / "metrics/li-adger/differences.csv", DIFFERENCES)
    paper = table[table["family"] == "adc"]
    assert set(paper["first"]) | set(paper["second"]) == set(STUDY["rows"])
    assert paper.groupby("threshold", dropna=False).size().tolist() == [28] * 4
    assert paper["p_holm"].tolist() == pytest.approx(holm(paper["p"]).tolist())  # all of them together
    of_references = table[table["family"] == "references"]
    assert of_references["p"].isna().all() and of_references["low"].notna().all()
    below = of_references.query("second == 'reference/best_constant_left_out' and threshold == 0.5")
    assert (below["high"] < 0).all() and len(below) == 11  # every system is worse than one delta for all


def test_little_of_what_systems_reach_above_chance_is_knowledge_of_single_pairs(shares):
    """Beside other pairs of the same phenomenon: another program counts 2.2, 1.0, 1.9, 1.7, 1.6, 1.2, 1.6."""
    rows = [row.split("/") for row in STUDY["rows"][:7]]
    within = [100 * shares.loc[(*row, 0.5), "excess_within"] for row in rows]
    assert within == pytest.approx([2.2, 1.0, 1.9, 1.7, 1.6, 1.2, 1.6], abs=0.06)
    best = shares.loc[("bert-large-uncased-mlm-published", "pll", 0.5)]
    assert best["excess_within_low"] < 0 < best["excess_low"]
    readme = " ".join((ROOT / "docs/papers.md").read_text(encoding="utf-8").split())
    points = [f"{100 * best[name]:.1f}" for name in ("excess_within", "excess")]
    assert f"of the same phenomenon, the share is still {best['chance_within']:.3f}." in readme
    sentence = "So only {0} of the {1} percentage points above chance depends on the single pair, and this {0} is not"
    assert f"{sentence} significant.".format(*points) in readme
