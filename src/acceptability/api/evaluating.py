"""Turn users' tables into an Evaluation: systems on pairs or sentences, and pairs before they are judged."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from math import inf
from numbers import Number
from pathlib import Path
from typing import Any, TypeAlias, Unpack

import pandas as pd

from acceptability import measuring
from acceptability.analyses.analysis import Files
from acceptability.analyses.subject import Checking, Row
from acceptability.api import tables
from acceptability.api.ngram_models import lines_of, naming_corpus
from acceptability.api.scoring import RECORDED, Scores
from acceptability.api.wording import speaks_python
from acceptability.contracts import checks, io
from acceptability.contracts.defaults import THRESHOLDS, TIE
from acceptability.contracts.deltas import REFERENCE
from acceptability.contracts.scoring import ANSWERS, SCORES
from acceptability.datasets.dataset import Dataset
from acceptability.errors import InputError, naming
from acceptability.evaluation import Evaluation, Settings, subject_of
from acceptability.kinds.kind import Kind
from acceptability.kinds.registry import backends_of_babylm, kinds, label_of
from acceptability.reading import contexts, sheets
from acceptability.reading import decisions as own_decisions
from acceptability.reading import scores as own_scores
from acceptability.reading.matching import matches
from acceptability.responses import chosen as people
from acceptability.responses import files
from acceptability.scoring.measures import MEASURES
from acceptability.scoring.prompts import PAIR_MEASURES
from acceptability.scoring.token_scores import with_change_per_nat
from acceptability.sources import digests
from acceptability.statistics.deltas import compute_deltas, deltas_of_decisions
from acceptability.statistics.power.declared import check_assumptions
from acceptability.statistics.references import reference_deltas
from acceptability.statistics.stimuli import count_words
from acceptability.tables import signature

# In attrs of scores: how their table was read, how rows belong, and which measures `score` computed.
READING, WAYS, COMPUTED = "reading", "ways", "computed"
CONVENTION = "convention"  # in attrs of a user's frame: how another program made it, in the words of `conform`
RECORDS = (Files.SCORINGS, Files.NGRAM_TRAININGS)
Table: TypeAlias = str | Path | pd.DataFrame
Tables: TypeAlias = Table | Mapping[str, Table]


@speaks_python
def evaluate(
    data: Table | Dataset,
    scores: Tables | None = None,
    ratings: Table | None = None,
    thresholds: Sequence[float] = THRESHOLDS,
    *,
    decisions: Tables | None = None,
    answers: Tables | None = None,
    repeated: str = "",
    negate: Sequence[str] = (),
    partial: bool = False,
    as_babylm: bool = False,
    by: str | Sequence[str] = (),
    series: Mapping[str, Mapping[str, float]] | None = None,
    title: str = "",
) -> Evaluation:
    """Evaluate systems: shares of pairs by criterion, by phenomenon, differences, correlations with ratings, and more.

    Parameters:
        data: what ``pairs`` or ``sentences`` returns, or what ``pairs`` takes. Sentences that have a ``set`` and a
            ``construction``, which cross, have the table ``crossed`` without being asked; a declaration in YAML says
            ``crossed: true`` for it.
        scores: what ``score`` returns, or scores from another program (a file or a frame: ``sentence_id`` or
            ``sentence``, and a column of numbers for each measure); of several systems, by their names.
        ratings: single answers, as ``pairs`` takes them. Without ratings, there is only the BLiMP criterion.
        thresholds: the values of δ of the Acceptability Delta Criterion.
        decisions: which sentence of each pair was chosen, where nothing else is known (a file or a frame: ``pair_id``,
            or ``good`` and ``bad``, and a column for each system: 1 the good sentence, 0 the other one, empty: no
            answer); of several tables, by names that ``scores`` does not have. They have the BLiMP criterion only.
        repeated: if a system in ``decisions`` has different answers about a pair, which count: ``first``, or
            ``leave_out`` for none. In results of an experiment, ``leave_out`` leaves out these participants.
        answers: what ``ask`` returns; of several models, by names that ``scores`` does not have.
        negate: measures that are low for good sentences, such as surprisals.
        partial: whether some sentences may have no score. A pair then counts for a row if both its sentences have one,
            z-scores are over the sentences that have scores, and chance is about the pairs of the row.
        as_babylm: whether ``e["as_babylm"]`` has the shares of right pairs as BabyLM's evaluation pipeline counts them:
            by sums of log-probabilities, ties as right, each paradigm alike.
        by: columns of the pairs, such as ``dialect``. The table ``e["by_column"]`` has the shares for each of their
            values. Without pairs: columns of the rated or labelled sentences, for ``e["sentences_by_column"]``.
        series: systems that differ in one number, as ``{"Pythia": {"pythia-70m": 70e6, "pythia-1b": 1e9}}``.
        title: the name of the data in tables.

    Returns:
        An object that computes what it is asked for: ``e["criteria"]`` is a data frame, ``e.table("criteria")`` the
        table for readers, ``e.figure("criteria")`` a figure; ``e.frames``, ``e.tables`` and ``e.figures`` list what
        there is, and ``e.save("folder")`` writes it. ``e.common`` is the evaluation on the pairs that all rows cover,
        ``e.groups`` has one for each group of rows that cover the same pairs. ``e.reading`` says how
        the tables were read. A notebook shows the main table.

    Raises:
        InputError: a sentence without a score, or scores that are all the same. Rows about other sentences or pairs are
            left out with a warning.

    Example:
        >>> e = acceptability.evaluate(table, {"GPT-2": large, "Trigram": small})
        >>> columns = ["system", "measure", "share_ties_half", "half_low", "half_high"]
        >>> shares = e["criteria"].query("criterion == 'blimp'")[columns]
        >>> by_phenomenon = e["by_level"]
        >>> e.figure("criteria").savefig("criteria.pdf")
    """
    data = _dataset(data, ratings)
    scored, decided, answered = (
        _by_system(by_name, name)
        for by_name, name in ((scores, "scores"), (decisions, "decisions"), (answers, "answers"))
    )
    if not scored and not decided and not answered:
        raise InputError("scores: there are none; pass scores of at least one system, or decisions= or answers=")
    if repeated and not decided:
        raise InputError("repeated: chooses among answers of decisions=, and there are none; leave it out")
    systems = _Systems(data, negate, partial)
    systems.add_scores(scored)
    systems.add_answers(answered)
    systems.add_decisions(decided, people.reading_of({"repeated": repeated} if repeated else {}))
    described = {
        key: {"number": key, "systems": {name: float(number) for name, number in members.items()}}
        for key, members in (series or {}).items()
    }
    for key, entry in described.items():
        for name in entry["systems"]:
            if name not in {row.system for row in systems.rows}:
                raise InputError(f"series[{key!r}]: there are no scores of {name!r}; correct the name, or leave it out")
    names = {key: key for key in described}
    settings: Settings = {"as_babylm": as_babylm, "series": described, "series_names": names}
    settings["thresholds"] = _checked(thresholds)
    e = systems.evaluation(title=title, **settings)
    return e.by(*([by] if isinstance(by, str) else by)) if by else e


@speaks_python
def check(
    pairs: Table | Dataset,
    ratings: Table | None = None,
    thresholds: Sequence[float] = THRESHOLDS,
    *,
    corpus: str | Path | Iterable[str] | None = None,
    scores: Tables | None = None,
    partial: bool = False,
    raters: int | None = None,
    assume: Mapping[str, float] | None = None,
    first: int | None = None,
    lists: int | None = None,
    title: str = "",
) -> Evaluation:
    """Check pairs before they are judged, as `make check` does: faults of stimuli, trivial rules, and power.

    Parameters:
        pairs, ratings, thresholds: as ``evaluate`` takes them.
        corpus: a UTF-8 text file with one sentence on each line, or sentences, whose words are counted. Without it,
            word frequency and unknown words are not checked.
        scores, partial: as ``evaluate`` takes them; with two rows or more, ``e["first_pairs"]`` says which pairs to
            rate first.
        raters: the number of raters of each sentence; by default that of the ratings, or else one from the literature.
        assume: assumptions of the power analysis by name (docs/check.md), such as ``{"rater_sd": 0.9}``.
        first: the number of pairs to rate first; by default a third of the pairs, and 50 at most.
        lists: the number of lists of sentences for participants; 2 by default.
        title: the name of the data in tables.

    Returns:
        An object as ``evaluate`` returns it, which also has ``e["effects"]``, ``e["stimuli"]``, ``e["power"]``,
        ``e["assumptions"]``, ``e["rules"]`` and ``e["balance"]``.

    Raises:
        InputError: the data have no pairs, an assumption is not allowed, or what ``evaluate`` raises.

    Example:
        >>> checked = acceptability.check(table, raters=20)
        >>> faults = checked["stimuli"].query("marks != ''")
    """
    data = _dataset(pairs, ratings)
    if not len(data.pairs):
        raise InputError("pairs: there are none; pass the pairs that acceptability.pairs() returns")
    systems = _Systems(data, partial=partial)
    systems.add_scores(_by_system(scores, "scores"))
    assumptions = check_assumptions(assume or {})
    word_counts = None
    if corpus is not None:
        with naming_corpus(corpus), lines_of(corpus) as lines:
            counts = count_words(lines)
        if not counts:
            raise InputError("corpus: contains no words to count; pass another corpus")
        word_counts = pd.DataFrame(sorted(counts.items()), columns=["token", "count"])
    checking = Checking("corpus" if corpus is not None else None, raters, first, assume=assumptions, lists=lists)
    return systems.evaluation(word_counts, thresholds=_checked(thresholds), title=title, checking=checking)


def _dataset(data: Table | Dataset, ratings: Table | None) -> Dataset:
    if isinstance(data, Dataset) and data.manifest and data.manifest.suites:
        raise InputError("data: has suites of regions; pass it to acceptability.evaluate_suites()")
    if isinstance(data, Dataset):
        if ratings is not None:
            raise InputError("ratings: applies only where pairs are read; pass ratings= to acceptability.pairs()")
        return data
    return tables.pairs(data, ratings)


class _Systems:
    """Collect the rows of systems on a dataset, their tables by kind and system, and how users' tables were read."""

    def __init__(self, data: Dataset, negate: Sequence[str] = (), partial: bool = False) -> None:
        self.data, self.partial = data, partial
        self.negate = [negate] if isinstance(negate, str) else list(negate)
        self.rows: list[Row] = []
        self.readings = [data.reading] if data.reading else []
        names = ("scores", "z_scores", "deltas", "matches", "answers", *RECORDS)
        self.by_system: dict[str | Files, dict[str, Any]] = {name: {} for name in names}
        self.origins: dict[str, dict[str, str]] = {}

    def add_scores(self, scored: Mapping[str, tuple[str, Table]]) -> None:
        """Add scores of sentences, and the deltas of pairs that follow from them."""
        for system, (name, table) in scored.items():
            long = _long(table, self.data.sentences, self.negate, self.partial, name)
            self.readings += long.attrs.pop(READING, [])
            if ways := long.attrs.pop(WAYS, None):
                self.by_system["matches"][system] = matches(ways)
            kind = kinds().get(table.kind) if isinstance(table, Scores) else None
            computed = long.attrs.pop(COMPUTED, [])
            if computed and isinstance(table, Scores) and table.recorded:
                self._record(system, table.recorded)
            if set(long["measure"]) - set(computed):
                if "scored" in self.data.sentences:
                    tables.warn([f"{system}: {contexts.FINISHED}; it is taken as such"])
                checksum = _checksum(table, sheets.files_of)
                self.origins[system] = {"scores": signature.named(system, checksum)} | signature.of_negated(self.negate)
                known = table.attrs.get(CONVENTION) if isinstance(table, pd.DataFrame) else None
                self.origins[system]["convention"] = known or signature.UNKNOWN
            self._add_measures(system, long, self.partial, kind)

    def add_answers(self, answered: Mapping[str, tuple[str, Table]]) -> None:
        """Add answers to prompts: those about pairs are choices, and those about sentences scores."""
        for system, (name, table) in answered.items():
            self._check_new(system, "answers")
            answers = self.by_system["answers"][system] = tables.checked(table, ANSWERS, name)
            recorded = table.attrs.get(RECORDED) if isinstance(table, pd.DataFrame) else None
            if recorded is not None:
                self._record(system, recorded)
            else:
                self.origins[system] = {"answers": signature.named(system, _checksum(table, sheets.files_of))}
            about_pairs = answers["measure"].isin(PAIR_MEASURES)
            if not about_pairs.any():
                partial = self.partial or recorded is None  # answers from elsewhere may lack some
                self._add_measures(system, measuring.scores_of_answers(answers), partial, prompted=True)
            elif not about_pairs.all():
                raise InputError(
                    f"{name}: some answers are about sentences and others about pairs; pass them as two systems"
                )
            else:
                measures = list(answers["measure"].unique())
                with naming(system):
                    texts = (self.data.sentences, self.data.pairs)
                    self.by_system["deltas"][system] = measuring.deltas_of_answers(answers, *texts, measures, TIE)
                self.rows += [
                    Row(system, measure, _label(system, measure), decides=True, prompted=True) for measure in measures
                ]

    def add_decisions(self, decided: Mapping[str, tuple[str, Table]], reading: Mapping[str, str]) -> None:
        """Add decisions between the sentences of pairs."""
        texts, pairs = self.data.sentences, self.data.pairs
        for system, (name, table) in decided.items():
            self._check_new(system, "decisions")
            sheet = people.table(tables.source(table, name), **reading)
            self.origins[system] = {"decisions": signature.named(system, _checksum(table, files.files_of))}
            columns = own_decisions.columns_of(sheet)
            read = own_decisions.read(sheet, columns, own_decisions.texts_of_pairs(pairs, texts), **reading)
            tables.warn(read.reading.noted)
            self.readings.append(read.reading)
            self.by_system["matches"][system] = matches(read.ways)
            choices = pd.DataFrame(read.rows, columns=["pair_id", "measure", "chose_good"])
            with naming(system):
                self.by_system["deltas"][system] = deltas_of_decisions(choices, texts, pairs, list(columns))
            self.rows += [
                Row(system, measure, f"{system} {measure}", decides=True, imported=True) for measure in columns
            ]

    def evaluation(
        self, word_counts: pd.DataFrame | None = None, title: str = "", **settings: Unpack[Settings]
    ) -> Evaluation:
        """Return the evaluation of all that was added, beside the references; ``settings`` as in subject_of."""
        readings, paired = self.readings, len(self.data.pairs)
        references = {REFERENCE: reference_deltas(self.data.sentences, self.data.pairs)} if paired else {}
        whole = replace(readings[0], beside=[*readings[0].beside, *readings[1:]]) if readings else None
        by_system = {**self.by_system, "deltas": self.by_system["deltas"] | references}
        data = replace(self.data, reading=whole)
        settings["origins"] = self.origins
        subject = subject_of(data, self.rows, title, **settings)
        return Evaluation(data, subject, by_system, word_counts)

    def _record(self, system: str, recorded: Mapping) -> None:
        """Keep what is recorded of how a system was scored or trained, with the warnings about its scores."""
        self.by_system[Files.SCORINGS][system] = {"doubts": recorded.get("doubts", [])}
        self.by_system[RECORDS["corpus" in recorded]][system] = dict(recorded)

    def _add_measures(
        self, system: str, of_system: pd.DataFrame, partial: bool, kind: Kind | None = None, prompted: bool = False
    ) -> None:
        long = self.by_system["scores"][system] = io.check_table(of_system, SCORES, system)
        checks.check_scores(long, self.data.sentences, system, partial)
        with naming(system):
            z_scores, deltas = compute_deltas(long, self.data.sentences, self.data.pairs, TIE, partial)
        self.by_system["z_scores"][system] = z_scores
        if len(self.data.pairs):
            self.by_system["deltas"][system] = deltas
        measures = long["measure"].unique()
        backends = backends_of_babylm(kind, measures)
        self.rows += [
            Row(
                system,
                measure,
                _label(system, measure, kind),
                shallow=bool(kind and kind.shallow),
                partial=partial,
                imported=system in self.by_system["matches"],
                prompted=prompted,
                backend=backends.get(measure, ""),
            )
            for measure in measures
        ]

    def _check_new(self, system: str, argument: str) -> None:
        if system in {row.system for row in self.rows}:
            raise InputError(f"{argument}: {system!r} has scores, too; rename the table of {argument}")


def _label(system: str, measure: str, kind: Kind | None = None) -> str:
    """Return the label of a row whose system is called as the user calls it."""
    name = label_of(measure, kind) if measure in MEASURES else {"score": ""}.get(measure, measure)
    return f"{system} {name}".strip()


def _checked(thresholds: float | Iterable[float]) -> list[float]:
    """Return the values of δ. Raise InputError for one that is not a positive number."""
    values = list(thresholds) if isinstance(thresholds, Iterable) else [thresholds]
    for threshold in [thresholds] if isinstance(thresholds, str) else values:
        if not isinstance(threshold, Number) or not 0 < threshold < inf:
            raise InputError(f"thresholds: δ = {threshold!r} must be a positive number")
    return values


def _checksum(table: Table, files_of: Callable[[str], Sequence[str]]) -> str:
    """Return the checksum of the files that a path means, or of what a frame holds."""
    if isinstance(table, pd.DataFrame):
        return signature.of_table(pd.DataFrame(table))
    return signature.of_files([digests.of_file(path) for path in files_of(str(Path(table).expanduser()))])


def _by_system(argument_tables: Tables | None, argument: str) -> dict[str, tuple[str, Table]]:
    """Return each table by its system, with what messages call a frame; a file alone is called by its name."""
    if argument_tables is None:
        return {}
    if not isinstance(argument_tables, Mapping):
        argument_tables = {
            Path(argument_tables).stem if isinstance(argument_tables, str | Path) else argument: argument_tables
        }
        names = dict.fromkeys(argument_tables, argument)
    else:
        names = {system: f"{argument}[{system!r}]" for system in argument_tables}
    if REFERENCE in argument_tables:
        raise InputError(f"{argument}: {REFERENCE!r} is the name of a baseline; rename the system")
    return {system: (names[system], table) for system, table in argument_tables.items()}


def _unchanged(scores: Scores, computed: pd.DataFrame, sentences: pd.DataFrame, partial: bool) -> pd.DataFrame:
    """Return the measures of a frame that are as ``score`` ``computed`` them for these sentences, as in SCORES.

    For all of them; or, if scores may be ``partial``, for all that the frame has.
    """
    of_frame = computed[computed["measure"].isin(list(scores))]
    of_frame = of_frame[
        of_frame["sentence_id"].isin(sentences["sentence_id"]) & of_frame["sentence_id"].isin(scores["sentence_id"])
    ]
    frame = scores.drop_duplicates("sentence_id").set_index("sentence_id")
    shared = sentences[sentences["sentence_id"].isin(frame.index)] if partial else sentences
    same = [
        measure
        for measure, group in of_frame.groupby("measure", sort=False)
        if len(group) == len(shared) and frame.loc[group["sentence_id"], measure].tolist() == group["score"].tolist()
    ]
    if (
        same
        and "sentence" in frame
        and frame["sentence"].reindex(shared["sentence_id"]).tolist() != shared["sentence"].tolist()
    ):
        same = []
    return of_frame[of_frame["measure"].isin(same)].reset_index(drop=True)


def _long(
    scores: Table, sentences: pd.DataFrame, negate: Sequence[str], partial: bool, name: str = "scores"
) -> pd.DataFrame:
    """Return scores as in the contract SCORES: those of ``score``, or those of another program."""
    if isinstance(scores, Scores) and scores.scored is not None:
        exact = _unchanged(scores, scores.scored, sentences, partial).query("measure not in @negate")
        rest = pd.DataFrame(scores).drop(columns=exact["measure"].unique())
        computed = {COMPUTED: list(exact["measure"].unique())}
        if len(exact) and set(rest) <= {"sentence_id", "sentence"}:
            exact.attrs = computed
            return exact
        if len(exact):
            further = _long(rest, sentences, negate, partial, name)
            whole = pd.concat([exact, further], ignore_index=True)
            whole.attrs = further.attrs | computed
            return whole
    sheet = tables.source(scores, name)
    columns = own_scores.columns_of(sheet)
    for measure in negate:
        if measure not in columns:
            raise InputError(f"negate: {measure!r} is not a measure of the scores; they have: {', '.join(columns)}")
    own_scores.check_direction(sheet, columns, list(negate))
    texts = dict(zip(sentences["sentence_id"], sentences["sentence"], strict=True))
    judged = own_scores.read(sheet, columns, list(negate), texts, complete=not partial)
    tables.warn(judged.reading.noted)
    long = with_change_per_nat(judged.rows.frame(), sentences)
    long.attrs |= {READING: [judged.reading], WAYS: judged.ways}
    return long
