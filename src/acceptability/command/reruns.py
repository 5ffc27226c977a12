"""Let Snakemake decide by the contents of files what it makes again, and never by their dates alone."""

import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any


def follow_contents(engine: ModuleType, changed: Sequence[str], outdated: Sequence[str]) -> None:
    """Make Snakemake run jobs again: those whose outputs were changed after they wrote them, and outdated ones.

    Each changed file is named.

    Parameters:
        engine: the module snakemake.workflow, whose graph of jobs (DAG) is replaced.
        changed: paths of outputs, or of files in folders that are outputs.
        outdated: paths of outputs that their job would write otherwise now.
    """
    for path in changed:
        print(f"{path}: was changed after it was written; if it is needed, it is made again", file=sys.stderr)

    graph: Any = engine.DAG

    class ContentDAG(graph):
        """Describe Snakemake's graph of jobs, with the changed and outdated files among those that are made again."""

        def __init__(self, *arguments, **settings) -> None:
            super().__init__(*arguments, **settings)
            for path in (*changed, *outdated):
                self.forcefiles.update([path, *map(str, Path(path).parents)])

        async def check_output_mtime(self, job, expanded_output) -> None:
            """Accept outputs that are older than an input, whose date may be in the future."""

    vars(engine)["DAG"] = ContentDAG
