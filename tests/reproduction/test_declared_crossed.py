"""Verbs that cross frames, and adjectives that cross templates: ratings within and between them."""

from time import process_time

import numpy as np
import pandas as pd
import pytest

from acceptability.analyses.crossed.compute import compute
from acceptability.analyses.crossed.manifest import CROSSED
from acceptability.contracts import io


@pytest.fixture(scope="module")
def of_verbs(made):
    return made("mega-acceptability")


def evaluated(data, z_scores=None) -> pd.DataFrame:
    table = compute(sentences=data.sentences, ratings=data.ratings, z_scores=z_scores or {}, dataset="toy")
    io.check_table(table, CROSSED, "crossed")
    return table


def of(table: pd.DataFrame, row: str, stratum: str = "") -> pd.DataFrame:
    """Return a row at each level."""
    return table[(table["row"] == row) & (table["stratum"] == stratum)].set_index("level")


def test_people_agree_most_about_frames_and_least_about_which_verb_goes_with_which(of_verbs):
    table = evaluated(of_verbs)
    people = of(table, "human")
    assert people["pearson_r"].round(3).tolist() == [0.715, 0.692, 0.665, 0.633, 0.949, 0.998]
    assert of(table, "human", "present")["pearson_r"].round(3).tolist() == [0.600, 0.580, 0.522, 0.474, 0.711, 0.975]
    assert people.loc["within_both", ["low", "high"]].astype(float).round(3).tolist() == [0.608, 0.656]
    assert people.loc["within_both", ["sentences", "sets", "constructions"]].tolist() == [71390, 1007, 50]
    r = table[(table["stratum"] == "") & (table["level"] == "all")].set_index("row")["pearson_r"]
    assert r["negative_length"].round(5) == 0.22226
    # With the sentence's own rating in the mean, these are .30521 and .39937.
    assert r["set_mean"].round(3) == 0.253 and r["construction_mean"].round(3) == 0.398


def test_a_large_table_takes_seconds(of_verbs):
    draw = np.random.default_rng(0)
    ids, rating = of_verbs.sentences["sentence_id"], of_verbs.sentences["rating"]
    scores = pd.concat(
        pd.DataFrame(
            {"sentence_id": ids, "measure": str(number), "z_score": rating + number * draw.normal(size=len(ids))}
        )
        for number in range(10)
    )
    start = process_time()
    table = evaluated(of_verbs, {"lm": scores})
    assert process_time() - start < 10
    assert of(table, "lm/0")["pearson_r"].to_numpy() == pytest.approx(np.ones(6))


def test_adjectives_in_templates_by_one_rating_each(made):
    data = made("aann-adjectives")
    scores = data.sentences[["sentence_id"]].assign(measure="good", z_score=data.sentences["gpt3"].astype(float))
    table = evaluated(data, {"gpt3": scores})
    assert "human" not in set(table["row"])
    found = of(table, "gpt3/good")
    assert found["pearson_r"].round(3).tolist() == [0.406, 0.214, 0.373, 0.193, 0.856, 0.692]
    assert found.loc["all", ["low", "high"]].astype(float).round(3).tolist() == [0.158, 0.606]
    assert found.loc["all", ["sentences", "sets", "constructions"]].tolist() == [3600, 50, 6]


def test_halves_of_people_are_those_of_other_tables(made):
    data = made("chinese-bridge")
    conditions = data.sentences["factor_1"] + " " + data.sentences["factor_2"]
    data.sentences["construction"] = conditions
    r = of(evaluated(data), "human").loc["all"]
    assert round(r["pearson_r"] / (2 - r["pearson_r"]), 5) == 0.25391 and r["sentences"] == 1311
    assert np.isnan(r["low"])  # four conditions
