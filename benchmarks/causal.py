"""BLiMP by a causal model: how many tokens are computed where sentences share their beginnings.

The tokenizer is like GPT-2's, a byte-level BPE that is learnt from a corpus.
"""

import argparse
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path

from acceptability.kinds.causal import log_probs as causal
from acceptability.kinds.causal import tries
from tiny_models import gpt2_tokenizer

PIECES = 50_257
GOAL = 1.6  # × fewer tokens, of which the comparison takes some 2,000 more


def first_lines(archive: Path, of_each: int) -> dict[str, list[bytes]]:
    """The first lines of each paradigm's file, by its name."""
    with zipfile.ZipFile(archive) as files:
        names = sorted(name for name in files.namelist() if name.endswith(".jsonl") and name.startswith("data/"))
        return {Path(name).name: files.read(name).splitlines()[:of_each] for name in names}


def pairs_of(lines: Mapping[str, list[bytes]]) -> list[tuple[str, str]]:
    """The pairs in lines of files."""
    rows = (json.loads(line) for of_file in lines.values() for line in of_file)
    return [(row["sentence_good"], row["sentence_bad"]) for row in rows]


def sentences_of(pairs: list[tuple[str, str]]) -> list[str]:
    """The different sentences of pairs."""
    return list(dict.fromkeys(text for pair in pairs for text in pair))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--archive", type=Path, required=True, help="BLiMP.zip")
    parser.add_argument("--corpus", type=Path, required=True, help="text file, one sentence a line")
    parser.add_argument("--of-each", type=int, nargs="+", default=[10, 100, 1000], help="pairs of each paradigm")
    arguments = parser.parse_args()
    with open(arguments.corpus, encoding="utf-8") as lines:
        tokenizer = gpt2_tokenizer(lines, size=PIECES)
    for of_each in arguments.of_each:
        pairs = pairs_of(first_lines(arguments.archive, of_each))
        sentences = sentences_of(pairs)
        for ending in (False, True):
            rows = [row.ids for row in causal.prepare(tokenizer, sentences, sentences, True, ending, True)]
            trie, total = tries.build(rows), sum(map(len, rows))
            computed = sum(len(part.nodes) for part in tries.parts(trie, causal.PART, ends=not ending))
            goal = f"  (goal ≥ {GOAL})" if of_each == 100 else ""
            print(
                f"{len(pairs):6,} pairs, ending: {str(ending).lower():5}  {total:9,} tokens, {len(trie.tokens):,} "
                f"distinct prefixes, {computed:,} computed: {total / computed:.2f} × fewer{goal}",
                flush=True,
            )


if __name__ == "__main__":
    main()
