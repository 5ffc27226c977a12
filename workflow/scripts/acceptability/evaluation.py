"""Evaluate systems on a dataset in memory: each analysis whose conditions hold, its tables and its figures.

An Evaluation computes what it is asked for, when it is asked, once. It uses the functions that the workflow's jobs use
on files (analyses.running, analyses.showing), with the same arguments, so that the numbers are the same.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd

from acceptability.analyses import coverage, registry, running
from acceptability.analyses.analysis import Analysis, Each, Level, Named, Optional, Other, Shown, name_of, present
from acceptability.analyses.disagreements import manifest as disagreements
from acceptability.contracts import io
from acceptability.contracts.deltas import REFERENCE
from acceptability.contracts.names import FUNCTIONS, PANELS, people_by_paradigm, reference_labels, row_colours
from acceptability.datasets.dataset import Dataset
from acceptability.datasets.manifest import Manifest, Pairs, Ratings, are_crossed
from acceptability.errors import InputError, naming, suggest
from acceptability.reading.report import unclear
from acceptability.scoring.measures import MEASURES, is_of_log_probs
from acceptability.statistics.places import at_several
from acceptability.tables import signature as signatures

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from acceptability.tables.text import PresentedTable

THRESHOLDS = (0.5, 1, 5)
TIE = 0.0001  # nats, as in the configuration's default
SIGNIFICANCE = 0.05  # as in the configuration's default
ENDINGS = (".pdf", ".png", ".svg")
OF_DATA = ("sentences", "pairs", "ratings", "other_ratings", "choices", "responses", "features", "remarks")
LEVELS = ("sentences", "pairs")
# What words of `when` mean, for those who ask for a table whose conditions do not hold.
WANTED = {
    "pairs": "minimal pairs",
    "rated": "human ratings",
    "single_ratings": "ratings of single participants",
    "places": "ratings of sentences that stand at several places of the questionnaire (a column place)",
    "systems": "systems",
    "shares": "systems, or people who chose one sentence of a pair",
    "scores": "scores",
    "labelled": "expert labels",
    "panels": "the labels of two panels",
    "crossed": "sentences with a set and a construction each, which cross",
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


@dataclass(frozen=True)
class Row:
    """A row of tables and figures: one measure of one system.

    Parameters:
        system, measure: their names.
        label: what tables and figures call it.
        colour: its colour in figures, such as ``#0072B2``; empty: one of the palette, by its place.
        decides: is it only known which sentence of a pair it chooses? Then it has the BLiMP criterion alone.
        shallow: does it know no grammar, as n-grams?
        backend: what BabyLM's evaluation pipeline calls this way of scoring; empty: it has no such row.
    """

    system: str
    measure: str
    label: str
    colour: str = ""
    decides: bool = False
    shallow: bool = False
    backend: str = ""

    @property
    def key(self) -> str:
        """Return what tables call it."""
        return f"{self.system}/{self.measure}"

    @property
    def counts_as(self) -> str:
        """Return what it counts as where systems are counted: its system, or, where it decides, itself."""
        return self.key if self.decides else self.system


class Evaluation:
    """Systems on a dataset: ``e["criteria"]``, ``e.table("criteria")``, ``e.figure("criteria")``. Nothing changes it.

    Attributes:
        data: the sentences, pairs and ratings.
        rows: what is compared, one Row for each measure of each system.
        has: what the dataset has and what it is evaluated on, in the words of docs/design.md.
        analyses: names of the analyses whose conditions hold.
        frames: names of the tables that they compute: ``e[name]`` is a data frame. A table of ``results/metrics`` has
            the same name and columns.
        tables: names of the tables that readers see, as in ``results/tables``.
        figures: names of the figures, as in ``results/figures``.
    """

    def __init__(
        self,
        data: Dataset,
        rows: Sequence[Row],
        by_system: Mapping[str, Mapping[str, object]],
        *,
        given: Mapping[str, object] | None = None,
        partial: bool = False,
        thresholds: Sequence[float] = THRESHOLDS,
        tie: float = TIE,
        title: str = "",
        key: str = "pairs",
    ) -> None:
        """Take what is evaluated, which tables by system hold.

        Parameters:
            data: by its ``manifest``, conditions are known; without one, by its frames.
            rows: the order of tables and figures.
            by_system: ``scores``, ``z_scores``, ``deltas`` (with the references), ``tokens``, ``answers`` and
                ``matches``, each by system.
            given: further words (of analyses.analysis) with what they stand for, such as ``series`` or ``raters``. A
                word ``checked`` adds what `make check` computes; ``word_counts`` is a table.
            partial: may some of the rows that score lack pairs?
            thresholds: the values of δ of the ADC.
            tie: differences of scores that are so many nats or less are rounding.
            title, key: what tables call the dataset, in words and as its name. Without a title: System.
        """
        self.data, self.rows, self.by_system = data, tuple(rows), by_system
        self.given, self.partial = dict(given or {}), partial
        self.thresholds, self.tie, self.key = tuple(thresholds), tie, key
        self.title = title or "System"
        self._made: dict[tuple, pd.DataFrame] = {}

    # What there is.

    @cached_property
    def manifest(self) -> Manifest:
        """Return what the dataset has, as its kind declares it or its frames show it."""
        return self.data.manifest or _seen(self.data)

    @cached_property
    def has(self) -> frozenset[str]:
        """Return the words for what the dataset has and what it is evaluated on."""
        more = {"rated", "labelled", "factorial"} & self.manifest.has
        words = {
            "systems": self.rows,
            "shares": self.manifest.pairs and (self.rows or people_by_paradigm(self.manifest.has)),
            "scores": self._scorers,
            "partial": self.rows and (self.partial or any(row.decides for row in self.rows)),
            "series": self.given.get("series"),
            "prompted": self.by_system.get("answers"),
            "as_babylm": self.given.get("as_babylm") and any(row.backend for row in self._scorers),
            "linking_functions": self.manifest.ratings and len({it["function"] for it in self._functions.values()}) > 1,
            "text": not more
            and "sentences_only" in self.manifest.has
            and any(row.measure == "log_prob" for row in self._scorers),
        }
        if "checked" in self.given:
            words |= {
                "checked": self.manifest.pairs,
                "word_counts": "word_counts" in self.given,
                "shallow": any(row.shallow for row in self.rows),
                "several_rows": len(self.rows) > 1,
            }
        return self.manifest.has | {word for word, there in words.items() if there}

    @cached_property
    def analyses(self) -> list[str]:
        """Return the names of the analyses whose conditions hold."""
        return [name for name, analysis in registry.analyses().items() if self._holds(analysis)]

    @property
    def frames(self) -> list[str]:
        """Return the names of all data frames that can be asked for."""
        computed = [table.name for name in self.analyses for table in registry.analyses()[name].writes]
        of_data = [name for name in OF_DATA if len(getattr(self.data, name))]
        return [
            *of_data,
            *(name for name, those in self.by_system.items() if those and name in registry.tables()),
            *computed,
        ]

    @property
    def tables(self) -> list[str]:
        """Return the names of the tables that readers see."""
        return list(self._shown("tables"))

    @property
    def figures(self) -> list[str]:
        """Return the names of the figures."""
        return list(self._shown("figures"))

    # What is computed.

    def __getitem__(self, name: str | tuple[str, str]) -> pd.DataFrame:
        """Return a table as a data frame, computed when it is first asked for.

        Parameters:
            name: one of ``frames``. Some tables are several: ``e["correlations", "sentences"]`` and ``e["correlations",
                "pairs"]``; ``e["z_scores", "GPT-2"]``, ``e["deltas", "GPT-2"]``. By the name alone, these stand one
                below the other, with a column ``level`` or ``system``.

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
        from acceptability.analyses import showing  # here, as it loads Matplotlib

        there = self._found("tables", name)
        made = showing.table(_function("tables", name), self._arguments_of(*there), self._caption(*there[1:]))
        return replace(made, signature=self.signature)

    def figure(self, name: str, width: float | None = None) -> "Figure":
        """Return a figure of Matplotlib, as reports show it; ``figure.savefig("figure.pdf")`` saves it.

        Parameters:
            name: one of ``figures``.
            width: in points of 1/72 inch; by default 452, a page of a paper. A column has 219.
        """
        from acceptability.analyses import showing
        from acceptability.figures import style

        given = self._arguments_of(*self._found("figures", name))
        return showing.in_our_style(_function("figures", name), given, width or style.PAGE)

    def save(self, folder: str | Path, only: Collection[str] = ()) -> list[Path]:
        """Write tables and figures below a folder, where the workflow has them below ``results``; return the files.

        Parameters:
            folder: it is made where it is missing; files that are there are written anew.
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
        for name in self.analyses:
            for table in registry.analyses()[name].writes:
                for values in self._values(table.path) if not only or table.name in only else ():
                    frame = self._frame(table.name, values)
                    written.append(_below(folder, self._path(table.path, values)))
                    io.write_table(frame, written[-1], table)
        for name in self.tables if not only else [name for name in self.tables if name in only]:
            path = _below(folder, f"results/tables/{self.key}/{name}")
            showing.write_table(self.table(name), str(path), self.key, name)
            written += [path.with_name(f"{path.name}{ending}") for ending in (".csv", ".tex")]
        for name in self.figures if not only else [name for name in self.figures if name in only]:
            path = _below(folder, f"results/figures/{self.key}/{name}")
            files = [path.with_name(f"{path.name}{ending}") for ending in ENDINGS]
            style.save(self.figure(name), *files, simulated=self.manifest.simulated)
            written += files
        return written

    # Parts of it.

    def of_rows(self, rows: Collection[Row | str]) -> "Evaluation":
        """Return the evaluation of these rows alone, each a Row or ``system/measure``."""
        keys = {row if isinstance(row, str) else row.key for row in rows}
        if unknown := keys - {row.key for row in self.rows}:
            raise InputError(
                f"rows: there is no {min(unknown)!r}; there are: {', '.join(row.key for row in self.rows)}"
            )
        fewer = {name: coverage.of_rows(those, keys) for name, those in self.by_system.items() if name in MEASURED}
        return self._with(rows=[row for row in self.rows if row.key in keys], by_system={**self.by_system, **fewer})

    def on(self, pairs: Collection[str]) -> "Evaluation":
        """Return the evaluation on these pairs alone, by their ids; z-scores stay those of all sentences."""
        ids = set(pairs)
        if not ids or (unknown := ids - {*self.data.pairs["pair_id"]}):
            raise InputError(f"pairs: there is no pair {min(unknown)!r}" if ids else "pairs: there are none; give ids")
        data = replace(self.data, **coverage.of_pairs(vars(self.data), ids) | {"manifest": self.manifest})
        deltas = coverage.of_pairs(self.by_system.get("deltas", {}), ids)
        return self._with(data=data, by_system={**self.by_system, "deltas": deltas})

    @property
    def groups(self) -> list["Evaluation"]:
        """Return an evaluation for each group of rows that cover the same pairs, on these pairs; the widest first.

        References are standardised over the sentences that the rows of the group score.
        """
        return [
            self._with_tables(deltas=part["deltas"]).of_rows(_rows(part["deltas"])).on(part["pairs"]["pair_id"])
            for part in coverage.groups(self._of_pairs())
        ]

    @property
    def common(self) -> "Evaluation":
        """Return the evaluation on the pairs that all rows cover, so that rows compare.

        Rows and references are standardised over the sentences that all rows score that cover a part.

        Raises:
            InputError: there is no such pair.
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

    def _of_pairs(self) -> dict[str, object]:
        tables = {"pairs": self.data.pairs, "sentences": self.data.sentences, "deltas": self.by_system["deltas"]}
        populations = {"scored_sentences": self.by_system.get("z_scores", {}), "every_sentence": self.data.sentences}
        return tables | populations

    def _with_tables(self, **tables: Mapping[str, pd.DataFrame]) -> "Evaluation":
        """Return the evaluation with these tables of systems and references, by kind, instead of those that it has."""
        changed = {kind: {**self.by_system.get(kind, {}), **by_system} for kind, by_system in tables.items()}
        return self._with(by_system={**self.by_system, **changed})

    def _with(self, **changed: object) -> "Evaluation":
        same = ("data", "rows", "by_system", "given", "partial", "thresholds", "tie", "title", "key")
        return Evaluation(**{name: getattr(self, name) for name in same} | changed)

    # How it is shown.

    @property
    def reading(self) -> list[str]:
        """Return what was understood of the tables that it is made from, in lines."""
        return self.data.reading.lines if self.data.reading else []

    @property
    def signature(self) -> str:
        """Return what the numbers were computed from, a line for each system, for a paper (see docs/numbers.md)."""
        if "signature" in self.frames:
            return "\n".join(self["signature"]["signature"])
        data = signatures.of_data(self.key, self.data.sentences, self.data.pairs)
        chosen = {"raters": self.given.get("raters")} | self.given.get("assumptions", {})
        return signatures.line(data, signatures.of_check(chosen))

    def sentence(self, *rows: str) -> str:
        """Return results in words, to print in a paper: a sentence for each row, and the signature below.

        It has the number of pairs by the BLiMP criterion and, with ratings, the ADC at the smallest δ, each with its
        95 % interval and its p against chance, and Pearson's r with the ratings.

        Parameters:
            rows: some of ``labels``, ``system/measure``; by default, all.

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
        return self.table(name) if name in self.tables else None

    def __repr__(self) -> str:
        lists = [f"{kind}: {', '.join(getattr(self, kind))}" for kind in ("frames", "tables", "figures")]
        shown_first = self._main()
        return "\n".join(lists if shown_first is None else [repr(shown_first), *lists])

    def _repr_html_(self) -> str:
        shown_first = self._main()
        return "" if shown_first is None else shown_first._repr_html_()

    # What an analysis reads.

    def _holds(self, analysis: Analysis) -> bool:
        wanted = "checked" in self.has if analysis.check else bool(self.rows)
        return is_possible(analysis) and wanted and {*analysis.when} <= self.has

    def _values(self, path: str) -> Iterator[list[str]]:
        """Yield the values of the wildcards of a path, besides that of the dataset."""
        if "level" in _wildcards(path):
            yield from ([level] for level in (LEVELS if "pairs" in self.has else LEVELS[:1]))
        else:
            yield []

    def _several(self, name: str) -> list[str]:
        """Return the systems or the levels of a table, where it is one for each of several."""
        if name in self.by_system:
            return list(self.by_system[name])
        declared = registry.tables().get(name)
        possible = list(self._values(declared.path)) if declared and registry.home_of(name) in self.analyses else []
        return [value for values in possible for value in values] if len(possible) > 1 else []

    def _path(self, path: str, values: Sequence[str]) -> str:
        return path.format(dataset=self.key, **dict(zip(_wildcards(path), values, strict=True)))

    def _frame(self, name: str, values: Sequence[str] = ()) -> pd.DataFrame:
        if name in OF_DATA:
            return getattr(self.data, name)
        if name in self.by_system and name in registry.tables():
            return self._of_system(name, values)
        if name == "word_counts":
            return self.given[name]
        folder = registry.home_of(name)
        if folder not in self.analyses:
            raise InputError(self._missing(name, folder))
        possible = list(self._values(registry.tables()[name].path))
        values = possible[0] if len(possible) == 1 and not values else list(values)
        if values not in possible:
            ways = " or ".join(f"e[{', '.join(map(repr, [name, *one]))}]" for one in possible)
            raise InputError(f"{name}: ask for {ways}")
        if (name, *values) not in self._made:
            self._compute(folder, dict(zip(_wildcards(registry.tables()[name].path), values, strict=True)))
        return self._made[name, *values]

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
        wanted = [WANTED[word] for word in lacking if word in WANTED]
        return f"{name}: needs {' and '.join(wanted)}" if wanted else f"{name}: only the workflow computes it"

    def _compute(self, folder: str, at: Mapping[str, str]) -> None:
        analysis = registry.analyses()[folder]
        given = {"dataset": self.key} | dict(at) | self._arguments(analysis.reads, analysis.optional, analysis.settings)
        with naming(analysis.blames or folder), redirect_stdout(StringIO()):  # what jobs write into their logs
            made = running.compute(folder, given)
        for table in analysis.writes:
            frame = io.check_table(made[table.name].reset_index(drop=True), table, table.name)
            self._made[table.name, *at.values()] = frame

    def _arguments(
        self,
        reads: Mapping[str, Named],
        optional: Optional,
        words: Sequence[str],
    ) -> dict[str, object]:
        named = reads | present(optional, self.has)
        given = dict.fromkeys(optional) | {argument: self._read(it) for argument, it in named.items()}
        return given | {word: self._setting(word) for word in words}

    def _read(self, named: Named) -> object:
        if isinstance(named, Level):
            return self._frame(named.table, [named.level])
        if isinstance(named, Each):
            those = self.by_system.get(named.table, {})
            systems = SYSTEMS[named.systems](self) if named.systems in SYSTEMS else those
            return {system: those[system] for system in systems if system in those}
        return self._frame(named)

    def _setting(self, word: str) -> object:
        return self.given[word] if word in self.given else WORDS[word](self)

    # Tables and figures.

    def _shown(self, kind: str) -> dict[str, tuple[str, Shown, str]]:
        """Return the folder, the declaration and the part of each table or figure, by its name."""
        there = {}
        for name, (folder, row) in registry.shown(kind).items():
            homes = {registry.home_of(name_of(table)) for table in row.reads.values()} - {None}
            possible = row.owner == "dataset" and row.parts in ("", "disagreements") and homes <= {*self.analyses}
            if possible and {*registry.when(folder, row)} <= self.has:
                parts = disagreements.kinds(self.has) if row.parts else [""]
                there |= {f"{name}/{part}" if part else name: (folder, row, part) for part in parts}
        return there

    def _found(self, kind: str, name: str) -> tuple[str, Shown, str]:
        there = self._shown(kind)
        if name not in there:
            raise InputError(f"there is no {kind.removesuffix('s')} {name!r}; {_listed(there)}")
        return there[name]

    def _caption(self, row: Shown, part: str) -> str:
        text = row.caption.replace("{part}", disagreements.KINDS.get(part, ""))
        return f"{text} Simulated data." if self.manifest.simulated else text

    def _arguments_of(self, folder: str, row: Shown, part: str) -> dict[str, object]:
        """Return the arguments of the function that makes a table or a figure."""
        words = [word for word in row.settings if word != "part"]
        given = self._arguments(row.reads, row.optional, words)
        for word in {"labels", "colours"} & {*given} if "scores" in registry.when(folder, row) else ():
            given[word] = {key: it for key, it in given[word].items() if key in {row.key for row in self._scorers}}
        for word in {"labels", "references", "panels"} & {*given} if registry.needs_counts(row, self.has) else ():
            given[word] = coverage.with_counts(given[word], self._frame("criteria"))
        return given | ({"part": part} if "part" in row.settings else {}) | dict(row.fixed)

    # What tables and figures call rows.

    @property
    def labels(self) -> dict[str, str]:
        """Return what tables and figures call each row, by ``system/measure``."""
        return {row.key: row.label for row in self.rows}

    @property
    def colours(self) -> dict[str, str]:
        """Return the colour of each row, by ``system/measure``."""
        return row_colours([row.key for row in self.rows], {row.key: row.colour for row in self.rows if row.colour})

    @property
    def references(self) -> dict[str, str]:
        """Return what tables and figures call each reference that the dataset has."""
        return reference_labels(self.has)

    @property
    def _scorers(self) -> list[Row]:
        return [row for row in self.rows if not row.decides]

    @cached_property
    def _functions(self) -> dict[str, dict[str, str]]:
        """Return each row that is a linking function, with its ``model``, ``label`` and ``function``."""
        rows: dict[tuple[str, str], Row] = {}
        for row in self._scorers:
            if row.measure in MEASURES and is_of_log_probs(row.measure):
                rows.setdefault((row.system, FUNCTIONS.get(row.measure, MEASURES[row.measure].label)), row)
        return {
            row.key: {"model": row.system, "label": row.system, "function": function}
            for (_, function), row in rows.items()
        }

    @property
    def _series_labels(self) -> dict[str, str]:
        """Return what figures call each measure of each series, by ``series/measure``."""
        return {
            f"{key}/{row.measure}": f"{key} {row.label.removeprefix(row.system).strip()}".strip()
            for key, entry in self._setting("series").items()
            for row in self.rows
            if row.system in entry["systems"]
        }


MEASURED = ("scores", "z_scores", "deltas")  # tables with a column of measures


def is_possible(analysis: Analysis) -> bool:
    """Return whether an analysis can be computed from one dataset and scores alone, if its conditions hold."""
    others = any(isinstance(named, Other) for named in analysis.reads.values())
    return bool(analysis.writes) and not others and {*_wildcards(analysis.writes[0].path)} <= {"level"}


def _systems(rows: Sequence[Row]) -> list[str]:
    return list(dict.fromkeys(row.system for row in rows))


# The systems that an Each means.
SYSTEMS: dict[str, Callable[[Evaluation], list[str]]] = {
    "systems": lambda e: _systems(e._scorers),
    "systems and references": lambda e: [*_systems(e._scorers), REFERENCE],
    "all systems": lambda e: _systems(e.rows),
    "all systems and references": lambda e: [*_systems(e.rows), REFERENCE],
    "systems under every specification": lambda e: _systems(e._scorers),
    "shallow systems": lambda e: _systems([row for row in e.rows if row.shallow]),
}
# What analyses, tables and figures are told, by the words of their manifests.
WORDS: dict[str, Callable[[Evaluation], object]] = {
    "thresholds": lambda e: list(e.thresholds),
    "smallest_threshold": lambda e: min(e.thresholds),
    "tie": lambda e: e.tie,
    "significance": lambda e: SIGNIFICANCE,
    "reference": lambda e: REFERENCE,
    "panels": lambda e: PANELS,
    "raters": lambda e: None,
    "assumptions": lambda e: {},
    "first": lambda e: None,
    "seed": lambda e: 1,
    "version": lambda e: signatures.VERSION,
    "origins": lambda e: {},
    "deciding": lambda e: [row.key for row in e.rows if row.decides],
    "title": lambda e: e.title + " (simulated data)" * e.manifest.simulated,
    "variants": lambda e: {},
    "variant_names": lambda e: [],
    "families": lambda e: {},
    "preference": lambda e: e.manifest.pairs.preference if e.manifest.pairs else None,
    "ranked": lambda e: bool(e.manifest.pairs and e.manifest.pairs.ranked),
    "assumed_raters": lambda e: e.manifest.ratings.assumed_raters if e.manifest.ratings else None,
    "clusters": lambda e: e.manifest.cluster,
    "panel_names": lambda e: list(e.manifest.panels),
    "own": lambda e: e.manifest.own,
    "understood": lambda e: unclear([e.data.reading]) if e.data.reading else [],
    "series": lambda e: {},
    "series_labels": lambda e: e._series_labels,
    "labels": lambda e: e.labels,
    "colours": lambda e: e.colours,
    "system_labels": lambda e: {system: system for system in _systems(e.rows)},
    "references": lambda e: e.references,
    "systems_of_rows": lambda e: {row.key: row.counts_as for row in e.rows},
    "linking_functions": lambda e: e._functions,
    "babylm_rows": lambda e: {row.key: row.backend for row in e._scorers if row.backend},
    "log_prob_rows": lambda e: {},
    "others": lambda e: people_by_paradigm(e.has),
    "judge_labels": lambda e: e.labels,
    "lines": lambda e: {},
} | dict.fromkeys(("restart_rows", "restart_labels", "restart_colours"), lambda e: {})


def _function(kind: str, name: str) -> Callable:
    module, function = registry.function_of(kind, name.partition("/")[0])
    return getattr(import_module(f"acceptability.{module}"), function)


def _wildcards(path: str) -> list[str]:
    return [name for name in re.findall(r"{(\w+)}", path) if name not in ("dataset", "corpus")]


def _rows(by_system: Mapping[str, pd.DataFrame]) -> list[str]:
    return [
        f"{system}/{measure}"
        for system, table in by_system.items()
        if system != REFERENCE
        for measure in table["measure"].unique()
    ]


def _below(folder: Path, path: str) -> Path:
    """Return where a file of ``results`` stands below a folder, which is made."""
    place = folder / path.removeprefix("results/")
    place.parent.mkdir(parents=True, exist_ok=True)
    return place


def _listed(names: Collection[str]) -> str:
    return f"there are: {', '.join(names)}" if names else "there are none"


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
