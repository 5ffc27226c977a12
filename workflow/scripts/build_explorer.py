"""Sentences, pairs, deltas and tokens of all datasets → one page to explore them in a browser, and files beside it."""

from collections.abc import Collection
from pathlib import Path

from acceptability.adapter import arguments
from acceptability.analyses.headlines.texts import texts_of_page
from acceptability.analyses.phenomena.manifest import BY_LEVEL
from acceptability.analyses.signature.manifest import SIGNATURE
from acceptability.contracts import io, systems
from acceptability.contracts.data import PAIRS, SENTENCES
from acceptability.contracts.deltas import DELTAS
from acceptability.contracts.scoring import TOKENS
from acceptability.errors import reporting
from acceptability.figures import explorer
from acceptability.statistics import criteria


def main(
    datasets: dict[str, dict],
    sentences: list[Path],
    pairs: list[Path],
    deltas: list[Path],
    levels: list[Path],
    signatures: list[Path],
    tokens: list[Path],
    thresholds: list[float],
    assets: list[Path],
    to_page: Path,
    to_data: Path,
    tests: Collection[Path] = (),
    at_most: int = explorer.PAGE_AT_MOST,
) -> None:
    used, parts = {}, {}
    for key, of_sentences, of_pairs, of_levels in zip(datasets, sentences, pairs, levels, strict=True):
        declared = datasets[key]
        table, texts = io.read_table(of_pairs, PAIRS), io.read_table(of_sentences, SENTENCES)
        used[key] = explorer.sentences_in_pairs(texts, table)
        by_system = systems.read_by_system((path for path in deltas if path.parent.name == key), DELTAS)
        human = criteria.pair_deltas(table.set_index("pair_id"), texts.set_index("sentence_id")["rating"])
        columns = systems.delta_columns(by_system).reindex(human.index).assign(human=human)
        scored = [path.stem for path in tokens if path.parent.name == key]
        of_rows = declared["labels"], scored, declared["deciding"], *texts_of_page(tests, key)
        described = explorer.describe_dataset(used[key], table, columns, *of_rows)
        shares = io.read_table(of_levels, BY_LEVEL), table, declared["rows"], declared["others"]
        parts[explorer.part_name(key)] = explorer.pack(described | {"shares": explorer.describe_shares(*shares)})
    for path in tokens:
        key = path.parent.name
        described = explorer.describe_tokens(io.read_table(path, TOKENS), used[key])
        parts[explorer.part_name(key, path.stem)] = explorer.pack(described)
    texts = {path.name: io.read_text(path) for path in assets}
    labels, understood = ({key: it[name] for key, it in datasets.items()} for name in ("label", "understood"))
    cited = {path.parent.name: list(io.read_table(path, SIGNATURE)["signature"]) for path in signatures}
    page, files = explorer.page(labels, parts, thresholds, texts, at_most, understood, cited)
    to_data.mkdir()
    for name, text in files.items():
        path = to_page.parent / name
        path.parent.mkdir(exist_ok=True)
        io.write_text(text, path)
    io.write_text(page, to_page)


if __name__ == "__main__":
    with reporting(snakemake.log[0], snakemake.output):
        main(**arguments(main, snakemake))
