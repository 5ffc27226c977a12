"""Find the project's files: in a checkout, or in the folder ``workflow_files`` of the installed package."""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
_INSTALLED = PACKAGE / "workflow_files"
FOLDER = _INSTALLED if _INSTALLED.is_dir() else PACKAGE.parents[1]  # of Snakefile, workflow, resources and paper
IS_INSTALLED = FOLDER == _INSTALLED
SOURCE = FOLDER / "src"  # from which Python finds the package and nothing else
SCRIPTS = FOLDER / "workflow/scripts"


def resources(base: Path) -> Path:
    """Return the folder for fetched files: in the project's folder ``base``, but never in an installed package."""
    return Path("runs/resources") if IS_INSTALLED else base / "resources"
