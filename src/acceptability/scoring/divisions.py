"""Divide labelled sentences into training, development and test sets other than their own splits (pure).

Paper: Warstadt, Singh & Bowman (2019, section 6: Figure 3 and Table 5). A *division* is a mapping with its ``kind``:

whole
    The dataset's own splits.
size
    ``size`` training sentences, drawn by the restart's number: a smaller set is part of each greater one of the same
    restart. The other splits stay.
sources
    All sentences anew: those of some sources are out-of-domain, half of them for development and half for test. As many
    of the others are in-domain development and test sentences, and the rest is for training. ``number`` counts from 1:
    the first splits are ``declared`` ones, each a list of sources; for further ones, sources are drawn until they have
    ``more_than`` so many sentences.
without
    One ``source`` is left out and judged. Of the others, 5.8 % are for development, and the rest for training.

The last two kinds also have all ``sources``, in an order. What they draw is the same for all restarts and systems.
"""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from acceptability.errors import InputError, naming
from acceptability.scoring import decisions

WHOLE = {"kind": "whole"}
SEED = 2019
DEV_SHARE = 0.058  # of the sentences that are not left out: for development, where one source is left out
ATTEMPTS = 1_000  # at drawing sources


def divide(table: pd.DataFrame, division: Mapping, restart: int) -> pd.DataFrame:
    """Return the rows of labelled sentences that a division has, in their order, with its ``split``.

    ``table`` has ``label, source, split``. The new splits are ``train``, ``dev``, and what is judged: the dataset's own
    others (size), ``in`` and ``out`` of the domain (sources), ``source`` (without). InputError where there are too few
    sentences, those for training or development do not have both labels, or sources are not those that the dataset
    declares.
    """
    if division == WHOLE:
        return table
    divided = _divided(table, division, restart)
    if division["kind"] == "size":
        place, other = f"learning_curve: {division['size']}, restart {restart}", "set a greater number"
    elif division["kind"] == "sources":
        place, other = f"source_splits: without {', '.join(out_of_domain(table, division))}", "remove this key"
    else:
        place, other = f"leave_one_source_out: without {division['source']}", "remove this key"
    with naming(place):
        check_labels(divided, f"add sentences of both labels, or {other}")
    return divided


def check_labels(table: pd.DataFrame, fix: str) -> None:
    """Raise InputError unless those to train on, and those of the development sets, have both labels (``label,
    split``).
    """
    for part, rows in (("training", table["split"] == "train"), ("development", decisions.development(table["split"]))):
        labels = set(table.loc[rows, "label"])
        if len(labels) < 2:
            has = f"all {part} sentences have the label {labels.pop()}" if labels else f"there are no {part} sentences"
            raise InputError(f"{has}, and a classifier needs both labels; {fix}")


def _divided(table: pd.DataFrame, division: Mapping, restart: int) -> pd.DataFrame:
    kind = division["kind"]
    if kind == "size":
        return _of_size(table, division["size"], restart)
    sources, declared = set(table["source"]), set(division["sources"])
    if sources != declared:
        raise InputError(
            f"the source {min(sources ^ declared)!r} is either in the sentences or in their dataset's manifest, and "
            "should be in both"
        )
    if kind == "without":
        place = division["sources"].index(division["source"])
        return _without(table, division["source"], np.random.default_rng([SEED, 1, place]))
    return _by_sources(table, out_of_domain(table, division), np.random.default_rng([SEED, 2, division["number"]]))


def out_of_domain(table: pd.DataFrame, division: Mapping) -> list[str]:
    """Return the out-of-domain sources of a division by sources.

    Each one that is drawn differs from those before it, and leaves more than half of all sentences in the domain.
    """
    splits = [list(split) for split in division["declared"]]
    sizes = table["source"].value_counts()[division["sources"]]
    generator = np.random.default_rng([SEED, 3])
    for _ in range(ATTEMPTS):
        if len(splits) >= division["number"]:
            return splits[division["number"] - 1]
        order = sizes.iloc[generator.permutation(len(sizes))]
        drawn = order[: np.searchsorted(order.cumsum(), division["more_than"], side="right") + 1]
        if 2 * drawn.sum() < sizes.sum() and set(drawn.index) not in map(set, splits):
            splits.append(sorted(drawn.index))
    raise InputError(
        f"source_splits: there are no more than {len(splits)} splits of these sources; set a smaller number"
    )


def _of_size(table: pd.DataFrame, size: int, restart: int) -> pd.DataFrame:
    training = table.index[table["split"] == "train"]
    if size >= len(training):
        raise InputError(
            f"learning_curve: {size} is not fewer than the {len(training)} training sentences, which are always the "
            "last point; remove it"
        )
    drawn = np.random.default_rng([SEED, 0, restart]).permutation(training)[:size]
    return table[(table["split"] != "train") | table.index.isin(drawn)]


def _without(table: pd.DataFrame, source: str, generator: np.random.Generator) -> pd.DataFrame:
    out = table["source"] == source
    others = generator.permutation(table.index[~out])
    dev = others[: round(len(others) * DEV_SHARE)]
    return _split(table, {"dev": dev, "source": table.index[out]})


def _by_sources(table: pd.DataFrame, sources: list[str], generator: np.random.Generator) -> pd.DataFrame:
    is_out = table["source"].isin(sources)
    out, others = (generator.permutation(table.index[rows]) for rows in (is_out, ~is_out))
    if len(others) <= len(out):
        raise InputError(
            f"source_splits: {', '.join(sources)} have half of the sentences or more; leave some of them out"
        )
    half = len(out) // 2
    dev = np.concatenate([out[:half], others[:half]])
    return _split(table, {"dev": dev, "in": others[half : len(out)], "out": out[half:]})


def _split(table: pd.DataFrame, parts: Mapping[str, np.ndarray]) -> pd.DataFrame:
    """Return the table with each part's rows in the split of its name, and all others in train."""
    split = pd.Series("train", index=table.index)
    for name, rows in parts.items():
        split[rows] = name
    return table.assign(split=split)
