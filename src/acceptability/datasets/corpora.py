"""Turn corpora into sentences as they are written, in the corpus's order.

Readers stream: they hold a line of a text, or a few texts of Brown or the BNC, at a time.
"""

import functools
import gzip
import os
import random
import re
import zipfile
import zlib
from array import array
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from importlib import import_module
from itertools import accumulate
from pathlib import Path
from xml.parsers import expat

from acceptability.errors import InputError
from acceptability.sources.archives import open_zip, read_member
from acceptability.sources.git_blobs import IS_POINTER, is_pointer

LONGEST_LINE = 2**20  # bytes
BROWN_TEXT = re.compile(r"brown/c[a-r]\d\d")
BROWN_TEXTS = 500
BROWN_MARKS = {"?", "!", ";", ":", ".", ","}
BNC_TEXTS = 4049  # of the XML edition, as its own "BNC in numbers" says
BNC_TEXT = re.compile(r"(?:^|/)Texts/[A-K]/\w\w/\w{3}\.xml$")
BNC_HELP = (
    "get the BNC XML edition from the Oxford Text Archive (https://hdl.handle.net/20.500.12024/2554; free, its licence "
    "must be accepted) and name its zip, or the unpacked folder that contains Texts"
)


def text_sentences(path: str | Path) -> Iterator[str]:
    """Yield the lines of a UTF-8 text, plain or gzipped (its first bytes tell); empty lines are left out.

    Raises InputError, naming the line, where the file is not UTF-8, its gzip data are damaged, or a line is longer than
    ``LONGEST_LINE``, as no sentence is.
    """
    number = 0
    with open(path, "rb") as file:
        zipped = file.read(2) == b"\x1f\x8b"
    with gzip.open(path) if zipped else open(path, "rb") as lines:
        try:
            for number, line in enumerate(iter(lambda: lines.readline(LONGEST_LINE + 1), b""), start=1):
                if len(line) > LONGEST_LINE:
                    raise InputError(
                        f"{path}, row {number}: is longer than {LONGEST_LINE} bytes; write one sentence a line"
                    )
                text = line.decode("utf-8-sig" if number == 1 else "utf-8")
                for part in text.split("\r"):  # alone, it ends the lines of old Macintosh files
                    if sentence := " ".join(part.split()):
                        yield sentence
        except UnicodeDecodeError as error:
            raise InputError(f"{path}, row {number}: is not UTF-8 text; save the file as UTF-8") from error
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            raise InputError(f"{path}, after row {number}: damaged gzip data ({error}); get the file again") from error


def check_text(path: str | Path) -> None:
    """Raise InputError for a text without a sentence, and what text_sentences raises for its first one."""
    if is_pointer(path):
        raise InputError(f"{path}: {IS_POINTER}")
    if next(text_sentences(path), None) is None:
        raise InputError(f"{path}: has no sentences; write one on each line, or name another corpus")


def sample(path: str | Path, tokens: int, number: int) -> Iterator[str]:
    """Yield random sentences of a corpus with so many tokens, words between blanks, in the corpus's order.

    Sentences are drawn without replacement until they have that many; ``number`` and ``tokens`` are the seed. Raises
    InputError if the corpus has fewer.
    """
    sizes = array("l", (len(sentence.split()) for sentence in text_sentences(path)))
    if sum(sizes) < tokens:
        raise InputError(f"{path}: has {sum(sizes)} tokens, fewer than a sample of {tokens}; remove it under tokens")
    order = list(range(len(sizes)))
    random.Random(f"{tokens} {number}").shuffle(order)
    ends = accumulate(sizes[place] for place in order)
    drawn = set(order[: 1 + next(count for count, end in enumerate(ends) if end >= tokens)])
    return (sentence for place, sentence in enumerate(text_sentences(path)) if place in drawn)


def brown_sentences(path: str | Path) -> Iterator[str]:
    """Yield sentences of the Brown corpus, from NLTK's zip of word/tag texts; tags are taken off.

    Words and punctuation marks stand apart; quotation marks are straight and attached, as people write them.
    NLTK's texts give many marks twice (``?/. ?/.``, ``;/. ;/.``), and a full stop after that of an abbreviation: the
    repetition is left out.
    Raises InputError for another file.
    """
    with open_zip(path, "fetch it again") as files:
        names = sorted(name for name in files.namelist() if BROWN_TEXT.fullmatch(name))
        if len(names) != BROWN_TEXTS:
            raise InputError(f"{path}: has {len(names)} texts of the Brown corpus, not {BROWN_TEXTS}; fetch it again")
        for name in names:
            for line in read_member(files, name, "fetch it again").decode("ascii").splitlines():
                if words := [token.rpartition("/")[0] for token in line.split()]:
                    once = [
                        word
                        for word, before in zip(words, ["", *words], strict=False)
                        if word not in BROWN_MARKS or not before.endswith(word)
                    ]
                    yield " ".join(once).replace("`` ", '"').replace(" ''", '"').replace("``", '"').replace("''", '"')


def bnc_sentences(path: str | Path, names: list[str], workers: int = 1) -> Iterator[list[str]]:
    """Yield the sentences of the BNC (XML edition), a list for each text, in the order of ``names`` (see bnc_texts).

    ``path`` is the zip or its unpacked folder; ``workers`` processes read it. A sentence is the text of
    its words (w) and punctuation marks (c) with the space that the corpus puts between them, so that
    it looks as it was printed. Raises InputError for a text that is damaged or holds no sentence.
    """
    path = Path(path)
    if workers == 1:
        yield from (_bnc_text(path, name) for name in names)
        return
    with ProcessPoolExecutor(workers) as pool:
        reading: deque = deque()  # a few texts ahead, so that memory does not grow with the corpus
        for name in names:
            reading.append(pool.submit(_bnc_text, path, name))
            if len(reading) > 2 * workers:
                yield reading.popleft().result()
        while reading:
            yield reading.popleft().result()


def bnc_texts(path: str | Path, expected: int = BNC_TEXTS) -> list[str]:
    """List the names of the BNC's texts in its zip or folder; InputError, with instructions, unless all are there."""
    path = Path(path)
    if not path.exists():
        raise InputError(f"{path}: the BNC is not here; {BNC_HELP}")
    if path.is_dir():
        files = list(_files_below(path))
        names = [str(file.relative_to(path)) for file in files]
        texts = sorted(name for name in names if BNC_TEXT.search(f"{path.name}/{name}"))
    else:
        with open_zip(path, BNC_HELP) as archive:
            texts = sorted(name for name in archive.namelist() if BNC_TEXT.search(name))
    if not texts:
        raise InputError(f"{path}: contains no texts of the BNC XML edition (Texts/A/A0/A00.xml and so on); {BNC_HELP}")
    if len(texts) != expected:
        raise InputError(f"{path}: has {len(texts)} of the BNC's {expected} texts; {BNC_HELP}")
    return texts


def _files_below(folder: Path) -> Iterator[Path]:
    """Yield the files of a folder and of all folders in it, linked ones too, each folder once."""
    seen: set[str] = set()
    for root, folders, names in os.walk(folder, followlinks=True):
        seen.add(os.path.realpath(root))
        folders[:] = [name for name in sorted(folders) if os.path.realpath(os.path.join(root, name)) not in seen]
        yield from (Path(root, name) for name in names)


@functools.cache
def _bnc_zip(path: Path) -> zipfile.ZipFile:
    """Open the BNC's zip, once in each process."""
    return open_zip(path, BNC_HELP)


def _bnc_text(path: Path, name: str) -> list[str]:
    """Return the sentences of one text."""
    sentences: list[str] = []
    words: list[str] = []
    inside = False

    def start(tag: str, _: list[str]) -> None:
        nonlocal inside
        if tag in ("w", "c"):
            inside = True
        elif tag == "s":
            words.clear()

    def end(tag: str) -> None:
        nonlocal inside
        if tag in ("w", "c"):
            inside = False
        elif tag == "s" and (sentence := " ".join("".join(words).split())):
            sentences.append(sentence)

    def text(characters: str) -> None:
        if inside:
            words.append(characters)

    def entity(entity_name: str, *_) -> None:
        raise InputError(f"{path}: {name} declares the entity {entity_name!r}, as no text of the BNC does; {BNC_HELP}")

    # Events instead of a tree: half the time of ElementTree.
    parser = expat.ParserCreate()
    parser.buffer_text = parser.ordered_attributes = True
    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, text
    parser.EntityDeclHandler = entity
    again = "get the corpus again"
    content = (path / name).read_bytes() if path.is_dir() else read_member(_bnc_zip(path), name, again)
    try:
        parser.Parse(content, True)
    except (expat.ExpatError, LookupError, ValueError) as error:  # no XML, or in an unknown encoding
        raise InputError(f"{path}: {name} is damaged ({error}); {again}") from error
    if not sentences:
        raise InputError(f"{path}: {name} contains no sentences; is this the XML edition? {BNC_HELP}")
    return sentences


@dataclass(frozen=True)
class Corpus:
    """Describe a kind of corpus: how it is read, and where from: a registered file, a file of the workflow, or the
    user's path.

    ``read`` gives the sentences of a path; the BNC, which is read text by text, has none. Nor has a kind that the
    manifest of a dataset declares as ``CORPUS``: its ``module``, named below the package, has a function ``sentences``.
    ``simulated`` as in a dataset's manifest; ``threads`` that reading it can use.
    """

    read: Callable[[Path], Iterator[str]] | None = None
    module: str = ""
    source: str | None = None
    resource: str | None = None
    simulated: bool | None = False
    threads: int = 1


CORPORA = {
    "brown": Corpus(brown_sentences, source="brown.zip"),
    "bnc": Corpus(threads=8),
    "text": Corpus(text_sentences, simulated=None),
}


def sentences(path: str | Path, kind: str, workers: int = 1, module: str = "") -> Iterator[str]:
    """Yield the sentences of a corpus, of any kind, as they are written; see the readers above for what they raise.

    ``module`` is that of a kind that has one (see Corpus).
    """
    if module:
        return iter(import_module(f"acceptability.{module}").sentences(Path(path)))
    if read := CORPORA[kind].read:
        return read(Path(path))
    texts = bnc_sentences(path, bnc_texts(path), workers)
    return (sentence for text in texts for sentence in text)
