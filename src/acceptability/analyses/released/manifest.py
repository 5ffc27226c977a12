"""Compare scores computed here with the scores that were released for the same model."""

from acceptability.analyses.analysis import Analysis, Each, Section
from acceptability.contracts.studies import RELEASED

ANALYSIS = Analysis(
    reads={"computed": Each("scores", "released_models"), "published": Each("scores", "released_systems")},
    writes=(RELEASED,),
    when=("released",),
    settings=("released",),
    section=Section(250),
    quotes=("released",),
)
