"""Split sentences into words and characters: at white space, by a table, or by neither.

A *character* is a grapheme cluster (Unicode's annex 29): a letter with its accents and vowel signs, or an emoji,
however it is encoded.
"""

from collections.abc import Sequence
from types import ModuleType
from typing import TYPE_CHECKING

from acceptability.errors import InputError
from acceptability.messages import Message, setting

if TYPE_CHECKING:
    import pandas as pd

COLUMN = "words"  # of tables of sentences
BETWEEN = "\t"  # words in that column
MARK = "|"  # words in a user's table, which may also have white space between them
WAYS = ("whitespace", "characters")
KEYS = {  # of datasets that are a user's tables
    COLUMN: {
        "description": "For your own tables: what a word is in languages that write no spaces, such as Chinese, "
        "Japanese or Thai. `characters`: each character; `whitespace`: the text between white space, as in other "
        "languages. Without this key, such sentences have words only where the table has a column of them.",
        "enum": list(WAYS),
    }
}
UNSPACED = {  # scripts without spaces between words, by their names in Unicode; kana tell Japanese from Chinese
    "Hiragana": "Japanese",
    "Katakana": "Japanese",
    "Han": "Chinese",
    "Thai": "Thai",
    "Lao": "Lao",
    "Khmer": "Khmer",
    "Myanmar": "Burmese",
}
MEND = Message(
    "write each sentence's words into a column (docs/sentences.md), or set the unit of a word: ",
    setting("words", "characters", "{yaml} (WORDS= for make score)", more=" or whitespace"),
)


def characters(text: str) -> list[str]:
    """Return the characters of a text, white space too."""
    return list(text) if text.isascii() else _regex().findall(r"\X", text)


def script(text: str) -> str:
    """Return the name of a script in the text that is written without spaces between words; empty if none is."""
    if text.isascii():
        return ""
    search = _regex().search
    return next((in_words for name, in_words in UNSPACED.items() if search(rf"\p{{Script={name}}}", text)), "")


def _regex() -> ModuleType:
    try:  # here: a Snakemake that is alone in its environment has it not
        import regex
    except ImportError as error:
        raise InputError("to split text into characters, install regex in Snakemake's environment") from error
    return regex


def split(text: str, way: str) -> list[str]:
    """Return the words of a text: what stands between ``whitespace``, or its ``characters`` without white space."""
    if way == "whitespace":
        return text.split()
    return [character for character in characters(text) if not character.isspace()]


def marked(cell: str, text: str) -> list[str] | None:
    """Return the words of a text as a cell of a user's table has them; None where they do not make up the text.

    Between words is MARK or, if there is none, white space. The white space of the text does not matter.
    """
    for mark in (MARK, None) if MARK in cell else (None,):
        words = [" ".join(word.split()) for word in cell.split(mark)]
        if _solid("".join(words)) == _solid(text):
            return [word for word in words if word]
    return None


def _solid(text: str) -> str:
    return "".join(text.split())


def of_table(sentences: "pd.DataFrame", column: str = "sentence") -> "pd.Series":
    """Return the words of each sentence of a table as in the contract SENTENCES: lists, or None where it is not known.

    They are those of the column COLUMN or, where that has none, what stands between white space. They are not known of
    a text in a script without spaces. ``column`` holds the text; COLUMN is of whole sentences, not of parts.
    """
    import pandas as pd  # here, as the configuration is checked without it

    given = named(sentences) if column == "sentence" else None
    words = [
        of_text or (None if script(text) else text.split())
        for of_text, text in zip(given or [None] * len(sentences), sentences[column], strict=True)
    ]
    return pd.Series(words, index=sentences.index, dtype=object)


def spaced(sentences: "pd.DataFrame", what: str) -> list[str]:
    """Return each sentence for a model that splits texts at white space.

    One in a script without spaces gets them between its words, as the column COLUMN names them; others stay
    unchanged. Raises InputError, which says that ``what`` needs words, where the column names none for a text that is
    mostly in such a script.
    """
    texts = sentences["sentence"]
    given = named(sentences) or [None] * len(texts)
    unknown = [not words and _is_unspaced(text) for words, text in zip(given, texts, strict=True)]
    by_id = sentences[unknown].set_index("sentence_id")
    known(of_table(by_id), by_id, what)
    pairs = zip(given, texts, strict=True)
    return [" ".join(words) if words and script(text) else text for words, text in pairs]


def _is_unspaced(text: str) -> bool:
    """Return whether most characters of a text are in a script without spaces between words."""
    if text.isascii():
        return False
    scripts = "".join(rf"\p{{Script={name}}}" for name in UNSPACED)
    return 2 * len(_regex().findall(f"[{scripts}]", text)) > len(_solid(text))


def named(sentences: "pd.DataFrame") -> list[list[str] | None] | None:
    """Return the words of each sentence that the column COLUMN names; None if the table has no such column."""
    if COLUMN not in sentences:
        return None
    return [cell.split(BETWEEN) if cell else None for cell in sentences[COLUMN].fillna("")]


def known(words: "pd.Series", sentences: "pd.DataFrame", what: str) -> "pd.Series":
    """Return words of each sentence unchanged. Raise InputError, which says ``what`` needs them, if some are unknown.

    ``words`` as of_table gives them, indexed by sentence_id, like ``sentences``.
    """
    missing = words.isna()
    if missing.any():
        name = missing.idxmax()
        writing = script(sentences.loc[name, "sentence"])
        raise InputError(
            f"sentence_id {name!r}: is in {writing} script, which has no spaces between words, and {what}; ",
            MEND,
        )
    return words


def parts(text: str) -> list[str]:
    """Return what length and order are about: words between white space; characters in a script without spaces."""
    return split(text, "characters" if script(text) else "whitespace")


def length(text: str) -> int:
    """Return how many parts a text has."""
    return len(parts(text))


def of_characters(text: str, words: Sequence[str]) -> list[int]:
    """Return the number of each code point's word, from 1. White space between words belongs to the next word."""
    owner = [number for number, word in enumerate(words, start=1) for sign in word if not sign.isspace()]
    numbers, place = [], 0
    for sign in text:
        numbers.append(owner[min(place, len(owner) - 1)])
        place += not sign.isspace()
    return numbers


def of_tokens(text: str, spans: Sequence[tuple[int, int]], words: Sequence[str]) -> list[tuple[int, int]]:
    """Return the numbers of the first and the last word that each token is in, from 1.

    Words that a token goes across are one unit, for all of their tokens.

    Parameters:
        text: what was tokenised.
        spans: where each token begins and ends in it; of a token that is a part of a character, where that is.
        words: the words of the text.
    """
    numbers = of_characters(text, words)
    first, last = [], []
    for start, end in spans:
        stop = end
        while start < stop and text[start].isspace():
            start += 1
        while start < stop and text[stop - 1].isspace():
            stop -= 1
        if start == stop:  # white space alone is of the next word
            start, stop = max(end - 1, 0), max(end, 1)
        first.append(numbers[start])
        last.append(numbers[stop - 1])
    crossed = {word for low, high in zip(first, last, strict=True) for word in range(low, high)}  # and the next one
    begins, ends = list(range(len(words) + 1)), list(range(len(words) + 1))
    for word in range(1, len(words)):
        if word in crossed:
            begins[word + 1] = begins[word]
    for word in range(len(words) - 1, 0, -1):
        if word in crossed:
            ends[word] = ends[word + 1]
    return [(begins[word], ends[word]) for word in last]
