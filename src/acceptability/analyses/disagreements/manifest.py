"""List pairs on which people, experts and systems disagree."""

from collections.abc import Collection

from acceptability.analyses.analysis import Analysis, Each, Part, Section, Shown
from acceptability.contracts.columns import MEMBERS, dataset_table, number, positive, text

KINDS = {
    "humans_against_experts": "Pairs whose acceptable sentence people rate below the unacceptable one",
    "missed_by_all": "Pairs that no system gets right with any of its measures",
    "met_by_one": "Pairs that only one system gets right, with at least one of its measures",
}
OF_RATINGS = ("humans_against_experts",)  # kinds that only datasets with human ratings have


def kinds(has: Collection[str]) -> dict[str, str]:
    """Return the kinds of disagreements, and what each is, of a dataset that has what these words of ``when`` say."""
    return {name: text for name, text in KINDS.items() if "rated" in has or name not in OF_RATINGS}


# One more column for each row, system/measure, as text: its model delta.
DISAGREEMENTS = dataset_table(
    "disagreements",
    {
        "kind": text("humans_against_experts, missed_by_all or met_by_one"),
        "criterion": text("blimp or adc, corrected; empty where no system is asked", nullable=True),
        "threshold": positive("δ in standard deviations, of adc only", nullable=True),
        "met_by": text("rows (system/measure) of the one system that meet it, with spaces", nullable=True),
        "pair_id": text("the pair"),
        "phenomenon": text("phenomenon of the pair"),
        **MEMBERS,
        "human_delta": number("rating of the good member minus that of the bad one", nullable=True),
    },
    strict=False,
    unique=("kind", "criterion", "threshold", "pair_id"),
    may_be_empty=True,
)

ANALYSIS = Analysis(
    reads={"deltas": Each("deltas", "scorers")},
    writes=(DISAGREEMENTS,),
    when=("pairs", "scores"),
    section=Section(180),
    tables={
        "disagreements": Shown(
            parts="disagreements",
            caption=(
                "{part}.",
                Part("The criterion is the BLiMP criterion, or the ADC at the smallest δ.", when=("rated",)),
                Part("The criterion is the BLiMP criterion.", unless=("rated",)),
                Part("Δ human: the difference of ratings.", when=("rated",)),
                "Δ models: the lowest and the highest delta of a system.",
            ),
        ),
    },
)
