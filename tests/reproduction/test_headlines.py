"""The headline statements of docs/papers.md on LI-Adger, however one clusters the pairs, scales the ratings or divides into folds.

Each is computed from the results and looked for there; and it is computed again with other clusters (phenomena,
articles and chapters, single pairs), with the human ratings divided by their standard deviation, and in each division of the
clusters into folds. A statement that one of these turns has to say so.
"""

from itertools import product

import numpy as np
import pandas as pd
import pytest

from acceptability.analyses.criteria.manifest import CRITERIA
from acceptability.analyses.curves.manifest import CHANCE_STEPS
from acceptability.analyses.differences.manifest import DIFFERENCES
from acceptability.analyses.people import compute as people
from acceptability.analyses.people.manifest import PEOPLE
from acceptability.analyses.specifications.manifest import SPECIFICATIONS
from acceptability.contracts import io, systems
from acceptability.contracts.data import PAIRS, RATINGS, SENTENCES
from acceptability.rounding import percent
from acceptability.statistics import chance, criteria, references
from acceptability.statistics.clusters import cluster_numbers, ratio
from acceptability.statistics.specifications import DEFAULT_CHOICES, SPECIFICATION, human_sd
from helpers import ROOT

STEP = ("adc", 0.5)
CLUSTERINGS = ("phenomenon", "article", "pair_id")
SCALES = ("as they are", "SD 1")
BEST = "bert-large-uncased-mlm-published/pll"
BEST_SCALED = "bert-large-uncased-cola-published/cola_score"
NAMES = {BEST: "BERT large uncased PLL", BEST_SCALED: "BERT large uncased CoLA"}


@pytest.fixture
def readme() -> str:
    return " ".join((ROOT / "docs/papers.md").read_text(encoding="utf-8").split())


@pytest.fixture
def pairs(results) -> pd.DataFrame:
    return io.read_table(results / "pairs/li-adger.csv", PAIRS).set_index("pair_id", drop=False)


@pytest.fixture
def columns(results) -> pd.DataFrame:
    """Deltas of the rated pairs: of people, and of the systems."""
    files = [path for path in sorted((results / "deltas/li-adger").glob("*.csv")) if path.stem != "reference"]
    table = systems.read_delta_columns(files)
    return table[criteria.counted(table["human"])]


@pytest.fixture
def scaled(results, columns) -> dict[str, np.ndarray]:
    """Human deltas by scale: of ratings as they are, and of ratings divided by their standard deviation."""
    ratings = io.read_table(results / "sentences/li-adger.csv", SENTENCES)["rating"].dropna()
    return dict(zip(SCALES, (columns["human"], columns["human"] / human_sd(ratings, None, "dataset")), strict=True))


def test_the_best_system_is_another_one_where_ratings_are_divided_by_their_sd(results, readme):
    table = io.read_table(results / "metrics/li-adger/specifications.csv", SPECIFICATIONS)
    table = table[(table["threshold"] == 0.5) & (table["system"] != "reference")]
    table = table.assign(row=table["system"] + "/" + table["measure"])
    first = table.loc[table.groupby(SPECIFICATION)["share"].idxmax()].set_index(SPECIFICATION[1:])["row"]
    assert first[DEFAULT_CHOICES] == BEST
    assert set(first.xs("sentences", level="human_scale")) == {BEST_SCALED}  # under every other choice
    assert not first.xs("participants", level="human_scale").str.contains("cola").any()
    assert f"The best system, {NAMES[BEST]}, has" in readme
    assert f"With ratings divided by their standard deviation, the best system is {NAMES[BEST_SCALED]}" in readme


def test_a_constant_does_better_than_every_system_whatever_the_clusters_the_scale_and_the_folds(
    results, columns, pairs, scaled, readme
):
    table = io.read_table(results / "metrics/li-adger/specifications.csv", SPECIFICATIONS)
    table = table[table["threshold"] == 0.5]
    constants = table["measure"] == "best_constant"
    best = table[constants].set_index(SPECIFICATION)["share"]
    assert (best > table[table["system"] != "reference"].groupby(SPECIFICATION)["share"].max() + 0.05).all()
    of_pairs = pairs.loc[columns.index]
    for clustering, human in product(CLUSTERINGS, scaled.values()):
        numbers = cluster_numbers(of_pairs[clustering])
        fitted = references.fit_factor(human, np.ones(len(human)), of_pairs[clustering], STEP)
        by_division = criteria.meets(human.to_numpy(), fitted.factors, *STEP).mean(axis=1)
        assert len(by_division) == references.REPETITIONS
        for row in columns.columns.drop("human"):
            share = ratio(criteria.credit(human, columns[row], *STEP), np.ones(len(human)), numbers)
            assert by_division.min() > share.value
            below = share - fitted.cross_validated
            assert below.interval(fitted.choosing)[1] < 0, (clustering, row)
    shares = io.read_table(results / "metrics/li-adger/criteria.csv", CRITERIA)
    constant = shares.query("measure == 'best_constant_left_out' and threshold == 0.5").iloc[0]
    assert constant["share"] == pytest.approx(0.483, abs=0.0005) and constant["fold_sd"] < 0.01
    assert "**A constant does better than every system at δ = 0.5.**" in readme
    assert f"Fitted to other articles and chapters, it still has {constant['share']:.3f}" in readme


def test_most_of_what_systems_reach_needs_no_strength_of_single_pairs(results, columns, pairs, scaled, readme):
    """The shares that are made of less are the same whatever the clusters; on either scale, most of a share is chance."""
    of_pairs = pairs.loc[columns.index]
    for row, human in product(columns.columns.drop("human"), scaled.values()):
        steps = chance.share_by_knowledge(human, columns[row], of_pairs["phenomenon"], STEP)
        assert steps["chance"] > 0.7 * steps["share"], row
        assert steps["share"] - steps["chance_within"] < 0.03, row
    for clustering, (scale, human) in product(CLUSTERINGS, scaled.items()):
        row = BEST if scale == SCALES[0] else BEST_SCALED
        numbers, model = cluster_numbers(of_pairs[clustering]), columns[row].to_numpy()
        share = ratio(criteria.credit(human, model, *STEP), np.ones(len(human)), numbers)
        excess = share - chance.permuted(human, model, numbers, STEP)[0]
        assert excess.interval()[0] > 0.02 and 0.055 < excess.value < 0.065, (clustering, scale)
    table = io.read_table(results / "metrics/li-adger/chance_steps.csv", CHANCE_STEPS)
    steps = table.query("row == @BEST and threshold == 0.5").set_index("known")["share"]
    expected = [0.183, 0.303, 0.317, 0.367]
    assert steps[["no_knowledge", "sign_only", "chance", "chance_within"]].tolist() == pytest.approx(expected, abs=6e-4)
    shares = io.read_table(results / "metrics/li-adger/criteria.csv", CRITERIA).query("variant == 'corrected'")
    share = shares.set_index(["system", "measure", "threshold"]).loc[(*BEST.split("/"), 0.5), "share"]
    word_lp = shares.set_index(["system", "measure", "threshold"]).loc[("brown-trigram", "word_lp_min_1", 0.5)]
    said = "That only matters for WordLP: compare its chance with {:.3f}, not with {:.3f}."
    assert said.format(word_lp["share_ties_half"], word_lp["share"]) in readme
    said = "has {:.3f}, and chance is {:.3f}. With random signs, chance would be {:.3f}"
    assert said.format(share, steps["chance"], steps["no_knowledge"]) in readme


def test_most_of_a_share_needs_no_sizes_and_own_sizes_do_worse_than_one_size(results, columns, readme):
    """Test the README's shares of three systems with random sizes and with the signs of human deltas, and those of the constant."""
    front = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    table = io.read_table(results / "metrics/li-adger/chance_steps.csv", CHANCE_STEPS).query("threshold == 0.5")
    steps = table.pivot(index="row", columns="known", values="share")
    shown = [BEST, "bert-large-cased-cola-published/cola_score", "trigram-published/slor"]
    kept = (steps["sign_only"] / steps["share"])[shown]
    assert kept.tolist() == pytest.approx([0.803, 0.780, 0.777], abs=6e-4)
    assert f"the systems keep {percent(kept.min(), 0)} to {percent(kept.max(), 0)} % of their share" in front
    human = columns["human"]
    right = {row: criteria.credit(human, np.sign(human) * columns[row].abs(), *STEP).mean() for row in columns}
    own = pd.Series(right)[shown]
    assert own.tolist() == pytest.approx([0.4457, 0.3391, 0.4106], abs=6e-5)
    shares = io.read_table(results / "metrics/li-adger/criteria.csv", CRITERIA)
    constant = shares.query("measure == 'best_constant_left_out' and threshold == 0.5")["share"].item()
    assert own.max() < constant
    sentences = f"they reach {own.min():.2f} to {own.max():.2f}. One size for all pairs, cross-validated, reaches {constant:.2f}."
    assert sentences in front
    berts = [value for row, value in right.items() if row.startswith("bert-")]
    assert len(berts) == 6
    assert f"the BERT systems would reach {min(berts):.3f} to {max(berts):.3f}" in readme


def test_people_are_not_shown_to_be_above_a_constant_whatever_the_clusters_and_the_folds(results, columns, pairs):
    """docs/papers.md has the numbers (test_other_people.py): on the scale of systems, the interval includes 0."""
    tables = [
        io.read_table(results / path, table)
        for path, table in (
            ("sentences/li-adger.csv", SENTENCES),
            ("ratings/li-adger.csv", RATINGS),
            ("other_ratings/li-adger.csv", RATINGS),
        )
    ]
    sentences, ratings, others = tables
    values = {}
    for clustering in ("phenomenon", "article"):
        clustered = pairs.reset_index(drop=True).assign(cluster=pairs[clustering].to_numpy())
        made = people.people(sentences, clustered, ratings, others, columns[["human", BEST]], [0.5])
        of = made.set_index(["system", "measure", "statistic"])
        scale_of_systems, raw = of.loc[("people", "sd_1", "adc")], of.loc[("people", "raw", "adc")]
        assert scale_of_systems["above_low"] < 0 < scale_of_systems["above"]
        assert scale_of_systems["above"] > 3 * scale_of_systems["fold_sd"]  # above it in every division but a rare one
        assert raw["above_low"] > 0.15
        values[clustering] = scale_of_systems["above"]
    assert abs(values["phenomenon"] - values["article"]) < 0.01
    table = io.read_table(results / "metrics/li-adger/people.csv", PEOPLE).fillna({"threshold": 0})
    of = table.set_index(["system", "measure", "statistic", "threshold"])
    assert of.loc[("people", "sd_1", "adc", 0.5), "above"] == pytest.approx(values["article"])


def test_which_differences_between_berts_are_significant_turns_with_the_clusters(results, readme):
    table = io.read_table(results / "metrics/li-adger/differences.csv", DIFFERENCES)
    berts = table["first"].str.startswith("bert-") & table["second"].str.startswith("bert-")
    table = table[berts & (table["family"] == "adc") & (table["threshold"] == 0.5)]
    over, over_phenomena = ((table[name] < 0.05).sum() for name in ("p_holm", "p_holm_over_phenomena"))
    assert (len(table), over, over_phenomena, table["depends_on_clusters"].sum()) == (15, 0, 2, 2)
    said = "Of the {} differences between the BERT systems at δ = 0.5, none is significant; over phenomena, which are parts"
    assert f"{said.format(len(table))} of these, {over_phenomena} are." in readme
    shares = io.read_table(results / "metrics/li-adger/criteria.csv", CRITERIA).query("variant == 'corrected'")
    shares = shares.set_index(["system", "measure", "threshold"])
    cells = []
    for row in (BEST, "bert-large-cased-cola-published/cola_score"):
        share = shares.loc[(*row.split("/"), 0.5)]
        cells.append("{share:.3f} [{low:.3f}, {high:.3f}]".format(**share[["share", "low", "high"]]))
    said = "Over 58 articles and the 9 chapters of one book, BERT large uncased PLL has {}, large cased CoLA {}."
    assert said.format(*cells) in readme


def test_with_the_textbook_as_one_cluster_intervals_say_little(columns, pairs):
    """docs/numbers.md has the numbers; over its chapters, the difference is above 0."""
    of_pairs = pairs.loc[columns.index]
    whole = of_pairs["article"].where(of_pairs["source"] == "LI", "book")
    docs = " ".join((ROOT / "docs/numbers.md").read_text(encoding="utf-8").split())
    numbers = {}
    for name, clusters in {"chapters": of_pairs["article"], "book": whole}.items():
        of_clusters = cluster_numbers(clusters)
        shares = [
            ratio(criteria.credit(columns["human"], columns[row], *STEP), np.ones(len(columns)), of_clusters)
            for row in (BEST, "bert-base-uncased-cola-published/cola_score")
        ]
        ends = [f"{100 * end:.1f}".replace("-", "−") for end in (shares[0] - shares[1]).interval()]
        numbers[name] = (f"{shares[0].clusters:.1f}", *ends)
    assert f"number of {numbers['book'][0]} instead of {numbers['chapters'][0]}" in docs
    said = "PLL is {} to {} percentage points above base uncased CoLA; with the book as one cluster, that is {} to {}."
    assert said.format(*numbers["chapters"][1:], *numbers["book"][1:]) in docs
