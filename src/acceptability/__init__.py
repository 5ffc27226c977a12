"""Score sentences with language models and evaluate the scores: fourteen functions and one error (docs/python.md).

Each function is imported when it is first used, so ``import acceptability`` loads no other package.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from acceptability.api.conforming import conform
    from acceptability.api.evaluating import check, evaluate
    from acceptability.api.ngram_models import train_ngram
    from acceptability.api.scoring import ask, score
    from acceptability.api.suites import evaluate_suites, score_suites, suites
    from acceptability.api.tables import declared, pairs, read, sentences
    from acceptability.errors import InputError
    from acceptability.verification.verify import verify

__version__ = "0.2.0.dev0"
__all__ = [
    "InputError",
    "ask",
    "check",
    "conform",
    "declared",
    "evaluate",
    "evaluate_suites",
    "pairs",
    "read",
    "score",
    "score_suites",
    "sentences",
    "suites",
    "train_ngram",
    "verify",
]
_HOMES = {
    **dict.fromkeys(("declared", "pairs", "read", "sentences"), "api.tables"),
    **dict.fromkeys(("ask", "score"), "api.scoring"),
    "conform": "api.conforming",
    **dict.fromkeys(("evaluate_suites", "score_suites", "suites"), "api.suites"),
    "train_ngram": "api.ngram_models",
    **dict.fromkeys(("check", "evaluate"), "api.evaluating"),
    "verify": "verification.verify",
    "InputError": "errors",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
