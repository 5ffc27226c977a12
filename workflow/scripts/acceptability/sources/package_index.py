"""Download releases from the Python package index with pip, by the settings that the user has for it."""

import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote, urlsplit

FILES = "files.pythonhosted.org"  # the host of the files of all releases


def download(release: list[str], folder: str | Path) -> bool:
    """Put the archive of a release into a folder, and return whether pip could; what it says is shown where it fails.

    Nothing is installed. ``release`` is what names it to pip, such as ``["name==1.0"]``, and options that say which of
    its archives.
    """
    options = ["--quiet", "--disable-pip-version-check", "--no-deps", "--dest", str(folder)]
    command = [sys.executable, "-m", "pip", "download", *options, *release]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        print(done.stdout, file=sys.stderr)
    return done.returncode == 0


def release_of(url: str) -> str:
    """Return the release whose wheel has this address, as pip calls it (``name==1.0``); "" if it is no wheel's."""
    parts = urlsplit(url)
    file = unquote(parts.path).rpartition("/")[2]
    if parts.netloc != FILES or not file.endswith(".whl"):
        return ""
    return "==".join(file.split("-")[:2])
