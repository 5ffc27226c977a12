import numpy as np
import pandas as pd
import pytest

from acceptability.datasets.ratings import mean_ratings, participant_z_scores
from acceptability.errors import InputError


def ratings(**answers: dict[str, float]) -> pd.DataFrame:
    rows = [(who, sentence, value) for who, by in answers.items() for sentence, value in by.items()]
    return pd.DataFrame(rows, columns=["participant", "sentence_id", "rating"])


def rated(table: pd.DataFrame) -> pd.DataFrame:
    return table.assign(z_score=participant_z_scores(table))


def test_by_hand_with_the_sample_sd():
    # 10, 20, 30: mean 20, sample SD 10; the other participant says the same on another scale
    table = ratings(p={"a": 10, "b": 20, "c": 30}, q={"a": 1, "b": 2, "c": 3})
    assert participant_z_scores(table).tolist() == [-1, 0, 1, -1, 0, 1]
    assert mean_ratings(rated(table)).to_dict() == {"a": -1, "b": 0, "c": 1}


def test_missing_answers_are_left_out():
    table = ratings(p={"a": 10, "b": 20, "c": np.nan}, q={"a": 3, "b": 1, "c": 2})
    z = np.sqrt(0.5)
    means = mean_ratings(rated(table))
    assert means["a"] == pytest.approx((-z + 1) / 2)
    assert means["b"] == pytest.approx((z - 1) / 2)
    assert means["c"] == 0


@pytest.mark.parametrize("answers", [{"a": 5, "b": 5}, {"a": 5}])
def test_a_participant_without_variation_is_named(answers):
    with pytest.raises(InputError, match=r"participant 'dull'.*leave this participant out"):
        participant_z_scores(ratings(dull=answers, p={"a": 1, "b": 2}))
