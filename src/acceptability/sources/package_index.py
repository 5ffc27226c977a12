"""Download releases from the Python package index with pip, by the settings that the user has for it."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote, urlsplit

SECONDS = 1800  # that pip may take for one file
SCHEME = "pip"  # of an address that names a release in place of a host


def download(release: list[str], folder: str | Path) -> str:
    """Put the archive of a release into a folder, and return "", or why pip could not; what pip says is shown then.

    Nothing is installed. ``release`` is what names it to pip, such as ``["name==1.0"]``, after options that say which
    of its archives.
    """
    if find_spec("pip") is None:
        return f"{sys.executable} has no pip to ask for it (-m ensurepip puts it there)"
    options = ["--quiet", "--disable-pip-version-check", "--no-deps", "--dest", str(folder)]
    command = [sys.executable, "-m", "pip", "download", *options, *release]
    try:
        done = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, timeout=SECONDS
        )
    except subprocess.TimeoutExpired:
        return f"pip did not download {release[-1]} in {SECONDS // 60} minutes"
    if done.returncode:
        print(done.stdout, file=sys.stderr)
        return f"pip could not download {release[-1]}"
    return ""


def release_of(url: str) -> str:
    """Return ``name==1.0`` for an address such as ``pip:name==1.0#member``; "" if it is not that of a release."""
    parts = urlsplit(url)
    return unquote(parts.path) if parts.scheme == SCHEME else ""


def wheel_in(folder: Path, release: str) -> Path | None:
    """Return the wheel of a release that lies in a folder, or None."""
    name, version = release.split("==")
    return next(folder.glob(f"{name.replace('-', '_')}-{version}-*.whl"), None)
