"""Choose the font of figures and reports, and installed fonts for characters that it does not have."""

import json
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

import matplotlib as mpl
from matplotlib import font_manager
from matplotlib.ft2font import FT2Font

NAME = "STIXGeneral"  # comes with matplotlib, and goes with the Times of most papers in linguistics
FOLDER = Path(mpl.get_data_path()) / "fonts/ttf"
OWN = FOLDER / "STIXGeneral.ttf"


def register() -> None:
    """Tell matplotlib of its own fonts where its cache lacks them, as one written during an installation does."""
    known = {Path(entry.fname) for entry in font_manager.fontManager.ttflist}
    for path in sorted(set(FOLDER.glob("*.ttf")) - known):
        font_manager.fontManager.addfont(path)


def covering(text: str) -> tuple[list[Path], str]:
    """Return installed fonts for characters that our own font does not have, and the characters that no font has.

    Of installed fonts, the one that has most of the missing characters comes first, then the one that has most of the
    rest. Matplotlib's own DejaVu Sans is preferred to others that have as many.
    """
    missing = {character for character in text if not _invisible(character)} - _characters(OWN)
    fonts = []
    while missing:
        best = max(_installed(), key=lambda path: len(missing & _characters(path)), default=OWN)
        if not missing & _characters(best):
            break
        fonts.append(best)
        missing -= _characters(best)
    return fonts, "".join(sorted(missing))


def of_report(run: Mapping, results: Iterable[Path]) -> tuple[list[Path], str]:
    """Return what ``covering`` returns of a report: of its description, and of the tables and records that it reads."""
    texts = [json.dumps(run, ensure_ascii=False)]
    texts += [path.read_text(encoding="utf-8") for path in results if path.suffix in (".csv", ".json")]
    return covering("".join(texts))


def family(path: Path) -> str:
    """Return the name of a font file's family."""
    return FT2Font(str(path)).family_name


def _invisible(character: str) -> bool:
    """Return whether fonts need not have a character: blanks, line ends and marks of direction."""
    return character.isspace() or unicodedata.category(character) in ("Cc", "Cf", "Mn")


@cache
def _installed() -> list[Path]:
    """Return the font files of this machine: DejaVu Sans, then the others by name."""
    installed = sorted(path for path in font_manager.findSystemFonts() if path.endswith((".ttf", ".otf", ".ttc")))
    return [FOLDER / "DejaVuSans.ttf", *map(Path, installed)]


@cache
def _characters(path: Path) -> set[str]:
    try:
        return {chr(code) for code in FT2Font(str(path)).get_charmap()}
    except RuntimeError:  # a file that FreeType cannot read
        return set()
