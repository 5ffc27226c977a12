"""Adds the workflow's files to the package that pip installs, so that a Snakemake module needs no checkout."""

from pathlib import Path
from shutil import copy2, copytree, ignore_patterns, rmtree

from setuptools import setup
from setuptools.command.build_py import build_py

PARTS = ("Snakefile", "config.yaml", "workflow", "resources", "paper", "envs")
# Jobs find the package in a folder that contains nothing else: what is installed beside it may be of another Python.
FORWARD = '''"""The package that contains this folder, under its own name."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

package = Path(__file__).resolve().parents[3]
spec = spec_from_file_location(__name__, package / "__init__.py", submodule_search_locations=[str(package)])
sys.modules[__name__] = module_from_spec(spec)
spec.loader.exec_module(sys.modules[__name__])
'''


class BuildWithWorkflow(build_py):
    """Copies the workflow into the folder ``workflow_files`` of the package, beside its modules."""

    def run(self) -> None:
        rmtree(self.build_lib, ignore_errors=True)  # what an earlier build left would be installed, too
        super().run()
        if self.editable_mode:  # the checkout has them
            return
        ignored = ignore_patterns("__pycache__", "raw", "models", "tests", "*.egg-info")
        for part in PARTS:
            target = Path(self.build_lib, "acceptability", "workflow_files", part)
            target.parent.mkdir(parents=True, exist_ok=True)
            (copytree(part, target, ignore=ignored) if Path(part).is_dir() else copy2(part, target))
        forward = Path(self.build_lib, "acceptability", "workflow_files/src/acceptability/__init__.py")
        forward.parent.mkdir(parents=True)
        forward.write_text(FORWARD, encoding="utf-8")


setup(cmdclass={"build_py": BuildWithWorkflow})
