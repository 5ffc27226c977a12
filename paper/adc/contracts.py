"""Tables of how pairs are constructed, of the two halves of the dataset, and of classifiers on CoLA."""

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
RUNS_ON_COLA = Table(
    "runs_on_cola",
    {
        "model": text("elmo (the CoLA baseline), gpt or bert (BERT large), or human: the annotators"),
        "labels": text("as analysed (version 1.1, two sentences as in 1.0), 1.1 or 1.0"),
        "sentences": count("sentences: the development set of CoLA; of the annotators, 200 of them"),
        "acceptable": count("those of them that are acceptable"),
        "runs": count("runs, or annotators"),
        "mean": number("mean Matthews correlation coefficient (MCC) of the runs; an undefined one counts as 0"),
        "sd": number("standard deviation of the runs' MCCs, as a population"),
        "max": number("MCC of the best run"),
        "ensemble": number("MCC of what more than half of the runs decide; a tie is 0"),
    },
    unique=("model", "labels"),
    path="results/tables/{study}/runs_on_cola.csv",
)
NOTEBOOK = Table(
    "notebook",
    {
        "model": text("BERT model of the paper"),
        "statistic": text("mean, sd (of a population), max or ensemble: MCCs on the out-of-domain test set of CoLA"),
        "value": number("the number"),
        "place": text("notebook of the authors, and its cell, from 0"),
    },
    unique=("model", "statistic"),
    path="paper/{study}/notebook.csv",
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
