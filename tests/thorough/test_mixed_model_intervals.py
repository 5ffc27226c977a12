"""Whether 95 % intervals of the mixed model's slope cover the truth in 95 % of simulated worlds."""

import numpy as np

from acceptability.analysis.mixed_model import mixed_model
from rated_worlds import TRUTH, world

WORLDS = 500


def test_the_interval_of_the_slope_covers_the_truth():
    covered, slopes, errors = [], [], []
    for seed in range(WORLDS):
        ratings, pairs, scores = world(seed, articles=20, phenomena=60, tokens=1, participants=40)
        row = mixed_model(ratings, pairs, scores).set_index("row").loc["toy/right"]
        covered.append(row["slope_low"] <= TRUTH["slope"] <= row["slope_high"])
        slopes.append(row["slope"])
        errors.append(row["slope_se"])
    share, bias, ratio = np.mean(covered), np.mean(slopes) - TRUTH["slope"], np.mean(errors) / np.std(slopes)
    print(f"coverage {share:.3f}, bias {bias:.4f}, standard error / SD of slopes {ratio:.3f}")
    assert 0.93 <= share <= 0.97
    assert abs(bias) < 0.01 and 0.9 < ratio < 1.1
