"""List what is computed of a Subject, and the tables and figures that show it: from what, and with which settings.

The workflow makes files by these recipes (plan.evaluating, steps), and Python makes frames (evaluation). Imports no
package.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any, cast

from acceptability.analyses.analysis import (
    COVERAGE,
    Analysis,
    Each,
    Files,
    Named,
    Other,
    Sentences,
    Shown,
    name_of,
    present,
    sentences_of,
)
from acceptability.analyses.disagreements import manifest as disagreements
from acceptability.analyses.registry import analyses, home_of, needs_counts, path_of, shown, tables, when
from acceptability.analyses.subject import Example, Overview, Subject, Training, rows_shown, words

About = Subject | Overview | Training


@dataclass(frozen=True)
class Recipe:
    """Describe how an analysis is computed, or a table or figure made.

    Parameters:
        name: ``criteria``, ``correlations/pairs`` (a level) or ``examples/seen-by-bert-only`` (a part).
        folder: the analysis.
        reads: what the function gets, by argument, without optional tables that there are not. COVERAGE, which may be
            among it, is no argument: it says what is added to labels of rows.
        optional: the arguments that are None where there is no such table.
        settings: names of attributes of the Subject that the function gets.
        fixed: further arguments.
        at: values of the wildcards in paths of what is read and written.
        caption: of a table or figure: its parts, see analysis.sentences_of.
    """

    name: str
    folder: str
    reads: Mapping[str, Named]
    optional: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    fixed: Mapping[str, object] = field(default_factory=dict)
    at: Mapping[str, str] = field(default_factory=dict)
    caption: Sentences = field(default_factory=list)

    @property
    def analysis(self) -> Analysis:
        """Return what the manifest of the analysis declares."""
        return analyses()[self.folder]

    @property
    def variant(self) -> str:
        """Return its level or its part; empty where there is one alone."""
        return self.name.partition("/")[2]

    @property
    def outputs(self) -> dict[str, str]:
        """Return the path of each table that the analysis writes, by the table's name."""
        return {table.name: table.path.format(**self.at) for table in self.analysis.writes}


# What is computed and shown.


def computed(subject: Subject) -> dict[str, Recipe]:
    """Return the recipe of each analysis whose conditions hold, by its name; several where its paths have levels."""
    return {
        recipe.name: recipe
        for folder, analysis in analyses().items()
        if analysis.writes and (analysis.check or subject.reported) and {*analysis.when} <= subject.has
        for recipe in _of_analysis(folder, analysis, subject)
    }


def _of_analysis(folder: str, analysis: Analysis, subject: Subject) -> Iterator[Recipe]:
    values = {"level": levels(subject), "labelled": [*subject.labelled_sets], "example": [*subject.examples]}
    wildcards = [name for name in values if f"{{{name}}}" in analysis.writes[0].path]
    corpus = {"corpus": subject.checking.corpus or ""} if analysis.check and subject.checking else {}
    for combination in product(*(values[name] for name in wildcards)):
        yield Recipe(
            "/".join([folder, *combination]),
            folder,
            {**analysis.reads, **present(analysis.optional, subject.has)},
            tuple(analysis.optional),
            analysis.settings,
            at={"dataset": subject.key} | corpus | dict(zip(wildcards, combination, strict=True)),
        )


def levels(subject: Subject) -> list[str]:
    """Return what some tables are about, each alone: sentences, and pairs where there are some."""
    return ["sentences", "pairs"] if "pairs" in subject.has else ["sentences"]


def displayed(subject: Subject, kind: str) -> dict[str, Recipe]:
    """Return the recipe of each table or figure about a dataset whose conditions hold, by its name.

    Parameters:
        kind: ``tables`` or ``figures``.
    """
    folders = {recipe.folder for recipe in computed(subject).values()}
    by_name = {}
    for name, (folder, row) in shown(kind).items():
        homes = {home_of(name_of(table)) for table in row.reads.values()} - {None}
        if row.owner == "dataset" and homes <= folders and {*when(folder, row)} <= subject.has:
            for part in parts(subject, row.parts) if row.parts else [""]:
                recipe = of_shown(kind, f"{name}/{part}" if part else name, subject)
                by_name[recipe.name] = recipe
    return by_name


def parts(subject: Subject, kind: str) -> Mapping[str, str]:
    """Return the parts of a table that is made once for each of several things, as name → what the part is about.

    Parameters:
        kind: what Shown.parts says: ``disagreements``, ``examples``, ``contaminating`` or ``suites``.
    """
    of_kind = {
        "disagreements": disagreements.kinds(subject.has),
        "examples": {key: example.caption for key, example in subject.examples.items()},
        "contaminating": subject.labelled_sets,
        "suites": subject.suite_names,
    }
    return of_kind[kind]


def of_shown(kind: str, name: str, about: About) -> Recipe:
    """Return the recipe of a table or figure of an analysis.

    Parameters:
        kind: ``tables`` or ``figures``.
        name: its name, or ``name/part``.
    """
    base, _, part = name.partition("/")
    folder, row = shown(kind)[base]
    reads = {**row.reads, **present(row.optional, about.has)}
    if isinstance(about, Subject) and needs_counts(row, about.has):
        reads |= COVERAGE
    of_part = {"labelled": part, "example": part, "part": part} if part else {}
    return Recipe(
        name,
        folder,
        reads,
        tuple(row.optional),
        row.settings,
        row.fixed,
        {row.owner: about.key} | of_part,
        _caption(row, about, part),
    )


def _caption(row: Shown, about: About, part: str) -> Sentences:
    """Return the parts of a caption that are true of what it is about, with its words in place of names in braces."""
    values: dict[str, str] = {}
    if isinstance(about, Subject):
        values |= {"{part}": parts(about, row.parts)[part]} if part else {}
        values |= {"{clusters}": about.clusters, "{significance}": f"{about.significance:g}"}
    sentences = sentences_of(row.caption, about.traits if isinstance(about, Subject) else about.has)
    for name, value in values.items():
        sentences = [(text.replace(name, value), column, cell) for text, column, cell in sentences]
    return [*sentences, ("Simulated data.", "", "")] if about.simulated else sentences


# Settings and files of a recipe.


def settings(recipe: Recipe, about: About, kind: str = "analyses") -> dict[str, Any]:
    """Return the arguments of a function that are no tables: attributes of what it is about, or of an example.

    Parameters:
        kind: ``analyses``, ``tables`` or ``figures``. These two show some rows only: see subject.rows_shown.
    """
    names = [name for name in recipe.settings if name != "part"]
    arguments = words(names, *_example(recipe, about), about)
    if kind != "analyses" and isinstance(about, Subject):
        row = shown(kind)[recipe.name.partition("/")[0]][1]
        arguments = rows_shown(arguments, about, kind, when(recipe.folder, row))
    return arguments | ({"part": recipe.at["part"]} if "part" in recipe.settings else {}) | dict(recipe.fixed)


def files(reference: Named, recipe: Recipe, about: About) -> str | list[str]:
    """Return the path, or the paths, of what a recipe reads."""
    subject = cast(Subject, about)  # no other table or figure reads Files or Other
    if isinstance(reference, Files):
        return list(subject.files.get(reference, ()))
    if isinstance(reference, Each):
        systems = words([reference.systems], *_example(recipe, about), about)[reference.systems]
        return [tables()[reference.table].path.format(dataset=about.key, system=system) for system in systems]
    if isinstance(reference, Other):
        other = recipe.at["labelled"] if reference.dataset == "labelled" else subject.manifest.thresholds_from
        return tables()[reference.table].path.format(dataset=other)
    return path_of(reference).format(**recipe.at)


def _example(recipe: Recipe, about: About) -> list[Example]:
    """Return the example that a recipe is about, if it is about one."""
    key = recipe.at.get("example", "")
    return [about.examples[key]] if isinstance(about, Subject) and key in about.examples else []
