"""Scores that were released of these sentences: GPT-2's surprisals of words."""

from collections.abc import Mapping
from pathlib import Path

import pandas as pd

from acceptability.sources import released_words


def scores(
    files: Mapping[str, Path], measures: Mapping[str, str], sentences: pd.DataFrame, pairs: pd.DataFrame
) -> pd.DataFrame:
    """Return ``sentence, measure, score`` of the release's parts ``words`` and ``sentences``.

    They may also be called ``gpt2-words`` and ``gpt2-sentences``, where another file of words has the shorter name. A
    sentence that occurs twice, with the same surprisals, has one score.
    """
    parts = {part.removeprefix("gpt2-"): path for part, path in files.items()}
    return released_words.of_release(parts, measures)
