"""Tabulate bits per byte, character and word of a text, by each model."""

import pandas as pd

from acceptability.contracts.systems import row_keys
from acceptability.tables.text import shown, with_interval


def make_bits(*, bits: pd.DataFrame, labels: dict[str, str], title: str) -> pd.DataFrame:
    """Return a row for each model; perplexity per word where the words of all sentences are known."""
    table = bits.assign(row=row_keys(bits)).set_index("row")
    table = table.loc[[row for row in labels if row in table.index]]
    cells = pd.DataFrame(
        {
            title: table.index.map(labels),
            "Bits per byte": with_interval(table, "bits_per_byte", "low", "high"),
            "Bits per character": table["bits_per_character"].map(lambda value: shown(value, 3)),
        }
    )
    if table["words"].notna().all():
        cells["Bits per word"] = table["bits_per_word"].map(lambda value: shown(value, 3))
        cells["Perplexity per word"] = (2 ** table["bits_per_word"]).map("{:,.1f}".format)
    counts = {"Number of sentences": table["sentences"], "Bytes": table["bytes"]}
    return cells.assign(**{name: column.map("{:,}".format) for name, column in counts.items()})
