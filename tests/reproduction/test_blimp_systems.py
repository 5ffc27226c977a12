"""BLiMP as a dataset: its pairs, baselines, people's choices, and what README.md says of them."""

import re
import subprocess

import pandas as pd
import pytest

from acceptability.analyses.choices.manifest import CHOICE_AGREEMENT, CHOICE_SUMMARY, CHOSEN_PAIRS
from acceptability.analyses.criteria.manifest import CRITERIA
from acceptability.analyses.doubts.manifest import SIZES
from acceptability.analyses.phenomena.manifest import BY_LEVEL, LEVEL_MEANS
from acceptability.analyses.predictors.manifest import BY_PREDICTOR
from acceptability.contracts import io
from acceptability.contracts.data import CHOICES, PAIRS, SENTENCES
from acceptability.statistics.choices import without_excluded
from acceptability.statistics.clusters import ratio_of_sums
from helpers import ROOT

UNIGRAM = "brown-unigram/unigram_log_prob"
WRONG_FLAGS = 11  # paradigms whose flag lexically_identical is not so
HALF = {  # of the Brown unigram, by phenomenon, in per cent
    "anaphor_agreement": 36.7,
    "argument_structure": 59.8,
    "binding": 62.9,
    "control_raising": 59.5,
    "determiner_noun_agreement": 50.9,
    "ellipsis": 36.7,
    "filler_gap_dependency": 71.4,
    "irregular_forms": 52.2,
    "island_effects": 55.6,
    "npi_licensing": 54.6,
    "quantifiers": 54.6,
    "subject_verb_agreement": 49.6,
}


@pytest.fixture(scope="module")
def metrics(paper):
    return paper / "results/metrics/blimp-full"


@pytest.fixture(scope="module")
def pairs(paper):
    return io.read_table(paper / "results/pairs/blimp-full.csv", PAIRS)


@pytest.fixture(scope="module")
def levels(metrics):
    table = io.read_table(metrics / "by_level.csv", BY_LEVEL)
    return table.set_index([table["system"] + "/" + table["measure"], "level", "group"])


def test_means_over_12_phenomena_stand_beside_those_over_67_paradigms(metrics):
    table = io.read_table(metrics / "level_means.csv", LEVEL_MEANS).set_index(["system", "level"])
    assert set(table["groups"]) == {12, 67}
    expected = {"ngram": (0.5966, 0.6124), "lstm": (0.7200, 0.6981), "txl": (0.7218, 0.6963), "gpt2": (0.8477, 0.8302)}
    for system, means in expected.items():
        found = [table.loc[(f"{system}-2021", level), "mean_ties_half"] for level in ("phenomenon", "paradigm")]
        assert found == pytest.approx(means, abs=5e-5), system


def test_the_dataset(paper, pairs, metrics):
    sentences = io.read_table(paper / "results/sentences/blimp-full.csv", SENTENCES)
    assert io.read_table(metrics / "sizes.csv", SIZES).iloc[0].to_dict() == {
        "sentences": 134_000,
        "pairs": 67_000,
        "counted": 67_000,
        "paradigms": 67,
        "phenomena": 12,
        "clusters": 67,
    }
    assert sentences["sentence"].nunique() == 133_945
    assert pairs.groupby("phenomenon")["paradigm"].nunique().tolist() == [2, 9, 7, 5, 8, 2, 7, 2, 8, 7, 4, 6]
    assert set(pairs["field"]) == {"morphology", "syntax", "semantics", "syntax_semantics"}
    flags = pairs[["one_prefix_method", "two_prefix_method"]].eq("true").groupby(pairs["paradigm"]).mean()
    assert flags.sum().tolist() == [20, 20] and not flags.all(axis=1).any()
    said, true = (
        pairs[name].eq("true").groupby(pairs["paradigm"]).mean() for name in ("lexically_identical", "same_words")
    )
    assert ((said == 1) != (true == 1)).sum() == WRONG_FLAGS
    text = sentences.set_index("sentence_id")["sentence"]
    equal = pairs["good_id"].map(text) == pairs["bad_id"].map(text)
    passive, principle = [324, 810], [105, 287, 372, 816, 967]
    expected = [f"passive_1-{n}" for n in passive] + [f"principle_A_case_2-{n}" for n in principle]
    assert sorted(pairs.loc[equal, "pair_id"]) == sorted(expected)


def test_shorter_is_better(levels):
    found = levels.loc["reference/negative_length"]
    assert found.loc[("all", "all"), ["met", "ties"]].tolist() == [2668, 63055]
    shares = found.loc["paradigm", "share_ties_half"]
    expected = {
        "animate_subject_trans": 0.882,
        "drop_argument": 0.702,
        "intransitive": 0.676,
        "ellipsis_n_bar_2": 0.398,
    }
    assert shares[list(expected)].to_dict() == pytest.approx(expected, abs=1e-3)


def test_word_frequency_alone(levels):
    found = levels.loc[UNIGRAM]
    whole = found.loc[("all", "all")]
    assert (whole["share"], whole["ties"] / 67_000, whole["share_ties_half"]) == pytest.approx(
        (0.468, 0.190, 0.564), abs=5e-4
    )
    assert (100 * found.loc["phenomenon", "share_ties_half"]).to_dict() == pytest.approx(HALF, abs=0.05)
    paradigms = found.loc["paradigm"]
    right, tied = paradigms["met"] == paradigms["pairs"], paradigms["ties"] == paradigms["pairs"]
    wrong = (paradigms["met"] == 0) & (paradigms["ties"] == 0)
    assert (right.sum(), wrong.sum(), tied.sum()) == (10, 3, 12)


def test_the_filler_gap_dissociation_is_what_word_frequency_gives(levels):
    gaps = levels.loc[UNIGRAM].loc["paradigm"].query("of == 'filler_gap_dependency'")["share"]
    with_gap = gaps.index.str.startswith("wh_vs_that_with_gap")
    assert set(gaps[with_gap]) == {0} and set(gaps[~with_gap]) == {1}
    for system in ("ngram", "lstm", "txl", "gpt2"):
        theirs = levels.loc[f"{system}-2021/accuracy"].loc["paradigm", "share"][gaps.index]
        assert theirs[with_gap].max() < theirs[~with_gap].min(), system


def test_a_trigram_ties_where_it_cannot_tell(levels, metrics):
    """Of two sums of the same rounded numbers in another order, neither is greater."""
    whole = levels.loc[("brown-trigram/log_prob", "all", "all")]
    assert 2000 < whole["ties"] < 2300 and abs(whole["share_ties_half"] - 0.52) < 0.01
    assert levels.loc[("brown-trigram/log_prob", "paradigm", "adjunct_island"), "ties"] > 500
    criteria = io.read_table(metrics / "criteria.csv", CRITERIA).set_index(["system", "measure"])
    row = criteria.loc[("brown-trigram", "log_prob")]
    assert row["share"] < row["share_ties_half"] < row["share_ties_met"]
    assert row["share_ties_met"] == pytest.approx((row["met"] + row["ties"]) / 67_000)
    doubts = pd.read_csv(metrics / "doubts.csv").groupby("about")["doubt"].agg(" ".join)
    assert "are ties: the two scores are equal or differ by less than 0.0001 nats" in doubts["brown-trigram/log_prob"]
    assert "cannot be told from chance" in doubts["brown-trigram/log_prob"]


def test_length_and_confidence(metrics):
    table = io.read_table(metrics / "by_predictor.csv", BY_PREDICTOR).set_index(["row", "predictor"])
    sizes = table.loc[(UNIGRAM, "difference")].set_index("value")["pairs"]
    assert sizes.to_dict() == {-1: 2668, 0: 63055, 1: 1277}


def test_people(paper, metrics, pairs):
    given = io.read_table(paper / "results/choices/blimp-full.csv", CHOICES)
    assert given["excluded"].sum() == 37  # of 9 assignments that failed the attention check, and of one cut short
    choices = without_excluded(given)
    assert (len(choices), choices["pair_id"].nunique(), choices["participant"].nunique()) == (6676, 335, 342)
    assert choices["pair_id"].str.rsplit("-", n=1).str[1].isin(list("01234")).all()
    chosen = io.read_table(metrics / "choices_pairs.csv", CHOSEN_PAIRS)
    assert chosen["majority"].value_counts().to_dict() == {"right": 323, "wrong": 7, "split": 5}
    assert (chosen["share"] == 1).sum() == 96 and chosen["share"].min() == pytest.approx(0.4)
    assert 100 * chosen.groupby("paradigm")["share"].mean().mean() == pytest.approx(88.56, abs=0.01)
    people = pd.read_csv(metrics / "choices_people.csv").set_index("participant")
    assert people.loc[2, ["right", "answers"]].tolist() == [58, 132]
    summary = io.read_table(metrics / "choices_summary.csv", CHOICE_SUMMARY).set_index("statistic")["value"]
    assert summary["at_chance"] == 1
    shares = summary[["individual", "individual_all", "good_first"]].tolist()
    assert shares == pytest.approx([0.8856, 0.8843, -0.0292], abs=5e-5)
    reliability = summary[["paradigms_over_people", "paradigms_over_pairs"]].tolist()
    assert reliability == pytest.approx([0.87, 0.58], abs=0.02)


def test_systems_beside_people(metrics):
    table = io.read_table(metrics / "choices_agreement.csv", CHOICE_AGREEMENT).set_index(["statistic", "row"])
    r = table.loc["paradigm_r"]
    expected = {"gpt2-2020": 0.538, "gpt2-2021": 0.654, "lstm-2021": 0.488, "txl-2021": 0.482, "ngram-2021": 0.340}
    assert r.loc[[f"{system}/accuracy" for system in expected], "value"].tolist() == pytest.approx(
        list(expected.values()), abs=1e-3
    )
    assert r["ceiling"].tolist() == pytest.approx([0.765] * len(r), abs=0.01)


ROWS = {  # of README's table
    "5-gram": "ngram-2021/accuracy",
    "LSTM": "lstm-2021/accuracy",
    "Transformer-XL": "txl-2021/accuracy",
    "GPT-2 (2020)": "gpt2-2020/accuracy",
    "GPT-2 (2021)": "gpt2-2021/accuracy",
    "Brown unigram log-prob": UNIGRAM,
    "Brown trigram log-prob": "brown-trigram/log_prob",
    "*People, single answers*": "people/individual",
}


def test_intervals_over_12_phenomena_would_mostly_be_wider_than_over_67_paradigms(levels):
    """README.md and docs/blimp.md have the numbers: of all pairs, which are the same, with phenomena as clusters."""
    readme, docs = (
        " ".join((ROOT / name).read_text(encoding="utf-8").split()) for name in ("docs/papers.md", "docs/blimp.md")
    )
    cells, widths = {}, {}
    for label, row in list(ROWS.items())[:-1]:  # people's interval is also over people
        whole, phenomena = levels.loc[(row, "all", "all")], levels.loc[row].loc["phenomenon"]
        right = phenomena["share_ties_half"] * phenomena["pairs"]
        share = ratio_of_sums(right.to_numpy(), phenomena["pairs"].to_numpy(float))
        assert len(phenomena) == 12 and share.value == pytest.approx(whole["share_ties_half"])
        ends = share.share_interval(whole["pairs"])
        widths[label] = (ends[1] - ends[0]) / (whole["half_high"] - whole["half_low"])
        cells[label] = [f"[{low:.3f}, {high:.3f}]" for low, high in (ends, whole[["half_low", "half_high"]])]
    between = f"{min(widths.values()):.1f} to {max(widths.values()):.1f} times as wide"
    assert f"the 12 phenomena, they would be {between} (LSTM: {cells['LSTM'][0]})" in readme
    assert between in docs and sum(width > 1 for width in widths.values()) == 6
    for label in ("LSTM", "Transformer-XL", "GPT-2 (2021)"):
        assert "{} instead of {}".format(*cells[label]) in docs


def test_the_page_on_papers_shows_the_computed_table(levels):
    readme = (ROOT / "docs/papers.md").read_text(encoding="utf-8")
    for label, row in ROWS.items():
        line = next(line for line in readme.splitlines() if line.startswith(f"| {label} | ") and "[" in line)
        found = levels.loc[row]
        expected = found.loc[("all", "all"), ["share_ties_half", "half_low", "half_high"]].tolist()
        for group in ("subject_verb_agreement", "filler_gap_dependency", "island_effects"):
            expected.append(found.loc[("phenomenon", group), "share_ties_half"])
        numbers = [float(number) for number in re.findall(r"\b\d\.\d{3}\b", line)]
        assert numbers == pytest.approx(expected, abs=5.1e-4), label  # some are halfway between two roundings
    assert "gets 71 % of the filler-gap pairs right: all pairs of five paradigms" in readme


def test_make_score_knows_it():
    printed = subprocess.run(
        ["make", "--dry-run", "score", "DATASET=blimp-full", "MODEL=gpt2"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert "'DATASET=blimp-full'" in printed and "'MODEL=gpt2'" in printed
