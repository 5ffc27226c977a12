"""Print every rule of the configuration, those in loops too, as if each were written by hand: make rules."""

from pathlib import Path

from snakemake.api import SnakemakeApi
from snakemake.io import is_callable
from snakemake.settings.types import OutputSettings, Quietness, ResourceSettings


def described(item) -> str:
    """Return an input or output as a line."""
    return "<depends on the wildcards>" if is_callable(item) else str(item)


def main() -> None:
    """Read the Snakefile of the working directory and print its rules in their order, without their code."""
    with SnakemakeApi(OutputSettings(quiet={Quietness.ALL})) as api:
        workflow = api.workflow(resource_settings=ResourceSettings(cores=1), snakefile=Path("Snakefile"))
        for rule in workflow._workflow.rules:
            sections = {"input": rule.input, "output": rule.output, "log": rule.log}
            print(f"rule {rule.name}:")
            for name, items in sections.items():
                texts = [described(item) for item in items]
                print(*([f"    {name}:"] * bool(texts)), *(f"        {text}," for text in texts), sep="\n")
            print(f"    script: {rule.script}\n\n")


if __name__ == "__main__":
    main()
