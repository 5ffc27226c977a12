"""Locate the user's cache of files that take long to make and are the same for every run."""

import os
import tempfile
from pathlib import Path


def place(name: str) -> Path:
    """Return a path in the user's cache (XDG_CACHE_HOME, or ~/.cache), whether it is there or not."""
    home = os.path.expanduser("~")  # stays ~ for a user without a home
    cache = os.environ.get("XDG_CACHE_HOME") or f"{home if os.path.isabs(home) else tempfile.gettempdir()}/.cache"
    return Path(cache).expanduser() / "acceptability" / name
