"""Define how servers are asked for log-probabilities of a text and of a token after it, and what they answer."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Interface:
    """Describe how servers of one kind are asked.

    Attributes:
        path: where requests go to.
        request: what is sent, given the name of the model, a text and whether the response must repeat it.
        generated: the token that was generated after the text, and its log-probability, from the body of a response.
        models: where the server says what it serves; ``served``, the names of these models from that.
        names_model: whether each response names the model that it is from, as ``model``.
    """

    path: str
    request: Callable[[str, str, bool], dict]
    generated: Callable[[Any], tuple[str, float]]
    models: str
    served: Callable[[Any], list[str]]
    names_model: bool = False


def _openai(name: str, text: str, echo: bool) -> dict:
    """Ask for one token: llama-cpp-python takes ``max_tokens: 0`` for no limit."""
    plain = {"temperature": 0, "frequency_penalty": 0, "presence_penalty": 0}
    return {"model": name, "prompt": text, "max_tokens": 1, "logprobs": 1, "echo": echo} | plain


def _generated_by_openai(body: Any) -> tuple[str, float]:
    (choice,) = body["choices"]
    (value,) = choice["logprobs"]["token_logprobs"]
    return choice["text"], float(value)


def _sglang(name: str, text: str, echo: bool) -> dict:
    options = {"return_logprob": True, "return_text_in_logprobs": True} | ({"logprob_start_len": 0} if echo else {})
    return {"text": text, "sampling_params": {"max_new_tokens": 1, "temperature": 0}} | options


def _generated_by_sglang(body: Any) -> tuple[str, float]:
    ((value, *_),) = body["meta_info"]["output_token_logprobs"]
    return body["text"], float(value)


def _tgi(name: str, text: str, echo: bool) -> dict:
    parameters = {"max_new_tokens": 1, "do_sample": False, "details": True, "decoder_input_details": echo}
    return {"inputs": text, "parameters": parameters}


def _generated_by_tgi(body: Any) -> tuple[str, float]:
    body = body[0] if isinstance(body, list) else body
    (token,) = body["details"]["tokens"]
    return token["text"], float(token["logprob"])


INTERFACES: Mapping[str, Interface] = {
    "openai": Interface(
        "/v1/completions",
        _openai,
        _generated_by_openai,
        "/v1/models",
        lambda body: [model["id"] for model in body["data"]],
        names_model=True,
    ),
    "sglang": Interface(
        "/generate", _sglang, _generated_by_sglang, "/get_model_info", lambda body: [body["model_path"]]
    ),
    "tgi": Interface("/generate", _tgi, _generated_by_tgi, "/info", lambda body: [body["model_id"]]),
}
