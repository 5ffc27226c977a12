"""Return whether the probabilities of classifiers are right, as trained and with a temperature."""

from acceptability.analyses.analysis import Analysis, Section, Shown
from acceptability.contracts.columns import SYSTEM, choice, count, dataset_table, number, positive, share, text

CALIBRATED = {  # which probabilities a classifier's margins become
    "as_trained": "those that it was trained to give",
    "temperature": "those of its margins divided by a temperature, which is fitted on dev for each restart",
}
CALIBRATION = dataset_table(
    "calibration",
    {
        "system": SYSTEM["system"],
        "split": text("the sentences"),
        "variant": choice("which probabilities", CALIBRATED),
        "sentences": count("how many they are"),
        "restarts": count("restarts"),
        "ece": share("expected calibration error, 10 bins of equal width; mean over restarts"),
        "ece_sd": number("its standard deviation over the restarts, ddof = 1", nullable=True),
        "brier": share("Brier score, mean over restarts"),
        "brier_sd": number("its standard deviation", nullable=True),
        "nll": number("negative log-likelihood of a label (natural logarithm), mean over restarts"),
        "nll_sd": number("its standard deviation", nullable=True),
        "reference_brier": share("Brier score if p is always the share of acceptable training sentences"),
        "reference_nll": number("negative log-likelihood of a label by the same p"),
        "temperature": positive("mean over restarts; 1 as trained"),
        "temperature_low": positive("the lowest"),
        "temperature_high": positive("the highest"),
        "at_limit": count("restarts whose temperature is as low or as high as any that is looked for"),
    },
    unique=("system", "split", "variant"),
)
RELIABILITY = dataset_table(
    "reliability",
    {
        "system": SYSTEM["system"],
        "split": text("the sentences"),
        "variant": choice("which probabilities", CALIBRATED),
        "bin": count("of p(acceptable): 1 is 0 to 0.1, and so on"),
        "share": share("share of the sentences in the bin, mean over restarts"),
        "mean_p": share("mean p(acceptable) of these, pooled over restarts; empty: there are none", nullable=True),
        "acceptable": share("share of these that are acceptable", nullable=True),
        "low": share("lower end of its 95 % interval over sentences and restarts", nullable=True),
        "high": share("upper end of its 95 % interval", nullable=True),
    },
    unique=("system", "split", "variant", "bin"),
)

ANALYSIS = Analysis(
    writes=(CALIBRATION, RELIABILITY),
    when=("splits", "classifiers"),
    section=Section(330),
    tables={
        "calibration": Shown(
            fixed={"split": "test"},
            caption=(
                "Are the classifiers' probabilities right, as trained and with a temperature? On the test set; mean "
                "over restarts ± standard deviation; lower is better. ECE: expected calibration error, how far the "
                "share of acceptable sentences is from the mean probability, in 10 bins of equal width. Brier score: "
                "mean squared distance of the probability from the label. NLL: mean negative log-likelihood of the "
                "label (natural logarithm). Temperature: the number by which a restart's margins are divided, fitted "
                "on the development set: mean (range); at a limit: restarts whose temperature is as low or as high "
                "as any that is tried, so that no mean is shown. It changes no judgment. Last row: the share of "
                "acceptable training sentences as the probability of all."
            ),
        ),
    },
    figures={
        "calibration": Shown(
            fixed={"split": "test"},
            caption=(
                "Are the classifiers’ probabilities right? Points: the share of test sentences that are "
                "acceptable, by their mean p(acceptable), in 10 bins of equal width; lines through them: 95 % "
                "intervals over sentences and restarts. Dotted: where right probabilities lie. Bars: the share of "
                "the sentences that each bin contains. With temperature: each restart’s margins are divided by the "
                "number that is best for the development set. ECE: expected calibration error, without and with "
                "it."
            ),
        ),
    },
)
