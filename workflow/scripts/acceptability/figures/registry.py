"""Every figure: what it is drawn from, for whom, and its caption. The module that draws it stands beside this one."""

from acceptability.contracts.artefact import Artefact

METRICS = "results/metrics/{owner}"
FEATURES = {"features": f"{METRICS}/features.csv", "summary": f"{METRICS}/classifiers.csv"}
FEATURES_CAPTION = (
    "Mean MCC of the restarts on those sentences of the development set that have a feature; their number stands in "
    "brackets. The lines through the markers are 95 % intervals over sentences and restarts. An open marker: the MCC "
    "of some restart is undefined there and counts as 0. Dashed: the mean on the whole test set. Dotted: lines "
    "that a paper gives, such as its human annotators."
)
CLASSIFIERS = ("classifier_labels", "classifier_colours", "lines")

FIGURES = {
    "criteria": Artefact(
        reads={"criteria": f"{METRICS}/criteria.csv"},
        told=("labels", "references"),
        when=("pairs",),
        caption="Share of minimal pairs that meet each criterion, with 95 % intervals over clusters of pairs (such as "
        "phenomena). The BLiMP criterion: the acceptable sentence has the higher score. The Acceptability Delta "
        "Criterion (ADC): the system’s delta is within δ of the human one, and has its sign. Strokes: chance, which is "
        "what a row’s own deltas are expected to reach when they are dealt out to the pairs at random. Open circles: "
        "references, not systems.",
    ),
    "differences": Artefact(
        reads={"differences": f"{METRICS}/differences.csv"},
        told=("labels", "references"),
        when=("pairs",),
        caption="Share of the row minus share of the column, in percentage points; columns have the numbers of the "
        "rows. A corner marks what is not significant: p ≥ 0.05 in a paired test that flips the signs of whole "
        "clusters of pairs, after Holm’s correction for the comparisons that were planned together (those of a paper; "
        "all others between systems). Differences from references are not tested; there, a corner marks a 95 % "
        "interval that holds 0.",
    ),
    "phenomena": Artefact(
        reads={"phenomena": f"{METRICS}/phenomena.csv"},
        told=("labels",),
        when=("pairs",),
        caption="Phenomena, with their number of pairs, and systems. Up to 70 phenomena: the share of their pairs that "
        "each system gets right by the BLiMP criterion; 0.5, in white, is chance. More, if they are rated: the "
        "strictest criterion that the mean deltas of their pairs meet, those with the greatest mean human delta "
        "first.",
    ),
    "adc_curves": Artefact(
        reads={"curves": f"{METRICS}/adc_curves.csv"},
        told=("labels", "colours", "references", "thresholds"),
        when=("pairs", "rated"),
        caption="Share of pairs that meet the Acceptability Delta Criterion at every δ; vertical lines mark the δ of "
        "the tables. Grey: references, which are not models. The best constant delta and the shuffled human deltas "
        "know which sentence is acceptable, and nothing else of the pair. Corrected variant.",
    ),
    "specifications": Artefact(
        reads={"specifications": f"{METRICS}/specifications.csv"},
        told=("labels", "colours", "references"),
        when=("pairs", "rated"),
        caption="Every dot is the share of pairs that meet the ADC under one combination of choices. The squares below "
        "show which: the scale of the human ratings, the sentences that z-scores refer to, whether log-probabilities "
        "are divided by the number of words, pairs of any or of equal length, and whether pairs or phenomena weigh the "
        "same.",
    ),
    "correlations": Artefact(
        reads={"correlations": f"{METRICS}/pairs_correlations.csv"},
        told=("labels", "significance"),
        fixed={"level": "pairs"},
        when=("pairs", "rated"),
        caption="Pearson’s r of pairs’ deltas, between humans and systems and between systems; each over the "
        "points that both have. Columns have the numbers of the rows. A corner marks what is not significant, by the "
        "threshold that the configuration sets (figures: significance).",
    ),
    "sentence_correlations": Artefact(
        module="correlations",
        reads={"correlations": f"{METRICS}/sentences_correlations.csv"},
        told=("labels", "significance"),
        fixed={"level": "sentences"},
        when=("rated",),
        caption="Pearson’s r of sentences’ z-scores, between humans (their ratings) and systems and between systems; "
        "each over the points that both have. Columns have the numbers of the rows. A corner marks what is not "
        "significant, by the threshold that the configuration sets (figures: significance).",
    ),
    "sentences": Artefact(
        module="scatter",
        reads={"points": "results/points/{owner}/sentences.csv", "fits": f"{METRICS}/sentences_fits.csv"},
        told=("labels",),
        fixed={"level": "sentences"},
        when=("rated",),
        caption="Each point is one sentence: the system's z-score to the right, the human rating upwards. Points are "
        "shifted at random by at most 0.05 along the x-axis. The red line is the best fit of human on model.",
    ),
    "pairs": Artefact(
        module="scatter",
        reads={"points": "results/points/{owner}/pairs.csv", "fits": f"{METRICS}/pairs_fits.csv"},
        told=("labels",),
        fixed={"level": "pairs"},
        when=("pairs", "rated"),
        caption="Each point is one minimal pair: the system's delta to the right, the human delta upwards. Points are "
        "shifted at random by at most 0.05 along the x-axis. The red line is the best fit of human on model.",
    ),
    "people": Artefact(
        reads={"people": f"{METRICS}/people.csv"},
        told=("panels", "labels", "colours"),
        when=("pairs", "single_ratings"),
        caption="Share of pairs that meet the ADC at the smallest δ, with 95 % intervals over clusters and "
        "raters, on the pairs whose raters are known one by one. Upright strokes: chance, that is, the "
        "same deltas dealt out to the pairs at random. Dashed, with its interval: one delta for all "
        "pairs, which knows only which sentence is acceptable. Other people rated the same sentences in "
        "another experiment; on the scale of systems, their mean ratings have a standard deviation of 1.",
    ),
    "claims": Artefact(
        reads={"claims": f"{METRICS}/claims.csv"},
        when=("claims",),
        of="study",
        caption="In how many specifications (combinations of choices that the paper leaves open) each claim is "
        "supported, in at least 97.5 % of the bootstraps over phenomena and over articles, or refuted, in at "
        "most 2.5 %; undecided between.",
    ),
    "ceiling": Artefact(
        reads={"ceiling": f"{METRICS}/ceiling.csv"},
        when=("pairs", "single_ratings"),
        caption="How often one panel of participants meets the Acceptability Delta Criterion when another panel stands "
        "for the humans, by the number of raters of a sentence on either side. Solid: participants split into halves "
        "many times; the band holds 95 % of the splits. Dashed: what a model of sampling error predicts, also for more "
        "raters than can be split; dotted: the same where the first panel's ratings are brought to a standard "
        "deviation of 1, as systems' scores are. Open markers: a judge who knows every sentence's expected rating, "
        "against all raters. Grey: the same judge on the scale of systems, with a standard deviation of 1. That is no "
        "bound: a system whose scores vary more between phenomena than within pairs can do better. Only pairs whose "
        "participants' single ratings are known.",
    ),
    "restarts": Artefact(
        reads={"restarts": f"{METRICS}/restarts.csv"},
        told=CLASSIFIERS,
        when=("classifiers",),
        caption="Matthews correlation coefficient (MCC) of every restart of every classifier with the expert labels: 1 "
        "is full agreement, 0 is none. A restart differs from the others by its random numbers only. The line across a "
        "row is the mean. A cross marks a restart that calls all sentences acceptable, or none.",
    ),
    "major_features": Artefact(
        module="features",
        reads=FEATURES,
        told=CLASSIFIERS,
        fixed={"level": "major"},
        when=("classifiers", "major_features"),
        caption=FEATURES_CAPTION,
    ),
    "minor_features": Artefact(
        module="features",
        reads=FEATURES,
        told=CLASSIFIERS,
        fixed={"level": "minor"},
        when=("classifiers", "minor_features"),
        caption=FEATURES_CAPTION,
    ),
    "stability": Artefact(
        reads={"curve": f"{METRICS}/stability_curve.csv"},
        told=("unstable_labels", "unstable_colours"),
        when=("pairs", "unstable"),
        caption="Share of the sentences that at least two of the first k restarts judge differently, for ever more "
        "restarts. The restarts differ by their random numbers only.",
    ),
    "losses": Artefact(
        reads={"losses": "results/models/{owner}/losses.csv"},
        of="model",
        caption="The loss of a model that was trained here: minus the mean log-probability (natural) of the masked "
        "tokens. Lower is better. Where the curve of the held-out sentences turns up while the other goes down, the "
        "model learns its corpus by heart.",
    ),
}
