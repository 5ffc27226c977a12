"""Arguments of functions say what analyses, tables and figures read."""

import pytest

from acceptability.analyses import arguments, registry
from acceptability.analyses.analysis import Analysis, Each, Shown
from acceptability.contracts.columns import Table, text
from acceptability.errors import InputError

MADE = Table("made", {"x": text("x")}, path="results/metrics/{dataset}/{level}_made.csv")
COMPUTE = """def compute(*, pairs, z_scores, deltas, thresholds, level, dataset, counted=None, number_of_pairs=None): ...

def helper(*, sentences): ...
"""
TABLE = "def make_made(*, made, other, labels, rows, part): ...\n"


@pytest.fixture
def completed(tmp_path) -> Analysis:
    """Return an analysis of two tables as its functions complete it; nothing of them is imported."""
    (tmp_path / "compute.py").write_text(f"raise RuntimeError\n\n{COMPUTE}")
    (tmp_path / "table.py").write_text(f"raise RuntimeError\n\n{TABLE}")
    declared = Analysis(
        reads={"deltas": Each("deltas", "every_system")},
        optional={"counted": ("word_counts", "pairs")},
        writes=(MADE,),
        tables={"made": Shown(reads={"other": "pairs"}, fixed={"rows": 4})},
    )
    tables = ("made", "pairs", "sentences", "z_scores", "deltas", "thresholds_table")
    return arguments.completed(declared, tmp_path, tables, {"dataset", "level", "system"})


def test_an_argument_is_a_table_a_table_of_systems_or_a_word(completed):
    systems = {"deltas": Each("deltas", "every_system"), "z_scores": Each("z_scores", "scorers")}
    assert completed.reads == systems | {"pairs": "pairs"}
    assert completed.settings == ("thresholds",)
    assert completed.optional == {"counted": ("word_counts", "pairs")}


def test_what_is_declared_stays(completed):
    made = completed.tables["made"]
    assert made.reads == {"other": "pairs", "made": "made"} and made.settings == ("labels", "part")


def test_a_function_that_the_manifest_declares_and_the_module_lacks_is_named(tmp_path):
    (tmp_path / "table.py").write_text(TABLE)
    with pytest.raises(InputError, match="table.py: has no function make_mode, which manifest.py declares; define it"):
        arguments.completed(Analysis(tables={"mode": Shown()}), tmp_path, ("made",), ())


def test_the_main_analysis_reads_what_its_science_needs():
    """A row of these lines is what a wrong rule would change without a word: which systems count, and which tables."""
    reads = {name: registry.analyses()[name].reads for name in ("criteria", "separation", "correlations", "people")}
    assert reads["criteria"] == {"deltas": Each("deltas", "every_system_and_references"), "pairs": "pairs"}
    assert reads["separation"]["scores"] == Each("scores", "scorers")
    assert reads["correlations"]["z_scores"] == Each("z_scores", "scorers")
    assert reads["people"]["deltas"] == Each("deltas", "scorers") and "other_ratings" in reads["people"]
