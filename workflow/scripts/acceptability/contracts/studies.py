"""Tables of studies: what a paper prints, claims and releases, beside what is computed here."""

from acceptability.contracts.columns import (
    Table,
    any_text,
    choice,
    count,
    interval,
    number,
    positive,
    share,
    text,
    zero_or_one,
)

KINDS = {
    "result": "a number or a statement, as the paper prints it",
    "reading": "a statement that no number of the paper decides: the note says how we read it",
    "definition": "a definition, a choice of the authors, or a property of a model or a corpus: nothing to recompute",
    "check": "a comparison of printed numbers that the paper itself does not make",
}
VERDICTS = {
    "reproduced": "comes out as printed, in every variant with a value",
    "as published only": "comes out with the published computation, not with the corrected one; so for other variants",
    "differs": "does not come out",
    "differs by our reading": "does not come out as we read a statement that no number of the paper decides",
    "consistent": "is about other printed numbers, and agrees with them; nothing is recomputed",
    "not recomputable": "cannot be recomputed from what was released and is at hand here; the note says why",
    "definition": KINDS["definition"],
}
COMPARED_WITH = {
    "data": "a number recomputed from data",
    "print": "other printed numbers",
    "nothing": "definitions, and what is not recomputable",
}

_CLAIM = {
    "place": text("section or table of the paper"),
    "claim": text("what it says there, in other words", unique=True),
    "threshold": any_text("the δ that it is about; empty: each"),
    "quantity": any_text("how it is computed (studies.claims.holds); empty: it cannot be"),
    "argument": any_text("of the quantity: patterns of rows, a bound"),
    "note": any_text("a remark"),
}
_PRINTED = {
    "place": text("section or table of the paper"),
    "item": text("what is printed there"),
    "printed": text("a number with the paper's own decimals, a bound (<0.0001, >0), or yes or no"),
    "kind": choice("; ".join(f"{name}: {meaning}" for name, meaning in KINDS.items()), KINDS),
    "quantity": any_text("how it is recomputed: a quantity of the study; empty: it cannot be"),
    "argument": any_text("of the quantity, separated by spaces"),
    "note": any_text("a remark; why nothing can be recomputed"),
}

CLAIMS = Table("claims", _CLAIM)
CHECKED_CLAIMS = Table(
    "checked_claims",
    {
        **_CLAIM,
        "own": any_text("yes or no: does it hold under the paper's own choices, corrected; empty: nothing is computed"),
        "holding": count("specifications in which it holds"),
        "specifications": count("specifications with its δ"),
        "different": count("of these, how many differ at all in what the claim is about"),
        "supported": count("specifications in which it holds in at least 97.5 % of the bootstraps over clusters"),
        "refuted": count("specifications in which it holds in at most 2.5 % of them"),
        "bootstraps": share("share of the bootstraps over clusters in which it holds, own choices", nullable=True),
        "equivalence_p": share("p of two one-sided tests, of claims that something is small", nullable=True),
        "bound": number("the number that the claim compares with; empty: it has none", nullable=True),
        "bound_from": number("lowest bound with the same verdict; empty: any lower one", nullable=True),
        "bound_to": number("highest bound with the same verdict; empty: any higher one", nullable=True),
        "depends_on": any_text("choices that alone turn support into refutation"),
        "verdict": text(
            "robust, holds, depends, undecided, fails, never holds, not reproducible here; or that its δ was not asked"
        ),
        "verdict_over_phenomena": any_text(
            "the verdict where phenomena are drawn, not clusters; empty: clusters do not consist of phenomena"
        ),
    },
    path="results/metrics/{study}/claims.csv",
)
ACCURACIES = Table(
    "accuracies",
    {
        "method": text("sentence, or another way of scoring that the authors tried, in their words"),
        "paradigm": text("the paradigm"),
        "share": share("share of its pairs that meet the BLiMP criterion"),
        "pairs": count("its pairs"),
    },
    unique=("method", "paradigm"),
    path="results/accuracies/{dataset}/{system}.csv",
)
RELEASED_ACCURACIES = Table(
    "released_accuracies",
    {
        "version": text("year of the release"),
        "method": text("sentence, or another way of scoring that the authors tried, in their words"),
        "system": text("a model, or human"),
        "paradigm": text("the paradigm"),
        "phenomenon": text("the phenomenon of the paradigm"),
        "share": share("share of its pairs that are right"),
    },
    unique=("version", "method", "system", "paradigm"),
    path="results/tables/{study}/released_accuracies.csv",
)
PRINTED = Table("printed", _PRINTED, path="paper/{study}/printed/{printed}.csv")
REPRODUCTION = Table(
    "reproduction",
    {
        **_PRINTED,
        "corrected": any_text("the recomputed value with all its digits, corrected; empty: none"),
        "difference": any_text("corrected minus printed; empty where one of them is no number"),
        "compared_with": choice("; ".join(f"{name}: {what}" for name, what in COMPARED_WITH.items()), COMPARED_WITH),
        "verdict": text("; ".join(f"{name}: {meaning}" for name, meaning in VERDICTS.items())),
    },
    strict=False,  # one more column for each variant that the study declares: the recomputed value,
    path="results/metrics/{study}/reproduction.csv",
)
RELEASED_MODELS = Table(
    "released_models",
    {
        "dataset": text("key of the dataset in the configuration"),
        "row": text("system/measure; or people, and which of their answers"),
        "label": text("its name"),
        "asked": any_text("how the model was asked in words; empty: it was not, or these are people"),
        "chance": share("share of the pairs that is right by guessing", nullable=True),
        "share": share("share of the pairs that it gets right; a tie is not right"),
        **interval("its 95 % interval over clusters"),
        "pairs": count("pairs that it covers"),
        "unanswered": share("share of the pairs that count here which it does not cover", nullable=True),
        "share_unanswered_half": share("share right if half of these, and of its ties, were right", nullable=True),
        "agreement": share("share of people's single answers that it agrees with", nullable=True),
        **interval("95 % interval of the agreement over clusters", "agreement_"),
        "ceiling": share("what fixed choices can agree with at most", nullable=True),
        "judged": number("pairs that the agreement is over", nullable=True),
    },
    unique=("dataset", "row"),
    path="results/tables/{study}/released_models.csv",
)
UNEQUAL_LENGTHS = Table(
    "unequal_lengths",
    {
        "paradigm": text("a paradigm with pairs whose sentences differ in their number of words", unique=True),
        "longer": count("those of its pairs whose acceptable sentence is the longer one"),
        "shorter": count("those whose acceptable sentence is the shorter one"),
        "p": share("of a two-sided sign test of the two counts"),
    },
    path="results/tables/{study}/unequal_lengths.csv",
)
CLASS_COUNTS = Table(
    "class_counts",
    {
        "part": text("a source or a split of a labelled corpus", unique=True),
        "kind": text("source or split"),
        "domain": text("in_domain: training sentences are from these sources; or out_of_domain"),
        "sentences": count("its sentences"),
        "acceptable": count("those of them that are acceptable"),
    },
    path="results/tables/{study}/class_counts.csv",
)
PAIR_CONSTRUCTION = Table(
    "pair_construction",
    {
        "source": text("part of the dataset that the pair is from"),
        "good_id": text("sentence_id of the acceptable member"),
        "bad_id": text("sentence_id of the other member"),
        "good_token": text("token number of the acceptable member"),
        "bad_token": text("token number of the other member"),
        "phenomenon": text("phenomenon of the pair"),
        "constructed": text("True or False: does the rule make the pair"),
        "curated": text("True or False: is the pair in the curators' list"),
        "discarded": text("True or False: did the curators discard it"),
        "status": text("how the two lists agree on the pair"),
        "note": any_text("the curators' remark"),
        "phenomena_from": text("where the phenomena of this part are from"),
    },
    unique=("good_id", "bad_id"),
    path="results/tables/{study}/pair_construction.csv",
)
HALVES = Table(
    "halves",
    {
        "system": text("key of the system in the configuration: a classifier that was released"),
        "half": text("all sentences and pairs, or those of a source"),
        "sentences": count("sentences"),
        "acceptable": count("those of them that the experts accept"),
        "called_acceptable": count("those of them that the system calls acceptable"),
        "mcc": number("Matthews correlation coefficient of what the system decides", nullable=True),
        **interval(prefix="mcc_"),
        "auc": share("how often an acceptable sentence scores higher than another one", nullable=True),
        **interval(prefix="auc_"),
        "pbc": number("point-biserial correlation of the scores and the experts' labels", nullable=True),
        "known": count("sentences that the system was trained on"),
        "mcc_new": number("MCC without these", nullable=True),
        "pairs": count("rated pairs"),
        "blimp": share("share of them that meet the BLiMP criterion, corrected; a tie counts as half"),
        "threshold": positive("the smallest δ in standard deviations"),
        "adc": share("share of them that meet the ADC with this δ, corrected; a tie that could counts as half"),
    },
    unique=("system", "half"),
)
RELEASED = Table(
    "released",
    {
        "system": text("key of the system in the configuration"),
        "measure": text("what was measured"),
        "released": text("key of the system whose released scores it is compared with"),
        "sentences": count("sentences that both score"),
        "equal": count("sentences whose scores differ by less than 0.001"),
        "median_difference": number("median of the absolute differences"),
        "greatest_difference": number("greatest absolute difference"),
        "pearson_r": number("Pearson's r of the scores", nullable=True),
    },
    unique=("system", "measure"),
    path="results/metrics/{dataset}/released.csv",
)
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
            "over whose cells: all; large_models, the five whose cells the paper correlates; without_5gram, these but "
            "for the 5-gram"
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
