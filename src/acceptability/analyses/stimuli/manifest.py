"""Describe each pair before anyone judges it: differences of its sentences, twins, items of one frame."""

from acceptability.analyses.analysis import Analysis, Check
from acceptability.contracts.columns import MEMBERS, Table, any_text, count, number, text, zero_or_one

ACROSS = "in several clusters"
MARKS = {
    "same sentences": "both sentences are the same, except for capitals and the final mark",
    "pair twice": "both sentences are those of another pair",
    "pair reversed": "both sentences are those of another pair, the other way round",
    "shares a sentence": "one of the sentences is also in another pair",
    "unknown word": "a word is not in the corpus",
    "frame": "only one word, which both sentences have, makes the pair another pair: they are items of one frame",
    ACROSS: "items of the same frame, or pairs that share a sentence, are in other clusters, so intervals are "
    "too narrow",
}
STIMULI = Table(
    "stimuli",
    {
        "pair_id": text("the pair", unique=True),
        "phenomenon": text("its phenomenon"),
        "paradigm": text("its paradigm"),
        **MEMBERS,
        "marks": any_text("what is remarkable, with semicolons between: " + "; ".join(MARKS)),
        "words": number("how many more words between white space the good sentence has"),
        "characters": number("how many more characters it has"),
        "edits": count("words to add, remove or replace to make one sentence the other (Levenshtein distance)"),
        "same_words": zero_or_one("1 where both have the same words, in whatever order"),
        "first_difference": number("which word is the first that differs, from 1; empty: none", nullable=True),
        "good_words": any_text("words that the good sentence has and the other has not, or not as often"),
        "bad_words": any_text("the same of the other sentence"),
        "log_frequency": number(
            "mean natural log of the corpus's frequency of good_words minus that of bad_words (add-one); empty: one of "
            "them has none, or there is no corpus of the language",
            nullable=True,
        ),
        "unknown_words": any_text("words of either sentence that the corpus does not have"),
        "twin": any_text("the first other pair with the same two sentences, either way round"),
        "shares_sentence": any_text("the first other pair with one of its sentences"),
        "frame": any_text("the first pair of its frame; empty: no other pair is in it"),
        "in_frame": count("pairs of that frame"),
        "cluster": text(
            "a cluster for your table: pairs of one of your clusters, items of one frame, and pairs that share a "
            "sentence are in one"
        ),
    },
    path="results/check/{dataset}/pairs.csv",
)
CORPUS_NOTE = Table(
    "corpus_note",
    {
        "words": count("words of the sentences, each occurrence counted"),
        "unknown": count("those that the corpus does not have; all, where there is no corpus"),
        "used": zero_or_one("1 where the corpus is used; 0: there is none, or it is of another language"),
        "script": any_text("the script of most sentences, if it has no spaces between words, such as Han; else empty"),
    },
    path="results/check/{dataset}/corpus.csv",
)

ANALYSIS = Analysis(
    check=Check(
        place=40,
        files={
            "stimuli": "each pair with what is remarkable about it: differences in length, words and their frequency, "
            "pairs that it repeats, and a column cluster for your table",
            "corpus_note": "how many words of the sentences the corpus has, and whether it was used",
        },
    ),
    writes=(STIMULI, CORPUS_NOTE),
    when=("pairs", "checked"),
    optional={"word_counts": ("word_counts", "word_counts")},
)
