"""Tables of evaluation: z-scores, deltas, criteria with their intervals, correlations, agreement, contamination, …"""

from acceptability.contracts.columns import (
    NOT_NEGATIVE,
    Table,
    choice,
    count,
    number,
    positive,
    share,
    text,
    zero_or_one,
)
from acceptability.options import OPTIONS

_DATASET = {"dataset": text("key of the dataset in the configuration")}
_SYSTEM = {"system": text("key of the system in the configuration"), "measure": text("what was measured")}
_THRESHOLD = {"threshold": positive("δ in standard deviations; empty for blimp", nullable=True)}
_INTERVAL = {
    "low": number(
        "lower end of its 95 % interval over clusters; empty: they do not say how others would differ", nullable=True
    ),
    "high": number("upper end of that interval", nullable=True),
}
_OVER_PHENOMENA = {
    "low_over_phenomena": number("lower end, over phenomena; empty: they are no parts of clusters", nullable=True),
    "high_over_phenomena": number("upper end of that interval", nullable=True),
}
_MET = {
    "met": number("pairs that meet the criterion, a tie counting as half"),
    "pairs": count("pairs that count"),
    "share": share("met / pairs"),
}

Z_SCORES = Table(
    "z_scores",
    {
        "sentence_id": text("the sentence"),
        "measure": text("what was measured"),
        "z_score": number("score in standard deviations from its population's mean"),
    },
    unique=("sentence_id", "measure"),
)
DELTAS = Table(
    "deltas",
    {
        "pair_id": text("the pair"),
        "measure": text("what was measured"),
        "human_delta": number("rating of the good member minus that of the bad one", nullable=True),
        "model_delta": number("z-score of the good member minus that of the bad one", nullable=True),
    },
    unique=("pair_id", "measure"),
    may_be_empty=True,
)
CRITERIA = Table(
    "criteria",
    {
        **_DATASET,
        **_SYSTEM,
        "variant": text("corrected, or a variant that a study declares"),
        "criterion": text("blimp or adc"),
        **_THRESHOLD,
        **_MET,
        "met": number("pairs that meet the criterion; of references that are random, the number expected"),
        "share": number("met / pairs; above 1 where a variant lets more unrated pairs meet the ADC than are rated"),
        **_INTERVAL,
        **_OVER_PHENOMENA,
        "ties": number("pairs that count whose members have the same score; empty: no scores", nullable=True),
        "share_ties_half": number("the share that is compared with others: a tie counts as half", nullable=True),
        "half_low": number("lower end of its 95 % interval over clusters", nullable=True),
        "half_high": number("upper end of that interval", nullable=True),
        "share_ties_met": number(
            "the share if ties met the criterion, as where the first of two equal scores wins; empty for adc",
            nullable=True,
        ),
        "chance": share(
            "share that the same deltas are expected to meet when permuted over the pairs, ties half; ADC, corrected",
            nullable=True,
        ),
        "chance_sd": number("standard deviation of that share in one permutation, or in one draw", nullable=True),
        "excess": number("share_ties_half minus chance", nullable=True),
        "excess_low": number("lower end of its 95 % interval over clusters", nullable=True),
        "excess_high": number("upper end of that interval", nullable=True),
        "chance_within": share("the same, each pair having the delta of another of its phenomenon", nullable=True),
        "excess_within": number("share_ties_half minus that", nullable=True),
        "excess_within_low": number("lower end of its 95 % interval over clusters", nullable=True),
        "excess_within_high": number("upper end of that interval", nullable=True),
        "fold_sd": number(
            "standard deviation of the share over divisions into folds; empty: nothing is cross-validated",
            NOT_NEGATIVE,
            nullable=True,
        ),
    },
    unique=("system", "measure", "variant", "criterion", "threshold"),
)
DOUBTS = Table(
    "doubts",
    {
        "about": text("ratings, sentences, pairs, intervals, or the key of a system or row (system/measure)"),
        "doubt": text("what is doubtful, and what to do about it, in words"),
    },
    may_be_empty=True,
)
SIZES = Table(
    "sizes",
    {
        "sentences": count("sentences of the dataset"),
        "pairs": count("minimal pairs"),
        "counted": count("pairs that count: the rated ones; all, where none is rated"),
        "paradigms": count("paradigms of the pairs"),
        "phenomena": count("phenomena of the pairs"),
        "clusters": count("clusters of the pairs that count"),
    },
)
DIFFERENCES = Table(
    "differences",
    {
        **_DATASET,
        "first": text("system/measure"),
        "second": text("system/measure"),
        "criterion": text("blimp or adc; both corrected"),
        **_THRESHOLD,
        "difference": number("share of the first minus share of the second, a tie counting as half"),
        **_INTERVAL,
        "p": share("two-sided; signs of whole clusters flipped; empty for references", nullable=True),
        "p_least": share("the smallest p_holm that any comparison of the family could have had", nullable=True),
        "detectable": number("difference that a single test would see in 80 % of samples", nullable=True),
        "family": text("comparisons that are corrected together: a study's, other ones, or references (none are)"),
        "p_holm": share("p corrected by Holm's method for the whole family, all criteria and δ", nullable=True),
        **_OVER_PHENOMENA,
        "p_holm_over_phenomena": share("p_holm with phenomena as clusters, likewise", nullable=True),
        "depends_on_clusters": number("1 where only one p_holm is below 0.05, else 0; empty: no test", nullable=True),
    },
    unique=("first", "second", "criterion", "threshold"),
    may_be_empty=True,
)
SKIPPED = Table(
    "skipped",
    {
        "sentence_id": text("a sentence that is left out of the dataset, with its pairs, for all systems"),
        "sentence": text("the sentence"),
        "system": text("key of a system whose model does not take it"),
        "tokens": count("tokens that the model would have to take at once, special ones included"),
        "limit": count("tokens that it takes at once"),
    },
    unique=("sentence_id", "system"),
    may_be_empty=True,
)
SPECIFICATIONS = Table(
    "specifications",
    {
        "threshold": positive("δ in standard deviations"),
        **{name: choice(option.meaning, option.values) for name, option in OPTIONS.items()},
        **_SYSTEM,
        "met": number("pairs that meet the ADC, a tie counting as half"),
        "pairs": count("pairs that count"),
        "share": number("met / pairs"),
        "blimp": share("share that meets the BLiMP criterion under the same choices"),
        "pearson_r": number("Pearson's r of model and human deltas; empty where it is undefined", nullable=True),
    },
)
COMPANIONS = Table(
    "companions",
    {
        **_DATASET,
        "row": text("system/measure"),
        "companion": text(
            "adc, rescaled_adc, pearson_r, lins_concordance, pearson_r_known_errors, noise_free_r or same_order; see "
            "analysis.companions"
        ),
        "threshold": positive("δ of the ADC; empty: none", nullable=True),
        "value": number("share or coefficient", nullable=True),
        "low": number("lower end of its 95 % interval over clusters", nullable=True),
        "high": number("upper end of that interval", nullable=True),
        "fold_sd": number("of rescaled_adc: SD over divisions into folds", NOT_NEGATIVE, nullable=True),
        "place": positive("1 for the greatest value of all systems; empty: a reference", nullable=True),
        "factor": number("of rescaled_adc: what serves the deltas best on all pairs", nullable=True),
        "pairs": count("pairs that count"),
    },
    unique=("row", "companion", "threshold"),
)
PHENOMENA = Table(
    "phenomena",
    {
        **_DATASET,
        **_SYSTEM,
        "phenomenon": text("phenomenon of the pairs"),
        "criterion": text("blimp or adc; both corrected"),
        **_THRESHOLD,
        **_MET,
        "mean_human_delta": number("mean of the human deltas of these pairs; empty: no ratings", nullable=True),
        "mean_model_delta": number("mean of the model deltas of these pairs"),
        "mean_meets": zero_or_one("1 where these two means meet the criterion"),
    },
    unique=("system", "measure", "phenomenon", "criterion", "threshold"),
)
AGREEMENT = Table(
    "agreement",
    {
        **_DATASET,
        **_SYSTEM,
        "chosen": text("all pairs, a source's, or those matched or unmatched in their number of words"),
        "statistic": text(
            "of pairs' deltas: pearson, spearman, kendall_tau_b; of the z-scores of the sentences in these pairs: "
            "sentence_pearson and sentence_spearman with ratings, point_biserial with labels; blimp and adc, "
            "corrected: share of pairs"
        ),
        "threshold": positive("δ in standard deviations, of adc only", nullable=True),
        "value": number("the statistic; empty: a side is constant, or fewer than 3 items", nullable=True),
        "items": count("pairs or sentences that count"),
    },
    unique=("system", "measure", "chosen", "statistic", "threshold"),
)
SEPARATION = Table(
    "separation",
    {
        **_DATASET,
        **_SYSTEM,
        "statistic": text(
            "of all labelled sentences: pbc (point-biserial correlation), most_possible_pbc, auc, d_prime, best_mcc, "
            "cross_validated_mcc; where scores are logarithms, exp_pbc and exp_heaviest (share of the variance of the "
            "exponentiated scores that is due to one sentence); of sets, which are paradigms where there are "
            "pairs: set_centred_pbc, within_share, mean_set_pbc, median_set_pbc, exp_median_set_pbc (as exp_pbc), "
            "sets, undefined_sets"
        ),
        "value": number("the statistic; empty: all labels or all scores are equal", nullable=True),
        **_INTERVAL,
        "items": count("sentences that count; of sets, a sentence counts in each of its sets"),
        "sentence_id": text("of exp_heaviest: that sentence", nullable=True),
    },
    unique=("system", "measure", "statistic"),
)
_MEMBERS = {"good": text("the acceptable sentence"), "bad": text("the other one")}
# One more column for each row, system/measure, as text: its model delta.
DISAGREEMENTS = Table(
    "disagreements",
    {
        "kind": text("humans_against_experts, missed_by_all or met_by_one"),
        "criterion": text("blimp or adc, corrected; empty where no system is asked", nullable=True),
        "threshold": positive("δ in standard deviations, of adc only", nullable=True),
        "met_by": text("rows (system/measure) of the one system that meet it, with spaces", nullable=True),
        "pair_id": text("the pair"),
        "phenomenon": text("phenomenon of the pair"),
        **_MEMBERS,
        "human_delta": number("rating of the good member minus that of the bad one", nullable=True),
    },
    strict=False,
    unique=("kind", "criterion", "threshold", "pair_id"),
    may_be_empty=True,
)
RESTART_SHARES = Table(
    "restart_shares",
    {
        "system": text("key of the classifier, or the name of released restarts"),
        "of": text("what has z-scores: labels, a decision as 1 or −1; or a classifier's measure"),
        "criterion": text("blimp or adc; both corrected"),
        **_THRESHOLD,
        "restarts": count("restarts"),
        "mean": share("mean over the restarts of the share of pairs that meet the criterion"),
        "sd": number("standard deviation over the restarts, ddof = 1; empty: one restart", nullable=True),
        "low": share("2.5th percentile over the restarts"),
        "high": share("97.5th percentile over the restarts"),
        "mean_ties_half": share("mean over the restarts of the share if a coin decided ties"),
    },
    unique=("system", "of", "criterion", "threshold"),
)
EXAMPLES = Table(
    "examples",
    {
        "pair_id": text("the pair", unique=True),
        "good_id": text("sentence_id of the acceptable member"),
        "bad_id": text("sentence_id of the other member"),
        "phenomenon": text("phenomenon of the pair"),
        **_MEMBERS,
        "good_rating": number("rating of the acceptable member", nullable=True),
        "bad_rating": number("rating of the other member", nullable=True),
        "human": number("rating of the good member minus that of the bad one", nullable=True),
    },
    strict=False,  # as in DISAGREEMENTS
    may_be_empty=True,
)
CORRELATIONS = Table(
    "correlations",
    {
        **_DATASET,
        "row": text("system/measure, or human"),
        "column": text("system/measure, or human"),
        "pearson_r": number("Pearson's r of the pairs' deltas, or of the sentences' z-scores", nullable=True),
        "p_value": number("two-sided p of r = 0, as if the points were independent", nullable=True),
        "low": number("lower end of the 95 % interval of r, by the jackknife over clusters", nullable=True),
        "high": number("upper end of that interval", nullable=True),
        "cluster_p": number("two-sided p of r = 0 by the same jackknife; figures mark by it", nullable=True),
        "points": count("pairs or sentences used: those where both columns have a value"),
        "common_r": number("Pearson's r over the points where every column has a value", nullable=True),
        "common_p": number("its two-sided p of r = 0, as p_value", nullable=True),
        "common_points": count("how many these points are"),
    },
    unique=("row", "column"),
)
POINTS = Table(
    "points",
    {
        "row": text("system/measure"),
        "id": text("sentence_id or pair_id"),
        "model": number("z-score of the sentence, or model delta of the pair", nullable=True),
        "human": number("rating of the sentence, or human delta of the pair", nullable=True),
    },
    unique=("row", "id"),
)
FITS = Table(
    "fits",
    {
        "row": text("system/measure", unique=True),
        "slope": number("slope of the best-fit line of human on model; empty where none exists", nullable=True),
        "intercept": number("its intercept", nullable=True),
        "pearson_r": number("Pearson's r of the points", nullable=True),
        "points": count("points with both values"),
        "low": number(
            "lower end of r's 95 % interval over clusters, of sentences over families (sentences that share a cluster "
            "of pairs, a set, a construction or their text) and raters, where single ratings are known; empty: below "
            "10 points, or in one cluster",
            nullable=True,
        ),
        "high": number("upper end of that interval", nullable=True),
    },
)
CONTAMINATION = Table(
    "contamination",
    {
        "sentence_id": text("the sentence", unique=True),
        "sentence": text("its text"),
        "trained_id": text("the training sentence that is the same"),
        "trained_sentence": text("its text"),
        "trained_label": zero_or_one("its label"),
    },
    may_be_empty=True,
)
CONTAMINATED_CRITERIA = Table(
    "contaminated_criteria",
    {
        **_SYSTEM,
        "chosen": text("all pairs, those with a sentence known from training, or those without (unknown)"),
        "criterion": text("blimp or adc"),
        **_THRESHOLD,
        **_MET,
    },
    unique=("system", "measure", "chosen", "criterion", "threshold"),
)
