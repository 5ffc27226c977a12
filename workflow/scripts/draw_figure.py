"""Results → a figure of a model or a study, for a page and for a column, as PDF, PNG and SVG."""

from acceptability.analyses.showing import draw_figure
from acceptability.errors import reporting

if __name__ == "__main__":
    with reporting(snakemake.log[0], snakemake.output):
        for made in snakemake.params.made.values():
            draw_figure(made, list(snakemake.output))
