"""Write the section of the page about trivial rules: what each solves, in a figure and in sentences, and pairs to
change.
"""

from collections.abc import Mapping

import pandas as pd

from acceptability.analyses.analysis import joined, sentences_of
from acceptability.analyses.rules import compute
from acceptability.analyses.rules.figure import draw_rules
from acceptability.analyses.rules.manifest import ANALYSIS, NAMES, PLACEBO
from acceptability.figures import style
from acceptability.figures.parts import Block, Items, Paragraph, Part, grid, picture
from acceptability.messages import conjunction, counted
from acceptability.statistics.trivial_rules import LEVELS

SAID, LISTED, PAIRS = 3, 20, 20  # sentences at the top, sentences in the section, pairs of a list
HOW = (
    "Each rule takes one sentence of a pair without any grammar. Where it, or its opposite, gets more than half right "
    "and chance is ruled out, a system that follows it looks as if it knew the phenomenon. The tests flip the signs of "
    "whole clusters. Within one cluster, they are exact binomial tests of the pairs that the rule decides, which, like "
    "all intervals here, take pairs as independent: pairs that share one manipulation are not. Holm’s correction is "
    "for all tests of a level (all pairs, phenomena, paradigms) that can be significant at all. A rule solves a group "
    "if it decides at least seven of its pairs, and half, and 90 % of these alike. Where it solves more groups than "
    "by chance, that is an error of design, though no group by itself can show it: balance the pairs, or report the "
    "rule beside the systems. A trigram needs no grammar either: with MODEL=brown-trigram, it is one more rule."
)
TOO_EASY = (
    "Even the placebo, alphabetical order, tells sentences apart in {groups}: pairs there are too much alike for these "
    "tests, so that the marks of other rules are too easy to get."
)
BY_CHANCE = (
    "Even the placebo, alphabetical order, solves {groups}: where pairs are few, or all differ in the same words, any "
    "rule can solve them by chance."
)
DECIDED = "A rule solves {groups}; by chance, {expected} would be expected{judged}."


def part(rules: pd.DataFrame, balance: pd.DataFrame, stimuli: pd.DataFrame, described: Mapping) -> Part:
    """Return the section. Parameters: tables RULES_TABLE, BALANCE and STIMULI; see plan.checking.described."""
    labels = described["labels"]
    figure = draw_rules(rules=rules, labels=labels, width=style.PAGE)
    blocks: list[Block] = [
        Paragraph(HOW),
        picture(figure, joined(sentences_of(ANALYSIS.figures["rules"].caption)), described["simulated"]),
    ]
    notes = [note for note in (_decided(rules), _by_chance(rules), _too_small(rules), _too_easy(rules)) if note]
    marked = compute.marked(rules)
    marked = marked.assign(far=(marked["share"] - 0.5).abs())
    marked = marked.sort_values(["beyond_chance", "far"], ascending=False, kind="stable")
    if marked.empty:
        sentence = "No rule could be tested."
        if rules["p_holm"].notna().any():
            tests = counted(rules["p_holm"].notna().sum(), "test")
            sentence = f"None of the rules gets clearly more or less than half right ({tests})."
        return Part("What needs no grammar", [*blocks, Items([sentence, *notes])], [sentence, *notes])
    errors = "Decided by a rule, though not each is an error of design (see below):"
    errors = errors if _by_chance(rules) else "Errors of design, whatever tests of single groups say:"
    for mark, heading in ((1, errors), (0, "Rules that tests find:")):
        sentences = marked.loc[marked["beyond_chance"] == mark, "sentence"].tolist()
        if sentences:
            blocks += [Paragraph(heading), Items(sentences[:LISTED])]
        if len(sentences) > LISTED:
            column = "beyond_chance = 1" if mark else "flagged = 1"
            blocks.append(Paragraph(f"{len(sentences) - LISTED:,} more are in rules.csv ({column})."))
    if notes:
        blocks.append(Items(notes))
    blocks += _changes(marked, balance, stimuli, NAMES | labels)
    coarse = marked[marked["level"] != "paradigm"]
    coarse = (coarse if len(coarse) else marked).drop_duplicates(["level", "group"])
    summary = coarse.sort_values("level", key=lambda level: level != "all", kind="stable")["sentence"][:SAID].tolist()
    if len(marked) > len(summary):
        summary.append(_everywhere(rules, marked))
    return Part("What needs no grammar", blocks, [*summary, *notes])


def _everywhere(rules: pd.DataFrame, marked: pd.DataFrame) -> str:
    """Return in words in how many phenomena and paradigms some rule is marked, and where they are listed."""
    parts = []
    for level, names in (("all", ""), ("phenomenon", "phenomena"), ("paradigm", "paradigms")):
        number, among = (table.loc[table["level"] == level, "group"].nunique() for table in (marked, rules))
        if number:
            parts.append(f"{number:,} of {among:,} {names}" if names else "all pairs together")
    return (
        f"In all, a rule tells the sentences apart in {conjunction(parts)}: see beyond_chance and flagged in rules.csv."
    )


def _changes(marked: pd.DataFrame, balance: pd.DataFrame, stimuli: pd.DataFrame, names: Mapping[str, str]) -> list:
    """Return what shows the pairs to change: for each rule, those of the finest level at which it is marked."""
    texts = stimuli.set_index("pair_id")[["good", "bad"]]
    fineness = marked["level"].map(LEVELS.index)
    here = marked[(fineness == fineness.groupby(marked["rule"]).transform("max")) & (marked["to_change"] > 0)]
    if here.empty:
        return []
    blocks: list[Block] = [
        Paragraph(
            "The fewest pairs to change so that a rule gets half right, those first that help against several "
            "rules and whose sentences differ least by it (all are in balance.csv):"
        )
    ]
    for row in here[:LISTED].itertuples():
        same = (balance["level"] == row.level) & (balance["group"] == row.group) & (balance["rule"] == row.rule)
        these = balance[same]
        first_texts = these[:PAIRS].join(texts, on="pair_id")
        among = "all pairs" if row.level == "all" else row.group
        more = f"; the first {PAIRS} are shown" if len(these) > PAIRS else ""
        closed = f"{names[row.rule]}, {among}: change {len(these):,} of {row.pairs:,} pairs{more}"
        headings = {
            "pair_id": ("Pair", ""),
            "good": ("Acceptable", ""),
            "bad": ("Other", ""),
            "difference": ("Difference", "how much more the rule likes the acceptable sentence"),
        }
        blocks.append(grid(first_texts, headings, closed))
    return blocks


def _too_small(rules: pd.DataFrame) -> str:
    """Return in words which phenomena are too small for a test of any rule; empty if there are none."""
    level = "phenomenon" if (rules["level"] == "phenomenon").any() else "all"
    tested = rules[rules["level"] == level].groupby("group", sort=False)["p_holm"].agg(lambda p: p.notna().any())
    if tested.all():
        return ""
    if level == "all":
        return "All pairs together are too few for a test of any rule: go by the counts."
    small = int((~tested).sum())
    verb = "is" if small == 1 else "are"
    return f"{small:,} of {len(tested):,} phenomena {verb} too small for a test of any rule: go by the counts."


def _too_easy(rules: pd.DataFrame) -> str:
    """Return in words in how many groups the placebo is flagged; empty if it never is."""
    number = int(((rules["rule"] == PLACEBO) & (rules["flagged"] == 1)).sum())
    return TOO_EASY.format(groups=f"{counted(number, 'group')} of pairs") if number else ""


def _divided(rules: pd.DataFrame) -> tuple[pd.DataFrame, str]:
    """Return the rows of the phenomena (or else paradigms, or all pairs), and what these are called."""
    names = {"phenomenon": "phenomena", "paradigm": "paradigms", "all": ""}
    level = next(level for level in names if (rules["level"] == level).any())
    return rules[rules["level"] == level], names[level]


def _by_chance(rules: pd.DataFrame) -> str:
    """Count the phenomena that the placebo solves, in a sentence; empty unless it and other rules are beyond chance."""
    rows, names = _divided(rules)
    of_placebo = rows[rows["rule"] == PLACEBO]
    if not of_placebo["beyond_chance"].any() or not (rows["beyond_chance"] * (rows["rule"] != PLACEBO)).any():
        return ""
    number = int(of_placebo["decides"].sum())
    return BY_CHANCE.format(groups=f"{number:,} of {len(of_placebo):,} {names}" if names else "all pairs")


def _decided(rules: pd.DataFrame) -> str:
    """Count the phenomena that other rules solve, and would solve by chance, in a sentence; empty if there are none.

    Rules depend on each other, so the sum over rules is an upper bound of the number by chance.
    """
    rows, names = _divided(rules[rules["rule"] != PLACEBO])
    by_group = rows.groupby("group", sort=False)[["decides", "by_chance", "beyond_chance"]].sum()
    number = int((by_group["decides"] > 0).sum())
    if not names or not number:
        return ""
    expected = by_group["by_chance"].clip(upper=1).sum()
    return DECIDED.format(
        groups=f"{number:,} of {len(by_group):,} {names}",
        expected=f"at most {max(expected, 0.1):.1f}",
        judged="" if by_group["beyond_chance"].any() else ", so this may be chance",
    )
