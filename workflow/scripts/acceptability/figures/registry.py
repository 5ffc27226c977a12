"""Every figure: what it is drawn from, for whom, and its caption. The module that draws it stands beside this one."""

from acceptability.contracts.artefact import METRICS, Artefact

FEATURES = {"features": f"{METRICS}/features.csv", "summary": f"{METRICS}/classifiers.csv"}
HIGH = (
    "Classifiers on an encoder: MCCs on development sentences are too high, because these sentences decided which "
    "epoch was kept; look at the test set."
)
FEATURES_CAPTION = (
    "Mean Matthews correlation coefficient (MCC) of the restarts on the sentences of the development set that have a "
    "feature; their number is in brackets. Lines through the markers: 95 % intervals over sentences and restarts. Open "
    "markers: the MCC of at least one restart is undefined there and left out. Dashed: the system’s mean on the "
    "whole test set. Dotted: values that a paper gives, such as that of human annotators. "
) + HIGH
DIVISIONS = {"divisions": f"{METRICS}/divisions.csv"}
CLASSIFIERS = ("classifier_labels", "classifier_colours", "lines")

FIGURES = {
    "criteria": Artefact(
        reads={"criteria": f"{METRICS}/criteria.csv"},
        told=("labels", "references"),
        when=("pairs",),
        caption="Share of minimal pairs that meet each criterion, a tie counting as half, with 95 % intervals over "
        "clusters of pairs, such as publications, paradigms or phenomena. The BLiMP criterion: the acceptable "
        "sentence has the higher score. The Acceptability Delta Criterion (ADC): the system’s delta is within δ of the "
        "human one, and has its sign. Vertical strokes: chance, which is what a row’s own deltas are expected to reach "
        "when they are assigned to the pairs at random. Open circles: references, not systems.",
    ),
    "differences": Artefact(
        reads={"differences": f"{METRICS}/differences.csv"},
        told=("labels", "references"),
        when=("pairs",),
        caption="Share of the row minus share of the column, in percentage points, a tie counting as half; columns are "
        "numbered like the rows. A corner marks what is not significant: p ≥ 0.05 in a paired test that flips the "
        "signs of whole clusters of pairs, after Holm’s correction for all comparisons of the same family by all "
        "criteria (those between the systems of a paper; all others between systems). Differences from references are "
        "not tested; there, a corner marks a 95 % interval that includes 0.",
    ),
    "phenomena": Artefact(
        reads={"phenomena": f"{METRICS}/phenomena.csv"},
        told=("labels",),
        when=("pairs",),
        caption="Phenomena, with their number of pairs in brackets, and systems. For up to 70 phenomena: the share of "
        "their pairs that each system gets right by the BLiMP criterion; 0.5, in white, is chance. For more phenomena "
        "with ratings: the strictest criterion that the mean delta of the phenomenon’s pairs meets; phenomena with the "
        "greatest mean human delta come first.",
    ),
    "paradigms": Artefact(
        reads={"levels": f"{METRICS}/by_level.csv"},
        told=("labels", "others"),
        when=("paradigms",),
        caption="Paradigms, with their number of pairs in brackets, and systems: the share of pairs that each gets "
        "right by the BLiMP criterion, a tie counting as half; 0.5, in white, is chance. Beside the systems that run: "
        "people, where they chose one sentence of a pair (the share of right answers), and systems of which only the "
        "share of each paradigm was released.",
    ),
    "phenomenon_bars": Artefact(
        reads={"levels": f"{METRICS}/by_level.csv"},
        told=("labels", "others"),
        when=("paradigms",),
        caption="Share of pairs that meet the BLiMP criterion, a tie counting as half, by phenomenon, with 95 % "
        "intervals over its paradigms (of all pairs, and where a paradigm has pairs of several clusters: over "
        "clusters). With two paradigms, the interval is very wide. Vertical strokes: the share of single answers that "
        "are right, where people chose one sentence of a pair. Dotted: chance.",
    ),
    "lengths": Artefact(
        reads={"predictors": f"{METRICS}/by_predictor.csv"},
        told=("labels", "colours"),
        when=("paradigms",),
        caption="Share of pairs that meet the BLiMP criterion, a tie counting as half: by the number of words of the "
        "acceptable sentence (rare lengths joined with the next one), by whether it is shorter or longer than the "
        "other, by its score and its score per word (from the lowest tenth of the pairs to the highest), and by the "
        "size of the delta, which is how sure the system is.",
    ),
    "choices": Artefact(
        reads={"agreement": f"{METRICS}/choices_agreement.csv", "overall": f"{METRICS}/choices_summary.csv"},
        told=("labels", "references", "others"),
        when=("choices",),
        caption="Systems beside people who chose the better sentence of a pair: the share of single answers that a "
        "system agrees with; the correlation of its deltas with the share of people who chose the acceptable sentence; "
        "and that of its shares by paradigm with theirs. Lines through the points: 95 % intervals over clusters. "
        "Dashed: the ceiling, which is what people’s own disagreement leaves to reach. Orange: how often one person "
        "agrees with most others. Dotted: chance.",
    ),
    "adc_curves": Artefact(
        reads={"curves": f"{METRICS}/adc_curves.csv"},
        told=("labels", "colours", "references", "thresholds"),
        when=("pairs", "rated"),
        caption="Share of pairs that meet the Acceptability Delta Criterion (ADC) at every δ. Vertical lines mark "
        "the δ of the tables. Grey lines, named where they end: references, not systems. The best constant "
        "delta and the shuffled human deltas use only which sentence of a pair is acceptable.",
    ),
    "specifications": Artefact(
        reads={"specifications": f"{METRICS}/specifications.csv"},
        told=("labels", "colours", "references"),
        when=("pairs", "rated"),
        caption="Share of pairs that meet the ADC under every specification, that is, combination of choices; for "
        "each δ, from the lowest mean share of the systems to the highest. A line is a system or a "
        "reference. The marks below show the choices of each specification: the scale of the human ratings, "
        "the sentences whose SD z-scores are based on, whether log-probabilities are divided by the number "
        "of words, which pairs count, and whether each pair or each phenomenon weighs the same.",
    ),
    "correlations": Artefact(
        reads={"correlations": f"{METRICS}/pairs_correlations.csv"},
        told=("labels", "significance"),
        fixed={"level": "pairs"},
        when=("pairs", "rated"),
        caption="Pearson’s r of pairs’ deltas, between people and systems and between systems; each over the "
        "pairs for which both have a delta. Columns are numbered like the rows. A corner marks what is not "
        "significant over clusters, by the threshold that the configuration sets (figures: significance).",
    ),
    "sentence_correlations": Artefact(
        module="correlations",
        reads={"correlations": f"{METRICS}/sentences_correlations.csv"},
        told=("labels", "significance"),
        fixed={"level": "sentences"},
        when=("rated",),
        caption="Pearson’s r of sentences’ z-scores, between people (their ratings) and systems and between systems; "
        "each over the sentences for which both have a value. Columns are numbered like the rows. A corner marks "
        "what is not significant over families of sentences, by the threshold that the configuration sets (figures: "
        "significance).",
    ),
    "sentences": Artefact(
        module="scatter",
        reads={"points": "results/points/{owner}/sentences.csv", "fits": f"{METRICS}/sentences_fits.csv"},
        told=("labels",),
        fixed={"level": "sentences"},
        when=("rated",),
        caption="Each point is a sentence: the system’s z-score along the x-axis, the human rating along the "
        "y-axis. Points are shifted at random by at most 0.05 along the x-axis. Red: the best-fitting line "
        "of human on model.",
    ),
    "pairs": Artefact(
        module="scatter",
        reads={"points": "results/points/{owner}/pairs.csv", "fits": f"{METRICS}/pairs_fits.csv"},
        told=("labels",),
        fixed={"level": "pairs"},
        when=("pairs", "rated"),
        caption="Each point is a minimal pair: the system’s delta along the x-axis, the human delta along the "
        "y-axis. Points are shifted at random by at most 0.05 along the x-axis. Red: the best-fitting line "
        "of human on model.",
    ),
    "linking_functions": Artefact(
        reads={"fits": f"{METRICS}/sentences_fits.csv"},
        told=("linking_functions",),
        when=("linking_functions",),
        caption="Pearson’s r of sentences’ scores with human ratings, by model and by linking function: what turns a "
        "model’s log-probabilities into a score. Lines through the markers: 95 % intervals by the jackknife over "
        "families of sentences, which share a cluster of pairs, a set, a construction or their text, and over raters, "
        "where individual ratings are known. PLL: pseudo-log-likelihood, of masked models. MORCELA is fitted to the "
        "ratings of other families than those that it predicts.",
    ),
    "factorial": Artefact(
        reads={"factorial": f"{METRICS}/factorial.csv"},
        told=("labels", "colours"),
        when=("factorial",),
        caption="Mean z-scores of the four conditions of each 2 × 2 design, of people and of systems. Solid and "
        "dashed: the first and second level of one factor; from left to right: of the other. Parallel lines: no "
        "interaction. In the corner: the interaction, by how much the dashed line falls more than the solid one, such "
        "as the island effect. Vertical lines: 95 % intervals over items (and people). A system’s scores have an "
        "SD of 1 over all sentences, but for predictions of ratings on their own scale; people’s mean ratings have a "
        "smaller one.",
    ),
    "people": Artefact(
        reads={"people": f"{METRICS}/people.csv"},
        told=("panels", "labels", "colours"),
        when=("pairs", "single_ratings"),
        caption="Share of pairs that meet the ADC at the smallest δ, on the pairs whose individual ratings are known. "
        "Lines through the points: 95 % intervals over clusters and raters. Vertical strokes: chance, the "
        "share expected when the same deltas are assigned to the pairs at random. Dashed line and grey "
        "band: the best constant delta and its 95 % interval; it uses only which sentence of a pair is "
        "acceptable. Other people rated the same sentences in another experiment; “SD 1” means that their "
        "mean ratings are scaled to a standard deviation of 1, as systems’ scores are.",
    ),
    "claims": Artefact(
        reads={"claims": f"{METRICS}/claims.csv"},
        when=("claims",),
        of="study",
        caption="Share of the specifications (combinations of choices that the paper leaves open) in which each "
        "claim is supported (it holds in at least 97.5 % of the bootstrap samples of clusters), "
        "refuted (it holds in at most 2.5 %) or undecided. Right: the verdict. “Our reading”: we read the "
        "claim off a table; the text of the paper does not state it.",
    ),
    "ceiling": Artefact(
        reads={"ceiling": f"{METRICS}/ceiling.csv"},
        when=("pairs", "single_ratings"),
        caption="Share of pairs on which one panel of participants meets the ADC when another panel provides the "
        "human ratings, by the number of raters of a sentence in each panel; only pairs whose individual ratings "
        "are known. Solid: observed when participants are split into halves many times; the bands contain 95 % of "
        "the splits. Dashed: predicted from sampling error, also for more raters than a half has. Dotted: "
        "the same with the first panel’s ratings scaled to a standard deviation (SD) of 1, as systems’ "
        "scores are. Open markers: a judge who knows every sentence’s expected rating, against all raters; "
        "grey markers: the same judge at SD 1. The latter is not an upper bound: a system whose scores vary more "
        "between phenomena than within pairs can do better.",
    ),
    "restarts": Artefact(
        reads={"restarts": f"{METRICS}/restarts.csv"},
        told=CLASSIFIERS,
        when=("classifiers",),
        caption="Matthews correlation coefficient (MCC) of every restart of every classifier with the expert "
        "labels: 1 is full agreement, 0 is chance. Restarts differ only in their random numbers. The stroke "
        "across a row is the mean. A cross marks a restart that calls all sentences acceptable, or none. "
        "Dotted: values that a paper gives, such as that of human annotators. " + HIGH,
    ),
    "expected_maximum": Artefact(
        reads={"expected": f"{METRICS}/expected_maximum.csv"},
        told=("classifier_labels", "classifier_colours"),
        when=("splits", "classifiers"),
        caption="What the best of several restarts reaches: Matthews correlation coefficient (MCC), mean over all sets "
        "of so many restarts. Dashed: the greatest MCC on the development set. It grows with the number of restarts, "
        "also where they differ by chance only. Solid: the MCC on the test set of the restart that is best on the "
        "development set. " + HIGH,
    ),
    "calibration": Artefact(
        reads={"reliability": f"{METRICS}/reliability.csv", "calibration": f"{METRICS}/calibration.csv"},
        told=("classifier_labels",),
        fixed={"split": "test"},
        when=("splits", "classifiers"),
        caption="Are the classifiers’ probabilities right? Points: the share of test sentences that are acceptable, by "
        "their mean p(acceptable), in 10 bins of equal width; lines through them: 95 % intervals over sentences and "
        "restarts. Dotted: where right probabilities lie. Bars: the share of the sentences that each bin holds. With "
        "temperature: each restart’s margins are divided by the number that is best for the development set. ECE: "
        "expected calibration error, without and with it.",
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
    "learning_curve": Artefact(
        reads=DIVISIONS,
        told=("classifier_labels", "classifier_colours"),
        when=("learning_curve",),
        caption="Mean Matthews correlation coefficient (MCC) of the restarts by the number of training sentences, on "
        "the development and the test set, with 95 % intervals over sentences and restarts. The sentences are drawn at "
        "random; a restart’s smaller set is part of its greater ones. The last point is the whole training set. "
        + HIGH,
    ),
    "source_splits": Artefact(
        reads=DIVISIONS,
        told=("classifier_labels", "classifier_colours", "source_labels"),
        when=("source_splits",),
        caption="Mean Matthews correlation coefficient (MCC) of the restarts on test sentences from sources that were "
        "trained on (filled markers) and from the named ones that were not (open markers), with 95 % intervals over "
        "sentences and restarts. The number of test sentences of the named sources, and of the others, is in brackets.",
    ),
    "left_out_sources": Artefact(
        reads=DIVISIONS,
        told=("classifier_labels", "classifier_colours", "source_labels"),
        when=("leave_one_source_out",),
        caption="Mean Matthews correlation coefficient (MCC) of the restarts on the sentences of each source (their "
        "number is in brackets), by classifiers that were trained on all other sources, with 95 % intervals over "
        "sentences and restarts. Dashed: all sources together, each sentence judged by a classifier that did not see "
        "its source. A dash: all sentences have the same label, so that there is no MCC.",
    ),
    "stability": Artefact(
        reads={"curve": f"{METRICS}/stability_curve.csv"},
        told=("unstable_labels", "unstable_colours"),
        when=("pairs", "unstable"),
        caption="Restarts differ only in their random numbers. Above: the share of the sentences that at least two of "
        "the first k restarts judge differently. Below: the greatest Matthews correlation coefficient (MCC) of k "
        "restarts with the expert labels, mean over all sets of k; it grows with k, also where restarts differ by "
        "chance only.",
    ),
    "losses": Artefact(
        reads={"losses": "results/models/{owner}/losses.csv"},
        of="model",
        caption="Loss of a model that was trained here: the negative mean log-probability (natural logarithm) of "
        "the tokens to be predicted. Lower is better. Where the loss on held-out sentences rises while the training "
        "loss falls, the model memorises its corpus.",
    ),
}
