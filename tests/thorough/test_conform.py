"""`acceptability.conform` identifies programs in environments of their own: docs/programs.tsv has what it finds."""

import sys
from pathlib import Path

import numpy as np
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


NONE = {  # calls that follow no convention; docs/conventions.md says why
    "gpt2.sequence_score([text], bos_token=True, bow_correction=True, reduction=total)",
    'completion(server, "tiny-gpt2", text)',
}


def test_all_calls_but_two_follow_a_convention():
    assert {row["call"] for row in ROWS if row["convention"] == "none"} == NONE
    assert {row["program"] for row in ROWS} == set(describe_conventions.SETUPS)


@pytest.mark.parametrize("program", describe_conventions.SETUPS)
def test_each_call_of_a_program_follows_the_convention_of_the_page(program, folder):
    environment = describe_conventions.SETUPS[program][0]
    python = ROOT / f"build/{environment}/bin/python" if environment else Path(sys.executable)
    assert python.is_file(), f"{program} is not installed; run `make test-thorough`"
    rows = [row for row in ROWS if row["program"] == program]
    table = describe_conventions.scores(program, [row["call"] for row in rows], folder)
    rng = np.random.default_rng(73)
    for row, column in zip(rows, list(table)[1:], strict=True):
        (found,) = acceptability.conform(table[["sentence_id", column]]).itertuples()
        words = f"{found.convention} ({found.precision})" if found.conforms else "none"
        assert words == row["convention"], row
        assert found.model == row["model"] or not found.conforms, row
        complete = table[column].fillna(table[column].mean())
        others = {
            "one changed row": table[column].where(table.index != 8, table[column] * 1.5),
            "shuffled": complete.sample(frac=1, random_state=1).to_numpy(),
            "random": rng.normal(complete.mean(), complete.std(), len(complete)),
        }
        for name, other in others.items():
            assert not acceptability.conform(table[["sentence_id"]].assign(score=other))["conforms"].any(), (row, name)
