"""Compare prompted systems with the log-probabilities of the same models, and with people."""

from acceptability.analyses.analysis import Analysis, Each, Part, Section, Shown
from acceptability.contracts.columns import (
    DATASET,
    SYSTEM,
    any_text,
    count,
    dataset_table,
    interval,
    number,
    share,
    text,
)

BIAS = {
    "first_option": share(
        "of answers, those with the first option: the sentence that is shown first, or yes; equal probabilities count "
        "half; empty: of ratings",
        nullable=True,
    ),
    "listed": share("mean probability that any listed option comes next; empty of answers in words", nullable=True),
    "unanswered": share("of questions, those without an answer that could be read"),
}
PROMPTING = dataset_table(
    "prompting",
    {
        **DATASET,
        **SYSTEM,
        "direct": any_text("the same model's row by log-probability; empty: none runs"),
        "pairs": count("pairs that count"),
        "share": share("of these, right by prompts, a tie counting as half"),
        **interval("its 95 % interval over clusters, and so over the repetitions in them"),
        "direct_share": share("of the same pairs, right by log-probability", nullable=True),
        "difference": number("share - direct_share", nullable=True),
        **interval("the difference's 95 % interval over clusters", prefix="difference_"),
        "least": share("share by the wording that is right least often; empty: none has a pair", nullable=True),
        "most": share("share by the wording that is right most often; empty: none has a pair", nullable=True),
        "strict": share(
            "of forced choices, right in both orders; of yes_no, yes for the good sentence and no for the other one; "
            "mean over wordings and repetitions, ties being wrong; empty: of ratings",
            nullable=True,
        ),
        "alike": share("of forced choices, the same sentence in both orders, right or not; else empty", nullable=True),
        **BIAS,
        "unread": count("answers that no rule could read"),
        "pearson_r": number("r of its deltas, or mean scores of pairs, with human deltas; empty: none", nullable=True),
    },
    unique=("system", "measure"),
)
WORDINGS = dataset_table(
    "wordings",
    {
        **DATASET,
        **SYSTEM,
        "prompt": text("the id of the prompt"),
        "pairs": count("pairs that count and that it got answers to"),
        "share": share("of these, right, a tie counting as half", nullable=True),
        **BIAS,
    },
    unique=("system", "measure", "prompt"),
)
BY_PHENOMENON = dataset_table(
    "prompting_phenomena",
    {
        **DATASET,
        **SYSTEM,
        "phenomenon": text("phenomenon of the pairs"),
        "pairs": count("its pairs that count"),
        "share": share("of these, right by prompts, a tie counting as half"),
        "direct_share": share("of these, right by log-probability; empty: unknown", nullable=True),
        "people": share(
            "of people's choices between the sentences of these pairs, those that are right; without choices, the "
            "share of pairs that ratings get right; empty: neither is known",
            nullable=True,
        ),
    },
    unique=("system", "measure", "phenomenon"),
)
UNREAD = dataset_table(
    "unread_answers",
    {**DATASET, "system": text("key of the system"), "answer": text("what was answered"), "number": count("how often")},
    unique=("system", "answer"),
    may_be_empty=True,
)

ANALYSIS = Analysis(
    reads={"deltas": Each("deltas", "every_system")},
    optional={"choices": ("choices", "choices")},
    writes=(PROMPTING, WORDINGS, BY_PHENOMENON, UNREAD),
    when=("pairs", "prompted"),
    section=Section(45, own="both"),
    quotes=("prompting", "unread_answers"),
    tables={
        "prompting": Shown(
            caption=(
                "Prompted models, compared with the same models by log-probability.",
                "Right: share of pairs, a tie counting as half, with its 95 % interval over {clusters}.",
                "Wordings: shares by the worst and best wording of the prompt.",
                "Strict: right in both orders of the two sentences; of yes or no, yes for the acceptable sentence and "
                "no for the other one; by chance, a quarter of the pairs.",
                "Alike: the same sentence in both orders, right or not; by chance, half of the pairs.",
                "First option: share of answers that name the sentence that is shown first, or say yes.",
                Part("Listed: the probability that any of the options comes next.", column="Listed"),
                "No answer: share of questions without an answer that could be read.",
                Part("r: with human deltas.", when=("rated",)),
            ),
        ),
        "wordings": Shown(
            caption="The same by each wording of the prompt. N: pairs that it got answers to.",
        ),
        "prompting_phenomena": Shown(
            caption=(
                "Phenomena with more or fewer right pairs when the model is prompted.",
                "The share of pairs that it gets right by prompts and by log-probability; phenomena that lose most "
                "come first.",
                Part("People: share of their choices that are right.", when=("choices",)),
                Part("People: share of pairs that their ratings get right.", when=("rated",), unless=("choices",)),
            ),
        ),
        "unread_answers": Shown(
            caption="Answers that no rule could read. They count as no answer.",
        ),
    },
    figures={
        "prompting": Shown(
            caption=(
                "Prompted models, compared with the same models by log-probability: the share of pairs that each gets "
                "right by prompts, with its 95 % interval over clusters, and by log-probability; and the share of "
                "answers with the first option, which is the sentence that is shown first, or yes. Dotted: half."
            ),
        ),
    },
)
