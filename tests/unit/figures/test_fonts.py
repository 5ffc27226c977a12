"""Figures are set in our font, whatever matplotlib has cached about the fonts of this machine."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from matplotlib import font_manager

from acceptability import fonts
from helpers import ROOT

FIND = """
from matplotlib import font_manager
from acceptability.figures import style
print(font_manager.findfont("STIXGeneral:italic", fallback_to_default=False))
print(len(font_manager.fontManager.ttflist))
"""


@pytest.fixture
def incomplete_cache(tmp_path):
    """Write a cache as of an installation that had only begun: it lacks all fonts that come with matplotlib."""
    manager = font_manager.FontManager()
    own = [entry for entry in manager.ttflist if Path(entry.fname).parent == fonts.FOLDER]
    manager.ttflist = [entry for entry in manager.ttflist if entry not in own]
    font_manager.json_dump(manager, tmp_path / f"fontlist-v{manager.__version__}.json")
    return tmp_path, manager.ttflist, own


def test_our_font_is_found_though_the_cache_lacks_it(incomplete_cache):
    cache, others, own = incomplete_cache
    environment = os.environ | {"MPLCONFIGDIR": str(cache), "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run([sys.executable, "-c", FIND], env=environment, capture_output=True, text=True, check=True)
    italic, known = done.stdout.split()
    assert Path(italic) == fonts.FOLDER / "STIXGeneralItalic.ttf"
    assert int(known) == len(others) + len(own)


def test_fonts_that_are_known_are_not_added_again():
    fonts.register()
    before = list(font_manager.fontManager.ttflist)
    fonts.register()
    assert font_manager.fontManager.ttflist == before
