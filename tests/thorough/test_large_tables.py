"""Tables as large as the largest that people rated, made up: what is computed of them takes seconds."""

from time import process_time

import numpy as np
import pandas as pd

from acceptability.analyses.crossed.compute import compute

SETS, CONSTRUCTIONS, TENSES, RATERS, PEOPLE = 1000, 50, 3, 5, 1300  # 150,000 sentences


def test_levels_of_ten_measures_and_of_people_in_each_stratum():
    draw = np.random.default_rng(0)
    number = np.arange(SETS * CONSTRUCTIONS * TENSES)[::2]
    cell, tense = np.divmod(number, TENSES)
    ids, rating = [f"s{it}" for it in number], draw.normal(size=len(number))
    sentences = pd.DataFrame(
        {
            "sentence_id": ids,
            "sentence": "It is so.",
            "rating": rating,
            "set": cell // CONSTRUCTIONS,
            "construction": cell % CONSTRUCTIONS,
            "stratum": tense,
        }
    ).astype({"set": str, "construction": str, "stratum": str})
    ratings = pd.DataFrame(
        {
            "participant": np.tile(number // 50 % (PEOPLE // RATERS), RATERS)
            + np.repeat(np.arange(RATERS) * (PEOPLE // RATERS), len(number)),
            "sentence_id": np.tile(ids, RATERS),
            "z_score": np.tile(rating, RATERS) + draw.normal(size=RATERS * len(number)),
        }
    ).astype({"participant": str})
    scores = [pd.DataFrame({"sentence_id": ids, "measure": f"m{it}", "z_score": rating + it}) for it in range(10)]
    start = process_time()
    made = compute(sentences=sentences, ratings=ratings, z_scores={"lm": pd.concat(scores)}, dataset="d")
    assert process_time() - start < 15
    assert len(made) == (1 + 3 + 10) * 6 * (1 + TENSES)
