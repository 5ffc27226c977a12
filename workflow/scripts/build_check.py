"""Tables of `check` → one page, and a summary for the terminal."""

from collections.abc import Mapping
from importlib import import_module
from inspect import signature
from pathlib import Path

from acceptability.analyses import registry
from acceptability.contracts import io
from acceptability.errors import reporting
from acceptability.figures import parts
from acceptability.tables import signature as signatures
from acceptability.tables.checks import said_of, size_of, terms_in


def main(
    made: Mapping[str, Path],
    analyses: list[str],
    described: Mapping,
    lists: list[Path],
    assets: list[Path],
    folder: str,
    to_page: Path,
    to_summary: Path,
) -> None:
    """``made`` are the tables by name; ``analyses`` have the sections of the page, in their order."""
    frames = {name: io.read_table(path, registry.tables()[name]) for name, path in made.items()}
    tables = frames | {"described": described}
    sections = []
    for name in analyses:
        part = import_module(f"acceptability.{registry.package_of(name)}.page").part
        sections.append(part(**{argument: tables.get(argument) for argument in signature(part).parameters}))
    texts = {path.name: io.read_text(path) for path in assets}
    summary = [sentence for part in sections for sentence in part.summary]
    printed = [line for part in sections for line in (*part.summary, *part.lines)]
    holds = {table: what for name in analyses for table, what in registry.analyses()[name].check.files.items()}
    files = {path.name: holds[name] for name, path in made.items() if name in holds}
    files |= {f"lists/{path.name}": "a list of sentences for participants, in their order" for path in lists}
    size = size_of(frames["stimuli"])
    data = signatures.of_data(described["key"], frames["sentences"], frames["pairs"])
    cited = signatures.line(data, signatures.of_check(described["checked"]))
    filled = {"title": described["title"], "size": size, "summary": summary, "parts": sections, "files": files.items()}
    filled["signature"] = cited
    filled["terms"] = terms_in([*summary, *(text for part in sections for text in parts.sentences_of(part))])
    io.write_text(parts.page(texts["page.html"], style=texts["page.css"], **filled), to_page)
    io.write_text(said_of(described["title"], size, printed, Path(folder), to_page, lists, cited), to_summary)


if __name__ == "__main__":
    with reporting(snakemake.log[0], snakemake.output):
        named = dict(snakemake.input.items())
        made = {name: Path(path) for name, path in named.items() if name not in ("lists", "assets", "code")}
        main(
            made=made,
            analyses=snakemake.params.analyses,
            described=snakemake.params.described,
            lists=[Path(path) for path in snakemake.input.lists],
            assets=[Path(path) for path in snakemake.input.assets],
            folder=snakemake.params.folder,
            to_page=Path(snakemake.output.page),
            to_summary=Path(snakemake.output.summary),
        )
