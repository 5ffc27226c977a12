"""Write messages that name settings as users of ``make``, of a configuration or of Python have to type them.

A message is a text. Where it tells the user to change a setting, that part is a ``Setting``:

>>> message = Message("the ids are numbers; ", setting("keep_ids", "yes"), " keeps them")
>>> print(message)
the ids are numbers; KEEP_IDS=yes keeps them
>>> print(message.python)
the ids are numbers; keep_ids='yes' keeps them
>>> print(message.yaml)
the ids are numbers; keep_ids: 'yes' keeps them
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import chain

OPTION = "{make}"
KEY = "{yaml}"
KEY_AND_ARGUMENT = "{yaml} ({python} from Python)"
OPTION_AND_ARGUMENT = "{make} for make score, {python} from Python"
ALL = "{yaml} ({make} for make score, {python} from Python)"
LISTED = "{make} for make score, {python} from Python, {yaml} in the configuration"
YES_NO = {True: ("yes", "true"), False: ("no", "false")}  # in make and in YAML


@dataclass(frozen=True)
class Setting:
    """Describe a setting as each interface writes it.

    Attributes:
        make: the option, such as ``PARTIAL=yes``.
        yaml: the key of the configuration, such as ``partial: true``.
        python: the argument, such as ``partial=True``.
        workflow: how the messages of a run name it, which may have been started by ``make`` or from a configuration.
    """

    make: str
    yaml: str
    python: str
    workflow: str

    def __str__(self) -> str:
        return self.workflow

    def changed(self, change: Callable[[str], str]) -> "Setting":
        """Return the setting with all of its texts changed by a function."""
        return Setting(*map(change, (self.make, self.yaml, self.python, self.workflow)))


def setting(
    name: str, value: object = None, workflow: str = OPTION, *, option: str = "", more: str = "", below: str = ""
) -> Setting:
    """Return a setting by its name in Python and in the configuration.

    Parameters:
        value: what it is set to; None where the user has to find a value.
        workflow: the template of how the messages of a run name it.
        option: its name in ``make``, if that is another one.
        more: what follows the value, such as `` or a text``.
        below: the key of the configuration below which it is a key.
    """
    in_make, in_yaml = YES_NO[value] if isinstance(value, bool) else (value, value)
    if isinstance(value, list):
        in_make, in_yaml = ",".join(value), f"[{', '.join(value)}]"
    elif value in ("yes", "no") or (below and value):
        doubled = str(value).replace("'", "''")
        in_yaml = f"'{doubled}'"  # a text, which it may not be without quotation marks
    option = option or name.upper()
    by_interface = {"make": f"{option}={in_make}", "yaml": f"{name}: {in_yaml}", "python": f"{name}={value!r}"}
    if value is None:
        by_interface = {"make": f"{option}=", "yaml": f"{name}:", "python": f"{name}="}
    if below:
        by_interface["yaml"] = f"{below}: {{{by_interface['yaml']}}}"
    by_interface = {interface: f"{text}{more}" for interface, text in by_interface.items()}
    return Setting(**by_interface, workflow=workflow.format(**by_interface))


def quoted(name: str, text: str) -> Setting:
    """Return a setting whose value is a text that the user wrote, in quotation marks."""
    key = f"{name}: {text!r}"
    return Setting(make=f"{name.upper()}={text!r}", yaml=key, python=f"{name}={text!r}", workflow=key)


class Message(str):
    """Represent a text with settings in it. As a text, it is for users of `make`; ``python`` and ``yaml`` are for
    others.

    Adding (+) to a message keeps its settings. In an f-string, it becomes the plain text that a run shows.
    """

    parts: tuple[str | Setting, ...]

    def __new__(cls, *parts: "str | Setting") -> "Message":
        flat = tuple(chain.from_iterable(one.parts if isinstance(one, Message) else (one,) for one in parts))
        message = super().__new__(cls, "".join(map(str, flat)))
        message.parts = flat
        return message

    def __add__(self, other: str) -> "Message":
        return Message(self, other)

    def __radd__(self, other: str) -> "Message":
        return Message(other, self)

    @property
    def python(self) -> str:
        """Return the message for users of Python."""
        return "".join(one.python if isinstance(one, Setting) else one for one in self.parts)

    @property
    def yaml(self) -> str:
        """Return the message for users who write a configuration."""
        return "".join(one.yaml if isinstance(one, Setting) else one for one in self.parts)

    def changed(self, change: Callable[[str], str]) -> "Message":
        """Return the message with all of its text changed by a function, such as ``printable``."""
        return Message(*(one.changed(change) if isinstance(one, Setting) else change(one) for one in self.parts))


def joined(between: str, messages: Iterable[str]) -> Message:
    """Return texts and messages as one message, with a text between them."""
    parts = [part for message in messages for part in (between, message)]
    return Message(*parts[1:])


def of_python(message: object) -> str:
    """Return what users of Python read of a text or a message."""
    return message.python if isinstance(message, Message) else str(message)


def of_yaml(message: str) -> str:
    """Return what users who write a configuration read of a text or a message."""
    return message.yaml if isinstance(message, Message) else message


# What lets sentences have no score.
PARTIAL = setting("partial", True, "{yaml} in the configuration, {make} for make score, {python} from Python")


def counted(number: int, thing: str) -> str:
    """Return how many things there are: ``1 answer``, ``1,200 answers``, ``2 participants``."""
    return f"{number:,} {thing if number == 1 else f'{thing}s'}"


def conjunction(parts: Iterable[str]) -> str:
    """Return parts as ``a, b and c``."""
    *most, last = parts
    return f"{', '.join(most)} and {last}" if most else last
