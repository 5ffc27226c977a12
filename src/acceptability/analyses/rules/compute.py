"""Describe trivial rules by level, each in a sentence, and find the fewest pairs to change."""

from collections.abc import Mapping

import pandas as pd

from acceptability.analyses.rules.manifest import PLACEBO, RULES
from acceptability.contracts import systems
from acceptability.rounding import percent
from acceptability.statistics import corpus_words, trivial_rules


def compute(
    *,
    pairs: pd.DataFrame,
    sentences: pd.DataFrame,
    word_counts: pd.DataFrame | None,
    deltas: dict[str, pd.DataFrame] | None,
    significance: float,
    tie: float,
    labels: Mapping[str, str],
    dataset: str,
) -> dict[str, pd.DataFrame]:
    """Return the tables RULES_TABLE and BALANCE.

    Parameters:
        word_counts: the table WORD_COUNTS; None: there is no corpus.
        deltas: tables DELTAS of systems that need no grammar (n-grams), by system; their rows are rules, too.
        tie: log-probabilities that are so many nats or less apart are the same.
    """
    texts = corpus_words.texts_in_pairs(sentences, pairs)
    unigrams, _ = corpus_words.unigrams(texts, word_counts)
    preferred = trivial_rules.preferences(texts, unigrams)
    good, bad = (preferred.loc[pairs[side]].to_numpy() for side in ("good_id", "bad_id"))
    apart = pd.DataFrame(good - bad, columns=preferred.columns, index=pairs.index)
    for row, delta in systems.delta_columns(deltas).items() if deltas else ():
        if row != "human":
            apart[row] = delta.reindex(pairs["pair_id"]).to_numpy()
    levels = _levels(pairs)
    table = trivial_rules.shares(apart, pairs, levels, tie, significance)
    table["flagged"] = (table["p_holm"] < significance).astype(int)
    table["to_change"] = (table["right"] - table["wrong"]).abs() // 2
    table["sentence"] = [sentence(row, labels) for row in table.itertuples(index=False)]
    table.insert(0, "dataset", dataset)
    return {"rules": table, "balance": trivial_rules.to_balance(apart, pairs, marked(table), tie)}


def marked(rules: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of RULES_TABLE that are a reason to change pairs: flagged or beyond chance, not a placebo."""
    return rules[((rules["flagged"] == 1) | (rules["beyond_chance"] == 1)) & (rules["rule"] != PLACEBO)]


def _levels(pairs: pd.DataFrame) -> list[str]:
    """Return the levels that divide the pairs: not phenomena where there is one, nor paradigms that are phenomena."""
    numbers = {"all": 1, "phenomenon": pairs["phenomenon"].nunique(), "paradigm": pairs["paradigm"].nunique()}
    levels, last = ["all"], 1
    for level in ("phenomenon", "paradigm"):
        if numbers[level] > last:
            levels.append(level)
            last = numbers[level]
    return levels


def sentence(row, labels: Mapping[str, str]) -> str:
    """Describe a row of the table in a sentence: the rule or its opposite, whichever gets more right."""
    against = row.share < 0.5
    if row.rule in RULES:
        subject = RULES[row.rule][against]
    else:
        subject = f"The reverse of {labels[row.rule]}" if against else labels[row.rule]
    right, decided = max(row.right, row.wrong), row.right + row.wrong
    group = "" if row.level == "all" else f" of {row.group}"
    among = f"all {row.pairs:,} pairs" if row.level == "all" else row.group
    chance = "" if row.flagged or row.beyond_chance else ", which may be chance"
    if not decided:
        return f"{subject} decides no pair{group}."
    if row.ties:
        share = percent(max(row.share, 1 - row.share), 0)
        return (
            f"{subject} decides {decided:,} of {row.pairs:,} pairs{group}, {percent(right / decided, 0)} % of them "
            f"rightly ({share} % of all, ties half){chance}."
        )
    if row.decides:
        return f"{subject} gets {right:,} of {row.pairs:,} pairs{group} right{chance}."
    return f"{subject} gets {percent(right / decided, 0)} % of {among} right{chance}."
