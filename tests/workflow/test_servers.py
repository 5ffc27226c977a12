"""Models behind a server in the real workflow: the numbers of the same model here; refusals, kills, keys."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pandas as pd
import pytest
import torch
from transformers import AutoModelForCausalLM, AutoTokenizer

from acceptability.kinds.served import requests
from acceptability.kinds.served.interfaces import INTERFACES
from helpers import copy_checkout, error_lines, make, planned, replaced, run_workflow, snakemake, snakemake_command
from stand_in_server import NAME, StandIn, serving
from tiny_models import END_OF_TEXT, save_gpt2

NOUNS = ["boy", "girl", "child", "dog", "cat", "naïve man"]
SENTENCES = [f"The {noun} {verb}." for noun in NOUNS for verb in ("sleeps", "sleep")]
PAIRS = "good,bad\n" + "\n".join(f"The {noun} sleeps.,The {noun} sleep." for noun in NOUNS) + "\n"
KEY = "sk-secret-of-a-test"


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    """Return the folder of a tiny GPT-2, and the model and the tokenizer in it."""
    folder = save_gpt2(
        tmp_path_factory.mktemp("tiny") / "tiny", SENTENCES, 300, 1, n_positions=64, n_embd=16, n_layer=2, n_head=2,
        initializer_range=0.3,
    )  # fmt: skip
    return folder, AutoModelForCausalLM.from_pretrained(folder).eval(), AutoTokenizer.from_pretrained(folder)


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """Return a checkout with a table of pairs."""
    folder = copy_checkout(tmp_path / "checkout")
    (folder / "my_pairs.csv").write_text(PAIRS, encoding="utf-8")
    return folder


def entry(server: StandIn, api: str) -> str:
    asked_so = f"kind: served, server: '{server.address}', name: {NAME}, api: {api}, at_once: 1"
    return f"{{label: {api}, {asked_so}, measures: [log_prob]}}"


def asked(server: StandIn) -> list[str]:
    """Return the sentences that a server was asked for, without the texts of the live test."""
    return [text for text in server.asked if text in SENTENCES]


def scores(folder: Path, system: str) -> pd.Series:
    table = pd.read_csv(folder / f"results/scores/my-pairs/{system}.csv")
    return table[table["measure"] == "log_prob"].set_index("sentence_id")["score"].sort_index()


def test_each_interface_gives_the_scores_of_the_same_model_here(own, tiny):
    place, model, tokenizer = tiny
    with serving(model, tokenizer, bos=True, slow=0.02) as server:
        config = "run: all\ndatasets:\n  my-pairs: {kind: pairs, label: Mine, pairs: my_pairs.csv}\nmodels:\n"
        config += f"  here: {{label: Here, kind: causal, path: {place}, beginning: true, measures: [log_prob]}}\n"
        config += "".join(f"  by-{api}: {entry(server, api)}\n" for api in ("openai", "sglang", "tgi"))
        (own / "config.yaml").write_text(config, encoding="utf-8")
        run_workflow(own, "results/reports/my-pairs.pdf")
        assert server.most <= 2  # two jobs
        (own / "config.yaml").write_text(replaced(config, "at_once: 1", "at_once: 9"), encoding="utf-8")
        assert "score_elsewhere" not in planned(own, "results/reports/my-pairs.pdf")
    for api in ("openai", "sglang", "tgi"):
        pd.testing.assert_series_equal(scores(own, f"by-{api}"), scores(own, "here"), rtol=0, atol=1e-4)
    made = json.loads((own / "results/tokens/my-pairs/by-tgi.json").read_text(encoding="utf-8"))
    host = server.address.removeprefix("http://")
    assert made["system"]["server"] == host and made["model"] == NAME and made["devices"] == [f"server {host}"]
    assert made["beginning_token"] == END_OF_TEXT and made["first_token"] == "scored"
    assert abs(made["live_test"]["after"] - made["live_test"]["within"]) < 0.001
    assert not list((own / "results/checkpoints").iterdir())


def test_make_score_asks_a_server_and_no_key_is_written_anywhere(own, tiny, monkeypatch):
    monkeypatch.setenv("ACCEPTABILITY_API_KEY", KEY)
    _, model, tokenizer = tiny
    with serving(model, tokenizer, failures=2, slow=0.05) as server:
        run = make(own, "score", "PAIRS=my_pairs.csv", f"SERVER={server.address}", f"MODEL={NAME}", "FOLDER=out")
    assert run.returncode == 0, run.stdout + run.stderr
    assert "cannot be recomputed from weights that are known here" in run.stdout
    assert "The first token of each sentence is not scored: nothing precedes the sentence" in run.stdout
    assert sorted(asked(server)) == sorted(SENTENCES) and 2 <= server.most <= 4
    assert set(server.keys) == {f"Bearer {KEY}"}
    files = [path for path in own.rglob("*") if path.is_file()]
    assert files and not [path for path in files if KEY.encode() in path.read_bytes()]
    assert KEY not in run.stdout + run.stderr


def test_a_server_whose_log_probabilities_are_shifted_is_refused_until_the_beginning_is_named(own, tiny):
    _, model, tokenizer = tiny
    words = ["score", "--config", "pairs=my_pairs.csv", f"model={NAME}", "folder=out"]
    with serving(model, tokenizer, shifts=True) as server:
        run = snakemake(own, *words, f"server={server.address}")
        assert run.returncode != 0 and not list((own / "out").rglob("tokens/*.csv"))
        (line,) = set(error_lines(run))
        assert (
            "are those of other tokens, as llama-cpp-python's are" in line and "BEGINNING='<s>' for make score" in line
        )
        assert len(server.asked) == 1
        run = snakemake(own, *words, f"server={server.address}", f"beginning={END_OF_TEXT}")
        assert run.returncode == 0, run.stdout
    tokens = pd.read_csv(own / f"out/results/tokens/my-pairs/{NAME}.csv")
    assert tokens["position"].min() == 2
    text, log_probs = SENTENCES[0], tokens[tokens["sentence_id"] == tokens["sentence_id"][0]]["log_prob"]
    ids = tokenizer(END_OF_TEXT + text)["input_ids"]
    with torch.inference_mode():
        logits = model(input_ids=torch.tensor([ids])).logits[0].double().log_softmax(-1)
    expected = [float(logits[place - 1, ids[place]]) for place in range(2, len(ids))]
    assert log_probs.tolist() == pytest.approx(expected, abs=1e-4)


def test_make_score_reads_saved_responses(own, tiny):
    _, model, tokenizer = tiny
    lines = []
    with serving(model, tokenizer, bos=True) as server:
        for number in range(len(NOUNS)):
            for side, text in zip(("good", "bad"), SENTENCES[2 * number : 2 * number + 2], strict=True):
                body = requests.ask(server.address, "/v1/completions", INTERFACES["openai"].request(NAME, text, True))
                lines.append({"custom_id": f"{number + 1}.{side}", "response": {"status_code": 200, "body": body}})
    content = "".join(f"{json.dumps(line)}\n" for line in lines)
    (own / "responses.jsonl").write_text(content, encoding="utf-8")
    run = make(own, "score", "PAIRS=my_pairs.csv", "SCORES=responses.jsonl", "FOLDER=out")
    assert run.returncode == 0, run.stdout + run.stderr
    assert f"{END_OF_TEXT} precedes the sentence, and its first token has a log-probability" in run.stderr
    made = pd.read_csv(own / "out/results/scores/my-pairs/responses.csv")
    made = made[made["measure"] == "log_prob"].set_index("sentence_id")["score"]
    ids = tokenizer(END_OF_TEXT + SENTENCES[0])["input_ids"]
    with torch.inference_mode():
        logits = model(input_ids=torch.tensor([ids])).logits[0].double().log_softmax(-1)
    expected = sum(float(logits[place - 1, ids[place]]) for place in range(1, len(ids)))
    assert len(made) == len(SENTENCES) and made["1.good"] == pytest.approx(expected, abs=1e-4)


def test_another_computer_is_asked_only_where_one_says_so(own):
    words = [
        "score",
        "--config",
        "pairs=my_pairs.csv",
        f"model={NAME}",
        "server=http://models.example.org",
        "folder=out",
    ]
    (line,) = error_lines(snakemake(own, *words))
    assert "your sentences would be sent to models.example.org, which is not this computer" in line
    assert "REMOTE=yes for make score" in line


def test_a_killed_run_goes_on_without_asking_again(own, tiny):
    _, model, tokenizer = tiny
    words = ["score", "--config", "pairs=my_pairs.csv", f"model={NAME}", "folder=out"]
    with serving(model, tokenizer, bos=True, slow=0.3) as server:
        command = snakemake_command(*words, f"server={server.address}")
        run = subprocess.Popen(command, cwd=own, stdout=subprocess.DEVNULL, start_new_session=True)
        stop = time.monotonic() + 120
        while len(server.asked) < 6 and run.poll() is None and time.monotonic() < stop:
            time.sleep(0.02)
        os.killpg(run.pid, signal.SIGKILL)
        run.wait()
        (journal,) = (own / "out/results/checkpoints").glob("served-*.jsonl")
        kept = [json.loads(line).get("sentence") for line in journal.read_text(encoding="utf-8").splitlines()]
        kept = [text for text in kept if text]
        assert 0 < len(kept) < len(SENTENCES)
        while server.at_once:
            time.sleep(0.02)
        server.asked.clear()
        server.slow = 0
        run_workflow(own, *words, f"server={server.address}")
        assert sorted([*kept, *asked(server)]) == sorted(SENTENCES)
        first = (own / f"out/results/tokens/my-pairs/{NAME}.csv").read_bytes()
        run_workflow(own, *words[:-1], "folder=again", f"server={server.address}")
    assert (own / f"again/results/tokens/my-pairs/{NAME}.csv").read_bytes() == first
    assert not journal.exists()
