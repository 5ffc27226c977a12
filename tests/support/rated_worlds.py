"""Ratings by participants of whom, and of whose sentences, everything is known."""

import numpy as np
import pandas as pd

from acceptability.analyses.mixed_model.compute import compute

TRUTH = {
    "slope": 0.4,
    "item": 0.5,
    "phenomenon": 0.3,
    "article": 0.4,
    "participant_slope": 0.15,
    "residual": 0.7,
}  # SDs


def world(
    seed: int,
    articles: int = 15,
    phenomena: int = 60,
    tokens: int = 4,
    participants: int = 24,
    of_phenomena: float = 0.0,
    of_articles: float = 0.0,
    unequal: bool = False,
):
    """Ratings of a world whose truth is known, its sentences (of one length), pairs with articles, and the z-scores of the system that is right.

    A participant rates half of the sentences. Scores have an SD of 1; 30 % of their variance lie between phenomena.
    ``of_phenomena, of_articles``: SDs of slopes between these. ``unequal``: a few articles have most of the phenomena.
    """
    draw = np.random.default_rng(seed).normal
    item = np.arange(2 * phenomena * tokens)
    phenomenon = item // (2 * tokens)
    article = articles * phenomenon**2 // phenomena**2 if unequal else phenomenon % articles
    score = np.sqrt(0.7) * draw(size=len(item)) + np.sqrt(0.3) * draw(size=phenomena)[phenomenon]
    expected = TRUTH["slope"] * score + TRUTH["item"] * draw(size=len(item))
    expected += TRUTH["phenomenon"] * draw(size=phenomena)[phenomenon]
    expected += TRUTH["article"] * draw(size=articles)[article]
    slopes = TRUTH["participant_slope"] * draw(size=participants)
    who, what = (which.ravel() for which in np.meshgrid(np.arange(participants), item))
    rated = (who + what) % 2 == 0
    who, what = who[rated], what[rated]
    z = expected[what] + slopes[who] * score[what] + TRUTH["residual"] * draw(size=len(what))
    if of_phenomena or of_articles:
        by_sentence = of_phenomena * draw(size=phenomena)[phenomenon] + of_articles * draw(size=articles)[article]
        z += (by_sentence * score)[what]
    names = np.char.add("s", item.astype(str))
    ratings = pd.DataFrame({"participant": np.char.add("p", who.astype(str)), "sentence_id": names[what], "z_score": z})
    of_pair = phenomenon[::2]
    pairs = pd.DataFrame({"good_id": names[::2], "bad_id": names[1::2]})
    pairs = pairs.assign(phenomenon=of_pair.astype(str), article=article[::2].astype(str))
    sentences = pd.DataFrame({"sentence_id": names, "sentence": "as many words"})
    return ratings, sentences, pairs, z_scores(names, right=score)


def z_scores(names, **measures: np.ndarray) -> dict[str, pd.DataFrame]:
    tables = [pd.DataFrame({"sentence_id": names, "measure": key, "z_score": z}) for key, z in measures.items()]
    return {"toy": pd.concat(tables, ignore_index=True)}


def mixed_model(ratings, sentences, pairs, z_scores) -> pd.DataFrame:
    """Return the mixed model of tables as world returns them."""
    tables = {"ratings": ratings, "sentences": sentences, "pairs": pairs, "z_scores": z_scores}
    return compute(**tables, dataset="toy").drop(columns="dataset")
