"""Declare the tables of scoring and training: tokens, scores, decisions of restarts, curves of losses."""

from dataclasses import replace

from acceptability.contracts.columns import (
    NOT_NEGATIVE,
    Column,
    Table,
    any_text,
    count,
    interval,
    number,
    positive,
    share,
    text,
    zero_or_one,
)

_SENTENCE_ID = text("identifier of the sentence, unique in its dataset", unique=True)

SCORES = Table(
    "scores",
    {
        "sentence_id": text("the sentence"),
        "measure": text("what was measured"),
        "score": number("higher = more acceptable; natural log where it is a log-probability"),
        "change_per_nat": number(
            "how much the score changes with a nat of the log-probability of one token, at the token where that is "
            "most; empty where that is not known, or the score is not made from log-probabilities",
            NOT_NEGATIVE,
            nullable=True,
            required=False,
        ),
        "population_mean": number("mean of the population that z-scores refer to", required=False),
        "population_sd": positive("standard deviation of that population", required=False),
    },
    unique=("sentence_id", "measure"),
    path="results/scores/{dataset}/{system}.csv",
)
MATCHES = Table(
    "matches",
    {
        "way": text(
            "how rows of a file belong to sentences or pairs: by id, exactly, loosely or not at all", unique=True
        ),
        "rows": count("rows of the file that do so"),
        "first": text("the first of these"),
    },
    may_be_empty=True,
    path="results/matches/{dataset}/{system}.csv",
)
ANSWERS = Table(
    "answers",
    {
        "measure": text("what was asked for: yes_no, rating or forced_choice"),
        "prompt": text("the id of the prompt"),
        "item": text("the sentence_id that the prompt is about; of forced_choice, the pair_id"),
        "order": any_text("of forced_choice: good_first or bad_first; else empty"),
        "repetition": count(
            "number of the answer, from 1, where a question was asked several times, or with examples in several orders"
        ),
        "score": number(
            "yes_no: ln p(yes) - ln p(no); rating: the expected number; forced_choice: ln p(the good sentence's "
            "option) - ln p(the other one). Of answers in words: 1 for yes or the good sentence, -1 for the other "
            "option; the number of a rating. Empty: no answer, or none that could be read",
            nullable=True,
        ),
        "listed": share("probability that any form of any option comes next; empty of answers in words", nullable=True),
        "answer": any_text("what was answered, where it could not be read"),
    },
    unique=("prompt", "item", "order", "repetition"),
    path="results/answers/{dataset}/{system}.csv",
)
ITEM_DECISIONS = Table(
    "item_decisions",
    {
        "measure": any_text("the run, or the system, that decided; empty: the file has one"),
        "suite": text("the suite"),
        "item": text("the item"),
        "right": zero_or_one("1 where it was right"),
    },
    unique=("measure", "suite", "item"),
    path="results/item_decisions/{dataset}/{system}.csv",
)
UNIGRAMS = Table(
    "unigrams",
    {
        "token": any_text("a token of a corpus; the end of a sentence, if it is scored, is one", unique=True),
        "count": count("how often it occurs"),
    },
)
WORD_COUNTS = replace(UNIGRAMS, name="word_counts", path="results/word_counts/{corpus}.csv")
TOKENS = Table(
    "tokens",
    {
        "sentence_id": text("the sentence"),
        "position": count("place of the token in its sentence, from 1"),
        "token": text("the token; </s>, or a causal model's own end-of-text token, where the end is scored"),
        "word": Column(int, "number of the token's word, from 1", required=False),
        "written": count("number of its word in the sentence as it is written, from 1", required=False),
        "written_to": count(
            "if tokens go across words, which are then one: the number of the last of them, written being the first",
            required=False,
        ),
        "log_prob": number(
            "natural log-probability: given the tokens before (n-gram, LSTM and causal models, encoder-decoders), or "
            "all others (masked)"
        ),
        "log_prob_word_l2r": number("the same, the later pieces of the token's word being masked too", required=False),
        "log_prob_as_published": number(
            "the same, the masked sentence being written as text and tokenised again", required=False
        ),
        "log_prob_infilling": number(
            "of an encoder-decoder: the same, the encoder reading the sentence with a mask in the token's place",
            required=False,
        ),
        "log_prob_babylm_mask": number("as BabyLM's backend enc_dec_mask has it; encoder-decoders", required=False),
        "log_prob_babylm_prefix": number("as BabyLM's backend enc_dec_prefix has it; encoder-decoders", required=False),
        "log_prob_whitespace": number(
            "log_prob with the white space after the token's word, and not before it; causal models, where words are "
            "asked for",
            required=False,
        ),
        "rank": count(
            "1 + the number of tokens of the vocabulary that are more probable there; of a masked model, the later "
            "pieces of the token's word being masked too; n-gram models have none, causal models where words are asked "
            "for",
            required=False,
        ),
        "unigram_log_prob": number("natural log-probability under the corpus's add-one unigram model", required=False),
        "oov": zero_or_one("1 where the model does not know the token"),
    },
    unique=("sentence_id", "position"),
    path="results/tokens/{dataset}/{system}.csv",
)
WORDS = Table(
    "words",
    {
        "sentence_id": text("the sentence"),
        "word": count("place of the word in its sentence, from 1; of several words together, that of the first"),
        "text": text(
            "the word, with its punctuation; the words that a token goes across, together; or the end of the text, if "
            "it is scored"
        ),
        "region": any_text("its region, by the column regions of the table of sentences", required=False),
        "tokens": count("tokens that it consists of"),
        "rank": count("rank of its first token; n-gram models and LSTMs have none", required=False),
        "surprisal": number("minus the natural log-probability"),
        "surprisal_bits": number("the same in bits"),
        "surprisal_whitespace": number(
            "the surprisal of the word with the white space after it, and not before it", required=False
        ),
        "surprisal_whitespace_bits": number("the same in bits", required=False),
    },
    unique=("sentence_id", "word"),
    path="results/words/{dataset}/{system}.csv",
)
LINKING = Table(
    "linking",
    {
        "coefficient": text("alpha, beta, gamma or intercept; logarithms are natural", unique=True),
        "estimate": number("fitted to all rated sentences"),
        **interval("its 95 % interval, by a bootstrap over families"),
        "sentences": count("rated sentences that it is fitted to"),
        "families": count("families of these sentences: clusters of pairs, or sets"),
        "folds": count("folds of the predictions"),
        "resamples": count("of the bootstrap's 2,000, those that determine the coefficients"),
    },
    path="results/linking/{dataset}/{system}.csv",
)
LOSSES = Table(
    "losses",
    {
        "step": count("optimiser's steps so far", unique=True),
        "tokens": count("tokens seen so far"),
        "loss": number("of the training since the row before; natural log, per token that was to be predicted"),
        "held_out_loss": number(
            "of sentences that are not trained on; natural log, per token that was to be predicted"
        ),
    },
    path="results/models/{model}/losses.csv",
)
HELD_OUT = Table(
    "held_out",
    {
        "sentence_id": text(
            "a sentence that a restart was not trained on, and that the held-out numbers of its curve are about",
            unique=True,
        )
    },
)
RESTART_CURVE = Table(
    "restart_curve",
    {
        "epoch": count("epochs so far", unique=True),
        "loss": number("mean over the epoch's steps; natural log, per sentence"),
        "held_out_loss": number("of the held-out sentences; natural log, per sentence"),
        "held_out_mcc": number("of the held-out sentences; empty where it is undefined", nullable=True),
    },
)
MARGINS = Table(
    "margins",
    {
        "sentence_id": _SENTENCE_ID,
        "margin": number("logit of the acceptable class minus that of the other"),
    },
)
# One more column for each restart, as text: 1 acceptable, 0 not.
PREDICTIONS = Table(
    "decisions", {"sentence_id": _SENTENCE_ID}, strict=False, path="results/predictions/{dataset}/{system}.csv"
)
