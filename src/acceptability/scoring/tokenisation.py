"""Turn sentences into tokens, the same for a corpus and for the sentences that a model trained on it scores (pure)."""

import re
import unicodedata
from collections.abc import Callable

import regex

ASCII_WORD = re.compile(r"\w+(?:'\w+)*|[^\w\s]")
# Marks, such as the vowel signs of Hindi, belong to their words; four control characters are white space to Python.
WORD = regex.compile(r"[\w\p{M}]+(?:'[\w\p{M}]+)*|[^\w\s\x1c-\x1f]")
RESERVED = {"<s>", "</s>", "<unk>", "<UNK>"}
# KenLM ends a string at the character 0.
STRAIGHT = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "\0": " "})


def words(sentence: str) -> list[str]:
    """Return words and single punctuation marks; an inner apostrophe stays in its word."""
    return ASCII_WORD.findall(sentence) if sentence.isascii() else WORD.findall(sentence)


def treebank(sentence: str) -> list[str]:
    """Return words as in the Penn treebank, by NLTK, which is imported here because that takes seconds."""
    from nltk.tokenize import TreebankWordTokenizer

    return TreebankWordTokenizer().tokenize(sentence)


TOKENISERS: dict[str, Callable[[str], list[str]]] = {
    "whitespace": str.split,
    "words": words,
    "treebank": treebank,
}


def tokeniser(tokenisation: str, lowercase: bool) -> Callable[[str], list[str]]:
    """Return the function from a sentence to its tokens.

    ``tokenisation``: ``whitespace`` splits at white space only. ``words`` also makes every punctuation mark a
    token; an inner apostrophe stays in its word (``don't``). ``treebank`` is NLTK's TreebankWordTokenizer
    (``do n't``). White space at the ends does not matter. Typographic quotation marks and apostrophes are made
    straight, characters are composed (Unicode's form NFC), and KenLM's own words (``<s>``, ``</s>``,
    ``<unk>``) lose their angle brackets.
    """
    split = TOKENISERS[tokenisation]

    def tokenise(sentence: str) -> list[str]:
        sentence = sentence.strip()
        if lowercase:
            sentence = sentence.lower()
        if "\0" in sentence or not sentence.isascii():
            sentence = unicodedata.normalize("NFC", sentence.translate(STRAIGHT)).strip()
        tokens = split(sentence)
        if "<" not in sentence:
            return tokens
        return [token.strip("</>") if token in RESERVED else token for token in tokens]

    return tokenise
