"""Results → the tables of a model or a study as people read them, as CSV and LaTeX; and metrics of a study, as CSV."""

from acceptability.analyses.showing import make_metric, make_table
from acceptability.errors import reporting

if __name__ == "__main__":
    with reporting(snakemake.log[0], snakemake.output):
        for made in snakemake.params.made.values():
            if made["kind"] == "metrics":
                make_metric(made)
            else:
                make_table(snakemake.params.owner, made["name"], made)
