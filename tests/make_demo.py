"""Runs the demo in a copied checkout for tests of several groups: `make test-demo`."""

import shutil
import sys
from pathlib import Path

from helpers import COMPILED, copy_checkout, snakemake


def run_demo(folder: Path) -> Path:
    """Copy the checkout into a new folder, run the demo there, and return the folder."""
    copy_checkout(folder, built=COMPILED)
    shutil.copy2(folder / "resources/demo/config.yaml", folder / "config.yaml")
    run = snakemake(folder)
    if run.returncode:
        raise RuntimeError(run.stdout[-4000:])
    return folder


if __name__ == "__main__":
    made = Path(sys.argv[1])
    shutil.rmtree(made, ignore_errors=True)
    run_demo(made)
