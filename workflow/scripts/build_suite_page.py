"""Tables and figures of suites → one page: shares, surprisals of regions, and each item with its sentences."""

import base64
from pathlib import Path

from acceptability.adapter import arguments
from acceptability.analyses.signature.manifest import SIGNATURE
from acceptability.analyses.suites.manifest import SUITE_ITEMS
from acceptability.analyses.suites.table import items_with_regions
from acceptability.contracts import io
from acceptability.contracts.data import DOUBTS, SENTENCES
from acceptability.errors import reporting
from acceptability.figures.parts import Items, Part, Picture, frame_grid, page

BESIDE = ("Group", "Number of suites", "Number of items", "Chance")  # columns that do not belong to a system


def main(
    tables: list[Path],
    figures: list[Path],
    decided: Path,
    signature: Path,
    doubts: Path,
    sentences: Path,
    assets: list[Path],
    title: str,
    labels: dict[str, str],
    captions: dict[str, str],
    to: Path,
) -> None:
    """``captions`` are those of tables and figures by path; ``labels``, of systems."""
    grids = [frame_grid(io.read_raw_csv(path), captions[str(path)]) for path in tables]
    pictures = {path.stem: Picture(_address(path), captions[str(path)]) for path in figures}
    texts, items = io.read_table(sentences, SENTENCES), io.read_table(decided, SUITE_ITEMS)
    of_suites = [
        frame_grid(items_with_regions(items[items["suite"] == suite], of_suite, labels), f"{suite}: its items")
        for suite, of_suite in texts.groupby("suite", sort=False)
    ]
    overall = io.read_raw_csv(next(path for path in tables if path.stem == "suite_groups")).iloc[-1]
    warnings = [f"{labels.get(about, about)}: {doubt}" for about, doubt in io.read_table(doubts, DOUBTS).to_numpy()]
    parts = [Part("Please check", [Items(warnings)])] if warnings else []
    parts += [Part("Shares of items that are right", [pictures.pop("suite_shares"), *grids])]
    parts += [Part("Surprisals of regions", [*pictures.values()]), Part("Items", of_suites)]
    counts = [texts["suite"].nunique(), len(texts[["suite", "item"]].drop_duplicates()), len(texts)]
    filled = {
        "size": "Suites: {:,}; items: {:,}; sentences: {:,}.".format(*counts),
        "summary": [f"{name}: {overall[name]}" for name in overall.index if name not in BESIDE],
        "files": [(str(path), captions[str(path)]) for path in tables],
        "signature": " ".join(io.read_table(signature, SIGNATURE)["signature"]),
    }
    template, style = (next(io.read_text(path) for path in assets if path.suffix == end) for end in (".html", ".css"))
    io.write_text(page(template, style=style, title=title, alone=True, parts=parts, **filled), to)


def _address(picture: Path) -> str:
    return f"data:image/svg+xml;base64,{base64.b64encode(picture.read_bytes()).decode()}"


if __name__ == "__main__":
    with reporting(snakemake.log[0], snakemake.output):
        main(**arguments(main, snakemake))
