"""The experiments on island effects: their files, and whose sentences make minimal pairs (no pandas)."""

from dataclasses import dataclass

SUBJECT, ADJUNCT = "subject", "adjunct"


@dataclass(frozen=True)
class Experiment:
    """An experiment: ``title`` for the report, its registered files, and how they are laid out.

    answers: how many the ratings are of; judgment: their column; likert: whether they are from 1 to 7.
    place: the column of the place that a sentence had in the questionnaire; empty: there is none.
    layout: of the materials: ``blocks`` (a spreadsheet with sentences beside their ids, and fillers in four versions),
    ``list`` (a spreadsheet with a sentence in each row) or ``document`` (docx).
    places: whether the sentences of the designs stood at several places, in other questionnaires.
    notes: rows above the header of the ratings.
    d_linked: whether questions begin with “which”; the same ids are of other sentences otherwise.
    unpaired: kinds of islands whose long sentences make no minimal pairs, as they differ in more than the island.
    """

    title: str
    ratings: str
    materials: str
    layout: str
    answers: int
    judgment: str = "judgment"
    place: str = "order"
    likert: bool = True
    places: bool = False
    notes: int = 0
    d_linked: bool = False
    unpaired: tuple[str, ...] = (SUBJECT,)


EXPERIMENTS = {
    "2016-english": Experiment(
        "Sprouse et al. (2016) on English, rated from 1 to 7",
        "islands-2016-english.csv",
        "islands-2016-english-materials.xlsx",
        "blocks",
        10_560,
    ),
    "2016-italian": Experiment(
        "Sprouse et al. (2016) on Italian, rated from 1 to 7",
        "islands-2016-italian.csv",
        "islands-2016-italian-materials.xlsx",
        "list",
        9264,
        notes=5,
        unpaired=(SUBJECT, ADJUNCT),
    ),
    "2016-dlinking": Experiment(
        "Sprouse et al. (2016) on English with D-linked wh-phrases (which book), rated from 1 to 7",
        "islands-2016-dlinking.csv",
        "islands-2016-dlinking-materials.xlsx",
        "blocks",
        10_656,
        d_linked=True,
    ),
    "2012-magnitude": Experiment(
        "Sprouse, Wagers & Phillips (2012), second experiment: English, by magnitude estimation",
        "islands-2012-magnitude.csv",
        "islands-2012-materials-2.docx",
        "document",
        16_608,
        judgment="raw.judgment",
        likert=False,
        places=True,
    ),
}
