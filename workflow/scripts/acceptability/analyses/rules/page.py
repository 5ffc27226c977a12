"""The section of the page: which rule tells what apart, in a figure and in sentences, and which pairs to change."""

from collections.abc import Mapping

import pandas as pd

from acceptability.analyses.rules.figure import draw_rules
from acceptability.analyses.rules.manifest import ANALYSIS, NAMES
from acceptability.figures import style
from acceptability.figures.parts import Items, Paragraph, Part, grid, picture

PLACEBO = "alphabetical"  # said last
SAID, LISTED, PAIRS = 3, 12, 20  # sentences at the top, sentences in the section, pairs of a list
HOW = (
    "Each rule takes one sentence of a pair without any grammar. Where it, or its opposite, gets more than half right "
    "and chance is ruled out (exact binomial test of the pairs that it decides, Holm’s correction for all tests of a "
    "level: all pairs, phenomena, paradigms), a system that follows it looks as if it knew the phenomenon. Balance the "
    "pairs, or report the rule beside the systems."
)


def part(rules: pd.DataFrame, balance: pd.DataFrame, stimuli: pd.DataFrame, described: Mapping) -> Part:
    """Return the section. Parameters: tables RULES_TABLE, BALANCE and STIMULI; see plan.checking.described."""
    labels = described["labels"]
    flagged = rules[rules["flagged"] == 1]
    flagged = flagged.assign(far=(flagged["share"] - 0.5).abs(), placebo=flagged["rule"] == PLACEBO)
    flagged = flagged.sort_values(["placebo", "far"], ascending=[True, False], kind="stable")
    figure = draw_rules(rules=rules, labels=labels, width=style.PAGE)
    blocks = [Paragraph(HOW), picture(figure, ANALYSIS.figures["rules"].caption, described["simulated"])]
    if flagged.empty:
        tests = rules["p"].notna().sum()
        sentence = f"No rule can be told from chance ({tests:,} tests)."
        return Part("What needs no grammar", [*blocks, Items([sentence])], [sentence])
    blocks.append(Items(flagged["sentence"][:LISTED].tolist()))
    if len(flagged) > LISTED:
        blocks.append(Paragraph(f"{len(flagged) - LISTED:,} more are in rules.csv (flagged = 1)."))
    finest = "phenomenon" if (rules["level"] == "phenomenon").any() else "all"
    names, texts = NAMES | labels, stimuli.set_index("pair_id")[["good", "bad"]]
    here = flagged[flagged["level"] == finest][:LISTED]
    if len(here):
        blocks.append(
            Paragraph(
                "The fewest pairs to change so that a rule gets half right, those first that help against several "
                "rules and whose sentences differ least by it (all are in balance.csv):"
            )
        )
    for row in here.itertuples():
        these = balance[(balance["level"] == finest) & (balance["group"] == row.group) & (balance["rule"] == row.rule)]
        shown = these[:PAIRS].join(texts, on="pair_id")
        of = "all pairs" if finest == "all" else row.group
        more = f"; the first {PAIRS} are shown" if len(these) > PAIRS else ""
        closed = f"{names[row.rule]}, {of}: change {len(these):,} of {row.pairs:,} pairs{more}"
        headings = {
            "pair_id": ("Pair", ""),
            "good": ("Acceptable", ""),
            "bad": ("Other", ""),
            "difference": ("Difference", "how much more the rule likes the acceptable sentence"),
        }
        blocks.append(grid(shown, headings, closed))
    coarse = flagged[flagged["level"] != "paradigm"]
    coarse = (coarse if len(coarse) else flagged).drop_duplicates("group")
    said = coarse.sort_values("level", key=lambda level: level != "all", kind="stable")["sentence"][:SAID].tolist()
    if len(flagged) > len(said):
        said.append(f"In all, {len(flagged):,} of {rules['p'].notna().sum():,} tests tell a rule from chance.")
    return Part("What needs no grammar", blocks, said)
