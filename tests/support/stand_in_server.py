"""A server of a language model for tests: in this process, with the answers of vLLM, SGLang, TGI or llama-cpp-python."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import BaseRequestHandler, ThreadingTCPServer

import torch

from background import running

NAME = "tiny"


@dataclass
class StandIn:
    """Hold what a server does, and what it was asked.

    Attributes:
        model, tokenizer: what it serves, under the name NAME.
        bos: whether it puts the tokenizer's beginning token before each text.
        shifts: whether each log-probability of a prompt is that of the token at its own place, unless the prompt begins
            with the beginning token, which is left out: as llama-cpp-python does.
        factor: by which it multiplies the log-probabilities of a prompt; 0 for a server that does not compute them.
        echoes: whether it repeats the prompt at all.
        failures: answers of HTTP status 500 (or ``status``) to give before the first right one.
        lasts: how many texts it answers, before it answers 503 for ever.
        changes: after how many texts it answers with another model, and that model.
        answers_as: the name of the model in its answers, if that is not the one that it was asked for.
        moved: where it says that it has moved to.
        asked: the texts that it answered with log-probabilities of the prompt, in order.
        keys: the headers ``Authorization`` that it got.
        generates: the log-probability of the token that it generates, if that is not the model's.
        slow: seconds that each answer takes; ``most``, how many requests it had at the same time.
    """

    model: object
    tokenizer: object
    bos: bool = False
    shifts: bool = False
    factor: float = 1.0
    echoes: bool = True
    failures: int = 0
    status: int = 500
    lasts: int = 10**9
    changes: tuple[int, object] | None = None
    answers_as: str = ""
    generates: float | None = None
    slow: float = 0.0
    moved: str = ""
    asked: list[str] = field(default_factory=list)
    keys: list[str | None] = field(default_factory=list)
    most: int = 0
    at_once: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)
    address: str = ""

    def read(self, text: str) -> tuple[list[str], list[float | None], str, float, list[int]]:
        """Return tokens and values of a prompt, the token that is generated after it, its value, and the ids."""
        tokenizer = self.tokenizer
        ids = tokenizer(text, add_special_tokens=False)["input_ids"]
        ids = [tokenizer.bos_token_id, *ids] if self.bos else ids
        with torch.inference_mode():
            changed = self.changes and len(self.asked) >= self.changes[0]
            model = self.changes[1] if changed else self.model
            logits = model(input_ids=torch.tensor([ids])).logits[0].double().log_softmax(-1)
        begun = ids[0] == tokenizer.bos_token_id
        late = self.shifts and not begun
        values = [logits[place - (not late), ids[place]] for place in range(1, len(ids))]
        values = [None, *(self.factor * float(value) for value in values)]
        best = int(logits[-1].argmax())
        value = float(logits[-1, best]) if self.generates is None else self.generates
        return [tokenizer.decode([one]) for one in ids], values, tokenizer.decode([best]), value, ids


def _openai(server: StandIn, asked: dict) -> tuple[dict, str, bool]:
    text, echo = asked["prompt"], asked["echo"] and server.echoes
    tokens, values, token, value, ids = server.read(text)
    every, numbers = ([*tokens, token], [*values, value]) if echo else ([token], [value])
    if server.shifts and echo:
        begun = ids[0] == server.tokenizer.bos_token_id
        every, numbers = (every[1:], [None, *numbers[2:]]) if begun else (every[:-1], numbers[:-1])
    offsets = [sum(map(len, every[:place])) for place in range(len(every))]
    listed = {"tokens": every, "token_logprobs": numbers, "text_offset": offsets, "top_logprobs": None}
    choice = {"index": 0, "text": text * echo + token, "logprobs": listed, "finish_reason": "length"}
    usage = {"prompt_tokens": len(ids), "completion_tokens": 1}
    model = server.answers_as or asked["model"]
    return {"object": "text_completion", "model": model, "choices": [choice], "usage": usage}, text, echo


def _sglang(server: StandIn, asked: dict) -> tuple[dict, str, bool]:
    text, echo = asked["text"], asked.get("logprob_start_len") == 0
    tokens, values, token, value, ids = server.read(text)
    entries = [[number, one, piece] for number, one, piece in zip(values, ids, tokens, strict=True)]
    meta = {"output_token_logprobs": [[value, 0, token]]} | ({"input_token_logprobs": entries} if echo else {})
    return {"text": token, "meta_info": meta}, text, echo


def _tgi(server: StandIn, asked: dict) -> tuple[dict, str, bool]:
    text, echo = asked["inputs"], asked["parameters"]["decoder_input_details"]
    tokens, values, token, value, ids = server.read(text)
    prefill = [
        {"id": one, "text": piece, "logprob": number} for number, one, piece in zip(values, ids, tokens, strict=True)
    ]
    details = {"tokens": [{"text": token, "logprob": value}], "prefill": prefill if echo else []}
    return {"generated_text": token, "details": details}, text, echo


ANSWERS = {
    "/v1/completions": _openai,
    "/generate": lambda server, asked: (_sglang if "text" in asked else _tgi)(server, asked),
}
MODELS = {
    "/v1/models": {"data": [{"id": NAME}]},
    "/get_model_info": {"model_path": NAME},
    "/info": {"model_id": NAME},
}


def _handler(server: StandIn) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def answer(self, status: int, body: dict, **headers: str) -> None:
            content = json.dumps(body).encode()
            with suppress(ConnectionError):  # who asked may have been killed
                self.send_response(status)
                for name, value in ({"Content-Length": str(len(content))} | headers).items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(content)

        def do_GET(self) -> None:
            server.keys.append(self.headers.get("Authorization"))
            there = self.path in MODELS
            self.answer(200 if there else 404, MODELS.get(self.path, {"error": {"message": "not found"}}))

        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            server.keys.append(self.headers.get("Authorization"))
            with server.lock:
                server.at_once += 1
                server.most = max(server.most, server.at_once)
                failing, server.failures = server.failures > 0, max(0, server.failures - 1)
            time.sleep(server.slow)
            headers = {"Location": server.moved} if server.moved else {}
            try:
                status, body = (307, {}) if server.moved else self.made(asked, failing)
            finally:
                with server.lock:  # before the answer is read, so that the next request is not at the same time
                    server.at_once -= 1
            self.answer(status, body, **headers)

        def made(self, asked: dict, failing: bool) -> tuple[int, dict]:
            """Return the status and the content of an answer."""
            if failing or len(server.asked) >= server.lasts:
                message = {"error": {"message": f"no, says {self.headers.get('Authorization')}"}}
                return server.status if failing else 503, message
            body, text, echo = ANSWERS[self.path](server, asked)
            with server.lock:
                server.asked += [text] if echo else []
            return 200, body

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    return Handler


@contextmanager
def serving(model: object, tokenizer: object, **settings: object) -> Iterator[StandIn]:
    """Serve a model at an ``address`` of this computer, until the block ends."""
    server = StandIn(model, tokenizer, **settings)
    http = ThreadingHTTPServer(("127.0.0.1", 0), _handler(server))
    server.address = f"http://127.0.0.1:{http.server_port}"
    with running(http):
        yield server


@dataclass
class Raw:
    """Hold the ``address`` of a server that answers anything with the same bytes, and how often it was ``asked``."""

    address: str
    asked: int = 0


@contextmanager
def answering(content: bytes, pause: float = 0.0) -> Iterator[Raw]:
    """Answer every request with these bytes until the block ends; with a ``pause``, one after another."""

    class Handler(BaseRequestHandler):
        def handle(self) -> None:
            raw.asked += 1
            self.request.recv(65536)
            with suppress(ConnectionError):
                for start in range(0, len(content), 1 if pause else len(content)):
                    self.request.sendall(content[start : start + 1] if pause else content)
                    time.sleep(pause)

    server = ThreadingTCPServer(("127.0.0.1", 0), Handler)
    raw = Raw(f"http://127.0.0.1:{server.server_address[1]}")
    with running(server):
        yield raw
