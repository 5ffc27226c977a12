"""Show the losses of a model that was trained here."""

from acceptability.analyses.analysis import Analysis, Shown

ANALYSIS = Analysis(
    figures={
        "losses": Shown(
            owner="model",
            caption=(
                "Loss of a model that was trained here: the negative mean log-probability (natural logarithm) of "
                "the tokens to be predicted. Lower is better. Where the loss on held-out sentences rises while "
                "the training loss falls, the model memorises its corpus."
            ),
        ),
    },
)
