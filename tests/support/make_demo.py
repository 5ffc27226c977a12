"""Runs the demo and its encoders in a copied checkout for tests of several groups: `make test-demo`."""

import shutil
import sys
from pathlib import Path

import yaml
from snakemake.utils import update_config

from helpers import COMPILED, ROOT, copy_checkout, snakemake


def demo_config() -> dict:
    """Return the demo's configuration with that of its encoders."""
    config: dict = {}
    for name in ("config", "encoders"):
        update_config(config, yaml.safe_load((ROOT / f"resources/demo/{name}.yaml").read_text(encoding="utf-8")))
    return config


def run_demo(folder: Path) -> Path:
    """Copy the checkout into a new folder, run the demo there, and return the folder."""
    copy_checkout(folder, built=COMPILED)
    (folder / "config.yaml").write_text(
        yaml.safe_dump(demo_config(), sort_keys=False, default_flow_style=None), encoding="utf-8"
    )
    run = snakemake(folder)
    if run.returncode:
        raise RuntimeError(run.stdout[-4000:])
    return folder


if __name__ == "__main__":
    made = Path(sys.argv[1])
    shutil.rmtree(made, ignore_errors=True)
    run_demo(made)
