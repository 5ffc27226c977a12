"""The demo's toy language: a corpus, minimal pairs and simulated raters, from a small grammar (pure).

The same grammar and seed give the same output on every machine. The grammars of the CoLA paper (section 7.2)
for its targeted test sets are of this kind.
"""

import math
import random
import re
from pathlib import Path

import pandas as pd
from nltk import CFG, Nonterminal

from acceptability.contracts import columns, io
from acceptability.errors import InputError

SEED = 2021
OTHER_SEED = 2022  # of the second panel
SENTENCES = 20_000
PAIRS = 12  # a phenomenon
LABELLED = 60  # more pairs of each phenomenon, at most, whose sentences are labelled
SPLITS = ("train", "train", "train", "dev", "test")  # of labelled pairs, in turn
PARTICIPANTS = 24  # of each panel
ATTEMPTS = 1_000
CATEGORY = re.compile(r"([A-Z]\w*)(?:@(\d+))?")

PHENOMENA = columns.Table(
    "toy_phenomena",
    {
        "phenomenon": columns.text("what the pairs are about", unique=True),
        "effect": columns.number("how much less acceptable simulated participants find the bad member"),
        "good": columns.text("template of the good member"),
        "bad": columns.text("template of the bad member"),
        "source": columns.text("the made-up book that its labelled sentences are from"),
    },
)


def read_grammar(path: Path) -> CFG:
    """Read the grammar of a file. Raises InputError where it is none."""
    try:
        return CFG.fromstring(io.read_text(path).splitlines())
    except ValueError as error:
        raise InputError(f"{path}: {error}") from error


def expand(grammar: CFG, symbol: str, generator: random.Random) -> list[str]:
    """Expand a symbol once, every alternative of a category being equally likely.

    Raises InputError for a category that the grammar does not have.
    """
    alternatives = grammar.productions(lhs=Nonterminal(symbol))
    if not alternatives:
        raise InputError(f"the grammar has no category {symbol}")
    # random() alone is the same in every version of Python.
    expansion = alternatives[int(generator.random() * len(alternatives))]
    parts = [expand(grammar, str(x), generator) if isinstance(x, Nonterminal) else [x] for x in expansion.rhs()]
    return [word for part in parts for word in part]


def written(words: list[str]) -> str:
    """Write words as a sentence: a capital at the start, no space before the last mark."""
    text = " ".join(words[:-1]) + words[-1]
    return text[0].upper() + text[1:]


def sentences(path: Path) -> list[str]:
    """Draw the sentences of the corpus from the grammar of a file."""
    return corpus(read_grammar(path))


def corpus(grammar: CFG, sentences: int = SENTENCES) -> list[str]:
    """Draw sentences from the grammar."""
    generator = random.Random(SEED)
    return [written(expand(grammar, "S", generator)) for _ in range(sentences)]


def fill(grammar: CFG, template: str, seed: str) -> str:
    """Write a sentence by a template.

    A template is a sequence of words and categories of the grammar (which start with a capital). Categories with
    the same number after @ make the same choices: ``N_sg@1`` and ``N_pl@1`` are two forms of one noun, in this and
    in every template with the same ``seed``.
    """
    words = []
    for place, item in enumerate(template.split()):
        if category := CATEGORY.fullmatch(item):
            generator = random.Random(f"{seed}/{category[2] or f'place {place}'}")
            words += expand(grammar, category[1], generator)
        else:
            words.append(item)
    return written(words)


def different_pairs(grammar: CFG, good: str, bad: str, name: str, most: int) -> list[tuple[str, str]]:
    """Draw different pairs of two templates, at most ``most``. ``name`` belongs to their seed."""
    pairs: dict[tuple[str, str], None] = {}
    for attempt in range(ATTEMPTS):
        seed = f"{SEED}/{name}/{attempt}"
        pairs[fill(grammar, good, seed), fill(grammar, bad, seed)] = None
        if len(pairs) == most:
            break
    return list(pairs)


def minimal_pairs(grammar: CFG, phenomena: pd.DataFrame) -> pd.DataFrame:
    """Draw different pairs of each phenomenon: ``pair_id, phenomenon, good, bad``.

    ``phenomena`` has ``phenomenon, good, bad``, the last two as templates. Raises InputError where the templates of
    a phenomenon do not give enough different pairs.
    """
    rows = []
    for number, row in enumerate(phenomena.itertuples(index=False), start=1):
        pairs = different_pairs(grammar, row.good, row.bad, row.phenomenon, PAIRS)
        if len(pairs) < PAIRS:
            raise InputError(f"the templates of {row.phenomenon!r} do not give {PAIRS} different pairs")
        rows += [(f"{number:02d}-{token:02d}", row.phenomenon, *pair) for token, pair in enumerate(pairs, start=1)]
    return pd.DataFrame(rows, columns=["pair_id", "phenomenon", "good", "bad"])


def labelled_sentences(grammar: CFG, phenomena: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Draw sentences for a classifier, of the minimal pairs' phenomena, none of which is in a pair.

    Gives ``sentence_id, sentence, label, rating`` (empty), ``split`` (train, dev, test) and ``source``, and the
    features ``sentence_id, level, feature``: a sentence's phenomenon is its one major feature.
    """
    taken = set(minimal_pairs(grammar, phenomena)[["good", "bad"]].to_numpy().flat)
    rows, features = [], []
    for number, row in enumerate(phenomena.itertuples(index=False), start=1):
        pairs = different_pairs(grammar, row.good, row.bad, row.phenomenon, PAIRS + LABELLED)[PAIRS:]
        for token, pair in enumerate(pairs):
            split = SPLITS[token % len(SPLITS)]
            for label, sentence in zip((1, 0), pair, strict=True):
                if sentence not in taken:
                    taken.add(sentence)
                    name = f"{number:02d}-{token + 1:02d}.{label}"
                    rows.append((name, sentence, label, None, split, row.source))
                    features.append((name, "major", row.phenomenon))
    table = pd.DataFrame(rows, columns=["sentence_id", "sentence", "label", "rating", "split", "source"])
    return table, pd.DataFrame(features, columns=["sentence_id", "level", "feature"])


def normal(generator: random.Random, sd: float) -> float:
    """Draw from a normal distribution around 0, by Box and Muller's method."""
    return sd * math.sqrt(-2 * math.log(1 - generator.random())) * math.cos(2 * math.pi * generator.random())


def simulated_acceptability(
    pairs: pd.DataFrame, effects: dict[str, float], generator: random.Random
) -> dict[str, float]:
    """Simulate the acceptability of sentences by their ids, the same for all participants.

    A good sentence has 1, a bad one 1 minus the effect of its phenomenon, both plus noise of the item. The last pair
    is left out, so that the demo has an unrated one.
    """
    acceptability = {}
    for pair in pairs.iloc[:-1].itertuples():
        acceptability[f"{pair.pair_id}.good"] = 1 + normal(generator, 0.3)
        acceptability[f"{pair.pair_id}.bad"] = 1 - effects[pair.phenomenon] + normal(generator, 0.6)
    return acceptability


def simulated_ratings(pairs: pd.DataFrame, effects: dict[str, float]) -> pd.DataFrame:
    """Simulate magnitude estimates by participants: ``participant, sentence_id, rating``.

    Every participant has a scale, a spread and noise of their own, answers with a positive whole number and skips
    about one sentence in twenty.
    """
    generator = random.Random(SEED)
    acceptability = simulated_acceptability(pairs, effects, generator)
    rows = []
    for number in range(1, PARTICIPANTS + 1):
        modulus = (50, 75, 100, 120)[int(generator.random() * 4)]
        spread = 0.2 + 0.4 * generator.random()
        for sentence, value in acceptability.items():
            estimate = modulus * math.exp(spread * (value + normal(generator, 0.7)))
            if generator.random() > 0.05:
                rows.append((f"simulated-{number:02d}", sentence, max(1, round(estimate))))
    return pd.DataFrame(rows, columns=["participant", "sentence_id", "rating"])


def other_ratings(pairs: pd.DataFrame, effects: dict[str, float]) -> pd.DataFrame:
    """Simulate ratings of the same sentences from 1 to 7 by others: ``participant, sentence_id, rating``.

    Every participant has a middle and a spread of their own, and the same noise as the participants of the estimates;
    answers beyond the ends of the scale become the ends.
    """
    acceptability = simulated_acceptability(pairs, effects, random.Random(SEED))
    generator = random.Random(OTHER_SEED)
    rows = []
    for number in range(1, PARTICIPANTS + 1):
        middle, spread = 3 + generator.random(), 0.8 + 0.8 * generator.random()
        for sentence, value in acceptability.items():
            answer = round(middle + spread * (value + normal(generator, 0.7)))
            if generator.random() > 0.05:
                rows.append((f"simulated-other-{number:02d}", sentence, min(7, max(1, answer))))
    return pd.DataFrame(rows, columns=["participant", "sentence_id", "rating"])
