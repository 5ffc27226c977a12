"""`acceptability.conform` identifies programs in environments of their own: docs/programs.tsv has what it finds."""

import sys
from pathlib import Path

import pandas as pd
import pytest

import acceptability
from acceptability.conformance import kit
from docs import describe_conventions
from helpers import ROOT

ROWS = describe_conventions.read_programs()


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("kit")
    kit.write(folder)
    return folder


@pytest.mark.parametrize("program", describe_conventions.SETUPS)
def test_each_call_of_a_program_follows_the_convention_of_the_page(program, folder):
    environment = describe_conventions.SETUPS[program][0]
    python = ROOT / f"build/{environment}/bin/python" if environment else Path(sys.executable)
    assert python.is_file(), f"{program} is not installed; run `make test-thorough`"
    rows = [row for row in ROWS if row["program"] == program]
    table = describe_conventions.scores(program, [row["call"] for row in rows], folder)
    for row, column in zip(rows, list(table)[1:], strict=True):
        (found,) = acceptability.conform(table[["sentence_id", column]]).itertuples()
        words = f"{found.convention} ({found.precision})" if found.conforms else "none"
        assert words == row["convention"], row
        assert found.model == row["model"] or not found.conforms, row
        changed = table[["sentence_id", column]].copy()
        changed.loc[8, column] *= 1.5
        shuffled = changed.assign(**{column: table[column].sample(frac=1, random_state=1).to_numpy()})
        complete = shuffled.assign(**{column: shuffled[column].fillna(shuffled[column].mean())})
        for other in (changed, complete):
            assert not acceptability.conform(pd.DataFrame(other))["conforms"].any(), row
