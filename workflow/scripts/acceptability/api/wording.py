"""Say in the words of Python what messages say for make, for Python and for the configuration."""

import re
import warnings
from collections.abc import Callable
from functools import wraps

from acceptability.errors import InputError

SWITCHES = "beginning|ending|leading_space|chat|partial|discount_fallback|lowercase|end_of_sentence"
# What a message says for other ways than Python, and what it says here.
SAID = (
    # A setting, then "(WORD=value for make score, word=value from Python, word: value in the configuration)".
    (r"(\w+): \S+?(?: to the dataset)? \([A-Z_]+=[^ ]+ for make score, (\1=[^()]+?) from Python[^()]*\)", r"\2"),
    (r"\w+: \w+ in the configuration, (?=[A-Z])", ""),
    (r"[A-Z_]+=[^ ]+ for make score, (\w+=[^(),]+?) from Python(?:, \w+: [\w-]+ in the configuration)?", r"\1"),
    (rf"\b({SWITCHES}): (true|false)(?: \(\1=\w+ from Python\)|; from Python, \1=\w+)?", r"\1=\2"),
    (r"\b(too_long|chat|kind|system): ([\w-]+)", r"\1='\2'"),
    (r'\bsheet: (".+") \(SHEET=\1 for make score\)', r"sheet=\1"),
    (r"\bbeginning: (auto|harness|tokenizer)", r"beginning='\1'"),
    (r"\bencoder_reads: (mask|empty)", r"encoder_reads='\1'"),
    (r"\bbeginning: (?=[\"'])", "beginning="),
    (r" \([A-Z_]+=[^ ]* for make score\)", ""),
    (r"\bset (\w+=)", r"give \1"),
    (r"\b(PAIRS|RATINGS|CORPUS|SCORES|PROMPTS|ASSUME|NEGATE|BASE)=", lambda word: f"{word[1].lower()}="),
    (r"config\.yaml: ", ""),
)
VALUES = {"=true": "=True", "=false": "=False"}


def of_python(message: str) -> str:
    """Return a message in which settings are arguments: ``beginning=False`` and not ``beginning: false``."""
    for pattern, here in SAID:
        message = re.sub(pattern, here, message)
    for value, here in VALUES.items():
        message = message.replace(value, here)
    return message


def speaks_python(function: Callable) -> Callable:
    """Let the errors and warnings of a function speak of arguments; each warning is given once."""

    @wraps(function)
    def called(*positional: object, **named: object) -> object:
        with warnings.catch_warnings(record=True) as raised:
            warnings.simplefilter("always", UserWarning)
            try:
                made = function(*positional, **named)
            except InputError as error:
                raise InputError(of_python(str(error))) from error
        for category, message in dict.fromkeys((one.category, str(one.message)) for one in raised):
            warnings.warn(of_python(message), category, stacklevel=2)
        return made

    return called
