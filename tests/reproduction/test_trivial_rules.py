"""Trivial rules on released pairs are the rows that the project's tables have of the same rules."""

import pandas as pd
import pytest

from acceptability.contracts import io
from acceptability.contracts.data import PAIRS, SENTENCES
from helpers import MIRROR, copy_checkout, snakemake


@pytest.fixture(scope="module")
def checked(tmp_path_factory):
    """A checkout in which three datasets were checked by one command."""
    folder = copy_checkout(tmp_path_factory.mktemp("check") / "checkout")
    words = ["dataset=li-adger,blimp-full,qfrblimp", "folder=out"]
    run = snakemake(folder, "check", "--config", *words, mirror=MIRROR)
    assert run.returncode == 0, run.stdout
    return folder / "out/results", run.stdout


def rules(results, dataset):
    table = pd.read_csv(results / f"check/{dataset}/rules.csv", keep_default_na=False)
    return table.set_index(["level", "group", "rule"])


def test_the_brown_unigram_of_blimp_and_its_filler_gaps(checked):
    """docs/papers.md's row *Brown unigram log-prob*: .564, .496, .714 and .556, ties as half."""
    table = rules(checked[0], "blimp-full")
    groups = [("all", "all"), *(("phenomenon", name) for name in (
        "subject_verb_agreement", "filler_gap_dependency", "island_effects"))]  # fmt: skip
    shares = [float(table.loc[(*group, "unigram_log_prob"), "share"]) for group in groups]
    assert shares == pytest.approx([0.564, 0.496, 0.714, 0.556], abs=5e-4)
    assert table.loc[("phenomenon", "filler_gap_dependency", "word_frequency"), "sentence"] == (
        "Word frequency alone gets 71 % of filler_gap_dependency right, which may be chance."
    )  # over its seven paradigms, of which it gets five right and two wrong


def test_shorter_is_better_on_li_adger(checked):
    """.241 of its 2,367 pairs are right; .473, where the 1,097 ties count as half."""
    row = rules(checked[0], "li-adger").loc[("all", "all", "shorter")]
    assert row[["right", "wrong", "ties", "pairs"]].astype(int).tolist() == [570, 700, 1097, 2367]
    assert int(row["right"]) / 2367 == pytest.approx(0.241, abs=5e-4)
    assert float(row["share"]) == pytest.approx(0.473, abs=5e-4)


def test_a_french_table_has_no_frequencies_and_says_so(checked):
    results, printed = checked
    assert {rule for *_, rule in rules(results, "qfrblimp").index} == {"shorter", "fewer_characters", "alphabetical"}
    assert "of the words are not in the corpus brown, which seems to be of another language" in " ".join(
        printed.split()
    )


def test_pairs_of_blimp_are_what_they_are_called(checked):
    """The check marks the 7 of 67,000 pairs that differ only in capitals and the last mark, and one that stands twice."""
    results, _ = checked
    stimuli = pd.read_csv(results / "check/blimp-full/pairs.csv", dtype=str, keep_default_na=False)
    marks = stimuli["marks"].str.split("; ").explode().value_counts()
    assert marks[["same sentences", "pair twice"]].tolist() == [7, 2]
    pairs = io.read_table(results / "pairs/blimp-full.csv", PAIRS)
    texts = io.read_table(results / "sentences/blimp-full.csv", SENTENCES).set_index("sentence_id")["sentence"]
    twins = pairs.set_index("pair_id").loc[stimuli.loc[stimuli["twin"] != "", "pair_id"]]
    same = [{texts[row.good_id].lower(), texts[row.bad_id].lower()} for row in twins.itertuples()]
    assert len(same) == 2 and same[0] == same[1]
