"""Tables about classifiers and about what a threshold judges: rows of the registry of tables (light)."""

from acceptability.contracts.artefact import METRICS, Artefact

OF_CLASSIFIERS = {
    "classifiers": Artefact(
        reads={"simple": f"{METRICS}/simple_classifiers.csv"},
        optional={
            "summary": ("classifiers", f"{METRICS}/classifiers.csv"),
            "expected": ("classifiers", f"{METRICS}/expected_maximum.csv"),
        },
        told=("classifier_labels", "simple_labels", "printed_rows", "title"),
        fixed={"split": "test"},
        when=("splits",),
        caption="Matthews correlation coefficient (MCC) on the test set: of classifiers that a paper prints, of those "
        "that are trained here, and of simple ones. In the ensemble the restarts vote; a tie takes the "
        "majority class, and in a published variant the true label. A collapsed restart gives all sentences "
        "the same label; its MCC is not defined, and means are over the others. The maximum grows with the number of "
        "restarts. Max of k: its mean over all sets of so many restarts; best on dev: the MCC of the one that is best "
        "on the development set, mean over the same sets. A threshold on scores is the one with the highest MCC on the "
        "training set; by folds, it is found on nine tenths of the test set and used on the last tenth, ten times (the "
        "published way). AUC: how often an acceptable sentence scores higher than another one; it needs no threshold.",
    ),
    "calibration": Artefact(
        reads={"calibration": f"{METRICS}/calibration.csv"},
        told=("classifier_labels", "title"),
        fixed={"split": "test"},
        when=("splits", "classifiers"),
        caption="Are the classifiers' probabilities right, as they were trained, and with a temperature: a number that "
        "is fitted on the development set and by which each restart's margins are divided? On the test set; mean over "
        "restarts ± standard deviation. ECE: expected calibration error, how far the share of acceptable sentences is "
        "from the mean probability, in 10 bins of equal width. Brier score: mean squared distance of the probability "
        "from the label. NLL: mean negative log-likelihood of the label (natural logarithm). Last row: the share of "
        "acceptable training sentences as the probability of all. A temperature changes no judgment.",
    ),
    "targeted": Artefact(
        reads={"targeted": f"{METRICS}/targeted.csv"},
        told=("judge_labels", "title"),
        when=("targeted",),
        caption="Sets of sentences that are each about one contrast, judged by what was fitted on other labelled "
        "sentences: a threshold on scores, or a classifier. MCC: Matthews correlation coefficient; where it is "
        "undefined, since all sentences get the same label, it counts as 0. Distinct: each string counts once. AUC: "
        "how often an acceptable sentence of the set scores higher than another one. Pairs: the share of minimal pairs "
        "in which it does. A tie counts as half; in pairs, scores that rounding may have told apart are tied, for the "
        "AUC only equal ones. Below the systems: rules that need no model. The best rule of length is chosen on the "
        "set itself.",
    ),
    "selected": Artefact(
        reads={"selected": f"{METRICS}/selected.csv"},
        told=("classifier_labels", "title"),
        when=("splits", "classifiers"),
        caption="The restart of each classifier with the highest Matthews correlation coefficient (MCC), selected on "
        "the development set, and selected on the test set, which overestimates its MCC there. The 95 % intervals "
        "(bootstrap over sentences) repeat the selection in each draw. Of classifiers on an encoder, "
        "the MCC on the development set is too high as well: these sentences decided which epoch was kept.",
    ),
    "divisions": Artefact(
        reads={"divisions": f"{METRICS}/divisions.csv"},
        told=("classifier_labels", "source_labels", "title"),
        when=("divisions",),
        caption="Classifiers that were trained on fewer sentences, or without some sources. MCC: mean Matthews "
        "correlation coefficient of the restarts, with a 95 % interval over sentences and restarts; a dash: not "
        "defined. SD: over restarts. Majority: the accuracy of giving every sentence the label "
        "of most training sentences. A collapsed restart gives all sentences the same label and is left out.",
    ),
    "stability": Artefact(
        reads={"stability": f"{METRICS}/stability.csv", "mcc": f"{METRICS}/stability_mcc.csv"},
        told=("unstable_labels", "title"),
        when=("unstable",),
        caption="How many sentences at least two restarts of a classifier judge differently (flip), and the Matthews "
        "correlation coefficient (MCC) of the restarts with the expert labels: mean and standard deviation. "
        "The restarts differ only in their random numbers.",
    ),
    "restart_shares": Artefact(
        reads={"restart_shares": f"{METRICS}/restart_shares.csv", "criteria": f"{METRICS}/criteria.csv"},
        told=("unstable_labels", "title"),
        when=("unstable",),
        caption="How much the share of pairs that meet each criterion varies between restarts of a classifier: mean, "
        "standard deviation, and the percentiles between which 95 % of the restarts lie. Scores are z-scores "
        "over all sentences, either of the labels, 1 or −1, or of equation (5), the label times its "
        "probability; of released restarts only the labels are known. Two equal labels are a tie, which meets "
        "no criterion; the last column counts it as half.",
    ),
}
