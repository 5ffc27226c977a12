"""The section of the page: what is remarkable about single pairs, those first that are."""

from collections.abc import Mapping

import pandas as pd

from acceptability.analyses.stimuli.manifest import MARKS
from acceptability.figures.parts import Items, Paragraph, Part, grid

MOST = 100  # pairs that the page shows
WEIGHTS = {"same sentences": 64, "pair reversed": 32, "pair twice": 16, "frame in several clusters": 8}
WEIGHTS |= {"sentence twice": 4, "unknown word": 2, "frame": 1}
HEADINGS = {
    "pair_id": ("Pair", ""),
    "good": ("Acceptable", ""),
    "bad": ("Other", ""),
    "marks": ("Remarks", "what to look at; the list above says what each means"),
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
    order = stimuli[["same_words"]].sum().item()
    if order:
        items.append(f"{order:,} have the same words in another order.")
    clusters = stimuli["cluster"].nunique()
    frames = counts.get("frame", 0)
    if frames:
        items.append(
            f"Intervals must keep items of one frame together: the column cluster of pairs.csv ({clusters:,} clusters), "
            "added to your table, does that. Your pairs are now in clusters by "
            f"{described['clusters']}; keep these where they are larger."
        )
    weight = marks.map(lambda those: sum(WEIGHTS.get(mark, 0) for mark in those))
    shown = stimuli.loc[weight.sort_values(ascending=False, kind="stable").index[:MOST]]
    more = [Paragraph(f"The page shows {MOST} of {len(stimuli):,} pairs; pairs.csv has all.")] * (len(stimuli) > MOST)
    columns = {name: it for name, it in HEADINGS.items() if name != "log_frequency" or stimuli[name].notna().any()}
    blocks = [*([Paragraph(note)] if note else []), Items(items), *more, grid(shown, columns)]
    wrong = [mark for mark in WEIGHTS if mark in counts and WEIGHTS[mark] >= 4]
    said = [f"{counts[mark]:,} pair{'s' * (counts[mark] > 1)}: {MARKS[mark]}." for mark in wrong]
    if frames:
        said.append(f"{frames:,} pairs are items of frames: keep them in one cluster each (pairs.csv has the column).")
    return Part("Each pair", blocks, [*said, *([note] if note else [])])


def corpus(row, described: Mapping) -> str:
    """Say which words are not checked, and what to do; empty where a corpus has most of them."""
    without = "so word frequency and unknown words are not checked"
    if described["corpus"] is None:
        return f"There is no corpus, {without}: connect to the network, or name a text of the language (CORPUS=)."
    if not row["used"]:
        share = 100 * row["unknown"] / max(1, row["words"])
        return (
            f"{share:.0f} % of the words are not in the corpus {described['corpus']}, which seems to be of another "
            f"language, {without}: name a text of the language (CORPUS=my_text.txt)."
        )
    return ""
