"""Tables and figures of suites → one page: shares, surprisals of regions, and each item with its sentences."""

import base64
from pathlib import Path

import pandas as pd

from acceptability.adapter import arguments
from acceptability.analyses.signature.manifest import SIGNATURE
from acceptability.analyses.suites.manifest import SUITE_ITEMS
from acceptability.contracts import io
from acceptability.contracts.data import SENTENCES
from acceptability.errors import reporting
from acceptability.figures import parts
from acceptability.rounding import shown


def main(
    tables: list[Path],
    figures: list[Path],
    decided: Path,
    signature: Path,
    sentences: Path,
    assets: list[Path],
    title: str,
    labels: dict[str, str],
    captions: dict[str, str],
    to: Path,
) -> None:
    """``captions`` are those of tables and figures by path; ``labels``, of systems."""
    shares, others = [parts.Part("Shares of items that are right", [])], parts.Part("Surprisals of regions", [])
    for path in map(Path, tables):
        grid = parts.frame_grid(io.read_raw_csv(path), captions[str(path)])
        shares[0].blocks.append(grid)
    for path in map(Path, figures):
        address = f"data:image/svg+xml;base64,{base64.b64encode(path.read_bytes()).decode()}"
        part = shares[0] if path.stem == "suite_shares" else others
        part.blocks.insert(0 if part is shares[0] else len(part.blocks), parts.Picture(address, captions[str(path)]))
    texts, table = io.read_table(sentences, SENTENCES), io.read_table(decided, SUITE_ITEMS)
    of_items = [
        _items(table[table["suite"] == suite], of_suite, labels)
        for suite, of_suite in texts.groupby("suite", sort=False)
    ]
    count = len(texts[["suite", "item"]].drop_duplicates())
    size = f"Suites: {texts['suite'].nunique():,}; items: {count:,}; sentences: {len(texts):,}."
    overall = io.read_raw_csv(next(path for path in map(Path, tables) if path.stem == "suite_groups")).iloc[-1]
    said = [
        f"{name}: {overall[name]}"
        for name in overall.index
        if name not in ("Group", "Number of suites", "Number of items", "Chance")
    ]
    assets_by_name = {path.name: io.read_text(path) for path in map(Path, assets)}
    filled = {"title": title, "size": size, "said": said, "parts": [*shares, others, parts.Part("Items", of_items)]}
    filled["files"] = [(str(path), captions[str(path)]) for path in tables]
    filled["signature"] = " ".join(io.read_table(signature, SIGNATURE)["signature"])
    io.write_text(parts.page(assets_by_name["page.html"], style=assets_by_name["page.css"], **filled), to)


def _items(table: pd.DataFrame, sentences: pd.DataFrame, labels: dict[str, str]) -> parts.Grid:
    """Return the sentences of a suite with their regions, and what each system says of each item."""
    suite = sentences["suite"].iloc[0]
    regions = sentences["words"].str.replace("\t", " | ", regex=False)
    frame = sentences[["item", "condition"]].assign(regions=regions)
    for (system, prediction), of_one in table.groupby(["system", "prediction"], sort=False):
        mark = of_one["right"].map({1: "right", 0: "wrong"}) + of_one["tie"].map({1: ", tie", 0: ""})
        values = of_one["value_bits"].map(lambda value: "" if pd.isna(value) else f" ({shown(value, 2)})")
        by_item = dict(zip(of_one["item"], mark + values, strict=True))
        heading = f"{labels.get(system, system)}{f', prediction {prediction}' if prediction else ''}"
        frame[heading] = frame["item"].map(by_item).where(~frame["item"].duplicated(), "").fillna("")
    return parts.frame_grid(frame, f"{suite}: items, and values in bits")


if __name__ == "__main__":
    with reporting(snakemake.log[0], snakemake.output):
        main(**arguments(main, snakemake))
