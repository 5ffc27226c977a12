"""Scores of pairs by the criteria: the main table, differences between systems, and figures of both."""

from collections.abc import Mapping, Sequence
from math import inf
from numbers import Number
from pathlib import Path
from typing import TYPE_CHECKING

import matplotlib as mpl
import pandas as pd

from acceptability.analyses.criteria import compute as criteria
from acceptability.analyses.differences import compute as differences
from acceptability.api import tables
from acceptability.api.scoring import Scores
from acceptability.contracts import checks, io
from acceptability.contracts.scoring import SCORES
from acceptability.datasets import user_scores
from acceptability.datasets.dataset import Dataset
from acceptability.errors import InputError
from acceptability.kinds.registry import label_of
from acceptability.plan.names import REFERENCES
from acceptability.plan.systems import REFERENCE
from acceptability.scoring.measures import MEASURES
from acceptability.scoring.token_scores import with_change_per_nat
from acceptability.statistics.deltas import compute_deltas
from acceptability.statistics.references import reference_deltas

if TYPE_CHECKING:
    from matplotlib.figure import Figure

THRESHOLDS = (0.5, 1, 5)
TIE = 0.0001  # nats, as in the configuration's default
Table = str | Path | pd.DataFrame


def evaluate(
    pairs: Table | Dataset,
    scores: Table | Mapping[str, Table],
    ratings: Table | None = None,
    thresholds: Sequence[float] = THRESHOLDS,
    *,
    negate: Sequence[str] = (),
) -> pd.DataFrame:
    """Compute which share of the pairs meets each criterion, with intervals, chance and references beside it.

    Parameters:
        pairs: what the function ``pairs`` returns or takes.
        scores: what ``score`` returns, or scores from another program (a file or a frame: ``sentence_id`` or
            ``sentence``, and a column of numbers for each measure); of several systems, by their names.
        ratings: single answers, as ``pairs`` takes them. Without ratings, there is only the BLiMP criterion.
        thresholds: the values of δ of the Acceptability Delta Criterion.
        negate: measures that are low for good sentences, such as surprisals.

    Returns:
        The table of ``results/metrics/<dataset>/criteria.csv``: one row for each system or reference, measure,
        criterion and δ; ``share`` is the share of ``pairs`` that meet it, ``low`` and ``high`` are its 95 % interval
        over clusters of pairs, ``share_ties_half`` counts a tie as half, and ``chance`` is what the same deltas reach
        when they are assigned to the pairs at random.

    Raises:
        InputError: a sentence without a score, a row of unknown sentences, or scores that are all the same.

    Example:
        >>> result = acceptability.evaluate(table, {"GPT-2": large, "Trigram": small})
        >>> shown = result.loc[result["criterion"] == "blimp", ["system", "measure", "share", "low", "high"]]
    """
    data, deltas = _deltas(pairs, scores, ratings, negate)
    return criteria.compute(
        deltas=deltas,
        pairs=data.pairs,
        thresholds=_checked(thresholds),
        variants={},
        reference=REFERENCE,
        dataset="pairs",
    )


def compare(
    pairs: Table | Dataset,
    scores: Table | Mapping[str, Table],
    ratings: Table | None = None,
    thresholds: Sequence[float] = THRESHOLDS,
    *,
    negate: Sequence[str] = (),
) -> pd.DataFrame:
    """Compute the differences between all systems and references, with paired tests of those between systems.

    Parameters:
        pairs, scores, ratings, thresholds, negate: as ``evaluate`` takes them.

    Returns:
        The table of ``results/metrics/<dataset>/differences.csv``: one row for each two rows ``first`` and ``second``
        (``system/measure``), criterion and δ; ``difference`` of their shares with a 95 % interval, ``p`` of a test that
        flips the signs of whole clusters of pairs, and ``p_holm``, corrected for all comparisons.

    Raises:
        InputError: as ``evaluate`` does.

    Example:
        >>> apart = acceptability.compare(table, {"GPT-2": large, "Trigram": small})
        >>> apart = apart[["first", "second", "criterion", "threshold", "difference", "low", "high", "p_holm"]]
    """
    data, deltas = _deltas(pairs, scores, ratings, negate)
    return differences.compute(
        deltas=deltas,
        pairs=data.pairs,
        thresholds=_checked(thresholds),
        reference=REFERENCE,
        families={},
        dataset="pairs",
    )


def plot(result: pd.DataFrame, width: float | None = None) -> "Figure":
    """Draw what ``evaluate`` or ``compare`` returned, as the workflow's reports show it.

    Parameters:
        result: the table, or rows of it.
        width: in points of 1/72 inch; by default 452, a page of a paper. A column has 219.

    Returns:
        A figure of Matplotlib; ``figure.savefig("criteria.pdf")`` saves it. A notebook shows it.

    Example:
        >>> acceptability.plot(result).savefig("criteria.pdf")
    """
    compared = {"first", "second", "difference"} <= set(result)
    if not len(result) or not (compared or {"system", "measure", "share", "criterion"} <= set(result)):
        raise InputError("result: has no rows of evaluate or compare; give the table that one of them returned")
    rows = [*result["first"], *result["second"]] if compared else [*(result["system"] + "/" + result["measure"])]
    labels = {row: _label(row) for row in dict.fromkeys(rows) if not row.startswith(f"{REFERENCE}/")}
    references = {f"{REFERENCE}/{key}": label for key, label in REFERENCES.items() if f"{REFERENCE}/{key}" in rows}
    with mpl.rc_context():  # our style holds for our figures alone, and the import sets it
        from acceptability.analyses.criteria.figure import draw_criteria
        from acceptability.analyses.differences.figure import draw_differences
        from acceptability.figures import style

        style.plt.style.use(style.STYLE)
        shown = {"labels": labels, "references": references, "width": width or style.PAGE}
        figure = draw_differences(differences=result, **shown) if compared else draw_criteria(criteria=result, **shown)
        style.set_fonts(figure)
        style.plt.close(figure)  # or a notebook would show it twice
    return figure


def _label(row: str) -> str:
    """Return the label of a row ``system/measure``, whose system is called as the user calls it."""
    system, _, measure = row.rpartition("/")
    name = label_of(measure, None) if measure in MEASURES else {"score": ""}.get(measure, measure)
    return f"{system} {name}".strip()


def _checked(thresholds: Sequence[float]) -> list[float]:
    """Return the values of δ. Raise InputError for one that is not a positive number."""
    values = [thresholds] if isinstance(thresholds, str | Number) else list(thresholds)
    for threshold in values:
        if not isinstance(threshold, Number) or not 0 < threshold < inf:
            raise InputError(f"thresholds: δ = {threshold!r} must be a positive number")
    return values


def _deltas(
    pairs: Table | Dataset, scores: Table | Mapping[str, Table], ratings: Table | None, negate: Sequence[str]
) -> tuple[Dataset, dict[str, pd.DataFrame]]:
    """Return the pairs and the tables DELTAS of every system, and of the references."""
    if isinstance(pairs, Dataset) and ratings is not None:
        raise InputError("ratings: the pairs have been read without them; give them to pairs()")
    data = pairs if isinstance(pairs, Dataset) else tables.pairs(pairs, ratings)
    negate = [negate] if isinstance(negate, str) else list(negate)
    systems = scores if isinstance(scores, Mapping) else {_name(scores): scores}
    if not systems:
        raise InputError("scores: there are none; give those of one system at least")
    deltas = {}
    for system, table in systems.items():
        if system == REFERENCE:
            raise InputError(f"scores: {system!r} is what references are called; give the system another name")
        long = io.check_table(_long(table, data.sentences, negate), SCORES, system)
        checks.check_scores(long, data.sentences, system)
        try:
            deltas[system] = compute_deltas(long, data.sentences, data.pairs, TIE)[1]
        except InputError as error:
            raise InputError(f"{system}: {error}") from error
    deltas[REFERENCE] = reference_deltas(data.sentences, data.pairs)
    return data, deltas


def _name(scores: Table) -> str:
    return Path(scores).stem if isinstance(scores, str | Path) else "scores"


def _unchanged(scores: Scores, sentences: pd.DataFrame) -> pd.DataFrame:
    """Return the measures of a frame that are as ``score`` computed them for these sentences, as in SCORES."""
    kept = scores.scored[scores.scored["measure"].isin(list(scores))]
    kept = kept[kept["sentence_id"].isin(sentences["sentence_id"]) & kept["sentence_id"].isin(scores["sentence_id"])]
    frame = scores.drop_duplicates("sentence_id").set_index("sentence_id")
    same = [
        measure
        for measure, group in kept.groupby("measure", sort=False)
        if len(group) == len(sentences) and frame.loc[group["sentence_id"], measure].tolist() == group["score"].tolist()
    ]
    return kept[kept["measure"].isin(same)].reset_index(drop=True)


def _long(scores: Table, sentences: pd.DataFrame, negate: Sequence[str]) -> pd.DataFrame:
    """Return scores as in the contract SCORES: those of ``score``, or those of another program."""
    if isinstance(scores, Scores) and scores.scored is not None:
        exact = _unchanged(scores, sentences).query("measure not in @negate")
        rest = pd.DataFrame(scores).drop(columns=exact["measure"].unique())
        if len(exact) and set(rest) <= {"sentence_id", "sentence"}:
            return exact
        if len(exact):
            return pd.concat([exact, _long(rest, sentences, negate)], ignore_index=True)
    sheet = tables.sheet_of(scores, "scores")
    columns = user_scores.columns_of(sheet)
    for measure in negate:
        if measure not in columns:
            raise InputError(f"negate: {measure!r} is not a measure of the scores; they have: {', '.join(columns)}")
    user_scores.check_direction(sheet, columns, list(negate))
    texts = dict(zip(sentences["sentence_id"], sentences["sentence"], strict=True))
    rows, _ = user_scores.read_scores(sheet, columns, list(negate), texts)
    return with_change_per_nat(pd.DataFrame(rows, columns=["sentence_id", "measure", "score"]), sentences)
