"""Train n-gram models in Python, to score sentences with them."""

import contextlib
import hashlib
import io
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path

import pandas as pd
from tqdm import tqdm

from acceptability.api.wording import speaks_python
from acceptability.errors import InputError
from acceptability.kinds.ngram import kenlm_tools, ngrams
from acceptability.scoring.tokenisation import tokeniser
from acceptability.scoring.unigrams import Unigrams

MEMORY_MB = 1000  # of the sorting in the training of an n-gram model
BINARY = "model.binary"


@dataclass(frozen=True)
class NGramModel:
    """Represent an n-gram model that ``train_ngram`` trained, to pass to ``score``. It is deleted when Python ends.

    Attributes:
        order: the length of its longest n-grams.
        tokenisation, lowercase, end_of_sentence: how it reads sentences.
        discount_fallback: whether KenLM could use fixed discounts.
        counts: how often each token occurs in the corpus; ``</s>`` occurs once a sentence.
        corpus: the SHA-256 of the corpus.
    """

    order: int
    tokenisation: str
    lowercase: bool
    end_of_sentence: bool
    discount_fallback: bool
    counts: dict[str, int] = field(repr=False)
    folder: tempfile.TemporaryDirectory = field(repr=False, compare=False)
    corpus: str = field(repr=False)

    @property
    def recorded(self) -> dict:
        """Return what it was trained on, and how."""
        names = ("order", "tokenisation", "lowercase", "end_of_sentence", "discount_fallback")
        training = {name: getattr(self, name) for name in names}
        return {"corpus": {"name": "corpus", "sha256": self.corpus}, "training": training}

    @property
    def binary(self) -> Path:
        """Return the file of the compiled model."""
        return Path(self.folder.name) / BINARY

    def tokens(self, table: pd.DataFrame) -> pd.DataFrame:
        """Score the tokens of the sentences of a table, as in the contract TOKENS."""
        model, counts = ngrams.load(self.binary), Unigrams(self.counts, self.end_of_sentence)
        return ngrams.score_table(
            model, counts, table, tokeniser(self.tokenisation, self.lowercase), self.end_of_sentence
        )


@speaks_python
def train_ngram(
    corpus: str | Path | Iterable[str],
    order: int = 3,
    *,
    tokenisation: str = "words",
    lowercase: bool = True,
    end_of_sentence: bool = True,
    discount_fallback: bool = False,
    tools: str | Path | None = None,
) -> NGramModel:
    """Train an n-gram model with KenLM: interpolated modified Kneser-Ney smoothing, not pruned.

    Parameters:
        corpus: a UTF-8 text file with one sentence on each line, or sentences.
        order: the length of the longest n-grams, from 2 to 6.
        tokenisation: ``words`` splits into words and punctuation marks, ``whitespace`` at white space, ``treebank`` as
            in the Penn Treebank.
        lowercase: whether capital letters are ignored.
        end_of_sentence: whether the end of a sentence is scored as one more token.
        discount_fallback: whether KenLM may use fixed discounts where the corpus is too small to estimate them.
        tools: a folder with KenLM's programs. If it has none, they are compiled there, once (half a minute; a C++
            compiler is needed). Without it, the programs must be on PATH.

    Returns:
        A model that ``score`` takes.

    Raises:
        InputError: KenLM's programs are missing, or nothing can be trained on this corpus.

    Example:
        >>> trigram = acceptability.train_ngram("my_text.txt", order=3, tools="kenlm")
        >>> small = acceptability.score(table, trigram, measures=["slor", "log_prob"])
    """
    if order not in range(2, 7):
        raise InputError(f"order={order}: must be from 2 to 6")
    tokenise = tokeniser(tokenisation, lowercase)
    with contextlib.ExitStack() as opened:
        with naming_corpus(corpus):  # before KenLM is compiled
            lines = iter(opened.enter_context(lines_of(corpus)))
            first = list(islice(lines, 1))
        programs = _programs(tools)
        folder = tempfile.TemporaryDirectory(prefix="acceptability-")
        digest = hashlib.sha256()
        with (
            naming_corpus(corpus),
            tqdm(chain(first, lines), unit=" sentences", file=sys.stderr) as bar,
            contextlib.redirect_stderr(io.StringIO()),  # KenLM reports at length
        ):
            read, binary = map(tokenise, _digested(bar, digest)), Path(folder.name) / BINARY
            counts = ngrams.train(read, order, discount_fallback, programs, binary, MEMORY_MB)
    reading = tokenisation, lowercase, end_of_sentence
    return NGramModel(order, *reading, discount_fallback, dict(counts), folder, digest.hexdigest())


@contextlib.contextmanager
def naming_corpus(corpus: str | Path | Iterable[str]) -> Iterator[None]:
    """Name the corpus in errors about it."""
    name = str(corpus) if isinstance(corpus, str | Path) else "corpus"
    try:
        yield
    except InputError as error:
        raise InputError(f"{name}: ", error.message) from error
    except UnicodeDecodeError as error:
        raise InputError(f"{name}: is not UTF-8 text; save it as UTF-8") from error


def _programs(tools: str | Path | None) -> Path:
    """Return the folder of KenLM's programs, made where it is named and there are none in it."""
    if tools is None:
        if on_path := kenlm_tools.on_path():
            return Path(on_path["lmplz"]).parent
        raise InputError(
            "KenLM's programs lmplz and build_binary are not on PATH; pass a folder, such as tools='kenlm', in which "
            "they are compiled once (half a minute)"
        )
    folder = Path(tools).expanduser()
    if not all((folder / program).exists() for program in kenlm_tools.PROGRAMS):
        kenlm_tools.provide(kenlm_tools.REQUIREMENT, folder, jobs=2)
    return folder


@contextlib.contextmanager
def lines_of(corpus: str | Path | Iterable[str]):
    """Give the lines of a file, or sentences unchanged."""
    if not isinstance(corpus, str | Path):
        yield (_checked(line) for line in corpus)
        return
    try:
        file = Path(corpus).expanduser().open(encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}; correct the path, or pass a list of sentences") from error
    with file:
        yield file


def _digested(lines: Iterable[str], digest: "hashlib._Hash") -> Iterator[str]:
    """Yield lines, and add each to a digest, as a file has it."""
    for line in lines:
        digest.update(line.removesuffix("\n").encode() + b"\n")
        yield line


def _checked(line: object) -> str:
    """Return a line of a corpus. Raise InputError for what is not text."""
    if not isinstance(line, str):
        raise InputError(f"has {line!r:.40} instead of a sentence; pass texts")
    return line
