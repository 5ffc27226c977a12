"""Print every rule of the configuration, those in loops too, as if each were written by hand: make rules."""

import sys
from pathlib import Path

from snakemake.api import SnakemakeApi
from snakemake.io import is_callable
from snakemake.settings.types import OutputSettings, Quietness, ResourceSettings

sys.path.insert(0, "workflow/scripts")
from acceptability.analyses.registry import analyses


def described(item, reads: dict) -> list[str]:
    """Return the lines of an input or output; where a function says which, what it is asked for."""
    if not is_callable(item):
        return [str(item)]
    return [f"{argument}={named!r}" for argument, named in reads.items()] or ["<depends on the wildcards>"]


def main() -> None:
    """Read the Snakefile of the working directory and print its rules in their order, without their code."""
    computed = {analysis.rule: analysis for analysis in analyses().values() if analysis.rule}
    with SnakemakeApi(OutputSettings(quiet={Quietness.ALL})) as api:
        workflow = api.workflow(resource_settings=ResourceSettings(cores=1), snakefile=Path("Snakefile"))
        for rule in workflow._workflow.rules:
            reads = dict(computed[rule.name].reads) if rule.name in computed else {}
            sections = {"input": rule.input, "output": rule.output, "log": rule.log}
            print(f"rule {rule.name}:")
            for name, items in sections.items():
                texts = [text for item in items for text in described(item, reads) if not text.endswith(".py")]
                print(*([f"    {name}:"] * bool(texts)), *(f"        {text}," for text in texts), sep="\n")
            print(f"    script: {rule.script}\n\n")


if __name__ == "__main__":
    main()
