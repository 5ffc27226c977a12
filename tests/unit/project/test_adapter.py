"""What Snakemake gives a script becomes the arguments of its function."""

from pathlib import Path

import pytest
from snakemake.iocontainers import InputFiles, OutputFiles, Params, Wildcards

from acceptability.adapter import arguments


class Job:
    def __init__(self, output: OutputFiles) -> None:
        names = ["a.csv", "x.csv", "y.csv", "code.py"]
        self.input = InputFiles(fromdict={"pairs": names[0], "deltas": names[1:3], "code": names[3:]})
        self.output = output
        self.params = Params(fromdict={"thresholds": [0.5, 1]})
        self.threads = 3
        self.wildcards = Wildcards(fromdict={"dataset": "mine", "system": "x"})


def with_two(pairs, deltas, thresholds, dataset, to_curves, to_areas):
    """An adapter with two outputs."""


def with_one(deltas, to, ratings=None):
    """An adapter with one output and an input that need not be there."""


def test_inputs_and_outputs_are_paths_and_only_what_is_asked_for_is_given():
    two = OutputFiles(fromdict={"curves": "c.csv", "areas": "b.csv"})
    assert arguments(with_two, Job(two)) == {
        "pairs": Path("a.csv"),
        "deltas": [Path("x.csv"), Path("y.csv")],
        "thresholds": [0.5, 1],
        "dataset": "mine",
        "to_curves": Path("c.csv"),
        "to_areas": Path("b.csv"),
    }


def test_the_only_output_needs_no_name_and_missing_values_are_left_to_the_function():
    given = arguments(with_one, Job(OutputFiles(["made.csv"])))
    assert given == {"deltas": [Path("x.csv"), Path("y.csv")], "to": Path("made.csv")}
    with_one(**given)
    with pytest.raises(TypeError, match="to_curves"):
        with_two(**arguments(with_two, Job(OutputFiles(["made.csv"]))))


def test_threads_are_the_jobs_unless_a_parameter_says_otherwise():
    def with_threads(threads, to):
        """An adapter that computes in parallel."""

    job = Job(OutputFiles(["made.csv"]))
    assert arguments(with_threads, job)["threads"] == 3
    job.params = Params(fromdict={"threads": 2})
    assert arguments(with_threads, job)["threads"] == 2
