"""Measure how well panels of people agree with each other, and how precisely the human deltas are known."""

from acceptability.analyses.analysis import Analysis, Part, Section, Shown
from acceptability.contracts.columns import DATASET, count, dataset_table, number, positive, text

CEILING = dataset_table(
    "ceiling",
    {
        **DATASET,
        "comparison": text(
            "equal_panels, scaled_panels (the first at SD 1), rest (one panel against all other raters), "
            "expected_ratings, scaled_ratings; whole_…: of all rated pairs, see analyses.ceiling.compute.whole_ceiling"
        ),
        "raters": number(
            "raters of a sentence on the first side, which replaces a system; empty: expected ratings, "
            "which have no sampling error",
            nullable=True,
        ),
        "against": number("raters of a sentence on the other side"),
        "criterion": text("blimp or adc, both corrected; sentence_r or pair_r, Pearson's r of ratings or deltas"),
        "threshold": positive("δ in standard deviations; empty except for adc", nullable=True),
        "source": text("observed (split halves), noise model, or Spearman-Brown"),
        "mean": number("share of pairs, or r: mean over the splits, or expected", nullable=True),
        "low": number("2.5th percentile over the splits; empty where nothing is split", nullable=True),
        "high": number("97.5th percentile over the splits", nullable=True),
        "pairs": number("pairs that count, mean over the splits; where there are none, sentences"),
        "splits": number("random splits of the people; empty where nothing is split", nullable=True),
    },
    unique=("comparison", "raters", "against", "criterion", "threshold", "source"),
    may_be_empty=True,
)
HUMAN_ERROR = dataset_table(
    "human_error",
    {
        **DATASET,
        "statistic": text(
            "raters (mean of a sentence), rating_sd (of one z-score around its sentence's mean, pooled), perfect_r (r "
            "with the mean ratings that a predictor of every expected rating is expected to have), delta_sd, "
            "reliability (share of the deltas' variance that is no sampling error), sentence_sd, sentence_reliability "
            "(the same of the sentences' ratings), rating_sd_place, reliability_place, sentence_reliability_place, "
            "place_share (see statistics.rating_error.error_without_place), se_lower_quartile, se_median, "
            "se_upper_quartile (of the deltas' standard errors), se_above (share of these that exceed δ), "
            "below_two_se (share of deltas nearer to 0 than two standard errors), place_slope, place_slope_se, "
            "place_slope_construction, place_slope_construction_se: see statistics.places.effects_on_ratings"
        ),
        "threshold": positive("δ in standard deviations; empty except for se_above", nullable=True),
        "value": number("the statistic", nullable=True),
        "number": count("sentences, pairs or constructions that it is over; of place_share, slopes that were fitted"),
    },
    unique=("statistic", "threshold"),
)

ANALYSIS = Analysis(
    writes=(CEILING, HUMAN_ERROR),
    when=("single_ratings",),
    section=Section(140),
    quotes=("ceiling", "human_error"),
    tables={
        "ceiling": Shown(
            caption=(
                "How well panels of a given number of raters per sentence agree with others.",
                "ADC: share of pairs that meet it. r: Pearson's r of sentences' ratings and of pairs' deltas.",
                '"observed": mean over splits of the participants. "predicted": by Spearman and Brown\'s formula for '
                "r, by a model of sampling error for the shares.",
                '"expected ratings": a judge who knows the mean rating that each sentence would get from very many '
                "participants, against that number of raters.",
                '"SD 1": the first panel is scaled to a standard deviation of 1, as systems are.',
                Part(
                    '"whole set": all rated pairs, under an assumption about the number of raters of sentences '
                    "without individual ratings.",
                    when=("assumed_raters",),
                ),
                "BLiMP: whether those in the first column agree with the experts.",
            ),
            when=("pairs", "single_ratings"),
        ),
        "ceiling_of_sentences": Shown(
            caption=(
                "How well panels of a given number of raters per sentence agree with others, by Pearson's r of the "
                "sentences' ratings.",
                "Only sentences with enough raters count: larger panels may be about other sentences.",
                '"observed": mean over splits of the participants, with 95 % of the splits in square brackets. '
                '"predicted": by Spearman and Brown\'s formula, from the largest panels that rated all sentences.',
                '"expected ratings": a judge who knows the mean rating that each sentence would get from very many '
                "participants, against that number of raters.",
            ),
            when=("sentences_only", "single_ratings"),
        ),
        "human_error": Shown(
            caption=(
                "How precisely the human ratings are known.",
                Part(
                    "The unit is z-scores of ratings. Compare the standard errors of human deltas with δ: a delta is "
                    "uncertain by that much, because a limited number of participants rated each sentence.",
                    when=("pairs",),
                ),
                Part(
                    "The effect of the place in the questionnaire is linear, with a slope for each kind of sentence.",
                    when=("places",),
                ),
            ),
        ),
    },
    figures={
        "ceiling": Shown(
            caption=(
                "Share of pairs on which one panel of participants meets the ADC when another panel provides the "
                "human ratings.",
                "The panels have the same number of raters of a sentence. Only pairs whose individual ratings are "
                "known count.",
                "Solid: observed when participants are split into halves many times; the bands contain 95 % of the "
                "splits.",
                "Dashed: predicted from sampling error, also for more raters than a half has.",
                "Dotted: the same with the first panel’s ratings scaled to a standard deviation (SD) of 1, as "
                "systems’ scores are.",
                "Open markers: a judge who knows every sentence’s expected rating, against all raters. Grey markers: "
                "the same judge at SD 1.",
                "The latter is not an upper bound: a system whose scores vary more between phenomena than within "
                "pairs can do better.",
            ),
            when=("pairs", "single_ratings"),
        ),
        "ceiling_of_sentences": Shown(
            caption=(
                "Pearson’s r of the ratings that a panel of participants gives to sentences with those of another "
                "panel of its size, and with those of all others, by the raters of a sentence in the panel. Points: "
                "observed when participants are split many times; vertical lines contain 95 % of the splits. Only "
                "sentences with so many raters count, which may be others in larger panels. Dashed: predicted by "
                "Spearman and Brown’s formula from the largest panels that rated all sentences."
            ),
            when=("sentences_only", "single_ratings"),
        ),
    },
)
