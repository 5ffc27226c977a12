"""Tables of the sets of strings with one pronoun, and of their combinations."""

from acceptability.contracts.columns import Table, count, number, share, text, zero_or_one

_CELL = {
    "system": text("whose scores, as the study calls it"),
    "experiment": text("the experiment that the strings are from"),
    "pronoun": text("the pronoun that is scored"),
}
SETS = Table(
    "sets",
    {
        **_CELL,
        "set": text("an item in all its conditions"),
        "strings": count("its strings"),
        "acceptable": count("those of them that are acceptable"),
        "pbc": number("point-biserial correlation of scores and labels; empty where it is undefined", nullable=True),
        "auc": share("AUC of scores and labels; a tie counts as half, so that of equal scores only is 0.5"),
        "right": share("do ungrammatical strings score lowest: 1, 0, or its chance where means are equal"),
        "right_by_released_rule": share("the same, but where exactly two means are equal and lowest, 0"),
        "tied": zero_or_one("1 where others share the lowest mean with the ungrammatical strings"),
        "right_as_released": share(
            "right_by_released_rule where the released labels say which strings are ungrammatical"
        ),
        "levene_p": number("Levene's test of equal variances; empty or 0 where none varies", nullable=True),
        "mann_whitney_p_as_published": number("half the normal approximation's two-sided p", nullable=True),
        "mann_whitney_p": number("two-sided p, exact for small sets", nullable=True),
    },
    unique=("system", "set"),
    path="results/tables/{study}/sets.csv",
)
CELLS = Table(
    "cells",
    {
        **_CELL,
        "strings": count("strings of all its sets"),
        "sets": count("its sets"),
        "tied_sets": count("sets in which others share the lowest mean with the ungrammatical strings"),
        "pbc": number("point-biserial correlation of all strings; empty where it is undefined", nullable=True),
        "most_possible_pbc": number("the most that these scores could reach", nullable=True),
        "auc": share("how often an acceptable string scores higher than another one", nullable=True),
        "d_prime": number("the distance of two normal distributions with this AUC", nullable=True),
        "best_mcc": number("Matthews correlation coefficient at the best threshold", nullable=True),
        "cross_validated_mcc": number("the same at the threshold that is best for all other sets", nullable=True),
        "pbc_low": number("95 % interval over sets", nullable=True),
        "pbc_high": number("95 % interval over sets", nullable=True),
        "auc_low": number("95 % interval over sets", nullable=True),
        "auc_high": number("95 % interval over sets", nullable=True),
        "set_centred_pbc": number("PBC of each score minus the mean of its set", nullable=True),
        "within_share": number("share of the variance that lies within sets", nullable=True),
        "mean_set_pbc": number("mean of the sets' own PBCs, where they are defined", nullable=True),
        "mean_set_auc": share("mean of the sets' own AUCs, a tie counting as half"),
        "pbc_as_released": number("PBC with the released labels", nullable=True),
        "accuracy": share("share of sets that are right; the chance of it where means are equal"),
        "accuracy_low": number("95 % interval over sets", nullable=True),
        "accuracy_high": number("95 % interval over sets", nullable=True),
        "accuracy_by_released_rule": share("the same, but where exactly two means are equal and lowest, 0"),
        "accuracy_as_released": share(
            "accuracy_by_released_rule with the released labels: what the authors' program gives on average"
        ),
        "released_accuracy": share("what the authors released; in sets with equal means, their program drew at random"),
    },
    unique=("system", "experiment", "pronoun"),
    path="results/tables/{study}/cells.csv",
)
AGREEMENT_WITH_ACCURACY = Table(
    "agreement_with_accuracy",
    {
        "systems": text(
            "over whose cells: all; large_models, the five whose cells the paper correlates; without_5gram, without "
            "the 5-gram"
        ),
        "measure": text("pbc, auc, set_centred_pbc, mean_set_pbc or mean_set_auc of the contract cells"),
        "accuracy": text("released_accuracy, accuracy_by_released_rule or accuracy of the contract cells"),
        "spearman_rho": number("Spearman's rank correlation of the two; empty: a side is constant", nullable=True),
        "cells": count("cells that count"),
        "undefined": count("cells that are left out, because the measure is undefined there"),
    },
    unique=("systems", "measure", "accuracy"),
    path="results/tables/{study}/agreement_with_accuracy.csv",
)
