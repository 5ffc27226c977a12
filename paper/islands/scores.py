"""Scores that were released of these sentences: GPT-2's surprisals of words."""

from collections.abc import Mapping
from pathlib import Path

import pandas as pd

from acceptability.sources import released_words


def scores(
    files: Mapping[str, Path], measures: Mapping[str, str], sentences: pd.DataFrame, pairs: pd.DataFrame
) -> pd.DataFrame:
    """Return ``sentence, measure, score`` of the release's parts ``words`` and ``sentences``."""
    return released_words.of_release(files, measures)
