"""Table of what released scores and answers of models, and people, get right."""

from acceptability.contracts.columns import Table, any_text, count, interval, number, share, text

RELEASED_MODELS = Table(
    "released_models",
    {
        "dataset": text("key of the dataset in the configuration"),
        "row": text("system/measure; or people, and which of their answers"),
        "label": text("its name"),
        "asked": any_text("how the model was asked in words; empty: it was not, or these are people"),
        "chance": share("share of the pairs that is right by guessing", nullable=True),
        "share": share("share of the pairs that it gets right; a tie is not right"),
        **interval("its 95 % interval over clusters"),
        "pairs": count("pairs that it covers"),
        "unanswered": share("share of the pairs that count here which it does not cover", nullable=True),
        "share_unanswered_half": share("share right if half of these, and of its ties, were right", nullable=True),
        "agreement": share("share of people's single answers that it agrees with", nullable=True),
        **interval("95 % interval of the agreement over clusters", "agreement_"),
        "ceiling": share("what fixed choices can agree with at most", nullable=True),
        "judged": number("pairs that the agreement is over", nullable=True),
    },
    unique=("dataset", "row"),
    path="results/tables/{study}/released_models.csv",
)
