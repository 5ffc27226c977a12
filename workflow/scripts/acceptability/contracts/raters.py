"""Tables about the people who rated: ceilings, sampling error, other people, a mixed model of single ratings."""

from acceptability.contracts.columns import NOT_NEGATIVE, Table, count, number, positive, share, text

_DATASET = {"dataset": text("key of the dataset in the configuration")}

CEILING = Table(
    "ceiling",
    {
        **_DATASET,
        "comparison": text(
            "equal_panels, scaled_panels (the first at SD 1), rest (one panel against all other raters), "
            "expected_ratings, scaled_ratings; whole_…: of all rated pairs, see analysis.ceiling.whole_ceiling"
        ),
        "raters": number(
            "raters of a sentence on the first side, which stands in for a system; empty: expected ratings, "
            "which have no sampling error",
            nullable=True,
        ),
        "against": number("raters of a sentence on the other side"),
        "criterion": text("blimp or adc, both corrected; sentence_r or pair_r, Pearson's r of ratings or deltas"),
        "threshold": positive("δ in standard deviations; empty but for adc", nullable=True),
        "source": text("observed (split halves), noise model, or Spearman-Brown"),
        "mean": number("share of pairs, or r: mean over the splits, or expected", nullable=True),
        "low": number("2.5th percentile over the splits; empty where nothing is split", nullable=True),
        "high": number("97.5th percentile over the splits", nullable=True),
        "pairs": number("pairs that count, mean over the splits"),
    },
    unique=("comparison", "raters", "against", "criterion", "threshold", "source"),
    may_be_empty=True,
)

PEOPLE = Table(
    "people",
    {
        **_DATASET,
        "system": text(
            "a system; people (other people), predicted (what the noise model says of as many others), judge (of one "
            "without sampling error), reference; human (the human deltas themselves; only certain, certainly_met)"
        ),
        "measure": text("what was measured; raw or sd_1 (brought to an SD of 1): of the mean ratings"),
        "statistic": text(
            "blimp; adc; adc_se: the ADC with δ in standard errors of each human delta; pair_r, pair_rho; certain: "
            "share of pairs whose decision by the ADC is the same in the whole 95 % interval of the human delta; "
            "certainly_met: of those that meet it there"
        ),
        "threshold": positive("δ, in standard deviations or in standard errors; empty: none", nullable=True),
        "value": number("share of pairs, or Pearson's r or Spearman's rho of deltas", nullable=True),
        "low": number("lower end of its 95 % interval over clusters and raters", nullable=True),
        "high": number("upper end of that interval", nullable=True),
        "rater_sd": number(
            "root of the variance that raters add to that over clusters; 0: none is seen", nullable=True
        ),
        "chance": share("expected ADC of the same deltas, permuted over the pairs", nullable=True),
        "excess": number("value minus chance", nullable=True),
        "excess_low": number("lower end of its 95 % interval", nullable=True),
        "excess_high": number("upper end of that interval", nullable=True),
        "above": number("value minus that of the constant delta that is best on other clusters", nullable=True),
        "above_low": number("lower end of its 95 % interval", nullable=True),
        "above_high": number("upper end of that interval", nullable=True),
        "fold_sd": number(
            "SD of above, or of a cross-validated reference, over divisions into folds", NOT_NEGATIVE, nullable=True
        ),
        "pairs": count("pairs of which every panel rated both members"),
    },
    unique=("system", "measure", "statistic", "threshold"),
    may_be_empty=True,
)

HUMAN_ERROR = Table(
    "human_error",
    {
        **_DATASET,
        "statistic": text(
            "raters (mean of a sentence), rating_sd (of one z-score around its sentence's mean, pooled), delta_sd, "
            "reliability (share of the deltas' variance that is no sampling error), se_lower_quartile, se_median, "
            "se_upper_quartile (of the deltas' standard errors), se_above (share of these that exceed δ), "
            "below_two_se (share of deltas nearer to 0 than two standard errors), place_slope, place_slope_se, "
            "place_slope_construction, place_slope_construction_se: see analysis.places.of_ratings"
        ),
        "threshold": positive("δ in standard deviations; empty but for se_above", nullable=True),
        "value": number("the statistic", nullable=True),
        "number": count("sentences, pairs or constructions that it is over"),
    },
    unique=("statistic", "threshold"),
)

NOISE_FLOOR = Table(
    "noise_floor",
    {
        **_DATASET,
        "sources": text("all, or the sources of the two sentences", unique=True),
        "strings": count("strings that two or more rated ids have"),
        "differences": count("twos of such ids"),
        "sd": number("standard deviation of the two ratings' difference, around 0; empty: none", nullable=True),
        "mean_absolute": number("mean absolute difference", nullable=True),
        "known": count("differences of which single ratings of both ids are known"),
        "sd_known": number("their standard deviation, around 0", nullable=True),
        "sd_expected": number("what sampling error alone would make of it", nullable=True),
        "p": share("chance that sampling error alone makes differences so great", nullable=True),
    },
)

MIXED_MODEL = Table(
    "mixed_model",
    {
        **_DATASET,
        "row": text("system/measure, or none: the model without a system", unique=True),
        "slope": number("SDs of a rating for an SD of the system's score; numbers are empty: no model", nullable=True),
        "slope_se": number(
            "its standard error, by the jackknife over articles (or phenomena), and participants' slopes", nullable=True
        ),
        "slope_low": number("lower end of its 95 % interval (Student's t)", nullable=True),
        "slope_high": number("upper end of that interval", nullable=True),
        "log_likelihood": number("natural logarithm of the likelihood, at its maximum", nullable=True),
        "aic": number("Akaike's criterion", nullable=True),
        "delta_aic": number("AIC minus the least AIC of all rows", NOT_NEGATIVE, nullable=True),
        "delta_aic_one_slope": number(
            "the same of models in which all participants have one slope", NOT_NEGATIVE, nullable=True
        ),
        "delta_aic_length": number(
            "the same of models that also know a sentence's number of words, for which each participant has a slope, "
            "too; empty: it does not differ, or the score is nothing else",
            NOT_NEGATIVE,
            nullable=True,
        ),
        "item_variance": number("variance between sentences of a phenomenon", NOT_NEGATIVE, nullable=True),
        "phenomenon_variance": number("variance between phenomena (of an article)", NOT_NEGATIVE, nullable=True),
        "article_variance": number("variance between articles; empty: no such term", NOT_NEGATIVE, nullable=True),
        "participant_slope_variance": number("variance of the slope between participants", NOT_NEGATIVE, nullable=True),
        "residual_variance": number("variance of single ratings around all this", NOT_NEGATIVE, nullable=True),
        "explained": number(
            "share of the variance between sentences (items, phenomena, articles) without a system that it takes away",
            nullable=True,
        ),
        "ratings": count("ratings of single participants that count, in all rows alike"),
        "sentences": count("sentences that these are of"),
        "participants": count("participants who gave them"),
    },
)

CHOSEN_PAIRS = Table(
    "chosen_pairs",
    {
        "pair_id": text("the pair", unique=True),
        "paradigm": text("its paradigm"),
        "phenomenon": text("its phenomenon"),
        "cluster": text("the unit that intervals take whole"),
        "answers": count("people who chose one of its sentences"),
        "right": count("how many chose the acceptable one"),
        "share": share("right / answers"),
        "majority": text("right, wrong, or split: as many for the one as for the other"),
    },
    may_be_empty=True,
)

CHOOSERS = Table(
    "choosers",
    {
        "participant": text("who chose", unique=True),
        "answers": count("pairs that the participant judged"),
        "right": count("how often the participant chose the acceptable sentence"),
        "share": share("right / answers"),
        "p": share("how likely somebody who guesses gives so many right answers, or more"),
    },
    may_be_empty=True,
)

CHOICE_SUMMARY = Table(
    "choice_summary",
    {
        **_DATASET,
        "statistic": text(
            "answers, participants; means over pairs: individual (share of right answers; individual_all: as if the "
            "excluded answers counted), majority (right), split, "
            "unanimous, best_guess (share of the more frequent answer: what a fixed choice can agree with at most), "
            "one_against_others (one person chooses as most others do); at_chance: participants who answered often and "
            "are not above chance; good_first, place_slope: see analysis.places.of_choices; "
            "reliability: pairs_over_people, paradigms_over_people, paradigms_over_pairs; where "
            "pairs are rated: rated_r and rated_adc, see analysis.choices.beside_ratings"
        ),
        "threshold": positive("δ in standard deviations; empty but for rated_adc", nullable=True),
        "value": number("the statistic", nullable=True),
        "low": number("lower end of its 95 % interval over clusters; empty: none", nullable=True),
        "high": number("upper end of that interval", nullable=True),
        "number": count("pairs, participants or paradigms that it is over"),
        "fold_sd": number(
            "SD over divisions into folds, of rated_adc; empty: nothing is cross-validated",
            NOT_NEGATIVE,
            nullable=True,
        ),
    },
    unique=("statistic", "threshold"),
)

CHOICE_AGREEMENT = Table(
    "choice_agreement",
    {
        **_DATASET,
        "row": text("system/measure"),
        "statistic": text("answers, majority (shares), pair_r, paradigm_r: see analysis.choices.agreement"),
        "value": number("the statistic", nullable=True),
        "low": number("lower end of its 95 % interval over clusters", nullable=True),
        "high": number("upper end of that interval", nullable=True),
        "ceiling": number("what the people's own disagreement leaves to reach", nullable=True),
        "number": count("pairs or paradigms that it is over"),
    },
    unique=("row", "statistic"),
)
