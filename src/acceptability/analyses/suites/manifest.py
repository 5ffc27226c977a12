"""Evaluate expectations about regions of sentences: surprisals by region, and formulas that compare them."""

from functools import partial

from acceptability.analyses.analysis import Analysis, Each, Section, Shown
from acceptability.contracts.columns import any_text, count, dataset_table, interval, number, share, text, zero_or_one

OVERALL = "all suites"  # the group of all
_SYSTEM = {"system": text("the system; of decisions that were made elsewhere, system/run")}
_SUITE = {"suite": text("the suite")}
_ITEM = {**_SUITE, "item": text("the item")}
_GROUP = {"group": any_text(f"the group of suites; {OVERALL}: all of them")}
_OF_SHARE = {"share": share("share of the items that are right"), **interval("its 95 % interval over items (Wilson)")}
_TIES = {"ties": share("share of the items with a tie")}
_CHANCE = {
    "chance": share(
        "share with independent surprisals of one distribution; empty: a formula has a number other than 0, or there "
        "is none",
        nullable=True,
    )
}
_WITHIN = interval(
    "its 95 % interval over items within suites; the suites are these; empty: of several suites, one has one item, all "
    "have fewer than five, or no items of a suite differ"
)
_table = partial(dataset_table, may_be_empty=True)

SURPRISALS = _table(
    "surprisals",
    {
        **_SYSTEM,
        **_ITEM,
        "condition": text("the condition"),
        "region": count("the place of the region in its sentence, from 1"),
        "text": any_text("its text; empty: the condition has none"),
        "tokens": count("its tokens; of finished surprisals of regions, 1"),
        "surprisal_bits": number(
            "the surprisal in bits: the sum over its tokens, or another metric of the suite; empty: the first token of "
            "the sentence is in it and not scored",
            nullable=True,
        ),
    },
    unique=("system", "suite", "item", "condition", "region"),
)
SUITE_ITEMS = _table(
    "suite_items",
    {
        **_SYSTEM,
        **_ITEM,
        "prediction": any_text("the formula's name or number; empty: a decision that was made elsewhere"),
        "value_bits": number(
            "how far the formula is from turning over, in bits: left - right of >, right - left of <; of &, the least "
            "of its parts, of |, the greatest; of =, the tolerance minus the distance; empty of decisions",
            nullable=True,
        ),
        "right": zero_or_one("1 where the formula is true"),
        "tie": zero_or_one("1 where a comparison < or > has equal sums, which makes it false"),
    },
    unique=("system", "suite", "item", "prediction"),
)
SUITE_PREDICTIONS = _table(
    "suite_predictions",
    {
        **_SYSTEM,
        **_SUITE,
        "prediction": text("the formula's name or number"),
        "formula": text("the formula"),
        "items": count("items"),
        **_OF_SHARE,
        **_TIES,
        "value_bits": number("mean over items of the value in bits"),
        **interval("its 95 % interval over items; empty: fewer than five items, or equal values", prefix="value_"),
        "parts": text("the share of items for which each part that & or | joins is true, in the order of the formula"),
    },
    unique=("system", "suite", "prediction"),
)
SUITE_SHARES = _table(
    "suite_shares",
    {
        **_SYSTEM,
        **_SUITE,
        "group": any_text("the group that the suite belongs to"),
        "items": count("items"),
        **_OF_SHARE,
        "share_first": share("the same, where the first formula of the suite decides alone"),
        "share_all": share("the same, where all formulas of the suite must be true"),
        **_TIES,
        **_CHANCE,
    },
    unique=("system", "suite"),
)
SUITE_GROUPS = _table(
    "suite_groups",
    {
        **_SYSTEM,
        **_GROUP,
        "suites": count("suites"),
        "items": count("items"),
        "share": share("mean over suites of the share of items that are right; each suite counts alike"),
        **_WITHIN,
        **_CHANCE,
    },
    unique=("system", "group"),
)
SUITE_DIFFERENCES = _table(
    "suite_differences",
    {
        "first": text("a system"),
        "second": text("another one"),
        **_GROUP,
        "items": count("items that both decided"),
        "difference": number("mean over suites of the first share minus the second"),
        **_WITHIN,
        "p": share("two-sided p of no difference, paired by item; without an interval, by the sign test"),
        "p_adjusted": share("the same, adjusted for all pairs of systems of the group (Holm)"),
    },
    unique=("first", "second", "group"),
)

_RIGHT = "An item is right if its formulas are true; a comparison of equal sums is not."
_SHARES = "In brackets: 95 % intervals over items."
ANALYSIS = Analysis(
    reads={"item_decisions": Each("item_decisions", "item_deciders")},
    writes=(SURPRISALS, SUITE_ITEMS, SUITE_PREDICTIONS, SUITE_SHARES, SUITE_GROUPS, SUITE_DIFFERENCES),
    when=("suites", "systems"),
    section=Section(75, own="both"),
    quotes=("suite_groups",),
    tables={
        "suite_shares": Shown(caption=("Share of items that are right, by suite.", _RIGHT, _SHARES)),
        "suite_groups": Shown(
            caption=(
                "Mean over suites of the share of items that are right, by group of suites.",
                "Each suite counts alike. In brackets: 95 % intervals over items within these suites.",
                "Chance: independent surprisals of one distribution.",
            )
        ),
        "suite_predictions": Shown(
            caption=(
                "Share of items for which each formula is true, and the mean of its value in bits.",
                "Value: left minus right of >, right minus left of <; of &, the least part, of |, the greatest.",
                _SHARES,
            ),
            when=("suites", "systems", "formulas"),
        ),
        "suite_differences": Shown(
            caption=(
                "Differences between the systems' mean shares over suites, paired by item.",
                "In brackets: 95 % intervals over items within these suites. p is adjusted for all pairs (Holm).",
            ),
            when=("suites", "several_systems"),
        ),
    },
    figures={
        "suite_shares": Shown(
            caption=(
                "Share of items that are right, by group of suites, or by suite if there are no groups.",
                "Lines: 95 % intervals over items. Grey strokes: chance.",
            ),
        ),
        "region_surprisals": Shown(
            caption=(
                "Mean surprisal of each region in bits, by condition: {part}.",
                "Vertical lines: 95 % intervals over items, if there are at least five.",
                "Shaded: regions that formulas name.",
            ),
            parts="suites",
        ),
    },
)
