"""Table of how well people agree with people, and systems with them, on every dataset."""

from acceptability.contracts.columns import Table, choice, count, interval, number, text

PEOPLE = {  # label by row
    "people/halves": "People, half with half",
    "people/panels": "People, two panels",
    "people/single": "One person",
    "people/most": "Most people",
}
PEOPLE_AND_SYSTEMS = Table(
    "people_and_systems",
    {
        "dataset": text("key of the dataset in the configuration"),
        "statistic": choice(
            "what is said",
            {
                "r": "Pearson's r of sentences' ratings; of labels, their Matthews correlation coefficient",
                "share": "share of pairs in which the good sentence is rated higher, chosen or has the higher score",
            },
        ),
        "row": text("people/halves, people/panels, people/single, people/most, or system/measure"),
        "label": text("its name"),
        "value": number("the statistic; a tie counts as half"),
        **interval(
            "its 95 % interval over clusters; of single people over clusters and people jointly, of systems' r as in "
            "the tables fits and crossed"
        ),
        "number": count("sentences or pairs that it is about; where only sums are known, answers"),
    },
    unique=("dataset", "statistic", "row"),
    path="results/metrics/{study}/people_and_systems.csv",
)
