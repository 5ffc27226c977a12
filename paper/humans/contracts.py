"""Table of how well participants agree with each other, and systems with them, on every dataset."""

from acceptability.contracts.columns import Table, choice, count, interval, number, text

PEOPLE = {  # label by row
    "people/halves": "Participants, half with half",
    "people/panels": "Two panels of raters",
    "people/perfect": "Perfect predictor, expected",
    "people/single": "Single participants",
    "people/most": "Most participants",
}
PEOPLE_AND_SYSTEMS = Table(
    "people_and_systems",
    {
        "dataset": text("key of the dataset in the configuration"),
        "statistic": choice(
            "what is measured",
            {
                "r": "Pearson's r of sentences' ratings; of labels, their Matthews correlation coefficient",
                "share": "share of pairs in which the good sentence is rated higher, chosen or has the higher score",
            },
        ),
        "row": text(
            "people/halves; people/perfect, the square root of that: the r with these participants' mean ratings that "
            "is expected of a system that predicts what any such panel rates on average; people/panels, "
            "people/single, people/most, or system/measure"
        ),
        "label": text("its name"),
        "value": number("the statistic; a tie counts as half"),
        **interval(
            "its 95 % interval: of halves and of single participants over clusters and participants jointly, of "
            "systems' r as in the tables fits and crossed, else over clusters"
        ),
        "number": count("sentences or pairs that the value is about; where only sums of answers are known, answers"),
        "total": count("how many of these the dataset has: rated sentences, pairs, or answers"),
    },
    unique=("dataset", "statistic", "row"),
    path="results/metrics/{study}/people_and_systems.csv",
)
