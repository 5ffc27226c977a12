"""Find the platforms whose results can be read, and the one that wrote a file."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from acceptability.errors import InputError
from acceptability.messages import Message, joined
from acceptability.responses import platforms
from acceptability.responses.answers import Results, reading_setting
from acceptability.responses.files import File
from acceptability.responses.stimuli import Stimuli


@dataclass(frozen=True)
class Platform:
    """Describe a program whose results can be read.

    Attributes:
        name: how people call it.
        recognises: says whether it wrote a file.
        read: makes Results of its files: ``read(files, stimuli, words)``. The stimuli say which sentences there are;
            the words are those of WORDS that were given.
        keeps_questions: whether ``read`` also keeps the answers to questions that EXCLUDE= names. Otherwise, these are
            columns below the first header of each file.
    """

    name: str
    recognises: Callable[[File], bool]
    read: Callable[[Sequence[File], Stimuli, Mapping[str, str]], Results]
    keeps_questions: bool = False


@cache
def all_platforms() -> dict[str, Platform]:
    """Return the platforms by the names of their modules."""
    names = sorted(module.name for module in iter_modules(platforms.__path__))
    modules = {name: import_module(f"{platforms.__name__}.{name}") for name in names}
    return {name: module.PLATFORM for name, module in modules.items() if hasattr(module, "PLATFORM")}


def platform_of(files: Sequence[File], name: str = "") -> Platform | None:
    """Return the platform that wrote all of these files; None where none did, so that they are tables.

    InputError where two platforms may have written one file, or where files are of different ones.
    """
    known = all_platforms()
    if name:
        by_name = {
            key: platform for key, platform in known.items() if name.casefold() in (key, platform.name.casefold())
        }
        if not by_name:
            raise InputError(
                reading_setting("platform", name), f": is not known; there are: {', '.join(sorted(known))}"
            )
        (platform,) = by_name.values()
        if others := [file.path for file in files if not platform.recognises(file)]:
            fault = f"{others[0]}: is not from {platform.name}, by its contents"
            raise InputError(f"{fault}; leave ", reading_setting("platform"), " out")
        return platform
    by_file = {file.path: [key for key, platform in known.items() if platform.recognises(file)] for file in files}
    for path, keys in by_file.items():
        if len(keys) > 1:
            names = " or ".join(known[key].name for key in keys)
            ways = joined(" or ", [Message(reading_setting("platform", key)) for key in keys])
            raise InputError(f"{path}: may be from {names}; name one of them: ", ways)
    used = {key for keys in by_file.values() for key in keys}
    if not used:
        return None
    for path, keys in by_file.items():
        if not keys or len(used) > 1:
            first = next(file for file, ids in by_file.items() if ids and ids != keys)
            one, other = (known[ids[0]].name if ids else "no platform that is known" for ids in (by_file[first], keys))
            raise InputError(f"{first} is from {one}, and {path} is from {other}; remove one of the two")
    return known[used.pop()]
