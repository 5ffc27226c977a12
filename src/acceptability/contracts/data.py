"""Declare the tables of datasets: sentences, pairs, ratings, features."""

from dataclasses import replace

from acceptability.contracts.columns import Table, any_text, count, dataset_table, number, positive, text, zero_or_one

_SENTENCE_ID = text("identifier of the sentence, unique in its dataset", unique=True)

SENTENCES = Table(
    "sentences",
    {
        "sentence_id": _SENTENCE_ID,
        "sentence": text("the sentence as scored"),
        "label": zero_or_one("expert label: 1 acceptable, 0 not", required=False),
        "other_label": zero_or_one("the label of a second panel, likewise; label is then the first's", required=False),
        "rating": number("human rating: mean z-score over participants", nullable=True),
        "split": text("train; dev and test, of which no sentence is trained on; or another such set", required=False),
        "source": text("where the sentence is from", required=False),
        "set": text("the set that the sentence belongs to, such as the versions of one item", required=False),
        "construction": text(
            "the construction that it is an example of; what is fitted to ratings is not tested on the same ones",
            required=False,
        ),
        "stratum": text(
            "the part of the sentences within which ratings compare, such as a tense, where they do not over all",
            required=False,
        ),
        "words": any_text(
            "its words, with tabs between them; empty, or without this column: what stands between white space",
            required=False,
        ),
        "regions": any_text("the region of each of its words, with spaces between them; empty: none", required=False),
        "design": any_text("the 2 × 2 design that the sentence belongs to; empty: none", required=False),
        "factor_1": any_text(
            "its level of the first factor; the first one in the table is the baseline", required=False
        ),
        "factor_2": any_text("its level of the second factor, likewise", required=False),
        "given": any_text("how it begins, up to what is scored: not scored itself", required=False),
        "scored": text("what follows that and is scored; the rest is not. Without it, all is scored", required=False),
    },
    strict=False,
    path="results/sentences/{dataset}.csv",
)
PAIRS = Table(
    "pairs",
    {
        "pair_id": text("identifier of the pair, unique in its dataset", unique=True),
        "good_id": text("sentence_id of the acceptable member"),
        "bad_id": text("sentence_id of the other member"),
        "paradigm": text("the contrast that the pair is an instance of"),
        "phenomenon": text("the family of paradigms that the pair belongs to"),
        "cluster": text(
            "the cluster of the pair, which intervals and tests treat as a unit: the publication, where it is known"
        ),
        "article": text(
            "the publication or chapter that the phenomenon is from; coarser than phenomenon", required=False
        ),
        "good_mark": any_text("the author's mark of judgment before the acceptable member", required=False),
        "bad_mark": any_text("the author's mark before the other member, such as *; empty: none", required=False),
        "phenomenon_label": text("the phenomenon's name for readers", required=False),
        "people_right": count("how many of people's answers to pairs of its paradigm are right", required=False),
        "people_asked": count("how many answers these are, of which only such sums are known", required=False),
    },
    strict=False,
    may_be_empty=True,
    path="results/pairs/{dataset}.csv",
)
_OF_EXPERIMENT = {
    "list": any_text("the list of sentences that the participant saw; empty: not known", required=False),
    "phenomenon": any_text("the phenomenon of the pair; empty of a filler", required=False),
    "rt": number("the response time in milliseconds; empty: not known", nullable=True, required=False),
}
RATINGS = Table(
    "ratings",
    {
        "participant": text("who gave the rating"),
        "sentence_id": text("the sentence"),
        "z_score": number("the estimate in standard deviations (ddof = 1) from the participant's mean"),
        "place": positive("which place the sentence had in the participant's questionnaire", required=False),
        **_OF_EXPERIMENT,
        "rating": number("the answer itself, on the experiment's scale", required=False),
        "item": text("the pair that the sentence belongs to", required=False),
        "condition": text("good or bad: which sentence of the pair it is", required=False),
    },
    unique=("participant", "sentence_id"),
    may_be_empty=True,
    path="results/ratings/{dataset}.csv",
    is_personal=True,
)
RESPONSES = Table(
    "responses",
    {
        "participant": text("who was asked"),
        "sentence_id": text("the sentence; a filler's id begins with filler."),
        "place": positive("which place the sentence had in the participant's questionnaire", nullable=True),
        **{name: replace(column, required=True) for name, column in _OF_EXPERIMENT.items()},
        "item": text("the pair that the sentence belongs to; of a filler, its id"),
        "condition": text("good, bad or filler"),
        "sentence": any_text("the sentence; empty where it is not known"),
        "rating": number("the answer itself, on the experiment's scale; empty: none", nullable=True),
        "z_score": number("as in ratings; empty: no answer, always the same one, or left out alone", nullable=True),
        "gold": any_text("good or bad where the answer is beyond doubt"),
        "excluded": any_text("the rule that left out the participant or the answer, with its number; empty: it counts"),
    },
    unique=("participant", "sentence_id"),
    may_be_empty=True,
    path="results/responses/{dataset}.csv",
    is_personal=True,
)
OTHER_RATINGS = replace(RATINGS, name="other_ratings", path="results/other_ratings/{dataset}.csv")
CHOICES = Table(
    "choices",
    {
        "participant": text("who chose"),
        "pair_id": text("the pair, both sentences of which were shown"),
        "chose_good": zero_or_one("1 where the acceptable sentence was chosen"),
        "place": positive("which place the pair had in the participant's questionnaire", required=False),
        "good_first": zero_or_one("1 where the acceptable sentence stood first", required=False),
        **_OF_EXPERIMENT,
        "excluded": zero_or_one(
            "1 where those who asked left the answer out; see statistics.choices.without_excluded", required=False
        ),
    },
    unique=("participant", "pair_id"),
    may_be_empty=True,
    path="results/choices/{dataset}.csv",
    is_personal=True,
)
FEATURES = Table(
    "features",
    {
        "sentence_id": text("a labelled sentence"),
        "level": text("major or minor"),
        "feature": text("a feature that the sentence has"),
    },
    unique=("sentence_id", "level", "feature"),
    may_be_empty=True,
    path="results/features/{dataset}.csv",
)
REMARKS = Table(
    "remarks",
    {
        "sentence_id": text("a sentence about which two sources of the dataset disagree"),
        "field": text("in what: sentence, label or another of its columns"),
        "corpus": text("what the dataset's own source has, which is used"),
        "elsewhere": text("what the other source has"),
    },
    unique=("sentence_id", "field"),
    may_be_empty=True,
    path="results/remarks/{dataset}.csv",
)
DOUBTS = dataset_table(
    "doubts",
    {
        "about": text(
            "ratings, sentences, pairs, intervals, reading (of your tables), or the key of a system or of a row "
            "(system/measure)"
        ),
        "doubt": text("what is doubtful, and what to do about it, in words"),
    },
    may_be_empty=True,
)
