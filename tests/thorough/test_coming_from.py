"""The lines of docs/coming.md in minicons and lm-evaluation-harness, beside those of this project: the same numbers."""

import json
import os
import subprocess

import numpy as np
import pytest
import yaml

from coming import blocks, names_after, rows, save_models, with_models
from helpers import ROOT

MINICONS, HARNESS = "minicons", "lm-evaluation-harness"
ENVIRONMENTS = {MINICONS: "minicons", HARNESS: "lm_eval"}  # `make test-thorough` installs them
TASK = """
import yaml
from lm_eval import simple_evaluate
found = simple_evaluate(model=lm, tasks=[yaml.safe_load(task)], bootstrap_iters=0)["results"]["mine"]
"""


@pytest.fixture(scope="module")
def models(tmp_path_factory) -> dict[str, str]:
    return save_models(tmp_path_factory.mktemp("models"))


@pytest.fixture(scope="module")
def names(models) -> dict[str, object]:
    """Return the names that lines of this project know, after the blocks of the page."""
    return names_after([blocks(HARNESS)[1]], models)


def theirs(program: str, setup: list[str], lines: list[str], models: dict[str, str], cache) -> list[list[float]]:
    """Return the numbers of each line in the environment of a program."""
    python = ROOT / f"build/{ENVIRONMENTS[program]}/bin/python"
    assert python.is_file(), f"{program} is not installed; run `make test-thorough`"
    code = with_models("\n".join(setup), models)
    asked = json.dumps({"setup": code, "lines": [with_models(line, models) for line in lines]})
    environment = os.environ | {"HF_HOME": str(cache)}  # nothing is fetched, and nothing stays
    command = [python, ROOT / "tests/support/rival_lines.py"]
    run = subprocess.run(command, input=asked, env=environment, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr[-4000:]
    return json.loads(run.stdout.splitlines()[-1])


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("program", [MINICONS, HARNESS])
def test_each_line_of_the_other_program_gives_the_numbers_of_the_line_beside_it(program, models, names, tmp_path):
    compared = [row for row in rows(program) if "(" in row[0]]  # and no name of a metric
    setup = [f"texts = {names['texts']!r}", blocks(program)[0]]
    made = theirs(program, setup, [there for there, _ in compared], models, tmp_path)
    assert len(made) == {MINICONS: 8, HARNESS: 2}[program]
    for (there, here), numbers in zip(compared, made, strict=True):
        ours = np.atleast_1d(eval(with_models(here, models), names))
        np.testing.assert_allclose(ours, numbers, atol=1e-4, err_msg=f"{there} and {here}")


def test_what_minicons_does_if_nothing_is_said(models, names, tmp_path):
    lines = ["gpt2.sequence_score(texts)", "gpt2.sequence_score(texts, reduction=lambda lp: lp.mean(0).item())"]
    lines += [
        "[len(lp) for lp in gpt2.compute_stats(gpt2.prepare_text(texts))]",
        "[len(gpt2.encode(texts[0]).input_ids[0])]",
    ]
    setup = [f"texts = {names['texts'][:1]!r}", blocks(MINICONS)[0]]
    usual, mean, scored, tokens = theirs(MINICONS, setup, lines, models, tmp_path)
    assert usual == mean and scored[0] == tokens[0] - 1  # a mean, and the first token has no score


def test_the_metrics_of_a_task_are_the_shares_beside_them(models, names, tmp_path):
    pairs = names["pairs"]
    texts = pairs.sentences.set_index("sentence_id")["sentence"]
    both = [{"good": texts[row.good_id], "bad": texts[row.bad_id]} for row in pairs.pairs.itertuples()]
    (tmp_path / "pairs.jsonl").write_text("".join(json.dumps(pair) + "\n" for pair in both), encoding="utf-8")
    (task,) = blocks(HARNESS, "yaml")
    task = task.replace("pairs.jsonl", str(tmp_path / "pairs.jsonl"))
    metrics = [(there, here) for there, here in rows(HARNESS) if "(" not in there]
    assert [there for there, _ in metrics] == [entry["metric"] for entry in yaml.safe_load(task)["metric_list"]]
    setup = [blocks(HARNESS)[0], f"task = {task!r}", TASK]
    made = theirs(HARNESS, setup, [f"found['{there},none']" for there, _ in metrics], models, tmp_path)
    ours = [eval(here, names) for _, here in metrics]
    np.testing.assert_allclose(ours, [number for (number,) in made], atol=1e-9)
    assert both[2]["good"] == both[2]["bad"] and min(ours) >= 1 / 3  # a tie counts as right


@pytest.mark.parametrize(
    "program, line, error",
    [
        (MINICONS, "gpt2.sequence_score([words])", "IndexError"),
        (HARNESS, "lm.loglikelihood(ask([words]))", "AssertionError"),
    ],
)
def test_a_sentence_that_is_too_long_is_an_error(program, line, error, models, tmp_path):
    with pytest.raises(AssertionError, match=error):
        theirs(program, [blocks(program)[0], f"words = {' dog' * 100!r}"], [line], models, tmp_path)
