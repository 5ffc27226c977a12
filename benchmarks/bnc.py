"""Reading a corpus in the BNC's format: words a second, and peak memory for half of it and for all of it."""

import argparse
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import psutil

from acceptability.datasets import corpora
from benchmarks import ROOT

WORDS, WORDS_OF_TEXT = 5_000_000, 25_000


def read(folder: Path) -> tuple[int, float, float]:
    """Read a corpus in this process; return its words (w elements), the seconds, and the peak of memory in MB."""
    words = sum(text.read_bytes().count(b"</w>") for text in folder.rglob("*.xml"))
    start, peak, process = time.perf_counter(), 0, psutil.Process()
    names = corpora.bnc_texts(folder, expected=len(list(folder.rglob("*.xml"))))
    for _ in corpora.bnc_sentences(folder, names):
        peak = max(peak, process.memory_info().rss)
    return words, time.perf_counter() - start, peak / 1e6


def write(folder: Path, words: int, words_of_text: int) -> None:
    """Write a corpus of at least so many words: texts made of the paragraphs of a short one, repeated."""
    source = (ROOT / "tests/fixtures/bnc/Texts/A/A0/A00.xml").read_text(encoding="utf-8")
    start, end = source.index("<p>"), source.index("</div>")
    repeats = max(1, words_of_text // source[start:end].count("</w>"))
    text = source[:start] + source[start:end] * repeats + source[end:]
    for number in range(-(-words // text.count("</w>"))):
        path = folder / f"Texts/A/A{number // 100}/A{number % 100:02d}.xml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def main(words: int = WORDS, words_of_text: int = WORDS_OF_TEXT) -> None:
    """Read half of a made-up corpus and all of it, each in a new process, and print speed and memory."""
    results = []
    with tempfile.TemporaryDirectory() as temporary:
        for part in (words // 2, words):
            write(Path(temporary) / str(part), part, words_of_text)
            with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
                results.append(pool.submit(read, Path(temporary) / str(part)).result())
    (some, _, little), (every, seconds, much) = results
    print(f"reading the BNC        {every / seconds / 1e6:6.2f} M words/s  (goal ≥ 0.5)")
    print(
        f"its peak memory        {little:.0f} MB for {some / 1e6:.1f} M words, {much:.0f} MB for {every / 1e6:.1f} M  (goal: flat)"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bnc", description=__doc__)
    parser.add_argument("--words", type=int, default=WORDS)
    parser.add_argument("--words-of-text", type=int, default=WORDS_OF_TEXT)
    arguments = parser.parse_args()
    main(arguments.words, arguments.words_of_text)
