"""Turn log-probabilities of tokens into surprisals of regions (pure)."""

import math
from collections.abc import Callable, Sequence

import numpy as np
import pandas as pd

from acceptability.analyses.suites.manifest import SURPRISALS
from acceptability.errors import InputError
from acceptability.expectations.reading import METRICS
from acceptability.scoring.words import word_numbers

METRIC: dict[str, Callable[[list[float]], float]] = dict(
    zip(METRICS, (math.fsum, np.mean, np.median, np.ptp, max, min), strict=True)
)
KEYS = ["suite", "item", "condition"]


def of_tokens(
    system: str,
    tokens: pd.DataFrame,
    sentences: pd.DataFrame,
    metrics: dict[str, str],
    tokenise: Callable[[str], Sequence[str]] | None = None,
) -> pd.DataFrame:
    """Return the table SURPRISALS of one system.

    A token belongs to the region of its last character. The end of a text, where it is scored, belongs to the last
    region that has text. The white space before a region belongs to it.

    Parameters:
        tokens: as in the contract TOKENS.
        sentences: as datasets of suites have them: ``words`` are the texts of the regions, and ``regions`` their
            numbers; those that are empty are left out.
        metrics: of each suite: what the surprisal of a region is of those of its tokens.
        tokenise: how the system splits texts, if its tokens lack the column ``written``.
    """
    texts = sentences.set_index("sentence_id")
    split = texts["words"].str.split("\t")
    if "written" not in tokens:
        tokens = tokens.assign(written=word_numbers(tokens, texts["sentence"], split, tokenise))
    _check_boundaries(tokens, texts)
    bits = -tokens["log_prob"] / math.log(2)
    of_region = bits.groupby([tokens["sentence_id"], tokens["written"]]).agg(list)
    first = tokens.groupby("sentence_id")["position"].min()
    rows = []
    for name, row in texts.iterrows():
        numbers, contents = list(map(int, row["regions"].split())), split[name]
        by_number: dict[int, list[float]] = {number: [] for number in range(1, int(row["region_count"]) + 1)}
        for place, values in of_region[name].items() if name in first.index else ():
            by_number[numbers[min(place, len(numbers)) - 1]] += values
        text_of = dict(zip(numbers, contents, strict=True))
        begins_late = name not in first.index or first[name] > 1
        for number, values in by_number.items():
            unscored = (begins_late and number == numbers[0]) or (number in text_of and not values)
            surprisal = METRIC[metrics[row["suite"]]](values) if values else 0.0
            place = [system, *(row[key] for key in KEYS), number]
            rows.append([*place, text_of.get(number, ""), len(values), math.nan if unscored else float(surprisal)])
    return pd.DataFrame(rows, columns=list(SURPRISALS.columns))


def _check_boundaries(tokens: pd.DataFrame, texts: pd.DataFrame) -> None:
    """Raise InputError where a token goes across the boundary of two regions."""
    if "written_to" not in tokens:
        return
    across = tokens[tokens["written_to"] != tokens["written"]]
    if len(across):
        token = across.iloc[0]
        sentence = texts.loc[token["sentence_id"]]
        region = sentence["regions"].split()[int(token["written"]) - 1]
        raise InputError(
            f"suite {sentence['suite']}, item {sentence['item']}, {sentence['condition']}: region {region} ends inside "
            f"the token {token['token']!r}, so that regions have no surprisals of their own; join the two regions"
        )
