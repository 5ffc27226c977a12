"""Evaluate systems on a dataset in memory: each analysis whose conditions hold, its tables and its figures.

An Evaluation computes what it is asked for, when it is asked, once. It uses the functions that the workflow's jobs use
on files (analyses.recipes, analyses.results), with the same arguments, so that the numbers are the same.
"""

import json
import math
from collections.abc import Collection, Mapping, Sequence
from contextlib import redirect_stdout
from copy import deepcopy
from dataclasses import replace
from functools import cached_property
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict, Unpack

import pandas as pd

from acceptability.analyses import coverage, recipes, registry
from acceptability.analyses.analysis import Each, Files, Level, Named, Other
from acceptability.analyses.doubts.compute import NO_INTERVALS
from acceptability.analyses.recipes import Recipe
from acceptability.analyses.results import Results
from acceptability.analyses.subject import Checking, Row, Subject
from acceptability.contracts import io
from acceptability.contracts.data import PAIRS, SENTENCES
from acceptability.contracts.deltas import REFERENCE
from acceptability.datasets.dataset import Dataset
from acceptability.datasets.manifest import Manifest, Pairs, Ratings, are_crossed
from acceptability.datasets.user_pairs.manifest import check_number
from acceptability.errors import InputError, naming, suggest
from acceptability.messages import of_python
from acceptability.reading.report import unclear
from acceptability.statistics.places import at_several
from acceptability.tables import signature as signatures

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from acceptability.tables.text import PresentedTable

ENDINGS = (".pdf", ".png", ".svg")
OF_DATA = ("sentences", "pairs", "ratings", "other_ratings", "choices", "responses", "features", "remarks")
# What words of `when` mean, for those who ask for a table whose conditions do not hold.
WANTED = {
    "pairs": "minimal pairs",
    "rated": "human ratings",
    "single_ratings": "ratings of single participants",
    "places": "ratings of sentences that are at several places of the questionnaire (a column place)",
    "systems": "systems",
    "shares": "systems, or people who chose one sentence of a pair",
    "scores": "scores",
    "labelled": "expert labels",
    "panels": "the labels of two panels",
    "crossed": "sentences with a set and a construction each, which cross",
    "by": "by=",
    "sentences_by": "by=",
    "partial": "rows that cover a part of the pairs (partial=True, or decisions)",
    "series": "series=",
    "paradigms": "paradigms that are finer than phenomena",
    "factorial": "sentences in 2 × 2 designs (columns design, factor_1 and factor_2)",
    "checked": "the function check",
    "several_rows": "two rows or more",
    "as_babylm": "as_babylm=True, and sums of log-probabilities (log_prob, pll)",
    "word_counts": "corpus=",
    "prompted": "answers=",
    "sentences_only": "sentences that are in no pairs",
    "text": "sentences without ratings, labels or pairs, and their log_prob",
    "choices": "which sentence of a pair people chose",
    "summed_choices": "how many of people's answers are right in each paradigm",
    "responses": "answers of an experiment, from its results",
    "scored": "scores",
}


# Tables by name and system; and what is recorded of each system, by the member of Files that names it.
BySystem: TypeAlias = Mapping[str | Files, Mapping[str, Any]]


class Settings(TypedDict, total=False):
    """List the parameters of Subject that users of Python choose."""

    thresholds: Sequence[float]
    as_babylm: bool
    series: Mapping[str, Mapping]
    series_names: Mapping[str, str]
    origins: Mapping[str, Mapping]
    checking: Checking | None


class Evaluation:
    """Evaluate systems on a dataset: ``e["criteria"]``, ``e.table("criteria")``, ``e.figure("criteria")``. Nothing
    changes it.

    Attributes:
        data: the sentences, pairs and ratings.
        subject: what is evaluated, with the rows that are compared, and what it has, as analyses know it.
        analyses: names of the analyses whose conditions hold.
        frames: names of the tables that they compute: ``e[name]`` is a data frame. A table of ``results/metrics`` has
            the same name and columns.
        tables: names of the tables that readers see, as in ``results/tables``.
        figures: names of the figures, as in ``results/figures``.
    """

    def __init__(
        self,
        data: Dataset,
        subject: Subject,
        by_system: BySystem,
        word_counts: pd.DataFrame | None = None,
    ) -> None:
        """Take what is evaluated, which tables by system hold.

        Parameters:
            subject: see subject_of.
            by_system: ``scores``, ``z_scores``, ``deltas`` (with the references), ``answers`` and ``matches``, each
                by system; and what is recorded of scoring and training, by the member of Files that names it.
            word_counts: how often each word is in a corpus, where what `make check` computes is asked for.
        """
        self.data, self.subject, self.by_system, self.word_counts = data, subject, by_system, word_counts
        self._results = Results(subject, self._read)
        self._frames: dict[tuple[str, str], pd.DataFrame] = {}  # what analyses computed, by table and recipe

    # What there is.

    @property
    def rows(self) -> tuple[Row, ...]:
        """Return what is compared, one Row for each measure of each system, in the order of tables and figures."""
        return self.subject.rows

    @property
    def has(self) -> frozenset[str]:
        """Return the words for what the dataset has and what it is evaluated on."""
        return self.subject.has

    @cached_property
    def analyses(self) -> list[str]:
        """Return the names of the analyses whose conditions hold."""
        return list(dict.fromkeys(recipe.folder for recipe in self._computed.values()))

    @property
    def frames(self) -> list[str]:
        """Return the names of all data frames that can be asked for."""
        computed = [table.name for name in self.analyses for table in registry.analyses()[name].writes]
        of_data = [name for name in OF_DATA if len(getattr(self.data, name))]
        return [
            *of_data,
            *(name for name, tables in self.by_system.items() if tables and name in registry.tables()),
            *computed,
        ]

    @property
    def tables(self) -> list[str]:
        """Return the names of the tables that readers see."""
        return list(self._displayed("tables"))

    @property
    def figures(self) -> list[str]:
        """Return the names of the figures."""
        return list(self._displayed("figures"))

    # What is computed.

    def __getitem__(self, name: str | tuple[str, str]) -> pd.DataFrame:
        """Return a table as a data frame, computed when it is first asked for.

        Parameters:
            name: one of ``frames``. Some tables are several: ``e["correlations", "sentences"]`` and ``e["correlations",
                "pairs"]``; ``e["z_scores", "GPT-2"]``, ``e["deltas", "GPT-2"]``. By the name alone, these are
                joined, with a column ``level`` or ``system``.

        Raises:
            InputError: there is no such table, or its conditions do not hold; or what the analysis itself refuses.
        """
        name, *values = [name] if isinstance(name, str) else name
        several = [] if values else self._several(name)
        if several:
            column = "system" if name in self.by_system else "level"
            parts = {value: self._frame(name, [value]) for value in several}
            return pd.concat(parts, names=[column]).reset_index(level=0).reset_index(drop=True)
        return self._frame(name, values).copy()

    def table(self, name: str) -> "PresentedTable":
        """Return a table as readers see it: ``.frame``, ``.latex`` and ``.caption``; ``name`` is one of ``tables``."""
        return replace(self._results.table(self._recipe("tables", name)), signature=self.signature)

    def figure(self, name: str, width: float | None = None) -> "Figure":
        """Return a figure of Matplotlib, as reports show it; ``figure.savefig("figure.pdf")`` saves it.

        Parameters:
            name: one of ``figures``.
            width: in points of 1/72 inch; by default 452, a page of a paper. A column has 219.
        """
        from acceptability.figures import style  # here, as it loads Matplotlib

        return self._results.figures(self._recipe("figures", name), [width or style.PAGE])[0]

    def save(self, folder: str | Path, only: Collection[str] = ()) -> list[Path]:
        """Write tables and figures below a folder, where the workflow has them below ``results``; return the files.

        Parameters:
            folder: it is created if it is missing; existing files are overwritten.
            only: names of ``frames``, ``tables`` and ``figures``; by default all that is computed and shown.
        """
        from acceptability.analyses import showing
        from acceptability.figures import style

        only = [only] if isinstance(only, str) else list(only)
        known = {*self.frames, *self.tables, *self.figures}
        for name in only:
            if name not in known:
                raise InputError(f"only: {name!r} is no table or figure here; there are: {', '.join(sorted(known))}")
        folder, written = Path(folder).expanduser(), []
        for recipe in self._computed.values():
            for table in recipe.analysis.writes:
                if not only or table.name in only:
                    written.append(_below(folder, recipe.outputs[table.name]))
                    io.write_table(self._frame_of(recipe, table.name), written[-1], table)
        for name in self.tables if not only else [name for name in self.tables if name in only]:
            path = _below(folder, f"results/tables/{self.subject.key}/{name}")
            showing.write_table(self.table(name), str(path), self.subject.key, name)
            written += [path.with_name(f"{path.name}{ending}") for ending in (".csv", ".tex")]
        for name in self.figures if not only else [name for name in self.figures if name in only]:
            path = _below(folder, f"results/figures/{self.subject.key}/{name}")
            files = [path.with_name(f"{path.name}{ending}") for ending in ENDINGS]
            style.save(self.figure(name), *files, simulated=self.subject.simulated)
            written += files
        return written

    def to_json(self, *names: str) -> str:
        """Return tables as JSON: an object that has a list of rows by the name of each table. Missing values are null.

        Parameters:
            names: some of ``frames``; by default, all that analyses compute.

        Raises:
            InputError: there is no such table.
        """
        of_analyses = [table.name for name in self.analyses for table in registry.analyses()[name].writes]
        rows_of_tables = {}
        for name in names or of_analyses:
            records = self[name].to_dict("records")
            rows_of_tables[name] = [{key: _or_null(value) for key, value in record.items()} for record in records]
        return json.dumps(rows_of_tables, ensure_ascii=False, allow_nan=False)

    # Parts of it.

    def of_rows(self, rows: Collection[Row | str]) -> "Evaluation":
        """Return the evaluation of these rows alone, each as ``system/measure``."""
        keys = {row if isinstance(row, str) else row.key for row in rows}
        if unknown := keys - {row.key for row in self.rows}:
            raise InputError(
                f"rows: there is no {min(unknown)!r}; there are: {', '.join(row.key for row in self.rows)}"
            )
        by_system = dict(self.by_system)
        for name in MEASURED:
            if name in by_system:
                by_system[name] = coverage.of_rows(by_system[name], keys)
        return self._with(subject=self.subject.of_rows(keys), by_system=by_system)

    def on(self, pairs: Collection[str]) -> "Evaluation":
        """Return the evaluation on these pairs alone, by their ids; z-scores stay those of all sentences."""
        ids = set(pairs)
        if not ids or (unknown := ids - {*self.data.pairs["pair_id"]}):
            raise InputError(f"pairs: there is no pair {min(unknown)!r}" if ids else "pairs: there are none; pass ids")
        data = replace(self.data, **coverage.of_pairs(vars(self.data), ids))
        deltas = coverage.of_pairs(self.by_system.get("deltas", {}), ids)
        return self._with(data=data, by_system={**self.by_system, "deltas": deltas})

    def by(self, *columns: str) -> "Evaluation":
        """Return the evaluation with results for each value of the named columns of the pairs or sentences.

        Pairs have the table ``by_column``, with shares. Rated or labelled sentences that are in no pairs have
        ``sentences_by_column``, with correlations with ratings, and how well scores separate labels.

        Parameters:
            columns: such as ``dialect``, in ``data.pairs`` or, without pairs, in ``data.sentences``.

        Raises:
            InputError: for sentences without pairs, ratings and labels, an unknown column, or more values than
                docs/limits.md allows.

        Example:
            >>> shares = e.by("dialect")["by_column"]  # doctest: +SKIP
        """
        if not len(self.data.pairs) and not {"rated", "labelled"} & self.subject.has:
            raise InputError(
                f"by={list(columns)!r}: applies only to pairs, and to sentences with ratings or labels; leave it out"
            )
        table, contract = (self.data.pairs, PAIRS) if len(self.data.pairs) else (self.data.sentences, SENTENCES)
        by = tuple(name if name in table else contract.name_of_note(name) for name in columns)
        for name, column in zip(columns, by, strict=True):
            if column not in table:
                others = [
                    column for column in table if not column.endswith("_id") and column not in ("sentence", "rating")
                ]
                known = f"there are: {', '.join(others)}"
                raise InputError(f"by={name!r}: there is no such column{suggest(name, others)}; {known}")
            check_number(name, table[column].nunique())
        reading = deepcopy(self.data.reading)
        if reading:  # which said that the columns are not used
            reading.columns |= {name: "by" for name in columns if name in reading.columns}
        manifest, understood = replace(self.subject.manifest, by=by), unclear([reading]) if reading else []
        subject = replace(self.subject, manifest=manifest, understood=understood)
        return self._with(data=replace(self.data, reading=reading), subject=subject)

    @property
    def groups(self) -> list["Evaluation"]:
        """Return an evaluation for each group of rows that cover the same pairs, on these pairs; most pairs first.

        Baselines are standardised over the sentences that the rows of the group score.
        """
        return [
            self._with_tables(deltas=part["deltas"]).of_rows(_rows(part["deltas"])).on(part["pairs"]["pair_id"])
            for part in coverage.groups(self._of_pairs())
        ]

    @property
    def common(self) -> "Evaluation":
        """Return the evaluation on the pairs that all rows cover, so that rows can be compared.

        Rows and baselines are standardised over the sentences that all incomplete rows score.

        Raises:
            InputError: no pair is covered by all rows.
        """
        every, common = coverage.common_pairs(self._of_pairs())
        if not len(common):
            raise InputError("common: no pair is covered by all rows; leave out rows that cover few (of_rows)")
        if len(common) == len(every):
            return self
        z_scores, deltas = coverage.standardised_alike(self._of_pairs())
        scores = {
            system: table[table["sentence_id"].isin(z_scores[system]["sentence_id"])].reset_index(drop=True)
            for system, table in self.by_system.get("scores", {}).items()
        }
        return self._with_tables(scores=scores, z_scores=z_scores, deltas=deltas).on(common)

    def _of_pairs(self) -> dict[str, Any]:
        tables = {"pairs": self.data.pairs, "sentences": self.data.sentences, "deltas": self.by_system["deltas"]}
        populations = {"scored_sentences": self.by_system.get("z_scores", {}), "every_sentence": self.data.sentences}
        return tables | populations

    def _with_tables(self, **tables: Mapping[str, pd.DataFrame]) -> "Evaluation":
        """Return the evaluation with these tables of systems and references, by kind, instead of those that it has."""
        by_system = dict(self.by_system)
        for kind, of_systems in tables.items():
            by_system[kind] = {**by_system.get(kind, {}), **of_systems}
        return self._with(by_system=by_system)

    def _with(
        self, *, data: Dataset | None = None, subject: Subject | None = None, by_system: BySystem | None = None
    ) -> "Evaluation":
        """Return the evaluation with other data, another subject or other tables."""
        return Evaluation(
            data or self.data, subject or self.subject, by_system or self.by_system, word_counts=self.word_counts
        )

    # How it is shown.

    @property
    def reading(self) -> list[str]:
        """Return how the tables that it is made from were read, in lines."""
        return [of_python(line) for line in self.data.reading.lines] if self.data.reading else []

    @property
    def signature(self) -> str:
        """Return what the numbers were computed from, a line for each system, for a paper (see docs/numbers.md)."""
        if "signature" in self.frames:
            return "\n".join(self["signature"]["signature"])
        data = signatures.of_data(self.subject.key, self.data.sentences, self.data.pairs)
        assumptions = {"raters": self.subject.raters} | self.subject.assumptions
        return signatures.line(data, signatures.of_check(assumptions))

    def sentence(self, *rows: str) -> str:
        """Return results in words, to print in a paper: a sentence for each row, and the signature below.

        It has the number of pairs by the BLiMP criterion and, with ratings, the ADC at the smallest δ, each with its 95
        % interval and its p against chance. With ratings, it also has Pearson's r.

        Parameters:
            rows: keys of some of ``rows``, ``system/measure``; by default, all.

        Raises:
            InputError: the data have no pairs, or the system and measure is not among those evaluated.

        Example:
            >>> print(e.sentence("GPT-2/log_prob"))  # doctest: +SKIP
        """
        quoted = self["quotations"].set_index("row")["sentence"]
        for row in rows:
            if row not in quoted:
                raise InputError(
                    f"sentence: there is no row {row!r}{suggest(row, quoted.index)}; {_listed(quoted.index)}"
                )
        return "\n".join([*quoted.loc[list(rows) or quoted.index], self.signature])

    def _main(self) -> "PresentedTable | pd.DataFrame | None":
        if not self.rows:
            return self["stimuli"] if "checked" in self.has else None
        name = registry.main(self.has).get("tables")
        if name not in self.tables:
            return None
        doubts = self["doubts"]["doubt"] if "doubts" in self.frames else []
        return replace(self.table(name), below=tuple(doubt for doubt in doubts if NO_INTERVALS in doubt))

    def __repr__(self) -> str:
        lists = [f"{kind}: {', '.join(getattr(self, kind))}" for kind in ("frames", "tables", "figures")]
        shown_first = self._main()
        return "\n".join(lists if shown_first is None else [repr(shown_first), *lists])

    def _repr_html_(self) -> str:
        shown_first = self._main()
        return "" if shown_first is None else shown_first._repr_html_()

    # What an analysis reads.

    @cached_property
    def _computed(self) -> dict[str, Recipe]:
        return recipes.computed(self.subject)

    def _of_table(self, name: str) -> list[Recipe]:
        """Return the recipes by which a table is computed: several where there is one for each level."""
        folder = registry.home_of(name)
        return [recipe for recipe in self._computed.values() if recipe.folder == folder]

    def _several(self, name: str) -> list[str]:
        """Return the systems or the levels of a table, where it is one for each of several."""
        if name in self.by_system:
            return list(self.by_system[name])
        of_table = self._of_table(name)
        return [recipe.variant for recipe in of_table] if len(of_table) > 1 else []

    def _frame(self, name: str, values: Sequence[str] = ()) -> pd.DataFrame:
        if name in OF_DATA:
            return getattr(self.data, name)
        if name in self.by_system and name in registry.tables():
            return self._of_system(name, values)
        if name == "word_counts":
            if self.word_counts is None:
                raise InputError(f"word_counts: needs {WANTED['word_counts']}")
            return self.word_counts
        of_table = self._of_table(name)
        if not of_table:
            raise InputError(self._missing(name, registry.home_of(name)))
        fitting = [
            recipe
            for recipe in of_table
            if (not values and len(of_table) == 1) or [*values] == [*filter(None, [recipe.variant])]
        ]
        if not fitting:
            ways = (f"e[{', '.join(map(repr, filter(None, [name, recipe.variant])))}]" for recipe in of_table)
            raise InputError(f"{name}: ask for {' or '.join(ways)}")
        return self._frame_of(fitting[0], name)

    def _frame_of(self, recipe: Recipe, name: str) -> pd.DataFrame:
        """Return a table that an analysis computes, which is done once."""
        if (name, recipe.name) not in self._frames:
            with naming(recipe.analysis.blames or recipe.folder), redirect_stdout(StringIO()):  # what jobs log
                frames = self._results.frames(recipe)
            for table in recipe.analysis.writes:
                frame = io.check_table(frames[table.name].reset_index(drop=True), table, table.name)
                self._frames[table.name, recipe.name] = frame
        return self._frames[name, recipe.name]

    def _of_system(self, name: str, values: Sequence[str]) -> pd.DataFrame:
        systems = self.by_system[name]
        if len(values) != 1 or values[0] not in systems:
            raise InputError(f"{name}: ask for a system's, as e[{name!r}, {next(iter(systems))!r}]; {_listed(systems)}")
        return systems[values[0]]

    def _missing(self, name: str, folder: str | None) -> str:
        if folder is None or name not in registry.tables():
            return f"there is no table {name!r}{suggest(name, self.frames)}; {_listed(self.frames)}"
        lacking = [word for word in registry.analyses()[folder].when if word not in self.has]
        lacking += [] if lacking or self.rows else ["scores"]
        needs = [WANTED[word] for word in lacking if word in WANTED]
        return f"{name}: needs {' and '.join(needs)}" if needs else f"{name}: only the workflow computes it"

    def _read(self, reference: Named, recipe: Recipe) -> object:
        if isinstance(reference, Files):
            tables = self.by_system.get(reference, {})
            return {system: tables[system] for system in self.subject.every_system if system in tables}
        if isinstance(reference, Each):
            tables = self.by_system.get(reference.table, {})
            return {system: tables[system] for system in getattr(self.subject, reference.systems) if system in tables}
        if isinstance(reference, Level):
            return self._frame(reference.table, [reference.level])
        if isinstance(reference, Other):
            raise InputError(f"{reference.table}: is about another dataset, which only the workflow reads")
        return self._frame(reference)

    # Tables and figures.

    def _displayed(self, kind: str) -> dict[str, Recipe]:
        return recipes.displayed(self.subject, kind)

    def _recipe(self, kind: str, name: str) -> Recipe:
        displayed = self._displayed(kind)
        if name not in displayed:
            raise InputError(f"there is no {kind.removesuffix('s')} {name!r}; {_listed(displayed)}")
        return displayed[name]


MEASURED = ("scores", "z_scores", "deltas")  # tables with a column of measures


def _or_null(value: object) -> object:
    """Return a value as JSON has it: None for one that is missing or infinite."""
    return None if pd.isna(value) or value in (math.inf, -math.inf) else value


def _rows(by_system: Mapping[str, pd.DataFrame]) -> list[str]:
    return [
        f"{system}/{measure}"
        for system, table in by_system.items()
        if system != REFERENCE
        for measure in table["measure"].unique()
    ]


def _below(folder: Path, path: str) -> Path:
    """Return the path of a file of ``results`` below a folder, and make its folder."""
    place = folder / path.removeprefix("results/")
    place.parent.mkdir(parents=True, exist_ok=True)
    return place


def _listed(names: Collection[str]) -> str:
    return f"there are: {', '.join(names)}" if names else "there are none"


def manifest_of(data: Dataset) -> Manifest:
    """Return what data have, as their kind declares it or their frames show it."""
    return data.manifest or _seen(data)


def subject_of(
    data: Dataset, rows: Sequence[Row], title: str = "", key: str = "pairs", **settings: Unpack[Settings]
) -> Subject:
    """Return data as analyses know them.

    Parameters:
        data: by its ``manifest``, conditions are known; without one, by its frames.
        rows: the order of tables and figures.
        title, key: what tables call the data, in words and as its name. Without a title: System.
        settings: further parameters of Subject.
    """
    understood = unclear([data.reading]) if data.reading else []
    label, manifest = title or "System", manifest_of(data)
    return Subject(key, label, manifest, tuple(rows), understood=understood, reported=bool(rows), **settings)


def _seen(data: Dataset) -> Manifest:
    """Return what frames show that a dataset has."""
    pairs, rated = data.pairs, bool(data.sentences["rating"].notna().any()) if "rating" in data.sentences else False
    levels = ("paradigm", "phenomenon") if (pairs["paradigm"] != pairs["phenomenon"]).any() else ("phenomenon",)
    ratings = Ratings(
        bool(len(data.ratings)),
        bool(len(data.other_ratings)),
        bool(len(data.responses)),
        places="place" in data.ratings and bool(at_several(data.ratings, "place").any()),
    )
    return Manifest(
        pairs=Pairs(levels, choices=bool(len(data.choices))) if len(pairs) else None,
        ratings=ratings if rated else None,
        labelled="label" in data.sentences and not len(pairs),
        crossed={"set", "construction"} <= {*data.sentences}
        and are_crossed(data.sentences["set"], data.sentences["construction"]),
        cluster="clusters",
        own=True,
    )
