"""Turn a user's suites into sentences, which know their suite, item, condition and regions."""

from pathlib import Path

import pandas as pd

from acceptability.datasets.dataset import Dataset
from acceptability.expectations import reading, texts
from acceptability.segmentation import BETWEEN


def read(suites: str | Path, predictions: str | Path | None = None, spaces: str = texts.USUAL, **how: str) -> Dataset:
    """Read the suites: a row for each item and condition.

    The column ``words`` has the texts of the regions that are not empty, ``regions`` their numbers, and
    ``region_count`` how many there are. InputError for what the check of suites refuses.
    """
    rows = []
    for suite in reading.read(suites, predictions, **how).by_name.values():
        for item, conditions in suite.items.items():
            for condition, contents in conditions.items():
                full = {number: text for number, text in enumerate(map(texts.bare, contents), 1) if text}
                rows.append(
                    {
                        "sentence_id": f"{suite.name}/{item}/{condition}",
                        "sentence": texts.sentence(contents, spaces),
                        "rating": float("nan"),
                        "words": BETWEEN.join(full.values()),
                        "regions": " ".join(map(str, full)),
                        "suite": suite.name,
                        "item": item,
                        "condition": condition,
                        "region_count": str(suite.regions),
                    }
                )
    return Dataset(pd.DataFrame(rows))
