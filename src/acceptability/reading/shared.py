"""Select the answers that give each participant's mean and SD, such as those to sentences that all rated."""

from collections import Counter
from collections.abc import Iterable

from acceptability.errors import InputError, suggest
from acceptability.messages import setting

# What gives each participant's mean and SD: all answers, those to sentences that all rated, or to fillers.
ALL, SHARED, FILLERS = "all", "shared", "fillers"


def names_of(by: str) -> list[str]:
    """Return the kinds of sentences that a word names, with commas between them."""
    return [name.strip() for name in by.split(",") if name.strip()]


def check(by: str, phenomena: Iterable[str]) -> None:
    """Raise InputError for a word that names something else than ``all``, ``shared``, ``fillers`` and phenomena."""
    known = [FILLERS, *dict.fromkeys(phenomena)]
    if by in (ALL, SHARED):
        return
    if unknown := [name for name in names_of(by) or [by] if name not in known]:
        raise InputError(
            setting("standardise_by", by),
            f": there is no phenomenon {unknown[0]!r}{suggest(unknown[0], known)}; write {SHARED}, "
            f"{FILLERS}, or phenomena with commas between them",
        )


def rated_by_all(people: Iterable[str], sentences: Iterable[str]) -> set[str]:
    """Return the sentences that every participant rated; ``people`` and ``sentences`` are those of each answer."""
    answered = {*zip(people, sentences, strict=True)}
    raters = Counter(sentence for _, sentence in answered)
    everybody = len({person for person, _ in answered})
    return {sentence for sentence, count in raters.items() if count == everybody}
