"""Scores of pairs by the criteria: the main table, differences between systems, and figures of both."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import inf
from numbers import Number
from pathlib import Path
from typing import TYPE_CHECKING

import matplotlib as mpl
import pandas as pd

from acceptability.analyses.coverage import compute_by_coverage, on_common_pairs
from acceptability.analyses.criteria import compute as criteria
from acceptability.analyses.criteria.manifest import CRITERIA
from acceptability.analyses.differences import compute as differences
from acceptability.api import tables
from acceptability.api.scoring import Scores
from acceptability.contracts import checks, io, systems
from acceptability.contracts.scoring import SCORES
from acceptability.datasets.dataset import Dataset
from acceptability.errors import InputError, naming
from acceptability.kinds.registry import label_of
from acceptability.plan.names import REFERENCES
from acceptability.plan.systems import REFERENCE
from acceptability.reading import decisions as own_decisions
from acceptability.reading import scores as own_scores
from acceptability.scoring.measures import MEASURES
from acceptability.scoring.token_scores import with_change_per_nat
from acceptability.statistics.counts import with_counts
from acceptability.statistics.criteria import counted
from acceptability.statistics.deltas import compute_deltas, deltas_of_decisions
from acceptability.statistics.references import reference_deltas

if TYPE_CHECKING:
    from matplotlib.figure import Figure

THRESHOLDS = (0.5, 1, 5)
PAIRS_OF_PARTIAL_ROWS = "pairs of partial rows"  # in attrs of what compare returns, by row, for plot
READING = "reading"  # in attrs of what evaluate returns: what was understood of the tables
TIE = 0.0001  # nats, as in the configuration's default
Table = str | Path | pd.DataFrame
Tables = Table | Mapping[str, Table]


def evaluate(
    pairs: Table | Dataset,
    scores: Tables | None = None,
    ratings: Table | None = None,
    thresholds: Sequence[float] = THRESHOLDS,
    *,
    negate: Sequence[str] = (),
    decisions: Tables | None = None,
    partial: bool = False,
    common: bool = False,
) -> pd.DataFrame:
    """Compute which share of the pairs meets each criterion, with intervals, chance and references beside it.

    Parameters:
        pairs: what the function ``pairs`` returns or takes.
        scores: what ``score`` returns, or scores from another program (a file or a frame: ``sentence_id`` or
            ``sentence``, and a column of numbers for each measure); of several systems, by their names.
        ratings: single answers, as ``pairs`` takes them. Without ratings, there is only the BLiMP criterion.
        thresholds: the values of δ of the Acceptability Delta Criterion.
        negate: measures that are low for good sentences, such as surprisals.
        decisions: which sentence of each pair was chosen, where nothing else is known (a file or a frame: ``pair_id``,
            or ``good`` and ``bad``, and a column for each system: 1 the good sentence, 0 the other one, empty: no
            answer); of several tables, by names that ``scores`` does not have. They have the BLiMP criterion alone.
        partial: whether some sentences may have no score. A pair then counts for a row if both its sentences have one,
            z-scores are over the sentences that have scores, and chance is about the pairs of the row.
        common: whether only the pairs that all rows cover count, so that rows compare.

    Returns:
        The table of ``results/metrics/<dataset>/criteria.csv``: one row for each system or reference, measure,
        criterion and δ; ``share`` is the share of ``pairs`` that meet it, ``low`` and ``high`` are its 95 % interval
        over clusters of pairs, ``share_ties_half`` counts a tie as half, and ``chance`` is what the same deltas reach
        when they are assigned to the pairs at random. ``pairs`` is the number of pairs that the row covers, and
        ``unanswered`` the share of those that count which it does not. ``attrs["reading"].lines`` says what was
        understood of the tables.

    Raises:
        InputError: a sentence without a score, or scores that are all the same; with ``common``, if no pair is
            covered by all rows. Rows about other sentences or pairs are left out with a warning.

    Example:
        >>> result = acceptability.evaluate(table, {"GPT-2": large, "Trigram": small})
        >>> shown = result.loc[result["criterion"] == "blimp", ["system", "measure", "share", "low", "high"]]
    """
    data, deltas = _deltas(pairs, scores, ratings, negate, decisions, partial)
    given = {"deltas": deltas, "pairs": data.pairs, "thresholds": _checked(thresholds), "variants": {}}
    given |= {"reference": REFERENCE, "dataset": "pairs"}
    if common:
        if not _covered(deltas).all(axis=1).any():
            raise InputError("common: no pair is covered by all rows; leave out rows that cover few, or common=True")
        given = on_common_pairs(given) or given
    table = compute_by_coverage(criteria.compute, given, (CRITERIA,))[CRITERIA.name]
    table.attrs[READING] = data.reading
    return table


def compare(
    pairs: Table | Dataset,
    scores: Tables | None = None,
    ratings: Table | None = None,
    thresholds: Sequence[float] = THRESHOLDS,
    *,
    negate: Sequence[str] = (),
    decisions: Tables | None = None,
    partial: bool = False,
) -> pd.DataFrame:
    """Compute the differences between all systems and references, with paired tests of those between systems.

    Parameters:
        pairs, scores, ratings, thresholds, negate, decisions, partial: as ``evaluate`` takes them.

    Returns:
        The table of ``results/metrics/<dataset>/differences.csv``: one row for each two rows ``first`` and ``second``
        (``system/measure``), criterion and δ; ``difference`` of their shares of the ``pairs`` that both cover, with a
        95 % interval, ``p`` of a test that flips the signs of whole clusters of pairs, and ``p_holm``, corrected for
        all comparisons of the same ``family``: ``partial`` are those of rows that do not cover all pairs.

    Raises:
        InputError: as ``evaluate`` does.

    Example:
        >>> apart = acceptability.compare(table, {"GPT-2": large, "Trigram": small})
        >>> apart = apart[["first", "second", "criterion", "threshold", "difference", "low", "high", "p_holm"]]
    """
    data, deltas = _deltas(pairs, scores, ratings, negate, decisions, partial)
    compared = differences.compute(
        deltas=deltas,
        pairs=data.pairs,
        thresholds=_checked(thresholds),
        reference=REFERENCE,
        families={},
        dataset="pairs",
    )
    covered = _covered(deltas)
    pairs_of_rows = covered.loc[:, ~covered.all()].sum()
    compared.attrs[PAIRS_OF_PARTIAL_ROWS] = {row: int(number) for row, number in pairs_of_rows.items()}
    return compared


def plot(result: pd.DataFrame, width: float | None = None) -> "Figure":
    """Draw what ``evaluate`` or ``compare`` returned, as the workflow's reports show it.

    Labels of rows that cover a part of the pairs say how many they cover.

    Parameters:
        result: the table, or rows of it.
        width: in points of 1/72 inch; by default 452, a page of a paper. A column has 219.

    Returns:
        A figure of Matplotlib; ``figure.savefig("criteria.pdf")`` saves it. A notebook shows it.

    Example:
        >>> acceptability.plot(result).savefig("criteria.pdf")
    """
    compared = {"first", "second", "difference"} <= set(result)
    if not len(result) or not (
        compared or {"system", "measure", "share", "criterion", "pairs", "unanswered"} <= set(result)
    ):
        raise InputError("result: has no rows of evaluate or compare; give the table that one of them returned")
    rows = [*result["first"], *result["second"]] if compared else [*(result["system"] + "/" + result["measure"])]
    labels = {row: _label(row) for row in dict.fromkeys(rows) if not row.startswith(f"{REFERENCE}/")}
    references = {f"{REFERENCE}/{key}": label for key, label in REFERENCES.items() if f"{REFERENCE}/{key}" in rows}
    coverage = _coverage(result) if compared else result
    labels, references = (with_counts(those, coverage) for those in (labels, references))
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


def _coverage(compared: pd.DataFrame) -> pd.DataFrame:
    """Return which rows of what ``compare`` returned cover a part of the pairs, and how many, for ``with_counts``."""
    if PAIRS_OF_PARTIAL_ROWS not in compared.attrs and compared["family"].eq("partial").any():
        raise InputError(
            "result: some rows cover a part of the pairs, but the table no longer says how many; give what compare "
            "returned, or rows of it that result.loc or result.query chose"
        )
    of_rows = compared.attrs.get(PAIRS_OF_PARTIAL_ROWS, {})
    parts = [(*row.rsplit("/", 1), number, 1.0) for row, number in of_rows.items()]
    return pd.DataFrame(parts, columns=["system", "measure", "pairs", "unanswered"])


def _covered(deltas: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """Return which of the pairs that count each row of a system covers: pair_id × ``system/measure``."""
    columns = systems.delta_columns(dict(deltas))
    columns = columns[counted(columns["human"])].drop(columns="human")
    return columns.loc[:, ~columns.columns.str.startswith(f"{REFERENCE}/")].notna()


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
    pairs: Table | Dataset,
    scores: Tables | None,
    ratings: Table | None,
    negate: Sequence[str],
    decisions: Tables | None,
    partial: bool,
) -> tuple[Dataset, dict[str, pd.DataFrame]]:
    """Return the pairs and the tables DELTAS of every system, and of the references."""
    if isinstance(pairs, Dataset) and ratings is not None:
        raise InputError("ratings: the pairs have been read without them; give them to pairs()")
    data = pairs if isinstance(pairs, Dataset) else tables.pairs(pairs, ratings)
    negate = [negate] if isinstance(negate, str) else list(negate)
    scored, decided = _by_system(scores, "scores"), _by_system(decisions, "decisions")
    if not scored and not decided:
        raise InputError("scores: there are none; give those of one system at least, or decisions=")
    deltas, readings = {}, [data.reading] if data.reading else []
    for system, (name, table) in scored.items():
        of_system = _long(table, data.sentences, negate, partial, name)
        readings += of_system.attrs.pop(READING, [])
        long = io.check_table(of_system, SCORES, system)
        checks.check_scores(long, data.sentences, system, partial)
        with naming(system):
            deltas[system] = compute_deltas(long, data.sentences, data.pairs, TIE, partial)[1]
    for system, (name, table) in decided.items():
        if system in deltas:
            raise InputError(f"decisions: {system!r} has scores, too; give the table of decisions another name")
        sheet = tables.source(table, name)
        columns = own_decisions.columns_of(sheet)
        made = own_decisions.read(sheet, columns, own_decisions.texts_of_pairs(data.pairs, data.sentences))
        tables.warn(made.reading)
        readings.append(made.reading)
        chosen = pd.DataFrame(made.rows, columns=["pair_id", "measure", "chose_good"])
        with naming(system):
            deltas[system] = deltas_of_decisions(chosen, data.sentences, data.pairs, list(columns))
    deltas[REFERENCE] = reference_deltas(data.sentences, data.pairs)
    whole = replace(readings[0], beside=[*readings[0].beside, *readings[1:]]) if readings else None
    return replace(data, reading=whole), deltas


def _by_system(given: Tables | None, argument: str) -> dict[str, tuple[str, Table]]:
    """Return each table by its system, with what messages call a frame; a file alone is called by its name."""
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        given = {Path(given).stem if isinstance(given, str | Path) else argument: given}
        named = dict.fromkeys(given, argument)
    else:
        named = {system: f"{argument}[{system!r}]" for system in given}
    if REFERENCE in given:
        raise InputError(f"{argument}: {REFERENCE!r} is what references are called; give the system another name")
    return {system: (named[system], table) for system, table in given.items()}


def _unchanged(scores: Scores, sentences: pd.DataFrame, partial: bool) -> pd.DataFrame:
    """Return the measures of a frame that are as ``score`` computed them for these sentences, as in SCORES.

    For all of them; or, if scores may be ``partial``, for all that the frame has.
    """
    kept = scores.scored[scores.scored["measure"].isin(list(scores))]
    kept = kept[kept["sentence_id"].isin(sentences["sentence_id"]) & kept["sentence_id"].isin(scores["sentence_id"])]
    frame = scores.drop_duplicates("sentence_id").set_index("sentence_id")
    shared = sentences[sentences["sentence_id"].isin(frame.index)] if partial else sentences
    same = [
        measure
        for measure, group in kept.groupby("measure", sort=False)
        if len(group) == len(shared) and frame.loc[group["sentence_id"], measure].tolist() == group["score"].tolist()
    ]
    if (
        same
        and "sentence" in frame
        and frame["sentence"].reindex(shared["sentence_id"]).tolist() != shared["sentence"].tolist()
    ):
        same = []
    return kept[kept["measure"].isin(same)].reset_index(drop=True)


def _long(
    scores: Table, sentences: pd.DataFrame, negate: Sequence[str], partial: bool, name: str = "scores"
) -> pd.DataFrame:
    """Return scores as in the contract SCORES: those of ``score``, or those of another program."""
    if isinstance(scores, Scores) and scores.scored is not None:
        exact = _unchanged(scores, sentences, partial).query("measure not in @negate")
        rest = pd.DataFrame(scores).drop(columns=exact["measure"].unique())
        if len(exact) and set(rest) <= {"sentence_id", "sentence"}:
            return exact
        if len(exact):
            further = _long(rest, sentences, negate, partial, name)
            both = pd.concat([exact, further], ignore_index=True)
            both.attrs = further.attrs
            return both
    sheet = tables.source(scores, name)
    columns = own_scores.columns_of(sheet)
    for measure in negate:
        if measure not in columns:
            raise InputError(f"negate: {measure!r} is not a measure of the scores; they have: {', '.join(columns)}")
    own_scores.check_direction(sheet, columns, list(negate))
    texts = dict(zip(sentences["sentence_id"], sentences["sentence"], strict=True))
    made = own_scores.read(sheet, columns, list(negate), texts, complete=not partial)
    tables.warn(made.reading)
    long = with_change_per_nat(pd.DataFrame(made.rows, columns=["sentence_id", "measure", "score"]), sentences)
    long.attrs[READING] = [made.reading]
    return long
