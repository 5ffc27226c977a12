"""LI-Adger as it really is: counts, oddities, ratings, pairs."""

import numpy as np
import pandas as pd
import pytest

from acceptability.analyses.ceiling import compute as ceiling
from acceptability.analyses.ceiling.manifest import CEILING, HUMAN_ERROR
from acceptability.analyses.noise_floor.manifest import NOISE_FLOOR
from acceptability.contracts import io
from acceptability.contracts.data import PAIRS, RATINGS, SENTENCES
from acceptability.datasets.ratings import participant_z_scores
from acceptability.papers.adc.li_adger import reader as li_adger
from acceptability.papers.adc.li_adger.construction import connected_components
from named_paths import missing_files


@pytest.fixture
def sentences(results):
    return io.read_table(results / "sentences/li-adger.csv", SENTENCES)


@pytest.fixture
def kept(results):
    return io.read_table(results / "pairs/li-adger.csv", PAIRS)


def rated(kept, sentences):
    unrated = set(sentences.loc[sentences["rating"].isna(), "sentence_id"])
    return kept[~kept["good_id"].isin(unrated) & ~kept["bad_id"].isin(unrated)]


def test_sentences(sentences):
    assert len(sentences) == 4178
    assert sentences["source"].value_counts().to_dict() == {"LI": 2400, "Adger": 1778}
    assert sentences["sentence"].nunique() == 4133
    assert sentences.groupby("source")["condition"].nunique().to_dict() == {"LI": 300, "Adger": 222}


def test_marks(sentences):
    counts = sentences.groupby(["source", "mark"]).size().to_dict()
    assert counts == {
        ("LI", "g"): 1192,
        ("LI", "*"): 1104,
        ("LI", "??"): 72,
        ("LI", "?*"): 16,
        ("LI", "??(*)"): 8,
        ("LI", "?"): 8,
        ("Adger", "g"): 897,
        ("Adger", "*"): 873,
        ("Adger", "?"): 8,
    }


def test_the_authors_labels_take_128_starred_sentences_for_acceptable(sentences):
    letter_g = sentences["sentence_id"].str.contains("g")
    assert (letter_g & (sentences["mark"] == "*")).sum() == 128
    assert not (letter_g & (sentences["mark"] == "*") & (sentences["label"] == 1)).any()


def test_ratings(sentences):
    assert sentences.loc[sentences["rating"].isna(), "sentence_id"].tolist() == ["ch6.93.*.01", "ch6.93.g.09"]
    assert sentences["rating"].mean() == pytest.approx(-0.0004, abs=5e-5)
    assert sentences["rating"].std() == pytest.approx(0.78, abs=5e-3)


def test_typos_and_notes_are_kept(sentences):
    assert (sentences["typo"] != "").sum() == 29
    assert (sentences["note"] != "").sum() == 168
    assert sentences["sentence"].str.contains("entrée").sum() == 2
    assert not sentences["sentence"].str.contains("[‘’“”]|  |^ | $", regex=True).any()


def test_crlf_and_cr_line_ends_are_in_the_files(raw):
    assert (raw / "li-adger-sentences.csv").read_bytes().count(b"\r\n") > 4000
    conditions = (raw / "li-conditions.csv").read_bytes()
    assert b"\r" in conditions and b"\n" not in conditions
    assert len(io.read_raw_csv(raw / "li-conditions.csv")) == 150


def test_two_sentences_were_mended_in_the_curated_list_only(raw, sentences):
    curated = io.read_raw_csv(raw / "li-adger-pairs.csv")
    text = sentences.set_index("sentence_id")["sentence"]
    for column in ("gramm", "ungramm"):
        differing = curated[
            curated[f"{column}_sentence"].map(li_adger.straighten) != curated[f"{column}_id"].map(text).values
        ]
        assert len(differing) == 1
        assert "assistant. " in text[differing[f"{column}_id"].iloc[0]]


def test_pairs(kept, sentences):
    assert len(kept) == 2367
    real = rated(kept, sentences)
    assert real["source"].value_counts().to_dict() == {"Adger": 1191, "LI": 1174}
    assert real["paradigm"].nunique() == 296
    assert real.groupby("source")["phenomenon"].nunique().to_dict() == {"LI": 147, "Adger": 83}
    text = sentences.set_index("sentence_id")["sentence"]
    assert (real["good_id"].map(text) == real["bad_id"].map(text)).sum() == 2


def test_67_articles_and_chapters_hold_the_230_phenomena(kept, sentences):
    real = rated(kept, sentences)
    assert real.groupby("source")["article"].nunique().to_dict() == {"LI": 58, "Adger": 9}
    assert (real["article"].nunique(), real["phenomenon"].nunique()) == (67, 230)
    assert (real.groupby("phenomenon")["article"].nunique() == 1).all()
    for side in ("good_id", "bad_id"):  # no phenomenon takes sentences of two articles
        assert (li_adger.articles(kept[side]) == kept["article"]).all()


def test_one_condition_pair_sets_a_question_mark_against_a_star(kept, sentences):
    mark = sentences.set_index("sentence_id")["mark"]
    other = kept[kept["good_id"].map(mark) != "g"]
    assert set(other["good_id"].map(mark)) == {"?"}
    assert set(other["bad_id"].map(mark)) == {"*"}
    assert other["paradigm"].nunique() == 1


def test_many_adger_sentences_sit_in_several_pairs(kept, sentences):
    real = rated(kept, sentences)
    adger = pd.concat([real.loc[real["source"] == "Adger", side] for side in ("good_id", "bad_id")]).value_counts()
    assert (len(adger), (adger > 1).sum()) == (1774, 528)


def test_pair_construction_accounts_for_every_pair(results):
    table = pd.read_csv(results / "metrics/adc/pair_construction.csv", dtype=str, keep_default_na=False)
    assert table.groupby(["source", "status"]).size().to_dict() == {
        ("Adger", "same"): 1191,
        ("Adger", "unrated"): 2,
        ("LI", "same"): 1173,
        ("LI", "discarded"): 25,
        ("LI", "repaired by hand"): 1,
        ("LI", "repaired by hand, then discarded"): 1,
        ("LI", "replaced by a repair"): 2,
    }
    assert table["status"].isin(["same", "repaired by hand"]).sum() == 2365
    assert (table["constructed"] == "True").sum() == 2393
    assert (table["curated"] == "True").sum() == 2393
    assert (table["discarded"] == "True").sum() == 28
    assert table.loc[table["status"] == "discarded", "note"].ne("").all()
    repaired = set(
        table.loc[table["status"] == "repaired by hand", ["good_id", "bad_id"]].itertuples(index=False, name=None)
    )
    assert ("41.4.Bruening.9c.g.05", "41.4.Bruening.9b.*.06") in repaired


def test_the_experiments_list_and_the_curated_one_name_143_condition_pairs_alike(raw):
    conditions = io.read_raw_csv(raw / "li-conditions.csv")
    listed = {tuple(name.rsplit(".", 1)[0] for name in row[:2]) for row in conditions.itertuples(index=False)}
    curated = li_adger.curated_pairs(io.read_raw_csv(raw / "li-adger-pairs.csv"))
    good = li_adger.parse_ids(curated["good_id"])["condition"]
    bad = li_adger.parse_ids(curated["bad_id"])["condition"]
    both = set(zip(bad[curated["source"] == "LI"], good[curated["source"] == "LI"], strict=True))
    assert (len(listed), len(both), len(listed & both)) == (150, 150, 143)


def test_components_of_the_whole_curated_list(raw):
    curated = li_adger.curated_pairs(io.read_raw_csv(raw / "li-adger-pairs.csv"))
    assert curated.groupby("source")["phenomenon"].nunique().to_dict() == {"LI": 150, "Adger": 83}
    assert curated["paradigm"].nunique() == 299
    conditions = curated["paradigm"].str.split("|", expand=True).drop_duplicates()
    assert set(connected_components(conditions).values()) == set(curated["phenomenon"])


@pytest.fixture
def estimates(paper, raw):
    return with_released_z_scores(paper, raw / "li-magnitude-estimates.csv")


def with_released_z_scores(paper, path):
    """Single ratings, and in ``z_score`` what the reader does not read."""
    released = io.read_raw_csv(path, encoding="latin-1", skip_rows=5)["zscores"]
    single = li_adger.read_estimates(path, paper / "resources/li_conditions_renamed.csv")
    return single.assign(z_score=io.numbers(released).to_numpy())


def test_our_participant_z_scores_are_the_released_ones(estimates):
    assert (len(estimates), estimates["participant"].nunique(), estimates["rating"].isna().sum()) == (30_400, 304, 21)
    z = participant_z_scores(estimates)
    np.testing.assert_allclose(z.dropna(), estimates["z_score"].dropna(), atol=1e-9)


def test_their_means_are_the_released_ratings_and_confirm_the_renamed_conditions(estimates, sentences):
    means = estimates.groupby("sentence_id")["z_score"].mean()
    ratings = sentences[sentences["source"] == "LI"].set_index("sentence_id")["rating"]
    both = means.index.intersection(ratings.index)
    # 2,304 ids of the same name and 64 of the eight renamed conditions; 32 ids have no rating of their own,
    # because the raw file gives two conditions one name.
    assert len(both) == 2304 + 64
    np.testing.assert_allclose(means[both], ratings[both], atol=5e-6)
    assert estimates.dropna(subset="rating").groupby("sentence_id").size()[both].mean() == pytest.approx(12.7, abs=0.1)


@pytest.fixture
def single(results):
    return io.read_table(results / "ratings/li-adger.csv", RATINGS)


def test_raters_of_the_li_half(estimates, single):
    # 30,400 answers over 2,384 ids of the raw file make 12.75; but 16 of these ids are two sentences each
    assert len(estimates) / estimates["sentence_id"].nunique() == pytest.approx(12.75, abs=0.005)
    assert single["sentence_id"].nunique() == 2368
    counts = single.groupby("sentence_id").size()
    assert (counts.min(), counts.max()) == (11, 13)
    assert counts.mean() == pytest.approx(12.66, abs=0.005)
    # 24 lists of 100 sentences, each rated by 11 to 13 participants
    group = ceiling.answers(single).group
    assert sorted(set(np.bincount(group))) == [11, 12, 13]
    assert (len(np.bincount(group)), len(group)) == (24, 304)


def test_members_of_li_pairs_were_rated_by_different_people(single, kept):
    who = single.groupby("sentence_id")["participant"].apply(set)
    li = kept[kept["good_id"].isin(who.index) & kept["bad_id"].isin(who.index)]
    shared = [bool(who[good] & who[bad]) for good, bad in zip(li["good_id"], li["bad_id"], strict=True)]
    assert (len(li), sum(shared)) == (1142, 1)


@pytest.fixture
def likert(paper, raw):
    return with_released_z_scores(paper, raw / "li-likert.csv")


@pytest.fixture
def others(results):
    return io.read_table(results / "other_ratings/li-adger.csv", RATINGS)


def test_the_other_panels_z_scores_are_the_released_ones(likert):
    assert (len(likert), likert["participant"].nunique(), likert["rating"].isna().sum()) == (30_400, 304, 62)
    assert set(likert["rating"].dropna()) == set(range(1, 8))
    np.testing.assert_allclose(participant_z_scores(likert), likert["z_score"], atol=1e-9)


def test_304_other_people_rated_the_li_half(others, single):
    assert (others["participant"].nunique(), others["sentence_id"].nunique()) == (304, 2368)
    assert not set(others["participant"]) & set(single["participant"])
    means = others.groupby("sentence_id")["z_score"].mean()
    assert means.corr(single.groupby("sentence_id")["z_score"].mean()) > 0.9


def test_the_renaming_gives_24_more_pairs_that_the_other_panel_rated(raw, kept, others):
    def both_rated(names):
        return (kept["good_id"].isin(names) & kept["bad_id"].isin(names)).sum()

    assert both_rated(others["sentence_id"]) == 1142
    assert both_rated(io.read_raw_csv(raw / "li-likert.csv", encoding="latin-1", skip_rows=5)["item"]) == 1118


@pytest.fixture
def found(results):
    return io.read_table(results / "metrics/li-adger/ceiling.csv", CEILING)


def value(found, comparison, raters, criterion, source, threshold=None):
    side = "against" if comparison == "expected_ratings" else "raters"
    rows = found[(found["comparison"] == comparison) & (found["criterion"] == criterion) & (found["source"] == source)]
    rows = rows[(rows[side] - raters).abs() < 0.01]
    return rows[rows["threshold"].eq(threshold) | rows["threshold"].isna()]["mean"].item()


def test_the_correlation_of_split_halves_is_what_analysis_of_variance_predicts(found, single):
    # An independent way: intraclass correlation from mean squares of a one-way analysis of variance.
    by_sentence = single.groupby("sentence_id")["z_score"]
    counts, means = by_sentence.size(), by_sentence.mean()
    within = (by_sentence.var() * (counts - 1)).sum() / (counts - 1).sum()
    between = (counts * (means - single["z_score"].mean()) ** 2).sum() / (len(counts) - 1)
    size = (counts.sum() - (counts**2).sum() / counts.sum()) / (len(counts) - 1)
    one = (between - within) / (between + (size - 1) * within)
    for raters in range(1, 7):
        expected = raters * one / (1 + (raters - 1) * one)
        assert value(found, "equal_panels", raters, "sentence_r", "observed") == pytest.approx(expected, abs=0.005)
        predicted = value(found, "equal_panels", raters, "sentence_r", "Spearman-Brown")
        assert predicted == pytest.approx(expected, abs=0.005)


def test_the_noise_model_predicts_the_split_halves(found):
    for raters in range(1, 7):
        for criterion, threshold, error in (
            ("blimp", None, 0.003),
            ("adc", 5, 0.006),
            ("adc", 1, 0.035),
            ("adc", 0.5, 0.025),
        ):
            seen, model = (
                value(found, "equal_panels", raters, criterion, source, threshold)
                for source in ("observed", "noise model")
            )
            assert model == pytest.approx(seen, abs=error)
    # where most raters are seen, it is within 0.02, and not above
    for threshold in (0.5, 1):
        seen, model = (
            value(found, "equal_panels", 6, "adc", source, threshold) for source in ("observed", "noise model")
        )
        assert seen - 0.02 < model < seen + 0.002


def test_a_human_delta_is_uncertain_by_half_of_the_smallest_delta(results):
    error = io.read_table(results / "metrics/li-adger/human_error.csv", HUMAN_ERROR).set_index("statistic")
    assert error.loc["se_median", "value"] == pytest.approx(0.253, abs=0.001)
    assert error.loc["below_two_se", "value"] == pytest.approx(276 / 1142)
    moved = error.loc[["place_slope_construction", "place_slope_construction_se"], "value"].tolist()
    assert moved == pytest.approx([0.0011, 0.0029], abs=5e-5) and "place_slope" not in error.index
    floor = io.read_table(results / "metrics/li-adger/noise_floor.csv", NOISE_FLOOR).set_index("sources")
    assert floor["differences"].to_dict() == {"all": 46, "Adger–Adger": 17, "Adger–LI": 15, "LI–LI": 14}
    assert floor.loc["LI–LI", "sd_known"] > floor.loc["LI–LI", "sd_expected"]


def test_what_reports_and_the_page_name_is_there(results):
    assert missing_files(results.parent) == {}
