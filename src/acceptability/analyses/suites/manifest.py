"""Evaluate expectations about regions of sentences: surprisals by region, and formulas that compare them."""

from acceptability.contracts.columns import Table, any_text, count, interval, number, share, text, zero_or_one

OVERALL = "all suites"  # the group of all
_SYSTEM = {"system": text("the system")}
_SUITE = {"suite": text("the suite")}
_OF_SHARE = {
    "items": count("items"),
    "share": share("share of the items that are right"),
    **interval("its 95 % interval over items (Wilson)"),
}
SURPRISALS = Table(
    "surprisals",
    {
        **_SYSTEM,
        **_SUITE,
        "item": text("the item"),
        "condition": text("the condition"),
        "region": count("the place of the region in its sentence, from 1"),
        "text": any_text("its text; empty: the condition has none"),
        "tokens": count("its tokens; 0 of finished surprisals", required=False),
        "surprisal_bits": number(
            "the surprisal in bits: the sum over its tokens, or what else the suite's metric is; empty: the first "
            "token of the sentence is in it and not scored",
            nullable=True,
        ),
    },
    unique=("system", "suite", "item", "condition", "region"),
    path="results/metrics/{dataset}/surprisals.csv",
)
SUITE_ITEMS = Table(
    "suite_items",
    {
        **_SYSTEM,
        **_SUITE,
        "item": text("the item"),
        "prediction": any_text("the formula's name or number; empty: a decision that was made elsewhere"),
        "value_bits": number(
            "how far the comparison is from turning over, in bits: left - right of >, right - left of <; of &, the "
            "least of its parts, of |, the greatest; of =, the tolerance minus the distance. Empty of decisions",
            nullable=True,
        ),
        "right": zero_or_one("1 where the formula is true"),
        "tie": zero_or_one("1 where a comparison < or > has equal sums, which counts as not true"),
    },
    unique=("system", "suite", "item", "prediction"),
    may_be_empty=True,
    path="results/metrics/{dataset}/suite_items.csv",
)
SUITE_PREDICTIONS = Table(
    "suite_predictions",
    {
        **_SYSTEM,
        **_SUITE,
        "prediction": text("the formula's name or number"),
        "formula": text("the formula"),
        **_OF_SHARE,
        "ties": share("share of the items with a tie"),
        "value_bits": number("mean over items of the value in bits"),
        "value_low": number("lower end of its 95 % interval over items", nullable=True),
        "value_high": number("upper end", nullable=True),
        "parts": text("the share of each part that & or | joins, in the order of the formula"),
    },
    unique=("system", "suite", "prediction"),
    may_be_empty=True,
    path="results/metrics/{dataset}/suite_predictions.csv",
)
SUITES = Table(
    "suite_shares",
    {
        **_SYSTEM,
        **_SUITE,
        "group": any_text("the group that the suite belongs to"),
        **_OF_SHARE,
        "share_first": share("the same, where the first formula of the suite decides alone"),
        "share_all": share("the same, where all formulas of the suite must be true"),
        "ties": share("share of the items with a tie"),
        "chance": share(
            "share by chance: with independent surprisals of one distribution; empty: a formula has a number other "
            "than 0, or only decisions are known",
            nullable=True,
        ),
    },
    unique=("system", "suite"),
    may_be_empty=True,
    path="results/metrics/{dataset}/suite_shares.csv",
)
SUITE_GROUPS = Table(
    "suite_groups",
    {
        **_SYSTEM,
        "group": text(f"the group of suites; {OVERALL}: all of them"),
        "suites": count("suites"),
        "items": count("items"),
        "share": share("mean over suites of the share of items that are right; each suite counts alike"),
        **interval("its 95 % interval over items within suites; the suites are these"),
        "chance": share("mean over suites of the share by chance", nullable=True),
    },
    unique=("system", "group"),
    may_be_empty=True,
    path="results/metrics/{dataset}/suite_groups.csv",
)
SUITE_DIFFERENCES = Table(
    "suite_differences",
    {
        "first": text("a system"),
        "second": text("another one"),
        "group": text(f"the group of suites; {OVERALL}: all of them"),
        "items": count("items that both decided"),
        "difference": number("mean over suites of the first share minus the second"),
        **interval("its 95 % interval over items within suites, paired by item"),
        "p": share("two-sided p of no difference", nullable=True),
        "p_adjusted": share("the same, adjusted for all pairs of systems of the group (Holm)", nullable=True),
    },
    unique=("first", "second", "group"),
    may_be_empty=True,
    path="results/metrics/{dataset}/suite_differences.csv",
)
