"""docs/coming.md: each of its lines of this project runs, and gives what a plain loop does; signatures of real runs."""

import shutil

import numpy as np
import pandas as pd
import pytest
import torch
from transformers import AutoModelForCausalLM, AutoModelForMaskedLM, AutoTokenizer

import acceptability
from coming import PAGE, ROW, SECTIONS, blocks, names_after, rows, save_models, with_models
from helpers import copy_checkout, run_workflow, write_csv

MINICONS, HARNESS, BABYLM, PANGOLING = "minicons", "lm-evaluation-harness", "BabyLM's evaluation pipeline", "pangoling"
PAIRS = [("Dogs bark.", "Dogs barks."), ("Cats sleep.", "Cats sleeps."), ("I am.", "I am.")]


@pytest.fixture(scope="module")
def models(tmp_path_factory) -> dict[str, str]:
    return save_models(tmp_path_factory.mktemp("models"))


@pytest.fixture(scope="module")
def names(models) -> dict[str, object]:
    """Return the names that all lines of the page know, after its blocks."""
    return names_after([blocks(HARNESS)[-1], *blocks(BABYLM)], models)


def plain(folder: str, text: str, before: bool, after: bool = False) -> np.ndarray:
    """Return ln p of each token of a text by a causal model, in a plain loop."""
    model, tokenizer = AutoModelForCausalLM.from_pretrained(folder).eval(), AutoTokenizer.from_pretrained(folder)
    ids = [tokenizer.bos_token_id] * before + tokenizer(text)["input_ids"] + [tokenizer.eos_token_id] * after
    with torch.no_grad():
        logits = model(torch.tensor([ids])).logits[0].double().log_softmax(-1)
    return np.array([float(logits[place - 1, ids[place]]) for place in range(1, len(ids))])


def masked(folder: str, text: str, back: int = 0) -> float:
    """Return Σ ln p of the tokens of a text, each masked alone, read ``back`` places before it."""
    model, tokenizer = AutoModelForMaskedLM.from_pretrained(folder).eval(), AutoTokenizer.from_pretrained(folder)
    ids, total = tokenizer(text)["input_ids"], 0.0
    for place in range(1, len(ids) - 1):
        hidden = [*ids[:place], tokenizer.mask_token_id, *ids[place + 1 :]]
        with torch.no_grad():
            total += float(model(torch.tensor([hidden])).logits[0, place - back].double().log_softmax(-1)[ids[place]])
    return total


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("line", dict.fromkeys(here for program in SECTIONS for _, here in rows(program)))
def test_each_line_of_the_page_gives_numbers(line, names, models):
    made = eval(with_models(line, models), names)
    assert np.isfinite(np.atleast_1d(made)).all() and np.size(made)


def test_every_row_of_a_table_about_a_program_is_a_line_that_runs_or_says_that_there_is_none():
    assert [len(rows(program)) for program in (MINICONS, HARNESS, BABYLM, PANGOLING)] == [8, 5, 5, 2]
    tables = PAGE[PAGE.index("## minicons") :].splitlines()
    others = [row for row in tables if row.startswith("| `") and not ROW.match(row)]
    assert [row.split(" | ")[1] for row in others] == ["–"]


@pytest.mark.filterwarnings("ignore")
def test_lines_are_those_of_plain_loops(names, models):
    gpt2, bert, texts = models["gpt2"], models["bert-base-cased"], names["texts"]
    expected = {
        MINICONS: [
            [plain(gpt2, text, True).sum() for text in texts],
            [plain(gpt2, text, False).mean() for text in texts],
            [plain(gpt2, text, True, True).sum() for text in texts],
            np.concatenate([plain(gpt2, text, True) for text in texts]),
            [plain(gpt2, texts[0], True)[2:].sum()],
            [masked(bert, text) for text in texts],
        ],
        HARNESS: [
            [plain(gpt2, text, True).sum() for text in texts],
            [plain(gpt2, f" {text}", True).sum() for text in texts],
        ],
        BABYLM: [
            [plain(gpt2, text, False).sum() for text in texts],
            [masked(bert, text) for text in texts],
            [masked(bert, text, 1) for text in texts],
        ],
    }
    for program, numbers in expected.items():
        for (_, line), those in zip(rows(program), numbers, strict=False):
            np.testing.assert_allclose(eval(with_models(line, models), names), those, atol=1e-4, err_msg=line)


def test_the_shares_of_other_programs_count_ties_as_right(names, models):
    sums = [[plain(models["gpt2"], f" {text}", True).sum() for text in pair] for pair in PAIRS]
    right = [good >= bad for good, bad in sums]
    assert right[2] and names["blimp"].loc["log_prob", "share_ties_met"] == np.mean(right)
    assert names["blimp"].loc["log_prob", "share_ties_half"] == np.mean(right) - 1 / 6
    for measure, length in (("mean_lp_characters", len), ("mean_lp_bytes", lambda text: len(text.encode()))):
        shares = [a / length(good) >= b / length(bad) for (a, b), (good, bad) in zip(sums, PAIRS, strict=True)]
        assert names["blimp"].loc[measure, "share_ties_met"] == np.mean(shares)
    ours = [[plain(models["gpt2"], text, False).sum() for text in pair] for pair in PAIRS]
    assert names["as_babylm"]["mean"].tolist() == [np.mean([good >= bad for good, bad in ours])]


@pytest.mark.filterwarnings("ignore")
def test_a_run_and_python_elsewhere_end_with_the_same_signature(models, tmp_path):
    folder, elsewhere = copy_checkout(tmp_path / "checkout"), tmp_path / "elsewhere"
    write_csv(folder / "my_pairs.csv", ("good", "bad"), PAIRS)
    shutil.copytree(models["gpt2"], folder / "my model")
    scores = pd.DataFrame({"sentence": [text for pair in PAIRS[:2] for text in pair], "mine": [1, 0.5, 2, 3]})
    scores.to_csv(folder / "mine.csv", index=False)
    words = ("pairs=my_pairs.csv", "model=my model", "scores=mine.csv", "partial=yes", "beginning=true")
    run = run_workflow(folder, "score", "--config", *words)
    lines = [line.split()[-1] for line in run.splitlines() if line.startswith("Signature:")]
    shutil.copytree(folder / "my model", elsewhere / "the same")
    shutil.copy(folder / "mine.csv", elsewhere / "scores.csv")
    pairs = acceptability.pairs(folder / "my_pairs.csv")
    assert signatures(pairs, elsewhere / "the same", elsewhere / "scores.csv") == lines and len(lines) == 2
    (page,) = folder.glob("runs/*/results/explorer/index.html")
    assert "Signatures, to paste into a paper" in page.read_text(encoding="utf-8")


def signatures(pairs, model, scores) -> list[str]:
    """Return the signatures of a causal model and of a file of scores, from Python."""
    systems = {"my model": acceptability.score(pairs, model, beginning=True), "mine": scores}
    e = acceptability.evaluate(pairs, systems, partial=True)
    return e.signature.replace("data:pairs@", "data:my-pairs@").splitlines()
