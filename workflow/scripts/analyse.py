"""What an analysis reads → what it computes. Its manifest names both; ``compute`` stands in the same folder."""

from pathlib import Path

from acceptability.adapter import paths
from acceptability.analyses.running import run
from acceptability.errors import reporting

if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        settings = dict(snakemake.wildcards.items()) | snakemake.params.settings
        inputs = {name: paths(files) for name, files in snakemake.input.items()}
        run(snakemake.params.analysis, inputs, [Path(path) for path in snakemake.output], settings)
