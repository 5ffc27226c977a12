"""Write the section of the page about single pairs, the remarkable ones first."""

from collections.abc import Mapping

import pandas as pd

from acceptability import segmentation
from acceptability.analyses.stimuli.manifest import ACROSS, MARKS
from acceptability.figures.parts import Block, Items, Marked, Paragraph, Part, grid
from acceptability.statistics.differences import words_of
from acceptability.statistics.stimuli import apart

MOST = 100  # pairs that the page shows
# What puts a pair before others; the first five are listed at the top of the page, ACROSS among them where power is.
WEIGHTS = {"same sentences": 64, "pair reversed": 32, "pair twice": 16, ACROSS: 8}
WEIGHTS |= {"shares a sentence": 4, "unknown word": 2, "frame": 1}
FAULT = 4
HEADINGS = {
    "pair_id": ("Pair", ""),
    "good": ("Acceptable", "marked: what differs"),
    "bad": ("Other", "marked: what differs"),
    "remarks": ("Remarks", "what to look at; the list above says what each means"),
    "words": ("Words", "how many more words the acceptable sentence has"),
    "characters": ("Characters", "how many more characters it has"),
    "edits": ("Edits", "words to add, remove or replace to make one sentence the other"),
    "first_difference": ("From word", "which word is the first that differs"),
    "log_frequency": ("Log frequency", "mean log frequency of the words that differ: acceptable minus other"),
}


def part(stimuli: pd.DataFrame, corpus_note: pd.DataFrame, described: Mapping) -> Part:
    """Return the section. Parameters: tables STIMULI and CORPUS_NOTE; see plan.checking.described."""
    note = corpus(corpus_note.iloc[0], described)
    marks = stimuli["marks"].str.split("; ")
    counts = marks.explode().value_counts()
    items = [f"{counts[mark]:,} with “{mark}”: {meaning}." for mark, meaning in MARKS.items() if mark in counts]
    if reordered := int(stimuli["same_words"].sum()):
        items.append(f"{reordered:,} have the same words in both sentences, in another order.")
    if ACROSS in counts:
        items.append(
            "Intervals must keep such pairs together. The column cluster of pairs.csv joins your clusters so that they "
            f"do ({stimuli['cluster'].nunique():,} clusters): copy it into your table."
        )
    weight = marks.map(lambda row_marks: sum(WEIGHTS.get(mark, 0) for mark in row_marks))
    worst = stimuli.loc[weight.sort_values(ascending=False, kind="stable").index[:MOST]]
    worst = worst.assign(remarks=[_remarks(row) for row in worst.itertuples()], **_marked(worst))
    more = [Paragraph(f"The page shows {MOST} of {len(stimuli):,} pairs; pairs.csv has all.")] * (len(stimuli) > MOST)
    columns = {
        name: heading for name, heading in HEADINGS.items() if name != "log_frequency" or stimuli[name].notna().any()
    }
    blocks: list[Block] = [*([Paragraph(note)] if note else []), Items(items), *more, grid(worst, columns)]
    faults = [mark for mark, weight in WEIGHTS.items() if mark in counts and weight >= FAULT and mark != ACROSS]
    summary = [f"In {counts[mark]:,} pair{'s' if counts[mark] > 1 else ''}, {MARKS[mark]}." for mark in faults]
    return Part("Each pair", blocks, [*summary, *([note] if note else [])])


def _remarks(row) -> str:
    """Return the marks of a pair with what they are about."""
    about = {
        "pair twice": f"pair twice: {row.twin}",
        "pair reversed": f"pair reversed: {row.twin}",
        "shares a sentence": f"shares a sentence with pair {row.shares_sentence}",
        "unknown word": f"unknown word: {row.unknown_words}",
        "frame": f"frame: {row.frame} ({row.in_frame:,} pairs)",
    }
    return "; ".join(about.get(mark, mark) for mark in row.marks.split("; "))


def _marked(pairs: pd.DataFrame) -> dict[str, list[str | Marked]]:
    """Return the sentences of pairs with what differs marked, by the columns ``good`` and ``bad``."""
    cells: dict[str, list[str | Marked]] = {"good": [], "bad": []}
    for words in zip(words_of(pairs["good"]), words_of(pairs["bad"]), pairs["good"], pairs["bad"], strict=True):
        start, end = apart(*words[:2])
        for side, text in zip(cells, words[2:], strict=True):
            written, between = segmentation.parts(text), "" if segmentation.script(text) else " "
            last = len(written) - end
            pieces = (written[:start], written[start:last], written[last:])
            before, differing, after = map(between.join, pieces)
            cells[side].append(Marked(before, differing, after, between) if pieces[1] else text)
    return cells


def corpus(row, described: Mapping) -> str:
    """Return in words which words are not checked, and what to do; empty where a corpus has most of them."""
    without = "so word frequency and unknown words are not checked"
    if row["script"]:
        return f"Most sentences are in {row['script']} script, which has no spaces between words, {without}."
    if described["corpus"] is None:
        return f"There is no corpus, {without}: connect to the network, or name a text of the language (CORPUS=)."
    if not row["used"]:
        share = 100 * row["unknown"] / max(1, row["words"])
        return (
            f"{share:.0f} % of the words are not in the corpus {described['corpus']}, which seems to be of another "
            f"language, {without}: name a text of the language (CORPUS=my_text.txt)."
        )
    return ""
