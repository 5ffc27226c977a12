"""Name the conventions by which a table of scores was computed."""

import contextlib
import io
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from acceptability.api import neural
from acceptability.api.tables import how_read, source
from acceptability.api.wording import speaks_python
from acceptability.conformance import fitting, kit, report
from acceptability.errors import InputError
from acceptability.kinds.registry import kinds
from acceptability.reading import forms, matching, scores
from acceptability.reading.sheets import Source
from acceptability.scoring.conventions import Convention, conventions

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

COMPARED = 20  # sentences that a model of the user scores
FEWEST = 5  # from which a convention can be recognised
OF_KIT, OF_MODEL = 1e-4, 2e-3  # nats; see Rounding in docs/models.md
LONG = "longer than the context"  # what a sentence tests that programs refuse, cut or read in windows
REFUSED = (LONG, "special token as text")  # what sentences test that programs may refuse
SHOWN = 5


@speaks_python
def conform(
    table: str | Path | pd.DataFrame,
    model: "str | Path | tuple[PreTrainedModel, PreTrainedTokenizerBase] | None" = None,
    kind: str | None = None,
    *,
    revision: str | None = None,
    base: str | Path | None = None,
    encoding: str = "utf-8",
    sheet: str | None = None,
) -> pd.DataFrame:
    """Find the convention of each column of scores: which tokens count, the unit, a sum or a mean, and the precision.

    Without ``model``, the scores are of the 60 sentences of the conformance kit by one of its models, which
    ``make conform KIT=build/kit`` writes. With it, they are scores of any sentences by that model. The model then
    scores 20 of these by each convention.

    Parameters:
        table: a file or a frame with the columns ``sentence_id`` or ``sentence`` and a column for each score. With
            ``model``, it needs the texts.
        model, kind, revision, base: the model, as in ``score``; causal or masked.
        encoding, sheet: how the text of files is encoded, and which sheet of a spreadsheet is meant.

    Returns:
        One row per column: ``column``; ``conforms`` (whether a convention fits all sentences); ``finding``, in words;
        and ``model, convention, precision, sentences, equal, greatest_difference`` (in nats) and ``different``, the
        sentences whose scores are not the expected ones. If no convention fits, these describe the nearest one.

    Raises:
        InputError: sentences are missing, or are not those of the kit.

    Example:
        >>> found = acceptability.conform("scores_of_the_kit.csv")
        >>> found["convention"].tolist()
        ['sum of natural log-probabilities, no BOS, first token not counted']
    """
    how, read = how_read(encoding, sheet), source(table, "table")
    if model is None:
        texts, tests = kit.sentences(), kit.tests()
        if further := [name for name, value in (("kind", kind), ("revision", revision), ("base", base)) if value]:
            raise InputError(f"{further[0]}=: applies only to model=; leave it out")
        by_column = _scores_of_kit(read, how)
        sums, ways, tolerance = kit.expected(), conventions(), OF_KIT
    else:
        by_column, texts = _scores_of_sentences(read, how)
        tests = dict.fromkeys(texts, "")
        (sums, ways), tolerance = _sums(texts, model, kind, revision, base), OF_MODEL
    known = fitting.candidates(sums, {way.name: way for way in ways}, texts)
    optional, is_long = (np.array([test in which for test in tests.values()]) for which in (REFUSED, (LONG,)))
    rows = []
    for column, values in by_column.items():
        finding = fitting.find(np.where(is_long, np.nan, values), known, tolerance, optional)
        rows.append(report.row(column, finding, tests, shows_model=model is None))
    return pd.DataFrame(rows)


def _scores_of_kit(table: Source, how: Mapping[str, str]) -> dict[str, np.ndarray]:
    """Return each column's scores of the kit's sentences, in their order, NaN where there are none.

    Raise InputError for rows that are no sentences of the kit, and for sentences without a score that every program
    can score.
    """
    texts, tests = kit.sentences(), kit.tests()
    by_column, ways = _scores(table, how, texts)
    strangers = [row for way in (matching.NOT, matching.LOOSELY) for row in ways.get(way, [])]
    if strangers:
        raise InputError(f"{table}: {_first(strangers)}: not a sentence of the kit; leave it out, or correct its text")
    counts = kit.expected().groupby("sentence_id")["tokens"].min()
    needed = np.array([counts[name] > 0 and tests[name] not in REFUSED for name in texts])
    for column, values in by_column.items():
        if missing := [name for name, lacks in zip(texts, np.isnan(values) & needed, strict=True) if lacks]:
            raise InputError(f"{table}: {column} has no score of {_first(missing)}; score all sentences of the kit")
    return by_column


def _scores_of_sentences(table: Source, how: Mapping[str, str]) -> tuple[dict[str, np.ndarray], dict[str, str]]:
    """Return each column's scores of some sentences of a table, and their texts by their ids."""
    opened = forms.opened(table, **how)
    if "sentence" not in opened:
        raise InputError(f"{table}: has no column 'sentence', which the model needs; add it")
    names = opened.columns.get("sentence_id") or [f"row {number}" for number in opened.numbers]
    texts = {name: text for name, text in zip(names, opened.columns["sentence"], strict=True) if name and text.strip()}
    by_column, _ = _scores(table, how, texts)
    scored = np.flatnonzero(np.all([np.isfinite(values) for values in by_column.values()], axis=0))
    if len(scored) < FEWEST:
        raise InputError(f"{table}: has {len(scored)} sentences with scores; at least {FEWEST} are needed")
    places = scored[np.unique(np.linspace(0, len(scored) - 1, COMPARED).astype(int))]
    sample = [list(texts.items())[place] for place in places]
    return {column: values[places] for column, values in by_column.items()}, dict(sample)


def _scores(
    table: Source, how: Mapping[str, str], texts: Mapping[str, str]
) -> tuple[dict[str, np.ndarray], Mapping[str, list[str]]]:
    """Return the scores of sentences by column, and which rows were matched in which way."""
    columns = scores.columns_of(table, **how)
    judged = scores.read(table, columns, [], texts, complete=False, **how)
    return {columns[name]: np.array(values) for name, values in judged.rows.scores.items()}, judged.ways


def _sums(
    texts: Mapping[str, str],
    model: "str | Path | neural.Loaded",
    kind: str | None,
    revision: str | None,
    base: str | Path | None,
) -> tuple[pd.DataFrame, tuple[Convention, ...]]:
    """Return what a model gives for sentences by each convention, as ``kit.expected``, and these conventions."""
    neural.check_installed()
    from acceptability.scoring import batches, pretrained

    entry = neural.described(model, kind, revision, {}, base)
    declared = kinds()[entry["kind"]]
    if declared.conventions is None:
        raise InputError(f"model: is {declared.name}; conventions are known of causal and masked models only")
    ways = [way for way in conventions() if way.kind == declared.name]
    scorer = import_module(f"acceptability.{declared.scoring}").SCORER
    with contextlib.redirect_stdout(io.StringIO()), batches.without_bar():  # not a log and a bar for each convention
        if isinstance(model, str | Path):
            model = pretrained.load(neural.folder(entry), scorer.architecture, adapter=neural.adapter(entry))
        log_probs = import_module(f"acceptability.{declared.conventions}").log_probs(*model, texts, ways)
    rows = [
        ("", way.name, name, values.sum() if len(values) else np.nan, len(values))
        for way, by_sentence in log_probs.items()
        for name, values in by_sentence.items()
    ]
    return pd.DataFrame(rows, columns=["model", "convention", "sentence_id", "log_prob", "tokens"]), tuple(log_probs)


def _first(names: list[str]) -> str:
    return ", ".join(names[:SHOWN]) + (f" and {len(names) - SHOWN} more" if len(names) > SHOWN else "")
