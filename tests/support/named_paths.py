"""Paths below results/ that a finished report, or the page to explore pairs, names."""

import re
from pathlib import Path

import pypdf


def named_paths(page: Path) -> list[str]:
    """Every path results/… in the text of a PDF or an HTML page, in order of first appearance.

    Lines of a PDF may break after a slash or a hyphen inside one.
    """
    if page.suffix == ".pdf":
        text = "".join(part.extract_text() for part in pypdf.PdfReader(page).pages)
    else:
        text = page.read_text(encoding="utf-8")
    found = re.findall(r"results/(?:[\w.]|/\s?|-\n?)+", text)
    return list(dict.fromkeys(re.sub(r"\s", "", path).rstrip(".") for path in found))


def missing_files(folder: Path) -> dict[str, list[str]]:
    """Return, by report and page of the run in ``folder``, the paths that are named and missing. Each must name some."""
    pages = [*sorted((folder / "results/reports").glob("*.pdf")), *(folder / "results/explorer").glob("*.html")]
    named = {page.name: named_paths(page) for page in pages}
    assert all(named.values()), named
    return {
        page: missing
        for page, paths in named.items()
        if (missing := [path for path in paths if not (folder / path).exists()])
    }
