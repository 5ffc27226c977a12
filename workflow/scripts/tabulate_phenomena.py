"""Criteria by phenomenon → a ranking of the phenomena, and how many each row has, as CSV and LaTeX."""

from pathlib import Path

from acceptability import io, li_adger, phenomena, tables
from acceptability.errors import reporting


def main(
    table: Path,
    sentences: Path,
    pairs: Path,
    dataset: str,
    labels: dict[str, str],
    references: dict[str, str],
    title: str,
    targets: list[Path],
    to_had_by: Path,
) -> None:
    results, all_pairs = io.read_table(table, "phenomena"), io.read_table(pairs, "pairs")
    by_phenomenon = all_pairs.groupby("phenomenon", sort=False)
    names = by_phenomenon["phenomenon"].first()
    if dataset == "li-adger":
        names = by_phenomenon["condition_pair"].agg(lambda found: li_adger.phenomenon_label(list(found.unique())))
    texts = io.read_table(sentences, "sentences").set_index("sentence_id")["sentence"]
    examples = by_phenomenon[["good_id", "bad_id"]].first().apply(lambda ids: ids.map(texts))
    examples = examples.set_axis(["good", "bad"], axis=1)
    of_systems = results[(results["system"] + "/" + results["measure"]).isin(labels)]
    ranked = phenomena.ranked(of_systems)
    ranking = tables.phenomenon_table(of_systems, ranked, names, examples)
    io.write_table(tables.had_by_table(ranked, phenomena.had(of_systems), names, labels), to_had_by)
    had = tables.had_table(results, labels | references)
    of_rows = f"of {len(labels)} systems and measures, those that have each, by criterion"
    captions = [
        f"{title}: phenomena by mean deltas: {of_rows}; mean difference of model and human deltas; first pair",
        f"{title}: share of {len(ranking)} phenomena whose mean deltas meet each criterion",
    ]
    for number, made in enumerate((ranking, had)):
        to_csv, to_tex = targets[2 * number : 2 * number + 2]
        io.write_table(made, to_csv)
        label = f"tab:{to_csv.stem}-{to_csv.parent.name}"
        io.write_text(tables.to_latex(made, captions[number], label, long=number == 0), to_tex)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            table=Path(snakemake.input.phenomena),
            sentences=Path(snakemake.input.sentences),
            pairs=Path(snakemake.input.pairs),
            dataset=snakemake.wildcards.dataset,
            labels=snakemake.params.labels,
            references=snakemake.params.references,
            title=snakemake.params.title,
            targets=[Path(path) for path in snakemake.output[:4]],
            to_had_by=Path(snakemake.output.had_by),
        )
