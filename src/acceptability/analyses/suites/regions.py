"""Turn log-probabilities of tokens into surprisals of regions (pure)."""

import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np
import pandas as pd

from acceptability.analyses.suites.manifest import SURPRISALS
from acceptability.errors import InputError
from acceptability.expectations.reading import METRICS
from acceptability.scoring.words import word_numbers
from acceptability.segmentation import BETWEEN

METRIC: dict[str, Callable] = dict(zip(METRICS, (math.fsum, np.mean, np.median, np.ptp, max, min), strict=True))


def of_tokens(
    system: str,
    tokens: pd.DataFrame,
    sentences: pd.DataFrame,
    metrics: Mapping[str, str],
    tokenise: Callable[[str], Sequence[str]] | None = None,
) -> pd.DataFrame:
    """Return the table SURPRISALS of one system.

    A token belongs to the region of its last character, and the white space before a region to this region. The end of
    a text, where it is scored, belongs to the last region that has text. Suites that the system did not score are left
    out. InputError where a token goes across the boundary of two regions.

    Parameters:
        sentences: as datasets of suites have them (datasets.user_suites.reader).
        metrics: of each suite: what the surprisal of a region is of those of its tokens.
        tokenise: how the system splits texts, if its tokens lack the column ``written``.
    """
    texts = sentences.set_index("sentence_id")
    split = texts["words"].str.split(BETWEEN)
    if "written" not in tokens and tokenise:
        tokens = tokens.assign(written=word_numbers(tokens, texts["sentence"], split, tokenise))
    across = tokens[tokens.get("written_to", tokens["written"]) != tokens["written"]]
    for (name, place), unit in across.groupby(["sentence_id", "written"], sort=False):
        sentence = texts.loc[name]
        raise InputError(
            f"suite {sentence['suite']}, item {sentence['item']}, {sentence['condition']}: region "
            f"{sentence['regions'].split()[place - 1]} ends inside a token ({', '.join(map(repr, unit['token']))}), so "
            "that it has no surprisal of its own; join the two regions"
        )
    by_region = (-tokens["log_prob"] / math.log(2)).groupby([tokens["sentence_id"], tokens["written"]]).agg(list)
    first = tokens.groupby("sentence_id")["position"].min()
    scored = set(texts.loc[list(first.index), "suite"])
    rows = []
    for name, row in texts[texts["suite"].isin(scored)].iterrows():
        text_of = dict(zip(map(int, row["regions"].split()), split[name], strict=True))
        bits: dict[int, list[float]] = {number: [] for number in range(1, int(row["region_count"]) + 1)}
        for place, values in by_region[name].items() if name in first.index else ():
            bits[[*text_of][min(place, len(text_of)) - 1]] += values
        begins_late = name not in first.index or first[name] > 1
        for number, values in bits.items():
            unscored = number in text_of and (not values or (begins_late and number == next(iter(text_of))))
            surprisal = math.nan if unscored else float(METRIC[metrics[row["suite"]]](values)) if values else 0.0
            place = [system, row["suite"], row["item"], row["condition"], number]
            rows.append([*place, text_of.get(number, ""), len(values), surprisal])
    return pd.DataFrame(rows, columns=list(SURPRISALS.columns))
