"""A real server, llama-cpp-python's, with a real model: refused as it is, right after the model's beginning token."""

import json
import math
import os
import re
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest

import acceptability
from acceptability.errors import InputError
from acceptability.kinds.served import requests
from acceptability.kinds.served.interfaces import INTERFACES
from acceptability.reading import completions
from helpers import ROOT

PYTHON = Path(os.environ.get("ACCEPTABILITY_LLAMA", ROOT / "build/llama_server/bin/python"))  # `make test-thorough`
NAME, BEGINNING = "smollm2", "<|im_start|>"
# By llama.cpp itself after the beginning token, all tokens; and by this server, without the first one.
WHOLE = {
    "The keys to the cabinet are on the table.": (-49.3562, -41.1285),
    "The keys to the cabinet is on the table.": (-50.8345, -42.6067),
    "No student has ever read that book.": (-49.0736, -38.4227),
    "Some student has ever read that book.": (-52.5930, -40.6170),
    "The naïve café owner paid €3.50 for the crème brûlée.": (-89.4541, -81.2264),
    "Rain": (-14.3161, None),
}
SCORED = {text: rest for text, (_, rest) in WHOLE.items() if rest is not None}
EVALUATE = """
import json, sys
import numpy as np
from llama_cpp import Llama
model = Llama(sys.argv[1], logits_all=True, n_ctx=512, n_threads=2, verbose=False)
made = {}
for text in json.loads(sys.argv[2]):
    ids = model.tokenize((sys.argv[3] + text).encode(), add_bos=False, special=True)
    model.reset()
    model.eval(ids)
    logits = np.array(model.scores[: len(ids)], dtype=float)
    logits -= np.logaddexp.reduce(logits, axis=1, keepdims=True)
    made[text] = [float(logits[place - 1, ids[place]]) for place in range(1, len(ids))]
print(json.dumps(made))
"""


@pytest.fixture(scope="module")
def llama(smollm2) -> Iterator[str]:
    """Return the address of a server with SmolLM2."""
    assert PYTHON.is_file(), "llama-cpp-python is not installed; run `make test-thorough`"
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = ["--model", smollm2, "--model_alias", NAME, "--port", port, "--n_ctx", 512, "--n_threads", 2]
    with subprocess.Popen(
        [PYTHON, "-m", "llama_cpp.server", *map(str, words)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as server:
        address = f"http://localhost:{port}"
        for _ in range(120):
            assert server.poll() is None, "the server did not start"
            try:
                requests.ask(address, "/v1/models", tries=1)
                break
            except InputError:
                time.sleep(1)
        yield address
        server.terminate()


def test_as_it_is_the_server_is_refused_by_the_live_test(llama):
    with pytest.raises(
        InputError, match=r"generates .* with a log-probability of .* Its log-probabilities of a prompt"
    ):
        acceptability.score(list(SCORED), NAME, server=llama)
    text = next(iter(SCORED))
    asked = INTERFACES["openai"].request(NAME, text, True)
    scored = completions.of_response(requests.ask(llama, "/v1/completions", asked), text)
    assert scored.shifted and math.fsum(scored.known) == pytest.approx(-94.58, abs=0.01)  # and truly -43.70


def test_after_the_beginning_token_it_gives_what_llama_cpp_computes(llama, smollm2):
    said = re.escape(f"The first token of each sentence is not scored: {BEGINNING} stands before")
    with pytest.warns(UserWarning, match=said):
        scores = acceptability.score(list(SCORED), NAME, server=llama, beginning=BEGINNING)
    assert scores["log_prob"].tolist() == pytest.approx(list(SCORED.values()), abs=0.01)
    with pytest.raises(InputError, match="is one token, and the first token has no log-probability"):
        acceptability.score(["Rain"], NAME, server=llama, beginning=BEGINNING)
    command = [PYTHON, "-c", EVALUATE, smollm2, json.dumps(list(WHOLE)), BEGINNING]
    exact = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    assert [math.fsum(exact[text]) for text in WHOLE] == pytest.approx([whole for whole, _ in WHOLE.values()], abs=0.01)
    with_first = pd.Series(scores["log_prob"].tolist(), index=list(SCORED)) + [exact[text][0] for text in SCORED]
    assert with_first.tolist() == pytest.approx([WHOLE[text][0] for text in SCORED], abs=0.01)


def test_a_name_that_the_server_does_not_have_is_refused_though_it_would_answer(llama):
    with pytest.raises(InputError, match=f"has no model 'smollm3' \\(did you mean '{NAME}'\\?\\)"):
        acceptability.score(list(SCORED), "smollm3", server=llama, beginning=BEGINNING)
