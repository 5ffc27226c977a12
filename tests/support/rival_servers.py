"""Ask servers of the conformance kit's models, as somebody does who writes a few lines for it.

llama-cpp-python's server runs in an environment of its own; for vLLM and SGLang there is a stand-in.
"""

import atexit
import json
import math
import os
import socket
import subprocess
import time
from contextlib import ExitStack
from pathlib import Path
from urllib.error import URLError
from urllib.request import Request, urlopen

LLAMA = Path(os.environ.get("ACCEPTABILITY_LLAMA", Path(__file__).parents[2] / "build/llama_server/bin/python"))
FLOAT32, CONTEXT = 0, 64  # llama.cpp's number of the type; tokens
LONGEST = 200  # characters; only the last sentence of the kit has more


def answer(address: str, body: dict | None = None) -> dict:
    """Return the JSON that a server answers."""
    content = None if body is None else json.dumps(body).encode()
    with urlopen(Request(address, content, {"Content-Type": "application/json"})) as response:
        return json.load(response)


def completion(address: str, name: str, text: str) -> float:
    """Return the sum of the log-probabilities of a prompt that a server repeats (`echo`), without generated tokens.

    It is NaN if the server leaves tokens of the prompt out, except for one at the beginning; and for a text that is too
    long, because llama.cpp ends there.
    """
    if len(text) > LONGEST:
        return math.nan
    asked = {"model": name, "prompt": text, "echo": True, "logprobs": 1, "max_tokens": 1, "temperature": 0}
    body = answer(f"{address}/v1/completions", asked)
    values, usage = body["choices"][0]["logprobs"]["token_logprobs"], body["usage"]
    generated = usage["completion_tokens"]  # several by llama-cpp-python, if the first one ends inside a character
    if len(values) < usage["prompt_tokens"] + generated - 1:
        return math.nan
    return math.fsum(value or 0.0 for value in values[: len(values) - generated])


def generation(address: str, text: str) -> float:
    """Return the sum of the log-probabilities of a prompt that SGLang's own interface gives."""
    options = {"return_logprob": True, "logprob_start_len": 0}
    asked = {"text": text, "sampling_params": {"max_new_tokens": 1, "temperature": 0}} | options
    values = answer(f"{address}/generate", asked)["meta_info"]["input_token_logprobs"]
    return math.fsum(value or 0.0 for value, *_ in values)


def llama_cpp_server(folder: str) -> str:
    """Start llama-cpp-python's server with the kit's GGUF files, and return its address.

    It keeps what it read in float16, or for models whose names end in `-float32` in that.
    """
    assert LLAMA.is_file(), "llama-cpp-python is not installed; run `make test-thorough`"
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    common = {"n_ctx": CONTEXT, "n_threads": 1, "verbose": False}
    models = [
        common | {"model": f"{folder}/{name}.gguf", "model_alias": name + ending} | types
        for name in ("tiny-llama", "tiny-gpt2")
        for ending, types in (("", {}), ("-float32", {"type_k": FLOAT32, "type_v": FLOAT32}))
    ]
    settings = Path(folder) / "server.json"
    settings.write_text(json.dumps({"host": "127.0.0.1", "port": port, "models": models}), encoding="utf-8")
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    server = subprocess.Popen([LLAMA, "-m", "llama_cpp.server", "--config_file", settings], **quiet)
    atexit.register(server.terminate)
    address = f"http://127.0.0.1:{port}"
    for _ in range(120):
        assert server.poll() is None, "the server did not start"
        try:
            answer(f"{address}/v1/models")
            return address
        except (URLError, ConnectionError):
            time.sleep(1)
    raise TimeoutError("the server did not answer")


def stand_in(folder: str) -> str:
    """Start the stand-in for vLLM and SGLang with a model of the kit, and return its address.

    Both put the BOS token before a text if the tokenizer does.
    """
    from transformers import AutoModelForCausalLM, AutoTokenizer

    from stand_in_server import serving

    model, tokenizer = AutoModelForCausalLM.from_pretrained(folder).eval(), AutoTokenizer.from_pretrained(folder)
    servers = ExitStack()
    atexit.register(servers.close)
    adds_bos = tokenizer("a")["input_ids"][0] == tokenizer.bos_token_id
    return servers.enter_context(serving(model, tokenizer, bos=adds_bos)).address
