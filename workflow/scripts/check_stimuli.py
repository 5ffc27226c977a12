"""Pairs, before they are judged → the tables of all analyses that `check` has, in one job."""

from pathlib import Path

from acceptability.adapter import paths
from acceptability.analyses.running import run
from acceptability.errors import reporting

if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        for name, recipe in snakemake.params.made.items():
            inputs = {argument: paths(files) for argument, files in recipe["inputs"].items()}
            run(name, inputs, [Path(path) for path in recipe["outputs"]], recipe["settings"])
