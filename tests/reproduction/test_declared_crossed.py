"""Verbs that cross frames, and adjectives that cross templates: ratings within and between them."""

import numpy as np
import pandas as pd
import pytest

from acceptability.analyses.crossed.compute import SEED, compute
from acceptability.analyses.crossed.manifest import CROSSED, SPLITS
from acceptability.contracts import io
from acceptability.papers.aann import scores as aann
from acceptability.statistics import halves
from acceptability.statistics.panels import answers


@pytest.fixture(scope="module")
def mega_acceptability(made):
    return made("mega-acceptability")


def evaluated(data, z_scores=None) -> pd.DataFrame:
    """Return what the analysis computes of a dataset, after a check of its contract."""
    table = compute(sentences=data.sentences, ratings=data.ratings, z_scores=z_scores or {}, dataset="toy")
    io.check_table(table, CROSSED, "crossed")
    return table


def row_by_level(table: pd.DataFrame, row: str, stratum: str = "") -> pd.DataFrame:
    """Return the lines of the table CROSSED about a row, by level."""
    return table[(table["row"] == row) & (table["stratum"] == stratum)].set_index("level")


def rounded(values: list[float]):
    """Return what equals these values, which stand in the documentation, to the third decimal."""
    return pytest.approx(values, abs=6e-4)


def test_people_agree_most_about_frames_and_least_about_which_verb_goes_with_which(mega_acceptability):
    table = evaluated(mega_acceptability)
    people, present = row_by_level(table, "human"), row_by_level(table, "human", "present")
    assert people["pearson_r"].tolist() == rounded([0.753, 0.731, 0.706, 0.675, 0.960, 0.998])
    assert present["pearson_r"].tolist() == rounded([0.641, 0.621, 0.566, 0.518, 0.754, 0.983])
    assert people.loc["within_both", ["low", "high"]].tolist() == rounded([0.652, 0.697])
    assert people.loc["within_both", ["sentences", "sets", "constructions"]].tolist() == [70047, 1007, 50]
    r = table[(table["stratum"] == "") & (table["level"] == "all")].set_index("row")["pearson_r"]
    assert r["negative_length"] == pytest.approx(0.22226, abs=5e-6)
    # With the sentence's own rating in the mean, these are .30521 and .39937.
    assert r[["set_mean", "construction_mean"]].tolist() == rounded([0.253, 0.398])


def test_scores_that_are_the_ratings_agree_fully_at_each_level(mega_acceptability):
    sentences = mega_acceptability.sentences
    scores = sentences[["sentence_id"]].assign(measure="rating", z_score=sentences["rating"])
    by_level = row_by_level(evaluated(mega_acceptability, {"lm": scores}), "lm/rating")
    assert by_level["pearson_r"].to_numpy() == pytest.approx(np.ones(6))


def test_adjectives_in_templates_by_one_rating_each(made, fetched):
    data = made("aann-adjectives")
    files = {part: fetched(f"aann-gpt3-adjectives-{part}.csv") for part in "12"}
    scores = aann.scores(files, {"good": "goodness"}, data.sentences, data.pairs)
    table = evaluated(data, {"gpt3": scores.rename(columns={"score": "z_score"})})
    assert "human" not in set(table["row"])
    gpt3 = row_by_level(table, "gpt3/good")
    assert gpt3["pearson_r"].tolist() == rounded([0.405, 0.213, 0.374, 0.194, 0.847, 0.677])
    assert gpt3.loc["all", ["low", "high"]].tolist() == rounded([0.164, 0.601])
    assert gpt3.loc["all", ["sentences", "sets", "constructions"]].tolist() == [3420, 50, 6]


def test_people_agree_over_all_sentences_as_they_do_where_nothing_crosses(made):
    data = made("chinese-bridge")
    data.sentences["construction"] = data.sentences["factor_1"] + " " + data.sentences["factor_2"]
    people = row_by_level(evaluated(data), "human").loc["all"]
    rated = answers(data.ratings)
    agreement = halves.agreement(rated, [np.zeros(len(rated.sentences), dtype=int)], SPLITS, SEED)
    assert people["pearson_r"] == pytest.approx(agreement.r) and people["sentences"] == agreement.sentences
    assert np.isnan(people["low"])  # four conditions
