"""Declare the parts of an analysis's manifest. Rules read manifests, so they import no package."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum

from acceptability.contracts.columns import Table

# What tables and figures of rows also read where rows may cover a part of the pairs: which do, and how many they cover.
COVERAGE = {"coverage": "criteria"}


class Files(Enum):
    """Name files of several systems, or of their restarts, that contain no table of the catalogue (Subject.files)."""

    MARGINS = "margins of restarts, which labelled sentences got"
    JUDGED_MARGINS = "margins of restarts, which the sentences of pairs got"
    DIVIDED_MARGINS = "margins of restarts, which labelled sentences got under further divisions"
    SCORINGS = "what is recorded of how each model and each classifier scored the sentences"
    TRAININGS = "what is recorded of how each classifier was trained"
    NGRAM_TRAININGS = "what is recorded of how each n-gram model was trained"

    def __repr__(self) -> str:
        return f"Files.{self.name}"  # which a record has


@dataclass(frozen=True)
class Each:
    """Name a table of each of several systems.

    Parameters:
        table: the table's name.
        systems: which systems: an attribute of Subject (analyses.subject), such as ``scorers``.
    """

    table: str
    systems: str


@dataclass(frozen=True)
class Other:
    """Name a table of another dataset.

    Parameters:
        table: the table's name.
        dataset: ``thresholds_from``, the dataset whose training sentences thresholds are fitted on; or ``labelled``,
            the one that the wildcard of this name represents.
    """

    table: str
    dataset: str


@dataclass(frozen=True)
class Level:
    """Name a table of the same dataset that exists for sentences and for pairs.

    Parameters:
        table: the table's name.
        level: ``sentences`` or ``pairs``.
    """

    table: str
    level: str


Named = str | Each | Other | Level | Files
Optional = Mapping[str, tuple[str | tuple[str, ...], Named]]  # by argument: words that must hold, and what is read then
# What analyses of rows beside references also read where rows may cover a part: which sentences z-scores refer to.
POPULATIONS: Optional = {
    "scored_sentences": ("partial", Each("z_scores", "scorers")),
    "every_sentence": ("partial", "sentences"),
}


def name_of(reference: str | Level) -> str:
    """Return the name of a table, of one level or not."""
    return reference.table if isinstance(reference, Level) else reference


def present(optional: Optional, has: Collection[str]) -> dict[str, Named]:
    """Return what is read by argument, of those whose words the owner has."""
    return {
        argument: reference
        for argument, (words, reference) in optional.items()
        if {*([words] if isinstance(words, str) else words)} <= {*has}
    }


@dataclass(frozen=True)
class Part:
    """Describe a part of a caption that only some runs have, because only they have what it is about.

    Parameters:
        text: one or more sentences.
        when: words of what the owner must have, which may be those of ``Subject.traits``.
        unless: words of what it must not have.
        column: of a table: the part is shown where the name of a column contains this text.
        cell: of a table: the part is shown where a cell contains this text. BRACKET is meant for figures, too: reports
            leave it out where clusters are too few for intervals.
    """

    text: str
    when: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    column: str = ""
    cell: str = ""


BRACKET = "["  # what cells with intervals contain
Caption = str | tuple[str | Part, ...]
Sentences = list[tuple[str, str, str]]  # a caption for one owner: each text, its column and its cell, as Part has them


def sentences_of(caption: Caption, has: Collection[str] | None = None) -> Sentences:
    """Return the parts of a caption whose conditions an owner meets: text, column and cell of each.

    Parameters:
        has: the words of what the owner has; None: all parts are returned, as the documentation lists them.
    """
    texts = [caption] if isinstance(caption, str) else caption
    parts = [Part(part) if isinstance(part, str) else part for part in texts]
    return [
        (part.text, part.column, part.cell)
        for part in parts
        if has is None or ({*part.when} <= {*has} and not {*part.unless} & {*has})
    ]


def joined(sentences: Sentences, table: Mapping[str, Iterable[object]] | None = None) -> str:
    """Return a caption as one text.

    Parameters:
        table: cells by column. Parts about other columns, or other cells, are left out. None: no part is left out.
    """
    if table is None:
        return " ".join(text for text, *_ in sentences)
    names, cells = [*map(str, table)], {str(cell) for column in table for cell in table[column]}
    return " ".join(
        text
        for text, column, cell in sentences
        if any(column in name for name in names) and (not cell or any(cell in one for one in cells))
    )


@dataclass(frozen=True)
class Shown:
    """Declare a table or a figure of an analysis, made for each dataset that fulfils ``when``.

    Parameters:
        reads: a table, by the argument of the function that gets it, where the argument is called otherwise; see
            arguments.
        caption: one caption, for PDF, HTML, LaTeX and documentation: a text, or texts and Parts, each of which ends
            with a full stop. ``{clusters}`` is replaced by what intervals treat as a unit, ``{significance}`` by the
            level of tests, and where there are several parts, ``{part}`` by the subject of each.
        settings: attributes of the Subject that the function gets, where a table has the same name.
        when: words of what the owner must have; None: those of the analysis.
        optional: words and a table, by argument; the argument is None where the owner does not have the words.
        fixed: further arguments of the function.
        function: its name in ``table.py`` or ``figure.py``, where it is not that of the table or figure.
        parts: where there is one for each of several parts, what they are: disagreements, examples, contaminating or
            suites.
            The name is then ``name/part``; the setting ``part`` is the part.
        owner: what it is about: a dataset, a model that is trained here, or a study.
        counts_pairs: does it say itself how many pairs each row is about? If not, the labels of rows that cover a part
            of the pairs do (see analyses.coverage).
    """

    reads: Mapping[str, str | Level] = field(default_factory=dict)
    caption: Caption = ""
    settings: tuple[str, ...] = ()
    when: tuple[str, ...] | None = None
    optional: Optional = field(default_factory=dict)
    fixed: Mapping[str, object] = field(default_factory=dict)
    function: str = ""
    parts: str = ""
    owner: str = "dataset"
    counts_pairs: bool = False


@dataclass(frozen=True)
class Section:
    """Declare the text of an analysis in reports: ``section`` and ``appendix`` of its ``section.typ``, if it has them.

    Parameters:
        place: sections are in the order of this number.
        own: which of the two reports on data that belong to no study, such as one's own, has the section: ``short``,
            ``details`` or ``both``. Appendices are in the details. A study has one report, with all sections.
    """

    place: int
    own: str = "details"


@dataclass(frozen=True)
class Check:
    """Declare a section of the page that `check` makes about stimuli before they are judged.

    ``page.py`` in the folder of the analysis has ``part``, which returns the section (figures.parts.Part), or None.

    Parameters:
        place: sections are in the order of this number.
        files: what each of the analysis' files contains, by the name of its table: the page lists them.
    """

    place: int
    files: Mapping[str, str]


@dataclass(frozen=True)
class Analysis:
    """Declare an analysis: what it computes, from which tables, for which datasets, and what shows it.

    Parameters:
        check: where `check` computes it: the section of its page.
        reads: what ``compute`` gets, by argument: the name of a table of the same dataset, an Each, an Other or a
            Level. What an argument's own name says is left out; see arguments.
        writes: the tables that it computes; none where something else computes those that are shown. ``compute``
            returns one frame, or a frame for each by the table's name.
        when: words of what a dataset must have (Subject.has).
        settings: attributes of the Subject that ``compute`` gets, where a table has the same name.
        optional: words and table, by argument; the argument is None where the dataset does not have the words.
        blames: the argument whose file an error of ``compute`` names, where it concerns the content of one file.
        by_coverage: is each row analysed on the pairs that it covers, with others that cover the same (see
            analyses.coverage)? Otherwise ``compute`` itself heeds that rows may lack pairs.
        section: what reports say of it, for datasets with the words of ``when``; None: nothing.
        quotes: tables from which the text of reports takes numbers.
        tables, figures: what shows the results, by name; functions in ``table.py`` and ``figure.py``.
    """

    check: Check | None = None
    reads: Mapping[str, Named] = field(default_factory=dict)
    writes: tuple[Table, ...] = ()
    when: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    optional: Optional = field(default_factory=dict)
    blames: str = ""
    by_coverage: bool = False
    section: Section | None = None
    quotes: tuple[str | Level, ...] = ()
    tables: Mapping[str, Shown] = field(default_factory=dict)
    figures: Mapping[str, Shown] = field(default_factory=dict)
