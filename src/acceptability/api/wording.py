"""Let errors and warnings name the arguments of Python, where those of a run name options and keys."""

import warnings
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from acceptability.errors import InputError
from acceptability.messages import of_python

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def speaks_python(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Let the errors and warnings of a function name arguments; each warning is given once."""

    @wraps(function)
    def called(*positional: Parameters.args, **keywords: Parameters.kwargs) -> Result:
        with warnings.catch_warnings(record=True) as raised:
            warnings.simplefilter("always", UserWarning)
            try:
                result = function(*positional, **keywords)
            except InputError as error:
                raise InputError(error.message.python) from error
        for category, text in dict.fromkeys((one.category, _text(one.message)) for one in raised):
            warnings.warn(text, category, stacklevel=2)
        return result

    return called


def _text(warning: Warning | str) -> str:
    return of_python(warning.args[0] if isinstance(warning, Warning) else warning)
