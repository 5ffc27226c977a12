"""Find trivial rules that solve pairs without grammar: a design error if one solves more phenomena than by chance."""

from acceptability.analyses.analysis import Analysis, Check, Each, Shown
from acceptability.contracts.columns import DATASET, Table, count, interval, number, share, text, zero_or_one

PLACEBO = "alphabetical"  # is never a reason to change pairs
# What each rule goes by when most pairs follow it, and when most go against it: the subject of a sentence.
RULES = {
    "shorter": ("The smaller number of words", "The greater number of words"),
    "fewer_characters": ("The smaller number of characters", "The greater number of characters"),
    "word_frequency": ("Word frequency alone", "Rarity of words alone"),
    "unigram_log_prob": ("The sum of log frequencies", "The reverse of the sum of log frequencies"),
    "known_words": ("The smaller number of unknown words", "The greater number of unknown words"),
    "alphabetical": ("The first place in the alphabet (a placebo)", "The last place in the alphabet (a placebo)"),
}
# What figures call them.
NAMES = {
    "shorter": "Fewer words",
    "fewer_characters": "Fewer characters",
    "word_frequency": "Word frequency",
    "unigram_log_prob": "Sum of log frequencies",
    "known_words": "Fewer unknown words",
    "alphabetical": "Alphabet (placebo)",
}
_GROUP = {
    "level": text("all, phenomenon or paradigm"),
    "group": text("the phenomenon or the paradigm; all"),
    "rule": text("shorter, fewer_characters, word_frequency, unigram_log_prob, known_words, alphabetical; or a row"),
}
RULES_TABLE = Table(
    "rules",
    {
        **DATASET,
        **_GROUP,
        "right": count("pairs whose good sentence the rule takes"),
        "wrong": count("pairs whose other sentence it takes"),
        "ties": count("pairs that it does not decide"),
        "pairs": count("all three"),
        "share": share("right, a tie counting as half, of pairs; of the opposite rule, it is 1 − share"),
        **interval("its 95 % interval over pairs (Clopper and Pearson's, given the ties); empty: all are ties"),
        "p": number(
            "two-sided, of right and wrong: by sign flips of clusters, or in one cluster by the exact binomial test; "
            "empty: all are ties",
            nullable=True,
        ),
        "p_holm": number(
            "the same, corrected for the tests of the level that can be significant (Holm); empty: this one cannot",
            nullable=True,
        ),
        "decides": zero_or_one(
            "1 where the rule decides at least seven pairs and half of the group, and 90 % of its decisions, or more, "
            "are right, or are wrong: a description, not a test"
        ),
        "by_chance": share("probability of that if each decision were made at random; 0: it decides too few pairs"),
        "beyond_chance": zero_or_one(
            "1 where decides is 1 and the rule decides more groups of the level than by chance (the probability that "
            "these decide so many, times the number of rules, is below the level of significance)"
        ),
        "flagged": zero_or_one("1 where p_holm is below the level of significance: the rule tells the sentences apart"),
        "to_change": count("the fewest pairs to change so that the rule gets half of them right"),
        "sentence": text("the same in words"),
    },
    unique=("level", "group", "rule"),
    path="results/check/{dataset}/rules.csv",
)
BALANCE = Table(
    "balance",
    {
        **_GROUP,
        "pair_id": text("a pair to change so that the rule decides it the other way"),
        "difference": number("how much more the rule likes its good sentence"),
    },
    unique=("level", "group", "rule", "pair_id"),
    may_be_empty=True,
    path="results/check/{dataset}/balance.csv",
)

ANALYSIS = Analysis(
    check=Check(
        place=10,
        files={
            "rules": "how many pairs each rule gets right, in all, by phenomenon and by paradigm, with tests",
            "balance": "for each rule that tells sentences apart, the fewest pairs to change so that it does not",
        },
    ),
    writes=(RULES_TABLE, BALANCE),
    when=("pairs", "checked"),
    optional={
        "word_counts": ("word_counts", "word_counts"),
        "deltas": ("shallow", Each("deltas", "shallow_systems")),
    },
    figures={
        "rules": Shown(
            {"rules": "rules"},
            "Share of the pairs that rules which need no grammar get right, a tie counting as half, in all and by "
            "phenomenon. Filled: shares that can be told from one half (signs of clusters "
            "flipped, or the exact binomial test in one cluster; Holm’s correction): the rule, or its opposite, tells "
            "the good sentence from the bad one.",
        )
    },
)
