"""Write the section of the page about the pairs to rate first."""

import pandas as pd

from acceptability.figures.parts import Block, Paragraph, Part, grid

MOST = 20  # pairs that the page shows
HOW = (
    "Rated first, these pairs say most about which row (system and measure) is closest to people: on them, the rows "
    "disagree. “Bits” is how much one participant’s ratings are expected to say, if each row is as likely as the "
    "others to be right. Shares of these pairs are biased, because they are chosen by disagreement: do not report "
    "them. In first_pairs.csv, “drawn” marks a sample in which pairs that say more are more likely; weighted by "
    "“weight”, its shares estimate those of all pairs. It is for differences between systems: one system’s share is "
    "often less certain by it, because some pairs have large weights. “random” marks a simple random sample of as many "
    "pairs, which needs no weights. It is for one system’s share."
)
HEADINGS = {
    "rank": ("Rank", ""),
    "pair_id": ("Pair", ""),
    "good": ("Acceptable", ""),
    "bad": ("Other", ""),
    "information": ("Bits", "expected from one participant’s ratings of the pair"),
    "rows_right": ("Rows right", "rows that prefer the acceptable sentence"),
}


def part(first_pairs: pd.DataFrame, first_errors: pd.DataFrame, stimuli: pd.DataFrame) -> Part:
    """Return the section. Parameters: tables FIRST_PAIRS, FIRST_ERRORS and STIMULI."""
    texts = stimuli.set_index("pair_id")[["good", "bad"]]
    first_texts = first_pairs[:MOST].join(texts, on="pair_id")
    agreed = int(first_pairs["agree"].sum())
    number = int(first_pairs["drawn"].sum())
    first = first_pairs["information"][:number].sum()
    everywhere = first_pairs["information"].mean() * number
    summary = (
        f"To find out which system is closest to people, rate the {number:,} first pairs of first_pairs.csv: they say "
        f"{first / everywhere:.1f} times as much as {number:,} at random."
        if everywhere > 0
        else "All systems say the same of all pairs: ratings cannot say which is closest to people."
    )
    errors = _errors(first_errors, number, len(first_pairs))
    blocks: list[Block] = [
        Paragraph(HOW),
        *([Paragraph(errors)] if errors else []),
        Paragraph(f"On {agreed:,} of {len(first_pairs):,} pairs, all rows prefer the same sentence."),
        grid(first_texts, HEADINGS),
    ]
    return Part("Which pairs to rate first", blocks, [summary, *([errors] if errors else [])])


def _errors(first_errors: pd.DataFrame, number: int, pairs: int) -> str:
    """Describe how certain a share and a difference of two are with each choice; empty where no row has all pairs."""
    error = first_errors.pivot(index="quantity", columns="choice", values="standard_error").map("{:.3f}".format)
    names = {"share": "a system’s share of pairs right", "difference": "the difference of two systems’ shares"}
    each = [
        f"{error.loc[name, 'random']} with “random” and {error.loc[name, 'drawn']} with “drawn” for {meaning}"
        for name, meaning in names.items()
        if name in error.index
    ]
    return f"With {number:,} of {pairs:,} pairs, the standard error is {', and '.join(each)}." if each else ""
