"""Ratings and materials of experiments on islands → sentences in 2 × 2 designs, minimal pairs, single ratings.

Sprouse, Wagers & Phillips (2012), Language 88:82-123; Sprouse, Caponigro, Greco & Cecchetto (2016), NLLT 34:307-344.
"""

import re
from pathlib import Path

import pandas as pd

from acceptability.datasets import released
from acceptability.datasets.dataset import Dataset
from acceptability.datasets.ratings import mean_ratings, participant_z_scores
from acceptability.datasets.released import AGAIN, BOTH
from acceptability.errors import InputError, naming
from acceptability.papers.islands.experiments import EXPERIMENTS, Experiment
from acceptability.papers.islands.materials import FILLER, LAYOUTS

ID = re.compile(
    r"(?:(?P<dependency>WH|RC)\.)?(?P<island>(?i:whe|wh|np|sub|adj))\.(?P<structure>non|isl)\.(?P<length>sh|lg|ma|em)"
    r"\.(?P<number>\d\d)"
)
OTHERS = re.compile(r"(CE|agr|ILL)\.")  # how items of designs begin that are no part of this dataset
ISLANDS = {"whe": "whether", "wh": "wh", "np": "complex NP", "sub": "subject", "adj": "adjunct"}
STRUCTURES = {"non": "non-island", "isl": "island"}
LENGTHS = {"sh": "short", "ma": "short", "lg": "long", "em": "long"}


def read(ratings: Path, materials: Path, experiment: str = "2016-english", rows: int | None = None) -> Dataset:
    """Read sentences in designs, minimal pairs and single ratings.

    Parameters:
        ratings, materials: released files.
        experiment: one of EXPERIMENTS.
        rows: how many rows the file of ratings has.

    Returns: sentences with ``design``, ``factor_1``, ``factor_2`` and ``set`` (the item); pairs; z-scores. Fillers,
    where the materials have them, are sentences without a design.

    Raises InputError where a rating cannot be read, or the two files do not have the same items.
    """
    declared = EXPERIMENTS[experiment]
    texts = LAYOUTS[declared.layout](materials)
    if not texts:
        raise InputError(f"{materials}: has no sentences of a design; {AGAIN}")
    questions = [text.casefold().startswith("which ") for name, text in texts.items() if name.startswith("WH.")]
    if declared.d_linked != (sum(questions) > len(questions) / 2):
        begin = "do not begin" if declared.d_linked else "begin"
        raise InputError(f"{materials}: its questions {begin} with “which”, as in another experiment; {AGAIN}")
    single = read_ratings(ratings, declared, rows)
    item = single["sentence_id"].drop_duplicates()
    unknown = ~(item.isin(list(texts)) | item.str.match(OTHERS))
    released.refuse(ratings, item.to_frame("item"), unknown, f"is no sentence of {materials}", BOTH)
    single = single[single["sentence_id"].isin(list(texts))].reset_index(drop=True)
    if unrated := texts.keys() - set(single["sentence_id"]):
        raise InputError(f"{ratings}: nobody rates {min(unrated)!r}; {AGAIN}")
    texts = {name: texts[name] for name in sorted(texts, key=place_of)}
    sentences = pd.DataFrame([{"sentence_id": name, "sentence": text} | factors(name) for name, text in texts.items()])
    sentences.insert(2, "rating", sentences["sentence_id"].map(mean_ratings(single)))
    return Dataset(sentences.drop(columns="island"), pairs_of(sentences, declared.unpaired), single)


def place_of(name: str) -> tuple[int, ...]:
    """Return where a sentence is listed: questions first, kinds of islands in the order of ISLANDS, fillers last.

    The baseline of each design is short and has no island.
    """
    parts = ID.fullmatch(name)
    if not parts:
        return (2,)
    levels = list(STRUCTURES).index(parts["structure"]), LENGTHS[parts["length"]] == "long"
    return (parts["dependency"] == "RC", list(ISLANDS).index(parts["island"].casefold()), *levels)


def factors(name: str) -> dict[str, str]:
    """Read a sentence's id: ``set, design, factor_1, factor_2, island``; all are empty for fillers."""
    parts = ID.fullmatch(name)
    if not parts:
        return {"set": name} | dict.fromkeys(("design", "factor_1", "factor_2", "island"), "")
    island = ISLANDS[parts["island"].casefold()]
    if not parts["dependency"] and island == "wh":
        island = "whether"  # the older experiments have no other island of this name
    design = f"{parts['dependency']}, {island}" if parts["dependency"] else island
    return {
        "set": f"{design} {parts['number']}",
        "design": design,
        "factor_1": STRUCTURES[parts["structure"]],
        "factor_2": LENGTHS[parts["length"]],
        "island": island,
    }


def pairs_of(sentences: pd.DataFrame, unpaired: tuple[str, ...]) -> pd.DataFrame:
    """Pair the two long sentences of each item; the one without an island is the acceptable one."""
    long = sentences[(sentences["factor_2"] == "long") & ~sentences["island"].isin(unpaired)]
    good, bad = (long[long["factor_1"] == structure] for structure in ("non-island", "island"))
    members = good.merge(bad, on=["set", "design", "island"], suffixes=("_good", "_bad"), validate="one_to_one")
    return pd.DataFrame(
        {
            "pair_id": members["sentence_id_good"] + "|" + members["sentence_id_bad"],
            "good_id": members["sentence_id_good"],
            "bad_id": members["sentence_id_bad"],
            "paradigm": members["design"],
            "phenomenon": members["island"] + " islands",
            "cluster": members["set"],
        }
    )


def read_ratings(path: Path, declared: Experiment, rows: int | None = None) -> pd.DataFrame:
    """Read ``participant, sentence_id, z_score`` and, if known, ``place`` of each answer that has a judgment.

    z-scores are within a participant's survey, as the released ones are: some took several. Where materials are in
    blocks, each survey has its own fillers, and the id of one ends in the survey's first digit.
    """
    columns = ("item", "subject", "survey", *([declared.place] if declared.place else []))
    raw = released.read(path, columns, (declared.judgment,), rows=rows, skip_rows=declared.notes)
    rating = released.numbers(path, raw, declared.judgment, **(released.LIKERT if declared.likert else {}))
    item = raw["item"].str.strip()
    if declared.layout == "blocks":
        item = item.mask(item.str.fullmatch(FILLER.pattern), item + "." + raw["survey"].str.split(".").str[0])
    answers = pd.DataFrame({"participant": raw["subject"] + " " + raw["survey"], "sentence_id": item, "rating": rating})
    with released.fetched_again(), naming(path):
        answers["z_score"] = participant_z_scores(answers)
    answers["participant"] = raw["subject"]
    if declared.place:
        answers["place"] = released.numbers(path, raw, declared.place, 1, whole=True, needed=True)
    return answers[answers["z_score"].notna()].drop(columns="rating")
