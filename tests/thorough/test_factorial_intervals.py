"""Whether 95 % intervals of an interaction over items and people cover the truth in 95 % of simulated worlds."""

import numpy as np
import pandas as pd
import pytest

from acceptability.analyses.factorial import compute as factorial

WORLDS, ITEMS, PEOPLE, TRUTH = 400, 8, 55, 1.0
CLUSTERS = {"items": "set", "people": "participant"}


def answers(draw: np.random.Generator, of_items: float, of_people: float, noise: float) -> pd.DataFrame:
    """Each person rates each item in one of its four conditions, as in a Latin square.

    Items and people have effects of their own in each condition, with these SDs.
    """
    person, item = (which.ravel() for which in np.meshgrid(np.arange(PEOPLE), np.arange(ITEMS)))
    condition = (person + item) % 4
    z = (
        draw.normal(0, of_items, (ITEMS, 4))[item, condition]
        + draw.normal(0, of_people, (PEOPLE, 4))[person, condition]
    )
    z += draw.normal(0, noise, len(z)) - TRUTH * (condition == 3)
    table = pd.DataFrame({"design": "d", "set": item.astype(str), "participant": person.astype(str), "z_score": z})
    return table.assign(condition=pd.Categorical(condition, range(4)))


@pytest.mark.parametrize(("of_items", "of_people"), [(0.3, 0.5), (0.05, 0.6)])
def test_the_interval_over_items_and_people_covers_the_truth(of_items, of_people):
    """The interval holds the truth in .945 and .963 of 800 worlds.

    The interval over items alone does in .933 and .870, the one over people alone in .806 and .938.
    """
    draw = np.random.default_rng(12)
    covered = {"crossed": [], "items": [], "people": []}
    for _ in range(WORLDS):
        table = answers(draw, of_items, of_people, noise=0.6)
        line = factorial.evaluate_row(table, "human").set_index("statistic").loc["interaction"]
        alone = {name: factorial.estimates(table, table[column]) for name, column in CLUSTERS.items()}
        ends = {"crossed": (line["low"], line["high"])}
        ends |= {name: each["interaction"].interval() for name, each in alone.items()}
        for name, (low, high) in ends.items():
            covered[name].append(low <= TRUTH <= high)
    shares = {name: np.mean(each) for name, each in covered.items()}
    print(f"items {of_items}, people {of_people}: {shares}")
    assert 0.93 <= shares["crossed"] <= 0.975
    assert min(shares["items"], shares["people"]) < 0.92
