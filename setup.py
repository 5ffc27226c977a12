"""Adds the workflow's files to the package that pip installs, so that a Snakemake module needs no checkout."""

from pathlib import Path
from shutil import copy2, copytree, ignore_patterns, rmtree

from setuptools import setup
from setuptools.command.build_py import build_py

PARTS = ("Snakefile", "config.yaml", "workflow", "resources", "paper", "envs")


class BuildWithWorkflow(build_py):
    """Copies the workflow into the folder ``workflow_files`` of the package, beside its modules."""

    def run(self) -> None:
        rmtree(self.build_lib, ignore_errors=True)  # what an earlier build left would be installed, too
        super().run()
        if self.editable_mode:  # the checkout has them
            return
        ignored = ignore_patterns("__pycache__", "raw", "models", "*.egg-info")
        for part in PARTS:
            target = Path(self.build_lib, "acceptability", "workflow_files", part)
            target.parent.mkdir(parents=True, exist_ok=True)
            (copytree(part, target, ignore=ignored) if Path(part).is_dir() else copy2(part, target))


setup(cmdclass={"build_py": BuildWithWorkflow})
