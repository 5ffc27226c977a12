"""Find the sentence or the pair of a dataset that an answer is about, by id, by text, or by item and condition."""

import html
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from acceptability.reading import matching
from acceptability.reading.roles import SIDES, plain
from acceptability.reading.sentences import FILLER

PRACTICE = re.compile(r"practi[cs]e|training|calibration|warm.?up", re.IGNORECASE)
BREAKS = re.compile(r"<\s*/?\s*(?:br|p|div|li|ul|ol|h[1-6]|tr|td|table|hr)\b[^>]*>", re.IGNORECASE)
WORDS = re.compile(r"\s+|(?<=[。！？])")  # what separates words, and sentences of languages that write no blanks
SPEAKER = re.compile(r"\w{1,2}: +(?=\S)")  # before what a speaker says in a dialogue
TAGS = re.compile(r"<[a-zA-Z/!][^>]*>")
SEPARATORS = r"[\s._:;|/,()\[\]-]+"  # what programs leave out of ids, or replace; other signs belong to an id
LETTERS = "letters and digits: "  # before the key of an id that has no separators
SIDE = {name.replace("_", gap): side for side, names in SIDES.items() for name in names for gap in (" ", "")}
SIDE |= {"1": "good", "0": "bad"}


def lines_of_html(text: str) -> list[str]:
    """Return the lines of text that HTML shows, without tags and entities."""
    plain_text = html.unescape(TAGS.sub("", BREAKS.sub("\n", text)))
    return [line for line in (" ".join(line.split()) for line in plain_text.split("\n")) if line]


class Stimuli:
    """Contain the sentences, pairs and fillers of an experiment, and find those that a file means.

    Parameters:
        pairs: the acceptable sentence and the other one of each pair, by its id.
        fillers: texts by their ids, which begin with sentences.FILLER.
        key: the sentence_id of each question of a questionnaire, by the name that the file has for it.
        filler_pairs: the two sentences of fillers that are pairs, by ids that begin with sentences.FILLER.
        checks: the answers that attention checks ask for, by their sentence_id.
    """

    def __init__(
        self,
        pairs: Mapping[str, tuple[str, str]],
        fillers: Mapping[str, str] | None = None,
        key: Mapping[str, str] | None = None,
        filler_pairs: Mapping[str, tuple[str, str]] | None = None,
        checks: Mapping[str, str] | None = None,
    ) -> None:
        self.pairs = dict(pairs)
        self.key = dict(key or {})
        self.checks = dict(checks or {})
        self.filler_pairs = dict(filler_pairs or {})
        sides = ("good", "bad")
        sentence_texts = {
            f"{pair}.{side}": text for pair, texts in pairs.items() for side, text in zip(sides, texts, strict=True)
        }
        self.sentences = sentence_texts | dict(fillers or {})
        self._by_plain_id = _by_ids(self.sentences)
        all_pairs = self.pairs | self.filler_pairs
        self._pair_by_plain_id = _by_ids(all_pairs)
        self._by_text = _unique((matching.same(text), name) for name, text in self.sentences.items())
        self._by_letters = _unique((matching.letters(text), name) for name, text in self.sentences.items())
        self._pair_by_texts = _unique(
            (frozenset(map(matching.letters, texts)), pair) for pair, texts in all_pairs.items()
        )

    def sentence(self, name: str = "", text: str = "", item: str = "", condition: str = "") -> str:
        """Return the id of the sentence that is meant; empty where none is.

        Parameters:
            name: the id in the file, also without its punctuation (``p1good``). It may be a question of the key, as
                may ``text`` and ``item``.
            text: the sentence, plain or as HTML; a line of it is enough, because questions may follow the sentence. Or
                its id, in a column that the user named.
            item, condition: the id of the pair, and which of its sentences.
        """
        name = next((self.key[code] for code in (name, text, item) if code in self.key), name)
        for candidate in filter(None, (name, text)):
            if one := candidate if candidate in self.sentences else self._by_plain_id.get(_plain_id(candidate)):
                return one
        if text and (one := self.by_text(text)):
            return one
        item = re.sub(r"^(\d+)\.0+$", r"\1", item)
        if item and condition and (side := side_of(condition)):
            pair = item if item in self.pairs else self._pair_by_plain_id.get(_plain_id(item), "")
            if pair:
                return f"{pair}.{side}"
        if name.startswith(FILLER) or name in self.checks:
            return name
        if plain(condition).startswith("filler"):
            which = name or text or (f"{item} {condition}" if plain(condition) != "filler" else item)
            return f"{FILLER}{which}" if which else ""
        return ""

    def has(self, name: str) -> bool:
        """Return whether an id is that of a sentence or of a pair, of a filler's too."""
        return name in self.sentences or name in self.pairs or name in self.filler_pairs

    def by_text(self, text: str) -> str:
        """Return the id of the only sentence with this text, or with a line of it; empty where there is none.

        A line may begin with its speaker, such as ``B:``.
        """
        whole = " ".join(text.split())
        lines = [whole, *lines_of_html(text), *(line for line in map(str.strip, text.split("\n")) if line)]
        lines += [SPEAKER.sub("", line) for line in lines if SPEAKER.match(line)]
        for known, fold in ((self._by_text, matching.same), (self._by_letters, matching.letters)):
            for line in lines:
                if name := known.get(fold(line)):
                    return name
        return ""

    def in_questions(self, texts: Sequence[str]) -> list[str]:
        """Return the id of the sentence that each text begins or ends with; empty where there is none.

        The rest of the text is the question, which other texts have, too: a longer sentence is another sentence.
        """
        parts = [self._parts(text) for text in texts]
        rests = Counter(rest for options in parts for rest in {rest for _, rest in options})
        return [next((name for name, rest in options if rests[rest] > 1), "") for options in parts]

    def _parts(self, text: str) -> list[tuple[str, tuple[str, str]]]:
        """Return the sentences that a text begins or ends with, the longest first, and the rest of the text."""
        matches = []
        for words in {tuple(WORDS.split(text.strip())), tuple(WORDS.split(" ".join(lines_of_html(text))))}:
            for size in range(len(words) - 1, 0, -1):
                first, last = ("before", words[:size], words[size:]), ("after", words[-size:], words[:-size])
                for side, part, rest in (first, last):
                    line = " ".join(part).strip("[]")
                    if name := self._by_text.get(matching.same(line)) or self._by_letters.get(matching.letters(line)):
                        matches.append((size, name, (side, matching.letters("".join(rest)))))
        return [(name, rest) for _, name, rest in sorted(matches, key=lambda part: -part[0])]

    def agrees(self, name: str, text: str) -> bool:
        """Return whether a text may belong to a sentence id: it matches, it is empty, or the id's text is unknown."""
        known = self.sentences.get(name)
        return not text or known is None or self.sentence(text=text) == name or matching.agree(text, known)

    def pair(self, name: str = "", first: str = "", second: str = "") -> str:
        """Return the id of the pair with this id or these two sentences; an empty text if there is none."""
        if name in self.pairs:
            return name
        if name and (pair := self._pair_by_plain_id.get(_plain_id(name))):
            return pair
        letters_of_both = frozenset(matching.letters("".join(lines_of_html(text))) for text in (first, second))
        return self._pair_by_texts.get(letters_of_both, "") if first and second else ""


def side_of(condition: str) -> str:
    """Return which sentence of a pair a condition names, good or bad; empty if it names neither, such as −1."""
    return SIDE.get(re.sub(r"[\s_-]+", " ", condition.strip().casefold()), "")


def _plain_id(name: str) -> str:
    """Return an id without case and separators, but with a point between digits: ``1.1`` is not ``11``.

    An id of letters and digits alone has lost all separators, and is compared with the letters and digits of others.
    """
    name = name.casefold()
    if name.isalnum():
        return f"{LETTERS}{name}"
    sign = "-" if re.match(r"[-−]\d", name) else ""
    parts = re.split(rf"(?<=\d){SEPARATORS}(?=\d)", name)
    return sign + ".".join(re.sub(SEPARATORS, "", part) for part in parts)


def _by_ids(ids: Iterable[str]) -> dict[str, str]:
    """Return each id by its plain form, and by its letters and digits alone, where no other id has the same."""
    letters = [(LETTERS + "".join(filter(str.isalnum, name.casefold())), name) for name in ids]
    return _unique([*((_plain_id(name), name) for _, name in letters), *letters])


def _unique(keys_and_names: Iterable[tuple]) -> dict:
    """Return what each key names, where it names one thing only."""
    unique: dict = {}
    for key, name in keys_and_names:
        unique[key] = "" if key in unique and unique[key] != name else name
    return {key: name for key, name in unique.items() if key and name}
