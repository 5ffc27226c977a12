"""Tables of how pairs are constructed, and of the two halves of the dataset."""

from acceptability.contracts.columns import Table, any_text, count, interval, number, positive, share, text

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
    path="results/metrics/{study}/pair_construction.csv",
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
