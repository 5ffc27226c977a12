"""Turn log-probabilities of tokens into surprisals of words: between white space, or as a table says (pure)."""

import math
from collections.abc import Callable, Sequence

import numpy as np
import pandas as pd

from acceptability import segmentation
from acceptability.errors import InputError

COLUMNS = {"log_prob_word_l2r": "surprisal", "log_prob": "surprisal", "log_prob_whitespace": "surprisal_whitespace"}
REGIONS = "regions"  # the column of a table of sentences that names the region of each word


def of_tokens(
    tokens: pd.DataFrame, sentences: pd.DataFrame, tokenise: Callable[[str], Sequence[str]] | None = None
) -> pd.DataFrame:
    """Return one row a word, as in the contract WORDS; the end of the text, where it is scored, is one too.

    A word's surprisal is the sum of its tokens'; a masked model's is that by which a token is masked with the later
    ones of its word. Its rank is that of its first token. The first word is left out if that token is not scored.
    Words that a token goes across are one row, with the number of the first. ``tokenise`` is that of a model whose
    tokens lack the column ``written``. InputError where its tokens go across words, where regions are not as many as
    words, and where it is not known what the words of a sentence are.
    """
    texts = sentences.set_index("sentence_id")
    texts = texts[texts.index.isin(tokens["sentence_id"])]
    split = segmentation.known(segmentation.of_table(texts), texts, "words are asked for")
    if "written" not in tokens:
        if tokenise is None:
            raise InputError("scores of words need the column 'written', which names the word of each token; add it")
        tokens = tokens.assign(written=word_numbers(tokens, texts["sentence"], split, tokenise))
    spaced = pd.Series([texts["sentence"][name].split() == parts for name, parts in split.items()], index=split.index)
    if not spaced.all():  # what the white space after a word adds to its surprisal, where there is none
        tokens = tokens.drop(columns="log_prob_whitespace", errors="ignore")
    by_word = tokens.groupby(["sentence_id", "written"], sort=False)
    words = by_word.size().rename("tokens").reset_index().rename(columns={"written": "word"})
    ends = by_word["token"].first().to_numpy()
    places = words["word"].to_numpy() - 1
    parts_of_words = split.loc[words["sentence_id"]]
    upto = by_word["written_to" if "written_to" in tokens else "written"].first().to_numpy()
    gaps = spaced.map({True: " ", False: ""}).loc[words["sentence_id"]]
    spans = list(zip(parts_of_words, places, upto, strict=True))
    words["text"] = [
        gap.join(parts[start:stop]) if start < len(parts) else end
        for (parts, start, stop), gap, end in zip(spans, gaps, ends, strict=True)
    ]
    if REGIONS in texts:
        regions = _regions(texts[REGIONS], split).loc[words["sentence_id"]]
        words["region"] = [
            " ".join(dict.fromkeys(names[start:stop])) for names, (_, start, stop) in zip(regions, spans, strict=True)
        ]
    if "rank" in tokens:
        words["rank"] = by_word["rank"].first().to_numpy()
    source = {name: column for column, name in reversed(COLUMNS.items()) if column in tokens}
    for name in dict.fromkeys(COLUMNS.values()):
        if name in source:
            words[name] = -by_word[source[name]].agg(math.fsum).to_numpy()
            words[f"{name}_bits"] = words[name] / math.log(2)
    first = tokens.groupby("sentence_id", sort=False)[["position", "written"]].first().loc[words["sentence_id"]]
    begun = (first["position"] > 1).to_numpy() & (first["written"] == 1).to_numpy() & (places == 0)
    return words[~begun].reset_index(drop=True)


def word_numbers(
    tokens: pd.DataFrame, sentences: pd.Series, split: pd.Series, tokenise: Callable[[str], Sequence[str]]
) -> np.ndarray:
    """Return the number of each token's word, by the letters that the words have when each is split by itself."""
    numbers = []
    for name, of_sentence in tokens.groupby("sentence_id", sort=False):
        alone = [_letters(tokenise(word)) for word in split[name]]
        of_letter = [number for number, letters in enumerate(alone, start=1) for _ in letters]
        together = tokenise(sentences[name])
        ends = np.cumsum([len(_letters([token])) for token in together]).tolist()
        starts = [0, *ends[:-1]]
        whole = _letters(together) == "".join(alone)
        if not whole or any(of_letter[end - 1] != of_letter[start] for start, end in zip(starts, ends, strict=True)):
            raise InputError(
                f"sentence_id {name!r}: its tokens go across words, so that it is not clear which tokens make up a "
                "word; use tokenisation: words or whitespace"
            )
        words = [*(of_letter[start] for start in starts), len(alone) + 1]  # the end of the sentence is the last
        numbers += [words[position - 1] for position in of_sentence["position"]]
    order = [place for _, of_sentence in tokens.groupby("sentence_id", sort=False) for place in of_sentence.index]
    return pd.Series(numbers, index=order).reindex(tokens.index).to_numpy()


def _letters(tokens: Sequence[str]) -> str:
    """Return the text of tokens; the Penn Treebank's quotation marks, which depend on their context, are plain."""
    return "".join('"' if token in ("``", "''") else token for token in tokens)


def _regions(regions: pd.Series, words: pd.Series) -> pd.Series:
    names = regions.fillna("").astype(str).str.split()
    wrong = (names.str.len() > 0) & (names.str.len() != words.str.len())
    if wrong.any():
        name = wrong.idxmax()
        raise InputError(
            f"sentence_id {name!r}: regions names {len(names[name])} regions for {len(words[name])} words; write one "
            "name for each word, with spaces between them"
        )
    return names
