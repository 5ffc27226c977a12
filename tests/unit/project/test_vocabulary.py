"""Texts use the terms of the field: the number of each home-made one may only fall."""

import re
from collections.abc import Iterator
from functools import cache

import pytest
import yaml

from helpers import CODE, ROOT

# How often a term may still be written, at most. Lower a number when you have replaced some; 0 forbids the term for good.
# Behind each number: what to write instead.
TERMS = {
    r"mend(?:s|ed|ing)?": 0,  # fix, correct
    r"st(?:and|ands|ood|anding) in": 0,  # is in; replaces (stands in for)
    r"st(?:and|ands|ood|anding) beside": 1,  # is next to
    r"st(?:and|ands|ood|anding) for": 0,  # is short for, represents, replaces
    r"take[ns]? whole": 0,  # treated as a unit
    r"(?<!soon )(?<!far )(?<!long )(?<!often )as (?:it is|they are|it was|they were)(?! (?:\w+ |to be )?\w+(?:ed|en|wn)\b)": 2,
    r"as (?:it comes|they come)": 0,  # as received, as exported
    r"deal(?:s|t|ing)? out": 0,  # permute, assign
    r"coins?": 1,  # chance, at random
    r"but for": 1,  # except for, in a sentence of its own
    r"goes before": 0,  # precedes; the beginning-of-sequence token
    r"doubts|(?:a|the|this|that|another) doubt": 6,  # warnings, a warning
    r"understood": 0,  # how the file was read
    r"(?:is|are|was|were|be|been) said": 2,  # is reported, a note reports
    r"thorough tests?": 0,  # slow tests
    r"one person": 0,  # a single participant
    r"g(?:ive|ives|ave|iven|iving)(?: \w+){0,2} away": 0,  # reveals; a trivial rule solves the pair
    r"decides? (?:a|the|each|all|every) (?:group|phenomenon|paradigm)": 0,  # solves
    r"(?:files?|columns?|cells?|tables?|folders?|rows?|pages?|sheets?|archives?|lists?|dictionar(?:y|ies)|it) holds?": 2,
    r"what (?:it|they|each|\w+ (?:file|column|cell|table|folder|row|page|sheet)s?) holds?": 2,  # its content
}
# Phrases that look like one of these terms, but are not, and why.
EXCEPTIONS = {
    "huaiyi (doubt)": "a translation",
    "erdict stands for": "a verdict applies to these bounds; a heading",
    "does it hold": "a claim holds",
    "in which it holds": "a claim holds",
    "does when it holds": "a bound holds",
    "DOUBTS": "the name of a contract",
    "doubts.csv": "the name of a file",
    "doubts:": "the name of an argument",
    "understood:": "the name of an argument",
    "noun phrases are said to have": "the words of a publication are at issue",
    "how often it holds": "a claim holds",
    "it holds in at": "a claim holds",
    "if it holds in": "a claim holds",
    "where it holds": "a claim holds",
}
SLACK = 10


LITERAL = r"""(?P<f>[rf]*)(?:"{3}(?P<long>[\s\S]*?)"{3}|"(?P<short>(?:[^"\\\n]|\\.)*)"|'(?:[^'\\\n]|\\.)*')"""
TOKEN = re.compile(rf"(?<!\w){LITERAL}|# ?(?P<comment>.*)")
CONTINUED = re.compile(r'(?<!")"\s*\n\s*f?"(?!")')  # a literal that goes on in the next line


def prose_of_python(text: str) -> Iterator[str]:
    """Yield the docstrings, comments and texts of a module; a literal of one word is no text, but a name."""
    for token in TOKEN.finditer(CONTINUED.sub("", text)):
        if token["long"] or token["comment"]:
            yield token["long"] or token["comment"]
        elif token["short"] and " " in token["short"]:
            yield re.sub(r"\{[^{}]*\}", "…", token["short"]) if "f" in token["f"] else token["short"]


def prose_of_yaml(text: str) -> Iterator[str]:
    """Yield the texts of a file of settings or of a schema: its values with several words, and its comments."""
    values = [yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))]
    while values:
        value = values.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            values += value.values()
        elif isinstance(value, list):
            values += value
    yield "\n".join(re.findall(r"^ *# (.*)$", text, re.MULTILINE))


def prose_of_markup(text: str) -> Iterator[str]:
    """Yield the text of a page or of a section of a report, without blocks of code."""
    yield re.sub(r"^( *)```.*?^ *```$", "", text, flags=re.MULTILINE | re.DOTALL)


READERS = {".md": prose_of_markup, ".typ": prose_of_markup, ".rst": prose_of_markup, ".yaml": prose_of_yaml}
PAGES = [
    ROOT / "README.md",
    *ROOT.glob("docs/*.md"),
    *ROOT.glob("paper/**/*.typ"),
    *ROOT.glob("src/**/*.typ"),
    *ROOT.glob("workflow/report/*.rst"),
    *ROOT.glob("workflow/schemas/*.yaml"),
    *ROOT.glob("paper/*/*.yaml"),
]


@cache
def prose() -> dict[str, str]:
    """Map each file to its text for people: without code and quoted names, and with single spaces."""
    texts = {}
    for path in (*CODE, *PAGES):
        if "tests" not in path.relative_to(ROOT).parts:
            reader = READERS.get(path.suffix, prose_of_python)
            whole = "\n".join(reader(path.read_text(encoding="utf-8")))
            texts[f"{path.relative_to(ROOT)}"] = " ".join(re.sub(r"(`+)[^`\n]+\1", "`…`", whole).split())
    return texts


def found(term: str) -> list[str]:
    """Return the places of a term, each as its file and the words around it."""
    written = re.compile(rf"(?<![\w-]){term}(?![\w-]|\.\w)", re.IGNORECASE)
    excepted = re.compile("|".join(map(re.escape, EXCEPTIONS)) or r"(?!)")
    return [
        f"{path}: {text[max(0, match.start() - 40) : match.end() + 30]}"
        for path, text in prose().items()
        for match in written.finditer(excepted.sub("…", text))
    ]


@pytest.mark.parametrize(("term", "most"), TERMS.items())
def test_a_term_that_readers_do_not_know_is_written_ever_less_often(term, most):
    places = found(term)
    assert most - SLACK < len(places) <= most, f"{len(places)} × {term}; the first: " + "\n".join(places[:20])
