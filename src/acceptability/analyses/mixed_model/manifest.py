"""Measure how well each system's z-scores predict the ratings of single participants."""

from acceptability.analyses.analysis import Analysis, Part, Section, Shown
from acceptability.contracts.columns import DATASET, NOT_NEGATIVE, count, dataset_table, interval, number, text

MIXED_MODEL = dataset_table(
    "mixed_model",
    {
        **DATASET,
        "row": text("system/measure, or none: the model without a system", unique=True),
        "slope": number("SDs of a rating for an SD of the system's score; numbers are empty: no model", nullable=True),
        "slope_se": number(
            "its standard error, by the jackknife over articles (or phenomena), and participants' slopes", nullable=True
        ),
        **interval("its 95 % interval (Student's t)", prefix="slope_"),
        "log_likelihood": number("natural logarithm of the likelihood, at its maximum", nullable=True),
        "aic": number("Akaike's criterion", nullable=True),
        "delta_aic": number(
            "AIC minus the least AIC of the rows that are about the same ratings", NOT_NEGATIVE, nullable=True
        ),
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
        "ratings": count("ratings of single participants that count, in all rows that cover the same pairs alike"),
        "sentences": count("sentences that these are of"),
        "participants": count("participants who gave them"),
    },
)

ANALYSIS = Analysis(
    writes=(MIXED_MODEL,),
    when=("pairs", "single_ratings", "scores"),
    by_coverage=True,
    section=Section(160),
    quotes=("mixed_model",),
    tables={
        "mixed_model": Shown(
            caption=(
                "How well each system's z-scores predict the ratings of individual participants, in a mixed model.",
                "It has random intercepts of sentences and phenomena, and random slopes of participants.",
                "Slope: how much higher, in SDs, a sentence is rated if its score is one SD higher. In brackets: a 95 "
                "% interval over phenomena and participants.",
                Part(
                    "Articles have random intercepts, too, and intervals are over articles, not phenomena.",
                    column="articles",
                ),
                "Explained: share of the variance between sentences that the scores explain.",
                "ΔAIC: how much worse a model is than the best; more than 10 is clearly worse.",
                'Slopes may differ between participants; with "one slope", they may not.',
                '"With length": each model also knows how many words a sentence has, to which participants may '
                "respond differently.",
            ),
        ),
    },
)
