"""Linking functions that are fitted to human ratings (MORCELA), with the log-probabilities of another system."""

from acceptability.kinds import keys
from acceptability.kinds.kind import Kind

KEYS = {
    "row": keys.text(
        "The log-probabilities that it starts from, as system/measure: a sum over tokens, such as "
        "my-trigram/log_prob or my-bert/pll.",
        pattern="^[^/]+/[^/]+$",
    ),
    "unigrams": keys.text(
        "The system whose unigram log-probabilities and lengths it uses: that of `row`, or another. "
        "Released scores have them if they are log_prob and slor, or unigram_log_prob; the length is then the number "
        "of words + 2."
    ),
    "folds": keys.whole(
        "Number of parts that the families of sentences (clusters of pairs, sets or constructions) are "
        "divided into at random. Each part is predicted from a fit to the others.",
        2,
        1000,
        default=5,
    ),
}

KIND = Kind(
    name="fitted",
    section="fitted",
    keys=KEYS,
    needed=("row",),
    columns=("prediction",),
    fitting="papers.morcela.regression",
)
