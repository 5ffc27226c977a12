"""Write the section of the page about what an experiment with these pairs can find, with its assumptions."""

from collections.abc import Mapping

import pandas as pd

from acceptability.analyses.analysis import joined, sentences_of
from acceptability.analyses.power.figure import draw_power
from acceptability.analyses.power.manifest import ANALYSIS
from acceptability.analyses.power.table import make_assumptions, make_power
from acceptability.analyses.power.words import say_clusters, say_power
from acceptability.figures import style
from acceptability.figures.parts import Block, Items, Paragraph, Part, frame_grid, picture
from acceptability.statistics.power.assumptions import FEWEST_PAIRS, FEWEST_UNITS

MODEL = (
    "The model: human deltas and those of two systems are jointly normal, and each is the sum of a mean, of what pairs "
    "of one phenomenon and cluster share, and of what the pair alone has. Ratings add normal, independent errors, and "
    "in each simulated experiment, shares of pairs by the BLiMP criterion or the ADC are tested by sign flips of whole "
    "clusters, as this project does. A known limit: where all phenomena are from one publication, they are more alike "
    "than this, and true intervals are about a quarter wider."
)
ASSUMED = (
    "These numbers follow from assumptions about people and systems, which may not hold for your sentences. Each can "
    "be replaced, such as by ASSUME=rater_sd=0.9. Ratings and scores of your table replace them by themselves where at "
    "least {fewest_pairs} pairs have them, in at least {fewest} phenomena of two pairs or more (a phenomenon in two "
    "clusters counts as two); yours has {pairs:,} pairs and {groups:,} such phenomena. Only the number and the SD of "
    "single ratings are always taken from your table."
)


def part(power: pd.DataFrame, assumptions: pd.DataFrame, stimuli: pd.DataFrame, described: Mapping) -> Part:
    """Return the section. Parameters: tables POWER, ASSUMPTIONS and STIMULI; see plan.checking.described.

    What is wrong with clusters stands first, because all that follows depends on them.
    """
    clusters, sentences = say_clusters(stimuli, int(power["clusters"].iloc[0])), say_power(power)
    figure = draw_power(power=power, width=style.PAGE)
    blocks: list[Block] = [
        Items([*clusters, *sentences]),
        picture(figure, joined(sentences_of(ANALYSIS.figures["power"].caption)), described["simulated"]),
        frame_grid(make_power(power=power)),
        Paragraph(MODEL),
        Paragraph(ASSUMED.format(fewest_pairs=FEWEST_PAIRS, fewest=FEWEST_UNITS, **power.iloc[0][["pairs", "groups"]])),
        frame_grid(make_assumptions(assumptions=assumptions), closed="The assumptions"),
    ]
    return Part("Power", blocks, [*clusters, sentences[0], sentences[-1]])
