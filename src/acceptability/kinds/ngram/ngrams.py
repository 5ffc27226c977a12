"""Train n-gram models with KenLM's programs, and compute natural log-probabilities of tokens.

KenLM answers in log10; the step to natural logarithms is taken here and nowhere else.
"""

import math
import subprocess
import sys
import tempfile
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, repeat
from pathlib import Path
from threading import Thread
from typing import IO, cast

import kenlm
import numpy as np
import pandas as pd

from acceptability import segmentation
from acceptability.errors import InputError
from acceptability.messages import KEY, Message, setting
from acceptability.scoring import regions
from acceptability.scoring.unigrams import END, Unigrams

BEGIN = "<s>"
LN10 = math.log(10)
RAW_SCORE = np.dtype([("log10", np.float64), ("length", np.int8), ("oov", np.bool_)])


def train(
    sentences: Iterable[list[str]],
    order: int,
    discount_fallback: bool,
    tools: Path,
    binary: Path,
    memory_mb: int,
    scratch: Path | None = None,
) -> Counter[str]:
    """Train an unpruned modified Kneser–Ney model of tokenised sentences and compile it into ``binary``.

    ``tools`` is the folder of lmplz and build_binary. ``memory_mb`` bounds lmplz's sorting; temporary files go below
    ``scratch``. ``discount_fallback`` uses KenLM's fixed discounts where a small corpus does not determine them.
    Returns how often each token occurs; ``</s>`` occurs once a sentence. Raises InputError where there is nothing
    to train on or a program fails; no half-written model stays.
    """
    counts: Counter[str] = Counter()

    def lines() -> Iterator[str]:
        for tokens in sentences:
            if tokens:
                counts.update(tokens)
                counts[END] += 1
                yield " ".join(tokens) + "\n"
        if not counts:
            raise InputError("the corpus contains no words to train on; name another corpus")

    part = binary.with_name(f"{binary.name}.part")
    with tempfile.TemporaryDirectory(dir=scratch) as folder:
        arpa = f"{folder}/model.arpa"
        fallback = ["--discount_fallback"] if discount_fallback else []
        sizes = ["--order", str(order), "--memory", f"{memory_mb}M"]
        _run([str(tools / "lmplz"), *sizes, *fallback, "--temp_prefix", f"{folder}/", "--arpa", arpa], lines())
        try:
            _run([str(tools / "build_binary"), "probing", arpa, str(part)])
            part.replace(binary)
        finally:
            part.unlink(missing_ok=True)
    return counts


def _run(command: list[str], lines: Iterable[str] = ()) -> None:
    """Run a program on lines of text. Its messages are shown as they arrive; its failure is an InputError."""
    last: deque[str] = deque(maxlen=8)
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
    ) as program:
        inputs, messages = cast(IO[str], program.stdin), cast(IO[str], program.stderr)

        def show() -> None:
            for message in messages:
                print(message, end="", file=sys.stderr)
                last.append(message)

        listener = Thread(target=show)
        listener.start()
        try:
            with suppress(BrokenPipeError):  # it ended early, and says why
                inputs.writelines(lines)
        except BaseException:
            program.kill()
            raise
        finally:
            with suppress(BrokenPipeError):
                inputs.close()
            listener.join()
    if program.returncode:
        raise InputError(_explain(Path(command[0]), " ".join("".join(last).split()), program.returncode))


def _explain(program: Path, message: str, status: int) -> str:
    if "BadDiscountException" in message:
        return Message(
            "the corpus is too small or too regular for Kneser–Ney discounts to be estimated; "
            "use a larger one, or set ",
            setting("discount_fallback", True, KEY),
        )
    if "No space left" in message:
        return f"{program.name} ran out of disk for its temporary files; free some, or set TMPDIR to a larger place"
    if status == 127:
        return (
            f"{program.name} does not start ({message}); remove the folder {program.parent}, and it will be made again"
        )
    return f"{program.name} failed with status {status}: {message or 'no message; it may have run out of memory'}"


def texts(table: pd.DataFrame) -> list[str]:
    """Return the sentences of a table, split into words. Raise InputError for one that holds a sign of KenLM."""
    for name, text in zip(table["sentence_id"], table["sentence"], strict=True):
        for sign in (BEGIN, END):
            if sign in text:
                raise InputError(
                    f"sentence_id {name!r}: contains {sign}, which an n-gram model adds to each sentence itself; leave "
                    "it out"
                )
    return segmentation.spaced(table, "an n-gram model predicts words")


def load(binary: str | Path) -> kenlm.Model:
    """Return a model of KenLM, compiled or ARPA."""
    return kenlm.Model(str(binary))


def score_table(
    model: kenlm.Model,
    unigrams: Unigrams,
    table: pd.DataFrame,
    tokenise: Callable[[str], list[str]],
    end_of_sentence: bool,
) -> pd.DataFrame:
    """Return what score_tokens does of the sentences of a table; of parts alone, where the table names them."""
    tokens = score_tokens(model, unigrams, table["sentence_id"], texts(table), tokenise, end_of_sentence)
    return regions.of_tokens(tokens, table, lambda parts: list(map(tokenise, parts))) if "scored" in table else tokens


def score_tokens(
    model: kenlm.Model,
    unigrams: Unigrams,
    sentence_ids: Sequence[str],
    sentences: Sequence[str],
    tokenise: Callable[[str], list[str]],
    end_of_sentence: bool,
) -> pd.DataFrame:
    """Score every token of every sentence, given ``<s>`` and the tokens before it: a row for each, as in TOKENS.

    ``log_prob`` is log p(w | the order − 1 words before it), ``unigram_log_prob`` is log p_u(w), both natural; ``oov``
    is 1 where the model does not know the word. Where ``end_of_sentence`` is true, ``</s>`` is scored as a sentence's
    last token.
    """
    words = [tokenise(sentence) for sentence in sentences]
    end = [END] if end_of_sentence else []
    tokens = [token for sentence in words for token in (*sentence, *end)]
    answers = (model.full_scores(" ".join(sentence), True, end_of_sentence) for sentence in words)
    raw = np.fromiter(chain.from_iterable(answers), dtype=RAW_SCORE, count=len(tokens))
    log_prob_of, unknown = unigrams.log_probs.get, unigrams.unknown
    lengths = np.array([len(sentence) + len(end) for sentence in words], dtype=int)
    return pd.DataFrame(
        {
            "sentence_id": np.repeat(np.asarray(sentence_ids, dtype=object), lengths),
            "position": np.arange(len(tokens)) - np.repeat(np.cumsum(lengths) - lengths, lengths) + 1,
            "token": tokens,
            "log_prob": raw["log10"] * LN10,
            "unigram_log_prob": np.fromiter(map(log_prob_of, tokens, repeat(unknown)), float, count=len(tokens)),
            "oov": raw["oov"].astype(int),
        }
    )
